/* bots.h: what bots know about Yokai Sketch. */
#ifndef ZK_SKETCH_BOTS_H
#define ZK_SKETCH_BOTS_H

#include "../../games/sketch/sketch.h"
#include "../search.h"

/* What cards in a hand are good for. */
struct zk_sketch_holding {
    int cards, calls, distracts;
    int showing[ZK_SKETCH_COLOURS]; /* how many can be laid there */
};
struct zk_sketch_holding zk_sketch_hold(zk_sketch_cards hand);

/* The move that looks best at once to the player in turn, who sees `view` of `state`. */
zk_move zk_sketch_quick(const struct zk_rules *rules, const struct zk_state *state,
                        const struct zk_view *view, const zk_move *moves, uint32_t count,
                        struct zk_rng *rng);
/* sketch/greedy.c: the plainest good thing about a move, and the sentences for it. */
extern const struct zk_phrase zk_sketch_reasons[];
/* Of a move that another bot has chosen; nothing where greedy would make another. */
void zk_sketch_say_why(const struct zk_bot_turn *turn, zk_move move);

/* sketch/greedy.c: the move that looks best at once. */
zk_move zk_sketch_greedy(const struct zk_bot *self, const struct zk_bot_turn *turn);

/* sketch/search.c: how to search it. */
extern const struct zk_search_game zk_sketch_search;

#endif
