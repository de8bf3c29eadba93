/* steps.c: a small cooperative game that only the tests have, and a list of games with it.
 *
 * U1  Two players are each dealt a number from 0 to 2, which the other does not see.
 * U2  In turn, A first, each goes a step up the stairs or stays; each has two turns.
 * U3  They win when they have gone as many steps as both numbers together. The team has 4 points, less
 *     one for each step too many or too few.
 *
 * It has no ranks, brings no bots, tells nothing about itself and leaves out every slot that may be
 * NULL: what it is played by, and all that is printed, is what any such game has. test_steps.py runs every command on it. */
#include <stddef.h>
#include <string.h>

#include "core/json.h"
#include "games/list.h"

enum { NUMBERS = 3, TURNS = 4, POINTS = 4, STAY = 0, STEP = 1 };
enum { U1, U2, U3 };

static const char *const rule_ids[] = {"U1", "U2", "U3", NULL};
static const struct zk_option options[] = {{NULL, NULL, NULL}};
static const struct zk_phrase phrases[] = {
    {"steps.unknown", "\"{0}\" is not a move: a move is step or stay."},
    {NULL, NULL},
};

/* The state, and what a seat knows of it: a number that is hidden, or not dealt yet, is 0. */
struct stairs {
    uint8_t number[2]; /* dealt, + 1 */
    uint8_t turns, steps;
    int8_t seat; /* of a view: whose; 0 in a state */
    uint8_t dealt;
};
ZK_FITS(struct stairs, struct zk_state);
ZK_FITS(struct stairs, struct zk_view);

static const struct stairs *of(const struct zk_state *state) { return (const void *)state; }
static const struct stairs *seen(const struct zk_view *view) { return (const void *)view; }

static bool prepare(struct zk_rules *rules, const struct zk_settings *settings,
                    struct zk_sentence *refusal) {
    (void)settings, (void)refusal;
    *(unsigned char *)rules = 0;
    return true;
}

static void start(const struct zk_rules *rules, struct zk_state *state) {
    (void)rules;
    memset(state, 0, sizeof(struct stairs));
}

static int actor(const struct zk_rules *rules, const struct zk_state *state) {
    (void)rules;
    if (of(state)->dealt < 2) return ZK_CHANCE;
    return of(state)->turns == TURNS ? ZK_OVER : of(state)->turns & 1;
}

static uint32_t moves(const struct zk_rules *rules, const struct zk_state *state, int seat,
                      zk_move *out, uint32_t *weights) {
    if (seat != actor(rules, state)) return 0;
    uint32_t count = seat == ZK_CHANCE ? NUMBERS : 2;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = seat == ZK_CHANCE ? of(state)->dealt * (uint32_t)NUMBERS + i : i;
        if (seat == ZK_CHANCE) weights[i] = 1;
    }
    return count;
}

static void apply(const struct zk_rules *rules, struct zk_state *state, zk_move move) {
    struct stairs *stairs = (void *)state;
    if (actor(rules, state) == ZK_CHANCE) {
        stairs->number[stairs->dealt++] = (uint8_t)(move % NUMBERS + 1); /* U1 */
    } else {
        stairs->turns++;
        stairs->steps = (uint8_t)(stairs->steps + move); /* U2 */
    }
}

static void witness(const struct zk_rules *rules, struct zk_state *state, zk_move move,
                    uint64_t *counts) {
    counts[actor(rules, state) == ZK_CHANCE ? U1 : U2]++;
    apply(rules, state, move);
    counts[U3] += actor(rules, state) == ZK_OVER;
}

static bool points(const struct zk_rules *rules, const struct zk_state *state, int32_t *out) {
    (void)rules, (void)state, (void)out;
    return false;
}

static uint32_t points_most(const struct zk_rules *rules) {
    (void)rules;
    return POINTS;
}

static void result(const struct zk_rules *rules, const struct zk_state *state,
                   struct zk_result *out) {
    (void)rules;
    const struct stairs *stairs = of(state);
    int away = stairs->steps - (stairs->number[0] - 1) - (stairs->number[1] - 1);
    memset(out, 0, sizeof *out);
    out->winners = away ? 0 : 3;
    out->points[0] = out->points[1] = POINTS - (away < 0 ? -away : away);
    out->end = rule_ids[U3];
}

static const char *check(const struct zk_rules *rules, const struct zk_state *state) {
    (void)rules;
    return of(state)->steps <= of(state)->turns ? NULL : "more steps than turns";
}

static void view(const struct zk_rules *rules, const struct zk_state *state, int seat,
                 struct zk_view *out) {
    (void)rules;
    struct stairs stairs = *of(state);
    for (int other = 0; other < 2; other++)
        if (seat != other && seat != ZK_EVERYTHING) stairs.number[other] = 0;
    stairs.seat = (int8_t)seat;
    memcpy(out, &stairs, sizeof stairs);
}

static void resample(const struct zk_rules *rules, const struct zk_view *known,
                     struct zk_rng *rng, struct zk_state *out) {
    (void)rules;
    struct stairs stairs = *seen(known);
    for (unsigned i = 0; i < stairs.dealt; i++)
        if (!stairs.number[i]) stairs.number[i] = (uint8_t)(1 + zk_rng_below(rng, NUMBERS));
    stairs.seat = 0;
    memcpy(out, &stairs, sizeof stairs);
}

static void print_move(const struct zk_rules *rules, const struct zk_state *state,
                       zk_move move, int seat, struct zk_text *text) {
    if (actor(rules, state) != ZK_CHANCE) {
        zk_text_put(text, move == STEP ? "step" : "stay");
        return;
    }
    zk_text_put(text, of(state)->dealt ? "deal B " : "deal A ");
    zk_text_put_char(text, seat == of(state)->dealt || seat == ZK_EVERYTHING
                               ? (char)('0' + move % NUMBERS)
                               : '?');
}

static void explain(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    const char *text, size_t size, struct zk_sentence *refusal) {
    (void)rules, (void)state, (void)seat;
    zk_refuse(refusal, rule_ids[U2], "steps.unknown");
    zk_sentence_arg(refusal, text, size);
}

static void write_view(const struct zk_rules *rules, const struct zk_view *known,
                       struct zk_json_out *out) {
    (void)rules;
    zk_json_begin_object(out);
    for (unsigned i = 0; i < 2; i++) {
        zk_json_key(out, zk_actor_name((int)i));
        zk_json_put_int(out, seen(known)->number[i] - 1); /* -1: hidden, or not dealt yet */
    }
    zk_json_key(out, "steps");
    zk_json_put_int(out, seen(known)->steps);
    zk_json_end_object(out);
}

static const struct zk_game steps = {
    .id = "steps",
    .name = "Steps",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .together = true,
    .rules_size = 1,
    .state_size = sizeof(struct stairs),
    .view_size = sizeof(struct stairs),
    .moves_max = NUMBERS,
    .length_max = 2 + TURNS,
    .options = options,
    .phrases = phrases,
    .rule_ids = rule_ids,
    .prepare = prepare,
    .start = start,
    .actor = actor,
    .moves = moves,
    .apply = apply,
    .witness = witness,
    .points = points,
    .points_most = points_most,
    .result = result,
    .check = check,
    .view = view,
    .resample = resample,
    .print_move = print_move,
    .explain = explain,
    .write_view = write_view,
};

/* ---- The list, in the place of that in src/games/list.c ---- */

#define X(name) extern const struct zk_game zk_##name;
ZK_GAMES_LIST(X)
#undef X

const struct zk_game *const zk_games[] = {
#define X(name) &zk_##name,
    ZK_GAMES_LIST(X)
#undef X
        & steps,
    NULL};
