/* records.c: the commands `check` and `trace`. */
#include "command/records.h"

#include <stdlib.h>

#include "commands.h"
#include "core/trace.h"

static const char *path_of(const struct request *request) {
    return request->words_count ? request->words[0] : "-";
}

/* ---- check ---- */

static void pass_over(void *user, const struct zk_record *record) {
    (void)user;
    (void)record;
}

int run_check(const struct request *request) {
    return records_read(request, path_of(request), stdout, pass_over, NULL);
}

/* ---- trace ---- */

struct tracer {
    struct zk_trace_scratch scratch;
    char line[ZK_TRACE_LINE_SIZE];
};

static void trace_position(struct tracer *tracer, const struct zk_record *record,
                           const struct zk_state *state, uint32_t n) {
    struct zk_text text = zk_text_in(tracer->line, sizeof tracer->line);
    zk_trace_put(&text, &tracer->scratch, record->game, record->rules, state, n);
    fwrite(text.data, 1, text.used, stdout);
}

static void trace_record(void *user, const struct zk_record *record) {
    struct zk_state state;
    if (ferror(stdout)) return;
    record->game->start(record->rules, &state);
    for (uint32_t n = 0; n < record->moves_count; n++) {
        trace_position(user, record, &state, n);
        record->game->apply(record->rules, &state, record->moves[n]);
    }
    trace_position(user, record, &state, record->moves_count);
}

int run_trace(const struct request *request) {
    struct tracer *tracer = malloc(sizeof *tracer);
    if (!tracer) return complain(request, "there is not enough memory");
    setvbuf(stdout, NULL, _IOFBF, 1 << 18);
    int status = records_read(request, path_of(request), stderr, trace_record, tracer);
    free(tracer);
    return status;
}
