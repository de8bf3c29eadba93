/* test_gpu.c: games on a GPU are the same games.
 *
 * The kernels (src/gpu/kernel_*.c) are compiled for this computer's processor, too, and give what the engine and a
 * batch give. Where there is a GPU it has to give the same once more; where there is none, a line says so. */
#include "gpu/gpu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "batch/encoders.h"
#include "games/list.h"
#include "gpu/inside.h"
#include "kernels_list.h"

/* ---- The kernels, compiled for this computer ---- */

extern _Thread_local uint64_t zk_gpu_thread,
    zk_gpu_shared[ZK_WRITTEN_SIZE / 8]; /* gpu/device.h */
_Thread_local uint64_t zk_gpu_thread, zk_gpu_shared[ZK_WRITTEN_SIZE / 8];

#define X(game)                                                                               \
    extern const struct zk_game zk_##game;                                                    \
    void zk_gpu_play_##game(const struct zk_rules *rules, uint64_t seed, uint64_t first,      \
                            uint64_t games, uint64_t *next, struct zk_gpu_sums *total);
ZK_KERNELS_LIST(X)
#undef X
#define X(game)                                                                               \
    void zk_gpu_check_##game(struct zk_gpu_slots *batch, const int32_t *action);              \
    void zk_gpu_step_##game(struct zk_gpu_slots *batch, const int32_t *action);               \
    void zk_gpu_begin_##game(struct zk_gpu_slots *batch, uint32_t next,                       \
                             const uint8_t *which);                                           \
    void zk_gpu_observe_##game(const struct zk_gpu_slots *batch);                             \
    void zk_gpu_sum_##game(struct zk_gpu_slots *batch);                                       \
    void zk_gpu_list_##game(const struct zk_gpu_slots *batch);
ZK_KERNELS_BATCH_LIST(X)
#undef X

static const struct random_kernel {
    const struct zk_game *game;
    void (*play)(const struct zk_rules *rules, uint64_t seed, uint64_t first, uint64_t games,
                 uint64_t *next, struct zk_gpu_sums *total);
} random_kernels[] = {
#define X(name) {&zk_##name, zk_gpu_play_##name},
    ZK_KERNELS_LIST(X)
#undef X
};

static const struct batch_kernels {
    const struct zk_game *game;
    void (*check)(struct zk_gpu_slots *batch, const int32_t *action);
    void (*step)(struct zk_gpu_slots *batch, const int32_t *action);
    void (*begin)(struct zk_gpu_slots *batch, uint32_t next, const uint8_t *which);
    void (*observe)(const struct zk_gpu_slots *batch);
    void (*sum)(struct zk_gpu_slots *batch);
    void (*list)(const struct zk_gpu_slots *batch);
} batch_kernels[] = {
#define X(name)                                                                               \
    {&zk_##name,          zk_gpu_check_##name,   zk_gpu_step_##name,                          \
     zk_gpu_begin_##name, zk_gpu_observe_##name, zk_gpu_sum_##name,                           \
     zk_gpu_list_##name},
    ZK_KERNELS_BATCH_LIST(X)
#undef X
};

/* What lies there before a thread comes: not zeros. */
static void soil(void) { memset(zk_gpu_shared, 0xA5, sizeof zk_gpu_shared); }

/* ---- Rules to try ---- */

static const struct {
    const char *game, *option, *value;
} tried[] = {{"sketch", "edition", "en"}, {"sketch", "edition", "fr"},
             {"yokai", "players", "2"},   {"yokai", "players", "4"},
             {"yokai", "level", "5"},     {"yotei", "players", "2"},
             {"yotei", "players", "3"},   {"yotei", "players", "4"}};

static void prepare(const struct zk_game *game, unsigned i, struct zk_rules *rules) {
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    memset(rules, 0, sizeof *rules);
    assert_true(zk_settings_set(game, &settings, tried[i].option, strlen(tried[i].option),
                                tried[i].value, strlen(tried[i].value), &refusal));
    assert_true(game->prepare(rules, &settings, &refusal));
}

/* ---- Random games ---- */

enum { SEED = 7, FIRST = 3, GAMES = 300 };

static struct zk_gpu_sums by_engine(const struct zk_game *game, const struct zk_rules *rules,
                                    uint64_t games) {
    struct zk_gpu_sums sums = {0};
    for (uint64_t i = 0; i < games; i++) {
        struct zk_rng rng = zk_rng_stream(SEED, FIRST + i);
        struct zk_state state;
        struct zk_result result;
        game->start(rules, &state);
        sums.decisions += zk_playout(game, rules, &state, &rng);
        sums.generators += rng.at;
        game->result(rules, &state, &result);
        for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) {
            sums.points[seat] += (uint64_t)(int64_t)result.points[seat];
            sums.wins[seat] += !result.drawn && (result.winners >> seat & 1);
        }
    }
    return sums;
}

static void test_random_games(void **unused) {
    (void)unused;
    unsigned done = 0;
    for (unsigned k = 0; k < sizeof random_kernels / sizeof *random_kernels; k++)
        for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
            const struct zk_game *game = random_kernels[k].game;
            struct zk_rules rules;
            struct zk_gpu_sums sums = {0}, wanted;
            uint64_t next = 0;
            if (strcmp(tried[i].game, game->id) != 0) continue;
            prepare(game, i, &rules);
            soil();
            random_kernels[k].play(&rules, SEED, FIRST, GAMES, &next, &sums);
            wanted = by_engine(game, &rules, GAMES);
            assert_memory_equal(&sums, &wanted, sizeof sums);
            done++;
        }
    assert_int_equal(done, sizeof tried / sizeof *tried);
}

/* ---- Batches ---- */

enum { SLOTS = 45, STEPS = 150, MOVES_ROOM = 1 << 16 };

/* Everything that a batch shows. */
struct shown {
    uint8_t *observation, *feature, terminated[SLOTS], truncated[SLOTS];
    int8_t actor[SLOTS];
    uint32_t legal_at[SLOTS + 1], legal[MOVES_ROOM];
    uint64_t stream[SLOTS];
    float reward[SLOTS * ZK_SEATS_MAX];
    int32_t final_points[SLOTS * ZK_SEATS_MAX];
};

static struct shown *new_shown(void) {
    struct shown *shown = calloc(1, sizeof *shown);
    assert_non_null(shown);
    shown->observation = calloc(SLOTS * ZK_SEATS_MAX, ZK_WRITTEN_SIZE);
    shown->feature = calloc(MOVES_ROOM, ZK_FEATURES);
    assert_true(shown->observation && shown->feature);
    return shown;
}

static void free_shown(struct shown *shown) {
    free(shown->observation);
    free(shown->feature);
    free(shown);
}

static void compare(const struct shown *a, const struct shown *b, uint32_t seats,
                    size_t observed) {
    uint32_t moves = a->legal_at[SLOTS];
    assert_memory_equal(a->legal_at, b->legal_at, sizeof a->legal_at);
    assert_memory_equal(a->legal, b->legal, moves * sizeof *a->legal);
    assert_memory_equal(a->feature, b->feature, moves * ZK_FEATURES);
    assert_memory_equal(a->observation, b->observation, observed);
    assert_memory_equal(a->actor, b->actor, sizeof a->actor);
    assert_memory_equal(a->stream, b->stream, sizeof a->stream);
    assert_memory_equal(a->terminated, b->terminated, sizeof a->terminated);
    assert_memory_equal(a->truncated, b->truncated, sizeof a->truncated);
    assert_memory_equal(a->reward, b->reward, SLOTS * seats * sizeof *a->reward);
    for (uint32_t i = 0; i < SLOTS; i++)
        if (a->terminated[i] || a->truncated[i])
            assert_memory_equal(a->final_points + i * seats, b->final_points + i * seats,
                                seats * sizeof *a->final_points);
}

/* One of each kind of option, in different mixtures. */
static struct zk_batch_options options_of(const struct zk_game *game,
                                          const struct zk_rules *rules, unsigned mixture) {
    return (struct zk_batch_options){
        .encoder = zk_encoder_of(game),
        .rules = rules,
        .count = SLOTS,
        .seed = 11,
        .observed = (enum zk_observed)(mixture % ZK_OBSERVED),
        .all_seats = mixture % 2,
        .automatic_reset = mixture != 1,
        .out_of_turn = mixture == 2,
        .reward = mixture % 2 ? ZK_REWARD_POINTS : ZK_REWARD_RESULT,
        .limit = mixture == 2 ? 40 : 0,
    };
}

/* A batch on this computer, its arrays, and the actions that both sides get. */
struct side {
    struct zk_batch *batch;
    struct shown *shown;
    struct zk_batch_arrays arrays;
    int32_t action[SLOTS];
    struct zk_rng rng;
    uint32_t seats;
    size_t observed;
};

static struct side new_side(const struct zk_batch_options *options) {
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    struct side side = {.shown = new_shown(), .rng = zk_rng_stream(5, 5)};
    struct shown *shown = side.shown;
    side.batch = zk_batch_new(options, refusal);
    assert_non_null(side.batch);
    side.arrays = (struct zk_batch_arrays){
        .observation = shown->observation,
        .actor = shown->actor,
        .legal_at = shown->legal_at,
        .legal = shown->legal,
        .feature = shown->feature,
        .legal_room = MOVES_ROOM,
        .stream = shown->stream,
        .reward = shown->reward,
        .terminated = shown->terminated,
        .truncated = shown->truncated,
        .final_points = shown->final_points,
    };
    side.seats = zk_batch_seats(side.batch);
    side.observed = (size_t)SLOTS * zk_batch_observation_size(side.batch) *
                    (options->all_seats ? side.seats : 1);
    assert_int_equal(zk_batch_look(side.batch, &side.arrays), ZK_BATCH_MADE);
    return side;
}

static void free_side(struct side *side) {
    zk_batch_free(side->batch);
    free_shown(side->shown);
}

/* Chooses in every slot, and makes the step here. */
static void step_side(struct side *side) {
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    for (uint32_t i = 0; i < SLOTS; i++) {
        uint32_t count = side->shown->legal_at[i + 1] - side->shown->legal_at[i];
        side->action[i] = count ? (int32_t)zk_rng_below(&side->rng, count) : -1;
    }
    assert_int_equal(zk_batch_step(side->batch, side->action, &side->arrays, refusal),
                     ZK_BATCH_MADE);
}

/* The same with the kernels, one thread after the other. */
static void run_here(const struct batch_kernels *kernels, struct zk_gpu_slots *slots,
                     unsigned which, const int32_t *action) {
    uint32_t seats = which == 3 && slots->all_seats ? slots->seats : 1; /* a thread a row */
    for (zk_gpu_thread = 0; zk_gpu_thread < SLOTS * seats; zk_gpu_thread++) {
        soil();
        if (which == 0) kernels->check(slots, action);
        if (which == 1) kernels->step(slots, action);
        if (which == 2) kernels->begin(slots, 0, NULL);
        if (which == 3) kernels->observe(slots);
        if (which == 4) kernels->list(slots);
    }
    zk_gpu_thread = 0;
}

/* As before each call. */
static void clear(struct zk_gpu_slots *slots) {
    memset(slots->report, 0xFF, 2 * sizeof *slots->report);
    memset(slots->waiting, 0xFF, ZK_GPU_KINDS * sizeof *slots->waiting);
}

static void look_here(const struct batch_kernels *kernels, struct zk_gpu_slots *slots) {
    run_here(kernels, slots, 3, NULL);
    kernels->sum(slots);
    run_here(kernels, slots, 4, NULL);
}

static void check_batch_here(const struct batch_kernels *kernels, const struct zk_rules *rules,
                             unsigned mixture) {
    const struct zk_game *game = kernels->game;
    struct zk_batch_options options = options_of(game, rules, mixture);
    struct side side = new_side(&options);
    struct shown *shown = new_shown();
    uint64_t report[2];
    uint32_t waiting[ZK_GPU_KINDS];
    static uint32_t line[ZK_GPU_KINDS * SLOTS];
    uint32_t listed[SLOTS], group[SLOTS];
    struct zk_slot slot[SLOTS];
    struct zk_gpu_slots slots = {
        .rules = rules,
        .seed = options.seed,
        .count = SLOTS,
        .seats = side.seats,
        .limit = options.limit,
        .reward = options.reward,
        .observed = options.observed,
        .out_of_turn = options.out_of_turn,
        .all_seats = options.all_seats,
        .automatic_reset = options.automatic_reset,
        .size = zk_batch_observation_size(side.batch),
        .state = calloc(SLOTS, game->state_size),
        .slot = slot,
        .listed = listed,
        .lists_room = game->moves_max + 1,
        .lists = calloc(SLOTS, (game->moves_max + 1) * sizeof(zk_move)),
        .group = group,
        .report = report,
        .waiting = waiting,
        .line = line,
        .moves_room = MOVES_ROOM,
        .observation = shown->observation,
        .actor = shown->actor,
        .legal_at = shown->legal_at,
        .legal = shown->legal,
        .feature = shown->feature,
        .stream = shown->stream,
        .reward_of = shown->reward,
        .terminated = shown->terminated,
        .truncated = shown->truncated,
        .final_points = shown->final_points,
    };
    assert_true(slots.state && slots.lists);
    clear(&slots);
    run_here(kernels, &slots, 2, NULL);
    look_here(kernels, &slots);
    compare(side.shown, shown, side.seats, side.observed);
    for (unsigned step = 0; step < STEPS; step++) {
        int32_t wrong[SLOTS];
        step_side(&side);
        memcpy(wrong, side.action, sizeof wrong);
        clear(&slots);
        if (listed[9]) { /* a wrong action: nobody plays */
            wrong[9] = (int32_t)listed[9];
            run_here(kernels, &slots, 0, wrong);
            assert_int_equal(report[0], 9);
            run_here(kernels, &slots, 1, wrong);
        }
        clear(&slots);
        run_here(kernels, &slots, 0, side.action);
        assert_int_equal(report[0], UINT64_MAX);
        run_here(kernels, &slots, 1, side.action);
        look_here(kernels, &slots);
        compare(side.shown, shown, side.seats, side.observed);
    }
    free(slots.state);
    free(slots.lists);
    free_shown(shown);
    free_side(&side);
}

static void test_batches(void **unused) {
    (void)unused;
    for (unsigned k = 0; k < sizeof batch_kernels / sizeof *batch_kernels; k++)
        for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
            struct zk_rules rules;
            if (strcmp(tried[i].game, batch_kernels[k].game->id) != 0) continue;
            prepare(batch_kernels[k].game, i, &rules);
            for (unsigned mixture = 0; mixture < 3; mixture++)
                check_batch_here(&batch_kernels[k], &rules, mixture);
        }
}

/* ---- What encoders have for a GPU ---- */

static void check_list(const struct zk_encoder *encoder, const struct zk_rules *rules,
                       const struct zk_state *state, int seat) {
    static zk_move list[ZK_MOVES_MAX], wanted[ZK_MOVES_MAX];
    static uint8_t rows[ZK_MOVES_MAX][ZK_FEATURES];
    uint32_t count = encoder->game->moves(rules, state, seat, wanted, NULL);
    assert_int_equal(encoder->list(rules, state, seat, list), count);
    assert_memory_equal(list, wanted, count * sizeof *list);
    encoder->feature(rules, state, seat, wanted, count, rows);
    uint32_t common = encoder->common(rules, state, seat);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t row = encoder->row(rules, state, seat, common, wanted[i]);
        for (unsigned f = 0; f < ZK_FEATURES; f++)
            assert_int_equal(row >> 8 * f & 255, rows[i][f]);
    }
}

/* Lists and rows for games side by side are those of everybody else. */
static void test_lists(void **unused) {
    (void)unused;
    unsigned done = 0;
    for (unsigned k = 0; k < sizeof batch_kernels / sizeof *batch_kernels; k++)
        for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
            const struct zk_game *game = batch_kernels[k].game;
            const struct zk_encoder *encoder = zk_encoder_of(game);
            struct zk_rules rules;
            if (strcmp(tried[i].game, game->id) != 0 || !encoder->list) continue;
            prepare(game, i, &rules);
            for (uint64_t stream = 0; stream < GAMES; stream++) {
                struct zk_rng rng = zk_rng_stream(SEED, stream);
                struct zk_state state;
                int seat;
                game->start(&rules, &state);
                while ((seat = game->actor(&rules, &state)) != ZK_OVER) {
                    if (seat >= 0) check_list(encoder, &rules, &state, seat);
                    game->apply(&rules, &state, zk_sample(game, &rules, &state, &rng));
                }
            }
            done++;
        }
    assert_int_equal(done, 3); /* of Yokai */
}

/* ---- What the device gets ---- */

static void test_text(void **unused) {
    (void)unused;
    for (unsigned k = 0; k < sizeof random_kernels / sizeof *random_kernels; k++) {
        const struct zk_game *game = random_kernels[k].game;
        const char *ptx = zk_gpu_ptx(game);
        assert_int_equal(game->played_size % 8, 0);
        assert_true(game->played_size <= game->state_size);
        if (!ptx) {
            print_message(
                "# left out: no kernels in this build, which was made without clang\n");
            return;
        }
        assert_non_null(strstr(ptx, ".entry zk_gpu_play("));
        assert_int_equal(zk_encoder_of(game) != NULL,
                         strstr(ptx, ".entry zk_gpu_step(") != NULL);
        assert_null(strstr(ptx, ".extern .func"));
        assert_null(strstr(ptx, ".extern .global"));
    }
}

/* ---- With a device ---- */

/* NULL, and a line says so, where there is none. */
static struct zk_gpu *open_device(const struct zk_game *game, const struct zk_rules *rules) {
    char refusal[ZK_GPU_REFUSAL_SIZE] = "";
    struct zk_gpu *gpu = zk_gpu_open(game, rules, 0, refusal);
    if (gpu) return gpu;
    assert_true(*refusal);
    /* Only that there is none is a reason to leave these tests out. */
    if (!strstr(refusal, "There is no") && !strstr(refusal, "no GPU") &&
        !strstr(refusal, "no kernels"))
        fail_msg("%s", refusal);
    print_message("# left out: %s\n", refusal);
    return NULL;
}

static void test_random_games_there(void **unused) {
    (void)unused;
    enum { MANY = 3000 };
    for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
        const struct zk_game *game =
            zk_game_named(zk_games, tried[i].game, strlen(tried[i].game));
        char refusal[ZK_GPU_REFUSAL_SIZE] = "";
        struct zk_rules rules;
        struct zk_gpu_sums sums, wanted;
        prepare(game, i, &rules);
        struct zk_gpu *gpu = open_device(game, &rules);
        if (!gpu) return;
        if (!zk_gpu_random(gpu, SEED, FIRST, MANY, &sums, refusal)) fail_msg("%s", refusal);
        wanted = by_engine(game, &rules, MANY);
        assert_memory_equal(&sums, &wanted, sizeof sums);
        zk_gpu_close(gpu);
    }
}

static void fetch(struct zk_gpu *gpu, void *to, const void *from, size_t size) {
    assert_int_equal(gpu->driver.get(to, (zk_cu_pointer)(uintptr_t)from, size, NULL), 0);
}

static void fetch_all(struct zk_gpu *gpu, const struct zk_gpu_batch *batch, uint32_t seats,
                      size_t observed, struct shown *to) {
    const struct zk_batch_arrays *from = zk_gpu_batch_arrays(batch);
    uint64_t moves = zk_gpu_batch_moves(batch);
    char refusal[ZK_GPU_REFUSAL_SIZE] = "";
    assert_true(moves <= MOVES_ROOM && zk_gpu_enter(gpu, refusal));
    fetch(gpu, to->observation, from->observation, observed);
    fetch(gpu, to->actor, from->actor, sizeof to->actor);
    fetch(gpu, to->legal_at, from->legal_at, sizeof to->legal_at);
    fetch(gpu, to->legal, from->legal, moves * sizeof *to->legal);
    fetch(gpu, to->feature, from->feature, moves * ZK_FEATURES);
    fetch(gpu, to->stream, from->stream, sizeof to->stream);
    fetch(gpu, to->reward, from->reward, SLOTS * seats * sizeof *to->reward);
    fetch(gpu, to->terminated, from->terminated, sizeof to->terminated);
    fetch(gpu, to->truncated, from->truncated, sizeof to->truncated);
    fetch(gpu, to->final_points, from->final_points, SLOTS * seats * sizeof *to->final_points);
    zk_gpu_leave(gpu);
}

static bool check_batch_there(const struct zk_game *game, const struct zk_rules *rules,
                              unsigned mixture) {
    char refusal[ZK_GPU_REFUSAL_SIZE] = "";
    struct zk_gpu *gpu = open_device(game, rules);
    if (!gpu) return false;
    struct zk_batch_options options = options_of(game, rules, mixture);
    struct side side = new_side(&options);
    struct shown *shown = new_shown();
    zk_cu_pointer action;
    struct zk_gpu_batch *batch = zk_gpu_batch_new(gpu, &options, NULL, refusal);
    if (!batch) fail_msg("%s", refusal);
    assert_true(zk_gpu_enter(gpu, refusal) &&
                zk_gpu_alloc(gpu, sizeof side.action, &action, refusal));
    zk_gpu_leave(gpu);
    memset(shown->terminated, 0, sizeof shown->terminated);
    fetch_all(gpu, batch, side.seats, side.observed, shown);
    memset(shown->reward, 0, sizeof shown->reward); /* no step yet */
    memset(shown->terminated, 0, sizeof shown->terminated);
    memset(shown->truncated, 0, sizeof shown->truncated);
    compare(side.shown, shown, side.seats, side.observed);
    for (unsigned step = 0; step < STEPS; step++) {
        step_side(&side);
        int32_t kept = side.action[7];
        for (unsigned wrong = step == 3; wrong + 1; wrong--) {
            side.action[7] = wrong ? INT32_MAX : kept;
            assert_true(zk_gpu_enter(gpu, refusal));
            assert_int_equal(gpu->driver.put(action, side.action, sizeof side.action, NULL),
                             0);
            zk_gpu_leave(gpu);
            bool made = zk_gpu_batch_step(batch, (const int32_t *)(uintptr_t)action, refusal);
            if (wrong)
                assert_true(!made && strstr(refusal, "Slot 7:"));
            else if (!made)
                fail_msg("%s", refusal);
        }
        fetch_all(gpu, batch, side.seats, side.observed, shown);
        compare(side.shown, shown, side.seats, side.observed);
    }
    assert_true(zk_gpu_enter(gpu, refusal));
    gpu->driver.free(action);
    zk_gpu_leave(gpu);
    zk_gpu_batch_free(batch);
    zk_gpu_close(gpu);
    free_shown(shown);
    free_side(&side);
    return true;
}

static void test_batches_there(void **unused) {
    (void)unused;
    for (unsigned k = 0; k < sizeof batch_kernels / sizeof *batch_kernels; k++)
        for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
            struct zk_rules rules;
            if (strcmp(tried[i].game, batch_kernels[k].game->id) != 0) continue;
            prepare(batch_kernels[k].game, i, &rules);
            for (unsigned mixture = 0; mixture < 3; mixture++)
                if (!check_batch_there(batch_kernels[k].game, &rules, mixture)) return;
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),  cmocka_unit_test(test_batches),
        cmocka_unit_test(test_text),          cmocka_unit_test(test_random_games_there),
        cmocka_unit_test(test_batches_there), cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
