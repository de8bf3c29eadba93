/* postgres_sums.c: check sums for what was written without them, by a program of schema 1; see
 * postgres.h. One table at a time, each in a transaction of its own, so that servers go on meanwhile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain.h"
#include "postgres_inside.h"

enum { AT_ONCE = 256 };

static bool fail(const PGresult *result, char *error) {
    const char *why = PQresultErrorMessage(result);
    snprintf(error, ZK_STORE_ERROR_SIZE, "cannot make check sums: %.*s",
             (int)strcspn(why, "\n"), why);
    return false;
}

static PGresult *ask(PGconn *conn, const char *sql, const struct pg_arguments *a) {
    return PQexecParams(conn, sql, a->count, NULL, a->value, a->size, a->format, 0);
}

static bool tell(PGconn *conn, const char *sql, const struct pg_arguments *a, char *error) {
    PGresult *result = ask(conn, sql, a);
    ExecStatusType status = PQresultStatus(result);
    bool right = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!right) fail(result, error);
    PQclear(result);
    return right;
}

static bool say(PGconn *conn, const char *sql, char *error) {
    struct pg_arguments none = {.count = 0};
    return tell(conn, sql, &none, error);
}

/* ---- A table ---- */

/* The sums of all entries, and of their names; false when those that are there are others. */
static bool sum_entries(const char *id, const PGresult *rows, struct zk_sum *last,
                        struct zk_sum *sums, struct zk_sum *name_sums) {
    for (int row = 0; row < PQntuples(rows); row++) {
        const char *name = PQgetvalue(rows, row, 2);
        size_t name_size = (size_t)PQgetlength(rows, row, 2);
        uint32_t number = (uint32_t)row + 1;
        struct zk_sum stored;
        zk_chain_entry(last, number, !PQgetisnull(rows, row, 2), PQgetvalue(rows, row, 1),
                       (size_t)PQgetlength(rows, row, 1), &sums[row]);
        zk_chain_name(id, number, name, name_size, &name_sums[row]);
        *last = sums[row];
        if (pg_take_number(rows, row, 0) != number ||
            (pg_take_sum(rows, row, 3, &stored) && !zk_sum_same(&stored, last)) ||
            (name_size && pg_take_sum(rows, row, 4, &stored) &&
             !zk_sum_same(&stored, &name_sums[row])))
            return false;
    }
    return true;
}

static bool write_sums(PGconn *conn, const char *id, uint32_t count, const struct zk_sum *head,
                       const struct zk_sum *end, const struct zk_sum *sums,
                       const struct zk_sum *name_sums, char *error) {
    struct pg_arguments a = {.count = 0}, b = {.count = 0};
    pg_add_text(&a, id);
    pg_add_bytes(&a, sums, count * sizeof *sums);
    pg_add_bytes(&a, name_sums, count * sizeof *sums);
    pg_add_text(&b, id);
    pg_add_bytes(&b, head, sizeof *head);
    pg_add_bytes(&b, end, sizeof *end);
    return tell(conn,
                "UPDATE entries SET sum = substr($2::bytea, number * 16 - 15, 16), name_sum ="
                " CASE WHEN name <> '' THEN substr($3::bytea, number * 16 - 15, 16) END"
                " WHERE table_id = $1 AND (sum IS NULL OR (name <> '' AND name_sum IS NULL))",
                &a, error) &&
           tell(conn, "UPDATE tables SET sum = $2, ends = $3, summed = count WHERE id = $1",
                &b, error);
}

/* Whether the chain ends as was noted when it was so long. */
static bool end_fits(const PGresult *head, const struct zk_sum *start,
                     const struct zk_sum *sums, uint32_t count) {
    uint64_t summed = pg_take_number(head, 0, PG_SUMMED);
    struct zk_sum stored, right;
    if (pg_take_number(head, 0, PG_COUNT) != count) return false;
    if (PQgetisnull(head, 0, PG_SUMMED)) return true;
    if (summed > count || !pg_take_sum(head, 0, PG_ENDS, &stored)) return false;
    pg_sum_end(summed ? &sums[summed - 1] : start, (uint32_t)summed, &right);
    return zk_sum_same(&stored, &right);
}

/* Within a transaction that has the table's row to itself. */
static bool sum_rows(PGconn *conn, const char *id, const PGresult *head_row,
                     const PGresult *rows, bool *sound, char *error) {
    struct zk_read read = {.kind = ZK_READ_TABLE};
    struct zk_sum start, last, head, end;
    uint32_t count = (uint32_t)PQntuples(rows);
    struct zk_sum *sums = pg_must(calloc(2 * (size_t)count + 1, sizeof *sums));
    bool right = true;
    pg_take_head(&read, head_row, 0);
    pg_sum_head(read.head, &start, &head);
    last = start;
    *sound = read.found == ZK_FOUND && sum_entries(id, rows, &last, sums, sums + count) &&
             end_fits(head_row, &start, sums, count);
    pg_sum_end(&last, count, &end);
    if (*sound) right = write_sums(conn, id, count, &head, &end, sums, sums + count, error);
    free(sums);
    zk_read_clear(&read);
    return right;
}

static bool sum_table(PGconn *conn, const char *id, bool *sound, char *error) {
    struct pg_arguments a = {.count = 0};
    pg_add_text(&a, id);
    *sound = true;
    if (!say(conn, "BEGIN", error)) return false;
    PGresult *head = ask(conn, pg_head_to_change, &a);
    PGresult *rows = ask(conn,
                         "SELECT number, body, name, sum, name_sum FROM entries"
                         " WHERE table_id = $1 ORDER BY number",
                         &a);
    bool right = PQresultStatus(rows) == PGRES_TUPLES_OK || fail(rows, error);
    if (right && PQntuples(head)) right = sum_rows(conn, id, head, rows, sound, error);
    PQclear(head);
    PQclear(rows);
    return right && say(conn, "COMMIT", error);
}

static bool sum_tables(PGconn *conn, uint64_t *made, uint64_t *wrong, char *error) {
    char last[ZK_TABLE_ID_SIZE] = "";
    for (int found = 1; found;) {
        struct pg_arguments a = {.count = 0};
        pg_add_text(&a, last);
        pg_add_number(&a, AT_ONCE);
        PGresult *ids = ask(conn,
                            "SELECT id FROM tables WHERE id > $1 AND aside IS NULL AND"
                            " (sum IS NULL OR summed IS DISTINCT FROM count)"
                            " ORDER BY id LIMIT $2::int",
                            &a);
        found = PQntuples(ids);
        bool right = PQresultStatus(ids) == PGRES_TUPLES_OK || fail(ids, error), sound;
        for (int i = 0; right && i < found; i++) {
            pg_take_text(ids, i, 0, last, sizeof last);
            right = sum_table(conn, last, &sound, error);
            if (right) ++*(sound ? made : wrong);
        }
        PQclear(ids);
        if (!right) return false;
    }
    return true;
}

/* ---- Records ---- */

static bool sum_record(PGconn *conn, const PGresult *rows, int row, char *error) {
    struct pg_arguments a = {.count = 0};
    struct zk_sum sum;
    uint64_t game = pg_take_number(rows, row, 1), ended_ms = pg_take_number(rows, row, 2);
    zk_chain_record(PQgetvalue(rows, row, 0), (uint32_t)game, ended_ms,
                    PQgetvalue(rows, row, 3), (size_t)PQgetlength(rows, row, 3), &sum);
    pg_add_text(&a, PQgetvalue(rows, row, 0));
    pg_add_number(&a, game);
    pg_add_number(&a, ended_ms);
    pg_add_bytes(&a, &sum, sizeof sum);
    return tell(conn,
                "UPDATE records SET sum = $4, summed_ms = ended_ms"
                " WHERE table_id = $1 AND game = $2::int AND ended_ms = $3::bigint",
                &a, error);
}

static bool sum_records(PGconn *conn, char *error) {
    for (int found = AT_ONCE; found == AT_ONCE;) {
        struct pg_arguments a = {.count = 0};
        pg_add_number(&a, AT_ONCE);
        PGresult *rows = ask(conn,
                             "SELECT table_id, game, ended_ms, body FROM records"
                             " WHERE summed_ms IS DISTINCT FROM ended_ms LIMIT $1::int",
                             &a);
        found = PQntuples(rows);
        bool right = PQresultStatus(rows) == PGRES_TUPLES_OK || fail(rows, error);
        for (int i = 0; right && i < found; i++) right = sum_record(conn, rows, i, error);
        PQclear(rows);
        if (!right) return false;
    }
    return true;
}

bool pg_sum_all(PGconn *conn, uint64_t *made, uint64_t *wrong, char *error) {
    *made = *wrong = 0;
    return sum_tables(conn, made, wrong, error) && sum_records(conn, error);
}
