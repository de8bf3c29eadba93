/* balance.c: the command `balance`: how a card set of Yōtei plays (balance.h). */
#include "balance.h"

#include <errno.h>
#include <string.h>

#include "bots/selfplay.h"
#include "commands.h"
#include "jobs.h"

enum { GAMES = 2000, GAMES_MAX = 100000000 };

const char *const balance_road_names[BALANCE_ROADS] = {"Ski resort", "Food culture",
                                                       "Wilderness"};
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

uint64_t balance_total(const uint64_t *counts, unsigned count) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++) sum += counts[i];
    return sum;
}

double balance_share(uint64_t part, uint64_t whole) {
    return whole ? (double)part / (double)whole : 0;
}

static uint64_t *counts_of(struct balance *balance) {
    return (void *)((char *)balance + offsetof(struct balance, games));
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

/* The winner's road: the element of tier III that it owns most of; equal ones share the win. */
static void count_road(struct balance *balance, const struct zk_yotei_board *board,
                       unsigned seat) {
    const uint8_t *owned = &board->element[seat][ZK_YOTEI_SKI];
    unsigned most = 0, equals = 0;
    for (unsigned i = 0; i < BALANCE_ROADS; i++)
        if (owned[i] > most) most = owned[i];
    if (!most) return;
    balance->decided++;
    for (unsigned i = 0; i < BALANCE_ROADS; i++) equals += owned[i] == most;
    for (unsigned i = 0; i < BALANCE_ROADS; i++)
        if (owned[i] == most) balance->road[i] += BALANCE_WIN / equals;
}

static void count_end(struct balance *balance, const struct zk_yotei_view *view,
                      const struct zk_result *result, unsigned first) {
    unsigned players = (unsigned)balance->players, round = view->board.round, winners = 0;
    for (unsigned seat = 0; seat < players; seat++) winners += result->winners >> seat & 1;
    balance->rounds[round]++;
    balance->stuck += strcmp(result->end, "T16") == 0;
    for (unsigned seat = 0; seat < players; seat++) {
        balance->points[seat] += (uint64_t)result->points[seat];
        if (!(result->winners >> seat & 1)) continue;
        balance->wins[seat] += BALANCE_WIN / winners;
        balance->order[(seat + players - first) % players] += BALANCE_WIN / winners;
        balance->winner_points += (uint64_t)result->points[seat] * (BALANCE_WIN / winners);
        if (winners == 1) count_road(balance, &view->board, seat);
    }
    for (unsigned slot = 0; slot < ZK_YOTEI_SLOTS; slot++)
        if (view->board.kind[slot]) balance->land[view->board.kind[slot] - 1].left++;
}

/* What is counted by games, of the one that was played. */
static void count_game(struct balance *balance, unsigned round) {
    balance->games = 1;
    balance->contested_games = balance->contested > 0;
    for (unsigned a = 0; a < BALANCE_ACTS; a++) balance->last[a] = balance->act[a][round] > 0;
    for (unsigned i = 0; i < balance->set->lands; i++)
        balance->land[i].games = balance->land[i].up > 0;
}

static void play_game(struct balance *balance, struct zk_selfplay *play) {
    const struct zk_game *game = play->game;
    struct zk_state state;
    struct zk_yotei_view view[2];
    struct zk_result result;
    unsigned now = 0, first = 0;
    game->start(play->rules, &state);
    game->view(play->rules, &state, ZK_EVERYTHING, zk_yotei_block(&view[now]));
    for (;;) {
        zk_move move = zk_selfplay_next(play, &state);
        zk_selfplay_make(play, &state, move);
        game->view(play->rules, &state, ZK_EVERYTHING, zk_yotei_block(&view[now ^ 1]));
        count_move(balance, &view[now], &view[now ^ 1], move);
        if (zk_yotei_act(move) == ZK_YOTEI_DO_FIRST) first = zk_yotei_number(move);
        now ^= 1;
        if (game->actor(play->rules, &state) == ZK_OVER) break;
    }
    game->result(play->rules, &state, &result);
    count_end(balance, &view[now], &result, first);
    count_game(balance, view[now].board.round);
}

/* ---- Playing ---- */

/* A run: its balance knows what is played, and by whom. */
struct run {
    struct balance *balance;
    const struct zk_rules *rules;
    const struct zk_bot *bot;
    struct zk_budget budget;
};

/* One game, and what is counted in it. */
static void play_number(void *user, uint64_t number, unsigned piece, void *counts) {
    const struct run *run = user;
    const struct zk_bot *bots[ZK_SEATS_MAX] = {run->bot, run->bot, run->bot, run->bot};
    struct balance balance = {.set = run->balance->set, .players = run->balance->players};
    struct zk_selfplay play;
    (void)piece;
    zk_selfplay_begin(&play, &zk_yotei, run->rules, bots, run->balance->seed, number);
    play.budget = run->budget.playouts ? &run->budget : NULL;
    play_game(&balance, &play);
    memcpy(counts, counts_of(&balance), BALANCE_COUNTS * sizeof(uint64_t));
}

static bool add_game(void *user, uint64_t number, const void *results) {
    const struct run *run = user;
    const uint64_t *more = results;
    uint64_t *counts = counts_of(run->balance);
    (void)number;
    for (unsigned i = 0; i < BALANCE_COUNTS; i++) counts[i] += more[i];
    return false;
}

/* ---- Parts that were played elsewhere ---- */

/* Adds one that was written as JSON; false after saying what is wrong. */
static bool add_part(const struct request *request, struct balance *balance,
                     const char *path) {
    static char json[BALANCE_JSON_SIZE];
    errno = 0;
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(json, 1, sizeof json, file) : 0;
    bool read = file && !ferror(file);
    if (!read) complain(request, "cannot read %s: %s", path, strerror(errno));
    if (file) fclose(file);
    const char *wrong = read ? balance_add(balance, json, size) : NULL;
    if (wrong) complain(request, "%s cannot be added: %s", path, wrong);
    return read && !wrong;
}

/* ---- The command ---- */

static void print_json(const struct balance *balance) {
    static char json[BALANCE_JSON_SIZE];
    struct zk_text text = zk_text_in(json, sizeof json);
    balance_write(balance, &text);
    puts(json);
}

int run_balance(const struct request *request) {
    static struct zk_rules rules;
    static struct balance balance;
    struct zk_settings settings;
    struct run run = {.balance = &balance, .rules = &rules};
    struct jobs jobs = {.option = OPTION_GAMES,
                        .pieces = 1,
                        .size = BALANCE_COUNTS * sizeof(uint64_t),
                        .user = &run,
                        .work = play_number,
                        .count_results = add_game};
    const char *name = request->value[OPTION_BOT] ? request->value[OPTION_BOT] : "greedy";
    if (strcmp(request->words[0], zk_yotei.id) != 0)
        return complain(request, "only yotei has card sets to balance, not \"%s\"",
                        request->words[0]);
    if (!request_rules(request, &zk_yotei, &settings, &rules) ||
        !request_number(request, OPTION_GAMES, 1, GAMES_MAX, GAMES, &jobs.count) ||
        !request_number(request, OPTION_FROM, 0, GAMES_MAX, 0, &jobs.from) ||
        !request_number(request, OPTION_PLAYOUTS, 0, UINT32_MAX, 0, &balance.playouts) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &balance.seed) ||
        !(run.bot = request_bot(request, &zk_yotei, name, strlen(name))))
        return STATUS_UNUSABLE;
    run.budget.playouts = (uint32_t)balance.playouts;
    balance.set = zk_yotei_cards(&rules);
    balance.bot = run.bot->name;
    balance.players = zk_yotei.seats(&rules);
    balance.from = jobs.from;
    int status = STATUS_RIGHT;
    for (unsigned i = 1; i < request->words_count; i++)
        if (!add_part(request, &balance, request->words[i])) return STATUS_UNUSABLE;
    if (request->words_count == 1) status = jobs_run(request, &jobs);
    if (balance.games) (request->value[OPTION_JSON] ? print_json : balance_print)(&balance);
    return status;
}
