/* sitting.h: one person and programs at a table in the terminal; the command `play`. */
#ifndef ZASHIKI_SITTING_H
#define ZASHIKI_SITTING_H

#include <stdio.h>

#include "bots/selfplay.h"
#include "command/command.h"
#include "command/terminal.h"

enum { SITTING_LINE_SIZE = 256 };

/* A game in progress. `state` is the truth and is only asked for views and legal moves; whatever
 * is printed comes from the view of `seat`, or from print_move for it. */
struct sitting {
    const struct request *request;
    const struct zk_game *game;
    struct zk_settings settings;
    uint32_t seats;
    int seat; /* the person's */
    uint64_t seed;
    struct zk_selfplay play; /* luck, and the programs in the other seats */
    const char *saved;       /* the file that has the record as it is now, or NULL */
    bool leaving;
    bool echo; /* input is no terminal: repeat it, so that what is printed can be read alone */
    struct terminal_marks marks;
    zk_move *made; /* every move so far; room for length_max */
    uint32_t made_count;
    int telling;   /* whose moves stand on the line being printed, or ZK_OVER */
    size_t column; /* how long that line is */
    /* What the person may do now, and its notation. */
    uint32_t choices;
    zk_move choice[ZK_MOVES_MAX];
    char notation[ZK_MOVES_MAX][ZK_MOVE_TEXT_SIZE];
    struct zk_rules rules;
    struct zk_state state;
    struct zk_view view;
};

/* ---- sitting_say.c: what is printed ---- */

void sitting_greet(const struct sitting *sitting);
/* The board as the person's seat sees it. */
void sitting_show(struct sitting *sitting);
/* A move about to be made, as the person's seat is told of it; moves of one actor in a row stand
 * on one line. */
void sitting_tell(struct sitting *sitting, zk_move move);
/* Ends that line, if there is one. */
void sitting_told(struct sitting *sitting);
void sitting_list_choices(const struct sitting *sitting);
/* What can be typed, with one of the person's moves as an example. */
void sitting_help(const struct sitting *sitting);
void sitting_tell_result(const struct sitting *sitting);
/* Writes the record so far; false after saying why it cannot be. */
bool sitting_save(struct sitting *sitting, const char *path);

/* ---- sitting_ask.c: what is typed ---- */

/* A line from the person, without blanks at its ends; false when there is none any more. */
bool sitting_read(const struct sitting *sitting, const char *prompt, char *line, size_t size);
/* Asks for a move until one is given; false when the person leaves. */
bool sitting_ask(struct sitting *sitting, zk_move *move);

#endif
