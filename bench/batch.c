/* batch.c: how fast a batch steps; bench/batch runs it.
 *
 *     bench-batch GAME [--set OPTION=VALUE]... [--slots N] [--threads N] [--steps N] [--arrays list|features|mask]
 *
 * Random decisions in N games (4,096) that begin anew when they are over, with the observation of the seat that decides (memory),
 * the list of legal moves, rewards and ends; with `features` also a row for each move, with `mask` a flat mask instead
 * of the list. Prints one "name value" a line. Picking the decisions is part of the time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "batch/batch.h"
#include "batch/encoders.h"
#include "games/list.h"

static void fail(const char *sentence) {
    fprintf(stderr, "bench-batch: %s\n", sentence);
    exit(1);
}

static void *memory(size_t size) {
    void *block = calloc(1, size ? size : 1);
    if (!block) fail("there is not enough memory");
    return block;
}

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint32_t number(const char *text) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*end || !*text || value > UINT32_MAX) fail("that is not a number");
    return (uint32_t)value;
}

int main(int argc, char **argv) {
    const struct zk_game *game = argc > 1 ? zk_games_find(argv[1], strlen(argv[1])) : NULL;
    if (!game) fail("which game?");
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    static struct zk_rules rules;
    struct zk_batch_options options = {.encoder = zk_encoder_of(game),
                                       .rules = &rules,
                                       .count = 4096,
                                       .seed = 1,
                                       .observed = ZK_OBSERVE_MEMORY,
                                       .automatic_reset = true};
    uint32_t steps = 500;
    const char *wanted = "list";
    for (int i = 2; i < argc; i += 2) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(name, "--set") == 0) {
            size_t size = strcspn(value, "=");
            const char *chosen = value + size + (value[size] != '\0');
            if (!zk_settings_set(game, &settings, value, size, chosen, strlen(chosen),
                                 &refusal))
                fail("there is no such option or value");
        } else if (strcmp(name, "--slots") == 0) {
            options.count = number(value);
        } else if (strcmp(name, "--threads") == 0) {
            options.threads = number(value);
        } else if (strcmp(name, "--steps") == 0) {
            steps = number(value);
        } else if (strcmp(name, "--arrays") == 0) {
            wanted = value;
        } else {
            fail("there is no such option");
        }
    }
    if (!game->prepare(&rules, &settings, &refusal)) fail("these options do not go together");
    char sentence[ZK_BATCH_REFUSAL_SIZE];
    struct zk_batch *batch = zk_batch_new(&options, sentence);
    if (!batch) fail(sentence);

    size_t count = options.count, seats = zk_batch_seats(batch), room = count * 64;
    struct zk_batch_arrays arrays = {
        .observation = memory(count * zk_batch_observation_size(batch)),
        .actor = memory(count),
        .legal_at = memory((count + 1) * sizeof(uint32_t)),
        .reward = memory(count * seats * sizeof(float)),
        .terminated = memory(count),
        .truncated = memory(count),
        .legal_room = room,
    };
    bool features = strcmp(wanted, "features") == 0, mask = strcmp(wanted, "mask") == 0;
    if (!mask) arrays.legal = memory(room * sizeof(uint32_t));
    if (features) arrays.feature = memory(room * ZK_FEATURES);
    if (mask) arrays.mask = memory(count * zk_batch_dense_count(batch));
    int32_t *action = memory(count * sizeof *action);
    struct zk_rng *rng = memory(count * sizeof *rng);
    for (size_t i = 0; i < count; i++) rng[i] = zk_rng_stream(2, i);

    uint64_t moves = 0, games = 0;
    zk_batch_look(batch, &arrays);
    double wall = seconds(CLOCK_MONOTONIC), processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (uint32_t step = 0; step < steps; step++) {
        moves += arrays.legal_at[count];
        for (size_t i = 0; i < count; i++)
            action[i] =
                (int32_t)zk_rng_below(&rng[i], arrays.legal_at[i + 1] - arrays.legal_at[i]);
        enum zk_batch_step made = zk_batch_step(batch, action, &arrays, sentence);
        if (made == ZK_BATCH_REFUSED) fail(sentence);
        if (made ==
            ZK_BATCH_NARROW) { /* seldom: the lists of all games together vary little */
            arrays.legal_room = zk_batch_moves(batch) * 5 / 4;
            free(arrays.legal);
            free(arrays.feature);
            arrays.legal = memory(arrays.legal_room * sizeof(uint32_t));
            arrays.feature = features ? memory(arrays.legal_room * ZK_FEATURES) : NULL;
            zk_batch_look(batch, &arrays);
        }
        for (size_t i = 0; i < count; i++) games += arrays.terminated[i];
    }
    wall = seconds(CLOCK_MONOTONIC) - wall;
    processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
    double decisions = (double)count * steps;
    printf("decisions %.0f\ngames %llu\nmoves_a_list %.1f\nobservation_bytes %u\n", decisions,
           (unsigned long long)games, (double)moves / decisions,
           zk_batch_observation_size(batch));
    printf("wall_s %.3f\nprocessor_s %.3f\n", wall, processor);
    printf("decisions_a_second %.0f\ndecisions_a_processor_second %.0f\n", decisions / wall,
           decisions / processor);
    zk_batch_free(batch);
    return 0;
}
