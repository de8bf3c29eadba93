/* device.h: the few things that are said differently on a GPU. On any other machine a kernel is called once for
 * each thread, with its number in zk_gpu_thread, and every thread is a group of its own. */
#ifndef ZK_GPU_DEVICE_H
#define ZK_GPU_DEVICE_H

#include "kernel.h"

#ifdef __NVPTX__

#define KERNEL __attribute__((nvptx_kernel))
#define UNROLLED _Pragma("unroll") /* before a loop; no others are */
enum { GROUP = ZK_GPU_GROUP };

/* The memory that a block of threads shares; how much there is, is said when a kernel is started. */
extern __attribute__((address_space(3), aligned(16))) unsigned char zk_gpu_shared[];

static inline uint32_t thread_in_block(void) { return (uint32_t)__nvvm_read_ptx_sreg_tid_x(); }
static inline uint32_t threads_in_block(void) {
    return (uint32_t)__nvvm_read_ptx_sreg_ntid_x();
}
static inline uint64_t thread_number(void) {
    return (uint64_t)(uint32_t)__nvvm_read_ptx_sreg_ctaid_x() * threads_in_block() +
           thread_in_block();
}
static inline uint32_t thread_in_group(void) { return thread_in_block() % GROUP; }

/* Whether any thread of the group says so; all of them meet here. */
static inline bool anybody(bool say) { return __nvvm_vote_any_sync(0xFFFFFFFFu, say); }
/* How many threads of the group say so; all of them meet here. */
static inline unsigned how_many(bool say) {
    return (unsigned)__builtin_popcount(__nvvm_vote_ballot_sync(0xFFFFFFFFu, say));
}
/* Which threads of the group say the same, one bit each; all of them meet here. */
static inline uint32_t who_says_as(uint32_t say) {
    return __nvvm_match_any_sync_i32(0xFFFFFFFFu, say);
}
/* What this and all threads of the group before it say, added up. */
static inline uint32_t sum_up_to(uint32_t say) {
    for (uint32_t by = 1; by < GROUP; by *= 2) {
        uint32_t other = (uint32_t)__nvvm_shfl_sync_up_i32(-1, (int)say, (int)by, 0);
        if (thread_in_group() >= by) say += other;
    }
    return say;
}
/* What that thread of the group says. */
static inline uint32_t what_says(uint32_t say, uint32_t thread) {
    return (uint32_t)__nvvm_shfl_sync_idx_i32(-1, (int)say, (int)thread, 31);
}
/* What was written to shared memory is seen by the group, by the block. */
static inline void meet_group(void) { __nvvm_bar_warp_sync(0xFFFFFFFFu); }
static inline void meet_block(void) { __syncthreads(); }

static inline void add_up(uint64_t *sum, uint64_t more) {
    __atomic_fetch_add(sum, more, __ATOMIC_RELAXED);
}
static inline uint64_t take_one(uint64_t *next) {
    return __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);
}
static inline void keep_least(uint64_t *least, uint64_t value) {
    __atomic_fetch_min((unsigned long long *)least, value, __ATOMIC_RELAXED);
}

static inline uint32_t take_some(uint32_t *next, uint32_t some) {
    return __atomic_fetch_add(next, some, __ATOMIC_RELAXED);
}

#define block_memory(offset) ((void *)(zk_gpu_shared + (offset)))
/* What the group has of it, where each thread has `size` bytes. */
#define group_memory(size)                                                                    \
    ((void *)(zk_gpu_shared + (size_t)(size) * (thread_in_block() / GROUP * GROUP)))
#define own_row(size) ((void *)(zk_gpu_shared + (size_t)zk_gpu_row(size) * thread_in_block()))

#else

#define KERNEL
#define UNROLLED
enum { GROUP = 1 };

extern _Thread_local uint64_t zk_gpu_thread;
extern _Thread_local uint64_t zk_gpu_shared[]; /* room for one thread */

static inline uint32_t thread_in_block(void) { return 0; }
static inline uint32_t threads_in_block(void) { return 1; }
static inline uint64_t thread_number(void) { return zk_gpu_thread; }
static inline uint32_t thread_in_group(void) { return 0; }
static inline bool anybody(bool say) { return say; }
static inline unsigned how_many(bool say) { return say; }
static inline uint32_t who_says_as(uint32_t say) {
    (void)say;
    return 1;
}
static inline uint32_t sum_up_to(uint32_t say) { return say; }
static inline uint32_t what_says(uint32_t say, uint32_t thread) {
    (void)thread;
    return say;
}
static inline void meet_group(void) {}
static inline void meet_block(void) {}
static inline void add_up(uint64_t *sum, uint64_t more) { *sum += more; }
static inline uint64_t take_one(uint64_t *next) { return (*next)++; }
static inline void keep_least(uint64_t *least, uint64_t value) {
    if (value < *least) *least = value;
}
static inline uint32_t take_some(uint32_t *next, uint32_t some) {
    uint32_t had = *next;
    *next += some;
    return had;
}
#define block_memory(offset) ((void *)((unsigned char *)zk_gpu_shared + (offset)))
#define group_memory(size) ((void)(size), (void *)zk_gpu_shared)
#define own_row(size) ((void)(size), (void *)zk_gpu_shared)

#endif

KERNEL void zk_gpu_play(const struct zk_rules *rules, uint64_t seed, uint64_t first,
                        uint64_t games, uint64_t *next, struct zk_gpu_sums *total);
KERNEL void zk_gpu_check(struct zk_gpu_slots *batch, const int32_t *action);
KERNEL void zk_gpu_choose(const struct zk_gpu_slots *batch, uint64_t seed, int32_t *action);
KERNEL void zk_gpu_step(struct zk_gpu_slots *batch, const int32_t *action);
KERNEL void zk_gpu_begin(struct zk_gpu_slots *batch, uint32_t next, const uint8_t *which);
KERNEL void zk_gpu_observe(const struct zk_gpu_slots *batch);
KERNEL void zk_gpu_sum(struct zk_gpu_slots *batch);
KERNEL void zk_gpu_list(const struct zk_gpu_slots *batch);

#endif
