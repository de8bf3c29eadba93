/* arena_plot.c: an arena as a picture: on the left how good everybody is, with an interval of 95 %, on
 * the right how each did against, or with, each. */
#include <math.h>
#include <string.h>

#include "contest.h"
#include "plot.h"

enum { LEFT = 150, SCALE = 330, CELL = 72, ROW = 34, TOP = 112, GAP = 40 };

static const char bar[] = "#2f6b4f", open_bar[] = "#c98f3c";

/* ---- A scale of Elo, or of points ---- */

struct scale {
    double low, high, step;
};

/* From a little below the least to a little above the most, in round steps. */
static struct scale find_scale(const struct contest *contest, const struct estimate *rating) {
    static const double steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000};
    struct scale scale = {0, 1, 0};
    for (unsigned i = 0; i < contest->entrants_count; i++) {
        double margin = margin_of(&rating[i]);
        if (rating[i].mean - margin < scale.low) scale.low = rating[i].mean - margin;
        if (rating[i].mean + margin > scale.high) scale.high = rating[i].mean + margin;
    }
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        scale.step = steps[i];
        if (scale.high - scale.low <= 6 * scale.step) break;
    }
    scale.low = floor(scale.low / scale.step) * scale.step;
    scale.high = ceil(scale.high / scale.step) * scale.step;
    return scale;
}

static double place_of(const struct scale *scale, double value) {
    double part = (value - scale->low) / (scale->high - scale->low);
    return (double)LEFT + (double)SCALE * part;
}

static void plot_scale(FILE *out, const struct scale *scale, unsigned rows) {
    for (unsigned i = 0; scale->low + i * scale->step <= scale->high; i++) {
        double value = scale->low + i * scale->step, x = place_of(scale, value);
        char text[32];
        fprintf(out, "<path d=\"M%.1f %dv%d\" stroke=\"%s\"/>\n", x, TOP, (int)rows * ROW,
                plot_grid);
        snprintf(text, sizeof text, "%.0f", value);
        plot_text(out, x, TOP + (int)rows * ROW + 16, 11, plot_faint, "middle", text);
    }
}

static void plot_rating(FILE *out, const struct scale *scale, const char *name,
                        const struct estimate *rating, double y) {
    double x = place_of(scale, rating->mean), margin = margin_of(rating);
    const char *colour = strchr(name, '+') ? open_bar : bar;
    double left = place_of(scale, rating->mean - margin);
    plot_text(out, LEFT - 14, y + 5, 13, plot_ink, "end", name);
    plot_box(out, left, y - 1.5, place_of(scale, rating->mean + margin) - left, 3, colour);
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5.5\" fill=\"%s\"/>\n", x, y, colour);
}

/* ---- Who did how against whom ---- */

/* A cell is the darker the better; `part` is 0 to 1. */
static void plot_cell(FILE *out, double x, double y, double part, const char *text) {
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" fill=\"%s\" "
            "fill-opacity=\"%.2f\"/>\n",
            x, y, CELL - 3, ROW - 3, bar, 0.06 + 0.94 * part);
    plot_text(out, x + (CELL - 3) / 2.0, y + ROW / 2 + 3, 12,
              part > 0.6 ? plot_paper : plot_ink, "middle", text);
}

static void plot_row(FILE *out, const struct contest *contest, const unsigned *columns,
                     unsigned count, unsigned one, double most, double y) {
    for (unsigned i = 0; i < count; i++) {
        struct estimate cell;
        char text[32];
        if (!arena_cell(contest, one, columns[i], &cell)) continue;
        snprintf(text, sizeof text, contest->together ? "%.2f" : "%.1f",
                 contest->together ? cell.mean : 100 * cell.mean);
        plot_cell(out, LEFT + SCALE + GAP + (int)i * CELL, y, cell.mean / most, text);
    }
}

void arena_plot(const void *what, FILE *out) {
    const struct contest *contest = what;
    struct estimate rating[CONTEST_ENTRANTS_MAX];
    unsigned order[CONTEST_ENTRANTS_MAX], columns[CONTEST_ENTRANTS_MAX], count = 0;
    unsigned rows = contest->entrants_count;
    char title[CONTEST_SET_SIZE + 128];
    double most = 1;
    arena_rate(contest, rating);
    arena_order(contest, rating, order);
    for (unsigned i = 0; i < rows; i++)
        if (!strchr(contest->entrant[order[i]], '+')) columns[count++] = order[i];
    for (unsigned i = 0; contest->together && i < contest->lines_count; i++)
        most = fmax(most, contest_result(contest, &contest->line[i], 0).mean);
    contest_title(contest, title, sizeof title);
    int width = LEFT + SCALE + GAP + (int)count * CELL + 22;
    plot_begin(out, width > 620 ? width : 620, TOP + (int)rows * ROW + 36, title);
    plot_text(out, LEFT, TOP - 40, 15, plot_ink, "start",
              contest->together ? "Points of a team" : "Elo");
    plot_text(out, LEFT + SCALE + GAP, TOP - 40, 15, plot_ink, "start",
              contest->together     ? "Points of one in a team of"
              : contest->seats == 2 ? "Wins, %, against"
                                    : "Wins, %, alone against all others of");
    for (unsigned i = 0; i < count; i++)
        plot_text(out, LEFT + SCALE + GAP + (int)i * CELL + (CELL - 3) / 2.0, TOP - 12, 12,
                  plot_ink, "middle", contest->entrant[columns[i]]);
    struct scale scale = find_scale(contest, rating);
    plot_scale(out, &scale, rows);
    for (unsigned i = 0; i < rows; i++) {
        double y = TOP + (int)i * ROW;
        plot_rating(out, &scale, contest->entrant[order[i]], &rating[order[i]], y + ROW / 2);
        plot_row(out, contest, columns, count, order[i], most, y);
    }
    plot_end(out);
}
