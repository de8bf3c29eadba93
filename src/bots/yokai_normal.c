/* yokai_normal.c: a plain partner for Yokai.
 *
 * It remembers all it has seen, takes hints at their word, and thinks that a card somebody moved
 * was probably put beside its family. From that it draws worlds, sixteen families that fit, and
 * in each of them asks the solver for the nearest peace. It looks at what it is least sure of,
 * makes the move that brings the worlds closest to peace on average, lays a hint where it is right
 * and in nobody's way, and declares when enough of the worlds are at peace. */
#include <assert.h>
#include <string.h>

#include "../core/bits.h"
#include "normal.h"
#include "yokai_solve.h"

enum {
    CARDS = ZK_YOKAI_CARDS,
    WORLDS = 24,        /* to plan in */
    PEACE_WORLDS = 96,  /* to declare by */
    SWAPS_FIRST = 300,  /* of cards, before the first world is taken */
    SWAPS_BETWEEN = 48, /* and between two of them */
    MOVES_LIMIT = 9,    /* deeper plans count as one more */
    CANDIDATES = 8,     /* moves that are looked at closely */
    STEPS_MAX = ZK_YOKAI_SOLVE_MOVES_MAX,
};

struct world {
    uint8_t family[CARDS];
};

struct mind {
    const struct zk_yokai_view *seen;
    const struct zk_yokai_board *board;
    struct zk_rng *rng;
    uint16_t unknown;       /* bits: cards whose family this seat has not seen */
    uint16_t moved;         /* bits: unknown cards that no longer lie where they were dealt */
    uint16_t beside[CARDS]; /* bits: the cards beside each card */
    struct world world;     /* the one at hand */
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
        unsigned a = unknown[zk_rng_below(mind->rng, count)],
                 b = unknown[zk_rng_below(mind->rng, count)];
        if (family[a] == family[b]) continue;
        uint8_t kept = family[a];
        family[a] = family[b];
        family[b] = kept;
        int then = all_doubts(mind);
        uint32_t odds = 1; /* one in 3 to the power of the new doubts */
        for (int more = then - now; more > 0 && odds < 60000; more--) odds *= 3;
        if (zk_rng_below(mind->rng, odds) == 0) {
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
    memset(mind, 0, sizeof *mind);
    mind->seen = seen;
    mind->board = board;
    mind->rng = turn->rng;
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
    shake(mind, SWAPS_FIRST);
}

/* ---- Peace ---- */

static bool at_peace(const struct mind *mind) {
    const uint8_t *family = mind->world.family;
    for (unsigned f = 0; f < 4; f++) {
        unsigned cards = 0, grown = 0;
        for (unsigned card = 0; card < CARDS; card++)
            cards |= (unsigned)(family[card] == f) << card;
        unsigned reached = cards & -cards;
        while (grown != reached) {
            grown = reached;
            for (unsigned rest = grown; rest; rest &= rest - 1)
                reached |= mind->beside[zk_lowest(rest)] & cards;
        }
        if (reached != cards) return false;
    }
    return true;
}

/* Of PEACE_WORLDS, how many are at peace. */
static unsigned worlds_at_peace(struct mind *mind) {
    unsigned peace = 0;
    for (unsigned i = 0; i < PEACE_WORLDS; i++) {
        peace += at_peace(mind);
        shake(mind, SWAPS_BETWEEN);
    }
    return peace;
}

/* ---- Looking ---- */

/* The unlocked card, other than `other`, of whose family this seat is least sure; among equals the
 * one with fewer neighbours, which is more likely to be moved. */
static unsigned least_sure(struct mind *mind, unsigned other) {
    unsigned votes[CARDS][4] = {{0}}, best = CARDS;
    int best_worth = -1;
    for (unsigned i = 0; i < WORLDS; i++) {
        for (unsigned card = 0; card < CARDS; card++) votes[card][mind->world.family[card]]++;
        shake(mind, SWAPS_BETWEEN);
    }
    for (unsigned card = 0; card < CARDS; card++) {
        if ((mind->board->locked >> card & 1) || card == other) continue;
        unsigned most = 0;
        for (unsigned f = 0; f < 4; f++)
            if (votes[card][f] > most) most = votes[card][f];
        int unsure = mind->unknown >> card & 1 ? (int)(WORLDS - most) + 4 : 0;
        int worth = 8 * unsure + 4 * (4 - (int)bits_count(mind->beside[card])) +
                    (int)zk_rng_below(mind->rng, 4);
        if (worth <= best_worth) continue;
        best_worth = worth;
        best = card;
    }
    return best;
}

/* ---- Moving ---- */

struct candidate {
    zk_move move;
    uint32_t votes;
};

static void lay_out(const struct mind *mind, const struct world *world, uint16_t locked,
                    struct zk_yokai_layout *layout) {
    memcpy(layout->x, mind->board->x, sizeof layout->x);
    memcpy(layout->y, mind->board->y, sizeof layout->y);
    memcpy(layout->family, world->family, sizeof layout->family);
    layout->locked = locked;
}

static int distance(const struct zk_yokai_layout *layout, void *scratch,
                    struct zk_yokai_step *steps) {
    int moves = zk_yokai_solve_straight(layout, MOVES_LIMIT, scratch, steps);
    return moves < 0 ? MOVES_LIMIT + 1 : moves;
}

static zk_move step_move(struct zk_yokai_step step) {
    return zk_yokai_move_to(step.card, step.x, step.y);
}

static bool is_listed(const struct zk_bot_turn *turn, zk_move move) {
    for (uint32_t i = 0; i < turn->moves_count; i++)
        if (turn->moves[i] == move) return true;
    return false;
}

static void vote(struct candidate *candidates, uint32_t *count, uint32_t room, zk_move move) {
    for (uint32_t i = 0; i < *count; i++)
        if (candidates[i].move == move) {
            candidates[i].votes++;
            return;
        }
    if (*count < room) candidates[(*count)++] = (struct candidate){move, 1};
}

/* The candidates with the most votes to the front. */
static void sort_by_votes(struct candidate *candidates, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && candidates[j].votes > candidates[j - 1].votes; j--) {
            struct candidate kept = candidates[j];
            candidates[j] = candidates[j - 1];
            candidates[j - 1] = kept;
        }
}

static zk_move choose_move(struct mind *mind, const struct zk_bot_turn *turn, void *scratch) {
    struct world worlds[WORLDS];
    struct zk_yokai_layout layout;
    struct zk_yokai_step steps[STEPS_MAX];
    struct candidate candidates[WORLDS * STEPS_MAX];
    uint32_t count = 0;
    for (unsigned i = 0; i < WORLDS; i++) {
        worlds[i] = mind->world;
        lay_out(mind, &worlds[i], mind->board->locked, &layout);
        int moves = zk_yokai_solve_straight(&layout, MOVES_LIMIT, scratch, steps);
        for (int k = 0; k < moves; k++)
            if (is_listed(turn, step_move(steps[k])))
                vote(candidates, &count, WORLDS * STEPS_MAX, step_move(steps[k]));
        shake(mind, SWAPS_BETWEEN);
    }
    sort_by_votes(candidates, count);
    if (count > CANDIDATES) count = CANDIDATES;
    while (count < CANDIDATES / 2) /* little to go by: some moves at random */
        candidates[count++] =
            (struct candidate){turn->moves[zk_rng_below(turn->rng, turn->moves_count)], 0};
    zk_move best = candidates[0].move;
    int least = INT32_MAX;
    for (uint32_t c = 0; c < count; c++) {
        unsigned card = zk_yokai_card(candidates[c].move);
        int sum = 0;
        for (unsigned i = 0; i < WORLDS; i++) {
            lay_out(mind, &worlds[i], mind->board->locked, &layout);
            layout.x[card] = (int8_t)zk_yokai_to_x(candidates[c].move);
            layout.y[card] = (int8_t)zk_yokai_to_y(candidates[c].move);
            sum += distance(&layout, scratch, steps);
        }
        if (sum >= least) continue;
        least = sum;
        best = candidates[c].move;
    }
    return best;
}

/* ---- Hints ---- */

static zk_move choose_hint(struct mind *mind, const struct zk_bot_turn *turn, void *scratch) {
    unsigned votes[CARDS][4] = {{0}}, goes[CARDS] = {0};
    struct zk_yokai_layout layout;
    struct zk_yokai_step steps[STEPS_MAX];
    for (unsigned i = 0; i < WORLDS; i++) {
        for (unsigned card = 0; card < CARDS; card++) votes[card][mind->world.family[card]]++;
        lay_out(mind, &mind->world, mind->board->locked, &layout);
        int moves = zk_yokai_solve_straight(&layout, MOVES_LIMIT, scratch, steps);
        for (int k = 0; k < moves; k++) goes[steps[k].card]++;
        shake(mind, SWAPS_BETWEEN);
    }
    zk_move best = turn->moves[0];
    int best_worth = INT32_MIN;
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        zk_move move = turn->moves[i];
        int worth = 0; /* of turning up another one */
        if (zk_yokai_act(move) == ZK_YOKAI_DO_LAY) {
            unsigned card = zk_yokai_card(move), hint = zk_yokai_laid_hint(move), right = 0;
            for (unsigned f = 0; f < 4; f++)
                if (hint == ZK_YOKAI_BLIND_HINT || (hint >> f & 1)) right += votes[card][f];
            int wrong = (int)(WORLDS - right), in_the_way = (int)goes[card];
            unsigned strangers = 0; /* who has not looked at it learns something */
            for (int seat = 0; seat < mind->seen->players; seat++)
                strangers += seat != turn->seat && !(mind->board->looked[seat] >> card & 1);
            int tells = (4 - (int)bits_count(hint & 15)) * (int)strangers;
            worth = 3 * (int)WORLDS / 8 - 3 * wrong - 3 * in_the_way + tells;
        }
        if (worth <= best_worth) continue;
        best_worth = worth;
        best = move;
    }
    return best;
}

/* ---- The turn ---- */

zk_move zk_normal_yokai(const struct zk_bot_turn *turn) {
    enum { DECLARE_AT = 60 }; /* in a hundred worlds */
    _Alignas(8) unsigned char scratch[ZK_YOKAI_SOLVE_SIZE];
    const struct zk_yokai_view *seen = turn->view;
    struct mind mind;
    open_mind(&mind, turn);
    switch (seen->board.phase) {
    case ZK_YOKAI_PEEK:
        if (100 * worlds_at_peace(&mind) >= DECLARE_AT * PEACE_WORLDS)
            return (zk_move)ZK_YOKAI_DO_DECLARE << 24;
        return (zk_move)ZK_YOKAI_DO_PEEK << 24 | least_sure(&mind, CARDS);
    case ZK_YOKAI_AGAIN:
        return (zk_move)ZK_YOKAI_DO_PEEK << 24 | least_sure(&mind, seen->board.peeked - 1u);
    case ZK_YOKAI_MOVE:
        if (turn->moves_count == 1) return turn->moves[0];
        return choose_move(&mind, turn, scratch);
    default: return choose_hint(&mind, turn, scratch);
    }
}
