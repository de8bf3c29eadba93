/* record.c: games written down and read back, see record.h.
 *
 * The reader plays each record while it reads it. What makes "nothing of it is half used" true is
 * that `whole` is called from one place only, end_record, after everything has been checked. */
#include "record.h"

#include <assert.h>
#include <string.h>

#include "json.h"

enum {
    KEY_SIZE = 24,   /* longest key that means something here, and then some */
    VALUE_SIZE = 96, /* longest word that is still worth explaining */
};

/* ---- Writing ---- */

static bool names_cards(const struct zk_game *game, unsigned option) {
    return game->cards_option && strcmp(game->options[option].name, game->cards_option) == 0;
}

static void put_on(struct zk_json_out *out, const char *key, bool on) {
    if (!on) return;
    zk_json_key(out, key);
    zk_json_put_string(out, "on");
}

/* Those that are not the usual. */
static void put_terms(struct zk_json_out *out, const struct zk_record_terms *terms) {
    put_on(out, "memory", terms->memory);
    put_on(out, "advice", terms->advice);
    if (terms->clock_ms) {
        zk_json_key(out, "clock_ms");
        zk_json_put_int(out, terms->clock_ms);
        zk_json_key(out, "clock_step_ms");
        zk_json_put_int(out, terms->clock_step_ms);
    }
    if (!terms->advised) return;
    zk_json_key(out, "advised");
    zk_json_begin_array(out);
    for (int seat = 0; seat < ZK_SEATS_MAX; seat++)
        if (terms->advised >> seat & 1) zk_json_put_string(out, zk_actor_name(seat));
    zk_json_end_array(out);
}

static void put_faces(struct zk_json_out *out, const char *const *faces, uint32_t count) {
    bool any = false;
    for (uint32_t i = 0; faces && i < count; i++) any |= faces[i][0] != 0;
    if (!any) return;
    zk_json_key(out, "faces");
    zk_json_begin_array(out);
    for (uint32_t i = 0; i < count; i++) zk_json_put_string(out, faces[i]);
    zk_json_end_array(out);
}

void zk_record_put_table_header(struct zk_text *text, const struct zk_game *game,
                                const struct zk_settings *settings, const char *const *names,
                                uint32_t names_count, const struct zk_record_terms *terms) {
    struct zk_json_out out = zk_json_to(text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "zashiki");
    zk_json_put_int(&out, ZK_RECORD_VERSION);
    zk_json_key(&out, "game");
    zk_json_put_string(&out, game->id);
    zk_json_key(&out, "rules");
    zk_json_put_int(&out, zk_settings_rules(game, settings));
    zk_json_key(&out, "options");
    zk_json_begin_object(&out);
    for (unsigned i = 0; game->options[i].name; i++) {
        if (!settings->value[i][0] && !names_cards(game, i)) continue;
        zk_json_key(&out, game->options[i].name);
        zk_json_put_string(&out, zk_settings_get(game, settings, i));
    }
    zk_json_end_object(&out);
    zk_json_key(&out, "seats");
    zk_json_begin_array(&out);
    for (uint32_t i = 0; i < names_count; i++) zk_json_put_string(&out, names[i]);
    zk_json_end_array(&out);
    if (settings->cards) {
        zk_json_key(&out, "cardset");
        zk_json_put_raw(&out, settings->cards, settings->cards_size);
    }
    put_terms(&out, terms);
    put_faces(&out, terms->faces, names_count);
    if (terms->seeds) {
        zk_json_key(&out, "fair");
        zk_seeds_write(&out, terms->seeds);
    }
    zk_json_end_object(&out);
    zk_text_put_char(text, '\n');
}

void zk_record_put_header(struct zk_text *text, const struct zk_game *game,
                          const struct zk_settings *settings, const char *const *names,
                          uint32_t names_count) {
    static const struct zk_record_terms usual;
    zk_record_put_table_header(text, game, settings, names, names_count, &usual);
}

void zk_record_put_drawn(struct zk_text *text, const struct zk_game *game,
                         const struct zk_rules *rules, const struct zk_state *state,
                         zk_move move, uint32_t draw) {
    char notation[ZK_MOVE_TEXT_SIZE];
    struct zk_text words = zk_text_in(notation, sizeof notation);
    game->print_move(rules, state, move, ZK_EVERYTHING, &words);
    assert(!words.full);
    struct zk_json_out out = zk_json_to(text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "by");
    zk_json_put_string(&out, zk_actor_name(zk_mover(game->actor(rules, state), move)));
    zk_json_key(&out, "move");
    zk_json_put_bytes(&out, words.data, words.used);
    if (draw) {
        zk_json_key(&out, "draw");
        zk_json_put_int(&out, draw);
    }
    zk_json_end_object(&out);
    zk_text_put_char(text, '\n');
}

void zk_record_put_move(struct zk_text *text, const struct zk_game *game,
                        const struct zk_rules *rules, const struct zk_state *state,
                        zk_move move) {
    zk_record_put_drawn(text, game, rules, state, move, 0);
}

static void write_winners(struct zk_json_out *out, const struct zk_result *result,
                          uint32_t seats) {
    zk_json_begin_array(out);
    for (uint32_t seat = 0; seat < seats; seat++)
        if (result->winners >> seat & 1) zk_json_put_string(out, zk_actor_name((int)seat));
    zk_json_end_array(out);
}

static void write_points(struct zk_json_out *out, const struct zk_result *result,
                         uint32_t seats) {
    zk_json_begin_object(out);
    for (uint32_t seat = 0; seat < seats; seat++) {
        zk_json_key(out, zk_actor_name((int)seat));
        zk_json_put_int(out, result->points[seat]);
    }
    zk_json_end_object(out);
}

void zk_record_write_result(struct zk_json_out *out, const struct zk_game *game,
                            const struct zk_rules *rules, const struct zk_state *state) {
    struct zk_result result;
    uint32_t seats = zk_seats(game, rules);
    game->result(rules, state, &result);
    zk_json_begin_object(out);
    zk_json_key(out, "winners");
    write_winners(out, &result, seats);
    if (result.drawn) {
        zk_json_key(out, "drawn");
        zk_json_put_bool(out, true);
    }
    zk_json_key(out, "points");
    write_points(out, &result, seats);
    if (result.rank) {
        zk_json_key(out, "rank");
        zk_json_put_string(out, result.rank);
    }
    zk_json_key(out, "end");
    zk_json_put_string(out, result.end);
    zk_json_end_object(out);
}

void zk_record_put_result(struct zk_text *text, const struct zk_game *game,
                          const struct zk_rules *rules, const struct zk_state *state) {
    struct zk_json_out out = zk_json_to(text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "result");
    zk_record_write_result(&out, game, rules, state);
    zk_json_end_object(&out);
    zk_text_put_char(text, '\n');
}

/* ---- Reading: refusals. All return false. ---- */

static bool refuse(struct zk_sentence *refusal, const char *key) {
    zk_refuse(refusal, "", key);
    return false;
}

static bool refuse_with(struct zk_sentence *refusal, const char *key, const char *arg) {
    zk_refuse(refusal, "", key);
    zk_sentence_arg(refusal, arg, strlen(arg));
    return false;
}

static void add_number(struct zk_sentence *refusal, int64_t number) {
    char digits[24];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_int(&text, number);
    zk_sentence_arg(refusal, text.data, text.used);
}

/* What the JSON reader says, and at which byte of the line, counted from 1. */
static bool refuse_json(struct zk_sentence *refusal, const struct zk_json_in *in,
                        const char *line) {
    refuse_with(refusal, "record.json", in->error);
    add_number(refusal, in->at - line + 1);
    return false;
}

/* ---- Reading: what stands in a line ---- */

/* The keys that mean something, each a bit of `seen`. */
enum line_key {
    KEY_ZASHIKI,
    KEY_GAME,
    KEY_RULES,
    KEY_OPTIONS,
    KEY_SEATS,
    KEY_CARDSET,
    KEY_BY,
    KEY_MOVE,
    KEY_RESULT,
    KEYS
};
static const char *const key_names[KEYS] = {"zashiki", "game", "rules", "options", "seats",
                                            "cardset", "by",   "move",  "result"};

struct raw {
    const char *at;
    size_t size;
};

/* A line taken apart: the values as they stand in it, checked to be JSON and no more. */
struct line {
    const char *text;
    size_t size;
    unsigned seen;
    struct raw value[KEYS];
};

static bool has(const struct line *line, enum line_key key) { return line->seen >> key & 1; }

static struct zk_json_in value_of(const struct line *line, enum line_key key) {
    return zk_json_from(line->value[key].at, line->value[key].size);
}

static bool split_line(struct line *line, struct zk_sentence *refusal) {
    if (line->size > ZK_RECORD_LINE_MAX) {
        refuse(refusal, "record.line.long");
        add_number(refusal, ZK_RECORD_LINE_MAX);
        return false;
    }
    if (line->size == 0) return refuse(refusal, "record.line.empty");
    struct zk_json_in in = zk_json_from(line->text, line->size);
    char key[KEY_SIZE];
    unsigned twice = 0;
    line->seen = 0;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        struct raw value = {NULL, 0};
        zk_json_get_raw(&in, &value.at, &value.size);
        for (unsigned i = 0; i < KEYS; i++) {
            if (strcmp(key, key_names[i]) != 0) continue;
            twice |= line->seen & 1u << i;
            line->seen |= 1u << i;
            line->value[i] = value;
            break;
        }
    }
    if (!zk_json_finish(&in)) return refuse_json(refusal, &in, line->text);
    for (unsigned i = 0; i < KEYS; i++)
        if (twice >> i & 1) return refuse_with(refusal, "record.key.twice", key_names[i]);
    return true;
}

static bool read_string(const struct line *line, enum line_key key, char *string, size_t size,
                        size_t *used, struct zk_sentence *refusal) {
    struct zk_json_in in = value_of(line, key);
    return zk_json_get_string(&in, string, size, used) ||
           refuse_json(refusal, &in, line->text);
}

static bool read_int(const struct line *line, enum line_key key, int64_t *number,
                     struct zk_sentence *refusal) {
    struct zk_json_in in = value_of(line, key);
    return zk_json_get_int(&in, number) || refuse_json(refusal, &in, line->text);
}

/* Whether it is a first line, even one that is cut or otherwise not JSON. */
static bool is_first(const struct line *line, bool is_json) {
    static const char opening[] = "{\"zashiki\":";
    if (is_json) return has(line, KEY_ZASHIKI);
    return line->size >= sizeof opening - 1 &&
           memcmp(line->text, opening, sizeof opening - 1) == 0;
}

bool zk_record_begins(const char *text, size_t size) {
    struct line line = {.text = text, .size = size};
    struct zk_sentence refusal;
    return is_first(&line, split_line(&line, &refusal));
}

/* ---- Reading: the first line ---- */

static bool read_game(struct zk_record *record, const struct zk_game *const *games,
                      const struct line *line, struct zk_sentence *refusal) {
    static const enum line_key needed[] = {KEY_ZASHIKI, KEY_GAME, KEY_RULES, KEY_OPTIONS,
                                           KEY_SEATS};
    char id[VALUE_SIZE];
    size_t id_size;
    int64_t version;
    if (!read_int(line, KEY_ZASHIKI, &version, refusal)) return false;
    if (version != ZK_RECORD_VERSION) {
        refuse(refusal, "record.version");
        add_number(refusal, version);
        return false;
    }
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!has(line, needed[i]))
            return refuse_with(refusal, "record.key.missing", key_names[needed[i]]);
    if (!read_string(line, KEY_GAME, id, sizeof id, &id_size, refusal)) return false;
    const struct zk_game *game = zk_game_named(games, id, id_size);
    if (!game) return refuse_with(refusal, "record.game", id);
    record->game = game;
    memset(&record->settings, 0, sizeof record->settings);
    return read_int(line, KEY_RULES, &version, refusal) &&
           zk_settings_set_rules(game, &record->settings, version, refusal);
}

static bool read_options(struct zk_record *record, const struct line *line,
                         struct zk_sentence *refusal) {
    const struct zk_game *game = record->game;
    struct zk_json_in in = value_of(line, KEY_OPTIONS);
    char name[VALUE_SIZE], value[VALUE_SIZE];
    size_t value_size;
    unsigned seen = 0;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, name, sizeof name)) {
        if (!zk_json_get_string(&in, value, sizeof value, &value_size)) break;
        if (!zk_settings_set(game, &record->settings, name, strlen(name), value, value_size,
                             refusal))
            return false;
        for (unsigned i = 0; game->options[i].name; i++) {
            if (strcmp(name, game->options[i].name) != 0) continue;
            if (seen >> i & 1) return refuse_with(refusal, "record.key.twice", name);
            seen |= 1u << i;
        }
    }
    if (!zk_json_finish(&in)) return refuse_json(refusal, &in, line->text);
    for (unsigned i = 0; game->options[i].name; i++) {
        if (!names_cards(game, i) || seen >> i & 1) continue;
        refuse_with(refusal, "record.option", game->options[i].name);
        zk_sentence_arg(refusal, game->name, strlen(game->name));
        return false;
    }
    return true;
}

/* Help that a table's record tells of. Whatever else stands under these keys means nothing. */
static bool tells_help(const struct line *line) {
    struct zk_json_in in = zk_json_from(line->text, line->size);
    char key[KEY_SIZE], word[KEY_SIZE];
    bool helped = false;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        const char *raw;
        size_t size;
        if (!zk_json_get_raw(&in, &raw, &size)) break;
        struct zk_json_in value = zk_json_from(raw, size);
        if (strcmp(key, "memory") == 0)
            helped |=
                zk_json_get_string(&value, word, sizeof word, NULL) && strcmp(word, "on") == 0;
        else if (strcmp(key, "advised") == 0)
            helped |= zk_json_enter_array(&value) && zk_json_next_element(&value);
    }
    return helped;
}

/* The seeds of a fair game. What is wrong with them makes no record wrong. */
static void read_seeds(struct zk_record *record, const struct line *line) {
    struct zk_json_in in = zk_json_from(line->text, line->size);
    char key[KEY_SIZE];
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        const char *raw;
        size_t size;
        if (!zk_json_get_raw(&in, &raw, &size)) return;
        if (strcmp(key, "fair") != 0) continue;
        struct zk_json_in value = zk_json_from(raw, size);
        bool right =
            record->has_seeds == ZK_SEEDS_NONE && zk_seeds_read(&value, &record->seeds);
        record->has_seeds = right ? ZK_SEEDS_THERE : ZK_SEEDS_WRONG;
    }
}

/* The number of the draw that a line tells; 0 when it tells none, or what is none. */
static uint32_t read_draw(const struct line *line) {
    struct zk_json_in in = zk_json_from(line->text, line->size);
    char key[KEY_SIZE];
    int64_t draw = 0;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        const char *raw;
        size_t size;
        if (!zk_json_get_raw(&in, &raw, &size)) return 0;
        struct zk_json_in value = zk_json_from(raw, size);
        if (strcmp(key, "draw") == 0 &&
            (!zk_json_get_int(&value, &draw) || draw < 0 || draw > UINT32_MAX))
            return 0;
    }
    return (uint32_t)draw;
}

/* A card set that is not built in, for games that have such; the reader keeps one at a time. */
static bool read_cards(struct zk_record_reader *reader, const struct line *line,
                       struct zk_sentence *refusal) {
    struct zk_settings *settings = &reader->record.settings, *prepared;
    if (!has(line, KEY_CARDSET) || !reader->record.game->cards_option) return true;
    struct raw raw = line->value[KEY_CARDSET];
    prepared = &reader->prepared_settings;
    if (reader->prepared && prepared->cards &&
        zk_same(raw.at, raw.size, prepared->cards, prepared->cards_size)) {
        settings->cards = prepared->cards;
        settings->cards_size = prepared->cards_size;
        return true;
    }
    reader->prepared = NULL; /* its card set is about to be written over */
    return zk_settings_carry(settings, reader->cards, raw.at, raw.size, refusal);
}

/* Options that go together are prepared once for a whole file of games that share them. */
static bool prepare(struct zk_record_reader *reader, struct zk_sentence *refusal) {
    struct zk_record *record = &reader->record;
    if (reader->prepared != record->game ||
        !zk_settings_same(&reader->prepared_settings, &record->settings)) {
        reader->prepared = NULL;
        if (!record->game->prepare(&reader->rules, &record->settings, refusal)) return false;
        reader->prepared = record->game;
        reader->prepared_settings = record->settings;
    }
    record->rules = &reader->rules;
    record->seats_count = zk_seats(record->game, &reader->rules);
    return true;
}

static bool read_names(struct zk_record *record, const struct line *line,
                       struct zk_sentence *refusal) {
    struct zk_json_in in = value_of(line, KEY_SEATS);
    uint32_t count = 0;
    memset(record->name, 0, sizeof record->name);
    zk_json_enter_array(&in);
    while (zk_json_next_element(&in)) {
        struct raw name;
        if (zk_json_peek(&in) != ZK_JSON_STRING) zk_json_wrong(&in, "a string is expected");
        if (!zk_json_get_raw(&in, &name.at, &name.size)) break;
        if (count < record->seats_count) {
            struct zk_json_in text = zk_json_from(name.at, name.size);
            if (!zk_json_get_string(&text, record->name[count], ZK_RECORD_NAME_SIZE, NULL))
                memset(record->name[count], 0, ZK_RECORD_NAME_SIZE);
        }
        count++;
    }
    if (!zk_json_finish(&in)) return refuse_json(refusal, &in, line->text);
    if (count == record->seats_count) return true;
    refuse(refusal, "record.seats");
    add_number(refusal, record->seats_count);
    add_number(refusal, count);
    return false;
}

static bool read_header(struct zk_record_reader *reader, const struct line *line,
                        struct zk_sentence *refusal) {
    struct zk_record *record = &reader->record;
    memset(record, 0, sizeof *record);
    record->line = reader->line;
    record->moves = reader->moves;
    if (!read_game(record, reader->games, line, refusal) ||
        !read_options(record, line, refusal) || !read_cards(reader, line, refusal) ||
        !prepare(reader, refusal) || !read_names(record, line, refusal))
        return false;
    record->helped = tells_help(line);
    record->draws = reader->draws;
    read_seeds(record, line);
    assert(record->game->length_max <= reader->moves_room);
    record->game->start(&reader->rules, &reader->state);
    reader->place = ZK_RECORD_MOVES;
    return true;
}

/* ---- Reading: moves ---- */

/* Who a move line says has moved: a seat at this table, or chance when it is chance's turn. */
static bool read_mover(const struct zk_record *record, const struct line *line, int actor,
                       int *mover, struct zk_sentence *refusal) {
    char name[VALUE_SIZE];
    size_t size;
    if (!read_string(line, KEY_BY, name, sizeof name, &size, refusal)) return false;
    if (!zk_actor_parse(name, size, mover) || *mover >= (int)record->seats_count)
        return refuse_with(refusal, "record.by.unknown", name);
    if (*mover == ZK_CHANCE && actor != ZK_CHANCE)
        return refuse_with(refusal, "record.by.chance", zk_actor_name(actor));
    return true;
}

static bool read_move(struct zk_record_reader *reader, const struct line *line,
                      struct zk_sentence *refusal) {
    struct zk_record *record = &reader->record;
    const struct zk_game *game = record->game;
    char text[VALUE_SIZE];
    size_t size;
    int mover, actor = game->actor(&reader->rules, &reader->state);
    zk_move move;
    if (actor == ZK_OVER) {
        struct zk_result result;
        game->result(&reader->rules, &reader->state, &result);
        zk_refuse(refusal, result.end, "record.move.over");
        return false;
    }
    if (!read_mover(record, line, actor, &mover, refusal)) return false;
    if (!read_string(line, KEY_MOVE, text, sizeof text, &size, refusal)) return false;
    if (!zk_parse_move(game, &reader->rules, &reader->state, mover, text, size, &move)) {
        game->explain(&reader->rules, &reader->state, mover, text, size, refusal);
        return false;
    }
    assert(zk_mover(actor, move) == mover);
    assert(record->moves_count < game->length_max);
    if (reader->draws)
        reader->draws[record->moves_count] = mover == ZK_CHANCE ? read_draw(line) : 0;
    reader->moves[record->moves_count++] = move;
    game->apply(&reader->rules, &reader->state, move);
    return true;
}

/* ---- Reading: the result ---- */

enum result_key {
    RESULT_WINNERS,
    RESULT_DRAWN,
    RESULT_POINTS,
    RESULT_RANK,
    RESULT_END,
    RESULT_KEYS
};
static const char *const result_key_names[RESULT_KEYS] = {"winners", "drawn", "points", "rank",
                                                          "end"};

/* A part as it has to be; an empty text when it must not be there. */
static void write_part(struct zk_text *text, enum result_key key,
                       const struct zk_result *result, uint32_t seats) {
    struct zk_json_out out = zk_json_to(text);
    switch (key) {
    case RESULT_WINNERS: write_winners(&out, result, seats); break;
    case RESULT_DRAWN:
        if (result->drawn) zk_json_put_bool(&out, true);
        break;
    case RESULT_POINTS: write_points(&out, result, seats); break;
    case RESULT_RANK:
        if (result->rank) zk_json_put_string(&out, result->rank);
        break;
    default: zk_json_put_string(&out, result->end);
    }
}

/* Whether an array names the winning seats in order. */
static bool same_winners(struct zk_json_in *in, const struct zk_result *result,
                         uint32_t seats) {
    char name[VALUE_SIZE];
    zk_json_enter_array(in);
    for (uint32_t seat = 0; seat < seats; seat++) {
        if (!(result->winners >> seat & 1)) continue;
        if (!zk_json_next_element(in) || !zk_json_get_string(in, name, sizeof name, NULL) ||
            strcmp(name, zk_actor_name((int)seat)) != 0)
            return false;
    }
    return !zk_json_next_element(in);
}

/* Whether an object has every seat's points, each once, in whatever order. */
static bool same_points(struct zk_json_in *in, const struct zk_result *result,
                        uint32_t seats) {
    char name[KEY_SIZE];
    unsigned seen = 0;
    zk_json_enter_object(in);
    while (zk_json_next_key(in, name, sizeof name)) {
        int64_t points;
        int seat;
        if (!zk_json_get_int(in, &points) || !zk_actor_parse(name, strlen(name), &seat) ||
            seat < 0 || seat >= (int)seats || (seen >> seat & 1) ||
            points != result->points[seat])
            return false;
        seen |= 1u << seat;
    }
    return seen == (1u << seats) - 1;
}

static bool same_word(struct zk_json_in *in, const char *expected) {
    char word[VALUE_SIZE];
    return zk_json_get_string(in, word, sizeof word, NULL) && strcmp(word, expected) == 0;
}

/* Whether a part that is there, and has to be, is right. */
static bool same_part(struct raw part, enum result_key key, const struct zk_result *result,
                      uint32_t seats) {
    struct zk_json_in in = zk_json_from(part.at, part.size);
    bool same, drawn = false;
    switch (key) {
    case RESULT_WINNERS: same = same_winners(&in, result, seats); break;
    case RESULT_DRAWN: same = zk_json_get_bool(&in, &drawn) && drawn; break;
    case RESULT_POINTS: same = same_points(&in, result, seats); break;
    case RESULT_RANK: same = same_word(&in, result->rank); break;
    default: same = same_word(&in, result->end);
    }
    return same && zk_json_finish(&in);
}

static bool refuse_part(struct zk_sentence *refusal, enum result_key key,
                        const struct zk_result *result, const struct zk_text *expected) {
    const char *rule = key == RESULT_END ? result->end : "";
    zk_refuse(refusal, rule, expected->used ? "record.result.part" : "record.result.without");
    zk_sentence_arg(refusal, result_key_names[key], strlen(result_key_names[key]));
    zk_sentence_arg(refusal, expected->data, expected->used);
    return false;
}

/* The result must be the game's own: every part of it, and nothing else. */
static bool compare_result(const struct line *line, const struct zk_result *result,
                           uint32_t seats, struct zk_sentence *refusal) {
    struct zk_json_in in = value_of(line, KEY_RESULT);
    struct raw part[RESULT_KEYS] = {{NULL, 0}};
    char key[KEY_SIZE];
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        unsigned i = 0;
        while (i < RESULT_KEYS && strcmp(key, result_key_names[i]) != 0) i++;
        if (i == RESULT_KEYS) return refuse_with(refusal, "record.result.without", key);
        if (part[i].at) return refuse_with(refusal, "record.key.twice", key);
        zk_json_get_raw(&in, &part[i].at, &part[i].size);
    }
    if (!zk_json_finish(&in)) return refuse_json(refusal, &in, line->text);
    for (unsigned i = 0; i < RESULT_KEYS; i++) {
        char memory[128];
        struct zk_text expected = zk_text_in(memory, sizeof memory);
        write_part(&expected, i, result, seats);
        bool there = part[i].at, needed = expected.used > 0;
        if (there != needed || (there && !same_part(part[i], i, result, seats)))
            return refuse_part(refusal, i, result, &expected);
    }
    return true;
}

static bool read_result(struct zk_record_reader *reader, const struct line *line,
                        struct zk_sentence *refusal) {
    struct zk_record *record = &reader->record;
    int actor = record->game->actor(&reader->rules, &reader->state);
    struct zk_result result;
    if (actor != ZK_OVER)
        return refuse_with(refusal, "record.result.early", zk_actor_name(actor));
    record->game->result(&reader->rules, &reader->state, &result);
    if (!compare_result(line, &result, record->seats_count, refusal)) return false;
    record->finished = true;
    reader->place = ZK_RECORD_RESULT;
    return true;
}

/* ---- Reading: records ---- */

uint32_t zk_record_moves_max(const struct zk_game *const *games) {
    uint32_t most = 0;
    for (; *games; games++)
        if ((*games)->length_max > most) most = (*games)->length_max;
    return most;
}

void zk_record_reader_start(struct zk_record_reader *reader,
                            const struct zk_game *const *games, zk_move *moves,
                            uint32_t moves_room,
                            void (*whole)(void *user, const struct zk_record *record),
                            void (*wrong)(void *user, const struct zk_record_wrong *wrong),
                            void *user) {
    reader->games = games;
    reader->whole = whole;
    reader->wrong = wrong;
    reader->user = user;
    reader->moves = moves;
    reader->moves_room = moves_room;
    reader->draws = NULL;
    reader->line = 0;
    reader->place = ZK_RECORD_OUTSIDE;
    reader->prepared = NULL;
    memset(&reader->record, 0, sizeof reader->record);
}

static void refuse_record(struct zk_record_reader *reader, struct zk_record_wrong *wrong,
                          uint64_t line) {
    wrong->line = line;
    wrong->game = reader->record.game;
    reader->place = ZK_RECORD_SKIPPING;
    reader->wrong(reader->user, wrong);
}

/* The record so far has ended, with the line before `next`. */
static void end_record(struct zk_record_reader *reader, uint64_t next) {
    struct zk_record *record = &reader->record;
    if (reader->place != ZK_RECORD_MOVES && reader->place != ZK_RECORD_RESULT) return;
    if (!record->finished && record->game->actor(&reader->rules, &reader->state) == ZK_OVER) {
        struct zk_record_wrong wrong;
        struct zk_result result;
        record->game->result(&reader->rules, &reader->state, &result);
        zk_refuse(&wrong.refusal, result.end, "record.result.missing");
        refuse_record(reader, &wrong, next - 1);
        return;
    }
    reader->whole(reader->user, record);
}

/* A line inside a record. */
static bool read_inside(struct zk_record_reader *reader, const struct line *line,
                        struct zk_sentence *refusal) {
    if (reader->place == ZK_RECORD_OUTSIDE) return refuse(refusal, "record.outside");
    if (reader->place == ZK_RECORD_RESULT) return refuse(refusal, "record.result.not_last");
    bool by = has(line, KEY_BY), move = has(line, KEY_MOVE), result = has(line, KEY_RESULT);
    if (result && !by && !move) return read_result(reader, line, refusal);
    if (by && move && !result) return read_move(reader, line, refusal);
    return refuse(refusal, "record.line.kind");
}

void zk_record_reader_line(struct zk_record_reader *reader, const char *text, size_t size) {
    struct line line = {.text = text, .size = size};
    struct zk_record_wrong wrong;
    reader->line++;
    bool whole = split_line(&line, &wrong.refusal);
    if (is_first(&line, whole)) {
        end_record(reader, reader->line);
        reader->record.game = NULL;
        if (!whole || !read_header(reader, &line, &wrong.refusal))
            refuse_record(reader, &wrong, reader->line);
    } else if (reader->place != ZK_RECORD_SKIPPING) {
        if (!whole || !read_inside(reader, &line, &wrong.refusal))
            refuse_record(reader, &wrong, reader->line);
    }
}

void zk_record_reader_end(struct zk_record_reader *reader) {
    end_record(reader, reader->line + 1);
    reader->place = ZK_RECORD_OUTSIDE;
}
