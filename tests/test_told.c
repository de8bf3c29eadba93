/* test_told.c: what each audience is told of a game in progress, in events and in snapshots: nothing that it may not know,
 * whole, and what the table was opened with. Where two worlds show a difference, the seed is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "desk.h"
#include "games/list.h"
#include "games/sketch/sketch.h"
#include "games/yokai/yokai.h"
#include "table/protocol.h"

enum { SEEDS = 60, COMMANDS = 250 };

/* ---- Who hears it ---- */

static bool is_json(const char *data, size_t size) {
    struct zk_json_in in = zk_json_from(data, size);
    zk_json_skip(&in);
    return zk_json_finish(&in);
}

/* One desk, and all that one audience is told of it, appended to a stream. */
struct listener {
    struct zk_fold fold;
};

static void listen_in(struct listener *listener, const struct desk *desk, int audience,
                      struct zk_text *stream) {
    static char memory[ZK_EVENT_SIZE];
    while (listener->fold.count < desk->table.now.count) {
        struct zk_telling telling;
        struct zk_text text = zk_text_in(memory, sizeof memory);
        struct zk_json_out out = zk_json_to(&text);
        zk_telling_prepare(&telling, &desk->table, &listener->fold, ZK_AUDIENCES);
        zk_fold_step(&listener->fold, &desk->table);
        zk_event_write(&out, &desk->table, &listener->fold, &telling, audience);
        assert_false(text.full);
        assert_true(is_json(text.data, text.used));
        zk_text_put_bytes(stream, text.data, text.used);
    }
}

/* ---- Two worlds ---- */

/* All that an audience is told of a move: its words, and what it alone sees by it. */
static void tell(const struct desk *desk, zk_move move, int audience, struct zk_text *told) {
    const struct zk_game *game = desk->table.game;
    game->print_move(&desk->rules, &desk->table.now.state, move, audience, told);
    zk_text_put(told, " saw ");
    if (game->saw) game->saw(&desk->rules, &desk->table.now.state, move, audience, told);
}

/* The outcomes or moves of `seat` that an audience is told of in these words. */
static uint32_t told_alike(const struct desk *desk, int seat, int audience, const char *words,
                           zk_move *out) {
    const struct zk_game *game = desk->table.game;
    zk_move moves[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX], alike = 0;
    uint32_t count = game->moves(&desk->rules, &desk->table.now.state, seat, moves, weights);
    for (uint32_t i = 0; i < count; i++) {
        char text[2 * ZK_MOVE_TEXT_SIZE];
        struct zk_text told = zk_text_in(text, sizeof text);
        tell(desk, moves[i], audience, &told);
        if (strcmp(text, words) == 0) out[alike++] = moves[i];
    }
    return alike;
}

static void add_entry(struct desk *desk, int seat, zk_move move) {
    struct zk_entry entry = {
        .kind = ZK_ENTRY_MOVE, .seat = (int8_t)seat, .move = move, .at_ms = desk->now_ms};
    assert_true(zk_table_restore(&desk->table, &entry));
}

/* Whether a spectator sees the same at two tables: where a move lays something open for all, such
 * as sealed bids, the law of each game has looked at it. */
static bool look_alike(const struct desk *one, const struct desk *two) {
    struct zk_view view[2] = {{{0}}};
    one->table.game->view(&one->rules, &one->table.now.state, ZK_SPECTATOR, &view[0]);
    two->table.game->view(&two->rules, &two->table.now.state, ZK_SPECTATOR, &view[1]);
    return memcmp(&view[0], &view[1], sizeof view[0]) == 0;
}

/* Two tables that an audience cannot tell apart: the same moves in the words it is told, and
 * otherwise as different as can be. What it is sent must be the same to the byte. Returns how
 * many moves they went on like this; *apart counts those that were not the same in truth. */
static unsigned two_worlds(const struct zk_game *game, uint64_t seed, int audience,
                           unsigned *apart) {
    struct desk *one = new_desk(), *two = new_desk();
    struct listener *ears = malloc(2 * sizeof *ears);
    size_t size = 4u << 20;
    char *heard = malloc(2 * size);
    unsigned moves_count = 0;
    assert_true(ears && heard);
    struct zk_text first = zk_text_in(heard, size), second = zk_text_in(heard + size, size);
    desk_open(one, game, seed, 0, 0);
    desk_open(two, game, seed, 0, 0);
    for (int i = 0; i < (int)one->table.seats_count; i++)
        assert_true(desk_sit(one, i, "Name") && desk_sit(two, i, "Name"));
    zk_fold_begin(&ears[0].fold, &one->table);
    zk_fold_begin(&ears[1].fold, &two->table);
    for (int actor; (actor = desk_actor(one)) != ZK_OVER; moves_count++) {
        zk_move move, alike[ZK_MOVES_MAX];
        char words[2 * ZK_MOVE_TEXT_SIZE];
        struct zk_text told = zk_text_in(words, sizeof words);
        assert_int_equal(desk_actor(two), actor);
        /* A move of the first world whose words some move of the second has too. */
        uint32_t count = 0;
        int who = actor;
        for (unsigned tries = 0; tries < 20 && !count; tries++) {
            move = zk_sample(game, &one->rules, &one->table.now.state, &one->rng);
            who = zk_mover(actor, move);
            zk_text_clear(&told);
            tell(one, move, audience, &told);
            count = told_alike(two, who, audience, words, alike);
        }
        if (!count) break; /* what the other holds is about to show */
        zk_move other = alike[zk_rng_below(&one->rng, count)];
        *apart += other != move;
        add_entry(one, who, move);
        add_entry(two, who, other);
        if (desk_actor(one) == ZK_OVER) break; /* everything is shown now */
        if (!look_alike(one, two)) break;      /* or as much as makes the difference */
        listen_in(&ears[0], one, audience, &first);
        listen_in(&ears[1], two, audience, &second);
        assert_false(first.full || second.full);
        if (first.used != second.used || memcmp(first.data, second.data, first.used) != 0)
            print_error("seed %llu: a difference shows\n", (unsigned long long)seed);
        assert_int_equal(first.used, second.used);
        assert_memory_equal(first.data, second.data, first.used);
        zk_text_clear(&first);
        zk_text_clear(&second);
    }
    /* A snapshot tells no more than the events did. */
    if (desk_actor(one) != ZK_OVER && look_alike(one, two)) {
        struct zk_json_out out = zk_json_to(&first);
        zk_snapshot_write(&out, &one->table, audience);
        out = zk_json_to(&second);
        zk_snapshot_write(&out, &two->table, audience);
        assert_true(is_json(first.data, first.used));
        assert_int_equal(first.used, second.used);
        assert_memory_equal(first.data, second.data, first.used);
    }
    free(heard);
    free(ears);
    free(two);
    free(one);
    return moves_count;
}

static void test_two_worlds(void **unused) {
    (void)unused;
    unsigned moves = 0, apart = 0;
    for (unsigned g = 0; zk_games[g]; g++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            for (int audience = -1; audience < 2; audience++)
                moves += two_worlds(zk_games[g], seed, audience < 0 ? ZK_SPECTATOR : audience,
                                    &apart);
    assert_true(moves > 1000);
    assert_true(apart > 500);
}

/* ---- What one sees, and what all do ---- */

/* What a look at a card showed is told to the player who looked, and to nobody else. */
static void test_saw(void **unused) {
    (void)unused;
    struct desk *desk = new_desk();
    struct listener *ears = malloc(sizeof *ears);
    static char heard[1u << 20];
    assert_non_null(ears);
    desk_open(desk, &zk_yokai, 1, 0, 0);
    sit_all(desk);
    int actor = desk_actor(desk);
    assert_true(desk_move(desk, actor, "peek 5"));
    for (int audience = 0; audience < 2; audience++) {
        struct zk_text stream = zk_text_in(heard, sizeof heard);
        zk_fold_begin(&ears->fold, &desk->table);
        listen_in(ears, desk, audience, &stream);
        assert_false(stream.full);
        assert_int_equal(strstr(heard, "\"saw\":\"") != NULL, audience == actor);
    }
    free(ears);
    free(desk);
}

/* Random tables, as everybody sees them: whole JSON that fits, and the last `now` of the
 * events is the snapshot's. */
static void test_telling(void **unused) {
    (void)unused;
    static char memory[ZK_EVENT_SIZE + 512 * 1024];
    struct desk *desk = new_desk();
    struct listener *ears = malloc(sizeof *ears);
    size_t size = 8u << 20;
    char *heard = malloc(size);
    assert_true(ears && heard);
    for (uint64_t seed = 1; seed <= 15; seed++) {
        desk_open(desk, &zk_sketch, seed, seed % 2 ? 30000 : 0, 0);
        for (unsigned i = 0; i < COMMANDS; i++) random_step(desk);
        for (int i = -1; i < (int)desk->table.seats_count; i++) {
            int audience = i < 0 ? ZK_SPECTATOR : i;
            struct zk_text stream = zk_text_in(heard, size);
            zk_fold_begin(&ears->fold, &desk->table);
            listen_in(ears, desk, audience, &stream);
            assert_false(stream.full);
            struct zk_text text = zk_text_in(memory, sizeof memory);
            struct zk_json_out out = zk_json_to(&text);
            zk_snapshot_write(&out, &desk->table, audience);
            assert_false(text.full);
            assert_true(is_json(text.data, text.used));
            if (!desk->table.now.count) continue;
            const char *now = strstr(memory, ",\"now\":");
            assert_non_null(now);
            assert_string_equal(heard + stream.used - strlen(now), now);
        }
    }
    free(heard);
    free(ears);
    free(desk);
}

/* ---- Versions of the rules ---- */

/* A table that is stored goes on by the rules it was opened with; all are told which, and the
 * record has them. */
static void test_rules_version(void **unused) {
    (void)unused;
    static char memory[64 * 1024], cards[ZK_CARDS_SIZE];
    struct desk *desk = new_desk();
    struct zk_message message;
    struct zk_settings settings;
    for (uint32_t version = 1; version <= 2; version++) {
        char said[16];
        snprintf(said, sizeof said, ",\"rules\":%u,", version);
        desk_open(desk, &chime, 1, 0, 0);
        assert_true(
            zk_settings_set_rules(&chime, &desk->table.settings, version, &desk->refusal));
        struct zk_text text = zk_text_in(memory, sizeof memory);
        struct zk_json_out out = zk_json_to(&text);
        zk_snapshot_write(&out, &desk->table, ZK_SPECTATOR);
        assert_non_null(strstr(memory, said));
        text = zk_text_in(memory, sizeof memory);
        out = zk_json_to(&text);
        zk_table_write(&out, &desk->table);
        assert_true(zk_message_read(text.data, text.used, &message, &desk->refusal));
        assert_true(zk_message_settings(&message, &chime, cards, &settings, &desk->refusal));
        assert_true(zk_settings_same(&settings, &desk->table.settings));
        sit_all(desk);
        while (go_on(desk)) {}
        text = zk_text_in(memory, sizeof memory);
        zk_record_of_game(&text, &desk->table, &desk->table.now);
        assert_non_null(strstr(memory, said));
    }
    static const char newer[] =
        "{\"zashiki\":1,\"do\":\"open\",\"game\":\"chime\",\"rules\":3}";
    assert_true(zk_message_read(newer, strlen(newer), &message, &desk->refusal));
    refused_with(desk, zk_message_settings(&message, &chime, cards, &settings, &desk->refusal),
                 "rules.version");
    free(desk);
}

/* ---- The aid to memory ---- */

/* All are told of it, the record has it, and a stored table is opened with it again. */
static void test_memory(void **unused) {
    (void)unused;
    static char memory[256 * 1024];
    struct desk *desk = new_desk();
    struct zk_message message;
    for (int aid = 0; aid < 2; aid++) {
        desk_open(desk, &zk_yokai, 1, 0, 0);
        desk->table.terms.memory = aid;
        sit_all(desk);
        for (int audience = -1; audience < 2; audience++) {
            struct zk_text text = zk_text_in(memory, sizeof memory);
            struct zk_json_out out = zk_json_to(&text);
            zk_snapshot_write(&out, &desk->table, audience < 0 ? ZK_SPECTATOR : audience);
            assert_int_equal(strstr(memory, ",\"memory\":true,") != NULL, aid);
        }
        struct zk_text text = zk_text_in(memory, sizeof memory);
        struct zk_json_out out = zk_json_to(&text);
        zk_table_write(&out, &desk->table);
        assert_true(zk_message_read(text.data, text.used, &message, &desk->refusal));
        assert_int_equal(message.terms.memory, aid);
        while (go_on(desk)) {}
        text = zk_text_in(memory, sizeof memory);
        zk_record_of_game(&text, &desk->table, &desk->table.now);
        *strchr(memory, '\n') = '\0';
        assert_int_equal(strstr(memory, ",\"memory\":\"on\"}") != NULL, aid);
    }
    free(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_worlds),    cmocka_unit_test(test_saw),
        cmocka_unit_test(test_rules_version), cmocka_unit_test(test_memory),
        cmocka_unit_test(test_telling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
