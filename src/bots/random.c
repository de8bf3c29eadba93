/* random.c: any legal move, each as likely as the others; the yardstick below all others. */
#include "bot.h"

static bool knows(const struct zk_game *game) {
    (void)game;
    return true;
}

static zk_move choose(const struct zk_bot_turn *turn) {
    return turn->moves[zk_rng_below(turn->rng, turn->moves_count)];
}

const struct zk_bot zk_bot_random = {
    .name = "random",
    .meaning = "any legal move, each as likely as the others",
    .knows = knows,
    .choose = choose,
};
