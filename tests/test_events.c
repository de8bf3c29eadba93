/* test_events.c: how large events are. Every kept record is played at a table where persons sit, each event is
 * written for every seat and for spectators, and the median of each game must stay near what it was when events
 * told positions and notations alone, before moves said what they do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <glob.h>

#include "core/record.h"
#include "games/list.h"
#include "plain_build.h"
#include "table/protocol.h"

/* The median event of the kept records, and of those events that list moves, when moves said nothing of what they
 * do; and how much larger, in hundredths, they may have become. */
static const struct {
    const char *game;
    size_t event, with_moves;
} plain[] = {
    {"sketch", 1137, 1260},
    {"yokai", 1162, 1398},
    {"yotei", 3212, 3362},
};
enum { LARGER = 25, GAMES = sizeof plain / sizeof *plain, ROOM = 16384, SIZES_MAX = 1 << 21 };

struct sizes {
    size_t count;
    uint32_t *list;
};
static struct sizes all[GAMES], listing[GAMES];

static void add(struct sizes *sizes, size_t size) {
    if (!sizes->list) sizes->list = malloc(SIZES_MAX * sizeof *sizes->list);
    assert_non_null(sizes->list);
    assert_true(sizes->count < SIZES_MAX);
    sizes->list[sizes->count++] = (uint32_t)size;
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static size_t median(struct sizes *sizes) {
    assert_true(sizes->count > 0);
    qsort(sizes->list, sizes->count, sizeof *sizes->list, compare);
    return sizes->list[sizes->count / 2];
}

static void put(struct zk_table *table, const struct zk_entry *entry, unsigned game) {
    static char text[ZK_EVENT_SIZE];
    static struct zk_fold before;
    struct zk_telling telling;
    before = table->now;
    assert_true(zk_table_restore(table, entry));
    /* Words for the entry are found where it is the next one. */
    zk_telling_prepare(&telling, table, &before, ZK_AUDIENCES);
    for (int seat = -1; seat < (int)table->seats_count; seat++) {
        struct zk_text out = zk_text_in(text, sizeof text);
        struct zk_json_out json = zk_json_to(&out);
        zk_event_write(&json, table, &table->now, &telling, seat < 0 ? ZK_SPECTATOR : seat);
        assert_false(out.full);
        if (entry->kind != ZK_ENTRY_MOVE) continue;
        add(&all[game], out.used);
        if (strstr(text, "\"legal\":[")) add(&listing[game], out.used);
    }
}

static void play(void *user, const struct zk_record *record) {
    static struct zk_kept_entry entries[ROOM];
    static char words[ROOM * ZK_ENTRY_WORDS_MAX];
    static struct zk_table table;
    static const struct zk_terms terms;
    unsigned game = *(unsigned *)user;
    zk_table_open(&table, "kept", record->game, &record->settings, record->rules, &terms,
                  &(struct zk_entry_memory){entries, ROOM, words, sizeof words});
    for (int seat = 0; seat < (int)record->seats_count; seat++) {
        struct zk_entry sit = {.kind = ZK_ENTRY_SIT,
                               .seat = (int8_t)seat,
                               .sits = (int8_t)seat,
                               .sits_kind = ZK_SEAT_PERSON};
        strcpy(sit.name, "Somebody");
        put(&table, &sit, game);
    }
    for (uint32_t i = 0; i < record->moves_count; i++) {
        int actor = record->game->actor(record->rules, &table.now.state);
        struct zk_entry entry = {.kind = ZK_ENTRY_MOVE,
                                 .move = record->moves[i],
                                 .seat = (int8_t)zk_mover(actor, record->moves[i])};
        put(&table, &entry, game);
    }
}

static void wrong(void *user, const struct zk_record_wrong *wrong) {
    (void)user;
    fail_msg("a kept record is wrong: line %u", (unsigned)wrong->line);
}

static void read_records(const char *path, unsigned game) {
    static zk_move moves[ROOM];
    static struct zk_record_reader reader;
    static char line[ZK_RECORD_LINE_MAX + 2];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    zk_record_reader_start(&reader, zk_games, moves, ROOM, play, wrong, &game);
    while (fgets(line, sizeof line, file))
        zk_record_reader_line(&reader, line, strcspn(line, "\n"));
    zk_record_reader_end(&reader);
    fclose(file);
}

static void within(const char *what, const char *game, size_t now, size_t then) {
    print_message("# %s: median %s %zu bytes, %zu without effects (%+.1f %%)\n", game, what,
                  now, then, 100.0 * ((double)now / (double)then - 1));
    assert_true(100 * now <= (100 + LARGER) * then);
}

static void plain_sizes(void **state) {
    (void)state;
    for (unsigned game = 0; game < GAMES; game++) {
        char pattern[64];
        glob_t found;
        snprintf(pattern, sizeof pattern, "tests/%s/records/*.jsonl", plain[game].game);
        assert_int_equal(glob(pattern, 0, NULL, &found), 0);
        for (size_t i = 0; i < found.gl_pathc; i++) read_records(found.gl_pathv[i], game);
        globfree(&found);
        within("event", plain[game].game, median(&all[game]), plain[game].event);
        within("event with moves", plain[game].game, median(&listing[game]),
               plain[game].with_moves);
        free(all[game].list);
        free(listing[game].list);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(plain_sizes)};
    leave_out_plain_tests();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
