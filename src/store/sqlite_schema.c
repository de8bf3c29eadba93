/* sqlite_schema.c: the tables in an SQLite file, and how older files become newer ones.
 *
 * The schema has a number (user_version). Each step brings a file from one number to the next; all of
 * them happen in one transaction, and a file from the future is refused. Every key begins with the
 * table's id. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sqlite_inside.h"

enum { APPLICATION_ID = 0x7A617368 }; /* "zash" */

static const char *const migrations[] = {
    /* 1: entries are the truth; a record is what they added up to when a game ended. */
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
    /* 2: the table's aid to memory. */
    "ALTER TABLE tables ADD COLUMN memory INTEGER NOT NULL DEFAULT 0;",
    /* 3: card sets that are not built in. */
    "ALTER TABLE tables ADD COLUMN cardset TEXT;",
    /* 4: advice between people; from here on also entries of the kind `advice`. */
    "ALTER TABLE tables ADD COLUMN advice INTEGER NOT NULL DEFAULT 0;",
    /* 5: check sums; names apart from the entries, and none in records; records outlive their
     * tables. make_chains moves what is in the old tables. */
    "ALTER TABLE tables ADD COLUMN sum BLOB;"
    "ALTER TABLE entries RENAME TO old_entries;"
    "ALTER TABLE records RENAME TO old_records;"
    "CREATE TABLE entries ("
    " table_id TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL, sum BLOB NOT NULL,"
    " PRIMARY KEY (table_id, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE names ("
    " table_id TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, sum BLOB NOT NULL,"
    " PRIMARY KEY (table_id, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE records ("
    " table_id TEXT NOT NULL, game INTEGER NOT NULL, ended_ms INTEGER NOT NULL,"
    " body TEXT NOT NULL, sum BLOB NOT NULL,"
    " PRIMARY KEY (table_id, game)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE lists ("
    " name TEXT PRIMARY KEY, count INTEGER NOT NULL, members BLOB NOT NULL, sum BLOB NOT NULL"
    ") STRICT, WITHOUT ROWID;",
    /* 6: who stands in for a person; "" is the strongest bot, as it was before. */
    "ALTER TABLE tables ADD COLUMN stand_in TEXT NOT NULL DEFAULT '';",
    /* 7: secrets for fair shuffles; tables of old have none. */
    "CREATE TABLE secrets ("
    " table_id TEXT PRIMARY KEY, secret BLOB NOT NULL"
    ") STRICT, WITHOUT ROWID;",
};
enum { SCHEMA = sizeof migrations / sizeof *migrations, CHAINS = 5 };
const int64_t sqlite_schema_newest = SCHEMA;

/* The records of old, without the names of people: what is in a seat and is no bot's name. */
static const char old_records[] =
    "SELECT table_id, game, ended_ms, CASE WHEN json_valid(head)"
    " THEN json_set(head, '$.seats', (SELECT json_group_array(CASE WHEN value IN"
    " ('random', 'cipher', 'plain', 'easy', 'greedy', 'normal', 'strong')"
    " THEN value ELSE '' END) FROM json_each(head, '$.seats')))"
    " ELSE '' END || substr(body, length(head) + 1)"
    " FROM (SELECT *, substr(body, 1, instr(body, char(10)) - 1) AS head FROM old_records)";

/* ---- Chains for tables that had none ---- */

static bool prepare(struct sqlite_store *s, const char *query, sqlite3_stmt **statement) {
    return sqlite3_prepare_v2(s->db, query, -1, statement, NULL) == SQLITE_OK ||
           sqlite_failed(s, "cannot read the old tables");
}

static void column(sqlite3_stmt *statement, int number, const char **text, size_t *size) {
    *text = (const char *)sqlite3_column_text(statement, number);
    *size = *text ? (size_t)sqlite3_column_bytes(statement, number) : 0;
    if (!*text) *text = "";
}

static bool copy_entries(struct sqlite_store *s, const char *id, struct tail *tail) {
    sqlite3_stmt *old;
    if (!prepare(s, "SELECT number, body FROM old_entries WHERE table_id = ?1 ORDER BY number",
                 &old))
        return false;
    sqlite_bind_text(old, 1, id, strlen(id));
    bool right = true;
    int code = SQLITE_DONE;
    while (right && (code = sqlite3_step(old)) == SQLITE_ROW) {
        const char *line;
        size_t size;
        column(old, 1, &line, &size);
        right =
            sqlite_add_line(s, id, (uint32_t)sqlite3_column_int64(old, 0), line, size, tail);
    }
    if (right && code != SQLITE_DONE) right = sqlite_failed(s, "cannot read the old entries");
    sqlite3_finalize(old);
    return right;
}

static bool chain_table(struct sqlite_store *s, const char *id, uint64_t now_ms) {
    struct zk_stored_table head;
    struct zk_sum sum;
    sqlite3_stmt *update;
    /* Nobody noted when these were visited: their time begins now. */
    struct tail tail = {.end = {.visited_ms = now_ms}};
    if (sqlite_read_head(s, id, &head, &sum) != ZK_FOUND) return false;
    zk_chain_start(&head, &tail.last);
    zk_chain_head(&tail.last, head.aside, &sum);
    if (!prepare(s, "UPDATE tables SET sum = ?2 WHERE id = ?1", &update)) return false;
    sqlite_bind_text(update, 1, id, strlen(id));
    sqlite_bind_sum(update, 2, &sum);
    bool right = sqlite_done(s, update, "cannot note a sum");
    sqlite3_finalize(update);
    return right && copy_entries(s, id, &tail) && sqlite_put_end(s, id, &tail) &&
           sqlite_list(s, LIST_TABLES, id, 0, 1);
}

static bool copy_records(struct sqlite_store *s) {
    sqlite3_stmt *old, *add = NULL;
    if (!prepare(s, old_records, &old)) return false;
    bool right = prepare(s, "INSERT INTO records VALUES (?1, ?2, ?3, ?4, ?5)", &add);
    int code = SQLITE_DONE;
    while (right && (code = sqlite3_step(old)) == SQLITE_ROW) {
        const char *id, *body;
        size_t id_size, size;
        struct zk_sum sum;
        uint32_t game = (uint32_t)sqlite3_column_int64(old, 1);
        uint64_t ended_ms = (uint64_t)sqlite3_column_int64(old, 2);
        column(old, 0, &id, &id_size);
        column(old, 3, &body, &size);
        zk_chain_record(id, game, ended_ms, body, size, &sum);
        sqlite_bind_text(add, 1, id, id_size);
        sqlite3_bind_int64(add, 2, game);
        sqlite3_bind_int64(add, 3, (int64_t)ended_ms);
        sqlite_bind_text(add, 4, body, size);
        sqlite_bind_sum(add, 5, &sum);
        right = sqlite_done(s, add, "cannot copy a record") &&
                sqlite_list(s, LIST_RECORDS, id, game, 1);
    }
    if (right && code != SQLITE_DONE) right = sqlite_failed(s, "cannot read the old records");
    sqlite3_finalize(old);
    sqlite3_finalize(add);
    return right;
}

static bool begin_lists(struct sqlite_store *s) {
    sqlite3_stmt *add;
    static const char *const lists[] = {LIST_TABLES, LIST_RECORDS};
    bool right = prepare(s, "INSERT INTO lists VALUES (?1, 0, ?2, ?3)", &add);
    for (unsigned i = 0; right && i < 2; i++) {
        struct zk_sum none = {0}, sum;
        char note[16];
        int size = snprintf(note, sizeof note, "%s 0", lists[i]);
        zk_chain_end(&none, note, (size_t)size, &sum);
        sqlite_bind_text(add, 1, lists[i], strlen(lists[i]));
        sqlite_bind_sum(add, 2, &none);
        sqlite_bind_sum(add, 3, &sum);
        right = sqlite_done(s, add, "cannot begin a list");
    }
    sqlite3_finalize(add);
    return right;
}

static bool make_chains(struct sqlite_store *s) {
    sqlite3_stmt *tables;
    uint64_t now_ms = (uint64_t)time(NULL) * 1000;
    if (!begin_lists(s) || !prepare(s, "SELECT id FROM tables ORDER BY id", &tables))
        return false;
    bool right = true;
    int code = SQLITE_DONE;
    while (right && (code = sqlite3_step(tables)) == SQLITE_ROW) {
        char id[ZK_TABLE_ID_SIZE];
        struct zk_text text = zk_text_in(id, sizeof id);
        const char *found;
        size_t size;
        column(tables, 0, &found, &size);
        zk_text_put_bytes(&text, found, size);
        right = chain_table(s, id, now_ms);
    }
    if (right && code != SQLITE_DONE) right = sqlite_failed(s, "cannot list the old tables");
    sqlite3_finalize(tables);
    return right && copy_records(s) &&
           sqlite_run_text(s, "DROP TABLE old_entries; DROP TABLE old_records",
                           "cannot drop the old tables");
}

/* ---- All of it ---- */

bool sqlite_migrate(struct sqlite_store *s) {
    if (!sqlite_run_text(s, "BEGIN IMMEDIATE", "cannot begin")) return false;
    int64_t schema = sqlite_number_of(s, "PRAGMA user_version");
    bool right = schema >= 0 && schema <= SCHEMA;
    if (!right)
        sqlite_say(s->store.error, "cannot use it", "it was written by a newer zashiki");
    for (int64_t i = schema; right && i < SCHEMA; i++)
        right = sqlite_run_text(s, migrations[i], "cannot set up the tables");
    if (right && schema < CHAINS) right = make_chains(s);
    char pragmas[96];
    snprintf(pragmas, sizeof pragmas, "PRAGMA user_version=%d; PRAGMA application_id=%d",
             SCHEMA, APPLICATION_ID);
    right = right && sqlite_run_text(s, pragmas, "cannot set its version") &&
            sqlite_run_text(s, "COMMIT", "cannot commit");
    if (!right) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return right;
}

int64_t sqlite_schema(struct sqlite_store *s) {
    int64_t schema = sqlite_number_of(s, "PRAGMA user_version");
    int code = sqlite3_errcode(s->db) & 0xff;
    if (schema < 0 && code != SQLITE_OK && code != SQLITE_NOTADB)
        sqlite_failed(s, "cannot use it");
    else if (sqlite_number_of(s, "PRAGMA application_id") != APPLICATION_ID)
        sqlite_say(s->store.error, "cannot use it", "it is not a zashiki database");
    else if (schema < 1)
        sqlite_say(s->store.error, "cannot use it", "its version is damaged");
    else if (schema > SCHEMA)
        sqlite_say(s->store.error, "cannot use it", "it was written by a newer zashiki");
    else
        return schema;
    return -1;
}
