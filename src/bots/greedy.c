/* greedy.c: takes the move that looks best at once; each game has its own idea of that. */
#include "greedy.h"

#include <stddef.h>

#include "../games/sketch/sketch.h"
#include "../games/yotei/yotei.h"
#include "players.h"

static const struct zk_player players[] = {
    {&zk_sketch, zk_greedy_sketch},
    {&zk_yotei, zk_greedy_yotei},
    {NULL, NULL},
};

static bool knows(const struct zk_game *game) { return zk_players_know(players, game); }
static zk_move choose(const struct zk_bot_turn *turn) {
    return zk_players_choose(players, turn);
}

const struct zk_bot zk_bot_greedy = {
    .name = "greedy",
    .meaning = "the move that looks best at once, without looking further",
    .knows = knows,
    .choose = choose,
};
