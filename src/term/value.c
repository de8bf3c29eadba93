/* value.c: see value.h. */
#include "value.h"

#include <string.h>

#include "core/json.h"

struct value value_whole(const char *text, size_t size) {
    struct zk_json_in in = zk_json_from(text, size);
    struct value whole = {0};
    const char *at;
    size_t used;
    if (zk_json_get_raw(&in, &at, &used) && zk_json_finish(&in))
        whole = (struct value){at, used};
    return whole;
}

struct each each_of(struct value value) {
    struct each each = {.whole = value};
    if (value.at && value.size && (*value.at == '{' || *value.at == '[')) {
        each.object = *value.at == '{';
        each.offset = 1;
    }
    return each;
}

/* The reader goes forwards only and knows where it is by levels. So each step reads from the last
 * one's end, behind a bracket of its own making: what stands there is right, since the whole is. */
bool each_next(struct each *each) {
    if (!each->offset) return false;
    const char *at = each->whole.at + each->offset, *end = each->whole.at + each->whole.size;
    while (at < end && (*at == ',' || *at == ' ' || *at == '\t' || *at == '\n' || *at == '\r'))
        at++;
    if (at >= end || *at == '}' || *at == ']') return false;
    struct zk_json_in in = zk_json_from(at, (size_t)(end - at));
    if (each->object) {
        if (!zk_json_get_string(&in, each->key, sizeof each->key, NULL)) {
            in =
                zk_json_from(at, (size_t)(end - at)); /* a key longer than any that is known */
            each->key[0] = '\0';
            zk_json_skip(&in);
        }
        for (at = in.at; at < end && *at != ':';) at++;
        in = zk_json_from(at + 1, (size_t)(end - at - 1));
    }
    if (!zk_json_get_raw(&in, &each->value.at, &each->value.size)) return false;
    each->offset = (size_t)(each->value.at + each->value.size - each->whole.at);
    return true;
}

struct value value_of(struct value object, const char *key) {
    struct each each = each_of(object);
    while (each.object && each_next(&each))
        if (strcmp(each.key, key) == 0) return each.value;
    return (struct value){0};
}

struct value value_at(struct value array, size_t place) {
    struct each each = each_of(array);
    while (!each.object && each_next(&each))
        if (place-- == 0) return each.value;
    return (struct value){0};
}

size_t value_count(struct value value) {
    struct each each = each_of(value);
    size_t count = 0;
    while (each_next(&each)) count++;
    return count;
}

bool value_copy(struct value value, char *text, size_t size) {
    *text = '\0';
    if (!value.at || !value.size || *value.at != '"') return false;
    struct zk_json_in in = zk_json_from(value.at, value.size);
    if (zk_json_get_string(&in, text, size, NULL)) return true;
    *text = '\0';
    return false;
}

struct phrase value_text(struct value value) {
    struct phrase phrase = {{0}};
    if (value.at && value.size && *value.at != '"' && *value.at != '{' && *value.at != '[') {
        struct zk_text text = zk_text_in(phrase.text, sizeof phrase.text);
        zk_text_put_bytes(&text, value.at, value.size);
    } else {
        value_copy(value, phrase.text, sizeof phrase.text);
    }
    return phrase;
}

bool value_is(struct value value, const char *string) {
    return value.at && value.size && *value.at == '"' &&
           strcmp(value_text(value).text, string) == 0;
}

int64_t value_int(struct value value, int64_t otherwise) {
    struct zk_json_in in = zk_json_from(value.at ? value.at : "", value.size);
    int64_t number;
    return value.at && zk_json_get_int(&in, &number) ? number : otherwise;
}

bool value_bool(struct value value) {
    return value.size == 4 && memcmp(value.at, "true", 4) == 0;
}

bool value_has(struct value array, const char *string) {
    struct each each = each_of(array);
    while (each_next(&each))
        if (value_is(each.value, string)) return true;
    return false;
}
