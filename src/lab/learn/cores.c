/* cores.c: work is shared out among threads, see learn.h. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "learn.h"

enum { THREADS_MAX = 256 };

struct share {
    void (*work)(void *user, uint32_t number);
    void *user;
    uint32_t count;
    atomic_uint next;
};

static void *work_on_share(void *user) {
    struct share *share = user;
    for (uint32_t number; (number = atomic_fetch_add(&share->next, 1)) < share->count;)
        share->work(share->user, number);
    return NULL;
}

void cores_share(unsigned threads, uint32_t count, void (*work)(void *user, uint32_t number),
                 void *user) {
    struct share share = {.work = work, .user = user, .count = count};
    pthread_t thread[THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < threads && started < THREADS_MAX &&
           pthread_create(&thread[started], NULL, work_on_share, &share) == 0)
        started++;
    work_on_share(&share); /* which is enough, should no thread have started */
    while (started) pthread_join(thread[--started], NULL);
}

void *cores_memory(void *old, size_t count, size_t size) {
    void *memory = count > SIZE_MAX / size ? NULL : realloc(old, count * size);
    if (memory || !count) return memory;
    fprintf(stderr, "zashiki-lab learn: no memory for %zu times %zu bytes\n", count, size);
    exit(1);
}
