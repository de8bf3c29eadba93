/* greedy.c: Yokai Sketch one move deep, for the greedy player and for playouts.
 *
 * What lies on the table after a move is weighed: points won, and for every stack who is closer
 * to taking its yokai, by the cards still needed, who moves next and how many cards each could
 * bring. A card laid without an ability changes one stack only, which is weighed without making
 * the move. The hidden cards of the world do not enter the weighing, so any one will do. */
#include <assert.h>
#include <string.h>

#include "../../core/bits.h"
#include "../../games/sketch/sketch.h"
#include "bots.h"

enum {
    COLOURS = ZK_SKETCH_COLOURS,
    PLAYS_MAX = 3,
    /* What things are worth, in twelfths of a point. */
    POINT = 12,
    CARD = 12,
    LEAD = 4,
    /* The worth of being able to finish a yokai, for each of its points, by how soon one moves. */
    NOW = 4,
    NEXT = 3,
};

static int smaller(int a, int b) { return a < b ? a : b; }

struct zk_sketch_holding zk_sketch_hold(zk_sketch_cards hand) {
    const zk_sketch_cards lowest = 0x0102040810204081u; /* bits 0, 7, 14 ... */
    struct zk_sketch_holding held = {0};
    for (uint64_t kinds = (hand | hand >> 1 | hand >> 2) & (lowest | lowest << 3); kinds;
         kinds &= kinds - 1) {
        unsigned code = zk_lowest(kinds), pair = zk_sketch_pair(code),
                 kind = zk_sketch_kind(code);
        int count = (int)zk_sketch_count(hand, code);
        held.cards += count;
        held.showing[zk_sketch_low(pair)] += count;
        held.showing[zk_sketch_high(pair)] += count;
        held.calls += kind == ZK_SKETCH_CALL ? count : 0;
        held.distracts += kind == ZK_SKETCH_DISTRACT ? count : 0;
    }
    return held;
}

/* A stack as the weighing sees it, from one player's side. */
struct prospect {
    int number; /* of its top; 0 when that is not known */
    int needed; /* cards until it is drawn */
    int lead;   /* my cards more than yours */
};

static struct prospect prospect_of(const struct zk_sketch_board *board, unsigned colour,
                                   unsigned me) {
    const struct zk_sketch_stack *stack = &board->stack[colour];
    bool up = !(board->face_down >> colour & 1);
    return (struct prospect){up ? (int)zk_sketch_known(stack, 0) : 0, stack->needed,
                             stack->count[me] - stack->count[me ^ 1]};
}

/* The number that comes up when the top is taken or frightened; 0 when nobody knows. */
static int number_below(const struct zk_sketch_stack *stack, bool frightened) {
    if (stack->unseen && stack->above <= 1) return 0;
    if (stack->size > 1) return (int)zk_sketch_known(stack, 1);
    return frightened ? (int)zk_sketch_known(stack, 0) : 0;
}

/* A stack after one more card of mine, and the points that come to me by it. */
static struct prospect lay_one(const struct zk_sketch_stack *stack, unsigned me, int *points) {
    int mine = stack->count[me] + 1, yours = stack->count[me ^ 1];
    int number = (int)zk_sketch_known(stack, 0);
    *points = 0;
    if (stack->needed > 1) return (struct prospect){number, stack->needed - 1, mine - yours};
    if (mine == yours) { /* S15 */
        int below = number_below(stack, true);
        return (struct prospect){below, below, 0};
    }
    *points = mine > yours ? number : -number; /* S14 */
    int below = number_below(stack, false), stay = mine > yours ? yours : mine;
    return (struct prospect){below, below - stay, mine > yours ? -yours : mine};
}

/* Who moves next, and how many cards each could lay in the next turn or the rest of this one. */
struct tempo {
    bool my_turn;
    int my_plays, your_plays;
};

static int weigh_stack(const struct prospect *stack, int showing, const struct tempo *tempo) {
    if (!stack->number) return 0;
    int needed = stack->needed > 1 ? stack->needed : 1, worth = LEAD * stack->lead;
    if (needed <= smaller(tempo->my_plays, showing) && stack->lead + needed > 0)
        worth += (tempo->my_turn ? NOW : NEXT) * stack->number;
    if (needed <= tempo->your_plays && needed - stack->lead > 0)
        worth -= (tempo->my_turn ? NEXT : NOW) * stack->number;
    return worth;
}

static int weigh_points(const struct zk_sketch_board *board, unsigned me) {
    return POINT * (board->points[me] - board->points[me ^ 1]) + CARD * board->hand_count[me];
}

static int weigh(const struct zk_sketch_view *seen) {
    const struct zk_sketch_board *board = &seen->board;
    unsigned me = (unsigned)seen->seat;
    bool my_turn = board->turn == me;
    int worth = weigh_points(board, me);
    if (board->phase == ZK_SKETCH_OVER) return worth;
    struct tempo tempo = {my_turn, my_turn ? PLAYS_MAX - board->played : PLAYS_MAX,
                          smaller(PLAYS_MAX, board->hand_count[me ^ 1] + 1)};
    struct zk_sketch_holding held = zk_sketch_hold(seen->hand[me]);
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        struct prospect stack = prospect_of(board, colour, me);
        worth += weigh_stack(&stack, held.showing[colour], &tempo);
    }
    return worth;
}

/* What the table is worth after a card is laid without an ability. */
static int weigh_card(const struct zk_sketch_board *board, const int *showing, zk_move move) {
    unsigned me = board->turn, laid_on = zk_sketch_play_stack(move);
    unsigned pair = zk_sketch_pair(zk_sketch_play_code(move));
    const struct zk_sketch_stack *stack = &board->stack[laid_on];
    int points, worth = weigh_points(board, me) - CARD;
    struct prospect changed = lay_one(stack, me, &points);
    worth += POINT * points;
    if (points && stack->size == 1) return worth; /* S25 */
    bool my_turn = board->played + 1 < PLAYS_MAX && board->hand_count[me] > 1;
    struct tempo tempo = {my_turn, my_turn ? PLAYS_MAX - 1 - board->played : PLAYS_MAX,
                          smaller(PLAYS_MAX, board->hand_count[me ^ 1] + 1)};
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        struct prospect other = prospect_of(board, colour, me);
        int left = showing[colour] -
                   (zk_sketch_low(pair) == colour || zk_sketch_high(pair) == colour);
        worth += weigh_stack(colour == laid_on ? &changed : &other, left, &tempo);
    }
    return worth;
}

zk_move zk_sketch_quick(const struct zk_rules *rules, const struct zk_state *state,
                        const struct zk_view *view, const zk_move *moves, uint32_t count,
                        struct zk_rng *rng) {
    struct zk_state after;
    const struct zk_sketch_view *before = zk_sketch_seen(view);
    struct zk_sketch_view seen;
    int best_worth = 0;
    zk_move best = moves[0];
    uint32_t ties = 0;
    struct zk_sketch_holding held = zk_sketch_hold(before->hand[before->board.turn]);
    for (uint32_t i = 0; i < count; i++) {
        int worth;
        if (zk_sketch_is_play(moves[i]) && !zk_sketch_play_ability(moves[i])) {
            worth = weigh_card(&before->board, held.showing, moves[i]);
        } else {
            memcpy(&after, state, zk_sketch.state_size);
            zk_sketch.apply(rules, &after, moves[i]);
            zk_sketch.view(rules, &after, before->board.turn, zk_sketch_block(&seen));
            worth = weigh(&seen);
        }
        if (ties && worth < best_worth) continue;
        ties = ties && worth == best_worth ? ties + 1 : 1;
        best_worth = worth;
        if (ties == 1 || zk_rng_below(rng, ties) == 0)
            best = moves[i]; /* each of the best alike */
    }
    return best;
}

/* ---- Saying why ---- */

const struct zk_phrase zk_sketch_reasons[] = {
    {"sketch.why.takes", "It completes and takes the {0} yokai ({1}) now."},
    {"sketch.why.ends", "It ends the game with more points."},
    {"sketch.why.gives",
     "Your opponent may take the {0} yokai ({1}): what comes next is worth more."},
    {"sketch.why.frightens", "It frightens the {0} yokai away before your opponent takes it."},
    {"sketch.why.leads", "It leads on the {0} stack by {1}; still needed there: {2}."},
    {"sketch.why.holds", "It makes the {0} yokai harder to get for your opponent."},
    {"sketch.why.builds", "It builds on the {0} stack; still needed there: {1}."},
    {"sketch.why.least", "A card must be played, and this one gives away the least."},
    {"sketch.why.waits", "Keeping cards for later is worth more than any play now."},
    {NULL, NULL},
};

static void say_colour(struct zk_sentence *why, const char *key, unsigned colour) {
    zk_say(why, key);
    zk_sentence_arg(why, &"RBGY"[colour], 1);
}

static void say_number(struct zk_sentence *why, int number) {
    char digits[4];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_int(&text, number);
    zk_sentence_arg(why, digits, text.used);
}

/* The plainest good thing about a move, by the board before and after it. */
static void say_why(const struct zk_sketch_board *before, const struct zk_sketch_board *after,
                    unsigned me, zk_move move, struct zk_sentence *why) {
    if (!zk_sketch_is_play(move)) {
        zk_say(why, "sketch.why.waits");
        return;
    }
    unsigned colour = zk_sketch_play_stack(move), you = me ^ 1;
    const struct zk_sketch_stack *was = &before->stack[colour], *is = &after->stack[colour];
    int lead = is->count[me] - is->count[you];
    int taken = after->points[me] - before->points[me];
    int given = after->points[you] - before->points[you];
    bool cleared = is->count[me] == 0 && is->count[you] == 0;
    bool must = before->hand_count[me] == ZK_SKETCH_HAND_MAX;
    /* After a call another yokai is turned up first, then this one is drawn (S17). */
    if (after->phase == ZK_SKETCH_REVEAL && is->size && !(after->face_down >> colour & 1) &&
        is->needed <= 0) {
        if (lead > 0) taken += (int)zk_sketch_known(is, 0);
        if (lead < 0) given += (int)zk_sketch_known(is, 0);
        cleared = lead == 0;
    }
    if (taken) {
        say_colour(why, "sketch.why.takes", colour);
        say_number(why, taken);
    } else if (after->phase == ZK_SKETCH_OVER && after->points[me] > after->points[you]) {
        zk_say(why, "sketch.why.ends");
    } else if (given && !must) {
        say_colour(why, "sketch.why.gives", colour);
        say_number(why, given);
    } else if (cleared && was->count[you] > was->count[me]) {
        say_colour(why, "sketch.why.frightens", colour);
    } else if (must && (given || lead < 0)) {
        zk_say(why, "sketch.why.least");
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

static void say_of(const struct zk_bot_turn *turn, zk_move move) {
    struct zk_state world;
    const struct zk_sketch_view *before = zk_sketch_seen(turn->view);
    struct zk_sketch_view after;
    turn->game->resample(turn->rules, turn->view, turn->rng, &world);
    turn->game->apply(turn->rules, &world, move);
    turn->game->view(turn->rules, &world, turn->seat, zk_sketch_block(&after));
    say_why(&before->board, &after.board, (unsigned)turn->seat, move, turn->why);
}

static zk_move choose(const struct zk_bot_turn *turn) {
    struct zk_state world;
    turn->game->resample(turn->rules, turn->view, turn->rng, &world);
    return zk_sketch_quick(turn->rules, &world, turn->view, turn->moves, turn->moves_count,
                           turn->rng);
}

void zk_sketch_say_why(const struct zk_bot_turn *turn, zk_move move) {
    if (choose(turn) == move) say_of(turn, move);
}

zk_move zk_sketch_greedy(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    (void)self;
    zk_move best = choose(turn);
    if (turn->why) say_of(turn, best);
    return best;
}
