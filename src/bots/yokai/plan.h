/* plan.h: which moves lead toward the nearest peace of Yokai, over many worlds.
 *
 *     zk_yokai_plan_begin(&plan, &board, &wish);
 *     for (each world) zk_yokai_plan_world(&plan, families);
 *     for (each legal move) ... zk_yokai_plan_worth(&plan, move) ...
 *
 * The solver finds one shortest way; this looks at all the nearest targets at once, so that every
 * move can be weighed, and takes shapes and pacts into account. */
#ifndef ZK_YOKAI_PLAN_H
#define ZK_YOKAI_PLAN_H

#include "../../games/yokai/yokai.h"

enum {
    ZK_YOKAI_PLAN_SIDE = 11, /* of the window around the cards that is looked at */
    ZK_YOKAI_PLAN_CELLS = ZK_YOKAI_PLAN_SIDE * ZK_YOKAI_PLAN_SIDE,
    ZK_YOKAI_PLAN_PIECES = 19 * 4, /* tetrominoes that a card lies in */
    ZK_YOKAI_FAR = 13,             /* the distance where no target was found */
};

/* What must hold besides peace, as far as a seat knows. */
struct zk_yokai_wish {
    uint8_t pact[ZK_SEATS_MAX]; /* pairs of families that must touch, or 0 (Y31) */
    uint8_t shape;              /* + 1, or 0 (Y32) */
};

/* A set of the window's cells. */
struct zk_yokai_cells {
    uint64_t low, high;
};

/* A tetromino somewhere. */
struct zk_yokai_piece {
    struct zk_yokai_cells cells, beside;
};

/* What the nearest targets of a world ask for. */
struct zk_yokai_asked {
    struct zk_yokai_cells first[ZK_YOKAI_CARDS]; /* where each card could go at once */
    struct zk_yokai_cells still[ZK_YOKAI_CARDS]; /* where it keeps the peace that is there */
    uint16_t goes;                               /* bits: cards that some target moves */
};

/* Sets of pairs of families have a bit for each of the six. */
enum { ZK_YOKAI_PAIRS = 6 };
/* The pair of a reconciliation card (Y31), a set of one; none for 0. */
unsigned zk_yokai_pair(unsigned pact);

struct zk_yokai_plan {
    int left, top;            /* of the window */
    uint16_t locked, outside; /* bits: cards that cannot move; that lie outside the window */
    uint8_t pairs;            /* of families that must touch */
    uint64_t joined;          /* bit p: a target is in one piece whose touching pairs are p */
    uint64_t connected;       /* the same, and the pairs that must touch do */
    bool in_shape;            /* the cards form the goal shape now */
    uint8_t forms;            /* the goal shape turned and mirrored, or 0 without one (Y32) */
    uint8_t width[8], height[8];
    struct zk_yokai_cells form[8]; /* each in the window's corner */
    struct zk_yokai_cells allowed; /* where a target may lie */
    struct zk_yokai_cells at[ZK_YOKAI_CARDS], all;
    uint8_t cell[ZK_YOKAI_CARDS];
    /* All tetrominoes that lie in the window, by a card that lies in them. */
    uint8_t pieces_count[ZK_YOKAI_CARDS];
    struct zk_yokai_piece piece[ZK_YOKAI_CARDS * ZK_YOKAI_PLAN_PIECES];

    /* The world at hand. The pieces of a family are those that a card of it lies in, by how many of
     * its cards do, less 1. */
    uint8_t family[ZK_YOKAI_CARDS];
    struct zk_yokai_cells own[4]; /* where the family's cards lie */
    uint16_t bucket_count[4][4];
    uint16_t bucket[4][4][4 * ZK_YOKAI_PLAN_PIECES];
    bool used[ZK_YOKAI_CARDS * ZK_YOKAI_PLAN_PIECES]; /* it is part of a nearest target */
    struct zk_yokai_asked asked;
    uint32_t hits, tries;
    int near; /* moves to peace from which on the order is looked into */

    /* Summed over the worlds. */
    uint32_t worlds, distance;
    int32_t
        stays[ZK_YOKAI_CARDS]; /* in how many every nearest target leaves the card in place */
    int32_t gain[ZK_YOKAI_CARDS][ZK_YOKAI_PLAN_CELLS];
};

void zk_yokai_plan_begin(struct zk_yokai_plan *plan, const struct zk_yokai_board *board,
                         const struct zk_yokai_wish *wish);
/* Forgets the worlds, on the same board. So many will come: of few the order in which cards can go
 * is looked into earlier. */
void zk_yokai_plan_clear(struct zk_yokai_plan *plan, unsigned worlds);
/* These pairs must touch besides those of the wish, in the worlds to come. */
void zk_yokai_plan_pairs(struct zk_yokai_plan *plan, unsigned pairs);
/* Looks at a world, `family` (0 to 3) of each card, and adds it up. Returns the moves to peace there:
 * a lower bound, exact when small but for ways that move a card twice. */
int zk_yokai_plan_world(struct zk_yokai_plan *plan, const uint8_t *family);
/* Whether the game is won now in that world, by the wish, and which pairs of families touch. Only with all
 * cards in the window. */
bool zk_yokai_plan_at_peace(const struct zk_yokai_plan *plan, const uint8_t *family,
                            unsigned *touching);
/* Adds up, in a plan that was cleared, what a world asked for before. */
void zk_yokai_plan_add(struct zk_yokai_plan *plan, const struct zk_yokai_asked *asked);
/* By how many moves a legal move brings the worlds nearer to peace, all added up. */
int32_t zk_yokai_plan_worth(const struct zk_yokai_plan *plan, zk_move move);
/* The same of the best move, 0 at least. */
int32_t zk_yokai_plan_best(const struct zk_yokai_plan *plan);

#endif
