/* bots.c: who plays Yōtei. */
#include "bots.h"

#include <stddef.h>

#include "../easy.h"
#include "../rows.h"

enum { GREEDY, EASY, NORMAL, STRONG, END };

const struct zk_bot zk_yotei_bots[] = {
    [GREEDY] = {.name = "greedy",
                .reasons = zk_yotei_reasons,
                .choose = zk_yotei_greedy,
                .pace = ZK_PACE_QUICK},
    [EASY] = {.name = "easy",
              .reasons = zk_yotei_reasons,
              .choose = zk_easy_choose,
              .manner = &(const struct zk_easy_manner){.better = &zk_yotei_bots[GREEDY]}},
    [NORMAL] = {.name = "normal",
                .reasons = zk_yotei_reasons,
                .choose = zk_yotei_search,
                .manner = &(const uint32_t){400},
                .searches = true},
    [STRONG] = {.name = "strong",
                .reasons = zk_yotei_reasons,
                .choose = zk_yotei_search,
                .manner = &(const uint32_t){20000},
                .searches = true},
    [END] = {.name = NULL},
};
