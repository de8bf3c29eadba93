/* minds.h: what minds know about Yōtei. */
#ifndef ZK_YOTEI_MINDS_H
#define ZK_YOTEI_MINDS_H

#include "../bot.h"

/* yotei/greedy.c: the plainest good thing about a move. */
void zk_yotei_say_why(const struct zk_bot_turn *turn, zk_move move);

/* yotei/search.c: a move by search, by the turn's budget or, without one, after so many playouts. */
zk_move zk_yotei_search(const struct zk_bot_turn *turn, uint32_t playouts);

#endif
