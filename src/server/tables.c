/* tables.c: tables in memory; see tables.h. */
#include "tables.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../games/list.h"

/* ---- Rules ---- */

struct zk_shared_rules *zk_rules_share(struct zk_shared_rules **list,
                                       const struct zk_game *game,
                                       const struct zk_settings *settings,
                                       struct zk_sentence *refusal) {
    for (struct zk_shared_rules *rules = *list; rules; rules = rules->next) {
        if (rules->game != game || !zk_settings_same(&rules->settings, settings)) continue;
        rules->users++;
        return rules;
    }
    struct zk_shared_rules *rules = zk_allocate(sizeof *rules);
    rules->rules = zk_allocate(game->rules_size);
    if (!game->prepare(rules->rules, settings, refusal)) {
        free(rules->rules);
        free(rules);
        return NULL;
    }
    rules->game = game;
    rules->settings = *settings;
    if (settings->cards) {
        rules->settings.cards = rules->cards = zk_allocate(settings->cards_size);
        memcpy(rules->cards, settings->cards, settings->cards_size);
    }
    rules->users = 1;
    rules->next = *list;
    *list = rules;
    return rules;
}

void zk_rules_release(struct zk_shared_rules **list, struct zk_shared_rules *rules) {
    if (--rules->users) return;
    while (*list != rules) list = &(*list)->next;
    *list = rules->next;
    free(rules->cards);
    free(rules->rules);
    free(rules);
}

/* ---- Tables ---- */

struct zk_live_table *zk_live_begin(struct zk_door_host *host, const char *id) {
    struct zk_live_table *live = zk_allocate(sizeof *live);
    zk_door_begin(&live->door, host);
    struct zk_text text = zk_text_in(live->door.table.id, sizeof live->door.table.id);
    zk_text_put(&text, id);
    return live;
}

void zk_live_open(struct zk_live_table *live, struct zk_shared_rules *rules,
                  const struct zk_terms *terms) {
    char id[ZK_TABLE_ID_SIZE];
    struct zk_opening opening = {rules->game, rules->settings, *terms};
    live->rules = rules;
    memcpy(id, live->door.table.id, sizeof id);
    struct zk_entry_memory memory = {zk_allocate(ZK_LIVE_ENTRIES * sizeof *memory.entries),
                                     ZK_LIVE_ENTRIES, zk_allocate(ZK_LIVE_WORDS),
                                     ZK_LIVE_WORDS};
    zk_door_table(&live->door, id, &opening, rules->rules, &memory);
}

void zk_live_free(struct zk_shared_rules **list, struct zk_live_table *live) {
    assert(!live->door.listeners && !live->door.first && !live->thoughts && !live->due_place);
    free(live->door.table.entries);
    free(live->door.table.words);
    free(live->door.table.refusals);
    free(live->door.table.marks.fold);
    free(live->door.table.marks.state);
    free(live->head);
    if (live->tokens) sodium_memzero(live->tokens, sizeof *live->tokens);
    free(live->tokens);
    zk_bytes_free(&live->lines);
    zk_bytes_free(&live->record);
    free(live->nameless);
    if (live->rules) zk_rules_release(list, live->rules);
    sodium_memzero(live->secret, sizeof live->secret);
    free(live);
}

size_t zk_live_size(const struct zk_live_table *live) {
    const struct zk_table *table = &live->door.table;
    const struct zk_shared_rules *rules = live->rules;
    size_t size = sizeof *live + table->capacity * sizeof *table->entries + table->words_size;
    if (table->refusals) size += sizeof *table->refusals;
    if (rules && rules->cards) /* which hardly any other table has */
        size += sizeof *rules + rules->game->rules_size + rules->settings.cards_size;
    if (!table->marks.fold) return size;
    return size + zk_marks_folds(table->capacity) * sizeof *table->marks.fold +
           zk_marks_states_size(table->game, table->capacity);
}

void zk_live_grow(void *user, struct zk_door *door) {
    struct zk_table *table = &door->table;
    struct zk_entry_memory memory = zk_table_wants(table);
    uint32_t folds = zk_marks_folds(memory.capacity);
    size_t states_size = zk_marks_states_size(table->game, memory.capacity);
    (void)user;
    memory.entries = zk_reallocate(memory.entries, memory.capacity * sizeof *memory.entries);
    memory.words = zk_reallocate(memory.words, memory.words_size);
    zk_table_grow(table, &memory,
                  folds ? zk_reallocate(table->marks.fold, folds * sizeof(struct zk_fold))
                        : NULL,
                  folds ? zk_reallocate(table->marks.state, states_size) : NULL);
}

/* ---- Loading ---- */

static enum zk_loaded wrong(char *why, const char *what, uint32_t number) {
    struct zk_text text = zk_text_in(why, ZK_ASIDE_SIZE);
    zk_text_put(&text, what);
    if (number) zk_text_put(&text, " ");
    if (number) zk_text_put_uint(&text, number);
    return ZK_LOADED_WRONG;
}

static enum zk_loaded load_head(struct zk_shared_rules **list, struct zk_live_table *live,
                                const struct zk_stored_table *head, char *why) {
    struct zk_settings settings;
    struct zk_sentence refusal;
    if (strcmp(head->aside, ZK_REMOVED) == 0) return ZK_LOADED_NOT;
    if (head->aside[0]) return ZK_LOADED_ASIDE;
    const struct zk_game *game = zk_games_find(head->game, strlen(head->game));
    if (!game) return wrong(why, "there is no such game here", 0);
    if (!zk_options_read(game, head->options, strlen(head->options), &settings, &refusal))
        return wrong(why, "its options are wrong", 0);
    if (!zk_settings_set_rules(game, &settings, head->rules_version, &refusal))
        return wrong(why, "it was played by rules version", head->rules_version);
    if (head->cardset[0]) {
        settings.cards = head->cardset;
        settings.cards_size = strlen(head->cardset);
    }
    if (head->terms.clock_ms > ZK_CLOCK_MS_MAX || head->terms.clock_step_ms > ZK_CLOCK_MS_MAX)
        return wrong(why, "its clocks are wrong", 0);
    struct zk_terms terms = head->terms;
    if (!zk_stand_in_read(game, head->stand_in, &terms.stand_in, &refusal))
        return wrong(why, "there is no such bot here to stand in", 0);
    struct zk_shared_rules *rules = zk_rules_share(list, game, &settings, &refusal);
    if (!rules) return wrong(why, "its options do not go together", 0);
    zk_live_open(live, rules, &terms);
    memcpy(live->token_hash, head->token_hash, sizeof live->token_hash);
    memcpy(live->secret, head->secret, sizeof live->secret);
    if (live->door.table.seats_count != head->seats_count)
        return wrong(why, "its seats are wrong", 0);
    return ZK_LOADED;
}

static enum zk_loaded load_entries(struct zk_live_table *live, const struct zk_read *read,
                                   char *why) {
    static const char what[] = "it does not go on with entry";
    const char *at = read->lines ? read->lines : "", *end = at + read->lines_size;
    for (uint32_t i = 1; i <= read->count; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop || !zk_door_entry(&live->door, at, (size_t)(stop - at)))
            return wrong(why, what, read->after + i);
        at = stop + 1;
    }
    if (read->stray) return wrong(why, what, read->stray);
    live->chain = read->last;
    return read->more ? ZK_LOADED_MORE : ZK_LOADED;
}

enum zk_loaded zk_live_load(struct zk_shared_rules **list, struct zk_live_table *live,
                            const struct zk_read *read, char *why) {
    if (read->found == ZK_FOUND_FAILED) {
        wrong(why, read->error, 0);
        return ZK_LOADED_FAILED;
    }
    if (read->found == ZK_FOUND_NOT) return ZK_LOADED_NOT;
    if (read->found == ZK_FOUND_DAMAGED) return wrong(why, read->error, 0);
    enum zk_loaded loaded = ZK_LOADED;
    if (read->head) loaded = load_head(list, live, read->head, why);
    return loaded == ZK_LOADED ? load_entries(live, read, why) : loaded;
}

void zk_read_more(struct zk_read *read) {
    uint32_t after = read->after + read->count;
    read->before = read->last;
    zk_read_clear(read);
    read->kind = ZK_READ_ENTRIES;
    read->after = after;
}

static uint64_t no_time(void *user) {
    (void)user;
    return 0;
}

struct zk_door_host zk_live_nobody = {.now_ms = no_time, .grow = zk_live_grow};

enum zk_loaded zk_live_check(struct zk_shared_rules **list, struct zk_store *store,
                             const char *id, char *why) {
    struct zk_read read = {.kind = ZK_READ_TABLE};
    struct zk_live_table *live = zk_live_begin(&zk_live_nobody, id);
    enum zk_loaded loaded = ZK_LOADED_MORE;
    memcpy(read.table, live->door.table.id, sizeof read.table);
    while (loaded == ZK_LOADED_MORE) {
        zk_store_read(store, &read);
        loaded = zk_live_load(list, live, &read, why);
        zk_read_more(&read);
    }
    zk_read_clear(&read);
    zk_live_free(list, live);
    return loaded;
}
