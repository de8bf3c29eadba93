/* postgres_inside.h: what the files of the PostgreSQL store share with each other. */
#ifndef ZK_POSTGRES_INSIDE_H
#define ZK_POSTGRES_INSIDE_H

#include <libpq-fe.h>
#include <stdatomic.h>

#include "postgres.h"

/* Statements that are prepared on a connection, by the numbers of their names. */
enum {
    PG_ADD_TABLE,
    PG_ADD_ENTRIES,
    PG_ADD_ENTRIES_AND_MORE,
    PG_ASIDE,
    PG_CLAIM,
    PG_VISIT,
    PG_TIDY,
    PG_SAY,
    PG_WRITING, /* those for the connection that writes end here */
    PG_HEAD = PG_WRITING,
    PG_ENTRIES,
    PG_NEXT_HEAD,
    PG_NEXT_ENTRIES,
    PG_UNBLOCK,
    PG_NEXT,
    PG_NEXT_ASIDE,
    PG_RECORD,
    PG_NEXT_RECORD,
    PG_STATEMENTS
};

enum { PG_ARGUMENTS_MAX = 16, PG_NUMBER_SIZE = 24 };

/* ---- postgres_schema.c ---- */

/* The name of a statement. */
const char *pg_name(unsigned statement);

/* Connects, waits until it has, checks the schema and prepares what this connection is for; one
 * that reads also listens. Waits until a synchronous standby has what can be read: until *stop, or some seconds
 * when that is NULL. NULL with the reason in error. On any thread. */
PGconn *pg_connect(const char *url, bool reads, const atomic_bool *stop, int64_t *ahead_ms,
                   char *error);

/* Connects for one who waits for each answer; everything is prepared. */
PGconn *pg_open(const char *url, char *error);
/* A table's head, as PG_HEAD has it, its count and the end of its chain, locked until the transaction
 * ends. */
extern const char pg_head_to_change[];
enum { PG_COUNT = 16, PG_SUMMED, PG_ENDS };

/* ---- postgres_sums.c ---- */

/* Makes the sums that are missing; *made and *wrong count tables. */
bool pg_sum_all(PGconn *conn, uint64_t *made, uint64_t *wrong, char *error);

/* ---- postgres_rows.c ---- */

/* The memory, or the end of the program. */
void *pg_must(void *memory);

/* Arguments of one statement: numbers as text, texts as they are. */
struct pg_arguments {
    const char *value[PG_ARGUMENTS_MAX];
    int size[PG_ARGUMENTS_MAX], format[PG_ARGUMENTS_MAX];
    char number[PG_ARGUMENTS_MAX][PG_NUMBER_SIZE];
    int count;
};

void pg_add_bytes(struct pg_arguments *a, const void *bytes, size_t size);
void pg_add_text(struct pg_arguments *a, const char *text);
void pg_add_number(struct pg_arguments *a, uint64_t number);
/* These send, and wait for nothing; false when the connection is of no use. */
bool pg_execute(PGconn *conn, unsigned statement, const struct pg_arguments *a);
bool pg_send_write(PGconn *conn, struct zk_write *write);
bool pg_send_read(PGconn *conn, const struct zk_read *read);
/* The arguments of PG_ENTRIES. */
void pg_add_entries(struct pg_arguments *a, const struct zk_read *read);

/* What came back for a read: the head of a table, if it was asked for, then its entries. */
void pg_take_head(struct zk_read *read, const PGresult *rows, int row);
void pg_take_entries(struct zk_read *read, const PGresult *rows);
uint64_t pg_take_number(const PGresult *rows, int row, int column);
void pg_take_text(const PGresult *rows, int row, int column, char *out, size_t size);
/* False when there is none. */
bool pg_take_sum(const PGresult *rows, int row, int column, struct zk_sum *sum);

/* The start of a table's chain, and the sum beside its head. */
void pg_sum_head(const struct zk_stored_table *head, struct zk_sum *start, struct zk_sum *sum);
/* What ends a chain of so many entries. */
void pg_sum_end(const struct zk_sum *last, uint32_t count, struct zk_sum *end);

#endif
