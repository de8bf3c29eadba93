/* desk.c: see desk.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "desk.h"
#include "table/protocol.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- chime: both seats ring in turn, four times in all; B may cough once while A thinks. The
 * smallest game with a move out of turn. ---- */

enum { RING = 0, COUGH = 2 << 28 | 1 };
struct chime {
    uint8_t rung, coughed;
};

static const struct zk_option chime_options[] = {{NULL, NULL, NULL}};
static const struct zk_phrase chime_phrases[] = {{"chime.no", "No."}, {NULL, NULL}};
static const char *const chime_rules[] = {"C1", NULL};

static bool chime_prepare(struct zk_rules *rules, const struct zk_settings *settings,
                          struct zk_sentence *refusal) {
    (void)settings;
    (void)refusal;
    memset(rules, 0, 1);
    return true;
}
static uint32_t chime_seats(const struct zk_rules *rules) {
    (void)rules;
    return 2;
}
static void chime_start(const struct zk_rules *rules, struct zk_state *state) {
    (void)rules;
    memset(state, 0, sizeof(struct chime));
}
static int chime_actor(const struct zk_rules *rules, const struct zk_state *state) {
    (void)rules;
    const struct chime *now = (const void *)state;
    return now->rung == 4 ? ZK_OVER : now->rung % 2;
}
static uint32_t chime_moves(const struct zk_rules *rules, const struct zk_state *state,
                            int seat, zk_move *out, uint32_t *weights) {
    (void)weights;
    const struct chime *now = (const void *)state;
    int actor = chime_actor(rules, state);
    if (seat == actor) out[0] = RING;
    if (seat == 1 && actor == 0 && !now->coughed) out[0] = COUGH;
    return seat == actor || (seat == 1 && actor == 0 && !now->coughed);
}
static zk_move chime_sample(const struct zk_rules *rules, const struct zk_state *state,
                            struct zk_rng *rng) {
    (void)rules;
    (void)state;
    (void)rng;
    return RING;
}
static void chime_apply(const struct zk_rules *rules, struct zk_state *state, zk_move move) {
    (void)rules;
    struct chime *now = (void *)state;
    if (move == RING)
        now->rung++;
    else
        now->coughed = 1;
}
static bool chime_points(const struct zk_rules *rules, const struct zk_state *state,
                         int32_t *points) {
    (void)rules;
    (void)state;
    (void)points;
    return false;
}
static void chime_result(const struct zk_rules *rules, const struct zk_state *state,
                         struct zk_result *result) {
    (void)rules;
    (void)state;
    memset(result, 0, sizeof *result);
    result->winners = 3;
    result->end = "C1";
}
static void chime_view(const struct zk_rules *rules, const struct zk_state *state, int seat,
                       struct zk_view *view) {
    (void)rules;
    (void)seat;
    memcpy(view, state, sizeof(struct chime));
}
static void chime_print_move(const struct zk_rules *rules, const struct zk_state *state,
                             zk_move move, int seat, struct zk_text *text) {
    (void)rules;
    (void)state;
    (void)seat;
    zk_text_put(text, move == RING ? "ring" : "cough");
}
static bool chime_parse_move(const struct zk_rules *rules, const struct zk_state *state,
                             int seat, const char *text, size_t size, zk_move *move) {
    zk_move legal;
    if (!chime_moves(rules, state, seat, &legal, NULL)) return false;
    *move = legal;
    return zk_same(text, size, legal == RING ? "ring" : "cough", legal == RING ? 4 : 5);
}
static void chime_explain(const struct zk_rules *rules, const struct zk_state *state, int seat,
                          const char *text, size_t size, struct zk_sentence *refusal) {
    (void)rules;
    (void)state;
    (void)seat;
    (void)text;
    (void)size;
    zk_refuse(refusal, "C1", "chime.no");
}
static void chime_write_view(const struct zk_rules *rules, const struct zk_view *view,
                             struct zk_json_out *out) {
    (void)rules;
    zk_json_begin_object(out);
    zk_json_key(out, "rung");
    zk_json_put_int(out, ((const struct chime *)view)->rung);
    zk_json_end_object(out);
}

const struct zk_game chime = {
    .id = "chime",
    .name = "Chime",
    .rules_version = 2,
    .seats_min = 2,
    .seats_max = 2,
    .rules_size = 1,
    .state_size = sizeof(struct chime),
    .view_size = sizeof(struct chime),
    .moves_max = 1,
    .length_max = 5,
    .options = chime_options,
    .phrases = chime_phrases,
    .rule_ids = chime_rules,
    .prepare = chime_prepare,
    .seats = chime_seats,
    .start = chime_start,
    .actor = chime_actor,
    .moves = chime_moves,
    .sample = chime_sample,
    .apply = chime_apply,
    .points = chime_points,
    .result = chime_result,
    .view = chime_view,
    .print_move = chime_print_move,
    .parse_move = chime_parse_move,
    .explain = chime_explain,
    .write_view = chime_write_view,
};

/* ---- A table with everything it needs ---- */

void desk_open_for(struct desk *desk, const struct zk_game *game, const char *players,
                   uint64_t seed, uint32_t clock_ms, uint32_t step_ms) {
    struct zk_settings settings = {0};
    memset(desk, 0, sizeof *desk);
    assert_true(!players || zk_settings_set(game, &settings, "players", 7, players,
                                            strlen(players), &desk->refusal));
    desk->rng = zk_rng_stream(seed, 0);
    desk->now_ms = 1000000;
    assert_true(game->prepare(&desk->rules, &settings, &desk->refusal));
    struct zk_terms terms = {.clock_ms = clock_ms, .clock_step_ms = step_ms};
    /* Quick ones, where the game has them. */
    if (game != &chime)
        assert_true(zk_stand_in_read(game, "greedy", &terms.stand_in, &desk->refusal) ||
                    zk_stand_in_read(game, "random", &terms.stand_in, &desk->refusal));
    struct zk_entry_memory memory = {desk->entries, ROOM, desk->words, sizeof desk->words};
    zk_table_open(&desk->table, "table", game, &settings, &desk->rules, &terms, &memory);
    desk->table.refusals = &desk->refusals;
}

void desk_open(struct desk *desk, const struct zk_game *game, uint64_t seed, uint32_t clock_ms,
               uint32_t step_ms) {
    desk_open_for(desk, game, NULL, seed, clock_ms, step_ms);
}

struct zk_command command_of(struct desk *desk, enum zk_command_kind kind, int seat) {
    struct zk_command command = {.kind = kind, .seat = seat, .whom = -1};
    command.at = desk->table.now.count;
    snprintf(command.request, sizeof command.request, "r%u", desk->requests++);
    return command;
}

bool command_do(struct desk *desk, const struct zk_command *command) {
    return zk_table_do(&desk->table, command, desk->now_ms, &desk->entry, &desk->refusal);
}

bool desk_do(struct desk *desk, enum zk_command_kind kind, int seat) {
    struct zk_command command = command_of(desk, kind, seat);
    return command_do(desk, &command);
}

bool desk_sit_with(struct desk *desk, int seat, const char *name, enum zk_face face) {
    struct zk_command command = command_of(desk, ZK_DO_SIT, seat);
    snprintf(command.name, sizeof command.name, "%s", name);
    command.face = (uint8_t)face;
    return command_do(desk, &command);
}

bool desk_sit(struct desk *desk, int seat, const char *name) {
    return desk_sit_with(desk, seat, name, ZK_FACE_NONE);
}

bool desk_bot(struct desk *desk, int by, int whom, bool away) {
    struct zk_command command = command_of(desk, ZK_DO_BOT, by);
    command.whom = whom;
    command.bot = zk_bots_named("greedy", 6);
    command.away = away;
    return command_do(desk, &command);
}

bool desk_bot_with(struct desk *desk, int by, int whom, enum zk_face face) {
    struct zk_command command = command_of(desk, ZK_DO_BOT, by);
    command.whom = whom;
    command.bot = zk_bots_named("greedy", 6);
    command.face = (uint8_t)face;
    return command_do(desk, &command);
}

struct zk_command move_of(struct desk *desk, int seat, const char *move) {
    struct zk_command command = command_of(desk, ZK_DO_MOVE, seat);
    command.move = move;
    command.move_size = strlen(move);
    return command;
}

bool desk_move(struct desk *desk, int seat, const char *text) {
    struct zk_command command = move_of(desk, seat, text);
    return command_do(desk, &command);
}

void refused_with(const struct desk *desk, bool done, const char *key) {
    assert_false(done);
    assert_string_equal(desk->refusal.key, key);
}

void desk_chance(struct desk *desk) {
    int seat;
    while (zk_table_wait(&desk->table, &seat) == ZK_WAIT_CHANCE)
        zk_table_chance(&desk->table, &desk->rng, desk->now_ms);
}

int desk_actor(const struct desk *desk) {
    return desk->table.game->actor(&desk->rules, &desk->table.now.state);
}

bool any_move(struct desk *desk, int seat, char *text) {
    zk_move moves[ZK_MOVES_MAX];
    const struct zk_game *game = desk->table.game;
    uint32_t count = game->moves(&desk->rules, &desk->table.now.state, seat, moves, NULL);
    if (!count) return false;
    struct zk_text out = zk_text_in(text, ZK_MOVE_TEXT_SIZE);
    game->print_move(&desk->rules, &desk->table.now.state,
                     moves[zk_rng_below(&desk->rng, count)], seat, &out);
    return true;
}

void sit_all(struct desk *desk) {
    for (int i = 0; i < (int)desk->table.seats_count; i++)
        assert_true(desk_sit(desk, i, "Name"));
    desk_chance(desk);
}

bool go_on(struct desk *desk) {
    char text[ZK_MOVE_TEXT_SIZE];
    int actor = desk_actor(desk);
    if (actor < 0) return false;
    assert_true(any_move(desk, actor, text));
    assert_true(desk_move(desk, actor, text));
    desk_chance(desk);
    return true;
}

bool same_fold(const struct zk_fold *a, const struct zk_fold *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

struct desk *new_desk(void) {
    struct desk *desk = malloc(sizeof *desk);
    assert_non_null(desk);
    return desk;
}

/* ---- Anything at any time ---- */

/* A key that was made here before, or not, and how the command comes to the seat: what a door finds out. */
static void random_key(struct desk *desk, struct zk_command *command) {
    static uint8_t hash[ZK_HASH_SIZE];
    if (command->seat >= (int)desk->table.seats_count) return;
    const struct zk_seat *seat = &desk->table.now.seat[command->seat];
    memset(hash, (int)(1 + zk_rng_below(&desk->rng, 40)), sizeof hash);
    if (zk_rng_below(&desk->rng, 4)) command->key = hash;
    uint32_t keys = zk_seat_keys(seat);
    if (keys) command->holds = seat->key[zk_rng_below(&desk->rng, keys)];
    if (seat->link && command->kind == ZK_DO_DEVICE && zk_rng_below(&desk->rng, 4)) {
        command->linked = true;
        command->holds = 0;
    }
}

static struct zk_command random_command(struct desk *desk, char *text) {
    /* Of those that think it is the thinking that takes the time. */
    const struct zk_bot_name *quick_bots[] = {zk_bots_named("random", 6),
                                              zk_bots_named("greedy", 6)};
    static const char *const rubbish[] = {"",     "end",     "nonsense", "play",
                                          "ring", "draw RB", "?"};
    uint32_t seats = desk->table.seats_count, lot = zk_rng_below(&desk->rng, 100);
    enum zk_command_kind kind =
        lot < 55 ? ZK_DO_MOVE
                 : (enum zk_command_kind)zk_rng_below(&desk->rng, ZK_COMMANDS_COUNT);
    int seat = (int)zk_rng_below(&desk->rng, seats + (lot == 99));
    if (kind == ZK_DO_MOVE && desk_actor(desk) >= 0 && lot % 8) seat = desk_actor(desk);
    struct zk_command command = command_of(desk, kind, seat);
    command.whom = (int)zk_rng_below(&desk->rng, seats + 1);
    command.bot = quick_bots[zk_rng_below(&desk->rng, 2)];
    command.away = lot % 3 == 0;
    snprintf(command.name, sizeof command.name, "%s", lot % 5 ? "Zoé \"Z\"" : "");
    if (lot % 11 == 0) command.at = zk_rng_below(&desk->rng, command.at + 2);
    if (lot % 13 == 0 && desk->requests > 3)
        snprintf(command.request, sizeof command.request, "r%u", desk->requests - 3);
    command.move = text;
    if (lot % 10 == 0 || seat >= (int)seats || !any_move(desk, seat, text))
        command.move = rubbish[zk_rng_below(&desk->rng, COUNT(rubbish))];
    command.move_size = strlen(command.move);
    random_key(desk, &command);
    return command;
}

void random_step(struct desk *desk) {
    char text[ZK_MOVE_TEXT_SIZE];
    int seat;
    desk->now_ms += zk_rng_below(&desk->rng, 400);
    uint32_t lot = zk_rng_below(&desk->rng, 10);
    enum zk_wait wait = zk_table_wait(&desk->table, &seat);
    if (wait == ZK_WAIT_CHANCE && lot < 9) {
        zk_table_chance(&desk->table, &desk->rng, desk->now_ms);
    } else if (wait == ZK_WAIT_BOT && lot < 7) {
        zk_table_bot(&desk->table, &desk->rng, desk->now_ms);
    } else if (wait == ZK_WAIT_PERSON && lot == 0 &&
               zk_table_may_advise(&desk->table, seat, "", &desk->refusal)) {
        zk_table_advise(&desk->table, seat, "", desk->now_ms);
    } else if (!zk_table_tick(&desk->table, desk->now_ms)) {
        struct zk_command command = random_command(desk, text);
        struct zk_fold before = desk->table.now;
        uint32_t repeated = 0;
        bool done = command_do(desk, &command);
        if (done) repeated = desk->entry <= before.count;
        if (!done || repeated) assert_true(same_fold(&desk->table.now, &before));
        if (!done) assert_true(*desk->refusal.key);
    }
}
