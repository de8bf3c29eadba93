/* balance.h: what many games of Yōtei add up to, to be shown in a table and as JSON.
 *
 * It is all whole numbers that are added up, so it does not matter which process has played which
 * games: a run on many cores, or in parts on many machines, gives the same as on one. */
#ifndef ZASHIKI_BALANCE_H
#define ZASHIKI_BALANCE_H

#include <stddef.h>

#include "core/text.h"
#include "games/yotei/yotei.h"

enum {
    BALANCE_ROADS = 3,                        /* the elements of tier III: S, C, W */
    BALANCE_ROUNDS = ZK_YOTEI_ROUNDS_MAX + 1, /* by number, from 1 */
    BALANCE_BIDS = 11,                        /* sizes 0 to 9, and 10 or more */
    BALANCE_WIN = 72, /* what a win counts: up to 4 winners share it, and 3 roads each part */
    BALANCE_JSON_SIZE = 64 * 1024,
};

/* What became of the cards of a kind: each that came into a slot or from a pile. */
struct balance_land {
    uint64_t up, down, pile; /* collected face up; face down from a slot; from a pile */
    uint64_t thawed, left;   /* put away by `thaw`; in its slot when the game ended */
    uint64_t games;          /* games in which one was collected face up */
};

struct balance_power {
    uint64_t drawn, played, cashed; /* the others were held at the end (T30) */
};

/* Placements of one kind, by round. */
enum balance_act { BALANCE_PLACE, BALANCE_BID, BALANCE_FLIP, BALANCE_PILE, BALANCE_ACTS };

struct balance {
    /* Which games: `games` of them from number `from` on. */
    const struct zk_yotei_set *set;
    const char *bot;
    uint64_t players, playouts; /* 0 playouts: as many as the bot likes */
    uint64_t seed, from;

    /* From here on everything is a count, so that two balances are added number by number. */
    uint64_t games;
    uint64_t rounds[BALANCE_ROUNDS]; /* games that ended in that round */
    uint64_t decided;                /* games with one winner, who has a card of tier III */
    uint64_t road[BALANCE_ROADS];    /* their roads */
    uint64_t wins[ZK_SEATS_MAX];
    uint64_t
        order[ZK_SEATS_MAX]; /* the same, from the player who had the starting token first */
    uint64_t points[ZK_SEATS_MAX];                      /* sums */
    uint64_t winner_points;                             /* the same, in parts of BALANCE_WIN */
    uint64_t stuck;                                     /* games that ended by T16 */
    uint64_t bids[BALANCE_BIDS], winning[BALANCE_BIDS]; /* by size */
    uint64_t bids_sum, winning_sum;                     /* potatoes */
    uint64_t contested, unmet; /* cards with several bidders; cards bid for and left */
    uint64_t contested_games;  /* games with such a card */
    uint64_t act[BALANCE_ACTS][BALANCE_ROUNDS];
    uint64_t last[BALANCE_ACTS]; /* games with such a placement in their last round */
    struct balance_land land[ZK_YOTEI_LAND_MAX];
    struct balance_power power[ZK_YOTEI_POWERS];
};

enum {
    BALANCE_COUNTS =
        (sizeof(struct balance) - offsetof(struct balance, games)) / sizeof(uint64_t)
};

extern const char *const balance_road_names[BALANCE_ROADS];
extern const char *const balance_act_names[BALANCE_ACTS];

/* The games that got as far as this round. */
uint64_t balance_reached(const struct balance *balance, unsigned round);
/* The last round that any game got to. */
unsigned balance_last_round(const struct balance *balance);
/* The sum of some counts. */
uint64_t balance_total(const uint64_t *counts, unsigned count);
/* A part of a whole, 0 of nothing. */
double balance_share(uint64_t part, uint64_t whole);

/* In balance_table.c: all of it in words and numbers. */
void balance_print(const struct balance *balance);

/* In balance_wanted.c: what is wanted of a card set, and how far it is true. */
struct terminal_marks;
void balance_print_wanted(const struct balance *balance, const struct terminal_marks *marks);

/* In balance_json.c: as one JSON object of at most BALANCE_JSON_SIZE bytes. */
void balance_write(const struct balance *balance, struct zk_text *out);
/* Adds what was written to a balance of the same run; its games must be those that come next. NULL,
 * or what is wrong; then `balance` is not to be used. */
const char *balance_add(struct balance *balance, const char *json, size_t size);

#endif
