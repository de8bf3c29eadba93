/* signature.h: what is played here, as numbers that can be compared.
 *
 * One line for each game, each bot that knows it and each of the game's fixed settings, such as
 *
 *   sketch strong edition=fr 0123456789abcdef
 *
 * with the hash of records of fixed games. A line depends on that game and that bot alone: adding
 * a game, a bot, a value of an option or a version of the rules (rules=2) adds lines and changes none. It is the same on every machine
 * and in every build, and changes only when play does: a rule, a bot, the random numbers, the format
 * of records. tests/signature.txt pins it. */
#ifndef ZK_SIGNATURE_H
#define ZK_SIGNATURE_H

#include "../core/game.h"
#include "bot.h"

/* Fixed settings number `index` of a game: the defaults, then each other value of each option by
 * itself; then the same by each older version of the rules. False when there are no more. */
bool zk_signature_settings(const struct zk_game *game, unsigned index,
                           struct zk_settings *settings);
/* Plays the fixed games of one game and one bot. `line` is given each line, without a line break,
 * when its games are over; the hash is 64-bit FNV-1a over the lines of their records. */
void zk_signature_of(const struct zk_game *game, const struct zk_bot *bot,
                     void (*line)(void *user, const char *text), void *user);
/* The same for every game and every bot, in the order of their lists: some seconds. */
void zk_signature(void (*line)(void *user, const char *text), void *user);

#endif
