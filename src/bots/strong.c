/* strong.c: an attentive player of each game, who thinks as far ahead as it is given time for. */
#include <stddef.h>

#include "../games/sketch/sketch.h"
#include "../games/yokai/yokai.h"
#include "../games/yotei/yotei.h"
#include "players.h"
#include "sketch/minds.h"
#include "yokai/partner.h"
#include "yotei/minds.h"

enum { PLAYOUTS = 20000 };

static zk_move sketch(const struct zk_bot_turn *turn) {
    return zk_search_choose(turn, &zk_sketch_search, PLAYOUTS);
}

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

static zk_move yokai(const struct zk_bot_turn *turn) {
    return zk_yokai_partner(turn, &zk_yokai_strong, turn->memory);
}

static zk_move yotei(const struct zk_bot_turn *turn) {
    return zk_yotei_search(turn, PLAYOUTS);
}

static const struct zk_player players[] = {
    {&zk_sketch, sketch},
    {&zk_yokai, yokai},
    {&zk_yotei, yotei},
    {NULL, NULL},
};

static bool knows(const struct zk_game *game) { return zk_players_know(players, game); }
static zk_move choose(const struct zk_bot_turn *turn) {
    return zk_players_choose(players, turn);
}

static size_t memory_size(const struct zk_game *game) {
    return game == &zk_yokai ? sizeof(struct zk_yokai_log) : 0;
}

static void observe(void *memory, const struct zk_bot_event *event) {
    if (event->game == &zk_yokai) zk_yokai_log_observe(memory, event);
}

const struct zk_bot zk_bot_strong = {
    .name = "strong",
    .meaning = "looks far ahead; in Yokai reads why cards were put where they are",
    .knows = knows,
    .memory_size = memory_size,
    .observe = observe,
    .choose = choose,
};
