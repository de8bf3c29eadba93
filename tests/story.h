/* story.h: telling a game move by move, for the tests of one game's rules.
 *
 * A test is a story: the options, then moves in notation. Luck is a move, so a story says which
 * card is drawn and which yokai is turned up. What is looked at is what anybody could look at:
 * legal moves, refusals, and the view of everything, as JSON. There is one table; cmocka.h and
 * what it needs are included before. */
#ifndef STORY_H
#define STORY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "core/json.h"

/* ---- The table ---- */

static const struct zk_game *game;
static struct zk_rules rules;
static struct zk_state state;

/* Options as in "edition=fr first=A", and a card set as JSON, or NULL. "rules=1" is the version of
 * the rules, the newest without it. */
static inline void sit_down_with(const struct zk_game *chosen, const char *options,
                                 const char *cards) {
    struct zk_settings settings = {.cards = cards, .cards_size = cards ? strlen(cards) : 0};
    struct zk_sentence refusal;
    game = chosen;
    while (*options) {
        size_t name = strcspn(options, "="), value = strcspn(options + name + 1, " ");
        const char *chosen_value = options + name + 1;
        if (zk_same(options, name, "rules", 5))
            assert_true(zk_settings_set_rules(game, &settings, strtol(chosen_value, NULL, 10),
                                              &refusal));
        else
            assert_true(zk_settings_set(game, &settings, options, name, chosen_value, value,
                                        &refusal));
        options += name + 1 + value;
        options += strspn(options, " ");
    }
    assert_true(game->prepare(&rules, &settings, &refusal));
    game->start(&rules, &state);
}

static inline void sit_down(const struct zk_game *chosen, const char *options) {
    sit_down_with(chosen, options, NULL);
}

static inline int actor(void) { return game->actor(&rules, &state); }

/* Who makes the move of a line: "A play RB>R" is A's, "draw RB" is chance's. */
static inline int mover(const char **line) {
    if (**line >= 'A' && **line <= 'D' && (*line)[1] == ' ') {
        *line += 2;
        return (*line)[-2] - 'A';
    }
    return ZK_CHANCE;
}

static inline bool is_legal(const char *line) {
    zk_move move;
    int seat = mover(&line);
    return zk_parse_move(game, &rules, &state, seat, line, strlen(line), &move);
}

static inline void assert_legal(const char *line) {
    if (!is_legal(line)) fail_msg("\"%s\" should be legal", line);
}

/* Refused, and by that rule. */
static inline void assert_refused(const char *line, const char *rule) {
    struct zk_sentence refusal;
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    if (is_legal(line)) fail_msg("\"%s\" should be refused by %s", line, rule);
    const char *words = line;
    int seat = mover(&words);
    game->explain(&rules, &state, seat, words, strlen(words), &refusal);
    zk_sentence_english(game, &refusal, &text);
    if (strcmp(refusal.rule, rule) != 0)
        fail_msg("\"%s\" should be refused by %s, not so: %s", line, rule, sentence);
}

static inline void make(const char *line) {
    const char *words = line, *wrong;
    int seat = mover(&words);
    zk_move move;
    if (!zk_parse_move(game, &rules, &state, seat, words, strlen(words), &move)) {
        struct zk_sentence refusal;
        char sentence[512];
        struct zk_text text = zk_text_in(sentence, sizeof sentence);
        game->explain(&rules, &state, seat, words, strlen(words), &refusal);
        zk_sentence_english(game, &refusal, &text);
        fail_msg("\"%s\" is refused: %s", line, sentence);
    }
    game->apply(&rules, &state, move);
    if ((wrong = game->check(&rules, &state))) fail_msg("after \"%s\": %s", line, wrong);
}

/* A story, its moves separated by "; ". */
static inline void story(const char *moves) {
    while (*moves) {
        char line[ZK_MOVE_TEXT_SIZE];
        size_t size = strcspn(moves, ";");
        assert_true(size < sizeof line);
        memcpy(line, moves, size);
        while (size && line[size - 1] == ' ') size--;
        line[size] = '\0';
        make(line);
        moves += strcspn(moves, ";");
        moves += strspn(moves, "; ");
    }
}

/* What a move does: as its seat foretells it, then as everybody is told of it, which makes it. "" is nothing. */
static inline void assert_effect(const char *line, const struct zk_view *before, zk_move move,
                                 const struct zk_view *after, const char *expected) {
    char effect[ZK_EFFECT_SIZE] = "";
    struct zk_text text = zk_text_in(effect, sizeof effect);
    struct zk_json_out out = zk_json_to(&text);
    game->write_effect(&rules, before, move, after, &out);
    if (strcmp(effect, expected) != 0)
        fail_msg("\"%s\" %s %s, and not %s", line, after ? "did" : "would do", effect,
                 expected);
}

static inline zk_move read_move(const char *line, int *seat) {
    zk_move move;
    const char *words = line;
    *seat = mover(&words);
    if (!zk_parse_move(game, &rules, &state, *seat, words, strlen(words), &move))
        fail_msg("\"%s\" is refused", line);
    return move;
}

static inline void assert_would(const char *line, const char *expected) {
    struct zk_view view;
    int seat;
    zk_move move = read_move(line, &seat);
    game->view(&rules, &state, seat, &view);
    assert_effect(line, &view, move, NULL, expected);
}

static inline void make_told(const char *line, const char *expected) {
    struct zk_view before, after;
    int seat;
    zk_move move = read_move(line, &seat);
    game->view(&rules, &state, ZK_SPECTATOR, &before);
    make(line);
    game->view(&rules, &state, ZK_SPECTATOR, &after);
    assert_effect(line, &before, move, &after, expected);
}

/* All legal moves of the actor, sorted, with the weights of chance: "draw BG 4, draw RB 1". */
static inline const char *legal_moves(void) {
    static char list[4096];
    char line[64][ZK_MOVE_TEXT_SIZE + 16];
    zk_move moves[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX],
        count = game->moves(&rules, &state, actor(), moves, weights);
    assert_true(count <= 64);
    for (uint32_t i = 0; i < count; i++) {
        struct zk_text text = zk_text_in(line[i], sizeof line[i]);
        game->print_move(&rules, &state, moves[i], ZK_EVERYTHING, &text);
        if (actor() == ZK_CHANCE) {
            zk_text_put_char(&text, ' ');
            zk_text_put_uint(&text, weights[i]);
        }
    }
    qsort(line, count, sizeof line[0], (int (*)(const void *, const void *))strcmp);
    struct zk_text text = zk_text_in(list, sizeof list);
    for (uint32_t i = 0; i < count; i++) {
        if (i) zk_text_put(&text, ", ");
        zk_text_put(&text, line[i]);
    }
    assert_false(text.full);
    return list;
}

static inline void assert_moves(const char *expected) {
    assert_string_equal(legal_moves(), expected);
}

static inline void assert_turn(const char *who) {
    assert_string_equal(zk_actor_name(actor()), who);
}

/* ---- Looking at the table ---- */

/* Sorts words separated by blanks. */
static inline void sort_words(char *list) {
    char word[40][16];
    size_t count = 0;
    for (const char *at = list; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        assert_true(count < sizeof word / sizeof word[0] && size < sizeof word[0]);
        snprintf(word[count++], sizeof word[0], "%.*s", (int)size, at);
        at += size;
    }
    qsort(word, count, sizeof word[0], (int (*)(const void *, const void *))strcmp);
    for (size_t i = 0; i < count; i++) {
        if (i) *list++ = ' ';
        memcpy(list, word[i], strlen(word[i]));
        list += strlen(word[i]);
    }
}

/* The value at `path` in the view of everything, as bare words: lists come without their brackets,
 * quotes and commas, and hands and discards, which have no order, sorted. A path is keys, and "#R"
 * for the stack of that colour. */
static inline const char *look(const char *path) {
    static char json[16384], value[1024];
    static struct zk_view view;
    struct zk_text text = zk_text_in(json, sizeof json);
    struct zk_json_out out = zk_json_to(&text);
    game->view(&rules, &state, ZK_EVERYTHING, &view);
    game->write_view(&rules, &view, &out);
    assert_false(text.full);
    const char *at = json, *last = strrchr(path, '.') ? strrchr(path, '.') + 1 : path;
    while (*path) {
        char key[32];
        size_t size = strcspn(path, ".");
        if (*path == '#')
            snprintf(key, sizeof key, "\"colour\":\"%c\"", path[1]);
        else
            snprintf(key, sizeof key, "\"%.*s\":", (int)size, path);
        at = strstr(at, key);
        if (!at) fail_msg("no %s in the view", key);
        at += strlen(key);
        path += size + (path[size] == '.');
    }
    size_t size = *at == '[' ? strcspn(at, "]") : strcspn(at, ",}");
    unsigned used = 0;
    for (size_t i = 0; i < size; i++) {
        if (strchr("[]\"", at[i])) continue;
        value[used++] = at[i] == ',' ? ' ' : at[i];
    }
    value[used] = '\0';
    if (strcmp(last, "hand") == 0 || strcmp(last, "discards") == 0) sort_words(value);
    return value;
}

#define assert_seen(path, expected) assert_string_equal(look(path), expected)

static inline void assert_points(int a, int b) {
    int32_t points[ZK_SEATS_MAX];
    assert_true(game->points(&rules, &state, points));
    assert_int_equal(points[0], a);
    assert_int_equal(points[1], b);
}

#endif
