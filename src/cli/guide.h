/* guide.h: what there is to tell a person about a game. */
#ifndef ZASHIKI_GUIDE_H
#define ZASHIKI_GUIDE_H

#include <stdio.h>

#include "core/game.h"

struct guide {
    const char *game;  /* its id */
    const char *gist;  /* how to play it, in about three lines */
    const char *rules; /* its page of docs/rules/, as it is written there */
};

/* The guide of a game, or NULL. */
const struct guide *guide_find(const struct zk_game *game);
/* The rules, made readable; our own rulings are marked. */
void guide_print(const struct guide *guide, FILE *out);
/* One rule, by its number in either case; false when there is none. */
bool guide_print_rule(const struct guide *guide, const char *rule, FILE *out);

#endif
