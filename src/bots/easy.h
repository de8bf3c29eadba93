/* easy.h: a bot that overlooks every other move. */
#ifndef ZK_EASY_H
#define ZK_EASY_H

#include "bot.h"

/* The manner of zk_easy_choose. */
struct zk_easy_manner {
    const struct zk_bot
        *better; /* whose choice it is among the moves that are left; without memory */
    /* Whether everybody sees all moves here; NULL: nowhere. */
    bool (*is_obvious)(const struct zk_bot_turn *turn);
};

zk_move zk_easy_choose(const struct zk_bot *self, const struct zk_bot_turn *turn);

#endif
