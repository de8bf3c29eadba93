/* partner.h: a partner for Yokai, plain or attentive by its manner. */
#ifndef ZK_YOKAI_PARTNER_H
#define ZK_YOKAI_PARTNER_H

#include "../../games/yokai/yokai.h"
#include "../bot.h"

/* A card that somebody moved, or laid a hint on. */
struct zk_yokai_deed {
    uint8_t seat, card;
    uint8_t laid; /* a hint, rather than moved */
    int8_t from_x, from_y;
    uint16_t locked; /* bits: cards that had a hint on them */
    uint16_t known;  /* bits: cards that they had looked at, or could read the family of */
    uint16_t beside; /* bits: cards beside which it lies then */
    uint16_t from;   /* bits: cards beside which it lay before it was moved */
    /* bits: two cards looked at before, neither moved nor side by side, or none */
    uint16_t left;
};

/* What a seat remembers of how everybody played. */
struct zk_yokai_log {
    struct zk_yokai_view view; /* before the next move */
    uint16_t looks;            /* bits: cards looked at in the turn under way */
    uint8_t count;
    struct zk_yokai_deed act[3 * ZK_YOKAI_HINTS_MAX];
};

/* `memory` is a log. */
void zk_yokai_log_observe(void *memory, const struct zk_bot_event *event);

/* How a partner thinks. Doubts are counted in steps of a factor 5/4. */
struct zk_yokai_manner {
    int worlds, swaps; /* how many worlds are drawn, and swaps of cards between two of them */
    /* Doubts about a world in which somebody put a card that they knew beside none of its family;
     * or only beside one that they had not looked at; for each card of another family that they knew
     * it was put beside; took it away from its family; laid a hint on it where none of its family lay
     * beside it; or left two of a family apart. */
    int alone, guessed, clash, leaves, marks, left;
    int shares; /* what a look is worth at a card, for each partner who has not looked at it */
    int joins; /* what it is worth to put a card beside its family, a step toward peace being 4 */
    int tells; /* what a hint is worth that tells a partner something */
    /* What another round is taken to leave, when it could be declared now: so many of a hundred games
     * are won, for so many points less, and so many for each card whose family is not known. */
    int go_on_wins, go_on_costs, doubt_costs;
};

/* How `strong` does, and `normal`, which keeps no log. */
extern const struct zk_yokai_manner zk_yokai_strong;

/* A move by a manner of the bot's, a zk_yokai_manner. An attentive partner remembers a log; one that
 * remembers nothing reads only how the cards lie now. An opinion is the score that is
 * expected, by what the seat knows, as a share of the most points there are (five for each hint card): the
 * chosen move is worth what the game promises, and the others what their weights make them lose. */
zk_move zk_yokai_partner(const struct zk_bot *self, const struct zk_bot_turn *turn);

#endif
