/* json.h: the one JSON reader and the one writer, strict, bounded, without allocation. */
#ifndef ZK_JSON_H
#define ZK_JSON_H

#include "text.h"

enum { ZK_JSON_DEPTH_MAX = 32 };

/* ---- Writing: commas and escapes are put where they belong; no blanks. ---- */

struct zk_json_out {
    struct zk_text *text;
    bool comma; /* the next key or element needs one before it */
};

/* One document at the end of the text; whether it all fitted is for the text to say. */
struct zk_json_out zk_json_to(struct zk_text *text);
void zk_json_begin(struct zk_json_out *out, char bracket);
void zk_json_end(struct zk_json_out *out, char bracket);
void zk_json_put_number(struct zk_json_out *out, int64_t number);

/* Most of what is written is short: brackets, figures, keys that are constants. Those are put where they are written, in
 * one go, when there is place for them; not in the browser, where every byte of code is waited for. */
#ifdef __wasm__
#define ZK_JSON_INLINE static inline
void zk_json_begin_object(struct zk_json_out *out);
void zk_json_end_object(struct zk_json_out *out);
void zk_json_begin_array(struct zk_json_out *out);
void zk_json_end_array(struct zk_json_out *out);
void zk_json_put_int(struct zk_json_out *out, int64_t number);
#else
#define ZK_JSON_INLINE static inline __attribute__((always_inline))
/* A byte, and before it a comma if one is due. False, and nothing was put: there is no place. */
ZK_JSON_INLINE bool zk_json_put_short(struct zk_json_out *out, char byte) {
    struct zk_text *text = out->text;
    if (text->size - text->used < 3) return false;
    char *to = text->data + text->used;
    *to = ',';
    to += out->comma;
    *to++ = byte;
    *to = '\0';
    text->used = (size_t)(to - text->data);
    return true;
}
static inline void zk_json_begin_object(struct zk_json_out *out) {
    if (!zk_json_put_short(out, '{')) zk_json_begin(out, '{');
    out->comma = false;
}
static inline void zk_json_begin_array(struct zk_json_out *out) {
    if (!zk_json_put_short(out, '[')) zk_json_begin(out, '[');
    out->comma = false;
}
static inline void zk_json_end_object(struct zk_json_out *out) {
    out->comma = false;
    if (!zk_json_put_short(out, '}')) zk_json_end(out, '}');
    out->comma = true;
}
static inline void zk_json_end_array(struct zk_json_out *out) {
    out->comma = false;
    if (!zk_json_put_short(out, ']')) zk_json_end(out, ']');
    out->comma = true;
}
static inline void zk_json_put_int(struct zk_json_out *out, int64_t number) {
    if (number < 0 || number > 9 || !zk_json_put_short(out, (char)('0' + number)))
        zk_json_put_number(out, number);
    out->comma = true;
}
#endif

/* JSON that is written already. */
void zk_json_put_raw(struct zk_json_out *out, const char *json, size_t size);
/* The same, of at most seven bytes. */
ZK_JSON_INLINE void zk_json_put_few(struct zk_json_out *out, const char json[8], size_t size) {
#ifndef __wasm__
    struct zk_text *text = out->text;
    if (text->size - text->used >= 10) {
        char *to = text->data + text->used;
        *to = ',';
        to += out->comma;
        memcpy(to, json, 8);
        to[size] = '\0';
        text->used = (size_t)(to + size - text->data);
        out->comma = true;
        return;
    }
#endif
    zk_json_put_raw(out, json, size);
}

/* Of a key that is a constant its length, and that nothing in it needs to be escaped, is known when it is compiled. The
 * other function puts any. */
void zk_json_key_bytes(struct zk_json_out *out, const char *key, size_t size);
ZK_JSON_INLINE void zk_json_key(struct zk_json_out *out, const char *key) {
    struct zk_text *text = out->text;
    size_t size = strlen(key);
    char *to = text->data + text->used;
    bool plain = __builtin_constant_p(size) && !strchr(key, '"') && !strchr(key, '\\');
#ifdef __wasm__
    plain = false;
#endif
    if (!plain || text->size - text->used < size + 5) {
        zk_json_key_bytes(out, key, size);
        return;
    }
    *to = ',';
    to += out->comma;
    *to++ = '"';
    memcpy(to, key, size);
    to += size;
    *to++ = '"';
    *to++ = ':';
    *to = '\0';
    text->used = (size_t)(to - text->data);
    out->comma = false;
}
/* A string of valid UTF-8; control characters, quotes and backslashes are escaped. The reader
 * refuses the NUL that only zk_json_put_bytes can write. */
void zk_json_put_bytes(struct zk_json_out *out, const char *bytes, size_t size);
static inline void zk_json_put_string(struct zk_json_out *out, const char *string) {
    zk_json_put_bytes(out, string, strlen(string));
}
void zk_json_put_bool(struct zk_json_out *out, bool value);
void zk_json_put_null(struct zk_json_out *out);
/* JSON that was read and is right, without its blanks. */
void zk_json_put_compact(struct zk_json_out *out, const char *json, size_t size);

/* ---- Reading: the caller walks the document, forwards only.
 *
 *     struct zk_json_in in = zk_json_from(data, size);
 *     char key[16];
 *     zk_json_enter_object(&in);
 *     while (zk_json_next_key(&in, key, sizeof key)) {
 *         if (strcmp(key, "n") == 0) zk_json_get_int(&in, &n);
 *         else zk_json_skip(&in);
 *     }
 *     if (!zk_json_finish(&in)) ... in.error says what is wrong, in.at where
 *
 * Once something is wrong every call returns false and changes nothing, so one look at the end
 * is enough; what was read before must not be used then. zk_json_finish is true only for a
 * document that is strict RFC 8259 from end to end, in whatever order the calls came: a key
 * whose value is not taken, or a level that is left early, makes it false. A key that comes
 * twice comes twice; the caller refuses it where it matters. ---- */

enum zk_json_kind {
    ZK_JSON_WRONG,
    ZK_JSON_OBJECT,
    ZK_JSON_ARRAY,
    ZK_JSON_STRING,
    ZK_JSON_NUMBER,
    ZK_JSON_BOOL,
    ZK_JSON_NULL,
};

struct zk_json_in {
    const char *start, *at, *end;
    const char *error; /* NULL, or what is wrong at `at`: a constant */
    unsigned depth;    /* levels entered and not left */
    uint32_t objects;  /* one bit for each of them, the innermost lowest: it is an object */
    bool due;          /* a value must come next: at the start, after a key, in an element */
    bool fresh;        /* just entered an object or array: no comma is due */
};

/* A reader at the start of data, which must outlive it. */
struct zk_json_in zk_json_from(const char *data, size_t size);
/* What kind of value comes next, without taking it; no value there is wrong. */
enum zk_json_kind zk_json_peek(struct zk_json_in *in);
bool zk_json_enter_object(struct zk_json_in *in);
/* The next key of the object, unescaped, with a NUL; false at the object's end, which is taken,
 * or when something is wrong. A key longer than the buffer is wrong nowhere: it comes as "". */
bool zk_json_next_key(struct zk_json_in *in, char *key, size_t key_size);
bool zk_json_enter_array(struct zk_json_in *in);
/* Whether another element follows; false at the array's end, which is taken, or when something
 * is wrong. */
bool zk_json_next_element(struct zk_json_in *in);
/* A string, unescaped, with a NUL; its size without the NUL goes to *used unless that is NULL.
 * Longer than the buffer, not UTF-8, a lone surrogate or \u0000 is wrong. */
bool zk_json_get_string(struct zk_json_in *in, char *string, size_t string_size, size_t *used);
/* A whole number without fraction or exponent that fits. */
bool zk_json_get_int(struct zk_json_in *in, int64_t *number);
bool zk_json_get_bool(struct zk_json_in *in, bool *value);
/* Any one value, checked all the same; nesting beyond ZK_JSON_DEPTH_MAX is wrong. */
bool zk_json_skip(struct zk_json_in *in);
/* The same, and where it stood, to be read again later. */
bool zk_json_get_raw(struct zk_json_in *in, const char **raw, size_t *raw_size);
/* The whole document was taken, only blanks are left, and nothing was wrong. */
bool zk_json_finish(struct zk_json_in *in);
/* Marks the document wrong from outside, for values that JSON allows and the caller does not. */
void zk_json_wrong(struct zk_json_in *in, const char *error);

#endif
