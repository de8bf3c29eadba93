/* sqlite_copier.c: the log copied into the file while commits go on.
 *
 * What is committed stands in the log, and is safe there. From time to time its pages have to be copied into the file, so that the
 * log can begin anew. That takes tens of milliseconds, in which commits would wait. So a second connection, in
 * a thread of its own, copies what is committed when it begins (SQLite's PASSIVE checkpoint: it waits for nobody, and nobody
 * for it). The log begins anew only when all of it is copied; so the store itself copies the little that was committed
 * meanwhile, between two commits.
 *
 * Nothing that is durable hangs on this. A page stays in the log until the file with it is synced: power that fails in the middle
 * leaves a file that is half copied beside a log that has all of it. And of a commit SQLite tells other connections when the log
 * is synced, so that nothing is copied before it is safe, nor what sqlite_log.c has only gathered. */
#define _DEFAULT_SOURCE /* nice */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "sqlite_inside.h"

struct sqlite_copier {
    sqlite3 *db;
    bool has_thread;
    pthread_t thread;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t changed;
    enum { RESTING, COPYING, COPIED, ENDING } state;
    int copied; /* pages of the log, by the last pass */
    uint64_t passes;
};

struct sqlite_copier *sqlite_copier_open(const char *where) {
    struct sqlite_copier *copier = calloc(1, sizeof *copier);
    if (!copier) return NULL;
    pthread_mutex_init(&copier->lock, NULL);
    pthread_cond_init(&copier->changed, NULL);
    /* It looks at the file, or it would not know that there is a log. */
    if (sqlite3_open_v2(where, &copier->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) == SQLITE_OK &&
        sqlite3_exec(copier->db, "PRAGMA synchronous=FULL; PRAGMA user_version", NULL, NULL,
                     NULL) == SQLITE_OK)
        return copier;
    sqlite_copier_close(copier);
    return NULL;
}

int sqlite_copier_copy(struct sqlite_copier *copier) {
    int copied = 0;
    int code =
        sqlite3_wal_checkpoint_v2(copier->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, &copied);
    return code == SQLITE_OK && copied > 0 ? copied : 0;
}

static void *work(void *user) {
    enum { NICER = 10 }; /* a tenth of a commit's share where both want a core */
    struct sqlite_copier *copier = user;
    nice(NICER); /* on Linux, of this thread alone */
    pthread_mutex_lock(&copier->lock);
    for (;;) {
        while (copier->state == RESTING || copier->state == COPIED)
            pthread_cond_wait(&copier->changed, &copier->lock);
        if (copier->state == ENDING) break;
        pthread_mutex_unlock(&copier->lock);
        int copied = sqlite_copier_copy(copier);
        pthread_mutex_lock(&copier->lock);
        copier->copied = copied;
        copier->passes++;
        if (copier->state == COPYING) copier->state = COPIED;
        pthread_cond_broadcast(&copier->changed);
    }
    pthread_mutex_unlock(&copier->lock);
    return NULL;
}

bool sqlite_copier_start(struct sqlite_copier *copier) {
    copier->has_thread = pthread_create(&copier->thread, NULL, work, copier) == 0;
    return copier->has_thread;
}

int sqlite_copier_ask(struct sqlite_copier *copier, bool wait) {
    int copied = -1;
    pthread_mutex_lock(&copier->lock);
    if (copier->state == RESTING) {
        copier->state = COPYING;
        pthread_cond_broadcast(&copier->changed);
    }
    while (wait && copier->state == COPYING)
        pthread_cond_wait(&copier->changed, &copier->lock);
    if (copier->state == COPIED) {
        copier->state = RESTING;
        copied = copier->copied;
    }
    pthread_mutex_unlock(&copier->lock);
    return copied;
}

void sqlite_copier_forget(struct sqlite_copier *copier) {
    pthread_mutex_lock(&copier->lock);
    if (copier->state == COPIED) copier->state = RESTING;
    pthread_mutex_unlock(&copier->lock);
}

uint64_t sqlite_copier_passes(struct sqlite_copier *copier) {
    pthread_mutex_lock(&copier->lock);
    uint64_t passes = copier->passes;
    pthread_mutex_unlock(&copier->lock);
    return passes;
}

void sqlite_copier_close(struct sqlite_copier *copier) {
    if (copier->has_thread) {
        pthread_mutex_lock(&copier->lock);
        copier->state = ENDING;
        pthread_cond_broadcast(&copier->changed);
        pthread_mutex_unlock(&copier->lock);
        pthread_join(copier->thread, NULL);
    }
    sqlite3_close(copier->db);
    pthread_cond_destroy(&copier->changed);
    pthread_mutex_destroy(&copier->lock);
    free(copier);
}
