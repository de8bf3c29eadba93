/* test_sketch.c: every rule of Yokai Sketch, S1 to S27 (docs/rules/sketch.md), has a test here that
 * fails without it; `make mutants` proves it.
 *
 * A test is a story (story.h): the edition, the deal, then moves in notation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../story.h"
#include "games/sketch/sketch.h"

/* ---- The table ---- */

/* Sits down at an edition. */
static void sit(const char *edition, const char *first) {
    char options[40];
    snprintf(options, sizeof options, "edition=%s first=%s", edition, first);
    sit_down(&zk_sketch, options);
}

/* Sits down with A to begin, three cards for each, and the tops of the stacks in the order RBGY. */
static void deal(const char *edition, const char *a, const char *b, const char *tops) {
    char line[16];
    sit(edition, "A");
    for (unsigned seat = 0; seat < 2; seat++) {
        const char *cards = seat ? b : a;
        for (unsigned i = 0; i < 3; i++) {
            size_t size = strcspn(cards, " ");
            snprintf(line, sizeof line, "deal %c %.*s", 'A' + (int)seat, (int)size, cards);
            make(line);
            cards += size + (cards[size] == ' ');
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        snprintf(line, sizeof line, "reveal %c %c", "RBGY"[i], tops[i]);
        make(line);
    }
}

static void assert_laid(char colour, const char *a, const char *b) {
    char path[32];
    snprintf(path, sizeof path, "stacks.#%c.laid.A", colour);
    assert_seen(path, a);
    snprintf(path, sizeof path, "stacks.#%c.laid.B", colour);
    assert_seen(path, b);
}

static void assert_stack(char colour, const char *top, const char *covered,
                         const char *bottom) {
    char path[32];
    snprintf(path, sizeof path, "stacks.#%c.top", colour);
    assert_seen(path, top);
    snprintf(path, sizeof path, "stacks.#%c.covered", colour);
    assert_seen(path, covered);
    snprintf(path, sizeof path, "stacks.#%c.bottom", colour);
    assert_seen(path, bottom);
}

static void assert_notebooks(const char *a, const char *b) {
    assert_seen("players.A.notebook", a);
    assert_seen("players.B.notebook", b);
}

/* "A", "B" or "AB" for a draw. */
static void assert_won_by(const char *winners) {
    struct zk_result result;
    assert_turn("over");
    game->result(&rules, &state, &result);
    assert_int_equal(result.winners,
                     (strchr(winners, 'A') ? 1 : 0) | (strchr(winners, 'B') ? 2 : 0));
    assert_int_equal(result.drawn, winners[1] == 'B');
    assert_string_equal(result.end, "S25");
    assert_refused("A end", "S25");
    assert_refused("B end", "S25");
    assert_refused("draw RB", "S25");
}

static const char *const editions[] = {"en", "fr"};

/* ---- Cards ---- */

/* The board as a spectator's terminal shows it. */
static const char *shown(void) {
    static struct zk_view view;
    static char screen[8192];
    struct zk_text text = zk_text_in(screen, sizeof screen);
    game->view(&rules, &state, ZK_SPECTATOR, &view);
    zk_print_view(game, &rules, &view, true, &text);
    return screen;
}

static void s1_four_colours_and_their_elements(void **test) {
    (void)test;
    deal("en", "RB RB RB", "GY GY GY", "3456");
    const char *screen = shown();
    assert_non_null(strstr(screen, "R fire"));
    assert_non_null(strstr(screen, "B water"));
    assert_non_null(strstr(screen, "G earth"));
    assert_non_null(strstr(screen, "Y wind"));
    assert_seen("stacks.#R.top", "3");
    assert_seen("stacks.#B.top", "4");
    assert_seen("stacks.#G.top", "5");
    assert_seen("stacks.#Y.top", "6");
}

/* However many sketches lie at a stack, the columns stay apart and below each other. */
static void a_column_is_as_wide_as_its_sketches(void **test) {
    (void)test;
    deal("en", "RB RB RB", "GY GY GY", "7777");
    story("draw RB; A play RB>R; A play RB>R; A end; draw BG; B play BG>B; B end; "
          "draw RG; A play RB>R; A play RB>R; A end; draw BY; B play BY>Y; B end; "
          "draw RGc; A play RG>R; A play RGc>R");
    const char *screen = shown();
    assert_non_null(strstr(screen, "\nA's sketches  RB RB RB RB RG RGc  -                -"));
    assert_non_null(strstr(screen, "\nB's sketches  -                   BG               -"));
    assert_non_null(strstr(screen, "\n              R fire              B water          G"));
}

static void s2_each_colour_has_3_to_7_once(void **test) {
    (void)test;
    for (unsigned i = 0; i < 4; i++) {
        char reveal[128], colour = "RBGY"[i];
        sit("en", "A");
        story("deal A RB; deal A RB; deal A RB; deal B GY; deal B GY; deal B GY");
        static const char *const before[] = {"", "reveal R 3", "reveal R 3; reveal B 3",
                                             "reveal R 3; reveal B 3; reveal G 3"};
        story(before[i]);
        snprintf(reveal, sizeof reveal,
                 "reveal %c 3 1, reveal %c 4 1, reveal %c 5 1, reveal %c 6 1, reveal %c 7 1",
                 colour, colour, colour, colour, colour);
        assert_moves(reveal);
    }
}

static void s2_the_number_is_needed_and_scored(void **test) {
    (void)test;
    /* A lays one red sketch in each turn, B none there. */
    static const char *const turn[] = {
        "draw RB; A play RB>R; A end; draw BG; B play BG>G; B end",
        "draw RB; A play RB>R; A end; draw BG; B play BG>G; B end",
        "draw RG; A play RB>R; A end; draw BY; B play BG>G; B end",
        "draw RG; A play RB>R; A end; draw BY; B play BY>Y; B end",
        "draw RG; A play RG>R; A end; draw BY; B play BY>Y; B end",
        "draw RY; A play RG>R; A end; draw BY; B play BY>Y; B end",
    };
    for (unsigned number = 3; number <= 7; number++) {
        char tops[] = "7777", notebook[4];
        tops[0] = (char)('0' + number);
        deal("en", "RB RB RG", "BG BG GY", tops);
        for (unsigned i = 0; i < number - 1; i++) story(turn[i]);
        assert_points(0, 0);
        story("draw RYc; A play RG>R");
        make(number == 3 ? "reveal R 4" : "reveal R 3");
        assert_points((int)number, 0);
        snprintf(notebook, sizeof notebook, "R%u", number);
        assert_notebooks(notebook, "");
    }
}

static void s3_36_sketch_cards(void **test) {
    (void)test;
    sit("en", "A");
    assert_moves(
        "deal A BG 4, deal A BGc 1, deal A BGd 1, deal A BY 4, deal A BYc 1, deal A BYd 1, "
        "deal A GY 4, deal A GYc 1, deal A GYd 1, deal A RB 4, deal A RBc 1, deal A RBd 1, "
        "deal A RG 4, deal A RGc 1, deal A RGd 1, deal A RY 4, deal A RYc 1, deal A RYd 1");
    assert_seen("deck", "36");
}

static void s4_names_in_the_order_rbgy(void **test) {
    (void)test;
    sit("en", "A");
    assert_refused("deal A BR", "S5");
    assert_refused("deal A YG", "S5");
    assert_refused("deal A RR", "S5");
    assert_refused("deal A RBC", "S5");
    assert_refused("deal A RBcd", "S5");
    deal("en", "RBc BGd GY", "RB RG RY", "3456");
    make("draw BY");
    assert_seen("players.A.hand", "BGd BY GY RBc");
    assert_legal("A play RBc>B");
    assert_refused("A play BRc>B", "");
    assert_refused("A play RB>B", "S9"); /* that would be the plain card */
    assert_refused("A play RBd>B", "S9");
}

/* ---- Set-up ---- */

static void s5_three_cards_each_first_a_then_b(void **test) {
    (void)test;
    sit("en", "B");
    story("deal A RBc");
    assert_refused("deal A RBc", "S5"); /* there is only one */
    assert_refused("deal B RB", "S5");  /* not yet */
    story("deal A RB; deal A RB");
    assert_refused("deal A RB", "S5");
    story("deal B RB; deal B RB");
    assert_refused("deal B RB", "S5"); /* all four are dealt */
    story("deal B GY");
    assert_refused("deal B GY", "S6"); /* now the yokai */
    assert_seen("players.A.hand", "RB RB RBc");
    assert_seen("players.B.hand", "GY RB RB");
    assert_seen("deck", "30");
}

static void s6_one_face_up_on_each_stack(void **test) {
    (void)test;
    sit("en", "A");
    story("deal A RB; deal A RB; deal A RB; deal B GY; deal B GY; deal B GY");
    assert_seen("stacks.#R.top", "null");
    assert_refused("reveal B 3", "S6"); /* red comes first */
    assert_refused("reveal R 8", "S6");
    assert_refused("reveal R 2", "S6");
    story("reveal R 5; reveal B 5; reveal G 5; reveal Y 5");
    assert_stack('R', "5", "", "");
    assert_seen("stacks.#R.unseen", "3 4 6 7");
    assert_seen("stacks.#Y.unseen", "3 4 6 7");
    assert_seen("stacks.#R.size", "5");
    assert_refused("reveal R 3", "S8"); /* and now to the first turn */
}

static void s6_a_top_that_went_is_followed_by_one_not_seen_yet(void **test) {
    (void)test;
    deal("en", "RB RG RY", "GY GY GY", "3777");
    story("draw RB; A play RB>R; A play RG>R; A play RY>R");
    assert_moves("reveal R 4 1, reveal R 5 1, reveal R 6 1, reveal R 7 1");
}

static void s7_the_first_player(void **test) {
    (void)test;
    static const char *const rest =
        "deal A RB; deal A RB; deal A RB; deal B GY; deal B GY; deal B GY; "
        "reveal R 3; reveal B 3; reveal G 3; reveal Y 3; draw BG";
    sit("en", "random");
    assert_moves("first A 1, first B 1");
    assert_refused("first C", "S7");
    make("first A");
    story(rest);
    assert_turn("A");
    sit("en", "random");
    make("first B");
    story(rest);
    assert_turn("B");
    sit("en", "A");
    assert_refused("first A", "S5");
    story(rest);
    assert_turn("A");
    sit("en", "B");
    story(rest);
    assert_turn("B");
    assert_seen("players.B.cards", "4"); /* it is B who drew */
}

/* ---- A turn ---- */

static void s8_each_turn_begins_with_a_draw(void **test) {
    (void)test;
    deal("en", "RB RB RG", "RB BY GYd", "7777");
    assert_turn("chance");
    assert_refused("A end", "");
    assert_moves(
        "draw BG 4, draw BGc 1, draw BGd 1, draw BY 3, draw BYc 1, draw BYd 1, draw GY 4, "
        "draw GYc 1, draw RB 1, draw RBc 1, draw RBd 1, draw RG 3, draw RGc 1, draw RGd 1, "
        "draw RY 4, draw RYc 1, draw RYd 1");
    assert_refused("draw GYd", "S8");
    make("draw RB");
    assert_seen("players.A.hand", "RB RB RB RG");
    assert_seen("deck", "29");
    story("A play RB>R; A end");
    assert_refused("draw RB", "S8"); /* the fourth is with B */
    make("draw BG");
    assert_seen("players.B.cards", "4");
    assert_turn("B");
}

/* The first of what may happen, again and again: in each turn a card is drawn, and only when there
 * are four one is laid. Until the deck is empty. */
static void pass_the_time(void) {
    for (unsigned moves_made = 0; strcmp(look("deck"), "0") != 0; moves_made++) {
        zk_move moves[ZK_MOVES_MAX];
        uint32_t weights[ZK_MOVES_MAX];
        assert_true(moves_made < 300);
        assert_true(game->moves(&rules, &state, actor(), moves, weights) > 0);
        game->apply(&rules, &state, moves[0]);
        assert_null(game->check(&rules, &state));
    }
}

static unsigned count_blanks(const char *list) {
    unsigned count = 0;
    for (; *list; list++) count += *list == ' ';
    return count;
}

/* How often a word stands in a list of words. */
static unsigned count_word(const char *list, const char *word) {
    unsigned count = 0;
    size_t size = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += size)
        count += (at == list || at[-1] == ' ') && (at[size] == ' ' || at[size] == '\0');
    return count;
}

static void s8_discards_become_the_deck(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        char discards[1024], deck[8];
        deal(editions[i], "RB RB RB", "RG RG RG", "3333");
        pass_the_time();
        /* The last card was drawn. The discards stay where they are until the next draw. */
        while (actor() >= 0) {
            zk_move moves[ZK_MOVES_MAX];
            (void)game->moves(&rules, &state, actor(), moves, NULL);
            snprintf(discards, sizeof discards, "%s", look("discards"));
            assert_true(strlen(discards) > 20);
            assert_seen("deck", "0");
            game->apply(&rules, &state, moves[0]);
        }
        assert_turn("chance");
        assert_seen("discards", "");
        /* Every one of them can be drawn, and nothing else. */
        unsigned total = 0;
        const char *draw = legal_moves();
        while ((draw = strstr(draw, "draw "))) {
            char card[8];
            unsigned copies;
            assert_int_equal(sscanf(draw, "draw %7s %u", card, &copies), 2);
            assert_int_equal(copies, count_word(discards, card));
            total += copies;
            draw++;
        }
        assert_int_equal(total, (strlen(discards) ? 1 : 0) + count_blanks(discards));
        snprintf(deck, sizeof deck, "%u", total);
        assert_seen("deck", deck);
    }
}

static void s9_up_to_three_cards(void **test) {
    (void)test;
    deal("en", "RB RG BG", "GY GY GY", "7777");
    story("draw BY; A play RB>R; A play RG>G");
    assert_turn("A");
    assert_legal("A end");
    make("A play BG>B");
    assert_turn("chance"); /* the turn ended by itself */
    assert_seen("players.A.hand", "BY");
    make("draw GY");
    assert_turn("B");
    story("B play GY>G; B end; draw BG; A play BG>B");
    assert_legal("A play BY>B");
    make("A play BY>B"); /* with no card left in hand it ends too */
    assert_turn("chance");
    assert_seen("players.A.hand", "");
    make("draw BG");
    assert_turn("B");
}

static void s9_only_cards_in_hand(void **test) {
    (void)test;
    deal("en", "RB RG BG", "GY GY GY", "7777");
    make("draw BY");
    assert_refused("A play GY>G", "S9");
    assert_refused("B play GY>G", ""); /* not B's turn */
    make("A play RB>R");
    assert_refused("A play RB>R", "S9");
}

static void s10_four_cards_oblige(void **test) {
    (void)test;
    deal("en", "RB RG BG", "GY GY GY", "7777");
    make("draw BY");
    assert_refused("A end", "S10");
    make("A play RB>R");
    assert_legal("A end");
    story("A play RG>G; A end; draw RY; B play RY>R; B end; draw RB");
    assert_seen("players.A.cards", "3");
    assert_legal("A end"); /* with three, pass */
    make("A end");
    make("draw RY");
    assert_refused("B end", "S10");
}

static void s11_one_of_its_colours_on_the_own_side(void **test) {
    (void)test;
    deal("en", "RB RG BG", "GY BY GY", "7777");
    make("draw RYc");
    assert_moves(
        "play BG>B, play BG>G, play RB>B, play RB>R, play RG>G, play RG>R, play RYc>R, "
        "play RYc>R call B, play RYc>R call G, play RYc>R call Y, play RYc>Y, "
        "play RYc>Y call B, play RYc>Y call G, play RYc>Y call R");
    assert_refused("A play RB>G", "S11");
    assert_refused("A play RB>Y", "S11");
    story("A play RB>B; A end; draw RY; B play BY>B");
    assert_laid('B', "RB", "BY");
    assert_laid('R', "", "");
}

static void s12_ability_first_then_the_check(void **test) {
    (void)test;
    /* Three sketches would draw the 3; but a 7 is called on top of it first. */
    deal("en", "RB RG RBc", "GY GY GY", "3677");
    story("draw RY; A play RB>R; A play RG>R; A play RBc>R call G; reveal G 4");
    assert_stack('R', "7", "3", "");
    assert_points(0, 0);
    /* And the other way round: the called 3 is drawn by what lies there. */
    deal("en", "RB RG RBc", "GY GY GY", "7637");
    story("draw RY; A play RB>R; A play RG>R; A play RBc>R call G; reveal G 4");
    assert_notebooks("R3", "");
    /* B's sketch is distracted away before it can be counted. */
    for (unsigned i = 0; i < 2; i++) {
        deal(editions[i], "RG RY RBd", "RB GY GY", "4777");
        story(
            "draw RY; A play RG>R; A play RY>R; A end; draw BY; B play RB>R; B end; draw GY; "
            "A play RBd>R distract");
        assert_laid('R', "RG RY RBd", "");
        assert_laid('B', "", "RB");
        assert_points(0, 0);
    }
}

static void s13_drawn_when_the_sum_is_reached(void **test) {
    (void)test;
    deal("en", "RB RG BG", "RY GY GY", "4777");
    story("draw RY; A play RB>R; A play RG>R; A end; draw RB; B play RY>R");
    assert_laid('R', "RB RG", "RY"); /* three of four */
    assert_points(0, 0);
    story("B end; draw BY; A play RY>R"); /* both sides together */
    assert_turn("chance");
    make("reveal R 7");
    assert_points(4, 0);
}

static void s14_the_printed_example(void **test) {
    (void)test;
    /* The top green yokai is a 4. A has two sketches on the green stack, B one. */
    for (unsigned i = 0; i < 2; i++) {
        deal(editions[i], "RG BG GY", "GY RB RB", "7747");
        story(
            "draw BG; A play RG>G; A play BG>G; A end; draw RB; B play GY>G; B end; draw RY");
        assert_laid('G', "RG BG", "GY");
        /* A plays a third one: four lie there, three of them A's. */
        make("A play GY>G");
        make("reveal G 5");
        /* A takes the yokai and discards the three; B's card stays for the next one. */
        assert_notebooks("G4", "");
        assert_points(4, 0);
        assert_laid('G', "", "GY");
        assert_seen("discards", "BG GY RG");
        assert_stack('G', "5", "", "");
    }
}

static void s14_the_majority_takes_it_whoever_played(void **test) {
    (void)test;
    deal("en", "RB RG BG", "RY RY GY", "4777");
    story("draw BG; A play BG>B; A end; draw RB; B play RY>R; B play RY>R; B play RB>R; "
          "draw BG; A play RB>R; reveal R 5");
    assert_notebooks("", "R4");
    assert_laid('R', "RB", "");
    assert_seen("discards", "RB RY RY");
    assert_turn("A"); /* whose turn goes on */
    /* What stayed counts for the next yokai: four more make five. */
    story(
        "A play RG>R; A end; draw RY; B end; draw RG; A play RG>R; A end; draw BY; B end; draw RG; "
        "A play RG>R; A end; draw BY; B play BY>B; B end; draw RB");
    assert_points(0, 4);
    story("A play RB>R; reveal R 3");
    assert_notebooks("R5", "R4");
}

static void s15_on_equal_sides_it_is_frightened(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        deal(editions[i], "RB RG BG", "RY RY GY", "4777");
        story("draw BG; A play RB>R; A play RG>R; A end; draw BY; B play RY>R; B play RY>R");
        assert_turn("chance");
        make("reveal R 6");
        assert_points(0, 0);
        assert_notebooks("", "");
        assert_stack('R', "6", "", "4"); /* at the bottom of its stack */
        assert_seen("stacks.#R.size", "5");
        assert_laid('R', "", "");
        assert_seen("discards", "RB RG RY RY");
    }
}

static void s15_frightened_ones_come_up_again_in_their_order(void **test) {
    (void)test;
    /* A red 4, 6, then 5, 7 and 3; ties send the 4 and the 6 to the bottom. */
    deal("en", "RB RG BG", "RY RY GY", "4777");
    story(
        "draw RG; A play RB>R; A play RG>R; A end; draw RB; B play RY>R; B play RY>R; reveal R 6; "
        "B end; draw RB; A play RG>R; A play RB>R; A end; draw RY; B play RB>R; B play RY>R; B end; "
        "draw RY; A play RY>R; A end; draw RG; B play RG>R; reveal R 3");
    assert_stack('R', "3", "", "4 6");
    assert_seen("stacks.#R.unseen", "5 7");
    assert_points(0, 0);
    /* Calls clear away what lies above them. */
    story(
        "B end; draw BGc; A play BGc>B call R; reveal R 5; A end; draw BYc; B play BYc>Y call R; "
        "reveal R 7; B end; draw GYc; A play GYc>G call R");
    assert_turn("A"); /* no chance in it: everybody knows that the 4 comes next */
    assert_seen("stacks.#R.top", "4");
    story("A end; draw RGc; B play RGc>G call R");
    assert_turn("B");
    assert_seen("stacks.#R.top", "6");
    assert_seen("stacks.#R.size", "1");
}

static void s16_what_stays_draws_nothing_by_itself(void **test) {
    (void)test;
    /* 4 against 3 draw a 7; the 3 that stay would be enough for the next yokai, a 3. */
    for (unsigned i = 0; i < 2; i++) {
        deal(editions[i], "RB RG RY", "RY RY RB", "7777");
        story(
            "draw RB; A play RB>R; A play RB>R; A play RG>R; draw RG; B play RY>R; B play RY>R; "
            "B play RB>R; draw BY; A play RY>R; reveal R 3");
        assert_notebooks("R7", "");
        assert_laid('R', "", "RY RY RB");
        assert_stack('R', "3", "", "");
        /* Cards laid elsewhere do not wake it, nor does the end of a turn. */
        story("A play BY>B; draw GY; B play GY>G; B end; draw RG");
        assert_points(7, 0);
        story("A end; draw BG; B play BG>G; B end; draw RBc");
        assert_points(7, 0);
        /* The next card laid there does, whoever lays it. */
        story("A play RG>R; reveal R 4");
        assert_notebooks("R7", "R3");
    }
}

static void s16_the_next_card_may_come_in_the_same_turn(void **test) {
    (void)test;
    deal("en", "RB RG RY", "RY RY RB", "7777");
    story("draw RB; A play RB>R; A play RB>R; A play RG>R; draw RG; B play RY>R; B play RY>R; "
          "B play RB>R; draw RG; A play RY>R; reveal R 3; A play RG>R; reveal R 4");
    assert_notebooks("R7", "R3");
    assert_laid('R', "RG", "");
    assert_turn("chance"); /* A's hand is empty */
}

/* B's only sketch lies on red and is the fourth of yellow when it is turned around. */
static void about_to_distract_to_yellow(const char *edition, const char *tops) {
    deal(edition, "GY BY RGd", "RY GY BY", tops);
    story(
        "draw BY; A play GY>Y; A play BY>Y; A play BY>Y; draw BG; B play RY>R; B end; draw BG");
    assert_laid('Y', "GY BY BY", "");
    assert_laid('R', "", "RY");
}

static void s17_en_checks_the_played_stack_alone(void **test) {
    (void)test;
    about_to_distract_to_yellow("en", "7774");
    make("A play RGd>R distract");
    assert_laid('Y', "GY BY BY", "RY"); /* four on a 4, and nobody looks */
    assert_turn("A");
    assert_points(0, 0);
}

static void s17_fr_checks_the_stack_that_distract_touched(void **test) {
    (void)test;
    about_to_distract_to_yellow("fr", "7774");
    make("A play RGd>R distract");
    assert_turn("chance");
    make("reveal Y 5");
    assert_notebooks("Y4", "");
    assert_laid('Y', "", "RY");
}

/* A lays four sketches on a green 7; the yokai below it will be a 3. */
static void about_to_call_from_green(const char *edition) {
    deal(edition, "RG BG GY", "RB RB BY", "5777");
    story(
        "draw RBc; A play RG>G; A play BG>G; A play GY>G; draw BY; B play BY>Y; B end; draw GY; "
        "A play GY>G; A end; draw BY; B play BY>Y; B end; draw RY; A play RBc>R call G");
    assert_moves("reveal G 3 1, reveal G 4 1, reveal G 5 1, reveal G 6 1");
    make("reveal G 3");
    assert_stack('R', "7", "5", "");
}

static void s17_en_does_not_check_where_call_took_from(void **test) {
    (void)test;
    about_to_call_from_green("en");
    assert_turn("A");
    assert_points(0, 0);
    assert_laid('G', "RG BG GY GY", "");
}

static void s17_fr_checks_where_call_took_from(void **test) {
    (void)test;
    about_to_call_from_green("fr");
    make("reveal G 4");
    assert_notebooks("G3", "");
    assert_laid('G', "", "");
    assert_turn("A");
}

static void s17_fr_a_tie_there_frightens(void **test) {
    (void)test;
    deal("fr", "GY BY RGd", "RY GY BY", "7774");
    story(
        "draw BY; A play GY>Y; A play BY>Y; A end; draw BG; B play GY>Y; B play RY>R; B end; draw BG; "
        "A play RGd>R distract; reveal Y 6");
    assert_points(0, 0);
    assert_stack('Y', "6", "", "4");
    assert_laid('Y', "", "");
}

/* Three of B's sketches stayed on red, where a 3 came up (S16). A distracts one of them to blue,
 * as the third on a 3 there: both stacks have enough now. */
static void both_stacks_have_enough(const char *edition) {
    deal(edition, "RB RG RY", "RY RY RB", "7377");
    story(
        "draw RB; A play RB>R; A play RB>R; A play RG>R; draw RG; B play RY>R; B play RY>R; "
        "B play RB>R; draw BG; A play RY>R; reveal R 3; A play BG>B; draw GY; B end; draw BG; "
        "A play BG>B; draw GY; B end; draw RGd; A play RGd>R distract");
    assert_laid('R', "RGd", "");
}

static void s17_fr_the_played_stack_comes_first(void **test) {
    (void)test;
    both_stacks_have_enough("fr");
    assert_moves("reveal R 4 1, reveal R 5 1, reveal R 6 1");
    assert_notebooks("R7", "R3");
    make("reveal R 4");
    assert_notebooks("R7 B3", "R3");
    assert_moves("reveal B 4 1, reveal B 5 1, reveal B 6 1, reveal B 7 1");
    make("reveal B 7");
    both_stacks_have_enough("en");
    make("reveal R 4");
    assert_notebooks("R7", "R3");
    assert_turn("chance"); /* A's hand is empty; B draws */
    assert_legal("draw BY");
}

/* ---- Abilities ---- */

static void s18_an_ability_is_optional(void **test) {
    (void)test;
    deal("en", "RBc RGd BG", "GY GY GY", "7777");
    story("draw BG; A play RBc>R");
    assert_stack('R', "7", "", "");
    assert_stack('B', "7", "", "");
    story("A end; draw RY; B play RY>R; B end; draw BY; A play RGd>R");
    assert_laid('R', "RBc RGd", "RY");
    assert_refused("A distract", "");
    assert_refused("A call B", "");
}

static void s18_only_the_card_that_has_it(void **test) {
    (void)test;
    deal("en", "RBc RGd BG", "GY GY GY", "7777");
    story("draw BG; A play BG>B; A end; draw RY; B play RY>R; B end; draw BY");
    assert_refused("A play BG>G call R", "S18");
    assert_refused("A play BG>G distract", "S18");
    assert_refused("A play RBc>R distract", "S18");
    assert_refused("A play RGd>R call B", "S18");
    assert_legal("A play RBc>R call Y");
    assert_legal("A play RGd>G distract");
}

static void s19_call_takes_the_top_of_another_stack(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        deal(editions[i], "RBc RGd BG", "GY GY GY", "6543");
        make("draw BG");
        assert_refused("A play RBc>R call R", "S19");
        assert_refused("A play RBc>B call B", "S19");
        assert_legal("A play RBc>R call B");
        assert_legal("A play RBc>B call Y");
        make("A play RBc>R call G");
        assert_moves("reveal G 3 1, reveal G 5 1, reveal G 6 1, reveal G 7 1");
        make("reveal G 7");
        assert_stack('R', "4", "6", "");
        assert_stack('G', "7", "", "");
        assert_seen("stacks.#R.size", "6");
        assert_seen("stacks.#G.size", "4");
        assert_turn("A");
    }
}

static void s19_what_call_covered_comes_up_without_chance(void **test) {
    (void)test;
    deal("en", "RBc RG RY", "GY GY GY", "6777");
    story("draw RB; A play RG>R; A play RY>R; A end; draw GYc; B play GYc>G; B end; draw RB");
    /* A calls the blue 7 onto the red 6, and B calls it back. */
    story("A play RBc>R call B; reveal B 3");
    assert_stack('R', "7", "6", "");
    story("A end; draw BYc; B play BYc>B call R");
    /* No reveal: everybody has seen the 6. */
    assert_turn("B");
    assert_stack('R', "6", "", "");
    assert_stack('B', "7", "3", "");
}

/* Four calls leave one red yokai, a 3 or a 4; the other of them and the 6 went to green, the 7 and
 * the 5 to blue. On the top of yellow lies what the test asks for, with two of B's sketches. A is
 * to draw, with one BG in hand; B holds one GY. */
static void leave_one_red(const char *edition, char last, char yellow) {
    char tops[] = "7557", fourth[] = "reveal R 4", fifth[] = "reveal R 3";
    tops[3] = yellow;
    fourth[9] = last == '3' ? '4' : '3';
    fifth[9] = last;
    deal(edition, "RBc BGc BYc", "RGc GY BY", tops);
    story("draw BG; A play RBc>B call R; reveal R 6; A play BGc>G call R; reveal R 5; "
          "A play BYc>B call R");
    make(fourth);
    story("draw GY; B play RGc>G call R");
    /* The last one that nobody has seen is turned up all the same, by a chance of 1 in 1. */
    assert_moves(last == '3' ? "reveal R 3 1" : "reveal R 4 1");
    make(fifth);
    story("B play GY>Y; B play BY>Y");
    assert_seen("stacks.#R.size", "1");
    assert_stack('B', "5", "7 5", "");
    assert_laid('B', "RBc BYc", "");
    assert_laid('G', "BGc", "RGc");
    assert_laid('Y', "", "GY BY");
}

static void s20_call_cannot_take_the_last(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        leave_one_red(editions[i], '3', '7');
        make("draw GYc");
        assert_refused("A play GYc>G call R", "S20");
        assert_refused("A play GYc>Y call R", "S20");
        assert_moves(
            "end, play BG>B, play BG>G, play GYc>G, play GYc>G call B, play GYc>G call Y, "
            "play GYc>Y, play GYc>Y call B, play GYc>Y call G");
        story("A end; draw BG; B end; draw RYc");
        assert_legal("A play RYc>R call B");
        make("A play RYc>R call B"); /* with two it can be called from again */
        assert_stack('R', "5", "3", "");
        assert_turn("A");
        assert_legal("A play GYc>G call R");
    }
}

static void s21_a_called_yokai_is_of_its_new_stack(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        /* A green 4 is called onto red, where two lie against one: it runs to the bottom of red. */
        deal(editions[i], "RB RBc BG", "RY RY GY", "7547");
        story(
            "draw BG; A play RB>R; A end; draw BY; B play RY>R; B play RY>R; B end; draw BG; "
            "A play RBc>R call G; reveal G 6");
        assert_stack('R', "7", "", "4");
        assert_stack('G', "6", "", "");
        assert_seen("stacks.#R.size", "6");
        assert_seen("stacks.#G.size", "4");
        assert_points(0, 0);
        /* And won, it counts as red. */
        deal(editions[i], "RB RBc RG", "RY RY GY", "7537");
        story("draw BG; A play RB>R; A play RG>R; A play RBc>R call G; reveal G 6");
        assert_notebooks("R3", "");
        assert_stack('R', "7", "", "");
    }
}

static void s22_distract_turns_a_card_around(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        deal(editions[i], "RBd RG BG", "RYc RB GY", "7777");
        story(
            "draw BG; A play BG>B; A end; draw BY; B play RB>R; B play RYc>R; B end; draw BG; "
            "A play RBd>R distract");
        assert_laid('R', "RBd", "RB");
        assert_laid('Y', "", "RYc"); /* still on B's side, and its call does nothing */
        assert_stack('Y', "7", "", "");
        assert_turn("A");
    }
}

static void s23_en_the_last_card_played_wherever_it_lies(void **test) {
    (void)test;
    deal("en", "GYd RG BG", "BG RY GY", "7777");
    story("draw BG; A play BG>B; A end; draw BY; B play BG>G; B play RY>R; B end; draw BG; "
          "A play GYd>G distract");
    assert_laid('G', "GYd", "BG"); /* not the one on this stack */
    assert_laid('R', "", "");
    assert_laid('Y', "", "RY");
}

static void s23_fr_the_last_card_on_this_stack(void **test) {
    (void)test;
    deal("fr", "GYd RG BG", "BG RY GY", "7777");
    story("draw BG; A play BG>B; A end; draw BY; B play BG>G; B play RY>R; B end; draw BG");
    assert_refused("A play GYd>Y distract", "S23"); /* nothing of B's there */
    make("A play GYd>G distract");
    assert_laid('G', "GYd", "");
    assert_laid('B', "BG", "BG");
    assert_laid('R', "", "RY");
}

static void s23_fr_also_one_that_a_distract_moved_there(void **test) {
    (void)test;
    deal("fr", "GYd BGd BG", "BG BY GY", "7777");
    story("draw RG; A play BG>G; A end; draw BY; B play BY>B; B play BG>G; B end; draw RG; "
          "A play GYd>G distract");
    assert_laid('B', "", "BY BG"); /* it came last */
    make("A play BGd>B distract");
    assert_laid('B', "BGd", "BY");
    assert_laid('G', "BG GYd", "BG");
}

static void s24_en_no_card_yet(void **test) {
    (void)test;
    deal("en", "RBd RG BG", "RY GY GY", "7777");
    make("draw BG");
    assert_refused("A play RBd>R distract", "S24");
    story("A play RG>R; A end; draw BG; B play RY>R; B end; draw BY");
    assert_legal("A play RBd>R distract");
    assert_legal("A play RBd>B distract");
}

static void s24_en_the_last_card_was_discarded(void **test) {
    (void)test;
    /* B's last sketch goes with the yokai it drew; the one before it is no target. */
    deal("en", "RBd RG BG", "RY RY GY", "3777");
    story("draw BG; A play BG>B; A end; draw RY; B play GY>Y; B play RY>R; B play RY>R; "
          "draw BY; A play BG>B; A end; draw BG; B play RY>R; reveal R 7; B end; draw BG");
    assert_notebooks("", "R3");
    assert_laid('Y', "", "GY");
    assert_refused("A play RBd>R distract", "S24");
    /* In edition fr it is enough that a card lies there. */
    deal("fr", "GYd RG BG", "RY RY GY", "3777");
    story("draw BG; A play BG>B; A end; draw RY; B play GY>Y; B play RY>R; B play RY>R; "
          "draw BY; A play BG>B; A end; draw BG; B play RY>R; reveal R 7; B end; draw BG");
    assert_legal("A play GYd>Y distract");
}

static void s24_en_discarded_by_a_tie(void **test) {
    (void)test;
    deal("en", "RBd RG RB", "RY RY GY", "4777");
    story(
        "draw BG; A play RG>R; A play RB>R; A end; draw BG; B play RY>R; B play RY>R; reveal R 7; "
        "B end; draw BG");
    assert_refused("A play RBd>B distract", "S24");
}

static void s24_en_a_moved_card_stays_the_last(void **test) {
    (void)test;
    deal("en", "RBd RGd BG", "GY RY GY", "7777");
    story("draw BG; A play BG>B; A end; draw BG; B play GY>G; B play RY>R; B end; draw BG; "
          "A play RBd>R distract");
    assert_laid('Y', "", "RY");
    make("A play RGd>G distract"); /* and back */
    assert_laid('Y', "", "");
    assert_laid('R', "RBd", "RY");
    assert_laid('G', "RGd", "GY");
    /* On the stack where others came before, it is still that card. */
    deal("en", "RBd RGd BG", "RG RY GY", "7777");
    story("draw BG; A play BG>B; A end; draw BG; B play RG>R; B play GY>Y; B end; draw BG; "
          "A play RBd>R distract");
    assert_laid('G', "", "GY");
    story("A play RGd>R distract");
    assert_laid('R', "RBd RGd", "RG");
    assert_laid('Y', "", "GY");
}

/* ---- The end ---- */

static void s25_a_stack_without_yokai_ends_it_at_once(void **test) {
    (void)test;
    leave_one_red("en", '3', '7');
    story(
        "draw RB; A play RB>R; A end; draw BG; B end; draw RG; A play RG>R; A end; draw BG; B end; "
        "draw RY; A play RY>R");
    /* In the middle of a turn: A has played one card and holds another. */
    assert_seen("players.A.hand", "BG");
    assert_seen("stacks.#R.size", "0");
    assert_seen("stacks.#R.top", "null");
    assert_notebooks("R3", "");
    assert_won_by("A");
}

static void s25_frightening_the_only_yokai_does_not_end_it(void **test) {
    (void)test;
    leave_one_red("en", '4', '7');
    story(
        "draw RB; A play RB>R; A end; draw RY; B play RY>R; B end; draw RG; A play RG>R; A end; "
        "draw RY; B play RY>R");
    assert_laid('R', "", "");
    assert_stack('R', "4", "", ""); /* at the bottom, which is the top; no chance in it */
    assert_turn("B");
}

static void s25_before_any_further_check(void **test) {
    (void)test;
    /* fr. Three calls leave a red 7 and a red 3. A draws the 7, four against three; B's three stay.
     * A distracts one of them to yellow: there it is the third of B's on a 3. On red one of A's
     * and two of B's draw the last red yokai for B, and that is the end. */
    deal("fr", "RBc BGc BYc", "RY RY RY", "4773");
    story(
        "draw RB; A play RBc>B call R; reveal R 5; A play BGc>G call R; reveal R 6; "
        "A play BYc>B call R; reveal R 7; draw GY; B play RY>R; B play RY>R; B play RY>R; "
        "draw RB; A play RB>R; A play RB>R; draw GY; B play GY>Y; B end; draw RG; A play RG>R; "
        "draw GY; B play GY>Y; B end; draw RG; A play RG>R; reveal R 3; draw BG; B end; draw RGd; "
        "A play RGd>R distract");
    assert_notebooks("R7", "R3");
    assert_laid('Y', "", "GY GY RY"); /* enough, and too late */
    assert_stack('Y', "3", "", "");
    assert_won_by("A");
}

static void s25_after_300_turns(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        unsigned turns = 0;
        deal(editions[i], "RB RB RB", "RG RG RG", "4444");
        while (actor() != ZK_OVER) {
            zk_move moves[ZK_MOVES_MAX];
            uint32_t weights[ZK_MOVES_MAX],
                count = game->moves(&rules, &state, actor(), moves, weights);
            turns = (unsigned)strtoul(look("turns"), NULL, 10);
            assert_true(turns < 300);
            assert_null(game->check(&rules, &state));
            game->apply(&rules, &state, moves[actor() == ZK_CHANCE ? count - 1 : 0]);
        }
        assert_seen("turns", "300");
        assert_int_equal(turns, 299);
        for (unsigned colour = 0; colour < 4; colour++) {
            char path[] = "stacks.#R.size";
            path[8] = "RBGY"[colour];
            assert_string_not_equal(look(path), "0");
        }
    }
}

/* A long game (found by tests/judge/steer.py) in which all 36 sketches come to lie on the table or
 * in the hands, so that nothing is left to draw. */
static const char nothing_left[] =
    "deal A BYd; deal A RY; deal A GY; deal B GYd; deal B GY; deal B RYc; reveal R 4; "
    "reveal B 4; reveal G 4; reveal Y 7; draw BY; A play RY>R; A play GY>G; A play BY>B; "
    "draw GYc; B play GYd>G distract; B play GYc>G; B play RYc>R; draw BYc; A play BYd>B "
    "distract; A play BYc>B; draw RYd; B play RYd>R distract; B play GY>Y; draw RGd; A "
    "end; draw RBd; B end; draw GY; A play GY>Y; A end; draw GY; B play GY>Y; B end; draw "
    "RY; A play RY>R; A end; draw BY; B play RBd>B distract; B play BY>B; draw BY; A play "
    "RGd>R distract; A play BY>B; draw BGd; B play BGd>B distract; draw RY; A end; draw "
    "BY; B end; draw RY; A end; draw RG; B end; draw BG; A end; draw RGc; B end; draw BG; "
    "A play RY>R; reveal R 6; A play RY>R; A end; draw BGc; B play RG>R; B end; draw RBc; "
    "A end; draw RB; B play RB>R; B end; draw RB; A play RBc>R; A end; draw RG; B play "
    "BY>B; reveal B 6; B end; draw RG; A play BG>B; A end; draw RB; B play RB>B; B end; "
    "draw BG; A play BG>B; A end; draw BG; B play BG>B; B end; draw RB; A play RG>G; "
    "reveal G 6; A end; draw RG; B play BGc>G; B end; draw GYd; A play GYd>G distract; A "
    "end; draw RGd; B play RGd>G distract; B end; draw RBd; A play BG>G; A end; draw BGd; "
    "B play RGc>G; B end; draw RY; A play RY>R; reveal R 3; A end; draw GY; B play GY>G; "
    "B end; draw GYc; A play RBd>R distract; A play GYc>G; A end; draw RY; B play BGd>G "
    "distract; B play RY>R; B end; draw BY; A end; draw RG; B end; draw RYd; A play RYd>R "
    "distract; A end; draw RY; B play RG>G; B end; draw RY; A play RY>R; reveal R 5; A "
    "end; draw RB; B play RY>R; B end; draw RG; A play RB>R; A end; draw RBc; B play "
    "RBc>R; B end; draw RYd; A play RYd>R distract; A end; draw RBd; B play RBd>R "
    "distract; B end; draw RY; A play RY>R; A end; B end; A end ";

static void s25_nothing_left_and_two_turns_without_a_card(void **test) {
    (void)test;
    static const char end[] = "draw RY; A play RY>R; A end; B end; A end ";
    char moves[sizeof nothing_left];
    sit("en", "A");
    size_t size = sizeof nothing_left - sizeof end; /* up to the last draw */
    assert_string_equal(nothing_left + size, end);
    memcpy(moves, nothing_left, size);
    moves[size] = '\0';
    story(moves);
    assert_moves("draw RY 1");
    story("draw RY; A play RY>R");
    assert_seen("deck", "0");
    assert_seen("discards", "");
    make("A end");
    /* S8: nothing is drawn, and the turn goes on. */
    assert_turn("B");
    assert_seen("players.B.cards", "3");
    make("B end"); /* one turn without a card */
    assert_turn("A");
    make("A end"); /* two */
    assert_won_by("A");
    assert_points(7, 4);
}

/* The same, but A has no card left at the end. */
static const char nothing_in_hand[] =
    "deal A BYd; deal A BY; deal A RY; deal B RYd; deal B GYc; deal B RY; reveal R 4; "
    "reveal B 4; reveal G 4; reveal Y 7; draw BY; A play BY>B; A play RY>R; A play BY>B; "
    "draw RYc; B play RYd>R distract; B play RYc>R; B play GYc>G; draw BYc; A play BYd>B "
    "distract; A play BYc>B; draw GYd; B play GYd>G distract; B play RY>Y; draw RBd; A "
    "end; draw RGd; B end; draw RY; A play RY>Y; A end; draw RY; B play RY>Y; B end; draw "
    "GY; A play GY>G; A end; draw BY; B play RGd>G distract; B play BY>B; draw GY; A play "
    "RBd>B distract; A play GY>G; draw BGd; B play BGd>G distract; draw BY; A end; draw "
    "GY; B end; draw GY; A end; draw RG; B end; draw BGc; A end; draw RG; B end; draw RG; "
    "A play GY>G; reveal G 6; A end; draw RGc; B play GY>G; B end; draw RG; A play RG>G; "
    "A end; draw RB; B play RG>G; B end; draw BG; A play BG>G; A end; draw BG; B play "
    "RGc>G; reveal G 3; B end; draw RB; A play RG>G; A end; draw RBc; B play BG>G; B end; "
    "draw BG; A play BY>B; reveal B 6; A end; draw BG; B play RBc>B; B end; draw RB; A "
    "play BGc>B; A end; draw RB; B play RB>B; B end; draw GYd; A play RB>B; A end; draw "
    "BYd; B play BYd>B distract; B end; draw GY; A play GYd>G distract; reveal G 5; A "
    "play GY>G; A end; draw RGd; B play RGd>G distract; B end; draw RBd; A end; draw BGd; "
    "B play RB>B; B end; draw BY; A play BY>B; A end; draw BY; B play BGd>G distract; B "
    "play BY>B; B end; draw GY; A play RBd>B distract; A play GY>G; A end; draw RG; B "
    "end; draw BG; A end; draw RG; B play RG>R; reveal R 6; B end; draw RGc; A play RB>R; "
    "A end; draw GYd; B play RG>R; B end; draw RYd; A play RYd>R distract; A end; draw "
    "RYc; B play GYd>G distract; reveal G 7; B play RYc>R; B end; draw RG; A play RGc>R; "
    "A end; draw RG; B end; draw GYd; A play GYd>G distract; A end; draw BGd; B play "
    "BGd>G distract; B end; draw RGd; A play BG>G; A end; draw RG; B play RG>R; B end; "
    "draw BG; A play RG>G; A play BG>G; A play BG>G; B end; A play RGd>R distract; B end ";

static void s25_a_turn_with_an_empty_hand_counts(void **test) {
    (void)test;
    sit("en", "A");
    story(nothing_in_hand);
    assert_seen("players.A.cards", "0");
    assert_won_by("B");
    assert_points(7, 13);
}

static void s25_two_passes_with_a_deck_are_not_the_end(void **test) {
    (void)test;
    deal("en", "RB RG RY", "GY GY GY", "7777");
    story(
        "draw BG; A play RB>R; A play RG>R; A end; draw BG; B play BG>B; B play GY>G; B end; "
        "draw BY; A end; draw BY; B end");
    assert_turn("chance");
}

static void s26_the_higher_sum_wins(void **test) {
    (void)test;
    /* B takes the yellow 4. A takes the last red one, a 3, and ends the game, but has less. */
    leave_one_red("en", '3', '4');
    story(
        "draw RB; A play RB>R; A end; draw GY; B play GY>Y; B play GY>Y; reveal Y 5; draw RG; "
        "A play RG>R; A end; draw BG; B end; draw RY; A play RY>R");
    assert_points(3, 4);
    assert_won_by("B");
}

static void s27_on_a_tie_more_colours_win(void **test) {
    (void)test;
    /* A takes a red yokai that was called to green, which counts as green (S21), and the last red
     * one: 7 in two colours. B takes the yellow 7. */
    for (unsigned i = 0; i < 2; i++) {
        leave_one_red(editions[i], '3', '7');
        story(
            "draw BG; A play BG>G; A play BG>G; draw GY; B play GY>Y; B play GY>Y; draw RB; "
            "A play RB>R; draw GY; B play GY>Y; draw RG; A play RG>R; draw BY; B play BY>Y; draw RY; "
            "A end; draw BY; B play BY>Y; reveal Y 3; draw RY; A play RY>R");
        assert_notebooks("R3 G4", "Y7");
        assert_points(7, 7);
        assert_won_by("A");
    }
}

static void s27_with_equal_colours_too_it_is_drawn(void **test) {
    (void)test;
    leave_one_red("en", '3', '3');
    story(
        "draw RB; A play RB>R; A end; draw BG; B play GY>Y; reveal Y 4; B end; draw RG; A play RG>R; "
        "A end; draw BG; B end; draw RY; A play RY>R");
    assert_notebooks("R3", "Y3");
    assert_won_by("AB");
}

/* ---- What moves say of what they do ---- */

static void a_play_says_what_comes_of_it(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) { /* the printed example of S14 */
        deal(editions[i], "RG BG GY", "GY RB RB", "7747");
        make("draw BG");
        assert_would("A play RG>R", "{\"R\":6}");
        make_told("A play RG>G", "{\"G\":3}");
        story("A play BG>G; A end; draw RB; B play GY>G; B end; draw RY");
        assert_would("A end", "");
        assert_would("A play GY>G", "{\"G\":{\"drawn\":4,\"by\":\"A\",\"laid\":[3,1]}}");
        make_told("A play GY>G", "{\"G\":{\"drawn\":4,\"by\":\"A\",\"laid\":[3,1]}}");
        make_told("reveal G 5", "");
    }
    deal("en", "RB RG BG", "RY RY GY", "4777");
    story("draw BG; A play RB>R; A play RG>R; A end; draw BY; B play RY>R");
    assert_would("B play RY>R", "{\"R\":{\"frightened\":4,\"laid\":[2,2]}}");
    make_told("B play RY>R", "{\"R\":{\"frightened\":4,\"laid\":[2,2]}}");
}

static void a_call_says_what_waits_for_the_yokai_turned_up(void **test) {
    (void)test;
    for (unsigned i = 0; i < 2; i++) {
        bool fr = strcmp(editions[i], "fr") == 0;
        deal(editions[i], "RG RY RBc", "GY GY GY", "7537");
        story("draw BG; A play RG>R; A play RY>R");
        assert_would("A play RBc>R call B",
                     fr ? "{\"calls\":5,\"R\":2,\"B\":\"?\"}" : "{\"calls\":5,\"R\":2}");
        assert_would(
            "A play RBc>R call G",
            fr ? "{\"calls\":3,\"R\":{\"drawn\":3,\"by\":\"A\",\"laid\":[3,0]},\"G\":\"?\"}"
               : "{\"calls\":3,\"R\":{\"drawn\":3,\"by\":\"A\",\"laid\":[3,0]}}");
        /* The play itself only calls; the stack is looked at when the next green one is up. */
        make_told("A play RBc>R call G", "{\"calls\":3}");
        make_told("reveal G 4", "{\"R\":{\"drawn\":3,\"by\":\"A\",\"laid\":[3,0]}}");
    }
}

static void a_distract_says_what_it_moves(void **test) {
    (void)test;
    deal("en", "GYd RG BG", "BG RY GY", "7777");
    story("draw BG; A play BG>B; A end; draw BY; B play BG>G; B play RY>R; B end; draw BG");
    assert_would("A play GYd>G distract",
                 "{\"distracts\":{\"card\":\"RY\",\"from\":\"R\",\"to\":\"Y\"},\"G\":5}");
    make_told("A play GYd>G distract",
              "{\"distracts\":{\"card\":\"RY\",\"from\":\"R\",\"to\":\"Y\"},\"G\":5}");
    deal("fr", "GY BY RGd", "RY GY BY", "7774");
    story(
        "draw BY; A play GY>Y; A play BY>Y; A end; draw BG; B play GY>Y; B play RY>R; B end; "
        "draw BG");
    const char *both = "{\"distracts\":{\"card\":\"RY\",\"from\":\"R\",\"to\":\"Y\"},\"R\":6,"
                       "\"Y\":{\"frightened\":4,\"laid\":[2,2]}}";
    assert_would("A play RGd>R distract", both);
    make_told("A play RGd>R distract", both);
}

static void the_view_says_how_many_cards_are_left_to_play(void **test) {
    (void)test;
    deal("en", "GYd RG BG", "BG RY GY", "7777");
    make("draw BG");
    assert_seen("left", "3");
    assert_seen("must", "true");
    make("A play BG>B");
    assert_seen("left", "2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s1_four_colours_and_their_elements),
        cmocka_unit_test(a_column_is_as_wide_as_its_sketches),
        cmocka_unit_test(a_play_says_what_comes_of_it),
        cmocka_unit_test(a_call_says_what_waits_for_the_yokai_turned_up),
        cmocka_unit_test(a_distract_says_what_it_moves),
        cmocka_unit_test(the_view_says_how_many_cards_are_left_to_play),
        cmocka_unit_test(s2_each_colour_has_3_to_7_once),
        cmocka_unit_test(s2_the_number_is_needed_and_scored),
        cmocka_unit_test(s3_36_sketch_cards),
        cmocka_unit_test(s4_names_in_the_order_rbgy),
        cmocka_unit_test(s5_three_cards_each_first_a_then_b),
        cmocka_unit_test(s6_one_face_up_on_each_stack),
        cmocka_unit_test(s6_a_top_that_went_is_followed_by_one_not_seen_yet),
        cmocka_unit_test(s7_the_first_player),
        cmocka_unit_test(s8_each_turn_begins_with_a_draw),
        cmocka_unit_test(s8_discards_become_the_deck),
        cmocka_unit_test(s9_up_to_three_cards),
        cmocka_unit_test(s9_only_cards_in_hand),
        cmocka_unit_test(s10_four_cards_oblige),
        cmocka_unit_test(s11_one_of_its_colours_on_the_own_side),
        cmocka_unit_test(s12_ability_first_then_the_check),
        cmocka_unit_test(s13_drawn_when_the_sum_is_reached),
        cmocka_unit_test(s14_the_printed_example),
        cmocka_unit_test(s14_the_majority_takes_it_whoever_played),
        cmocka_unit_test(s15_on_equal_sides_it_is_frightened),
        cmocka_unit_test(s15_frightened_ones_come_up_again_in_their_order),
        cmocka_unit_test(s16_what_stays_draws_nothing_by_itself),
        cmocka_unit_test(s16_the_next_card_may_come_in_the_same_turn),
        cmocka_unit_test(s17_en_checks_the_played_stack_alone),
        cmocka_unit_test(s17_fr_checks_the_stack_that_distract_touched),
        cmocka_unit_test(s17_en_does_not_check_where_call_took_from),
        cmocka_unit_test(s17_fr_checks_where_call_took_from),
        cmocka_unit_test(s17_fr_a_tie_there_frightens),
        cmocka_unit_test(s17_fr_the_played_stack_comes_first),
        cmocka_unit_test(s18_an_ability_is_optional),
        cmocka_unit_test(s18_only_the_card_that_has_it),
        cmocka_unit_test(s19_call_takes_the_top_of_another_stack),
        cmocka_unit_test(s19_what_call_covered_comes_up_without_chance),
        cmocka_unit_test(s20_call_cannot_take_the_last),
        cmocka_unit_test(s21_a_called_yokai_is_of_its_new_stack),
        cmocka_unit_test(s22_distract_turns_a_card_around),
        cmocka_unit_test(s23_en_the_last_card_played_wherever_it_lies),
        cmocka_unit_test(s23_fr_the_last_card_on_this_stack),
        cmocka_unit_test(s23_fr_also_one_that_a_distract_moved_there),
        cmocka_unit_test(s24_en_no_card_yet),
        cmocka_unit_test(s24_en_the_last_card_was_discarded),
        cmocka_unit_test(s24_en_discarded_by_a_tie),
        cmocka_unit_test(s24_en_a_moved_card_stays_the_last),
        cmocka_unit_test(s25_a_stack_without_yokai_ends_it_at_once),
        cmocka_unit_test(s25_frightening_the_only_yokai_does_not_end_it),
        cmocka_unit_test(s25_before_any_further_check),
        cmocka_unit_test(s25_after_300_turns),
        cmocka_unit_test(s25_nothing_left_and_two_turns_without_a_card),
        cmocka_unit_test(s25_a_turn_with_an_empty_hand_counts),
        cmocka_unit_test(s25_two_passes_with_a_deck_are_not_the_end),
        cmocka_unit_test(s26_the_higher_sum_wins),
        cmocka_unit_test(s27_on_a_tie_more_colours_win),
        cmocka_unit_test(s27_with_equal_colours_too_it_is_drawn),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("sketch", tests, NULL, NULL);
}
