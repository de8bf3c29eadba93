/* inside.h: what the files of the server share with each other and with nobody else. */
#ifndef ZK_INSIDE_H
#define ZK_INSIDE_H

#include "../core/trace.h"
#include "server.h"

enum {
    TABLE_SLOTS = 4096,
    SWEEP_MS = 30 * 1000,
    PEER_NAME_SIZE = 16,
    MEMORY_KEPT = 1024 * 1024, /* for one message; more is given back now and then */
};

/* A message that waits. */
struct held {
    struct held *next;
    size_t size;
    bool
        late; /* it came while its connection waited for a turn of the loop, and for no answer */
    char data[];
};

struct zk_guest {
    void *connection;
    struct zk_visitor *visitor;
    struct zk_guest *next, *previous; /* the newest first */
    bool closing;                     /* was shown the door; is ignored until gone */
    struct zk_bucket messages, reactions, hints;
    struct zk_listener listener[ZK_LISTENERS_MAX];
    /* One thing at a time for each connection: what it asks is answered in that order. `ask` is on
     * its way to its answer, and what came later is held. A hint that is being thought about
     * holds up nothing. */
    struct zk_ask *ask, *hint;
    struct zk_think_job *hint_job;
    struct held *held, *held_last;
    uint32_t held_count, late_count; /* of those: for an answer, for a turn */
    bool is_ready;                   /* in the server's list: it may go on with what is held */
    bool is_late; /* in its visitor's list: it goes on in one of the next turns */
    struct zk_guest *ready_next, *late_next;
    char opened[ZK_REQUEST_SIZE]; /* the last table it opened: the request, and the answer */
    struct zk_bytes opened_answer;
};

/* Another process on the same store. */
struct zk_peer {
    struct zk_peer *next;
    char name[PEER_NAME_SIZE];
    uint64_t heard_ms;
};

/* Who is at a table by way of one of them. */
struct zk_elsewhere {
    struct zk_elsewhere *next;
    const struct zk_peer *peer;
    uint32_t here[ZK_SEATS_MAX], watching;
};

struct zk_server {
    struct zk_host host;
    struct zk_door_host door_host;
    struct zk_limits limits;
    struct zk_visitors visitors;
    struct zk_shared_rules *rules;
    struct zk_guest *guests;
    uint32_t guests_count, writes_count, reads_count;
    /* How many connections the address with most had when that was last looked up. */
    uint32_t most_connections;
    uint64_t most_ms;
    /* Thoughts that wait, and those that are thought. */
    struct zk_thinking waiting;
    struct zk_think_job *thought;
    uint32_t thoughts_count;
    /* Reads of tables that wait, and how many others are under way. */
    struct zk_thinking reading;
    uint32_t reads_begun;
    struct zk_guest *ready;
    /* Turns of the loop (turns.c). */
    uint64_t turn, work_seen;            /* the work up to then is charged */
    uint32_t late_work;                  /* done in this turn for those who had to wait */
    struct zk_visitor *payer;            /* for whom work is being done, or NULL */
    struct zk_visitor *late, *late_last; /* those who wait, the first to come first */

    /* Tables in memory: by id, in order of use, and by when something is due. */
    uint64_t slot_key;
    struct zk_live_table *slot[TABLE_SLOTS];
    struct zk_live_table *oldest, *newest;
    uint32_t tables_count;
    bool is_crowded;            /* there are more than should be */
    size_t tables_size;         /* bytes of them all */
    uint64_t relieve_ms;        /* when to look next, should that be too much */
    struct zk_live_table **due; /* a heap from place 1, large enough for every table */
    size_t due_count;
    uint64_t sweep_ms;

    /* The table that is being checked. */
    struct zk_read *check_read; /* NULL: none is being read */
    struct zk_live_table *check_live;
    char checked[ZK_TABLE_ID_SIZE]; /* its id, or that of the last one */
    unsigned check_count;           /* how many are still to be checked in this round */
    bool check_is_over;

    /* Tables that nobody comes to any more (keeping.c). */
    bool tidying;                  /* a step is on its way */
    char tidied[ZK_TABLE_ID_SIZE]; /* the last that was looked at; "" in between rounds */
    uint64_t tidy_ms;              /* when to look on */

    struct zk_health counted;                /* what only the server can count */
    uint64_t write_failed_ms;                /* when the last write failed, if it did */
    uint32_t failures_told, failures_untold; /* since the last sweep */
    /* Other processes on the same store, and what waits to be sent to them. */
    char name[PEER_NAME_SIZE];
    struct zk_peer *peers;
    struct zk_live_table *telling;
    bool said_bye;
    uint64_t alive_ms; /* when it next says that it is there */

    struct zk_rng luck;
    /* Scratch memory, and the last message that was sent from it. */
    char *memory;
    size_t memory_size;
    const char *sent;
    size_t sent_size;
    uint64_t sent_total; /* bytes of all messages so far */
    struct zk_look look;
    struct zk_trace_scratch scratch; /* for draws */
};

static inline uint64_t now_ms(const struct zk_server *server) {
    return server->host.now_ms(server->host.user);
}

/* ---- server.c: tables in memory ---- */

/* The table of that id, which may still have to be read; NULL with a refusal. */
struct zk_live_table *table_find(struct zk_server *server, const char *id,
                                 struct zk_sentence *refusal);
/* The same when it is in memory, or else NULL. */
struct zk_live_table *table_in_memory(struct zk_server *server, const char *id);
/* Nobody asks, listens, writes, thinks there, and there is nothing to say of it. */
bool table_is_unused(const struct zk_live_table *live);
/* Makes sure that one more table fits; false with a refusal. */
bool table_fits(struct zk_server *server, struct zk_sentence *refusal);
void table_add(struct zk_server *server, struct zk_live_table *live);
/* Removes it from memory. */
void table_drop(struct zk_server *server, struct zk_live_table *live);
/* Has entries of a table read, or its head too; what comes of it goes to this table, or is a check
 * when that is NULL. */
void table_read(struct zk_server *server, enum zk_read_kind kind, const char *id,
                uint32_t after, struct zk_live_table *live);
/* Notes when something is next due there. */
void table_schedule(struct zk_server *server, struct zk_live_table *live);
/* A sentence to whoever runs the server. */
void report(struct zk_server *server, const char *what, const char *id, const char *why);
/* The same of a table that cannot be read or written to, as long as they are not many: then how many they are. */
void report_failure(struct zk_server *server, const char *what, const char *id,
                    const char *why);

/* ---- messages.c: what guests say ---- */

/* Goes on with what guests have held who were answered. At the end of every call from outside. */
void go_on_with_held(struct zk_server *server);
/* Whether its address owes no work (zk_server_charge): if it does, it is refused what may be much. */
bool guest_may_work(const struct zk_server *server, const struct zk_guest *guest);
/* Looks at the first message that is held. */
void go_on_with_one(struct zk_server *server, struct zk_guest *guest);
/* Closes its connection; what it asked is forgotten. Not while something that it asked is being done. */
void guest_close(struct zk_server *server, struct zk_guest *guest, int code,
                 const char *reason);
/* The same for somebody who has gone beyond a limit. */
void guest_throw_out(struct zk_server *server, struct zk_guest *guest, const char *reason);
/* Forgets what is held and what is not answered yet. */
void guest_silence(struct zk_server *server, struct zk_guest *guest);
/* A seat's token: the seat, or -1. Takes as long for a wrong one as for a right one. */
int seat_of(const struct zk_live_table *live, const char *token);

/* ---- crowds.c: whose table gives way ---- */

/* Of the tables that somebody holds, by memory or else by number: one of those of whom even the one with least has more than
 * `above`, bytes or tables. The largest, or else the one that was used longest ago; NULL when there is none. */
struct zk_live_table *crowds_choose(struct zk_server *server, bool by_memory, uint64_t above);

/* ---- turns.c: a share of each turn of the loop for an address ---- */

/* From here on, until it is called again, what is done is done for this visitor, or for nobody (NULL). */
void work_for(struct zk_server *server, struct zk_visitor *visitor);
/* Counts against its share of this turn what is not counted otherwise. */
void turn_count(struct zk_server *server, struct zk_visitor *visitor, uint32_t work);
/* Whether more can be done for it in this turn. */
bool turn_admits(struct zk_server *server, struct zk_visitor *visitor);
/* Whether the guest's next message can be looked at in this turn; if not, it goes on in one of the next. */
bool turn_begins(struct zk_server *server, struct zk_guest *guest);
/* It has nothing held any more. */
void turn_forget(struct zk_server *server, struct zk_guest *guest);
/* Goes on with those who wait. */
void turns_tick(struct zk_server *server);
/* When to do that, or 0. */
uint64_t turns_due_ms(const struct zk_server *server);

static inline struct zk_visitor *asker_of(const struct zk_ask *ask) {
    return ask ? ((const struct zk_guest *)ask->from)->visitor : NULL;
}

/* ---- fair.c: seeds ---- */

extern const struct zk_fair_host server_fair;

/* ---- keeping.c: for how long tables are kept ---- */

void keeping_begin(struct zk_server *server);
/* When to look for tables to remove, or 0. */
uint64_t keeping_due_ms(const struct zk_server *server);
void keeping_tick(struct zk_server *server);
/* Notes that tables in memory are visited; now and then. */
void keeping_note_visits(struct zk_server *server);
/* A write of this file's is done. */
void keeping_written(struct zk_server *server, struct zk_write *write);

/* ---- peers.c: other processes on the same store ---- */

void peers_begin(struct zk_server *server);
void peers_free(struct zk_server *server);
/* This process has written, or found, entries. */
void peers_tell_count(struct zk_server *server, struct zk_live_table *live);
/* Asks who is at a table by way of others. Whoever acts at it need not have joined, and nobody is away who is there. */
void peers_ask(struct zk_server *server, struct zk_live_table *live);
/* Who is here, or reacts. */
void peers_tell_here(struct zk_server *server, struct zk_live_table *live);
void peers_tell_reaction(struct zk_server *server, const struct zk_live_table *live,
                         const char *word, int seat);
/* A table leaves memory. */
void peers_forget(struct zk_live_table *live);
/* When there is something to do, or 0; and does it. */
uint64_t peers_due_ms(const struct zk_server *server);
void peers_tick(struct zk_server *server);
/* Says goodbye when it is to stop, once nothing is written any more and all of that is told: who hears it looks up what
 * there is, and hears no more. */
void peers_stop(struct zk_server *server);

/* ---- thoughts.c: those who think ---- */

/* The door's `think`. */
enum zk_outcome door_think(void *user, struct zk_door *door, struct zk_thought *thought);
/* What has come to nothing is not thought (any further): the game has moved on, nobody is there. */
void thoughts_look(struct zk_server *server, struct zk_live_table *live);
/* Who asked for this hint is gone. */
void thought_forget(struct zk_server *server, struct zk_think_job *job);
/* Whether it is this process that thinks is known. */
void thought_claimed(struct zk_server *server, struct zk_write *write);
/* All of them. */
void thoughts_stop(struct zk_server *server);

/* ---- host.c: what the server gives its doors ---- */

static inline struct zk_live_table *live_of(const struct zk_door *door) {
    return (struct zk_live_table *)(uintptr_t)door; /* its first member */
}

/* The guest was answered and may go on with what is held. */
void make_ready(struct zk_server *server, struct zk_guest *guest);
void host_prepare(struct zk_server *server);

#endif
