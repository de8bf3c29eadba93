/* test_table.c: a game in progress: seats, undo, clocks, requests, restoring. What is told of it: test_told.c.
 *
 * Much of it is random: people who ask for anything at any time, over many seeds, while what must
 * always be true is looked at after each command. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "desk.h"
#include "games/list.h"
#include "games/sketch/sketch.h"
#include "games/yokai/yokai.h"
#include "games/yotei/yotei.h"
#include "table/protocol.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SEEDS = 60, COMMANDS = 250 };

/* ---- Seats ---- */

static void test_seats(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    int seat;
    desk_open(desk, &zk_sketch, 1, 0, 0);
    assert_int_equal(now->status, ZK_TABLE_OPEN);
    assert_int_equal(zk_table_wait(&desk->table, &seat), ZK_WAIT_SEATS);
    refused_with(desk, desk_sit(desk, 0, ""), "name.empty");
    refused_with(desk, desk_do(desk, ZK_DO_LEAVE, 0), "seat.not_yours");
    refused_with(desk, desk_sit(desk, 2, "Cleo"), "seat.unknown");
    assert_true(desk_sit(desk, 0, "Ann"));
    assert_int_equal(desk->entry, 1);
    assert_true(desk_sit(desk, 0, "Anna"));
    assert_string_equal(now->seat[0].name, "Anna");
    refused_with(desk, desk_bot(desk, 0, 0, false), "seat.taken");
    refused_with(desk, desk_bot(desk, 0, 7, false), "seat.unknown");
    refused_with(desk, desk_move(desk, 0, "end"), "table.waiting");
    assert_true(desk_do(desk, ZK_DO_LEAVE, 0));
    assert_int_equal(now->seat[0].kind, ZK_SEAT_OPEN);
    assert_string_equal(now->seat[0].name, "");
    assert_true(desk_sit(desk, 0, "Ann"));
    assert_true(desk_bot(desk, 0, 1, false));
    assert_int_equal(now->seat[1].kind, ZK_SEAT_BOT);
    assert_int_equal(now->status, ZK_TABLE_PLAYING);
    refused_with(desk, desk_sit(desk, 1, "Ben"), "seat.bot");
    refused_with(desk, desk_move(desk, 1, "end"), "seat.not_yours");
    desk_chance(desk);
    refused_with(desk, desk_do(desk, ZK_DO_LEAVE, 0), "seat.begun");
    free(desk);
}

static void test_stand_in_and_back(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    int seat;
    desk_open(desk, &zk_sketch, 2, 0, 0);
    sit_all(desk);
    int actor = desk_actor(desk), other = 1 - actor;
    refused_with(desk, desk_bot(desk, other, actor, false), "seat.taken");
    assert_true(desk_bot(desk, other, actor, true));
    assert_int_equal(now->seat[actor].kind, ZK_SEAT_STAND_IN);
    assert_string_equal(now->seat[actor].name, "Name");
    assert_int_equal(zk_table_wait(&desk->table, &seat), ZK_WAIT_BOT);
    assert_int_equal(seat, actor);
    refused_with(desk, desk_do(desk, ZK_DO_PAUSE, actor), "seat.not_yours");
    while (zk_table_wait(&desk->table, &seat) == ZK_WAIT_BOT) {
        zk_table_bot(&desk->table, &desk->rng, desk->now_ms);
        desk_chance(desk);
    }
    assert_int_equal(seat, other);
    assert_true(desk_sit(desk, actor, ""));
    assert_int_equal(now->seat[actor].kind, ZK_SEAT_PERSON);
    assert_string_equal(now->seat[actor].name, "Name");
    /* Who has to go leaves the seat to a bot, and needs to ask nobody. */
    assert_true(desk_bot(desk, other, other, false));
    assert_int_equal(now->seat[other].kind, ZK_SEAT_STAND_IN);
    assert_true(desk_sit(desk, other, ""));
    assert_int_equal(now->seat[other].kind, ZK_SEAT_PERSON);
    free(desk);
}

/* ---- Faces ---- */

/* A person's is chosen, kept over renaming and while a bot stands in; bots' are different. */
static void test_faces(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    desk_open(desk, &zk_yotei, 1, 0, 0);
    refused_with(desk, desk_sit_with(desk, 0, "Ann", ZK_FACE_baku), "face.unknown");
    assert_true(desk_sit_with(desk, 0, "Ann", ZK_FACE_owl));
    assert_true(desk_sit(desk, 0, "Anna"));
    assert_int_equal(now->seat[0].face, ZK_FACE_owl);
    assert_true(desk_sit_with(desk, 0, "", ZK_FACE_cat));
    assert_string_equal(now->seat[0].name, "Anna");
    assert_int_equal(now->seat[0].face, ZK_FACE_cat);
    assert_true(desk_do(desk, ZK_DO_LEAVE, 0));
    assert_int_equal(now->seat[0].face, ZK_FACE_NONE);

    desk_open_for(desk, &zk_yotei, "4", 1, 0, 0);
    assert_true(desk_sit_with(desk, 0, "Ann", ZK_FACE_owl));
    assert_int_equal(desk->table.seats_count, 4);
    for (int whom = 1; whom < (int)desk->table.seats_count; whom++) {
        refused_with(desk, desk_bot_with(desk, 0, whom, ZK_FACE_owl), "face.unknown");
        assert_true(desk_bot_with(desk, 0, whom, ZK_FACE_amabie));
        for (int other = 0; other < whom; other++)
            assert_int_not_equal(now->seat[whom].face, now->seat[other].face);
    }
    assert_int_equal(now->seat[1].face, ZK_FACE_amabie);
    assert_true(desk_bot(desk, 0, 1, false));
    assert_int_equal(now->seat[1].face, ZK_FACE_amabie);
    assert_true(desk_bot(desk, 0, 0, false));
    assert_int_equal(now->seat[0].kind, ZK_SEAT_STAND_IN);
    assert_int_equal(now->seat[0].face, ZK_FACE_owl);

    struct zk_entry entry = {.kind = ZK_ENTRY_SIT, .sits = 1, .sits_kind = ZK_SEAT_BOT};
    for (unsigned face = 0; face < UINT8_MAX; face++) {
        entry.face = (uint8_t)face;
        assert_int_equal(zk_table_restore(&desk->table, &entry),
                         !face || (face >= ZK_FACE_FIRST_BOT && face < ZK_FACES_COUNT));
    }
    free(desk);
}

/* ---- Silence ---- */

static void must_be_silent(const struct desk *desk) {
    struct zk_sentence refusal;
    assert_false(zk_table_may_talk(&desk->table, &refusal));
    assert_string_equal(refusal.key, "table.silent");
    assert_string_equal(refusal.rule, "Y8");
}

/* Y8: no signs while a game of Yokai runs, and no new names, which are words too. */
static void test_silence(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    desk_open(desk, &zk_sketch, 1, 0, 0);
    sit_all(desk);
    assert_true(zk_table_may_talk(&desk->table, &desk->refusal));
    desk_open(desk, &zk_yokai, 1, 0, 0);
    assert_true(desk_sit(desk, 0, "Ann"));
    assert_true(desk_sit(desk, 0, "Anna"));
    assert_true(zk_table_may_talk(&desk->table, &desk->refusal));
    assert_true(desk_sit(desk, 1, "Ben"));
    must_be_silent(desk);
    refused_with(desk, desk_sit_with(desk, 0, "", ZK_FACE_owl), "table.silent");
    desk_chance(desk);
    must_be_silent(desk);
    refused_with(desk, desk_sit(desk, 0, "Kitsune top left"), "table.silent");
    assert_string_equal(desk->refusal.rule, "Y8");
    assert_string_equal(now->seat[0].name, "Anna");
    assert_true(desk_sit(desk, 0, "Anna"));
    assert_true(desk_do(desk, ZK_DO_PAUSE, 0));
    must_be_silent(desk);
    assert_true(desk_do(desk, ZK_DO_RESUME, 1));
    desk->table.now.seat[1].kind = ZK_SEAT_STAND_IN;
    refused_with(desk, desk_sit(desk, 1, "Oni there"), "table.silent");
    assert_true(desk_sit(desk, 1, ""));
    while (go_on(desk)) {}
    assert_true(zk_table_may_talk(&desk->table, &desk->refusal));
    assert_true(desk_sit(desk, 0, "Ann"));
    free(desk);
}

/* Who gives up a game that is played together loses it for all. */
static void test_given_up_together(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    struct zk_result result;
    desk_open(desk, &zk_yokai, 1, 0, 0);
    sit_all(desk);
    assert_true(desk_do(desk, ZK_DO_RESIGN, 1));
    zk_fold_result(&desk->table.now, &desk->table, &result);
    assert_int_equal(result.winners, 0);
    assert_int_equal(result.points[0], 0);
    assert_string_equal(result.rank, "lost");
    assert_string_equal(result.end, "resign");
    assert_true(zk_table_may_talk(&desk->table, &desk->refusal));
    free(desk);
}

/* ---- Undo ---- */

/* Everywhere in many games: a move that may be undone freely, undone, gives the state before it,
 * byte for byte; any other is asked for, and comes undone when the other agrees. */
static void test_undo(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    unsigned freely = 0, asked = 0, declined = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        desk_open(desk, &zk_sketch, seed, 0, 0);
        sit_all(desk);
        const struct zk_fold *now = &desk->table.now;
        for (int actor; (actor = desk_actor(desk)) >= 0;) {
            struct zk_state before;
            char text[ZK_MOVE_TEXT_SIZE];
            uint32_t moves = now->moves_count, lot = zk_rng_below(&desk->rng, 4);
            before = now->state;
            assert_true(any_move(desk, actor, text));
            assert_true(desk_move(desk, actor, text));
            if (lot == 0 && zk_fold_may_undo(now, &desk->table, actor)) {
                assert_true(desk_do(desk, ZK_DO_UNDO, actor));
                assert_int_equal(desk->table.entries[now->count - 1].kind, ZK_ENTRY_UNDO);
                assert_int_equal(now->moves_count, moves);
                assert_memory_equal(&now->state, &before, sizeof before);
                freely++;
            }
            desk_chance(desk);
            if (now->status != ZK_TABLE_PLAYING || now->moves_count <= moves || lot != 1)
                continue;
            if (zk_fold_may_undo(now, &desk->table, actor)) continue;
            assert_true(desk_do(desk, ZK_DO_UNDO, actor));
            assert_int_equal(now->asker, actor);
            refused_with(desk, desk_do(desk, ZK_DO_AGREE, actor), "table.nothing_asked");
            bool yes = zk_rng_below(&desk->rng, 2);
            assert_true(desk_do(desk, yes ? ZK_DO_AGREE : ZK_DO_DECLINE, 1 - actor));
            assert_int_equal(now->asker, -1);
            if (yes) {
                assert_int_equal(now->moves_count, moves);
                assert_memory_equal(&now->state, &before, sizeof before);
            }
            asked += yes;
            declined += !yes;
            desk_chance(desk);
        }
        refused_with(desk, desk_do(desk, ZK_DO_UNDO, 0), "table.not_playing");
    }
    assert_true(freely > 5 && asked > 5 && declined > 5);
    free(desk);
}

/* Against bots nobody has to be asked. */
static void test_undo_alone(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    int seat;
    desk_open(desk, &zk_sketch, 3, 0, 0);
    assert_true(desk_sit(desk, 0, "Ann"));
    assert_true(desk_bot(desk, 0, 1, false));
    desk_chance(desk);
    refused_with(desk, desk_do(desk, ZK_DO_UNDO, 0), "undo.nothing");
    for (unsigned i = 0; i < 40; i++) {
        if (zk_table_wait(&desk->table, &seat) == ZK_WAIT_BOT)
            zk_table_bot(&desk->table, &desk->rng, desk->now_ms);
        else if (!go_on(desk))
            break;
        desk_chance(desk);
    }
    if (desk->table.now.status == ZK_TABLE_PLAYING) {
        assert_true(desk_do(desk, ZK_DO_UNDO, 0));
        assert_int_equal(desk->table.entries[desk->table.now.count - 1].kind, ZK_ENTRY_UNDO);
    }
    free(desk);
}

/* With a stand-in in a person's seat nothing goes back over chance without that person, and nothing else that
 * is not free; otherwise whoever is left would roll the dice again as often as they like. */
static void test_undo_with_stand_in(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    unsigned refused = 0, freely = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        int seat;
        desk_open(desk, &zk_sketch, seed, 0, 0);
        sit_all(desk);
        assert_true(desk_bot(desk, 0, 1, true));
        while (now->status == ZK_TABLE_PLAYING) {
            if (zk_table_wait(&desk->table, &seat) == ZK_WAIT_BOT) {
                zk_table_bot(&desk->table, &desk->rng, desk->now_ms);
                desk_chance(desk);
                continue;
            }
            char text[ZK_MOVE_TEXT_SIZE];
            assert_true(any_move(desk, 0, text));
            assert_true(desk_move(desk, 0, text));
            if (zk_fold_may_undo(now, &desk->table, 0)) {
                assert_true(desk_do(desk, ZK_DO_UNDO, 0));
                freely++;
                assert_true(desk_move(desk, 0, text));
            }
            desk_chance(desk);
            if (now->status != ZK_TABLE_PLAYING || zk_fold_may_undo(now, &desk->table, 0))
                continue;
            refused_with(desk, desk_do(desk, ZK_DO_UNDO, 0), "undo.gone");
            refused++;
        }
    }
    assert_true(freely > 5 && refused > 5);
    /* Who goes while it is asked has still to agree, and can when back. */
    desk_open_for(desk, &zk_yotei, "3", 1, 0, 0);
    sit_all(desk);
    int actor = desk_actor(desk), left = (actor + 1) % 3, right = (actor + 2) % 3;
    char text[ZK_MOVE_TEXT_SIZE];
    assert_true(any_move(desk, actor, text));
    assert_true(desk_move(desk, actor, text));
    desk_chance(desk);
    for (int next; (next = desk_actor(desk)) == actor; desk_chance(desk)) {
        assert_true(any_move(desk, next, text));
        assert_true(desk_move(desk, next, text));
    }
    int next = desk_actor(desk);
    assert_true(any_move(desk, next, text));
    assert_true(desk_move(desk, next, text));
    uint32_t moves = now->moves_count;
    assert_true(desk_do(desk, ZK_DO_UNDO, actor));
    assert_int_equal(now->asker, actor);
    assert_true(desk_bot(desk, right, left, true));
    assert_true(desk_do(desk, ZK_DO_AGREE, right));
    assert_int_equal(now->asker, actor);
    assert_int_equal(now->moves_count, moves);
    assert_true(desk_sit(desk, left, ""));
    assert_true(desk_do(desk, ZK_DO_AGREE, left));
    assert_int_equal(now->asker, -1);
    assert_true(now->moves_count < moves);
    free(desk);
}

/* What a look has shown stays known, so it is taken back with the others' consent only, and not at all while a bot
 * plays for one of them. */
static void test_undo_of_a_look(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    for (unsigned gone = 0; gone < 2; gone++) {
        desk_open(desk, &zk_yokai, 1, 0, 0);
        sit_all(desk);
        int actor = desk_actor(desk);
        struct zk_command stand_in = command_of(desk, ZK_DO_BOT, actor);
        stand_in.whom = !actor;
        stand_in.bot = zk_bots_named("easy", 4);
        stand_in.away = true;
        if (gone) assert_true(command_do(desk, &stand_in));
        assert_true(desk_move(desk, actor, "peek 5"));
        if (gone) {
            refused_with(desk, desk_do(desk, ZK_DO_UNDO, actor), "undo.gone");
        } else {
            uint32_t moves = now->moves_count;
            assert_true(desk_do(desk, ZK_DO_UNDO, actor));
            assert_int_equal(now->asker, actor);
            assert_int_equal(now->moves_count, moves);
            assert_true(desk_do(desk, ZK_DO_AGREE, !actor));
            assert_true(now->moves_count < moves);
        }
    }
    free(desk);
}

/* Wherever a move can be taken back freely, whoever made it knows no more than before: in every world that they could not tell
 * from the true one it has led to the same view. Sealed bids that the last placement opens are no free look. */
static void test_free_undo_shows_nothing(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    for (unsigned g = 0; zk_games[g]; g++) {
        const struct zk_game *game = zk_games[g];
        unsigned freely = 0;
        for (uint64_t seed = 1; seed <= 20; seed++) {
            desk_open(desk, game, seed, 0, 0);
            sit_all(desk);
            for (int actor; (actor = desk_actor(desk)) >= 0; desk_chance(desk)) {
                struct zk_view before, after, other;
                char text[ZK_MOVE_TEXT_SIZE];
                game->view(&desk->rules, &now->state, actor, &before);
                assert_true(any_move(desk, actor, text));
                assert_true(desk_move(desk, actor, text));
                if (!zk_fold_may_undo(now, &desk->table, actor)) continue;
                freely++;
                game->view(&desk->rules, &now->state, actor, &after);
                for (unsigned i = 0; i < 4; i++) {
                    struct zk_state world;
                    game->resample(&desk->rules, &before, &desk->rng, &world);
                    game->apply(&desk->rules, &world, desk->table.entries[now->last - 1].move);
                    if (game->actor(&desk->rules, &world) == ZK_CHANCE) {
                        assert_int_equal(desk_actor(desk), ZK_CHANCE);
                        continue;
                    }
                    assert_int_equal(desk_actor(desk), game->actor(&desk->rules, &world));
                    game->view(&desk->rules, &world, actor, &other);
                    assert_memory_equal(&after, &other, game->view_size);
                }
            }
        }
        assert_true(freely > 5);
    }
    free(desk);
}

/* An answer of somebody who has seen so many entries. */
static bool answer(struct desk *desk, enum zk_command_kind kind, int seat, uint32_t at) {
    struct zk_command command = command_of(desk, kind, seat);
    command.at = at;
    return command_do(desk, &command);
}

/* An answer is to what was asked when it was given: who asks for little, and for much when the others have said yes but it has
 * not come, is not answered by that. */
static void test_answers_to_another_question(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    const int asker = 0, other = 1;
    desk_open(desk, &chime, 1, 0, 0);
    sit_all(desk);
    assert_true(desk_move(desk, asker, "ring") && desk_move(desk, other, "ring"));
    assert_true(desk_do(desk, ZK_DO_UNDO, asker));
    assert_int_equal(now->asker, asker);
    uint32_t seen = now->count;
    /* Meanwhile the question has gone by, and there is another one. */
    assert_true(desk_move(desk, other, "cough"));
    refused_with(desk, answer(desk, ZK_DO_AGREE, other, seen), "table.nothing_asked");
    assert_true(desk_do(desk, ZK_DO_UNDO, asker));
    assert_int_equal(now->asker, asker);
    uint32_t moves = now->moves_count;
    refused_with(desk, answer(desk, ZK_DO_AGREE, other, seen), "table.stale");
    refused_with(desk, answer(desk, ZK_DO_DECLINE, other, seen), "table.stale");
    assert_int_equal(now->asker, asker);
    assert_int_equal(now->moves_count, moves);
    /* Nor is a yes to an undo one to another game, to which one commits with it. */
    assert_true(desk_do(desk, ZK_DO_RESIGN, asker));
    assert_true(desk_do(desk, ZK_DO_AGAIN, asker));
    refused_with(desk, answer(desk, ZK_DO_AGREE, other, seen), "table.stale");
    refused_with(desk, answer(desk, ZK_DO_DECLINE, other, seen), "table.stale");
    seen = now->count;
    assert_true(desk_sit(desk, asker, "Ann")); /* what else happens is no matter */
    assert_true(answer(desk, ZK_DO_AGREE, other, seen));
    assert_int_equal(now->games, 1);
    free(desk);
}

/* How well a stand-in plays is agreed on before the game. */
static void test_stand_in_level(void **unused) {
    (void)unused;
    static const char *const levels[] = {"", "random", "strong", NULL};
    struct desk *desk = new_desk();
    struct zk_message message;
    char memory[4096];
    for (unsigned i = 0; levels[i]; i++) {
        desk_open(desk, &zk_sketch, 2, 0, 0);
        assert_true(zk_stand_in_read(&zk_sketch, levels[i], &desk->table.terms.stand_in,
                                     &desk->refusal));
        assert_true(desk_sit(desk, 0, "Ann"));
        assert_true(desk_sit(desk, 1, "Ben"));
        assert_true(desk_bot(desk, 0, 1, true)); /* it names another one */
        assert_string_equal(zk_bot_names[desk->table.now.seat[1].bot].name,
                            *levels[i] ? levels[i] : zk_bots_best(&zk_sketch)->name);
        struct zk_text text = zk_text_in(memory, sizeof memory);
        struct zk_json_out out = zk_json_to(&text);
        zk_table_write(&out, &desk->table);
        assert_true(zk_message_read(text.data, text.used, &message, &desk->refusal));
        assert_string_equal(message.stand_in, levels[i]);
    }
    uint8_t stand_in;
    refused_with(desk, zk_stand_in_read(&zk_sketch, "nobody", &stand_in, &desk->refusal),
                 "bot.unknown");
    free(desk);
}

/* Between people nobody exchanges a bot while a game is on; who plays with bots alone may. */
static void test_bot_exchanged(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    for (int persons = 1; persons <= 2; persons++) {
        desk_open_for(desk, &zk_yotei, "3", 1, 0, 0);
        for (int seat = 0; seat < 3; seat++)
            assert_true(seat < persons ? desk_sit(desk, seat, "Name")
                                       : desk_bot(desk, 0, seat, false));
        desk_chance(desk);
        assert_int_equal(desk->table.now.status, ZK_TABLE_PLAYING);
        if (persons == 1) {
            assert_true(desk_bot(desk, 0, 2, false));
            continue;
        }
        refused_with(desk, desk_bot(desk, 0, 2, false), "seat.bot");
        assert_true(desk_do(desk, ZK_DO_PAUSE, 0));
        refused_with(desk, desk_bot(desk, 1, 2, false), "seat.bot");
        assert_true(desk_bot(desk, 1, 0, true)); /* who is gone is a person all the same */
        refused_with(desk, desk_bot(desk, 1, 2, false), "seat.bot");
        assert_true(desk_do(desk, ZK_DO_RESUME, 1) && desk_do(desk, ZK_DO_RESIGN, 1));
        assert_true(desk_bot(desk, 1, 2, false));
    }
    free(desk);
}

/* ---- The end, and another game ---- */

static void test_resign_and_again(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    struct zk_result result;
    desk_open(desk, &zk_sketch, 4, 0, 0);
    sit_all(desk);
    refused_with(desk, desk_do(desk, ZK_DO_AGAIN, 0), "table.not_over");
    assert_true(desk_do(desk, ZK_DO_RESIGN, 1));
    assert_int_equal(now->status, ZK_TABLE_OVER);
    zk_fold_result(now, &desk->table, &result);
    assert_int_equal(result.winners, 1);
    assert_string_equal(result.end, "resign");
    refused_with(desk, desk_do(desk, ZK_DO_RESIGN, 0), "table.not_playing");
    refused_with(desk, desk_move(desk, 0, "end"), "move.over");
    assert_true(desk_do(desk, ZK_DO_AGAIN, 0));
    assert_int_equal(now->again, 1);
    assert_true(desk_do(desk, ZK_DO_DECLINE, 1));
    assert_int_equal(now->again, 0);
    assert_true(desk_do(desk, ZK_DO_AGAIN, 0));
    assert_true(desk_do(desk, ZK_DO_AGREE, 1));
    assert_int_equal(now->games, 1);
    assert_int_equal(now->status, ZK_TABLE_PLAYING);
    assert_int_equal(now->moves_count, 0);
    assert_string_equal(now->seat[1].name, "Name");
    desk_chance(desk);
    while (go_on(desk)) {}
    assert_int_equal(now->status, ZK_TABLE_OVER);
    zk_fold_result(now, &desk->table, &result);
    assert_true(result.end[0] == 'S');
    free(desk);
}

static void test_pause(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    desk_open(desk, &zk_sketch, 5, 60000, 0);
    sit_all(desk);
    int actor = desk_actor(desk), seat;
    refused_with(desk, desk_do(desk, ZK_DO_RESUME, 0), "table.not_playing");
    desk->now_ms += 5000;
    assert_true(desk_do(desk, ZK_DO_PAUSE, 1 - actor));
    assert_int_equal(desk->table.now.clock_ms[actor], 55000);
    assert_int_equal(zk_table_wait(&desk->table, &seat), ZK_WAIT_NOTHING);
    assert_int_equal(zk_table_deadline_ms(&desk->table), 0);
    refused_with(desk, desk_do(desk, ZK_DO_PAUSE, 0), "table.not_playing");
    refused_with(desk, desk_move(desk, actor, "end"), "table.paused");
    desk->now_ms += 3600 * 1000;
    assert_true(desk_do(desk, ZK_DO_RESUME, actor));
    assert_int_equal(desk->table.now.clock_ms[actor], 55000);
    assert_int_equal(zk_table_deadline_ms(&desk->table), desk->now_ms + 55000);
    free(desk);
}

/* Whose pause is ended by another does not begin the next one before somebody else has moved: else one could think for as long as
 * one likes while no clock runs, and nobody could go on. */
static void test_pause_again(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    desk_open(desk, &chime, 1, 10000, 0);
    sit_all(desk);
    for (unsigned i = 0; i < 2; i++) { /* one's own is one's own to end */
        assert_true(desk_do(desk, ZK_DO_PAUSE, 0));
        assert_true(desk_do(desk, ZK_DO_RESUME, 0));
    }
    assert_true(desk_do(desk, ZK_DO_PAUSE, 0));
    assert_true(desk_do(desk, ZK_DO_RESUME, 1));
    refused_with(desk, desk_do(desk, ZK_DO_PAUSE, 0), "pause.ended");
    assert_true(desk_do(desk, ZK_DO_PAUSE, 1)); /* nobody has ended one of theirs */
    assert_true(desk_do(desk, ZK_DO_RESUME, 1));
    /* Nor by a move that is taken back. */
    assert_true(desk_move(desk, 0, "ring") && desk_do(desk, ZK_DO_UNDO, 0));
    refused_with(desk, desk_do(desk, ZK_DO_PAUSE, 0), "pause.ended");
    assert_int_equal(now->status, ZK_TABLE_PLAYING);
    assert_true(desk_move(desk, 0, "ring"));
    refused_with(desk, desk_do(desk, ZK_DO_PAUSE, 0), "pause.ended");
    assert_true(desk_move(desk, 1, "ring"));
    assert_true(desk_do(desk, ZK_DO_PAUSE, 0));
    /* It holds for one game. */
    assert_true(desk_do(desk, ZK_DO_RESUME, 1));
    assert_true(desk_do(desk, ZK_DO_RESIGN, 1));
    assert_true(desk_do(desk, ZK_DO_AGAIN, 0) && desk_do(desk, ZK_DO_AGAIN, 1));
    assert_true(desk_do(desk, ZK_DO_PAUSE, 0));
    free(desk);
}

/* ---- Clocks ---- */

static void test_clocks(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    struct zk_result result;
    desk_open(desk, &chime, 1, 10000, 500);
    assert_int_equal(zk_table_deadline_ms(&desk->table), 0);
    sit_all(desk);
    desk->now_ms += 3000;
    assert_true(desk_move(desk, 0, "ring"));
    assert_int_equal(desk->table.now.clock_ms[0], 7500);
    desk->now_ms += 1000;
    assert_int_equal(zk_table_deadline_ms(&desk->table), desk->now_ms + 9000);
    assert_true(desk_move(desk, 1, "ring"));
    assert_int_equal(desk->table.now.clock_ms[1], 9500);
    assert_int_equal(desk->table.now.clock_ms[0], 7500);
    desk->now_ms -= 5000; /* a clock that goes backwards takes nothing off anybody's */
    refused_with(desk, desk_move(desk, 0, "cough"), "chime.no");
    desk->now_ms += 5000 + 7499;
    assert_false(zk_table_tick(&desk->table, desk->now_ms));
    desk->now_ms += 1;
    assert_true(zk_table_tick(&desk->table, desk->now_ms));
    assert_false(zk_table_tick(&desk->table, desk->now_ms));
    assert_int_equal(desk->table.now.status, ZK_TABLE_OVER);
    zk_fold_result(&desk->table.now, &desk->table, &result);
    assert_string_equal(result.end, "time");
    assert_int_equal(result.winners, 2);
    assert_int_equal(desk->table.now.gave_up, 0);
    free(desk);
}

/* What a clock gets for a decision it gets once, however often that is taken back and made again. */
static void test_clock_of_undone(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const int64_t *left = desk->table.now.clock_ms;
    desk_open(desk, &chime, 1, 10000, 500);
    sit_all(desk);
    desk->now_ms += 3000;
    for (unsigned i = 0; i < 4; i++) {
        assert_true(desk_move(desk, 0, "ring"));
        assert_int_equal(left[0], 7500);
        assert_true(desk_do(desk, ZK_DO_UNDO, 0));
        assert_int_equal(left[0], 7500);
    }
    assert_true(desk_move(desk, 0, "ring"));
    assert_true(desk_move(desk, 1, "ring"));
    assert_int_equal(left[1], 10500);
    /* Of two that are taken back neither counts again; what follows does. */
    assert_true(desk_do(desk, ZK_DO_UNDO, 0));
    assert_true(desk_do(desk, ZK_DO_AGREE, 1));
    assert_int_equal(desk->table.now.moves_count, 0);
    assert_true(desk_move(desk, 0, "ring"));
    assert_true(desk_move(desk, 1, "ring"));
    assert_int_equal(left[0], 7500);
    assert_int_equal(left[1], 10500);
    assert_true(desk_move(desk, 0, "ring"));
    assert_int_equal(left[0], 8000);
    /* In a new game everybody has a new clock. */
    assert_true(desk_do(desk, ZK_DO_UNDO, 0));
    assert_true(desk_do(desk, ZK_DO_RESIGN, 0));
    assert_true(desk_do(desk, ZK_DO_AGAIN, 0));
    assert_true(desk_do(desk, ZK_DO_AGAIN, 1));
    assert_true(desk_move(desk, 0, "ring"));
    assert_int_equal(left[0], 10500);
    free(desk);
}

/* A bot that stands in, and those who let it wait, use up nobody's time. */
static void test_clock_of_who_is_gone(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    desk_open(desk, &zk_sketch, 1, 10000, 500);
    sit_all(desk);
    int gone = desk_actor(desk), other = gone ^ 1;
    desk->now_ms += 3000;
    assert_true(desk_bot(desk, other, gone, true));
    assert_int_equal(desk->table.now.clock_ms[gone], 7000);
    desk->now_ms += 60 * 1000;
    assert_true(desk_sit(desk, gone, ""));
    assert_int_equal(desk->table.now.clock_ms[gone], 7000);
    assert_int_equal(zk_table_deadline_ms(&desk->table), desk->now_ms + 7000);
    assert_true(desk_bot(desk, other, gone, true));
    desk->now_ms += 60 * 1000;
    zk_table_bot(&desk->table, &desk->rng, desk->now_ms);
    assert_int_equal(desk->table.now.clock_ms[gone], 7000);
    /* Who takes back what it did has got nothing for that yet. */
    char text[ZK_MOVE_TEXT_SIZE];
    assert_true(desk_sit(desk, gone, ""));
    assert_true(desk_do(desk, ZK_DO_UNDO, gone));
    assert_true(any_move(desk, gone, text));
    assert_true(desk_move(desk, gone, text));
    assert_int_equal(desk->table.now.clock_ms[gone], 7500);
    free(desk);
}

/* Who leaves the seat to a bot and takes it back before that has moved has thought meanwhile: so long as a bot may need where
 * somebody is here. */
static void test_clock_of_who_comes_back(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const int64_t *left = desk->table.now.clock_ms;
    desk_open(desk, &zk_sketch, 1, 60000, 500);
    sit_all(desk);
    int actor = desk_actor(desk), other = actor ^ 1;
    for (unsigned i = 1; i <= 5; i++) {
        assert_true(desk_bot(desk, actor, actor, false));
        desk->now_ms += 1000;
        assert_true(desk_bot(desk, other, actor, false)); /* there is one already */
        desk->now_ms += 1000;
        assert_true(desk_sit(desk, actor, ""));
        assert_int_equal(left[actor], 60000 - i * 2000);
    }
    /* It had nobody to move for. */
    assert_true(desk_bot(desk, actor, actor, false));
    desk->now_ms += 3600 * 1000;
    assert_true(desk_sit(desk, actor, ""));
    assert_int_equal(left[actor], 40000);
    /* In a pause, and in others' turns, nothing has been thought about. */
    assert_true(desk_do(desk, ZK_DO_PAUSE, actor));
    assert_true(desk_bot(desk, actor, actor, false));
    desk->now_ms += 5000;
    assert_true(desk_sit(desk, actor, ""));
    assert_true(desk_do(desk, ZK_DO_RESUME, actor));
    assert_true(desk_bot(desk, other, other, false));
    desk->now_ms += 5000;
    assert_true(desk_sit(desk, other, ""));
    assert_int_equal(left[other], 60000);
    assert_int_equal(left[actor], 35000);
    /* Once it has moved it was the bot's time. */
    assert_true(desk_bot(desk, actor, actor, false));
    desk->now_ms += 5000;
    zk_table_bot(&desk->table, &desk->rng, desk->now_ms);
    assert_true(desk_sit(desk, actor, ""));
    assert_int_equal(left[actor], 35000);
    free(desk);
}

/* ---- Requests ---- */

static void test_once(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    desk_open(desk, &chime, 1, 0, 0);
    sit_all(desk);
    struct zk_command command = move_of(desk, 0, "ring");
    assert_true(command_do(desk, &command));
    uint32_t entry = desk->entry, count = now->count;
    assert_true(desk_move(desk, 1, "ring"));
    assert_true(command_do(desk, &command));
    assert_int_equal(desk->entry, entry);
    assert_int_equal(now->count, count + 1);
    /* The same word from another seat is another request. */
    command.seat = 1;
    refused_with(desk, command_do(desk, &command), "chime.no");
    /* What was refused stays refused, though it would be right by now. */
    assert_true(desk_move(desk, 0, "ring"));
    refused_with(desk, command_do(desk, &command), "chime.no");
    assert_true(desk_move(desk, 1, "ring"));
    assert_int_equal(now->status, ZK_TABLE_OVER);
    free(desk);
}

/* However long ago, a request acts once, and only so many entries are looked at for that. */
static void test_requests_of_long_ago(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    const struct zk_fold *now = &desk->table.now;
    desk_open(desk, &zk_sketch, 1, 0, 0);
    sit_all(desk);
    struct zk_command first = command_of(desk, ZK_DO_PAUSE, 0), late;
    assert_true(command_do(desk, &first));
    uint32_t entry = desk->entry;
    late = command_of(desk, ZK_DO_RESIGN, 0);
    for (unsigned i = 0; now->count - late.at <= ZK_BEHIND_MAX; i++)
        assert_true(desk_do(desk, i % 2 ? ZK_DO_PAUSE : ZK_DO_RESUME, 1));
    uint32_t count = now->count;
    assert_true(command_do(desk, &first));
    assert_int_equal(desk->entry, entry);
    refused_with(desk, command_do(desk, &late), "table.stale");
    assert_int_equal(now->count, count);
    /* With another `at` it is found among the last ones. */
    struct zk_command again = command_of(desk, ZK_DO_RESUME, 1);
    if (now->status != ZK_TABLE_PAUSED) again.kind = ZK_DO_PAUSE;
    assert_true(command_do(desk, &again));
    again.at = now->count;
    assert_true(command_do(desk, &again));
    assert_int_equal(now->count, count + 1);
    free(desk);
}

static void test_stale(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    desk_open(desk, &chime, 1, 0, 0);
    sit_all(desk);
    struct zk_command ring = move_of(desk, 0, "ring");
    uint32_t old = desk->table.now.count;
    assert_true(desk_move(desk, 0, "ring"));
    assert_true(desk_move(desk, 1, "ring"));
    refused_with(desk, command_do(desk, &ring), "table.stale");
    /* Out of turn an old number does no harm. */
    struct zk_command cough = move_of(desk, 1, "cough");
    cough.at = old;
    assert_true(command_do(desk, &cough));
    assert_int_equal(desk->table.entries[desk->entry - 1].seat, 1);
    /* A change of name is no reason. */
    ring = move_of(desk, 0, "ring");
    assert_true(desk_sit(desk, 1, "Benedict"));
    assert_true(command_do(desk, &ring));
    ring = move_of(desk, 1, "ring");
    ring.at++;
    refused_with(desk, command_do(desk, &ring), "table.ahead");
    /* Nor is a move made that could not have been made in the position it was chosen for. */
    desk_open(desk, &chime, 1, 0, 0);
    sit_all(desk);
    ring = move_of(desk, 1, "ring");
    assert_true(desk_move(desk, 0, "ring"));
    refused_with(desk, command_do(desk, &ring), "table.stale");
    /* What was taken back is another position. */
    desk_open(desk, &chime, 1, 0, 0);
    sit_all(desk);
    ring = move_of(desk, 0, "ring");
    assert_true(desk_move(desk, 1, "cough"));
    assert_true(desk_do(desk, ZK_DO_UNDO, 1));
    refused_with(desk, command_do(desk, &ring), "table.stale");
    free(desk);
}

/* Two decide at the same moment, one of them out of turn, each before they hear of the other. */
static void test_at_the_same_moment(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    unsigned turn_came = 0, turn_stayed = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        desk_open(desk, &zk_yotei, seed, 0, 0);
        sit_all(desk);
        for (int actor; (actor = desk_actor(desk)) >= 0;) {
            char text[2][ZK_MOVE_TEXT_SIZE];
            struct zk_command command[2];
            if (!any_move(desk, 1 - actor, text[1 - actor])) {
                go_on(desk);
                continue;
            }
            any_move(desk, actor, text[actor]);
            for (int seat = 0; seat < 2; seat++)
                command[seat] = move_of(desk, seat, text[seat]);
            int first = (int)zk_rng_below(&desk->rng, 2), second = 1 - first;
            zk_move move;
            assert_true(command_do(desk, &command[first]));
            desk_chance(desk);
            if (desk_actor(desk) == ZK_OVER ||
                !zk_yotei.parse_move(&desk->rules, &desk->table.now.state, second,
                                     text[second], strlen(text[second]), &move))
                continue;
            bool in_turn = desk_actor(desk) == second;
            assert_true(command_do(desk, &command[second]));
            desk_chance(desk);
            turn_came += in_turn && first == actor;
            turn_stayed += in_turn && second == actor;
        }
    }
    assert_true(turn_came > 10 && turn_stayed > 10);
    free(desk);
}

/* ---- Anything at any time ---- */

/* A table restored, line by line, from what the live one writes. */
struct shadow {
    struct desk desk;
    struct zk_fold fold; /* the live table, folded from its beginning */
};

static void follow(struct shadow *shadow, const struct desk *live) {
    struct desk *desk = &shadow->desk;
    while (shadow->fold.count < live->table.now.count) {
        char line[ZK_ENTRY_TEXT_SIZE];
        struct zk_text text = zk_text_in(line, sizeof line);
        struct zk_json_out out = zk_json_to(&text);
        struct zk_entry entry;
        zk_entry_write(&out, &live->table, &shadow->fold);
        assert_false(text.full);
        assert_true(zk_entry_read(&desk->table, line, text.used, &entry));
        struct zk_entry same;
        zk_table_entry(&live->table, shadow->fold.count + 1, &same);
        assert_memory_equal(&entry, &same, sizeof entry);
        assert_true(zk_table_restore(&desk->table, &entry));
        zk_fold_step(&shadow->fold, &live->table);
        assert_true(same_fold(&desk->table.now, &shadow->fold));
    }
    assert_true(same_fold(&live->table.now, &shadow->fold));
}

static void random_table(const struct zk_game *game, uint64_t seed) {
    struct desk *desk = new_desk();
    struct shadow *shadow = malloc(sizeof *shadow);
    assert_non_null(shadow);
    uint32_t clock_ms = seed % 3 == 0 ? 20000 : 0;
    desk_open(desk, game, seed, clock_ms, clock_ms / 20);
    desk_open(&shadow->desk, game, seed, clock_ms, clock_ms / 20);
    zk_fold_begin(&shadow->fold, &desk->table);
    for (unsigned i = 0; i < COMMANDS; i++) {
        assert_false(zk_table_is_tight(&desk->table));
        random_step(desk);
        follow(shadow, desk);
    }
    free(shadow);
    free(desk);
}

static void test_anything(void **unused) {
    (void)unused;
    for (unsigned g = 0; zk_games[g]; g++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) random_table(zk_games[g], seed);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) random_table(&chime, seed);
}

/* A full table takes nothing more and says so. */
static void test_full(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    desk_open(desk, &chime, 1, 0, 0);
    desk->table.capacity = 64;
    sit_all(desk);
    while (desk->table.now.count < 56) assert_true(desk_sit(desk, 0, "Ann"));
    assert_false(zk_table_is_tight(&desk->table));
    assert_true(desk_sit(desk, 0, "Ann"));
    assert_true(zk_table_is_tight(&desk->table));
    while (desk->table.now.count < 64) assert_true(desk_sit(desk, 0, "Ann"));
    refused_with(desk, desk_sit(desk, 0, "Ann"), "table.full");
    free(desk);
}

/* One that somebody has filled, as who is losing might, has place for what brings the game to its end, and for nothing with
 * which that place could be filled. */
static void test_end_of_a_full_table(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    struct zk_table *table = &desk->table;
    const struct zk_fold *now = &table->now;
    struct zk_sentence refusal;
    desk_open(desk, &zk_sketch, 1, 0, 0);
    table->terms.advice = true;
    struct zk_entry_memory memory = {
        calloc(ZK_ENTRIES_ROOM, sizeof(struct zk_kept_entry)), ZK_ENTRIES_ROOM,
        calloc(ZK_ENTRIES_ROOM, ZK_ENTRY_WORDS_MAX), ZK_ENTRIES_ROOM * ZK_ENTRY_WORDS_MAX};
    struct zk_fold *folds = calloc(zk_marks_folds(memory.capacity), sizeof *folds);
    unsigned char *states = calloc(1, zk_marks_states_size(table->game, memory.capacity));
    assert_true(memory.entries && memory.words && folds && states);
    zk_table_grow(table, &memory, folds, states);
    sit_all(desk);
    char text[ZK_MOVE_TEXT_SIZE];
    int asker = desk_actor(desk), other;
    assert_true(any_move(desk, asker, text) && desk_move(desk, asker, text));
    desk_chance(desk);
    other = 1 - (asker = desk_actor(desk));
    while (now->count < ZK_ENTRIES_MAX - 1) assert_true(desk_sit(desk, asker, "Ann"));
    assert_true(desk_do(desk, ZK_DO_PAUSE, asker));
    refused_with(desk, desk_sit(desk, asker, "Ann"), "table.full");
    refused_with(desk, desk_do(desk, ZK_DO_UNDO, asker), "table.full");
    assert_true(desk_do(desk, ZK_DO_RESUME, other));
    refused_with(desk, desk_do(desk, ZK_DO_PAUSE, other), "table.full");
    assert_false(zk_table_may_advise(table, asker, "", &refusal));
    assert_string_equal(refusal.key, "table.full");
    /* Somebody is gone, and comes back. */
    refused_with(desk, desk_bot(desk, asker, asker, false), "table.full");
    for (unsigned i = 0; i < 2; i++) {
        assert_true(desk_bot(desk, other, asker, true));
        refused_with(desk, desk_bot(desk, other, asker, true), "table.full");
        assert_true(desk_sit(desk, asker, ""));
        refused_with(desk, desk_sit(desk, asker, ""), "table.full");
    }
    for (int actor; (actor = desk_actor(desk)) >= 0; desk_chance(desk))
        assert_true(any_move(desk, actor, text) && desk_move(desk, actor, text));
    assert_int_equal(now->status, ZK_TABLE_OVER);
    refused_with(desk, desk_do(desk, ZK_DO_AGAIN, asker), "table.full");
    for (int seat = 0; seat < 2; seat++) {
        assert_true(desk_do(desk, ZK_DO_FORGET, seat));
        refused_with(desk, desk_do(desk, ZK_DO_FORGET, seat), "table.full");
    }
    free(memory.entries);
    free(memory.words);
    free(folds);
    free(states);
    free(desk);
}

/* Stored lines that do not belong there. */
static void test_wrong_lines(void **unused) {
    (void)unused;
    static const char *const lines[] = {
        "",
        "{}",
        "[]",
        "{\"kind\":\"fly\",\"by\":\"A\",\"time\":1}",
        "{\"kind\":\"pause\",\"by\":\"E\",\"time\":1}",
        "{\"kind\":\"pause\",\"time\":1}",
        "{\"kind\":\"pause\",\"by\":\"chance\",\"time\":1}",
        "{\"kind\":\"resume\",\"by\":\"A\",\"time\":1}",
        "{\"kind\":\"pause\",\"by\":\"A\",\"time\":-1}",
        "{\"kind\":\"move\",\"by\":\"A\",\"move\":\"cough\",\"time\":1}",
        "{\"kind\":\"move\",\"by\":\"B\",\"move\":\"ring\",\"time\":1}",
        "{\"kind\":\"move\",\"by\":\"chance\",\"move\":\"ring\",\"time\":1}",
        "{\"kind\":\"undo\",\"by\":\"A\",\"keep\":0,\"time\":1}",
        "{\"kind\":\"undo\",\"by\":\"A\",\"keep\":4000000000,\"time\":1}",
        "{\"kind\":\"agree\",\"by\":\"A\",\"time\":1}",
        "{\"kind\":\"decline\",\"by\":\"A\",\"time\":1}",
        "{\"kind\":\"again\",\"by\":\"A\",\"time\":1}",
        "{\"kind\":\"sit\",\"by\":\"A\",\"time\":1}",
        "{\"kind\":\"sit\",\"by\":\"A\",\"sits\":{\"seat\":\"C\",\"who\":\"person\"},\"time\":1}",
        "{\"kind\":\"sit\",\"by\":\"A\",\"sits\":{\"seat\":\"B\",\"who\":\"ghost\"},\"time\":1}",
        "{\"kind\":\"sit\",\"by\":\"A\",\"sits\":{\"seat\":\"B\",\"who\":\"bot\",\"bot\":\"x\"}}",
        "{\"kind\":\"pause\",\"by\":\"A\",\"time\":1} ,",
    };
    struct desk *desk = new_desk();
    desk_open(desk, &chime, 1, 0, 0);
    sit_all(desk);
    struct zk_fold before = desk->table.now;
    for (unsigned i = 0; i < COUNT(lines); i++) {
        struct zk_entry entry;
        bool fits = zk_entry_read(&desk->table, lines[i], strlen(lines[i]), &entry) &&
                    zk_table_restore(&desk->table, &entry);
        if (fits) print_error("line %u was taken: %s\n", i, lines[i]);
        assert_false(fits);
        assert_true(same_fold(&before, &desk->table.now));
    }
    free(desk);
}

/* ---- Advice ---- */

static bool may_advise(struct desk *desk) {
    return zk_table_may_advise(&desk->table, desk_actor(desk), "", &desk->refusal);
}

/* Between people there is advice only where the table was opened with it, and it is entered. */
static void test_advice(void **unused) {
    (void)unused;
    static char memory[256 * 1024];
    struct desk *desk = new_desk();
    struct zk_message message;
    for (int on = 0; on < 2; on++) {
        desk_open(desk, &zk_sketch, 1, 0, 0);
        desk->table.terms.advice = on;
        sit_all(desk);
        int actor = desk_actor(desk);
        assert_int_equal(may_advise(desk), on);
        if (!on) assert_string_equal(desk->refusal.key, "hint.off");
        assert_false(zk_table_may_advise(&desk->table, actor ^ 1, "", &desk->refusal));
        assert_string_equal(desk->refusal.key, "hint.none");
        /* Who left for a while is still a person. */
        desk->table.now.seat[actor ^ 1].kind = ZK_SEAT_STAND_IN;
        assert_int_equal(may_advise(desk), on);
        desk->table.now.seat[actor ^ 1].kind = ZK_SEAT_BOT;
        assert_true(may_advise(desk));
        uint32_t entry = zk_table_advise(&desk->table, actor, "once", 5);
        assert_int_equal(entry, desk->table.now.count);
        assert_int_equal(desk->table.entries[entry - 1].kind, ZK_ENTRY_ADVICE);
        assert_int_equal(zk_table_advise(&desk->table, actor, "once", 6), entry);
        assert_int_equal(desk->table.now.count, entry);
        /* What was asked in another position, or was no advice, is none: nobody would be told of it. */
        const char *sat = zk_table_request(&desk->table, (uint32_t)actor + 1);
        assert_true(*sat);
        assert_true(zk_table_may_advise(&desk->table, actor, "once", &desk->refusal));
        assert_false(zk_table_may_advise(&desk->table, actor, sat, &desk->refusal));
        assert_string_equal(desk->refusal.key, "table.stale");
        assert_true(desk_do(desk, ZK_DO_PAUSE, actor) && desk_do(desk, ZK_DO_RESUME, actor));
        assert_true(zk_table_may_advise(&desk->table, actor, "once", &desk->refusal));
        do assert_true(go_on(desk));
        while (desk_actor(desk) != actor);
        assert_false(zk_table_may_advise(&desk->table, actor, "once", &desk->refusal));
        assert_string_equal(desk->refusal.key, "table.stale");
        struct zk_text text = zk_text_in(memory, sizeof memory);
        zk_record_of_game(&text, &desk->table, &desk->table.now);
        *strchr(memory, '\n') = '\0';
        assert_non_null(
            strstr(memory, actor ? ",\"advised\":[\"B\"]}" : ",\"advised\":[\"A\"]}"));
        assert_int_equal(strstr(memory, ",\"advice\":\"on\"") != NULL, on);
        text = zk_text_in(memory, sizeof memory);
        struct zk_json_out out = zk_json_to(&text);
        zk_table_write(&out, &desk->table);
        assert_true(zk_message_read(text.data, text.used, &message, &desk->refusal));
        assert_int_equal(message.terms.advice, on);
    }
    free(desk);
}

/* ---- Deleted names ---- */

/* A name that was deleted is in nothing that is kept of the table, however long it is. */
static void test_forget(void **state) {
    struct desk *desk = new_desk();
    struct zk_fold fold, *folds = calloc(zk_marks_folds(ROOM), sizeof *folds);
    (void)state;
    desk_open(desk, &zk_sketch, 5, 0, 0);
    unsigned char *states = calloc(1, zk_marks_states_size(&zk_sketch, ROOM));
    assert_true(folds && states);
    struct zk_entry_memory memory = {desk->entries, ROOM, desk->words, sizeof desk->words};
    zk_table_grow(&desk->table, &memory, folds, states);
    assert_true(desk_sit(desk, 0, "Ann") && desk_sit(desk, 1, "Ben"));
    desk_chance(desk);
    for (unsigned i = 0; i < ZK_LONG_TABLE; i++)
        assert_true(desk_do(desk, i % 2 ? ZK_DO_RESUME : ZK_DO_PAUSE, 1));
    assert_true(desk_sit(desk, 0, "Annabel"));
    uint32_t before = desk->table.now.count;
    assert_true(desk_do(desk, ZK_DO_FORGET, 0));
    assert_string_equal(desk->table.now.seat[0].name, "");
    /* Until it is durable it can be taken back. */
    assert_string_equal(zk_table_name(&desk->table, 1), "Ann");
    zk_table_forget_names(&desk->table, before);
    for (uint32_t count = 0; count <= desk->table.now.count; count++) {
        zk_fold_at(&fold, &desk->table, count);
        assert_string_equal(fold.seat[0].name, "");
        assert_string_equal(fold.seat[1].name, count > 1 ? "Ben" : "");
    }
    for (uint32_t i = 0; i < desk->table.words_used; i++)
        assert_true(memcmp(desk->words + i, "Ann", 3) != 0);
    /* One plays on without a name, or with another. */
    assert_true(desk_do(desk, ZK_DO_PAUSE, 0) && desk_do(desk, ZK_DO_RESUME, 0));
    assert_true(desk_sit(desk, 0, "Zoe"));
    zk_table_forget_names(&desk->table, 0);
    assert_string_equal(zk_table_name(&desk->table, desk->table.now.count), "Zoe");
    /* Only whoever sits there. */
    assert_true(desk_bot(desk, 1, 0, true));
    refused_with(desk, desk_do(desk, ZK_DO_FORGET, 0), "seat.not_yours");
    free(folds);
    free(states);
    free(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_stand_in_and_back),
        cmocka_unit_test(test_faces),
        cmocka_unit_test(test_silence),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_given_up_together),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_undo_alone),
        cmocka_unit_test(test_resign_and_again),
        cmocka_unit_test(test_pause),
        cmocka_unit_test(test_pause_again),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_clock_of_undone),
        cmocka_unit_test(test_clock_of_who_is_gone),
        cmocka_unit_test(test_clock_of_who_comes_back),
        cmocka_unit_test(test_once),
        cmocka_unit_test(test_stale),
        cmocka_unit_test(test_at_the_same_moment),
        cmocka_unit_test(test_requests_of_long_ago),
        cmocka_unit_test(test_undo_with_stand_in),
        cmocka_unit_test(test_stand_in_level),
        cmocka_unit_test(test_bot_exchanged),
        cmocka_unit_test(test_anything),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_end_of_a_full_table),
        cmocka_unit_test(test_wrong_lines),
        cmocka_unit_test(test_undo_of_a_look),
        cmocka_unit_test(test_free_undo_shows_nothing),
        cmocka_unit_test(test_answers_to_another_question),
        cmocka_unit_test(test_advice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
