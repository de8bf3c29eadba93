/* shared.c: the bots that every game has without a line of its own.
 *
 * `random` knows nothing. The others search (search.h) and know nothing about the game but its rules:
 * playouts of any moves to the end, in worlds that fit the seat's view. In a game that is won or lost
 * together they go for the team. A game that brings a bot of the same name has that one instead. */
#include "shared.h"

#include <stddef.h>

#include "easy.h"
#include "search.h"

enum { PLAIN_PLAYOUTS = 1000, NORMAL_PLAYOUTS = 2000, STRONG_PLAYOUTS = 20000 };

static zk_move choose_any(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    (void)self;
    return turn->moves[zk_rng_below(turn->rng, turn->moves_count)];
}

static const struct zk_search_game nothing = {.explore = 0.7};

const struct zk_bot zk_bot_random = {
    .name = "random", .choose = choose_any, .pace = ZK_PACE_QUICK};

static const struct zk_bot plain = {
    .name = "plain",
    .choose = zk_search_by_manner,
    .manner = &(const struct zk_search_manner){&nothing, PLAIN_PLAYOUTS},
    .searches = true,
};

static const struct zk_bot normal = {
    .name = "normal",
    .choose = zk_search_by_manner,
    .manner = &(const struct zk_search_manner){&nothing, NORMAL_PLAYOUTS},
    .searches = true,
};

static const struct zk_bot easy = {
    .name = "easy",
    .choose = zk_easy_choose,
    .manner = &(const struct zk_easy_manner){.better = &normal},
};

static const struct zk_bot strong = {
    .name = "strong",
    .choose = zk_search_by_manner,
    .manner = &(const struct zk_search_manner){&nothing, STRONG_PLAYOUTS},
    .searches = true,
};

const struct zk_bot *const zk_shared_bots[] = {&zk_bot_random, &plain,  &easy,
                                               &normal,        &strong, NULL};
