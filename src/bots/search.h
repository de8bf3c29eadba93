/* search.h: one search for every game: Monte Carlo over worlds that fit a seat's view.
 *
 * Information-set tree search (Cowling, Powley, Whitehouse 2012). Each playout draws a world that
 * the seat cannot tell from the true one, walks down one tree that all worlds share, adds a node,
 * asks the game what comes of it and tells every node on the way what the player who moved there
 * got. A node stands for the decisions since the root; luck is not in the tree, so a node
 * gathers what follows whatever chance has done. Of the moves that a world allows, the one with
 * the best upper bound is taken, and a move counts as often as it was there to be taken. With
 * more than two sides everybody goes for their own.
 *
 * The tree lives on the stack: a hash table of nodes, keyed by the node above and the move. When
 * it is full playouts go on in it without growing it; larger ones have played no better. The same
 * seed and number of playouts give the same move everywhere: the only arithmetic on real
 * numbers is + - * / and sqrt. */
#ifndef ZK_SEARCH_H
#define ZK_SEARCH_H

#include "bot.h"

/* What a game brings to its search. */
struct zk_search_game {
    double explore; /* how much a doubtful move is worth trying */
    /* A sensible quick move of the seat in turn, which sees `view` of `state`: what others are
     * expected to do in so many of 256 decisions in the tree. */
    zk_move (*policy)(const struct zk_rules *rules, const struct zk_state *state,
                      const struct zk_view *view, const zk_move *moves, uint32_t count,
                      struct zk_rng *rng);
    uint32_t expect;

    /* What the search of one decision keeps at hand, given to the slots below. */
    const void *context;
    /* Plays a position on as far as it likes and says what it then promises each seat: 0 a sure
     * loss to 1 a sure win. NULL: playouts go on to the end with any moves, and the result alone
     * counts. */
    void (*play_on)(const void *context, const struct zk_rules *rules, struct zk_state *state,
                    struct zk_rng *rng, double *worth);
    /* Puts at most `most` moves first, those that look best to the seat in turn, the best of all
     * first, and returns how many. Only these are looked into, more with every visit: 1 + widen *
     * sqrt(visits). NULL: all of them from the start. */
    uint32_t (*order)(const void *context, const struct zk_rules *rules,
                      const struct zk_state *state, zk_move *moves, uint32_t count,
                      uint32_t most);
    double widen;
    /* Whether the tree ends where luck comes in: for a game in which a move means something else
     * afterwards, since other cards lie there. */
    bool until_luck;
    /* Says why, when asked; or NULL. */
    void (*say_why)(const struct zk_bot_turn *turn, zk_move move);
};

/* How a bot searches: the manner of zk_search_by_manner. */
struct zk_search_manner {
    const struct zk_search_game *game;
    uint32_t playouts; /* without a budget */
};
zk_move zk_search_by_manner(const struct zk_bot *self, const struct zk_bot_turn *turn);

/* The move most often taken, by the turn's budget or, without one, after so many playouts. With
 * turn->truth every playout starts from it: what a search gains by seeing everything is known by
 * a match against one that does. */
zk_move zk_search_choose(const struct zk_bot_turn *turn, const struct zk_search_game *how,
                         uint32_t playouts);

#endif
