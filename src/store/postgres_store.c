/* postgres_store.c: tables in PostgreSQL, read and written here and now, for commands; see store.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain.h"
#include "postgres_inside.h"

struct postgres_store {
    struct zk_store store;
    PGconn *conn;
};

static struct postgres_store *mine(struct zk_store *store) {
    return (struct postgres_store *)store;
}

static bool fail(struct postgres_store *s, const char *what, const char *why) {
    snprintf(s->store.error, sizeof s->store.error, "%s: %.*s", what, (int)strcspn(why, "\n"),
             why);
    return false;
}

static struct zk_store *open_store(const char *where, enum zk_store_mode mode, char *error) {
    (void)mode; /* migrating is a command of its own */
    PGconn *conn = pg_open(where, error);
    if (!conn) return NULL;
    struct postgres_store *s = pg_must(calloc(1, sizeof *s));
    s->store.kind = &zk_store_postgres;
    s->conn = conn;
    return &s->store;
}

static void close_store(struct zk_store *store) {
    PQfinish(mine(store)->conn);
    free(store);
}

/* What comes next; NULL when it is an error, or nothing. */
static PGresult *result_of(struct postgres_store *s, const char *what) {
    PGresult *result = PQgetResult(s->conn);
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return result;
    fail(s, what, result ? PQresultErrorMessage(result) : PQerrorMessage(s->conn));
    PQclear(result);
    return NULL;
}

/* A statement is over when there is nothing more of it. */
static void end_statement(struct postgres_store *s) {
    for (PGresult *result; (result = PQgetResult(s->conn));) PQclear(result);
}

static PGresult *ask(struct postgres_store *s, unsigned statement,
                     const struct pg_arguments *a, const char *what) {
    PGresult *result = NULL;
    if (pg_execute(s->conn, statement, a))
        result = result_of(s, what);
    else
        fail(s, what, PQerrorMessage(s->conn));
    end_statement(s);
    return result;
}

/* ---- Writing ---- */

static bool run(struct postgres_store *s, const char *sql) {
    PGresult *result = PQexec(s->conn, sql);
    bool right = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!right) fail(s, "cannot write", PQresultErrorMessage(result));
    PQclear(result);
    return right;
}

static bool write_one(struct postgres_store *s, struct zk_write *write) {
    PGresult *result = NULL;
    if (pg_send_write(s->conn, write)) result = result_of(s, "cannot write");
    end_statement(s);
    if (!result) return false;
    bool right = PQntuples(result) > 0;
    PQclear(result);
    if (right) return true;
    s->store.overtaken = write->kind == ZK_WRITE_ENTRIES;
    return fail(s, "cannot write",
                write->kind == ZK_WRITE_TABLE ? "there is a table of that name"
                                              : "it is not as it was");
}

static bool commit(struct zk_store *store, struct zk_write *const *writes, size_t count) {
    struct postgres_store *s = mine(store);
    s->store.damaged = s->store.overtaken = false;
    bool right = run(s, "BEGIN");
    for (size_t i = 0; right && i < count; i++) {
        /* What belongs to one table goes on where the write before it ended. */
        if (i && !writes[i]->before.known &&
            strcmp(writes[i]->table, writes[i - 1]->table) == 0)
            writes[i]->before = writes[i - 1]->after;
        right = write_one(s, writes[i]);
    }
    if (right) return run(s, "COMMIT");
    char error[ZK_STORE_ERROR_SIZE];
    memcpy(error, s->store.error, sizeof error);
    run(s, "ROLLBACK");
    memcpy(s->store.error, error, sizeof error);
    return false;
}

/* ---- Reading ---- */

/* Notes why a read failed, if it did. */
static enum zk_found found(struct postgres_store *s, const struct zk_read *read) {
    s->store.damaged = read->found == ZK_FOUND_DAMAGED;
    if (!s->store.damaged) return read->found;
    snprintf(s->store.error, sizeof s->store.error, "%s", read->error);
    return ZK_FOUND_FAILED;
}

static enum zk_found read_head(struct postgres_store *s, struct zk_read *read) {
    struct pg_arguments a = {.count = 0};
    pg_add_text(&a, read->table);
    PGresult *rows = ask(s, PG_HEAD, &a, "cannot read the table");
    if (!rows) return ZK_FOUND_FAILED;
    bool there = PQntuples(rows) > 0;
    if (there) pg_take_head(read, rows, 0);
    PQclear(rows);
    return there ? found(s, read) : ZK_FOUND_NOT;
}

static enum zk_found read_entries(struct postgres_store *s, struct zk_read *read) {
    struct pg_arguments a = {.count = 0};
    pg_add_entries(&a, read);
    PGresult *rows = ask(s, PG_ENTRIES, &a, "cannot read the entries");
    if (!rows) return ZK_FOUND_FAILED;
    pg_take_entries(read, rows);
    PQclear(rows);
    return found(s, read);
}

static void put_id(char *out, const char *id) {
    struct zk_text text = zk_text_in(out, ZK_TABLE_ID_SIZE);
    zk_text_put(&text, id);
}

static enum zk_found head_of(struct zk_store *store, const char *id,
                             struct zk_stored_table *head) {
    struct zk_read read = {.kind = ZK_READ_TABLE};
    put_id(read.table, id);
    enum zk_found what = read_head(mine(store), &read);
    if (what == ZK_FOUND) *head = *read.head;
    zk_read_clear(&read);
    return what;
}

static bool give_lines(const struct zk_read *read, zk_entry_reader read_entry, void *user) {
    const char *at = read->lines ? read->lines : "", *end = at + read->lines_size;
    for (uint32_t i = 1; i <= read->count; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!read_entry(user, read->after + i, at, (size_t)(stop - at))) return false;
        at = stop + 1;
    }
    return true;
}

static bool entries_of(struct zk_store *store, const char *id, uint32_t after,
                       zk_entry_reader read_entry, void *user) {
    struct postgres_store *s = mine(store);
    struct zk_read read = {.kind = ZK_READ_ENTRIES, .after = after};
    enum zk_found what = ZK_FOUND;
    put_id(read.table, id);
    if (!after) what = read_head(s, &read);
    for (bool more = true; more && what == ZK_FOUND;) {
        what = read_entries(s, &read);
        more = what == ZK_FOUND && give_lines(&read, read_entry, user) && read.more;
        read.before = read.last;
        read.after += read.count;
        zk_read_clear(&read);
    }
    zk_read_clear(&read);
    return what != ZK_FOUND_FAILED;
}

/* The id in a row, which comes after `from` or again; false when it is none of ours: it would be found for ever. */
static bool take_next(struct postgres_store *s, const PGresult *rows, const char *from,
                      char *id, const char *list) {
    pg_take_text(rows, 0, 0, id, ZK_TABLE_ID_SIZE);
    if ((size_t)PQgetlength(rows, 0, 0) == strlen(id) && strcmp(id, from) >= 0) return true;
    snprintf(s->store.error, sizeof s->store.error, "the list of %s is damaged after table %s",
             list, from);
    return false;
}

static enum zk_found next_by(struct zk_store *store, unsigned statement, const char *after,
                             char *id) {
    struct pg_arguments a = {.count = 0};
    char from[ZK_TABLE_ID_SIZE]; /* id and after may be the same memory */
    put_id(from, after);
    pg_add_text(&a, from);
    PGresult *rows = ask(mine(store), statement, &a, "cannot list the tables");
    if (!rows) return ZK_FOUND_FAILED;
    bool there = PQntuples(rows) > 0;
    bool right = !there || take_next(mine(store), rows, from, id, "tables");
    PQclear(rows);
    return !right ? ZK_FOUND_FAILED : there ? ZK_FOUND : ZK_FOUND_NOT;
}

static enum zk_found next_id(struct zk_store *store, const char *after, char *id) {
    return next_by(store, PG_NEXT, after, id);
}

static enum zk_found next_aside(struct zk_store *store, const char *after, char *id) {
    return next_by(store, PG_NEXT_ASIDE, after, id);
}

static enum zk_found next_record(struct zk_store *store, char *id, uint32_t *game) {
    struct pg_arguments a = {.count = 0};
    char from[ZK_TABLE_ID_SIZE];
    put_id(from, id);
    pg_add_text(&a, from);
    pg_add_number(&a, *game);
    PGresult *rows = ask(mine(store), PG_NEXT_RECORD, &a, "cannot list the records");
    if (!rows) return ZK_FOUND_FAILED;
    bool there = PQntuples(rows) > 0;
    bool right = !there || take_next(mine(store), rows, from, id, "records");
    if (there) *game = (uint32_t)pg_take_number(rows, 0, 1);
    PQclear(rows);
    return !right ? ZK_FOUND_FAILED : there ? ZK_FOUND : ZK_FOUND_NOT;
}

static enum zk_found record_of(struct zk_store *store, const char *id, uint32_t game,
                               char **record, size_t *size) {
    struct postgres_store *s = mine(store);
    struct pg_arguments a = {.count = 0};
    struct zk_sum stored, right;
    pg_add_text(&a, id);
    pg_add_number(&a, game);
    PGresult *rows = ask(s, PG_RECORD, &a, "cannot read the record");
    if (!rows) return ZK_FOUND_FAILED;
    enum zk_found what = PQntuples(rows) ? ZK_FOUND : ZK_FOUND_NOT;
    if (what == ZK_FOUND) {
        const char *body = PQgetvalue(rows, 0, 1);
        *size = (size_t)PQgetlength(rows, 0, 1);
        zk_chain_record(id, game, pg_take_number(rows, 0, 0), body, *size, &right);
        if (pg_take_sum(rows, 0, 2, &stored) && !zk_sum_same(&stored, &right)) {
            s->store.damaged = true;
            snprintf(s->store.error, sizeof s->store.error,
                     "the check sum does not match at the record of game %u", game);
            what = ZK_FOUND_FAILED;
        } else {
            *record = pg_must(malloc(*size + 1));
            memcpy(*record, body, *size + 1);
        }
    }
    PQclear(rows);
    return what;
}

/* ---- The rest is the database's ---- */

static const char *nothing_is_wrong(struct zk_store *store) {
    (void)store;
    return NULL;
}

static bool copy(struct zk_store *store, const char *where) {
    return fail(mine(store), where, "pg_dump copies a database");
}

const struct zk_store_kind zk_store_postgres = {
    .name = "postgresql",
    .open = open_store,
    .close = close_store,
    .commit = commit,
    .head = head_of,
    .entries = entries_of,
    .next = next_id,
    .next_aside = next_aside,
    .record = record_of,
    .next_record = next_record,
    .missing = nothing_is_wrong,
    .check = nothing_is_wrong,
    .copy = copy,
};
