/* asks.c: see asks.h. */
#include "asks.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "games/list.h"
#include "guide.h"
#include "table/table.h" /* whose bots stand in */

const char *after_word(const char *line, const char *word) {
    size_t size = strlen(word);
    if (strncmp(line, word, size) != 0 || (line[size] && line[size] != ' ')) return NULL;
    return line + size + strspn(line + size, " ");
}

void say_seat(const struct sitting *sitting, struct value seat, struct zk_text *out) {
    const struct model *model = &sitting->model;
    struct value who = value_of(seat, "who");
    struct phrase letter = value_text(value_of(seat, "seat")),
                  bot = value_text(value_of(seat, "bot")), key = key_of("ui.bot.", bot.text);
    if (value_is(who, "bot") || value_is(who, "stand_in"))
        say(out, value_is(who, "stand_in") ? "ui.table.stand_in" : "ui.bot.strength", "bot",
            has_words(key.text) ? phrase(key.text, NULL).text : bot.text, NULL);
    else if (letter.text[0] == model->seat && !sitting->around)
        say(out, "ui.table.you", NULL);
    else if (value_is(who, "person") && !sitting->local &&
             !strchr(model->here, letter.text[0]))
        say(out, "ui.table.away", NULL);
    struct value devices = value_of(seat, "devices");
    if (!devices.at) return;
    if (out->used) say(out, "ui.comma", NULL);
    say(out, "ui.device.count", "n", value_text(devices).text, NULL);
}

/* A line for each seat; with its clock. */
static void say_seats(const struct sitting *sitting, struct zk_text *out) {
    const struct model *model = &sitting->model;
    struct each each = each_of(value_of(model->current, "seats"));
    while (each_next(&each)) {
        struct phrase seat = value_text(value_of(each.value, "seat")),
                      name = model_name(model, seat.text[0]);
        char memory[256] = "";
        struct zk_text what = zk_text_in(memory, sizeof memory);
        if (clock_is_there(model)) zk_text_put(&what, clock_left(model, seat.text[0]).text);
        size_t before = what.used;
        if (before) say(&what, "ui.comma", NULL);
        size_t comma = what.used;
        say_seat(sitting, each.value, &what);
        if (what.used == comma) memory[what.used = before] = '\0';
        say(out, what.used ? "term.seat" : "ui.terms.one", "seat", seat.text, "what",
            seat.text, "name", name.text, "value", name.text, "who", memory, NULL);
        zk_text_put_char(out, '\n');
    }
}

void say_who(const struct sitting *sitting, struct zk_text *out) {
    const struct model *model = &sitting->model;
    say_seats(sitting, out);
    if (!sitting->local && model->watching > (model->seat == '-')) {
        say(out, "ui.table.watching", "n", figure(model->watching).text, NULL);
        zk_text_put_char(out, '\n');
    }
}

static void say_clock(const struct sitting *sitting, struct zk_text *out) {
    const struct model *model = &sitting->model;
    if (!clock_is_there(model)) {
        say(out, "ui.setup.no_clock", NULL);
        put_stop(out);
        return;
    }
    say(out, "ui.terms.one", "what", phrase("ui.setup.clock", NULL).text, "value",
        clock_terms(model).text, NULL);
    put_stop(out);
    zk_text_put_char(out, '\n');
    say_seats(sitting, out);
}

/* A bot into one's own seat, or into that of a person who is away. */
static void ask_bot(struct sitting *sitting, char seat) {
    const struct model *model = &sitting->model;
    const struct zk_game *game = zk_games_find(model->game_id, strlen(model->game_id));
    struct phrase stand_in = value_text(value_of(model->head, "stand_in"));
    struct ask ask;
    model_ask(&sitting->model, &ask, "bot");
    zk_json_key(&ask.out, "seat");
    zk_json_put_string(&ask.out, (char[]){seat, 0});
    zk_json_key(&ask.out, "bot");
    zk_json_put_string(&ask.out, *stand_in.text ? stand_in.text
                                 : game         ? zk_bots_best(game)->name
                                                : "strong");
    model_send(sitting->link, &ask);
    memcpy(sitting->waiting, ask.request, sizeof ask.request);
}

static const char *sure_key(const char *line) {
    return strcmp(line, "resign") == 0   ? "ui.resign.title"
           : strcmp(line, "forget") == 0 ? "ui.forget.title"
                                         : NULL;
}

void asks_surely(struct sitting *sitting, const char *line) {
    if (sure_key(line)) sitting_do(sitting, line, NULL, NULL);
}

static void say_surely(const struct sitting *sitting, const char *line, struct zk_text *out) {
    const struct model *model = &sitting->model;
    const struct zk_game *game = zk_games_find(model->game_id, strlen(model->game_id));
    say(out, sure_key(line), NULL);
    put_between(out);
    if (strcmp(line, "forget") == 0)
        say(out, "ui.forget.text", NULL);
    else
        say(out,
            game && game->together                               ? "ui.resign.text.together"
            : value_count(value_of(model->current, "seats")) > 2 ? "ui.resign.text.others"
                                                                 : "ui.resign.text",
            NULL);
}

enum asked asks(struct sitting *sitting, const char *line, struct zk_text *out) {
    static const struct {
        const char *word, *ask;
    } words[] = {{"hint", "hint"},   {"advice", "hint"}, {"undo", "undo"},
                 {"agree", "agree"}, {"yes", "agree"},   {"decline", "decline"},
                 {"no", "decline"},  {"pause", "pause"}, {"resume", "resume"},
                 {"again", "again"}, {"sit", "sit"}};
    const char *rest;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(line, words[i].word) == 0) {
            sitting_do(sitting, words[i].ask, NULL, NULL);
            return ASKED_TABLE;
        }
    if (sure_key(line)) {
        say_surely(sitting, line, out);
        return ASKED_SURE;
    }
    if ((rest = after_word(line, "react"))) {
        if (!*rest) {
            say(out, "term.help.react", NULL);
            return ASKED_SAID;
        }
        sitting_do(sitting, "react", "reaction", rest);
    } else if ((rest = after_word(line, "bot")) && strlen(rest) <= 1) {
        ask_bot(sitting, *rest ? (char)toupper((unsigned char)*rest) : sitting->model.seat);
    } else if (strcmp(line, "device") == 0 || strcmp(line, "alone") == 0) {
        if (sitting->local) {
            say(out, "term.device.local", NULL);
            return ASKED_SAID;
        }
        if (*line == 'd')
            sitting_make_device(sitting);
        else
            sitting_do(sitting, line, NULL, NULL);
    } else if (strcmp(line, "who") == 0) {
        say_who(sitting, out);
        return ASKED_SAID;
    } else if (strcmp(line, "path") == 0 && sitting->say_path &&
               sitting->model.game->has_path) {
        sitting->say_path(sitting, out);
        return ASKED_SAID;
    } else if (strcmp(line, "clock") == 0) {
        say_clock(sitting, out);
        return ASKED_SAID;
    } else {
        return ASKED_NOT;
    }
    return ASKED_TABLE;
}

void say_device(const struct sitting *sitting, struct zk_text *out) {
    say(out, "ui.invite.once", NULL);
    zk_text_put_char(out, '\n');
    zk_text_put(out, sitting->server);
    zk_text_put(out, "#/device/");
    zk_text_put(out, sitting->model.table);
    zk_text_put_char(out, '/');
    zk_text_put(out, sitting->device);
}

char *rules_said(const struct model *model, const char *rule) {
    const struct zk_game *game = zk_games_find(model->game_id, strlen(model->game_id));
    const struct guide *guide = game ? guide_find(game, words_language()) : NULL;
    char *text = NULL, *page = guide ? guide_unfolded(guide) : NULL;
    struct guide unfolded = {.rules = page};
    size_t size = 0;
    FILE *out = open_memstream(&text, &size); /* no terminal: nothing in it is marked */
    if (out) {
        if (!page)
            fputs(phrase("term.rules.none", NULL).text, out);
        else if (!*rule)
            guide_print(&unfolded, out);
        else if (!guide_print_rule(&unfolded, rule, out))
            fputs(phrase("term.rules.no", "rule", rule, NULL).text, out);
        fclose(out);
    }
    free(page);
    return text;
}

/* ---- What is typed as a move ---- */

void say_could_be(const struct model *model, const char *line, const struct fitting *fitting,
                  struct zk_text *out) {
    size_t moves = model_moves(model), shown = 0,
           all = fitting->exact ? fitting->exact : fitting->begun;
    struct row row;
    row_begin(&row);
    for (size_t i = 0; i < moves && shown < 8; i++) {
        const char *move = model_move(model, i);
        if (!move_fits(line, move, fitting->exact ? 2 : 1)) continue;
        row_put(&row, move);
        shown++;
    }
    say(out, shown < all ? "term.could_be.more" : "term.could_be", "moves",
        row_end(&row, false), NULL);
}

void say_may(const struct model *model, size_t place, struct zk_text *out) {
    char words[1024];
    struct zk_text said = zk_text_in(words, sizeof words);
    model_say_move(model, model_move(model, place), &said);
    say(out, "term.why.may", "move", words, NULL);
    zk_text_clear(&said);
    model_say_would(model, place, &said);
    if (said.used) put_between(out);
    zk_text_put(out, words);
}
