/* search.c: what the search knows about Yokai Sketch.
 *
 * No playouts below the tree: a new node is evaluated by a network (sketch/value.h). That is
 * four times as quick as a dozen moves of the greedy policy and wins more. The other player is thought to
 * do the best there is every other time, and what looks best at once every other time: who does just that
 * loses far more often, and nobody was found to win more by it (docs/bots-sketch.md). */
#include "bots.h"
#include "value.h"

static void play_on(const void *weights, const struct zk_rules *rules, struct zk_state *state,
                    struct zk_rng *rng, double *worth) {
    struct zk_sketch_view all;
    while (zk_sketch.actor(rules, state) == ZK_CHANCE)
        zk_sketch.apply(rules, state, zk_sketch.sample(rules, state, rng));
    zk_sketch.view(rules, state, ZK_EVERYTHING, zk_sketch_block(&all));
    unsigned me = all.board.turn;
    if (all.board.phase == ZK_SKETCH_OVER) {
        struct zk_result result;
        zk_sketch.result(rules, state, &result);
        worth[me] = result.drawn ? 0.5 : result.winners >> me & 1;
    } else {
        worth[me] = zk_sketch_value(&all, weights);
    }
    worth[me ^ 1] = 1 - worth[me];
}

const struct zk_search_game zk_sketch_search = {
    .context = &zk_sketch_weights,
    .play_on = play_on,
    .policy = zk_sketch_quick,
    .expect = 128,
    .explore = 0.4,
    .say_why = zk_sketch_say_why,
};
