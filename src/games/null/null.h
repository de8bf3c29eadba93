/* null.h: what a seat knows in Null. */
#ifndef ZK_NULL_H
#define ZK_NULL_H

#include "../../core/game.h"

extern const struct zk_game zk_null;
extern const struct zk_about zk_null_about;

enum { ZK_NULL_NUMBERS = 3 }; /* cards show 1 to 3 */

enum zk_null_phase {
    ZK_NULL_DEAL, /* chance deals a card to whoever has none */
    ZK_NULL_TURN, /* the player in turn keeps or swaps */
    ZK_NULL_DRAW, /* chance draws for the player in turn */
    ZK_NULL_OVER,
};

/* Cards regardless of order: how many 1s, 2s and 3s. */
struct zk_null_cards {
    uint8_t count[ZK_NULL_NUMBERS];
};

/* What a seat knows. */
struct zk_null_view {
    struct zk_null_cards unseen; /* in the deck or in hidden hands */
    struct zk_null_cards discards;
    uint8_t card[2];    /* each player's number; 0 for none, or for one that is hidden */
    uint8_t turns_left; /* this turn counted */
    uint8_t phase;
    uint8_t turn; /* the player in turn */
    uint8_t deck_count;
    int8_t seat; /* whose view, or ZK_SPECTATOR or ZK_EVERYTHING */
};
ZK_FITS(struct zk_null_view, struct zk_view);
/* The interface's view as this struct, and the other way round. */
static inline const struct zk_null_view *zk_null_seen(const struct zk_view *view) {
    return (const void *)view;
}
static inline struct zk_view *zk_null_block(struct zk_null_view *seen) { return (void *)seen; }

#endif
