/* limit.h: how much may be asked for: by a connection, from an address, for a seat, at a table. Time is
 * passed in. */
#ifndef ZK_LIMIT_H
#define ZK_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../net/address.h"

struct zk_guest;

/* At most `most` at once; after fill_s without any it is full again. most 0: no limit. */
struct zk_window {
    uint32_t most, fill_s;
};

/* Both hold: a short one for bursts, and one of about an hour for what goes on and on. */
struct zk_rate {
    struct zk_window burst, steady;
};

/* What is left of a rate: when each of its windows will be full again. Zero is untouched. */
struct zk_bucket {
    uint64_t full_us[2];
};

/* Takes `count`; false, and nothing taken, when one of the windows has not so many. */
bool zk_bucket_spend(struct zk_bucket *bucket, const struct zk_rate *rate, uint32_t count,
                     uint64_t now_ms);
/* Takes `count` whether there are so many or not: for work whose cost is known when it is done. At most
 * as much again is owed as a window holds. */
void zk_bucket_charge(struct zk_bucket *bucket, const struct zk_rate *rate, uint32_t count,
                      uint64_t now_ms);
/* Whether `count` could be taken. */
bool zk_bucket_has(const struct zk_bucket *bucket, const struct zk_rate *rate, uint32_t count,
                   uint64_t now_ms);

/* What one address has used: an IPv4 address, or the first 56 bits of an IPv6 one, which is what one
 * household gets. */
struct zk_visitor {
    struct zk_visitor *next; /* in its slot */
    struct zk_visitor *older,
        *newer; /* among those without a connection, by when they were seen */
    struct zk_address address;
    uint32_t connections, leaving; /* of those, some were shown the door */
    uint32_t held;                 /* bytes of messages that wait, of all its connections */
    struct zk_bucket messages, opens, work, watching;
    uint64_t seen_ms;

    /* Of the server's turns (server/turns.c). */
    uint64_t turn, late_turn; /* the last in which it did something, and had to wait */
    uint32_t turn_work;       /* what was done for it in that turn */
    struct zk_guest *waiting, *waiting_last; /* connections with messages for the next turn */
    struct zk_visitor *waiting_next;
};

enum {
    ZK_VISITOR_SLOTS = 16384,
    ZK_VISITORS_MAX = 65536,
    ZK_VISITOR_KEPT_MS = 2 * 3600 * 1000, /* as long as the slowest of their windows */
};

struct zk_visitors {
    struct zk_visitor *slot[ZK_VISITOR_SLOTS];
    struct zk_visitor *oldest, *newest; /* without a connection */
    uint64_t key; /* so that nobody can choose addresses that share a slot */
    size_t count;
};

/* The visitor from this address. A new one takes the place of the one who was not seen for longest,
 * should there be too many; who has a connection stays. */
struct zk_visitor *zk_visitors_find(struct zk_visitors *visitors,
                                    const struct zk_address *address, uint64_t now_ms);
/* A connection from there more, or one less. */
void zk_visitor_enter(struct zk_visitors *visitors, struct zk_visitor *visitor);
void zk_visitor_leave(struct zk_visitors *visitors, struct zk_visitor *visitor,
                      uint64_t now_ms);
/* Forgets those who have no connection and were not seen for a while. */
void zk_visitors_sweep(struct zk_visitors *visitors, uint64_t now_ms);
void zk_visitors_free(struct zk_visitors *visitors);

#endif
