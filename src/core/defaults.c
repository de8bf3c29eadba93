/* defaults.c: what slots of a game that are NULL stand for, written with the others (game.h). */
#include <assert.h>

#include "game.h"
#include "json.h"

enum { OUT_OF_TURN = 8, JSON_SIZE = 16 * 1024, WORD_SIZE = 256, COLUMN = 14 };

zk_move zk_sample_listed(const struct zk_game *game, const struct zk_rules *rules,
                         const struct zk_state *state, struct zk_rng *rng) {
    zk_move list[ZK_MOVES_MAX];
    uint32_t weight[ZK_MOVES_MAX], total = 0, count, i;
    int seats = (int)zk_seats(game, rules), actor = game->actor(rules, state), seat;
    for (seat = 0; actor >= 0 && seat < seats; seat++)
        if (seat != actor) total += game->moves(rules, state, seat, list, NULL);
    if (total && zk_rng_below(rng, OUT_OF_TURN) == 0) {
        uint32_t pick = zk_rng_below(rng, total);
        for (seat = 0;; seat++) {
            if (seat == actor) continue;
            count = game->moves(rules, state, seat, list, NULL);
            if (pick < count) return list[pick];
            pick -= count;
        }
    }
    count = game->moves(rules, state, actor, list, weight);
    if (actor >= 0) return list[zk_rng_below(rng, count)];
    for (total = 0, i = 0; i < count; i++) total += weight[i];
    uint32_t pick = zk_rng_below(rng, total);
    for (i = 0; pick >= weight[i]; i++) pick -= weight[i];
    return list[i];
}

uint32_t zk_playout_step_by_step(const struct zk_game *game, const struct zk_rules *rules,
                                 struct zk_state *state, struct zk_rng *rng) {
    uint32_t decisions = 0;
    for (int actor; (actor = game->actor(rules, state)) != ZK_OVER;) {
        decisions += actor >= 0;
        game->apply(rules, state, zk_sample(game, rules, state, rng));
    }
    return decisions;
}

bool zk_parse_listed(const struct zk_game *game, const struct zk_rules *rules,
                     const struct zk_state *state, int seat, const char *text, size_t size,
                     zk_move *move) {
    zk_move list[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX], count = game->moves(rules, state, seat, list, weights);
    for (uint32_t i = 0; i < count; i++) {
        char data[ZK_MOVE_TEXT_SIZE];
        struct zk_text name = zk_text_in(data, sizeof data);
        game->print_move(rules, state, list[i], ZK_EVERYTHING, &name);
        if (!zk_same(text, size, data, name.used)) continue;
        *move = list[i];
        return true;
    }
    return false;
}

/* ---- A view's JSON as lines ---- */

static void put_indented(struct zk_text *text, unsigned depth, const char *name) {
    for (; depth; depth--) zk_text_put(text, "  ");
    zk_text_put(text, name);
}

static void put_word(struct zk_text *text, struct zk_json_in *in) {
    const char *raw;
    size_t size;
    char word[WORD_SIZE];
    if (zk_json_peek(in) == ZK_JSON_STRING) {
        if (zk_json_get_string(in, word, sizeof word, &size))
            zk_text_put_bytes(text, word, size);
    } else if (zk_json_peek(in) == ZK_JSON_NULL) {
        zk_text_put_char(text, '-');
        zk_json_skip(in);
    } else if (zk_json_get_raw(in, &raw, &size)) {
        zk_text_put_bytes(text, raw, size);
    }
}

/* The rest of a line whose beginning is written, and the lines that belong to it. */
static void put_value(struct zk_text *text, struct zk_json_in *in, unsigned depth) {
    enum zk_json_kind kind = zk_json_peek(in);
    char key[WORD_SIZE];
    if (kind == ZK_JSON_OBJECT) {
        zk_text_put_char(text, '\n');
        zk_json_enter_object(in);
        while (zk_json_next_key(in, key, sizeof key)) {
            put_indented(text, depth, key);
            put_value(text, in, depth + 1);
        }
        return;
    }
    zk_text_pad(text, COLUMN);
    if (kind != ZK_JSON_ARRAY) {
        put_word(text, in);
        zk_text_put_char(text, '\n');
        return;
    }
    bool lines = false;
    zk_json_enter_array(in);
    for (bool first = true; zk_json_next_element(in); first = false) {
        enum zk_json_kind inner = zk_json_peek(in);
        if (inner == ZK_JSON_OBJECT || inner == ZK_JSON_ARRAY) {
            if (!lines) zk_text_put_char(text, '\n');
            lines = true;
            put_indented(text, depth, "-");
            put_value(text, in, depth + 1);
        } else {
            if (!first) zk_text_put_char(text, ' ');
            put_word(text, in);
        }
    }
    if (!lines) zk_text_put_char(text, '\n');
}

void zk_print_written(const struct zk_game *game, const struct zk_rules *rules,
                      const struct zk_view *view, struct zk_text *text) {
    char data[JSON_SIZE], key[WORD_SIZE];
    struct zk_text written = zk_text_in(data, sizeof data);
    struct zk_json_out out = zk_json_to(&written);
    game->write_view(rules, view, &out);
    assert(!written.full);
    struct zk_json_in in = zk_json_from(data, written.used);
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        put_indented(text, 0, key);
        put_value(text, &in, 1);
    }
    assert(zk_json_finish(&in));
}
