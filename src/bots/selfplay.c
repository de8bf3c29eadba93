/* selfplay.c: programs in every seat, see selfplay.h. */
#include "selfplay.h"

#include <assert.h>
#include <string.h>

void zk_selfplay_begin(struct zk_selfplay *play, const struct zk_game *game,
                       const struct zk_rules *rules, const struct zk_bot *const *bots,
                       uint64_t seed, uint64_t number) {
    uint32_t seats = zk_seats(game, rules);
    memset(play->bot, 0, sizeof play->bot);
    memset(play->sees_everything, 0, sizeof play->sees_everything);
    play->game = game;
    play->rules = rules;
    play->budget = NULL;
    play->deal = NULL;
    play->luck = zk_rng_stream(seed, number);
    for (uint32_t seat = 0; seat < seats; seat++) {
        play->bot[seat] = bots[seat];
        play->own[seat] = zk_rng_stream(zk_rng_mix(seed) + seat + 1, number);
        if (bots[seat])
            zk_seated_begin(&play->seated[seat], bots[seat], game, rules, (int)seat);
    }
}

zk_move zk_selfplay_next(struct zk_selfplay *play, const struct zk_state *state) {
    int seat = play->game->actor(play->rules, state);
    assert(seat != ZK_OVER);
    if (seat == ZK_CHANCE && play->deal)
        return zk_deal_draw(play->deal, play->game, play->rules, state);
    if (seat == ZK_CHANCE || play->bot[seat] == &zk_bot_random) {
        for (;;) { /* out of turn nobody moves for a bot that chooses for itself */
            zk_move move = zk_sample(play->game, play->rules, state, &play->luck);
            int mover = zk_mover(seat, move);
            if (mover == seat || play->bot[mover] == &zk_bot_random) return move;
        }
    }
    play->seated[seat].sees_everything = play->sees_everything[seat];
    return zk_seated_ask(&play->seated[seat], state, &play->own[seat], play->budget, NULL);
}

void zk_selfplay_make(struct zk_selfplay *play, struct zk_state *state, zk_move move) {
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
        if (play->bot[seat]) zk_seated_tell(&play->seated[seat], state, move);
    play->game->apply(play->rules, state, move);
}
