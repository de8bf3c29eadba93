/* signature.c: what is played here, as numbers that can be compared, see signature.h. */
#include "signature.h"

#include <string.h>

#include "../core/record.h"
#include "../games/list.h"
#include "selfplay.h"

enum {
    SEED = 1,
    GAMES_QUICK = 32,    /* of a line whose bot takes no time */
    PLAYOUTS = 50,       /* a bot may think so much with the default options, */
    PLAYOUTS_OTHERS = 5, /* and so much with others */
    LINE_SIZE = 256,
};

static uint64_t games_of(const struct zk_bot *bot) {
    return bot->pace == ZK_PACE_QUICK ? GAMES_QUICK : 1;
}

static bool has_defaults(const struct zk_game *game, const struct zk_settings *settings) {
    for (unsigned i = 0; game->options[i].name; i++)
        if (settings->value[i][0]) return false;
    return true;
}

/* Who takes seconds for a game plays with the default options alone. */
static bool plays_all_settings(const struct zk_bot *bot) { return bot->pace != ZK_PACE_SLOW; }

/* Counts down to the settings of a number, among those of one version of the rules. */
static bool settings_at(const struct zk_game *game, unsigned *index,
                        struct zk_settings *settings) {
    if ((*index)-- == 0) return true;
    for (unsigned option = 0; game->options[option].name; option++) {
        const char *const *values = game->options[option].values;
        for (unsigned i = 1; values && values[i]; i++) {
            if ((*index)--) continue;
            memcpy(settings->value[option], values[i], strlen(values[i]));
            return true;
        }
    }
    return false;
}

bool zk_signature_settings(const struct zk_game *game, unsigned index,
                           struct zk_settings *settings) {
    for (uint32_t version = game->rules_version; version >= 1; version--) {
        memset(settings, 0, sizeof *settings);
        if (version < game->rules_version) settings->rules_version = version;
        if (settings_at(game, &index, settings)) return true;
    }
    return false;
}

/* Adds a text to the hash and empties it. */
static void hash_text(uint64_t *hash, struct zk_text *text) {
    for (size_t i = 0; i < text->used; i++)
        *hash = (*hash ^ (unsigned char)text->data[i]) * 0x100000001B3u;
    zk_text_clear(text);
}

static void hash_game(uint64_t *hash, const struct zk_game *game, const struct zk_rules *rules,
                      const struct zk_settings *settings, const struct zk_bot *bot,
                      uint32_t playouts, uint64_t number) {
    struct zk_state state;
    char memory[ZK_RECORD_LINE_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    const struct zk_bot *bots[ZK_SEATS_MAX] = {bot, bot, bot, bot};
    const char *names[ZK_SEATS_MAX] = {bot->name, bot->name, bot->name, bot->name};
    struct zk_selfplay play;
    zk_selfplay_begin(&play, game, rules, bots, SEED, number);
    play.budget = &(struct zk_budget){.playouts = playouts};
    game->start(rules, &state);
    zk_record_put_header(&text, game, settings, names, zk_seats(game, rules));
    hash_text(hash, &text);
    while (game->actor(rules, &state) != ZK_OVER) {
        zk_move move = zk_selfplay_next(&play, &state);
        zk_record_put_move(&text, game, rules, &state, move);
        hash_text(hash, &text);
        zk_selfplay_make(&play, &state, move);
    }
    zk_record_put_result(&text, game, rules, &state);
    hash_text(hash, &text);
}

/* "sketch strong edition=fr 0123456789abcdef" */
static void put_line(struct zk_text *text, const struct zk_game *game,
                     const struct zk_settings *settings, const struct zk_bot *bot,
                     uint64_t hash) {
    zk_text_put(text, game->id);
    zk_text_put_char(text, ' ');
    zk_text_put(text, bot->name);
    zk_text_put_char(text, ' ');
    uint32_t version = zk_settings_rules(game, settings);
    if (version > 1) {
        zk_text_put(text, "rules=");
        zk_text_put_uint(text, version);
        zk_text_put_char(text, ' ');
    }
    size_t before = text->used;
    zk_settings_put(game, settings, text);
    if (text->used > before) zk_text_put_char(text, ' ');
    for (int shift = 60; shift >= 0; shift -= 4)
        zk_text_put_char(text, "0123456789abcdef"[hash >> shift & 15]);
}

void zk_signature_of(const struct zk_game *game, const struct zk_bot *bot,
                     void (*line)(void *user, const char *text), void *user) {
    struct zk_rules rules;
    struct zk_settings settings;
    struct zk_sentence refusal;
    for (unsigned i = 0; zk_signature_settings(game, i, &settings); i++) {
        bool usual = has_defaults(game, &settings);
        if (!usual && !plays_all_settings(bot)) continue;
        if (!game->prepare(&rules, &settings, &refusal)) continue;
        uint64_t hash = 0xCBF29CE484222325u;
        for (uint64_t number = 0; number < games_of(bot); number++)
            hash_game(&hash, game, &rules, &settings, bot, usual ? PLAYOUTS : PLAYOUTS_OTHERS,
                      number);
        char memory[LINE_SIZE];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        put_line(&text, game, &settings, bot, hash);
        line(user, memory);
    }
}

void zk_signature(void (*line)(void *user, const char *text), void *user) {
    for (unsigned g = 0; zk_games[g]; g++)
        for (unsigned b = 0; zk_bot_names[b].name; b++) {
            const struct zk_bot *bot = zk_bots_of(zk_games[g], zk_bot_names[b].name);
            if (bot) zk_signature_of(zk_games[g], bot, line, user);
        }
}
