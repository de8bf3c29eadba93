/* facts.c: what a front end must know, see facts.h. */
#include "facts.h"

#include <string.h>

#include "../bots/bot.h"
#include "../games/list.h"
#include "protocol.h"

static void put_int(struct zk_json_out *out, const char *key, int64_t number) {
    zk_json_key(out, key);
    zk_json_put_int(out, number);
}

static void put_text(struct zk_json_out *out, const char *key, const char *text) {
    zk_json_key(out, key);
    zk_json_put_string(out, text);
}

/* Words in a row, up to a NULL or to so many of them. */
static void put_words(struct zk_json_out *out, const char *key, const char *const *words,
                      unsigned most) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned i = 0; words && i < most && words[i]; i++) zk_json_put_string(out, words[i]);
    zk_json_end_array(out);
}

static void put_option(struct zk_json_out *out, const struct zk_game *game,
                       const struct zk_option *option) {
    zk_json_begin_object(out);
    put_text(out, "name", option->name);
    put_words(out, "values", option->values, UINT32_MAX);
    zk_json_key(out, "apart");
    zk_json_begin_array(out);
    for (const struct zk_apart *apart = game->apart; apart && apart->option; apart++) {
        if (strcmp(apart->option, option->name) != 0) continue;
        zk_json_begin_object(out);
        put_text(out, "value", apart->value);
        put_text(out, "other", apart->other);
        put_text(out, "beside", apart->beside);
        zk_json_end_object(out);
    }
    zk_json_end_array(out);
    zk_json_end_object(out);
}

static void put_game(struct zk_json_out *out, const struct zk_game *game) {
    zk_json_key(out, game->id);
    zk_json_begin_object(out);
    put_text(out, "id", game->id);
    put_text(out, "name", game->name);
    zk_json_key(out, "seats");
    zk_json_begin_object(out);
    put_int(out, "min", game->seats_min);
    put_int(out, "max", game->seats_max);
    zk_json_end_object(out);
    zk_json_key(out, "together");
    zk_json_put_bool(out, game->together);
    zk_json_key(out, "silent");
    zk_json_put_bool(out, game->silence != NULL);
    zk_json_key(out, "options");
    zk_json_begin_array(out);
    for (const struct zk_option *option = game->options; option->name; option++)
        put_option(out, game, option);
    zk_json_end_array(out);
    zk_json_key(out, "bots");
    zk_json_begin_array(out);
    for (const struct zk_bot_name *bot = zk_bot_names; bot->name; bot++)
        if (zk_bots_of(game, bot->name)) zk_json_put_string(out, bot->name);
    zk_json_end_array(out);
    put_words(out, "rules", game->rule_ids, ZK_RULES_MAX);
    if (game->write_facts) {
        zk_json_key(out, "own");
        game->write_facts(out);
    }
    zk_json_end_object(out);
}

static void put_protocol(struct zk_json_out *out) {
    zk_json_key(out, "protocol");
    zk_json_begin_object(out);
    put_int(out, "version", ZK_PROTOCOL_VERSION);
    zk_json_key(out, "seats");
    zk_json_begin_array(out);
    for (int seat = 0; seat < ZK_SEATS_MAX; seat++)
        zk_json_put_string(out, zk_actor_name(seat));
    zk_json_end_array(out);
    put_words(out, "asks", zk_ask_words, ZK_ASKS_COUNT);
    put_words(out, "commands", zk_ask_words, ZK_COMMANDS_COUNT);
    put_words(out, "kinds", zk_entry_words, ZK_ENTRY_KINDS_COUNT);
    put_words(out, "whos", zk_seat_words, ZK_SEAT_STAND_IN + 1);
    put_words(out, "statuses", zk_status_words, ZK_TABLE_OVER + 1);
    put_words(out, "faces", zk_face_words + 1, ZK_FACE_FIRST_BOT - 1);
    put_words(out, "bot_faces", zk_face_words + ZK_FACE_FIRST_BOT,
              ZK_FACES_COUNT - ZK_FACE_FIRST_BOT);
    put_words(out, "waits", zk_wait_words, ZK_WAIT_SEEDS + 1);
    put_words(out, "reactions", zk_reaction_words, UINT32_MAX);
    zk_json_end_object(out);
}

/* In bytes, but for the events of a history. */
static void put_limits(struct zk_json_out *out) {
    zk_json_key(out, "limits");
    zk_json_begin_object(out);
    put_int(out, "name", ZK_NAME_SIZE - 1);
    put_int(out, "value", ZK_OPTION_VALUE_SIZE - 1);
    put_int(out, "history", ZK_HISTORY_MAX);
    put_int(out, "cards", ZK_CARDS_SIZE - 1);
    put_int(out, "message", ZK_NET_MESSAGE_MAX);
    zk_json_end_object(out);
}

void zk_facts_write(struct zk_json_out *out) {
    zk_json_begin_object(out);
    put_protocol(out);
    put_limits(out);
    zk_json_key(out, "games");
    zk_json_begin_object(out);
    for (unsigned i = 0; zk_games[i]; i++) put_game(out, zk_games[i]);
    zk_json_end_object(out);
    zk_json_end_object(out);
}
