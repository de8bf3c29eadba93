/* carry.c: the commands `export` and `import`: tables as JSON lines.
 *
 * A table is one line with its head, then its entries, then its records; so a file can be read, and
 * made smaller, by any program that reads lines. Tokens travel as their hashes. The chain of check
 * sums is made anew where they arrive; so the head says how many lines follow, or a file that was cut
 * off would be taken for a whole one. */
#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "core/json.h"
#include "net/bytes.h"
#include "server/serve.h"
#include "store/postgres.h"

enum { LINE_SIZE = 128 * 1024 };

static int give_up(const struct request *request, const char *what, const char *why) {
    complain(request, "%s: %s", what, why);
    return STATUS_WRONG;
}

const char *find_store(const struct request *request, struct zk_folder *folder) {
    const char *url = request->value[OPTION_STORE];
    if (url && zk_postgres_is_url(url)) return url;
    if (url)
        complain(request, "an address of a database begins with postgresql://");
    else if (zk_folder_find(folder, request->value[OPTION_DATA]))
        return folder->database;
    else
        complain(request, "there is no home folder; name the data folder with --data");
    return NULL;
}

/* ---- Out ---- */

static void put_string(struct zk_json_out *out, const char *key, const char *value) {
    zk_json_key(out, key);
    zk_json_put_string(out, value);
}

static void put_int(struct zk_json_out *out, const char *key, uint64_t value) {
    zk_json_key(out, key);
    zk_json_put_int(out, (int64_t)value);
}

/* A table that is written when all of it has been read: none is written in part. */
struct read_table {
    struct zk_stored_table head;
    struct zk_bytes lines;
    uint32_t entries, records;
    uint32_t again; /* games after the first */
};

/* Whether another game begins with this entry. */
static bool is_again(const char *line, size_t size) {
    static const char kind[] = "{\"kind\":\"again\"";
    return size >= sizeof kind && memcmp(line, kind, sizeof kind - 1) == 0;
}

static bool put_head(FILE *file, const struct read_table *table) {
    static char line[LINE_SIZE];
    const struct zk_stored_table *head = &table->head;
    struct zk_text text = zk_text_in(line, sizeof line);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_begin_object(&out);
    put_string(&out, "table", head->id);
    put_string(&out, "game", head->game);
    put_int(&out, "rules", head->rules_version);
    put_string(&out, "options", head->options);
    put_string(&out, "cardset", head->cardset);
    put_int(&out, "clock_ms", head->terms.clock_ms);
    put_int(&out, "clock_step_ms", head->terms.clock_step_ms);
    put_int(&out, "memory", head->terms.memory);
    put_int(&out, "advice", head->terms.advice);
    if (head->stand_in[0]) put_string(&out, "stand_in", head->stand_in);
    put_int(&out, "opened_ms", head->opened_ms);
    zk_json_key(&out, "tokens");
    zk_json_begin_array(&out);
    for (uint32_t i = 0; i < head->seats_count; i++) {
        char hex[2 * ZK_TOKEN_HASH_SIZE + 1];
        sodium_bin2hex(hex, sizeof hex, head->token_hash[i], ZK_TOKEN_HASH_SIZE);
        zk_json_put_string(&out, hex);
    }
    zk_json_end_array(&out);
    put_int(&out, "entries", table->entries);
    put_int(&out, "records", table->records);
    zk_json_end_object(&out);
    zk_text_put_char(&text, '\n');
    return !text.full && fwrite(text.data, 1, text.used, file) == text.used;
}

static bool add_entry(void *user, uint32_t number, const char *line, size_t size) {
    struct read_table *table = user;
    (void)number;
    zk_bytes_add(&table->lines, "{\"entry\":", 9);
    zk_bytes_add(&table->lines, line, size);
    zk_bytes_add(&table->lines, "}\n", 2);
    table->entries++;
    table->again += is_again(line, size);
    return true;
}

static void add_record(struct read_table *table, uint32_t game, const char *record,
                       size_t size) {
    size_t most = 6 * size + 64; /* each byte may need escaping */
    struct zk_text text = zk_text_in(zk_bytes_more(&table->lines, most), most);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_begin_object(&out);
    put_int(&out, "of", game);
    zk_json_key(&out, "record");
    zk_json_put_bytes(&out, record, size);
    zk_json_end_object(&out);
    zk_text_put_char(&text, '\n');
    assert(!text.full);
    table->lines.used += text.used;
    table->records++;
}

/* The games that ended at it; false when there is one that cannot be read, which is left out: one that is damaged, or
 * all from there on. One that is not there is no end: it may have been left out elsewhere. */
static bool read_records(struct zk_store *store, struct read_table *table) {
    char *record;
    size_t size;
    bool right = true;
    for (uint32_t game = 0;; game++) {
        enum zk_found found = store->kind->record(store, table->head.id, game, &record, &size);
        if (found == ZK_FOUND) {
            add_record(table, game, record, size);
            free(record);
        } else if (found == ZK_FOUND_NOT) {
            if (game >= table->again) return right;
        } else {
            right = false;
            if (!store->damaged || game >= table->again) return right;
        }
    }
}

/* A head and its entries. */
static enum zk_found read_table(struct zk_store *store, const char *id,
                                struct read_table *table) {
    table->lines.used = 0;
    table->entries = table->records = table->again = 0;
    enum zk_found found = store->kind->head(store, id, &table->head);
    if (found != ZK_FOUND) return found;
    return store->kind->entries(store, id, 0, add_entry, table) ? ZK_FOUND : ZK_FOUND_FAILED;
}

static bool put_table(const struct read_table *table, FILE *file) {
    return put_head(file, table) &&
           fwrite(table->lines.data, 1, table->lines.used, file) == table->lines.used;
}

/* All tables; false when one could not be read, or what was read not be written. */
static bool put_tables(const struct request *request, struct zk_store *store, FILE *file) {
    char id[ZK_TABLE_ID_SIZE] = "";
    struct read_table *table = zk_allocate(sizeof *table);
    enum zk_found found;
    bool right = true, written = true;
    while (written && (found = store->kind->next(store, id, id)) == ZK_FOUND) {
        store->damaged = false;
        found = read_table(store, id, table);
        if (found == ZK_FOUND_NOT) continue; /* it has gone meanwhile */
        bool whole = found == ZK_FOUND && read_records(store, table);
        if (!whole) give_up(request, id, store->error);
        right = right && whole;
        if (found == ZK_FOUND) written = put_table(table, file);
    }
    if (written && found == ZK_FOUND_FAILED) {
        give_up(request, "cannot export", store->error);
        right = false;
    }
    if (!written || fflush(file) != 0) {
        give_up(request, "cannot export", strerror(errno));
        right = false;
    }
    zk_bytes_free(&table->lines);
    free(table);
    return right;
}

int run_export(const struct request *request) {
    struct zk_folder folder;
    char error[ZK_STORE_ERROR_SIZE];
    const char *where = find_store(request, &folder);
    if (!where) return STATUS_UNUSABLE;
    struct zk_store *store = zk_store_open(where, ZK_STORE_READ, error);
    if (!store) return give_up(request, "cannot read the tables", error);
    bool right = put_tables(request, store, stdout);
    right &= name_aside(request, store); /* which are left out */
    zk_store_close(store);
    return right ? STATUS_RIGHT : STATUS_WRONG;
}

/* ---- In ---- */

struct carried_record {
    struct zk_bytes lines;
    uint32_t game;
};

/* What is being read: one table, as the writes that it takes. */
struct carried {
    struct zk_store *store;
    struct zk_stored_table head;   /* without an id: none has come yet */
    struct zk_stored_table there;  /* what the store has of that id */
    struct zk_bytes lines;         /* of its entries */
    uint32_t entries_count, again; /* games after the first */
    struct carried_record *record;
    uint32_t records_count, records_capacity;
    int64_t entries_due, records_due; /* as the head says; -1: an older one, which does not */
    struct zk_shared_rules *rules;
    uint64_t tables, refused;
    const char *error; /* what is wrong with the last line */
};

static void get_number(struct zk_json_in *in, uint32_t *number) {
    int64_t value;
    if (zk_json_get_int(in, &value)) *number = (uint32_t)value;
}

static void get_tokens(struct zk_json_in *in, struct zk_stored_table *head) {
    zk_json_enter_array(in);
    while (zk_json_next_element(in)) {
        char hex[2 * ZK_TOKEN_HASH_SIZE + 1];
        size_t size = 0;
        if (!zk_json_get_string(in, hex, sizeof hex, &size)) return;
        if (head->seats_count == ZK_SEATS_MAX ||
            sodium_hex2bin(head->token_hash[head->seats_count], ZK_TOKEN_HASH_SIZE, hex, size,
                           NULL, &size, NULL) != 0 ||
            size != ZK_TOKEN_HASH_SIZE) {
            zk_json_wrong(in, "a token's hash is wrong");
            return;
        }
        head->seats_count++;
    }
}

static bool read_head(struct carried *carried, const char *line, size_t size) {
    struct zk_json_in in = zk_json_from(line, size);
    struct zk_stored_table *head = &carried->head;
    char key[ZK_WORD_SIZE];
    uint32_t flag = 0;
    int64_t number = 0;
    memset(head, 0, sizeof *head);
    carried->entries_due = carried->records_due = -1;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        if (strcmp(key, "table") == 0) {
            zk_json_get_string(&in, head->id, sizeof head->id, NULL);
        } else if (strcmp(key, "game") == 0) {
            zk_json_get_string(&in, head->game, sizeof head->game, NULL);
        } else if (strcmp(key, "rules") == 0) {
            get_number(&in, &head->rules_version);
        } else if (strcmp(key, "options") == 0) {
            zk_json_get_string(&in, head->options, sizeof head->options, NULL);
        } else if (strcmp(key, "cardset") == 0) {
            zk_json_get_string(&in, head->cardset, sizeof head->cardset, NULL);
        } else if (strcmp(key, "clock_ms") == 0) {
            get_number(&in, &head->terms.clock_ms);
        } else if (strcmp(key, "clock_step_ms") == 0) {
            get_number(&in, &head->terms.clock_step_ms);
        } else if (strcmp(key, "memory") == 0) {
            get_number(&in, &flag);
            head->terms.memory = flag != 0;
        } else if (strcmp(key, "advice") == 0) {
            get_number(&in, &flag);
            head->terms.advice = flag != 0;
        } else if (strcmp(key, "stand_in") == 0) {
            zk_json_get_string(&in, head->stand_in, sizeof head->stand_in, NULL);
        } else if (strcmp(key, "opened_ms") == 0) {
            if (zk_json_get_int(&in, &number)) head->opened_ms = (uint64_t)number;
        } else if (strcmp(key, "tokens") == 0) {
            get_tokens(&in, head);
        } else if (strcmp(key, "entries") == 0) {
            zk_json_get_int(&in, &carried->entries_due);
        } else if (strcmp(key, "records") == 0) {
            zk_json_get_int(&in, &carried->records_due);
        } else {
            zk_json_skip(&in);
        }
    }
    if (zk_json_finish(&in) && head->id[0] && head->seats_count) return true;
    carried->error = in.error ? in.error : "it names no table";
    return false;
}

/* Whether the line is whole: one that was cut off may end as an entry does. */
static bool is_whole(struct carried *carried, const char *line, size_t size) {
    struct zk_json_in in = zk_json_from(line, size);
    char key[ZK_WORD_SIZE];
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) zk_json_skip(&in);
    if (zk_json_finish(&in)) return true;
    carried->error = in.error;
    return false;
}

static bool take_entry(struct carried *carried, const char *line, size_t size) {
    static const char before[] = "{\"entry\":";
    if (!carried->head.id[0] || size < sizeof before || line[size - 1] != '}') {
        carried->error = "it belongs to no table";
        return false;
    }
    if (!is_whole(carried, line, size)) return false;
    zk_bytes_add(&carried->lines, line + sizeof before - 1, size - sizeof before);
    zk_bytes_add(&carried->lines, "\n", 1);
    carried->entries_count++;
    carried->again += is_again(line + sizeof before - 1, size - sizeof before);
    return true;
}

/* In order; a game of which there is no record may be left out. */
static bool comes_next(const struct carried *carried, int64_t game) {
    uint32_t count = carried->records_count;
    int64_t next = count ? (int64_t)carried->record[count - 1].game + 1 : 0;
    return carried->head.id[0] && game >= next && (game == next || game <= carried->again);
}

static void keep_record(struct carried *carried, uint32_t game, const char *record,
                        size_t size) {
    if (carried->records_count == carried->records_capacity) {
        uint32_t capacity = 2 * carried->records_capacity + 8;
        carried->record = zk_reallocate(carried->record, capacity * sizeof *carried->record);
        carried->records_capacity = capacity;
    }
    struct carried_record *kept = &carried->record[carried->records_count++];
    *kept = (struct carried_record){.game = game};
    zk_bytes_add(&kept->lines, record, size);
}

static bool take_record(struct carried *carried, const char *line, size_t size) {
    struct zk_json_in in = zk_json_from(line, size);
    char key[ZK_WORD_SIZE], *text = zk_allocate(size + 1);
    int64_t game = -1;
    size_t used = 0;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key))
        if (strcmp(key, "of") == 0)
            zk_json_get_int(&in, &game);
        else if (strcmp(key, "record") == 0)
            zk_json_get_string(&in, text, size + 1, &used);
        else
            zk_json_skip(&in);
    bool right = zk_json_finish(&in) && comes_next(carried, game);
    if (right)
        keep_record(carried, (uint32_t)game, text, used);
    else
        carried->error = in.error ? in.error : "this record does not come next";
    free(text);
    return right;
}

/* What has come is looked at where it lies now; what does not make a table is set aside. */
static void check_table(const struct request *request, struct carried *carried) {
    struct zk_store *store = carried->store;
    struct zk_write aside = {.kind = ZK_WRITE_ASIDE}, *writes[] = {&aside};
    char why[ZK_ASIDE_SIZE] = "a server has seen to it meanwhile";
    enum zk_loaded loaded = zk_live_check(&carried->rules, store, carried->head.id, why);
    if (loaded == ZK_LOADED) {
        carried->tables++;
        return;
    }
    if (loaded == ZK_LOADED_WRONG) {
        memcpy(aside.table, carried->head.id, sizeof aside.table);
        snprintf(aside.reason, sizeof aside.reason, "%s", why);
        store->kind->commit(store, writes, 1);
    }
    complain(request, loaded == ZK_LOADED_WRONG ? "table %s is set aside: %s" : "table %s: %s",
             carried->head.id, why);
    carried->refused++;
}

/* Puts the table that has been read into the store, as a whole; tells why if it does not go. */
static void put_whole(const struct request *request, struct carried *carried) {
    size_t most = carried->records_count + 2u, count = 0;
    struct zk_write *write = zk_allocate(most * sizeof *write);
    struct zk_write **writes = zk_allocate(most * sizeof *writes);
    write[count++] = (struct zk_write){.kind = ZK_WRITE_TABLE, .head = &carried->head};
    /* Without entries, too: it is a visit. */
    write[count++] =
        (struct zk_write){.kind = ZK_WRITE_ENTRIES,
                          .first = 1,
                          .lines = carried->entries_count ? carried->lines.data : "",
                          .lines_size = carried->lines.used};
    for (uint32_t i = 0; i < carried->records_count; i++)
        write[count++] = (struct zk_write){.kind = ZK_WRITE_ENTRIES,
                                           .first = carried->entries_count + 1,
                                           .lines = "",
                                           .record = carried->record[i].lines.data,
                                           .record_size = carried->record[i].lines.used,
                                           .record_game = carried->record[i].game};
    for (size_t i = 0; i < count; i++) {
        memcpy(write[i].table, carried->head.id, sizeof write[i].table);
        write[i].at_ms = (uint64_t)time(NULL) * 1000; /* its time here begins now */
        writes[i] = &write[i];
    }
    if (carried->store->kind->commit(carried->store, writes, count)) {
        check_table(request, carried);
    } else {
        complain(request, "table %s: %s", carried->head.id, carried->store->error);
        carried->refused++;
    }
    free(write);
    free(writes);
}

/* The table that has been read is complete, or as much of it as has come. */
static void put_down(const struct request *request, struct carried *carried) {
    if (!carried->head.id[0]) return;
    if ((carried->entries_due >= 0 && carried->entries_due != carried->entries_count) ||
        (carried->records_due >= 0 && carried->records_due != carried->records_count)) {
        complain(request, "table %s: %u of %lld entries are there, and %u of %lld records",
                 carried->head.id, carried->entries_count, (long long)carried->entries_due,
                 carried->records_count, (long long)carried->records_due);
        carried->refused++;
    } else if (carried->store->kind->head(carried->store, carried->head.id, &carried->there) ==
               ZK_FOUND) {
        complain(request, "table %s: it is there already", carried->head.id);
        carried->refused++;
    } else {
        put_whole(request, carried);
    }
    carried->head.id[0] = '\0';
    carried->lines.used = 0;
    carried->entries_count = carried->again = 0;
    while (carried->records_count)
        zk_bytes_free(&carried->record[--carried->records_count].lines);
}

static bool take_line(const struct request *request, struct carried *carried, const char *line,
                      size_t size) {
    if (strncmp(line, "{\"entry\":", 9) == 0) return take_entry(carried, line, size);
    if (strncmp(line, "{\"of\":", 6) == 0) return take_record(carried, line, size);
    put_down(request, carried);
    return read_head(carried, line, size);
}

static bool read_all(const struct request *request, struct carried *carried, FILE *file) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    unsigned number = 0;
    bool right = true;
    while (right && (size = getline(&line, &capacity, file)) > 0) {
        number++;
        if (line[size - 1] == '\n') line[--size] = '\0';
        right = take_line(request, carried, line, (size_t)size);
    }
    bool failed = ferror(file);
    if (!right)
        complain(request, "%s, line %u: %s", request->words[0], number, carried->error);
    else if (failed)
        give_up(request, request->words[0], strerror(errno));
    else
        put_down(request, carried);
    free(line);
    return right && !failed;
}

int run_import(const struct request *request) {
    struct zk_folder folder;
    char error[ZK_STORE_ERROR_SIZE];
    const char *where = find_store(request, &folder);
    umask(077); /* as the server's own files: hidden cards are in it */
    if (!where) return STATUS_UNUSABLE;
    FILE *file = fopen(request->words[0], "r");
    if (!file) return give_up(request, request->words[0], strerror(errno));
    if (where == folder.database && !zk_folder_make(&folder)) {
        fclose(file);
        return give_up(request, folder.path, strerror(errno));
    }
    struct zk_store *store = zk_store_open(where, ZK_STORE_WRITE, error);
    if (!store) {
        fclose(file);
        return give_up(request, "cannot import", error);
    }
    struct carried *carried = zk_allocate(sizeof *carried);
    carried->store = store;
    bool right = read_all(request, carried, file) && !carried->refused;
    printf("%llu tables\n", (unsigned long long)carried->tables);
    zk_bytes_free(&carried->lines);
    while (carried->records_count)
        zk_bytes_free(&carried->record[--carried->records_count].lines);
    free(carried->record);
    free(carried);
    zk_store_close(store);
    fclose(file);
    return right ? STATUS_RIGHT : STATUS_WRONG;
}
