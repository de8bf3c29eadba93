/* laws.c: what law 7 must be told of Yokai Sketch: how likely each world is. Copies of a card are told
 * apart by what was seen of them: a card that is known to be in the other hand goes first when its
 * like is played. So arrangements of the physical cards are counted one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/sketch/sketch.h"
#include "own_laws.h"

/* Deals `missing` of the physical cards `card` from number `from` on to a hand, in every way, and
 * counts each hand's ways in `ways` of the world that has it. */
struct arrangement {
    const struct worlds *worlds;
    const zk_sketch_cards *hand; /* of each world */
    double *ways;
    unsigned card[36];
    unsigned cards;
    uint32_t outside; /* arrangements that no world has */
};

static void arrange(struct arrangement *a, unsigned from, unsigned missing,
                    zk_sketch_cards hand) {
    if (missing == 0) {
        uint32_t w = 0;
        while (w < a->worlds->count && a->hand[w] != hand) w++;
        if (w < a->worlds->count)
            a->ways[w]++;
        else
            a->outside++;
        return;
    }
    for (unsigned i = from; i + missing <= a->cards; i++)
        arrange(a, i + 1, missing - 1, hand + ((uint64_t)1 << a->card[i]));
}

static unsigned sketch_total(zk_sketch_cards cards) {
    unsigned total = 0;
    for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES; code++)
        if (code % 7 == 0 || code % 7 == 3) total += (unsigned)(cards >> code & 7);
    return total;
}

static void ways(struct laws *laws, const struct worlds *worlds, int seat, double *out) {
    const struct zk_sketch_view *seen = zk_sketch_seen(laws->view[1]);
    const struct zk_sketch_view *all = zk_sketch_seen(laws->view[0]);
    struct arrangement a = {.worlds = worlds, .ways = out};
    int other = seat ^ 1;
    zk_sketch_cards *hand = calloc(worlds->count, sizeof *hand);
    assert_non_null(hand);
    for (uint32_t w = 0; w < worlds->count; w++) {
        laws->game->view(laws->rules, worlds_at(worlds, w), ZK_EVERYTHING, laws->view[0]);
        hand[w] = all->hand[other];
        for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES;
             code++) /* it holds what is known */
            if (code % 7 == 0 || code % 7 == 3)
                assert_true((hand[w] >> code & 7) >= (seen->known[other] >> code & 7));
    }
    a.hand = hand;
    for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES; code++)
        if (code % 7 == 0 || code % 7 == 3)
            for (unsigned copies = (unsigned)(seen->unseen >> code & 7); copies; copies--)
                a.card[a.cards++] = code;
    unsigned missing = seen->board.hand_count[other] - sketch_total(seen->known[other]);
    assert_int_equal(a.cards - missing, seen->deck_count);
    arrange(&a, 0, missing, seen->known[other]);
    assert_int_equal(a.outside, 0); /* no arrangement is impossible */
    free(hand);
}

/* Law 4: texts that are almost moves. */
static const char *const rubbish[] = {
    "end",
    "end ",
    " end",
    "END",
    "keep",
    "swap",
    "play",
    "play ",
    "play RB",
    "play RB>",
    "play >R",
    "draw",
    "draw ?",
    "deal A ?",
    "play BR>R",
    "reveal R 2",
    "first C",
    "first AB",
    "end\n",
    "reveal",
    "play RB>R RB",
    "play RBx>R",
    "play RBc>R call",
    "play RBd>R distract ",
    "play RBcd>R",
    "deal C RB",
    "draw RBc ",
    NULL,
};

const struct own_laws sketch_laws = {.game = &zk_sketch, .rubbish = rubbish, .ways = ways};
