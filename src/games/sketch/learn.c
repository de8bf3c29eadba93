/* learn.c: Yokai Sketch as numbers for policies that learn: observations, rows of moves, dense ids.
 *
 * Everything is written from what a seat may see (struct zk_sketch_sight), be it of a state or of a view.
 *
 * Seats: row or number 0 is who observes, 1 the opponent. Cards are numbered from 1 by kind (plain, call,
 * distract), then pair (RB RG RY BG BY GY); in counts of cards the first column is card 1. Stacks and
 * colours are R B G Y. */
#include <stddef.h>
#include <string.h>

#include "../../core/bits.h"
#include "../../core/fields.h"
#include "sketch.h"

enum {
    COLOURS = ZK_SKETCH_COLOURS,
    CARDS = ZK_SKETCH_CARD_TYPES,
    PAIRS = 6,
    NUMBERS = 5,
    YOKAI = 20,
    LAID = ZK_SKETCH_LAID_MAX,
    POINTS_MAX = COLOURS * (3 + 4 + 5 + 6 + 7),
};

/* clang-format off */
#define TABLE(X) \
    X(phase, 1, 1, 0, ZK_SKETCH_OVER, "0 first, 1 deal, 2 reveal, 3 draw, 4 play, 5 over") \
    X(edition, 1, 1, 0, 1, "0 English, 1 French") \
    X(turn, 1, 1, 0, 1, "whose turn it is: 0 one's own, 1 the opponent's") \
    X(turns, 1, 2, 0, 255, "complete turns: the remainder by 256, the quotient") \
    X(played, 1, 1, 0, ZK_SKETCH_PLAYS_MAX, "cards played in this turn") \
    X(idle, 1, 1, 0, 2, "turns in a row without a card played, at most 2") \
    X(checks, 1, 2, 0, COLOURS, "stacks that are looked at when the yokai is turned up, from 1, the next first") \
    X(deck, 1, 1, 0, 36, "cards in the deck") \
    X(points, 1, 2, 0, POINTS_MAX, "points of each seat") \
    X(cards, 1, 2, 0, ZK_SKETCH_HAND_MAX, "cards in each hand") \
    X(last, 1, 2, 0, COLOURS, "English edition: the stack on which the last card of each seat lies, from 1") \
    X(size, 1, COLOURS, 0, YOKAI, "yokai in each stack") \
    X(above, 1, COLOURS, 0, YOKAI, "of each stack's known yokai, how many lie above the unseen ones") \
    X(face_down, 1, COLOURS, 0, 1, "1: the top of the stack is still to be turned up") \
    X(yokai, COLOURS, YOKAI, 0, NUMBERS, "the known yokai of each stack from the top down, by their number less 2") \
    X(unseen, COLOURS, NUMBERS, 0, 1, "1: the stack's own yokai of that number, 3 to 7, is still unseen") \
    X(laid_count, COLOURS, 2, 0, LAID, "sketches of each seat at each stack") \
    X(laid, COLOURS, LAID, 0, CARDS, "the sketches at each stack, as cards numbered from 1 in the order of `hand`: own ones from the first column on, the opponent's from the last one backwards") \
    X(notebook, 2 * COLOURS, NUMBERS, 0, COLOURS, "yokai drawn: for each seat and colour how many of each number") \
    X(hand, 2, CARDS, 0, 4, "cards in hand: plain, call, distract, of each RB RG RY BG BY GY; the opponent's are 0 but in `all`") \
    X(discards, 1, CARDS, 0, 4, "discarded cards, in the order of `hand`")
#define MEMORY(X) \
    X(known, 2, CARDS, 0, 4, "cards of each hand that the other player knows for certain") \
    X(hidden, 1, CARDS, 0, 4, "cards in the deck or in the unknown part of the other hand; in `all` those in the deck")
/* clang-format on */

struct table {
    TABLE(ZK_FIELD_MEMBER)
};
struct observation {
    TABLE(ZK_FIELD_MEMBER)
    MEMORY(ZK_FIELD_MEMBER)
};

static void lay_out(struct zk_layout *layout, enum zk_observed kind) {
    TABLE(ZK_FIELD_LINE)
    if (kind == ZK_OBSERVE_TABLE) return;
    MEMORY(ZK_FIELD_LINE)
}

static uint32_t size(const struct zk_rules *rules, enum zk_observed kind) {
    (void)rules;
    return kind == ZK_OBSERVE_TABLE ? sizeof(struct table) : sizeof(struct observation);
}

static uint32_t fields(const struct zk_rules *rules, enum zk_observed kind,
                       struct zk_field *out) {
    (void)rules;
    struct zk_layout layout = {out, 0, 0};
    lay_out(&layout, kind);
    return layout.count;
}

/* ---- Observations ---- */

/* Two numbers that the same is done to, at once where the processor can. */
typedef uint64_t two_numbers __attribute__((vector_size(16)));

/* Counts of cards, a byte each. A kind's six lie in three fields of seven bits. */
ZK_INLINE two_numbers counts_of_kinds(two_numbers cards) {
    two_numbers apart = (cards & 0x7F) | (cards & 0x3F80) << 9 | (cards & 0x1FC000) << 18;
    return (apart | apart << 5) & 0x070707070707u;
}

ZK_INLINE void put_cards(uint8_t *out, zk_sketch_cards cards) {
    two_numbers counts = counts_of_kinds((two_numbers){cards, cards >> 21});
    zk_put_over(out, counts[0], PAIRS);
    zk_put_over(out + PAIRS, counts[1], PAIRS);
    zk_put_bytes(out + 2 * PAIRS, counts_of_kinds((two_numbers){cards >> 42})[0], PAIRS);
}

/* Twice eight laid cards, codes + 1 or 0, as numbers of cards from 1, or 0. The number is 2 * (code / 7), and one
 * more in the upper half of the field, that is (2 * (code + 1) + 6) / 7. 9 / 32 of a little more is the same up to
 * 32, where another quarter is needed; all of it stays within a byte. */
ZK_INLINE two_numbers cards_of_codes(two_numbers codes) {
    const uint64_t ones = 0x0101010101010101u;
    two_numbers eighths = (codes + 7 * ones) >> 3 & 31 * ones, more = codes >> 5 & ones;
    return (codes + eighths + more + 3 * ones) >> 2 & 31 * ones;
}

ZK_INLINE uint64_t eight(const uint8_t *laid) {
    uint64_t codes;
    memcpy(&codes, laid, 8);
    return codes;
}
ZK_INLINE void put_eight(uint8_t *out, uint64_t cards, bool back) {
    if (back) cards = __builtin_bswap64(cards);
    memcpy(out, &cards, 8);
}

/* The sketches at a stack. A's lie in `laid` from the front, B's from the back; those in the middle are rare. */
ZK_INLINE void put_laid(uint8_t *out, const struct zk_sketch_stack *stack, unsigned seat) {
    two_numbers cards =
        cards_of_codes((two_numbers){eight(stack->laid), eight(stack->laid + LAID - 8)});
    memset(out + 8, 0, LAID - 16);
    put_eight(out + (seat ? LAID - 8 : 0), cards[0], seat);
    put_eight(out + (seat ? 0 : LAID - 8), cards[1], seat);
    if (ZK_RARE(stack->count[0] > 8 || stack->count[1] > 8))
        put_eight(out + (seat ? LAID - 13 : 5),
                  cards_of_codes((two_numbers){eight(stack->laid + 5)})[0], seat);
}

ZK_INLINE void put_yokai(uint8_t *out, uint64_t known) {
    zk_put_bytes(out, zk_spread3(known & 0xFFFFFF), 8);
    memset(out + 8, 0, YOKAI - 8);
    if (!ZK_RARE(known >> 24)) return;
    zk_put_bytes(out + 8, zk_spread3(known >> 24 & 0xFFFFFF), 8);
    zk_put_bytes(out + 16, zk_spread3(known >> 48), YOKAI - 16);
}

static void put_table(struct table *out, const struct zk_sketch_sight *sight, unsigned seat,
                      bool all) {
    const struct zk_sketch_board *board = sight->board;
    unsigned other = seat ^ 1;
    out->phase[0] = board->phase;
    out->edition[0] = sight->edition;
    out->turn[0] = board->turn ^ (uint8_t)seat;
    out->turns[0] = (uint8_t)board->turns;
    out->turns[1] = (uint8_t)(board->turns >> 8);
    out->played[0] = board->played;
    out->idle[0] = board->idle;
    out->checks[0] = board->to_check & 15;
    out->checks[1] = board->to_check >> 4;
    out->deck[0] = sight->deck_count;
    out->points[0] = board->points[seat];
    out->points[1] = board->points[other];
    out->cards[0] = board->hand_count[seat];
    out->cards[1] = board->hand_count[other];
    out->last[0] = board->last[seat];
    out->last[1] = board->last[other];
    zk_put_bytes(out->face_down, zk_spread1(board->face_down), COLOURS);
    uint8_t *unseen = (uint8_t *)out + offsetof(struct table, unseen),
            *notebook = (uint8_t *)out + offsetof(struct table, notebook);
    for (unsigned colour = 0; colour < COLOURS; colour++)
        zk_put_over(unseen + NUMBERS * colour, zk_spread1(board->stack[colour].unseen),
                    NUMBERS);
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        const struct zk_sketch_stack *stack = &board->stack[colour];
        out->size[colour] = stack->size;
        out->above[colour] = stack->above;
        put_yokai(out->yokai + YOKAI * colour, stack->known);
        out->laid_count[2 * colour] = stack->count[seat];
        out->laid_count[2 * colour + 1] = stack->count[other];
        put_laid(out->laid + LAID * colour, stack, seat);
    }
    for (unsigned row = 0; row < 2; row++)
        for (unsigned colour = 0; colour < COLOURS; colour++)
            zk_put_over(notebook + NUMBERS * (COLOURS * row + colour),
                        zk_spread3(board->notebook[seat ^ row][colour]), NUMBERS);
    put_cards(out->hand, sight->hand[seat]);
    if (all)
        put_cards(out->hand + CARDS, sight->hand[other]);
    else
        memset(out->hand + CARDS, 0, CARDS);
    put_cards(out->discards, sight->discards);
}

static void observe_sight(const struct zk_sketch_sight *sight, unsigned seat,
                          enum zk_observed kind, uint8_t *out) {
    struct observation *whole = (void *)out;
    put_table((void *)out, sight, seat, kind == ZK_OBSERVE_ALL);
    if (kind == ZK_OBSERVE_TABLE) return;
    memset(whole->known, 0, sizeof whole->known);
    if (sight->known[seat]) put_cards(whole->known, sight->known[seat]);
    if (sight->known[seat ^ 1]) put_cards(whole->known + CARDS, sight->known[seat ^ 1]);
    put_cards(whole->hidden, sight->unseen);
}

static void observe(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    enum zk_observed kind, uint8_t *out) {
    struct zk_sketch_sight sight =
        zk_sketch_sight(rules, state, kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : seat);
    observe_sight(&sight, (unsigned)seat, kind, out);
}

static void observe_view(const struct zk_rules *rules, const struct zk_view *view, int seat,
                         enum zk_observed kind, uint8_t *out) {
    (void)rules;
    const struct zk_sketch_view *seen = zk_sketch_seen(view);
    struct zk_sketch_sight sight = {
        .board = &seen->board,
        .hand = {seen->hand[0], seen->hand[1]},
        .known = {seen->known[0], seen->known[1]},
        .unseen = seen->unseen,
        .discards = seen->discards,
        .deck_count = seen->deck_count,
        .edition = seen->edition,
    };
    observe_sight(&sight, (unsigned)seat, kind, out);
}

/* ---- Moves ---- */

enum { DO_END = 1, DO_PLAY, DO_CALL, DO_DISTRACT };

static const struct zk_field features[ZK_FEATURES] = {
    {"act", 0, 1, 1, 0, DO_DISTRACT,
     "1 end the turn, 2 play a card, 3 and call, 4 and distract"},
    {"card", 1, 1, 1, 0, CARDS, "the card played, from 1 in the order of `hand`"},
    {"stack", 2, 1, 1, 0, COLOURS, "the stack it is laid on, from 1"},
    {"other", 3, 1, 1, 0, COLOURS, "the card's other colour, from 1"},
    {"ability", 4, 1, 1, 0, 2, "what the card could do: 0 nothing, 1 call, 2 distract"},
    {"from", 5, 1, 1, 0, COLOURS, "the stack that the yokai is called from, from 1"},
    {"", 6, 1, 1, 0, 0, ""},
    {"", 7, 1, 1, 0, 0, ""},
};

/* The number of a card, from 1: see cards_of_codes. */
ZK_INLINE unsigned card_of_code(unsigned code) { return (code + 4) * 74 >> 8; }

/* Both colours of each card together, each counted from 1. */
static const uint8_t colours[CARDS] = {3, 4, 5, 5, 6, 7, 3, 4, 5, 5, 6, 7, 3, 4, 5, 5, 6, 7};

static void feature(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    const zk_move *moves, uint32_t count, uint8_t (*rows)[ZK_FEATURES]) {
    (void)rules, (void)state, (void)seat;
    for (uint32_t i = 0; i < count; i++) {
        zk_move move = moves[i];
        uint64_t row = DO_END;
        if (move != ZK_SKETCH_END) {
            unsigned card = card_of_code(zk_sketch_play_code(move));
            unsigned stack = zk_sketch_play_stack(move) + 1;
            unsigned ability = zk_sketch_play_ability(move);
            bool distracts = ability == ZK_SKETCH_DISTRACTS;
            unsigned from = distracts ? 0 : ability; /* ZK_SKETCH_CALLS is 1 */
            unsigned act = distracts ? DO_DISTRACT : from ? DO_CALL : DO_PLAY;
            unsigned other = colours[card - 1] - stack;
            row = act | card << 8 | stack << 16 | other << 24 |
                  (uint64_t)((card - 1) / PAIRS) << 32 | (uint64_t)from << 40;
        }
        zk_put_bytes(rows[i], row, ZK_FEATURES);
    }
}

/* 1 ends the turn; then for each pair and each of its two colours seven plays: the plain card; the call
 * card, and calling from the three other stacks; the distract card, and distracting. */
enum { PLAYS = 7, DENSE = 2 + PAIRS * 2 * PLAYS };

static void dense(const struct zk_rules *rules, const struct zk_state *state, int seat,
                  const zk_move *moves, uint32_t count, uint32_t *ids) {
    (void)rules, (void)state, (void)seat;
    for (uint32_t i = 0; i < count; i++) {
        zk_move move = moves[i];
        if (move == ZK_SKETCH_END) {
            ids[i] = 1;
            continue;
        }
        static const uint8_t first[] = {0, 1, 5}; /* of the plays of a kind of card */
        unsigned card = card_of_code(zk_sketch_play_code(move)) - 1, pair = card % PAIRS;
        unsigned stack = zk_sketch_play_stack(move), ability = zk_sketch_play_ability(move);
        unsigned play = first[card / PAIRS], high = stack == zk_sketch_high(pair);
        if (ability == ZK_SKETCH_DISTRACTS)
            play++;
        else if (ability) /* the stacks but that which is played on */
            play += ability - (ability - ZK_SKETCH_CALLS > stack);
        ids[i] = 2 + PLAYS * (2 * pair + high) + play;
    }
}

extern const struct zk_encoder zk_sketch_encoder;
const struct zk_encoder zk_sketch_encoder = {
    .game = &zk_sketch,
    .version = 1,
    .size = size,
    .fields = fields,
    .observe = observe,
    .observe_view = observe_view,
    .feature = feature,
    .features = features,
    .dense_count = DENSE,
    .dense = dense,
};
