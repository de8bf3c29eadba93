/* test_keeping.c: tables that nobody visits any more are removed, and what stays of them.
 *
 * A server on a real store, with a test for its network and its clock: days pass as the test wants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "host.h"

enum { PATH_SIZE = 512, HOUR_MS = 3600 * 1000 };

struct world {
    struct host host; /* first */
    char folder[PATH_SIZE - 32], file[PATH_SIZE];
    struct zk_store *store;
    struct zk_limits limits;
    char said[64 * 1024]; /* the last message to the guest */
    unsigned visits;
    bool may_fail; /* what is written: the file is damaged */
    unsigned reports;
    bool closed; /* the guest was cut off */
};

static void world_send(void *user, void *connection, const char *data, size_t size) {
    struct world *world = user;
    (void)connection;
    assert_true(size < sizeof world->said);
    memcpy(world->said, data, size);
    world->said[size] = '\0';
}

static void world_close(void *user, void *connection, int code, const char *reason) {
    struct world *world = user;
    (void)connection, (void)code, (void)reason;
    assert_true(world->may_fail);
    world->closed = true;
}

static void world_think(void *user, struct zk_think_job *job) {
    (void)user, (void)job;
    assert_true(false);
}

static void world_report(void *user, const char *sentence) {
    struct world *world = user;
    world->reports++;
    if (!world->may_fail) print_error("%s\n", sentence);
    assert_true(world->may_fail);
}

/* Does what was put, until there is nothing more. */
static void settle(struct world *world) {
    while (world->host.writes || world->host.reads) {
        if (world->host.writes) {
            struct zk_write *write = host_take_write(&world->host);
            world->visits += write->kind == ZK_WRITE_VISIT;
            write->failed = !world->store->kind->commit(world->store, &write, 1);
            write->overtaken = write->failed && world->store->overtaken;
            assert_true(!write->failed || world->may_fail);
            if (write->failed) memcpy(write->error, world->store->error, sizeof write->error);
            zk_server_written(world->host.server, write);
        } else {
            struct zk_read *read = host_take_read(&world->host);
            zk_store_read(world->store, read);
            zk_server_has_read(world->host.server, read);
        }
    }
}

/* Lets time pass, with everything that is due in it. */
static void pass(struct world *world, uint64_t ms) {
    uint64_t until = world->host.now_ms + ms;
    for (uint64_t due; (due = zk_server_due_ms(world->host.server)) && due <= until;) {
        if (due > world->host.now_ms) world->host.now_ms = due;
        host_tick(&world->host, 0);
        settle(world);
    }
    world->host.now_ms = until;
}

static void start(struct world *world) {
    struct zk_host host = host_callbacks(&world->host);
    host.send = world_send;
    host.close = world_close;
    host.think = world_think;
    host.report = world_report;
    world->host.server = zk_server_new(&host, &world->limits);
}

/* Its clock shows another time then. */
static void restart(struct world *world, uint64_t now_ms) {
    zk_server_stop(world->host.server);
    settle(world);
    zk_server_free(world->host.server);
    world->host.now_ms = now_ms;
    start(world);
}

/* Of a server that keeps tables so long. */
static int make(void **state, uint64_t keep_ms) {
    struct world *world = calloc(1, sizeof *world);
    char error[ZK_STORE_ERROR_SIZE];
    const char *build = getenv("ZASHIKI_BUILD");
    assert_non_null(world);
    snprintf(world->folder, sizeof world->folder, "%s/keeping-XXXXXX", build ? build : ".");
    if (!mkdtemp(world->folder)) return -1;
    snprintf(world->file, sizeof world->file, "%s/a.db", world->folder);
    world->store = zk_store_open(world->file, ZK_STORE_WRITE, error);
    assert_non_null(world->store);
    world->host.now_ms = 1794808741449;
    world->limits = zk_limits_usual;
    zk_limits_lift(&world->limits);
    world->limits.keep_ms = keep_ms;
    start(world);
    *state = world;
    return 0;
}

static int make_world(void **state) { return make(state, zk_limits_usual.keep_ms); }

static int make_forgetful(void **state) { return make(state, ZK_DAY_MS); }

static int make_endless(void **state) { return make(state, 0); }

static int remove_world(void **state) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    struct world *world = *state;
    if (world->host.server) zk_server_free(world->host.server);
    if (world->store) zk_store_close(world->store);
    for (unsigned i = 0; i < 3; i++) {
        char path[PATH_SIZE + 16];
        snprintf(path, sizeof path, "%s%s", world->file, ends[i]);
        unlink(path);
    }
    rmdir(world->folder);
    free(world);
    return 0;
}

/* ---- A guest, and tables ---- */

static struct zk_guest *enter(struct world *world) {
    struct zk_address address = {0};
    struct zk_guest *guest = zk_server_enter(world->host.server, world, &address);
    assert_non_null(guest);
    return guest;
}

static void say(struct world *world, struct zk_guest *guest, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(struct world *world, struct zk_guest *guest, const char *format, ...) {
    char message[512];
    va_list list;
    va_start(list, format);
    int size = vsnprintf(message, sizeof message, format, list);
    va_end(list);
    zk_server_message(world->host.server, guest, message, (size_t)size);
    settle(world);
}

static void open_table(struct world *world, struct zk_guest *guest, char *id) {
    static unsigned request;
    say(world, guest,
        "{\"zashiki\":1,\"do\":\"open\",\"game\":\"sketch\",\"request\":\"o%u\"}", request++);
    const char *found = strstr(world->said, "\"table\":\"");
    assert_non_null(found);
    snprintf(id, ZK_TABLE_ID_SIZE, "%.*s", (int)strcspn(found + 9, "\""), found + 9);
}

/* Entries behind the server's back; lines as the server writes them. */
static void add(struct world *world, const char *id, uint32_t first, const char *lines,
                const char *record) {
    struct zk_write write = {.kind = ZK_WRITE_ENTRIES,
                             .first = first,
                             .lines = lines,
                             .lines_size = strlen(lines),
                             .record = record,
                             .record_size = record ? strlen(record) : 0,
                             .at_ms = world->host.now_ms};
    struct zk_write *writes[] = {&write};
    snprintf(write.table, sizeof write.table, "%s", id);
    assert_true(world->store->kind->commit(world->store, writes, 1));
}

#define SITS(seat, name)                                                                      \
    "{\"kind\":\"sit\",\"by\":\"" seat "\",\"sits\":{\"seat\":\"" seat                        \
    "\",\"who\":\"person\",\"name\":\"" name "\"},\"time\":5}\n"
#define MOVE "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"first B\",\"time\":5}\n"
#define RECORD "{\"zashiki\":1,\"seats\":[\"\",\"\"]}\n"

static bool is_there(struct world *world, const char *id) {
    static struct zk_stored_table head;
    enum zk_found found = world->store->kind->head(world->store, id, &head);
    assert_int_not_equal(found, ZK_FOUND_FAILED);
    assert_null(world->store->kind->missing(world->store));
    return found == ZK_FOUND;
}

/* ---- Tests ---- */

static void test_unmoved(void **state) {
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char idle[ZK_TABLE_ID_SIZE], sat[ZK_TABLE_ID_SIZE], moved[ZK_TABLE_ID_SIZE],
        visited[ZK_TABLE_ID_SIZE];
    open_table(world, guest, idle);
    open_table(world, guest, sat);
    open_table(world, guest, moved);
    open_table(world, guest, visited);
    add(world, sat, 1, SITS("A", "Ann"), NULL);
    add(world, moved, 1, SITS("A", "Ann") SITS("B", "Ben") MOVE, NULL);
    pass(world, 23 * HOUR_MS);
    assert_true(is_there(world, idle) && is_there(world, sat));
    say(world, guest, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"j\"}",
        visited);
    assert_non_null(strstr(world->said, "\"done\":0"));
    pass(world, 3 * HOUR_MS);
    assert_false(is_there(world, idle) || is_there(world, sat));
    assert_true(is_there(world, moved) && is_there(world, visited));
    assert_true(world->visits > 0 && world->visits < 10);
    /* For whoever has the link it has never been. */
    say(world, guest, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"k\"}",
        idle);
    assert_non_null(strstr(world->said, "table.unknown"));
    /* While somebody is there it stays. */
    pass(world, 5 * ZK_DAY_MS);
    assert_true(is_there(world, visited));
    zk_server_leave(world->host.server, guest);
    pass(world, ZK_DAY_MS + 3 * HOUR_MS);
    assert_false(is_there(world, visited));
    assert_true(is_there(world, moved));
}

/* Once nothing is under way a server that stops waits for its guests alone: it notes no visits any more. */
static void test_stop_notes_nothing(void **state) {
    struct world *world = *state;
    struct zk_guest *guest[2] = {enter(world), enter(world)};
    char id[ZK_TABLE_ID_SIZE];
    open_table(world, guest[0], id);
    for (unsigned i = 0; i < 2; i++)
        say(world, guest[i],
            "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"j\"}", id);
    pass(world, HOUR_MS - 1);
    zk_server_stop(world->host.server);
    settle(world);
    host_tick(&world->host, HOUR_MS);
    zk_server_leave(world->host.server, guest[0]);
    assert_int_not_equal(zk_server_due_ms(world->host.server),
                         0); /* who is left would be told */
    host_tick(&world->host, 1000);
    assert_false(zk_server_is_busy(world->host.server));
    zk_server_leave(world->host.server, guest[1]);
}

/* However short tables are kept, one stays while somebody is there, whenever that began, and as long after that. */
static void test_kept_for_a_day(void **state) {
    enum { TABLES = 12 };
    struct world *world = *state;
    struct zk_guest *guest[TABLES];
    char id[TABLES][ZK_TABLE_ID_SIZE];
    for (unsigned i = 0; i < TABLES; i++) {
        guest[i] = enter(world);
        open_table(world, guest[i], id[i]);
        add(world, id[i], 1, SITS("A", "Ann") SITS("B", "Ben") MOVE, NULL);
        say(world, guest[i],
            "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"j\"}", id[i]);
        pass(world, HOUR_MS / TABLES);
    }
    pass(world, 4 * ZK_DAY_MS + 20 * HOUR_MS);
    for (unsigned i = 0; i < TABLES; i++) {
        assert_true(is_there(world, id[i]));
        zk_server_leave(world->host.server, guest[i]);
    }
    pass(world, 21 * HOUR_MS);
    for (unsigned i = 0; i < TABLES; i++) assert_true(is_there(world, id[i]));
    pass(world, 6 * HOUR_MS);
    for (unsigned i = 0; i < TABLES; i++) assert_false(is_there(world, id[i]));
}

/* Where tables are kept for ever, those without a move go all the same, and not while somebody is there. */
static void test_kept_for_ever(void **state) {
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char idle[ZK_TABLE_ID_SIZE], moved[ZK_TABLE_ID_SIZE], visited[ZK_TABLE_ID_SIZE];
    open_table(world, guest, idle);
    open_table(world, guest, moved);
    open_table(world, guest, visited);
    add(world, moved, 1, SITS("A", "Ann") SITS("B", "Ben") MOVE, NULL);
    say(world, guest, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"j\"}",
        visited);
    pass(world, 3 * ZK_DAY_MS);
    assert_false(is_there(world, idle));
    assert_true(is_there(world, visited));
    zk_server_leave(world->host.server, guest);
    pass(world, 500 * ZK_DAY_MS);
    assert_true(is_there(world, moved));
    assert_false(is_there(world, visited));
    assert_null(world->store->kind->check(world->store));
}

/* A server that starts by a wrong clock removes nothing for a week, and by the right one goes on as if nothing had been. */
static void test_wrong_clock(void **state) {
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char moved[ZK_TABLE_ID_SIZE];
    open_table(world, guest, moved);
    add(world, moved, 1, SITS("A", "Ann") SITS("B", "Ben") MOVE, NULL);
    zk_server_leave(world->host.server, guest);
    pass(world, ZK_DAY_MS);
    restart(world, world->host.now_ms + 1000 * ZK_DAY_MS);
    pass(world, 6 * ZK_DAY_MS);
    assert_true(is_there(world, moved));
    restart(world, world->host.now_ms - 1000 * ZK_DAY_MS);
    pass(world, 20 * ZK_DAY_MS);
    /* Nor does it when it is wrong at each start: what was noted then does not count. */
    restart(world, world->host.now_ms + 1000 * ZK_DAY_MS);
    pass(world, 6 * ZK_DAY_MS);
    assert_true(is_there(world, moved));
    restart(world, world->host.now_ms - 1000 * ZK_DAY_MS);
    pass(world, 324 * ZK_DAY_MS); /* 357 since somebody was there */
    restart(world, world->host.now_ms + 1000 * ZK_DAY_MS);
    pass(world, ZK_DAY_MS);
    restart(world, world->host.now_ms - 999 * ZK_DAY_MS);
    pass(world, 6 * ZK_DAY_MS);
    assert_true(is_there(world, moved));
    pass(world, 3 * ZK_DAY_MS);
    assert_false(is_there(world, moved));
    assert_null(world->store->kind->check(world->store));
}

static void test_archived(void **state) {
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char gone[ZK_TABLE_ID_SIZE], kept[ZK_TABLE_ID_SIZE], *record;
    size_t size;
    open_table(world, guest, gone);
    open_table(world, guest, kept);
    add(world, gone, 1, SITS("A", "Annabella") SITS("B", "Benedikt") MOVE, RECORD);
    add(world, kept, 1, SITS("A", "Clementine") SITS("B", "Dorothea") MOVE, NULL);
    pass(world, 364 * ZK_DAY_MS);
    assert_true(is_there(world, gone) && is_there(world, kept));
    say(world, guest, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"j\"}",
        kept);
    pass(world, 10 * 60 * 1000);
    zk_server_leave(world->host.server, guest);
    pass(world, 2 * ZK_DAY_MS);
    assert_false(is_there(world, gone));
    assert_true(is_there(world, kept));
    /* Its games stay, without anybody's name. */
    assert_int_equal(world->store->kind->record(world->store, gone, 0, &record, &size),
                     ZK_FOUND);
    assert_string_equal(record, RECORD);
    free(record);
    assert_null(world->store->kind->check(world->store));
    zk_server_free(world->host.server);
    zk_store_close(world->store);
    world->host.server = NULL;
    world->store = NULL;
    /* And the names are not in the file any more. */
    FILE *file = fopen(world->file, "rb");
    assert_non_null(file);
    static char bytes[1024 * 1024];
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    bool found[2] = {false, false};
    for (size_t i = 0; i + 10 < size; i++) {
        found[0] = found[0] || memcmp(bytes + i, "Annabella", 9) == 0;
        found[1] = found[1] || memcmp(bytes + i, "Dorothea", 8) == 0;
    }
    assert_false(found[0]);
    assert_true(found[1]);
}

/* A large table goes in many small steps, and is gone for others from the first on; a server that
 * stops in between goes on later. */
static void test_in_steps(void **state) {
    enum { ENTRIES = 3000 };
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char large[ZK_TABLE_ID_SIZE];
    static char lines[ENTRIES * 80];
    struct zk_text text = zk_text_in(lines, sizeof lines);
    open_table(world, guest, large);
    for (uint32_t i = 0; i < ENTRIES; i++) zk_text_put(&text, MOVE);
    assert_false(text.full);
    add(world, large, 1, lines, NULL);
    zk_server_leave(world->host.server, guest);
    struct zk_write tidy = {.kind = ZK_WRITE_TIDY,
                            .at_ms = world->host.now_ms + 366 * ZK_DAY_MS,
                            .keep_ms = 365 * ZK_DAY_MS,
                            .keep_unmoved_ms = ZK_DAY_MS};
    struct zk_write *writes[] = {&tidy};
    unsigned steps = 0;
    do {
        static struct zk_stored_table head;
        assert_true(world->store->kind->commit(world->store, writes, 1));
        assert_null(world->store->kind->missing(world->store));
        enum zk_found found = world->store->kind->head(world->store, large, &head);
        if (tidy.more && steps < ENTRIES / ZK_TIDY_ENTRIES) {
            assert_int_equal(found, ZK_FOUND);
            assert_string_equal(head.aside, ZK_REMOVED);
        }
        steps++;
    } while (tidy.more);
    assert_string_equal(tidy.table, "");
    assert_int_equal(steps, ENTRIES / ZK_TIDY_ENTRIES + 3); /* the rest, the head, nothing */
    assert_false(is_there(world, large));
    assert_null(world->store->kind->check(world->store));
}

/* One step of removing the first table, when a year has gone. */
static void begin_to_go(struct world *world) {
    struct zk_write tidy = {.kind = ZK_WRITE_TIDY,
                            .at_ms = world->host.now_ms + 366 * ZK_DAY_MS,
                            .keep_ms = 365 * ZK_DAY_MS};
    struct zk_write *writes[] = {&tidy};
    assert_true(world->store->kind->commit(world->store, writes, 1));
    assert_true(tidy.more);
}

/* Somebody who comes while it is being removed finds no table. */
static void test_coming_late(void **state) {
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char id[ZK_TABLE_ID_SIZE];
    open_table(world, guest, id);
    add(world, id, 1, SITS("A", "Ann") SITS("B", "Ben") MOVE, NULL);
    pass(world, HOUR_MS); /* it leaves the memory */
    begin_to_go(world);
    say(world, guest, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"j\"}",
        id);
    assert_non_null(strstr(world->said, "table.unknown"));
    zk_server_leave(world->host.server, guest);
    pass(world, 3 * HOUR_MS); /* the server goes on with what was begun */
    assert_false(is_there(world, id));
}

/* Who is at a table when it begins to go, and acts there, is refused, and cut off: there is no such table any more. */
static void test_acting_late(void **state) {
    enum { ENTRIES = 3 * ZK_TIDY_ENTRIES };
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char id[ZK_TABLE_ID_SIZE], token[64];
    static char lines[ENTRIES * 80];
    struct zk_text text = zk_text_in(lines, sizeof lines);
    open_table(world, guest, id);
    const char *found = strstr(world->said, "\"A\":\"");
    assert_non_null(found);
    snprintf(token, sizeof token, "%.*s", (int)strcspn(found + 5, "\""), found + 5);
    for (unsigned i = 0; i < ENTRIES / 2; i++)
        zk_text_put(
            &text,
            "{\"kind\":\"sit\",\"by\":\"B\",\"sits\":{\"seat\":\"B\",\"who\":\"person\"},\"time\":5}\n"
            "{\"kind\":\"sit\",\"by\":\"B\",\"sits\":{\"seat\":\"B\",\"who\":\"open\"},\"time\":5}\n");
    add(world, id, 1, lines, NULL);
    pass(world, HOUR_MS); /* it leaves the memory */
    say(world, guest,
        "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"token\":\"%s\",\"request\":\"j\"}",
        id, token);
    assert_non_null(strstr(world->said, "\"done\":"));
    begin_to_go(world);
    world->may_fail = true;
    say(world, guest,
        "{\"zashiki\":1,\"do\":\"sit\",\"name\":\"Ann\",\"table\":\"%s\",\"token\":\"%s\",\"request\":\"s\"}",
        id, token);
    assert_non_null(strstr(world->said, "store.failed"));
    assert_true(world->closed);
    zk_server_leave(world->host.server, guest);
    guest = enter(world);
    say(world, guest, "{\"zashiki\":1,\"do\":\"join\",\"table\":\"%s\",\"request\":\"k\"}",
        id);
    assert_non_null(strstr(world->said, "table.unknown"));
    zk_server_leave(world->host.server, guest);
    pass(world, 3 * HOUR_MS);
    assert_false(is_there(world, id));
}

/* Makes the page useless on which this stands; where the tables are closed. */
static void damage_page(const struct world *world, const char *text) {
    enum { PAGE = 4096 };
    static char bytes[4 * 1024 * 1024];
    FILE *file = fopen(world->file, "r+b");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file), at = 0, length = strlen(text);
    while (at + length < size && memcmp(bytes + at, text, length) != 0) at++;
    assert_true(at + length < size);
    fseek(file, (long)(at / PAGE * PAGE), SEEK_SET);
    fputc(0, file);
    fclose(file);
}

static int by_id(const void *a, const void *b) { return strcmp(a, b); }

/* A table that cannot be removed, because pages of it are damaged, keeps no other one. */
static void test_one_that_cannot_go(void **state) {
    enum { TABLES = 6, ENTRIES = 4000 };
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char id[TABLES][ZK_TABLE_ID_SIZE], error[ZK_STORE_ERROR_SIZE];
    static char lines[ENTRIES * 80];
    struct zk_text text = zk_text_in(lines, sizeof lines);
    for (unsigned i = 0; i < TABLES; i++) open_table(world, guest, id[i]);
    qsort(id, TABLES, sizeof id[0], by_id);
    for (unsigned i = 0; i < ENTRIES; i++) {
        zk_text_put(&text,
                    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"first B\",\"time\":");
        zk_text_put_uint(&text, 10000000 + i);
        zk_text_put(&text, "}\n");
    }
    for (unsigned i = 0; i < TABLES; i++)
        add(world, id[i], 1, i == 2 ? lines : SITS("A", "Ann") SITS("B", "Ben") MOVE, NULL);
    zk_server_leave(world->host.server, guest);
    zk_server_stop(world->host.server);
    settle(world);
    zk_server_free(world->host.server);
    zk_store_close(world->store);
    damage_page(world, "\"time\":10001500");
    world->store = zk_store_open(world->file, ZK_STORE_WRITE, error);
    assert_non_null(world->store);
    world->may_fail = true;
    start(world);
    pass(world, 380 * ZK_DAY_MS);
    for (unsigned i = 0; i < TABLES; i++) {
        static struct zk_stored_table head;
        enum zk_found found = world->store->kind->head(world->store, id[i], &head);
        assert_int_equal(found, i == 2 ? ZK_FOUND : ZK_FOUND_NOT);
    }
    assert_true(world->reports > 0);
}

/* Where the list of tables cannot be read any further, the look at all tables ends there, and sets none aside. */
static void test_a_list_that_breaks_off(void **state) {
    enum { TABLES = 120 };
    struct world *world = *state;
    struct zk_guest *guest = enter(world);
    char id[TABLES][ZK_TABLE_ID_SIZE], row[ZK_TABLE_ID_SIZE + 8], error[ZK_STORE_ERROR_SIZE];
    unsigned there = 0, looks = 0;
    for (unsigned i = 0; i < TABLES; i++) open_table(world, guest, id[i]);
    qsort(id, TABLES, sizeof id[0], by_id);
    zk_server_leave(world->host.server, guest);
    zk_server_stop(world->host.server);
    settle(world);
    zk_server_free(world->host.server);
    zk_store_close(world->store);
    snprintf(row, sizeof row, "%ssketch", id[TABLES / 2]);
    damage_page(world, row);
    world->store = zk_store_open(world->file, ZK_STORE_WRITE, error);
    assert_non_null(world->store);
    world->may_fail = true;
    start(world);
    while (zk_server_check_some(world->host.server, 1)) {
        settle(world);
        assert_true(looks++ < TABLES);
    }
    settle(world);
    for (unsigned i = 0; i < TABLES; i++) {
        static struct zk_stored_table head;
        if (world->store->kind->head(world->store, id[i], &head) != ZK_FOUND) continue;
        assert_string_equal(head.aside, "");
        there++;
    }
    assert_in_range(there, TABLES / 4, TABLES - 1);
    assert_true(world->reports > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_unmoved, make_world, remove_world),
        cmocka_unit_test_setup_teardown(test_stop_notes_nothing, make_world, remove_world),
        cmocka_unit_test_setup_teardown(test_kept_for_a_day, make_forgetful, remove_world),
        cmocka_unit_test_setup_teardown(test_kept_for_ever, make_endless, remove_world),
        cmocka_unit_test_setup_teardown(test_wrong_clock, make_world, remove_world),
        cmocka_unit_test_setup_teardown(test_archived, make_world, remove_world),
        cmocka_unit_test_setup_teardown(test_in_steps, make_world, remove_world),
        cmocka_unit_test_setup_teardown(test_coming_late, make_world, remove_world),
        cmocka_unit_test_setup_teardown(test_acting_late, make_world, remove_world),
        cmocka_unit_test_setup_teardown(test_one_that_cannot_go, make_world, remove_world),
        cmocka_unit_test_setup_teardown(test_a_list_that_breaks_off, make_world, remove_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
