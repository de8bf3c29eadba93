/* pacts.h: what reconciliation cards others may hold in Yokai (Y31).
 *
 *     zk_yokai_pacts_begin(&pacts, view);
 *     zk_yokai_pacts_read(&pacts, view, log, worlds, worlds_count);
 *     ... zk_yokai_pacts_draw(&pacts, rng), zk_yokai_pacts_kept(&pacts, touching) ...
 *
 * At first any pair of families is as likely as another. A player plays for the pair on their card: a move that leads
 * elsewhere, or not declaring when all seems done, makes a pair less likely. */
#ifndef ZK_YOKAI_PACTS_H
#define ZK_YOKAI_PACTS_H

#include "partner.h"
#include "plan.h"

struct zk_yokai_pacts {
    uint8_t count; /* of those who hold a card that this seat has not seen */
    uint8_t holder[ZK_SEATS_MAX];
    double chance[ZK_SEATS_MAX][ZK_YOKAI_PAIRS]; /* of each pair, by holder */
};

void zk_yokai_pacts_begin(struct zk_yokai_pacts *pacts, const struct zk_yokai_view *view);
/* Reads what the holders did lately, by what would have been good in each of some worlds. */
void zk_yokai_pacts_read(struct zk_yokai_pacts *pacts, const struct zk_yokai_view *view,
                         const struct zk_yokai_log *log,
                         const uint8_t (*worlds)[ZK_YOKAI_CARDS], unsigned worlds_count);
/* One pair for each holder, as often as they are likely. */
unsigned zk_yokai_pacts_draw(const struct zk_yokai_pacts *pacts, struct zk_rng *rng);
/* The chance that all of them touch, when these pairs do. */
double zk_yokai_pacts_kept(const struct zk_yokai_pacts *pacts, unsigned touching);

#endif
