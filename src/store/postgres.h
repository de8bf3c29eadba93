/* postgres.h: tables in PostgreSQL, which any number of servers may share.
 *
 * Everything is asynchronous: two connections in pipeline mode, one that writes and one that reads
 * and listens, stand under the loop, which never waits for the database. What is put while a
 * transaction is on its way shares the next one. A lost connection is made anew by a thread, and
 * what was on its way is sent once more: a write that had been committed all the same then counts
 * as overtaken, and who wrote it finds it when it catches up. What has waited for ZK_POSTGRES_PATIENCE_MS
 * fails; it may be there or not.
 *
 * Order: the row of a table counts its entries. A write of entries holds only where the count is
 * the one it was decided upon; who comes second is told that it was overtaken, and nothing else in
 * that transaction is touched. */
#ifndef ZK_POSTGRES_H
#define ZK_POSTGRES_H

#include <uv.h>

#include "store.h"

enum {
    ZK_POSTGRES_PATIENCE_MS = 10 * 1000,
    ZK_POSTGRES_SAID_MAX = 7900, /* bytes that can be said to other servers at once */
};

struct zk_postgres;

/* What is called on the loop, never from within a call of the functions below. */
struct zk_postgres_handler {
    void *user;
    void (*written)(void *user, struct zk_write *write);
    void (*has_read)(void *user, struct zk_read *read);
    /* Another server, or this one, has said something. */
    void (*heard)(void *user, const char *text);
    /* Something may have been said that was not heard, here or elsewhere. */
    void (*missed)(void *user);
    /* Something that the one who runs the server should know. */
    void (*report)(void *user, const char *sentence);
};

/* Whether this is an address for it. */
bool zk_postgres_is_url(const char *where);
/* Connects, here and now; NULL with the reason in error, which has ZK_STORE_ERROR_SIZE. */
struct zk_postgres *zk_postgres_start(uv_loop_t *loop, const char *url,
                                      const struct zk_postgres_handler *handler, char *error);
/* Queues them; they stay where they are until the handler gets them back. */
void zk_postgres_write(struct zk_postgres *postgres, struct zk_write *write);
void zk_postgres_read(struct zk_postgres *postgres, struct zk_read *read);
/* Says something to every server, after what was written before; perhaps twice, when the connection
 * is lost. When very much waits to be said it is left out, and `missed` is called when that has been said. */
void zk_postgres_say(struct zk_postgres *postgres, const char *text, size_t size);
/* How many more can wait to be said. */
uint32_t zk_postgres_say_room(const struct zk_postgres *postgres);
/* The turn of the loop ends: what was put is sent. */
void zk_postgres_send(struct zk_postgres *postgres);
/* How far the database's clock is ahead of this machine's, as seen when connecting. */
int64_t zk_postgres_ahead_ms(const struct zk_postgres *postgres);
/* How long there has been no connection to write or none to read on, or 0. */
uint64_t zk_postgres_down_ms(const struct zk_postgres *postgres);
/* How many transactions there have been, and writes in them. */
void zk_postgres_count(const struct zk_postgres *postgres, uint64_t *commits,
                       uint64_t *writes);
/* Nothing is under way: gives the loop its handles back, and calls `stopped` from there, after which
 * it is gone. */
void zk_postgres_stop(struct zk_postgres *postgres, void (*stopped)(void *user), void *user);

struct zk_postgres_migrated {
    uint32_t from, to; /* the schema's number, before and now */
    uint64_t summed,
        wrong; /* tables that have check sums now, and those whose entries make none */
};

/* Brings the database to this version's schema, one at a time however many try, and gives check sums
 * to what was written without. False with the reason in error. */
bool zk_postgres_migrate(const char *url, struct zk_postgres_migrated *done, char *error);

#endif
