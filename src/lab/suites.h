/* suites.h: fixed games by which programs of anybody's can be compared; docs/benchmark.md.
 *
 * A suite is a number of deals. Deal d has the options d, modulo how many there are of them, and its luck is
 * stream d of SUITE_SEED. It is played once with the entrant in each seat, and the partner, a bot of ours,
 * in all others; where there is no partner the entrant has all seats and plays it once. A bot in seat s
 * draws from stream s of the seed d, as a zk_player does. So luck and partners do the same in the same position, always, and
 * both can be played again from a record: a suite that was published is never changed. */
#ifndef ZASHIKI_SUITES_H
#define ZASHIKI_SUITES_H

#include "bots/seated.h"

enum { SUITE_PARTS_MAX = 5, SUITE_SEED = 20261116 };

struct suite {
    const char *name; /* "yokai-3-normal" */
    const struct zk_game *game;
    const char *partner;                    /* or NULL */
    const char *parts[SUITE_PARTS_MAX + 1]; /* options, "players=3 level=1"; ended by NULL */
    unsigned seats;                         /* of every part */
    uint32_t deals;                         /* a multiple of how many parts there are */
};

/* Ended by a NULL name. */
extern const struct suite suites[];

struct request;
/* The suite of that name; NULL after saying that there is none. */
const struct suite *suites_find(const struct request *request, const char *name);
unsigned suite_parts(const struct suite *suite);
/* Options as settings, and the rules that they make; all in a suite are right. */
void suite_rules(const struct suite *suite, unsigned part, struct zk_settings *settings,
                 struct zk_rules *rules);
/* How many games a deal is. */
unsigned suite_games(const struct suite *suite);

/* A game of a suite while it is played: games are numbered deal by deal, in each by the entrant's seat. */
struct suite_game {
    const struct suite *suite;
    uint64_t deal;
    unsigned part;
    struct zk_settings settings;
    struct zk_rules rules;
    struct zk_rng luck, own[ZK_SEATS_MAX];
    const struct zk_bot
        *bot[ZK_SEATS_MAX]; /* NULL in the seats of an entrant who is not a bot of ours */
    struct zk_seated seated[ZK_SEATS_MAX];
    struct zk_state state;
};

/* Before the first move. The entrant is a bot of ours, or NULL. */
void suite_begin(struct suite_game *play, const struct suite *suite, uint64_t number,
                 const struct zk_bot *entrant);
/* Whether the entrant has this seat. */
bool suite_is_entrant(const struct suite *suite, uint64_t number, int seat);
/* What luck or the bot that is to move does. Asked once in a position. */
zk_move suite_next(struct suite_game *play);
void suite_make(struct suite_game *play, zk_move move);

#endif
