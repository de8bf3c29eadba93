/* strong.c: thinks as far ahead as it is given time for. */
#include <stddef.h>

#include "../games/sketch.h"
#include "bot.h"
#include "players.h"
#include "sketch_minds.h"

enum { PLAYOUTS = 20000 };

static zk_move sketch(const struct zk_bot_turn *turn) {
    return zk_search_choose(turn, &zk_sketch_search, PLAYOUTS);
}

static const struct zk_player players[] = {
    {&zk_sketch, sketch},
    {NULL, NULL},
};

static bool knows(const struct zk_game *game) { return zk_players_know(players, game); }
static zk_move choose(const struct zk_bot_turn *turn) {
    return zk_players_choose(players, turn);
}

const struct zk_bot zk_bot_strong = {
    .name = "strong",
    .meaning = "looks ahead in thousands of games that might be",
    .knows = knows,
    .choose = choose,
};
