/* rating.h: what results say about strength. Nothing but arithmetic.
 *
 * A deal is played once in every seat; what counts is the whole deal, so that the luck which both
 * sides share drops out of the error. A share is what one of `seats` players gets of all wins: 1 /
 * seats is fair. Elo is the scale of chess, on which 400 points are odds of ten to one; among more
 * than two players the odds are those against each of the others. */
#ifndef ZASHIKI_RATING_H
#define ZASHIKI_RATING_H

#include <stdint.h>

/* A mean and its standard error. */
struct estimate {
    double mean, error;
};

/* Of shares: `sum` and `squares` of what the deals gave, `most` being what one deal can give. The
 * error is that of two deals more, one won and one lost, so it is never 0. */
struct estimate estimate_share(int64_t sum, uint64_t squares, uint64_t deals, double most);
/* Of points: a deal is so many games. The error of a single deal is 0. */
struct estimate estimate_points(int64_t sum, uint64_t squares, uint64_t deals, unsigned games);

/* 1.96 times the error, for an interval of 95 %. */
double margin_of(const struct estimate *estimate);

/* The Elo by which somebody is ahead of each of the others, and the reverse. A share of 0 or less is
 * minus infinity, of 1 or more infinity. */
double elo_of_share(double share, unsigned seats);
double share_of_elo(double elo, unsigned seats);

/* The logarithm of how much likelier the result is with `elo1` than with `elo0`, by the normal
 * approximation; SPRT_BOUND or more accepts elo1, minus that elo0, each wrong once in twenty. */
#define SPRT_BOUND 2.94443897916644
double sprt_ratio(const struct estimate *share, uint64_t deals, unsigned seats, double elo0,
                  double elo1);

/* Ratings of several from what pairs of them got: `one` sat in one seat, `other` in all the rest. */
enum { RATED_MAX = 16 };
struct rated_pair {
    unsigned one, other;
    struct estimate share; /* of `one` */
    uint64_t deals;
};
/* Elo and its standard error for each of `count`, the first having 0 and no error: the ratings under
 * which the shares are likeliest, everyone having played half a deal more with the first that ended
 * fairly, so that nobody's is infinite. */
void rate_players(const struct rated_pair *pair, unsigned pairs, unsigned count,
                  unsigned seats, struct estimate *elo);

#endif
