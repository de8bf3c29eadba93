/* storage.c: SQLite's threads or PostgreSQL's connections under the loop; see storage.h. */
#include "storage.h"

#include <stdio.h>

/* ---- SQLite: what its threads have done comes to the loop ---- */

static void writes_ready(void *user) { zk_wake_up(&((struct zk_storage *)user)->written); }

static void finish_writes(void *user) {
    struct zk_storage *storage = user;
    for (struct zk_write *write; (write = zk_writer_next(storage->writer));)
        storage->handler.written(storage->handler.user, write);
}

static void reads_ready(void *user) { zk_wake_up(&((struct zk_storage *)user)->was_read); }

/* A few in each turn of the loop. What comes back is mostly a piece of a table, and asks for the next piece: while many
 * large tables are read there is always one more. */
static void finish_reads(void *user) {
    struct zk_storage *storage = user;
    for (unsigned i = 0; i < ZK_STORAGE_READS; i++) {
        struct zk_read *read = zk_reader_next(storage->reader);
        if (!read) return;
        storage->handler.has_read(storage->handler.user, read);
    }
    zk_wake_up(&storage->was_read);
}

static bool start_sqlite(struct zk_storage *storage, uv_loop_t *loop, const char *file,
                         char *error) {
    storage->write_store = zk_store_open(file, ZK_STORE_WRITE, error);
    if (!storage->write_store) return false;
    storage->write_store->kind->copy_beside(storage->write_store);
    storage->read_store = zk_store_open(file, ZK_STORE_READ, error);
    if (!storage->read_store) return false;
    /* Those that are there are served. */
    const char *missing = storage->read_store->kind->missing(storage->read_store);
    if (missing) storage->handler.report(storage->handler.user, missing);
    if (zk_wake_start(&storage->written, loop, finish_writes, storage) &&
        zk_wake_start(&storage->was_read, loop, finish_reads, storage)) {
        storage->writer = zk_writer_start(storage->write_store, writes_ready, storage);
        storage->reader = zk_reader_start(storage->read_store, reads_ready, storage);
    }
    if (storage->writer && storage->reader) return true;
    snprintf(error, ZK_STORE_ERROR_SIZE, "no threads to read and write with");
    zk_storage_stop(storage);
    return false;
}

/* ---- Either ---- */

bool zk_storage_start(struct zk_storage *storage, uv_loop_t *loop, const char *url,
                      const char *file, const struct zk_postgres_handler *handler,
                      char *error) {
    *storage = (struct zk_storage){.handler = *handler};
    if (url) {
        storage->postgres = zk_postgres_start(loop, url, handler, error);
        return storage->postgres;
    }
    if (start_sqlite(storage, loop, file, error)) return true;
    zk_storage_free(storage);
    return false;
}

void zk_storage_write(struct zk_storage *storage, struct zk_write *write) {
    if (storage->postgres)
        zk_postgres_write(storage->postgres, write);
    else
        zk_writer_put(storage->writer, write);
}

void zk_storage_read(struct zk_storage *storage, struct zk_read *read) {
    if (storage->postgres)
        zk_postgres_read(storage->postgres, read);
    else
        zk_reader_put(storage->reader, read);
}

void zk_storage_send(struct zk_storage *storage) {
    if (storage->postgres)
        zk_postgres_send(storage->postgres);
    else
        zk_writer_wake(storage->writer);
}

void zk_storage_count(struct zk_storage *storage, uint64_t *commits, uint64_t *writes) {
    if (storage->postgres)
        zk_postgres_count(storage->postgres, commits, writes);
    else
        zk_writer_count(storage->writer, commits, writes);
}

static void nothing(void *user) { (void)user; }

void zk_storage_stop(struct zk_storage *storage) {
    if (storage->postgres) {
        zk_postgres_stop(storage->postgres, nothing, NULL);
        return;
    }
    zk_wake_stop(&storage->written);
    zk_wake_stop(&storage->was_read);
}

void zk_storage_free(struct zk_storage *storage) {
    if (storage->postgres) return; /* gone with its loop */
    if (storage->writer) zk_writer_stop(storage->writer);
    if (storage->writer) zk_writer_free(storage->writer);
    if (storage->reader) zk_reader_stop(storage->reader);
    if (storage->reader) zk_reader_free(storage->reader);
    zk_wake_free(&storage->written);
    zk_wake_free(&storage->was_read);
    if (storage->read_store) zk_store_close(storage->read_store);
    if (storage->write_store) zk_store_close(storage->write_store);
}
