/* list.c: the list of games as data. */
#include "list.h"

#include <stddef.h>

#define X(name) extern const struct zk_game zk_##name;
ZK_GAMES_LIST(X)
#undef X

const struct zk_game *const zk_games[] = {
#define X(name) &zk_##name,
    ZK_GAMES_LIST(X)
#undef X
        NULL};
