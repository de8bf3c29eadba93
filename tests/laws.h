/* laws.h: what must be true of every game, as functions that look at one position or one game.
 *
 * The laws are those of docs/laws.md. Every function returns true when the law holds; else it
 * leaves a sentence in `fault`. Nothing here knows a particular game. Blocks of memory are
 * allocated one by one at their exact sizes, so that AddressSanitizer sees a byte too far. */
#ifndef LAWS_H
#define LAWS_H

#include "core/game.h"

enum {
    LAWS_POOL = 64,
    LAWS_FAULT_SIZE = 1 << 14, /* with all moves of a game */
};

/* One game with one choice of options, and memory to look at its positions with. */
struct laws {
    const struct zk_game *game;
    struct zk_settings settings;
    char name[128]; /* "sketch edition=fr first=A" */
    struct zk_rules *rules;
    uint32_t seats;
    char fault[LAWS_FAULT_SIZE];

    /* The actor's moves, as laws_list left them. */
    uint32_t count;
    zk_move *move;
    uint32_t *weight;
    char (*text)[ZK_MOVE_TEXT_SIZE];

    /* Scratch. */
    zk_move *other_move;
    uint32_t *other_weight;
    struct zk_state *state[4];
    struct zk_view *view[4];
    char *wide[2];                           /* of LAWS_WIDE bytes */
    char pool[LAWS_POOL][ZK_MOVE_TEXT_SIZE]; /* moves of earlier positions */
    uint32_t pool_used;
    const char *const
        *rubbish; /* texts near the game's moves, ended by NULL; or NULL for none */
};

enum { LAWS_WIDE = 1 << 16 };

/* How moves are picked. Only UNIFORM leaves chance its weights. */
enum laws_policy {
    LAWS_UNIFORM,
    LAWS_FLAT,  /* every listed outcome and move equally likely */
    LAWS_RARE,  /* what was seldom played so far */
    LAWS_FIRST, /* mostly the first of the list */
    LAWS_LAST,  /* mostly the last */
    LAWS_POLICIES,
};
extern const char *const laws_policy_name[LAWS_POLICIES];

/* How many ways of choosing the options of a game are tried: all of them where they are few and go
 * together; else one with nothing chosen and one for every value of every option, the other options
 * drawn at random (always the same) until the game accepts them. The same by each older version of
 * the rules. */
unsigned laws_choices(const struct zk_game *game);
/* Number `choice` of them. */
void laws_open(struct laws *laws, const struct zk_game *game, unsigned choice);
/* The options named in "edition=fr first=A". */
void laws_open_named(struct laws *laws, const struct zk_game *game, const char *options);
/* The same with a card set of one's own, which must outlive it, as JSON without blanks. */
void laws_open_with_cards(struct laws *laws, const struct zk_game *game, const char *options,
                          const char *cards);
void laws_close(struct laws *laws);

/* All that a seat is told of a legal move: its notation, and what the seat alone saw. */
enum { LAWS_TOLD_SIZE = 512 };
void laws_told(struct laws *laws, const struct zk_state *state, zk_move move, int seat,
               char *data);

/* Lists the actor's moves with their texts: law 1, and the half of law 4 about legal moves. */
bool laws_list(struct laws *laws, const struct zk_state *state);
/* One of the listed moves. `seen` counts moves by their text for LAWS_RARE, or is NULL. */
enum { LAWS_SEEN = 4096 };
uint32_t laws_pick(struct laws *laws, const struct zk_state *state, enum laws_policy policy,
                   struct zk_rng *rng, uint32_t *seen);
/* Law 1: what `sample` gives is listed. */
bool laws_sample(struct laws *laws, const struct zk_state *state, struct zk_rng *rng);
/* A text that is seldom a legal move: one of the listed ones, of the pool or none, changed a little; its
 * size. */
enum { LAWS_RUBBISH_SIZE = 256 };
size_t laws_make_rubbish(struct laws *laws, struct zk_rng *rng, char *text);
/* Law 4: rubbish is refused in words and changes nothing. */
bool laws_rubbish(struct laws *laws, const struct zk_state *state, struct zk_rng *rng);
/* One text, as a move of `seat` or chance: parsed back to itself, or refused. */
bool laws_text(struct laws *laws, const struct zk_state *state, int seat, const char *text,
               size_t size);
/* Law 5, and law 3 for views. */
bool laws_views(struct laws *laws, const struct zk_state *state, struct zk_rng *rng);
/* Law 6: plays on in two worlds that a seat cannot tell apart. */
bool laws_apart(struct laws *laws, const struct zk_state *state, struct zk_rng *rng);
/* Law 6 for what moves did: it does not tell what their notation hides. */
bool laws_alike(struct laws *laws, const struct zk_state *state, struct zk_rng *rng);
/* What each move would do is what the events after it tell, as far as neither luck nor hidden things decide it. */
bool laws_foretold(struct laws *laws, const struct zk_state *state, struct zk_rng *rng);
/* Law 3: playing to the end is the same by `playout`, and by `sample` and `apply`. */
bool laws_playout(struct laws *laws, const struct zk_state *state, struct zk_rng *rng);
/* Makes a move: laws 2 and 3. The states hold the same bytes and still do. */
bool laws_apply(struct laws *laws, struct zk_state *state, struct zk_state *twin,
                zk_move move);

/* Game number `number` of a seed from start to end under laws 1 to 6. Returns false after writing
 * to stderr how to see it again. */
bool laws_game(struct laws *laws, uint64_t seed, uint64_t number, enum laws_policy policy,
               uint32_t *seen);

/* Fills `fault` and returns false. */
__attribute__((format(printf, 2, 3))) bool laws_fault(struct laws *laws, const char *format,
                                                      ...);

/* The upper end of what chi-squared with so many degrees of freedom reaches by accident once in
 * about ten million times. */
double laws_chi_limit(unsigned freedom);
/* Whether things that have these shares were observed so often by accident. Those expected less
 * than ten times are counted together. */
bool laws_plausible(const uint32_t *observed, const double *share, uint32_t count,
                    uint32_t total);

#endif
