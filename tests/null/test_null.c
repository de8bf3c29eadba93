/* test_null.c: every rule of Null, N1 to N9 (docs/rules/null.md), has a test here that fails without
 * it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../story.h"
#include "games/null/null.h"

static void assert_result(uint32_t winners, bool drawn, int a, int b) {
    struct zk_result result;
    assert_turn("over");
    game->result(&rules, &state, &result);
    assert_int_equal(result.winners, winners);
    assert_int_equal(result.drawn, drawn);
    assert_int_equal(result.points[0], a);
    assert_int_equal(result.points[1], b);
    assert_string_equal(result.end, "N8");
    assert_refused("A keep", "N8");
}

static void n1_six_cards(void **test) {
    (void)test;
    sit_down(&zk_null, "");
    assert_moves("deal A 1 2, deal A 2 3, deal A 3 1");
    assert_refused("deal A 4", "N1");
    make("deal A 3");
    assert_moves("deal B 1 2, deal B 2 3");
    assert_refused("deal B 3", "N1"); /* there is only one */
}

static void n2_one_card_each_unseen_by_the_other(void **test) {
    (void)test;
    static struct zk_view view;
    const struct zk_null_view *seen = zk_null_seen(&view);
    char data[ZK_MOVE_TEXT_SIZE];
    sit_down(&zk_null, "");
    assert_refused("deal B 1", "N1"); /* A comes first */
    make("deal A 3");
    for (int seat = ZK_EVERYTHING; seat < 2; seat++) { /* how others hear of B's card */
        struct zk_text text = zk_text_in(data, sizeof data);
        zk_move move;
        if (seat == ZK_CHANCE || seat == ZK_OVER) continue;
        assert_true(zk_parse_move(game, &rules, &state, ZK_CHANCE, "deal B 2", 8, &move));
        game->print_move(&rules, &state, move, seat, &text);
        assert_string_equal(data,
                            seat == 1 || seat == ZK_EVERYTHING ? "deal B 2" : "deal B ?");
    }
    make("deal B 2");
    assert_seen("deck", "4");
    game->view(&rules, &state, 0, &view);
    assert_int_equal(seen->card[0], 3);
    assert_int_equal(seen->card[1], 0);
    game->view(&rules, &state, 1, &view);
    assert_int_equal(seen->card[0], 0);
    assert_int_equal(seen->card[1], 2);
    game->view(&rules, &state, ZK_SPECTATOR, &view);
    assert_int_equal(seen->card[0] + seen->card[1], 0);
}

static void n3_who_begins(void **test) {
    (void)test;
    sit_down(&zk_null, "");
    story("deal A 3; deal B 2");
    assert_turn("A");
    sit_down(&zk_null, "first=B");
    story("deal A 3; deal B 2");
    assert_turn("B");
}

static void n4_rounds(void **test) {
    (void)test;
    static const char *const options[] = {"rounds=1", "", "rounds=3"};
    for (unsigned rounds = 1; rounds <= 3; rounds++) {
        sit_down(&zk_null, options[rounds - 1]);
        story("deal A 3; deal B 2");
        for (unsigned round = 0; round < rounds; round++) {
            assert_turn("A");
            assert_refused("B keep", "N4");
            make("A keep");
            assert_turn("B");
            make("B keep");
        }
        assert_turn("over");
    }
}

static void n5_keep_or_swap(void **test) {
    (void)test;
    sit_down(&zk_null, "");
    story("deal A 3; deal B 2");
    assert_moves("keep, swap 3");
    assert_refused("A pass", "N5");
    make("A keep");
    assert_seen("cards.A", "3");
    assert_moves("keep, swap 2");
}

static void n6_swap(void **test) {
    (void)test;
    sit_down(&zk_null, "");
    story("deal A 3; deal B 2");
    assert_refused("A swap 2", "N6"); /* that is not A's card */
    make("A swap 3");
    assert_seen("discards", "3"); /* face up */
    assert_moves("draw 1 2, draw 2 2");
    make("draw 1");
    assert_seen("cards.A", "1");
    assert_seen("deck", "3");
    assert_turn("B");
}

static void n7_no_swap_without_a_deck(void **test) {
    (void)test;
    sit_down(&zk_null, "rounds=3");
    story("deal A 3; deal B 2; A swap 3; draw 1; B swap 2; draw 1; A swap 1; draw 2");
    assert_moves("keep, swap 1");
    story("B swap 1; draw 2");
    assert_seen("deck", "0");
    assert_seen("discards", "1 1 2 3"); /* they stay there */
    assert_moves("keep");
    assert_refused("A swap 2", "N7");
    story("A keep; B keep");
    assert_turn("over");
}

static void n8_points_are_the_card(void **test) {
    (void)test;
    int32_t points[ZK_SEATS_MAX];
    sit_down(&zk_null, "rounds=1");
    story("deal A 3; deal B 2; A keep");
    assert_false(game->points(&rules, &state, points)); /* they would tell the cards */
    story("B swap 2; draw 1");
    assert_points(3, 1);
}

static void n9_more_points_win(void **test) {
    (void)test;
    sit_down(&zk_null, "rounds=1");
    story("deal A 3; deal B 2; A keep; B keep");
    assert_result(1, false, 3, 2);
    sit_down(&zk_null, "rounds=1");
    story("deal A 1; deal B 2; A keep; B keep");
    assert_result(2, false, 1, 2);
    sit_down(&zk_null, "rounds=1");
    story("deal A 2; deal B 2; A keep; B keep");
    assert_result(3, true, 2, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(n1_six_cards),
        cmocka_unit_test(n2_one_card_each_unseen_by_the_other),
        cmocka_unit_test(n3_who_begins),
        cmocka_unit_test(n4_rounds),
        cmocka_unit_test(n5_keep_or_swap),
        cmocka_unit_test(n6_swap),
        cmocka_unit_test(n7_no_swap_without_a_deck),
        cmocka_unit_test(n8_points_are_the_card),
        cmocka_unit_test(n9_more_points_win),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("null", tests, NULL, NULL);
}
