/* play.c: games to learn from, and matches to see whether it helped; see learn.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/sketch/bots.h"
#include "learn.h"

/* What is learned from a game at most. There are some 80 decisions in one; nobody draws a yokai
 * for a long time in one that has more than this. */
enum { DECISIONS_MAX = 256 };

/* What was decided in a game, and by whom. */
struct tale {
    uint32_t count;
    struct lesson lesson[DECISIONS_MAX];
    int seat[DECISIONS_MAX];
};

/* Many games. Number n is of edition n % 2. */
struct games {
    const struct player *player[2];
    uint64_t seed;
    struct zk_rules rules[2];
    struct lessons *lessons; /* of each game, when they are to learn from */
    double *won; /* by the first player in each, when they are a match: 0, 0.5 or 1 */
};

static void prepare(struct games *games) {
    for (unsigned edition = 0; edition < 2; edition++) {
        struct zk_settings settings = {0};
        struct zk_sentence refusal;
        bool right = zk_settings_set(&zk_sketch, &settings, "edition", 7,
                                     edition == ZK_SKETCH_EN ? "en" : "fr", 2, &refusal) &&
                     zk_sketch.prepare(&games->rules[edition], &settings, &refusal);
        assert(right);
        (void)right;
    }
}

/* A player's move, and what it promises the player; -1 when that was not asked. */
static zk_move choose(const struct player *player, const struct zk_rules *rules,
                      const struct zk_state *state, int seat, struct zk_rng *rng,
                      float *promise) {
    zk_move moves[ZK_MOVES_MAX];
    struct zk_opinion opinions[ZK_MOVES_MAX];
    struct zk_sketch_view view;
    zk_sketch.view(rules, state, seat, zk_sketch_block(&view));
    uint32_t count = zk_sketch.moves(rules, state, seat, moves, NULL);
    *promise = -1;
    if (!player->weights)
        return zk_sketch_quick(rules, state, zk_sketch_block(&view), moves, count, rng);
    memset(opinions, 0, count * sizeof *opinions);
    struct zk_search_game how = zk_sketch_search;
    how.context = player->weights;
    struct zk_bot_turn turn = {
        .game = &zk_sketch,
        .rules = rules,
        .view = zk_sketch_block(&view),
        .seat = seat,
        .moves = moves,
        .moves_count = count,
        .rng = rng,
        .opinions = opinions,
    };
    zk_move move = zk_search_choose(&turn, &how, player->playouts);
    for (uint32_t i = 0; i < count; i++)
        if (moves[i] == move && opinions[i].weighed) *promise = (float)opinions[i].worth;
    return move;
}

/* Plays a game in which so many moves of 256 are any move, and returns what seat 0 won. */
static double play(const struct games *games, uint32_t number,
                   const struct player *const *seated, uint32_t careless, struct tale *tale) {
    struct zk_state state;
    const struct zk_rules *rules = &games->rules[number % 2];
    struct zk_rng rng = zk_rng_stream(games->seed, number);
    struct zk_sketch_view all;
    struct zk_result result;
    tale->count = 0;
    zk_sketch.start(rules, &state);
    for (int seat; (seat = zk_sketch.actor(rules, &state)) != ZK_OVER;) {
        float promise = -1;
        zk_move move = seat == ZK_CHANCE || (zk_rng_next(&rng) & 255) < careless
                           ? zk_sketch.sample(rules, &state, &rng)
                           : choose(seated[seat], rules, &state, seat, &rng, &promise);
        if (seat != ZK_CHANCE && tale->count < DECISIONS_MAX) {
            zk_sketch.view(rules, &state, ZK_EVERYTHING, zk_sketch_block(&all));
            zk_sketch_find_facts(&all, &tale->lesson[tale->count].facts);
            tale->lesson[tale->count].worth = promise;
            tale->seat[tale->count++] = seat;
        }
        zk_sketch.apply(rules, &state, move);
    }
    zk_sketch.result(rules, &state, &result);
    return result.drawn ? 0.5 : result.winners & 1;
}

/* ---- Games to learn from ---- */

static void play_to_learn(void *user, uint32_t number) {
    const struct games *games = user;
    const uint32_t careless[] = {0, 16, 51};
    struct lessons *lessons = &games->lessons[number];
    struct tale tale;
    float won = (float)play(games, number, games->player, careless[number / 2 % 3], &tale);
    for (uint32_t i = 0; i < tale.count; i++) {
        float *worth = &tale.lesson[i].worth, mine = tale.seat[i] ? 1 - won : won;
        *worth = *worth < 0 ? mine : (*worth + mine) / 2;
    }
    lessons->count = tale.count;
    lessons->lesson = cores_memory(NULL, tale.count, sizeof *tale.lesson);
    memcpy(lessons->lesson, tale.lesson, tale.count * sizeof *tale.lesson);
}

void play_games(const struct player *player, uint64_t seed, uint32_t count, unsigned threads,
                struct lessons *lessons) {
    struct games games = {.player = {player, player}, .seed = seed};
    size_t total = lessons->count;
    prepare(&games);
    games.lessons = cores_memory(NULL, count, sizeof *games.lessons);
    cores_share(threads, count, play_to_learn, &games);
    for (uint32_t i = 0; i < count; i++) total += games.lessons[i].count;
    lessons->lesson = cores_memory(lessons->lesson, total, sizeof *lessons->lesson);
    for (uint32_t i = 0; i < count; i++) {
        const struct lessons *game = &games.lessons[i];
        memcpy(lessons->lesson + lessons->count, game->lesson,
               game->count * sizeof *game->lesson);
        lessons->count += game->count;
        free(game->lesson);
    }
    free(games.lessons);
}

/* ---- A match ---- */

static void play_to_win(void *user, uint32_t number) {
    const struct games *games = user;
    unsigned seat = number / 2 % 2;
    const struct player *seated[2] = {games->player[seat], games->player[!seat]};
    struct tale tale;
    double won = play(games, number, seated, 0, &tale);
    games->won[number] = seat ? 1 - won : won;
}

double play_match(const struct player *first, const struct player *second, uint64_t seed,
                  uint32_t count, unsigned threads) {
    struct games games = {.player = {first, second}, .seed = seed};
    double won = 0;
    prepare(&games);
    games.won = cores_memory(NULL, count, sizeof *games.won);
    cores_share(threads, count, play_to_win, &games);
    for (uint32_t i = 0; i < count; i++) won += games.won[i];
    free(games.won);
    return won / count;
}
