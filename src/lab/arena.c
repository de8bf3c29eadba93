/* arena.c: everybody plays with everybody, and how they compare. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "command/terminal.h"
#include "commands.h"
#include "contest.h"

static bool is_open(const struct contest *contest, unsigned number) {
    return strchr(contest->entrant[number], '+') != NULL;
}

static const struct contest_line *find_line(const struct contest *contest, unsigned one,
                                            unsigned other) {
    for (unsigned i = 0; i < contest->lines_count; i++) {
        const struct contest_line *line = &contest->line[i];
        if (line->who[0] == one && (line->count == 1 ? one : line->who[1]) == other)
            return line;
    }
    return NULL;
}

/* What one got against, or with, the other; false when they did not meet. */
static bool find_cell(const struct contest *contest, unsigned one, unsigned other,
                      struct estimate *cell) {
    const struct contest_line *line = find_line(contest, one, other);
    bool turned = !line && contest->seats == 2;
    if (turned) line = find_line(contest, other, one);
    if (!line) return false;
    *cell = contest_result(contest, line, 0);
    if (turned && !contest->together) cell->mean = 1 - cell->mean;
    return true;
}

/* ---- Who is how good ---- */

/* Everybody's Elo or, where all play together, the points of a team. */
static void rate_all(const struct contest *contest, struct estimate *rating) {
    struct rated_pair pair[CONTEST_LINES_MAX];
    for (unsigned i = 0; i < contest->lines_count; i++)
        pair[i] = (struct rated_pair){contest->line[i].who[0], contest->line[i].who[1],
                                      contest_result(contest, &contest->line[i], 0),
                                      contest_deals(contest)};
    if (!contest->together) {
        rate_players(pair, contest->lines_count, contest->entrants_count, contest->seats,
                     rating);
        return;
    }
    for (unsigned i = 0; i < contest->entrants_count; i++)
        if (!find_cell(contest, i, i, &rating[i])) rating[i] = (struct estimate){0, 0};
}

/* Who comes first by it. */
static void order_all(const struct contest *contest, const struct estimate *rating,
                      unsigned *order) {
    for (unsigned i = 0; i < contest->entrants_count; i++) {
        unsigned at = i;
        for (; at && rating[order[at - 1]].mean < rating[i].mean; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* ---- The table ---- */

static void print_row(const struct contest *contest, const struct estimate *rating,
                      const unsigned *order, unsigned number) {
    printf("%-18s", contest->entrant[number]);
    if (!contest->together)
        printf("%+6.0f%6.0f", rating[number].mean, margin_of(&rating[number]));
    for (unsigned i = 0; i < contest->entrants_count; i++) {
        struct estimate cell;
        int width = (int)strlen(contest->entrant[order[i]]) + 2;
        if (is_open(contest, order[i])) continue;
        if (width < 8) width = 8;
        if (!find_cell(contest, number, order[i], &cell))
            printf("%*s", width, "-");
        else if (contest->together)
            printf("%*.2f", width, cell.mean);
        else
            printf("%*.1f", width, 100 * cell.mean);
    }
    putchar('\n');
}

static void print_table(const struct contest *contest) {
    struct estimate rating[CONTEST_ENTRANTS_MAX];
    unsigned order[CONTEST_ENTRANTS_MAX];
    char title[CONTEST_SET_SIZE + 128];
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    rate_all(contest, rating);
    order_all(contest, rating, order);
    contest_title(contest, title, sizeof title);
    printf("%s%s%s\n", marks.bold, title, marks.plain);
    puts(contest->together     ? "points of one of the row in a team of the column"
         : contest->seats == 2 ? "how often the row wins against the column, in %"
                               : "how often one of the row wins against all others of the "
                                 "column, in %");
    printf("\n%s%-18s%s", marks.underline, "", contest->together ? "" : "   Elo  ±95%");
    for (unsigned i = 0; i < contest->entrants_count; i++)
        if (!is_open(contest, order[i])) printf("  %6s", contest->entrant[order[i]]);
    printf("%s\n", marks.plain);
    for (unsigned i = 0; i < contest->entrants_count; i++)
        print_row(contest, rating, order, order[i]);
    double error = 0;
    for (unsigned i = 0; i < contest->lines_count; i++)
        error = fmax(error, contest_result(contest, &contest->line[i], 0).error);
    if (contest->together)
        printf("\none standard error is %.2f at most\n", error);
    else
        printf("\n%s has Elo 0; shares are good to ± %.1f at least (95 %%)\n",
               contest->entrant[0], 196 * error);
}

/* ---- As JSON ---- */

/* In tenths, so that they are whole numbers. */
static void put_tenths(struct zk_json_out *out, const char *key, const struct estimate *rating,
                       unsigned count, bool errors) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned i = 0; i < count; i++)
        zk_json_put_int(out, lround(10 * (errors ? rating[i].error : rating[i].mean)));
    zk_json_end_array(out);
}

/* What merge reads, and what would have to be calculated from it: the Elo of each. */
static void print_json(const struct contest *contest) {
    static char memory[CONTEST_TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    struct estimate rating[CONTEST_ENTRANTS_MAX];
    zk_json_begin_object(&out);
    contest_put(contest, &out);
    if (!contest->together) {
        rate_all(contest, rating);
        put_tenths(&out, "elo_tenths", rating, contest->entrants_count, false);
        put_tenths(&out, "elo_error_tenths", rating, contest->entrants_count, true);
    }
    zk_json_end_object(&out);
    puts(memory);
}

void arena_print(const struct request *request, const struct contest *contest) {
    (request->value[OPTION_JSON] ? print_json : print_table)(contest);
}

/* ---- The command ---- */

/* Every bot that searches is joined by one of its kind that sees everything. */
static bool enter_open(const struct request *request, struct contest *contest,
                       struct contest_table *table) {
    unsigned count = contest->entrants_count;
    for (unsigned i = 0; i < count; i++) {
        char name[CONTEST_NAME_SIZE + 8];
        uint8_t number;
        if (is_open(contest, i) || !table->player[i].bot->searches) continue;
        snprintf(name, sizeof name, "%s+open", contest->entrant[i]);
        if (!contest_enter(request, contest, table, name, &number)) return false;
    }
    return true;
}

static void add_line(struct contest *contest, unsigned one, unsigned other) {
    struct contest_line *line = &contest->line[contest->lines_count++];
    line->count = one == other ? 1 : 2;
    line->who[0] = (uint8_t)one;
    if (line->count == 2) line->who[1] = (uint8_t)other;
}

/* Every pair once or, where it matters who is alone, both ways; a team of each where all play
 * together. Who sees everything meets only those who do not. */
static void add_lines(struct contest *contest) {
    for (unsigned one = 0; one < contest->entrants_count; one++)
        for (unsigned other = 0; other < contest->entrants_count; other++) {
            bool open = is_open(contest, one);
            if (is_open(contest, other) || (one == other && !contest->together)) continue;
            if (open || one <= other || contest->seats > 2) add_line(contest, one, other);
        }
}

int run_arena(const struct request *request) {
    static struct contest contest;
    static struct contest_table table;
    if (!contest_begin(request, &contest, &table)) return STATUS_UNUSABLE;
    contest.arena = true;
    for (unsigned i = 0; i < request->words_count; i++) {
        uint8_t number;
        if (!contest_enter(request, &contest, &table, request->words[i], &number))
            return STATUS_UNUSABLE;
        if (number != i) return complain(request, "%s is there twice", request->words[i]);
    }
    if (!request->value[OPTION_FAIR] && !enter_open(request, &contest, &table))
        return STATUS_UNUSABLE;
    add_lines(&contest);
    int status = contest_play(request, &contest, &table, NULL);
    if (contest_deals(&contest)) arena_print(request, &contest);
    return status;
}
