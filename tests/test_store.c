/* test_store.c: tables in SQLite, and the thread that commits. Files are made in ZASHIKI_BUILD. */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <pthread.h>
#include <sqlite3.h>

#include <cmocka.h>

#include "server/storage.h"
#include "store/reader.h"
#include "store/sqlite_inside.h"
#include "store/writer.h"

enum { PATH_SIZE = 512 };

/* A folder of this test's own. */
struct place {
    char folder[PATH_SIZE - 32], file[PATH_SIZE], copy[PATH_SIZE];
};

static int make_place(void **state) {
    struct place *place = calloc(1, sizeof *place);
    const char *build = getenv("ZASHIKI_BUILD");
    assert_non_null(place);
    snprintf(place->folder, sizeof place->folder, "%s/store-XXXXXX", build ? build : ".");
    if (!mkdtemp(place->folder)) return -1;
    snprintf(place->file, sizeof place->file, "%s/a.db", place->folder);
    snprintf(place->copy, sizeof place->copy, "%s/b.db", place->folder);
    *state = place;
    return 0;
}

static void remove_file(const char *file) {
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < 4; i++) {
        char path[PATH_SIZE + 16];
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        unlink(path);
    }
}

static int remove_place(void **state) {
    struct place *place = *state;
    remove_file(place->file);
    remove_file(place->copy);
    rmdir(place->folder);
    free(place);
    return 0;
}

static struct zk_store *must_open(const char *file, enum zk_store_mode mode) {
    char error[ZK_STORE_ERROR_SIZE];
    struct zk_store *store = zk_store_open(file, mode, error);
    if (!store) print_error("%s\n", error);
    assert_non_null(store);
    return store;
}

static void refused_to_open(const char *file, enum zk_store_mode mode, const char *why) {
    char error[ZK_STORE_ERROR_SIZE] = "";
    assert_null(zk_store_open(file, mode, error));
    if (!strstr(error, why)) print_error("%s\n", error);
    assert_non_null(strstr(error, why));
}

/* ---- Writes ---- */

static void fill_head(struct zk_stored_table *head, const char *id) {
    memset(head, 0, sizeof *head);
    snprintf(head->id, sizeof head->id, "%s", id);
    snprintf(head->game, sizeof head->game, "sketch");
    snprintf(head->options, sizeof head->options, "{\"edition\":\"fr\"}");
    snprintf(head->cardset, sizeof head->cardset, "{\"name\":\"mine\"}");
    head->rules_version = 1;
    /* Field by field: what lies between them stays zero, since heads are compared as memory. */
    head->terms.clock_ms = 60000;
    head->terms.clock_step_ms = 500;
    head->terms.memory = head->terms.advice = true;
    head->seats_count = 2;
    head->opened_ms = 1234567890123;
    for (unsigned i = 0; i < ZK_TOKEN_HASH_SIZE; i++) {
        head->token_hash[0][i] = (uint8_t)i;
        head->token_hash[1][i] = (uint8_t)(255 - i);
        head->secret[i] = (uint8_t)(i * 5);
    }
}

static struct zk_write table_write(const struct zk_stored_table *head) {
    struct zk_write write = {.kind = ZK_WRITE_TABLE, .head = head};
    memcpy(write.table, head->id, sizeof write.table);
    return write;
}

static struct zk_write entries_write(const char *id, uint32_t first, const char *lines) {
    struct zk_write write = {.kind = ZK_WRITE_ENTRIES, .first = first, .lines = lines};
    snprintf(write.table, sizeof write.table, "%s", id);
    write.lines_size = strlen(lines);
    return write;
}

static bool commit_one(struct zk_store *store, struct zk_write *write) {
    return store->kind->commit(store, &write, 1);
}

static bool collect(void *user, uint32_t number, const char *line, size_t size) {
    struct zk_text *text = user;
    zk_text_put_uint(text, number);
    zk_text_put_char(text, '=');
    zk_text_put_bytes(text, line, size);
    zk_text_put_char(text, ' ');
    return true;
}

static void has_entries(struct zk_store *store, const char *id, uint32_t after,
                        const char *expected) {
    char found[512];
    struct zk_text text = zk_text_in(found, sizeof found);
    assert_true(store->kind->entries(store, id, after, collect, &text));
    assert_string_equal(found, expected);
}

/* A new store with the table "one". */
static struct zk_store *open_with_table(const struct place *place,
                                        struct zk_stored_table *head) {
    struct zk_store *store = must_open(place->file, ZK_STORE_WRITE);
    fill_head(head, "one");
    struct zk_write write = table_write(head);
    assert_true(commit_one(store, &write));
    return store;
}

static void test_tables(void **state) {
    struct place *place = *state;
    struct zk_store *store = must_open(place->file, ZK_STORE_WRITE);
    struct zk_stored_table head, found;
    fill_head(&head, "one");
    struct zk_write write = table_write(&head);
    assert_true(commit_one(store, &write));
    assert_false(commit_one(store, &write)); /* there is one of that name */
    assert_false(store->overtaken);
    write = entries_write("one", 1, "a\nb\n");
    assert_true(commit_one(store, &write));
    write = entries_write("one", 3, "c\n");
    write.record = "{}\n";
    write.record_size = 3;
    write.record_game = 7;
    assert_true(commit_one(store, &write));
    write = entries_write("two", 1, "a\n");
    assert_false(commit_one(store, &write)); /* there is no such table */
    assert_false(store->overtaken);
    write = entries_write("one", 2, "x\n");
    assert_false(commit_one(store, &write)); /* there is such an entry */
    assert_true(store->overtaken);
    zk_store_close(store);

    store = must_open(place->file, ZK_STORE_READ);
    assert_int_equal(store->kind->head(store, "one", &found), ZK_FOUND);
    assert_memory_equal(&found, &head, sizeof head);
    assert_int_equal(store->kind->head(store, "two", &found), ZK_FOUND_NOT);
    has_entries(store, "one", 0, "1=a 2=b 3=c ");
    has_entries(store, "one", 2, "3=c ");
    has_entries(store, "two", 0, "");
    char *record;
    size_t size;
    assert_int_equal(store->kind->record(store, "one", 7, &record, &size), ZK_FOUND);
    assert_string_equal(record, "{}\n");
    free(record);
    assert_int_equal(store->kind->record(store, "one", 8, &record, &size), ZK_FOUND_NOT);
    assert_null(store->kind->check(store));
    write = entries_write("one", 4, "d\n");
    assert_false(commit_one(store, &write)); /* it is for reading */
    zk_store_close(store);
}

static void test_all_or_nothing(void **state) {
    struct place *place = *state;
    struct zk_store *store = must_open(place->file, ZK_STORE_WRITE);
    struct zk_stored_table head;
    fill_head(&head, "one");
    struct zk_write table = table_write(&head), good = entries_write("one", 1, "a\n"),
                    bad = entries_write("one", 1, "x\n");
    struct zk_write *three[] = {&table, &good, &bad};
    assert_false(store->kind->commit(store, three, 3));
    assert_int_equal(store->kind->head(store, "one", &head), ZK_FOUND_NOT);
    fill_head(&head, "one");
    assert_true(store->kind->commit(store, three, 2));
    assert_false(store->kind->commit(store, three + 2, 1));
    has_entries(store, "one", 0, "1=a ");
    zk_store_close(store);
}

static void test_aside_and_next(void **state) {
    struct place *place = *state;
    struct zk_store *store = must_open(place->file, ZK_STORE_WRITE);
    struct zk_stored_table head;
    static const char *const ids[] = {"b", "a", "c"};
    for (unsigned i = 0; i < 3; i++) {
        fill_head(&head, ids[i]);
        struct zk_write write = table_write(&head);
        assert_true(commit_one(store, &write));
    }
    struct zk_write aside = {.kind = ZK_WRITE_ASIDE, .table = "b", .reason = "it is odd"};
    assert_true(commit_one(store, &aside));
    char id[ZK_TABLE_ID_SIZE] = "";
    assert_int_equal(store->kind->next(store, id, id), ZK_FOUND);
    assert_string_equal(id, "a");
    assert_int_equal(store->kind->next(store, id, id), ZK_FOUND);
    assert_string_equal(id, "c");
    assert_int_equal(store->kind->next(store, id, id), ZK_FOUND_NOT);
    assert_int_equal(store->kind->head(store, "b", &head), ZK_FOUND);
    assert_string_equal(head.aside, "it is odd");
    id[0] = '\0';
    assert_int_equal(store->kind->next_aside(store, id, id), ZK_FOUND);
    assert_string_equal(id, "b");
    assert_int_equal(store->kind->next_aside(store, id, id), ZK_FOUND_NOT);
    zk_store_close(store);
}

/* What a store knows of a table's end without reading it holds only while nobody else has written, nothing was rolled
 * back, and the table is there. */
static void test_known_ends(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct zk_store *other = must_open(place->file, ZK_STORE_WRITE);
    struct zk_write write = entries_write("one", 1, "a\n"), wrong;
    assert_true(commit_one(store, &write));
    write = entries_write("one", 2, "b\n");
    assert_true(commit_one(other, &write));
    assert_false(commit_one(store, &write));
    assert_true(store->overtaken);
    /* Entry 3 is taken back with what could not be written beside it: there is no place for 4. */
    write = entries_write("one", 3, "x\n");
    wrong = entries_write("two", 1, "x\n");
    assert_false(store->kind->commit(store, (struct zk_write *[]){&write, &wrong}, 2));
    write = entries_write("one", 4, "d\n");
    assert_false(commit_one(store, &write));
    write = entries_write("one", 3, "c\n");
    assert_true(commit_one(store, &write));
    zk_store_close(other);
    has_entries(store, "one", 0, "1=a 2=b 3=c ");
    struct zk_write tidy = {.kind = ZK_WRITE_TIDY, .at_ms = head.opened_ms + 2, .more = true};
    while (tidy.more) {
        tidy.table[0] = '\0';
        assert_true(commit_one(store, &tidy));
    }
    write = entries_write("one", 4, "d\n");
    assert_false(commit_one(store, &write));
    zk_store_close(store);
}

/* The disk fails to give what is read, once. */
static int reads_left = -1, reads_fail_with;
static ssize_t read_or_fail(int handle, void *to, size_t size, off_t at) {
    if (reads_left < 0 || reads_left--) return pread(handle, to, size, at);
    errno = reads_fail_with;
    return -1;
}

static void fail_read(int after, int with) {
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    vfs->xSetSystemCall(vfs, "pread64", after < 0 ? NULL : (sqlite3_syscall_ptr)read_or_fail);
    reads_left = after;
    reads_fail_with = with;
}

static bool has_table(struct zk_store *store, const char *id) {
    struct zk_stored_table head;
    enum zk_found found = store->kind->head(store, id, &head);
    assert_int_not_equal(found, ZK_FOUND_FAILED);
    return found == ZK_FOUND && !head.aside[0];
}

/* Whichever read fails within a commit, all of it is there or nothing. */
static void test_reads_fail(void **state) {
    enum { TABLES = 16 };
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = must_open(place->file, ZK_STORE_WRITE);
    struct zk_write write;
    char line[900];
    memset(line, 'x', sizeof line);
    memcpy(line + sizeof line - 2, "\n", 2);
    for (unsigned i = 0; i < TABLES; i++) {
        fill_head(&head, (char[]){(char)('a' + i), '\0'});
        write = table_write(&head);
        assert_true(commit_one(store, &write));
        write = entries_write(head.id, 1, line);
        write.at_ms = head.opened_ms;
        assert_true(commit_one(store, &write));
    }
    fill_head(&head, "new");
    for (int fails = 0, met = true; met; fails++) {
        remove_file(place->copy);
        assert_true(store->kind->copy(store, place->copy));
        struct zk_store *copy = must_open(place->copy, ZK_STORE_WRITE);
        sqlite3_exec(((struct sqlite_store *)copy)->db, "PRAGMA cache_size=1", NULL, NULL,
                     NULL);
        struct zk_write table = table_write(&head), more = entries_write("b", 2, "y\n"),
                        last = entries_write("o", 2, "z\n");
        struct zk_write tidy = {.kind = ZK_WRITE_TIDY, .table = "g", .at_ms = UINT64_MAX / 2};
        more.record = "{}\n";
        more.record_size = 3;
        fail_read(fails, EBADMSG);
        bool right =
            copy->kind->commit(copy, (struct zk_write *[]){&table, &more, &tidy, &last}, 4);
        met = reads_left < 0;
        fail_read(-1, 0);
        assert_int_equal(has_table(copy, "new"), right);
        assert_int_equal(has_table(copy, "h"), !right);
        has_entries(copy, "b", 1, right ? "2=y " : "");
        has_entries(copy, "o", 1, right ? "2=z " : "");
        assert_null(copy->kind->check(copy));
        assert_true(right || met);
        zk_store_close(copy);
    }
    zk_store_close(store);
}

/* What the disk did not give once is not damaged: it is there the next time. */
static void test_reads_fail_for_a_while(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct zk_write write = entries_write("one", 1, "a\n");
    assert_true(commit_one(store, &write));
    zk_store_close(store);
    for (unsigned in_log = 0; in_log < 2; in_log++) {
        int fails = 0;
        if (in_log) {
            store = must_open(place->file, ZK_STORE_WRITE);
            write = entries_write("one", 2, "b\n");
            assert_true(commit_one(store, &write));
        }
        for (bool met = true; met; fails++) {
            struct zk_store *reads = must_open(place->file, ZK_STORE_READ);
            struct zk_read read = {.kind = ZK_READ_NEXT};
            fail_read(fails, EIO);
            zk_store_read(reads, &read);
            met = reads_left < 0;
            fail_read(-1, 0);
            assert_int_equal(read.found, met ? ZK_FOUND_FAILED : ZK_FOUND);
            zk_read_clear(&read);
            read = (struct zk_read){.kind = ZK_READ_TABLE, .table = "one"};
            zk_store_read(reads, &read);
            assert_int_equal(read.found, ZK_FOUND);
            assert_int_equal(read.count, 1 + in_log);
            zk_read_clear(&read);
            zk_store_close(reads);
        }
        assert_true(fails > 2);
    }
    zk_store_close(store);
}

/* ---- Files that are not ours ---- */

static void run_sql(const char *file, const char *sql) {
    sqlite3 *base;
    assert_int_equal(sqlite3_open(file, &base), SQLITE_OK);
    assert_int_equal(sqlite3_exec(base, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(base);
}

static void test_strange_files(void **state) {
    struct place *place = *state;
    refused_to_open(place->file, ZK_STORE_READ, "cannot open");
    refused_to_open("/nowhere/at/all.db", ZK_STORE_WRITE, "cannot open");
    run_sql(place->file, "CREATE TABLE x (y)");
    refused_to_open(place->file, ZK_STORE_READ, "not a zashiki database");
    run_sql(place->copy, "PRAGMA user_version=99");
    refused_to_open(place->copy, ZK_STORE_WRITE, "newer zashiki");
    FILE *file = fopen(place->copy, "w");
    assert_non_null(file);
    fputs("This is no database, but it is long enough to be looked at as if it were one.",
          file);
    fclose(file);
    refused_to_open(place->copy, ZK_STORE_WRITE, "not a database");
}

/* Records are found one after the other, also those of tables that are gone. */
static void test_records(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    char id[ZK_TABLE_ID_SIZE] = "", *record;
    size_t size;
    uint32_t game = 0;
    assert_int_equal(store->kind->next_record(store, id, &game), ZK_FOUND_NOT);
    for (uint32_t i = 0; i < 2; i++) {
        struct zk_write write = entries_write("one", i + 1, "a\n");
        write.record = "it was over";
        write.record_size = strlen(write.record);
        write.record_game = 3 * i;
        assert_true(commit_one(store, &write));
    }
    struct zk_write tidy = {.kind = ZK_WRITE_TIDY, .at_ms = UINT64_MAX / 2};
    do assert_true(commit_one(store, &tidy));
    while (tidy.more || tidy.table[0]);
    assert_int_equal(store->kind->head(store, "one", &head), ZK_FOUND_NOT);
    assert_null(store->kind->check(store));
    run_sql(place->file, "UPDATE records SET body='it was lost' WHERE game=3");
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(store->kind->next_record(store, id, &game), ZK_FOUND);
        assert_string_equal(id, "one");
        assert_int_equal(game, 3 * i);
        enum zk_found found = store->kind->record(store, id, game, &record, &size);
        assert_int_equal(found, i ? ZK_FOUND_FAILED : ZK_FOUND);
        if (!i) free(record);
    }
    assert_true(store->damaged);
    assert_int_equal(store->kind->next_record(store, id, &game), ZK_FOUND_NOT);
    zk_store_close(store);
}

static void test_damage(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct zk_write write;
    for (uint32_t i = 1; i < 400; i++) {
        write =
            entries_write("one", i, "a line of some length, so that there are some pages\n");
        assert_true(commit_one(store, &write));
    }
    zk_store_close(store);
    struct stat file;
    assert_int_equal(stat(place->file, &file), 0);
    FILE *out = fopen(place->file, "r+");
    assert_non_null(out);
    fseek(out, (long)file.st_size - 4096, SEEK_SET);
    for (unsigned i = 0; i < 2000; i++) fputc(0x55, out);
    fclose(out);
    store = must_open(place->file, ZK_STORE_READ);
    assert_non_null(store->kind->check(store));
    zk_store_close(store);
}

/* Opens the file, which there may not be yet, and adds a table. */
static int add_table(const char *file, unsigned which) {
    char error[ZK_STORE_ERROR_SIZE], id[2] = {(char)('a' + which), '\0'};
    struct zk_stored_table head;
    struct zk_store *store = zk_store_open(file, ZK_STORE_WRITE, error);
    if (!store) {
        print_error("%s\n", error);
        return 1;
    }
    fill_head(&head, id);
    struct zk_write write = table_write(&head);
    bool right = commit_one(store, &write);
    zk_store_close(store);
    return right ? 0 : 2;
}

/* Programs that begin at once where there is no file have one and the same. */
static void test_begin_at_once(void **state) {
    enum { PROGRAMS = 3, TIMES = 10 };
    struct place *place = *state;
    for (unsigned i = 0; i < TIMES; i++) {
        pid_t program[PROGRAMS];
        for (unsigned k = 0; k < PROGRAMS; k++) {
            program[k] = fork();
            if (!program[k]) _exit(add_table(place->file, k));
        }
        for (unsigned k = 0; k < PROGRAMS; k++) {
            int status;
            assert_int_equal(waitpid(program[k], &status, 0), program[k]);
            assert_int_equal(status, 0);
        }
        struct zk_store *store = must_open(place->file, ZK_STORE_READ);
        char id[ZK_TABLE_ID_SIZE] = "";
        for (unsigned k = 0; k < PROGRAMS; k++)
            assert_int_equal(store->kind->next(store, id, id), ZK_FOUND);
        assert_null(store->kind->check(store));
        zk_store_close(store);
        remove_file(place->file);
    }
}

/* Somebody opens a table as soon as tables are looked through. */
static int open_meanwhile(unsigned what, void *user, void *statement, void *text) {
    static const char looks[] = "SELECT id, 0 FROM tables";
    struct zk_store *other = user;
    struct zk_stored_table head;
    (void)what;
    if (strncmp(text, looks, sizeof looks - 1) != 0) return 0;
    sqlite3_trace_v2(sqlite3_db_handle(statement), 0, NULL, NULL);
    fill_head(&head, "two");
    struct zk_write write = table_write(&head);
    assert_true(commit_one(other, &write));
    return 0;
}

/* What comes while somebody looks whether anything is missing is no damage. */
static void test_missing_meanwhile(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct zk_store *other = must_open(place->file, ZK_STORE_READ);
    sqlite3_trace_v2(((struct sqlite_store *)other)->db, SQLITE_TRACE_STMT, open_meanwhile,
                     store);
    assert_null(other->kind->missing(other));
    assert_int_equal(other->kind->head(other, "two", &head), ZK_FOUND);
    assert_null(other->kind->missing(other));
    zk_store_close(other);
    zk_store_close(store);
}

/* ---- Copies ---- */

static void test_copy(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct zk_write write;
    write = entries_write("one", 1, "a\n");
    assert_true(commit_one(store, &write));
    struct zk_store *reader = must_open(place->file, ZK_STORE_READ);
    assert_true(reader->kind->copy(reader, place->copy));
    write = entries_write("one", 2, "b\n");
    assert_true(commit_one(store, &write));
    struct zk_store *copy = must_open(place->copy, ZK_STORE_READ);
    assert_null(copy->kind->check(copy));
    has_entries(copy, "one", 0, "1=a ");
    zk_store_close(reader);
    zk_store_close(store);
    /* Over what is there. */
    assert_true(copy->kind->copy(copy, place->file));
    zk_store_close(copy);
    store = must_open(place->file, ZK_STORE_WRITE);
    has_entries(store, "one", 0, "1=a ");
    assert_false(store->kind->copy(store, "/nowhere/at/all.db"));
    zk_store_close(store);
}

/* What has no log beside it says so in the 18th and 19th byte: only then can it be read where nothing can be written. */
static void needs_no_log(const char *path) {
    FILE *file = fopen(path, "r");
    char head[20];
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    assert_int_equal(head[18], 1);
    assert_int_equal(head[19], 1);
}

static bool is_there(const char *path, const char *ending) {
    char name[PATH_SIZE + 16];
    snprintf(name, sizeof name, "%s%s", path, ending);
    return access(name, F_OK) == 0;
}

/* Over a file that SQLite cannot open, or only read: its first page, or its end, is gone, or it seems to be of a newer SQLite;
 * and an old log is still beside it. */
static void test_copy_over_damage(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct zk_write write = entries_write("one", 1, "a\n");
    assert_true(commit_one(store, &write));
    for (unsigned i = 0; i < 3; i++) {
        assert_true(store->kind->copy(store, place->copy));
        needs_no_log(place->copy);
        if (i == 1) {
            assert_int_equal(truncate(place->copy, 5000), 0);
        } else {
            FILE *file = fopen(place->copy, "r+");
            assert_non_null(file);
            if (i == 2) fseek(file, 18, SEEK_SET);
            for (unsigned k = 0; k < (i == 2 ? 1 : 100); k++) fputc(i == 2 ? 0x81 : 0, file);
            fclose(file);
        }
        char log[PATH_SIZE + 16];
        snprintf(log, sizeof log, "%s-wal", place->copy);
        FILE *file = fopen(log, "w");
        assert_non_null(file);
        fputs("of what was there", file);
        fclose(file);
        assert_true(store->kind->copy(store, place->copy));
        needs_no_log(place->copy);
        assert_false(is_there(place->copy, "-wal") || is_there(place->copy, ".part"));
        struct zk_store *copy = must_open(place->copy, ZK_STORE_WRITE);
        assert_null(copy->kind->check(copy));
        has_entries(copy, "one", 0, "1=a ");
        zk_store_close(copy);
    }
    zk_store_close(store);
}

/* Of this file the disk gives the first page only. */
static struct stat worn;
static unsigned worn_reads;
static ssize_t read_worn(int handle, void *to, size_t size, off_t at) {
    struct stat there;
    if (at < 4096 || fstat(handle, &there) != 0 || there.st_ino != worn.st_ino)
        return pread(handle, to, size, at);
    worn_reads++;
    errno = EIO;
    return -1;
}

/* Over a file of which there is a place that cannot be read. */
static void test_copy_over_a_bad_sector(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    struct zk_store *store = open_with_table(place, &head);
    struct zk_write write = entries_write("one", 1, "a\n");
    assert_true(commit_one(store, &write));
    for (unsigned i = 0; i < 2; i++) {
        assert_true(store->kind->copy(store, place->copy));
        if (i) zk_store_close(must_open(place->copy, ZK_STORE_WRITE)); /* it has a log then */
        assert_int_equal(stat(place->copy, &worn), 0);
        worn_reads = 0;
        vfs->xSetSystemCall(vfs, "pread64", (sqlite3_syscall_ptr)read_worn);
        bool right = store->kind->copy(store, place->copy);
        vfs->xSetSystemCall(vfs, "pread64", NULL);
        assert_true(right && worn_reads);
        struct zk_store *copy = must_open(place->copy, ZK_STORE_READ);
        assert_null(copy->kind->check(copy));
        has_entries(copy, "one", 0, "1=a ");
        zk_store_close(copy);
    }
    zk_store_close(store);
}

/* The program ends in the middle of a copy, at each of its writes: what was there before is there, or all of the copy. */
static int writes_left;
static ssize_t write_or_end(int handle, const void *from, size_t size, off_t at) {
    if (!writes_left--) _exit(2);
    return pwrite(handle, from, size, at);
}

static void test_copy_ends_in_the_middle(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    struct zk_store *store = open_with_table(place, &head);
    for (unsigned over = 0; over < 2; over++) {
        int status = 2 << 8, times = 0;
        for (; status; times++) {
            remove_file(place->copy);
            if (over) zk_store_close(must_open(place->copy, ZK_STORE_WRITE));
            pid_t program = fork();
            if (!program) {
                writes_left = times;
                vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)write_or_end);
                struct zk_store *from = must_open(place->file, ZK_STORE_READ);
                _exit(from->kind->copy(from, place->copy) ? 0 : 1);
            }
            assert_int_equal(waitpid(program, &status, 0), program);
            assert_true(status == 0 || status == 2 << 8);
            if (!over && status && access(place->copy, F_OK) != 0) continue;
            struct zk_store *copy = must_open(place->copy, ZK_STORE_WRITE);
            assert_null(copy->kind->check(copy));
            enum zk_found found = copy->kind->head(copy, "one", &head);
            assert_true(found == ZK_FOUND || (over && status && found == ZK_FOUND_NOT));
            zk_store_close(copy);
        }
        assert_true(times > 10);
    }
    zk_store_close(store);
}

/* Where the tables' file is a link, what lies at its end is the file, and its log is there. */
static void test_link(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct stat there;
    char path[PATH_SIZE + 16], log[PATH_SIZE + 32];
    struct zk_store *store = open_with_table(place, &head);
    snprintf(path, sizeof path, "%s.far", place->copy);
    snprintf(log, sizeof log, "%s-wal", path);
    assert_true(store->kind->copy(store, path));
    FILE *file = fopen(path, "r+"), *old = fopen(log, "w");
    assert_true(file && old);
    for (unsigned k = 0; k < 100; k++) fputc(0, file);
    fclose(file);
    fputs("of what was there", old);
    fclose(old);
    assert_int_equal(symlink(strrchr(path, '/') + 1, place->copy), 0);
    assert_true(store->kind->copy(store, place->copy));
    assert_true(lstat(place->copy, &there) == 0 && S_ISLNK(there.st_mode));
    assert_false(is_there(path, "-wal") || is_there(path, ".part"));
    zk_store_close(must_open(path, ZK_STORE_WRITE));
    /* What is at its end may only not be there now, as on a disk that is not mounted. */
    unlink(path);
    refused_to_open(place->copy, ZK_STORE_WRITE, "a link to a file that is not there");
    assert_true(lstat(place->copy, &there) == 0 && S_ISLNK(there.st_mode));
    zk_store_close(store);
}

/* ---- The log, copied beside commits ---- */

static bool count_line(void *user, uint32_t number, const char *line, size_t size) {
    uint32_t *count = user;
    char expected[32];
    int written = snprintf(expected, sizeof expected, "entry %u", number);
    assert_int_equal(number, ++*count);
    assert_int_equal(size, written);
    assert_memory_equal(line, expected, size);
    return true;
}

static void has_numbered(struct zk_store *store, uint32_t expected) {
    uint32_t count = 0;
    assert_true(store->kind->entries(store, "one", 0, count_line, &count));
    assert_int_equal(count, expected);
}

static void test_copied_beside(void **state) {
    enum { ENOUGH = 16, ANEW = 3, MOST = 2000 };
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct sqlite_store *s = (struct sqlite_store *)store;
    struct zk_store *reads = must_open(place->file, ZK_STORE_READ);
    uint32_t entries = 0;
    unsigned anew = 0;
    int pages = 0;
    s->log_enough = ENOUGH;
    assert_true(store->kind->copy_beside(store));
    while (anew < ANEW) {
        char line[32];
        snprintf(line, sizeof line, "entry %u\n", ++entries);
        struct zk_write write = entries_write("one", entries, line);
        assert_true(commit_one(store, &write) && entries < MOST);
        assert_true(s->log_pages <= 8 * ENOUGH + 16); /* or it would have waited */
        anew += s->log_pages < pages;
        pages = s->log_pages;
        if (entries % 50 == 0) has_numbered(reads, entries);
        store->kind->settle(store);
    }
    assert_true(sqlite_copier_passes(s->copier) >= ANEW);
    /* When it is told to copy while the store is closed, that is waited for. */
    sqlite_copier_ask(s->copier, false);
    zk_store_close(store);
    has_numbered(reads, entries);
    zk_store_close(reads);
    store = must_open(place->file, ZK_STORE_WRITE);
    assert_null(store->kind->check(store));
    has_numbered(store, entries);
    zk_store_close(store);
}

/* A reader who stays holds the log up; then it is copied as far as he lets it, and goes on later. */
static void test_copied_beside_a_reader(void **state) {
    enum { ENOUGH = 16, HELD = 3 * ENOUGH, MOST = 2000 };
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3 *reader;
    uint32_t entries = 0;
    int pages = 0, before = 0;
    s->log_enough = ENOUGH;
    assert_true(store->kind->copy_beside(store));
    assert_int_equal(sqlite3_open(place->file, &reader), SQLITE_OK);
    assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT * FROM tables", NULL, NULL, NULL),
                     SQLITE_OK);
    while (entries <= HELD || pages >= before) {
        char line[32];
        snprintf(line, sizeof line, "entry %u\n", ++entries);
        struct zk_write write = entries_write("one", entries, line);
        assert_true(commit_one(store, &write) && entries < MOST);
        before = pages;
        pages = s->log_pages;
        assert_true(entries > HELD || pages >= before);
        if (entries == HELD) assert_int_equal(sqlite3_close(reader), SQLITE_OK);
        store->kind->settle(store);
    }
    has_numbered(store, entries);
    zk_store_close(store);
}

/* ---- The writer ---- */

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rings;
    unsigned count;
};

static void ring(void *user) {
    struct bell *bell = user;
    pthread_mutex_lock(&bell->lock);
    bell->count++;
    pthread_cond_signal(&bell->rings);
    pthread_mutex_unlock(&bell->lock);
}

static struct zk_write *take(struct zk_writer *writer, struct bell *bell) {
    struct zk_write *write;
    pthread_mutex_lock(&bell->lock);
    while (!(write = zk_writer_next(writer))) pthread_cond_wait(&bell->rings, &bell->lock);
    pthread_mutex_unlock(&bell->lock);
    return write;
}

static void test_writer(void **state) {
    enum { WRITES = 300 };
    struct place *place = *state;
    struct zk_store *store = must_open(place->file, ZK_STORE_WRITE);
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct zk_writer *writer = zk_writer_start(store, ring, &bell);
    static struct zk_write writes[WRITES + 1];
    struct zk_stored_table head;
    fill_head(&head, "one");
    writes[0] = table_write(&head);
    /* One is there already: it fails, and nothing else does. */
    for (uint32_t i = 1; i <= WRITES; i++)
        writes[i] = entries_write("one", i == 100 ? 50 : i < 100 ? i : i - 1, "x\n");
    for (uint32_t i = 0; i <= WRITES; i++) {
        zk_writer_put(writer, &writes[i]);
        if (i % 40 == 0) zk_writer_wake(writer);
    }
    zk_writer_wake(writer);
    for (uint32_t i = 0; i <= WRITES; i++) {
        struct zk_write *write = take(writer, &bell);
        assert_ptr_equal(write, &writes[i]); /* in order */
        assert_int_equal(write->failed, i == 100);
        assert_int_equal(write->overtaken, i == 100);
        if (write->failed) assert_non_null(strstr(write->error, "cannot add an entry"));
    }
    uint64_t commits, count;
    zk_writer_count(writer, &commits, &count);
    assert_int_equal(count, WRITES + 1);
    assert_true(commits < WRITES / 2); /* they were grouped */
    /* What is put is finished before the writer stops. */
    struct zk_write last = entries_write("one", WRITES, "y\n");
    zk_writer_put(writer, &last);
    zk_writer_stop(writer);
    assert_ptr_equal(zk_writer_next(writer), &last);
    assert_false(last.failed);
    zk_writer_free(writer);
    has_entries(store, "one", WRITES - 1, "300=y ");
    zk_store_close(store);
}

/* ---- The reader ---- */

static struct zk_read *read_by(struct zk_reader *reader, struct bell *bell,
                               struct zk_read *read) {
    struct zk_read *done;
    zk_reader_put(reader, read);
    pthread_mutex_lock(&bell->lock);
    while (!(done = zk_reader_next(reader))) pthread_cond_wait(&bell->rings, &bell->lock);
    pthread_mutex_unlock(&bell->lock);
    assert_ptr_equal(done, read);
    return done;
}

static void test_reader(void **state) {
    struct place *place = *state;
    struct zk_stored_table head;
    struct zk_store *store = open_with_table(place, &head);
    struct zk_store *handle = must_open(place->file, ZK_STORE_READ);
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct zk_reader *reader = zk_reader_start(handle, ring, &bell);
    struct zk_write write;
    for (uint32_t i = 1; i <= ZK_READ_ENTRIES_MAX + 1; i++) {
        write = entries_write("one", i, i % 2 ? "odd\n" : "even\n");
        assert_true(commit_one(store, &write));
    }
    struct zk_read read = {.kind = ZK_READ_TABLE, .table = "one"};
    read_by(reader, &bell, &read);
    assert_int_equal(read.found, ZK_FOUND);
    assert_memory_equal(read.head, &head, sizeof head);
    assert_int_equal(read.count, ZK_READ_ENTRIES_MAX);
    assert_true(read.more && !read.stray);
    assert_memory_equal(read.lines, "odd\neven\nodd\n", 13);
    zk_read_clear(&read);
    read.kind = ZK_READ_ENTRIES;
    read.after = ZK_READ_ENTRIES_MAX;
    read_by(reader, &bell, &read);
    assert_true(read.found == ZK_FOUND && read.count == 1 && !read.more && !read.head);
    zk_read_clear(&read);
    read.after++; /* there are no more */
    read_by(reader, &bell, &read);
    assert_true(read.found == ZK_FOUND && !read.count && !read.more);
    write = entries_write("one", ZK_READ_ENTRIES_MAX + 3, "far\n");
    assert_false(commit_one(store, &write)); /* one before it is missing */
    read_by(reader, &bell, &read);
    assert_true(read.found == ZK_FOUND && !read.count && !read.stray);
    zk_read_clear(&read);
    /* By the order of ids. */
    read = (struct zk_read){.kind = ZK_READ_NEXT};
    read_by(reader, &bell, &read);
    assert_true(read.found == ZK_FOUND && read.count == ZK_READ_ENTRIES_MAX && read.more);
    assert_string_equal(read.table, "one");
    zk_read_clear(&read);
    read_by(reader, &bell, &read);
    assert_int_equal(read.found, ZK_FOUND_NOT);
    zk_read_clear(&read);
    read = (struct zk_read){.kind = ZK_READ_TABLE, .table = "two"};
    read_by(reader, &bell, &read);
    assert_int_equal(read.found, ZK_FOUND_NOT);
    zk_read_clear(&read);
    zk_reader_stop(reader);
    zk_reader_free(reader);
    zk_store_close(handle);
    zk_store_close(store);
}

/* ---- Under the loop ---- */

struct loop_host {
    struct zk_storage storage;
    unsigned reads;
};

static void loop_has_read(void *user, struct zk_read *read) {
    struct loop_host *host = user;
    assert_int_equal(read->found, ZK_FOUND_NOT);
    zk_read_clear(read);
    host->reads++;
}

/* However many reads are done, each turn of the loop takes a few of them. */
static void reads_take_turns(void **state) {
    const struct place *place = *state;
    enum { READS = 50 };
    static struct zk_read read[READS];
    struct loop_host host = {.reads = 0};
    const struct zk_postgres_handler handler = {.user = &host, .has_read = loop_has_read};
    char error[ZK_STORE_ERROR_SIZE];
    uv_loop_t loop;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_true(zk_storage_start(&host.storage, &loop, NULL, place->file, &handler, error));
    for (unsigned i = 0; i < READS; i++) {
        read[i] = (struct zk_read){.kind = ZK_READ_TABLE, .table = "none"};
        zk_storage_read(&host.storage, &read[i]);
    }
    /* Each has woken the loop, which has not turned: all are done. */
    struct pollfd wake = {.fd = host.storage.was_read.file, .events = POLLIN};
    for (uint64_t woken = 0, count; woken < READS; woken += count) {
        assert_int_equal(poll(&wake, 1, -1), 1);
        assert_int_equal(eventfd_read(wake.fd, &count), 0);
    }
    zk_wake_up(&host.storage.was_read);
    for (unsigned before = 0; host.reads < READS; before = host.reads) {
        uv_run(&loop, UV_RUN_ONCE);
        assert_true(host.reads > before && host.reads - before <= ZK_STORAGE_READS);
    }
    zk_storage_stop(&host.storage);
    while (uv_run(&loop, UV_RUN_ONCE)) {}
    zk_storage_free(&host.storage);
    assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tables, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_all_or_nothing, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_aside_and_next, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_known_ends, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_reads_fail, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_reads_fail_for_a_while, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_strange_files, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_records, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_damage, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_begin_at_once, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_missing_meanwhile, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_copy, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_copy_over_damage, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_copy_over_a_bad_sector, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_copy_ends_in_the_middle, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_link, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_copied_beside, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_copied_beside_a_reader, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_writer, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_reader, make_place, remove_place),
        cmocka_unit_test_setup_teardown(reads_take_turns, make_place, remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
