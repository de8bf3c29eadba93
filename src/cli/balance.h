/* balance.h: what many games of Yōtei add up to, to be shown in a table, as JSON and as a picture. */
#ifndef ZASHIKI_BALANCE_H
#define ZASHIKI_BALANCE_H

#include <stdio.h>

#include "games/yotei.h"

enum {
    BALANCE_ROADS = 3,                        /* the elements of tier III: S, C, W */
    BALANCE_ROUNDS = ZK_YOTEI_ROUNDS_MAX + 1, /* by number, from 1 */
    BALANCE_BIDS = 11,                        /* sizes 0 to 9, and 10 or more */
};

/* What became of the cards of a kind: each that came into a slot or from a pile. */
struct balance_land {
    uint64_t up, down, pile; /* collected face up; face down from a slot; from a pile */
    uint64_t thawed, left;   /* put away by `thaw`; in its slot when the game ended */
};

struct balance_power {
    uint64_t drawn, played, cashed; /* the others were held at the end, and cashed by T30 */
};

/* Placements of one kind, by round. */
enum balance_act { BALANCE_PLACE, BALANCE_BID, BALANCE_FLIP, BALANCE_PILE, BALANCE_ACTS };

struct balance {
    const struct zk_yotei_set *set;
    const char *bot;
    unsigned players;
    uint64_t seed, games;
    uint64_t rounds[BALANCE_ROUNDS]; /* games that ended in that round */
    double road[BALANCE_ROADS + 1];  /* wins; the last without a card of tier III */
    double wins[ZK_SEATS_MAX];       /* a shared one is split */
    double order[ZK_SEATS_MAX];      /* the same, from who had the starting token first */
    double points[ZK_SEATS_MAX];     /* sums */
    double winner_points;            /* likewise */
    uint64_t stuck;                  /* games that ended by T16 */
    struct balance_land land[ZK_YOTEI_LAND_MAX];
    struct balance_power power[ZK_YOTEI_POWERS];
    uint64_t bids[BALANCE_BIDS], winning[BALANCE_BIDS]; /* by size */
    uint64_t bids_sum, winning_sum;                     /* potatoes */
    uint64_t contested, unmet; /* cards with several bidders; cards bid for and left */
    uint64_t act[BALANCE_ACTS][BALANCE_ROUNDS];
};

extern const char *const balance_road_names[BALANCE_ROADS + 1];
extern const char *const balance_act_names[BALANCE_ACTS];

/* The games that got as far as this round. */
uint64_t balance_reached(const struct balance *balance, unsigned round);
/* The last round that any game got to. */
unsigned balance_last_round(const struct balance *balance);

/* In balance_plot.c: the whole of it as an SVG picture. */
void balance_plot(const struct balance *balance, FILE *out);

#endif
