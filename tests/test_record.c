/* test_record.c: records written and read back, every way to refuse one, and traces.
 *
 * The list of games is this file's own here: it has one more, `trio`, for what no real game does
 * yet: three seats, moves out of turn, a rank. */
#include "core/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/selfplay.h"
#include "bots/signature.h"
#include "core/json.h"
#include "core/trace.h"
#include "games/list.h"
#include "games/null/null.h"
#include "games/sketch/sketch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- trio: each of three seats says "go" in turn; C may shout once while others are to move,
 * and all win gloriously. By the rules of version 1 nobody shouts. ---- */

enum { GO = 0, SHOUT = 3 << 28 | 1 };
struct trio_state {
    uint8_t gone, shouted;
};

struct trio_rules {
    bool may_shout;
};
static const struct zk_game trio;

static void trio_choose(struct zk_rules *memory, const struct zk_settings *settings) {
    struct trio_rules *rules = (void *)memory;
    rules->may_shout = zk_settings_rules(&trio, settings) >= 2;
}
static bool trio_prepare(struct zk_rules *rules, const struct zk_settings *settings,
                         struct zk_sentence *refusal) {
    trio_choose(rules, settings);
    if (strcmp(settings->value[0], "fast") != 0 || strcmp(settings->value[1], "loud") != 0)
        return true;
    zk_refuse(refusal, "T1", "trio.options");
    return false;
}
static uint32_t trio_seats(const struct zk_rules *rules) {
    (void)rules;
    return 3;
}
static void trio_start(const struct zk_rules *rules, struct zk_state *state) {
    (void)rules;
    memset(state, 0, sizeof(struct trio_state));
}
static int trio_actor(const struct zk_rules *rules, const struct zk_state *memory) {
    (void)rules;
    const struct trio_state *state = (const void *)memory;
    return state->gone == 3 ? ZK_OVER : state->gone;
}
static uint32_t trio_moves(const struct zk_rules *rules, const struct zk_state *memory,
                           int seat, zk_move *out, uint32_t *weights) {
    (void)weights;
    const struct trio_state *state = (const void *)memory;
    int actor = trio_actor(rules, memory);
    if (seat == actor) {
        out[0] = GO;
        return 1;
    }
    if (!((const struct trio_rules *)(const void *)rules)->may_shout) return 0;
    if (actor == ZK_OVER || seat != 2 || state->shouted) return 0;
    out[0] = (zk_move)SHOUT;
    return 1;
}
static void trio_apply(const struct zk_rules *rules, struct zk_state *memory, zk_move move) {
    (void)rules;
    struct trio_state *state = (void *)memory;
    if (move == GO)
        state->gone++;
    else
        state->shouted = 1;
}
static void trio_result(const struct zk_rules *rules, const struct zk_state *state,
                        struct zk_result *result) {
    (void)rules;
    (void)state;
    memset(result, 0, sizeof *result);
    result->winners = 7;
    for (unsigned seat = 0; seat < 3; seat++) result->points[seat] = -4;
    result->rank = "glorious";
    result->end = "T2";
}
static bool trio_points(const struct zk_rules *rules, const struct zk_state *state,
                        int32_t *points) {
    (void)rules;
    (void)state;
    (void)points;
    return false;
}
static void trio_print_move(const struct zk_rules *rules, const struct zk_state *state,
                            zk_move move, int seat, struct zk_text *text) {
    (void)rules;
    (void)state;
    (void)seat;
    zk_text_put(text, move == GO ? "go" : "shout");
}
static bool trio_parse_move(const struct zk_rules *rules, const struct zk_state *state,
                            int seat, const char *text, size_t size, zk_move *move) {
    const char *name = seat == trio_actor(rules, state) ? "go" : "shout";
    return trio_moves(rules, state, seat, move, NULL) &&
           zk_same(text, size, name, strlen(name));
}
static void trio_explain(const struct zk_rules *rules, const struct zk_state *state, int seat,
                         const char *text, size_t size, struct zk_sentence *refusal) {
    (void)rules;
    (void)state;
    (void)seat;
    zk_refuse(refusal, "T3", "trio.no");
    zk_sentence_arg(refusal, text, size);
}
static const struct zk_option trio_options[] = {
    {"pace", (const char *const[]){"slow", "fast", NULL}, "how fast"},
    {"voice", (const char *const[]){"soft", "loud", NULL}, "how loud"},
    {NULL, NULL, NULL},
};
static const struct zk_game trio = {
    .id = "trio",
    .name = "Trio",
    .rules_version = 2,
    .seats_min = 3,
    .seats_max = 3,
    .rules_size = sizeof(struct trio_rules),
    .state_size = sizeof(struct trio_state),
    .moves_max = 1,
    .length_max = 4,
    .options = trio_options,
    .phrases =
        (const struct zk_phrase[]){{"trio.no", "No: {0}."},
                                   {"trio.options", "Fast and loud do not go together."},
                                   {NULL, NULL}},
    .rule_ids = (const char *const[]){"T1", "T2", "T3", NULL},
    .prepare = trio_prepare,
    .seats = trio_seats,
    .start = trio_start,
    .actor = trio_actor,
    .moves = trio_moves,
    .apply = trio_apply,
    .points = trio_points,
    .result = trio_result,
    .print_move = trio_print_move,
    .parse_move = trio_parse_move,
    .explain = trio_explain,
};

/* ---- trump: trio with a set of cards, `plain` or one that is carried and called like its size.
 * Made of trio when the tests begin. ---- */

static unsigned trump_prepared;
static struct zk_game trump;

static const struct zk_option trump_options[] = {
    {"pace", (const char *const[]){"slow", "fast", NULL}, "how fast"},
    {"deck", (const char *const[]){"plain", NULL}, "the cards"},
    {NULL, NULL, NULL},
};

static bool trump_prepare(struct zk_rules *rules, const struct zk_settings *settings,
                          struct zk_sentence *refusal) {
    char size[24];
    struct zk_text text = zk_text_in(size, sizeof size);
    trump_prepared++;
    trio_choose(rules, settings);
    if (settings->cards)
        zk_text_put_uint(&text, settings->cards_size);
    else
        zk_text_put(&text, "plain");
    if (strcmp(zk_settings_get(&trump, settings, 1), size) == 0) return true;
    zk_refuse(refusal, "T1", "trio.options");
    return false;
}

const struct zk_game *const zk_games[] = {&zk_sketch, &zk_null, &trio, &trump, NULL};

/* ---- What reading gave ---- */

enum { TEXT_SIZE = 1 << 20, WRONG_MAX = 64 };

static struct {
    unsigned whole, wrong;
    struct zk_record_wrong faults[WRONG_MAX];
    uint64_t whole_line;     /* where the last right one began */
    struct zk_record record; /* the last right one, its pointers apart */
    struct zk_text again;    /* all right ones, written anew */
} got;
static char again_memory[TEXT_SIZE];
static struct zk_record_reader reader;
static zk_move *moves;

static void take_whole(void *user, const struct zk_record *record) {
    assert_ptr_equal(user, &got);
    struct zk_state state;
    const struct zk_game *game = record->game;
    const char *names[ZK_SEATS_MAX];
    got.whole++;
    got.whole_line = record->line;
    got.record = *record;
    for (uint32_t seat = 0; seat < record->seats_count; seat++)
        names[seat] = record->name[seat];
    zk_record_put_header(&got.again, game, &record->settings, names, record->seats_count);
    game->start(record->rules, &state);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        zk_record_put_move(&got.again, game, record->rules, &state, record->moves[i]);
        game->apply(record->rules, &state, record->moves[i]);
    }
    bool over = game->actor(record->rules, &state) == ZK_OVER;
    assert_int_equal(record->finished, over);
    if (over) zk_record_put_result(&got.again, game, record->rules, &state);
}

static void take_wrong(void *user, const struct zk_record_wrong *wrong) {
    assert_ptr_equal(user, &got);
    char sentence[1024];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_sentence_english(wrong->game, &wrong->refusal, &text); /* every key has its sentence */
    assert_false(text.full);
    assert_true(got.wrong < WRONG_MAX);
    got.faults[got.wrong++] = *wrong;
}

/* Reads a whole input, each line from memory of exactly its size. */
static void read_bytes(const char *input, size_t size) {
    memset(&got, 0, sizeof got);
    got.again = zk_text_in(again_memory, sizeof again_memory);
    zk_record_reader_start(&reader, zk_games, moves, zk_record_moves_max(zk_games), take_whole,
                           take_wrong, &got);
    while (size) {
        const char *stop = memchr(input, '\n', size);
        size_t length = stop ? (size_t)(stop - input) : size;
        char *line = malloc(length ? length : 1);
        assert_non_null(line);
        memcpy(line, input, length);
        zk_record_reader_line(&reader, line, length);
        free(line);
        input += length + (stop != NULL);
        size -= length + (stop != NULL);
    }
    zk_record_reader_end(&reader);
}

static void read_text(const char *input) { read_bytes(input, strlen(input)); }

static void expect_fault(unsigned index, uint64_t line, const char *rule, const char *key) {
    assert_true(index < got.wrong);
    assert_string_equal(got.faults[index].refusal.key, key);
    assert_string_equal(got.faults[index].refusal.rule, rule);
    assert_int_equal(got.faults[index].line, line);
}

static int begin(void **state) {
    (void)state;
    trump = trio;
    trump.id = "trump";
    trump.options = trump_options;
    trump.cards_option = "deck";
    trump.prepare = trump_prepare;
    moves = calloc(zk_record_moves_max(zk_games), sizeof *moves);
    return moves ? 0 : 1;
}

static int end(void **state) {
    (void)state;
    free(moves);
    return 0;
}

/* ---- Records to read ---- */

/* Writes game `number` of a seed at the end of the text. */
static void put_game(struct zk_text *text, const struct zk_game *game,
                     const struct zk_settings *settings, const struct zk_bot *bot,
                     uint64_t number) {
    struct zk_rules rules;
    struct zk_state state;
    const struct zk_bot *bots[ZK_SEATS_MAX] = {bot, bot, bot, bot};
    const char *names[ZK_SEATS_MAX] = {bot->name, "Zo\xC3\xAB \"Z\"\n", "", ""};
    struct zk_sentence refusal;
    struct zk_selfplay play;
    assert_true(game->prepare(&rules, settings, &refusal));
    zk_selfplay_begin(&play, game, &rules, bots, 7, number);
    game->start(&rules, &state);
    zk_record_put_header(text, game, settings, names, zk_seats(game, &rules));
    while (game->actor(&rules, &state) != ZK_OVER) {
        zk_move move = zk_selfplay_next(&play, &state);
        zk_record_put_move(text, game, &rules, &state, move);
        zk_selfplay_make(&play, &state, move);
    }
    zk_record_put_result(text, game, &rules, &state);
    assert_false(text->full);
}

static char memory[TEXT_SIZE];

static struct zk_text default_game(uint64_t number) {
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_settings settings = {0};
    put_game(&text, &zk_sketch, &settings, &zk_bot_random, number);
    return text;
}

/* A beginning that a person can follow. A holds RB RB RG RBc and must play. */
#define HEAD                                                                                  \
    "{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{\"first\":\"A\"},\"seats\":[\"a\",\"b\"]}\n"
#define CHANCE(move) "{\"by\":\"chance\",\"move\":\"" move "\"}\n"
#define BY(seat, move) "{\"by\":\"" seat "\",\"move\":\"" move "\"}\n"
#define DEALT_A CHANCE("deal A RB") CHANCE("deal A RB") CHANCE("deal A RG")
#define DEALT_B CHANCE("deal B GY") CHANCE("deal B GY") CHANCE("deal B GY")
#define REVEALED_RB CHANCE("reveal R 3") CHANCE("reveal B 4")
#define REVEALED_GY CHANCE("reveal G 5") CHANCE("reveal Y 6")
#define DEALT DEALT_A DEALT_B REVEALED_RB REVEALED_GY
#define DRAWN DEALT CHANCE("draw RBc")
enum { DEALT_LINE = 11, DRAWN_LINE = 12 };

/* A whole game of three rounds of trio, to its result. */
#define TRIO_HEAD                                                                             \
    "{\"zashiki\":1,\"game\":\"trio\",\"rules\":2,\"options\":{},\"seats\":[\"x\",\"y\",\"z\"]}\n"
#define TRIO_MOVES BY("A", "go") BY("C", "shout") BY("B", "go") BY("C", "go")
#define TRIO_HEAD_1                                                                           \
    "{\"zashiki\":1,\"game\":\"trio\",\"rules\":1,\"options\":{},\"seats\":[\"x\",\"y\",\"z\"]}\n"
#define TRIO_MOVES_1 BY("A", "go") BY("B", "go") BY("C", "go")
#define TRIO_WINNERS "\"winners\":[\"A\",\"B\",\"C\"]"
#define TRIO_POINTS "\"points\":{\"A\":-4,\"B\":-4,\"C\":-4}"
#define TRIO_RANK "\"rank\":\"glorious\""
#define TRIO_END "\"end\":\"T2\""
#define TRIO_RESULT                                                                           \
    "{\"result\":{" TRIO_WINNERS "," TRIO_POINTS "," TRIO_RANK "," TRIO_END "}}\n"
#define TRIO TRIO_HEAD TRIO_MOVES TRIO_RESULT
#define TRIO_1 TRIO_HEAD_1 TRIO_MOVES_1 TRIO_RESULT

/* ---- Writing ---- */

static void test_bytes(void **state) {
    (void)state;
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    struct zk_text text = zk_text_in(memory, sizeof memory);
    const char *names[] = {"greedy", "greedy", "a \"b\" \\ \x01"};
    zk_record_put_header(&text, &zk_sketch, &settings, names, 2);
    assert_string_equal(memory,
                        "{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},"
                        "\"seats\":[\"greedy\",\"greedy\"]}\n");
    zk_text_clear(&text);
    assert_true(zk_settings_set(&zk_sketch, &settings, "first", 5, "B", 1, &refusal));
    assert_true(zk_settings_set(&zk_sketch, &settings, "edition", 7, "fr", 2, &refusal));
    zk_record_put_header(&text, &zk_sketch, &settings, names + 1, 2);
    assert_string_equal(
        memory, "{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{\"edition\":"
                "\"fr\",\"first\":\"B\"},\"seats\":[\"greedy\",\"a \\\"b\\\" \\\\ "
                "\\u0001\"]}\n");
}

static void test_example_of_the_format(void **state) {
    (void)state;
    read_text(HEAD DRAWN BY("A", "play RBc>R call B") CHANCE("reveal B 7") BY("A", "end"));
    assert_int_equal(got.whole, 1);
    assert_string_equal(again_memory, HEAD DRAWN BY("A", "play RBc>R call B")
                                          CHANCE("reveal B 7") BY("A", "end"));
    assert_false(got.record.finished);
    assert_string_equal(got.record.name[1], "b");
}

static void test_three_seats_out_of_turn_and_rank(void **state) {
    (void)state;
    read_text(TRIO);
    assert_int_equal(got.wrong, 0);
    assert_int_equal(got.record.seats_count, 3);
    assert_string_equal(again_memory, TRIO);
}

/* ---- Versions of the rules ---- */

static void test_older_rules(void **state) {
    (void)state;
    read_text(TRIO_1 TRIO TRIO_1 TRIO_1);
    assert_int_equal(got.wrong, 0);
    assert_int_equal(got.whole, 4);
    assert_int_equal(zk_settings_rules(&trio, &got.record.settings), 1);
    assert_string_equal(again_memory, TRIO_1 TRIO TRIO_1 TRIO_1);
    /* What only the newer rules allow is refused by the older ones. */
    read_text(TRIO_HEAD_1 TRIO_MOVES TRIO_RESULT TRIO);
    expect_fault(0, 3, "T3", "trio.no");
    assert_int_equal(got.whole, 1);
    assert_int_equal(zk_settings_rules(&trio, &got.record.settings), 2);
}

static void test_rules_there_are_not(void **state) {
    (void)state;
    static const int64_t versions[] = {0, 3, -1, INT64_C(1) << 32 | 1};
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    for (unsigned i = 0; i < COUNT(versions); i++) {
        assert_false(zk_settings_set_rules(&trio, &settings, versions[i], &refusal));
        assert_string_equal(refusal.key, "rules.version");
    }
    assert_int_equal(settings.rules_version, 0);
    /* The newest is stored in one way only. */
    assert_true(zk_settings_set_rules(&trio, &settings, 1, &refusal));
    assert_int_equal(settings.rules_version, 1);
    assert_false(zk_settings_same(&settings, &(struct zk_settings){0}));
    assert_true(zk_settings_set_rules(&trio, &settings, 2, &refusal));
    assert_true(zk_settings_same(&settings, &(struct zk_settings){0}));
}

/* ---- Round trip ---- */

static void test_round_trip(void **state) {
    (void)state;
    static const char *const bots[] = {"random", "greedy"};
    struct zk_settings settings;
    struct zk_sentence refusal;
    struct zk_rules rules;
    for (unsigned g = 0; zk_games[g] != &trio; g++)
        for (unsigned i = 0; zk_signature_settings(zk_games[g], i, &settings); i++) {
            if (!zk_games[g]->prepare(&rules, &settings, &refusal)) continue;
            for (unsigned b = 0; b < COUNT(bots); b++) {
                const struct zk_bot *bot = zk_bots_of(zk_games[g], bots[b]);
                if (!bot) continue;
                struct zk_text text = zk_text_in(memory, sizeof memory);
                for (uint64_t n = 0; n < 25; n++)
                    put_game(&text, zk_games[g], &settings, bot, n);
                read_bytes(memory, text.used);
                assert_int_equal(got.wrong, 0);
                assert_int_equal(got.whole, 25);
                assert_int_equal(got.again.used, text.used);
                assert_memory_equal(again_memory, memory, text.used);
                assert_memory_equal(&got.record.settings, &settings, sizeof settings);
            }
        }
}

/* Settings change from record to record, and back. */
static void test_settings_one_after_the_other(void **state) {
    (void)state;
    struct zk_settings settings;
    struct zk_text text = zk_text_in(memory, sizeof memory);
    unsigned count = 0;
    for (uint64_t n = 0; n < 3; n++)
        for (unsigned i = 0; zk_signature_settings(&zk_sketch, i, &settings); i++, count++)
            put_game(&text, &zk_sketch, &settings, &zk_bot_random, n);
    read_bytes(memory, text.used);
    assert_int_equal(got.wrong, 0);
    assert_int_equal(got.whole, count);
    assert_memory_equal(again_memory, memory, text.used);
}

/* ---- What readers put up with ---- */

static void test_tolerance(void **state) {
    (void)state;
    static const char *const inputs[] = {
        /* keys in another order, unknown ones anywhere, blanks, escapes */
        "{\"seats\":[\"a\",\"b\"],\"options\":{\"first\":\"A\"},\"x\":[1,{\"game\":2}],\"rules\":1,"
        "\"game\":\"sketch\",\"zashiki\":1,\"by\":\"me\"}\n" CHANCE("deal A RB"),
        " { \"zashiki\" : 1 , \"game\":\"sketch\",\"rules\":1,\"options\":{\"first\":\"A\"},"
        "\"seats\":[\"a\",\"b\"] } \r\n{\"ms\":3,\"move\":\"deal A RB\",\"clock\":{\"A\":1},"
        "\"by\":\"chance\"}\r\n",
        "{\"zashiki\":1,\"game\":\"sk\\u0065tch\",\"rules\":1,\"options\":{\"first\":\"A\","
        "\"edition\":\"en\"},\"seats\":[\"a\",\"b\"]}\n{\"\\u0062y\":\"chance\",\"move\":\"deal "
        "A R\\u0042\"}\n",
        HEAD "{\"by\":\"chance\",\"move\":\"deal A RB\"}", /* no line break at the end */
    };
    for (unsigned i = 0; i < COUNT(inputs); i++) {
        read_text(inputs[i]);
        assert_int_equal(got.wrong, 0);
        assert_string_equal(again_memory, HEAD CHANCE("deal A RB"));
    }
}

static void test_result_in_any_order(void **state) {
    (void)state;
    read_text(TRIO_HEAD TRIO_MOVES
              "{\"took\":9,\"result\": {" TRIO_END ",\"points\":{\"C\":-4,\"A\":-4, "
              "\"B\":-4}," TRIO_RANK ",\"winners\":[ \"A\",\"\\u0042\",\"C\"]}}\n");
    assert_int_equal(got.wrong, 0);
    assert_string_equal(again_memory, TRIO);
}

static void test_long_name(void **state) {
    (void)state;
    char input[512], name[ZK_RECORD_NAME_SIZE + 1];
    for (size_t size = ZK_RECORD_NAME_SIZE - 1; size <= ZK_RECORD_NAME_SIZE; size++) {
        struct zk_text text = zk_text_in(input, sizeof input);
        memset(name, 'n', size);
        name[size] = '\0';
        struct zk_settings settings = {0};
        zk_record_put_header(&text, &zk_sketch, &settings, (const char *[]){name, "b"}, 2);
        read_text(input);
        assert_int_equal(got.whole, 1);
        assert_string_equal(got.record.name[0], size < ZK_RECORD_NAME_SIZE ? name : "");
        assert_string_equal(got.record.name[1], "b");
    }
}

static void test_line_limit(void **state) {
    (void)state;
    static const char front[] =
        "{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},"
        "\"seats\":[\"a\",\"b\"],\"x\":\"";
    for (size_t size = ZK_RECORD_LINE_MAX; size <= ZK_RECORD_LINE_MAX + 1; size++) {
        memcpy(memory, front, sizeof front - 1);
        memset(memory + sizeof front - 1, 'x', size - sizeof front + 1 - 2);
        memcpy(memory + size - 2, "\"}", 2);
        memcpy(memory + size, "\n", 2);
        read_text(memory);
        assert_int_equal(got.whole, size == ZK_RECORD_LINE_MAX);
        if (size > ZK_RECORD_LINE_MAX) expect_fault(0, 1, "", "record.line.long");
    }
}

/* ---- Refusals ---- */

#define TRIO_WITH(result) TRIO_HEAD TRIO_MOVES "{\"result\":{" result "}}\n"

static const struct {
    const char *input;
    uint64_t line;
    const char *rule, *key;
} refused[] = {
    /* the line */
    {"\n", 1, "", "record.line.empty"},
    {HEAD "\n", 2, "", "record.line.empty"},
    {HEAD DRAWN "\n" BY("A", "play RB>R"), DRAWN_LINE + 1, "", "record.line.empty"},
    {"  \n", 1, "", "record.json"},
    {"[]\n", 1, "", "record.json"},
    {"x\n", 1, "", "record.json"},
    {"\xEF\xBB\xBF" HEAD, 1, "", "record.json"},
    {"{\"zashiki\":1,\"game\":\"ske\xFFtch\"}\n", 1, "", "record.json"},
    {HEAD "{\"by\":\"chance\",\"move\":\"deal A RB\"\n", 2, "", "record.json"},
    {HEAD "{\"by\":\"chance\",\"move\":\"deal A RB\"}}\n", 2, "", "record.json"},
    {HEAD "{\"by\":\"chance\",\"move\":\"deal A RB\",}\n", 2, "", "record.json"},
    {HEAD "{\"by\":\"chance\"}\n", 2, "", "record.line.kind"},
    {HEAD "{\"move\":\"deal A RB\"}\n", 2, "", "record.line.kind"},
    {HEAD "{}\n", 2, "", "record.line.kind"},
    {HEAD "{\"by\":\"chance\",\"move\":\"deal A RB\",\"result\":{}}\n", 2, "",
     "record.line.kind"},
    {HEAD "{\"by\":\"chance\",\"by\":\"chance\",\"move\":\"deal A RB\"}\n", 2, "",
     "record.key.twice"},
    {HEAD "{\"by\":\"chance\",\"move\":\"deal A RB\",\"m\\u006Fve\":\"\"}\n", 2, "",
     "record.key.twice"},
    {CHANCE("deal A RB") CHANCE("deal A RB"), 1, "", "record.outside"},
    {"{\"result\":{}}\n", 1, "", "record.outside"},
    /* the first line */
    {"{\"zashiki\":2,\"whatever\":[]}\n", 1, "", "record.version"},
    {"{\"zashiki\":\"1\"}\n", 1, "", "record.json"},
    {"{\"zashiki\":1.0,\"game\":\"sketch\",\"rules\":1,\"options\":{},\"seats\":[\"a\",\"b\"]}\n",
     1, "", "record.json"},
    {"{\"zashiki\":1,\"rules\":1,\"options\":{},\"seats\":[\"a\",\"b\"]}\n", 1, "",
     "record.key.missing"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"options\":{},\"seats\":[\"a\",\"b\"]}\n", 1, "",
     "record.key.missing"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"seats\":[\"a\",\"b\"]}\n", 1, "",
     "record.key.missing"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{}}\n", 1, "",
     "record.key.missing"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"game\":\"sketch\",\"rules\":1,\"options\":{},\"seats\":["
     "\"a\",\"b\"]}\n",
     1, "", "record.key.twice"},
    {"{\"zashiki\":1,\"game\":\"sketsh\",\"rules\":1,\"options\":{},\"seats\":[\"a\",\"b\"]}\n",
     1, "", "record.game"},
    {"{\"zashiki\":1,\"game\":7,\"rules\":1,\"options\":{},\"seats\":[\"a\",\"b\"]}\n", 1, "",
     "record.json"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":2,\"options\":{},\"seats\":[\"a\",\"b\"]}\n",
     1, "", "rules.version"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{\"x\":\"y\"},\"seats\":[\"a\","
     "\"b\"]}\n",
     1, "", "option.unknown"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{\"edition\":\"de\"},\"seats\":["
     "\"a\",\"b\"]}\n",
     1, "", "option.value"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{\"edition\":1},\"seats\":[\"a\","
     "\"b\"]}\n",
     1, "", "record.json"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":[],\"seats\":[\"a\",\"b\"]}\n",
     1, "", "record.json"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{\"edition\":\"fr\",\"edition\":"
     "\"fr\"},\"seats\":[\"a\",\"b\"]}\n",
     1, "", "record.key.twice"},
    {"{\"zashiki\":1,\"game\":\"trio\",\"rules\":2,\"options\":{\"pace\":\"fast\",\"voice\":"
     "\"loud\"},\"seats\":[\"a\",\"b\",\"c\"]}\n",
     1, "T1", "trio.options"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},\"seats\":[\"a\"]}\n", 1,
     "", "record.seats"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},\"seats\":[\"a\",\"b\",\"c\"]}"
     "\n",
     1, "", "record.seats"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},\"seats\":[\"a\",2]}\n", 1,
     "", "record.json"},
    {"{\"zashiki\":1,\"game\":\"sketch\",\"rules\":1,\"options\":{},\"seats\":\"ab\"}\n", 1,
     "", "record.json"},
    /* moves */
    {HEAD DRAWN BY("B", "play GY>G"), DRAWN_LINE + 1, "", "move.not_in_turn"},
    {HEAD DRAWN BY("C", "play GY>G"), DRAWN_LINE + 1, "", "record.by.unknown"},
    {HEAD DRAWN BY("over", "end"), DRAWN_LINE + 1, "", "record.by.unknown"},
    {HEAD DRAWN CHANCE("draw RB"), DRAWN_LINE + 1, "", "record.by.chance"},
    {HEAD DRAWN "{\"by\":1,\"move\":\"end\"}\n", DRAWN_LINE + 1, "", "record.json"},
    {HEAD DRAWN "{\"by\":\"A\",\"move\":[]}\n", DRAWN_LINE + 1, "", "record.json"},
    {HEAD DRAWN BY("A", "nonsense"), DRAWN_LINE + 1, "", "sketch.move.unknown"},
    {HEAD DRAWN BY("A", "play RB>R "), DRAWN_LINE + 1, "", "sketch.move.unknown"},
    {HEAD DRAWN BY("A", "end"), DRAWN_LINE + 1, "S10", "sketch.end.must_play"},
    {HEAD DRAWN BY("A", "play GY>G"), DRAWN_LINE + 1, "S9", "sketch.play.not_held"},
    {HEAD DRAWN BY("A", "play RB>Y"), DRAWN_LINE + 1, "S11", "sketch.play.colour"},
    {HEAD DRAWN BY("A", "play RB>R distract"), DRAWN_LINE + 1, "S18",
     "sketch.play.not_special"},
    {HEAD DRAWN BY("A", "play RBc>R call R"), DRAWN_LINE + 1, "S19", "sketch.call.same"},
    {HEAD CHANCE("deal B RB"), 2, "S5", "sketch.chance.deal"},
    {HEAD DEALT CHANCE("draw ?"), DEALT_LINE + 1, "S8", "sketch.chance.draw"},
    {TRIO_HEAD BY("B", "shout"), 2, "T3", "trio.no"},
    {TRIO_HEAD BY("C", "shout") BY("C", "shout"), 3, "T3", "trio.no"},
    {TRIO_HEAD BY("D", "go"), 2, "", "record.by.unknown"},
    {TRIO_HEAD TRIO_MOVES BY("A", "go"), 6, "T2", "record.move.over"},
    /* the result */
    {HEAD DRAWN
     "{\"result\":{\"winners\":[\"A\"],\"points\":{\"A\":0,\"B\":0},\"end\":\"S25\"}}\n",
     DRAWN_LINE + 1, "", "record.result.early"},
    {TRIO_HEAD TRIO_MOVES, 5, "T2", "record.result.missing"},
    {TRIO_HEAD TRIO_MOVES HEAD, 5, "T2", "record.result.missing"},
    {TRIO TRIO_RESULT, 7, "", "record.result.not_last"},
    {TRIO BY("A", "go"), 7, "", "record.result.not_last"},
    {TRIO_HEAD TRIO_MOVES "{\"result\":[]}\n", 6, "", "record.json"},
    {TRIO_WITH(""), 6, "", "record.result.part"},
    {TRIO_WITH(TRIO_POINTS "," TRIO_RANK "," TRIO_END), 6, "", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS "," TRIO_RANK "," TRIO_END), 6, "", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS "," TRIO_POINTS "," TRIO_END), 6, "", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS "," TRIO_POINTS "," TRIO_RANK), 6, "T2", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS "," TRIO_POINTS "," TRIO_RANK ",\"end\":\"T1\""), 6, "T2",
     "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS "," TRIO_POINTS "," TRIO_RANK ",\"end\":\"T 2\""), 6, "T2",
     "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS "," TRIO_POINTS ",\"rank\":\"lost\"," TRIO_END), 6, "",
     "record.result.part"},
    {TRIO_WITH("\"winners\":[\"A\",\"B\"]," TRIO_POINTS "," TRIO_RANK "," TRIO_END), 6, "",
     "record.result.part"},
    {TRIO_WITH("\"winners\":[\"B\",\"A\",\"C\"]," TRIO_POINTS "," TRIO_RANK "," TRIO_END), 6,
     "", "record.result.part"},
    {TRIO_WITH("\"winners\":[\"A\",\"B\",\"C\",\"C\"]," TRIO_POINTS "," TRIO_RANK
               "," TRIO_END),
     6, "", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS ",\"points\":{\"A\":-4,\"B\":-4}," TRIO_RANK "," TRIO_END), 6, "",
     "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS ",\"points\":{\"A\":-4,\"B\":-4,\"C\":-4,\"C\":-4}," TRIO_RANK
                            "," TRIO_END),
     6, "", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS ",\"points\":{\"A\":-4,\"B\":-4,\"B\":-4}," TRIO_RANK
                            "," TRIO_END),
     6, "", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS ",\"points\":{\"A\":-4,\"B\":-4,\"C\":-4,\"D\":0}," TRIO_RANK
                            "," TRIO_END),
     6, "", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS ",\"points\":{\"A\":-4,\"B\":-4,\"C\":4}," TRIO_RANK "," TRIO_END),
     6, "", "record.result.part"},
    {TRIO_WITH(TRIO_WINNERS ",\"drawn\":false," TRIO_POINTS "," TRIO_RANK "," TRIO_END), 6, "",
     "record.result.without"},
    {TRIO_WITH(TRIO_WINNERS ",\"drawn\":true," TRIO_POINTS "," TRIO_RANK "," TRIO_END), 6, "",
     "record.result.without"},
    {TRIO_WITH(TRIO_WINNERS "," TRIO_POINTS "," TRIO_RANK "," TRIO_END ",\"why\":1"), 6, "",
     "record.result.without"},
    {TRIO_WITH(TRIO_WINNERS "," TRIO_POINTS "," TRIO_RANK "," TRIO_END "," TRIO_END), 6, "",
     "record.key.twice"},
};

static void test_refusals(void **state) {
    (void)state;
    for (unsigned i = 0; i < COUNT(refused); i++) {
        read_text(refused[i].input);
        if (got.wrong != 1) print_error("%s\n", refused[i].input);
        assert_int_equal(got.wrong, 1);
        if (strcmp(got.faults[0].refusal.key, refused[i].key))
            print_error("%s\n", refused[i].input);
        expect_fault(0, refused[i].line, refused[i].rule, refused[i].key);
        assert_true(got.whole <= 1); /* the one that another record followed */
    }
}

/* One digit of a true record's points changed. */
static void test_wrong_result_of_sketch(void **state) {
    (void)state;
    struct zk_text text = default_game(0);
    char *result = strstr(memory, "\"points\":{\"A\":");
    assert_non_null(result);
    result += strlen("\"points\":{\"A\":");
    *result = *result == '9' ? '8' : (char)(*result + 1);
    read_bytes(memory, text.used);
    assert_int_equal(got.whole, 0);
    uint64_t lines = 0;
    for (size_t i = 0; i < text.used; i++) lines += memory[i] == '\n';
    expect_fault(0, lines, "", "record.result.part");
    assert_string_equal(got.faults[0].refusal.arg[0], "points");
}

static void test_json_fault_tells_the_byte(void **state) {
    (void)state;
    read_text(HEAD "{\"by\":\"chance\" \"move\":\"deal A RB\"}\n");
    expect_fault(0, 2, "", "record.json");
    assert_string_equal(got.faults[0].refusal.arg[1], "16");
}

/* ---- Several records ---- */

static void test_goes_on_at_the_next_record(void **state) {
    (void)state;
    read_text(HEAD CHANCE("deal A RB")                         /* 1: right, unfinished */
              HEAD CHANCE("deal A XX") CHANCE("deal A RB")     /* 3: wrong in line 4 */
              TRIO                                             /* 6: right */
              "{\"zashiki\":1,\"game\":\n" CHANCE("deal A RB") /* 12: a cut first line */
              HEAD                                             /* 14: right */
              "{\"game\":\"nothing\",\"zashiki\":1}\n" /* 15: wrong, keys in another order */
              "rubbish\n\n{}\n"                        /* passed over with it */
              TRIO_HEAD TRIO_MOVES                     /* 19: wrong in line 23 */
                  HEAD);                               /* 24: right */
    assert_int_equal(got.whole, 4);
    assert_int_equal(got.whole_line, 24);
    assert_string_equal(again_memory, HEAD CHANCE("deal A RB") TRIO HEAD HEAD);
    assert_int_equal(got.wrong, 4);
    expect_fault(0, 4, "S5", "sketch.chance.deal");
    expect_fault(1, 12, "", "record.json");
    expect_fault(2, 15, "", "record.key.missing");
    expect_fault(3, 23, "T2", "record.result.missing");
}

static void test_nothing_at_all(void **state) {
    (void)state;
    read_text("");
    assert_int_equal(got.whole + got.wrong, 0);
}

/* The reader can be used again after its end. */
static void test_start_again(void **state) {
    (void)state;
    read_text(HEAD CHANCE("deal A XX"));
    read_text(CHANCE("deal A RB"));
    expect_fault(0, 1, "", "record.outside");
    read_text(TRIO);
    assert_int_equal(got.whole, 1);
}

/* ---- Damage ---- */

static void test_cut_at_every_byte(void **state) {
    (void)state;
    struct zk_text text = default_game(3);
    char *whole = malloc(text.used);
    assert_non_null(whole);
    memcpy(whole, memory, text.used);
    size_t moves_end = text.used - 1; /* where the result begins */
    while (whole[moves_end - 1] != '\n') moves_end--;
    for (size_t size = 0; size <= text.used; size++) {
        bool boundary = size == 0 || whole[size - 1] == '\n' || whole[size] == '\n';
        read_bytes(whole, size);
        if (size == 0) {
            assert_int_equal(got.whole + got.wrong, 0);
        } else if (!boundary) {
            assert_int_equal(got.whole, 0);
            assert_int_equal(got.wrong, 1);
            assert_string_equal(got.faults[0].refusal.key, "record.json");
        } else if (size == moves_end || size == moves_end - 1) {
            assert_int_equal(got.whole, 0);
            expect_fault(0, got.faults[0].line, "S25", "record.result.missing");
        } else {
            assert_int_equal(got.wrong, 0);
            assert_int_equal(got.whole, 1);
            assert_int_equal(got.record.finished, size > moves_end);
        }
        if (whole[size] == '\n' && size + 1 == text.used) break;
    }
    free(whole);
}

/* Bytes changed at random give a right record or a wrong one, never anything else. */
static void test_changed_bytes(void **state) {
    (void)state;
    struct zk_rng rng = zk_rng_stream(1, 1);
    struct zk_text text = default_game(5);
    char *whole = malloc(text.used);
    assert_non_null(whole);
    memcpy(whole, memory, text.used);
    for (unsigned round = 0; round < 4000; round++) {
        for (uint32_t changes = 1 + zk_rng_below(&rng, 3); changes; changes--) {
            static const char characters[] = "{}[]\",:0123456789ABRGY >\n\\ucd\xC3\x80";
            uint32_t at = zk_rng_below(&rng, (uint32_t)text.used);
            memory[at] = characters[zk_rng_below(&rng, sizeof characters)];
        }
        read_bytes(memory, text.used);
        assert_true(got.whole + got.wrong >= 1);
        memcpy(memory, whole, text.used);
    }
    free(whole);
}

/* ---- Card sets ---- */

#define TRUMP(options, more)                                                                  \
    "{\"zashiki\":1,\"game\":\"trump\",\"rules\":2,\"options\":{" options                     \
    "},\"seats\":[\"a\",\"b\",\"c\"]" more "}\n"

static void test_cards_are_always_named(void **state) {
    (void)state;
    read_text(TRUMP("\"deck\":\"plain\"", "")
                  TRUMP("\"pace\":\"fast\",\"deck\":\"plain\"", ""));
    assert_int_equal(got.whole, 2);
    assert_string_equal(again_memory, TRUMP("\"deck\":\"plain\"", "")
                                          TRUMP("\"pace\":\"fast\",\"deck\":\"plain\"", ""));
    read_text(TRUMP("", ""));
    expect_fault(0, 1, "", "record.option");
    assert_string_equal(got.faults[0].refusal.arg[0], "deck");
    read_text(TRUMP("\"deck\":\"other\"", ""));
    expect_fault(0, 1, "T1", "trio.options");
}

static void test_cards_are_carried(void **state) {
    (void)state;
    /* Blanks go, except in strings; quotes that are escaped do not end one. */
    read_text(TRUMP("\"deck\":\"15\"", ",\"cardset\": { \"a\\\" b\" : [ 1,\t2 ] } ")
                  TRUMP("\"deck\":\"15\"", ",\"cardset\":{\"a\\\" b\":[1,2]}"));
    assert_int_equal(got.whole, 2);
    assert_string_equal(again_memory,
                        TRUMP("\"deck\":\"15\"", ",\"cardset\":{\"a\\\" b\":[1,2]}")
                            TRUMP("\"deck\":\"15\"", ",\"cardset\":{\"a\\\" b\":[1,2]}"));
}

static void test_cards_are_prepared_once(void **state) {
    (void)state;
#define SAME TRUMP("\"deck\":\"9\"", ",\"cardset\":{\"a\":[1]}")
#define OTHER TRUMP("\"deck\":\"9\"", ",\"cardset\":{\"a\":[2]}")
    trump_prepared = 0;
    read_text(SAME SAME SAME);
    assert_int_equal(got.whole, 3);
    assert_int_equal(trump_prepared, 1);
    read_text(SAME OTHER TRUMP("\"deck\":\"plain\"", "") OTHER SAME);
    assert_int_equal(got.whole, 5);
    assert_string_equal(again_memory, SAME OTHER TRUMP("\"deck\":\"plain\"", "") OTHER SAME);
}

static void test_cards_that_are_refused(void **state) {
    (void)state;
    static char input[2 * ZK_CARDS_SIZE];
    struct zk_text text = zk_text_in(input, sizeof input);
    read_text(TRUMP("\"deck\":\"9\"", ",\"cardset\":{\"a\":[1]},\"cardset\":{\"a\":[1]}"));
    expect_fault(0, 1, "", "record.key.twice");
    read_text(TRUMP("\"deck\":\"9\"", ",\"cardset\":{\"a\":[1}"));
    expect_fault(0, 1, "", "record.json");
    /* Of a game without card sets it is one more key that means nothing. */
    read_text("{\"zashiki\":1,\"game\":\"trio\",\"rules\":2,\"options\":{},"
              "\"seats\":[\"a\",\"b\",\"c\"],\"cardset\":7}\n");
    assert_int_equal(got.whole, 1);
    assert_null(got.record.settings.cards);
    /* The longest, and one byte more. */
    for (unsigned more = 0; more < 2; more++) {
        zk_text_clear(&text);
        zk_text_put(&text,
                    "{\"zashiki\":1,\"game\":\"trump\",\"rules\":2,\"options\":"
                    "{\"deck\":\"24575\"},\"seats\":[\"a\",\"b\",\"c\"],\"cardset\":\"");
        for (unsigned i = 0; i < ZK_CARDS_SIZE - 3 + more; i++) zk_text_put_char(&text, 'x');
        zk_text_put(&text, "\"}\n");
        assert_false(text.full);
        read_bytes(input, text.used);
        if (more) {
            expect_fault(0, 1, "", "cards.long");
            assert_string_equal(got.faults[0].refusal.arg[0], "24575");
        } else {
            assert_int_equal(got.whole, 1);
            assert_memory_equal(again_memory, input, text.used);
            assert_true(text.used < ZK_RECORD_LINE_SIZE);
        }
    }
}

/* ---- Traces ---- */

static struct zk_trace_scratch scratch;

static void expect_trace(const struct zk_game *game, const struct zk_rules *rules,
                         const struct zk_state *position, uint32_t n, const char *expected) {
    struct zk_text text = zk_text_in(memory, ZK_TRACE_LINE_SIZE);
    zk_trace_put(&text, &scratch, game, rules, position, n);
    assert_false(text.full);
    assert_string_equal(memory, expected);
}

static void test_trace_out_of_turn(void **state) {
    (void)state;
    struct zk_rules rules;
    struct zk_state position;
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    assert_true(trio.prepare(&rules, &settings, &refusal));
    trio.start(&rules, &position);
    expect_trace(
        &trio, &rules, &position, 0,
        "{\"n\":0,\"actor\":\"A\",\"legal\":[\"go\"],\"also\":{\"C\":[\"shout\"]}}\n");
    trio.apply(&rules, &position, (zk_move)SHOUT);
    expect_trace(&trio, &rules, &position, 1,
                 "{\"n\":1,\"actor\":\"A\",\"legal\":[\"go\"]}\n");
    for (unsigned i = 0; i < 3; i++) trio.apply(&rules, &position, GO);
    expect_trace(&trio, &rules, &position, 4,
                 "{\"n\":4,\"actor\":\"over\",\"result\":{" TRIO_WINNERS "," TRIO_POINTS
                 "," TRIO_RANK "," TRIO_END "}}\n");
}

static void test_trace_of_sketch(void **state) {
    (void)state;
    struct zk_rules rules;
    struct zk_state position;
    static const char *const expected[] = {
        "{\"n\":0,\"actor\":\"chance\",\"legal\":[[\"first A\",\"1/2\"],[\"first B\",\"1/2\"]]}\n",
        "{\"n\":1,\"actor\":\"chance\",\"legal\":[[\"deal A BG\",\"1/9\"],[\"deal A BGc\",\"1/36\"],"
        "[\"deal A BGd\",\"1/36\"],[\"deal A BY\",\"1/9\"],[\"deal A BYc\",\"1/36\"],[\"deal A "
        "BYd\",\"1/36\"],[\"deal A GY\",\"1/9\"],[\"deal A GYc\",\"1/36\"],[\"deal A "
        "GYd\",\"1/36\"],[\"deal A RB\",\"1/9\"],[\"deal A RBc\",\"1/36\"],[\"deal A "
        "RBd\",\"1/36\"],[\"deal A RG\",\"1/9\"],[\"deal A RGc\",\"1/36\"],[\"deal A "
        "RGd\",\"1/36\"],[\"deal A RY\",\"1/9\"],[\"deal A RYc\",\"1/36\"],[\"deal A "
        "RYd\",\"1/36\"]]}\n",
    };
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    zk_move move;
    assert_true(zk_sketch.prepare(&rules, &settings, &refusal));
    zk_sketch.start(&rules, &position);
    expect_trace(&zk_sketch, &rules, &position, 0, expected[0]);
    assert_true(zk_sketch.parse_move(&rules, &position, ZK_CHANCE, "first B", 7, &move));
    zk_sketch.apply(&rules, &position, move);
    expect_trace(&zk_sketch, &rules, &position, 1, expected[1]);
}

static void test_trace_is_sorted(void **state) {
    (void)state;
    struct zk_rules rules;
    struct zk_state position;
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    struct zk_rng rng = zk_rng_stream(2, 0);
    assert_true(zk_sketch.prepare(&rules, &settings, &refusal));
    zk_sketch.start(&rules, &position);
    while (zk_sketch.actor(&rules, &position) != ZK_OVER) {
        struct zk_text text = zk_text_in(memory, ZK_TRACE_LINE_SIZE);
        zk_trace_put(&text, &scratch, &zk_sketch, &rules, &position, 0);
        struct zk_json_in in = zk_json_from(memory, text.used);
        char key[16], word[64], before[64] = "";
        zk_json_enter_object(&in);
        while (zk_json_next_key(&in, key, sizeof key)) {
            if (strcmp(key, "legal") != 0 || zk_sketch.actor(&rules, &position) < 0) {
                zk_json_skip(&in);
                continue;
            }
            zk_json_enter_array(&in);
            while (zk_json_next_element(&in)) {
                assert_true(zk_json_get_string(&in, word, sizeof word, NULL));
                assert_true(strcmp(before, word) < 0);
                memcpy(before, word, sizeof before);
            }
        }
        assert_true(zk_json_finish(&in));
        zk_sketch.apply(&rules, &position, zk_sketch.sample(&rules, &position, &rng));
    }
}

/* ---- Self-play ---- */

/* `random` in every seat plays what playout plays. */
static void test_selfplay_is_playout(void **state) {
    (void)state;
    struct zk_rules rules;
    struct zk_state one, other;
    const struct zk_bot *bots[] = {&zk_bot_random, &zk_bot_random};
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    assert_true(zk_sketch.prepare(&rules, &settings, &refusal));
    for (uint64_t number = 0; number < 50; number++) {
        struct zk_rng rng = zk_rng_stream(9, number);
        struct zk_selfplay play;
        uint32_t decisions = 0;
        zk_selfplay_begin(&play, &zk_sketch, &rules, bots, 9, number);
        zk_sketch.start(&rules, &one);
        zk_sketch.start(&rules, &other);
        while (zk_sketch.actor(&rules, &one) != ZK_OVER) {
            decisions += zk_sketch.actor(&rules, &one) >= 0;
            zk_selfplay_make(&play, &one, zk_selfplay_next(&play, &one));
        }
        assert_int_equal(zk_sketch.playout(&rules, &other, &rng), decisions);
        assert_memory_equal(&one, &other, zk_sketch.state_size);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_example_of_the_format),
        cmocka_unit_test(test_three_seats_out_of_turn_and_rank),
        cmocka_unit_test(test_older_rules),
        cmocka_unit_test(test_rules_there_are_not),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_settings_one_after_the_other),
        cmocka_unit_test(test_cards_are_always_named),
        cmocka_unit_test(test_cards_are_carried),
        cmocka_unit_test(test_cards_are_prepared_once),
        cmocka_unit_test(test_cards_that_are_refused),
        cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_result_in_any_order),
        cmocka_unit_test(test_long_name),
        cmocka_unit_test(test_line_limit),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_wrong_result_of_sketch),
        cmocka_unit_test(test_json_fault_tells_the_byte),
        cmocka_unit_test(test_goes_on_at_the_next_record),
        cmocka_unit_test(test_nothing_at_all),
        cmocka_unit_test(test_start_again),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_changed_bytes),
        cmocka_unit_test(test_trace_out_of_turn),
        cmocka_unit_test(test_trace_of_sketch),
        cmocka_unit_test(test_trace_is_sorted),
        cmocka_unit_test(test_selfplay_is_playout),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
