/* commits.h: the commitments to seeds of a game at a server's table, as this client was told of them; docs/fair.md.
 *
 * A seed leaves this device when everybody who takes part has committed, and the record has to have the same commitments: a
 * server that knows our seed could otherwise choose its own. */
#ifndef TERM_COMMITS_H
#define TERM_COMMITS_H

#include "core/seeds.h"
#include "value.h"

/* Digits of each, the server's at ZK_SEED_OF_SERVER; "" for none. */
struct commits {
    char of[ZK_SEEDS_COUNT][ZK_SEED_TEXT_SIZE];
    uint8_t done; /* bits: seats that have handed theirs in, or are late */
};

enum { COMMITS_TEXT_SIZE = ZK_SEEDS_COUNT * ZK_SEED_TEXT_SIZE + 1 };

/* Takes note of an entry, as events and snapshots have it. */
void commits_note(struct commits *commits, struct value entry);
/* Those of the game on the table alone, of which `seeds` are waited for; false while one of them is not known. */
bool commits_whole(const struct commits *commits, struct value seeds, struct commits *whole);
bool commits_any(const struct commits *commits);
bool commits_same(const struct commits *one, const struct commits *other);
/* Whose commitment, or whose seed that took part, is another one in the first line of a record; -1: nobody's. */
int commits_changed(const struct commits *told, struct value head);

/* "S8f…A03…": the letter of each, S for the server, and its digits. Nothing is read from what is not that. */
void commits_print(const struct commits *commits, char text[COMMITS_TEXT_SIZE]);
void commits_read(struct commits *commits, const char *text);

#endif
