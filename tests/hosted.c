/* hosted.c: a server of a test's own world; see hosted.h. */
#include "hosted.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fair/fair.h"

static struct hosted_world *own; /* of the server, in its process */

static uint64_t world_now_ms(void) { return own->now_ms; }

/* A draw that the test did not foresee ends the server, and with it the test. */
static uint64_t world_luck(void) {
    if (own->luck_taken == own->luck_put) {
        fputs("hosted: a draw that was not given\n", stderr);
        abort();
    }
    return own->luck[own->luck_taken++ % HOSTED_LUCK];
}

static void world_random(void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)zk_rng_next(&own->ids);
}

/* In place of what the seeds of a fair game give: draws are the test's there too (the linker is told so). */
zk_move __wrap_zk_fair_draw(const struct zk_seeds *seeds, uint32_t n,
                            const struct zk_game *game, const struct zk_rules *rules,
                            const struct zk_state *state, struct zk_trace_scratch *scratch);
zk_move __wrap_zk_fair_draw(const struct zk_seeds *seeds, uint32_t n,
                            const struct zk_game *game, const struct zk_rules *rules,
                            const struct zk_state *state, struct zk_trace_scratch *scratch) {
    struct zk_rng rng = {world_luck()};
    (void)seeds, (void)n, (void)scratch;
    return zk_sample(game, rules, state, &rng);
}

static const struct zk_store_kind *stored; /* how the real one does it */

static bool world_commit(struct zk_store *store, struct zk_write *const *writes,
                         size_t count) {
    bool entries = false;
    for (size_t i = 0; i < count; i++) entries |= writes[i]->kind == ZK_WRITE_ENTRIES;
    if (!own || !own->fails || !entries) return stored->commit(store, writes, count);
    snprintf(store->error, sizeof store->error, "the test says so");
    store->overtaken = false;
    return false;
}

/* A store that fails when the test says so. */
struct zk_store *__real_zk_store_open(const char *where, enum zk_store_mode mode, char *error);
struct zk_store *__wrap_zk_store_open(const char *where, enum zk_store_mode mode, char *error);
struct zk_store *__wrap_zk_store_open(const char *where, enum zk_store_mode mode,
                                      char *error) {
    static struct zk_store_kind kind;
    struct zk_store *store = __real_zk_store_open(where, mode, error);
    if (!store) return NULL;
    stored = store->kind;
    kind = *stored;
    kind.commit = world_commit;
    store->kind = &kind;
    return store;
}

void hosted_prepare(struct hosted *hosted, const char *where, const char *name,
                    uint64_t seed) {
    memset(hosted, 0, sizeof *hosted);
    snprintf(hosted->data, sizeof hosted->data, "%s/%s", where, name);
    snprintf(hosted->log, sizeof hosted->log, "%s/log", hosted->data);
    if (mkdir(hosted->data, 0700) != 0) abort();
    /* A file in memory: what is mapped stays the same in parent and child. */
    int file = fileno(tmpfile());
    if (file < 0 || ftruncate(file, sizeof *hosted->world) != 0) abort();
    hosted->world =
        mmap(NULL, sizeof *hosted->world, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (hosted->world == MAP_FAILED) abort();
    hosted->world->now_ms = 1700000000000;
    hosted->world->ids = zk_rng_stream(seed, 0);
    hosted->limits = zk_limits_usual;
    zk_limits_lift(&hosted->limits);
    hosted->limits.guests_per_address_max = 1000;
}

/* In the new process. */
static void serve(struct hosted *hosted, int out) {
    int log = open(hosted->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    own = hosted->world;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it does not outlive the test */
    struct zk_serve serve = {.data = hosted->data,
                             .limits = hosted->limits,
                             .luck = world_luck,
                             .now_ms = world_now_ms,
                             .random = world_random};
    if (!zk_ranges_add(&serve.metrics, "127.0.0.0/8")) abort();
    _exit(zk_serve(&serve) ? 0 : 1);
}

void hosted_start(struct hosted *hosted) {
    int out[2];
    char said[512] = "";
    size_t used = 0;
    fflush(NULL);
    if (pipe(out) != 0 || (hosted->pid = fork()) < 0) abort();
    if (hosted->pid == 0) serve(hosted, out[1]);
    close(out[1]);
    while (!strstr(said, "Ctrl-C") && used < sizeof said - 1) {
        ssize_t some = read(out[0], said + used, sizeof said - 1 - used);
        if (some <= 0) break;
        said[used += (size_t)some] = '\0';
    }
    close(out[0]);
    const char *at = strstr(said, "localhost:");
    hosted->port = at ? (uint16_t)strtoul(at + strlen("localhost:"), NULL, 10) : 0;
}

int hosted_stop(struct hosted *hosted) {
    int status = -1;
    if (hosted->pid <= 0) return 0;
    kill(hosted->pid, SIGTERM);
    waitpid(hosted->pid, &status, 0);
    hosted->pid = 0;
    return status;
}

void hosted_remove(struct hosted *hosted) {
    static const char *const files[] = {
        "zashiki.db", "zashiki.db-wal", "zashiki.db-shm", "zashiki.lock", "log", NULL};
    for (unsigned i = 0; files[i]; i++) {
        char path[320];
        snprintf(path, sizeof path, "%s/%s", hosted->data, files[i]);
        unlink(path);
    }
    rmdir(hosted->data);
    munmap(hosted->world, sizeof *hosted->world);
}

void hosted_luck(struct hosted *hosted, uint64_t bits) {
    struct hosted_world *world = hosted->world;
    if (world->luck_put - world->luck_taken >= HOSTED_LUCK) abort();
    world->luck[world->luck_put % HOSTED_LUCK] = bits;
    world->luck_put++;
}

char *hosted_said(const struct hosted *hosted) {
    FILE *file = fopen(hosted->log, "r");
    char *said = calloc(1, 65536);
    if (!said) abort();
    if (file) {
        said[fread(said, 1, 65535, file)] = '\0';
        fclose(file);
    }
    return said;
}
