/* yokai.h: what a seat knows in Yokai; bots and screens are built on this. */
#ifndef ZK_YOKAI_H
#define ZK_YOKAI_H

#include "../../core/game.h"

extern const struct zk_game zk_yokai;
extern const struct zk_about zk_yokai_about;

enum {
    ZK_YOKAI_CARDS = 16,
    ZK_YOKAI_FAMILIES = 4, /* K P R O (Y1) */
    ZK_YOKAI_ROWS = 32,
    ZK_YOKAI_HINTS_MAX = 10, /* in a game (Y5) */
    ZK_YOKAI_SHAPES = 6,
    ZK_YOKAI_PILE_POINTS = 5, /* of a hint card that was not turned up (Y23) */
    ZK_YOKAI_OPEN_POINTS = 2, /* of one that was not laid */
    ZK_YOKAI_BLIND_HINT =
        15, /* stands where a hint card lies whose families nobody knows (Y34) */
};

enum zk_yokai_phase {
    ZK_YOKAI_FIRST, /* chance picks the first player */
    ZK_YOKAI_DEAL,  /* chance lays the yokai, which no one sees */
    ZK_YOKAI_PACT,  /* chance deals reconciliation cards */
    ZK_YOKAI_SHAPE, /* chance picks the goal shape */
    ZK_YOKAI_PEEK,  /* the first look, or the declaration */
    ZK_YOKAI_AGAIN, /* the second look */
    ZK_YOKAI_MOVE,
    ZK_YOKAI_HINT,    /* to turn up a hint card, or lay one */
    ZK_YOKAI_TURN_UP, /* chance turns up a hint card */
    ZK_YOKAI_OVER,
};

/* What lies open to all. A hint card is the set of its families, a bit each: 1 to 14.
 *
 * The plane has no edge, and needs none: a place is next to a card, so each move takes the cards
 * at most one step further out, and a game has at most 20 of them. `row` has the same places
 * modulo 32, one bit each: sixteen connected cards span at most sixteen, so none is mistaken for
 * another, and neighbours are found by rotating a word. */
struct zk_yokai_board {
    uint32_t row[ZK_YOKAI_ROWS]; /* row[y & 31] has bit x & 31 where a card lies */
    int8_t x[ZK_YOKAI_CARDS], y[ZK_YOKAI_CARDS];
    uint8_t hint[ZK_YOKAI_CARDS]; /* the hint card on each, or 0 */
    uint64_t open; /* hint cards turned up and not laid, four bits each, the newest lowest */
    uint16_t looked[ZK_SEATS_MAX]; /* bits: the cards each seat has looked at */
    uint16_t locked;               /* bits: the cards with a hint on them */
    uint16_t turned_up;            /* bit h: hint card h has been turned up */
    uint8_t pile[3]; /* hint cards of one, two, three families left in the pile */
    uint8_t pile_count;
    uint8_t open_count; /* turned up, or with blind taken, and not laid */
    uint8_t laid_count;
    uint8_t phase;
    uint8_t turn;   /* the player in turn */
    uint8_t first;  /* who began */
    uint8_t turns;  /* complete turns */
    uint8_t peeked; /* the card looked at last + 1, from the first look to the move; else 0 */
    uint8_t dealt;  /* yokai laid so far */
    uint8_t pacts;  /* reconciliation cards dealt so far */
    uint8_t shape;  /* the goal + 1, or 0 for none (Y32) */
    uint8_t declared;  /* the game ended by Y20 */
    uint8_t unused[5]; /* zero */
};

/* What a seat knows. When the game is over everybody knows everything (Y22). */
struct zk_yokai_view {
    struct zk_yokai_board board;
    uint8_t family[ZK_YOKAI_CARDS]; /* + 1, or 0 where this seat has not seen it */
    uint8_t pact[ZK_SEATS_MAX];     /* the set of two families dealt to a seat, or 0 */
    int8_t seat;                    /* whose view, or ZK_SPECTATOR or ZK_EVERYTHING */
    uint8_t players;
    uint8_t reconcile, stack, blind; /* Y31, Y33, Y34 */
    uint8_t unused[7];               /* zero */
};
ZK_FITS(struct zk_yokai_view, struct zk_view);
/* The interface's view as this struct, and the other way round. */
static inline const struct zk_yokai_view *zk_yokai_seen(const struct zk_view *view) {
    return (const void *)view;
}
static inline struct zk_view *zk_yokai_block(struct zk_yokai_view *seen) {
    return (void *)seen;
}

/* How it stands when everything is turned up (Y22, Y23). */
struct zk_yokai_count {
    uint8_t parts[ZK_YOKAI_FAMILIES]; /* of each family; one is peace */
    bool pact[ZK_SEATS_MAX];          /* dealt to a seat, and it holds (Y31) */
    bool shape;                       /* there is a goal, and it is reached (Y32) */
    int8_t hint[ZK_YOKAI_CARDS];      /* points of the hint card on each card, or 0 */
};
/* From a view that knows all families. */
void zk_yokai_count(const struct zk_rules *rules, const struct zk_yokai_view *view,
                    struct zk_yokai_count *count);

/* Where the goal shape lies best, turned or mirrored as need be: with most cards on its squares. */
struct zk_yokai_goal {
    uint16_t row[16]; /* rows of bits from its top left */
    int8_t x, y;      /* where that lies */
    uint8_t right;    /* cards on its squares */
};
/* Only with a goal. */
void zk_yokai_goal(const struct zk_rules *rules, const struct zk_yokai_board *board,
                   struct zk_yokai_goal *goal);

/* Moves of seats, for bots and screens: a card and, for a move, where to. */
enum zk_yokai_act {
    ZK_YOKAI_DO_PEEK = 1,
    ZK_YOKAI_DO_MOVE,
    ZK_YOKAI_DO_SKIP,
    ZK_YOKAI_DO_REVEAL, /* with blind: take */
    ZK_YOKAI_DO_LAY,
    ZK_YOKAI_DO_DECLARE,
};
static inline unsigned zk_yokai_act(zk_move move) { return move >> 24 & 15; }
static inline unsigned zk_yokai_card(zk_move move) { return move & 15; }
static inline unsigned zk_yokai_laid_hint(zk_move move) { return move >> 4 & 15; }
static inline int zk_yokai_to_x(zk_move move) { return (int8_t)(move >> 8 & 255); }
static inline int zk_yokai_to_y(zk_move move) { return (int8_t)(move >> 16 & 255); }
static inline zk_move zk_yokai_move(unsigned act, unsigned card, unsigned hint) {
    return act << 24 | hint << 4 | card;
}
/* The move of a card to a place. */
static inline zk_move zk_yokai_move_to(unsigned card, int x, int y) {
    return (zk_move)ZK_YOKAI_DO_MOVE << 24 | (zk_move)(uint8_t)y << 16 |
           (zk_move)(uint8_t)x << 8 | card;
}

/* Whether a card lies at a place. */
static inline bool zk_yokai_is_card(const struct zk_yokai_board *board, int x, int y) {
    return board->row[y & 31] >> (x & 31) & 1;
}

/* Y5: hint cards of one, two and three families by number of players, from 2. */
extern const uint8_t zk_yokai_hints[3][3];
/* Y24: the points from which a win is glorious, and legendary, by number of players from 2. */
extern const uint8_t zk_yokai_ranks_from[3][2];
/* Whether a game is played with the hint cards of Y5. */
bool zk_yokai_has_usual_hints(const struct zk_rules *rules);

/* The six goal shapes (Y32), by their names and rows. */
extern const char *const zk_yokai_shape_names[ZK_YOKAI_SHAPES];
extern const char
    *const zk_yokai_shape_rows[ZK_YOKAI_SHAPES]; /* '#', '.', rows ended by '/' */

/* yokai/show.c: names of families; and a view for people and programs, from nothing but itself. */
extern const char zk_yokai_letters[]; /* of the families */
void zk_yokai_put_families(struct zk_text *text, unsigned families);
void zk_yokai_print_view(const struct zk_rules *rules, const struct zk_view *view, bool memory,
                         struct zk_text *text);
void zk_yokai_write_facts(struct zk_json_out *out);
void zk_yokai_write_view(const struct zk_rules *rules, const struct zk_view *view,
                         struct zk_json_out *out);

/* The hint card that lies `index` below the newest of those turned up. */
static inline unsigned zk_yokai_open_hint(const struct zk_yokai_board *board, unsigned index) {
    return (unsigned)(board->open >> 4 * index & 15);
}

#endif
