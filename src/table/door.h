/* door.h: what a table is asked and what it answers, once for every front end.
 *
 * A host (the server, the browser's worker, the terminal) brings messages, and gives the door the
 * world by callbacks: the time, luck, somebody who thinks, a place to write, a way to send. The
 * door decides what each ask means and answers each exactly once. It opens no socket, reads no
 * clock and allocates nothing.
 *
 * It keeps the order. At a table one thing happens at a time:
 *
 *   an ask is decided, the table has new entries     (table.now is ahead of `durable`)
 *   the host writes them
 *     written    the events leave, then the answer
 *     failed     the table goes back to what is durable; the ask is refused
 *     overtaken  another process wrote first: its entries come in, and the ask is decided anew
 *
 * Until the host has said which, further asks wait in the order they came, as they do while the
 * table is being loaded. So whatever anybody has been told is durable.
 *
 * A host that writes at once says so by what its callback returns; the door never calls a host
 * that has called it back into the same table: an ask that comes during a callback waits until that
 * has returned. */
#ifndef ZK_DOOR_H
#define ZK_DOOR_H

#include "../core/record.h"
#include "protocol.h"

struct zk_door;

enum {
    ZK_RETRY_MS = 1000,     /* between tries when writing fails */
    ZK_BATCH_ENTRIES = 32,  /* entries in one write, about, where chance moves at once */
    ZK_AWAY_MS = 60 * 1000, /* usual: so long nobody came for a seat, and a bot may stand in */
    /* The longest message there is, with the memory it is made in: a record of the longest game. */
    ZK_ANSWER_SIZE_MAX =
        3 * (2 * ZK_RECORD_LINE_SIZE + ZK_LINE_MAX * ZK_RECORD_MOVE_SIZE) + 1024,
};

/* How something that the host does came out. */
enum zk_outcome {
    ZK_DONE,
    ZK_FAILED,
    ZK_OVERTAKEN, /* of a write: the table has entries that this process has not seen */
    ZK_LATER,     /* it is under way, and the host will say how it came out */
};

/* Somebody who is told what happens: one connection at one table. The host's memory; it listens
 * while `door` is set. */
struct zk_listener {
    struct zk_door *door;
    void *to;     /* the host's connection */
    int audience; /* a seat or ZK_SPECTATOR */
    uint32_t key; /* of a seat: the entry of the key it joined by; 0: by the invitation */
    struct zk_listener *next, *previous;
};

/* A message on its way to its answer. The host's memory, until `answered` says that it is done
 * with or zk_ask_forget. */
struct zk_ask {
    struct zk_message message;
    void *from;                   /* the host's connection */
    const char *const *tokens;    /* OPEN: one for each seat, told when the table is durable */
    struct zk_listener *listener; /* JOIN: the host's `allow` brings it */

    /* The door's. */
    struct zk_door *door; /* where it waits for its answer, or NULL */
    struct zk_ask *next;  /* in the order of waiting */
    bool waits;           /* it has not been answered */
    int seat;             /* who asks: a seat or ZK_SPECTATOR */
    uint32_t holds;       /* the entry of the seat's key by which it is asked, or 0 */
    bool linked;          /* it is asked by the seat's link to another device */
    int invited;          /* the seat to which its token was an invitation, or -1 */

    /* The answer, for a caller that does not read messages. */
    bool refused;
    struct zk_sentence refusal;
    uint32_t entry; /* the number in `done` */
    char hint[ZK_MOVE_TEXT_SIZE];
    struct zk_sentence why; /* of the hint; an empty key when the bot does not say */
};

/* A question to a bot. */
struct zk_thought {
    const struct zk_bot *bot;
    int seat;
    bool hint;               /* or else the bot is to move */
    struct zk_ask *ask;      /* who wants the hint */
    uint32_t at;             /* entries at the table when it was asked */
    const atomic_bool *stop; /* NULL, or the host's: true when nobody wants it any more */
    /* What it came to; nothing when it was stopped. */
    bool found;
    zk_move move;
    char notation[ZK_MOVE_TEXT_SIZE];
    struct zk_sentence why; /* of the move; an empty key when the bot does not say */
};

/* Thinks it through: on any thread, about a table that nobody changes meanwhile. */
void zk_thought_think(struct zk_thought *thought, const struct zk_table *table,
                      struct zk_rng *rng);

/* Scratch memory, shared by all doors of a host. */
struct zk_look {
    struct zk_fold fold;
    uint64_t work; /* entries folded and moves made again so far, at all its tables */
};

/* What a host adds that has fair shuffles (docs/fair.md): it computes with the seeds, and is the only
 * one that knows them. All of it is about the game on the door's table. */
struct zk_fair_host {
    /* Whether the table has a secret to make the server's seeds of. */
    bool (*is_fair)(void *user, const struct zk_door *door);
    /* The server's commitment to its seed. */
    void (*commit)(void *user, const struct zk_door *door, uint8_t commit[ZK_SEED_SIZE]);
    /* Whether that is the seed that the seat has committed to; then it is sealed where it is. */
    bool (*take)(void *user, const struct zk_door *door, int seat, uint8_t seed[ZK_SEED_SIZE]);
    /* The seed of a seat or of the server (ZK_CHANCE), to be shown. */
    void (*show)(void *user, const struct zk_door *door, int who, uint8_t seed[ZK_SEED_SIZE]);
    /* The outcome of draw n for the state on the table. */
    zk_move (*draw)(void *user, const struct zk_door *door, uint32_t n);
};

/* What a host gives its doors. No callback calls back into the same door, but for zk_door_entry
 * in `load` and zk_door_each_line and zk_door_record in `write`. */
struct zk_door_host {
    void *user;
    struct zk_look *look;
    bool stopping;         /* nothing more is decided; what is under way comes to its end */
    uint32_t batch;        /* how many entries chance may add to one write; 0: one at a time,
                                  each when zk_door_go_on is called */
    uint64_t bot_delay_ms; /* at least so long before a bot moves */
    uint64_t presence_delay_ms; /* comings and goings within it are told at once */
    uint64_t away_ms;           /* so long nobody came for a seat: a bot may stand in */
    uint64_t
        started_ms; /* when it began to serve tables: what was before counts for no clock */

    uint64_t (*now_ms)(void *user); /* since 1970, never backwards */
    /* The generator for the next outcome of chance. */
    struct zk_rng *(*luck)(void *user);
    const struct zk_fair_host *fair; /* NULL: it has no fair shuffles */
    /* Memory for one message of at most `size` bytes, until the next call. */
    char *(*memory)(void *user, size_t size);
    void (*send)(void *user, void *to, const char *data, size_t size);
    /* The ask has its answer; the door does not know it any more. */
    void (*answered)(void *user, struct zk_ask *ask);
    /* The seat whose invitation this is, or -1. */
    int (*seat)(void *user, const struct zk_door *door, const char *token);
    /* The hash by which a key is known. NULL: seats are held by invitations alone, and keys are not
     * looked at. */
    void (*hash)(void *user, const struct zk_door *door, const char *key,
                 uint8_t hash[ZK_HASH_SIZE]);
    /* Whether this ask's turn has come; else those behind it go first, and it waits for zk_door_go_on.
     * NULL: it has. */
    bool (*admits)(void *user, const struct zk_ask *ask);
    /* Limits: whether an ask that is right is acted on (join, history, hint, react). A join gets
     * its listener here. */
    bool (*allow)(void *user, struct zk_door *door, struct zk_ask *ask,
                  struct zk_sentence *refusal);
    /* Brings the table larger memory: zk_table_grow. */
    void (*grow)(void *user, struct zk_door *door);
    /* Memory for the table's refusals, zeroed, at the first of them; for as long as the table is there. */
    struct zk_refusals *(*refusals)(void *user, struct zk_door *door);
    /* Makes durable what is new: the table itself when durable.count is 0 and `opening`, else the
     * entries after durable.count. ZK_LATER: zk_door_written says how it went. */
    enum zk_outcome (*write)(void *user, struct zk_door *door);
    /* Brings the entries after durable.count by zk_door_entry. ZK_LATER: zk_door_loaded. */
    enum zk_outcome (*load)(void *user, struct zk_door *door);
    /* Where several processes have the same tables, or else NULL: who is here has changed; somebody
     * here reacts. For zk_door_elsewhere and zk_door_reaction there. */
    void (*presence)(void *user, struct zk_door *door);
    void (*reaction)(void *user, struct zk_door *door, const char *word, int seat);
    /* Fills the thought in. ZK_LATER: a copy of it comes back by zk_door_thought. */
    enum zk_outcome (*think)(void *user, struct zk_door *door, struct zk_thought *thought);
};

/* One table and who is at it. */
struct zk_door {
    struct zk_door_host *host;
    struct zk_table table;  /* as decided; without a game until zk_door_table */
    struct zk_fold durable; /* as written, and as everybody knows it */
    enum {
        ZK_DOOR_LOADING, /* entries are on their way from the host */
        ZK_DOOR_READY,
        ZK_DOOR_WRITING, /* to the host */
        ZK_DOOR_GONE,    /* it could not be loaded: for the host to remove */
    } state;
    bool opening; /* the table itself is being written */
    bool working; /* asks are being acted on further down the stack */
    bool is_loaded, overtaken;
    /* The table's time is so much later than the host's, whose clock was put back. */
    uint64_t ahead_ms;
    bool again; /* what is being loaded or written may not be all: it is loaded once more */
    bool bot_thinks;             /* somebody thinks about the next move */
    struct zk_ask *asker;        /* whose entries are being written, if anybody's */
    struct zk_ask *first, *last; /* asks that wait */

    /* Who is here. here[i] counts the listeners of seat i. */
    struct zk_listener *listeners;
    uint32_t here[ZK_SEATS_MAX], watching;
    uint64_t away_since_ms[ZK_SEATS_MAX];
    uint32_t elsewhere[ZK_SEATS_MAX], watching_elsewhere; /* the same at other processes */

    /* 0 is never. */
    uint64_t failed_ms;     /* when writing failed last; until it works, nothing is decided */
    uint64_t seeds_from_ms; /* since when seeds can be handed in here without a break */
    uint64_t bot_ms,
        presence_ms; /* when the bot moves, when those here are told who is here */
};

/* ---- Asks ---- */

/* Reads a message that came over this connection. */
void zk_ask_read(struct zk_ask *ask, void *from, const char *data, size_t size);
/* True: it is for the door of the table that it names, or for a new one (`open`). False: it needs no
 * table, and has been answered. */
bool zk_ask_needs_table(struct zk_ask *ask, const struct zk_door_host *host);
/* Answers it with a refusal: there is no such table, the host has a limit. */
void zk_ask_refuse(struct zk_ask *ask, const struct zk_door_host *host,
                   const struct zk_sentence *refusal);
/* Answers it with what it was answered before. */
void zk_ask_repeat(struct zk_ask *ask, const struct zk_door_host *host, const char *data,
                   size_t size);
/* Who asked is gone and wants no answer. What is under way goes on. */
void zk_ask_forget(struct zk_ask *ask);

/* What an `open` describes; false with a refusal. A card set goes into memory of ZK_CARDS_SIZE. */
struct zk_opening {
    const struct zk_game *game;
    struct zk_settings settings;
    struct zk_terms terms;
};
bool zk_opening_read(struct zk_opening *opening, const struct zk_message *message, char *cards,
                     struct zk_sentence *refusal);

/* ---- A door ---- */

/* Of a table that is being loaded: asks wait. */
void zk_door_begin(struct zk_door *door, struct zk_door_host *host);
/* The table, without entries. */
void zk_door_table(struct zk_door *door, const char *id, const struct zk_opening *opening,
                   const struct zk_rules *rules, const struct zk_entry_memory *memory);
/* The next stored entry; false when it is none, or does not follow. */
bool zk_door_entry(struct zk_door *door, const char *line, size_t size);
/* Loading is over. When it failed at first, those who wait are refused with this sentence, and the
 * door is GONE; later, the table stays as it was and it is tried again. */
void zk_door_loaded(struct zk_door *door, enum zk_outcome outcome,
                    const struct zk_sentence *refusal);

/* Brings an ask. `open` comes first and once, to the door of the new table. */
void zk_door_ask(struct zk_door *door, struct zk_ask *ask);
/* What the host was asked to do is done. */
void zk_door_written(struct zk_door *door, enum zk_outcome outcome);
void zk_door_thought(struct zk_door *door, const struct zk_thought *thought);
/* Whether what a bot thinks of is still to be decided, and by that bot. */
bool zk_door_wants(const struct zk_door *door, const struct zk_thought *thought);
/* A listener has gone. */
void zk_door_leave(struct zk_listener *listener);

/* Another process has written, or may have: brings in what is new there and tells it. */
void zk_door_catch_up(struct zk_door *door);
/* So many are at this table by way of other processes. */
void zk_door_elsewhere(struct zk_door *door, const uint32_t *here, uint32_t watching);
/* Somebody at another process reacts. */
void zk_door_reaction(struct zk_door *door, const char *word, int seat);

/* When zk_door_go_on has something to do, or 0. With nobody here nothing is due but those who wait. */
uint64_t zk_door_due_ms(struct zk_door *door);
/* Makes a legal move that the host has chosen, whoever's turn it is: chance's, a bot's, a person's.
 * False, and nothing has happened, when the door is not ready for it. */
bool zk_door_move(struct zk_door *door, zk_move move);
/* Does what nobody asked for: tells who is here, lets chance or a bot move, looks at the clock. Then acts on
 * those who wait and are admitted. */
void zk_door_go_on(struct zk_door *door);
/* Nobody asks, listens, writes or thinks here. */
bool zk_door_is_unused(const struct zk_door *door);

/* ---- For `write` ---- */

/* Each new entry as a line, with its line break. */
void zk_door_each_line(const struct zk_door *door,
                       void (*put)(void *user, const char *line, size_t size), void *user);
/* Whether the new entries end a game. */
bool zk_door_ends_game(const struct zk_door *door);

/* Every sentence with which a table refuses; ended by a NULL key. */
extern const struct zk_phrase zk_table_phrases[];
/* A refusal of a table in English. */
void zk_table_english(const struct zk_table *table, const struct zk_sentence *refusal,
                      struct zk_text *text);

#endif
