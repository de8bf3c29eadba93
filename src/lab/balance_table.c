/* balance_table.c: a balance as a table for people (balance.h). */
#include "balance.h"
#include "command/terminal.h"

static double percent(uint64_t part, uint64_t whole) {
    return 100 * balance_share(part, whole);
}

static uint64_t left_of(const struct balance_power *power) {
    return power->drawn - power->played - power->cashed;
}

static void print_games(const struct balance *balance, const struct terminal_marks *marks) {
    uint64_t games = balance->games, won = games * BALANCE_WIN, sum = 0;
    printf("%s%s%s, %llu players, %s in every seat", marks->bold, balance->set->name,
           marks->plain, (unsigned long long)balance->players, balance->bot);
    if (balance->playouts)
        printf(" with %llu playouts", (unsigned long long)balance->playouts);
    printf("\nseed %llu, %llu games from number %llu\n", (unsigned long long)balance->seed,
           (unsigned long long)games, (unsigned long long)balance->from);
    balance_print_wanted(balance, marks);
    for (unsigned i = 0; i < BALANCE_ROUNDS; i++) sum += i * balance->rounds[i];
    printf("\n%sRounds%s  %.2f on average", marks->bold, marks->plain,
           balance_share(sum, games));
    for (unsigned i = 1, shown = 0; i <= balance_last_round(balance); i++)
        if (balance->rounds[i])
            printf("%s%2u: %4.1f%%", shown++ % 6 ? "   " : "\n  ", i,
                   percent(balance->rounds[i], games));
    printf("\n  ended by T16: %.1f%%\n", percent(balance->stuck, games));
    printf("\n%sRoad of the winner%s, of %llu who won alone and have one\n ", marks->bold,
           marks->plain, (unsigned long long)balance->decided);
    for (unsigned i = 0; i < BALANCE_ROADS; i++)
        printf("  %s %.1f%%", balance_road_names[i],
               percent(balance->road[i], balance->decided * BALANCE_WIN));
    printf("\n\n%sWins by seat%s, and points (the winner's %.1f)\n ", marks->bold,
           marks->plain, balance_share(balance->winner_points, won));
    for (unsigned i = 0; i < balance->players; i++)
        printf("  %s %.1f%% %.1f", zk_actor_name((int)i), percent(balance->wins[i], won),
               balance_share(balance->points[i], games));
    printf("\n  from the first starting token on:");
    for (unsigned i = 0; i < balance->players; i++)
        printf("  %.1f%%", percent(balance->order[i], won));
    putchar('\n');
}

static void print_lands(const struct balance *balance, const struct terminal_marks *marks) {
    printf(
        "\n%sCards%s, of 100 that came into play; last, of 100 games those that took one\n"
        "%s  card             seen  face up  face down  from pile  thawed   left  games%s\n",
        marks->bold, marks->plain, marks->dim, marks->plain);
    for (unsigned i = 0; i < balance->set->lands; i++) {
        const struct balance_land *land = &balance->land[i];
        uint64_t seen = land->up + land->down + land->pile + land->thawed + land->left;
        printf("  %-4s%-10s%7llu%9.1f%11.1f%11.1f%8.1f%7.1f%7.1f\n",
               zk_yotei_tiers[balance->set->land[i].tier], balance->set->land[i].id,
               (unsigned long long)seen, percent(land->up, seen), percent(land->down, seen),
               percent(land->pile, seen), percent(land->thawed, seen),
               percent(land->left, seen), percent(land->games, balance->games));
    }
}

static void print_bids(const struct balance *balance, const struct terminal_marks *marks) {
    uint64_t bids = balance_total(balance->bids, BALANCE_BIDS);
    uint64_t won = balance_total(balance->winning, BALANCE_BIDS);
    printf("\n%sBids%s, %.2f a game, %.2f potatoes each; winning ones %.2f\n", marks->bold,
           marks->plain, balance_share(bids, balance->games),
           balance_share(balance->bids_sum, bids), balance_share(balance->winning_sum, won));
    printf("%s  potatoes", marks->dim);
    for (unsigned i = 0; i < BALANCE_BIDS; i++)
        printf(i == BALANCE_BIDS - 1 ? "   %u+" : "%6u", i);
    printf("%s\n  bids %%  ", marks->plain);
    for (unsigned i = 0; i < BALANCE_BIDS; i++)
        printf("%6.1f", percent(balance->bids[i], bids));
    printf("\n  won %%   ");
    for (unsigned i = 0; i < BALANCE_BIDS; i++)
        printf("%6.1f", percent(balance->winning[i], won));
    printf("\n  won against another bidder: %.1f%%; bid for and left: %.2f a game\n",
           percent(balance->contested, won), balance_share(balance->unmet, balance->games));
}

static void print_powers(const struct balance *balance, const struct terminal_marks *marks) {
    printf("\n%sPowers%s, of 100 drawn\n%s  power       drawn   played   cashed   held at the "
           "end%s\n",
           marks->bold, marks->plain, marks->dim, marks->plain);
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        const struct balance_power *power = &balance->power[i];
        if (balance->set->mystery[i])
            printf("  %-9s%8llu%9.1f%9.1f%18.1f\n", zk_yotei_powers[i],
                   (unsigned long long)power->drawn, percent(power->played, power->drawn),
                   percent(power->cashed, power->drawn),
                   percent(left_of(power), power->drawn));
    }
}

static void print_acts(const struct balance *balance, const struct terminal_marks *marks) {
    printf("\n%sPlacements by round%s, a game that gets there\n%s  round  games", marks->bold,
           marks->plain, marks->dim);
    for (unsigned a = 0; a < BALANCE_ACTS; a++) printf("%8s", balance_act_names[a]);
    printf("%s\n", marks->plain);
    for (unsigned round = 1; round <= balance_last_round(balance); round++) {
        uint64_t games = balance_reached(balance, round);
        printf("  %5u%7llu", round, (unsigned long long)games);
        for (unsigned a = 0; a < BALANCE_ACTS; a++)
            printf("%8.2f", balance_share(balance->act[a][round], games));
        putchar('\n');
    }
}

void balance_print(const struct balance *balance) {
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    print_games(balance, &marks);
    print_lands(balance, &marks);
    print_bids(balance, &marks);
    print_powers(balance, &marks);
    print_acts(balance, &marks);
}
