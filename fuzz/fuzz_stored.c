/* fuzz_stored.c: bytes as a table out of a store whose check sums are right: lines for the game, the version
 * of its rules, the number of seats, the clocks, the options and the card set, then the entries. It is
 * loaded, or refused with a reason, as by a server that starts on somebody else's file. What was loaded can be written
 * again, and that is read as the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

/* The next line, without its end; NULL when there is none. */
static const char *line_of(const char **at, const char *end, size_t *size) {
    const char *line = *at;
    if (line >= end) return NULL;
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    *size = (size_t)((stop ? stop : end) - line);
    *at = line + *size + 1;
    return line;
}

static bool copy_line(const char **at, const char *end, char *to, size_t to_size) {
    size_t size;
    const char *line = line_of(at, end, &size);
    if (!line || size >= to_size) return false;
    memcpy(to, line, size);
    to[size] = '\0';
    return true;
}

static bool number_line(const char **at, const char *end, uint64_t *number) {
    char text[32];
    if (!copy_line(at, end, text, sizeof text)) return false;
    *number = strtoull(text, NULL, 10);
    return true;
}

static void write_again(const struct zk_live_table *live, const struct zk_stored_table *head) {
    char options[ZK_STORED_OPTIONS_SIZE];
    struct zk_settings settings;
    struct zk_sentence refusal;
    const struct zk_table *table = &live->door.table;
    struct zk_text text = zk_text_in(options, sizeof options);
    struct zk_json_out out = zk_json_to(&text);
    zk_settings_write(&out, table->game, &table->settings);
    must(!text.full, "options do not fit");
    must(zk_options_read(table->game, options, text.used, &settings, &refusal) &&
             zk_settings_set_rules(table->game, &settings, head->rules_version, &refusal),
         "options that were written cannot be read");
    settings.cards = table->settings.cards;
    settings.cards_size = table->settings.cards_size;
    must(zk_settings_same(&settings, &table->settings), "options have changed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct zk_stored_table head;
    static char lines[64 * 1024];
    struct zk_shared_rules *rules = NULL;
    struct zk_read read = {.kind = ZK_READ_TABLE, .found = ZK_FOUND, .head = &head};
    char why[ZK_ASIDE_SIZE] = "";
    const char *at = (const char *)data, *end = at + size, *line;
    uint64_t version, seats, clock, step;
    size_t length;
    if (size > 48 * 1024) return -1;
    memset(&head, 0, sizeof head);
    snprintf(head.id, sizeof head.id, "table");
    if (!copy_line(&at, end, head.game, sizeof head.game) ||
        !number_line(&at, end, &version) || !number_line(&at, end, &seats) ||
        !number_line(&at, end, &clock) || !number_line(&at, end, &step) ||
        !copy_line(&at, end, head.options, sizeof head.options) ||
        !copy_line(&at, end, head.cardset, sizeof head.cardset))
        return -1;
    head.rules_version = (uint32_t)version;
    head.seats_count = (uint32_t)seats;
    head.terms.clock_ms = (uint32_t)clock;
    head.terms.clock_step_ms = (uint32_t)step;
    read.lines = lines;
    while ((line = line_of(&at, end, &length)) && read.lines_size + length < sizeof lines) {
        memcpy(lines + read.lines_size, line, length);
        lines[read.lines_size + length] = '\n';
        read.lines_size += length + 1;
        read.count++;
    }
    struct zk_live_table *live = zk_live_begin(&zk_live_nobody, head.id);
    enum zk_loaded loaded = zk_live_load(&rules, live, &read, why);
    must(loaded == ZK_LOADED || loaded == ZK_LOADED_WRONG, "it is neither right nor wrong");
    must(loaded == ZK_LOADED || *why, "it is wrong without a reason");
    if (loaded == ZK_LOADED) write_again(live, &head);
    zk_live_free(&rules, live);
    must(!rules, "rules are left over");
    return 0;
}
