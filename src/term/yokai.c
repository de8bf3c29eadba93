/* yokai.c: Yokai in words, for the terminal. What it says is what the browser says, by the same keys
 * (web/src/games/yokai/tell.ts); the view is that of src/games/yokai/show.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "yokai.h"

extern const struct term_game term_yokai;

enum { CARDS = YOKAI_CARDS };

/* ---- Names ---- */

struct phrase yokai_family(char letter) {
    return phrase(key_of("yokai.family.", (char[]){letter, 0}).text, NULL);
}

struct phrase yokai_plaque(const char *letters) {
    size_t size = strlen(letters);
    if (!size || size > 3 || strspn(letters, "KPRO") != size) return key_of(letters, "");
    if (size == 1) return yokai_family(letters[0]);
    return phrase(size == 2 ? "yokai.plaque.two" : "yokai.plaque.three", "a",
                  yokai_family(letters[0]).text, "b", yokai_family(letters[1]).text, "c",
                  yokai_family(letters[size - 1]).text, NULL);
}

struct yokai_act yokai_read_act(const char *text) {
    struct yokai_act act = {0};
    if (sscanf(text, "move %d to %d,%d", &act.card, &act.x, &act.y) == 3)
        act.kind = MOVE;
    else if (sscanf(text, "peek %d", &act.card) == 1)
        act.kind = PEEK;
    else if (sscanf(text, "hint on %d", &act.card) == 1)
        act.kind = LAY;
    else if (sscanf(text, "hint %15s on %d", act.what, &act.card) == 2)
        act.kind = LAY;
    else if (sscanf(text, "hint %15s", act.what) == 1)
        act.kind = TURNED;
    else if (sscanf(text, "card %d", &act.card) == 1)
        act.kind = DEAL;
    else if (sscanf(text, "first %15s", act.what) == 1)
        act.kind = FIRST;
    else if (sscanf(text, "pact %15s", act.what) == 1)
        act.kind = PACT;
    else if (sscanf(text, "shape %15s", act.what) == 1)
        act.kind = SHAPE;
    else if (strcmp(text, "skip") == 0)
        act.kind = SKIP;
    else if (strcmp(text, "reveal") == 0)
        act.kind = REVEAL;
    else if (strcmp(text, "take") == 0)
        act.kind = TAKE;
    else if (strcmp(text, "declare") == 0)
        act.kind = DECLARE;
    return act;
}

unsigned yokai_read_cards(struct value view, struct yokai_card cards[YOKAI_CARDS]) {
    unsigned count = 0;
    struct each each = each_of(value_of(view, "cards"));
    while (count < CARDS && each_next(&each))
        cards[count++] =
            (struct yokai_card){(int)value_int(value_of(each.value, "card"), 0),
                                (int)value_int(value_of(each.value, "x"), 0),
                                (int)value_int(value_of(each.value, "y"), 0), each.value};
    return count;
}

struct phrase yokai_where(struct value view, const struct yokai_act *act) {
    struct yokai_card cards[CARDS];
    unsigned count = yokai_read_cards(view, cards);
    struct row row;
    row_begin(&row);
    for (unsigned i = 0; i < count; i++) {
        int dx = cards[i].x - act->x, dy = cards[i].y - act->y;
        if (cards[i].number == act->card || abs(dx) + abs(dy) != 1) continue;
        const char *key = dx > 0   ? "yokai.place.left"
                          : dx < 0 ? "yokai.place.right"
                          : dy > 0 ? "yokai.place.above"
                                   : "yokai.place.below";
        row_put(&row, phrase(key, "card", figure(cards[i].number).text, NULL).text);
    }
    return key_of(row_end(&row, true), "");
}

/* ---- The log ---- */

static void yokai_log(const struct model *model, struct value entry, struct value before,
                      struct value after, struct zk_text *out) {
    struct phrase move = value_text(value_of(entry, "move")),
                  by = value_text(value_of(entry, "by")),
                  saw = value_text(value_of(entry, "saw"));
    char seat = by.text[0];
    if (strcmp(by.text, "chance") == 0) seat = value_text(value_of(before, "turn")).text[0];
    struct yokai_act act = yokai_read_act(move.text);
    struct phrase name = model_name(model, seat), card = figure(act.card);
    switch (act.kind) {
    case FIRST:
        say(out, "yokai.log.first", "name", model_name(model, act.what[0]).text, NULL);
        break;
    case DEAL:
        if (act.card == CARDS) say(out, "yokai.log.deal", NULL);
        break;
    case PACT: say(out, "yokai.log.pact", NULL); break;
    case SHAPE:
        say(out, "yokai.log.shape", "shape",
            phrase(key_of("yokai.shape.", act.what).text, NULL).text, NULL);
        break;
    case PEEK:
        say(out,
            value_is(value_of(before, "phase"), "again") ? "yokai.log.again"
                                                         : "yokai.log.peek",
            "name", name.text, "card", card.text, NULL);
        if (*saw.text) {
            next_sentence(out);
            say(out, "yokai.card.up", "card", card.text, "family", yokai_plaque(saw.text).text,
                NULL);
        }
        break;
    case MOVE:
        if (before.at)
            say(out, "yokai.log.move", "name", name.text, "card", card.text, "where",
                yokai_where(before, &act).text, NULL);
        else
            say(out, "yokai.log.move_some", "name", name.text, "card", card.text, NULL);
        break;
    case SKIP: say(out, "yokai.log.skip", "name", name.text, NULL); break;
    case TURNED:
        if (!seat) break; /* of a snapshot: who it was is not known yet */
        say(out, "yokai.log.reveal", "name", name.text, "hint", yokai_plaque(act.what).text,
            NULL);
        break;
    case TAKE: say(out, "yokai.log.take", "name", name.text, NULL); break;
    case LAY:
        say(out, *act.what ? "yokai.log.lay" : "yokai.log.lay_blind", "name", name.text,
            "hint", yokai_plaque(act.what).text, "card", card.text, NULL);
        if (value_is(value_of(after, "phase"), "over")) {
            next_sentence(out);
            say(out, "yokai.log.last", NULL);
        }
        break;
    case DECLARE: say(out, "yokai.log.declare", "name", name.text, NULL); break;
    case REVEAL: /* said with the card that comes up */
    case NONE: break;
    }
}

/* ---- What is expected ---- */

static void yokai_expects(const struct model *model, struct value view, bool mine,
                          struct zk_text *out) {
    struct phrase phase = value_text(value_of(view, "phase")), key;
    struct value may = value_of(view, "may");
    const char *act = phase.text;
    bool blind = value_bool(value_of(view, "blind"));
    (void)model;
    if (strcmp(phase.text, "hint") == 0) {
        bool draw = !may.at || value_has(may, "draw"), lay = !may.at || value_has(may, "lay");
        act = !draw          ? "lay"
              : lay && blind ? "blind"
              : lay          ? "hint"
              : blind        ? "blind_only"
                             : "hint_only";
    }
    key = key_of(key_of("yokai.todo.", act).text, mine ? ".mine" : ".theirs");
    if (!has_words(key.text)) key = key_of("yokai.todo.", act);
    say(out, has_words(key.text) ? key.text : "yokai.todo.deal", NULL);
}

/* ---- The board ---- */

enum { CELL = 8, COLUMNS = 79 };

/* What stands in the plane beside a card's number; what has no place there is said below it. */
enum cell { NUMBERS, FAMILIES, HINTS };

/* A card in the plane: its number, its family where that is shown, the hint on it. */
static void put_cell(const struct model *model, const struct yokai_card *card, enum cell cell,
                     struct zk_text *out) {
    struct phrase shown = value_text(value_of(card->value, "family")),
                  hint = value_text(value_of(card->value, "hint"));
    bool over = model_is(model, "over");
    zk_text_put_int(out, card->number);
    if (cell >= FAMILIES && *shown.text && (model->memory || over)) {
        zk_text_put_char(out, '=');
        zk_text_put(out, shown.text);
    }
    if (cell >= HINTS && *hint.text) {
        zk_text_put_char(out, '(');
        zk_text_put(out, hint.text);
        zk_text_put_char(out, ')');
    }
}

/* How wide a column is, so that each has a blank behind it. */
static int cell_width(const struct model *model, const struct yokai_card *cards,
                      unsigned count, enum cell cell) {
    size_t widest = 2; /* "-1" */
    for (unsigned i = 0; i < count; i++) {
        char memory[32];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        put_cell(model, &cards[i], cell, &text);
        if (text.used > widest) widest = text.used;
    }
    return (int)widest + 1;
}

static void put_plane(const struct model *model, const struct yokai_card *cards,
                      unsigned count, struct zk_text *out) {
    int left = cards[0].x, right = left, top = cards[0].y, bottom = top;
    for (unsigned i = 1; i < count; i++) {
        if (cards[i].x < left) left = cards[i].x;
        if (cards[i].x > right) right = cards[i].x;
        if (cards[i].y < top) top = cards[i].y;
        if (cards[i].y > bottom) bottom = cards[i].y;
    }
    int columns = right - left + 3, most = COLUMNS / (columns + 1);
    enum cell cell = HINTS;
    while (cell > NUMBERS && cell_width(model, cards, count, cell) > most) cell--;
    int width = cell_width(model, cards, count, cell);
    if (width < CELL) width = most < CELL ? most : CELL;
    zk_text_put(out, width < 6 ? "y\\x" : "y \\ x");
    for (int x = left - 1; x <= right + 1; x++) {
        zk_text_pad(out, (size_t)(width * (x - left + 2)));
        zk_text_put_int(out, x);
    }
    zk_text_put_char(out, '\n');
    for (int y = top - 1; y <= bottom + 1; y++) {
        zk_text_put_int(out, y);
        for (int x = left; x <= right; x++)
            for (unsigned i = 0; i < count; i++)
                if (cards[i].x == x && cards[i].y == y) {
                    zk_text_pad(out, (size_t)(width * (x - left + 2)));
                    put_cell(model, &cards[i], cell, out);
                }
        zk_text_put_char(out, '\n');
    }
}

/* Hints on cards, and who has looked at what. */
static void put_marks(const struct model *model, const struct yokai_card *cards,
                      unsigned count, struct zk_text *out) {
    for (unsigned i = 0; i < count; i++) {
        struct phrase hint = value_text(value_of(cards[i].value, "hint")),
                      shown = value_text(value_of(cards[i].value, "family"));
        if (!*hint.text) continue;
        say(out, *shown.text && model->memory ? "yokai.card.up" : "yokai.card.down", "card",
            figure(cards[i].number).text, "family", yokai_plaque(shown.text).text, NULL);
        next_sentence(out);
        if (strcmp(hint.text, "?") == 0)
            say(out, "yokai.card.locked_blind", NULL);
        else
            say(out, "yokai.card.locked_by", "hint", yokai_plaque(hint.text).text, NULL);
        zk_text_put_char(out, '\n');
    }
    struct each each = each_of(value_of(model->current, "seats"));
    while (each_next(&each)) {
        struct phrase seat = value_text(value_of(each.value, "seat"));
        struct row row;
        row_begin(&row);
        for (unsigned i = 0; i < count; i++)
            if (value_has(value_of(cards[i].value, "looked"), seat.text))
                row_put(&row, figure(cards[i].number).text);
        if (row.count)
            say(out, "term.yokai.looked", "name", model_name(model, seat.text[0]).text,
                "cards", row_end(&row, true), NULL);
        if (row.count) zk_text_put_char(out, '\n');
    }
}

static void put_open_hints(struct value view, struct zk_text *out) {
    struct value open = value_of(view, "open");
    bool blind = value_bool(value_of(view, "blind"));
    int64_t count = value_int(value_of(view, "open_count"), 0);
    say(out, "yokai.pile", "n", value_text(value_of(view, "pile")).text, NULL);
    next_sentence(out);
    if (!count) {
        say(out, blind ? "yokai.hints.none_taken" : "yokai.hints.none_open", NULL);
    } else {
        say(out, blind ? "yokai.hints.taken" : "yokai.hints.open", "n", figure(count).text,
            NULL);
        struct row row;
        row_begin(&row);
        struct each each = each_of(open);
        while (each_next(&each)) {
            struct phrase hint = value_text(each.value), with = key_of(hint.text, " ");
            row_put(&row, key_of(with.text, yokai_plaque(hint.text).text).text);
        }
        if (row.count) {
            put_colon(out);
            zk_text_put(out, row_end(&row, false));
        }
        put_stop(out);
    }
    zk_text_put_char(out, '\n');
}

static void put_goal(const struct model *model, struct value view, struct zk_text *out) {
    struct phrase shape = value_text(value_of(view, "shape")),
                  rows = value_text(value_of(value_of(view, "goal"), "rows"));
    struct each each = each_of(value_of(view, "pacts"));
    while (each_next(&each)) {
        zk_text_put(out, model_name(model, each.key[0]).text);
        put_colon(out);
        zk_text_put(out, yokai_plaque(value_text(each.value).text).text);
        zk_text_put_char(out, '\n');
    }
    if (!*shape.text) return;
    say(out, "yokai.log.shape", "shape",
        phrase(key_of("yokai.shape.", shape.text).text, NULL).text, NULL);
    zk_text_put_char(out, '\n');
    for (const char *row = rows.text; *row; row++)
        zk_text_put_char(out, *row == '/' ? '\n' : *row);
    zk_text_put_char(out, '\n');
}

static void yokai_board(const struct model *model, struct value view, struct zk_text *out) {
    struct yokai_card cards[CARDS];
    unsigned count = yokai_read_cards(view, cards);
    if (!count) return;
    put_plane(model, cards, count, out);
    bool known = value_of(view, "count").at != NULL;
    if (known && model_is(model, "over")) {
        yokai_say_count(model, view, out);
        return;
    }
    put_marks(model, cards, count, out);
    put_open_hints(view, out);
    put_goal(model, view, out);
    if (known) yokai_say_families(view, out); /* in a study */
}

/* ---- Moves ---- */

static void yokai_describe(const struct model *model, struct value view, const char *move,
                           struct zk_text *out) {
    struct yokai_act act = yokai_read_act(move);
    struct phrase card = figure(act.card);
    char hint[16];
    int number;
    (void)model;
    if (sscanf(move, "hint %15s on %d", hint, &number) == 1 && strstr(move, " on")) {
        zk_text_put(out, yokai_plaque(hint).text); /* chosen first */
        return;
    }
    switch (act.kind) {
    case PEEK: say(out, "yokai.does.peek", "card", card.text, NULL); break;
    case MOVE:
        say(out, "yokai.does.move_to", "card", card.text, "where",
            yokai_where(view, &act).text, NULL);
        break;
    case LAY:
        say(out, *act.what ? "yokai.does.lay" : "yokai.does.lay_blind", "hint",
            yokai_plaque(act.what).text, "card", card.text, NULL);
        break;
    case SKIP: say(out, "yokai.does.skip", NULL); break;
    case REVEAL: say(out, "yokai.does.reveal", NULL); break;
    case TAKE: say(out, "yokai.does.take", NULL); break;
    case DECLARE: say(out, "yokai.does.declare", NULL); break;
    default: break;
    }
}

static void yokai_would(const struct model *model, struct value view, const char *move,
                        struct value does, struct zk_text *out) {
    struct yokai_act act = yokai_read_act(move);
    struct yokai_card cards[CARDS];
    unsigned count = yokai_read_cards(view, cards);
    bool again = false;
    (void)does;
    for (unsigned i = 0; i < count; i++)
        if (cards[i].number == act.card)
            again = value_has(value_of(cards[i].value, "looked"), (char[]){model->seat, 0});
    switch (act.kind) {
    case PEEK: say(out, again ? "yokai.would.peek_again" : "yokai.would.peek", NULL); break;
    case MOVE: say(out, "yokai.would.move", NULL); break;
    case LAY: say(out, "yokai.would.lay", "card", figure(act.card).text, NULL); break;
    case REVEAL: say(out, "yokai.would.reveal", NULL); break;
    case TAKE: say(out, "yokai.would.take", NULL); break;
    case DECLARE: say(out, "yokai.would.declare", NULL); break;
    default: break;
    }
}

/* The card, then its place; the hint, then its card. */
static size_t yokai_trunk(const char *move) {
    struct yokai_act act = yokai_read_act(move);
    const char *part = act.kind == MOVE               ? strstr(move, " to ")
                       : act.kind == LAY && *act.what ? strstr(move, " on ")
                                                      : NULL;
    return part ? (size_t)(part - move) + 3 : strlen(move);
}

static struct phrase yokai_argument(const struct model *model, const char *key, unsigned place,
                                    const char *argument) {
    (void)model, (void)place;
    bool named = strncmp(key, "yokai.hint.", 11) == 0 || strncmp(key, "yokai.why.", 10) == 0;
    return named ? yokai_plaque(argument) : key_of(argument, "");
}

static void yokai_ended(const struct model *model, struct value result, struct value view,
                        struct zk_text *out) {
    struct phrase key = key_of("yokai.end.", value_text(value_of(result, "end")).text);
    (void)model, (void)view;
    if (has_words(key.text)) say(out, key.text, NULL);
}

const struct term_game term_yokai = {
    .id = "yokai",
    .log = yokai_log,
    .expects = yokai_expects,
    .board = yokai_board,
    .drawn = &yokai_drawn,
    .describe = yokai_describe,
    .would = yokai_would,
    .trunk = yokai_trunk,
    .argument = yokai_argument,
    .ended = yokai_ended,
    .has_path = true,
};
