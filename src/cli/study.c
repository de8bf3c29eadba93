/* study.c: the command `study`: finished games studied with a strong bot. */
#include "bots/study.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command/records.h"
#include "command/terminal.h"
#include "commands.h"
#include "core/json.h"
#include "table/protocol.h"

enum {
    COLUMNS = 80,
    INDENT = 10,
    LINE_SIZE = ZK_RECORD_LINE_SIZE,
    PLAYOUTS_MIN = 2 * ZK_STUDY_COMPARED, /* so that every move gets some */
};

/* What the decisions of one seat came to. */
struct tally {
    uint32_t decisions, forced, judged;
    uint64_t loss; /* of ZK_STUDY_WHOLE, together */
};

/* Everything of one command. */
struct run {
    const struct request *request;
    const char *path;
    const struct zk_budget *budget; /* or NULL */
    uint64_t seed;
    bool json;
    bool any;      /* there was a record */
    bool any_left; /* a record could not be studied */
    struct terminal_marks marks;
    struct zk_study study;
    struct tally tally[ZK_SEATS_MAX];
    struct zk_text line;
    char line_memory[LINE_SIZE];
};

/* ---- What is studied ---- */

static void leave(struct run *run, const struct zk_record *record, const char *why) {
    fprintf(stderr, "%s:%" PRIu64 ": %s\n", run->path, record->line, why);
    run->any_left = true;
}

/* The seats of --seat or, without it, those in which no bot sat; 0, after saying why, for none. */
static unsigned seats_of(struct run *run, const struct zk_record *record) {
    const char *wanted = run->request->value[OPTION_WHOSE];
    unsigned all = (1u << record->seats_count) - 1, seats = 0;
    int seat;
    if (!wanted) {
        seats = zk_study_seats(record);
        if (!seats) leave(run, record, "only programs sat there; --seat all studies them");
    } else if (strcmp(wanted, "all") == 0) {
        seats = all;
    } else {
        if (zk_actor_parse(wanted, strlen(wanted), &seat) && seat >= 0)
            seats = all & 1u << seat;
        if (!seats) leave(run, record, "there is no such seat in this game");
    }
    return seats;
}

/* ---- As text ---- */

static void put_line(struct run *run) {
    terminal_put_line(stdout, run->line.data);
    zk_text_clear(&run->line);
}

/* "53.1 %", or points in a game won together: "12.4". */
static const char *amount(const struct run *run, uint64_t worth, char *text, size_t size) {
    uint32_t points = run->study.points;
    double part = (double)worth / (double)ZK_STUDY_WHOLE;
    snprintf(text, size, points ? "%.1f" : "%.1f %%", part * (points ? points : 100));
    return text;
}

static void greet(struct run *run, const struct zk_record *record) {
    struct zk_text *line = &run->line;
    zk_text_put(line, record->game->name);
    for (uint32_t seat = 0; seat < record->seats_count; seat++) {
        zk_text_put(line, seat ? ", " : ". ");
        zk_text_put(line, zk_actor_name((int)seat));
        if (*record->name[seat]) {
            zk_text_put(line, " (");
            zk_text_put(line, record->name[seat]);
            zk_text_put_char(line, ')');
        }
    }
    zk_text_put_char(line, '.');
    put_line(run);
    printf("Each decision as %s sees it, by what could be known then: what the move promised\n"
           "(%s), and what it lost against the best of the others below it.\n\n",
           run->study.seated[0].bot->name,
           run->study.points ? "points of the team" : "chance to win");
}

/* The other moves, from the best, in lines of at most COLUMNS. */
static void put_others(const struct run *run, const struct zk_study_point *point) {
    char worth[32];
    size_t column = COLUMNS;
    for (uint32_t i = 0; i < point->moves_count; i++) {
        if (i == point->made) continue;
        amount(run, point->move[i].worth, worth, sizeof worth);
        size_t width = strlen(point->move[i].notation) + strlen(worth) + 3;
        if (column + width >= COLUMNS) {
            printf("%s%s%*s", column == COLUMNS ? "" : ",\n", run->marks.dim, INDENT, "");
            column = INDENT;
        } else {
            fputs(", ", stdout);
        }
        printf("%s %s", point->move[i].notation, worth);
        column += width;
    }
    printf("%s\n", run->marks.plain);
}

static void tell_point(const struct run *run, const struct zk_study_point *point) {
    const struct zk_study_thought *made = &point->move[point->made];
    char worth[32], loss[32];
    printf("%5" PRIu32 "  %s  %-32s", point->number, zk_actor_name(point->seat),
           made->notation);
    if (point->forced) {
        puts("  the only move");
    } else if (!point->judged) {
        puts("  no opinion");
    } else {
        printf("  %8s", amount(run, made->worth, worth, sizeof worth));
        if (run->study.game->together)
            printf("  won now: %3.0f %%", 100.0 * point->won_now / (double)ZK_STUDY_WHOLE);
        if (point->loss >= ZK_STUDY_SLIP)
            printf("  %slost %s%s", run->marks.bold,
                   amount(run, point->loss, loss, sizeof loss), run->marks.plain);
        putchar('\n');
        put_others(run, point);
    }
}

static void tell_worst(struct run *run) {
    const struct zk_study *study = &run->study;
    char loss[32];
    puts(study->worst_count ? "\nThe worst:" : "\nNo decision lost anything to speak of.");
    for (uint32_t i = 0; i < study->worst_count; i++) {
        const struct zk_study_point *point = &study->worst[i];
        printf("%5" PRIu32 "  %s  %s lost %s; better: %s\n", point->number,
               zk_actor_name(point->seat), point->move[point->made].notation,
               amount(run, point->loss, loss, sizeof loss), point->move[0].notation);
        if (!*point->why.key) continue;
        printf("%*s", INDENT, "");
        zk_bots_english(study->game, &point->why, &run->line);
        put_line(run);
    }
}

static void tell_end(struct run *run, const struct zk_record *record) {
    char loss[32];
    putchar('\n');
    for (uint32_t seat = 0; seat < record->seats_count; seat++) {
        const struct tally *tally = &run->tally[seat];
        if (!(run->study.seats >> seat & 1)) continue;
        printf("%s: %" PRIu32 " decisions, %" PRIu32 " of them the only move",
               zk_actor_name((int)seat), tally->decisions, tally->forced);
        if (tally->judged)
            printf("; the others lost %s on average",
                   amount(run, tally->loss / tally->judged, loss, sizeof loss));
        puts(".");
    }
    tell_worst(run);
}

/* ---- As JSON ---- */

static void flush(struct run *run) {
    fwrite(run->line.data, 1, run->line.used, stdout);
    zk_text_clear(&run->line);
}

static void write_head(struct run *run, struct zk_json_out *out,
                       const struct zk_record *record) {
    zk_json_begin_object(out);
    zk_json_key(out, "game");
    zk_json_put_string(out, record->game->id);
    zk_json_key(out, "options");
    zk_settings_write(out, record->game, &record->settings);
    zk_json_key(out, "seats");
    zk_json_begin_array(out);
    for (uint32_t i = 0; i < record->seats_count; i++)
        zk_json_put_string(out, record->name[i]);
    zk_json_end_array(out);
    zk_json_key(out, "bot");
    zk_json_put_string(out, run->study.seated[0].bot->name);
    zk_json_key(out, "seed");
    zk_json_put_int(out, (int64_t)run->seed);
    if (run->budget) {
        zk_json_key(out, "playouts");
        zk_json_put_int(out, run->budget->playouts);
    }
    zk_json_key(out, "whole");
    zk_json_put_int(out, ZK_STUDY_WHOLE);
    if (run->study.points) {
        zk_json_key(out, "points");
        zk_json_put_int(out, run->study.points);
    }
    zk_json_key(out, "decisions");
    zk_json_begin_array(out);
}

static void write_end(struct run *run, struct zk_json_out *out) {
    zk_json_end_array(out);
    zk_json_key(out, "worst");
    zk_study_write_worst(out, &run->study);
    zk_json_end_object(out);
    zk_text_put_char(&run->line, '\n');
    flush(run);
}

/* ---- The command ---- */

static void count(struct tally *tally, const struct zk_study_point *point) {
    tally->decisions++;
    tally->forced += point->forced;
    tally->judged += point->judged;
    tally->loss += point->loss;
}

static void study_seats(struct run *run, const struct zk_record *record,
                        const struct zk_bot *bot, unsigned seats) {
    struct zk_study_point point;
    run->line = zk_text_in(run->line_memory, sizeof run->line_memory);
    struct zk_json_out out = zk_json_to(&run->line);
    struct terminal_progress progress = terminal_progress_start("moves studied");
    memset(run->tally, 0, sizeof run->tally);
    zk_study_begin(&run->study, bot, record->game, record->rules, seats, run->seed,
                   run->budget);
    if (run->json)
        write_head(run, &out, record);
    else
        greet(run, record);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        terminal_progress_tick(&progress, i);
        if (!zk_study_move(&run->study, record->moves[i], &point)) continue;
        count(&run->tally[point.seat], &point);
        if (run->json) {
            zk_study_write_point(&out, &run->study, &point);
            flush(run);
        } else {
            tell_point(run, &point);
        }
    }
    terminal_progress_end(&progress);
    if (run->json)
        write_end(run, &out);
    else
        tell_end(run, record);
}

static void study_record(void *user, const struct zk_record *record) {
    struct run *run = user;
    const struct zk_bot *bot = zk_bots_best(record->game);
    run->any = true;
    if (!record->finished) {
        leave(run, record, "this game is not over: only finished ones are studied");
    } else {
        unsigned seats = seats_of(run, record);
        if (seats) study_seats(run, record, bot, seats);
    }
}

int run_study(const struct request *request) {
    uint64_t playouts, seed;
    if (!request_number(request, OPTION_PLAYOUTS, PLAYOUTS_MIN, UINT32_MAX, 0, &playouts) ||
        !request_number(request, OPTION_SEED, 0, INT64_MAX, 1, &seed))
        return STATUS_UNUSABLE;
    struct run *run = calloc(1, sizeof *run);
    if (!run) return complain(request, "there is not enough memory");
    struct zk_budget budget = {.playouts = (uint32_t)playouts};
    run->request = request;
    run->path = strcmp(request->words[0], "-") == 0 ? "<stdin>" : request->words[0];
    run->budget = playouts ? &budget : NULL;
    run->seed = seed;
    run->json = request->value[OPTION_JSON];
    run->marks = terminal_marks(terminal_colours(stdout));
    int status = records_read(request, request->words[0], stderr, study_record, run);
    if (!run->any && status == STATUS_RIGHT)
        fprintf(stderr, "%s: there is no record in it\n", run->path);
    if ((!run->any || run->any_left) && status == STATUS_RIGHT) status = STATUS_WRONG;
    free(run);
    return status;
}
