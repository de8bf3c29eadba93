/* test_tutorial.c: the tutorial of each game that has one is right, short and said in every
 * language; a local table follows it to free play; and what is wrong with one is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "catalogue.h"
#include "games/list.h"
#include "games/sketch/sketch.h"
#include "table/local.h"

enum { FILE_SIZE_MAX = 1 << 20, JAPANESE_MAX = 60 /* characters, for twenty words */ };

static const char *const languages[] = {"en", "fr", "pl", "ja"};
static char text[FILE_SIZE_MAX], changed[FILE_SIZE_MAX], po[FILE_SIZE_MAX];
static struct zk_tutorial *tutorial;
static struct zk_local *local;
static struct zk_rng rng;

/* The file as a string; false when there is none. */
static bool read_file(const char *path, char *into) {
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t size = fread(into, 1, FILE_SIZE_MAX - 1, file);
    into[size] = '\0';
    fclose(file);
    assert_true(size < FILE_SIZE_MAX - 1);
    return true;
}

static bool read_tutorial(const struct zk_game *game) {
    char path[128];
    snprintf(path, sizeof path, "src/games/%s/tutorial.jsonl", game->id);
    if (!read_file(path, text)) return false;
    if (!zk_tutorial_read(tutorial, text, strlen(text)))
        fail_msg("%s:%llu: %s", path, (unsigned long long)tutorial->line, tutorial->why);
    assert_ptr_equal(tutorial->record.game, game);
    return true;
}

/* ---- Sentences ---- */

/* What is wrong with a sentence in a catalogue, or NULL. */
static const char *fault_of(const char *catalogue, const char *language, const char *key) {
    char sentence[1024];
    struct zk_text out = zk_text_in(sentence, sizeof sentence);
    unsigned words = 1, characters = 0;
    if (!catalogue_put(catalogue, key, strcmp(language, "en") == 0 ? "msgid" : "msgstr", &out))
        return "is missing";
    for (const char *at = sentence; *at; at++) {
        words += *at == ' ';
        characters += ((unsigned char)*at & 0xc0) != 0x80;
    }
    bool is_long = strcmp(language, "ja") == 0 ? characters > JAPANESE_MAX
                                               : words > ZK_TUTORIAL_WORDS_MAX;
    return is_long ? "is too long" : NULL;
}

/* Every sentence in `po` whose key begins so: also those that are said for another edition. */
static void check_all(const char *path, const char *language, const char *prefix) {
    char key[128];
    for (const char *at = po; (at = strstr(at, prefix)); at++) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(at, "\""), at);
        const char *fault = fault_of(po, language, key);
        if (fault) fail_msg("%s: %s %s", path, key, fault);
    }
}

static void test_sentences(void **state) {
    (void)state;
    unsigned games = 0;
    for (unsigned i = 0; zk_games[i]; i++) {
        char prefix[64], path[128];
        if (!read_tutorial(zk_games[i])) continue;
        games++;
        snprintf(prefix, sizeof prefix, "%s.tutorial.", zk_games[i]->id);
        for (unsigned l = 0; l < sizeof languages / sizeof *languages; l++) {
            snprintf(path, sizeof path, "src/games/%s/locale/%s.po", zk_games[i]->id,
                     languages[l]);
            assert_true(read_file(path, po));
            check_all(path, languages[l], prefix);
            for (uint32_t s = 0; s < tutorial->steps_count; s++) {
                const char *key = tutorial->step[s].say;
                const char *fault = fault_of(po, languages[l], key);
                if (fault) fail_msg("%s: %s %s", path, key, fault);
                assert_int_equal(strncmp(key, prefix, strlen(prefix)), 0);
                for (uint32_t t = 0; t < s; t++)
                    assert_string_not_equal(tutorial->step[t].say, key);
            }
        }
    }
    assert_true(games > 0);
}

static void test_faults_of_sentences(void **state) {
    (void)state;
    static const char catalogue[] =
        "msgctxt \"a.tutorial.good\"\nmsgid \"Say \\\"so\\\".\"\nmsgstr \"\"\n\n"
        "msgctxt \"a.tutorial.long\"\n"
        "msgid \"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21\"\nmsgstr \"\"\n";
    char sentence[64];
    struct zk_text out = zk_text_in(sentence, sizeof sentence);
    assert_true(catalogue_put(catalogue, "a.tutorial.good", "msgid", &out));
    assert_string_equal(sentence, "Say \"so\".");
    assert_null(fault_of(catalogue, "en", "a.tutorial.good"));
    assert_string_equal(fault_of(catalogue, "fr", "a.tutorial.good"), "is missing");
    assert_string_equal(fault_of(catalogue, "en", "a.tutorial.goo"), "is missing");
    assert_string_equal(fault_of(catalogue, "en", "a.tutorial.none"), "is missing");
    assert_string_equal(fault_of(catalogue, "en", "a.tutorial.long"), "is too long");
}

/* ---- What is wrong with a file ---- */

/* The tutorial with the first `from` replaced by `to`. */
static void change(const char *from, const char *to) {
    const char *at = strstr(text, from);
    assert_non_null(at);
    int size = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to,
                        at + strlen(from));
    assert_true(size > 0 && (size_t)size < sizeof changed);
}

static void assert_wrong(unsigned line, const char *why) {
    assert_false(zk_tutorial_read(tutorial, changed, strlen(changed)));
    assert_int_equal(tutorial->line, line);
    if (!strstr(tutorial->why, why)) fail_msg("\"%s\" is not \"%s\"", tutorial->why, why);
}

static void test_faults_of_files(void **state) {
    (void)state;
    assert_true(read_tutorial(&zk_sketch));
    change("play RB>R", "play RB>G");
    assert_wrong(18, "RB");
    change("\"at\":\"top:R\"", "\"at\":\"\"");
    assert_wrong(13, "a key and a place");
    change(",\"at\":\"top:R\"", "");
    assert_wrong(13, "a key and a place");
    change("\"at\":\"top:R\"", "\"at\":\"top:R\",\"to\":\"top:B\"");
    assert_wrong(13, "a key and a place");
    change("[\"learner\",\"easy\"]", "[\"learner\",\"another\"]");
    assert_wrong(1, "exactly one seat");
    change("[\"learner\",\"easy\"]", "[\"normal\",\"easy\"]");
    assert_wrong(1, "exactly one seat");
    change("{\"zashiki\"", "{\"say\":\"sketch.tutorial.aim\",\"at\":\"hand\"}\n{\"zashiki\"");
    assert_wrong(1, "outside the moves");
    changed[0] = '\0';
    assert_false(zk_tutorial_read(tutorial, changed, 0));
    /* One more than there may be. */
    strcpy(changed, text);
    for (uint32_t i = 0; i <= ZK_TUTORIAL_STEPS_MAX; i++)
        strcat(changed, "{\"say\":\"sketch.tutorial.free\",\"at\":\"hand\"}\n");
    assert_false(zk_tutorial_read(tutorial, changed, strlen(changed)));
    assert_non_null(strstr(tutorial->why, "too many"));
}

/* ---- At a table ---- */

static uint64_t now_ms(void *user) {
    (void)user;
    return 1;
}

static struct zk_rng *luck(void *user, int who, bool hint) {
    (void)user;
    (void)who;
    (void)hint;
    return &rng;
}

static struct zk_message message_of(enum zk_ask_kind ask, int seat) {
    struct zk_message message = {
        .ask = ask, .seat = -1, .at = local->door.table.now.count, .table = ZK_LOCAL_ID};
    strcpy(message.token, zk_actor_name(seat));
    return message;
}

/* Opens the tutorial's table, follows it and seats everybody. */
static void sit_down(void) {
    const struct zk_record *record = &tutorial->record;
    char options[1024];
    struct zk_text out = zk_text_in(options, sizeof options);
    struct zk_json_out json = zk_json_to(&out);
    struct zk_message open = {.ask = ZK_ASK_OPEN, .seat = -1};
    zk_settings_write(&json, record->game, &record->settings);
    strcpy(open.game, record->game->id);
    open.options = options;
    open.options_size = out.used;
    open.rules_version = zk_settings_rules(record->game, &record->settings);
    zk_local_start(local, NULL, now_ms, luck, NULL);
    assert_true(zk_local_ask(local, &open));
    assert_true(zk_local_follow(local, tutorial));
    for (int seat = 0; seat < (int)record->seats_count; seat++) {
        struct zk_message join = message_of(ZK_ASK_JOIN, seat);
        struct zk_message sit =
            message_of(seat == tutorial->seat ? ZK_ASK_SIT : ZK_ASK_BOT, seat);
        strcpy(sit.name, "Mai");
        strcpy(sit.bot, record->name[seat]);
        sit.seat = seat;
        if (seat == tutorial->seat) assert_true(zk_local_ask(local, &join));
        assert_true(zk_local_ask(local, &sit));
    }
}

static bool ask_move(zk_move move) {
    const struct zk_table *table = &local->door.table;
    struct zk_message message = message_of(ZK_ASK_MOVE, tutorial->seat);
    struct zk_text out = zk_text_in(message.move, sizeof message.move);
    table->game->print_move(table->rules, &table->now.state, move, tutorial->seat, &out);
    message.move_size = out.used;
    return zk_local_ask(local, &message);
}

/* Keeps the table as lines, and puts it back from them, as a page does that is opened again. */
static void leave_and_come_back(void) {
    static char lines[FILE_SIZE_MAX];
    struct zk_text out = zk_text_in(lines, sizeof lines);
    uint32_t count = local->door.table.now.count;
    assert_false(zk_local_keep(local, true, &out));
    assert_false(out.full);
    zk_local_start(local, NULL, now_ms, luck, NULL);
    bool first = true;
    for (char *line = lines, *end; *line; line = end + 1, first = false) {
        end = strchr(line, '\n');
        assert_true(first ? zk_local_restore(local, line, (size_t)(end - line))
                          : zk_local_restore_entry(local, line, (size_t)(end - line)));
    }
    assert_true(zk_local_restored(local));
    assert_int_equal(local->door.table.now.count, count);
    assert_true(zk_local_follow(local, tutorial));
}

/* Every other legal move of the learner is refused, with nothing changed. */
static void try_others(zk_move wanted) {
    const struct zk_table *table = &local->door.table;
    static zk_move moves[ZK_MOVES_MAX];
    uint32_t entries = table->now.count;
    uint32_t count =
        table->game->moves(table->rules, &table->now.state, tutorial->seat, moves, NULL);
    for (uint32_t i = 0; i < count; i++) {
        if (moves[i] == wanted) continue;
        assert_false(ask_move(moves[i]));
        assert_string_equal(local->ask.refusal.key, "tutorial.other");
    }
    assert_int_equal(table->now.count, entries);
}

/* From here the game is nobody's but the players': it comes to an end, and another follows. */
static void play_freely(void) {
    const struct zk_table *table = &local->door.table;
    static zk_move moves[ZK_MOVES_MAX];
    zk_move next;
    for (unsigned steps = 0; table->now.status == ZK_TABLE_PLAYING; steps++) {
        assert_true(steps < 10000);
        assert_false(zk_local_next(local, &next));
        if (zk_local_wait(local) != ZK_WAIT_PERSON) {
            zk_local_go_on(local);
            continue;
        }
        uint32_t count =
            table->game->moves(table->rules, &table->now.state, tutorial->seat, moves, NULL);
        assert_true(ask_move(moves[zk_rng_below(&rng, count)]));
    }
    assert_int_equal(table->now.status, ZK_TABLE_OVER);
    struct zk_message again = message_of(ZK_ASK_AGAIN, tutorial->seat);
    assert_true(zk_local_ask(local, &again));
    assert_false(zk_local_next(local, &next));
    assert_null(zk_local_step(local));
}

/* Plays the tutorial; with `comings` it is left and taken up again after each move. */
static void play_through(bool comings) {
    const struct zk_table *table = &local->door.table;
    uint32_t read = 0;
    bool asked = false; /* the step said last asks for the next move */
    zk_move next;
    sit_down();
    while (read < tutorial->steps_count || zk_local_next(local, &next)) {
        const struct zk_tutorial_step *step = zk_local_step(local);
        bool has_next = zk_local_next(local, &next);
        if (step) {
            assert_ptr_equal(step, &tutorial->step[read]);
            /* Until it is read, only the learner could go on. */
            if (zk_local_wait(local) != ZK_WAIT_PERSON) assert_false(zk_local_go_on(local));
            asked = has_next && zk_local_wait(local) == ZK_WAIT_PERSON;
            zk_local_read(local, ++read);
        } else if (zk_local_wait(local) == ZK_WAIT_PERSON) {
            assert_true(asked); /* nobody is left without a word */
            try_others(next);
            assert_true(ask_move(next));
            asked = false;
            if (comings) leave_and_come_back();
        } else {
            assert_true(zk_local_go_on(local));
        }
    }
    /* The last words come at the end of the record, with the game still on. */
    assert_int_equal(table->now.moves_count, tutorial->record.moves_count);
    assert_int_equal(tutorial->step[tutorial->steps_count - 1].moves, table->now.moves_count);
    assert_int_equal(table->now.status, ZK_TABLE_PLAYING);
}

static void test_following(void **state) {
    (void)state;
    for (unsigned i = 0; zk_games[i]; i++) {
        if (!read_tutorial(zk_games[i])) continue;
        rng = zk_rng_stream(7, i);
        play_through(false);
        play_freely();
        play_through(true);
    }
}

/* That of Yokai Sketch is played by either edition: its moves are legal in both. */
static void test_editions(void **state) {
    (void)state;
    assert_true(read_tutorial(&zk_sketch));
    uint32_t moves = tutorial->record.moves_count;
    change("\"options\":{", "\"options\":{\"edition\":\"fr\",");
    assert_true(zk_tutorial_read(tutorial, changed, strlen(changed)));
    assert_int_equal(tutorial->record.moves_count, moves);
    rng = zk_rng_stream(7, 9);
    play_through(true);
}

static void test_undo_and_others(void **state) {
    (void)state;
    zk_move next;
    assert_true(read_tutorial(&zk_sketch));
    sit_down();
    while (zk_local_go_on(local)) {}
    uint32_t moves = local->door.table.now.moves_count;
    /* The learner may be quick: what was not read then counts as read. */
    assert_ptr_equal(zk_local_step(local), &tutorial->step[0]);
    assert_true(zk_local_next(local, &next) && ask_move(next));
    assert_int_equal(zk_local_step(local)->moves, moves + 1);
    struct zk_message undo = message_of(ZK_ASK_UNDO, tutorial->seat);
    assert_true(zk_local_ask(local, &undo));
    assert_int_equal(local->door.table.now.moves_count, moves);
    assert_ptr_equal(zk_local_step(local), &tutorial->step[0]);
    /* A tutorial for other settings is not followed. */
    tutorial->record.settings.rules_version++;
    assert_false(zk_local_follow(local, tutorial));
    assert_false(zk_local_next(local, &next));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),       cmocka_unit_test(test_faults_of_sentences),
        cmocka_unit_test(test_faults_of_files), cmocka_unit_test(test_following),
        cmocka_unit_test(test_editions),        cmocka_unit_test(test_undo_and_others),
    };
    tutorial = calloc(1, sizeof *tutorial);
    local = calloc(1, sizeof *local);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(local);
    free(tutorial);
    return failed;
}
