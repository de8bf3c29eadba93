/* test_null_observed.c: a test of the tests, and so nothing that tools/new-game copies. Faults are planted
 * in copies of Null's encoder, as a new one may have them, and law 9 must find each (observed.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "batch/encoders.h"
#include "games/null/null.h"
#include "observed.h"

extern const struct zk_encoder zk_null_encoder;

/* By the sizes of Null's fields: unseen 3, discards 3, card 2, turns_left, phase, turn, deck. */
enum { DISCARDS = 3, CARD = 6, TURN = 10 };

static bool finds(const struct zk_encoder *encoder, const char *words) {
    struct laws laws;
    bool right = true;
    laws_open_named(&laws, &zk_null, "");
    right = observed_layouts(&laws, encoder);
    for (uint64_t number = 0; right && number < 20; number++)
        right = observed_game(&laws, encoder, (struct observed_own){0}, 1, number);
    if (!right && !strstr(laws.fault, words))
        fail_msg("\"%s\" is not \"%s\"", laws.fault, words);
    laws_close(&laws);
    return !right;
}

static void the_encoder_itself_is_right(void **test) {
    (void)test;
    assert_false(finds(&zk_null_encoder, ""));
}

/* ---- Observations ---- */

typedef void observing(const struct zk_rules *rules, const struct zk_state *state, int seat,
                       enum zk_observed kind, uint8_t *out);

static void observe_leaks(const struct zk_rules *rules, const struct zk_state *state, int seat,
                          enum zk_observed kind, uint8_t *out) {
    zk_null_encoder.observe(rules, state, seat, kind, out);
    struct zk_null_view all;
    zk_null.view(rules, state, ZK_EVERYTHING, zk_null_block(&all));
    if (kind == ZK_OBSERVE_TABLE) out[CARD + 1] = all.card[seat ^ 1];
}
static void observe_leaks_in_memory(const struct zk_rules *rules, const struct zk_state *state,
                                    int seat, enum zk_observed kind, uint8_t *out) {
    observe_leaks(rules, state, seat, kind == ZK_OBSERVE_MEMORY ? ZK_OBSERVE_TABLE : kind,
                  out);
}
static void observe_leaves_a_byte(const struct zk_rules *rules, const struct zk_state *state,
                                  int seat, enum zk_observed kind, uint8_t *out) {
    uint8_t was = out[TURN];
    zk_null_encoder.observe(rules, state, seat, kind, out);
    out[TURN] = was;
}
static void observe_beyond_range(const struct zk_rules *rules, const struct zk_state *state,
                                 int seat, enum zk_observed kind, uint8_t *out) {
    zk_null_encoder.observe(rules, state, seat, kind, out);
    out[TURN] = 7;
}
static void forget(uint8_t *out) {
    memset(out, 0, DISCARDS);
    out[CARD] = 0;
}
/* What is in hand, and the rest, from which it could be told; discards are left. */
static void view_forgets(const struct zk_rules *rules, const struct zk_view *view, int seat,
                         enum zk_observed kind, uint8_t *out) {
    zk_null_encoder.observe_view(rules, view, seat, kind, out);
    forget(out);
}
static void observe_forgets(const struct zk_rules *rules, const struct zk_state *state,
                            int seat, enum zk_observed kind, uint8_t *out) {
    zk_null_encoder.observe(rules, state, seat, kind, out);
    forget(out);
}

static void planted(observing *observe, const char *words) {
    struct zk_encoder encoder = zk_null_encoder;
    encoder.observe = observe;
    assert_true(finds(&encoder, words));
}

static void a_hidden_card_shown(void **test) {
    (void)test;
    planted(observe_leaks, "not what the view says");
    planted(observe_leaks_in_memory, "not what the view says");
}

static uint8_t leaked; /* what a view cannot know, by a way of its own */
static void observe_aside(const struct zk_rules *rules, const struct zk_state *state, int seat,
                          enum zk_observed kind, uint8_t *out) {
    zk_null_encoder.observe(rules, state, seat, kind, out);
    struct zk_null_view all;
    zk_null.view(rules, state, ZK_EVERYTHING, zk_null_block(&all));
    leaked = all.card[seat ^ 1];
    if (kind != ZK_OBSERVE_ALL) out[CARD + 1] = leaked;
}
static void view_aside(const struct zk_rules *rules, const struct zk_view *view, int seat,
                       enum zk_observed kind, uint8_t *out) {
    zk_null_encoder.observe_view(rules, view, seat, kind, out);
    if (kind != ZK_OBSERVE_ALL) out[CARD + 1] = leaked;
}
static void a_hidden_card_shown_by_both(void **test) {
    (void)test;
    struct zk_encoder encoder = zk_null_encoder;
    encoder.observe = observe_aside;
    encoder.observe_view = view_aside;
    assert_true(finds(&encoder, "cannot know"));
}

static void a_byte_left(void **test) {
    (void)test;
    planted(observe_leaves_a_byte, "left as it was");
}

static void a_byte_out_of_range(void **test) {
    (void)test;
    planted(observe_beyond_range, "should be");
}

static void a_hand_forgotten(void **test) {
    (void)test;
    struct zk_encoder encoder = zk_null_encoder;
    encoder.observe = observe_forgets;
    encoder.observe_view = view_forgets;
    assert_true(finds(&encoder, "the same for different views"));
}

/* The law that reads views back finds it in the first position that is not read right. */
static void read_nothing(const struct observed *observed, struct zk_view *view) {
    struct zk_null_view *seen = (void *)view;
    seen->deck_count = *observed_field(observed, "deck");
}
static void a_view_not_read_back(void **test) {
    (void)test;
    struct laws laws;
    laws_open_named(&laws, &zk_null, "");
    assert_false(observed_game(&laws, &zk_null_encoder,
                               (struct observed_own){read_nothing, NULL}, 1, 1));
    assert_non_null(strstr(laws.fault, "is read as"));
    laws_close(&laws);
}

/* ---- Layouts ---- */

static uint32_t fields_with_a_gap(const struct zk_rules *rules, enum zk_observed kind,
                                  struct zk_field *out) {
    uint32_t count = zk_null_encoder.fields(rules, kind, out);
    out[1].offset++;
    return count;
}
static uint32_t fields_that_overlap(const struct zk_rules *rules, enum zk_observed kind,
                                    struct zk_field *out) {
    uint32_t count = zk_null_encoder.fields(rules, kind, out);
    out[0].columns++;
    return count;
}
static uint32_t fields_too_few(const struct zk_rules *rules, enum zk_observed kind,
                               struct zk_field *out) {
    return zk_null_encoder.fields(rules, kind, out) - 1;
}
static uint32_t fields_of_one_name(const struct zk_rules *rules, enum zk_observed kind,
                                   struct zk_field *out) {
    uint32_t count = zk_null_encoder.fields(rules, kind, out);
    out[1].name = out[0].name;
    return count;
}
static uint32_t fields_unexplained(const struct zk_rules *rules, enum zk_observed kind,
                                   struct zk_field *out) {
    uint32_t count = zk_null_encoder.fields(rules, kind, out);
    out[1].meaning = "";
    return count;
}

static void layouts_that_do_not_fit(void **test) {
    (void)test;
    static const struct {
        uint32_t (*fields)(const struct zk_rules *rules, enum zk_observed kind,
                           struct zk_field *out);
        const char *words;
    } fault[] = {{fields_with_a_gap, "does not follow"},
                 {fields_that_overlap, "does not follow"},
                 {fields_too_few, "bytes of"},
                 {fields_of_one_name, "two fields"},
                 {fields_unexplained, "not explained"}};
    for (unsigned i = 0; i < sizeof fault / sizeof *fault; i++) {
        struct zk_encoder encoder = zk_null_encoder;
        encoder.fields = fault[i].fields;
        assert_true(finds(&encoder, fault[i].words));
    }
}

/* ---- Moves ---- */

static void feature_alike(const struct zk_rules *rules, const struct zk_state *state, int seat,
                          const zk_move *moves, uint32_t count, uint8_t (*rows)[ZK_FEATURES]) {
    (void)rules, (void)state, (void)seat, (void)moves;
    memset(rows, 0, count * sizeof *rows);
    for (uint32_t i = 0; i < count; i++) rows[i][0] = 1;
}
static void feature_beyond_range(const struct zk_rules *rules, const struct zk_state *state,
                                 int seat, const zk_move *moves, uint32_t count,
                                 uint8_t (*rows)[ZK_FEATURES]) {
    zk_null_encoder.feature(rules, state, seat, moves, count, rows);
    rows[0][7] = 1;
}
static void feature_leaks(const struct zk_rules *rules, const struct zk_state *state, int seat,
                          const zk_move *moves, uint32_t count, uint8_t (*rows)[ZK_FEATURES]) {
    struct zk_null_view all;
    zk_null.view(rules, state, ZK_EVERYTHING, zk_null_block(&all));
    zk_null_encoder.feature(rules, state, seat, moves, count, rows);
    rows[0][1] = all.card[seat ^ 1];
}
static void dense_alike(const struct zk_rules *rules, const struct zk_state *state, int seat,
                        const zk_move *moves, uint32_t count, uint32_t *ids) {
    (void)rules, (void)state, (void)seat, (void)moves;
    for (uint32_t i = 0; i < count; i++) ids[i] = 1;
}
static void dense_too_large(const struct zk_rules *rules, const struct zk_state *state,
                            int seat, const zk_move *moves, uint32_t count, uint32_t *ids) {
    zk_null_encoder.dense(rules, state, seat, moves, count, ids);
    ids[0] = zk_null_encoder.dense_count;
}

static void rows_that_do_not_tell(void **test) {
    (void)test;
    static const struct {
        void (*feature)(const struct zk_rules *rules, const struct zk_state *state, int seat,
                        const zk_move *moves, uint32_t count, uint8_t (*rows)[ZK_FEATURES]);
        const char *words;
    } fault[] = {{feature_alike, "the same row"},
                 {feature_beyond_range, "of a move is"},
                 {feature_leaks, "cannot know"}};
    for (unsigned i = 0; i < sizeof fault / sizeof *fault; i++) {
        struct zk_encoder encoder = zk_null_encoder;
        encoder.feature = fault[i].feature;
        assert_true(finds(&encoder, fault[i].words));
    }
}

static void ids_that_do_not_tell(void **test) {
    (void)test;
    struct zk_encoder encoder = zk_null_encoder;
    encoder.dense = dense_alike;
    assert_true(finds(&encoder, "twice"));
    encoder.dense = dense_too_large;
    assert_true(finds(&encoder, "too large"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_encoder_itself_is_right),
        cmocka_unit_test(a_hidden_card_shown),
        cmocka_unit_test(a_hidden_card_shown_by_both),
        cmocka_unit_test(a_byte_left),
        cmocka_unit_test(a_byte_out_of_range),
        cmocka_unit_test(a_hand_forgotten),
        cmocka_unit_test(a_view_not_read_back),
        cmocka_unit_test(layouts_that_do_not_fit),
        cmocka_unit_test(rows_that_do_not_tell),
        cmocka_unit_test(ids_that_do_not_tell),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("null_observed", tests, NULL, NULL);
}
