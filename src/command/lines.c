/* lines.c: line by line, see lines.h. */
#include "lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_SIZE = 256 * 1024 };

bool lines_open(struct lines *lines, const char *path) {
    bool standard = strcmp(path, "-") == 0;
    memset(lines, 0, sizeof *lines);
    lines->name = standard ? "<stdin>" : path;
    lines->file = standard ? STDIN_FILENO : open(path, O_RDONLY);
    if (lines->file < 0) {
        lines->error = strerror(errno);
        return false;
    }
    lines->buffer = malloc(BUFFER_SIZE);
    if (lines->buffer) return true;
    lines->error = "there is not enough memory";
    if (!standard) close(lines->file);
    return false;
}

void lines_close(struct lines *lines) {
    free(lines->buffer);
    if (lines->file != STDIN_FILENO) close(lines->file);
}

/* Reads more behind what is in the buffer, which is moved to the front first. */
static void fill(struct lines *lines) {
    ssize_t got;
    memmove(lines->buffer, lines->buffer + lines->at, lines->end - lines->at);
    lines->end -= lines->at;
    lines->at = 0;
    do {
        got = read(lines->file, lines->buffer + lines->end, BUFFER_SIZE - lines->end);
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
        lines->end += (size_t)got;
        return;
    }
    lines->ended = true;
    if (got < 0) lines->error = strerror(errno);
}

bool lines_next(struct lines *lines, size_t line_max, const char **line, size_t *size) {
    for (;;) {
        char *from = lines->buffer + lines->at;
        size_t unread = lines->end - lines->at;
        char *stop = memchr(from + lines->seen, '\n', unread - lines->seen);
        size_t length = stop ? (size_t)(stop - from) : unread;
        bool complete = stop || (lines->ended && unread > 0);
        if (lines->error) return false;
        if (lines->skipping) {
            /* The rest of a line that was too long. */
            lines->at += length + (stop != NULL);
            lines->seen = 0;
            if (stop) lines->skipping = false;
            if (!stop && lines->ended) return false;
            if (!stop) fill(lines);
        } else if (length > line_max) {
            *line = from;
            *size = line_max + 1;
            lines->at += line_max + 1;
            lines->seen = 0;
            lines->skipping = true;
            return true;
        } else if (complete) {
            *line = from;
            *size = length;
            lines->at += length + (stop != NULL);
            lines->seen = 0;
            return true;
        } else if (lines->ended) {
            return false;
        } else {
            lines->seen = unread;
            fill(lines);
        }
    }
}
