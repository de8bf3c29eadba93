/* bench.c: how fast games are played, and the signature. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/signature.h"
#include "commands.h"
#include "games/list.h"

enum {
    ROUNDS = 5,     /* each measure is the best of so many */
    ROUND_MS = 40,  /* that take about so long */
    POSITIONS = 256 /* mid-game positions to copy and resample */
};

/* ---- The plain measure: what callgrind counts ---- */

static int bench_game(const struct request *request, const struct zk_game *game) {
    struct zk_rules rules;
    struct zk_state state;
    struct zk_settings settings;
    uint64_t games, seed, decisions = 0;
    if (!request_rules(request, game, &settings, &rules) ||
        !request_number(request, OPTION_GAMES, 0, UINT64_MAX, 1, &games) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &seed))
        return STATUS_UNUSABLE;
    for (uint64_t number = 0; number < games; number++) {
        struct zk_rng rng = zk_rng_stream(seed, number);
        game->start(&rules, &state);
        decisions += zk_playout(game, &rules, &state, &rng);
    }
    printf("decisions %" PRIu64 "\n", decisions);
    return STATUS_RIGHT;
}

/* ---- Every game ---- */

/* One game under fixed rules, and positions from the middle of random games of it. */
struct subject {
    const struct zk_game *game;
    struct zk_rules rules;
    struct zk_state state[POSITIONS];
    struct zk_view view[POSITIONS];
    uint64_t number; /* of the game played next */
};

/* Tells the compiler that this memory is looked at, so that it has to be written. */
static void look_at(const void *memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Positions where a seat is to move, each from another game, at any point of it. */
static void collect_positions(struct subject *subject) {
    const struct zk_game *game = subject->game;
    for (uint64_t i = 0; i < POSITIONS; i++) {
        struct zk_rng rng = zk_rng_stream(i, 0);
        struct zk_state *kept = &subject->state[i];
        struct zk_state state;
        uint32_t seen = 0;
        int seat = ZK_CHANCE, kept_seat = 0;
        game->start(&subject->rules, &state);
        memcpy(kept, &state, game->state_size);
        while ((seat = game->actor(&subject->rules, &state)) != ZK_OVER) {
            /* The one kept so far gives way with a chance of one in those seen. */
            if (seat >= 0 && zk_rng_below(&rng, ++seen) == 0) {
                memcpy(kept, &state, game->state_size);
                kept_seat = seat;
            }
            game->apply(&subject->rules, &state,
                        zk_sample(game, &subject->rules, &state, &rng));
        }
        game->view(&subject->rules, kept, kept_seat, &subject->view[i]);
    }
}

/* Each does some work and returns how much. */

static uint64_t play_some(struct subject *subject) {
    struct zk_state state;
    uint64_t decisions = 0;
    for (unsigned i = 0; i < 100; i++) {
        struct zk_rng rng = zk_rng_stream(1, subject->number++);
        subject->game->start(&subject->rules, &state);
        decisions += zk_playout(subject->game, &subject->rules, &state, &rng);
    }
    return decisions;
}

static uint64_t copy_some(struct subject *subject) {
    struct zk_state state;
    for (unsigned round = 0; round < 40; round++)
        for (unsigned i = 0; i < POSITIONS; i++) {
            memcpy(&state, &subject->state[i], subject->game->state_size);
            look_at(&state);
        }
    return 40 * POSITIONS;
}

static uint64_t resample_some(struct subject *subject) {
    struct zk_state state;
    struct zk_rng rng = zk_rng_stream(2, subject->number);
    for (unsigned round = 0; round < 40; round++)
        for (unsigned i = 0; i < POSITIONS; i++) {
            subject->game->resample(&subject->rules, &subject->view[i], &rng, &state);
            look_at(&state);
        }
    return 40 * POSITIONS;
}

/* ---- Searches ---- */

enum { SEARCHES = 64, SEARCH_PLAYOUTS = 2000 };
/* No round of searches begins after so long. */
static const uint64_t SEARCH_NS = 2000000000;

static const struct zk_game *counted; /* the game whose moves are counted, */
static uint64_t moves_made;           /* those of its seats */

static void apply_and_count(const struct zk_rules *rules, struct zk_state *state,
                            zk_move move) {
    moves_made += counted->actor(rules, state) >= 0;
    counted->apply(rules, state, move);
}

static uint32_t playout_and_count(const struct zk_rules *rules, struct zk_state *state,
                                  struct zk_rng *rng) {
    uint32_t moves = zk_playout(counted, rules, state, rng);
    moves_made += moves;
    return moves;
}

/* Searches some positions, and returns the playouts made in all. */
static uint64_t search_some(const struct subject *subject, const struct zk_game *game,
                            const struct zk_bot *bot) {
    static const struct zk_budget budget = {.playouts = SEARCH_PLAYOUTS};
    zk_move moves[ZK_MOVES_MAX];
    uint64_t playouts = 0;
    for (unsigned i = 0; i < SEARCHES; i++) {
        struct zk_rng rng = zk_rng_stream(3, i);
        struct zk_bot_turn turn = {.game = game,
                                   .rules = &subject->rules,
                                   .view = &subject->view[i],
                                   .seat = game->actor(&subject->rules, &subject->state[i]),
                                   .moves = moves,
                                   .budget = &budget,
                                   .rng = &rng};
        turn.moves_count =
            game->moves(&subject->rules, &subject->state[i], turn.seat, moves, NULL);
        if (turn.moves_count < 2) continue; /* nothing to search for */
        bot->choose(bot, &turn);
        playouts += SEARCH_PLAYOUTS;
    }
    return playouts;
}

/* The searches of one bot and nothing else, for callgrind. */
static int bench_bot(const struct request *request, const struct zk_game *game) {
    const char *name = request->value[OPTION_BOT];
    const struct zk_bot *bot = request_bot(request, game, name, strlen(name));
    struct subject *subject = calloc(1, sizeof *subject);
    struct zk_settings settings;
    if (!subject) return complain(request, "there is not enough memory");
    subject->game = game;
    int status = STATUS_UNUSABLE;
    if (bot && !bot->searches) {
        complain(request, "%s does not search in this game", name);
    } else if (bot && request_rules(request, game, &settings, &subject->rules)) {
        collect_positions(subject);
        printf("playouts %" PRIu64 "\n", search_some(subject, game, bot));
        status = STATUS_RIGHT;
    }
    free(subject);
    return status;
}

static void bench_search(const struct subject *subject, const struct zk_bot *bot) {
    const struct zk_game *game = subject->game;
    struct zk_game counting = *game;
    double best = 0;
    uint64_t playouts = 0, begin = now_ns();
    counting.apply = apply_and_count;
    if (game->playout) counting.playout = playout_and_count;
    for (unsigned round = 0; round < ROUNDS && now_ns() - begin < SEARCH_NS; round++) {
        uint64_t start = now_ns();
        playouts = search_some(subject, game, bot);
        double rate = (double)playouts * 1e9 / (double)(now_ns() - start);
        if (rate > best) best = rate;
    }
    counted = game;
    moves_made = 0;
    search_some(subject, &counting, bot);
    printf("%s %-*s %12.0f %12.1f\n", game->id, 21 - (int)strlen(game->id), bot->name, best,
           (double)moves_made / (double)playouts);
    fflush(stdout);
}

/* The bots that search, in every game with its defaults. */
static void bench_searches(struct subject *subject) {
    static const char *const names[] = {"plain", "strong"};
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    printf("\n%-22s %12s %12s\n", "searches, a second", "playouts", "their moves");
    for (unsigned g = 0; zk_games[g]; g++) {
        subject->game = zk_games[g];
        if (!subject->game->prepare(&subject->rules, &settings, &refusal)) continue;
        collect_positions(subject);
        for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
            const struct zk_bot *bot = zk_bots_of(subject->game, names[i]);
            if (bot && bot->searches) bench_search(subject, bot);
        }
    }
}

/* The best rate of some rounds, in millions a second. */
static double measure(struct subject *subject, uint64_t (*work)(struct subject *subject)) {
    double best = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t done = 0, start = now_ns(), end;
        do {
            done += work(subject);
            end = now_ns();
        } while (end - start < ROUND_MS * 1000000u);
        double rate = (double)done * 1e3 / (double)(end - start);
        if (rate > best) best = rate;
    }
    return best;
}

static void bench_subject(struct subject *subject, const struct zk_settings *settings) {
    char title[128];
    struct zk_text text = zk_text_in(title, sizeof title);
    zk_text_put(&text, subject->game->id);
    zk_text_put_char(&text, ' ');
    zk_settings_put(subject->game, settings, &text);
    subject->number = 0;
    collect_positions(subject);
    printf("%-22s", title);
    printf(" %12.2f", measure(subject, play_some));
    printf(" %12.2f", measure(subject, copy_some));
    printf(" %12.2f\n", measure(subject, resample_some));
    fflush(stdout);
}

static void print_line(void *user, const char *text) {
    (void)user;
    puts(text);
    fflush(stdout);
}

static int bench_all(const struct request *request) {
    struct subject *subject = calloc(1, sizeof *subject);
    struct zk_settings settings;
    struct zk_sentence refusal;
    if (!subject) return complain(request, "there is not enough memory");
    printf("%-22s %12s %12s %12s\n", "millions a second", "decisions", "copies", "resamples");
    for (unsigned g = 0; zk_games[g]; g++) {
        subject->game = zk_games[g];
        for (unsigned i = 0; zk_signature_settings(zk_games[g], i, &settings); i++)
            if (zk_games[g]->prepare(&subject->rules, &settings, &refusal))
                bench_subject(subject, &settings);
    }
    bench_searches(subject);
    free(subject);
    zk_signature(print_line, NULL);
    return STATUS_RIGHT;
}

int run_bench(const struct request *request) {
    bool all = request->value[OPTION_ALL], signature = request->value[OPTION_SIGNATURE];
    if (request->words_count + all + signature != 1)
        return complain(request, "name one game, or say --all or --signature");
    if (all) return bench_all(request);
    if (signature) {
        zk_signature(print_line, NULL);
        return STATUS_RIGHT;
    }
    const struct zk_game *game = request_game(request, request->words[0]);
    if (!game) return STATUS_UNUSABLE;
    return request->value[OPTION_BOT] ? bench_bot(request, game) : bench_game(request, game);
}
