/* test_yotei.c: every rule of Yōtei, T1 to T34, and each of the sixteen powers (docs/rules/yotei.md)
 * has a test here that fails without it; `make mutants` proves it.
 *
 * A test is a story (story.h), told with a card set made for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../story.h"
#include "games/yotei/yotei.h"

/* ---- The table ---- */

/* ' stands for the quotation mark. */
static const char set_text[] =
    "{'name':'story','land':["
    "{'id':'gift','tier':'I','name':'Gift','count':8,'cost':0,'mystery':3},"
    "{'id':'m','tier':'I','name':'Mountain','count':6,'gives':'M','cost':1},"
    "{'id':'mm','tier':'I','name':'Mountains','count':2,'gives':'MM','cost':0},"
    "{'id':'f','tier':'I','name':'Farmland','count':3,'gives':'F','needs':'TM','cost':1,'charm':1},"
    "{'id':'bt','tier':'I','name':'Forest','count':4,'gives':'T','needs':'T','bid':true,'charm':2},"
    "{'id':'bm','tier':'I','name':'Mountain','count':4,'gives':'M','needs':'M','bid':true,"
    "'mystery':1},"
    "{'id':'bf','tier':'I','name':'Farmland','count':3,'gives':'F','bid':true},"
    "{'id':'o','tier':'II','name':'Tourism','count':9,'gives':'O','needs':'M','cost':2,'charm':1},"
    "{'id':'l','tier':'II','name':'Local produce','count':3,'gives':'L','needs':'MF','bid':true,"
    "'charm':3},"
    "{'id':'s','tier':'III','name':'Ski resort','count':4,'gives':'S','needs':'OL','cost':3,"
    "'charm':5,'star':1},"
    "{'id':'w','tier':'III','name':'Wilderness','count':6,'gives':'W','cost':0,'charm':4,"
    "'star':1},"
    "{'id':'ww','tier':'III','name':'Wilderness','count':2,'gives':'W','needs':'B','bid':true,"
    "'charm':1}],"
    "'mystery':[{'id':'onsen','cash':2},{'id':'cellar','cash':2},{'id':'guide','cash':2},"
    "{'id':'plough','cash':2},{'id':'fox','cash':1},{'id':'detour','cash':2},"
    "{'id':'lantern','cash':1},{'id':'offer','cash':2},{'id':'regret','cash':2},"
    "{'id':'rooster','cash':2},{'id':'bumper','cash':1},{'id':'thaw','cash':1},"
    "{'id':'market','cash':1},{'id':'queue','cash':1},{'id':'festival','cash':1},"
    "{'id':'token','cash':3}]}";

static const char *cards(const char *text) {
    static char json[8192];
    snprintf(json, sizeof json, "%s", text);
    for (char *at = json; (at = strchr(at, '\''));) *at = '"';
    return json;
}

/* Fills the slots that chance is about, one after the other, with "gift gift m". */
static void fill(const char *ids) {
    while (*ids) {
        char line[ZK_MOVE_TEXT_SIZE];
        size_t size = strcspn(ids, " ");
        snprintf(line, sizeof line, "reveal %.8s %.*s", look("pending"), (int)size, ids);
        make(line);
        ids += size;
        ids += strspn(ids, " ");
    }
}

/* Sits down; slots in the order I, II, III. */
static void lay_out(const char *options, const char *slots) {
    char all[128];
    snprintf(all, sizeof all, "cards=story %s", options);
    sit_down_with(&zk_yotei, all, cards(set_text));
    fill(slots);
}

/* Mystery cards are drawn, by their names. */
static void draw(const char *powers) {
    while (*powers) {
        char line[ZK_MOVE_TEXT_SIZE];
        size_t size = strcspn(powers, " ");
        snprintf(line, sizeof line, "mystery %.*s", (int)size, powers);
        make(line);
        powers += size;
        powers += strspn(powers, " ");
    }
}

/* Two players, and a round in which each gets a gift of three mystery cards; then A begins a round
 * with 7 potatoes and a Forest, B has 9 potatoes. I3, II3 and III are laid out first, then I1, I2,
 * II1, II2. */
static void second_round(const char *a, const char *b, const char *first, const char *then) {
    char slots[128];
    snprintf(slots, sizeof slots, "gift gift %.*s o o %s", (int)strcspn(first, " "), first,
             first + strcspn(first, " ") + 1);
    lay_out("first=B", slots);
    story("B place I2; A place I1; B flip II1; A pile I; B flip II2; A pile II");
    make("B collect I2");
    draw(b);
    story("B collect II1; B collect II2; A collect I1");
    draw(a);
    story("A collect I; top I f; A collect II; top II l");
    fill(then);
    assert_turn("A");
    assert_seen("seats.A.potatoes.least", "7");
    assert_seen("seats.B.potatoes.least", "9");
}

static void assert_potatoes(const char *a, const char *b) {
    assert_seen("seats.A.potatoes.least", a);
    assert_seen("seats.B.potatoes.least", b);
}

/* What a seat sees of the other's potatoes: "3 5". */
static const char *bounds(int seat, const char *path) {
    static char json[16384], found[64];
    static struct zk_view view;
    struct zk_text text = zk_text_in(json, sizeof json);
    struct zk_json_out out = zk_json_to(&text);
    game->view(&rules, &state, seat, &view);
    game->write_view(&rules, &view, &out);
    const char *at = json;
    for (const char *key = path; *key;
         key += strcspn(key, ".") + (key[strcspn(key, ".")] != 0)) {
        char quoted[32];
        snprintf(quoted, sizeof quoted, "\"%.*s\":", (int)strcspn(key, "."), key);
        at = strstr(at, quoted);
        assert_non_null(at);
        at += strlen(quoted);
    }
    int least = -1, most = -1;
    assert_int_equal(
        sscanf(strstr(at, "\"least\":"), "\"least\":%d,\"most\":%d", &least, &most), 2);
    snprintf(found, sizeof found, "%d %d", least, most);
    return found;
}

static void assert_told(const char *line, int seat, const char *told, const char *seen) {
    char data[64], also[64];
    struct zk_text text = zk_text_in(data, sizeof data), saw = zk_text_in(also, sizeof also);
    zk_move move;
    int who = mover(&line);
    assert_true(zk_parse_move(game, &rules, &state, who, line, strlen(line), &move));
    game->print_move(&rules, &state, move, seat, &text);
    game->saw(&rules, &state, move, seat, &saw);
    assert_string_equal(data, told);
    assert_string_equal(also, seen);
}

static void assert_result(const char *expected) {
    struct zk_result result;
    char data[128];
    struct zk_text text = zk_text_in(data, sizeof data);
    assert_turn("over");
    game->result(&rules, &state, &result);
    assert_false(result.drawn);
    zk_text_put(&text, result.end);
    for (unsigned seat = 0; seat < zk_seats(game, &rules); seat++) {
        zk_text_put(&text, result.winners >> seat & 1 ? " *" : " ");
        zk_text_put_int(&text, result.points[seat]);
    }
    assert_string_equal(data, expected);
}

/* ---- Parts and set-up ---- */

static void t1_three_decks_and_their_backs(void **test) {
    (void)test;
    lay_out("first=A", "m f bt o l o s w ww");
    assert_seen("piles.I.count", "27");
    assert_seen("piles.II.count", "9");
    assert_seen("piles.III.count", "9");
    assert_seen("slots.III1.card.star", "1");
    assert_refused("place I1", ""); /* chance is not to move */
    story("A flip I1; B flip II1; A flip III1; B pile I; A pile II; B pile III");
    assert_potatoes("3", "3");
    story("A collect I1");
    assert_refused("A collect II1", "T18"); /* of another player */
    assert_seen("seats.A.elements", "T");
    story("A collect III1; A collect II; top II o; B collect II1; B collect III; top III w");
    assert_points(1, 1);
    assert_potatoes("5", "5");
}

static void t2_nine_elements(void **test) {
    (void)test;
    lay_out("first=A", "m mm f o l o s w ww");
    story("A place I1; B place III2; A place I2; B flip II1; A flip I3; B flip II2");
    story("A collect I1; A collect I2; A collect I3");
    assert_seen("seats.A.elements", "MMMT");
    story("B collect III2");
    assert_seen("seats.B.elements", "W");
    assert_refused("A collect I1 with fox W", "");
}

static void t3_mystery_cards_and_their_cash(void **test) {
    (void)test;
    second_round("token fox onsen", "guide plough lantern", "m o s w ww", "m m o o");
    story("A cash token; A cash fox; A cash onsen");
    assert_potatoes("13", "9");
    assert_seen("seats.mystery.discards", "fox onsen token");
}

static void t4_potatoes_do_not_run_out(void **test) {
    (void)test;
    second_round("bumper onsen fox", "guide plough lantern", "m o s w ww", "m m o o");
    story("A use bumper; A flip II1; B pile II; A flip II2; B flip I1; A flip II3; B flip I2");
    story("A done; B done; A collect II1; A collect II2; A collect II3");
    assert_potatoes("19", "9");
}

static void t5_by_players(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s w ww");
    assert_seen("seats.A.home", "3");
    assert_seen("boxes.all", "4");
    assert_refused("A flip I4", "T5");
    assert_refused("A bid III4 0", "");
    lay_out("first=A players=3", "m m m m m o o o o s w ww");
    assert_seen("seats.C.home", "3");
    assert_seen("boxes.all", "5");
    assert_legal("A flip I5");
    lay_out("first=A players=4", "m m m m m o o o o s w ww");
    assert_seen("seats.D.home", "2");
    assert_seen("boxes.all", "6");
    story(
        "A flip I1; B flip I2; C flip I3; D flip I4; A flip I5; B flip II1; C flip II2; D flip II3");
    make("A collect I1"); /* all are placed */
}

static void t6_five_potatoes_and_the_token(void **test) {
    (void)test;
    lay_out("first=B", "m m m o o o s w ww");
    assert_turn("B");
    assert_potatoes("5", "5");
    assert_string_equal(bounds(0, "seats.B.potatoes"), "5 5");
    sit_down_with(&zk_yotei, "cards=story players=3", cards(set_text));
    assert_moves("first A 1, first B 1, first C 1");
    make("first C");
    fill("m m m m m o o o o s w ww");
    assert_turn("C");
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    assert_true(zk_settings_set(&zk_yotei, &settings, "first", 5, "C", 1, &refusal));
    assert_false(zk_yotei.prepare(&rules, &settings, &refusal));
    assert_string_equal(refusal.rule, "T6");
}

/* ---- Placement ---- */

static void t7_one_character_a_turn(void **test) {
    (void)test;
    lay_out("first=A players=3", "m m m m m o o o o s w ww");
    story("A flip I1; B flip I2; C flip I3; A flip I4; B flip I5; C flip II1; A flip II2");
    assert_turn("B");
    assert_refused("B collect I2", "T7");
    assert_refused("B done", "T7");
    assert_refused("C flip II3", "T29");
    story("B flip II3; C flip II4");
    assert_turn("A");
    make("A collect I1");
}

static void t8_a_card_costs_potatoes(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s w ww");
    make("A place III1");
    assert_potatoes("2", "5");
    assert_seen("slots.III1.characters", "{seat:A laid:3}");
    story("B place I1; A place II1; B place I2");
    assert_potatoes("0", "3");
    assert_refused("A place I3", "T8");
    assert_refused("A place I", "T8");
    make("A flip I3");
}

static void t9_a_bidding_card_is_bid_for(void **test) {
    (void)test;
    lay_out("first=A", "m bt m o l o s w ww");
    assert_refused("A place I2", "T9");
    assert_refused("A bid I1 1", "T9");
    assert_refused("A bid II 1", "T9");
    make("A bid I2 2");
    assert_seen("slots.I2.characters", "{seat:A bid:1 least:2 most:2}");
}

static void t10_a_card_turned_face_down(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s w ww");
    story("A flip I1; B flip II1");
    assert_potatoes("5", "5");
    story("A flip III1; B flip III2; A flip III3");
    assert_potatoes("1", "3");
    assert_seen("slots.III1.turned", "true");
    lay_out("first=A", "m m m o o o s s ww");
    story("A place III1; B flip I1; A place II1; B flip I2");
    assert_refused("A flip III3", "T10");
    assert_refused("A flip I", "T10");
}

static void t11_the_top_of_a_pile(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s w ww");
    story("A pile I; B pile III");
    assert_potatoes("5", "3");
    assert_refused("A pile I", "T13");
    assert_refused("A pile I1", "T11");
    story("A place III1");
    assert_refused("B flip III1", "T13");
    story("B pile II; A flip I1; B flip I2");
    story("A collect I; top I m");
    assert_seen("piles.I.count", "26");
}

static void t12_needs_are_not_asked_for_when_placing(void **test) {
    (void)test;
    lay_out("first=A", "f m m o l o s w ww");
    assert_legal("A place I1");
    assert_legal("A place III1");
    assert_legal("A bid II2 1");
}

static void t13_one_character_a_card(void **test) {
    (void)test;
    lay_out("first=A", "m bt m o o o s w ww");
    story("A place I1");
    assert_refused("B place I1", "T13");
    assert_refused("B flip I1", "T13");
    story("B bid I2 0; A bid I2 0");
    assert_refused("B flip I2", "T13");
}

static void t14_bids_are_secret_and_made_once(void **test) {
    (void)test;
    lay_out("first=A", "bt bm bt o l o s w ww");
    assert_told("A bid I1 3", 0, "bid I1 3", "");
    assert_told("A bid I1 3", 1, "bid I1 ?", "");
    assert_told("A bid I1 3", ZK_SPECTATOR, "bid I1 ?", "");
    assert_legal("A bid I1 0");
    assert_refused("A bid I1 6", "T14");
    make("A bid I1 3");
    assert_string_equal(bounds(1, "slots.I1.characters"), "0 5");
    assert_string_equal(bounds(1, "seats.A.potatoes"), "0 5");
    story("B bid I1 1");
    assert_refused("A bid I1 1", "T14");
    story("A bid I2 1; B bid I2 0");
    assert_seen("boxes.left", "0");
    assert_refused("A bid I3 0", "T14");
}

/* Potatoes for A, round by round: gifts of mystery cards that are cashed. */
static void make_rich(unsigned potatoes) {
    sit_down_with(
        &zk_yotei, "cards=story first=A",
        cards("{'name':'story','land':["
              "{'id':'a','tier':'I','name':'a','count':80,'cost':0,'mystery':4},"
              "{'id':'b','tier':'II','name':'b','count':8,'bid':true},"
              "{'id':'c','tier':'III','name':'c','count':8,'cost':9}],"
              "'mystery':[{'id':'guide','cash':3,'count':16},{'id':'offer','cash':1}]}"));
    for (;;) {
        zk_move moves[ZK_MOVES_MAX], best;
        uint32_t weights[ZK_MOVES_MAX],
            count = game->moves(&rules, &state, actor(), moves, weights);
        if (actor() == 0 && strtoul(look("seats.A.potatoes.least"), NULL, 10) >= potatoes &&
            strcmp(look("phase"), "place") == 0 && strcmp(look("seats.A.home"), "3") == 0)
            return;
        best = moves[0];
        for (uint32_t i = 0; i < count; i++) {
            unsigned act = zk_yotei_act(moves[i]);
            bool cash = act == ZK_YOTEI_DO_CASH && zk_yotei_power(moves[i]) == ZK_YOTEI_GUIDE;
            if (cash || (actor() == 1 && act == ZK_YOTEI_DO_FLIP)) best = moves[i];
        }
        game->apply(&rules, &state, best);
    }
}

static void t14a_boxes_hold_255_together(void **test) {
    (void)test;
    make_rich(280);
    assert_legal("A bid II1 255");
    assert_refused("A bid II1 256", "");
    make("A bid II1 250");
    make("B flip I1");
    assert_legal("A bid II2 5");
    assert_refused("A bid II2 6", "T14a");
    assert_string_equal(bounds(1, "slots.II1.characters"), "0 255");
}

static void t15_a_bidding_card_may_be_turned(void **test) {
    (void)test;
    lay_out("first=A", "bt bm bt o l o s w ww");
    make("A flip I1");
    assert_refused("B bid I1 0", "T9");
    story("B bid I2 0; A flip I3; B flip II1; A flip II2; B flip II3");
    make("A collect I1");
    assert_seen("seats.A.elements", "T");
}

/* A table with one slot a tier, three characters each and no free place for all of them. */
static void sit_down_in_a_small_house(const char *slots) {
    char text[sizeof set_text + 128];
    snprintf(text, sizeof text,
             "%.*s,'setup':{'2':{'boxes':1,'rows':{'I':1,'II':1,'III':1}}}}",
             (int)(sizeof set_text - 2), set_text);
    sit_down_with(&zk_yotei, "cards=story first=A", cards(text));
    fill(slots);
}

static void t16_who_cannot_place_is_done(void **test) {
    (void)test;
    sit_down_in_a_small_house("m o s");
    story("A place III1; B flip I1; A place II1; B pile I; A pile II");
    /* A has no potatoes and no character either; B may still pay for the pile. */
    assert_moves("pile III");
    story("B pile III; A collect III1; A collect II1; A collect II; top II o; B collect I1");
    story("B collect I; top I m; B collect III; top III w");
    assert_turn("chance"); /* all were placed: the game goes on */
    sit_down_in_a_small_house("bt o s");
    story("A bid I1 4; B place II1; A pile I; B pile II");
    assert_turn("B"); /* A has 1 potato, and what is left costs 2 */
    story(
        "B pile III; A collect I; top I m; A collect I1; B collect II1; B collect II; top II o");
    story("B collect III; top III w");
    assert_result("T16 2 *2"); /* 2 and 1 potato; 1 and 5 potatoes */
}

static void t16_shows_what_cannot_be_paid(void **test) {
    (void)test;
    sit_down_in_a_small_house("bt o s");
    story("A bid I1 4; B pile I; A pile II; B flip II1");
    /* A is asked no more: only III1 and its pile are left, for 2 and more. */
    assert_turn("B");
    assert_string_equal(bounds(1, "slots.I1.characters"), "4 5");
    assert_string_equal(bounds(ZK_SPECTATOR, "seats.A.potatoes"), "0 1");
    sit_down_in_a_small_house("bt o s");
    story("A bid I1 1; B pile I; A pile II; B flip II1");
    assert_turn("A"); /* who can pay 2, then */
    assert_string_equal(bounds(1, "slots.I1.characters"), "0 3");
}

static void t17_cards_before_the_opening(void **test) {
    (void)test;
    second_round("offer regret fox", "lantern guide plough", "bf o s w ww", "bt bm o o");
    story("A bid I1 1; B bid I1 2; A flip I2; B flip II1; A flip II2; B flip II3");
    assert_turn("A");
    assert_refused("A collect I2", "T17");
    assert_refused("A flip I3", "T17");
    assert_refused("B done", "T29");
    assert_legal("A use offer I1 2");
    assert_seen("stage", "open");
    story("A cash offer; A cash regret; A cash fox"); /* no `done`: nothing is held (T17a) */
    assert_turn("B");
    assert_string_equal(bounds(0, "slots.I1.characters"), "1 1");
    make("B done");
    assert_turn("A");
    assert_seen("stage", "harvest");
    assert_string_equal(look("slots.I1.characters"),
                        "{seat:A bid:1 laid:1} {seat:B bid:2 laid:2}");
}

/* ---- Harvest ---- */

static void t18_in_any_order_from_the_token(void **test) {
    (void)test;
    lay_out("first=B", "m m m o o o s w ww");
    story("B flip I1; A flip I2; B flip I3; A flip II1; B flip II2; A flip II3");
    assert_moves("collect I1, collect I3, collect II2");
    assert_refused("B collect I2", "T18");
    assert_refused("B yield", "T18");
    story("B collect II2; B collect I3");
    assert_turn("B");
    make("B collect I1");
    assert_turn("A");
}

static void t19_needs_must_be_owned_by_then(void **test) {
    (void)test;
    lay_out("first=A", "f m m o o o s w ww");
    story("A place I1; B flip I3; A place I2; B flip II1; A pile I; B flip II2");
    story("A collect I2; A collect I; top I m; A collect I1");
    assert_seen("seats.A.elements", "MFT");
    assert_seen("seats.A.charm", "1");
    lay_out("first=A", "f m m o o o s w ww");
    story("A place I1; B flip I3; A place I2; B flip II1; A pile I; B flip II2");
    story("A collect I2; A collect I1"); /* the Forest is missing */
    assert_seen("seats.A.elements", "M");
    assert_seen("slots.I1.card.id", "f");
}

static void t20_rewards_count_at_once_and_potatoes_are_spent(void **test) {
    (void)test;
    lay_out("first=A", "m m gift o o o s w ww");
    story("A place I1; B flip I2; A place II1; B flip II2; A place I3; B flip II3");
    assert_potatoes("2", "5");
    story("A collect I1; A collect II1");
    assert_seen("seats.A.elements", "MO");
    assert_points(1, 0);
    assert_potatoes("2", "5");
    make("A collect I3");
    assert_seen("draws", "3");
}

static void t21_what_is_not_met_comes_back(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s w ww");
    story(
        "A place II1; B flip I1; A flip I2; B flip II2; A flip I3; B flip II3; A collect II1");
    assert_potatoes("5", "5");
    assert_seen("slots.II1.card.id", "o");
    assert_seen("slots.II1.characters", "");
    assert_seen("seats.A.home", "1");
}

static void t22_face_down_cards(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s w ww");
    story("A flip I1; B flip III1; A flip II1; B flip I2; A flip III2; B flip I3");
    story("A collect I1; A collect II1; A collect III2");
    assert_seen("seats.A.elements", "T");
    assert_seen("seats.A.forests", "1");
    assert_seen("seats.A.machines", "1");
    assert_seen("seats.A.stars", "0");
    assert_points(1, 0);
    assert_potatoes("5", "3");
    assert_seen("piles.II.discards", "o");
    assert_seen("piles.I.discards", "");
}

static void t23_a_pile_card_is_seen_by_its_taker(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s w ww");
    story("A pile I; B flip I1; A pile II; B flip I2; A flip I3; B flip II1; A collect I");
    assert_refused("top I w", "T23");
    assert_told("top I f", 0, "top I f", "f");
    assert_told("top I f", 1, "top I ?", "");
    assert_told("top I f", ZK_SPECTATOR, "top I ?", "");
    make("top I f");
    assert_seen("seats.A.taken", "f");
    story("A collect II; top II l");
    assert_seen("piles.II.discards", ""); /* not seen by all */
    assert_seen("seats.A.taken", "f l");
}

static void t24_the_largest_bid_wins(void **test) {
    (void)test;
    lay_out("first=A players=3", "bf bf m m m o o o o s w ww");
    story("A bid I1 2; B bid I1 3; C bid I1 1; A bid I2 2; B bid I2 2; C flip I3; A flip I4; "
          "B flip I5; C flip II1");
    story("A collect I1");
    assert_seen("seats.B.elements", "F");
    assert_potatoes("3", "0"); /* A's 2 are back, B's 3 are spent */
    assert_seen("seats.C.potatoes.least", "5");
    make("A collect I2"); /* of equal bids the earlier one */
    assert_seen("seats.A.elements", "F");
    assert_potatoes("3", "2");
}

static void t25_a_bidder_may_meet_the_needs_yet(void **test) {
    (void)test;
    lay_out("first=A", "bt bt m o o o s w ww");
    story("A bid I1 1; B bid I1 3; A flip I3; B pile I; A flip II1; B flip II2; A collect I1");
    assert_turn("B");
    assert_moves("collect I, collect II2, yield");
    assert_refused("B done", "T25");
    assert_refused("B collect I1", "T26");
    story("B collect II2");
    assert_turn("B");
    story("B collect I; top I m"); /* a Forest: B wins at once */
    assert_points(0, 2);
    assert_seen("seats.B.elements", "TT");
    assert_potatoes("5", "4");
    assert_turn("A");
}

static void t25_who_yields_is_repaid_and_the_next_is_looked_at(void **test) {
    (void)test;
    lay_out("first=A", "bt bt m o o o s w ww");
    story("A flip I3; B bid I1 3; A bid I1 1; B pile I; A flip II1; B flip II2");
    story("A collect I3; A collect I1; B yield");
    assert_points(2, 0);
    assert_potatoes("4", "5");
}

static void t25_who_can_do_nothing_fails_at_once(void **test) {
    (void)test;
    lay_out("first=A", "bt bm m o o o s w ww");
    story("A bid I1 1; B flip I3; A flip II1; B flip II2; A flip III1; B flip II3");
    story("A collect II1; A collect III1; A collect I1");
    assert_turn("B");
    assert_potatoes("5", "5");
    assert_seen("slots.I1.card.id", "bt");
}

static void t26_another_bidding_card_is_settled_first(void **test) {
    (void)test;
    lay_out("first=A", "bt bf m o l o s w ww");
    story(
        "A bid I1 1; B bid I1 2; A bid I2 1; B bid I2 0; A flip I3; B flip II1; A collect I1");
    assert_turn("B");
    make("B collect I2");
    assert_seen("seats.A.elements", "F"); /* A won it */
    assert_turn("B");
    assert_seen("settling", "I1");
    assert_refused("B collect I2", "T18");
    make("B yield");
    assert_turn("A");
    assert_moves("collect I3, yield");
}

static void t27_nobody_meets_the_needs(void **test) {
    (void)test;
    lay_out("first=A", "bt bf m o l o s w ww");
    story(
        "A bid I1 1; B bid I1 2; A flip II1; B flip II3; A flip III1; B flip III2; A collect I1; "
        "B yield; A yield");
    assert_seen("slots.I1.card.id", "bt");
    assert_seen("slots.I1.characters", "");
    assert_potatoes("3", "3");
    assert_turn("A");
    assert_moves("collect II1, collect III1");
}

/* ---- What moves say of what they do ---- */

static void moves_say_what_they_cost_and_bring(void **test) {
    (void)test;
    lay_out("first=A", "f m m o o o s w ww"); /* as in T19 */
    assert_would("A place I1", "{\"pays\":1}");
    assert_would("A flip I1", "");
    assert_would("A flip III1", "{\"pays\":2}");
    assert_would("A pile III", "{\"pays\":2}");
    make_told("A place I1", "{\"pays\":1}");
    story("B flip I3; A place I2; B flip II1; A pile I; B flip II2");
    assert_would("A collect I1", "{\"lacks\":\"MT\",\"I1\":{\"back\":{\"A\":1}}}");
    assert_would("A collect I2", "{\"I2\":{\"by\":\"A\"}}");
    assert_would("A collect I", "{\"takes\":\"forest\"}");
    make_told("A collect I2", "{\"I2\":{\"by\":\"A\"}}");
    make_told("A collect I1", "{\"lacks\":\"T\",\"I1\":{\"back\":{\"A\":1}}}");
    lay_out("first=A", "m m m o o o s w ww"); /* as in T22 */
    story("A flip I1; B flip III1; A flip II1; B flip I2; A flip III2; B flip I3");
    assert_would("A collect II1", "{\"takes\":\"potatoes\",\"gains\":2}");
    make_told("A collect II1", "{\"takes\":\"potatoes\",\"gains\":2}");
    make_told("A collect III2", "{\"takes\":\"machine\"}");
}

static void bids_say_who_got_the_card(void **test) {
    (void)test;
    lay_out("first=A players=3", "bf bf m m m o o o o s w ww"); /* as in T24 */
    story("A bid I1 2; B bid I1 3; C bid I1 1; A bid I2 2; B bid I2 2; C flip I3; A flip I4; "
          "B flip I5; C flip II1");
    assert_would("A collect I1", "");
    make_told("A collect I1", "{\"I1\":{\"by\":\"B\",\"for\":3,\"back\":{\"A\":2,\"C\":1}}}");
    lay_out("first=A", "bt bf m o l o s w ww"); /* as in T27 */
    story("A bid I1 1; B bid I1 2; A flip II1; B flip II3; A flip III1; B flip III2");
    make_told("A collect I1", "{\"lacks\":\"T\"}");
    make_told("B yield", "{\"I1\":{\"back\":{\"B\":2}}}");
    make_told("A yield", "{\"I1\":{\"back\":{\"A\":1},\"nobody\":true}}");
}

/* ---- Mystery cards ---- */

static void t28_drawn_unseen_and_at_most_three(void **test) {
    (void)test;
    second_round("onsen fox festival", "lantern guide plough", "gift o s w ww", "m m o o");
    story(
        "A place I3; B flip I1; A flip I2; B flip II1; A flip II2; B flip II3; A done; B done");
    make("A collect I3");
    assert_turn("A");
    assert_moves("cash festival, cash fox, cash onsen, use onsen");
    assert_refused("A use festival", "T28");
    assert_refused("A collect I2", "T28");
    assert_refused("A use fox", "T28");
    assert_legal("B cash guide");
    make("A use onsen");
    assert_told("mystery token", 0, "mystery token", "");
    assert_told("mystery token", 1, "mystery ?", "");
    assert_refused("mystery onsen", "T28");
    make("mystery token");
    assert_turn("A"); /* two more, and room for neither */
    story("A cash fox; mystery bumper; A use bumper; mystery thaw");
    assert_seen("seats.A.hand", "festival thaw token");
    assert_refused("A use bumper", "T29");
}

static void t29_cashed_out_of_turn_and_discarded(void **test) {
    (void)test;
    second_round("onsen fox cellar", "lantern guide plough", "m o s w ww", "m m o o");
    make("B cash guide");
    assert_turn("A");
    assert_potatoes("7", "11");
    assert_seen("seats.mystery.discards", "guide");
    assert_refused("B cash guide", "T29");
    assert_refused("B use lantern I1 A", "T29");
    assert_refused("A use cellar", "T29");
    assert_refused("A use guide", "T29");
    assert_refused("chance cash fox", "");
}

/* The second round, which ends the game; neither plays a mystery card. */
static void hold_to_the_end(const char *a, const char *b) {
    second_round(a, b, "m o w w w", "m m o o");
    story(
        "A place III1; B flip I1; A place III2; B flip I2; A flip I3; B flip II1; A done; B done");
    story(
        "A collect III1; A collect III2; A collect I3; B collect I1; B collect I2; B collect II1");
}

static void t30_cashed_at_the_end(void **test) {
    (void)test;
    hold_to_the_end("token fox plough", "lantern guide rooster");
    /* A 8 charm, 7 + 6 potatoes; B 0 charm, 11 + 5 potatoes */
    assert_result("T33 *12 5");
    assert_potatoes("13", "16");
}

static void t30_onsen_is_kept_at_the_end(void **test) {
    (void)test;
    hold_to_the_end("token fox plough", "lantern guide onsen");
    /* A as before; B 1 charm, 11 + 3 potatoes, and no 2 for the onsen */
    assert_result("T33 *12 5");
    assert_potatoes("13", "14");
    assert_seen("seats.B.onsen", "1");
    assert_seen("seats.B.charm", "1");
    assert_seen("seats.mystery.discards", "fox guide lantern plough token");
}

static void t31_discards_become_the_deck(void **test) {
    (void)test;
    char text[] =
        "{'name':'story','land':[{'id':'a','tier':'I','name':'a','count':4,'cost':0},"
        "{'id':'b','tier':'II','name':'b','count':4,'cost':0},"
        "{'id':'c','tier':'III','name':'c','count':3,'cost':9}],'mystery':[]}";
    sit_down_with(&zk_yotei, "cards=story first=A", cards(text));
    fill("a a a b b b c c c");
    assert_refused("A pile III", "T11");
    story("A flip II1; B flip II2; A pile II; B flip I1; A flip I2; B flip I3; A collect II1");
    assert_seen("piles.II.count", "1");
    make("A collect II");
    assert_told("top II b", 1, "top II b",
                ""); /* shown to all: the deck is renewed by it (T31a) */
    make("top II b");
    assert_seen("piles.II.count", "1"); /* what A turned before */
    assert_seen("piles.II.discards", "b");
    story("A collect I2; B collect II2; B collect I1; B collect I3; reveal I1 a");
    assert_seen("piles.I.count", "0"); /* none to renew it with: slots stay empty */
    story("reveal II1 b; reveal II2 b");
    assert_refused("B place I2", "T31");
    assert_refused("B pile I", "T11");
    sit_down_with(&zk_yotei, "cards=story first=A",
                  cards("{'name':'story','land':["
                        "{'id':'a','tier':'I','name':'a','count':9,'cost':0,'mystery':1},"
                        "{'id':'b','tier':'II','name':'b','count':9,'cost':1},"
                        "{'id':'c','tier':'III','name':'c','count':9,'cost':9}],"
                        "'mystery':[{'id':'fox','cash':1}]}"));
    fill("a a a b b b c c c");
    story("A place I1; B place I2; A place I3; B flip II1; A flip II2; B flip II3");
    story("A collect I1; mystery fox; A collect I3"); /* nothing is left to be drawn */
    assert_seen("seats.mystery.count", "0");
    make("A cash fox");
    assert_seen("seats.mystery.count", "1");
}

static void t32_slots_are_filled_and_the_token_passes(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s w ww");
    story("A flip I2; B flip II3; A flip III1; B flip I1; A flip III3; B flip II1");
    story(
        "A collect III3; A collect III1; A collect I2; B collect II3; B collect II1; B collect I1");
    assert_refused("reveal I2 m", "T32");
    story(
        "reveal I1 m; reveal I2 m; reveal II1 o; reveal II3 o; reveal III1 w; reveal III3 w");
    assert_turn("B");
    assert_seen("round", "2");
    assert_seen("start", "B");
}

static void t33_two_stars_end_it(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o w w w");
    story("A place III1; B place III2; A flip I1; B flip I2; A flip I3; B flip II1");
    story(
        "A collect III1; A collect I1; A collect I3; B collect III2; B collect I2; B collect II1");
    fill("m m m o w w");
    assert_turn("B"); /* one star each */
    story("B place III1; A flip I1; B flip I2; A flip I3; B flip II1; A flip II2");
    story("B collect III1");
    assert_turn("B"); /* the harvest goes on */
    story("B collect I2; B collect II1; A collect I1; A collect I3; A collect II2");
    assert_result("T33 6 *11");
}

/* Chance does the first thing it can, until a seat is to move. */
static void let_chance(void) {
    while (actor() == ZK_CHANCE) {
        zk_move moves[ZK_MOVES_MAX];
        uint32_t weights[ZK_MOVES_MAX];
        game->moves(&rules, &state, ZK_CHANCE, moves, weights);
        game->apply(&rules, &state, moves[0]);
    }
}

static void t33a_thirty_rounds(void **test) {
    (void)test;
    lay_out("first=A", "m m m o o o s s s");
    for (unsigned round = 1; round <= 30; round++) {
        const char *a = round % 2 ? "A" : "B", *b = round % 2 ? "B" : "A";
        char line[256], number[8];
        snprintf(number, sizeof number, "%u", round);
        assert_seen("round", number);
        /* Nobody ever meets what III1 and III2 need. */
        snprintf(
            line, sizeof line,
            "%s flip II1; %s flip II2; %s flip II3; %s pile II; %s place III1; %s place III2",
            a, b, a, b, a, b);
        story(line);
        snprintf(line, sizeof line,
                 "%s collect II1; %s collect II3; %s collect III1; "
                 "%s collect II2; %s collect II",
                 a, a, a, b, b);
        story(line);
        let_chance();
        snprintf(line, sizeof line, "%s collect III2", b);
        story(line);
        let_chance();
    }
    assert_result("T33a *41 *41"); /* 125 potatoes each, and the win is shared (T34) */
}

static void t34_points_and_ties(void **test) {
    (void)test;
    /* Six potatoes are two points. */
    lay_out("first=A", "m m m o o o w w s");
    story("A place III1; B flip II1; A place III2; B flip II2; A place I1; B flip II3");
    story(
        "A collect III1; A collect III2; A collect I1; B collect II1; B collect II2; B collect II3");
    assert_result("T33 *9 3"); /* 8 and 4 potatoes; 11 potatoes */
    /* The same points: who has more potatoes. */
    sit_down_with(&zk_yotei, "cards=story first=A",
                  cards("{'name':'story','land':["
                        "{'id':'a','tier':'I','name':'a','count':9,'cost':1},"
                        "{'id':'b','tier':'II','name':'b','count':9,'cost':1},"
                        "{'id':'c','tier':'III','name':'c','count':9,'cost':0,'star':2}],"
                        "'mystery':[]}"));
    fill("a a a b b b c c c");
    story("A flip I1; B place III1; A place I2; B flip II1; A flip II2; B flip I3");
    story(
        "A collect I1; A collect I2; A collect II2; B collect III1; B collect II1; B collect I3");
    assert_potatoes("6", "7");
    assert_result("T33 2 *2");
}

/* ---- Powers ---- */

static void onsen_is_kept_for_a_point(void **test) {
    (void)test;
    second_round("onsen fox token", "lantern guide plough", "m o s w ww", "m m o o");
    make("A use onsen");
    assert_points(1, 0);
    assert_seen("seats.A.onsen", "1");
    assert_seen("seats.A.cards", "2");
    assert_seen("seats.mystery.discards", "");
    assert_refused("A use onsen", "T29");
}

static void cellar_is_for_an_empty_screen(void **test) {
    (void)test;
    second_round("cellar fox token", "lantern guide plough", "bt o s w ww", "bm m o o");
    assert_refused("A use cellar", "T29");
    make("A bid I1 7");
    assert_string_equal(bounds(1, "slots.I1.characters"), "0 7");
    make("A use cellar"); /* out of turn, and those in the box do not count */
    assert_potatoes("4", "9");
    assert_string_equal(bounds(1, "slots.I1.characters"), "7 7"); /* as B sees */
    assert_string_equal(bounds(ZK_SPECTATOR, "seats.A.potatoes"), "4 4");
}

static void guide_is_a_mountain(void **test) {
    (void)test;
    second_round("guide fox token", "lantern offer plough", "m o s w ww", "m m o o");
    story(
        "A place II1; B flip I1; A flip I2; B flip II2; A flip I3; B flip II3; A done; B done");
    assert_moves("cash fox, cash guide, cash token, collect I2, collect I3, collect II1, "
                 "collect II1 with guide, use token");
    assert_refused("A collect I2 with guide", "T19");
    assert_refused("A collect II1 with plough", "T29");
    assert_refused("A collect II1 with fox O", "T19");
    make("A collect II1 with guide");
    assert_seen("seats.A.elements", "TO");
    assert_seen("seats.mystery.discards", "guide");
}

static void plough_is_a_farmland_and_several_are_named_in_order(void **test) {
    (void)test;
    second_round("guide plough token", "lantern offer fox", "m l s w ww", "m m o o");
    story(
        "A bid II3 1; B flip I1; A flip I2; B flip II2; A flip I3; B flip II1; A done; B done");
    assert_refused("A collect II3 with plough", "T19");
    assert_refused("A collect II3 with plough with guide", "");
    make("A collect II3 with guide with plough");
    assert_points(3, 0);
    assert_seen("seats.mystery.discards", "guide plough");
}

static void fox_is_any_element_of_tier_ii(void **test) {
    (void)test;
    second_round("fox plough token", "lantern offer guide", "m o s w ww", "m m o o");
    story(
        "A bid III3 1; B flip I1; A flip I2; B flip II2; A flip I3; B flip II1; A done; B done");
    assert_refused("A collect III3 with fox O", "T19");
    make("A collect III3 with fox B");
    assert_seen("seats.A.elements", "TW");
}

static void powers_in_beginning_to_settle_are_spent(void **test) {
    (void)test;
    second_round("guide plough token", "lantern offer fox", "bm o s w ww", "m m o o");
    story(
        "A bid I3 1; B bid I3 2; A flip I1; B place I2; A flip II1; B flip II2; A done; B done");
    make("A collect I3 with guide");
    assert_turn("B"); /* B's bid is larger */
    assert_seen("seats.mystery.discards", "guide");
    make("B collect I2");
    assert_seen("seats.B.elements", "MM"); /* B met the needs and won */
    assert_turn("B");                      /* and makes room for the reward */
    make("B cash fox");
    assert_potatoes("7", "7");
    make("mystery onsen");
    assert_turn("A");
}

static void powers_prove_what_is_missing_when_asked(void **test) {
    (void)test;
    second_round("guide plough token", "lantern offer fox", "bt o s w ww", "bm m o o");
    story("B cash lantern; B cash offer");
    story(
        "A bid I1 1; B bid I1 0; A flip I2; B flip II1; A flip II3; B flip II2; A done; B done");
    make("A collect I1");
    assert_turn("A"); /* who began is asked, too (T25a) */
    assert_legal("A use token");
    make("A collect I1 with guide");
    assert_seen("seats.A.elements", "MT");
    make("mystery thaw");
}

static void detour_moves_a_character(void **test) {
    (void)test;
    second_round("detour fox token", "lantern offer guide", "bt o s w ww", "m m o o");
    story("A flip III1; B bid I3 1");
    assert_potatoes("5", "8");
    assert_refused("A use detour I1 place I2", "T29");
    assert_refused("A use detour III1 flip III1", "T13");
    assert_refused("A use detour III1 place I3", "T13");
    make("A use detour III1 place II1");
    assert_potatoes("5", "8"); /* 2 back, 2 paid */
    assert_seen("slots.III1.turned", "true");
    assert_turn("A");
    assert_refused("A place III1", "T10");
    make("A pile II");
    make("B flip III1"); /* a turned card in play */
    assert_potatoes("5", "6");
}

static void lantern_shows_a_box(void **test) {
    (void)test;
    second_round("lantern fox token", "detour offer guide", "bt o s w ww", "bm m o o");
    story("A bid I1 1; B bid I3 4");
    assert_refused("A use lantern I1 A", "T29");
    assert_refused("A use lantern I1 B", "T29");
    assert_string_equal(bounds(0, "slots.I3.characters"), "0 9");
    assert_told("A use lantern I3 B", 0, "use lantern I3 B", "4");
    assert_told("A use lantern I3 B", 1, "use lantern I3 B", "");
    make("A use lantern I3 B");
    assert_string_equal(bounds(0, "slots.I3.characters"), "4 4");
    assert_string_equal(bounds(ZK_SPECTATOR, "slots.I3.characters"), "0 9");
    make("A flip I2");
    make("B use offer I3 2");
    assert_string_equal(bounds(0, "slots.I3.characters"), "5 9");
    assert_string_equal(bounds(ZK_SPECTATOR, "slots.I3.characters"), "1 9");
}

/* The very bytes of its view are the same, whatever the other found in the box. */
static void lantern_tells_a_spectator_nothing(void **test) {
    (void)test;
    static struct zk_view seen[2];
    const char *const bids[] = {"A bid I1 1; B bid I3 4; A use lantern I3 B",
                                "A bid I1 1; B bid I3 5; A use lantern I3 B"};
    for (unsigned i = 0; i < 2; i++) {
        second_round("lantern fox token", "detour offer guide", "bt o s w ww", "bm m o o");
        story(bids[i]);
        memset(&seen[i], 0, sizeof seen[i]);
        game->view(&rules, &state, ZK_SPECTATOR, &seen[i]);
    }
    assert_memory_equal(&seen[0], &seen[1], game->view_size);
}

static void offer_adds_to_a_bid(void **test) {
    (void)test;
    second_round("offer fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    story("A bid I1 1; B bid I1 3; A flip I2; B flip II1");
    assert_told("A use offer I1 6", 1, "use offer I1 ?", "");
    assert_refused("A use offer I1 0", "T29");
    assert_refused("A use offer I1 7", "T29");
    assert_refused("A use offer I2 1", "T29");
    make("A use offer I1 2");
    assert_potatoes("4", "6");
    story("A flip II2; B flip II3; A done; B done; A collect I1");
    assert_seen("seats.A.elements", "FT"); /* equal, and A's still is the earlier one */
}

static void regret_takes_out_of_a_bid(void **test) {
    (void)test;
    second_round("regret fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    story("A bid I1 3; B bid I1 2; A flip I2; B flip II1");
    assert_told("A use regret I1 3", 1, "use regret I1 ?", "");
    assert_refused("A use regret I1 0", "T29");
    assert_refused("A use regret I1 4", "T29");
    make("A use regret I1 3");
    assert_potatoes("7", "7");
    assert_string_equal(bounds(1, "slots.I1.characters"), "0 6");
    story("A flip II2; B flip II3; A done; B done; A collect I1");
    assert_seen("seats.B.elements", "F");
}

static void rooster_places_two(void **test) {
    (void)test;
    second_round("rooster fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    make("A use rooster");
    make("A flip I1");
    assert_turn("A");
    make("A flip I2");
    assert_turn("B");
    lay_out("first=A", "m m m o o o s w ww");
    second_round("rooster fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    story("A flip I1; B flip I2; A flip I3; B flip II1");
    assert_refused("A use rooster", "T29");
}

static void bumper_doubles_the_potatoes_of_this_round(void **test) {
    (void)test;
    second_round("bumper fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    story(
        "A flip II1; B flip II2; A pile II; B flip I1; A flip I2; B flip I3; A done; B done");
    story("A use bumper; A collect II1; A collect II; top II o; A collect I2");
    assert_potatoes("15", "9");
    story("B collect II2");
    assert_potatoes("15", "11");
    story("B collect I1; B collect I3; reveal I1 m; reveal I2 m; reveal I3 m; reveal II1 o; "
          "reveal II2 o");
    story(
        "B flip I1; A flip II1; B flip I2; A flip I3; B flip II2; A flip II3; B done; A done; "
        "B collect I1; B collect I2; B collect II2; A collect II1");
    assert_potatoes("17", "13");
}

static void thaw_brings_a_new_card(void **test) {
    (void)test;
    second_round("thaw fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    story("A flip I1; B flip I2");
    assert_refused("A use thaw I1", "T29");
    assert_refused("A use thaw I", "T29");
    make("A use thaw II3");
    assert_seen("piles.II.discards", "o o o"); /* with the two that B turned */
    assert_refused("reveal II2 o", "T32");
    make("reveal II3 l");
    assert_turn("A");
    assert_seen("slots.II3.card.id", "l");
}

static void market_makes_the_next_placement_cheaper(void **test) {
    (void)test;
    second_round("market fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    assert_would("A place III1", "{\"pays\":3}");
    assert_would("A cash token", "{\"gains\":3}");
    make_told("A use market", "");
    assert_would("A place III1", "{\"pays\":1}");
    assert_would("A place II1", "");
    make_told("A place III1", "{\"pays\":1}");
    assert_potatoes("6", "9");
    story("B flip I1; A place II1");
    assert_potatoes("4", "9");
    second_round("market fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    story("A use market; A place I2");
    assert_potatoes("7", "9");
    second_round("market fox token", "detour lantern guide", "bf o s w ww", "bf m o o");
    story("A use market; A bid I1 1; B flip I2; A place II1"); /* used up by the bid */
    assert_potatoes("4", "9");
    second_round("market rooster token", "detour lantern guide", "bf o s w ww", "bf m o o");
    story("A use rooster; A use market; A place II1; A place II2"); /* the next one alone */
    assert_potatoes("5", "9");
}

static void queue_goes_first_among_equals(void **test) {
    (void)test;
    second_round("thaw fox token", "queue lantern guide", "bf o s w ww", "bf m o o");
    story(
        "A bid I1 2; B bid I1 2; A flip I2; B use queue; B flip II1; A flip II2; B flip II3; "
        "A done; B done; A collect I1");
    assert_seen("seats.B.elements", "F");
    assert_potatoes("7", "7");
}

static void festival_draws_two(void **test) {
    (void)test;
    second_round("festival fox token", "queue lantern guide", "bf o s w ww", "bf m o o");
    make("B cash queue");
    make("A use festival");
    assert_seen("seats.A.cards", "2");
    assert_seen("phase", "mystery");
    assert_seen("stage", "place");             /* the round is where it was */
    assert_refused("mystery festival", "T28"); /* neither held nor discarded */
    assert_seen("seats.mystery.discards", "queue");
    make("mystery onsen");
    assert_turn("A");
    assert_legal("A use onsen");
    story("A cash fox; mystery thaw");
    assert_seen("seats.mystery.discards", "festival fox queue");
    assert_seen("seats.A.hand", "onsen thaw token");
    assert_turn("A");
}

static void token_brings_the_starting_token(void **test) {
    (void)test;
    second_round("token fox thaw", "queue lantern guide", "bf o s w ww", "bf m o o");
    story("A use token; A flip I1; B flip I2; A flip I3; B flip II1; A flip II2; B flip II3; "
          "A done; B done");
    assert_seen("token", "A");
    story(
        "A collect I1; A collect I3; A collect II2; B collect I2; B collect II1; B collect II3");
    fill("m m m o o o");
    assert_turn("A");
    assert_seen("start", "A");
}

/* ---- What everybody knows ---- */

static void a_price_shows_what_was_behind_the_screen(void **test) {
    (void)test;
    lay_out("first=A", "bt bm m o o o s w ww");
    story("A bid I1 1; B flip I3; A bid I2 1; B flip II1");
    assert_string_equal(bounds(1, "slots.I1.characters"), "0 5");
    make("A place III1");
    assert_string_equal(bounds(1, "slots.I1.characters"), "0 2");
    assert_string_equal(bounds(1, "seats.A.potatoes"), "0 2");
    assert_string_equal(bounds(0, "seats.A.potatoes"), "0 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t1_three_decks_and_their_backs),
        cmocka_unit_test(t2_nine_elements),
        cmocka_unit_test(t3_mystery_cards_and_their_cash),
        cmocka_unit_test(t4_potatoes_do_not_run_out),
        cmocka_unit_test(t5_by_players),
        cmocka_unit_test(t6_five_potatoes_and_the_token),
        cmocka_unit_test(t7_one_character_a_turn),
        cmocka_unit_test(t8_a_card_costs_potatoes),
        cmocka_unit_test(t9_a_bidding_card_is_bid_for),
        cmocka_unit_test(t10_a_card_turned_face_down),
        cmocka_unit_test(t11_the_top_of_a_pile),
        cmocka_unit_test(t12_needs_are_not_asked_for_when_placing),
        cmocka_unit_test(t13_one_character_a_card),
        cmocka_unit_test(t14_bids_are_secret_and_made_once),
        cmocka_unit_test(t14a_boxes_hold_255_together),
        cmocka_unit_test(t15_a_bidding_card_may_be_turned),
        cmocka_unit_test(t16_who_cannot_place_is_done),
        cmocka_unit_test(t16_shows_what_cannot_be_paid),
        cmocka_unit_test(t17_cards_before_the_opening),
        cmocka_unit_test(t18_in_any_order_from_the_token),
        cmocka_unit_test(t19_needs_must_be_owned_by_then),
        cmocka_unit_test(t20_rewards_count_at_once_and_potatoes_are_spent),
        cmocka_unit_test(t21_what_is_not_met_comes_back),
        cmocka_unit_test(t22_face_down_cards),
        cmocka_unit_test(t23_a_pile_card_is_seen_by_its_taker),
        cmocka_unit_test(t24_the_largest_bid_wins),
        cmocka_unit_test(t25_a_bidder_may_meet_the_needs_yet),
        cmocka_unit_test(t25_who_yields_is_repaid_and_the_next_is_looked_at),
        cmocka_unit_test(t25_who_can_do_nothing_fails_at_once),
        cmocka_unit_test(t26_another_bidding_card_is_settled_first),
        cmocka_unit_test(t27_nobody_meets_the_needs),
        cmocka_unit_test(moves_say_what_they_cost_and_bring),
        cmocka_unit_test(bids_say_who_got_the_card),
        cmocka_unit_test(t28_drawn_unseen_and_at_most_three),
        cmocka_unit_test(t29_cashed_out_of_turn_and_discarded),
        cmocka_unit_test(t30_cashed_at_the_end),
        cmocka_unit_test(t30_onsen_is_kept_at_the_end),
        cmocka_unit_test(t31_discards_become_the_deck),
        cmocka_unit_test(t32_slots_are_filled_and_the_token_passes),
        cmocka_unit_test(t33_two_stars_end_it),
        cmocka_unit_test(t33a_thirty_rounds),
        cmocka_unit_test(t34_points_and_ties),
        cmocka_unit_test(onsen_is_kept_for_a_point),
        cmocka_unit_test(cellar_is_for_an_empty_screen),
        cmocka_unit_test(guide_is_a_mountain),
        cmocka_unit_test(plough_is_a_farmland_and_several_are_named_in_order),
        cmocka_unit_test(fox_is_any_element_of_tier_ii),
        cmocka_unit_test(powers_in_beginning_to_settle_are_spent),
        cmocka_unit_test(powers_prove_what_is_missing_when_asked),
        cmocka_unit_test(detour_moves_a_character),
        cmocka_unit_test(lantern_shows_a_box),
        cmocka_unit_test(lantern_tells_a_spectator_nothing),
        cmocka_unit_test(offer_adds_to_a_bid),
        cmocka_unit_test(regret_takes_out_of_a_bid),
        cmocka_unit_test(rooster_places_two),
        cmocka_unit_test(bumper_doubles_the_potatoes_of_this_round),
        cmocka_unit_test(thaw_brings_a_new_card),
        cmocka_unit_test(market_makes_the_next_placement_cheaper),
        cmocka_unit_test(queue_goes_first_among_equals),
        cmocka_unit_test(festival_draws_two),
        cmocka_unit_test(token_brings_the_starting_token),
        cmocka_unit_test(a_price_shows_what_was_behind_the_screen),
    };
    return cmocka_run_group_tests_name("yotei", tests, NULL, NULL);
}
