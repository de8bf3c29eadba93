/* players.h: a bot that plays several games has a list of players, one for each. */
#ifndef ZK_PLAYERS_H
#define ZK_PLAYERS_H

#include "bot.h"

/* A list is ended by a NULL game. */
struct zk_player {
    const struct zk_game *game;
    zk_move (*choose)(const struct zk_bot_turn *turn);
};

bool zk_players_know(const struct zk_player *players, const struct zk_game *game);
/* What the player of the turn's game does; there is one. */
zk_move zk_players_choose(const struct zk_player *players, const struct zk_bot_turn *turn);

#endif
