/* ruleset.c: games by name, and their options, see zashiki.h. */
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../core/json.h"
#include "../games/list.h"
#include "inside.h"

#ifndef ZK_VERSION
#error "the build says the version"
#endif

enum {
    ABOUT_SIZE = 16 * 1024, /* of any game as JSON, with room to spare */
    SENTENCE_SIZE = 1024,
    OPTIONS_SIZE = ZK_OPTIONS_MAX * 64 + 32,
    DIGITS_MAX = 9,
};

size_t zk_inside_give(char *out, size_t size, const char *text, size_t used) {
    if (size) {
        size_t fits = used < size ? used : size - 1;
        memcpy(out, text, fits);
        out[fits] = '\0';
    }
    return used;
}

void zk_inside_why(const struct zk_game *game, const struct zk_sentence *refusal, char *why,
                   size_t why_size) {
    char sentence[SENTENCE_SIZE];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_sentence_english(game, refusal, &text);
    zk_inside_give(why, why_size, sentence, text.used);
}

const char *zk_version(void) { return ZK_VERSION; }

const char *zk_game_at(unsigned index) {
    unsigned i = 0;
    while (i < index && zk_games[i]) i++;
    return zk_games[i] ? zk_games[i]->id : NULL;
}

/* ---- What a game is ---- */

static void put_named(struct zk_json_out *out, const char *key, const char *value) {
    zk_json_key(out, key);
    zk_json_put_string(out, value);
}

static void put_number(struct zk_json_out *out, const char *key, int64_t value) {
    zk_json_key(out, key);
    zk_json_put_int(out, value);
}

static void put_options(struct zk_json_out *out, const struct zk_game *game) {
    zk_json_key(out, "options");
    zk_json_begin_array(out);
    for (const struct zk_option *option = game->options; option->name; option++) {
        zk_json_begin_object(out);
        put_named(out, "name", option->name);
        put_named(out, "meaning", option->meaning);
        zk_json_key(out, "values");
        zk_json_begin_array(out);
        for (unsigned i = 0; option->values && option->values[i]; i++)
            zk_json_put_string(out, option->values[i]);
        zk_json_end_array(out);
        zk_json_end_object(out);
    }
    zk_json_end_array(out);
}

static void put_bots(struct zk_json_out *out, const struct zk_game *game) {
    zk_json_key(out, "bots");
    zk_json_begin_array(out);
    for (const struct zk_bot_name *named = zk_bot_names; named->name; named++) {
        const struct zk_bot *bot = zk_bots_of(game, named->name);
        if (!bot) continue;
        zk_json_begin_object(out);
        put_named(out, "name", bot->name);
        put_named(out, "meaning", bot->meaning ? bot->meaning : named->meaning);
        zk_json_end_object(out);
    }
    zk_json_end_array(out);
}

size_t zk_game_about(const char *id, char *json, size_t size) {
    const struct zk_game *game = zk_games_find(id, strlen(id));
    char memory[ABOUT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    if (!game) return 0;
    zk_json_begin_object(&out);
    put_named(&out, "game", game->id);
    put_named(&out, "name", game->name);
    put_number(&out, "rules", game->rules_version);
    put_number(&out, "seats_min", game->seats_min);
    put_number(&out, "seats_max", game->seats_max);
    zk_json_key(&out, "together");
    zk_json_put_bool(&out, game->together);
    put_options(&out, game);
    put_bots(&out, game);
    zk_json_end_object(&out);
    assert(!text.full);
    return zk_inside_give(json, size, memory, text.used);
}

/* ---- Rules ---- */

void zk_inside_copy(struct zk_ruleset *to, const struct zk_ruleset *from) {
    *to = *from;
    if (to->settings.cards) to->settings.cards = to->cards;
}

/* "rules=2"; any other text is no version that there is. */
static bool set_version(struct zk_ruleset *rules, const char *digits, size_t size,
                        struct zk_sentence *refusal) {
    int64_t version = size && size <= DIGITS_MAX ? 0 : -1;
    for (size_t i = 0; i < size && version >= 0; i++)
        version = digits[i] < '0' || digits[i] > '9' ? -1 : version * 10 + (digits[i] - '0');
    return zk_settings_set_rules(rules->game, &rules->settings, version, refusal);
}

static bool set_option(struct zk_ruleset *rules, const char *option, size_t size,
                       struct zk_sentence *refusal) {
    const char *equals = memchr(option, '=', size);
    size_t name_size = equals ? (size_t)(equals - option) : size;
    const char *value = equals ? equals + 1 : option + size;
    size_t value_size = (size_t)(option + size - value);
    if (zk_same(option, name_size, "rules", 5))
        return set_version(rules, value, value_size, refusal);
    return zk_settings_set(rules->game, &rules->settings, option, name_size, value, value_size,
                           refusal);
}

static bool set_options(struct zk_ruleset *rules, const char *options,
                        struct zk_sentence *refusal) {
    while (*options) {
        size_t size = strcspn(options, " ");
        if (size && !set_option(rules, options, size, refusal)) return false;
        options += size + (options[size] == ' ');
    }
    return true;
}

/* A card set must be JSON before it is carried; whether it is one the game says. */
static bool is_json(const char *cards, char *why, size_t why_size) {
    struct zk_json_in in = zk_json_from(cards, strlen(cards));
    char sentence[SENTENCE_SIZE];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_json_skip(&in);
    if (zk_json_finish(&in)) return true;
    zk_text_put(&text, "The card set cannot be read at byte ");
    zk_text_put_int(&text, in.at - cards + 1);
    zk_text_put(&text, ": ");
    zk_text_put(&text, in.error);
    zk_text_put_char(&text, '.');
    zk_inside_give(why, why_size, sentence, text.used);
    return false;
}

struct zk_ruleset *zk_ruleset_new(const char *id, const char *options, const char *cards,
                                  char *why, size_t why_size) {
    const struct zk_game *game = zk_games_find(id, strlen(id));
    struct zk_sentence refusal;
    if (!game) {
        zk_refuse(&refusal, "", "record.game");
        zk_sentence_arg(&refusal, id, strlen(id));
        zk_inside_why(NULL, &refusal, why, why_size);
        return NULL;
    }
    if (cards && !is_json(cards, why, why_size)) return NULL;
    struct zk_ruleset *rules = calloc(1, sizeof *rules);
    if (!rules) {
        zk_inside_give(why, why_size, "There is not enough memory.", 27);
        return NULL;
    }
    rules->game = game;
    if ((options && !set_options(rules, options, &refusal)) ||
        (cards &&
         !zk_settings_carry(&rules->settings, rules->cards, cards, strlen(cards), &refusal)) ||
        !game->prepare(&rules->rules, &rules->settings, &refusal)) {
        zk_inside_why(game, &refusal, why, why_size);
        free(rules);
        return NULL;
    }
    rules->seats = zk_seats(game, &rules->rules);
    return rules;
}

struct zk_ruleset *zk_ruleset_copy(const struct zk_ruleset *rules) {
    struct zk_ruleset *copy = malloc(sizeof *copy);
    if (copy) zk_inside_copy(copy, rules);
    return copy;
}

void zk_ruleset_free(struct zk_ruleset *rules) { free(rules); }

const char *zk_ruleset_game(const struct zk_ruleset *rules) { return rules->game->id; }

size_t zk_ruleset_options(const struct zk_ruleset *rules, char *out, size_t size) {
    char memory[OPTIONS_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    zk_settings_put(rules->game, &rules->settings, &text);
    if (rules->settings.rules_version) {
        zk_text_put(&text, text.used ? " rules=" : "rules=");
        zk_text_put_uint(&text, rules->settings.rules_version);
    }
    assert(!text.full);
    return zk_inside_give(out, size, memory, text.used);
}

unsigned zk_ruleset_seats(const struct zk_ruleset *rules) { return rules->seats; }

bool zk_ruleset_together(const struct zk_ruleset *rules) { return rules->game->together; }

uint32_t zk_ruleset_moves_max(const struct zk_ruleset *rules) {
    return rules->game->moves_max;
}

uint32_t zk_ruleset_length_max(const struct zk_ruleset *rules) {
    return rules->game->length_max;
}
