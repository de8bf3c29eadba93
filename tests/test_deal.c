/* test_deal.c: luck that games share (bots/deal.h): each draw is by weight, whatever came before, and
 * two games of a deal draw the same cards from a deck. For every game, with random moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/deal.h"
#include "games/list.h"
#include "laws.h"

/* Makes the next move: chance's of the deal, a seat's by the generator. */
static void step(const struct laws *laws, struct zk_state *state, struct zk_deal *deal,
                 struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    bool chance = game->actor(laws->rules, state) == ZK_CHANCE;
    zk_move move = chance ? zk_deal_draw(deal, game, laws->rules, state)
                          : zk_sample(game, laws->rules, state, rng);
    game->apply(laws->rules, state, move);
}

/* How often each card followed each other card of its deck, and how often it should have. */
struct followed {
    double observed[ZK_CARDS_MAX][ZK_CARDS_MAX], expected[ZK_CARDS_MAX][ZK_CARDS_MAX];
};

static void count_game(const struct laws *laws, uint64_t number, struct followed *followed) {
    const struct zk_game *game = laws->game;
    struct zk_rng rng = zk_rng_stream(3, number);
    struct zk_deal deal;
    uint32_t last = 0; /* the card before, of any deck */
    zk_deal_begin(&deal, 5, number);
    game->start(laws->rules, laws->state[0]);
    while (game->actor(laws->rules, laws->state[0]) != ZK_OVER) {
        if (game->actor(laws->rules, laws->state[0]) == ZK_CHANCE) {
            uint32_t total = 0, count = game->moves(laws->rules, laws->state[0], ZK_CHANCE,
                                                    laws->move, laws->weight);
            struct zk_deal copy = deal;
            zk_move outcome = zk_deal_draw(&copy, game, laws->rules, laws->state[0]);
            for (uint32_t i = 0; i < count; i++) total += laws->weight[i];
            for (uint32_t i = 0; i < count; i++)
                followed->expected[last][zk_card_of(game, laws->rules, laws->state[0],
                                                    laws->move[i])] +=
                    (double)laws->weight[i] / total;
            uint32_t card = zk_card_of(game, laws->rules, laws->state[0], outcome);
            followed->observed[last][card]++;
            last = card;
        }
        step(laws, laws->state[0], &deal, &rng);
    }
}

static void draws_are_by_weight(void **test) {
    const struct zk_game *game = *test;
    static struct followed followed;
    struct laws laws;
    double sum = 0;
    unsigned cells = 0;
    laws_open(&laws, game, 0);
    memset(&followed, 0, sizeof followed);
    for (uint64_t number = 0; number < 4000; number++) count_game(&laws, number, &followed);
    for (unsigned i = 0; i < ZK_CARDS_MAX; i++)
        for (unsigned j = 0; j < ZK_CARDS_MAX; j++) {
            double expected = followed.expected[i][j];
            double off = followed.observed[i][j] - expected;
            if (expected == 0) assert_true(followed.observed[i][j] == 0);
            if (expected < 10) continue;
            sum += off * off / expected;
            cells++;
        }
    laws_close(&laws);
    assert_true(cells >= 6);
    assert_true(sum < laws_chi_limit(cells));
}

/* What one game drew, in order: from which deck, what was in it, the card, and after how many moves. */
enum { DRAWS_MAX = 2048 };
struct draws {
    unsigned count;
    uint32_t deck[DRAWS_MAX], contents[DRAWS_MAX], card[DRAWS_MAX], when[DRAWS_MAX];
};

/* Plays a game and writes down what was drawn. A deck is known by any card that was seen in it:
 * `deck_of` has the deck of each card, or 0. */
static void draw_game(const struct laws *laws, uint64_t number, uint64_t players,
                      uint32_t *deck_of, struct draws *draws) {
    const struct zk_game *game = laws->game;
    struct zk_rng rng = zk_rng_stream(players, number);
    struct zk_deal deal;
    struct zk_state *state = laws->state[0];
    zk_deal_begin(&deal, 8, number);
    draws->count = 0;
    game->start(laws->rules, state);
    for (uint32_t when = 0; game->actor(laws->rules, state) != ZK_OVER; when++) {
        if (game->actor(laws->rules, state) == ZK_CHANCE && draws->count < DRAWS_MAX) {
            uint32_t deck = 0, hash = 0, n = draws->count++;
            uint32_t count =
                game->moves(laws->rules, state, ZK_CHANCE, laws->move, laws->weight);
            for (uint32_t i = 0; i < count; i++) {
                uint32_t card = zk_card_of(game, laws->rules, state, laws->move[i]);
                hash =
                    (uint32_t)zk_rng_mix((uint64_t)hash << 32 | card << 16 | laws->weight[i]);
                if (!deck) deck = deck_of[card] ? deck_of[card] : card + 1;
                deck_of[card] = deck;
            }
            struct zk_deal copy = deal;
            draws->deck[n] = deck;
            draws->contents[n] = hash;
            draws->card[n] = zk_card_of(game, laws->rules, state,
                                        zk_deal_draw(&copy, game, laws->rules, state));
            draws->when[n] = when;
        }
        step(laws, state, &deal, &rng);
    }
}

/* The place of the next draw from that deck, from `at` on. */
static unsigned next_of(const struct draws *draws, uint32_t deck, unsigned at) {
    while (at < draws->count && draws->deck[at] != deck) at++;
    return at;
}

/* Decks of two games that hold the same give the same card, until they hold something else, as when
 * other cards were put back into them. */
static void games_of_a_deal_draw_the_same(void **test) {
    const struct zk_game *game = *test;
    static struct draws one, other;
    struct laws laws;
    unsigned same = 0, elsewhere = 0;
    laws_open(&laws, game, 0);
    for (uint64_t number = 0; number < 300; number++) {
        uint32_t deck_of[ZK_CARDS_MAX] = {0};
        draw_game(&laws, number, 1, deck_of, &one);
        draw_game(&laws, number, 2, deck_of, &other);
        for (uint32_t deck = 1; deck <= ZK_CARDS_MAX; deck++) {
            unsigned a = next_of(&one, deck, 0), b = next_of(&other, deck, 0);
            for (; a < one.count && b < other.count && one.contents[a] == other.contents[b];
                 a = next_of(&one, deck, a + 1), b = next_of(&other, deck, b + 1)) {
                assert_int_equal(one.card[a], other.card[b]);
                elsewhere += one.when[a] != other.when[b];
                same++;
            }
        }
    }
    laws_close(&laws);
    assert_true(same > 300 * 3);
    assert_true(elsewhere > 50); /* the games had gone different ways by then */
}

int main(void) {
    struct CMUnitTest tests[32];
    static char names[32][64];
    unsigned count = 0;
    for (unsigned g = 0; zk_games[g]; g++) {
        void *game = (void *)(uintptr_t)zk_games[g];
        snprintf(names[count], sizeof names[count], "%s: draws are by weight",
                 zk_games[g]->id);
        tests[count] =
            (struct CMUnitTest){names[count], draws_are_by_weight, NULL, NULL, game};
        count++;
        snprintf(names[count], sizeof names[count], "%s: games of a deal draw the same",
                 zk_games[g]->id);
        tests[count] =
            (struct CMUnitTest){names[count], games_of_a_deal_draw_the_same, NULL, NULL, game};
        count++;
    }
    return _cmocka_run_group_tests("deal", tests, count, NULL, NULL);
}
