/* room.c: tables in memory; see room.h. */
#include "room.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/games.h"
#include "../core/record.h"

enum { RECORD_MOVE_SIZE = 128 }; /* more than a move's line takes in a record */

/* ---- Rules ---- */

struct zk_shared_rules *zk_rules_take(struct zk_shared_rules **list,
                                      const struct zk_game *game,
                                      const struct zk_settings *settings,
                                      struct zk_sentence *refusal) {
    for (struct zk_shared_rules *rules = *list; rules; rules = rules->next) {
        if (rules->game != game || !zk_settings_same(&rules->settings, settings)) continue;
        rules->users++;
        return rules;
    }
    struct zk_shared_rules *rules = zk_take(sizeof *rules);
    rules->rules = zk_take(game->rules_size);
    if (!game->prepare(rules->rules, settings, refusal)) {
        free(rules->rules);
        free(rules);
        return NULL;
    }
    rules->game = game;
    rules->settings = *settings;
    if (settings->cards) {
        rules->settings.cards = rules->cards = zk_take(settings->cards_size);
        memcpy(rules->cards, settings->cards, settings->cards_size);
    }
    rules->users = 1;
    rules->next = *list;
    *list = rules;
    return rules;
}

void zk_rules_leave(struct zk_shared_rules **list, struct zk_shared_rules *rules) {
    if (--rules->users) return;
    while (*list != rules) list = &(*list)->next;
    *list = rules->next;
    free(rules->cards);
    free(rules->rules);
    free(rules);
}

/* ---- Rooms ---- */

struct zk_room *zk_room_open(const char *id, struct zk_shared_rules *rules,
                             const struct zk_terms *terms) {
    struct zk_room *room = zk_take(sizeof *room);
    room->rules = rules;
    zk_table_open(&room->table, id, rules->game, &rules->settings, rules->rules, terms,
                  zk_take(ZK_ROOM_ENTRIES * sizeof(struct zk_entry)),
                  zk_take(ZK_ROOM_ENTRIES * sizeof(uint16_t)), ZK_ROOM_ENTRIES);
    return room;
}

void zk_room_free(struct zk_shared_rules **list, struct zk_room *room) {
    assert(!room->chairs && !room->waiting && !room->thoughts && !room->due_place);
    free(room->table.entries);
    free(room->table.now.line);
    free(room->head);
    zk_bytes_free(&room->lines);
    zk_bytes_free(&room->record);
    zk_bytes_free(&room->told);
    zk_bytes_free(&room->answer);
    zk_rules_leave(list, room->rules);
    free(room);
}

void zk_room_grow(struct zk_room *room) {
    struct zk_table *table = &room->table;
    if (!zk_table_is_tight(table)) return;
    uint32_t more = table->room * 2 < ZK_ENTRIES_MAX ? table->room * 2 : ZK_ENTRIES_MAX;
    zk_table_grow(table, zk_take_more(table->entries, more * sizeof(struct zk_entry)),
                  zk_take_more(table->now.line, more * sizeof(uint16_t)), more);
}

void zk_room_go_back(struct zk_room *room, uint32_t count) {
    struct zk_fold *now = &room->table.now;
    zk_fold_begin(now, &room->table, now->line);
    while (now->count < count) zk_fold_step(now, &room->table);
}

/* ---- Loading ---- */

struct loading {
    struct zk_room *room;
    bool wrong;
    uint32_t number; /* of the entry that is wrong */
    void (*added)(void *user, struct zk_room *room, const struct zk_fold *before);
    void *user;
};

static bool take_entry(void *user, uint32_t number, const char *line, size_t size) {
    struct loading *loading = user;
    struct zk_table *table = &loading->room->table;
    struct zk_entry entry;
    struct zk_fold before;
    zk_room_grow(loading->room);
    if (loading->added) before = table->now;
    loading->number = number;
    loading->wrong = number != table->now.count + 1 ||
                     !zk_entry_read(table, line, size, &entry) ||
                     !zk_table_restore(table, &entry);
    if (!loading->wrong && loading->added)
        loading->added(loading->user, loading->room, &before);
    return !loading->wrong;
}

static enum zk_loaded wrong(char *why, const char *what, uint32_t number) {
    if (number)
        snprintf(why, ZK_ASIDE_SIZE, "%s %u", what, number);
    else
        snprintf(why, ZK_ASIDE_SIZE, "%s", what);
    return ZK_LOADED_WRONG;
}

enum zk_loaded zk_room_load(struct zk_shared_rules **list, struct zk_store *store,
                            const char *id, struct zk_room **out, char *why) {
    struct zk_stored_table head;
    struct zk_settings settings;
    struct zk_sentence refusal;
    switch (store->kind->head(store, id, &head)) {
    case ZK_FOUND_FAILED: return ZK_LOADED_FAILED;
    case ZK_FOUND_NOT: return ZK_LOADED_NOT;
    default: break;
    }
    if (head.aside[0]) return ZK_LOADED_ASIDE;
    const struct zk_game *game = zk_games_find(head.game, strlen(head.game));
    if (!game) return wrong(why, "there is no such game here", 0);
    if (!zk_options_read(game, head.options, strlen(head.options), &settings, &refusal))
        return wrong(why, "its options are wrong", 0);
    if (!zk_settings_set_rules(game, &settings, head.rules_version, &refusal))
        return wrong(why, "it was played by rules version", head.rules_version);
    if (head.cardset[0]) {
        settings.cards = head.cardset;
        settings.cards_size = strlen(head.cardset);
    }
    if (head.terms.clock_ms > ZK_CLOCK_MS_MAX || head.terms.clock_step_ms > ZK_CLOCK_MS_MAX)
        return wrong(why, "its clocks are wrong", 0);
    struct zk_shared_rules *rules = zk_rules_take(list, game, &settings, &refusal);
    if (!rules) return wrong(why, "its options do not go together", 0);
    struct zk_room *room = zk_room_open(id, rules, &head.terms);
    struct loading loading = {.room = room};
    memcpy(room->token_hash, head.token_hash, sizeof room->token_hash);
    enum zk_loaded loaded = ZK_LOADED;
    if (room->table.seats_count != head.seats_count)
        loaded = wrong(why, "its seats are wrong", 0);
    else if (!store->kind->entries(store, id, 0, take_entry, &loading))
        loaded = ZK_LOADED_FAILED;
    else if (loading.wrong)
        loaded = wrong(why, "it does not go on with entry", loading.number);
    if (loaded == ZK_LOADED) {
        room->durable = room->table.now.count;
        *out = room;
    } else {
        zk_room_free(list, room);
    }
    return loaded;
}

bool zk_room_catch_up(struct zk_room *room, struct zk_store *store,
                      void (*added)(void *user, struct zk_room *room,
                                    const struct zk_fold *before),
                      void *user) {
    struct loading loading = {.room = room, .added = added, .user = user};
    return store->kind->entries(store, room->table.id, room->table.now.count, take_entry,
                                &loading) &&
           !loading.wrong;
}

/* ---- Records ---- */

void zk_room_record(const struct zk_room *room, struct zk_fold *fold, uint16_t *line,
                    struct zk_bytes *out) {
    const struct zk_table *table = &room->table;
    size_t size = 2 * ZK_RECORD_LINE_SIZE + (size_t)table->now.moves_count * RECORD_MOVE_SIZE;
    assert(table->now.status == ZK_TABLE_OVER);
    struct zk_text text = zk_text_in(zk_bytes_more(out, size), size);
    zk_record_of_table(&text, table, fold, line);
    assert(!text.full);
    out->used += text.used;
}
