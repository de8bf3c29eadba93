/* why.h: why a bot of Yokai does something. `why` may be NULL. */
#ifndef ZK_YOKAI_WHY_H
#define ZK_YOKAI_WHY_H

#include "../../games/yokai/yokai.h"

/* The sentences; ended by a NULL key. */
extern const struct zk_phrase zk_yokai_reasons[];

/* A sentence with one number: a card, counted from 1, or a share of a hundred. */
void zk_yokai_say(struct zk_sentence *why, const char *key, unsigned number);
/* Why a hint is laid, or turned up. */
void zk_yokai_say_hint(struct zk_sentence *why, zk_move move);

#endif
