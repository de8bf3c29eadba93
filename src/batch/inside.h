/* inside.h: what a batch is made of, for batch.c and search.c. */
#ifndef ZK_BATCH_INSIDE_H
#define ZK_BATCH_INSIDE_H

#include "batch.h"
#include "pool.h"

enum { ZK_CACHE_LINE = 64 };

/* The slots that one thread works on, from .. to - 1, and what belongs to this thread. Lists of moves lie one
 * behind the other in `moves`, in the order of the slots. */
struct zk_chunk {
    alignas(ZK_CACHE_LINE) uint32_t from;
    uint32_t to;
    zk_move *moves;
    uint64_t moves_room, moves_used;
    zk_move *scratch;    /* a list that is not kept; zk_slot_room */
    uint32_t *ids;       /* dense ids of a list; zk_slot_room */
    uint64_t count, at;  /* moves of all its lists; where they begin in the caller's array */
    uint64_t bad;        /* the first wrong slot or position, or ZK_NONE */
    const char *bad_why; /* what is wrong with its state, or NULL */
};
#define ZK_NONE UINT64_MAX

struct zk_batch {
    struct zk_slots slots;
    enum zk_observed observed;
    bool all_seats, automatic_reset, dense;
    uint32_t count, threads, size; /* N; chunks; O */
    size_t state_size, stride;     /* a state's bytes, and from one to the next */
    struct zk_pool *pool;
    struct zk_rules *rules;
    /* Of each slot. */
    struct zk_slot *slot;
    unsigned char *state;
    uint32_t *listed; /* how many moves */
    uint32_t *kept;   /* where its list begins in the chunk's moves, or NOT_KEPT */
    zk_move *chosen;  /* in this step */
    struct zk_chunk *chunk;
};

static inline struct zk_state *zk_batch_state(const struct zk_batch *batch, uint64_t i) {
    return (struct zk_state *)(void *)(batch->state + i * batch->stride);
}

/* The chunks' first wrong slot or position, or NULL. */
const struct zk_chunk *zk_batch_first_bad(const struct zk_batch *batch);
/* Whether all these states are positions of the game; false with a sentence that names one that is none. */
bool zk_batch_states_go(struct zk_batch *batch, uint64_t count, const uint8_t *states,
                        char *refusal);

#endif
