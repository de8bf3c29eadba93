/* store.h: where tables are kept.
 *
 * A stored table is a head (game, options, terms, hashed tokens), its entries in order, and the
 * records of the games that were finished at it. A store is used by one thread at a time; two
 * handles on the same place may be used by two threads, one writing and one reading.
 *
 * What `commit` was told and said yes to survives a crash of the program and of the machine. */
#ifndef ZK_STORE_H
#define ZK_STORE_H

#include "../table/protocol.h"

enum {
    ZK_TOKEN_HASH_SIZE = ZK_HASH_SIZE,
    ZK_STORED_OPTIONS_SIZE = 1024, /* options as a JSON object, and a NUL */
    ZK_STORE_ERROR_SIZE = 256,
    ZK_ASIDE_SIZE = 128,   /* why a table is set aside, and a NUL */
    ZK_TIDY_TABLES = 32,   /* looked at in one step */
    ZK_TIDY_ENTRIES = 256, /* removed in one step */
    ZK_CLAIM_MS = 10 * 1000,
};

/* What `aside` says of a table that is being removed: to everybody else it is gone. */
#define ZK_REMOVED "removed"

/* How far the chain of a table's check sums goes (chain.h). Who writes to a store that is shared says
 * what its entries come after; a store that has the table to itself looks there. */
enum { ZK_SUM_SIZE = 16 };

struct zk_sum {
    uint8_t bytes[ZK_SUM_SIZE];
};

struct zk_link {
    bool known;
    struct zk_sum sum;
};

/* The head of a stored table. All of it is under a check sum: what is added here is added to
 * zk_chain_start, too. */
struct zk_stored_table {
    char id[ZK_TABLE_ID_SIZE];
    char game[ZK_WORD_SIZE];
    uint32_t rules_version;
    char options[ZK_STORED_OPTIONS_SIZE];
    char cardset[ZK_CARDS_SIZE]; /* "" unless the table has one that is not built in */
    struct zk_terms terms;       /* but for the level of the stand-in, which is a word here */
    char stand_in[ZK_WORD_SIZE]; /* "" is the usual one */
    uint32_t seats_count;
    uint8_t token_hash[ZK_SEATS_MAX][ZK_TOKEN_HASH_SIZE];
    uint64_t opened_ms;
    uint8_t
        secret[ZK_SEED_SIZE];  /* for fair shuffles; all zero: none. Not in exports and logs */
    char aside[ZK_ASIDE_SIZE]; /* "" unless it was set aside */
};

/* One thing to be made durable. What it points to is the caller's until it is done. */
enum zk_write_kind {
    ZK_WRITE_TABLE,   /* a new table: `head` */
    ZK_WRITE_ENTRIES, /* entries `first` and on, one a line of `lines`; `record` if one ended */
    ZK_WRITE_ASIDE,   /* the table is set aside, because of `reason` */
    /* Somebody (`reason`) wants to be the only one who thinks about the table of `first` entries,
     * for ZK_CLAIM_MS; overtaken when somebody else does. Lasts no longer than it matters. */
    ZK_WRITE_CLAIM,
    ZK_WRITE_VISIT, /* somebody is at the table, at `at_ms`; noted once in `grain_ms`, or once an hour
                     * before its first move */
    /* Looks at some tables after `table` and takes one step in removing the first of them that
     * nobody has visited for too long at `at_ms`; its records stay. One with a move is noted `grace_ms` before
     * that time is over, and goes no sooner than `grace_ms` after it was noted: the clock may be wrong. Then `table`
     * is where to go on, "" when all have been seen, and `more` says that something was removed. When it fails `reason` is the
     * table at which it did, if that is known. */
    ZK_WRITE_TIDY,
};

struct zk_write {
    enum zk_write_kind kind;
    char table[ZK_TABLE_ID_SIZE];
    const struct zk_stored_table *head;
    uint32_t first;
    const char *lines; /* each ended by a line break */
    size_t lines_size;
    const char *record; /* the lines of a finished game, or NULL */
    size_t record_size;
    uint32_t record_game; /* which game at this table it was, from 0 */
    uint64_t at_ms;       /* now, for those kinds that note it */
    char reason[ZK_ASIDE_SIZE];
    const uint32_t *nameless; /* earlier entries whose names are deleted */
    uint32_t nameless_count;
    uint64_t keep_ms, keep_unmoved_ms; /* TIDY: how long; the second without a move */
    uint64_t grace_ms;                 /* TIDY */
    bool more;                         /* TIDY */
    uint64_t grain_ms;                 /* VISIT */
    struct zk_link before;             /* ENTRIES: the link of entry first - 1 */
    struct zk_link after;              /* the link of the last one, if the store says */
    /* The writer's (writer.h). */
    struct zk_write *next;
    bool failed;
    bool overtaken;  /* it failed because somebody else's entry has that number */
    uint64_t put_ms; /* a store's own */
    char error[ZK_STORE_ERROR_SIZE];
    void *user; /* the caller's own */
};

enum zk_found {
    ZK_FOUND,
    ZK_FOUND_NOT,
    ZK_FOUND_FAILED,  /* the store cannot be read now */
    ZK_FOUND_DAMAGED, /* of a read: what is stored for this table is not what was written */
};

/* One thing to be read. A long table comes in several reads: `more` says that there is another,
 * after the last entry of this one. */
enum zk_read_kind {
    ZK_READ_TABLE,   /* the head of `table`, and its first entries unless it was set aside */
    ZK_READ_NEXT,    /* the same of the first table after `table` that is not set aside */
    ZK_READ_ENTRIES, /* entries of `table` after number `after` */
};

enum { ZK_READ_ENTRIES_MAX = 256 };

struct zk_read {
    enum zk_read_kind kind;
    char table[ZK_TABLE_ID_SIZE]; /* ZK_READ_NEXT: then the one that was found */
    uint32_t after;
    struct zk_link
        before; /* the link of entry `after`, if it is known; then, if the store says */
    void *user; /* the caller's own */
    /* What came of it. */
    enum zk_found found; /* of entries: FOUND though there may be none */
    struct zk_stored_table *head;
    char *lines; /* each entry, ended by a line break */
    size_t lines_size, lines_capacity;
    uint32_t count; /* how many, from number after + 1 */
    uint32_t stray; /* a number that does not follow them, or 0 */
    bool more;
    struct zk_link last; /* the link of the last one, if the store says */
    char error[ZK_STORE_ERROR_SIZE];
    struct zk_read *next; /* the reader's (reader.h) */
    uint64_t put_ms;      /* a store's own */
};

enum zk_store_mode {
    ZK_STORE_WRITE, /* made when it is not there, brought up to this version's schema */
    ZK_STORE_READ,
};

struct zk_store {
    const struct zk_store_kind *kind;
    char error[ZK_STORE_ERROR_SIZE]; /* why the last call failed */
    bool damaged;   /* it failed because what is stored for that table is damaged */
    bool overtaken; /* the last commit failed because an entry of that number is there */
};

/* Takes one stored entry, whose check sum is right; false when no more are wanted. */
typedef bool (*zk_entry_reader)(void *user, uint32_t number, const char *line, size_t size);

/* One way of storing. Each function that can fail leaves the reason in store->error. */
struct zk_store_kind {
    const char *name;
    /* A handle, or NULL with the reason in error, which has ZK_STORE_ERROR_SIZE. */
    struct zk_store *(*open)(const char *where, enum zk_store_mode mode, char *error);
    void (*close)(struct zk_store *store);
    /* All of these writes durably, or none of them. */
    bool (*commit)(struct zk_store *store, struct zk_write *const *writes, size_t count);
    /* Work that commits leave behind is done by a thread beside them from here on, as far as it can, and what it cannot do by
     * settle(), to be called when the writes of a commit have been told of. Else the commits do it themselves, as they do when
     * this fails. NULL: there is no such work. */
    bool (*copy_beside)(struct zk_store *store);
    void (*settle)(struct zk_store *store);
    /* A table's head. */
    enum zk_found (*head)(struct zk_store *store, const char *id,
                          struct zk_stored_table *head);
    /* Its entries after number `after`, in order. */
    bool (*entries)(struct zk_store *store, const char *id, uint32_t after,
                    zk_entry_reader read_entry, void *user);
    /* The id of the first table after `after` in the order of ids, those set aside left out;
     * "" comes before all of them. */
    enum zk_found (*next)(struct zk_store *store, const char *after, char *id);
    /* The same of those that were set aside; what is being removed is left out. */
    enum zk_found (*next_aside)(struct zk_store *store, const char *after, char *id);
    /* The record of game number `game` at a table, into memory for the caller to free. */
    enum zk_found (*record)(struct zk_store *store, const char *id, uint32_t game,
                            char **record, size_t *size);
    /* The first record after that of game `game` at table `id`, of tables that are gone, too; "" and 0 come before all
     * of them. */
    enum zk_found (*next_record)(struct zk_store *store, char *id, uint32_t *game);
    /* NULL when all tables and records are there of which the store knows that they should be, else
     * what is wrong. Looks at their keys alone. */
    const char *(*missing)(struct zk_store *store);
    /* NULL when every page is sound, else what is wrong. */
    const char *(*check)(struct zk_store *store);
    /* Copies everything into the store at `where`, which is replaced as a whole or not at all.
     * Others may go on writing here meanwhile. */
    bool (*copy)(struct zk_store *store, const char *where);
};

extern const struct zk_store_kind zk_store_sqlite, zk_store_postgres;

/* Opens a store, a file or postgresql://…; NULL with the reason in error, which has ZK_STORE_ERROR_SIZE. */
struct zk_store *zk_store_open(const char *where, enum zk_store_mode mode, char *error);
void zk_store_close(struct zk_store *store);

/* Reads it, here and now. */
void zk_store_read(struct zk_store *store, struct zk_read *read);
/* For a store: adds the next entry; false when no more are wanted. */
bool zk_read_add(struct zk_read *read, uint32_t number, const char *line, size_t size);
/* Frees what it brought, so that it can be read once more. */
void zk_read_clear(struct zk_read *read);

#endif
