/* thinkers.h: the threads that think for bots.
 *
 * They are few, never as many as there are cores, and have a small share where others want a core
 * (a nice value of 10): playing comes first. Nobody waits for a lock that one of
 * them might hold. */
#ifndef ZK_THINKERS_H
#define ZK_THINKERS_H

#include "server.h"

struct zk_thinkers;

enum { ZK_THINKERS_MAX = 8 };

/* How many a machine with so many cores for us should have. */
unsigned zk_thinkers_for(unsigned cores);
/* Starts so many, each with a stack that bots fit in; NULL when there is no thread. They call `ready`,
 * on their own threads, when something has been thought. */
struct zk_thinkers *zk_thinkers_start(unsigned count, void (*ready)(void *user), void *user);
/* Gives a job to one that has none; there must be one. */
void zk_thinkers_put(struct zk_thinkers *thinkers, struct zk_think_job *job);
/* A job that has been thought through, or NULL. */
struct zk_think_job *zk_thinkers_next(struct zk_thinkers *thinkers);
/* Ends the threads. No job may be under way. */
void zk_thinkers_free(struct zk_thinkers *thinkers);

#endif
