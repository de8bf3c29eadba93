/* easy.c: plays sensibly but overlooks things: of its legal moves it sees about half, and takes
 * what a better player would do if there were no others. */
#include "easy.h"

#include <stddef.h>

zk_move zk_easy_choose(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    const struct zk_easy_manner *manner = self->manner;
    const struct zk_bot *better = manner->better;
    zk_move noticed[ZK_MOVES_MAX];
    struct zk_bot_turn narrow = *turn;
    if (manner->is_obvious && manner->is_obvious(turn)) return better->choose(better, turn);
    narrow.moves = noticed;
    narrow.moves_count = 0;
    narrow.opinions = NULL; /* they would be of other moves */
    for (uint32_t i = 0; i < turn->moves_count; i++)
        if (zk_rng_below(turn->rng, 2)) noticed[narrow.moves_count++] = turn->moves[i];
    return better->choose(better, narrow.moves_count ? &narrow : turn);
}
