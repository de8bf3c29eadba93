/* yotei.c: Yōtei, two to four players who place characters on cards, bid, and harvest.
 *
 * The rules are in docs/rules/yotei.md; their numbers (T1 to T34) stand beside the code.
 *
 * A round is a row of decisions that can be interrupted: a card collected draws mystery cards, for
 * which somebody must make room; a bidding card settled lets a bidder collect another one first. So
 * the state says what is under way (`stage`, the cards being settled, the draws still due), and
 * `go_on` looks after each move for what has to be decided next.
 *
 * Options and the card set are read in setup.c. What seats know of each other's sealed bids, views and
 * resampling are in know.c; what is true of every state is in check.c. */
#include "yotei.h"

#include <assert.h>
#include <string.h>

#include "../../core/bits.h"
#include "inside.h"

/* ---- Constants ---- */

enum {
    MOVES_MAX = YOTEI_MOVES_MAX,
    START_POTATOES = 5, /* T6 */
    NO_PRICE = 0xFFFF,
    ANY = 0xFFFF,    /* no upper bound of what is behind a screen */
    OUT_OF_TURN = 8, /* before one decision in eight `sample` lets somebody else act */
    /* Land cards draw at most 4 mystery cards each and are collected once; each of those can bring
     * two more by `festival`. Each is drawn and then played or cashed, and `thaw` reveals a card. */
    DRAWN_MAX = 3 * 4 * ZK_YOTEI_LAND_MAX,
    /* In a round: characters placed, collected, and yielded or proved with powers; `done`; tops of
     * piles; slots filled. */
    ROUND_MAX = 3 * PLAYERS_MAX * CHARACTERS + PLAYERS_MAX + TIERS + SLOTS,
    LENGTH_MAX = 1 + SLOTS + ZK_YOTEI_ROUNDS_MAX * ROUND_MAX + 3 * DRAWN_MAX,
};

/* T10, T11: to place on a card that lies face down, by tier. */
const uint8_t zk_yotei_face_down_price[TIERS] = {0, 0, 2};

/* The elements that powers supply, in the order of their bits in a move: M F O L B. */
static const uint8_t supplied[5] = {ZK_YOTEI_MOUNTAIN, ZK_YOTEI_FARMLAND, ZK_YOTEI_TOURISM,
                                    ZK_YOTEI_PRODUCE, ZK_YOTEI_BOUNTY};
static const uint8_t supplier[5] = {ZK_YOTEI_GUIDE, ZK_YOTEI_PLOUGH, ZK_YOTEI_FOX,
                                    ZK_YOTEI_FOX, ZK_YOTEI_FOX};

/* When powers can be played, one bit each: in placement, in the opening, about to collect. */
#define POWER(name) (1u << ZK_YOTEI_##name)
enum {
    ANY_TIME = POWER(ONSEN) | POWER(CELLAR) | POWER(BUMPER) | POWER(FESTIVAL),
    IN_OPENING = POWER(LANTERN) | POWER(OFFER) | POWER(REGRET) | POWER(QUEUE) | POWER(TOKEN),
    IN_PLACEMENT = IN_OPENING | POWER(DETOUR) | POWER(ROOSTER) | POWER(THAW) | POWER(MARKET),
    IN_HARVEST = POWER(TOKEN), /* and `with` a collect */
};

const char *zk_yotei_when(unsigned power) {
    unsigned bit = 1u << power;
    for (unsigned i = 0; i < 5; i++)
        if (supplier[i] == power) return "collect";
    return bit & ANY_TIME     ? "any"
           : bit & IN_HARVEST ? "turn"
           : bit & IN_OPENING ? "open"
                              : "place";
}

/* The numbered rules, which `witness` counts. */
/* clang-format off */
#define RULES(X) \
    X(T1) X(T2) X(T3) X(T4) X(T5) X(T6) X(T7) X(T8) X(T9) X(T10) X(T11) X(T12) X(T13) \
    X(T14) X(T14a) X(T15) X(T16) X(T17) X(T18) X(T19) X(T20) X(T21) X(T22) X(T23) X(T24) \
    X(T25) X(T26) X(T27) X(T28) X(T29) X(T30) X(T31) X(T31a) X(T32) X(T33) X(T33a) X(T34)
/* clang-format on */

#define X(rule) rule,
enum rule { RULES(X) };
#undef X
#define X(rule) #rule,
static const char *const rule_ids[] = {RULES(X) NULL};
#undef X

enum { BY_STARS, BY_STUCK, BY_ROUNDS }; /* how a game ends */

/* ---- Set-up; options and cards are in setup.c ---- */

struct zk_yotei_world zk_yotei_world(const struct zk_state *memory) {
    const struct yotei_state *state = state_of(memory);
    return (struct zk_yotei_world){&state->board, state->hand, state->sealed};
}

static uint32_t seats(const struct zk_rules *rules) { return rules_of(rules)->players; }

/* ---- Land cards ---- */

/* Moves one copy of a kind; its copies stay sorted. */
static void move_card(const struct yotei_rules *rules, uint64_t *where, unsigned kind,
                      unsigned from, unsigned to) {
    unsigned first = rules->first_card[kind], end = rules->first_card[kind + 1], card = first;
    while (zk_yotei_where(where, card) != from) card++;
    for (; card + 1 < end && zk_yotei_where(where, card + 1) < to; card++)
        zk_yotei_put_where(where, card, zk_yotei_where(where, card + 1));
    for (; card > first && zk_yotei_where(where, card - 1) > to; card--)
        zk_yotei_put_where(where, card, zk_yotei_where(where, card - 1));
    zk_yotei_put_where(where, card, to);
}

/* A card of a tier's deck, each as likely; there is at least one. */
static unsigned random_land(const struct yotei_rules *rules, const struct yotei_state *state,
                            unsigned tier, struct zk_rng *rng) {
    unsigned pick = zk_rng_below(rng, state->board.deck_count[tier]);
    for (unsigned i = 0;; i++) {
        uint64_t cards = zk_yotei_zero_nibbles(state->where[i]) & rules->tier_cards[tier][i];
        for (; cards; cards &= cards - 1)
            if (pick-- == 0) return rules->kind_of[16 * i + zk_lowest(cards) / 4];
        assert(i + 1 < YOTEI_WORDS);
    }
}

static unsigned copies_in_deck(const struct yotei_rules *rules, const uint64_t *where,
                               unsigned kind) {
    unsigned copies = 0;
    for (unsigned card = rules->first_card[kind]; card < rules->first_card[kind + 1]; card++)
        copies += zk_yotei_where(where, card) == ZK_YOTEI_IN_DECK;
    return copies;
}

/* ---- A move being made ----
 * `counts` is NULL but for `witness`, and then counts the rules at work. */

struct making {
    const struct yotei_rules *rules;
    struct yotei_state *state;
    uint64_t *counts;
    bool blind; /* nobody keeps track of sealed bids: the game is played out at once */
};

#ifdef ZK_PLAYED_OUT /* where nothing else is done, so that the compiler can leave the rest out */
#define COUNTS(m) NULL
#define BLIND(m) true
#else
#define COUNTS(m) ((m)->counts)
#define BLIND(m) ((m)->blind)
#endif

#define TOOK(rule) ((void)(COUNTS(m) && m->counts[rule]++))

/* Everybody sees that there are between `least` and `most` potatoes behind a screen. */
static void show_screen(struct making *m, unsigned seat, unsigned least, unsigned most) {
    if (BLIND(m) || m->state->board.stage > ZK_YOTEI_OPENING ||
        !zk_yotei_has_box(&m->state->board, seat))
        return;
    int total = m->state->board.total[seat];
    for (unsigned viewer = 0; viewer < m->rules->players; viewer++) {
        zk_yotei_bounds_sum(&m->state->know[viewer][seat], most == ANY ? 0 : total - (int)most,
                            total - (int)least);
    }
}

/* A character's box gets between `least` and `most` potatoes more, as everybody sees. */
static void show_box(struct making *m, unsigned seat, unsigned character, int least,
                     int most) {
    if (BLIND(m)) return;
    for (unsigned viewer = 0; viewer < m->rules->players; viewer++) {
        zk_yotei_bounds_change(&m->state->know[viewer][seat], character, least, most,
                               m->state->board.total[seat]);
        m->state->board.looked[viewer] &= (uint16_t)~(1u << (CHARACTERS * seat + character));
    }
}

/* ---- Small things ---- */

static unsigned next_seat(const struct yotei_rules *rules, unsigned seat) {
    return seat + 1u == rules->players ? 0 : seat + 1;
}

unsigned zk_yotei_screen(const struct yotei_state *state, unsigned seat) {
    const uint8_t *sealed = state->sealed[seat];
    return state->board.total[seat] - (unsigned)(sealed[0] + sealed[1] + sealed[2]);
}

/* Characters of a seat that are at home. */
static unsigned at_home(const struct yotei_rules *rules, const struct zk_yotei_board *board,
                        unsigned seat) {
    unsigned home = 0;
    for (unsigned c = 0; c < rules->characters; c++) home += board->at[seat][c] == 0;
    return home;
}

unsigned zk_yotei_character_at(const struct zk_yotei_board *board, unsigned seat,
                               unsigned place) {
    unsigned c = 0;
    while (c < CHARACTERS && (board->at[seat][c] & 15u) != place + 1) c++;
    return c;
}

bool zk_yotei_is_settling(const struct zk_yotei_board *board, unsigned place) {
    for (unsigned i = 0; i < board->settling_count; i++)
        if (board->settling[i].place == place) return true;
    return false;
}

/* T18, T26: whether a seat has a character whose card can be collected. */
static bool can_collect(const struct zk_yotei_board *board, unsigned seat) {
    for (unsigned c = 0; c < CHARACTERS; c++) {
        unsigned at = board->at[seat][c];
        if (at && !zk_yotei_is_settling(board, zk_yotei_at_place(at))) return true;
    }
    return false;
}

static unsigned supply_of(unsigned supply, unsigned element) {
    static const uint8_t shift[ELEMENTS] = {0, 2, 15, 4, 6, 8, 15, 15, 15};
    return supply >> shift[element] & 3;
}

unsigned zk_yotei_lacks(const struct yotei_rules *rules, const struct zk_yotei_board *board,
                        unsigned seat, unsigned kind, unsigned supply, unsigned element) {
    unsigned has = board->element[seat][element] + supply_of(supply, element);
    unsigned needs = rules->set.land[kind].needs[element];
    return needs > has ? needs - has : 0;
}

/* T19: whether a seat meets the needs of a card, with what powers supply. */
static bool meets(const struct yotei_rules *rules, const struct zk_yotei_board *board,
                  unsigned seat, unsigned kind, unsigned supply) {
    const uint8_t *needs = rules->set.land[kind].needs, *has = board->element[seat];
    for (unsigned e = 0; e < ELEMENTS; e++)
        if (needs[e] > has[e] + supply_of(supply, e)) return false;
    return true;
}

/* ---- Mystery cards ---- */

unsigned zk_yotei_held(const struct yotei_state *state, unsigned seat, unsigned power) {
    const uint8_t *hand = state->hand[seat];
    unsigned card = power + 1;
    return (unsigned)((hand[0] == card) + (hand[1] == card) + (hand[2] == card));
}

/* The powers in a hand, one bit each. */
static unsigned held_powers(const struct yotei_state *state, unsigned seat) {
    const uint8_t *hand = state->hand[seat];
    return (1u << hand[0] | 1u << hand[1] | 1u << hand[2]) >> 1;
}

/* T31 for the mystery deck. All cards in hands are now of an earlier deck, and everybody knows
 * which those are; ages are made ranks again. */
static void renew_mystery(struct making *m) {
    struct yotei_state *state = m->state;
    struct zk_yotei_board *board = &m->state->board;
    if (ZK_LIKELY(board->mystery_count)) return;
    for (unsigned power = 0; power < POWERS; power++) {
        unsigned count = zk_yotei_discarded(m->rules, state, power);
        board->mystery_count = (uint8_t)(board->mystery_count + count);
        state->deck[power] = (uint8_t)count;
    }
    if (!board->mystery_count) return;
    TOOK(T31);
    unsigned ages = 0;
    for (unsigned seat = 0; seat < m->rules->players; seat++)
        for (unsigned i = 0; i < board->hand_count[seat]; i++)
            ages |= 1u << board->age[seat][i];
    for (unsigned seat = 0; seat < m->rules->players; seat++)
        for (unsigned i = 0; i < board->hand_count[seat]; i++) {
            unsigned rank = 1;
            for (unsigned age = 0; age < board->age[seat][i]; age++) rank += ages >> age & 1;
            board->age[seat][i] = (uint8_t)rank;
        }
}

/* Whether a card of this power and age is in some hand, or could be drawn at that age. */
static bool is_among(const struct making *m, unsigned power, unsigned age) {
    if (age == 0 && m->state->deck[power]) return true;
    for (unsigned seat = 0; seat < m->rules->players; seat++)
        for (unsigned i = 0; i < m->state->board.hand_count[seat]; i++)
            if (m->state->board.age[seat][i] == age && m->state->hand[seat][i] == power + 1)
                return true;
    return false;
}

/* A card of which there are copies leaves a hand, and which copy is not seen: when it can be of more
 * than one age, cards of those ages are not told apart any more. This forgets a little of what could
 * be known; sets without copies, as ours are, do not come here. */
static void mix_ages(struct making *m, unsigned seat, unsigned power) {
    struct zk_yotei_board *board = &m->state->board;
    unsigned ages = 0;
    for (unsigned i = 0; i < board->hand_count[seat]; i++)
        if (is_among(m, power, board->age[seat][i])) ages |= 1u << board->age[seat][i];
    if ((ages & (ages - 1)) == 0) return;
    for (unsigned other = 0; other < m->rules->players; other++) {
        for (unsigned i = 0; i < board->hand_count[other]; i++)
            if (ages >> board->age[other][i] & 1)
                board->age[other][i] = (uint8_t)zk_lowest(ages);
        zk_yotei_sort_hand(m->state, other);
    }
}

/* A card leaves a hand; it is now discarded unless the caller knows better. */
static void leave_hand(struct making *m, unsigned seat, unsigned power) {
    struct zk_yotei_board *board = &m->state->board;
    uint8_t *hand = m->state->hand[seat], *age = board->age[seat];
    if (m->rules->set.mystery[power] > 1) mix_ages(m, seat, power);
    unsigned at = 0, last = --board->hand_count[seat];
    while (hand[at] != power + 1) at++;
    for (; at < last; at++) {
        hand[at] = hand[at + 1];
        age[at] = age[at + 1];
    }
    hand[last] = age[last] = 0;
}

/* T29: a card played or cashed is discarded. */
static void spend(struct making *m, unsigned seat, unsigned power) {
    leave_hand(m, seat, power);
    renew_mystery(m);
}

static unsigned random_power(const struct yotei_state *state, struct zk_rng *rng) {
    unsigned pick = zk_rng_below(rng, state->board.mystery_count), power = 0;
    while (pick >= state->deck[power]) pick -= state->deck[power++];
    return power;
}

/* ---- Whose turn ---- */

static bool is_decision(unsigned phase) {
    return phase >= ZK_YOTEI_PLACE && phase <= ZK_YOTEI_BIDDER;
}

int zk_yotei_actor(const struct zk_rules *rules, const struct zk_state *memory) {
    (void)rules;
    const struct zk_yotei_board *board = &state_of(memory)->board;
    if (is_decision(board->phase)) return board->actor;
    return board->phase == ZK_YOTEI_OVER ? ZK_OVER : ZK_CHANCE;
}

/* ---- Legal moves ---- */

static zk_move make_move(unsigned act, unsigned place, unsigned power, unsigned number) {
    return act << 24 | number << 8 | power << 4 | place;
}

static unsigned less(unsigned price, unsigned discount) {
    return price > discount ? price - discount : 0;
}

unsigned zk_yotei_price(const struct yotei_rules *rules, const struct zk_yotei_board *board,
                        unsigned act, unsigned place, unsigned discount) {
    unsigned full =
        act == ZK_YOTEI_DO_PLACE
            ? rules->set.land[board->kind[place] - 1].cost             /* T8 */
            : zk_yotei_face_down_price[zk_yotei_tier_of_place(place)]; /* T10, T11 */
    return less(full, discount);
}

/* Bits of all places by tier, I first. */
static const uint16_t tier_places[TIERS] = {0x101F, 0x21E0, 0x4E00};

/* T8, T10, T11: the free places that can be paid, one bit each: those whose card stays face up in the lower
 * half, those to turn or to draw from in the upper one. */
ZK_INLINE uint32_t ways_of(const struct yotei_rules *rules, const struct zk_yotei_board *board,
                           unsigned purse, unsigned discount) {
    unsigned free = board->filled & ~(unsigned)board->occupied; /* T13 */
    unsigned paid = free & ~(unsigned)(board->turned | board->bidding);
    for (unsigned slots = paid; slots; slots &= slots - 1) {
        unsigned slot = zk_lowest(slots);
        unsigned costs = less(rules->set.land[board->kind[slot] - 1].cost, discount);
        paid ^= (unsigned)(costs > purse) << slot;
    }
    for (unsigned tier = 0; tier < TIERS; tier++)
        free |= (unsigned)(board->deck_count[tier] > 0) << (ZK_YOTEI_PILE_I + tier);
    free &= ~(unsigned)board->occupied;
    if (less(zk_yotei_face_down_price[2], discount) > purse) free &= ~(unsigned)tier_places[2];
    return free << 16 | paid; /* T15, too */
}

/* One of them as the lowest bits of a move. */
ZK_INLINE zk_move way_of(unsigned bit) {
    unsigned place = bit & 15;
    return make_move(bit < 16        ? ZK_YOTEI_DO_PLACE
                     : place < SLOTS ? ZK_YOTEI_DO_FLIP
                                     : ZK_YOTEI_DO_PILE,
                     place, 0, 0);
}

ZK_INLINE uint32_t list_ways(uint32_t ways, zk_move *out) {
    uint32_t count = 0;
    for (; ways; ways &= ways - 1) out[count++] = way_of(zk_lowest(ways));
    return count;
}

/* T9, T14: the slots for whose cards a seat may bid, one bit each. */
ZK_INLINE unsigned open_to_bids(const struct yotei_rules *rules,
                                const struct zk_yotei_board *board, unsigned seat) {
    if (board->bids >= rules->boxes) return 0;
    unsigned own = 0;
    for (unsigned c = 0; c < CHARACTERS; c++) own |= 1u << (board->at[seat][c] & 15);
    return board->bidding & ~(board->turned | own >> 1);
}

/* T14a: the most that a seat can put into a box now. */
static unsigned most_to_bid(const struct yotei_state *state, unsigned seat) {
    unsigned screen = zk_yotei_screen(state, seat);
    unsigned room = BOXES - (state->board.total[seat] - screen);
    return screen < room ? screen : room;
}

static uint32_t list_bids(const struct yotei_rules *rules, const struct yotei_state *state,
                          unsigned seat, zk_move *out) {
    unsigned most = most_to_bid(state, seat), count = 0;
    for (unsigned slots = open_to_bids(rules, &state->board, seat); slots; slots &= slots - 1)
        for (unsigned size = 0; size <= most; size++)
            out[count++] = make_move(ZK_YOTEI_DO_BID, zk_lowest(slots), 0, size);
    return count;
}

/* T29: what a seat can do at any time, by the mark of the player who moves. */
static uint32_t list_any_time(const struct yotei_state *state, unsigned seat, zk_move mark,
                              zk_move *out) {
    const struct zk_yotei_board *board = &state->board;
    uint32_t count = 0;
    for (unsigned powers = held_powers(state, seat); powers; powers &= powers - 1) {
        unsigned power = zk_lowest(powers);
        out[count++] = mark | make_move(ZK_YOTEI_DO_CASH, 0, power, 0);
        if (!(ANY_TIME >> power & 1)) continue;
        if (power == ZK_YOTEI_CELLAR && zk_yotei_screen(state, seat)) continue;
        if (power == ZK_YOTEI_FESTIVAL && board->phase == ZK_YOTEI_MAKE_ROOM)
            continue; /* T28 */
        out[count++] = mark | make_move(ZK_YOTEI_DO_USE, 0, power, 0);
    }
    return count;
}

static uint32_t list_detours(const struct yotei_rules *rules, const struct yotei_state *state,
                             unsigned seat, zk_move *out) {
    const struct zk_yotei_board *board = &state->board;
    uint32_t count = 0;
    for (unsigned c = 0; c < CHARACTERS; c++) {
        unsigned at = board->at[seat][c];
        if (!at || zk_yotei_at_bid(at)) continue;
        unsigned purse = zk_yotei_screen(state, seat) + board->laid[seat][c];
        for (uint32_t ways = list_ways(ways_of(rules, board, purse, 0), out + count); ways;
             ways--, count++) {
            zk_move way = out[count];
            out[count] = make_move(ZK_YOTEI_DO_USE, zk_yotei_at_place(at), ZK_YOTEI_DETOUR,
                                   zk_yotei_act(way) << 4 | zk_yotei_place(way));
        }
    }
    return count;
}

/* The moves of one power that is held and can be played in this part of the round. */
static uint32_t list_power(const struct yotei_rules *rules, const struct yotei_state *state,
                           unsigned seat, unsigned power, zk_move *out) {
    const struct zk_yotei_board *board = &state->board;
    uint32_t count = 0;
    switch (power) {
    case ZK_YOTEI_DETOUR: return list_detours(rules, state, seat, out);
    case ZK_YOTEI_LANTERN:
        for (unsigned other = 0; other < rules->players; other++)
            for (unsigned c = 0; c < CHARACTERS && other != seat; c++)
                if (zk_yotei_at_bid(board->at[other][c]))
                    out[count++] = make_move(
                        ZK_YOTEI_DO_USE, zk_yotei_at_place(board->at[other][c]), power, other);
        return count;
    case ZK_YOTEI_OFFER:
    case ZK_YOTEI_REGRET:
        for (unsigned c = 0; c < CHARACTERS; c++) {
            unsigned at = board->at[seat][c], most = state->sealed[seat][c];
            if (!zk_yotei_at_bid(at)) continue;
            if (power == ZK_YOTEI_OFFER) most = most_to_bid(state, seat);
            for (unsigned size = 1; size <= most; size++)
                out[count++] = make_move(ZK_YOTEI_DO_USE, zk_yotei_at_place(at), power, size);
        }
        return count;
    case ZK_YOTEI_THAW:
        for (unsigned slots = board->filled & ~(unsigned)(board->occupied | board->turned);
             slots; slots &= slots - 1)
            out[count++] = make_move(ZK_YOTEI_DO_USE, zk_lowest(slots), power, 0);
        return count;
    case ZK_YOTEI_ROOSTER:
        if (at_home(rules, board, seat) < 2) return 0;
        __attribute__((fallthrough));
    default: out[0] = make_move(ZK_YOTEI_DO_USE, 0, power, 0); return 1;
    }
}

static uint32_t list_powers(const struct yotei_rules *rules, const struct yotei_state *state,
                            unsigned seat, unsigned when, zk_move *out) {
    uint32_t count = 0;
    for (unsigned powers = held_powers(state, seat) & when; powers; powers &= powers - 1)
        count += list_power(rules, state, seat, zk_lowest(powers), out + count);
    return count;
}

/* The one way, if any, to collect a card with powers that supply just the elements missing. */
static uint32_t list_with(const struct yotei_rules *rules, const struct yotei_state *state,
                          unsigned seat, unsigned place, zk_move *out) {
    const struct zk_yotei_board *board = &state->board;
    unsigned supply = 0, foxes = 0;
    if (!(held_powers(state, seat) & (POWER(GUIDE) | POWER(PLOUGH) | POWER(FOX)))) return 0;
    if (place >= SLOTS || (board->turned >> place & 1)) return 0; /* T22 */
    for (unsigned i = 0; i < 5; i++) {
        unsigned lacks =
            zk_yotei_lacks(rules, board, seat, board->kind[place] - 1u, 0, supplied[i]);
        if (supplier[i] == ZK_YOTEI_FOX) foxes += lacks;
        if ((supplier[i] == ZK_YOTEI_FOX ? foxes : lacks) >
            zk_yotei_held(state, seat, supplier[i]))
            return 0;
        supply |= lacks << 2 * i;
    }
    if (!supply || !meets(rules, board, seat, board->kind[place] - 1u, supply)) return 0;
    *out = make_move(ZK_YOTEI_DO_COLLECT, place, 0, supply);
    return 1;
}

static uint32_t list_collects(const struct yotei_rules *rules, const struct yotei_state *state,
                              unsigned seat, zk_move *out) {
    const struct zk_yotei_board *board = &state->board;
    uint32_t count = 0;
    for (unsigned c = 0; c < CHARACTERS; c++) {
        unsigned at = board->at[seat][c];
        if (!at || zk_yotei_is_settling(board, zk_yotei_at_place(at))) continue; /* T26 */
        out[count++] = make_move(ZK_YOTEI_DO_COLLECT, zk_yotei_at_place(at), 0, 0);
        count += list_with(rules, state, seat, zk_yotei_at_place(at), out + count);
    }
    return count;
}

static const struct zk_yotei_settling *innermost(const struct zk_yotei_board *board) {
    return &board->settling[board->settling_count - 1];
}

/* The ways in which the actor, who places, can do so without a bid. */
ZK_INLINE uint32_t actor_ways(const struct yotei_rules *rules,
                              const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    return ways_of(rules, board, zk_yotei_screen(state, board->actor),
                   ZK_YOTEI_MARKET_OFF * board->market);
}

/* The moves of the actor, but for placements. */
static uint32_t list_others(const struct yotei_rules *rules, const struct yotei_state *state,
                            zk_move *out) {
    const struct zk_yotei_board *board = &state->board;
    unsigned seat = board->actor, held = board->hand_count[seat];
    uint32_t count = 0;
    switch (board->phase) {
    case ZK_YOTEI_PLACE:
        if (held) count += list_powers(rules, state, seat, IN_PLACEMENT, out + count);
        break;
    case ZK_YOTEI_OPEN:
        out[count++] = make_move(ZK_YOTEI_DO_DONE, 0, 0, 0);
        count += list_powers(rules, state, seat, IN_OPENING, out + count);
        break;
    case ZK_YOTEI_BIDDER:
        out[count++] = make_move(ZK_YOTEI_DO_YIELD, 0, 0, 0);
        if (held) count += list_with(rules, state, seat, innermost(board)->place, out + count);
        __attribute__((fallthrough));
    case ZK_YOTEI_COLLECT:
        count += list_collects(rules, state, seat, out + count);
        if (held) count += list_powers(rules, state, seat, IN_HARVEST, out + count);
        break;
    default: break; /* ROOM */
    }
    return held ? count + list_any_time(state, seat, 0, out + count) : count;
}

static uint32_t list_outcomes(const struct yotei_rules *rules, const struct yotei_state *state,
                              zk_move *out, uint32_t *weights) {
    const struct zk_yotei_board *board = &state->board;
    uint32_t count = 0;
    if (board->phase == ZK_YOTEI_FIRST) {
        for (; count < rules->players; count++) {
            out[count] = make_move(ZK_YOTEI_DO_FIRST, 0, 0, count);
            weights[count] = 1;
        }
    } else if (board->phase == ZK_YOTEI_MYSTERY) {
        for (unsigned power = 0; power < POWERS; power++) {
            if (!state->deck[power]) continue;
            out[count] = make_move(ZK_YOTEI_DO_MYSTERY, 0, power, 0);
            weights[count++] = state->deck[power];
        }
    } else {
        unsigned tier = zk_yotei_tier_of_place(board->pending);
        unsigned act = board->phase == ZK_YOTEI_TOP ? ZK_YOTEI_DO_TOP : ZK_YOTEI_DO_REVEAL;
        for (unsigned kind = rules->kinds_from[tier]; kind < rules->kinds_from[tier + 1];
             kind++) {
            unsigned copies = copies_in_deck(rules, state->where, kind);
            if (!copies) continue;
            out[count] = make_move(act, board->pending, 0, kind);
            weights[count++] = copies;
        }
    }
    return count;
}

/* Who begins, mystery cards, land cards of all tiers. */
static uint32_t card_of(const struct zk_rules *rules, const struct zk_state *state,
                        zk_move outcome) {
    (void)rules, (void)state;
    switch (zk_yotei_act(outcome)) {
    case ZK_YOTEI_DO_FIRST: return zk_yotei_number(outcome);
    case ZK_YOTEI_DO_MYSTERY: return 16 + zk_yotei_power(outcome);
    default: return 32 + zk_yotei_number(outcome);
    }
}

static zk_move mark_of(unsigned seat) { return (zk_move)(seat + 1) << 28; }

uint32_t zk_yotei_moves(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                        zk_move *out, uint32_t *weights) {
    const struct yotei_state *state = state_of(memory);
    int acting = zk_yotei_actor(rules, memory);
    if (acting == ZK_OVER) return 0;
    if (acting == ZK_CHANCE)
        return seat == ZK_CHANCE ? list_outcomes(rules_of(rules), state, out, weights) : 0;
    if (seat < 0) return 0;
    if (seat == acting) {
        bool placing = state->board.phase == ZK_YOTEI_PLACE;
        uint32_t count = placing ? list_ways(actor_ways(rules_of(rules), state), out) : 0;
        count += list_others(rules_of(rules), state, out + count);
        if (placing) count += list_bids(rules_of(rules), state, (unsigned)seat, out + count);
        return count;
    }
    return list_any_time(state, (unsigned)seat, mark_of((unsigned)seat), out);
}

/* T29: a move of somebody else, each as likely, if one is possible now; or 0. */
ZK_INLINE zk_move sample_out_of_turn(const struct yotei_rules *rules,
                                     const struct yotei_state *state, struct zk_rng *rng) {
    const struct zk_yotei_board *board = &state->board;
    zk_move list[PLAYERS_MAX * 2 * HELD];
    uint32_t count = 0;
    unsigned others = 0;
    for (unsigned seat = 0; seat < rules->players; seat++)
        if (seat != board->actor) others |= board->hand_count[seat];
    if (!others || zk_rng_below(rng, OUT_OF_TURN)) return 0;
    for (unsigned seat = 0; seat < rules->players; seat++)
        if (seat != board->actor)
            count += list_any_time(state, seat, mark_of(seat), list + count);
    return list[zk_rng_below(rng, count)];
}

/* One of the actor's moves, each as likely. Placements, most of them, are counted and not listed. */
ZK_INLINE zk_move sample_move(const struct yotei_rules *rules, const struct yotei_state *state,
                              struct zk_rng *rng) {
    zk_move list[MOVES_MAX];
    uint32_t ways = 0, ways_count = 0, slots = 0, bids = 0, sizes = 1;
    if (state->board.phase == ZK_YOTEI_PLACE) {
        ways = actor_ways(rules, state);
        ways_count = zk_count_bits(ways);
        slots = open_to_bids(rules, &state->board, state->board.actor);
        sizes = most_to_bid(state, state->board.actor) + 1;
        bids = zk_count_bits(slots) * sizes;
    }
    uint32_t others = list_others(rules, state, list);
    uint32_t pick = zk_rng_below(rng, ways_count + others + bids);
    if (pick < ways_count) {
        for (; pick; pick--) ways &= ways - 1;
        return way_of(zk_lowest(ways));
    }
    pick -= ways_count;
    if (pick < others) return list[pick];
    for (pick -= others; pick >= sizes; pick -= sizes) slots &= slots - 1;
    return make_move(ZK_YOTEI_DO_BID, zk_lowest(slots), 0, pick);
}

static zk_move sample(const struct zk_rules *memory, const struct zk_state *state_memory,
                      struct zk_rng *rng) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct yotei_state *state = state_of(state_memory);
    const struct zk_yotei_board *board = &state->board;
    zk_move other;
    switch (board->phase) {
    case ZK_YOTEI_FIRST:
        return make_move(ZK_YOTEI_DO_FIRST, 0, 0, zk_rng_below(rng, rules->players));
    case ZK_YOTEI_MYSTERY:
        return make_move(ZK_YOTEI_DO_MYSTERY, 0, random_power(state, rng), 0);
    case ZK_YOTEI_REVEAL:
    case ZK_YOTEI_TOP:
        return make_move(
            board->phase == ZK_YOTEI_TOP ? ZK_YOTEI_DO_TOP : ZK_YOTEI_DO_REVEAL,
            board->pending, 0,
            random_land(rules, state, zk_yotei_tier_of_place(board->pending), rng));
    default:
        if ((other = sample_out_of_turn(rules, state, rng))) return other;
        return sample_move(rules, state, rng);
    }
}

/* ---- Making a move: land cards ---- */

/* How many cards lie among the discards of a tier. */
static unsigned land_discards(const struct yotei_rules *rules, const uint64_t *where,
                              unsigned tier) {
    unsigned from = rules->first_card[rules->kinds_from[tier]], count = 0;
    for (unsigned card = from; card < rules->first_card[rules->kinds_from[tier + 1]]; card++) {
        unsigned is = zk_yotei_where(where, card);
        count += is == ZK_YOTEI_DISCARDED || (tier == 1 && zk_yotei_is_taken(is));
    }
    return count;
}

bool zk_yotei_is_shown(const struct yotei_rules *rules, const struct yotei_state *state,
                       unsigned tier) {
    return tier == 1 && state->board.deck_count[tier] == 1 &&
           land_discards(rules, state->where, tier);
}

/* T31 for a land deck. What was taken from it face down is now known to all together: in tier II it
 * lies among the discards, elsewhere it is out of the game. */
static void renew_land(struct making *m, unsigned tier) {
    const struct yotei_rules *rules = m->rules;
    uint64_t *where = m->state->where;
    if (ZK_LIKELY(m->state->board.deck_count[tier])) return;
    unsigned renewed = land_discards(rules, where, tier);
    if (!renewed) return;
    TOOK(T31);
    m->state->board.deck_count[tier] = (uint8_t)renewed;
    for (unsigned card = rules->first_card[rules->kinds_from[tier]];
         card < rules->first_card[rules->kinds_from[tier + 1]]; card++) {
        unsigned is = zk_yotei_where(where, card), kind = rules->kind_of[card];
        /* A copy moves to the left, past copies that have been seen to. */
        if (is == ZK_YOTEI_DISCARDED || (zk_yotei_is_taken(is) && tier == 1))
            move_card(rules, where, kind, is, ZK_YOTEI_IN_DECK);
        else if (zk_yotei_is_taken(is))
            move_card(rules, where, kind, is, ZK_YOTEI_GONE);
    }
}

static void discard_land(struct making *m, unsigned kind) {
    move_card(m->rules, m->state->where, kind, ZK_YOTEI_LYING, ZK_YOTEI_DISCARDED);
    renew_land(m, m->rules->set.land[kind].tier);
}

static void draw_land(struct making *m, unsigned kind, unsigned to) {
    unsigned tier = m->rules->set.land[kind].tier;
    move_card(m->rules, m->state->where, kind, ZK_YOTEI_IN_DECK, to);
    m->state->board.deck_count[tier]--;
    renew_land(m, tier);
}

static void fill_slot(struct making *m, unsigned slot, unsigned kind) {
    m->state->board.kind[slot] = (uint8_t)(kind + 1);
    m->state->board.filled |= (uint16_t)(1u << slot);
    if (m->rules->set.land[kind].bid) m->state->board.bidding |= (uint16_t)(1u << slot);
}

/* Returns the kind of the card that was there. */
static unsigned empty_slot(struct making *m, unsigned slot) {
    unsigned kind = m->state->board.kind[slot] - 1u;
    uint16_t others = (uint16_t)~(1u << slot);
    m->state->board.kind[slot] = 0;
    m->state->board.filled &= others;
    m->state->board.bidding &= others;
    m->state->board.turned &= others;
    return kind;
}

static uint8_t add_up(unsigned a, unsigned b) { return (uint8_t)(a + b > 255 ? 255 : a + b); }

/* T20: a face-up card is the seat's, and its rewards count at once. */
static void take_land(struct making *m, unsigned seat, unsigned slot) {
    struct zk_yotei_board *board = &m->state->board;
    unsigned kind = empty_slot(m, slot);
    const struct zk_yotei_land *land = &m->rules->set.land[kind];
    TOOK(T20);
    move_card(m->rules, m->state->where, kind, ZK_YOTEI_LYING, ZK_YOTEI_COLLECTED + seat);
    for (unsigned e = 0; e < ELEMENTS; e++)
        board->element[seat][e] = add_up(board->element[seat][e], land->gives[e]);
    board->charm[seat] = (uint16_t)(board->charm[seat] + land->charm);
    board->star[seat] = add_up(board->star[seat], land->star);
    board->drawer = (uint8_t)seat; /* T28 */
    board->draws = land->mystery;
}

/* T22: a card that was collected face down. */
static void take_face_down(struct making *m, unsigned seat, unsigned tier) {
    struct zk_yotei_board *board = &m->state->board;
    TOOK(T22);
    if (tier == 0) {
        board->forest[seat]++;
        board->element[seat][ZK_YOTEI_FOREST] =
            add_up(board->element[seat][ZK_YOTEI_FOREST], 1);
    } else if (tier == 1) {
        board->total[seat] =
            (uint16_t)(board->total[seat] + zk_yotei_face_down_gives(board, seat));
    } else {
        board->machine[seat]++;
        board->charm[seat]++;
    }
}

/* T23: the top of a pile. In tier II it goes on to the discards, unseen by others; but the last card of
 * a deck that is renewed as it goes is shown to all (T31a). */
static void draw_top(struct making *m, unsigned seat, unsigned kind) {
    unsigned tier = m->rules->set.land[kind].tier;
    TOOK(T23);
    take_face_down(m, seat, tier);
    if (tier != 1) {
        draw_land(m, kind, ZK_YOTEI_TAKEN + seat);
        return;
    }
    bool shown = zk_yotei_is_shown(m->rules, m->state, tier);
    if (shown) TOOK(T31a);
    draw_land(m, kind, ZK_YOTEI_GONE);
    move_card(m->rules, m->state->where, kind, ZK_YOTEI_GONE,
              shown ? ZK_YOTEI_DISCARDED : ZK_YOTEI_TAKEN + seat);
    renew_land(m, tier);
}

/* ---- Making a move: characters ---- */

/* A character onto a place, and its potatoes; `bid` is 0 or the number of the bid. */
static void put_character(struct making *m, unsigned seat, unsigned c, unsigned place,
                          unsigned bid) {
    m->state->board.at[seat][c] = (uint8_t)(bid << 4 | (place + 1));
    m->state->board.occupied |= (uint16_t)(1u << place);
}

/* A character comes home; returns the potatoes that lay with it. */
static unsigned lift_character(struct making *m, unsigned seat, unsigned c) {
    struct zk_yotei_board *board = &m->state->board;
    unsigned place = zk_yotei_at_place(board->at[seat][c]), laid = board->laid[seat][c];
    bool bid = zk_yotei_at_bid(board->at[seat][c]);
    board->at[seat][c] = board->laid[seat][c] = 0;
    for (unsigned other = 0; bid && other < m->rules->players; other++)
        if (zk_yotei_character_at(board, other, place) < CHARACTERS) return laid;
    board->occupied &= (uint16_t)~(1u << place);
    return laid;
}

/* T21, T25: a character comes home with its potatoes. */
static void repay(struct making *m, unsigned seat, unsigned c) {
    unsigned laid = lift_character(m, seat, c);
    m->state->board.total[seat] = (uint16_t)(m->state->board.total[seat] + laid);
}

/* T8, T10, T11: a character goes to a free place, its price laid there. */
static void occupy(struct making *m, unsigned seat, unsigned c, unsigned act, unsigned place,
                   unsigned discount) {
    struct zk_yotei_board *board = &m->state->board;
    unsigned price = zk_yotei_price(m->rules, board, act, place, discount);
    show_screen(m, seat, price, ANY);
    board->total[seat] = (uint16_t)(board->total[seat] - price);
    board->laid[seat][c] = (uint8_t)price;
    put_character(m, seat, c, place, 0);
    if (act == ZK_YOTEI_DO_FLIP) board->turned |= (uint16_t)(1u << place);
}

static unsigned first_at_home(const struct zk_yotei_board *board, unsigned seat) {
    unsigned c = 0;
    while (board->at[seat][c]) c++;
    return c;
}

static void place_character(struct making *m, zk_move move) {
    struct zk_yotei_board *board = &m->state->board;
    unsigned seat = board->actor, act = zk_yotei_act(move), place = zk_yotei_place(move);
    unsigned c = first_at_home(board, seat);
    if (act == ZK_YOTEI_DO_BID) { /* T14 */
        m->state->sealed[seat][c] = (uint8_t)zk_yotei_number(move);
        put_character(m, seat, c, place, ++board->bids);
        show_box(m, seat, c, 0, BOXES);
    } else {
        occupy(m, seat, c, act, place, ZK_YOTEI_MARKET_OFF * board->market);
    }
    board->market = 0;
    board->to_place--;
}

/* ---- Making a move: settling bids ---- */

/* T24: the bidder for a card whose turn it is, of those who have not been sent home: the largest
 * bid, then `queue`, then the earliest. Returns seat * 4 + character, or -1. */
static int best_bidder(const struct making *m, unsigned place) {
    const struct zk_yotei_board *board = &m->state->board;
    int best = -1;
    unsigned best_rank = 0;
    for (unsigned seat = 0; seat < m->rules->players; seat++) {
        unsigned c = zk_yotei_character_at(board, seat, place);
        if (c == CHARACTERS) continue;
        unsigned rank = (unsigned)board->laid[seat][c] << 8 |
                        (unsigned)(board->queue >> seat & 1) << 4 |
                        (15 - zk_yotei_at_bid(board->at[seat][c]));
        if (best >= 0 && rank < best_rank) continue;
        best = (int)(4 * seat + c);
        best_rank = rank;
    }
    return best;
}

/* T24: the bid is spent, the others are repaid, and the card is collected. */
static void win(struct making *m, unsigned place, unsigned winner, unsigned character) {
    TOOK(T24);
    for (unsigned seat = 0; seat < m->rules->players; seat++) {
        unsigned c = zk_yotei_character_at(&m->state->board, seat, place);
        if (seat != winner && c < CHARACTERS) repay(m, seat, c);
    }
    lift_character(m, winner, character);
    m->state->board.settling_count--;
    m->state->board.settling[m->state->board.settling_count] =
        (struct zk_yotei_settling){0, 0, 0};
    take_land(m, winner, place);
}

/* Goes through the bidders of the card being settled; false when one of them is asked (T25). */
static bool settle(struct making *m) {
    struct zk_yotei_board *board = &m->state->board;
    struct zk_yotei_settling *card = &board->settling[board->settling_count - 1];
    int best = best_bidder(m, card->place);
    if (best < 0) { /* T27 */
        TOOK(T27);
        *card = (struct zk_yotei_settling){0, 0, 0};
        board->settling_count--;
        return true;
    }
    unsigned seat = (unsigned)best >> 2, character = (unsigned)best & 3;
    unsigned supply = seat == card->beginner ? card->supply : 0;
    if (meets(m->rules, board, seat, board->kind[card->place] - 1u, supply)) {
        win(m, card->place, seat, character);
        return true;
    }
    TOOK(T25);
    if (!can_collect(board, seat) && !board->hand_count[seat]) {
        repay(m, seat, character);
        return true;
    }
    board->phase = ZK_YOTEI_BIDDER;
    board->actor = (uint8_t)seat;
    return false;
}

/* The powers named in a `collect` are spent, in the order of the notation. */
static void spend_supply(struct making *m, unsigned seat, unsigned supply) {
    for (unsigned i = 0; i < 5; i++)
        for (unsigned n = supply >> 2 * i & 3; n; n--) spend(m, seat, supplier[i]);
}

static void collect(struct making *m, zk_move move) {
    struct zk_yotei_board *board = &m->state->board;
    unsigned seat = board->actor, place = zk_yotei_place(move);
    unsigned supply = zk_yotei_supply(move), c = zk_yotei_character_at(board, seat, place);
    spend_supply(m, seat, supply);
    if (zk_yotei_is_settling(board, place)) { /* T25: proved with powers */
        win(m, place, seat, c);
    } else if (zk_yotei_at_bid(board->at[seat][c])) { /* T24, T26 */
        if (board->settling_count) TOOK(T26);
        board->settling[board->settling_count++] =
            (struct zk_yotei_settling){(uint8_t)place, (uint8_t)seat, (uint16_t)supply};
    } else if (place >= ZK_YOTEI_PILE_I) { /* T23 */
        lift_character(m, seat, c);
        board->phase = ZK_YOTEI_TOP;
        board->pending = (uint8_t)place;
    } else if (board->turned >> place & 1) { /* T22 */
        unsigned kind = empty_slot(m, place), tier = zk_yotei_tier_of_place(place);
        lift_character(m, seat, c);
        take_face_down(m, seat, tier);
        if (tier == 1)
            discard_land(m, kind);
        else
            move_card(m->rules, m->state->where, kind, ZK_YOTEI_LYING, ZK_YOTEI_GONE);
    } else if (meets(m->rules, board, seat, board->kind[place] - 1u, supply)) {
        lift_character(m, seat, c);
        take_land(m, seat, place);
    } else { /* T21 */
        TOOK(T21);
        repay(m, seat, c);
    }
}

/* ---- Making a move: powers ---- */

/* `offer` and `regret`: `more` can be negative. */
static void change_bid(struct making *m, unsigned seat, unsigned place, int more) {
    unsigned c = zk_yotei_character_at(&m->state->board, seat, place);
    m->state->sealed[seat][c] = (uint8_t)(m->state->sealed[seat][c] + more);
    show_box(m, seat, c, more > 0 ? 1 : -BOXES, more > 0 ? BOXES : -1);
}

static void look_into_box(struct making *m, unsigned seat, unsigned place, unsigned owner) {
    if (BLIND(m)) return;
    unsigned c = zk_yotei_character_at(&m->state->board, owner, place);
    zk_yotei_bounds_box(&m->state->know[seat][owner], c, m->state->sealed[owner][c]);
    m->state->board.looked[seat] |= (uint16_t)(1u << (CHARACTERS * owner + c));
}

static void make_detour(struct making *m, unsigned seat, zk_move move) {
    unsigned c = zk_yotei_character_at(&m->state->board, seat, zk_yotei_place(move));
    repay(m, seat, c);
    occupy(m, seat, c, zk_yotei_detour_act(move), zk_yotei_detour_to(move), 0);
}

static void gain(struct making *m, unsigned seat, unsigned potatoes) {
    m->state->board.total[seat] = (uint16_t)(m->state->board.total[seat] + potatoes);
}

/* An `onsen` that has left the hand; it is never discarded. */
static void keep_onsen(struct making *m, unsigned seat) {
    m->state->board.onsen[seat]++;
    m->state->board.charm[seat]++;
}

static void use_power(struct making *m, unsigned seat, zk_move move) {
    struct zk_yotei_board *board = &m->state->board;
    unsigned power = zk_yotei_power(move), place = zk_yotei_place(move);
    unsigned number = zk_yotei_number(move);
    uint8_t bit = (uint8_t)(1u << seat);
    leave_hand(m, seat, power);
    switch (power) {
    case ZK_YOTEI_ONSEN: keep_onsen(m, seat); break;
    case ZK_YOTEI_FESTIVAL: /* discarded after both draws */
        board->festival = 1;
        board->drawer = (uint8_t)seat;
        board->draws = 2;
        return;
    case ZK_YOTEI_CELLAR:
        show_screen(m, seat, 0, 0);
        gain(m, seat, ZK_YOTEI_CELLAR_GIVES);
        break;
    case ZK_YOTEI_BUMPER: board->bumper |= bit; break;
    case ZK_YOTEI_MARKET: board->market++; break;
    case ZK_YOTEI_QUEUE: board->queue |= bit; break;
    case ZK_YOTEI_TOKEN: board->token = (uint8_t)(seat + 1); break;
    case ZK_YOTEI_ROOSTER: /* a second copy adds nothing */
        board->to_place = (uint8_t)(board->to_place + !board->roosted);
        board->roosted = 1;
        break;
    case ZK_YOTEI_LANTERN: look_into_box(m, seat, place, number); break;
    case ZK_YOTEI_OFFER: change_bid(m, seat, place, (int)number); break;
    case ZK_YOTEI_REGRET: change_bid(m, seat, place, -(int)number); break;
    case ZK_YOTEI_DETOUR: make_detour(m, seat, move); break;
    default: /* THAW */
        discard_land(m, empty_slot(m, place));
        board->phase = ZK_YOTEI_REVEAL;
        board->pending = (uint8_t)place;
    }
    renew_mystery(m);
}

/* ---- What comes next ---- */

/* T28: goes through the mystery cards that are due; false when one is drawn or room is made. */
static bool draw_mystery(struct making *m) {
    struct zk_yotei_board *board = &m->state->board;
    for (; board->draws; board->draws--) {
        if (board->hand_count[board->drawer] == HELD) {
            TOOK(T28);
            board->phase = ZK_YOTEI_MAKE_ROOM;
            board->actor = board->drawer;
            return false;
        }
        if (board->mystery_count) {
            board->phase = ZK_YOTEI_MYSTERY;
            return false;
        }
    }
    if (board->festival) {
        board->festival = 0;
        renew_mystery(m);
    }
    return true;
}

/* T16: whether the player in turn has a legal placement. As everybody sees which, it shows something
 * of what is behind the screen. */
static bool can_place(struct making *m) {
    const struct zk_yotei_board *board = &m->state->board;
    unsigned seat = board->turn, cheapest = NO_PRICE,
             discount = ZK_YOTEI_MARKET_OFF * board->market;
    if (board->filled & ~board->occupied & (tier_places[0] | tier_places[1])) return true;
    for (uint32_t ways = ways_of(m->rules, board, NO_PRICE, 0); ways; ways &= ways - 1) {
        zk_move way = way_of(zk_lowest(ways));
        unsigned costs =
            zk_yotei_price(m->rules, board, zk_yotei_act(way), zk_yotei_place(way), discount);
        if (costs < cheapest) cheapest = costs;
    }
    if (cheapest == 0 || open_to_bids(m->rules, board, seat)) return true;
    bool can = zk_yotei_screen(m->state, seat) >= cheapest;
    if (can)
        show_screen(m, seat, cheapest, ANY);
    else if (cheapest != NO_PRICE)
        show_screen(m, seat, 0, cheapest - 1);
    return can;
}

/* T7: whose character is placed next; false when all are placed or done. */
static bool next_placement(struct making *m) {
    struct zk_yotei_board *board = &m->state->board;
    for (;;) {
        unsigned seat = board->turn;
        for (unsigned i = 0; !board->to_place && i < m->rules->players; i++) {
            seat = next_seat(m->rules, seat);
            if (board->stuck >> seat & 1 || !at_home(m->rules, board, seat)) continue;
            board->turn = (uint8_t)seat;
            board->to_place = 1;
            board->market = board->roosted = 0;
        }
        if (!board->to_place) return false;
        board->phase = ZK_YOTEI_PLACE;
        board->actor = board->turn;
        if (can_place(m)) return true;
        TOOK(T16);
        board->stuck |= (uint8_t)(1u << board->turn);
        board->to_place = 0;
    }
}

/* The seat that comes `index` after the one with the starting token. */
static unsigned from_start(const struct making *m, unsigned index) {
    unsigned seat = m->state->board.start + index;
    return seat < m->rules->players ? seat : seat - m->rules->players;
}

/* T17: boxes are opened for all to see. */
static void open_boxes(struct making *m) {
    struct yotei_state *state = m->state;
    struct zk_yotei_board *board = &m->state->board;
    for (unsigned seat = 0; seat < m->rules->players; seat++) {
        for (unsigned c = 0; c < CHARACTERS; c++) {
            if (!zk_yotei_at_bid(board->at[seat][c])) continue;
            board->laid[seat][c] = state->sealed[seat][c];
            board->total[seat] = (uint16_t)(board->total[seat] - state->sealed[seat][c]);
        }
        board->looked[seat] = 0;
    }
    memset(state->sealed, 0, sizeof state->sealed);
    if (!BLIND(m)) memset(state->know, 0, sizeof state->know);
}

/* Whether boxes are opened between these states (T17), or it is seen that somebody's potatoes do not suffice for any
 * card (T16). */
static bool opened(const struct zk_state *before_memory, const struct zk_state *after_memory) {
    const struct zk_yotei_board *before = &state_of(before_memory)->board,
                                *after = &state_of(after_memory)->board;
    bool were = before->stage == ZK_YOTEI_PLACING || before->stage == ZK_YOTEI_OPENING,
         are = after->stage == ZK_YOTEI_PLACING || after->stage == ZK_YOTEI_OPENING;
    return (were && (!are || after->round != before->round)) || after->stuck & ~before->stuck;
}

static bool next_in_opening(struct making *m) {
    struct zk_yotei_board *board = &m->state->board;
    for (; board->asked < m->rules->players; board->asked++) {
        unsigned seat = from_start(m, board->asked);
        if (!board->hand_count[seat]) continue;
        board->phase = ZK_YOTEI_OPEN;
        board->actor = (uint8_t)seat;
        return true;
    }
    return false;
}

/* T18: whose card is collected next; false when all are. */
static bool next_harvest(struct making *m) {
    struct zk_yotei_board *board = &m->state->board;
    for (; board->asked < m->rules->players; board->asked++) {
        board->turn = (uint8_t)from_start(m, board->asked);
        if (!can_collect(board, board->turn)) continue;
        board->phase = ZK_YOTEI_COLLECT;
        board->actor = board->turn;
        return true;
    }
    return false;
}

/* T30: an `onsen` still held is kept, what else is held is cashed, and everything is open. */
static void end_game(struct making *m, unsigned how) {
    struct zk_yotei_board *board = &m->state->board;
    board->end = (uint8_t)how;
    board->phase = ZK_YOTEI_OVER;
    for (unsigned seat = 0; seat < m->rules->players; seat++)
        while (board->hand_count[seat]) {
            unsigned power = m->state->hand[seat][0] - 1u;
            TOOK(T30);
            leave_hand(m, seat, power);
            if (power == ZK_YOTEI_ONSEN)
                keep_onsen(m, seat);
            else
                gain(m, seat, m->rules->set.cash[power]);
        }
    TOOK(T34);
}

/* T33: false when the game is over. */
static bool end_round(struct making *m) {
    struct zk_yotei_board *board = &m->state->board;
    bool stars = false;
    for (unsigned seat = 0; seat < m->rules->players; seat++)
        stars |= board->star[seat] >= ZK_YOTEI_STARS_TO_END;
    if (stars || board->stuck || board->round == ZK_YOTEI_ROUNDS_MAX) {
        if (stars) TOOK(T33);
        if (!stars && !board->stuck) TOOK(T33a);
        end_game(m, stars ? BY_STARS : board->stuck ? BY_STUCK : BY_ROUNDS);
        return false;
    }
    board->start = board->token ? (uint8_t)(board->token - 1)
                                : (uint8_t)next_seat(m->rules, board->start); /* T32 */
    board->token = board->bumper = board->queue = board->bids = 0;
    board->pending = 0;
    board->stage = ZK_YOTEI_FILLING;
    return true;
}

/* T32: the next empty slot that can be filled; false when there is none. */
static bool next_slot(struct making *m) {
    struct zk_yotei_board *board = &m->state->board;
    for (unsigned slots = m->rules->slots; slots; slots &= slots - 1) {
        unsigned slot = zk_lowest(slots);
        if (board->kind[slot] || !board->deck_count[zk_yotei_tier_of_place(slot)]) continue;
        TOOK(T32);
        board->phase = ZK_YOTEI_REVEAL;
        board->pending = (uint8_t)slot;
        return true;
    }
    return false;
}

/* Finds the next decision, and whose it is. */
static void go_on(struct making *m) {
    struct zk_yotei_board *board = &m->state->board;
    for (;;) {
        if ((board->draws || board->festival) && !draw_mystery(m)) return;
        switch (board->stage) {
        case ZK_YOTEI_FILLING:
            if (next_slot(m)) return;
            board->round++;
            board->stage = ZK_YOTEI_PLACING;
            /* one before the first, from whom the next is looked for */
            board->turn = (uint8_t)from_start(m, m->rules->players - 1u);
            break;
        case ZK_YOTEI_PLACING:
            if (next_placement(m)) return;
            board->stage = ZK_YOTEI_OPENING;
            board->asked = 0;
            break;
        case ZK_YOTEI_OPENING:
            if (next_in_opening(m)) return;
            open_boxes(m);
            board->stage = ZK_YOTEI_HARVEST;
            board->asked = 0;
            break;
        default:
            if (board->settling_count) {
                if (!settle(m)) return;
            } else if (next_harvest(m) || !end_round(m)) {
                return;
            }
        }
    }
}

/* The rules at work in what a move is about to do, beyond what making it counts, and in what is not
 * legal beside it. */
static void witness_placement(const struct yotei_rules *rules, const struct yotei_state *state,
                              zk_move move, uint64_t *counts) {
    const struct zk_yotei_board *board = &state->board;
    unsigned place = zk_yotei_place(move), seat = board->actor;
    counts[T7]++;
    counts[T5]++;
    if (board->occupied) counts[T13]++;
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_PLACE:
        counts[T8]++;
        if (!meets(rules, board, seat, board->kind[place] - 1u, 0)) counts[T12]++;
        break;
    case ZK_YOTEI_DO_FLIP:
        counts[T10]++;
        if (rules->set.land[board->kind[place] - 1].bid) counts[T15]++;
        break;
    case ZK_YOTEI_DO_PILE: counts[T11]++; break;
    default: counts[T9]++; counts[T14]++;
    }
    if (board->total[seat] > BOXES && open_to_bids(rules, board, seat)) counts[T14a]++;
}

static void witness_move(const struct yotei_rules *rules, const struct yotei_state *state,
                         zk_move move, uint64_t *counts) {
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_PLACE:
    case ZK_YOTEI_DO_FLIP:
    case ZK_YOTEI_DO_PILE:
    case ZK_YOTEI_DO_BID: witness_placement(rules, state, move, counts); break;
    case ZK_YOTEI_DO_COLLECT: counts[T18]++, counts[T19]++; break;
    case ZK_YOTEI_DO_USE:
    case ZK_YOTEI_DO_CASH:
        counts[T29]++;
        if (zk_yotei_act(move) == ZK_YOTEI_DO_CASH) counts[T4]++;
        if (state->board.phase == ZK_YOTEI_OPEN) counts[T17]++;
        break;
    case ZK_YOTEI_DO_DONE: counts[T17]++; break;
    case ZK_YOTEI_DO_FIRST: counts[T6]++; break;
    case ZK_YOTEI_DO_REVEAL: counts[T1]++, counts[T2]++; break;
    case ZK_YOTEI_DO_MYSTERY: counts[T3]++, counts[T28]++; break;
    default: break;
    }
}

static void make(struct making *m, zk_move move) {
    struct zk_yotei_board *board = &m->state->board;
    unsigned seat = (unsigned)zk_mover(board->actor, move);
    if (COUNTS(m)) witness_move(m->rules, m->state, move, m->counts);
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_PLACE:
    case ZK_YOTEI_DO_FLIP:
    case ZK_YOTEI_DO_PILE:
    case ZK_YOTEI_DO_BID: place_character(m, move); break;
    case ZK_YOTEI_DO_COLLECT:
        collect(m, move);
        if (board->phase == ZK_YOTEI_TOP) return;
        break;
    case ZK_YOTEI_DO_YIELD: { /* T25 */
        unsigned place = board->settling[board->settling_count - 1].place;
        repay(m, seat, zk_yotei_character_at(board, seat, place));
        break;
    }
    case ZK_YOTEI_DO_USE:
        use_power(m, seat, move);
        if (board->phase == ZK_YOTEI_REVEAL) return;
        break;
    case ZK_YOTEI_DO_CASH:
        gain(m, seat, m->rules->set.cash[zk_yotei_power(move)]);
        spend(m, seat, zk_yotei_power(move));
        break;
    case ZK_YOTEI_DO_DONE: board->asked++; break;
    case ZK_YOTEI_DO_FIRST: board->start = (uint8_t)zk_yotei_number(move); break;
    case ZK_YOTEI_DO_REVEAL:
        draw_land(m, zk_yotei_number(move), ZK_YOTEI_LYING);
        fill_slot(m, board->pending, zk_yotei_number(move));
        board->pending = 0;
        break;
    case ZK_YOTEI_DO_TOP:
        board->pending = 0;
        draw_top(m, board->actor, zk_yotei_number(move));
        break;
    default: { /* MYSTERY, T28 */
        unsigned drawer = board->drawer, at = board->hand_count[drawer]++;
        m->state->deck[zk_yotei_power(move)]--;
        board->mystery_count--;
        m->state->hand[drawer][at] = (uint8_t)(zk_yotei_power(move) + 1);
        zk_yotei_sort_hand(m->state, drawer);
        board->draws--;
        renew_mystery(m);
    }
    }
    go_on(m);
}

static struct making making(const struct zk_rules *rules, struct yotei_state *state,
                            uint64_t *counts) {
    return (struct making){rules_of(rules), state, counts, false};
}

static void start(const struct zk_rules *memory, struct zk_state *state_memory) {
    const struct yotei_rules *rules = rules_of(memory);
    struct yotei_state *state = state_in(state_memory);
    struct zk_yotei_board *board = &state->board;
    memset(state, 0, sizeof *state);
    for (unsigned tier = 0; tier < TIERS; tier++)
        board->deck_count[tier] = (uint8_t)(rules->first_card[rules->kinds_from[tier + 1]] -
                                            rules->first_card[rules->kinds_from[tier]]);
    for (unsigned power = 0; power < POWERS; power++) {
        state->deck[power] = rules->set.mystery[power];
        board->mystery_count = (uint8_t)(board->mystery_count + state->deck[power]);
    }
    for (unsigned seat = 0; seat < rules->players; seat++)
        board->total[seat] = START_POTATOES; /* T6 */
    if (!rules->first) return;
    struct making m = making(memory, state, NULL);
    board->start = (uint8_t)(rules->first - 1);
    go_on(&m);
}

static void apply(const struct zk_rules *rules, struct zk_state *state, zk_move move) {
    struct making m = making(rules, state_in(state), NULL);
    make(&m, move);
}

static void witness(const struct zk_rules *rules, struct zk_state *state, zk_move move,
                    uint64_t *counts) {
    struct making m = making(rules, state_in(state), counts);
    make(&m, move);
}

/* By phase, and whether there are mystery cards to be listed. */
static unsigned piece(const struct zk_rules *rules, const struct zk_state *memory) {
    (void)rules;
    const struct zk_yotei_board *board = &state_of(memory)->board;
    unsigned cards = board->hand_count[board->actor] > 0;
    switch (board->phase) {
    case ZK_YOTEI_PLACE: return 1 + cards;
    case ZK_YOTEI_OPEN: return 3;
    case ZK_YOTEI_COLLECT: return 4 + cards;
    case ZK_YOTEI_BIDDER:
    case ZK_YOTEI_MAKE_ROOM: return 6;
    case ZK_YOTEI_MYSTERY: return 7;
    default: return 0;
    }
}

/* One move, as `playout` makes it. */
static uint32_t play_on(const struct zk_rules *rules, struct zk_state *memory,
                        struct zk_rng *rng) {
    struct yotei_state *state = state_in(memory);
    struct making m = making(rules, state, NULL);
    uint32_t decisions = is_decision(state->board.phase);
    m.blind = true;
    make(&m, sample(rules, memory, rng));
    return decisions;
}

static uint32_t playout(const struct zk_rules *rules, struct zk_state *memory,
                        struct zk_rng *rng) {
    struct yotei_state *state = state_in(memory);
    struct making m = making(rules, state, NULL);
    struct zk_rng local = *rng;
    uint32_t decisions = 0;
    m.blind = true; /* all boxes are opened before the end */
    memset(state->know, 0, sizeof state->know);
    while (state->board.phase != ZK_YOTEI_OVER) {
        decisions += is_decision(state->board.phase);
        make(&m, sample(rules, memory, &local));
    }
    *rng = local;
    return decisions;
}

/* ---- Scores ---- */

/* Charm points as they stand, and when it is over T34. */
static bool points(const struct zk_rules *memory, const struct zk_state *state_memory,
                   int32_t *out) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct zk_yotei_board *board = &state_of(state_memory)->board;
    for (unsigned seat = 0; seat < rules->players; seat++) {
        out[seat] = board->charm[seat];
        if (board->phase == ZK_YOTEI_OVER)
            out[seat] += board->total[seat] / ZK_YOTEI_POTATOES_A_POINT;
    }
    return true;
}

static void result(const struct zk_rules *memory, const struct zk_state *state_memory,
                   struct zk_result *out) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct zk_yotei_board *board = &state_of(state_memory)->board;
    static const enum rule ends[] = {[BY_STARS] = T33, [BY_STUCK] = T16, [BY_ROUNDS] = T33a};
    int32_t best = -1;
    memset(out, 0, sizeof *out);
    points(memory, state_memory, out->points);
    for (unsigned seat = 0; seat < rules->players; seat++) { /* T34 */
        int32_t standing = out->points[seat] << 16 | board->total[seat];
        if (standing > best) out->winners = 0;
        if (standing >= best) out->winners |= 1u << seat;
        if (standing > best) best = standing;
    }
    out->end = rule_ids[ends[board->end]];
}

const struct zk_game zk_yotei = {
    .id = "yotei",
    .name = "Yōtei",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .rules_size = sizeof(struct yotei_rules),
    .state_size = sizeof(struct yotei_state),
    .view_size = sizeof(struct zk_yotei_view),
    .moves_max = MOVES_MAX,
    .length_max = LENGTH_MAX,
    .options = zk_yotei_options,
    .apart = zk_yotei_apart,
    .cards_option = "cards",
    .phrases = zk_yotei_phrases,
    .rule_ids = rule_ids,
    .about = &zk_yotei_about,
    .prepare = zk_yotei_prepare,
    .seats = seats,
    .start = start,
    .actor = zk_yotei_actor,
    .moves = zk_yotei_moves,
    .sample = sample,
    .card_of = card_of,
    .apply = apply,
    .playout = playout,
    .play_on = play_on,
    .piece = piece,
    /* nobody keeps track of sealed bids */
    .played_size = (offsetof(struct yotei_state, know) + 7) / 8 * 8,
    .witness = witness,
    .points = points,
    .result = result,
    .check = zk_yotei_check,
    .view = zk_yotei_view,
    .resample = zk_yotei_resample,
    .print_move = zk_yotei_print_move,
    .saw = zk_yotei_saw,
    .opened = opened,
    .parse_move = zk_yotei_parse_move,
    .explain = zk_yotei_explain,
    .write_effect = zk_yotei_write_effect,
    .write_facts = zk_yotei_write_facts,
    .print_view = zk_yotei_print_view,
    .write_view = zk_yotei_write_view,
};
