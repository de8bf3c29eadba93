/* audit.c: the command `audit`: whether what is stored is what was written. */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "server/serve.h"

/* All records, of tables that are gone, too; false when one is wrong. */
static bool check_records(const struct request *request, struct zk_store *store,
                          uint64_t *count) {
    char id[ZK_TABLE_ID_SIZE] = "", *record;
    uint32_t game = 0;
    size_t size;
    enum zk_found found;
    bool right = true;
    while ((found = store->kind->next_record(store, id, &game)) == ZK_FOUND) {
        if (store->kind->record(store, id, game, &record, &size) == ZK_FOUND) {
            free(record);
            ++*count;
        } else {
            complain(request, "table %s: %s", id, store->error);
            right = false;
        }
    }
    if (found == ZK_FOUND_FAILED) complain(request, "%s", store->error);
    return right && found == ZK_FOUND_NOT;
}

bool name_aside(const struct request *request, struct zk_store *store) {
    char id[ZK_TABLE_ID_SIZE] = "";
    struct zk_stored_table head;
    enum zk_found found;
    bool right = true;
    while ((found = store->kind->next_aside(store, id, id)) == ZK_FOUND) {
        bool is_read = store->kind->head(store, id, &head) == ZK_FOUND;
        complain(request, "table %s is set aside: %s", id,
                 is_read ? head.aside : store->error);
        right = false;
    }
    if (found == ZK_FOUND_FAILED) complain(request, "%s", store->error);
    return right && found == ZK_FOUND_NOT;
}

static int audit(const struct request *request, struct zk_store *store) {
    uint64_t tables, wrong, records = 0;
    const char *damage = store->kind->check(store);
    if (damage) complain(request, "%s", damage);
    bool right = zk_serve_check(store, &tables, &wrong);
    if (!right) complain(request, "%s", store->error);
    right = right && !damage && !wrong;
    right &= name_aside(request, store);
    right &= check_records(request, store, &records);
    printf("%llu tables, %llu records\n", (unsigned long long)tables,
           (unsigned long long)records);
    return right ? STATUS_RIGHT : STATUS_WRONG;
}

int run_audit(const struct request *request) {
    struct zk_folder folder;
    char error[ZK_STORE_ERROR_SIZE];
    const char *where = find_store(request, &folder);
    if (!where) return STATUS_UNUSABLE;
    struct zk_store *store = zk_store_open(where, ZK_STORE_READ, error);
    if (!store) {
        complain(request, "cannot read the tables: %s", error);
        return STATUS_WRONG;
    }
    int status = audit(request, store);
    zk_store_close(store);
    return status;
}
