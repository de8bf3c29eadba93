/* yokai_plan.c: the nearest targets of Yokai and the moves toward them, see yokai_plan.h.
 *
 * A target is four tetrominoes, one for each family, in one piece. It needs as many moves as cards
 * lie outside their family's tetromino, so the nearest targets are those with the most cards in
 * place. For a total, best first, every way to share it among the families is tried: two families
 * by two loops, the other two by lists from which everything in the way has been struck out. Sets of cells are
 * 121 bits, so that "in the way" and "beside" take two instructions each.
 *
 * Near the end it matters in which order the cards go; there a target counts only when its missing
 * cards can go one by one without tearing the others apart. */
#include "yokai_plan.h"

#include <string.h>

#include "../core/bits.h"
#include "yokai_solve.h"

enum {
    CARDS = ZK_YOKAI_CARDS,
    SIDE = ZK_YOKAI_PLAN_SIDE,
    CELLS = ZK_YOKAI_PLAN_CELLS,
    PIECES = ZK_YOKAI_PLAN_PIECES,
    NEAR = 4,          /* moves for which the order is looked into */
    TRIES_MAX = 60000, /* pairs of pieces; then what was found will do */
};

typedef struct zk_yokai_cells cells;

/* ---- Sets of cells ---- */

static inline cells both(cells a, cells b) { return (cells){a.low & b.low, a.high & b.high}; }
static inline cells either(cells a, cells b) {
    return (cells){a.low | b.low, a.high | b.high};
}
static inline cells without(cells a, cells b) {
    return (cells){a.low & ~b.low, a.high & ~b.high};
}
static inline bool meet(cells a, cells b) {
    return ((a.low & b.low) | (a.high & b.high)) != 0;
}
/* Whether a has cells outside b. */
static inline bool leaves(cells a, cells b) {
    return ((a.low & ~b.low) | (a.high & ~b.high)) != 0;
}
static inline bool is_none(cells a) { return (a.low | a.high) == 0; }
static inline bool is_same(cells a, cells b) { return a.low == b.low && a.high == b.high; }

static inline cells shifted(uint64_t bits, unsigned by) {
    if (by >= 64) return (cells){0, bits << (by - 64)};
    return (cells){bits << by, by ? bits >> (64 - by) : 0};
}
static inline cells one(unsigned cell) { return shifted(1, cell); }
static inline cells up(cells a, unsigned by) { /* 0 < by < 64 */
    return (cells){a.low << by, a.high << by | a.low >> (64 - by)};
}
static inline cells down(cells a, unsigned by) {
    return (cells){a.low >> by | a.high << (64 - by), a.high >> by};
}

static cells moved(cells a, unsigned by) {
    if (by >= 64)
        return (cells){0, a.low << (by - 64)}; /* what it has there, the window has not */
    return by ? up(a, by) : a;
}

static const cells first_column = {0x0080100200400801, 0x0000400801002004};
static const cells last_column = {0x0040080100200400, 0x0100200400801002};

static cells around(cells a) {
    cells right = without(up(a, 1), first_column), left = without(down(a, 1), last_column);
    cells sum = either(either(right, left), either(up(a, SIDE), down(a, SIDE)));
    sum.high &= (UINT64_C(1) << (CELLS - 64)) - 1;
    return without(sum, a);
}

static bool in_one_piece(cells a) {
    cells grown = {0, 0}, reached;
    if (a.low)
        reached = (cells){a.low & -a.low, 0};
    else
        reached = (cells){0, a.high & -a.high};
    while (!is_same(grown, reached)) {
        grown = reached;
        reached = either(grown, both(around(grown), a));
    }
    return is_same(reached, a);
}

/* ---- The board ---- */

/* Pairs of families, a bit each. */
static unsigned pair_bit(unsigned a, unsigned b) {
    static const uint8_t pair[4][4] = {
        {0, 1, 2, 4}, {1, 0, 8, 16}, {2, 8, 0, 32}, {4, 16, 32, 0}};
    return pair[a][b];
}

static bool joins_all(unsigned pairs) {
    unsigned reached = 1, grown = 0;
    while (grown != reached) {
        grown = reached;
        for (unsigned a = 0; a < 4; a++)
            for (unsigned b = 0; b < 4; b++)
                if ((reached >> a & 1) && (pairs & pair_bit(a, b))) reached |= 1u << b;
    }
    return reached == 15;
}

/* The shape of that number in all its forms. */
static void find_forms(struct zk_yokai_plan *plan, const char *shape) {
    int height = 1, width = 0;
    for (const char *c = shape; *c; c++) height += *c == '/';
    while (shape[width] != '/') width++;
    for (unsigned turn = 0; turn < 8; turn++) {
        cells form = {0, 0};
        unsigned same = 0;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                if (shape[y * (width + 1) + x] != '#') continue;
                int to_x = turn & 1 ? width - 1 - x : x, to_y = turn & 2 ? height - 1 - y : y;
                form = either(
                    form, one((unsigned)(turn & 4 ? to_x * SIDE + to_y : to_y * SIDE + to_x)));
            }
        while (same < plan->forms && !is_same(plan->form[same], form)) same++;
        if (same < plan->forms) continue;
        plan->width[plan->forms] = (uint8_t)(turn & 4 ? height : width);
        plan->height[plan->forms] = (uint8_t)(turn & 4 ? width : height);
        plan->form[plan->forms++] = form;
    }
}

void zk_yokai_plan_begin(struct zk_yokai_plan *plan, const struct zk_yokai_board *board,
                         const struct zk_yokai_wish *wish) {
    int least_x = board->x[0], most_x = least_x, least_y = board->y[0], most_y = least_y;
    for (unsigned card = 1; card < CARDS; card++) {
        if (board->x[card] < least_x) least_x = board->x[card];
        if (board->x[card] > most_x) most_x = board->x[card];
        if (board->y[card] < least_y) least_y = board->y[card];
        if (board->y[card] > most_y) most_y = board->y[card];
    }
    plan->left = (least_x + most_x + 128) / 2 - 64 - SIDE / 2;
    plan->top = (least_y + most_y + 128) / 2 - 64 - SIDE / 2;
    plan->locked = board->locked;
    plan->outside = 0;
    plan->all = (cells){0, 0};
    for (unsigned card = 0; card < CARDS; card++) {
        int x = board->x[card] - plan->left, y = board->y[card] - plan->top;
        bool inside = x >= 0 && x < SIDE && y >= 0 && y < SIDE;
        plan->cell[card] = (uint8_t)(inside ? y * SIDE + x : CELLS);
        plan->at[card] = inside ? one(plan->cell[card]) : (cells){0, 0};
        plan->outside |= (uint16_t)(!inside << card);
        plan->all = either(plan->all, plan->at[card]);
    }
    plan->forms = 0;
    plan->allowed = (cells){UINT64_MAX, UINT64_MAX};
    plan->in_shape = false;
    if (wish->shape) find_forms(plan, zk_yokai_shape_rows[wish->shape - 1]);
    for (unsigned i = 0; i < plan->forms; i++)
        for (unsigned corner = 0; corner < CELLS; corner++)
            plan->in_shape |= is_same(moved(plan->form[i], corner), plan->all);
    plan->pairs = 0;
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
        for (unsigned a = 0; a < 4; a++)
            for (unsigned b = 0; b < a; b++)
                if (wish->pact[seat] == (1u << a | 1u << b))
                    plan->pairs |= (uint8_t)pair_bit(a, b);
    plan->connected = 0;
    for (unsigned pairs = 0; pairs < 64; pairs++)
        if (joins_all(pairs) && !(plan->pairs & ~pairs))
            plan->connected |= UINT64_C(1) << pairs;
    for (unsigned t = 0; t < ZK_YOKAI_TETROMINOES; t++) {
        plan->base[t] = 0;
        for (unsigned i = 0; i < 4; i++)
            plan->base[t] |= UINT64_C(1) << (zk_yokai_tetromino[t][i][0] * SIDE +
                                             zk_yokai_tetromino[t][i][1] + 2);
    }
    plan->worlds = plan->distance = 0;
    memset(plan->stays, 0, sizeof plan->stays);
    memset(plan->gain, 0, sizeof plan->gain);
}

/* ---- Pieces ---- */

/* Every tetromino that cards of the family lie in: in the window, with all its locked cards and no
 * other family's. Found from the first of its cards that lies in it. */
static void find_pieces(struct zk_yokai_plan *plan, unsigned family) {
    cells earlier = {0, 0}, keeps = {0, 0}, avoids = {0, 0};
    unsigned count = 0;
    plan->own[family] = (cells){0, 0};
    for (unsigned card = 0; card < CARDS; card++) {
        if (plan->family[card] == family)
            plan->own[family] = either(plan->own[family], plan->at[card]);
        if (!(plan->locked >> card & 1)) continue;
        if (plan->family[card] == family)
            keeps = either(keeps, plan->at[card]);
        else
            avoids = either(avoids, plan->at[card]);
    }
    for (unsigned i = 0; i < 4; i++) plan->bucket_count[family][i] = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        if (plan->family[card] != family || (plan->outside >> card & 1)) continue;
        int row = plan->cell[card] / SIDE, column = plan->cell[card] % SIDE;
        for (unsigned t = 0; t < ZK_YOKAI_TETROMINOES; t++)
            for (unsigned anchor = 0; anchor < 4; anchor++) {
                const int8_t(*shape)[2] = zk_yokai_tetromino[t];
                int top = row - shape[anchor][0], left = column - shape[anchor][1];
                bool inside = top >= 0;
                for (unsigned i = 0; i < 4; i++)
                    inside &= top + shape[i][0] < SIDE && left + shape[i][1] >= 0 &&
                              left + shape[i][1] < SIDE;
                if (!inside) continue;
                int first = top * SIDE + left - 2;
                cells place = first >= 0 ? shifted(plan->base[t], (unsigned)first)
                                         : (cells){plan->base[t] >> -first, 0};
                if (meet(place, earlier) || meet(place, avoids)) continue;
                if (leaves(keeps, place)) continue;
                struct zk_yokai_piece *piece = &plan->piece[family][count];
                piece->cells = place;
                piece->beside = around(place);
                piece->used = 0;
                piece->in_place = 0;
                for (unsigned other = 0; other < CARDS; other++)
                    if (plan->family[other] == family && meet(place, plan->at[other]))
                        piece->in_place++;
                unsigned in = piece->in_place - 1u;
                plan->bucket[family][in][plan->bucket_count[family][in]++] = (uint16_t)count++;
            }
        earlier = either(earlier, plan->at[card]);
    }
    plan->count[family] = (uint16_t)count;
}

/* ---- The order near the end ---- */

struct rest {
    uint8_t card[NEAR];
    cells hole[NEAR];
    uint8_t family[NEAR]; /* of the hole */
};

/* Whether the cards left can go into the holes left, one by one. At the root all first moves that
 * work are noted. */
static bool can_go(struct zk_yokai_plan *plan, const struct rest *rest, unsigned cards,
                   unsigned holes, cells all, bool root) {
    bool found = false;
    if (!cards) return true;
    for (unsigned c = cards; c; c &= c - 1) {
        unsigned i = zk_lowest(c), card = rest->card[i];
        for (unsigned h = holes; h; h &= h - 1) {
            unsigned j = zk_lowest(h);
            if (rest->family[j] != plan->family[card] || meet(rest->hole[j], all)) continue;
            cells then = either(without(all, plan->at[card]), rest->hole[j]);
            if (!in_one_piece(then) ||
                !can_go(plan, rest, cards & ~(1u << i), holes & ~(1u << j), then, false))
                continue;
            if (!root) return true;
            plan->first[card] = either(plan->first[card], rest->hole[j]);
            found = true;
        }
    }
    if (found)
        for (unsigned c = cards; c; c &= c - 1)
            plan->goes |= (uint16_t)(1u << rest->card[zk_lowest(c)]);
    return found;
}

static bool has_order(struct zk_yokai_plan *plan, const cells *target) {
    struct rest rest;
    unsigned cards = 0, holes = 0;
    for (unsigned card = 0; card < CARDS; card++)
        if (!meet(plan->at[card], target[plan->family[card]]))
            rest.card[cards++] = (uint8_t)card;
    for (unsigned family = 0; family < 4; family++) {
        cells open = without(target[family], plan->own[family]);
        while (!is_none(open)) {
            cells hole = open.low ? (cells){open.low & -open.low, 0}
                                  : (cells){0, open.high & -open.high};
            rest.family[holes] = (uint8_t)family;
            rest.hole[holes++] = hole;
            open = without(open, hole);
        }
    }
    if (!cards) return true;
    return can_go(plan, &rest, (1u << cards) - 1, (1u << holes) - 1, plan->all, true);
}

/* ---- Targets ---- */

/* Pieces of one family that nothing is in the way of, and what they touch so far. */
struct choices {
    uint32_t count;
    struct {
        cells cells, beside;
        uint16_t index;
        uint8_t pairs;
    } piece[PIECES];
};

static void choose_from(const struct zk_yokai_plan *plan, unsigned family, unsigned in_place,
                        const struct zk_yokai_piece *fixed, unsigned fixed_family,
                        struct choices *out) {
    const uint16_t *bucket = plan->bucket[family][in_place - 1];
    unsigned count = plan->bucket_count[family][in_place - 1];
    out->count = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct zk_yokai_piece *piece = &plan->piece[family][bucket[i]];
        if (meet(piece->cells, fixed->cells) || leaves(piece->cells, plan->allowed)) continue;
        out->piece[out->count].cells = piece->cells;
        out->piece[out->count].beside = piece->beside;
        out->piece[out->count].index = bucket[i];
        out->piece[out->count++].pairs =
            meet(piece->cells, fixed->beside) ? (uint8_t)pair_bit(family, fixed_family) : 0;
    }
}

static void narrow(const struct choices *in, unsigned family,
                   const struct zk_yokai_piece *fixed, unsigned fixed_family,
                   struct choices *out) {
    out->count = 0;
    for (unsigned i = 0; i < in->count; i++) {
        if (meet(in->piece[i].cells, fixed->cells)) continue;
        out->piece[out->count] = in->piece[i];
        if (meet(in->piece[i].cells, fixed->beside))
            out->piece[out->count].pairs |= (uint8_t)pair_bit(family, fixed_family);
        out->count++;
    }
}

/* All targets with so many cards of each family in place. */
static void find_targets(struct zk_yokai_plan *plan, const uint8_t *in_place, bool near) {
    uint8_t f[4] = {0, 1, 2, 3};
    for (unsigned i = 1; i < 4; i++) /* the fewest pieces first */
        for (unsigned j = i; j > 0 && plan->bucket_count[f[j]][in_place[f[j]] - 1] <
                                          plan->bucket_count[f[j - 1]][in_place[f[j - 1]] - 1];
             j--) {
            uint8_t kept = f[j];
            f[j] = f[j - 1];
            f[j - 1] = kept;
        }
    struct choices list[4]; /* of f[2] and f[3], with one piece fixed and with two */
    for (unsigned i = 0; i < plan->bucket_count[f[0]][in_place[f[0]] - 1]; i++) {
        struct zk_yokai_piece *a =
            &plan->piece[f[0]][plan->bucket[f[0]][in_place[f[0]] - 1][i]];
        if (leaves(a->cells, plan->allowed)) continue;
        choose_from(plan, f[2], in_place[f[2]], a, f[0], &list[0]);
        if (!list[0].count) continue;
        choose_from(plan, f[3], in_place[f[3]], a, f[0], &list[1]);
        if (!list[1].count) continue;
        for (unsigned j = 0; j < plan->bucket_count[f[1]][in_place[f[1]] - 1]; j++) {
            struct zk_yokai_piece *b =
                &plan->piece[f[1]][plan->bucket[f[1]][in_place[f[1]] - 1][j]];
            if (meet(a->cells, b->cells) || leaves(b->cells, plan->allowed)) continue;
            narrow(&list[0], f[2], b, f[1], &list[2]);
            if (!list[2].count) continue;
            narrow(&list[1], f[3], b, f[1], &list[3]);
            unsigned ab = meet(a->beside, b->cells) ? pair_bit(f[0], f[1]) : 0;
            plan->tries += list[2].count * list[3].count;
            for (unsigned k = 0; k < list[2].count; k++)
                for (unsigned l = 0; l < list[3].count; l++) {
                    if (meet(list[2].piece[k].cells, list[3].piece[l].cells)) continue;
                    unsigned pairs = ab | list[2].piece[k].pairs | list[3].piece[l].pairs;
                    if (meet(list[2].piece[k].beside, list[3].piece[l].cells))
                        pairs |= pair_bit(f[2], f[3]);
                    if (!(plan->connected >> pairs & 1)) continue;
                    if (near) {
                        cells target[4];
                        target[f[0]] = a->cells;
                        target[f[1]] = b->cells;
                        target[f[2]] = list[2].piece[k].cells;
                        target[f[3]] = list[3].piece[l].cells;
                        if (!has_order(plan, target)) continue;
                    }
                    plan->hits++;
                    a->used = b->used = 1;
                    plan->piece[f[2]][list[2].piece[k].index].used = 1;
                    plan->piece[f[3]][list[3].piece[l].index].used = 1;
                }
            if (plan->hits && plan->tries > TRIES_MAX) return;
        }
    }
}

/* All targets with `total` cards in place, the families sharing it in every way. */
static void find_by_total(struct zk_yokai_plan *plan, int total, bool near) {
    uint8_t in_place[4];
    for (in_place[0] = 1; in_place[0] <= 4; in_place[0]++)
        for (in_place[1] = 1; in_place[1] <= 4; in_place[1]++)
            for (in_place[2] = 1; in_place[2] <= 4; in_place[2]++) {
                int last = total - in_place[0] - in_place[1] - in_place[2];
                if (last < 1 || last > 4) continue;
                in_place[3] = (uint8_t)last;
                bool any = true;
                for (unsigned f = 0; f < 4; f++)
                    any &= plan->bucket_count[f][in_place[f] - 1] > 0;
                if (any) find_targets(plan, in_place, near);
            }
}

/* With a goal shape: wherever in the window enough cards lie in it, in each of its forms. */
static void find_in_shape(struct zk_yokai_plan *plan, int total, bool near) {
    for (unsigned i = 0; i < plan->forms; i++)
        for (int y = 0; y + plan->height[i] <= SIDE; y++)
            for (int x = 0; x + plan->width[i] <= SIDE; x++) {
                int in_shape = 0;
                plan->allowed = moved(plan->form[i], (unsigned)(y * SIDE + x));
                for (unsigned card = 0; card < CARDS; card++)
                    in_shape += meet(plan->at[card], plan->allowed);
                if (in_shape >= total) find_by_total(plan, total, near);
            }
}

/* The moves that pieces of the nearest targets ask for. */
static void note_moves(struct zk_yokai_plan *plan) {
    for (unsigned family = 0; family < 4; family++)
        for (unsigned i = 0; i < plan->count[family]; i++) {
            const struct zk_yokai_piece *piece = &plan->piece[family][i];
            if (!piece->used) continue;
            cells holes = without(piece->cells, plan->all);
            for (unsigned card = 0; card < CARDS; card++) {
                if (plan->family[card] != family || meet(plan->at[card], piece->cells))
                    continue;
                plan->goes |= (uint16_t)(1u << card);
                plan->first[card] = either(plan->first[card], holes);
            }
        }
}

static void add_up(struct zk_yokai_plan *plan) {
    for (unsigned card = 0; card < CARDS; card++) {
        int32_t stays = !(plan->goes >> card & 1);
        plan->stays[card] += stays;
        for (uint64_t bits = plan->first[card].low; bits; bits &= bits - 1)
            plan->gain[card][zk_lowest(bits)] += 1 + stays;
        for (uint64_t bits = plan->first[card].high; bits; bits &= bits - 1)
            plan->gain[card][64 + zk_lowest(bits)] += 1 + stays;
    }
}

int zk_yokai_plan_world(struct zk_yokai_plan *plan, const uint8_t *family) {
    enum { FURTHEST = ZK_YOKAI_FAR - 1 };
    int most = 0, moves = ZK_YOKAI_FAR;
    memcpy(plan->family, family, CARDS);
    memset(plan->first, 0, sizeof plan->first);
    plan->goes = 0;
    plan->hits = plan->tries = 0;
    for (unsigned f = 0; f < 4; f++) {
        int best = 4;
        find_pieces(plan, f);
        while (best > 0 && !plan->bucket_count[f][best - 1]) best--;
        most += best ? best : -CARDS;
    }
    for (int total = most; total >= CARDS - FURTHEST && !plan->hits; total--) {
        bool near = CARDS - total <= NEAR && !plan->outside;
        if (plan->forms)
            find_in_shape(plan, total, near);
        else
            find_by_total(plan, total, near);
        if (!plan->hits) continue;
        moves = CARDS - total;
        if (!near) note_moves(plan);
    }
    plan->worlds++;
    plan->distance += (uint32_t)moves;
    add_up(plan);
    return moves;
}

bool zk_yokai_plan_at_peace(const struct zk_yokai_plan *plan, const uint8_t *family,
                            unsigned *touching) {
    cells own[4] = {{0, 0}};
    unsigned pairs = 0;
    *touching = 0;
    if (plan->outside) return false;
    for (unsigned card = 0; card < CARDS; card++)
        own[family[card]] = either(own[family[card]], plan->at[card]);
    for (unsigned a = 0; a < 4; a++) {
        if (!in_one_piece(own[a])) return false;
        for (unsigned b = 0; b < a; b++)
            if (meet(around(own[a]), own[b])) {
                pairs |= pair_bit(a, b);
                ++*touching;
            }
    }
    if (plan->pairs & ~pairs) return false;
    return !plan->forms || plan->in_shape;
}

int32_t zk_yokai_plan_worth(const struct zk_yokai_plan *plan, zk_move move) {
    unsigned card = zk_yokai_card(move);
    int x = zk_yokai_to_x(move) - plan->left, y = zk_yokai_to_y(move) - plan->top;
    int32_t worth = -plan->stays[card];
    if (x >= 0 && x < SIDE && y >= 0 && y < SIDE) worth += plan->gain[card][y * SIDE + x];
    return worth;
}
