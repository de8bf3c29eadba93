/* text.c: bounded text, see text.h. */
#include "text.h"

struct zk_text zk_text_in(char *data, size_t size) {
    data[0] = '\0';
    return (struct zk_text){.data = data, .size = size, .used = 0, .full = false};
}

void zk_text_clear(struct zk_text *text) {
    text->used = 0;
    text->full = false;
    text->data[0] = '\0';
}

void zk_text_put_bytes(struct zk_text *text, const char *bytes, size_t size) {
    size_t room = text->size - 1 - text->used;
    if (size > room) {
        size = room;
        text->full = true;
    }
    memcpy(text->data + text->used, bytes, size);
    text->used += size;
    text->data[text->used] = '\0';
}

void zk_text_put_uint(struct zk_text *text, uint64_t number) {
    if (number < 10) {
        zk_text_put_char(text, (char)('0' + number));
        return;
    }
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    zk_text_put_bytes(text, digits + first, sizeof digits - first);
}

void zk_text_put_int(struct zk_text *text, int64_t number) {
    if (number < 0) {
        zk_text_put_char(text, '-');
        zk_text_put_uint(text, 0 - (uint64_t)number);
    } else {
        zk_text_put_uint(text, (uint64_t)number);
    }
}

void zk_text_pad(struct zk_text *text, size_t column) {
    size_t width = 0;
    for (size_t i = text->used; i > 0 && text->data[i - 1] != '\n'; i--)
        width += ((unsigned char)text->data[i - 1] & 0xC0) != 0x80;
    while (width++ < column) zk_text_put_char(text, ' ');
}

bool zk_words_take(struct zk_words *words, const char *expected) {
    size_t size = strlen(expected);
    if ((size_t)(words->end - words->at) < size || memcmp(words->at, expected, size) != 0)
        return false;
    words->at += size;
    return true;
}

bool zk_words_take_number(struct zk_words *words, int *number) {
    bool negative = zk_words_take(words, "-");
    const char *first = words->at;
    int value = 0;
    while (words->at < words->end && *words->at >= '0' && *words->at <= '9' && value < 1000)
        value = value * 10 + (*words->at++ - '0');
    if (words->at == first || (*first == '0' && (words->at - first > 1 || negative)))
        return false;
    *number = negative ? -value : value;
    return true;
}

bool zk_same(const char *a, size_t a_size, const char *b, size_t b_size) {
    return a_size == b_size && memcmp(a, b, a_size) == 0;
}
