/* tables.h: tables in the server's memory, and how they get there from the store. */
#ifndef ZK_TABLES_H
#define ZK_TABLES_H

#include "../net/address.h"
#include "../net/bytes.h"
#include "../store/store.h"
#include "../table/door.h"
#include "limit.h"

/* What a table has memory for at first. */
enum { ZK_LIVE_ENTRIES = 96, ZK_LIVE_WORDS = 512 };

/* Rules prepared once for all tables that play by them. */
struct zk_shared_rules {
    struct zk_shared_rules *next;
    const struct zk_game *game;
    struct zk_settings settings;
    char *cards; /* the card set that the settings carry, or NULL */
    uint32_t users;
    struct zk_rules *rules;
};

/* The tokens of a new table, until its opener has been told. */
struct zk_tokens {
    const char *at[ZK_SEATS_MAX];
    char text[ZK_SEATS_MAX][ZK_TOKEN_SIZE];
};

/* A table in memory. */
struct zk_live_table {
    struct zk_door door; /* first */
    struct zk_shared_rules *rules;
    uint8_t token_hash[ZK_SEATS_MAX][ZK_TOKEN_HASH_SIZE];
    uint8_t secret[ZK_SEED_SIZE]; /* for fair shuffles; all zero: none */

    struct zk_link chain; /* of what is durable, where the store says */
    /* What is on its way to the disk, while the door is writing. */
    struct zk_write write;
    struct zk_stored_table *head; /* while the table itself is being written */
    struct zk_tokens *tokens;     /* the same */
    struct zk_bytes lines, record;
    uint32_t *nameless; /* entries whose names go */

    uint32_t thoughts;            /* that wait or are thought */
    struct zk_think_job *bot_job; /* the bot's whose turn it is, or NULL */
    struct zk_think_job *hints;   /* for which somebody waits */
    struct zk_address
        charged; /* who opened the table or acted last: its bots think for them */
    bool is_charged;

    /* For and from other processes (peers.c). */
    struct zk_elsewhere *elsewhere; /* who is here by way of them */
    bool in_doubt;      /* a write failed; what is loaded next may be its entries */
    uint64_t looked_ms; /* when the store's entries were last known to be these, about */
    bool tell_count, tell_here, asks; /* what waits to be sent */
    bool is_telling; /* in the server's list of tables with something to say */
    struct zk_live_table *telling_next;
    struct zk_bucket seat_asks[ZK_SEATS_MAX], watcher_asks;

    bool is_stale; /* the store has another table than this: it is read anew */
    size_t size;   /* of its memory, as counted with that of all tables */

    uint64_t due_ms;  /* when the door has something to do; 0 is never */
    size_t due_place; /* in the server's heap, from 1; 0 is not there */

    uint64_t used_ms;                    /* when somebody last asked for it */
    uint64_t noted_ms;                   /* when a visit was last put down in the store */
    struct zk_live_table *hash_next;     /* in the server's index */
    struct zk_live_table *older, *newer; /* in the order of use */
};

/* Rules for a game and settings from the list, or new ones put into it; NULL with a refusal when
 * the settings do not go together. */
struct zk_shared_rules *zk_rules_share(struct zk_shared_rules **list,
                                       const struct zk_game *game,
                                       const struct zk_settings *settings,
                                       struct zk_sentence *refusal);
void zk_rules_release(struct zk_shared_rules **list, struct zk_shared_rules *rules);

/* A table of which only the id is known: asks wait at its door. */
struct zk_live_table *zk_live_begin(struct zk_door_host *host, const char *id);
/* Makes it a table without entries, for zk_door_loaded; takes the rules over. */
void zk_live_open(struct zk_live_table *live, struct zk_shared_rules *rules,
                  const struct zk_terms *terms);
/* Frees it and releases its rules. Nobody listens, waits or thinks there any more. */
void zk_live_free(struct zk_shared_rules **list, struct zk_live_table *live);
/* About how much memory it has; the longer it is, the more: up to two megabytes. */
size_t zk_live_size(const struct zk_live_table *live);
/* The door's `grow`. */
void zk_live_grow(void *user, struct zk_door *door);

enum zk_loaded {
    ZK_LOADED,
    ZK_LOADED_MORE,   /* so far it is right; there are more entries to read */
    ZK_LOADED_NOT,    /* there is no such table */
    ZK_LOADED_ASIDE,  /* it was set aside earlier */
    ZK_LOADED_WRONG,  /* its entries do not fold; why says what is wrong */
    ZK_LOADED_FAILED, /* the store cannot be read; the read's error says why */
};

/* Puts what was read into the table: its head, if it came, and the entries. why has
 * ZK_ASIDE_SIZE, and is written when it is wrong or could not be read. */
enum zk_loaded zk_live_load(struct zk_shared_rules **list, struct zk_live_table *live,
                            const struct zk_read *read, char *why);
/* Turns a read of which there is more into the next one. */
void zk_read_more(struct zk_read *read);
/* Whether a table of the store could be loaded; reads it here and now. */
enum zk_loaded zk_live_check(struct zk_shared_rules **list, struct zk_store *store,
                             const char *id, char *why);
/* For the doors of tables that are only checked. */
extern struct zk_door_host zk_live_nobody;

#endif
