/* merge.c: parts of a match or an arena, played apart, are added up. */
#include <string.h>

#include "command/lines.h"
#include "commands.h"
#include "contest.h"

/* Adds every line of a file. */
static int add_file(const struct request *request, const char *path, struct contest *sum,
                    bool *begun) {
    static struct contest part;
    struct lines lines;
    const char *line, *wrong = NULL;
    size_t size;
    bool open = lines_open(&lines, path);
    while (open && !wrong && lines_next(&lines, CONTEST_TEXT_SIZE, &line, &size)) {
        wrong = contest_read(&part, line, size);
        if (!wrong && *begun) wrong = contest_add(sum, &part);
        if (!wrong && !*begun) *sum = part, *begun = true;
    }
    int status = STATUS_RIGHT;
    if (lines.error) {
        status = complain(request, "cannot read %s: %s", lines.name, lines.error);
    } else if (wrong) {
        complain(request, "%s cannot be added: %s", lines.name, wrong);
        status = STATUS_WRONG;
    }
    if (open) lines_close(&lines);
    return status;
}

int run_merge(const struct request *request) {
    static struct contest sum;
    bool begun = false;
    for (unsigned i = 0; i < request->words_count; i++) {
        int status = add_file(request, request->words[i], &sum, &begun);
        if (status != STATUS_RIGHT) return status;
    }
    if (!begun) {
        complain(request, "there is nothing in these files");
        return STATUS_WRONG;
    }
    (sum.arena ? arena_print : match_print)(request, &sum);
    return STATUS_RIGHT;
}
