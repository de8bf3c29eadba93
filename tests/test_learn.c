/* test_learn.c: the learner of Yokai Sketch's network learns something, the same on every machine and
 * with any number of threads, and writes the file that the program is built with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lab/learn/learn.h"
#include "plain_build.h"

/* What is learned from some games of the greedy policy, and then from some of its own. */
static void learn(struct zk_sketch_weights *weights, unsigned threads) {
    const struct player greedy = {0}, own = {weights, 20};
    struct lessons lessons = {0};
    struct network network;
    network_begin(&network, 1);
    play_games(&greedy, 1, 400, threads, &lessons);
    network_learn(&network, &lessons, 1, threads);
    network_round(&network, weights);
    lessons.count = 0;
    play_games(&own, 2, 40, threads, &lessons);
    network_learn(&network, &lessons, 2, threads);
    network_round(&network, weights);
    free(lessons.lesson);
}

static struct zk_sketch_weights learned;

static void plain_threads_change_nothing(void **state) {
    (void)state;
    struct zk_sketch_weights again;
    learn(&learned, 3);
    learn(&again, 1);
    assert_memory_equal(&again, &learned, sizeof learned);
}

/* From made-up lessons, so that only a change in the learning changes the number. */
static void every_machine_learns_the_same(void **state) {
    (void)state;
    enum { LESSONS = 5000 };
    struct lessons lessons = {calloc(LESSONS, sizeof *lessons.lesson), LESSONS};
    struct zk_rng rng = zk_rng_stream(5, 0);
    struct zk_sketch_weights weights;
    struct network network;
    uint64_t hash = 0xCBF29CE484222325u;
    assert_non_null(lessons.lesson);
    for (size_t i = 0; i < LESSONS; i++) {
        struct zk_sketch_facts *facts = &lessons.lesson[i].facts;
        for (size_t j = 0; j < sizeof facts->stack; j++)
            ((uint8_t *)facts->stack)[j] = (uint8_t)zk_rng_below(&rng, ZK_SKETCH_STACK_ROWS);
        for (size_t j = 0; j < sizeof facts->whole; j++)
            facts->whole[j] = (uint8_t)zk_rng_below(&rng, ZK_SKETCH_WHOLE_ROWS);
        lessons.lesson[i].worth = (float)zk_rng_below(&rng, 3) / 2;
    }
    network_begin(&network, 5);
    network_learn(&network, &lessons, 5, 2);
    network_round(&network, &weights);
    free(lessons.lesson);
    for (size_t i = 0; i < sizeof weights; i++)
        hash = (hash ^ ((const unsigned char *)&weights)[i]) * 0x100000001B3u;
    assert_int_equal(hash, 0xE8F64CA96252E57Cu);
}

static void plain_what_was_learned_holds_in_other_games(void **state) {
    (void)state;
    const struct zk_sketch_weights nothing = {0};
    const struct player greedy = {0}, one = {&learned, 20}, other = {&nothing, 20};
    struct lessons fresh = {0};
    play_games(&greedy, 3, 200, 2, &fresh);
    assert_true(weights_error(&learned, &fresh, 0) < 0.236);
    assert_true(weights_error(&nothing, &fresh, 0) > 0.244);
    free(fresh.lesson);
    assert_true(play_match(&one, &other, 4, 200, 2) > 0.8);
}

/* All of it but the comment at its beginning. */
static void the_file_is_as_the_learner_writes_it(void **state) {
    (void)state;
    static char shipped[100000], written[sizeof shipped];
    FILE *file = fopen("src/bots/sketch/weights.c", "r");
    assert_non_null(file);
    shipped[fread(shipped, 1, sizeof shipped - 1, file)] = 0;
    fclose(file);
    const char *begin = strstr(shipped, "#include");
    assert_non_null(begin);
    file = fmemopen(written, sizeof written, "w");
    assert_non_null(file);
    weights_write(&zk_sketch_weights, file);
    fclose(file);
    assert_string_equal(written, begin);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_threads_change_nothing),
        cmocka_unit_test(every_machine_learns_the_same),
        cmocka_unit_test(plain_what_was_learned_holds_in_other_games),
        cmocka_unit_test(the_file_is_as_the_learner_writes_it),
    };
    leave_out_plain_tests();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
