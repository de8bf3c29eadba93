/* terminal.c: output that depends on whether it goes to a terminal, see terminal.h. */
#include "terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PROGRESS_MS = 200, BAR = 40 };

bool terminal_colours(FILE *out) {
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    if (none && *none) return false;
    return isatty(fileno(out)) && term && *term && strcmp(term, "dumb") != 0;
}

struct terminal_marks terminal_marks(bool colours) {
    if (!colours) return (struct terminal_marks){"", "", "", "", ""};
    return (struct terminal_marks){"\033[1m", "\033[4m", "\033[2m", "\033[36m", "\033[0m"};
}

static uint64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

struct terminal_progress terminal_progress_start(const char *what) {
    struct terminal_progress progress = {.what = what};
    progress.shown = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
    if (progress.shown) progress.next_ms = now_ms() + PROGRESS_MS;
    return progress;
}

struct terminal_progress terminal_progress_bar(const char *what, uint64_t total) {
    struct terminal_progress progress = terminal_progress_start(what);
    progress.total = total;
    progress.shown = isatty(STDERR_FILENO);
    return progress;
}

void terminal_progress_tick(struct terminal_progress *progress, uint64_t done) {
    if (!progress->shown) return;
    uint64_t now = now_ms();
    bool whole = progress->total && done == progress->total;
    if (now < progress->next_ms && !whole) return;
    progress->next_ms = now + PROGRESS_MS;
    fputc('\r', stderr);
    if (progress->total) {
        unsigned full = (unsigned)((double)BAR * (double)done / (double)progress->total);
        for (unsigned i = 0; i < BAR; i++) fputs(i < full ? "█" : "░", stderr);
        fputc(' ', stderr);
    }
    fprintf(stderr, "%" PRIu64 " %s", done, progress->what);
}

void terminal_progress_end(struct terminal_progress *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
    progress->shown = false;
}

void terminal_put_line(FILE *out, const char *sentence) {
    for (const unsigned char *at = (const unsigned char *)sentence; *at; at++) {
        bool wide = at[0] == 0xC2 && at[1] < 0xA0; /* U+0080 to U+009F */
        fputc(wide || *at < ' ' || *at == 0x7F ? '?' : *at, out);
        at += wide;
    }
    fputc('\n', out);
}
