/* easy.c: plays sensibly but overlooks things: of its legal moves it sees about half, and takes
 * what a better player would do if there were no others. */
#include <stddef.h>

#include "../games/sketch/sketch.h"
#include "../games/yokai/yokai.h"
#include "../games/yotei/yotei.h"
#include "greedy.h"
#include "normal.h"
#include "players.h"

static const struct zk_player players[] = {
    {&zk_sketch, zk_greedy_sketch},
    {&zk_yokai, zk_normal_yokai},
    {&zk_yotei, zk_greedy_yotei},
    {NULL, NULL},
};

static bool knows(const struct zk_game *game) { return zk_players_know(players, game); }

/* Nobody forgets that a card of Yokai can be looked at, or peace declared. */
static bool is_plain(const struct zk_bot_turn *turn) {
    const struct zk_yokai_view *view = zk_yokai_seen(turn->view);
    return turn->game == &zk_yokai && view->board.phase < ZK_YOKAI_MOVE;
}

static zk_move choose(const struct zk_bot_turn *turn) {
    zk_move noticed[ZK_MOVES_MAX];
    struct zk_bot_turn narrow = *turn;
    if (is_plain(turn)) return zk_players_choose(players, turn);
    narrow.moves = noticed;
    narrow.moves_count = 0;
    narrow.opinions = NULL; /* they would be of other moves */
    for (uint32_t i = 0; i < turn->moves_count; i++)
        if (zk_rng_below(turn->rng, 2)) noticed[narrow.moves_count++] = turn->moves[i];
    return zk_players_choose(players, narrow.moves_count ? &narrow : turn);
}

const struct zk_bot zk_bot_easy = {
    .name = "easy",
    .meaning = "plays sensibly, and overlooks every other move",
    .knows = knows,
    .choose = choose,
};
