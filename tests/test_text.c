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

static struct zk_words words_of(const char *text) {
    return (struct zk_words){text, text + strlen(text)};
}

static void taken_apart(void **state) {
    (void)state;
    struct zk_words words = words_of("move 5 to -1,20");
    int number = 77;
    assert_false(zk_words_take(&words, "peek "));
    assert_true(zk_words_take(&words, "")); /* nothing is always there */
    assert_true(zk_words_take(&words, "move "));
    assert_true(zk_words_take_number(&words, &number));
    assert_int_equal(number, 5);
    assert_true(zk_words_take(&words, " to "));
    assert_true(zk_words_take_number(&words, &number));
    assert_int_equal(number, -1);
    assert_true(zk_words_take(&words, ","));
    assert_false(zk_words_take(&words, "200")); /* nothing beyond the end is looked at */
    words.end--;
    assert_true(zk_words_take_number(&words, &number));
    assert_int_equal(number, 2);
    assert_ptr_equal(words.at, words.end);
    assert_false(zk_words_take(&words, "0"));
    assert_false(zk_words_take_number(&words, &number));
}

/* Numbers are taken only as they would be written. */
static void numbers_taken(void **state) {
    (void)state;
    static const char *const wrong[] = {"",    "-",  "-0", "00", "05",
                                        "-05", "+1", " 1", "x",  "--1"};
    int number = 77;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct zk_words words = words_of(wrong[i]);
        if (zk_words_take_number(&words, &number)) fail_msg("\"%s\" is taken", wrong[i]);
    }
    assert_int_equal(number, 77);
    static const int right[] = {0, 1, -1, 10, 999, -999, 1000, 9999};
    for (unsigned i = 0; i < sizeof right / sizeof *right; i++) {
        char data[16];
        struct zk_text text = zk_text_in(data, sizeof data);
        zk_text_put_int(&text, right[i]);
        struct zk_words words = words_of(data);
        assert_true(zk_words_take_number(&words, &number));
        assert_int_equal(number, right[i]);
        assert_ptr_equal(words.at, words.end);
    }
    struct zk_words words = words_of("99999"); /* four digits, and one stays */
    assert_true(zk_words_take_number(&words, &number));
    assert_int_equal(number, 9999);
    assert_int_equal(words.end - words.at, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fits),          cmocka_unit_test(does_not_fit),
        cmocka_unit_test(numbers),       cmocka_unit_test(padding_counts_characters),
        cmocka_unit_test(sameness),      cmocka_unit_test(taken_apart),
        cmocka_unit_test(numbers_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
