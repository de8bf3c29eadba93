/* bots.h: what bots know about Yōtei. */
#ifndef ZK_YOTEI_BOTS_H
#define ZK_YOTEI_BOTS_H

#include "../bot.h"

/* yotei/greedy.c: the plainest good thing about a move, and the sentences for it. */
extern const struct zk_phrase zk_yotei_reasons[];
/* Of a move that another bot has chosen; nothing where greedy would make another. */
void zk_yotei_say_why(const struct zk_bot_turn *turn, zk_move move);

/* yotei/greedy.c: the move that looks best at once. */
zk_move zk_yotei_greedy(const struct zk_bot *self, const struct zk_bot_turn *turn);

/* yotei/search.c: a move by search, by the turn's budget. The manner is the number of playouts without
 * one, a uint32_t. */
zk_move zk_yotei_search(const struct zk_bot *self, const struct zk_bot_turn *turn);

#endif
