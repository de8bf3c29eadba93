/* entries.h: how a table keeps its entries; for table.c. */
#ifndef ZK_ENTRIES_H
#define ZK_ENTRIES_H

#include "table.h"

/* Puts an entry behind those that are there, without counting it; the host has given memory for it. */
struct zk_kept_entry *zk_entries_put(struct zk_table *table, const struct zk_entry *entry);
/* Forgets the words of the entries after now.count, which went up to `count`. */
void zk_entries_go_back(struct zk_table *table, uint32_t count);
/* Deletes an entry's name. */
void zk_entries_forget_name(struct zk_table *table, uint32_t number);

/* A byte that is the same for the same requests: 0 for none, and for no other. */
uint8_t zk_request_byte(const char *request);

#endif
