/* search.c: positions looked at in batches, see the last part of batch.h. */
#include <string.h>

#include "inside.h"

#include <zashiki.h> /* what of this the library shows */

struct look {
    struct zk_batch *batch;
    uint64_t count;
    const uint8_t *states; /* or NULL: of the slots */
    const int8_t *seat;    /* or NULL: the actor */
    uint64_t seed;
    enum zk_observed kind;
    uint32_t times;
    uint8_t *bytes; /* what comes out */
    float *reward;
    uint64_t *decisions;
};

/* The positions of a part: from .. to - 1. */
static uint64_t border(const struct look *look, uint32_t part) {
    uint64_t threads = look->batch->threads;
    return look->count / threads * part + look->count % threads * part / threads;
}

/* Number i; copied, since the caller's need not be aligned. */
static void get_state(const struct look *look, uint64_t i, struct zk_state *state) {
    size_t size = look->batch->state_size;
    memcpy(state,
           look->states ? (const void *)(look->states + i * size)
                        : zk_batch_state(look->batch, i),
           size);
}

/* ---- What is wrong ---- */

static void check_states(void *context, uint32_t part) {
    const struct look *look = context;
    const struct zk_batch *batch = look->batch;
    struct zk_chunk *chunk = &batch->chunk[part];
    struct zk_state state;
    chunk->bad = ZK_NONE;
    for (uint64_t i = border(look, part); i < border(look, part + 1); i++) {
        get_state(look, i, &state);
        chunk->bad_why = batch->slots.encoder->game->check(batch->rules, &state);
        if (!chunk->bad_why) continue;
        chunk->bad = i;
        return;
    }
}

bool zk_batch_states_go(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                        char *refusal) {
    struct look look = {.batch = batch, .count = count, .states = states};
    zk_pool_run(batch->pool, check_states, &look);
    const struct zk_chunk *bad = zk_batch_first_bad(batch);
    if (!bad) return true;
    struct zk_text text = zk_text_in(refusal, ZK_BATCH_REFUSAL_SIZE);
    zk_text_put(&text, "State ");
    zk_text_put_uint(&text, bad->bad);
    zk_text_put(&text, " is none of this game: ");
    zk_text_put(&text, bad->bad_why);
    zk_text_put(&text, ".");
    return false;
}

/* Who looks at number i: a seat, or ZK_CHANCE or ZK_OVER when nobody does. */
static int who_looks(const struct look *look, uint64_t i, const struct zk_state *state) {
    const struct zk_batch *batch = look->batch;
    if (look->seat) return look->seat[i];
    if (!look->states) return batch->slot[i].actor; /* who may be asked out of turn */
    return batch->slots.encoder->game->actor(batch->rules, state);
}

static void check_seats(void *context, uint32_t part) {
    const struct look *look = context;
    struct zk_chunk *chunk = &look->batch->chunk[part];
    struct zk_state state;
    chunk->bad = ZK_NONE;
    for (uint64_t i = border(look, part); i < border(look, part + 1); i++) {
        get_state(look, i, &state);
        int seat = who_looks(look, i, &state);
        if (seat >= 0 && seat < (int)look->batch->slots.seats) continue;
        chunk->bad = i;
        return;
    }
}

static bool is_right(struct look *look, bool seats, char *refusal) {
    struct zk_batch *batch = look->batch;
    struct zk_text text = zk_text_in(refusal, ZK_BATCH_REFUSAL_SIZE);
    if (!look->states && look->count != batch->count) {
        zk_text_put(&text, "The batch has ");
        zk_text_put_uint(&text, batch->count);
        zk_text_put(&text, " slots, not ");
        zk_text_put_uint(&text, look->count);
        zk_text_put(&text, ".");
        return false;
    }
    if (look->states && !zk_batch_states_go(batch, look->count, look->states, refusal))
        return false;
    if (!seats) return true;
    zk_pool_run(batch->pool, check_seats, look);
    const struct zk_chunk *bad = zk_batch_first_bad(batch);
    if (!bad) return true;
    zk_text_put(&text, look->states ? "State " : "Slot ");
    zk_text_put_uint(&text, bad->bad);
    zk_text_put(&text, look->seat ? ": there is no such seat as " : ": nobody has to decide.");
    if (look->seat) {
        zk_text_put_int(&text, look->seat[bad->bad]);
        zk_text_put(&text, ".");
    }
    return false;
}

/* ---- What is asked ---- */

static void view_part(void *context, uint32_t part) {
    const struct look *look = context;
    const struct zk_batch *batch = look->batch;
    const struct zk_game *game = batch->slots.encoder->game;
    struct zk_state state;
    struct zk_view view;
    for (uint64_t i = border(look, part); i < border(look, part + 1); i++) {
        get_state(look, i, &state);
        game->view(batch->rules, &state, who_looks(look, i, &state), &view);
        memcpy(look->bytes + i * game->view_size, &view, game->view_size);
    }
}

bool zk_batch_view(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                   const int8_t *seat, uint8_t *views, char *refusal) {
    struct look look = {
        .batch = batch, .count = count, .states = states, .seat = seat, .bytes = views};
    if (!is_right(&look, true, refusal)) return false;
    zk_pool_run(batch->pool, view_part, &look);
    return true;
}

static void observe_part(void *context, uint32_t part) {
    const struct look *look = context;
    const struct zk_batch *batch = look->batch;
    const struct zk_encoder *encoder = batch->slots.encoder;
    size_t size = encoder->size(batch->rules, look->kind);
    struct zk_state state;
    for (uint64_t i = border(look, part); i < border(look, part + 1); i++) {
        get_state(look, i, &state);
        encoder->observe(batch->rules, &state, who_looks(look, i, &state), look->kind,
                         look->bytes + i * size);
    }
}

bool zk_batch_observe(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                      const int8_t *seat, enum zk_observed kind, uint8_t *observations,
                      char *refusal) {
    struct look look = {.batch = batch,
                        .count = count,
                        .states = states,
                        .seat = seat,
                        .kind = kind,
                        .bytes = observations};
    if ((unsigned)kind >= ZK_OBSERVED) {
        struct zk_text text = zk_text_in(refusal, ZK_BATCH_REFUSAL_SIZE);
        zk_text_put(&text, "There is no such kind of observation.");
        return false;
    }
    if (!is_right(&look, true, refusal)) return false;
    zk_pool_run(batch->pool, observe_part, &look);
    return true;
}

static void resample_part(void *context, uint32_t part) {
    const struct look *look = context;
    const struct zk_batch *batch = look->batch;
    const struct zk_game *game = batch->slots.encoder->game;
    struct zk_state state;
    struct zk_view view;
    for (uint64_t i = border(look, part); i < border(look, part + 1); i++) {
        struct zk_rng rng = zk_rng_stream(look->seed, i);
        get_state(look, i, &state);
        game->view(batch->rules, &state, who_looks(look, i, &state), &view);
        game->resample(batch->rules, &view, &rng, &state);
        memcpy(look->bytes + i * batch->state_size, &state, batch->state_size);
    }
}

bool zk_batch_resample(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                       const int8_t *seat, uint64_t seed, uint8_t *out, char *refusal) {
    struct look look = {.batch = batch,
                        .count = count,
                        .states = states,
                        .seat = seat,
                        .seed = seed,
                        .bytes = out};
    if (!is_right(&look, true, refusal)) return false;
    zk_pool_run(batch->pool, resample_part, &look);
    return true;
}

static void playout_part(void *context, uint32_t part) {
    const struct look *look = context;
    const struct zk_slots *slots = &look->batch->slots;
    struct zk_state from, state;
    for (uint64_t i = border(look, part); i < border(look, part + 1); i++) {
        float sum[ZK_SEATS_MAX] = {0}, worth[ZK_SEATS_MAX];
        uint64_t decisions = 0;
        get_state(look, i, &from);
        for (uint64_t t = 0; t < look->times; t++) {
            struct zk_rng rng = zk_rng_stream(look->seed, i + t * look->count);
            memcpy(&state, &from, look->batch->state_size);
            decisions += zk_playout(slots->encoder->game, slots->rules, &state, &rng);
            zk_slot_final(slots, &state, worth);
            for (uint32_t seat = 0; seat < slots->seats; seat++) sum[seat] += worth[seat];
        }
        if (look->reward)
            memcpy(look->reward + i * slots->seats, sum, slots->seats * sizeof *sum);
        if (look->decisions) look->decisions[i] = decisions;
    }
}

bool zk_batch_playout(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                      uint32_t times, uint64_t seed, float *reward, uint64_t *decisions,
                      char *refusal) {
    struct look look = {.batch = batch,
                        .count = count,
                        .states = states,
                        .seed = seed,
                        .times = times,
                        .reward = reward,
                        .decisions = decisions};
    if (!is_right(&look, false, refusal)) return false;
    zk_pool_run(batch->pool, playout_part, &look);
    return true;
}
