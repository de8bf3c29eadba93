/* rows.h: the bots that games bring, one table a game, found by the list that the build makes of the
 * folders there are: src/bots/GAME/bots.c has zk_GAME_bots. */
#ifndef ZK_ROWS_H
#define ZK_ROWS_H

#include "bot.h"
#ifndef ZK_BOTS_LIST
#include "bots_list.h" /* made by src/meson.build */
#endif

/* Each table is ended by a NULL name. A row replaces the shared bot of its name; without `choose` nobody
 * plays the game by that name. */
#define X(name) extern const struct zk_bot zk_##name##_bots[];
ZK_BOTS_LIST(X)
#undef X

#endif
