/* postgres_schema.c: connecting to PostgreSQL, and the schema there; see postgres.h.
 *
 * Every key begins with the table's id, and what is done at a table is one statement that names its id. So
 * the same schema can be distributed by that id over many machines (Citus: create_distributed_table
 * on each, colocated). Only what goes through all tables (PG_TIDY, PG_NEXT) is not so.
 *
 * Each migration says from which program on it can be used: a server works with a newer schema as
 * long as that schema says so. So one migrates first and then replaces the servers, one by one. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "postgres_inside.h"

enum {
    MIGRATION_LOCK = 0x7A617368, /* "zash" */
    STANDBY_MS = 10 * 1000,      /* waited for when a server starts */
    LOOK_EVERY_MS = 100,
};

struct migration {
    uint32_t oldest; /* the schema of the oldest program that can use it */
    const char *sql;
};

static const struct migration migrations[] = {
    /* 1: as in SQLite. Tables count their entries, and know whether there was a move and when somebody
     * was last there. A person's name stands beside the body of the entry, '' when it was deleted.
     * Claims are forgotten in a crash. Secrets are for fair shuffles. */
    {1,
     "CREATE TABLE tables ("
     " id text COLLATE \"C\" PRIMARY KEY, game text NOT NULL, rules integer NOT NULL,"
     " options text NOT NULL, clock_ms bigint NOT NULL, clock_step_ms bigint NOT NULL,"
     " memory boolean NOT NULL, advice boolean NOT NULL, stand_in text NOT NULL, cardset text,"
     " seats integer NOT NULL, tokens bytea NOT NULL, opened_ms bigint NOT NULL,"
     " count integer NOT NULL DEFAULT 0, moved boolean NOT NULL DEFAULT false,"
     " visited_ms bigint NOT NULL, aside text"
     ") WITH (fillfactor = 70);"
     "CREATE TABLE entries ("
     " table_id text COLLATE \"C\" NOT NULL, number integer NOT NULL, body text NOT NULL,"
     " name text, PRIMARY KEY (table_id, number));"
     "CREATE TABLE records ("
     " table_id text COLLATE \"C\" NOT NULL, game integer NOT NULL, ended_ms bigint NOT NULL,"
     " body text NOT NULL, PRIMARY KEY (table_id, game));"
     "CREATE UNLOGGED TABLE claims ("
     " table_id text COLLATE \"C\" PRIMARY KEY, number integer NOT NULL, owner text NOT NULL,"
     " until timestamptz NOT NULL);"
     "CREATE TABLE secrets (table_id text COLLATE \"C\" PRIMARY KEY, secret bytea NOT NULL);"},
    /* 2: the check sums of chain.h. Of a table: its head's, and what ends the chain, taken when it had
     * `summed` entries. A program of schema 1 leaves all of them out and writes on; so `summed` may be
     * behind, and a record that it replaces has another end than the sum is of. */
    {1, "ALTER TABLE tables ADD sum bytea, ADD summed integer, ADD ends bytea;"
        "ALTER TABLE entries ADD sum bytea, ADD name_sum bytea;"
        "ALTER TABLE records ADD sum bytea, ADD summed_ms bigint;"},
};
enum { SCHEMA = sizeof migrations / sizeof *migrations };

#define HEAD_COLUMNS                                                                          \
    "id, game, rules, options, clock_ms, clock_step_ms, memory::int, advice::int,"            \
    " coalesce(cardset, ''), seats, tokens, opened_ms, coalesce(aside, ''), stand_in,"        \
    " (SELECT secret FROM secrets WHERE table_id = tables.id), sum"
#define NEXT_ID "SELECT id FROM tables WHERE id > $1 AND aside IS NULL ORDER BY id LIMIT 1"
/* Only where the table has as many entries as were known. Of names, each begins with =. Sums are all
 * of them in one piece, or none. */
#define ADD_ENTRIES                                                                           \
    "WITH here AS (UPDATE tables SET count = $2::int + $3::int,"                              \
    " moved = moved OR $6::int <> 0, visited_ms = greatest(visited_ms, $7::bigint),"          \
    " summed = CASE WHEN $10::bytea = '' THEN summed ELSE $2::int + $3::int END,"             \
    " ends = coalesce(nullif($10::bytea, ''), ends)"                                          \
    " WHERE id = $1 AND count = $2::int AND aside IS NULL RETURNING id), added AS ("          \
    "INSERT INTO entries SELECT here.id, $2::int + line.number, line.body,"                   \
    " CASE WHEN line.name LIKE '=%' THEN substr(line.name, 2) END,"                           \
    " nullif(substr($8::bytea, line.number::int * 16 - 15, 16), ''),"                         \
    " CASE WHEN line.name LIKE '=%' THEN substr($9::bytea, line.number::int * 16 - 15, 16)"   \
    " END FROM here,"                                                                         \
    " unnest(string_to_array($4::text, E'\\n'), string_to_array($5::text, E'\\n'))"           \
    " WITH ORDINALITY AS line(body, name, number))"
/* Entries, and a row of the table's end, which has no body: one statement sees both as they were at
 * the same time. */
#define ENTRIES(table, after, limit)                                                          \
    "WITH found AS (SELECT number, body, name, sum, name_sum FROM entries"                    \
    " WHERE table_id = " table " AND number >= " after " ORDER BY number LIMIT " limit ")"    \
    " SELECT * FROM (SELECT * FROM found UNION ALL SELECT count, NULL, summed::text, ends,"   \
    " NULL FROM tables WHERE id = " table ") AS all_of_it ORDER BY body IS NULL, number"

static const char *const statements[PG_STATEMENTS] = {
    /* Once more is right when it is the same table: an answer may have been lost. */
    [PG_ADD_TABLE] =
        "WITH here AS (INSERT INTO tables (id, game, rules, options, clock_ms, clock_step_ms,"
        " memory, advice,"
        " cardset, seats, tokens, opened_ms, stand_in, visited_ms, sum, ends, summed)"
        " VALUES ($1, $2, $3::int, $4,"
        " $5::bigint, $6::bigint, $7::int <> 0, $8::int <> 0, nullif($9::text, ''), $10::int,"
        " $11, $12::bigint, $13, $12::bigint, $15, $16, 0)"
        " ON CONFLICT (id) DO UPDATE SET tokens = excluded.tokens"
        " WHERE tables.tokens = excluded.tokens RETURNING id), secret AS (INSERT INTO secrets"
        " SELECT id, $14::bytea FROM here WHERE length($14::bytea) > 0"
        " ON CONFLICT (table_id) DO NOTHING) SELECT 1 FROM here",
    [PG_ADD_ENTRIES] = ADD_ENTRIES " SELECT 1 FROM here",
    [PG_ADD_ENTRIES_AND_MORE] = ADD_ENTRIES
    ", cleared AS (UPDATE entries SET name = '', name_sum = NULL FROM here"
    " WHERE table_id = here.id"
    " AND number = ANY (string_to_array($11::text, ',')::int[])), record AS ("
    "INSERT INTO records SELECT here.id, $12::int, $7::bigint, $13::text, $14::bytea,"
    " $7::bigint FROM here"
    " WHERE $13::text <> '' ON CONFLICT (table_id, game) DO UPDATE SET"
    " ended_ms = excluded.ended_ms, body = excluded.body, sum = excluded.sum,"
    " summed_ms = excluded.summed_ms) SELECT 1 FROM here",
    /* Who read on while it was being removed has found it damaged. */
    [PG_ASIDE] = "WITH marked AS (UPDATE tables SET aside = $2 WHERE id = $1"
                 " AND aside IS DISTINCT FROM '" ZK_REMOVED "')"
                 " SELECT 1 FROM tables WHERE id = $1",
    [PG_CLAIM] =
        "INSERT INTO claims VALUES ($1, $2::int, $3,"
        " clock_timestamp() + $4::int * interval '1 ms') ON CONFLICT (table_id) DO UPDATE SET"
        " number = excluded.number, owner = excluded.owner, until = excluded.until"
        " WHERE claims.number < excluded.number OR claims.owner = excluded.owner"
        " OR claims.until < clock_timestamp() RETURNING 1",
    [PG_VISIT] =
        "WITH noted AS (UPDATE tables SET visited_ms = $2::bigint WHERE id = $1"
        " AND $2::bigint >= visited_ms + CASE WHEN moved THEN $3::bigint ELSE 3600000 END)"
        " SELECT 1",
    /* One step: marks the first table that is too old, or removes some entries of one that is
     * marked, or, when there are none, the table. Where visited_ms is negative, it was noted that nobody had been
     * there for long; who comes puts it right. It has two numbers then, both in minutes: when somebody was last there, times
     * 2^31, and when it was noted. What was noted at a time that has not come yet, or when tables were kept for less,
     * does not count. */
    [PG_TIDY] =
        "WITH kept AS (SELECT id, visited_ms, moved, coalesce(aside = $6::text, false) AS begun,"
        " CASE WHEN visited_ms < 0 THEN (-visited_ms >> 31) * 60000 ELSE visited_ms END"
        " AS came_ms,"
        " CASE WHEN visited_ms < 0 THEN (-visited_ms & 2147483647) * 60000 END AS noted_ms"
        " FROM tables WHERE id > $1 ORDER BY id LIMIT $5::int),"
        " seen AS (SELECT id, visited_ms, begun,"
        " CASE WHEN NOT moved THEN $2::bigint > came_ms + $4::bigint"
        " ELSE $2::bigint > came_ms + $3::bigint"
        " AND ($8::bigint = 0 OR $2::bigint >= noted_ms + $8::bigint) END AS old,"
        " CASE WHEN NOT moved OR $8::bigint = 0 THEN NULL"
        " WHEN $2::bigint + $8::bigint <= came_ms + $3::bigint"
        " THEN CASE WHEN noted_ms > 0 THEN came_ms END"
        " WHEN noted_ms <= $2::bigint THEN NULL"
        " ELSE - ((came_ms + 59999) / 60000 * 2147483648 + $2::bigint / 60000) END AS note"
        " FROM kept),"
        " noted AS (UPDATE tables SET visited_ms = seen.note FROM seen WHERE tables.id = seen.id"
        " AND tables.visited_ms = seen.visited_ms AND seen.note IS NOT NULL),"
        " oldest AS (SELECT id, begun, visited_ms FROM seen WHERE begun OR old"
        " ORDER BY id LIMIT 1),"
        " marked AS (UPDATE tables SET aside = $6::text FROM oldest WHERE tables.id = oldest.id"
        " AND NOT oldest.begun AND tables.visited_ms = oldest.visited_ms),"
        " emptied AS (DELETE FROM entries WHERE (table_id, number) IN (SELECT table_id, number"
        " FROM entries JOIN oldest ON table_id = id WHERE begun LIMIT $7::int)),"
        " unclaimed AS (DELETE FROM claims USING oldest WHERE table_id = id AND begun),"
        " untold AS (DELETE FROM secrets USING oldest WHERE table_id = id AND begun),"
        " removed AS (DELETE FROM tables USING oldest WHERE tables.id = oldest.id AND oldest.begun"
        " AND NOT EXISTS (SELECT FROM entries WHERE table_id = oldest.id))"
        " SELECT CASE WHEN EXISTS (SELECT FROM oldest) THEN $1"
        " WHEN (SELECT count(*) FROM seen) = $5::int THEN (SELECT max(id) FROM seen) ELSE '' END,"
        " EXISTS (SELECT FROM oldest)",
    [PG_SAY] = "SELECT pg_notify('zashiki', $1::text)",
    [PG_HEAD] = "SELECT " HEAD_COLUMNS " FROM tables WHERE id = $1",
    [PG_ENTRIES] = ENTRIES("$1", "$2::int", "$3::int"),
    [PG_NEXT_HEAD] = "SELECT " HEAD_COLUMNS " FROM tables WHERE id = (" NEXT_ID ")",
    [PG_NEXT_ENTRIES] = ENTRIES("(" NEXT_ID ")", "1", "$2::int"),
    /* Ends what holds up the connection of this number and only waits for its own client: a server
     * that was stopped or cut off in the middle of a batch. */
    [PG_UNBLOCK] =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid = ANY (pg_blocking_pids($1::int)) AND wait_event = 'ClientRead'",
    [PG_NEXT] = NEXT_ID,
    [PG_NEXT_ASIDE] = "SELECT id FROM tables WHERE id > $1 AND aside <> '" ZK_REMOVED "'"
                      " ORDER BY id LIMIT 1",
    [PG_RECORD] = "SELECT ended_ms, body, CASE WHEN summed_ms = ended_ms THEN sum END"
                  " FROM records WHERE table_id = $1 AND game = $2::int",
    [PG_NEXT_RECORD] = "SELECT table_id, game FROM records"
                       " WHERE table_id > $1 OR (table_id = $1 AND game > $2::int)"
                       " ORDER BY table_id, game LIMIT 1",
};

const char pg_head_to_change[] =
    "SELECT " HEAD_COLUMNS ", count, summed, ends FROM tables WHERE id = $1 FOR UPDATE";

const char *pg_name(unsigned statement) {
    static const char *const names[PG_STATEMENTS] = {"w0", "w1", "w2", "w3", "w4", "w5",
                                                     "w6", "w7", "r0", "r1", "r2", "r3",
                                                     "r4", "r5", "r6", "r7", "r8"};
    return names[statement];
}

/* ---- Connecting ---- */

/* The first line of what libpq says. */
static void say(char *error, const char *what, const char *why) {
    size_t size = strcspn(why, "\n");
    snprintf(error, ZK_STORE_ERROR_SIZE, "%s: %.*s", what, (int)size, why);
}

/* Whether this is what was to come; if not, says why. */
static bool is_right(const PGresult *result, const char *what, char *error) {
    ExecStatusType status = PQresultStatus(result);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return true;
    bool is_locked = state && strcmp(state, "55P03") == 0;
    say(error, what,
        is_locked ? "somebody else uses it for long, as pg_dump does; try again after that"
                  : PQresultErrorMessage(result));
    return false;
}

static bool run(PGconn *conn, const char *sql, const char *what, char *error) {
    PGresult *result = PQexec(conn, sql);
    bool right = is_right(result, what, error);
    PQclear(result);
    return right;
}

static bool number_of(PGconn *conn, const char *sql, int64_t *number) {
    PGresult *result = PQexec(conn, sql);
    bool right = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    if (right) *number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return right;
}

/* Notices would go to standard error; errors come as results. */
static void say_nothing(void *user, const char *message) { (void)user, (void)message; }

/* Whether a password tears the address apart: behind an @ or a / in it libpq takes what follows for a host, a port or the
 * name of a database, and says so. */
static bool is_torn(const char *url) {
    const char *at = strstr(url, "://");
    at = at ? at + 3 : url;
    at += strcspn(at, "@/");
    return *at && memchr(at + 1, '@', strcspn(at + 1, "?"));
}

/* Where libpq cannot read an address it repeats it, or the part in question, in quotes: the password may be in it. So
 * no more is said than stands before them. */
static bool is_address(const char *url, char *error) {
    static const char what[] = "the address of the database cannot be read";
    char *why = NULL, said[128];
    PQconninfoOption *options = PQconninfoParse(url, &why);
    bool right = options && !is_torn(url);
    if (!options) {
        snprintf(said, sizeof said, "%s", why ? why : "no memory");
        said[strcspn(said, "\"")] = '\0';
        say(error, what, said);
    } else if (!right) {
        say(error, what, "in a password @ is written as %40, / as %2F");
    }
    PQconninfoFree(options);
    PQfreemem(why);
    return right;
}

static PGconn *connect_to(const char *url, char *error) {
    /* What the address says comes last and counts. */
    static const char *const keys[] = {"fallback_application_name",
                                       "connect_timeout",
                                       "target_session_attrs",
                                       "tcp_user_timeout",
                                       "keepalives_idle",
                                       "keepalives_interval",
                                       "keepalives_count",
                                       "client_encoding",
                                       "dbname",
                                       NULL};
    const char *const values[] = {"zashiki", "5", "read-write", "10000", "5",
                                  "2",       "3", "UTF8",       url,     NULL};
    if (!is_address(url, error)) return NULL;
    PGconn *conn = PQconnectdbParams(keys, values, 1);
    static const char what[] = "cannot connect to the database";
    /* Whatever is usual there: who comes second waits and sees what the first has done, and nobody is sent away for
     * listening only. */
    static const char settings[] = "SET default_transaction_isolation = 'read committed';"
                                   " SET idle_session_timeout = 0";
    if (conn) PQsetNoticeProcessor(conn, say_nothing, NULL);
    if (!conn || PQstatus(conn) != CONNECTION_OK)
        say(error, what, conn ? PQerrorMessage(conn) : "no memory");
    else if (run(conn, settings, what, error))
        return conn;
    PQfinish(conn);
    return NULL;
}

static bool check_schema(PGconn *conn, char *error) {
    PGresult *rows = PQexec(conn, "SELECT version, oldest FROM zashiki_schema");
    const char *state = PQresultErrorField(rows, PG_DIAG_SQLSTATE);
    bool is_none = state && strcmp(state, "42P01") == 0; /* there is no such table */
    bool right = is_none || is_right(rows, "cannot read the database's schema", error);
    if (right && (is_none || !PQntuples(rows))) {
        say(error, "the database is not set up", "run zashiki migrate");
        right = false;
    } else if (right && pg_take_number(rows, 0, 0) < SCHEMA) {
        say(error, "the database is older than this zashiki", "run zashiki migrate");
        right = false;
    } else if (right && pg_take_number(rows, 0, 1) > SCHEMA) {
        say(error, "cannot use the database", "it was set up by a newer zashiki");
        right = false;
    }
    PQclear(rows);
    return right;
}

static int64_t wall_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool prepare(PGconn *conn, bool reads, char *error) {
    unsigned first = reads ? PG_WRITING : 0, end = reads ? PG_STATEMENTS : PG_WRITING;
    for (unsigned i = first; i < end; i++) {
        PGresult *result = PQprepare(conn, pg_name(i), statements[i], 0, NULL);
        bool right = PQresultStatus(result) == PGRES_COMMAND_OK;
        if (!right) say(error, "cannot prepare", PQresultErrorMessage(result));
        PQclear(result);
        if (!right) return false;
    }
    return true;
}

/* An answer means that it is durable, whatever is usual there. */
static bool be_durable(PGconn *conn, char *error) {
    return run(conn,
               "SELECT set_config('synchronous_commit', 'on', false)"
               " WHERE current_setting('synchronous_commit') = 'off'",
               "cannot set it up", error);
}

/* Somebody may hold what is asked for here: nobody is to wait for that without an end. */
static bool be_patient(PGconn *conn, bool until_it_comes, char *error) {
    return run(conn,
               until_it_comes ? "RESET statement_timeout" : "SET statement_timeout = 5000",
               "cannot set it up", error);
}

PGconn *pg_open(const char *url, char *error) {
    PGconn *conn = connect_to(url, error);
    if (conn && be_patient(conn, false, error) && check_schema(conn, error) &&
        be_durable(conn, error) && prepare(conn, false, error) && prepare(conn, true, error) &&
        be_patient(conn, true, error))
        return conn;
    PQfinish(conn);
    return NULL;
}

/* What waits there for a row or a table ends when this one is gone; else each write that was given up would keep its connection.
 * Where the database's system cannot tell who is gone, it is as it was. */
static void be_missed(PGconn *conn) {
    PQclear(PQexec(conn, "SET client_connection_check_interval = 2000"));
}

/* Whether there is an answer before it is to stop, or without that in time. */
static bool comes_in_time(PGconn *conn, const atomic_bool *stop) {
    struct pollfd socket = {.fd = PQsocket(conn), .events = POLLIN};
    for (int waited_ms = 0; PQconsumeInput(conn) && PQisBusy(conn);
         waited_ms += LOOK_EVERY_MS) {
        if (stop ? atomic_load(stop) : waited_ms >= STANDBY_MS) return false;
        poll(&socket, 1, LOOK_EVERY_MS);
    }
    return true;
}

/* Who hangs up is not missed by what waits for a standby; so that is told. */
static void end_there(PGconn *conn) {
    char why[256];
    PGcancel *cancel = PQgetCancel(conn);
    if (cancel) PQcancel(cancel, why, sizeof why);
    PQfreeCancel(cancel);
}

/* Waits until a synchronous standby has everything that can be read here. When a database breaks between a commit
 * and the standby's answer, the commit is seen once it is up again, and the standby may never get it; who reads it
 * would tell what can still be lost. A commit of our own waits for all before it. Who writes waits for it, too: each write that
 * was given up keeps its connection there until the standby answers, and they would become as many as there can be. */
static bool is_everywhere(PGconn *conn, const atomic_bool *stop, char *error) {
    static const char what[] = "cannot use the database";
    if (!PQsendQuery(conn, "SELECT pg_logical_emit_message(true, 'zashiki', '')")) {
        say(error, what, PQerrorMessage(conn));
        return false;
    }
    if (!comes_in_time(conn, stop)) {
        if (!stop) end_there(conn);
        say(error, what, "its synchronous standby does not answer");
        return false;
    }
    bool right = true;
    for (PGresult *result; (result = PQgetResult(conn)); PQclear(result))
        right = right && is_right(result, what, error);
    return right;
}

PGconn *pg_connect(const char *url, bool reads, const atomic_bool *stop, int64_t *ahead_ms,
                   char *error) {
    static const char *const now =
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    /* The database gives up on a server that it cannot reach as soon as that gives up on it; it plans
     * each statement once. */
    static const char *const settings =
        "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;"
        " SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000;"
        " SET plan_cache_mode = force_generic_plan";
    PGconn *conn = connect_to(url, error);
    int64_t there_ms;
    if (!conn) return NULL;
    bool right = be_patient(conn, false, error) && check_schema(conn, error) &&
                 be_durable(conn, error) && run(conn, settings, "cannot set it up", error) &&
                 prepare(conn, reads, error) &&
                 (!reads || run(conn, "LISTEN zashiki", "cannot listen", error)) &&
                 be_patient(conn, true, error) && is_everywhere(conn, stop, error);
    if (right) be_missed(conn);
    int64_t before_ms = wall_ms();
    if (right && number_of(conn, now, &there_ms))
        *ahead_ms = there_ms - (before_ms + wall_ms()) / 2;
    right = right && PQsetnonblocking(conn, 1) == 0 && PQenterPipelineMode(conn);
    if (right) return conn;
    PQfinish(conn);
    return NULL;
}

/* ---- Migrating ---- */

/* One that knows nothing of characters keeps them as they come. */
static bool is_for_all_names(const PGconn *conn) {
    const char *encoding = PQparameterStatus(conn, "server_encoding");
    return encoding && (strcmp(encoding, "UTF8") == 0 || strcmp(encoding, "SQL_ASCII") == 0);
}

static bool migrate(PGconn *conn, struct zk_postgres_migrated *done, char *error) {
    static const char what[] = "cannot set up the database";
    char sql[160];
    int64_t version = 0;
    snprintf(sql, sizeof sql, "SELECT pg_advisory_xact_lock(%d)", MIGRATION_LOCK);
    if (!run(conn, "BEGIN", what, error) || !run(conn, sql, what, error) ||
        !run(conn,
             "CREATE TABLE IF NOT EXISTS zashiki_schema"
             " (version integer NOT NULL, oldest integer NOT NULL)",
             what, error) ||
        !run(conn,
             "INSERT INTO zashiki_schema SELECT 0, 0"
             " WHERE NOT EXISTS (SELECT FROM zashiki_schema)",
             what, error) ||
        /* Who waits for a whole table makes all others wait behind it. */
        !run(conn, "SET LOCAL lock_timeout = 2000", what, error))
        return false;
    if (!number_of(conn, "SELECT version FROM zashiki_schema", &version)) {
        say(error, what, PQerrorMessage(conn));
        return false;
    }
    done->from = (uint32_t)version;
    done->to = SCHEMA;
    if (version > SCHEMA) {
        say(error, "cannot use the database", "it was set up by a newer zashiki");
        return false;
    }
    if (!version && !is_for_all_names(conn)) {
        say(error, what, "its encoding is not UTF8, and names can be in any script");
        return false;
    }
    for (int64_t i = version; i < SCHEMA; i++)
        if (!run(conn, migrations[i].sql, what, error)) return false;
    snprintf(sql, sizeof sql, "UPDATE zashiki_schema SET version = %d, oldest = %u", SCHEMA,
             migrations[SCHEMA - 1].oldest);
    return run(conn, sql, what, error) && run(conn, "COMMIT", what, error);
}

bool zk_postgres_migrate(const char *url, struct zk_postgres_migrated *done, char *error) {
    PGconn *conn = connect_to(url, error);
    if (!conn) return false;
    bool right = run(conn, "SET client_min_messages = warning", "cannot begin", error) &&
                 migrate(conn, done, error) &&
                 pg_sum_all(conn, &done->summed, &done->wrong, error);
    PQfinish(conn);
    return right;
}

bool zk_postgres_is_url(const char *where) {
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}
