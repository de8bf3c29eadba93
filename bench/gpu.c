/* gpu.c: how fast games are on the GPU: random play, and steps of batches with observations and lists.
 *
 *     ninja -C build bench_gpu && build/bench_gpu [GAME...]
 *
 * Random play has to give the sums that this computer's processor gives for the same streams. Each figure is the best of
 * a few rounds after one that is not counted. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "batch/encoders.h"
#include "games/list.h"
#include "gpu/gpu.h"
#include "gpu/inside.h"

enum { CHECKED = 5000, ROUNDS = 3, STEPS = 100 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool same_as_here(const struct zk_game *game, const struct zk_rules *rules,
                         const struct zk_gpu_sums *sums) {
    struct zk_gpu_sums wanted = {0};
    for (uint64_t i = 0; i < CHECKED; i++) {
        struct zk_rng rng = zk_rng_stream(1, i);
        struct zk_state state;
        game->start(rules, &state);
        wanted.decisions += zk_playout(game, rules, &state, &rng);
        wanted.generators += rng.at;
    }
    return wanted.decisions == sums->decisions && wanted.generators == sums->generators;
}

static bool bench_random(struct zk_gpu *gpu, const struct zk_game *game,
                         const struct zk_rules *rules, char *refusal) {
    struct zk_gpu_sums sums;
    uint64_t games = 1u << 20;
    double best = 0;
    if (!zk_gpu_random(gpu, 1, 0, CHECKED, &sums, refusal)) return false;
    bool same = same_as_here(game, rules, &sums);
    for (unsigned round = 0; round <= ROUNDS; round++) {
        double begin = now();
        if (!zk_gpu_random(gpu, 1, 0, games, &sums, refusal)) return false;
        double took = now() - begin;
        if (round && (double)sums.decisions / took > best)
            best = (double)sums.decisions / took;
        if (!round) games = (uint64_t)((double)games * 0.3 / took);
    }
    printf("%-8s random play %8.3f thousand million decisions a second, %" PRIu64
           " games a round; %s\n",
           game->id, best / 1e9, games,
           same ? "the same games as here" : "NOT THE SAME GAMES");
    return same;
}

static bool bench_batch(struct zk_gpu *gpu, const struct zk_game *game,
                        const struct zk_rules *rules, uint32_t count, char *refusal) {
    struct zk_batch_options options = {.encoder = zk_encoder_of(game),
                                       .rules = rules,
                                       .count = count,
                                       .seed = 1,
                                       .observed = ZK_OBSERVE_MEMORY,
                                       .automatic_reset = true};
    zk_cu_pointer action = 0;
    double best = 0;
    uint64_t moves = 0;
    struct zk_gpu_batch *batch = zk_gpu_batch_new(gpu, &options, NULL, refusal);
    bool went = batch && zk_gpu_enter(gpu, refusal);
    if (went) {
        went = zk_gpu_alloc(gpu, count * sizeof(int32_t), &action, refusal);
        zk_gpu_leave(gpu);
    }
    for (unsigned round = 0; went && round <= ROUNDS; round++) {
        double begin = now();
        moves = 0;
        for (unsigned step = 0; went && step < STEPS; step++) {
            went = zk_gpu_batch_choose(batch, round * STEPS + step,
                                       (int32_t *)(uintptr_t)action, refusal) &&
                   zk_gpu_batch_step(batch, (const int32_t *)(uintptr_t)action, refusal);
            moves += zk_gpu_batch_moves(batch);
        }
        double rate = (double)STEPS * (double)count / (now() - begin);
        if (round && rate > best) best = rate;
    }
    if (went)
        printf("%-8s batch of %7" PRIu32 " %8.1f million steps a second, %" PRIu32
               " bytes of observation, %.1f moves each\n",
               game->id, count, best / 1e6, zk_gpu_batch_observation_size(batch),
               (double)moves / (double)STEPS / count);
    if (action && zk_gpu_enter(gpu, refusal)) {
        gpu->driver.free(action);
        zk_gpu_leave(gpu);
    }
    zk_gpu_batch_free(batch);
    return went;
}

int main(int count, char **words) {
    char refusal[ZK_GPU_REFUSAL_SIZE] = "";
    int status = 0;
    for (unsigned g = 0; zk_games[g]; g++) {
        const struct zk_game *game = zk_games[g];
        struct zk_settings settings = {0};
        struct zk_sentence sentence;
        static struct zk_rules rules;
        bool wanted = count < 2;
        for (int i = 1; i < count; i++) wanted |= strcmp(words[i], game->id) == 0;
        if (!wanted || !game->play_on || !game->prepare(&rules, &settings, &sentence))
            continue;
        double begin = now();
        struct zk_gpu *gpu = zk_gpu_open(game, &rules, 0, refusal);
        bool went = gpu;
        if (gpu)
            printf("%-8s %s, %.1f s to open\n", game->id, zk_gpu_name(gpu), now() - begin);
        went = went && bench_random(gpu, game, &rules, refusal);
        for (uint32_t slots = 1u << 14; went && zk_encoder_of(game) && slots <= 1u << 18;
             slots *= 4)
            went = bench_batch(gpu, game, &rules, slots, refusal);
        if (!went) printf("%-8s %s\n", game->id, refusal), status = 1;
        fflush(stdout);
        zk_gpu_close(gpu);
    }
    return status;
}
