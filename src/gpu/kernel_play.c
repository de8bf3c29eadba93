/* kernel_play.c: random games on the GPU, for one game (ZK_GPU_GAME, zk_sketch).
 *
 * The games themselves are the C files that everybody else plays with, compiled for NVIDIA's virtual
 * machine and linked to this one; every slot is called through the game's table, which is a constant here,
 * so that no call is left that the compiler does not see through. Compiled for any other machine this is
 * the same code with one thread (tests/test_gpu.c).
 *
 * 32 threads go together, and where they differ each waits for the others. So a thread does not play game
 * after game to the end: every round each goes on by a piece of a game (play_on). Where a game has several kinds
 * of pieces, the games of a block are put in the order of their kinds before each round, and threads that go
 * together take games that lie together. States lie in the memory that a block of threads shares, which is as
 * near as a cache, does not mind that threads look at different places, and lets any of them go on with any game. */
#include "core/bits.h"
#include "device.h"

extern const struct zk_game ZK_GPU_GAME;

static inline size_t played_size(void) {
    return ZK_GPU_GAME.played_size ? ZK_GPU_GAME.played_size : ZK_GPU_GAME.state_size;
}

static inline void start(const struct zk_rules *rules, struct zk_state *state) {
    struct zk_state whole;
    if (!ZK_GPU_GAME.played_size) {
        ZK_GPU_GAME.start(rules, state);
        return;
    }
    ZK_GPU_GAME.start(rules, &whole);
    for (size_t i = 0; i < ZK_GPU_GAME.played_size / 8; i++)
        ((uint64_t *)(void *)state)[i] = ((const uint64_t *)(const void *)&whole)[i];
}

static inline uint32_t play_on(const struct zk_rules *rules, struct zk_state *state,
                               struct zk_rng *rng) {
    if (ZK_GPU_GAME.play_on) return ZK_GPU_GAME.play_on(rules, state, rng);
    uint32_t decisions = ZK_GPU_GAME.actor(rules, state) >= 0;
    ZK_GPU_GAME.apply(rules, state, zk_sample(&ZK_GPU_GAME, rules, state, rng));
    return decisions;
}

/* What became of the games of one thread. */
static void add_result(const struct zk_rules *rules, const struct zk_state *state,
                       struct zk_gpu_sums *sums) {
    struct zk_result result;
    ZK_GPU_GAME.result(rules, state, &result);
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) {
        sums->points[seat] += (uint64_t)(int64_t)result.points[seat];
        sums->wins[seat] += !result.drawn && (result.winners >> seat & 1);
    }
}

/* Each thread goes on with a game of its own, and takes the next one when it is over. */
static inline void play_alone(const struct zk_rules *rules, uint64_t seed, uint64_t first,
                              uint64_t games, uint64_t *next, struct zk_gpu_sums *sums) {
    struct zk_state *state = own_row((uint32_t)played_size());
    struct zk_rng rng = {0};
    uint64_t number = take_one(next);
    bool busy = number < games;
    if (busy) {
        rng = zk_rng_stream(seed, first + number);
        start(rules, state);
    }
    while (anybody(busy)) {
        if (!busy) continue;
        sums->decisions += play_on(rules, state, &rng);
        if (ZK_GPU_GAME.actor(rules, state) != ZK_OVER) continue;
        add_result(rules, state, sums);
        sums->generators += rng.at;
        number = take_one(next);
        busy = number < games;
        if (!busy) continue;
        rng = zk_rng_stream(seed, first + number);
        start(rules, state);
    }
}

/* A kind that fewer games have than this many goes on only in every so many rounds: a round takes as long as the threads that
 * have several kinds among them. */
enum { FEW = 16, SELDOM = 4 };

/* What is known of a game between two rounds: whose it is, and its kind. */
static inline uint16_t noted(uint32_t game, unsigned kind) {
    return (uint16_t)(kind << 12 | game);
}
static inline uint32_t game_of(uint16_t note) { return note & 0xFFF; }
static inline unsigned kind_of(uint16_t note) { return note >> 12; }

/* The games of a block in the order of their kinds: takes the one that this thread has gone on with, and gives the one
 * that it goes on with now. All threads meet here twice, and see what the others wrote before. The counts of this round are
 * zero before, and `spare`, those of the next, afterwards. */
static inline uint16_t next_in_order(uint32_t *count, uint32_t *spare, uint16_t *order,
                                     uint16_t note) {
    unsigned kind = kind_of(note);
    uint32_t alike = who_says_as(kind), first = zk_lowest(alike), place = 0;
    if (thread_in_group() == first) place = take_some(&count[kind], zk_count_bits(alike));
    place = what_says(place, first) + zk_count_bits(alike & ((1u << thread_in_group()) - 1));
    meet_block();
    for (unsigned i = 0; i < kind; i++) place += count[i];
    order[place] = note;
    for (uint32_t i = thread_in_block(); i < ZK_GPU_KINDS; i += threads_in_block())
        spare[i] = 0;
    meet_block();
    return order[thread_in_block()];
}

/* Goes on with a game by a piece: its kind then. */
static inline unsigned go_on(const struct zk_rules *rules, uint64_t seed, uint64_t first,
                             uint64_t games, uint64_t *next, struct zk_gpu_sums *sums,
                             unsigned kind, struct zk_state *state, struct zk_rng *kept) {
    if (kind == ZK_GPU_RESTS) return kind;
    struct zk_rng rng = *kept;
    if (kind == ZK_GPU_BEGINS) {
        uint64_t number = take_one(next);
        if (number >= games) return ZK_GPU_RESTS;
        rng = zk_rng_stream(seed, first + number);
        start(rules, state);
    } else {
        sums->decisions += play_on(rules, state, &rng);
    }
    *kept = rng;
    if (ZK_GPU_GAME.actor(rules, state) != ZK_OVER) return ZK_GPU_GAME.piece(rules, state);
    add_result(rules, state, sums);
    sums->generators += rng.at;
    return ZK_GPU_BEGINS;
}

/* Every round each thread goes on with a game of the block, such that threads side by side do the same. */
static inline void play_by_kind(const struct zk_rules *rules, uint64_t seed, uint64_t first,
                                uint64_t games, uint64_t *next, struct zk_gpu_sums *sums) {
    uint32_t threads = threads_in_block(), size = (uint32_t)played_size();
    uint32_t row = zk_gpu_row(size + 8);
    uint32_t *count = block_memory(threads * row), *spare = count + ZK_GPU_KINDS;
    uint16_t *order = block_memory(threads * row + 2 * 4 * ZK_GPU_KINDS);
    uint16_t note = noted(thread_in_block(), ZK_GPU_BEGINS);
    for (uint32_t i = thread_in_block(); i < ZK_GPU_KINDS; i += threads) count[i] = 0;
    meet_block();
    for (uint32_t round = 0;; round++) {
        note = next_in_order(count, spare, order, note);
        uint32_t *before = count;
        count = spare;
        spare = before;
        if (before[ZK_GPU_RESTS] == threads) break;
        uint32_t game = game_of(note);
        if (before[kind_of(note)] < FEW && round % SELDOM != 0) continue;
        note = noted(game, go_on(rules, seed, first, games, next, sums, kind_of(note),
                                 block_memory(game * row), block_memory(game * row + size)));
    }
}

/* Random games of the streams `first` to `first + games` of a seed, added up. */
KERNEL void zk_gpu_play(const struct zk_rules *rules, uint64_t seed, uint64_t first,
                        uint64_t games, uint64_t *next, struct zk_gpu_sums *total) {
    struct zk_gpu_sums sums = {0};
    if (ZK_GPU_GAME.piece)
        play_by_kind(rules, seed, first, games, next, &sums);
    else
        play_alone(rules, seed, first, games, next, &sums);
    add_up(&total->decisions, sums.decisions);
    add_up(&total->generators, sums.generators);
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) {
        add_up(&total->points[seat], sums.points[seat]);
        add_up(&total->wins[seat], sums.wins[seat]);
    }
}
