/* test_golden.c: playthroughs that a person can read (tests/GAME/golden/), replayed and compared.
 *
 * A playthrough is written by this program from the moves that stand in it, so it does not depend
 * on any generator: each move is read, checked, made, and everything that can be seen of it is
 * written down again: what may be done, what each seat is told, and the lines of each board that
 * changed, for every seat and for a spectator. The whole must be the file, byte for byte.
 *
 *   UPDATE=1   rewrites the files instead; look at the difference before you keep it */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "laws.h"

enum {
    VIEWERS_MAX = ZK_SEATS_MAX + 1,
    LINES_MAX = 64,
    SCREEN_SIZE = 8192,
    FILE_SIZE = 1 << 20,
    MANY = 40, /* moves in one list, from where on they are written shorter */
    COLUMNS = 100,
};

/* A game being played through. */
struct playthrough {
    struct laws laws;
    struct zk_state *state;
    char screen[VIEWERS_MAX][SCREEN_SIZE]; /* what each saw last */
    struct zk_text out;
};

/* Who looks on: every seat, then a spectator. */
static unsigned count_viewers(const struct playthrough *p) { return p->laws.seats + 1; }

static int viewer(const struct playthrough *p, unsigned index) {
    return index < p->laws.seats ? (int)index : ZK_SPECTATOR;
}

static const char *viewer_name(const struct playthrough *p, unsigned index) {
    return index < p->laws.seats ? zk_actor_name((int)index) : "-";
}

static size_t line_size(const char *at) { return strcspn(at, "\n"); }

/* The lines of a board that are not what they were. */
struct changes {
    const char *line[LINES_MAX];
    size_t count;
};

static struct changes find_changes(const char *before, const char *now) {
    struct changes changes = {.count = 0};
    for (; *now; now += line_size(now), now += *now == '\n') {
        if (!zk_same(now, line_size(now), before, line_size(before))) {
            assert_true(changes.count < LINES_MAX);
            changes.line[changes.count++] = now;
        }
        before += line_size(before);
        before += *before == '\n';
    }
    return changes;
}

static bool has_line(const struct changes *changes, const char *line) {
    for (size_t i = 0; i < changes->count; i++)
        if (zk_same(changes->line[i], line_size(changes->line[i]), line, line_size(line)))
            return true;
    return false;
}

static void put_line(struct zk_text *out, const char *who, const char *line) {
    size_t size = line_size(line);
    while (size && line[size - 1] == ' ') size--;
    zk_text_put(out, "  ");
    zk_text_pad(out, 5 - strlen(who));
    zk_text_put(out, who);
    zk_text_put(out, " | ");
    zk_text_put_bytes(out, line, size);
    zk_text_put_char(out, '\n');
}

/* Writes what changed on each board; once, where it is the same for all. */
static void put_screens(struct playthrough *p) {
    const struct zk_game *game = p->laws.game;
    static char screen[VIEWERS_MAX][SCREEN_SIZE];
    struct changes changes[VIEWERS_MAX];
    unsigned viewers = count_viewers(p);
    for (unsigned v = 0; v < viewers; v++) {
        struct zk_text text = zk_text_in(screen[v], SCREEN_SIZE);
        game->view(p->laws.rules, p->state, viewer(p, v), p->laws.view[0]);
        zk_print_view(game, p->laws.rules, p->laws.view[0], true, &text);
        assert_false(text.full);
        changes[v] = find_changes(p->screen[v], screen[v]);
    }
    for (unsigned v = 0; v < viewers; v++)
        for (size_t i = 0; i < changes[v].count; i++) {
            const char *line = changes[v].line[i];
            bool all = true;
            for (unsigned w = 0; w < viewers; w++) all &= has_line(&changes[w], line);
            if (all && v) continue;
            put_line(&p->out, all ? "all" : viewer_name(p, v), line);
        }
    memcpy(p->screen, screen, sizeof screen);
}

/* The text of a move up to its last word. */
static size_t stem_size(const char *text) {
    const char *blank = strrchr(text, ' ');
    return blank ? (size_t)(blank - text) : 0;
}

/* A long list: what begins alike stands in one line, in several if need be. */
static void put_many(struct playthrough *p) {
    zk_text_put(&p->out, "    may, in ");
    zk_text_put_uint(&p->out, p->laws.count);
    zk_text_put(&p->out, " ways:");
    size_t column = COLUMNS;
    for (uint32_t i = 0; i < p->laws.count; i++) {
        const char *text = p->laws.text[i];
        size_t stem = stem_size(text);
        bool alike =
            i && zk_same(text, stem, p->laws.text[i - 1], stem_size(p->laws.text[i - 1]));
        const char *word = alike ? text + stem : text;
        if (!alike || column + strlen(word) > COLUMNS) {
            zk_text_put(&p->out, alike ? "\n          " : "\n      ");
            column = alike ? 10 : 6;
        }
        zk_text_put(&p->out, word);
        column += strlen(word);
    }
    zk_text_put_char(&p->out, '\n');
}

static void put_legal(struct playthrough *p) {
    bool chance = p->laws.game->actor(p->laws.rules, p->state) == ZK_CHANCE;
    uint32_t total = 0;
    if (!chance && p->laws.count > MANY) {
        put_many(p);
        return;
    }
    for (uint32_t i = 0; i < p->laws.count; i++) total += chance ? p->laws.weight[i] : 1;
    zk_text_put(&p->out, chance ? "    of " : "    may");
    if (chance) zk_text_put_uint(&p->out, total);
    for (uint32_t i = 0; i < p->laws.count; i++) {
        zk_text_put(&p->out, i ? ", " : ": ");
        zk_text_put(&p->out, p->laws.text[i]);
        if (!chance) continue;
        zk_text_put(&p->out, " x");
        zk_text_put_uint(&p->out, p->laws.weight[i]);
    }
    zk_text_put_char(&p->out, '\n');
}

static void put_told(struct playthrough *p, unsigned index, const char *how,
                     const char *what) {
    zk_text_put(&p->out, "    ");
    zk_text_put(&p->out, viewer_name(p, index));
    zk_text_put(&p->out, how);
    zk_text_put(&p->out, what);
    zk_text_put_char(&p->out, '\n');
}

/* One move, as it stands in the file: "12. A: play RB>R". */
static void put_move(struct playthrough *p, uint32_t number, int who, const char *words,
                     size_t size) {
    const struct zk_game *game = p->laws.game;
    zk_move move;
    if (!laws_list(&p->laws, p->state)) fail_msg("%s", p->laws.fault);
    if (!zk_parse_move(game, p->laws.rules, p->state, who, words, size, &move))
        fail_msg("move %u, %.*s, is not legal", number, (int)size, words);
    zk_text_put_char(&p->out, '\n');
    zk_text_put_uint(&p->out, number);
    zk_text_put(&p->out, ". ");
    zk_text_put(&p->out, zk_actor_name(who));
    zk_text_put(&p->out, ": ");
    zk_text_put_bytes(&p->out, words, size);
    zk_text_put_char(&p->out, '\n');
    if (move >> 28)
        zk_text_put(&p->out, "    out of turn\n");
    else
        put_legal(p);
    for (unsigned v = 0; v < count_viewers(p); v++) {
        char told[ZK_MOVE_TEXT_SIZE];
        struct zk_text text = zk_text_in(told, sizeof told);
        game->print_move(p->laws.rules, p->state, move, viewer(p, v), &text);
        if (!zk_same(told, text.used, words, size)) put_told(p, v, " is told: ", told);
        zk_text_clear(&text);
        if (game->saw) game->saw(p->laws.rules, p->state, move, viewer(p, v), &text);
        if (text.used) put_told(p, v, " saw: ", told);
    }
    game->apply(p->laws.rules, p->state, move);
    put_screens(p);
}

static void put_result(struct playthrough *p) {
    const struct zk_game *game = p->laws.game;
    struct zk_result result;
    if (game->actor(p->laws.rules, p->state) != ZK_OVER) return;
    game->result(p->laws.rules, p->state, &result);
    if (game->together) {
        zk_text_put(&p->out, result.winners ? "\nWon by " : "\nLost by ");
        zk_text_put(&p->out, result.end);
        zk_text_put(&p->out, ", ");
        zk_text_put_int(&p->out, result.points[0]);
        zk_text_put(&p->out, " points, ");
        zk_text_put(&p->out, result.rank);
        zk_text_put(&p->out, ".\n");
        return;
    }
    zk_text_put(&p->out, result.drawn ? "\nDrawn" : "\nWon by");
    for (uint32_t seat = 0; seat < p->laws.seats && !result.drawn; seat++) {
        if (!(result.winners >> seat & 1)) continue;
        zk_text_put_char(&p->out, ' ');
        zk_text_put(&p->out, zk_actor_name((int)seat));
    }
    zk_text_put(&p->out, " by ");
    zk_text_put(&p->out, result.end);
    for (uint32_t seat = 0; seat < p->laws.seats; seat++) {
        zk_text_put(&p->out, seat ? " to " : ", ");
        zk_text_put_int(&p->out, result.points[seat]);
    }
    zk_text_put(&p->out, ".\n");
}

/* Plays the moves that stand in `file` and writes the playthrough. Its first line is
 * "Playthrough of sketch edition=fr first=random"; the second names the viewers. */
static void play_through(const char *file, char *out) {
    static const char title[] = "Playthrough of ";
    static struct playthrough p;
    char id[32], options[128];
    memset(&p, 0, sizeof p);
    p.out = zk_text_in(out, FILE_SIZE);
    assert_memory_equal(file, title, strlen(title));
    const char *at = file + strlen(title);
    size_t size = strcspn(at, " \n"), rest = line_size(at) - size;
    snprintf(id, sizeof id, "%.*s", (int)size, at);
    snprintf(options, sizeof options, "%.*s", (int)(rest ? rest - 1 : 0),
             at + size + (rest > 0));
    const struct zk_game *game = zk_games_find(id, size);
    assert_non_null(game);
    laws_open_named(&p.laws, game, options);
    p.state = malloc(game->state_size);
    assert_non_null(p.state);
    game->start(p.laws.rules, p.state);
    zk_text_put(&p.out, title);
    zk_text_put(&p.out, p.laws.name);
    zk_text_put(&p.out, "\nThe boards of");
    for (unsigned seat = 0; seat < p.laws.seats; seat++) {
        zk_text_put(&p.out, seat ? ", of " : " ");
        zk_text_put(&p.out, zk_actor_name((int)seat));
    }
    zk_text_put(&p.out,
                " and of a spectator (-): first whole, then the lines that changed.\n\n");
    put_screens(&p);
    uint32_t number = 0;
    for (; *at; at += line_size(at), at += *at == '\n') {
        if (*at < '1' || *at > '9') continue;
        const char *name = strstr(at, ". "), *words = strstr(at, ": ");
        int who;
        assert_true(name && words && name < words);
        assert_true(zk_actor_parse(name + 2, (size_t)(words - name - 2), &who));
        put_move(&p, ++number, who, words + 2, line_size(words + 2));
    }
    put_result(&p);
    assert_false(p.out.full);
    free(p.state);
    laws_close(&p.laws);
}

static void compare(const char *expected, const char *actual, const char *path) {
    unsigned line = 1;
    for (size_t i = 0;; i++) {
        if (expected[i] != actual[i]) {
            while (i && actual[i - 1] != '\n' && expected[i - 1] != '\n') i--;
            fail_msg("%s:%u: in the file\n%.*s\nnow\n%.*s\n(UPDATE=1 rewrites the file)", path,
                     line, (int)line_size(expected + i), expected + i,
                     (int)line_size(actual + i), actual + i);
        }
        if (!actual[i]) return;
        line += actual[i] == '\n';
    }
}

static void golden(void **test) {
    const char *path = *test, *update = getenv("UPDATE");
    static char expected[FILE_SIZE], actual[FILE_SIZE];
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is not there; tests run at the top of the source tree", path);
    size_t size = fread(expected, 1, sizeof expected - 1, file);
    fclose(file);
    expected[size] = '\0';
    play_through(expected, actual);
    if (!update || strcmp(update, "1") != 0) {
        compare(expected, actual, path);
        return;
    }
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(actual, 1, strlen(actual), file), strlen(actual));
    assert_int_equal(fclose(file), 0);
}

/* Those of every game in the list. */
int main(void) {
    enum { FILES_MAX = 64 };
    static struct CMUnitTest tests[FILES_MAX];
    glob_t found = {0};
    for (unsigned i = 0; zk_games[i]; i++) {
        char pattern[128];
        snprintf(pattern, sizeof pattern, "tests/%s/golden/*.txt", zk_games[i]->id);
        int status = glob(pattern, i ? GLOB_APPEND : 0, NULL, &found);
        if (status && status != GLOB_NOMATCH) return 2;
    }
    if (!found.gl_pathc || found.gl_pathc > FILES_MAX) {
        fprintf(stderr, "there are %zu playthroughs\n", found.gl_pathc);
        return 2;
    }
    for (size_t i = 0; i < found.gl_pathc; i++)
        tests[i] =
            (struct CMUnitTest){found.gl_pathv[i], golden, NULL, NULL, found.gl_pathv[i]};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = _cmocka_run_group_tests("golden", tests, found.gl_pathc, NULL, NULL);
    globfree(&found);
    return failed;
}
