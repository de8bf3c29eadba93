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

/* ---- Law 9: a view read back from an observation ---- */

/* Counts of cards, by kind and then pair. */
static zk_sketch_cards read_cards(const uint8_t *count) {
    zk_sketch_cards cards = 0;
    for (unsigned i = 0; i < ZK_SKETCH_CARD_TYPES; i++)
        cards += (zk_sketch_cards)count[i] << zk_sketch_code(i % 6, i / 6);
    return cards;
}

static void read_stack(const struct observed *observed, unsigned colour,
                       struct zk_sketch_stack *stack) {
    const uint8_t *yokai = observed_field(observed, "yokai") + 20 * colour;
    const uint8_t *laid = observed_field(observed, "laid") + ZK_SKETCH_LAID_MAX * colour;
    const uint8_t *count = observed_field(observed, "laid_count") + 2 * colour;
    unsigned me = (unsigned)observed->seat;
    for (unsigned i = 0; i < 20; i++) stack->known |= (uint64_t)yokai[i] << 3 * i;
    for (unsigned n = 0; n < 5; n++)
        stack->unseen |= (uint8_t)(observed_field(observed, "unseen")[5 * colour + n] << n);
    stack->above = observed_field(observed, "above")[colour];
    stack->size = observed_field(observed, "size")[colour];
    for (unsigned row = 0; row < 2; row++) {
        stack->count[row ^ me] = count[row];
        for (unsigned i = 0; i < count[row]; i++) {
            unsigned card = laid[row ? ZK_SKETCH_LAID_MAX - 1 - i : i] - 1u;
            stack->laid[zk_sketch_laid_at(row ^ me, i)] =
                (uint8_t)(zk_sketch_code(card % 6, card / 6) + 1);
        }
    }
    if (stack->size && *observed_field(observed, "phase") >= ZK_SKETCH_REVEAL &&
        !observed_field(observed, "face_down")[colour])
        stack->needed = (int8_t)(yokai[0] + 2 - count[0] - count[1]);
}

static void decode(const struct observed *observed, struct zk_view *view) {
    struct zk_sketch_view *seen = (void *)view;
    struct zk_sketch_board *board = &seen->board;
    unsigned me = (unsigned)observed->seat;
    const uint8_t *turns = observed_field(observed, "turns");
    const uint8_t *checks = observed_field(observed, "checks");
    for (unsigned colour = 0; colour < ZK_SKETCH_COLOURS; colour++) {
        read_stack(observed, colour, &board->stack[colour]);
        board->face_down |= (uint8_t)(observed_field(observed, "face_down")[colour] << colour);
        board->callable |= (uint8_t)((board->stack[colour].size > 1) << colour);
        for (unsigned row = 0; row < 2; row++)
            for (unsigned n = 0; n < 5; n++)
                board->notebook[row ^ me][colour] |=
                    (uint16_t)(observed_field(observed, "notebook")[5 * (4 * row + colour) + n]
                               << 3 * n);
    }
    for (unsigned row = 0; row < 2; row++) {
        board->points[row ^ me] = observed_field(observed, "points")[row];
        board->hand_count[row ^ me] = observed_field(observed, "cards")[row];
        board->last[row ^ me] = observed_field(observed, "last")[row];
        seen->hand[row ^ me] = read_cards(observed_field(observed, "hand") + 18 * row);
        seen->known[row ^ me] = read_cards(observed_field(observed, "known") + 18 * row);
    }
    board->turns = (uint16_t)(turns[0] | turns[1] << 8);
    board->phase = *observed_field(observed, "phase");
    board->turn = *observed_field(observed, "turn") ^ (uint8_t)me;
    board->played = *observed_field(observed, "played");
    board->idle = *observed_field(observed, "idle");
    board->to_check = (uint8_t)(checks[0] | checks[1] << 4);
    seen->unseen = read_cards(observed_field(observed, "hidden"));
    seen->discards = read_cards(observed_field(observed, "discards"));
    seen->deck_count = *observed_field(observed, "deck");
    seen->seat = (int8_t)(observed->kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : observed->seat);
    seen->edition = *observed_field(observed, "edition");
}

const struct own_laws sketch_laws = {
    .game = &zk_sketch, .rubbish = rubbish, .ways = ways, .observed = {decode, NULL}};
