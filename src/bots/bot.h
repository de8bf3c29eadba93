/* bot.h: who plays a seat when no person does.
 *
 * A bot is given what its seat may know and nothing else: the seat's view, what the seat was told
 * of each move, and its legal moves. It allocates nothing, reads no clock of its own, and keeps what
 * it wants to remember in memory of the caller's; luck comes from the generator it is lent. So the same
 * events, seed and playouts give the same move on every machine. (Real numbers, where a bot needs
 * them: + - * / and square roots alone, never contracted, each rounded to its own type.)
 *
 * seated.h puts a bot into a seat. */
#ifndef ZK_BOT_H
#define ZK_BOT_H

#include <float.h>

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
};

/* A decision to be made. There is at least one move. */
struct zk_bot_turn {
    const struct zk_game *game;
    const struct zk_rules *rules;
    const struct zk_view *view; /* of `seat`, laid out as the game's header says */
    int seat;
    const zk_move *moves; /* the legal ones, or those of them that are to be compared */
    uint32_t moves_count;
    const void *memory;             /* as `observe` left it */
    const struct zk_budget *budget; /* or NULL */
    struct zk_rng *rng;
    struct zk_sentence *why;     /* NULL, or where to say why: a key of the game's phrases */
    struct zk_opinion *opinions; /* NULL, or one for each move, all zero, to be filled in */
    bool evenly;                 /* no move is to be looked into more than another */
    const struct zk_state
        *truth; /* NULL in play; a measuring match may lend a search the true state */
};

struct zk_bot {
    const char *name;    /* "greedy": in records and on the command line */
    const char *meaning; /* one line, English */
    /* Whether it knows this game. */
    bool (*knows)(const struct zk_game *game);

    /* What it remembers: memory_size(game) bytes, aligned to 8, at most ZK_BOT_MEMORY_MAX, without
     * pointers. They are zero before the first move; `observe` sees every move after it was made, the
     * seat's own included. A bot that can do with the view leaves both NULL. */
    size_t (*memory_size)(const struct zk_game *game);
    void (*observe)(void *memory, const struct zk_bot_event *event);

    /* One of the moves. A bot that has no reason to give leaves `why` as it is. */
    zk_move (*choose)(const struct zk_bot_turn *turn);
};

/* Every bot, from the weakest to the strongest, ended by NULL. */
extern const struct zk_bot *const zk_bots[];
extern const struct zk_bot zk_bot_random, zk_bot_plain, zk_bot_greedy, zk_bot_easy,
    zk_bot_normal, zk_bot_strong, zk_bot_cipher;

/* The bot of that name, or NULL. */
const struct zk_bot *zk_bots_find(const char *name, size_t size);
/* Whether it finds its moves in this game by search.h, which can be lent the truth. */
bool zk_bots_search(const struct zk_bot *bot, const struct zk_game *game);
/* The strongest that knows this game. */
const struct zk_bot *zk_bots_best(const struct zk_game *game);

#endif
