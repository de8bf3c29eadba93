/* value.h: a JSON value as it was received, and a look into it by keys and places.
 *
 * A value is where it stands in a message and copies nothing. Whatever is not there, or is of another
 * kind, is the empty value, of which everything is empty again; so a client that is told less than it
 * asks for shows less. */
#ifndef TERM_VALUE_H
#define TERM_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "phrase.h"

struct value {
    const char *at; /* NULL: there is none */
    size_t size;
};

/* The whole of a text; empty when that is not JSON. */
struct value value_whole(const char *text, size_t size);
/* The member of an object. */
struct value value_of(struct value object, const char *key);
/* The element of an array, from 0. */
struct value value_at(struct value array, size_t place);
/* How many elements, or members. */
size_t value_count(struct value value);

bool value_is(struct value value, const char *string);
/* A string as it is meant; a number in figures; "" for anything else, and for what is too long. */
struct phrase value_text(struct value value);
int64_t value_int(struct value value, int64_t otherwise);
bool value_bool(struct value value);
/* Whether an array has that string among its elements. */
bool value_has(struct value array, const char *string);
/* A string of any length into memory of the caller's; false when it does not fit or is none. */
bool value_copy(struct value value, char *text, size_t size);

/* Going over an object or an array:
 *     struct each each = each_of(value);
 *     while (each_next(&each)) ... each.key, each.value */
struct each {
    struct value whole;
    size_t offset; /* where the next one is looked for */
    bool object;
    char key[64]; /* of an object's member */
    struct value value;
};
struct each each_of(struct value value);
bool each_next(struct each *each);

#endif
