/* test_replay.c: of a text with several records the first is taken, however the next one begins. */
#include "table/replay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/json.h"

#define FIRST                                                                                      \
    "{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},\"seats\":[\"Ann\",\"Ben\"]}\n" \
    "{\"by\":\"chance\",\"move\":\"first A\"}\n"                                                   \
    "{\"by\":\"chance\",\"move\":\"deal A RY\"}\n"

static char said[2][4096];

static bool reads(struct zk_replay *replay, const char *text, char *into) {
    struct zk_text out = zk_text_in(into, sizeof *said - 1);
    struct zk_json_out json = zk_json_to(&out);
    bool right = zk_replay_read(replay, text, strlen(text), &json);
    assert_false(out.full);
    into[out.used] = '\0';
    return right;
}

static void test_first_alone(void **state) {
    static const char *const next[] = {
        "{\"zashiki\":1,\"game\":\"yokai\",\"rules\":1,\"options\":{},\"seats\":[\"C\",\"D\"]}\n",
        "{ \"zashiki\" : 1, \"game\":\"yokai\",\"rules\":1,\"options\":{},\"seats\":[\"C\",\"D\"]}\n",
        "{\"by\":\"B\",\"zashiki\":1,\"game\":\"yokai\",\"rules\":1,\"options\":{},\"seats\":[\"C\",\"D\"]}\n",
        "{\"\\u007aashiki\":1,\"game\":\"yokai\",\"rules\":1,\"options\":{},\"seats\":[\"C\",\"D\"]}\n",
        "{\"zashiki\":1,\"game\":\"nothing\"}\n",
        "{\"zashiki\":1,",
    };
    struct zk_replay *replay = calloc(1, sizeof *replay);
    (void)state;
    assert_true(reads(replay, FIRST, said[0]));
    for (unsigned i = 0; i < sizeof next / sizeof *next; i++) {
        char text[1024];
        struct zk_text whole = zk_text_in(text, sizeof text);
        zk_text_put(&whole, FIRST);
        zk_text_put(&whole, next[i]);
        zk_text_put(&whole, "{\"by\":\"chance\",\"move\":\"first A\"}\n");
        zk_text_put(&whole, "{\"by\":\"chance\",\"move\":\"card 1 P\"}\n");
        assert_true(reads(replay, text, said[1]));
        assert_string_equal(said[0], said[1]);
    }
    free(replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
