/* plain.c: a search that knows nothing about the game but its rules: one tree, playouts of any
 * moves to the end. A yardstick for those that know more. */
#include "../games/sketch/sketch.h"
#include "../games/yotei/yotei.h"
#include "bot.h"
#include "search.h"

enum { PLAYOUTS = 1000 };

static const struct zk_search_game nothing = {.explore = 0.7};

static bool knows(const struct zk_game *game) {
    return game == &zk_sketch || game == &zk_yotei;
}

static zk_move choose(const struct zk_bot_turn *turn) {
    return zk_search_choose(turn, &nothing, PLAYOUTS);
}

const struct zk_bot zk_bot_plain = {
    .name = "plain",
    .meaning = "searches without knowing anything but the rules; a yardstick",
    .knows = knows,
    .choose = choose,
};
