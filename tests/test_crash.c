/* test_crash.c: the power fails while tables are written, again and again.
 *
 * A life: the store is opened, writes are committed until the power fails at a random change of the
 * disk (crash_vfs.h), and then everything is read. What was acknowledged is there, once and in order;
 * of what was under way, all of a write or nothing. Meanwhile the log is copied into the file, by the store and, with commits
 * between any two pages, by its copier. The same with synchronous=OFF for either has to fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include <cmocka.h>

#include "core/rng.h"
#include "crash_vfs.h"
#include "store/sqlite_inside.h"

enum {
    TABLES = 6,
    ENTRIES = 400, /* of one table, before it is left alone */
    WORLD = 12,    /* lives until the disk is new */
    CRASHES = 300,
    CRASHES_SANITIZED = 60,
    CRASHES_ALL = 10000,
};

#define FILE_NAME "/a.db"

/* What should be there of a table. */
struct should {
    bool sent, there;           /* that it is opened */
    uint32_t acked, sent_count; /* entries */
    uint32_t attempt[ENTRIES + 1];
    uint32_t acked_records, sent_records;
    bool nameless_sent, nameless_acked; /* that the name of entry 1 is deleted */
};

struct world {
    struct zk_rng rng;
    struct zk_store *store;
    struct should table[TABLES];
    uint32_t attempts;
    enum careless { CAREFUL, STORE_CARELESS, COPIER_CARELESS } careless; /* synchronous=OFF */
    char problem[512];
    uint64_t acknowledged, crashes;
    uint64_t copies, commits_between, crashes_copying;
};

static sqlite3 *last_opened;

static int note_opened(sqlite3 *db, char **error, const struct sqlite3_api_routines *api) {
    (void)error, (void)api;
    last_opened = db;
    return SQLITE_OK;
}

static uint32_t below(struct world *world, uint32_t most) {
    return (uint32_t)(zk_rng_next(&world->rng) % most);
}

static void put_id(char *id, unsigned which) {
    snprintf(id, ZK_TABLE_ID_SIZE, "table%u-9R_ygN3ssOd15Q", which);
}

/* An entry's line says which attempt it was, so that a line that was never acknowledged and one that
 * was are told apart. */
static void put_entry(struct zk_text *text, unsigned which, uint32_t number,
                      uint32_t attempt) {
    char line[200];
    if (number == 1)
        snprintf(line, sizeof line,
                 "{\"kind\":\"sit\",\"by\":\"A\",\"sits\":{\"name\":\"Ann%u\",\"seat\":\"A\","
                 "\"who\":\"person\"},\"time\":%u}",
                 which, attempt);
    else
        snprintf(
            line, sizeof line,
            "{\"kind\":\"move\",\"by\":\"A\",\"move\":\"play GY>G\",\"time\":%u,\"request\":"
            "\"%u of %u\"}",
            attempt, number, which);
    zk_text_put(text, line);
}

/* ---- Writing ---- */

/* One write, with the memory that it points to. */
struct job {
    struct zk_write write;
    struct zk_stored_table head;
    char lines[8 * 200];
    unsigned which;
    uint32_t count; /* of entries */
    uint32_t nameless;
};

static void make_job(struct world *world, struct job *job, unsigned which) {
    static const char record[] = "{\"zashiki\":1,\"seats\":[\"\",\"\"]}\n";
    struct should *should = &world->table[which];
    struct zk_text text = zk_text_in(job->lines, sizeof job->lines);
    memset(&job->write, 0, sizeof job->write);
    job->which = which;
    job->count = 0;
    put_id(job->write.table, which);
    if (!should->there) {
        memset(&job->head, 0, sizeof job->head);
        put_id(job->head.id, which);
        snprintf(job->head.game, sizeof job->head.game, "sketch");
        job->head.seats_count = 2;
        job->head.opened_ms = 7;
        job->write.kind = ZK_WRITE_TABLE;
        job->write.head = &job->head;
        should->sent = true;
        return;
    }
    job->write.kind = ZK_WRITE_ENTRIES;
    job->write.first = should->acked + 1;
    job->write.at_ms = 1000 + world->attempts;
    job->count = 1 + below(world, 6);
    for (uint32_t i = 0; i < job->count; i++) {
        uint32_t number = should->acked + 1 + i;
        should->attempt[number] = ++world->attempts;
        put_entry(&text, which, number, should->attempt[number]);
        zk_text_put_char(&text, '\n');
    }
    assert_false(text.full);
    should->sent_count = should->acked + job->count;
    job->write.lines = job->lines;
    job->write.lines_size = text.used;
    if (below(world, 8) == 0) {
        job->write.record = record;
        job->write.record_size = sizeof record - 1;
        job->write.record_game = should->acked_records;
        should->sent_records = should->acked_records + 1;
    }
    if (should->acked && !should->nameless_acked && below(world, 16) == 0) {
        job->nameless = 1;
        job->write.nameless = &job->nameless;
        job->write.nameless_count = 1;
        should->nameless_sent = true;
    }
}

static void acknowledge(struct world *world, const struct job *job) {
    struct should *should = &world->table[job->which];
    world->acknowledged++;
    should->there = true;
    should->acked += job->count;
    if (job->write.record) should->acked_records++;
    if (job->write.nameless_count) should->nameless_acked = true;
}

/* Some tables' writes in one transaction, as the writer puts them together. */
static void commit_some(struct world *world) {
    static struct job jobs[TABLES];
    struct zk_write *writes[TABLES];
    size_t count = 0;
    for (unsigned i = 0; i < TABLES; i++) {
        if (below(world, 3) == 0 || world->table[i].acked + 8 > ENTRIES) continue;
        make_job(world, &jobs[count], i);
        writes[count] = &jobs[count].write;
        count++;
    }
    if (!count || !world->store->kind->commit(world->store, writes, count)) return;
    for (size_t i = 0; i < count; i++) acknowledge(world, &jobs[i]);
}

/* ---- Looking ---- */

struct looking {
    struct world *world;
    unsigned which;
    uint32_t count;
    bool wrong;
};

static bool look_at(void *user, uint32_t number, const char *line, size_t size) {
    struct looking *looking = user;
    const struct should *should = &looking->world->table[looking->which];
    char expected[200];
    struct zk_text text = zk_text_in(expected, sizeof expected);
    looking->count = number;
    if (number > ENTRIES) return false;
    put_entry(&text, looking->which, number, should->attempt[number]);
    char *name = number == 1 ? strstr(expected, "\"name\"") : NULL;
    bool same = size == text.used && memcmp(line, expected, size) == 0;
    if (!same && name && should->nameless_sent) { /* without the name, then */
        char *rest = strstr(name, "\"seat\"");
        memmove(name, rest, strlen(rest) + 1);
        same = size == strlen(expected) && memcmp(line, expected, size) == 0;
    } else if (same && number == 1 && should->nameless_acked) {
        same = false; /* it should be gone */
    }
    looking->wrong = looking->wrong || !same;
    return true;
}

static bool wrong(struct world *world, const char *what, const char *id, uint32_t found,
                  uint32_t acked, uint32_t sent) {
    snprintf(world->problem, sizeof world->problem, "%s %s: %u of %u acknowledged, %u sent",
             id, what, found, acked, sent);
    return false;
}

static bool look_at_table(struct world *world, unsigned which) {
    struct should *should = &world->table[which];
    struct zk_store *store = world->store;
    struct looking looking = {.world = world, .which = which};
    static struct zk_stored_table head;
    char id[ZK_TABLE_ID_SIZE];
    put_id(id, which);
    enum zk_found found = store->kind->head(store, id, &head);
    if (found == ZK_FOUND_NOT && !should->there) return true;
    if (found != ZK_FOUND || !should->sent) return wrong(world, "is lost", id, 0, 1, 1);
    if (!store->kind->entries(store, id, 0, look_at, &looking))
        return wrong(world, store->error, id, looking.count, should->acked,
                     should->sent_count);
    if (looking.wrong || looking.count < should->acked ||
        (looking.count != should->acked && looking.count != should->sent_count))
        return wrong(world, looking.wrong ? "has other entries" : "has fewer entries", id,
                     looking.count, should->acked, should->sent_count);
    uint32_t records = 0;
    char *record;
    size_t size;
    while (store->kind->record(store, id, records, &record, &size) == ZK_FOUND) {
        free(record);
        records++;
    }
    bool all = looking.count == should->sent_count;
    if (records != should->acked_records && !(all && records == should->sent_records))
        return wrong(world, "has other records", id, records, should->acked_records,
                     should->sent_records);
    /* So it is from here on. */
    if (all && should->nameless_sent && looking.count > should->acked)
        should->nameless_acked = true;
    should->nameless_sent = should->nameless_acked;
    should->there = true;
    should->acked = should->sent_count = looking.count;
    should->acked_records = should->sent_records = records;
    return true;
}

static bool look_at_all(struct world *world) {
    for (unsigned i = 0; i < TABLES; i++)
        if (!look_at_table(world, i)) return false;
    const char *missing = world->store->kind->missing(world->store);
    if (missing) return wrong(world, missing, "", 0, 0, 0);
    return true;
}

/* ---- Copying ---- */

static void commit_between(void *user) {
    struct world *world = user;
    if (below(world, 4) || crash_vfs_is_off()) return;
    commit_some(world);
    world->commits_between++;
}

/* What the copier's thread does while others commit; and then, mostly, the store copies the rest. */
static void copy_beside(struct world *world, struct sqlite_copier *copier) {
    struct sqlite_store *s = (struct sqlite_store *)world->store;
    crash_vfs_between(commit_between, world);
    int copied = sqlite_copier_copy(copier);
    crash_vfs_between(NULL, NULL);
    world->copies += copied > 0;
    if (crash_vfs_is_off()) world->crashes_copying++;
    if (below(world, 4) == 0) return;
    s->log_pages = s->log_enough; /* as if it were long enough */
    world->store->kind->settle(world->store);
}

/* ---- Lives ---- */

static bool open_store(struct world *world) {
    char error[ZK_STORE_ERROR_SIZE];
    world->store = zk_store_open(FILE_NAME, ZK_STORE_WRITE, error);
    if (!world->store) {
        snprintf(world->problem, sizeof world->problem, "%s", error);
        return false;
    }
    if (world->careless == STORE_CARELESS)
        sqlite3_exec(last_opened, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
    return true;
}

/* From opening to opening; false with the problem when something is not as it should be. */
static bool live(struct world *world) {
    if (!world->store && !open_store(world)) return false;
    struct sqlite_copier *copier = sqlite_copier_open(FILE_NAME);
    assert_non_null(copier);
    if (world->careless == COPIER_CARELESS)
        sqlite3_exec(last_opened, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
    crash_vfs_arm(1 + below(world, below(world, 4) ? 150 : 1500));
    while (!crash_vfs_is_off() && below(world, 200)) {
        commit_some(world);
        if (below(world, 16) == 0) copy_beside(world, copier);
    }
    sqlite_copier_close(copier);
    zk_store_close(world->store); /* the power may fail in this, too */
    world->store = NULL;
    world->crashes += crash_vfs_is_off();
    crash_vfs_boot(zk_rng_next(&world->rng));
    return open_store(world) && look_at_all(world);
}

/* A new store's file, made on a real disk. */
static unsigned char *new_file(size_t *size) {
    char path[512], error[ZK_STORE_ERROR_SIZE];
    const char *build = getenv("ZASHIKI_BUILD");
    snprintf(path, sizeof path, "%s/crash-%ld.db", build ? build : ".", (long)getpid());
    unlink(path);
    struct zk_store *store = zk_store_open(path, ZK_STORE_WRITE, error);
    assert_non_null(store);
    zk_store_close(store);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size);
    assert_true(bytes && fread(bytes, 1, *size, file) == *size);
    fclose(file);
    unlink(path);
    return bytes;
}

static unsigned char *fresh;
static size_t fresh_size;

/* How many lives went well, until the power has failed so often. */
static unsigned run(struct world *world, unsigned crashes, enum careless careless) {
    unsigned well = 0;
    for (; world->crashes < crashes; well++) {
        if (well % WORLD == 0) {
            struct world next = {.rng = zk_rng_stream(well, 14), .careless = careless};
            next.acknowledged = world->acknowledged;
            next.crashes = world->crashes;
            next.copies = world->copies;
            next.commits_between = world->commits_between;
            next.crashes_copying = world->crashes_copying;
            if (world->store) zk_store_close(world->store);
            crash_vfs_reset(FILE_NAME, fresh, fresh_size);
            *world = next;
        }
        if (!live(world)) break;
    }
    if (world->store) zk_store_close(world->store);
    world->store = NULL;
    return well;
}

static void test_power_fails(void **state) {
    static struct world world;
    bool all = getenv("ZASHIKI_ALL"), sanitized = getenv("ZASHIKI_SANITIZED");
    unsigned crashes = all && !sanitized   ? CRASHES_ALL
                       : all || !sanitized ? CRASHES
                                           : CRASHES_SANITIZED; /* the first of the same */
    (void)state;
    unsigned well = run(&world, crashes, CAREFUL);
    if (world.problem[0]) print_error("life %u: %s\n", well, world.problem);
    assert_string_equal(world.problem, "");
    print_message("# %llu crashes, %llu writes acknowledged; %llu copies beside %llu commits,"
                  " %llu crashes in them\n",
                  (unsigned long long)world.crashes, (unsigned long long)world.acknowledged,
                  (unsigned long long)world.copies, (unsigned long long)world.commits_between,
                  (unsigned long long)world.crashes_copying);
    assert_true(world.acknowledged > 10 * crashes);
    assert_true(world.copies > crashes && world.commits_between > crashes);
    assert_true(world.crashes_copying > crashes / 10);
}

/* The test would notice: without syncs something is lost before long. */
static void test_without_syncs(void **state) {
    static struct world world;
    (void)state;
    unsigned well = run(&world, CRASHES, STORE_CARELESS);
    print_message("# without syncs: life %u, %s\n", well, world.problem);
    assert_string_not_equal(world.problem, "");
}

static void test_copier_without_syncs(void **state) {
    static struct world world;
    (void)state;
    unsigned well = run(&world, CRASHES, COPIER_CARELESS);
    print_message("# a copier without syncs: life %u, %s\n", well, world.problem);
    assert_string_not_equal(world.problem, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_power_fails),
        cmocka_unit_test(test_without_syncs),
        cmocka_unit_test(test_copier_without_syncs),
    };
    fresh = new_file(&fresh_size);
    sqlite3_auto_extension((void (*)(void))note_opened);
    crash_vfs_register();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    crash_vfs_reset("", NULL, 0);
    free(fresh);
    return failed;
}
