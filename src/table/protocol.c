/* protocol.c: messages read and written; see protocol.h and docs/protocol.md. */
#include "protocol.h"

#include <assert.h>
#include <string.h>

#include "../core/record.h"

const char *const zk_ask_words[ZK_ASKS_COUNT] = {
#define X(NAME, word) word,
    ZK_ASKS(X)
#undef X
};
const char *const zk_reaction_words[] = {"hello",  "nice",        "thinking", "oops",
                                         "thanks", "well_played", NULL};

/* ---- Reading messages ---- */

/* A string that is cut on a character's border when it is too long, and has no control
 * characters. */
static void get_name(struct zk_json_in *in, char *name) {
    char whole[ZK_MESSAGE_MAX];
    size_t size;
    if (!zk_json_get_string(in, whole, sizeof whole, &size)) return;
    if (size >= ZK_NAME_SIZE) {
        size = ZK_NAME_SIZE - 1;
        while (size && ((unsigned char)whole[size] & 0xC0) == 0x80) size--;
    }
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)whole[i] < ' ' || whole[i] == 127) whole[i] = ' ';
    size_t first = 0;
    while (first < size && whole[first] == ' ') first++;
    while (size > first && whole[size - 1] == ' ') size--;
    memset(name, 0, ZK_NAME_SIZE);
    memcpy(name, whole + first, size - first);
}

static void get_number(struct zk_json_in *in, uint32_t *number) {
    int64_t value;
    if (!zk_json_get_int(in, &value)) return;
    if (value < 0 || value > UINT32_MAX)
        zk_json_wrong(in, "a number is out of its range");
    else
        *number = (uint32_t)value;
}

static void get_seat(struct zk_json_in *in, int *seat) {
    char text[8];
    size_t size;
    if (!zk_json_get_string(in, text, sizeof text, &size)) return;
    if (!zk_actor_parse(text, size, seat) || *seat < 0) zk_json_wrong(in, "a seat is A to D");
}

static void get_ask(struct zk_json_in *in, struct zk_message *message) {
    char word[ZK_WORD_SIZE];
    if (!zk_json_get_string(in, word, sizeof word, NULL)) return;
    unsigned ask = 0;
    while (ask < ZK_ASKS_COUNT && strcmp(word, zk_ask_words[ask]) != 0) ask++;
    message->ask = (enum zk_ask_kind)ask;
    if (ask == ZK_ASKS_COUNT) zk_json_wrong(in, "there is no such thing to do");
}

static bool get_seed(struct zk_json_in *in, uint8_t *seed) {
    char digits[ZK_SEED_TEXT_SIZE];
    size_t size;
    if (!zk_json_get_string(in, digits, sizeof digits, &size)) return false;
    if (zk_seed_parse(digits, size, seed)) return true;
    zk_json_wrong(in, "a seed has 64 digits");
    return false;
}

/* The keys of a message, in the order of the cases below. */
enum {
    K_VERSION,
    K_TABLE,
    K_TOKEN,
    K_REQUEST,
    K_AT,
    K_DO,
    K_NAME,
    K_MOVE,
    K_SEAT,
    K_BOT,
    K_REACTION,
    K_SINCE,
    K_FROM,
    K_TO,
    K_GAME,
    K_RULES,
    K_OPTIONS,
    K_CLOCK,
    K_STEP,
    K_MEMORY,
    K_CARDSET,
    K_ADVICE,
    K_FACE,
    K_GAMES,
    K_COMMIT,
    K_SEED,
    K_STAND_IN,
    K_KEY,
    KEYS
};
static const char *const keys[KEYS] = {
    "zashiki", "table",    "token",         "request", "at",      "do",     "name", "move",
    "seat",    "bot",      "reaction",      "since",   "from",    "to",     "game", "rules",
    "options", "clock_ms", "clock_step_ms", "memory",  "cardset", "advice", "face", "games",
    "commit",  "seed",     "stand_in",      "key"};

static void get_value(struct zk_json_in *in, unsigned key, struct zk_message *message) {
    int64_t version = 0;
    switch (key) {
    case K_VERSION:
        if (zk_json_get_int(in, &version) && version != ZK_PROTOCOL_VERSION)
            zk_json_wrong(in, "this version of the protocol is not spoken here");
        break;
    case K_TABLE: zk_json_get_string(in, message->table, sizeof message->table, NULL); break;
    case K_TOKEN: zk_json_get_string(in, message->token, sizeof message->token, NULL); break;
    case K_REQUEST:
        zk_json_get_string(in, message->request, sizeof message->request, NULL);
        break;
    case K_AT: get_number(in, &message->at); break;
    case K_DO: get_ask(in, message); break;
    case K_NAME: get_name(in, message->name); break;
    case K_MOVE:
        zk_json_get_string(in, message->move, sizeof message->move, &message->move_size);
        break;
    case K_SEAT: get_seat(in, &message->seat); break;
    case K_BOT: zk_json_get_string(in, message->bot, sizeof message->bot, NULL); break;
    case K_FACE: zk_json_get_string(in, message->face, sizeof message->face, NULL); break;
    case K_REACTION:
        zk_json_get_string(in, message->reaction, sizeof message->reaction, NULL);
        break;
    case K_SINCE:
        get_number(in, &message->since);
        message->has_since = true;
        break;
    case K_FROM: get_number(in, &message->from); break;
    case K_TO: get_number(in, &message->to); break;
    case K_GAME: zk_json_get_string(in, message->game, sizeof message->game, NULL); break;
    case K_RULES: get_number(in, &message->rules_version); break;
    case K_OPTIONS: zk_json_get_raw(in, &message->options, &message->options_size); break;
    case K_CLOCK: get_number(in, &message->terms.clock_ms); break;
    case K_STEP: get_number(in, &message->terms.clock_step_ms); break;
    case K_MEMORY: zk_json_get_bool(in, &message->terms.memory); break;
    case K_GAMES:
        get_number(in, &message->games);
        message->has_games = true;
        break;
    case K_STAND_IN:
        zk_json_get_string(in, message->stand_in, sizeof message->stand_in, NULL);
        break;
    case K_ADVICE: zk_json_get_bool(in, &message->terms.advice); break;
    case K_COMMIT: message->has_commit = get_seed(in, message->commit); break;
    case K_SEED: message->has_seed = get_seed(in, message->seed); break;
    case K_KEY: zk_json_get_string(in, message->key, sizeof message->key, NULL); break;
    default: zk_json_get_raw(in, &message->cardset, &message->cardset_size); break;
    }
}

bool zk_message_read(const char *data, size_t size, struct zk_message *message,
                     struct zk_sentence *refusal) {
    struct zk_json_in in = zk_json_from(data, size);
    char key[ZK_WORD_SIZE];
    uint32_t seen = 0;
    memset(message, 0, sizeof *message);
    message->seat = -1;
    if (size > ZK_MESSAGE_MAX) zk_json_wrong(&in, "the message is too long");
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        unsigned known = 0;
        while (known < KEYS && strcmp(key, keys[known]) != 0) known++;
        if (known == KEYS) {
            zk_json_skip(&in);
            continue;
        }
        if (seen >> known & 1) zk_json_wrong(&in, "a key comes twice");
        seen |= 1u << known;
        get_value(&in, known, message);
    }
    zk_json_finish(&in);
    const char *error = in.error;
    if (!error && !(seen >> K_VERSION & 1)) error = "the protocol's version is missing";
    if (!error && !(seen >> K_DO & 1)) error = "it does not say what to do";
    if (!error) return true;
    zk_refuse(refusal, "", "message.wrong");
    zk_sentence_arg(refusal, error, strlen(error));
    return false;
}

bool zk_message_key(const struct zk_message *message) {
    size_t size = 0;
    for (const char *at = message->key; *at; at++, size++) {
        bool letter = (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z');
        if (!letter && !(*at >= '0' && *at <= '9') && *at != '-' && *at != '_') return false;
    }
    return size >= ZK_KEY_LETTERS_MIN;
}

bool zk_message_bot(const struct zk_message *message, const struct zk_bot_name **bot,
                    struct zk_sentence *refusal) {
    *bot = zk_bots_named(message->bot, strlen(message->bot));
    if (*bot) return true;
    zk_refuse(refusal, "", "bot.unknown");
    zk_sentence_arg(refusal, message->bot, strlen(message->bot));
    return false;
}

/* The face that a word names: one of zk_face_words, ZK_FACE_NONE for ""; false when there is no such. */
static bool find_face(const char *word, uint8_t *face) {
    *face = ZK_FACE_NONE;
    while (*face < ZK_FACES_COUNT && strcmp(zk_face_words[*face], word) != 0) ++*face;
    return *face < ZK_FACES_COUNT;
}

bool zk_message_command(const struct zk_message *message, int seat, struct zk_command *command,
                        struct zk_sentence *refusal) {
    assert(zk_is_command(message->ask));
    memset(command, 0, sizeof *command);
    command->kind = (enum zk_command_kind)message->ask;
    command->seat = seat;
    command->whom = message->seat;
    command->at = message->at;
    memcpy(command->request, message->request, sizeof command->request);
    memcpy(command->name, message->name, sizeof command->name);
    command->move = message->move;
    command->move_size = message->move_size;
    if (!find_face(message->face, &command->face)) {
        zk_refuse(refusal, "", "face.unknown");
        zk_sentence_arg(refusal, message->face, strlen(message->face));
        return false;
    }
    return command->kind != ZK_DO_BOT || zk_message_bot(message, &command->bot, refusal);
}

bool zk_stand_in_read(const struct zk_game *game, const char *word, uint8_t *stand_in,
                      struct zk_sentence *refusal) {
    const struct zk_bot_name *bot = zk_bots_named(word, strlen(word));
    *stand_in = 0;
    if (!*word) return true;
    zk_refuse(refusal, "", bot ? "bot.game" : "bot.unknown");
    if (!bot) zk_sentence_arg(refusal, word, strlen(word));
    if (!bot || !zk_bots_of(game, bot->name)) return false;
    *stand_in = (uint8_t)(bot - zk_bot_names + 1);
    return true;
}

const char *zk_stand_in_word(uint8_t stand_in) {
    return stand_in ? zk_bot_names[stand_in - 1].name : "";
}

bool zk_options_read(const struct zk_game *game, const char *json, size_t size,
                     struct zk_settings *settings, struct zk_sentence *refusal) {
    memset(settings, 0, sizeof *settings);
    if (!json) return true;
    struct zk_json_in in = zk_json_from(json, size);
    char name[ZK_OPTION_VALUE_SIZE], value[ZK_OPTION_VALUE_SIZE];
    size_t value_size;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, name, sizeof name)) {
        if (!zk_json_get_string(&in, value, sizeof value, &value_size)) break;
        if (!zk_settings_set(game, settings, name, strlen(name), value, value_size, refusal))
            return false;
    }
    if (zk_json_finish(&in)) return true;
    zk_refuse(refusal, "", "message.wrong");
    zk_sentence_arg(refusal, in.error, strlen(in.error));
    return false;
}

bool zk_message_settings(const struct zk_message *message, const struct zk_game *game,
                         char *cards, struct zk_settings *settings,
                         struct zk_sentence *refusal) {
    return zk_options_read(game, message->options, message->options_size, settings, refusal) &&
           (!message->rules_version ||
            zk_settings_set_rules(game, settings, message->rules_version, refusal)) &&
           (!message->cardset || !game->cards_option ||
            zk_settings_carry(settings, cards, message->cardset, message->cardset_size,
                              refusal));
}

/* ---- Telling ---- */

static unsigned telling_at(int audience) {
    return audience < 0 ? ZK_SEATS_MAX : (unsigned)audience;
}

/* What one audience is told, of an entry that is a move. */
static void prepare_for(struct zk_telling *telling, const struct zk_table *table,
                        const struct zk_fold *before, int audience) {
    const struct zk_game *game = table->game;
    zk_move move = table->entries[before->count].move;
    unsigned at = telling_at(audience);
    struct zk_text text = zk_text_in(telling->move[at], ZK_MOVE_TEXT_SIZE);
    game->print_move(table->rules, &before->state, move, audience, &text);
    text = zk_text_in(telling->saw[at], ZK_MOVE_TEXT_SIZE);
    if (game->saw) game->saw(table->rules, &before->state, move, audience, &text);
    if (game->write_effect)
        game->view(table->rules, &before->state, audience, &telling->before[at]);
}

void zk_telling_prepare(struct zk_telling *telling, const struct zk_table *table,
                        const struct zk_fold *before, unsigned audiences) {
    for (unsigned at = 0; at <= ZK_SEATS_MAX; at++)
        telling->move[at][0] = telling->saw[at][0] = '\0';
    if (table->entries[before->count].kind != ZK_ENTRY_MOVE) return;
    for (int seat = 0; seat < (int)table->seats_count; seat++)
        if (audiences & zk_audience_bit(seat)) prepare_for(telling, table, before, seat);
    if (audiences & zk_audience_bit(ZK_SPECTATOR))
        prepare_for(telling, table, before, ZK_SPECTATOR);
}

ZK_JSON_INLINE void put_member(struct zk_json_out *out, const char *key, const char *value) {
    zk_json_key(out, key);
    zk_json_put_string(out, value);
}

ZK_JSON_INLINE void put_number(struct zk_json_out *out, const char *key, int64_t value) {
    zk_json_key(out, key);
    zk_json_put_int(out, value);
}

static void begin_message(struct zk_json_out *out, const char *table) {
    zk_json_begin_object(out);
    put_number(out, "zashiki", ZK_PROTOCOL_VERSION);
    put_member(out, "table", table);
}

static void put_seat_state(struct zk_json_out *out, int seat, unsigned kind, unsigned bot,
                           unsigned face, const char *name, uint32_t devices) {
    zk_json_begin_object(out);
    put_member(out, "seat", zk_actor_name(seat));
    put_member(out, "who", zk_seat_words[kind]);
    if (kind == ZK_SEAT_BOT || kind == ZK_SEAT_STAND_IN)
        put_member(out, "bot", zk_bot_names[bot].name);
    if (*name) put_member(out, "name", name);
    if (face) put_member(out, "face", zk_face_words[face]);
    if (devices > 1) put_number(out, "devices", devices);
    zk_json_end_object(out);
}

/* What a move does, or with a view after it what it did, as JSON; its size, 0 when there is nothing to say. */
static size_t find_effect(const struct zk_game *game, const struct zk_rules *rules,
                          const struct zk_view *before, zk_move move,
                          const struct zk_view *after, char *memory) {
    struct zk_text text = zk_text_in(memory, ZK_EFFECT_SIZE);
    struct zk_json_out effect = zk_json_to(&text);
    if (!game->write_effect(rules, before, move, after, &effect)) return 0;
    assert(!text.full);
    return text.used;
}

static void put_effect(struct zk_json_out *out, const struct zk_game *game,
                       const struct zk_rules *rules, const struct zk_view *before,
                       zk_move move, const struct zk_state *state, int audience) {
    char effect[ZK_EFFECT_SIZE];
    struct zk_view after;
    game->view(rules, state, audience, &after);
    size_t size = find_effect(game, rules, before, move, &after, effect);
    if (!size) return;
    zk_json_key(out, "did");
    zk_json_put_raw(out, effect, size);
}

/* What an entry that is a move did, as an audience knows it that stands here now. */
static void put_did(struct zk_json_out *out, const struct zk_table *table,
                    const struct zk_fold *after, const struct zk_telling *telling,
                    int audience) {
    const struct zk_kept_entry *entry = &table->entries[after->count - 1];
    if (entry->kind == ZK_ENTRY_MOVE && table->game->write_effect)
        put_effect(out, table->game, table->rules, &telling->before[telling_at(audience)],
                   entry->move, &after->state, audience);
}

static void put_seed(struct zk_json_out *out, const char *key, const uint8_t *seed) {
    char digits[ZK_SEED_TEXT_SIZE];
    zk_seed_print(seed, digits);
    put_member(out, key, digits);
}

/* What an entry says, without what it led to. */
static void put_entry(struct zk_json_out *out, const struct zk_entry *entry, const char *move,
                      const char *saw) {
    put_member(out, "kind", zk_entry_words[entry->kind]);
    put_member(out, "by", zk_actor_name(entry->seat));
    if (entry->kind == ZK_ENTRY_MOVE) put_member(out, "move", move);
    if (*saw) put_member(out, "saw", saw);
    if (entry->kind == ZK_ENTRY_MOVE && entry->draw) put_number(out, "draw", entry->draw);
    if (entry->kind == ZK_ENTRY_COMMIT) put_seed(out, "commit", entry->seed);
    if (entry->kind == ZK_ENTRY_SHOW) put_seed(out, "seed", entry->seed);
    if (entry->kind == ZK_ENTRY_UNDO || entry->kind == ZK_ENTRY_ASK_UNDO)
        put_number(out, "keep", entry->move);
    if (entry->kind == ZK_ENTRY_SIT) {
        zk_json_key(out, "sits");
        put_seat_state(out, entry->sits, entry->sits_kind, entry->bot, entry->face,
                       entry->name, 0);
    }
    put_number(out, "time", (int64_t)entry->at_ms);
}

/* What the listed moves would do, as far as the seat can know: by their places in the list, those left out of which
 * there is nothing to say. */
static void put_does(struct zk_json_out *out, const struct zk_table *table,
                     const struct zk_fold *fold, int seat, const zk_move *moves,
                     uint32_t count) {
    struct zk_view seen;
    bool any = false;
    table->game->view(table->rules, &fold->state, seat, &seen);
    for (uint32_t i = 0; i < count; i++) {
        char effect[ZK_EFFECT_SIZE], number[12];
        struct zk_text text = zk_text_in(number, sizeof number);
        size_t size = find_effect(table->game, table->rules, &seen, moves[i], NULL, effect);
        if (!size) continue;
        if (!any) {
            zk_json_key(out, "does");
            zk_json_begin_object(out);
            any = true;
        }
        zk_text_put_uint(&text, i);
        zk_json_key(out, number);
        zk_json_put_raw(out, effect, size);
    }
    if (any) zk_json_end_object(out);
}

static void put_moves(struct zk_json_out *out, const struct zk_table *table,
                      const struct zk_fold *fold, int seat, const char *key) {
    zk_move moves[ZK_MOVES_MAX];
    uint32_t count = table->game->moves(table->rules, &fold->state, seat, moves, NULL);
    if (!count) return;
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (uint32_t i = 0; i < count; i++) {
        char notation[ZK_MOVE_TEXT_SIZE];
        struct zk_text text = zk_text_in(notation, sizeof notation);
        table->game->print_move(table->rules, &fold->state, moves[i], seat, &text);
        zk_json_put_bytes(out, notation, text.used);
    }
    zk_json_end_array(out);
    if (table->game->write_effect) put_does(out, table, fold, seat, moves, count);
}

static void put_points(struct zk_json_out *out, uint32_t seats_count, const int32_t *points) {
    zk_json_key(out, "points");
    zk_json_begin_object(out);
    for (int i = 0; i < (int)seats_count; i++) put_number(out, zk_actor_name(i), points[i]);
    zk_json_end_object(out);
}

static void put_result(struct zk_json_out *out, const struct zk_table *table,
                       const struct zk_fold *fold) {
    struct zk_result result;
    zk_fold_result(fold, table, &result);
    zk_json_key(out, "result");
    zk_json_begin_object(out);
    zk_json_key(out, "winners");
    zk_json_begin_array(out);
    for (int i = 0; i < (int)table->seats_count; i++)
        if (result.winners >> i & 1) zk_json_put_string(out, zk_actor_name(i));
    zk_json_end_array(out);
    if (result.drawn) {
        zk_json_key(out, "drawn");
        zk_json_put_bool(out, true);
    }
    put_points(out, table->seats_count, result.points);
    if (result.rank) put_member(out, "rank", result.rank);
    put_member(out, "end", result.end);
    if (fold->gave_up >= 0) put_member(out, "gave_up", zk_actor_name(fold->gave_up));
    zk_json_end_object(out);
}

static void put_bits(struct zk_json_out *out, const char *key, unsigned bits) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (int i = 0; i < ZK_SEATS_MAX; i++)
        if (bits >> i & 1) zk_json_put_string(out, zk_actor_name(i));
    zk_json_end_array(out);
}

static void put_view(struct zk_json_out *out, const struct zk_game *game,
                     const struct zk_rules *rules, const struct zk_state *state,
                     int audience) {
    struct zk_view view;
    game->view(rules, state, audience, &view);
    zk_json_key(out, "view");
    game->write_view(rules, &view, out);
}

/* Everything an audience sees of the table as it stands. When the game is over, everything. */
static void put_now(struct zk_json_out *out, const struct zk_table *table,
                    const struct zk_fold *fold, int audience) {
    const struct zk_game *game = table->game;
    bool over = fold->status == ZK_TABLE_OVER;
    int actor = over ? ZK_OVER : game->actor(table->rules, &fold->state);
    int32_t points[ZK_SEATS_MAX];
    zk_json_key(out, "now");
    zk_json_begin_object(out);
    put_member(out, "status", zk_status_words[fold->status]);
    put_member(out, "actor", zk_actor_name(actor));
    put_number(out, "moves", fold->moves_count);
    put_number(out, "games", fold->games);
    zk_json_key(out, "seats");
    zk_json_begin_array(out);
    for (int i = 0; i < (int)table->seats_count; i++)
        put_seat_state(out, i, fold->seat[i].kind, fold->seat[i].bot, fold->seat[i].face,
                       fold->seat[i].name, zk_seat_keys(&fold->seat[i]));
    zk_json_end_array(out);
    if (game->points(table->rules, &fold->state, points))
        put_points(out, table->seats_count, points);
    if (table->terms.clock_ms) {
        zk_json_key(out, "clocks_ms");
        zk_json_begin_object(out);
        for (int i = 0; i < (int)table->seats_count; i++)
            put_number(out, zk_actor_name(i), fold->clock_ms[i]);
        zk_json_end_object(out);
    }
    if (audience >= 0 && fold->status == ZK_TABLE_PLAYING) {
        put_moves(out, table, fold, audience, actor == audience ? "legal" : "also");
        if (zk_fold_may_undo(fold, table, audience)) {
            zk_json_key(out, "may_undo");
            zk_json_put_bool(out, true);
        }
    }
    if (fold->asker >= 0) {
        put_member(out, "asks_undo", zk_actor_name(fold->asker));
        put_bits(out, "agreed", fold->agreed);
    }
    if (fold->again) put_bits(out, "again", fold->again);
    if (zk_fold_seeds_due(fold)) put_bits(out, "seeds", zk_fold_seeds_due(fold));
    if (over) put_result(out, table, fold);
    put_view(out, game, table->rules, &fold->state, over ? ZK_EVERYTHING : audience);
    zk_json_end_object(out);
}

void zk_position_write(struct zk_json_out *out, const struct zk_game *game,
                       const struct zk_rules *rules, const struct zk_state *state,
                       uint32_t moves_count, int audience, const struct zk_view *before,
                       zk_move move) {
    int32_t points[ZK_SEATS_MAX];
    int actor = game->actor(rules, state);
    zk_json_begin_object(out);
    if (before && game->write_effect)
        put_effect(out, game, rules, before, move, state, audience);
    zk_json_key(out, "now");
    zk_json_begin_object(out);
    put_member(out, "status",
               zk_status_words[actor == ZK_OVER ? ZK_TABLE_OVER : ZK_TABLE_PLAYING]);
    put_member(out, "actor", zk_actor_name(actor));
    put_number(out, "moves", moves_count);
    if (game->points(rules, state, points)) put_points(out, zk_seats(game, rules), points);
    if (actor == ZK_OVER) {
        zk_json_key(out, "result");
        zk_record_write_result(out, game, rules, state);
    }
    put_view(out, game, rules, state, audience);
    zk_json_end_object(out);
    zk_json_end_object(out);
}

void zk_event_write(struct zk_json_out *out, const struct zk_table *table,
                    const struct zk_fold *after, const struct zk_telling *telling,
                    int audience) {
    struct zk_entry entry;
    zk_table_entry(table, after->count, &entry);
    begin_message(out, table->id);
    put_number(out, "event", after->count);
    put_entry(out, &entry, telling->move[telling_at(audience)],
              telling->saw[telling_at(audience)]);
    put_did(out, table, after, telling, audience);
    put_now(out, table, after, audience);
    zk_json_end_object(out);
}

void zk_settings_write(struct zk_json_out *out, const struct zk_game *game,
                       const struct zk_settings *settings) {
    zk_json_begin_object(out);
    for (unsigned i = 0; game->options[i].name; i++)
        put_member(out, game->options[i].name, zk_settings_get(game, settings, i));
    zk_json_end_object(out);
}

static void put_options(struct zk_json_out *out, const struct zk_table *table) {
    zk_json_key(out, "options");
    zk_settings_write(out, table->game, &table->settings);
    if (!table->settings.cards) return;
    zk_json_key(out, "cardset");
    zk_json_put_raw(out, table->settings.cards, table->settings.cards_size);
}

/* Those that are not the usual. */
static void put_terms(struct zk_json_out *out, const struct zk_terms *terms) {
    if (terms->clock_ms) {
        put_number(out, "clock_ms", terms->clock_ms);
        put_number(out, "clock_step_ms", terms->clock_step_ms);
    }
    if (terms->memory) {
        zk_json_key(out, "memory");
        zk_json_put_bool(out, true);
    }
    if (terms->advice) {
        zk_json_key(out, "advice");
        zk_json_put_bool(out, true);
    }
    if (terms->stand_in) put_member(out, "stand_in", zk_stand_in_word(terms->stand_in));
}

void zk_snapshot_write(struct zk_json_out *out, const struct zk_table *table, int audience) {
    struct zk_telling telling;
    struct zk_fold at, *fold = &at;
    uint32_t count = table->now.count;
    begin_message(out, table->id);
    put_number(out, "snapshot", table->now.count);
    put_member(out, "game", table->game->id);
    put_number(out, "rules", zk_settings_rules(table->game, &table->settings));
    put_options(out, table);
    if (audience >= 0) put_member(out, "you", zk_actor_name(audience));
    put_terms(out, &table->terms);
    if (table->terms.clock_ms && table->now.status == ZK_TABLE_PLAYING &&
        table->counts_from_ms > table->now.clock_at_ms)
        put_number(out, "counts_from", (int64_t)table->counts_from_ms);
    zk_fold_at(fold, table, count > ZK_HISTORY_MAX ? count - ZK_HISTORY_MAX : 0);
    if (fold->count) put_number(out, "moves_before", fold->moves_count);
    zk_json_key(out, "log");
    zk_json_begin_array(out);
    while (fold->count < count) {
        struct zk_entry entry;
        zk_table_entry(table, fold->count + 1, &entry);
        if (entry.kind == ZK_ENTRY_MOVE) prepare_for(&telling, table, fold, audience);
        zk_fold_step(fold, table);
        zk_json_begin_object(out);
        put_number(out, "event", fold->count);
        put_entry(out, &entry, telling.move[telling_at(audience)],
                  entry.kind == ZK_ENTRY_MOVE ? telling.saw[telling_at(audience)] : "");
        put_did(out, table, fold, &telling, audience);
        zk_json_end_object(out);
    }
    zk_json_end_array(out);
    put_now(out, table, fold, audience);
    zk_json_end_object(out);
}

void zk_unseated_write(struct zk_json_out *out, const struct zk_table *table, int seat) {
    begin_message(out, table->id);
    put_member(out, "unseated", zk_actor_name(seat));
    zk_json_end_object(out);
}

void zk_presence_write(struct zk_json_out *out, const struct zk_table *table, unsigned here,
                       uint32_t watching) {
    begin_message(out, table->id);
    put_bits(out, "here", here);
    put_number(out, "watching", watching);
    zk_json_end_object(out);
}

void zk_reaction_write(struct zk_json_out *out, const struct zk_table *table,
                       const char *reaction, int seat) {
    begin_message(out, table->id);
    put_member(out, "reaction", reaction);
    put_member(out, "by", zk_actor_name(seat));
    zk_json_end_object(out);
}

/* ---- Answers ---- */

static void begin_answer(struct zk_json_out *out, const char *table, const char *request) {
    begin_message(out, table);
    put_member(out, "request", request);
}

void zk_answer_done(struct zk_json_out *out, const char *table, const char *request,
                    uint32_t entry) {
    begin_answer(out, table, request);
    put_number(out, "done", entry);
    zk_json_end_object(out);
}

void zk_answer_refused(struct zk_json_out *out, const char *table, const char *request,
                       const struct zk_sentence *refusal) {
    begin_answer(out, table, request);
    zk_json_key(out, "refused");
    zk_sentence_write(out, refusal);
    zk_json_end_object(out);
}

void zk_answer_opened(struct zk_json_out *out, const struct zk_table *table,
                      const char *request, const char *const *tokens) {
    begin_answer(out, table->id, request);
    put_number(out, "done", 0);
    zk_json_key(out, "tokens");
    zk_json_begin_object(out);
    for (int i = 0; i < (int)table->seats_count; i++)
        put_member(out, zk_actor_name(i), tokens[i]);
    zk_json_end_object(out);
    zk_json_end_object(out);
}

void zk_answer_record(struct zk_json_out *out, const char *table, const char *request,
                      const char *record, size_t record_size) {
    begin_answer(out, table, request);
    zk_json_key(out, "record");
    zk_json_put_bytes(out, record, record_size);
    zk_json_end_object(out);
}

void zk_answer_pong(struct zk_json_out *out, const char *request) {
    zk_json_begin_object(out);
    put_number(out, "zashiki", ZK_PROTOCOL_VERSION);
    put_member(out, "request", request);
    zk_json_key(out, "pong");
    zk_json_put_bool(out, true);
    zk_json_end_object(out);
}

void zk_answer_hint(struct zk_json_out *out, const char *table, const char *request,
                    const char *notation, const struct zk_sentence *why) {
    begin_answer(out, table, request);
    zk_json_key(out, "hint");
    zk_json_begin_object(out);
    put_member(out, "move", notation);
    if (*why->key) {
        zk_json_key(out, "why");
        zk_sentence_write(out, why);
    }
    zk_json_end_object(out);
    zk_json_end_object(out);
}

/* ---- Records ---- */

size_t zk_record_size(const struct zk_fold *fold) {
    return 2 * ZK_RECORD_LINE_SIZE + (size_t)fold->moves_count * ZK_RECORD_MOVE_SIZE;
}

void zk_record_of_game(struct zk_text *text, const struct zk_table *table,
                       const struct zk_fold *fold) {
    const struct zk_game *game = table->game;
    const char *names[ZK_SEATS_MAX], *faces[ZK_SEATS_MAX];
    struct zk_state state;
    uint16_t line[ZK_LINE_MAX];
    zk_fold_line(fold, table, line);
    for (uint32_t i = 0; i < table->seats_count; i++) {
        const struct zk_seat *seat = &fold->seat[i];
        bool bot = seat->kind == ZK_SEAT_BOT || seat->kind == ZK_SEAT_STAND_IN;
        names[i] = bot ? zk_bot_names[seat->bot].name : seat->name;
        faces[i] = zk_face_words[seat->face];
    }
    struct zk_seeds seeds;
    bool is_fair = zk_fold_seeds(fold, table, &seeds);
    const struct zk_record_terms terms = {.clock_ms = table->terms.clock_ms,
                                          .clock_step_ms = table->terms.clock_step_ms,
                                          .memory = table->terms.memory,
                                          .advice = table->terms.advice,
                                          .advised = fold->advised,
                                          .faces = faces,
                                          .seeds = is_fair ? &seeds : NULL};
    zk_record_put_table_header(text, game, &table->settings, names, table->seats_count,
                               &terms);
    game->start(table->rules, &state);
    for (uint32_t i = 0; i < fold->moves_count; i++) {
        const struct zk_kept_entry *entry = &table->entries[line[i]];
        zk_record_put_drawn(text, game, table->rules, &state, entry->move, entry->draw);
        game->apply(table->rules, &state, entry->move);
    }
    if (game->actor(table->rules, &state) == ZK_OVER)
        zk_record_put_result(text, game, table->rules, &state);
}

/* ---- Storing ---- */

void zk_table_write(struct zk_json_out *out, const struct zk_table *table) {
    zk_json_begin_object(out);
    put_number(out, "zashiki", ZK_PROTOCOL_VERSION);
    put_member(out, "do", zk_ask_words[ZK_ASK_OPEN]);
    put_member(out, "game", table->game->id);
    put_number(out, "rules", zk_settings_rules(table->game, &table->settings));
    put_options(out, table);
    put_terms(out, &table->terms);
    zk_json_end_object(out);
}

static const char figures[] = "0123456789abcdef";

/* The hash of a key: stored, and told to nobody. */
static void put_hash(struct zk_json_out *out, const uint8_t hash[ZK_HASH_SIZE]) {
    char text[2 * ZK_HASH_SIZE + 1] = "";
    for (unsigned i = 0; i < ZK_HASH_SIZE; i++) {
        text[2 * i] = figures[hash[i] >> 4];
        text[2 * i + 1] = figures[hash[i] & 15];
    }
    put_member(out, "key", text);
}

void zk_entry_write(struct zk_json_out *out, const struct zk_table *table,
                    const struct zk_fold *before) {
    struct zk_entry made, *entry = &made;
    zk_table_entry(table, before->count + 1, entry);
    char notation[ZK_MOVE_TEXT_SIZE] = "";
    struct zk_text text = zk_text_in(notation, sizeof notation);
    if (entry->kind == ZK_ENTRY_MOVE)
        table->game->print_move(table->rules, &before->state, entry->move, ZK_EVERYTHING,
                                &text);
    zk_json_begin_object(out);
    put_entry(out, entry, notation, "");
    if (entry->kind == ZK_ENTRY_SEED) put_seed(out, "sealed", entry->seed);
    if (entry->request[0]) put_member(out, "request", entry->request);
    if (entry->stood_s) put_number(out, "stood_s", entry->stood_s);
    if (zk_entry_has_key(entry)) put_hash(out, entry->key);
    if (entry->kind == ZK_ENTRY_ALONE) put_number(out, "keep", entry->move);
    zk_json_end_object(out);
}

/* The hash of a key from its figures; false when they are none. */
static bool read_hash(struct zk_json_in *in, uint8_t hash[ZK_HASH_SIZE]) {
    char text[2 * ZK_HASH_SIZE + 1];
    size_t size;
    if (!zk_json_get_string(in, text, sizeof text, &size) || size != 2 * ZK_HASH_SIZE)
        return false;
    memset(hash, 0, ZK_HASH_SIZE);
    for (unsigned i = 0; i < 2 * ZK_HASH_SIZE; i++) {
        const char *figure = memchr(figures, text[i], sizeof figures - 1);
        if (!figure) return false;
        hash[i / 2] = (uint8_t)(hash[i / 2] << 4 | (figure - figures));
    }
    return true;
}

static bool find_word(const char *const *words, unsigned count, const char *word,
                      uint8_t *found) {
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(words[i], word) != 0) continue;
        *found = (uint8_t)i;
        return true;
    }
    return false;
}

static void read_sits(struct zk_json_in *in, struct zk_entry *entry) {
    char key[ZK_WORD_SIZE], word[ZK_WORD_SIZE];
    int seat = -1;
    entry->sits = -1; /* which fits nowhere, should there be none */
    zk_json_enter_object(in);
    while (zk_json_next_key(in, key, sizeof key)) {
        if (strcmp(key, "seat") == 0) {
            get_seat(in, &seat);
            entry->sits = (int8_t)seat;
        } else if (strcmp(key, "name") == 0) {
            zk_json_get_string(in, entry->name, sizeof entry->name, NULL);
        } else if (strcmp(key, "who") == 0) {
            if (zk_json_get_string(in, word, sizeof word, NULL) &&
                !find_word(zk_seat_words, ZK_SEAT_STAND_IN + 1, word, &entry->sits_kind))
                zk_json_wrong(in, "nobody sits like that");
        } else if (strcmp(key, "bot") == 0) {
            if (!zk_json_get_string(in, word, sizeof word, NULL)) continue;
            const struct zk_bot_name *bot = zk_bots_named(word, strlen(word));
            entry->bot = bot ? (uint8_t)(bot - zk_bot_names) : UINT8_MAX;
        } else if (strcmp(key, "face") == 0) {
            /* One that a newer program drew is no reason to lose the table. */
            if (zk_json_get_string(in, word, sizeof word, NULL) &&
                !find_face(word, &entry->face))
                entry->face = ZK_FACE_NONE;
        } else {
            zk_json_skip(in);
        }
    }
}

bool zk_entry_read(const struct zk_table *table, const char *data, size_t size,
                   struct zk_entry *entry) {
    struct zk_json_in in = zk_json_from(data, size);
    char key[ZK_WORD_SIZE], word[ZK_WORD_SIZE], notation[ZK_MOVE_TEXT_SIZE] = "";
    size_t notation_size = 0;
    int64_t number = 0;
    int seat = ZK_OVER;
    bool has_kind = false, has_seed = false;
    uint8_t seed[ZK_SEED_SIZE];
    uint16_t draw = 0;
    memset(entry, 0, sizeof *entry);
    entry->sits = -1;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        if (strcmp(key, "kind") == 0) {
            has_kind = zk_json_get_string(&in, word, sizeof word, NULL) &&
                       find_word(zk_entry_words, ZK_ENTRY_KINDS_COUNT, word, &entry->kind);
        } else if (strcmp(key, "by") == 0) {
            size_t used;
            if (zk_json_get_string(&in, word, sizeof word, &used) &&
                !zk_actor_parse(word, used, &seat))
                zk_json_wrong(&in, "nobody is called that");
        } else if (strcmp(key, "move") == 0) {
            zk_json_get_string(&in, notation, sizeof notation, &notation_size);
        } else if (strcmp(key, "keep") == 0) {
            get_number(&in, &entry->move);
        } else if (strcmp(key, "time") == 0) {
            if (zk_json_get_int(&in, &number) && number < 0)
                zk_json_wrong(&in, "time runs backwards");
            entry->at_ms = (uint64_t)number;
        } else if (strcmp(key, "stood_s") == 0) {
            get_number(&in, &entry->stood_s);
        } else if (strcmp(key, "request") == 0) {
            zk_json_get_string(&in, entry->request, sizeof entry->request, NULL);
        } else if (strcmp(key, "sits") == 0) {
            read_sits(&in, entry);
        } else if (strcmp(key, "draw") == 0) {
            if (zk_json_get_int(&in, &number) && (number < 1 || number > UINT16_MAX))
                zk_json_wrong(&in, "a number is out of its range");
            draw = (uint16_t)number;
        } else if (strcmp(key, "commit") == 0 || strcmp(key, "sealed") == 0 ||
                   strcmp(key, "seed") == 0) {
            has_seed = get_seed(&in, seed);
        } else if (strcmp(key, "key") == 0) {
            if (!read_hash(&in, entry->key)) zk_json_wrong(&in, "a key's hash has 64 figures");
        } else {
            zk_json_skip(&in);
        }
    }
    if (!zk_json_finish(&in) || !has_kind) return false;
    if (seat >= (int)table->seats_count || seat < ZK_CHANCE) return false;
    entry->seat = (int8_t)seat;
    if (entry->kind != ZK_ENTRY_SIT) entry->sits = 0;
    if (entry->kind == ZK_ENTRY_COMMIT || entry->kind == ZK_ENTRY_SEED ||
        entry->kind == ZK_ENTRY_SHOW) {
        if (!has_seed) return false;
        memcpy(entry->seed, seed, sizeof entry->seed);
    }
    if (zk_entry_has_key(entry) && entry->kind != ZK_ENTRY_SIT &&
        entry->kind != ZK_ENTRY_LINK && entry->kind != ZK_ENTRY_DEVICE)
        return false;
    if (entry->kind != ZK_ENTRY_MOVE) return true;
    entry->draw = draw;
    return table->now.status == ZK_TABLE_PLAYING &&
           zk_parse_move(table->game, table->rules, &table->now.state, seat, notation,
                         notation_size, &entry->move);
}
