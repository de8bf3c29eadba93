/* greedy.h: the greedy player of each game, one move deep. */
#ifndef ZK_GREEDY_H
#define ZK_GREEDY_H

#include "bot.h"

zk_move zk_greedy_sketch(const struct zk_bot_turn *turn);
zk_move zk_greedy_yotei(const struct zk_bot_turn *turn);

#endif
