/* batch.c: steps of many games, see batch.h.
 *
 * Threads share the slots in contiguous chunks. In a step each slot is played, asked and written out at one go, while
 * its state is at hand. Only where its list begins in the caller's array is not known before all chunks are done, but
 * for the first: so the first chunk writes its lists at once, the others in a second round. */
#include "batch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/bits.h"
#include "inside.h"

#include <zashiki.h> /* what of this the library shows */

enum { KEPT_MEAN = 128 };
#define NOT_KEPT UINT32_MAX

/* ---- Making one ---- */

static bool refuse(char *refusal, const char *sentence) {
    struct zk_text text = zk_text_in(refusal, ZK_BATCH_REFUSAL_SIZE);
    zk_text_put(&text, sentence);
    return false;
}

static bool options_go(const struct zk_batch_options *options, char *refusal) {
    const struct zk_encoder *encoder = options->encoder;
    if (!encoder)
        return refuse(refusal, "This game cannot be played in batches: it has no encoder.");
    if (options->count < 1) return refuse(refusal, "A batch has at least one slot.");
    if (options->count > UINT32_MAX / (encoder->game->moves_max + 1))
        return refuse(
            refusal,
            "A batch cannot have so many slots: their moves would be too many to count.");
    if (options->threads > ZK_BATCH_THREADS_MAX)
        return refuse(refusal, "A batch cannot have more than 256 threads.");
    if ((unsigned)options->observed >= ZK_OBSERVED)
        return refuse(refusal, "There is no such kind of observation.");
    if ((unsigned)options->reward >= ZK_REWARDS)
        return refuse(refusal, "There is no such kind of reward.");
    if (options->dense && !encoder->dense)
        return refuse(refusal, "This game has no dense ids.");
    return true;
}

static bool make_chunk(struct zk_batch *batch, uint32_t part, uint32_t kept_mean) {
    struct zk_chunk *chunk = &batch->chunk[part];
    uint64_t room = zk_slot_room(&batch->slots);
    chunk->from = (uint32_t)((uint64_t)batch->count * part / batch->threads);
    chunk->to = (uint32_t)((uint64_t)batch->count * (part + 1) / batch->threads);
    uint64_t slots = chunk->to - chunk->from, mean = kept_mean ? kept_mean : KEPT_MEAN;
    chunk->moves_room = slots * (mean < room ? mean : room) + room;
    chunk->moves = malloc(chunk->moves_room * sizeof *chunk->moves);
    chunk->scratch = malloc(room * sizeof *chunk->scratch);
    chunk->ids = malloc(room * sizeof *chunk->ids);
    return chunk->moves && chunk->scratch && chunk->ids;
}

static bool make(struct zk_batch *batch, const struct zk_batch_options *options) {
    const struct zk_game *game = options->encoder->game;
    size_t count = options->count;
    *batch = (struct zk_batch){
        .slots =
            {
                .encoder = options->encoder,
                .seed = options->seed,
                .count = count,
                .seats = zk_seats(game, options->rules),
                .limit = options->limit,
                .reward = options->reward,
                .out_of_turn = options->out_of_turn,
            },
        .observed = options->observed,
        .all_seats = options->all_seats,
        .automatic_reset = options->automatic_reset,
        .dense = options->dense,
        .count = options->count,
        .threads = options->threads > count ? options->count
                   : options->threads       ? options->threads
                                            : 1,
        .size = options->encoder->size(options->rules, options->observed),
        .state_size = game->state_size,
        .stride = (game->state_size + ZK_ALIGNMENT - 1) / ZK_ALIGNMENT * ZK_ALIGNMENT,
    };
    batch->rules = calloc(1, sizeof *batch->rules);
    batch->slot = calloc(count, sizeof *batch->slot);
    batch->state = calloc(count, batch->stride);
    batch->listed = calloc(count, sizeof *batch->listed);
    batch->kept = calloc(count, sizeof *batch->kept);
    batch->chosen = calloc(count, sizeof *batch->chosen);
    size_t chunks = batch->threads * sizeof *batch->chunk;
    batch->chunk = aligned_alloc(ZK_CACHE_LINE, chunks);
    if (batch->chunk) memset(batch->chunk, 0, chunks);
    if (!batch->rules || !batch->slot || !batch->state || !batch->listed || !batch->kept ||
        !batch->chosen || !batch->chunk)
        return false;
    for (uint32_t part = 0; part < batch->threads; part++)
        if (!make_chunk(batch, part, options->kept_mean)) return false;
    memcpy(batch->rules, options->rules, game->rules_size);
    batch->slots.rules = batch->rules;
    batch->pool = zk_pool_new(batch->threads);
    return batch->pool != NULL;
}

struct zk_batch *zk_batch_new(const struct zk_batch_options *options, char *refusal) {
    if (!options_go(options, refusal)) return NULL;
    struct zk_batch *batch = malloc(sizeof *batch);
    if (!batch || !make(batch, options)) {
        if (batch) zk_batch_free(batch);
        refuse(refusal, "There is not enough memory, or too many threads, for this batch.");
        return NULL;
    }
    zk_batch_restart(batch, options->seed);
    return batch;
}

void zk_batch_free(struct zk_batch *batch) {
    if (!batch) return;
    zk_pool_free(batch->pool);
    for (uint32_t part = 0; batch->chunk && part < batch->threads; part++) {
        free(batch->chunk[part].moves);
        free(batch->chunk[part].scratch);
        free(batch->chunk[part].ids);
    }
    free(batch->chunk);
    free(batch->chosen);
    free(batch->kept);
    free(batch->listed);
    free(batch->state);
    free(batch->slot);
    free(batch->rules);
    free(batch);
}

uint32_t zk_batch_count(const struct zk_batch *batch) { return batch->count; }
uint32_t zk_batch_seats(const struct zk_batch *batch) { return batch->slots.seats; }
uint32_t zk_batch_observation_size(const struct zk_batch *batch) { return batch->size; }
uint32_t zk_batch_dense_count(const struct zk_batch *batch) {
    return batch->slots.encoder->dense_count;
}
uint64_t zk_batch_moves(const struct zk_batch *batch) {
    uint64_t count = 0;
    for (uint32_t part = 0; part < batch->threads; part++) count += batch->chunk[part].count;
    return count;
}

const struct zk_chunk *zk_batch_first_bad(const struct zk_batch *batch) {
    for (uint32_t part = 0; part < batch->threads; part++)
        if (batch->chunk[part].bad != ZK_NONE) return &batch->chunk[part];
    return NULL;
}

/* ---- Lists ---- */

/* Before the first slot of a chunk is asked. */
static void forget_lists(struct zk_chunk *chunk) { chunk->moves_used = chunk->count = 0; }

/* Asks a slot, after those before it in the chunk, and returns its list. */
ZK_INLINE const zk_move *ask(struct zk_batch *batch, struct zk_chunk *chunk, uint32_t i) {
    bool fits = chunk->moves_used + zk_slot_room(&batch->slots) <= chunk->moves_room;
    zk_move *list = fits ? chunk->moves + chunk->moves_used : chunk->scratch;
    uint32_t count =
        zk_slot_ask(&batch->slots, &batch->slot[i], zk_batch_state(batch, i), list);
    batch->listed[i] = count;
    batch->kept[i] = fits ? (uint32_t)chunk->moves_used : NOT_KEPT;
    if (fits) chunk->moves_used += count;
    chunk->count += count;
    return list;
}

/* The list of a slot that was asked. */
ZK_INLINE const zk_move *list_of(const struct zk_batch *batch, const struct zk_chunk *chunk,
                                 uint32_t i) {
    if (batch->kept[i] != NOT_KEPT) return chunk->moves + batch->kept[i];
    zk_slot_ask(&batch->slots, &batch->slot[i], zk_batch_state(batch, i), chunk->scratch);
    return chunk->scratch;
}

/* The dense ids of a slot's list. */
static const uint32_t *ids_of(const struct zk_batch *batch, const struct zk_chunk *chunk,
                              uint32_t i, const zk_move *list) {
    uint32_t *ids = chunk->ids, pass = batch->listed[i] && list[0] == ZK_PASS;
    ids[0] = 0;
    if (batch->listed[i] > pass)
        batch->slots.encoder->dense(batch->rules, zk_batch_state(batch, i),
                                    batch->slot[i].actor, list + pass, batch->listed[i] - pass,
                                    ids + pass);
    return ids;
}

/* ---- Writing ---- */

ZK_INLINE void observe(const struct zk_batch *batch, uint32_t i, int seat, uint8_t *out) {
    batch->slots.encoder->observe(batch->rules, zk_batch_state(batch, i), seat,
                                  batch->observed, out);
}

static void observe_all(const struct zk_batch *batch, uint32_t i, uint8_t *array) {
    size_t size = batch->size, seats = batch->slots.seats;
    for (uint32_t seat = 0; seat < seats; seat++)
        observe(batch, i, (int)seat, array + (i * seats + seat) * size);
}

/* All of a position but its list. */
ZK_INLINE void write_position(const struct zk_batch *batch, const struct zk_chunk *chunk,
                              uint32_t i, const zk_move *list,
                              const struct zk_batch_arrays *arrays) {
    int actor = batch->slot[i].actor;
    size_t size = batch->size, dense_count = batch->slots.encoder->dense_count;
    if (arrays->observation) {
        if (batch->all_seats)
            observe_all(batch, i, arrays->observation);
        else if (actor < 0)
            memset(arrays->observation + i * size, 0, size);
        else
            observe(batch, i, actor, arrays->observation + i * size);
    }
    if (arrays->actor) arrays->actor[i] = (int8_t)actor;
    if (arrays->stream) arrays->stream[i] = batch->slot[i].stream;
    if (arrays->mask && dense_count) {
        const uint32_t *ids = ids_of(batch, chunk, i, list);
        int8_t *row = arrays->mask + i * dense_count;
        memset(row, 0, dense_count);
        for (uint32_t k = 0; k < batch->listed[i]; k++) row[ids[k]] = 1;
    }
}

/* The list of a slot to where the last one ended; `at` moves on. What there is no room for is left out. */
ZK_INLINE void write_list(const struct zk_batch *batch, uint32_t i, const zk_move *list,
                          uint64_t *at, const struct zk_batch_arrays *arrays) {
    uint32_t count = batch->listed[i];
    if (arrays->legal_at) arrays->legal_at[i] = (uint32_t)*at;
    if (count && *at + count <= arrays->legal_room) {
        if (arrays->legal) memcpy(arrays->legal + *at, list, count * sizeof *list);
        if (arrays->feature) {
            uint8_t(*rows)[ZK_FEATURES] = (void *)(arrays->feature + *at * ZK_FEATURES);
            uint32_t pass = list[0] == ZK_PASS;
            if (pass) memset(rows, 0, sizeof *rows);
            batch->slots.encoder->feature(batch->rules, zk_batch_state(batch, i),
                                          batch->slot[i].actor, list + pass, count - pass,
                                          rows + pass);
        }
    }
    *at += count;
}

static void write_lists(const struct zk_batch *batch, const struct zk_chunk *chunk,
                        const struct zk_batch_arrays *arrays) {
    uint64_t at = chunk->at;
    for (uint32_t i = chunk->from; i < chunk->to; i++)
        write_list(batch, i, list_of(batch, chunk, i), &at, arrays);
}

/* ---- Work that threads share ---- */

struct work {
    struct zk_batch *batch;
    const struct zk_batch_arrays *arrays;
    const struct zk_batch_saved *saved;
    const int32_t *action;
    const uint8_t *which;
};

/* Lists of all chunks but the first, whose lists are written already. */
static void write_later_lists(void *context, uint32_t part) {
    const struct work *work = context;
    if (part) write_lists(work->batch, &work->batch->chunk[part], work->arrays);
}

/* The second round: lists go where those of the chunks before them end. */
static enum zk_batch_step finish_lists(struct work *work) {
    struct zk_batch *batch = work->batch;
    const struct zk_batch_arrays *arrays = work->arrays;
    bool wanted = arrays->legal || arrays->feature;
    uint64_t count = 0;
    for (uint32_t part = 0; part < batch->threads; part++) {
        batch->chunk[part].at = count;
        count += batch->chunk[part].count;
    }
    if (batch->threads > 1 && (wanted || arrays->legal_at))
        zk_pool_run(batch->pool, write_later_lists, work);
    if (arrays->legal_at) arrays->legal_at[batch->count] = (uint32_t)count;
    return wanted && count > arrays->legal_room ? ZK_BATCH_NARROW : ZK_BATCH_MADE;
}

static void look_at_chunk(void *context, uint32_t part) {
    const struct work *work = context;
    const struct zk_batch *batch = work->batch;
    const struct zk_chunk *chunk = &batch->chunk[part];
    uint64_t at = 0;
    for (uint32_t i = chunk->from; i < chunk->to; i++) {
        const zk_move *list = list_of(batch, chunk, i);
        write_position(batch, chunk, i, list, work->arrays);
        if (part == 0) write_list(batch, i, list, &at, work->arrays);
    }
}

enum zk_batch_step zk_batch_look(struct zk_batch *batch,
                                 const struct zk_batch_arrays *arrays) {
    struct work work = {.batch = batch, .arrays = arrays};
    zk_pool_run(batch->pool, look_at_chunk, &work);
    return finish_lists(&work);
}

/* ---- A step ---- */

static void choose_by_place(struct zk_batch *batch, const struct zk_chunk *chunk,
                            const int32_t *action) {
    for (uint32_t i = chunk->from; i < chunk->to; i++)
        if (batch->listed[i]) batch->chosen[i] = list_of(batch, chunk, i)[action[i]];
}

static void choose_by_id(void *context, uint32_t part) {
    const struct work *work = context;
    struct zk_batch *batch = work->batch;
    struct zk_chunk *chunk = &batch->chunk[part];
    chunk->bad = ZK_NONE;
    for (uint32_t i = chunk->from; i < chunk->to; i++) {
        uint32_t count = batch->listed[i], k = 0;
        if (!count) continue;
        const zk_move *list = list_of(batch, chunk, i);
        const uint32_t *ids = ids_of(batch, chunk, i, list);
        while (k < count && (work->action[i] < 0 || ids[k] != (uint32_t)work->action[i])) k++;
        if (k < count) {
            batch->chosen[i] = list[k];
        } else {
            chunk->bad = i;
            return;
        }
    }
}

/* The first slot whose action is none of its moves, or ZK_NONE. */
static uint64_t first_bad_action(struct work *work) {
    struct zk_batch *batch = work->batch;
    if (batch->dense) {
        zk_pool_run(batch->pool, choose_by_id, work);
        const struct zk_chunk *bad = zk_batch_first_bad(batch);
        return bad ? bad->bad : ZK_NONE;
    }
    for (uint32_t i = 0; i < batch->count; i++)
        if (batch->listed[i] && (uint32_t)work->action[i] >= batch->listed[i]) return i;
    return ZK_NONE;
}

static void refuse_action(const struct zk_batch *batch, uint64_t i, int32_t action,
                          char *refusal) {
    struct zk_text text = zk_text_in(refusal, ZK_BATCH_REFUSAL_SIZE);
    zk_text_put(&text, "Slot ");
    zk_text_put_uint(&text, i);
    zk_text_put(&text, batch->dense ? ": the dense id " : ": action ");
    zk_text_put_int(&text, action);
    zk_text_put(&text, " is not one of its ");
    zk_text_put_uint(&text, batch->listed[i]);
    zk_text_put(&text, " legal moves.");
}

static void write_end(const struct zk_batch *batch, uint32_t i,
                      const struct zk_batch_arrays *arrays) {
    uint32_t seats = batch->slots.seats;
    if (arrays->final_points)
        zk_slot_points(&batch->slots, zk_batch_state(batch, i),
                       arrays->final_points + (size_t)i * seats);
    if (arrays->final_observation) observe_all(batch, i, arrays->final_observation);
}

ZK_INLINE void step_slot(struct zk_batch *batch, uint32_t i,
                         const struct zk_batch_arrays *arrays) {
    struct zk_slot *slot = &batch->slot[i];
    struct zk_state *state = zk_batch_state(batch, i);
    struct zk_outcome outcome = {0};
    bool ended = slot->actor == ZK_OVER;
    if (!ended) {
        zk_slot_play(&batch->slots, slot, state, batch->chosen[i], &outcome);
        if (outcome.terminated || outcome.truncated) {
            write_end(batch, i, arrays);
            if (batch->automatic_reset) zk_slot_next(&batch->slots, slot, state);
        }
    } else {
        outcome.terminated = zk_slot_over(&batch->slots, state);
        outcome.truncated = !outcome.terminated;
    }
    uint32_t seats = batch->slots.seats;
    for (uint32_t seat = 0; arrays->reward && seat < seats; seat++)
        arrays->reward[(size_t)i * seats + seat] = outcome.reward[seat];
    if (arrays->terminated) arrays->terminated[i] = outcome.terminated;
    if (arrays->truncated) arrays->truncated[i] = outcome.truncated;
}

static void step_chunk(void *context, uint32_t part) {
    const struct work *work = context;
    struct zk_batch *batch = work->batch;
    struct zk_chunk *chunk = &batch->chunk[part];
    uint64_t at = 0;
    if (!batch->dense) choose_by_place(batch, chunk, work->action);
    forget_lists(chunk);
    for (uint32_t i = chunk->from; i < chunk->to; i++) {
        step_slot(batch, i, work->arrays);
        const zk_move *list = ask(batch, chunk, i);
        write_position(batch, chunk, i, list, work->arrays);
        if (part == 0) write_list(batch, i, list, &at, work->arrays);
    }
}

enum zk_batch_step zk_batch_step(struct zk_batch *batch, const int32_t *action,
                                 const struct zk_batch_arrays *arrays, char *refusal) {
    struct work work = {.batch = batch, .arrays = arrays, .action = action};
    uint64_t bad = first_bad_action(&work);
    if (bad != ZK_NONE) {
        refuse_action(batch, bad, action[bad], refusal);
        return ZK_BATCH_REFUSED;
    }
    zk_pool_run(batch->pool, step_chunk, &work);
    return finish_lists(&work);
}

/* ---- Beginning anew ---- */

static void begin_next(void *context, uint32_t part) {
    const struct work *work = context;
    struct zk_batch *batch = work->batch;
    struct zk_chunk *chunk = &batch->chunk[part];
    forget_lists(chunk);
    for (uint32_t i = chunk->from; i < chunk->to; i++) {
        if (!work->which || work->which[i])
            zk_slot_next(&batch->slots, &batch->slot[i], zk_batch_state(batch, i));
        ask(batch, chunk, i);
    }
}

void zk_batch_next(struct zk_batch *batch, const uint8_t *which) {
    struct work work = {.batch = batch, .which = which};
    zk_pool_run(batch->pool, begin_next, &work);
}

static void begin_first(void *context, uint32_t part) {
    const struct work *work = context;
    struct zk_batch *batch = work->batch;
    struct zk_chunk *chunk = &batch->chunk[part];
    forget_lists(chunk);
    for (uint32_t i = chunk->from; i < chunk->to; i++) {
        zk_slot_begin(&batch->slots, &batch->slot[i], zk_batch_state(batch, i), i);
        ask(batch, chunk, i);
    }
}

void zk_batch_restart(struct zk_batch *batch, uint64_t seed) {
    struct work work = {.batch = batch};
    batch->slots.seed = seed;
    zk_pool_run(batch->pool, begin_first, &work);
}

/* ---- Saving and loading ---- */

static void save_chunk(void *context, uint32_t part) {
    const struct work *work = context;
    const struct zk_batch *batch = work->batch;
    const struct zk_batch_saved *saved = work->saved;
    for (uint32_t i = batch->chunk[part].from; i < batch->chunk[part].to; i++) {
        const struct zk_slot *slot = &batch->slot[i];
        if (saved->state)
            memcpy(saved->state + i * batch->state_size, zk_batch_state(batch, i),
                   batch->state_size);
        if (saved->generator) saved->generator[i] = slot->rng.at;
        if (saved->stream) saved->stream[i] = slot->stream;
        if (saved->decisions) saved->decisions[i] = slot->decisions;
    }
}

void zk_batch_save(struct zk_batch *batch, const struct zk_batch_saved *saved) {
    struct work work = {.batch = batch, .saved = saved};
    zk_pool_run(batch->pool, save_chunk, &work);
}

static void load_chunk(void *context, uint32_t part) {
    const struct work *work = context;
    struct zk_batch *batch = work->batch;
    struct zk_chunk *chunk = &batch->chunk[part];
    const struct zk_batch_saved *saved = work->saved;
    forget_lists(chunk);
    for (uint32_t i = chunk->from; i < chunk->to; i++) {
        struct zk_slot *slot = &batch->slot[i];
        struct zk_state *state = zk_batch_state(batch, i);
        if (saved->state)
            memcpy(state, saved->state + i * batch->state_size, batch->state_size);
        if (saved->generator) slot->rng.at = saved->generator[i];
        if (saved->stream) slot->stream = saved->stream[i];
        if (saved->decisions) slot->decisions = saved->decisions[i];
        zk_slot_rest(&batch->slots, slot, state);
        ask(batch, chunk, i);
    }
}

bool zk_batch_load(struct zk_batch *batch, const struct zk_batch_saved *saved, char *refusal) {
    if (saved->state && !zk_batch_states_go(batch, batch->count, saved->state, refusal))
        return false;
    struct work work = {.batch = batch, .saved = saved};
    zk_pool_run(batch->pool, load_chunk, &work);
    return true;
}
