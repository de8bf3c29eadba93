/* value.c: see sketch/value.h.
 *
 * A small network of two layers over plain facts. Each fact of a stack picks a row of numbers; the
 * rows add up to what this stack is like, what is negative counts as nothing, and the four stacks
 * are added up. With the rows of what is said of the whole they are mixed once more and come out as
 * one number: above 0, the player in turn is likely to win. All of it is done on integers.
 * sketch/weights.c tells where the numbers come from. */
#include "value.h"

#include <string.h>

#include "bots.h"

enum { COLOURS = ZK_SKETCH_COLOURS, WIDTH = ZK_SKETCH_WIDTH, PLAYS_MAX = 3 };

static int within(int low, int x, int high) { return x < low ? low : x > high ? high : x; }
static int smaller(int a, int b) { return a < b ? a : b; }

/* A position from the side of the player in turn. */
struct outlook {
    const struct zk_sketch_board *board;
    unsigned me, you;
    struct zk_sketch_holding mine, yours;
    int plays; /* that I have left in this turn */
};

/* 0: nothing; 1 to 5: a known number from 3 up; 6 to 9: one of those unseen, low to high. */
static int what_is_below(const struct zk_sketch_stack *stack) {
    if (stack->size == 1) return 0;
    if (!stack->unseen || stack->above > 1) return (int)zk_sketch_known(stack, 1) - 2;
    int sum = 0, count = 0;
    for (int number = 3; number <= 7; number++)
        if (stack->unseen >> (number - 3) & 1) sum += number, count++;
    int twice = 2 * sum;
    return twice < 9 * count ? 6 : twice < 10 * count ? 7 : twice <= 11 * count ? 8 : 9;
}

/* By the cards in both hands. 0, 2, 4: I cannot; 1, 3, 5: I take it now; 6, 7: I could, but it would
 * not be mine. And you in your next turn: 0, 1, 6 cannot; 2, 3 with the right card drawn; 4, 5 can. */
static int who_can_draw(const struct outlook *at, unsigned colour) {
    const struct zk_sketch_stack *stack = &at->board->stack[colour];
    int needed = stack->needed > 1 ? stack->needed : 1;
    int lead = stack->count[at->me] - stack->count[at->you], yours = 0;
    int held = at->yours.showing[colour];
    if (needed <= smaller(PLAYS_MAX, at->yours.cards + 1) && needed - lead > 0)
        yours = needed <= held ? 2 : needed <= held + 1 ? 1 : 0;
    if (needed > smaller(smaller(at->plays, at->mine.cards), at->mine.showing[colour]))
        return 2 * yours;
    return lead + needed > 0 ? 1 + 2 * yours : 6 + (yours > 0);
}

static void find_stack(const struct outlook *at, unsigned colour, uint8_t *fact) {
    const struct zk_sketch_board *board = at->board;
    const struct zk_sketch_stack *stack = &board->stack[colour];
    int number = (int)zk_sketch_known(stack, 0),
        lead = stack->count[at->me] - stack->count[at->you];
    int rows[ZK_SKETCH_STACK_FACTS] = {
        ZK_SKETCH_ASKS + 8 * (number - 3) + within(0, stack->needed, 7),
        ZK_SKETCH_AHEAD + 6 + within(-6, lead, 6),
        ZK_SKETCH_MINE + 3 * at->mine.showing[colour] + at->plays - 1,
        ZK_SKETCH_YOURS + 4 * at->yours.showing[colour] + smaller(at->yours.cards, 3),
        ZK_SKETCH_SIZE + smaller(stack->size, 6) - 1,
        ZK_SKETCH_BELOW + what_is_below(stack),
        ZK_SKETCH_LAST + (board->last[at->you] == colour + 1) +
            2 * (board->last[at->me] == colour + 1),
        ZK_SKETCH_REACH + who_can_draw(at, colour),
    };
    for (unsigned i = 0; i < ZK_SKETCH_STACK_FACTS; i++) fact[i] = (uint8_t)rows[i];
}

static void find_whole(const struct outlook *at, unsigned edition, uint8_t *fact) {
    const struct zk_sketch_board *board = at->board;
    int lead = board->points[at->me] - board->points[at->you], fewest = 5, tones = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        fewest = smaller(fewest, board->stack[colour].size);
        tones +=
            (board->notebook[at->me][colour] != 0) - (board->notebook[at->you][colour] != 0);
    }
    int roughly = (lead >= -4) + (lead >= 0) + (lead > 0) + (lead > 4);
    int rows[ZK_SKETCH_WHOLE_FACTS] = {
        ZK_SKETCH_LEAD + 12 + within(-12, lead, 12),
        ZK_SKETCH_NEAR + 5 * roughly + fewest - 1,
        ZK_SKETCH_HAND + 3 * at->mine.cards + at->plays - 1,
        ZK_SKETCH_HELD + at->yours.cards,
        ZK_SKETCH_SPECIAL + smaller(at->mine.calls, 2),
        ZK_SKETCH_SPECIAL + 3 + smaller(at->mine.distracts, 2),
        ZK_SKETCH_SPECIAL + 6 + smaller(at->yours.calls, 2),
        ZK_SKETCH_SPECIAL + 9 + smaller(at->yours.distracts, 2),
        ZK_SKETCH_TONES + 4 + tones,
        ZK_SKETCH_EDITION + (int)edition,
    };
    for (unsigned i = 0; i < ZK_SKETCH_WHOLE_FACTS; i++) fact[i] = (uint8_t)rows[i];
}

void zk_sketch_find_facts(const struct zk_sketch_view *all, struct zk_sketch_facts *facts) {
    const struct zk_sketch_board *board = &all->board;
    unsigned me = board->turn, you = me ^ 1;
    struct outlook at = {
        .board = board,
        .me = me,
        .you = you,
        .mine = zk_sketch_hold(all->hand[me]),
        .yours = zk_sketch_hold(all->hand[you]),
        .plays = PLAYS_MAX - board->played,
    };
    for (unsigned colour = 0; colour < COLOURS; colour++)
        find_stack(&at, colour, facts->stack[colour]);
    find_whole(&at, all->edition, facts->whole);
}

static void add_row(int16_t *sum, const int8_t *row) {
    for (unsigned i = 0; i < WIDTH; i++) sum[i] = (int16_t)(sum[i] + row[i]);
}

double zk_sketch_weigh(const struct zk_sketch_facts *facts,
                       const struct zk_sketch_weights *weights,
                       struct zk_sketch_layers *layers) {
    struct zk_sketch_layers at = {0};
    int16_t whole[WIDTH] = {0};
    int32_t sum = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        int16_t stack[WIDTH] = {0};
        add_row(stack, weights->stack_bias);
        for (unsigned i = 0; i < ZK_SKETCH_STACK_FACTS; i++)
            add_row(stack, weights->stack[facts->stack[colour][i]]);
        for (unsigned i = 0; i < WIDTH; i++) at.stacks[i] += stack[i] > 0 ? stack[i] : 0;
        memcpy(at.stack[colour], stack, sizeof stack);
    }
    for (unsigned i = 0; i < ZK_SKETCH_WHOLE_FACTS; i++)
        add_row(whole, weights->whole[facts->whole[i]]);
    for (unsigned i = 0; i < WIDTH; i++) at.mixed[i] = whole[i] * ZK_SKETCH_UNIT;
    for (unsigned from = 0; from < WIDTH; from++) {
        if (!at.stacks[from]) continue; /* as half of them are */
        for (unsigned i = 0; i < WIDTH; i++)
            at.mixed[i] += at.stacks[from] * weights->mix[from][i];
    }
    for (unsigned i = 0; i < WIDTH; i++)
        sum += (at.mixed[i] > 0 ? at.mixed[i] : 0) / ZK_SKETCH_UNIT * weights->out[i];
    if (layers) *layers = at;
    double x =
        (sum + weights->out_bias * ZK_SKETCH_UNIT) / (double)(ZK_SKETCH_UNIT * ZK_SKETCH_UNIT);
    return 0.5 + 0.5 * x / (1 + (x < 0 ? -x : x));
}

double zk_sketch_value(const struct zk_sketch_view *all,
                       const struct zk_sketch_weights *weights) {
    struct zk_sketch_facts facts;
    zk_sketch_find_facts(all, &facts);
    return zk_sketch_weigh(&facts, weights, NULL);
}
