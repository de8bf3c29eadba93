/* batch.h: many games at once, into arrays that the caller owns.
 *
 * A batch holds N games of one kind (slots), each at a decision or over. A step makes one decision in each
 * and fills the arrays for the next. Game k of slot i is the stream i + k·N of the seed, the same for any
 * number of threads. docs/batch.md explains arrays and resets; slot.h is what happens in a slot.
 *
 * A batch allocates when it is made and never after. It has threads of its own; a call returns when they
 * are done. Different batches may be used by different threads at the same time, one batch by one.
 *
 * What is wrong with a call is written as an English sentence; then nothing has changed. */
#ifndef ZK_BATCH_H
#define ZK_BATCH_H

#include "slot.h"

enum {
    ZK_BATCH_THREADS_MAX = 256,
    ZK_BATCH_REFUSAL_SIZE = 256, /* longest sentence and its NUL */
};

struct zk_batch_options {
    const struct zk_encoder *encoder; /* NULL is refused: the game has none */
    const struct zk_rules *rules;     /* copied */
    uint32_t count;                   /* N, 1 or more */
    uint32_t threads;                 /* that work on a step, the caller's included; 0 is 1 */
    uint64_t seed;
    enum zk_observed observed;
    bool all_seats; /* observations of every seat, not of the seat that decides alone */
    /* Without: a game that is over stays so, whatever its action, until zk_batch_next. With: the next game
     * has begun when the step that ends one returns; what its end was is in the final arrays. */
    bool automatic_reset;
    bool dense; /* actions are dense ids, not places in the list */
    bool out_of_turn;
    enum zk_reward reward;
    uint32_t limit; /* decisions after which a game is cut off; 0: never */
    uint32_t
        kept_mean; /* moves that are kept a slot, on average; 0: 128. Longer lists are made twice. */
};

/* Arrays of the caller, row by row; one that is NULL is not wanted. S is how many seats the rules have, O the
 * size of an observation, A the encoder's dense_count, M the moves of all lists together. */
struct zk_batch_arrays {
    /* The positions now. */
    uint8_t *observation; /* [N, O]: of the actor, zeros when over; with all_seats [N, S, O] */
    int8_t *actor;        /* [N]: a seat, or ZK_OVER */
    uint32_t *legal_at;   /* [N + 1]: the list of slot i is legal_at[i] .. legal_at[i + 1] */
    uint32_t *legal;      /* [M]: moves */
    uint8_t *feature;     /* [M, ZK_FEATURES] */
    uint64_t legal_room;  /* moves that `legal` and `feature` have room for */
    int8_t *mask;         /* [N, A]: 1 where the dense id is legal, else 0; A may be 0 */
    uint64_t *stream;     /* [N]: the game's number */
    /* What the step did; left alone by zk_batch_look. */
    float *reward;       /* [N, S] */
    uint8_t *terminated; /* [N]: 0 or 1; the game is over */
    uint8_t *truncated;  /* [N]: 0 or 1; it was cut off at the limit */
    /* Written only where a game ended or was cut off in this step. */
    int32_t *final_points;      /* [N, S]: those of the result, or as they stood */
    uint8_t *final_observation; /* [N, S, O] */
};

struct zk_batch;

enum zk_batch_step {
    ZK_BATCH_REFUSED, /* nothing has changed, in the arrays neither */
    ZK_BATCH_MADE,
    /* The step is made and all is written but for `legal` and `feature`, which have less room than
     * zk_batch_moves; give more and look. */
    ZK_BATCH_NARROW,
};

/* A batch with every slot at its first game; look to see them. NULL with a sentence when the options do not
 * go together, or there is no memory or thread. `refusal` has room for ZK_BATCH_REFUSAL_SIZE, here and
 * below. */
struct zk_batch *zk_batch_new(const struct zk_batch_options *options, char *refusal);
void zk_batch_free(struct zk_batch *batch); /* NULL is fine */

/* Sizes for the arrays. */
uint32_t zk_batch_count(const struct zk_batch *batch);
uint32_t zk_batch_seats(const struct zk_batch *batch);
uint32_t zk_batch_observation_size(const struct zk_batch *batch);
uint32_t zk_batch_dense_count(const struct zk_batch *batch);
/* M of the positions now. */
uint64_t zk_batch_moves(const struct zk_batch *batch);

/* Makes action[i] in every slot: a place in its list, or a dense id. In a slot whose game is over it is not looked
 * at. An action that is not one of the slot's moves refuses the step and names the slot. */
enum zk_batch_step zk_batch_step(struct zk_batch *batch, const int32_t *action,
                                 const struct zk_batch_arrays *arrays, char *refusal);
/* Fills the arrays of the positions now. MADE or NARROW. */
enum zk_batch_step zk_batch_look(struct zk_batch *batch, const struct zk_batch_arrays *arrays);

/* Begins the next game in the slots where which[i] is not 0, whether theirs is over or not; NULL: in all. */
void zk_batch_next(struct zk_batch *batch, const uint8_t *which);
/* Begins anew with this seed: every slot at its first game. */
void zk_batch_restart(struct zk_batch *batch, uint64_t seed);

/* ---- For search ---- */

/* Positions apart from their luck. What is NULL is not saved, or left as it is. */
struct zk_batch_saved {
    uint8_t *state;      /* [N, state_size] of the game; holds no luck */
    uint64_t *generator; /* [N]: the luck to come */
    uint64_t *stream;    /* [N] */
    uint32_t *decisions; /* [N]: made so far, for the limit */
};
void zk_batch_save(struct zk_batch *batch, const struct zk_batch_saved *saved);
/* False with a sentence that names the slot when a state is none of the game; then nothing has changed.
 * Who declined to act out of turn is asked again. */
bool zk_batch_load(struct zk_batch *batch, const struct zk_batch_saved *saved, char *refusal);

/* The following look at `count` positions: `states` of state_size bytes each, or with NULL those of the slots, in which
 * case count is N. They change no slot. Randomness for number i comes from the stream i of `seed`; take another
 * seed for each call. Who looks is seat[i], or the actor where `seat` is NULL; an over game has none. */

/* What a seat knows: view_size bytes each. */
bool zk_batch_view(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                   const int8_t *seat, uint8_t *views, char *refusal);
/* The same as observations of one kind, O bytes each. */
bool zk_batch_observe(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                      const int8_t *seat, enum zk_observed kind, uint8_t *observations,
                      char *refusal);
/* States that the seat cannot tell from these, drawn uniformly, into out. */
bool zk_batch_resample(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                       const int8_t *seat, uint64_t seed, uint8_t *out, char *refusal);
/* Plays each to its end at random, `times` times, by zk_playout: the rewards of the last position (by the batch's
 * zk_reward; the points are the final ones), added up, [count, S]; and the decisions made, added up, [count]. Playout t
 * of number i takes stream i + t·count. Either may be NULL. */
bool zk_batch_playout(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                      uint32_t times, uint64_t seed, float *reward, uint64_t *decisions,
                      char *refusal);

#endif
