/* host.c: see host.h. */
#include "host.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without cmocka, for fuzzers use it too. */
static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

/* ---- Time and luck ---- */

static uint64_t now_ms(void *user) { return ((struct host *)user)->now_ms; }

static uint64_t luck(void *user) { return zk_rng_next(&((struct host *)user)->rng); }

static void random_bytes(void *user, void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) ((unsigned char *)bytes)[i] = (unsigned char)luck(user);
}

/* ---- What is under way ---- */

void host_put_write(void *user, struct zk_write *write) {
    struct host *host = user;
    must(host->writes < HOST_JOBS, "too many writes");
    host->write[host->writes++] = write;
}

void host_put_read(void *user, struct zk_read *read) {
    struct host *host = user;
    must(host->reads < HOST_JOBS, "too many reads");
    host->read[host->reads++] = read;
}

/* What a thread that thinks is given has no names, keys or seeds, nor where any of them would stand. */
static bool has_moves_alone(const struct zk_table *table) {
    bool others = table->words || table->words_used || table->words_size || table->refusals ||
                  table->marks.fold || table->marks.state;
    for (uint32_t i = 0; i < table->now.moves_count; i++)
        others = others || table->entries[i].kind != ZK_ENTRY_MOVE ||
                 table->entries[i].has_words || table->entries[i].has_key;
    return !others;
}

void host_put_thought(void *user, struct zk_think_job *job) {
    struct host *host = user;
    assert(has_moves_alone(job->table));
    must(host->thoughts < HOST_JOBS, "too many thoughts");
    host->thought[host->thoughts++] = job;
}

struct zk_write *host_take_write(struct host *host) {
    must(host->writes > 0, "nothing is being written");
    struct zk_write *write = host->write[0];
    memmove(host->write, host->write + 1, --host->writes * sizeof *host->write);
    return write;
}

struct zk_read *host_take_read(struct host *host) {
    must(host->reads > 0, "nothing is being read");
    struct zk_read *read = host->read[0];
    memmove(host->read, host->read + 1, --host->reads * sizeof *host->read);
    return read;
}

struct zk_think_job *host_take_thought(struct host *host) {
    must(host->thoughts > 0, "nobody thinks");
    struct zk_think_job *job = host->thought[0];
    memmove(host->thought, host->thought + 1, --host->thoughts * sizeof *host->thought);
    return job;
}

void host_think(struct host *host) {
    struct zk_think_job *job = host_take_thought(host);
    zk_server_think(job);
    zk_server_thought(host->server, job);
}

void host_tick(struct host *host, uint64_t ms) {
    host->now_ms += ms;
    zk_server_turn(host->server);
    zk_server_tick(host->server);
}

struct zk_host host_callbacks(struct host *host) {
    return (struct zk_host){.user = host,
                            .now_ms = now_ms,
                            .random = random_bytes,
                            .luck = luck,
                            .write = host_put_write,
                            .read = host_put_read,
                            .think = host_put_thought};
}
