/* seated.c: a bot in a seat, see seated.h. */
#include "seated.h"

#include <assert.h>
#include <string.h>

void zk_seated_begin(struct zk_seated *seated, const struct zk_bot *bot,
                     const struct zk_game *game, const struct zk_rules *rules, int seat) {
    seated->bot = bot;
    seated->game = game;
    seated->rules = rules;
    seated->seat = seat;
    seated->sees_everything = false;
    seated->stop = NULL;
    assert(bot->memory_size <= sizeof seated->memory);
    memset(seated->memory, 0, bot->memory_size);
}

void zk_seated_tell(struct zk_seated *seated, const struct zk_state *state, zk_move move) {
    const struct zk_game *game = seated->game;
    const struct zk_rules *rules = seated->rules;
    if (!seated->bot->observe) return;
    char told[ZK_MOVE_TEXT_SIZE], whole[ZK_MOVE_TEXT_SIZE], saw[ZK_MOVE_TEXT_SIZE] = "";
    struct zk_text told_text = zk_text_in(told, sizeof told),
                   whole_text = zk_text_in(whole, sizeof whole),
                   saw_text = zk_text_in(saw, sizeof saw);
    struct zk_state after;
    struct zk_view view;
    game->print_move(rules, state, move, seated->seat, &told_text);
    game->print_move(rules, state, move, ZK_EVERYTHING, &whole_text);
    if (game->saw) game->saw(rules, state, move, seated->seat, &saw_text);
    memcpy(&after, state, game->state_size);
    game->apply(rules, &after, move);
    game->view(rules, &after, seated->seat, &view);
    bool all = zk_same(told, told_text.used, whole, whole_text.used);
    struct zk_bot_event event = {
        .game = game,
        .rules = rules,
        .seat = seated->seat,
        .by = zk_mover(game->actor(rules, state), move),
        .told = told,
        .saw = saw,
        .move = all ? move : ZK_MOVE_HIDDEN,
        .view = &view,
    };
    seated->bot->observe(seated->memory, &event);
}

struct zk_bot_turn zk_seated_turn(const struct zk_seated *seated, const struct zk_state *state,
                                  struct zk_view *view) {
    seated->game->view(seated->rules, state, seated->seat, view);
    return (struct zk_bot_turn){
        .game = seated->game,
        .rules = seated->rules,
        .view = view,
        .seat = seated->seat,
        .memory = seated->memory,
    };
}

zk_move zk_seated_ask(struct zk_seated *seated, const struct zk_state *state,
                      struct zk_rng *rng, const struct zk_budget *budget,
                      struct zk_sentence *why) {
    const struct zk_game *game = seated->game;
    struct zk_view view;
    zk_move moves[ZK_MOVES_MAX];
    struct zk_bot_turn turn = zk_seated_turn(seated, state, &view);
    turn.moves = moves;
    turn.moves_count = game->moves(seated->rules, state, seated->seat, moves, NULL);
    turn.rng = rng;
    turn.budget = budget;
    turn.stop = seated->stop;
    turn.why = why;
    turn.truth = seated->sees_everything ? state : NULL;
    return seated->bot->choose(seated->bot, &turn);
}

zk_move zk_bot_decide(const struct zk_bot *bot, const struct zk_game_so_far *so_far, int seat,
                      struct zk_rng *rng, const struct zk_budget *budget,
                      struct zk_sentence *why) {
    struct zk_state state;
    struct zk_seated seated;
    zk_seated_begin(&seated, bot, so_far->game, so_far->rules, seat);
    seated.stop = so_far->stop;
    so_far->game->start(so_far->rules, &state);
    for (uint32_t i = 0; i < so_far->moves_count; i++) {
        zk_move move = so_far->move(so_far->user, i);
        zk_seated_tell(&seated, &state, move);
        so_far->game->apply(so_far->rules, &state, move);
    }
    return zk_seated_ask(&seated, &state, rng, budget, why);
}
