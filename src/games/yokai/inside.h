/* inside.h: what yokai.c, the rules, and yokai/notation.c share with each other and with nobody
 * else. */
#ifndef ZK_YOKAI_INSIDE_H
#define ZK_YOKAI_INSIDE_H

#include "yokai.h"

enum {
    CARDS = ZK_YOKAI_CARDS,
    FAMILIES = ZK_YOKAI_FAMILIES,
    SHAPES = ZK_YOKAI_SHAPES,
    SHAPE_ROWS = 16,            /* of a shape in any of its eight forms */
    FORMS = 8,                  /* a shape turned and mirrored */
    PLACES_MAX = 2 * CARDS + 2, /* empty places next to sixteen connected cards */
    MOVES_MAX = CARDS * PLACES_MAX,
};

/* Moves: bits 0-3 a card, a seat, a shape or a family; 4-7 a hint card; 8-15 and 16-23 a place;
 * 24-27 what is done, by a seat (zk_yokai_act) or by chance: */
enum { FIRST = 7, DEAL, PACT, SHAPE, TURN_UP };

struct yokai_rules {
    uint8_t players;
    uint8_t reconcile; /* Y31: pacts dealt */
    uint8_t stack;     /* Y33 */
    uint8_t blind;     /* Y34 */
    uint8_t shape;     /* Y32: 0 none, shape + 1, or SHAPES + 1 at random */
    uint8_t first;     /* Y7: 0 at random, else seat + 1 */
    uint8_t level;     /* Y30: for `witness` alone */
    uint8_t own_hints; /* Y6: the pile was chosen; for `witness` alone, too */
    uint8_t hints[3];  /* Y5 */
    uint8_t hints_count;
    uint8_t unused[4];
    /* Around a place, nine bits row by row: whether the card in the middle can go without parting
     * its neighbours, as far as can be seen from here. */
    uint8_t loose[512];
    uint16_t form[SHAPES][FORMS][SHAPE_ROWS]; /* Y32: rows of bits from the top left */
};

/* What no one sees is `family`, two bits for each card laid so far, and the pacts. */
struct yokai_state {
    struct zk_yokai_board board;
    uint32_t family;
    uint8_t pact[ZK_SEATS_MAX]; /* the set of two families dealt to a seat, or 0 */
    uint32_t left;              /* cards of each family still to be laid out, a byte each */
    uint8_t unused[4];
};

ZK_FITS(struct yokai_rules, struct zk_rules);
ZK_FITS(struct yokai_state, struct zk_state);

/* The game's own structs in the caller's memory; `state_in` to write to. */
static inline const struct yokai_rules *rules_of(const struct zk_rules *memory) {
    return (const void *)memory;
}
static inline const struct yokai_state *state_of(const struct zk_state *memory) {
    return (const void *)memory;
}
static inline struct yokai_state *state_in(struct zk_state *memory) { return (void *)memory; }

/* Y11: whether a card may go to an empty place. */
bool zk_yokai_may_go(const struct yokai_rules *rules, const struct zk_yokai_board *board,
                     unsigned card, int x, int y);
/* Y13, Y33, Y34: whether a hint card can be laid. */
bool zk_yokai_can_lay(const struct yokai_rules *rules, const struct zk_yokai_board *board,
                      unsigned hint);

/* What `moves` lists for the seat in turn, made for games side by side. */
uint32_t zk_yokai_list(const struct zk_rules *rules, const struct zk_state *state, int seat,
                       zk_move *out);

/* yokai/notation.c: these slots of the game. */
void zk_yokai_print_move(const struct zk_rules *rules, const struct zk_state *state,
                         zk_move move, int seat, struct zk_text *text);
void zk_yokai_saw(const struct zk_rules *rules, const struct zk_state *state, zk_move move,
                  int seat, struct zk_text *text);
bool zk_yokai_parse_move(const struct zk_rules *rules, const struct zk_state *state, int seat,
                         const char *text, size_t size, zk_move *move);
void zk_yokai_explain(const struct zk_rules *rules, const struct zk_state *state, int seat,
                      const char *text, size_t size, struct zk_sentence *refusal);

#endif
