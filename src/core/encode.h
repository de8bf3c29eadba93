/* encode.h: a game's positions and moves as numbers for a policy that learns.
 *
 * One table a game, zk_GAME_encoder in games/GAME/learn.c; batch/encoders.h lists them. A game without
 * that file is played and served like any other, but not in batches. Like a game's own functions these
 * do no I/O, allocate nothing, keep no variables and use integers only; they call nothing of the C
 * library but memcpy, memmove, memset and memcmp, since they are also compiled for GPUs. */
#ifndef ZK_ENCODE_H
#define ZK_ENCODE_H

#include "game.h"

/* How much of a position an observation tells. */
enum zk_observed {
    ZK_OBSERVE_TABLE,  /* what a seat sees on the table and in its hand */
    ZK_OBSERVE_MEMORY, /* with all that it could remember and work out: what its view says */
    ZK_OBSERVE_ALL, /* everything (ZK_EVERYTHING), for a critic; the seats in this seat's order */
    ZK_OBSERVED,
};

enum {
    ZK_FIELDS_MAX = 64,
    ZK_FIELD_NAME_SIZE = 32, /* longest name and its NUL */
    ZK_FEATURES = 8,         /* bytes that describe a move */
};

/* A part of an observation: rows × columns bytes from `offset` on, row by row, each in least .. most.
 * The fields of a layout follow each other without a gap and fill it. */
struct zk_field {
    const char *name; /* "notebook"; a constant, one of a kind in its layout */
    uint32_t offset, rows, columns;
    uint8_t least, most;
    const char *meaning; /* one line, English */
};

/* Not to do anything, where a seat is asked out of turn. The engine knows no such move; it stands first
 * in the lists that have it (batch/slot.h), its dense id is 0, its feature row all zeros. */
#define ZK_PASS UINT32_MAX

struct zk_encoder {
    const struct zk_game *game;
    uint32_t
        version; /* of the layouts, feature rows and dense ids; any change makes it one more */

    /* Bytes of an observation. By these rules always the same. */
    uint32_t (*size)(const struct zk_rules *rules, enum zk_observed kind);
    /* The fields of that layout into out, which has room for ZK_FIELDS_MAX, by offset; how many. */
    uint32_t (*fields)(const struct zk_rules *rules, enum zk_observed kind,
                       struct zk_field *out);
    /* What `seat` observes; every byte of `size` is written. The own seat comes first, then the others in
     * the order of play. Nothing that the seat cannot know is in it, but for ZK_OBSERVE_ALL. At any time:
     * when it is another's turn, or over. */
    void (*observe)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    enum zk_observed kind, uint8_t *out);
    /* The same bytes from a view and nothing else: the seat's, or for ZK_OBSERVE_ALL that of
     * ZK_EVERYTHING. */
    void (*observe_view)(const struct zk_rules *rules, const struct zk_view *view, int seat,
                         enum zk_observed kind, uint8_t *out);

    /* A row for each of these legal moves of `seat`: what is done (1 or more), then the card, place,
     * number … as the page of the game says. Rows of one list differ. What a row says the seat knows. */
    void (*feature)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    const zk_move *moves, uint32_t count, uint8_t (*rows)[ZK_FEATURES]);

    /* The same, one by one, where each row has a thread of its own, as on a GPU: what all rows of a list have in common,
     * and a row, its first byte lowest. NULL: by `feature`. */
    uint32_t (*common)(const struct zk_rules *rules, const struct zk_state *state, int seat);
    uint64_t (*row)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    uint32_t common, zk_move move);

    /* Of which kind a legal move is, below ZK_PIECES_MAX: on a GPU, where threads that go together wait for each other,
     * those of one kind are made side by side, and what follows is listed. NULL: all are of one. */
    unsigned (*kind)(const struct zk_rules *rules, const struct zk_state *state, zk_move move);
    /* What the game's `moves` lists for the seat in turn, written for many side by side; only where nobody moves out of
     * turn. NULL: by `moves`. */
    uint32_t (*list)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                     zk_move *out);

    /* What its bytes are: ZK_FEATURES fields of one byte; an unused one has the name "". */
    const struct zk_field *features;

    /* Numbers of moves for policies with one output a move: 1 .. dense_count - 1; 0 is ZK_PASS. Moves of
     * one list have different numbers. NULL and 0: the game has none. */
    uint32_t dense_count;
    void (*dense)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                  const zk_move *moves, uint32_t count, uint32_t *ids);
};

#endif
