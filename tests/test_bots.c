/* test_bots.c: bots play legal moves, play the same by the same seed, see nothing they may not,
 * and greedy is clearly better than random. */
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "bots/selfplay.h"
#include "core/games.h"
#include "games/sketch.h"
#include "games/yotei.h"

struct game_at_hand {
    struct zk_settings settings;
    alignas(max_align_t) unsigned char rules[ZK_RULES_SIZE_MAX];
    alignas(max_align_t) unsigned char state[ZK_STATE_SIZE_MAX];
};

static void prepare(struct game_at_hand *hand, const struct zk_game *game,
                    const char *edition) {
    struct zk_refusal refusal;
    memset(&hand->settings, 0, sizeof hand->settings);
    if (edition)
        assert_true(zk_settings_set(game, &hand->settings, "edition", 7, edition,
                                    strlen(edition), &refusal));
    assert_true(game->prepare(hand->rules, &hand->settings, &refusal));
}

/* The bot's choice at a view of this seat. */
static zk_move ask(const struct zk_bot *bot, const struct zk_game *game, const void *rules,
                   const void *state, int seat, uint64_t seed) {
    alignas(max_align_t) unsigned char view[ZK_VIEW_SIZE_MAX];
    zk_move moves[ZK_MOVES_MAX];
    struct zk_rng rng = zk_rng_stream(seed, 1);
    game->view(rules, state, seat, view);
    struct zk_bot_turn turn = {
        .game = game, .rules = rules, .view = view, .seat = seat, .moves = moves, .rng = &rng};
    turn.moves_count = game->moves(rules, state, seat, moves, NULL);
    zk_move chosen = bot->choose(&turn);
    uint32_t i = 0;
    while (i < turn.moves_count && moves[i] != chosen) i++;
    assert_true(i < turn.moves_count);
    return chosen;
}

static void choices_are_legal_and_depend_on_the_view_alone(void **state) {
    (void)state;
    static struct game_at_hand hand;
    for (unsigned g = 0; zk_games[g]; g++) {
        const struct zk_game *game = zk_games[g];
        for (unsigned b = 0; zk_bots[b]; b++) {
            if (!zk_bots[b]->knows(game)) continue;
            prepare(&hand, game, NULL);
            for (uint64_t number = 0; number < 10; number++) {
                struct zk_rng luck = zk_rng_stream(4, number);
                game->start(hand.rules, hand.state);
                int actor;
                while ((actor = game->actor(hand.rules, hand.state)) != ZK_OVER) {
                    zk_move move = game->sample(hand.rules, hand.state, &luck);
                    if (actor >= 0) {
                        alignas(max_align_t) unsigned char view[ZK_VIEW_SIZE_MAX];
                        alignas(max_align_t) unsigned char world[ZK_STATE_SIZE_MAX];
                        move = ask(zk_bots[b], game, hand.rules, hand.state, actor, number);
                        game->view(hand.rules, hand.state, actor, view);
                        game->resample(hand.rules, view, &luck, world);
                        assert_int_equal(
                            move, ask(zk_bots[b], game, hand.rules, world, actor, number));
                    }
                    game->apply(hand.rules, hand.state, move);
                }
            }
        }
    }
}

/* Half-points that `bot` makes against random, in each seat every other game. */
static uint32_t score_against_random(const struct zk_bot *bot, const char *edition,
                                     uint32_t games) {
    static struct game_at_hand hand;
    uint32_t score = 0;
    prepare(&hand, &zk_sketch, edition);
    for (uint32_t number = 0; number < games; number++) {
        unsigned seat = number & 1;
        const struct zk_bot *bots[2] = {&zk_bot_random, &zk_bot_random};
        bots[seat] = bot;
        struct zk_selfplay play;
        struct zk_result result;
        zk_selfplay_begin(&play, &zk_sketch, hand.rules, bots, 11, number);
        zk_sketch.start(hand.rules, hand.state);
        while (zk_sketch.actor(hand.rules, hand.state) != ZK_OVER)
            zk_sketch.apply(hand.rules, hand.state, zk_selfplay_next(&play, hand.state));
        zk_sketch.result(hand.rules, hand.state, &result);
        score += result.drawn ? 1 : 2 * (result.winners >> seat & 1);
    }
    return score;
}

static void greedy_beats_random(void **state) {
    (void)state;
    assert_true(score_against_random(&zk_bot_greedy, "en", 400) > 2 * 400 * 88 / 100);
    assert_true(score_against_random(&zk_bot_greedy, "fr", 400) > 2 * 400 * 88 / 100);
}

/* How often greedy is among the winners, in each seat in turn, against random in all others. */
static uint32_t yotei_wins(const char *players, uint32_t games) {
    static struct game_at_hand hand;
    struct zk_refusal refusal;
    uint32_t wins = 0;
    memset(&hand.settings, 0, sizeof hand.settings);
    assert_true(
        zk_settings_set(&zk_yotei, &hand.settings, "players", 7, players, 1, &refusal));
    assert_true(zk_yotei.prepare(hand.rules, &hand.settings, &refusal));
    for (uint32_t number = 0; number < games; number++) {
        unsigned seat = number % zk_yotei.seats(hand.rules);
        const struct zk_bot *bots[ZK_SEATS_MAX] = {&zk_bot_random, &zk_bot_random,
                                                   &zk_bot_random, &zk_bot_random};
        bots[seat] = &zk_bot_greedy;
        struct zk_selfplay play;
        struct zk_result result;
        zk_selfplay_begin(&play, &zk_yotei, hand.rules, bots, 12, number);
        zk_yotei.start(hand.rules, hand.state);
        while (zk_yotei.actor(hand.rules, hand.state) != ZK_OVER)
            zk_yotei.apply(hand.rules, hand.state, zk_selfplay_next(&play, hand.state));
        zk_yotei.result(hand.rules, hand.state, &result);
        wins += result.winners >> seat & 1;
    }
    return wins;
}

static void greedy_beats_random_at_yotei(void **state) {
    (void)state;
    for (unsigned players = 2; players <= 4; players++)
        assert_true(yotei_wins((const char *[]){"2", "3", "4"}[players - 2], 60) >= 57);
}

/* Greedy against itself plays every kind of power, says why each time in words that are there, and
 * does not cash what it could still play with. */
static void greedy_plays_powers_at_yotei(void **state) {
    (void)state;
    static struct game_at_hand hand;
    unsigned played[ZK_YOTEI_POWERS] = {0}, cashed[ZK_YOTEI_POWERS] = {0};
    struct zk_refusal refusal;
    memset(&hand.settings, 0, sizeof hand.settings);
    assert_true(zk_settings_set(&zk_yotei, &hand.settings, "players", 7, "3", 1, &refusal));
    assert_true(zk_yotei.prepare(hand.rules, &hand.settings, &refusal));
    for (uint64_t number = 0; number < 150; number++) {
        struct zk_rng luck = zk_rng_stream(13, number);
        zk_yotei.start(hand.rules, hand.state);
        for (int actor; (actor = zk_yotei.actor(hand.rules, hand.state)) != ZK_OVER;) {
            zk_move moves[ZK_MOVES_MAX], move;
            struct zk_yotei_view view;
            struct zk_refusal why = {.key = ""};
            if (actor == ZK_CHANCE) {
                move = zk_yotei.sample(hand.rules, hand.state, &luck);
            } else {
                zk_yotei.view(hand.rules, hand.state, actor, &view);
                struct zk_bot_turn turn = {.game = &zk_yotei,
                                           .rules = hand.rules,
                                           .view = &view,
                                           .seat = actor,
                                           .moves = moves,
                                           .rng = &luck,
                                           .why = &why};
                turn.moves_count = zk_yotei.moves(hand.rules, hand.state, actor, moves, NULL);
                move = zk_bot_greedy.choose(&turn);
                char sentence[256];
                struct zk_text text = zk_text_in(sentence, sizeof sentence);
                zk_refusal_say(&zk_yotei, &why, &text);
                assert_true(text.used > 10 && !strchr(sentence, '{'));
                if (zk_yotei_act(move) == ZK_YOTEI_DO_USE) played[zk_yotei_power(move)]++;
                if (zk_yotei_act(move) == ZK_YOTEI_DO_CASH) cashed[zk_yotei_power(move)]++;
                unsigned supply = zk_yotei_supply(move);
                if (zk_yotei_act(move) != ZK_YOTEI_DO_COLLECT) supply = 0;
                played[ZK_YOTEI_GUIDE] += (supply & 3) != 0;
                played[ZK_YOTEI_PLOUGH] += (supply >> 2 & 3) != 0;
                played[ZK_YOTEI_FOX] += supply >> 4 != 0;
            }
            zk_yotei.apply(hand.rules, hand.state, move);
        }
    }
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++)
        if (!played[i] && i != ZK_YOTEI_THAW && i != ZK_YOTEI_REGRET)
            fail_msg("never plays %s", zk_yotei_powers[i]);
    assert_true(played[ZK_YOTEI_ONSEN] > 10 * cashed[ZK_YOTEI_ONSEN]);
    assert_true(played[ZK_YOTEI_FESTIVAL] > 10 * cashed[ZK_YOTEI_FESTIVAL]);
    assert_int_equal(cashed[ZK_YOTEI_CELLAR], 0);
}

static void bots_are_found(void **state) {
    (void)state;
    assert_ptr_equal(zk_bots_find("greedy", 6), &zk_bot_greedy);
    assert_null(zk_bots_find("nobody", 6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_legal_and_depend_on_the_view_alone),
        cmocka_unit_test(greedy_beats_random),
        cmocka_unit_test(greedy_beats_random_at_yotei),
        cmocka_unit_test(greedy_plays_powers_at_yotei),
        cmocka_unit_test(bots_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
