/* sqlite.c: tables in one SQLite file; see store.h.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, and readers never wait for
 * the writer. The schema has a number (user_version); each step below brings a file from one
 * number to the next, inside one transaction, and a file from the future is refused. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store.h"

enum { BUSY_TIMEOUT_MS = 5000, APPLICATION_ID = 0x7A617368 }; /* "zash" */

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
};
enum { SCHEMA = sizeof migrations / sizeof *migrations };

enum statement {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_ADD_TABLE,
    SQL_ADD_SEAT,
    SQL_ADD_ENTRY,
    SQL_ADD_RECORD,
    SQL_ASIDE,
    SQL_HEAD,
    SQL_SEATS,
    SQL_ENTRIES,
    SQL_NEXT,
    SQL_RECORD,
    STATEMENTS
};

static const char *const sql[STATEMENTS] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_ADD_TABLE] =
        "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, ?8, ?9, ?10)",
    [SQL_ADD_SEAT] = "INSERT INTO seats VALUES (?1, ?2, ?3)",
    [SQL_ADD_ENTRY] = "INSERT INTO entries VALUES (?1, ?2, ?3)",
    [SQL_ADD_RECORD] = "INSERT OR REPLACE INTO records VALUES (?1, ?2, ?3, ?4)",
    [SQL_ASIDE] = "UPDATE tables SET aside = ?2 WHERE id = ?1",
    [SQL_HEAD] =
        "SELECT game, rules, options, clock_ms, clock_step_ms, opened_ms,"
        " coalesce(aside, ''), memory, coalesce(cardset, ''), advice FROM tables WHERE id = ?1",
    [SQL_SEATS] = "SELECT seat, token FROM seats WHERE table_id = ?1 ORDER BY seat",
    [SQL_ENTRIES] = "SELECT number, body FROM entries WHERE table_id = ?1 AND number > ?2"
                    " ORDER BY number",
    [SQL_NEXT] = "SELECT id FROM tables WHERE id > ?1 AND aside IS NULL ORDER BY id LIMIT 1",
    [SQL_RECORD] = "SELECT body FROM records WHERE table_id = ?1 AND game = ?2",
};

struct sqlite_store {
    struct zk_store store;
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    char check[ZK_STORE_ERROR_SIZE];
};

static struct sqlite_store *mine(struct zk_store *store) {
    return (struct sqlite_store *)store;
}

/* `why` may be in other memory only. */
static void say(char *error, const char *what, const char *why) {
    struct zk_text text = zk_text_in(error, ZK_STORE_ERROR_SIZE);
    zk_text_put(&text, what);
    zk_text_put(&text, ": ");
    zk_text_put(&text, why);
}

/* ---- Statements ---- */

static bool failed(struct sqlite_store *s, const char *what) {
    say(s->store.error, what, sqlite3_errmsg(s->db));
    return false;
}

static sqlite3_stmt *prepared(struct sqlite_store *s, enum statement which) {
    if (!s->statement[which] &&
        sqlite3_prepare_v3(s->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &s->statement[which], NULL) != SQLITE_OK)
        failed(s, "cannot prepare");
    return s->statement[which];
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text, size_t size) {
    sqlite3_bind_text64(statement, place, text, size, SQLITE_STATIC, SQLITE_UTF8);
}

/* Runs a statement that gives no rows. */
static bool done(struct sqlite_store *s, sqlite3_stmt *statement, const char *what) {
    int code = sqlite3_step(statement);
    bool right = code == SQLITE_DONE || failed(s, what);
    sqlite3_reset(statement);
    return right;
}

static bool run(struct sqlite_store *s, enum statement which, const char *what) {
    sqlite3_stmt *statement = prepared(s, which);
    return statement && done(s, statement, what);
}

static bool run_text(struct sqlite_store *s, const char *text, const char *what) {
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK || failed(s, what);
}

static int64_t number_of(struct sqlite_store *s, const char *query) {
    sqlite3_stmt *statement;
    int64_t number = -1;
    if (sqlite3_prepare_v2(s->db, query, -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* ---- Opening and closing ---- */

static bool migrate(struct sqlite_store *s) {
    if (!run_text(s, "BEGIN IMMEDIATE", "cannot begin")) return false;
    int64_t schema = number_of(s, "PRAGMA user_version");
    bool right = schema >= 0 && schema <= SCHEMA;
    if (!right) say(s->store.error, "cannot use it", "it was written by a newer zashiki");
    for (int64_t i = schema; right && i < SCHEMA; i++)
        right = run_text(s, migrations[i], "cannot set up the tables");
    char pragmas[96];
    snprintf(pragmas, sizeof pragmas, "PRAGMA user_version=%d; PRAGMA application_id=%d",
             SCHEMA, APPLICATION_ID);
    right = right && run_text(s, pragmas, "cannot set its version") &&
            run_text(s, "COMMIT", "cannot commit");
    if (!right) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return right;
}

static bool is_ours(struct sqlite_store *s) {
    if (number_of(s, "PRAGMA application_id") == APPLICATION_ID) {
        if (number_of(s, "PRAGMA user_version") == SCHEMA) return true;
        say(s->store.error, "cannot use it", "it was written by another version of zashiki");
        return false;
    }
    say(s->store.error, "cannot use it", "it is not a zashiki database");
    return false;
}

static void sqlite_close(struct zk_store *store) {
    struct sqlite_store *s = mine(store);
    for (unsigned i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    free(s);
}

static struct zk_store *sqlite_open(const char *where, enum zk_store_mode mode, char *error) {
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s) {
        say(error, where, "no memory");
        return NULL;
    }
    s->store.kind = &zk_store_sqlite;
    bool writes = mode == ZK_STORE_WRITE;
    int flags = writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    bool right =
        sqlite3_open_v2(where, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK ||
        failed(s, "cannot open it");
    if (right) {
        sqlite3_extended_result_codes(s->db, 1);
        sqlite3_busy_timeout(s->db, BUSY_TIMEOUT_MS);
        sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
        sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, 16 * 1024 * 1024);
        right = run_text(s, "PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON",
                         "cannot set it up");
    }
    if (right && writes)
        right = run_text(s, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
                         "cannot set it up") &&
                migrate(s);
    right = right && is_ours(s);
    if (right) return &s->store;
    say(error, where, s->store.error);
    sqlite_close(&s->store);
    return NULL;
}

/* ---- Writing ---- */

static bool add_table(struct sqlite_store *s, const struct zk_write *write) {
    const struct zk_stored_table *head = write->head;
    sqlite3_stmt *table = prepared(s, SQL_ADD_TABLE), *seat = prepared(s, SQL_ADD_SEAT);
    if (!table || !seat) return false;
    bind_text(table, 1, head->id, strlen(head->id));
    bind_text(table, 2, head->game, strlen(head->game));
    sqlite3_bind_int64(table, 3, head->rules_version);
    bind_text(table, 4, head->options, strlen(head->options));
    sqlite3_bind_int64(table, 5, head->terms.clock_ms);
    sqlite3_bind_int64(table, 6, head->terms.clock_step_ms);
    sqlite3_bind_int64(table, 7, (int64_t)head->opened_ms);
    sqlite3_bind_int64(table, 8, head->terms.memory);
    sqlite3_bind_null(table, 9);
    if (head->cardset[0]) bind_text(table, 9, head->cardset, strlen(head->cardset));
    sqlite3_bind_int64(table, 10, head->terms.advice);
    bool right = done(s, table, "cannot add the table");
    for (uint32_t i = 0; right && i < head->seats_count; i++) {
        bind_text(seat, 1, head->id, strlen(head->id));
        sqlite3_bind_int64(seat, 2, i);
        sqlite3_bind_blob(seat, 3, head->token_hash[i], ZK_TOKEN_HASH_SIZE, SQLITE_STATIC);
        right = done(s, seat, "cannot add a seat");
    }
    return right;
}

static bool add_entries(struct sqlite_store *s, const struct zk_write *write) {
    sqlite3_stmt *entry = prepared(s, SQL_ADD_ENTRY);
    if (!entry) return false;
    const char *line = write->lines, *end = write->lines + write->lines_size;
    for (uint32_t number = write->first; line < end; number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        assert(stop);
        bind_text(entry, 1, write->table, strlen(write->table));
        sqlite3_bind_int64(entry, 2, number);
        bind_text(entry, 3, line, (size_t)(stop - line));
        if (!done(s, entry, "cannot add an entry")) {
            s->store.overtaken =
                sqlite3_extended_errcode(s->db) == SQLITE_CONSTRAINT_PRIMARYKEY;
            return false;
        }
        line = stop + 1;
    }
    if (!write->record) return true;
    sqlite3_stmt *record = prepared(s, SQL_ADD_RECORD);
    if (!record) return false;
    bind_text(record, 1, write->table, strlen(write->table));
    sqlite3_bind_int64(record, 2, write->record_game);
    sqlite3_bind_int64(record, 3, (int64_t)write->at_ms);
    bind_text(record, 4, write->record, write->record_size);
    return done(s, record, "cannot add a record");
}

static bool set_aside(struct sqlite_store *s, const struct zk_write *write) {
    sqlite3_stmt *aside = prepared(s, SQL_ASIDE);
    if (!aside) return false;
    bind_text(aside, 1, write->table, strlen(write->table));
    bind_text(aside, 2, write->reason, strlen(write->reason));
    return done(s, aside, "cannot set a table aside");
}

static bool write_one(struct sqlite_store *s, const struct zk_write *write) {
    switch (write->kind) {
    case ZK_WRITE_TABLE: return add_table(s, write);
    case ZK_WRITE_ENTRIES: return add_entries(s, write);
    case ZK_WRITE_ASIDE: return set_aside(s, write);
    }
    assert(0);
    return false;
}

static bool sqlite_commit(struct zk_store *store, struct zk_write *const *writes,
                          size_t count) {
    struct sqlite_store *s = mine(store);
    s->store.overtaken = false;
    bool right = run(s, SQL_BEGIN, "cannot begin");
    for (size_t i = 0; right && i < count; i++) right = write_one(s, writes[i]);
    right = right && run(s, SQL_COMMIT, "cannot commit");
    if (!right && !sqlite3_get_autocommit(s->db)) {
        char error[ZK_STORE_ERROR_SIZE]; /* the first one is the one to tell */
        memcpy(error, s->store.error, sizeof error);
        run(s, SQL_ROLLBACK, "cannot roll back");
        memcpy(s->store.error, error, sizeof error);
    }
    return right;
}

/* ---- Reading ---- */

static void column_text(sqlite3_stmt *statement, int column, char *out, size_t size) {
    struct zk_text text = zk_text_in(out, size);
    const char *value = (const char *)sqlite3_column_text(statement, column);
    if (value)
        zk_text_put_bytes(&text, value, (size_t)sqlite3_column_bytes(statement, column));
}

/* A number that fits, or 0. */
static uint32_t column_number(sqlite3_stmt *statement, int column) {
    int64_t value = sqlite3_column_int64(statement, column);
    return value < 0 || value > UINT32_MAX ? 0 : (uint32_t)value;
}

static bool read_seats(struct sqlite_store *s, struct zk_stored_table *head) {
    sqlite3_stmt *seats = prepared(s, SQL_SEATS);
    if (!seats) return false;
    bind_text(seats, 1, head->id, strlen(head->id));
    int code;
    while ((code = sqlite3_step(seats)) == SQLITE_ROW) {
        uint32_t seat = column_number(seats, 0);
        if (seat >= ZK_SEATS_MAX || sqlite3_column_bytes(seats, 1) != ZK_TOKEN_HASH_SIZE)
            continue;
        memcpy(head->token_hash[seat], sqlite3_column_blob(seats, 1), ZK_TOKEN_HASH_SIZE);
        head->seats_count++;
    }
    bool right = code == SQLITE_DONE || failed(s, "cannot read the seats");
    sqlite3_reset(seats);
    return right;
}

static enum zk_found sqlite_head(struct zk_store *store, const char *id,
                                 struct zk_stored_table *head) {
    struct sqlite_store *s = mine(store);
    sqlite3_stmt *statement = prepared(s, SQL_HEAD);
    if (!statement) return ZK_FOUND_FAILED;
    memset(head, 0, sizeof *head);
    struct zk_text text = zk_text_in(head->id, sizeof head->id);
    zk_text_put(&text, id);
    bind_text(statement, 1, id, strlen(id));
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        column_text(statement, 0, head->game, sizeof head->game);
        head->rules_version = column_number(statement, 1);
        column_text(statement, 2, head->options, sizeof head->options);
        head->terms.clock_ms = column_number(statement, 3);
        head->terms.clock_step_ms = column_number(statement, 4);
        head->opened_ms = (uint64_t)sqlite3_column_int64(statement, 5);
        column_text(statement, 6, head->aside, sizeof head->aside);
        head->terms.memory = column_number(statement, 7) != 0;
        column_text(statement, 8, head->cardset, sizeof head->cardset);
        head->terms.advice = column_number(statement, 9) != 0;
    } else if (code != SQLITE_DONE) {
        failed(s, "cannot read the table");
    }
    sqlite3_reset(statement);
    if (code == SQLITE_DONE) return ZK_FOUND_NOT;
    return code == SQLITE_ROW && read_seats(s, head) ? ZK_FOUND : ZK_FOUND_FAILED;
}

static bool sqlite_entries(struct zk_store *store, const char *id, uint32_t after,
                           zk_entry_reader read_entry, void *user) {
    struct sqlite_store *s = mine(store);
    sqlite3_stmt *statement = prepared(s, SQL_ENTRIES);
    if (!statement) return false;
    bind_text(statement, 1, id, strlen(id));
    sqlite3_bind_int64(statement, 2, after);
    int code;
    bool wanted = true;
    while (wanted && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *body = (const char *)sqlite3_column_text(statement, 1);
        wanted = read_entry(user, column_number(statement, 0), body ? body : "",
                            (size_t)sqlite3_column_bytes(statement, 1));
    }
    bool right = !wanted || code == SQLITE_DONE || failed(s, "cannot read the entries");
    sqlite3_reset(statement);
    return right;
}

static enum zk_found sqlite_next(struct zk_store *store, const char *after, char *id) {
    struct sqlite_store *s = mine(store);
    sqlite3_stmt *statement = prepared(s, SQL_NEXT);
    if (!statement) return ZK_FOUND_FAILED;
    char from[ZK_TABLE_ID_SIZE]; /* id and after may be the same memory */
    struct zk_text text = zk_text_in(from, sizeof from);
    zk_text_put(&text, after);
    bind_text(statement, 1, from, text.used);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        column_text(statement, 0, id, ZK_TABLE_ID_SIZE);
    else if (code != SQLITE_DONE)
        failed(s, "cannot list the tables");
    sqlite3_reset(statement);
    return code == SQLITE_ROW    ? ZK_FOUND
           : code == SQLITE_DONE ? ZK_FOUND_NOT
                                 : ZK_FOUND_FAILED;
}

static enum zk_found sqlite_record(struct zk_store *store, const char *id, uint32_t game,
                                   char **record, size_t *size) {
    struct sqlite_store *s = mine(store);
    sqlite3_stmt *statement = prepared(s, SQL_RECORD);
    if (!statement) return ZK_FOUND_FAILED;
    bind_text(statement, 1, id, strlen(id));
    sqlite3_bind_int64(statement, 2, game);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        const char *body = (const char *)sqlite3_column_text(statement, 0);
        *size = (size_t)sqlite3_column_bytes(statement, 0);
        *record = malloc(*size + 1);
        if (*record && body)
            memcpy(*record, body, *size + 1);
        else
            code = SQLITE_NOMEM;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) failed(s, "cannot read the record");
    sqlite3_reset(statement);
    return code == SQLITE_ROW    ? ZK_FOUND
           : code == SQLITE_DONE ? ZK_FOUND_NOT
                                 : ZK_FOUND_FAILED;
}

/* ---- Checking and copying ---- */

static const char *sqlite_check(struct zk_store *store) {
    struct sqlite_store *s = mine(store);
    static const char *const queries[] = {"PRAGMA integrity_check(1)",
                                          "PRAGMA foreign_key_check"};
    for (unsigned i = 0; i < 2; i++) {
        sqlite3_stmt *statement;
        if (sqlite3_prepare_v2(s->db, queries[i], -1, &statement, NULL) != SQLITE_OK) {
            failed(s, "cannot check it");
            return s->store.error;
        }
        int code = sqlite3_step(statement);
        const char *said =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : "ok";
        bool sound =
            code == SQLITE_DONE || (code == SQLITE_ROW && said && strcmp(said, "ok") == 0);
        struct zk_text text = zk_text_in(s->check, sizeof s->check);
        zk_text_put(&text, sound || !said ? "it is damaged" : said);
        sqlite3_finalize(statement);
        if (!sound) return s->check;
    }
    return NULL;
}

static bool sqlite_copy(struct zk_store *store, const char *where) {
    struct sqlite_store *s = mine(store);
    sqlite3 *to = NULL;
    bool right = sqlite3_open(where, &to) == SQLITE_OK;
    if (right) {
        sqlite3_busy_timeout(to, BUSY_TIMEOUT_MS);
        sqlite3_exec(to, "PRAGMA synchronous=FULL", NULL, NULL, NULL);
        /* One step: pages are read under one snapshot, so a writer beside us is not seen. */
        sqlite3_backup *backup = sqlite3_backup_init(to, "main", s->db, "main");
        right = backup != NULL;
        if (backup) {
            sqlite3_backup_step(backup, -1);
            right = sqlite3_backup_finish(backup) == SQLITE_OK;
        }
    }
    if (!right) say(s->store.error, where, to ? sqlite3_errmsg(to) : "no memory");
    sqlite3_close(to);
    return right;
}

const struct zk_store_kind zk_store_sqlite = {
    .name = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .commit = sqlite_commit,
    .head = sqlite_head,
    .entries = sqlite_entries,
    .next = sqlite_next,
    .record = sqlite_record,
    .check = sqlite_check,
    .copy = sqlite_copy,
};

struct zk_store *zk_store_open(const char *where, enum zk_store_mode mode, char *error) {
    return zk_store_sqlite.open(where, mode, error);
}

void zk_store_close(struct zk_store *store) { store->kind->close(store); }
