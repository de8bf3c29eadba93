/* greedy.c: takes the move that looks best at once; each game has its own idea of that. */
#include "greedy.h"

#include <stddef.h>

#include "../games/sketch.h"
#include "../games/yotei.h"

static const struct {
    const struct zk_game *game;
    zk_move (*choose)(const struct zk_bot_turn *turn);
} players[] = {
    {&zk_sketch, zk_greedy_sketch},
    {&zk_yotei, zk_greedy_yotei},
};

enum { PLAYERS = sizeof players / sizeof *players };

static bool knows(const struct zk_game *game) {
    for (unsigned i = 0; i < PLAYERS; i++)
        if (players[i].game == game) return true;
    return false;
}

static zk_move choose(const struct zk_bot_turn *turn) {
    unsigned i = 0;
    while (players[i].game != turn->game) i++;
    return players[i].choose(turn);
}

const struct zk_bot zk_bot_greedy = {
    .name = "greedy",
    .meaning = "the move that looks best at once, without looking further",
    .knows = knows,
    .choose = choose,
};
