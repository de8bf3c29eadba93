/* test_thinking.c: whose thought is next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "server/thinking.h"

enum { ADDRESSES = 12, JOBS = 400, SEEDS = 300 };

struct job {
    struct zk_waiting waiting; /* first */
    unsigned address;
    bool hint;
    uint32_t number; /* in the order of putting */
    uint32_t
        passed[ADDRESSES]; /* jobs of each that were taken while it was its address' next */
};

static struct zk_address address_of(unsigned number) {
    return (struct zk_address){
        {[0] = 0x20, [7] = (uint8_t)number, [15] = (uint8_t)(number / 2)}};
}

/* Whether `a` comes before `b`, which is of the same address. */
static bool comes_before(const struct job *a, const struct job *b) {
    return a->hint != b->hint ? a->hint : a->number < b->number;
}

static bool is_next_of_its_address(const struct job *job, struct job *const *all,
                                   uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (all[i]->address == job->address && comes_before(all[i], job)) return false;
    return true;
}

/* Puts and takes in any order. Whoever is the next of its address waits for at most one of each other
 * address, whatever those have put in and whatever is taken out in between. */
static void test_turns(void **state) {
    (void)state;
    static struct job memory[JOBS];
    static struct job *all[JOBS];
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct zk_rng rng = zk_rng_stream(seed, 14);
        struct zk_thinking thinking = {.key = seed};
        uint32_t made = 0, count = 0;
        unsigned greedy = zk_rng_below(&rng, ADDRESSES);
        memset(memory, 0, sizeof memory);
        while (made < JOBS || count) {
            uint32_t what = zk_rng_below(&rng, 16);
            if (made < JOBS && what < 8) {
                struct job *job = &memory[made];
                job->address = what < 5 ? greedy : zk_rng_below(&rng, ADDRESSES);
                job->hint = zk_rng_below(&rng, 3) == 0;
                job->number = made++;
                struct zk_address address = address_of(job->address);
                zk_thinking_put(&thinking, &address, job->hint, &job->waiting);
                /* Whom it comes before begins to wait anew when it is done. */
                for (uint32_t i = 0; i < count; i++)
                    if (all[i]->address == job->address && comes_before(job, all[i]))
                        memset(all[i]->passed, 0, sizeof all[i]->passed);
                all[count++] = job;
            } else if (count && what == 8) {
                struct job *job = all[zk_rng_below(&rng, count)];
                zk_thinking_remove(&thinking, &job->waiting);
                assert_null(job->waiting.queue);
                for (uint32_t i = 0; i < count; i++)
                    if (all[i] == job) all[i--] = all[--count];
            } else {
                struct job *job = (struct job *)zk_thinking_next(&thinking);
                assert_int_equal(job != NULL, count > 0);
                if (!job) continue;
                assert_true(is_next_of_its_address(job, all, count));
                for (uint32_t i = 0; i < count; i++) {
                    if (all[i] == job) all[i--] = all[--count];
                }
                for (uint32_t i = 0; i < count; i++) {
                    if (all[i]->address == job->address)
                        memset(all[i]->passed, 0, sizeof all[i]->passed);
                    else if (is_next_of_its_address(all[i], all, count))
                        assert_true(++all[i]->passed[job->address] <= 1);
                }
            }
            assert_int_equal(thinking.count, count);
        }
        assert_null(thinking.turn);
        assert_null(zk_thinking_next(&thinking));
    }
}

/* Finding 5 of the review: 20 tables of one address, and then somebody's hint. */
static void test_hint_of_a_newcomer(void **state) {
    (void)state;
    struct zk_thinking thinking = {.key = 1};
    struct zk_waiting bot[20], own_bot, hint;
    struct zk_address one = address_of(1), other = address_of(2);
    for (unsigned i = 0; i < 20; i++) zk_thinking_put(&thinking, &one, false, &bot[i]);
    assert_ptr_equal(zk_thinking_next(&thinking), &bot[0]);
    zk_thinking_put(&thinking, &other, false, &own_bot);
    zk_thinking_put(&thinking, &other, true, &hint);
    assert_ptr_equal(zk_thinking_next(&thinking), &bot[1]);
    assert_ptr_equal(zk_thinking_next(&thinking), &hint);
    assert_ptr_equal(zk_thinking_next(&thinking), &bot[2]);
    assert_ptr_equal(zk_thinking_next(&thinking), &own_bot);
    for (unsigned i = 3; i < 20; i++) assert_ptr_equal(zk_thinking_next(&thinking), &bot[i]);
    assert_null(zk_thinking_next(&thinking));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_hint_of_a_newcomer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
