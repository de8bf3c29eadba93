/* telling.c: a table in sentences; the second half of model.h. */
#include <string.h>

#include "clock.h"
#include "games/list.h"
#include "model.h"

void model_say_turn(const struct model *model, struct zk_text *out) {
    char memory[1024];
    struct zk_text what = zk_text_in(memory, sizeof memory);
    char actor = model_actor(model);
    if (model_is(model, "open")) {
        struct row row;
        row_begin(&row);
        struct each each = each_of(value_of(model->current, "seats"));
        while (each_next(&each))
            if (value_is(value_of(each.value, "who"), "open"))
                row_put(
                    &row,
                    model_name(model, value_text(value_of(each.value, "seat")).text[0]).text);
        say(out, "ui.turn.open", "names", row_end(&row, true), NULL);
    } else if (model_is(model, "paused")) {
        say(out, "ui.turn.paused", NULL);
    } else if (model_is(model, "over")) {
        say(out, "move.over", NULL);
    } else if (value_count(value_of(model->current, "seeds"))) {
        struct row row;
        row_begin(&row);
        struct each each = each_of(value_of(model->current, "seeds"));
        while (each_next(&each))
            row_put(&row, model_name(model, value_text(each.value).text[0]).text);
        say(out, "ui.turn.seeds", "names", row_end(&row, true), NULL);
    } else if (actor == '-') {
        say(out, "ui.turn.chance", NULL);
    } else {
        bool mine = actor == model->seat;
        TERM_SLOT(model, expects)(model, model->view, mine, &what);
        if (mine)
            say(out, "ui.turn.yours", "what", what.data, NULL);
        else
            say(out, "ui.turn.theirs", "name", model_name(model, actor).text, "what",
                what.data, NULL);
    }
}

void model_say_board(const struct model *model, struct zk_text *out) {
    TERM_SLOT(model, board)(model, model->view, out);
}

void model_say_move(const struct model *model, const char *move, struct zk_text *out) {
    size_t before = out->used;
    TERM_SLOT(model, describe)(model, model->view, move, out);
    if (out->used == before) zk_text_put(out, move);
}

void model_say_would(const struct model *model, size_t place, struct zk_text *out) {
    TERM_SLOT(model, would)(model, model->view, model_move(model, place),
                            model_does(model, place), out);
}

size_t model_trunk(const struct model *model, const char *move) {
    return TERM_SLOT(model, trunk)(move);
}

void model_say_trunk(const struct model *model, const char *move, size_t ways,
                     struct zk_text *out) {
    struct phrase trunk = key_of(move, "");
    trunk.text[model_trunk(model, move)] = '\0';
    zk_text_put(out, trunk.text);
    zk_text_put(out, " ...  ");
    size_t before = out->used;
    TERM_SLOT(model, describe)(model, model->view, trunk.text, out);
    if (out->used > before) put_colon(out);
    say(out, "term.moves.more", "n", figure((int64_t)ways).text, NULL);
}

/* What a game that is not in the catalogues says of its own, or NULL. */
static const char *english_of(const struct model *model, const char *key) {
    const struct zk_game *game = zk_games_find(model->game_id, strlen(model->game_id));
    for (const struct zk_phrase *said = game ? game->phrases : NULL; said && said->key; said++)
        if (strcmp(said->key, key) == 0) return said->english;
    return NULL;
}

bool model_is_unknown(const struct model *model, struct value refused) {
    struct phrase key = value_text(value_of(refused, "key"));
    return strcmp(key.text, key_of(model->game_id, ".move.unknown").text) == 0;
}

void model_say_refusal(const struct model *model, struct value refused, struct zk_text *out) {
    struct phrase key = value_text(value_of(refused, "key")),
                  rule = value_text(value_of(refused, "rule")), args[4];
    unsigned count = 0;
    struct each each = each_of(value_of(refused, "args"));
    while (count < 4 && each_next(&each)) {
        args[count] =
            TERM_SLOT(model, argument)(model, key.text, count, value_text(each.value).text);
        /* Everywhere: whose turn it is. */
        if (strcmp(key.text, "move.not_in_turn") == 0)
            args[count] = model_name(model, value_text(each.value).text[0]);
        count++;
    }
    if (count && *model->typed && model_is_unknown(model, refused))
        args[0] = key_of(model->typed, "");
    const char *english = english_of(model, key.text);
    if (has_words(key.text) || english)
        say_listed(out, key.text, english, args, count);
    else
        say(out, "ui.refused", "key", key.text, NULL);
    if (*rule.text) {
        zk_text_put(out, " (");
        zk_text_put(out, rule.text);
        zk_text_put_char(out, ')');
    }
}

static void put_winners(const struct model *model, struct value result, struct zk_text *out) {
    struct value winners = value_of(result, "winners");
    struct row row;
    bool me = value_has(winners, (char[]){model->seat, 0});
    row_begin(&row);
    struct each each = each_of(winners);
    while (each_next(&each)) {
        char seat = value_text(each.value).text[0];
        if (!me || seat != model->seat) row_put(&row, model_name(model, seat).text);
    }
    size_t count = value_count(winners);
    if (me && count == 1)
        say(out, "ui.end.you_win", NULL);
    else if (me)
        say(out, "ui.end.you_share", "names", row_end(&row, true), NULL);
    else
        say(out, count > 1 ? "ui.end.share" : "ui.end.wins", "names", row_end(&row, true),
            NULL);
}

void model_say_result(const struct model *model, struct zk_text *out) {
    struct value result = value_of(model->current, "result"), rank = value_of(result, "rank");
    struct value gave_up = value_of(result, "gave_up");
    const struct zk_game *game = zk_games_find(model->game_id, strlen(model->game_id));
    if (game && game->together) {
        struct phrase key = key_of(model->game_id, ".rank."), text = value_text(rank);
        key = key_of(key.text, text.text);
        if (!value_count(value_of(result, "winners")) || strcmp(text.text, "lost") == 0)
            say(out, "ui.end.lost", NULL);
        else if (*text.text)
            say(out, "ui.end.won", "rank",
                has_words(key.text) ? phrase(key.text, NULL).text : text.text, NULL);
        else
            say(out, "ui.end.won.plain", NULL);
    } else if (value_bool(value_of(result, "drawn"))) {
        say(out, "ui.end.drawn", NULL);
    } else {
        put_winners(model, result, out);
    }
    zk_text_put_char(out, '\n');
    size_t before = out->used;
    if (gave_up.at && *gave_up.at == '"')
        say(out, value_is(value_of(result, "end"), "time") ? "ui.end.time" : "ui.end.resign",
            "who", model_name(model, value_text(gave_up).text[0]).text, NULL);
    else
        TERM_SLOT(model, ended)(model, result, model->view, out);
    if (out->used > before) zk_text_put_char(out, '\n');
    struct each each = each_of(value_of(result, "points"));
    while (each_next(&each)) {
        zk_text_put(out, "  ");
        zk_text_put(out, model_name(model, each.key[0]).text);
        put_colon(out);
        say(out, "ui.points", "n", value_text(each.value).text, NULL);
        zk_text_put_char(out, '\n');
        if (!model->game->counted || (gave_up.at && *gave_up.at == '"')) continue;
        zk_text_put(out, "    ");
        model->game->counted(model->view, each.key[0], value_int(each.value, 0), out);
        zk_text_put_char(out, '\n');
    }
}

/* An option's value in words, where the game has them; else as it is set. */
static struct phrase value_words(const char *start, const char *value) {
    struct phrase key = key_of(start, "."), whole;
    whole = key_of(key.text, value);
    if (has_words(whole.text)) return phrase(whole.text, NULL);
    struct zk_text text = zk_text_in(whole.text, sizeof whole.text);
    zk_text_put(&text, value);
    return whole;
}

void model_say_terms(const struct model *model, struct zk_text *out) {
    struct each each = each_of(value_of(model->head, "options"));
    struct row row;
    row_begin(&row);
    while (each_next(&each)) {
        struct phrase value = value_text(each.value);
        struct phrase key = key_of(key_of(model->game_id, ".setup.").text, each.key);
        if (!*value.text) continue;
        if (strcmp(each.key, "players") == 0) key = key_of("ui.setup.", "players");
        row_put(&row, phrase("ui.terms.one", "what",
                             has_words(key.text) ? phrase(key.text, NULL).text : each.key,
                             "value", value_words(key.text, value.text).text, NULL)
                          .text);
    }
    if (model->memory)
        row_put(&row, phrase("ui.terms.one", "what", phrase("ui.setup.memory", NULL).text,
                             "value", phrase("ui.setup.memory.on", NULL).text, NULL)
                          .text);
    if (value_bool(value_of(model->head, "advice")))
        row_put(&row, phrase("ui.terms.one", "what", phrase("ui.setup.advice", NULL).text,
                             "value", phrase("ui.setup.advice.on", NULL).text, NULL)
                          .text);
    if (value_of(model->head, "clock_ms").at)
        row_put(&row, phrase("ui.terms.one", "what", phrase("ui.setup.clock", NULL).text,
                             "value", clock_terms(model).text, NULL)
                          .text);
    zk_text_put(out, row_end(&row, false));
}
