/* reader.c: reading a table in pieces, and the thread that does so; see reader.h. */
#include "reader.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One read ---- */

static bool add_line(struct zk_read *read, const char *line, size_t size) {
    size_t needed = read->lines_size + size + 1;
    if (needed > read->lines_capacity) {
        size_t capacity = needed * 2;
        char *lines = realloc(read->lines, capacity);
        if (!lines) return false;
        read->lines = lines;
        read->lines_capacity = capacity;
    }
    memcpy(read->lines + read->lines_size, line, size);
    read->lines[needed - 1] = '\n';
    read->lines_size = needed;
    return true;
}

bool zk_read_add(struct zk_read *read, uint32_t number, const char *line, size_t size) {
    read->more = read->count == ZK_READ_ENTRIES_MAX;
    if (read->more) return false;
    if (number != read->after + read->count + 1) {
        read->stray = number;
        return false;
    }
    if (!add_line(read, line, size)) {
        read->found = ZK_FOUND_FAILED;
        snprintf(read->error, sizeof read->error, "no memory");
        return false;
    }
    read->count++;
    return true;
}

static bool read_entry(void *user, uint32_t number, const char *line, size_t size) {
    return zk_read_add(user, number, line, size);
}

static void has_failed(struct zk_store *store, struct zk_read *read) {
    read->found = store->damaged ? ZK_FOUND_DAMAGED : ZK_FOUND_FAILED;
    snprintf(read->error, sizeof read->error, "%s", store->error);
}

static void read_entries(struct zk_store *store, struct zk_read *read) {
    if (!store->kind->entries(store, read->table, read->after, read_entry, read))
        has_failed(store, read);
}

static void read_table(struct zk_store *store, struct zk_read *read) {
    read->head = malloc(sizeof *read->head);
    if (!read->head) {
        snprintf(store->error, sizeof store->error, "no memory");
        has_failed(store, read);
        return;
    }
    read->found = store->kind->head(store, read->table, read->head);
    if (read->found == ZK_FOUND_FAILED)
        has_failed(store, read);
    else if (read->found == ZK_FOUND && !read->head->aside[0])
        read_entries(store, read);
}

void zk_store_read(struct zk_store *store, struct zk_read *read) {
    read->found = ZK_FOUND;
    if (read->kind == ZK_READ_NEXT)
        read->found = store->kind->next(store, read->table, read->table);
    if (read->found == ZK_FOUND_FAILED) { /* the list, and no table of it, may be damaged */
        store->damaged = false;
        has_failed(store, read);
    }
    if (read->found != ZK_FOUND) return;
    store->damaged = false;
    if (read->kind == ZK_READ_ENTRIES)
        read_entries(store, read);
    else
        read_table(store, read);
}

void zk_read_clear(struct zk_read *read) {
    free(read->head);
    free(read->lines);
    read->head = NULL;
    read->lines = NULL;
    read->lines_size = read->lines_capacity = 0;
    read->count = read->stray = 0;
    read->more = false;
    read->last.known = false;
}

/* ---- The thread ---- */

/* Reads in order, first to last. */
struct queue {
    struct zk_read *first, *last;
};

struct zk_reader {
    struct zk_store *store;
    void (*ready)(void *user);
    void *user;
    pthread_t thread;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t work;
    struct queue waiting, finished;
    bool stopping;
};

static void push(struct queue *queue, struct zk_read *read) {
    read->next = NULL;
    *(queue->last ? &queue->last->next : &queue->first) = read;
    queue->last = read;
}

static struct zk_read *pop(struct queue *queue) {
    struct zk_read *read = queue->first;
    if (!read) return NULL;
    queue->first = read->next;
    if (!queue->first) queue->last = NULL;
    read->next = NULL;
    return read;
}

static void *work(void *user) {
    struct zk_reader *reader = user;
    pthread_mutex_lock(&reader->lock);
    for (;;) {
        while (!reader->waiting.first && !reader->stopping)
            pthread_cond_wait(&reader->work, &reader->lock);
        struct zk_read *read = pop(&reader->waiting);
        if (!read) break;
        pthread_mutex_unlock(&reader->lock);
        zk_store_read(reader->store, read);
        pthread_mutex_lock(&reader->lock);
        push(&reader->finished, read);
        pthread_mutex_unlock(&reader->lock);
        reader->ready(reader->user);
        pthread_mutex_lock(&reader->lock);
    }
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

struct zk_reader *zk_reader_start(struct zk_store *store, void (*ready)(void *user),
                                  void *user) {
    struct zk_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->store = store;
    reader->ready = ready;
    reader->user = user;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->work, NULL);
    if (pthread_create(&reader->thread, NULL, work, reader) == 0) return reader;
    zk_reader_free(reader);
    return NULL;
}

void zk_reader_put(struct zk_reader *reader, struct zk_read *read) {
    pthread_mutex_lock(&reader->lock);
    push(&reader->waiting, read);
    pthread_cond_signal(&reader->work);
    pthread_mutex_unlock(&reader->lock);
}

struct zk_read *zk_reader_next(struct zk_reader *reader) {
    pthread_mutex_lock(&reader->lock);
    struct zk_read *read = pop(&reader->finished);
    pthread_mutex_unlock(&reader->lock);
    return read;
}

void zk_reader_stop(struct zk_reader *reader) {
    pthread_mutex_lock(&reader->lock);
    reader->stopping = true;
    pthread_cond_signal(&reader->work);
    pthread_mutex_unlock(&reader->lock);
    pthread_join(reader->thread, NULL);
}

void zk_reader_free(struct zk_reader *reader) {
    assert(!reader->waiting.first);
    pthread_cond_destroy(&reader->work);
    pthread_mutex_destroy(&reader->lock);
    free(reader);
}
