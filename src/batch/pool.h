/* pool.h: threads that wait for work and share it by parts. */
#ifndef ZK_POOL_H
#define ZK_POOL_H

#include <stdint.h>

struct zk_pool;

/* So many parts, 1 or more: one thread each, but for the first, which the caller of zk_pool_run works on. NULL
 * when there is no memory or no thread. */
struct zk_pool *zk_pool_new(uint32_t parts);
void zk_pool_free(struct zk_pool *pool); /* NULL is fine */

/* Calls work(context, part) once for each part and returns when all have. Nothing is allocated. */
void zk_pool_run(struct zk_pool *pool, void (*work)(void *context, uint32_t part),
                 void *context);

#endif
