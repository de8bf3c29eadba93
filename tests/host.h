/* host.h: a host for a server that is tested: its clock is the test's, its luck comes from a seed, and what it
 * wants written, read or thought waits in queues until the test lets it happen.
 *
 * A test's own world has a struct host as its first member, so that it is the callbacks' `user`, too. */
#ifndef ZK_TEST_HOST_H
#define ZK_TEST_HOST_H

#include "server/server.h"

enum { HOST_JOBS = 256 };

struct host {
    struct zk_server *server;
    uint64_t now_ms;
    struct zk_rng rng;
    /* What is under way, the oldest first. */
    struct zk_write *write[HOST_JOBS];
    struct zk_read *read[HOST_JOBS];
    struct zk_think_job *thought[HOST_JOBS];
    uint32_t writes, reads, thoughts;
};

/* Callbacks that do all of that. To whom a message goes, and the rest, is up to the test: send, close, report, and
 * what it wants otherwise. */
struct zk_host host_callbacks(struct host *host);

/* Puts it behind those that wait. */
void host_put_write(void *host, struct zk_write *write);
void host_put_read(void *host, struct zk_read *read);
void host_put_thought(void *host, struct zk_think_job *job);
/* Takes the oldest; there is one. */
struct zk_write *host_take_write(struct host *host);
struct zk_read *host_take_read(struct host *host);
struct zk_think_job *host_take_thought(struct host *host);

/* The oldest thought is thought, and comes back. */
void host_think(struct host *host);
/* The loop turns: what is due at this time is done. */
void host_tick(struct host *host, uint64_t ms);

#endif
