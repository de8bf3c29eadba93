/* records.c: games written down and read back, see zashiki.h.
 *
 * The reader in core tells of a record when it meets the next one's first line, and can tell of two records
 * in one line: the one that ends there and the one that begins there wrongly. So what it tells is kept, two at
 * most, and handed over one by one. */
#include <stdlib.h>
#include <string.h>

#include "../core/record.h"
#include "../games/list.h"
#include "inside.h"

enum { TOLD_MAX = 2, SENTENCE_SIZE = 1024 };

struct told {
    enum zk_reading what;
    uint64_t line;
    struct zk_ruleset rules;
    char name[ZK_SEATS_MAX][ZK_RECORD_NAME_SIZE];
    zk_move *moves;
    uint32_t moves_count;
    bool finished;
    char why[SENTENCE_SIZE];
};

struct zk_records {
    const char *at, *end; /* what is not read yet */
    bool ended;
    unsigned told_count, told_given;
    struct told told[TOLD_MAX];
    struct zk_record_reader reader;
};

/* ---- Writing ---- */

/* Where the record goes, as far as there is room, and how long it is. */
struct output {
    char *at;
    size_t size, used;
};

static void put_line(struct output *output, const struct zk_text *line) {
    assert(!line->full);
    size_t room = output->used < output->size ? output->size - output->used : 0;
    zk_inside_give(room ? output->at + output->used : NULL, room, line->data, line->used);
    output->used += line->used;
}

size_t zk_record_write(const struct zk_ruleset *rules, const char *const *names,
                       const zk_move *moves, uint32_t count, char *out, size_t size) {
    const struct zk_game *game = rules->game;
    struct output output = {.at = out, .size = size};
    char memory[ZK_RECORD_LINE_SIZE];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    struct zk_state state;
    for (uint32_t seat = 0; seat < rules->seats; seat++)
        if (strlen(names[seat]) >= ZK_RECORD_NAME_SIZE) return 0;
    zk_record_put_header(&line, game, &rules->settings, names, rules->seats);
    put_line(&output, &line);
    game->start(&rules->rules, &state);
    for (uint32_t i = 0; i < count; i++) {
        if (!zk_inside_legal(rules, &state, moves[i])) return 0;
        zk_text_clear(&line);
        zk_record_put_move(&line, game, &rules->rules, &state, moves[i]);
        put_line(&output, &line);
        game->apply(&rules->rules, &state, moves[i]);
    }
    if (game->actor(&rules->rules, &state) == ZK_OVER) {
        zk_text_clear(&line);
        zk_record_put_result(&line, game, &rules->rules, &state);
        put_line(&output, &line);
    }
    return output.used;
}

/* ---- Reading ---- */

static struct told *tell(struct zk_records *records, enum zk_reading what, uint64_t line) {
    assert(records->told_count < TOLD_MAX);
    struct told *told = &records->told[records->told_count++];
    told->what = what;
    told->line = line;
    return told;
}

static void whole_record(void *user, const struct zk_record *record) {
    struct told *told = tell(user, ZK_READ_RECORD, record->line);
    told->rules.game = record->game;
    told->rules.settings = record->settings;
    memcpy(&told->rules.rules, record->rules, record->game->rules_size);
    told->rules.seats = record->seats_count;
    if (record->settings.cards) {
        memcpy(told->rules.cards, record->settings.cards, record->settings.cards_size);
        told->rules.cards[record->settings.cards_size] = '\0';
        told->rules.settings.cards = told->rules.cards;
    }
    memcpy(told->name, record->name, sizeof told->name);
    memcpy(told->moves, record->moves, record->moves_count * sizeof *told->moves);
    told->moves_count = record->moves_count;
    told->finished = record->finished;
}

static void wrong_record(void *user, const struct zk_record_wrong *wrong) {
    struct told *told = tell(user, ZK_READ_WRONG, wrong->line);
    zk_inside_why(wrong->game, &wrong->refusal, told->why, sizeof told->why);
}

struct zk_records *zk_records_new(const char *text, size_t size) {
    uint32_t room = zk_record_moves_max(zk_games);
    struct zk_records *records = calloc(1, sizeof *records);
    zk_move *moves = calloc((size_t)room * (TOLD_MAX + 1), sizeof *moves);
    if (!records || !moves) {
        free(records);
        free(moves);
        return NULL;
    }
    records->at = text;
    records->end = text + size;
    for (unsigned i = 0; i < TOLD_MAX; i++)
        records->told[i].moves = moves + (size_t)room * (i + 1);
    zk_record_reader_start(&records->reader, zk_games, moves, room, whole_record, wrong_record,
                           records);
    return records;
}

void zk_records_free(struct zk_records *records) {
    if (records) free(records->reader.moves);
    free(records);
}

/* A line without its line break; the last one may have none. */
static void read_line(struct zk_records *records) {
    size_t left = (size_t)(records->end - records->at);
    const char *stop = memchr(records->at, '\n', left);
    size_t size = stop ? (size_t)(stop - records->at) : left;
    zk_record_reader_line(&records->reader, records->at, size);
    records->at += size + (stop != NULL);
}

enum zk_reading zk_records_next(struct zk_records *records) {
    if (records->told_given < records->told_count) records->told_given++;
    if (records->told_given == records->told_count) {
        records->told_given = records->told_count = 0;
        while (!records->told_count && records->at < records->end) read_line(records);
        if (!records->told_count && !records->ended) {
            records->ended = true;
            zk_record_reader_end(&records->reader);
        }
    }
    return records->told_count ? records->told[records->told_given].what : ZK_READ_END;
}

/* The one that was asked for last. */
static const struct told *given(const struct zk_records *records, enum zk_reading what) {
    const struct told *told = &records->told[records->told_given];
    assert(records->told_count && told->what == what);
    return told;
}

const struct zk_ruleset *zk_records_rules(const struct zk_records *records) {
    return &given(records, ZK_READ_RECORD)->rules;
}

const char *zk_records_name(const struct zk_records *records, unsigned seat) {
    const struct told *told = given(records, ZK_READ_RECORD);
    assert(seat < told->rules.seats);
    return told->name[seat];
}

const zk_move *zk_records_moves(const struct zk_records *records, uint32_t *count) {
    const struct told *told = given(records, ZK_READ_RECORD);
    *count = told->moves_count;
    return told->moves;
}

bool zk_records_finished(const struct zk_records *records) {
    return given(records, ZK_READ_RECORD)->finished;
}

uint64_t zk_records_line(const struct zk_records *records) {
    assert(records->told_count);
    return records->told[records->told_given].line;
}

const char *zk_records_why(const struct zk_records *records) {
    return given(records, ZK_READ_WRONG)->why;
}
