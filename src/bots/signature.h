/* signature.h: one number for everything that is played here.
 *
 * A hash over the records of fixed games of every kind. It is the same on every machine and in
 * every build, and changes only when play does: a rule, a bot, the random numbers, the format. */
#ifndef ZK_SIGNATURE_H
#define ZK_SIGNATURE_H

#include "../core/game.h"

/* Fixed settings number `index` of a game: the defaults, then each other value of each option by
 * itself. False when there are no more. */
bool zk_signature_settings(const struct zk_game *game, unsigned index,
                           struct zk_settings *settings);
/* 64-bit FNV-1a over the records of `random` and `greedy`, in every game and fixed settings. */
uint64_t zk_signature(void);

#endif
