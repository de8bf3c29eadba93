/* guests.h: a server in a test with guests who say what the test wants.
 *
 * The world keeps tables in a model of a store, where a write can be late, fail, or fail and be there
 * all the same; it holds every message that guests are sent, and looks at each: nothing may be
 * told that is not durable at that moment. cmocka.h and what it needs are included before. */
#ifndef ZK_TEST_GUESTS_H
#define ZK_TEST_GUESTS_H

#include "host.h"
#include "model.h"

enum { GUESTS = 24, INBOX = 4096, SAYINGS = 64 };

/* The other end of a connection. */
struct end {
    struct world *world;
    struct zk_guest *guest;
    int closed;           /* the code, or 0 */
    char *said[INBOX];    /* every message it was sent */
    uint32_t count, read; /* `read` is up to the test */
    uint32_t number;      /* of the last event it has, in a row */
    bool joined;
    bool watches; /* whatever it does, it may be told as a spectator only */
    char table[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
};

struct world {
    struct host host;     /* first */
    struct model *memory; /* which several worlds may share */
    struct zk_limits limits;
    struct end end[GUESTS];
    uint32_t requests, reports;
    /* The test says when the loop turns; else each message comes in a turn of its own. */
    bool one_turn;
    bool shares;           /* its server knows that there may be others, from its start on */
    char *saying[SAYINGS]; /* what it wants others to hear */
    uint32_t sayings;
    uint32_t say_room; /* more than that cannot wait for others to hear it */
};

enum outcome { RIGHT, FAILED, FAILED_BUT_KEPT };

/* ---- A world ---- */

int make_world(void **state);
int remove_world(void **state);
/* A test with a world of its own. */
#define WORLD(test) cmocka_unit_test_setup_teardown(test, make_world, remove_world)

/* Its server ends, when what is under way has come to its end, and begins with the world's limits. */
void stop(struct world *world);
void start(struct world *world);
/* A second server on the same store. */
struct world *beside(struct world *world);
/* What the one wanted others to hear is heard by the other. */
void pass_on(struct world *from, struct world *to);

/* The oldest write comes back, or the oldest read. */
void write_back(struct world *world, enum outcome outcome);
void read_back(struct world *world);
/* Everything that is under way comes to its end. */
void settle(struct world *world);

/* ---- Guests ---- */

/* 10.0.0.`from`, as IPv6 maps it. */
struct zk_address address_of(unsigned from);
struct end *enter_from(struct world *world, unsigned place, uint8_t from);
struct end *enter(struct world *world, unsigned place);
/* Somebody who has come with this token. */
struct end *come(struct world *world, unsigned place, const char *table, const char *token);
void leave(struct end *end);
/* From here on it asks with this token or key. */
void hold(struct end *end, const char *key);

/* ---- What they say ---- */

void say(struct end *end, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A command, with further keys. */
void order(struct end *end, const char *what, const char *more);
/* One with a key, and with a request of the caller's, who may repeat it: "" for a new one. */
void order_with(struct end *end, const char *what, const char *request, const char *key,
                const char *more);
void join(struct end *end);
/* Two guests who have joined a new table as A and B, and not yet sat down; who have. */
void open_for_two(struct world *world, struct end *a, struct end *b, const char *more);
void sit_two(struct world *world, struct end *a, struct end *b, const char *more);
/* As sit_two, with the keys of their letters, by which they ask from then on. The invitations come back. */
void sit_two_with_keys(struct world *world, struct end *a, struct end *b,
                       char invitation[2][ZK_TOKEN_SIZE]);
/* Keys for the tests, one for each letter. */
const char *key_of(char letter);

/* ---- What they hear ---- */

/* The next message it was sent, or "". */
const char *next(struct end *end);
/* That has these words in it; there is none; all are passed over; all are thrown away. */
void says(struct end *end, const char *part);
void is_silent(struct end *end);
void pass_over(struct end *end);
void forget(struct end *end);
/* The number after `"key":`, or -1. */
int64_t number_in(const char *message, const char *key);
/* The string behind it, without its quotes. */
void copy_word(const char *message, const char *key, char *out, size_t size);
/* Who is to move, as the last event said; NULL when nobody of the two. */
struct end *mover(struct end *a, struct end *b);
/* The first legal move it was told. */
void first_move(const struct end *end, char *more, size_t size);

#endif
