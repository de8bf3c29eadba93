/* test_yokai_plan.c: the planner of Yokai agrees with the solver and with the game itself. */
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bots/yokai/plan.h"
#include "bots/yokai/solve.h"
#include "games/yokai/yokai.h"

static struct zk_yokai_plan plan;
static struct zk_rules rules;
static struct zk_state state;
static alignas(8) unsigned char scratch[ZK_YOKAI_SOLVE_SIZE];

static void prepare(const char *option, const char *value) {
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    assert_true(zk_settings_set(&zk_yokai, &settings, option, strlen(option), value,
                                strlen(value), &refusal));
    assert_true(zk_yokai.prepare(&rules, &settings, &refusal));
}

/* The first turn's look is over: next a card moves. */
static void begin(uint64_t number, struct zk_yokai_view *truth) {
    struct zk_rng rng = zk_rng_stream(3, number);
    zk_yokai.start(&rules, &state);
    for (;;) {
        zk_yokai.view(&rules, &state, ZK_EVERYTHING, zk_yokai_block(truth));
        if (truth->board.phase == ZK_YOKAI_MOVE) return;
        zk_move move = zk_yokai.sample(&rules, &state, &rng);
        if (zk_yokai_act(move) != ZK_YOKAI_DO_DECLARE || truth->board.phase < ZK_YOKAI_PEEK)
            zk_yokai.apply(&rules, &state, move);
    }
}

static void families_of(const struct zk_yokai_view *truth, uint8_t *family) {
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++)
        family[card] = (uint8_t)(truth->family[card] - 1);
}

static void begin_plan(const struct zk_yokai_view *truth) {
    struct zk_yokai_wish wish;
    memcpy(wish.pact, truth->pact, sizeof wish.pact);
    wish.shape = truth->board.shape;
    zk_yokai_plan_begin(&plan, &truth->board, &wish);
}

/* The best move by the plan in the true world, and a hint card wherever it may be. */
static int follow(struct zk_yokai_view *truth) {
    zk_move moves[ZK_MOVES_MAX];
    uint8_t family[ZK_YOKAI_CARDS];
    families_of(truth, family);
    begin_plan(truth);
    int distance = zk_yokai_plan_world(&plan, family);
    uint32_t count = zk_yokai.moves(&rules, &state, truth->board.turn, moves, NULL), best = 0;
    for (uint32_t i = 1; i < count; i++)
        if (zk_yokai_plan_worth(&plan, moves[i]) > zk_yokai_plan_worth(&plan, moves[best]))
            best = i;
    zk_yokai.apply(&rules, &state, moves[best]);
    return distance;
}

/* On to the next card to be moved, with as few hint cards laid as can be. */
static void next_turn(struct zk_yokai_view *truth, struct zk_rng *rng) {
    do {
        int actor = zk_yokai.actor(&rules, &state);
        zk_move moves[ZK_MOVES_MAX], move = zk_yokai.sample(&rules, &state, rng);
        if (actor >= 0) {
            zk_yokai.moves(&rules, &state, actor, moves, NULL);
            move = moves[0]; /* looks at the first card, or turns one up */
        }
        zk_yokai.apply(&rules, &state, move);
        zk_yokai.view(&rules, &state, ZK_EVERYTHING, zk_yokai_block(truth));
    } while (truth->board.phase != ZK_YOKAI_MOVE);
}

static void distances_are_the_solvers(void **test) {
    (void)test;
    unsigned longer = 0;
    prepare("players", "2");
    for (uint64_t number = 0; number < 150; number++) {
        struct zk_yokai_view truth;
        struct zk_yokai_layout layout;
        struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
        begin(number, &truth);
        families_of(&truth, layout.family);
        memcpy(layout.x, truth.board.x, sizeof layout.x);
        memcpy(layout.y, truth.board.y, sizeof layout.y);
        layout.locked = truth.board.locked;
        begin_plan(&truth);
        int moves = zk_yokai_plan_world(&plan, layout.family);
        int straight = zk_yokai_solve_straight(&layout, 9, scratch, steps);
        assert_in_range(straight, moves, moves + 1);
        longer += (unsigned)(straight - moves);
        if (moves <= 4) assert_int_equal(moves, straight);
    }
    assert_true(longer <= 8); /* seldom does the order matter far from the end */
}

/* At peace without a goal shape, a move costs nothing when there still is peace after it, and else a step. */
static void peace_is_kept_or_broken(const struct zk_yokai_view *truth, const uint8_t *family) {
    static struct zk_yokai_plan before;
    struct zk_yokai_view after = *truth;
    bool kept = false;
    begin_plan(truth);
    assert_int_equal(zk_yokai_plan_world(&plan, family), 0);
    before = plan;
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++)
        for (int y = -2; y < 6; y++)
            for (int x = -2; x < 6; x++) {
                unsigned touching;
                if ((truth->board.locked >> card & 1) || zk_yokai_is_card(&truth->board, x, y))
                    continue;
                after.board.x[card] = (int8_t)x;
                after.board.y[card] = (int8_t)y;
                begin_plan(&after);
                bool still = zk_yokai_plan_at_peace(&plan, family, &touching) &&
                             (plan.joined >> touching & 1);
                assert_int_equal(zk_yokai_plan_worth(&before, zk_yokai_move_to(card, x, y)),
                                 still ? 0 : -1);
                kept |= still;
                after.board.x[card] = truth->board.x[card];
                after.board.y[card] = truth->board.y[card];
            }
    assert_true(kept);
    begin_plan(truth);
}

/* Who sees everything and follows the plan is at peace as soon as it says; the game agrees. */
static void following_the_plan_wins(const char *option, const char *value,
                                    unsigned least_won) {
    unsigned won = 0;
    prepare(option, value);
    for (uint64_t number = 0; number < 12; number++) {
        struct zk_rng rng = zk_rng_stream(9, number);
        struct zk_yokai_view truth;
        struct zk_result result;
        uint8_t family[ZK_YOKAI_CARDS];
        unsigned touching;
        begin(number, &truth);
        families_of(&truth, family);
        for (;;) { /* as long as there are hint cards to turn up rather than to lay */
            int distance = follow(&truth);
            zk_yokai.view(&rules, &state, ZK_EVERYTHING, zk_yokai_block(&truth));
            begin_plan(&truth);
            if (distance > 1 && (truth.board.shape || distance <= 4))
                assert_true(zk_yokai_plan_world(&plan, family) < distance);
            if (zk_yokai_plan_at_peace(&plan, family, &touching)) {
                if (!truth.board.shape) peace_is_kept_or_broken(&truth, family);
                break;
            }
            if (truth.board.pile_count < 2) break;
            next_turn(&truth, &rng);
        }
        bool peace = zk_yokai_plan_at_peace(&plan, family, &touching);
        while (zk_yokai.actor(&rules, &state) == ZK_CHANCE ||
               truth.board.phase == ZK_YOKAI_HINT) {
            zk_move moves[ZK_MOVES_MAX];
            zk_yokai.moves(&rules, &state, truth.board.turn, moves, NULL);
            bool chance = zk_yokai.actor(&rules, &state) == ZK_CHANCE;
            zk_yokai.apply(&rules, &state,
                           chance ? zk_yokai.sample(&rules, &state, &rng) : moves[0]);
            zk_yokai.view(&rules, &state, ZK_EVERYTHING, zk_yokai_block(&truth));
        }
        zk_yokai.apply(&rules, &state, (zk_move)ZK_YOKAI_DO_DECLARE << 24);
        zk_yokai.result(&rules, &state, &result);
        assert_int_equal(peace, result.winners != 0);
        won += peace;
    }
    assert_true(won >= least_won);
}

static void peace_in_the_basic_game(void **test) {
    (void)test;
    following_the_plan_wins("players", "3", 10);
}

static void peace_with_pacts(void **test) {
    (void)test;
    following_the_plan_wins("reconcile", "2", 8);
}

static void peace_in_a_shape(void **test) {
    (void)test;
    following_the_plan_wins("shape", "lantern", 3);
    following_the_plan_wins("shape", "square", 1);
}

/* What worlds asked for can be added up again, in any choice of them; no legal move is worth more than the best. */
static void worlds_add_up(void **test) {
    (void)test;
    enum { WORLDS = 6 };
    struct zk_yokai_view truth;
    struct zk_yokai_asked asked[WORLDS];
    static struct zk_yokai_plan before;
    zk_move moves[ZK_MOVES_MAX];
    uint8_t family[ZK_YOKAI_CARDS];
    prepare("players", "2");
    begin(1, &truth);
    begin_plan(&truth);
    families_of(&truth, family);
    for (unsigned i = 0; i < WORLDS; i++) {
        uint8_t kept = family[i];
        family[i] = family[15 - i];
        family[15 - i] = kept;
        zk_yokai_plan_world(&plan, family);
        asked[i] = plan.asked;
    }
    before = plan;
    int32_t best = zk_yokai_plan_best(&plan), parts = 0;
    uint32_t count = zk_yokai.moves(&rules, &state, truth.board.turn, moves, NULL);
    for (uint32_t i = 0; i < count; i++)
        assert_true(zk_yokai_plan_worth(&plan, moves[i]) <= best);
    zk_yokai_plan_clear(&plan, WORLDS);
    for (unsigned i = 0; i < WORLDS; i++) zk_yokai_plan_add(&plan, &asked[i]);
    assert_memory_equal(plan.gain, before.gain, sizeof plan.gain);
    assert_memory_equal(plan.stays, before.stays, sizeof plan.stays);
    for (unsigned i = 0; i < WORLDS; i++) { /* to know the world never hurts */
        zk_yokai_plan_clear(&plan, WORLDS);
        zk_yokai_plan_add(&plan, &asked[i]);
        parts += zk_yokai_plan_best(&plan);
    }
    assert_true(best > 0 && parts >= best);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_the_solvers), cmocka_unit_test(worlds_add_up),
        cmocka_unit_test(peace_in_the_basic_game),   cmocka_unit_test(peace_with_pacts),
        cmocka_unit_test(peace_in_a_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
