/* weights.h: the weights of zk_sketch_value: which rows of numbers a position adds up. */
#ifndef ZK_SKETCH_WEIGHTS_H
#define ZK_SKETCH_WEIGHTS_H

#include <stdint.h>

/* What is said of each stack, and the rows for it. "I" am the player in turn. */
enum {
    ZK_SKETCH_ASKS = 0, /* number of the top (5) and sketches needed (0-7) */
    ZK_SKETCH_AHEAD = ZK_SKETCH_ASKS + 40, /* my sketches more than yours (-6 to 6) */
    ZK_SKETCH_MINE = ZK_SKETCH_AHEAD + 13, /* my cards that go there (0-4), plays left (1-3) */
    ZK_SKETCH_YOURS = ZK_SKETCH_MINE + 15, /* yours that go there (0-4), your hand (0-3) */
    ZK_SKETCH_SIZE = ZK_SKETCH_YOURS + 20, /* yokai left (1-6) */
    ZK_SKETCH_BELOW = ZK_SKETCH_SIZE + 6,  /* what comes up next: see `what_is_below` */
    ZK_SKETCH_LAST = ZK_SKETCH_BELOW + 10, /* whether your (1), my (2) last card lies there */
    ZK_SKETCH_REACH = ZK_SKETCH_LAST + 4,  /* who can draw the yokai: see `who_can_draw` */
    ZK_SKETCH_STACK_ROWS = ZK_SKETCH_REACH + 8,
    ZK_SKETCH_STACK_FACTS = 8,
};

/* What is said of the whole. */
enum {
    ZK_SKETCH_LEAD = 0,                   /* my points more than yours (-12 to 12) */
    ZK_SKETCH_NEAR = ZK_SKETCH_LEAD + 25, /* roughly so (5), fewest yokai in a stack (1-5) */
    ZK_SKETCH_HAND = ZK_SKETCH_NEAR + 25, /* cards in my hand (0-4), plays left (1-3) */
    ZK_SKETCH_HELD = ZK_SKETCH_HAND + 15, /* cards in yours (0-4) */
    ZK_SKETCH_SPECIAL =
        ZK_SKETCH_HELD + 5, /* my calls, distracts, your calls, distracts (0-2) */
    ZK_SKETCH_TONES = ZK_SKETCH_SPECIAL + 12, /* colours in my notebook more than in yours */
    ZK_SKETCH_EDITION = ZK_SKETCH_TONES + 9,
    ZK_SKETCH_WHOLE_ROWS = ZK_SKETCH_EDITION + 2,
    ZK_SKETCH_WHOLE_FACTS = 10,
};

enum { ZK_SKETCH_WIDTH = 16 };

/* In parts of ZK_SKETCH_UNIT. */
enum { ZK_SKETCH_UNIT = 64 };
struct zk_sketch_weights {
    int8_t stack[ZK_SKETCH_STACK_ROWS][ZK_SKETCH_WIDTH], stack_bias[ZK_SKETCH_WIDTH];
    int8_t whole[ZK_SKETCH_WHOLE_ROWS][ZK_SKETCH_WIDTH];
    int8_t mix[ZK_SKETCH_WIDTH][ZK_SKETCH_WIDTH], out[ZK_SKETCH_WIDTH], out_bias;
};
extern const struct zk_sketch_weights zk_sketch_weights;

#endif
