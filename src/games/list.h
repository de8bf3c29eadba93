/* list.h: the games there are, one line each. A game adds itself here and nowhere else: what it is made of lies
 * in folders of its name (docs/adding-a-game.md), which the build enters by this list. */
#ifndef ZK_GAMES_LIST_H
#define ZK_GAMES_LIST_H

/* In the order in which people are shown them; the template is the last. */
#define ZK_GAMES_LIST(X)                                                                      \
    X(sketch)                                                                                 \
    X(yokai)                                                                                  \
    X(yotei)                                                                                  \
    X(null)

#endif
