/* test_yokai_bots.c: partners for Yokai play legal moves, see nothing they may not, and find peace
 * often enough to be worth sitting beside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bots/selfplay.h"
#include "bots/yokai/pacts.h"
#include "games/yokai/yokai.h"
#include "plain_build.h"

static const struct zk_bot *named(const char *name) { return zk_bots_of(&zk_yokai, name); }

static struct zk_rules rules;
static struct zk_state state;

static void prepare(const char *players, const char *level) {
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    assert_true(zk_settings_set(&zk_yokai, &settings, "players", 7, players, 1, &refusal));
    assert_true(zk_settings_set(&zk_yokai, &settings, "level", 5, level, 1, &refusal));
    assert_true(zk_yokai.prepare(&rules, &settings, &refusal));
}

/* That a reason is one of those of the game's bots. */
static void is_said(const struct zk_sentence *why) {
    const struct zk_phrase *phrase = zk_bots_reasons(&zk_yokai);
    while (phrase->key && strcmp(phrase->key, why->key) != 0) phrase++;
    assert_non_null(phrase->key);
}

static zk_move ask(const struct zk_state *world, int seat, uint64_t seed) {
    struct zk_view view;
    zk_move moves[ZK_MOVES_MAX];
    struct zk_rng rng = zk_rng_stream(seed, 0);
    struct zk_sentence why;
    zk_refuse(&why, "", "");
    zk_yokai.view(&rules, world, seat, &view);
    struct zk_bot_turn turn = {.game = &zk_yokai,
                               .rules = &rules,
                               .view = &view,
                               .seat = seat,
                               .moves = moves,
                               .rng = &rng,
                               .why = &why};
    turn.moves_count = zk_yokai.moves(&rules, world, seat, moves, NULL);
    zk_move chosen = named("normal")->choose(named("normal"), &turn);
    if (turn.moves_count > 1) is_said(&why);
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
    zk_yokai.start(&rules, &state);
    while ((seat = zk_yokai.actor(&rules, &state)) != ZK_OVER) {
        zk_move move;
        if (seat == ZK_CHANCE) {
            move = zk_yokai.sample(&rules, &state, &luck);
        } else {
            move = ask(&state, seat, number * 1000 + decisions);
            if (decisions % 9 == 0) {
                struct zk_view view;
                struct zk_state world;
                zk_yokai.view(&rules, &state, seat, &view);
                zk_yokai.resample(&rules, &view, &luck, &world);
                assert_int_equal(move, ask(&world, seat, number * 1000 + decisions));
            }
            decisions++;
        }
        zk_yokai.apply(&rules, &state, move);
    }
    zk_yokai.result(&rules, &state, &result);
    return result.winners != 0;
}

static void normal_plays_every_level(void **test) {
    (void)test;
    const char *const players[] = {"2", "3", "4", "2", "3"};
    const char *const levels[] = {"1", "2", "3", "4", "5"};
    for (unsigned i = 0; i < 5; i++) {
        prepare(players[i], levels[i]);
        (void)play(i);
    }
}

static void normal_finds_peace(void **test) {
    (void)test;
    unsigned won = 0;
    prepare("2", "1");
    for (uint64_t number = 0; number < 6; number++) won += play(number);
    assert_true(won >= 4); /* about nine in ten are won */
}

static uint64_t tick(void *user) { return (*(uint64_t *)user)++; }

/* The number of worlds, or the time, can be the caller's. */
static void partners_keep_to_their_budget(void **test) {
    (void)test;
    static struct zk_seated seated;
    struct zk_rng luck = zk_rng_stream(5, 7);
    uint64_t ticks = 0;
    struct zk_budget few = {.playouts = 4},
                     soon = {.ms = 10, .clock_ms = tick, .user = &ticks};
    prepare("2", "1");
    zk_seated_begin(&seated, named("strong"), &zk_yokai, &rules, 0);
    zk_yokai.start(&rules, &state);
    for (unsigned i = 0;
         i < 30 || zk_yokai.actor(&rules, &state) != 0;) { /* some way into the game */
        zk_move move = zk_yokai.sample(&rules, &state, &luck);
        if (zk_yokai_act(move) == ZK_YOKAI_DO_DECLARE && zk_yokai.actor(&rules, &state) >= 0)
            continue;
        zk_seated_tell(&seated, &state, move);
        zk_yokai.apply(&rules, &state, move);
        i++;
    }
    struct zk_rng one = zk_rng_stream(1, 1), same = one;
    assert_int_equal(zk_seated_ask(&seated, &state, &one, &few, NULL),
                     zk_seated_ask(&seated, &state, &same, &few, NULL));
    assert_int_equal(one.at, same.at);
    (void)zk_seated_ask(&seated, &state, &one, &soon, NULL);
    assert_in_range(ticks, 2, 14);
}

/* What strong thinks of each move: the one it makes promises most, and to be asked changes nothing. */
static void strong_makes_the_move_it_thinks_best(void **test) {
    (void)test;
    const struct zk_bot *bots[] = {named("strong"), named("strong")};
    static struct zk_selfplay selfplay;
    static zk_move moves[ZK_MOVES_MAX];
    struct zk_view view;
    bool declared = false, differ = false;
    prepare("2", "1");
    zk_selfplay_begin(&selfplay, &zk_yokai, &rules, bots, 8, 0);
    zk_yokai.start(&rules, &state);
    while (zk_yokai.actor(&rules, &state) != ZK_OVER) {
        static struct zk_opinion opinions[ZK_MOVES_MAX];
        int seat = zk_yokai.actor(&rules, &state);
        struct zk_rng rng = selfplay.own[seat >= 0 ? seat : 0];
        zk_move next = zk_selfplay_next(&selfplay, &state);
        if (seat >= 0) {
            memset(opinions, 0, sizeof opinions);
            zk_yokai.view(&rules, &state, seat, &view);
            struct zk_bot_turn turn = {
                .game = &zk_yokai,
                .rules = &rules,
                .view = &view,
                .seat = seat,
                .moves = moves,
                .moves_count = zk_yokai.moves(&rules, &state, seat, moves, NULL),
                .memory = selfplay.seated[seat].memory,
                .rng = &rng,
                .opinions = opinions,
            };
            assert_int_equal(named("strong")->choose(named("strong"), &turn), next);
            double most = 0, chosen = 0;
            for (uint32_t i = 0; turn.moves_count > 1 && i < turn.moves_count; i++) {
                assert_true(opinions[i].weighed > 0);
                assert_true(opinions[i].worth >= 0 && opinions[i].worth <= 1);
                differ |= opinions[i].worth != opinions[0].worth;
                if (opinions[i].worth > most) most = opinions[i].worth;
                if (moves[i] == next) chosen = opinions[i].worth;
            }
            assert_true(chosen == most);
            declared |= zk_yokai_act(next) == ZK_YOKAI_DO_DECLARE;
        }
        zk_selfplay_make(&selfplay, &state, next);
    }
    assert_true(differ && declared);
}

/* The step that brings the rows nearest to peace with the pact, as if somebody who holds it had made it. */
static void step_toward(unsigned pact, const uint8_t *family, struct zk_yokai_board *board,
                        struct zk_yokai_log *log) {
    static struct zk_yokai_plan plan;
    const struct zk_yokai_wish wish = {.pact = {(uint8_t)pact}};
    zk_move best = zk_yokai_move_to(0, 0, 0);
    zk_yokai_plan_begin(&plan, board, &wish);
    zk_yokai_plan_world(&plan, family);
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++)
        for (int y = -2; y < 6; y++)
            for (int x = -2; x < 6; x++) {
                zk_move move = zk_yokai_move_to(card, x, y);
                if (zk_yokai_plan_worth(&plan, move) > zk_yokai_plan_worth(&plan, best))
                    best = move;
            }
    assert_int_equal(zk_yokai_plan_worth(&plan, best), 1);
    unsigned card = zk_yokai_card(best);
    *log = (struct zk_yokai_log){.count = 1,
                                 .act[0] = {.seat = 0,
                                            .card = (uint8_t)card,
                                            .from_x = board->x[card],
                                            .from_y = board->y[card]}};
    board->x[card] = (int8_t)zk_yokai_to_x(best);
    board->y[card] = (int8_t)zk_yokai_to_y(best);
}

/* Four families, a row each, are at peace. Who makes a step toward another pair of them rather than declare
 * holds no pair that touches, and probably that one. */
static void moves_tell_of_pacts(void **test) {
    (void)test;
    struct zk_yokai_view rows = {.players = 2, .reconcile = 1, .seat = 1};
    struct zk_yokai_pacts pacts;
    uint8_t family[1][ZK_YOKAI_CARDS];
    const unsigned touching[] = {3, 6, 12}, apart[] = {5, 9, 10};
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++) {
        family[0][card] = (uint8_t)(card / 4);
        rows.board.x[card] = (int8_t)(card % 4);
        rows.board.y[card] = (int8_t)(card / 4);
    }
    for (unsigned i = 0; i < 3; i++) {
        struct zk_yokai_view view = rows;
        struct zk_yokai_log log;
        step_toward(apart[i], family[0], &view.board, &log);
        zk_yokai_pacts_begin(&pacts, &view);
        assert_int_equal(pacts.count, 1);
        assert_float_equal(zk_yokai_pacts_kept(&pacts, zk_yokai_pair(apart[i])), 1.0 / 6,
                           1e-9);
        zk_yokai_pacts_read(&pacts, &view, &log, (const uint8_t(*)[ZK_YOKAI_CARDS])family, 1);
        assert_true(zk_yokai_pacts_kept(&pacts, zk_yokai_pair(apart[i])) > 0.24);
        for (unsigned j = 0; j < 3; j++)
            assert_true(zk_yokai_pacts_kept(&pacts, zk_yokai_pair(touching[j])) < 0.12);
        assert_float_equal(zk_yokai_pacts_kept(&pacts, 63), 1, 1e-9);
        view.pact[0] = 3; /* who has seen the card guesses nothing */
        zk_yokai_pacts_begin(&pacts, &view);
        assert_int_equal(pacts.count, 0);
        assert_float_equal(zk_yokai_pacts_kept(&pacts, 0), 1, 1e-9);
    }
}

/* Nobody deals a card twice: what this seat holds, no other does. */
static void pacts_are_different(void **test) {
    (void)test;
    struct zk_yokai_view view = {.players = 3, .reconcile = 3, .pact = {3, 0, 0}};
    struct zk_yokai_pacts pacts;
    struct zk_rng rng = zk_rng_stream(2, 2);
    unsigned drawn = 0;
    zk_yokai_pacts_begin(&pacts, &view);
    assert_int_equal(pacts.count, 2);
    for (unsigned i = 0; i < 200; i++) drawn |= zk_yokai_pacts_draw(&pacts, &rng);
    assert_int_equal(drawn, 63 & ~zk_yokai_pair(3));
}

/* In the last turn a team with nothing to hope for declares; there is nothing to lose. */
static void the_hopeless_declare(void **test) {
    (void)test;
    static struct zk_seated seated[2];
    struct zk_rng luck = zk_rng_stream(5, 8), own = zk_rng_stream(1, 1);
    struct zk_yokai_view truth;
    prepare("2", "1");
    zk_yokai.start(&rules, &state);
    for (int seat = 0; seat < 2; seat++)
        zk_seated_begin(&seated[seat], named("strong"), &zk_yokai, &rules, seat);
    for (;;) {
        zk_move move = zk_yokai.sample(&rules, &state, &luck);
        int actor = zk_yokai.actor(&rules, &state);
        zk_yokai.view(&rules, &state, ZK_EVERYTHING, zk_yokai_block(&truth));
        if (truth.board.phase == ZK_YOKAI_PEEK && !truth.board.pile_count &&
            truth.board.open_count == 1)
            break;
        if (actor >= 0 && zk_yokai_act(move) == ZK_YOKAI_DO_DECLARE) continue;
        for (int seat = 0; seat < 2; seat++) zk_seated_tell(&seated[seat], &state, move);
        zk_yokai.apply(&rules, &state, move);
    }
    zk_move last = zk_seated_ask(&seated[truth.board.turn], &state, &own, NULL, NULL);
    assert_int_equal(zk_yokai_act(last), ZK_YOKAI_DO_DECLARE);
}

/* A team of the bot, told of everything its seats are told; the points of so many deals. */
static int team_points(const struct zk_bot *bot, const char *players, const char *level,
                       uint64_t deals, unsigned *won) {
    const struct zk_bot *bots[ZK_SEATS_MAX] = {bot, bot, bot, bot};
    static struct zk_selfplay selfplay;
    int points = 0;
    *won = 0;
    prepare(players, level);
    for (uint64_t number = 0; number < deals; number++) {
        struct zk_result result;
        zk_selfplay_begin(&selfplay, &zk_yokai, &rules, bots, 3, number);
        zk_yokai.start(&rules, &state);
        while (zk_yokai.actor(&rules, &state) != ZK_OVER)
            zk_selfplay_make(&selfplay, &state, zk_selfplay_next(&selfplay, &state));
        zk_yokai.result(&rules, &state, &result);
        points += result.points[0];
        *won += result.winners != 0;
    }
    return points;
}

/* On average 16.5 points and 18; all of cipher's games are won, nearly all of strong's. Reading what the
 * others did is worth some 4 points with four players. */
static void plain_teams_reach_their_scores(void **test) {
    (void)test;
    unsigned won;
    assert_true(team_points(named("cipher"), "2", "1", 5, &won) >= 5 * 14);
    assert_int_equal(won, 5);
    assert_true(team_points(named("strong"), "3", "1", 10, &won) >= 10 * 15);
    assert_true(won >= 9);
    int plain = team_points(named("normal"), "4", "1", 12, &won);
    assert_true(team_points(named("strong"), "4", "1", 12, &won) > plain);
    assert_true(won >= 11);
}

/* The society tells each other of pacts, and plays with shapes, stacks and blind hints. */
static void plain_cipher_plays_every_level(void **test) {
    (void)test;
    const char *const levels[] = {"2", "3", "4", "5"};
    for (unsigned i = 0; i < 4; i++) {
        unsigned won;
        (void)team_points(named("cipher"), "3", levels[i], 1, &won);
        if (i < 3) assert_int_equal(won, 1);
    }
}

/* Whatever the society does, there is a sentence for it. */
static void cipher_says_why(void **test) {
    (void)test;
    const struct zk_bot *bots[] = {named("cipher"), named("cipher")};
    static struct zk_selfplay selfplay;
    prepare("2", "2");
    zk_selfplay_begin(&selfplay, &zk_yokai, &rules, bots, 9, 0);
    zk_yokai.start(&rules, &state);
    while (zk_yokai.actor(&rules, &state) != ZK_OVER) {
        int seat = zk_yokai.actor(&rules, &state);
        if (seat >= 0) {
            struct zk_sentence why;
            struct zk_rng rng = selfplay.own[seat];
            zk_refuse(&why, "", "");
            (void)zk_seated_ask(&selfplay.seated[seat], &state, &rng, NULL, &why);
            is_said(&why);
        }
        zk_selfplay_make(&selfplay, &state, zk_selfplay_next(&selfplay, &state));
    }
}

/* With somebody beside it who does not keep to the code, cipher goes on as normal does. */
static void cipher_bears_with_strangers(void **test) {
    (void)test;
    const struct zk_bot *bots[] = {named("cipher"), named("normal"), named("strong")};
    static struct zk_selfplay selfplay;
    prepare("3", "1");
    zk_selfplay_begin(&selfplay, &zk_yokai, &rules, bots, 4, 0);
    zk_yokai.start(&rules, &state);
    while (zk_yokai.actor(&rules, &state) != ZK_OVER)
        zk_selfplay_make(&selfplay, &state, zk_selfplay_next(&selfplay, &state));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_plays_every_level),
        cmocka_unit_test(normal_finds_peace),
        cmocka_unit_test(partners_keep_to_their_budget),
        cmocka_unit_test(strong_makes_the_move_it_thinks_best),
        cmocka_unit_test(moves_tell_of_pacts),
        cmocka_unit_test(pacts_are_different),
        cmocka_unit_test(the_hopeless_declare),
        cmocka_unit_test(plain_teams_reach_their_scores),
        cmocka_unit_test(plain_cipher_plays_every_level),
        cmocka_unit_test(cipher_says_why),
        cmocka_unit_test(cipher_bears_with_strangers),
    };
    leave_out_plain_tests();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
