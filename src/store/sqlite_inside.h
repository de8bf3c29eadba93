/* sqlite_inside.h: what the files of the SQLite store share. */
#ifndef ZK_SQLITE_INSIDE_H
#define ZK_SQLITE_INSIDE_H

#include <sqlite3.h>

#include "chain.h"

enum statement {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_ADD_TABLE,
    SQL_ADD_SEAT,
    SQL_ADD_SECRET,
    SQL_ADD_ENTRY,
    SQL_ADD_NAME,
    SQL_CLEAR_NAME,
    SQL_ADD_RECORD,
    SQL_SET_RECORD,
    SQL_ASIDE,
    SQL_HEAD,
    SQL_SEATS,
    SQL_ENTRIES,
    SQL_LAST,
    SQL_SET_END,
    SQL_NEXT,
    SQL_NEXT_ANY,
    SQL_NEXT_ASIDE,
    SQL_END,
    SQL_REMOVE_ENTRIES,
    SQL_REMOVE_NAMES,
    SQL_REMOVE_SEATS,
    SQL_REMOVE_SECRET,
    SQL_REMOVE_TABLE,
    SQL_RECORD,
    SQL_NEXT_RECORD,
    SQL_LIST,
    SQL_SET_LIST,
    SQL_VERSION,
    STATEMENTS
};

/* Behind the last entry of each table stands a row of this number: what ends the table's chain. It is
 * next to the last entry, so that adding one touches the same page, and one query reads both. */
#define END_NUMBER 1073741824
#define END_NUMBER_TEXT "1073741824"

/* What is noted there, as text: "COUNT MOVED VISITED", and OLD where it is not 0. */
struct end {
    uint32_t count;      /* of entries */
    bool moved;          /* one of them is a move */
    uint64_t visited_ms; /* when somebody was last at the table, to within a day */
    uint64_t old_ms; /* when it was found that nobody had been there for long, since then */
};
enum { END_TEXT_SIZE = 72 };

/* A table's last link and its end, as they are in the file or will be. */
struct tail {
    struct zk_sum last;
    struct end end;
};

/* The tail of a table that was written to lately, so that it need not be read before the next entry. */
struct known_tail {
    char table[ZK_TABLE_ID_SIZE]; /* "" is none */
    struct tail tail;
};
enum { KNOWN_TAILS = 4096 };

struct sqlite_store {
    struct zk_store store;
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    char check[ZK_STORE_ERROR_SIZE];
    char started[ZK_TABLE_ID_SIZE]; /* the table whose chain's start was last computed */
    struct zk_sum start;
    /* Each in a place by its table's id, as of this version of the file: another who writes to it changes that. NULL: the
     * store only reads. */
    struct known_tail *known;
    int64_t known_version;
    /* The log: its pages, how many are enough to be copied, and who copies; NULL: a commit does. */
    int log_pages, log_enough;
    struct sqlite_copier *copier;
};
/* Many pages are written several times until then, and copied once. */
enum { LOG_ENOUGH = 16000 };

/* Lists of which the store knows what should be in them. */
#define LIST_TABLES "tables"
#define LIST_RECORDS "records"

/* ---- sqlite.c ---- */

void sqlite_say(char *error, const char *what, const char *why);
/* Notes why a call failed; false. */
bool sqlite_failed(struct sqlite_store *s, const char *what);
/* Notes that what is stored is damaged, at this number if it is not -1; false. */
bool sqlite_damaged(struct sqlite_store *s, const char *what, int64_t number);
bool sqlite_run_text(struct sqlite_store *s, const char *text, const char *what);
int64_t sqlite_number_of(struct sqlite_store *s, const char *query);
void sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, size_t size);
void sqlite_bind_sum(sqlite3_stmt *statement, int place, const struct zk_sum *sum);
/* In a transaction: runs a statement that gives no rows. */
bool sqlite_done(struct sqlite_store *s, sqlite3_stmt *statement, const char *what);
/* A table's head as it is in the file, and the sum beside it; nothing has been compared. */
enum zk_found sqlite_read_head(struct sqlite_store *s, const char *id,
                               struct zk_stored_table *head, struct zk_sum *sum);
/* Adds an entry, and its name if it has one, and moves the tail on. */
bool sqlite_add_line(struct sqlite_store *s, const char *table, uint32_t number,
                     const char *line, size_t size, struct tail *tail);
/* Writes the end row of a table, new or again. */
bool sqlite_put_end(struct sqlite_store *s, const char *table, const struct tail *tail);
/* Adds to a list, or takes from it; `delta` is 1 or -1. */
bool sqlite_list(struct sqlite_store *s, const char *list, const char *table, uint32_t number,
                 int delta);

/* ---- sqlite_log.c ---- */

/* The name under which SQLite knows files whose log is written in large pieces. */
const char *sqlite_log_files(void);

/* ---- sqlite_copier.c ---- */

struct sqlite_copier;
/* A connection of its own to a file that has a log; NULL when it could not be opened. */
struct sqlite_copier *sqlite_copier_open(const char *where);
/* Copies what is committed, here and now; how many pages of the log have been copied, 0 when it does not work. */
int sqlite_copier_copy(struct sqlite_copier *copier);
/* Starts the thread; false when that failed. */
bool sqlite_copier_start(struct sqlite_copier *copier);
/* Lets the thread begin unless it has. Once, when it has ended: how many pages have been copied; else -1. `wait`: until it
 * has ended. */
int sqlite_copier_ask(struct sqlite_copier *copier, bool wait);
/* Forgets that it has ended: the log has begun anew. */
void sqlite_copier_forget(struct sqlite_copier *copier);
/* How often the thread has copied. */
uint64_t sqlite_copier_passes(struct sqlite_copier *copier);
/* Ends the thread, too. */
void sqlite_copier_close(struct sqlite_copier *copier);

/* ---- sqlite_schema.c ---- */

/* Brings a file, new or old, up to this version's schema, as a whole or not at all. */
bool sqlite_migrate(struct sqlite_store *s);
/* The schema's number in the file; -1 when it is no database of ours. */
int64_t sqlite_schema(struct sqlite_store *s);
extern const int64_t sqlite_schema_newest;

#endif
