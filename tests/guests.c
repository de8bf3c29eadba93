/* guests.c: see guests.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "guests.h"

int64_t number_in(const char *message, const char *key) {
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

static void world_report(void *user, const char *sentence) {
    (void)sentence;
    ((struct world *)user)->reports++;
}

static void world_say(void *user, const char *text, size_t size) {
    struct world *world = user;
    if (world->sayings >= world->say_room) return; /* it is lost */
    char *copy = malloc(size + 1);
    assert_true(copy && world->sayings < SAYINGS);
    memcpy(copy, text, size);
    copy[size] = '\0';
    world->saying[world->sayings++] = copy;
}

static uint32_t world_say_room(void *user) {
    const struct world *world = user;
    return world->say_room > world->sayings ? world->say_room - world->sayings : 0;
}

void start(struct world *world) {
    struct zk_host host = host_callbacks(&world->host);
    if (world->shares) host.say = world_say;
    host.say_room = world_say_room;
    host.send = world_send;
    host.close = world_close;
    host.report = world_report;
    world->host.server = zk_server_new(&host, &world->limits);
}

int make_world(void **state) {
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    world->memory = model_new(1);
    world->say_room = SAYINGS;
    world->limits = zk_limits_usual;
    world->limits.messages = world->limits.messages_per_address = (struct zk_rate){0};
    world->limits.asks_per_seat = world->limits.asks_of_watchers = (struct zk_rate){0};
    world->limits.watching_per_address = (struct zk_rate){0};
    world->host.now_ms = 1700000000000;
    world->host.rng = zk_rng_stream(1, 2);
    start(world);
    *state = world;
    return 0;
}

void write_back(struct world *world, enum outcome outcome) {
    struct zk_write *write = host_take_write(&world->host);
    if (outcome != FAILED) model_keep(world->memory, write);
    write->failed = write->failed || outcome != RIGHT;
    zk_server_written(world->host.server, write);
}

void read_back(struct world *world) {
    struct zk_read *read = host_take_read(&world->host);
    zk_store_read(&world->memory->store, read);
    zk_server_has_read(world->host.server, read);
}

void settle(struct world *world) {
    while (world->host.writes || world->host.reads || world->host.thoughts) {
        while (world->host.writes) write_back(world, RIGHT);
        while (world->host.reads) read_back(world);
        while (world->host.thoughts) host_think(&world->host);
    }
}

struct zk_address address_of(unsigned from) {
    return (struct zk_address){{[10] = 0xFF, 0xFF, 10, 0, 0, (uint8_t)from}};
}

struct end *enter_from(struct world *world, unsigned place, uint8_t from) {
    struct end *end = &world->end[place];
    struct zk_address address = address_of(from);
    assert_null(end->guest);
    end->world = world;
    end->closed = 0;
    end->joined = end->watches = false;
    end->guest = zk_server_enter(world->host.server, end, &address);
    assert_non_null(end->guest);
    return end;
}

struct end *enter(struct world *world, unsigned place) {
    return enter_from(world, place, (uint8_t)place);
}

void forget(struct end *end) {
    for (uint32_t i = 0; i < end->count; i++) free(end->said[i]);
    end->count = end->read = 0;
}

void leave(struct end *end) {
    zk_server_leave(end->world->host.server, end->guest);
    end->guest = NULL;
    forget(end);
}

void stop(struct world *world) {
    zk_server_stop(world->host.server);
    settle(world);
    assert_false(zk_server_is_busy(world->host.server));
    for (unsigned i = 0; i < GUESTS; i++)
        if (world->end[i].guest) leave(&world->end[i]);
    zk_server_free(world->host.server);
    while (world->sayings) free(world->saying[--world->sayings]);
}

int remove_world(void **state) {
    struct world *world = *state;
    stop(world);
    model_free(world->memory);
    free(world);
    return 0;
}

void say(struct end *end, const char *format, ...) {
    char message[2048];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!end->world->one_turn) zk_server_turn(end->world->host.server);
    zk_server_message(end->world->host.server, end->guest, message, (size_t)size);
}

const char *next(struct end *end) {
    return end->read < end->count ? end->said[end->read++] : "";
}

void says(struct end *end, const char *part) {
    const char *message = next(end);
    if (!strstr(message, part)) print_error("not %s in: %.300s\n", part, message);
    assert_non_null(strstr(message, part));
}

void is_silent(struct end *end) {
    if (end->read < end->count) print_error("%.300s\n", end->said[end->read]);
    assert_int_equal(end->read, end->count);
}

void pass_over(struct end *end) { end->read = end->count; }

void copy_word(const char *message, const char *key, char *out, size_t size) {
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

void order(struct end *end, const char *what, const char *more) {
    say(end,
        "{\"zashiki\":1,\"do\":\"%s\",\"table\":\"%s\",\"token\":\"%s\",\"request\":\"q%u\","
        "\"at\":%u%s}",
        what, end->table, end->token, end->world->requests++, end->number, more);
}

void join(struct end *end) {
    say(end, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"q%u\"%s%s%s}",
        end->table, end->world->requests++, *end->token ? ",\"token\":\"" : "", end->token,
        *end->token ? "\"" : "");
    end->joined = true;
}

void open_for_two(struct world *world, struct end *a, struct end *b, const char *more) {
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

void sit_two(struct world *world, struct end *a, struct end *b, const char *more) {
    open_for_two(world, a, b, more);
    order(a, "sit", ",\"name\":\"Ann\"");
    order(b, "sit", ",\"name\":\"Ben\"");
    settle(world);
    pass_over(a);
    pass_over(b);
}

const char *key_of(char letter) {
    static char key[4][ZK_KEY_LETTERS_MIN + 1];
    static unsigned at;
    at = (at + 1) % 4;
    memset(key[at], letter, ZK_KEY_LETTERS_MIN);
    return key[at];
}

void order_with(struct end *end, const char *what, const char *request, const char *key,
                const char *more) {
    char number[ZK_REQUEST_SIZE];
    snprintf(number, sizeof number, "q%u", end->world->requests++);
    say(end,
        "{\"zashiki\":1,\"do\":\"%s\",\"table\":\"%s\",\"token\":\"%s\",\"request\":\"%s\","
        "\"at\":0,\"key\":\"%s\"%s}",
        what, end->table, end->token, *request ? request : number, key, more);
}

void hold(struct end *end, const char *key) {
    snprintf(end->token, sizeof end->token, "%s", key);
}

void sit_two_with_keys(struct world *world, struct end *a, struct end *b,
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

struct end *come(struct world *world, unsigned place, const char *table, const char *token) {
    struct end *end = enter(world, place);
    memcpy(end->table, table, sizeof end->table);
    hold(end, token);
    end->number = 0;
    return end;
}

void pass_on(struct world *from, struct world *to) {
    for (uint32_t i = 0; i < from->sayings; i++) {
        zk_server_heard(to->host.server, from->saying[i]);
        free(from->saying[i]);
    }
    from->sayings = 0;
}

struct end *mover(struct end *a, struct end *b) {
    for (uint32_t i = a->count; i > 0; i--) {
        const char *at = strstr(a->said[i - 1], "\"actor\":\"");
        if (!at) continue;
        return at[9] == 'A' ? a : at[9] == 'B' ? b : NULL;
    }
    return NULL;
}

void first_move(const struct end *end, char *more, size_t size) {
    for (uint32_t i = end->count; i > 0; i--) {
        const char *at = strstr(end->said[i - 1], "\"legal\":[\"");
        if (!at) continue;
        at += strlen("\"legal\":[\"");
        snprintf(more, size, ",\"move\":\"%.*s\"", (int)strcspn(at, "\""), at);
        return;
    }
    fail();
}

struct world *beside(struct world *world) {
    struct world *other = calloc(1, sizeof *other);
    assert_non_null(other);
    other->memory = world->memory;
    other->limits = world->limits;
    other->shares = world->shares;
    other->say_room = world->say_room;
    other->host.now_ms = world->host.now_ms;
    other->host.rng = zk_rng_stream(7, 7);
    start(other);
    return other;
}
