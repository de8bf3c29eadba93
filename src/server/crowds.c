/* crowds.c: whose table gives way, when there are too many in memory or they take too much of it.
 *
 * Each table is shared out among those who are there or wait for an answer from there, and what comes to an address in all is
 * what it has. The table goes where even the one who has least of them has most. So a few addresses that are at very many tables
 * put out nobody who plays elsewhere, and no table goes because such an address watches it. */
#include <string.h>

#include "../core/rng.h"
#include "inside.h"

enum { CROWDS = 1024, TABLE = 1024 /* parts in which a place is shared out */ };

/* What each address has, as far as it hashes. */
struct shares {
    const struct zk_server *server;
    uint64_t of[CROWDS];
};

/* Those who hold a table. */
struct holders {
    unsigned count;
    uint64_t least; /* what the one has who has least */
};

static void give(struct shares *shares, const struct zk_guest *guest, uint64_t part,
                 struct holders *holders) {
    uint64_t high, low;
    memcpy(&high, guest->visitor->address.bytes, 8);
    memcpy(&low, guest->visitor->address.bytes + 8, 8);
    uint64_t key = shares->server->visitors.key;
    uint64_t *has = &shares->of[zk_rng_mix(zk_rng_mix(key ^ high) ^ low) % CROWDS];
    *has += part;
    if (!holders->count++ || *has < holders->least) holders->least = *has;
}

/* Gives a part to each who holds the table. */
static struct holders give_all(struct shares *shares, const struct zk_live_table *live,
                               uint64_t part) {
    const struct zk_door *door = &live->door;
    struct holders holders = {0};
    for (const struct zk_listener *at = door->listeners; at; at = at->next)
        give(shares, at->to, part, &holders);
    for (const struct zk_ask *ask = door->first; ask; ask = ask->next)
        give(shares, ask->from, part, &holders);
    if (door->asker) give(shares, door->asker->from, part, &holders);
    for (const struct zk_think_job *job = live->hints; job; job = job->next_hint)
        give(shares, job->thought.ask->from, part, &holders);
    return holders;
}

static uint64_t parts_of(const struct zk_live_table *live, bool by_memory) {
    return by_memory ? live->size : TABLE;
}

struct zk_live_table *crowds_choose(struct zk_server *server, bool by_memory, uint64_t above) {
    struct shares shares = {.server = server};
    struct zk_live_table *chosen = NULL;
    uint64_t most = by_memory ? above : above * TABLE;
    for (struct zk_live_table *live = server->oldest; live; live = live->newer) {
        unsigned count = give_all(&shares, live, 0).count;
        if (count) give_all(&shares, live, parts_of(live, by_memory) / count);
    }
    for (struct zk_live_table *live = server->oldest; live; live = live->newer) {
        struct holders holders = give_all(&shares, live, 0);
        bool larger = by_memory && chosen && live->size > chosen->size;
        if (!holders.count || holders.least < most || (holders.least == most && !larger))
            continue;
        most = holders.least;
        chosen = live;
    }
    return chosen;
}
