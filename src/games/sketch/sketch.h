/* sketch.h: what a seat knows in Yokai Sketch; bots and screens are built on this. */
#ifndef ZK_SKETCH_H
#define ZK_SKETCH_H

#include "../../core/game.h"

extern const struct zk_game zk_sketch;
extern const struct zk_about zk_sketch_about;

/* Colours, which are also the four stacks (S1). */
enum { ZK_SKETCH_R, ZK_SKETCH_B, ZK_SKETCH_G, ZK_SKETCH_Y, ZK_SKETCH_COLOURS };

/* What a card can do beside being laid (S3). */
enum { ZK_SKETCH_PLAIN, ZK_SKETCH_CALL, ZK_SKETCH_DISTRACT };

enum { ZK_SKETCH_EN, ZK_SKETCH_FR };

enum zk_sketch_phase {
    ZK_SKETCH_FIRST,  /* chance picks the first player */
    ZK_SKETCH_DEAL,   /* chance deals */
    ZK_SKETCH_REVEAL, /* chance turns up the top of the lowest stack in `face_down` */
    ZK_SKETCH_DRAW,   /* chance draws for the player in turn */
    ZK_SKETCH_PLAY,   /* the player in turn plays a card or ends the turn */
    ZK_SKETCH_OVER,
};

enum {
    ZK_SKETCH_CARD_TYPES = 18,
    ZK_SKETCH_CARD_CODES = 63, /* codes are below this */
    ZK_SKETCH_LAID_MAX = 18,   /* only so many cards show one colour */
    ZK_SKETCH_HAND_MAX = 4,
    ZK_SKETCH_PLAYS_MAX = 3, /* in a turn (S9) */
    ZK_SKETCH_TURNS_MAX = 300,
};

/* The code of a kind of sketch card: where its count stands in a zk_sketch_cards. `pair` is 0 to
 * 5 for RB RG RY BG BY GY. */
static inline unsigned zk_sketch_code(unsigned pair, unsigned kind) {
    return 21 * kind + 7 * (pair >> 1) + 3 * (pair & 1);
}
/* Back again. */
static inline unsigned zk_sketch_kind(unsigned code) { return code / 21; }
static inline unsigned zk_sketch_pair(unsigned code) {
    return 2 * (code % 21 / 7) + (code % 7 != 0);
}
/* The lower and the higher colour of a pair. */
static inline unsigned zk_sketch_low(unsigned pair) {
    return (unsigned)(0x211000u >> 4 * pair & 15);
}
static inline unsigned zk_sketch_high(unsigned pair) {
    return (unsigned)(0x332321u >> 4 * pair & 15);
}

/* Sketch cards regardless of order: three bits count each kind of card at its code. Codes lie in
 * nine fields of seven bits, two kinds to a field and its top bit free, so that adding and
 * taking away are plain sums, and counts can be added up in place. */
typedef uint64_t zk_sketch_cards;

/* Whether a number is the code of a card: bits 0 and 3 of each field. */
static inline bool zk_sketch_is_code(unsigned code) {
    return code < ZK_SKETCH_CARD_CODES && (code % 7 == 0 || code % 7 == 3);
}
/* How many cards of a kind there are among these. */
static inline unsigned zk_sketch_count(zk_sketch_cards cards, unsigned code) {
    return (unsigned)(cards >> code & 7);
}

/* A yokai by its number less 2: 1 to 5, and 0 is none. */
enum { ZK_SKETCH_YOKAI_BITS = 3 };

/* One of the four stacks and the sketches on both its sides.
 * From the top: `above` known yokai, the unseen ones in an unknown order, then known ones that
 * were frightened to the bottom. With nothing unseen `above` is 0. */
struct zk_sketch_stack {
    uint64_t known; /* the known yokai from the top down, three bits each, the top lowest */
    uint8_t laid
        [ZK_SKETCH_LAID_MAX]; /* codes + 1; A's in order from the front, B's from the back */
    uint8_t count[2];         /* sketches on either side */
    int8_t needed;            /* top's number less the sketches laid; 0 with no face-up top */
    uint8_t unseen;           /* bit n: the stack's own yokai n + 3 has not been seen */
    uint8_t above;
    uint8_t size; /* yokai in the stack, seen or not */
};

/* The number of the known yokai that lies `index` from the top. */
static inline unsigned zk_sketch_known(const struct zk_sketch_stack *stack, unsigned index) {
    return (unsigned)(stack->known >> ZK_SKETCH_YOKAI_BITS * index & 7) + 2;
}
/* Where the card that came `index` after the first on a side stands in `laid`. */
static inline unsigned zk_sketch_laid_at(unsigned side, unsigned index) {
    return side ? ZK_SKETCH_LAID_MAX - 1 - index : index;
}
/* And its code. */
static inline unsigned zk_sketch_laid(const struct zk_sketch_stack *stack, unsigned side,
                                      unsigned index) {
    return stack->laid[zk_sketch_laid_at(side, index)] - 1u;
}

/* What lies open to all, with the yokai's printed colours forgotten: a yokai counts as the colour
 * of its stack (S21). */
struct zk_sketch_board {
    struct zk_sketch_stack stack[ZK_SKETCH_COLOURS];
    uint16_t notebook[2][ZK_SKETCH_COLOURS]; /* three bits count each number from 3 up */
    uint16_t turns;                          /* complete turns */
    uint8_t points[2];                       /* sums of the notebooks */
    uint8_t hand_count[2];
    uint8_t last[2]; /* edition en: stack + 1 where the player's last card lies, or 0 (S24) */
    uint8_t phase;
    uint8_t turn;      /* the player in turn */
    uint8_t played;    /* cards played in this turn */
    uint8_t idle;      /* turns in a row without a card played, at most 2 */
    uint8_t face_down; /* bit: this stack's top must be turned up */
    uint8_t callable;  /* bit: this stack has two yokai or more (S20) */
    uint8_t to_check;  /* stacks + 1 still to be checked (S17), four bits each, next lowest */
    uint8_t unused;    /* zero */
};

/* S23, S24: the stack off which a distract card on `colour` moves the opponent's last sketch; there is one. */
static inline unsigned zk_sketch_distracts_from(unsigned edition,
                                                const struct zk_sketch_board *board,
                                                unsigned opponent, unsigned colour) {
    return edition == ZK_SKETCH_EN ? board->last[opponent] - 1u : colour;
}

/* What a seat knows. Hidden hands are empty here. */
struct zk_sketch_view {
    struct zk_sketch_board board;
    zk_sketch_cards hand[2];
    zk_sketch_cards known[2]; /* the part of each hand that the other player knows for certain:
                                 who saw all discards knew the hand when the deck ran out */
    zk_sketch_cards unseen;   /* in the deck, or the unknown part of hidden hands */
    zk_sketch_cards discards;
    uint8_t deck_count;
    int8_t seat; /* whose view, or ZK_SPECTATOR or ZK_EVERYTHING */
    uint8_t edition;
    uint8_t unused[5]; /* zero */
};
ZK_FITS(struct zk_sketch_view, struct zk_view);
/* The interface's view as this struct, and the other way round. */
static inline const struct zk_sketch_view *zk_sketch_seen(const struct zk_view *view) {
    return (const void *)view;
}
static inline struct zk_view *zk_sketch_block(struct zk_sketch_view *seen) {
    return (void *)seen;
}

/* The same with the board where it lies, in a state or in a view, for a caller that reads it at once. */
struct zk_sketch_sight {
    const struct zk_sketch_board *board;
    zk_sketch_cards hand[2], known[2], unseen, discards;
    uint8_t deck_count, edition;
};
struct zk_sketch_sight zk_sketch_sight(const struct zk_rules *rules,
                                       const struct zk_state *state, int seat);

/* Moves of seats, for bots and screens. */
enum { ZK_SKETCH_NO_ABILITY = 0, ZK_SKETCH_CALLS = 1, ZK_SKETCH_DISTRACTS = 5 };
#define ZK_SKETCH_END ((zk_move)0x1000)
static inline bool zk_sketch_is_play(zk_move move) { return move < ZK_SKETCH_END; }
static inline unsigned zk_sketch_play_code(zk_move move) { return move & 63; }
static inline unsigned zk_sketch_play_stack(zk_move move) { return move >> 6 & 3; }
/* ZK_SKETCH_NO_ABILITY, ZK_SKETCH_DISTRACTS, or ZK_SKETCH_CALLS + the stack called from. */
static inline unsigned zk_sketch_play_ability(zk_move move) { return move >> 8 & 7; }

/* The number of the yokai that chance turns up. */
static inline unsigned zk_sketch_revealed(zk_move move) { return (move & 7) + 3; }

/* How many cards there are of each kind, by pair and kind (S3). */
extern const uint8_t zk_sketch_deck[6][3];

/* sketch/show.c: a card's name; and a view for people and programs, from nothing but itself. */
extern const char zk_sketch_letters[]; /* of the colours */
void zk_sketch_put_card(struct zk_text *text, unsigned code);
void zk_sketch_print_view(const struct zk_rules *rules, const struct zk_view *view,
                          bool memory, struct zk_text *text);
bool zk_sketch_write_effect(const struct zk_rules *rules, const struct zk_view *before,
                            zk_move move, const struct zk_view *after,
                            struct zk_json_out *out);
void zk_sketch_write_facts(struct zk_json_out *out);
void zk_sketch_write_view(const struct zk_rules *rules, const struct zk_view *view,
                          struct zk_json_out *out);

#endif
