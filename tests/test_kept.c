/* test_kept.c: every record that is kept in tests/GAME/records replays, to the byte and for ever.
 *
 * There is one of each game with each value of each option for each number of players, by each
 * version of the game's rules. What is missing is named together with a command that makes it. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/record.h"
#include "games/list.h"

enum { KEPT_MAX = 4096, FILE_SIZE_MAX = 4 << 20 };

/* What a finished record was played with. A card set of its own is not kept. */
static struct kept {
    const struct zk_game *game;
    struct zk_settings settings;
    uint32_t seats;
} kept[KEPT_MAX];
static unsigned kept_count;

static char path[512];
static struct zk_record_reader reader;
static zk_move *moves;
static char *input, *again_memory;
static struct zk_text again; /* the records of a file, written anew */
static unsigned wrong_count;

/* ---- Reading ---- */

static void take_whole(void *user, const struct zk_record *record) {
    (void)user;
    struct zk_state state;
    const struct zk_game *game = record->game;
    const char *names[ZK_SEATS_MAX];
    for (uint32_t seat = 0; seat < record->seats_count; seat++)
        names[seat] = record->name[seat];
    zk_record_put_header(&again, game, &record->settings, names, record->seats_count);
    game->start(record->rules, &state);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        zk_record_put_move(&again, game, record->rules, &state, record->moves[i]);
        game->apply(record->rules, &state, record->moves[i]);
    }
    if (!record->finished) return;
    zk_record_put_result(&again, game, record->rules, &state);
    assert_true(kept_count < KEPT_MAX);
    kept[kept_count++] = (struct kept){game, record->settings, record->seats_count};
}

static void take_wrong(void *user, const struct zk_record_wrong *wrong) {
    (void)user;
    char sentence[1024];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_sentence_english(wrong->game, &wrong->refusal, &text);
    print_error("%s:%llu: %s\n", path, (unsigned long long)wrong->line, sentence);
    wrong_count++;
}

static void read_file(const char *folder, const char *name) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(input, 1, FILE_SIZE_MAX, file);
    assert_true(size < FILE_SIZE_MAX);
    fclose(file);
    again = zk_text_in(again_memory, FILE_SIZE_MAX);
    unsigned wrong_before = wrong_count;
    zk_record_reader_start(&reader, zk_games, moves, zk_record_moves_max(zk_games), take_whole,
                           take_wrong, NULL);
    for (size_t at = 0; at < size;) {
        const char *stop = memchr(input + at, '\n', size - at);
        size_t length = stop ? (size_t)(stop - input) - at : size - at;
        zk_record_reader_line(&reader, input + at, length);
        at += length + 1;
    }
    zk_record_reader_end(&reader);
    if (wrong_count > wrong_before) return;
    if (!zk_same(input, size, again.data, again.used)) {
        print_error("%s: the same records are written otherwise now\n", path);
        wrong_count++;
    }
}

static void read_folder(const struct zk_game *game) {
    char folder[128];
    snprintf(folder, sizeof folder, "tests/%s/records", game->id);
    DIR *directory = opendir(folder);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        const char *ending = strrchr(entry->d_name, '.');
        if (!ending || strcmp(ending, ".jsonl") != 0) continue;
        read_file(folder, entry->d_name);
    }
    closedir(directory);
}

/* ---- What there has to be ---- */

static void set(const struct zk_game *game, struct zk_settings *settings, unsigned option,
                const char *value) {
    struct zk_sentence refusal;
    const char *name = game->options[option].name;
    assert_true(
        zk_settings_set(game, settings, name, strlen(name), value, strlen(value), &refusal));
}

static bool seats_are(const struct zk_game *game, const struct zk_settings *settings,
                      uint32_t seats) {
    static struct zk_rules rules;
    struct zk_sentence refusal;
    return game->prepare(&rules, settings, &refusal) && zk_seats(game, &rules) == seats;
}

/* Settings with this value for so many seats, which change at most one other option. */
static bool possible(const struct zk_game *game, uint32_t version, unsigned option,
                     const char *value, uint32_t seats, struct zk_settings *settings) {
    struct zk_sentence refusal;
    for (unsigned other = 0; game->options[other].name; other++)
        for (unsigned i = 0; game->options[other].values && game->options[other].values[i];
             i++) {
            memset(settings, 0, sizeof *settings);
            assert_true(zk_settings_set_rules(game, settings, version, &refusal));
            set(game, settings, other, game->options[other].values[i]);
            set(game, settings, option, value);
            if (seats_are(game, settings, seats)) return true;
        }
    return false;
}

static bool is_kept(const struct zk_game *game, uint32_t version, unsigned option,
                    const char *value, uint32_t seats) {
    for (unsigned i = 0; i < kept_count; i++)
        if (kept[i].game == game && kept[i].seats == seats &&
            zk_settings_rules(game, &kept[i].settings) == version &&
            strcmp(zk_settings_get(game, &kept[i].settings, option), value) == 0)
            return true;
    return false;
}

/* Records of older rules were made when those were the newest. */
static void complain(const struct zk_game *game, unsigned option, const char *value,
                     uint32_t seats, const struct zk_settings *settings) {
    print_error("No record is kept of %s by rules %u for %u with %s=%s.\n", game->id,
                zk_settings_rules(game, settings), seats, game->options[option].name, value);
    if (settings->rules_version) return;
    print_error("    zashiki selfplay %s --games 1 --seed 1 --bot random", game->id);
    for (unsigned i = 0; game->options[i].name; i++)
        if (settings->value[i][0])
            print_error(" --set %s=%s", game->options[i].name, settings->value[i]);
    print_error(" >>tests/%s/records/kept.jsonl\n", game->id);
}

static void demand(const struct zk_game *game, uint32_t version, unsigned option,
                   const char *value) {
    for (uint32_t seats = game->seats_min; seats <= game->seats_max; seats++) {
        struct zk_settings settings;
        if (is_kept(game, version, option, value, seats) ||
            !possible(game, version, option, value, seats, &settings))
            continue;
        complain(game, option, value, seats, &settings);
        wrong_count++;
    }
}

static void demand_all(const struct zk_game *game) {
    for (uint32_t version = 1; version <= game->rules_version; version++)
        for (unsigned option = 0; game->options[option].name; option++) {
            const char *const *values = game->options[option].values;
            for (unsigned i = 0; values && values[i]; i++)
                demand(game, version, option, values[i]);
        }
}

static void kept_records_replay(void **state) {
    const struct zk_game *game = *state;
    kept_count = wrong_count = 0;
    read_folder(game);
    demand_all(game);
    assert_int_equal(wrong_count, 0);
    if (!kept_count) /* a game without options */
        fail_msg(
            "No record is kept of %s.\n"
            "    zashiki selfplay %s --games 1 --seed 1 --bot random >>tests/%s/records/kept.jsonl",
            game->id, game->id, game->id);
}

int main(void) {
    struct CMUnitTest tests[16];
    size_t count = 0;
    for (; zk_games[count]; count++) {
        if (count == sizeof tests / sizeof *tests) return 1;
        /* cmocka's state is not const; nothing here writes to it. */
        void *game;
        memcpy(&game, &zk_games[count], sizeof game);
        tests[count] =
            (struct CMUnitTest){zk_games[count]->id, kept_records_replay, NULL, NULL, game};
    }
    moves = calloc(zk_record_moves_max(zk_games), sizeof *moves);
    input = malloc(FILE_SIZE_MAX);
    again_memory = malloc(FILE_SIZE_MAX);
    if (!moves || !input || !again_memory) return 1;
    int failed = _cmocka_run_group_tests("kept", tests, count, NULL, NULL);
    free(again_memory);
    free(input);
    free(moves);
    return failed;
}
