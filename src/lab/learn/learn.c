/* main.c: Yokai Sketch's network from nothing to src/bots/sketch/weights.c.
 *
 *     learn FIRST ROUNDS GAMES PLAYOUTS SEED [THREADS] >weights.c
 *
 * A network of any small numbers learns who wins from FIRST games of the greedy policy. ROUNDS times
 * GAMES games are then played by the search with PLAYOUTS a move and the network as it has become, against
 * itself, and the network learns on from all that the search has played so far. THREADS, or as many as
 * there are cores, change nothing but the time. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "learn.h"

enum { MATCH = 2000 }; /* games */

static uint64_t number_from(const char *word, uint64_t least, uint64_t most) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(word, &end, 10);
    if (*word >= '0' && *word <= '9' && !*end && !errno && number >= least && number <= most)
        return number;
    fprintf(stderr, "learn: %s is not a number from %" PRIu64 " to %" PRIu64 "\n", word, least,
            most);
    exit(2);
}

/* What was played is learned; how far off the weights were before, in what was new to them, and are
 * now. */
static void learn(struct network *network, struct zk_sketch_weights *weights,
                  const struct lessons *lessons, size_t known, uint64_t seed,
                  unsigned threads) {
    double before = weights_error(weights, lessons, known);
    network_learn(network, lessons, seed, threads);
    network_round(network, weights);
    fprintf(stderr, "%zu decisions, error of the last %zu: %.5f, learned: %.5f\n",
            lessons->count, lessons->count - known, before,
            weights_error(weights, lessons, known));
}

int main(int count, char **word) {
    if (count != 6 && count != 7) {
        fputs("usage: learn FIRST ROUNDS GAMES PLAYOUTS SEED [THREADS] >weights.c\n", stderr);
        return 2;
    }
    uint32_t first = (uint32_t)number_from(word[1], 1, 10000000),
             rounds = (uint32_t)number_from(word[2], 0, 20),
             games = (uint32_t)number_from(word[3], 1, 500000),
             playouts = (uint32_t)number_from(word[4], 1, 1000000);
    uint64_t seed = zk_rng_mix(number_from(word[5], 0, INT64_MAX)); /* + 1 for what follows */
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = (unsigned)(count > 6   ? number_from(word[6], 1, 256)
                                  : cores < 1 ? 1
                                              : (uint64_t)cores);
    struct zk_sketch_weights weights;
    const struct player greedy = {0}, own = {&weights, playouts},
                        shipped = {&zk_sketch_weights, playouts};
    struct lessons lessons = {0};
    struct network network;
    network_begin(&network, seed);
    network_round(&network, &weights);
    play_games(&greedy, seed, first, threads, &lessons);
    learn(&network, &weights, &lessons, 0, seed, threads);
    lessons.count = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        size_t known = lessons.count;
        play_games(&own, ++seed, games, threads, &lessons);
        learn(&network, &weights, &lessons, known, seed, threads);
    }
    free(lessons.lesson);
    fprintf(stderr, "against what the program has now: %.1f %% of %d games\n",
            100 * play_match(&own, &shipped, ++seed, MATCH, threads), MATCH);
    printf(
        "/* sketch/weights.c: the numbers of sketch/value.c, learned by playing; nobody chose them "
        "one by one.\n *\n *     build/learn %s %s %s %s %s\n *\n"
        " * wrote this file; learn/main.c says what that means. */\n",
        word[1], word[2], word[3], word[4], word[5]);
    weights_write(&weights, stdout);
    return fflush(stdout) || ferror(stdout);
}
