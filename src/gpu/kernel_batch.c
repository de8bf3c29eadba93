/* kernel_batch.c: a step of a batch on the GPU, for one game (ZK_GPU_GAME). What happens in a slot is in
 * batch/slot.h, for the processor and the GPU alike; see kernel_play.c for how the games get here.
 *
 * A step is six kernels, one after the other:
 *
 *     zk_gpu_check    is every action one of its slot's moves? If one is not, the others do nothing
 *     zk_gpu_step     a thread a slot makes its move, plays luck, lists the next moves by themselves
 *     zk_gpu_observe  a thread a slot writes its observation
 *     zk_gpu_sum      where each list begins
 *     zk_gpu_list     lists go one behind the other
 *     zk_gpu_feature  a thread a move writes its row
 *
 * Rows of states and observations are worked on in shared memory, and copied from and to the device's
 * memory by a group of threads together, since it is read and written by 32 bytes at a time. */
#define inline inline __attribute__((always_inline)) /* so that the encoder is a constant */
#include "device.h"

extern const struct zk_encoder ZK_GPU_ENCODER;
extern const struct zk_game ZK_GPU_GAME;

static inline struct zk_slots slots_of(const struct zk_gpu_slots *batch) {
    return (struct zk_slots){
        .encoder = &ZK_GPU_ENCODER,
        .rules = batch->rules,
        .seed = batch->seed,
        .count = batch->count,
        .seats = batch->seats,
        .limit = batch->limit,
        .reward = (enum zk_reward)batch->reward,
        .out_of_turn = batch->out_of_turn,
    };
}

/* ---- Rows ---- */

/* The rows of the group's threads, `size` bytes each, which lie one behind the other from `memory` on, into shared
 * memory or back. `first` is the number of the group's first thread, `count` of all rows. */
static inline void copy_rows(unsigned char *memory, uint32_t size, uint64_t first,
                             uint64_t count, bool back) {
    for (uint32_t thread = 0; thread < GROUP && first + thread < count; thread++) {
        unsigned char *row = group_row(size, thread), *far = memory + (first + thread) * size;
        if (size % 4 == 0) {
            uint32_t *a = (uint32_t *)(void *)row, *b = (uint32_t *)(void *)far;
            for (uint32_t k = thread_in_group(); k < size / 4; k += GROUP)
                *(back ? &b[k] : &a[k]) = back ? a[k] : b[k];
        } else {
            for (uint32_t k = thread_in_group(); k < size; k += GROUP)
                *(back ? &far[k] : &row[k]) = back ? row[k] : far[k];
        }
    }
}

static inline uint64_t group_first(void) { return thread_number() - thread_in_group(); }

/* ---- A step ---- */

/* The list of a slot, by itself. */
static inline zk_move *list_of(const struct zk_gpu_slots *batch, uint64_t i) {
    return batch->lists + i * batch->lists_room;
}

/* After a slot was played or begun: who decides, among what, and how many moves its group has. */
static inline void ask(struct zk_gpu_slots *batch, const struct zk_slots *slots, uint64_t i,
                       struct zk_slot *slot, const struct zk_state *state) {
    uint32_t count = 0;
    if (i < batch->count) {
        count = zk_slot_ask(slots, slot, state, list_of(batch, i));
        batch->listed[i] = count;
        batch->slot[i] = *slot;
        batch->actor[i] = slot->actor;
        batch->stream[i] = slot->stream;
    }
    uint32_t sum = sum_up_to(count);
    if (thread_in_group() == GROUP - 1) batch->group[thread_number() / GROUP] = sum;
}

KERNEL void zk_gpu_check(const struct zk_gpu_slots *batch, const int32_t *action) {
    uint64_t i = thread_number();
    if (i >= batch->count || !batch->listed[i]) return;
    if ((uint32_t)action[i] >= batch->listed[i]) keep_least(&batch->report[0], i);
}

KERNEL void zk_gpu_choose(const struct zk_gpu_slots *batch, uint64_t seed, int32_t *action) {
    uint64_t i = thread_number();
    if (i >= batch->count) return;
    struct zk_rng rng = zk_rng_stream(seed, i);
    action[i] = batch->listed[i] ? (int32_t)zk_rng_below(&rng, batch->listed[i]) : 0;
}

static inline void play_slot(struct zk_gpu_slots *batch, const struct zk_slots *slots,
                             uint64_t i, int32_t action, struct zk_slot *slot,
                             struct zk_state *state) {
    struct zk_outcome outcome = {0};
    if (slot->actor != ZK_OVER) {
        zk_slot_play(slots, slot, state, list_of(batch, i)[action], &outcome);
    } else {
        outcome.terminated = ZK_GPU_GAME.actor(slots->rules, state) == ZK_OVER;
        outcome.truncated = !outcome.terminated;
    }
    for (uint32_t seat = 0; seat < slots->seats; seat++)
        batch->reward_of[i * slots->seats + seat] = outcome.reward[seat];
    batch->terminated[i] = outcome.terminated;
    batch->truncated[i] = outcome.truncated;
    if (slot->actor != ZK_OVER) return;
    zk_slot_points(slots, state, batch->final_points + i * slots->seats);
    if (batch->automatic_reset) zk_slot_next(slots, slot, state);
}

KERNEL void zk_gpu_step(struct zk_gpu_slots *batch, const int32_t *action) {
    if (batch->report[0] != UINT64_MAX) return;
    uint64_t i = thread_number();
    struct zk_slots slots = slots_of(batch);
    struct zk_state *state = own_row(ZK_GPU_GAME.state_size);
    struct zk_slot slot = {0};
    copy_rows(batch->state, (uint32_t)ZK_GPU_GAME.state_size, group_first(), batch->count,
              false);
    meet_group();
    if (i < batch->count) {
        slot = batch->slot[i];
        play_slot(batch, &slots, i, action[i], &slot, state);
    }
    ask(batch, &slots, i, &slot, state);
    meet_group();
    copy_rows(batch->state, (uint32_t)ZK_GPU_GAME.state_size, group_first(), batch->count,
              true);
}

/* Begins every slot's first game, or with `next` the next one where which[i] is not 0 (NULL: in all). */
KERNEL void zk_gpu_begin(struct zk_gpu_slots *batch, uint32_t next, const uint8_t *which) {
    uint64_t i = thread_number();
    struct zk_slots slots = slots_of(batch);
    struct zk_state *state = own_row(ZK_GPU_GAME.state_size);
    struct zk_slot slot = {0};
    if (next)
        copy_rows(batch->state, (uint32_t)ZK_GPU_GAME.state_size, group_first(), batch->count,
                  false);
    meet_group();
    if (i < batch->count) {
        uint64_t stream = i;
        if (next) slot = batch->slot[i];
        if (next) stream = slot.stream + slots.count;
        if (!next || !which || which[i]) zk_slot_begin(&slots, &slot, state, stream);
    }
    ask(batch, &slots, i, &slot, state);
    meet_group();
    copy_rows(batch->state, (uint32_t)ZK_GPU_GAME.state_size, group_first(), batch->count,
              true);
}

/* ---- What is seen ---- */

static inline const struct zk_state *state_of_slot(const struct zk_gpu_slots *batch,
                                                   uint64_t i) {
    return (const struct zk_state *)(const void *)(batch->state + i * ZK_GPU_GAME.state_size);
}

KERNEL void zk_gpu_observe(const struct zk_gpu_slots *batch) {
    if (batch->report[0] != UINT64_MAX) return;
    uint64_t i = thread_number();
    uint8_t *row = own_row(batch->size);
    uint32_t rows = batch->all_seats ? batch->seats : 1;
    for (uint32_t seat = 0; seat < rows; seat++) {
        if (i < batch->count) {
            int who = batch->all_seats ? (int)seat : batch->actor[i];
            if (who >= 0)
                ZK_GPU_ENCODER.observe(batch->rules, state_of_slot(batch, i), who,
                                       (enum zk_observed)batch->observed, row);
            else
                for (uint32_t k = 0; k < batch->size; k++) row[k] = 0;
        }
        meet_group();
        for (uint32_t thread = 0; thread < GROUP && group_first() + thread < batch->count;
             thread++) {
            const unsigned char *from = group_row(batch->size, thread);
            unsigned char *to = batch->observation + ((group_first() + thread) * rows + seat) *
                                                         (uint64_t)batch->size;
            if (batch->size % 4 == 0)
                for (uint32_t k = thread_in_group(); k < batch->size / 4; k += GROUP)
                    ((uint32_t *)(void *)to)[k] = ((const uint32_t *)(const void *)from)[k];
            else
                for (uint32_t k = thread_in_group(); k < batch->size; k += GROUP)
                    to[k] = from[k];
        }
        meet_group();
    }
}

/* ---- Lists ---- */

/* One block: `group` from numbers of moves to where they begin. */
KERNEL void zk_gpu_sum(struct zk_gpu_slots *batch) {
    uint32_t *part = (void *)zk_gpu_shared;
    uint64_t groups = (batch->count + GROUP - 1) / GROUP;
    uint32_t threads = threads_in_block(), me = thread_in_block(), sum = 0;
    uint64_t from = groups * me / threads, to = groups * (me + 1) / threads;
    if (batch->report[0] != UINT64_MAX) return;
    for (uint64_t g = from; g < to; g++) sum += batch->group[g];
    part[me] = sum;
    meet_block();
    for (uint32_t by = 1; by < threads; by *= 2) {
        uint32_t other = me >= by ? part[me - by] : 0;
        meet_block();
        part[me] += other;
        meet_block();
    }
    uint32_t at = part[me] - sum;
    for (uint64_t g = from; g < to; g++) {
        uint32_t count = batch->group[g];
        batch->group[g] = at;
        at += count;
    }
    if (me == threads - 1) {
        batch->report[1] = at;
        batch->legal_at[batch->count] = at;
    }
}

KERNEL void zk_gpu_list(const struct zk_gpu_slots *batch) {
    if (batch->report[0] != UINT64_MAX) return;
    uint64_t i = thread_number();
    uint32_t count = i < batch->count ? batch->listed[i] : 0;
    uint32_t up_to = sum_up_to(count),
             at = batch->group[group_first() / GROUP] + up_to - count;
    if (i < batch->count) batch->legal_at[i] = at;
    for (uint32_t thread = 0; thread < GROUP; thread++) {
        uint32_t its_count = what_says(count, thread), its_at = what_says(at, thread);
        if (its_at + (uint64_t)its_count > batch->moves_room) continue;
        const zk_move *list = list_of(batch, group_first() + thread);
        for (uint32_t k = thread_in_group(); k < its_count; k += GROUP)
            batch->legal[its_at + k] = list[k];
    }
}

/* The slot in whose list move number k is. */
static inline uint64_t slot_of(const struct zk_gpu_slots *batch, uint32_t k) {
    uint64_t least = 0, most = batch->count - 1;
    while (least < most) {
        uint64_t middle = (least + most + 1) / 2;
        if (batch->legal_at[middle] <= k)
            least = middle;
        else
            most = middle - 1;
    }
    return least;
}

/* As many threads as there are, however many moves. */
KERNEL void zk_gpu_feature(const struct zk_gpu_slots *batch, uint32_t threads) {
    if (batch->report[0] != UINT64_MAX || batch->report[1] > batch->moves_room) return;
    for (uint64_t k = thread_number(); k < batch->report[1]; k += threads) {
        uint64_t i = slot_of(batch, (uint32_t)k);
        zk_move move = batch->legal[k];
        uint8_t row[1][ZK_FEATURES] = {{0}};
        if (move != ZK_PASS)
            ZK_GPU_ENCODER.feature(batch->rules, state_of_slot(batch, i), batch->actor[i],
                                   &move, 1, row);
        for (uint32_t f = 0; f < ZK_FEATURES; f++)
            batch->feature[k * ZK_FEATURES + f] = row[0][f];
    }
}
