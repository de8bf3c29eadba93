/* wasm.c: a table in the browser: the engine, its bots and one table behind a dozen functions.
 *
 * It is a host like the server, without sockets and disk: the worker that runs it passes messages
 * of docs/protocol.md in through `input`, and takes lines "<to> <message>" out of `output`, where
 * <to> is a seat's letter, or - for who holds none. Tokens are the letters of the seats: whoever
 * runs this holds all of them. Time and random bits come in with each call. */
#include <string.h>

#include "../bots/signature.h"
#include "../bots/study.h"
#include "../core/games.h"
#include "../core/record.h"
#include "../table/protocol.h"

/* A function that the worker calls. Nobody else does, so there is no header that declares it. */
#define EXPORT(name) __attribute__((export_name("zk_" #name), used))
#pragma clang diagnostic ignored "-Wmissing-prototypes"

enum {
    INPUT_SIZE = 512 * 1024,
    OUTPUT_SIZE = 2 * 1024 * 1024,
    ROOM = ZK_ENTRIES_MAX,
    SPECTATOR = ZK_SEATS_MAX, /* after the seats in `joined` */
    MOVES_ROOM = 8192, /* of a replayed record; zk_record_moves_max() is checked against it */
};

static char input[INPUT_SIZE], output[OUTPUT_SIZE];
static struct zk_text out;

static struct zk_table table;
static struct zk_rules rules;
static char cards[ZK_CARDS_SIZE];
static struct zk_entry entries[ROOM];
static uint16_t line[ROOM], look_line[ROOM];
static struct zk_fold look; /* scratch: the table as it was */
static bool is_open;
static bool joined[ZK_SEATS_MAX + 1];

EXPORT(input) char *get_input(void) { return input; }
EXPORT(input_size) uint32_t get_input_size(void) { return INPUT_SIZE; }
EXPORT(output) char *get_output(void) { return output; }
EXPORT(output_size) uint32_t get_output_size(void) { return (uint32_t)out.used; }

static void begin_output(void) { out = zk_text_in(output, sizeof output); }

static struct zk_json_out begin_line(int to) {
    zk_text_put_char(&out, to >= 0 ? (char)('A' + to) : '-');
    zk_text_put_char(&out, ' ');
    return zk_json_to(&out);
}

static void end_line(void) { zk_text_put_char(&out, '\n'); }

static void refuse(int to, const struct zk_message *message,
                   const struct zk_sentence *refusal) {
    struct zk_json_out json = begin_line(to);
    zk_answer_refused(&json, message->table, message->request, refusal);
    end_line();
}

/* Tells those in `to` (bits of joined) of entries `from` to `until`. */
static void tell_entries(uint32_t from, uint32_t until, unsigned to) {
    struct zk_telling telling;
    zk_fold_begin(&look, &table, look_line);
    while (look.count < until) {
        bool wanted = look.count + 1 >= from;
        if (wanted) zk_telling_prepare(&telling, &table, &look);
        zk_fold_step(&look, &table);
        for (int i = 0; wanted && i <= SPECTATOR; i++) {
            if (!(to >> i & 1)) continue;
            int audience = i == SPECTATOR ? ZK_SPECTATOR : i;
            struct zk_json_out json = begin_line(audience);
            zk_event_write(&json, &table, &look, &telling, audience);
            end_line();
        }
    }
}

static unsigned everybody(void) {
    unsigned bits = 0;
    for (int i = 0; i <= SPECTATOR; i++) bits |= (unsigned)joined[i] << i;
    return bits;
}

/* ---- Messages ---- */

/* Prepares the table; false with a refusal when the message does not describe one. */
static bool open_table(const struct zk_message *message, struct zk_sentence *refusal) {
    static struct zk_rules new_rules;
    static char new_cards[ZK_CARDS_SIZE];
    const struct zk_game *game = zk_games_find(message->game, strlen(message->game));
    struct zk_settings settings;
    if (!game) {
        zk_refuse(refusal, "", "game.unknown");
        zk_refuse_arg(refusal, message->game, strlen(message->game));
        return false;
    }
    if (!zk_message_settings(message, game, new_cards, &settings, refusal) ||
        !game->prepare(&new_rules, &settings, refusal))
        return false; /* the table that is there, if any, has not been touched */
    memcpy(&rules, &new_rules, sizeof rules);
    memcpy(cards, new_cards, sizeof cards);
    if (settings.cards) settings.cards = cards;
    zk_table_open(&table, "local", game, &settings, &rules, &message->terms, entries, line,
                  ROOM);
    memset(joined, 0, sizeof joined);
    is_open = true;
    return true;
}

static void answer_open(const struct zk_message *message) {
    struct zk_sentence refusal;
    if (!open_table(message, &refusal)) {
        refuse(-1, message, &refusal);
        return;
    }
    const char *tokens[ZK_SEATS_MAX];
    for (int i = 0; i < (int)table.seats_count; i++) tokens[i] = zk_actor_name(i);
    struct zk_json_out json = begin_line(-1);
    zk_answer_opened(&json, &table, message->request, tokens);
    end_line();
}

static void answer_join(const struct zk_message *message, int seat) {
    unsigned place = seat < 0 ? SPECTATOR : (unsigned)seat;
    joined[place] = true;
    if (message->has_since && message->since <= table.now.count) {
        tell_entries(message->since + 1, table.now.count, 1u << place);
        return;
    }
    struct zk_json_out json = begin_line(seat);
    zk_snapshot_write(&json, &table, seat < 0 ? ZK_SPECTATOR : seat, &look, look_line);
    end_line();
}

static void answer_hint(const struct zk_message *message, int seat, uint64_t random) {
    const struct zk_bot *bot = *message->bot ? zk_bots_find(message->bot, strlen(message->bot))
                                             : zk_bots_best(table.game);
    struct zk_sentence refusal, why;
    zk_move move;
    if (!bot || !bot->knows(table.game) || seat < 0 ||
        !zk_table_hint(&table, seat, bot, random, &move, &why)) {
        zk_refuse(&refusal, "", "hint.none");
        refuse(seat, message, &refusal);
        return;
    }
    struct zk_json_out json = begin_line(seat);
    zk_answer_hint(&json, &table, message->request, seat, move, &why);
    end_line();
}

/* The record's lines into the JSON string being written. */
static void answer_record(const struct zk_message *message, int seat) {
    static char text[OUTPUT_SIZE];
    struct zk_text record = zk_text_in(text, sizeof text);
    struct zk_sentence refusal;
    if (table.now.status != ZK_TABLE_OVER) {
        zk_refuse(&refusal, "", "record.not_over");
        refuse(seat, message, &refusal);
        return;
    }
    zk_record_of_table(&record, &table, &look, look_line);
    struct zk_json_out json = begin_line(seat);
    zk_answer_record(&json, table.id, message->request, text, record.used);
    end_line();
}

static void command(const struct zk_message *message, int seat, uint64_t now_ms) {
    struct zk_command wanted;
    struct zk_sentence refusal;
    uint32_t before = table.now.count, entry;
    if (seat < 0) {
        zk_refuse(&refusal, "", "seat.not_yours");
        refuse(seat, message, &refusal);
        return;
    }
    if (!zk_message_command(message, seat, &wanted, &refusal) ||
        !zk_table_do(&table, &wanted, now_ms, &entry, &refusal)) {
        refuse(seat, message, &refusal);
        return;
    }
    struct zk_json_out json = begin_line(seat);
    zk_answer_done(&json, table.id, message->request, entry);
    end_line();
    tell_entries(before + 1, table.now.count, everybody());
}

static uint64_t wide(uint32_t low, uint32_t high) { return (uint64_t)high << 32 | low; }

EXPORT(receive)
void receive(uint32_t size, double now_ms, uint32_t random_low, uint32_t random_high) {
    struct zk_message message;
    struct zk_sentence refusal;
    begin_output();
    if (size > INPUT_SIZE) size = INPUT_SIZE;
    if (!zk_message_read(input, size, &message, &refusal)) {
        refuse(-1, &message, &refusal);
        return;
    }
    int seat = -1;
    if (message.token[0] && (!zk_actor_parse(message.token, strlen(message.token), &seat) ||
                             seat < 0 || !is_open || seat >= (int)table.seats_count))
        seat = -1;
    if (message.ask == ZK_ASK_OPEN) {
        answer_open(&message);
    } else if (message.ask == ZK_ASK_PING) {
        struct zk_json_out json = begin_line(seat);
        zk_answer_pong(&json, message.request);
        end_line();
    } else if (!is_open) {
        zk_refuse(&refusal, "", "table.unknown");
        refuse(seat, &message, &refusal);
    } else if (message.ask == ZK_ASK_JOIN) {
        answer_join(&message, seat);
    } else if (message.ask == ZK_ASK_HISTORY) {
        uint32_t from = message.from ? message.from : 1;
        uint32_t to =
            message.to && message.to < table.now.count ? message.to : table.now.count;
        if (to >= from + ZK_HISTORY_MAX) to = from + ZK_HISTORY_MAX - 1;
        tell_entries(from, to, 1u << (seat < 0 ? SPECTATOR : (unsigned)seat));
    } else if (message.ask == ZK_ASK_HINT) {
        answer_hint(&message, seat, wide(random_low, random_high));
    } else if (message.ask == ZK_ASK_RECORD) {
        answer_record(&message, seat);
    } else if (message.ask == ZK_ASK_REACT) {
        if (zk_table_may_talk(&table, &refusal)) zk_refuse(&refusal, "", "react.alone");
        refuse(seat, &message, &refusal);
    } else {
        command(&message, seat, (uint64_t)now_ms);
    }
}

EXPORT(waits) uint32_t waits(void) {
    int seat;
    return is_open ? (uint32_t)zk_table_wait(&table, &seat) : 0;
}

EXPORT(step) uint32_t step(double now_ms, uint32_t random_low, uint32_t random_high) {
    uint32_t before = table.now.count;
    int seat;
    begin_output();
    if (!is_open) return 0;
    zk_table_tick(&table, (uint64_t)now_ms);
    switch (zk_table_wait(&table, &seat)) {
    case ZK_WAIT_CHANCE:
        zk_table_chance(&table, wide(random_low, random_high), (uint64_t)now_ms);
        break;
    case ZK_WAIT_BOT:
        zk_table_bot(&table, wide(random_low, random_high), (uint64_t)now_ms);
        break;
    default: break;
    }
    if (table.now.count == before) return 0;
    tell_entries(before + 1, table.now.count, everybody());
    return 1;
}

/* ---- Keeping a table in the browser's storage ---- */

EXPORT(store) void store(void) {
    begin_output();
    if (!is_open) return;
    struct zk_json_out json = zk_json_to(&out);
    zk_table_write(&json, &table);
    end_line();
    for (zk_fold_begin(&look, &table, look_line); look.count < table.now.count;
         zk_fold_step(&look, &table)) {
        json = zk_json_to(&out);
        zk_entry_write(&json, &table, &look);
        end_line();
    }
}

/* The next line of the input from *at, and past it; false at the end. */
static bool next_line(uint32_t size, uint32_t *at, const char **start, size_t *length) {
    if (*at >= size) return false;
    *start = input + *at;
    uint32_t end = *at;
    while (end < size && input[end] != '\n') end++;
    *length = end - *at;
    *at = end + 1;
    return true;
}

EXPORT(restore) uint32_t restore(uint32_t size) {
    const char *start;
    size_t length;
    uint32_t at = 0;
    struct zk_message message;
    struct zk_sentence refusal;
    begin_output();
    is_open = false;
    if (size > INPUT_SIZE || !next_line(size, &at, &start, &length)) return 0;
    if (!zk_message_read(start, length, &message, &refusal) || message.ask != ZK_ASK_OPEN)
        return 0;
    if (!open_table(&message, &refusal)) return 0;
    while (next_line(size, &at, &start, &length)) {
        struct zk_entry entry;
        if (zk_entry_read(&table, start, length, &entry) && zk_table_restore(&table, &entry))
            continue;
        is_open = false;
        return 0;
    }
    return 1;
}

/* ---- Replay ---- */

static struct zk_record_reader reader;
static zk_move moves[MOVES_ROOM];
static struct zk_record replayed;
static bool has_replay, was_wrong, is_studying;
static struct zk_state position;

static void keep_record(void *user, const struct zk_record *record) {
    (void)user;
    if (!has_replay) replayed = *record;
    has_replay = true;
}

static void tell_wrong(void *user, const struct zk_record_wrong *wrong) {
    (void)user;
    if (was_wrong) return;
    was_wrong = true;
    struct zk_json_out json = zk_json_to(&out);
    zk_json_begin_object(&json);
    zk_json_key(&json, "line");
    zk_json_put_int(&json, (int64_t)wrong->line);
    zk_json_key(&json, "refused");
    zk_sentence_write(&json, &wrong->refusal);
    zk_json_end_object(&json);
}

static void write_replayed(void) {
    const struct zk_game *game = replayed.game;
    struct zk_json_out json = zk_json_to(&out);
    zk_json_begin_object(&json);
    zk_json_key(&json, "game");
    zk_json_put_string(&json, game->id);
    zk_json_key(&json, "options");
    zk_settings_write(&json, game, &replayed.settings);
    if (replayed.settings.cards) {
        zk_json_key(&json, "cardset");
        zk_json_put_raw(&json, replayed.settings.cards, replayed.settings.cards_size);
    }
    zk_json_key(&json, "seats");
    zk_json_begin_array(&json);
    for (uint32_t i = 0; i < replayed.seats_count; i++)
        zk_json_put_string(&json, replayed.name[i]);
    zk_json_end_array(&json);
    zk_json_key(&json, "moves");
    zk_json_begin_array(&json);
    game->start(replayed.rules, &position);
    for (uint32_t i = 0; i < replayed.moves_count; i++) {
        char notation[ZK_MOVE_TEXT_SIZE];
        struct zk_text text = zk_text_in(notation, sizeof notation);
        int actor = game->actor(replayed.rules, &position);
        game->print_move(replayed.rules, &position, moves[i], ZK_EVERYTHING, &text);
        zk_json_begin_object(&json);
        zk_json_key(&json, "by");
        zk_json_put_string(&json, zk_actor_name(zk_mover(actor, moves[i])));
        zk_json_key(&json, "move");
        zk_json_put_string(&json, notation);
        zk_json_end_object(&json);
        game->apply(replayed.rules, &position, moves[i]);
    }
    zk_json_end_array(&json);
    if (replayed.finished) {
        zk_json_key(&json, "result");
        zk_record_write_result(&json, game, replayed.rules, &position);
    }
    zk_json_end_object(&json);
}

EXPORT(replay) uint32_t replay(uint32_t size) {
    const char *start;
    size_t length;
    uint32_t at = 0;
    begin_output();
    has_replay = was_wrong = is_studying = false;
    if (size > INPUT_SIZE || zk_record_moves_max() > MOVES_ROOM) return 0;
    zk_record_reader_start(&reader, moves, MOVES_ROOM, keep_record, tell_wrong, NULL);
    /* One record: the next one would be read over this one's moves and rules. */
    bool first = true;
    while (!was_wrong && next_line(size, &at, &start, &length)) {
        static const char begins[] = "{\"zashiki\":";
        size_t begins_size = sizeof begins - 1;
        if (!first && length >= begins_size && memcmp(start, begins, begins_size) == 0) break;
        first = false;
        zk_record_reader_line(&reader, start, length);
    }
    if (!was_wrong) zk_record_reader_end(&reader);
    if (was_wrong || !has_replay) return 0;
    write_replayed();
    return 1;
}

EXPORT(replay_at) void replay_at(uint32_t n, uint32_t audience) {
    const struct zk_game *game = replayed.game;
    begin_output();
    if (!has_replay) return;
    if (n > replayed.moves_count) n = replayed.moves_count;
    game->start(replayed.rules, &position);
    for (uint32_t i = 0; i < n; i++) game->apply(replayed.rules, &position, moves[i]);
    int whose = audience == '*'   ? ZK_EVERYTHING
                : audience == '-' ? ZK_SPECTATOR
                                  : (int)audience - 'A';
    if (whose >= (int)replayed.seats_count) whose = ZK_SPECTATOR;
    struct zk_json_out json = zk_json_to(&out);
    zk_position_write(&json, game, replayed.rules, &position, n, whose);
}

/* ---- Study of the replayed record ---- */

static struct zk_study study;
static struct zk_budget study_budget;

/* Begins it: of the seats in which no bot sat, or of all when there are none. `playouts` 0 is as
 * many as the bot likes. 0 when the game is not over or nobody can judge it. */
EXPORT(study) uint32_t begin_study(uint32_t playouts, uint32_t seed) {
    const struct zk_bot *bot = has_replay ? zk_study_bot(replayed.game) : NULL;
    unsigned seats = 0;
    begin_output();
    is_studying = bot && replayed.finished;
    if (!is_studying) return 0;
    for (uint32_t i = 0; i < replayed.seats_count; i++)
        if (!zk_bots_find(replayed.name[i], strlen(replayed.name[i]))) seats |= 1u << i;
    if (!seats) seats = (1u << replayed.seats_count) - 1;
    study_budget.playouts = playouts;
    zk_study_begin(&study, bot, replayed.game, replayed.rules, seats, seed,
                   playouts ? &study_budget : NULL);
    struct zk_json_out json = zk_json_to(&out);
    zk_json_begin_object(&json);
    zk_json_key(&json, "bot");
    zk_json_put_string(&json, bot->name);
    zk_json_key(&json, "whole");
    zk_json_put_int(&json, ZK_STUDY_WHOLE);
    zk_json_key(&json, "points");
    zk_json_put_int(&json, study.points);
    zk_json_key(&json, "seats");
    zk_json_begin_array(&json);
    for (int i = 0; i < (int)replayed.seats_count; i++)
        if (seats >> i & 1) zk_json_put_string(&json, zk_actor_name(i));
    zk_json_end_array(&json);
    zk_json_end_object(&json);
    return 1;
}

/* The next decision; 0 when there is none, and then the numbers of the worst. */
EXPORT(study_next) uint32_t study_next(void) {
    struct zk_study_point point;
    begin_output();
    struct zk_json_out json = zk_json_to(&out);
    if (!is_studying) return 0;
    while (study.number < replayed.moves_count)
        if (zk_study_move(&study, moves[study.number], &point)) {
            zk_study_write_point(&json, &point);
            return 1;
        }
    zk_study_write_worst(&json, &study);
    return 0;
}

static void put_line(void *user, const char *text) {
    (void)user;
    zk_text_put(&out, text);
    zk_text_put_char(&out, '\n');
}

/* The lines of the signature (bots/signature.h). */
EXPORT(signature) void signature(void) {
    begin_output();
    zk_signature(put_line, NULL);
}
