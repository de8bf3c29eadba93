/* normal.c: a sensible player of each game, without secrets or long thought. */
#include "normal.h"

#include <stddef.h>

#include "../games/yokai.h"

static const struct {
    const struct zk_game *game;
    zk_move (*choose)(const struct zk_bot_turn *turn);
} players[] = {
    {&zk_yokai, zk_normal_yokai},
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

const struct zk_bot zk_bot_normal = {
    .name = "normal",
    .meaning = "a sensible partner who remembers everything and reads nothing into silence",
    .knows = knows,
    .choose = choose,
};
