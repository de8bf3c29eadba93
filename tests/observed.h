/* observed.h: what must be true of every game's encoder (core/encode.h): law 9 of docs/laws.md. */
#ifndef OBSERVED_H
#define OBSERVED_H

#include "core/encode.h"
#include "laws.h"

/* An observation as a test reads it. */
struct observed {
    const struct zk_rules *rules;
    const struct zk_field *field;
    uint32_t fields;
    const uint8_t *bytes;
    int seat; /* who observes */
    enum zk_observed kind;
};
/* The bytes of a field; there is one of that name. */
const uint8_t *observed_field(const struct observed *observed, const char *name);

/* The view that an observation of `memory` or `all` was written from, told from nothing but its bytes: so
 * views that differ have different bytes. What the layout says it leaves out is filled in as `normalise`
 * leaves it. All of `view` is zero before. */
typedef void observed_decode(const struct observed *observed, struct zk_view *view);
/* Takes out of a view what the layout says it leaves out. */
typedef void observed_normalise(struct zk_view *view);

/* What a game's own laws know of its layout; either may be NULL. */
struct observed_own {
    observed_decode *decode;
    observed_normalise *normalise;
};

/* The layouts of these rules: fields follow each other, fill the observation, are named and explained. */
bool observed_layouts(struct laws *laws, const struct zk_encoder *encoder);

/* Game number `number` of a seed, at random, in every position:
 *   - every byte is written, and is in its field's range;
 *   - the bytes are those written from the view, of which nothing else is known;
 *   - what a seat cannot know does not change the bytes of its `table` and `memory`;
 *   - in `memory` and `all` the view can be read back from the bytes; or, without `decode`, views that
 *     differ have different bytes, among them those after two moves that could be made in one position;
 *   - rows and dense ids of a list differ, are in their ranges, and tell nothing that the seat cannot know.
 * Returns false after writing to stderr how to see it again. */
bool observed_game(struct laws *laws, const struct zk_encoder *encoder,
                   struct observed_own own, uint64_t seed, uint64_t number);

#endif
