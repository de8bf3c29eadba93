/* score.c: games of a suite that somebody has played are verified, and what they come to.
 *
 * The reader of records has seen to it that every move is legal and every result right. Here each game
 * must be the one of the suite that stands in its place: its options, who sits where, every outcome of
 * luck, and every move of a partner, which is asked again in the same position. What cannot be seen in a
 * record is whether the entrant chose by what its seats may know. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/records.h"
#include "command/terminal.h"
#include "commands.h"
#include "rating.h"
#include "suites.h"

enum { WIN = 12 }; /* what a win counts, and a part of it a shared one */

/* What deals have come to: all of them, or one of them so far. */
struct tally {
    uint64_t deals;
    int64_t sum, won; /* shares of wins, or points; and in a game won together the wins */
    uint64_t squares, won_squares;
};

struct scoring {
    const struct request *request;
    const char *path;
    const struct suite *suite;
    uint64_t games, wanted; /* read so far, and to be read */
    unsigned games_of_deal;
    bool wrong;
    char name[ZK_RECORD_NAME_SIZE]; /* the entrant's */
    struct tally deal, part[SUITE_PARTS_MAX], all;
    struct suite_game play;
};

/* ---- What is wrong ---- */

static void refuse(struct scoring *scoring, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void refuse(struct scoring *scoring, uint64_t line, const char *format, ...) {
    char sentence[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    scoring->wrong = true;
    fprintf(stderr, "%s:%" PRIu64 ": ", scoring->path, line);
    terminal_put_line(stderr, sentence);
}

/* "deal 7" or, where a deal is several games, "deal 7, with the entrant in seat B". */
static const char *game_name(const struct scoring *scoring, uint64_t number) {
    static char name[2][64];
    static unsigned which;
    which = !which;
    unsigned games = scoring->games_of_deal;
    snprintf(name[which], sizeof name[which],
             games > 1 ? "deal %" PRIu64 " with the entrant in seat %s" : "deal %" PRIu64,
             number / games, zk_actor_name((int)(number % games)));
    return name[which];
}

static void print_move(const struct suite_game *play, zk_move move, char *memory) {
    struct zk_text text = zk_text_in(memory, ZK_MOVE_TEXT_SIZE);
    play->suite->game->print_move(&play->rules, &play->state, move, ZK_EVERYTHING, &text);
}

/* ---- Whether a record is a game of the suite ---- */

static bool has_options(const struct suite_game *play, const struct zk_record *record) {
    return memcmp(&play->rules, record->rules, play->suite->game->rules_size) == 0;
}

/* The seat of a partner that has another name; or -1. */
static int stranger(const struct scoring *scoring, uint64_t number,
                    const struct zk_record *record) {
    for (unsigned seat = 0; seat < record->seats_count; seat++)
        if (!suite_is_entrant(scoring->suite, number, (int)seat) &&
            strcmp(record->name[seat], scoring->suite->partner) != 0)
            return (int)seat;
    return -1;
}

/* The first move that is not luck's, or the record's count where all luck is right. */
static uint32_t other_luck(struct suite_game *play, const struct zk_record *record) {
    const struct zk_game *game = play->suite->game;
    for (uint32_t i = 0; i < record->moves_count; i++) {
        if (game->actor(&play->rules, &play->state) == ZK_CHANCE) {
            struct zk_rng before = play->luck;
            if (suite_next(play) != record->moves[i]) {
                play->luck = before;
                return i;
            }
        }
        game->apply(&play->rules, &play->state, record->moves[i]);
    }
    return record->moves_count;
}

/* Whether the record could be that game of the suite, whatever the partners do in it. */
static bool is_game(struct scoring *scoring, uint64_t number, const struct zk_record *record) {
    suite_begin(&scoring->play, scoring->suite, number, NULL);
    return has_options(&scoring->play, record) && stranger(scoring, number, record) < 0 &&
           other_luck(&scoring->play, record) == record->moves_count;
}

/* Says why the record is not the game that the suite has in its place. */
static void refuse_game(struct scoring *scoring, const struct zk_record *record) {
    uint64_t place = scoring->games,
             all = (uint64_t)scoring->suite->deals * scoring->games_of_deal;
    struct suite_game *play = &scoring->play;
    for (uint64_t number = 0; number < all; number++) {
        if (!is_game(scoring, number, record)) continue;
        if (number < place)
            refuse(scoring, record->line, "this is %s, which was there before, not %s",
                   game_name(scoring, number), game_name(scoring, place));
        else
            refuse(scoring, record->line, "this is %s; %s is missing",
                   game_name(scoring, number), game_name(scoring, place));
        return;
    }
    suite_begin(play, scoring->suite, place, NULL);
    int seat = stranger(scoring, place, record);
    if (!has_options(play, record)) {
        char chosen[512];
        struct zk_text text = zk_text_in(chosen, sizeof chosen);
        zk_settings_put(record->game, &record->settings, &text);
        refuse(scoring, record->line, "%s is played with %s, not with %s",
               game_name(scoring, place), scoring->suite->parts[play->part],
               *chosen ? chosen : "the usual options");
    } else if (seat >= 0) {
        refuse(scoring, record->line, "in %s, seat %s is that of %s, not of \"%s\"",
               game_name(scoring, place), zk_actor_name(seat), scoring->suite->partner,
               record->name[seat]);
    } else {
        char right[ZK_MOVE_TEXT_SIZE], wrong[ZK_MOVE_TEXT_SIZE];
        uint32_t at = other_luck(play, record);
        print_move(play, record->moves[at], wrong);
        print_move(play, suite_next(play), right);
        refuse(scoring, record->line + 1 + at,
               "this is no deal of the suite: in %s luck brings \"%s\" here, not \"%s\"",
               game_name(scoring, place), right, wrong);
    }
}

/* Whether every move of luck and of a partner is theirs; after saying which is not. */
static bool partners_play(struct scoring *scoring, const struct zk_record *record) {
    struct suite_game *play = &scoring->play;
    suite_begin(play, scoring->suite, scoring->games, NULL);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        int actor = play->suite->game->actor(&play->rules, &play->state);
        int mover = zk_mover(actor, record->moves[i]);
        if (actor == ZK_CHANCE) {
            suite_next(play); /* which is_game has seen to be the same */
        } else if (!suite_is_entrant(scoring->suite, scoring->games, mover)) {
            char done[ZK_MOVE_TEXT_SIZE], right[ZK_MOVE_TEXT_SIZE] = "nothing out of turn";
            zk_move move = mover == actor ? suite_next(play) : 0;
            if (mover != actor || move != record->moves[i]) {
                print_move(play, record->moves[i], done);
                if (mover == actor) print_move(play, move, right);
                refuse(scoring, record->line + 1 + i,
                       "in seat %s, %s does not play \"%s\" here, but \"%s\"",
                       zk_actor_name(mover), scoring->suite->partner, done, right);
                return false;
            }
        }
        suite_make(play, record->moves[i]);
    }
    return true;
}

/* ---- Counting ---- */

static void count_game(struct tally *deal, const struct zk_result *result, bool together,
                       unsigned seat) {
    int winners = 0;
    for (uint32_t rest = result->winners; rest; rest &= rest - 1) winners++;
    deal->won += result->winners != 0;
    if (together)
        deal->sum += result->points[0];
    else if (result->winners >> seat & 1)
        deal->sum += WIN / winners;
}

static void count_deal(struct tally *tally, const struct tally *deal) {
    tally->deals++;
    tally->sum += deal->sum;
    tally->squares += (uint64_t)(deal->sum * deal->sum);
    tally->won += deal->won;
    tally->won_squares += (uint64_t)(deal->won * deal->won);
}

static bool same_name(struct scoring *scoring, const struct zk_record *record) {
    for (unsigned seat = 0; seat < record->seats_count; seat++) {
        if (!suite_is_entrant(scoring->suite, scoring->games, (int)seat)) continue;
        if (!*scoring->name) memcpy(scoring->name, record->name[seat], sizeof scoring->name);
        if (strcmp(scoring->name, record->name[seat]) != 0 || !*scoring->name) {
            refuse(scoring, record->line,
                   "the entrant has one name, of at most %d bytes, in all its seats: "
                   "\"%s\" is not \"%s\"",
                   ZK_RECORD_NAME_SIZE - 1, record->name[seat], scoring->name);
            return false;
        }
    }
    return true;
}

static void score_record(void *user, const struct zk_record *record) {
    struct scoring *scoring = user;
    const struct suite *suite = scoring->suite;
    struct zk_result result;
    if (scoring->wrong) return; /* the first fault is told */
    if (record->game != suite->game) {
        refuse(scoring, record->line, "a game of %s, where the suite is one of %s",
               record->game->name, suite->game->name);
    } else if (!record->finished) {
        refuse(scoring, record->line, "the game is not over");
    } else if (scoring->games < scoring->wanted && is_game(scoring, scoring->games, record)) {
        if (!same_name(scoring, record) || !partners_play(scoring, record)) return;
        suite->game->result(&scoring->play.rules, &scoring->play.state, &result);
        count_game(&scoring->deal, &result, suite->game->together,
                   (unsigned)(scoring->games % scoring->games_of_deal));
        if (++scoring->games % scoring->games_of_deal) return;
        count_deal(&scoring->part[scoring->play.part], &scoring->deal);
        count_deal(&scoring->all, &scoring->deal);
        memset(&scoring->deal, 0, sizeof scoring->deal);
    } else if (scoring->games < scoring->wanted) {
        refuse_game(scoring, record);
    } else {
        refuse(scoring, record->line, "there are more games than the %" PRIu64 " of %s",
               scoring->wanted,
               scoring->wanted == (uint64_t)suite->deals * scoring->games_of_deal
                   ? "the suite"
                   : "so many deals");
    }
}

/* ---- The score ---- */

static void print_tally(const struct scoring *scoring, const struct tally *tally,
                        const char *title) {
    unsigned games = scoring->games_of_deal;
    if (!tally->deals) return;
    printf("%-24s %4" PRIu64 " deals: ", title, tally->deals);
    if (scoring->suite->game->together) {
        struct estimate points =
            estimate_points(tally->sum, tally->squares, tally->deals, games);
        struct estimate won =
            estimate_share(tally->won, tally->won_squares, tally->deals, games);
        printf("%.2f ± %.2f points, %.1f ± %.1f %% won\n", points.mean, margin_of(&points),
               100 * won.mean, 100 * margin_of(&won));
    } else {
        struct estimate share =
            estimate_share(tally->sum, tally->squares, tally->deals, games * WIN);
        printf("%.1f ± %.1f %% won\n", 100 * share.mean, 100 * margin_of(&share));
    }
}

static void print_score(const struct scoring *scoring) {
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    const struct suite *suite = scoring->suite;
    printf("%s%s: ", marks.bold, suite->name);
    terminal_put_line(stdout, scoring->name);
    fputs(marks.plain, stdout);
    for (unsigned i = 0; suite->parts[1] && suite->parts[i]; i++)
        print_tally(scoring, &scoring->part[i], suite->parts[i]);
    print_tally(scoring, &scoring->all, suite->parts[1] ? "all" : suite->parts[0]);
    if (scoring->all.deals < suite->deals)
        printf("only %" PRIu64 " of %" PRIu32 " deals; ", scoring->all.deals, suite->deals);
    puts("every game was verified; intervals of 95 %");
}

int run_score(const struct request *request) {
    const struct suite *suite = suites_find(request, request->words[0]);
    uint64_t deals;
    if (!suite ||
        !request_number(request, OPTION_DEALS, 1, suite->deals, suite->deals, &deals))
        return STATUS_UNUSABLE;
    struct scoring *scoring = calloc(1, sizeof *scoring);
    if (!scoring) return complain(request, "there is not enough memory");
    scoring->request = request;
    scoring->path = request->words[1];
    scoring->suite = suite;
    scoring->games_of_deal = suite_games(suite);
    scoring->wanted = deals * scoring->games_of_deal;
    int status = records_read(request, scoring->path, stderr, score_record, scoring);
    if (status == STATUS_RIGHT && !scoring->wrong && scoring->games < scoring->wanted) {
        scoring->wrong = true;
        fprintf(stderr, "%s: %s is missing, and all after it\n", scoring->path,
                game_name(scoring, scoring->games));
    }
    if (status == STATUS_RIGHT && scoring->wrong) status = STATUS_WRONG;
    if (status == STATUS_RIGHT) print_score(scoring);
    free(scoring);
    return status;
}
