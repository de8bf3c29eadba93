/* match.c: who plays better, by deals that both play. */
#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#include "bots/selfplay.h"
#include "command.h"
#include "terminal.h"

/* The two names of --bot. */
static bool read_sides(const struct request *request, const struct zk_game *game,
                       const struct zk_bot **side) {
    const char *names = request->value[OPTION_BOTS],
               *comma = names ? strchr(names, ',') : NULL;
    if (!comma || strchr(comma + 1, ',')) {
        complain(request, "--bot names the two who play, as in --bot strong,greedy");
        return false;
    }
    side[0] = request_bot(request, game, names, (size_t)(comma - names));
    side[1] = side[0] ? request_bot(request, game, comma + 1, strlen(comma + 1)) : NULL;
    return side[1] != NULL;
}

/* What the seat gets for a game: 1 for a win, a part of it for a shared one. */
static double share(const struct zk_result *result, uint32_t seat) {
    unsigned winners = 0;
    for (uint32_t rest = result->winners; rest; rest &= rest - 1) winners++;
    return result->winners >> seat & 1 ? 1.0 / winners : 0;
}

/* One deal with the first side in one seat and the second in all others. */
static double play_game(const struct zk_game *game, const void *rules,
                        const struct zk_bot *const *side, const struct zk_budget *budget,
                        uint32_t seat, uint64_t seed, uint64_t number) {
    alignas(max_align_t) unsigned char state[ZK_STATE_SIZE_MAX];
    const struct zk_bot *bots[ZK_SEATS_MAX];
    struct zk_selfplay play;
    struct zk_result result;
    for (uint32_t i = 0; i < ZK_SEATS_MAX; i++) bots[i] = side[i != seat];
    zk_selfplay_begin(&play, game, rules, bots, seed, number);
    play.budget = budget;
    game->start(rules, state);
    while (game->actor(rules, state) != ZK_OVER)
        zk_selfplay_make(&play, state, zk_selfplay_next(&play, state));
    game->result(rules, state, &result);
    return share(&result, seat);
}

int run_match(const struct request *request) {
    alignas(max_align_t) unsigned char rules[ZK_RULES_SIZE_MAX];
    struct zk_settings settings;
    const struct zk_bot *side[2];
    uint64_t deals, seed, playouts;
    const struct zk_game *game = request_game(request, request->words[0]);
    if (!game || !request_rules(request, game, &settings, rules) ||
        !request_number(request, OPTION_DEALS, 1, 1u << 24, 100, &deals) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &seed) ||
        !request_number(request, OPTION_PLAYOUTS, 0, UINT32_MAX, 0, &playouts) ||
        !read_sides(request, game, side))
        return STATUS_UNUSABLE;
    if (game->together) {
        complain(request, "%s is won or lost together, so nobody plays against anybody",
                 game->name);
        return STATUS_UNUSABLE;
    }
    uint32_t seats = game->seats(rules);
    struct zk_budget budget = {.playouts = (uint32_t)playouts};
    double sum = 0, squares = 0;
    struct terminal_progress progress = terminal_progress_start("deals");
    for (uint64_t number = 0; number < deals; number++) {
        double won = 0;
        for (uint32_t seat = 0; seat < seats; seat++)
            won +=
                play_game(game, rules, side, playouts ? &budget : NULL, seat, seed, number) /
                seats;
        sum += won;
        squares += won * won;
        terminal_progress_tick(&progress, number + 1);
    }
    terminal_progress_end(&progress);
    double mean = sum / (double)deals, variance = squares / (double)deals - mean * mean;
    double margin = 1.96 * sqrt((variance > 0 ? variance : 0) / (double)deals);
    printf("%s wins %.1f %% ± %.1f against %s%s (%llu deals, each in %u seats; 95 %%)\n",
           side[0]->name, 100 * mean, 100 * margin, seats > 2 ? "all others " : "",
           side[1]->name, (unsigned long long)deals, seats);
    return STATUS_RIGHT;
}
