/* rating.c: what results say about strength, see rating.h. */
#include "rating.h"

#include <math.h>
#include <string.h>

#define ELO (400 / 2.30258509299404568402) /* of a natural logarithm of odds */

struct estimate estimate_share(int64_t sum, uint64_t squares, uint64_t deals, double most) {
    double n = (double)deals + 2, mean = ((double)sum + most) / n;
    double variance = ((double)squares + most * most) / n - mean * mean;
    return (struct estimate){(double)sum / ((double)deals * most),
                             sqrt(variance / (double)deals) / most};
}

struct estimate estimate_points(int64_t sum, uint64_t squares, uint64_t deals,
                                unsigned games) {
    double n = (double)deals, mean = (double)sum / n;
    double variance = deals > 1 ? ((double)squares - n * mean * mean) / (n - 1) : 0;
    return (struct estimate){mean / games, variance > 0 ? sqrt(variance / n) / games : 0};
}

double margin_of(const struct estimate *estimate) { return 1.96 * estimate->error; }

double elo_of_share(double share, unsigned seats) {
    if (share <= 0) return -HUGE_VAL;
    if (share >= 1) return HUGE_VAL;
    return ELO * log(share * (seats - 1) / (1 - share));
}

double share_of_elo(double elo, unsigned seats) {
    return 1 / (1 + (seats - 1) * exp(-elo / ELO));
}

double sprt_ratio(const struct estimate *share, uint64_t deals, unsigned seats, double elo0,
                  double elo1) {
    double share0 = share_of_elo(elo0, seats), share1 = share_of_elo(elo1, seats);
    double variance = share->error * share->error * (double)deals;
    return (double)deals * (share1 - share0) * (2 * share->mean - share0 - share1) /
           (2 * variance);
}

/* ---- Ratings of several ---- */

typedef double matrix[RATED_MAX][RATED_MAX];

/* Turns a symmetric, positive definite matrix into its inverse, by Gauss and Jordan. */
static void invert(matrix m, unsigned size) {
    matrix inverse;
    memset(inverse, 0, sizeof inverse);
    for (unsigned i = 0; i < size; i++) inverse[i][i] = 1;
    for (unsigned i = 0; i < size; i++) {
        double pivot = m[i][i];
        for (unsigned k = 0; k < size; k++) m[i][k] /= pivot, inverse[i][k] /= pivot;
        for (unsigned j = 0; j < size; j++) {
            double factor = m[j][i];
            for (unsigned k = 0; j != i && k < size; k++) {
                m[j][k] -= factor * m[i][k];
                inverse[j][k] -= factor * inverse[i][k];
            }
        }
    }
    memcpy(m, inverse, sizeof inverse);
}

/* Adds what a pair tells about the difference of its two; number 0 is fixed and has no row. */
static void add_pair(matrix m, const struct rated_pair *pair, double value) {
    unsigned i = pair->one, j = pair->other;
    if (i) m[i - 1][i - 1] += value;
    if (j) m[j - 1][j - 1] += value;
    if (i && j) m[i - 1][j - 1] -= value, m[j - 1][i - 1] -= value;
}

void rate_players(const struct rated_pair *pair, unsigned pairs, unsigned count,
                  unsigned seats, struct estimate *elo) {
    enum { STEPS = 200 };
    static const double prior = 0.5, longest = 1;
    double log_odds[RATED_MAX] = {0};
    matrix bend, spread; /* minus the second derivatives; the first ones' variances */
    for (unsigned step = 0; step < STEPS; step++) {
        double slope[RATED_MAX] = {0};
        memset(bend, 0, sizeof bend);
        memset(spread, 0, sizeof spread);
        for (unsigned i = 1; i < count; i++) {
            double share = 1 / (1 + exp(-log_odds[i]));
            slope[i] = prior * (0.5 - share);
            bend[i - 1][i - 1] = prior * share * (1 - share);
        }
        for (unsigned p = 0; p < pairs; p++) {
            double deals = (double)pair[p].deals;
            double share =
                1 / (1 + (seats - 1) * exp(log_odds[pair[p].other] - log_odds[pair[p].one]));
            double off = deals * (pair[p].share.mean - share);
            slope[pair[p].one] += off;
            slope[pair[p].other] -= off;
            add_pair(bend, &pair[p], deals * share * (1 - share));
            add_pair(spread, &pair[p], pow(deals * pair[p].share.error, 2));
        }
        invert(bend, count - 1);
        for (unsigned i = 1; i < count; i++) { /* Newton's step, not too long */
            double by = 0;
            for (unsigned j = 1; j < count; j++) by += bend[i - 1][j - 1] * slope[j];
            log_odds[i] += by > longest ? longest : by < -longest ? -longest : by;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        double variance = 0;
        for (unsigned j = 0; i && j + 1 < count; j++)
            for (unsigned k = 0; k + 1 < count; k++)
                variance += bend[i - 1][j] * spread[j][k] * bend[k][i - 1];
        elo[i] = (struct estimate){ELO * log_odds[i], ELO * sqrt(variance)};
    }
}
