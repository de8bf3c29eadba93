/* test_null_faults.c: a test of the tests, and so nothing that tools/new-game copies. Faults of memory
 * are planted in copies of Null, as a new game may have them, and law 7 must find each in the whole
 * games that it plays (worlds.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define zk_null planted_null /* beside the one in the list of games */
#include "games/null/null.c"
#include "worlds.h"

/* ---- Views that forget ---- */

/* Discards of these numbers are unseen again. */
static void forget(struct zk_null_view *seen, unsigned from, unsigned to) {
    for (unsigned number = from; number <= to; number++) {
        seen->unseen.count[number - 1] =
            (uint8_t)(seen->unseen.count[number - 1] + seen->discards.count[number - 1]);
        seen->discards.count[number - 1] = 0;
    }
}

static struct zk_null_view *look(const struct zk_rules *rules, const struct zk_state *state,
                                 int seat, struct zk_view *out) {
    view(rules, state, seat, out);
    return (void *)out;
}

static void view_forgets(const struct zk_rules *rules, const struct zk_state *state, int seat,
                         struct zk_view *out) {
    struct zk_null_view *seen = look(rules, state, seat, out);
    if (seat >= 0) forget(seen, 1, NUMBERS);
}

static void view_forgets_in_the_end(const struct zk_rules *rules, const struct zk_state *state,
                                    int seat, struct zk_view *out) {
    struct zk_null_view *seen = look(rules, state, seat, out);
    if (seat >= 0 && !seen->deck_count) forget(seen, 1, NUMBERS);
}

/* One discarded 1 is taken for a 2, when a 2 is unseen. */
static void view_mistakes(const struct zk_rules *rules, const struct zk_state *state, int seat,
                          struct zk_view *out) {
    struct zk_null_view *seen = look(rules, state, seat, out);
    if (seat < 0 || !seen->discards.count[0] || !seen->unseen.count[1]) return;
    seen->discards.count[0]--, seen->discards.count[1]++;
    seen->unseen.count[1]--, seen->unseen.count[0]++;
}

/* ---- What is resampled ---- */

static unsigned move_one(struct zk_null_cards *from, struct zk_rng *rng) {
    unsigned number = random_number(from, rng);
    from->count[number - 1]--;
    return number;
}

/* Discards that were forgotten are dealt out, too. */
static void resample_forgotten(const struct zk_rules *rules, const struct zk_view *memory,
                               struct zk_rng *rng, struct zk_state *out) {
    struct zk_null_view seen = *zk_null_seen(memory), undealt = seen;
    struct null_state *state = state_in(out);
    unsigned other = (unsigned)seen.seat ^ 1u;
    bool holds = seen.phase == ZK_NULL_TURN ||
                 (seen.phase == ZK_NULL_DRAW && seen.turn != other) ||
                 (seen.phase == ZK_NULL_DEAL && other == 0 && seen.deck_count < total(&all));
    undealt.deck_count = (uint8_t)total(&seen.unseen);
    resample(rules, zk_null_block(&undealt), rng, out);
    if (holds) state->card[other] = (uint8_t)move_one(&state->deck, rng);
    while (total(&state->deck) > seen.deck_count)
        state->discards.count[move_one(&state->deck, rng) - 1]++;
}

/* What the other discarded may be in its hand again. */
static void resample_ignores(const struct zk_rules *rules, const struct zk_view *memory,
                             struct zk_rng *rng, struct zk_state *out) {
    struct zk_null_view seen = *zk_null_seen(memory);
    struct null_state *state = state_in(out);
    resample(rules, memory, rng, out);
    unsigned other = (unsigned)seen.seat ^ 1u, held = state->card[other];
    if (!held || seen.card[other] || !total(&state->discards) || zk_rng_below(rng, 4)) return;
    state->card[other] = (uint8_t)move_one(&state->discards, rng);
    state->discards.count[held - 1]++;
}

/* Every number is as likely as every other, however many copies of it are left. */
static void resample_unweighted(const struct zk_rules *rules, const struct zk_view *memory,
                                struct zk_rng *rng, struct zk_state *out) {
    struct null_state *state = state_in(out);
    resample(rules, memory, rng, out);
    unsigned other = (unsigned)zk_null_seen(memory)->seat ^ 1u, held = state->card[other];
    if (!held || zk_null_seen(memory)->card[other]) return;
    state->deck.count[held - 1]++;
    do held = 1 + zk_rng_below(rng, NUMBERS);
    while (!state->deck.count[held - 1]);
    state->deck.count[held - 1]--;
    state->card[other] = (uint8_t)held;
}

/* ---- Law 7 ---- */

/* Whether it is green. The words say which half of the law found the fault. */
static bool remembers(const struct zk_game *game, const char *words) {
    struct tally tally = {0};
    char fault[sizeof((struct laws *)0)->fault] = "";
    bool right = worlds_are_all_there(game, 1, NULL, fault, &tally);
    if (words && !strstr(fault, words)) fail_msg("\"%s\" is not \"%s\"", fault, words);
    return right;
}

static void the_game_itself_is_right(void **test) {
    (void)test;
    assert_true(remembers(&planted_null, NULL));
}

static void a_discard_forgotten(void **test) {
    (void)test;
    struct zk_game game = planted_null;
    game.view = view_forgets;
    game.resample = resample_forgotten;
    assert_false(remembers(&game, "an impossible world"));
}

static void discards_forgotten_when_the_deck_is_empty(void **test) {
    (void)test;
    struct zk_game game = planted_null;
    game.view = view_forgets_in_the_end;
    game.resample = resample_forgotten;
    assert_false(remembers(&game, "an impossible world"));
}

static void the_wrong_discard_remembered(void **test) {
    (void)test;
    struct zk_game game = planted_null;
    game.view = view_mistakes;
    assert_false(remembers(&game, "an impossible world"));
}

static void what_was_shown_is_ignored(void **test) {
    (void)test;
    struct zk_game game = planted_null;
    game.resample = resample_ignores;
    assert_false(remembers(&game, "an impossible world"));
}

static void copies_weighed_wrongly(void **test) {
    (void)test;
    struct zk_game game = planted_null;
    game.resample = resample_unweighted;
    assert_false(remembers(&game, "unevenly"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_itself_is_right),
        cmocka_unit_test(a_discard_forgotten),
        cmocka_unit_test(discards_forgotten_when_the_deck_is_empty),
        cmocka_unit_test(the_wrong_discard_remembered),
        cmocka_unit_test(what_was_shown_is_ignored),
        cmocka_unit_test(copies_weighed_wrongly),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("null_faults", tests, NULL, NULL);
}
