/* games.h: the list of games. Whoever plays "every game" goes through it. */
#ifndef ZK_GAMES_H
#define ZK_GAMES_H

#include "game.h"

/* Every game there is, ended by NULL; the template `null` is the last. */
extern const struct zk_game *const zk_games[];

/* The game of that id, or NULL. */
const struct zk_game *zk_games_find(const char *id, size_t size);

#endif
