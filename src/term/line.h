/* line.h: the face for lines: prompts and answers in text, for dumb terminals, pipes and screen readers.
 *
 * It prints no control sequence and no box drawing. Whatever it asks
 * is a sentence that says what is expected, and then a line that begins with "> ". */
#ifndef TERM_LINE_H
#define TERM_LINE_H

#include <stdio.h>

#include "sitting.h"

enum { LINE_SIZE = 512 };

struct line_face {
    struct sitting *sitting;
    bool echo; /* input is no terminal: repeat it, so that what is printed can be read alone */
    uint32_t told;           /* lines of the log that have been printed */
    bool board_shown;        /* as it is now */
    char trunk[PHRASE_SIZE]; /* of a move, chosen already: a card, whose place is asked for */
    char tried[LINE_SIZE];   /* no legal move, as it was typed; or "" */
    uint32_t asked_at;       /* the event after which something was asked last */
    uint64_t declined;       /* what the person did not want to do out of turn, as a number */
    bool prompted;           /* the prompt stands at the end of what is printed */
    bool lost;               /* the link is, and that was said */
    bool told_gone;          /* that it has been lost for long */
    bool away;               /* a bot plays for the person, and that was said */
    char waited_for;         /* the person whose move is, as was said last */
    bool input_ended;
    char typed[LINE_SIZE]; /* what has come of a line so far */
    size_t typed_size;
};

void line_begin(struct line_face *face, struct sitting *sitting);
/* What has happened up to that event is not told. */
void line_skip(struct line_face *face, uint32_t event);
/* Plays until the game is over, the person leaves or the link is gone. */
void line_run(struct line_face *face);
/* A line from the person, without blanks at its ends; false when there is none any more. */
bool line_read(struct line_face *face, const char *prompt, char *line, size_t size);
/* Prints sentences in lines of at most 80 columns, without what would steer the terminal. */
void line_put(const char *text);

#endif
