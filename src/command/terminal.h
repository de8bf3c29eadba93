/* terminal.h: output that depends on whether it goes to a terminal. */
#ifndef ZASHIKI_TERMINAL_H
#define ZASHIKI_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Whether to write colours there: to a terminal that is not dumb, unless NO_COLOR is set. */
bool terminal_colours(FILE *out);

/* How text is marked; each is "" where there are no colours. */
struct terminal_marks {
    const char *bold, *underline, *dim, *colour, *plain;
};
struct terminal_marks terminal_marks(bool colours);

/* A sentence and a line break. It may quote a file: that one's line breaks do not break ours, nor
 * do its control characters, of either kind, steer the terminal. */
void terminal_put_line(FILE *out, const char *sentence);

/* Tells how far long work has come, on standard error, once in a while, and only when that is a
 * terminal and standard output is not: otherwise it does nothing. */
struct terminal_progress {
    const char *what; /* "games" */
    uint64_t total;   /* 0 when it is not known */
    bool shown;
    uint64_t next_ms;
};
struct terminal_progress terminal_progress_start(const char *what);
/* The same as a bar, for work whose end is known and that writes nothing until then: so it is shown
 * when standard output is a terminal, too. */
struct terminal_progress terminal_progress_bar(const char *what, uint64_t total);
void terminal_progress_tick(struct terminal_progress *progress, uint64_t done);
/* Clears the line. */
void terminal_progress_end(struct terminal_progress *progress);

#endif
