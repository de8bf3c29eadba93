/* selfplay.c: programs in every seat, see selfplay.h. */
#include "selfplay.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

void zk_selfplay_begin(struct zk_selfplay *play, const struct zk_game *game, const void *rules,
                       const struct zk_bot *const *bots, uint64_t seed, uint64_t number) {
    uint32_t seats = game->seats(rules);
    memset(play, 0, sizeof *play);
    play->game = game;
    play->rules = rules;
    play->luck = zk_rng_stream(seed, number);
    for (uint32_t seat = 0; seat < seats; seat++) {
        play->bot[seat] = bots[seat];
        play->own[seat] = zk_rng_stream(zk_rng_mix(seed) + seat + 1, number);
    }
}

zk_move zk_selfplay_next(struct zk_selfplay *play, const void *state) {
    const struct zk_game *game = play->game;
    int seat = game->actor(play->rules, state);
    assert(seat != ZK_OVER);
    if (seat == ZK_CHANCE || play->bot[seat] == &zk_bot_random) {
        for (;;) { /* out of turn nobody moves for a bot that chooses for itself */
            zk_move move = game->sample(play->rules, state, &play->luck);
            int mover = zk_mover(seat, move);
            if (mover == seat || play->bot[mover] == &zk_bot_random) return move;
        }
    }

    alignas(max_align_t) unsigned char view[ZK_VIEW_SIZE_MAX];
    zk_move moves[ZK_MOVES_MAX];
    game->view(play->rules, state, seat, view);
    struct zk_bot_turn turn = {
        .game = game,
        .rules = play->rules,
        .view = view,
        .seat = seat,
        .moves = moves,
        .moves_count = game->moves(play->rules, state, seat, moves, NULL),
        .rng = &play->own[seat],
    };
    return play->bot[seat]->choose(&turn);
}
