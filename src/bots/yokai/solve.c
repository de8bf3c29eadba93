/* solve.c: the fewest moves to peace in Yokai.
 *
 * Peace is four tetrominoes, one for each family, side by side in one piece. A target that k of
 * the sixteen cards already lie in needs at least 16 - k moves. So: for d = 0, 1, 2, ... every
 * target is looked at that at least 16 - d cards lie in, and for each of them whether d moves of
 * one card at a time lead there without ever tearing the cards apart (Y11). Targets that d moves
 * just reach come first: nearly always one of them works. Those with moves to spare, for cards
 * that step aside or go in two steps, come last, and are what makes a d that fails dear.
 *
 * The first d that works is the fewest: all targets are there that as many cards lie in, and for
 * each of them all ways of d moves. None is lost at the edge of the frame, since a card that is k
 * places outside the rectangle around the cards needs k of them outside, each of them moved.
 *
 * Targets are found family by family: all tetrominoes that a family's cards lie in, by how many of
 * them do; a branch ends when the rest cannot make up what is missing. */
#include "solve.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "../../core/bits.h"

enum {
    CARDS = ZK_YOKAI_CARDS,
    FAMILIES = ZK_YOKAI_FAMILIES,
    MARGIN = 16 + 4,        /* as far as cards can go, and a tetromino further */
    SIDE = 16 + 2 * MARGIN, /* of the frame around sixteen cards */
    CELLS = SIDE * SIDE,
    TETROMINOES = ZK_YOKAI_TETROMINOES,
    PLACEMENTS_MAX = 4 * TETROMINOES * 4,
    SEEN_BITS = 11,
};

const int8_t zk_yokai_tetromino[TETROMINOES][4][2] = {
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}},   {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
    {{0, 0}, {0, 1}, {1, 0}, {1, 1}},   {{0, 0}, {0, 1}, {0, 2}, {1, 1}},
    {{0, 0}, {1, 0}, {2, 0}, {1, 1}},   {{0, 0}, {1, -1}, {1, 0}, {1, 1}},
    {{0, 0}, {1, -1}, {1, 0}, {2, 0}},  {{0, 0}, {0, 1}, {1, 1}, {1, 2}},
    {{0, 0}, {1, -1}, {1, 0}, {2, -1}}, {{0, 0}, {0, 1}, {1, -1}, {1, 0}},
    {{0, 0}, {1, 0}, {1, 1}, {2, 1}},   {{0, 0}, {1, 0}, {2, 0}, {2, 1}},
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}},   {{0, 0}, {0, 1}, {1, 1}, {2, 1}},
    {{0, 0}, {1, -2}, {1, -1}, {1, 0}}, {{0, 0}, {1, 0}, {2, -1}, {2, 0}},
    {{0, 0}, {1, 0}, {1, 1}, {1, 2}},   {{0, 0}, {0, 1}, {1, 0}, {2, 0}},
    {{0, 0}, {0, 1}, {0, 2}, {1, 2}},
};

static const int16_t step[4] = {1, -1, SIDE, -SIDE};

struct placement {
    uint16_t cell[4];
};

/* Tetrominoes of one family that as many of its cards lie in. */
struct bucket {
    uint32_t count;
    struct placement placement[PLACEMENTS_MAX];
};

struct solver {
    uint16_t where[CARDS];
    uint8_t family[CARDS];
    uint16_t locked;
    uint8_t locked_in[FAMILIES];       /* how many cards of each family are locked */
    uint8_t card_at[CELLS];            /* card + 1 */
    uint8_t family_at[CELLS];          /* family + 1, of the layout as given */
    uint8_t goal[CELLS];               /* family + 1, of the target being built */
    struct bucket bucket[FAMILIES][4]; /* by cards in place, less 1 */
    int most[FAMILIES];                /* the largest of them that has any */
    uint8_t order[FAMILIES];           /* families, the most constrained first */
    uint8_t touching[FAMILIES];        /* bits: earlier tetrominoes that each touches */
    struct placement chosen[FAMILIES];
    bool straight; /* no card moves twice */
    int depth;     /* moves that may be made */
    struct zk_yokai_step *steps;
    int top, left;     /* of cell 0 */
    int height, width; /* of the rectangle around the cards, which begins at MARGIN, MARGIN */
    uint32_t stamp;    /* of the target and the position that are being filled */
    uint64_t seen[1 << SEEN_BITS]; /* what has failed there, each at a place of its own hash */
};
_Static_assert(sizeof(struct solver) <= ZK_YOKAI_SOLVE_SIZE, "scratch is too small");

/* ---- Whether the cards hang together ---- */

/* Whether all sixteen hang together when a card goes from one cell to another, empty one. */
static bool may_go(struct solver *solver, unsigned from, unsigned to) {
    uint8_t *at = solver->card_at;
    uint8_t card = at[from];
    at[from] = 0;
    bool joined = false;
    for (unsigned i = 0; i < 4; i++) joined |= at[(int)to + step[i]] != 0;
    if (joined) {
        /* Going round the place it leaves: with one group of neighbours nothing is parted. */
        static const int16_t around[9] = {-SIDE,    -SIDE + 1, 1,         SIDE + 1, SIDE,
                                          SIDE - 1, -1,        -SIDE - 1, -SIDE};
        unsigned groups = 0;
        for (unsigned i = 0; i < 8; i += 2)
            groups += at[(int)from + around[i]] &&
                      !(at[(int)from + around[i + 1]] && at[(int)from + around[i + 2]]);
        if (groups > 1) {
            uint16_t reached[CARDS];
            unsigned count = 1;
            at[to] = card;
            reached[0] = (uint16_t)to;
            at[to] |= 128;
            for (unsigned next = 0; next < count; next++)
                for (unsigned i = 0; i < 4; i++) {
                    unsigned cell = (unsigned)(reached[next] + step[i]);
                    if (!at[cell] || at[cell] & 128) continue;
                    at[cell] |= 128;
                    reached[count++] = (uint16_t)cell;
                }
            for (unsigned i = 0; i < count; i++) at[reached[i]] &= 127;
            at[to] = 0;
            joined = count == CARDS;
        }
    }
    at[from] = card;
    return joined;
}

static void go(struct solver *solver, unsigned card, unsigned to) {
    solver->card_at[solver->where[card]] = 0;
    solver->card_at[to] = (uint8_t)(card + 1);
    solver->where[card] = (uint16_t)to;
}

static void note(struct solver *solver, int made, unsigned card, unsigned to) {
    solver->steps[made] =
        (struct zk_yokai_step){(uint8_t)card, (int8_t)((int)(to % SIDE) + solver->left),
                               (int8_t)((int)(to / SIDE) + solver->top)};
}

/* ---- Whether a target can be reached ---- */

/* The cards that do not lie in the target yet, and the target's cells where none of its own lie. */
struct rest {
    uint8_t card[CARDS];
    uint16_t hole[CARDS];
    unsigned cards, holes;
};

static void find_rest(const struct solver *solver, struct rest *rest) {
    rest->cards = rest->holes = 0;
    for (unsigned card = 0; card < CARDS; card++)
        if (solver->goal[solver->where[card]] != solver->family[card] + 1)
            rest->card[rest->cards++] = (uint8_t)card;
    for (unsigned f = 0; f < FAMILIES; f++)
        for (unsigned i = 0; i < 4; i++) {
            unsigned cell = solver->chosen[f].cell[i], card = solver->card_at[cell];
            if (!card || solver->family[card - 1] + 1 != solver->goal[cell])
                rest->hole[rest->holes++] = (uint16_t)cell;
        }
}

/* Each card of the rest goes once, straight into a hole; bits say which cards and holes are left,
 * and with them how the cards lie but for who is who in a family. */
static bool fill(struct solver *solver, const struct rest *rest, unsigned cards,
                 unsigned holes, int made) {
    if (!cards) return true;
    uint32_t left = cards << 16 | holes;
    uint64_t *seen = &solver->seen[left * 0x9E3779B1u >> (32 - SEEN_BITS)];
    if (*seen == ((uint64_t)solver->stamp << 32 | left)) return false;
    *seen = (uint64_t)solver->stamp << 32 | left;
    for (unsigned c = cards; c; c &= c - 1) {
        unsigned card = rest->card[zk_lowest(c)], from = solver->where[card];
        if (solver->locked >> card & 1) return false;
        for (unsigned h = holes; h; h &= h - 1) {
            unsigned hole = rest->hole[zk_lowest(h)];
            if (solver->goal[hole] != solver->family[card] + 1 || solver->card_at[hole])
                continue;
            if (!may_go(solver, from, hole)) continue;
            go(solver, card, hole);
            bool done = fill(solver, rest, cards & ~(c & -c), holes & ~(h & -h), made + 1);
            go(solver, card, from);
            if (!done) continue;
            note(solver, made, card, hole);
            return true;
        }
    }
    return false;
}

/* A move that was made, to see whether the next one could have come before it. */
struct made {
    unsigned card, from;
    bool fills; /* into the target, for good */
};

/* Whether the same way is tried in another order. Moves that can change places are tried with those
 * that do not fill first, then by card; what is filled in the end is for `fill` to order. And a
 * card that moves twice in a row could have gone there at once. */
static bool is_tried_otherwise(struct solver *solver, const struct made *last,
                               const struct made *next, unsigned to) {
    if (next->card == last->card) return true;
    if (next->fills != last->fills ? next->fills : next->card > last->card) return false;
    if (to == last->from) return false;
    unsigned back = solver->where[last->card];
    go(solver, last->card, last->from);
    bool could = may_go(solver, next->from, to);
    go(solver, last->card, back);
    return could;
}

/* Whether one of the first so many sides of a place has a card: then it was come upon from there. */
static bool is_beside(const struct solver *solver, unsigned place, unsigned sides) {
    for (unsigned i = 0; i < sides; i++)
        if (solver->card_at[(int)place - step[i]]) return true;
    return false;
}

/* With moves to spare: any card may also go anywhere first. `last` is the move just made, or NULL. */
static bool reach(struct solver *solver, int made, const struct made *last) {
    struct rest rest;
    find_rest(solver, &rest);
    int spare = solver->depth - made - (int)rest.cards;
    if (spare < 0) return false;
    if (!++solver->stamp) memset(solver->seen, 0, sizeof solver->seen);
    if (fill(solver, &rest, (1u << rest.cards) - 1, (1u << rest.holes) - 1, made)) return true;
    if (!spare || solver->straight) return false;
    for (unsigned card = 0; card < CARDS; card++) {
        if (solver->locked >> card & 1) continue;
        unsigned from = solver->where[card], mark = solver->family[card] + 1u;
        bool stray = solver->goal[from] != mark;
        for (unsigned other = 0; other < CARDS; other++)
            for (unsigned i = 0; i < 4; i++) {
                unsigned to = (unsigned)(solver->where[other] + step[i]);
                struct made next = {card, from, stray && solver->goal[to] == mark};
                if (solver->card_at[to] || is_beside(solver, to, i)) continue;
                if (!may_go(solver, from, to)) continue;
                if (last && is_tried_otherwise(solver, last, &next, to)) continue;
                go(solver, card, to);
                bool done = reach(solver, made + 1, &next);
                go(solver, card, from);
                if (!done) continue;
                note(solver, made, card, to);
                return true;
            }
    }
    return false;
}

/* ---- Targets ---- */

/* Whether four tetrominoes form one piece, by whom each touches among the earlier ones. */
static bool one_piece(const uint8_t *touching) {
    unsigned reached = 1, grown = 0;
    while (grown != reached) {
        grown = reached;
        for (unsigned i = 1; i < FAMILIES; i++) {
            if (touching[i] & reached) reached |= 1u << i;
            if (reached >> i & 1) reached |= touching[i];
        }
    }
    return reached == (1u << FAMILIES) - 1;
}

static bool choose(struct solver *solver, unsigned index, int missing);

/* Puts a tetromino into the target if its cells are free, and goes on to the next family. */
static bool try_placement(struct solver *solver, unsigned index,
                          const struct placement *placement, int missing) {
    const uint16_t *cell = placement->cell;
    uint8_t *goal = solver->goal;
    if (goal[cell[0]] | goal[cell[1]] | goal[cell[2]] | goal[cell[3]]) return false;
    unsigned families = 0;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 4; j++) families |= 1u << goal[cell[i] + step[j]];
    uint8_t touching = 0;
    for (unsigned i = 0; i < index; i++)
        if (families >> (solver->order[i] + 1) & 1) touching |= (uint8_t)(1u << i);
    solver->touching[index] = touching;
    if (index == FAMILIES - 1 && (!touching || !one_piece(solver->touching))) return false;
    uint8_t mark = (uint8_t)(solver->order[index] + 1);
    for (unsigned i = 0; i < 4; i++) goal[cell[i]] = mark;
    solver->chosen[index] = *placement;
    bool done =
        index == FAMILIES - 1 ? reach(solver, 0, NULL) : choose(solver, index + 1, missing);
    for (unsigned i = 0; i < 4; i++) goal[cell[i]] = 0;
    return done;
}

/* Calls try_placement for every tetromino that no card of the family lies in and that is no more
 * than `depth` places outside the rectangle around the cards. */
static bool choose_far(struct solver *solver, unsigned index, int missing) {
    unsigned mark = solver->order[index] + 1u;
    int out = solver->depth;
    for (unsigned t = 0; t < TETROMINOES; t++)
        for (int row = MARGIN - out; row < MARGIN + solver->height + out; row++)
            for (int column = MARGIN - out; column < MARGIN + solver->width + out; column++) {
                struct placement placement;
                bool own = false;
                for (unsigned i = 0; i < 4; i++) {
                    int at = (row + zk_yokai_tetromino[t][i][0]) * SIDE + column +
                             zk_yokai_tetromino[t][i][1];
                    placement.cell[i] = (uint16_t)at;
                    own |= solver->family_at[at] == mark;
                }
                if (!own && try_placement(solver, index, &placement, missing)) return true;
            }
    return false;
}

/* Tetrominoes for the families from order[index] on, in which exactly `missing` cards lie. */
static bool choose(struct solver *solver, unsigned index, int missing) {
    unsigned family = solver->order[index];
    int others = 0;
    for (unsigned i = index + 1; i < FAMILIES; i++) others += solver->most[solver->order[i]];
    int least = missing - others;
    if (index == FAMILIES - 1 && least < missing) least = missing;
    int most = solver->most[family] < missing ? solver->most[family] : missing;
    for (int in_place = most; in_place >= least && in_place > 0; in_place--) {
        if (index == FAMILIES - 1 && in_place != missing) break;
        const struct bucket *bucket = &solver->bucket[family][in_place - 1];
        for (uint32_t i = 0; i < bucket->count; i++)
            if (try_placement(solver, index, &bucket->placement[i], missing - in_place))
                return true;
    }
    if (least <= 0 && (index < FAMILIES - 1 || missing == 0) && !solver->straight &&
        !solver->locked_in[family])
        return choose_far(solver, index, missing);
    return false;
}

static void find_placements(struct solver *solver, unsigned family) {
    for (unsigned i = 0; i < 4; i++) solver->bucket[family][i].count = 0;
    uint8_t mark = (uint8_t)(family + 1);
    for (unsigned card = 0; card < CARDS; card++) {
        if (solver->family[card] != family) continue;
        for (unsigned t = 0; t < TETROMINOES; t++)
            for (unsigned anchor = 0; anchor < 4; anchor++) {
                struct placement placement;
                unsigned in_place = 0, locked = 0;
                int first = solver->where[card] - zk_yokai_tetromino[t][anchor][0] * SIDE -
                            zk_yokai_tetromino[t][anchor][1];
                bool earlier = false; /* found already by an earlier card of the family */
                for (unsigned i = 0; i < 4; i++) {
                    int at = first + zk_yokai_tetromino[t][i][0] * SIDE +
                             zk_yokai_tetromino[t][i][1];
                    placement.cell[i] = (uint16_t)at;
                    unsigned there = solver->card_at[at];
                    bool stays = there && (solver->locked >> (there - 1) & 1);
                    if (solver->family_at[at] != mark) {
                        earlier |= stays; /* a locked card of another family is in the way */
                        continue;
                    }
                    in_place++;
                    locked += stays;
                    earlier |= there < card + 1u;
                }
                if (earlier || locked < solver->locked_in[family]) continue;
                struct bucket *bucket = &solver->bucket[family][in_place - 1];
                bucket->placement[bucket->count++] = placement;
            }
    }
    solver->most[family] = 4;
    while (solver->most[family] > 0 && !solver->bucket[family][solver->most[family] - 1].count)
        solver->most[family]--;
}

/* How many tetrominoes there are in which the most of a family's cards lie. */
static int most_placements(const struct solver *solver, unsigned family) {
    int most = solver->most[family];
    return most ? (int)solver->bucket[family][most - 1].count : 0;
}

static void set_up(struct solver *solver, const struct zk_yokai_layout *layout) {
    int left = layout->x[0], top = layout->y[0], right = left, bottom = top;
    for (unsigned card = 1; card < CARDS; card++) {
        if (layout->x[card] < left) left = layout->x[card];
        if (layout->y[card] < top) top = layout->y[card];
        if (layout->x[card] > right) right = layout->x[card];
        if (layout->y[card] > bottom) bottom = layout->y[card];
    }
    solver->left = left - MARGIN;
    solver->top = top - MARGIN;
    solver->width = right - left + 1;
    solver->height = bottom - top + 1;
    memset(solver->card_at, 0, sizeof solver->card_at);
    memset(solver->family_at, 0, sizeof solver->family_at);
    memset(solver->goal, 0, sizeof solver->goal);
    for (unsigned card = 0; card < CARDS; card++) {
        unsigned cell = (unsigned)((layout->y[card] - solver->top) * SIDE + layout->x[card] -
                                   solver->left);
        solver->where[card] = (uint16_t)cell;
        solver->family[card] = layout->family[card];
        solver->card_at[cell] = (uint8_t)(card + 1);
        solver->family_at[cell] = (uint8_t)(layout->family[card] + 1);
    }
    solver->locked = layout->locked;
    memset(solver->locked_in, 0, sizeof solver->locked_in);
    for (unsigned card = 0; card < CARDS; card++)
        if (layout->locked >> card & 1) solver->locked_in[layout->family[card]]++;
    for (unsigned family = 0; family < FAMILIES; family++) find_placements(solver, family);
    for (unsigned i = 0; i < FAMILIES; i++) solver->order[i] = (uint8_t)i;
    for (unsigned i = 1; i < FAMILIES; i++) /* most in place first, then fewest choices */
        for (unsigned j = i; j > 0; j--) {
            unsigned a = solver->order[j - 1], b = solver->order[j];
            int by_most = solver->most[b] - solver->most[a];
            int by_count = most_placements(solver, a) - most_placements(solver, b);
            if (by_most < 0 || (by_most == 0 && by_count <= 0)) break;
            solver->order[j - 1] = (uint8_t)b;
            solver->order[j] = (uint8_t)a;
        }
}

static int solve(const struct zk_yokai_layout *layout, int limit, bool straight, void *scratch,
                 struct zk_yokai_step *steps) {
    struct solver *solver = scratch;
    assert(limit <= ZK_YOKAI_SOLVE_MOVES_MAX);
    set_up(solver, layout);
    solver->steps = steps;
    solver->straight = straight;
    solver->stamp = 0;
    memset(solver->seen, 0, sizeof solver->seen);
    int most = 0;
    for (unsigned family = 0; family < FAMILIES; family++) {
        if (!solver->most[family] && solver->locked_in[family]) return -1;
        most += solver->most[family];
    }
    for (solver->depth = CARDS - most; solver->depth <= limit; solver->depth++) {
        int least = CARDS - solver->depth;
        for (int in_place = least; in_place <= (straight ? least : most); in_place++)
            if (choose(solver, 0, in_place)) return solver->depth;
    }
    return -1;
}

int zk_yokai_solve(const struct zk_yokai_layout *layout, int limit, void *scratch,
                   struct zk_yokai_step *steps) {
    return solve(layout, limit, false, scratch, steps);
}

int zk_yokai_solve_straight(const struct zk_yokai_layout *layout, int limit, void *scratch,
                            struct zk_yokai_step *steps) {
    return solve(layout, limit, true, scratch, steps);
}

/* Each turn moves a card (Y10) and turns up a hint card or lays one (Y13). A card that is turned
 * up costs 3 of its 5 points and one that is laid where it is right costs 1 more (Y23), so a turn
 * is never worth more than it costs, and as many as can be lay a card: every second one, since
 * each has to be turned up before. There is always a yokai to lay it on: those that the way leaves
 * where they are. That its family is on the hint card is luck, which the best score has. */
int zk_yokai_best_score(uint32_t hints, uint32_t moves) {
    uint32_t laid = moves / 2, turned_up = moves - laid;
    return turned_up > hints ? -1 : (int)(5 * hints - 3 * turned_up - laid);
}
