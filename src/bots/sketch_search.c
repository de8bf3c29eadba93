/* sketch_search.c: what the search knows about Yokai Sketch.
 *
 * Playouts by the greedy policy, with a careless move in eight, for a dozen decisions; then the
 * lead in points says who is likely to win. Played on to the end they are four times as long and
 * no better, and with any moves instead they lose two games of three (docs/bots.md). */
#include "../games/sketch.h"
#include "sketch_minds.h"

/* From a lead in points, 0 to 1 and 1/2 at none, steepest there. `scale` points are half way. */
static double promise(int lead, double scale) {
    double x = lead / scale;
    return 0.5 + 0.5 * x / (1 + (x < 0 ? -x : x));
}

static void worth(const void *rules, const void *state, double *out) {
    int32_t points[2];
    zk_sketch.points(rules, state, points);
    int lead = points[0] - points[1];
    if (zk_sketch.actor(rules, state) ==
        ZK_OVER) { /* a win is a win, and a high one pleases */
        struct zk_result result;
        zk_sketch.result(rules, state, &result);
        double won = result.drawn ? 0.5 : result.winners & 1;
        out[0] = 0.8 * won + 0.2 * promise(lead, 10);
    } else {
        out[0] = promise(lead, 8);
    }
    out[1] = 1 - out[0];
}

const struct zk_search_game zk_sketch_search = {
    .policy = zk_sketch_quick,
    .worth = worth,
    .depth = 12,
    .careless = 32,
    .explore = 0.7,
    .say_why = zk_sketch_say_why,
};
