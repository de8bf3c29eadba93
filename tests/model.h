/* model.h: a store in memory that several servers share, with faults from a seed.
 *
 * It answers as SQLite and PostgreSQL do (test_contract.c holds all three to that), but one thing at
 * a time and only when told: every write takes two steps, first it happens, then its answer is on its
 * way, and anything else can come between. What one server says, each other one hears later, or
 * misses. So a test that lets steps happen in the order of a seed has delays, reordering, lost
 * answers and lost connections, and has them again with the same seed. */
#ifndef ZK_MODEL_H
#define ZK_MODEL_H

#include "core/rng.h"
#include "store/postgres.h"

enum {
    MODEL_TABLES = 72,
    MODEL_LINES = ZK_ENTRIES_ROOM,
    MODEL_LINKS = 8,
    MODEL_JOBS = 256,
    MODEL_LATES = 64
};

/* A table as it is kept. */
struct kept {
    struct zk_stored_table head;
    char *line[MODEL_LINES];
    uint32_t count;
    char *record; /* of the last game that ended */
    uint32_t claim_number;
    char claim_owner[ZK_ASIDE_SIZE];
    uint64_t claim_until_ms;
};

/* How often something goes wrong, of a thousand. */
struct model_faults {
    uint32_t fail;  /* a write fails, and is not there */
    uint32_t doubt; /* a write fails, and is there all the same */
    uint32_t
        late; /* a write fails, or its server has crashed, and it happens after that: it was on its way */
    uint32_t fail_read; /* a read fails */
    uint32_t lose_said; /* what was said is not heard by one of those who should */
    uint32_t say_twice; /* it is heard twice */
    uint32_t cut;       /* a step, and a server has lost its connection */
    uint32_t
        tear; /* a server crashes, and of a write of several entries only the first are there */
};

/* One server's connection. */
struct model_link {
    struct model *model;
    struct zk_postgres_handler handler;
    bool open, cut;
    struct {
        struct zk_write *write;
        bool happened;
    } write[MODEL_JOBS];
    uint32_t writes;
    struct zk_read *read[MODEL_JOBS];
    uint32_t reads;
    char *said[MODEL_JOBS]; /* for it to hear */
    uint32_t says;
};

struct model {
    struct zk_store store; /* to be read at once, by zk_store_read */
    struct kept table[MODEL_TABLES];
    uint32_t count;
    bool unreadable;
    struct model_faults faults;
    struct zk_rng rng;
    uint64_t now_ms; /* the test's, for claims */
    struct model_link link[MODEL_LINKS];
    struct zk_write *late[MODEL_LATES]; /* with what they point to, for nobody to hear of */
    uint32_t lates;
    uint32_t torn, unheard, twice, were_late, doubts,
        reads_failed; /* how often that has happened */
};

struct model *model_new(uint64_t seed);
/* Nothing is under way. */
void model_free(struct model *model);

/* ---- What is kept ---- */

struct kept *model_find(struct model *model, const char *id);
/* Does what a write says, or leaves everything as it is and says why in the write. */
void model_keep(struct model *model, struct zk_write *write);

/* ---- Servers ---- */

struct model_link *model_connect(struct model *model,
                                 const struct zk_postgres_handler *handler);
/* The server is gone without a word. What it had under way happens or not; it is told nothing. */
void model_crash(struct model_link *link);
void model_write(struct model_link *link, struct zk_write *write);
void model_read(struct model_link *link, struct zk_read *read);
void model_say(struct model_link *link, const char *text, size_t size);
/* The connection is lost: what is under way may have happened or not and is answered later, and what
 * is said is not heard until it is there again, when the server is told that it missed something. */
void model_cut(struct model_link *link);
void model_mend(struct model_link *link);
/* Lets one thing happen, to any of the servers or of what is late; false when nothing is under way. Those
 * that are cut off have nothing. */
bool model_step(struct model *model);

#endif
