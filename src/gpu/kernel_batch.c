/* kernel_batch.c: a step of a batch on the GPU, for one game (ZK_GPU_GAME). What happens in a slot is in
 * batch/slot.h, for the processor and the GPU alike; see kernel_play.c for how the games get here.
 *
 * A step is five kernels, one after the other:
 *
 *     zk_gpu_check    is every action one of its slot's moves? If one is not, the others do nothing
 *     zk_gpu_step     a thread a slot makes its move, plays luck, lists the next moves by themselves
 *     zk_gpu_observe  a thread a row writes observations
 *     zk_gpu_sum      where each list begins
 *     zk_gpu_list     lists go one behind the other, and a thread a move writes its row
 *
 * Rows of states and observations are worked on in shared memory, and copied from and to the device's
 * memory by a group of threads together, since it is read and written by 32 bytes at a time. */
#define inline inline __attribute__((always_inline)) /* so that the encoder is a constant */
#include "core/bits.h"
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

enum { AT_ONCE = 8 }; /* words that a thread waits for together */
#define STATE_SIZE ((uint32_t)ZK_GPU_GAME.state_size)

static inline uint64_t group_first(void) { return thread_number() - thread_in_group(); }

/* How many of the group's threads have one of `count` rows. */
static inline uint32_t rows_of_group(uint64_t count) {
    uint64_t first = group_first();
    return first >= count ? 0 : count - first < GROUP ? (uint32_t)(count - first) : GROUP;
}

static inline unsigned char *state_at(const struct zk_gpu_slots *batch, uint64_t i) {
    return batch->state + i * STATE_SIZE;
}
static inline const struct zk_state *state_of_slot(const struct zk_gpu_slots *batch,
                                                   uint64_t i) {
    return (const struct zk_state *)(const void *)state_at(batch, i);
}

/* The states of the slots that the group's threads name, of the first `rows` of them, into shared memory or back: row by
 * row, AT_ONCE of them together. */
static inline void copy_states(const struct zk_gpu_slots *batch, uint32_t rows, uint32_t slot,
                               unsigned char *shared, bool back) {
    const uint32_t each = STATE_SIZE / 8, stride = zk_gpu_row(STATE_SIZE) / 8;
    uint64_t *near = (void *)shared, *far = (void *)batch->state;
    for (uint32_t row = 0; row < rows; row += AT_ONCE)
        for (uint32_t from = 0; from < each; from += GROUP) {
            uint32_t k = from + thread_in_group();
            uint64_t word[AT_ONCE];
            UNROLLED for (uint32_t j = 0; j < AT_ONCE; j++) {
                uint64_t its_slot = what_says(slot, (row + j) % GROUP);
                word[j] = 0;
                if (k < each && row + j < rows)
                    word[j] = back ? near[(row + j) * stride + k] : far[its_slot * each + k];
            }
            UNROLLED for (uint32_t j = 0; j < AT_ONCE; j++) {
                uint64_t its_slot = what_says(slot, (row + j) % GROUP);
                if (k < each && row + j < rows)
                    *(back ? &far[its_slot * each + k] : &near[(row + j) * stride + k]) =
                        word[j];
            }
        }
}

/* ---- A step ---- */

/* The list of a slot, by itself. */
static inline zk_move *list_of(const struct zk_gpu_slots *batch, uint64_t i) {
    return batch->lists + i * batch->lists_room;
}

/* Slots are worked on in the order of their moves' kinds: those of one kind stand in line, as they come. All threads of the
 * group meet here. */
static inline void stand_in_line(struct zk_gpu_slots *batch, uint64_t i, const zk_move *move) {
    unsigned kind = i < batch->count ? ZK_GPU_BEGINS : ZK_GPU_RESTS;
    if (!ZK_GPU_ENCODER.kind) return;
    if (move) kind = ZK_GPU_ENCODER.kind(batch->rules, state_of_slot(batch, i), *move);
    uint32_t alike = who_says_as(kind), first = zk_lowest(alike), place = 0;
    if (thread_in_group() == first)
        place = take_some(&batch->waiting[kind], zk_count_bits(alike)) + 1;
    place = what_says(place, first) + zk_count_bits(alike & ((1u << thread_in_group()) - 1));
    if (i < batch->count) batch->line[kind * batch->count + place] = (uint32_t)i;
}

/* The slot that this thread works on, or `count` or more. */
static inline uint32_t next_in_line(const struct zk_gpu_slots *batch) {
    uint64_t number = thread_number();
    unsigned kind = 0;
    if (!ZK_GPU_ENCODER.kind || number >= batch->count) return (uint32_t)number;
    for (; number >= batch->waiting[kind] + 1; kind++) number -= batch->waiting[kind] + 1;
    return batch->line[kind * batch->count + number];
}

/* The group has no moves yet. */
static inline void begin_group(struct zk_gpu_slots *batch) {
    if (thread_in_group() == 0 && thread_number() < batch->count)
        batch->group[thread_number() / GROUP] = 0;
}

KERNEL void zk_gpu_check(struct zk_gpu_slots *batch, const int32_t *action) {
    uint64_t i = thread_number();
    const zk_move *move = NULL;
    begin_group(batch);
    if (i < batch->count && batch->listed[i]) {
        if ((uint32_t)action[i] < batch->listed[i])
            move = list_of(batch, i) + action[i];
        else
            keep_least(&batch->report[0], i);
    }
    stand_in_line(batch, i, move);
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

/* Who decides in a slot, and among what. */
static inline void ask(struct zk_gpu_slots *batch, const struct zk_slots *slots, uint64_t i,
                       struct zk_slot *slot, const struct zk_state *state) {
    uint32_t count = 0;
    if (!ZK_GPU_ENCODER.list)
        count = zk_slot_ask(slots, slot, state, list_of(batch, i));
    else if (slot->actor >= 0)
        count = ZK_GPU_ENCODER.list(slots->rules, state, slot->actor, list_of(batch, i));
    take_some(&batch->group[i / GROUP], count);
    batch->listed[i] = count;
    batch->slot[i] = *slot;
    batch->actor[i] = slot->actor;
    batch->stream[i] = slot->stream;
}

KERNEL void zk_gpu_step(struct zk_gpu_slots *batch, const int32_t *action) {
    if (batch->report[0] != UINT64_MAX) return;
    struct zk_slots slots = slots_of(batch);
    struct zk_state *state = own_row(STATE_SIZE);
    unsigned char *shared = group_memory(zk_gpu_row(STATE_SIZE));
    uint32_t i = next_in_line(batch), rows = rows_of_group(batch->count);
    copy_states(batch, rows, i, shared, false);
    meet_group();
    if (i < batch->count) {
        struct zk_slot slot = batch->slot[i];
        play_slot(batch, &slots, i, action[i], &slot, state);
        ask(batch, &slots, i, &slot, state);
    }
    meet_group();
    copy_states(batch, rows, i, shared, true);
}

/* Begins every slot's first game, or with `next` the next one where which[i] is not 0 (NULL: in all). */
KERNEL void zk_gpu_begin(struct zk_gpu_slots *batch, uint32_t next, const uint8_t *which) {
    struct zk_slots slots = slots_of(batch);
    struct zk_state *state = own_row(STATE_SIZE);
    unsigned char *shared = group_memory(zk_gpu_row(STATE_SIZE));
    uint32_t i = (uint32_t)thread_number(), rows = rows_of_group(batch->count);
    begin_group(batch);
    if (next) copy_states(batch, rows, i, shared, false);
    meet_group();
    if (i < batch->count) {
        struct zk_slot slot = {0};
        uint64_t stream = i;
        if (next) slot = batch->slot[i];
        if (next) stream = slot.stream + slots.count;
        if (!next || !which || which[i]) zk_slot_begin(&slots, &slot, state, stream);
        ask(batch, &slots, i, &slot, state);
    }
    meet_group();
    copy_states(batch, rows, i, shared, true);
}

/* ---- What is seen ---- */

/* What lies in one piece in shared memory, to where it belongs. On a GPU both are eights. */
static inline void put_rows(uint8_t *to, const uint8_t *from, uint32_t size) {
    uint32_t words = GROUP > 1 ? size / 8 : 0;
    for (uint32_t k = thread_in_group(); k < words; k += GROUP)
        ((uint64_t *)(void *)to)[k] = ((const uint64_t *)(const void *)from)[k];
    for (uint32_t k = 8 * words + thread_in_group(); k < size; k += GROUP) to[k] = from[k];
}

/* A thread a row of the observations. */
KERNEL void zk_gpu_observe(const struct zk_gpu_slots *batch) {
    if (batch->report[0] != UINT64_MAX) return;
    uint64_t number = thread_number(), i = number;
    uint32_t size = batch->size, seats = batch->all_seats ? batch->seats : 1;
    uint32_t rows = rows_of_group(batch->count * seats);
    bool by_view = zk_gpu_by_view(STATE_SIZE);
    enum zk_observed kind = (enum zk_observed)batch->observed;
    unsigned char *shared = group_memory(zk_gpu_seen(STATE_SIZE, size));
    uint8_t *out = shared + (by_view ? 0 : GROUP * zk_gpu_row(STATE_SIZE));
    uint8_t *row = out + thread_in_group() * size;
    const struct zk_state *state =
        (const void *)(shared + thread_in_group() * zk_gpu_row(STATE_SIZE));
    if (batch->all_seats) i = number / seats;
    copy_states(batch, rows, (uint32_t)i, shared, false);
    meet_group();
    int who = ZK_OVER;
    if (i < batch->count) who = batch->all_seats ? (int)(number % seats) : batch->actor[i];
    struct zk_view view;
    if (by_view && who >= 0)
        ZK_GPU_GAME.view(batch->rules, state, kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : who,
                         &view);
    meet_group();
    if (by_view && who >= 0) ZK_GPU_ENCODER.observe_view(batch->rules, &view, who, kind, row);
    if (!by_view && who >= 0) ZK_GPU_ENCODER.observe(batch->rules, state, who, kind, row);
    for (uint32_t k = 0; who < 0 && k < size; k++) row[k] = 0;
    meet_group();
    put_rows(batch->observation + group_first() * size, out, rows * size);
}

/* ---- Lists ---- */

/* One block of at most as many groups as a group has threads: `group` from numbers of moves to where they begin. */
KERNEL void zk_gpu_sum(struct zk_gpu_slots *batch) {
    uint32_t *part = (void *)zk_gpu_shared;
    uint64_t groups = (batch->count + GROUP - 1) / GROUP;
    uint32_t threads = threads_in_block(), me = thread_in_block(), my_part = me / GROUP;
    uint32_t before = 0;
    if (batch->report[0] != UINT64_MAX) return;
    for (uint64_t from = 0; from < groups; from += threads) {
        uint64_t g = from + me;
        uint32_t count = g < groups ? batch->group[g] : 0, up_to = sum_up_to(count);
        if (thread_in_group() == GROUP - 1) part[my_part] = up_to;
        meet_block();
        uint32_t parts = sum_up_to(part[thread_in_group()]);
        uint32_t earlier = what_says(parts, (my_part - 1) % GROUP);
        if (g < groups) batch->group[g] = before + (my_part ? earlier : 0) + up_to - count;
        before += what_says(parts, GROUP - 1);
        meet_block();
    }
    if (me == 0) batch->report[1] = batch->legal_at[batch->count] = before;
}

/* Whose the kth move of the group is, whose lists begin at `begin` of each. */
static inline uint32_t owner_of(uint32_t begin, uint32_t k) {
    uint32_t owner = 0;
    for (uint32_t by = GROUP / 2; by; by /= 2)
        if (what_says(begin, owner + by) <= k) owner += by;
    return owner;
}

static inline uint64_t row_of_move(const struct zk_gpu_slots *batch, uint64_t i,
                                   uint32_t common, zk_move move) {
    const struct zk_state *state = state_of_slot(batch, i);
    uint64_t row = 0;
    if (move == ZK_PASS) return 0;
    if (ZK_GPU_ENCODER.row)
        return ZK_GPU_ENCODER.row(batch->rules, state, batch->actor[i], common, move);
    ZK_GPU_ENCODER.feature(batch->rules, state, batch->actor[i], &move, 1, (void *)&row);
    return row;
}

/* Lists one behind the other, and rows of features: each thread takes every 32nd move of the group. */
KERNEL void zk_gpu_list(const struct zk_gpu_slots *batch) {
    if (batch->report[0] != UINT64_MAX) return;
    uint64_t i = thread_number(), first = group_first();
    uint32_t count = i < batch->count ? batch->listed[i] : 0;
    uint32_t up_to = sum_up_to(count), begin = up_to - count;
    uint32_t total = what_says(up_to, GROUP - 1), at = 0, common = 0;
    if (first < batch->count) at = batch->group[first / GROUP];
    if (i < batch->count) batch->legal_at[i] = at + begin;
    if (batch->report[1] > batch->moves_room) return;
    if (count && ZK_GPU_ENCODER.common)
        common = ZK_GPU_ENCODER.common(batch->rules, state_of_slot(batch, i), batch->actor[i]);
    for (uint32_t from = 0; from < total; from += GROUP) {
        uint32_t k = from + thread_in_group(), owner = owner_of(begin, k);
        uint32_t its_begin = what_says(begin, owner), its_common = what_says(common, owner);
        if (k >= total) continue;
        uint64_t its_slot = first + owner;
        zk_move move = list_of(batch, its_slot)[k - its_begin];
        batch->legal[at + k] = move;
        ((uint64_t *)(void *)batch->feature)[at + k] =
            row_of_move(batch, its_slot, its_common, move);
    }
}
