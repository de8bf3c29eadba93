/* chain.h: check sums over what is stored, the same in every store.
 *
 * The sums of a table are a chain: it starts with the head and its hashed tokens, and each entry's
 * sum is made of the one before it, the entry's number and its line. So an entry that was changed,
 * moved, left out or brought from another table does not fit, nor does any after it. A store keeps
 * how many entries there are beside them, so that a chain that was cut off is found as well.
 *
 * People's names are not in the chain, only that an entry has one: a name can be deleted, and has a
 * sum of its own that says where it belongs.
 *
 * The sums find damage. They are no proof against somebody who can write to the store. */
#ifndef ZK_CHAIN_H
#define ZK_CHAIN_H

#include "store.h"

bool zk_sum_same(const struct zk_sum *a, const struct zk_sum *b);
/* Adds to a set, or takes from it: the sum of a set does not depend on the order. */
void zk_sum_toggle(struct zk_sum *set, const struct zk_sum *member);

/* Where a table's chain starts: everything in the head but `aside`. What heads get in later versions
 * counts only where it is not zero, so that the chains of older tables stay as they are. */
void zk_chain_start(const struct zk_stored_table *head, struct zk_sum *sum);
/* The sum that is kept with the head: of its chain's start and `aside`. */
void zk_chain_head(const struct zk_sum *start, const char *aside, struct zk_sum *sum);
/* The next link: the entry of this number, as its line is stored, without the name. */
void zk_chain_entry(const struct zk_sum *before, uint32_t number, bool has_name,
                    const char *line, size_t size, struct zk_sum *sum);
/* The end of the chain as it is now: the last link, and what the store notes there. */
void zk_chain_end(const struct zk_sum *last, const char *note, size_t size,
                  struct zk_sum *sum);

/* Of what is not in a chain. */
void zk_chain_name(const char *table, uint32_t number, const char *name, size_t size,
                   struct zk_sum *sum);
void zk_chain_record(const char *table, uint32_t game, uint64_t ended_ms, const char *record,
                     size_t size, struct zk_sum *sum);
/* A member of a list: of all tables, or of all records (`number` is the game's). */
void zk_chain_member(const char *table, uint32_t number, struct zk_sum *sum);

#endif
