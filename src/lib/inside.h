/* inside.h: what the files of the library share, see include/zashiki.h. */
#ifndef ZK_LIB_INSIDE_H
#define ZK_LIB_INSIDE_H

#include <assert.h>

#include "../core/game.h"

#include <zashiki.h> /* after game.h, which says some of the same */

struct zk_ruleset {
    const struct zk_game *game;
    struct zk_settings settings; /* a card set that it carries is in `cards` */
    struct zk_rules rules;
    uint32_t seats;
    char cards[ZK_CARDS_SIZE];
};

/* A batch's options by words; false with a sentence when one is wrong. */
struct zk_batch_options;
bool zk_inside_batch(const struct zk_ruleset *rules, uint32_t count, const char *words,
                     struct zk_batch_options *options, char *refusal);

/* The same in other memory. */
void zk_inside_copy(struct zk_ruleset *to, const struct zk_ruleset *from);

/* Gives `used` bytes of text to a caller like snprintf; returns how many they are. */
size_t zk_inside_give(char *out, size_t size, const char *text, size_t used);
/* The refusal in English. `game` may be NULL. */
void zk_inside_why(const struct zk_game *game, const struct zk_sentence *refusal, char *why,
                   size_t why_size);

/* Whether it is a legal move of whoever makes it. */
bool zk_inside_legal(const struct zk_ruleset *rules, const struct zk_state *state,
                     zk_move move);

/* The caller's bytes lie where they like; the engine's blocks are aligned. */
static inline void zk_inside_state(const struct zk_ruleset *rules, struct zk_state *to,
                                   const void *bytes) {
    memcpy(to, bytes, rules->game->state_size);
}

#endif
