/* room.h: a table in the server's memory, and how it gets there from the store. */
#ifndef ZK_ROOM_H
#define ZK_ROOM_H

#include "../net/bytes.h"
#include "../store/store.h"

enum { ZK_ROOM_ENTRIES = 64 }; /* room for entries at first; doubled as needed */

/* Rules prepared once for all tables that play by them. */
struct zk_shared_rules {
    struct zk_shared_rules *next;
    const struct zk_game *game;
    struct zk_settings settings;
    char *cards; /* the card set that the settings carry, or NULL */
    uint32_t users;
    struct zk_rules *rules;
};

struct zk_guest;
struct zk_room;

/* One guest's place at one table: in a seat, or watching. In the room's list while `room`. */
struct zk_chair {
    struct zk_room *room;
    struct zk_guest *guest;
    int audience; /* a seat or ZK_SPECTATOR */
    struct zk_chair *next, *previous;
};

struct zk_room {
    struct zk_table table;
    struct zk_shared_rules *rules;
    uint8_t token_hash[ZK_SEATS_MAX][ZK_TOKEN_HASH_SIZE];

    /* Who is here. here[i] counts the connections of seat i's token. */
    struct zk_chair *chairs;
    uint32_t here[ZK_SEATS_MAX], watching;
    uint64_t away_since_ms[ZK_SEATS_MAX];

    /* What is on its way to the disk. While busy, entries from `durable` on are not known to
     * anybody but us, and nobody's message is looked at: the guests in `waiting` are next. */
    bool busy;
    uint32_t durable;
    struct zk_write write;
    struct zk_stored_table *head; /* while the table itself is being written */
    struct zk_bytes lines, record;
    struct zk_bytes
        told; /* events to be sent when durable: struct zk_told and text, repeated */
    struct zk_guest *asker; /* who is answered then, if still there, with `answer` */
    struct zk_bytes answer;
    char request[ZK_REQUEST_SIZE]; /* the asker's */
    struct zk_guest *waiting, *waiting_last;
    uint64_t
        failed_ms; /* when writing failed last, or 0; until it works, nothing is written */

    /* Bots that think about this table, and whether one of them is to move in it. */
    uint32_t thoughts;
    bool bot_thinks;

    /* When something is to be done without being asked; 0 is never. */
    uint64_t bot_ms, presence_ms;
    uint64_t due_ms;  /* the earliest of these and the clock's end */
    size_t due_place; /* in the server's heap, from 1; 0 is not there */

    uint64_t used_ms;              /* when somebody last asked for it */
    struct zk_room *hash_next;     /* in the server's index */
    struct zk_room *older, *newer; /* in the order of use */
};

struct zk_told {
    int audience;
    uint32_t size;
};

/* Rules for a game and settings from the list, or new ones put into it; NULL with a refusal when
 * the settings do not go together. */
struct zk_shared_rules *zk_rules_take(struct zk_shared_rules **list,
                                      const struct zk_game *game,
                                      const struct zk_settings *settings,
                                      struct zk_sentence *refusal);
void zk_rules_leave(struct zk_shared_rules **list, struct zk_shared_rules *rules);

/* A new table in memory; takes the rules over. */
struct zk_room *zk_room_open(const char *id, struct zk_shared_rules *rules,
                             const struct zk_terms *terms);
/* Frees it and leaves its rules. Nobody sits, waits or thinks there any more. */
void zk_room_free(struct zk_shared_rules **list, struct zk_room *room);
/* Makes sure that the next call to the table has room. */
void zk_room_grow(struct zk_room *room);
/* Back to the first `count` entries. */
void zk_room_go_back(struct zk_room *room, uint32_t count);

enum zk_loaded {
    ZK_LOADED,
    ZK_LOADED_NOT,    /* there is no such table */
    ZK_LOADED_ASIDE,  /* it was set aside earlier */
    ZK_LOADED_WRONG,  /* its entries do not fold; why says what is wrong */
    ZK_LOADED_FAILED, /* the store cannot be read; store->error says why */
};

/* A table from the store into *room. why has ZK_ASIDE_SIZE. */
enum zk_loaded zk_room_load(struct zk_shared_rules **list, struct zk_store *store,
                            const char *id, struct zk_room **room, char *why);
/* Adds entries that the store has beyond those in memory; each is shown to `before` with the
 * fold that it follows, once it is in the table. False when the store cannot be read or they
 * do not fold. */
bool zk_room_catch_up(struct zk_room *room, struct zk_store *store,
                      void (*added)(void *user, struct zk_room *room,
                                    const struct zk_fold *before),
                      void *user);

/* The game on the table as a record, which is over; each line ended by a line break. `fold` and
 * `line` are scratch memory. */
void zk_room_record(const struct zk_room *room, struct zk_fold *fold, uint16_t *line,
                    struct zk_bytes *out);

#endif
