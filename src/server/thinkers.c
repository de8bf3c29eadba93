/* thinkers.c: see thinkers.h. */
#define _DEFAULT_SOURCE /* nice */
#include "thinkers.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    STACK = 8 * 1024 * 1024
}; /* what a program's first thread has; a search's tree lives there */

enum { FREE, THINKING, THOUGHT };

/* One thread. It belongs to the loop while FREE or THOUGHT, to its thread while THINKING. */
struct thinker {
    pthread_t thread;
    sem_t work;
    struct zk_thinkers *all;
    struct zk_think_job *job; /* NULL when there is work: end */
    atomic_int state;
};

struct zk_thinkers {
    void (*ready)(void *user);
    void *user;
    unsigned count;
    struct thinker thinker[ZK_THINKERS_MAX];
};

unsigned zk_thinkers_for(unsigned cores) {
    unsigned half = cores / 2;
    return half < 1 ? 1 : half > ZK_THINKERS_MAX ? ZK_THINKERS_MAX : half;
}

/* A tenth of the loop's share where both want a core. With less (SCHED_IDLE) bots would stand still
 * on a machine that has other work. */
static void yield_to_play(void) {
    enum { NICER = 10 };
    nice(NICER); /* on Linux, of this thread alone, below what the server was started with */
}

static void *work(void *user) {
    struct thinker *thinker = user;
    yield_to_play();
    for (;;) {
        while (sem_wait(&thinker->work) != 0) assert(errno == EINTR);
        if (!thinker->job) return NULL;
        zk_server_think(thinker->job);
        atomic_store(&thinker->state, THOUGHT);
        thinker->all->ready(thinker->all->user);
    }
}

struct zk_thinkers *zk_thinkers_start(unsigned count, void (*ready)(void *user), void *user) {
    struct zk_thinkers *thinkers = zk_allocate(sizeof *thinkers);
    pthread_attr_t attributes;
    assert(count >= 1 && count <= ZK_THINKERS_MAX);
    thinkers->ready = ready;
    thinkers->user = user;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    while (thinkers->count < count) {
        struct thinker *thinker = &thinkers->thinker[thinkers->count];
        thinker->all = thinkers;
        sem_init(&thinker->work, 0, 0);
        if (pthread_create(&thinker->thread, &attributes, work, thinker) != 0) {
            sem_destroy(&thinker->work);
            break;
        }
        thinkers->count++;
    }
    pthread_attr_destroy(&attributes);
    if (thinkers->count == count) return thinkers;
    zk_thinkers_free(thinkers);
    return NULL;
}

void zk_thinkers_put(struct zk_thinkers *thinkers, struct zk_think_job *job) {
    struct thinker *thinker = thinkers->thinker;
    while (atomic_load(&thinker->state) != FREE) {
        thinker++;
        assert(thinker < thinkers->thinker + thinkers->count);
    }
    thinker->job = job;
    atomic_store(&thinker->state, THINKING);
    sem_post(&thinker->work);
}

struct zk_think_job *zk_thinkers_next(struct zk_thinkers *thinkers) {
    for (unsigned i = 0; i < thinkers->count; i++) {
        struct thinker *thinker = &thinkers->thinker[i];
        if (atomic_load(&thinker->state) != THOUGHT) continue;
        struct zk_think_job *job = thinker->job;
        thinker->job = NULL;
        atomic_store(&thinker->state, FREE);
        return job;
    }
    return NULL;
}

void zk_thinkers_free(struct zk_thinkers *thinkers) {
    for (unsigned i = 0; i < thinkers->count; i++) {
        struct thinker *thinker = &thinkers->thinker[i];
        assert(atomic_load(&thinker->state) == FREE && !thinker->job);
        sem_post(&thinker->work);
        pthread_join(thinker->thread, NULL);
        sem_destroy(&thinker->work);
    }
    free(thinkers);
}
