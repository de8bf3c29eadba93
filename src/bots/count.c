/* count.c: counting by depth, see count.h. */
#include "count.h"

#include <assert.h>
#include <string.h>

uint64_t zk_count(const struct zk_game *game, const struct zk_rules *rules,
                  const struct zk_state *state, unsigned depth) {
    zk_move moves[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX];
    int actor = game->actor(rules, state);
    assert(depth <= ZK_COUNT_DEPTH_MAX);
    if (depth == 0) return 1;
    if (actor == ZK_OVER) return 0;
    uint32_t count = game->moves(rules, state, actor, moves, weights);
    if (depth == 1) return count;
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct zk_state next;
        memcpy(&next, state, game->state_size);
        game->apply(rules, &next, moves[i]);
        total += zk_count(game, rules, &next, depth - 1);
    }
    return total;
}

void zk_count_deal(const struct zk_game *game, const struct zk_rules *rules,
                   struct zk_state *state, struct zk_rng *rng) {
    while (game->actor(rules, state) == ZK_CHANCE)
        game->apply(rules, state, zk_sample(game, rules, state, rng));
}
