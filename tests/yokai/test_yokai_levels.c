/* test_yokai_levels.c: every rule of the levels and variants of Yokai, Y30 to Y36
 * (docs/rules/yokai.md), has a test here that fails without it; `make mutants` proves it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "yokai_story.h"

/* ---- Levels and variants ---- */

static void y30_level_1_is_the_basic_game(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        lay_out(i ? "level=1" : "", PEACE);
        assert_turn("A"); /* nothing else is dealt or chosen */
        const struct zk_yokai_view *view = seen_by(ZK_EVERYTHING);
        assert_int_equal(view->reconcile + view->stack + view->blind + view->board.shape, 0);
        turn("1 to 4,0", "reveal, K");
        turn("1 to 0,0", "reveal, P");
        look_and_move("1 to 4,0");
        assert_legal("A hint K on 1"); /* no stack */
        make("A hint P on 5");
        make("B declare"); /* no pact, no shape */
        assert_ending("legendary 28 Y20");
    }
    assert_no_value("level", "0");
    assert_no_value("level", "6");
}

static void y31_a_reconciliation_card(void **test) {
    (void)test;
    static const char *const options[] = {"level=2", "reconcile=1", "level=2 players=3",
                                          "reconcile=1 players=4"};
    for (unsigned i = 0; i < 4; i++) {
        lay_out(options[i], PEACE);
        assert_refused("A peek 1", "");
        assert_string_equal(told(0, "pact KP"), "pact KP"); /* the first player alone */
        assert_string_equal(told(1, "pact KP"), "pact ?");
        assert_string_equal(told(ZK_SPECTATOR, "pact KP"), "pact ?");
        make("pact KP");
        assert_turn("A");
        for (unsigned seat = 0; seat < seats(); seat++)
            assert_string_equal(pact_for((int)seat, 0), seat ? "" : "KP");
        assert_string_equal(pact_for(ZK_SPECTATOR, 0), "");
        make("A declare");
        assert_true(strncmp(ending(), "legendary", 9) == 0);
    }
    /* In the rows of PEACE, K touches P, P touches R, R touches O, and no others. */
    static const char *const pacts[] = {"KP", "PR", "RO", "KR", "KO", "PO"};
    for (unsigned i = 0; i < 6; i++) {
        char line[16];
        lay_out("level=2", PEACE);
        snprintf(line, sizeof line, "pact %s", pacts[i]);
        make(line);
        make("A declare");
        assert_ending(i < 3 ? "legendary 35 Y20" : "lost Y20");
    }
    lay_out("level=2", "KKPPKKPPRROORROO"); /* by a corner alone: K and O, P and R */
    story("pact KO; A declare");
    assert_ending("lost Y20");
    lay_out("level=2", "KKPPKKPPRROORROO");
    story("pact KR; A declare");
    assert_ending("legendary 35 Y20");
    assert_no_value("reconcile", "5");
}

static void y31_several_in_turn_order(void **test) {
    (void)test;
    sit_down(&zk_yokai, "players=4 reconcile=3 first=C");
    deal(PEACE);
    assert_string_equal(told(2, "pact KP"), "pact KP");
    assert_string_equal(told(0, "pact KP"), "pact ?");
    make("pact KP");
    assert_refused("pact KP", "Y31"); /* different ones */
    assert_string_equal(told(3, "pact PR"), "pact PR");
    assert_string_equal(told(2, "pact PR"), "pact ?");
    make("pact PR");
    assert_string_equal(told(0, "pact RO"), "pact RO");
    make("pact RO");
    assert_turn("C");
    for (int seat = 0; seat < 4; seat++)
        for (int owner = 0; owner < 4; owner++) {
            static const char *const dealt[4] = {"RO", "", "KP", "PR"};
            assert_string_equal(pact_for(seat, owner), seat == owner ? dealt[owner] : "");
        }
    make("C declare");
    assert_ending("legendary 50 Y20");
    for (unsigned wrong = 0; wrong < 4; wrong++) { /* all must hold */
        static const char *const right[] = {"KP", "PR", "RO"};
        lay_out("players=3 reconcile=3", PEACE);
        for (unsigned i = 0; i < 3; i++) {
            char line[16];
            snprintf(line, sizeof line, "pact %s", i == wrong ? "PO" : right[i]);
            make(line);
        }
        make("A declare");
        assert_ending(wrong < 3 ? "lost Y20" : "legendary 45 Y20");
    }
    lay_out("players=4 reconcile=4", MIXED);
    story("pact KP; pact KR; pact KO; pact PR");
    assert_turn("A");
    assert_no_game("reconcile=3", "Y31");
    assert_no_game("reconcile=4", "Y31");
    assert_no_game("players=3 reconcile=4", "Y31");
}

/* Peace in each goal shape. */
static const struct {
    const char *name, *rows;
} shapes[] = {
    {"spiral", "..KPPP/..K..P/..KK.R/.....R/OOOORR"},
    {"crown", "K...P/KKKPP/RR.OP/RROOO"},
    {"square", "KKKK/PPPP/RRRR/OOOO"},
    {"triangle", "...K/..KK/.PPK/PPRR/.RRO/..OO/...O"},
    {"lantern", "KKK/KPP/RPP/RRR/OOO/.O."},
    {"beam", "KKKK/.PP./.PP./.RR./.RR./OOOO"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* A target on a plane of 24 by 24 around 0,0 to 3,3, turned and mirrored in one of eight ways. */
enum { PLANE = 24, MIDDLE = 10 };
struct target {
    char family[PLANE][PLANE]; /* '\0' outside */
};

static void draw_target(struct target *target, const char *rows, unsigned form, int left,
                        int top) {
    int width = (int)strcspn(rows, "/"), height = 1;
    for (const char *c = rows; *c; c++) height += *c == '/';
    memset(target, 0, sizeof *target);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            char family = rows[y * (width + 1) + x];
            if (family == '.') continue;
            int to_x = form & 1 ? width - 1 - x : x, to_y = form & 2 ? height - 1 - y : y;
            if (form & 4)
                target->family[MIDDLE + top + to_x][MIDDLE + left + to_y] = family;
            else
                target->family[MIDDLE + top + to_y][MIDDLE + left + to_x] = family;
        }
}

static char wanted(const struct target *target, int x, int y) {
    return target->family[MIDDLE + y][MIDDLE + x];
}

/* How the cards get there: each that lies outside once, straight to its place. */
struct plan {
    zk_move move[14];
    unsigned count;
    char families[17]; /* the deal by which there is peace then */
};

/* Ends a turn after its move, where hint cards are taken blind, and begins the next: a hint is
 * laid, when it has to be, on a card that is in its place. */
static void take_or_lay(const struct target *target) {
    const struct zk_yokai_board *board = &seen_by(ZK_SPECTATOR)->board;
    char line[16];
    unsigned card = 0;
    while ((board->locked >> card & 1) || !wanted(target, board->x[card], board->y[card]))
        assert_true(++card < 16);
    snprintf(line, sizeof line, "hint on %u", card + 1);
    act(board->pile_count ? "take" : line);
}

/* Finds one, by trying, from the middle of a turn on. */
static bool find_plan(const struct target *target, struct plan *plan) {
    zk_move moves[ZK_MOVES_MAX];
    uint32_t count = game->moves(&rules, &state, actor(), moves, NULL);
    const struct zk_yokai_board board = seen_by(ZK_SPECTATOR)->board;
    unsigned outside = 0;
    for (unsigned card = 0; card < 16; card++) {
        plan->families[card] = wanted(target, board.x[card], board.y[card]);
        outside += !plan->families[card];
    }
    if (!outside) return true;
    if (plan->count + outside > 13) return false;
    for (uint32_t i = 0; i < count; i++) {
        unsigned card = zk_yokai_card(moves[i]);
        struct zk_state before;
        if (zk_yokai_act(moves[i]) != ZK_YOKAI_DO_MOVE ||
            wanted(target, board.x[card], board.y[card]) ||
            !wanted(target, zk_yokai_to_x(moves[i]), zk_yokai_to_y(moves[i])))
            continue;
        memcpy(&before, &state, game->state_size);
        plan->move[plan->count++] = moves[i];
        game->apply(&rules, &state, moves[i]);
        take_or_lay(target);
        look_at_any();
        if (find_plan(target, plan)) return true;
        memcpy(&state, &before, game->state_size);
        plan->count--;
    }
    return false;
}

/* Plays a game, blind, into a shape and into peace, and declares. False when it cannot be reached
 * where it would lie. */
static bool play_shape_at(const char *options, const char *rows, unsigned form, int left,
                          int top) {
    struct target target;
    struct plan plan = {.count = 0};
    draw_target(&target, rows, form, left, top);
    lay_out("blind=on", MIXED);
    look_at_any();
    if (!find_plan(&target, &plan)) return false;
    lay_out(options, plan.families);
    for (unsigned i = 0; i < plan.count; i++) {
        look_at_any();
        game->apply(&rules, &state, plan.move[i]);
        assert_null(game->check(&rules, &state));
        take_or_lay(&target);
    }
    act("declare");
    return true;
}

static void play_shape(const char *goal, unsigned shape, unsigned form) {
    char options[40];
    snprintf(options, sizeof options, "blind=on shape=%s", goal);
    for (int top = 0; top > -7; top--)
        for (int left = 0; left > -7; left--)
            if (play_shape_at(options, shapes[shape].rows, form, left, top)) return;
    fail_msg("no way found to %s, form %u", shapes[shape].name, form);
}

static void y32_every_shape_turned_and_mirrored(void **test) {
    (void)test;
    for (unsigned shape = 0; shape < SHAPES; shape++)
        for (unsigned form = 0; form < 8; form++) {
            play_shape(shapes[shape].name, shape, form);
            if (strncmp(ending(), "lost", 4) == 0)
                fail_msg("%s, form %u: lost", shapes[shape].name, form);
        }
}

static void y32_no_shape_is_another(void **test) {
    (void)test;
    for (unsigned shape = 0; shape < SHAPES; shape++)
        for (unsigned goal = 0; goal < SHAPES; goal++) {
            if (goal == shape) continue;
            play_shape(shapes[goal].name, shape, 0);
            assert_ending("lost Y20");
        }
}

static void y32_the_shape_is_open_to_all(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        lay_out(i ? "shape=random players=3" : "level=5", PEACE);
        assert_refused("A peek 1", "");
        assert_refused("shape circle", "Y32");
        for (int seat = 0; seat < 2; seat++)
            assert_string_equal(told(seat, "shape square"), "shape square");
        make("shape square");
        assert_turn("A");
        for (int seat = 0; seat < 2; seat++) assert_int_equal(seen_by(seat)->board.shape, 2);
        assert_int_equal(seen_by(ZK_SPECTATOR)->board.shape, 2);
        assert_seen("shape", "square");
        make("A declare");
        assert_ending(i ? "legendary 45 Y20" : "legendary 35 Y20");
    }
    lay_out("shape=square", PEACE); /* chosen: nothing is drawn */
    assert_turn("A");
    make("A declare");
    assert_ending("legendary 35 Y20");
    lay_out("shape=square", PEACE); /* exactly that shape */
    turn("1 to 4,0", "reveal, K");
    make("B declare");
    assert_ending("lost Y20");
    lay_out("shape=square", PEACE); /* anywhere on the plane: all four rows go down by one */
    turn("1 to 0,4", "reveal, K");
    turn("2 to 1,4", "reveal, P");
    turn("3 to 2,4", "reveal, KP");
    make("B declare");
    assert_ending("lost Y20");
    lay_out("shape=square", "OOOOKKKKPPPPRRRR");
    turn("1 to 0,4", "reveal, K");
    turn("2 to 1,4", "reveal, P");
    turn("3 to 2,4", "reveal, KP");
    turn("4 to 3,4", "reveal, KR");
    make("A declare");
    assert_ending("legendary 23 Y20"); /* 3 * 5 + 4 * 2 */
    assert_no_value("shape", "circle");
}

static void y33_only_the_top_of_the_stack(void **test) {
    (void)test;
    static const char *const options[] = {"level=3", "stack=on", "level=3 players=3",
                                          "stack=on players=4"};
    for (unsigned i = 0; i < 4; i++) {
        lay_out(options[i], MIXED);
        turn("16 to 4,0", "reveal, K");
        turn("16 to 4,1", "reveal, KP");
        turn("16 to 4,0", "reveal, PR");
        look_and_move("16 to 4,1");
        assert_int_equal(count_moves(), 1 + 16);
        assert_refused(i < 2    ? "B hint K on 1"
                       : i == 2 ? "A hint K on 1"
                                : "D hint K on 1",
                       "Y33");
        act("hint PR on 2");
        look_and_move("16 to 4,0");
        assert_int_equal(count_moves(), 1 + 15);
        act("hint KP on 1"); /* what was below it */
        look_and_move("16 to 4,1");
        act("hint K on 3");
        look_and_move("16 to 4,0");
        assert_int_equal(count_moves(), 1);
    }
    lay_out("", MIXED); /* else any of them */
    turn("16 to 4,0", "reveal, K");
    turn("16 to 4,1", "reveal, KP");
    look_and_move("16 to 4,0");
    assert_legal("A hint K on 1");
    assert_legal("A hint KP on 1");
}

static void y34_blind(void **test) {
    (void)test;
    static const char *const options[] = {"level=4", "blind=on", "level=4 stack=on",
                                          "blind=on level=3"};
    for (unsigned i = 0; i < 4; i++) {
        lay_out(options[i], PEACE);
        look_and_move("1 to 4,0");
        assert_moves("take");
        assert_refused("A reveal", "Y34");
        assert_refused("A hint on 1", "Y16");
        make("A take");
        assert_turn("B"); /* nothing is drawn */
        assert_int_equal(seen_by(0)->board.open_count, 1);
        assert_int_equal(seen_by(0)->board.open, 0);
        assert_int_equal(seen_by(0)->board.pile_count, 6);
        turn("1 to 0,0", "take");
        look_and_move("1 to 4,0");
        assert_int_equal(count_moves(), 1 + 16); /* which of the two makes no difference */
        assert_refused("A hint K on 2", "Y34");
        assert_string_equal(told(1, "A hint on 2"), "hint on 2");
        make("A hint on 2");
        assert_int_equal(seen_by(1)->board.hint[1], ZK_YOKAI_BLIND_HINT);
        assert_refused("B peek 2", "Y14");
        look_and_move("1 to 0,0");
        assert_refused("B hint on 2", "Y14");
        make("B hint on 6");
        make("A declare");
        assert_ending("legendary 27 Y20");                  /* 5 * 5 + 2 */
        assert_int_equal(seen_by(ZK_EVERYTHING)->stack, 0); /* without effect */
    }
    play_in_peace("blind=on", 7, 0, 0);
    assert_ending("honourable 7 Y21");
    play_in_peace("blind=on", 3, 0, 2);
    assert_ending("legendary 17 Y20"); /* 2 * 5 + 2 * 2 + 3 */
    play_in_peace("blind=on players=4", 9, 0, 1);
    assert_ending("glorious 11 Y20");
    lay_out("", MIXED);
    look_and_move("16 to 4,0");
    assert_refused("A take", "Y34");
    make("A reveal");
    assert_turn("chance");
}

static void y35_what_does_not_hold_loses(void **test) {
    (void)test;
    lay_out("reconcile=1", PEACE);
    story("pact KO; A declare");
    assert_ending("lost Y20");
    lay_out("shape=crown", PEACE);
    make("A declare");
    assert_ending("lost Y20");
    lay_out("shape=square reconcile=1", PEACE);
    story("pact KO; A declare");
    assert_ending("lost Y20");
    lay_out("shape=beam reconcile=1", PEACE);
    story("pact KP; A declare");
    assert_ending("lost Y20");
    lay_out("shape=square reconcile=1", PEACE);
    story("pact KP; A declare");
    assert_ending("legendary 35 Y20");
    lay_out("shape=square reconcile=1", MIXED); /* and peace is needed all the same */
    story("pact KP; A declare");
    assert_ending("lost Y20");
    for (unsigned i = 0; i < 2; i++) { /* to the end, by Y21 */
        lay_out(i ? "shape=spiral" : "reconcile=1", PEACE);
        if (!i) make("pact PO");
        for (unsigned n = 0; n < 7; n++) turn_up_any();
        for (unsigned n = 0; n < 7; n++) lay_any(true);
        assert_ending("lost Y21");
    }
}

/* What a choice of options comes to: pacts, stack, blind, and a shape chosen or "?" at random. */
static void assert_means(const char *options, const char *meaning) {
    char found[64];
    lay_out(options, MIXED);
    static const char *const pacts[] = {"pact KP", "pact KR", "pact KO", "pact PR"};
    unsigned dealt = 0;
    const char *shape = "none";
    while (dealt < 4 && is_legal(pacts[dealt])) make(pacts[dealt++]);
    if (is_legal("shape crown"))
        shape = "?";
    else if (seen_by(ZK_SPECTATOR)->board.shape)
        shape = zk_yokai_shape_names[seen_by(ZK_SPECTATOR)->board.shape - 1];
    const struct zk_yokai_view *view = seen_by(ZK_SPECTATOR);
    assert_int_equal(view->reconcile, dealt);
    snprintf(found, sizeof found, "%u %s %s %s", dealt, view->stack ? "stack" : "-",
             view->blind ? "blind" : "-", shape);
    assert_string_equal(found, meaning);
}

static void y35a_a_level_switches_one_rule_on(void **test) {
    (void)test;
    assert_means("level=1", "0 - - none");
    assert_means("level=2", "1 - - none");
    assert_means("level=3", "0 stack - none");
    assert_means("level=4", "0 - blind none");
    assert_means("level=5", "0 - - ?");
    /* Single options refine it, or add to it. */
    assert_means("level=2 players=3 reconcile=3", "3 - - none");
    assert_means("level=2 reconcile=1", "1 - - none");
    assert_means("level=5 shape=crown", "0 - - crown");
    assert_means("level=5 shape=random", "0 - - ?");
    assert_means("level=1 players=4 reconcile=4 stack=on shape=beam", "4 stack - beam");
    assert_means("level=2 stack=on", "1 stack - none");
    assert_means("level=3 reconcile=2", "2 stack - none");
    assert_means("level=4 shape=random reconcile=1", "1 - blind ?");
    assert_means("level=5 reconcile=2 players=3 stack=on", "2 stack - ?");
    assert_means("level=3 blind=on", "0 - blind none");
    assert_no_value("stack", "yes");
    assert_no_value("blind", "1");
}

static void y35a_ranks_are_the_same_at_every_level(void **test) {
    (void)test;
    static const char *const options[] = {"stack=on",    "level=3",    "hints=4+0+3",
                                          "hints=1+5+1", "shape=none", "blind=on",
                                          "level=4"};
    for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
        play_in_peace(options[i], 7, 0, 0);
        assert_ending("honourable 7 Y21");
        play_in_peace(options[i], 6, 0, 1);
        assert_ending("glorious 8 Y20");
        play_in_peace(options[i], 6, 0, 0);
        assert_ending("glorious 11 Y20");
        play_in_peace(options[i], 5, 0, 1);
        assert_ending("legendary 12 Y20");
    }
}

/* The path is kept by others; what they are told is the rank, at every level, and that a lost game
 * has none. */
static void y36_every_finished_game_has_a_rank(void **test) {
    (void)test;
    static const char *const ranks[] = {"lost", "honourable", "glorious", "legendary"};
    static const struct {
        const char *options, *set_up;
    } level[] = {{"level=1", ""},
                 {"level=2", "pact KP"},
                 {"level=3", ""},
                 {"level=4", ""},
                 {"level=5", "shape square"}};
    for (unsigned players = 2; players <= 4; players++)
        for (unsigned i = 0; i < 5; i++)
            for (unsigned rank = 0; rank < 4; rank++) {
                static const unsigned hints[] = {7, 9, 10};
                unsigned all = hints[players - 2];
                char options[32];
                struct zk_result result;
                snprintf(options, sizeof options, "players=%u %s", players, level[i].options);
                lay_out(options, rank ? PEACE : MIXED);
                story(level[i].set_up);
                /* Legendary at once; else all are turned up, and all laid but one, or all. */
                if (rank == 1 || rank == 2) {
                    for (unsigned n = 0; n < all; n++) turn_up_any();
                    for (unsigned n = 0; n < all - (rank == 2); n++) lay_any(true);
                    if (i == 4 && seen_by(0)->board.x[0]) continue; /* no square any more */
                }
                if (actor() != ZK_OVER) act("declare");
                game->result(&rules, &state, &result);
                assert_string_equal(result.rank, ranks[rank]);
                assert_int_equal(result.winners, rank ? (1u << players) - 1 : 0);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(y30_level_1_is_the_basic_game),
        cmocka_unit_test(y31_a_reconciliation_card),
        cmocka_unit_test(y31_several_in_turn_order),
        cmocka_unit_test(y32_every_shape_turned_and_mirrored),
        cmocka_unit_test(y32_no_shape_is_another),
        cmocka_unit_test(y32_the_shape_is_open_to_all),
        cmocka_unit_test(y33_only_the_top_of_the_stack),
        cmocka_unit_test(y34_blind),
        cmocka_unit_test(y35_what_does_not_hold_loses),
        cmocka_unit_test(y35a_a_level_switches_one_rule_on),
        cmocka_unit_test(y35a_ranks_are_the_same_at_every_level),
        cmocka_unit_test(y36_every_finished_game_has_a_rank),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("yokai_levels", tests, NULL, NULL);
}
