/* forwarded.h: who asks when proxies stand between: the hops that X-Forwarded-For and Forwarded
 * (RFC 7239) name.
 *
 * Each proxy adds at the end whom it was asked by. What a proxy that we trust has added is true, and
 * whatever stands before it was said by the one it names. So hops are gone through from the last, and the
 * first that is no proxy of ours is who counts, whatever is claimed further on. */
#ifndef ZK_FORWARDED_H
#define ZK_FORWARDED_H

#include "address.h"

enum { ZK_HOPS_MAX = 32 }; /* those before the last so many are never looked at */

/* The hops of one header, over all its lines. Zero is none. */
struct zk_hops {
    struct {
        bool known; /* it is an address, not "unknown", a name or nonsense */
        struct zk_address address;
    } hop[ZK_HOPS_MAX];
    unsigned count; /* of all; hop n lies at n % ZK_HOPS_MAX */
};

/* Adds what a line of that header says, in the order of lines. Of a line of Forwarded that breaks the
 * grammar nothing is known, since who is named where in it is a guess. */
void zk_hops_add_x_forwarded_for(struct zk_hops *hops, const char *line);
void zk_hops_add_forwarded(struct zk_hops *hops, const char *line);

/* Who asks, for whom `peer` has opened the connection. Where the last trusted proxy does not
 * say an address, that proxy. */
struct zk_address zk_hops_asker(const struct zk_hops *hops, const struct zk_ranges *trusted,
                                const struct zk_address *peer);
/* The same of both headers. A proxy adds to one of them and lets the other pass as its client sent
 * it, and which is which nobody knows: when they name two, neither is believed, and `peer` counts. */
struct zk_address zk_hops_asker_of_both(const struct zk_hops *x_forwarded_for,
                                        const struct zk_hops *forwarded,
                                        const struct zk_ranges *trusted,
                                        const struct zk_address *peer);

#endif
