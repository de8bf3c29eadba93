/* inside.h: the private blocks of Yōtei, shared by its files. */
#ifndef YOTEI_INSIDE_H
#define YOTEI_INSIDE_H

#include "yotei.h"

enum {
    /* Short for what yotei.h says. */
    PLAYERS_MAX = ZK_SEATS_MAX,
    CHARACTERS = ZK_YOTEI_CHARACTERS_MAX,
    SLOTS = ZK_YOTEI_SLOTS,
    PLACES = ZK_YOTEI_PLACES,
    TIERS = ZK_YOTEI_TIERS,
    ELEMENTS = ZK_YOTEI_ELEMENTS,
    POWERS = ZK_YOTEI_POWERS,
    HELD = ZK_YOTEI_HELD_MAX,
    BOXES = ZK_YOTEI_BOXES_HOLD,
    YOTEI_MOVES_MAX = 3200, /* bids of 0 to 255 for 12 cards, and some more */
    YOTEI_WORDS = ZK_YOTEI_WHERE_WORDS,
};

struct yotei_rules {
    struct zk_yotei_set set; /* lands sorted by tier */
    uint64_t tier_cards[ZK_YOTEI_TIERS]
                       [YOTEI_WORDS]; /* bit 0 of the nibble of each of a tier's cards */
    uint64_t followed
        [YOTEI_WORDS]; /* bit 3 of the nibble of each card whose next is a copy of it */
    uint8_t first_card[ZK_YOTEI_LAND_MAX + 1]; /* of each kind, and behind the last */
    uint8_t kind_of[ZK_YOTEI_LAND_MAX];        /* of each card */
    uint8_t kinds_from[ZK_YOTEI_TIERS + 1];    /* the first kind of each tier */
    uint8_t players, characters, boxes;
    uint8_t first;  /* T6: 0 at random, else seat + 1 */
    uint16_t slots; /* bits: the slots that there are (T5) */
    uint8_t unused[6];
};

/* `where` says of every land card where it is; a slot's kind and a seat's elements, charm and stars
 * are told by it too. A mystery card is in the deck, in a hand, kept or in play, and else discarded.
 * Hands are sorted by age, then power. `sealed` is 0 but for bids between laying and opening, and
 * then know[v][s] holds the true vector; with no bid sealed it is zero. */
struct yotei_state {
    uint64_t where[YOTEI_WORDS]; /* zk_yotei_where, four bits a card */
    struct zk_yotei_board board;
    uint8_t deck[ZK_YOTEI_POWERS];                 /* mystery cards in the deck */
    uint8_t hand[ZK_SEATS_MAX][ZK_YOTEI_HELD_MAX]; /* power + 1, or 0 */
    uint8_t sealed[ZK_SEATS_MAX][ZK_YOTEI_CHARACTERS_MAX];
    struct zk_yotei_bounds know[ZK_SEATS_MAX][ZK_SEATS_MAX]; /* see the view */
};

ZK_FITS(struct yotei_rules, struct zk_rules);
ZK_FITS(struct yotei_state, struct zk_state);

/* The game's own structs in the caller's memory; `state_in` to write to. */
static inline const struct yotei_rules *rules_of(const struct zk_rules *memory) {
    return (const void *)memory;
}
static inline const struct yotei_state *state_of(const struct zk_state *memory) {
    return (const void *)memory;
}
static inline struct yotei_state *state_in(struct zk_state *memory) { return (void *)memory; }

/* ---- Small things ---- */

static inline void zk_yotei_put_where(uint64_t *where, unsigned card, unsigned value) {
    uint64_t *word = &where[card >> 4];
    unsigned shift = 4 * (card & 15);
    *word = (*word & ~((uint64_t)15 << shift)) | (uint64_t)value << shift;
}

/* Bit 0 of every nibble that is zero, which is what ZK_YOTEI_IN_DECK is. */
static inline uint64_t zk_yotei_zero_nibbles(uint64_t word) {
    word |= word >> 2;
    word |= word >> 1;
    return ~word & 0x1111111111111111u;
}

static inline bool zk_yotei_is_taken(unsigned where) {
    return where >= ZK_YOTEI_TAKEN && where < ZK_YOTEI_COLLECTED;
}

static inline bool zk_yotei_has_box(const struct zk_yotei_board *board, unsigned seat) {
    const uint8_t *at = board->at[seat];
    return (at[0] | at[1] | at[2]) >> 4;
}

/* ---- setup.c ---- */

extern const uint8_t zk_yotei_slots_from[ZK_YOTEI_TIERS]; /* the first slot of each tier */
extern const struct zk_option zk_yotei_options[];
extern const struct zk_apart zk_yotei_apart[];
bool zk_yotei_prepare(struct zk_rules *rules, const struct zk_settings *settings,
                      struct zk_sentence *refusal);

/* ---- know.c ---- */

/* A character's box gets between `least` and `most` potatoes more, of `total` that its owner has. */
void zk_yotei_bounds_change(struct zk_yotei_bounds *bounds, unsigned character, int least,
                            int most, int total);
/* All boxes hold between `least` and `most` together. */
void zk_yotei_bounds_sum(struct zk_yotei_bounds *bounds, int least, int most);
/* A character's box holds just so much. */
void zk_yotei_bounds_box(struct zk_yotei_bounds *bounds, unsigned character, int holds);
/* Whether bids are a vector that the bounds allow. */
bool zk_yotei_bounds_allow(const struct zk_yotei_bounds *bounds, const uint8_t *bid);
/* Whether the bounds are those of a set that the acts can leave (know.c), and of a part of another one. */
bool zk_yotei_bounds_fit(const struct zk_yotei_bounds *bounds,
                         const struct zk_yotei_bounds *whole);
/* How many cards of a power are discarded. */
unsigned zk_yotei_discarded(const struct yotei_rules *rules, const struct yotei_state *state,
                            unsigned power);
/* Copies of a kind in the order of where they are. */
void zk_yotei_sort_copies(const struct yotei_rules *rules, uint64_t *where);
/* A hand by age, then power. */
void zk_yotei_sort_hand(struct yotei_state *state, unsigned seat);
void zk_yotei_view(const struct zk_rules *rules, const struct zk_state *state, int seat,
                   struct zk_view *view);
void zk_yotei_resample(const struct zk_rules *rules, const struct zk_view *view,
                       struct zk_rng *rng, struct zk_state *state);

/* ---- yotei.c ---- */

int zk_yotei_actor(const struct zk_rules *rules, const struct zk_state *state);
uint32_t zk_yotei_moves(const struct zk_rules *rules, const struct zk_state *state, int seat,
                        zk_move *out, uint32_t *weights);
unsigned zk_yotei_screen(const struct yotei_state *state, unsigned seat);
unsigned zk_yotei_price(const struct yotei_rules *rules, const struct zk_yotei_board *board,
                        unsigned act, unsigned place, unsigned discount);
unsigned zk_yotei_held(const struct yotei_state *state, unsigned seat, unsigned power);
bool zk_yotei_is_settling(const struct zk_yotei_board *board, unsigned place);
/* The number of a seat's character at a place, or ZK_YOTEI_CHARACTERS_MAX. */
unsigned zk_yotei_character_at(const struct zk_yotei_board *board, unsigned seat,
                               unsigned place);
/* How many of an element a seat lacks for a card, when `supply` helps. */
unsigned zk_yotei_lacks(const struct yotei_rules *rules, const struct zk_yotei_board *board,
                        unsigned seat, unsigned kind, unsigned supply, unsigned element);

/* T31a: whether the top of this tier's pile would be shown to all. */
bool zk_yotei_is_shown(const struct yotei_rules *rules, const struct yotei_state *state,
                       unsigned tier);

/* ---- check.c ---- */

const char *zk_yotei_check(const struct zk_rules *rules, const struct zk_state *state);

/* ---- notation.c ---- */
extern const struct zk_phrase zk_yotei_phrases[];
void zk_yotei_print_move(const struct zk_rules *rules, const struct zk_state *state,
                         zk_move move, int seat, struct zk_text *text);
void zk_yotei_saw(const struct zk_rules *rules, const struct zk_state *state, zk_move move,
                  int seat, struct zk_text *text);
bool zk_yotei_parse_move(const struct zk_rules *rules, const struct zk_state *state, int seat,
                         const char *text, size_t size, zk_move *move);
void zk_yotei_explain(const struct zk_rules *rules, const struct zk_state *state, int seat,
                      const char *text, size_t size, struct zk_sentence *refusal);

#endif
