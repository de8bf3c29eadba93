/* screen.h: the face for a whole terminal, on ncurses: the board, the choices, the log, and a line that says
 * what is expected.
 *
 * A move is chosen as a person thinks of it: first a card, then a place. The list below the board has what
 * can be chosen now; arrows, figures, Enter and the mouse choose, Escape goes back. A colon opens a line
 * for a move in notation. */
#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include "sitting.h"

enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80 };

/* What a game draws on: rows from 0, and what is chosen so far or pointed at, in notation. */
struct canvas {
    const struct model *model;
    int rows, columns;  /* that there are for the board */
    const char *chosen; /* "play RB>R", "play RB", or "" */
};

/* Text there, cut off where the columns end; `mark` is one of the below. Returns the column behind it. */
enum mark { PLAIN, BOLD, DIM, REVERSE, RED, BLUE, GREEN, YELLOW, MAGENTA };
int canvas_put(const struct canvas *canvas, int row, int column, enum mark mark,
               const char *text);
/* A box of line art. */
void canvas_box(const struct canvas *canvas, int row, int column, int height, int width,
                enum mark mark);

/* Whether this terminal can show it: input and output are one, it is not dumb, and it is large enough. */
bool screen_can(void);
/* Plays until the person leaves or the link is gone. The terminal is as it was when this returns, and also after
 * a signal that ends the program. */
void screen_run(struct sitting *sitting);

#endif
