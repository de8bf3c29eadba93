/* writer.c: the thread that commits; see writer.h. */
#include "writer.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes in order, first to last. */
struct queue {
    struct zk_write *first, *last;
};

struct zk_writer {
    struct zk_store *store;
    void (*ready)(void *user);
    void *user;
    struct queue put; /* the loop's own: put, and not yet shown to the thread */
    pthread_t thread;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t work;
    struct queue waiting, finished;
    bool stopping;
    uint64_t commits, writes;
};

static void push(struct queue *queue, struct zk_write *write) {
    write->next = NULL;
    if (queue->last)
        queue->last->next = write;
    else
        queue->first = write;
    queue->last = write;
}

static struct zk_write *pop(struct queue *queue) {
    struct zk_write *write = queue->first;
    if (!write) return NULL;
    queue->first = write->next;
    if (!queue->first) queue->last = NULL;
    write->next = NULL;
    return write;
}

static void commit(struct zk_store *store, struct zk_write **batch, size_t count) {
    bool right = store->kind->commit(store, batch, count);
    for (size_t i = 0; i < count; i++) {
        bool alone = right;
        if (!right && count > 1) alone = store->kind->commit(store, batch + i, 1);
        batch[i]->failed = !alone;
        batch[i]->overtaken = !alone && store->overtaken;
        if (!alone) snprintf(batch[i]->error, sizeof batch[i]->error, "%s", store->error);
    }
}

static void *work(void *user) {
    struct zk_writer *writer = user;
    struct zk_write *batch[ZK_WRITER_BATCH_MAX];
    pthread_mutex_lock(&writer->lock);
    for (;;) {
        while (!writer->waiting.first && !writer->stopping)
            pthread_cond_wait(&writer->work, &writer->lock);
        if (!writer->waiting.first) break;
        size_t count = 0;
        while (count < ZK_WRITER_BATCH_MAX && (batch[count] = pop(&writer->waiting))) count++;
        pthread_mutex_unlock(&writer->lock);
        commit(writer->store, batch, count);
        pthread_mutex_lock(&writer->lock);
        for (size_t i = 0; i < count; i++) push(&writer->finished, batch[i]);
        writer->commits++;
        writer->writes += count;
        pthread_mutex_unlock(&writer->lock);
        writer->ready(writer->user);
        if (writer->store->kind->settle) writer->store->kind->settle(writer->store);
        pthread_mutex_lock(&writer->lock);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

struct zk_writer *zk_writer_start(struct zk_store *store, void (*ready)(void *user),
                                  void *user) {
    struct zk_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->store = store;
    writer->ready = ready;
    writer->user = user;
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->work, NULL);
    if (pthread_create(&writer->thread, NULL, work, writer) == 0) return writer;
    zk_writer_free(writer);
    return NULL;
}

void zk_writer_put(struct zk_writer *writer, struct zk_write *write) {
    push(&writer->put, write);
}

void zk_writer_wake(struct zk_writer *writer) {
    if (!writer->put.first) return;
    pthread_mutex_lock(&writer->lock);
    for (struct zk_write *write; (write = pop(&writer->put));) push(&writer->waiting, write);
    pthread_cond_signal(&writer->work);
    pthread_mutex_unlock(&writer->lock);
}

struct zk_write *zk_writer_next(struct zk_writer *writer) {
    pthread_mutex_lock(&writer->lock);
    struct zk_write *write = pop(&writer->finished);
    pthread_mutex_unlock(&writer->lock);
    return write;
}

void zk_writer_count(struct zk_writer *writer, uint64_t *commits, uint64_t *writes) {
    pthread_mutex_lock(&writer->lock);
    *commits = writer->commits;
    *writes = writer->writes;
    pthread_mutex_unlock(&writer->lock);
}

void zk_writer_stop(struct zk_writer *writer) {
    zk_writer_wake(writer);
    pthread_mutex_lock(&writer->lock);
    writer->stopping = true;
    pthread_cond_signal(&writer->work);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
}

void zk_writer_free(struct zk_writer *writer) {
    assert(!writer->waiting.first && !writer->put.first);
    pthread_cond_destroy(&writer->work);
    pthread_mutex_destroy(&writer->lock);
    free(writer);
}
