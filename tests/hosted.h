/* hosted.h: `zashiki serve` as a process of its own, in front of real sockets and a real file, whose clock, draws, ids
 * and tokens come from the test, and whose writes fail when it says so. */
#ifndef HOSTED_H
#define HOSTED_H

#include <stdint.h>
#include <sys/types.h>

#include "server/serve.h"

enum { HOSTED_LUCK = 4096 };

/* Memory that the test and the server share. */
struct hosted_world {
    volatile uint64_t now_ms;
    volatile bool fails; /* nothing that happens at a table can be written */
    volatile uint64_t luck_put,
        luck_taken;             /* draws that the test gave, that the server took */
    uint64_t luck[HOSTED_LUCK]; /* a ring */
    struct zk_rng ids;
};

struct hosted {
    struct hosted_world *world;
    struct zk_limits limits;
    char data[256], log[300]; /* the folder; the file with standard error */
    pid_t pid;
    uint16_t port;
};

/* Makes the folder under `where`; its ids come from a seed. */
void hosted_prepare(struct hosted *hosted, const char *where, const char *name, uint64_t seed);
/* Starts the server and waits until it listens. */
void hosted_start(struct hosted *hosted);
/* Ends it as SIGTERM does; its status. */
int hosted_stop(struct hosted *hosted);
/* Removes the folder. */
void hosted_remove(struct hosted *hosted);
/* Gives it a draw. */
void hosted_luck(struct hosted *hosted, uint64_t bits);
/* All that it said on standard error, for the caller to free. */
char *hosted_said(const struct hosted *hosted);

#endif
