/* records.c: going through files of records, see records.h. */
#include "records.h"

#include <stdlib.h>
#include <unistd.h>

#include "games/list.h"
#include "lines.h"
#include "terminal.h"

/* What one pass over a file needs. */
struct pass {
    struct zk_record_reader reader;
    struct lines lines;
    FILE *complaints;
    struct terminal_progress progress;
    uint64_t records;
    bool any_wrong;
    void (*whole)(void *user, const struct zk_record *record);
    void *user;
};

static void whole_record(void *user, const struct zk_record *record) {
    struct pass *pass = user;
    pass->whole(pass->user, record);
    terminal_progress_tick(&pass->progress, ++pass->records);
}

static void wrong_record(void *user, const struct zk_record_wrong *wrong) {
    struct pass *pass = user;
    struct zk_sentence refusal = wrong->refusal;
    char sentence[1024];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    pass->any_wrong = true;
    refusal.rule = ""; /* it stands before the sentence, so not in brackets behind it too */
    zk_sentence_english(wrong->game, &refusal, &text);
    fprintf(pass->complaints, "%s:%llu: %s%s", pass->lines.name,
            (unsigned long long)wrong->line, wrong->refusal.rule,
            *wrong->refusal.rule ? ": " : "");
    terminal_put_line(pass->complaints, sentence);
    terminal_progress_tick(&pass->progress, ++pass->records);
}

static int read_all(const struct request *request, struct pass *pass) {
    const char *line;
    size_t size;
    while (lines_next(&pass->lines, ZK_RECORD_LINE_MAX, &line, &size))
        zk_record_reader_line(&pass->reader, line, size);
    if (pass->lines.error) {
        return complain(request, "cannot read %s: %s", pass->lines.name, pass->lines.error);
    }
    zk_record_reader_end(&pass->reader);
    return pass->any_wrong ? STATUS_WRONG : STATUS_RIGHT;
}

static int read_file(const struct request *request, const char *path, FILE *complaints,
                     bool with_draws,
                     void (*whole)(void *user, const struct zk_record *record), void *user) {
    uint32_t moves_max = zk_record_moves_max(zk_games);
    struct pass *pass = calloc(1, sizeof *pass);
    zk_move *moves = calloc(moves_max, sizeof *moves);
    uint32_t *draws = calloc(moves_max, sizeof *draws);
    int status = STATUS_UNUSABLE;
    if (!pass || !moves || !draws) {
        complain(request, "there is not enough memory");
    } else if (!lines_open(&pass->lines, path)) {
        complain(request, "cannot open %s: %s", pass->lines.name, pass->lines.error);
    } else {
        if (isatty(pass->lines.file))
            fputs("Reading records from the keyboard; Ctrl-D ends them.\n", stderr);
        pass->complaints = complaints;
        pass->whole = whole;
        pass->user = user;
        pass->progress = terminal_progress_start("records");
        zk_record_reader_start(&pass->reader, zk_games, moves, moves_max, whole_record,
                               wrong_record, pass);
        if (with_draws) pass->reader.draws = draws;
        status = read_all(request, pass);
        terminal_progress_end(&pass->progress);
        lines_close(&pass->lines);
    }
    free(draws);
    free(moves);
    free(pass);
    return status;
}

int records_read(const struct request *request, const char *path, FILE *complaints,
                 void (*whole)(void *user, const struct zk_record *record), void *user) {
    return read_file(request, path, complaints, false, whole, user);
}

int records_read_drawn(const struct request *request, const char *path, FILE *complaints,
                       void (*whole)(void *user, const struct zk_record *record), void *user) {
    return read_file(request, path, complaints, true, whole, user);
}
