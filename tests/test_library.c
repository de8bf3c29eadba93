/* test_library.c: the library by its header alone: what it says of a game holds together, what is wrong is
 * refused, and several threads can use the same rules.
 *
 * For test_library.py, `threads` runs what has threads alone, and `record FILE` writes records. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zashiki.h>
#include <cmocka.h>

enum { GAMES = 20, ROOM = 2048, MOVES_ROOM = 4096, LENGTH_ROOM = 8192, THREADS = 4 };

/* A state that nobody has aligned: the library takes bytes. */
struct bytes {
    char odd;
    unsigned char at[ROOM];
};

struct played {
    zk_move moves[LENGTH_ROOM];
    uint32_t count;
    struct bytes state; /* at the end */
};

static struct zk_ruleset *rules_of(const char *game, const char *options) {
    char why[256] = "";
    struct zk_ruleset *rules = zk_ruleset_new(game, options, NULL, why, sizeof why);
    assert_string_equal(why, "");
    assert_non_null(rules);
    assert_true(zk_state_size(rules) <= ROOM && zk_view_size(rules) <= ROOM);
    assert_true(zk_ruleset_moves_max(rules) <= MOVES_ROOM);
    assert_true(zk_ruleset_length_max(rules) <= LENGTH_ROOM);
    return rules;
}

/* A game of random moves. */
static void play(const struct zk_ruleset *rules, uint64_t number, struct played *played) {
    uint64_t luck = zk_random(1, number);
    unsigned char *state = played->state.at;
    played->count = 0;
    zk_state_start(rules, state);
    while (zk_state_actor(rules, state) != ZK_OVER) {
        zk_move move = zk_state_sample(rules, state, &luck);
        assert_true(zk_state_apply(rules, state, move));
        played->moves[played->count++] = move;
    }
}

/* ---- What holds at every position ---- */

static void notation_is_read_back(const struct zk_ruleset *rules, const unsigned char *state,
                                  int actor, zk_move move) {
    char text[64], why[256];
    zk_move read = 0;
    size_t size = zk_move_print(rules, state, move, ZK_EVERYTHING, text, sizeof text);
    assert_int_equal(size, strlen(text));
    assert_true(zk_move_parse(rules, state, actor, text, &read, why, sizeof why));
    assert_int_equal(read, move);
    assert_false(zk_move_parse(rules, state, actor, "no such move", &read, why, sizeof why));
    assert_true(strlen(why) > 10);
}

static void resampling_keeps_the_view(const struct zk_ruleset *rules,
                                      const unsigned char *state, uint64_t *luck) {
    struct bytes view, other, again;
    for (int seat = 0; seat < (int)zk_ruleset_seats(rules); seat++) {
        zk_view_take(rules, state, seat, view.at);
        zk_view_resample(rules, view.at, luck, other.at);
        assert_null(zk_state_check(rules, other.at));
        zk_view_take(rules, other.at, seat, again.at);
        assert_memory_equal(view.at, again.at, zk_view_size(rules));
    }
}

static void view_is_written(const struct zk_ruleset *rules, const unsigned char *state) {
    static char json[32 * 1024], cut[16];
    struct bytes view;
    zk_view_take(rules, state, ZK_SPECTATOR, view.at);
    size_t size = zk_view_json(rules, view.at, json, sizeof json);
    assert_int_equal(size, strlen(json));
    assert_true(json[0] == '{' && json[size - 1] == '}');
    /* What does not fit is left out, and its length told all the same. */
    assert_int_equal(zk_view_json(rules, view.at, cut, sizeof cut), size);
    assert_int_equal(strlen(cut), sizeof cut - 1);
    assert_memory_equal(cut, json, sizeof cut - 1);
    assert_int_equal(zk_view_json(rules, view.at, NULL, 0), size);
    assert_true(zk_view_text(rules, view.at, true, NULL, 0) > 20);
}

static void position_holds(const struct zk_ruleset *rules, unsigned char *state,
                           uint64_t *luck) {
    static zk_move moves[MOVES_ROOM];
    static uint32_t weights[MOVES_ROOM];
    struct bytes before;
    int actor = zk_state_actor(rules, state);
    uint32_t count = zk_state_moves(rules, state, actor, moves, weights);
    assert_null(zk_state_check(rules, state));
    assert_in_range(count, 1, zk_ruleset_moves_max(rules));
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(zk_state_mover(rules, state, moves[i]), actor);
        if (actor == ZK_CHANCE) assert_int_not_equal(weights[i], 0);
    }
    notation_is_read_back(rules, state, actor, moves[zk_random_below(luck, count)]);
    if (actor != ZK_CHANCE) resampling_keeps_the_view(rules, state, luck);
    /* Out of turn nobody draws for chance, and what is not legal changes nothing. */
    if (actor != ZK_CHANCE)
        assert_int_equal(zk_state_moves(rules, state, ZK_CHANCE, moves, weights), 0);
    memcpy(before.at, state, zk_state_size(rules));
    assert_false(zk_state_apply(rules, state, 0x0FFFFFFF));
    assert_false(zk_state_apply(rules, state, 0xFFFFFFFF));
    assert_memory_equal(before.at, state, zk_state_size(rules));
}

static void every_game_holds_together(void **unused) {
    (void)unused;
    const char *game;
    unsigned games = 0;
    for (; (game = zk_game_at(games)); games++) {
        struct zk_ruleset *rules = rules_of(game, NULL);
        uint64_t luck = zk_random(2, games);
        assert_string_equal(zk_ruleset_game(rules), game);
        for (unsigned number = 0; number < GAMES; number++) {
            struct bytes state;
            zk_state_start(rules, state.at);
            while (zk_state_actor(rules, state.at) != ZK_OVER) {
                position_holds(rules, state.at, &luck);
                zk_move move = zk_state_sample(rules, state.at, &luck);
                assert_true(zk_state_apply(rules, state.at, move));
            }
            view_is_written(rules, state.at);
            char result[256];
            assert_true(zk_state_result(rules, state.at, result, sizeof result) > 20);
            assert_true(zk_state_winners(rules, state.at) < 1u << zk_ruleset_seats(rules));
            int32_t points[ZK_SEATS_MAX] = {0};
            zk_state_points(rules, state.at, points);
            assert_false(zk_state_apply(rules, state.at, 0));
        }
        zk_ruleset_free(rules);
    }
    assert_true(games >= 4);
    assert_null(zk_game_at(games + 1));
}

static void playouts_end(void **unused) {
    (void)unused;
    struct zk_ruleset *rules = rules_of("sketch", "edition=fr");
    struct played played;
    struct bytes state;
    for (unsigned number = 0; number < GAMES; number++) {
        uint64_t luck = zk_random(1, number);
        play(rules, number, &played);
        zk_state_start(rules, state.at);
        assert_in_range(zk_state_playout(rules, state.at, &luck), 1, played.count);
        assert_memory_equal(state.at, played.state.at, zk_state_size(rules));
    }
    zk_ruleset_free(rules);
}

/* ---- Games and options ---- */

static void refused(const char *game, const char *options, const char *cards,
                    const char *said) {
    char why[256];
    assert_null(zk_ruleset_new(game, options, cards, why, sizeof why));
    assert_string_equal(why, said);
}

static void options_are_taken_or_refused(void **unused) {
    (void)unused;
    char text[256];
    struct zk_ruleset *rules = rules_of("yokai", " players=3  level=2 rules=1"),
                      *copy = zk_ruleset_copy(rules);
    zk_ruleset_free(rules);
    assert_int_equal(zk_ruleset_seats(copy), 3);
    assert_true(zk_ruleset_together(copy));
    zk_ruleset_options(copy, text, sizeof text);
    assert_string_equal(text, "players=3 level=2");
    zk_ruleset_free(copy);
    refused("chess", NULL, NULL, "There is no game \"chess\" here.");
    refused("sketch", "edition=de", NULL,
            "The option edition cannot be \"de\"; it can be en or fr.");
    refused("sketch", "rules=9", NULL,
            "Rules version 9 of Yokai Sketch cannot be played here.");
    refused("sketch", "rules=", NULL,
            "Rules version -1 of Yokai Sketch cannot be played here.");
    refused("yotei", "cards=mine", "[1,",
            "The card set cannot be read at byte 4: the document ends too early.");
    refused("yotei", "cards=mine", "{\"name\":\"mine\"}",
            "In the card set, set has no key \"land\".");
    assert_int_equal(zk_game_about("chess", text, sizeof text), 0);
    assert_int_equal(zk_game_about("null", NULL, 0), zk_game_about("null", text, sizeof text));
}

/* ---- Bots ---- */

static zk_move choose(struct zk_player *const *player, const unsigned char *state, int actor) {
    return zk_player_choose(player[actor], state, NULL, 0);
}

static void bots_choose_the_same_again(void **unused) {
    (void)unused;
    char why[128];
    struct zk_ruleset *rules = rules_of("yokai", NULL);
    struct zk_player *player[2], *twin[2];
    for (int seat = 0; seat < 2; seat++) {
        player[seat] = zk_player_new(rules, "easy", seat, 7, why, sizeof why);
        assert_non_null(player[seat]);
    }
    assert_null(zk_player_new(rules, "nobody", 0, 7, why, sizeof why));
    assert_string_equal(why, "No bot of that name plays this game.");
    struct bytes state;
    uint64_t luck = zk_random(3, 0);
    unsigned decisions = 0;
    zk_state_start(rules, state.at);
    for (int actor; (actor = zk_state_actor(rules, state.at)) != ZK_OVER;) {
        zk_move move;
        for (int seat = 0; seat < 2; seat++) twin[seat] = zk_player_copy(player[seat]);
        if (actor == ZK_CHANCE) {
            move = zk_state_sample(rules, state.at, &luck);
        } else {
            move = choose(player, state.at, actor);
            assert_int_equal(choose(twin, state.at, actor), move);
            decisions++;
        }
        for (int seat = 0; seat < 2; seat++) zk_player_tell(player[seat], state.at, move);
        assert_true(zk_state_apply(rules, state.at, move));
        for (int seat = 0; seat < 2; seat++) zk_player_free(twin[seat]);
    }
    assert_true(decisions > 5);
    zk_player_free(player[0]);
    zk_player_free(player[1]);
    zk_ruleset_free(rules);
}

/* Two of Yokai Sketch's greedy, which draws luck to say why; one is asked, its twin not. */
static void bots_choose_the_same_when_asked_why(void **unused) {
    (void)unused;
    char why[256];
    struct zk_ruleset *rules = rules_of("sketch", NULL);
    struct zk_player *asked[2], *silent[2];
    struct bytes state;
    uint64_t luck = zk_random(5, 0);
    unsigned reasons = 0;
    for (int seat = 0; seat < 2; seat++) {
        asked[seat] = zk_player_new(rules, "greedy", seat, 7, why, sizeof why);
        silent[seat] = zk_player_new(rules, "greedy", seat, 7, why, sizeof why);
    }
    zk_state_start(rules, state.at);
    for (int actor; (actor = zk_state_actor(rules, state.at)) != ZK_OVER;) {
        zk_move move;
        if (actor == ZK_CHANCE) {
            move = zk_state_sample(rules, state.at, &luck);
        } else {
            move = zk_player_choose(asked[actor], state.at, why, sizeof why);
            assert_int_equal(choose(silent, state.at, actor), move);
            reasons += *why != '\0';
        }
        for (int seat = 0; seat < 2; seat++) {
            zk_player_tell(asked[seat], state.at, move);
            zk_player_tell(silent[seat], state.at, move);
        }
        assert_true(zk_state_apply(rules, state.at, move));
    }
    assert_true(reasons > 5);
    for (int seat = 0; seat < 2; seat++) {
        zk_player_free(asked[seat]);
        zk_player_free(silent[seat]);
    }
    zk_ruleset_free(rules);
}

static void bots_say_why_and_keep_to_a_budget(void **unused) {
    (void)unused;
    char why[256] = "";
    struct zk_ruleset *rules = rules_of("sketch", NULL);
    struct zk_player *player = zk_player_new(rules, "strong", 0, 1, why, sizeof why);
    struct bytes state;
    uint64_t luck = zk_random(4, 0);
    zk_state_start(rules, state.at);
    while (zk_state_actor(rules, state.at) != 0) {
        zk_move move = zk_state_sample(rules, state.at, &luck);
        zk_player_tell(player, state.at, move);
        assert_true(zk_state_apply(rules, state.at, move));
    }
    zk_player_budget(player, 20);
    zk_move move = zk_player_choose(player, state.at, why, sizeof why);
    assert_true(strlen(why) > 10);
    assert_true(zk_state_apply(rules, state.at, move));
    zk_player_free(player);
    zk_ruleset_free(rules);
}

/* ---- Records ---- */

static void records_come_back(void **unused) {
    (void)unused;
    static const char *const names[] = {"Ada", "Bo", "Cy", "Di"};
    static char text[512 * 1024];
    struct played played;
    size_t used = 0;
    struct zk_ruleset *sketch = rules_of("sketch", "edition=fr"),
                      *yotei = rules_of("yotei", "players=3");
    play(sketch, 1, &played);
    used += zk_record_write(sketch, names, played.moves, played.count, text, sizeof text);
    /* A record that is wrong in its second line. */
    used += (size_t)snprintf(text + used, sizeof text - used, "%s",
                             "{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},"
                             "\"seats\":[\"x\",\"y\"]}\n{\"by\":\"A\",\"move\":\"fly\"}\n");
    play(yotei, 2, &played);
    /* The first half of a game is a record, too. */
    used += zk_record_write(yotei, names, played.moves, played.count / 2, text + used,
                            sizeof text - used);

    uint32_t count;
    struct zk_records *records = zk_records_new(text, used);
    assert_int_equal(zk_records_next(records), ZK_READ_RECORD);
    assert_string_equal(zk_ruleset_game(zk_records_rules(records)), "sketch");
    assert_string_equal(zk_records_name(records, 1), "Bo");
    assert_true(zk_records_finished(records));
    assert_int_equal(zk_records_line(records), 1);
    struct played again;
    play(sketch, 1, &again);
    const zk_move *moves = zk_records_moves(records, &count);
    assert_int_equal(count, again.count);
    assert_memory_equal(moves, again.moves, count * sizeof *moves);

    assert_int_equal(zk_records_next(records), ZK_READ_WRONG);
    assert_int_equal(zk_records_line(records), again.count + 4);
    assert_true(strlen(zk_records_why(records)) > 10);

    assert_int_equal(zk_records_next(records), ZK_READ_RECORD);
    struct zk_ruleset *read = zk_ruleset_copy(zk_records_rules(records));
    assert_int_equal(zk_ruleset_seats(read), 3);
    assert_false(zk_records_finished(records));
    moves = zk_records_moves(records, &count);
    assert_int_equal(count, played.count / 2);
    assert_memory_equal(moves, played.moves, count * sizeof *moves);
    assert_int_equal(zk_records_next(records), ZK_READ_END);
    assert_int_equal(zk_records_next(records), ZK_READ_END);
    zk_records_free(records);

    /* What is not a game is not written. */
    const char *long_name[] = {names[0], text, names[2]};
    assert_int_equal(zk_record_write(yotei, long_name, NULL, 0, NULL, 0), 0);
    played.moves[3] = 0x0FFFFFFF;
    assert_int_equal(zk_record_write(yotei, names, played.moves, played.count, NULL, 0), 0);
    zk_ruleset_free(read);
    zk_ruleset_free(sketch);
    zk_ruleset_free(yotei);
}

/* Writes two games into a file, one of them not finished, for the program to read. */
static int write_records(const char *path) {
    static const char *const names[] = {"Ada", "Bo \"\xC3\xA9\"", "Cy", "Di"};
    static char text[256 * 1024];
    static struct played played;
    FILE *file = fopen(path, "w");
    if (!file) return 1;
    for (unsigned game = 0; game < 2; game++) {
        struct zk_ruleset *rules =
            zk_ruleset_new(zk_game_at(game), game ? "players=4" : NULL, NULL, NULL, 0);
        play(rules, game, &played);
        if (game) played.count /= 2;
        fwrite(text, 1,
               zk_record_write(rules, names, played.moves, played.count, text, sizeof text),
               file);
        zk_ruleset_free(rules);
    }
    return fclose(file);
}

/* ---- Batches ---- */

enum { SLOTS = 13, STEPS = 60, LEGAL_ROOM = SLOTS * 4096, BYTES = 4096, IDS = 1 << 16 };

struct arrays {
    uint8_t observation[SLOTS * BYTES];
    int8_t actor[SLOTS];
    uint32_t legal_at[SLOTS + 1], legal[LEGAL_ROOM];
    float reward[SLOTS * ZK_SEATS_MAX];
    uint8_t terminated[SLOTS];
};

/* What a batch says after some steps of actions from a generator, and how many games have ended. */
static unsigned play_batch(const struct zk_ruleset *rules, const char *options,
                           struct arrays *arrays) {
    char refusal[ZK_BATCH_REFUSAL_SIZE] = "";
    struct zk_batch *batch = zk_batch_open(rules, SLOTS, options, refusal);
    struct zk_batch_arrays wanted = {
        .observation = arrays->observation,
        .actor = arrays->actor,
        .legal_at = arrays->legal_at,
        .legal = arrays->legal,
        .legal_room = LEGAL_ROOM,
        .reward = arrays->reward,
        .terminated = arrays->terminated,
    };
    uint64_t luck = zk_random(5, 5);
    memset(arrays, 0, sizeof *arrays);
    int32_t action[SLOTS];
    unsigned ended = 0;
    assert_string_equal(refusal, "");
    assert_true(zk_batch_observation_size(batch) <= BYTES);
    assert_int_equal(zk_batch_count(batch), SLOTS);
    assert_int_equal(zk_batch_look(batch, &wanted), ZK_BATCH_MADE);
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < SLOTS; i++)
            action[i] =
                (int32_t)zk_random_below(&luck, arrays->legal_at[i + 1] - arrays->legal_at[i]);
        assert_int_equal(zk_batch_step(batch, action, &wanted, refusal), ZK_BATCH_MADE);
        for (unsigned i = 0; i < SLOTS; i++) ended += arrays->terminated[i];
    }
    memset(action, 0, sizeof action);
    action[7] = -1;
    assert_int_equal(zk_batch_step(batch, action, &wanted, refusal), ZK_BATCH_REFUSED);
    assert_non_null(strstr(refusal, "Slot 7"));
    zk_batch_free(batch);
    return ended;
}

/* Of one position the library says what a batch says of many. */
static void positions_are_observed_alike(const struct zk_ruleset *rules) {
    static struct arrays arrays;
    static uint8_t states[SLOTS * ROOM], observation[BYTES];
    static zk_move moves[MOVES_ROOM];
    static uint32_t ids[MOVES_ROOM];
    static int8_t mask[SLOTS * IDS];
    char refusal[ZK_BATCH_REFUSAL_SIZE] = "";
    struct zk_batch *batch = zk_batch_open(rules, SLOTS, "observe=table", refusal);
    struct zk_batch_arrays wanted = {
        .observation = arrays.observation, .actor = arrays.actor, .mask = mask};
    struct zk_batch_saved saved = {.state = states};
    uint32_t size = zk_observation_size(rules, ZK_OBSERVE_TABLE),
             dense = zk_dense_count(rules);
    assert_int_equal(size, zk_batch_observation_size(batch));
    assert_true(dense <= IDS);
    if (!dense) wanted.mask = NULL;
    assert_int_equal(zk_batch_look(batch, &wanted), ZK_BATCH_MADE);
    zk_batch_save(batch, &saved);
    for (unsigned i = 0; i < SLOTS; i++) {
        const uint8_t *state = states + i * zk_state_size(rules);
        int actor = zk_state_actor(rules, state);
        assert_int_equal(actor, arrays.actor[i]);
        zk_state_observe(rules, state, actor, ZK_OBSERVE_TABLE, observation);
        assert_memory_equal(observation, arrays.observation + i * size, size);
        if (!dense) continue;
        uint32_t count = zk_state_moves(rules, state, actor, moves, NULL), ones = 0;
        zk_state_dense(rules, state, actor, moves, count, ids);
        for (uint32_t j = 0; j < count; j++) assert_int_equal(mask[i * dense + ids[j]], 1);
        for (uint32_t j = 0; j < dense; j++) ones += mask[i * dense + j] == 1;
        assert_int_equal(ones, count);
    }
    zk_batch_free(batch);
}

static void batch_refused(const struct zk_ruleset *rules, const char *options,
                          const char *said) {
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    assert_null(zk_batch_open(rules, SLOTS, options, refusal));
    assert_string_equal(refusal, said);
}

static void batches_are_opened_by_words(void **unused) {
    (void)unused;
    static struct arrays one, several;
    unsigned games = 0, ended = 0;
    for (unsigned game = 0; zk_game_at(game); game++) {
        struct zk_ruleset *rules = rules_of(zk_game_at(game), NULL);
        if (zk_layout(rules, ZK_OBSERVE_MEMORY, NULL, 0)) {
            ended += play_batch(rules, "seed=3 kept=1", &one);
            play_batch(rules, " threads=3  seed=3 observe=memory reset=same", &several);
            assert_memory_equal(&one, &several, sizeof one);
            play_batch(rules, "seed=4", &several);
            assert_memory_not_equal(one.observation, several.observation, SLOTS * 8);
            positions_are_observed_alike(rules);
            games++;
        }
        zk_ruleset_free(rules);
    }
    assert_true(games && ended);
    struct zk_ruleset *rules = rules_of("null", NULL);
    batch_refused(rules, "speed=9", "A batch has no option \"speed\".");
    batch_refused(rules, "observe=most", "A batch cannot be \"observe=most\".");
    batch_refused(rules, "limit=4294967296", "A batch cannot be \"limit=4294967296\".");
    batch_refused(rules, "seed=", "A batch cannot be \"seed=\".");
    batch_refused(rules, "threads=999", "A batch cannot have more than 256 threads.");
    zk_ruleset_free(rules);
}

/* ---- Threads ---- */

struct worker {
    const struct zk_ruleset *rules;
    unsigned number;
    struct played played;
    zk_move first; /* of a bot that searches */
};

static void *work(void *user) {
    struct worker *worker = user;
    struct bytes state;
    uint64_t luck = zk_random(9, 9);
    play(worker->rules, worker->number, &worker->played);
    struct zk_player *player = zk_player_new(worker->rules, "strong", 0, 1, NULL, 0);
    zk_player_budget(player, 10);
    zk_state_start(worker->rules, state.at);
    while (zk_state_actor(worker->rules, state.at) != 0) {
        zk_move move = zk_state_sample(worker->rules, state.at, &luck);
        zk_player_tell(player, state.at, move);
        zk_state_apply(worker->rules, state.at, move);
    }
    worker->first = zk_player_choose(player, state.at, NULL, 0);
    zk_player_free(player);
    return NULL;
}

static void threads_share_rules(void **unused) {
    (void)unused;
    static struct worker worker[THREADS], alone[THREADS];
    pthread_t thread[THREADS];
    for (unsigned game = 0; zk_game_at(game); game++) {
        struct zk_ruleset *rules = rules_of(zk_game_at(game), NULL);
        if (!strcmp(zk_game_at(game), "null")) {
            zk_ruleset_free(rules);
            continue; /* nobody searches it */
        }
        for (unsigned i = 0; i < THREADS; i++) {
            worker[i].rules = alone[i].rules = rules;
            worker[i].number = alone[i].number = i / 2;
            assert_int_equal(pthread_create(&thread[i], NULL, work, &worker[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; i++)
            assert_int_equal(pthread_join(thread[i], NULL), 0);
        for (unsigned i = 0; i < THREADS; i++) {
            work(&alone[i]);
            assert_int_equal(worker[i].played.count, alone[i].played.count);
            assert_memory_equal(worker[i].played.moves, alone[i].played.moves,
                                alone[i].played.count * sizeof(zk_move));
            assert_int_equal(worker[i].first, alone[i].first);
        }
        zk_ruleset_free(rules);
    }
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_holds_together),
        cmocka_unit_test(playouts_end),
        cmocka_unit_test(options_are_taken_or_refused),
        cmocka_unit_test(bots_choose_the_same_again),
        cmocka_unit_test(bots_choose_the_same_when_asked_why),
        cmocka_unit_test(bots_say_why_and_keep_to_a_budget),
        cmocka_unit_test(records_come_back),
        cmocka_unit_test(batches_are_opened_by_words),
        cmocka_unit_test(threads_share_rules),
    };
    const struct CMUnitTest threads[] = {
        cmocka_unit_test(threads_share_rules),
        cmocka_unit_test(batches_are_opened_by_words),
    };
    if (count > 1 && strcmp(arguments[1], "threads") == 0)
        return cmocka_run_group_tests(threads, NULL, NULL);
    if (count > 2 && strcmp(arguments[1], "record") == 0) return write_records(arguments[2]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
