/* solve.h: the fewest card moves that bring all families of Yokai together. */
#ifndef ZK_YOKAI_SOLVE_H
#define ZK_YOKAI_SOLVE_H

#include "../../games/yokai/yokai.h"

enum {
    ZK_YOKAI_SOLVE_MOVES_MAX = 16, /* more are never looked for */
    ZK_YOKAI_SOLVE_SIZE = 72 * 1024,
    ZK_YOKAI_TETROMINOES = 19, /* turned and mirrored ones counted apart */
};

/* The four cells of each tetromino, as steps from its first: row and column. */
extern const int8_t zk_yokai_tetromino[ZK_YOKAI_TETROMINOES][4][2];

/* Sixteen cards somewhere, each of a known family, some of which may not move. */
struct zk_yokai_layout {
    int8_t x[ZK_YOKAI_CARDS], y[ZK_YOKAI_CARDS];
    uint8_t family[ZK_YOKAI_CARDS]; /* 0 to 3, four of each */
    uint16_t locked;                /* bits */
};

struct zk_yokai_step {
    uint8_t card;
    int8_t x, y;
};

/* The fewest moves to peace and, in `steps`, one way to make them, legal at every step; -1 when
 * there is none with at most `limit` moves, which is at most ZK_YOKAI_SOLVE_MOVES_MAX. Exact,
 * wherever the cards lie and whichever are locked. A deal in the square never takes more than 9 moves
 * (tests/yokai/test_yokai_deals.c), and some 30 microseconds; a layout from the middle of a game some
 * milliseconds, and rarely, where cards have to step aside, a second. `scratch` is
 * ZK_YOKAI_SOLVE_SIZE bytes, aligned to 8, of any content. */
int zk_yokai_solve(const struct zk_yokai_layout *layout, int limit, void *scratch,
                   struct zk_yokai_step *steps);
/* The same, but only ways on which no card moves twice and every family keeps a card in its place:
 * quick in every layout, and seldom a move too many. */
int zk_yokai_solve_straight(const struct zk_yokai_layout *layout, int limit, void *scratch,
                            struct zk_yokai_step *steps);

/* The most points that can still be made when peace takes `moves` turns and none of so many hint
 * cards has been turned up yet; -1 when the game ends before. */
int zk_yokai_best_score(uint32_t hints, uint32_t moves);

#endif
