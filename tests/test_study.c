/* test_study.c: a study judges by what a seat could know, compares evenly, and finds nothing wrong
 * with the moves of the player who judges. */
#include "bots/study.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/selfplay.h"
#include "core/json.h"
#include "core/record.h"
#include "games/list.h"
#include "games/sketch/sketch.h"
#include "games/yokai/yokai.h"
#include "games/yotei/yotei.h"
#include "plain_build.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOVES_MAX = 8192, POINTS_MAX = 1024, JSON_SIZE = 4096 };

/* A game and its moves. */
struct tale {
    const struct zk_game *game;
    struct zk_settings settings;
    struct zk_rules rules;
    zk_move move[MOVES_MAX];
    uint32_t count;
};

static void prepare(struct tale *tale, const struct zk_game *game) {
    struct zk_sentence refusal;
    tale->game = game;
    tale->count = 0;
    memset(&tale->settings, 0, sizeof tale->settings);
    assert_true(game->prepare(&tale->rules, &tale->settings, &refusal));
}

static void play(struct tale *tale, const struct zk_bot *bot, uint32_t playouts,
                 uint64_t seed) {
    struct zk_state state;
    static struct zk_selfplay play;
    const struct zk_bot *bots[ZK_SEATS_MAX] = {bot, bot, bot, bot};
    struct zk_budget budget = {.playouts = playouts};
    zk_selfplay_begin(&play, tale->game, &tale->rules, bots, seed, 0);
    play.budget = &budget;
    tale->game->start(&tale->rules, &state);
    while (tale->game->actor(&tale->rules, &state) != ZK_OVER) {
        assert_true(tale->count < MOVES_MAX);
        tale->move[tale->count] = zk_selfplay_next(&play, &state);
        zk_selfplay_make(&play, &state, tale->move[tale->count++]);
    }
}

static struct zk_study study;
static struct zk_study_point point[POINTS_MAX];

/* Every decision of `seats` among the first `moves`, into `point`; returns how many. */
static uint32_t go_through(const struct tale *tale, unsigned seats, uint32_t moves,
                           uint32_t playouts, uint64_t seed) {
    struct zk_budget budget = {.playouts = playouts};
    uint32_t points = 0;
    zk_study_begin(&study, zk_bots_best(tale->game), tale->game, &tale->rules, seats, seed,
                   &budget);
    for (uint32_t i = 0; i < moves; i++) {
        assert_true(points < POINTS_MAX);
        points += zk_study_move(&study, tale->move[i], &point[points]);
    }
    return points;
}

static double mean_loss(uint32_t points) {
    double sum = 0;
    uint32_t judged = 0;
    for (uint32_t i = 0; i < points; i++) {
        sum += point[i].loss;
        judged += point[i].judged;
    }
    assert_true(judged > 0);
    return sum / judged / (double)ZK_STUDY_WHOLE;
}

/* ---- What a study says of one decision ---- */

/* What a move promises each seat: of a win that is shared, so it adds up, and the seat's own part is
 * its worth. */
static void check_each(int seat, const struct zk_study_thought *thought) {
    int sum = 0;
    for (unsigned i = 0; i < ZK_SEATS_MAX; i++) sum += (int)thought->each[i];
    if (study.game->together) {
        assert_int_equal(sum, 0);
        return;
    }
    assert_int_equal(thought->each[seat], thought->worth);
    assert_in_range(sum, ZK_STUDY_WHOLE - 2, ZK_STUDY_WHOLE + 2); /* each is rounded */
}

static void check_point(const struct zk_study_point *one) {
    const struct zk_study_thought *made = &one->move[one->made];
    assert_true(*made->notation);
    if (!one->judged) {
        assert_int_equal(one->loss, 0);
        assert_int_equal(one->moves_count, 1);
        return;
    }
    assert_false(one->forced);
    assert_in_range(one->moves_count, 2, ZK_STUDY_COMPARED);
    assert_true(one->made < one->moves_count);
    for (uint32_t i = 0; i < one->moves_count; i++) {
        assert_true(one->move[i].weighed > 0);
        assert_true(one->move[i].worth <= ZK_STUDY_WHOLE);
        check_each(one->seat, &one->move[i]);
        if (i) assert_true(one->move[i].worth <= one->move[i - 1].worth);
        int more = (int)one->move[i].weighed - (int)made->weighed;
        assert_in_range(more + 1, 0, 2); /* evenly */
        for (uint32_t j = 0; j < i; j++)
            assert_int_not_equal(one->move[i].move, one->move[j].move);
    }
    assert_int_equal(one->loss, one->move[0].worth - made->worth);
    assert_true(one->won_now <= ZK_STUDY_WHOLE);
    if (!study.game->together) assert_int_equal(one->won_now, 0);
}

static void every_decision_is_told(void **state) {
    (void)state;
    static struct tale tale;
    for (unsigned g = 0; zk_games[g]; g++) {
        struct zk_state now;
        zk_move moves[ZK_MOVES_MAX];
        const struct zk_game *game = zk_games[g];
        uint32_t decisions = 0, at = 0, waits = 0, forced = 0;
        prepare(&tale, game);
        play(&tale, &zk_bot_random, 1, 1);
        uint32_t points = go_through(&tale, 3, tale.count, 20, 1);
        game->start(&tale.rules, &now);
        for (uint32_t i = 0; i < tale.count; i++) {
            int actor = game->actor(&tale.rules, &now), by = zk_mover(actor, tale.move[i]);
            if (by >= 0) {
                const struct zk_study_point *one = &point[at++];
                uint32_t count = game->moves(&tale.rules, &now, by, moves, NULL);
                check_point(one);
                assert_int_equal(one->number, i);
                assert_int_equal(one->seat, by);
                assert_int_equal(one->move[one->made].move, tale.move[i]);
                assert_int_equal(one->forced, by == actor && count == 1);
                forced += one->forced;
                for (uint32_t j = 0; j < one->moves_count; j++) {
                    bool wait = one->move[j].move == ZK_MOVE_WAIT;
                    waits += wait;
                    if (wait) assert_int_not_equal(by, actor);
                }
                decisions++;
            }
            game->apply(&tale.rules, &now, tale.move[i]);
        }
        assert_int_equal(points, decisions);
        assert_true(forced < decisions);
        if (game == &zk_yotei) assert_true(waits > 0); /* cards are cashed out of turn */
    }
}

/* The worst are the greatest losses, and a seat that was not asked for has no decisions. */
static void the_worst_are_named(void **state) {
    (void)state;
    static struct tale tale;
    prepare(&tale, &zk_sketch);
    play(&tale, &zk_bot_random, 1, 8);
    uint32_t points = go_through(&tale, 2, tale.count, 200, 1);
    assert_int_equal(study.worst_count, ZK_STUDY_WORST);
    for (uint32_t i = 0; i < ZK_STUDY_WORST; i++) {
        uint32_t greater = 0;
        for (uint32_t j = 0; j < points; j++) {
            assert_int_equal(point[j].seat, 1);
            greater += point[j].loss > study.worst[i].loss;
        }
        assert_true(greater <= i);
        assert_true(study.worst[i].loss >= ZK_STUDY_SLIP);
    }
}

/* In a game won together: hardly any chance at the first decision, some when peace was declared, and mostly
 * a good one. */
static void the_chance_of_peace_is_told(void **state) {
    (void)state;
    static struct tale tale;
    struct zk_state end;
    struct zk_result result;
    uint32_t good = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        prepare(&tale, &zk_yokai);
        play(&tale, zk_bots_best(&zk_yokai), 64, seed);
        zk_yokai.start(&tale.rules, &end);
        for (uint32_t i = 0; i < tale.count; i++)
            zk_yokai.apply(&tale.rules, &end, tale.move[i]);
        zk_yokai.result(&tale.rules, &end, &result);
        uint32_t points = go_through(&tale, 3, tale.count, 64, 1), last = points - 1;
        assert_true(point[0].won_now < ZK_STUDY_WHOLE / 20);
        if (strncmp(point[last].move[point[last].made].notation, "declare", 7) != 0) continue;
        assert_int_not_equal(result.winners, 0);
        assert_true(point[last].won_now > ZK_STUDY_WHOLE / 5);
        good += point[last].won_now > ZK_STUDY_WHOLE * 9 / 10;
    }
    assert_true(good > 1);
}

static void as_json(const struct zk_study_point *one, char *json) {
    struct zk_text text = zk_text_in(json, JSON_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_study_write_point(&out, &study, one);
    assert_false(text.full);
}

static void the_same_seed_says_the_same(void **state) {
    (void)state;
    static struct tale tale;
    static char before[POINTS_MAX][JSON_SIZE], after[JSON_SIZE];
    prepare(&tale, &zk_sketch);
    play(&tale, zk_bots_of(&zk_sketch, "greedy"), 1, 2);
    uint32_t points = go_through(&tale, 1, tale.count, 50, 6), differ = 0;
    for (uint32_t i = 0; i < points; i++) as_json(&point[i], before[i]);
    go_through(&tale, 1, tale.count, 50, 6);
    for (uint32_t i = 0; i < points; i++) {
        as_json(&point[i], after);
        assert_string_equal(before[i], after);
    }
    go_through(&tale, 1, tale.count, 50, 7);
    for (uint32_t i = 0; i < points; i++) {
        as_json(&point[i], after);
        differ += strcmp(before[i], after) != 0;
    }
    assert_true(differ > 0);
}

/* ---- Never by hindsight ---- */

/* All that a seat learns by a move. */
struct told {
    int by;
    char move[ZK_MOVE_TEXT_SIZE], saw[ZK_MOVE_TEXT_SIZE];
    struct zk_view view;
};

static void tell(const struct tale *tale, const struct zk_state *state, zk_move move, int seat,
                 struct told *told) {
    struct zk_state after;
    struct zk_view view;
    const struct zk_game *game = tale->game;
    memset(told, 0, sizeof *told);
    struct zk_text text = zk_text_in(told->move, sizeof told->move),
                   saw = zk_text_in(told->saw, sizeof told->saw);
    told->by = zk_mover(game->actor(&tale->rules, state), move);
    game->print_move(&tale->rules, state, move, seat, &text);
    if (game->saw) game->saw(&tale->rules, state, move, seat, &saw);
    memcpy(&after, state, game->state_size);
    game->apply(&tale->rules, &after, move);
    game->view(&tale->rules, &after, seat, &view);
    memcpy(&told->view, &view, game->view_size);
}

/* A move in `theirs` that the seat is told of as `move` in `mine`: the same one, if there is no
 * reason for another; or ZK_MOVE_HIDDEN for none. */
static zk_move told_alike(const struct tale *tale, int seat, const struct zk_state *mine,
                          zk_move move, const struct zk_state *theirs, bool otherwise) {
    zk_move moves[ZK_MOVES_MAX], found = ZK_MOVE_HIDDEN;
    uint32_t weights[ZK_MOVES_MAX];
    int actor = tale->game->actor(&tale->rules, theirs), by = zk_mover(actor, move);
    struct told a, b;
    if (actor != tale->game->actor(&tale->rules, mine)) return found;
    uint32_t count = tale->game->moves(&tale->rules, theirs, by, moves, weights);
    tell(tale, mine, move, seat, &a);
    for (uint32_t i = 0; i < count; i++) {
        if (by != ZK_CHANCE && moves[i] != move) continue;
        if (moves[i] == move && otherwise) continue;
        tell(tale, theirs, moves[i], seat, &b);
        if (memcmp(&a, &b, sizeof a) != 0) continue;
        found = moves[i];
        if (found == move) break;
    }
    return found;
}

/* Another game that is told to the seat like `tale` up to some move, whose number is returned:
 * chance's move number `from` comes out otherwise, which the seat does not see; everybody moves
 * alike for as long as they can, and then the game goes on by luck. 0 when there is none. */
static uint32_t retell(const struct tale *tale, int seat, uint32_t from, struct zk_rng *rng,
                       struct tale *other) {
    struct zk_state mine, theirs;
    const struct zk_game *game = tale->game;
    uint32_t same = 0;
    bool alike = true;
    game->start(&tale->rules, &mine);
    game->start(&tale->rules, &theirs);
    for (other->count = 0; game->actor(&tale->rules, &theirs) != ZK_OVER; other->count++) {
        uint32_t i = other->count;
        zk_move move = ZK_MOVE_HIDDEN;
        assert_true(i < MOVES_MAX);
        if (alike && i < tale->count) {
            if (i == from && game->actor(&tale->rules, &mine) != ZK_CHANCE) return 0;
            move = told_alike(tale, seat, &mine, tale->move[i], &theirs, i == from);
            if (move == ZK_MOVE_HIDDEN && i == from) return 0;
        }
        alike = move != ZK_MOVE_HIDDEN;
        if (alike) {
            game->apply(&tale->rules, &mine, tale->move[i]);
            same = i + 1;
        } else {
            move = zk_sample(game, &tale->rules, &theirs, rng);
        }
        other->move[i] = move;
        game->apply(&tale->rules, &theirs, move);
    }
    return same;
}

static void nothing_is_judged_by_hindsight(void **state) {
    (void)state;
    static struct tale tale, other;
    static char before[POINTS_MAX][JSON_SIZE], after[JSON_SIZE];
    for (unsigned g = 0; zk_games[g]; g++) {
        struct zk_rng rng = zk_rng_stream(12, g);
        uint32_t compared = 0, retold = 0;
        prepare(&tale, zk_games[g]);
        prepare(&other, zk_games[g]);
        play(&tale, zk_bots_of(zk_games[g], "easy"), 20, 5);
        for (int seat = 0; seat < 2; seat++) {
            uint32_t points = go_through(&tale, 1u << seat, tale.count, 20, 1);
            for (uint32_t i = 0; i < points; i++) as_json(&point[i], before[i]);
            for (uint32_t from = 0, found = 0; from < tale.count && found < 4; from++) {
                uint32_t same = retell(&tale, seat, from, &rng, &other), again;
                if (!same) continue;
                found++;
                retold++;
                again = go_through(&other, 1u << seat, other.count, 20, 1);
                for (uint32_t i = 0; i < again && point[i].number < same; i++) {
                    as_json(&point[i], after);
                    assert_string_equal(before[i], after);
                    compared += point[i].number > from && point[i].judged;
                }
            }
        }
        print_message("# %s: %u games retold, %u decisions the same\n", tale.game->id, retold,
                      compared);
        assert_true(retold > 2 && compared > (tale.count > 20 ? 10 : 2));
    }
}

/* ---- Whether a loss is one ---- */

static void plain_who_judges_loses_nothing(void **state) {
    (void)state;
    static struct tale tale;
    for (unsigned g = 0; zk_games[g]; g++) {
        const struct zk_game *game = zk_games[g];
        prepare(&tale, game);
        play(&tale, zk_bots_best(game), 1000, 21);
        double own = mean_loss(go_through(&tale, 1, tale.count, 1000, 99));
        prepare(&tale, game);
        play(&tale, &zk_bot_random, 1, 21);
        double random = mean_loss(go_through(&tale, 1, tale.count, 1000, 99));
        print_message("# %s: %.4f of a win lost by its own moves, %.4f by any\n", game->id,
                      own, random);
        if (own > 0.06 || random < 2 * own || random < 0.02)
            fail_msg(
                "%s: by its own judgement the best bot lost %.4f of a win, any moves %.4f",
                game->id, own, random);
    }
}

/* ---- Records that were kept ---- */

static void study_whole(void *user, const struct zk_record *record) {
    static const struct zk_budget budget = {.playouts = 4};
    uint32_t *studied = user;
    if (!record->finished || *studied == 3) return;
    zk_study_begin(&study, zk_bots_best(record->game), record->game, record->rules, 15, 1,
                   &budget);
    for (uint32_t i = 0; i < record->moves_count; i++)
        if (zk_study_move(&study, record->moves[i], &point[0])) check_point(&point[0]);
    ++*studied;
}

static void not_wrong(void *user, const struct zk_record_wrong *wrong) {
    (void)user;
    (void)wrong;
    fail();
}

static void kept_records_can_be_studied(void **state) {
    (void)state;
    static const char *const files[] = {"sketch/records/judge-en", "sketch/records/judge-fr",
                                        "yokai/records/judge", "yotei/records/judge",
                                        "yotei/records/judge-tiny"};
    static struct zk_record_reader reader;
    static zk_move moves[MOVES_MAX];
    static char line[ZK_RECORD_LINE_MAX];
    for (unsigned i = 0; i < COUNT(files); i++) {
        uint32_t studied = 0;
        char path[64];
        snprintf(path, sizeof path, "tests/%s.jsonl", files[i]);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        zk_record_reader_start(&reader, zk_games, moves, COUNT(moves), study_whole, not_wrong,
                               &studied);
        while (studied < 3 && fgets(line, sizeof line, file))
            zk_record_reader_line(&reader, line, strcspn(line, "\n"));
        if (studied < 3) zk_record_reader_end(&reader);
        fclose(file);
        assert_true(studied > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_decision_is_told),
        cmocka_unit_test(the_worst_are_named),
        cmocka_unit_test(the_chance_of_peace_is_told),
        cmocka_unit_test(the_same_seed_says_the_same),
        cmocka_unit_test(nothing_is_judged_by_hindsight),
        cmocka_unit_test(plain_who_judges_loses_nothing),
        cmocka_unit_test(kept_records_can_be_studied),
    };
    leave_out_plain_tests();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
