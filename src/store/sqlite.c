/* sqlite.c: tables in one SQLite file; see store.h.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, and readers never wait for
 * the writer. sqlite_schema.c makes the tables; the sums that are compared whenever something is read
 * are those of chain.h. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "line.h"
#include "sqlite_inside.h"

enum {
    BUSY_TIMEOUT_MS = 5000,
    LINE_SIZE = ZK_ENTRY_TEXT_SIZE + ZK_NAME_SIZE * 6,
    PATH_SIZE = 4096,
};

static const char *const sql[STATEMENTS] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_ADD_TABLE] = "INSERT INTO tables (id, game, rules, options, clock_ms, clock_step_ms,"
                      " opened_ms, memory, cardset, advice, sum, stand_in)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    [SQL_ADD_SEAT] = "INSERT INTO seats VALUES (?1, ?2, ?3)",
    [SQL_ADD_SECRET] = "INSERT INTO secrets VALUES (?1, ?2)",
    [SQL_ADD_ENTRY] = "INSERT INTO entries VALUES (?1, ?2, ?3, ?4)",
    [SQL_ADD_NAME] = "INSERT INTO names VALUES (?1, ?2, ?3, ?4)",
    [SQL_CLEAR_NAME] =
        "UPDATE names SET name = '', sum = ?3 WHERE table_id = ?1 AND number = ?2",
    [SQL_ADD_RECORD] = "INSERT OR IGNORE INTO records VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_SET_RECORD] = "UPDATE records SET ended_ms = ?3, body = ?4, sum = ?5"
                       " WHERE table_id = ?1 AND game = ?2",
    [SQL_ASIDE] = "UPDATE tables SET aside = ?2, sum = ?3 WHERE id = ?1",
    [SQL_HEAD] = "SELECT game, rules, options, clock_ms, clock_step_ms, opened_ms,"
                 " coalesce(aside, ''), memory, coalesce(cardset, ''), advice, sum, stand_in,"
                 " (SELECT secret FROM secrets WHERE table_id = id)"
                 " FROM tables WHERE id = ?1",
    [SQL_SEATS] = "SELECT seat, token FROM seats WHERE table_id = ?1 ORDER BY seat",
    [SQL_ENTRIES] = "SELECT e.number, e.body, e.sum, n.name, n.sum FROM entries e"
                    " LEFT JOIN names n ON n.table_id = e.table_id AND n.number = e.number"
                    " WHERE e.table_id = ?1 AND e.number >= ?2 ORDER BY e.number",
    [SQL_LAST] = "SELECT number, body, sum FROM entries WHERE table_id = ?1 AND number >= ?2"
                 " ORDER BY number LIMIT 2",
    /* In a table without row ids or other indexes it is found and overwritten in one go. */
    [SQL_SET_END] = "REPLACE INTO entries VALUES (?1, " END_NUMBER_TEXT ", ?2, ?3)",
    [SQL_NEXT] = "SELECT id FROM tables WHERE id > ?1 AND aside IS NULL ORDER BY id LIMIT 1",
    [SQL_NEXT_ANY] = "SELECT id, coalesce(aside, '') FROM tables WHERE id > ?1"
                     " ORDER BY id LIMIT 1",
    [SQL_NEXT_ASIDE] = "SELECT id FROM tables WHERE id > ?1 AND aside IS NOT NULL"
                       " AND aside <> '" ZK_REMOVED "' ORDER BY id LIMIT 1",
    [SQL_END] = "SELECT number, body FROM entries"
                " WHERE table_id = ?1 AND number = " END_NUMBER_TEXT,
    /* The end first: from then on nothing can be added. */
    [SQL_REMOVE_ENTRIES] = "DELETE FROM entries WHERE table_id = ?1 AND number IN"
                           " (SELECT number FROM entries WHERE table_id = ?1"
                           " ORDER BY number DESC LIMIT ?2)",
    [SQL_REMOVE_NAMES] = "DELETE FROM names WHERE table_id = ?1 AND number IN"
                         " (SELECT number FROM names WHERE table_id = ?1"
                         " ORDER BY number LIMIT ?2)",
    [SQL_REMOVE_SEATS] = "DELETE FROM seats WHERE table_id = ?1",
    [SQL_REMOVE_SECRET] = "DELETE FROM secrets WHERE table_id = ?1",
    [SQL_REMOVE_TABLE] = "DELETE FROM tables WHERE id = ?1",
    [SQL_RECORD] = "SELECT ended_ms, body, sum FROM records WHERE table_id = ?1 AND game = ?2",
    [SQL_NEXT_RECORD] = "SELECT table_id, game FROM records WHERE (table_id, game) > (?1, ?2)"
                        " ORDER BY table_id, game LIMIT 1",
    [SQL_LIST] = "SELECT count, members, sum FROM lists WHERE name = ?1",
    [SQL_SET_LIST] = "UPDATE lists SET count = ?2, members = ?3, sum = ?4 WHERE name = ?1",
    [SQL_VERSION] = "PRAGMA data_version",
};

static struct sqlite_store *mine(struct zk_store *store) {
    return (struct sqlite_store *)store;
}

/* `why` may be in other memory only. */
void sqlite_say(char *error, const char *what, const char *why) {
    struct zk_text text = zk_text_in(error, ZK_STORE_ERROR_SIZE);
    zk_text_put(&text, what);
    zk_text_put(&text, ": ");
    zk_text_put(&text, why);
}

/* ---- Statements ---- */

/* Whether the disk did not give something that was to be read. SQLite calls such a file damaged, too; but that may pass, and
 * what was written may be there. (It is not known of which read, so all that follow by this handle are believed less.) */
static bool disk_fails(struct sqlite_store *s) {
    sqlite3_file *log = NULL;
    int why[2] = {0, 0};
    sqlite3_file_control(s->db, "main", SQLITE_FCNTL_LAST_ERRNO, &why[0]);
    sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log && log->pMethods)
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &why[1]);
    return why[0] == EIO || why[0] == ENXIO || why[1] == EIO || why[1] == ENXIO;
}

bool sqlite_failed(struct sqlite_store *s, const char *what) {
    bool corrupt = (sqlite3_errcode(s->db) & 0xff) == SQLITE_CORRUPT,
         unread = corrupt && disk_fails(s);
    s->store.damaged = corrupt && !unread;
    sqlite_say(s->store.error, what, unread ? strerror(EIO) : sqlite3_errmsg(s->db));
    return false;
}

bool sqlite_damaged(struct sqlite_store *s, const char *what, int64_t number) {
    s->store.damaged = true;
    if (number >= 0)
        snprintf(s->store.error, sizeof s->store.error, "%s %lld", what, (long long)number);
    else
        snprintf(s->store.error, sizeof s->store.error, "%s", what);
    return false;
}

static sqlite3_stmt *prepared(struct sqlite_store *s, enum statement which) {
    if (!s->statement[which] &&
        sqlite3_prepare_v3(s->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &s->statement[which], NULL) != SQLITE_OK)
        sqlite_failed(s, "cannot prepare");
    return s->statement[which];
}

void sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, size_t size) {
    sqlite3_bind_text64(statement, place, text, size, SQLITE_STATIC, SQLITE_UTF8);
}

void sqlite_bind_sum(sqlite3_stmt *statement, int place, const struct zk_sum *sum) {
    sqlite3_bind_blob(statement, place, sum->bytes, ZK_SUM_SIZE, SQLITE_STATIC);
}

static bool step(struct sqlite_store *s, sqlite3_stmt *statement, const char *what) {
    int code = sqlite3_step(statement);
    bool right = code == SQLITE_DONE || sqlite_failed(s, what);
    sqlite3_reset(statement);
    return right;
}

bool sqlite_done(struct sqlite_store *s, sqlite3_stmt *statement, const char *what) {
    /* By a read that failed, whatever came of it, SQLite has taken back what was written before. */
    if (sqlite3_get_autocommit(s->db)) {
        sqlite_say(s->store.error, what, "something could not be read");
        return false;
    }
    return step(s, statement, what);
}

static bool run(struct sqlite_store *s, enum statement which, const char *what) {
    sqlite3_stmt *statement = prepared(s, which);
    return statement && step(s, statement, what);
}

bool sqlite_run_text(struct sqlite_store *s, const char *text, const char *what) {
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK || sqlite_failed(s, what);
}

int64_t sqlite_number_of(struct sqlite_store *s, const char *query) {
    sqlite3_stmt *statement;
    int64_t number = -1;
    if (sqlite3_prepare_v2(s->db, query, -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* ---- Opening and closing ---- */

static void sqlite_close(struct zk_store *store) {
    struct sqlite_store *s = mine(store);
    if (s->copier) sqlite_copier_close(s->copier);
    for (unsigned i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    free(s->known);
    free(s);
}

/* Whether the file is there. (For SQLite an empty file does not exist; but it can be written.) */
static bool exists(const char *where) {
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    int there = 0;
    vfs->xAccess(vfs, where, SQLITE_ACCESS_EXISTS, &there);
    if (!there) vfs->xAccess(vfs, where, SQLITE_ACCESS_READWRITE, &there);
    return there;
}

/* Beside a file that is empty SQLite removes the log, in which everything may be: so it does not see that file. */
static bool is_empty(struct sqlite_store *s, const char *where, const char *advice) {
    struct stat there;
    if (stat(where, &there) != 0 || !S_ISREG(there.st_mode) || there.st_size) return false;
    sqlite_say(s->store.error, "cannot use it", advice);
    return true;
}

/* Whether there is a log of changes beside it, though the file itself may be gone. */
static bool has_log(const char *where) {
    static const char *const ends[] = {"-wal", "-journal"};
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    int there = 0;
    for (unsigned i = 0; !there && i < 2; i++) {
        char path[PATH_SIZE];
        if (snprintf(path, sizeof path, "%s%s", where, ends[i]) < (int)sizeof path)
            vfs->xAccess(vfs, path, SQLITE_ACCESS_EXISTS, &there);
    }
    return there;
}

static bool connect(struct sqlite_store *s, const char *where, int flags) {
    bool writes = flags & SQLITE_OPEN_READWRITE;
    if (sqlite3_open_v2(where, &s->db, flags | SQLITE_OPEN_NOMUTEX,
                        writes ? sqlite_log_files() : NULL) != SQLITE_OK)
        return sqlite_failed(s, "cannot open it");
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, BUSY_TIMEOUT_MS);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, 16 * 1024 * 1024);
    /* What is deleted is overwritten: a name that is gone is gone from the file. */
    return sqlite_run_text(
        s, "PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON; PRAGMA secure_delete=ON",
        "cannot set it up");
}

/* Copies everything, as one snapshot: a writer beside us is not seen. */
static bool copy_pages(sqlite3 *to, sqlite3 *from) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup) return false;
    sqlite3_backup_step(backup, -1);
    return sqlite3_backup_finish(backup) == SQLITE_OK;
}

/* An older file that must not be written to is brought up to date in memory. */
static bool migrate_copy(struct sqlite_store *s) {
    sqlite3 *file = s->db;
    s->db = NULL;
    bool right = connect(s, ":memory:", SQLITE_OPEN_READWRITE);
    if (right && !copy_pages(s->db, file)) right = sqlite_failed(s, "cannot copy it");
    sqlite3_close(file);
    return right && sqlite_migrate(s);
}

static bool open_to_read(struct sqlite_store *s, const char *where) {
    if (is_empty(s, where, "it is empty") || !connect(s, where, SQLITE_OPEN_READONLY))
        return false;
    int64_t schema = sqlite_schema(s);
    if (schema < 0) return false;
    return schema == sqlite_schema_newest || migrate_copy(s);
}

/* A handle of the folder in which the file lies, or -1. */
static int open_folder(const char *file) {
    char folder[PATH_SIZE];
    const char *slash = strrchr(file, '/');
    struct zk_text text = zk_text_in(folder, sizeof folder);
    zk_text_put_bytes(&text, file, slash ? (size_t)(slash - file) + 1 : 0);
    if (!slash) zk_text_put(&text, ".");
    return text.full ? -1 : open(folder, O_RDONLY | O_CLOEXEC);
}

/* The name of a new file is on the disk when this returns. */
static bool sync_folder(const char *file) {
    int folder = open_folder(file);
    if (folder < 0) return false;
    bool right = fsync(folder) == 0;
    close(folder);
    return right;
}

/* A new file gets its name when it is whole: one that is empty, or half made, is never ours. */
static bool make_file(struct sqlite_store *s, const char *where) {
    char part[PATH_SIZE];
    if (snprintf(part, sizeof part, "%s.part", where) >= (int)sizeof part) {
        sqlite_say(s->store.error, "cannot make it", "its path is too long");
        return false;
    }
    if (has_log(where)) { /* which SQLite would take for the new one's */
        sqlite_say(s->store.error, "cannot make it",
                   "its log is there without it; put it back, restore a backup, or remove"
                   " the log, too, to begin anew");
        return false;
    }
    struct stat link;
    if (lstat(where, &link) == 0) { /* it would take the link's place */
        sqlite_say(s->store.error, "cannot make it",
                   "it is a link to a file that is not there");
        return false;
    }
    unlink(part);
    bool right = connect(s, part, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) &&
                 sqlite_run_text(s, "PRAGMA synchronous=FULL", "cannot set it up") &&
                 sqlite_migrate(s);
    sqlite3_close(s->db);
    s->db = NULL;
    if (right && (rename(part, where) != 0 || !sync_folder(where))) {
        sqlite_say(s->store.error, "cannot make it", strerror(errno));
        right = false;
    }
    if (!right) unlink(part);
    return right;
}

/* Of two that find no file, as a server and an import, each would make one in the other's way: the second waits, and finds
 * that of the first. */
static bool find_file(struct sqlite_store *s, const char *where) {
    if (exists(where)) return true;
    int folder = open_folder(where);
    if (folder >= 0)
        flock(folder, LOCK_EX); /* where that does not work they go on as they are */
    bool right = exists(where) || make_file(s, where);
    if (folder >= 0) close(folder);
    return right;
}

static int note_pages(void *user, sqlite3 *db, const char *name, int pages) {
    (void)db, (void)name;
    ((struct sqlite_store *)user)->log_pages = pages;
    return SQLITE_OK;
}

/* For somebody else who does the same SQLite does not wait by itself. */
static bool begin_log(struct sqlite_store *s) {
    static const char text[] = "PRAGMA journal_mode=WAL";
    enum { WAIT_MS = 10 };
    for (int left_ms = BUSY_TIMEOUT_MS;
         left_ms > 0 && (sqlite3_exec(s->db, text, NULL, NULL, NULL) & 0xff) == SQLITE_BUSY;
         left_ms -= WAIT_MS)
        sqlite3_sleep(WAIT_MS);
    return sqlite_run_text(s, text, "cannot set it up");
}

static bool open_to_write(struct sqlite_store *s, const char *where) {
    static const char advice[] =
        "it is empty, where a database was; restore a backup, or remove it to begin anew";
    if (!find_file(s, where) || is_empty(s, where, advice) ||
        !connect(s, where, SQLITE_OPEN_READWRITE))
        return false;
    s->known = calloc(KNOWN_TAILS, sizeof *s->known);
    s->log_enough = LOG_ENOUGH;
    sqlite3_wal_hook(s->db, note_pages, s);
    return begin_log(s) &&
           sqlite_run_text(s, "PRAGMA synchronous=FULL; PRAGMA cache_size=-7000",
                           "cannot set it up") &&
           sqlite_migrate(s) && sqlite_schema(s) >= 0;
}

/* A schema that was damaged is found here, not at the first use. */
static bool prepare_all(struct sqlite_store *s) {
    for (unsigned i = 0; i < STATEMENTS; i++)
        if (!prepared(s, (enum statement)i)) return false;
    return true;
}

static struct zk_store *sqlite_open(const char *where, enum zk_store_mode mode, char *error) {
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s || sodium_init() < 0) {
        sqlite_say(error, where, s ? "libsodium does not start" : "no memory");
        free(s);
        return NULL;
    }
    s->store.kind = &zk_store_sqlite;
    bool right = mode == ZK_STORE_WRITE ? open_to_write(s, where) : open_to_read(s, where);
    if (right && prepare_all(s)) return &s->store;
    sqlite_say(error, where, s->store.error);
    sqlite_close(&s->store);
    return NULL;
}

/* ---- Reading columns ---- */

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

/* All zero when there is none. */
static void column_sum(sqlite3_stmt *statement, int column, struct zk_sum *sum) {
    const void *bytes = sqlite3_column_blob(statement, column);
    memset(sum, 0, sizeof *sum);
    if (bytes && sqlite3_column_bytes(statement, column) == ZK_SUM_SIZE)
        memcpy(sum, bytes, ZK_SUM_SIZE);
}

static const char *column_bytes(sqlite3_stmt *statement, int column, size_t *size) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    *size = text ? (size_t)sqlite3_column_bytes(statement, column) : 0;
    return text ? text : "";
}

/* ---- Heads ---- */

static bool read_seats(struct sqlite_store *s, struct zk_stored_table *head) {
    sqlite3_stmt *seats = prepared(s, SQL_SEATS);
    if (!seats) return false;
    sqlite_bind_text(seats, 1, head->id, strlen(head->id));
    int code;
    while ((code = sqlite3_step(seats)) == SQLITE_ROW) {
        uint32_t seat = column_number(seats, 0);
        if (seat >= ZK_SEATS_MAX || sqlite3_column_bytes(seats, 1) != ZK_TOKEN_HASH_SIZE)
            continue; /* which the sum will tell */
        memcpy(head->token_hash[seat], sqlite3_column_blob(seats, 1), ZK_TOKEN_HASH_SIZE);
        head->seats_count++;
    }
    bool right = code == SQLITE_DONE || sqlite_failed(s, "cannot read the seats");
    sqlite3_reset(seats);
    return right;
}

enum zk_found sqlite_read_head(struct sqlite_store *s, const char *id,
                               struct zk_stored_table *head, struct zk_sum *sum) {
    sqlite3_stmt *statement = prepared(s, SQL_HEAD);
    if (!statement) return ZK_FOUND_FAILED;
    memset(head, 0, sizeof *head);
    struct zk_text text = zk_text_in(head->id, sizeof head->id);
    zk_text_put(&text, id);
    sqlite_bind_text(statement, 1, id, strlen(id));
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
        column_sum(statement, 10, sum);
        column_text(statement, 11, head->stand_in, sizeof head->stand_in);
        if (sqlite3_column_bytes(statement, 12) == ZK_SEED_SIZE)
            memcpy(head->secret, sqlite3_column_blob(statement, 12), ZK_SEED_SIZE);
    } else if (code != SQLITE_DONE) {
        sqlite_failed(s, "cannot read the table");
    }
    sqlite3_reset(statement);
    if (code == SQLITE_DONE) return ZK_FOUND_NOT;
    return code == SQLITE_ROW && read_seats(s, head) ? ZK_FOUND : ZK_FOUND_FAILED;
}

static void note_start(struct sqlite_store *s, const struct zk_stored_table *head) {
    memcpy(s->started, head->id, sizeof s->started);
    zk_chain_start(head, &s->start);
}

static enum zk_found sqlite_head(struct zk_store *store, const char *id,
                                 struct zk_stored_table *head) {
    struct sqlite_store *s = mine(store);
    struct zk_sum stored, right;
    enum zk_found found = sqlite_read_head(s, id, head, &stored);
    if (found != ZK_FOUND) return found;
    note_start(s, head);
    zk_chain_head(&s->start, head->aside, &right);
    if (zk_sum_same(&stored, &right)) return ZK_FOUND;
    s->started[0] = '\0';
    sqlite_damaged(s, "its head does not match its check sum", -1);
    return ZK_FOUND_FAILED;
}

/* Where the chain of a table starts. */
static enum zk_found find_start(struct sqlite_store *s, const char *id, struct zk_sum *start) {
    struct zk_stored_table head;
    if (strcmp(s->started, id) != 0) {
        enum zk_found found = sqlite_head(&s->store, id, &head);
        if (found != ZK_FOUND) return found;
    }
    *start = s->start;
    return ZK_FOUND;
}

/* ---- Tails that are known ---- */

/* Where this table's is, if it is known; NULL without memory for it. */
static struct known_tail *place_of(struct sqlite_store *s, const char *table) {
    uint32_t hash = 2166136261u;
    for (const char *at = table; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
    return s->known ? &s->known[(hash ^ hash >> 15) % KNOWN_TAILS] : NULL;
}

static bool is_known(struct sqlite_store *s, const char *table, uint32_t count,
                     struct tail *tail) {
    const struct known_tail *known = place_of(s, table);
    if (!known || strcmp(known->table, table) != 0 || known->tail.end.count != count)
        return false;
    *tail = known->tail;
    return true;
}

static void know(struct sqlite_store *s, const char *table, const struct tail *tail) {
    struct known_tail *known = place_of(s, table);
    if (!known) return;
    struct zk_text text = zk_text_in(known->table, sizeof known->table);
    zk_text_put(&text, table);
    known->tail = *tail;
}

static void forget_tail(struct sqlite_store *s, const char *table) {
    struct known_tail *known = place_of(s, table);
    if (known && strcmp(known->table, table) == 0) known->table[0] = '\0';
}

static void forget_tails(struct sqlite_store *s) {
    if (s->known) memset(s->known, 0, KNOWN_TAILS * sizeof *s->known);
}

/* In a transaction: forgets the tails if somebody else has written since. */
static bool look_at_version(struct sqlite_store *s) {
    sqlite3_stmt *statement = prepared(s, SQL_VERSION);
    if (!statement) return false;
    bool right = sqlite3_step(statement) == SQLITE_ROW ||
                 sqlite_failed(s, "cannot see whether it has changed");
    int64_t version = right ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    if (version != s->known_version) forget_tails(s);
    s->known_version = version;
    return right;
}

/* ---- The ends of chains ---- */

static size_t write_end(const struct end *end, char *text) {
    char old[24] = "";
    if (end->old_ms) snprintf(old, sizeof old, " %llu", (unsigned long long)end->old_ms);
    return (size_t)snprintf(text, END_TEXT_SIZE, "%u %u %llu%s", end->count, end->moved,
                            (unsigned long long)end->visited_ms, old);
}

/* Reads the end that a statement's columns 1 and 2 hold; false when it does not end this chain. */
static bool read_end(sqlite3_stmt *statement, const struct zk_sum *last, struct end *end) {
    struct zk_sum stored, right;
    size_t size;
    unsigned count, moved;
    unsigned long long visited, old = 0;
    const char *note = column_bytes(statement, 1, &size);
    column_sum(statement, 2, &stored);
    zk_chain_end(last, note, size, &right);
    if (!zk_sum_same(&stored, &right) ||
        sscanf(note, "%u %u %llu %llu", &count, &moved, &visited, &old) < 3)
        return false;
    *end = (struct end){count, moved != 0, visited, old};
    return true;
}

bool sqlite_put_end(struct sqlite_store *s, const char *table, const struct tail *tail) {
    sqlite3_stmt *statement = prepared(s, SQL_SET_END);
    char note[END_TEXT_SIZE];
    struct zk_sum sum;
    if (!statement) return false;
    size_t size = write_end(&tail->end, note);
    zk_chain_end(&tail->last, note, size, &sum);
    sqlite_bind_text(statement, 1, table, strlen(table));
    sqlite_bind_text(statement, 2, note, size);
    sqlite_bind_sum(statement, 3, &sum);
    if (!sqlite_done(s, statement, "cannot note the end")) return false;
    know(s, table, tail);
    return true;
}

static bool is_overtaken(struct sqlite_store *s, const char *why) {
    s->store.overtaken = true;
    sqlite_say(s->store.error, "cannot add an entry", why);
    return false;
}

static bool is_being_removed(struct sqlite_store *s, const char *table) {
    struct zk_stored_table head;
    struct zk_sum sum;
    return sqlite_read_head(s, table, &head, &sum) == ZK_FOUND &&
           strcmp(head.aside, ZK_REMOVED) == 0;
}

/* The tail behind entry number `count`, which must be the last one. */
static bool find_tail(struct sqlite_store *s, const char *table, uint32_t count,
                      struct tail *tail) {
    sqlite3_stmt *statement = prepared(s, SQL_LAST);
    if (!statement) return false;
    if (is_known(s, table, count, tail)) return true;
    memset(tail, 0, sizeof *tail);
    if (!count) {
        enum zk_found found = find_start(s, table, &tail->last);
        if (found == ZK_FOUND_NOT)
            sqlite_say(s->store.error, "cannot add an entry", "no table");
        if (found != ZK_FOUND) return false;
    }
    sqlite_bind_text(statement, 1, table, strlen(table));
    sqlite3_bind_int64(statement, 2, count ? count : 1);
    int code = sqlite3_step(statement);
    bool right = true;
    if (count && code == SQLITE_ROW) {
        right = sqlite3_column_int64(statement, 0) == count;
        column_sum(statement, 2, &tail->last);
        code = sqlite3_step(statement);
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        sqlite_failed(s, "cannot read the end");
    else if ((code == SQLITE_DONE || !right) && is_being_removed(s, table))
        right = is_overtaken(s, "the table is being removed");
    else if (code == SQLITE_DONE || !right)
        right = sqlite_damaged(s, "its entries do not go to", count);
    else if (sqlite3_column_int64(statement, 0) != END_NUMBER)
        right = is_overtaken(s, "there is one of that number");
    else if (!read_end(statement, &tail->last, &tail->end) || tail->end.count != count)
        right = sqlite_damaged(s, "it does not end with entry", count);
    sqlite3_reset(statement);
    return right && code == SQLITE_ROW;
}

/* ---- Lists ---- */

/* The sum that is kept with a list. */
static void sum_list(const char *list, int64_t count, const struct zk_sum *members,
                     struct zk_sum *sum) {
    char note[48];
    int size = snprintf(note, sizeof note, "%s %lld", list, (long long)count);
    zk_chain_end(members, note, (size_t)size, sum);
}

/* A list as it is in the file; false when it cannot be read or is damaged. */
static bool read_list(struct sqlite_store *s, const char *list, int64_t *count,
                      struct zk_sum *members) {
    sqlite3_stmt *statement = prepared(s, SQL_LIST);
    struct zk_sum stored, right;
    if (!statement) return false;
    sqlite_bind_text(statement, 1, list, strlen(list));
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found) {
        *count = sqlite3_column_int64(statement, 0);
        column_sum(statement, 1, members);
        column_sum(statement, 2, &stored);
        sum_list(list, *count, members, &right);
        found = zk_sum_same(&stored, &right);
    }
    sqlite3_reset(statement);
    return found;
}

bool sqlite_list(struct sqlite_store *s, const char *list, const char *table, uint32_t number,
                 int delta) {
    struct zk_sum members, member, sum;
    int64_t count;
    /* A damaged list was told of at the start, and stays as it is: play goes on. */
    if (!read_list(s, list, &count, &members)) return true;
    zk_chain_member(table, number, &member);
    zk_sum_toggle(&members, &member);
    count += delta;
    sum_list(list, count, &members, &sum);
    sqlite3_stmt *statement = prepared(s, SQL_SET_LIST);
    if (!statement) return false;
    sqlite_bind_text(statement, 1, list, strlen(list));
    sqlite3_bind_int64(statement, 2, count);
    sqlite_bind_sum(statement, 3, &members);
    sqlite_bind_sum(statement, 4, &sum);
    return sqlite_done(s, statement, "cannot note it in the list");
}

/* ---- Writing ---- */

static bool add_secret(struct sqlite_store *s, const struct zk_stored_table *head) {
    sqlite3_stmt *secret = prepared(s, SQL_ADD_SECRET);
    if (!secret) return false;
    if (sodium_is_zero(head->secret, sizeof head->secret)) return true;
    sqlite_bind_text(secret, 1, head->id, strlen(head->id));
    sqlite3_bind_blob(secret, 2, head->secret, ZK_SEED_SIZE, SQLITE_STATIC);
    return sqlite_done(s, secret, "cannot add a secret");
}

static bool add_table(struct sqlite_store *s, const struct zk_write *write) {
    const struct zk_stored_table *head = write->head;
    sqlite3_stmt *table = prepared(s, SQL_ADD_TABLE), *seat = prepared(s, SQL_ADD_SEAT);
    struct tail tail = {.end = {.visited_ms = head->opened_ms}};
    struct zk_sum sum;
    if (!table || !seat) return false;
    note_start(s, head);
    zk_chain_head(&s->start, "", &sum);
    sqlite_bind_text(table, 1, head->id, strlen(head->id));
    sqlite_bind_text(table, 2, head->game, strlen(head->game));
    sqlite3_bind_int64(table, 3, head->rules_version);
    sqlite_bind_text(table, 4, head->options, strlen(head->options));
    sqlite3_bind_int64(table, 5, head->terms.clock_ms);
    sqlite3_bind_int64(table, 6, head->terms.clock_step_ms);
    sqlite3_bind_int64(table, 7, (int64_t)head->opened_ms);
    sqlite3_bind_int64(table, 8, head->terms.memory);
    sqlite3_bind_null(table, 9);
    if (head->cardset[0]) sqlite_bind_text(table, 9, head->cardset, strlen(head->cardset));
    sqlite3_bind_int64(table, 10, head->terms.advice);
    sqlite_bind_sum(table, 11, &sum);
    sqlite_bind_text(table, 12, head->stand_in, strlen(head->stand_in));
    bool right = sqlite_done(s, table, "cannot add the table");
    for (uint32_t i = 0; right && i < head->seats_count; i++) {
        sqlite_bind_text(seat, 1, head->id, strlen(head->id));
        sqlite3_bind_int64(seat, 2, i);
        sqlite3_bind_blob(seat, 3, head->token_hash[i], ZK_TOKEN_HASH_SIZE, SQLITE_STATIC);
        right = sqlite_done(s, seat, "cannot add a seat");
    }
    tail.last = s->start;
    return right && add_secret(s, head) && sqlite_put_end(s, head->id, &tail) &&
           sqlite_list(s, LIST_TABLES, head->id, 0, 1);
}

static bool set_name(struct sqlite_store *s, enum statement which, const char *table,
                     uint32_t number, const char *name, size_t size) {
    sqlite3_stmt *statement = prepared(s, which);
    struct zk_sum sum;
    if (!statement) return false;
    zk_chain_name(table, number, name, size, &sum);
    sqlite_bind_text(statement, 1, table, strlen(table));
    sqlite3_bind_int64(statement, 2, number);
    if (which == SQL_CLEAR_NAME) {
        sqlite_bind_sum(statement, 3, &sum);
    } else {
        sqlite_bind_text(statement, 3, name, size);
        sqlite_bind_sum(statement, 4, &sum);
    }
    return sqlite_done(s, statement, "cannot note a name");
}

bool sqlite_add_line(struct sqlite_store *s, const char *table, uint32_t number,
                     const char *line, size_t size, struct tail *tail) {
    sqlite3_stmt *entry = prepared(s, SQL_ADD_ENTRY);
    char nameless[LINE_SIZE];
    struct zk_text text = zk_text_in(nameless, sizeof nameless);
    const char *name = NULL;
    size_t name_size = 0;
    struct zk_sum sum;
    if (!entry) return false;
    if (size < sizeof nameless) {
        zk_line_split(line, size, &text, &name, &name_size);
        line = text.data;
        size = text.used;
    }
    zk_chain_entry(&tail->last, number, name != NULL, line, size, &sum);
    sqlite_bind_text(entry, 1, table, strlen(table));
    sqlite3_bind_int64(entry, 2, number);
    sqlite_bind_text(entry, 3, line, size);
    sqlite_bind_sum(entry, 4, &sum);
    if (!sqlite_done(s, entry, "cannot add an entry")) return false;
    tail->last = sum;
    tail->end.count = number;
    tail->end.moved |= zk_line_is_move(line, size);
    return !name || set_name(s, SQL_ADD_NAME, table, number, name, name_size);
}

static bool add_record(struct sqlite_store *s, const struct zk_write *write) {
    struct zk_sum sum;
    zk_chain_record(write->table, write->record_game, write->at_ms, write->record,
                    write->record_size, &sum);
    /* A game that somebody gave up before it began can end again. */
    for (enum statement which = SQL_ADD_RECORD; which <= SQL_SET_RECORD; which++) {
        sqlite3_stmt *record = prepared(s, which);
        if (!record) return false;
        sqlite_bind_text(record, 1, write->table, strlen(write->table));
        sqlite3_bind_int64(record, 2, write->record_game);
        sqlite3_bind_int64(record, 3, (int64_t)write->at_ms);
        sqlite_bind_text(record, 4, write->record, write->record_size);
        sqlite_bind_sum(record, 5, &sum);
        if (!sqlite_done(s, record, "cannot add a record")) return false;
        if (which == SQL_ADD_RECORD && sqlite3_changes(s->db))
            return sqlite_list(s, LIST_RECORDS, write->table, write->record_game, 1);
    }
    return true;
}

static bool add_entries(struct sqlite_store *s, const struct zk_write *write) {
    struct tail tail;
    if (!find_tail(s, write->table, write->first - 1, &tail)) return false;
    const char *line = write->lines, *end = write->lines + write->lines_size;
    for (uint32_t number = write->first; line < end; number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        assert(stop);
        if (!sqlite_add_line(s, write->table, number, line, (size_t)(stop - line), &tail))
            return false;
        line = stop + 1;
    }
    if (write->at_ms > tail.end.visited_ms) tail.end.visited_ms = write->at_ms;
    tail.end.old_ms = 0;
    for (uint32_t i = 0; i < write->nameless_count; i++)
        if (!set_name(s, SQL_CLEAR_NAME, write->table, write->nameless[i], "", 0))
            return false;
    return sqlite_put_end(s, write->table, &tail) && (!write->record || add_record(s, write));
}

static bool set_aside(struct sqlite_store *s, const char *table, const char *reason) {
    sqlite3_stmt *aside = prepared(s, SQL_ASIDE);
    struct zk_stored_table head;
    struct zk_sum stored, start, sum;
    if (!aside || sqlite_read_head(s, table, &head, &stored) != ZK_FOUND) return false;
    /* Who read on while it was being removed has found it damaged. */
    if (strcmp(head.aside, ZK_REMOVED) == 0) return true;
    zk_chain_start(&head, &start); /* right or not: it is set aside */
    zk_chain_head(&start, reason, &sum);
    sqlite_bind_text(aside, 1, table, strlen(table));
    sqlite_bind_text(aside, 2, reason, strlen(reason));
    sqlite_bind_sum(aside, 3, &sum);
    return sqlite_done(s, aside, "cannot set a table aside");
}

/* ---- Keeping for a time ---- */

/* The tail of a table whose count is not known; false when there is none that is sound. */
static bool read_tail(struct sqlite_store *s, const char *table, struct tail *tail) {
    sqlite3_stmt *statement = prepared(s, SQL_END);
    unsigned count = 0;
    if (!statement) return false;
    sqlite_bind_text(statement, 1, table, strlen(table));
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found) {
        size_t size;
        found = sscanf(column_bytes(statement, 1, &size), "%u", &count) == 1;
    }
    sqlite3_reset(statement);
    return found && find_tail(s, table, count, tail);
}

static bool note_visit(struct sqlite_store *s, const struct zk_write *write) {
    enum { HOUR_MS = 3600 * 1000 };
    struct tail tail;
    if (!read_tail(s, write->table, &tail)) return false;
    uint64_t grain_ms = tail.end.moved ? write->grain_ms : HOUR_MS;
    if (write->at_ms < tail.end.visited_ms + grain_ms) return true;
    tail.end.visited_ms = write->at_ms;
    tail.end.old_ms = 0;
    return sqlite_put_end(s, write->table, &tail);
}

/* `right` becomes false when something could not be noted. */
static bool is_too_old(struct sqlite_store *s, const struct zk_write *write, const char *id,
                       bool *right) {
    struct tail tail;
    if (!read_tail(s, id, &tail)) return false; /* damaged: for a person to look at */
    uint64_t keep_ms = tail.end.moved ? write->keep_ms : write->keep_unmoved_ms;
    uint64_t grace_ms = tail.end.moved ? write->grace_ms : 0;
    uint64_t goes_ms = tail.end.visited_ms + keep_ms;
    bool seems_old = write->at_ms + grace_ms > goes_ms;
    bool noted = tail.end.old_ms && tail.end.old_ms <= write->at_ms;
    /* What was noted by a clock that was wrong, or when tables were kept for less, is of no use the next time. */
    if (seems_old ? grace_ms && !noted : tail.end.old_ms) {
        tail.end.old_ms = seems_old ? write->at_ms : 0;
        *right = sqlite_put_end(s, id, &tail);
        return false;
    }
    return write->at_ms > goes_ms && write->at_ms >= tail.end.old_ms + grace_ms;
}

static bool remove_rows(struct sqlite_store *s, enum statement which, const char *id,
                        int *removed) {
    sqlite3_stmt *statement = prepared(s, which);
    if (!statement) return false;
    sqlite_bind_text(statement, 1, id, strlen(id));
    if (which == SQL_REMOVE_ENTRIES || which == SQL_REMOVE_NAMES)
        sqlite3_bind_int64(statement, 2, ZK_TIDY_ENTRIES);
    bool right = sqlite_done(s, statement, "cannot remove a table");
    *removed += sqlite3_changes(s->db);
    return right;
}

/* One step: from the first on it is gone for others, after the last there is nothing left of it. */
static bool remove_some(struct sqlite_store *s, const char *id, bool begun) {
    int removed = 0;
    forget_tail(s, id);
    if (!begun && (!set_aside(s, id, ZK_REMOVED) || !sqlite_list(s, LIST_TABLES, id, 0, -1)))
        return false;
    if (!remove_rows(s, SQL_REMOVE_ENTRIES, id, &removed) ||
        !remove_rows(s, SQL_REMOVE_NAMES, id, &removed))
        return false;
    return removed || (remove_rows(s, SQL_REMOVE_SEATS, id, &removed) &&
                       remove_rows(s, SQL_REMOVE_SECRET, id, &removed) &&
                       remove_rows(s, SQL_REMOVE_TABLE, id, &removed));
}

static bool tidy(struct sqlite_store *s, struct zk_write *write) {
    sqlite3_stmt *next = prepared(s, SQL_NEXT_ANY);
    if (!next) return false;
    write->more = false;
    write->reason[0] = '\0';
    char id[ZK_TABLE_ID_SIZE], last[ZK_TABLE_ID_SIZE], aside[ZK_ASIDE_SIZE];
    memcpy(last, write->table, sizeof last);
    for (unsigned i = 0; i < ZK_TIDY_TABLES; i++) {
        size_t size;
        sqlite_bind_text(next, 1, last, strlen(last));
        bool found = sqlite3_step(next) == SQLITE_ROW;
        if (found) {
            column_bytes(next, 0, &size);
            column_text(next, 0, id, sizeof id);
            column_text(next, 1, aside, sizeof aside);
            found = size == strlen(id) && strcmp(id, last) > 0;
        }
        sqlite3_reset(next);
        if (!found) {
            last[0] = '\0';
            break;
        }
        bool begun = strcmp(aside, ZK_REMOVED) == 0;
        bool right = true;
        write->more = begun || is_too_old(s, write, id, &right);
        if (!right || (write->more && !remove_some(s, id, begun))) {
            memcpy(write->reason, id, sizeof id);
            return false;
        }
        if (write->more) break;
        memcpy(last, id, sizeof last);
    }
    memcpy(write->table, last, sizeof last);
    return true;
}

static bool write_one(struct sqlite_store *s, struct zk_write *write) {
    switch (write->kind) {
    case ZK_WRITE_TABLE: return add_table(s, write);
    case ZK_WRITE_ENTRIES: return add_entries(s, write);
    case ZK_WRITE_ASIDE: return set_aside(s, write->table, write->reason);
    case ZK_WRITE_VISIT: return note_visit(s, write);
    case ZK_WRITE_TIDY: return tidy(s, write);
    case ZK_WRITE_CLAIM: return true; /* there is nobody else */
    }
    assert(0);
    return false;
}

/* ---- Committing ---- */

static bool sqlite_copy_beside(struct zk_store *store) {
    struct sqlite_store *s = mine(store);
    s->copier = sqlite_copier_open(sqlite3_db_filename(s->db, "main"));
    if (s->copier && sqlite_copier_start(s->copier)) return true;
    if (s->copier) sqlite_copier_close(s->copier);
    s->copier = NULL;
    return false;
}

/* What a pass of the copier left is copied here when it is little, and by another pass when it is not. A log that
 * has grown to eight times what is enough waits for that. */
static void sqlite_settle(struct zk_store *store) {
    struct sqlite_store *s = mine(store);
    int enough = s->log_enough;
    if (s->log_pages < enough) {
        if (s->copier) sqlite_copier_forget(s->copier);
        return;
    }
    if (s->copier) {
        bool much = s->log_pages / 8 >= enough;
        int copied = sqlite_copier_ask(s->copier, much);
        if (copied < 0 || (!much && s->log_pages - copied > enough / 4)) return;
    }
    s->log_pages = 0; /* until the next commit tells */
    sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

static bool sqlite_commit(struct zk_store *store, struct zk_write *const *writes,
                          size_t count) {
    struct sqlite_store *s = mine(store);
    s->store.damaged = false;
    s->store.overtaken = false;
    bool right = run(s, SQL_BEGIN, "cannot begin") && look_at_version(s);
    for (size_t i = 0; right && i < count; i++) right = write_one(s, writes[i]);
    right = right && run(s, SQL_COMMIT, "cannot commit");
    if (!right) { /* the table may never have come about, nor the entries */
        s->started[0] = '\0';
        forget_tails(s);
    }
    if (!right && !sqlite3_get_autocommit(s->db)) {
        char error[ZK_STORE_ERROR_SIZE]; /* the first one is the one to tell */
        bool damaged = s->store.damaged;
        memcpy(error, s->store.error, sizeof error);
        run(s, SQL_ROLLBACK, "cannot roll back");
        memcpy(s->store.error, error, sizeof error);
        s->store.damaged = damaged;
    }
    if (right && !s->copier) sqlite_settle(store);
    return right;
}

/* ---- Reading ---- */

/* Compares the entry or the end on which the statement stands with the chain so far, and moves the
 * chain on; false when it does not fit. */
static bool entry_fits(struct sqlite_store *s, sqlite3_stmt *statement, const char *id,
                       uint32_t number, struct zk_sum *last) {
    size_t size, name_size;
    struct zk_sum stored, right;
    const char *body = column_bytes(statement, 1, &size);
    const char *name = column_bytes(statement, 3, &name_size);
    bool has_name = sqlite3_column_type(statement, 3) != SQLITE_NULL;
    if (sqlite3_column_int64(statement, 0) != number)
        return sqlite_damaged(s, "there is no entry", number);
    column_sum(statement, 2, &stored);
    zk_chain_entry(last, number, has_name, body, size, &right);
    if (!zk_sum_same(&stored, &right))
        return sqlite_damaged(s, "the check sum does not match at entry", number);
    *last = right;
    if (!has_name) return true;
    column_sum(statement, 4, &stored);
    zk_chain_name(id, number, name, name_size, &right);
    return zk_sum_same(&stored, &right) ||
           sqlite_damaged(s, "the name does not match its check sum at entry", number);
}

static bool give_entry(sqlite3_stmt *statement, uint32_t number, zk_entry_reader read_entry,
                       void *user) {
    char line[LINE_SIZE];
    struct zk_text text = zk_text_in(line, sizeof line);
    size_t size, name_size;
    const char *body = column_bytes(statement, 1, &size);
    const char *name = column_bytes(statement, 3, &name_size);
    if (!name_size) return read_entry(user, number, body, size);
    zk_line_join(body, size, name, name_size, &text);
    return read_entry(user, number, text.data, text.used);
}

/* Entries after number `after`, whose sum is *last, or the chain's start; each is compared before it
 * is given away. */
static bool read_entries(struct sqlite_store *s, sqlite3_stmt *statement, const char *id,
                         uint32_t after, struct zk_sum *last, zk_entry_reader read_entry,
                         void *user) {
    int code = sqlite3_step(statement);
    struct end end;
    if (after && code == SQLITE_ROW) {
        if (sqlite3_column_int64(statement, 0) != after)
            return sqlite_damaged(s, "there is no entry", after);
        column_sum(statement, 2, last);
        code = sqlite3_step(statement);
    }
    for (; code == SQLITE_ROW && sqlite3_column_int64(statement, 0) != END_NUMBER;
         code = sqlite3_step(statement)) {
        if (!entry_fits(s, statement, id, ++after, last)) return false;
        if (!give_entry(statement, after, read_entry, user)) return true;
    }
    if (code == SQLITE_DONE) return sqlite_damaged(s, "there is no end after entry", after);
    if (code != SQLITE_ROW) return sqlite_failed(s, "cannot read the entries");
    return (read_end(statement, last, &end) && end.count == after) ||
           sqlite_damaged(s, "the check sum does not match at the end, after entry", after);
}

static bool sqlite_entries(struct zk_store *store, const char *id, uint32_t after,
                           zk_entry_reader read_entry, void *user) {
    struct sqlite_store *s = mine(store);
    sqlite3_stmt *statement = prepared(s, SQL_ENTRIES);
    struct zk_sum last = {0};
    enum zk_found found = after ? ZK_FOUND : find_start(s, id, &last);
    if (!statement || found == ZK_FOUND_FAILED) return false;
    if (found == ZK_FOUND_NOT) return true;
    sqlite_bind_text(statement, 1, id, strlen(id));
    sqlite3_bind_int64(statement, 2, after ? after : 1);
    bool right = read_entries(s, statement, id, after, &last, read_entry, user);
    sqlite3_reset(statement);
    return right;
}

static enum zk_found next_by(struct sqlite_store *s, enum statement which, const char *after,
                             char *id) {
    sqlite3_stmt *statement = prepared(s, which);
    if (!statement) return ZK_FOUND_FAILED;
    char from[ZK_TABLE_ID_SIZE]; /* id and after may be the same memory */
    struct zk_text text = zk_text_in(from, sizeof from);
    zk_text_put(&text, after);
    sqlite_bind_text(statement, 1, from, text.used);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        size_t size;
        column_bytes(statement, 0, &size);
        column_text(statement, 0, id, ZK_TABLE_ID_SIZE);
        if (size != strlen(id) || strcmp(id, from) <= 0) { /* or it would be found for ever */
            sqlite_say(s->store.error, "the list of tables is damaged after table", from);
            code = SQLITE_CORRUPT;
        }
    } else if (code != SQLITE_DONE) {
        sqlite_failed(s, "cannot list the tables");
    }
    sqlite3_reset(statement);
    return code == SQLITE_ROW    ? ZK_FOUND
           : code == SQLITE_DONE ? ZK_FOUND_NOT
                                 : ZK_FOUND_FAILED;
}

static enum zk_found sqlite_next(struct zk_store *store, const char *after, char *id) {
    return next_by(mine(store), SQL_NEXT, after, id);
}

static enum zk_found sqlite_next_aside(struct zk_store *store, const char *after, char *id) {
    return next_by(mine(store), SQL_NEXT_ASIDE, after, id);
}

static enum zk_found sqlite_next_record(struct zk_store *store, char *id, uint32_t *game) {
    struct sqlite_store *s = mine(store);
    sqlite3_stmt *statement = prepared(s, SQL_NEXT_RECORD);
    if (!statement) return ZK_FOUND_FAILED;
    char from[ZK_TABLE_ID_SIZE];
    uint32_t from_game = *game;
    struct zk_text text = zk_text_in(from, sizeof from);
    zk_text_put(&text, id);
    sqlite_bind_text(statement, 1, from, text.used);
    sqlite3_bind_int64(statement, 2, *id ? (int64_t)from_game : -1);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        column_text(statement, 0, id, ZK_TABLE_ID_SIZE);
        *game = column_number(statement, 1);
        int order = strcmp(from, id);
        if (order > 0 ||
            (order == 0 && *game <= from_game)) { /* or it would be found for ever */
            sqlite_say(s->store.error, "the list of records is damaged after table", from);
            code = SQLITE_CORRUPT;
        }
    } else if (code != SQLITE_DONE) {
        sqlite_failed(s, "cannot list the records");
    }
    sqlite3_reset(statement);
    return code == SQLITE_ROW    ? ZK_FOUND
           : code == SQLITE_DONE ? ZK_FOUND_NOT
                                 : ZK_FOUND_FAILED;
}

static enum zk_found sqlite_record(struct zk_store *store, const char *id, uint32_t game,
                                   char **record, size_t *size) {
    struct sqlite_store *s = mine(store);
    sqlite3_stmt *statement = prepared(s, SQL_RECORD);
    struct zk_sum stored, right;
    if (!statement) return ZK_FOUND_FAILED;
    sqlite_bind_text(statement, 1, id, strlen(id));
    sqlite3_bind_int64(statement, 2, game);
    int code = sqlite3_step(statement);
    enum zk_found found = code == SQLITE_ROW    ? ZK_FOUND
                          : code == SQLITE_DONE ? ZK_FOUND_NOT
                                                : ZK_FOUND_FAILED;
    if (found == ZK_FOUND_FAILED) sqlite_failed(s, "cannot read the record");
    if (found == ZK_FOUND) {
        const char *body = column_bytes(statement, 1, size);
        column_sum(statement, 2, &stored);
        zk_chain_record(id, game, (uint64_t)sqlite3_column_int64(statement, 0), body, *size,
                        &right);
        *record = malloc(*size + 1);
        if (*record) {
            memcpy(*record, body, *size);
            (*record)[*size] = '\0';
        } else {
            sqlite_say(s->store.error, "cannot read the record", "no memory");
            found = ZK_FOUND_FAILED;
        }
        if (*record && !zk_sum_same(&stored, &right)) {
            sqlite_damaged(s, "the check sum does not match at the record of game", game);
            free(*record);
            found = ZK_FOUND_FAILED;
        }
    }
    sqlite3_reset(statement);
    return found;
}

/* ---- Checking and copying ---- */

/* Whether a list has what is there: `query` gives a table's id and a number in order. */
static bool list_is_whole(struct sqlite_store *s, const char *list, const char *query) {
    struct zk_sum members, found = {0}, member;
    int64_t count = 0, right = 0;
    char id[ZK_TABLE_ID_SIZE], last[ZK_TABLE_ID_SIZE] = "";
    uint32_t last_number = 0;
    sqlite3_stmt *statement;
    bool whole = read_list(s, list, &right, &members), ordered = true;
    if (sqlite3_prepare_v2(s->db, query, -1, &statement, NULL) != SQLITE_OK)
        return sqlite_failed(s, "cannot look through a list");
    int code;
    for (; (code = sqlite3_step(statement)) == SQLITE_ROW; count++) {
        /* What has another type is found by no query. */
        ordered = ordered && sqlite3_column_type(statement, 0) == SQLITE_TEXT &&
                  sqlite3_column_type(statement, 1) == SQLITE_INTEGER;
        uint32_t number = column_number(statement, 1);
        column_text(statement, 0, id, sizeof id);
        zk_chain_member(id, number, &member);
        zk_sum_toggle(&found, &member);
        int order = strcmp(last, id);
        ordered = ordered && (order < 0 || (order == 0 && last_number < number));
        memcpy(last, id, sizeof last);
        last_number = number;
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE) return sqlite_failed(s, "cannot look through a list");
    if (whole && ordered && count == right && zk_sum_same(&members, &found)) return true;
    snprintf(s->store.error, sizeof s->store.error,
             whole ? "the list of %s is damaged: %lld are there of %lld"
                   : "the list of %s is damaged",
             list, (long long)count, (long long)right);
    return false;
}

static const char *sqlite_missing(struct zk_store *store) {
    struct sqlite_store *s = mine(store);
    /* A list and what is there are compared as of one moment: others may write meanwhile. */
    if (!sqlite_run_text(s, "BEGIN", "cannot begin")) return s->store.error;
    bool whole = list_is_whole(s, LIST_TABLES,
                               "SELECT id, 0 FROM tables WHERE aside IS NOT '" ZK_REMOVED
                               "' ORDER BY id") &&
                 list_is_whole(s, LIST_RECORDS,
                               "SELECT table_id, game FROM records ORDER BY table_id, game");
    sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
    return whole ? NULL : s->store.error;
}

static const char *sqlite_check(struct zk_store *store) {
    struct sqlite_store *s = mine(store);
    static const char *const queries[] = {"PRAGMA integrity_check(1)",
                                          "PRAGMA foreign_key_check"};
    for (unsigned i = 0; i < 2; i++) {
        sqlite3_stmt *statement;
        if (sqlite3_prepare_v2(s->db, queries[i], -1, &statement, NULL) != SQLITE_OK) {
            sqlite_failed(s, "cannot check it");
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
    return sqlite_missing(store);
}

/* SQLite's code, which is SQLITE_OK when all of it is there. */
static int copy_into(struct sqlite_store *s, const char *where) {
    sqlite3 *to = NULL;
    bool right = sqlite3_open(where, &to) == SQLITE_OK;
    if (right) {
        sqlite3_busy_timeout(to, BUSY_TIMEOUT_MS);
        sqlite3_exec(to, "PRAGMA synchronous=FULL", NULL, NULL, NULL);
        right = copy_pages(to, s->db);
    }
    int code = right ? SQLITE_OK : sqlite3_errcode(to) & 0xff;
    if (!right) sqlite_say(s->store.error, where, to ? sqlite3_errmsg(to) : "no memory");
    /* With a log beside it, it could not be read where nothing can be written. */
    if (right) sqlite3_exec(to, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    sqlite3_close(to);
    return right ? SQLITE_OK : code;
}

static void remove_beside(const char *where, const char *ending) {
    char path[PATH_SIZE];
    if (snprintf(path, sizeof path, "%s%s", where, ending) < (int)sizeof path) unlink(path);
}

/* There is nothing, or it is of no use to SQLite: the copy takes its place when it is whole, and nothing of a log is left
 * that could be taken for the copy's. */
static bool replace_file(struct sqlite_store *s, const char *where) {
    char part[PATH_SIZE];
    if (snprintf(part, sizeof part, "%s.part", where) >= (int)sizeof part) return false;
    unlink(part);
    struct stat there;
    bool right = copy_into(s, part) == SQLITE_OK;
    if (right) {
        /* Whoever restores it may be root, and the server not. */
        if (stat(where, &there) == 0 && chown(part, there.st_uid, there.st_gid) == 0)
            chmod(part, there.st_mode & 0777);
        remove_beside(where, "-wal");
        remove_beside(where, "-shm");
        remove_beside(where, "-journal");
        right = sync_folder(where) && rename(part, where) == 0 && sync_folder(where);
        if (!right) sqlite_say(s->store.error, where, strerror(errno));
    }
    if (!right) unlink(part);
    return right;
}

/* Of a link the file at its end is replaced: SQLite's log is there, too. */
static bool copy_over(struct sqlite_store *s, const char *where) {
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    char file[PATH_SIZE];
    bool found = (vfs->xFullPathname(vfs, where, sizeof file, file) & 0xff) == SQLITE_OK;
    return replace_file(s, found ? file : where);
}

static bool sqlite_copy(struct zk_store *store, const char *where) {
    struct sqlite_store *s = mine(store);
    struct stat there;
    if (stat(where, &there) != 0 || !there.st_size) return copy_over(s, where);
    int code = copy_into(s, where);
    /* What seems to be of a newer SQLite can only be read, whoever may write to the file. */
    bool is_useless = code == SQLITE_NOTADB || code == SQLITE_CORRUPT ||
                      code == SQLITE_IOERR || /* the disk cannot read it any more */
                      (code == SQLITE_READONLY && access(where, W_OK) == 0);
    if (is_useless) return copy_over(s, where);
    return code == SQLITE_OK;
}

const struct zk_store_kind zk_store_sqlite = {
    .name = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .commit = sqlite_commit,
    .copy_beside = sqlite_copy_beside,
    .settle = sqlite_settle,
    .head = sqlite_head,
    .entries = sqlite_entries,
    .next = sqlite_next,
    .next_aside = sqlite_next_aside,
    .record = sqlite_record,
    .next_record = sqlite_next_record,
    .missing = sqlite_missing,
    .check = sqlite_check,
    .copy = sqlite_copy,
};
