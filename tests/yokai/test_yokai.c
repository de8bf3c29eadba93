/* test_yokai.c: every rule of the basic game of Yokai, Y1 to Y24 (docs/rules/yokai.md), has a test
 * here that fails without it; `make mutants` proves it. test_yokai_levels.c has the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/yokai/inside.h"
#include "yokai_story.h"

/* ---- Cards ---- */

static void y1_sixteen_cards_four_of_each_family(void **test) {
    (void)test;
    sit_down(&zk_yokai, "first=A");
    assert_moves("card 1 K 4, card 1 O 4, card 1 P 4, card 1 R 4");
    story("card 1 K; card 2 K; card 3 P; card 4 K");
    assert_moves("card 5 K 1, card 5 O 4, card 5 P 3, card 5 R 4");
    make("card 5 K");
    assert_moves("card 6 O 4, card 6 P 3, card 6 R 4");
    assert_refused("card 6 K", "Y4");
    story("card 6 P; card 7 P; card 8 P; card 9 R; card 10 R; card 11 R; card 12 R");
    assert_moves("card 13 O 4");
    story("card 13 O; card 14 O; card 15 O; card 16 O");
    assert_turn("A");
    assert_string_equal(families_for(ZK_EVERYTHING), "KKPKKPPPRRRROOOO");
    assert_refused("A peek 0", "Y1");
    assert_refused("A peek 17", "Y1");
    make("A peek 16");
}

static void y2_fourteen_hint_cards(void **test) {
    (void)test;
    lay_out("players=4", MIXED);
    look_and_move("16 to 4,0");
    make("A reveal");
    /* Of one family 3 in the pile of 4, of two 4 of 6, of three 3 of 4, in units of 1/60. */
    assert_moves("hint K 45, hint KO 40, hint KP 40, hint KPO 45, hint KPR 45, hint KR 40, "
                 "hint KRO 45, hint O 45, hint P 45, hint PO 40, hint PR 40, hint PRO 45, "
                 "hint R 45, hint RO 40");
    assert_refused("hint PK", "Y13");
    assert_refused("hint KPRO", "Y13");
    make("hint KP");
    look_and_move("16 to 4,1");
    make("B reveal");
    assert_refused("hint KP", "Y13"); /* each is there once */
    assert_moves("hint K 45, hint KO 36, hint KPO 45, hint KPR 45, hint KR 36, hint KRO 45, "
                 "hint O 45, hint P 45, hint PO 36, hint PR 36, hint PRO 45, hint R 45, "
                 "hint RO 36");
}

static void y2_no_hint_card_names_all_four_families(void **test) {
    (void)test;
    lay_out("blind=on", MIXED);
    turn("16 to 4,0", "take");
    look_and_move("16 to 4,1");
    assert_refused("B hint KPRO on 5", "");
    make("B hint on 5");
}

static void y3_six_reconciliation_cards_and_six_shapes(void **test) {
    (void)test;
    lay_out("reconcile=2 shape=random", MIXED);
    assert_moves("pact KO 1, pact KP 1, pact KR 1, pact PO 1, pact PR 1, pact RO 1");
    assert_refused("pact K", "Y31");
    assert_refused("pact KPR", "Y31");
    make("pact PO");
    assert_moves("pact KO 1, pact KP 1, pact KR 1, pact PR 1, pact RO 1");
    make("pact KP");
    assert_moves("shape beam 1, shape crown 1, shape lantern 1, shape spiral 1, "
                 "shape square 1, shape triangle 1");
}

/* ---- Set-up ---- */

static void y4_face_down_in_a_square(void **test) {
    (void)test;
    for (unsigned players = 2; players <= 4; players++) {
        char options[16];
        snprintf(options, sizeof options, "players=%u", players);
        sit_down(&zk_yokai, options);
        make("first A");
        assert_refused("card 2 K", "Y4"); /* in order */
        assert_refused("A peek 1", "");
        assert_string_equal(told(0, "card 1 K"), "card 1 ?");
        assert_string_equal(told(ZK_SPECTATOR, "card 1 K"), "card 1 ?");
        deal(MIXED);
        for (unsigned card = 0; card < 16; card++)
            assert_place(card + 1, (int)card % 4, (int)card / 4);
        for (unsigned seat = 0; seat < players; seat++)
            assert_string_equal(families_for((int)seat), "................");
        assert_string_equal(families_for(ZK_SPECTATOR), "................");
        assert_string_equal(families_for(ZK_EVERYTHING), MIXED);
    }
}

static void assert_pile(unsigned one, unsigned two, unsigned three) {
    const struct zk_yokai_board *board = &seen_by(ZK_SPECTATOR)->board;
    assert_int_equal(board->pile[0], one);
    assert_int_equal(board->pile[1], two);
    assert_int_equal(board->pile[2], three);
    assert_int_equal(board->pile_count, one + two + three);
}

static void y5_the_hint_pile_by_players(void **test) {
    (void)test;
    lay_out("", MIXED);
    assert_int_equal(seats(), 2);
    assert_pile(2, 3, 2);
    lay_out("players=3", MIXED);
    assert_int_equal(seats(), 3);
    assert_pile(2, 4, 3);
    lay_out("players=4", MIXED);
    assert_int_equal(seats(), 4);
    assert_pile(3, 4, 3);
    assert_no_value("players", "1");
    assert_no_value("players", "5");
}

static void y5_a_size_comes_as_often_as_there_are_cards_of_it(void **test) {
    (void)test;
    lay_out("", MIXED);
    turn("16 to 4,0", "reveal, K");
    assert_pile(1, 3, 2);
    turn("16 to 4,1", "reveal, P");
    look_and_move("16 to 4,0");
    make("A reveal");
    assert_moves("hint KO 30, hint KP 30, hint KPO 30, hint KPR 30, hint KR 30, hint KRO 30, "
                 "hint PO 30, hint PR 30, hint PRO 30, hint RO 30");
    assert_refused("hint R", "Y13"); /* no more of one family in the pile */
    make("hint KPR");
    look_and_move("16 to 4,1");
    make("B reveal");
    assert_moves("hint KO 30, hint KP 30, hint KPO 20, hint KR 30, hint KRO 20, hint PO 30, "
                 "hint PR 30, hint PRO 20, hint RO 30");
}

static void y6_another_pile_of_the_same_size(void **test) {
    (void)test;
    lay_out("hints=4+3+0", MIXED);
    assert_pile(4, 3, 0);
    look_and_move("16 to 4,0");
    make("A reveal");
    assert_moves("hint K 60, hint KO 30, hint KP 30, hint KR 30, hint O 60, hint P 60, "
                 "hint PO 30, hint PR 30, hint R 60, hint RO 30");
    lay_out("players=3 hints=0+6+3", MIXED);
    assert_pile(0, 6, 3);
    lay_out("players=4 hints=0+6+4", MIXED);
    assert_pile(0, 6, 4);
    lay_out("players=4 hints=3+4+3", MIXED); /* the usual one, spelled out */
    assert_pile(3, 4, 3);
    assert_no_game("hints=2+3+3", "Y6");
    assert_no_game("hints=2+3+1", "Y6");
    assert_no_game("players=3 hints=2+3+2", "Y6");
    assert_no_game("players=4 hints=2+4+3", "Y6");
    assert_no_game("hints=5+1+1", "Y6");
    assert_no_game("hints=0+7+0", "Y6");
    assert_no_game("players=4 hints=0+5+5", "Y6");
    assert_no_game("hints=7", "Y6");
    assert_no_game("hints=2+3", "Y6");
    assert_no_game("hints=2+3+2+0", "Y6");
    assert_no_game("hints=2+3+2,", "Y6");
    assert_no_game("hints=2-3-2", "Y6");
    assert_no_game("hints=02+3+2", "Y6");
    assert_no_game("hints=-1+6+2", "Y6");
    assert_no_game("hints=easy", "Y6");
}

static void y7_the_first_player(void **test) {
    (void)test;
    static const char *const outcomes[] = {"first A 1, first B 1",
                                           "first A 1, first B 1, first C 1",
                                           "first A 1, first B 1, first C 1, first D 1"};
    for (unsigned players = 2; players <= 4; players++)
        for (unsigned first = 0; first < players; first++) {
            char line[32];
            const char *who = zk_actor_name((int)first);
            snprintf(line, sizeof line, "players=%u", players);
            sit_down(&zk_yokai, line);
            assert_moves(outcomes[players - 2]);
            snprintf(line, sizeof line, "first %s", who);
            make(line);
            deal(MIXED);
            assert_turn(who);
            snprintf(line, sizeof line, "players=%u first=%s", players, who);
            sit_down(&zk_yokai, line);
            assert_refused("first A", "Y4"); /* no chance move for it */
            deal(MIXED);
            assert_turn(who);
            assert_int_equal(seen_by(ZK_SPECTATOR)->board.first, first);
            for (unsigned i = 1; i <= players; i++) { /* and round the table */
                turn(i % 2 ? "16 to 4,0" : "16 to 4,1", i == 1   ? "reveal, K"
                                                        : i == 2 ? "reveal, P"
                                                        : i == 3 ? "reveal, KP"
                                                                 : "reveal, KR");
                assert_turn(zk_actor_name((int)((first + i) % players)));
            }
        }
    sit_down(&zk_yokai, "");
    assert_refused("first C", "Y7");
    assert_no_game("first=C", "Y7");
    assert_no_game("first=D", "Y7");
    assert_no_game("players=3 first=D", "Y7");
    assert_no_value("first", "E");
}

/* ---- Talking ---- */

static void y8_nobody_can_say_anything(void **test) {
    (void)test;
    lay_out("players=4", MIXED);
    for (unsigned step = 0; step < 4; step++) {
        static const char *const steps[] = {"A peek 6", "A peek 1", "A move 16 to 4,0",
                                            "A reveal"};
        zk_move moves[ZK_MOVES_MAX];
        for (int seat = 1; seat < 4; seat++) /* no move out of turn */
            assert_int_equal(game->moves(&rules, &state, seat, moves, NULL), 0);
        assert_refused("B say card 6 is an Oni", "");
        assert_refused("A say card 6 is an Oni", "");
        /* The others are told what is done, and nothing of what was seen. */
        for (int seat = 1; seat < 4; seat++)
            assert_string_equal(told(seat, steps[step]), steps[step] + 2);
        assert_string_equal(told(ZK_SPECTATOR, steps[step]), steps[step] + 2);
        make(steps[step]);
        for (int seat = 1; seat < 4; seat++)
            assert_string_equal(families_for(seat), "................");
    }
}

/* ---- A turn ---- */

static void y9_two_different_cards_are_looked_at(void **test) {
    (void)test;
    for (unsigned players = 2; players <= 4; players++) {
        char options[16];
        snprintf(options, sizeof options, "players=%u", players);
        lay_out(options, MIXED);
        assert_moves(
            "declare, peek 1, peek 10, peek 11, peek 12, peek 13, peek 14, peek 15, "
            "peek 16, peek 2, peek 3, peek 4, peek 5, peek 6, peek 7, peek 8, peek 9");
        assert_refused("A move 16 to 4,0", "Y9"); /* all three are compulsory, in this order */
        assert_refused("A reveal", "Y9");
        assert_refused("A skip", "Y9");
        assert_refused("B peek 6", "");
        assert_string_equal(told(0, "A peek 6"), "peek 6, saw O");
        assert_string_equal(told(ZK_EVERYTHING, "A peek 6"), "peek 6, saw O");
        make("A peek 6");
        assert_string_equal(families_for(0), ".....O.........."); /* before the second */
        assert_refused("A peek 6", "Y9");
        assert_refused("A declare", "Y20");
        assert_refused("A move 16 to 4,0", "Y9");
        assert_moves("peek 1, peek 10, peek 11, peek 12, peek 13, peek 14, peek 15, peek 16, "
                     "peek 2, peek 3, peek 4, peek 5, peek 7, peek 8, peek 9");
        make("A peek 9");
        assert_refused("A peek 1", "Y10");
        assert_string_equal(families_for(0), ".....O..K.......");
        for (unsigned seat = 1; seat < players; seat++) {
            assert_string_equal(families_for((int)seat), "................");
            assert_int_equal(seen_by((int)seat)->board.looked[0], 1 << 5 | 1 << 8);
            assert_int_equal(seen_by((int)seat)->board.looked[1], 0);
        }
        assert_int_equal(seen_by(ZK_SPECTATOR)->board.looked[0], 1 << 5 | 1 << 8);
        story("A move 16 to 4,0; A reveal; hint K; B peek 6; B peek 2; B move 16 to 4,1; "
              "B hint K on 4");
        assert_string_equal(families_for(0), ".....O..K......."); /* known for good */
        assert_string_equal(families_for(1), ".P...O..........");
    }
}

static void y9_a_card_can_be_looked_at_again(void **test) {
    (void)test;
    lay_out("", MIXED);
    story("A peek 6; A peek 9; A move 6 to 4,0; A reveal; hint K");
    story("B peek 9; B peek 6; B move 6 to 4,1; B reveal; hint P");
    story("A peek 9; A peek 6");
    assert_turn("A");
    assert_string_equal(families_for(0), ".....O..K.......");
}

static void y10_exactly_one_card_is_moved(void **test) {
    (void)test;
    lay_out("", MIXED);
    story("A peek 1; A peek 2");
    assert_refused("A reveal", "Y10");
    assert_refused("A hint K on 1", "Y10");
    assert_refused("A move 16 to 3,3", "Y10"); /* another place */
    assert_refused("A move 16 to 0,0", "Y10"); /* an empty one */
    assert_refused("A move 17 to 4,0", "Y1");
    make("A move 16 to 4,0"); /* not one that was looked at */
    assert_place(16, 4, 0);
    assert_false(zk_yokai_is_card(&seen_by(0)->board, 3, 3));
    assert_refused("A move 15 to 4,1", "Y13");
    story("A reveal; hint K; B peek 16; B peek 4");
    assert_string_equal(families_for(1), "...O...........P"); /* it keeps its number */
    make("B move 15 to 3,3");
    assert_place(15, 3, 3);
}

/* All moves from the square: each of the sixteen to any of sixteen places around it, and no corner
 * card to the two places that only it touches. A card in the middle leaves its place empty. */
static void y10_every_card_to_every_place(void **test) {
    (void)test;
    lay_out("", MIXED);
    story("A peek 1; A peek 2");
    unsigned legal = 0;
    for (unsigned card = 1; card <= 16; card++)
        for (int y = -2; y <= 5; y++)
            for (int x = -2; x <= 5; x++) {
                char line[64];
                snprintf(line, sizeof line, "A move %u to %d,%d", card, x, y);
                bool inside_x = x >= 0 && x <= 3, inside_y = y >= 0 && y <= 3;
                bool beside =
                    (inside_x && (y == -1 || y == 4)) || (inside_y && (x == -1 || x == 4));
                int own_x = (int)(card - 1) % 4, own_y = (int)(card - 1) / 4;
                int away = (x - own_x) * (x - own_x) + (y - own_y) * (y - own_y);
                if (beside && away != 1) {
                    assert_legal(line);
                    legal++;
                } else {
                    assert_refused(line, inside_x && inside_y ? "Y10" : "Y11");
                }
            }
    assert_int_equal(legal, 240);
    assert_int_equal(count_moves(), legal);
}

static void y11_all_hang_together_by_their_sides(void **test) {
    (void)test;
    lay_out("", MIXED);
    story("A peek 1; A peek 2");
    assert_refused("A move 6 to -1,-1", "Y11"); /* a corner does not count */
    assert_refused("A move 6 to 5,0", "Y11");
    assert_refused("A move 1 to -1,0", "Y11"); /* nothing but itself is there */
    assert_refused("A move 1 to 32,0", "Y11");
    assert_refused("A move 1 to 36,1", "Y11"); /* the place that 4,1 is, 32 further */
    assert_refused("A move 1 to 4,33", "Y11");
    assert_refused("A move 1 to 260,1", "Y11");
    make("A move 1 to 4,0");
    story("A reveal; hint K; B peek 1; B peek 2; B move 2 to 5,0; B reveal; hint P");
    story("A peek 1; A peek 2");
    /* Card 1 at 4,0 alone holds card 2 at 5,0. */
    assert_refused("A move 1 to 0,0", "Y11");
    assert_refused("A move 1 to 4,1", "Y11");
    assert_refused("A move 1 to 6,0", "Y11");
    make("A move 2 to 4,1");
}

static void y11_lifting_may_part_the_others(void **test) {
    (void)test;
    lay_out("", MIXED);
    turn("13 to 4,0", "reveal, K");
    turn("14 to 5,0", "reveal, P");
    turn("15 to 5,1", "reveal, KP");
    look_at_any();
    /* Card 13 at 4,0 holds 14 and 15, at 5,0 and 5,1. At 4,1 it does so too. */
    assert_refused("B move 13 to 0,3", "Y11");
    assert_refused("B move 13 to 6,0", "Y11");
    assert_refused("B move 13 to 4,2", "Y11");
    make("B move 13 to 4,1");
    assert_place(13, 4, 1);
}

/* Pulls the square apart into one line, y = 0 and x = 0 to 15, with hints on both its ends: no card
 * can be moved. Nobody is in the way of anybody: row by row from below. */
static void pull_into_a_line(void) {
    static const unsigned order[12] = {13, 14, 15, 16, 9, 10, 11, 12, 5, 6, 7, 8};
    static const char *const hints[10] = {"K",  "P",  "R",   "KP",  "KR",
                                          "KO", "PR", "KPR", "KPO", "KRO"};
    unsigned up = 0;
    for (unsigned i = 0; i < 12; i++) {
        char move[16], hint[16];
        snprintf(move, sizeof move, "%u to %u,0", order[i], 4 + i);
        if (i == 1)
            snprintf(hint, sizeof hint, "hint K on 1");
        else if (i == 11)
            snprintf(hint, sizeof hint, "hint P on 8");
        else
            snprintf(hint, sizeof hint, "reveal, %s", hints[up++]);
        turn(move, hint);
    }
}

static void y12_no_card_can_be_moved(void **test) {
    (void)test;
    lay_out("players=4", MIXED);
    story("A peek 1; A peek 2");
    assert_refused("A skip", "Y12");
    lay_out("players=4", MIXED);
    pull_into_a_line();
    assert_place(1, 0, 0);
    assert_place(8, 15, 0);
    assert_turn("A");
    story("A peek 2; A peek 3");
    assert_moves("skip");
    assert_refused("A move 2 to 1,1", "Y11");
    assert_refused("A move 1 to 1,1", "Y14");
    make("A skip");
    assert_refused("A peek 4", "Y13");
    make("A hint R on 2"); /* the turn goes on */
    assert_turn("B");
}

/* In each direction a row or column of ten cards grows out of the square, from its far side on so
 * that nothing is parted. */
static void y12_the_plane_has_no_edge(void **test) {
    (void)test;
    static const struct {
        int x, y, from_x, from_y;
        unsigned card[10];
    } way[] = {
        {-1, 0, 0, 0, {16, 12, 8, 4, 15, 11, 7, 3, 14, 10}},
        {1, 0, 3, 3, {1, 5, 9, 13, 2, 6, 10, 14, 3, 7}},
        {0, -1, 0, 0, {13, 14, 15, 16, 9, 10, 11, 12, 6, 7}},
        {0, 1, 3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
    };
    for (unsigned i = 0; i < 4; i++) {
        lay_out("players=4 blind=on", MIXED);
        for (int step = 1; step <= 10; step++) {
            char move[24];
            unsigned card = way[i].card[step - 1];
            int x = way[i].from_x + step * way[i].x, y = way[i].from_y + step * way[i].y;
            snprintf(move, sizeof move, "%u to %d,%d", card, x, y);
            turn(move, "take");
            assert_place(card, x, y);
        }
    }
}

static void y13_turn_one_up_or_lay_one(void **test) {
    (void)test;
    lay_out("", MIXED);
    turn("16 to 4,0", "reveal, K");
    turn("16 to 4,1", "reveal, KP");
    look_and_move("16 to 4,0");
    assert_int_equal(count_moves(), 1 + 2 * 16);
    assert_legal("A reveal");
    assert_legal("A hint K on 16"); /* any of them, on any card */
    assert_legal("A hint KP on 1");
    assert_refused("A hint P on 1", "Y13"); /* not turned up */
    assert_refused("A hint PK on 1", "");
    assert_refused("A hint on 1", "Y13");
    assert_refused("A take", "Y34");
    assert_refused("A hint K on 17", "Y1");
    assert_refused("A declare", "Y20");
    make("A hint K on 7");
    assert_hint_on(7, "K");
    assert_turn("B"); /* one of both, and the turn is over */
    look_and_move("16 to 4,1");
    assert_refused("B hint K on 8", "Y13"); /* it lies on 7 */
    make("B hint KP on 8");
    assert_pile(1, 2, 2);
    look_and_move("16 to 4,0");
    make("A reveal");
    assert_turn("chance");
    assert_refused("B peek 1", "");
    assert_refused("hint K", "Y13");
    make("hint P");
    assert_turn("B");
}

static void y14_a_hint_locks_for_good(void **test) {
    (void)test;
    lay_out("", MIXED);
    turn("16 to 4,0", "reveal, K");
    turn("16 to 4,1", "reveal, P");
    turn("16 to 4,0", "hint K on 1");
    assert_refused("B peek 1", "Y14");
    make("B peek 2");
    assert_refused("B peek 1", "Y14");
    make("B peek 3");
    assert_refused("B move 1 to 4,1", "Y14");
    make("B move 2 to 4,1");
    assert_refused("B hint P on 1", "Y14");
    assert_moves("hint P on 10, hint P on 11, hint P on 12, hint P on 13, hint P on 14, "
                 "hint P on 15, hint P on 16, hint P on 2, hint P on 3, hint P on 4, "
                 "hint P on 5, hint P on 6, hint P on 7, hint P on 8, hint P on 9, reveal");
    make("B hint P on 2");
    assert_moves("declare, peek 10, peek 11, peek 12, peek 13, peek 14, peek 15, peek 16, "
                 "peek 3, peek 4, peek 5, peek 6, peek 7, peek 8, peek 9");
    story("A peek 3; A peek 4");
    assert_refused("A move 2 to 1,0", "Y14");
    make("A move 3 to 1,0");
    assert_hint_on(1, "K");
    assert_hint_on(2, "P");
}

static void y15_a_wrong_hint_is_not_forbidden(void **test) {
    (void)test;
    lay_out("", MIXED);
    turn("16 to 4,0", "reveal, K");
    look_and_move("16 to 4,1");
    for (unsigned card = 1; card <= 16; card++) {
        char line[24];
        snprintf(line, sizeof line, "B hint K on %u", card);
        assert_legal(line);
    }
    make("B hint K on 2"); /* a Kappa */
    assert_hint_on(2, "K");
    play_in_peace("", 0, 1, 0);
    assert_ending("legendary 29 Y20"); /* 6 * 5 - 1 */
    play_in_peace("", 1, 0, 0);
    assert_ending("legendary 31 Y20");
}

static void y16_what_must_be_done(void **test) {
    (void)test;
    static const char *const hints[7] = {"K", "P", "KP", "KR", "KO", "KPR", "KPO"};
    lay_out("", MIXED);
    look_and_move("16 to 4,0");
    assert_moves("reveal"); /* none is turned up */
    assert_refused("A hint K on 1", "Y16");
    make("A reveal");
    make("hint K");
    for (unsigned i = 1; i < 7; i++) {
        char hint[16];
        snprintf(hint, sizeof hint, "reveal, %s", hints[i]);
        turn(i % 2 ? "16 to 4,1" : "16 to 4,0", hint);
        /* All that is turned up lies open to all. */
        for (int seat = ZK_SPECTATOR; seat < 2; seat++) {
            if (seat == ZK_OVER || seat == ZK_CHANCE) continue;
            assert_int_equal(seen_by(seat)->board.open_count, i + 1);
            for (unsigned j = 0; j <= i; j++)
                assert_string_equal(
                    letters_of(zk_yokai_open_hint(&seen_by(seat)->board, i - j)), hints[j]);
        }
    }
    assert_pile(0, 0, 0);
    look_and_move("16 to 4,1");
    assert_refused("B reveal", "Y16");
    assert_int_equal(count_moves(), 7 * 16);
    make("B hint KO on 1");
}

/* ---- The end ---- */

static void y20_declared_at_the_start_of_a_turn(void **test) {
    (void)test;
    lay_out("", PEACE);
    make("A declare"); /* at once, even */
    assert_ending("legendary 35 Y20");
    lay_out("", PEACE);
    assert_refused("B declare", "");
    make("A peek 1");
    assert_refused("A declare", "Y20");
    make("A peek 2");
    assert_refused("A declare", "Y20");
    make("A move 1 to 4,0");
    assert_refused("A declare", "Y20");
    make("A reveal");
    assert_refused("A declare", "");
    make("hint K");
    make("B declare");
    assert_ending("legendary 32 Y20"); /* 6 * 5 + 2 */
    lay_out("players=3", MIXED);
    make("A declare"); /* it may be wrong */
    assert_ending("lost Y20");
}

static void y21_the_last_hint_card_ends_it(void **test) {
    (void)test;
    static const unsigned hints[] = {7, 9, 10};
    for (unsigned players = 2; players <= 4; players++) {
        char options[16], expected[24];
        unsigned all = hints[players - 2];
        snprintf(options, sizeof options, "players=%u", players);
        lay_out(options, PEACE);
        turn_up_any();
        lay_any(true); /* none turned up, but a pile: it goes on */
        assert_true(actor() >= 0);
        for (unsigned i = 1; i < all; i++) turn_up_any(); /* no pile, but some turned up */
        for (unsigned i = 1; i < all; i++) {
            assert_true(actor() >= 0);
            assert_legal(actor() == 0   ? "A declare"
                         : actor() == 1 ? "B declare"
                         : actor() == 2 ? "C declare"
                                        : "D declare");
            lay_any(true);
        }
        snprintf(expected, sizeof expected, "honourable %u Y21", all);
        assert_ending(expected);
    }
}

static void y22_everything_is_turned_up(void **test) {
    (void)test;
    for (unsigned players = 2; players <= 4; players++) {
        char options[32];
        snprintf(options, sizeof options, "players=%u reconcile=2", players);
        lay_out(options, PEACE);
        story("pact KP; pact PR");
        assert_string_equal(pact_for(0, 0), "KP");
        assert_string_equal(pact_for(1, 0), "");
        make("A declare");
        for (int seat = ZK_SPECTATOR; seat < (int)players; seat++) {
            if (seat == ZK_OVER || seat == ZK_CHANCE) continue;
            assert_string_equal(families_for(seat), PEACE);
            assert_string_equal(pact_for(seat, 0), "KP");
            assert_string_equal(pact_for(seat, 1), "PR");
        }
        assert_ending(players == 2   ? "legendary 35 Y20"
                      : players == 3 ? "legendary 45 Y20"
                                     : "legendary 50 Y20");
    }
}

static void y22_one_group_a_family(void **test) {
    (void)test;
    static const char *const peace[] = {
        PEACE, "KKPPKKPPRROORROO", /* squares */
        "KPROKPROKPROKPRO",        /* columns */
        "KKKPKPPPRRROROOO",        /* hooks */
    };
    for (unsigned i = 0; i < 4; i++) {
        lay_out("", peace[i]);
        make("A declare");
        assert_ending("legendary 35 Y20");
    }
    /* Each family in turn: two and two, three and one, and side by side by a corner alone. */
    static const char *const apart[] = {
        "KPRO", /* a name for each letter, to be exchanged in what follows */
        "abaabbbaccccdddd",
        "aaabbbbaccccdddd",
        "aabbbbaaccccdddd",
        "aabcabbcaddcbddc",
        "abbbabaaccccdddd",
        "ccccaabbbbaadddd",
    };
    for (unsigned shift = 0; shift < 4; shift++)
        for (unsigned i = 1; i < sizeof apart / sizeof *apart; i++) {
            char families[17] = "";
            unsigned count[4] = {0};
            bool whole = true;
            for (unsigned card = 0; card < 16; card++) {
                unsigned letter = (unsigned)(apart[i][card] - 'a' + (int)shift) % 4;
                count[letter]++;
                families[card] = apart[0][letter];
            }
            for (unsigned f = 0; f < 4; f++) whole &= count[f] == 4;
            assert_true(whole);
            lay_out(shift % 2 ? "players=3" : "players=4", families);
            make("A declare");
            assert_ending("lost Y20");
        }
}

static void y22_a_group_may_be_brought_together(void **test) {
    (void)test;
    lay_out("", "KKKPKPPPRRRROOOO");
    make("A declare");
    assert_ending("legendary 35 Y20");
    lay_out("", "KKKPPKPPRRRROOOO"); /* card 6 is a K apart from no other: 2 is above it */
    make("A declare");
    assert_ending("lost Y20"); /* but card 5 is a P behind it */
    lay_out("", "KKKPPKPPRRRROOOO");
    turn("5 to 4,0", "reveal, K");
    make("B declare");
    assert_ending("legendary 32 Y20");
    lay_out("", "KKKPPKPPRRRROOOO");
    turn("5 to 0,-1", "reveal, K"); /* to the wrong side */
    make("B declare");
    assert_ending("lost Y20");
}

static void y23_points(void **test) {
    (void)test;
    play_in_peace("", 0, 0, 0);
    assert_ending("legendary 35 Y20"); /* 5 for each in the pile */
    play_in_peace("", 0, 0, 1);
    assert_ending("legendary 32 Y20"); /* 2 for each turned up */
    play_in_peace("", 0, 0, 7);
    assert_ending("legendary 14 Y20");
    play_in_peace("", 2, 1, 3);
    assert_ending("legendary 12 Y20"); /* 5 + 6 + 2 - 1 */
    play_in_peace("", 3, 3, 1);
    assert_ending("honourable 2 Y20");
    play_in_peace("", 7, 0, 0);
    assert_ending("honourable 7 Y21");
    play_in_peace("players=3", 4, 2, 2);
    assert_ending("glorious 11 Y20"); /* 5 + 4 + 4 - 2 */
    play_in_peace("players=4", 1, 4, 3);
    assert_ending("glorious 13 Y20"); /* 10 + 6 + 1 - 4 */
    /* A hint of three families is right on each of them and on no other. */
    for (unsigned card = 4; card <= 16; card += 4) {
        char hint[24];
        lay_out("", PEACE);
        turn("1 to 4,0", "reveal, KRO");
        snprintf(hint, sizeof hint, "hint KRO on %u", card);
        turn("1 to 0,0", hint);
        make("A declare");
        assert_ending(card == 8 ? "legendary 29 Y20" : "legendary 31 Y20");
    }
    lay_out("", MIXED); /* a lost game has none */
    turn("16 to 4,0", "reveal, K");
    turn("16 to 4,1", "hint K on 1");
    make("A declare");
    assert_ending("lost Y20");
}

static void the_view_has_the_counting(void **test) {
    (void)test;
    lay_out("reconcile=2", PEACE);
    assert_seen("dealt", "");
    story("pact KP; pact KO; A declare");
    assert_seen("dealt", "A B");
    assert_seen("count.rules", "reconcile2");
    assert_seen("count.pacts.A", "true"); /* rows of K and P lie beside each other */
    assert_seen("count.pacts.B", "false");
    lay_out("", "KKPKPKPPRRRROOOO");
    story("A peek 15; A peek 16; A move 16 to 4,0");
    assert_seen("may", "draw"); /* none is turned up yet */
    story("A reveal; hint K; B peek 15; B peek 16; B move 16 to 4,1");
    assert_seen("may", "draw lay");
    make("B hint K on 1");
    turn("16 to 4,0", "reveal, P");
    turn("16 to 4,1", "hint P on 2");
    make("A declare");
    assert_seen("count.parts.K", "2");
    assert_seen("count.parts.P", "2");
    assert_seen("count.parts.R", "1");
    assert_seen("count.laid.1", "1");
    assert_seen("count.laid.2", "-1");
    assert_seen("count.open", "2");
    assert_seen("count.pile", "5");
}

static void the_view_has_the_goal(void **test) {
    (void)test;
    lay_out("shape=square", PEACE);
    assert_seen("goal.right", "16");
    assert_seen("goal.rows", "####/####/####/####");
    turn("1 to 4,0", "reveal, K");
    assert_seen("goal.right", "15");
    lay_out("shape=lantern", PEACE);
    assert_seen("goal.right", "12");
}

static void y24_ranks(void **test) {
    (void)test;
    static const struct {
        const char *options;
        unsigned right, wrong, open;
        const char *ending;
    } wins[] = {
        {"players=2", 0, 7, 0, "honourable -7 Y21"},
        {"players=2", 3, 4, 0, "honourable -1 Y21"},
        {"players=2", 7, 0, 0, "honourable 7 Y21"},
        {"players=2", 6, 0, 1, "glorious 8 Y20"},
        {"players=2", 6, 0, 0, "glorious 11 Y20"},
        {"players=2", 5, 0, 1, "legendary 12 Y20"},
        {"players=3", 1, 8, 0, "honourable -7 Y21"},
        {"players=3", 9, 0, 0, "honourable 9 Y21"},
        {"players=3", 8, 0, 1, "glorious 10 Y20"},
        {"players=3", 6, 0, 2, "glorious 15 Y20"},
        {"players=3", 5, 0, 3, "legendary 16 Y20"},
        {"players=4", 1, 9, 0, "honourable -8 Y21"},
        {"players=4", 10, 0, 0, "honourable 10 Y21"},
        {"players=4", 9, 0, 1, "glorious 11 Y20"},
        {"players=4", 8, 0, 0, "glorious 18 Y20"},
        {"players=4", 7, 0, 1, "legendary 19 Y20"},
    };
    for (unsigned i = 0; i < sizeof wins / sizeof *wins; i++) {
        play_in_peace(wins[i].options, wins[i].right, wins[i].wrong, wins[i].open);
        assert_ending(wins[i].ending);
    }
}

/* ---- The printed example ---- */

static void y15_the_printed_example(void **test) {
    (void)test;
    lay_out("", MIXED);
    story("A peek 1; A peek 2; A move 16 to 4,0; A reveal; hint K");
    /* B looks at two cards, an Oni and a Kitsune, and lays both back, */
    assert_string_equal(told(1, "B peek 4"), "peek 4, saw O");
    make("B peek 4");
    assert_string_equal(told(1, "B peek 7"), "peek 7, saw K");
    make("B peek 7");
    assert_place(4, 3, 0);
    assert_place(7, 2, 1);
    /* moves the Kitsune so that all sixteen still hang together, */
    assert_refused("B move 7 to -1,-1", "Y11");
    make("B move 7 to 0,-1");
    assert_place(7, 0, -1);
    /* then lays the hint K, turned up earlier, on that Kitsune: */
    make("B hint K on 7");
    /* it is locked, and tells the others what it is. */
    assert_refused("A peek 7", "Y14");
    assert_hint_on(7, "K");
    assert_string_equal(families_for(0), "KP.............."); /* if they believe it */
    story("A peek 3; A peek 4");
    assert_refused("A move 7 to 4,1", "Y14");
}

/* ---- States that no game reaches ---- */

/* A card elsewhere, with the rows as they would be. */
static const char *check_with(unsigned card, int x, int y) {
    struct zk_state changed = state;
    struct zk_yokai_board *board = &state_in(&changed)->board;
    board->row[board->y[card - 1] & 31] ^= 1u << (board->x[card - 1] & 31);
    board->row[y & 31] |= 1u << (x & 31);
    board->x[card - 1] = (int8_t)x;
    board->y[card - 1] = (int8_t)y;
    return game->check(&rules, &changed);
}

static void check_finds_cards_apart(void **test) {
    (void)test;
    lay_out("", MIXED);
    assert_null(check_with(16, 3, 3));
    assert_null(check_with(16, 4, 0));
    assert_string_equal(check_with(16, 5, 5), "the cards do not hang together");
    assert_string_equal(check_with(16, 12, 12), "the cards do not hang together");
    assert_string_equal(check_with(1, -17, -17), "the cards do not hang together");
    assert_string_equal(check_with(4, 0, 0), "two cards lie in one place");
    assert_string_equal(check_with(4, 127, -128), "a card lies too far out");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(y1_sixteen_cards_four_of_each_family),
        cmocka_unit_test(y2_fourteen_hint_cards),
        cmocka_unit_test(y2_no_hint_card_names_all_four_families),
        cmocka_unit_test(y3_six_reconciliation_cards_and_six_shapes),
        cmocka_unit_test(y4_face_down_in_a_square),
        cmocka_unit_test(y5_the_hint_pile_by_players),
        cmocka_unit_test(y5_a_size_comes_as_often_as_there_are_cards_of_it),
        cmocka_unit_test(y6_another_pile_of_the_same_size),
        cmocka_unit_test(y7_the_first_player),
        cmocka_unit_test(y8_nobody_can_say_anything),
        cmocka_unit_test(y9_two_different_cards_are_looked_at),
        cmocka_unit_test(y9_a_card_can_be_looked_at_again),
        cmocka_unit_test(y10_exactly_one_card_is_moved),
        cmocka_unit_test(y10_every_card_to_every_place),
        cmocka_unit_test(y11_all_hang_together_by_their_sides),
        cmocka_unit_test(y11_lifting_may_part_the_others),
        cmocka_unit_test(y12_no_card_can_be_moved),
        cmocka_unit_test(y12_the_plane_has_no_edge),
        cmocka_unit_test(y13_turn_one_up_or_lay_one),
        cmocka_unit_test(y14_a_hint_locks_for_good),
        cmocka_unit_test(y15_a_wrong_hint_is_not_forbidden),
        cmocka_unit_test(y15_the_printed_example),
        cmocka_unit_test(y16_what_must_be_done),
        cmocka_unit_test(y20_declared_at_the_start_of_a_turn),
        cmocka_unit_test(y21_the_last_hint_card_ends_it),
        cmocka_unit_test(y22_everything_is_turned_up),
        cmocka_unit_test(y22_one_group_a_family),
        cmocka_unit_test(y22_a_group_may_be_brought_together),
        cmocka_unit_test(y23_points),
        cmocka_unit_test(the_view_has_the_counting),
        cmocka_unit_test(the_view_has_the_goal),
        cmocka_unit_test(y24_ranks),
        cmocka_unit_test(check_finds_cards_apart),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("yokai", tests, NULL, NULL);
}
