/* test_batch.c: many games at once are the same games, one by one.
 *
 * Every game of the list is tried, with an encoder of this file's own whose observation is the seat's view: so what
 * comes out can be compared with the engine played by hand. */
#include "batch/batch.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "batch/encoders.h"
#include "games/list.h"

/* ---- Allocations are counted (tests/meson.build wraps these) ---- */

static uint64_t allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
static void counted(void) { __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED); }
void *__wrap_malloc(size_t size) { return counted(), __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
    return counted(), __real_calloc(count, size);
}
void *__wrap_realloc(void *memory, size_t size) {
    return counted(), __real_realloc(memory, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return counted(), __real_aligned_alloc(alignment, size);
}

/* ---- Encoders by view ---- */

enum {
    IDS = 4099
}; /* a prime above every moves_max, so that places in a list make good ids */

static void feature_of_view(const struct zk_rules *rules, const struct zk_state *state,
                            int seat, const zk_move *moves, uint32_t count,
                            uint8_t (*rows)[ZK_FEATURES]) {
    (void)rules, (void)state;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(moves[i] != ZK_PASS);
        memset(rows[i], 0, sizeof rows[i]);
        memcpy(rows[i], &moves[i], sizeof moves[i]);
        rows[i][7] = (uint8_t)(1 + seat);
    }
}

static void dense_of_view(const struct zk_rules *rules, const struct zk_state *state, int seat,
                          const zk_move *moves, uint32_t count, uint32_t *ids) {
    (void)rules, (void)state, (void)moves;
    for (uint32_t i = 0; i < count; i++) ids[i] = IDS - 1 - (i + (uint32_t)seat);
}

/* The seat as the byte in front shows who was asked. */
#define X(name)                                                                               \
    extern const struct zk_game zk_##name;                                                    \
    static uint32_t size_##name(const struct zk_rules *rules, enum zk_observed kind) {        \
        (void)rules;                                                                          \
        return (uint32_t)zk_##name.view_size + 1 + kind;                                      \
    }                                                                                         \
    static void observe_##name(const struct zk_rules *rules, const struct zk_state *state,    \
                               int seat, enum zk_observed kind, uint8_t *out) {               \
        struct zk_view view;                                                                  \
        memset(out, (int)kind, 1u + kind);                                                    \
        out[0] = (uint8_t)seat;                                                               \
        zk_##name.view(rules, state, kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : seat, &view);   \
        memcpy(out + 1 + kind, &view, zk_##name.view_size);                                   \
    }                                                                                         \
    static const struct zk_encoder by_view_##name = {                                         \
        .game = &zk_##name,                                                                   \
        .version = 1,                                                                         \
        .size = size_##name,                                                                  \
        .observe = observe_##name,                                                            \
        .feature = feature_of_view,                                                           \
        .dense_count = IDS,                                                                   \
        .dense = dense_of_view,                                                               \
    };
ZK_GAMES_LIST(X)
#undef X

static const struct zk_encoder *const encoders[] = {
#define X(name) &by_view_##name,
    ZK_GAMES_LIST(X)
#undef X
};
enum { GAMES = sizeof encoders / sizeof *encoders };

/* Also called by threads, which cannot fail a test. */
static void prepare(const struct zk_game *game, struct zk_rules *rules) {
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    memset(rules, 0, sizeof *rules);
    if (!game->prepare(rules, &settings, &refusal)) abort();
}

/* ---- A batch with all of its arrays ---- */

struct run {
    struct zk_batch *batch;
    struct zk_batch_options options;
    const struct zk_game *game;
    struct zk_rules rules;
    struct zk_batch_arrays arrays;
    uint32_t count, seats;
    size_t size; /* of an observation, all seats of a slot counted */
    int32_t *action;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
};

static void *memory(size_t size) {
    void *block = malloc(size ? size : 1);
    assert_non_null(block);
    memset(block, 0xA5, size);
    return block;
}

static void give_room(struct run *run, uint64_t moves) {
    struct zk_batch_arrays *arrays = &run->arrays;
    free(arrays->legal), free(arrays->feature);
    arrays->legal = memory(moves * sizeof *arrays->legal);
    arrays->feature = memory(moves * ZK_FEATURES);
    arrays->legal_room = moves;
}

static void open_run(struct run *run, const struct zk_batch_options *options) {
    memset(run, 0, sizeof *run);
    run->options = *options;
    run->game = options->encoder->game;
    prepare(run->game, &run->rules);
    run->options.rules = &run->rules;
    run->batch = zk_batch_new(&run->options, run->refusal);
    if (!run->batch) fail_msg("%s", run->refusal);
    run->count = zk_batch_count(run->batch);
    run->seats = zk_batch_seats(run->batch);
    assert_int_equal(run->count, options->count);
    size_t count = run->count, observation = zk_batch_observation_size(run->batch);
    run->size = options->all_seats ? run->seats * observation : observation;
    run->arrays = (struct zk_batch_arrays){
        .observation = memory(count * run->size),
        .actor = memory(count),
        .legal_at = memory((count + 1) * sizeof(uint32_t)),
        .mask = memory(count * zk_batch_dense_count(run->batch)),
        .stream = memory(count * sizeof(uint64_t)),
        .reward = memory(count * run->seats * sizeof(float)),
        .terminated = memory(count),
        .truncated = memory(count),
        .final_points = memory(count * run->seats * sizeof(int32_t)),
        .final_observation = memory(count * run->seats * observation),
    };
    run->action = memory(count * sizeof *run->action);
    give_room(run, count * (run->game->moves_max + 1ull));
    assert_int_equal(zk_batch_look(run->batch, &run->arrays), ZK_BATCH_MADE);
}

static void close_run(struct run *run) {
    struct zk_batch_arrays *arrays = &run->arrays;
    void *all[] = {arrays->observation, arrays->actor,        arrays->legal_at,
                   arrays->legal,       arrays->feature,      arrays->mask,
                   arrays->stream,      arrays->reward,       arrays->terminated,
                   arrays->truncated,   arrays->final_points, arrays->final_observation,
                   run->action};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    zk_batch_free(run->batch);
}

static uint32_t listed(const struct run *run, uint32_t i) {
    return run->arrays.legal_at[i + 1] - run->arrays.legal_at[i];
}

/* A place in the list that depends on the slot's number and the step alone. */
static uint32_t place(uint32_t i, uint32_t step, uint32_t count) {
    struct zk_rng rng = zk_rng_stream(step, i);
    return count ? zk_rng_below(&rng, count) : 77;
}

static enum zk_batch_step step(struct run *run, uint32_t number) {
    for (uint32_t i = 0; i < run->count; i++)
        run->action[i] = (int32_t)place(i, number, listed(run, i));
    return zk_batch_step(run->batch, run->action, &run->arrays, run->refusal);
}

static void must_step(struct run *run, uint32_t number) {
    if (step(run, number) != ZK_BATCH_MADE) fail_msg("%s", run->refusal);
}

/* All that the arrays say now as one number; what was not written in this step is left out. */
static uint64_t digest_of(uint64_t digest, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
    return digest;
}

static uint64_t digest(const struct run *run) {
    const struct zk_batch_arrays *arrays = &run->arrays;
    size_t count = run->count, moves = arrays->legal_at[count],
           whole = (size_t)run->seats * zk_batch_observation_size(run->batch);
    uint64_t sum = 0xCBF29CE484222325u;
    sum = digest_of(sum, arrays->observation, count * run->size);
    sum = digest_of(sum, arrays->actor, count);
    sum = digest_of(sum, arrays->legal_at, (count + 1) * sizeof(uint32_t));
    sum = digest_of(sum, arrays->legal, moves * sizeof(uint32_t));
    sum = digest_of(sum, arrays->feature, moves * ZK_FEATURES);
    sum = digest_of(sum, arrays->mask, count * zk_batch_dense_count(run->batch));
    sum = digest_of(sum, arrays->stream, count * sizeof(uint64_t));
    sum = digest_of(sum, arrays->reward, count * run->seats * sizeof(float));
    sum = digest_of(sum, arrays->terminated, count);
    sum = digest_of(sum, arrays->truncated, count);
    for (size_t i = 0; i < count; i++) {
        if (!arrays->terminated[i] && !arrays->truncated[i]) continue;
        sum = digest_of(sum, arrays->final_points + i * run->seats,
                        run->seats * sizeof(int32_t));
        sum = digest_of(sum, arrays->final_observation + i * whole, whole);
    }
    return sum;
}

/* ---- The plain engine, by hand ---- */

/* A slot as one would play it with the game alone. */
struct hand {
    struct zk_state state;
    struct zk_rng rng;
    uint64_t game; /* k */
};

static void hand_luck(const struct run *run, struct hand *hand) {
    while (run->game->actor(&run->rules, &hand->state) == ZK_CHANCE)
        run->game->apply(&run->rules, &hand->state,
                         zk_sample(run->game, &run->rules, &hand->state, &hand->rng));
}

static void hand_begin(const struct run *run, struct hand *hand, uint32_t i, uint64_t game) {
    hand->game = game;
    hand->rng = zk_rng_stream(run->options.seed, i + game * run->count);
    run->game->start(&run->rules, &hand->state);
    hand_luck(run, hand);
}

static void same_as_by_hand(const struct run *run, const struct hand *hand, uint32_t i) {
    const struct zk_batch_arrays *arrays = &run->arrays;
    const struct zk_encoder *encoder = run->options.encoder;
    int actor = run->game->actor(&run->rules, &hand->state);
    static zk_move list[ZK_MOVES_MAX];
    static uint8_t seen[ZK_VIEW_SIZE_MAX + 8];
    uint32_t count = run->game->moves(&run->rules, &hand->state, actor, list, NULL);
    size_t size = encoder->size(&run->rules, run->options.observed);
    assert_int_equal(arrays->actor[i], actor);
    assert_int_equal(arrays->stream[i], i + hand->game * run->count);
    assert_int_equal(listed(run, i), count);
    assert_memory_equal(arrays->legal + arrays->legal_at[i], list, count * sizeof *list);
    uint32_t masked = 0;
    for (uint32_t id = 0; id < IDS; id++) masked += arrays->mask[(size_t)i * IDS + id] == 1;
    assert_int_equal(masked, count);
    for (uint32_t k = 0; k < count; k++) {
        assert_int_equal(arrays->mask[(size_t)i * IDS + IDS - 1 - k - (uint32_t)actor], 1);
        const uint8_t *row = arrays->feature + (arrays->legal_at[i] + (size_t)k) * ZK_FEATURES;
        assert_memory_equal(row, &list[k], sizeof *list);
        assert_int_equal(row[7], 1 + actor);
    }
    for (int seat = 0; seat < (int)run->seats; seat++) {
        if (!run->options.all_seats && seat != actor) continue;
        encoder->observe(&run->rules, &hand->state, seat, run->options.observed, seen);
        assert_memory_equal(arrays->observation + i * run->size +
                                (run->options.all_seats ? (size_t)seat * size : 0),
                            seen, size);
    }
}

/* The step's rewards and ends; the next game is begun when this one is over. */
static void ends_as_by_hand(const struct run *run, struct hand *hand, uint32_t i) {
    const struct zk_batch_arrays *arrays = &run->arrays;
    bool over = run->game->actor(&run->rules, &hand->state) == ZK_OVER;
    struct zk_result result;
    assert_int_equal(arrays->terminated[i], over);
    assert_int_equal(arrays->truncated[i], 0);
    const float *reward = arrays->reward + (size_t)i * run->seats;
    if (!over) {
        for (uint32_t seat = 0; seat < run->seats; seat++) assert_true(reward[seat] == 0);
        return;
    }
    run->game->result(&run->rules, &hand->state, &result);
    float sum = 0;
    for (uint32_t seat = 0; seat < run->seats; seat++) {
        bool won = result.winners >> seat & 1;
        if (run->game->together)
            assert_true(reward[seat] == (won ? 1.0f : 0.0f));
        else
            assert_true(result.drawn ? reward[seat] == 0
                        : won        ? reward[seat] > 0
                                     : reward[seat] < 0);
        assert_int_equal(arrays->final_points[i * run->seats + seat], result.points[seat]);
        sum += reward[seat];
    }
    if (!run->game->together) assert_true(sum > -1e-6f && sum < 1e-6f);
    hand_begin(run, hand, i, hand->game + 1);
}

enum { SLOTS = 7, STEPS = 300 };

static void streams_are_the_engines(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned all = 0; all < 2; all++) {
            struct run run;
            struct hand hand[SLOTS];
            open_run(&run, &(struct zk_batch_options){.encoder = encoders[g],
                                                      .count = SLOTS,
                                                      .seed = 5 + all,
                                                      .observed = all ? ZK_OBSERVE_ALL
                                                                      : ZK_OBSERVE_MEMORY,
                                                      .all_seats = all,
                                                      .automatic_reset = true});
            uint64_t ended = 0;
            for (uint32_t i = 0; i < SLOTS; i++) hand_begin(&run, &hand[i], i, 0);
            for (uint32_t number = 0; number < STEPS; number++) {
                zk_move made[SLOTS];
                for (uint32_t i = 0; i < SLOTS; i++) {
                    same_as_by_hand(&run, &hand[i], i);
                    made[i] =
                        run.arrays
                            .legal[run.arrays.legal_at[i] + place(i, number, listed(&run, i))];
                }
                must_step(&run, number);
                for (uint32_t i = 0; i < SLOTS; i++) {
                    run.game->apply(&run.rules, &hand[i].state, made[i]);
                    hand_luck(&run, &hand[i]);
                    ended += run.arrays.terminated[i];
                    ends_as_by_hand(&run, &hand[i], i);
                }
            }
            assert_true(ended >= SLOTS); /* some had a second game */
            close_run(&run);
        }
}

/* ---- The same for any number of threads ---- */

static uint64_t digest_of_run(const struct zk_batch_options *options, uint32_t steps) {
    struct run run;
    uint64_t sum = 0;
    open_run(&run, options);
    for (uint32_t number = 0; number < steps; number++) {
        must_step(&run, number);
        sum = sum * 31 + digest(&run);
    }
    close_run(&run);
    return sum;
}

static void threads_change_nothing(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct zk_batch_options options = {.encoder = encoders[g],
                                           .count = 11,
                                           .seed = 3,
                                           .all_seats = g % 2,
                                           .automatic_reset = true,
                                           .out_of_turn = true,
                                           .limit = 40};
        uint64_t alone = digest_of_run(&options, 90);
        for (uint32_t threads = 2; threads < 4; threads++) {
            options.threads = threads;
            assert_true(digest_of_run(&options, 90) == alone);
        }
        options.threads = 64; /* more than slots */
        assert_true(digest_of_run(&options, 90) == alone);
        options.kept_mean = 1; /* lists are made twice */
        assert_true(digest_of_run(&options, 90) == alone);
        options.seed = 4;
        assert_true(digest_of_run(&options, 90) != alone);
    }
}

static void *run_in_thread(void *argument) {
    uint64_t *sum = argument;
    struct zk_batch_options options = {
        .encoder = encoders[*sum % GAMES], .count = 9, .threads = 2, .automatic_reset = true};
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    struct zk_rules rules;
    prepare(options.encoder->game, &rules);
    options.rules = &rules;
    struct zk_batch *batch = zk_batch_new(&options, refusal);
    uint32_t at[10];
    int32_t action[9];
    struct zk_batch_arrays arrays = {.legal_at = at};
    *sum = 0;
    zk_batch_look(batch, &arrays);
    for (uint32_t number = 0; number < 60; number++) {
        for (uint32_t i = 0; i < 9; i++)
            action[i] = (int32_t)place(i, number, at[i + 1] - at[i]);
        if (zk_batch_step(batch, action, &arrays, refusal) != ZK_BATCH_MADE) abort();
        *sum = digest_of(*sum, at, sizeof at);
    }
    zk_batch_free(batch);
    return NULL;
}

static void batches_do_not_meet(void **test) {
    (void)test;
    uint64_t alone[GAMES], together[GAMES];
    pthread_t thread[GAMES];
    for (unsigned g = 0; g < GAMES; g++) {
        alone[g] = together[g] = g;
        run_in_thread(&alone[g]);
    }
    for (unsigned g = 0; g < GAMES; g++)
        assert_int_equal(pthread_create(&thread[g], NULL, run_in_thread, &together[g]), 0);
    for (unsigned g = 0; g < GAMES; g++) pthread_join(thread[g], NULL);
    assert_memory_equal(alone, together, sizeof alone);
}

/* ---- Nothing is allocated in a step ---- */

static void a_step_allocates_nothing(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run;
        open_run(&run, &(struct zk_batch_options){.encoder = encoders[g],
                                                  .count = 16,
                                                  .threads = 2,
                                                  .automatic_reset = true,
                                                  .dense = false,
                                                  .kept_mean = 8});
        uint8_t *states = memory(16 * run.game->state_size);
        uint64_t before = __atomic_load_n(&allocations, __ATOMIC_RELAXED);
        assert_true(before > 0); /* the counting counts */
        for (uint32_t number = 0; number < 60; number++) step(&run, number);
        zk_batch_next(run.batch, NULL);
        zk_batch_save(run.batch, &(struct zk_batch_saved){.state = states});
        zk_batch_load(run.batch, &(struct zk_batch_saved){.state = states}, run.refusal);
        zk_batch_playout(run.batch, 16, NULL, 1, 1, run.arrays.reward, NULL, run.refusal);
        zk_batch_resample(run.batch, 16, NULL, NULL, 1, states, run.refusal);
        zk_batch_restart(run.batch, 1);
        assert_int_equal(__atomic_load_n(&allocations, __ATOMIC_RELAXED), before);
        free(states);
        close_run(&run);
    }
}

/* ---- Resets ---- */

static void without_reset_it_stays_over(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run;
        open_run(&run,
                 &(struct zk_batch_options){.encoder = encoders[g], .count = 4, .threads = 2});
        uint8_t over[4] = {0}, which[4] = {1, 0, 1, 0};
        for (uint32_t number = 0;; number++) {
            uint32_t left = 0;
            must_step(&run, number);
            for (uint32_t i = 0; i < 4; i++) {
                const float *reward = run.arrays.reward + (size_t)i * run.seats;
                assert_int_equal(run.arrays.stream[i], i);
                assert_int_equal(run.arrays.truncated[i], 0);
                for (uint32_t seat = 0; over[i] && seat < run.seats; seat++)
                    assert_true(reward[seat] == 0); /* it came once */
                if (over[i]) assert_int_equal(run.arrays.terminated[i], 1);
                over[i] = run.arrays.terminated[i];
                left += !over[i];
                if (!over[i]) continue;
                assert_int_equal(run.arrays.actor[i], ZK_OVER);
                assert_int_equal(listed(&run, i), 0);
                for (size_t k = 0; k < run.size; k++)
                    assert_int_equal(run.arrays.observation[i * run.size + k], 0);
            }
            if (!left) break;
            assert_true(number < run.game->length_max);
        }
        zk_batch_next(run.batch, which);
        zk_batch_look(run.batch, &run.arrays);
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(run.arrays.stream[i], which[i] ? i + 4 : i);
            assert_int_equal(run.arrays.actor[i] != ZK_OVER, which[i]);
        }
        zk_batch_restart(run.batch, 0);
        zk_batch_look(run.batch, &run.arrays);
        uint64_t again = digest_of(0, run.arrays.legal_at, 5 * sizeof(uint32_t));
        struct run fresh;
        open_run(&fresh, &run.options);
        assert_true(digest_of(0, fresh.arrays.legal_at, 5 * sizeof(uint32_t)) == again);
        assert_memory_equal(fresh.arrays.observation, run.arrays.observation, 4 * run.size);
        close_run(&fresh);
        close_run(&run);
    }
}

static void a_limit_cuts_off(void **test) {
    (void)test;
    enum { LIMIT = 3 };
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned automatic = 0; automatic < 2; automatic++) {
            struct run run;
            open_run(&run, &(struct zk_batch_options){.encoder = encoders[g],
                                                      .count = 5,
                                                      .automatic_reset = automatic,
                                                      .limit = LIMIT});
            uint32_t made[5] = {0}, cuts = 0; /* decisions of this game */
            uint64_t game[5] = {0};
            for (uint32_t number = 0; number < 4 * LIMIT; number++) {
                must_step(&run, number);
                for (uint32_t i = 0; i < 5; i++) {
                    bool over = run.arrays.terminated[i], stays = made[i] >= LIMIT;
                    made[i]++;
                    bool cut = !over && made[i] >= LIMIT;
                    cuts += cut;
                    assert_int_equal(run.arrays.truncated[i], cut);
                    for (uint32_t seat = 0; (cut || stays) && seat < run.seats; seat++)
                        assert_true(run.arrays.reward[i * run.seats + seat] == 0);
                    if (over && !automatic) made[i] = 0; /* it stays over */
                    if ((over || cut) && automatic) made[i] = 0, game[i]++;
                    assert_int_equal(run.arrays.stream[i], i + 5 * game[i]);
                    assert_int_equal(run.arrays.actor[i] == ZK_OVER,
                                     (over || cut) && !automatic);
                    assert_int_equal(listed(&run, i) == 0, (over || cut) && !automatic);
                }
            }
            assert_true(cuts > 10);
            close_run(&run);
        }
}

/* What was there when a game was cut off is in the final arrays, and nowhere else any more. */
static void the_last_observation_is_kept(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run cut, whole;
        struct zk_batch_options options = {
            .encoder = encoders[g], .count = 5, .all_seats = true};
        open_run(&whole, &options);
        options.automatic_reset = true;
        options.limit = 2;
        open_run(&cut, &options);
        for (uint32_t number = 0; number < 2; number++)
            must_step(&whole, number), must_step(&cut, number);
        assert_memory_equal(cut.arrays.final_observation, whole.arrays.observation,
                            5 * whole.size);
        assert_memory_not_equal(cut.arrays.observation, whole.arrays.observation,
                                5 * whole.size);
        close_run(&cut);
        close_run(&whole);
    }
}

static void points_add_up(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run;
        open_run(&run, &(struct zk_batch_options){.encoder = encoders[g],
                                                  .count = SLOTS,
                                                  .automatic_reset = true,
                                                  .reward = ZK_REWARD_POINTS});
        float sum[SLOTS * ZK_SEATS_MAX] = {0};
        uint32_t ended = 0;
        for (uint32_t number = 0; number < 400; number++) {
            must_step(&run, number);
            for (uint32_t i = 0; i < SLOTS; i++) {
                for (uint32_t k = i * run.seats; k < (i + 1) * run.seats; k++)
                    sum[k] += run.arrays.reward[k];
                if (!run.arrays.terminated[i]) continue;
                ended++;
                for (uint32_t k = i * run.seats; k < (i + 1) * run.seats; k++) {
                    assert_true(sum[k] == (float)run.arrays.final_points[k]);
                    sum[k] = 0;
                }
            }
        }
        assert_true(ended > 0);
        close_run(&run);
    }
}

/* ---- What is refused ---- */

static void a_wrong_action_changes_nothing(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned dense = 0; dense < 2; dense++) {
            struct run run;
            open_run(&run, &(struct zk_batch_options){.encoder = encoders[g],
                                                      .count = 6,
                                                      .threads = 3,
                                                      .dense = dense,
                                                      .automatic_reset = true});
            size_t size = run.game->state_size;
            uint8_t *before = memory(6 * size), *after = memory(6 * size);
            zk_batch_save(run.batch, &(struct zk_batch_saved){.state = before});
            uint64_t arrays = digest(&run);
            char expected[ZK_BATCH_REFUSAL_SIZE];
            for (uint32_t wrong = 0; wrong < 6; wrong++) {
                int32_t tried[] = {-1, (int32_t)listed(&run, wrong), INT32_MAX, INT32_MIN};
                for (unsigned k = 0; k < 4; k++) {
                    for (uint32_t i = 0; i < 6; i++)
                        run.action[i] = dense ? IDS - 1 - run.arrays.actor[i] : 0;
                    run.action[wrong] = tried[k];
                    assert_int_equal(
                        zk_batch_step(run.batch, run.action, &run.arrays, run.refusal),
                        ZK_BATCH_REFUSED);
                    snprintf(expected, sizeof expected,
                             "Slot %u: %s %d is not one of its %u legal moves.", wrong,
                             dense ? "the dense id" : "action", tried[k], listed(&run, wrong));
                    assert_string_equal(run.refusal, expected);
                    zk_batch_save(run.batch, &(struct zk_batch_saved){.state = after});
                    assert_memory_equal(before, after, 6 * size);
                    assert_true(digest(&run) == arrays);
                }
            }
            for (uint32_t i = 0; i < 6; i++)
                run.action[i] = dense ? IDS - 1 - run.arrays.actor[i] : 0;
            assert_int_equal(zk_batch_step(run.batch, run.action, &run.arrays, run.refusal),
                             ZK_BATCH_MADE);
            free(before);
            free(after);
            close_run(&run);
        }
}

static void ids_and_places_mean_the_same(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run by_place, by_id;
        struct zk_batch_options options = {.encoder = encoders[g],
                                           .count = SLOTS,
                                           .automatic_reset = true,
                                           .out_of_turn = true};
        open_run(&by_place, &options);
        options.dense = true;
        options.threads = 2;
        open_run(&by_id, &options);
        for (uint32_t number = 0; number < 80; number++) {
            for (uint32_t i = 0; i < SLOTS; i++) {
                uint32_t k = place(i, number, listed(&by_place, i));
                bool pass = by_place.arrays.legal[by_place.arrays.legal_at[i]] == ZK_PASS;
                by_id.action[i] =
                    pass && k == 0 ? 0
                                   : IDS - 1 - (int32_t)(k - pass) - by_place.arrays.actor[i];
            }
            must_step(&by_place, number);
            assert_int_equal(
                zk_batch_step(by_id.batch, by_id.action, &by_id.arrays, by_id.refusal),
                ZK_BATCH_MADE);
            assert_true(digest(&by_place) == digest(&by_id));
        }
        close_run(&by_place);
        close_run(&by_id);
    }
}

static void is_refused(struct zk_batch_options options, const char *sentence) {
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    struct zk_rules rules;
    prepare(encoders[0]->game, &rules);
    options.rules = &rules;
    assert_null(zk_batch_new(&options, refusal));
    assert_string_equal(refusal, sentence);
}

static void options_are_refused(void **test) {
    (void)test;
    const struct zk_encoder *encoder = encoders[0];
    struct zk_encoder bare = *encoder;
    bare.dense = NULL;
    is_refused((struct zk_batch_options){.count = 1},
               "This game cannot be played in batches: it has no encoder.");
    is_refused((struct zk_batch_options){.encoder = encoder},
               "A batch has at least one slot.");
    is_refused((struct zk_batch_options){.encoder = encoder, .count = UINT32_MAX},
               "A batch cannot have so many slots: their moves would be too many to count.");
    is_refused((struct zk_batch_options){.encoder = encoder, .count = 1, .threads = 257},
               "A batch cannot have more than 256 threads.");
    is_refused(
        (struct zk_batch_options){.encoder = encoder, .count = 1, .observed = ZK_OBSERVED},
        "There is no such kind of observation.");
    is_refused((struct zk_batch_options){.encoder = encoder, .count = 1, .reward = ZK_REWARDS},
               "There is no such kind of reward.");
    is_refused((struct zk_batch_options){.encoder = &bare, .count = 1, .dense = true},
               "This game has no dense ids.");
    assert_null(zk_encoder_of(&(struct zk_game){0}));
}

/* ---- Lists that do not fit ---- */

static void too_little_room_is_told(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++)
        for (uint32_t threads = 1; threads < 4; threads++) {
            struct run narrow, wide;
            struct zk_batch_options options = {.encoder = encoders[g],
                                               .count = SLOTS,
                                               .threads = threads,
                                               .automatic_reset = true};
            open_run(&narrow, &options);
            open_run(&wide, &options);
            give_room(&narrow, 4);
            must_step(&wide, 0);
            for (uint32_t i = 0; i < SLOTS; i++) narrow.action[i] = wide.action[i];
            assert_int_equal(
                zk_batch_step(narrow.batch, narrow.action, &narrow.arrays, narrow.refusal),
                ZK_BATCH_NARROW);
            /* All else is there, and how much is wanted. */
            uint64_t wanted = zk_batch_moves(narrow.batch);
            assert_int_equal(wanted, wide.arrays.legal_at[SLOTS]);
            assert_memory_equal(narrow.arrays.legal_at, wide.arrays.legal_at,
                                (SLOTS + 1) * sizeof(uint32_t));
            assert_memory_equal(narrow.arrays.observation, wide.arrays.observation,
                                SLOTS * wide.size);
            assert_int_equal(zk_batch_look(narrow.batch, &narrow.arrays), ZK_BATCH_NARROW);
            give_room(&narrow, wanted - 1);
            assert_int_equal(zk_batch_look(narrow.batch, &narrow.arrays), ZK_BATCH_NARROW);
            give_room(&narrow, wanted);
            assert_int_equal(zk_batch_look(narrow.batch, &narrow.arrays), ZK_BATCH_MADE);
            assert_true(digest(&narrow) == digest(&wide));
            close_run(&narrow);
            close_run(&wide);
        }
}

/* Nothing has to be asked for. */
static void no_array_is_needed(void **test) {
    (void)test;
    struct zk_batch_arrays none = {0};
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run;
        open_run(&run, &(struct zk_batch_options){.encoder = encoders[g],
                                                  .count = 3,
                                                  .threads = 2,
                                                  .automatic_reset = true});
        for (uint32_t i = 0; i < 3; i++) run.action[i] = 0;
        for (uint32_t number = 0; number < 50; number++)
            assert_int_equal(zk_batch_step(run.batch, run.action, &none, run.refusal),
                             ZK_BATCH_MADE);
        assert_int_equal(zk_batch_look(run.batch, &none), ZK_BATCH_MADE);
        close_run(&run);
    }
}

/* ---- Search ---- */

struct position {
    uint8_t *state;
    uint64_t generator[SLOTS], stream[SLOTS];
    uint32_t decisions[SLOTS];
};

static struct zk_batch_saved saved_in(struct position *position) {
    return (struct zk_batch_saved){position->state, position->generator, position->stream,
                                   position->decisions};
}

static void what_is_saved_goes_on_the_same(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run, other;
        struct zk_batch_options options = {
            .encoder = encoders[g], .count = SLOTS, .automatic_reset = true, .limit = 60};
        open_run(&run, &options);
        options.threads = 2;
        options.seed = 99;
        open_run(&other, &options);
        struct position position = {.state = memory(SLOTS * run.game->state_size)};
        struct zk_batch_saved all = saved_in(&position);
        for (uint32_t number = 0; number < 21; number++) must_step(&run, number);
        zk_batch_save(run.batch, &all);
        /* With everything it is the same game, until the next one begins: that is the stream's of another seed. */
        assert_true(zk_batch_load(other.batch, &all, other.refusal));
        zk_batch_look(run.batch, &run.arrays);
        zk_batch_look(other.batch, &other.arrays);
        assert_memory_equal(run.arrays.stream, other.arrays.stream, sizeof position.stream);
        assert_memory_equal(run.arrays.actor, other.arrays.actor, SLOTS);
        for (uint32_t number = 21; number < 60; number++) {
            uint8_t same[SLOTS];
            for (uint32_t i = 0; i < SLOTS; i++)
                same[i] = run.arrays.stream[i] == position.stream[i];
            must_step(&run, number);
            must_step(&other, number);
            for (uint32_t i = 0; i < SLOTS; i++) {
                if (!same[i]) continue;
                assert_int_equal(run.arrays.terminated[i], other.arrays.terminated[i]);
                assert_int_equal(run.arrays.truncated[i], other.arrays.truncated[i]);
                if (run.arrays.stream[i] == position.stream[i])
                    assert_memory_equal(run.arrays.observation + i * run.size,
                                        other.arrays.observation + i * run.size, run.size);
            }
        }
        free(position.state);
        close_run(&run);
        close_run(&other);
    }
}

static void a_saved_state_holds_no_luck(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run, other;
        struct zk_batch_options options = {.encoder = encoders[g], .count = SLOTS};
        open_run(&run, &options);
        options.seed = 1234;
        open_run(&other, &options);
        size_t size = SLOTS * run.game->state_size;
        uint8_t *saved = memory(size), *again = memory(size);
        uint64_t luck[SLOTS], others[SLOTS];
        zk_batch_save(run.batch, &(struct zk_batch_saved){.state = saved, .generator = luck});
        zk_batch_save(other.batch, &(struct zk_batch_saved){.generator = others});
        /* The same bytes beside other luck, which goes on as it was. */
        assert_true(zk_batch_load(other.batch, &(struct zk_batch_saved){.state = saved},
                                  other.refusal));
        uint64_t kept[SLOTS];
        zk_batch_save(other.batch,
                      &(struct zk_batch_saved){.state = again, .generator = kept});
        assert_memory_equal(saved, again, size);
        assert_memory_equal(others, kept, sizeof kept);
        assert_memory_not_equal(luck, kept, sizeof kept);
        free(saved);
        free(again);
        close_run(&run);
        close_run(&other);
    }
}

static void views_worlds_and_playouts(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run;
        open_run(&run, &(struct zk_batch_options){.encoder = encoders[g],
                                                  .count = SLOTS,
                                                  .threads = 2,
                                                  .automatic_reset = true});
        const struct zk_game *game = run.game;
        size_t size = game->state_size, seen = game->view_size, observed = run.size;
        uint8_t *states = memory(SLOTS * size), *worlds = memory(SLOTS * size),
                *views = memory(SLOTS * seen), *again = memory(SLOTS * seen),
                *bytes = memory(SLOTS * observed);
        float reward[SLOTS * ZK_SEATS_MAX];
        uint64_t decisions[SLOTS];
        for (uint32_t number = 0; number < 30; number++) must_step(&run, number);
        zk_batch_save(run.batch, &(struct zk_batch_saved){.state = states});
        assert_true(zk_batch_view(run.batch, SLOTS, NULL, NULL, views, run.refusal));
        assert_true(zk_batch_resample(run.batch, SLOTS, NULL, NULL, 8, worlds, run.refusal));
        /* Of given states the same as of the slots. */
        assert_true(
            zk_batch_view(run.batch, SLOTS, states, run.arrays.actor, again, run.refusal));
        assert_memory_equal(views, again, SLOTS * seen);
        assert_true(
            zk_batch_view(run.batch, SLOTS, worlds, run.arrays.actor, again, run.refusal));
        assert_memory_equal(views, again, SLOTS * seen);
        assert_true(zk_batch_observe(run.batch, SLOTS, worlds, NULL, ZK_OBSERVE_TABLE, bytes,
                                     run.refusal));
        assert_memory_equal(bytes, run.arrays.observation, SLOTS * observed);
        assert_true(
            zk_batch_playout(run.batch, SLOTS, worlds, 3, 11, reward, decisions, run.refusal));
        for (uint32_t i = 0; i < SLOTS; i++) {
            struct zk_state state, world;
            struct zk_view view;
            struct zk_rng rng = zk_rng_stream(8, i);
            memcpy(&state, states + i * size, size);
            game->view(&run.rules, &state, run.arrays.actor[i], &view);
            assert_memory_equal(views + i * seen, &view, seen);
            game->resample(&run.rules, &view, &rng, &world);
            assert_memory_equal(worlds + i * size, &world, size);
            float sum[ZK_SEATS_MAX] = {0};
            uint64_t made = 0;
            for (uint64_t t = 0; t < 3; t++) {
                struct zk_result result;
                state = world;
                rng = zk_rng_stream(11, i + t * SLOTS);
                made += zk_playout(game, &run.rules, &state, &rng);
                game->result(&run.rules, &state, &result);
                uint32_t won = 0;
                for (uint32_t seat = 0; seat < run.seats; seat++)
                    won += result.winners >> seat & 1;
                for (uint32_t seat = 0; seat < run.seats; seat++) {
                    bool wins = result.winners >> seat & 1;
                    sum[seat] += game->together             ? (wins ? 1.0f : 0.0f)
                                 : won == run.seats || !won ? 0.0f
                                 : wins                     ? 1.0f / (float)won
                                                            : -1.0f / (float)(run.seats - won);
                }
            }
            assert_memory_equal(reward + i * run.seats, sum, run.seats * sizeof *sum);
            assert_int_equal(decisions[i], made);
        }
        /* None of it has changed a slot. */
        zk_batch_save(run.batch, &(struct zk_batch_saved){.state = worlds});
        assert_memory_equal(states, worlds, SLOTS * size);
        free(states), free(worlds), free(views), free(again), free(bytes);
        close_run(&run);
    }
}

static void search_is_refused(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run;
        open_run(&run, &(struct zk_batch_options){
                           .encoder = encoders[g], .count = SLOTS, .threads = 2});
        size_t size = run.game->state_size;
        uint8_t *states = memory(SLOTS * size), *before = memory(SLOTS * size),
                *views = memory(SLOTS * run.game->view_size);
        int8_t seat[SLOTS] = {0};
        zk_batch_save(run.batch, &(struct zk_batch_saved){.state = before});
        memcpy(states, before, SLOTS * size);
        memset(states + 4 * size, 0xEE, size);
        assert_false(
            zk_batch_load(run.batch, &(struct zk_batch_saved){.state = states}, run.refusal));
        assert_memory_equal(run.refusal, "State 4 is none of this game: ", 30);
        assert_false(
            zk_batch_playout(run.batch, SLOTS, states, 1, 1, NULL, NULL, run.refusal));
        assert_memory_equal(run.refusal, "State 4 is none of this game: ", 30);
        zk_batch_save(run.batch, &(struct zk_batch_saved){.state = states});
        assert_memory_equal(states, before, SLOTS * size);
        seat[5] = (int8_t)run.seats;
        assert_false(zk_batch_view(run.batch, SLOTS, NULL, seat, views, run.refusal));
        char expected[ZK_BATCH_REFUSAL_SIZE];
        snprintf(expected, sizeof expected, "Slot 5: there is no such seat as %d.", seat[5]);
        assert_string_equal(run.refusal, expected);
        seat[5] = ZK_EVERYTHING;
        assert_false(
            zk_batch_resample(run.batch, SLOTS, states, seat, 1, states, run.refusal));
        assert_string_equal(run.refusal, "State 5: there is no such seat as -4.");
        assert_false(zk_batch_view(run.batch, 3, NULL, NULL, views, run.refusal));
        assert_string_equal(run.refusal, "The batch has 7 slots, not 3.");
        assert_false(
            zk_batch_observe(run.batch, SLOTS, NULL, NULL, ZK_OBSERVED, views, run.refusal));
        assert_string_equal(run.refusal, "There is no such kind of observation.");
        for (uint32_t number = 0; run.arrays.actor[0] != ZK_OVER; number++)
            must_step(&run, number);
        assert_false(zk_batch_view(run.batch, SLOTS, NULL, NULL, views, run.refusal));
        assert_memory_equal(run.refusal, "Slot 0: nobody has to decide.", 30);
        free(states), free(before), free(views);
        close_run(&run);
    }
}

/* ---- Out of turn ---- */

/* Who could act out of turn is asked, in the order of play from the actor on, and may pass; who passed is asked again
 * after the next move. */
static void others_are_asked(void **test) {
    (void)test;
    uint32_t asked = 0, acted = 0;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run;
        open_run(&run, &(struct zk_batch_options){.encoder = encoders[g],
                                                  .count = SLOTS,
                                                  .automatic_reset = true,
                                                  .out_of_turn = true});
        const struct zk_game *game = run.game;
        unsigned declined[SLOTS] = {0};
        uint8_t *states = memory(SLOTS * game->state_size);
        for (uint32_t number = 0; number < 400; number++) {
            zk_batch_save(run.batch, &(struct zk_batch_saved){.state = states});
            for (uint32_t i = 0; i < SLOTS; i++) {
                static zk_move list[ZK_MOVES_MAX];
                struct zk_state state;
                memcpy(&state, states + i * game->state_size, game->state_size);
                int actor = game->actor(&run.rules, &state), expected = actor;
                const zk_move *given = run.arrays.legal + run.arrays.legal_at[i];
                for (uint32_t k = 1; k < run.seats; k++) {
                    int seat = (actor + (int)k) % (int)run.seats;
                    if (declined[i] >> seat & 1 ||
                        !game->moves(&run.rules, &state, seat, list, NULL))
                        continue;
                    expected = seat;
                    break;
                }
                uint32_t count = game->moves(&run.rules, &state, expected, list, NULL);
                bool out = expected != actor;
                assert_int_equal(run.arrays.actor[i], expected);
                assert_int_equal(listed(&run, i), count + out);
                if (out) assert_true(given[0] == ZK_PASS);
                if (out) assert_int_equal(run.arrays.mask[(size_t)i * IDS], 1);
                assert_memory_equal(given + out, list, count * sizeof *list);
                uint32_t chosen = place(i, number, count + out);
                if (out && !chosen)
                    declined[i] |= 1u << expected;
                else
                    declined[i] = 0;
                asked += out;
                acted += out && chosen;
            }
            must_step(&run, number);
        }
        free(states);
        close_run(&run);
    }
    assert_true(asked > 30 && acted > 15); /* in Yōtei */
}

/* By default nobody is. */
static void others_are_left_alone(void **test) {
    (void)test;
    for (unsigned g = 0; g < GAMES; g++) {
        struct run run;
        open_run(&run, &(struct zk_batch_options){
                           .encoder = encoders[g], .count = SLOTS, .automatic_reset = true});
        for (uint32_t number = 0; number < 100; number++) {
            for (uint32_t k = 0; k < run.arrays.legal_at[SLOTS]; k++)
                assert_true(run.arrays.legal[k] >> 28 == 0);
            must_step(&run, number);
        }
        close_run(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_the_engines),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(batches_do_not_meet),
        cmocka_unit_test(a_step_allocates_nothing),
        cmocka_unit_test(without_reset_it_stays_over),
        cmocka_unit_test(a_limit_cuts_off),
        cmocka_unit_test(the_last_observation_is_kept),
        cmocka_unit_test(points_add_up),
        cmocka_unit_test(a_wrong_action_changes_nothing),
        cmocka_unit_test(ids_and_places_mean_the_same),
        cmocka_unit_test(options_are_refused),
        cmocka_unit_test(too_little_room_is_told),
        cmocka_unit_test(no_array_is_needed),
        cmocka_unit_test(what_is_saved_goes_on_the_same),
        cmocka_unit_test(a_saved_state_holds_no_luck),
        cmocka_unit_test(views_worlds_and_playouts),
        cmocka_unit_test(search_is_refused),
        cmocka_unit_test(others_are_asked),
        cmocka_unit_test(others_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
