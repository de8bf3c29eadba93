/* bots.c: the list of bots. */
#include <string.h>

#include "bot.h"
#include "players.h"

/* The stronger the later; first those whom nobody would choose without a reason. */
const struct zk_bot *const zk_bots[] = {
    &zk_bot_random, &zk_bot_cipher, &zk_bot_plain,  &zk_bot_easy,
    &zk_bot_greedy, &zk_bot_normal, &zk_bot_strong, NULL};

bool zk_players_know(const struct zk_player *players, const struct zk_game *game) {
    for (; players->game; players++)
        if (players->game == game) return true;
    return false;
}

zk_move zk_players_choose(const struct zk_player *players, const struct zk_bot_turn *turn) {
    while (players->game != turn->game) players++;
    return players->choose(turn);
}

const struct zk_bot *zk_bots_find(const char *name, size_t size) {
    for (unsigned i = 0; zk_bots[i]; i++)
        if (zk_same(name, size, zk_bots[i]->name, strlen(zk_bots[i]->name))) return zk_bots[i];
    return NULL;
}

bool zk_bots_search(const struct zk_bot *bot, const struct zk_game *game) {
    return !game->together && bot->knows(game) &&
           (bot == &zk_bot_plain || bot == &zk_bot_normal || bot == &zk_bot_strong);
}

const struct zk_bot *zk_bots_best(const struct zk_game *game) {
    const struct zk_bot *best = zk_bots[0];
    for (unsigned i = 0; zk_bots[i]; i++)
        if (zk_bots[i]->knows(game)) best = zk_bots[i];
    return best;
}
