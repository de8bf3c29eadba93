/* guide.h: the rules pages of the games, for people. */
#ifndef TERM_GUIDE_H
#define TERM_GUIDE_H

#include <stdio.h>

#include "core/game.h"

struct guide {
    const char *game, *language; /* its id; "en" */
    const char *rules;           /* its page of docs/rules/, as it is written there */
};

/* That of a game in the list, in that language or else in English; NULL when there is none. */
const struct guide *guide_find(const struct zk_game *game, const char *language);
/* The page with each paragraph in one line, to be folded into any width, in memory that the caller frees; NULL without memory. */
char *guide_unfolded(const struct guide *guide);
/* The rules, made readable; our own rulings are marked. */
void guide_print(const struct guide *guide, FILE *out);
/* One rule with what belongs to it (rules and a table below it), by its number in either case; false when there is none. */
bool guide_print_rule(const struct guide *guide, const char *rule, FILE *out);

#endif
