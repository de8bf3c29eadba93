/* deal.c: luck that several games can share, see deal.h. */
#include "deal.h"

#include <assert.h>
#include <string.h>

/* The natural logarithm of 1 <= x <= 2, to some 14 digits and the same everywhere: the series of
 * artanh, whose argument is at most a third. */
static double log_of(double x) {
    double t = (x - 1) / (x + 1), square = t * t, power = 2 * t, sum = 0;
    for (int odd = 1; odd < 27; odd += 2, power *= square) sum += power / odd;
    return sum;
}

/* How long a clock runs once it is wound: exponential, with mean 1. Minus the logarithm of 64 random
 * bits, read as a binary fraction. */
static double wind(uint64_t bits) {
    static const double log_2 = 0.69314718055994530942;
    unsigned zeros = 0;
    bits |= 1; /* not 0 */
    for (; !(bits >> 63); bits <<= 1) zeros++;
    return (zeros + 1) * log_2 - log_of((double)(bits >> 11) / 4503599627370496.0);
}

void zk_deal_begin(struct zk_deal *deal, uint64_t seed, uint64_t number) {
    memset(deal, 0, sizeof *deal);
    deal->key = zk_rng_stream(seed, number).at;
}

zk_move zk_deal_draw(struct zk_deal *deal, const struct zk_game *game,
                     const struct zk_rules *rules, const struct zk_state *state) {
    zk_move list[ZK_MOVES_MAX];
    uint32_t weight[ZK_MOVES_MAX], count = game->moves(rules, state, ZK_CHANCE, list, weight);
    uint32_t first = 0;
    double soonest = 0;
    assert(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t card = zk_card_of(game, rules, state, list[i]);
        if (deal->left[card] <= 0)
            deal->left[card] =
                wind(zk_rng_mix(zk_rng_mix(deal->key ^ card) + deal->rings[card]));
        double time = deal->left[card] / weight[i];
        if (i == 0 || time < soonest) {
            soonest = time;
            first = i;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t card = zk_card_of(game, rules, state, list[i]);
        deal->left[card] = i == first ? 0 : deal->left[card] - weight[i] * soonest;
        deal->rings[card] += i == first;
    }
    return list[first];
}
