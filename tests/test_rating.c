/* test_rating.c: what results say about strength (lab/rating.h), by examples and by deals made up with a
 * known strength. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/rng.h"
#include "lab/rating.h"

static bool near(double a, double b, double apart) { return fabs(a - b) <= apart; }

static void elo_and_shares(void **state) {
    (void)state;
    assert_true(near(elo_of_share(0.75, 2), 190.85, 0.01));
    assert_true(near(elo_of_share(10.0 / 11, 2), 400, 1e-9));
    for (unsigned seats = 2; seats <= 4; seats++) {
        assert_true(near(elo_of_share(1.0 / seats, seats), 0, 1e-9));
        for (double elo = -900; elo <= 900; elo += 100)
            assert_true(near(elo_of_share(share_of_elo(elo, seats), seats), elo, 1e-6));
    }
    assert_true(isinf(elo_of_share(1, 2)) && elo_of_share(1, 2) > 0);
    assert_true(isinf(elo_of_share(0, 2)) && elo_of_share(0, 2) < 0);
}

static void estimates(void **state) {
    (void)state;
    /* Four deals of 24: won, won, lost, shared; and two more, one won and one lost. */
    struct estimate share = estimate_share(60, 576 + 576 + 144, 4, 24);
    assert_true(near(share.mean, 0.625, 1e-12));
    assert_true(near(share.error, sqrt((3.25 / 6 - pow(3.5 / 6, 2)) / 4), 1e-12));
    assert_true(near(margin_of(&share), 1.96 * share.error, 1e-12));
    assert_true(estimate_share(2400, 57600, 100, 24).error > 0.005);
    /* Three deals of two games: 10, 14 and 18 points. */
    struct estimate points = estimate_points(42, 100 + 196 + 324, 3, 2);
    assert_true(near(points.mean, 7, 1e-12));
    assert_true(near(points.error, 4 / sqrt(3) / 2, 1e-12));
    assert_true(estimate_points(9, 81, 1, 1).error == 0);
    struct estimate below = estimate_points(-42, 100 + 196 + 324, 3, 2);
    assert_true(near(below.mean, -points.mean, 1e-9) && near(below.error, points.error, 1e-9));
}

/* Deals of two games each, in which somebody of this share plays. */
struct made_up {
    struct zk_rng rng;
    double share;
    int64_t sum;
    uint64_t squares, deals;
};

static void play_deal(struct made_up *made) {
    unsigned won = 0;
    for (unsigned game = 0; game < 2; game++)
        won += (double)zk_rng_below(&made->rng, 1000000) < 1000000 * made->share;
    made->sum += won;
    made->squares += (uint64_t)won * won;
    made->deals++;
}

static void intervals_cover(void **state) {
    (void)state;
    static const double shares[] = {0.5, 0.7, 0.9};
    for (unsigned i = 0; i < 3; i++) {
        unsigned covered = 0;
        for (uint64_t run = 0; run < 2000; run++) {
            struct made_up made = {.rng = zk_rng_stream(1 + i, run), .share = shares[i]};
            while (made.deals < 100) play_deal(&made);
            struct estimate share = estimate_share(made.sum, made.squares, made.deals, 2);
            covered += near(share.mean, made.share, margin_of(&share));
        }
        assert_in_range(covered, 1870, 1950); /* 95 % is 1900 */
    }
}

/* How many of 1,000 tests of `elo0` against `elo1` accept the latter. */
static unsigned accepted(double truth, double elo0, double elo1) {
    unsigned count = 0;
    for (uint64_t run = 0; run < 1000; run++) {
        struct made_up made = {.rng = zk_rng_stream(9, run), .share = share_of_elo(truth, 2)};
        double ratio = 0;
        while (fabs(ratio) < SPRT_BOUND) {
            play_deal(&made);
            struct estimate share = estimate_share(made.sum, made.squares, made.deals, 2);
            ratio = sprt_ratio(&share, made.deals, 2, elo0, elo1);
        }
        count += ratio > 0;
    }
    return count;
}

static void sprt_errs_once_in_twenty(void **state) {
    (void)state;
    assert_in_range(accepted(0, 0, 60), 10, 65);
    assert_in_range(accepted(60, 0, 60), 935, 990);
    assert_in_range(accepted(30, 0, 60), 430, 570);
}

static void ratings_are_found_again(void **state) {
    (void)state;
    enum { COUNT = 5 };
    static const double truth[COUNT] = {0, 120, -80, 900, 420};
    for (unsigned seats = 2; seats <= 4; seats++) {
        struct rated_pair pair[COUNT * COUNT];
        struct estimate elo[COUNT], more[COUNT];
        unsigned pairs = 0;
        for (unsigned i = 0; i < COUNT; i++)
            for (unsigned j = 0; j < COUNT; j++)
                if (i != j)
                    pair[pairs++] = (struct rated_pair){
                        i, j, {share_of_elo(truth[i] - truth[j], seats), 0.02}, 1000};
        rate_players(pair, pairs, COUNT, seats, elo);
        assert_true(elo[0].mean == 0 && elo[0].error == 0);
        for (unsigned i = 1; i < COUNT; i++) {
            assert_true(near(elo[i].mean, truth[i], 2));
            assert_in_range((unsigned)elo[i].error, 3, 100);
        }
        for (unsigned i = 0; i < pairs; i++) pair[i].share.error /= 2;
        rate_players(pair, pairs, COUNT, seats, more);
        for (unsigned i = 1; i < COUNT; i++)
            assert_true(near(more[i].error, elo[i].error / 2, 1e-6));
    }
    /* Who wins everything has a rating, too, and so has one whom nobody met. */
    struct estimate elo[3];
    rate_players(&(struct rated_pair){1, 0, {1, 0.01}, 100}, 1, 3, 2, elo);
    assert_true(elo[1].mean > 500 && elo[1].mean < 2000 && near(elo[2].mean, 0, 1e-6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_and_shares),          cmocka_unit_test(estimates),
        cmocka_unit_test(intervals_cover),         cmocka_unit_test(sprt_errs_once_in_twenty),
        cmocka_unit_test(ratings_are_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
