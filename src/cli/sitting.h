/* sitting.h: one person and programs at a table in the terminal; the command `play`. */
#ifndef ZASHIKI_SITTING_H
#define ZASHIKI_SITTING_H

#include <stdio.h>

#include "command/command.h"
#include "command/terminal.h"
#include "table/local.h"

enum { SITTING_LINE_SIZE = 256 };

/* A game in progress, at a local table (table/local.h), which is asked as every front end asks. What
 * is printed comes from the view of `seat`, or from print_move for it. */
struct sitting {
    const struct request *request;
    struct zk_local *local;
    const struct zk_table *table; /* the local one's */
    const struct zk_game *game;
    struct zk_tutorial *tutorial; /* of the first game, or NULL */
    int seat;                     /* the person's */
    uint64_t seed;
    struct zk_rng luck, own[ZK_SEATS_MAX], advice; /* chance's, each bot's, the hints' */
    bool leaving;
    bool board_is_shown; /* as it is now, above what a tutorial says */
    bool echo; /* input is no terminal: repeat it, so that what is printed can be read alone */
    struct terminal_marks marks;
    /* The table as far as it has been told. */
    struct zk_fold shown;
    int telling;   /* whose moves stand on the line being printed, or ZK_OVER */
    size_t column; /* how long that line is */
    /* What the person may do now, and its notation. */
    uint32_t choices;
    zk_move choice[ZK_MOVES_MAX];
    char notation[ZK_MOVES_MAX][ZK_MOVE_TEXT_SIZE];
    uint64_t declined; /* what the person did not want to do out of turn, as a number */
    struct zk_view view;
};

/* A message to the table by the person's seat, for the caller to fill in and hand to
 * zk_local_ask. */
struct zk_message sitting_message(const struct sitting *sitting, enum zk_ask_kind ask);

/* ---- sitting_say.c: what is printed ---- */

void sitting_greet(const struct sitting *sitting);
/* The board as the person's seat sees it. */
void sitting_show(struct sitting *sitting);
/* What has happened since the last call, as the person's seat is told of it; moves of one actor in
 * a row stand on one line. */
void sitting_tell_new(struct sitting *sitting);
/* Ends that line, if there is one. */
void sitting_end_line(struct sitting *sitting);
/* A refusal of the table. */
void sitting_tell_refusal(const struct sitting *sitting);
void sitting_list_choices(const struct sitting *sitting);
/* What can be typed, with one of the person's moves as an example. */
void sitting_help(const struct sitting *sitting);
void sitting_tell_result(const struct sitting *sitting);
/* Writes the record so far; false after saying why it cannot be. */
bool sitting_save(struct sitting *sitting, const char *path);

/* ---- sitting_ask.c: what is typed ---- */

/* A line from the person, without blanks at its ends; false when there is none any more. */
bool sitting_read(const struct sitting *sitting, const char *prompt, char *line, size_t size);
/* Lists what the person may do now; false when that is nothing. */
bool sitting_find_choices(struct sitting *sitting);
/* Asks until something has happened at the table, or until the person lets the others go on; false
 * when the person leaves. */
bool sitting_ask(struct sitting *sitting);

#endif
