/* audit.c: the command `audit`: whether what is stored is what was written. */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "server/serve.h"

/* The records of one table; how many are wrong. */
static uint64_t check_records(const struct request *request, struct zk_store *store,
                              const char *id, uint64_t *count) {
    char *record;
    size_t size;
    for (uint32_t game = 0;; game++) {
        enum zk_found found = store->kind->record(store, id, game, &record, &size);
        if (found == ZK_FOUND_NOT) return 0;
        if (found != ZK_FOUND) {
            complain(request, "table %s: %s", id, store->error);
            return 1;
        }
        free(record);
        ++*count;
    }
}

static int audit(const struct request *request, struct zk_store *store) {
    char id[ZK_TABLE_ID_SIZE] = "";
    uint64_t tables, wrong, records = 0;
    const char *damage = store->kind->check(store);
    if (damage) complain(request, "%s", damage);
    bool right = zk_serve_check(store, &tables, &wrong);
    while (right && store->kind->next(store, id, id) == ZK_FOUND)
        wrong += check_records(request, store, id, &records);
    if (!right) complain(request, "%s", store->error);
    printf("%llu tables, %llu records\n", (unsigned long long)tables,
           (unsigned long long)records);
    return right && !damage && !wrong ? STATUS_RIGHT : STATUS_WRONG;
}

int run_audit(const struct request *request) {
    struct zk_folder folder;
    char error[ZK_STORE_ERROR_SIZE];
    const char *where = find_store(request, &folder);
    if (!where) return STATUS_WRONG;
    struct zk_store *store = zk_store_open(where, ZK_STORE_READ, error);
    if (!store) {
        complain(request, "cannot read the tables: %s", error);
        return STATUS_WRONG;
    }
    int status = audit(request, store);
    zk_store_close(store);
    return status;
}
