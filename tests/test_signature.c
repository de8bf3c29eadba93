/* test_signature.c: play is as it was: every line of the signature is in tests/signature.txt.
 *
 * A game without any line there is being written: its lines are added when it is to stay as it is.
 *
 * UPDATE=1 in the environment adds lines that are not in the file yet; it never changes one.
 *
 * The games are played in the reverse order of `zashiki-lab bench --signature`, which another test
 * compares with the same file: so no line depends on what was played before it. */
#include "bots/signature.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "games/null/null.h"

#define PATH "tests/signature.txt"

enum { LINES_MAX = 4096, LINE_SIZE = 256 };

struct lines {
    unsigned count;
    char line[LINES_MAX][LINE_SIZE];
};
static struct lines pinned, comments, played;

static void add(void *user, const char *text) {
    struct lines *lines = user;
    assert_true(lines->count < LINES_MAX);
    assert_true(strlen(text) < LINE_SIZE);
    strcpy(lines->line[lines->count++], text);
}

/* Bytes before the hash: the game, the bot and the options, which say what a line is about. */
static size_t subject_size(const char *line) {
    const char *hash = strrchr(line, ' ');
    return hash ? (size_t)(hash - line) : 0;
}

/* The line about the same as this one, or NULL. */
static const char *find(const struct lines *lines, const char *wanted) {
    size_t size = subject_size(wanted);
    for (unsigned i = 0; i < lines->count; i++)
        if (subject_size(lines->line[i]) == size && memcmp(lines->line[i], wanted, size) == 0)
            return lines->line[i];
    return NULL;
}

/* Whether a line of the same game is among them. */
static bool has_game(const struct lines *lines, const char *wanted) {
    size_t size = strcspn(wanted, " ") + 1;
    for (unsigned i = 0; i < lines->count; i++)
        if (strncmp(lines->line[i], wanted, size) == 0) return true;
    return false;
}

static void read_pinned(void) {
    char line[LINE_SIZE];
    FILE *file = fopen(PATH, "r");
    if (!file) fail_msg("%s is missing", PATH);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        add(line[0] == '#' ? &comments : &pinned, line);
    }
    fclose(file);
}

/* Backwards: the last game first, and of each game the last bot. */
static void play_all(void) {
    unsigned games = 0, bots = 0;
    while (zk_games[games]) games++;
    while (zk_bot_names[bots].name) bots++;
    for (unsigned g = games; g-- > 0;)
        for (unsigned b = bots; b-- > 0;) {
            const struct zk_bot *bot = zk_bots_of(zk_games[g], zk_bot_names[b].name);
            if (bot) zk_signature_of(zk_games[g], bot, add, &played);
        }
}

struct writing {
    FILE *file;
    unsigned added;
};

static void write_one(struct writing *writing, const char *text) {
    const char *old = find(&pinned, text);
    writing->added += !old;
    fprintf(writing->file, "%s\n", old ? old : text);
}

/* The file in the order of the lists, with what is pinned as it was and the rest added. What is
 * pinned and not played any more stays at the end, for the comparison to complain about. */
static void update(void) {
    struct writing writing = {fopen(PATH, "w"), 0};
    assert_non_null(writing.file);
    for (unsigned i = 0; i < comments.count; i++)
        fprintf(writing.file, "%s\n", comments.line[i]);
    for (unsigned g = 0; zk_games[g]; g++)
        for (unsigned b = 0; zk_bot_names[b].name; b++) {
            char start[LINE_SIZE];
            int size =
                snprintf(start, sizeof start, "%s %s ", zk_games[g]->id, zk_bot_names[b].name);
            for (unsigned i = 0; i < played.count; i++)
                if (strncmp(played.line[i], start, (size_t)size) == 0)
                    write_one(&writing, played.line[i]);
        }
    for (unsigned i = 0; i < pinned.count; i++)
        if (!find(&played, pinned.line[i])) fprintf(writing.file, "%s\n", pinned.line[i]);
    assert_int_equal(fclose(writing.file), 0);
    print_message("# %u lines added to %s\n", writing.added, PATH);
    pinned.count = comments.count = 0;
    read_pinned();
}

static void every_line_is_as_it_was(void **state) {
    (void)state;
    unsigned wrong = 0, missing = 0;
    read_pinned();
    play_all();
    if (getenv("UPDATE")) update();
    for (unsigned i = 0; i < pinned.count; i++) {
        const char *now = find(&played, pinned.line[i]);
        if (now && strcmp(now, pinned.line[i]) == 0) continue;
        wrong++;
        if (now)
            print_error("Play has changed: it was %s\n                  now it is %s\n",
                        pinned.line[i], now);
        else
            print_error("This is not played any more: %s\n", pinned.line[i]);
    }
    for (unsigned i = 0; i < played.count; i++) {
        if (find(&pinned, played.line[i]) || !has_game(&pinned, played.line[i])) continue;
        missing++;
        print_error("This is not pinned yet: %s\n", played.line[i]);
    }
    if (missing)
        print_error("Lines of a new game, bot or option are added to %s by\n"
                    "    UPDATE=1 build/tests/test_signature\n",
                    PATH);
    if (wrong)
        print_error(
            "A change of play is made as docs/versions.md says. One that is meant, of what was\n"
            "never published: delete these lines from %s, then add them as above.\n",
            PATH);
    assert_int_equal(wrong + missing, 0);
}

/* A new version of the rules adds lines and changes none. */
static void a_version_adds_lines(void **state) {
    (void)state;
    static struct lines before, after;
    struct zk_game game = zk_null;
    zk_signature_of(&game, &zk_bot_random, add, &before);
    game.rules_version++;
    zk_signature_of(&game, &zk_bot_random, add, &after);
    assert_true(before.count > 0);
    assert_int_equal(after.count, before.count / zk_null.rules_version * game.rules_version);
    for (unsigned i = 0; i < before.count; i++) {
        const char *line = find(&after, before.line[i]);
        assert_non_null(line);
        assert_string_equal(line, before.line[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_line_is_as_it_was),
                                       cmocka_unit_test(a_version_adds_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
