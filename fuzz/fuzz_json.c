/* fuzz_json.c: our JSON reader and writer, with jansson as the judge.
 *
 * For any bytes, zk_json_skip and zk_json_finish take the document if and only if jansson does
 * (json_loadb with JSON_DECODE_ANY and the check for what follows left on), except that
 *
 *   1. jansson goes 2048 levels deep and we go ZK_JSON_DEPTH_MAX, so we also refuse a document
 *      that jansson takes when it is nested deeper than that, and only then. The levels are
 *      counted here, over brackets outside strings: jansson's tree does not show them all, since
 *      of a key that comes twice it keeps one value.
 *   2. jansson refuses numbers that its C types cannot hold (json_error_numeric_overflow): whole
 *      numbers beyond 64 bits, and others beyond a double. The grammar allows them, so skip takes
 *      them, and zk_json_get_int does not. Each such number is replaced by a 1 among blanks, as
 *      long as it was, until jansson finds no more; then its verdict counts. The blank before it
 *      keeps it apart from what it may touch.
 *   3. jansson 2.14 loses a NUL right after a number or a word, and takes [1<NUL>]: a character
 *      that its lexer puts back is taken for the end of its buffer when it is a NUL. No JSON
 *      holds that byte anywhere, so a document with one is refused without asking jansson.
 *
 * In all else the two agree: no \u0000, no lone surrogates, no byte order mark, the same UTF-8,
 * the same blanks, keys that may come twice.
 *
 * When the document is valid and has no key twice in one object, both are walked side by side and
 * must hold the same kinds, keys, strings, whole numbers and truths. When it is valid, what our
 * writer makes of it is read again: it is a fixed point, and json_equal to what jansson read.
 *
 * Last, a caller that does not know what it does calls the reader at random (from a hash of the
 * bytes): it stays in bounds, stays still once wrong, and finishes only documents that are valid.
 */
#include "core/json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(truth) ((truth) ? (void)0 : check_failed(#truth, __LINE__))

static _Noreturn void check_failed(const char *truth, int line) {
    fprintf(stderr, "fuzz_json.c:%d: not true: %s\n", line, truth);
    abort();
}

static void *take_memory(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) abort();
    return memory;
}

/* ---- The two verdicts ---- */

static bool we_take(const char *data, size_t size) {
    struct zk_json_in in = zk_json_from(data, size);
    bool skipped = zk_json_skip(&in);
    bool finished = zk_json_finish(&in);
    CHECK(skipped || !finished);
    CHECK(finished == (in.error == NULL));
    CHECK(in.start <= in.at && in.at <= in.end);
    return finished;
}

/* The end of the number at `at` by the grammar, which jansson has found to be one. */
static size_t number_end(const char *data, size_t at, size_t end) {
    size_t start = at;
    if (at < end && data[at] == '-') at++;
    while (at < end && data[at] >= '0' && data[at] <= '9') at++;
    if (at + 1 < end && data[at] == '.' && data[at + 1] >= '0' && data[at + 1] <= '9')
        for (at++; at < end && data[at] >= '0' && data[at] <= '9';) at++;
    if (at < end && (data[at] == 'e' || data[at] == 'E') && at > start) {
        size_t digit = at + 1;
        if (digit < end && (data[digit] == '+' || data[digit] == '-')) digit++;
        if (digit < end && data[digit] >= '0' && data[digit] <= '9')
            for (at = digit; at < end && data[at] >= '0' && data[at] <= '9';) at++;
    }
    return at;
}

/* Replaces the number that ends at `end` and that jansson cannot hold. Other numbers may stand
 * right before it, as in 1-1e999, so it is found from the first of them on. */
static void shrink_number(char *data, size_t end) {
    size_t start = end;
    while (start > 0 && strchr("0123456789+-.eE", data[start - 1]) && data[start - 1]) start--;
    for (size_t next; (next = number_end(data, start, end)) != end;)
        start = next > start ? next : start + 1;
    CHECK(end - start >= 5); /* the shortest is 9e308 */

    /* Ours: skip takes it whole, get_int does not. */
    int64_t number = 99;
    struct zk_json_in in = zk_json_from(data + start, end - start);
    CHECK(zk_json_skip(&in) && zk_json_finish(&in));
    in = zk_json_from(data + start, end - start);
    CHECK(!zk_json_get_int(&in, &number) && number == 99 && in.at == in.start);

    memset(data + start, ' ', end - start);
    data[start + 1] = '1';
}

/* What jansson makes of data, in which the numbers it cannot hold are replaced; NULL if refused.
 * *twice becomes true when some object has a key twice. */
static json_t *judge(char *data, size_t size, bool *twice) {
    json_error_t error;
    size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES;
    for (;;) {
        json_t *json = json_loadb(data, size, flags, &error);
        if (json) return json;
        switch (json_error_code(&error)) {
        case json_error_numeric_overflow:
            CHECK(error.position > 0 && (size_t)error.position <= size);
            shrink_number(data, (size_t)error.position);
            break;
        case json_error_duplicate_key:
            flags = JSON_DECODE_ANY;
            *twice = true;
            break;
        default: return NULL;
        }
    }
}

/* How deep a valid document is nested. */
static size_t depth_of(const char *data, size_t size) {
    size_t depth = 0, deepest = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        if (quoted && data[i] == '\\')
            i++;
        else if (data[i] == '"')
            quoted = !quoted;
        else if (!quoted && (data[i] == '[' || data[i] == '{'))
            depth++;
        else if (!quoted && (data[i] == ']' || data[i] == '}'))
            depth--;
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

/* ---- Side by side ---- */

/* The string that comes next is this one, and needs just as much room as it is long. */
static void compare_string(struct zk_json_in *in, const char *string, size_t size) {
    char *ours = take_memory(size + 1);
    size_t used = 0;
    struct zk_json_in short_in = *in;
    CHECK(!zk_json_get_string(&short_in, ours, size, &used) && used == 0);
    CHECK(zk_json_get_string(in, ours, size + 1, &used));
    CHECK(used == size && memcmp(ours, string, size) == 0 && ours[size] == '\0');
    free(ours);
}

static void compare(struct zk_json_in *in, const json_t *json);

static void compare_object(struct zk_json_in *in, const json_t *json) {
    size_t count = 0, key_room = 1;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value) {
        if (strlen(key) + 1 > key_room) key_room = strlen(key) + 1;
    }
    char *ours = take_memory(key_room);
    CHECK(zk_json_enter_object(in));
    for (struct zk_json_in short_in = *in; zk_json_next_key(in, ours, key_room);
         short_in = *in) {
        char *shorter = take_memory(strlen(ours)); /* a key too long comes as "" */
        CHECK(zk_json_next_key(&short_in, shorter, strlen(ours)));
        CHECK(strlen(ours) == 0 || shorter[0] == '\0');
        CHECK(short_in.at == in->at);
        free(shorter);
        value = json_object_get(json, ours);
        CHECK(value);
        compare(in, value);
        count++;
    }
    CHECK(count == json_object_size(json));
    free(ours);
}

static void compare(struct zk_json_in *in, const json_t *json) {
    int64_t number = 99;
    bool truth = false;
    struct zk_json_in other = *in;
    enum zk_json_kind kind = zk_json_peek(in);
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        CHECK(kind == ZK_JSON_OBJECT);
        compare_object(in, json);
        break;
    case JSON_ARRAY:
        CHECK(kind == ZK_JSON_ARRAY && zk_json_enter_array(in));
        for (size_t i = 0; i < json_array_size(json); i++) {
            CHECK(zk_json_next_element(in));
            compare(in, json_array_get(json, i));
        }
        CHECK(!zk_json_next_element(in));
        break;
    case JSON_STRING:
        CHECK(kind == ZK_JSON_STRING);
        compare_string(in, json_string_value(json), json_string_length(json));
        break;
    case JSON_INTEGER:
        CHECK(kind == ZK_JSON_NUMBER && zk_json_get_int(in, &number));
        CHECK(number == json_integer_value(json));
        break;
    case JSON_REAL:
        CHECK(kind == ZK_JSON_NUMBER && !zk_json_get_int(&other, &number) && number == 99);
        CHECK(zk_json_skip(in));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        CHECK(kind == ZK_JSON_BOOL && zk_json_get_bool(in, &truth));
        CHECK(truth == json_is_true(json));
        break;
    case JSON_NULL: CHECK(kind == ZK_JSON_NULL && zk_json_skip(in)); break;
    }
    CHECK(!in->error);
}

/* ---- Written again ---- */

/* The value that comes next, from the reader to the writer; `room` holds any string of it. */
static void rewrite(struct zk_json_in *in, struct zk_json_out *out, char *room, size_t size) {
    int64_t number;
    bool truth;
    const char *raw;
    size_t used;
    struct zk_json_in whole = *in;
    switch (zk_json_peek(in)) {
    case ZK_JSON_OBJECT:
        CHECK(zk_json_enter_object(in));
        zk_json_begin_object(out);
        while (zk_json_next_key(in, room, size)) {
            zk_json_key(out, room);
            rewrite(in, out, room, size);
        }
        zk_json_end_object(out);
        break;
    case ZK_JSON_ARRAY:
        CHECK(zk_json_enter_array(in));
        zk_json_begin_array(out);
        while (zk_json_next_element(in)) rewrite(in, out, room, size);
        zk_json_end_array(out);
        break;
    case ZK_JSON_STRING:
        CHECK(zk_json_get_string(in, room, size, &used));
        CHECK(strlen(room) == used);
        zk_json_put_bytes(out, room, used);
        break;
    case ZK_JSON_NUMBER:
        if (zk_json_get_int(&whole, &number)) {
            CHECK(zk_json_skip(in));
            CHECK(in->at == whole.at);
            zk_json_put_int(out, number);
        } else {
            CHECK(zk_json_get_raw(in, &raw, &used));
            zk_json_put_raw(out, raw, used);
        }
        break;
    case ZK_JSON_BOOL:
        CHECK(zk_json_get_bool(in, &truth));
        zk_json_put_bool(out, truth);
        break;
    case ZK_JSON_NULL:
        CHECK(zk_json_skip(in));
        zk_json_put_null(out);
        break;
    case ZK_JSON_WRONG: break;
    }
    CHECK(!in->error);
}

static void write_again(const char *data, size_t size, const json_t *json) {
    /* What our writer makes of a document is never longer: it puts no blanks, and the shortest
     * escape of each character or none. */
    char *once = take_memory(size + 1), *twice = take_memory(size + 1);
    char *room = take_memory(size + 1);
    struct zk_text text = zk_text_in(once, size + 1), again = zk_text_in(twice, size + 1);

    struct zk_json_in in = zk_json_from(data, size);
    struct zk_json_out out = zk_json_to(&text);
    rewrite(&in, &out, room, size + 1);
    CHECK(zk_json_finish(&in) && !text.full);

    in = zk_json_from(once, text.used);
    out = zk_json_to(&again);
    rewrite(&in, &out, room, size + 1);
    CHECK(zk_json_finish(&in) && !again.full);
    CHECK(zk_same(once, text.used, twice, again.used));

    json_t *back = json_loadb(once, text.used, JSON_DECODE_ANY, NULL);
    CHECK(back && json_equal(back, json));
    json_decref(back);
    free(once);
    free(twice);
    free(room);
}

/* ---- The caller that does not know what it does ---- */

static bool same_reader(const struct zk_json_in *a, const struct zk_json_in *b) {
    return a->start == b->start && a->at == b->at && a->end == b->end &&
           a->error == b->error && a->depth == b->depth && a->objects == b->objects &&
           a->due == b->due && a->fresh == b->fresh;
}

/* A call that fits what comes next: what a caller does who takes documents as they are. */
static unsigned fitting_call(struct zk_json_in *in, unsigned luck) {
    if (!in->due) return in->depth == 0 ? 9 : in->objects & 1 ? 5 : 6;
    switch (zk_json_peek(in)) {
    case ZK_JSON_OBJECT: return luck & 7 ? 0 : 7;
    case ZK_JSON_ARRAY: return luck & 7 ? 1 : 8;
    case ZK_JSON_STRING: return luck & 1 ? 2 : 7;
    case ZK_JSON_NUMBER: return luck & 1 ? 3 : 8;
    case ZK_JSON_BOOL: return 4;
    default: return 7;
    }
}

static void call_at_random(const char *data, size_t size, bool valid) {
    uint64_t luck = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++) luck = (luck ^ (unsigned char)data[i]) * 0x100000001b3;
    struct zk_json_in in = zk_json_from(data, size);
    for (size_t calls = 0; calls < 3 * size + 8; calls++) {
        luck = luck * 6364136223846793005 + 1442695040888963407;
        unsigned low = (unsigned)(luck >> 40), call = (unsigned)(luck >> 33) % 10;
        if (luck >> 58 && !in.error) call = fitting_call(&in, low);
        char string[9];
        size_t room = low % sizeof string, used;
        int64_t number;
        bool truth, taken = false;
        const char *raw = data;
        struct zk_json_in before = in;
        switch (call) {
        case 0: taken = zk_json_enter_object(&in); break;
        case 1: taken = zk_json_enter_array(&in); break;
        case 2: taken = zk_json_get_string(&in, string, room, &used); break;
        case 3: taken = zk_json_get_int(&in, &number); break;
        case 4: taken = zk_json_get_bool(&in, &truth); break;
        case 5: taken = zk_json_next_key(&in, string, room); break;
        case 6: taken = zk_json_next_element(&in); break;
        case 7: taken = zk_json_skip(&in); break;
        case 8: taken = zk_json_get_raw(&in, &raw, &used); break;
        case 9: taken = zk_json_finish(&in); break;
        }
        CHECK(in.start == before.start && in.end == before.end);
        CHECK(before.at <= in.at && in.at <= in.end && in.depth <= ZK_JSON_DEPTH_MAX);
        CHECK(!before.error || (!taken && same_reader(&in, &before)));
        CHECK(!taken || !in.error);
        if (taken && call == 8) CHECK(we_take(raw, used));
        if (taken && call == 9) CHECK(valid);
        if (taken && call == 9) break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const char *data = (const char *)bytes;
    char *judged = take_memory(size);
    if (size) memcpy(judged, data, size);
    bool twice = false, nul = size > 0 && memchr(data, '\0', size);
    json_t *json = nul ? NULL : judge(judged, size, &twice);
    bool valid = json && depth_of(judged, size) <= ZK_JSON_DEPTH_MAX;
    CHECK(we_take(data, size) == valid);
    CHECK(we_take(judged, size) == valid);
    if (valid && !twice) {
        struct zk_json_in in = zk_json_from(judged, size);
        compare(&in, json);
        CHECK(zk_json_finish(&in));
    }
    if (valid) write_again(judged, size, json);
    call_at_random(data, size, valid);
    json_decref(json);
    free(judged);
    return 0;
}
