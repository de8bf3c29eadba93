/* test_json.c: what the reader takes and refuses, where it points, and what the writer writes.
 * fuzz/fuzz_json.c holds the reader against jansson; here are the cases one wants to read. */
#include "core/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A reader over a copy of exactly that size, so that a byte read beyond it is seen. */
static char *copy;

static struct zk_json_in read_copy(const char *document, size_t size) {
    free(copy);
    copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, document, size);
    return zk_json_from(copy, size);
}

static struct zk_json_in read_text(const char *document) {
    return read_copy(document, strlen(document));
}

static int forget_copy(void **state) {
    (void)state;
    free(copy);
    copy = NULL;
    return 0;
}

/* ---- What is JSON and what is not ---- */

static const char *const accepted[] = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-1",
    "10",
    "0.5",
    "-0.0e-0",
    "1E+05",
    "1e999",
    "12345678901234567890123",
    "1e-99999999999999999999",
    "\"\"",
    "\"a\"",
    " \t\r\n1 \t\r\n",
    "[]",
    "[ ]",
    "{}",
    "{ }",
    "[[],{},[{}]]",
    "[1,2,3]",
    " [ 1 , 2 ] ",
    "{\"a\":1}",
    " { \"a\" : 1 , \"b\" : [ ] } ",
    "{\"\":{\"\":{\"\":0}}}",
    "{\"a\":1,\"a\":2}", /* a key twice is for the caller to refuse */
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0001\\u00e9\\uFFFF\\uffff\"",
    "\"\\ud83d\\ude00\\uD83D\\uDE00\"",
    "\"\x7f\"",
    "\"h\xc3\xa9 \xe5\xba\xa7\xe6\x95\xb7 \xf0\x9f\x98\x80\"",
    "\"\xc2\x80 \xdf\xbf \xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf\"",
    "\"\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf\"",
    "\"eight by eight by eight by eight\"",
    "\"12345678\"",
    "\"1234567\\n\"",
};

struct refusal {
    const char *document;
    size_t place;
    const char *error;
};

#define EARLY "the document ends too early"
#define MISSING "a value is missing"
#define FOLLOWS "something follows where nothing may"
#define COMMA_ARRAY "a comma or the end of the array is missing"
#define COMMA_OBJECT "a comma or the end of the object is missing"
#define NO_KEY "a key in quotes is missing"
#define NO_COLON "a colon is missing"
#define NO_WORD "a word is not true, false or null"
#define NO_DIGIT "a number lacks a digit"
#define ZERO "a number begins with a needless zero"
#define NOT_UTF8 "a string is not UTF-8"
#define BARE "a string holds a bare control character"
#define NO_ESCAPE "an escape is unknown"
#define NO_HEX "a \\u escape needs four hexadecimal digits"
#define SURROGATE "half of a surrogate pair stands alone"
#define A_NUL "a string holds a NUL"

static const struct refusal refused[] = {
    /* Nothing, or not a value. */
    {"", 0, EARLY},
    {"  ", 2, EARLY},
    {"\xef\xbb\xbf{}", 0, MISSING},
    {"\xff", 0, MISSING},
    {"'a'", 0, MISSING},
    {"+1", 0, MISSING},
    {".5", 0, MISSING},
    {"NaN", 0, MISSING},
    {"nan", 0, NO_WORD},
    {"Infinity", 0, MISSING},
    {"-Infinity", 1, NO_DIGIT},
    {"True", 0, MISSING},
    {"tru", 0, NO_WORD},
    {"trux", 0, NO_WORD},
    {"nul", 0, NO_WORD},
    {"/**/1", 0, MISSING},
    {"\v1", 0, MISSING},
    {"\f1", 0, MISSING},
    {"\xc2\xa0"
     "1",
     0, MISSING},
    /* Something after it. */
    {"truex", 4, FOLLOWS},
    {"1 2", 2, FOLLOWS},
    {"1,", 1, FOLLOWS},
    {"{}}", 2, FOLLOWS},
    {"[]//", 2, FOLLOWS},
    {"0x10", 1, FOLLOWS},
    {"1_000", 1, FOLLOWS},
    {"--1", 1, NO_DIGIT},
    /* Numbers. */
    {"01", 0, ZERO},
    {"-01", 1, ZERO},
    {"[1,007]", 3, ZERO},
    {"00", 0, ZERO},
    {"-", 1, EARLY},
    {"1.", 2, EARLY},
    {"[1.]", 3, NO_DIGIT},
    {"1.e5", 2, NO_DIGIT},
    {"[1e]", 3, NO_DIGIT},
    {"1e+", 3, EARLY},
    {"1e+-1", 3, NO_DIGIT},
    {"1e1.5", 3, FOLLOWS},
    /* Arrays and objects. */
    {"[", 1, EARLY},
    {"]", 0, MISSING},
    {"[1", 2, EARLY},
    {"[1,", 3, EARLY},
    {"[1,]", 3, MISSING},
    {"[,1]", 1, MISSING},
    {"[1,,2]", 3, MISSING},
    {"[1 2]", 3, COMMA_ARRAY},
    {"[1}", 2, COMMA_ARRAY},
    {"[1:2]", 2, COMMA_ARRAY},
    {"{", 1, EARLY},
    {"{]", 1, NO_KEY},
    {"{1:2}", 1, NO_KEY},
    {"{a:1}", 1, NO_KEY},
    {"{\"a\"", 4, EARLY},
    {"{\"a\"}", 4, NO_COLON},
    {"{\"a\",1}", 4, NO_COLON},
    {"{\"a\":", 5, EARLY},
    {"{\"a\":}", 5, MISSING},
    {"{\"a\":1", 6, EARLY},
    {"{\"a\":1]", 6, COMMA_OBJECT},
    {"{\"a\":1 \"b\":2}", 7, COMMA_OBJECT},
    {"{\"a\":1,}", 7, NO_KEY},
    {"{,\"a\":1}", 1, NO_KEY},
    {"{\"a\":1,,\"b\":2}", 7, NO_KEY},
    {"{\"\t\":1}", 2, BARE},
    {"{\"\xff\":1}", 2, NOT_UTF8},
    {"{\"\\u0000\":1}", 2, A_NUL},
    /* Strings. */
    {"\"", 1, EARLY},
    {"\"a", 2, EARLY},
    {"\"a\\", 3, EARLY},
    {"\"a\\\"", 4, EARLY},
    {"\"a\tb\"", 2, BARE},
    {"\"a\nb\"", 2, BARE},
    {"\"eight by\x1f eight\"", 9, BARE},
    {"\"\\a\"", 2, NO_ESCAPE},
    {"\"\\'\"", 2, NO_ESCAPE},
    {"\"\\x41\"", 2, NO_ESCAPE},
    {"\"\\U0041\"", 2, NO_ESCAPE},
    {"\"\\u", 3, EARLY},
    {"\"\\u004", 6, EARLY},
    {"\"\\u004\"", 6, NO_HEX},
    {"\"\\u00g1\"", 5, NO_HEX},
    {"\"\\u+041\"", 3, NO_HEX},
    {"\"\\u0000\"", 1, A_NUL},
    {"\"\\ud800\"", 1, SURROGATE},
    {"\"\\udc00\"", 1, SURROGATE},
    {"\"\\udc00\\ud800\"", 1, SURROGATE},
    {"\"\\ud800\\ud800\"", 1, SURROGATE},
    {"\"\\ud800\\u0041\"", 1, SURROGATE},
    {"\"\\ud800\\ue000\"", 1, SURROGATE},
    {"\"\\ud800\\n\"", 1, SURROGATE},
    {"\"\\ud800\\udc0", 12, EARLY},
    {"\"\\ud800\\udc0x\"", 12, NO_HEX},
    /* UTF-8: a tail alone, overlong, a surrogate, beyond the last, cut short. */
    {"\"\x80\"", 1, NOT_UTF8},
    {"\"a\xbf\"", 2, NOT_UTF8},
    {"\"\xc0\x80\"", 1, NOT_UTF8},
    {"\"\xc1\xbf\"", 1, NOT_UTF8},
    {"\"\xe0\x9f\xbf\"", 1, NOT_UTF8},
    {"\"\xf0\x8f\xbf\xbf\"", 1, NOT_UTF8},
    {"\"\xed\xa0\x80\"", 1, NOT_UTF8},
    {"\"\xed\xbf\xbf\"", 1, NOT_UTF8},
    {"\"\xf4\x90\x80\x80\"", 1, NOT_UTF8},
    {"\"\xf5\x80\x80\x80\"", 1, NOT_UTF8},
    {"\"\xfe\"", 1, NOT_UTF8},
    {"\"\xc3\"", 1, NOT_UTF8},
    {"\"\xc3(\"", 1, NOT_UTF8},
    {"\"\xe5\xba\"", 1, NOT_UTF8},
    {"\"\xe5\xba", 1, NOT_UTF8},
    {"\"\xe5\xba(\"", 1, NOT_UTF8},
    {"\"\xf0\x9f\x98\"", 1, NOT_UTF8},
};

static void takes_what_is_json(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(accepted); i++) {
        struct zk_json_in in = read_text(accepted[i]);
        if (!zk_json_skip(&in) || !zk_json_finish(&in))
            fail_msg("%s: %s at %td", accepted[i], in.error, in.at - in.start);
        assert_true(zk_json_finish(&in));
    }
}

static void refuses_what_is_not_and_says_where(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct zk_json_in in = read_text(refused[i].document);
        zk_json_skip(&in);
        if (zk_json_finish(&in)) fail_msg("%s: taken", refused[i].document);
        if (strcmp(in.error, refused[i].error) != 0 || in.at != in.start + refused[i].place)
            fail_msg("%s: %s at %td", refused[i].document, in.error, in.at - in.start);
    }
}

static void refuses_a_nul_anywhere(void **state) {
    (void)state;
    static const char document[] = " { \"a\" : [ 1 , true ] } ";
    char broken[sizeof document];
    for (size_t i = 0; i < sizeof document; i++) {
        memcpy(broken, document, sizeof document);
        broken[i] = '\0';
        struct zk_json_in in = read_copy(broken, sizeof document);
        zk_json_skip(&in);
        assert_false(zk_json_finish(&in));
    }
    struct zk_json_in nothing = zk_json_from(NULL, 0);
    assert_false(zk_json_skip(&nothing));
}

static void refuses_every_byte_that_no_string_may_hold(void **state) {
    (void)state;
    /* At each place of a string of 20, so in a word of eight and in the rest. */
    for (unsigned byte = 0; byte < 256; byte++)
        for (size_t place = 1; place <= 20; place++) {
            char document[22];
            memset(document, 'a', sizeof document);
            document[0] = document[21] = '"';
            document[place] = (char)byte;
            struct zk_json_in in = read_copy(document, sizeof document);
            bool plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
            assert_int_equal(zk_json_skip(&in) && zk_json_finish(&in), plain);
        }
}

static void bounds_the_nesting(void **state) {
    (void)state;
    enum { LEVELS = 200000 };
    char *deep = malloc(2 * LEVELS);
    assert_non_null(deep);
    for (size_t levels = 1; levels <= LEVELS;
         levels = levels < 40 ? levels + 1 : levels * 70) {
        memset(deep, '[', levels);
        memset(deep + levels, ']', levels);
        struct zk_json_in in = zk_json_from(deep, 2 * levels);
        bool taken = zk_json_skip(&in) && zk_json_finish(&in);
        assert_int_equal(taken, levels <= ZK_JSON_DEPTH_MAX);
        if (taken) continue;
        assert_string_equal(in.error, "the nesting is too deep");
        assert_ptr_equal(in.at, in.start + ZK_JSON_DEPTH_MAX);
    }
    memset(deep, '[', LEVELS);
    struct zk_json_in in = zk_json_from(deep, LEVELS);
    assert_false(zk_json_skip(&in));
    free(deep);

    /* Entered by hand it counts the same, and a skip inside counts what is outside. */
    in = read_text("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
    for (int i = 0; i < 3; i++)
        assert_true(zk_json_enter_array(&in) && zk_json_next_element(&in));
    assert_false(zk_json_skip(&in));
    assert_ptr_equal(in.at, in.start + ZK_JSON_DEPTH_MAX);
}

/* A document with something of everything, and its walk by the calls that name a kind. */
static const char everything[] =
    "{\"n\":-17,\"w\":\"sk\\u0065tch \xe5\xba\xa7\\ud83d\\ude00\\n\",\"yes\":true,\"no\":false,"
    "\"list\":[1,[2,{}],\"three\",null],\"rest\":{\"x\":1.5e3,\"y\":[]}}";

static bool walk_everything(struct zk_json_in *in) {
    char key[8], word[32];
    int64_t number;
    bool value;
    zk_json_enter_object(in);
    while (zk_json_next_key(in, key, sizeof key)) {
        if (strcmp(key, "n") == 0) {
            zk_json_get_int(in, &number);
        } else if (strcmp(key, "w") == 0) {
            zk_json_get_string(in, word, sizeof word, NULL);
        } else if (strcmp(key, "yes") == 0 || strcmp(key, "no") == 0) {
            zk_json_get_bool(in, &value);
        } else if (strcmp(key, "list") == 0) {
            zk_json_enter_array(in);
            while (zk_json_next_element(in)) zk_json_skip(in);
        } else {
            zk_json_skip(in);
        }
    }
    return zk_json_finish(in);
}

static void refuses_a_document_cut_at_any_byte(void **state) {
    (void)state;
    for (size_t size = 0; size < sizeof everything; size++) {
        bool whole = size == sizeof everything - 1;
        struct zk_json_in in = read_copy(everything, size);
        assert_int_equal(zk_json_skip(&in) && zk_json_finish(&in), whole);
        in = read_copy(everything, size);
        assert_int_equal(walk_everything(&in), whole);
        assert_int_equal(in.error == NULL, whole);
    }
}

/* ---- Values ---- */

static void reads_whole_numbers_that_fit(void **state) {
    (void)state;
    static const struct {
        const char *document;
        int64_t number;
    } whole[] = {
        {"0", 0},
        {"-0", 0},
        {"7", 7},
        {"-12", -12},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
    };
    for (size_t i = 0; i < COUNT(whole); i++) {
        struct zk_json_in in = read_text(whole[i].document);
        int64_t number = 99;
        assert_true(zk_json_get_int(&in, &number) && zk_json_finish(&in));
        assert_true(number == whole[i].number);
    }
    static const struct refusal not_whole[] = {
        {"9223372036854775808", 0, "a number is too large"},
        {"-9223372036854775809", 0, "a number is too large"},
        {"18446744073709551616", 0, "a number is too large"},
        {" 12345678901234567890123", 1, "a number is too large"},
        {"1.0", 0, "a whole number is expected"},
        {"1e2", 0, "a whole number is expected"},
        {"0E0", 0, "a whole number is expected"},
        {"\"1\"", 0, "a whole number is expected"},
        {"true", 0, "a whole number is expected"},
        {"01", 0, ZERO},
        {"1.", 2, EARLY},
    };
    for (size_t i = 0; i < COUNT(not_whole); i++) {
        struct zk_json_in in = read_text(not_whole[i].document);
        int64_t number = 99;
        assert_false(zk_json_get_int(&in, &number));
        assert_true(number == 99);
        assert_string_equal(in.error, not_whole[i].error);
        assert_ptr_equal(in.at, in.start + not_whole[i].place);
    }
}

static void reads_strings_into_what_room_there_is(void **state) {
    (void)state;
    static const char document[] = "\"ab\\n\\u00e9\\ud83d\\ude00\xe5\xba\xa7\"";
    static const char meant[] = "ab\n\xc3\xa9\xf0\x9f\x98\x80\xe5\xba\xa7";
    for (size_t room = 0; room < 20; room++) {
        struct zk_json_in in = read_text(document);
        char *string = malloc(room ? room : 1);
        assert_non_null(string);
        size_t used = 99;
        if (room < sizeof meant) {
            assert_false(zk_json_get_string(&in, string, room, &used));
            assert_string_equal(in.error, "a string is too long");
            assert_ptr_equal(in.at, in.start);
            assert_int_equal(used, 99);
        } else {
            assert_true(zk_json_get_string(&in, string, room, &used) && zk_json_finish(&in));
            assert_string_equal(string, meant);
            assert_int_equal(used, sizeof meant - 1);
        }
        free(string);
    }
}

static void reads_the_escapes(void **state) {
    (void)state;
    struct zk_json_in in = read_text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u007F\\u0080\\u07ff\\u0800"
                                     "\\uD7FF\\uE000\\uFFFF\\ud800\\udc00\\uDBFF\\uDFFF\"");
    char string[64];
    assert_true(zk_json_get_string(&in, string, sizeof string, NULL) && zk_json_finish(&in));
    assert_string_equal(string, "\"\\/\b\f\n\r\t\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf"
                                "\xee\x80\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf");
}

static void gives_a_key_that_is_too_long_as_empty(void **state) {
    (void)state;
    struct zk_json_in in =
        read_text("{\"abc\":1,\"abcd\":2,\"\":3,\"ab\\u00e9\":4,\"abc\":5}");
    static const char *const keys[] = {"abc", "", "", "", "abc"};
    char key[4];
    int64_t number;
    assert_true(zk_json_enter_object(&in));
    for (int64_t i = 0; i < 5; i++) {
        assert_true(zk_json_next_key(&in, key, sizeof key));
        assert_string_equal(key, keys[i]);
        assert_true(zk_json_get_int(&in, &number) && number == i + 1);
    }
    assert_false(zk_json_next_key(&in, key, sizeof key));
    assert_true(zk_json_finish(&in));

    /* Too long, and checked all the same. */
    in = read_text("{\"abcdefgh\\u0000\":1}");
    assert_true(zk_json_enter_object(&in));
    assert_false(zk_json_next_key(&in, key, sizeof key));
    assert_string_equal(in.error, A_NUL);
}

static void tells_kinds_apart(void **state) {
    (void)state;
    static const enum zk_json_kind kinds[] = {
        ZK_JSON_OBJECT, ZK_JSON_ARRAY, ZK_JSON_STRING, ZK_JSON_NUMBER,
        ZK_JSON_NUMBER, ZK_JSON_BOOL,  ZK_JSON_BOOL,   ZK_JSON_NULL,
    };
    struct zk_json_in in = read_text("[{}, [], \"\", 0, -1, true, false, null]");
    assert_int_equal(zk_json_peek(&in), ZK_JSON_ARRAY);
    assert_true(zk_json_enter_array(&in));
    for (size_t i = 0; i < COUNT(kinds); i++) {
        assert_true(zk_json_next_element(&in));
        assert_int_equal(zk_json_peek(&in), kinds[i]);
        assert_int_equal(zk_json_peek(&in), kinds[i]);
        /* Asked for another kind, a copy of the reader goes wrong at the value. */
        char string[4];
        int64_t number = 99;
        bool value = true;
        for (unsigned call = 0; call < 5; call++) {
            static const enum zk_json_kind wants[] = {
                ZK_JSON_OBJECT, ZK_JSON_ARRAY, ZK_JSON_STRING, ZK_JSON_NUMBER, ZK_JSON_BOOL};
            struct zk_json_in other = in;
            bool taken = call == 0   ? zk_json_enter_object(&other)
                         : call == 1 ? zk_json_enter_array(&other)
                         : call == 2 ? zk_json_get_string(&other, string, 4, NULL)
                         : call == 3 ? zk_json_get_int(&other, &number)
                                     : zk_json_get_bool(&other, &value);
            assert_int_equal(taken, wants[call] == kinds[i]);
            if (!taken) assert_ptr_equal(other.at, in.at);
        }
        assert_true(zk_json_skip(&in));
    }
    assert_false(zk_json_next_element(&in));
    assert_true(zk_json_finish(&in));
    assert_int_equal(zk_json_peek(&in), ZK_JSON_WRONG);
}

static void gives_raw_json_to_be_read_later(void **state) {
    (void)state;
    struct zk_json_in in = read_text("{\"view\" : {\"a\": [1, 2.5]} , \"n\":1 }");
    const char *raw;
    size_t raw_size;
    char key[8];
    assert_true(zk_json_enter_object(&in) && zk_json_next_key(&in, key, sizeof key));
    assert_true(zk_json_get_raw(&in, &raw, &raw_size));
    assert_true(zk_same(raw, raw_size, "{\"a\": [1, 2.5]}", 15));
    assert_true(zk_json_next_key(&in, key, sizeof key));
    assert_true(zk_json_get_raw(&in, &raw, &raw_size));
    assert_true(zk_same(raw, raw_size, "1", 1));
    assert_false(zk_json_next_key(&in, key, sizeof key));
    assert_true(zk_json_finish(&in));

    raw = NULL;
    raw_size = 99;
    in = read_text("[1,");
    assert_false(zk_json_get_raw(&in, &raw, &raw_size));
    assert_true(raw == NULL && raw_size == 99);
}

/* ---- Once wrong, and out of turn ---- */

static void stays_wrong_and_still(void **state) {
    (void)state;
    struct zk_json_in in = read_text("{\"a\":[1,x],\"b\":2}");
    assert_false(zk_json_skip(&in));
    struct zk_json_in before;
    memcpy(&before, &in, sizeof in);
    char string[4] = "abc";
    size_t used = 99;
    int64_t number = 99;
    bool value = true;
    const char *raw = NULL;
    assert_int_equal(zk_json_peek(&in), ZK_JSON_WRONG);
    assert_false(zk_json_enter_object(&in));
    assert_false(zk_json_next_key(&in, string, sizeof string));
    assert_false(zk_json_enter_array(&in));
    assert_false(zk_json_next_element(&in));
    assert_false(zk_json_get_string(&in, string, sizeof string, &used));
    assert_false(zk_json_get_int(&in, &number));
    assert_false(zk_json_get_bool(&in, &value));
    assert_false(zk_json_skip(&in));
    assert_false(zk_json_get_raw(&in, &raw, &used));
    assert_false(zk_json_finish(&in));
    zk_json_wrong(&in, "another thing");
    assert_memory_equal(&in, &before, sizeof in);
    assert_string_equal(string, "abc");
    assert_true(used == 99 && number == 99 && value && raw == NULL);
    assert_string_equal(in.error, MISSING);
    assert_ptr_equal(in.at, in.start + 8);
}

static void can_be_called_wrong_from_outside(void **state) {
    (void)state;
    struct zk_json_in in = read_text("77");
    int64_t seats;
    assert_true(zk_json_get_int(&in, &seats));
    zk_json_wrong(&in, "that many seats there are not");
    assert_false(zk_json_finish(&in));
    assert_string_equal(in.error, "that many seats there are not");
}

static void refuses_calls_out_of_turn(void **state) {
    (void)state;
    char key[8];
    int64_t number;

    /* A value that nobody takes. */
    struct zk_json_in in = read_text("{\"a\":,\"b\":2}");
    assert_true(zk_json_enter_object(&in) && zk_json_next_key(&in, key, sizeof key));
    assert_false(zk_json_next_key(&in, key, sizeof key));
    assert_false(zk_json_finish(&in));

    /* Two values where one is. */
    in = read_text("[1 2]");
    assert_true(zk_json_enter_array(&in) && zk_json_next_element(&in));
    assert_true(zk_json_get_int(&in, &number));
    assert_false(zk_json_get_int(&in, &number));
    assert_string_equal(in.error, MISSING);
    in = read_text("1 2");
    assert_true(zk_json_get_int(&in, &number));
    assert_false(zk_json_get_int(&in, &number));

    /* One more element than there are, without looking. */
    in = read_text("[1]");
    zk_json_enter_array(&in);
    for (int i = 0; i < 3; i++) {
        zk_json_next_element(&in);
        zk_json_get_int(&in, &number);
    }
    assert_false(zk_json_finish(&in));

    /* Elements of an object, keys of an array, either of nothing. */
    in = read_text("{\"a\":1}");
    assert_true(zk_json_enter_object(&in));
    assert_false(zk_json_next_element(&in));
    in = read_text("[\"a\",1]");
    assert_true(zk_json_enter_array(&in));
    assert_false(zk_json_next_key(&in, key, sizeof key));
    in = read_text("]");
    assert_false(zk_json_next_element(&in));

    /* Left early, at the end of what there is. */
    in = read_text("[1");
    assert_true(zk_json_enter_array(&in) && zk_json_next_element(&in));
    assert_true(zk_json_get_int(&in, &number));
    assert_false(zk_json_finish(&in));
    assert_string_equal(in.error, EARLY);
    in = read_text("1");
    assert_false(zk_json_finish(&in));
    in = read_text("");
    assert_false(zk_json_finish(&in));
}

/* ---- Writing ---- */

static void writes_commas_and_escapes_where_they_belong(void **state) {
    (void)state;
    char data[256];
    struct zk_text text = zk_text_in(data, sizeof data);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "a\"b");
    zk_json_put_int(&out, INT64_MIN);
    zk_json_key(&out, "list");
    zk_json_begin_array(&out);
    zk_json_put_bool(&out, true);
    zk_json_begin_array(&out);
    zk_json_end_array(&out);
    zk_json_put_bool(&out, false);
    zk_json_begin_object(&out);
    zk_json_end_object(&out);
    zk_json_put_null(&out);
    zk_json_put_raw(&out, "1.5", 3);
    zk_json_put_bytes(&out, "abc", 2);
    zk_json_put_bytes(&out, NULL, 0);
    zk_json_end_array(&out);
    zk_json_key(&out, "");
    zk_json_put_string(&out,
                       "/ \" \\ \b\f\n\r\t \x01\x1f\x7f \xc3\xa9\xe5\xba\xa7\xf0\x9f\x98\x80");
    zk_json_end_object(&out);
    assert_false(text.full);
    assert_string_equal(data, "{\"a\\\"b\":-9223372036854775808,"
                              "\"list\":[true,[],false,{},null,1.5,\"ab\",\"\"],"
                              "\"\":\"/ \\\" \\\\ \\b\\f\\n\\r\\t \\u0001\\u001f\x7f "
                              "\xc3\xa9\xe5\xba\xa7\xf0\x9f\x98\x80\"}");
}

static void reads_back_every_character_it_writes(void **state) {
    (void)state;
    /* Every code point but NUL and the surrogates, sixty-four at a time. */
    for (uint32_t first = 0; first < 0x110000; first += 64) {
        char string[64 * 4 + 1], data[64 * 6 + 3], back[sizeof string];
        struct zk_text plain = zk_text_in(string, sizeof string);
        for (uint32_t code = first; code < first + 64; code++) {
            if (code == 0 || (code >= 0xD800 && code < 0xE000)) continue;
            if (code >= 0x10000) zk_text_put_char(&plain, (char)(0xF0 | code >> 18));
            if (code >= 0x10000)
                zk_text_put_char(&plain, (char)(0x80 | (code >> 12 & 0x3F)));
            else if (code >= 0x800)
                zk_text_put_char(&plain, (char)(0xE0 | code >> 12));
            if (code >= 0x800)
                zk_text_put_char(&plain, (char)(0x80 | (code >> 6 & 0x3F)));
            else if (code >= 0x80)
                zk_text_put_char(&plain, (char)(0xC0 | code >> 6));
            zk_text_put_char(&plain, (char)(code < 0x80 ? code : 0x80 | (code & 0x3F)));
        }
        struct zk_text text = zk_text_in(data, sizeof data);
        struct zk_json_out out = zk_json_to(&text);
        zk_json_put_bytes(&out, string, plain.used);
        assert_false(plain.full || text.full);
        struct zk_json_in in = read_copy(data, text.used);
        size_t used;
        assert_true(zk_json_get_string(&in, back, sizeof back, &used) && zk_json_finish(&in));
        assert_true(zk_same(back, used, string, plain.used));
    }
}

static void writes_no_more_than_fits(void **state) {
    (void)state;
    for (size_t size = 1; size < 40; size++) {
        char data[40];
        memset(data, '#', sizeof data);
        struct zk_text text = zk_text_in(data, size);
        struct zk_json_out out = zk_json_to(&text);
        zk_json_begin_object(&out);
        zk_json_key(&out, "key");
        zk_json_put_string(&out, "a\x01"
                                 "b\nc");
        zk_json_end_object(&out);
        static const char whole[] = "{\"key\":\"a\\u0001b\\nc\"}";
        assert_int_equal(text.full, size < sizeof whole);
        assert_int_equal(strncmp(data, whole, size - 1), 0);
        assert_int_equal(data[text.used], '\0');
        for (size_t i = size; i < sizeof data; i++) assert_int_equal(data[i], '#');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_is_json),
        cmocka_unit_test(refuses_what_is_not_and_says_where),
        cmocka_unit_test(refuses_a_nul_anywhere),
        cmocka_unit_test(refuses_every_byte_that_no_string_may_hold),
        cmocka_unit_test(bounds_the_nesting),
        cmocka_unit_test(refuses_a_document_cut_at_any_byte),
        cmocka_unit_test(reads_whole_numbers_that_fit),
        cmocka_unit_test(reads_strings_into_what_room_there_is),
        cmocka_unit_test(reads_the_escapes),
        cmocka_unit_test(gives_a_key_that_is_too_long_as_empty),
        cmocka_unit_test(tells_kinds_apart),
        cmocka_unit_test(gives_raw_json_to_be_read_later),
        cmocka_unit_test(stays_wrong_and_still),
        cmocka_unit_test(can_be_called_wrong_from_outside),
        cmocka_unit_test(refuses_calls_out_of_turn),
        cmocka_unit_test(writes_commas_and_escapes_where_they_belong),
        cmocka_unit_test(reads_back_every_character_it_writes),
        cmocka_unit_test(writes_no_more_than_fits),
    };
    return cmocka_run_group_tests(tests, NULL, forget_copy);
}
