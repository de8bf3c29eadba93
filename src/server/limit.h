/* limit.h: how much one connection, and one address, may ask for. Time is passed in. */
#ifndef ZK_LIMIT_H
#define ZK_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../net/address.h"

/* A bucket that holds at most `most` and fills by `each_s` a second. Zero is an untouched, full
 * one. */
struct zk_bucket {
    uint64_t at_ms;
    uint32_t taken_milli; /* what is missing, in thousandths */
};

struct zk_rate {
    uint32_t most, each_s_milli; /* most 0: no limit */
};

/* Takes `count` from the bucket; false when it has not so many. */
bool zk_bucket_spend(struct zk_bucket *bucket, const struct zk_rate *rate, uint32_t count,
                     uint64_t now_ms);

/* What one address has used. */
struct zk_visitor {
    struct zk_visitor *next;
    struct zk_address address;
    uint32_t connections;
    struct zk_bucket messages, opens;
    uint64_t seen_ms;
};

enum { ZK_VISITOR_SLOTS = 4096, ZK_VISITORS_MAX = 65536, ZK_VISITOR_KEPT_MS = 10 * 60 * 1000 };

struct zk_visitors {
    struct zk_visitor *slot[ZK_VISITOR_SLOTS];
    uint64_t key; /* so that nobody can choose addresses that share a slot */
    size_t count;
};

/* The visitor from this address, new if need be; NULL when there are too many. */
struct zk_visitor *zk_visitors_find(struct zk_visitors *visitors,
                                    const struct zk_address *address, uint64_t now_ms);
/* Forgets those who have no connection and were not seen for a while. */
void zk_visitors_sweep(struct zk_visitors *visitors, uint64_t now_ms);
void zk_visitors_free(struct zk_visitors *visitors);

#endif
