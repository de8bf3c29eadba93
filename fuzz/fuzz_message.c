/* fuzz_message.c: bytes as messages to the door of a table on this device, which takes keys as a server's does, one
 * a line, with chance and bots moving in between. Each message is answered exactly once; after it the table must be what
 * its entries fold to, whatever was refused must have changed nothing, and everything told must be
 * whole JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/local.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct zk_local local;
static struct zk_look look;
static struct zk_rng rng;
static uint64_t now_ms;
static unsigned answers;

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

static uint64_t get_now_ms(void *user) {
    (void)user;
    return now_ms;
}

static struct zk_rng *luck(void *user, int who, bool hint) {
    (void)user;
    (void)who;
    (void)hint;
    return &rng;
}

/* As a server has it: seats may be held by keys. A key is its own hash here. */
static void hash(void *user, const struct zk_door *door, const char *key,
                 uint8_t out[ZK_HASH_SIZE]) {
    (void)user;
    (void)door;
    memset(out, 0, ZK_HASH_SIZE);
    for (unsigned i = 0; i < ZK_HASH_SIZE && key[i]; i++) out[i] = (uint8_t)key[i];
}

static void told(void *user, int audience, const char *message, size_t size) {
    struct zk_json_in in = zk_json_from(message, size);
    char key[32];
    bool answer = false;
    (void)user;
    must(audience == ZK_SPECTATOR || (audience >= 0 && audience < ZK_SEATS_MAX),
         "nobody is told");
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        answer |= strcmp(key, "request") == 0;
        zk_json_skip(&in);
    }
    must(zk_json_finish(&in), "what is told is no JSON");
    answers += answer;
}

static bool same_fold(const struct zk_fold *a, const struct zk_fold *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* Everything anew from the first entry. */
static void look_back(void) {
    const struct zk_table *table = &local.door.table;
    zk_fold_begin(&look.fold, table);
    while (look.fold.count < table->now.count) zk_fold_step(&look.fold, table);
    must(same_fold(&look.fold, &table->now), "the table is not what its entries fold to");
    must(same_fold(&look.fold, &local.door.durable), "the table is not what everybody knows");
}

static void message(const char *data, size_t size) {
    struct zk_fold before = local.door.table.now;
    bool was_open = local.is_open;
    answers = 0;
    zk_local_message(&local, data, size);
    must(answers == 1, "a message is not answered once");
    must(!local.ask.refused || !was_open || same_fold(&before, &local.door.table.now),
         "a refusal has changed the table");
    for (unsigned i = 0; i < 8 && zk_local_is_due(&local); i++) zk_local_go_on(&local);
    must(answers == 1, "somebody is answered who did not ask");
    if (local.is_open) look_back();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *at = (const char *)data, *end = at + size;
    if (size > 32 * 1024) return -1;
    now_ms = 1000;
    rng = zk_rng_stream(size, 1);
    zk_local_start(&local, NULL, get_now_ms, luck, told);
    local.host.hash = hash;
    zk_local_batch(&local, size % 2);
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        now_ms += 100 + (uint64_t)(stop - at);
        message(at, (size_t)(stop - at));
        at = stop + 1;
    }
    return 0;
}
