/* shared.h: the bots that every game has, see shared.c. */
#ifndef ZK_SHARED_BOTS_H
#define ZK_SHARED_BOTS_H

#include "bot.h"

extern const struct zk_bot *const zk_shared_bots[]; /* ended by NULL */

#endif
