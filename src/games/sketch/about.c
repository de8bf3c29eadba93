/* about.c: what Yokai Sketch tells people about itself, beside docs/rules/sketch.md. */
#include <stddef.h>

#include "sketch.h"

static const struct zk_example examples[] = {
    {"--set edition=fr --seat B", "by the French rules, in the second seat"},
    {NULL, NULL},
};

const struct zk_about zk_sketch_about = {
    .introduction =
        "You lay sketch cards beside four stacks of yokai. As soon as the cards on both sides of a\n"
        "yokai are as many as its number, it is drawn: whoever has more of them there takes it and\n"
        "its points. Special cards call a yokai over or distract the other's card. When a stack is\n"
        "empty the game ends, and the higher sum wins.",
    .examples = examples,
};
