/* writer.h: a thread that makes writes durable, many in one transaction.
 *
 * The loop puts what one of its turns brought and wakes the writer; while one transaction is on
 * its way to the disk the next writes gather, so the busier the server, the more of them share a
 * commit. Writes are done in the order in which they were put. When a transaction of several
 * fails, each of its writes is tried alone, so that one bad write does not take others along. */
#ifndef ZK_WRITER_H
#define ZK_WRITER_H

#include "store.h"

enum { ZK_WRITER_BATCH_MAX = 512 };

struct zk_writer;

/* Starts the thread, which owns the store's handle until the writer stops. `ready` is called on
 * that thread whenever finished writes can be taken. NULL when no thread could be started. */
struct zk_writer *zk_writer_start(struct zk_store *store, void (*ready)(void *user),
                                  void *user);
/* Queues a write, which must stay where it is until it is taken back. */
void zk_writer_put(struct zk_writer *writer, struct zk_write *write);
/* Lets the thread begin with what was put. */
void zk_writer_wake(struct zk_writer *writer);
/* The next finished write, `failed` set or not, or NULL. */
struct zk_write *zk_writer_next(struct zk_writer *writer);
/* How many transactions there have been, and writes in them. */
void zk_writer_count(struct zk_writer *writer, uint64_t *commits, uint64_t *writes);
/* Finishes everything that was put, then ends the thread. What is finished can still be taken
 * before zk_writer_free. */
void zk_writer_stop(struct zk_writer *writer);
void zk_writer_free(struct zk_writer *writer);

#endif
