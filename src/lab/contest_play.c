/* contest_play.c: a contest is played, on all cores, see contest.h. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "bots/selfplay.h"
#include "command/command.h"
#include "contest.h"
#include "games/list.h"
#include "jobs.h"
#include "version.h"

/* ---- What is played ---- */

bool contest_begin(const struct request *request, struct contest *contest,
                   struct contest_table *table) {
    static struct zk_rules rules;
    struct zk_settings settings;
    uint64_t hash = 0xCBF29CE484222325u;
    memset(contest, 0, sizeof *contest);
    memset(table, 0, sizeof *table);
    if (!request->value[OPTION_GAME]) {
        complain(request, "say which game: --game NAME; zashiki games lists them");
        return false;
    }
    table->game = request_game(request, request->value[OPTION_GAME]);
    table->rules = &rules;
    if (!table->game || !request_rules(request, table->game, &settings, &rules) ||
        !request_number(request, OPTION_SEED, 0, INT64_MAX, 1, &contest->seed) ||
        !request_number(request, OPTION_PLAYOUTS, 0, UINT32_MAX, 0, &contest->playouts))
        return false;
    for (size_t i = 0; i < table->game->rules_size; i++)
        hash = (hash ^ rules.bytes[i]) * 0x100000001B3u;
    snprintf(contest->rules, sizeof contest->rules, "%016" PRIx64, hash);
    snprintf(contest->program, sizeof contest->program, "%s %s", ZASHIKI_VERSION,
             ZASHIKI_REVISION);
    snprintf(contest->game, sizeof contest->game, "%s", table->game->id);
    struct zk_text set = zk_text_in(contest->set, sizeof contest->set);
    zk_settings_put(table->game, &settings, &set);
    contest->seats = (uint8_t)zk_seats(table->game, &rules);
    contest->together = table->game->together;
    const char *const *ranks = table->game->about ? table->game->about->ranks : NULL;
    for (; ranks && ranks[contest->ranks_count]; contest->ranks_count++)
        snprintf(contest->rank[contest->ranks_count], CONTEST_RANK_SIZE, "%s",
                 ranks[contest->ranks_count]);
    return true;
}

/* What follows a name: "@5000", "+open", or both in this order. */
static bool read_manner(const struct request *request, const char *name, const char *at,
                        struct contest_player *player) {
    uint64_t playouts = 0;
    if (*at == '@') {
        for (at++; *at >= '0' && *at <= '9' && playouts <= UINT32_MAX; at++)
            playouts = 10 * playouts + (uint64_t)(*at - '0');
        if (playouts < 1 || playouts > UINT32_MAX) at = "?";
    }
    player->playouts = (uint32_t)playouts;
    player->open = strcmp(at, "+open") == 0;
    if (player->open || !*at) return true;
    complain(request,
             "\"%s\" is not a bot's name, with @N for so many playouts or +open when it sees "
             "everything",
             name);
    return false;
}

bool contest_enter(const struct request *request, struct contest *contest,
                   struct contest_table *table, const char *name, uint8_t *number) {
    struct contest_player player;
    char said[CONTEST_NAME_SIZE], playouts[16] = "";
    size_t size = strcspn(name, "@+");
    player.bot = request_bot(request, table->game, name, size);
    if (!player.bot || !read_manner(request, name, name + size, &player)) return false;
    if (player.open && !player.bot->searches) {
        complain(request, "%s does not search in %s, so it has no use for open cards",
                 player.bot->name, table->game->name);
        return false;
    }
    if (player.playouts) snprintf(playouts, sizeof playouts, "@%" PRIu32, player.playouts);
    snprintf(said, sizeof said, "%s%s%s", player.bot->name, playouts,
             player.open ? "+open" : "");
    for (*number = 0; *number < contest->entrants_count; (*number)++)
        if (strcmp(contest->entrant[*number], said) == 0) return true;
    if (*number == CONTEST_ENTRANTS_MAX) {
        complain(request, "there are more than %d bots", CONTEST_ENTRANTS_MAX);
        return false;
    }
    if (!player.playouts) player.playouts = (uint32_t)contest->playouts;
    table->player[*number] = player;
    memcpy(contest->entrant[*number], said, sizeof said);
    contest->entrants_count++;
    return true;
}

/* ---- One piece of work: a deal of a line ---- */

struct piece {
    int32_t value[ZK_SEATS_MAX];
    uint32_t won, rank[ZK_RANKS_MAX];
};

/* The index, in the line, of the player who sits in a seat in game `round` of a deal. */
static unsigned index_of(const struct contest_line *line, unsigned seats, unsigned seat,
                         unsigned round) {
    if (line->count == 1) return 0;
    if (line->count == 2) return seat != round;
    return (seat + seats - round) % seats;
}

static void play_game(const struct contest *contest, const struct contest_table *table,
                      const struct contest_line *line, uint64_t number, unsigned round,
                      struct zk_result *result) {
    const struct zk_game *game = table->game;
    struct zk_state state;
    const struct contest_player *player[ZK_SEATS_MAX];
    const struct zk_bot *bots[ZK_SEATS_MAX];
    static struct zk_selfplay play;
    struct zk_deal deal;
    for (unsigned seat = 0; seat < contest->seats; seat++) {
        player[seat] = &table->player[line->who[index_of(line, contest->seats, seat, round)]];
        bots[seat] = player[seat]->bot;
    }
    zk_deal_begin(&deal, contest->seed, number);
    zk_selfplay_begin(&play, game, table->rules, bots, contest->seed, number);
    play.deal = &deal;
    for (unsigned seat = 0; seat < contest->seats; seat++)
        play.sees_everything[seat] = player[seat]->open;
    game->start(table->rules, &state);
    for (int actor; (actor = game->actor(table->rules, &state)) != ZK_OVER;) {
        struct zk_budget budget = {.playouts = actor < 0 ? 0 : player[actor]->playouts};
        play.budget = budget.playouts ? &budget : NULL;
        zk_selfplay_make(&play, &state, zk_selfplay_next(&play, &state));
    }
    game->result(table->rules, &state, result);
}

/* What the seat gets for a game: CONTEST_WIN for a win, a part of it for a shared one. */
static int32_t share(const struct zk_result *result, unsigned seat) {
    int32_t winners = 0;
    for (uint32_t rest = result->winners; rest; rest &= rest - 1) winners++;
    return result->winners >> seat & 1 ? CONTEST_WIN / winners : 0;
}

/* One game of a team. The laws see to it that a result has one of the game's ranks. */
static void count_team(const struct contest *contest, const struct zk_result *result,
                       struct piece *piece) {
    assert(result->points[0] <= CONTEST_POINTS_MAX &&
           result->points[0] >= -CONTEST_POINTS_MAX);
    piece->value[0] += result->points[0];
    piece->won += result->winners != 0;
    for (unsigned i = 0; i < contest->ranks_count; i++)
        piece->rank[i] += strcmp(contest->rank[i], result->rank) == 0;
}

/* What is played, and when to stop. */
struct playing {
    struct contest *contest;
    const struct contest_table *table;
    struct contest_sprt *sprt; /* or NULL */
};

static void play_piece(void *user, uint64_t deal, unsigned number, void *result) {
    const struct playing *playing = user;
    const struct contest *contest = playing->contest;
    const struct contest_line *line = &contest->line[number];
    struct piece *piece = result;
    for (unsigned round = 0; round < contest_games(contest, line); round++) {
        struct zk_result end;
        play_game(contest, playing->table, line, deal, round, &end);
        if (contest->together) {
            count_team(contest, &end, piece);
            continue;
        }
        for (unsigned seat = 0; seat < contest->seats; seat++)
            piece->value[index_of(line, contest->seats, seat, round)] += share(&end, seat);
    }
}

static void count_piece(const struct contest *contest, struct contest_line *line,
                        const struct piece *piece) {
    for (unsigned i = 0; i < contest_counted(contest, line); i++) {
        line->sum[i] += piece->value[i];
        line->squares[i] += (uint64_t)((int64_t)piece->value[i] * piece->value[i]);
    }
    line->won += piece->won;
    for (unsigned i = 0; i < contest->ranks_count; i++) line->rank[i] += piece->rank[i];
}

/* ---- All of it ---- */

static void weigh(const struct contest *contest, struct contest_sprt *sprt) {
    struct estimate share = contest_result(contest, &contest->line[0], 0);
    sprt->ratio =
        sprt_ratio(&share, contest_deals(contest), contest->seats, sprt->elo0, sprt->elo1);
}

static bool is_decided(const struct contest_sprt *sprt) {
    return sprt && (sprt->ratio >= SPRT_BOUND || sprt->ratio <= -SPRT_BOUND);
}

/* A deal of every line; whether an SPRT has had enough of them. */
static bool count_deal(void *user, uint64_t deal, const void *results) {
    const struct playing *playing = user;
    struct contest *contest = playing->contest;
    const struct piece *piece = results;
    for (unsigned i = 0; i < contest->lines_count; i++)
        count_piece(contest, &contest->line[i], &piece[i]);
    contest_add_range(contest, deal, deal + 1);
    if (playing->sprt) weigh(contest, playing->sprt);
    return is_decided(playing->sprt);
}

int contest_play(const struct request *request, struct contest *contest,
                 const struct contest_table *table, struct contest_sprt *sprt) {
    struct playing playing = {contest, table, sprt};
    struct jobs jobs = {.option = OPTION_DEALS,
                        .pieces = contest->lines_count,
                        .size = sizeof(struct piece),
                        .user = &playing,
                        .work = play_piece,
                        .count_results = count_deal};
    if (!request_number(request, OPTION_DEALS, 1, CONTEST_DEALS_MAX, 100, &jobs.count) ||
        !request_number(request, OPTION_FROM, 0, CONTEST_NUMBER_MAX - CONTEST_DEALS_MAX, 0,
                        &jobs.from))
        return STATUS_UNUSABLE;
    return jobs_run(request, &jobs);
}

/* ---- What every report begins with ---- */

void contest_title(const struct contest *contest, char *title, size_t size) {
    const struct zk_game *game = zk_games_find(contest->game, strlen(contest->game));
    struct zk_text text = zk_text_in(title, size);
    zk_text_put(&text, game ? game->name : contest->game);
    if (*contest->set) zk_text_put(&text, ", ");
    zk_text_put(&text, contest->set);
    zk_text_put(&text, ": ");
    zk_text_put_uint(&text, contest_deals(contest));
    zk_text_put(&text, " deals of seed ");
    zk_text_put_uint(&text, contest->seed);
    if (!contest->playouts) return;
    zk_text_put(&text, ", ");
    zk_text_put_uint(&text, contest->playouts);
    zk_text_put(&text, " playouts");
}
