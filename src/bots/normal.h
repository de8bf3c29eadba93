/* normal.h: the normal player of each game. */
#ifndef ZK_NORMAL_H
#define ZK_NORMAL_H

#include "bot.h"

zk_move zk_normal_yokai(const struct zk_bot_turn *turn);

#endif
