/* yokai_normal.c: a plain partner for Yokai.
 *
 * It remembers all it has seen, takes hints at their word, and thinks that a card somebody moved
 * was probably put beside its family. From that it draws worlds, sixteen families that fit. It
 * looks at what it is least sure of; makes the move that brings the worlds closer to peace (see
 * yokai_plan.h) and speaks, by putting a card beside its family; lays a hint where it is right and in
 * nobody's way; and declares when that promises more than another turn. */
#include <assert.h>
#include <string.h>

#include "../core/bits.h"
#include "normal.h"
#include "yokai_plan.h"

enum {
    CARDS = ZK_YOKAI_CARDS,
    WORLDS = 32,        /* to plan in */
    PEACE_WORLDS = 96,  /* to declare by */
    SWAPS_FIRST = 300,  /* of cards, before the first world is taken */
    SWAPS_BETWEEN = 48, /* and between two of them */
};

struct world {
    uint8_t family[CARDS];
};

struct mind {
    const struct zk_bot_turn *turn;
    const struct zk_yokai_view *seen;
    const struct zk_yokai_board *board;
    uint16_t unknown;       /* bits: cards whose family this seat has not seen */
    uint16_t moved;         /* bits: unknown cards that no longer lie where they were dealt */
    uint16_t beside[CARDS]; /* bits: the cards beside each card */
    struct world world;     /* the one at hand */
    struct world worlds[WORLDS];
    uint8_t votes[CARDS][4]; /* in how many of them each card is of each family */
    struct zk_yokai_plan plan;
};

static unsigned bits_count(unsigned bits) {
    unsigned count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

/* ---- Belief ---- */

/* How much speaks against a card's family, in steps of a factor of three: a hint that does not
 * name it, or having been moved to where none of its family is. */
static int doubts(const struct mind *mind, unsigned card) {
    const uint8_t *family = mind->world.family;
    unsigned hint = mind->board->hint[card];
    int sum = 0;
    if (hint && !(hint >> family[card] & 1)) sum += 4;
    if (mind->moved >> card & 1) {
        bool alone = true;
        for (unsigned rest = mind->beside[card]; rest; rest &= rest - 1)
            if (family[zk_lowest(rest)] == family[card]) alone = false;
        sum += 2 * alone;
    }
    return sum;
}

static int all_doubts(const struct mind *mind) {
    int sum = 0;
    for (unsigned rest = mind->unknown; rest; rest &= rest - 1)
        sum += doubts(mind, zk_lowest(rest));
    return sum;
}

/* Swaps two unknown cards again and again, mostly toward fewer doubts (Metropolis), so that worlds
 * come up as often as they are likely. */
static void shake(struct mind *mind, unsigned swaps) {
    uint8_t unknown[CARDS], *family = mind->world.family;
    uint32_t count = 0;
    for (unsigned rest = mind->unknown; rest; rest &= rest - 1)
        unknown[count++] = (uint8_t)zk_lowest(rest);
    if (count < 2) return;
    int now = all_doubts(mind);
    while (swaps--) {
        unsigned a = unknown[zk_rng_below(mind->turn->rng, count)],
                 b = unknown[zk_rng_below(mind->turn->rng, count)];
        if (family[a] == family[b]) continue;
        uint8_t kept = family[a];
        family[a] = family[b];
        family[b] = kept;
        int then = all_doubts(mind);
        uint32_t odds = 1; /* one in 3 to the power of the new doubts */
        for (int more = then - now; more > 0 && odds < 60000; more--) odds *= 3;
        if (zk_rng_below(mind->turn->rng, odds) == 0) {
            now = then;
        } else {
            family[b] = family[a];
            family[a] = kept;
        }
    }
}

static void open_mind(struct mind *mind, const struct zk_bot_turn *turn) {
    const struct zk_yokai_view *seen = turn->view;
    const struct zk_yokai_board *board = &seen->board;
    uint8_t left[4] = {4, 4, 4, 4}, family = 0;
    mind->turn = turn;
    mind->seen = seen;
    mind->board = board;
    mind->unknown = mind->moved = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        if (seen->family[card]) {
            mind->world.family[card] = (uint8_t)(seen->family[card] - 1);
            left[seen->family[card] - 1]--;
            continue;
        }
        mind->unknown |= (uint16_t)(1u << card);
        if (board->x[card] != (int)(card % 4) || board->y[card] != (int)(card / 4))
            mind->moved |= (uint16_t)(1u << card);
    }
    memset(mind->beside, 0, sizeof mind->beside);
    for (unsigned a = 0; a < CARDS; a++)
        for (unsigned b = 0; b < CARDS; b++) {
            int dx = board->x[a] - board->x[b], dy = board->y[a] - board->y[b];
            if (dx * dx + dy * dy == 1) mind->beside[a] |= (uint16_t)(1u << b);
        }
    for (unsigned rest = mind->unknown; rest; rest &= rest - 1) {
        while (!left[family]) family++;
        mind->world.family[zk_lowest(rest)] = family;
        left[family]--;
    }
    struct zk_yokai_wish wish;
    memcpy(wish.pact, seen->pact, sizeof wish.pact);
    wish.shape = board->shape;
    zk_yokai_plan_begin(&mind->plan, board, &wish);
    shake(mind, SWAPS_FIRST);
}

/* Draws the worlds; when asked to, plans in each of them. */
static void draw_worlds(struct mind *mind, bool plans) {
    memset(mind->votes, 0, sizeof mind->votes);
    for (unsigned i = 0; i < WORLDS; i++) {
        mind->worlds[i] = mind->world;
        for (unsigned card = 0; card < CARDS; card++)
            mind->votes[card][mind->world.family[card]]++;
        if (plans) zk_yokai_plan_world(&mind->plan, mind->world.family);
        shake(mind, SWAPS_BETWEEN);
    }
}

/* ---- Saying why ---- */

static void say_number(struct zk_refusal *why, unsigned number) {
    char digits[4];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_int(&text, (int)number);
    zk_refuse_arg(why, digits, text.used);
}

/* About a card, when anybody wants to know. */
static void say(const struct mind *mind, const char *key, unsigned card) {
    if (!mind->turn->why) return;
    zk_refuse(mind->turn->why, "", key);
    say_number(mind->turn->why, card + 1);
}

/* ---- Declaring ---- */

/* Of a hundred worlds, how many are won. A pact that somebody else holds (Y31) may be any pair of
 * families. */
static unsigned worlds_won(struct mind *mind) {
    unsigned unknown = mind->seen->reconcile, won = 0, all = PEACE_WORLDS;
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
        unknown -= mind->seen->pact[seat] != 0;
    for (unsigned i = 0; i < unknown; i++) all *= 6;
    for (unsigned i = 0; i < PEACE_WORLDS; i++) {
        unsigned touching, worth = 1;
        if (zk_yokai_plan_at_peace(&mind->plan, mind->world.family, &touching)) {
            for (unsigned k = 0; k < unknown; k++) worth *= touching;
            won += worth;
        }
        shake(mind, SWAPS_BETWEEN);
    }
    return 100 * won / all;
}

/* Whether a win now promises more than going on, which costs some points and is not sure either. */
static bool declares(struct mind *mind) {
    enum { GO_ON_WINS = 90, GO_ON_COSTS = 4 };
    const struct zk_yokai_board *board = mind->board;
    unsigned points =
        board->laid_count + 2u * board->open_count + 5u * board->pile_count; /* Y23 */
    unsigned later = points > GO_ON_COSTS ? points - GO_ON_COSTS : 1, won = worlds_won(mind);
    if (won * points < GO_ON_WINS * later) return false;
    if (mind->turn->why) {
        zk_refuse(mind->turn->why, "", "yokai.why.declares");
        say_number(mind->turn->why, won);
    }
    return true;
}

/* ---- Looking ---- */

/* At the unlocked card, other than `other`, of whose family this seat is least sure; among equals
 * the one with fewer neighbours, which is more likely to be moved. */
static zk_move choose_look(struct mind *mind, unsigned other) {
    unsigned best = CARDS;
    int best_worth = -1;
    draw_worlds(mind, false);
    for (unsigned card = 0; card < CARDS; card++) {
        if ((mind->board->locked >> card & 1) || card == other) continue;
        int most = 0;
        for (unsigned f = 0; f < 4; f++)
            if (mind->votes[card][f] > most) most = mind->votes[card][f];
        int unsure = mind->unknown >> card & 1 ? WORLDS - most + 4 : 0;
        int worth = 8 * unsure + 4 * (4 - (int)bits_count(mind->beside[card])) +
                    (int)zk_rng_below(mind->turn->rng, 4);
        if (worth <= best_worth) continue;
        best_worth = worth;
        best = card;
    }
    say(mind, mind->unknown >> best & 1 ? "yokai.why.looks" : "yokai.why.looks_again", best);
    return (zk_move)ZK_YOKAI_DO_PEEK << 24 | best;
}

/* ---- Moving ---- */

/* In how many worlds the moved card comes to lie beside its family. */
static int joins(const struct mind *mind, zk_move move) {
    unsigned card = zk_yokai_card(move), beside = 0;
    int sum = 0;
    for (unsigned other = 0; other < CARDS; other++) {
        int dx = mind->board->x[other] - zk_yokai_to_x(move);
        int dy = mind->board->y[other] - zk_yokai_to_y(move);
        if (other != card && dx * dx + dy * dy == 1) beside |= 1u << other;
    }
    for (unsigned i = 0; i < WORLDS; i++) {
        const uint8_t *family = mind->worlds[i].family;
        unsigned rest = beside;
        while (rest && family[zk_lowest(rest)] != family[card]) rest &= rest - 1;
        sum += rest != 0;
    }
    return sum;
}

static zk_move choose_move(struct mind *mind) {
    const struct zk_bot_turn *turn = mind->turn;
    zk_move best = turn->moves[0];
    int32_t best_worth = INT32_MIN, best_joins = 0;
    if (turn->moves_count == 1) return best; /* perhaps to skip (Y12) */
    draw_worlds(mind, true);
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        int32_t worth = zk_yokai_plan_worth(&mind->plan, turn->moves[i]);
        if (worth + 2 * WORLDS <= best_worth) continue;
        int32_t joined = joins(mind, turn->moves[i]);
        if (worth + 2 * joined <= best_worth) continue;
        best_worth = worth + 2 * joined;
        best_joins = joined;
        best = turn->moves[i];
    }
    say(mind, 2 * best_joins > WORLDS ? "yokai.why.joins" : "yokai.why.nearer",
        zk_yokai_card(best));
    return best;
}

/* ---- Hints ---- */

/* What laying a hint is worth, turning up another one being 0. */
static int weigh_hint(const struct mind *mind, zk_move move) {
    unsigned card = zk_yokai_card(move), hint = zk_yokai_laid_hint(move), strangers = 0;
    int right = 0, goes = WORLDS - mind->plan.stays[card];
    for (unsigned f = 0; f < 4; f++)
        if (hint >> f & 1) right += mind->votes[card][f]; /* all of them when blind (Y34) */
    for (int seat = 0; seat < mind->seen->players;
         seat++) /* who has not looked learns something */
        strangers += seat != mind->turn->seat && !(mind->board->looked[seat] >> card & 1);
    int tells = (int)((4 - bits_count(hint)) * strangers);
    return 12 + 2 * tells - 3 * (WORLDS - right) - 3 * goes;
}

static void say_why_hint(const struct mind *mind, zk_move move) {
    struct zk_refusal *why = mind->turn->why;
    unsigned hint = zk_yokai_laid_hint(move);
    if (!why) return;
    if (zk_yokai_act(move) != ZK_YOKAI_DO_LAY) {
        zk_refuse(why, "", "yokai.why.turns_up");
    } else if (hint == ZK_YOKAI_BLIND_HINT) {
        say(mind, "yokai.why.locks", zk_yokai_card(move));
    } else {
        char letters[8];
        struct zk_text text = zk_text_in(letters, sizeof letters);
        zk_yokai_put_families(&text, hint);
        say(mind, "yokai.why.tells", zk_yokai_card(move));
        zk_refuse_arg(why, letters, text.used);
    }
}

static zk_move choose_hint(struct mind *mind) {
    const struct zk_bot_turn *turn = mind->turn;
    zk_move best = turn->moves[0];
    int best_worth = INT32_MIN;
    draw_worlds(mind, true);
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        bool lays = zk_yokai_act(turn->moves[i]) == ZK_YOKAI_DO_LAY;
        int worth = lays ? weigh_hint(mind, turn->moves[i]) : 0;
        if (worth <= best_worth) continue;
        best_worth = worth;
        best = turn->moves[i];
    }
    say_why_hint(mind, best);
    return best;
}

/* ---- The turn ---- */

zk_move zk_normal_yokai(const struct zk_bot_turn *turn) {
    struct mind mind;
    open_mind(&mind, turn);
    switch (mind.board->phase) {
    case ZK_YOKAI_PEEK:
        if (declares(&mind)) return zk_yokai_move(ZK_YOKAI_DO_DECLARE, 0, 0);
        return choose_look(&mind, CARDS);
    case ZK_YOKAI_AGAIN: return choose_look(&mind, mind.board->peeked - 1u);
    case ZK_YOKAI_MOVE: return choose_move(&mind);
    default: return choose_hint(&mind);
    }
}
