/* postgres_inside.h: what the files of the PostgreSQL store share with each other. */
#ifndef ZK_POSTGRES_INSIDE_H
#define ZK_POSTGRES_INSIDE_H

#include <libpq-fe.h>

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
    PG_STATEMENTS
};

enum { PG_NAME_SIZE = 8, PG_CHANNEL_SIZE = 16 };

/* The name of a statement. */
const char *pg_name(unsigned statement);

/* Connects, waits until it has, checks the schema and prepares what this connection is for; one
 * that reads also listens. NULL with the reason in error. On any thread. */
PGconn *pg_connect(const char *url, bool reads, int64_t *ahead_ms, char *error);

#endif
