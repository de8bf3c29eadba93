/* words.h: sentences in the reader's language, from the catalogues that the browser has (in locale/, and
 * those of the games), which travel inside the program.
 *
 * A sentence is known by its key. In it, {name} and {0} stand for arguments; one that counts has plural
 * forms, and {n} chooses among them. English stands in for what a language does not have. */
#ifndef TERM_WORDS_H
#define TERM_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"
#include "phrase.h"
#include "value.h"

/* The language of --lang, or by the user's locale (LC_ALL, LC_MESSAGES, LANG) when that is NULL. False
 * when `wanted` is none that we speak: the languages are `words_languages`. Once, before anything is said. */
bool words_open(const char *wanted);
extern const char words_languages[];
/* "en", "fr", "pl", "ja". */
const char *words_language(void);
/* Whether UTF-8 can be printed: it is the locale's encoding. */
bool words_wide(void);

/* Whether there is a sentence of that key. */
bool has_words(const char *key);
/* Puts the sentence; what follows are pairs of an argument's name and its text, ended by NULL. */
void say(struct zk_text *out, const char *key, ...) __attribute__((sentinel));
/* The same as a phrase. */
struct phrase phrase(const char *key, ...) __attribute__((sentinel));
/* A sentence whose arguments, {0} to {3}, are in an array. `english` stands in for a key that no catalogue has,
 * unless it is NULL. */
void say_listed(struct zk_text *out, const char *key, const char *english,
                const struct phrase *args, unsigned count);
/* A key put together: "sketch.on." and "R". */
struct phrase key_of(const char *start, const char *end);
struct phrase figure(int64_t number);

/* The end of a sentence, unless it has one; and what stands between a name and what is said of it. */
void put_stop(struct zk_text *out);
void put_colon(struct zk_text *out);
/* What goes between two sentences; languages without blanks have none. */
void put_between(struct zk_text *out);
/* The same, unless nothing has been said yet. */
void next_sentence(struct zk_text *out);
/* Things in a row as the language lists them: "5, 9 and 12". `and` false: "5, 9, 12". */
struct row {
    struct zk_text text;
    char memory[PHRASE_SIZE], last[PHRASE_SIZE];
    unsigned count;
};
void row_begin(struct row *row);
void row_put(struct row *row, const char *item);
const char *row_end(struct row *row, bool with_and);

/* How many columns a text takes in a terminal. */
unsigned width_of(const char *text);

#endif
