/* play.c: bots play a game against each other, and it is printed move by move.
 *
 *     cc play.c $(pkg-config --cflags --libs zashiki) -o play
 *     ./play yokai easy 7 "seats=3 level=2"
 *
 * The arguments are a game, a bot for every seat, a seed and options; all may be left out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <zashiki.h>

static const char *seat_name(int seat) {
    static const char *const names[] = {"A", "B", "C", "D"};
    return seat == ZK_CHANCE ? "chance" : names[seat];
}

int main(int count, char **arguments) {
    const char *game = count > 1 ? arguments[1] : "sketch";
    const char *bot = count > 2 ? arguments[2] : "greedy";
    uint64_t seed = count > 3 ? strtoull(arguments[3], NULL, 10) : 1;
    const char *options = count > 4 ? arguments[4] : NULL;
    char why[512], text[4096];

    struct zk_ruleset *rules = zk_ruleset_new(game, options, NULL, why, sizeof why);
    if (!rules) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    unsigned seats = zk_ruleset_seats(rules);
    struct zk_player *player[ZK_SEATS_MAX] = {NULL};
    for (unsigned seat = 0; seat < seats; seat++) {
        player[seat] = zk_player_new(rules, bot, (int)seat, seed, why, sizeof why);
        if (!player[seat]) {
            fprintf(stderr, "%s\n", why);
            return 1;
        }
    }

    /* The state is ours, and so is the luck. */
    unsigned char *state = malloc(zk_state_size(rules));
    uint64_t luck = zk_random(seed, 0);
    if (!state) return 1;
    zk_state_start(rules, state);
    int actor;
    while ((actor = zk_state_actor(rules, state)) != ZK_OVER) {
        zk_move move = actor == ZK_CHANCE
                           ? zk_state_sample(rules, state, &luck)
                           : zk_player_choose(player[actor], state, why, sizeof why);
        zk_move_print(rules, state, move, ZK_EVERYTHING, text, sizeof text);
        printf("%-6s %s", seat_name(actor), text);
        if (actor != ZK_CHANCE && *why) printf("  (%s)", why);
        printf("\n");

        /* Every bot is told of every move, as its seat is, before it is made. */
        for (unsigned seat = 0; seat < seats; seat++)
            zk_player_tell(player[seat], state, move);
        if (!zk_state_apply(rules, state, move)) return 1;
    }

    unsigned char *view = malloc(zk_view_size(rules));
    if (!view) return 1;
    zk_view_take(rules, state, ZK_EVERYTHING, view);
    zk_view_text(rules, view, true, text, sizeof text);
    printf("\n%s\n", text);
    zk_state_result(rules, state, text, sizeof text);
    printf("%s\n", text);

    free(view);
    free(state);
    for (unsigned seat = 0; seat < seats; seat++) zk_player_free(player[seat]);
    zk_ruleset_free(rules);
    return 0;
}
