/* reader.h: a thread that reads tables, so that the loop never waits for the disk.
 *
 * It has a handle of its own and reads beside the writer: what was committed before a read was
 * put is seen by it. Reads are done in the order in which they were put. */
#ifndef ZK_READER_H
#define ZK_READER_H

#include "store.h"

struct zk_reader;

/* Starts the thread, which owns the store's handle until the reader stops. `ready` is called on
 * that thread whenever finished reads can be taken. NULL when no thread could be started. */
struct zk_reader *zk_reader_start(struct zk_store *store, void (*ready)(void *user),
                                  void *user);
/* Queues a read, which must stay where it is until it is taken back. */
void zk_reader_put(struct zk_reader *reader, struct zk_read *read);
/* The next finished read, or NULL. */
struct zk_read *zk_reader_next(struct zk_reader *reader);
/* Finishes everything that was put, then ends the thread. What is finished can still be taken
 * before zk_reader_free. */
void zk_reader_stop(struct zk_reader *reader);
void zk_reader_free(struct zk_reader *reader);

#endif
