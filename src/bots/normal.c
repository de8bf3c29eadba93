/* normal.c: a sensible player of each game, without secrets or long thought. */
#include "normal.h"

#include <stddef.h>

#include "../games/sketch/sketch.h"
#include "../games/yokai/yokai.h"
#include "../games/yotei/yotei.h"
#include "players.h"
#include "sketch/minds.h"
#include "yokai/partner.h"
#include "yotei/minds.h"

zk_move zk_normal_yokai(const struct zk_bot_turn *turn) {
    return zk_yokai_partner(turn, &zk_yokai_strong, NULL);
}

enum { SKETCH_PLAYOUTS = 40, YOTEI_PLAYOUTS = 400 };

static zk_move sketch(const struct zk_bot_turn *turn) {
    return zk_search_choose(turn, &zk_sketch_search, SKETCH_PLAYOUTS);
}

static zk_move yotei(const struct zk_bot_turn *turn) {
    return zk_yotei_search(turn, YOTEI_PLAYOUTS);
}

static const struct zk_player players[] = {
    {&zk_sketch, sketch},
    {&zk_yokai, zk_normal_yokai},
    {&zk_yotei, yotei},
    {NULL, NULL},
};

static bool knows(const struct zk_game *game) { return zk_players_know(players, game); }
static zk_move choose(const struct zk_bot_turn *turn) {
    return zk_players_choose(players, turn);
}

const struct zk_bot zk_bot_normal = {
    .name = "normal",
    .meaning = "looks a little ahead; in Yokai a partner who reads nothing into silence",
    .knows = knows,
    .choose = choose,
};
