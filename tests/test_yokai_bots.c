/* test_yokai_bots.c: partners for Yokai play legal moves, see nothing they may not, and find peace
 * often enough to be worth sitting beside. */
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bots/normal.h"
#include "games/yokai.h"

static alignas(max_align_t) unsigned char rules[ZK_RULES_SIZE_MAX];
static alignas(max_align_t) unsigned char state[ZK_STATE_SIZE_MAX];

static void prepare(const char *players, const char *level) {
    struct zk_settings settings = {0};
    struct zk_refusal refusal;
    assert_true(zk_settings_set(&zk_yokai, &settings, "players", 7, players, 1, &refusal));
    assert_true(zk_settings_set(&zk_yokai, &settings, "level", 5, level, 1, &refusal));
    assert_true(zk_yokai.prepare(rules, &settings, &refusal));
}

static zk_move ask(const void *world, int seat, uint64_t seed) {
    alignas(max_align_t) unsigned char view[ZK_VIEW_SIZE_MAX];
    zk_move moves[ZK_MOVES_MAX];
    struct zk_rng rng = zk_rng_stream(seed, 0);
    zk_yokai.view(rules, world, seat, view);
    struct zk_bot_turn turn = {.game = &zk_yokai,
                               .rules = rules,
                               .view = view,
                               .seat = seat,
                               .moves = moves,
                               .rng = &rng};
    turn.moves_count = zk_yokai.moves(rules, world, seat, moves, NULL);
    zk_move chosen = zk_normal_yokai(&turn);
    uint32_t i = 0;
    while (i < turn.moves_count && moves[i] != chosen) i++;
    assert_true(i < turn.moves_count);
    return chosen;
}

/* Plays a game; whether it was won. Every few decisions, the same is asked in another world. */
static bool play(uint64_t number) {
    struct zk_rng luck = zk_rng_stream(5, number);
    struct zk_result result;
    uint64_t decisions = 0;
    int seat;
    zk_yokai.start(rules, state);
    while ((seat = zk_yokai.actor(rules, state)) != ZK_OVER) {
        zk_move move;
        if (seat == ZK_CHANCE) {
            move = zk_yokai.sample(rules, state, &luck);
        } else {
            move = ask(state, seat, number * 1000 + decisions);
            if (decisions % 9 == 0) {
                alignas(max_align_t) unsigned char view[ZK_VIEW_SIZE_MAX];
                alignas(max_align_t) unsigned char world[ZK_STATE_SIZE_MAX];
                zk_yokai.view(rules, state, seat, view);
                zk_yokai.resample(rules, view, &luck, world);
                assert_int_equal(move, ask(world, seat, number * 1000 + decisions));
            }
            decisions++;
        }
        zk_yokai.apply(rules, state, move);
    }
    zk_yokai.result(rules, state, &result);
    return result.winners != 0;
}

static void normal_plays_every_level(void **test) {
    (void)test;
    const char *const players[] = {"2", "3", "4"};
    const char *const levels[] = {"1", "3", "4"};
    for (unsigned i = 0; i < 3; i++) {
        prepare(players[i], levels[i]);
        (void)play(i);
    }
}

static void normal_finds_peace(void **test) {
    (void)test;
    unsigned won = 0;
    prepare("2", "1");
    for (uint64_t number = 0; number < 6; number++) won += play(number);
    assert_true(won >= 2); /* about four in five are won */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_plays_every_level),
        cmocka_unit_test(normal_finds_peace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
