/* entries.c: entries as a table keeps them; see zk_kept_entry in table.h.
 *
 * The words of an entry are, as far as it has them: its key, its seed, its request, its name, the last two ended by a
 * NUL. Whether there is a seed or a name is known by its kind. An entry with nothing of it has no words at all, not
 * even an empty request; those of the next one that has any begin where they end. */
#include "entries.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static bool has_name(unsigned kind) { return kind == ZK_ENTRY_SIT; }

static bool has_seed(unsigned kind) {
    return kind == ZK_ENTRY_COMMIT || kind == ZK_ENTRY_SEED || kind == ZK_ENTRY_SHOW;
}

/* What both kinds of entry begin with. */
enum { ALIKE = offsetof(struct zk_entry, face) + 1 };
_Static_assert(offsetof(struct zk_kept_entry, at_ms) == offsetof(struct zk_entry, at_ms) &&
                   offsetof(struct zk_kept_entry, move) == offsetof(struct zk_entry, move) &&
                   offsetof(struct zk_kept_entry, stood_s) ==
                       offsetof(struct zk_entry, stood_s) &&
                   offsetof(struct zk_kept_entry, kind) == offsetof(struct zk_entry, kind) &&
                   offsetof(struct zk_kept_entry, seat) == offsetof(struct zk_entry, seat) &&
                   offsetof(struct zk_kept_entry, face) == offsetof(struct zk_entry, face),
               "they are copied as one");

static void put(struct zk_table *table, const void *bytes, size_t size) {
    memcpy(table->words + table->words_used, bytes, size);
    table->words_used += (uint32_t)size;
}

uint8_t zk_request_byte(const char *request) {
    uint32_t hash = 0;
    if (!request[0]) return 0;
    for (; *request; request++) hash = hash * 31 + (unsigned char)*request;
    return (uint8_t)(1 + hash % 255);
}

struct zk_kept_entry *zk_entries_put(struct zk_table *table, const struct zk_entry *entry) {
    struct zk_kept_entry *kept = &table->entries[table->now.count];
    memset(kept, 0, sizeof *kept);
    memcpy(kept, entry, ALIKE);
    kept->words = table->words_used;
    kept->request = zk_request_byte(entry->request);
    kept->has_key = zk_entry_has_key(entry);
    kept->has_words =
        entry->request[0] || has_name(entry->kind) || has_seed(entry->kind) || kept->has_key;
    if (!kept->has_words) return kept;
    assert(table->words_size - table->words_used >= ZK_ENTRY_WORDS_MAX);
    if (kept->has_key) put(table, entry->key, ZK_HASH_SIZE);
    if (has_seed(entry->kind)) put(table, entry->seed, ZK_SEED_SIZE);
    put(table, entry->request, strlen(entry->request) + 1);
    if (has_name(entry->kind)) put(table, entry->name, strlen(entry->name) + 1);
    return kept;
}

void zk_entries_go_back(struct zk_table *table, uint32_t count) {
    for (; count > table->now.count; count--)
        table->words_used = table->entries[count - 1].words;
}

/* ---- What an entry has ---- */

const uint8_t *zk_table_key(const struct zk_table *table, uint32_t number) {
    const struct zk_kept_entry *kept = &table->entries[number - 1];
    return kept->has_key ? (const uint8_t *)table->words + kept->words : NULL;
}

const uint8_t *zk_table_seed(const struct zk_table *table, uint32_t number) {
    const struct zk_kept_entry *kept = &table->entries[number - 1];
    size_t before = kept->has_key ? ZK_HASH_SIZE : 0;
    return has_seed(kept->kind) ? (const uint8_t *)table->words + kept->words + before : NULL;
}

static char *request_of(const struct zk_table *table, const struct zk_kept_entry *kept) {
    return table->words + kept->words + (kept->has_key ? ZK_HASH_SIZE : 0) +
           (has_seed(kept->kind) ? ZK_SEED_SIZE : 0);
}

const char *zk_table_request(const struct zk_table *table, uint32_t number) {
    const struct zk_kept_entry *kept = &table->entries[number - 1];
    return kept->has_words ? request_of(table, kept) : "";
}

static char *name_of(const struct zk_table *table, const struct zk_kept_entry *kept) {
    char *request = request_of(table, kept);
    return request + strlen(request) + 1;
}

const char *zk_table_name(const struct zk_table *table, uint32_t number) {
    const struct zk_kept_entry *kept = &table->entries[number - 1];
    return has_name(kept->kind) ? name_of(table, kept) : "";
}

void zk_entries_forget_name(struct zk_table *table, uint32_t number) {
    char *name = name_of(table, &table->entries[number - 1]);
    memset(name, 0, strlen(name));
}

void zk_table_entry(const struct zk_table *table, uint32_t number, struct zk_entry *entry) {
    const struct zk_kept_entry *kept = &table->entries[number - 1];
    memset(entry, 0, sizeof *entry);
    memcpy(entry, kept, ALIKE);
    if (!kept->has_words) return;
    const char *request = request_of(table, kept), *name = zk_table_name(table, number);
    memcpy(entry->request, request, strlen(request) + 1);
    if (has_seed(kept->kind))
        memcpy(entry->seed, zk_table_seed(table, number), ZK_SEED_SIZE);
    else
        memcpy(entry->name, name, strlen(name) + 1);
    if (kept->has_key) memcpy(entry->key, zk_table_key(table, number), ZK_HASH_SIZE);
}

/* ---- Memory ---- */

static bool lacks_entries(const struct zk_table *table) {
    return table->capacity < ZK_ENTRIES_ROOM && table->now.count + 8 > table->capacity;
}

static bool lacks_words(const struct zk_table *table) {
    return table->words_size - table->words_used < ZK_ENTRY_WORDS_MAX;
}

bool zk_table_is_tight(const struct zk_table *table) {
    return lacks_entries(table) || lacks_words(table);
}

struct zk_entry_memory zk_table_wants(const struct zk_table *table) {
    struct zk_entry_memory memory = {table->entries, table->capacity, table->words,
                                     table->words_size};
    if (lacks_entries(table)) memory.capacity += memory.capacity / 2;
    if (memory.capacity > ZK_ENTRIES_ROOM) memory.capacity = ZK_ENTRIES_ROOM;
    if (lacks_words(table)) {
        uint32_t half = memory.words_size / 2;
        memory.words_size += half > ZK_ENTRY_WORDS_MAX ? half : ZK_ENTRY_WORDS_MAX;
    }
    return memory;
}
