/* learn.c: the command `learn`: Yokai Sketch's network from nothing to src/bots/sketch/weights.c.
 *
 * A network of any small numbers learns who wins from --first games of the greedy policy. --rounds times
 * --games games are then played by the search with --playouts a move and the network as it has become,
 * against itself, and the network learns on from all that the search has played so far. --jobs threads, or
 * as many as there are cores, change nothing but the time. */
#include "learn.h"

#include <inttypes.h>
#include <stdlib.h>

#include "games/sketch/sketch.h"
#include "lab/commands.h"

enum { MATCH = 2000 }; /* games */

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

int run_learn(const struct request *request) {
    uint64_t first, rounds, games, playouts, number, threads;
    const struct zk_game *game = request_game(request, request->words[0]);
    if (!game) return STATUS_UNUSABLE;
    if (game != &zk_sketch) return complain(request, "only sketch has a network that learns");
    if (!request_number(request, OPTION_FIRST, 1, 10000000, 6000, &first) ||
        !request_number(request, OPTION_ROUNDS, 0, 20, 3, &rounds) ||
        !request_number(request, OPTION_GAMES, 1, 500000, 12000, &games) ||
        !request_number(request, OPTION_PLAYOUTS, 1, 1000000, 100, &playouts) ||
        !request_number(request, OPTION_SEED, 0, INT64_MAX, 1, &number) ||
        !request_jobs(request, &threads))
        return STATUS_UNUSABLE;
    uint64_t seed = zk_rng_mix(number); /* + 1 for what follows */
    struct zk_sketch_weights weights;
    const struct player greedy = {0}, own = {&weights, (uint32_t)playouts},
                        shipped = {&zk_sketch_weights, (uint32_t)playouts};
    struct lessons lessons = {0};
    struct network network;
    network_begin(&network, seed);
    network_round(&network, &weights);
    play_games(&greedy, seed, (uint32_t)first, (unsigned)threads, &lessons);
    learn(&network, &weights, &lessons, 0, seed, (unsigned)threads);
    lessons.count = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        size_t known = lessons.count;
        play_games(&own, ++seed, (uint32_t)games, (unsigned)threads, &lessons);
        learn(&network, &weights, &lessons, known, seed, (unsigned)threads);
    }
    free(lessons.lesson);
    printf(
        "/* weights.c: the numbers of sketch/value.c, learned by playing; nobody chose them "
        "one by one.\n *\n *     zashiki-lab learn sketch --first %" PRIu64
        " --rounds %" PRIu64 " --games %" PRIu64 " --playouts %" PRIu64 " --seed %" PRIu64
        "\n *\n"
        " * wrote this file; zashiki-lab learn --help says what that means. */\n",
        first, rounds, games, playouts, number);
    weights_write(&weights, stdout);
    fflush(stdout); /* the file is whole, should somebody not wait for the match */
    fprintf(stderr, "against what the program has now: %.1f %% of %d games\n",
            100 * play_match(&own, &shipped, ++seed, MATCH, (unsigned)threads), MATCH);
    return STATUS_RIGHT;
}
