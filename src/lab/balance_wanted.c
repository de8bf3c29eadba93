/* balance_wanted.c: what is wanted of a card set, and how far it is true (balance.h).
 *
 * Each line has a figure, its 95 % interval, what is wanted, and whether the figure is so: "yes" and
 * "no" when all of the interval agrees, "likely" and "unlikely" when it does not. Intervals of shares
 * are Wilson's; they take games, bids and drawn cards for independent. Where every card, seat or
 * power has to do something, the line shows the one that does it worst. */
#include <math.h>

#include "balance.h"
#include "command/terminal.h"

/* 95 % of a normal distribution. */
static const double width = 1.96;

struct figure {
    double value, low, high;
};

static struct figure figure_of(double part, double whole) {
    if (whole <= 0) return (struct figure){0, 0, 1};
    double share = part / whole, square = width * width / whole;
    double middle = (share + square / 2) / (1 + square);
    double margin =
        width / (1 + square) * sqrt(share * (1 - share) / whole + square / (4 * whole));
    return (struct figure){share, fmax(0, middle - margin), fmin(1, middle + margin)};
}

static struct figure mean_rounds(const struct balance *balance) {
    double games = (double)balance->games, sum = 0, squares = 0;
    for (unsigned i = 0; i < BALANCE_ROUNDS; i++) {
        sum += (double)(i * balance->rounds[i]);
        squares += (double)(i * i * balance->rounds[i]);
    }
    double mean = sum / games, variance = squares / games - mean * mean;
    double margin = width * sqrt(variance > 0 ? variance / games : 0);
    return (struct figure){mean, mean - margin, mean + margin};
}

static const char *verdict(const struct figure *figure, double least, double most) {
    bool is = figure->value >= least && figure->value <= most;
    bool surely = is ? figure->low >= least && figure->high <= most
                     : figure->high < least || figure->low > most;
    return is ? surely ? "yes" : "likely" : surely ? "no" : "unlikely";
}

static void print_line(const char *name, const char *which, struct figure figure, double scale,
                       double least, double most, const char *wanted) {
    printf("  %-25s %-8s %5.1f  %5.1f to %5.1f  %-11s %s\n", name, which, scale * figure.value,
           scale * figure.low, scale * figure.high, wanted, verdict(&figure, least, most));
}

static void print_share(const char *name, const char *which, struct figure figure,
                        double least, double most, const char *wanted) {
    print_line(name, which, figure, 100, least, most, wanted);
}

/* Whoever wins most of `wins`, and by how much more than a fair share. */
static void print_seats(const struct balance *balance, const char *name, const uint64_t *wins,
                        const char *const *seats) {
    unsigned most = 0;
    for (unsigned i = 1; i < balance->players; i++)
        if (wins[i] > wins[most]) most = i;
    struct figure figure =
        figure_of((double)wins[most] / (double)BALANCE_WIN, (double)balance->games);
    double fair = 1 / (double)balance->players;
    figure.value -= fair, figure.low -= fair, figure.high -= fair;
    print_share(name, seats[most], figure, -1, 0.03, "at most 3");
}

static void print_cards(const struct balance *balance) {
    const struct balance_land *land = balance->land;
    unsigned least = 0, most = 0;
    for (unsigned i = 0; i < balance->set->lands; i++) {
        if (land[i].games < land[least].games) least = i;
        bool top = balance->set->land[i].tier == ZK_YOTEI_TIERS - 1;
        if (top && (balance->set->land[most].tier != ZK_YOTEI_TIERS - 1 ||
                    land[i].games > land[most].games))
            most = i;
    }
    double games = (double)balance->games;
    print_share("card taken face up least", balance->set->land[least].id,
                figure_of((double)land[least].games, games), 0.02, 1, "at least 2");
    print_share("tier III card taken most", balance->set->land[most].id,
                figure_of((double)land[most].games, games), 0, 0.5, "at most 50");
}

static void print_bids(const struct balance *balance) {
    enum { LARGE = 6 };
    static const char *const sizes[LARGE + 1] = {"0", "1", "2", "3", "4", "5", "6"};
    unsigned least = 0, most = 0;
    for (unsigned i = 1; i <= LARGE; i++) {
        if (balance->winning[i] < balance->winning[least]) least = i;
        if (balance->winning[i] > balance->winning[most]) most = i;
    }
    double won = (double)balance_total(balance->winning, BALANCE_BIDS);
    print_share("games where bids decide", "",
                figure_of((double)balance->contested_games, (double)balance->games), 0.5, 1,
                "at least 50");
    print_share("rarest winning bid of 0-6", sizes[least],
                figure_of((double)balance->winning[least], won), 0.01, 1, "at least 1");
    print_share("most usual winning bid", sizes[most],
                figure_of((double)balance->winning[most], won), 0, 0.5, "at most 50");
}

static void print_powers(const struct balance *balance) {
    struct figure worst = {2, 2, 2};
    const char *name = "";
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        if (!balance->set->mystery[i]) continue;
        struct figure figure =
            figure_of((double)balance->power[i].played, (double)balance->power[i].drawn);
        if (figure.value < worst.value) worst = figure, name = zk_yotei_powers[i];
    }
    if (*name) print_share("power played least", name, worst, 0.2, 1, "at least 20");
}

void balance_print_wanted(const struct balance *balance, const struct terminal_marks *marks) {
    static const char *const seats[ZK_SEATS_MAX] = {"A", "B", "C", "D"};
    static const char *const order[ZK_SEATS_MAX] = {"first", "second", "third", "fourth"};
    double games = (double)balance->games, fitting = 0;
    for (unsigned i = 5; i <= 9; i++) fitting += (double)balance->rounds[i];
    printf(
        "\n%sWanted%s, in %% but for the rounds\n%s%-35s figure   95 %% between   wanted      so?%s\n",
        marks->bold, marks->plain, marks->dim, "", marks->plain);
    print_line("rounds of a game", "mean", mean_rounds(balance), 1, 5, 9, "5 to 9");
    print_share("games of 5 to 9 rounds", "", figure_of(fitting, games), 0.9, 1,
                "at least 90");
    for (unsigned i = 0; i < BALANCE_ROADS; i++)
        print_share(balance_road_names[i], "road",
                    figure_of((double)balance->road[i] / (double)BALANCE_WIN,
                              (double)balance->decided),
                    0.28, 0.39, "28 to 39");
    print_seats(balance, "seat above its fair share", balance->wins, seats);
    print_seats(balance, "by the starting token", balance->order, order);
    print_cards(balance);
    print_bids(balance);
    print_powers(balance);
    print_share("games ending with a flip", "",
                figure_of((double)balance->last[BALANCE_FLIP], games), 0.2, 1, "at least 20");
    print_share("games ending with a pile", "",
                figure_of((double)balance->last[BALANCE_PILE], games), 0.2, 1, "at least 20");
}
