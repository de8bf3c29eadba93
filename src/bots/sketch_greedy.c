/* sketch_greedy.c: Yokai Sketch one move deep.
 *
 * Each legal move is made in a world that fits the view, and what lies on the table after it is
 * weighed: points won, and for every stack who is closer to taking its yokai, by the cards still
 * needed, who moves next and how many cards each could bring. The world's hidden cards do not
 * enter the weighing, so any one of them will do. */
#include <assert.h>
#include <string.h>

#include "../games/sketch.h"
#include "greedy.h"

enum { STATE_SIZE = 256 };

static int smaller(int a, int b) { return a < b ? a : b; }

/* How many cards of this hand show the colour. */
static int cards_showing(zk_sketch_cards hand, unsigned colour) {
    int count = 0;
    for (unsigned pair = 0; pair < 6; pair++) {
        if (zk_sketch_low(pair) != colour && zk_sketch_high(pair) != colour) continue;
        for (unsigned kind = 0; kind < 3; kind++)
            count += (int)(hand >> zk_sketch_code(pair, kind) & 7);
    }
    return count;
}

/* What a stack promises to `me`: positive when I am likely to take its yokai. In units of a
 * twelfth of a point. `mine` and `yours`: how many cards each could lay there in their next turn
 * (or the rest of this one). */
static int weigh_stack(const struct zk_sketch_stack *stack, unsigned me, int mine, int yours,
                       bool my_turn) {
    /* The worth of being able to finish a yokai, by how soon one moves. */
    enum { NOW = 4, NEXT = 3, LEAD = 4 };
    int number = (int)(stack->known & 7) + 2;
    int lead = stack->count[me] - stack->count[me ^ 1];
    int needed = stack->needed > 1 ? stack->needed : 1;
    int worth = LEAD * lead;
    if (needed <= mine && lead + needed > 0) worth += (my_turn ? NOW : NEXT) * number;
    if (needed <= yours && needed - lead > 0) worth -= (my_turn ? NEXT : NOW) * number;
    return worth;
}

static int weigh(const struct zk_sketch_view *seen) {
    enum { POINT = 12, CARD = 12 };
    const struct zk_sketch_board *board = &seen->board;
    unsigned me = (unsigned)seen->seat, you = me ^ 1;
    bool my_turn = board->turn == me;
    int worth =
        POINT * (board->points[me] - board->points[you]) + CARD * board->hand_count[me];
    if (board->phase == ZK_SKETCH_OVER) return worth;
    int my_plays = my_turn ? 3 - board->played : 3;
    int your_plays = smaller(3, board->hand_count[you] + 1);
    for (unsigned colour = 0; colour < ZK_SKETCH_COLOURS; colour++) {
        if (board->face_down >> colour & 1) continue;
        int mine = smaller(my_plays, cards_showing(seen->hand[me], colour));
        worth += weigh_stack(&board->stack[colour], me, mine, your_plays, my_turn);
    }
    return worth;
}

/* ---- Saying why ---- */

static void say_colour(struct zk_refusal *why, const char *key, unsigned colour) {
    zk_refuse(why, "", key);
    zk_refuse_arg(why, &"RBGY"[colour], 1);
}

static void say_number(struct zk_refusal *why, int number) {
    char digits[4];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_int(&text, number);
    zk_refuse_arg(why, digits, text.used);
}

/* The plainest good thing about a move, by the board before and after it. */
static void say_why(const struct zk_sketch_board *before, const struct zk_sketch_board *after,
                    unsigned me, zk_move move, struct zk_refusal *why) {
    if (!zk_sketch_is_play(move)) {
        zk_refuse(why, "", "sketch.why.waits");
        return;
    }
    unsigned colour = zk_sketch_play_stack(move), you = me ^ 1;
    const struct zk_sketch_stack *was = &before->stack[colour], *is = &after->stack[colour];
    int lead = is->count[me] - is->count[you];
    bool cleared = is->count[me] == 0 && is->count[you] == 0;
    if (after->points[me] > before->points[me]) {
        say_colour(why, "sketch.why.takes", colour);
        say_number(why, after->points[me] - before->points[me]);
    } else if (cleared && was->count[you] > was->count[me]) {
        say_colour(why, "sketch.why.frightens", colour);
    } else if (before->hand_count[me] == ZK_SKETCH_HAND_MAX && lead < 0) {
        zk_refuse(why, "", "sketch.why.least");
    } else if (lead > 0 && is->needed > 0) {
        say_colour(why, "sketch.why.leads", colour);
        say_number(why, lead);
        say_number(why, is->needed);
    } else if (lead <= 0 && was->count[you] > was->count[me]) {
        say_colour(why, "sketch.why.holds", colour);
    } else {
        say_colour(why, "sketch.why.builds", colour);
        say_number(why, is->needed > 0 ? is->needed : 0);
    }
}

zk_move zk_greedy_sketch(const struct zk_bot_turn *turn) {
    _Alignas(8) unsigned char world[STATE_SIZE], after[STATE_SIZE];
    struct zk_sketch_view seen;
    assert(turn->game->state_size <= STATE_SIZE);
    turn->game->resample(turn->rules, turn->view, turn->rng, world);
    zk_move best = turn->moves[0];
    int best_worth = 0;
    uint32_t ties = 0;
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        memcpy(after, world, turn->game->state_size);
        turn->game->apply(turn->rules, after, turn->moves[i]);
        turn->game->view(turn->rules, after, turn->seat, &seen);
        int worth = weigh(&seen);
        if (ties && worth < best_worth) continue;
        ties = ties && worth == best_worth ? ties + 1 : 1;
        best_worth = worth;
        if (zk_rng_below(turn->rng, ties) == 0)
            best = turn->moves[i]; /* each of the best alike */
    }
    if (turn->why) {
        const struct zk_sketch_view *before = turn->view;
        turn->game->apply(turn->rules, world, best);
        turn->game->view(turn->rules, world, turn->seat, &seen);
        say_why(&before->board, &seen.board, (unsigned)turn->seat, best, turn->why);
    }
    return best;
}
