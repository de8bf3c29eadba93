/* yokai_count.c: how a game of Yokai is counted when all cards are turned up, in words: what the browser shows
 * (web/src/games/yokai/Count.svelte), by the same keys. */
#include "yokai.h"

/* Who declared peace, and what they had to go by. */
static void say_declared(const struct model *model, struct value view,
                         const struct yokai_card *cards, unsigned count, struct zk_text *out) {
    struct phrase turn = value_text(value_of(view, "turn"));
    unsigned looked = 0;
    struct row guessed;
    row_begin(&guessed);
    if (!value_is(value_of(value_of(model->current, "result"), "end"), "Y20")) return;
    for (unsigned i = 0; i < count; i++) {
        bool seen = value_has(value_of(cards[i].value, "looked"), turn.text);
        looked += seen;
        if (!seen && !*value_text(value_of(cards[i].value, "hint")).text)
            row_put(&guessed, figure(cards[i].number).text);
    }
    say(out, "yokai.declared.saw", "name", model_name(model, turn.text[0]).text, "looked",
        figure(looked).text, NULL);
    if (guessed.count) {
        put_between(out);
        say(out, "yokai.declared.unseen", "cards", row_end(&guessed, true), NULL);
    } else if (looked < count) {
        put_between(out);
        say(out, "yokai.declared.told", NULL);
    }
    zk_text_put_char(out, '\n');
}

void yokai_say_family(struct value view, char letter, struct zk_text *out) {
    struct value parts = value_of(value_of(view, "count"), "parts");
    struct phrase groups = value_text(value_of(parts, (char[]){letter, 0}));
    say(out, strcmp(groups.text, "1") == 0 ? "yokai.count.together" : "yokai.count.apart",
        "family", yokai_family(letter).text, "n", groups.text, NULL);
}

void yokai_say_families(struct value view, struct zk_text *out) {
    struct yokai_card cards[YOKAI_CARDS];
    unsigned count = yokai_read_cards(view, cards);
    for (const char *letter = "KPRO"; *letter; letter++) {
        struct row row;
        row_begin(&row);
        for (unsigned i = 0; i < count; i++)
            if (value_is(value_of(cards[i].value, "family"), (char[]){*letter, 0}))
                row_put(&row, figure(cards[i].number).text);
        zk_text_put_char(out, *letter);
        zk_text_put(out, "  ");
        yokai_say_family(view, *letter, out);
        zk_text_put(out, " (");
        zk_text_put(out, row_end(&row, false));
        zk_text_put(out, ")\n");
    }
}

void yokai_say_conditions(const struct model *model, struct value view, struct zk_text *out) {
    struct value count = value_of(view, "count");
    struct phrase shape = value_text(value_of(view, "shape"));
    struct each each = each_of(value_of(view, "pacts"));
    while (each_next(&each)) {
        bool holds = value_bool(value_of(value_of(count, "pacts"), each.key));
        say(out, holds ? "yokai.count.pact" : "yokai.count.no_pact", "name",
            model_name(model, each.key[0]).text, "pact",
            yokai_plaque(value_text(each.value).text).text, NULL);
        zk_text_put_char(out, '\n');
    }
    if (!*shape.text) return;
    say(out,
        value_bool(value_of(count, "shape")) ? "yokai.count.shape" : "yokai.count.no_shape",
        "shape", phrase(key_of("yokai.shape.", shape.text).text, NULL).text, NULL);
    zk_text_put_char(out, '\n');
}

static bool is_won(const struct model *model) {
    return value_count(value_of(value_of(model->current, "result"), "winners")) > 0;
}

/* Points count in a win alone (Y22); "+1  " before a line of the count. */
static void put_points(const struct model *model, int64_t points, struct zk_text *out) {
    if (!is_won(model)) return;
    if (points >= 0) zk_text_put_char(out, '+');
    zk_text_put_int(out, points);
    zk_text_put(out, "  ");
}

/* "16 [KPR] right": a row of a narrow panel. */
static void put_brief(const char *card, const char *hint, const char *key,
                      struct zk_text *out) {
    zk_text_put(out, card);
    zk_text_put(out, *card ? " [" : "[");
    zk_text_put(out, hint);
    zk_text_put(out, "] ");
    if (*key) say(out, key, NULL);
}

static void say_laid(const struct model *model, struct value view,
                     const struct yokai_card *card, bool brief, struct zk_text *out) {
    struct phrase number = figure(card->number),
                  hint = value_text(value_of(card->value, "hint")),
                  family = value_text(value_of(card->value, "family"));
    struct value laid = value_of(value_of(view, "count"), "laid");
    int64_t points = value_int(value_of(laid, number.text), 0);
    bool blind = strcmp(hint.text, "?") == 0, right = points > 0;
    if (!*hint.text || (blind && !is_won(model))) return;
    put_points(model, points, out);
    if (brief)
        put_brief(number.text, hint.text,
                  blind   ? ""
                  : right ? "term.yokai.right"
                          : "term.yokai.wrong",
                  out);
    else
        say(out,
            blind   ? "yokai.count.laid"
            : right ? "yokai.count.right"
                    : "yokai.count.wrong",
            "hint", yokai_plaque(hint.text).text, "card", number.text, NULL);
    if (!blind && !right && !brief) {
        zk_text_put(out, " (");
        zk_text_put(out, yokai_plaque(family.text).text);
        zk_text_put_char(out, ')');
    }
    zk_text_put_char(out, '\n');
}

void yokai_say_hints(const struct model *model, struct value view, bool brief,
                     struct zk_text *out) {
    struct yokai_card cards[YOKAI_CARDS];
    unsigned count = yokai_read_cards(view, cards);
    struct value counted = value_of(view, "count");
    int64_t open = value_int(value_of(view, "open_count"), 0),
            pile = value_int(value_of(view, "pile"), 0);
    for (unsigned i = 0; i < count; i++) say_laid(model, view, &cards[i], brief, out);
    if (!is_won(model)) return; /* the others have nothing to tell */
    for (int64_t i = 0; i < open; i++) {
        struct phrase hint = value_text(value_at(value_of(view, "open"), (size_t)i));
        put_points(model, value_int(value_of(counted, "open"), 0), out);
        if (brief)
            put_brief("", *hint.text ? hint.text : "?", "term.yokai.not_laid", out);
        else
            say(out, *hint.text ? "yokai.count.open" : "yokai.count.taken", "hint",
                yokai_plaque(hint.text).text, NULL);
        zk_text_put_char(out, '\n');
    }
    for (int64_t i = 0; i < pile; i++) {
        put_points(model, value_int(value_of(counted, "pile"), 0), out);
        say(out, "yokai.count.pile", NULL);
        zk_text_put_char(out, '\n');
    }
}

void yokai_say_count(const struct model *model, struct value view, struct zk_text *out) {
    struct yokai_card cards[YOKAI_CARDS];
    unsigned count = yokai_read_cards(view, cards);
    yokai_say_families(view, out);
    yokai_say_conditions(model, view, out);
    yokai_say_hints(model, view, false, out);
    say_declared(model, view, cards, count, out);
}
