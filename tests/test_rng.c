/* test_rng.c: the generator gives the same bits everywhere, and even ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"

/* Numbers of another program (Python's whole numbers, from the published algorithms wyrand and
 * splitmix64): with them a seed means the same game for ever. */
static void known_numbers(void **test) {
    (void)test;
    assert_true(zk_rng_mix(0) == UINT64_C(0xE220A8397B1DCDAF)); /* splitmix64 from 0 */
    struct zk_rng rng = {0};
    static const uint64_t from_0[] = {
        UINT64_C(0x9A45CD888D59F0D6), UINT64_C(0x01445B6A189663F5),
        UINT64_C(0x1842218B97E7A496), UINT64_C(0x4DDA1BC7277A55F9)};
    for (unsigned i = 0; i < 4; i++) assert_true(zk_rng_next(&rng) == from_0[i]);
    struct zk_rng stream = zk_rng_stream(1, 0);
    static const uint64_t from_seed_1[] = {
        UINT64_C(0xAA797D293E62D3B1), UINT64_C(0x59EBD0B11B3F4231),
        UINT64_C(0x59BD4DFB32C080AD), UINT64_C(0x5F8A42AA3901F16A)};
    for (unsigned i = 0; i < 4; i++) assert_true(zk_rng_next(&stream) == from_seed_1[i]);
    stream = zk_rng_stream(1, 0);
    static const uint32_t below[] = {66, 35, 35, 37, 44, 67, 87, 26};
    for (unsigned i = 0; i < 8; i++) assert_int_equal(zk_rng_below(&stream, 100), below[i]);
}

/* Machines without a product of 128 bits put it together from four. */
static void folds_are_the_same(void **test) {
    (void)test;
    static const uint64_t edge[] = {
        0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX, UINT64_MAX - 1};
    for (unsigned i = 0; i < 6; i++)
        for (unsigned j = 0; j < 6; j++)
            assert_true(zk_rng_fold(edge[i], edge[j]) ==
                        zk_rng_fold_portably(edge[i], edge[j]));
    struct zk_rng rng = zk_rng_stream(5, 5);
    for (unsigned i = 0; i < 10000; i++) {
        uint64_t x = zk_rng_next(&rng), y = zk_rng_next(&rng);
        assert_true(zk_rng_fold(x, y) == zk_rng_fold_portably(x, y));
    }
}

/* The sum over cells of (observed - expected)^2 / expected. */
static double chi_squared(const uint32_t *observed, uint32_t cells, uint32_t total) {
    double expected = (double)total / cells, sum = 0;
    for (uint32_t i = 0; i < cells; i++)
        sum += (observed[i] - expected) * (observed[i] - expected) / expected;
    return sum;
}

/* Beyond this, chi-squared would not get by accident in a million tries; cells is at most 64. */
static double limit(uint32_t cells) { return 2.2 * cells + 26; }

static void below_is_even(void **test) {
    (void)test;
    for (uint32_t n = 1; n <= 64; n++) {
        uint32_t observed[64] = {0}, total = 1000 * n;
        struct zk_rng rng = zk_rng_stream(42, n);
        for (uint32_t i = 0; i < total; i++) {
            uint32_t drawn = zk_rng_below(&rng, n);
            assert_true(drawn < n);
            observed[drawn]++;
        }
        assert_true(chi_squared(observed, n, total) < limit(n));
    }
}

/* With n near 3 * 2^30 plain multiplication would give one third of the numbers twice as often. */
static void below_is_even_for_large_n(void **test) {
    (void)test;
    const uint32_t n = 3u << 30, total = 90000;
    uint32_t thirds[3] = {0}, residues[3] = {0};
    struct zk_rng rng = zk_rng_stream(42, 0);
    for (uint32_t i = 0; i < total; i++) {
        uint32_t drawn = zk_rng_below(&rng, n);
        assert_true(drawn < n);
        thirds[drawn >> 30]++;
        residues[drawn % 3]++;
    }
    assert_true(chi_squared(thirds, 3, total) < limit(3));
    assert_true(chi_squared(residues, 3, total) < limit(3));
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(zk_rng_below(&rng, 1), 0);
        (void)zk_rng_below(&rng, UINT32_MAX);
    }
}

static void every_bit_is_even(void **test) {
    (void)test;
    enum { DRAWS = 40000 };
    uint32_t ones[64] = {0};
    struct zk_rng rng = zk_rng_stream(7, 7);
    for (unsigned i = 0; i < DRAWS; i++) {
        uint64_t bits = zk_rng_next(&rng);
        for (unsigned b = 0; b < 64; b++) ones[b] += (uint32_t)(bits >> b & 1);
    }
    for (unsigned b = 0; b < 64; b++) { /* five standard deviations, each of 100 */
        assert_true(ones[b] > DRAWS / 2 - 500);
        assert_true(ones[b] < DRAWS / 2 + 500);
    }
}

/* Neighbouring seeds and streams, and a generator and what was split off it, have nothing in
 * common: their bits agree in half of the places. */
static void assert_apart(struct zk_rng a, struct zk_rng b) {
    unsigned agree = 0;
    for (unsigned i = 0; i < 100; i++)
        for (uint64_t same = ~(zk_rng_next(&a) ^ zk_rng_next(&b)); same; same &= same - 1)
            agree++;
    assert_in_range(agree, 3200 - 240, 3200 + 240); /* six standard deviations */
}

static void streams_differ(void **test) {
    (void)test;
    for (uint64_t i = 0; i < 50; i++) {
        assert_apart(zk_rng_stream(1, i), zk_rng_stream(1, i + 1));
        assert_apart(zk_rng_stream(i, 1), zk_rng_stream(i + 1, 1));
        assert_apart(zk_rng_stream(i, i + 1), zk_rng_stream(i + 1, i));
        assert_apart(zk_rng_stream(0, i), zk_rng_stream(UINT64_MAX, i));
    }
}

static void split_stands_alone(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(3, 0), same = rng;
    for (unsigned i = 0; i < 50; i++) {
        struct zk_rng before = rng, child = zk_rng_split(&rng);
        assert_apart(child, rng);
        assert_apart(child, before);
        struct zk_rng next = rng;
        assert_apart(child, zk_rng_split(&next));
        struct zk_rng again = zk_rng_split(&same); /* the same generator splits the same way */
        assert_memory_equal(&again, &child, sizeof child);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(below_is_even_for_large_n),
        cmocka_unit_test(every_bit_is_even),
        cmocka_unit_test(streams_differ),
        cmocka_unit_test(split_stands_alone),
        cmocka_unit_test(folds_are_the_same),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
