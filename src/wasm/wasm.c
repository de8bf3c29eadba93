/* wasm.c: a table in the browser: the engine, its bots and one local table behind a few functions.
 *
 * The worker that runs it puts messages of docs/protocol.md into `input`, and takes lines
 * "<to> <message>" out of `output`, where <to> is a seat's letter, or - for spectators. Their
 * meaning is in table/local.h and table/replay.h; this file only passes bytes on. */
#include "../bots/signature.h"
#include "../table/facts.h"
#include "../table/local.h"
#include "../table/replay.h"

/* A function that the worker calls. Nobody else does, so there is no header that declares it. */
#define EXPORT(name) __attribute__((export_name("zk_" #name), used))
#pragma clang diagnostic ignored "-Wmissing-prototypes"

enum {
    INPUT_SIZE = 2 * 1024 * 1024,  /* a message, a line, or a whole record */
    OUTPUT_SIZE = 8 * 1024 * 1024, /* a record, or all the events of a history */
};

static char input[INPUT_SIZE], output[OUTPUT_SIZE];
static struct zk_text out;
static struct zk_local local;
static struct zk_replay replay;
static struct zk_tutorial tutorial;
static uint64_t time_ms;
static struct zk_rng seeds, fresh;

EXPORT(input) char *get_input(void) { return input; }
EXPORT(input_size) uint32_t get_input_size(void) { return INPUT_SIZE; }
EXPORT(output) char *get_output(void) { return output; }
EXPORT(output_size) uint32_t get_output_size(void) { return (uint32_t)out.used; }

static void begin_output(void) { out = zk_text_in(output, sizeof output); }

static struct zk_json_out begin_json(void) {
    begin_output();
    return zk_json_to(&out);
}

/* ---- The table ---- */

static uint64_t now_ms(void *user) {
    (void)user;
    return time_ms;
}

static struct zk_rng *luck(void *user, int who, bool hint) {
    (void)user;
    (void)who;
    (void)hint;
    fresh.at = zk_rng_next(&seeds);
    return &fresh;
}

static void told(void *user, int audience, const char *message, size_t size) {
    (void)user;
    zk_text_put_char(&out, audience >= 0 ? (char)('A' + audience) : '-');
    zk_text_put_char(&out, ' ');
    zk_text_put_bytes(&out, message, size);
    zk_text_put_char(&out, '\n');
}

/* First of all. `together`: chance moves with the ask that brings it about; otherwise one outcome a
 * step, to be seen one by one. */
EXPORT(start) void start(uint32_t together) {
    zk_local_start(&local, NULL, now_ms, luck, told);
    zk_local_batch(&local, together != 0);
}

/* Fresh random bits, from which luck is drawn until the next ones come. */
EXPORT(seed) void seed(uint32_t low, uint32_t high) { seeds.at = (uint64_t)high << 32 | low; }

EXPORT(receive) void receive(uint32_t size, double now) {
    begin_output();
    time_ms = (uint64_t)now;
    zk_local_message(&local, input, size < INPUT_SIZE ? size : INPUT_SIZE);
}

/* What is waited for: enum zk_wait. */
EXPORT(waits) uint32_t waits(void) { return (uint32_t)zk_local_wait(&local); }

/* Whether a step has something to do. */
EXPORT(due) uint32_t due(double now) {
    time_ms = (uint64_t)now;
    return zk_local_is_due(&local);
}

/* 1 when something happened at the table. */
EXPORT(step) uint32_t step(double now) {
    begin_output();
    time_ms = (uint64_t)now;
    return zk_local_go_on(&local);
}

/* Follows the tutorial in the input at the table that was just opened or restored; 0 when it is none,
 * or for another table. */
EXPORT(follow) uint32_t follow(uint32_t size) {
    return zk_tutorial_read(&tutorial, input, size) && zk_local_follow(&local, &tutorial);
}

/* So many of its steps have been read. */
EXPORT(steps_read) void steps_read(uint32_t steps) { zk_local_read(&local, steps); }

/* ---- Keeping it ---- */

EXPORT(keep) uint32_t keep(uint32_t whole) {
    begin_output();
    return zk_local_keep(&local, whole != 0, &out);
}

EXPORT(restore) uint32_t restore(uint32_t size) {
    return zk_local_restore(&local, input, size);
}

EXPORT(restore_entry) uint32_t restore_entry(uint32_t size) {
    return zk_local_restore_entry(&local, input, size);
}

EXPORT(restored) uint32_t restored(void) { return zk_local_restored(&local); }

/* ---- A record ---- */

EXPORT(replay) uint32_t read_replay(uint32_t size) {
    struct zk_json_out json = begin_json();
    return zk_replay_read(&replay, input, size, &json);
}

/* `audience` is a seat's letter, - or * for somebody who sees everything. */
EXPORT(replay_at) void replay_at(uint32_t moves_count, uint32_t audience) {
    struct zk_json_out json = begin_json();
    int whose = audience == '*'   ? ZK_EVERYTHING
                : audience == '-' ? ZK_SPECTATOR
                                  : (int)audience - 'A';
    zk_replay_write_position(&replay, moves_count, whose, &json);
}

EXPORT(replay_trace) void replay_trace(uint32_t moves_count) {
    begin_output();
    zk_replay_write_trace(&replay, moves_count, &out);
}

EXPORT(study) uint32_t study(uint32_t playouts, uint32_t study_seed, uint32_t seats) {
    struct zk_json_out json = begin_json();
    return zk_replay_study(&replay, playouts, study_seed, seats, &json);
}

EXPORT(study_next) uint32_t study_next(void) {
    struct zk_json_out json = begin_json();
    return zk_replay_study_next(&replay, &json);
}

/* What the page knows of the engine, for its build (web/scripts/facts.mjs). */
EXPORT(facts) void facts(void) {
    begin_output();
    struct zk_json_out json = zk_json_to(&out);
    zk_facts_write(&json);
}

static void put_line(void *user, const char *text) {
    (void)user;
    zk_text_put(&out, text);
    zk_text_put_char(&out, '\n');
}

/* The lines of the signature (bots/signature.h). */
EXPORT(signature) void signature(void) {
    begin_output();
    zk_signature(put_line, NULL);
}
