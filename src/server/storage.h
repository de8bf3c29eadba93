/* storage.h: where serve keeps the tables: a file of SQLite, written and read by a thread each, or
 * a PostgreSQL database, which several servers may share. */
#ifndef ZK_STORAGE_H
#define ZK_STORAGE_H

#include "../store/postgres.h"
#include "../store/reader.h"
#include "../store/writer.h"
#include "wake.h"

enum { ZK_STORAGE_READS = 4 }; /* come back in one turn of the loop, from a file */

struct zk_storage {
    struct zk_postgres_handler handler;
    struct zk_postgres *postgres; /* or else the rest */
    struct zk_store *write_store, *read_store;
    struct zk_writer *writer;
    struct zk_reader *reader;
    struct zk_wake written, was_read;
};

/* Begins at a database's address, or in a file when that is NULL. The handler is called on this
 * loop. False with the reason in error, which has ZK_STORE_ERROR_SIZE; then there is nothing to
 * stop. */
bool zk_storage_start(struct zk_storage *storage, uv_loop_t *loop, const char *url,
                      const char *file, const struct zk_postgres_handler *handler,
                      char *error);
void zk_storage_write(struct zk_storage *storage, struct zk_write *write);
void zk_storage_read(struct zk_storage *storage, struct zk_read *read);
/* The turn of the loop ends. */
void zk_storage_send(struct zk_storage *storage);
/* How many transactions there have been, and writes in them. */
void zk_storage_count(struct zk_storage *storage, uint64_t *commits, uint64_t *writes);
/* Nothing is under way: closes what the loop has of it. When the loop has ended, zk_storage_free. */
void zk_storage_stop(struct zk_storage *storage);
void zk_storage_free(struct zk_storage *storage);

#endif
