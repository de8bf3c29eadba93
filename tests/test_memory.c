/* test_memory.c: which tables are in the server's memory: they are read when somebody asks for them, in pieces, or set aside
 * when they make no sense, and go when they take too much; who plays elsewhere is not put out for that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "guests.h"

static void test_tables_come_and_go(void **state) {
    struct world *world = *state;
    stop(world);
    world->limits.tables_max = 3;
    world->limits.opens_per_address = (struct zk_rate){0};
    start(world);
    struct end *a = enter(world, 0), *b = enter(world, 1);
    char id[5][ZK_TABLE_ID_SIZE], token[5][ZK_TOKEN_SIZE];
    for (unsigned i = 0; i < 5; i++) {
        say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o%u\"}", i);
        settle(world);
        copy_word(a->said[a->count - 1], "table", id[i], sizeof id[i]);
        copy_word(a->said[a->count - 1], "A", token[i], sizeof token[i]);
        memcpy(b->table, id[i], sizeof id[i]);
        memcpy(b->token, token[i], sizeof token[i]);
        b->number = 0;
        order(b, "sit", ",\"name\":\"Ann\"");
        settle(world);
    }
    assert_int_equal(zk_server_tables(world->host.server), 3);
    /* Each is there all the same. */
    for (unsigned i = 0; i < 5; i++) {
        memcpy(a->table, id[i], sizeof id[i]);
        memcpy(a->token, token[i], sizeof token[i]);
        if (i >= 3) break;
        pass_over(a);
        join(a);
        settle(world);
        says(a, "\"snapshot\":1,");
    }
    /* Three tables with somebody at them leave no place for a fourth. */
    pass_over(a);
    join(a);
    says(a, "server.full");
    say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"x\"}");
    says(a, "server.full");
    leave(a);
    host_tick(&world->host, world->limits.idle_ms + 60000);
    assert_int_equal(zk_server_tables(world->host.server), 0);
}

/* Tables that take too much memory: those that nobody is at leave it, then the largest do, with those who are there. */
static void test_large_tables_give_way(void **state) {
    struct world *world = *state;
    zk_limits_lift(&world->limits);
    world->limits.tables_size = 48 * 1024;
    stop(world);
    start(world);
    struct end *a = enter(world, 0), *b = enter(world, 1), *c = enter(world, 2),
               *d = enter(world, 3), *e = enter(world, 4), *f = enter(world, 5);
    sit_two(world, e, f, "");
    leave(e);
    leave(f);
    sit_two(world, c, d, "");
    sit_two(world, a, b, "");
    host_tick(&world->host, 1000);
    assert_int_equal(zk_server_tables(world->host.server), 3);
    unsigned least = 3;
    for (unsigned i = 0; i < 1000 && !a->closed; i++) {
        order(a, i % 2 ? "resume" : "pause", "");
        settle(world);
        host_tick(&world->host, 1000);
        forget(a);
        forget(b);
        if (!a->closed) least = zk_server_tables(world->host.server);
    }
    assert_int_equal(least, 2); /* the one that nobody was at went before */
    assert_int_equal(a->closed, ZK_CLOSE_POLICY);
    assert_int_equal(b->closed, ZK_CLOSE_POLICY);
    assert_int_equal(c->closed, 0);
    assert_int_equal(zk_server_tables(world->host.server), 1);
    /* It is there all the same for whoever comes again, as far as it is large alone. */
    char table[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
    memcpy(table, a->table, sizeof table);
    memcpy(token, a->token, sizeof token);
    leave(a);
    leave(b);
    leave(c);
    leave(d);
    a = come(world, 0, table, token);
    join(a);
    settle(world);
    says(a, "\"snapshot\":");
}

/* Who has come from there and opened so many tables, each of them is at. */
static void open_tables(struct world *world, unsigned first, uint8_t from, unsigned count) {
    char id[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
    struct end *end = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (i % ZK_LISTENERS_MAX == 0) end = enter_from(world, first++, from);
        say(end, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o%u\"}", i);
        settle(world);
        copy_word(end->said[end->count - 1], "table", id, sizeof id);
        copy_word(end->said[end->count - 1], "A", token, sizeof token);
        memcpy(end->table, id, sizeof id);
        memcpy(end->token, token, sizeof token);
        end->number = 0;
        join(end);
        pass_over(end);
    }
}

/* A few addresses that are at all the tables there is place for keep nobody else from one. */
static void test_a_crowd_gives_way(void **state) {
    struct world *world = *state;
    zk_limits_lift(&world->limits);
    world->limits.tables_max = 64;
    stop(world);
    start(world);
    struct end *a = enter(world, 20), *b = enter(world, 21), *c = enter(world, 22);
    sit_two(world, a, b, "");
    /* One of them watches there, which is where nobody did anything for longest. */
    struct end *watcher = enter_from(world, 0, 1);
    memcpy(watcher->table, a->table, sizeof watcher->table);
    join(watcher);
    open_tables(world, 1, 1, 63);
    assert_int_equal(zk_server_tables(world->host.server), 64);
    for (unsigned i = 0; i < 3; i++) {
        say(c, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"c%u\"}", i);
        settle(world);
        says(c, "\"tokens\":");
        copy_word(c->said[c->count - 1], "table", c->table, sizeof c->table);
        copy_word(c->said[c->count - 1], "A", c->token, sizeof c->token);
        c->number = 0;
        join(c);
        pass_over(c);
        host_tick(&world->host, 0);
        assert_int_equal(zk_server_tables(world->host.server), 64);
        assert_int_equal(world->end[1].closed, ZK_CLOSE_POLICY); /* used longest ago */
    }
    for (unsigned i = 0; i < 17; i++) assert_true(i == 1 || !world->end[i].closed);
    assert_int_equal(a->closed, 0);
    assert_int_equal(b->closed, 0);
    assert_int_equal(c->closed, 0);
}

/* Where nobody has many, nobody goes. */
static void test_no_crowd_no_place(void **state) {
    struct world *world = *state;
    zk_limits_lift(&world->limits);
    world->limits.tables_max = 64;
    stop(world);
    start(world);
    for (unsigned i = 0; i < 4; i++) open_tables(world, 4 * i, (uint8_t)i, 16);
    struct end *c = enter(world, 22);
    open_tables(world, 23, 23, 1); /* in the place that is to spare */
    host_tick(&world->host, 0);
    assert_int_equal(zk_server_tables(world->host.server), 65);
    say(c, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"c\"}");
    says(c, "server.full");
    for (unsigned i = 0; i < 16; i++) assert_int_equal(world->end[i].closed, 0);
    assert_true(zk_server_due_ms(world->host.server) > world->host.now_ms);
}

/* ---- Long tables ---- */

enum { LONG_TABLES = 6, LONG_ENTRIES = 1280, LONG_SIZE = 128 * 1024 }; /* of each, about */

/* Tables with many entries, none of which is in memory; whose turn it is, is told there. */
struct long_table {
    char id[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
};

static void make_long_tables(struct world *world, struct long_table table[LONG_TABLES]) {
    zk_limits_lift(&world->limits);
    stop(world);
    start(world);
    struct end *a = enter(world, 0), *b = enter(world, 1);
    for (unsigned i = 0; i < LONG_TABLES; i++) {
        sit_two(world, a, b, ",\"advice\":true");
        const struct end *who = mover(a, b);
        memcpy(table[i].id, who->table, sizeof table[i].id);
        memcpy(table[i].token, who->token, sizeof table[i].token);
        while (model_find(world->memory, a->table)->count < LONG_ENTRIES) {
            order(a, "pause", "");
            settle(world);
            order(a, "resume", "");
            settle(world);
            forget(a);
            forget(b);
        }
        leave(a);
        leave(b);
        a = enter(world, 0);
        b = enter(world, 1);
    }
    world->limits.tables_size = 3 * LONG_SIZE;
    stop(world);
    start(world);
}

/* Who has many long tables read at once puts out nobody who plays. */
static void test_reading_puts_out_nobody(void **state) {
    struct world *world = *state;
    struct long_table table[LONG_TABLES];
    struct end *end[LONG_TABLES];
    make_long_tables(world, table);
    struct end *a = enter(world, LONG_TABLES), *b = enter(world, LONG_TABLES + 1);
    sit_two(world, a, b, "");
    for (unsigned i = 0; i < LONG_TABLES; i++) {
        end[i] = come(world, i, table[i].id, table[i].token);
        join(end[i]);
    }
    unsigned tables =
        0; /* when the first of them has been read whole: one has given way before */
    while (world->host.reads) {
        read_back(world);
        for (unsigned i = 0; i < LONG_TABLES && !tables; i++)
            if (end[i]->count) tables = zk_server_tables(world->host.server);
        host_tick(&world->host, 1000);
    }
    assert_in_range(tables, 1, LONG_TABLES);
    assert_int_equal(a->closed, 0);
    assert_int_equal(b->closed, 0);
    unsigned out = 0;
    for (unsigned i = 0; i < LONG_TABLES; i++) {
        out += end[i]->closed == ZK_CLOSE_POLICY;
        if (!end[i]->closed) says(end[i], "\"snapshot\":");
    }
    assert_in_range(out, 1, LONG_TABLES - 1);
    assert_int_equal(zk_server_tables(world->host.server), 1 + LONG_TABLES - out);
}

/* Makes a long table twice as long. */
static void lengthen(struct end *end) {
    const struct kept *kept = model_find(end->world->memory, end->table);
    for (unsigned i = 0; kept->count < 2 * LONG_ENTRIES; i++) {
        order(end, i % 2 ? "resume" : "pause", "");
        settle(end->world);
        forget(end);
    }
}

/* Nor does who is at many tables of the same length put out who plays at one that is longer than most of them. */
static void test_a_crowd_puts_out_nobody(void **state) {
    struct world *world = *state;
    struct long_table table[LONG_TABLES];
    make_long_tables(world, table);
    world->limits.tables_size = 5 * LONG_SIZE;
    stop(world);
    start(world);
    struct end *a = come(world, LONG_TABLES, table[0].id, table[0].token);
    join(a);
    settle(world);
    lengthen(a);
    struct end *crowd[LONG_TABLES];
    for (unsigned i = 1; i < LONG_TABLES; i++) {
        crowd[i] = enter_from(world, i, 1);
        memcpy(crowd[i]->table, table[i].id, sizeof table[i].id);
        memcpy(crowd[i]->token, table[i].token, sizeof table[i].token);
        join(crowd[i]);
    }
    settle(world);
    lengthen(crowd[1]);
    host_tick(&world->host, 1000);
    assert_int_equal(a->closed, 0);
    assert_int_equal(crowd[1]->closed, ZK_CLOSE_POLICY);
    unsigned out = 0;
    for (unsigned i = 1; i < LONG_TABLES; i++) out += crowd[i]->closed == ZK_CLOSE_POLICY;
    assert_int_equal(out, 2);
}

/* Many connections of one address that have asked for a table each, and behind them one of another. */
enum { MANY = 20 };

static void ask_for_many(struct world *world, struct end *end[MANY + 1]) {
    struct long_table table[MANY + 1];
    zk_limits_lift(&world->limits);
    stop(world);
    start(world);
    for (unsigned i = 0; i <= MANY; i++) {
        open_tables(world, i, 0, 1);
        memcpy(table[i].id, world->end[i].table, sizeof table[i].id);
        memcpy(table[i].token, world->end[i].token, sizeof table[i].token);
    }
    stop(world);
    start(world);
    for (unsigned i = 0; i <= MANY; i++) {
        end[i] = enter_from(world, i, i == MANY);
        memcpy(end[i]->table, table[i].id, sizeof table[i].id);
        memcpy(end[i]->token, table[i].token, sizeof table[i].token);
        join(end[i]);
    }
}

/* Who has many tables read at once does not have all of them read before somebody else's one. */
static void test_reads_take_turns(void **state) {
    enum { SOON = 10 };
    struct world *world = *state;
    struct end *end[MANY + 1];
    ask_for_many(world, end);
    for (unsigned i = 0; i < SOON && !end[MANY]->count; i++) read_back(world);
    says(end[MANY], "\"snapshot\":");
    settle(world);
    for (unsigned i = 0; i < MANY; i++) says(end[i], "\"snapshot\":");
}

/* What waits to be read when the server stops is not. */
static void test_stop_forgets_reads(void **state) {
    struct world *world = *state;
    struct end *end[MANY + 1];
    ask_for_many(world, end);
    zk_server_stop(world->host.server);
    unsigned reads = 0;
    for (; zk_server_is_busy(world->host.server); reads++) read_back(world);
    assert_in_range(reads, 1, MANY / 2);
}

/* A table for which nobody waits any more is not read on: nobody would pay for that. */
static void test_reading_for_nobody(void **state) {
    struct world *world = *state;
    struct long_table table[LONG_TABLES];
    make_long_tables(world, table);
    for (unsigned pieces = 0; pieces < 2; pieces++) {
        struct end *a = come(world, 0, table[0].id, table[0].token);
        join(a);
        for (unsigned i = 0; i < pieces; i++) read_back(world);
        leave(a);
        read_back(world);
        assert_int_equal(world->host.reads, 0);
        assert_int_equal(zk_server_tables(world->host.server), 0);
    }
}

/* Nor does a server that stops read on: nobody would be answered. */
static void test_stop_ends_reading(void **state) {
    struct world *world = *state;
    struct long_table table[LONG_TABLES];
    make_long_tables(world, table);
    for (unsigned i = 0; i < LONG_TABLES; i++)
        join(come(world, i, table[i].id, table[i].token));
    assert_int_equal(world->host.reads, LONG_TABLES);
    zk_server_stop(world->host.server);
    for (unsigned i = 0; i < LONG_TABLES; i++) read_back(world);
    assert_int_equal(world->host.reads, 0);
    assert_false(zk_server_is_busy(world->host.server));
}

/* A table where advice is waited for is held by who asked for it, whether they have joined or not. */
static void test_advice_puts_out_nobody(void **state) {
    struct world *world = *state;
    struct long_table table[LONG_TABLES];
    struct end *end[LONG_TABLES];
    make_long_tables(world, table);
    struct end *a = enter(world, LONG_TABLES), *b = enter(world, LONG_TABLES + 1);
    sit_two(world, a, b, "");
    for (unsigned i = 0; i < LONG_TABLES; i++) {
        end[i] = come(world, i, table[i].id, table[i].token);
        order(end[i], "hint", "");
        while (world->host.reads) read_back(world);
        while (world->host.writes) write_back(world, RIGHT);
    }
    host_tick(&world->host, 1000);
    host_think(&world->host); /* what was thought holds its table to its end */
    host_tick(&world->host, 1000);
    assert_int_equal(a->closed, 0);
    assert_int_equal(b->closed, 0);
    unsigned out = 0;
    for (unsigned i = 0; i < LONG_TABLES; i++) out += end[i]->closed == ZK_CLOSE_POLICY;
    assert_in_range(out, 1, LONG_TABLES - 1);
    assert_in_range(zk_server_tables(world->host.server), 2, 1 + 3);
    settle(world);
}

/* A long table is read and folded in pieces. */
static void test_read_in_pieces(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    const struct kept *kept = model_find(world->memory, a->table);
    while (kept->count <= 2 * ZK_READ_ENTRIES_MAX) {
        order(a, "pause", "");
        settle(world);
        order(a, "resume", "");
        settle(world);
        forget(a);
        forget(b);
    }
    stop(world);
    start(world);
    a = enter(world, 0);
    join(a);
    for (unsigned pieces = 0; pieces < 3; pieces++) {
        is_silent(a);
        read_back(world);
    }
    host_tick(&world->host, 0); /* reading was more than its share of one turn */
    says(a, "\"snapshot\":");
    assert_int_equal(a->number, kept->count);
    assert_int_equal(world->host.reads, 0);
}

/* A card set that only one table has is memory of that table's. */
static void test_card_sets_count(void **state) {
    enum {
        TABLES = 8,
        SIZE = 12 * 1024
    }; /* more than a table, less than one with its cards */
    struct world *world = *state;
    static char set[ZK_CARDS_SIZE], message[2 * ZK_CARDS_SIZE];
    FILE *file = fopen("cards/niseko-2.json", "r");
    assert_non_null(file);
    set[fread(set, 1, sizeof set - 1, file)] = '\0';
    fclose(file);
    char *name = strstr(set, "niseko-2");
    assert_non_null(name);
    world->limits.tables_size = TABLES * SIZE;
    stop(world);
    start(world);
    for (unsigned i = 0; i < TABLES; i++) {
        struct end *end = enter(world, i);
        name[7] = (char)('a' + i);
        int size = snprintf(
            message, sizeof message,
            "{\"zashiki\":1,\"do\":\"open\",\"game\":\"yotei\",\"options\":{\"cards\":"
            "\"niseko-%c\"},\"cardset\":%s,\"request\":\"o\"}",
            name[7], set);
        zk_server_message(world->host.server, end->guest, message, (size_t)size);
        settle(world);
        copy_word(next(end), "table", end->table, sizeof end->table);
        copy_word(end->said[0], "A", end->token, sizeof end->token);
        join(end);
        says(end, "\"snapshot\":");
    }
    host_tick(&world->host, 1000);
    assert_in_range(zk_server_tables(world->host.server), TABLES / 4, TABLES / 2 + 1);
}

/* ---- Set aside ---- */

static void test_set_aside(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    struct kept *kept = model_find(world->memory, a->table);
    leave(a);
    leave(b);
    stop(world);
    kept->line[4][10] ^= 1;
    start(world);
    while (zk_server_check_some(world->host.server, 1)) settle(world);
    assert_int_equal(world->reports, 1);
    settle(world);
    assert_string_equal(kept->head.aside, "it does not go on with entry 5");
    a = enter(world, 0);
    join(a);
    settle(world);
    says(a, "table.aside");
    assert_int_equal(world->reports, 1);
}

/* Rules that only a newer program has. */
static void test_set_aside_for_its_rules(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, ",\"rules\":1");
    struct kept *kept = model_find(world->memory, a->table);
    assert_int_equal(kept->head.rules_version, 1);
    leave(a);
    leave(b);
    stop(world);
    kept->head.rules_version = 2;
    start(world);
    while (zk_server_check_some(world->host.server, 1)) settle(world);
    settle(world);
    assert_string_equal(kept->head.aside, "it was played by rules version 2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD(test_tables_come_and_go),      WORLD(test_large_tables_give_way),
        WORLD(test_reading_puts_out_nobody), WORLD(test_reads_take_turns),
        WORLD(test_stop_forgets_reads),      WORLD(test_reading_for_nobody),
        WORLD(test_stop_ends_reading),       WORLD(test_advice_puts_out_nobody),
        WORLD(test_read_in_pieces),          WORLD(test_set_aside),
        WORLD(test_a_crowd_gives_way),       WORLD(test_no_crowd_no_place),
        WORLD(test_a_crowd_puts_out_nobody), WORLD(test_card_sets_count),
        WORLD(test_set_aside_for_its_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
