/* game.h: what a game is, for everybody who plays, watches, stores or studies one.
 *
 * A game is a table of functions over three plain blocks of memory, all owned by the caller:
 *
 *   rules  options and card set, built once by `prepare`, then read only and shared
 *   state  the whole truth of one position; its layout is private to the game's file
 *   view   what one seat may know with a perfect memory; its layout is public (sketch.h ...)
 *
 * None holds a pointer and every unused byte is zero: a copy is a memcpy, equality a memcmp.
 * Games do no I/O, read no clock, allocate nothing, keep no variables and use integers only, so
 * the same state and move give the same bytes on every machine.
 *
 * Luck is a move: when the actor is ZK_CHANCE the game lists the outcomes with integer weights,
 * and somebody else picks. What no one has seen has not been decided (decks are counts).
 *
 * docs/game-interface.md goes through the slots one by one; games/null/null.c is the smallest game. */
#ifndef ZK_GAME_H
#define ZK_GAME_H

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rng.h"
#include "text.h"

struct zk_json_out; /* json.h */

enum {
    ZK_SEATS_MAX = 4,
    ZK_OPTIONS_MAX = 12,
    ZK_OPTION_VALUE_SIZE = 24,   /* longest value and its NUL */
    ZK_MOVE_TEXT_SIZE = 64,      /* longest move in notation and its NUL */
    ZK_EFFECT_SIZE = 512,        /* longest effect of a move and its NUL */
    ZK_LISTED_SIZE = 192,        /* a legal move in a list: notation and effect, as JSON */
    ZK_WRITTEN_SIZE = 24 * 1024, /* longest view as JSON */
    ZK_SENTENCE_ARGS_MAX = 4,
    ZK_SENTENCE_ARG_SIZE = 48,
    ZK_RULES_MAX = 128, /* numbered rules of one game */
    ZK_RANKS_MAX = 8,
    ZK_MOVES_MAX = 4096, /* no game has a larger moves_max */
    ZK_CARDS_MAX = 128,  /* numbers of cards (card_of) are below this */
    ZK_ALIGNMENT = 8,    /* of rules, state and view */
    ZK_PIECES_MAX = 8,   /* kinds of them (piece) */
    ZK_RULES_SIZE_MAX = 16384,
    ZK_STATE_SIZE_MAX = 512,
    ZK_VIEW_SIZE_MAX = 1024,
    ZK_CARDS_SIZE = 24 * 1024, /* longest card set as JSON without blanks, and its NUL */
};

/* The three blocks, with room for any game. A game's own structs lie at the front of them, and
 * what the caller copies and compares is rules_size, state_size or view_size bytes; memory of so
 * many bytes, aligned to ZK_ALIGNMENT, is enough. They are types of their own so that one cannot
 * be handed over for another; -fno-strict-aliasing makes it sound to look into one as a game's
 * own struct. */
struct zk_rules {
    alignas(ZK_ALIGNMENT) unsigned char bytes[ZK_RULES_SIZE_MAX];
};
struct zk_state {
    alignas(ZK_ALIGNMENT) unsigned char bytes[ZK_STATE_SIZE_MAX];
};
struct zk_view {
    alignas(ZK_ALIGNMENT) unsigned char bytes[ZK_VIEW_SIZE_MAX];
};

/* Does not compile when a game's own struct does not fit its block. */
#define ZK_FITS(type, block)                                                                  \
    static_assert(sizeof(type) <= sizeof(block) && alignof(type) <= ZK_ALIGNMENT,             \
                  #type " does not fit " #block)

/* A move is a number whose meaning is the game's own. It is legal or not in a given state only.
 * The top four bits tell who makes it: 0 is the actor, seat + 1 a seat out of turn. */
typedef uint32_t zk_move;

/* Who acts: a seat from 0, or one of these. */
enum { ZK_CHANCE = -1, ZK_OVER = -2 };

/* For whom something is shown: a seat from 0, or one of these. */
enum { ZK_SPECTATOR = -3, ZK_EVERYTHING = -4 };

/* Who makes a move when `actor` is to act. */
static inline int zk_mover(int actor, zk_move move) {
    return move >> 28 ? (int)(move >> 28) - 1 : actor;
}

/* Why something was refused: a key that names a sentence, the number of the rule that forbids
 * it, and the sentence's arguments. Translated where it is shown; zk_sentence_english gives the
 * English. Nothing else has changed when a refusal comes back. */
struct zk_sentence {
    const char *key;  /* "sketch.end.must_play"; a constant */
    const char *rule; /* "S10", or "" when no numbered rule is concerned; a constant */
    unsigned args_count;
    char arg[ZK_SENTENCE_ARGS_MAX][ZK_SENTENCE_ARG_SIZE];
};

/* The English of a key. {0} to {3} stand for the arguments. */
struct zk_phrase {
    const char *key, *english;
};

/* One option of a game. The first of `values` is the default; a NULL ends them. Without any the
 * value is free text that `prepare` looks at, and the default is "". */
struct zk_option {
    const char *name;
    const char *const *values;
    const char *meaning; /* one line, English */
};

/* A value of an option that is not offered beside a value of another one: `prepare` refuses it there, or
 * it would mean nothing there. */
struct zk_apart {
    const char *option, *value, *other, *beside;
};

/* The options chosen for a game, in the order of its `options`; "" is the default. A card set that
 * is not built in comes along as JSON without blanks; its memory is the caller's and lives as
 * long as the settings do. */
struct zk_settings {
    uint32_t rules_version; /* by which the game is played; 0 is the newest */
    char value[ZK_OPTIONS_MAX][ZK_OPTION_VALUE_SIZE];
    const char *cards; /* or NULL */
    size_t cards_size;
};

/* How a game ended. `winners` has a bit for each winning seat; several share a win, none is
 * everybody's loss, and all with `drawn` is a draw. */
struct zk_result {
    uint32_t winners;
    bool drawn;
    int32_t points[ZK_SEATS_MAX];
    const char *rank; /* in games that have ranks, one of them, else NULL; a constant */
    const char *end;  /* the number of the rule that ended it; a constant */
};

/* A command line and what it is good for. */
struct zk_example {
    const char *arguments, *meaning; /* English; the arguments follow `zashiki play ID` */
};

/* What a game tells people about itself, beside its rules page, docs/rules/ID.md. */
struct zk_about {
    const char *introduction;          /* how to play it, in about four lines of English */
    const struct zk_example *examples; /* ended by NULL arguments; or NULL */
    /* In a cooperative game that has them: the ranks of its results, from the worst to the best,
     * ended by NULL, at most ZK_RANKS_MAX. */
    const char *const *ranks;
};

struct zk_game {
    /* Facts. */
    const char *id;   /* "sketch": in records and on the command line */
    const char *name; /* "Yokai Sketch" */
    uint32_t
        rules_version; /* the newest; `prepare` takes every one from 1 on (docs/versions.md) */
    uint32_t seats_min, seats_max;
    bool together;       /* the seats win or lose as one */
    const char *silence; /* the rule by which players say nothing while they play, or NULL */
    size_t rules_size, state_size, view_size;
    uint32_t moves_max;              /* no position has more moves or outcomes */
    uint32_t length_max;             /* no game has more moves, chance's included */
    const struct zk_option *options; /* ended by a NULL name */
    /* What of them does not go together, ended by a NULL option; NULL where all do. Whatever it does not
     * name `prepare` accepts. No option yields to itself, be it by way of others. */
    const struct zk_apart *apart;
    /* The option that names a card set, or NULL. Records always have it, and a name that is not
     * among its values is that of a set which the settings carry; `prepare` sees to that. */
    const char *cards_option;
    const struct zk_phrase
        *phrases;                /* sentences of this game's refusals; ended by a NULL key */
    const char *const *rule_ids; /* "S1" ...; ended by NULL, at most ZK_RULES_MAX */
    const struct zk_about *about;

    /* Builds the rules from settings that name known values only (zk_settings_set sees to
     * that). Returns false and fills the refusal when they do not go together. */
    bool (*prepare)(struct zk_rules *rules, const struct zk_settings *settings,
                    struct zk_sentence *refusal);
    /* How many seats these rules have. NULL: seats_max. */
    uint32_t (*seats)(const struct zk_rules *rules);
    /* The position before the first move. */
    void (*start)(const struct zk_rules *rules, struct zk_state *state);

    /* A seat, ZK_CHANCE or ZK_OVER. */
    int (*actor)(const struct zk_rules *rules, const struct zk_state *state);
    /* Every legal move of `seat` into out, which has room for moves_max, in a fixed order;
     * returns how many. ZK_CHANCE asks for the outcomes and fills weights (never 0), which is
     * otherwise not touched and may be NULL. A seat that is not the actor gets what it may do
     * out of turn. Nothing beyond the count is written. */
    uint32_t (*moves)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                      zk_move *out, uint32_t *weights);
    /* One of the actor's legal moves uniformly, or one outcome by weight. Where other seats could
     * act out of turn, one time in eight a move of theirs instead, uniformly. Not when over.
     * NULL: from the lists of moves. */
    zk_move (*sample)(const struct zk_rules *rules, const struct zk_state *state,
                      struct zk_rng *rng);
    /* The card that an outcome of chance draws: a number of the game's own below ZK_CARDS_MAX, the
     * same whatever is done with the card, and another one in another deck. A seat or a shape is
     * a card here, too. Outcomes of one position draw different cards of one deck. NULL: the
     * lowest seven bits of the outcome. */
    uint32_t (*card_of)(const struct zk_rules *rules, const struct zk_state *state,
                        zk_move outcome);
    /* Makes a legal move. */
    void (*apply)(const struct zk_rules *rules, struct zk_state *state, zk_move move);
    /* Makes a legal move and adds to counts[i] how often rule_ids[i] took effect in it: in what
     * it did, and in what it kept from being legal. A game writes one function behind both. */
    void (*witness)(const struct zk_rules *rules, struct zk_state *state, zk_move move,
                    uint64_t *counts);
    /* Plays random moves to the end, the same that sample and apply would, and returns how
     * many of them seats made. NULL: by sample and apply. */
    uint32_t (*playout)(const struct zk_rules *rules, struct zk_state *state,
                        struct zk_rng *rng);
    /* A piece of `playout`: goes on by a few moves, not when over, and returns how many of them seats
     * made. Where many games are played side by side, as on a GPU (src/gpu), each goes on by a piece in
     * turn, and a piece is such that they differ little from each other. NULL: one move. */
    uint32_t (*play_on)(const struct zk_rules *rules, struct zk_state *state,
                        struct zk_rng *rng);
    /* Which kind of piece comes next, below ZK_PIECES_MAX: pieces of one kind have much in common. NULL: all have. */
    unsigned (*piece)(const struct zk_rules *rules, const struct zk_state *state);
    /* How many bytes at the front of a state that `start` made are looked at by play_on, piece, actor and result,
     * while nothing else goes on with it; a multiple of 8. 0: all. */
    size_t played_size;

    /* The points as they stand, one for each seat; false when the game shows none. When it is over
     * they are those of the result. */
    bool (*points)(const struct zk_rules *rules, const struct zk_state *state,
                   int32_t *points);
    /* In a cooperative game: the most points that the team can make by these rules, 1 or more, so that
     * who plays knows what a point is worth. NULL: winning is all that counts. */
    uint32_t (*points_most)(const struct zk_rules *rules);
    /* How it ended. Only when over. */
    void (*result)(const struct zk_rules *rules, const struct zk_state *state,
                   struct zk_result *result);
    /* The invariant that is broken, in words for programmers, or NULL. */
    const char *(*check)(const struct zk_rules *rules, const struct zk_state *state);

    /* What a seat, ZK_SPECTATOR or ZK_EVERYTHING knows. */
    void (*view)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                 struct zk_view *view);
    /* A state that a seat's view cannot tell from the true one, uniform over all of them with
     * copies of a card counted apart. Only for the view of a seat. */
    void (*resample)(const struct zk_rules *rules, const struct zk_view *view,
                     struct zk_rng *rng, struct zk_state *state);

    /* A legal move in notation as `seat` is told of it: what the seat may not know is "?". */
    void (*print_move)(const struct zk_rules *rules, const struct zk_state *state,
                       zk_move move, int seat, struct zk_text *text);
    /* What a legal move shows to `seat` alone, beyond its notation; nothing for the others. NULL in
     * games where no move does that. */
    void (*saw)(const struct zk_rules *rules, const struct zk_state *state, zk_move move,
                int seat, struct zk_text *text);
    /* Whether the move that led from one state to the other opened to everybody what its maker could not
     * know: sealed bids. NULL in games where no seat's move does that. */
    bool (*opened)(const struct zk_state *before, const struct zk_state *after);
    /* The legal move of `seat` (or ZK_CHANCE) that this notation means; false when it is none.
     * NULL: the one that is printed so. */
    bool (*parse_move)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                       const char *text, size_t size, zk_move *move);
    /* Why a text that parse_move refuses is not a legal move of this seat. */
    void (*explain)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    const char *text, size_t size, struct zk_sentence *refusal);

    /* What a move does, as one JSON object; false, and nothing is written, when there is nothing to say. It is
     * given views of one seat (or of ZK_SPECTATOR, ZK_EVERYTHING) and nothing else: `before`, in which somebody makes
     * the move, and `after`; or NULL for `after` where the view's own seat only thinks of the move. Then every member is
     * as certain as the rules: the events up to the next decision tell the same, member by member, but where the value
     * is "?", which luck or hidden things decide. At most ZK_EFFECT_SIZE bytes; without `after` it fits with the
     * notation into ZK_LISTED_SIZE. NULL: no move says anything. */
    bool (*write_effect)(const struct zk_rules *rules, const struct zk_view *before,
                         zk_move move, const struct zk_view *after, struct zk_json_out *out);
    /* What a front end must know to show the game and is the same in all of its views (letters, shapes, names),
     * as one JSON object. NULL: nothing. */
    void (*write_facts)(struct zk_json_out *out);
    /* A view as one JSON object, and as a plain-text board: with `memory` all that the seat could
     * know, else without what it would have to remember or to work out. NULL for the latter: the
     * lines of the former. */
    void (*write_view)(const struct zk_rules *rules, const struct zk_view *view,
                       struct zk_json_out *out);
    void (*print_view)(const struct zk_rules *rules, const struct zk_view *view, bool memory,
                       struct zk_text *text);
};

/* ---- Slots that may be NULL are called by these. ---- */

zk_move zk_sample_listed(const struct zk_game *game, const struct zk_rules *rules,
                         const struct zk_state *state, struct zk_rng *rng);
uint32_t zk_playout_step_by_step(const struct zk_game *game, const struct zk_rules *rules,
                                 struct zk_state *state, struct zk_rng *rng);
bool zk_parse_listed(const struct zk_game *game, const struct zk_rules *rules,
                     const struct zk_state *state, int seat, const char *text, size_t size,
                     zk_move *move);
void zk_print_written(const struct zk_game *game, const struct zk_rules *rules,
                      const struct zk_view *view, struct zk_text *text);

static inline uint32_t zk_seats(const struct zk_game *game, const struct zk_rules *rules) {
    return game->seats ? game->seats(rules) : game->seats_max;
}
static inline zk_move zk_sample(const struct zk_game *game, const struct zk_rules *rules,
                                const struct zk_state *state, struct zk_rng *rng) {
    return game->sample ? game->sample(rules, state, rng)
                        : zk_sample_listed(game, rules, state, rng);
}
static inline uint32_t zk_card_of(const struct zk_game *game, const struct zk_rules *rules,
                                  const struct zk_state *state, zk_move outcome) {
    return game->card_of ? game->card_of(rules, state, outcome) : outcome % ZK_CARDS_MAX;
}
static inline uint32_t zk_playout(const struct zk_game *game, const struct zk_rules *rules,
                                  struct zk_state *state, struct zk_rng *rng) {
    return game->playout ? game->playout(rules, state, rng)
                         : zk_playout_step_by_step(game, rules, state, rng);
}
static inline bool zk_parse_move(const struct zk_game *game, const struct zk_rules *rules,
                                 const struct zk_state *state, int seat, const char *text,
                                 size_t size, zk_move *move) {
    return game->parse_move ? game->parse_move(rules, state, seat, text, size, move)
                            : zk_parse_listed(game, rules, state, seat, text, size, move);
}
static inline void zk_print_view(const struct zk_game *game, const struct zk_rules *rules,
                                 const struct zk_view *view, bool memory,
                                 struct zk_text *text) {
    if (game->print_view)
        game->print_view(rules, view, memory, text);
    else
        zk_print_written(game, rules, view, text);
}

/* ---- Settings ---- */

/* Chooses the version of the rules; the newest is stored as 0. False with a refusal when there is no
 * such version of the game. */
bool zk_settings_set_rules(const struct zk_game *game, struct zk_settings *settings,
                           int64_t version, struct zk_sentence *refusal);
/* The version of the rules that was chosen. */
uint32_t zk_settings_rules(const struct zk_game *game, const struct zk_settings *settings);

/* Puts a value into the settings; false with a refusal when the game has no such option or the
 * option no such value. The default is stored as "". */
bool zk_settings_set(const struct zk_game *game, struct zk_settings *settings,
                     const char *name, size_t name_size, const char *value, size_t value_size,
                     struct zk_sentence *refusal);
/* Lets the settings carry a card set: `json`, which was read and is right, goes without its blanks
 * into memory of ZK_CARDS_SIZE. False with a refusal when it is longer. */
bool zk_settings_carry(struct zk_settings *settings, char *memory, const char *json,
                       size_t size, struct zk_sentence *refusal);
/* Whether two settings ask for the same, the text of a card set included. */
bool zk_settings_same(const struct zk_settings *a, const struct zk_settings *b);
/* The options that were chosen, with blanks between: "edition=fr first=B"; nothing without any. */
void zk_settings_put(const struct zk_game *game, const struct zk_settings *settings,
                     struct zk_text *text);
/* The value in force of option number `index`. */
const char *zk_settings_get(const struct zk_game *game, const struct zk_settings *settings,
                            unsigned index);

/* ---- Sentences ---- */

/* Begins a sentence, such as a bot's reason; a refusal has the number of its rule, or "". Arguments are added one by
 * one and cut, on a character's border, at ZK_SENTENCE_ARG_SIZE. key and rule must be constants. */
void zk_say(struct zk_sentence *sentence, const char *key);
void zk_refuse(struct zk_sentence *refusal, const char *rule, const char *key);
void zk_sentence_arg(struct zk_sentence *sentence, const char *arg, size_t size);
/* The refusal in English from these phrases, with its rule in brackets; false when its key is not
 * among them. */
bool zk_phrase_put(const struct zk_phrase *phrases, const struct zk_sentence *refusal,
                   struct zk_text *text);
/* The same from the game's phrases or core's own. */
void zk_sentence_english(const struct zk_game *game, const struct zk_sentence *refusal,
                         struct zk_text *text);
/* The same as one JSON object: key, rule if it has one, args. */
void zk_sentence_write(struct zk_json_out *out, const struct zk_sentence *refusal);

/* The sentences of records, options and moves of any game; ended by a NULL key. */
extern const struct zk_phrase zk_core_phrases[];

/* The game of that id in a list that ends with NULL; NULL when it is not there. */
const struct zk_game *zk_game_named(const struct zk_game *const *games, const char *id,
                                    size_t size);
/* "A" to "D" for seats, "chance", "over". */
const char *zk_actor_name(int actor);
/* The reverse for seats and chance; false when it names neither. */
bool zk_actor_parse(const char *text, size_t size, int *actor);

#endif
