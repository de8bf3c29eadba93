/* bots.c: who plays Yokai. */
#include <stddef.h>

#include "../easy.h"
#include "../rows.h"
#include "cipher.h"
#include "partner.h"
#include "why.h"

const struct zk_yokai_manner zk_yokai_strong = {
    .worlds = 40,
    .swaps = 400,
    .alone = 10,
    .guessed = 8,
    .clash = 1,
    .leaves = 4,
    .marks = 4,
    .left = 4,
    .shares = 36,
    .joins = 20,
    .tells = 3,
    .go_on_wins = 95,
    .go_on_costs = 7,
    .doubt_costs = 2,
};

/* Nobody forgets that a card can be looked at, or peace declared. */
static bool is_obvious(const struct zk_bot_turn *turn) {
    return zk_yokai_seen(turn->view)->board.phase < ZK_YOKAI_MOVE;
}

enum { CIPHER, PLAIN, EASY, NORMAL, STRONG, END };

const struct zk_bot zk_yokai_bots[] = {
    [CIPHER] = {.name = "cipher",
                .reasons = zk_yokai_reasons,
                .choose = zk_yokai_cipher,
                .manner = &zk_yokai_bots[NORMAL],
                .memory_size = ZK_YOKAI_CIPHER_MEMORY,
                .observe = zk_yokai_cipher_observe,
                .pace = ZK_PACE_SLOW},
    [PLAIN] = {.name =
                   "plain"}, /* any moves never bring peace, so such playouts teach nothing */
    [EASY] = {.name = "easy",
              .reasons = zk_yokai_reasons,
              .choose = zk_easy_choose,
              .manner = &(const struct zk_easy_manner){&zk_yokai_bots[NORMAL], is_obvious}},
    [NORMAL] = {.name = "normal",
                .meaning = "a partner who reads nothing into silence",
                .reasons = zk_yokai_reasons,
                .choose = zk_yokai_partner,
                .manner = &zk_yokai_strong},
    [STRONG] = {.name = "strong",
                .meaning = "reads why cards were put where they are",
                .reasons = zk_yokai_reasons,
                .choose = zk_yokai_partner,
                .manner = &zk_yokai_strong,
                .memory_size = sizeof(struct zk_yokai_log),
                .observe = zk_yokai_log_observe},
    [END] = {.name = NULL},
};
