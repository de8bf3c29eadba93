/* plain.c: what stands in for a game that brings nothing to the terminal: its view as lines, its moves as
 * they are written. A new game can be played with it at once. */
#include <string.h>

#include "model.h"

static void plain_log(const struct model *model, struct value entry, struct value before,
                      struct value after, struct zk_text *out) {
    struct phrase by = value_text(value_of(entry, "by"));
    (void)before;
    (void)after;
    zk_text_put(out, strlen(by.text) == 1 ? model_name(model, by.text[0]).text : by.text);
    put_colon(out);
    zk_text_put(out, value_text(value_of(entry, "move")).text);
}

static void plain_expects(const struct model *model, struct value view, bool mine,
                          struct zk_text *out) {
    (void)model;
    (void)view;
    say(out, mine ? "ui.plain.mine" : "ui.plain.theirs", NULL);
}

/* A value in one line: what is in it, without its signs. */
static void put_flat(struct value value, struct zk_text *out) {
    struct each each = each_of(value);
    bool first = true;
    if (!each.offset) {
        zk_text_put(out, value_text(value).text);
        return;
    }
    while (each_next(&each)) {
        if (!first) zk_text_put(out, each.object ? ", " : " ");
        first = false;
        if (each.object) {
            zk_text_put(out, each.key);
            zk_text_put_char(out, ' ');
        }
        put_flat(each.value, out);
    }
}

static void plain_board(const struct model *model, struct value view, struct zk_text *out) {
    struct each each = each_of(view);
    (void)model;
    while (each_next(&each)) {
        struct each inner = each_of(each.value);
        int64_t place = 0;
        zk_text_put(out, each.key);
        if (inner.object || each_of(value_at(each.value, 0)).object) {
            zk_text_put_char(out, '\n');
            while (each_next(&inner)) {
                zk_text_put(out, "  ");
                zk_text_put(out, inner.object ? inner.key : figure(++place).text);
                zk_text_pad(out, 14);
                put_flat(inner.value, out);
                zk_text_put_char(out, '\n');
            }
        } else {
            zk_text_pad(out, 14);
            put_flat(each.value, out);
            zk_text_put_char(out, '\n');
        }
    }
}

static void plain_describe(const struct model *model, struct value view, const char *move,
                           struct zk_text *out) {
    (void)model, (void)view, (void)move, (void)out;
}

static void plain_would(const struct model *model, struct value view, const char *move,
                        struct value does, struct zk_text *out) {
    (void)model, (void)view, (void)move;
    if (does.at) put_flat(does, out);
}

/* All but the last word. */
static size_t plain_trunk(const char *move) {
    const char *last = strrchr(move, ' ');
    return last ? (size_t)(last - move) : strlen(move);
}

static struct phrase plain_argument(const struct model *model, const char *key, unsigned place,
                                    const char *argument) {
    (void)model, (void)key, (void)place;
    return key_of(argument, "");
}

static void plain_ended(const struct model *model, struct value result, struct value view,
                        struct zk_text *out) {
    (void)model, (void)view;
    struct phrase end = value_text(value_of(result, "end"));
    if (*end.text) say(out, "ui.rule", "rule", end.text, NULL);
}

const struct term_game term_plain = {
    .id = "",
    .log = plain_log,
    .expects = plain_expects,
    .board = plain_board,
    .describe = plain_describe,
    .would = plain_would,
    .trunk = plain_trunk,
    .argument = plain_argument,
    .ended = plain_ended,
};
