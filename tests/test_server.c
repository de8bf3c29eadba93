/* test_server.c: the server's own thinking, with a test for its network, its disk and its clock.
 *
 * The world below keeps tables in a model of a store, where a write can be late, fail, or fail and be there
 * all the same; it holds every message that guests are sent, and looks at each: nothing may be
 * told that is not durable at that moment. The last test lets guests do anything at any time,
 * over many seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "model.h"
#include "server/server.h"

enum { JOBS = 256, GUESTS = 24, INBOX = 4096 };

/* ---- The world ---- */

/* The other end of a connection. */
struct end {
    struct world *world;
    struct zk_guest *guest;
    int closed;           /* the code, or 0 */
    char *said[INBOX];    /* every message it was sent */
    uint32_t count, read; /* `read` is up to the test */
    uint32_t number;      /* of the last event it has, in a row */
    bool joined;
    bool watches; /* whatever it does, it may be told as a spectator only */
    char table[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
};

struct world {
    struct model *memory; /* which several worlds may share */
    struct zk_server *server;
    struct zk_limits limits;
    struct end end[GUESTS];
    struct zk_write *write[JOBS];
    uint32_t writes;
    struct zk_read *read[JOBS];
    uint32_t reads;
    struct zk_think_job *thought[64];
    uint32_t thoughts;
    uint64_t now_ms;
    struct zk_rng rng;
    uint32_t requests, reports;
    bool
        one_turn; /* the test says when the loop turns; else each message comes in a turn of its own */
};

static uint64_t world_now(void *user) { return ((struct world *)user)->now_ms; }

static void world_random(void *user, void *bytes, size_t size) {
    struct world *world = user;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)zk_rng_next(&world->rng);
}

static uint64_t world_luck(void *user) { return zk_rng_next(&((struct world *)user)->rng); }

/* The number after `"key":`, or -1. */
static int64_t number_in(const char *message, const char *key) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(message, quoted);
    return at ? strtol(at + strlen(quoted), NULL, 10) : -1;
}

static bool begins_with_event(const char *message, const char *table) {
    char begin[96];
    snprintf(begin, sizeof begin, "{\"zashiki\":1,\"table\":\"%s\",\"event\":", table);
    return strncmp(message, begin, strlen(begin)) == 0;
}

static void world_send(void *user, void *connection, const char *data, size_t size) {
    struct world *world = user;
    struct end *end = connection;
    assert_true(!end->closed && end->guest && end->count < INBOX);
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, data, size);
    copy[size] = '\0';
    end->said[end->count++] = copy;
    if (end->watches) {
        assert_null(strstr(copy, "\"you\":"));
        assert_null(strstr(copy, "\"legal\":"));
        assert_null(strstr(copy, "\"hint\":"));
    }
    /* What is told is durable. */
    if (strstr(copy, "\"refused\":")) return;
    struct kept *kept = end->table[0] ? model_find(world->memory, end->table) : NULL;
    if (!kept) return;
    if (begins_with_event(copy, end->table)) {
        int64_t number = number_in(copy, "event");
        assert_true(number <= kept->count);
        assert_true(number <= end->number + 1); /* without gaps; a repetition is a history */
        if (number == end->number + 1) end->number++;
    } else if (strstr(copy, "\"snapshot\":")) {
        end->number = (uint32_t)number_in(copy, "snapshot");
        assert_true(end->number <= kept->count);
    } else if (strstr(copy, "\"done\":")) {
        assert_true(number_in(copy, "done") <= kept->count);
    }
}

static void world_close(void *user, void *connection, int code, const char *reason) {
    (void)user;
    (void)reason;
    ((struct end *)connection)->closed = code;
}

static void world_write(void *user, struct zk_write *write) {
    struct world *world = user;
    assert_true(world->writes < JOBS);
    world->write[world->writes++] = write;
}

static void world_read(void *user, struct zk_read *read) {
    struct world *world = user;
    assert_true(world->reads < JOBS);
    world->read[world->reads++] = read;
}

static void world_think(void *user, struct zk_think_job *thought) {
    struct world *world = user;
    assert_true(world->thoughts < 64);
    world->thought[world->thoughts++] = thought;
}

static void world_report(void *user, const char *sentence) {
    (void)sentence;
    ((struct world *)user)->reports++;
}

static void start(struct world *world) {
    struct zk_host host = {.user = world,
                           .now_ms = world_now,
                           .random = world_random,
                           .luck = world_luck,
                           .send = world_send,
                           .close = world_close,
                           .write = world_write,
                           .read = world_read,
                           .think = world_think,
                           .report = world_report};
    world->server = zk_server_new(&host, &world->limits);
}

static int make_world(void **state) {
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    world->memory = model_new(1);
    world->limits = zk_limits_usual;
    world->limits.messages = world->limits.messages_per_address = (struct zk_rate){0};
    world->limits.asks_per_seat = world->limits.asks_of_watchers = (struct zk_rate){0};
    world->now_ms = 1700000000000;
    world->rng = zk_rng_stream(1, 2);
    start(world);
    *state = world;
    return 0;
}

enum outcome { RIGHT, FAILED, FAILED_BUT_KEPT };

/* The oldest write comes back. */
static void write_back(struct world *world, enum outcome outcome) {
    assert_true(world->writes > 0);
    struct zk_write *write = world->write[0];
    memmove(world->write, world->write + 1, --world->writes * sizeof *world->write);
    if (outcome != FAILED) model_keep(world->memory, write);
    write->failed = write->failed || outcome != RIGHT;
    zk_server_written(world->server, write);
}

/* The oldest read comes back. */
static void read_back(struct world *world) {
    assert_true(world->reads > 0);
    struct zk_read *read = world->read[0];
    memmove(world->read, world->read + 1, --world->reads * sizeof *world->read);
    zk_store_read(&world->memory->store, read);
    zk_server_has_read(world->server, read);
}

static void think_back(struct world *world) {
    struct zk_think_job *thought = world->thought[0];
    memmove(world->thought, world->thought + 1, --world->thoughts * sizeof *world->thought);
    zk_server_think(thought);
    zk_server_thought(world->server, thought);
}

/* Everything that is under way comes to its end. */
static void settle(struct world *world) {
    while (world->writes || world->reads || world->thoughts) {
        while (world->writes) write_back(world, RIGHT);
        while (world->reads) read_back(world);
        while (world->thoughts) think_back(world);
    }
}

/* 10.0.0.`from`, as IPv6 maps it. */
static struct zk_address address_of(unsigned from) {
    return (struct zk_address){{[10] = 0xFF, 0xFF, 10, 0, 0, (uint8_t)from}};
}

static struct end *enter_from(struct world *world, unsigned place, uint8_t from) {
    struct end *end = &world->end[place];
    struct zk_address address = address_of(from);
    assert_null(end->guest);
    end->world = world;
    end->closed = 0;
    end->joined = end->watches = false;
    end->guest = zk_server_enter(world->server, end, &address);
    assert_non_null(end->guest);
    return end;
}

static struct end *enter(struct world *world, unsigned place) {
    return enter_from(world, place, (uint8_t)place);
}

static void forget(struct end *end) {
    for (uint32_t i = 0; i < end->count; i++) free(end->said[i]);
    end->count = end->read = 0;
}

static void leave(struct end *end) {
    zk_server_leave(end->world->server, end->guest);
    end->guest = NULL;
    forget(end);
}

static void stop(struct world *world) {
    zk_server_stop(world->server);
    settle(world);
    assert_false(zk_server_is_busy(world->server));
    for (unsigned i = 0; i < GUESTS; i++)
        if (world->end[i].guest) leave(&world->end[i]);
    zk_server_free(world->server);
}

static int remove_world(void **state) {
    struct world *world = *state;
    stop(world);
    model_free(world->memory);
    free(world);
    return 0;
}

static void say(struct end *end, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(struct end *end, const char *format, ...) {
    char message[2048];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!end->world->one_turn) zk_server_turn(end->world->server);
    zk_server_message(end->world->server, end->guest, message, (size_t)size);
}

/* The next message it was sent, or "". */
static const char *next(struct end *end) {
    return end->read < end->count ? end->said[end->read++] : "";
}

static void says(struct end *end, const char *part) {
    const char *message = next(end);
    if (!strstr(message, part)) print_error("not %s in: %.300s\n", part, message);
    assert_non_null(strstr(message, part));
}

static void is_silent(struct end *end) {
    if (end->read < end->count) print_error("%.300s\n", end->said[end->read]);
    assert_int_equal(end->read, end->count);
}

static void pass_over(struct end *end) { end->read = end->count; }

static void copy_word(const char *message, const char *key, char *out, size_t size) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
    const char *at = strstr(message, quoted);
    assert_non_null(at);
    at += strlen(quoted);
    size_t length = strcspn(at, "\"");
    assert_true(length < size);
    memcpy(out, at, length);
    out[length] = '\0';
}

static void order(struct end *end, const char *what, const char *more) {
    say(end,
        "{\"zashiki\":1,\"do\":\"%s\",\"table\":\"%s\",\"token\":\"%s\",\"request\":\"q%u\","
        "\"at\":%u%s}",
        what, end->table, end->token, end->world->requests++, end->number, more);
}

static void join(struct end *end) {
    say(end, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"q%u\"%s%s%s}",
        end->table, end->world->requests++, *end->token ? ",\"token\":\"" : "", end->token,
        *end->token ? "\"" : "");
    end->joined = true;
}

/* Two guests who have joined a new table as A and B, and not yet sat down. */
static void open_for_two(struct world *world, struct end *a, struct end *b, const char *more) {
    say(a,
        "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"stand_in\":\"random\",\"request\":\"o%u\"%s}",
        world->requests++, more);
    settle(world);
    const char *answer = a->said[a->count - 1];
    copy_word(answer, "table", a->table, sizeof a->table);
    memcpy(b->table, a->table, sizeof b->table);
    copy_word(answer, "A", a->token, sizeof a->token);
    copy_word(answer, "B", b->token, sizeof b->token);
    a->number = b->number = 0;
    join(a);
    join(b);
    pass_over(a);
    pass_over(b);
}

static void sit_two(struct world *world, struct end *a, struct end *b, const char *more) {
    open_for_two(world, a, b, more);
    order(a, "sit", ",\"name\":\"Ann\"");
    order(b, "sit", ",\"name\":\"Ben\"");
    settle(world);
    pass_over(a);
    pass_over(b);
}

/* Keys for the tests, one for each letter. */
static const char *key_of(char letter) {
    static char key[4][ZK_KEY_LETTERS_MIN + 1];
    static unsigned at;
    at = (at + 1) % 4;
    memset(key[at], letter, ZK_KEY_LETTERS_MIN);
    return key[at];
}

/* The same request again and again is the caller's: "" for a new one. */
static void order_with(struct end *end, const char *what, const char *request, const char *key,
                       const char *more) {
    char number[ZK_REQUEST_SIZE];
    snprintf(number, sizeof number, "q%u", end->world->requests++);
    say(end,
        "{\"zashiki\":1,\"do\":\"%s\",\"table\":\"%s\",\"token\":\"%s\",\"request\":\"%s\","
        "\"at\":0,\"key\":\"%s\"%s}",
        what, end->table, end->token, *request ? request : number, key, more);
}

static void hold(struct end *end, const char *key) {
    snprintf(end->token, sizeof end->token, "%s", key);
}

/* As sit_two, with the keys of their letters, by which they ask from then on. The invitations come back. */
static void sit_two_with_keys(struct world *world, struct end *a, struct end *b,
                              char invitation[2][ZK_TOKEN_SIZE]) {
    open_for_two(world, a, b, "");
    memcpy(invitation[0], a->token, ZK_TOKEN_SIZE);
    memcpy(invitation[1], b->token, ZK_TOKEN_SIZE);
    order_with(a, "sit", "", key_of('a'), ",\"name\":\"Ann\"");
    order_with(b, "sit", "sit-b", key_of('b'), ",\"name\":\"Ben\"");
    settle(world);
    hold(a, key_of('a'));
    hold(b, key_of('b'));
    pass_over(a);
    pass_over(b);
}

/* Somebody who has come with this token. */
static struct end *come(struct world *world, unsigned place, const char *table,
                        const char *token) {
    struct end *end = enter(world, place);
    memcpy(end->table, table, sizeof end->table);
    hold(end, token);
    end->number = 0;
    return end;
}

/* Who is to move, as the last event said; NULL when nobody of the two. */
static struct end *mover(struct end *a, struct end *b) {
    for (uint32_t i = a->count; i > 0; i--) {
        const char *at = strstr(a->said[i - 1], "\"actor\":\"");
        if (!at) continue;
        return at[9] == 'A' ? a : at[9] == 'B' ? b : NULL;
    }
    return NULL;
}

/* The first legal move it was told. */
static void first_move(const struct end *end, char *more, size_t size) {
    for (uint32_t i = end->count; i > 0; i--) {
        const char *at = strstr(end->said[i - 1], "\"legal\":[\"");
        if (!at) continue;
        at += strlen("\"legal\":[\"");
        snprintf(more, size, ",\"move\":\"%.*s\"", (int)strcspn(at, "\""), at);
        return;
    }
    fail();
}

static void tick(struct world *world, uint64_t ms) {
    world->now_ms += ms;
    zk_server_turn(world->server);
    zk_server_tick(world->server);
}

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
    assert_int_equal(world->writes, 1);
    write_back(world, RIGHT);
    assert_int_equal(world->writes, 1);
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
    think_back(world);
    says(who, "\"hint\":{\"move\":");
    order(who, "hint", "");
    write_back(world, RIGHT);
    leave(who);
    assert_int_equal(world->thoughts, 1);
    assert_true(
        atomic_load(world->thought[0]->thought.stop)); /* it is not thought any further */
    think_back(world);
}

/* Tables where bots sit in both seats, four to a connection, all of one address; each waits for its first
 * bot. */
static void open_for_bots(struct world *world, unsigned tables, uint8_t from) {
    struct end *end = NULL;
    for (unsigned i = 0; i < tables; i++) {
        if (i % ZK_LISTENERS_MAX == 0) end = enter_from(world, i / ZK_LISTENERS_MAX, from);
        say(end, "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o%u\"}",
            world->requests++);
        while (world->writes) write_back(world, RIGHT);
        copy_word(end->said[end->count - 1], "table", end->table, sizeof end->table);
        copy_word(end->said[end->count - 1], "A", end->token, sizeof end->token);
        end->number = 0;
        join(end);
        for (const char *seat = "AB"; *seat; seat++) {
            char more[64];
            snprintf(more, sizeof more, ",\"seat\":\"%c\",\"bot\":\"strong\"", *seat);
            order(end, "bot", more);
            while (world->writes) write_back(world, RIGHT);
        }
        end->table[0] = '\0'; /* the events of several tables are not looked at */
    }
    tick(world, world->limits.bot_delay_ms);
}

/* Twenty tables of somebody's with strong bots: one that asks for a hint gets it after at most one of
 * these. */
static void test_thinking_is_shared(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 20), *b = enter(world, 21);
    sit_two(world, a, b, ",\"advice\":true");
    open_for_bots(world, 20, 200);
    assert_int_equal(world->thoughts, 1); /* as many as there are threads */
    struct end *who = mover(a, b);
    order(who, "hint", "");
    while (world->writes) write_back(world, RIGHT);
    pass_over(who);
    unsigned others = 0;
    while (!world->thought[0]->thought.hint && others < 20) {
        think_back(world);
        others++;
        assert_int_equal(world->thoughts, 1);
    }
    assert_true(others <= 2); /* that which had begun, and one more */
    think_back(world);
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
    while (world->writes) write_back(world, RIGHT);
    order(a, "pause", "");
    struct zk_think_job *job = world->thought[0];
    uint64_t luck = job->rng.at;
    assert_int_equal(world->thoughts, 1);
    zk_server_stop(world->server);
    zk_server_think(job);
    assert_false(job->thought.found);
    assert_int_equal(job->rng.at, luck);
    world->thoughts = 0;
    zk_server_thought(world->server, job);
    assert_int_equal(world->thoughts, 0);
    while (world->writes) write_back(world, RIGHT);
    assert_int_equal(world->thoughts, 0);
    assert_false(zk_server_is_busy(world->server));
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
    /* Nothing is written until it has had a rest; looking works. */
    order(who, "move", move);
    says(who, "store.failed");
    assert_int_equal(world->writes, 0);
    pass_over(other);
    join(other);
    says(other, "\"snapshot\":");
    assert_int_equal(other->number, count);
    world->now_ms += ZK_RETRY_MS;
    order(who, "move", move);
    read_back(world); /* whether it is there after all */
    write_back(world, RIGHT);
    says(who, "\"event\":");
    assert_true(kept->count > count);
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
    world->now_ms += ZK_RETRY_MS;
    world->requests = request; /* the same request again */
    order(who, "move", move);
    read_back(world);
    assert_int_equal(world->writes, 0);
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
    assert_int_equal(zk_server_tables(world->server), 0);
    world->memory->unreadable = true;
    say(a, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"x\",\"request\":\"j\"}");
    is_silent(a);
    settle(world);
    says(a, "store.failed");
    assert_int_equal(zk_server_tables(world->server), 0);
    world->memory->unreadable = false;
    say(a, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"x\",\"request\":\"j\"}");
    settle(world);
    says(a, "table.unknown");
}

/* ---- Several servers on one store ---- */

/* A second server on the same store. */
static struct world *beside(struct world *world) {
    struct world *other = calloc(1, sizeof *other);
    assert_non_null(other);
    other->memory = world->memory;
    other->limits = world->limits;
    other->now_ms = world->now_ms;
    other->rng = zk_rng_stream(7, 7);
    start(other);
    return other;
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
    assert_int_equal(one->writes, 0);
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
    tick(world, ZK_SEEDS_MS - 1);
    settle(world);
    assert_non_null(strstr(last_line(world, a), "\"kind\":\"seed\",\"by\":\"A\""));
    tick(world, 1);
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

/* ---- Tables in memory ---- */

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
    assert_int_equal(zk_server_tables(world->server), 3);
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
    tick(world, world->limits.idle_ms + 60000);
    assert_int_equal(zk_server_tables(world->server), 0);
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
    tick(world, 0); /* reading was more than its share of one turn */
    says(a, "\"snapshot\":");
    assert_int_equal(a->number, kept->count);
    assert_int_equal(world->reads, 0);
}

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
    while (zk_server_check_some(world->server, 1)) settle(world);
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
    while (zk_server_check_some(world->server, 1)) settle(world);
    settle(world);
    assert_string_equal(kept->head.aside, "it was played by rules version 2");
}

/* ---- Time ---- */

static void test_clock_runs_out(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, ",\"clock_ms\":5000");
    tick(world, 4999);
    assert_int_equal(world->writes, 0);
    tick(world, 1);
    settle(world);
    assert_non_null(strstr(a->said[a->count - 1], "\"kind\":\"time\""));
    assert_non_null(strstr(b->said[b->count - 1], "\"status\":\"over\""));
    assert_non_null(model_find(world->memory, a->table)->record);
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
    tick(world, world->limits.bot_delay_ms - 1);
    assert_int_equal(world->thoughts, 0);
    tick(world, 1);
    assert_int_equal(world->thoughts, 1);
    /* It changes its mind when something happens while it thinks. */
    order(a, "pause", "");
    while (world->writes) write_back(world, RIGHT);
    assert_true(atomic_load(world->thought[0]->thought.stop));
    uint32_t number = a->number;
    think_back(world);
    assert_int_equal(world->writes, 0);
    order(a, "resume", "");
    settle(world);
    tick(world, world->limits.bot_delay_ms);
    settle(world);
    assert_true(a->number > number + 1);
    /* With nobody there it waits. */
    leave(a);
    tick(world, 60000);
    assert_int_equal(world->thoughts, 0);
}

static void test_stand_in_when_away(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    says(a, "seat.taken");
    leave(b);
    tick(world, world->limits.away_ms - 1);
    pass_over(a);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    says(a, "seat.taken");
    tick(world, 1);
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
    tick(world, 1000);
    says(a, "\"here\":[\"A\",\"B\"],\"watching\":0");
    says(b, "\"here\":[\"A\",\"B\"],\"watching\":0");
    /* Once more without the token, on the same connection: it only watches now. */
    char token[ZK_TOKEN_SIZE];
    memcpy(token, b->token, sizeof token);
    b->token[0] = '\0';
    join(b);
    tick(world, 1000);
    says(a, "\"here\":[\"A\"],\"watching\":1");
    leave(b);
    tick(world, 1000);
    says(a, "\"here\":[\"A\"],\"watching\":0");
}

/* ---- Who may ---- */

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

/* Whoever opened the table has seen every invitation. As soon as somebody sits with a key, that is worth no more than
 * watching: on connections that joined before, on new ones, and for commands. */
static void test_invitation_only_watches(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1), *early = enter(world, 2);
    open_for_two(world, a, b, "");
    memcpy(early->table, b->table, sizeof early->table);
    memcpy(early->token, b->token, sizeof early->token);
    memcpy(invitation[1], b->token, sizeof invitation[1]);
    join(early);
    says(early, "\"you\":\"B\"");
    pass_over(early);
    order_with(a, "sit", "", key_of('a'), ",\"name\":\"Ann\"");
    order_with(b, "sit", "", key_of('b'), ",\"name\":\"Ben\"");
    settle(world);
    hold(a, key_of('a'));
    hold(b, key_of('b'));
    early->watches = true;
    /* It is told so before it is told anything of the game. */
    says(early, "\"event\":1,\"kind\":\"sit\",\"by\":\"A\"");
    says(early, "\"unseated\":\"B\"");
    says(early, "\"event\":2,\"kind\":\"sit\",\"by\":\"B\"");
    for (uint32_t i = early->read; i < early->count; i++)
        assert_null(strstr(early->said[i], "\"hand\":"));
    bool has_hand = false;
    for (uint32_t i = b->read; i < b->count; i++)
        has_hand |= !!strstr(b->said[i], "\"hand\":");
    assert_true(has_hand);

    struct end *late = come(world, 3, a->table, invitation[1]);
    late->watches = true;
    join(late);
    assert_null(strstr(late->said[0], "\"hand\":"));
    says(late, "\"snapshot\":");
    says(late, "\"unseated\":\"B\"");
    says(late, "\"done\":");
    say(late,
        "{\"zashiki\":1,\"do\":\"history\",\"table\":\"%s\",\"token\":\"%s\",\"from\":1,"
        "\"to\":%u,\"request\":\"h\"}",
        late->table, late->token, late->number);
    for (uint32_t i = late->read; i < late->count; i++)
        assert_null(strstr(late->said[i], "\"hand\":"));
    pass_over(late);
    static const char *const asks[] = {"resign", "leave", "undo", "pause", "hint", "alone"};
    for (unsigned i = 0; i < sizeof asks / sizeof *asks; i++) {
        order(late, asks[i], "");
        says(late, "seat.taken");
    }
    order(late, "sit", ",\"name\":\"Eve\"");
    says(late, "seat.taken");
    order_with(late, "sit", "", key_of('e'), ",\"name\":\"Eve\"");
    says(late, "seat.taken");
    order_with(late, "link", "", key_of('e'), "");
    says(late, "seat.taken");
    order_with(late, "device", "", key_of('e'), "");
    says(late, "seat.taken");
    order(late, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    says(late, "seat.taken");
    assert_int_equal(world->writes, 0);
    /* What is kept has the hash and not the key; who is told of the entry gets neither. */
    const struct kept *kept = model_find(world->memory, a->table);
    for (uint32_t i = 0; i < kept->count; i++) assert_null(strstr(kept->line[i], key_of('b')));
    assert_non_null(strstr(kept->line[1], "\"key\":"));
    for (uint32_t i = 0; i < a->count; i++) assert_null(strstr(a->said[i], "\"key\":\""));
    /* With the key all of it is there. */
    order(b, "resign", "");
    settle(world);
    const char *last = b->said[b->count - 1];
    assert_non_null(strstr(last, "\"done\":"));
}

/* A `sit` or `device` whose answer was lost acts once, and gets its answer from any process. */
static void test_keys_at_another_process(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE], table[ZK_TABLE_ID_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    memcpy(table, a->table, sizeof table);
    stop(world);
    start(world);
    const struct kept *kept = model_find(world->memory, table);
    uint32_t count = kept->count;
    b = come(world, 1, table, invitation[1]);
    order_with(b, "sit", "sit-b", key_of('b'), ",\"name\":\"Ben\"");
    settle(world);
    says(b, "\"request\":\"sit-b\",\"done\":2");
    order_with(b, "sit", "sit-b", key_of('e'), ",\"name\":\"Ben\"");
    says(b, "seat.taken");
    hold(b, key_of('b'));
    join(b);
    says(b, "\"you\":\"B\"");
    pass_over(b);

    /* A link that was made before the process died works after it, once. */
    order_with(b, "link", "", key_of('l'), "");
    settle(world);
    stop(world);
    start(world);
    struct end *phone = come(world, 2, table, key_of('l'));
    order_with(phone, "device", "phone", key_of('p'), "");
    settle(world);
    says(phone, "\"request\":\"phone\",\"done\":");
    stop(world);
    start(world);
    phone = come(world, 2, table, key_of('l'));
    order_with(phone, "device", "phone", key_of('p'), "");
    settle(world);
    says(phone, "\"request\":\"phone\",\"done\":");
    order_with(phone, "device", "phone", key_of('q'), "");
    says(phone, "token.wrong");
    assert_int_equal(model_find(world->memory, table)->count, count + 2);
}

/* Somebody sits down with a key at one process while another has the invitation's bearer in the seat still: that one is
 * overtaken, learns of the key, and only watches. */
static void test_key_overtakes(void **state) {
    struct world *one = *state, *two = beside(one);
    struct end *a = enter(one, 0), *b = enter(one, 1);
    open_for_two(one, a, b, "");
    struct end *eve = come(two, 0, b->table, b->token);
    join(eve);
    settle(two);
    says(eve, "\"you\":\"B\"");
    pass_over(eve);
    eve->watches = true;
    order_with(b, "sit", "sit-b", key_of('b'), ",\"name\":\"Ben\"");
    settle(one);
    order_with(eve, "sit", "", key_of('e'), ",\"name\":\"Eve\"");
    settle(two);
    says(eve, "\"unseated\":\"B\"");
    says(eve, "\"event\":1,");
    says(eve, "seat.taken");
    /* The holder's request gets its answer there, too. */
    struct end *again = come(two, 1, b->table, b->token);
    order_with(again, "sit", "sit-b", key_of('b'), ",\"name\":\"Ben\"");
    settle(two);
    says(again, "\"request\":\"sit-b\",\"done\":1");
    assert_int_equal(model_find(one->memory, b->table)->count, 1);
    stop(two);
    free(two);
}

/* The disk said no though the entry was there: who sat down is asked to try again, and has the seat. */
static void test_sit_in_doubt(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order_with(b, "sit", "in-doubt", key_of('b'), ",\"name\":\"Ben\"");
    write_back(world, FAILED_BUT_KEPT);
    says(b, "store.failed");
    tick(world, ZK_RETRY_MS);
    settle(world);
    order_with(b, "sit", "in-doubt", key_of('b'), ",\"name\":\"Ben\"");
    settle(world);
    bool done = false;
    while (b->read < b->count)
        done |= !!strstr(next(b), "\"request\":\"in-doubt\",\"done\":1");
    assert_true(done);
    assert_int_equal(model_find(world->memory, a->table)->count, 1);
}

static void test_devices(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    order_with(b, "link", "", key_of('l'), "");
    settle(world);
    struct end *phone = come(world, 2, a->table, key_of('l'));
    order_with(phone, "device", "", key_of('p'), "");
    settle(world);
    hold(phone, key_of('p'));
    join(phone);
    says(a, "\"kind\":\"link\"");
    says(a, "\"devices\":2");
    const char *you = NULL;
    while (phone->read < phone->count && !you) you = strstr(next(phone), "\"you\":\"B\"");
    assert_non_null(you);
    pass_over(phone);
    /* Both act for the seat; one puts the other out, which watches from there on. */
    order(phone, "pause", "");
    settle(world);
    order(b, "resume", "");
    settle(world);
    pass_over(phone);
    pass_over(b);
    order(b, "alone", "");
    settle(world);
    says(b, "\"kind\":\"alone\"");
    phone->watches = true;
    says(phone, "\"unseated\":\"B\"");
    says(phone, "\"kind\":\"alone\"");
    pass_over(phone);
    order(phone, "resign", "");
    says(phone, "token.wrong");
    join(phone);
    says(phone, "token.wrong");
    /* A key that was put out does not come back by another link. */
    order_with(b, "link", "", key_of('m'), "");
    settle(world);
    hold(phone, key_of('m'));
    pass_over(phone);
    order_with(phone, "device", "", key_of('p'), "");
    says(phone, "key.wrong");
}

/* A device that comes by a link has seen nothing of the table, however much there is. */
static void test_device_at_a_long_table(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    order_with(b, "link", "", key_of('l'), "");
    settle(world);
    for (unsigned i = 0; i <= ZK_BEHIND_MAX; i++) {
        order(a, i % 2 ? "resume" : "pause", "");
        settle(world);
    }
    struct end *phone = come(world, 2, a->table, key_of('l'));
    order_with(phone, "device", "phone", key_of('p'), "");
    settle(world);
    says(phone, "\"request\":\"phone\",\"done\":");
}

static void test_key_comes_back(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    leave(b);
    tick(world, world->limits.away_ms);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    settle(world);
    /* The seat of a stand-in is its person's, and no one else's. */
    struct end *eve = come(world, 2, a->table, invitation[1]);
    order(eve, "sit", ",\"name\":\"Eve\"");
    says(eve, "seat.taken");
    b = come(world, 1, a->table, key_of('b'));
    order(b, "sit", "");
    settle(world);
    says(b, "\"done\":");
    /* Another game keeps the keys. */
    order(b, "resign", "");
    settle(world);
    order(a, "again", "");
    settle(world);
    order(b, "again", "");
    settle(world);
    pass_over(b);
    order(b, "pause", "");
    settle(world);
    says(b, "\"done\":");
    order(eve, "resume", "");
    says(eve, "seat.taken");
}

/* A table from before there were keys: whoever has a token has the seat, and nobody can take it away by a key. */
static void test_tokens_alone(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    char table[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
    memcpy(table, b->table, sizeof table);
    memcpy(token, b->token, sizeof token);
    stop(world);
    start(world);
    b = come(world, 1, table, token);
    struct end *eve = come(world, 2, table, token);
    join(b);
    settle(world);
    says(b, "\"you\":\"B\"");
    pass_over(b);
    order_with(eve, "sit", "", key_of('e'), "");
    says(eve, "seat.taken");
    order_with(eve, "link", "", key_of('e'), "");
    says(eve, "key.none");
    order(b, "pause", "");
    settle(world);
    says(b, "\"kind\":\"pause\"");
    says(b, "\"done\":");
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
    assert_true(zk_server_welcomes(world->server, &address, &why));
    for (unsigned i = 0; i < world->limits.messages.burst.most; i++)
        say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
    assert_int_equal(a->closed, 0);
    world->now_ms += 1000;
    for (unsigned i = 0; i < 20; i++)
        say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
    assert_int_equal(a->closed, 0);
    say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
    assert_int_equal(a->closed, ZK_CLOSE_POLICY);
    say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}"); /* to a closed door */
    struct end *b = enter(world, 1); /* frames cost as much as messages */
    for (unsigned i = 0; i < world->limits.messages.burst.most; i++)
        zk_server_frame(world->server, b->guest);
    assert_int_equal(b->closed, 0);
    zk_server_frame(world->server, b->guest);
    assert_int_equal(b->closed, ZK_CLOSE_POLICY);
    struct zk_guest *more = zk_server_enter(world->server, &world->end[0], &address);
    assert_non_null(more);
    assert_null(zk_server_enter(world->server, &world->end[0], &address));
    zk_server_leave(world->server, more);
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
        world->now_ms += 20;
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
        if (i % 16 == 0) world->now_ms += 100;
        memcpy(watcher->table, a->table, sizeof a->table);
        watcher->token[0] = '\0';
        join(watcher);
        settle(world);
        refusals += strstr(watcher->said[watcher->count - 1], "server.too_fast") != NULL;
        forget(watcher);
    }
    assert_true(refusals > 50);
    world->now_ms += 1000;
    struct end *mover_now = mover(a, b);
    assert_non_null(mover_now);
    char move[128];
    first_move(mover_now, move, sizeof move);
    pass_over(mover_now);
    order(mover_now, "move", move);
    settle(world);
    assert_non_null(strstr(mover_now->said[mover_now->read], "\"event\""));
}

/* An address that owes work is refused what may be much of it, and nothing else. */
static void test_work_is_charged(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1), *c = enter(world, 2);
    sit_two(world, a, b, "");
    memcpy(c->table, a->table, sizeof c->table);
    zk_server_charge(world->server, a->guest, 30000);
    join(a);
    says(a, "server.too_fast");
    say(a, "{\"zashiki\":1,\"do\":\"ping\",\"request\":\"p\"}");
    says(a, "\"pong\"");
    join(c); /* another address */
    says(c, "\"snapshot\"");
    world->now_ms += 20000;
    join(a);
    assert_null(strstr(next(a), "server.too_fast"));
}

/* ---- Turns of the loop ---- */

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
    tick(world, 200);
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
    assert_int_equal(world->writes, 1);
    settle(world);
    while (last[0] + last[1] < 40) {
        assert_true(zk_server_due_ms(world->server) <= world->now_ms);
        tick(world, 0);
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
        tick(world, 0);
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
    for (unsigned turn = 0; turn < 40; turn++) tick(world, 0);
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
    tick(world, 0);
    write_back(world, RIGHT);
    for (unsigned i = 0; i < 10; i++) count += answers(late[i], &last[i]);
    assert_in_range(count, 1, SHARE / 6 + 1);
    assert_int_equal(answers(other, &none), 1); /* who came after them */
    for (unsigned turn = 0; turn < 4; turn++) tick(world, 0);
    for (unsigned i = 0; i < 10; i++) count += answers(late[i], &last[i]);
    assert_int_equal(count, 10);
}

/* What is told of a command to all who are there is done for who gave it. */
static void test_telling_counts(void **state) {
    struct world *world = *state;
    struct end *a = &world->end[0], *b = &world->end[1];
    unsigned commands = 0;
    begin_turns(world, a, b);
    for (unsigned i = 2; i < GUESTS; i++) join(watch_from(world, i, (uint8_t)i, a));
    tick(world, 200);
    while (commands < 10) {
        order(a, commands % 2 ? "resume" : "pause", "");
        if (!world->writes) break;
        write_back(world, RIGHT);
        commands++;
    }
    assert_in_range(commands, 1, 3); /* 24 are told of each */
    tick(world, 0);
    assert_int_equal(world->writes, 1);
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
    tick(world, 0);
    answers(a, &last);
    assert_int_equal(last, world->limits.messages.burst.most);
    assert_int_equal(a->closed, 0);
}

/* ---- Anything at any time ---- */

static void random_word(struct world *world, struct end *end) {
    static const char *const asks[] = {"undo",   "agree",  "decline", "pause",
                                       "resume", "resign", "again",   "hint",
                                       "record", "leave",  "alone"};
    char move[128];
    uint32_t lot = zk_rng_below(&world->rng, 100);
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
        order(end, "seed", seed_of(zk_rng_below(&world->rng, 2) != 0, false));
    } else if (lot < 15) {
        order(end, "bot",
              lot % 2 ? ",\"seat\":\"B\",\"bot\":\"greedy\""
                      : ",\"seat\":\"A\",\"bot\":\"random\"");
    } else if (lot < 18) {
        order(end, asks[zk_rng_below(&world->rng, 11)], lot == 15 ? seed_of(0, true) : "");
    } else if (lot < 22) {
        say(end,
            "{\"zashiki\":1,\"do\":\"history\",\"table\":\"%s\",\"from\":1,\"to\":%u,"
            "\"request\":\"q%u\"}",
            end->table, end->number < 64 ? end->number : 64, world->requests++);
    } else if (lot < 23) {
        char key[ZK_KEY_LETTERS_MIN + 1];
        snprintf(key, sizeof key, "key-%0*u", ZK_KEY_LETTERS_MIN - 4,
                 zk_rng_below(&world->rng, 8));
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
    world->rng = zk_rng_stream(seed, 0);
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
        uint32_t lot = zk_rng_below(&world->rng, 100);
        struct end *end = &world->end[zk_rng_below(&world->rng, 9)];
        if (lot < 1 && step % 4 == 0) { /* the server stops, and another starts */
            stop(world);
            start(world);
        } else if (!end->guest) {
            unsigned t = zk_rng_below(&world->rng, 3), who = zk_rng_below(&world->rng, 3);
            enter(world, (unsigned)(end - world->end));
            memcpy(end->table, table[t], sizeof end->table);
            memset(end->token, 0, sizeof end->token);
            if (who < 2) memcpy(end->token, token[t][who], sizeof end->token);
            end->watches = t == 2 && zk_rng_below(&world->rng, 3) == 0;
            if (who < 2 && end->watches)
                memcpy(end->token, invitation[who], sizeof end->token);
            if (who == 2) end->watches = true;
            end->number = 0;
        } else if (lot < 2 || end->closed || end->count > INBOX - 200) {
            leave(end);
        } else if (lot < 50) {
            random_word(world, end);
        } else if (lot < 54) {
            if (world->reads) read_back(world);
        } else if (lot < 85) {
            if (world->writes)
                write_back(world, lot < 80 ? RIGHT : lot < 83 ? FAILED : FAILED_BUT_KEPT);
        } else if (lot < 92) {
            if (world->thoughts) think_back(world);
        } else {
            tick(world, zk_rng_below(&world->rng, 700));
        }
    }
    /* Whoever comes at the end finds every table as it was kept. */
    for (unsigned i = 0; i < GUESTS; i++)
        if (world->end[i].guest) leave(&world->end[i]);
    settle(world);
    world->now_ms += ZK_RETRY_MS;
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

#define WORLD(test) cmocka_unit_test_setup_teardown(test, make_world, remove_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD(test_told_when_durable),
        WORLD(test_leave_in_between),
        WORLD(test_two_tables),
        WORLD(test_hint_for_nobody),
        WORLD(test_thinking_is_shared),
        WORLD(test_stop_ends_thinking),
        WORLD(test_too_much),
        WORLD(test_disk_fails),
        WORLD(test_disk_lies),
        WORLD(test_disk_is_silent),
        WORLD(test_overtaken),
        WORLD(test_seed_is_late),
        WORLD(test_seeds_at_two_servers),
        WORLD(test_tables_come_and_go),
        WORLD(test_read_in_pieces),
        WORLD(test_set_aside),
        WORLD(test_set_aside_for_its_rules),
        WORLD(test_clock_runs_out),
        WORLD(test_bots_take_their_time),
        WORLD(test_stand_in_when_away),
        WORLD(test_presence),
        WORLD(test_tokens),
        WORLD(test_invitation_only_watches),
        WORLD(test_keys_at_another_process),
        WORLD(test_key_overtakes),
        WORLD(test_sit_in_doubt),
        WORLD(test_devices),
        WORLD(test_device_at_a_long_table),
        WORLD(test_key_comes_back),
        WORLD(test_tokens_alone),
        WORLD(test_rates),
        WORLD(test_rates_of_a_table),
        WORLD(test_looks_are_charged),
        WORLD(test_work_is_charged),
        WORLD(test_share_of_a_turn),
        WORLD(test_late_ones_take_turns),
        WORLD(test_share_at_a_door),
        WORLD(test_telling_counts),
        WORLD(test_late_is_not_too_much),
        cmocka_unit_test(test_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
