/* count.c: the ways a game can go on, by depth. */
#include "bots/count.h"

#include <inttypes.h>
#include <stdio.h>

#include "commands.h"

int run_count(const struct request *request) {
    struct zk_rules rules;
    struct zk_state state;
    struct zk_settings settings;
    uint64_t depth, seed;
    const struct zk_game *game = request_game(request, request->words[0]);
    if (!game || !request_rules(request, game, &settings, &rules) ||
        !request_number(request, OPTION_DEPTH, 1, ZK_COUNT_DEPTH_MAX, 4, &depth) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &seed))
        return STATUS_UNUSABLE;
    struct zk_rng rng = zk_rng_stream(seed, 0);
    game->start(&rules, &state);
    zk_count_deal(game, &rules, &state, &rng);
    for (unsigned d = 1; d <= depth; d++) {
        printf("%u %" PRIu64 "\n", d, zk_count(game, &rules, &state, d));
        fflush(stdout);
    }
    return STATUS_RIGHT;
}
