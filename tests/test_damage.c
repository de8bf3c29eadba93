/* test_damage.c: a store whose file was changed behind its back.
 *
 * Every single bit of a small store's file is turned over, one at a time. After each of them either
 * the file is refused with a sentence, or whatever can be read is what was written, or the damage is
 * found: the table is named, or that something is missing; and no table is hurt that has nothing to do
 * with that place of the file (tables_hurt). Then rows are cut off, exchanged and brought from
 * elsewhere by SQL. */
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

#include "store/store.h"

enum { PATH_SIZE = 512, TABLES = 3, ENTRIES = 40, TEXT_SIZE = 32 * 1024 };

static const char *const ids[TABLES] = {"e5BAkotb9R_ygN3ssOd15Q", "mUz0x7aYwq-4Kq2cVQd8Ng",
                                        "zzB3kotb9R_ygN3ssOd15Q"};

struct place {
    char folder[PATH_SIZE - 32], file[PATH_SIZE];
    unsigned char *bytes; /* of the file as it should be */
    size_t size;
    char *right[TABLES]; /* everything that is read of each table */
};

/* ---- What is stored, and what is read ---- */

static bool put_line(void *user, uint32_t number, const char *line, size_t size) {
    struct zk_text *text = user;
    zk_text_put_uint(text, number);
    zk_text_put_bytes(text, line, size);
    zk_text_put_char(text, '\n');
    return true;
}

/* Everything there is of a table, as text; false when the store says that it cannot be read, or that
 * there is none. */
static bool read_table(struct zk_store *store, const char *id, struct zk_text *text) {
    static struct zk_stored_table head;
    char *record;
    size_t size;
    if (store->kind->head(store, id, &head) != ZK_FOUND) return false;
    zk_text_put(text, head.id);
    zk_text_put(text, head.game);
    zk_text_put(text, head.options);
    zk_text_put(text, head.cardset);
    zk_text_put(text, head.aside);
    zk_text_put_uint(text, head.rules_version);
    zk_text_put_uint(text, head.terms.clock_ms);
    zk_text_put_uint(text, head.terms.clock_step_ms);
    zk_text_put_uint(text, head.terms.memory);
    zk_text_put_uint(text, head.terms.advice);
    zk_text_put(text, head.stand_in);
    zk_text_put_uint(text, head.opened_ms);
    zk_text_put_uint(text, head.seats_count);
    for (unsigned i = 0; i < ZK_SEATS_MAX; i++)
        for (unsigned k = 0; k < ZK_TOKEN_HASH_SIZE; k++)
            zk_text_put_uint(text, head.token_hash[i][k]);
    for (unsigned i = 0; i < ZK_SEED_SIZE; i++) zk_text_put_uint(text, head.secret[i]);
    if (!store->kind->entries(store, id, 0, put_line, text)) return false;
    if (store->kind->record(store, id, 0, &record, &size) != ZK_FOUND) return false;
    zk_text_put_bytes(text, record, size);
    free(record);
    assert_false(text->full);
    return true;
}

static void fill(struct zk_store *store, unsigned which) {
    struct zk_stored_table head = {
        .stand_in = "easy",
        .game = "sketch",
        .rules_version = 1,
        .options = "{\"edition\":\"en\"}",
        .terms = {.clock_ms = which * 60000, .clock_step_ms = 0, .memory = which == 1},
        .seats_count = 2,
        .opened_ms = 1794808741449,
    };
    char lines[ENTRIES * 160];
    struct zk_text text = zk_text_in(lines, sizeof lines);
    snprintf(head.id, sizeof head.id, "%s", ids[which]);
    if (which == 2) snprintf(head.cardset, sizeof head.cardset, "{\"name\":\"mine\"}");
    for (unsigned i = 0; i < ZK_TOKEN_HASH_SIZE; i++) {
        head.token_hash[0][i] = (uint8_t)(i * 7 + which);
        head.token_hash[1][i] = (uint8_t)(200 - i * 3);
        if (which) head.secret[i] = (uint8_t)(i * 11 + which);
    }
    for (unsigned i = 0; i < ENTRIES; i++) {
        char line[160];
        if (i < 2)
            snprintf(
                line, sizeof line,
                "{\"kind\":\"sit\",\"by\":\"%c\",\"sits\":{\"seat\":\"%c\",\"who\":\"person\","
                "\"name\":\"Name %u\"},\"time\":17948087414%02u}\n",
                'A' + (int)i, 'A' + (int)i, which * 10 + i, i);
        else
            snprintf(
                line, sizeof line,
                "{\"kind\":\"move\",\"by\":\"A\",\"move\":\"play GY>G\",\"time\":17948087414%02u,"
                "\"request\":\"r%u\"}\n",
                i, i);
        zk_text_put(&text, line);
    }
    struct zk_write table = {.kind = ZK_WRITE_TABLE, .head = &head};
    struct zk_write entries = {.kind = ZK_WRITE_ENTRIES,
                               .first = 1,
                               .lines = lines,
                               .lines_size = text.used,
                               .record = "{\"zashiki\":1}\n",
                               .record_size = 14,
                               .at_ms = 1794808749999};
    struct zk_write *writes[] = {&table, &entries};
    memcpy(table.table, head.id, sizeof table.table);
    memcpy(entries.table, head.id, sizeof entries.table);
    assert_true(store->kind->commit(store, writes, 2));
}

static struct zk_store *must_open(const struct place *place, enum zk_store_mode mode) {
    char error[ZK_STORE_ERROR_SIZE];
    struct zk_store *store = zk_store_open(place->file, mode, error);
    if (!store) print_error("%s\n", error);
    assert_non_null(store);
    return store;
}

static void write_beside(const struct place *place, const char *ending, const char *what) {
    char path[PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s%s", place->file, ending);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(what, file);
    fclose(file);
}

static bool is_there(const struct place *place, const char *ending) {
    char path[PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s%s", place->file, ending);
    return access(path, F_OK) == 0;
}

static void remove_files(const struct place *place) {
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", ".part"};
    for (unsigned i = 0; i < 5; i++) {
        char path[PATH_SIZE + 16];
        snprintf(path, sizeof path, "%s%s", place->file, ends[i]);
        unlink(path);
    }
}

static void write_file(const struct place *place, size_t size) {
    remove_files(place);
    FILE *file = fopen(place->file, "wb");
    assert_true(file && fwrite(place->bytes, 1, size, file) == size);
    fclose(file);
}

static int make_place(void **state) {
    struct place *place = calloc(1, sizeof *place);
    const char *build = getenv("ZASHIKI_BUILD");
    assert_non_null(place);
    snprintf(place->folder, sizeof place->folder, "%s/damage-XXXXXX", build ? build : ".");
    if (!mkdtemp(place->folder)) return -1;
    snprintf(place->file, sizeof place->file, "%s/a.db", place->folder);
    struct zk_store *store = must_open(place, ZK_STORE_WRITE);
    for (unsigned i = 0; i < TABLES; i++) fill(store, i);
    struct zk_write aside = {.kind = ZK_WRITE_ASIDE, .reason = "it is odd"};
    struct zk_write *writes[] = {&aside};
    snprintf(aside.table, sizeof aside.table, "%s", ids[2]);
    assert_true(store->kind->commit(store, writes, 1));
    for (unsigned i = 0; i < TABLES; i++) {
        struct zk_text text = zk_text_in(malloc(TEXT_SIZE), TEXT_SIZE);
        assert_true(read_table(store, ids[i], &text));
        place->right[i] = text.data;
    }
    assert_null(store->kind->check(store));
    zk_store_close(store);
    FILE *file = fopen(place->file, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    place->size = (size_t)ftell(file);
    rewind(file);
    place->bytes = malloc(place->size);
    assert_true(place->bytes && fread(place->bytes, 1, place->size, file) == place->size);
    fclose(file);
    *state = place;
    return 0;
}

static int remove_place(void **state) {
    struct place *place = *state;
    remove_files(place);
    rmdir(place->folder);
    for (unsigned i = 0; i < TABLES; i++) free(place->right[i]);
    free(place->bytes);
    free(place);
    return 0;
}

/* ---- Bits ---- */

enum effect { NOTHING, REFUSED, FOUND, EFFECTS };

/* Whoever goes through the tables that are played at, those set aside, and the records comes to what there is. */
static void walk(struct zk_store *store) {
    const struct zk_store_kind *kind = store->kind;
    char id[ZK_TABLE_ID_SIZE] = "", aside[ZK_TABLE_ID_SIZE] = "", of[ZK_TABLE_ID_SIZE] = "";
    uint32_t game = 0;
    for (unsigned i = 0; i < TABLES; i++) {
        bool is_aside = i == TABLES - 1;
        assert_int_equal(is_aside ? kind->next_aside(store, aside, aside)
                                  : kind->next(store, id, id),
                         ZK_FOUND);
        assert_string_equal(is_aside ? aside : id, ids[i]);
        assert_int_equal(kind->next_record(store, of, &game), ZK_FOUND);
        assert_string_equal(of, ids[i]);
        assert_int_equal(game, 0);
    }
    assert_int_equal(kind->next(store, id, id), ZK_FOUND_NOT);
    assert_int_equal(kind->next_aside(store, aside, aside), ZK_FOUND_NOT);
    assert_int_equal(kind->next_record(store, of, &game), ZK_FOUND_NOT);
}

/* What became of it, and which tables cannot be read any more, a bit for each: dies when something else is read than
 * was written, and nobody says so. */
static enum effect look(const struct place *place, size_t bit, unsigned *hurt) {
    char error[ZK_STORE_ERROR_SIZE] = "";
    static char memory[TEXT_SIZE];
    struct zk_store *store = zk_store_open(place->file, ZK_STORE_READ, error);
    *hurt = 0;
    if (!store) {
        assert_true(strlen(error) > strlen(place->file) + 4);
        return REFUSED;
    }
    bool lists_are_whole = !store->kind->missing(store);
    for (unsigned i = 0; i < TABLES; i++) {
        struct zk_text text = zk_text_in(memory, sizeof memory);
        store->damaged = false;
        if (read_table(store, ids[i], &text)) {
            if (strcmp(memory, place->right[i]) != 0)
                print_error("bit %zu of byte %zu: table %s reads\n%s\nnot\n%s\n", bit % 8,
                            bit / 8, ids[i], memory, place->right[i]);
            assert_string_equal(memory, place->right[i]);
            continue;
        }
        /* It is damaged, and known to be; or it is missing, and the lists tell. */
        if (!store->damaged && lists_are_whole)
            print_error("bit %zu of byte %zu: table %s is gone: %s\n", bit % 8, bit / 8,
                        ids[i], store->error);
        assert_true(store->damaged || !lists_are_whole);
        *hurt |= 1u << i;
    }
    if (!*hurt) walk(store);
    zk_store_close(store);
    return *hurt || !lists_are_whole ? FOUND : NOTHING;
}

static void put_byte(const struct place *place, size_t at, unsigned char byte) {
    FILE *file = fopen(place->file, "r+b");
    assert_non_null(file);
    fseek(file, (long)at, SEEK_SET);
    fputc(byte, file);
    fclose(file);
}

/* ---- Where a bit lies ---- */

/* A page of SQLite's file: https://www.sqlite.org/fileformat2.html#b_tree_pages. All tables are trees of rows in the order
 * of their keys, which begin with a table's id. Pages inside a tree have rows, too, and lead to those before and after them. */
enum { INSIDE = 2, LEAF = 10, INSIDE_HEAD = 12, LEAF_HEAD = 8, LAST_BELOW = 8 };

static size_t page_size_of(const struct place *place) {
    return (size_t)place->bytes[16] << 8 | place->bytes[17];
}

static size_t number_at(const unsigned char *at, unsigned bytes) {
    size_t number = 0;
    while (bytes--) number = number << 8 | *at++;
    return number;
}

struct row {
    unsigned table;   /* whose it is: a bit; 0 of a list */
    size_t rest, end; /* in the file: what is behind the table's id */
    size_t below;     /* the number of the page with what comes before it, or 0 */
};

static struct row row_of(const struct place *place, size_t page, size_t number) {
    size_t page_size = page_size_of(place);
    const unsigned char *head = place->bytes + page * page_size;
    bool inside = head[0] == INSIDE;
    size_t at = page * page_size +
                number_at(head + (inside ? INSIDE_HEAD : LEAF_HEAD) + 2 * number, 2);
    struct row row = {.below = inside ? number_at(place->bytes + at, 4) : 0};
    if (inside) at += 4;
    size_t size = place->bytes[at++];
    if (size >= 128) size = size % 128 << 7 | place->bytes[at++];
    assert_true(size < 1000 &&
                at + size <= (page + 1) * page_size); /* none goes on elsewhere */
    row.end = row.rest = at + size;
    for (unsigned i = 0; i < TABLES; i++)
        for (size_t k = at; k + strlen(ids[i]) <= row.end; k++) {
            if (memcmp(place->bytes + k, ids[i], strlen(ids[i])) != 0) continue;
            row.table = 1u << i;
            row.rest = k + strlen(ids[i]);
        }
    return row;
}

static bool is_inside(const struct place *place, size_t page) {
    return page && place->bytes[page * page_size_of(place)] == INSIDE;
}

/* The page with what comes after all rows of one inside a tree. */
static size_t last_below(const struct place *place, size_t page) {
    return number_at(place->bytes + page * page_size_of(place) + LAST_BELOW, 4);
}

static size_t rows_in(const struct place *place, size_t page) {
    return number_at(place->bytes + page * page_size_of(place) + 3, 2);
}

/* Whether no other page leads to it. */
static bool is_top(const struct place *place, size_t page) {
    for (size_t i = 0; i < place->size / page_size_of(place); i++) {
        if (!is_inside(place, i)) continue;
        if (last_below(place, i) == page + 1) return false;
        for (size_t k = 0; k < rows_in(place, i); k++)
            if (row_of(place, i, k).below == page + 1) return false;
    }
    return true;
}

/* The tables that have rows in this page, or in one to which it leads. */
static unsigned tables_in(const struct place *place, size_t page) {
    unsigned tables = 0;
    for (size_t i = 0; i < rows_in(place, page); i++) {
        struct row row = row_of(place, page, i);
        tables |= row.table | (row.below ? tables_in(place, row.below - 1) : 0);
    }
    if (is_inside(place, page)) tables |= tables_in(place, last_below(place, page) - 1);
    return tables;
}

/* Which tables a flip of this byte may hurt, a bit for each:
 * - in a row, behind the table's id: that table;
 * - elsewhere in a page of rows, by which SQLite finds them there: all that have rows in it;
 * - elsewhere in a page inside a tree: those that have rows in it, or in a page to which it leads;
 * - in the first page, with the file's head and where each tree begins: all;
 * - in a page without a table's rows, the lists' or a free one: none.
 * But a table that has no row of a kind, as the first one has no secret, is looked for where that row would be. */
static unsigned tables_hurt(const struct place *place, size_t byte) {
    const unsigned all = (1u << TABLES) - 1;
    size_t page = byte / page_size_of(place);
    unsigned char kind = place->bytes[page * page_size_of(place)];
    if (page == 0) return all;
    assert_true(kind == INSIDE || kind == LEAF || kind == 0);
    for (size_t i = 0; i < rows_in(place, page); i++) {
        struct row row = row_of(place, page, i);
        if (row.rest <= byte && byte < row.end) return row.table;
    }
    unsigned tables = tables_in(place, page);
    return tables && is_top(place, page) ? all : tables;
}

/* Whether this byte says what a page is and where its rows are. */
static bool is_in_head(const struct place *place, size_t byte) {
    size_t page_size = page_size_of(place), head = byte < page_size ? 100 : 0;
    const unsigned char *at = place->bytes + byte / page_size * page_size + head;
    head += (at[0] == INSIDE ? INSIDE_HEAD : LEAF_HEAD) + 2 * number_at(at + 3, 2);
    return byte % page_size < head;
}

/* All bits under ZASHIKI_ALL, else those of the pages' heads and every 127th; with sanitizers every 19th and 509th. */
static void test_every_bit(void **state) {
    struct place *place = *state;
    size_t counts[EFFECTS] = {0}, of_tables[TABLES + 1] = {0}, confined = 0, tried = 0;
    bool all = getenv("ZASHIKI_ALL"), sanitized = getenv("ZASHIKI_SANITIZED");
    size_t step = sanitized ? 509 : all ? 1 : 127, step_in_head = sanitized ? 19 : 1;
    write_file(place, place->size);
    for (size_t bit = 0; bit < place->size * 8; bit++) {
        size_t byte = bit / 8, page = byte / page_size_of(place);
        if (bit % (is_in_head(place, byte) ? step_in_head : step) != 0) continue;
        unsigned hurt, may_be_hurt = tables_hurt(place, byte);
        tried++;
        put_byte(place, byte, (unsigned char)(place->bytes[byte] ^ 1u << bit % 8));
        enum effect effect = look(place, bit, &hurt);
        put_byte(place, byte, place->bytes[byte]);
        counts[effect]++;
        if (hurt & ~may_be_hurt)
            print_error(
                "bit %zu of byte %zu, in page %zu: tables %#x are hurt, not only %#x\n",
                bit % 8, byte, page + 1, hurt, may_be_hurt);
        assert_false(hurt & ~may_be_hurt);
        if (effect == FOUND) of_tables[__builtin_popcount(hurt)]++;
        confined += effect == FOUND && may_be_hurt != (1u << TABLES) - 1;
    }
    print_message(
        "# %zu bits: %zu change nothing, %zu are refused, %zu are found (%zu where not "
        "all tables are concerned), of them",
        tried, counts[NOTHING], counts[REFUSED], counts[FOUND], confined);
    for (unsigned i = 0; i <= TABLES; i++)
        print_message(" %zu with %u tables hurt%s", of_tables[i], i, i < TABLES ? "," : "\n");
    assert_true(counts[REFUSED] && counts[FOUND] > counts[REFUSED] && confined);
}

/* A file that was cut short, or is empty. */
static void test_cut_files(void **state) {
    struct place *place = *state;
    for (size_t size = 0; size < place->size; size += 512) {
        char error[ZK_STORE_ERROR_SIZE];
        unsigned hurt;
        write_file(place, size);
        if (size == 0) {
            /* What may be in its log is left to whoever wants to save it. */
            write_beside(place, "-wal", "of what was there");
            assert_null(zk_store_open(place->file, ZK_STORE_WRITE, error));
            assert_non_null(strstr(error, "it is empty, where a database was"));
            assert_null(zk_store_open(place->file, ZK_STORE_READ, error));
            assert_non_null(strstr(error, "it is empty"));
            assert_true(is_there(place, "-wal"));
        } else {
            assert_int_not_equal(look(place, size * 8, &hurt), NOTHING);
        }
    }
}

/* The file is gone, and what a killed server left in its log is not: no new file takes that for its own. */
static void test_log_without_its_file(void **state) {
    static const char *const ends[] = {"-wal", "-journal"};
    struct place *place = *state;
    char error[ZK_STORE_ERROR_SIZE], id[ZK_TABLE_ID_SIZE];
    write_file(place, place->size);
    struct zk_store *killed = must_open(place, ZK_STORE_WRITE);
    struct zk_write aside = {.kind = ZK_WRITE_ASIDE, .reason = "a reason"};
    snprintf(aside.table, sizeof aside.table, "%s", ids[1]);
    struct zk_write *writes[] = {&aside};
    assert_true(killed->kind->commit(killed, writes, 1));
    unlink(place->file);
    assert_null(zk_store_open(place->file, ZK_STORE_WRITE, error));
    assert_non_null(strstr(error, "its log is there without it"));
    zk_store_close(killed);
    for (unsigned i = 0; i < 2; i++) {
        remove_files(place);
        write_beside(place, ends[i], "of what was there");
        assert_null(zk_store_open(place->file, ZK_STORE_WRITE, error));
        assert_true(is_there(place, ends[i]));
        assert_false(is_there(place, ""));
    }
    remove_files(place);
    struct zk_store *fresh = must_open(place, ZK_STORE_WRITE);
    assert_int_equal(fresh->kind->next(fresh, "", id), ZK_FOUND_NOT);
    zk_store_close(fresh);
}

/* ---- Rows ---- */

/* What is wrong with table `id` after this change; "" when nothing is. */
static const char *after(const struct place *place, const char *sql, const char *id) {
    static char error[ZK_STORE_ERROR_SIZE];
    static char memory[TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    char *why = NULL;
    sqlite3 *base;
    write_file(place, place->size);
    assert_int_equal(sqlite3_open(place->file, &base), SQLITE_OK);
    sqlite3_exec(base, sql, NULL, NULL, &why);
    if (why) print_error("%s\n", why);
    assert_null(why);
    assert_true(sqlite3_total_changes(base) > 0);
    sqlite3_close(base);
    struct zk_store *store = must_open(place, ZK_STORE_READ);
    const char *missing = store->kind->missing(store);
    snprintf(error, sizeof error, "%s", missing ? missing : "");
    store->damaged = false;
    if (!read_table(store, id, &text) && store->damaged)
        snprintf(error, sizeof error, "%s", store->error);
    zk_store_close(store);
    return error;
}

#define OF(id) " table_id='" id "'"
#define ONE "e5BAkotb9R_ygN3ssOd15Q"
#define TWO "mUz0x7aYwq-4Kq2cVQd8Ng"
#define END "1073741824"

static void test_rows(void **state) {
    struct place *place = *state;
    static const struct {
        const char *sql, *found; /* in table ONE */
    } cases[] = {
        {"DELETE FROM entries WHERE" OF(ONE) " AND number BETWEEN 31 AND 99",
         "does not match at the end, after entry 30"},
        {"DELETE FROM entries WHERE" OF(ONE) " AND number > 30", "no end after entry 30"},
        {"DELETE FROM entries WHERE" OF(ONE), "no end after entry 0"},
        {"DELETE FROM entries WHERE" OF(ONE) " AND number = 12", "there is no entry 12"},
        /* All rows up to 30, with the end that belonged to another table. */
        {"DELETE FROM entries WHERE" OF(ONE) " AND number = " END ";"
                                             "INSERT INTO entries SELECT '" ONE
                                             "', number, body, sum FROM entries WHERE" OF(
                                                 TWO) " AND number = " END,
         "at the end, after entry 40"},
        /* Two entries change places, with their sums or without. */
        {"UPDATE entries SET number = CASE number WHEN 8 THEN -9 ELSE -8 END WHERE" OF(
             ONE) " AND number IN (8, 9); UPDATE entries SET number = -number WHERE number < 0",
         "at entry 8"},
        {"UPDATE entries SET body = (SELECT body FROM entries e WHERE" OF(
             ONE) " AND e.number = 17 - entries.number) WHERE" OF(ONE) " AND number IN (8, 9)",
         "at entry 8"},
        {"UPDATE entries SET (body, sum) = (SELECT body, sum FROM entries e WHERE" OF(
             TWO) " AND e.number = 20) WHERE" OF(ONE) " AND number = 20",
         "at entry 20"},
        /* Everything but the head is another table's. */
        {"DELETE FROM entries WHERE" OF(ONE) "; INSERT INTO entries SELECT '" ONE
                                             "', number, body, sum FROM entries WHERE" OF(TWO),
         "at entry 1"},
        {"UPDATE seats SET token = x'00' WHERE" OF(ONE) " AND seat = 1",
         "head does not match"},
        {"UPDATE seats SET token = (SELECT token FROM seats s WHERE" OF(
             TWO) " AND s.seat = 0) WHERE" OF(ONE) " AND seat = 0",
         "head does not match"},
        {"DELETE FROM seats WHERE" OF(ONE) " AND seat = 1", "head does not match"},
        {"UPDATE tables SET rules = 2 WHERE id='" ONE "'", "head does not match"},
        {"UPDATE tables SET opened_ms = 1 WHERE id='" ONE "'", "head does not match"},
        {"UPDATE tables SET aside = 'x' WHERE id='" ONE "'", "head does not match"},
        {"UPDATE names SET name = 'Eve' WHERE" OF(ONE) " AND number = 1",
         "name does not match its check sum at entry 1"},
        {"DELETE FROM names WHERE" OF(ONE) " AND number = 2", "at entry 2"},
        {"UPDATE names SET (name, sum) = (SELECT name, sum FROM names n WHERE" OF(
             TWO) " AND n.number = 1) WHERE" OF(ONE) " AND number = 1",
         "name does not match its check sum at entry 1"},
        {"INSERT INTO names SELECT '" ONE
         "', 3, name, sum FROM names WHERE" OF(ONE) " AND number = 1",
         "at entry 3"},
        {"UPDATE records SET body = '{}' WHERE" OF(ONE), "record of game 0"},
        {"UPDATE records SET ended_ms = 1 WHERE" OF(ONE), "record of game 0"},
        {"DELETE FROM records WHERE" OF(ONE), "list of records is damaged: 2 are there of 3"},
        {"DELETE FROM tables WHERE id='" ONE "'",
         "list of tables is damaged: 2 are there of 3"},
        {"UPDATE lists SET count = 2 WHERE name = 'tables'", "list of tables is damaged"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = after(place, cases[i].sql, ONE);
        if (!strstr(found, cases[i].found))
            print_error("%s\n\"%s\", not \"%s\"\n", cases[i].sql, found, cases[i].found);
        assert_non_null(strstr(found, cases[i].found));
        /* The others are well. */
        if (!strstr(found, "list of"))
            assert_string_equal(after(place, cases[i].sql, TWO), "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_bit, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_cut_files, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_log_without_its_file, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_rows, make_place, remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
