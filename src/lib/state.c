/* state.c: states, moves and views as bytes of the caller's, see zashiki.h. */
#include <string.h>

#include "../core/json.h"
#include "../core/record.h"
#include "inside.h"

enum { RESULT_SIZE = 1024, BOARD_SIZE = 64 * 1024 };

static bool is_seat(const struct zk_ruleset *rules, int seat) {
    return seat >= 0 && (uint32_t)seat < rules->seats;
}

/* Whether somebody can be shown something. */
static bool is_viewer(const struct zk_ruleset *rules, int seat) {
    return is_seat(rules, seat) || seat == ZK_SPECTATOR || seat == ZK_EVERYTHING;
}

static int actor_of(const struct zk_ruleset *rules, const struct zk_state *state) {
    return rules->game->actor(&rules->rules, state);
}

/* ---- Random numbers ---- */

uint64_t zk_random(uint64_t seed, uint64_t stream) { return zk_rng_stream(seed, stream).at; }

uint32_t zk_random_below(uint64_t *generator, uint32_t below) {
    assert(below);
    struct zk_rng rng = {*generator};
    uint32_t number = zk_rng_below(&rng, below);
    *generator = rng.at;
    return number;
}

/* ---- States ---- */

size_t zk_state_size(const struct zk_ruleset *rules) { return rules->game->state_size; }

void zk_state_start(const struct zk_ruleset *rules, void *bytes) {
    struct zk_state state;
    rules->game->start(&rules->rules, &state);
    memcpy(bytes, &state, rules->game->state_size);
}

const char *zk_state_check(const struct zk_ruleset *rules, const void *bytes) {
    struct zk_state state;
    zk_inside_state(rules, &state, bytes);
    return rules->game->check(&rules->rules, &state);
}

int zk_state_actor(const struct zk_ruleset *rules, const void *bytes) {
    struct zk_state state;
    zk_inside_state(rules, &state, bytes);
    return actor_of(rules, &state);
}

uint32_t zk_state_moves(const struct zk_ruleset *rules, const void *bytes, int seat,
                        zk_move *moves, uint32_t *weights) {
    struct zk_state state;
    uint32_t none[ZK_MOVES_MAX];
    assert(is_seat(rules, seat) || seat == ZK_CHANCE);
    zk_inside_state(rules, &state, bytes);
    int actor = actor_of(rules, &state);
    if (actor == ZK_OVER || (seat == ZK_CHANCE) != (actor == ZK_CHANCE)) return 0;
    return rules->game->moves(&rules->rules, &state, seat, moves, weights ? weights : none);
}

bool zk_inside_legal(const struct zk_ruleset *rules, const struct zk_state *state,
                     zk_move move) {
    zk_move moves[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX];
    int actor = actor_of(rules, state), mover = zk_mover(actor, move);
    if (actor == ZK_OVER || (mover != actor && (actor < 0 || !is_seat(rules, mover))))
        return false;
    uint32_t count = rules->game->moves(&rules->rules, state, mover, moves, weights), i = 0;
    while (i < count && moves[i] != move) i++;
    return i < count;
}

bool zk_state_apply(const struct zk_ruleset *rules, void *bytes, zk_move move) {
    struct zk_state state;
    zk_inside_state(rules, &state, bytes);
    if (!zk_inside_legal(rules, &state, move)) return false;
    rules->game->apply(&rules->rules, &state, move);
    memcpy(bytes, &state, rules->game->state_size);
    return true;
}

int zk_state_mover(const struct zk_ruleset *rules, const void *bytes, zk_move move) {
    return zk_mover(zk_state_actor(rules, bytes), move);
}

zk_move zk_state_sample(const struct zk_ruleset *rules, const void *bytes,
                        uint64_t *generator) {
    struct zk_state state;
    zk_inside_state(rules, &state, bytes);
    int actor = actor_of(rules, &state);
    assert(actor != ZK_OVER);
    struct zk_rng rng = {*generator};
    zk_move move;
    do move = zk_sample(rules->game, &rules->rules, &state, &rng);
    while (zk_mover(actor, move) != actor); /* the engine's own also moves out of turn */
    *generator = rng.at;
    return move;
}

uint32_t zk_state_playout(const struct zk_ruleset *rules, void *bytes, uint64_t *generator) {
    struct zk_state state;
    zk_inside_state(rules, &state, bytes);
    struct zk_rng rng = {*generator};
    uint32_t decisions = zk_playout(rules->game, &rules->rules, &state, &rng);
    *generator = rng.at;
    memcpy(bytes, &state, rules->game->state_size);
    return decisions;
}

bool zk_state_points(const struct zk_ruleset *rules, const void *bytes, int32_t *points) {
    struct zk_state state;
    int32_t all[ZK_SEATS_MAX];
    zk_inside_state(rules, &state, bytes);
    if (!rules->game->points(&rules->rules, &state, all)) return false;
    memcpy(points, all, rules->seats * sizeof *points);
    return true;
}

uint32_t zk_state_winners(const struct zk_ruleset *rules, const void *bytes) {
    struct zk_state state;
    struct zk_result result;
    zk_inside_state(rules, &state, bytes);
    assert(actor_of(rules, &state) == ZK_OVER);
    rules->game->result(&rules->rules, &state, &result);
    return result.winners;
}

size_t zk_state_result(const struct zk_ruleset *rules, const void *bytes, char *json,
                       size_t size) {
    struct zk_state state;
    char memory[RESULT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    zk_inside_state(rules, &state, bytes);
    assert(actor_of(rules, &state) == ZK_OVER);
    zk_record_write_result(&out, rules->game, &rules->rules, &state);
    assert(!text.full);
    return zk_inside_give(json, size, memory, text.used);
}

/* ---- Moves ---- */

size_t zk_move_print(const struct zk_ruleset *rules, const void *bytes, zk_move move, int seat,
                     char *out, size_t size) {
    struct zk_state state;
    char memory[ZK_MOVE_TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    assert(is_viewer(rules, seat));
    zk_inside_state(rules, &state, bytes);
    rules->game->print_move(&rules->rules, &state, move, seat, &text);
    return zk_inside_give(out, size, memory, text.used);
}

size_t zk_move_saw(const struct zk_ruleset *rules, const void *bytes, zk_move move, int seat,
                   char *out, size_t size) {
    struct zk_state state;
    char memory[ZK_MOVE_TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    assert(is_viewer(rules, seat));
    zk_inside_state(rules, &state, bytes);
    if (rules->game->saw) rules->game->saw(&rules->rules, &state, move, seat, &text);
    return zk_inside_give(out, size, memory, text.used);
}

bool zk_move_parse(const struct zk_ruleset *rules, const void *bytes, int seat,
                   const char *text, zk_move *move, char *why, size_t why_size) {
    const struct zk_game *game = rules->game;
    struct zk_state state;
    struct zk_sentence refusal;
    size_t size = strlen(text);
    assert(is_seat(rules, seat) || seat == ZK_CHANCE);
    zk_inside_state(rules, &state, bytes);
    int actor = actor_of(rules, &state);
    if (actor == ZK_OVER) {
        zk_refuse(&refusal, "", "move.over");
    } else if ((seat == ZK_CHANCE) != (actor == ZK_CHANCE)) {
        zk_refuse(&refusal, "", "move.not_in_turn");
        zk_sentence_arg(&refusal, zk_actor_name(actor), strlen(zk_actor_name(actor)));
    } else if (zk_parse_move(game, &rules->rules, &state, seat, text, size, move)) {
        return true;
    } else {
        game->explain(&rules->rules, &state, seat, text, size, &refusal);
    }
    zk_inside_why(game, &refusal, why, why_size);
    return false;
}

/* ---- Views ---- */

size_t zk_view_size(const struct zk_ruleset *rules) { return rules->game->view_size; }

void zk_view_take(const struct zk_ruleset *rules, const void *bytes, int seat, void *out) {
    struct zk_state state;
    struct zk_view view;
    assert(is_viewer(rules, seat));
    zk_inside_state(rules, &state, bytes);
    rules->game->view(&rules->rules, &state, seat, &view);
    memcpy(out, &view, rules->game->view_size);
}

void zk_view_resample(const struct zk_ruleset *rules, const void *bytes, uint64_t *generator,
                      void *out) {
    struct zk_view view;
    struct zk_state state;
    struct zk_rng rng = {*generator};
    memcpy(&view, bytes, rules->game->view_size);
    rules->game->resample(&rules->rules, &view, &rng, &state);
    *generator = rng.at;
    memcpy(out, &state, rules->game->state_size);
}

size_t zk_view_json(const struct zk_ruleset *rules, const void *bytes, char *json,
                    size_t size) {
    struct zk_view view;
    char memory[ZK_WRITTEN_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    memcpy(&view, bytes, rules->game->view_size);
    rules->game->write_view(&rules->rules, &view, &out);
    assert(!text.full);
    return zk_inside_give(json, size, memory, text.used);
}

size_t zk_view_text(const struct zk_ruleset *rules, const void *bytes, bool memory, char *out,
                    size_t size) {
    struct zk_view view;
    char board[BOARD_SIZE];
    struct zk_text text = zk_text_in(board, sizeof board);
    memcpy(&view, bytes, rules->game->view_size);
    zk_print_view(rules->game, &rules->rules, &view, memory, &text);
    assert(!text.full);
    return zk_inside_give(out, size, board, text.used);
}
