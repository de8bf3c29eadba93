/* line_moves.h: moves in line mode: the list of them, and which one was meant by what is typed. */
#ifndef TERM_LINE_MOVES_H
#define TERM_LINE_MOVES_H

#include "line.h"

/* Those of the seat, numbered; many of them by what is chosen first. When there are none: whose turn it is.
 * Returns whether some numbers stand for several. */
bool line_say_moves(const struct line_face *face, struct zk_text *out);
/* The same, printed, and how one goes on. */
void line_list_moves(const struct line_face *face);
/* A line that is no command: a move, the number of one, or the rest of the one begun. */
void line_try_move(struct line_face *face, const char *line);
/* What it would do, or why it is not allowed. */
void line_tell_why(struct line_face *face, const char *line);
/* What was typed is no move: with the verb of the others it may be one. False when that was tried. */
bool line_try_again(struct line_face *face);

#endif
