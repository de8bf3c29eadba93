/* signature.c: one number for everything that is played here, see signature.h. */
#include "signature.h"

#include <string.h>

#include "../core/games.h"
#include "../core/record.h"
#include "selfplay.h"

enum { SEED = 1 };

/* Who plays how many games of how many kinds of each game (the first has default options); enough that
 * every path is taken, and not more than a few seconds' worth. */
static const struct {
    const struct zk_bot *bot;
    uint64_t games;
    unsigned kinds;
} players[] = {
    {&zk_bot_random, 32, UINT32_MAX},
    {&zk_bot_greedy, 32, UINT32_MAX},
    {&zk_bot_easy, 1, 1},
    {&zk_bot_plain, 1, 1},
    {&zk_bot_normal, 1, UINT32_MAX},
    {&zk_bot_strong, 2, 3},
    {&zk_bot_cipher, 1, 2},
};

bool zk_signature_settings(const struct zk_game *game, unsigned index,
                           struct zk_settings *settings) {
    memset(settings, 0, sizeof *settings);
    if (index == 0) return true;
    for (unsigned option = 0; game->options[option].name; option++) {
        const char *const *values = game->options[option].values;
        for (unsigned i = 1; values && values[i]; i++) {
            if (--index) continue;
            memcpy(settings->value[option], values[i], strlen(values[i]));
            return true;
        }
    }
    return false;
}

/* Adds a line to the hash and empties it. */
static void hash_line(uint64_t *hash, struct zk_text *line) {
    for (size_t i = 0; i < line->used; i++)
        *hash = (*hash ^ (unsigned char)line->data[i]) * 0x100000001B3u;
    zk_text_clear(line);
}

static void hash_game(uint64_t *hash, const struct zk_game *game, const struct zk_rules *rules,
                      const struct zk_settings *settings, const struct zk_bot *bot,
                      uint64_t number) {
    struct zk_state state;
    char memory[ZK_RECORD_LINE_SIZE];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    const struct zk_bot *bots[ZK_SEATS_MAX] = {bot, bot, bot, bot};
    const char *names[ZK_SEATS_MAX] = {bot->name, bot->name, bot->name, bot->name};
    struct zk_selfplay play;
    zk_selfplay_begin(&play, game, rules, bots, SEED, number);
    play.budget = &(struct zk_budget){.playouts = 50};
    game->start(rules, &state);
    zk_record_put_header(&line, game, settings, names, game->seats(rules));
    hash_line(hash, &line);
    while (game->actor(rules, &state) != ZK_OVER) {
        zk_move move = zk_selfplay_next(&play, &state);
        zk_record_put_move(&line, game, rules, &state, move);
        hash_line(hash, &line);
        zk_selfplay_make(&play, &state, move);
    }
    zk_record_put_result(&line, game, rules, &state);
    hash_line(hash, &line);
}

uint64_t zk_signature(void) {
    struct zk_rules rules;
    uint64_t hash = 0xCBF29CE484222325u;
    for (unsigned g = 0; zk_games[g]; g++) {
        const struct zk_game *game = zk_games[g];
        struct zk_settings settings;
        struct zk_sentence refusal;
        for (unsigned i = 0; zk_signature_settings(game, i, &settings); i++) {
            if (!game->prepare(&rules, &settings, &refusal)) continue;
            for (unsigned p = 0; p < sizeof players / sizeof *players; p++) {
                if (i >= players[p].kinds || !players[p].bot->knows(game)) continue;
                for (uint64_t n = 0; n < players[p].games; n++)
                    hash_game(&hash, game, &rules, &settings, players[p].bot, n);
            }
        }
    }
    return hash;
}
