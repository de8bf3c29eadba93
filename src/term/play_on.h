/* play_on.h: a game with bots from the middle of a record: a table in this process that begins with its first moves.
 *
 * The record stays as it is. A local table is kept as lines (table/local.h), so such a table is written, not played: the
 * line that opens it, who sits there, and the moves. The bots learn of these moves what their seats were told. */
#ifndef TERM_PLAY_ON_H
#define TERM_PLAY_ON_H

#include "review.h"
#include "sitting.h"

/* In whose seat one would play on: the reader's own; or a person's, who is in turn if possible; or who is in turn. */
char play_on_seat(const struct review *review);
/* Somebody in that seat, and bots in the others, where the review is now; the game is not over there. Free it by sitting_free. NULL: there is no
 * memory, or no thread. */
struct sitting *play_on(const struct review *review, char seat);

#endif
