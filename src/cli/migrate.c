/* migrate.c: the command `migrate`. */
#include <stdio.h>

#include "commands.h"
#include "store/postgres.h"

int run_migrate(const struct request *request) {
    char error[ZK_STORE_ERROR_SIZE];
    uint32_t from, to;
    const char *url = request->words[0];
    if (!zk_postgres_is_url(url)) {
        complain(request, "an address of a database begins with postgresql://");
        return STATUS_UNUSABLE;
    }
    if (!zk_postgres_migrate(url, &from, &to, error)) {
        complain(request, "%s", error);
        return STATUS_WRONG;
    }
    if (from == to)
        printf("The database has schema %u already.\n", to);
    else
        printf("The database has schema %u now; it had %u.\n", to, from);
    return STATUS_RIGHT;
}
