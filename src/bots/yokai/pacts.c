/* pacts.c: what reconciliation cards others may hold, see yokai/pacts.h. */
#include "pacts.h"

#include <string.h>

enum {
    PAIRS = ZK_YOKAI_PAIRS,
    WORLDS_MAX = 16,
    ACTS_READ = 6, /* the latest */
};

/* How likely somebody is to make a move that is a step worse than the best; and not to declare at peace. */
static const double misses_step = 0.6, misses_peace = 0.3;

void zk_yokai_pacts_begin(struct zk_yokai_pacts *pacts, const struct zk_yokai_view *view) {
    unsigned seen = 0, left = PAIRS;
    pacts->count = 0;
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) {
        seen |= zk_yokai_pair(view->pact[seat]);
        left -= view->pact[seat] != 0;
    }
    for (unsigned i = 0; i < view->reconcile; i++) {
        unsigned seat = (view->board.first + i) % view->players;
        if (view->pact[seat]) continue;
        for (unsigned p = 0; p < PAIRS; p++)
            pacts->chance[pacts->count][p] = seen >> p & 1 ? 0 : 1.0 / left;
        pacts->holder[pacts->count++] = (uint8_t)seat;
    }
}

/* How well the pair explains what was done in that world: who knew everything would have declared, or made
 * one of the best moves. */
static double explains(struct zk_yokai_plan *plan, const uint8_t *family, unsigned pair,
                       zk_move move) {
    unsigned touching;
    double likely = 1;
    zk_yokai_plan_clear(plan, UINT32_MAX);
    zk_yokai_plan_pairs(plan, pair);
    zk_yokai_plan_world(plan, family);
    for (int lost = zk_yokai_plan_best(plan) - zk_yokai_plan_worth(plan, move); lost > 0;
         lost--)
        likely *= misses_step;
    if (zk_yokai_plan_at_peace(plan, family, &touching) && (touching & pair))
        likely *= misses_peace;
    return likely;
}

void zk_yokai_pacts_read(struct zk_yokai_pacts *pacts, const struct zk_yokai_view *view,
                         const struct zk_yokai_log *log,
                         const uint8_t (*worlds)[ZK_YOKAI_CARDS], unsigned worlds_count) {
    double likely[ZK_SEATS_MAX][WORLDS_MAX][PAIRS];
    struct zk_yokai_board board = view->board;
    struct zk_yokai_wish wish = {.shape = board.shape};
    struct zk_yokai_plan plan;
    if (worlds_count > WORLDS_MAX) worlds_count = WORLDS_MAX;
    for (unsigned h = 0; h < pacts->count; h++)
        for (unsigned w = 0; w < worlds_count; w++)
            memcpy(likely[h][w], pacts->chance[h], sizeof likely[h][w]);
    unsigned read = 0;
    for (unsigned i = log->count; i > 0 && read < ACTS_READ; i--) { /* back in time */
        const struct zk_yokai_deed *act = &log->act[i - 1];
        if (act->laid) continue;
        zk_move move = zk_yokai_move_to(act->card, board.x[act->card], board.y[act->card]);
        board.x[act->card] = act->from_x;
        board.y[act->card] = act->from_y;
        board.locked = act->locked;
        unsigned h = 0;
        while (h < pacts->count && pacts->holder[h] != act->seat) h++;
        if (h == pacts->count) continue;
        zk_yokai_plan_begin(&plan, &board, &wish);
        for (unsigned w = 0; w < worlds_count; w++)
            for (unsigned p = 0; p < PAIRS; p++)
                if (pacts->chance[h][p] > 0)
                    likely[h][w][p] *= explains(&plan, worlds[w], 1u << p, move);
        read++;
    }
    for (unsigned h = 0; h < pacts->count; h++) {
        memset(pacts->chance[h], 0, sizeof pacts->chance[h]);
        for (unsigned w = 0; w < worlds_count; w++) {
            double sum = 0;
            for (unsigned p = 0; p < PAIRS; p++) sum += likely[h][w][p];
            for (unsigned p = 0; p < PAIRS; p++)
                pacts->chance[h][p] += likely[h][w][p] / sum / worlds_count;
        }
    }
}

unsigned zk_yokai_pacts_draw(const struct zk_yokai_pacts *pacts, struct zk_rng *rng) {
    unsigned pairs = 0;
    for (unsigned h = 0; h < pacts->count; h++) {
        double at = (double)(zk_rng_next(rng) >> 40) / (1 << 24);
        unsigned p = 0;
        while (p < PAIRS - 1 && (at -= pacts->chance[h][p]) >= 0) p++;
        pairs |= 1u << p;
    }
    return pairs;
}

double zk_yokai_pacts_kept(const struct zk_yokai_pacts *pacts, unsigned touching) {
    double all = 1;
    for (unsigned h = 0; h < pacts->count; h++) {
        double one = 0;
        for (unsigned p = 0; p < PAIRS; p++)
            if (touching >> p & 1) one += pacts->chance[h][p];
        all *= one;
    }
    return all;
}
