/* player.c: a bot in a seat, see zashiki.h. */
#include <stdlib.h>
#include <string.h>

#include "../bots/seated.h"
#include "inside.h"

enum { REASON_SIZE = 512 };

struct zk_player {
    struct zk_ruleset rules; /* a copy, so that the caller's can go */
    struct zk_budget budget; /* none while its playouts are 0 */
    struct zk_rng rng;
    struct zk_seated seated;
};

static void refuse(char *why, size_t why_size, const char *sentence) {
    zk_inside_give(why, why_size, sentence, strlen(sentence));
}

struct zk_player *zk_player_new(const struct zk_ruleset *rules, const char *name, int seat,
                                uint64_t seed, char *why, size_t why_size) {
    assert(seat >= 0 && (uint32_t)seat < rules->seats);
    const struct zk_bot *bot = zk_bots_find(rules->game, name, strlen(name));
    if (!bot) {
        refuse(why, why_size, "No bot of that name plays this game.");
        return NULL;
    }
    struct zk_player *player = calloc(1, sizeof *player);
    if (!player) {
        refuse(why, why_size, "There is not enough memory.");
        return NULL;
    }
    zk_inside_copy(&player->rules, rules);
    player->rng = zk_rng_stream(seed, (uint64_t)seat);
    zk_seated_begin(&player->seated, bot, rules->game, &player->rules.rules, seat);
    return player;
}

struct zk_player *zk_player_copy(const struct zk_player *player) {
    struct zk_player *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = *player;
    zk_inside_copy(&copy->rules, &player->rules);
    copy->seated.rules = &copy->rules.rules;
    return copy;
}

void zk_player_free(struct zk_player *player) { free(player); }

void zk_player_budget(struct zk_player *player, uint32_t playouts) {
    player->budget = (struct zk_budget){.playouts = playouts};
}

void zk_player_tell(struct zk_player *player, const void *bytes, zk_move move) {
    struct zk_state state;
    zk_inside_state(&player->rules, &state, bytes);
    zk_seated_tell(&player->seated, &state, move);
}

zk_move zk_player_choose(struct zk_player *player, const void *bytes, char *why,
                         size_t why_size) {
    const struct zk_game *game = player->rules.game;
    struct zk_state state;
    struct zk_sentence reason;
    char sentence[REASON_SIZE] = "";
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    memset(&reason, 0, sizeof reason);
    zk_inside_state(&player->rules, &state, bytes);
    assert(game->actor(&player->rules.rules, &state) == player->seated.seat);
    /* A generator for each choice: a bot that says why may draw more, and its next choices are the same. */
    struct zk_rng rng = zk_rng_split(&player->rng);
    zk_move move = zk_seated_ask(&player->seated, &state, &rng,
                                 player->budget.playouts ? &player->budget : NULL,
                                 why_size ? &reason : NULL);
    if (reason.key) zk_bots_english(game, &reason, &text);
    zk_inside_give(why, why_size, sentence, text.used);
    return move;
}
