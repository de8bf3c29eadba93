/* plan.c: the nearest targets of Yokai and the moves toward them, see yokai/plan.h.
 *
 * A target is four tetrominoes, one for each family, in one piece. It needs as many moves as cards
 * lie outside their family's tetromino, so the nearest targets are those with the most cards in
 * place. For a total, best first, every way to share it among the families is tried: two families
 * by two loops, the other two by lists from which everything in the way has been struck out. Sets of cells are
 * 121 bits, so that "in the way" and "beside" take two instructions each.
 *
 * Near the end, and with a goal shape all along, it matters in which order the cards go; there a target
 * counts only when its missing cards can go one by one without tearing the others apart. */
#include "plan.h"

#include <string.h>

#include "../../core/bits.h"
#include "solve.h"

enum {
    CARDS = ZK_YOKAI_CARDS,
    SIDE = ZK_YOKAI_PLAN_SIDE,
    CELLS = ZK_YOKAI_PLAN_CELLS,
    PIECES = ZK_YOKAI_PLAN_PIECES,
    NEAR_MAX = 6, /* moves for which the order is looked into */
    FURTHEST = ZK_YOKAI_FAR - 1,
    ENOUGH = 64,       /* targets that are known to have an order */
    TRIES_MAX = 60000, /* pairs of pieces; then what was found will do */
    NODES_MAX = 1000,  /* of the search for an order; then there is none */
    VAIN_BITS = 8,     /* of a place in the table of what leads nowhere */
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

static inline cells one(unsigned cell) {
    return cell < 64 ? (cells){UINT64_C(1) << cell, 0}
                     : (cells){0, UINT64_C(1) << (cell - 64)};
}
static inline cells first_of(cells a) {
    return a.low ? (cells){a.low & -a.low, 0} : (cells){0, a.high & -a.high};
}
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
    cells grown = {0, 0}, reached = first_of(a);
    while (!is_same(grown, reached)) {
        grown = reached;
        reached = either(grown, both(around(grown), a));
    }
    return is_same(reached, a);
}

/* Whether the cell in the middle of nine, a bit each row by row, can be left without parting its
 * neighbours: at most one group of them goes round it. */
static const uint64_t loose[8] = {
    0x80f380f3bbffbbff, 0x80f380f3bbffbbff, 0x0000000000330033, 0x80008000bb33bb33,
    0x80f380f3bbffbbff, 0x80f380f3bbffbbff, 0x80f380f300330033, 0xfbf3fbf3bb33bb33,
};

static unsigned nine_around(cells a, unsigned cell) {
    unsigned first = cell - SIDE - 1, nine = 0;
    for (unsigned row = 0; row < 3; row++) {
        unsigned at = first + row * SIDE;
        uint64_t bits = at >= 64 ? a.high >> (at - 64) : at ? down(a, at).low : a.low;
        nine |= (unsigned)(bits & 7) << 3 * row;
    }
    return nine;
}

/* Whether cells in one piece stay so when one of them is left for another. */
static bool stay_together(cells all, cells from, unsigned from_cell, cells to) {
    cells rest = without(all, from);
    unsigned row = from_cell / SIDE, column = from_cell % SIDE;
    if (row > 0 && row < SIDE - 1 && column > 0 && column < SIDE - 1) {
        if (!meet(around(to), rest)) return false;
        unsigned nine = nine_around(all, from_cell);
        if (loose[nine >> 6] >> (nine & 63) & 1) return true;
    }
    return in_one_piece(either(rest, to));
}

/* ---- The board ---- */

/* Pairs of families, a bit each. */
static unsigned pair_bit(unsigned a, unsigned b) {
    static const uint8_t pair[4][4] = {
        {0, 1, 2, 4}, {1, 0, 8, 16}, {2, 8, 0, 32}, {4, 16, 32, 0}};
    return pair[a][b];
}

unsigned zk_yokai_pair(unsigned pact) {
    return pact ? pair_bit(zk_lowest(pact), zk_lowest(pact & (pact - 1))) : 0;
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

/* Every tetromino in the window that the card lies in. */
static void find_pieces(struct zk_yokai_plan *plan, unsigned card) {
    int row = plan->cell[card] / SIDE, column = plan->cell[card] % SIDE;
    plan->pieces_count[card] = 0;
    if (plan->outside >> card & 1) return;
    for (unsigned t = 0; t < ZK_YOKAI_TETROMINOES; t++)
        for (unsigned anchor = 0; anchor < 4; anchor++) {
            const int8_t(*shape)[2] = zk_yokai_tetromino[t];
            cells place = {0, 0};
            bool inside = true;
            for (unsigned i = 0; i < 4; i++) {
                int y = row + shape[i][0] - shape[anchor][0];
                int x = column + shape[i][1] - shape[anchor][1];
                if (x < 0 || x >= SIDE || y < 0 || y >= SIDE)
                    inside = false;
                else
                    place = either(place, one((unsigned)(y * SIDE + x)));
            }
            if (!inside) continue;
            plan->piece[card * PIECES + plan->pieces_count[card]++] =
                (struct zk_yokai_piece){place, around(place)};
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
        plan->pairs |= (uint8_t)zk_yokai_pair(wish->pact[seat]);
    plan->joined = 0;
    for (unsigned pairs = 0; pairs < 1u << ZK_YOKAI_PAIRS; pairs++)
        if (joins_all(pairs)) plan->joined |= UINT64_C(1) << pairs;
    zk_yokai_plan_pairs(plan, 0);
    for (unsigned card = 0; card < CARDS; card++) find_pieces(plan, card);
    zk_yokai_plan_clear(plan, UINT32_MAX);
}

void zk_yokai_plan_pairs(struct zk_yokai_plan *plan, unsigned pairs) {
    /* The sets that have a pair. */
    static const uint64_t with[ZK_YOKAI_PAIRS] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                  0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                  0xffff0000ffff0000, 0xffffffff00000000};
    plan->connected = plan->joined;
    for (unsigned i = 0; i < ZK_YOKAI_PAIRS; i++)
        if ((plan->pairs | pairs) >> i & 1) plan->connected &= with[i];
}

void zk_yokai_plan_clear(struct zk_yokai_plan *plan, unsigned worlds) {
    plan->near = worlds <= 16 ? NEAR_MAX : NEAR_MAX - 2;
    plan->worlds = plan->distance = 0;
    memset(plan->stays, 0, sizeof plan->stays);
    memset(plan->gain, 0, sizeof plan->gain);
}

/* ---- Pieces ---- */

/* The tetrominoes that cards of the family lie in, with all its locked cards and no other family's.
 * Each is taken from the first of its cards. */
static void sort_pieces(struct zk_yokai_plan *plan, unsigned family) {
    cells own = {0, 0}, earlier = {0, 0}, keeps = {0, 0}, avoids = {0, 0}, mine[4];
    unsigned mine_count = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        bool locked = plan->locked >> card & 1;
        if (plan->family[card] == family) {
            own = either(own, plan->at[card]);
            mine[mine_count++] = plan->at[card];
            if (locked) keeps = either(keeps, plan->at[card]);
        } else if (locked) {
            avoids = either(avoids, plan->at[card]);
        }
    }
    plan->own[family] = own;
    memset(plan->bucket_count[family], 0, sizeof plan->bucket_count[family]);
    for (unsigned card = 0; card < CARDS; card++) {
        if (plan->family[card] != family) continue;
        for (unsigned i = 0; i < plan->pieces_count[card]; i++) {
            unsigned index = card * PIECES + i, in_place = 0;
            cells place = plan->piece[index].cells;
            if (meet(place, either(earlier, avoids)) || leaves(keeps, place)) continue;
            for (unsigned m = 0; m < 4; m++) in_place += meet(place, mine[m]);
            plan->bucket[family][in_place - 1][plan->bucket_count[family][in_place - 1]++] =
                (uint16_t)index;
        }
        earlier = either(earlier, plan->at[card]);
    }
}

/* ---- The order ---- */

struct rest {
    uint8_t card[FURTHEST];
    cells hole[FURTHEST];
    uint8_t family[FURTHEST]; /* of the hole */
    int nodes;                /* that may still be looked at */
    /* Sets of cards and holes left that lead nowhere; one may take another's place. */
    uint32_t in_vain[1 << VAIN_BITS];
};

/* Whether the cards left can go into the holes left, one by one. At the root all first moves that
 * work are noted. */
static bool can_go(struct zk_yokai_plan *plan, struct rest *rest, unsigned cards,
                   unsigned holes, cells all, bool root) {
    bool found = false;
    if (!cards) return true;
    uint32_t left = cards << 16 | holes;
    uint32_t *in_vain = &rest->in_vain[left * 2654435769u >> (32 - VAIN_BITS)];
    if (*in_vain == left || rest->nodes == 0) return false;
    rest->nodes--;
    for (unsigned c = cards; c; c &= c - 1) {
        unsigned i = zk_lowest(c), card = rest->card[i];
        for (unsigned h = holes; h; h &= h - 1) {
            unsigned j = zk_lowest(h);
            if (rest->family[j] != plan->family[card] || meet(rest->hole[j], all)) continue;
            cells then = either(without(all, plan->at[card]), rest->hole[j]);
            if (!stay_together(all, plan->at[card], plan->cell[card], rest->hole[j]) ||
                !can_go(plan, rest, cards & ~(1u << i), holes & ~(1u << j), then, false))
                continue;
            if (!root) return true;
            plan->asked.first[card] = either(plan->asked.first[card], rest->hole[j]);
            found = true;
        }
    }
    if (!found) *in_vain = left;
    if (found)
        for (unsigned c = cards; c; c &= c - 1)
            plan->asked.goes |= (uint16_t)(1u << rest->card[zk_lowest(c)]);
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
            cells hole = first_of(open);
            rest.family[holes] = (uint8_t)family;
            rest.hole[holes++] = hole;
            open = without(open, hole);
        }
    }
    rest.nodes = NODES_MAX;
    memset(rest.in_vain, 0, sizeof rest.in_vain);
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
    } piece[4 * PIECES];
};

static void choose_from(const struct zk_yokai_plan *plan, unsigned family, unsigned in_place,
                        const struct zk_yokai_piece *fixed, unsigned fixed_family,
                        struct choices *out) {
    const uint16_t *bucket = plan->bucket[family][in_place - 1];
    unsigned count = plan->bucket_count[family][in_place - 1];
    out->count = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct zk_yokai_piece *piece = &plan->piece[bucket[i]];
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
        unsigned first = plan->bucket[f[0]][in_place[f[0]] - 1][i];
        const struct zk_yokai_piece *a = &plan->piece[first];
        if (leaves(a->cells, plan->allowed)) continue;
        choose_from(plan, f[2], in_place[f[2]], a, f[0], &list[0]);
        if (!list[0].count) continue;
        choose_from(plan, f[3], in_place[f[3]], a, f[0], &list[1]);
        if (!list[1].count) continue;
        for (unsigned j = 0; j < plan->bucket_count[f[1]][in_place[f[1]] - 1]; j++) {
            unsigned second = plan->bucket[f[1]][in_place[f[1]] - 1][j];
            const struct zk_yokai_piece *b = &plan->piece[second];
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
                    plan->used[first] = plan->used[second] = true;
                    plan->used[list[2].piece[k].index] = true;
                    plan->used[list[3].piece[l].index] = true;
                }
            if (plan->hits && plan->tries > TRIES_MAX) return;
            if (near && plan->hits >= ENOUGH) return;
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
    for (unsigned card = 0; card < CARDS; card++)
        for (unsigned i = 0; i < plan->pieces_count[card]; i++) {
            if (!plan->used[card * PIECES + i]) continue;
            cells place = plan->piece[card * PIECES + i].cells,
                  holes = without(place, plan->all);
            for (unsigned other = 0; other < CARDS; other++) {
                if (plan->family[other] != plan->family[card]) continue;
                if (meet(plan->at[other], place)) continue;
                plan->asked.goes |= (uint16_t)(1u << other);
                plan->asked.first[other] = either(plan->asked.first[other], holes);
            }
        }
}

/* Which pairs of families touch that lie so. */
static unsigned pairs_touching(const cells *own) {
    unsigned pairs = 0;
    for (unsigned a = 0; a < 4; a++)
        for (unsigned b = 0; b < a; b++)
            if (meet(around(own[a]), own[b])) pairs |= pair_bit(a, b);
    return pairs;
}

/* At peace, without a goal shape: where each card can go so that there still is. */
static void note_peace(struct zk_yokai_plan *plan) {
    for (unsigned card = 0; card < CARDS; card++) {
        cells own[4], rest = without(plan->own[plan->family[card]], plan->at[card]);
        cells open = without(around(rest), plan->all);
        if (plan->locked >> card & 1) continue;
        memcpy(own, plan->own, sizeof own);
        while (!is_none(open)) {
            cells to = first_of(open);
            open = without(open, to);
            own[plan->family[card]] = either(rest, to);
            if (in_one_piece(either(rest, to)) && (plan->connected >> pairs_touching(own) & 1))
                plan->asked.still[card] = either(plan->asked.still[card], to);
        }
    }
}

static void add_up(int32_t *gain, cells to, int32_t worth) {
    for (; to.low; to.low &= to.low - 1) gain[zk_lowest(to.low)] += worth;
    for (; to.high; to.high &= to.high - 1) gain[64 + zk_lowest(to.high)] += worth;
}

void zk_yokai_plan_add(struct zk_yokai_plan *plan, const struct zk_yokai_asked *asked) {
    for (unsigned card = 0; card < CARDS; card++) {
        int32_t stays = !(asked->goes >> card & 1);
        plan->stays[card] += stays;
        add_up(plan->gain[card], asked->first[card], 1 + stays);
        add_up(plan->gain[card], asked->still[card], stays);
    }
}

int zk_yokai_plan_world(struct zk_yokai_plan *plan, const uint8_t *family) {
    int most = 0, moves = ZK_YOKAI_FAR;
    memcpy(plan->family, family, CARDS);
    memset(plan->used, 0, sizeof plan->used);
    memset(&plan->asked, 0, sizeof plan->asked);
    plan->hits = plan->tries = 0;
    for (unsigned f = 0; f < 4; f++) {
        int best = 4;
        sort_pieces(plan, f);
        while (best > 0 && !plan->bucket_count[f][best - 1]) best--;
        most += best ? best : -CARDS;
    }
    for (int total = most; total >= CARDS - FURTHEST && !plan->hits; total--) {
        bool near = (plan->forms || CARDS - total <= plan->near) && !plan->outside;
        if (plan->forms)
            find_in_shape(plan, total, near);
        else
            find_by_total(plan, total, near);
        if (!plan->hits) continue;
        moves = CARDS - total;
        if (!near) note_moves(plan);
        if (moves == 0 && !plan->forms) note_peace(plan);
    }
    plan->worlds++;
    plan->distance += (uint32_t)moves;
    zk_yokai_plan_add(plan, &plan->asked);
    return moves;
}

bool zk_yokai_plan_at_peace(const struct zk_yokai_plan *plan, const uint8_t *family,
                            unsigned *touching) {
    cells own[4] = {{0, 0}};
    *touching = 0;
    if (plan->outside) return false;
    for (unsigned card = 0; card < CARDS; card++)
        own[family[card]] = either(own[family[card]], plan->at[card]);
    for (unsigned a = 0; a < 4; a++)
        if (!in_one_piece(own[a])) return false;
    *touching = pairs_touching(own);
    if (plan->pairs & ~*touching) return false;
    return !plan->forms || plan->in_shape;
}

int32_t zk_yokai_plan_worth(const struct zk_yokai_plan *plan, zk_move move) {
    unsigned card = zk_yokai_card(move);
    int x = zk_yokai_to_x(move) - plan->left, y = zk_yokai_to_y(move) - plan->top;
    int32_t worth = -plan->stays[card];
    if (x >= 0 && x < SIDE && y >= 0 && y < SIDE) worth += plan->gain[card][y * SIDE + x];
    return worth;
}

int32_t zk_yokai_plan_best(const struct zk_yokai_plan *plan) {
    int32_t best = 0;
    for (unsigned card = 0; card < CARDS; card++)
        for (unsigned cell = 0; cell < CELLS; cell++)
            if (plan->gain[card][cell] - plan->stays[card] > best)
                best = plan->gain[card][cell] - plan->stays[card];
    return best;
}
