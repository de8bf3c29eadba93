/* learn.c: Yokai as numbers for policies that learn: observations, rows of moves, dense ids.
 *
 * The three kinds of observation have one layout and differ in what they tell. Everything is written from
 * what a seat may see (struct sight), be it of a state or of a view.
 *
 * Where the cards lie on the plane is left out: x and y are counted from the leftmost and topmost card. */
#include <string.h>

#include "../../core/bits.h"
#include "../../core/fields.h"
#include "inside.h"

enum { HINTS = ZK_YOKAI_HINTS_MAX, HINT_MOST = 14, TURNS = 2 * HINTS, SIDE = CARDS };

/* clang-format off */
#define BOARD(X) \
    X(phase, 1, 1, 0, ZK_YOKAI_OVER, "0 first, 1 deal, 2 pact, 3 shape, 4 peek, 5 again, 6 move, 7 hint, 8 turn up, 9 over") \
    X(turn, 1, 1, 0, 3, "whose turn it is") \
    X(first, 1, 1, 0, 3, "who began") \
    X(turns, 1, 1, 0, TURNS, "complete turns") \
    X(peeked, 1, 1, 0, CARDS, "the card looked at last, from 1; in `table` only until a card is moved") \
    X(reconcile, 1, 1, 0, 4, "reconciliation cards dealt by the rules") \
    X(stack, 1, 1, 0, 1, "1: only the newest hint card can be laid") \
    X(blind, 1, 1, 0, 1, "1: hint cards are laid face down") \
    X(shape, 1, 1, 0, SHAPES, "the goal shape, from 1: spiral, square, lantern, crown, triangle, beam") \
    X(declared, 1, 1, 0, 1, "1: somebody declared the yokai at peace") \
    X(dealt, 1, 1, 0, CARDS, "yokai laid so far") \
    X(pacts, 1, 1, 0, 4, "reconciliation cards dealt so far") \
    X(pile, 1, 3, 0, 6, "hint cards of one, two, three families left in the pile") \
    X(pile_count, 1, 1, 0, HINTS, "hint cards left to turn up or take") \
    X(open_count, 1, 1, 0, HINTS, "hint cards turned up, or taken, and not laid") \
    X(open, 1, HINTS, 0, HINT_MOST, "the hint cards turned up and not laid, the newest first, as a sum of 1 K, 2 P, 4 R, 8 O") \
    X(x, 1, CARDS, 0, SIDE - 1, "where each card lies, from the left") \
    X(y, 1, CARDS, 0, SIDE - 1, "where each card lies, from the top") \
    X(hint, 1, CARDS, 0, ZK_YOKAI_BLIND_HINT, "the hint card on each card, as in `open`; 15 for one that lies face down") \
    X(family, 1, CARDS, 0, FAMILIES, "the family of each card, 1 K, 2 P, 3 R, 4 O: in `table` of the card just looked at, in `memory` of all that this seat has looked at")
#define SEATS(X) \
    X(looked, CARDS, 0, 1, "1: the seat has looked at that card") \
    X(pact, 1, 0, 12, "the two families of the seat's reconciliation card, as in `open`; those of others are 0 but in `all` and when it is over")
/* clang-format on */

struct observation {
    BOARD(ZK_FIELD_MEMBER)
};
struct of_seat {
    SEATS(ZK_SEAT_MEMBER)
};

static void lay_out(struct zk_layout *layout, uint32_t seats) {
    BOARD(ZK_FIELD_LINE)
    SEATS(ZK_SEAT_LINE)
}

static uint32_t size(const struct zk_rules *rules, enum zk_observed kind) {
    (void)kind;
    return (uint32_t)(sizeof(struct observation) +
                      rules_of(rules)->players * sizeof(struct of_seat));
}

static uint32_t fields(const struct zk_rules *rules, enum zk_observed kind,
                       struct zk_field *out) {
    (void)kind;
    struct zk_layout layout = {out, 0, 0};
    lay_out(&layout, rules_of(rules)->players);
    return layout.count;
}

/* ---- Observations ---- */

/* What may be seen. */
struct sight {
    const struct zk_yokai_board *board;
    const uint8_t *pact; /* of each seat, or 0 */
    uint32_t family;     /* of each card, two bits */
    unsigned known;      /* bits: cards whose family is seen */
};

/* The cards whose family a player without memory sees: that in hand at the moment, or all in the end. */
static unsigned in_hand(const struct zk_yokai_board *board, int seat) {
    if (board->phase == ZK_YOKAI_OVER) return 0xFFFF;
    bool looking = board->phase == ZK_YOKAI_AGAIN || board->phase == ZK_YOKAI_MOVE;
    return looking && board->turn == seat ? 1u << (board->peeked - 1) : 0;
}

/* Eight families of two bits each as bytes from 1, and 0 where they are not known. */
static uint64_t spread_families(uint64_t family, unsigned known) {
    family = (family | family << 24) & 0x000000FF000000FFu;
    family = (family | family << 12) & 0x000F000F000F000Fu;
    family = (family | family << 6) & 0x0303030303030303u;
    uint64_t seen = zk_spread1(known);
    return (family + seen) & ((seen << 8) - seen);
}

/* The lowest of the sixteen places. */
ZK_INLINE int lowest_of(const int8_t *places) {
    int lowest = places[0];
    for (unsigned card = 1; card < CARDS; card++)
        lowest = places[card] < lowest ? places[card] : lowest;
    return lowest;
}

static void observe_sight(const struct yokai_rules *rules, const struct sight *sight, int seat,
                          enum zk_observed kind, uint8_t *bytes) {
    const struct zk_yokai_board *board = sight->board;
    struct observation *out = (void *)bytes;
    unsigned players = rules->players, known = sight->known;
    uint8_t *looked = bytes + sizeof *out + players * offsetof(struct of_seat, looked);
    uint8_t *pact = bytes + sizeof *out + players * offsetof(struct of_seat, pact);
    bool looking = board->phase == ZK_YOKAI_AGAIN || board->phase == ZK_YOKAI_MOVE;
    int after = (int)players - seat;
    if (kind == ZK_OBSERVE_TABLE) known &= in_hand(board, seat);
    out->phase[0] = board->phase;
    out->turn[0] = (uint8_t)(board->turn >= seat ? board->turn - seat : board->turn + after);
    out->first[0] =
        (uint8_t)(board->first >= seat ? board->first - seat : board->first + after);
    out->turns[0] = board->turns;
    out->peeked[0] = kind == ZK_OBSERVE_TABLE && !looking ? 0 : board->peeked;
    out->reconcile[0] = rules->reconcile;
    out->stack[0] = rules->stack;
    out->blind[0] = rules->blind;
    out->shape[0] = board->shape;
    out->declared[0] = board->declared;
    out->dealt[0] = board->dealt;
    out->pacts[0] = board->pacts;
    memcpy(out->pile, board->pile, sizeof out->pile);
    out->pile_count[0] = board->pile_count;
    out->open_count[0] = board->open_count;
    zk_put_bytes(out->open, zk_spread4(board->open & 0xFFFFFFFF), 8);
    zk_put_bytes(out->open + 8, zk_spread4(board->open >> 32), HINTS - 8);
    int left = lowest_of(board->x), top = lowest_of(board->y);
    for (unsigned card = 0; card < CARDS; card++) {
        out->x[card] = (uint8_t)(board->x[card] - left);
        out->y[card] = (uint8_t)(board->y[card] - top);
    }
    memcpy(out->hint, board->hint, sizeof out->hint);
    zk_put_bytes(out->family, spread_families(sight->family & 0xFFFF, known & 255), 8);
    zk_put_bytes(out->family + 8, spread_families(sight->family >> 16, known >> 8), 8);
    for (unsigned row = 0; row < players; row++, looked += CARDS) {
        unsigned of = (unsigned)seat + row < players ? (unsigned)seat + row
                                                     : (unsigned)seat + row - players;
        zk_put_bytes(looked, zk_spread1(board->looked[of] & 255u), 8);
        zk_put_bytes(looked + 8, zk_spread1(board->looked[of] >> 8), 8);
        pact[row] = sight->pact[of];
    }
}

static void observe(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                    enum zk_observed kind, uint8_t *out) {
    const struct yokai_state *state = state_of(memory);
    const struct zk_yokai_board *board = &state->board;
    uint8_t own[ZK_SEATS_MAX] = {0};
    bool all = kind == ZK_OBSERVE_ALL || board->phase == ZK_YOKAI_OVER; /* Y22 */
    own[seat] = state->pact[seat];
    struct sight sight = {board, all ? state->pact : own, state->family,
                          all ? (1u << board->dealt) - 1 : board->looked[seat]};
    observe_sight(rules_of(rules), &sight, seat, kind, out);
}

static void observe_view(const struct zk_rules *rules, const struct zk_view *view, int seat,
                         enum zk_observed kind, uint8_t *out) {
    const struct zk_yokai_view *seen = zk_yokai_seen(view);
    struct sight sight = {&seen->board, seen->pact, 0, 0};
    for (unsigned card = 0; card < CARDS; card++) {
        if (!seen->family[card]) continue;
        sight.known |= 1u << card;
        sight.family |= (seen->family[card] - 1u) << 2 * card;
    }
    observe_sight(rules_of(rules), &sight, seat, kind, out);
}

/* ---- Moves ---- */

enum { REACH = SIDE + 2 }; /* places in a row: those of cards, and one more on either side */

static const struct zk_field features[ZK_FEATURES] = {
    {"act", 0, 1, 1, 0, ZK_YOKAI_DO_DECLARE,
     "1 look at a card, 2 move one, 3 skip the move, 4 turn up or take a hint card, 5 lay one, 6 declare"},
    {"card", 1, 1, 1, 0, CARDS, "the card looked at, moved or laid on, from 1"},
    {"x", 2, 1, 1, 0, SIDE, "where that card lies, from the left, from 1"},
    {"y", 3, 1, 1, 0, SIDE, "and from the top"},
    {"to_x", 4, 1, 1, 0, REACH,
     "where it is moved to, from the left; 1 is left of all cards, 2 is x 0 of the observation"},
    {"to_y", 5, 1, 1, 0, REACH, "and from the top"},
    {"hint", 6, 1, 1, 0, ZK_YOKAI_BLIND_HINT,
     "the hint card laid, as in `open` of the observation; 15 face down"},
    {"", 7, 1, 1, 0, 0, ""},
};

/* A card and where it lies, as in a row. */
ZK_INLINE uint64_t lying(const struct zk_yokai_board *board, unsigned card, int left,
                         int top) {
    return (uint64_t)(card + 1) << 8 | (uint64_t)(board->x[card] - left + 1) << 16 |
           (uint64_t)(board->y[card] - top + 1) << 24;
}

/* A row, from its card and where that lies. */
ZK_INLINE uint64_t row_of(zk_move move, const uint64_t *card, int left, int top) {
    unsigned act = zk_yokai_act(move);
    uint64_t row = act;
    if (act == ZK_YOKAI_DO_MOVE)
        row |= *card | (uint64_t)(zk_yokai_to_x(move) - left + 2) << 32 |
               (uint64_t)(zk_yokai_to_y(move) - top + 2) << 40;
    else if (act == ZK_YOKAI_DO_PEEK || act == ZK_YOKAI_DO_LAY)
        row |= *card | (uint64_t)zk_yokai_laid_hint(move) << 48;
    return row;
}

static void feature(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    const zk_move *moves, uint32_t count, uint8_t (*rows)[ZK_FEATURES]) {
    (void)rules, (void)seat;
    const struct zk_yokai_board *board = &state_of(state)->board;
    int left = lowest_of(board->x), top = lowest_of(board->y);
    uint64_t of_card[CARDS];
    for (unsigned card = 0; card < CARDS; card++)
        of_card[card] = lying(board, card, left, top);
    for (uint32_t i = 0; i < count; i++)
        zk_put_bytes(rows[i], row_of(moves[i], &of_card[zk_yokai_card(moves[i])], left, top),
                     ZK_FEATURES);
}

/* The place of the first column and the first row. */
static uint32_t common(const struct zk_rules *rules, const struct zk_state *state, int seat) {
    (void)rules, (void)seat;
    const struct zk_yokai_board *board = &state_of(state)->board;
    return (uint8_t)lowest_of(board->x) | (uint32_t)(uint8_t)lowest_of(board->y) << 8;
}

static uint64_t row(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    uint32_t common, zk_move move) {
    (void)rules, (void)seat;
    int left = (int8_t)(common & 255), top = (int8_t)(common >> 8 & 255);
    uint64_t card = lying(&state_of(state)->board, zk_yokai_card(move), left, top);
    return row_of(move, &card, left, top);
}

/* By phase: first what moves of cards follow, whose lists take longest. */
static unsigned kind(const struct zk_rules *rules, const struct zk_state *state,
                     zk_move move) {
    (void)rules, (void)move;
    return (state_of(state)->board.phase - (unsigned)ZK_YOKAI_AGAIN) & 3;
}

/* A place is named by a card beside it, the first but for the card that moves, and its side: east, west, south,
 * north. */
enum {
    SKIP = 1,
    DECLARE,
    REVEAL,
    PEEK,
    LAY = PEEK + CARDS,
    MOVE = LAY + ZK_YOKAI_BLIND_HINT * CARDS,
    DENSE = MOVE + CARDS * CARDS * 4,
};

/* The first card but `mover` beside a place of a frame, and the side of it where the place is. */
static unsigned beside(const uint8_t *place, unsigned mover) {
    static const int card_at[4] = {-1, 1, -REACH - 2, REACH + 2};
    unsigned best = CARDS * 4;
    for (unsigned side = 0; side < 4; side++) {
        unsigned card = place[card_at[side]] - 1u; /* none: larger than all */
        if (card < CARDS && card != mover && 4 * card + side < best) best = 4 * card + side;
    }
    return best;
}

static void dense(const struct zk_rules *rules, const struct zk_state *state, int seat,
                  const zk_move *moves, uint32_t count, uint32_t *ids) {
    (void)rules, (void)seat;
    const struct zk_yokai_board *board = &state_of(state)->board;
    int left = lowest_of(board->x) - 2, top = lowest_of(board->y) - 2;
    uint8_t frame[(REACH + 2) * (REACH + 2)]; /* cards from 1, with a margin of two */
    memset(frame, 0, sizeof frame);
    for (unsigned card = 0; card < CARDS; card++)
        frame[(board->y[card] - top) * (REACH + 2) + board->x[card] - left] =
            (uint8_t)(card + 1);
    for (uint32_t i = 0; i < count; i++) {
        zk_move move = moves[i];
        unsigned card = zk_yokai_card(move);
        switch (zk_yokai_act(move)) {
        case ZK_YOKAI_DO_SKIP: ids[i] = SKIP; break;
        case ZK_YOKAI_DO_DECLARE: ids[i] = DECLARE; break;
        case ZK_YOKAI_DO_REVEAL: ids[i] = REVEAL; break;
        case ZK_YOKAI_DO_PEEK: ids[i] = PEEK + card; break;
        case ZK_YOKAI_DO_LAY:
            ids[i] = LAY + CARDS * (zk_yokai_laid_hint(move) - 1) + card;
            break;
        default:
            ids[i] = MOVE + CARDS * 4 * card +
                     beside(frame + (zk_yokai_to_y(move) - top) * (REACH + 2) +
                                zk_yokai_to_x(move) - left,
                            card);
        }
    }
}

extern const struct zk_encoder zk_yokai_encoder;
const struct zk_encoder zk_yokai_encoder = {
    .game = &zk_yokai,
    .version = 1,
    .size = size,
    .fields = fields,
    .observe = observe,
    .observe_view = observe_view,
    .feature = feature,
    .common = common,
    .row = row,
    .kind = kind,
    .list = zk_yokai_list,
    .features = features,
    .dense_count = DENSE,
    .dense = dense,
};
