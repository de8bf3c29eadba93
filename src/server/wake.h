/* wake.h: a thread tells the loop that something is done.
 *
 * libuv's own uv_async_t has the loop spin until the thread that told it has gone on a little; a thread that thinks for bots is
 * put off by everything else on the machine right then, and everybody would wait for it. Here the loop waits for nobody. */
#ifndef ZK_WAKE_H
#define ZK_WAKE_H

#include "../net/net.h"

struct zk_wake {
    uv_poll_t poll; /* first */
    bool started;
    int file;
    void (*woken)(void *user);
    void *user;
};

/* Calls `woken` on the loop after zk_wake_up, once for any number of them. False: the system has no more files. */
bool zk_wake_start(struct zk_wake *wake, uv_loop_t *loop, void (*woken)(void *user),
                   void *user);
/* From any thread. */
void zk_wake_up(struct zk_wake *wake);
/* The loop listens no longer; it has to run once more. */
void zk_wake_stop(struct zk_wake *wake);
/* After that, when no thread can call zk_wake_up any more. One that is all zero was never started. */
void zk_wake_free(struct zk_wake *wake);

#endif
