/* fuzz_browser.c: bytes as what the page gives to the engine in the browser (src/wasm/wasm.c), after a first
 * letter that says what they are: R a record, with its positions as everybody sees them and the beginning of a
 * study; K a table that was kept, its head and entries by the line; T a tutorial for a table of that game; C a card
 * set in a message that opens a table. What is told is whole JSON, and what was restored can be kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/local.h"
#include "table/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OUTPUT_SIZE = ZK_ANSWER_SIZE_MAX + 1024 * 1024 };

static struct zk_local local;
static struct zk_replay replay;
static struct zk_tutorial tutorial;
static char output[OUTPUT_SIZE];
static struct zk_rng rng;

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

static uint64_t now_ms(void *user) {
    (void)user;
    return 1000;
}

static struct zk_rng *luck(void *user, int who, bool hint) {
    (void)user;
    (void)who;
    (void)hint;
    return &rng;
}

static void is_json(const char *text, size_t size) {
    struct zk_json_in in = zk_json_from(text, size);
    zk_json_skip(&in);
    must(zk_json_finish(&in), "what is told is no JSON");
}

static void told(void *user, int audience, const char *message, size_t size) {
    (void)user;
    (void)audience;
    is_json(message, size);
}

/* ---- A record ---- */

static void position(uint32_t moves, int audience) {
    struct zk_text text = zk_text_in(output, sizeof output);
    struct zk_json_out out = zk_json_to(&text);
    zk_replay_write_position(&replay, moves, audience, &out);
    must(!text.full, "a position does not fit");
    is_json(text.data, text.used);
}

static void record(const char *data, size_t size) {
    struct zk_text text = zk_text_in(output, sizeof output);
    struct zk_json_out out = zk_json_to(&text);
    bool right = zk_replay_read(&replay, data, size, &out);
    must(!text.full, "a record does not fit");
    is_json(text.data, text.used);
    if (!right) return;
    uint32_t count = replay.record.moves_count;
    const uint32_t where[] = {0, count / 2, count, count + 1, UINT32_MAX};
    for (unsigned i = 0; i < sizeof where / sizeof *where; i++)
        for (int audience = -2; audience < (int)ZK_SEATS_MAX; audience++)
            position(where[i], audience == -2   ? ZK_EVERYTHING
                               : audience == -1 ? ZK_SPECTATOR
                                                : audience);
    text = zk_text_in(output, sizeof output);
    out = zk_json_to(&text);
    if (!zk_replay_study(&replay, 1, 7, 0, &out)) return;
    is_json(text.data, text.used);
    for (bool more = true, first = true; more && first; first = false) {
        text = zk_text_in(output, sizeof output);
        out = zk_json_to(&text);
        more = zk_replay_study_next(&replay, &out);
        is_json(text.data, text.used);
    }
}

/* ---- A table that was kept ---- */

static void keep(bool whole) {
    struct zk_text text = zk_text_in(output, sizeof output);
    zk_local_keep(&local, whole, &text);
    must(!text.full, "what is kept does not fit");
}

static void kept(const char *data, size_t size) {
    const char *at = data, *end = data + size, *stop;
    bool first = true;
    for (; at < end; at = stop + 1, first = false) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        size_t length = (size_t)(stop - at);
        if (!(first ? zk_local_restore(&local, at, length)
                    : zk_local_restore_entry(&local, at, length)))
            return;
    }
    if (first || !zk_local_restored(&local)) return;
    keep(true);
    static const char join[] =
        "{\"zashiki\":1,\"do\":\"join\",\"table\":\"local\",\"request\":\"j\"}";
    zk_local_message(&local, join, sizeof join - 1);
    for (unsigned i = 0; i < 4 && zk_local_is_due(&local); i++) zk_local_go_on(&local);
    keep(false);
}

/* ---- A tutorial, a card set ---- */

static void follow(const char *data, size_t size) {
    static const char *const games[] = {"sketch", "yokai", "yotei"};
    if (!zk_tutorial_read(&tutorial, data, size)) return;
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        char open[128];
        int length = snprintf(
            open, sizeof open,
            "{\"zashiki\":1,\"do\":\"open\",\"game\":\"%s\",\"request\":\"o\"}", games[i]);
        zk_local_start(&local, NULL, now_ms, luck, told);
        zk_local_message(&local, open, (size_t)length);
        if (!zk_local_follow(&local, &tutorial)) continue;
        zk_local_read(&local, 1);
        for (unsigned k = 0; k < 8 && zk_local_is_due(&local); k++) zk_local_go_on(&local);
        zk_local_read(&local, UINT32_MAX);
    }
}

static void cards(const char *data, size_t size) {
    static char message[ZK_CARDS_SIZE + 256];
    struct zk_text text = zk_text_in(message, sizeof message);
    zk_text_put(
        &text,
        "{\"zashiki\":1,\"do\":\"open\",\"game\":\"yotei\",\"request\":\"o\",\"cardset\":");
    zk_text_put_bytes(&text, data, size);
    zk_text_put(&text, "}");
    if (text.full) return;
    zk_local_message(&local, message, text.used);
    if (local.is_open) keep(true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > 64 * 1024) return -1;
    const char *rest = (const char *)data + 1;
    rng = zk_rng_stream(size, 1);
    zk_local_start(&local, NULL, now_ms, luck, told);
    switch (data[0]) {
    case 'R': record(rest, size - 1); break;
    case 'K': kept(rest, size - 1); break;
    case 'T': follow(rest, size - 1); break;
    case 'C': cards(rest, size - 1); break;
    default: return -1;
    }
    return 0;
}
