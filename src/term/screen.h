/* screen.h: the face for a whole terminal, on ncurses: the board, the choices, the log, and a line that says
 * what is expected.
 *
 * A move is chosen as a person thinks of it: first a card, then a place (choose.h). A game that draws its board says
 * where on it things lie: arrows and clicks go about there. The list below has what can be chosen now; Tab and figures
 * go through it, Enter chooses, Escape goes back. A colon opens a line for a move in notation. */
#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include "choose.h"
#include "sitting.h"

enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80 };

/* What a game draws on: rows from 0, and what is chosen so far and pointed at. */
struct canvas {
    const struct model *model;
    int rows, columns;       /* that there are for the board */
    const struct path *path; /* part by part */
    const char *pointed;     /* the part under the cursor, or "" */
    const struct choices *choices;
    struct spots *spots; /* NULL: what is drawn is covered by something */
    int top;             /* the screen's row in which it begins */
};

/* Text there, cut off where the columns end; `mark` is one of the below. Returns the column behind it. */
enum mark { PLAIN, BOLD, DIM, REVERSE, RED, BLUE, GREEN, YELLOW, MAGENTA };
int canvas_put(const struct canvas *canvas, int row, int column, enum mark mark,
               const char *text);
/* The same, cut off after so many columns, and folded into at most so many rows; returns the row below. */
int canvas_fold(const struct canvas *canvas, int row, int column, int rows, int columns,
                enum mark mark, const char *text);
/* A box of line art. */
void canvas_box(const struct canvas *canvas, int row, int column, int height, int width,
                enum mark mark);
/* Here lies what is chosen by that part: arrows and clicks reach it. */
void canvas_spot(const struct canvas *canvas, int row, int column, int height, int width,
                 const char *part);
/* Here it would lie, if the window were larger: arrows reach it, and the board moves. */
void canvas_spot_beyond(const struct canvas *canvas, int row, int column, int height,
                        int width, const char *part);
/* Whether that part can be chosen now. */
bool canvas_can(const struct canvas *canvas, const char *part);

/* How a game is drawn and played here; all but `draw` may be missing. */
struct term_drawn {
    /* How many rows the board needs at least. Without it the list below has all that can be chosen: up and down go
     * through it, figures choose in it, and the board has what lies side by side. */
    int (*rows)(const struct model *model, struct value view);
    void (*draw)(const struct canvas *canvas, struct value view);
    /* By what a move is chosen, step by step (choose.h). */
    struct phrase (*part)(const char *move, unsigned step);
    /* What lies there, or what choosing it would be, in words. */
    void (*about)(const struct model *model, struct value view, const struct path *path,
                  const char *part, struct zk_text *out);
    /* Whether a path ends in something that is opened, to be read: its choices are in the list alone. */
    bool (*opens)(const struct path *path);
    /* The move that somebody means who chooses what cannot be chosen; its refusal says why. */
    void (*attempt)(const struct model *model, struct value view, const struct path *path,
                    const char *part, struct zk_text *out);
    /* The signs on the board, line by line. */
    void (*legend)(const struct model *model, struct value view, struct zk_text *out);
};

/* Whether this terminal can show it: input and output are one, it is not dumb, and it is large enough. */
bool screen_can(void);
/* The terminal is taken, and given back; also by a signal that ends the program. */
void screen_begin(void);
void screen_end(void);
/* Plays on the screen, which has been begun, until the person leaves or the link is gone. */
void screen_run(struct sitting *sitting);

/* For who else has the screen (review_screen.c): a text from that row on, folded into so many rows, of which those used are returned; a table, with so many
 * rows for its board and below it for its log; a page over everything. */
int screen_put(int row, int rows, enum mark mark, const char *text);
void screen_table(const struct model *model, int board, int log);
/* Who won and why, and the points, from that row on. */
void screen_put_end(const struct model *model, int row, int rows);
void screen_page(const char *text);
/* A key, which is waited for or ERR; KEY_EXIT when the program is to end. */
int screen_key(bool waits);

#endif
