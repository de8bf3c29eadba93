/* game.c: what all games share: settings, refusals, names of those who act. */
#include "game.h"

#include <assert.h>
#include <string.h>

#include "json.h"

const struct zk_phrase zk_core_phrases[] = {
    {"option.unknown", "{0} has no option \"{1}\"."},
    {"option.value", "The option {0} cannot be \"{1}\"; it can be {2}."},
    {"move.over", "The game is over."},
    {"move.not_in_turn", "Not yet: it is {0}'s turn."},
    {"record.json", "This line cannot be read at byte {1}: {0}."},
    {"record.line.long", "This line is longer than {0} bytes."},
    {"record.line.empty", "This line is empty; each line of a record is one JSON object."},
    {"record.line.kind",
     "This line is neither a record's first line, nor a move with \"by\" and "
     "\"move\", nor a result."},
    {"record.outside", "The record's first line, with \"zashiki\", is missing."},
    {"record.key.twice", "The key \"{0}\" appears twice."},
    {"record.key.missing", "The key \"{0}\" is missing from the record's first line."},
    {"record.version", "This record has format version {0}; this program reads version 1."},
    {"record.game", "There is no game \"{0}\" here."},
    {"rules.version", "Rules version {1} of {0} cannot be played here."},
    {"record.option", "The option \"{0}\" is missing; a record of {1} always has it."},
    {"cards.long", "The card set is longer than {0} bytes."},
    {"record.seats", "This game has {0} seats, but the record names {1}."},
    {"record.by.unknown", "Nobody at this table is called \"{0}\"."},
    {"record.by.chance", "This is not a chance move: it is {0}'s turn."},
    {"record.move.over", "The game is over; no move can follow."},
    {"record.result.early",
     "The game is not over, so it has no result yet: it is {0}'s turn."},
    {"record.result.missing", "The game is over, but its result is missing."},
    {"record.result.not_last", "The result is the last line of a record; nothing can follow."},
    {"record.result.part", "The result has the wrong \"{0}\"; it should be {1}."},
    {"record.result.without", "This game's result has no \"{0}\"."},
    {NULL, NULL},
};

const char *zk_actor_name(int actor) {
    static const char *const seat_names[ZK_SEATS_MAX] = {"A", "B", "C", "D"};
    if (actor == ZK_CHANCE) return "chance";
    if (actor == ZK_OVER) return "over";
    assert(actor >= 0 && actor < ZK_SEATS_MAX);
    return seat_names[actor];
}

bool zk_actor_parse(const char *text, size_t size, int *actor) {
    if (size == 1 && *text >= 'A' && *text < 'A' + ZK_SEATS_MAX) {
        *actor = *text - 'A';
        return true;
    }
    if (!zk_same(text, size, "chance", 6)) return false;
    *actor = ZK_CHANCE;
    return true;
}

const struct zk_game *zk_game_named(const struct zk_game *const *games, const char *id,
                                    size_t size) {
    for (; *games; games++)
        if (zk_same(id, size, (*games)->id, strlen((*games)->id))) return *games;
    return NULL;
}

void zk_refuse(struct zk_sentence *refusal, const char *rule, const char *key) {
    memset(refusal, 0, sizeof *refusal);
    refusal->rule = rule;
    refusal->key = key;
}

void zk_say(struct zk_sentence *sentence, const char *key) { zk_refuse(sentence, "", key); }

void zk_sentence_arg(struct zk_sentence *sentence, const char *arg, size_t size) {
    assert(sentence->args_count < ZK_SENTENCE_ARGS_MAX);
    char *to = sentence->arg[sentence->args_count++];
    if (size >= ZK_SENTENCE_ARG_SIZE) {
        size = ZK_SENTENCE_ARG_SIZE - 1;
        while (size && ((unsigned char)arg[size] & 0xC0) == 0x80) size--;
    }
    memcpy(to, arg, size);
    to[size] = '\0';
}

bool zk_phrase_put(const struct zk_phrase *phrases, const struct zk_sentence *refusal,
                   struct zk_text *text) {
    while (phrases->key && strcmp(phrases->key, refusal->key) != 0) phrases++;
    if (!phrases->key) return false;
    for (const char *english = phrases->english; *english; english++) {
        if (english[0] == '{' && english[1] >= '0' &&
            english[1] < '0' + ZK_SENTENCE_ARGS_MAX && english[2] == '}') {
            zk_text_put(text, refusal->arg[english[1] - '0']);
            english += 2;
        } else {
            zk_text_put_char(text, *english);
        }
    }
    if (*refusal->rule) {
        zk_text_put(text, " (");
        zk_text_put(text, refusal->rule);
        zk_text_put_char(text, ')');
    }
    return true;
}

void zk_sentence_english(const struct zk_game *game, const struct zk_sentence *refusal,
                         struct zk_text *text) {
    bool found = zk_phrase_put(zk_core_phrases, refusal, text) ||
                 (game && zk_phrase_put(game->phrases, refusal, text));
    assert(found);
    (void)found;
}

void zk_sentence_write(struct zk_json_out *out, const struct zk_sentence *refusal) {
    zk_json_begin_object(out);
    zk_json_key(out, "key");
    zk_json_put_string(out, refusal->key);
    if (*refusal->rule) {
        zk_json_key(out, "rule");
        zk_json_put_string(out, refusal->rule);
    }
    zk_json_key(out, "args");
    zk_json_begin_array(out);
    for (unsigned i = 0; i < refusal->args_count; i++)
        zk_json_put_string(out, refusal->arg[i]);
    zk_json_end_array(out);
    zk_json_end_object(out);
}

bool zk_settings_set(const struct zk_game *game, struct zk_settings *settings,
                     const char *name, size_t name_size, const char *value, size_t value_size,
                     struct zk_sentence *refusal) {
    unsigned index = 0;
    while (game->options[index].name && !zk_same(name, name_size, game->options[index].name,
                                                 strlen(game->options[index].name)))
        index++;
    const struct zk_option *option = &game->options[index];
    if (!option->name) {
        zk_refuse(refusal, "", "option.unknown");
        zk_sentence_arg(refusal, game->name, strlen(game->name));
        zk_sentence_arg(refusal, name, name_size);
        return false;
    }
    bool plain = value_size < ZK_OPTION_VALUE_SIZE;
    for (size_t i = 0; i < value_size; i++) plain = plain && value[i] > ' ' && value[i] < 127;
    for (unsigned i = 0; option->values && option->values[i]; i++) {
        if (!zk_same(value, value_size, option->values[i], strlen(option->values[i])))
            continue;
        char *slot = settings->value[index];
        memset(slot, 0, ZK_OPTION_VALUE_SIZE);
        if (i) memcpy(slot, value, value_size);
        return true;
    }
    bool cards = game->cards_option && strcmp(option->name, game->cards_option) == 0;
    if (plain && (!option->values || (cards && value_size))) {
        memset(settings->value[index], 0, ZK_OPTION_VALUE_SIZE);
        memcpy(settings->value[index], value, value_size);
        return true;
    }
    char list[ZK_SENTENCE_ARG_SIZE];
    struct zk_text text = zk_text_in(list, sizeof list);
    for (unsigned i = 0; option->values && option->values[i]; i++) {
        if (i) zk_text_put(&text, option->values[i + 1] ? ", " : " or ");
        zk_text_put(&text, option->values[i]);
    }
    zk_refuse(refusal, "", "option.value");
    zk_sentence_arg(refusal, option->name, strlen(option->name));
    zk_sentence_arg(refusal, value, value_size);
    zk_sentence_arg(refusal, list, text.used);
    return false;
}

bool zk_settings_set_rules(const struct zk_game *game, struct zk_settings *settings,
                           int64_t version, struct zk_sentence *refusal) {
    if (version >= 1 && version <= game->rules_version) {
        settings->rules_version = version == game->rules_version ? 0 : (uint32_t)version;
        return true;
    }
    char digits[24];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_int(&text, version);
    zk_refuse(refusal, "", "rules.version");
    zk_sentence_arg(refusal, game->name, strlen(game->name));
    zk_sentence_arg(refusal, text.data, text.used);
    return false;
}

uint32_t zk_settings_rules(const struct zk_game *game, const struct zk_settings *settings) {
    return settings->rules_version ? settings->rules_version : game->rules_version;
}

bool zk_settings_carry(struct zk_settings *settings, char *memory, const char *json,
                       size_t size, struct zk_sentence *refusal) {
    struct zk_text text = zk_text_in(memory, ZK_CARDS_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_put_compact(&out, json, size);
    if (text.full) {
        char digits[8];
        struct zk_text most = zk_text_in(digits, sizeof digits);
        zk_text_put_int(&most, ZK_CARDS_SIZE - 1);
        zk_refuse(refusal, "", "cards.long");
        zk_sentence_arg(refusal, digits, most.used);
        return false;
    }
    settings->cards = text.data;
    settings->cards_size = text.used;
    return true;
}

bool zk_settings_same(const struct zk_settings *a, const struct zk_settings *b) {
    return a->rules_version == b->rules_version &&
           memcmp(a->value, b->value, sizeof a->value) == 0 && !a->cards == !b->cards &&
           (!a->cards || zk_same(a->cards, a->cards_size, b->cards, b->cards_size));
}

void zk_settings_put(const struct zk_game *game, const struct zk_settings *settings,
                     struct zk_text *text) {
    for (unsigned i = 0, count = 0; game->options[i].name; i++) {
        if (!*settings->value[i]) continue;
        if (count++) zk_text_put_char(text, ' ');
        zk_text_put(text, game->options[i].name);
        zk_text_put_char(text, '=');
        zk_text_put(text, settings->value[i]);
    }
}

const char *zk_settings_get(const struct zk_game *game, const struct zk_settings *settings,
                            unsigned index) {
    const char *const *values = game->options[index].values;
    return settings->value[index][0] || !values ? settings->value[index] : values[0];
}
