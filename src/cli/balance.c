/* balance.c: the command `balance`: how a card set of Yōtei plays (balance.h). */
#include "balance.h"

#include <errno.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "bots/selfplay.h"
#include "cards.h"
#include "core/json.h"
#include "terminal.h"

enum { GAMES = 2000, JSON_SIZE = 64 * 1024 };

const char *const balance_road_names[BALANCE_ROADS + 1] = {"Ski resort", "Food culture",
                                                           "Wilderness", "none"};
const char *const balance_act_names[BALANCE_ACTS] = {"place", "bid", "flip", "pile"};

uint64_t balance_reached(const struct balance *balance, unsigned round) {
    uint64_t count = 0;
    for (; round < BALANCE_ROUNDS; round++) count += balance->rounds[round];
    return count;
}

unsigned balance_last_round(const struct balance *balance) {
    unsigned last = BALANCE_ROUNDS - 1;
    while (last && !balance->rounds[last]) last--;
    return last;
}

/* ---- Counting ---- */

/* Who has collected how many of a kind face up. */
static unsigned collected(const struct balance *balance, const struct zk_yotei_view *view,
                          unsigned kind, unsigned seat) {
    unsigned card = 0, count = 0;
    for (unsigned k = 0; k < kind; k++) card += balance->set->land[k].count;
    for (unsigned i = 0; i < balance->set->land[kind].count; i++)
        count += zk_yotei_where(view->where, card + i) == ZK_YOTEI_COLLECTED + seat;
    return count;
}

static unsigned size_of(unsigned potatoes) {
    return potatoes < BALANCE_BIDS - 1 ? potatoes : BALANCE_BIDS - 1;
}

/* A bidding card was won: by whom, and for how much. */
static void count_win(struct balance *balance, const struct zk_yotei_view *before,
                      const struct zk_yotei_view *after, unsigned slot, unsigned kind) {
    unsigned bidders = 0;
    for (unsigned seat = 0; seat < balance->players; seat++)
        for (unsigned c = 0; c < ZK_YOTEI_CHARACTERS_MAX; c++) {
            unsigned at = before->board.at[seat][c], bid = before->board.laid[seat][c];
            if (!at || zk_yotei_at_place(at) != slot) continue;
            bidders++;
            if (collected(balance, after, kind, seat) ==
                collected(balance, before, kind, seat))
                continue;
            balance->winning[size_of(bid)]++;
            balance->winning_sum += bid;
        }
    balance->contested += bidders > 1;
}

/* Cards that left their slots in this move. */
static void count_slots(struct balance *balance, const struct zk_yotei_view *before,
                        const struct zk_yotei_view *after, zk_move move) {
    bool thaw = zk_yotei_act(move) == ZK_YOTEI_DO_USE && zk_yotei_power(move) == ZK_YOTEI_THAW;
    for (unsigned slot = 0; slot < ZK_YOTEI_SLOTS; slot++) {
        unsigned was = before->board.kind[slot];
        if (!was || after->board.kind[slot]) continue;
        struct balance_land *land = &balance->land[was - 1];
        if (before->board.turned >> slot & 1)
            land->down++;
        else if (thaw)
            land->thawed++;
        else
            land->up++;
        if (!(before->board.turned >> slot & 1) && balance->set->land[was - 1].bid && !thaw)
            count_win(balance, before, after, slot, was - 1);
    }
}

/* Bidding cards whose last bidder went home without anybody winning it. */
static void count_unmet(struct balance *balance, const struct zk_yotei_view *before,
                        const struct zk_yotei_view *after) {
    unsigned gone = before->board.occupied & ~(unsigned)after->board.occupied;
    for (unsigned slot = 0; slot < ZK_YOTEI_SLOTS; slot++) {
        unsigned kind = after->board.kind[slot];
        if (gone >> slot & 1 && kind && balance->set->land[kind - 1].bid &&
            !(after->board.turned >> slot & 1))
            balance->unmet++;
    }
}

static void count_power(struct balance *balance, zk_move move) {
    unsigned power = zk_yotei_power(move), supply = zk_yotei_supply(move);
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_MYSTERY: balance->power[power].drawn++; break;
    case ZK_YOTEI_DO_USE: balance->power[power].played++; break;
    case ZK_YOTEI_DO_CASH: balance->power[power].cashed++; break;
    case ZK_YOTEI_DO_COLLECT:
        balance->power[ZK_YOTEI_GUIDE].played += supply & 3;
        balance->power[ZK_YOTEI_PLOUGH].played += supply >> 2 & 3;
        for (unsigned i = 4; i < 10; i += 2)
            balance->power[ZK_YOTEI_FOX].played += supply >> i & 3;
        break;
    default: break;
    }
}

static void count_move(struct balance *balance, const struct zk_yotei_view *before,
                       const struct zk_yotei_view *after, zk_move move) {
    unsigned act = zk_yotei_act(move), round = before->board.round;
    if (act == ZK_YOTEI_DO_TOP) balance->land[zk_yotei_number(move)].pile++;
    if (act == ZK_YOTEI_DO_PLACE) balance->act[BALANCE_PLACE][round]++;
    if (act == ZK_YOTEI_DO_FLIP) balance->act[BALANCE_FLIP][round]++;
    if (act == ZK_YOTEI_DO_PILE) balance->act[BALANCE_PILE][round]++;
    if (act == ZK_YOTEI_DO_BID) {
        balance->act[BALANCE_BID][round]++;
        balance->bids[size_of(zk_yotei_number(move))]++;
        balance->bids_sum += zk_yotei_number(move);
    }
    count_power(balance, move);
    count_slots(balance, before, after, move);
    if (act == ZK_YOTEI_DO_COLLECT || act == ZK_YOTEI_DO_YIELD)
        count_unmet(balance, before, after);
}

/* The winners' roads: the element of tier III that each owns most of, split among equals. */
static void count_road(struct balance *balance, const struct zk_yotei_board *board,
                       unsigned seat, double share) {
    const uint8_t *owned = &board->element[seat][ZK_YOTEI_SKI];
    unsigned most = 0, equals = 0;
    for (unsigned i = 0; i < BALANCE_ROADS; i++)
        if (owned[i] > most) most = owned[i];
    for (unsigned i = 0; i < BALANCE_ROADS; i++) equals += owned[i] == most;
    if (!most) balance->road[BALANCE_ROADS] += share;
    for (unsigned i = 0; most && i < BALANCE_ROADS; i++)
        if (owned[i] == most) balance->road[i] += share / equals;
}

static void count_end(struct balance *balance, const struct zk_yotei_view *view,
                      const struct zk_result *result, unsigned first) {
    unsigned winners = 0;
    for (unsigned seat = 0; seat < balance->players; seat++)
        winners += result->winners >> seat & 1;
    balance->games++;
    balance->rounds[view->board.round]++;
    balance->stuck += strcmp(result->end, "T16") == 0;
    for (unsigned seat = 0; seat < balance->players; seat++) {
        balance->points[seat] += result->points[seat];
        if (!(result->winners >> seat & 1)) continue;
        balance->wins[seat] += 1.0 / winners;
        balance->order[(seat + balance->players - first) % balance->players] += 1.0 / winners;
        balance->winner_points += (double)result->points[seat] / winners;
        count_road(balance, &view->board, seat, 1.0 / winners);
    }
    for (unsigned slot = 0; slot < ZK_YOTEI_SLOTS; slot++)
        if (view->board.kind[slot]) balance->land[view->board.kind[slot] - 1].left++;
}

static void play_game(struct balance *balance, struct zk_selfplay *play) {
    const struct zk_game *game = play->game;
    alignas(max_align_t) unsigned char state[ZK_STATE_SIZE_MAX];
    struct zk_yotei_view view[2];
    struct zk_result result;
    unsigned now = 0, first = 0;
    game->start(play->rules, state);
    game->view(play->rules, state, ZK_EVERYTHING, &view[now]);
    for (;;) {
        zk_move move = zk_selfplay_next(play, state);
        game->apply(play->rules, state, move);
        game->view(play->rules, state, ZK_EVERYTHING, &view[now ^ 1]);
        count_move(balance, &view[now], &view[now ^ 1], move);
        if (zk_yotei_act(move) == ZK_YOTEI_DO_FIRST) first = zk_yotei_number(move);
        now ^= 1;
        if (game->actor(play->rules, state) == ZK_OVER) break;
    }
    game->result(play->rules, state, &result);
    count_end(balance, &view[now], &result, first);
}

/* ---- The table ---- */

static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

static double mean_rounds(const struct balance *balance) {
    double sum = 0;
    for (unsigned i = 0; i < BALANCE_ROUNDS; i++) sum += (double)(i * balance->rounds[i]);
    return share(sum, (double)balance->games);
}

static uint64_t total(const uint64_t *counts, unsigned count) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++) sum += counts[i];
    return sum;
}

static uint64_t left_of(const struct balance_power *power) {
    return power->drawn - power->played - power->cashed;
}

static void print_games(const struct balance *balance, const struct terminal_marks *marks) {
    double games = (double)balance->games;
    printf("%s%s%s, %u players, %s in every seat, seed %llu: %llu games\n", marks->bold,
           balance->set->name, marks->plain, balance->players, balance->bot,
           (unsigned long long)balance->seed, (unsigned long long)balance->games);
    printf("\n%sRounds%s  %.2f on average", marks->bold, marks->plain, mean_rounds(balance));
    for (unsigned i = 1, shown = 0; i <= balance_last_round(balance); i++)
        if (balance->rounds[i])
            printf("%s%2u: %4.1f%%", shown++ % 6 ? "   " : "\n  ", i,
                   100 * share((double)balance->rounds[i], games));
    printf("\n  ended by T16: %.1f%%\n", 100 * share((double)balance->stuck, games));
    printf("\n%sRoad of the winner%s\n ", marks->bold, marks->plain);
    for (unsigned i = 0; i <= BALANCE_ROADS; i++)
        printf("  %s %.1f%%", balance_road_names[i], 100 * share(balance->road[i], games));
    printf("\n\n%sWins by seat%s, and points (the winner's %.1f)\n ", marks->bold,
           marks->plain, share(balance->winner_points, games));
    for (unsigned i = 0; i < balance->players; i++)
        printf("  %s %.1f%% %.1f", zk_actor_name((int)i), 100 * share(balance->wins[i], games),
               share(balance->points[i], games));
    printf("\n  from the first starting token on:");
    for (unsigned i = 0; i < balance->players; i++)
        printf("  %.1f%%", 100 * share(balance->order[i], games));
    putchar('\n');
}

static void print_lands(const struct balance *balance, const struct terminal_marks *marks) {
    printf(
        "\n%sCards%s, of 100 that came into play\n%s  card                   seen  face up  "
        "face down  from pile  thawed   left%s\n",
        marks->bold, marks->plain, marks->dim, marks->plain);
    for (unsigned i = 0; i < balance->set->lands; i++) {
        const struct balance_land *land = &balance->land[i];
        double seen = (double)(land->up + land->down + land->pile + land->thawed + land->left);
        printf("  %-4s%-15s%9.0f%9.1f%11.1f%11.1f%8.1f%7.1f\n",
               zk_yotei_tiers[balance->set->land[i].tier], balance->set->land[i].id, seen,
               100 * share((double)land->up, seen), 100 * share((double)land->down, seen),
               100 * share((double)land->pile, seen), 100 * share((double)land->thawed, seen),
               100 * share((double)land->left, seen));
    }
}

static void print_bids(const struct balance *balance, const struct terminal_marks *marks) {
    double bids = (double)total(balance->bids, BALANCE_BIDS);
    double won = (double)total(balance->winning, BALANCE_BIDS);
    printf("\n%sBids%s, %.2f a game, %.2f potatoes each; winning ones %.2f\n", marks->bold,
           marks->plain, share(bids, (double)balance->games),
           share((double)balance->bids_sum, bids), share((double)balance->winning_sum, won));
    printf("%s  potatoes", marks->dim);
    for (unsigned i = 0; i < BALANCE_BIDS; i++)
        printf(i == BALANCE_BIDS - 1 ? "   %u+" : "%6u", i);
    printf("%s\n  bids %%  ", marks->plain);
    for (unsigned i = 0; i < BALANCE_BIDS; i++)
        printf("%6.1f", 100 * share((double)balance->bids[i], bids));
    printf("\n  won %%   ");
    for (unsigned i = 0; i < BALANCE_BIDS; i++)
        printf("%6.1f", 100 * share((double)balance->winning[i], won));
    printf("\n  won against another bidder: %.1f%%; bid for and left: %.2f a game\n",
           100 * share((double)balance->contested, won),
           share((double)balance->unmet, (double)balance->games));
}

static void print_powers(const struct balance *balance, const struct terminal_marks *marks) {
    printf("\n%sPowers%s, of 100 drawn\n%s  power       drawn   played   cashed   held at the "
           "end%s\n",
           marks->bold, marks->plain, marks->dim, marks->plain);
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        const struct balance_power *power = &balance->power[i];
        double drawn = (double)power->drawn;
        if (balance->set->mystery[i])
            printf("  %-9s%8.0f%9.1f%9.1f%18.1f\n", zk_yotei_powers[i], drawn,
                   100 * share((double)power->played, drawn),
                   100 * share((double)power->cashed, drawn),
                   100 * share((double)left_of(power), drawn));
    }
}

static void print_acts(const struct balance *balance, const struct terminal_marks *marks) {
    printf("\n%sPlacements by round%s, a game that gets there\n%s  round  games", marks->bold,
           marks->plain, marks->dim);
    for (unsigned a = 0; a < BALANCE_ACTS; a++) printf("%8s", balance_act_names[a]);
    printf("%s\n", marks->plain);
    for (unsigned round = 1; round <= balance_last_round(balance); round++) {
        double games = (double)balance_reached(balance, round);
        printf("  %5u%7.0f", round, games);
        for (unsigned a = 0; a < BALANCE_ACTS; a++)
            printf("%8.2f", share((double)balance->act[a][round], games));
        putchar('\n');
    }
}

static void print_table(const struct balance *balance) {
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    print_games(balance, &marks);
    print_lands(balance, &marks);
    print_bids(balance, &marks);
    print_powers(balance, &marks);
    print_acts(balance, &marks);
}

/* ---- JSON: counts, for whoever calculates further. Split wins are in thousandths. ---- */

static void put_count(struct zk_json_out *out, const char *key, uint64_t count) {
    zk_json_key(out, key);
    zk_json_put_int(out, (int64_t)count);
}

static void put_thousandths(struct zk_json_out *out, const char *key, double value) {
    put_count(out, key, (uint64_t)(1000 * value + 0.5));
}

static void put_counts(struct zk_json_out *out, const char *key, const uint64_t *counts,
                       unsigned from, unsigned until) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned i = from; i < until; i++) zk_json_put_int(out, (int64_t)counts[i]);
    zk_json_end_array(out);
}

static void begin_object(struct zk_json_out *out, const char *key) {
    zk_json_key(out, key);
    zk_json_begin_object(out);
}

static void put_lands(struct zk_json_out *out, const struct balance *balance) {
    begin_object(out, "land");
    for (unsigned i = 0; i < balance->set->lands; i++) {
        const struct balance_land *land = &balance->land[i];
        begin_object(out, balance->set->land[i].id);
        put_count(out, "up", land->up);
        put_count(out, "down", land->down);
        put_count(out, "pile", land->pile);
        put_count(out, "thawed", land->thawed);
        put_count(out, "left", land->left);
        zk_json_end_object(out);
    }
    zk_json_end_object(out);
}

static void put_powers(struct zk_json_out *out, const struct balance *balance) {
    begin_object(out, "power");
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        if (!balance->set->mystery[i]) continue;
        begin_object(out, zk_yotei_powers[i]);
        put_count(out, "drawn", balance->power[i].drawn);
        put_count(out, "played", balance->power[i].played);
        put_count(out, "cashed", balance->power[i].cashed);
        put_count(out, "left", left_of(&balance->power[i]));
        zk_json_end_object(out);
    }
    zk_json_end_object(out);
}

static void print_json(const struct balance *balance) {
    static char memory[JSON_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out json = zk_json_to(&text), *out = &json;
    unsigned rounds = balance_last_round(balance) + 1;
    zk_json_begin_object(out);
    zk_json_key(out, "cards");
    zk_json_put_string(out, balance->set->name);
    put_count(out, "players", balance->players);
    zk_json_key(out, "bot");
    zk_json_put_string(out, balance->bot);
    put_count(out, "seed", balance->seed);
    put_count(out, "games", balance->games);
    put_counts(out, "rounds", balance->rounds, 1, rounds);
    put_count(out, "stuck", balance->stuck);
    begin_object(out, "road_thousandths");
    for (unsigned i = 0; i <= BALANCE_ROADS; i++)
        put_thousandths(out, balance_road_names[i], balance->road[i]);
    zk_json_end_object(out);
    begin_object(out, "wins_thousandths");
    for (unsigned i = 0; i < balance->players; i++)
        put_thousandths(out, zk_actor_name((int)i), balance->wins[i]);
    zk_json_end_object(out);
    zk_json_key(out, "order_thousandths");
    zk_json_begin_array(out);
    for (unsigned i = 0; i < balance->players; i++)
        zk_json_put_int(out, (int64_t)(1000 * balance->order[i] + 0.5));
    zk_json_end_array(out);
    begin_object(out, "points");
    for (unsigned i = 0; i < balance->players; i++)
        put_count(out, zk_actor_name((int)i), (uint64_t)balance->points[i]);
    zk_json_end_object(out);
    put_lands(out, balance);
    put_counts(out, "bids", balance->bids, 0, BALANCE_BIDS);
    put_counts(out, "winning_bids", balance->winning, 0, BALANCE_BIDS);
    put_count(out, "contested", balance->contested);
    put_count(out, "unmet", balance->unmet);
    put_powers(out, balance);
    begin_object(out, "by_round");
    for (unsigned a = 0; a < BALANCE_ACTS; a++)
        put_counts(out, balance_act_names[a], balance->act[a], 1, rounds);
    zk_json_end_object(out);
    zk_json_end_object(out);
    puts(memory);
}

/* ---- The command ---- */

static bool read_request(const struct request *request, struct zk_settings *settings,
                         void *rules) {
    const char *cards = request->value[OPTION_CARDS],
               *players = request->value[OPTION_PLAYERS];
    struct zk_refusal refusal;
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    memset(settings, 0, sizeof *settings);
    if (strcmp(request->words[0], zk_yotei.id) != 0) {
        complain(request, "only yotei has card sets to balance, not \"%s\"",
                 request->words[0]);
        return false;
    }
    if (cards && cards_choose(request, &zk_yotei, cards, settings, stderr) != STATUS_RIGHT)
        return false;
    if ((!players || zk_settings_set(&zk_yotei, settings, "players", 7, players,
                                     strlen(players), &refusal)) &&
        zk_yotei.prepare(rules, settings, &refusal))
        return true;
    zk_refusal_say(&zk_yotei, &refusal, &text);
    complain(request, "%s", sentence);
    return false;
}

static bool write_plot(const struct request *request, const struct balance *balance,
                       const char *path) {
    errno = 0;
    FILE *file = fopen(path, "w");
    bool right = file != NULL;
    if (file) {
        balance_plot(balance, file);
        right = !ferror(file);
        right = fclose(file) == 0 && right;
    }
    if (!right) complain(request, "cannot write %s: %s", path, strerror(errno));
    return right;
}

int run_balance(const struct request *request) {
    static alignas(max_align_t) unsigned char rules[ZK_RULES_SIZE_MAX];
    static struct balance balance;
    struct zk_settings settings;
    const char *name = request->value[OPTION_BOT], *path = request->value[OPTION_SVG];
    uint64_t games;
    if (!read_request(request, &settings, rules) ||
        !request_number(request, OPTION_GAMES, 1, 100000000, GAMES, &games) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &balance.seed))
        return STATUS_UNUSABLE;
    if (!name) name = "greedy";
    const struct zk_bot *bot = request_bot(request, &zk_yotei, name, strlen(name));
    if (!bot) return STATUS_UNUSABLE;
    const struct zk_bot *bots[ZK_SEATS_MAX] = {bot, bot, bot, bot};
    balance.set = zk_yotei_cards(rules);
    balance.bot = bot->name;
    balance.players = zk_yotei.seats(rules);
    struct terminal_progress progress = terminal_progress_bar("games", games);
    for (uint64_t number = 0; number < games; number++) {
        struct zk_selfplay play;
        zk_selfplay_begin(&play, &zk_yotei, rules, bots, balance.seed, number);
        play_game(&balance, &play);
        terminal_progress_tick(&progress, number + 1);
    }
    terminal_progress_end(&progress);
    if (request->value[OPTION_JSON])
        print_json(&balance);
    else
        print_table(&balance);
    return !path || write_plot(request, &balance, path) ? STATUS_RIGHT : STATUS_UNUSABLE;
}
