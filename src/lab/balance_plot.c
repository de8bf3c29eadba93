/* balance_plot.c: a balance as a picture, SVG written by hand: small charts of rounds, roads, seats and
 * bids above, then every card, every power and the placements by round as stacked bars. */
#include "balance.h"
#include "plot.h"

enum { WIDTH = 980, HEIGHT = 860, STACK_MAX = 5, LEFT = 56 };

/* Stacked parts, from below. */
static const char *const colours[STACK_MAX] = {"#2f6b4f", "#c98f3c", "#8a97a6", "#79b4cf",
                                               "#e4dac6"};

/* Where a chart is drawn, and the value at its top. */
struct chart {
    double x, y, width, height, most;
};

static void put_upright(FILE *out, double x, double y, const char *text) {
    fprintf(out, "<g transform=\"translate(%.1f %.1f) rotate(-90)\">", x, y);
    plot_text(out, 0, 0, 11, plot_ink, "end", text);
    fputs("</g>\n", out);
}

/* The title, four lines and their values. */
static void begin_chart(FILE *out, const struct chart *chart, const char *title) {
    plot_text(out, chart->x - 34, chart->y - 14, 15, plot_ink, "start", title);
    for (unsigned i = 0; i <= 4; i++) {
        char value[32];
        double y = chart->y + chart->height * (4 - i) / 4;
        fprintf(out, "<path d=\"M%.1f %.1fh%.1f\" stroke=\"%s\"/>\n", chart->x, y,
                chart->width, plot_grid);
        snprintf(value, sizeof value, "%.0f", chart->most * i / 4);
        plot_text(out, chart->x - 6, y + 4, 11, plot_faint, "end", value);
    }
}

static void put_stack(FILE *out, const struct chart *chart, double x, double width,
                      const double *part, unsigned parts) {
    double y = chart->y + chart->height;
    for (unsigned i = 0; i < parts; i++) {
        double height = chart->most > 0 ? part[i] / chart->most * chart->height : 0;
        y -= height;
        plot_box(out, x, y, width, height, colours[i]);
    }
}

static void put_legend(FILE *out, const struct chart *chart, const char *const *names,
                       unsigned count) {
    double x = chart->x + chart->width;
    for (unsigned i = count; i--;) {
        double width = 26;
        for (const char *at = names[i]; *at; at++) width += 6.9;
        x -= width;
        plot_box(out, x, chart->y - 25, 11, 11, colours[i]);
        plot_text(out, x + 15, chart->y - 15, 12, plot_ink, "start", names[i]);
    }
}

/* Labelled single bars, with their values or without. */
static void put_bars(FILE *out, const struct chart *chart, const double *value,
                     const char *const *label, unsigned count, bool values) {
    double step = chart->width / count;
    for (unsigned i = 0; i < count; i++) {
        char text[32];
        double x = chart->x + step * i, middle = x + step / 2;
        put_stack(out, chart, x + step * 0.15, step * 0.7, &value[i], 1);
        plot_text(out, middle, chart->y + chart->height + 15, 11, plot_ink, "middle",
                  label[i]);
        if (!values) continue;
        snprintf(text, sizeof text, "%.1f", value[i]);
        double height = chart->height * value[i] / chart->most;
        bool inside = height > 24;
        plot_text(out, middle, chart->y + chart->height - height + (inside ? 15 : -4), 11,
                  inside ? plot_paper : plot_ink, "middle", text);
    }
}

static double percent(uint64_t part, uint64_t whole) {
    return 100 * balance_share(part, whole);
}

/* A round number that is not less. */
static double round_up(double value, double step) {
    double top = step;
    while (top < value) top += step;
    return top;
}

/* ---- The charts ---- */

static void plot_rounds(FILE *out, const struct balance *balance) {
    double value[BALANCE_ROUNDS], most = 0;
    const char *label[BALANCE_ROUNDS];
    static char digits[BALANCE_ROUNDS][4];
    unsigned last = balance_last_round(balance);
    for (unsigned i = 1; i <= last; i++) {
        value[i - 1] = percent(balance->rounds[i], balance->games);
        snprintf(digits[i], sizeof digits[i], "%u", i);
        label[i - 1] = last > 14 && i % 2 ? "" : digits[i];
        if (value[i - 1] > most) most = value[i - 1];
    }
    struct chart chart = {LEFT, 96, 250, 150, round_up(most, 20)};
    begin_chart(out, &chart, "Rounds of a game, %");
    put_bars(out, &chart, value, label, last, false);
}

static void plot_roads(FILE *out, const struct balance *balance) {
    static const char *const label[] = {"Ski", "Food", "Wild"};
    double value[BALANCE_ROADS], most = 0;
    for (unsigned i = 0; i < BALANCE_ROADS; i++) {
        value[i] = percent(balance->road[i], balance->decided * BALANCE_WIN);
        if (value[i] > most) most = value[i];
    }
    struct chart chart = {370, 96, 160, 150, round_up(most * 1.1, 20)};
    begin_chart(out, &chart, "Road of the winner, %");
    put_bars(out, &chart, value, label, BALANCE_ROADS, true);
}

static void plot_seats(FILE *out, const struct balance *balance) {
    static const char *const label[] = {"A", "B", "C", "D"};
    double value[ZK_SEATS_MAX], most = 0, fair = 100 / (double)balance->players;
    for (unsigned i = 0; i < balance->players; i++) {
        value[i] = percent(balance->wins[i], balance->games * BALANCE_WIN);
        if (value[i] > most) most = value[i];
    }
    struct chart chart = {590, 96, 130, 150, round_up(most * 1.1, 20)};
    begin_chart(out, &chart, "Wins by seat, %");
    put_bars(out, &chart, value, label, (unsigned)balance->players, true);
    fprintf(out,
            "<path d=\"M%.1f %.1fh%.1f\" stroke=\"%s\" stroke-width=\"1.5\" "
            "stroke-dasharray=\"4 3\"/>\n",
            chart.x, chart.y + chart.height * (1 - fair / chart.most), chart.width, plot_ink);
}

static void plot_bids(FILE *out, const struct balance *balance) {
    static const char *const names[] = {"won", "lost"};
    uint64_t bids = balance_total(balance->bids, BALANCE_BIDS);
    double most = 0;
    for (unsigned i = 0; i < BALANCE_BIDS; i++)
        if (percent(balance->bids[i], bids) > most) most = percent(balance->bids[i], bids);
    struct chart chart = {764, 96, 196, 150, round_up(most, 20)};
    begin_chart(out, &chart, "Bids by size, %");
    put_legend(out, &chart, names, 2);
    double step = chart.width / (double)BALANCE_BIDS;
    for (unsigned i = 0; i < BALANCE_BIDS; i++) {
        /* `offer` and `regret` move bids after they were laid: there may be more won than laid. */
        uint64_t won = balance->winning[i],
                 lost = balance->bids[i] > won ? balance->bids[i] - won : 0;
        double part[2] = {percent(won, bids), percent(lost, bids)};
        char text[8];
        snprintf(text, sizeof text, i == BALANCE_BIDS - 1 ? "%u+" : "%u", i);
        put_stack(out, &chart, chart.x + step * i + step * 0.1, step * 0.8, part, 2);
        plot_text(out, chart.x + step * i + step / 2, chart.y + chart.height + 15, 11,
                  plot_ink, "middle", text);
    }
}

static void plot_lands(FILE *out, const struct balance *balance) {
    static const char *const names[] = {"face up", "face down", "from a pile", "thawed",
                                        "left at the end"};
    struct chart chart = {LEFT, 330, WIDTH - LEFT - 20, 180, 100};
    double gap = 8, step = (chart.width - 2 * gap) / balance->set->lands;
    begin_chart(out, &chart, "What becomes of each card, %");
    put_legend(out, &chart, names, 5);
    for (unsigned i = 0; i < balance->set->lands; i++) {
        const struct balance_land *land = &balance->land[i];
        uint64_t seen = land->up + land->down + land->pile + land->thawed + land->left;
        double part[5] = {percent(land->up, seen), percent(land->down, seen),
                          percent(land->pile, seen), percent(land->thawed, seen),
                          percent(land->left, seen)};
        double x = chart.x + step * i + gap * balance->set->land[i].tier;
        put_stack(out, &chart, x + step * 0.1, step * 0.8, part, 5);
        put_upright(out, x + step / 2 + 4, chart.y + chart.height + 7,
                    balance->set->land[i].id);
    }
}

static void plot_powers(FILE *out, const struct balance *balance) {
    static const char *const names[] = {"played", "cashed", "held at the end"};
    struct chart chart = {LEFT, 630, 420, 150, 100};
    begin_chart(out, &chart, "Powers, %");
    put_legend(out, &chart, names, 3);
    unsigned powers = 0, shown = 0;
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) powers += balance->set->mystery[i] != 0;
    double step = chart.width / (powers > 8 ? powers : 8);
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        if (!balance->set->mystery[i]) continue;
        const struct balance_power *power = &balance->power[i];
        double part[3] = {percent(power->played, power->drawn),
                          percent(power->cashed, power->drawn), 0};
        if (power->drawn) part[2] = 100 - part[0] - part[1];
        double x = chart.x + step * shown++;
        put_stack(out, &chart, x + step * 0.12, step * 0.76, part, 3);
        put_upright(out, x + step / 2 + 4, chart.y + chart.height + 7, zk_yotei_powers[i]);
    }
}

static void plot_acts(FILE *out, const struct balance *balance) {
    unsigned last = balance_last_round(balance);
    struct chart chart = {540, 630, WIDTH - 560, 150, 12};
    double step = chart.width / last;
    begin_chart(out, &chart, "Placements by round");
    put_legend(out, &chart, balance_act_names, BALANCE_ACTS);
    for (unsigned round = 1; round <= last; round++) {
        uint64_t games = balance_reached(balance, round);
        double part[BALANCE_ACTS];
        char text[8];
        for (unsigned a = 0; a < BALANCE_ACTS; a++)
            part[a] = balance_share(balance->act[a][round], games);
        double x = chart.x + step * (round - 1);
        put_stack(out, &chart, x + step * 0.1, step * 0.8, part, BALANCE_ACTS);
        snprintf(text, sizeof text, "%u", round);
        if (last <= 16 || round % 2 == 0)
            plot_text(out, x + step / 2, chart.y + chart.height + 15, 11, plot_ink, "middle",
                      text);
    }
}

void balance_plot(const void *what, FILE *out) {
    const struct balance *balance = what;
    char title[160];
    snprintf(title, sizeof title, "%s, %llu players: %llu games of %s", balance->set->name,
             (unsigned long long)balance->players, (unsigned long long)balance->games,
             balance->bot);
    plot_begin(out, WIDTH, HEIGHT, title);
    plot_rounds(out, balance);
    plot_roads(out, balance);
    plot_seats(out, balance);
    plot_bids(out, balance);
    plot_lands(out, balance);
    plot_powers(out, balance);
    plot_acts(out, balance);
    plot_end(out);
}
