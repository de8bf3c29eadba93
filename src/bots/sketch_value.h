/* sketch_value.h: what a position of Yokai Sketch promises, by experience. */
#ifndef ZK_SKETCH_VALUE_H
#define ZK_SKETCH_VALUE_H

#include "../games/sketch.h"

/* How likely the player in turn is to win, 0 to 1, who is about to play a card. `all` is the view
 * ZK_EVERYTHING: the value is asked for worlds of a search, where all cards are known. */
double zk_sketch_value(const struct zk_sketch_view *all);

#endif
