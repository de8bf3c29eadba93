/* json.c: the JSON reader and writer, see json.h.
 *
 * The reader is a cursor with a little state: `due` says that a value must come next, `fresh`
 * that a level was just entered, and neither that a comma or the end of the level must come.
 * Every function checks that it is its turn, takes exactly its own piece of the grammar and moves
 * the state on, so no order of calls gets past an invalid document. Nothing recurses: the levels
 * are the bits of `objects`. Nothing is read at or beyond `end`. */
#include "json.h"

#include <string.h>

_Static_assert(ZK_JSON_DEPTH_MAX <= 32, "one bit of `objects` for each level");

/* ---- Characters ---- */

/* Whether some of eight bytes is not ASCII, below 0x20, a quote or a backslash: then, and only then,
 * the top bit of some byte is set (no other byte starts a borrow). */
static inline bool is_odd(uint64_t word) {
    const uint64_t ones = 0x0101010101010101;
    return ((word | (word - ones * 0x20) | ((word ^ ones * '"') - ones) |
             ((word ^ ones * '\\') - ones)) &
            ones * 0x80) != 0;
}

/* The first byte from `at` that may not stand in a string as it is, or is not ASCII; or end. */
static inline const char *plain_end(const char *at, const char *end) {
    for (uint64_t word; end - at >= 8; at += 8) {
        memcpy(&word, at, 8);
        if (is_odd(word)) break;
    }
    while (at < end && *at >= 0x20 && (unsigned char)*at < 0x80 && *at != '"' && *at != '\\')
        at++;
    return at;
}

/* The bytes of the character at `at`, which is not ASCII; 0 when it is not UTF-8. The second byte
 * is what tells overlong forms, surrogates and numbers beyond U+10FFFF (RFC 3629, section 4). */
static size_t utf8_size(const char *at, const char *end) {
    unsigned char lead = (unsigned char)*at;
    unsigned char low = 0x80, high = 0xBF;
    size_t size = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (size == 0 || (size_t)(end - at) < size) return 0;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
    if ((unsigned char)at[1] < low || (unsigned char)at[1] > high) return 0;
    for (size_t i = 2; i < size; i++)
        if (((unsigned char)at[i] & 0xC0) != 0x80) return 0;
    return size;
}

static size_t utf8_put(char utf8[4], uint32_t code) {
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; --i > 0; code >>= 6) utf8[i] = (char)(0x80 | (code & 0x3F));
    utf8[0] = (char)(size == 1 ? code : (0xF00U >> size & 0xF0) | code);
    return size;
}

/* The short escapes: a backslash and the letter stand for the character. */
static const char escape_letters[8] = {'"', '\\', '/', 'b', 'f', 'n', 'r', 't'};
static const char escaped[8] = {'"', '\\', '/', '\b', '\f', '\n', '\r', '\t'};

static inline bool is_digit(char character) { return character >= '0' && character <= '9'; }

static inline bool is_blank(char character) {
    return character == ' ' || character == '\n' || character == '\r' || character == '\t';
}

/* ---- Writing ---- */

struct zk_json_out zk_json_to(struct zk_text *text) {
    return (struct zk_json_out){.text = text, .comma = false};
}

/* The comma before a key or a value, where one is due; `next` says whether the next needs one. */
static void put_comma(struct zk_json_out *out, bool next) {
    if (out->comma) zk_text_put_char(out->text, ',');
    out->comma = next;
}

static void put_escape(struct zk_text *text, char character) {
    char escape[6] = {'\\', 'u', '0', '0'};
    for (size_t i = 0; i < sizeof escaped; i++)
        if (character == escaped[i]) {
            escape[1] = escape_letters[i];
            zk_text_put_bytes(text, escape, 2);
            return;
        }
    escape[4] = "01"[character >> 4 & 1];
    escape[5] = "0123456789abcdef"[character & 15];
    zk_text_put_bytes(text, escape, 6);
}

static void put_quoted(struct zk_text *text, const char *at, size_t size) {
    const char *end = at + size;
    zk_text_put_char(text, '"');
    while (at < end) {
        const char *run = at;
        while ((at = plain_end(at, end)) < end && (unsigned char)*at >= 0x80) at++;
        if (at > run) zk_text_put_bytes(text, run, (size_t)(at - run));
        if (at < end) put_escape(text, *at++);
    }
    zk_text_put_char(text, '"');
}

/* A string as it mostly is, plain and with place for it, in one go, with its comma; false, and nothing
 * is put, when it is not so. */
static inline bool put_plain(struct zk_json_out *out, const char *at, size_t size) {
    struct zk_text *text = out->text;
    char *start = text->data + text->used, *to = start;
    size_t i = 0;
    if (text->size - text->used < size + 4) return false;
    *to = ',';
    to += out->comma;
    *to++ = '"';
    for (uint64_t word; i + 8 <= size; i += 8) {
        memcpy(&word, at + i, 8);
        if (is_odd(word)) break;
        memcpy(to + i, &word, 8);
    }
#ifndef __wasm__
    if (size - i >= 4 && size - i < 8) { /* two pieces of four, which may overlap */
        uint32_t first, last;
        memcpy(&first, at + i, 4);
        memcpy(&last, at + size - 4, 4);
        if (!is_odd(first | (uint64_t)last << 32)) {
            memcpy(to + i, &first, 4);
            memcpy(to + size - 4, &last, 4);
            i = size;
        }
    }
#endif
    for (; i < size; i++) {
        unsigned char character = (unsigned char)at[i];
        if (character < 0x20 || character == '"' || character == '\\') {
            *start = '\0';
            return false;
        }
        to[i] = (char)character;
    }
    to += size;
    *to++ = '"';
    *to = '\0';
    text->used += (size_t)(to - start);
    out->comma = true;
    return true;
}

void zk_json_begin(struct zk_json_out *out, char bracket) {
    put_comma(out, false);
    zk_text_put_char(out->text, bracket);
}

void zk_json_end(struct zk_json_out *out, char bracket) {
    zk_text_put_char(out->text, bracket);
    out->comma = true;
}

#ifdef __wasm__
void zk_json_begin_object(struct zk_json_out *out) { zk_json_begin(out, '{'); }
void zk_json_end_object(struct zk_json_out *out) { zk_json_end(out, '}'); }
void zk_json_begin_array(struct zk_json_out *out) { zk_json_begin(out, '['); }
void zk_json_end_array(struct zk_json_out *out) { zk_json_end(out, ']'); }
void zk_json_put_int(struct zk_json_out *out, int64_t number) {
    zk_json_put_number(out, number);
}
#endif

void zk_json_key_bytes(struct zk_json_out *out, const char *key, size_t size) {
    if (!put_plain(out, key, size)) {
        put_comma(out, true);
        put_quoted(out->text, key, size);
    }
    zk_text_put_char(out->text, ':');
    out->comma = false;
}

void zk_json_put_bytes(struct zk_json_out *out, const char *bytes, size_t size) {
    if (put_plain(out, bytes, size)) return;
    put_comma(out, true);
    put_quoted(out->text, size ? bytes : "", size);
}

void zk_json_put_number(struct zk_json_out *out, int64_t number) {
    put_comma(out, true);
    zk_text_put_int(out->text, number);
}

void zk_json_put_bool(struct zk_json_out *out, bool value) {
    put_comma(out, true);
    zk_text_put(out->text, value ? "true" : "false");
}

void zk_json_put_null(struct zk_json_out *out) {
    put_comma(out, true);
    zk_text_put(out->text, "null");
}

void zk_json_put_raw(struct zk_json_out *out, const char *json, size_t size) {
    put_comma(out, true);
    zk_text_put_bytes(out->text, json, size);
}

void zk_json_put_compact(struct zk_json_out *out, const char *json, size_t size) {
    bool quoted = false;
    put_comma(out, true);
    for (size_t i = 0; i < size; i++) {
        bool blank = json[i] == ' ' || json[i] == '\t' || json[i] == '\n' || json[i] == '\r';
        if (blank && !quoted) continue;
        zk_text_put_char(out->text, json[i]);
        if (json[i] == '"') quoted = !quoted;
        if (json[i] == '\\') zk_text_put_char(out->text, json[++i]);
    }
}

/* ---- Reading: pieces ---- */

struct zk_json_in zk_json_from(const char *data, size_t size) {
    if (size == 0) data = "";
    return (struct zk_json_in){.start = data, .at = data, .end = data + size, .due = true};
}

/* Always false. What is missing at the end is the rest of the document, whatever it was. */
static bool fail(struct zk_json_in *in, const char *at, const char *error) {
    in->at = at;
    in->error = at == in->end ? "the document ends too early" : error;
    return false;
}

static inline bool is_next(const struct zk_json_in *in, char character) {
    return in->at < in->end && *in->at == character;
}

static inline bool take_char(struct zk_json_in *in, char character) {
    if (!is_next(in, character)) return false;
    in->at++;
    return true;
}

static inline void skip_blanks(struct zk_json_in *in) {
    while (in->at < in->end && is_blank(*in->at)) in->at++;
}

/* The four hexadecimal digits of a \u escape, from `at`. */
static bool read_hex4(struct zk_json_in *in, const char *at, uint32_t *unit) {
    *unit = 0;
    for (int i = 0; i < 4; i++, at++) {
        if (at == in->end) return fail(in, at, "");
        char letter = (char)(*at | 0x20);
        if (!is_digit(*at) && (letter < 'a' || letter > 'f'))
            return fail(in, at, "a \\u escape needs four hexadecimal digits");
        *unit = *unit << 4 | (uint32_t)(is_digit(*at) ? *at - '0' : letter - 'a' + 10);
    }
    return true;
}

/* Takes the escape at `at`, a backslash, as up to four bytes. */
static bool take_escape(struct zk_json_in *in, char utf8[4], size_t *size) {
    const char *at = in->at + 1;
    if (at == in->end) return fail(in, at, "");
    *size = 1;
    for (size_t i = 0; i < sizeof escaped; i++)
        if (*at == escape_letters[i]) {
            utf8[0] = escaped[i];
            in->at = at + 1;
            return true;
        }
    if (*at != 'u') return fail(in, at, "an escape is unknown");
    uint32_t code, low;
    if (!read_hex4(in, ++at, &code)) return false;
    at += 4;
    if (code == 0) return fail(in, in->at, "a string holds a NUL");
    if (code >= 0xD800 && code <= 0xDFFF) {
        if (code >= 0xDC00 || in->end - at < 2 || at[0] != '\\' || at[1] != 'u')
            return fail(in, in->at, "half of a surrogate pair stands alone");
        if (!read_hex4(in, at + 2, &low)) return false;
        if (low < 0xDC00 || low > 0xDFFF)
            return fail(in, in->at, "half of a surrogate pair stands alone");
        at += 6;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    *size = utf8_put(utf8, code);
    in->at = at;
    return true;
}

/* Takes the string whose opening quote is at `at`. All of it is checked and *size says how many
 * bytes it has; as much of it as leaves room for a NUL goes to `into`, and no more than that. */
static bool take_string(struct zk_json_in *in, char *into, size_t room, size_t *size) {
    size_t used = 0;
    in->at++;
    for (;;) {
        const char *run = in->at;
        char utf8[4];
        size_t count;
        in->at = plain_end(run, in->end);
        while (in->at < in->end && (unsigned char)*in->at >= 0x80) {
            count = utf8_size(in->at, in->end);
            if (count == 0) return fail(in, in->at, "a string is not UTF-8");
            in->at = plain_end(in->at + count, in->end);
        }
        count = (size_t)(in->at - run);
        if (used + count < room) memcpy(into + used, run, count);
        used += count;
        if (in->at == in->end) return fail(in, in->at, "");
        if (*in->at == '"') break;
        if (*in->at != '\\')
            return fail(in, in->at, "a string holds a bare control character");
        if (!take_escape(in, utf8, &count)) return false;
        if (used + count < room) memcpy(into + used, utf8, count);
        used += count;
    }
    in->at++;
    *size = used;
    return true;
}

static bool take_digits(struct zk_json_in *in) {
    const char *first = in->at;
    while (in->at < in->end && is_digit(*in->at)) in->at++;
    return in->at > first || fail(in, in->at, "a number lacks a digit");
}

static bool take_number(struct zk_json_in *in) {
    take_char(in, '-');
    const char *first = in->at;
    if (!take_digits(in)) return false;
    if (*first == '0' && in->at > first + 1)
        return fail(in, first, "a number begins with a needless zero");
    if (take_char(in, '.') && !take_digits(in)) return false;
    if (!take_char(in, 'e') && !take_char(in, 'E')) return true;
    if (!take_char(in, '+')) take_char(in, '-');
    return take_digits(in);
}

/* true, false or null. */
static bool take_word(struct zk_json_in *in, const char *word) {
    size_t size = strlen(word);
    if ((size_t)(in->end - in->at) < size || memcmp(in->at, word, size) != 0)
        return fail(in, in->at, "a word is not true, false or null");
    in->at += size;
    return true;
}

/* Makes ready to take a value of that kind: false, and wrong, when another or none comes. */
static bool expect(struct zk_json_in *in, enum zk_json_kind kind, const char *error) {
    enum zk_json_kind found = zk_json_peek(in);
    if (found == ZK_JSON_WRONG) return false;
    if (found != kind) return fail(in, in->at, error);
    in->due = false;
    return true;
}

static bool enter(struct zk_json_in *in, bool object) {
    if (in->depth == ZK_JSON_DEPTH_MAX) return fail(in, in->at, "the nesting is too deep");
    in->at++;
    in->depth++;
    in->objects = in->objects << 1 | object;
    in->fresh = true;
    return true;
}

/* Moves to the next key or element; false at the level's end, which is taken, or when wrong. */
static bool next(struct zk_json_in *in, bool object) {
    if (in->error) return false;
    if (in->due || in->depth == 0 || (in->objects & 1) != object)
        return fail(in, in->at, "the document is not of the expected shape");
    skip_blanks(in);
    if (take_char(in, object ? '}' : ']')) {
        in->depth--;
        in->objects >>= 1;
        in->fresh = false;
        return false;
    }
    if (!in->fresh && !take_char(in, ','))
        return fail(in, in->at,
                    object ? "a comma or the end of the object is missing"
                           : "a comma or the end of the array is missing");
    in->fresh = false;
    return true;
}

/* ---- Reading: the calls of json.h ---- */

enum zk_json_kind zk_json_peek(struct zk_json_in *in) {
    if (in->error) return ZK_JSON_WRONG;
    skip_blanks(in);
    char first = in->due && in->at < in->end ? *in->at : '\0';
    if (first == '"') return ZK_JSON_STRING;
    if (first == '-' || is_digit(first)) return ZK_JSON_NUMBER;
    if (first == '[') return ZK_JSON_ARRAY;
    if (first == '{') return ZK_JSON_OBJECT;
    if (first == 't' || first == 'f') return ZK_JSON_BOOL;
    if (first == 'n') return ZK_JSON_NULL;
    fail(in, in->at, "a value is missing");
    return ZK_JSON_WRONG;
}

bool zk_json_enter_object(struct zk_json_in *in) {
    return expect(in, ZK_JSON_OBJECT, "an object is expected") && enter(in, true);
}

bool zk_json_next_key(struct zk_json_in *in, char *key, size_t key_size) {
    size_t size;
    if (!next(in, true)) return false;
    skip_blanks(in);
    if (!is_next(in, '"')) return fail(in, in->at, "a key in quotes is missing");
    if (!take_string(in, key, key_size, &size)) return false;
    if (key_size > 0) key[size < key_size ? size : 0] = '\0';
    skip_blanks(in);
    if (!take_char(in, ':')) return fail(in, in->at, "a colon is missing");
    return in->due = true;
}

bool zk_json_enter_array(struct zk_json_in *in) {
    return expect(in, ZK_JSON_ARRAY, "an array is expected") && enter(in, false);
}

bool zk_json_next_element(struct zk_json_in *in) {
    if (!next(in, false)) return false;
    return in->due = true;
}

bool zk_json_get_string(struct zk_json_in *in, char *string, size_t string_size,
                        size_t *used) {
    size_t size;
    if (!expect(in, ZK_JSON_STRING, "a string is expected")) return false;
    const char *quote = in->at;
    if (!take_string(in, string, string_size, &size)) return false;
    if (size >= string_size) return fail(in, quote, "a string is too long");
    string[size] = '\0';
    if (used) *used = size;
    return true;
}

bool zk_json_get_int(struct zk_json_in *in, int64_t *number) {
    if (!expect(in, ZK_JSON_NUMBER, "a whole number is expected")) return false;
    const char *first = in->at;
    if (!take_number(in)) return false;
    bool minus = *first == '-';
    uint64_t magnitude = 0, magnitude_max = (uint64_t)INT64_MAX + minus;
    for (const char *at = first + minus; at < in->at; at++) {
        if (!is_digit(*at)) return fail(in, first, "a whole number is expected");
        uint64_t digit = (uint64_t)(*at - '0');
        if (magnitude > (magnitude_max - digit) / 10)
            return fail(in, first, "a number is too large");
        magnitude = magnitude * 10 + digit;
    }
    *number = minus && magnitude > 0 ? -1 - (int64_t)(magnitude - 1) : (int64_t)magnitude;
    return true;
}

bool zk_json_get_bool(struct zk_json_in *in, bool *value) {
    if (!expect(in, ZK_JSON_BOOL, "true or false is expected")) return false;
    bool yes = *in->at == 't';
    if (!take_word(in, yes ? "true" : "false")) return false;
    *value = yes;
    return true;
}

/* Each turn takes one value, or enters one, and then leaves all levels that end there. */
bool zk_json_skip(struct zk_json_in *in) {
    unsigned depth = in->depth;
    size_t size;
    do {
        enum zk_json_kind kind = zk_json_peek(in);
        if (kind == ZK_JSON_WRONG) return false;
        in->due = false;
        switch (kind) {
        case ZK_JSON_OBJECT: enter(in, true); break;
        case ZK_JSON_ARRAY: enter(in, false); break;
        case ZK_JSON_STRING: take_string(in, NULL, 0, &size); break;
        case ZK_JSON_NUMBER: take_number(in); break;
        case ZK_JSON_BOOL: take_word(in, *in->at == 't' ? "true" : "false"); break;
        default: take_word(in, "null"); break;
        }
        while (!in->error && in->depth > depth &&
               !(in->objects & 1 ? zk_json_next_key(in, NULL, 0) : zk_json_next_element(in))) {
        }
    } while (!in->error && in->depth > depth);
    return !in->error;
}

bool zk_json_get_raw(struct zk_json_in *in, const char **raw, size_t *raw_size) {
    if (zk_json_peek(in) == ZK_JSON_WRONG) return false;
    const char *first = in->at;
    if (!zk_json_skip(in)) return false;
    *raw = first;
    *raw_size = (size_t)(in->at - first);
    return true;
}

bool zk_json_finish(struct zk_json_in *in) {
    if (in->error) return false;
    skip_blanks(in);
    if (in->at < in->end) return fail(in, in->at, "something follows where nothing may");
    return (!in->due && in->depth == 0) || fail(in, in->at, "");
}

void zk_json_wrong(struct zk_json_in *in, const char *error) {
    if (!in->error) in->error = error;
}
