/* bots.c: which bots there are, and who plays which game by these names. */
#include <assert.h>
#include <string.h>

#include "bot.h"
#include "rows.h"
#include "shared.h"

/* The stronger the later; first those whom nobody would choose without a reason. */
const struct zk_bot_name zk_bot_names[] = {
    {"random", "any legal move, each as likely as the others"},
    {"cipher", "shares a code with its partners; of use only when every seat has it"},
    {"plain", "searches without knowing anything but the rules; to compare others with"},
    {"easy", "plays sensibly, and overlooks every other move"},
    {"greedy", "the move that looks best at once, without looking further"},
    {"normal", "looks a little ahead"},
    {"strong", "looks far ahead"},
    {NULL, NULL},
};

/* Games that bring bots of their own. */
static const struct {
    const char *game;
    const struct zk_bot *bots;
} rows[] = {
#define X(name) {#name, zk_##name##_bots},
    ZK_BOTS_LIST(X)
#undef X
        {NULL, NULL}};

const struct zk_bot_name *zk_bots_named(const char *name, size_t size) {
    for (const struct zk_bot_name *bot = zk_bot_names; bot->name; bot++)
        if (zk_same(name, size, bot->name, strlen(bot->name))) return bot;
    return NULL;
}

/* The game's own rows, or NULL. By its id: a copy of a game is played like the game. */
static const struct zk_bot *rows_of(const struct zk_game *game) {
    for (unsigned i = 0; rows[i].game; i++)
        if (strcmp(rows[i].game, game->id) == 0) return rows[i].bots;
    return NULL;
}

const struct zk_bot *zk_bots_of(const struct zk_game *game, const char *name) {
    for (const struct zk_bot *bot = rows_of(game); bot && bot->name; bot++)
        if (strcmp(bot->name, name) == 0) return bot->choose ? bot : NULL;
    for (unsigned i = 0; zk_shared_bots[i]; i++)
        if (strcmp(zk_shared_bots[i]->name, name) == 0) return zk_shared_bots[i];
    return NULL;
}

const struct zk_bot *zk_bots_find(const struct zk_game *game, const char *name, size_t size) {
    const struct zk_bot_name *named = zk_bots_named(name, size);
    return named ? zk_bots_of(game, named->name) : NULL;
}

const struct zk_bot *zk_bots_best(const struct zk_game *game) {
    const struct zk_bot *best = &zk_bot_random;
    for (const struct zk_bot_name *named = zk_bot_names; named->name; named++) {
        const struct zk_bot *bot = zk_bots_of(game, named->name);
        if (bot) best = bot;
    }
    return best;
}

const struct zk_bot *zk_bots_usual(const struct zk_game *game) {
    const struct zk_bot *normal = zk_bots_of(game, "normal");
    return normal ? normal : zk_bots_best(game);
}

const struct zk_phrase *zk_bots_reasons(const struct zk_game *game) {
    static const struct zk_phrase none[] = {{NULL, NULL}};
    for (const struct zk_bot *bot = rows_of(game); bot && bot->name; bot++)
        if (bot->reasons) return bot->reasons;
    return none;
}

void zk_bots_english(const struct zk_game *game, const struct zk_sentence *why,
                     struct zk_text *text) {
    bool found = zk_phrase_put(zk_bots_reasons(game), why, text);
    assert(found);
    (void)found;
}
