/* test_limit.c: how much may be asked for, and who counts as one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/limit.h"

enum { HOUR_MS = 3600 * 1000 };
static const uint64_t start_ms = 1700000000000;
static const struct zk_rate rate = {{80, 4}, {18000, 3600}};

static void both_windows_hold(void **state) {
    struct zk_bucket bucket = {{0}};
    uint64_t now_ms = start_ms;
    (void)state;
    for (unsigned i = 0; i < 80; i++) assert_true(zk_bucket_spend(&bucket, &rate, 1, now_ms));
    assert_false(zk_bucket_spend(&bucket, &rate, 1, now_ms));
    assert_false(zk_bucket_spend(&bucket, &rate, 1, now_ms + 49));
    assert_true(zk_bucket_spend(&bucket, &rate, 1, now_ms + 50));
    assert_false(zk_bucket_spend(&bucket, &rate, 81, now_ms + HOUR_MS)); /* never so many */
    assert_true(zk_bucket_spend(&bucket, &rate, 80, now_ms + HOUR_MS));
    /* Whoever asks all the time gets 20 a second at first, and 5 in the long run. */
    unsigned first = 0, all = 0;
    bucket = (struct zk_bucket){{0}};
    for (; now_ms < start_ms + 4 * HOUR_MS; now_ms += 10) {
        bool enough = zk_bucket_spend(&bucket, &rate, 1, now_ms);
        all += enough;
        first += enough && now_ms < start_ms + 60000;
    }
    assert_in_range(first, 80 + 60 * 20 - 1, 80 + 60 * 20);
    assert_in_range(all, 18000 + 4 * 18000 - 1, 18000 + 4 * 18000);
}

/* However often one asks for a little, what comes back in between is not lost. */
static void a_slow_window_fills_while_it_is_used(void **state) {
    const struct zk_rate slow = {{0, 0}, {100, 7200}};
    struct zk_bucket bucket = {{0}};
    unsigned all = 0;
    (void)state;
    for (uint64_t ms = 0; ms < 2 * HOUR_MS; ms += 7)
        all += zk_bucket_spend(&bucket, &slow, 1, start_ms + ms);
    assert_in_range(all, 199, 200);
}

static void work_is_charged_afterwards(void **state) {
    const struct zk_rate work = {{1000, 10}, {0, 0}};
    struct zk_bucket bucket = {{0}};
    (void)state;
    zk_bucket_charge(&bucket, &work, 999, start_ms);
    assert_true(zk_bucket_has(&bucket, &work, 1, start_ms));
    zk_bucket_charge(&bucket, &work, 1000000, start_ms); /* owes one bucket, not a thousand */
    assert_false(zk_bucket_has(&bucket, &work, 1, start_ms));
    assert_false(zk_bucket_has(&bucket, &work, 1, start_ms + 10000));
    assert_true(zk_bucket_has(&bucket, &work, 1, start_ms + 10010));
}

static void no_limit(void **state) {
    const struct zk_rate none = {{0, 0}, {0, 0}};
    struct zk_bucket bucket = {{0}};
    (void)state;
    zk_bucket_charge(&bucket, &none, UINT32_MAX, start_ms);
    assert_true(zk_bucket_spend(&bucket, &none, UINT32_MAX, start_ms));
}

/* ---- Visitors ---- */

static struct zk_visitors *visitors;

static int make(void **state) {
    (void)state;
    visitors = calloc(1, sizeof *visitors);
    visitors->key = 12345;
    return 0;
}

static int drop(void **state) {
    (void)state;
    zk_visitors_free(visitors);
    free(visitors);
    return 0;
}

static struct zk_address parsed(const char *text) {
    struct zk_address address;
    assert_true(zk_address_parse(text, &address));
    return address;
}

static struct zk_visitor *visit(const char *text, uint64_t now_ms) {
    struct zk_address address = parsed(text);
    return zk_visitors_find(visitors, &address, now_ms);
}

static void one_household_is_one(void **state) {
    (void)state;
    assert_ptr_equal(visit("2001:db8:1:1200::1", 1), visit("2001:db8:1:12ff:1:2:3:4", 1));
    assert_ptr_not_equal(visit("2001:db8:1:1200::1", 1), visit("2001:db8:1:1300::1", 1));
    assert_ptr_not_equal(visit("192.0.2.1", 1), visit("192.0.2.2", 1));
    assert_ptr_equal(visit("192.0.2.1", 1), visit("::ffff:192.0.2.1", 1));
    assert_ptr_not_equal(visit("::ffff:192.0.2.1", 1), visit("::ffff:192.0.2.2", 1));
    assert_int_equal(visitors->count, 4);
}

/* Somebody with a large network uses up nobody's place but his own. */
static void many_addresses_refuse_nobody(void **state) {
    struct zk_address address = parsed("2001:db8:7::");
    (void)state;
    struct zk_visitor *here = visit("198.51.100.1", 1);
    zk_visitor_enter(visitors, here);
    struct zk_bucket spent = here->messages = (struct zk_bucket){{1, 2}};
    visit("198.51.100.2", 2);
    for (uint32_t i = 0; i < ZK_VISITORS_MAX + 1000; i++) { /* of one /48 */
        address.bytes[6] = (uint8_t)(i >> 8);
        address.bytes[7] = (uint8_t)i;
        address.bytes[8] = (uint8_t)(i >> 16);
        zk_visitors_find(visitors, &address, 3);
    }
    assert_int_equal(visitors->count, 2 + 256);
    for (uint32_t i = 0; i < ZK_VISITORS_MAX + 1000; i++) { /* of a provider's /32 */
        address.bytes[4] = (uint8_t)(i >> 16);
        address.bytes[5] = (uint8_t)(i >> 8);
        address.bytes[6] = (uint8_t)i;
        assert_non_null(zk_visitors_find(visitors, &address, 4));
        assert_true(visitors->count <= ZK_VISITORS_MAX);
    }
    struct zk_visitor *fresh = visit("203.0.113.5", 5);
    assert_non_null(fresh);
    assert_int_equal(fresh->connections, 0);
    assert_ptr_equal(visit("198.51.100.1", 5),
                     here); /* who is here stays, with what was spent */
    assert_memory_equal(&here->messages, &spent, sizeof spent);
    assert_ptr_equal(visit("203.0.113.5", 6), fresh);
    zk_visitor_leave(visitors, here, 7);
    zk_visitors_sweep(visitors, 6 + ZK_VISITOR_KEPT_MS);
    assert_int_equal(visitors->count, 1); /* who has just gone */
    assert_ptr_equal(visit("198.51.100.1", 8), here);
    zk_visitors_sweep(visitors, 8 + ZK_VISITOR_KEPT_MS);
    assert_int_equal(visitors->count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_windows_hold),
        cmocka_unit_test(a_slow_window_fills_while_it_is_used),
        cmocka_unit_test(work_is_charged_afterwards),
        cmocka_unit_test(no_limit),
        cmocka_unit_test_setup_teardown(one_household_is_one, make, drop),
        cmocka_unit_test_setup_teardown(many_addresses_refuse_nobody, make, drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
