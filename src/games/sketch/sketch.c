/* sketch.c: Yokai Sketch, two players in a tug-of-war over yokai, in both printed editions.
 *
 * The rules are in docs/rules/sketch.md; their numbers (S1 to S27) stand beside the code.
 *
 * What makes it fast: sketch cards are counts packed into one word (zk_sketch_cards), so that a
 * deck is sampled by arithmetic within it; every stack keeps how many sketches it still needs,
 * so that most cards laid are one subtraction; legal moves are copied from tables that `prepare`
 * has built. Rare paths (abilities, a yokai drawn, a deck run out) stand apart. */
#include "sketch.h"

#include <assert.h>
#include <string.h>

#include "../../core/bits.h"

/* ---- Constants ---- */

/* S3: plain, call, distract for each pair of colours. Who owns the printed cards corrects it
 * here: at most 7 of a kind, and at most ZK_SKETCH_LAID_MAX that show one colour. */
const uint8_t zk_sketch_deck[6][3] = {
    {4, 1, 1}, /* RB */
    {4, 1, 1}, /* RG */
    {4, 1, 1}, /* RY */
    {4, 1, 1}, /* BG */
    {4, 1, 1}, /* BY */
    {4, 1, 1}, /* GY */
};

enum {
    COLOURS = ZK_SKETCH_COLOURS,
    PAIRS = 6,
    YOKAI = 20,
    NUMBERS = 5, /* S2: 3 to 7 */
    DEALT = 3,   /* S5 */
    PLAYS_MAX = ZK_SKETCH_PLAYS_MAX,
    MOVES_MAX = 32, /* four call cards, 2 * (1 + 3) moves each */
    /* first, deals, reveals, and in each turn a draw and three cards with three reveals each */
    LENGTH_MAX = 1 + 2 * DEALT + COLOURS + ZK_SKETCH_TURNS_MAX * (1 + PLAYS_MAX * 4),
    SPECIALS = 12,     /* kinds of card with an ability */
    SPECIAL_MOVES = 8, /* most moves of one such card */
    FULL_UNSEEN = (1 << NUMBERS) - 1,
};

/* The nine fields of a zk_sketch_cards: a one in each, each kind's lowest bit, each kind's low
 * count, each field's free top bit. */
#define ONES ((uint64_t)0x0102040810204081u)
#define EACH_KIND (ONES | ONES << 3)
#define LOW_COUNTS (7 * ONES)
#define TOP_BITS (64 * ONES)
#define FIRST_CALL 21
#define FIRST_DISTRACT 42

/* The numbered rules, which `witness` counts. */
/* clang-format off */
#define RULES(X) \
    X(S1) X(S2) X(S3) X(S4) X(S5) X(S6) X(S7) X(S8) X(S9) X(S10) X(S11) X(S12) X(S13) \
    X(S14) X(S15) X(S16) X(S17) X(S18) X(S19) X(S20) X(S21) X(S22) X(S23) X(S24) X(S25) \
    X(S26) X(S27)
/* clang-format on */

#define X(rule) rule,
enum rule { RULES(X) };
#undef X
#define X(rule) #rule,
static const char *const rule_ids[] = {RULES(X) NULL};
#undef X

/* Moves: bits 0-5 a card's code or a number, 6-7 a stack or seat, 8-10 an ability, 12 up: */
enum {
    PLAY = 0x0000,
    END = 0x1000,
    FIRST = 0x2000,
    DEAL = 0x3000,
    DRAW = 0x4000,
    REVEAL = 0x5000
};
enum { KIND_MASK = 0xF000 };

/* All moves of one special card, given the stacks that can be called from (call) or on which its
 * ability has a target (distract). */
struct special {
    zk_move move[SPECIAL_MOVES];
    uint32_t count;
};

struct sketch_rules {
    zk_sketch_cards all; /* S3: every sketch card */
    zk_move plain[ZK_SKETCH_CARD_CODES + 1]
                 [2]; /* by code: the card on its lower, higher colour */
    struct special special[SPECIALS][1 << COLOURS];
    uint8_t special_at[ZK_SKETCH_CARD_CODES + 1]; /* by code: its place in `special` */
    uint8_t
        colours[ZK_SKETCH_CARD_CODES + 1]; /* by code: its two colours, one xor the other */
    uint8_t edition;
    uint8_t keep_last; /* all ones in edition en, where S24 asks for the last card */
    uint8_t first;     /* S7: 0 at random, else seat + 1 */
    uint8_t unused[5];
};

/* deck, hands, discards and laid cards are `all` together; known[p] is within hand[p]. */
struct sketch_state {
    struct zk_sketch_board board;
    zk_sketch_cards deck;
    zk_sketch_cards discards;
    zk_sketch_cards hand[2];
    zk_sketch_cards known[2]; /* what the other player knows of hand[p]; see the view */
};

ZK_FITS(struct sketch_rules, struct zk_rules);
ZK_FITS(struct sketch_state, struct zk_state);

/* The game's own structs in the caller's memory; `state_in` to write to. */
static const struct sketch_rules *rules_of(const struct zk_rules *memory) {
    return (const void *)memory;
}
static const struct sketch_state *state_of(const struct zk_state *memory) {
    return (const void *)memory;
}
static struct sketch_state *state_in(struct zk_state *memory) { return (void *)memory; }

static const struct zk_option options[] = {
    {"edition", (const char *const[]){"en", "fr", NULL},
     "whose rulebook: the English edition or the French one (Terres de Yokai)"},
    {"first", (const char *const[]){"random", "A", "B", NULL}, "who begins"},
    {NULL, NULL, NULL},
};

static const struct zk_phrase phrases[] = {
    {"sketch.move.unknown",
     "\"{0}\" is not a move. A card is played as \"play RB>R\", with \"call G\" "
     "or \"distract\" after it where its ability is used; \"end\" ends the turn."},
    {"sketch.play.not_held", "{0} is not in your hand."},
    {"sketch.play.colour", "{0} does not have the colour {1}."},
    {"sketch.play.not_special", "{0} has no such ability."},
    {"sketch.call.same", "Call a yokai from another stack than the one you play on."},
    {"sketch.call.last",
     "The {0} stack has only one yokai left, and the last one cannot be called."},
    {"sketch.distract.none_here", "Your opponent has no sketch on the {0} stack to move."},
    {"sketch.distract.gone",
     "Your opponent's last card has been discarded, or none was played yet, so there is nothing to move."},
    {"sketch.end.must_play", "With four cards in hand you must play at least one."},
    {"sketch.chance.first", "Chance now picks who begins."},
    {"sketch.chance.deal", "Chance now deals a card to {0}, one that is still in the deck."},
    {"sketch.chance.draw", "Chance now draws a card that is still in the deck."},
    {"sketch.chance.reveal", "Chance now turns up an unseen yokai of the {0} stack."},
    {NULL, NULL},
};

/* ---- Cards as counts ---- */

static zk_sketch_cards one(unsigned code) { return (uint64_t)1 << code; }

/* In the field of each pair of kinds: how many cards there are up to and with that field. */
ZK_INLINE uint64_t running_count(zk_sketch_cards cards) {
    return ((cards & LOW_COUNTS) + (cards >> 3 & LOW_COUNTS)) * ONES;
}

ZK_INLINE unsigned total_of(uint64_t running) { return (unsigned)(running >> 56 & 127); }

static unsigned cards_total(zk_sketch_cards cards) { return total_of(running_count(cards)); }

/* One of the cards, each equally likely; there is at least one. */
ZK_INLINE unsigned random_card(zk_sketch_cards cards, struct zk_rng *rng) {
    uint64_t running = running_count(cards);
    unsigned pick = zk_rng_below(rng, total_of(running));
    /* The first field whose running count exceeds pick, found in all fields at once. */
    uint64_t beyond = ((running | TOP_BITS) - (pick + 1) * ONES) & TOP_BITS;
    unsigned field = zk_lowest(beyond) - 6;
    unsigned before = (unsigned)(running << 7 >> field & 127);
    return field + (pick - before >= zk_sketch_count(cards, field) ? 3 : 0);
}

/* ---- Stacks ---- */

static bool shows(unsigned code, unsigned colour) {
    unsigned pair = zk_sketch_pair(code);
    return zk_sketch_low(pair) == colour || zk_sketch_high(pair) == colour;
}

ZK_INLINE void lay(struct zk_sketch_stack *stack, unsigned side, unsigned code) {
    stack->laid[zk_sketch_laid_at(side, stack->count[side]++)] = (uint8_t)(code + 1);
    stack->needed--;
}

static unsigned lift(struct zk_sketch_stack *stack, unsigned side) {
    unsigned code = zk_sketch_laid(stack, side, --stack->count[side]);
    stack->laid[zk_sketch_laid_at(side, stack->count[side])] = 0;
    stack->needed++;
    return code;
}

static int top_number(const struct zk_sketch_stack *stack) {
    return (int)(stack->known & 7) + 2;
}

/* S14, S15: a side's sketches go to the discard pile. */
static void discard_side(struct sketch_state *state, unsigned colour, unsigned side) {
    struct zk_sketch_board *board = &state->board;
    struct zk_sketch_stack *stack = &board->stack[colour];
    uint8_t *card = &stack->laid[zk_sketch_laid_at(side, 0)];
    for (unsigned count = stack->count[side]; count; count--, card += side ? -1 : 1) {
        state->discards += one(*card - 1u);
        *card = 0;
    }
    stack->count[side] = 0;
    if (board->last[side] == colour + 1) board->last[side] = 0; /* S24 */
}

/* Takes the face-up yokai off a stack. */
static unsigned take_top(struct zk_sketch_board *board, unsigned colour) {
    struct zk_sketch_stack *stack = &board->stack[colour];
    unsigned yokai = stack->known & 7;
    stack->known >>= ZK_SKETCH_YOKAI_BITS;
    stack->above = (uint8_t)(stack->above - (stack->above > 0));
    if (--stack->size == 1) board->callable ^= (uint8_t)(1u << colour); /* S20 */
    return yokai;
}

/* After the top has gone: what lies below comes up, at once when it is known. */
static void uncover(struct zk_sketch_board *board, unsigned colour) {
    struct zk_sketch_stack *stack = &board->stack[colour];
    if (stack->above == 0 && stack->unseen) {
        board->face_down |= (uint8_t)(1u << colour);
        stack->needed = 0;
    } else {
        stack->needed = (int8_t)(top_number(stack) - stack->count[0] - stack->count[1]);
    }
}

static void put_top(struct zk_sketch_board *board, unsigned colour, unsigned yokai) {
    struct zk_sketch_stack *stack = &board->stack[colour];
    stack->known = stack->known << ZK_SKETCH_YOKAI_BITS | yokai;
    stack->above = (uint8_t)(stack->above + (stack->unseen != 0));
    if (++stack->size == 2) board->callable |= (uint8_t)(1u << colour);
    uncover(board, colour);
}

static void put_bottom(struct zk_sketch_board *board, unsigned colour, unsigned yokai) {
    struct zk_sketch_stack *stack = &board->stack[colour];
    unsigned known = stack->size - zk_count5(stack->unseen);
    stack->known |= (uint64_t)yokai << ZK_SKETCH_YOKAI_BITS * known;
    if (++stack->size == 2) board->callable |= (uint8_t)(1u << colour);
}

/* ---- Set-up ---- */

static zk_move play_move(unsigned code, unsigned colour, unsigned ability) {
    return PLAY | ability << 8 | colour << 6 | code;
}

static void add_special(struct special *special, zk_move move) {
    special->move[special->count++] = move;
}

/* S11, S18 to S20: the moves of one special card. In `where` are the stacks that can be called
 * from, or those where a distract card would find its target. */
static void build_special(struct special *special, unsigned code, unsigned where) {
    unsigned pair = zk_sketch_pair(code);
    unsigned colours[2] = {zk_sketch_low(pair), zk_sketch_high(pair)};
    for (unsigned i = 0; i < 2; i++) {
        unsigned colour = colours[i];
        add_special(special, play_move(code, colour, ZK_SKETCH_NO_ABILITY));
        if (zk_sketch_kind(code) == ZK_SKETCH_DISTRACT) {
            if (where >> colour & 1)
                add_special(special, play_move(code, colour, ZK_SKETCH_DISTRACTS));
            continue;
        }
        for (unsigned from = 0; from < COLOURS; from++)
            if (from != colour && (where >> from & 1)) /* S19 */
                add_special(special, play_move(code, colour, ZK_SKETCH_CALLS + from));
    }
}

static bool prepare(struct zk_rules *memory, const struct zk_settings *settings,
                    struct zk_sentence *refusal) {
    (void)refusal; /* every value that zk_settings_set lets through goes with every other */
    struct sketch_rules *rules = (void *)memory;
    memset(rules, 0, sizeof *rules);
    rules->edition =
        zk_settings_get(&zk_sketch, settings, 0)[0] == 'f' ? ZK_SKETCH_FR : ZK_SKETCH_EN;
    rules->keep_last = rules->edition == ZK_SKETCH_EN ? 0xFF : 0;
    char first = zk_settings_get(&zk_sketch, settings, 1)[0];
    rules->first = (uint8_t)(first == 'r' ? 0 : first - 'A' + 1);

    unsigned specials = 0, showing[COLOURS] = {0};
    for (unsigned kind = 0; kind < 3; kind++) {
        for (unsigned pair = 0; pair < PAIRS; pair++) {
            unsigned code = zk_sketch_code(pair, kind);
            unsigned low = zk_sketch_low(pair), high = zk_sketch_high(pair);
            assert(zk_sketch_deck[pair][kind] <= 7);
            rules->all += zk_sketch_deck[pair][kind] * one(code);
            rules->colours[code] = (uint8_t)(low ^ high);
            showing[low] += zk_sketch_deck[pair][kind];
            showing[high] += zk_sketch_deck[pair][kind];
            if (kind == ZK_SKETCH_PLAIN) {
                rules->plain[code][0] = play_move(code, low, ZK_SKETCH_NO_ABILITY);
                rules->plain[code][1] = play_move(code, high, ZK_SKETCH_NO_ABILITY);
            } else {
                rules->special_at[code] = (uint8_t)specials;
                for (unsigned where = 0; where < 1 << COLOURS; where++)
                    build_special(&rules->special[specials][where], code, where);
                specials++;
            }
        }
    }
    for (unsigned colour = 0; colour < COLOURS; colour++)
        assert(showing[colour] <= ZK_SKETCH_LAID_MAX);
    return true;
}

static uint32_t seats(const struct zk_rules *rules) {
    (void)rules;
    return 2;
}

static void start(const struct zk_rules *rules_memory, struct zk_state *memory) {
    const struct sketch_rules *rules = rules_of(rules_memory);
    struct sketch_state *state = state_in(memory);
    struct zk_sketch_board *board = &state->board;
    memset(state, 0, sizeof *state);
    state->deck = rules->all;
    for (unsigned colour = 0; colour < COLOURS; colour++) { /* S6 */
        board->stack[colour].unseen = FULL_UNSEEN;
        board->stack[colour].size = NUMBERS;
    }
    board->callable = (1 << COLOURS) - 1;
    board->phase = rules->first ? ZK_SKETCH_DEAL : ZK_SKETCH_FIRST;
    if (rules->first) board->turn = (uint8_t)(rules->first - 1);
}

/* ---- Whose turn ---- */

static int actor(const struct zk_rules *rules, const struct zk_state *memory) {
    (void)rules;
    const struct sketch_state *state = state_of(memory);
    switch (state->board.phase) {
    case ZK_SKETCH_PLAY: return state->board.turn;
    case ZK_SKETCH_OVER: return ZK_OVER;
    default: return ZK_CHANCE;
    }
}

/* ---- Legal moves ---- */

/* S23, S24: the stacks on which a distract card of the player in turn would find its target. */
ZK_INLINE unsigned distract_stacks(const struct sketch_rules *rules,
                                   const struct zk_sketch_board *board) {
    unsigned opponent = board->turn ^ 1u;
    if (rules->edition == ZK_SKETCH_EN) return board->last[opponent] ? (1 << COLOURS) - 1 : 0;
    unsigned stacks = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++)
        stacks |= (unsigned)(board->stack[colour].count[opponent] > 0) << colour;
    return stacks;
}

/* The moves of the player in turn. Writes up to SPECIAL_MOVES of rubbish behind the last one, so
 * that a special card's moves are one copy of fixed size. */
ZK_INLINE uint32_t list_plays(const struct sketch_rules *rules,
                              const struct sketch_state *state, zk_move *out) {
    const struct zk_sketch_board *board = &state->board;
    zk_sketch_cards hand = state->hand[board->turn];
    uint64_t kinds = (hand | hand >> 1 | hand >> 2) & EACH_KIND;
    uint32_t count = 0;
    out[0] = END;
    count += board->hand_count[board->turn] < ZK_SKETCH_HAND_MAX; /* S10 */
    for (uint64_t plain = kinds & (one(FIRST_CALL) - 1); plain; plain &= plain - 1, count += 2)
        memcpy(out + count, rules->plain[zk_lowest(plain)], 2 * sizeof *out);
    uint64_t specials = kinds >> FIRST_CALL << FIRST_CALL;
    if (specials) {
        unsigned where = board->callable; /* S20 */
        unsigned targets = specials >> FIRST_DISTRACT ? distract_stacks(rules, board) : 0;
        do {
            unsigned code = zk_lowest(specials);
            if (code >= FIRST_DISTRACT) where = targets;
            const struct special *special = &rules->special[rules->special_at[code]][where];
            memcpy(out + count, special->move, sizeof special->move);
            count += special->count;
            specials &= specials - 1;
        } while (specials);
    }
    return count;
}

enum { LIST_SIZE = MOVES_MAX + SPECIAL_MOVES };

/* The outcomes of chance and their weights. */
static uint32_t list_outcomes(const struct sketch_state *state, zk_move *out,
                              uint32_t *weights) {
    const struct zk_sketch_board *board = &state->board;
    uint32_t count = 0;
    switch (board->phase) {
    case ZK_SKETCH_FIRST: /* S7 */
        for (unsigned seat = 0; seat < 2; seat++) {
            out[count] = FIRST | seat;
            weights[count++] = 1;
        }
        break;
    case ZK_SKETCH_DEAL: /* S5 */
    case ZK_SKETCH_DRAW: /* S8 */
        for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES; code++) {
            if (!(EACH_KIND >> code & 1) || !zk_sketch_count(state->deck, code)) continue;
            out[count] = (board->phase == ZK_SKETCH_DEAL ? DEAL : DRAW) | code;
            weights[count++] = zk_sketch_count(state->deck, code);
        }
        break;
    case ZK_SKETCH_REVEAL: /* S6 */
        for (unsigned number = 0; number < NUMBERS; number++) {
            if (!(board->stack[zk_lowest(board->face_down)].unseen >> number & 1)) continue;
            out[count] = REVEAL | number;
            weights[count++] = 1;
        }
        break;
    default: break;
    }
    return count;
}

static uint32_t moves(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                      zk_move *out, uint32_t *weights) {
    const struct sketch_state *state = state_of(memory);
    if (seat != actor(rules, memory)) return 0;
    if (seat == ZK_CHANCE) return list_outcomes(state, out, weights);
    zk_move list[LIST_SIZE];
    uint32_t count = list_plays(rules_of(rules), state, list);
    memcpy(out, list, count * sizeof *out);
    return count;
}

/* Who begins, the yokai of each stack, the sketch cards. */
static uint32_t card_of(const struct zk_rules *rules, const struct zk_state *memory,
                        zk_move outcome) {
    (void)rules;
    const struct sketch_state *state = state_of(memory);
    switch (outcome & KIND_MASK) {
    case FIRST: return outcome & 1;
    case REVEAL: return 8 + 8 * zk_lowest(state->board.face_down) + (outcome & 7);
    default: return 64 + (outcome & 63);
    }
}

ZK_INLINE zk_move sample_play(const struct sketch_rules *rules,
                              const struct sketch_state *state, struct zk_rng *rng) {
    zk_move list[LIST_SIZE];
    return list[zk_rng_below(rng, list_plays(rules, state, list))];
}

ZK_INLINE zk_move sample_reveal(const struct sketch_state *state, struct zk_rng *rng) {
    unsigned unseen = state->board.stack[zk_lowest(state->board.face_down)].unseen;
    for (uint32_t skip = zk_rng_below(rng, zk_count5(unseen)); skip; skip--)
        unseen &= unseen - 1;
    return REVEAL | zk_lowest(unseen);
}

static zk_move sample(const struct zk_rules *rules, const struct zk_state *memory,
                      struct zk_rng *rng) {
    const struct sketch_state *state = state_of(memory);
    switch (state->board.phase) {
    case ZK_SKETCH_PLAY: return sample_play(rules_of(rules), state, rng);
    case ZK_SKETCH_DRAW: return DRAW | random_card(state->deck, rng);
    case ZK_SKETCH_REVEAL: return sample_reveal(state, rng);
    case ZK_SKETCH_DEAL: return DEAL | random_card(state->deck, rng);
    default: return FIRST | zk_rng_below(rng, 2);
    }
}

/* ---- Making a move ----
 * `counts` is NULL but for `witness`, and then counts the rules at work. */

#define TOOK(rule) ((void)(counts && counts[rule]++))

static void end_game(struct zk_sketch_board *board, uint64_t *counts) {
    board->phase = ZK_SKETCH_OVER;
    board->to_check = 0;
    TOOK(S25);
    TOOK(S26);
    if (board->points[0] == board->points[1]) TOOK(S27);
}

/* S25: deck and discards are empty and two turns in a row passed without a card, or the turns
 * are used up. */
static bool worn_out(const struct sketch_state *state) {
    const struct zk_sketch_board *board = &state->board;
    if (board->turns == ZK_SKETCH_TURNS_MAX) return true;
    return board->idle == 2 && state->deck == 0 && state->discards == 0;
}

/* S8: the discards become the deck. Everybody has seen them, so at this moment each player knows
 * the other's hand. With no discards either nothing is drawn, and a player without a card in
 * hand has nothing to do this turn. */
static void begin_turn_without_deck(struct sketch_state *state, uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    for (;;) {
        TOOK(S8);
        state->deck = state->discards;
        state->discards = 0;
        memcpy(state->known, state->hand, sizeof state->known);
        board->phase = state->deck ? ZK_SKETCH_DRAW : ZK_SKETCH_PLAY;
        if (state->deck || board->hand_count[board->turn]) return;
        board->turns++;
        board->idle = (uint8_t)(board->idle + (board->idle < 2));
        if (worn_out(state)) {
            end_game(board, counts);
            return;
        }
        board->turn ^= 1;
    }
}

/* The end of a turn without a card, of the last turn, or before an empty deck. */
ZK_APART void end_turn_with_care(struct sketch_state *state, uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    board->idle = (uint8_t)(board->played ? 0 : board->idle + (board->idle < 2));
    board->played = 0;
    if (worn_out(state)) {
        end_game(board, counts);
        return;
    }
    board->turn ^= 1;
    board->phase = ZK_SKETCH_DRAW;
    if (state->deck == 0) begin_turn_without_deck(state, counts);
}

ZK_INLINE void end_turn(struct sketch_state *state, uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    board->turns++;
    if (ZK_RARE(board->played == 0 || board->turns == ZK_SKETCH_TURNS_MAX ||
                state->deck == 0)) {
        end_turn_with_care(state, counts);
        return;
    }
    board->idle = 0;
    board->played = 0;
    board->turn ^= 1;
    board->phase = ZK_SKETCH_DRAW;
}

/* S13: looks whether a stack's yokai is drawn. */
static void check_stack(struct sketch_state *state, unsigned colour, uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    struct zk_sketch_stack *stack = &board->stack[colour];
    if (stack->needed > 0) return;
    TOOK(S13);
    unsigned a = stack->count[0], b = stack->count[1];
    if (a == b) { /* S15: frightened */
        TOOK(S15);
        discard_side(state, colour, 0);
        discard_side(state, colour, 1);
        put_bottom(board, colour, take_top(board, colour));
    } else { /* S14: drawn */
        TOOK(S14);
        unsigned winner = a < b;
        unsigned yokai = take_top(board, colour);
        board->notebook[winner][colour] =
            (uint16_t)(board->notebook[winner][colour] + (1u << 3 * (yokai - 1)));
        board->points[winner] = (uint8_t)(board->points[winner] + yokai + 2);
        discard_side(state, colour, winner);
        if (stack->size == 0) { /* S25 */
            stack->needed = 0;
            end_game(board, counts);
            return;
        }
    }
    uncover(board, colour);
}

/* S9: the turn goes on, or ends by itself. */
ZK_INLINE void go_on(struct sketch_state *state, uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    if (board->played == PLAYS_MAX || board->hand_count[board->turn] == 0)
        end_turn(state, counts);
    else
        board->phase = ZK_SKETCH_PLAY;
}

/* Turns up tops and checks stacks, in the order of S17, until chance or a player is to move. */
ZK_APART void settle(struct sketch_state *state, uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    for (;;) {
        if (board->face_down) {
            board->phase = ZK_SKETCH_REVEAL;
            return;
        }
        if (!board->to_check) break;
        unsigned colour = (board->to_check & 15u) - 1;
        board->to_check >>= 4;
        check_stack(state, colour, counts);
        if (board->phase == ZK_SKETCH_OVER) return;
    }
    go_on(state, counts);
}

/* S18: the ability of a card just laid; a stack that it touched may have to be checked (S17). */
ZK_APART void use_ability(const struct sketch_rules *rules, struct sketch_state *state,
                          unsigned colour, unsigned ability, uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    unsigned touched;
    TOOK(S12);
    TOOK(S17);
    TOOK(S18);
    if (ability == ZK_SKETCH_DISTRACTS) { /* S22 */
        unsigned opponent = board->turn ^ 1u;
        unsigned from = zk_sketch_distracts_from(rules->edition, board, opponent, colour);
        unsigned code = lift(&board->stack[from], opponent);
        touched = rules->colours[code] ^ from;
        lay(&board->stack[touched], opponent, code);
        board->last[opponent] = (uint8_t)((touched + 1) & rules->keep_last); /* S24 */
        TOOK(S22);
        TOOK(S23);
    } else { /* S19 */
        touched = ability - ZK_SKETCH_CALLS;
        put_top(board, colour, take_top(board, touched)); /* S21 */
        uncover(board, touched);
        TOOK(S19);
        TOOK(S21);
    }
    bool enough = board->stack[colour].needed <= 0;
    board->to_check = (uint8_t)(enough ? colour + 1 : 0);
    if (rules->edition == ZK_SKETCH_FR)
        board->to_check |= (uint8_t)((touched + 1) << 4 * enough);
}

/* S11: lays a card, uses its ability and checks its stack. */
ZK_INLINE void play(const struct sketch_rules *rules, struct sketch_state *state, zk_move move,
                    uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    unsigned me = board->turn;
    unsigned code = zk_sketch_play_code(move), colour = zk_sketch_play_stack(move);
    unsigned ability = zk_sketch_play_ability(move);
    state->hand[me] -= one(code);
    if (ZK_RARE(state->known[me])) /* a card seen before goes first: the rest stays unknown */
        state->known[me] -= zk_sketch_count(state->known[me], code) ? one(code) : 0;
    unsigned left = --board->hand_count[me], played = ++board->played;
    board->last[me] = (uint8_t)((colour + 1) & rules->keep_last);
    lay(&board->stack[colour], me, code);
    bool settled = board->stack[colour].needed > 0;
    if (ZK_RARE(ability)) {
        use_ability(rules, state, colour, ability, counts);
        settled = !(board->to_check | board->face_down);
    } else if (!settled) {
        board->to_check = (uint8_t)(colour + 1);
    }
    if (ZK_RARE(!settled))
        settle(state, counts);
    else if (played == PLAYS_MAX || left == 0) /* S9 */
        end_turn(state, counts);
}

ZK_INLINE void take_card(struct sketch_state *state, unsigned seat, unsigned code) {
    state->deck -= one(code);
    state->hand[seat] += one(code);
    state->board.hand_count[seat]++;
}

ZK_INLINE void draw(struct sketch_state *state, unsigned code) { /* S8 */
    take_card(state, state->board.turn, code);
    state->board.phase = ZK_SKETCH_PLAY;
}

/* S5: the first three cards go to A. */
static unsigned dealt_to(const struct zk_sketch_board *board) {
    return board->hand_count[0] == DEALT;
}

static void deal(struct sketch_state *state, unsigned code) {
    struct zk_sketch_board *board = &state->board;
    take_card(state, dealt_to(board), code);
    if (board->hand_count[1] == DEALT) {
        board->face_down = (1 << COLOURS) - 1;
        board->phase = ZK_SKETCH_REVEAL;
    }
}

/* S6: the last of the four tops of the set-up lets the first turn begin. */
ZK_INLINE void reveal(struct sketch_state *state, unsigned number, uint64_t *counts) {
    struct zk_sketch_board *board = &state->board;
    struct zk_sketch_stack *stack = &board->stack[zk_lowest(board->face_down)];
    board->face_down &= (uint8_t)(board->face_down - 1);
    stack->unseen &= (uint8_t)~(1u << number);
    stack->known = stack->known << ZK_SKETCH_YOKAI_BITS | (number + 1);
    stack->above = stack->unseen != 0;
    stack->needed = (int8_t)((int)number + 3 - stack->count[0] - stack->count[1]);
    if (ZK_RARE(board->played == 0)) {
        if (!board->face_down) board->phase = ZK_SKETCH_DRAW;
        return;
    }
    if (stack->needed <= 0) TOOK(S16); /* enough already, and yet not checked */
    if (ZK_RARE(board->to_check))
        settle(state, counts);
    else
        go_on(state, counts);
}

/* The rules that keep moves from being legal here: S10, S20, S24 and, in edition fr, S23. */
static void witness_position(const struct sketch_rules *rules,
                             const struct sketch_state *state, uint64_t *counts) {
    const struct zk_sketch_board *board = &state->board;
    zk_sketch_cards hand = state->hand[board->turn];
    if (board->hand_count[board->turn] == ZK_SKETCH_HAND_MAX) TOOK(S10);
    for (unsigned pair = 0; pair < PAIRS; pair++) {
        if (zk_sketch_count(hand, zk_sketch_code(pair, ZK_SKETCH_CALL)) &&
            board->callable != (1 << COLOURS) - 1)
            TOOK(S20);
        if (zk_sketch_count(hand, zk_sketch_code(pair, ZK_SKETCH_DISTRACT)) &&
            distract_stacks(rules, board) != (1 << COLOURS) - 1)
            counts[rules->edition == ZK_SKETCH_EN ? S24 : S23]++;
    }
}

/* What a move is about to show, beyond what making it counts. */
static void witness_move(const struct sketch_rules *rules, const struct sketch_state *state,
                         zk_move move, uint64_t *counts) {
    const struct zk_sketch_board *board = &state->board;
    switch (move & KIND_MASK) {
    case PLAY:
        witness_position(rules, state, counts);
        TOOK(S1);
        TOOK(S4);
        TOOK(S11);
        if (zk_sketch_kind(zk_sketch_play_code(move)) && !zk_sketch_play_ability(move))
            TOOK(S18);
        if (board->played == PLAYS_MAX - 1) TOOK(S9);
        break;
    case END: witness_position(rules, state, counts); break;
    case DRAW: TOOK(S3), TOOK(S4), TOOK(S8); break;
    case DEAL: TOOK(S3), TOOK(S4), TOOK(S5); break;
    case REVEAL:
        TOOK(S2);
        if (board->turns == 0 && board->played == 0) TOOK(S6);
        break;
    default: TOOK(S7);
    }
}

ZK_INLINE void make(const struct sketch_rules *rules, struct sketch_state *state, zk_move move,
                    uint64_t *counts) {
    if (counts) witness_move(rules, state, move, counts);
    switch (move & KIND_MASK) {
    case PLAY: play(rules, state, move, counts); break;
    case DRAW: draw(state, move & 63); break;
    case REVEAL: reveal(state, move & 7, counts); break;
    case END: end_turn(state, counts); break;
    case DEAL: deal(state, move & 63); break;
    default: /* FIRST, S7 */ state->board.turn = move & 1; state->board.phase = ZK_SKETCH_DEAL;
    }
}

static void apply(const struct zk_rules *rules, struct zk_state *state, zk_move move) {
    make(rules_of(rules), state_in(state), move, NULL);
}

static void witness(const struct zk_rules *rules, struct zk_state *state, zk_move move,
                    uint64_t *counts) {
    make(rules_of(rules), state_in(state), move, counts);
}

/* One decision, and what chance does before it; or one move of the set-up. */
static uint32_t play_on(const struct zk_rules *memory, struct zk_state *state_memory,
                        struct zk_rng *rng) {
    const struct sketch_rules *rules = rules_of(memory);
    struct sketch_state *state = state_in(state_memory);
    struct zk_sketch_board *board = &state->board;
    if (board->phase == ZK_SKETCH_DRAW || board->phase == ZK_SKETCH_DEAL) {
        unsigned code = random_card(state->deck, rng);
        if (board->phase == ZK_SKETCH_DRAW)
            draw(state, code);
        else
            deal(state, code);
    } else if (board->phase == ZK_SKETCH_REVEAL) {
        reveal(state, sample_reveal(state, rng) & 7, NULL);
    } else if (board->phase == ZK_SKETCH_FIRST) {
        make(rules, state, sample(memory, state_memory, rng), NULL);
    }
    if (board->phase != ZK_SKETCH_PLAY) return 0;
    zk_move move = sample_play(rules, state, rng);
    if (move == END)
        end_turn(state, NULL);
    else
        play(rules, state, move, NULL);
    return 1;
}

static uint32_t playout(const struct zk_rules *rules, struct zk_state *memory,
                        struct zk_rng *rng) {
    struct sketch_state *state = state_in(memory);
    struct zk_rng local = *rng; /* so that it lives in registers */
    uint32_t decisions = 0;
    while (state->board.phase < ZK_SKETCH_DRAW) /* the set-up */
        make(rules_of(rules), state, sample(rules, memory, &local), NULL);
    for (;;) {
        if (ZK_LIKELY(state->board.phase == ZK_SKETCH_DRAW)) {
            draw(state, random_card(state->deck, &local));
        } else if (state->board.phase == ZK_SKETCH_REVEAL) {
            reveal(state, sample_reveal(state, &local) & 7, NULL);
            if (state->board.phase != ZK_SKETCH_PLAY) continue;
        } else if (state->board.phase == ZK_SKETCH_OVER) {
            *rng = local;
            return decisions;
        }
        do {
            zk_move move = sample_play(rules_of(rules), state, &local);
            decisions++;
            if (ZK_RARE(move == END))
                end_turn(state, NULL);
            else
                play(rules_of(rules), state, move, NULL);
        } while (state->board.phase == ZK_SKETCH_PLAY);
    }
}

/* ---- Scores ---- */

static bool points(const struct zk_rules *rules, const struct zk_state *memory, int32_t *out) {
    (void)rules;
    const struct sketch_state *state = state_of(memory);
    for (unsigned seat = 0; seat < 2; seat++) out[seat] = state->board.points[seat];
    return true;
}

static unsigned notebook_colours(const struct zk_sketch_board *board, unsigned seat) {
    unsigned colours = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++)
        colours += board->notebook[seat][colour] != 0;
    return colours;
}

static void result(const struct zk_rules *rules, const struct zk_state *memory,
                   struct zk_result *out) {
    const struct sketch_state *state = state_of(memory);
    const struct zk_sketch_board *board = &state->board;
    memset(out, 0, sizeof *out);
    points(rules, memory, out->points);
    int lead = out->points[0] - out->points[1]; /* S26 */
    if (lead == 0)
        lead = (int)notebook_colours(board, 0) - (int)notebook_colours(board, 1); /* S27 */
    out->drawn = lead == 0;
    out->winners = lead > 0 ? 1 : lead < 0 ? 2 : 3;
    out->end = rule_ids[S25];
}

/* ---- Check ---- */

static zk_sketch_cards laid_cards(const struct zk_sketch_board *board) {
    zk_sketch_cards cards = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++)
        for (unsigned i = 0; i < ZK_SKETCH_LAID_MAX; i++)
            if (board->stack[colour].laid[i]) cards += one(board->stack[colour].laid[i] - 1u);
    return cards;
}

/* Whether `part` has no more of any kind than `whole`. */
static bool within(zk_sketch_cards part, zk_sketch_cards whole) {
    for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES; code++)
        if ((EACH_KIND >> code & 1) &&
            zk_sketch_count(part, code) > zk_sketch_count(whole, code))
            return false;
    return true;
}

static const char *check_one_stack(const struct zk_sketch_board *board, unsigned colour) {
    const struct zk_sketch_stack *stack = &board->stack[colour];
    unsigned unseen = zk_count5(stack->unseen), known = 0;
    if (stack->count[0] + stack->count[1] > ZK_SKETCH_LAID_MAX)
        return "a stack has too many sketches";
    for (unsigned i = 0; i < ZK_SKETCH_LAID_MAX; i++) {
        bool used = i < stack->count[0] || i >= (unsigned)ZK_SKETCH_LAID_MAX - stack->count[1];
        if (used != (stack->laid[i] != 0)) return "laid cards and their counts differ";
        if (used && !zk_sketch_is_code(stack->laid[i] - 1u))
            return "a card that does not exist is laid";
        if (used && !shows(stack->laid[i] - 1u, colour))
            return "a card lies on a colour it lacks";
    }
    if (stack->unseen > FULL_UNSEEN) return "a stack has unseen yokai that do not exist";
    if (stack->size < unseen || stack->size > YOKAI) return "a stack's size is wrong";
    for (uint64_t rest = stack->known; rest; rest >>= ZK_SKETCH_YOKAI_BITS, known++)
        if ((rest & 7) == 0 || (rest & 7) > NUMBERS) return "a known yokai does not exist";
    if (known + unseen != stack->size)
        return "a stack's known and unseen yokai are not its size";
    if (stack->above > known || (!unseen && stack->above))
        return "a stack's upper part is wrong";
    bool up =
        !(board->face_down >> colour & 1) && board->phase >= ZK_SKETCH_REVEAL && stack->size;
    if (up && unseen && stack->above == 0) return "a stack has no face-up top";
    if (!up && stack->above) return "a face-down stack has known yokai on top";
    if (board->face_down >> colour & 1 && !unseen) return "a known yokai lies face down";
    if (!stack->size && board->phase != ZK_SKETCH_OVER) return "it goes on without a stack";
    if (stack->unseen != FULL_UNSEEN && board->phase <= ZK_SKETCH_DEAL)
        return "a yokai is seen before the cards are dealt";
    if (stack->needed != (up ? top_number(stack) - stack->count[0] - stack->count[1] : 0))
        return "a stack's needed sketches are wrong";
    if ((board->callable >> colour & 1) != (stack->size > 1))
        return "callable stacks are wrong";
    return NULL;
}

static const char *check(const struct zk_rules *rules_memory, const struct zk_state *memory) {
    const struct sketch_rules *rules = rules_of(rules_memory);
    const struct sketch_state *state = state_of(memory);
    const struct zk_sketch_board *board = &state->board;
    unsigned yokai = 0, numbers[NUMBERS] = {0};
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        const char *wrong = check_one_stack(board, colour);
        if (wrong) return wrong;
        const struct zk_sketch_stack *stack = &board->stack[colour];
        yokai += stack->size;
        for (uint64_t rest = stack->known; rest; rest >>= ZK_SKETCH_YOKAI_BITS)
            numbers[(rest & 7) - 1]++;
        for (unsigned n = 0; n < NUMBERS; n++) numbers[n] += stack->unseen >> n & 1u;
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        unsigned sum = 0;
        for (unsigned colour = 0; colour < COLOURS; colour++)
            for (unsigned n = 0; n < NUMBERS; n++) {
                unsigned held = board->notebook[seat][colour] >> 3 * n & 7u;
                numbers[n] += held;
                yokai += held;
                sum += held * (n + 3);
            }
        if (sum != board->points[seat]) return "points are not the notebook's sum";
        if (cards_total(state->hand[seat]) != board->hand_count[seat])
            return "a hand's count is wrong";
        if (state->known[seat] & (TOP_BITS | one(63)) ||
            !within(state->known[seat], state->hand[seat]))
            return "a known card is not in the hand";
        if (board->hand_count[seat] > ZK_SKETCH_HAND_MAX) return "a hand is too large";
        if (board->last[seat] > COLOURS) return "a last card lies nowhere";
        if (board->last[seat] &&
            (!rules->keep_last || !board->stack[board->last[seat] - 1].count[seat]))
            return "a last card is not there";
    }
    if (yokai != YOKAI) return "yokai are missing or too many";
    for (unsigned n = 0; n < NUMBERS; n++)
        if (numbers[n] != COLOURS) return "a number's yokai are missing or too many";
    zk_sketch_cards held[] = {state->deck, state->discards, state->hand[0], state->hand[1],
                              laid_cards(board)};
    zk_sketch_cards left = rules->all;
    for (unsigned i = 0; i < 5; i++) {
        if (held[i] & (TOP_BITS | one(63)) || !within(held[i], left))
            return "there are too many of a card";
        left -= held[i];
    }
    if (left) return "a card is missing";
    if (board->turn > 1 || board->played > PLAYS_MAX || board->idle > 2 ||
        board->turns > ZK_SKETCH_TURNS_MAX || board->phase > ZK_SKETCH_OVER || board->unused)
        return "a counter is out of its range";
    if ((board->phase == ZK_SKETCH_REVEAL) != (board->face_down != 0))
        return "nothing is there to reveal";
    if ((board->face_down | board->callable) >> COLOURS) return "there is no such stack";
    unsigned next = board->to_check & 15u, after = board->to_check >> 4;
    if (next > COLOURS || after > COLOURS || (after && (!next || next == after)))
        return "a stack to be checked is none";
    bool begun = state->discards || laid_cards(board);
    if (board->to_check && (board->phase != ZK_SKETCH_REVEAL || !begun))
        return "a stack was left unchecked";
    if (board->played && !begun) return "a card was played and is nowhere";
    if (board->hand_count[board->turn ^ 1] == ZK_SKETCH_HAND_MAX)
        return "a turn ended with a full hand";
    if (board->phase == ZK_SKETCH_REVEAL && begun != (board->played != 0))
        return "a yokai is turned up and no card was played";
    if (begun && board->phase <= ZK_SKETCH_DEAL)
        return "a card is played before all are dealt";
    unsigned held_in_turn = board->hand_count[board->turn];
    if (board->phase == ZK_SKETCH_DRAW &&
        (!state->deck || board->played || held_in_turn == ZK_SKETCH_HAND_MAX))
        return "there is nothing to draw, or no room";
    if (board->phase == ZK_SKETCH_PLAY && (!held_in_turn || board->played == PLAYS_MAX))
        return "a turn goes on beyond its end";
    if (board->turns == ZK_SKETCH_TURNS_MAX && board->phase != ZK_SKETCH_OVER)
        return "the game goes on beyond its end";
    return NULL;
}

/* ---- Views ---- */

struct zk_sketch_sight zk_sketch_sight(const struct zk_rules *rules,
                                       const struct zk_state *memory, int seat) {
    const struct sketch_state *state = state_of(memory);
    struct zk_sketch_sight sight = {
        .board = &state->board,
        .unseen = state->deck + state->hand[0] + state->hand[1],
        .discards = state->discards,
        .deck_count = (uint8_t)cards_total(state->deck),
        .edition = rules_of(rules)->edition,
    };
    if (seat == ZK_SPECTATOR) return sight;
    for (int p = 0; p < 2; p++) {
        /* With the deck empty, what is neither laid nor discarded nor mine is yours. */
        sight.known[p] = state->deck ? state->known[p] : state->hand[p];
        sight.hand[p] = seat == p || seat == ZK_EVERYTHING ? state->hand[p] : 0;
        sight.unseen -= sight.hand[p] ? sight.hand[p] : sight.known[p];
    }
    return sight;
}

static void view(const struct zk_rules *rules, const struct zk_state *state, int seat,
                 struct zk_view *out) {
    struct zk_sketch_view *seen = (void *)out;
    struct zk_sketch_sight sight = zk_sketch_sight(rules, state, seat);
    memset(seen, 0, sizeof *seen);
    seen->board = *sight.board;
    memcpy(seen->hand, sight.hand, sizeof seen->hand);
    memcpy(seen->known, sight.known, sizeof seen->known);
    seen->unseen = sight.unseen;
    seen->discards = sight.discards;
    seen->deck_count = sight.deck_count;
    seen->seat = (int8_t)seat;
    seen->edition = sight.edition;
}

/* ---- Resampling ---- */

static void resample(const struct zk_rules *rules, const struct zk_view *view_memory,
                     struct zk_rng *rng, struct zk_state *memory) {
    (void)rules;
    const struct zk_sketch_view *seen = zk_sketch_seen(view_memory);
    struct sketch_state *state = state_in(memory);
    unsigned me = (unsigned)seen->seat, other = me ^ 1;
    state->board = seen->board;
    state->hand[me] = seen->hand[me];
    memcpy(state->known, seen->known, sizeof state->known);
    zk_sketch_cards deck = seen->unseen, hand = seen->known[other];
    for (unsigned missing = seen->board.hand_count[other] - cards_total(hand); missing;
         missing--) {
        zk_sketch_cards card = one(random_card(deck, rng));
        deck -= card;
        hand += card;
    }
    state->hand[other] = hand;
    state->deck = deck;
    state->discards = seen->discards;
}

/* ---- Notation ---- */

static void put_colour(struct zk_text *text, unsigned colour) {
    zk_text_put_char(text, zk_sketch_letters[colour]);
}

/* A card's name, or "?" for a seat that must not know it. */
static void put_hidden_card(struct zk_text *text, unsigned code, int owner, int seat) {
    if (seat == owner || seat == ZK_EVERYTHING)
        zk_sketch_put_card(text, code);
    else
        zk_text_put_char(text, '?');
}

static void print_move(const struct zk_rules *rules, const struct zk_state *memory,
                       zk_move move, int seat, struct zk_text *text) {
    (void)rules;
    const struct sketch_state *state = state_of(memory);
    const struct zk_sketch_board *board = &state->board;
    switch (move & KIND_MASK) {
    case PLAY: {
        unsigned ability = zk_sketch_play_ability(move);
        zk_text_put(text, "play ");
        zk_sketch_put_card(text, zk_sketch_play_code(move));
        zk_text_put_char(text, '>');
        put_colour(text, zk_sketch_play_stack(move));
        if (ability == ZK_SKETCH_DISTRACTS) {
            zk_text_put(text, " distract");
        } else if (ability) {
            zk_text_put(text, " call ");
            put_colour(text, ability - ZK_SKETCH_CALLS);
        }
        break;
    }
    case END: zk_text_put(text, "end"); break;
    case FIRST:
        zk_text_put(text, "first ");
        zk_text_put(text, zk_actor_name((int)(move & 1)));
        break;
    case DEAL: {
        int owner = (int)dealt_to(board);
        zk_text_put(text, "deal ");
        zk_text_put(text, zk_actor_name(owner));
        zk_text_put_char(text, ' ');
        put_hidden_card(text, move & 63, owner, seat);
        break;
    }
    case DRAW:
        zk_text_put(text, "draw ");
        put_hidden_card(text, move & 63, board->turn, seat);
        break;
    default: /* REVEAL */
        zk_text_put(text, "reveal ");
        put_colour(text, zk_lowest(board->face_down));
        zk_text_put_char(text, ' ');
        zk_text_put_uint(text, zk_sketch_revealed(move));
    }
}

static bool take_colour(struct zk_words *words, unsigned *colour) {
    if (words->at == words->end) return false;
    for (*colour = 0; *colour < COLOURS; ++*colour)
        if (*words->at == zk_sketch_letters[*colour]) {
            words->at++;
            return true;
        }
    return false;
}

static bool take_card_name(struct zk_words *words, unsigned *code) { /* S4 */
    unsigned low, high, kind;
    if (!take_colour(words, &low) || !take_colour(words, &high) || low >= high) return false;
    kind = zk_words_take(words, "c")   ? ZK_SKETCH_CALL
           : zk_words_take(words, "d") ? ZK_SKETCH_DISTRACT
                                       : ZK_SKETCH_PLAIN;
    for (unsigned pair = 0; pair < PAIRS; pair++)
        if (zk_sketch_low(pair) == low && zk_sketch_high(pair) == high)
            *code = zk_sketch_code(pair, kind);
    return true;
}

/* The move that a text means, if it is well formed; whether it is legal is another question. */
static bool read_move(const struct zk_sketch_board *board, int seat, const char *text,
                      size_t size, zk_move *move) {
    struct zk_words words = {text, text + size};
    unsigned code, colour, from;
    if (seat == ZK_CHANCE) {
        int named;
        switch (board->phase) {
        case ZK_SKETCH_FIRST:
            if (!zk_words_take(&words, "first ") || words.end - words.at != 1) return false;
            *move = FIRST | (*words.at == 'B');
            return zk_actor_parse(words.at, 1, &named) && named < 2;
        case ZK_SKETCH_DEAL:
            if (!zk_words_take(&words, "deal ") ||
                !zk_words_take(&words, zk_actor_name((int)dealt_to(board))) ||
                !zk_words_take(&words, " ") || !take_card_name(&words, &code))
                return false;
            *move = DEAL | code;
            break;
        case ZK_SKETCH_DRAW:
            if (!zk_words_take(&words, "draw ") || !take_card_name(&words, &code))
                return false;
            *move = DRAW | code;
            break;
        case ZK_SKETCH_REVEAL:
            if (!zk_words_take(&words, "reveal ") || !take_colour(&words, &colour) ||
                !zk_words_take(&words, " ") || colour != zk_lowest(board->face_down) ||
                words.at == words.end || *words.at < '3' || *words.at > '7')
                return false;
            *move = REVEAL | (unsigned)(*words.at++ - '3');
            break;
        default: return false;
        }
        return words.at == words.end;
    }
    if (zk_same(text, size, "end", 3)) {
        *move = END;
        return true;
    }
    if (!zk_words_take(&words, "play ") || !take_card_name(&words, &code) ||
        !zk_words_take(&words, ">") || !take_colour(&words, &colour))
        return false;
    unsigned ability = ZK_SKETCH_NO_ABILITY;
    if (zk_words_take(&words, " distract"))
        ability = ZK_SKETCH_DISTRACTS;
    else if (zk_words_take(&words, " call ")) {
        if (!take_colour(&words, &from)) return false;
        ability = ZK_SKETCH_CALLS + from;
    }
    *move = play_move(code, colour, ability);
    return words.at == words.end;
}

static bool parse_move(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                       const char *text, size_t size, zk_move *move) {
    const struct sketch_state *state = state_of(memory);
    zk_move meant, legal[MOVES_MAX];
    uint32_t weights[MOVES_MAX];
    if (!read_move(&state->board, seat, text, size, &meant)) return false;
    uint32_t count = moves(rules, memory, seat, legal, weights);
    for (uint32_t i = 0; i < count; i++) {
        if (legal[i] != meant) continue;
        *move = meant;
        return true;
    }
    return false;
}

static void refuse_with_card(struct zk_sentence *refusal, const char *rule, const char *key,
                             unsigned code) {
    char name[8];
    struct zk_text text = zk_text_in(name, sizeof name);
    zk_sketch_put_card(&text, code);
    zk_refuse(refusal, rule, key);
    zk_sentence_arg(refusal, name, text.used);
}

static void refuse_with_colour(struct zk_sentence *refusal, const char *rule, const char *key,
                               unsigned colour) {
    zk_refuse(refusal, rule, key);
    zk_sentence_arg(refusal, zk_sketch_letters + colour, 1);
}

static void explain_chance(const struct zk_sketch_board *board, struct zk_sentence *refusal) {
    switch (board->phase) {
    case ZK_SKETCH_FIRST: zk_refuse(refusal, "S7", "sketch.chance.first"); break;
    case ZK_SKETCH_DEAL:
        zk_refuse(refusal, "S5", "sketch.chance.deal");
        zk_sentence_arg(refusal, zk_actor_name((int)dealt_to(board)), 1);
        break;
    case ZK_SKETCH_DRAW: zk_refuse(refusal, "S8", "sketch.chance.draw"); break;
    default:
        refuse_with_colour(refusal, "S6", "sketch.chance.reveal", zk_lowest(board->face_down));
    }
}

static void explain(const struct zk_rules *rules_memory, const struct zk_state *memory,
                    int seat, const char *text, size_t size, struct zk_sentence *refusal) {
    const struct sketch_rules *rules = rules_of(rules_memory);
    const struct sketch_state *state = state_of(memory);
    const struct zk_sketch_board *board = &state->board;
    int acting = actor(rules_memory, memory);
    zk_move move;
    if (acting == ZK_OVER) {
        zk_refuse(refusal, "S25", "move.over");
    } else if (acting != seat) {
        zk_refuse(refusal, "", "move.not_in_turn");
        zk_sentence_arg(refusal, zk_actor_name(acting), strlen(zk_actor_name(acting)));
    } else if (seat == ZK_CHANCE) {
        explain_chance(board, refusal);
    } else if (!read_move(board, seat, text, size, &move)) {
        zk_refuse(refusal, "", "sketch.move.unknown");
        zk_sentence_arg(refusal, text, size);
    } else if (move == END) {
        zk_refuse(refusal, "S10", "sketch.end.must_play");
    } else {
        unsigned code = zk_sketch_play_code(move), colour = zk_sketch_play_stack(move);
        unsigned ability = zk_sketch_play_ability(move), kind = zk_sketch_kind(code);
        if (!zk_sketch_count(state->hand[seat], code)) {
            refuse_with_card(refusal, "S9", "sketch.play.not_held", code);
        } else if (!shows(code, colour)) {
            refuse_with_card(refusal, "S11", "sketch.play.colour", code);
            zk_sentence_arg(refusal, zk_sketch_letters + colour, 1);
        } else if (ability == ZK_SKETCH_DISTRACTS && kind == ZK_SKETCH_DISTRACT) {
            if (rules->edition == ZK_SKETCH_EN)
                zk_refuse(refusal, "S24", "sketch.distract.gone");
            else
                refuse_with_colour(refusal, "S23", "sketch.distract.none_here", colour);
        } else if (ability == ZK_SKETCH_DISTRACTS || kind != ZK_SKETCH_CALL) {
            refuse_with_card(refusal, "S18", "sketch.play.not_special", code);
        } else if (ability - ZK_SKETCH_CALLS == colour) {
            zk_refuse(refusal, "S19", "sketch.call.same");
        } else {
            refuse_with_colour(refusal, "S20", "sketch.call.last", ability - ZK_SKETCH_CALLS);
        }
    }
}

const struct zk_game zk_sketch = {
    .id = "sketch",
    .name = "Yokai Sketch",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .rules_size = sizeof(struct sketch_rules),
    .state_size = sizeof(struct sketch_state),
    .view_size = sizeof(struct zk_sketch_view),
    .moves_max = MOVES_MAX,
    .length_max = LENGTH_MAX,
    .options = options,
    .phrases = phrases,
    .rule_ids = rule_ids,
    .about = &zk_sketch_about,
    .prepare = prepare,
    .seats = seats,
    .start = start,
    .actor = actor,
    .moves = moves,
    .sample = sample,
    .card_of = card_of,
    .apply = apply,
    .playout = playout,
    .play_on = play_on,
    .witness = witness,
    .points = points,
    .result = result,
    .check = check,
    .view = view,
    .resample = resample,
    .print_move = print_move,
    .parse_move = parse_move,
    .explain = explain,
    .write_effect = zk_sketch_write_effect,
    .write_facts = zk_sketch_write_facts,
    .print_view = zk_sketch_print_view,
    .write_view = zk_sketch_write_view,
};
