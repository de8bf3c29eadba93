/* list.c: the games that there are (games.h). */
#include "list.h"

#include <string.h>

#include "../core/games.h"

#define X(name) extern const struct zk_game zk_##name;
ZK_GAMES_LIST(X)
#undef X

const struct zk_game *const zk_games[] = {
#define X(name) &zk_##name,
    ZK_GAMES_LIST(X)
#undef X
        NULL};

const struct zk_game *zk_games_find(const char *id, size_t size) {
    for (unsigned i = 0; zk_games[i]; i++)
        if (zk_same(id, size, zk_games[i]->id, strlen(zk_games[i]->id))) return zk_games[i];
    return NULL;
}
