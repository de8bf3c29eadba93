/* suite.c: the suites are listed, or a bot of ours plays one and its records go to standard output. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command/terminal.h"
#include "commands.h"
#include "core/json.h"
#include "core/record.h"
#include "suites.h"

enum { JSON_SIZE = 2048 };

/* ---- What there is ---- */

static void list_suites(void) {
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    for (const struct suite *suite = suites; suite->name; suite++) {
        printf("%s%-15s%s %4" PRIu32 " deals, %4" PRIu32 " games: ", marks.bold, suite->name,
               marks.plain, suite->deals, suite->deals * suite_games(suite));
        if (suite->partner)
            printf("%s %s", suite->game->together ? "with" : "against", suite->partner);
        else
            fputs("in every seat", stdout);
        for (unsigned i = 0; suite->parts[i]; i++) printf("; %s", suite->parts[i]);
        putchar('\n');
    }
}

static void put_options(struct zk_json_out *out, const char *options) {
    zk_json_begin_object(out);
    for (const char *at = options; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " "), name = strcspn(at, "=");
        zk_json_key_bytes(out, at, name);
        zk_json_put_bytes(out, at + name + 1, size - name - 1);
        at += size;
    }
    zk_json_end_object(out);
}

static void print_json(const struct suite *suite) {
    char memory[JSON_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "suite");
    zk_json_put_string(&out, suite->name);
    zk_json_key(&out, "game");
    zk_json_put_string(&out, suite->game->id);
    zk_json_key(&out, "seed");
    zk_json_put_int(&out, SUITE_SEED);
    zk_json_key(&out, "deals");
    zk_json_put_int(&out, suite->deals);
    zk_json_key(&out, "seats");
    zk_json_put_int(&out, suite->seats);
    zk_json_key(&out, "partner");
    if (suite->partner)
        zk_json_put_string(&out, suite->partner);
    else
        zk_json_put_null(&out);
    zk_json_key(&out, "options");
    zk_json_begin_array(&out);
    for (unsigned i = 0; suite->parts[i]; i++) put_options(&out, suite->parts[i]);
    zk_json_end_array(&out);
    zk_json_end_object(&out);
    puts(memory);
}

/* ---- Playing ---- */

static void put_line(struct zk_text *line) {
    fwrite(line->data, 1, line->used, stdout);
    zk_text_clear(line);
}

static void play_game(const struct suite *suite, uint64_t number,
                      const struct zk_bot *entrant) {
    static struct suite_game play;
    const struct zk_game *game = suite->game;
    char memory[ZK_RECORD_LINE_SIZE];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    const char *names[ZK_SEATS_MAX];
    suite_begin(&play, suite, number, entrant);
    for (unsigned seat = 0; seat < suite->seats; seat++) names[seat] = play.bot[seat]->name;
    zk_record_put_header(&line, game, &play.settings, names, suite->seats);
    put_line(&line);
    while (game->actor(&play.rules, &play.state) != ZK_OVER) {
        zk_move move = suite_next(&play);
        zk_record_put_move(&line, game, &play.rules, &play.state, move);
        put_line(&line);
        suite_make(&play, move);
    }
    zk_record_put_result(&line, game, &play.rules, &play.state);
    put_line(&line);
}

int run_suite(const struct request *request) {
    const char *name = request->value[OPTION_BOT];
    if (!request->words_count) {
        if (name) return complain(request, "say which suite the bot is to play");
        list_suites();
        return STATUS_RIGHT;
    }
    const struct suite *suite = suites_find(request, request->words[0]);
    uint64_t from, deals;
    if (!suite) return STATUS_UNUSABLE;
    if (request->value[OPTION_JSON]) {
        print_json(suite);
        return STATUS_RIGHT;
    }
    if (!name) return complain(request, "say who plays: --bot NAME; or --json");
    const struct zk_bot *bot = request_bot(request, suite->game, name, strlen(name));
    if (!bot || !request_number(request, OPTION_FROM, 0, suite->deals - 1, 0, &from) ||
        !request_number(request, OPTION_DEALS, 1, suite->deals - from, suite->deals - from,
                        &deals))
        return STATUS_UNUSABLE;
    unsigned games = suite_games(suite);
    struct terminal_progress progress = terminal_progress_start("games");
    for (uint64_t number = from * games; number < (from + deals) * games && !ferror(stdout);
         number++) {
        play_game(suite, number, bot);
        terminal_progress_tick(&progress, number - from * games + 1);
    }
    terminal_progress_end(&progress);
    return STATUS_RIGHT;
}
