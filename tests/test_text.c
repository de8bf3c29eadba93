/* test_text.c: bounded text never writes beyond its memory and always ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/text.h"

static void fits(void **state) {
    (void)state;
    char data[8];
    struct zk_text text = zk_text_in(data, sizeof data);
    assert_string_equal(data, "");
    zk_text_put(&text, "abc");
    zk_text_put_char(&text, 'd');
    zk_text_put_bytes(&text, "efgh", 3);
    assert_string_equal(data, "abcdefg");
    assert_int_equal(text.used, 7);
    assert_false(text.full);
    zk_text_clear(&text);
    assert_string_equal(data, "");
}

static void does_not_fit(void **state) {
    (void)state;
    char data[6] = "......";
    struct zk_text text = zk_text_in(data, 5);
    zk_text_put(&text, "abcdefgh");
    assert_true(text.full);
    assert_string_equal(data, "abcd");
    zk_text_put_char(&text, 'x');
    assert_string_equal(data, "abcd");
    assert_int_equal(data[5], '.');
}

static void numbers(void **state) {
    (void)state;
    char data[64];
    struct zk_text text = zk_text_in(data, sizeof data);
    zk_text_put_int(&text, 0);
    zk_text_put_char(&text, ' ');
    zk_text_put_int(&text, INT64_MIN);
    zk_text_put_char(&text, ' ');
    zk_text_put_uint(&text, UINT64_MAX);
    assert_string_equal(data, "0 -9223372036854775808 18446744073709551615");
}

static void padding_counts_characters(void **state) {
    (void)state;
    char data[64];
    struct zk_text text = zk_text_in(data, sizeof data);
    zk_text_put(&text, "first line\nY\xC5\x8Dtei");
    zk_text_pad(&text, 8);
    zk_text_put_char(&text, '|');
    zk_text_pad(&text, 3);
    assert_string_equal(data, "first line\nY\xC5\x8Dtei   |");
}

static void sameness(void **state) {
    (void)state;
    assert_true(zk_same("abc", 3, "abc", 3));
    assert_false(zk_same("abc", 3, "abcd", 4));
    assert_false(zk_same("abc", 3, "abd", 3));
    assert_true(zk_same("", 0, "x", 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fits),     cmocka_unit_test(does_not_fit),
        cmocka_unit_test(numbers),  cmocka_unit_test(padding_counts_characters),
        cmocka_unit_test(sameness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
