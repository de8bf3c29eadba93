/* step.c: what bench/python measures, in C and by the library alone: the time of steps of a batch.
 *
 *     bench-step GAME SLOTS STEPS
 *
 * Prints nanoseconds of processor time a step, without choosing the actions, and the sum of all rewards' bits, by which both
 * know that they have played the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zashiki.h>

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void *need(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (!memory) exit(1);
    return memory;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    char why[512] = "";
    uint32_t slots = (uint32_t)strtoul(arguments[2], NULL, 10);
    unsigned steps = (unsigned)strtoul(arguments[3], NULL, 10);
    struct zk_ruleset *rules = zk_ruleset_new(arguments[1], NULL, NULL, why, sizeof why);
    struct zk_batch *batch = rules ? zk_batch_open(rules, slots, "seed=1", why) : NULL;
    if (!batch) {
        fprintf(stderr, "bench-step: %s\n", why);
        return 1;
    }
    uint32_t seats = zk_batch_seats(batch);
    uint64_t room = (uint64_t)slots * zk_ruleset_moves_max(rules);
    struct zk_batch_arrays arrays = {
        .observation = need(slots, zk_batch_observation_size(batch)),
        .actor = need(slots, 1),
        .legal_at = need(slots + 1, sizeof(uint32_t)),
        .legal = need(room, sizeof(uint32_t)),
        .feature = need(room, ZK_FEATURES),
        .legal_room = room,
        .stream = need(slots, sizeof(uint64_t)),
        .reward = need((size_t)slots * seats, sizeof(float)),
        .terminated = need(slots, 1),
        .truncated = need(slots, 1),
    };
    int32_t *action = need(slots, sizeof *action);
    int64_t taken = 0;
    double sum = 0;
    zk_batch_look(batch, &arrays);
    for (unsigned step = 0; step < steps; step++) {
        for (uint32_t i = 0; i < slots; i++)
            action[i] = (int32_t)((i * 7919u + step * 104729u) %
                                  (arrays.legal_at[i + 1] - arrays.legal_at[i]));
        int64_t before = now();
        if (zk_batch_step(batch, action, &arrays, why) != ZK_BATCH_MADE) return 1;
        taken += now() - before;
        for (uint32_t i = 0; i < slots; i++) sum += arrays.reward[i * seats] * (double)(i + 1);
    }
    printf("ns %" PRId64 "\nsum %.0f\n", taken / steps, sum);
    return 0;
}
