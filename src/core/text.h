/* text.h: writing text into memory that the caller owns, and taking text apart.
 *
 * A zk_text never writes beyond its size and is always ended by a NUL. What does not fit is
 * dropped and `full` is set, so that a writer can put a whole line and ask once at the end. */
#ifndef ZK_TEXT_H
#define ZK_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct zk_text {
    char *data;  /* the caller's memory, of `size` bytes */
    size_t size; /* at least 1 */
    size_t used; /* bytes before the NUL */
    bool full;   /* something did not fit */
};

/* An empty text in data, whose size is at least 1. */
struct zk_text zk_text_in(char *data, size_t size);
void zk_text_clear(struct zk_text *text);

void zk_text_put_bytes(struct zk_text *text, const char *bytes, size_t size);
/* Here, so that the length of a constant is known when it is compiled. */
static inline void zk_text_put(struct zk_text *text, const char *string) {
    zk_text_put_bytes(text, string, strlen(string));
}
static inline void zk_text_put_char(struct zk_text *text, char character) {
#ifdef __wasm__ /* in the browser, where every byte of code is waited for, it is a call */
    zk_text_put_bytes(text, &character, 1);
#else
    if (text->used + 1 < text->size) {
        text->data[text->used++] = character;
        text->data[text->used] = '\0';
    } else {
        text->full = true;
    }
#endif
}
void zk_text_put_int(struct zk_text *text, int64_t number);
void zk_text_put_uint(struct zk_text *text, uint64_t number);
/* Blanks up to `column` characters since the last line break; UTF-8 counts by character. */
void zk_text_pad(struct zk_text *text, size_t column);

/* A text being taken apart from its start: what is understood goes, what is not stays. */
struct zk_words {
    const char *at, *end;
};

/* Takes exactly this; false when something else comes. */
bool zk_words_take(struct zk_words *words, const char *expected);
/* Takes a whole number as zk_text_put_int writes it, of four digits at most; false when there is
 * none, or it is written otherwise. What was looked at is gone then. */
bool zk_words_take_number(struct zk_words *words, int *number);

/* Whether two stretches of characters are the same. */
bool zk_same(const char *a, size_t a_size, const char *b, size_t b_size);

#endif
