/* test_limits_usual.c: the limits that a server has when nobody sets them (zk_limits_usual), which tests of other things often
 * lift: each rate holds at once and in the long run, with the numbers of docs/server.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "guests.h"

static int make_usual(void **state) {
    make_world(state);
    struct world *world = *state;
    stop(world);
    world->limits = zk_limits_usual;
    start(world);
    return 0;
}

#define USUAL(test) cmocka_unit_test_setup_teardown(test, make_usual, remove_world)

/* Without a token: it watches. */
static struct end *watch(struct world *world, unsigned place, const struct end *other) {
    return come(world, place, other->table, "");
}

static void watch_from(struct world *world, unsigned place, const struct end *other,
                       uint8_t from) {
    struct end *end = enter_from(world, place, from);
    memcpy(end->table, other->table, sizeof end->table);
}

/* ---- What they ask ---- */

static void ping(struct end *end) {
    say(end, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
}

static void frame(struct end *end) { zk_server_frame(end->world->host.server, end->guest); }

static void look_back(struct end *end) { order(end, "history", ",\"from\":1,\"to\":1"); }

static void ask_for_record(struct end *end) { order(end, "record", ""); }

static void react(struct end *end) { order(end, "react", ",\"reaction\":\"hello\""); }

static void ask_for_hint(struct end *end) { order(end, "hint", ",\"bot\":\"random\""); }

static void work_and_look_back(struct end *end) {
    zk_server_charge(end->world->host.server, end->guest, 1500);
    look_back(end);
}

static bool was_too_fast(const struct end *end) {
    return end->count && strstr(end->said[end->count - 1], "server.too_fast");
}

/* Asks, and everything comes to its end; false when that was too fast, and refused, or more than that: it is out. */
static bool asks(struct end *end, void (*ask)(struct end *)) {
    for (unsigned i = 0; i < GUESTS; i++) forget(&end->world->end[i]);
    ask(end);
    settle(end->world);
    return !end->closed && !was_too_fast(end);
}

/* They ask in turn, each once in so much time. How often they do before it is too fast. */
static uint32_t asked_before_too_fast(struct world *world, unsigned first, unsigned count,
                                      void (*ask)(struct end *), uint64_t every_ms) {
    for (uint32_t asked = 0;; asked++) {
        if (asked && asked % count == 0) world->host.now_ms += every_ms;
        if (!asks(&world->end[first + asked % count], ask)) return asked;
        assert_true(asked < 1000000);
    }
}

/* ---- At once ---- */

/* Eleven connections of one address, each within its own limit: together they have that of ten. */
static void test_messages_of_an_address(void **state) {
    enum { CONNECTIONS = 11, OTHER = 9 };
    struct world *world = *state;
    for (unsigned i = 0; i < CONNECTIONS; i++) enter_from(world, i, OTHER);
    for (unsigned i = 0; i < 800; i++)
        assert_true(asks(&world->end[i % CONNECTIONS], ping)); /* 73 each, at most */
    struct end *next_one = &world->end[800 % CONNECTIONS];
    assert_false(asks(next_one, ping));
    assert_int_equal(next_one->closed, ZK_CLOSE_POLICY);
    assert_true(asks(enter(world, CONNECTIONS), ping)); /* another address */
}

/* What is much work counts as five messages; it is refused when four are not left behind its own, and when that one is
 * not, who asks is out. */
static void test_what_counts_as_five(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    order(a, "resign", ""); /* so that there is a record */
    settle(world);
    void (*const large[])(struct end *) = {join, look_back, ask_for_record};
    for (unsigned i = 0; i < 3; i++) {
        struct end *one = watch(world, 2 + 2 * i, a), *other = watch(world, 3 + 2 * i, a);
        for (unsigned k = 0; k < 16; k++) assert_true(asks(one, large[i]));
        world->host.now_ms += 100; /* two come back */
        assert_false(asks(one, large[i]));
        assert_int_equal(one->closed, 0);
        assert_true(asks(one, ping));
        assert_false(asks(one, ping));
        assert_int_equal(one->closed, ZK_CLOSE_POLICY);
        for (unsigned k = 0; k < 16; k++) assert_true(asks(other, large[i]));
        assert_false(asks(other, large[i])); /* nothing is left */
        assert_int_equal(other->closed, ZK_CLOSE_POLICY);
    }
}

/* Five at once, then one a second; and reactions, one in two seconds. */
static void test_hints_and_reactions_at_once(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, ",\"advice\":true");
    struct end *who = mover(a, b);
    for (unsigned i = 0; i < 5; i++) assert_true(asks(who, ask_for_hint));
    assert_false(asks(who, ask_for_hint));
    world->host.now_ms += 1000;
    assert_true(asks(who, ask_for_hint));
    assert_false(asks(who, ask_for_hint));
    for (unsigned i = 0; i < 5; i++) assert_true(asks(who, react));
    assert_false(asks(who, react));
    world->host.now_ms += 2000;
    assert_true(asks(who, react));
    assert_false(asks(who, react));
    assert_int_equal(who->closed, 0);
}

/* One address uses up its quarter of what all who watch a table may ask; others who watch there go on, and so does who plays
 * there from the same address. */
static void test_watching_of_an_address(void **state) {
    enum { CONNECTIONS = 7, OTHER = 99 };
    struct world *world = *state;
    struct end *a = enter_from(world, CONNECTIONS, OTHER), *b = enter(world, CONNECTIONS + 1);
    sit_two(world, a, b, "");
    struct end *other = watch(world, CONNECTIONS + 2, a);
    for (unsigned i = 0; i < CONNECTIONS; i++) watch_from(world, i, a, OTHER);
    for (unsigned i = 0; i < 100; i++)
        assert_true(asks(&world->end[i % CONNECTIONS], look_back));
    struct end *next_one = &world->end[100 % CONNECTIONS];
    assert_false(asks(next_one, look_back));
    assert_int_equal(next_one->closed, 0);
    for (unsigned i = 0; i < 15; i++) assert_true(asks(other, look_back));
    assert_true(asks(a, look_back));
}

/* ---- In the long run ----
 *
 * At a pace that the short window allows and the long one does not, until that one is used up. */

/* 10 a second where 5 come back: 18,000 last for an hour. */
static void test_messages_for_hours(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0);
    assert_in_range(asked_before_too_fast(world, 0, 1, ping, 100), 35990, 36010);
    assert_int_equal(a->closed, ZK_CLOSE_POLICY);
}

/* Twenty connections, 80 a second together, where 50 come back: 180,000 last for 6,000 seconds. */
static void test_messages_of_an_address_for_hours(void **state) {
    enum { CONNECTIONS = 20, OTHER = 9 };
    struct world *world = *state;
    for (unsigned i = 0; i < CONNECTIONS; i++) enter_from(world, i, OTHER);
    assert_in_range(asked_before_too_fast(world, 0, CONNECTIONS, frame, 250), 479900, 480100);
}

/* Three connections for one seat, 12 a second, of which five are one look at its history; 24,000 an hour come back. */
static void test_asks_of_a_seat_for_hours(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 3), *b = enter(world, 4);
    sit_two(world, a, b, "");
    for (unsigned i = 0; i < 3; i++) come(world, i, a->table, a->token);
    assert_in_range(asked_before_too_fast(world, 0, 3, look_back, 1250), 10780, 10820);
    for (unsigned i = 0; i < 3; i++) assert_int_equal(world->end[i].closed, 0);
    assert_true(asks(b, look_back)); /* another seat */
}

/* Twenty who watch from addresses of their own, 80 a second, where 100,000 an hour come back. */
static void test_asks_of_watchers_for_hours(void **state) {
    enum { WATCHERS = 20 };
    struct world *world = *state;
    struct end *a = enter(world, WATCHERS), *b = enter(world, WATCHERS + 1);
    sit_two(world, a, b, "");
    for (unsigned i = 0; i < WATCHERS; i++) watch(world, i, a);
    assert_in_range(asked_before_too_fast(world, 0, WATCHERS, look_back, 1250), 30600, 30680);
    for (unsigned i = 0; i < WATCHERS; i++) assert_int_equal(world->end[i].closed, 0);
    assert_true(asks(a, look_back)); /* who sits there */
}

/* Four who watch from one address, 20 a second, where 25,000 an hour come back. */
static void test_watching_of_an_address_for_hours(void **state) {
    enum { CONNECTIONS = 4, OTHER = 99 };
    struct world *world = *state;
    struct end *a = enter(world, CONNECTIONS), *b = enter(world, CONNECTIONS + 1);
    sit_two(world, a, b, "");
    for (unsigned i = 0; i < CONNECTIONS; i++) watch_from(world, i, a, OTHER);
    assert_in_range(asked_before_too_fast(world, 0, CONNECTIONS, look_back, 1000), 7640, 7680);
    assert_int_equal(world->end[0].closed, 0);
    assert_true(asks(watch(world, CONNECTIONS + 2, a), look_back)); /* another address */
}

/* Work of 1,500 entries a second, where 1,000,000 an hour come back: they last for 818 seconds. */
static void test_work_for_hours(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    assert_in_range(asked_before_too_fast(world, 0, 1, work_and_look_back, 1000), 810, 825);
    assert_int_equal(a->closed, 0);
    assert_true(asks(b, look_back)); /* another address */
}

/* A hint every two seconds where 600 an hour come back; a reaction every four where 300 do. */
static void test_hints_and_reactions_for_hours(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, ",\"advice\":true");
    struct end *who = mover(a, b);
    unsigned place = (unsigned)(who - world->end);
    assert_in_range(asked_before_too_fast(world, place, 1, ask_for_hint, 2000), 895, 905);
    assert_in_range(asked_before_too_fast(world, place, 1, react, 4000), 445, 455);
    assert_int_equal(who->closed, 0);
}

/* ---- In a turn of the loop ---- */

enum { ADDRESSES = 3, CONNECTIONS = 2 }; /* so many each */

/* How many pongs each address was sent since the last time; what else is sent counts for little. */
static void count_pongs(struct world *world, uint32_t pongs[ADDRESSES]) {
    memset(pongs, 0, ADDRESSES * sizeof *pongs);
    for (unsigned i = 0; i < ADDRESSES * CONNECTIONS; i++) {
        pongs[i / CONNECTIONS] += world->end[i].count;
        forget(&world->end[i]);
    }
}

/* An address has 64 of a turn, of which a ping is one, and 2 KB that are sent. Those who had to wait have 128 of the next one
 * together: two of three go on. */
static void test_share_of_a_turn(void **state) {
    enum { PINGS = 75 }; /* of each connection */
    struct world *world = *state;
    uint32_t pongs[ADDRESSES];
    world->one_turn = true;
    for (unsigned i = 0; i < ADDRESSES * CONNECTIONS; i++) {
        enter_from(world, i, (uint8_t)(i / CONNECTIONS));
        for (unsigned k = 0; k < PINGS; k++) ping(&world->end[i]);
    }
    count_pongs(world, pongs);
    for (unsigned i = 0; i < ADDRESSES; i++) assert_in_range(pongs[i], 60, 64);
    host_tick(&world->host, 0);
    count_pongs(world, pongs);
    for (unsigned i = 0; i < 2; i++) assert_in_range(pongs[i], 60, 64);
    assert_int_equal(pongs[2], 0);
    host_tick(&world->host, 0);
    count_pongs(world, pongs);
    assert_in_range(pongs[2], 60, 64);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        USUAL(test_messages_of_an_address),
        USUAL(test_what_counts_as_five),
        USUAL(test_hints_and_reactions_at_once),
        USUAL(test_messages_for_hours),
        USUAL(test_messages_of_an_address_for_hours),
        USUAL(test_asks_of_a_seat_for_hours),
        USUAL(test_watching_of_an_address),
        USUAL(test_watching_of_an_address_for_hours),
        USUAL(test_asks_of_watchers_for_hours),
        USUAL(test_work_for_hours),
        USUAL(test_hints_and_reactions_for_hours),
        USUAL(test_share_of_a_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
