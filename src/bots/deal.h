/* deal.h: luck that several games can share.
 *
 * Bots are compared fairly, and repeatably, when all play the same cards. A deal fixes, for every deck,
 * the order in which its cards come. A draw takes the first that is still there, so as long as two
 * games of a deal have drawn equally often from a deck, they have drawn the same, whatever was
 * played in between and wherever else was drawn from.
 *
 * Decks are counts and can be filled again, so no order is written down. Every kind of card has a
 * clock of its own that rings now and then: the times between are exponential and belong to the
 * deal. In a draw every clock runs as fast as there are cards of its kind (its outcome's weight),
 * until one rings: that is the card. Waiting has no memory, so each draw is by weight whatever came
 * before; and what is drawn from one deck lets the clocks of the others stand still. */
#ifndef ZK_DEAL_H
#define ZK_DEAL_H

#include "../core/game.h"

struct zk_deal {
    uint64_t key;
    double left[ZK_CARDS_MAX]; /* until the card's clock rings; 0 before it was first wound */
    uint32_t rings[ZK_CARDS_MAX]; /* so far */
};

/* Deal `number` of `seed`, before its first card. */
void zk_deal_begin(struct zk_deal *deal, uint64_t seed, uint64_t number);
/* The outcome of chance in `state`, where chance is to move. */
zk_move zk_deal_draw(struct zk_deal *deal, const struct zk_game *game,
                     const struct zk_rules *rules, const struct zk_state *state);

#endif
