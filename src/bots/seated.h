/* seated.h: a bot in a seat, with the memory it keeps from one move to the next.
 *
 *     struct zk_seated seated;
 *     zk_seated_begin(&seated, bot, game, rules, seat);
 *     each move of the game:      zk_seated_tell(&seated, state, move);   before it is made
 *     whenever the seat decides:  move = zk_seated_ask(&seated, state, &rng, NULL, NULL);
 *
 * The truth goes in, but the bot is handed only what its seat is told. A memory is nothing but what
 * the bot made of its seat's events, so zk_bot_decide can build it up anew from the moves at any
 * time: for a hint, a stand-in, after an undo, on another machine. */
#ifndef ZK_SEATED_H
#define ZK_SEATED_H

#include <stdalign.h>

#include "bot.h"

struct zk_seated {
    const struct zk_bot *bot;
    const struct zk_game *game;
    const struct zk_rules *rules;
    int seat;
    bool sees_everything;    /* false, unless a measuring match sets it: bot.h's `truth` */
    const atomic_bool *stop; /* NULL, unless the caller sets it: bot.h */
    alignas(max_align_t) unsigned char memory[ZK_BOT_MEMORY_MAX];
};

/* Before the first move. */
void zk_seated_begin(struct zk_seated *seated, const struct zk_bot *bot,
                     const struct zk_game *game, const struct zk_rules *rules, int seat);
/* That `move` is about to be made in `state`. */
void zk_seated_tell(struct zk_seated *seated, const struct zk_state *state, zk_move move);
/* The seat's turn as the bot is shown it, with the view in `view` (ZK_VIEW_SIZE_MAX bytes); the
 * moves, the luck and what is wanted of the bot are for the caller to fill in. */
struct zk_bot_turn zk_seated_turn(const struct zk_seated *seated, const struct zk_state *state,
                                  struct zk_view *view);
/* What the bot does in its turn. `budget` and `why` may be NULL, as in bot.h. */
zk_move zk_seated_ask(struct zk_seated *seated, const struct zk_state *state,
                      struct zk_rng *rng, const struct zk_budget *budget,
                      struct zk_sentence *why);

/* The same from scratch: what `bot` does in `seat`, whose turn it is after so many moves. They are
 * asked for by number, from 0, chance's included. */
struct zk_game_so_far {
    const struct zk_game *game;
    const struct zk_rules *rules;
    zk_move (*move)(const void *user, uint32_t number);
    const void *user;
    uint32_t moves_count;
    const atomic_bool *stop; /* or NULL: bot.h */
};
zk_move zk_bot_decide(const struct zk_bot *bot, const struct zk_game_so_far *so_far, int seat,
                      struct zk_rng *rng, const struct zk_budget *budget,
                      struct zk_sentence *why);

#endif
