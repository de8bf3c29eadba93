/* worth.h: values that the greedy bot and the search of Yōtei share. */
#ifndef ZK_YOTEI_WORTH_H
#define ZK_YOTEI_WORTH_H

#include "../../games/yotei/yotei.h"

/* Worths are in twelfths of a charm point, so that a potato at the end, a third of a point, is 4. */
enum {
    POINT = 12,
    POTATO = 4,      /* at the end of the game */
    MYSTERY = 16,    /* a mystery card drawn */
    WIN = 5 * POINT, /* to end the game in front */
};

static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline int larger(int a, int b) { return a > b ? a : b; }

/* Whether the card at a place lies face up. */
static inline bool lies_open(const struct zk_yotei_board *board, unsigned place) {
    return place < ZK_YOTEI_SLOTS && !(board->turned >> place & 1);
}

/* How many cards of a kind may still come; its first card has number `card`. */
static inline int count_to_come(const struct zk_yotei_view *seen,
                                const struct zk_yotei_land *land, unsigned card) {
    int count = 0;
    for (unsigned i = 0; i < land->count; i++) {
        unsigned where = zk_yotei_where(seen->where, card + i);
        count += where == ZK_YOTEI_UNSEEN || where == ZK_YOTEI_DISCARDED;
    }
    return count;
}
/* In percent, by tier: how likely one of them comes in time. */
static const uint8_t comes_in_time[ZK_YOTEI_TIERS] = {6, 20, 30};

/* What a card costs who wants it; a bid is a guess. */
static inline int usual_price(const struct zk_yotei_land *land) {
    return land->bid ? 3 : land->cost;
}

/* What is left of a price after `market`. */
static inline int price_at_market(const struct zk_yotei_board *board, int price) {
    return larger(price - ZK_YOTEI_MARKET_OFF * board->market, 0);
}

#endif
