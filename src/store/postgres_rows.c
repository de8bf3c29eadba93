/* postgres_rows.c: writes as the arguments of statements, and rows as heads and entries, with the check
 * sums of both; see postgres.h.
 *
 * A row without a sum was written by a program of schema 1, beside this one: it is taken as it is, and
 * the next entry that has a sum proves it as well, since the chain goes through it. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain.h"
#include "line.h"
#include "postgres_inside.h"

enum { END_NOTE_SIZE = 16 };

void *pg_must(void *memory) {
    if (memory) return memory;
    fprintf(stderr, "zashiki: no memory\n"); /* what was acknowledged is in the database */
    exit(1);
}

/* ---- Arguments ---- */

void pg_add_bytes(struct pg_arguments *a, const void *bytes, size_t size) {
    a->value[a->count] = bytes;
    a->size[a->count] = (int)size;
    a->format[a->count++] = 1;
}

void pg_add_text(struct pg_arguments *a, const char *text) {
    pg_add_bytes(a, text, strlen(text));
}

void pg_add_number(struct pg_arguments *a, uint64_t number) {
    snprintf(a->number[a->count], PG_NUMBER_SIZE, "%llu", (unsigned long long)number);
    a->value[a->count] = a->number[a->count];
    a->size[a->count] = 0;
    a->format[a->count++] = 0;
}

/* No bytes at all: none. */
static void add_sum(struct pg_arguments *a, const struct zk_sum *sum, bool known) {
    pg_add_bytes(a, sum->bytes, known ? ZK_SUM_SIZE : 0);
}

bool pg_execute(PGconn *conn, unsigned statement, const struct pg_arguments *a) {
    return PQsendQueryPrepared(conn, pg_name(statement), a->count, a->value, a->size,
                               a->format, 0);
}

void pg_sum_end(const struct zk_sum *last, uint32_t count, struct zk_sum *end) {
    char note[END_NOTE_SIZE];
    int size = snprintf(note, sizeof note, "%u", count);
    zk_chain_end(last, note, (size_t)size, end);
}

/* The sum of a head does not say whether the table was set aside: here others do that, too. */
void pg_sum_head(const struct zk_stored_table *head, struct zk_sum *start,
                 struct zk_sum *sum) {
    zk_chain_start(head, start);
    zk_chain_head(start, "", sum);
}

/* ---- Writes ---- */

static bool send_table(PGconn *conn, struct zk_write *write) {
    const struct zk_stored_table *head = write->head;
    struct pg_arguments a = {.count = 0};
    struct zk_sum sum, end;
    write->after.known = true;
    pg_sum_head(head, &write->after.sum, &sum);
    pg_sum_end(&write->after.sum, 0, &end);
    pg_add_text(&a, head->id);
    pg_add_text(&a, head->game);
    pg_add_number(&a, head->rules_version);
    pg_add_text(&a, head->options);
    pg_add_number(&a, head->terms.clock_ms);
    pg_add_number(&a, head->terms.clock_step_ms);
    pg_add_number(&a, head->terms.memory);
    pg_add_number(&a, head->terms.advice);
    pg_add_text(&a, head->cardset);
    pg_add_number(&a, head->seats_count);
    pg_add_bytes(&a, head->token_hash, head->seats_count * ZK_TOKEN_HASH_SIZE);
    pg_add_number(&a, head->opened_ms);
    pg_add_text(&a, head->stand_in);
    bool none = sodium_is_zero(head->secret, sizeof head->secret);
    pg_add_bytes(&a, head->secret, none ? 0 : sizeof head->secret);
    add_sum(&a, &sum, true);
    add_sum(&a, &end, true);
    return pg_execute(conn, PG_ADD_TABLE, &a);
}

/* The lines as they are stored: what people are called stands apart. Sums are one after the other; of
 * names, those that are missing are zero. */
struct parts {
    struct zk_text bodies, names, cleared;
    uint32_t count;
    bool moved, named;
    struct zk_sum *sums, *name_sums;
    char *memory;
};

static uint32_t count_lines(const struct zk_write *write) {
    uint32_t count = 0;
    for (size_t i = 0; i < write->lines_size; i++) count += write->lines[i] == '\n';
    return count;
}

static void split_line(struct parts *parts, struct zk_write *write, const char *line,
                       size_t size) {
    const char *name;
    size_t name_size, body = parts->bodies.used;
    uint32_t number = write->first + parts->count;
    zk_line_split(line, size, &parts->bodies, &name, &name_size);
    if (name) {
        zk_text_put_char(&parts->names, '=');
        zk_text_put_bytes(&parts->names, name, name_size);
        zk_chain_name(write->table, number, name, name_size, &parts->name_sums[parts->count]);
        parts->named = true;
    }
    if (write->after.known) {
        struct zk_sum before = write->after.sum;
        zk_chain_entry(&before, number, name != NULL, parts->bodies.data + body,
                       parts->bodies.used - body, &write->after.sum);
        parts->sums[parts->count] = write->after.sum;
    }
    parts->moved |= zk_line_is_move(line, size);
    parts->count++;
}

static void split(struct parts *parts, struct zk_write *write) {
    size_t cleared = write->nameless_count * (size_t)PG_NUMBER_SIZE + 1;
    size_t size = 2 * write->lines_size + 1; /* room for a = before each name */
    size_t sums = count_lines(write) * sizeof *parts->sums;
    *parts = (struct parts){.memory = pg_must(calloc(1, 2 * sums + 2 * size + cleared))};
    parts->sums = (struct zk_sum *)parts->memory;
    parts->name_sums = (struct zk_sum *)(parts->memory + sums);
    parts->bodies = zk_text_in(parts->memory + 2 * sums, size);
    parts->names = zk_text_in(parts->memory + 2 * sums + size, size);
    parts->cleared = zk_text_in(parts->memory + 2 * sums + 2 * size, cleared);
    write->after = write->before;
    for (const char *line = write->lines, *end = line + write->lines_size, *stop; line < end;
         line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        assert(stop);
        if (parts->count) {
            zk_text_put_char(&parts->bodies, '\n');
            zk_text_put_char(&parts->names, '\n');
        }
        split_line(parts, write, line, (size_t)(stop - line));
    }
    for (uint32_t i = 0; i < write->nameless_count; i++) {
        if (i) zk_text_put_char(&parts->cleared, ',');
        zk_text_put_uint(&parts->cleared, write->nameless[i]);
    }
    assert(!parts->bodies.full && !parts->names.full && !parts->cleared.full);
}

static bool send_entries(PGconn *conn, struct zk_write *write) {
    struct pg_arguments a = {.count = 0};
    struct parts parts;
    struct zk_sum end = {0}, record = {0};
    split(&parts, write);
    bool known = write->after.known;
    if (known) pg_sum_end(&write->after.sum, write->first - 1 + parts.count, &end);
    pg_add_text(&a, write->table);
    pg_add_number(&a, write->first - 1);
    pg_add_number(&a, parts.count);
    pg_add_bytes(&a, parts.bodies.data, parts.bodies.used);
    pg_add_bytes(&a, parts.names.data, parts.names.used);
    pg_add_number(&a, parts.moved);
    pg_add_number(&a, write->at_ms);
    pg_add_bytes(&a, parts.sums, known ? parts.count * sizeof *parts.sums : 0);
    pg_add_bytes(&a, parts.name_sums, parts.named ? parts.count * sizeof *parts.sums : 0);
    add_sum(&a, &end, known);
    bool more = write->record || write->nameless_count;
    if (more) {
        pg_add_bytes(&a, parts.cleared.data, parts.cleared.used);
        pg_add_number(&a, write->record_game);
        pg_add_bytes(&a, write->record ? write->record : "", write->record_size);
        if (write->record)
            zk_chain_record(write->table, write->record_game, write->at_ms, write->record,
                            write->record_size, &record);
        add_sum(&a, &record, write->record != NULL);
    }
    bool right = pg_execute(conn, more ? PG_ADD_ENTRIES_AND_MORE : PG_ADD_ENTRIES, &a);
    free(parts.memory);
    return right;
}

bool pg_send_write(PGconn *conn, struct zk_write *write) {
    struct pg_arguments a = {.count = 0};
    switch (write->kind) {
    case ZK_WRITE_TABLE: return send_table(conn, write);
    case ZK_WRITE_ENTRIES: return send_entries(conn, write);
    case ZK_WRITE_ASIDE:
        pg_add_text(&a, write->table);
        pg_add_text(&a, write->reason);
        return pg_execute(conn, PG_ASIDE, &a);
    case ZK_WRITE_VISIT:
        pg_add_text(&a, write->table);
        pg_add_number(&a, write->at_ms);
        pg_add_number(&a, write->grain_ms);
        return pg_execute(conn, PG_VISIT, &a);
    case ZK_WRITE_TIDY:
        pg_add_text(&a, write->table);
        pg_add_number(&a, write->at_ms);
        pg_add_number(&a, write->keep_ms);
        pg_add_number(&a, write->keep_unmoved_ms);
        pg_add_number(&a, ZK_TIDY_TABLES);
        pg_add_text(&a, ZK_REMOVED);
        pg_add_number(&a, ZK_TIDY_ENTRIES);
        pg_add_number(&a, write->grace_ms);
        return pg_execute(conn, PG_TIDY, &a);
    case ZK_WRITE_CLAIM:
        pg_add_text(&a, write->table);
        pg_add_number(&a, write->first);
        pg_add_text(&a, write->reason);
        pg_add_number(&a, ZK_CLAIM_MS);
        return pg_execute(conn, PG_CLAIM, &a);
    }
    assert(0);
    return false;
}

/* ---- Rows ---- */

uint64_t pg_take_number(const PGresult *rows, int row, int column) {
    return strtoull(PQgetvalue(rows, row, column), NULL, 10);
}

void pg_take_text(const PGresult *rows, int row, int column, char *out, size_t size) {
    struct zk_text text = zk_text_in(out, size);
    zk_text_put_bytes(&text, PQgetvalue(rows, row, column),
                      (size_t)PQgetlength(rows, row, column));
}

/* Bytes of exactly this size; else they are left as they are. */
static bool take_bytes(const PGresult *rows, int row, int column, void *bytes, size_t size) {
    size_t found;
    unsigned char *value =
        pg_must(PQunescapeBytea((unsigned char *)PQgetvalue(rows, row, column), &found));
    bool right = found == size;
    if (right) memcpy(bytes, value, size);
    sodium_memzero(value, found);
    PQfreemem(value);
    return right;
}

bool pg_take_sum(const PGresult *rows, int row, int column, struct zk_sum *sum) {
    if (PQgetisnull(rows, row, column)) return false;
    memset(sum, 0, sizeof *sum); /* one of another size fits nothing */
    take_bytes(rows, row, column, sum->bytes, ZK_SUM_SIZE);
    return true;
}

static bool damaged(struct zk_read *read, const char *what, int64_t number) {
    read->found = ZK_FOUND_DAMAGED;
    if (number < 0)
        snprintf(read->error, sizeof read->error, "%s", what);
    else
        snprintf(read->error, sizeof read->error, "%s %lld", what, (long long)number);
    return false;
}

void pg_take_head(struct zk_read *read, const PGresult *rows, int row) {
    struct zk_stored_table *head = read->head = pg_must(calloc(1, sizeof *head));
    struct zk_sum stored, right;
    pg_take_text(rows, row, 0, head->id, sizeof head->id);
    pg_take_text(rows, row, 1, head->game, sizeof head->game);
    head->rules_version = (uint32_t)pg_take_number(rows, row, 2);
    pg_take_text(rows, row, 3, head->options, sizeof head->options);
    head->terms.clock_ms = (uint32_t)pg_take_number(rows, row, 4);
    head->terms.clock_step_ms = (uint32_t)pg_take_number(rows, row, 5);
    head->terms.memory = pg_take_number(rows, row, 6) != 0;
    head->terms.advice = pg_take_number(rows, row, 7) != 0;
    pg_take_text(rows, row, 8, head->cardset, sizeof head->cardset);
    uint64_t seats = pg_take_number(rows, row, 9);
    if (seats <= ZK_SEATS_MAX &&
        take_bytes(rows, row, 10, head->token_hash, seats * ZK_TOKEN_HASH_SIZE))
        head->seats_count = (uint32_t)seats;
    head->opened_ms = pg_take_number(rows, row, 11);
    pg_take_text(rows, row, 12, head->aside, sizeof head->aside);
    pg_take_text(rows, row, 13, head->stand_in, sizeof head->stand_in);
    take_bytes(rows, row, 14, head->secret, sizeof head->secret);
    memcpy(read->table, head->id, sizeof read->table);
    read->last.known = true;
    pg_sum_head(head, &read->last.sum, &right);
    if (pg_take_sum(rows, row, 15, &stored) && !zk_sum_same(&stored, &right))
        damaged(read, "its head does not match its check sum", -1);
}

/* Where the entries of a read end, and how far the chain had come there. */
struct walk {
    struct zk_link at;       /* behind entry `number` */
    struct zk_link at_end;   /* behind entry `summed`, if it came by */
    uint32_t number, summed; /* the last that has a sum in the table's row; 0 is the head */
    uint32_t last_summed;    /* of those that came by */
    bool has_end;
};

static void step(struct walk *walk, uint32_t number, bool summed) {
    walk->number = number;
    if (summed) walk->last_summed = number;
    if (walk->has_end && number == walk->summed) walk->at_end = walk->at;
}

/* Compares the entry of a row with the chain so far, and moves the chain on. */
static bool entry_fits(struct zk_read *read, struct walk *walk, const PGresult *rows,
                       int row) {
    const char *name = PQgetvalue(rows, row, 2);
    size_t name_size = (size_t)PQgetlength(rows, row, 2);
    bool has_name = !PQgetisnull(rows, row, 2);
    uint32_t number = walk->number + 1;
    struct zk_sum stored, right;
    if (pg_take_number(rows, row, 0) != number)
        return damaged(read, "there is no entry", number);
    bool summed = pg_take_sum(rows, row, 3, &stored);
    if (walk->at.known)
        zk_chain_entry(&walk->at.sum, number, has_name, PQgetvalue(rows, row, 1),
                       (size_t)PQgetlength(rows, row, 1), &right);
    if (walk->at.known && summed && !zk_sum_same(&stored, &right))
        return damaged(read, "the check sum does not match at entry", number);
    if (walk->at.known) walk->at.sum = right;
    if (!walk->at.known && summed) walk->at = (struct zk_link){true, stored};
    step(walk, number, summed);
    /* One that was deleted has none. */
    if (!name_size || !pg_take_sum(rows, row, 4, &stored)) return true;
    zk_chain_name(read->table, number, name, name_size, &right);
    return zk_sum_same(&stored, &right) ||
           damaged(read, "the name does not match its check sum at entry", number);
}

/* The next entry, with the name of the one who sat down; false when no more are wanted. */
static bool give_entry(struct zk_read *read, const PGresult *rows, int row, uint32_t number) {
    const char *body = PQgetvalue(rows, row, 1);
    size_t size = (size_t)PQgetlength(rows, row, 1);
    size_t name_size = (size_t)PQgetlength(rows, row, 2);
    if (!name_size) return zk_read_add(read, number, body, size);
    size_t capacity = size + name_size + 32;
    char *memory = pg_must(malloc(capacity));
    struct zk_text text = zk_text_in(memory, capacity);
    zk_line_join(body, size, PQgetvalue(rows, row, 2), name_size, &text);
    bool wanted = zk_read_add(read, number, text.data, text.used);
    free(memory);
    return wanted;
}

static bool end_fits(struct zk_read *read, const struct walk *walk, const PGresult *rows,
                     int row) {
    static const char what[] = "it does not end with entry";
    struct zk_sum stored, right;
    if (pg_take_number(rows, row, 0) != walk->number) return damaged(read, what, walk->number);
    if (!walk->has_end || !pg_take_sum(rows, row, 3, &stored)) return true;
    if (walk->summed > walk->number || walk->last_summed > walk->summed)
        return damaged(read, what, walk->summed);
    if (!walk->at_end.known)
        return true; /* before this read, and followed by older programs' */
    pg_sum_end(&walk->at_end.sum, walk->summed, &right);
    return zk_sum_same(&stored, &right) ||
           damaged(read, "the check sum does not match at the end, after entry", walk->summed);
}

void pg_take_entries(struct zk_read *read, const PGresult *rows) {
    struct walk walk = {.at = read->head ? read->last : read->before};
    int end = -1, count = PQntuples(rows);
    for (int row = 0; row < count; row++)
        if (PQgetisnull(rows, row, 1)) end = row;
    if (end < 0) { /* it was removed meanwhile, or never there */
        if (read->head) read->found = ZK_FOUND_NOT;
        return;
    }
    read->before = walk.at;
    walk.has_end = !PQgetisnull(rows, end, 2);
    walk.summed = (uint32_t)pg_take_number(rows, end, 2);
    step(&walk, read->after, false);
    for (int row = 0; row < count; row++) {
        struct zk_sum stored;
        if (row == end) continue;
        if (read->after && pg_take_number(rows, row, 0) == read->after) {
            if (!pg_take_sum(rows, row, 3, &stored)) continue;
            if (walk.at.known && !zk_sum_same(&stored, &walk.at.sum)) {
                damaged(read, "the check sum does not match at entry", read->after);
                return;
            }
            read->before = walk.at = (struct zk_link){true, stored};
            step(&walk, read->after, true);
        } else if (read->count == ZK_READ_ENTRIES_MAX) {
            read->more = true;
        } else if (!entry_fits(read, &walk, rows, row) ||
                   !give_entry(read, rows, row, walk.number)) {
            return;
        }
    }
    read->last = walk.at;
    if (!read->more) end_fits(read, &walk, rows, end);
}

void pg_add_entries(struct pg_arguments *a, const struct zk_read *read) {
    pg_add_text(a, read->table);
    pg_add_number(a, read->after);
    pg_add_number(a, ZK_READ_ENTRIES_MAX + 1 + (read->after > 0)); /* with that one itself */
}

bool pg_send_read(PGconn *conn, const struct zk_read *read) {
    struct pg_arguments head = {.count = 0}, entries = {.count = 0};
    pg_add_text(&head, read->table);
    if (read->kind == ZK_READ_NEXT) {
        pg_add_text(&entries, read->table);
        pg_add_number(&entries, ZK_READ_ENTRIES_MAX + 1);
        return pg_execute(conn, PG_NEXT_HEAD, &head) &&
               pg_execute(conn, PG_NEXT_ENTRIES, &entries);
    }
    pg_add_entries(&entries, read);
    return (read->kind == ZK_READ_ENTRIES || pg_execute(conn, PG_HEAD, &head)) &&
           pg_execute(conn, PG_ENTRIES, &entries);
}
