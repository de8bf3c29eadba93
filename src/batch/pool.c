/* pool.c: see pool.h. A round is begun under the lock and ends when the last part is done. */
#include "pool.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct worker {
    struct zk_pool *pool;
    uint32_t part;
    pthread_t thread;
};

struct zk_pool {
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    uint64_t round; /* one more when there is work */
    uint32_t left;  /* parts of this round that threads still work on */
    bool ending;
    uint32_t parts;
    uint32_t started; /* threads */
    void (*work)(void *context, uint32_t part);
    void *context;
    struct worker worker[]; /* of part i + 1 */
};

static void *wait_and_work(void *argument) {
    struct worker *worker = argument;
    struct zk_pool *pool = worker->pool;
    pthread_mutex_lock(&pool->lock);
    for (uint64_t round = 0;;) {
        while (pool->round == round && !pool->ending)
            pthread_cond_wait(&pool->begun, &pool->lock);
        if (pool->ending) break;
        round = pool->round;
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->context, worker->part);
        pthread_mutex_lock(&pool->lock);
        if (--pool->left == 0) pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct zk_pool *zk_pool_new(uint32_t parts) {
    assert(parts >= 1);
    struct zk_pool *pool = calloc(1, sizeof *pool + (parts - 1) * sizeof *pool->worker);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begun, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->parts = parts;
    /* Signals are for the threads of the program that this is a part of. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (; pool->started < parts - 1; pool->started++) {
        struct worker *worker = &pool->worker[pool->started];
        *worker = (struct worker){.pool = pool, .part = pool->started + 1};
        if (pthread_create(&worker->thread, NULL, wait_and_work, worker) != 0) break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pool->started == parts - 1) return pool;
    zk_pool_free(pool);
    return NULL;
}

void zk_pool_free(struct zk_pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->started; i++) pthread_join(pool->worker[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->begun);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

void zk_pool_run(struct zk_pool *pool, void (*work)(void *context, uint32_t part),
                 void *context) {
    if (pool->parts > 1) {
        pthread_mutex_lock(&pool->lock);
        pool->work = work;
        pool->context = context;
        pool->left = pool->parts - 1;
        pool->round++;
        pthread_cond_broadcast(&pool->begun);
        pthread_mutex_unlock(&pool->lock);
    }
    work(context, 0);
    if (pool->parts > 1) {
        pthread_mutex_lock(&pool->lock);
        while (pool->left) pthread_cond_wait(&pool->done, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
    }
}
