/* fuzz_entry.c: bytes as a table out of the store: the first line names the game, each further one
 * is an entry. Whatever is taken is written and read again the same, and can be told; the first
 * line that does not fit ends it, as it does when a server loads a table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "table/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 512 };

static struct zk_table table;
static struct zk_rules rules;
static struct zk_kept_entry entries[ROOM];
static char words[ROOM * ZK_ENTRY_WORDS_MAX];
static char memory[ZK_EVENT_SIZE + ROOM * 512];

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

static bool take(const char *data, size_t size) {
    struct zk_entry entry, again;
    char body[ZK_ENTRY_TEXT_SIZE];
    if (!zk_entry_read(&table, data, size, &entry)) return false;
    struct zk_fold before = table.now;
    struct zk_table earlier = table;
    if (!zk_table_restore(&table, &entry)) {
        must(memcmp(&before, &table.now, sizeof before) == 0,
             "a refused entry has left a trace");
        return false;
    }
    struct zk_text text = zk_text_in(body, sizeof body);
    struct zk_json_out out = zk_json_to(&text);
    zk_entry_write(&out, &table, &before);
    must(!text.full, "an entry does not fit its line");
    must(zk_entry_read(&earlier, body, text.used, &again), "what was written cannot be read");
    must(again.kind == entry.kind && again.seat == entry.seat && again.at_ms == entry.at_ms &&
             strcmp(again.request, entry.request) == 0,
         "an entry has changed");
    return true;
}

static void tell(int audience) {
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    zk_snapshot_write(&out, &table, audience);
    must(!text.full, "a snapshot does not fit");
    struct zk_json_in in = zk_json_from(text.data, text.used);
    zk_json_skip(&in);
    must(zk_json_finish(&in), "a snapshot is no JSON");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *at = (const char *)data, *end = at + size;
    struct zk_settings settings = {0};
    const struct zk_terms terms = {.clock_ms = 60000, .clock_step_ms = 1000};
    struct zk_sentence refusal;
    if (size > 64 * 1024) return -1;
    const char *stop = memchr(at, '\n', size);
    const struct zk_game *game = stop ? zk_games_find(at, (size_t)(stop - at)) : NULL;
    if (!game || !game->prepare(&rules, &settings, &refusal)) return -1;
    zk_table_open(&table, "table", game, &settings, &rules, &terms,
                  &(struct zk_entry_memory){entries, ROOM, words, sizeof words});
    for (at = stop + 1; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (!take(at, (size_t)(stop - at))) break;
    }
    for (int audience = 0; audience < (int)table.seats_count; audience++) tell(audience);
    tell(ZK_SPECTATOR);
    return 0;
}
