/* bot.h: who plays a seat when no person does.
 *
 * A bot is given what its seat may know and nothing else: a view and the seat's legal moves. It
 * allocates nothing and keeps nothing between calls; luck comes from the generator it is lent,
 * so the same seed gives the same move. */
#ifndef ZK_BOT_H
#define ZK_BOT_H

#include "../core/game.h"

/* A decision to be made. There is at least one move. */
struct zk_bot_turn {
    const struct zk_game *game;
    const void *rules;
    const void *view; /* of `seat`, laid out as the game's header says */
    int seat;
    const zk_move *moves;
    uint32_t moves_count;
    struct zk_rng *rng;
    struct zk_refusal *why; /* NULL, or where to say why: a key of the game's phrases */
};

struct zk_bot {
    const char *name;    /* "greedy": in records and on the command line */
    const char *meaning; /* one line, English */
    /* Whether it knows this game. */
    bool (*knows)(const struct zk_game *game);
    /* One of the moves. A bot that has no reason to give leaves `why` as it is. */
    zk_move (*choose)(const struct zk_bot_turn *turn);
};

/* Every bot, from the weakest to the strongest, ended by NULL. */
extern const struct zk_bot *const zk_bots[];
extern const struct zk_bot zk_bot_random, zk_bot_greedy, zk_bot_normal;

/* The bot of that name, or NULL. */
const struct zk_bot *zk_bots_find(const char *name, size_t size);
/* The strongest that knows this game. */
const struct zk_bot *zk_bots_best(const struct zk_game *game);

#endif
