/* kernel_play.c: random games on the GPU, for one game (ZK_GPU_GAME, zk_sketch).
 *
 * The games themselves are the C files that everybody else plays with, compiled for NVIDIA's virtual
 * machine and linked to this one; every slot is called through the game's table, which is a constant here,
 * so that no call is left that the compiler does not see through. Compiled for any other machine this is
 * the same code with one thread (tests/test_gpu.c).
 *
 * 32 threads go together, and where they differ each waits for the others. So a thread does not play game
 * after game to the end: every round of the loop each goes on by a piece of its game (play_on), and takes
 * the next game when its own is over. Where a game has several kinds of pieces, those go on whose kind most
 * threads have before them. States lie in the memory that a block of threads shares, which is as near
 * as a cache and does not mind that they look at different places. */
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

/* Whether this thread goes on now; one of the group always does. */
static inline bool is_next(const struct zk_rules *rules, const struct zk_state *state,
                           bool busy) {
    if (!ZK_GPU_GAME.piece) return busy;
    unsigned kind = busy ? ZK_GPU_GAME.piece(rules, state) : ZK_PIECES_MAX;
    unsigned most = 0, chosen = 0;
    for (unsigned i = 0; i < ZK_PIECES_MAX; i++) {
        unsigned count = how_many(kind == i);
        if (count > most) {
            most = count;
            chosen = i;
        }
    }
    return kind == chosen;
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

/* Random games of the streams `first` to `first + games` of a seed, added up. */
KERNEL void zk_gpu_play(const struct zk_rules *rules, uint64_t seed, uint64_t first,
                        uint64_t games, uint64_t *next, struct zk_gpu_sums *total) {
    struct zk_state *state = own_row((uint32_t)played_size());
    struct zk_gpu_sums sums = {0};
    struct zk_rng rng = {0};
    uint64_t number = take_one(next);
    bool busy = number < games;
    if (busy) {
        rng = zk_rng_stream(seed, first + number);
        start(rules, state);
    }
    while (anybody(busy)) {
        if (!is_next(rules, state, busy)) continue;
        sums.decisions += play_on(rules, state, &rng);
        if (ZK_GPU_GAME.actor(rules, state) != ZK_OVER) continue;
        add_result(rules, state, &sums);
        sums.generators += rng.at;
        number = take_one(next);
        busy = number < games;
        if (!busy) continue;
        rng = zk_rng_stream(seed, first + number);
        start(rules, state);
    }
    add_up(&total->decisions, sums.decisions);
    add_up(&total->generators, sums.generators);
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) {
        add_up(&total->points[seat], sums.points[seat]);
        add_up(&total->wins[seat], sums.wins[seat]);
    }
}
