/* test_turns.c: a share of each turn of the server's loop for an address. What is counted is work and turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "guests.h"

enum { SHARE = 30, LATE = 60 };

/* Two who play, and from here on the test turns the loop. */
static void begin_turns(struct world *world, struct end *a, struct end *b) {
    stop(world);
    world->limits.turn_per_address = SHARE;
    world->limits.turn_late = LATE;
    start(world);
    enter(world, 0);
    enter(world, 1);
    sit_two(world, a, b, "");
    world->one_turn = true;
    host_tick(&world->host, 200);
}

/* How many answers it was sent since the last time, each to the request after the one before. */
static uint32_t answers(struct end *end, uint32_t *last) {
    uint32_t count = 0;
    while (end->read < end->count) {
        const char *at = strstr(next(end), "\"request\":\"h");
        if (!at) continue;
        assert_int_equal(strtol(at + 12, NULL, 10), ++*last);
        count++;
    }
    return count;
}

static struct end *watch_from(struct world *world, unsigned place, uint8_t from,
                              const struct end *other) {
    struct end *end = enter_from(world, place, from);
    memcpy(end->table, other->table, sizeof end->table);
    end->token[0] = '\0';
    return end;
}

static void look_back(struct end *end, uint32_t number) {
    say(end,
        "{\"zashiki\":1,\"do\":\"history\",\"table\":\"%s\",\"from\":1,\"to\":6,\"request\":\"h%u\"}",
        end->table, number);
}

/* However much two connections of one address ask for at once, in one turn they have their share of it and one
 * message more. The rest comes in the turns after, in order, and nobody else waits for it. */
static void test_share_of_a_turn(void **state) {
    struct world *world = *state;
    struct end *a = &world->end[0], *b = &world->end[1];
    begin_turns(world, a, b);
    struct end *one = watch_from(world, 2, 9, a), *two = watch_from(world, 3, 9, a);
    uint32_t last[2] = {0}, count, turns = 0, most = 0, least = UINT32_MAX;
    for (uint32_t i = 1; i <= 20; i++) {
        look_back(one, i);
        look_back(two, i);
    }
    uint32_t first = answers(one, &last[0]) + answers(two, &last[1]);
    assert_in_range(first, 1, SHARE / 6 + 1); /* six entries each, and what is sent */
    order(a, "pause", "");                    /* in the same turn, after all of them */
    assert_int_equal(world->host.writes, 1);
    settle(world);
    while (last[0] + last[1] < 40) {
        assert_true(zk_server_due_ms(world->host.server) <= world->host.now_ms);
        host_tick(&world->host, 0);
        count = answers(one, &last[0]) + answers(two, &last[1]);
        assert_in_range((int)last[0] - (int)last[1] + 2, 0, 4); /* they take turns */
        if (count > most) most = count;
        if (count < least && last[0] + last[1] < 40) least = count;
        turns++;
    }
    assert_in_range(most, 1, first);
    assert_true(least >= 1); /* nor does anybody wait in vain */
    assert_true(turns >= 40 / (SHARE / 6 + 1) - 1);
    assert_int_equal(one->closed + two->closed, 0);
}

/* More addresses than can go on in one turn: who came first goes on first, and somebody new does not wait. */
static void test_late_ones_take_turns(void **state) {
    struct world *world = *state;
    struct end *a = &world->end[0], *b = &world->end[1], *late[6];
    begin_turns(world, a, b);
    uint32_t last[6] = {0}, before[6] = {0};
    for (unsigned i = 0; i < 6; i++) late[i] = watch_from(world, 2 + i, (uint8_t)(20 + i), a);
    for (unsigned i = 0; i < 6; i++)
        for (uint32_t n = 1; n <= 30; n++) look_back(late[i], n);
    for (unsigned i = 0; i < 6; i++) answers(late[i], &last[i]);
    uint32_t had = last[0];
    for (unsigned turn = 0; turn < 6; turn++) { /* LATE is what two of them may have */
        memcpy(before, last, sizeof last);
        host_tick(&world->host, 0);
        unsigned went_on = 0;
        for (unsigned i = 0; i < 6; i++) {
            went_on += answers(late[i], &last[i]) > 0;
            assert_int_equal(last[i] > before[i], i / 2 == turn % 3);
        }
        assert_int_equal(went_on, 2);
        struct end *other = watch_from(world, 20, (uint8_t)(100 + turn), a);
        uint32_t none = 0;
        look_back(other, 1);
        assert_int_equal(answers(other, &none), 1);
        leave(other);
    }
    for (unsigned i = 0; i < 6; i++) assert_int_equal(last[i], 3 * had);
    leave(late[3]); /* with much that waits */
    for (unsigned turn = 0; turn < 40; turn++) host_tick(&world->host, 0);
    for (unsigned i = 0; i < 6; i++)
        if (i != 3) answers(late[i], &last[i]), assert_int_equal(last[i], 30);
}

/* Those who wait at the door of a table that is being written have no more of the turn in which that ends. */
static void test_share_at_a_door(void **state) {
    struct world *world = *state;
    struct end *a = &world->end[0], *b = &world->end[1], *late[10];
    begin_turns(world, a, b);
    uint32_t last[10] = {0}, none = 0, count = 0;
    for (unsigned i = 0; i < 10; i++) late[i] = watch_from(world, 2 + i, 9, a);
    struct end *other = watch_from(world, 20, 10, a);
    order(a, "pause", "");
    for (unsigned i = 0; i < 10; i++) look_back(late[i], 1);
    look_back(other, 1);
    host_tick(&world->host, 0);
    write_back(world, RIGHT);
    for (unsigned i = 0; i < 10; i++) count += answers(late[i], &last[i]);
    assert_in_range(count, 1, SHARE / 6 + 1);
    assert_int_equal(answers(other, &none), 1); /* who came after them */
    for (unsigned turn = 0; turn < 4; turn++) host_tick(&world->host, 0);
    for (unsigned i = 0; i < 10; i++) count += answers(late[i], &last[i]);
    assert_int_equal(count, 10);
}

/* A table with bots in both seats, joined; what it wrote last is not written yet. */
static void open_for_bots(struct world *world, struct end *end) {
    say(end, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o%u\"}",
        world->requests++);
    write_back(world, RIGHT);
    copy_word(end->said[end->count - 1], "table", end->table, sizeof end->table);
    copy_word(end->said[end->count - 1], "A", end->token, sizeof end->token);
    end->number = 0;
    join(end);
    order(end, "bot", ",\"seat\":\"B\",\"bot\":\"strong\"");
    write_back(world, RIGHT);
    order(end, "bot", ",\"seat\":\"A\",\"bot\":\"strong\"");
}

/* Many wait at the door of a table when its bot is found not to think: then they go on, and may leave in the same
 * turn. */
static void go_on_and_leave(struct world *world, bool shares) {
    struct end *a = &world->end[0], *late[14];
    stop(world);
    world->limits.turn_per_address = SHARE;
    world->limits.turn_late = LATE;
    world->limits.bot_delay_ms = 0;
    world->shares = shares;
    start(world);
    enter(world, 0);
    open_for_bots(world, a);
    if (!shares) { /* its bot has the only thread */
        write_back(world, RIGHT);
        host_tick(&world->host, 0);
        assert_int_equal(world->host.thoughts, 1);
        open_for_bots(world, a);
    }
    world->one_turn = true;
    uint32_t last = 0, had = 0, gone = 0;
    for (unsigned i = 0; i < 14; i++) late[i] = watch_from(world, 2 + i, 9, a);
    for (unsigned i = 0; i < 14; i++) look_back(late[i], 1);
    zk_server_turn(world->host.server);
    write_back(world, RIGHT);
    host_tick(&world->host, 0);
    zk_server_turn(world->host.server);
    for (unsigned i = 0; i < 14; i++) {
        last = 0;
        had += answers(late[i], &last);
        if (!last) forget(late[i]);
    }
    if (shares)
        write_back(world, FAILED); /* another process thinks for this bot */
    else
        leave(a); /* nobody is there, and it waited */
    for (unsigned i = 0; i < 14; i++) {
        if (!late[i]->count || late[i]->read == late[i]->count) continue;
        leave(late[i]);
        gone++;
    }
    assert_in_range(had, 2, 12);
    assert_true(gone >= 1);
    for (unsigned turn = 0; turn < 4; turn++) host_tick(&world->host, 0);
    while (world->host.thoughts) host_think(&world->host);
    /* Nor is it charged to whoever asked last when their address is forgotten. */
    for (unsigned i = 0; i < GUESTS; i++)
        if (world->end[i].guest) leave(&world->end[i]);
    for (unsigned i = 0; i < 3; i++) {
        host_tick(&world->host, ZK_VISITOR_KEPT_MS);
        settle(world);
    }
    say(enter(world, 20), "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
}

static void test_leaving_lets_others_go_on(void **state) { go_on_and_leave(*state, false); }

static void test_claims_let_others_go_on(void **state) { go_on_and_leave(*state, true); }

/* What is told of a command to all who are there is done for the one who gave it. */
static void test_telling_counts(void **state) {
    struct world *world = *state;
    struct end *a = &world->end[0], *b = &world->end[1];
    unsigned commands = 0;
    begin_turns(world, a, b);
    for (unsigned i = 2; i < GUESTS; i++) join(watch_from(world, i, (uint8_t)i, a));
    host_tick(&world->host, 200);
    while (commands < 10) {
        order(a, commands % 2 ? "resume" : "pause", "");
        if (!world->host.writes) break;
        write_back(world, RIGHT);
        commands++;
    }
    assert_in_range(commands, 1, 3); /* 24 are told of each */
    host_tick(&world->host, 0);
    assert_int_equal(world->host.writes, 1);
}

/* What is within the limits is done, if later: as many messages as may come at once. */
static void test_late_is_not_too_much(void **state) {
    struct world *world = *state;
    stop(world);
    world->limits = zk_limits_usual;
    start(world);
    struct end *a = enter(world, 0);
    world->one_turn = true;
    for (unsigned i = 0; i < world->limits.messages.burst.most; i++)
        say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"h%u\"}", i + 1);
    assert_int_equal(a->closed, 0);
    uint32_t last = 0;
    assert_in_range(answers(a, &last), world->limits.turn_per_address - 2,
                    world->limits.turn_per_address);
    host_tick(&world->host, 0);
    answers(a, &last);
    assert_int_equal(last, world->limits.messages.burst.most);
    assert_int_equal(a->closed, 0);
}

/* What waits has a bound in bytes: of an address, whose connections are many. Nobody else's counts. */
static void test_what_waits_has_a_bound(void **state) {
    enum { LATE_ONES = 8, SIZE = 8000 };
    static char message[SIZE];
    struct world *world = *state;
    struct end *a = &world->end[0], *b = &world->end[1], *late[LATE_ONES];
    begin_turns(world, a, b);
    for (unsigned i = 0; i < LATE_ONES; i++) late[i] = watch_from(world, 2 + i, 9, a);
    size_t waits[LATE_ONES] = {0}, all = 0, most = 0;
    memset(message, ' ', sizeof message);
    for (unsigned n = 0; n < ZK_LATE_MAX; n++)
        for (unsigned i = 0; i < LATE_ONES; i++) {
            if (late[i]->closed) continue;
            zk_server_message(world->host.server, late[i]->guest, message, sizeof message);
            all += SIZE;
            waits[i] += SIZE;
            if (late[i]->closed) all -= waits[i]; /* with all that it has said */
            if (all > most) most = all;
        }
    assert_in_range(most, ZK_HELD_MAX - SIZE, ZK_HELD_MAX + SHARE * SIZE);
    say(watch_from(world, 20, 10, a), "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"h1\"}");
    uint32_t last = 0;
    assert_int_equal(answers(&world->end[20], &last), 1);
    /* When all of it is done there is place again. */
    for (unsigned turn = 0; turn < ZK_LATE_MAX; turn++) host_tick(&world->host, 0);
    for (unsigned i = 0; i < LATE_ONES; i++) leave(late[i]);
    late[0] = watch_from(world, 2, 9, a);
    for (unsigned n = 0; n < SHARE + 10; n++)
        zk_server_message(world->host.server, late[0]->guest, message, sizeof message);
    assert_int_equal(late[0]->closed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD(test_share_of_a_turn),         WORLD(test_late_ones_take_turns),
        WORLD(test_share_at_a_door),         WORLD(test_telling_counts),
        WORLD(test_late_is_not_too_much),    WORLD(test_leaving_lets_others_go_on),
        WORLD(test_claims_let_others_go_on), WORLD(test_what_waits_has_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
