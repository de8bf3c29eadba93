/* contest.h: bots play the same deals, and the results are counted.
 *
 * Deals are numbered, so a contest can be played in parts, by several processes or machines, and
 * added up: everything that is counted is a whole number, and the parts are equal to the whole.
 *
 *   contest.c        what was counted, as one line of JSON and back; adding up
 *   contest_play.c   playing, on all cores
 *   match.c, arena.c, merge.c   the commands */
#ifndef ZASHIKI_CONTEST_H
#define ZASHIKI_CONTEST_H

#include <stdio.h>

#include "core/game.h"
#include "core/json.h"
#include "rating.h"

enum {
    CONTEST_ENTRANTS_MAX = RATED_MAX,
    CONTEST_LINES_MAX = CONTEST_ENTRANTS_MAX * CONTEST_ENTRANTS_MAX,
    CONTEST_RANGES_MAX = 256,
    CONTEST_NAME_SIZE = 40, /* "strong@20000+open" and its NUL */
    CONTEST_SET_SIZE = 320, /* "players=3 level=2" */
    CONTEST_DEALS_MAX = 1 << 24,
    CONTEST_NUMBER_MAX = 1 << 30,   /* numbers of deals are below this */
    CONTEST_TEXT_SIZE = 160 * 1024, /* the longest line of JSON and its NUL */
    CONTEST_WIN = 12,               /* what a win counts, and a part of it a shared one */
    CONTEST_POINTS_MAX = 100000,    /* of a team in one game, above 0 or below */
    CONTEST_RANK_SIZE = 16,
};

/* Who sits down together, by the numbers of the entrants: one is in every seat; of two the first is in
 * one seat, every seat in turn, and the second in all others; three or four have a seat each, and
 * all move on by one seat from game to game. A deal is one game for one, else one for each seat.
 *
 * Counted over all deals: what each deal gave the first, or each of three or four: CONTEST_WIN for a
 * game won, or, in games that are won or lost together, the team's points. Of these also how many
 * were won, and how many ended with each of the game's ranks. */
struct contest_line {
    uint8_t who[ZK_SEATS_MAX], count;
    int64_t sum[ZK_SEATS_MAX];
    uint64_t squares[ZK_SEATS_MAX];
    uint64_t won, rank[ZK_RANKS_MAX];
};

/* Deals from .. until - 1. */
struct contest_range {
    uint64_t from, until;
};

/* Everything up to `lines_count` is what is played, the rest what has come of it. */
struct contest {
    bool arena; /* every pair of entrants; else a match, which has one line */
    bool together;
    uint8_t seats;
    char program[64];                           /* the version that played */
    char game[16];                              /* its id */
    char set[CONTEST_SET_SIZE];                 /* the options that were chosen */
    char rules[17];                             /* a hash of the rules, card set included */
    char rank[ZK_RANKS_MAX][CONTEST_RANK_SIZE]; /* of the game, from the worst */
    unsigned ranks_count;
    uint64_t seed;
    uint64_t playouts; /* of every bot that names no other number; 0 is its own */
    char entrant[CONTEST_ENTRANTS_MAX][CONTEST_NAME_SIZE];
    unsigned entrants_count;
    struct contest_line line[CONTEST_LINES_MAX];
    unsigned lines_count;
    struct contest_range range[CONTEST_RANGES_MAX]; /* what was played, in order, apart */
    unsigned ranges_count;
};

/* How many games of one deal a line plays, and for how many of its entrants it counts. */
unsigned contest_games(const struct contest *contest, const struct contest_line *line);
unsigned contest_counted(const struct contest *contest, const struct contest_line *line);
uint64_t contest_deals(const struct contest *contest);
/* The share of wins, or the points, of entrant `index` of a line. */
struct estimate contest_result(const struct contest *contest, const struct contest_line *line,
                               unsigned index);
/* Adds a range of deals to those that were played; false when one of them was played already, or
 * there are too many ranges. */
bool contest_add_range(struct contest *contest, uint64_t from, uint64_t until);

/* One JSON object, without a line break, into a text of CONTEST_TEXT_SIZE; or its members alone. */
void contest_write(const struct contest *contest, struct zk_text *text);
void contest_put(const struct contest *contest, struct zk_json_out *out);
/* The reverse. NULL, or what is wrong, a constant; then *contest is worth nothing. */
const char *contest_read(struct contest *contest, const char *data, size_t size);
/* Adds what another one has come to. NULL, or why they do not go together, a constant; then nothing
 * has changed. */
const char *contest_add(struct contest *contest, const struct contest *other);

/* ---- contest_play.c ---- */

struct request;
struct zk_bot;

/* The game, and who the entrants are. */
struct contest_table {
    const struct zk_game *game;
    const struct zk_rules *rules;
    struct contest_player {
        const struct zk_bot *bot;
        uint32_t playouts; /* 0: its own number */
        bool open;         /* it sees everything */
    } player[CONTEST_ENTRANTS_MAX];
};

/* When to stop before all deals are played; see sprt_ratio. */
struct contest_sprt {
    double elo0, elo1, ratio;
};

/* An empty contest of the game, options, seed and playouts of the request, and its table. False after
 * saying what is wrong. */
bool contest_begin(const struct request *request, struct contest *contest,
                   struct contest_table *table);
/* The number of an entrant, "strong", "strong@5000" with so many playouts, "strong+open" when it sees
 * everything; a bot that has entered already has one. False after saying what is wrong. */
bool contest_enter(const struct request *request, struct contest *contest,
                   struct contest_table *table, const char *name, uint8_t *number);
/* Plays every line in the deals that the request names, on as many cores; what is counted does not
 * depend on them. With an SPRT (or NULL), which looks at the first line, only until it decides; and
 * only until Ctrl-C. Returns the exit status, after saying what is wrong; what was played until then
 * is counted all the same. */
int contest_play(const struct request *request, struct contest *contest,
                 const struct contest_table *table, struct contest_sprt *sprt);

/* What was played, and how often: "Yokai Sketch, edition=fr: 100 deals of seed 1". */
void contest_title(const struct contest *contest, char *title, size_t size);
/* The reports of the two commands, as a table or as --json asks for. */
void match_print(const struct request *request, const struct contest *contest);
void arena_print(const struct request *request, const struct contest *contest);

#endif
