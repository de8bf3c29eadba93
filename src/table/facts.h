/* facts.h: what a front end must know before anything happens at a table: games, seats, options, bots, the words and
 * limits of the protocol. Written once by the engine, so that no client has a list of its own. */
#ifndef ZK_FACTS_H
#define ZK_FACTS_H

#include "../core/json.h"

enum { ZK_FACTS_SIZE_MAX = 32 * 1024 };

/* One JSON object; web/scripts/facts.mjs makes TypeScript of it. */
void zk_facts_write(struct zk_json_out *out);

#endif
