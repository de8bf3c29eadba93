/* replay.c: see replay.h. */
#include "replay.h"

#include <assert.h>
#include <string.h>

#include "../games/list.h"

static void put_string(struct zk_json_out *out, const char *key, const char *value) {
    zk_json_key(out, key);
    zk_json_put_string(out, value);
}

static void put_int(struct zk_json_out *out, const char *key, int64_t value) {
    zk_json_key(out, key);
    zk_json_put_int(out, value);
}

/* ---- Reading ---- */

static void keep_record(void *user, const struct zk_record *record) {
    struct zk_replay *replay = user;
    if (!replay->is_there) replay->record = *record;
    replay->is_there = true;
}

static void keep_wrong(void *user, const struct zk_record_wrong *wrong) {
    struct zk_replay *replay = user;
    if (!replay->is_wrong) replay->wrong = *wrong;
    replay->is_wrong = true;
}

static void write_wrong(const struct zk_record_wrong *wrong, struct zk_json_out *out) {
    zk_json_begin_object(out);
    put_int(out, "line", (int64_t)wrong->line);
    zk_json_key(out, "refused");
    zk_sentence_write(out, &wrong->refusal);
    zk_json_end_object(out);
}

static void write_moves(struct zk_replay *replay, struct zk_json_out *out) {
    const struct zk_record *record = &replay->record;
    const struct zk_game *game = record->game;
    zk_json_key(out, "moves");
    zk_json_begin_array(out);
    game->start(record->rules, &replay->state);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        char notation[ZK_MOVE_TEXT_SIZE];
        struct zk_text text = zk_text_in(notation, sizeof notation);
        int actor = game->actor(record->rules, &replay->state);
        game->print_move(record->rules, &replay->state, replay->moves[i], ZK_EVERYTHING,
                         &text);
        zk_json_begin_object(out);
        put_string(out, "by", zk_actor_name(zk_mover(actor, replay->moves[i])));
        put_string(out, "move", notation);
        zk_json_end_object(out);
        game->apply(record->rules, &replay->state, replay->moves[i]);
    }
    zk_json_end_array(out);
}

static void write_record(struct zk_replay *replay, struct zk_json_out *out) {
    const struct zk_record *record = &replay->record;
    zk_json_begin_object(out);
    put_string(out, "game", record->game->id);
    zk_json_key(out, "options");
    zk_settings_write(out, record->game, &record->settings);
    if (record->settings.cards) {
        zk_json_key(out, "cardset");
        zk_json_put_raw(out, record->settings.cards, record->settings.cards_size);
    }
    zk_json_key(out, "seats");
    zk_json_begin_array(out);
    for (uint32_t i = 0; i < record->seats_count; i++)
        zk_json_put_string(out, record->name[i]);
    zk_json_end_array(out);
    write_moves(replay, out);
    if (record->finished) {
        zk_json_key(out, "result");
        zk_record_write_result(out, record->game, record->rules, &replay->state);
    }
    zk_json_end_object(out);
}

bool zk_replay_read(struct zk_replay *replay, const char *text, size_t size,
                    struct zk_json_out *out) {
    assert(zk_record_moves_max(zk_games) <= ZK_REPLAY_MOVES_MAX);
    replay->is_there = replay->is_wrong = replay->is_studied = false;
    zk_record_reader_start(&replay->reader, zk_games, replay->moves, ZK_REPLAY_MOVES_MAX,
                           keep_record, keep_wrong, replay);
    for (size_t at = 0, end; at < size && !replay->is_wrong; at = end + 1) {
        for (end = at; end < size && text[end] != '\n';) end++;
        /* One record: the next one would be read over this one's moves and rules. */
        if (at > 0 && zk_record_begins(text + at, end - at)) break;
        zk_record_reader_line(&replay->reader, text + at, end - at);
    }
    if (!replay->is_wrong) zk_record_reader_end(&replay->reader);
    replay->is_there &= !replay->is_wrong;
    if (replay->is_wrong) write_wrong(&replay->wrong, out);
    if (replay->is_there) write_record(replay, out);
    return replay->is_there;
}

void zk_replay_write_position(struct zk_replay *replay, uint32_t moves_count, int audience,
                              struct zk_json_out *out) {
    const struct zk_record *record = &replay->record;
    if (!replay->is_there) return;
    if (moves_count > record->moves_count) moves_count = record->moves_count;
    if (audience >= (int)record->seats_count) audience = ZK_SPECTATOR;
    const struct zk_game *game = record->game;
    struct zk_view before;
    zk_move last = 0;
    game->start(record->rules, &replay->state);
    for (uint32_t i = 0; i < moves_count; i++) {
        last = replay->moves[i];
        if (i + 1 == moves_count) game->view(record->rules, &replay->state, audience, &before);
        game->apply(record->rules, &replay->state, last);
    }
    zk_position_write(out, game, record->rules, &replay->state, moves_count, audience,
                      moves_count ? &before : NULL, last);
}

void zk_replay_write_trace(struct zk_replay *replay, uint32_t moves_count,
                           struct zk_text *text) {
    const struct zk_record *record = &replay->record;
    if (!replay->is_there || moves_count > record->moves_count) return;
    record->game->start(record->rules, &replay->state);
    for (uint32_t i = 0; i < moves_count; i++)
        record->game->apply(record->rules, &replay->state, replay->moves[i]);
    zk_trace_put(text, &replay->scratch, record->game, record->rules, &replay->state,
                 moves_count);
}

/* ---- Study ---- */

bool zk_replay_study(struct zk_replay *replay, uint32_t playouts, uint64_t seed,
                     unsigned seats, struct zk_json_out *out) {
    const struct zk_record *record = &replay->record;
    const struct zk_bot *bot = replay->is_there ? zk_bots_best(record->game) : NULL;
    replay->is_studied = bot && record->finished && !(seats >> record->seats_count);
    if (!replay->is_studied) return false;
    if (!seats) seats = zk_study_seats(record);
    if (!seats) seats = (1u << record->seats_count) - 1;
    replay->budget = (struct zk_budget){.playouts = playouts};
    zk_study_begin(&replay->study, bot, record->game, record->rules, seats, seed,
                   playouts ? &replay->budget : NULL);
    zk_json_begin_object(out);
    put_string(out, "bot", bot->name);
    put_int(out, "whole", ZK_STUDY_WHOLE);
    put_int(out, "points", replay->study.points);
    zk_json_key(out, "seats");
    zk_json_begin_array(out);
    for (int i = 0; i < (int)record->seats_count; i++)
        if (seats >> i & 1) zk_json_put_string(out, zk_actor_name(i));
    zk_json_end_array(out);
    zk_json_end_object(out);
    return true;
}

bool zk_replay_study_next(struct zk_replay *replay, struct zk_json_out *out) {
    struct zk_study_point point;
    if (!replay->is_studied) return false;
    while (replay->study.number < replay->record.moves_count) {
        if (!zk_study_move(&replay->study, replay->moves[replay->study.number], &point))
            continue;
        zk_study_write_point(out, &replay->study, &point);
        return true;
    }
    zk_study_write_worst(out, &replay->study);
    return false;
}
