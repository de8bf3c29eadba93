/* test_server.c: the server's own thinking, with a test for its network, its disk and its clock (guests.h). Which tables
 * are in its memory: test_memory.c. The last test lets guests do anything at any time, over many seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "guests.h"

/* ---- Told when durable ---- */

static void test_told_when_durable(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1), *c = enter(world, 2);
    say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o\"}");
    is_silent(a);
    write_back(world, RIGHT);
    says(a, "\"tokens\"");
    pass_over(a);
    open_for_two(world, a, b, "");
    memcpy(c->table, a->table, sizeof c->table);
    join(c);
    pass_over(c);
    order(a, "sit", ",\"name\":\"Ann\"");
    is_silent(a);
    is_silent(b);
    /* Meanwhile others wait, in order, whatever they ask for. */
    order(b, "sit", ",\"name\":\"Ben\"");
    struct end *d = enter(world, 3);
    memcpy(d->table, a->table, sizeof d->table);
    join(d);
    is_silent(d);
    write_back(world, RIGHT);
    says(a, "\"event\":1,");
    says(a, "\"done\":1");
    says(b, "\"event\":1,");
    says(c, "\"event\":1,");
    is_silent(b);
    is_silent(d); /* B's came first, and is under way */
    write_back(world, RIGHT);
    says(a, "\"event\":2,");
    says(b, "\"event\":2,");
    says(d, "\"snapshot\":");
    assert_true(d->number > 2); /* chance has dealt */
}

static void test_leave_in_between(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order(a, "sit", ",\"name\":\"Ann\"");
    order(b, "sit", ",\"name\":\"Ben\""); /* waits */
    order(b, "pause", "");
    leave(a);
    leave(b);
    settle(world);
    struct kept *kept = model_find(world->memory, a->table);
    assert_int_equal(kept->count, 1); /* what waited was never looked at */
    a = enter(world, 0);
    say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o\"}");
    leave(a);
    settle(world);
}

/* Two tables on one connection: one thing at a time, and gone in the middle of it. */
static void test_two_tables(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    char table[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
    open_for_two(world, a, b, "");
    memcpy(table, a->table, sizeof table);
    memcpy(token, a->token, sizeof token);
    open_for_two(world, a, b, "");
    order(a, "sit", ",\"name\":\"Ann\"");
    say(a,
        "{\"zashiki\":1,\"do\":\"sit\",\"table\":\"%s\",\"token\":\"%s\",\"request\":\"x\","
        "\"at\":0,\"name\":\"Ann\"}",
        table, token);
    assert_int_equal(world->host.writes, 1);
    write_back(world, RIGHT);
    assert_int_equal(world->host.writes, 1);
    leave(a);
    settle(world);
    assert_int_equal(model_find(world->memory, table)->count, 1);
    /* A table that is asked for twice is opened once, and told when it is there. */
    a = enter(world, 0);
    for (unsigned i = 0; i < 2; i++)
        say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"twice\"}");
    is_silent(a);
    uint32_t count = world->memory->count;
    settle(world);
    assert_int_equal(world->memory->count, count + 1);
    char first[ZK_TABLE_ID_SIZE], second[ZK_TABLE_ID_SIZE];
    copy_word(next(a), "table", first, sizeof first);
    copy_word(next(a), "table", second, sizeof second);
    assert_string_equal(first, second);
    /* And when it could not be, it is opened after all. */
    say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"third\"}");
    write_back(world, FAILED);
    says(a, "store.failed");
    say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"third\"}");
    write_back(world, RIGHT);
    says(a, "tokens");
}

static void test_hint_for_nobody(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, ",\"advice\":true");
    struct end *who = mover(a, b);
    order(who, "hint", "");
    order(who, "hint", "");
    write_back(world, RIGHT);
    says(who, "\"kind\":\"advice\"");
    says(who, "hint.busy");
    host_think(&world->host);
    says(who, "\"hint\":{\"move\":");
    order(who, "hint", "");
    write_back(world, RIGHT);
    leave(who);
    assert_int_equal(world->host.thoughts, 1);
    assert_true(
        atomic_load(world->host.thought[0]->thought.stop)); /* it is not thought any further */
    host_think(&world->host);
}

/* Advice is told of each time: not even a request that was used before hides it. */
static void test_hint_is_told(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, ",\"advice\":true");
    order_with(a, "sit", "again", "", ",\"name\":\"Ann\"");
    order_with(b, "sit", "again", "", ",\"name\":\"Ben\"");
    settle(world);
    struct end *who = mover(a, b);
    pass_over(who);
    order_with(who, "hint", "again", "", "");
    says(who, "table.stale");
    order_with(who, "hint", "advice", "", "");
    write_back(world, RIGHT);
    says(who, "\"kind\":\"advice\"");
    host_think(&world->host);
    says(who, "\"hint\":{\"move\":");
    order_with(who, "hint", "advice", "",
               ""); /* the same question: the answer may have been lost */
    host_think(&world->host);
    says(who, "\"hint\":{\"move\":");
    /* The next decision of that seat is another question. */
    do {
        char more[128];
        struct end *now = mover(a, b);
        first_move(now, more, sizeof more);
        order(now, "move", more);
        settle(world);
    } while (mover(a, b) != who);
    pass_over(who);
    order_with(who, "hint", "advice", "", "");
    says(who, "table.stale");
    is_silent(who);
    assert_int_equal(world->host.thoughts, 0);
}

/* Tables where bots sit in both seats, four to a connection, all of one address; each waits for its first
 * bot. */
static void open_for_bots(struct world *world, unsigned tables, uint8_t from) {
    struct end *end = NULL;
    for (unsigned i = 0; i < tables; i++) {
        if (i % ZK_LISTENERS_MAX == 0) end = enter_from(world, i / ZK_LISTENERS_MAX, from);
        say(end, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o%u\"}",
            world->requests++);
        while (world->host.writes) write_back(world, RIGHT);
        copy_word(end->said[end->count - 1], "table", end->table, sizeof end->table);
        copy_word(end->said[end->count - 1], "A", end->token, sizeof end->token);
        end->number = 0;
        join(end);
        for (const char *seat = "BA"; *seat; seat++) {
            char more[64];
            snprintf(more, sizeof more, ",\"seat\":\"%c\",\"bot\":\"strong\"", *seat);
            order(end, "bot", more);
            while (world->host.writes) write_back(world, RIGHT);
        }
        end->table[0] = '\0'; /* the events of several tables are not looked at */
    }
    host_tick(&world->host, world->limits.bot_delay_ms);
}

/* Twenty tables of somebody's with strong bots: one that asks for a hint gets it after at most one of
 * these. */
static void test_thinking_is_shared(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 20), *b = enter(world, 21);
    sit_two(world, a, b, ",\"advice\":true");
    open_for_bots(world, 20, 200);
    assert_int_equal(world->host.thoughts, 1); /* as many as there are threads */
    struct zk_health health;
    zk_server_health(world->host.server, &health);
    assert_int_equal(health.thoughts, 20); /* the metrics tell of those that wait, too */
    struct end *who = mover(a, b);
    order(who, "hint", "");
    while (world->host.writes) write_back(world, RIGHT);
    pass_over(who);
    unsigned others = 0;
    while (!world->host.thought[0]->thought.hint && others < 20) {
        host_think(&world->host);
        others++;
        assert_int_equal(world->host.thoughts, 1);
    }
    assert_true(others <= 2); /* that which had begun, and one more */
    host_think(&world->host);
    says(who, "\"hint\":{\"move\":");
}

/* What has not begun when the server stops never does, and what has is abandoned: it draws no more
 * luck. */
static void test_stop_ends_thinking(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 20), *b = enter(world, 21);
    sit_two(world, a, b, ",\"advice\":true");
    open_for_bots(world, 20, 200);
    order(mover(a, b), "hint", "");
    while (world->host.writes) write_back(world, RIGHT);
    order(a, "pause", "");
    struct zk_think_job *job = world->host.thought[0];
    uint64_t luck = job->rng.at;
    assert_int_equal(world->host.thoughts, 1);
    zk_server_stop(world->host.server);
    zk_server_think(job);
    assert_false(job->thought.found);
    assert_int_equal(job->rng.at, luck);
    world->host.thoughts = 0;
    zk_server_thought(world->host.server, job);
    assert_int_equal(world->host.thoughts, 0);
    while (world->host.writes) write_back(world, RIGHT);
    assert_int_equal(world->host.thoughts, 0);
    assert_false(zk_server_is_busy(world->host.server));
}

static void test_too_much(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order(a, "sit", ",\"name\":\"Ann\"");
    for (unsigned i = 0; i <= ZK_INBOX_MAX; i++) order(b, "sit", ",\"name\":\"Ben\"");
    assert_int_equal(b->closed, 0);
    order(b, "sit", ",\"name\":\"Ben\"");
    assert_int_equal(b->closed, ZK_CLOSE_POLICY);
    settle(world);
}

/* ---- The disk ---- */

static bool is_unwell(const struct world *world) {
    struct zk_health health;
    zk_server_health(world->host.server, &health);
    return health.write_failed;
}

/* While nothing can be read or written, whoever asks and whoever plays would have a line each in the log. */
static void test_failures_are_told_in_brief(void **state) {
    enum { MANY = 100, BRIEF = 20 };
    struct world *world = *state;
    struct end *a = enter(world, 0);
    world->memory->unreadable = true;
    for (unsigned round = 1; round <= 2; round++) {
        for (unsigned i = 0; i < MANY; i++) {
            say(a, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"t%u\",\"request\":\"j%u\"}", i,
                i);
            settle(world);
            says(a, "store.failed");
            host_tick(&world->host, 0);
        }
        assert_int_equal(world->reports, round * BRIEF + round - 1);
        host_tick(&world->host, 60 * 1000);
        assert_int_equal(world->reports, round * BRIEF + round); /* how many more */
    }
    world->memory->unreadable = false;
    host_tick(&world->host, 60 * 1000);
    assert_int_equal(world->reports, 2 * (BRIEF + 1));
}

static void test_disk_fails(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    struct end *who = mover(a, b), *other = who == a ? b : a;
    struct kept *kept = model_find(world->memory, a->table);
    uint32_t count = kept->count;
    char move[128];
    first_move(who, move, sizeof move);
    order(who, "move", move);
    write_back(world, FAILED);
    says(who, "store.failed");
    is_silent(other);
    assert_int_equal(world->reports, 1);
    assert_true(is_unwell(world));
    /* Nothing is written until it has had a rest; looking works. */
    order(who, "move", move);
    says(who, "store.failed");
    assert_int_equal(world->host.writes, 0);
    pass_over(other);
    join(other);
    says(other, "\"snapshot\":");
    assert_int_equal(other->number, count);
    world->host.now_ms += ZK_RETRY_MS;
    order(who, "move", move);
    read_back(world); /* whether it is there after all */
    write_back(world, FAILED);
    says(who, "store.failed");
    /* Nobody comes to a server that is unwell; so it is well again when nobody has tried for a while. */
    world->host.now_ms += 59 * 1000;
    assert_true(is_unwell(world));
    world->host.now_ms += 1000;
    assert_false(is_unwell(world));
    order(who, "move", move);
    read_back(world);
    write_back(world, RIGHT);
    says(who, "\"event\":");
    assert_true(kept->count > count);
    assert_false(is_unwell(world));
}

/* A write that failed may be there all the same; then it counts, once. */
static void test_disk_lies(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    struct end *who = mover(a, b), *other = who == a ? b : a;
    uint32_t count = model_find(world->memory, a->table)->count, request = world->requests;
    char move[128];
    first_move(who, move, sizeof move);
    order(who, "move", move);
    write_back(world, FAILED_BUT_KEPT);
    says(who, "store.failed");
    uint32_t kept = model_find(world->memory, a->table)->count;
    assert_true(kept > count);
    world->host.now_ms += ZK_RETRY_MS;
    world->requests = request; /* the same request again */
    order(who, "move", move);
    read_back(world);
    assert_int_equal(world->host.writes, 0);
    says(who, "\"event\":");
    says(other, "\"event\":");
    assert_non_null(strstr(who->said[who->count - 1], "\"done\":"));
    assert_int_equal(model_find(world->memory, a->table)->count, kept);
}

static void test_disk_is_silent(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0);
    say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o\"}");
    write_back(world, FAILED);
    says(a, "store.failed");
    assert_int_equal(zk_server_tables(world->host.server), 0);
    world->memory->unreadable = true;
    say(a, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"x\",\"request\":\"j\"}");
    is_silent(a);
    settle(world);
    says(a, "store.failed");
    assert_int_equal(zk_server_tables(world->host.server), 0);
    world->memory->unreadable = false;
    say(a, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"x\",\"request\":\"j\"}");
    settle(world);
    says(a, "table.unknown");
}

/* However long the store cannot be read, it is told once for each table that somebody is at. */
static void test_told_once(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    world->memory->unreadable = true;
    order(a, "pause", "");
    write_back(world, FAILED);
    for (unsigned i = 0; i < 60; i++) {
        host_tick(&world->host, 1000);
        settle(world);
    }
    assert_int_equal(world->reports, 1); /* of the write */
    world->memory->unreadable = false;
    host_tick(&world->host, 1000);
    settle(world);
    order(a, "resume", "");
    settle(world);
    world->memory->unreadable = true;
    zk_server_missed(world->host.server);
    settle(world);
    assert_int_equal(world->reports, 2);
}

/* ---- Several servers on one store ---- */

/* From now on there may be others on its store. */
static void share(struct world *world) {
    stop(world);
    world->shares = true;
    start(world);
}

/* Who is overtaken catches up and decides anew, at once and without a word of failure. */
static void test_overtaken(void **state) {
    struct world *one = *state, *two = beside(one);
    struct end *a = enter(one, 0), *watcher = enter(one, 1), *b = enter(two, 0);
    open_for_two(one, a, watcher, "");
    memcpy(b->table, a->table, sizeof b->table);
    memcpy(b->token, watcher->token, sizeof b->token);
    join(b);
    settle(two);
    pass_over(b);
    order(a, "sit", ",\"name\":\"Ann\"");
    order(b, "sit", ",\"name\":\"Ben\"");
    write_back(one, RIGHT);
    says(a, "\"event\":1,");
    write_back(two, RIGHT);
    is_silent(b);
    read_back(two);
    says(b, "\"event\":1,"); /* what the other wrote */
    is_silent(b);
    write_back(two, RIGHT);
    says(b, "\"event\":2,");
    assert_int_equal(two->reports, 0);
    struct kept *kept = model_find(one->memory, a->table);
    assert_non_null(strstr(kept->line[1], "Ben"));
    /* A request that was acted on elsewhere is answered, not acted on again. */
    uint32_t count = kept->count;
    struct end *again = enter(one, 2);
    memcpy(again->table, b->table, sizeof b->table);
    memcpy(again->token, b->token, sizeof b->token);
    one->requests = two->requests - 1;
    order(again, "sit", ",\"name\":\"Ben\"");
    write_back(one, RIGHT);
    read_back(one);
    says(again, "\"done\":2");
    assert_int_equal(one->host.writes, 0);
    assert_int_equal(kept->count, count);
    stop(two);
    free(two);
}

/* ---- Fair shuffles ---- */

/* `,"commit":"…"` or `,"seed":"…"` of a seat whose seed is always the same. */
static const char *seed_of(int seat, bool commit) {
    static char more[96];
    uint8_t seed[ZK_SEED_SIZE], bytes[ZK_SEED_SIZE];
    char digits[ZK_SEED_TEXT_SIZE];
    memset(seed, 'a' + seat, sizeof seed);
    zk_fair_commit((unsigned)seat, seed, bytes);
    zk_seed_print(commit ? bytes : seed, digits);
    snprintf(more, sizeof more, ",%s\"%s\":\"%s\"", commit ? "\"name\":\"Zoe\"," : "",
             commit ? "commit" : "seed", digits);
    return more;
}

static const char *last_line(struct world *world, const struct end *end) {
    struct kept *kept = model_find(world->memory, end->table);
    return kept->line[kept->count - 1];
}

/* Chance waits ten seconds for a seed, then goes on without; one that comes later is not wanted. */
static void test_seed_is_late(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order(a, "sit", seed_of(0, true));
    order(b, "sit", seed_of(1, true));
    settle(world);
    assert_non_null(strstr(a->said[a->count - 1], "\"seeds\":[\"A\",\"B\"]"));
    order(a, "seed", seed_of(0, false));
    settle(world);
    assert_non_null(strstr(last_line(world, a), "\"kind\":\"seed\",\"by\":\"A\""));
    host_tick(&world->host, ZK_SEEDS_MS - 1);
    settle(world);
    assert_non_null(strstr(last_line(world, a), "\"kind\":\"seed\",\"by\":\"A\""));
    host_tick(&world->host, 1);
    settle(world);
    assert_non_null(strstr(last_line(world, a), "\"draw\":"));
    pass_over(b);
    order(b, "seed", seed_of(1, false));
    says(b, "seed.unasked");
    order(b, "resign", "");
    settle(world);
    struct kept *kept = model_find(world->memory, a->table);
    assert_non_null(strstr(kept->line[kept->count - 1], "\"kind\":\"show\",\"by\":\"A\""));
    assert_non_null(strstr(kept->record, "\"A\":{\"commit\":"));
    assert_non_null(strstr(kept->record, "\"seed\":\"61616161"));
    assert_null(strstr(kept->record, "\"seed\":\"62626262"));
}

/* A server that was down while a seed was waited for does not go on without it before its owner can be back. */
static void seeds_after_a_restart(struct world *world) {
    struct end *a = enter(world, 0), *b = enter(world, 1);
    char table[ZK_TABLE_ID_SIZE], token[2][ZK_TOKEN_SIZE];
    open_for_two(world, a, b, "");
    order(a, "sit", seed_of(0, true));
    order(b, "sit", seed_of(1, true));
    settle(world);
    memcpy(table, a->table, sizeof table);
    memcpy(token[0], a->token, sizeof token[0]);
    memcpy(token[1], b->token, sizeof token[1]);
    stop(world);
    world->host.now_ms += 2 * ZK_SEEDS_MS;
    start(world);
    struct end *back[] = {come(world, 2, table, token[0]), come(world, 3, table, token[1])};
    for (int seat = 0; seat < 2; seat++) join(back[seat]);
    settle(world);
    host_tick(&world->host, ZK_SEEDS_MS - 1);
    for (int seat = 0; seat < 2; seat++) {
        order(back[seat], "seed", seed_of(seat, false));
        settle(world);
    }
    assert_non_null(strstr(last_line(world, back[0]), "\"draw\":"));
    order(back[0], "resign", "");
    settle(world);
    struct kept *kept = model_find(world->memory, table);
    assert_non_null(strstr(kept->record, "\"seed\":\"61616161"));
    assert_non_null(strstr(kept->record, "\"seed\":\"62626262"));
}

static void test_seeds_after_a_restart(void **state) { seeds_after_a_restart(*state); }

/* Nor do several that were down together. */
static void test_seeds_after_all_were_down(void **state) {
    share(*state);
    seeds_after_a_restart(*state);
}

/* Nor does one whose store was away: its owner may have handed it in, and heard that it could not be kept. */
static void test_seeds_without_the_store(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order(a, "sit", seed_of(0, true));
    order(b, "sit", seed_of(1, true));
    order(a, "seed", seed_of(0, false));
    settle(world);
    order(b, "seed", seed_of(1, false));
    world->host.now_ms += 2 * ZK_SEEDS_MS;
    pass_over(b);
    write_back(world, FAILED);
    says(b, "store.failed");
    for (unsigned i = 0; i < 3; i++) {
        world->memory->unreadable = i == 0;
        host_tick(&world->host, 1000);
        settle(world);
    }
    order(b, "seed", seed_of(1, false));
    settle(world);
    order(b, "resign", "");
    settle(world);
    const struct kept *kept = model_find(world->memory, a->table);
    assert_non_null(strstr(kept->record, "\"seed\":\"61616161"));
    assert_non_null(strstr(kept->record, "\"seed\":\"62626262"));
}

/* Two servers on one store: each takes a seed, either goes on with the draws, and both show the same. */
static void test_seeds_at_two_servers(void **state) {
    struct world *one = *state, *two = beside(one);
    struct end *a = enter(one, 0), *watcher = enter(one, 1), *b = enter(two, 0);
    open_for_two(one, a, watcher, "");
    leave(watcher);
    memcpy(b->table, a->table, sizeof b->table);
    memcpy(b->token, watcher->token, sizeof b->token);
    order(a, "sit", seed_of(0, true));
    settle(one);
    join(b);
    settle(two);
    order(b, "sit", seed_of(1, true));
    settle(two);
    order(a, "sit", ",\"name\":\"Ann\""); /* is overtaken, and learns what has happened */
    settle(one);
    order(b, "seed", seed_of(1, false));
    order(a, "seed", seed_of(0, false));
    settle(two);
    settle(one);
    struct kept *kept = model_find(one->memory, a->table);
    assert_non_null(strstr(kept->line[kept->count - 1], "\"draw\":"));
    order(b, "resign", "");
    settle(two);
    assert_non_null(kept->record);
    assert_non_null(strstr(kept->record, "\"seed\":\"61616161"));
    assert_non_null(strstr(kept->record, "\"seed\":\"62626262"));
    assert_non_null(strstr(kept->line[kept->count - 1], "\"kind\":\"show\",\"by\":\"B\""));
    stop(two);
    free(two);
}

/* The secret of a table where A's seed is 'a's, the server's seed of the first game, A's, and how A's is kept. */
static void seeds_at(const struct kept *kept, uint8_t seed[4][ZK_SEED_SIZE]) {
    char digits[ZK_SEED_TEXT_SIZE];
    memcpy(seed[0], kept->head.secret, ZK_SEED_SIZE);
    zk_fair_seed(seed[0], 0, seed[1]);
    memset(seed[2], 'a', ZK_SEED_SIZE);
    memset(seed[3], 'a', ZK_SEED_SIZE);
    zk_fair_seal(seed[0], 0, 0, seed[3]);
    zk_seed_print(seed[3], digits);
    bool found = false;
    for (uint32_t i = 0; i < kept->count; i++) found = found || strstr(kept->line[i], digits);
    assert_true(found);
}

static void has_none(const void *memory, size_t size, uint8_t seed[4][ZK_SEED_SIZE]) {
    for (size_t at = 0; at + ZK_SEED_SIZE <= size; at++)
        for (unsigned i = 0; i < 4; i++)
            assert_memory_not_equal((const char *)memory + at, seed[i], ZK_SEED_SIZE);
}

/* A thread that thinks about a game with fair shuffles, for a bot or for a hint, is given no seed of it; host.c looks at each
 * thought of any test, too. */
static void test_thinkers_have_no_seeds(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    uint8_t seed[4][ZK_SEED_SIZE];
    char more[128];
    open_for_two(world, a, b, ",\"options\":{\"first\":\"A\"}");
    order(a, "sit", seed_of(0, true));
    settle(world);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    settle(world);
    order(a, "seed", seed_of(0, false));
    settle(world);
    seeds_at(model_find(world->memory, a->table), seed);
    unsigned thoughts[2] = {0}; /* of the bot, and hints */
    for (unsigned i = 0; i < 50 && !thoughts[0]; i++) {
        bool ours = mover(a, b) == a;
        if (ours)
            order(a, "hint", "");
        else
            host_tick(&world->host, world->limits.bot_delay_ms);
        while (world->host.writes) write_back(world, RIGHT);
        if (world->host.thoughts) {
            const struct zk_think_job *job = world->host.thought[0];
            const struct zk_table *table = job->table;
            assert_true(table->now.fair.commit[0] && table->now.fair.seed[0]);
            assert_null(table->words);
            has_none(job, sizeof *job, seed);
            has_none(table, sizeof *table, seed);
            has_none(table->entries, table->now.moves_count * sizeof *table->entries, seed);
            thoughts[job->thought.hint]++;
        }
        settle(world);
        if (!ours) continue;
        first_move(a, more, sizeof more);
        order(a, "move", more);
        settle(world);
    }
    assert_true(thoughts[0] && thoughts[1]);
}

/* Seeds of two seats are waited for, and there is place for one of the two entries that would leave them out. */
static void test_seeds_late_at_a_full_table(void **state) {
    static const char pause[] = "{\"kind\":\"pause\",\"by\":\"A\",\"time\":1}\n",
                      resume[] = "{\"kind\":\"resume\",\"by\":\"A\",\"time\":1}\n";
    struct world *world = *state;
    char token[ZK_TOKEN_SIZE];
    zk_limits_lift(&world->limits);
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order(a, "sit", seed_of(0, true));
    order(b, "sit", seed_of(1, true));
    settle(world);
    memcpy(token, a->token, sizeof token);
    struct kept *kept = model_find(world->memory, a->table);
    struct zk_write filling = {.kind = ZK_WRITE_ENTRIES, .first = kept->count + 1};
    struct zk_bytes lines = {0};
    memcpy(filling.table, kept->head.id, sizeof kept->head.id);
    for (uint32_t count = kept->count; count + 2 < ZK_ENTRIES_END; count += 2) {
        zk_bytes_add(&lines, pause, sizeof pause - 1);
        zk_bytes_add(&lines, resume, sizeof resume - 1);
    }
    filling.lines = lines.data;
    filling.lines_size = lines.used;
    stop(world);
    model_keep(world->memory, &filling);
    zk_bytes_free(&lines);
    assert_int_equal(kept->count, ZK_ENTRIES_END - 1);
    start(world);
    a = come(world, 2, kept->head.id, token);
    join(a);
    settle(world);
    host_tick(&world->host, ZK_SEEDS_MS);
    settle(world);
    assert_int_equal(kept->count, ZK_ENTRIES_END);
    order(a, "resign", "");
    settle(world);
    assert_non_null(strstr(a->said[a->count - 1], "table.full"));
}

/* ---- Time ---- */

static void test_clock_runs_out(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, ",\"clock_ms\":5000");
    host_tick(&world->host, 4999);
    assert_int_equal(world->host.writes, 0);
    host_tick(&world->host, 1);
    settle(world);
    assert_non_null(strstr(a->said[a->count - 1], "\"kind\":\"time\""));
    assert_non_null(strstr(b->said[b->count - 1], "\"status\":\"over\""));
    assert_non_null(model_find(world->memory, a->table)->record);
}

/* At a table that nobody is at no clock is looked at; who comes back cannot move before it is. */
static void test_clock_ran_out_unseen(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    char more[128], table[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
    sit_two(world, a, b, ",\"clock_ms\":5000");
    struct end *who = mover(a, b);
    uint32_t number = who->number;
    first_move(who, more, sizeof more);
    memcpy(table, who->table, sizeof table);
    memcpy(token, who->token, sizeof token);
    leave(a);
    leave(b);
    host_tick(&world->host, 5001);
    assert_int_equal(world->host.writes, 0);
    struct end *back = come(world, 2, table, token);
    back->number = number;
    order(back, "move", more);
    settle(world);
    says(back, "move.over");
    struct kept *kept = model_find(world->memory, table);
    assert_non_null(strstr(kept->line[kept->count - 1], "\"kind\":\"time\""));
}

static void test_bots_take_their_time(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order(a, "sit", ",\"name\":\"Ann\"");
    settle(world);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    settle(world);
    leave(b);
    for (unsigned i = 0; i < 200 && mover(a, b) != b; i++) {
        char move[128];
        first_move(a, move, sizeof move);
        order(a, "move", move);
        settle(world);
    }
    host_tick(&world->host, world->limits.bot_delay_ms - 1);
    assert_int_equal(world->host.thoughts, 0);
    host_tick(&world->host, 1);
    assert_int_equal(world->host.thoughts, 1);
    /* It changes its mind when something happens while it thinks. */
    order(a, "pause", "");
    while (world->host.writes) write_back(world, RIGHT);
    assert_true(atomic_load(world->host.thought[0]->thought.stop));
    uint32_t number = a->number;
    host_think(&world->host);
    assert_int_equal(world->host.writes, 0);
    order(a, "resume", "");
    settle(world);
    host_tick(&world->host, world->limits.bot_delay_ms);
    settle(world);
    assert_true(a->number > number + 1);
    /* With nobody there it waits. */
    leave(a);
    host_tick(&world->host, 60000);
    assert_int_equal(world->host.thoughts, 0);
}

/* Nobody's clock runs while a bot stands in: so nothing but what changes the game keeps it from moving. */
static void test_stand_in_is_kept_by_nobody(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE], key[ZK_KEY_LETTERS_MIN + 1], more[128];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    struct kept *kept = model_find(world->memory, a->table);
    struct end *actor = mover(a, b);
    snprintf(more, sizeof more, ",\"seat\":\"%c\",\"bot\":\"greedy\"", actor == a ? 'A' : 'B');
    order(actor, "bot", more);
    settle(world);
    assert_non_null(strstr(kept->line[kept->count - 1], "stand_in"));
    uint32_t links = 0, count;
    memset(key, 'l', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    do {
        key[0] = (char)('a' + links++);
        order_with(actor, "link", "", key, "");
        count = kept->count + 1;
        settle(world);
        host_tick(&world->host, world->limits.bot_delay_ms / 2);
        /* One more comes while it is thought. */
        if (world->host.thoughts) {
            key[0] = (char)('a' + links++);
            order_with(actor, "link", "", key, "");
            while (world->host.writes) write_back(world, RIGHT);
            count++;
        }
        settle(world);
    } while (kept->count == count && links < 20);
    assert_true(links < 5);
    assert_non_null(strstr(kept->line[count], "\"kind\":\"move\""));
}

static void test_stand_in_when_away(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    says(a, "seat.taken");
    leave(b);
    host_tick(&world->host, world->limits.away_ms - 1);
    pass_over(a);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    says(a, "seat.taken");
    host_tick(&world->host, 1);
    pass_over(a);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    settle(world);
    says(a, "stand_in");
}

static void test_presence(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    is_silent(a);
    host_tick(&world->host, 1000);
    says(a, "\"here\":[\"A\",\"B\"],\"watching\":0");
    says(b, "\"here\":[\"A\",\"B\"],\"watching\":0");
    /* Once more without the token, on the same connection: it only watches now. */
    char token[ZK_TOKEN_SIZE];
    memcpy(token, b->token, sizeof token);
    b->token[0] = '\0';
    join(b);
    host_tick(&world->host, 1000);
    says(a, "\"here\":[\"A\"],\"watching\":1");
    leave(b);
    host_tick(&world->host, 1000);
    says(a, "\"here\":[\"A\"],\"watching\":0");
}

/* Time passes at one server or at two, and what they say is heard. */
static void go_on(struct world *one, struct world *two, uint64_t one_ms, uint64_t two_ms) {
    for (unsigned i = 0; i < 4; i++) {
        host_tick(&one->host, i ? 1000 : one_ms);
        host_tick(&two->host, i ? 1000 : two_ms);
        pass_on(one, two);
        pass_on(two, one);
        settle(one);
        settle(two);
    }
}

/* The last that it was told of who is here. */
static void is_here(const struct end *end, const char *seats) {
    const char *here = NULL;
    for (uint32_t i = end->count; i > 0 && !here; i--)
        here = strstr(end->said[i - 1], "\"here\":");
    assert_non_null(here);
    assert_memory_equal(here + 7, seats, strlen(seats));
}

/* A server that stands still is taken for gone by the others, and takes them for gone; when it goes on, each knows again
 * who is at the other. */
static void test_presence_after_standing_still(void **state) {
    struct world *one = *state, *two;
    share(one);
    two = beside(one);
    struct end *a = enter(one, 0), *b = enter(one, 1);
    open_for_two(one, a, b, "");
    leave(b);
    b = come(two, 1, a->table, b->token);
    join(b);
    settle(two);
    go_on(one, two, 1000, 1000);
    is_here(a, "[\"A\",\"B\"]");
    is_here(b, "[\"A\",\"B\"]");
    host_tick(&one->host, 14 * 1000);
    host_tick(&one->host, 1000);
    is_here(a, "[\"A\"]");
    go_on(one, two, 1000, 16 * 1000);
    is_here(a, "[\"A\",\"B\"]");
    is_here(b, "[\"A\",\"B\"]");
    stop(two);
    free(two);
}

/* Two servers on one store, at which two people sit at a table together. */
static struct world *sit_two_across(struct world *one, struct end **a, struct end **b,
                                    const char *more) {
    struct world *two;
    share(one);
    two = beside(one);
    *a = enter(one, 0);
    *b = enter(one, 1);
    sit_two(one, *a, *b, more);
    struct end *here = come(two, 1, (*a)->table, (*b)->token);
    leave(*b);
    *b = here;
    join(*b);
    settle(two);
    go_on(one, two, 1000, 1000);
    pass_over(*a);
    pass_over(*b);
    return two;
}

/* Who is at another server is not away, and is when they have been gone from there for so long. */
static void test_stand_in_across(void **state) {
    static const char bot[] = ",\"seat\":\"B\",\"bot\":\"greedy\"";
    struct world *one = *state;
    struct end *a, *b;
    struct world *two = sit_two_across(one, &a, &b, "");
    for (uint64_t ms = 0; ms < 2 * one->limits.away_ms; ms += 4000)
        go_on(one, two, 1000, 1000);
    pass_over(a);
    order(a, "bot", bot);
    says(a, "seat.taken");
    leave(b);
    go_on(one, two, 1000, 1000);
    pass_over(a);
    order(a, "bot", bot);
    says(a, "seat.taken");
    for (uint64_t ms = 0; ms < one->limits.away_ms; ms += 4000) go_on(one, two, 1000, 1000);
    pass_over(a);
    order(a, "bot", bot);
    settle(one);
    says(a, "stand_in");
    stop(two);
    free(two);
}

/* Nor is one away for somebody who acts without having joined: nobody is told here who is at the other server. */
static void test_stand_in_without_joining(void **state) {
    struct world *one = *state;
    struct end *a, *b;
    struct world *two = sit_two_across(one, &a, &b, "");
    leave(a);
    for (uint64_t ms = 0; ms < 2 * one->limits.away_ms; ms += 4000)
        go_on(one, two, 1000, 1000);
    assert_int_equal(zk_server_tables(one->host.server), 0);
    a = come(one, 2, b->table, a->token);
    for (uint64_t ms = 0; ms <= one->limits.away_ms; ms += 4000) {
        order(a, ms % 8000 ? "resume" : "pause", ""); /* the table stays in memory */
        settle(one);
        go_on(one, two, 1000, 1000);
    }
    pass_over(a);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    says(a, "seat.taken");
    stop(two);
    free(two);
}

/* What only a newer program knows is refused, and left as it is for the servers that run that one. */
static void test_newer_beside(void **state) {
    struct world *one = *state;
    share(one);
    struct end *a = enter(one, 0), *b = enter(one, 1);
    open_for_two(one, a, b, "");
    struct kept *kept = model_find(one->memory, a->table);
    stop(one);
    kept->head.rules_version = 2;
    start(one);
    struct end *again = come(one, 2, kept->head.id, "");
    join(again);
    settle(one);
    says(again, "table.aside");
    assert_int_equal(one->reports, 1);
    assert_string_equal(kept->head.aside, "");
    kept->head.rules_version = 1;
    join(again);
    settle(one);
    says(again, "\"snapshot\":");
}

/* Where the store takes nothing more for a table and has nothing new, as when another server has set it aside, or a standby that
 * knew less has taken over, those who are there are not put off for ever: they come again to what there is. */
static void test_another_table(void **state) {
    struct world *one = *state;
    share(one);
    struct end *a = enter(one, 0), *b = enter(one, 1);
    sit_two(one, a, b, "");
    struct kept *kept = model_find(one->memory, a->table);
    free(kept->line[--kept->count]);
    order(a, "pause", "");
    settle(one);
    says(a, "store.failed");
    assert_true(a->closed && b->closed);
    zk_server_leave(one->host.server, a->guest);
    zk_server_leave(one->host.server, b->guest);
    a->guest = b->guest = NULL;
    host_tick(&one->host, 0);
    struct end *again = come(one, 2, a->table, a->token);
    join(again);
    settle(one);
    says(again, "\"snapshot\":");
    assert_int_equal(again->number, kept->count);
    pass_over(again);
    order(again, "pause", "");
    settle(one);
    says(again, "\"kind\":\"pause\"");
    forget(a);
    forget(b);
}

/* A clock runs at both, and both write that time is up: it is there once, and both tell it. */
static void test_clock_runs_out_across(void **state) {
    struct world *one = *state;
    struct end *a, *b;
    struct world *two = sit_two_across(one, &a, &b, ",\"clock_ms\":60000");
    host_tick(&one->host, 60000);
    host_tick(&two->host, 60000);
    assert_true(one->host.writes && two->host.writes);
    settle(one);
    settle(two);
    const struct kept *kept = model_find(one->memory, a->table);
    unsigned times = 0;
    for (uint32_t i = 0; i < kept->count; i++)
        times += strstr(kept->line[i], "\"kind\":\"time\"") != NULL;
    assert_int_equal(times, 1);
    for (unsigned i = 0; i < 2; i++) {
        const struct end *end = i ? b : a;
        bool told = false;
        for (uint32_t k = 0; k < end->count; k++)
            told = told || strstr(end->said[k], "\"kind\":\"time\"");
        assert_true(told);
    }
    assert_non_null(kept->record);
    stop(two);
    free(two);
}

/* A reaction is seen at the other server; what nobody can say is not. */
static void test_reaction_across(void **state) {
    struct world *one = *state;
    struct end *a, *b;
    struct world *two = sit_two_across(one, &a, &b, "");
    char said[ZK_TABLE_ID_SIZE + 64];
    order(b, "react", ",\"reaction\":\"hello\"");
    go_on(one, two, 0, 0);
    says(a, "\"reaction\":\"hello\",\"by\":\"B\"");
    static const char *const wrong[] = {"-1 hello", "2 hello", "1 goodbye", "1"};
    for (unsigned i = 0; i < 4; i++) {
        snprintf(said, sizeof said, "other react %s %s", a->table, wrong[i]);
        zk_server_heard(one->host.server, said);
    }
    is_silent(a);
    stop(two);
    free(two);
}

/* What came to the disk together is said to other servers by one notification. */
static void test_told_together(void **state) {
    enum { TABLES = 3 };
    struct world *world = *state;
    struct end *a[TABLES], *b[TABLES];
    share(world);
    for (unsigned i = 0; i < TABLES; i++) {
        a[i] = enter(world, 2 * i);
        b[i] = enter(world, 2 * i + 1);
        open_for_two(world, a[i], b[i], "");
    }
    host_tick(&world->host, 1000);
    while (world->sayings) free(world->saying[--world->sayings]);
    for (unsigned i = 0; i < TABLES; i++) order(a[i], "sit", ",\"name\":\"Ann\"");
    while (world->host.writes) write_back(world, RIGHT);
    host_tick(&world->host, 0);
    assert_int_equal(world->sayings, 1);
    for (unsigned i = 0; i < TABLES; i++) {
        char item[ZK_TABLE_ID_SIZE + 2];
        snprintf(item, sizeof item, "%s:1", a[i]->table);
        assert_non_null(strstr(world->saying[0], item));
    }
}

/* What a server that was told to stop still writes is told to the others, and after that it says that it goes. */
static void test_stop_across(void **state) {
    struct world *one = *state;
    struct end *a, *b;
    struct world *two = sit_two_across(one, &a, &b, "");
    order(a, "pause", "");
    assert_int_equal(one->host.writes, 1);
    zk_server_stop(one->host.server);
    pass_on(one, two);
    settle(two);
    is_silent(b);
    settle(one);
    zk_server_turn(one->host.server);
    pass_on(one, two);
    settle(two);
    says(b, "\"kind\":\"pause\"");
    host_tick(&two->host, 1000);
    says(b, "\"here\":[\"B\"]");
    stop(two);
    free(two);
}

/* How many moves of B's there are. */
static unsigned moves_of_b(const struct kept *kept) {
    unsigned moves = 0;
    for (uint32_t i = 0; i < kept->count; i++)
        moves += strstr(kept->line[i], "\"kind\":\"move\",\"by\":\"B\"") != NULL;
    return moves;
}

/* Time passes at a server and at its store. */
static void pass_time(struct world *world, uint64_t ms) {
    world->memory->now_ms += ms;
    host_tick(&world->host, ms);
}

/* Two servers on one store: one of them thinks for a bot. It is gone before the bot has moved; when its claim has ended, the
 * other one thinks, and the move is there once. */
static void test_claims_across(void **state) {
    struct world *one = *state, *two;
    share(one);
    two = beside(one);
    struct end *a = enter(one, 0), *b = enter(one, 1);
    open_for_two(one, a, b, ",\"options\":{\"first\":\"B\"}");
    order(a, "sit", ",\"name\":\"Ann\"");
    settle(one);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    settle(one);
    const struct kept *kept = model_find(one->memory, a->table);
    struct end *watcher = come(two, 1, a->table, "");
    join(watcher);
    settle(two);
    host_tick(&one->host, one->limits.bot_delay_ms);
    host_tick(&two->host, two->limits.bot_delay_ms);
    assert_true(one->host.writes == 1 && two->host.writes == 1); /* both ask */
    write_back(one, RIGHT);
    write_back(two, RIGHT);
    assert_int_equal(one->host.thoughts, 1);
    assert_int_equal(two->host.thoughts, 0);
    stop(one);
    start(one); /* another one, to which nobody comes */
    assert_int_equal(moves_of_b(kept), 0);
    pass_time(two, two->limits.bot_delay_ms);
    assert_int_equal(two->host.writes, 0); /* it is not tried all the time */
    for (uint64_t ms = two->limits.bot_delay_ms; ms + 100 < ZK_CLAIM_MS; ms += 100) {
        pass_time(two, 100);
        while (two->host.writes) write_back(two, RIGHT);
        assert_int_equal(two->host.thoughts, 0);
    }
    for (unsigned i = 0; i < 50 && !two->host.thoughts; i++) {
        pass_time(two, 100);
        while (two->host.writes) write_back(two, RIGHT);
    }
    assert_int_equal(two->host.thoughts, 1);
    pass_over(watcher);
    settle(two);
    assert_int_equal(moves_of_b(kept), 1);
    says(watcher, "\"kind\":\"move\"");
    stop(two);
    free(two);
}

/* While others cannot be told anything, what there is to say of tables waits, and reactions do not fill the place that
 * moves need. */
static void test_what_is_said_waits_for_room(void **state) {
    struct world *one = *state, *two;
    char move[64];
    share(one);
    two = beside(one);
    struct end *a = enter(one, 0), *b = enter(one, 1), *c;
    sit_two(one, a, b, ",\"options\":{\"first\":\"A\"}");
    leave(b);
    b = come(two, 1, a->table, b->token);
    join(b);
    c = come(one, 2, a->table, "");
    join(c);
    settle(two);
    go_on(one, two, 1000, 1000);
    is_here(b, "[\"A\",\"B\"],\"watching\":1");
    one->say_room = 0;
    first_move(a, move, sizeof move);
    order(a, "move", move);
    leave(c);
    settle(one);
    go_on(one, two, 1000, 1000);
    assert_true(zk_server_due_ms(one->host.server) >
                one->host.now_ms); /* nor is it tried all the time */
    pass_over(b);
    one->say_room = 33;
    for (unsigned i = 0; i < one->limits.reactions.burst.most; i++)
        order(a, "react", ",\"reaction\":\"hello\"");
    assert_int_equal(one->sayings, 2);
    host_tick(&one->host, 1);
    pass_on(one, two);
    settle(two);
    says(b, "\"reaction\"");
    says(b, "\"reaction\"");
    says(b, "\"kind\":\"move\"");
    host_tick(&two->host, 1000);
    is_here(b, "[\"A\",\"B\"],\"watching\":0");
    stop(two);
    free(two);
}

/* Somebody who comes and goes all the time keeps nobody from being told who is here. */
static void test_presence_in_a_crowd(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    host_tick(&world->host, 1000);
    pass_over(a);
    leave(b);
    for (unsigned i = 0; i < 4; i++) {
        struct end *other = come(world, 2, a->table, "");
        join(other);
        host_tick(&world->host, world->limits.presence_delay_ms / 4 + 1);
        leave(other);
    }
    says(a, "\"here\":[\"A\"]");
}

/* ---- Who may ---- */

/* Who is sent away has done nothing wrong, and may come again. */
static void test_sent_away(void **state) {
    struct world *world = *state;
    struct zk_health health;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    zk_server_send_away(world->host.server, "elsewhere it goes on");
    zk_server_send_away(world->host.server, "elsewhere it goes on");
    assert_int_equal(a->closed, ZK_CLOSE_LATER);
    assert_int_equal(b->closed, ZK_CLOSE_LATER);
    zk_server_health(world->host.server, &health);
    assert_int_equal(health.closed_for_limits, 0);
    char table[sizeof a->table], token[sizeof a->token];
    memcpy(table, a->table, sizeof table);
    memcpy(token, a->token, sizeof token);
    leave(a);
    leave(b);
    order(come(world, 2, table, token), "pause", "");
    settle(world);
    says(&world->end[2], "\"done\":");
}

static void test_tokens(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    assert_true(strlen(a->token) >= 22 && strlen(a->table) >= 22);
    assert_string_not_equal(a->token, b->token);
    const struct kept *kept = model_find(world->memory, a->table);
    uint8_t hash[ZK_TOKEN_HASH_SIZE];
    zk_token_hash(a->table, a->token, hash);
    assert_memory_equal(hash, kept->head.token_hash[0], sizeof hash);
    zk_token_hash("elsewhere", a->token, hash);
    assert_memory_not_equal(hash, kept->head.token_hash[0], sizeof hash);
    struct end *c = enter(world, 2);
    memcpy(c->table, a->table, sizeof c->table);
    order(c, "sit", ",\"name\":\"Eve\"");
    says(c, "token.missing");
    memcpy(c->token, a->token, sizeof c->token);
    c->token[5] = c->token[5] == 'x' ? 'y' : 'x';
    order(c, "sit", ",\"name\":\"Eve\"");
    says(c, "token.wrong");
    join(c);
    says(c, "token.wrong");
    /* Asked again, only who has opened the table is told the tokens once more. */
    say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o0\"}");
    says(a, a->token);
    say(c, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o0\"}");
    settle(world);
    assert_null(strstr(next(c), a->token));
}

/* Where every place is taken, one goes of the address that has most: a few hundred addresses keep nobody out. */
static void test_a_crowd_keeps_nobody_out(void **state) {
    enum { MOST = 20, CROWD = 12 };
    struct world *world = *state;
    struct end *end[MOST];
    const char *why;
    stop(world);
    world->limits.guests_max = MOST;
    start(world);
    struct end *a = enter_from(world, 0, 1), *b = enter_from(world, 1, 1);
    sit_two(world, a, b, "");
    for (unsigned i = 2; i < MOST; i++)
        end[i] = enter_from(world, i, i < 2 + CROWD ? 2 : (uint8_t)(1 + i));
    for (unsigned i = 0; CROWD - i > 8; i++) {
        struct zk_address one_of_them = address_of(2);
        assert_false(zk_server_welcomes(world->host.server, &one_of_them, &why));
        enter_from(world, MOST + i, (uint8_t)(100 + i));
        assert_int_equal(end[2 + i]->closed,
                         ZK_CLOSE_POLICY); /* the one that was there first */
        leave(end[2 + i]);
    }
    /* As many as it has now any address may have. */
    struct zk_address another = address_of(200);
    assert_false(zk_server_welcomes(world->host.server, &another, &why));
    for (unsigned i = 2 + CROWD - 8; i < MOST; i++) assert_int_equal(end[i]->closed, 0);
    assert_int_equal(a->closed, 0);
    assert_int_equal(b->closed, 0);
}

/* Those who were shown the door are still there for a while: meanwhile only a few more come. */
static void test_a_crowd_that_lingers(void **state) {
    enum { MOST = 20 };
    struct world *world = *state;
    struct zk_address address = address_of(200);
    const char *why;
    stop(world);
    world->limits.guests_max = MOST;
    start(world);
    for (unsigned i = 0; i < MOST; i++) enter_from(world, i, 2);
    enter_from(world, MOST, 3);
    assert_int_equal(world->end[0].closed, ZK_CLOSE_POLICY);
    assert_false(zk_server_welcomes(world->host.server, &address, &why));
    leave(&world->end[0]);
    enter_from(world, MOST + 1, 4);
    assert_int_equal(world->end[1].closed, ZK_CLOSE_POLICY);
}

static void test_rates(void **state) {
    struct world *world = *state;
    stop(world);
    world->limits = zk_limits_usual;
    world->limits.guests_per_address_max = 2;
    start(world);
    struct zk_address address = address_of(0);
    struct end *a = enter(world, 0);
    const char *why;
    assert_true(zk_server_welcomes(world->host.server, &address, &why));
    for (unsigned i = 0; i < world->limits.messages.burst.most; i++)
        say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
    assert_int_equal(a->closed, 0);
    world->host.now_ms += 1000;
    for (unsigned i = 0; i < 20; i++)
        say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
    assert_int_equal(a->closed, 0);
    say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
    assert_int_equal(a->closed, ZK_CLOSE_POLICY);
    say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}"); /* to a closed door */
    struct end *b = enter(world, 1); /* frames cost as much as messages */
    for (unsigned i = 0; i < world->limits.messages.burst.most; i++)
        zk_server_frame(world->host.server, b->guest);
    assert_int_equal(b->closed, 0);
    zk_server_frame(world->host.server, b->guest);
    assert_int_equal(b->closed, ZK_CLOSE_POLICY);
    struct zk_guest *more = zk_server_enter(world->host.server, &world->end[0], &address);
    assert_non_null(more);
    assert_null(zk_server_enter(world->host.server, &world->end[0], &address));
    zk_server_leave(world->host.server, more);
    struct zk_health health;
    zk_server_health(world->host.server, &health);
    assert_int_equal(health.closed_for_limits, 3);
}

/* Looking back costs what it takes, and who has used that up waits. */
static void test_looks_are_charged(void **state) {
    struct world *world = *state;
    stop(world);
    world->limits.work_per_address = (struct zk_rate){{40, 10}, {1000, 3600}};
    start(world);
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    for (unsigned i = 0; i < 20; i++) {
        order(a, "history", ",\"from\":1,\"to\":6");
        settle(world);
    }
    assert_non_null(strstr(a->said[a->count - 1], "server.too_fast"));
    pass_over(a);
    order(a, "pause", ""); /* which is little */
    assert_int_equal(world->host.writes, 1);
    settle(world);
    pass_over(a);
    char table[ZK_TABLE_ID_SIZE] = "NoTableInMemory";
    memcpy(a->table, table, sizeof table);
    order(a, "pause", ""); /* but to read its table may be much */
    assert_int_equal(world->host.reads, 0);
    says(a, "server.too_fast");
    struct end *other = come(world, 2, table, "");
    order(other, "pause", "");
    assert_int_equal(world->host.reads, 1);
    settle(world);
    says(other, "table.unknown");
}

/* What is asked for a seat adds up over its connections, and so does what watchers ask; neither takes
 * from the other. */
static void test_rates_of_a_table(void **state) {
    struct world *world = *state;
    stop(world);
    world->limits = zk_limits_usual;
    start(world);
    struct end *a = enter(world, 0), *b = enter(world, 1), *other = enter(world, 2);
    sit_two(world, a, b, "");
    memcpy(other->table, a->table, sizeof a->table);
    memcpy(other->token, a->token, sizeof a->token);
    unsigned refusals = 0;
    for (unsigned i = 0; i < 25;
         i++) { /* five each: more than 120, each connection less than 80 */
        world->host.now_ms += 20;
        join(i % 2 ? a : other);
        settle(world);
        struct end *who = i % 2 ? a : other;
        while (who->read < who->count)
            refusals += strstr(who->said[who->read++], "server.too_fast") != NULL;
    }
    assert_in_range(refusals, 1, 5);
    pass_over(b);
    order(b, "react", ",\"reaction\":\"hello\"");
    assert_null(strstr(b->said[b->count - 1], "server.too_fast"));
    refusals = 0;
    for (unsigned i = 0; i < 600; i++) { /* sixteen watchers who join again and again */
        struct end *watcher = &world->end[4 + i % 16];
        if (!watcher->guest) enter(world, 4 + i % 16);
        if (i % 16 == 0) world->host.now_ms += 100;
        memcpy(watcher->table, a->table, sizeof a->table);
        watcher->token[0] = '\0';
        join(watcher);
        settle(world);
        refusals += strstr(watcher->said[watcher->count - 1], "server.too_fast") != NULL;
        forget(watcher);
    }
    assert_true(refusals > 50);
    world->host.now_ms += 1000;
    struct end *mover_now = mover(a, b);
    assert_non_null(mover_now);
    char move[128];
    first_move(mover_now, move, sizeof move);
    pass_over(mover_now);
    order(mover_now, "move", move);
    settle(world);
    assert_non_null(strstr(mover_now->said[mover_now->read], "\"event\""));
}

/* At a table that is crowded those who watch can still ask for it anew; one more cannot. */
static void test_crowded(void **state) {
    struct world *world = *state;
    world->limits.watchers_max = 1;
    stop(world);
    start(world);
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    struct end *watcher = come(world, 2, a->table, ""), *other = come(world, 3, a->table, "");
    for (unsigned i = 0; i < 2; i++) {
        join(watcher);
        says(watcher, "\"snapshot\":");
        says(watcher, "\"done\":");
    }
    join(other);
    says(other, "table.crowded");
}

/* What one address can leave behind in a store: tables at once for a party, and in the long run one in 72 s. The store
 * fails here, which is as much work. */
static void test_rate_of_tables(void **state) {
    enum { HOURS = 6, EVERY_S = 5 };
    struct world *world = *state;
    stop(world);
    world->limits = zk_limits_usual;
    start(world);
    struct end *a = enter(world, 0), *other = enter(world, 1);
    unsigned opened = 0;
    for (unsigned i = 0; i < HOURS * 3600 / EVERY_S; i++) {
        say(a, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o%u\"}", i);
        opened += world->host.writes;
        if (!world->host.writes) says(a, "server.too_fast");
        while (world->host.writes) write_back(world, FAILED);
        forget(a);
        world->host.now_ms += EVERY_S * 1000;
    }
    assert_in_range(opened, 100 + HOURS * 50 - 1, 100 + HOURS * 50);
    say(other, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o\"}");
    assert_int_equal(world->host.writes, 1);
    write_back(world, RIGHT);
}

/* An address that owes work is refused what may be much of it, and nothing else. */
static void test_work_is_charged(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1), *c = enter(world, 2);
    sit_two(world, a, b, "");
    memcpy(c->table, a->table, sizeof c->table);
    zk_server_charge(world->host.server, a->guest, 30000);
    join(a);
    says(a, "server.too_fast");
    say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
    says(a, "\"pong\"");
    join(c); /* another address */
    says(c, "\"snapshot\"");
    world->host.now_ms += 20000;
    join(a);
    assert_null(strstr(next(a), "server.too_fast"));
}

/* ---- Anything at any time ---- */

static void random_word(struct world *world, struct end *end) {
    static const char *const asks[] = {"undo",   "agree",  "decline", "pause",
                                       "resume", "resign", "again",   "hint",
                                       "record", "leave",  "alone"};
    char move[128];
    uint32_t lot = zk_rng_below(&world->host.rng, 100);
    if (!end->joined || lot < 4) {
        join(end);
    } else if (lot < 8) {
        say(end,
            "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"token\":\"%s\",\"since\":%u,"
            "\"request\":\"q%u\"}",
            end->table, end->token, end->number, world->requests++);
    } else if (lot < 12) {
        order(end, "sit", seed_of(lot % 2, true));
    } else if (lot == 99) {
        order(end, "seed", seed_of(zk_rng_below(&world->host.rng, 2) != 0, false));
    } else if (lot < 15) {
        order(end, "bot",
              lot % 2 ? ",\"seat\":\"B\",\"bot\":\"greedy\""
                      : ",\"seat\":\"A\",\"bot\":\"random\"");
    } else if (lot < 18) {
        order(end, asks[zk_rng_below(&world->host.rng, 11)],
              lot == 15 ? seed_of(0, true) : "");
    } else if (lot < 22) {
        say(end,
            "{\"zashiki\":1,\"do\":\"history\",\"table\":\"%s\",\"from\":1,\"to\":%u,"
            "\"request\":\"q%u\"}",
            end->table, end->number < 64 ? end->number : 64, world->requests++);
    } else if (lot < 23) {
        char key[ZK_KEY_LETTERS_MIN + 1];
        snprintf(key, sizeof key, "key-%0*u", ZK_KEY_LETTERS_MIN - 4,
                 zk_rng_below(&world->host.rng, 8));
        order_with(end, lot % 2 ? "link" : "sit", "", key, "");
    } else if (lot < 24) {
        say(end, "%.*s", (int)lot, "{\"zashiki\":1,\"do\":[[[[");
    } else if (end->count) {
        bool has = false;
        for (uint32_t i = end->count; i > 0 && !has; i--)
            has = strstr(end->said[i - 1], "\"legal\":[\"");
        if (!has) return;
        first_move(end, move, sizeof move);
        order(end, "move", move);
    }
}

/* Returns how many entries there were in the end. */
static uint32_t random_world(uint64_t seed) {
    void *state;
    uint32_t entries = 0;
    make_world(&state);
    struct world *world = state;
    world->host.rng = zk_rng_stream(seed, 0);
    world->limits.tables_max = 4;
    world->limits.away_ms = 3000;
    stop(world);
    start(world);
    char table[3][ZK_TABLE_ID_SIZE], token[3][2][ZK_TOKEN_SIZE], invitation[2][ZK_TOKEN_SIZE];
    for (unsigned i = 0; i < 3; i++) {
        struct end *a = enter(world, 0), *b = enter(world, 1);
        if (i == 0) {
            open_for_two(world, a, b, "");
            order(a, "sit", seed_of(0, true));
            order(b, "sit", seed_of(1, true));
            settle(world);
            order(b, "seed", seed_of(1, false));
            settle(world);
        } else if (i == 1) {
            sit_two(world, a, b, ",\"clock_ms\":30000,\"clock_step_ms\":2000");
        } else {
            sit_two_with_keys(world, a, b, invitation);
        }
        memcpy(table[i], a->table, sizeof table[i]);
        memcpy(token[i][0], a->token, sizeof token[i][0]);
        memcpy(token[i][1], b->token, sizeof token[i][1]);
        leave(a);
        leave(b);
    }
    stop(world);
    world->limits.turn_per_address = 1 + (uint32_t)seed % 40;
    world->limits.turn_late = 1 + (uint32_t)seed % 60;
    start(world);
    world->one_turn = true;
    for (unsigned step = 0; step < 2500; step++) {
        uint32_t lot = zk_rng_below(&world->host.rng, 100);
        struct end *end = &world->end[zk_rng_below(&world->host.rng, 9)];
        if (lot < 1 && step % 4 == 0) { /* the server stops, and another starts */
            stop(world);
            start(world);
        } else if (!end->guest) {
            unsigned t = zk_rng_below(&world->host.rng, 3),
                     who = zk_rng_below(&world->host.rng, 3);
            enter(world, (unsigned)(end - world->end));
            memcpy(end->table, table[t], sizeof end->table);
            memset(end->token, 0, sizeof end->token);
            if (who < 2) memcpy(end->token, token[t][who], sizeof end->token);
            end->watches = t == 2 && zk_rng_below(&world->host.rng, 3) == 0;
            if (who < 2 && end->watches)
                memcpy(end->token, invitation[who], sizeof end->token);
            if (who == 2) end->watches = true;
            end->number = 0;
        } else if (lot < 2 || end->closed || end->count > INBOX - 200) {
            leave(end);
        } else if (lot < 50) {
            random_word(world, end);
        } else if (lot < 54) {
            if (world->host.reads) read_back(world);
        } else if (lot < 85) {
            if (world->host.writes)
                write_back(world, lot < 80 ? RIGHT : lot < 83 ? FAILED : FAILED_BUT_KEPT);
        } else if (lot < 92) {
            if (world->host.thoughts) host_think(&world->host);
        } else {
            host_tick(&world->host, zk_rng_below(&world->host.rng, 700));
        }
    }
    /* Whoever comes at the end finds every table as it was kept. */
    for (unsigned i = 0; i < GUESTS; i++)
        if (world->end[i].guest) leave(&world->end[i]);
    settle(world);
    world->host.now_ms += ZK_RETRY_MS;
    stop(world);
    world->limits.turn_per_address = 0;
    start(world);
    for (unsigned i = 0; i < 3; i++) {
        struct end *end = enter(world, i);
        memcpy(end->table, table[i], sizeof end->table);
        end->token[0] = '\0';
        end->number = 0;
        join(end);
        settle(world);
        says(end, "\"snapshot\":");
        assert_int_equal(end->number, model_find(world->memory, table[i])->count);
        entries += end->number;
    }
    remove_world(&state);
    return entries;
}

static void test_anything(void **state) {
    (void)state;
    const char *soak = getenv("ZASHIKI_SEEDS");
    uint64_t seeds = soak ? strtoull(soak, NULL, 10) : 40, entries = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        if (soak && seed % 100 == 0) print_message("seed %llu\n", (unsigned long long)seed);
        entries += random_world(seed);
    }
    print_message("# %llu entries\n", (unsigned long long)entries);
    assert_true(entries > seeds * 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD(test_told_when_durable),
        WORLD(test_leave_in_between),
        WORLD(test_two_tables),
        WORLD(test_hint_for_nobody),
        WORLD(test_hint_is_told),
        WORLD(test_thinking_is_shared),
        WORLD(test_stop_ends_thinking),
        WORLD(test_too_much),
        WORLD(test_disk_fails),
        WORLD(test_failures_are_told_in_brief),
        WORLD(test_disk_lies),
        WORLD(test_disk_is_silent),
        WORLD(test_told_once),
        WORLD(test_overtaken),
        WORLD(test_seed_is_late),
        WORLD(test_seeds_late_at_a_full_table),
        WORLD(test_seeds_after_a_restart),
        WORLD(test_seeds_after_all_were_down),
        WORLD(test_seeds_without_the_store),
        WORLD(test_seeds_at_two_servers),
        WORLD(test_thinkers_have_no_seeds),
        WORLD(test_clock_runs_out),
        WORLD(test_clock_ran_out_unseen),
        WORLD(test_bots_take_their_time),
        WORLD(test_stand_in_is_kept_by_nobody),
        WORLD(test_stand_in_when_away),
        WORLD(test_presence),
        WORLD(test_presence_after_standing_still),
        WORLD(test_stand_in_across),
        WORLD(test_stand_in_without_joining),
        WORLD(test_newer_beside),
        WORLD(test_another_table),
        WORLD(test_clock_runs_out_across),
        WORLD(test_reaction_across),
        WORLD(test_told_together),
        WORLD(test_stop_across),
        WORLD(test_claims_across),
        WORLD(test_presence_in_a_crowd),
        WORLD(test_what_is_said_waits_for_room),
        WORLD(test_sent_away),
        WORLD(test_tokens),
        WORLD(test_a_crowd_keeps_nobody_out),
        WORLD(test_a_crowd_that_lingers),
        WORLD(test_rates),
        WORLD(test_rates_of_a_table),
        WORLD(test_crowded),
        WORLD(test_rate_of_tables),
        WORLD(test_looks_are_charged),
        WORLD(test_work_is_charged),
        cmocka_unit_test(test_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
