/* table.h: a game in progress: who sits where, what happened, and what each seat may know of it.
 *
 * A table opens no socket, reads no clock and draws no lots: a host (the server, the browser's
 * worker, the terminal) brings commands, the time and fresh random bits, keeps the entries, and
 * carries the messages that protocol.h writes.
 *
 * All that ever happened is a list of entries, numbered from 1 without gaps, only ever added to.
 * What a table is now is their fold and nothing else: a stored table is its entries, and an event
 * that a seat is sent is an entry seen with that seat's eyes, under the same number. */
#ifndef ZK_TABLE_H
#define ZK_TABLE_H

#include "../bots/bot.h"
#include "../core/game.h"
#include "../core/seeds.h"

enum {
    ZK_TABLE_ID_SIZE = 25,                  /* 24 bytes and a NUL */
    ZK_NAME_SIZE = 41,                      /* a person's name: 40 bytes and a NUL */
    ZK_REQUEST_SIZE = 25,                   /* a request id: 24 bytes and a NUL */
    ZK_ENTRIES_MAX = 16384,                 /* a table that reaches it takes no more, */
    ZK_ENTRIES_END = ZK_ENTRIES_MAX + 2048, /* but what brings a game to its end, */
    ZK_ENTRIES_ROOM = ZK_ENTRIES_END + ZK_SEATS_MAX, /* and that its names are deleted */
    ZK_CLOCK_MS_MAX = 24 * 60 * 60 * 1000,
    ZK_SEEDS_MS = 10 * 1000, /* so long seats have to hand their seeds in */
    ZK_HASH_SIZE = 32,       /* of a token or a key, as the host makes it */
    ZK_KEYS_MAX = 4,         /* devices that hold one seat */
    ZK_REFUSED_KEPT = 8,     /* answers to refused requests that a table remembers */
    ZK_LINE_MAX = 8192,      /* no game has more moves; the laws hold every game to it */
    /* Where somebody is here, a bot that stands in has moved by then. */
    ZK_STAND_IN_MS = 10 * 1000,
    /* How far behind the last entry a command may be: its entry is looked for among so many. */
    ZK_BEHIND_MAX = 1024,
    ZK_FOLD_STEP = 64,   /* a long table keeps its fold after every so many entries */
    ZK_STATE_STEP = 32,  /* and the state of its game about as often along the line */
    ZK_LONG_TABLE = 256, /* a table with place for more entries is a long one */
    /* The most that one entry has: its request, its name or seed, its key. */
    ZK_ENTRY_WORDS_MAX = ZK_REQUEST_SIZE + ZK_NAME_SIZE + ZK_HASH_SIZE,
};

/* Who is in a seat. */
enum zk_seat_kind {
    ZK_SEAT_OPEN,
    ZK_SEAT_PERSON,
    ZK_SEAT_BOT,
    ZK_SEAT_STAND_IN, /* a bot plays on for a person who may come back */
};

/* What a seat shows of the one who is in it, beside the name: a person has one of the first, if any, a bot
 * always one of the yokai, by whose name it goes. The words are those of the protocol, the store and
 * the records; front ends draw them. */
#define ZK_PERSON_FACES(X)                                                                    \
    X(rabbit)                                                                                 \
    X(owl)                                                                                    \
    X(bear) X(monkey) X(crane) X(deer) X(mouse) X(dog) X(boar) X(turtle) X(sparrow) X(cat)
#define ZK_BOT_FACES(X)                                                                       \
    X(tanuki) X(karakasa) X(tengu) X(nekomata) X(kodama) X(baku) X(nurikabe) X(amabie)

enum zk_face {
    ZK_FACE_NONE, /* a person who chose none; a bot at a table that is older than faces */
#define X(word) ZK_FACE_##word,
    ZK_PERSON_FACES(X) ZK_BOT_FACES(X) ZK_FACES_COUNT,
#undef X
    ZK_FACE_FIRST_BOT = ZK_FACE_tanuki,
};

struct zk_seat {
    uint8_t kind;
    uint8_t bot;             /* its place in zk_bot_names, when one plays */
    uint8_t face;            /* of the person, also while a bot stands in; or of the bot */
    char name[ZK_NAME_SIZE]; /* of the person; "" for a bot */
    /* Numbers of the entries that have the hashes of its keys, the first ones used, and of the secret of a link
     * to another device; 0 is none. A seat without keys is held by its invitation. */
    uint16_t key[ZK_KEYS_MAX];
    uint16_t link;
};

/* What can happen at a table. The words are those of the protocol and the store. */
#define ZK_ENTRY_KINDS(X)                                                                     \
    X(SIT, "sit")           /* a seat changes hands: name, kind and bot */                    \
    X(MOVE, "move")         /* a seat or chance moves */                                      \
    X(UNDO, "undo")         /* the game goes back to `moves` moves */                         \
    X(ASK_UNDO, "ask_undo") /* a seat asks the others for that */                             \
    X(DECLINE, "decline")   /* a seat says no to what is asked */                             \
    X(AGREE, "agree")       /* a seat says yes, and others have still to answer */            \
    X(PAUSE, "pause")                                                                         \
    X(RESUME, "resume")                                                                       \
    X(RESIGN, "resign")                                                                       \
    X(TIME, "time")           /* a seat's clock has run out */                                \
    X(ASK_AGAIN, "ask_again") /* a seat would like another game */                            \
    X(AGAIN, "again")         /* everybody would: a new game begins */                        \
    X(ADVICE, "advice")       /* a seat asked what a bot would do */                          \
    X(LINK, "link")           /* a link to the seat for another device: its secret's hash */  \
    X(DEVICE, "device")       /* a device came by it: another key of the seat */              \
    X(ALONE, "alone")         /* of the seat's keys only that of entry `move` stays */        \
    X(FORGET, "forget")       /* a seat's name is deleted, here and in earlier entries */     \
    /* Fair shuffles (docs/fair.md); the server is chance here. */                            \
    X(COMMIT, "commit") /* a seat or the server commits to a seed */                          \
    X(SEED, "seed")     /* a seat hands its seed in: sealed, and told to nobody */            \
    X(LATE, "late")     /* a seat has not, and is left out */                                 \
    X(SHOW, "show")     /* the game is over: a seed is shown */

enum zk_entry_kind {
#define X(NAME, word) ZK_ENTRY_##NAME,
    ZK_ENTRY_KINDS(X)
#undef X
        ZK_ENTRY_KINDS_COUNT
};

/* What a table is opened with besides its game and settings. */
struct zk_terms {
    uint32_t clock_ms;      /* for each seat, or 0: no clocks */
    uint32_t clock_step_ms; /* added after each decision */
    bool memory; /* front ends show a seat what it could remember: an aid, no rule */
    bool advice; /* seats may ask for advice though several people play */
    uint8_t
        stand_in; /* who plays on for a person who is gone: place in zk_bot_names + 1, or 0:
                       * the strongest bot of the game */
};

/* An entry, as it is brought, stored and told. */
struct zk_entry {
    uint64_t at_ms;   /* when, as the host told it */
    uint32_t move;    /* MOVE: the move; UNDO and ASK_UNDO: how many moves are kept; ALONE: the
                    * entry whose key stays */
    uint32_t stood_s; /* so many seconds since the entry before do not count for any clock */
    uint8_t kind;
    int8_t seat; /* whose doing it was, or ZK_CHANCE */
    union {
        struct {
            int8_t sits;       /* SIT: the seat concerned */
            uint8_t sits_kind; /* SIT */
            uint8_t bot;       /* SIT: its place in zk_bot_names */
            uint8_t face;      /* SIT */
        };
        uint16_t draw; /* MOVE: the number of chance's draw in a fair game, from 1; or 0 */
    };
    uint8_t key
        [ZK_HASH_SIZE]; /* the hash of the key that SIT or DEVICE brings, or of LINK's secret; 0: none */
    char request[ZK_REQUEST_SIZE]; /* the request that brought it about, or "" */
    union {
        char name[ZK_NAME_SIZE]; /* SIT */
        uint8_t
            seed[ZK_SEED_SIZE]; /* COMMIT: the commitment; SEED: as the host sealed it; SHOW */
    };
};

/* The same as its table keeps it, a quarter as large: few entries have a name, a key or a seed, and requests are
 * short. What it has of these stands in the table's `words`. It begins as the other does, up to the union. */
struct zk_kept_entry {
    uint64_t at_ms;
    uint32_t move;
    uint32_t stood_s;
    uint8_t kind;
    int8_t seat;
    union {
        struct {
            int8_t sits;
            uint8_t sits_kind;
            uint8_t bot;
            uint8_t face;
        };
        uint16_t draw;
    };
    bool has_words : 1, has_key : 1;
    uint8_t
        request; /* its request to a byte (zk_request_byte), so that most others are told apart at once */
    uint32_t words;  /* where its words begin, or those of the next entry that has any */
    uint16_t before; /* MOVE: number of the move before it in its line, or 0 */
    uint16_t mark;   /* MOVE: where the state after it is kept, from 1, or 0 */
};

static inline bool zk_entry_has_key(const struct zk_entry *entry) {
    uint8_t any = 0;
    for (unsigned i = 0; i < ZK_HASH_SIZE; i++) any = (uint8_t)(any | entry->key[i]);
    return any;
}

enum zk_table_status {
    ZK_TABLE_OPEN, /* some seat is open */
    ZK_TABLE_PLAYING,
    ZK_TABLE_PAUSED,
    ZK_TABLE_OVER,
};

/* Where the fold is with fair shuffles: numbers of entries, 0 for none. The game is fair when the
 * server has committed. */
struct zk_fold_fair {
    uint64_t at_ms; /* when the server committed */
    uint16_t commit[ZK_SEEDS_COUNT];
    uint16_t seed[ZK_SEATS_MAX]; /* handed in */
    uint16_t shown[ZK_SEEDS_COUNT];
    uint16_t next[ZK_SEATS_MAX]; /* commitments for another game */
    uint16_t draws;              /* made in this game, also those taken back */
    uint8_t late;                /* bits: seats that are left out */
    bool unfair;                 /* chance has moved without a number */
};

/* What the entries up to `count` add up to: a value, without pointers. The moves that still stand in
 * the game on the table are its line. Each move knows the one before it, so a line is known by its
 * last move, however much was taken back and played otherwise. */
struct zk_fold {
    uint32_t count;
    uint32_t moves_count; /* in the line */
    uint16_t last;        /* the number of the line's last move, or 0 */
    uint32_t games;       /* begun before the one on the table */
    uint8_t status;
    bool paused;
    int8_t pauser;   /* the seat that paused last, or -1 */
    uint8_t resumed; /* bits: whose pause another has ended, until another moves */
    bool
        showed; /* the last move of the line showed something hidden, to its maker or to all */
    int8_t gave_up; /* the seat that resigned or ran out of time, or -1 */
    bool out_of_time;
    int8_t asker;        /* who asks for an undo, or -1 */
    uint32_t asked_keep; /* and to how many moves */
    uint8_t agreed;      /* bits: seats that agree to what is asked */
    uint8_t again;       /* bits: seats that would like another game */
    uint8_t advised;     /* bits: seats that have asked for advice in this game */
    struct zk_seat seat[ZK_SEATS_MAX];
    int64_t clock_ms[ZK_SEATS_MAX]; /* left at `clock_at_ms`; 0 without clocks */
    uint16_t stepped[ZK_SEATS_MAX]; /* decisions that were taken back, but not their step */
    uint8_t left;                   /* bits: seats that their persons have left to a bot */
    uint32_t left_ms;               /* one of these has been to move for so long, at most
                                     * ZK_STAND_IN_MS */
    uint64_t clock_at_ms;
    struct zk_fold_fair fair;
    struct zk_state state;
};

/* What a long table keeps of its past, so that a look at it, or an undo, does not begin at entry 1.
 * The memory is the host's; a short table has none of it. */
struct zk_marks {
    struct zk_fold *fold; /* the fold after n * ZK_FOLD_STEP entries, at n - 1 */
    unsigned char *state; /* states after moves; each of them says which (zk_entry.mark) */
    uint32_t states_count, states_max;
    uint32_t state_at; /* entries when the last of them was kept */
};

/* Answers to requests that a table has refused, for should they come again. Most tables refuse nothing. */
struct zk_refusals {
    struct {
        int8_t seat;
        char request[ZK_REQUEST_SIZE];
        struct zk_sentence refusal;
    } kept[ZK_REFUSED_KEPT];
    uint8_t next;
};

struct zk_table {
    char id[ZK_TABLE_ID_SIZE]; /* in every message; the host's choice */
    const struct zk_game *game;
    struct zk_settings settings;
    const struct zk_rules *rules; /* prepared for these settings; the host's */
    uint32_t seats_count;
    struct zk_terms terms;
    struct zk_kept_entry *entries;
    uint32_t capacity; /* of entries; the host gives more before it is used up */
    char *words;       /* of the entries, in their order; more is given too */
    uint32_t words_used, words_size;
    struct zk_marks marks;
    struct zk_fold now;
    uint64_t counts_from_ms; /* before it no clock has run since the last entry; the host's */
    uint64_t *work; /* counts entries folded and moves made again, or NULL; the host's */
    struct zk_refusals *refusals; /* the host's, or NULL: it remembers none */
};

/* What a seat can do to a table. The words are the protocol's, whose list of asks (protocol.h)
 * begins with these. */
#define ZK_COMMANDS(X)                                                                        \
    X(SIT, "sit") /* to take a seat, or take it back from a stand-in: name and face */        \
    X(BOT, "bot") /* a bot into `whom`: an open seat, one's own, or one left by its person */ \
    X(LEAVE, "leave") /* to open one's seat again, before the game has begun */               \
    X(MOVE, "move")                                                                           \
    X(UNDO, "undo")                                                                           \
    X(AGREE, "agree")                                                                         \
    X(DECLINE, "decline")                                                                     \
    X(PAUSE, "pause")                                                                         \
    X(RESUME, "resume")                                                                       \
    X(RESIGN, "resign")                                                                       \
    X(AGAIN, "again")                                                                         \
    X(SEED, "seed")     /* to hand in the seed that one has committed to */                   \
    X(LINK, "link")     /* a link to one's seat for another device, with the secret `key` */  \
    X(DEVICE, "device") /* to sit there too, come by that link, with the new `key` */         \
    X(ALONE, "alone")   /* to put the other devices out of one's seat */                      \
    X(FORGET, "forget") /* to have one's name deleted */

enum zk_command_kind {
#define X(NAME, word) ZK_DO_##NAME,
    ZK_COMMANDS(X)
#undef X
        ZK_COMMANDS_COUNT
};

struct zk_command {
    enum zk_command_kind kind;
    int seat;                      /* whose command: a seat */
    int whom;                      /* BOT */
    const struct zk_bot_name *bot; /* BOT: one of zk_bot_names */
    uint8_t
        face;  /* SIT: a person's, or none, which keeps what is shown; BOT: where the choice of
                   * a yokai that is at no other seat begins, or none, for the seat's own */
    bool away; /* BOT: the host knows that whoever sits there is gone */
    uint32_t at; /* the number of the last entry that whoever commands has seen */
    char request[ZK_REQUEST_SIZE]; /* "" is allowed for hosts only */
    char name[ZK_NAME_SIZE];       /* SIT: valid UTF-8 */
    const uint8_t *key; /* SIT, LINK, DEVICE: the hash of the key it brings, or NULL */
    uint32_t holds;     /* the entry of the key by which it is given; 0: by the invitation */
    bool linked;        /* it is given by the link to another device */
    const char *move;   /* MOVE: notation */
    size_t move_size;
    const uint8_t *seed; /* SEED: as the host sealed it */
};

/* What a table waits for. */
enum zk_wait {
    ZK_WAIT_NOTHING,
    ZK_WAIT_SEATS,
    ZK_WAIT_PERSON,
    ZK_WAIT_BOT,
    ZK_WAIT_CHANCE,
    ZK_WAIT_SEEDS, /* of seats, before chance moves */
};

/* The host's memory for a table's entries: for `capacity` of them, at least 64, and for bytes of their words, at least
 * ZK_ENTRY_WORDS_MAX. */
struct zk_entry_memory {
    struct zk_kept_entry *entries;
    uint32_t capacity;
    char *words;
    uint32_t words_size;
};

/* A new table with all seats open. */
void zk_table_open(struct zk_table *table, const char *id, const struct zk_game *game,
                   const struct zk_settings *settings, const struct zk_rules *rules,
                   const struct zk_terms *terms, const struct zk_entry_memory *memory);
/* Takes over larger memory, into which the host has copied what was in the old: for the entries and,
 * at a long table, for what zk_marks_folds and zk_marks_states_size say (NULL: it keeps no marks). */
void zk_table_grow(struct zk_table *table, const struct zk_entry_memory *memory,
                   struct zk_fold *folds, unsigned char *states);
/* How many folds and how many bytes of states a table of that capacity keeps; 0 at a short one. */
uint32_t zk_marks_folds(uint32_t capacity);
size_t zk_marks_states_size(const struct zk_game *game, uint32_t capacity);
/* Back to what it was at an earlier fold; the entries after it are forgotten. */
void zk_table_go_back(struct zk_table *table, const struct zk_fold *fold);
/* Whether it takes no more entries. */
bool zk_table_is_full(const struct zk_table *table);
/* Whether the host should grow the table before the next call: one call adds at most 8 entries, and at most one of
 * these has words. */
bool zk_table_is_tight(const struct zk_table *table);
/* What it should have then: half as much again of what is short, where the pointers are still the old ones. */
struct zk_entry_memory zk_table_wants(const struct zk_table *table);

/* An entry of the table by its number, as it was added. */
void zk_table_entry(const struct zk_table *table, uint32_t number, struct zk_entry *entry);
/* What an entry has of words: "" when there is no name, NULL when there is no key or seed. */
const char *zk_table_request(const struct zk_table *table, uint32_t number);
const char *zk_table_name(const struct zk_table *table, uint32_t number);
const uint8_t *zk_table_seed(const struct zk_table *table, uint32_t number);
const uint8_t *zk_table_key(const struct zk_table *table, uint32_t number);

/* Does what a command asks, or refuses and changes nothing. *entry is the number of the entry it
 * brought about. A request that was seen before gets the answer it got then, and acts no more: its
 * entry is among the ZK_BEHIND_MAX after `at`, since a command that is further behind is refused. With
 * another `at` it is still found among the last ZK_BEHIND_MAX. */
bool zk_table_do(struct zk_table *table, const struct zk_command *command, uint64_t now_ms,
                 uint32_t *entry, struct zk_sentence *refusal);
/* Gives a table that has none memory for its refusals, zeroed, and has it remember this first one. */
void zk_table_remember(struct zk_table *table, struct zk_refusals *memory,
                       const struct zk_command *command, const struct zk_sentence *refusal);
/* Deletes the names that were given up by entries after number `after`, from the entries before them
 * and from whatever was kept of these. Not before those entries are durable: there is no way back. */
void zk_table_forget_names(struct zk_table *table, uint32_t after);
/* Adds an entry that was stored, when it fits; false when it does not, and nothing has changed. */
bool zk_table_restore(struct zk_table *table, const struct zk_entry *entry);

/* The entry of this seat's key with that hash, or 0. Takes as long for every hash. */
uint32_t zk_fold_key(const struct zk_fold *fold, const struct zk_table *table, int seat,
                     const uint8_t hash[ZK_HASH_SIZE]);
/* Whether that is the secret of the seat's link to another device. The same. */
bool zk_fold_link(const struct zk_fold *fold, const struct zk_table *table, int seat,
                  const uint8_t hash[ZK_HASH_SIZE]);
/* How many keys a seat has. */
uint32_t zk_seat_keys(const struct zk_seat *seat);

/* Whether people may make signs to each other; false with a refusal while a game is played in
 * silence. */
bool zk_table_may_talk(const struct zk_table *table, struct zk_sentence *refusal);

/* The time of the next entry: the host's, unless that is before the last entry's. Of what
 * has passed since then, that before counts_from_ms does not count. */
void zk_table_stamp(const struct zk_table *table, struct zk_entry *entry, uint64_t now_ms);

/* What is waited for, and of whom. */
enum zk_wait zk_table_wait(const struct zk_table *table, int *seat);
/* Lets chance or the bot in turn move, with luck from this generator. Only when waited for. */
void zk_table_chance(struct zk_table *table, struct zk_rng *rng, uint64_t now_ms);
void zk_table_bot(struct zk_table *table, struct zk_rng *rng, uint64_t now_ms);
/* The same with the outcome of a fair game's next draw, which a host computed. */
void zk_table_drawn(struct zk_table *table, zk_move move, uint64_t now_ms);
/* Looks at the clock; true when somebody's ran out. */
bool zk_table_tick(struct zk_table *table, uint64_t now_ms);
/* When to look next, or 0 when no clock runs. */
uint64_t zk_table_deadline_ms(const struct zk_table *table);
/* Until when seeds that are waited for may come, if they could be handed in all the time. */
uint64_t zk_table_seeds_ms(const struct zk_table *table);
/* The bot that plays for a person who is gone. */
const struct zk_bot_name *zk_table_stand_in(const struct zk_table *table);
/* The bot that plays a seat. */
const struct zk_bot *zk_table_bot_of(const struct zk_table *table, int seat);
/* What a bot would do in this seat's place, and why (an empty key when it does not say; NULL: that
 * is not wanted); false when the seat has no decision. `stop`, or NULL, is bot.h's. */
bool zk_table_hint(const struct zk_table *table, int seat, const struct zk_bot *bot,
                   struct zk_rng *rng, const atomic_bool *stop, zk_move *move,
                   struct zk_sentence *why);
/* Whether the game stands where it did after that entry, whatever else has happened at the table. */
bool zk_table_stands(const struct zk_table *table, uint32_t number);
/* Whether the seat has one. */
bool zk_table_decides(const struct zk_table *table, int seat);
/* Whether the seat may ask for advice now; false with a refusal. Between people there is advice only
 * at a table that was opened with it, and never by a request of an earlier position. */
bool zk_table_may_advise(const struct zk_table *table, int seat, const char *request,
                         struct zk_sentence *refusal);
/* Enters that it does so, unless this request has been entered before; the entry's number. Only when
 * it may. */
uint32_t zk_table_advise(struct zk_table *table, int seat, const char *request,
                         uint64_t now_ms);

/* A copy that holds, in memory for now.moves_count, the moves of the game on the table and no other
 * entries: enough for zk_table_hint, on another thread, and for nothing else. */
void zk_table_copy_line(struct zk_table *copy, const struct zk_table *table,
                        struct zk_kept_entry *entries);

/* A look at a table as it was after entry number fold.count; from 0, or onwards from where it is. */
void zk_fold_begin(struct zk_fold *fold, const struct zk_table *table);
void zk_fold_step(struct zk_fold *fold, const struct zk_table *table);
/* As it was after so many entries, which is at most now.count: from the nearest fold that is kept. */
void zk_fold_at(struct zk_fold *fold, const struct zk_table *table, uint32_t count);
/* The entries of the line in order, from 0, into memory for moves_count. */
void zk_fold_line(const struct zk_fold *fold, const struct zk_table *table, uint16_t *line);
/* As it was at the last entry of the game before which there were so many at this table, which is at
 * most now.games. */
void zk_fold_game(struct zk_fold *fold, const struct zk_table *table, uint32_t games);
/* Who won: the game's own result, or the others' when somebody gave up. Only when over. */
void zk_fold_result(const struct zk_fold *fold, const struct zk_table *table,
                    struct zk_result *result);
/* Whether the seat may take its last move back without asking. */
bool zk_fold_may_undo(const struct zk_fold *fold, const struct zk_table *table, int seat);

/* ---- Fair shuffles: table/fair.c. A host that has none calls none of these. ---- */

/* What comes next of its own: the server commits (COMMIT by ZK_CHANCE), or a seed is shown (SHOW by a
 * seat or ZK_CHANCE). False when neither does. */
bool zk_table_fair_next(const struct zk_table *table, enum zk_entry_kind *kind, int *who);
/* Whether the seat can commit now to a seed for the game that is about to begin. */
bool zk_table_may_commit(const struct zk_table *table, int seat);
/* Adds a COMMIT, LATE or SHOW that comes now. */
void zk_table_fair_add(struct zk_table *table, enum zk_entry_kind kind, int who,
                       const uint8_t *bytes, uint64_t now_ms);
/* Bits of the seats whose seeds are waited for. */
uint8_t zk_fold_seeds_due(const struct zk_fold *fold);
/* Whether the game is over and a seed is still to be shown. */
bool zk_fold_is_unshown(const struct zk_fold *fold);
/* What has been told of the seeds; false when the game is not fair. */
bool zk_fold_seeds(const struct zk_fold *fold, const struct zk_table *table,
                   struct zk_seeds *seeds);
/* For the fold itself (table.c): what an entry changes, and whether a stored one fits. */
void zk_fold_fair_step(struct zk_fold *fold, const struct zk_kept_entry *entry);
bool zk_table_fair_fits(const struct zk_table *table, const struct zk_entry *entry);

extern const char *const zk_entry_words[ZK_ENTRY_KINDS_COUNT];
extern const char *const zk_face_words[ZK_FACES_COUNT]; /* by zk_face, the first "" */
extern const char *const zk_seat_words[];               /* by zk_seat_kind */
extern const char *const zk_status_words[];             /* by zk_table_status */
extern const char *const zk_wait_words[];               /* by zk_wait */

#endif
