/* study.c: the command `study`: finished games gone through again with a strong bot. */
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
struct going {
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

static void leave(struct going *going, const struct zk_record *record, const char *why) {
    fprintf(stderr, "%s:%" PRIu64 ": %s\n", going->path, record->line, why);
    going->any_left = true;
}

/* The seats of --seat or, without it, those in which no bot sat; 0, after saying why, for none. */
static unsigned seats_of(struct going *going, const struct zk_record *record) {
    const char *wanted = going->request->value[OPTION_WHOSE];
    unsigned all = (1u << record->seats_count) - 1, seats = 0;
    int seat;
    if (!wanted) {
        for (uint32_t i = 0; i < record->seats_count; i++)
            if (!zk_bots_named(record->name[i], strlen(record->name[i]))) seats |= 1u << i;
        if (!seats) leave(going, record, "only programs sat there; --seat all studies them");
    } else if (strcmp(wanted, "all") == 0) {
        seats = all;
    } else {
        if (zk_actor_parse(wanted, strlen(wanted), &seat) && seat >= 0)
            seats = all & 1u << seat;
        if (!seats) leave(going, record, "there is no such seat in this game");
    }
    return seats;
}

/* ---- As text ---- */

static void put_line(struct going *going) {
    terminal_put_line(stdout, going->line.data);
    zk_text_clear(&going->line);
}

/* "53.1 %", or points in a game won together: "12.4". */
static const char *amount(const struct going *going, uint64_t worth, char *text, size_t size) {
    uint32_t points = going->study.points;
    double part = (double)worth / (double)ZK_STUDY_WHOLE;
    snprintf(text, size, points ? "%.1f" : "%.1f %%", part * (points ? points : 100));
    return text;
}

static void greet(struct going *going, const struct zk_record *record) {
    struct zk_text *line = &going->line;
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
    put_line(going);
    printf("Each decision as %s sees it, by what could be known then: what the move promised\n"
           "(%s), and what it lost against the best of the others below it.\n\n",
           going->study.seated[0].bot->name,
           going->study.points ? "points of the team" : "chance to win");
}

/* The other moves, from the best, in lines of at most COLUMNS. */
static void put_others(const struct going *going, const struct zk_study_point *point) {
    char worth[32];
    size_t column = COLUMNS;
    for (uint32_t i = 0; i < point->moves_count; i++) {
        if (i == point->made) continue;
        amount(going, point->move[i].worth, worth, sizeof worth);
        size_t width = strlen(point->move[i].notation) + strlen(worth) + 3;
        if (column + width >= COLUMNS) {
            printf("%s%s%*s", column == COLUMNS ? "" : ",\n", going->marks.dim, INDENT, "");
            column = INDENT;
        } else {
            fputs(", ", stdout);
        }
        printf("%s %s", point->move[i].notation, worth);
        column += width;
    }
    printf("%s\n", going->marks.plain);
}

static void tell_point(const struct going *going, const struct zk_study_point *point) {
    const struct zk_study_thought *made = &point->move[point->made];
    char worth[32], loss[32];
    printf("%5" PRIu32 "  %s  %-32s", point->number, zk_actor_name(point->seat),
           made->notation);
    if (point->forced) {
        puts("  the only move");
    } else if (!point->judged) {
        puts("  no opinion");
    } else {
        printf("  %8s", amount(going, made->worth, worth, sizeof worth));
        if (point->loss >= ZK_STUDY_SLIP)
            printf("  %slost %s%s", going->marks.bold,
                   amount(going, point->loss, loss, sizeof loss), going->marks.plain);
        putchar('\n');
        put_others(going, point);
    }
}

static void tell_worst(struct going *going) {
    const struct zk_study *study = &going->study;
    char loss[32];
    puts(study->worst_count ? "\nThe worst:" : "\nNo decision lost anything to speak of.");
    for (uint32_t i = 0; i < study->worst_count; i++) {
        const struct zk_study_point *point = &study->worst[i];
        printf("%5" PRIu32 "  %s  %s lost %s; better: %s\n", point->number,
               zk_actor_name(point->seat), point->move[point->made].notation,
               amount(going, point->loss, loss, sizeof loss), point->move[0].notation);
        if (!*point->why.key) continue;
        printf("%*s", INDENT, "");
        zk_sentence_english(study->game, &point->why, &going->line);
        put_line(going);
    }
}

static void tell_end(struct going *going, const struct zk_record *record) {
    char loss[32];
    putchar('\n');
    for (uint32_t seat = 0; seat < record->seats_count; seat++) {
        const struct tally *tally = &going->tally[seat];
        if (!(going->study.seats >> seat & 1)) continue;
        printf("%s: %" PRIu32 " decisions, %" PRIu32 " of them the only move",
               zk_actor_name((int)seat), tally->decisions, tally->forced);
        if (tally->judged)
            printf("; the others lost %s on average",
                   amount(going, tally->loss / tally->judged, loss, sizeof loss));
        puts(".");
    }
    tell_worst(going);
}

/* ---- As JSON ---- */

static void flush(struct going *going) {
    fwrite(going->line.data, 1, going->line.used, stdout);
    zk_text_clear(&going->line);
}

static void write_head(struct going *going, struct zk_json_out *out,
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
    zk_json_put_string(out, going->study.seated[0].bot->name);
    zk_json_key(out, "seed");
    zk_json_put_int(out, (int64_t)going->seed);
    if (going->budget) {
        zk_json_key(out, "playouts");
        zk_json_put_int(out, going->budget->playouts);
    }
    zk_json_key(out, "whole");
    zk_json_put_int(out, ZK_STUDY_WHOLE);
    if (going->study.points) {
        zk_json_key(out, "points");
        zk_json_put_int(out, going->study.points);
    }
    zk_json_key(out, "decisions");
    zk_json_begin_array(out);
}

static void write_end(struct going *going, struct zk_json_out *out) {
    zk_json_end_array(out);
    zk_json_key(out, "worst");
    zk_study_write_worst(out, &going->study);
    zk_json_end_object(out);
    zk_text_put_char(&going->line, '\n');
    flush(going);
}

/* ---- The command ---- */

static void count(struct tally *tally, const struct zk_study_point *point) {
    tally->decisions++;
    tally->forced += point->forced;
    tally->judged += point->judged;
    tally->loss += point->loss;
}

static void study_seats(struct going *going, const struct zk_record *record,
                        const struct zk_bot *bot, unsigned seats) {
    struct zk_study_point point;
    going->line = zk_text_in(going->line_memory, sizeof going->line_memory);
    struct zk_json_out out = zk_json_to(&going->line);
    struct terminal_progress progress = terminal_progress_start("moves studied");
    memset(going->tally, 0, sizeof going->tally);
    zk_study_begin(&going->study, bot, record->game, record->rules, seats, going->seed,
                   going->budget);
    if (going->json)
        write_head(going, &out, record);
    else
        greet(going, record);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        terminal_progress_tick(&progress, i);
        if (!zk_study_move(&going->study, record->moves[i], &point)) continue;
        count(&going->tally[point.seat], &point);
        if (going->json) {
            zk_study_write_point(&out, &point);
            flush(going);
        } else {
            tell_point(going, &point);
        }
    }
    terminal_progress_end(&progress);
    if (going->json)
        write_end(going, &out);
    else
        tell_end(going, record);
}

static void study_record(void *user, const struct zk_record *record) {
    struct going *going = user;
    const struct zk_bot *bot = zk_bots_best(record->game);
    going->any = true;
    if (!record->finished) {
        leave(going, record, "this game is not over: only finished ones are studied");
    } else {
        unsigned seats = seats_of(going, record);
        if (seats) study_seats(going, record, bot, seats);
    }
}

int run_study(const struct request *request) {
    uint64_t playouts, seed;
    if (!request_number(request, OPTION_PLAYOUTS, PLAYOUTS_MIN, UINT32_MAX, 0, &playouts) ||
        !request_number(request, OPTION_SEED, 0, INT64_MAX, 1, &seed))
        return STATUS_UNUSABLE;
    struct going *going = calloc(1, sizeof *going);
    if (!going) return complain(request, "there is not enough memory");
    struct zk_budget budget = {.playouts = (uint32_t)playouts};
    going->request = request;
    going->path = strcmp(request->words[0], "-") == 0 ? "<stdin>" : request->words[0];
    going->budget = playouts ? &budget : NULL;
    going->seed = seed;
    going->json = request->value[OPTION_JSON];
    going->marks = terminal_marks(terminal_colours(stdout));
    int status = records_read(request, request->words[0], stderr, study_record, going);
    if (!going->any && status == STATUS_RIGHT)
        fprintf(stderr, "%s: there is no record in it\n", going->path);
    if ((!going->any || going->any_left) && status == STATUS_RIGHT) status = STATUS_WRONG;
    free(going);
    return status;
}
