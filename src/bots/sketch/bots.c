/* bots.c: who plays Yokai Sketch. */
#include "bots.h"

#include <stddef.h>

#include "../easy.h"
#include "../rows.h"

enum { GREEDY, EASY, NORMAL, STRONG, END };

const struct zk_bot zk_sketch_bots[] = {
    [GREEDY] = {.name = "greedy",
                .reasons = zk_sketch_reasons,
                .choose = zk_sketch_greedy,
                .pace = ZK_PACE_QUICK},
    [EASY] = {.name = "easy",
              .reasons = zk_sketch_reasons,
              .choose = zk_easy_choose,
              .manner = &(const struct zk_easy_manner){.better = &zk_sketch_bots[GREEDY]}},
    [NORMAL] = {.name = "normal",
                .reasons = zk_sketch_reasons,
                .choose = zk_search_by_manner,
                .manner = &(const struct zk_search_manner){&zk_sketch_search, 40},
                .searches = true},
    [STRONG] = {.name = "strong",
                .reasons = zk_sketch_reasons,
                .choose = zk_search_by_manner,
                .manner = &(const struct zk_search_manner){&zk_sketch_search, 20000},
                .searches = true},
    [END] = {.name = NULL},
};
