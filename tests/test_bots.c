/* test_bots.c: bots play legal moves, play the same by the same seed, see nothing they may not,
 * and greedy is clearly better than random. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "bots/search.h"
#include "bots/selfplay.h"
#include "bots/sketch/bots.h"
#include "bots/sketch/value.h"
#include "games/list.h"
#include "games/null/null.h"
#include "games/sketch/sketch.h"
#include "games/yokai/yokai.h"
#include "games/yotei/yotei.h"
#include "plain_build.h"

struct game_at_hand {
    struct zk_settings settings;
    struct zk_rules rules;
    struct zk_state state;
};

static void prepare(struct game_at_hand *hand, const struct zk_game *game,
                    const char *edition) {
    struct zk_sentence refusal;
    memset(&hand->settings, 0, sizeof hand->settings);
    if (edition)
        assert_true(zk_settings_set(game, &hand->settings, "edition", 7, edition,
                                    strlen(edition), &refusal));
    assert_true(game->prepare(&hand->rules, &hand->settings, &refusal));
}

/* A game with the same bot in every seat, and all of its moves. */
struct play_at_hand {
    const struct zk_bot *bot;
    struct zk_seated seated[ZK_SEATS_MAX];
    zk_move moves[4096];
    uint32_t moves_count;
};

/* So that nobody thinks for long. */
static const struct zk_budget short_thought = {.playouts = 30};

/* The bot's choice in this state. */
static zk_move ask(struct zk_seated *seated, const struct zk_state *state, uint64_t seed) {
    zk_move moves[ZK_MOVES_MAX];
    struct zk_rng rng = zk_rng_stream(seed, 1);
    zk_move chosen = zk_seated_ask(seated, state, &rng, &short_thought, NULL);
    uint32_t count = seated->game->moves(seated->rules, state, seated->seat, moves, NULL),
             i = 0;
    while (i < count && moves[i] != chosen) i++;
    assert_true(i < count);
    return chosen;
}

static zk_move move_made(const void *user, uint32_t number) {
    return ((const struct play_at_hand *)user)->moves[number];
}

/* What a bot chooses that is told of the whole game at once. */
static zk_move ask_anew(const struct play_at_hand *play, const struct zk_game *game,
                        const struct zk_rules *rules, int seat, uint64_t seed) {
    struct zk_rng rng = zk_rng_stream(seed, 1);
    struct zk_game_so_far so_far = {game, rules, move_made, play, play->moves_count, NULL};
    return zk_bot_decide(play->bot, &so_far, seat, &rng, &short_thought, NULL);
}

/* A game in which every choice is legal, comes out the same in any world that looks the same to the
 * seat, and now and then is made anew from the game's moves. */
static void play_and_check(const struct zk_bot *bot, const struct zk_game *game,
                           struct game_at_hand *hand, uint64_t number) {
    static struct play_at_hand play;
    struct zk_rng luck = zk_rng_stream(4, number);
    uint32_t seats = zk_seats(game, &hand->rules);
    int actor;
    play.bot = bot;
    play.moves_count = 0;
    for (uint32_t seat = 0; seat < seats; seat++)
        zk_seated_begin(&play.seated[seat], bot, game, &hand->rules, (int)seat);
    game->start(&hand->rules, &hand->state);
    while ((actor = game->actor(&hand->rules, &hand->state)) != ZK_OVER) {
        zk_move move = zk_sample(game, &hand->rules, &hand->state, &luck);
        if (actor >= 0) {
            struct zk_view view;
            struct zk_state world;
            move = ask(&play.seated[actor], &hand->state, number);
            game->view(&hand->rules, &hand->state, actor, &view);
            game->resample(&hand->rules, &view, &luck, &world);
            assert_int_equal(move, ask(&play.seated[actor], &world, number));
            if (play.moves_count % 8 == 0)
                assert_int_equal(move, ask_anew(&play, game, &hand->rules, actor, number));
        }
        for (uint32_t seat = 0; seat < seats; seat++)
            zk_seated_tell(&play.seated[seat], &hand->state, move);
        assert_true(play.moves_count < sizeof play.moves / sizeof *play.moves);
        play.moves[play.moves_count++] = move;
        game->apply(&hand->rules, &hand->state, move);
    }
}

static void choices_are_legal_and_depend_on_the_seat_alone(void **state) {
    (void)state;
    static struct game_at_hand hand;
    for (unsigned g = 0; zk_games[g]; g++)
        for (unsigned b = 0; zk_bot_names[b].name; b++) {
            const struct zk_bot *bot = zk_bots_of(zk_games[g], zk_bot_names[b].name);
            if (!bot) continue;
            uint64_t games = bot == &zk_bot_random ? 10 : 3;
            prepare(&hand, zk_games[g], NULL);
            for (uint64_t number = 0; number < games; number++)
                play_and_check(bot, zk_games[g], &hand, number);
        }
}

/* A bot that writes down what it is told. */
struct diary {
    uint32_t events, hidden, saw;
};

static void write_down(void *memory, const struct zk_bot_event *event) {
    struct diary *diary = memory;
    bool hidden = strchr(event->told, '?') != NULL;
    assert_int_equal(hidden, event->move == ZK_MOVE_HIDDEN);
    diary->events++;
    diary->hidden += hidden;
    diary->saw += *event->saw != 0;
    if (*event->saw) assert_int_equal(event->by, event->seat);
}

/* In Yokai nobody is told what is dealt, and each look shows its family to the player who looks. */
static void bots_are_told_what_their_seats_are_told(void **state) {
    (void)state;
    static struct game_at_hand hand;
    static struct zk_seated seated[2];
    struct zk_bot writer = {
        .name = "writer", .memory_size = sizeof(struct diary), .observe = write_down};
    struct zk_rng rng = zk_rng_stream(6, 0);
    uint32_t moves = 0, looks[2] = {0};
    int actor;
    prepare(&hand, &zk_yokai, NULL);
    for (int seat = 0; seat < 2; seat++)
        zk_seated_begin(&seated[seat], &writer, &zk_yokai, &hand.rules, seat);
    zk_yokai.start(&hand.rules, &hand.state);
    while ((actor = zk_yokai.actor(&hand.rules, &hand.state)) != ZK_OVER) {
        zk_move move = zk_yokai.sample(&hand.rules, &hand.state, &rng);
        if (actor >= 0) looks[actor] += zk_yokai_act(move) == ZK_YOKAI_DO_PEEK;
        for (int seat = 0; seat < 2; seat++) zk_seated_tell(&seated[seat], &hand.state, move);
        zk_yokai.apply(&hand.rules, &hand.state, move);
        moves++;
    }
    for (int seat = 0; seat < 2; seat++) {
        struct diary diary;
        memcpy(&diary, seated[seat].memory, sizeof diary);
        assert_int_equal(diary.events, moves);
        assert_int_equal(diary.hidden, ZK_YOKAI_CARDS);
        assert_int_equal(diary.saw, looks[seat]);
    }
}

/* Half-points that `bot` makes against random, in each seat every other game. */
static uint32_t score_against_random(const char *bot, const char *edition, uint32_t games) {
    static struct game_at_hand hand;
    uint32_t score = 0;
    prepare(&hand, &zk_sketch, edition);
    for (uint32_t number = 0; number < games; number++) {
        unsigned seat = number & 1;
        const struct zk_bot *bots[2] = {&zk_bot_random, &zk_bot_random};
        bots[seat] = zk_bots_of(&zk_sketch, bot);
        struct zk_selfplay play;
        struct zk_result result;
        zk_selfplay_begin(&play, &zk_sketch, &hand.rules, bots, 11, number);
        zk_sketch.start(&hand.rules, &hand.state);
        while (zk_sketch.actor(&hand.rules, &hand.state) != ZK_OVER)
            zk_selfplay_make(&play, &hand.state, zk_selfplay_next(&play, &hand.state));
        zk_sketch.result(&hand.rules, &hand.state, &result);
        score += result.drawn ? 1 : 2 * (result.winners >> seat & 1);
    }
    return score;
}

static void plain_greedy_beats_random(void **state) {
    (void)state;
    assert_true(score_against_random("greedy", "en", 400) > 2 * 400 * 88 / 100);
    assert_true(score_against_random("greedy", "fr", 400) > 2 * 400 * 88 / 100);
}

/* How often `bot` is among the winners, in each seat in turn, against `other` in all others. */
static uint32_t yotei_wins(const char *bot, const char *other, const char *players,
                           uint32_t games) {
    static const struct zk_budget budget = {.playouts = 200};
    static struct game_at_hand hand;
    struct zk_sentence refusal;
    uint32_t wins = 0;
    memset(&hand.settings, 0, sizeof hand.settings);
    assert_true(
        zk_settings_set(&zk_yotei, &hand.settings, "players", 7, players, 1, &refusal));
    assert_true(zk_yotei.prepare(&hand.rules, &hand.settings, &refusal));
    for (uint32_t number = 0; number < games; number++) {
        unsigned seat = number % zk_yotei.seats(&hand.rules);
        const struct zk_bot *bots[ZK_SEATS_MAX];
        for (unsigned i = 0; i < ZK_SEATS_MAX; i++)
            bots[i] = zk_bots_of(&zk_yotei, i == seat ? bot : other);
        struct zk_selfplay play;
        struct zk_result result;
        zk_selfplay_begin(&play, &zk_yotei, &hand.rules, bots, 12, number);
        play.budget = &budget;
        zk_yotei.start(&hand.rules, &hand.state);
        while (zk_yotei.actor(&hand.rules, &hand.state) != ZK_OVER)
            zk_yotei.apply(&hand.rules, &hand.state, zk_selfplay_next(&play, &hand.state));
        zk_yotei.result(&hand.rules, &hand.state, &result);
        wins += result.winners >> seat & 1;
    }
    return wins;
}

static void plain_greedy_beats_random_at_yotei(void **state) {
    (void)state;
    assert_true(yotei_wins("greedy", "random", "2", 60) >= 57);
    assert_true(yotei_wins("greedy", "random", "3", 60) >= 57);
    assert_true(yotei_wins("greedy", "random", "4", 60) >= 57);
}

/* With as little as two hundred playouts. */
static void plain_strong_beats_greedy_at_yotei(void **state) {
    (void)state;
    assert_true(yotei_wins("strong", "greedy", "2", 20) >= 13);
    assert_true(yotei_wins("strong", "greedy", "3", 24) >= 10);
    assert_true(yotei_wins("strong", "greedy", "4", 24) >= 8);
}

/* All bots of a game that give reasons take them from one table, which holds the game's own keys. */
static void reasons_are_one_table_a_game(void **state) {
    (void)state;
    for (unsigned g = 0; zk_games[g]; g++) {
        const struct zk_phrase *reasons = zk_bots_reasons(zk_games[g]);
        size_t id_size = strlen(zk_games[g]->id);
        for (const struct zk_phrase *reason = reasons; reason->key; reason++)
            assert_true(strncmp(reason->key, zk_games[g]->id, id_size) == 0 &&
                        reason->key[id_size] == '.' && *reason->english);
        for (const struct zk_bot_name *named = zk_bot_names; named->name; named++) {
            const struct zk_bot *bot = zk_bots_of(zk_games[g], named->name);
            if (bot && bot->reasons) assert_ptr_equal(bot->reasons, reasons);
        }
    }
    assert_non_null(zk_bots_reasons(&zk_sketch)->key);
    assert_null(zk_bots_reasons(&zk_null)->key);
}

/* Whether greedy would make this move here, by chance among equals. */
static bool greedy_would(const struct zk_game *game, const struct game_at_hand *hand,
                         int actor, zk_move move) {
    static struct zk_seated seated;
    struct zk_rng luck = zk_rng_stream(16, 0);
    for (unsigned i = 0; i < 64; i++) {
        zk_seated_begin(&seated, zk_bots_of(game, "greedy"), game, &hand->rules, actor);
        if (zk_seated_ask(&seated, &hand->state, &luck, NULL, NULL) == move) return true;
    }
    return false;
}

/* Greedy against itself plays every kind of power, says why in words that are there, and does not
 * cash what it could still play with. */
static void greedy_plays_powers_at_yotei(void **state) {
    (void)state;
    static struct game_at_hand hand;
    unsigned played[ZK_YOTEI_POWERS] = {0}, cashed[ZK_YOTEI_POWERS] = {0};
    struct zk_sentence refusal;
    memset(&hand.settings, 0, sizeof hand.settings);
    assert_true(zk_settings_set(&zk_yotei, &hand.settings, "players", 7, "3", 1, &refusal));
    assert_true(zk_yotei.prepare(&hand.rules, &hand.settings, &refusal));
    for (uint64_t number = 0; number < 150; number++) {
        struct zk_rng luck = zk_rng_stream(13, number);
        zk_yotei.start(&hand.rules, &hand.state);
        for (int actor; (actor = zk_yotei.actor(&hand.rules, &hand.state)) != ZK_OVER;) {
            zk_move moves[ZK_MOVES_MAX], move;
            struct zk_yotei_view view;
            struct zk_sentence why = {.key = ""};
            if (actor == ZK_CHANCE) {
                move = zk_yotei.sample(&hand.rules, &hand.state, &luck);
            } else {
                zk_yotei.view(&hand.rules, &hand.state, actor, zk_yotei_block(&view));
                struct zk_bot_turn turn = {.game = &zk_yotei,
                                           .rules = &hand.rules,
                                           .view = zk_yotei_block(&view),
                                           .seat = actor,
                                           .moves = moves,
                                           .rng = &luck,
                                           .why = &why};
                turn.moves_count =
                    zk_yotei.moves(&hand.rules, &hand.state, actor, moves, NULL);
                const struct zk_bot *greedy = zk_bots_of(&zk_yotei, "greedy");
                move = greedy->choose(greedy, &turn);
                char sentence[256];
                struct zk_text text = zk_text_in(sentence, sizeof sentence);
                unsigned act = zk_yotei_act(move);
                if (*why.key) {
                    zk_bots_english(&zk_yotei, &why, &text);
                    assert_true(text.used > 10 && !strchr(sentence, '{'));
                } else { /* a bid above the card's worth, a card without an element */
                    assert_true(act == ZK_YOTEI_DO_BID || act == ZK_YOTEI_DO_COLLECT);
                }
                if (strncmp(why.key, "yotei.why.bid", 13) == 0)
                    assert_true(atoi(why.arg[1]) >= (int)zk_yotei_number(move));
                if (zk_yotei_act(move) == ZK_YOTEI_DO_USE) played[zk_yotei_power(move)]++;
                if (zk_yotei_act(move) == ZK_YOTEI_DO_CASH) cashed[zk_yotei_power(move)]++;
                unsigned supply = zk_yotei_supply(move);
                if (zk_yotei_act(move) != ZK_YOTEI_DO_COLLECT) supply = 0;
                played[ZK_YOTEI_GUIDE] += (supply & 3) != 0;
                played[ZK_YOTEI_PLOUGH] += (supply >> 2 & 3) != 0;
                played[ZK_YOTEI_FOX] += supply >> 4 != 0;
            }
            zk_yotei.apply(&hand.rules, &hand.state, move);
        }
    }
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++)
        if (!played[i] && i != ZK_YOTEI_THAW && i != ZK_YOTEI_REGRET)
            fail_msg("never plays %s", zk_yotei_powers[i]);
    assert_true(played[ZK_YOTEI_ONSEN] > 10 * cashed[ZK_YOTEI_ONSEN]);
    assert_true(played[ZK_YOTEI_FESTIVAL] > 10 * cashed[ZK_YOTEI_FESTIVAL]);
    assert_int_equal(cashed[ZK_YOTEI_CELLAR], 0);
}

/* One game among four: a reason only where greedy, whose reasons they are, would do the same. */
static void strong_says_why_at_yotei(void **state) {
    (void)state;
    static struct game_at_hand hand;
    static struct zk_seated seated;
    struct zk_rng luck = zk_rng_stream(14, 0);
    struct zk_sentence refusal;
    unsigned said = 0, silent = 0;
    memset(&hand.settings, 0, sizeof hand.settings);
    assert_true(zk_settings_set(&zk_yotei, &hand.settings, "players", 7, "4", 1, &refusal));
    assert_true(zk_yotei.prepare(&hand.rules, &hand.settings, &refusal));
    zk_yotei.start(&hand.rules, &hand.state);
    for (int actor; (actor = zk_yotei.actor(&hand.rules, &hand.state)) != ZK_OVER;) {
        struct zk_sentence why = {.key = ""};
        char sentence[256];
        struct zk_text text = zk_text_in(sentence, sizeof sentence);
        zk_move move;
        if (actor == ZK_CHANCE) {
            move = zk_yotei.sample(&hand.rules, &hand.state, &luck);
        } else {
            zk_seated_begin(&seated, zk_bots_of(&zk_yotei, "strong"), &zk_yotei, &hand.rules,
                            actor);
            move = zk_seated_ask(&seated, &hand.state, &luck, &short_thought, &why);
            said += *why.key != '\0';
            silent += *why.key == '\0';
            if (*why.key) {
                zk_bots_english(&zk_yotei, &why, &text);
                assert_true(text.used > 10 && !strchr(sentence, '{'));
                assert_true(greedy_would(&zk_yotei, &hand, actor, move));
            }
        }
        zk_yotei.apply(&hand.rules, &hand.state, move);
    }
    assert_true(said > 10 && silent > 10);
}

/* What a sentence says of a move comes true when it is made, and what it turns up, too. */
static void strong_says_why_at_sketch(void **state) {
    (void)state;
    static struct game_at_hand hand;
    static struct zk_seated seated;
    unsigned ends = 0, waiting = 0, silent = 0;
    for (uint32_t number = 0; number < 40; number++) {
        struct zk_rng luck = zk_rng_stream(15, number);
        prepare(&hand, &zk_sketch, number & 1 ? "fr" : "en");
        zk_sketch.start(&hand.rules, &hand.state);
        for (int actor; (actor = zk_sketch.actor(&hand.rules, &hand.state)) != ZK_OVER;) {
            struct zk_sketch_view before, made, after;
            struct zk_sentence why = {.key = ""};
            if (actor == ZK_CHANCE) {
                zk_sketch.apply(&hand.rules, &hand.state,
                                zk_sketch.sample(&hand.rules, &hand.state, &luck));
                continue;
            }
            zk_sketch.view(&hand.rules, &hand.state, actor, zk_sketch_block(&before));
            zk_seated_begin(&seated, zk_bots_of(&zk_sketch, "strong"), &zk_sketch, &hand.rules,
                            actor);
            zk_move move = zk_seated_ask(&seated, &hand.state, &luck, &short_thought, &why);
            if (*why.key) assert_true(greedy_would(&zk_sketch, &hand, actor, move));
            zk_sketch.apply(&hand.rules, &hand.state, move);
            zk_sketch.view(&hand.rules, &hand.state, actor, zk_sketch_block(&made));
            for (after = made; after.board.phase == ZK_SKETCH_REVEAL;
                 zk_sketch.view(&hand.rules, &hand.state, actor, zk_sketch_block(&after)))
                zk_sketch.apply(&hand.rules, &hand.state,
                                zk_sketch.sample(&hand.rules, &hand.state, &luck));
            const uint8_t *had = before.board.points, *has = after.board.points;
            if (strcmp(why.key, "sketch.why.takes") == 0) {
                assert_true(has[actor] - had[actor] >= atoi(why.arg[1]) && atoi(why.arg[1]));
                waiting += made.board.points[actor] == had[actor];
            } else if (strcmp(why.key, "sketch.why.gives") == 0) {
                assert_true(has[actor ^ 1] - had[actor ^ 1] >= atoi(why.arg[1]));
            } else if (strcmp(why.key, "sketch.why.ends") == 0) {
                assert_true(after.board.phase == ZK_SKETCH_OVER &&
                            has[actor] > has[actor ^ 1]);
                ends++;
            } else if (strcmp(why.key, "sketch.why.builds") == 0) {
                assert_true(atoi(why.arg[1]) > 0);
            }
            silent += *why.key == '\0';
        }
    }
    assert_true(ends && waiting && silent); /* or nothing was shown */
}

/* Looking ahead is worth something even with little time: half-points of strong against greedy. */
static void plain_strong_beats_greedy(void **state) {
    (void)state;
    static struct game_at_hand hand;
    static const struct zk_budget budget = {.playouts = 300};
    enum { GAMES = 12 };
    uint32_t score = 0;
    prepare(&hand, &zk_sketch, NULL);
    for (uint32_t number = 0; number < GAMES; number++) {
        int strong = (int)number & 1, actor;
        static struct zk_seated seated;
        struct zk_rng luck = zk_rng_stream(21, number / 2), own = zk_rng_stream(22, number);
        struct zk_result result;
        zk_sketch.start(&hand.rules, &hand.state);
        while ((actor = zk_sketch.actor(&hand.rules, &hand.state)) != ZK_OVER) {
            zk_move move;
            if (actor == ZK_CHANCE) {
                move = zk_sketch.sample(&hand.rules, &hand.state, &luck);
            } else {
                zk_seated_begin(&seated,
                                zk_bots_of(&zk_sketch, actor == strong ? "strong" : "greedy"),
                                &zk_sketch, &hand.rules, actor);
                move = zk_seated_ask(&seated, &hand.state, &own, &budget, NULL);
            }
            zk_sketch.apply(&hand.rules, &hand.state, move);
        }
        zk_sketch.result(&hand.rules, &hand.state, &result);
        score += result.drawn ? 1 : 2 * (result.winners >> strong & 1);
    }
    assert_in_range(score, 2 * GAMES * 2 / 3, 2 * GAMES);
}

/* A bot that plays its first move and notes where it saw the truth. */
static const void *truth_seen;
static zk_move look_for_truth(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    (void)self;
    truth_seen = turn->truth;
    return turn->moves[0];
}

static zk_move move_kept(const void *user, uint32_t number) {
    return ((const zk_move *)user)[number];
}

/* Nobody is lent the true state but by a match that says so, seat by seat; and a table asks by
 * zk_bot_decide, which never does. */
static void truth_is_lent_by_a_measuring_match_alone(void **state) {
    (void)state;
    static struct game_at_hand hand;
    static struct zk_selfplay play;
    static zk_move moves[4096];
    const struct zk_bot looker = {.name = "looker", .choose = look_for_truth};
    const struct zk_bot *bots[2] = {&looker, &looker};
    struct zk_game_so_far so_far = {&zk_sketch, &hand.rules, move_kept, moves, 0, NULL};
    uint32_t lent = 0;
    prepare(&hand, &zk_sketch, NULL);
    zk_selfplay_begin(&play, &zk_sketch, &hand.rules, bots, 24, 0);
    play.sees_everything[1] = true;
    zk_sketch.start(&hand.rules, &hand.state);
    for (int actor; (actor = zk_sketch.actor(&hand.rules, &hand.state)) != ZK_OVER;) {
        struct zk_rng rng = zk_rng_stream(24, so_far.moves_count);
        if (actor >= 0) {
            zk_bot_decide(&looker, &so_far, actor, &rng, NULL, NULL);
            assert_null(truth_seen);
        }
        zk_move move = zk_selfplay_next(&play, &hand.state);
        if (actor >= 0) assert_ptr_equal(truth_seen, actor == 1 ? &hand.state : NULL);
        lent += actor == 1;
        moves[so_far.moves_count++] = move;
        zk_selfplay_make(&play, &hand.state, move);
    }
    assert_true(lent > 0);
    zk_selfplay_begin(&play, &zk_sketch, &hand.rules, bots, 24, 0);
    assert_false(play.sees_everything[1]);
}

/* Experience tells who wins better than a coin does, and better than the lead in points does;
 * and a hand is taken for what it is. */
static void plain_experience_tells_who_wins(void **state) {
    (void)state;
    static struct game_at_hand hand;
    static double value[4096];
    static int mover[4096], lead[4096];
    double by_value = 0, by_lead = 0, positions = 0;
    for (uint64_t number = 0; number < 200; number++) {
        struct zk_rng luck = zk_rng_stream(27, number);
        uint32_t count = 0;
        struct zk_result result;
        prepare(&hand, &zk_sketch, number & 1 ? "fr" : "en");
        zk_sketch.start(&hand.rules, &hand.state);
        for (int actor; (actor = zk_sketch.actor(&hand.rules, &hand.state)) != ZK_OVER;) {
            zk_move moves[ZK_MOVES_MAX],
                move = zk_sketch.sample(&hand.rules, &hand.state, &luck);
            struct zk_sketch_view view;
            if (actor >= 0) {
                zk_sketch.view(&hand.rules, &hand.state, ZK_EVERYTHING,
                               zk_sketch_block(&view));
                struct zk_sketch_holding held = zk_sketch_hold(view.hand[actor]);
                const struct zk_sketch_board *board = &view.board;
                assert_int_equal(held.cards, board->hand_count[actor]);
                assert_int_equal(held.showing[0] + held.showing[1] + held.showing[2] +
                                     held.showing[3],
                                 2 * held.cards);
                value[count] = zk_sketch_value(&view, &zk_sketch_weights);
                assert_true(value[count] > 0 && value[count] < 1);
                lead[count] = board->points[actor] - board->points[actor ^ 1];
                mover[count++] = actor;
                zk_sketch.view(&hand.rules, &hand.state, actor, zk_sketch_block(&view));
                uint32_t all = zk_sketch.moves(&hand.rules, &hand.state, actor, moves, NULL);
                move = zk_sketch_quick(&hand.rules, &hand.state, zk_sketch_block(&view), moves,
                                       all, &luck);
            }
            zk_sketch.apply(&hand.rules, &hand.state, move);
        }
        zk_sketch.result(&hand.rules, &hand.state, &result);
        for (uint32_t i = 0; i < count; i++) {
            double won = result.drawn ? 0.5 : result.winners >> mover[i] & 1;
            double x = lead[i] / 8.0, promise = 0.5 + 0.5 * x / (1 + (x < 0 ? -x : x));
            by_value += (value[i] - won) * (value[i] - won);
            by_lead += (promise - won) * (promise - won);
        }
        positions += count;
    }
    assert_true(by_value / positions < 0.23);
    assert_true(by_value < 0.97 * by_lead);
}

/* A clock that is one millisecond later each time somebody looks. */
static uint64_t look_at_clock(void *user) { return ++*(uint64_t *)user; }

static void strong_keeps_to_the_clock(void **state) {
    (void)state;
    static struct game_at_hand hand;
    static struct zk_seated seated;
    uint64_t now = 1000;
    struct zk_budget budget = {.ms = 5, .clock_ms = look_at_clock, .user = &now};
    struct zk_rng rng = zk_rng_stream(23, 0);
    prepare(&hand, &zk_sketch, NULL);
    zk_sketch.start(&hand.rules, &hand.state);
    while (zk_sketch.actor(&hand.rules, &hand.state) == ZK_CHANCE)
        zk_sketch.apply(&hand.rules, &hand.state,
                        zk_sketch.sample(&hand.rules, &hand.state, &rng));
    zk_seated_begin(&seated, zk_bots_of(&zk_sketch, "strong"), &zk_sketch, &hand.rules,
                    zk_sketch.actor(&hand.rules, &hand.state));
    zk_seated_ask(&seated, &hand.state, &rng, &budget, NULL);
    assert_int_equal(now, 1006); /* once before, and five times while thinking */
}

/* A game whose worlds are counted: after ten of them nobody wants the move any more. */
static const struct zk_game *counted;
static unsigned worlds_drawn;
static atomic_bool unwanted;

static void draw_counted(const struct zk_rules *rules, const struct zk_view *view,
                         struct zk_rng *rng, struct zk_state *state) {
    if (++worlds_drawn == 10) atomic_store(&unwanted, true);
    counted->resample(rules, view, rng, state);
}

/* A search that is stopped draws no further world, and until then chooses as if it could not be. */
static void a_thought_can_be_abandoned(void **state) {
    (void)state;
    static struct game_at_hand hand;
    static struct zk_seated seated;
    for (unsigned g = 0; zk_games[g]; g++) {
        const struct zk_bot *strong = zk_bots_of(zk_games[g], "strong");
        struct zk_rng rng = zk_rng_stream(29, g);
        struct zk_game game = *(counted = zk_games[g]);
        game.resample = draw_counted;
        prepare(&hand, counted, NULL);
        game.start(&hand.rules, &hand.state);
        while (game.actor(&hand.rules, &hand.state) == ZK_CHANCE)
            game.apply(&hand.rules, &hand.state,
                       zk_sample(&game, &hand.rules, &hand.state, &rng));
        zk_seated_begin(&seated, strong, &game, &hand.rules,
                        game.actor(&hand.rules, &hand.state));
        seated.stop = &unwanted;
        atomic_store(&unwanted, false);
        worlds_drawn = 0;
        zk_seated_ask(&seated, &hand.state, &rng, NULL, NULL);
        assert_int_equal(worlds_drawn, strong->searches ? 10 : 0);
        if (!strong->searches) continue;
        zk_seated_ask(&seated, &hand.state, &rng, NULL, NULL);
        assert_int_equal(worlds_drawn, 10);
    }
}

static void bots_are_found(void **state) {
    (void)state;
    assert_string_equal(zk_bots_named("greedy", 6)->name, "greedy");
    assert_null(zk_bots_named("nobody", 6));
    assert_string_equal(zk_bots_find(&zk_sketch, "greedy", 6)->name, "greedy");
    assert_ptr_equal(zk_bots_find(&zk_yokai, "random", 6), &zk_bot_random);
    assert_null(zk_bots_find(&zk_yokai, "greedy", 6));
    assert_null(zk_bots_find(&zk_yokai, "plain", 5)); /* by its own choice */
    assert_null(zk_bots_find(&zk_sketch, "nobody", 6));
    for (unsigned g = 0; zk_games[g]; g++)
        assert_string_equal(zk_bots_best(zk_games[g])->name, "strong");
    struct zk_game copy = zk_yotei; /* is played like the game itself */
    assert_ptr_equal(zk_bots_of(&copy, "normal"), zk_bots_of(&zk_yotei, "normal"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_legal_and_depend_on_the_seat_alone),
        cmocka_unit_test(bots_are_told_what_their_seats_are_told),
        cmocka_unit_test(plain_greedy_beats_random),
        cmocka_unit_test(plain_greedy_beats_random_at_yotei),
        cmocka_unit_test(greedy_plays_powers_at_yotei),
        cmocka_unit_test(plain_strong_beats_greedy_at_yotei),
        cmocka_unit_test(reasons_are_one_table_a_game),
        cmocka_unit_test(strong_says_why_at_yotei),
        cmocka_unit_test(strong_says_why_at_sketch),
        cmocka_unit_test(plain_strong_beats_greedy),
        cmocka_unit_test(truth_is_lent_by_a_measuring_match_alone),
        cmocka_unit_test(plain_experience_tells_who_wins),
        cmocka_unit_test(strong_keeps_to_the_clock),
        cmocka_unit_test(a_thought_can_be_abandoned),
        cmocka_unit_test(bots_are_found),
    };
    leave_out_plain_tests();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
