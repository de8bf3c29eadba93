/* lines.h: a file or standard input, line by line, in constant memory. */
#ifndef ZASHIKI_LINES_H
#define ZASHIKI_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Where lines come from. Lines are handed out where they stand in the buffer. */
struct lines {
    const char *name; /* for messages: the file's, or "<stdin>" */
    int file;
    char *buffer;
    size_t at, end; /* what is in the buffer and not handed out yet */
    size_t seen;    /* bytes after `at` in which there is no line break */
    bool skipping;  /* inside a line whose beginning was handed out as too long */
    bool ended;
    const char *error; /* NULL, or why reading has stopped */
};

/* Opens a file; "-" is standard input. False, with `error`, when it cannot be opened. */
bool lines_open(struct lines *lines, const char *path);
/* The next line without its line break, until the next call; false at the end, or when reading
 * failed, with `error`. A line longer than line_max comes as its first line_max + 1 bytes. */
bool lines_next(struct lines *lines, size_t line_max, const char **line, size_t *size);
void lines_close(struct lines *lines);

#endif
