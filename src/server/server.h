/* server.h: tables for clients from the network, who may be anybody.
 *
 * The server opens no socket and no thread and reads no clock. A host brings it connections,
 * their messages, the time, random bits, a store that it reads and writes, and somebody who
 * thinks for bots; a test can be that host. One thread calls it.
 *
 * What an ask means is decided at the door of its table (table/door.h), which also keeps the order:
 * whatever a guest has been told is on the disk. The server adds who may ask (tokens), how much
 * (limits), and where tables are kept (the store). */
#ifndef ZK_SERVER_H
#define ZK_SERVER_H

#include "health.h"
#include "limit.h"
#include "tables.h"
#include "thinking.h"

struct zk_server;
struct zk_guest; /* one connection */

/* How a connection is closed: the codes of RFC 6455. */
enum {
    ZK_CLOSE_GOING_AWAY = 1001,
    ZK_CLOSE_PROTOCOL = 1002,
    ZK_CLOSE_KIND = 1003,
    ZK_CLOSE_POLICY = 1008,
    ZK_CLOSE_LARGE = 1009,
    ZK_CLOSE_LATER = 1013,
};

/* A thought that waits, or is on another thread. */
struct zk_think_job {
    struct zk_waiting waiting; /* first */
    struct zk_live_table *live;
    struct zk_thought thought;
    struct zk_rng rng;
    atomic_bool stop; /* nobody wants it any more */
    /* A copy with the game's moves alone, whose rules stay: a hint's at once, a bot's from when it
     * begins. */
    struct zk_table *table;
    struct zk_think_job *next, *previous; /* of those that are thought */
    struct zk_think_job *next_hint;       /* of the table's, for which somebody waits */
};

struct zk_host {
    void *user;
    uint64_t (*now_ms)(void *user);                       /* since 1970, never backwards */
    void (*random)(void *user, void *bytes, size_t size); /* for ids and tokens */
    uint64_t (*luck)(void *user); /* 64 fresh random bits, for chance or for a bot */
    /* To one connection: a message, or its end. Neither calls the server back. */
    void (*send)(void *user, void *connection, const char *data, size_t size);
    void (*close)(void *user, void *connection, int code, const char *reason);
    /* Makes it durable, then calls zk_server_written, never before this returns. */
    void (*write)(void *user, struct zk_write *write);
    /* Reads it, then calls zk_server_has_read, never before this returns. */
    void (*read)(void *user, struct zk_read *read);
    /* To the other servers on this store, by zk_server_heard; this one may hear it too. At most
     * ZK_SAID_MAX bytes. NULL: there are no others. */
    void (*say)(void *user, const char *text, size_t size);
    /* How many of those there is room for now; what is said beyond is lost. NULL: there always is. */
    uint32_t (*say_room)(void *user);
    /* Calls zk_server_think, on any thread, then zk_server_thought here; never before this
     * returns. At most limits.thinkers are under way at a time. */
    void (*think)(void *user, struct zk_think_job *job);
    /* Something the one who runs the server should know, in English. */
    void (*report)(void *user, const char *sentence);
};

#define ZK_DAY_MS (24ull * 60 * 60 * 1000)

/* Ceilings and rates; docs/server.md explains them. */
struct zk_limits {
    uint32_t guests_max;
    uint32_t guests_per_address_max;
    uint32_t tables_max;                           /* in memory */
    size_t tables_size;                            /* the same, in bytes */
    uint32_t watchers_max;                         /* at one table */
    uint32_t thinkers;                             /* threads that think */
    struct zk_rate messages, messages_per_address; /* frames that come in */
    struct zk_rate asks_per_seat;                  /* at one table, however many connections */
    struct zk_rate asks_of_watchers;               /* the same, of all of them together */
    struct zk_rate watching_per_address;           /* what an address asks as a watcher */
    struct zk_rate opens_per_address;
    struct zk_rate work_per_address;      /* entries folded for it, see zk_server_charge */
    uint32_t turn_per_address, turn_late; /* of a turn, see zk_server_turn; 0: no limit */
    struct zk_rate reactions, hints;      /* of one connection */
    uint64_t away_ms;           /* so long nobody came for a seat: a bot may stand in */
    uint64_t bot_delay_ms;      /* at least so long before a bot moves */
    uint64_t presence_delay_ms; /* comings and goings within it are told at once */
    uint64_t idle_ms;           /* a table so long without anybody leaves memory */
    uint64_t keep_ms;           /* and so long, the store; 0: never */
    uint64_t keep_unmoved_ms;   /* the same of one without a move, which always goes */
    uint8_t
        stand_in; /* as in zk_terms, for tables that are opened without one, where the game has that bot */
};
extern const struct zk_limits zk_limits_usual;
/* No rate at all, for those who measure; the ceilings stay. */
void zk_limits_lift(struct zk_limits *limits);

enum {
    ZK_LISTENERS_MAX = 4, /* tables that one connection can be told of */
    ZK_SAID_MAX = 7900,   /* what one server says to others at once */
    ZK_INBOX_MAX = 32, /* messages of one connection that wait for an answer to one before */
    ZK_LATE_MAX = 256, /* and for a turn of the loop; the usual rate allows fewer at once */
    ZK_HELD_MAX = 1024 * 1024, /* bytes of both, of all connections of one address */
};

/* A server for the tables that its host reads and writes. The limits are copied. */
struct zk_server *zk_server_new(const struct zk_host *host, const struct zk_limits *limits);
/* Nothing may be in flight, and every guest must have left. */
void zk_server_free(struct zk_server *server);

/* Whether one more from this address may come in; if not, `why` is a constant. */
bool zk_server_welcomes(struct zk_server *server, const struct zk_address *address,
                        const char **why);
/* A connection has been made, said something, has gone. zk_server_enter returns NULL when
 * zk_server_welcomes would say no. */
struct zk_guest *zk_server_enter(struct zk_server *server, void *connection,
                                 const struct zk_address *address);
void zk_server_message(struct zk_server *server, struct zk_guest *guest, const char *data,
                       size_t size);
/* It sent a frame that is no message or not the last of one, which costs as much. */
void zk_server_frame(struct zk_server *server, struct zk_guest *guest);
/* Work was done for it, in entries folded (about 20 µs each), which is charged to its address. */
void zk_server_charge(struct zk_server *server, struct zk_guest *guest, uint32_t entries);
void zk_server_leave(struct zk_server *server, struct zk_guest *guest);

/* The host has done what it was asked to. */
void zk_server_written(struct zk_server *server, struct zk_write *write);
void zk_server_has_read(struct zk_server *server, struct zk_read *read);
void zk_server_think(struct zk_think_job *job); /* on any thread */
void zk_server_thought(struct zk_server *server, struct zk_think_job *job);

/* What a server on the same store has said. */
void zk_server_heard(struct zk_server *server, const char *text);
/* Something may have been said that was not heard. */
void zk_server_missed(struct zk_server *server);

/* A turn of the host's loop is over: to be called once in each. For one address only so much is done in a
 * turn; its further messages wait for the next ones, first come first served, and so do all addresses that
 * wait when together they have had so much. zk_server_tick goes on with them. */
void zk_server_turn(struct zk_server *server);
/* Does what is due; returns when to call again, or 0 for not before something else happens. */
uint64_t zk_server_tick(struct zk_server *server);
/* When that is. */
uint64_t zk_server_due_ms(const struct zk_server *server);
/* Has the next few tables of the store read and sets those aside that do not fold; false when all
 * have been seen. To be called now and then after the start. */
bool zk_server_check_some(struct zk_server *server, unsigned count);
/* Closes all connections there are: whoever is here comes again, and to another server if there is one. */
void zk_server_send_away(struct zk_server *server, const char *reason);
/* No more messages are looked at from here on; writes in flight come to their end, thoughts are
 * abandoned. */
void zk_server_stop(struct zk_server *server);
/* Whether a write, a read or a thought is in flight. */
bool zk_server_is_busy(const struct zk_server *server);

/* What the server knows of how it does; the rest is the host's. */
void zk_server_health(const struct zk_server *server, struct zk_health *health);
/* How many tables are in memory. */
uint32_t zk_server_tables(const struct zk_server *server);

/* Every sentence with which the server refuses, besides the tables' own; ended by a NULL key. */
extern const struct zk_phrase zk_server_phrases[];

/* The hash of a seat's token that is kept. */
void zk_token_hash(const char *table, const char *token, uint8_t hash[ZK_TOKEN_HASH_SIZE]);

#endif
