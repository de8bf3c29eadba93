/* kernel.h: what the kernels and who starts them agree on. Pointers are into the memory of the device. */
#ifndef ZK_GPU_KERNEL_H
#define ZK_GPU_KERNEL_H

#include "../batch/slot.h"

/* Of many games, added up; so the same in whatever order they were played. */
struct zk_gpu_sums {
    uint64_t decisions;            /* of seats */
    uint64_t generators;           /* the generators when their games were over, modulo 2^64 */
    uint64_t points[ZK_SEATS_MAX]; /* of the results */
    uint64_t wins[ZK_SEATS_MAX];   /* shared ones too; draws apart */
};

enum {
    ZK_GPU_GROUP = 32,                                /* threads that go together */
    ZK_GPU_SUM_THREADS = ZK_GPU_GROUP * ZK_GPU_GROUP, /* of zk_gpu_sum, one block */
};

/* Bytes from one thread's row in shared memory to the next one's. That memory has 32 banks of four bytes and
 * is read eight bytes at a time: an odd number of eights keeps threads that look at the same place of their
 * rows out of each other's way. */
static inline uint32_t zk_gpu_row(uint32_t size) { return ((size + 7) / 8 | 1) * 8; }

/* Games by kinds of what is next: pieces or decisions, then a game that is over, and none. */
enum { ZK_GPU_BEGINS = ZK_PIECES_MAX, ZK_GPU_RESTS, ZK_GPU_KINDS }; /* at most 16 */

/* Bytes that a block of threads shares which plays random games: a state for each thread; or, by kinds, a state and
 * its generator, and after them how many games have each kind, in this round and the next, and the order of games. */
static inline uint32_t zk_gpu_play_memory(uint32_t size, uint32_t threads, bool by_kind) {
    return by_kind ? threads * (zk_gpu_row(size + 8) + 2) + 2 * 4 * ZK_GPU_KINDS
                   : threads * zk_gpu_row(size);
}

/* Whether a state so large is observed by a view of it, and bytes that a thread has in shared memory for it and the
 * observation: for both, or for one after the other. */
static inline bool zk_gpu_by_view(uint32_t state) { return state > 256; }
static inline uint32_t zk_gpu_seen(uint32_t state, uint32_t observation) {
    uint32_t row = zk_gpu_row(state);
    if (!zk_gpu_by_view(state)) return row + observation;
    return row > observation ? row : observation;
}

/* A batch (batch/batch.h) on the device. */
struct zk_gpu_slots {
    const struct zk_rules *rules;
    uint64_t seed, count; /* of slots */
    uint32_t seats, limit, reward, observed;
    bool out_of_turn, all_seats, automatic_reset;
    uint32_t size; /* of an observation */
    /* Of each slot. */
    unsigned char *state; /* state_size bytes, which are eights */
    struct zk_slot *slot;
    uint32_t *listed; /* how many moves */
    zk_move *lists;   /* which, lists_room each */
    uint64_t lists_room;
    /* Of every ZK_GPU_GROUP slots: how many moves they have; after zk_gpu_sum: where their lists begin. */
    uint32_t *group;
    uint64_t *report; /* the first slot with a wrong action, or UINT64_MAX; moves in all */
    /* Of each kind: how many slots have a move of it before them, less one, and which, `count` of them each. */
    uint32_t *waiting, *line;
    uint64_t moves_room; /* of `legal` and `feature` */
    /* As in struct zk_batch_arrays. */
    uint8_t *observation;
    int8_t *actor;
    uint32_t *legal_at;
    uint32_t *legal;
    uint8_t *feature;
    uint64_t *stream;
    float *reward_of;
    uint8_t *terminated, *truncated;
    int32_t *final_points;
};

#endif
