/* sketch_search.c: what the search knows about Yokai Sketch.
 *
 * No playouts below the tree: what a new node is worth is asked of experience (sketch_value.h). That is
 * four times as quick as a dozen moves of the greedy policy and wins more. The other player is thought to
 * do the best there is every other time, and what looks best at once every other time: who does just that
 * loses far more often, and nobody was found to win more by it (docs/bots.md). */
#include "sketch_minds.h"
#include "sketch_value.h"

static void worth(const void *rules, const void *state, double *out) {
    struct zk_sketch_view all;
    zk_sketch.view(rules, state, ZK_EVERYTHING, &all);
    if (all.board.phase == ZK_SKETCH_OVER) {
        struct zk_result result;
        zk_sketch.result(rules, state, &result);
        out[0] = result.drawn ? 0.5 : result.winners & 1;
        out[1] = 1 - out[0];
    } else {
        unsigned me = all.board.turn;
        out[me] = zk_sketch_value(&all);
        out[me ^ 1] = 1 - out[me];
    }
}

const struct zk_search_game zk_sketch_search = {
    .worth = worth,
    .policy = zk_sketch_quick,
    .expect = 128,
    .explore = 0.4,
    .say_why = zk_sketch_say_why,
};
