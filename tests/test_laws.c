/* test_laws [GAME]: the laws of docs/laws.md for every game in the list, or for one, with every
 * value of its options.
 *
 *   ZASHIKI_GAMES   how many games are played for each game in the list (800, or fewer where moves
 *                   are many; with sanitizers a quarter)
 *   ZASHIKI_SEED    the seed they come from (1)
 *   ZASHIKI_LAWS    only those whose names are like this, as in "*law 7*", or with a "!" before it
 *                   only the others (all)
 *
 * Laws 1 to 6 are looked at in every position of many games, most of them random, some steered
 * (laws.c); law 7 is in worlds.c, law 9 in observed.c. What a game adds for itself lies in tests/GAME/laws.c. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "batch/encoders.h"
#include "games/list.h"
#include "own_laws.h"

#define X(game) &game##_laws,
static const struct own_laws *const own_laws[] = {OWN_LAWS NULL};
#undef X

/* Nothing where the game adds nothing. */
static struct own_laws own_laws_of(const struct zk_game *game) {
    for (unsigned i = 0; own_laws[i]; i++)
        if (own_laws[i]->game == game) return *own_laws[i];
    return (struct own_laws){.game = game};
}

static uint64_t from_environment(const char *name, uint64_t otherwise) {
    const char *value = getenv(name);
    return value && *value ? strtoull(value, NULL, 10) : otherwise;
}

uint64_t own_laws_seed(void) { return from_environment("ZASHIKI_SEED", 1); }

/* For a person who waits; silent in a pipe and over few games. */
static void show_progress(const char *name, uint64_t done, uint64_t games) {
    if (games < 20000 || done % 997 || !isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%s: %llu of %llu games\033[K", name, (unsigned long long)done,
            (unsigned long long)games);
}

/* Sanitizers take ten times as long: a quarter of the games then, in each choice of options one at least. The others
 * are played without. */
static uint64_t fewer(uint64_t games, unsigned choices) {
    if (!getenv("ZASHIKI_SANITIZED") || getenv("ZASHIKI_ALL")) return games;
    return games / 4 > choices ? games / 4 : choices;
}

/* ---- Laws 1 to 6 ---- */

static void laws_hold(void **test) {
    const struct zk_game *game = *test;
    unsigned choices = laws_choices(game);
    /* Long lists of moves take long to look at. */
    uint64_t usual = game->moves_max > 1024 ? 40 : game->moves_max > 256 ? 200 : 800;
    uint64_t games = from_environment("ZASHIKI_GAMES", fewer(usual, choices));
    uint32_t *seen = calloc(LAWS_SEEN, sizeof *seen);
    assert_non_null(seen);
    for (unsigned choice = 0; choice < choices; choice++) {
        struct laws laws;
        laws_open(&laws, game, choice);
        laws.rubbish = own_laws_of(game).rubbish;
        for (uint64_t number = choice; number < games; number += choices) {
            /* Half of them uniform; those that never end a turn early, or always, are long. */
            uint64_t turn = (number / choices + choice) % 20;
            enum laws_policy policy = turn < 10   ? LAWS_UNIFORM
                                      : turn < 14 ? LAWS_FLAT
                                      : turn < 18 ? LAWS_RARE
                                      : turn < 19 ? LAWS_FIRST
                                                  : LAWS_LAST;
            if (!laws_game(&laws, own_laws_seed(), number, policy, seen))
                fail_msg("%s", laws.fault);
            show_progress(laws.name, number, games);
        }
        laws_close(&laws);
    }
    free(seen);
}

/* ---- Law 2: check ---- */

enum { POSITIONS = 64 };

/* Positions from all over random games, one behind the other at their exact size. */
static unsigned char *gather_positions(struct laws *laws, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    unsigned char *positions = malloc(POSITIONS * game->state_size);
    struct zk_state *state = laws->state[0];
    assert_non_null(positions);
    for (unsigned kept = 0; kept < 4 * POSITIONS;) {
        game->start(laws->rules, state);
        while (game->actor(laws->rules, state) != ZK_OVER) {
            if (kept < POSITIONS || zk_rng_below(rng, 8) == 0) {
                unsigned at = kept < POSITIONS ? kept : zk_rng_below(rng, POSITIONS);
                memcpy(positions + at * game->state_size, state, game->state_size);
                kept++;
            }
            game->apply(laws->rules, state, zk_sample(game, laws->rules, state, rng));
        }
    }
    return positions;
}

/* Changes a state in one to three places: a bit, a byte, a count by one, two bytes for each other, one up and
 * one down, or some bytes as they are in another position. */
static void damage(unsigned char *state, const unsigned char *positions, uint32_t size,
                   struct zk_rng *rng) {
    for (unsigned times = 1 + zk_rng_below(rng, 3); times; times--) {
        uint32_t at = zk_rng_below(rng, size), other = zk_rng_below(rng, size);
        uint32_t run = 1 + zk_rng_below(rng, 16);
        unsigned char byte = state[at];
        switch (zk_rng_below(rng, 7)) {
        case 0: state[at] ^= (unsigned char)(1u << zk_rng_below(rng, 8)); break;
        case 1: state[at] = (unsigned char)zk_rng_below(rng, 256); break;
        case 2: state[at]++; break;
        case 3: state[at]--; break;
        case 4:
            state[at] = state[other];
            state[other] = byte;
            break;
        case 5:
            state[at]++;
            state[other]--;
            break;
        default:
            if (run > size - at) run = size - at;
            memcpy(state + at, positions + zk_rng_below(rng, POSITIONS) * size + at, run);
        }
    }
}

/* Plays at random to the end, and looks at worlds on the way: nothing may break that `check` has let pass. */
static void plays_on(struct laws *laws, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    struct zk_state *state = laws->state[0], *world = laws->state[1];
    struct zk_result result;
    uint32_t length = 0;
    const char *wrong = NULL;
    for (int actor; !wrong && (actor = game->actor(laws->rules, state)) != ZK_OVER;) {
        int seat = (int)zk_rng_below(rng, laws->seats);
        if (length % 8 == 0) {
            game->view(laws->rules, state, seat, laws->view[0]);
            game->resample(laws->rules, laws->view[0], rng, world);
            wrong = game->check(laws->rules, world);
        }
        if (!game->moves(laws->rules, state, actor, laws->other_move, laws->other_weight))
            wrong = "whose turn it is can do nothing";
        if (++length > game->length_max) wrong = "it does not end";
        if (wrong) break;
        game->apply(laws->rules, state, zk_sample(game, laws->rules, state, rng));
        wrong = game->check(laws->rules, state);
    }
    if (wrong) fail_msg("%s: check passed a damaged state, but later: %s", laws->name, wrong);
    game->result(laws->rules, state, &result);
}

/* It says what is wrong with any bytes at all. What it lets pass, it has to let pass to the end: damage that
 * makes another position of the game is none. */
static void check_stands_anything(void **test) {
    const struct zk_game *game = *test;
    unsigned choices = laws_choices(game), passed = 0;
    uint64_t games = from_environment("ZASHIKI_GAMES", game->moves_max > 256 ? 400 : 4000);
    uint64_t damages = 100 * games / choices + 200;
    for (unsigned choice = 0; choice < choices; choice++) {
        struct laws laws;
        laws_open(&laws, game, choice);
        struct zk_rng rng = zk_rng_stream(own_laws_seed(), choice);
        unsigned char *positions = gather_positions(&laws, &rng);
        for (uint64_t n = 0; n < damages; n++) {
            const unsigned char *before =
                positions + zk_rng_below(&rng, POSITIONS) * game->state_size;
            memcpy(laws.state[0], before, game->state_size);
            damage(laws.state[0]->bytes, positions, (uint32_t)game->state_size, &rng);
            if (memcmp(laws.state[0], before, game->state_size) == 0 ||
                game->check(laws.rules, laws.state[0]) != NULL)
                continue;
            passed++;
            plays_on(&laws, &rng);
        }
        free(positions);
        laws_close(&laws);
    }
    assert_true(passed > damages * choices / 1000);
    assert_true(passed < damages * choices / 4);
}

/* ---- Law 1: what sample gives ---- */

/* Somebody else acts in one case of eight, when that can be. */
static void others_are_fair(struct laws *laws, const struct zk_state *state, uint32_t others,
                            uint32_t draws) {
    const struct zk_game *game = laws->game;
    int actor = game->actor(laws->rules, state);
    uint32_t could = 0, observed[2] = {others, draws - others};
    for (int seat = 0; actor >= 0 && seat < (int)laws->seats; seat++)
        if (seat != actor)
            could += game->moves(laws->rules, state, seat, laws->other_move, NULL);
    double share[2] = {could ? 1.0 / 8 : 0, could ? 7.0 / 8 : 1};
    if ((!could && others) || !laws_plausible(observed, share, 2, draws))
        fail_msg("%s: sample lets others act %u times of %u", laws->name, others, draws);
}

/* Moves of seats are sampled uniformly, outcomes of chance by weight: in the first positions of a
 * random game. */
static void sample_fairly(struct laws *laws, uint64_t number, unsigned positions) {
    const struct zk_game *game = laws->game;
    enum { DRAWS = 4000 };
    struct zk_rng rng = zk_rng_stream(own_laws_seed(), number);
    struct zk_state *state = malloc(game->state_size);
    assert_non_null(state);
    game->start(laws->rules, state);
    for (unsigned length = 0; game->actor(laws->rules, state) != ZK_OVER && length < positions;
         length++) {
        assert_true(laws_list(laws, state));
        uint32_t observed[ZK_MOVES_MAX] = {0}, total = 0;
        double share[ZK_MOVES_MAX];
        bool chance = game->actor(laws->rules, state) == ZK_CHANCE;
        for (uint32_t i = 0; i < laws->count; i++) total += chance ? laws->weight[i] : 1;
        for (uint32_t i = 0; i < laws->count; i++)
            share[i] = (double)(chance ? laws->weight[i] : 1) / total;
        uint32_t own = 0;
        for (uint32_t n = 0; n < DRAWS; n++) {
            zk_move move = zk_sample(game, laws->rules, state, &rng);
            own += move >> 28 == 0;
            for (uint32_t i = 0; i < laws->count; i++) observed[i] += laws->move[i] == move;
        }
        others_are_fair(laws, state, DRAWS - own, DRAWS);
        if (!laws_plausible(observed, share, laws->count, own))
            fail_msg("%s, move %u: sample is not fair", laws->name, length);
        uint32_t pick = laws_pick(laws, state, LAWS_UNIFORM, &rng, NULL);
        game->apply(laws->rules, state, laws->move[pick]);
    }
    free(state);
}

static void samples_are_fair(void **test) {
    const struct zk_game *game = *test;
    for (unsigned choice = 0; choice < laws_choices(game); choice++) {
        struct laws laws;
        laws_open(&laws, game, choice);
        sample_fairly(&laws, 1000 + choice, 60);
        laws_close(&laws);
    }
}

/* The game without the slots that it could leave out. */
static void defaults_are_as_good(void **test) {
    struct zk_game bare = *(const struct zk_game *)*test;
    struct laws laws;
    laws_open_named(&laws, *test, "");
    if (laws.seats == bare.seats_max) bare.seats = NULL;
    bare.sample = NULL;
    bare.playout = NULL;
    bare.parse_move = NULL;
    bare.print_view = NULL;
    laws.game = &bare;
    sample_fairly(&laws, 1, 30);
    assert_true(laws_game(&laws, own_laws_seed(), 1, LAWS_UNIFORM, NULL));
    laws_close(&laws);
}

/* ---- Law 7 ---- */

static void tell_tally(const struct zk_game *game, const struct tally *tally) {
    print_message("# %s: %u positions, %u of them with several worlds, %" PRIu64
                  " worlds in all\n",
                  game->id, tally->positions, tally->several, tally->thought);
}

/* A whole game is more than a message of cmocka's holds. */
static void fail_with(const char *fault) {
    fprintf(stderr, "%s\n", fault);
    fail();
}

static void memory_is_perfect(void **test) {
    const struct zk_game *game = *test;
    struct tally tally = {0};
    char fault[sizeof((struct laws *)0)->fault];
    if (!worlds_are_few(game, own_laws_seed(), own_laws_of(game).ways, fault, &tally))
        fail_with(fault);
    tell_tally(game, &tally);
    assert_true(tally.several > 100);
}

static void memory_is_perfect_all_along(void **test) {
    const struct zk_game *game = *test;
    struct tally tally = {0};
    char fault[sizeof((struct laws *)0)->fault];
    if (!worlds_are_all_there(game, own_laws_seed(), own_laws_of(game).ways, fault, &tally))
        fail_with(fault);
    tell_tally(game, &tally);
    assert_true(tally.positions > 20);
}

/* ---- Law 9 ---- */

static void observations_are_honest(void **test) {
    const struct zk_game *game = *test;
    const struct zk_encoder *encoder = zk_encoder_of(game);
    if (!encoder) return;
    unsigned choices = laws_choices(game);
    uint64_t games = from_environment("ZASHIKI_GAMES", 0);
    uint64_t least = fewer((game->moves_max > 256 ? 6u : 20u) * (uint64_t)choices, choices);
    if (games < least) games = least;
    for (unsigned choice = 0; choice < choices; choice++) {
        struct laws laws;
        laws_open(&laws, game, choice);
        if (!observed_layouts(&laws, encoder)) fail_msg("%s: %s", laws.name, laws.fault);
        for (uint64_t number = choice; number < games; number += choices)
            if (!observed_game(&laws, encoder, own_laws_of(game).observed, own_laws_seed(),
                               number))
                fail_msg("%s", laws.fault);
        laws_close(&laws);
    }
}

/* ---- The list of games ---- */

static void facts_hold(void **test) {
    const struct zk_game *game = *test;
    struct zk_sentence refusal;
    struct zk_settings settings = {0};
    assert_ptr_equal(zk_games_find(game->id, strlen(game->id)), game);
    assert_null(zk_games_find(game->id, strlen(game->id) - 1));
    assert_true(game->seats_max <= ZK_SEATS_MAX && game->seats_min >= 1);
    assert_true(game->rules_version >= 1);
    for (uint32_t version = 1; version <= game->rules_version; version++) {
        static struct zk_rules rules;
        struct zk_settings by = {0};
        assert_true(zk_settings_set_rules(game, &by, version, &refusal));
        assert_true(game->prepare(&rules, &by, &refusal));
    }
    assert_true(game->moves_max <= ZK_MOVES_MAX);
    for (unsigned i = 0; game->rule_ids[i]; i++) assert_true(i < ZK_RULES_MAX);
    for (unsigned i = 0; game->options[i].name; i++) {
        const struct zk_option *option = &game->options[i];
        assert_true(i < ZK_OPTIONS_MAX);
        if (!option->values) { /* free text */
            assert_string_equal(zk_settings_get(game, &settings, i), "");
            continue;
        }
        assert_string_equal(zk_settings_get(game, &settings, i), option->values[0]);
        for (unsigned v = 0; option->values[v]; v++) {
            size_t size = strlen(option->values[v]);
            assert_true(size < ZK_OPTION_VALUE_SIZE);
            assert_true(zk_settings_set(game, &settings, option->name, strlen(option->name),
                                        option->values[v], size, &refusal));
            assert_string_equal(zk_settings_get(game, &settings, i), option->values[v]);
        }
        bool cards = game->cards_option && strcmp(game->cards_option, option->name) == 0;
        assert_int_equal(zk_settings_set(game, &settings, option->name, strlen(option->name),
                                         "never", 5, &refusal),
                         cards); /* which `prepare` refuses, when no such set comes with it */
        if (!cards) assert_string_equal(refusal.key, "option.value");
    }
    assert_false(zk_settings_set(game, &settings, "never", 5, "x", 1, &refusal));
    assert_string_equal(refusal.key, "option.unknown");
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        CMUnitTestFunction function;
    } law[] = {
        {"facts", facts_hold},
        {"laws 1 to 6 at every position", laws_hold},
        {"law 2: check stands anything", check_stands_anything},
        {"law 1: samples are fair", samples_are_fair},
        {"the same by default", defaults_are_as_good},
        {"law 7: perfect memory, uniform worlds", memory_is_perfect},
        {"law 7: whole games in all their worlds", memory_is_perfect_all_along},
        {"law 9: observations are honest", observations_are_honest},
    };
    enum { LAWS = sizeof law / sizeof *law, TESTS_MAX = 256 };
    static struct CMUnitTest tests[TESTS_MAX];
    static char names[TESTS_MAX][80];
    size_t count = 0;
    for (unsigned i = 0; zk_games[i] && count + LAWS < TESTS_MAX; i++) {
        struct own_laws own = own_laws_of(zk_games[i]);
        if (argc > 1 && strcmp(argv[1], zk_games[i]->id) != 0) continue;
        for (unsigned j = 0; j < LAWS + (own.test != NULL); j++, count++) {
            snprintf(names[count], sizeof names[count], "%s: %s", zk_games[i]->id,
                     j < LAWS ? law[j].name : own.test_name);
            /* cmocka's state is not const; nothing here writes to it. */
            void *game;
            memcpy(&game, &zk_games[i], sizeof game);
            tests[count] = (struct CMUnitTest){
                names[count], j < LAWS ? law[j].function : own.test, NULL, NULL, game};
        }
    }
    if (!count) {
        fprintf(stderr, "test_laws: there is no game called %s\n", argv[1]);
        return 2;
    }
    const char *only = getenv("ZASHIKI_LAWS");
    if (only && *only == '!')
        cmocka_set_skip_filter(only + 1);
    else if (only && *only)
        cmocka_set_test_filter(only);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("laws", tests, count, NULL, NULL);
}
