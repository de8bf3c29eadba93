/* list.c: the games that there are (games.h). */
#include <string.h>

#include "../core/games.h"
#include "null.h"
#include "sketch.h"
#include "yokai.h"
#include "yotei.h"

const struct zk_game *const zk_games[] = {&zk_sketch, &zk_yokai, &zk_yotei, &zk_null, NULL};

const struct zk_game *zk_games_find(const char *id, size_t size) {
    for (unsigned i = 0; zk_games[i]; i++)
        if (zk_same(id, size, zk_games[i]->id, strlen(zk_games[i]->id))) return zk_games[i];
    return NULL;
}
