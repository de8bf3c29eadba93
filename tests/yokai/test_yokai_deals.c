/* test_yokai_deals.c: every deal of Yokai solved: no more than nine moves lead to peace.
 *
 * There are 16! / 4!^4 = 63,063,000 deals in the square. Turning and mirroring the square and
 * renaming families changes nothing, so only one of each kind is solved, the first in the order
 * of its letters, and counted as often as there are deals of its kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/yokai/solve.h"

enum { CARDS = ZK_YOKAI_CARDS, FAMILIES = ZK_YOKAI_FAMILIES, TURNS = 8, NAMINGS = 24 };

struct deals {
    uint8_t family[CARDS];
    uint8_t left[FAMILIES];
    uint64_t kinds, count[ZK_YOKAI_SOLVE_MOVES_MAX + 1];
    _Alignas(8) unsigned char scratch[ZK_YOKAI_SOLVE_SIZE];
};

/* Where a card of the square comes from when it is turned or mirrored. */
static unsigned turned(unsigned card, unsigned turn) {
    unsigned x = card % 4, y = card / 4;
    if (turn & 1) x = 3 - x;
    if (turn & 2) y = 3 - y;
    return turn & 4 ? x * 4 + y : y * 4 + x;
}

/* In how many ways a deal can be turned or mirrored into itself, families renamed; 0 when one of
 * these ways leads to a deal that comes before it. */
static unsigned sameness(const uint8_t *family) {
    unsigned same = 0;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        uint8_t other[CARDS], name[FAMILIES], names = 0;
        memset(name, FAMILIES, sizeof name);
        for (unsigned card = 0; card < CARDS; card++) {
            unsigned was = family[turned(card, turn)];
            if (name[was] == FAMILIES) name[was] = names++;
            other[card] = name[was];
        }
        int order = memcmp(other, family, CARDS);
        if (order < 0) return 0;
        same += order == 0;
    }
    return same;
}

static void solve(struct deals *deals) {
    struct zk_yokai_layout layout = {.locked = 0};
    struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
    unsigned same = sameness(deals->family);
    if (!same) return;
    for (unsigned card = 0; card < CARDS; card++) {
        layout.x[card] = (int8_t)(card % 4);
        layout.y[card] = (int8_t)(card / 4);
        layout.family[card] = deals->family[card];
    }
    int moves = zk_yokai_solve(&layout, ZK_YOKAI_SOLVE_MOVES_MAX, deals->scratch, steps);
    assert_true(moves >= 0);
    deals->count[moves] += NAMINGS * TURNS / same;
    deals->kinds++;
}

/* All deals in which families come up in their order. */
static void deal(struct deals *deals, unsigned card, unsigned met) {
    if (card == CARDS) {
        solve(deals);
        return;
    }
    for (unsigned family = 0; family <= met && family < FAMILIES; family++) {
        if (!deals->left[family]) continue;
        deals->left[family]--;
        deals->family[card] = (uint8_t)family;
        deal(deals, card + 1, met + (family == met));
        deals->left[family]++;
    }
}

static void every_deal(void **test) {
    (void)test;
    static const uint64_t expected[] = {2808,     22944,    249744,  1702656, 7827408,
                                        20507448, 24150480, 8253768, 345720,  24};
    static struct deals deals = {.left = {4, 4, 4, 4}};
    uint64_t total = 0;
    deal(&deals, 0, 0);
    assert_int_equal(deals.kinds, 330266);
    for (unsigned moves = 0; moves <= ZK_YOKAI_SOLVE_MOVES_MAX; moves++) {
        assert_int_equal(deals.count[moves], moves <= 9 ? expected[moves] : 0);
        total += deals.count[moves];
    }
    assert_int_equal(total, 63063000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_deal)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("yokai_deals", tests, NULL, NULL);
}
