/* fair.h: shuffles that nobody can foresee or choose, and everybody can check afterwards.
 *
 * The server and the seats each commit to a secret seed; when all have, the seats hand theirs in,
 * and at the end of the game all are shown. Outcome n of chance is computed from all of them and
 * n. docs/fair.md has the computation byte by byte, and what it promises. Every `who` is a seat or
 * ZK_SEED_OF_SERVER. */
#ifndef ZK_FAIR_H
#define ZK_FAIR_H

#include "../core/record.h"
#include "../core/trace.h"

/* The commitment to a seed. */
void zk_fair_commit(unsigned who, const uint8_t seed[ZK_SEED_SIZE],
                    uint8_t commit[ZK_SEED_SIZE]);
/* Whether it is one to this seed. */
bool zk_fair_fits(unsigned who, const uint8_t seed[ZK_SEED_SIZE],
                  const uint8_t commit[ZK_SEED_SIZE]);

/* Random words number 4 * block to 4 * block + 3 for draw n, from the seeds that are shown, the
 * server's among them. */
void zk_fair_words(const struct zk_seeds *seeds, uint32_t n, uint32_t block,
                   uint64_t words[4]);
/* The outcome of draw n in a state in which chance moves. */
zk_move zk_fair_draw(const struct zk_seeds *seeds, uint32_t n, const struct zk_game *game,
                     const struct zk_rules *rules, const struct zk_state *state,
                     struct zk_trace_scratch *scratch);

/* ---- What a server keeps: one secret for each table, for all of its games ---- */

/* The server's seed for game number `game` at the table, from 0. */
void zk_fair_seed(const uint8_t secret[ZK_SEED_SIZE], uint32_t game,
                  uint8_t seed[ZK_SEED_SIZE]);
/* Seals a seat's seed for the store, or opens it again: it is the same step. */
void zk_fair_seal(const uint8_t secret[ZK_SEED_SIZE], uint32_t game, unsigned who,
                  uint8_t seed[ZK_SEED_SIZE]);

/* ---- Checking a record ---- */

enum zk_fair_kind {
    /* It is not proven. */
    ZK_FAIR_NO_SEEDS,     /* the record says nothing of them */
    ZK_FAIR_UNREADABLE,   /* or what cannot be read */
    ZK_FAIR_HIDDEN,       /* the server's seed is missing, or its commitment */
    ZK_FAIR_UNCOMMITTED,  /* `who` showed a seed without a commitment */
    ZK_FAIR_OTHER_SEED,   /* the seed that `who` showed is not the one committed to */
    ZK_FAIR_UNNUMBERED,   /* an outcome has no number */
    ZK_FAIR_OUT_OF_ORDER, /* draw `from` comes after a later one, or after the last */
    ZK_FAIR_OTHER_DRAW,   /* the seeds give another outcome for draw `from` */
    /* It is proven, but for what these say. */
    ZK_FAIR_FIRST_GAP,
    ZK_FAIR_TAKEN_BACK =
        ZK_FAIR_FIRST_GAP, /* draws `from` to `to` are not in the record: they were taken back */
    ZK_FAIR_LATE,          /* `who` committed to a seed and did not hand it in */
    ZK_FAIR_NO_PART, /* `who` did not commit to one: a bot, or a program that does not know how */
};

struct zk_fair_finding {
    enum zk_fair_kind kind;
    unsigned who;
    uint32_t from, to;
    uint32_t move; /* its place in the record, from 0; for those that concern one */
    zk_move drawn; /* OTHER_DRAW: what the seeds give */
};

/* Whether every outcome in the record is what its seeds give. Each thing that is wrong or missing is told. The record was read
 * with its draws. */
bool zk_fair_verify(const struct zk_record *record, struct zk_trace_scratch *scratch,
                    void (*tell)(void *user, const struct zk_fair_finding *finding),
                    void *user);

#endif
