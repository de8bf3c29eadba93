/* selfplay.h: who makes the next move when programs sit in the seats.
 *
 *     struct zk_selfplay play;
 *     zk_selfplay_begin(&play, game, rules, bots, seed, number);
 *     game->start(rules, state);
 *     while (game->actor(rules, state) != ZK_OVER)
 *         zk_selfplay_make(&play, state, zk_selfplay_next(&play, state));
 *
 * Luck and the moves of `random` come from one generator, number `number` of `seed`, drawn by
 * game->sample: with `random` in every seat these are the same games that game->playout plays
 * with zk_rng_stream(seed, number). Every other bot has a generator of its own, so that what it
 * draws changes nobody's luck. */
#ifndef ZK_SELFPLAY_H
#define ZK_SELFPLAY_H

#include "deal.h"
#include "seated.h"

struct zk_selfplay {
    const struct zk_game *game;
    const struct zk_rules *rules;
    const struct zk_bot *bot[ZK_SEATS_MAX]; /* or NULL */
    const struct zk_budget *budget;         /* of every bot; NULL unless the caller sets it */
    bool sees_everything[ZK_SEATS_MAX]; /* false; true gives a seat's search the true state */
    struct zk_deal *
        deal; /* where chance's cards come from; NULL, from `luck`, unless the caller sets it */
    struct zk_rng luck;
    struct zk_rng own[ZK_SEATS_MAX]; /* what the bot in each seat draws from */
    struct zk_seated seated[ZK_SEATS_MAX];
};

/* Before the first move of game `number`. `bots` has one for each seat; it may be NULL for a seat
 * whose moves come from elsewhere. Each knows the game. */
void zk_selfplay_begin(struct zk_selfplay *play, const struct zk_game *game,
                       const struct zk_rules *rules, const struct zk_bot *const *bots,
                       uint64_t seed, uint64_t number);
/* The next move of a game that is not over: an outcome, or what the bot in turn chooses. */
zk_move zk_selfplay_next(struct zk_selfplay *play, const struct zk_state *state);
/* Makes a move, the bots' or another's, and tells every bot what its seat is told of it. */
void zk_selfplay_make(struct zk_selfplay *play, struct zk_state *state, zk_move move);

#endif
