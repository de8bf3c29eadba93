/* thinking.h: whose thought is next.
 *
 * Bots' moves and hints wait here until a thinking thread is free. Addresses take turns: each
 * that waits gets one thought, then it is the next one's turn; so what a newcomer asks for waits
 * for at most one thought of every other address, however many those have put in. Within an address a
 * hint, for which a person waits, comes before bots. Nothing here knows threads or time: reads of tables
 * take turns in the same way. */
#ifndef ZK_THINKING_H
#define ZK_THINKING_H

#include <stdbool.h>
#include <stdint.h>

#include "../net/address.h"

/* One that waits: the caller's memory, in a job of the caller's. */
struct zk_waiting {
    struct zk_waiting *next, *previous;
    struct zk_queue *queue; /* whose it is, while it waits; else NULL */
    bool hint;
};

/* The waiting of one address, which is here while it has any. */
struct zk_queue {
    struct zk_address address;
    struct zk_waiting *first[2], *last[2];  /* hints, bots */
    struct zk_queue *next_turn, *last_turn; /* in a ring, by turns */
    struct zk_queue *hash_next;
};

enum { ZK_QUEUE_SLOTS = 256 };

/* Zero, but for the key, is an empty one. */
struct zk_thinking {
    struct zk_queue *turn; /* whose turn is next */
    struct zk_queue *slot[ZK_QUEUE_SLOTS];
    uint64_t key;   /* so that nobody can choose addresses that share a slot */
    uint32_t count; /* of all that wait */
};

void zk_thinking_put(struct zk_thinking *thinking, const struct zk_address *address, bool hint,
                     struct zk_waiting *waiting);
/* The next, which waits no longer; NULL when none does. */
struct zk_waiting *zk_thinking_next(struct zk_thinking *thinking);
/* One that waits is not wanted any more. Nobody's turn changes. */
void zk_thinking_remove(struct zk_thinking *thinking, struct zk_waiting *waiting);

#endif
