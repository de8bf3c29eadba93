/* test_migrate.c: stores of every older schema are read, brought up to date and played on.
 *
 * The files are made by the statements of those versions, which stay here as they were, with the
 * entries of a game that was played then. From schema 5 on there are check sums, which statements cannot make: such a
 * file is made of one of schema 4, without what came after it, and its sums are those of then. Files are made in ZASHIKI_BUILD. */
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

#include "server/serve.h"
#include "store/sqlite_inside.h"

enum { SCHEMAS = 6, SUMS = 5, ENTRIES = 19, PATH_SIZE = 512 };

#define ID "e5BAkotb9R_ygN3ssOd15Q"

static const char *const steps[SUMS - 1] = {
    "CREATE TABLE tables ("
    " id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, options TEXT NOT NULL,"
    " clock_ms INTEGER NOT NULL, clock_step_ms INTEGER NOT NULL, opened_ms INTEGER NOT NULL,"
    " aside TEXT"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE seats ("
    " table_id TEXT NOT NULL REFERENCES tables(id), seat INTEGER NOT NULL, token BLOB NOT NULL,"
    " PRIMARY KEY (table_id, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE entries ("
    " table_id TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (table_id, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE records ("
    " table_id TEXT NOT NULL REFERENCES tables(id), game INTEGER NOT NULL,"
    " ended_ms INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (table_id, game)"
    ") STRICT, WITHOUT ROWID;",
    "ALTER TABLE tables ADD COLUMN memory INTEGER NOT NULL DEFAULT 0;",
    "ALTER TABLE tables ADD COLUMN cardset TEXT;",
    "ALTER TABLE tables ADD COLUMN advice INTEGER NOT NULL DEFAULT 0;",
};

/* A table whose game was given up, one that is damaged, and one that was set aside. */
static const char rows[] =
    "INSERT INTO tables (id, game, rules, options, clock_ms, clock_step_ms, opened_ms, aside)"
    " VALUES ('" ID "', 'sketch', 1, '{\"edition\":\"en\",\"first\":\"random\"}', 60000, 500,"
    " 1794808741449, NULL),"
    " ('broken', 'sketch', 1, '{}', 0, 0, 1794808741449, NULL),"
    " ('odd', 'sketch', 1, '{}', 0, 0, 1794808741449, 'it is odd');"
    "INSERT INTO seats VALUES"
    " ('" ID "', 0, x'23360133F9CF5208D76886D62E4FBA6512A29F7208A4B91A8579060B90693F9E'),"
    " ('" ID "', 1, x'A2F0F004C3A9973B482ED34A0504ED91E2F623DD632C88585D9B9099145B86D4'),"
    " ('broken', 0, zeroblob(32)), ('broken', 1, zeroblob(32)),"
    " ('odd', 0, zeroblob(32)), ('odd', 1, zeroblob(32));"
    "INSERT INTO entries VALUES ('broken', 1, '{\"kind\":\"sit\",\"sits\":{\"name\":\"A');"
    "INSERT INTO records VALUES ('broken', 0, 7, 'no record');"
    "PRAGMA application_id=2053206888;";

static const char *const lines[ENTRIES] = {
    "{\"kind\":\"sit\",\"by\":\"A\",\"sits\":{\"seat\":\"A\",\"who\":\"person\",\"name\":\"Ann \\\"Q\\\" \\\\ "
    "é\",\"face\":\"owl\"},\"time\":1794808741497,\"request\":\"r3\"}",
    "{\"kind\":\"sit\",\"by\":\"B\",\"sits\":{\"seat\":\"B\",\"who\":\"person\",\"name\":\"Ben\"},"
    "\"time\":1794808741546,\"request\":\"r5\"}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"first B\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"deal A RBc\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"deal A GY\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"deal A BG\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"deal B BY\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"deal B BGd\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"deal B BG\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"reveal R 5\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"reveal B 4\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"reveal G 3\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"reveal Y 4\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"draw GY\",\"time\":1794808741546}",
    "{\"kind\":\"move\",\"by\":\"B\",\"move\":\"play GY>G\",\"time\":1794808741989,\"request\":\"r6\"}",
    "{\"kind\":\"move\",\"by\":\"B\",\"move\":\"play BGd>B\",\"time\":1794808742069,\"request\":\"r7\"}",
    "{\"kind\":\"move\",\"by\":\"B\",\"move\":\"play BG>G\",\"time\":1794808742097,\"request\":\"r8\"}",
    "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"draw RG\",\"time\":1794808742097}",
    "{\"kind\":\"resign\",\"by\":\"A\",\"time\":1794808742162,\"request\":\"r9\"}",
};

#define RECORD(seats)                                                                         \
    "{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},\"seats\":" seats          \
    ",\"faces\":[\"owl\",\"\"]}\n{\"by\":\"chance\",\"move\":\"first B\"}\n"

struct place {
    char folder[PATH_SIZE - 32], file[PATH_SIZE];
};

static int make_place(void **state) {
    static struct place place;
    const char *build = getenv("ZASHIKI_BUILD");
    snprintf(place.folder, sizeof place.folder, "%s/migrate-XXXXXX", build ? build : ".");
    if (!mkdtemp(place.folder)) return -1;
    snprintf(place.file, sizeof place.file, "%s/a.db", place.folder);
    *state = &place;
    return 0;
}

static void remove_file(const struct place *place) {
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < 4; i++) {
        char path[PATH_SIZE + 16];
        snprintf(path, sizeof path, "%s%s", place->file, ends[i]);
        unlink(path);
    }
}

static int remove_place(void **state) {
    struct place *place = *state;
    remove_file(place);
    rmdir(place->folder);
    return 0;
}

static void run_sql(sqlite3 *base, const char *sql) {
    assert_int_equal(sqlite3_exec(base, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void insert(sqlite3 *base, const char *sql, int number, const char *text) {
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(base, sql, -1, &statement, NULL), SQLITE_OK);
    sqlite3_bind_int(statement, 1, number);
    sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
}

/* What versions after schemas 5 and 6 have added is not there, where nothing was written to it. */
static const char *const back[SCHEMAS - SUMS + 1] = {
    "ALTER TABLE tables DROP COLUMN stand_in; DROP TABLE secrets; PRAGMA user_version=5",
    "DROP TABLE secrets; PRAGMA user_version=6",
};

static void make_old(const struct place *place, int schema);

/* The sums are those that the program of schema 5 made of the same table. */
static void has_sums_of_old(sqlite3 *base) {
    static const char *const sums[][2] = {
        {"SELECT hex(sum) FROM tables WHERE id='" ID "'", "0DA66BDA37F89C211A31B864834EBD50"},
        {"SELECT hex(sum) FROM entries WHERE table_id='" ID "' AND number=19",
         "FDFB1480D09B8C890E32A1F63D160D1E"},
        {"SELECT hex(sum) FROM names WHERE table_id='" ID "' AND number=2",
         "756CAFFBF6819164D2010DC1B15EDE74"},
        {"SELECT hex(sum) FROM records WHERE table_id='" ID "'",
         "0F2F6DE51DA9C591157308F8140A5EF1"},
        {"SELECT hex(sum) FROM lists WHERE name='tables'", "E6F2FDD8F90BBC0F52B7386A0F5B32EA"},
    };
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        sqlite3_stmt *statement;
        assert_int_equal(sqlite3_prepare_v2(base, sums[i][0], -1, &statement, NULL),
                         SQLITE_OK);
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        assert_string_equal(sqlite3_column_text(statement, 0), sums[i][1]);
        sqlite3_finalize(statement);
    }
}

static void make_with_sums(const struct place *place, int schema) {
    char error[ZK_STORE_ERROR_SIZE];
    sqlite3 *base;
    make_old(place, SUMS - 1);
    struct zk_store *store = zk_store_open(place->file, ZK_STORE_WRITE, error);
    assert_non_null(store);
    zk_store_close(store);
    assert_int_equal(sqlite3_open(place->file, &base), SQLITE_OK);
    run_sql(base, back[schema - SUMS]);
    has_sums_of_old(base);
    sqlite3_close(base);
}

/* A file as that version left it. */
static void make_old(const struct place *place, int schema) {
    sqlite3 *base;
    char version[40];
    if (schema >= SUMS) {
        make_with_sums(place, schema);
        return;
    }
    remove_file(place);
    assert_int_equal(sqlite3_open(place->file, &base), SQLITE_OK);
    run_sql(base, "PRAGMA journal_mode=WAL; BEGIN");
    for (int i = 0; i < schema; i++) run_sql(base, steps[i]);
    run_sql(base, rows);
    for (int i = 0; i < ENTRIES; i++)
        insert(base, "INSERT INTO entries VALUES ('" ID "', ?1, ?2)", i + 1, lines[i]);
    insert(base, "INSERT INTO records VALUES ('" ID "', 0, ?1, ?2)", 5,
           RECORD("[\"Ann \\\"Q\\\" \\\\ é\",\"easy\"]"));
    if (schema >= 2) run_sql(base, "UPDATE tables SET memory=1");
    if (schema >= 3) run_sql(base, "UPDATE tables SET cardset='{}' WHERE id='odd'");
    if (schema >= 4) run_sql(base, "UPDATE tables SET advice=1");
    snprintf(version, sizeof version, "PRAGMA user_version=%d; COMMIT", schema);
    run_sql(base, version);
    sqlite3_close(base);
}

static char *read_all(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(*size);
    assert_true(data && fread(data, 1, *size, file) == *size);
    fclose(file);
    return data;
}

static bool same_line(void *user, uint32_t number, const char *line, size_t size) {
    uint32_t *count = user;
    /* The name has another place among the keys; nothing else has changed. */
    assert_int_equal(number, ++*count);
    assert_int_equal(size, strlen(lines[number - 1]));
    if (number > 2)
        assert_memory_equal(line, lines[number - 1], size);
    else
        assert_non_null(strstr(line, number == 1
                                         ? "\"sits\":{\"name\":\"Ann \\\"Q\\\" \\\\ é\","
                                         : "\"sits\":{\"name\":\"Ben\","));
    return true;
}

static bool no_line(void *user, uint32_t number, const char *line, size_t size) {
    (void)user, (void)number, (void)line, (void)size;
    return true;
}

static void is_as_before(struct zk_store *store, int schema) {
    struct zk_stored_table head;
    uint32_t count = 0;
    char *record;
    size_t size;
    uint64_t tables, wrong;
    assert_int_equal(store->kind->head(store, ID, &head), ZK_FOUND);
    assert_string_equal(head.game, "sketch");
    assert_int_equal(head.terms.clock_ms, 60000);
    assert_int_equal(head.terms.clock_step_ms, 500);
    assert_int_equal(head.terms.memory, schema >= 2);
    assert_int_equal(head.terms.advice, schema >= 4);
    assert_string_equal(head.stand_in, "");
    assert_int_equal(head.seats_count, 2);
    assert_int_equal(head.token_hash[1][31], 0xD4);
    assert_int_equal(head.opened_ms, 1794808741449);
    assert_true(store->kind->entries(store, ID, 0, same_line, &count));
    assert_int_equal(count, ENTRIES);
    assert_int_equal(store->kind->record(store, ID, 0, &record, &size), ZK_FOUND);
    assert_string_equal(record, RECORD("[\"\",\"easy\"]"));
    free(record);
    assert_int_equal(store->kind->head(store, "odd", &head), ZK_FOUND);
    assert_string_equal(head.aside, "it is odd");
    assert_string_equal(head.cardset, schema >= 3 ? "{}" : "");
    assert_null(store->kind->missing(store));
    /* What was damaged before still is, and nothing else. */
    assert_true(store->kind->entries(store, "broken", 0, no_line, NULL));
    assert_true(zk_serve_check(store, &tables, &wrong));
    assert_int_equal(tables, 2);
    assert_int_equal(wrong, 1);
}

static void test_each(void **state) {
    struct place *place = *state;
    assert_int_equal(sqlite_schema_newest, SCHEMAS + 1);
    for (int schema = 1; schema <= SCHEMAS; schema++) {
        char error[ZK_STORE_ERROR_SIZE];
        size_t size, size_after;
        make_old(place, schema);
        char *before = read_all(place->file, &size);
        struct zk_store *store = zk_store_open(place->file, ZK_STORE_READ, error);
        assert_non_null(store);
        is_as_before(store, schema);
        zk_store_close(store);
        char *after = read_all(place->file, &size_after);
        assert_int_equal(size, size_after);
        assert_memory_equal(before, after, size);
        free(before);
        free(after);
        for (int i = 0; i < 2; i++) { /* brought up to date, and opened again */
            store = zk_store_open(place->file, ZK_STORE_WRITE, error);
            assert_non_null(store);
            is_as_before(store, schema);
            assert_null(store->kind->check(store));
            zk_store_close(store);
        }
        store = zk_store_open(place->file, ZK_STORE_WRITE, error);
        static const char next[] =
            "{\"kind\":\"ask_again\",\"by\":\"A\",\"time\":1794808749999,\"request\":\"r10\"}\n";
        struct zk_write write = {.kind = ZK_WRITE_ENTRIES,
                                 .table = ID,
                                 .first = ENTRIES + 1,
                                 .lines = next,
                                 .lines_size = sizeof next - 1};
        struct zk_write *writes[] = {&write};
        uint64_t tables, wrong;
        assert_true(store->kind->commit(store, writes, 1));
        assert_true(zk_serve_check(store, &tables, &wrong));
        assert_int_equal(wrong, 1);
        zk_store_close(store);
        /* Names are nowhere but where they can be deleted. */
        sqlite3 *base;
        sqlite3_stmt *statement;
        assert_int_equal(sqlite3_open(place->file, &base), SQLITE_OK);
        assert_int_equal(
            sqlite3_prepare_v2(base,
                               "SELECT (SELECT count(*) FROM names),"
                               " (SELECT count(*) FROM entries WHERE table_id='" ID "'"
                               " AND (body LIKE '%Ann%' OR body LIKE '%Ben%')),"
                               " (SELECT count(*) FROM records WHERE body LIKE '%Ann%'),"
                               " (SELECT count(*) FROM sqlite_schema WHERE name LIKE 'old%')",
                               -1, &statement, NULL),
            SQLITE_OK);
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        assert_int_equal(sqlite3_column_int(statement, 0), 2);
        for (int i = 1; i < 4; i++) assert_int_equal(sqlite3_column_int(statement, i), 0);
        sqlite3_finalize(statement);
        sqlite3_close(base);
    }
}

/* A step that fails changes nothing. */
static void test_all_or_nothing(void **state) {
    struct place *place = *state;
    char error[ZK_STORE_ERROR_SIZE];
    sqlite3 *base;
    for (int schema = 1; schema <= SCHEMAS; schema++) {
        make_old(place, schema);
        assert_int_equal(sqlite3_open(place->file, &base), SQLITE_OK);
        run_sql(base, schema < SUMS ? "CREATE TABLE lists (x)" : "CREATE TABLE secrets (x)");
        sqlite3_close(base);
        assert_null(zk_store_open(place->file, ZK_STORE_WRITE, error));
        assert_non_null(strstr(error, "cannot set up the tables"));
        assert_int_equal(sqlite3_open(place->file, &base), SQLITE_OK);
        run_sql(base, schema < SUMS ? "DROP TABLE lists" : "DROP TABLE secrets");
        sqlite3_close(base);
        struct zk_store *store = zk_store_open(place->file, ZK_STORE_WRITE, error);
        assert_non_null(store);
        is_as_before(store, schema);
        zk_store_close(store);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_each, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_all_or_nothing, make_place, remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
