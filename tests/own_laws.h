/* own_laws.h: what a game adds to the laws of all games, in tests/GAME/laws.c. Few games need to. */
#ifndef OWN_LAWS_H
#define OWN_LAWS_H

#include "observed.h"
#include "own_laws_list.h" /* made by Meson: OWN_LAWS, an X() for each tests/GAME/laws.c */
#include "worlds.h"

struct own_laws {
    const struct zk_game *game;
    worlds_ways *ways; /* how likely worlds are; NULL where it follows from chance's weights */
    const char *const *
        rubbish; /* texts near its moves that a reader might stumble over, ended by NULL; or NULL */
    struct observed_own observed; /* law 9 */
    void (*test)(void **test);    /* a test of this game alone, or NULL */
    const char *test_name;
};

#define X(game) extern const struct own_laws game##_laws;
OWN_LAWS
#undef X

/* The seed that games come from. */
uint64_t own_laws_seed(void);

#endif
