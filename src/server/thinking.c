/* thinking.c: see thinking.h. */
#include "thinking.h"

#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"
#include "../net/bytes.h"

enum { HINTS, BOTS };

static struct zk_share **slot_of(struct zk_thinking *thinking,
                                 const struct zk_address *address) {
    uint64_t high, low;
    memcpy(&high, address->bytes, 8);
    memcpy(&low, address->bytes + 8, 8);
    return &thinking
                ->slot[zk_rng_mix(zk_rng_mix(thinking->key ^ high) ^ low) % ZK_SHARE_SLOTS];
}

/* The share of an address; a new one has its turn after all others. */
static struct zk_share *share_of(struct zk_thinking *thinking,
                                 const struct zk_address *address) {
    struct zk_share **slot = slot_of(thinking, address), *share = *slot;
    while (share && memcmp(&share->address, address, sizeof *address) != 0)
        share = share->hash_next;
    if (share) return share;
    share = zk_allocate(sizeof *share);
    share->address = *address;
    share->hash_next = *slot;
    *slot = share;
    struct zk_share *turn = thinking->turn;
    if (turn) {
        share->next_turn = turn;
        share->last_turn = turn->last_turn;
        turn->last_turn->next_turn = share;
        turn->last_turn = share;
    } else {
        thinking->turn = share->next_turn = share->last_turn = share;
    }
    return share;
}

static void end_share(struct zk_thinking *thinking, struct zk_share *share) {
    struct zk_share **at = slot_of(thinking, &share->address);
    while (*at != share) at = &(*at)->hash_next;
    *at = share->hash_next;
    if (thinking->turn == share)
        thinking->turn = share->next_turn == share ? NULL : share->next_turn;
    share->last_turn->next_turn = share->next_turn;
    share->next_turn->last_turn = share->last_turn;
    free(share);
}

void zk_thinking_put(struct zk_thinking *thinking, const struct zk_address *address, bool hint,
                     struct zk_waiting *waiting) {
    struct zk_share *share = share_of(thinking, address);
    int kind = hint ? HINTS : BOTS;
    waiting->share = share;
    waiting->hint = hint;
    waiting->next = NULL;
    waiting->previous = share->last[kind];
    *(share->last[kind] ? &share->last[kind]->next : &share->first[kind]) = waiting;
    share->last[kind] = waiting;
    thinking->count++;
}

void zk_thinking_remove(struct zk_thinking *thinking, struct zk_waiting *waiting) {
    struct zk_share *share = waiting->share;
    int kind = waiting->hint ? HINTS : BOTS;
    *(waiting->previous ? &waiting->previous->next : &share->first[kind]) = waiting->next;
    *(waiting->next ? &waiting->next->previous : &share->last[kind]) = waiting->previous;
    waiting->share = NULL;
    thinking->count--;
    if (!share->first[HINTS] && !share->first[BOTS]) end_share(thinking, share);
}

struct zk_waiting *zk_thinking_next(struct zk_thinking *thinking) {
    struct zk_share *share = thinking->turn;
    if (!share) return NULL;
    struct zk_waiting *next = share->first[HINTS] ? share->first[HINTS] : share->first[BOTS];
    thinking->turn = share->next_turn;
    zk_thinking_remove(thinking, next);
    return next;
}
