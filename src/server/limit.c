/* limit.c: see limit.h. */
#include "limit.h"

#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"
#include "../net/bytes.h"

/* ---- Buckets ---- */

/* How long one takes to come back. */
static uint64_t each_us(const struct zk_window *window) {
    uint64_t us = (uint64_t)window->fill_s * 1000000 / window->most;
    return us ? us : 1;
}

/* When a window from which `count` more are taken would be full again. */
static uint64_t full_after(uint64_t full_us, const struct zk_window *window, uint32_t count,
                           uint64_t now_us) {
    return (full_us > now_us ? full_us : now_us) + count * each_us(window);
}

bool zk_bucket_has(const struct zk_bucket *bucket, const struct zk_rate *rate, uint32_t count,
                   uint64_t now_ms) {
    const struct zk_window *window[2] = {&rate->burst, &rate->steady};
    uint64_t now_us = now_ms * 1000;
    for (unsigned i = 0; i < 2; i++)
        if (window[i]->most && full_after(bucket->full_us[i], window[i], count, now_us) >
                                   now_us + window[i]->most * each_us(window[i]))
            return false;
    return true;
}

void zk_bucket_charge(struct zk_bucket *bucket, const struct zk_rate *rate, uint32_t count,
                      uint64_t now_ms) {
    const struct zk_window *window[2] = {&rate->burst, &rate->steady};
    uint64_t now_us = now_ms * 1000;
    for (unsigned i = 0; i < 2; i++) {
        if (!window[i]->most) continue;
        uint64_t full_us = full_after(bucket->full_us[i], window[i], count, now_us);
        uint64_t last_us = now_us + 2 * window[i]->most * each_us(window[i]);
        bucket->full_us[i] = full_us < last_us ? full_us : last_us;
    }
}

bool zk_bucket_spend(struct zk_bucket *bucket, const struct zk_rate *rate, uint32_t count,
                     uint64_t now_ms) {
    if (!zk_bucket_has(bucket, rate, count, now_ms)) return false;
    zk_bucket_charge(bucket, rate, count, now_ms);
    return true;
}

/* ---- Visitors ---- */

static void unlink_idle(struct zk_visitors *visitors, struct zk_visitor *visitor) {
    *(visitor->older ? &visitor->older->newer : &visitors->oldest) = visitor->newer;
    *(visitor->newer ? &visitor->newer->older : &visitors->newest) = visitor->older;
    visitor->older = visitor->newer = NULL;
}

static void link_idle(struct zk_visitors *visitors, struct zk_visitor *visitor) {
    visitor->older = visitors->newest;
    *(visitors->newest ? &visitors->newest->newer : &visitors->oldest) = visitor;
    visitors->newest = visitor;
}

static struct zk_visitor **slot_of(struct zk_visitors *visitors,
                                   const struct zk_address *address) {
    uint64_t high, low;
    memcpy(&high, address->bytes, 8);
    memcpy(&low, address->bytes + 8, 8);
    return &visitors
                ->slot[zk_rng_mix(zk_rng_mix(visitors->key ^ high) ^ low) % ZK_VISITOR_SLOTS];
}

static void forget(struct zk_visitors *visitors, struct zk_visitor *visitor) {
    struct zk_visitor **at = slot_of(visitors, &visitor->address);
    while (*at != visitor) at = &(*at)->next;
    *at = visitor->next;
    unlink_idle(visitors, visitor);
    free(visitor);
    visitors->count--;
}

struct zk_visitor *zk_visitors_find(struct zk_visitors *visitors,
                                    const struct zk_address *address, uint64_t now_ms) {
    struct zk_address counted = zk_address_network(address);
    struct zk_visitor *visitor = *slot_of(visitors, &counted);
    while (visitor && !zk_address_same(&visitor->address, &counted)) visitor = visitor->next;
    if (visitor) {
        if (!visitor->connections) unlink_idle(visitors, visitor);
    } else {
        if (visitors->count >= ZK_VISITORS_MAX && visitors->oldest)
            forget(visitors, visitors->oldest);
        struct zk_visitor **slot = slot_of(visitors, &counted);
        visitor = zk_allocate(sizeof *visitor);
        visitor->address = counted;
        visitor->next = *slot;
        *slot = visitor;
        visitors->count++;
    }
    visitor->seen_ms = now_ms;
    if (!visitor->connections) link_idle(visitors, visitor);
    return visitor;
}

void zk_visitor_enter(struct zk_visitors *visitors, struct zk_visitor *visitor) {
    if (!visitor->connections++) unlink_idle(visitors, visitor);
}

void zk_visitor_leave(struct zk_visitors *visitors, struct zk_visitor *visitor,
                      uint64_t now_ms) {
    visitor->seen_ms = now_ms;
    if (!--visitor->connections) link_idle(visitors, visitor);
}

void zk_visitors_sweep(struct zk_visitors *visitors, uint64_t now_ms) {
    while (visitors->oldest && now_ms >= visitors->oldest->seen_ms + ZK_VISITOR_KEPT_MS)
        forget(visitors, visitors->oldest);
}

void zk_visitors_free(struct zk_visitors *visitors) {
    for (size_t i = 0; i < ZK_VISITOR_SLOTS; i++)
        for (struct zk_visitor *visitor; (visitor = visitors->slot[i]);) {
            visitors->slot[i] = visitor->next;
            free(visitor);
        }
    visitors->oldest = visitors->newest = NULL;
    visitors->count = 0;
}
