/* store.c: which store an address means; see store.h. */
#include "store.h"

#include "postgres.h"

struct zk_store *zk_store_open(const char *where, enum zk_store_mode mode, char *error) {
    const struct zk_store_kind *kind =
        zk_postgres_is_url(where) ? &zk_store_postgres : &zk_store_sqlite;
    return kind->open(where, mode, error);
}

void zk_store_close(struct zk_store *store) { store->kind->close(store); }
