/* test_game.c: what all games share: settings, refusals, names, the list of games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "games/sketch/sketch.h"

static bool set(struct zk_settings *settings, const char *name, const char *value,
                struct zk_sentence *refusal) {
    return zk_settings_set(&zk_sketch, settings, name, strlen(name), value, strlen(value),
                           refusal);
}

static void assert_says(const struct zk_sentence *refusal, const char *expected) {
    char said[256];
    struct zk_text text = zk_text_in(said, sizeof said);
    zk_sentence_english(&zk_sketch, refusal, &text);
    assert_string_equal(said, expected);
}

static void settings_take_known_values(void **state) {
    (void)state;
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    assert_string_equal(zk_settings_get(&zk_sketch, &settings, 0), "en");
    assert_true(set(&settings, "edition", "fr", &refusal));
    assert_string_equal(zk_settings_get(&zk_sketch, &settings, 0), "fr");
    assert_true(set(&settings, "edition", "en", &refusal));
    assert_string_equal(settings.value[0], ""); /* the default is kept as nothing */
}

static void settings_refuse_the_rest(void **state) {
    (void)state;
    struct zk_settings settings = {0}, untouched = {0};
    struct zk_sentence refusal;
    assert_false(set(&settings, "edition", "de", &refusal));
    assert_says(&refusal, "The option edition cannot be \"de\"; it can be en or fr.");
    assert_false(set(&settings, "edition", "", &refusal));
    assert_false(set(&settings, "colour", "red", &refusal));
    assert_says(&refusal, "Yokai Sketch has no option \"colour\".");
    assert_memory_equal(&settings, &untouched, sizeof settings);
}

static void refusals_cut_arguments_between_characters(void **state) {
    (void)state;
    char word[ZK_SENTENCE_ARG_SIZE + 8];
    for (size_t i = 0; i + 1 < sizeof word; i += 2) memcpy(word + i, "\xC3\xA9", 2);
    struct zk_sentence refusal;
    zk_refuse(&refusal, "S9", "sketch.play.not_held");
    zk_sentence_arg(&refusal, word, sizeof word);
    size_t kept = strlen(refusal.arg[0]);
    assert_true(kept < ZK_SENTENCE_ARG_SIZE);
    assert_int_equal(kept % 2, 0);
    zk_refuse(&refusal, "S9", "sketch.play.not_held");
    zk_sentence_arg(&refusal, "RB", 2);
    assert_says(&refusal, "RB is not in your hand. (S9)");
}

static void actors_have_names(void **state) {
    (void)state;
    for (int actor = ZK_CHANCE; actor < ZK_SEATS_MAX; actor++) {
        int again;
        const char *name = zk_actor_name(actor);
        assert_true(zk_actor_parse(name, strlen(name), &again));
        assert_int_equal(again, actor);
    }
    int none;
    assert_false(zk_actor_parse("E", 1, &none));
    assert_false(zk_actor_parse("over", 4, &none));
    assert_false(zk_actor_parse("", 0, &none));
    assert_int_equal(zk_mover(1, 5), 1);
    assert_int_equal(zk_mover(1, (zk_move)3 << 28 | 5), 2);
}

static void games_are_found_and_keep_their_bounds(void **state) {
    (void)state;
    assert_ptr_equal(zk_games_find("sketch", 6), &zk_sketch);
    assert_null(zk_games_find("sketc", 5));
    for (unsigned i = 0; zk_games[i]; i++) {
        const struct zk_game *game = zk_games[i];
        assert_ptr_equal(zk_games_find(game->id, strlen(game->id)), game);
        assert_true(game->rules_size <= ZK_RULES_SIZE_MAX);
        assert_true(game->state_size <= ZK_STATE_SIZE_MAX);
        assert_true(game->view_size <= ZK_VIEW_SIZE_MAX);
        assert_true(game->moves_max <= ZK_MOVES_MAX);
        assert_true(game->seats_min >= 1 && game->seats_max <= ZK_SEATS_MAX);
        unsigned options = 0, rules = 0;
        while (game->options[options].name) options++;
        while (game->rule_ids[rules]) rules++;
        assert_true(options <= ZK_OPTIONS_MAX);
        assert_true(rules > 0 && rules <= ZK_RULES_MAX);
        assert_non_null(game->about);
        assert_true(strlen(game->about->introduction) > 80);
        unsigned ranks = 0;
        while (game->about->ranks && game->about->ranks[ranks]) ranks++;
        assert_true(ranks <= ZK_RANKS_MAX && (!ranks || game->together));
    }
}

/* ---- Options that do not go together ---- */

static unsigned find_option(const struct zk_game *game, const char *name) {
    unsigned i = 0;
    while (game->options[i].name && strcmp(game->options[i].name, name) != 0) i++;
    return i;
}

static bool has_value(const struct zk_option *option, const char *value) {
    for (unsigned i = 0; option->name && option->values && option->values[i]; i++)
        if (strcmp(option->values[i], value) == 0) return true;
    return false;
}

/* Whether an option yields to another, be it by way of others. */
static bool yields(const struct zk_game *game, const char *option, const char *to,
                   unsigned steps) {
    for (const struct zk_apart *apart = game->apart; apart->option && steps; apart++)
        if (strcmp(apart->option, option) == 0 &&
            (strcmp(apart->other, to) == 0 || yields(game, apart->other, to, steps - 1)))
            return true;
    return false;
}

static bool go_together(const struct zk_game *game, const struct zk_settings *settings) {
    for (const struct zk_apart *apart = game->apart; apart && apart->option; apart++)
        if (strcmp(zk_settings_get(game, settings, find_option(game, apart->option)),
                   apart->value) == 0 &&
            strcmp(zk_settings_get(game, settings, find_option(game, apart->other)),
                   apart->beside) == 0)
            return false;
    return true;
}

enum { VALUES_MAX = 16 };

/* Tries all values of the options from `option` on, and notes which were accepted somewhere. */
static void try_all(const struct zk_game *game, struct zk_settings *settings, unsigned option,
                    unsigned *chosen, bool seen[][VALUES_MAX]) {
    static struct zk_rules rules;
    struct zk_sentence refusal;
    const struct zk_option *one = &game->options[option];
    if (!one->name) {
        if (!go_together(game, settings)) return;
        if (!game->prepare(&rules, settings, &refusal))
            fail_msg("%s: %s", game->id, refusal.key);
        for (unsigned i = 0; i < option; i++) seen[i][chosen[i]] = true;
        return;
    }
    for (unsigned i = 0; i == 0 || (one->values && one->values[i]); i++) {
        const char *value = one->values ? one->values[i] : "";
        assert_true(i < VALUES_MAX);
        assert_true(zk_settings_set(game, settings, one->name, strlen(one->name), value,
                                    strlen(value), &refusal));
        chosen[option] = i;
        try_all(game, settings, option + 1, chosen, seen);
    }
    memset(settings->value[option], 0, sizeof settings->value[option]);
}

static void options_go_together_unless_it_is_said(void **state) {
    (void)state;
    for (unsigned i = 0; zk_games[i]; i++) {
        const struct zk_game *game = zk_games[i];
        struct zk_settings settings = {0};
        for (const struct zk_apart *apart = game->apart; apart && apart->option; apart++) {
            assert_true(
                has_value(&game->options[find_option(game, apart->option)], apart->value));
            assert_true(
                has_value(&game->options[find_option(game, apart->other)], apart->beside));
            assert_false(yields(game, apart->option, apart->option, ZK_OPTIONS_MAX));
        }
        bool seen[ZK_OPTIONS_MAX][VALUES_MAX] = {{false}};
        unsigned chosen[ZK_OPTIONS_MAX];
        try_all(game, &settings, 0, chosen, seen);
        for (unsigned option = 0; game->options[option].name; option++)
            for (unsigned value = 0;
                 game->options[option].values && game->options[option].values[value]; value++)
                assert_true(seen[option][value]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_take_known_values),
        cmocka_unit_test(settings_refuse_the_rest),
        cmocka_unit_test(refusals_cut_arguments_between_characters),
        cmocka_unit_test(actors_have_names),
        cmocka_unit_test(games_are_found_and_keep_their_bounds),
        cmocka_unit_test(options_go_together_unless_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
