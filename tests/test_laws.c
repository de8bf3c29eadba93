/* test_laws [GAME]: the laws of docs/testing.md for every game in the list, or for one, with every
 * value of its options.
 *
 *   ZASHIKI_GAMES   how many games are played for each game in the list (800, or fewer where moves
 *                   are many)
 *   ZASHIKI_SEED    the seed they come from (1)
 *
 * Laws 1 to 6 are looked at in every position of many games, most of them random, some steered
 * (laws.c). Law 7 has two halves, below: a seat's memory is perfect, and what is resampled is
 * uniform. Both hold `resample` against an information set found by brute force: all the worlds
 * in which the seat would have been told just what it was told since the start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/games.h"
#include "games/null/null.h"
#include "games/sketch/sketch.h"
#include "games/yokai/yokai.h"
#include "games/yotei/yotei.h"
#include "laws.h"

static uint64_t from_environment(const char *name, uint64_t otherwise) {
    const char *value = getenv(name);
    return value && *value ? strtoull(value, NULL, 10) : otherwise;
}

static uint64_t seed(void) { return from_environment("ZASHIKI_SEED", 1); }

/* For a person who waits; silent in a pipe and over few games. */
static void show_progress(const char *name, uint64_t done, uint64_t games) {
    if (games < 20000 || done % 997 || !isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%s: %llu of %llu games\033[K", name, (unsigned long long)done,
            (unsigned long long)games);
}

/* ---- Laws 1 to 6 ---- */

static void laws_hold(void **test) {
    const struct zk_game *game = *test;
    unsigned choices = laws_choices(game);
    /* Long lists of moves take long to look at. */
    uint64_t games = from_environment("ZASHIKI_GAMES", game->moves_max > 1024  ? 40
                                                       : game->moves_max > 256 ? 200
                                                                               : 800);
    uint32_t *seen = calloc(LAWS_SEEN, sizeof *seen);
    assert_non_null(seen);
    for (unsigned choice = 0; choice < choices; choice++) {
        struct laws laws;
        laws_open(&laws, game, choice);
        for (uint64_t number = choice; number < games; number += choices) {
            /* Half of them uniform; those that never end a turn early, or always, are long. */
            uint64_t turn = (number / choices + choice) % 20;
            enum laws_policy policy = turn < 10   ? LAWS_UNIFORM
                                      : turn < 14 ? LAWS_FLAT
                                      : turn < 18 ? LAWS_RARE
                                      : turn < 19 ? LAWS_FIRST
                                                  : LAWS_LAST;
            if (!laws_game(&laws, seed(), number, policy, seen)) fail_msg("%s", laws.fault);
            show_progress(laws.name, number, games);
        }
        laws_close(&laws);
    }
    free(seen);
}

/* ---- Law 1: what sample gives ---- */

/* Whether things that have these shares were observed so often by accident. Those expected less
 * than ten times are counted together. */
static bool plausible(const uint32_t *observed, const double *share, uint32_t count,
                      uint32_t total) {
    double sum = 0, few_expected = 0, few_observed = 0;
    unsigned cells = 0;
    for (uint32_t i = 0; i < count; i++) {
        double expected = share[i] * total, off = observed[i] - expected;
        if (expected < 10) {
            few_expected += expected;
            few_observed += observed[i];
        } else {
            sum += off * off / expected;
            cells++;
        }
    }
    if (few_expected >= 10) {
        sum += (few_observed - few_expected) * (few_observed - few_expected) / few_expected;
        cells++;
    }
    return cells < 2 || sum < laws_chi_limit(cells - 1);
}

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
    if ((!could && others) || !plausible(observed, share, 2, draws))
        fail_msg("%s: sample lets others act %u times of %u", laws->name, others, draws);
}

/* Moves of seats are sampled uniformly, outcomes of chance by weight: in the first positions of a
 * random game. */
static void sample_fairly(struct laws *laws, uint64_t number, unsigned positions) {
    const struct zk_game *game = laws->game;
    enum { DRAWS = 4000 };
    struct zk_rng rng = zk_rng_stream(seed(), number);
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
        if (!plausible(observed, share, laws->count, own))
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
    assert_true(laws_game(&laws, seed(), 1, LAWS_UNIFORM, NULL));
    laws_close(&laws);
}

/* ---- Law 7: information sets by brute force ---- */

/* Different states of one game, told apart by what ZK_EVERYTHING sees of them: a state may keep
 * the same truth in more than one way. A table of places, open addressing, finds them. */
struct worlds {
    struct laws *laws;
    uint32_t count, room;
    unsigned char *state, *truth; /* of each: its bytes, and the view of everything */
    uint32_t *place;              /* 2 * room places: number + 1, or 0 */
};

static void worlds_open(struct worlds *worlds, struct laws *laws, uint32_t room) {
    *worlds = (struct worlds){.laws = laws, .room = room};
    worlds->state = malloc(laws->game->state_size * room);
    worlds->truth = malloc(laws->game->view_size * (room + 1)); /* the last is scratch */
    worlds->place = calloc(2 * (size_t)room, sizeof *worlds->place);
    assert_non_null(worlds->state);
    assert_non_null(worlds->truth);
    assert_non_null(worlds->place);
}

static void worlds_close(struct worlds *worlds) {
    free(worlds->state);
    free(worlds->truth);
    free(worlds->place);
}

static void worlds_clear(struct worlds *worlds) {
    worlds->count = 0;
    memset(worlds->place, 0, 2 * (size_t)worlds->room * sizeof *worlds->place);
}

static struct zk_state *world_at(const struct worlds *worlds, uint32_t index) {
    return (void *)(worlds->state + worlds->laws->game->state_size * index);
}

/* The place of a state, whose truth is left behind those of all others. */
static uint32_t *find_place(const struct worlds *worlds, const struct zk_state *state) {
    const struct zk_game *game = worlds->laws->game;
    unsigned char *truth = worlds->truth + game->view_size * worlds->count;
    game->view(worlds->laws->rules, state, ZK_EVERYTHING, (void *)truth);
    uint64_t hash = 0, places = 2 * (uint64_t)worlds->room;
    for (size_t i = 0; i < game->view_size; i++) hash = (hash ^ truth[i]) * 0x100000001B3u;
    for (uint64_t at = zk_rng_mix(hash) % places;; at = (at + 1) % places) {
        uint32_t *place = &worlds->place[at];
        if (!*place) return place;
        if (memcmp(worlds->truth + game->view_size * (*place - 1), truth, game->view_size) ==
            0)
            return place;
    }
}

/* Its number, or -1. */
static int64_t world_number(const struct worlds *worlds, const struct zk_state *state) {
    return (int64_t)*find_place(worlds, state) - 1;
}

/* False when there is no room. */
static bool add_world(struct worlds *worlds, const struct zk_state *state) {
    uint32_t *place = find_place(worlds, state);
    if (*place) return true;
    if (worlds->count == worlds->room) return false;
    memcpy(world_at(worlds, worlds->count), state, worlds->laws->game->state_size);
    *place = ++worlds->count;
    return true;
}

/* All that `seat` must think possible after it was told `told` of a move of `mover`, or chance, and
 * then sees `view`. */
static bool think(struct laws *laws, const struct worlds *before, struct worlds *after,
                  int seat, int mover, const char *told, const struct zk_view *view) {
    const struct zk_game *game = laws->game;
    struct zk_state *next = laws->state[0];
    zk_move move[ZK_MOVES_MAX];
    uint32_t weight[ZK_MOVES_MAX];
    worlds_clear(after);
    for (uint32_t w = 0; w < before->count; w++) {
        const struct zk_state *world = world_at(before, w);
        uint32_t count = game->moves(laws->rules, world, mover, move, weight);
        for (uint32_t i = 0; i < count; i++) {
            char data[LAWS_TOLD_SIZE];
            laws_told(laws, world, move[i], seat, data);
            if (strcmp(data, told) != 0) continue;
            memcpy(next, world, game->state_size);
            game->apply(laws->rules, next, move[i]);
            game->view(laws->rules, next, seat, laws->view[0]);
            if (memcmp(laws->view[0], view, game->view_size) != 0) continue;
            if (!add_world(after, next)) return false;
        }
    }
    return true;
}

/* ---- How likely each world is: copies of a card counted apart, by counting arrangements ---- */

/* Deals `missing` of the physical cards `card` from number `from` on to a hand, in every way, and
 * counts each hand's ways in `ways` of the world that has it. */
struct arrangement {
    const struct worlds *worlds;
    const zk_sketch_cards *hand; /* of each world */
    uint32_t *ways;
    unsigned card[36];
    unsigned cards;
    uint32_t outside; /* arrangements that no world has */
};

static void arrange(struct arrangement *a, unsigned from, unsigned missing,
                    zk_sketch_cards hand) {
    if (missing == 0) {
        uint32_t w = 0;
        while (w < a->worlds->count && a->hand[w] != hand) w++;
        if (w < a->worlds->count)
            a->ways[w]++;
        else
            a->outside++;
        return;
    }
    for (unsigned i = from; i + missing <= a->cards; i++)
        arrange(a, i + 1, missing - 1, hand + ((uint64_t)1 << a->card[i]));
}

static unsigned sketch_total(zk_sketch_cards cards) {
    unsigned total = 0;
    for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES; code++)
        if (code % 7 == 0 || code % 7 == 3) total += (unsigned)(cards >> code & 7);
    return total;
}

static void sketch_ways(struct laws *laws, const struct worlds *worlds, int seat,
                        uint32_t *ways) {
    const struct zk_sketch_view *seen = zk_sketch_seen(laws->view[1]);
    const struct zk_sketch_view *all = zk_sketch_seen(laws->view[0]);
    struct arrangement a = {.worlds = worlds, .ways = ways};
    int other = seat ^ 1;
    zk_sketch_cards *hand = calloc(worlds->count, sizeof *hand);
    assert_non_null(hand);
    for (uint32_t w = 0; w < worlds->count; w++) {
        laws->game->view(laws->rules, world_at(worlds, w), ZK_EVERYTHING, laws->view[0]);
        hand[w] = all->hand[other];
        for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES;
             code++) /* it holds what is known */
            if (code % 7 == 0 || code % 7 == 3)
                assert_true((hand[w] >> code & 7) >= (seen->known[other] >> code & 7));
    }
    a.hand = hand;
    for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES; code++)
        if (code % 7 == 0 || code % 7 == 3)
            for (unsigned copies = (unsigned)(seen->unseen >> code & 7); copies; copies--)
                a.card[a.cards++] = code;
    unsigned missing = seen->board.hand_count[other] - sketch_total(seen->known[other]);
    assert_int_equal(a.cards - missing, seen->deck_count);
    arrange(&a, 0, missing, seen->known[other]);
    assert_int_equal(a.outside, 0); /* no arrangement is impossible */
    free(hand);
}

static void null_ways(struct laws *laws, const struct worlds *worlds, int seat,
                      uint32_t *ways) {
    const struct zk_null_view *seen = zk_null_seen(laws->view[1]);
    const struct zk_null_view *all = zk_null_seen(laws->view[0]);
    for (uint32_t w = 0; w < worlds->count; w++) {
        laws->game->view(laws->rules, world_at(worlds, w), ZK_EVERYTHING, laws->view[0]);
        unsigned number = all->card[seat ^ 1];
        ways[w] = number && !seen->card[seat ^ 1] ? seen->unseen.count[number - 1] : 1;
    }
}

/* Sixteen cards, four of each family. While they are dealt a family's first card is one of four,
 * its second one of three; later all deals weigh the same, and so do pacts. */
static void yokai_ways(struct laws *laws, const struct worlds *worlds, uint32_t *ways) {
    const struct zk_yokai_view *all = zk_yokai_seen(laws->view[0]);
    for (uint32_t w = 0; w < worlds->count; w++) {
        unsigned left[ZK_YOKAI_FAMILIES] = {4, 4, 4, 4};
        laws->game->view(laws->rules, world_at(worlds, w), ZK_EVERYTHING, laws->view[0]);
        ways[w] = 1;
        for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++)
            if (all->family[card]) ways[w] *= left[all->family[card] - 1]--;
    }
}

/* In how many ways the copies of a card can be chosen that lie in some place, when `of` are left. */
static uint32_t choose(unsigned of, unsigned chosen) {
    uint32_t ways = 1;
    for (unsigned i = 0; i < chosen; i++) ways = ways * (of - i) / (i + 1);
    return ways;
}

/* Every vector of bids once, times the ways in which unseen cards can lie in hands and in decks. */
static void yotei_ways(struct laws *laws, const struct worlds *worlds, int seat,
                       uint32_t *ways) {
    const struct zk_yotei_view *seen = zk_yotei_seen(laws->view[1]);
    const struct zk_yotei_set *set = zk_yotei_cards(laws->rules);
    const struct zk_yotei_view *all = zk_yotei_seen(laws->view[0]);
    for (uint32_t w = 0; w < worlds->count; w++) {
        laws->game->view(laws->rules, world_at(worlds, w), ZK_EVERYTHING, laws->view[0]);
        ways[w] = 1;
        for (unsigned power = 0; power < ZK_YOTEI_POWERS; power++) {
            unsigned left = seen->unseen[power];
            for (unsigned other = 0; other < laws->seats; other++) {
                unsigned held = 0;
                for (unsigned i = 0; i < ZK_YOTEI_HELD_MAX; i++)
                    held += all->hand[other][i] == power + 1 && !all->board.age[other][i];
                if ((int)other == seat) continue;
                ways[w] *= choose(left, held);
                left -= held;
            }
        }
        for (unsigned kind = 0, card = 0; kind < set->lands; kind++) {
            unsigned unseen = 0, taken[ZK_SEATS_MAX] = {0};
            for (unsigned n = set->land[kind].count; n; n--, card++) {
                unsigned is = zk_yotei_where(all->where, card);
                unseen += zk_yotei_where(seen->where, card) == ZK_YOTEI_UNSEEN;
                if (is >= ZK_YOTEI_TAKEN && is < ZK_YOTEI_COLLECTED)
                    taken[is - ZK_YOTEI_TAKEN]++;
            }
            for (unsigned other = 0; other < laws->seats; other++) {
                if ((int)other == seat) continue;
                ways[w] *= choose(unseen, taken[other]);
                unseen -= taken[other];
            }
        }
    }
}

/* Whether what is resampled from the seat's view is just these worlds, each as often as the
 * physical cards can lie that way. laws->view[1] holds the view. */
static void check_worlds(struct laws *laws, const struct worlds *worlds, int seat,
                         uint32_t length, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    enum { PER_WORLD = 50, WORLDS_MAX = 250 };
    if (worlds->count > WORLDS_MAX) { /* too many to count; still, nothing else may come */
        for (unsigned n = 0; n < 50; n++) {
            game->resample(laws->rules, laws->view[1], rng, laws->state[0]);
            if (world_number(worlds, laws->state[0]) < 0)
                fail_msg("%s, move %u: seat %d resamples an impossible world", laws->name,
                         length, seat);
        }
        return;
    }
    uint32_t ways[WORLDS_MAX] = {0}, observed[WORLDS_MAX] = {0};
    double share[WORLDS_MAX], all_ways = 0;
    if (game == &zk_sketch)
        sketch_ways(laws, worlds, seat, ways);
    else if (game == &zk_yokai)
        yokai_ways(laws, worlds, ways);
    else if (game == &zk_null)
        null_ways(laws, worlds, seat, ways);
    else if (game == &zk_yotei)
        yotei_ways(laws, worlds, seat, ways);
    else
        fail_msg("say in test_laws.c how likely each world of %s is", game->id);
    for (uint32_t w = 0; w < worlds->count; w++) {
        if (!ways[w])
            fail_msg("%s, move %u: seat %d forgot that a world is possible", laws->name,
                     length, seat);
        all_ways += ways[w];
    }
    for (uint32_t w = 0; w < worlds->count; w++) share[w] = ways[w] / all_ways;
    bool often = worlds->count > 1 && zk_rng_below(rng, 5) == 0;
    uint32_t draws = often ? worlds->count * PER_WORLD : 8;
    for (uint32_t n = 0; n < draws; n++) {
        game->resample(laws->rules, laws->view[1], rng, laws->state[0]);
        int64_t number = world_number(worlds, laws->state[0]);
        if (number < 0)
            fail_msg("%s, move %u: seat %d resamples an impossible world", laws->name, length,
                     seat);
        observed[number]++;
    }
    if (often && !plausible(observed, share, worlds->count, draws))
        fail_msg("%s, move %u: seat %d resamples unevenly", laws->name, length, seat);
}

struct tally {
    uint32_t positions, several; /* looked at; with more than one world */
};

/* Follows what one seat is told in one game. Looking starts where nothing is hidden from the seat:
 * at the start, and when the number of worlds grew beyond the room, at the next such point. */
static void follow(struct laws *laws, int seat, uint64_t number, uint32_t room,
                   struct tally *tally) {
    const struct zk_game *game = laws->game;
    struct zk_rng rng = zk_rng_stream(seed(), number), looking = zk_rng_split(&rng);
    struct worlds before, after;
    worlds_open(&before, laws, room);
    worlds_open(&after, laws, room);
    struct zk_state *state = malloc(game->state_size);
    assert_non_null(state);
    game->start(laws->rules, state);
    bool lost = true;
    for (uint32_t length = 0;; length++) {
        game->view(laws->rules, state, seat, laws->view[1]);
        if (lost) { /* does the seat know everything? */
            lost = false;
            worlds_clear(&before);
            add_world(&before, state);
            for (unsigned n = 0; n < 24 && !lost; n++) {
                game->resample(laws->rules, laws->view[1], &looking, laws->state[0]);
                lost = world_number(&before, laws->state[0]) < 0;
            }
        }
        if (!lost) {
            if (world_number(&before, state) < 0)
                fail_msg("%s, move %u: seat %d rules out the truth", laws->name, length, seat);
            check_worlds(laws, &before, seat, length, &looking);
            tally->positions++;
            tally->several += before.count > 1;
        }
        if (game->actor(laws->rules, state) == ZK_OVER) break;
        zk_move move = zk_sample(game, laws->rules, state, &rng);
        if (number % 3 == 2 && game->actor(laws->rules, state) >= 0 && zk_rng_below(&rng, 2)) {
            assert_true(laws_list(laws, state)); /* some keep their cards for long */
            move = laws->move[0];
        }
        char told[LAWS_TOLD_SIZE];
        int mover = zk_mover(game->actor(laws->rules, state), move);
        laws_told(laws, state, move, seat, told);
        game->apply(laws->rules, state, move);
        game->view(laws->rules, state, seat, laws->view[1]);
        if (!lost) {
            lost = !think(laws, &before, &after, seat, mover, told, laws->view[1]);
            struct worlds swap = before;
            before = after;
            after = swap;
        }
    }
    free(state);
    worlds_close(&before);
    worlds_close(&after);
}

/* Small worlds in many games: everywhere in `null`; in `sketch` during the first deals and after
 * each reshuffle, where part of the other hand is known; in `yokai` during the first deals. */
static void memory_is_perfect(void **test) {
    const struct zk_game *game = *test;
    unsigned choices = laws_choices(game);
    uint64_t games = choices > 24 ? 4 : game->moves_max > 1024 ? 6 : 24;
    struct tally tally = {0, 0};
    for (unsigned choice = 0; choice < choices; choice++) {
        struct laws laws;
        laws_open(&laws, game, choice);
        for (uint64_t number = 0; number < games; number++)
            for (int seat = 0; seat < (int)laws.seats; seat++)
                follow(&laws, seat, number * choices + choice, 200, &tally);
        laws_close(&laws);
    }
    assert_true(tally.several > 100);
}

/* Whole games with every world that a seat must think possible, however many. */
static void memory_is_perfect_all_along(void **test) {
    const struct zk_game *game = *test;
    struct tally tally = {0, 0};
    for (unsigned choice = 0; choice < laws_choices(game); choice++) {
        struct laws laws;
        laws_open(&laws, game, choice);
        follow(&laws, (int)(choice % laws.seats), choice, 12000, &tally);
        laws_close(&laws);
    }
    assert_true(tally.positions > 20);
}

/* ---- Law 7 in Yokai: late positions, deal by deal ----
 *
 * Nothing of a deal is known at first, and nothing but the end ever makes all of it known: the
 * worlds cannot be followed from the start. But what hides is decided at the start, so the worlds of
 * a late position are found by playing the same game again after every other deal. */

struct yokai_past {
    zk_move move[256];
    uint32_t count;
    char told[256][LAWS_TOLD_SIZE]; /* what the seat was told of each */
    int family[ZK_YOKAI_CARDS];     /* the letter it was told of each card, or 0 */
};

/* A seat that wants to see much: cards it has not seen, hint cards turned up as long as they last
 * and laid on cards that it has seen. Nobody declares peace; the others do anything. */
static zk_move look_around(struct laws *laws, const struct zk_state *state,
                           const struct yokai_past *past, int seat, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    if (game->actor(laws->rules, state) == ZK_CHANCE)
        return zk_sample(game, laws->rules, state, rng);
    uint32_t count =
        game->moves(laws->rules, state, game->actor(laws->rules, state), laws->move, NULL);
    zk_move best = 0;
    unsigned most = 0, found = 0;
    for (uint32_t i = 0; i < count; i++) {
        unsigned act = zk_yokai_act(laws->move[i]), wish = 1;
        bool seen = past->family[zk_yokai_card(laws->move[i])] != 0;
        if (act == ZK_YOKAI_DO_DECLARE) continue;
        if (act == ZK_YOKAI_DO_PEEK && game->actor(laws->rules, state) == seat)
            wish = seen ? 1 : 2;
        if (act == ZK_YOKAI_DO_LAY) wish = seen ? 2 : 1;
        if (act == ZK_YOKAI_DO_REVEAL) wish = 3;
        if (wish > most) most = wish, found = 0;
        if (wish == most && zk_rng_below(rng, ++found) == 0) best = laws->move[i];
    }
    return best;
}

static bool find_text(struct laws *laws, const struct zk_state *state, const char *text,
                      zk_move *move) {
    return zk_parse_move(laws->game, laws->rules, state, laws->game->actor(laws->rules, state),
                         text, strlen(text), move);
}

/* How many deals there are, at most 10,000. */
static unsigned count_deals(const struct yokai_past *past) {
    unsigned left[ZK_YOKAI_FAMILIES] = {4, 4, 4, 4}, deals = 1, dealt = 0;
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++)
        if (past->family[card])
            left[strchr(zk_yokai_letters, past->family[card]) - zk_yokai_letters]--;
    for (unsigned family = 0; family < ZK_YOKAI_FAMILIES; family++)
        for (unsigned i = 1; i <= left[family] && deals < 10000; i++)
            deals = deals * ++dealt / i; /* a multinomial coefficient, factor by factor */
    return deals;
}

static bool is_legal(struct laws *laws, const struct zk_state *state, zk_move move) {
    char data[ZK_MOVE_TEXT_SIZE];
    struct zk_text text = zk_text_in(data, sizeof data);
    zk_move meant;
    laws->game->print_move(laws->rules, state, move, ZK_EVERYTHING, &text);
    return find_text(laws, state, data, &meant) && meant == move;
}

/* Plays moves `index` and on after another deal: cards dealt as `deal` says, pacts in every way
 * that the seat is told the same of. Adds each world in which it is told the same throughout;
 * returns how many there are. */
static unsigned again(struct laws *laws, const struct yokai_past *past, uint32_t index,
                      const struct zk_state *state, int seat, const char *deal,
                      struct worlds *worlds) {
    const struct zk_game *game = laws->game;
    struct zk_state next;
    memcpy(&next, state, game->state_size);
    for (; index < past->count; index++) {
        char text[LAWS_TOLD_SIZE];
        zk_move move = past->move[index];
        bool chance = game->actor(laws->rules, &next) == ZK_CHANCE;
        if (chance && strncmp(past->told[index], "card ", 5) == 0) {
            int card = atoi(past->told[index] + 5);
            snprintf(text, sizeof text, "card %d %c", card, deal[card - 1]);
            if (!find_text(laws, &next, text, &move)) return 0;
        } else if (chance && strncmp(past->told[index], "pact ?", 6) == 0) {
            unsigned found = 0;
            zk_move list[16];
            uint32_t weights[16], count;
            count = game->moves(laws->rules, &next, ZK_CHANCE, list, weights);
            for (uint32_t i = 0; i < count; i++) {
                struct zk_state branch;
                laws_told(laws, &next, list[i], seat, text);
                if (strcmp(text, past->told[index]) != 0) continue;
                memcpy(&branch, &next, game->state_size);
                game->apply(laws->rules, &branch, list[i]);
                found += again(laws, past, index + 1, &branch, seat, deal, worlds);
            }
            return found;
        }
        if (!is_legal(laws, &next, move)) return 0; /* a pact may have gone to another */
        laws_told(laws, &next, move, seat, text);
        if (strcmp(text, past->told[index]) != 0) return 0;
        game->apply(laws->rules, &next, move);
    }
    if (!add_world(worlds, &next)) fail_msg("%s: too many worlds", laws->name);
    return 1;
}

/* Every deal that fits what the seat was told of cards, from card number `card` on. */
static void deal_on(struct laws *laws, const struct yokai_past *past, const void *start,
                    int seat, unsigned card, unsigned *left, char *deal,
                    struct worlds *worlds) {
    if (card == ZK_YOKAI_CARDS) {
        again(laws, past, 0, start, seat, deal, worlds);
        return;
    }
    for (unsigned family = 0; family < ZK_YOKAI_FAMILIES; family++) {
        char letter = zk_yokai_letters[family];
        if (!left[family] || (past->family[card] && past->family[card] != letter)) continue;
        left[family]--;
        deal[card] = letter;
        deal_on(laws, past, start, seat, card + 1, left, deal, worlds);
        left[family]++;
    }
}

static void follow_late(struct laws *laws, int seat, uint64_t number, struct tally *tally) {
    const struct zk_game *game = laws->game;
    static struct yokai_past past;
    struct zk_rng rng = zk_rng_stream(seed(), number), looking = zk_rng_split(&rng);
    struct worlds worlds;
    struct zk_state start, state;
    memset(&past, 0, sizeof past);
    worlds_open(&worlds, laws, 12000);
    game->start(laws->rules, &start);
    memcpy(&state, &start, game->state_size);
    while (game->actor(laws->rules, &state) != ZK_OVER) {
        const struct zk_yokai_view *seen = zk_yokai_seen(laws->view[1]);
        game->view(laws->rules, &state, seat, laws->view[1]);
        unsigned deals = seen->board.dealt == ZK_YOKAI_CARDS ? count_deals(&past) : 10000;
        bool look = deals <= 40 || (deals <= 200 && zk_rng_below(&looking, 8) == 0);
        if (look && seen->board.phase >= ZK_YOKAI_PEEK) {
            unsigned left[ZK_YOKAI_FAMILIES] = {4, 4, 4, 4};
            char deal[ZK_YOKAI_CARDS];
            worlds_clear(&worlds);
            deal_on(laws, &past, &start, seat, 0, left, deal, &worlds);
            if (world_number(&worlds, &state) < 0)
                fail_msg("%s, move %u: seat %d rules out the truth", laws->name, past.count,
                         seat);
            check_worlds(laws, &worlds, seat, past.count, &looking);
            tally->positions++;
            tally->several += worlds.count > 1;
        }
        zk_move move = look_around(laws, &state, &past, seat, &rng);
        char *told = past.told[past.count];
        laws_told(laws, &state, move, seat, told);
        if (strncmp(told, "peek ", 5) == 0 && strchr(zk_yokai_letters, told[strlen(told) - 1]))
            past.family[atoi(told + 5) - 1] = told[strlen(told) - 1];
        past.move[past.count++] = move;
        game->apply(laws->rules, &state, move);
    }
    worlds_close(&worlds);
}

static void late_memory_is_perfect(void **test) {
    const struct zk_game *game = *test;
    static const char *const options[] = {
        "players=2",
        "players=2 reconcile=2 stack=on",
        "players=2 level=4 reconcile=1 first=B",
        "players=3 reconcile=3 hints=4+1+4",
        "players=3 level=5 first=C",
        "players=4 reconcile=2 blind=on shape=crown",
        "players=4 reconcile=4",
    };
    struct tally tally = {0, 0};
    for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
        struct laws laws;
        laws_open_named(&laws, game, options[i]);
        for (uint64_t number = 0; number < 6; number++)
            follow_late(&laws, (int)(number % laws.seats), number * 100 + i, &tally);
        laws_close(&laws);
    }
    assert_true(tally.several > 300);
}

/* ---- Law 7 for sealed bids ---- */

/* Sets with which little else is hidden: one kind of card to a tier, and few mystery cards. In them '
 * stands for the quotation mark. */
#define BIDS_LAND(drawn)                                                                      \
    "{'name':'bids','land':["                                                                 \
    "{'id':'a','tier':'I','name':'a','count':16,'gives':'M','bid':true,'mystery':" drawn "}," \
    "{'id':'b','tier':'II','name':'b','count':16,'cost':1,'mystery':1},"                      \
    "{'id':'c','tier':'III','name':'c','count':16,'bid':true,'needs':'S'}],"

static const char *const bids_sets[] = {
    /* Boxes for all, and powers to change what is in them. */
    BIDS_LAND("2") "'mystery':[{'id':'offer','cash':1},{'id':'regret','cash':1},"
                   "{'id':'lantern','cash':1},{'id':'cellar','cash':1}],"
                   "'setup':{'2':{'boxes':6},'3':{'boxes':9,'characters':2}}}",
    /* Few places that cost nothing: what somebody can pay is seen (T16). */
    BIDS_LAND("1") "'mystery':[{'id':'detour','cash':2},{'id':'offer','cash':1},"
                   "{'id':'regret','cash':1},{'id':'market','cash':1}],"
                   "'setup':{'2':{'boxes':2,'rows':{'I':2,'II':1,'III':1}},"
                   "'3':{'boxes':3,'characters':2,'rows':{'I':2,'II':1,'III':1}}}}",
    NULL,
};

/* The bounds that views carry are exact: every history is tried. */
static void bids_are_known_as_far_as_can_be(void **test) {
    (void)test;
    struct tally tally = {0, 0};
    for (unsigned set = 0; bids_sets[set]; set++) {
        char cards[1024];
        snprintf(cards, sizeof cards, "%s", bids_sets[set]);
        for (char *at = cards; (at = strchr(at, '\''));) *at = '"';
        for (unsigned players = 2; players <= 3; players++) {
            char options[64];
            struct laws laws;
            snprintf(options, sizeof options, "players=%u cards=bids", players);
            laws_open_with_cards(&laws, &zk_yotei, options, cards);
            for (uint64_t number = 0; number < 24; number++)
                follow(&laws, (int)(number % players), 1000 * set + number, 3000, &tally);
            laws_close(&laws);
        }
    }
    assert_true(tally.several > 1000);
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
        const struct zk_game *only; /* NULL: for every game */
    } law[] = {
        {"facts", facts_hold, NULL},
        {"laws 1 to 6 at every position", laws_hold, NULL},
        {"law 1: samples are fair", samples_are_fair, NULL},
        {"the same by default", defaults_are_as_good, NULL},
        {"law 7: perfect memory, uniform worlds", memory_is_perfect, NULL},
        {"law 7: a whole game in all its worlds", memory_is_perfect_all_along, NULL},
        {"law 7: late positions, deal by deal", late_memory_is_perfect, &zk_yokai},
        {"law 7: sealed bids, history by history", bids_are_known_as_far_as_can_be, &zk_yotei},
    };
    enum { LAWS = sizeof law / sizeof *law };
    struct CMUnitTest tests[LAWS * 8];
    static char names[LAWS * 8][80];
    size_t count = 0;
    for (unsigned i = 0; zk_games[i] && i < 8; i++)
        for (unsigned j = 0; j < LAWS; j++) {
            if (argc > 1 && strcmp(argv[1], zk_games[i]->id) != 0) continue;
            if (law[j].only && law[j].only != zk_games[i]) continue;
            snprintf(names[count], sizeof names[count], "%s: %s", zk_games[i]->id,
                     law[j].name);
            /* cmocka's state is not const; nothing here writes to it. */
            void *game;
            memcpy(&game, &zk_games[i], sizeof game);
            tests[count] =
                (struct CMUnitTest){names[count], law[j].function, NULL, NULL, game};
            count++;
        }
    if (!count) {
        fprintf(stderr, "test_laws: there is no game called %s\n", argv[1]);
        return 2;
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("laws", tests, count, NULL, NULL);
}
