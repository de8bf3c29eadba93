/* yotei.h: what a seat knows in Yōtei; bots and screens are built on this.
 *
 * A land card is a *kind*: its place in the lands of the card set, which zk_yotei_cards gives. A
 * *place* is a slot of a row or a draw pile, numbered as below. */
#ifndef ZK_YOTEI_H
#define ZK_YOTEI_H

#include "cards.h"

extern const struct zk_game zk_yotei;
extern const struct zk_about zk_yotei_about;

enum {
    /* Places: I1 to I5 are 0 to 4, II1 to II4 are 5 to 8, III1 to III3 are 9 to 11, then the piles. */
    ZK_YOTEI_SLOTS = 12,
    ZK_YOTEI_PILE_I = 12,
    ZK_YOTEI_PLACES = 15,
    ZK_YOTEI_CHARACTERS_MAX = 3, /* of one player (T5) */
    ZK_YOTEI_BOXES_MAX = 9,
    ZK_YOTEI_HELD_MAX = 3,     /* mystery cards (T28) */
    ZK_YOTEI_BOXES_HOLD = 255, /* potatoes, all boxes of a player together (T14a) */
    ZK_YOTEI_ROUNDS_MAX = 30,
    ZK_YOTEI_POTATOES_A_POINT = 3, /* T34 */
    ZK_YOTEI_STARS_TO_END = 2,     /* T33 */
    ZK_YOTEI_MARKET_OFF = 2,       /* what `market` takes off a price */
    ZK_YOTEI_CELLAR_GIVES = 4,     /* potatoes */
    ZK_YOTEI_GROUPS = 7,           /* of three characters: every set but the empty one */
};

enum zk_yotei_phase {
    ZK_YOTEI_FIRST,     /* chance gives the starting token */
    ZK_YOTEI_REVEAL,    /* chance fills the slot `pending` */
    ZK_YOTEI_TOP,       /* chance turns the top of the pile `pending` for `turn` */
    ZK_YOTEI_MYSTERY,   /* chance draws for `drawer` */
    ZK_YOTEI_PLACE,     /* `actor` places a character, or plays a card before it */
    ZK_YOTEI_MAKE_ROOM, /* `actor` holds too many mystery cards to draw (T28) */
    ZK_YOTEI_OPEN,      /* `actor` may play cards before the boxes are opened (T17) */
    ZK_YOTEI_COLLECT,   /* `actor` collects a card (T18) */
    ZK_YOTEI_BIDDER,    /* `actor` does not meet the needs of a card won by bid, yet (T25) */
    ZK_YOTEI_OVER,
};

/* The parts of a round, in which several phases come up. */
enum zk_yotei_stage { ZK_YOTEI_FILLING, ZK_YOTEI_PLACING, ZK_YOTEI_OPENING, ZK_YOTEI_HARVEST };

/* A bidding card being settled (T24), the innermost last (T26). */
struct zk_yotei_settling {
    uint8_t place, beginner; /* the card; the seat that began to collect it */
    uint16_t supply;         /* elements that the beginner's powers supply, as in a move */
};

/* What lies open to all. A character of a seat is one of three; bit 3 * seat + character stands
 * for it in sets of them. */
struct zk_yotei_board {
    uint16_t total[ZK_SEATS_MAX]; /* potatoes behind the screen and in sealed boxes */
    uint16_t charm[ZK_SEATS_MAX];
    uint16_t looked[ZK_SEATS_MAX]; /* boxes that a seat looked into, not changed since */
    uint16_t filled;               /* bits: slots with a card */
    uint16_t bidding;              /* bits: those of them with a bidding card */
    uint16_t turned;               /* bits: those of them whose card lies face down */
    uint16_t occupied;             /* bits: places where a character is */
    struct zk_yotei_settling settling[ZK_YOTEI_BOXES_MAX];
    uint8_t kind[ZK_YOTEI_SLOTS]; /* of the card in each slot, + 1, or 0 */
    /* Where a character is: its place + 1, or 0 when it is at home. With a bidding box the upper
     * half is the number of the bid in this round, from 1. */
    uint8_t at[ZK_SEATS_MAX][ZK_YOTEI_CHARACTERS_MAX];
    uint8_t laid[ZK_SEATS_MAX][ZK_YOTEI_CHARACTERS_MAX]; /* potatoes; 0 while sealed */
    uint8_t element[ZK_SEATS_MAX][ZK_YOTEI_ELEMENTS];    /* owned, at most 255 */
    uint8_t star[ZK_SEATS_MAX];
    uint8_t forest[ZK_SEATS_MAX], machine[ZK_SEATS_MAX]; /* face-down cards kept (T22) */
    uint8_t onsen[ZK_SEATS_MAX];                         /* kept */
    uint8_t hand_count[ZK_SEATS_MAX];
    /* How often the mystery deck was renewed since each card in hand was drawn, rank by rank, the
     * newest first: 0 is a card of this deck. */
    uint8_t age[ZK_SEATS_MAX][ZK_YOTEI_HELD_MAX];
    uint8_t deck_count[ZK_YOTEI_TIERS], mystery_count;
    uint8_t phase, stage;
    uint8_t actor;    /* who decides, in phases of a seat */
    uint8_t turn;     /* whose turn of placement or harvest it is */
    uint8_t start;    /* who has the starting token */
    uint8_t round;    /* from 1; 0 during set-up */
    uint8_t asked;    /* seats whose turn in the opening or harvest is over */
    uint8_t to_place; /* characters still to be placed in this turn */
    uint8_t roosted;  /* `rooster` was played in this turn */
    uint8_t market;   /* copies of `market` played for the next placement */
    uint8_t bids;     /* boxes used in this round */
    uint8_t stuck;    /* bit: a seat that is done by T16 */
    uint8_t bumper;   /* bit: a seat that played `bumper` in this round */
    uint8_t queue;    /* bit: the same for `queue` */
    uint8_t token;    /* who gets the starting token by `token`, + 1, or 0 */
    uint8_t pending;  /* the place that chance is about */
    uint8_t drawer;   /* who draws mystery cards */
    uint8_t draws;    /* how many are still to be drawn */
    uint8_t festival; /* `festival` is being played: neither held nor discarded */
    uint8_t settling_count;
    uint8_t end; /* when over: 0 by T33, 1 by T16, 2 by T33a */
    uint8_t unused[1];
};

/* What is known of a seat's sealed bids: for every group of its characters, a set of bits from 1,
 * the least and the most that their boxes can hold together. Vectors of bids within all of these
 * are just the possible ones; yotei/know.c says why. Who has no box holds 0. */
struct zk_yotei_bounds {
    uint8_t least[ZK_YOTEI_GROUPS], most[ZK_YOTEI_GROUPS]; /* of group g at g - 1 */
};

/* Where a land card is. Copies of a kind stand together, sorted by this. */
enum zk_yotei_where {
    ZK_YOTEI_IN_DECK,
    ZK_YOTEI_DISCARDED, /* seen by all */
    ZK_YOTEI_LYING,     /* in a slot */
    ZK_YOTEI_GONE,      /* kept face down, and not in play again */
    ZK_YOTEI_TAKEN, /* + seat: from this deck's pile, seen by that seat alone (T23); in tier II
                               it lies among the discards */
    ZK_YOTEI_COLLECTED = 8, /* + seat: face up */
    ZK_YOTEI_UNSEEN = 12,   /* in a view: in the deck, or taken by somebody else */
};
/* Four bits for each card, numbered in the order of their kinds. */
enum { ZK_YOTEI_WHERE_WORDS = ZK_YOTEI_LAND_MAX / 16 };
static inline unsigned zk_yotei_where(const uint64_t *where, unsigned card) {
    return (unsigned)(where[card >> 4] >> 4 * (card & 15) & 15);
}

/* What a seat knows.
 *
 * know[s][s] is what everybody knows of the bids of seat s, know[v][s] what v knows, who may have
 * played `lantern`. A seat's view has its own row and column (what others know of it) and what
 * everybody knows; the rest is zero. */
struct zk_yotei_view {
    uint64_t where[ZK_YOTEI_WHERE_WORDS];
    struct zk_yotei_board board;
    uint8_t taken[ZK_SEATS_MAX]
                 [ZK_YOTEI_TIERS]; /* how many cards are ZK_YOTEI_TAKEN by each */
    struct zk_yotei_bounds know[ZK_SEATS_MAX][ZK_SEATS_MAX];
    uint8_t sealed[ZK_SEATS_MAX][ZK_YOTEI_CHARACTERS_MAX]; /* own ones, else 0 */
    /* Mystery cards, power + 1 or 0: own hand; and those that others hold for certain, since they
     * were drawn from an earlier deck, sorted by their age, without saying whose they are. */
    uint8_t hand[ZK_SEATS_MAX][ZK_YOTEI_HELD_MAX];
    uint8_t old[ZK_SEATS_MAX * ZK_YOTEI_HELD_MAX], old_age[ZK_SEATS_MAX * ZK_YOTEI_HELD_MAX];
    uint8_t unseen[ZK_YOTEI_POWERS]; /* in the deck, or drawn from it by somebody else */
    uint8_t discards[ZK_YOTEI_POWERS];
    int8_t seat; /* whose view, or ZK_SPECTATOR or ZK_EVERYTHING */
    uint8_t players;
    uint8_t unused[6]; /* zero */
};
ZK_FITS(struct zk_yotei_view, struct zk_view);
/* The interface's view as this struct, and the other way round. */
static inline const struct zk_yotei_view *zk_yotei_seen(const struct zk_view *view) {
    return (const void *)view;
}
static inline struct zk_view *zk_yotei_block(struct zk_yotei_view *seen) {
    return (void *)seen;
}

/* The cards of a game's rules, its lands in the order of their tiers; and T5 for its players. */
const struct zk_yotei_set *zk_yotei_cards(const struct zk_rules *rules);
const struct zk_yotei_table *zk_yotei_table(const struct zk_rules *rules);

/* ---- Moves, for bots and screens. ---- */

enum zk_yotei_act {
    ZK_YOTEI_DO_PLACE = 1,
    ZK_YOTEI_DO_FLIP,
    ZK_YOTEI_DO_PILE,
    ZK_YOTEI_DO_BID,
    ZK_YOTEI_DO_COLLECT,
    ZK_YOTEI_DO_YIELD,
    ZK_YOTEI_DO_USE,
    ZK_YOTEI_DO_CASH,
    ZK_YOTEI_DO_DONE,
    ZK_YOTEI_DO_FIRST, /* from here on by chance */
    ZK_YOTEI_DO_REVEAL,
    ZK_YOTEI_DO_TOP,
    ZK_YOTEI_DO_MYSTERY,
};
static inline unsigned zk_yotei_act(zk_move move) { return move >> 24 & 15; }
static inline unsigned zk_yotei_place(zk_move move) { return move & 15; }
static inline unsigned zk_yotei_power(zk_move move) { return move >> 4 & 15; }
/* Potatoes of a bid, `offer`, `regret`; the seat of `lantern` and of `first`; a kind that chance
 * names. */
static inline unsigned zk_yotei_number(zk_move move) { return move >> 8 & 255; }
/* What the powers of a `collect` supply: two bits each for M F O L B. */
static inline unsigned zk_yotei_supply(zk_move move) { return move >> 8 & 1023; }
/* Where a `detour` goes, and how: ZK_YOTEI_DO_PLACE, FLIP or PILE. */
static inline unsigned zk_yotei_detour_to(zk_move move) { return move >> 8 & 15; }
static inline unsigned zk_yotei_detour_act(zk_move move) { return move >> 12 & 15; }

/* ---- Inside a world, for a search that plays in states of its own making. ---- */

struct zk_yotei_world {
    const struct zk_yotei_board *board;
    const uint8_t (*hand)[ZK_YOTEI_HELD_MAX];         /* of each seat: power + 1, or 0 */
    const uint8_t (*sealed)[ZK_YOTEI_CHARACTERS_MAX]; /* of each seat */
};
/* What is in a state; it points into it. */
struct zk_yotei_world zk_yotei_world(const struct zk_state *state);

/* ---- Reading a board. ---- */

static inline unsigned zk_yotei_tier_of_place(unsigned place) {
    return place >= ZK_YOTEI_PILE_I ? place - ZK_YOTEI_PILE_I : place >= 9 ? 2 : place >= 5;
}
/* Of a character: its place, and the number of its bid or 0. Only where `at` is not 0. */
static inline unsigned zk_yotei_at_place(unsigned at) { return (at & 15) - 1; }
static inline unsigned zk_yotei_at_bid(unsigned at) { return at >> 4; }

/* T10, T11: to place on a card that lies face down, by tier. */
extern const uint8_t zk_yotei_face_down_price[ZK_YOTEI_TIERS];
/* T22: the potatoes that a seat gets for a face-down card of tier II. */
static inline unsigned zk_yotei_face_down_gives(const struct zk_yotei_board *board,
                                                unsigned seat) {
    return board->bumper >> seat & 1 ? 4 : 2;
}

/* When a power can be played: "any" time; in one's "turn", whatever it is; from placement to the "open"ing of the
 * boxes; to "place"; with a "collect". */
const char *zk_yotei_when(unsigned power);
/* Whether it is played at a place: "use lantern I3 B". */
static inline bool zk_yotei_is_aimed(unsigned power) {
    return power == ZK_YOTEI_LANTERN || power == ZK_YOTEI_OFFER || power == ZK_YOTEI_REGRET ||
           power == ZK_YOTEI_THAW || power == ZK_YOTEI_DETOUR;
}

/* yotei/show.c: names; and a view for people and programs, from nothing but itself. */
void zk_yotei_put_place(struct zk_text *text, unsigned place);
void zk_yotei_print_view(const struct zk_rules *rules, const struct zk_view *view, bool memory,
                         struct zk_text *text);
bool zk_yotei_write_effect(const struct zk_rules *rules, const struct zk_view *before,
                           zk_move move, const struct zk_view *after, struct zk_json_out *out);
void zk_yotei_write_facts(struct zk_json_out *out);
void zk_yotei_write_view(const struct zk_rules *rules, const struct zk_view *view,
                         struct zk_json_out *out);

#endif
