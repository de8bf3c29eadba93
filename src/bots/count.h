/* count.h: how many ways a game can go on, by depth: a number that changes when a rule does. */
#ifndef ZK_COUNT_H
#define ZK_COUNT_H

#include "../core/game.h"

enum { ZK_COUNT_DEPTH_MAX = 16 };

/* How many sequences of exactly `depth` moves lead on from a state, at most ZK_COUNT_DEPTH_MAX.
 * Each outcome of chance counts once, whatever its weight. */
uint64_t zk_count(const struct zk_game *game, const struct zk_rules *rules,
                  const struct zk_state *state, unsigned depth);
/* Plays chance's moves, drawn from `rng`, until a seat is to move or the game is over: the deal
 * that counting starts from. */
void zk_count_deal(const struct zk_game *game, const struct zk_rules *rules,
                   struct zk_state *state, struct zk_rng *rng);

#endif
