/* bot.h: who plays a seat when no person does.
 *
 * A bot is given what its seat may know and nothing else: the seat's view, what the seat was told
 * of each move, and its legal moves. It allocates nothing, reads no clock of its own, and keeps what
 * it wants to remember in memory of the caller's; luck comes from the generator it is given. So the same
 * events, seed and playouts give the same move on every machine. (Real numbers, where a bot needs
 * them: + - * / and square roots alone, never contracted, each rounded to its own type.)
 *
 * seated.h puts a bot into a seat. */
#ifndef ZK_BOT_H
#define ZK_BOT_H

#include <float.h>
#include <stdatomic.h>

#include "../core/game.h"

static_assert(FLT_EVAL_METHOD == 0, "bots would not choose the same moves on every machine");

enum { ZK_BOT_MEMORY_MAX = 8192 };

/* Stands for a move that a seat is not told in full. */
#define ZK_MOVE_HIDDEN UINT32_MAX
/* Stands for doing nothing, where a seat might act out of turn. Only a study offers it, to a bot whose
 * opinion it wants. */
#define ZK_MOVE_WAIT (UINT32_MAX - 1)

/* How long a bot may think. Without one it takes as long as it likes, which is never long. */
struct zk_budget {
    uint32_t playouts; /* or worlds, or whatever the bot counts; 0: by the clock */
    uint32_t ms;
    uint64_t (*clock_ms)(void *user); /* the caller's, when playouts is 0 */
    void *user;
};

/* What a seat was told of a move, and what it knows after it. */
struct zk_bot_event {
    const struct zk_game *game;
    const struct zk_rules *rules;
    int seat;         /* who is told */
    int by;           /* a seat, or ZK_CHANCE */
    const char *told; /* in notation, with "?" for what the seat may not know */
    const char *saw;  /* what it showed to this seat alone, or "" */
    zk_move move;     /* the move itself, or ZK_MOVE_HIDDEN when there is a "?" in it */
    const struct zk_view *view; /* of the seat, after the move */
};

/* What a bot thinks of one of the moves. */
struct zk_opinion {
    uint32_t weighed; /* how often it was looked into; 0: not at all */
    double worth;     /* what it promises the seat, 0 to 1 */
    /* And what it promises each seat; all 0 when the bot thinks of its own seat or team alone. */
    double each[ZK_SEATS_MAX];
};

/* A decision to be made. There is at least one move. */
struct zk_bot_turn {
    const struct zk_game *game;
    const struct zk_rules *rules;
    const struct zk_view *view; /* of `seat`, laid out as the game's header says */
    int seat;
    const zk_move *moves; /* the legal ones, or those of them to compare */
    uint32_t moves_count;
    const void *memory;             /* as `observe` left it */
    const struct zk_budget *budget; /* or NULL */
    struct zk_rng *rng;
    /* NULL, or true from when on nobody wants the move any more: any will do. Another thread sets it. */
    const atomic_bool *stop;
    struct zk_sentence *why;     /* NULL, or where to say why: a key of the bot's reasons */
    struct zk_opinion *opinions; /* NULL, or one for each move, all zero, to be filled in */
    bool evenly;                 /* every move gets the same share of the playouts */
    /* NULL or, in a game won together, where to say how likely it would be won if it ended as it stands
     * before the move, 0 to 1; left as it is by a bot that cannot tell. */
    double *won_now;
    /* NULL in play; a match that measures may give a search the true state. */
    const struct zk_state *truth;
};

static inline bool zk_bot_stops(const struct zk_bot_turn *turn) {
    return turn->stop && atomic_load_explicit(turn->stop, memory_order_relaxed);
}

/* How long a move takes, so that who measures knows how many to ask for. */
enum zk_bot_pace {
    ZK_PACE_BUDGET, /* as long as the budget says */
    ZK_PACE_QUICK,  /* no time to speak of */
    ZK_PACE_SLOW,   /* long, whatever the budget says */
};

/* A bot: how a game is played by some name. The same function plays by several names, and with other
 * manners that somebody makes up while the program runs. */
struct zk_bot {
    const char *name; /* "greedy": in records and on the command line */
    const char
        *meaning; /* what is particular about it in this game, one line, English; or NULL */
    /* The sentences with which it says why; ended by a NULL key. One table a game, named by each of
     * its bots that gives reasons; NULL for one that gives none and leaves `why` as it is. */
    const struct zk_phrase *reasons;
    /* One of the moves. */
    zk_move (*choose)(const struct zk_bot *self, const struct zk_bot_turn *turn);
    const void *manner; /* what `choose` goes by, laid out as it says; or NULL */

    /* What it remembers: so many bytes, aligned to 8, at most ZK_BOT_MEMORY_MAX, without pointers.
     * They are zero before the first move; `observe` sees every move after it was made, the seat's own
     * included. A bot that can do with the view leaves both 0. */
    size_t memory_size;
    void (*observe)(void *memory, const struct zk_bot_event *event);

    bool searches; /* by search.h, which can be given the true state */
    enum zk_bot_pace pace;
};

/* The names, and what to expect of a bot that has one, in any game: from the weakest to the strongest,
 * ended by a NULL name. A game has bots of some of these names. */
struct zk_bot_name {
    const char *name, *meaning; /* one line, English */
};
extern const struct zk_bot_name zk_bot_names[];
/* One of them, or NULL. */
const struct zk_bot_name *zk_bots_named(const char *name, size_t size);

/* Who plays this game by that name, or NULL: a bot that the game brings (rows.h), or else one of those
 * that every game has (shared.c). */
const struct zk_bot *zk_bots_of(const struct zk_game *game, const char *name);
const struct zk_bot *zk_bots_find(const struct zk_game *game, const char *name, size_t size);
/* The strongest that plays this game. */
const struct zk_bot *zk_bots_best(const struct zk_game *game);
/* The one that plays unless another is asked for: neither weak nor slow. */
const struct zk_bot *zk_bots_usual(const struct zk_game *game);

/* The sentences with which bots of this game say why; ended by a NULL key. */
const struct zk_phrase *zk_bots_reasons(const struct zk_game *game);
/* Such a reason in English. */
void zk_bots_english(const struct zk_game *game, const struct zk_sentence *why,
                     struct zk_text *text);

/* Any legal move, in every game: the baseline. */
extern const struct zk_bot zk_bot_random;

#endif
