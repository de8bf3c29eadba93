/* zashiki.h: Zashiki's games as a library: rules, states, moves, views, records, bots, batches.
 *
 *     struct zk_ruleset *rules = zk_ruleset_new("sketch", "edition=fr", NULL, why, sizeof why);
 *     unsigned char state[512];                       (at least zk_state_size(rules))
 *     zk_state_start(rules, state);
 *     while (zk_state_actor(rules, state) != ZK_OVER) ... zk_state_apply(rules, state, move);
 *
 * A state is the whole truth of one position as plain bytes of the caller's, which hold no pointer and no
 * luck: copy them with memcpy, compare them with memcmp, keep them in a file. So is a view, which is what one
 * seat may know with a perfect memory. A move is a number that means something in a given state only. Luck
 * is a move, too: when the actor is ZK_CHANCE, the moves are its outcomes and have weights.
 *
 * States, views and moves that a function is given must be those of the same rules. What comes from outside
 * is looked at first: zk_state_check, zk_move_parse, zk_state_apply, zk_records_next. Everything else
 * that is wrong with a call ends the program with a failed assertion, as it is a mistake in it.
 *
 * The library keeps no variables. Rules may be used by many threads at once; a player, a pass over records or a batch
 * by one at a time. It writes to no file, reads no clock and no environment. The same rules, moves and seeds
 * give the same bytes on every machine.
 *
 * Functions that write text return its length and work like snprintf: what does not fit `size` is left out,
 * and with a `size` of 0 the memory may be NULL. Where something is refused `why` gets an English sentence in
 * the same way, and nothing else has changed.
 *
 * What is declared here stays: names are added, never taken away or changed (docs/library.md). */
#ifndef ZASHIKI_H
#define ZASHIKI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZK_API __attribute__((visibility("default")))

#ifndef ZK_GAME_H /* the engine's own header has the same */
typedef uint32_t zk_move;

/* Who acts: a seat from 0, or one of these. */
enum { ZK_CHANCE = -1, ZK_OVER = -2 };
/* For whom something is shown: a seat from 0, or one of these. */
enum { ZK_SPECTATOR = -3, ZK_EVERYTHING = -4 };

enum { ZK_SEATS_MAX = 4 };
#endif

/* ---- Games ---- */

/* "1.0.0". */
ZK_API const char *zk_version(void);
/* The name of game number `index` from 0, or NULL after the last. */
ZK_API const char *zk_game_at(unsigned index);
/* What the game is, as a JSON object: name, seats, options with their values, bots. 0 when there is no
 * such game. */
ZK_API size_t zk_game_about(const char *game, char *json, size_t size);

/* A game with its options chosen. */
struct zk_ruleset;

/* `options` is NULL or "name=value" with blanks between; "rules=1" is played by the first version of the
 * rules. `cards` is NULL, or the JSON of a card set whose name the options say. */
ZK_API struct zk_ruleset *zk_ruleset_new(const char *game, const char *options,
                                         const char *cards, char *why, size_t why_size);
ZK_API struct zk_ruleset *
zk_ruleset_copy(const struct zk_ruleset *rules);       /* NULL: no memory */
ZK_API void zk_ruleset_free(struct zk_ruleset *rules); /* NULL is fine */

ZK_API const char *zk_ruleset_game(const struct zk_ruleset *rules);
/* The options that are not the usual, as zk_ruleset_new takes them. */
ZK_API size_t zk_ruleset_options(const struct zk_ruleset *rules, char *text, size_t size);
ZK_API unsigned zk_ruleset_seats(const struct zk_ruleset *rules);
/* Whether the seats win or lose as one. */
ZK_API bool zk_ruleset_together(const struct zk_ruleset *rules);
/* No position has more moves, no game more moves in all, chance's included. */
ZK_API uint32_t zk_ruleset_moves_max(const struct zk_ruleset *rules);
ZK_API uint32_t zk_ruleset_length_max(const struct zk_ruleset *rules);

/* ---- Random numbers: a generator is 64 bits; copy it to repeat what follows. ---- */

/* The generator at the start of stream number `stream` of a seed. */
ZK_API uint64_t zk_random(uint64_t seed, uint64_t stream);
/* The next number below `below`, which is 1 or more. */
ZK_API uint32_t zk_random_below(uint64_t *generator, uint32_t below);

/* ---- States ---- */

ZK_API size_t zk_state_size(const struct zk_ruleset *rules);
/* The position before the first move. */
ZK_API void zk_state_start(const struct zk_ruleset *rules, void *state);
/* NULL when nothing is wrong with the bytes as a state of the game, or an English sentence that says what is. Not every
 * change is found: take states from those you trust. */
ZK_API const char *zk_state_check(const struct zk_ruleset *rules, const void *state);
/* A seat, ZK_CHANCE or ZK_OVER. */
ZK_API int zk_state_actor(const struct zk_ruleset *rules, const void *state);
/* The legal moves of `seat` (or outcomes of ZK_CHANCE, with their weights), in an order that is always the
 * same; how many. A seat that is not the actor gets what it may do out of turn. `moves` has room for
 * zk_ruleset_moves_max, as has `weights`, which may be NULL. */
ZK_API uint32_t zk_state_moves(const struct zk_ruleset *rules, const void *state, int seat,
                               zk_move *moves, uint32_t *weights);
/* Makes a move; false, and nothing changes, when it is not legal. */
ZK_API bool zk_state_apply(const struct zk_ruleset *rules, void *state, zk_move move);
/* Who makes a legal move: the actor, or a seat out of turn. */
ZK_API int zk_state_mover(const struct zk_ruleset *rules, const void *state, zk_move move);
/* One of the actor's moves uniformly, or an outcome by weight. Not when over. */
ZK_API zk_move zk_state_sample(const struct zk_ruleset *rules, const void *state,
                               uint64_t *generator);
/* Plays random moves to the end; how many of them seats made. */
ZK_API uint32_t zk_state_playout(const struct zk_ruleset *rules, void *state,
                                 uint64_t *generator);
/* The points as they stand, one for each seat; false when the game shows none. */
ZK_API bool zk_state_points(const struct zk_ruleset *rules, const void *state,
                            int32_t *points);
/* Which seats have won a game that is over, a bit each; all of them in a draw, none where everybody loses. */
ZK_API uint32_t zk_state_winners(const struct zk_ruleset *rules, const void *state);
/* Its result as a JSON object: winners, points, the rule that ended it. */
ZK_API size_t zk_state_result(const struct zk_ruleset *rules, const void *state, char *json,
                              size_t size);

/* ---- Moves in notation ---- */

/* A legal move as `seat` is told of it: what the seat may not know is "?". */
ZK_API size_t zk_move_print(const struct zk_ruleset *rules, const void *state, zk_move move,
                            int seat, char *text, size_t size);
/* What it shows to `seat` alone, beyond that; "" is nothing. */
ZK_API size_t zk_move_saw(const struct zk_ruleset *rules, const void *state, zk_move move,
                          int seat, char *text, size_t size);
/* The legal move of `seat` (or ZK_CHANCE) that the text means; false with the rule that forbids it. */
ZK_API bool zk_move_parse(const struct zk_ruleset *rules, const void *state, int seat,
                          const char *text, zk_move *move, char *why, size_t why_size);

/* ---- Views ---- */

ZK_API size_t zk_view_size(const struct zk_ruleset *rules);
/* What a seat, ZK_SPECTATOR or ZK_EVERYTHING knows. */
ZK_API void zk_view_take(const struct zk_ruleset *rules, const void *state, int seat,
                         void *view);
/* A state that a seat's view cannot tell from the true one, each as likely as the others. */
ZK_API void zk_view_resample(const struct zk_ruleset *rules, const void *view,
                             uint64_t *generator, void *state);
/* A view as a JSON object, and as a board in plain text: with `memory` all that the seat could know, else
 * without what it would have to remember. */
ZK_API size_t zk_view_json(const struct zk_ruleset *rules, const void *view, char *json,
                           size_t size);
ZK_API size_t zk_view_text(const struct zk_ruleset *rules, const void *view, bool memory,
                           char *text, size_t size);

/* ---- Bots ---- */

/* A bot in a seat of one game. It is shown what its seat may know and nothing else, though it is told by the
 * truth: tell it every move before the move is made, chance's and its own included. */
struct zk_player;

/* Before the first move. `bot` is one of those that zk_game_about names. The same seed, moves and budget give
 * the same choices, whether or not they are asked why. */
ZK_API struct zk_player *zk_player_new(const struct zk_ruleset *rules, const char *bot,
                                       int seat, uint64_t seed, char *why, size_t why_size);
/* Another one that knows the same; NULL when there is no memory. */
ZK_API struct zk_player *zk_player_copy(const struct zk_player *player);
ZK_API void zk_player_free(struct zk_player *player);
/* How many playouts a bot that searches makes for a move; 0 is as many as it likes. */
ZK_API void zk_player_budget(struct zk_player *player, uint32_t playouts);
/* That `move`, which is legal, is about to be made in `state`. */
ZK_API void zk_player_tell(struct zk_player *player, const void *state, zk_move move);
/* Its move where its seat is the actor. It says why where it knows, in English; "" where it does not. */
ZK_API zk_move zk_player_choose(struct zk_player *player, const void *state, char *why,
                                size_t why_size);

/* ---- Records (docs/records.md) ---- */

/* A game from its first move on as a record, with the names of the players; the result is there when it
 * is over. Names are UTF-8. 0 when one of them is longer than 63 bytes, or one of the moves not legal. */
ZK_API size_t zk_record_write(const struct zk_ruleset *rules, const char *const *names,
                              const zk_move *moves, uint32_t count, char *text, size_t size);

/* Reads records one after the other; each is played through, and is right in every line or refused. */
struct zk_records;

enum zk_reading { ZK_READ_END, ZK_READ_RECORD, ZK_READ_WRONG };

/* The text must outlive it. NULL when there is no memory. */
ZK_API struct zk_records *zk_records_new(const char *text, size_t size);
ZK_API void zk_records_free(struct zk_records *records);
/* The next record, or what is wrong with it. */
ZK_API enum zk_reading zk_records_next(struct zk_records *records);
/* Of the record, until the next is asked for. */
ZK_API const struct zk_ruleset *zk_records_rules(const struct zk_records *records);
ZK_API const char *zk_records_name(const struct zk_records *records, unsigned seat);
ZK_API const zk_move *zk_records_moves(const struct zk_records *records, uint32_t *count);
ZK_API bool zk_records_finished(const struct zk_records *records);
/* Where the record begins or, when it is wrong, the line that is, from 1; and the reason. */
ZK_API uint64_t zk_records_line(const struct zk_records *records);
ZK_API const char *zk_records_why(const struct zk_records *records);

/* ---- Batches (docs/batch.md) ---- */

#ifndef ZK_ENCODE_H /* the engine's own headers have the same, here and below */
/* How much of a position an observation tells. */
enum zk_observed {
    ZK_OBSERVE_TABLE,  /* what a seat sees on the table and in its hand */
    ZK_OBSERVE_MEMORY, /* with all that it could remember and work out */
    ZK_OBSERVE_ALL,    /* everything, for a critic */
};

enum { ZK_FEATURES = 8 }; /* bytes that describe a move */

/* Not to do anything, where a seat is asked out of turn: a move of batches alone. */
#define ZK_PASS UINT32_MAX
#endif

/* What the bytes of an observation and of a move's features are, as a JSON object; 0 when the game has no
 * batches. */
ZK_API size_t zk_layout(const struct zk_ruleset *rules, enum zk_observed kind, char *json,
                        size_t size);

/* For one position the same that batches write for many. Bytes of an observation; what a seat observes; how many
 * dense ids there are, or 0; those of legal moves of a seat (of ZK_PASS it is 0). */
ZK_API uint32_t zk_observation_size(const struct zk_ruleset *rules, enum zk_observed kind);
ZK_API void zk_state_observe(const struct zk_ruleset *rules, const void *state, int seat,
                             enum zk_observed kind, uint8_t *observation);
ZK_API uint32_t zk_dense_count(const struct zk_ruleset *rules);
ZK_API void zk_state_dense(const struct zk_ruleset *rules, const void *state, int seat,
                           const zk_move *moves, uint32_t count, uint32_t *ids);

/* N games at once, into arrays of the caller's. Game k of slot i is the stream i + k·N of the seed, for any
 * number of threads. */
struct zk_batch;

#ifndef ZK_BATCH_H
enum { ZK_BATCH_REFUSAL_SIZE = 256 }; /* longest sentence and its NUL */

/* Row by row; one that is NULL is not wanted. S is how many seats there are, O the size of an observation, A
 * the number of dense ids, M the moves of all lists together. */
struct zk_batch_arrays {
    /* The positions now. */
    uint8_t *observation; /* [N, O]: of the actor, zeros when over; with seats=all [N, S, O] */
    int8_t *actor;        /* [N]: a seat, or ZK_OVER */
    uint32_t *legal_at;   /* [N + 1]: the list of slot i is legal_at[i] .. legal_at[i + 1] */
    uint32_t *legal;      /* [M]: moves */
    uint8_t *feature;     /* [M, ZK_FEATURES] */
    uint64_t legal_room;  /* moves that `legal` and `feature` have room for */
    int8_t *mask;         /* [N, A]: 1 where the dense id is legal, else 0 */
    uint64_t *stream;     /* [N]: the game's number */
    /* What the step did; left alone by zk_batch_look. */
    float *reward;       /* [N, S] */
    uint8_t *terminated; /* [N]: 0 or 1; the game is over */
    uint8_t *truncated;  /* [N]: 0 or 1; it was cut off at the limit */
    /* Written only where a game ended or was cut off in this step. */
    int32_t *final_points;      /* [N, S]: those of the result, or as they stood */
    uint8_t *final_observation; /* [N, S, O] */
};

/* Positions apart from their luck. What is NULL is not saved, or left as it is. */
struct zk_batch_saved {
    uint8_t *state;      /* [N, zk_state_size] */
    uint64_t *generator; /* [N]: the luck to come */
    uint64_t *stream;    /* [N] */
    uint32_t *decisions; /* [N]: made so far, for the limit */
};

enum zk_batch_step {
    ZK_BATCH_REFUSED, /* nothing has changed, in the arrays neither */
    ZK_BATCH_MADE,
    /* The step is made and all is written but for `legal` and `feature`, which have less room than
     * zk_batch_moves; give more and look. */
    ZK_BATCH_NARROW,
};
#endif

/* A batch of `count` games at their first decisions; look to see them. `options` is NULL or words with blanks
 * between, of which the first value is the usual one:
 *     threads=1 … 256     seed=0 …             limit=0 …    decisions after which a game is cut off; 0: never
 *     observe=memory|table|all                 seats=actor|all      whose observations
 *     reset=same|none     whether the next game begins in the step that ends one, or by zk_batch_next
 *     action=place|dense  whether an action is a place in the list, or a dense id
 *     reward=result|points                     out_of_turn=off|on   who could act out of turn is asked
 *     kept=128 …          moves kept for a slot, on average; longer lists are made twice
 * NULL with a sentence when they do not go together; `refusal` has room for ZK_BATCH_REFUSAL_SIZE, here and
 * below. */
ZK_API struct zk_batch *zk_batch_open(const struct zk_ruleset *rules, uint32_t count,
                                      const char *options, char *refusal);
ZK_API void zk_batch_free(struct zk_batch *batch);
/* Sizes for the arrays: N, S, O, A, and M of the positions now. */
ZK_API uint32_t zk_batch_count(const struct zk_batch *batch);
ZK_API uint32_t zk_batch_seats(const struct zk_batch *batch);
ZK_API uint32_t zk_batch_observation_size(const struct zk_batch *batch);
ZK_API uint32_t zk_batch_dense_count(const struct zk_batch *batch);
ZK_API uint64_t zk_batch_moves(const struct zk_batch *batch);

/* Makes action[i] in every slot. In a slot whose game is over it is not looked at. An action that is none of
 * the slot's moves refuses the step and names the slot. Nothing is allocated. */
ZK_API enum zk_batch_step zk_batch_step(struct zk_batch *batch, const int32_t *action,
                                        const struct zk_batch_arrays *arrays, char *refusal);
/* Fills the arrays of the positions now. */
ZK_API enum zk_batch_step zk_batch_look(struct zk_batch *batch,
                                        const struct zk_batch_arrays *arrays);
/* Begins the next game in the slots where which[i] is not 0; NULL: in all. */
ZK_API void zk_batch_next(struct zk_batch *batch, const uint8_t *which);
/* Begins anew with this seed: every slot at its first game. */
ZK_API void zk_batch_restart(struct zk_batch *batch, uint64_t seed);

ZK_API void zk_batch_save(struct zk_batch *batch, const struct zk_batch_saved *saved);
/* False with a sentence that names the slot when a state is none of the game. */
ZK_API bool zk_batch_load(struct zk_batch *batch, const struct zk_batch_saved *saved,
                          char *refusal);

/* The following look at `count` positions: `states` of zk_state_size bytes each, or with NULL those of the slots,
 * in which case count is N. They change no slot. Randomness for number i comes from the stream i of `seed`. Who
 * looks is seat[i], or the actor where `seat` is NULL; an over game has none. */

/* What a seat knows: zk_view_size bytes each. */
ZK_API bool zk_batch_view(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                          const int8_t *seat, uint8_t *views, char *refusal);
/* The same as observations of one kind. */
ZK_API bool zk_batch_observe(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                             const int8_t *seat, enum zk_observed kind, uint8_t *observations,
                             char *refusal);
/* States that the seat cannot tell from these, drawn uniformly, into out. */
ZK_API bool zk_batch_resample(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                              const int8_t *seat, uint64_t seed, uint8_t *out, char *refusal);
/* Plays each to its end at random, `times` times: the rewards at the end added up, [count, S], and the decisions
 * made, [count]; either may be NULL. Playout t of number i takes stream i + t·count. */
ZK_API bool zk_batch_playout(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                             uint32_t times, uint64_t seed, float *reward, uint64_t *decisions,
                             char *refusal);

/* ---- On a GPU (docs/gpu.md) ---- */

/* An NVIDIA GPU with a game; its driver is looked for when one is asked for. Used by one thread at a time, with the
 * batches that were made with it, before which it is not closed. The driver's current context is left as it
 * was. */
struct zk_gpu;
struct zk_gpu_batch;

#ifndef ZK_GPU_KERNEL_H
/* Of many games, added up. */
struct zk_gpu_sums {
    uint64_t decisions;            /* of seats */
    uint64_t generators;           /* the generators when their games were over, modulo 2^64 */
    uint64_t points[ZK_SEATS_MAX]; /* of the results */
    uint64_t wins[ZK_SEATS_MAX];   /* shared ones too; draws apart */
};
#endif

/* Device number `device` from 0; NULL with a sentence when there is no driver, no such device or, in this build, no
 * kernels. `refusal` has room for ZK_BATCH_REFUSAL_SIZE, here and below. */
ZK_API struct zk_gpu *zk_gpu_new(const struct zk_ruleset *rules, unsigned device,
                                 char *refusal);
ZK_API void zk_gpu_close(struct zk_gpu *gpu); /* NULL is fine */
/* "NVIDIA H200". */
ZK_API const char *zk_gpu_name(const struct zk_gpu *gpu);
/* Plays the streams first .. first + games - 1 of a seed to their ends at random. */
ZK_API bool zk_gpu_random(struct zk_gpu *gpu, uint64_t seed, uint64_t first, uint64_t games,
                          struct zk_gpu_sums *sums, char *refusal);

/* A batch by the words of zk_batch_open, in the memory of the device, its arrays written; `rules` are those that
 * the gpu was made with. `threads` and `kept` do not count; action=dense is refused. `stream` is one of the
 * driver's (CUstream) on which it works, or NULL. */
ZK_API struct zk_gpu_batch *zk_gpu_batch_open(struct zk_gpu *gpu,
                                              const struct zk_ruleset *rules, uint32_t count,
                                              const char *options, void *stream,
                                              char *refusal);
ZK_API void zk_gpu_batch_free(struct zk_gpu_batch *batch); /* NULL is fine */
/* Its arrays, in the memory of the device: read them, do not write. `mask` and `final_observation` are NULL. They stay
 * where they are but for `legal` and `feature`, which may move in a call that writes them; where they were stays memory
 * of the batch. */
ZK_API const struct zk_batch_arrays *zk_gpu_batch_arrays(const struct zk_gpu_batch *batch);
ZK_API uint64_t zk_gpu_batch_moves(const struct zk_gpu_batch *batch); /* M, S, O */
ZK_API uint32_t zk_gpu_batch_seats(const struct zk_gpu_batch *batch);
ZK_API uint32_t zk_gpu_batch_observation_size(const struct zk_gpu_batch *batch);
/* Memory of the device for N actions of the caller. */
ZK_API int32_t *zk_gpu_batch_action(const struct zk_gpu_batch *batch);
/* Observations of another kind of the positions now, in an array of the batch of its own; NULL with a sentence. */
ZK_API const uint8_t *zk_gpu_batch_observe(struct zk_gpu_batch *batch, enum zk_observed kind,
                                           char *refusal);
/* Any move, each as likely, for every slot, into `action`: by stream i of the seed. Returns at once; a step comes
 * after it, and zk_gpu_batch_wait waits for it. */
ZK_API bool zk_gpu_batch_choose(struct zk_gpu_batch *batch, uint64_t seed, int32_t *action,
                                char *refusal);
/* As those of a batch; `action` and `which` are in the memory of the device. False with a sentence when an action is
 * none of its slot's moves, and then nothing has changed; or when the driver fails. When they return, the
 * arrays are written. */
ZK_API bool zk_gpu_batch_step(struct zk_gpu_batch *batch, const int32_t *action,
                              char *refusal);
ZK_API bool zk_gpu_batch_next(struct zk_gpu_batch *batch, const uint8_t *which, char *refusal);
ZK_API bool zk_gpu_batch_restart(struct zk_gpu_batch *batch, uint64_t seed, char *refusal);
ZK_API bool zk_gpu_batch_wait(struct zk_gpu_batch *batch, char *refusal);

#ifdef __cplusplus
}
#endif

#endif
