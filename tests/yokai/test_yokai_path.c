/* test_yokai_path.c: the path of Yokai (Y36): names, counting, joining, its form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../story.h"
#include "core/json.h"
#include "games/yokai/path.h"

enum { RULES = ZK_YOKAI_PATH_RULES };

static const char *name_of(unsigned combination) {
    static char name[ZK_YOKAI_PATH_NAME_SIZE];
    struct zk_text text = zk_text_in(name, sizeof name);
    zk_yokai_path_put_name(&text, combination);
    assert_false(text.full);
    return name;
}

static struct zk_yokai_view view_of(const char *options) {
    struct zk_yokai_view view;
    sit_down(&zk_yokai, options);
    game->view(&rules, &state, ZK_SPECTATOR, zk_yokai_block(&view));
    return view;
}

static const char *rules_of(const char *options) {
    struct zk_yokai_view view = view_of(options);
    return name_of(zk_yokai_path_rules(&view));
}

static void names_are_different(void **test) {
    (void)test;
    char seen[RULES][ZK_YOKAI_PATH_NAME_SIZE];
    for (unsigned i = 0; i < RULES; i++) {
        strcpy(seen[i], name_of(i));
        for (unsigned j = 0; j < i; j++) assert_string_not_equal(seen[i], seen[j]);
    }
}

/* Y30 to Y35a: however a rule was switched on. */
static void rules_in_force(void **test) {
    (void)test;
    static const char *const levels[] = {"basic", "reconcile", "stack", "blind", "shape"};
    for (unsigned level = 1; level <= ZK_YOKAI_PATH_LEVELS; level++)
        assert_string_equal(name_of(zk_yokai_path_level(level)), levels[level - 1]);
    assert_string_equal(rules_of(""), "basic");
    assert_string_equal(rules_of("hints=4+3+0 first=B"), "basic");
    assert_string_equal(rules_of("level=2"), "reconcile");
    assert_string_equal(rules_of("reconcile=1"), "reconcile");
    assert_string_equal(rules_of("level=2 reconcile=2"), "reconcile2");
    assert_string_equal(rules_of("level=3"), "stack");
    assert_string_equal(rules_of("stack=on level=4"), "blind");
    assert_string_equal(rules_of("shape=crown"), "shape");
    assert_string_equal(rules_of("shape=beam blind=on players=4 reconcile=4"),
                        "reconcile4+blind+shape");
    assert_string_equal(rules_of("shape=spiral stack=on"), "stack+shape");
}

/* Better ranks count, worse ones change nothing, and the number of players is told apart. */
static void only_grows(void **test) {
    (void)test;
    struct zk_yokai_path path = {0}, before;
    struct zk_yokai_view two = view_of("level=3"), four = view_of("players=4 level=3");
    unsigned stack = zk_yokai_path_level(3);
    assert_true(zk_yokai_path_count(&path, &two, "lost"));
    assert_true(zk_yokai_path_count(&path, &two, "glorious"));
    assert_false(zk_yokai_path_count(&path, &two, "glorious"));
    before = path;
    assert_false(zk_yokai_path_count(&path, &two, "honourable"));
    assert_memory_equal(&before, &path, sizeof path);
    assert_true(zk_yokai_path_count(&path, &four, "honourable"));
    assert_int_equal(path.best[0][stack], ZK_YOKAI_GLORIOUS);
    assert_int_equal(path.best[1][stack], ZK_YOKAI_UNPLAYED);
    assert_int_equal(path.best[2][stack], ZK_YOKAI_HONOURABLE);
}

static struct zk_yokai_path random_path(struct zk_rng *rng) {
    struct zk_yokai_path path = {0};
    for (unsigned players = 2; players <= 4; players++)
        for (unsigned i = 0; i < RULES; i++)
            if (i % 5 <= players)
                path.best[players - 2][i] = (uint8_t)zk_rng_below(rng, ZK_YOKAI_RANKS);
    return path;
}

static void joins_in_any_order(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(36, 0);
    for (unsigned n = 0; n < 50; n++) {
        struct zk_yokai_path a = random_path(&rng), b = random_path(&rng), ab = a, ba = b;
        zk_yokai_path_join(&ab, &b);
        zk_yokai_path_join(&ba, &a);
        assert_memory_equal(&ab, &ba, sizeof ab);
        zk_yokai_path_join(&ab, &a);
        assert_memory_equal(&ab, &ba, sizeof ab);
        for (unsigned i = 0; i < RULES; i++)
            assert_int_equal(ab.best[1][i],
                             a.best[1][i] > b.best[1][i] ? a.best[1][i] : b.best[1][i]);
    }
}

static void reads_back(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(36, 1);
    char form[ZK_YOKAI_PATH_SIZE_MAX];
    for (unsigned n = 0; n < 50; n++) {
        struct zk_yokai_path path = random_path(&rng), again;
        if (n == 0) memset(path.best[1], 0, sizeof path.best[1]);
        struct zk_text text = zk_text_in(form, sizeof form);
        struct zk_json_out out = zk_json_to(&text);
        zk_yokai_path_write(&path, &out);
        assert_false(text.full);
        assert_null(zk_yokai_path_read(&again, form, text.used));
        assert_memory_equal(&path, &again, sizeof path);
    }
    struct zk_yokai_path path = {0};
    path.best[0][0] = ZK_YOKAI_GLORIOUS;
    path.best[0][20] = ZK_YOKAI_LOST;
    path.best[2][2] = ZK_YOKAI_LEGENDARY;
    struct zk_text text = zk_text_in(form, sizeof form);
    struct zk_json_out out = zk_json_to(&text);
    zk_yokai_path_write(&path, &out); /* as docs/path.md has it */
    assert_string_equal(form,
                        "{\"path\":1,\"yokai\":{\"2\":{\"basic\":\"glorious\","
                        "\"stack+shape\":\"lost\"},\"4\":{\"reconcile2\":\"legendary\"}}}");
}

static void refuses_what_is_none(void **test) {
    (void)test;
    static const char *const wrong[] = {
        "",
        "7",
        "{}",
        "{\"yokai\":{}}",
        "{\"path\":0,\"yokai\":{}}",
        "{\"path\":\"1\"}",
        "{\"path\":1,\"sketch\":{}}",
        "{\"path\":1,\"yokai\":[]}",
        "{\"path\":1,\"yokai\":{\"1\":{}}}",
        "{\"path\":1,\"yokai\":{\"22\":{}}}",
        "{\"path\":1,\"yokai\":{\"2\":{\"Basic\":\"lost\"}}}",
        "{\"path\":1,\"yokai\":{\"2\":{\"stack+blind\":\"lost\"}}}",
        "{\"path\":1,\"yokai\":{\"3\":{\"reconcile4\":\"lost\"}}}",
        "{\"path\":1,\"yokai\":{\"2\":{\"basic\":\"\"}}}",
        "{\"path\":1,\"yokai\":{\"2\":{\"basic\":null}}}",
        "{\"path\":1,\"yokai\":{\"2\":{\"basic\":\"lost\"}}",
    };
    struct zk_yokai_path path, before;
    memset(&path, 1, sizeof path);
    before = path;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *why = zk_yokai_path_read(&path, wrong[i], strlen(wrong[i]));
        if (!why || !*why) fail_msg("%s is taken, or refused without a word", wrong[i]);
        assert_memory_equal(&before, &path, sizeof path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_different), cmocka_unit_test(rules_in_force),
        cmocka_unit_test(only_grows),          cmocka_unit_test(joins_in_any_order),
        cmocka_unit_test(reads_back),          cmocka_unit_test(refuses_what_is_none),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("yokai_path", tests, NULL, NULL);
}
