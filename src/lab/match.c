/* match.c: who plays better, or how well a team plays, by deals that all play. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/terminal.h"
#include "commands.h"
#include "contest.h"

/* ---- The report ---- */

/* The range of Elo that goes with a share; of an end that is out of sight nothing is said. */
static void print_elo(const struct estimate *share, unsigned seats) {
    double low = elo_of_share(share->mean - margin_of(share), seats);
    double high = elo_of_share(share->mean + margin_of(share), seats);
    double elo = elo_of_share(share->mean, seats);
    if (isinf(low) && isinf(high))
        fputs("Elo unknown", stdout);
    else if (isinf(high))
        printf("Elo at least %+.0f", low);
    else if (isinf(low))
        printf("Elo at most %+.0f", high);
    else
        printf("Elo %+.0f (%+.0f to %+.0f)", elo, low, high);
}

static void print_shares(const struct contest *contest, const struct contest_line *line) {
    unsigned counted = contest_counted(contest, line);
    for (unsigned i = 0; i < counted; i++) {
        struct estimate share = contest_result(contest, line, i);
        printf("%s wins %.1f %% ± %.1f", contest->entrant[line->who[i]], 100 * share.mean,
               100 * margin_of(&share));
        if (counted == 1)
            printf(" against %s%s", contest->seats > 2 ? "all others " : "",
                   contest->entrant[line->who[1]]);
        fputs(", ", stdout);
        print_elo(&share, contest->seats);
        putchar('\n');
    }
    printf("each deal in %u seats; intervals of 95 %%\n", contest->seats);
}

static void print_team(const struct contest *contest, const struct contest_line *line) {
    struct estimate points = contest_result(contest, line, 0);
    uint64_t games = contest_deals(contest) * contest_games(contest, line);
    if (line->count == 1)
        printf("a team of %s", contest->entrant[line->who[0]]);
    else if (line->count == 2)
        printf("%s with %s", contest->entrant[line->who[0]], contest->entrant[line->who[1]]);
    for (unsigned i = 0; line->count > 2 && i < line->count; i++)
        printf("%s%s", i ? ", " : "", contest->entrant[line->who[i]]);
    printf(": %.2f ± %.2f points, %.1f %% won\n", points.mean, points.error,
           100 * (double)line->won / (double)games);
    for (unsigned i = 0; i < contest->ranks_count; i++)
        printf("%s %.1f %%%s", contest->rank[i], 100 * (double)line->rank[i] / (double)games,
               i + 1 < contest->ranks_count ? ", " : "\n");
    puts("± is one standard error");
}

void match_print(const struct request *request, const struct contest *contest) {
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    if (request->value[OPTION_JSON]) {
        static char memory[CONTEST_TEXT_SIZE];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        contest_write(contest, &text);
        puts(memory);
        return;
    }
    char title[CONTEST_SET_SIZE + 128];
    contest_title(contest, title, sizeof title);
    printf("%s%s%s\n", marks.bold, title, marks.plain);
    (contest->together ? print_team : print_shares)(contest, &contest->line[0]);
}

/* On standard error: it belongs to how the match was played, not to what came of it. */
static void print_sprt(const struct contest_sprt *sprt) {
    fprintf(stderr, "SPRT: ");
    if (sprt->ratio >= SPRT_BOUND)
        fprintf(stderr, "%+g Elo is accepted, %+g rejected", sprt->elo1, sprt->elo0);
    else if (sprt->ratio <= -SPRT_BOUND)
        fprintf(stderr, "%+g Elo is rejected, %+g accepted", sprt->elo1, sprt->elo0);
    else
        fprintf(stderr, "not decided between %+g and %+g Elo", sprt->elo0, sprt->elo1);
    fprintf(stderr, " (log-likelihood ratio %.2f, bounds ±%.2f)\n", sprt->ratio, SPRT_BOUND);
}

/* ---- The command ---- */

/* ELO0,ELO1 */
static bool read_sprt(const struct request *request, struct contest_sprt *sprt) {
    const char *text = request->value[OPTION_SPRT];
    char *end;
    sprt->elo0 = strtod(text, &end);
    bool right = end != text && *end == ',';
    if (right) {
        text = end + 1;
        sprt->elo1 = strtod(text, &end);
        right = end != text && !*end && fabs(sprt->elo0) <= 2000 && fabs(sprt->elo1) <= 2000 &&
                sprt->elo0 < sprt->elo1;
    }
    if (!right)
        complain(request,
                 "--sprt is two numbers of Elo, the smaller first, as in --sprt 0,20; not "
                 "\"%s\"",
                 request->value[OPTION_SPRT]);
    return right;
}

static bool read_line_up(const struct request *request, struct contest *contest,
                         struct contest_table *table) {
    struct contest_line *line = &contest->line[0];
    contest->lines_count = 1;
    line->count = (uint8_t)request->words_count;
    for (unsigned i = 0; i < line->count; i++)
        if (!contest_enter(request, contest, table, request->words[i], &line->who[i]))
            return false;
    if (line->count == 2 || line->count == contest->seats ||
        (line->count == 1 && contest->together))
        return true;
    if (contest->together)
        complain(request,
                 "name one bot for the whole team, two, or one for each of %u seats, not %u",
                 contest->seats, line->count);
    else
        complain(request, "name two bots%s, not %u",
                 contest->seats > 2 ? ", or one for each seat" : "", line->count);
    return false;
}

int run_match(const struct request *request) {
    static struct contest contest;
    static struct contest_table table;
    struct contest_sprt sprt = {0};
    bool testing = request->value[OPTION_SPRT] != NULL;
    if (!contest_begin(request, &contest, &table) ||
        !read_line_up(request, &contest, &table) || (testing && !read_sprt(request, &sprt)))
        return STATUS_UNUSABLE;
    if (testing && (contest.together || contest.line[0].count != 2))
        return complain(request, "--sprt is for two bots that play against each other");
    int status = contest_play(request, &contest, &table, testing ? &sprt : NULL);
    if (!contest_deals(&contest)) return status;
    if (testing) print_sprt(&sprt);
    match_print(request, &contest);
    return status;
}
