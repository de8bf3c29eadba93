/* about.c: what Yōtei tells people about itself, beside docs/rules/yotei.md. */
#include <stddef.h>

#include "yotei.h"

static const struct zk_example examples[] = {
    {"--set players=3 --bot strong", "against two who look far ahead"},
    {NULL, NULL},
};

const struct zk_about zk_yotei_about = {
    .introduction =
        "Place your characters on cards around the mountain: pay for a card, bid for it in secret, or\n"
        "turn it face down. Then harvest: what a card needs you must own by then, so the order counts.\n"
        "Mystery cards bend the rules once each. When somebody has two stars the game ends; charm\n"
        "points win, and three potatoes left are worth one.",
    .examples = examples,
};
