/* limit.c: see limit.h. */
#include "limit.h"

#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"

bool zk_bucket_spend(struct zk_bucket *bucket, const struct zk_rate *rate, uint32_t count,
                     uint64_t now_ms) {
    if (!rate->most) return true;
    uint64_t passed_ms = now_ms > bucket->at_ms ? now_ms - bucket->at_ms : 0;
    uint64_t filled =
        passed_ms > 3600 * 1000 ? UINT32_MAX : passed_ms * rate->each_s_milli / 1000;
    uint64_t taken = bucket->taken_milli > filled ? bucket->taken_milli - filled : 0;
    bool enough = taken + (uint64_t)count * 1000 <= (uint64_t)rate->most * 1000;
    if (enough) taken += (uint64_t)count * 1000;
    /* What has filled less than a thousandth is not counted as passed. */
    if (filled || enough) bucket->at_ms = now_ms;
    bucket->taken_milli = (uint32_t)taken;
    return enough;
}

static size_t slot_of(const struct zk_visitors *visitors, const struct zk_address *address) {
    uint64_t high, low;
    memcpy(&high, address->bytes, 8);
    memcpy(&low, address->bytes + 8, 8);
    return zk_rng_mix(zk_rng_mix(visitors->key ^ high) ^ low) % ZK_VISITOR_SLOTS;
}

struct zk_visitor *zk_visitors_find(struct zk_visitors *visitors,
                                    const struct zk_address *address, uint64_t now_ms) {
    struct zk_visitor **slot = &visitors->slot[slot_of(visitors, address)];
    struct zk_visitor *visitor = *slot;
    while (visitor && memcmp(&visitor->address, address, sizeof *address) != 0)
        visitor = visitor->next;
    if (!visitor) {
        if (visitors->count == ZK_VISITORS_MAX) return NULL;
        visitor = calloc(1, sizeof *visitor);
        if (!visitor) return NULL;
        visitor->address = *address;
        visitor->next = *slot;
        *slot = visitor;
        visitors->count++;
    }
    visitor->seen_ms = now_ms;
    return visitor;
}

void zk_visitors_sweep(struct zk_visitors *visitors, uint64_t now_ms) {
    for (size_t i = 0; i < ZK_VISITOR_SLOTS; i++) {
        for (struct zk_visitor **at = &visitors->slot[i]; *at;) {
            struct zk_visitor *visitor = *at;
            if (visitor->connections || now_ms < visitor->seen_ms + ZK_VISITOR_KEPT_MS) {
                at = &visitor->next;
                continue;
            }
            *at = visitor->next;
            free(visitor);
            visitors->count--;
        }
    }
}

void zk_visitors_free(struct zk_visitors *visitors) {
    for (size_t i = 0; i < ZK_VISITOR_SLOTS; i++)
        for (struct zk_visitor *visitor; (visitor = visitors->slot[i]);) {
            visitors->slot[i] = visitor->next;
            free(visitor);
        }
    visitors->count = 0;
}
