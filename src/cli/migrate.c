/* migrate.c: the command `migrate`. */
#include <stdio.h>

#include "commands.h"
#include "store/postgres.h"

int run_migrate(const struct request *request) {
    char error[ZK_STORE_ERROR_SIZE];
    struct zk_postgres_migrated done;
    const char *url = request->words[0];
    if (!zk_postgres_is_url(url)) {
        complain(request, "an address of a database begins with postgresql://");
        return STATUS_UNUSABLE;
    }
    if (!zk_postgres_migrate(url, &done, error)) {
        complain(request, "%s", error);
        return STATUS_WRONG;
    }
    if (done.from == done.to)
        printf("The database has schema %u already.\n", done.to);
    else
        printf("The database has schema %u now; it had %u.\n", done.to, done.from);
    if (done.summed)
        printf("%llu tables have check sums now that had none, or not all.\n",
               (unsigned long long)done.summed);
    if (done.wrong)
        complain(request, "%llu tables are damaged; zashiki audit names them",
                 (unsigned long long)done.wrong);
    return done.wrong ? STATUS_WRONG : STATUS_RIGHT;
}
