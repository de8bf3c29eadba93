/* value.h: how likely the player in turn is to win a position of Yokai Sketch, by a network. */
#ifndef ZK_SKETCH_VALUE_H
#define ZK_SKETCH_VALUE_H

#include "../../games/sketch/sketch.h"
#include "weights.h"

/* The rows of the weights that a position adds up. `all` is the view ZK_EVERYTHING: the value is
 * asked for worlds of a search, where all cards are known. Somebody is about to play a card. */
struct zk_sketch_facts {
    uint8_t stack[ZK_SKETCH_COLOURS][ZK_SKETCH_STACK_FACTS], whole[ZK_SKETCH_WHOLE_FACTS];
};
void zk_sketch_find_facts(const struct zk_sketch_view *all, struct zk_sketch_facts *facts);

/* What the layers of the network came to, for the learner; negative ones went no further. */
struct zk_sketch_layers {
    int16_t stack[ZK_SKETCH_COLOURS][ZK_SKETCH_WIDTH]; /* in parts of ZK_SKETCH_UNIT */
    int32_t stacks[ZK_SKETCH_WIDTH]; /* the same: all four, as far as above 0 */
    int32_t mixed[ZK_SKETCH_WIDTH];  /* in parts of its square */
};

/* How likely the player in turn is to win, 0 to 1. `layers` may be NULL. */
double zk_sketch_weigh(const struct zk_sketch_facts *facts,
                       const struct zk_sketch_weights *weights,
                       struct zk_sketch_layers *layers);
double zk_sketch_value(const struct zk_sketch_view *all,
                       const struct zk_sketch_weights *weights);

#endif
