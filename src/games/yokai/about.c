/* about.c: what Yokai tells people about itself, beside docs/rules/yokai.md. */
#include <stddef.h>

#include "path.h"

static const struct zk_example examples[] = {
    {"--set players=3 --set level=2", "with two programs, a level up"},
    {NULL, NULL},
};

const struct zk_about zk_yokai_about = {
    .introduction =
        "Sixteen yokai of four families lie face down. In your turn look at two of them, move one, and\n"
        "turn up a hint card or lay one on a yokai, which locks it. Nobody may speak: moves and hints\n"
        "must do. When the four of each family lie together, declare peace: you win or lose as one,\n"
        "and hint cards that were not needed are worth the most.",
    .examples = examples,
    .ranks = zk_yokai_rank_names + ZK_YOKAI_LOST,
};
