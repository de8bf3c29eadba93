/* fuzz_record.c: bytes as a file of records. Nothing in it may crash the reader; each wrong record is
 * refused in words with its line; each right one is written again, and what was written is read
 * as the same game and written to the same bytes. A finished one can be studied. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/study.h"
#include "core/record.h"
#include "games/list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WRITTEN_SIZE = 1 << 20, STUDIED_MAX = 16 };

/* What a reader found, with the first right record written again. */
struct found {
    unsigned whole, wrong;
    char *written; /* of WRITTEN_SIZE bytes */
    size_t written_size;
};

static void write_again(struct found *found, const struct zk_record *record) {
    static struct zk_state state;
    const struct zk_game *game = record->game;
    const char *names[ZK_SEATS_MAX];
    struct zk_text text = zk_text_in(found->written, WRITTEN_SIZE);
    for (unsigned i = 0; i < record->seats_count; i++) names[i] = record->name[i];
    zk_record_put_header(&text, game, &record->settings, names, record->seats_count);
    game->start(record->rules, &state);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        zk_record_put_move(&text, game, record->rules, &state, record->moves[i]);
        game->apply(record->rules, &state, record->moves[i]);
        assert(!game->check(record->rules, &state));
    }
    assert(record->finished == (game->actor(record->rules, &state) == ZK_OVER));
    if (record->finished) zk_record_put_result(&text, game, record->rules, &state);
    assert(!text.full);
    found->written_size = text.used;
}

/* The first decisions of one seat, with little thought. */
static void study_it(const struct zk_record *record) {
    static struct zk_study study;
    static const struct zk_budget budget = {.playouts = 3};
    struct zk_study_point point;
    const struct zk_bot *bot = zk_bots_best(record->game);
    if (!bot || !record->finished) return;
    zk_study_begin(&study, bot, record->game, record->rules,
                   1u << record->moves_count % record->seats_count, 1, &budget);
    for (uint32_t i = 0, studied = 0; i < record->moves_count && studied < STUDIED_MAX; i++) {
        if (!zk_study_move(&study, record->moves[i], &point)) continue;
        assert(point.move[point.made].move == record->moves[i]);
        studied++;
    }
}

static void on_whole(void *user, const struct zk_record *record) {
    struct found *found = user;
    if (found->whole++ > 0) return;
    write_again(found, record);
    study_it(record);
}

static void on_wrong(void *user, const struct zk_record_wrong *wrong) {
    struct found *found = user;
    char sentence[2048];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_sentence_english(wrong->game, &wrong->refusal, &text);
    assert(wrong->line > 0 && text.used > 5 && !text.full);
    found->wrong++;
}

static void read_all(const char *data, size_t size, struct found *found) {
    static zk_move moves[1 << 16];
    static struct zk_record_reader reader;
    assert(zk_record_moves_max(zk_games) <= sizeof moves / sizeof *moves);
    zk_record_reader_start(&reader, zk_games, moves, sizeof moves / sizeof *moves, on_whole,
                           on_wrong, found);
    while (size) {
        const char *stop = memchr(data, '\n', size);
        size_t line_size = stop ? (size_t)(stop - data) : size;
        char *line = malloc(line_size ? line_size : 1); /* exact: a byte too far is an error */
        if (!line) abort();
        memcpy(line, data, line_size);
        zk_record_reader_line(&reader, line, line_size);
        free(line);
        data += line_size + (stop != NULL);
        size -= line_size + (stop != NULL);
    }
    zk_record_reader_end(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char first[WRITTEN_SIZE], second[WRITTEN_SIZE];
    struct found found = {.written = first}, again = {.written = second};
    read_all((const char *)data, size, &found);
    if (!found.whole) return 0;
    read_all(first, found.written_size, &again);
    assert(again.whole == 1 && again.wrong == 0);
    assert(zk_same(first, found.written_size, second, again.written_size));
    return 0;
}
