/* thinking.c: see thinking.h. */
#include "thinking.h"

#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"
#include "../net/bytes.h"

enum { HINTS, BOTS };

static struct zk_queue **slot_of(struct zk_thinking *thinking,
                                 const struct zk_address *address) {
    uint64_t high, low;
    memcpy(&high, address->bytes, 8);
    memcpy(&low, address->bytes + 8, 8);
    return &thinking
                ->slot[zk_rng_mix(zk_rng_mix(thinking->key ^ high) ^ low) % ZK_QUEUE_SLOTS];
}

/* The queue of an address; a new one has its turn after all others. */
static struct zk_queue *queue_of(struct zk_thinking *thinking,
                                 const struct zk_address *address) {
    struct zk_queue **slot = slot_of(thinking, address), *queue = *slot;
    while (queue && memcmp(&queue->address, address, sizeof *address) != 0)
        queue = queue->hash_next;
    if (queue) return queue;
    queue = zk_allocate(sizeof *queue);
    queue->address = *address;
    queue->hash_next = *slot;
    *slot = queue;
    struct zk_queue *turn = thinking->turn;
    if (turn) {
        queue->next_turn = turn;
        queue->last_turn = turn->last_turn;
        turn->last_turn->next_turn = queue;
        turn->last_turn = queue;
    } else {
        thinking->turn = queue->next_turn = queue->last_turn = queue;
    }
    return queue;
}

static void end_queue(struct zk_thinking *thinking, struct zk_queue *queue) {
    struct zk_queue **at = slot_of(thinking, &queue->address);
    while (*at != queue) at = &(*at)->hash_next;
    *at = queue->hash_next;
    if (thinking->turn == queue)
        thinking->turn = queue->next_turn == queue ? NULL : queue->next_turn;
    queue->last_turn->next_turn = queue->next_turn;
    queue->next_turn->last_turn = queue->last_turn;
    free(queue);
}

void zk_thinking_put(struct zk_thinking *thinking, const struct zk_address *address, bool hint,
                     struct zk_waiting *waiting) {
    struct zk_queue *queue = queue_of(thinking, address);
    int kind = hint ? HINTS : BOTS;
    waiting->queue = queue;
    waiting->hint = hint;
    waiting->next = NULL;
    waiting->previous = queue->last[kind];
    *(queue->last[kind] ? &queue->last[kind]->next : &queue->first[kind]) = waiting;
    queue->last[kind] = waiting;
    thinking->count++;
}

void zk_thinking_remove(struct zk_thinking *thinking, struct zk_waiting *waiting) {
    struct zk_queue *queue = waiting->queue;
    int kind = waiting->hint ? HINTS : BOTS;
    *(waiting->previous ? &waiting->previous->next : &queue->first[kind]) = waiting->next;
    *(waiting->next ? &waiting->next->previous : &queue->last[kind]) = waiting->previous;
    waiting->queue = NULL;
    thinking->count--;
    if (!queue->first[HINTS] && !queue->first[BOTS]) end_queue(thinking, queue);
}

struct zk_waiting *zk_thinking_next(struct zk_thinking *thinking) {
    struct zk_queue *queue = thinking->turn;
    if (!queue) return NULL;
    struct zk_waiting *next = queue->first[HINTS] ? queue->first[HINTS] : queue->first[BOTS];
    thinking->turn = queue->next_turn;
    zk_thinking_remove(thinking, next);
    return next;
}
