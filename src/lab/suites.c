/* suites.c: the suites, and how a game of one is played; see suites.h. */
#include "suites.h"

#include <assert.h>
#include <string.h>

#include "command/command.h"
#include "games/sketch/sketch.h"
#include "games/yokai/yokai.h"
#include "games/yotei/yotei.h"

/* ---- Which there are. Never change a line; a better suite gets another name. ---- */

#define EDITIONS {"edition=en", "edition=fr"}
#define LEVELS(n)                                                                             \
    {"players=" n " level=1", "players=" n " level=2", "players=" n " level=3",               \
     "players=" n " level=4", "players=" n " level=5"}
#define CARDS(n) {"players=" n " cards=niseko-1"}

const struct suite suites[] = {
    {"sketch-greedy", &zk_sketch, "greedy", EDITIONS, 2, 1000},
    {"sketch-normal", &zk_sketch, "normal", EDITIONS, 2, 1000},
    {"sketch-strong", &zk_sketch, "strong", EDITIONS, 2, 100},
    {"yokai-2-self", &zk_yokai, NULL, LEVELS("2"), 2, 250},
    {"yokai-3-self", &zk_yokai, NULL, LEVELS("3"), 3, 250},
    {"yokai-4-self", &zk_yokai, NULL, LEVELS("4"), 4, 250},
    {"yokai-2-normal", &zk_yokai, "normal", LEVELS("2"), 2, 250},
    {"yokai-3-normal", &zk_yokai, "normal", LEVELS("3"), 3, 250},
    {"yokai-4-normal", &zk_yokai, "normal", LEVELS("4"), 4, 250},
    {"yokai-2-strong", &zk_yokai, "strong", LEVELS("2"), 2, 250},
    {"yokai-3-strong", &zk_yokai, "strong", LEVELS("3"), 3, 250},
    {"yokai-4-strong", &zk_yokai, "strong", LEVELS("4"), 4, 250},
    {"yotei-2-greedy", &zk_yotei, "greedy", CARDS("2"), 2, 500},
    {"yotei-3-greedy", &zk_yotei, "greedy", CARDS("3"), 3, 500},
    {"yotei-4-greedy", &zk_yotei, "greedy", CARDS("4"), 4, 500},
    {"yotei-2-normal", &zk_yotei, "normal", CARDS("2"), 2, 100},
    {"yotei-3-normal", &zk_yotei, "normal", CARDS("3"), 3, 100},
    {"yotei-4-normal", &zk_yotei, "normal", CARDS("4"), 4, 100},
    {.name = NULL},
};

const struct suite *suites_find(const struct request *request, const char *name) {
    const char *names[sizeof suites / sizeof *suites];
    for (unsigned i = 0; i < sizeof suites / sizeof *suites; i++) {
        names[i] = suites[i].name;
        if (names[i] && strcmp(names[i], name) == 0) return &suites[i];
    }
    const char *meant = nearest(name, names);
    complain(request, "there is no suite \"%s\"%s%s%s; zashiki-lab suite lists them", name,
             meant ? ", perhaps \"" : "", meant ? meant : "", meant ? "\"" : "");
    return NULL;
}

unsigned suite_parts(const struct suite *suite) {
    unsigned count = 0;
    while (suite->parts[count]) count++;
    return count;
}

void suite_rules(const struct suite *suite, unsigned part, struct zk_settings *settings,
                 struct zk_rules *rules) {
    struct zk_sentence refusal;
    bool right = true;
    memset(settings, 0, sizeof *settings);
    for (const char *at = suite->parts[part]; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " "), name = strcspn(at, "=");
        right &= zk_settings_set(suite->game, settings, at, name, at + name + 1,
                                 size - name - 1, &refusal);
        at += size;
    }
    right &= suite->game->prepare(rules, settings, &refusal);
    assert(right);
    (void)right;
}

unsigned suite_games(const struct suite *suite) { return suite->partner ? suite->seats : 1; }

/* ---- Playing ---- */

bool suite_is_entrant(const struct suite *suite, uint64_t number, int seat) {
    return !suite->partner || number % suite_games(suite) == (uint64_t)seat;
}

void suite_begin(struct suite_game *play, const struct suite *suite, uint64_t number,
                 const struct zk_bot *entrant) {
    play->suite = suite;
    play->deal = number / suite_games(suite);
    play->part = (unsigned)(play->deal % suite_parts(suite));
    suite_rules(suite, play->part, &play->settings, &play->rules);
    assert(zk_seats(suite->game, &play->rules) == suite->seats);
    play->luck = zk_rng_stream(SUITE_SEED, play->deal);
    for (unsigned seat = 0; seat < play->suite->seats; seat++) {
        bool enters = suite_is_entrant(suite, number, (int)seat);
        play->bot[seat] = enters ? entrant : zk_bots_of(suite->game, suite->partner);
        play->own[seat] = zk_rng_stream(play->deal, seat);
        if (play->bot[seat])
            zk_seated_begin(&play->seated[seat], play->bot[seat], suite->game, &play->rules,
                            (int)seat);
    }
    suite->game->start(&play->rules, &play->state);
}

zk_move suite_next(struct suite_game *play) {
    const struct zk_game *game = play->suite->game;
    int actor = game->actor(&play->rules, &play->state);
    zk_move move;
    if (actor >= 0) {
        struct zk_rng rng = zk_rng_split(&play->own[actor]); /* as zk_player_choose does */
        return zk_seated_ask(&play->seated[actor], &play->state, &rng, NULL, NULL);
    }
    do move = zk_sample(game, &play->rules, &play->state, &play->luck);
    while (zk_mover(actor, move) != actor); /* as in zk_state_sample */
    return move;
}

void suite_make(struct suite_game *play, zk_move move) {
    for (unsigned seat = 0; seat < play->suite->seats; seat++)
        if (play->bot[seat]) zk_seated_tell(&play->seated[seat], &play->state, move);
    play->suite->game->apply(&play->rules, &play->state, move);
}
