/* list.h: the games there are, one line each. A game adds itself here and nowhere else: its files lie
 * in folders of its name (docs/adding-a-game.md), which the build enters by this list. */
#ifndef ZK_GAMES_LIST_H
#define ZK_GAMES_LIST_H

#include "../core/game.h"

/* In the order in which people are shown them; the template is the last. An engine for the browser has one of
 * them alone, see the top meson.build. */
#ifndef ZK_GAMES_LIST
#define ZK_GAMES_LIST(X)                                                                      \
    X(sketch)                                                                                 \
    X(yokai)                                                                                  \
    X(yotei)                                                                                  \
    X(null)
#endif

/* Every game there is, ended by NULL. */
extern const struct zk_game *const zk_games[];

/* The game of that id, or NULL. */
static inline const struct zk_game *zk_games_find(const char *id, size_t size) {
    return zk_game_named(zk_games, id, size);
}

#endif
