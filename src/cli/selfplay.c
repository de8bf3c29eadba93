/* selfplay.c: programs play each other, and their records go to standard output. */
#include "bots/selfplay.h"

#include <stdio.h>
#include <string.h>

#include "command/terminal.h"
#include "commands.h"
#include "core/record.h"

/* One name for every seat, or one for each, separated by commas. */
static bool read_bots(const struct request *request, const struct zk_game *game,
                      uint32_t seats, const struct zk_bot **bots) {
    const char *names = request->value[OPTION_BOTS] ? request->value[OPTION_BOTS] : "random";
    uint32_t count = 0;
    for (const char *at = names;; at++) {
        size_t size = strcspn(at, ",");
        const struct zk_bot *bot = request_bot(request, game, at, size);
        if (!bot) return false;
        if (count < seats) bots[count] = bot;
        count++;
        at += size;
        if (!*at) break;
    }
    for (uint32_t seat = 1; count == 1 && seat < seats; seat++) bots[seat] = bots[0];
    if (count == 1 || count == seats) return true;
    complain(request, "--bot names %u programs, but %s has %u seats", count, game->name,
             seats);
    return false;
}

static void play_game(struct zk_selfplay *play, const struct zk_settings *settings) {
    const struct zk_game *game = play->game;
    struct zk_state state;
    char memory[ZK_RECORD_LINE_SIZE];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    const char *names[ZK_SEATS_MAX];
    uint32_t seats = zk_seats(game, play->rules);
    for (uint32_t seat = 0; seat < seats; seat++) names[seat] = play->bot[seat]->name;
    zk_record_put_header(&line, game, settings, names, seats);
    fwrite(line.data, 1, line.used, stdout);
    game->start(play->rules, &state);
    while (game->actor(play->rules, &state) != ZK_OVER) {
        zk_move move = zk_selfplay_next(play, &state);
        zk_text_clear(&line);
        zk_record_put_move(&line, game, play->rules, &state, move);
        fwrite(line.data, 1, line.used, stdout);
        zk_selfplay_make(play, &state, move);
    }
    zk_text_clear(&line);
    zk_record_put_result(&line, game, play->rules, &state);
    fwrite(line.data, 1, line.used, stdout);
}

int run_selfplay(const struct request *request) {
    struct zk_rules rules;
    struct zk_settings settings;
    const struct zk_bot *bots[ZK_SEATS_MAX] = {NULL};
    struct zk_selfplay play;
    uint64_t games, seed, playouts;
    const struct zk_game *game = request_game(request, request->words[0]);
    if (!game || !request_rules(request, game, &settings, &rules) ||
        !request_number(request, OPTION_GAMES, 0, UINT64_MAX, 1, &games) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &seed) ||
        !request_number(request, OPTION_PLAYOUTS, 0, UINT32_MAX, 0, &playouts) ||
        !read_bots(request, game, zk_seats(game, &rules), bots))
        return STATUS_UNUSABLE;
    struct zk_budget budget = {.playouts = (uint32_t)playouts};
    setvbuf(stdout, NULL, _IOFBF, 1 << 18);
    struct terminal_progress progress = terminal_progress_start("games");
    for (uint64_t number = 0; number < games && !ferror(stdout); number++) {
        zk_selfplay_begin(&play, game, &rules, bots, seed, number);
        if (playouts) play.budget = &budget;
        play_game(&play, &settings);
        terminal_progress_tick(&progress, number + 1);
    }
    terminal_progress_end(&progress);
    return STATUS_RIGHT;
}
