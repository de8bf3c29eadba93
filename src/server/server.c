/* server.c: guests and tables come and go; see server.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

/* For so long a write that failed makes a server unwell. When a proxy sends nobody any more, nobody writes, and only
 * somebody who does can find that it is well again. */
enum { FAILED_MS = 60 * 1000 };

enum {
    READS_AT_ONCE = 8, /* of tables that are under way */
    RELIEVE_MS = 1000, /* between two looks at tables that take too much memory */
    FAILURES_TOLD =
        20, /* between two sweeps: of all of them there would be a line for each that somebody asks */
    GUESTS_OF_ONE = 8,  /* so many connections an address may have, however few are left */
    GUESTS_MORE = 64,   /* one for each so many may be there until others are gone */
    TABLES_OF_ONE = 16, /* so many an address may be at, however few are left for others */
};

const struct zk_limits zk_limits_usual = {
    .guests_max = 10000,
    .guests_per_address_max = 64,
    .tables_max = 4096,
    .tables_size = (size_t)256 * 1024 * 1024,
    .watchers_max = 256,
    .thinkers = 1,
    .messages = {{80, 4}, {18000, 3600}},
    .messages_per_address = {{800, 4}, {180000, 3600}},
    .asks_per_seat = {{120, 6}, {24000, 3600}},
    .asks_of_watchers = {{2000, 20}, {100000, 3600}},
    .watching_per_address = {{500, 20}, {25000, 3600}},
    .opens_per_address = {{20, 100}, {100, 7200}},
    .work_per_address = {{20000, 10}, {1000000, 3600}},
    .turn_per_address = 64,
    .turn_late = 128,
    .reactions = {{5, 10}, {300, 3600}},
    .hints = {{5, 5}, {600, 3600}},
    .away_ms = ZK_AWAY_MS,
    .bot_delay_ms = 400,
    .presence_delay_ms = 100,
    .idle_ms = 10 * 60 * 1000,
    .keep_ms = 365 * ZK_DAY_MS,
    .keep_unmoved_ms = ZK_DAY_MS,
};

void zk_limits_lift(struct zk_limits *limits) {
    struct zk_rate none = {{0, 0}, {0, 0}};
    limits->messages = limits->messages_per_address = none;
    limits->asks_per_seat = limits->asks_of_watchers = limits->watching_per_address = none;
    limits->opens_per_address = limits->work_per_address = none;
    limits->reactions = limits->hints = none;
    limits->turn_per_address = 0;
}

/* More than there should be are in memory until the next tick, when others give way. */
static uint32_t tables_most(const struct zk_server *server) {
    return server->limits.tables_max + server->limits.tables_max / 64;
}

/* ---- Reading tables ---- */

static void read_is_done(struct zk_server *server, struct zk_read *read) {
    server->reads_count--;
    zk_read_clear(read);
    free(read);
}

/* A read that waits for its turn. */
struct reading {
    struct zk_waiting waiting; /* first */
    struct zk_read *read;
};

/* What is under way comes back in its order, and what has come back waits for a turn of the loop: so only a few are. */
static void begin_reads(struct zk_server *server) {
    bool stopping = server->door_host.stopping; /* nobody is answered any more */
    while (stopping || server->reads_begun < READS_AT_ONCE) {
        struct reading *next = (struct reading *)zk_thinking_next(&server->reading);
        if (!next) return;
        struct zk_read *read = next->read;
        free(next);
        if (stopping) {
            read_is_done(server, read);
            continue;
        }
        server->reads_begun++;
        server->host.read(server->host.user, read);
    }
}

/* Those for whom tables are read take turns at it. What others have written is read for nobody, and at once. */
static void put_read(struct zk_server *server, struct zk_read *read,
                     const struct zk_visitor *who) {
    if (!who) {
        server->reads_begun++;
        server->host.read(server->host.user, read);
        return;
    }
    struct reading *reading = zk_allocate(sizeof *reading);
    reading->read = read;
    zk_thinking_put(&server->reading, &who->address, false, &reading->waiting);
    begin_reads(server);
}

/* ---- Life ---- */

struct zk_server *zk_server_new(const struct zk_host *host, const struct zk_limits *limits) {
    struct zk_server *server = zk_allocate(sizeof *server);
    server->host = *host;
    server->limits = *limits;
    server->due = zk_allocate((tables_most(server) + 2) * sizeof *server->due);
    host_prepare(server);
    peers_begin(server);
    host->random(host->user, &server->slot_key, sizeof server->slot_key);
    host->random(host->user, &server->visitors.key, sizeof server->visitors.key);
    host->random(host->user, &server->waiting.key, sizeof server->waiting.key);
    server->reading.key = server->waiting.key;
    server->sweep_ms = now_ms(server) + SWEEP_MS;
    server->relieve_ms = now_ms(server);
    server->turn = 1;
    keeping_begin(server);
    return server;
}

void zk_server_free(struct zk_server *server) {
    assert(!zk_server_is_busy(server) && !server->guests_count);
    while (server->oldest) table_drop(server, server->oldest);
    peers_free(server);
    zk_visitors_free(&server->visitors);
    free(server->due);
    free(server->memory);
    free(server);
}

void zk_server_stop(struct zk_server *server) {
    server->door_host.stopping = true;
    thoughts_stop(server);
    begin_reads(server);
    peers_stop(server);
}

bool zk_server_is_busy(const struct zk_server *server) {
    return server->writes_count || server->reads_count || server->thoughts_count;
}

uint32_t zk_server_tables(const struct zk_server *server) { return server->tables_count; }

void zk_server_health(const struct zk_server *server, struct zk_health *health) {
    *health = server->counted;
    if (now_ms(server) >= server->write_failed_ms + FAILED_MS) health->write_failed = false;
    health->connections = server->guests_count;
    health->tables = server->tables_count;
    health->writes_waiting = server->writes_count;
    health->reads_waiting = server->reads_count;
    health->thoughts = server->thoughts_count + server->waiting.count;
}

void report(struct zk_server *server, const char *what, const char *id, const char *why) {
    char sentence[512];
    snprintf(sentence, sizeof sentence, "table %s %s: %s", id, what, why);
    server->host.report(server->host.user, sentence);
}

void report_failure(struct zk_server *server, const char *what, const char *id,
                    const char *why) {
    if (server->failures_told == FAILURES_TOLD) {
        server->failures_untold++;
        return;
    }
    server->failures_told++;
    report(server, what, id, why);
}

static void tell_failures(struct zk_server *server) {
    char sentence[128];
    if (server->failures_untold) {
        snprintf(sentence, sizeof sentence,
                 "%u more times a table could not be read or written to in half a minute",
                 server->failures_untold);
        server->host.report(server->host.user, sentence);
    }
    server->failures_told = server->failures_untold = 0;
}

/* ---- Guests ---- */

static uint32_t staying(const struct zk_visitor *visitor) {
    return visitor->connections - visitor->leaving;
}

/* Of the address with most connections, the one that has come first; NULL without any. */
static struct zk_guest *one_of_most(struct zk_server *server) {
    struct zk_guest *one = NULL;
    for (struct zk_guest *guest = server->guests; guest; guest = guest->next)
        if (!guest->closing && (!one || staying(guest->visitor) >= staying(one->visitor)))
            one = guest;
    server->most_connections = one ? staying(one->visitor) : 0;
    server->most_ms = now_ms(server);
    return one;
}

/* Whether that one goes for one more of this address. So whoever has a network of some hundred addresses cannot keep
 * everybody else out. */
static bool goes_for(const struct zk_server *server, const struct zk_visitor *visitor) {
    return server->most_connections > GUESTS_OF_ONE &&
           staying(visitor) + 1 < server->most_connections;
}

static bool is_full(const struct zk_server *server) {
    return server->guests_count >= server->limits.guests_max;
}

static bool has_place(struct zk_server *server, const struct zk_visitor *visitor) {
    uint32_t most = server->limits.guests_max;
    if (!is_full(server)) return true;
    if (server->guests_count > most + most / GUESTS_MORE) return false;
    if (now_ms(server) >= server->most_ms + RELIEVE_MS) one_of_most(server);
    return goes_for(server, visitor);
}

bool zk_server_welcomes(struct zk_server *server, const struct zk_address *address,
                        const char **why) {
    const struct zk_visitor *visitor =
        zk_visitors_find(&server->visitors, address, now_ms(server));
    if (server->door_host.stopping || !has_place(server, visitor)) {
        *why = "the server is full";
        return false;
    }
    if (visitor->connections >= server->limits.guests_per_address_max) {
        *why = "too many connections from one address";
        server->counted.closed_for_limits++;
        return false;
    }
    return true;
}

struct zk_guest *zk_server_enter(struct zk_server *server, void *connection,
                                 const struct zk_address *address) {
    const char *why;
    if (!zk_server_welcomes(server, address, &why)) return NULL;
    struct zk_visitor *visitor = zk_visitors_find(&server->visitors, address, now_ms(server));
    if (is_full(server)) {
        struct zk_guest *one = one_of_most(server);
        if (!goes_for(server, visitor)) return NULL;
        guest_throw_out(server, one, "too many connections");
        server->most_ms = 0; /* it may be another address now */
    }
    struct zk_guest *guest = zk_allocate(sizeof *guest);
    guest->connection = connection;
    guest->visitor = visitor;
    zk_visitor_enter(&server->visitors, visitor);
    guest->next = server->guests;
    if (guest->next) guest->next->previous = guest;
    server->guests = guest;
    server->guests_count++;
    return guest;
}

void zk_server_send_away(struct zk_server *server, const char *reason) {
    for (struct zk_guest *guest = server->guests; guest; guest = guest->next)
        if (!guest->closing) guest_close(server, guest, ZK_CLOSE_LATER, reason);
}

void zk_server_leave(struct zk_server *server, struct zk_guest *guest) {
    guest_silence(server, guest);
    for (unsigned i = 0; i < ZK_LISTENERS_MAX; i++) {
        struct zk_door *door = guest->listener[i].door;
        if (!door) continue;
        zk_door_leave(&guest->listener[i]);
        table_schedule(server, (struct zk_live_table *)door);
    }
    zk_bytes_free(&guest->opened_answer);
    if (guest->next) guest->next->previous = guest->previous;
    *(guest->previous ? &guest->previous->next : &server->guests) = guest->next;
    guest->visitor->leaving -= guest->closing;
    zk_visitor_leave(&server->visitors, guest->visitor, now_ms(server));
    server->guests_count--;
    assert(!guest->is_ready);
    free(guest);
    go_on_with_held(server); /* asks at a door that it has left may have been answered */
}

/* ---- The heap of what is due ---- */

static void put_due(struct zk_server *server, struct zk_live_table *live, size_t place) {
    server->due[place] = live;
    live->due_place = place;
}

static void sift(struct zk_server *server, size_t place) {
    struct zk_live_table **due = server->due, *live = due[place];
    for (; place > 1 && due[place / 2]->due_ms > live->due_ms; place /= 2)
        put_due(server, due[place / 2], place);
    for (size_t child; (child = place * 2) <= server->due_count; place = child) {
        if (child < server->due_count && due[child + 1]->due_ms < due[child]->due_ms) child++;
        if (due[child]->due_ms >= live->due_ms) break;
        put_due(server, due[child], place);
    }
    put_due(server, live, place);
}

static void set_due(struct zk_server *server, struct zk_live_table *live, uint64_t due_ms) {
    size_t place = live->due_place;
    live->due_ms = due_ms;
    if (due_ms && !place) {
        put_due(server, live, ++server->due_count);
        sift(server, server->due_count);
    } else if (due_ms) {
        sift(server, place);
    } else if (place) {
        struct zk_live_table *last = server->due[server->due_count--];
        live->due_place = 0;
        if (last == live) return;
        put_due(server, last, place);
        sift(server, place);
    }
}

static void sooner(uint64_t *due_ms, uint64_t when_ms) {
    if (when_ms && (!*due_ms || when_ms < *due_ms)) *due_ms = when_ms;
}

static void measure(struct zk_server *server, struct zk_live_table *live) {
    size_t size = zk_live_size(live);
    server->tables_size += size - live->size;
    live->size = size;
}

void table_schedule(struct zk_server *server, struct zk_live_table *live) {
    measure(server, live);
    thoughts_look(server, live);
    set_due(server, live, zk_door_due_ms(&live->door));
}

/* ---- Tables in memory ---- */

static struct zk_live_table **slot_of(struct zk_server *server, const char *id) {
    uint64_t hash = server->slot_key;
    for (; *id; id++) hash = zk_rng_mix(hash ^ (unsigned char)*id);
    return &server->slot[hash % TABLE_SLOTS];
}

static void unlink_use(struct zk_server *server, struct zk_live_table *live) {
    *(live->older ? &live->older->newer : &server->oldest) = live->newer;
    *(live->newer ? &live->newer->older : &server->newest) = live->older;
    live->older = live->newer = NULL;
}

static void link_newest(struct zk_server *server, struct zk_live_table *live) {
    live->used_ms = now_ms(server);
    live->older = server->newest;
    *(server->newest ? &server->newest->newer : &server->oldest) = live;
    server->newest = live;
}

void table_add(struct zk_server *server, struct zk_live_table *live) {
    struct zk_live_table **slot = slot_of(server, live->door.table.id);
    live->hash_next = *slot;
    *slot = live;
    link_newest(server, live);
    live->looked_ms = live->used_ms;
    if (++server->tables_count > server->limits.tables_max) server->is_crowded = true;
}

void table_drop(struct zk_server *server, struct zk_live_table *live) {
    struct zk_live_table **at = slot_of(server, live->door.table.id);
    while (*at != live) at = &(*at)->hash_next;
    *at = live->hash_next;
    unlink_use(server, live);
    set_due(server, live, 0);
    server->tables_count--;
    server->tables_size -= live->size;
    peers_forget(live);
    zk_live_free(&server->rules, live);
}

bool table_is_unused(const struct zk_live_table *live) {
    return zk_door_is_unused(&live->door) && !live->thoughts && !live->is_telling;
}

bool table_fits(struct zk_server *server, struct zk_sentence *refusal) {
    if (server->tables_count < server->limits.tables_max) return true;
    for (struct zk_live_table *live = server->oldest; live; live = live->newer) {
        if (!table_is_unused(live)) continue;
        table_drop(server, live);
        return true;
    }
    if (server->tables_count < tables_most(server)) return true;
    zk_refuse(refusal, "", "server.full");
    return false;
}

static void set_aside(struct zk_server *server, const char *id, const char *why) {
    struct zk_write *write = zk_allocate(sizeof *write);
    struct zk_text text = zk_text_in(write->table, sizeof write->table);
    report(server, "is set aside", id, why);
    write->kind = ZK_WRITE_ASIDE;
    zk_text_put(&text, id);
    text = zk_text_in(write->reason, sizeof write->reason);
    zk_text_put(&text, why);
    server->writes_count++;
    server->host.write(server->host.user, write);
}

static bool is_word(const char *id) {
    if (!*id) return false;
    for (; *id; id++) {
        bool letter = (*id >= 'a' && *id <= 'z') || (*id >= 'A' && *id <= 'Z');
        if (!letter && !(*id >= '0' && *id <= '9') && *id != '-' && *id != '_') return false;
    }
    return true;
}

void table_read(struct zk_server *server, enum zk_read_kind kind, const char *id,
                uint32_t after, struct zk_live_table *live) {
    struct zk_read *read = zk_allocate(sizeof *read);
    struct zk_text text = zk_text_in(read->table, sizeof read->table);
    zk_text_put(&text, id);
    read->kind = kind;
    read->after = after;
    if (after) read->before = live->chain;
    read->user = live;
    server->reads_count++;
    if (live) {
        put_read(server, read, server->payer);
        return;
    }
    server->check_read = read;
    server->host.read(server->host.user, read);
}

struct zk_live_table *table_in_memory(struct zk_server *server, const char *id) {
    struct zk_live_table *live = *slot_of(server, id);
    while (live && strcmp(live->door.table.id, id) != 0) live = live->hash_next;
    return live;
}

struct zk_live_table *table_find(struct zk_server *server, const char *id,
                                 struct zk_sentence *refusal) {
    struct zk_live_table *live = table_in_memory(server, id);
    if (live && live->is_stale && table_is_unused(live)) {
        table_drop(server, live);
        live = NULL;
    }
    if (live) {
        unlink_use(server, live);
        link_newest(server, live);
        return live;
    }
    zk_refuse(refusal, "", "table.unknown");
    if (!is_word(id) || !table_fits(server, refusal)) return NULL;
    live = zk_live_begin(&server->door_host, id);
    table_add(server, live);
    table_read(server, ZK_READ_TABLE, id, 0, live);
    return live;
}

/* Whoever is there or waits is cut off. Who comes again has to have it read anew, which is charged. */
static void clear_table(struct zk_server *server, struct zk_live_table *live,
                        const char *why) {
    const struct zk_door *door = &live->door;
    for (struct zk_listener *at; (at = door->listeners);) {
        struct zk_guest *guest = at->to;
        zk_door_leave(at);
        if (!guest->closing) guest_throw_out(server, guest, why);
    }
    for (const struct zk_ask *ask; (ask = door->first ? door->first : door->asker);)
        guest_throw_out(server, ask->from, why);
    while (live->hints) guest_throw_out(server, live->hints->thought.ask->from, why);
    if (table_is_unused(live))
        table_drop(server, live);
    else
        table_schedule(server, live);
}

/* ---- What was read ---- */

/* A newer program on the same store may know a game, an option or an entry that this one does not. Only what does not match its
 * check sums is of no use to anybody. */
static bool is_known_elsewhere(const struct zk_server *server, const struct zk_read *read) {
    return server->host.say && read->found == ZK_FOUND;
}

static void check_next(struct zk_server *server) {
    if (server->check_read || !server->check_count || server->check_is_over) return;
    if (server->door_host.stopping) return;
    server->check_count--;
    table_read(server, ZK_READ_NEXT, server->checked, 0, NULL);
}

/* A piece of the table that is being checked. A store that cannot be read ends the check. */
static void check_read(struct zk_server *server, struct zk_read *read) {
    char why[ZK_ASIDE_SIZE];
    struct zk_live_table *live = server->check_live;
    if (!live) live = zk_live_begin(&zk_live_nobody, read->table);
    memcpy(server->checked, read->table, sizeof server->checked);
    server->check_live = live;
    enum zk_loaded loaded = zk_live_load(&server->rules, live, read, why);
    if (loaded == ZK_LOADED_MORE && !server->door_host.stopping) {
        zk_read_more(read);
        server->host.read(server->host.user, read);
        return;
    }
    if (loaded == ZK_LOADED_WRONG) set_aside(server, server->checked, why);
    if (loaded == ZK_LOADED_FAILED)
        report(server, "was the last that could be checked", server->checked, read->error);
    server->check_is_over = loaded == ZK_LOADED_NOT || loaded == ZK_LOADED_FAILED;
    zk_live_free(&server->rules, live);
    server->check_live = NULL;
    server->check_read = NULL;
    read_is_done(server, read);
    check_next(server);
}

/* Whether the store contradicts what is in memory: its entries do not go on from there, or it takes none though it has no others.
 * Somebody else has set the table aside or removed it, or a copy that knew less has taken the place of a database. */
static bool is_another(const struct zk_live_table *live, enum zk_loaded loaded) {
    const struct zk_door *door = &live->door;
    if (!door->is_loaded) return false;
    return loaded == ZK_LOADED_WRONG || (loaded == ZK_LOADED && door->overtaken &&
                                         door->table.now.count == door->durable.count);
}

/* A piece of a table that somebody has asked for, or where others have written. */
static void table_was_read(struct zk_server *server, struct zk_read *read) {
    struct zk_live_table *live = read->user;
    struct zk_sentence refusal;
    char why[ZK_ASIDE_SIZE];
    if (!live->door.is_loaded && !live->door.first) { /* nobody waits for it, or would pay */
        read_is_done(server, read);
        table_drop(server, live);
        return;
    }
    work_for(server, asker_of(live->door.first));
    enum zk_loaded loaded = zk_live_load(&server->rules, live, read, why);
    if (loaded == ZK_LOADED_MORE) {
        work_for(server, NULL);
        measure(server, live);
        zk_read_more(read);
        put_read(server, read, asker_of(live->door.first));
        return;
    }
    if (loaded == ZK_LOADED_FAILED && !live->door.failed_ms) /* it is tried each second */
        report_failure(server, "cannot be read", read->table, read->error);
    else if (loaded == ZK_LOADED_WRONG && !live->door.is_loaded &&
             is_known_elsewhere(server, read))
        report_failure(server, "cannot be read by this program", read->table, why);
    else if (loaded == ZK_LOADED_WRONG && !live->door.is_loaded)
        set_aside(server, read->table, why);
    else if (loaded == ZK_LOADED_WRONG)
        report_failure(server, "cannot be caught up with", read->table, why);
    zk_refuse(&refusal, "",
              loaded == ZK_LOADED_NOT      ? "table.unknown"
              : loaded == ZK_LOADED_FAILED ? "store.failed"
                                           : "table.aside");
    read_is_done(server, read);
    live->is_stale = is_another(live, loaded);
    if (loaded == ZK_LOADED && !live->door.is_loaded) peers_ask(server, live);
    zk_door_loaded(&live->door, loaded == ZK_LOADED ? ZK_DONE : ZK_FAILED, &refusal);
    work_for(server, NULL);
    if (live->is_stale) {
        clear_table(server, live, "the store has another table than this");
        go_on_with_held(server);
        return;
    }
    if (live->in_doubt && loaded == ZK_LOADED) {
        live->in_doubt = false;
        peers_tell_count(server, live);
    }
    if (live->door.state == ZK_DOOR_GONE)
        table_drop(server, live);
    else
        table_schedule(server, live);
    go_on_with_held(server);
}

void zk_server_has_read(struct zk_server *server, struct zk_read *read) {
    if (read == server->check_read) {
        check_read(server, read);
        return;
    }
    server->reads_begun--;
    table_was_read(server, read);
    begin_reads(server);
}

bool zk_server_check_some(struct zk_server *server, unsigned count) {
    server->check_count = count;
    check_next(server);
    return !server->door_host.stopping && !server->check_is_over;
}

/* ---- When there are too many tables, or they take too much memory ---- */

static bool is_too_much(const struct zk_server *server) {
    return server->tables_size > server->limits.tables_size && !server->door_host.stopping;
}

/* Whether somebody is there, or waits for an answer from there. All others leave memory, as soon as what is being read,
 * written or thought there has come to its end. */
static bool is_wanted(const struct zk_live_table *live) {
    const struct zk_door *door = &live->door;
    return door->listeners || door->first || door->asker || live->hints;
}

/* A few addresses can fill some hundred tables in some hours, each to two megabytes, and be at all of them. Tables that nobody
 * is at go first, those that were used last at last; then those of the addresses that have most, the largest first. */
static void relieve(struct zk_server *server, uint64_t now) {
    if (!is_too_much(server) || now < server->relieve_ms) return;
    for (struct zk_live_table *live = server->oldest, *newer; live && is_too_much(server);
         live = newer) {
        newer = live->newer;
        if (table_is_unused(live)) table_drop(server, live);
    }
    size_t most = server->limits.tables_size, size = 0;
    for (struct zk_live_table *live = server->oldest; live; live = live->newer)
        if (is_wanted(live)) size += live->size;
    for (struct zk_live_table *live; size > most && (live = crowds_choose(server, true, 0));) {
        size -= live->size;
        clear_table(server, live, "this table takes too much memory");
    }
    server->relieve_ms = now + RELIEVE_MS;
}

/* Some ten addresses could be at all the tables there is place for, and nobody else would get to one. Those that were used longest
 * ago go first. */
static void make_place(struct zk_server *server) {
    if (!server->is_crowded || server->door_host.stopping) return;
    uint32_t most = server->limits.tables_max, count = 0;
    for (struct zk_live_table *live = server->oldest; live; live = live->newer)
        count += is_wanted(live);
    for (struct zk_live_table *live;
         count > most && (live = crowds_choose(server, false, TABLES_OF_ONE)); count--)
        clear_table(server, live, "too many tables");
    server->is_crowded = false;
}

/* ---- Time ---- */

static void sweep(struct zk_server *server, uint64_t now) {
    tell_failures(server);
    keeping_note_visits(server);
    for (struct zk_live_table *live = server->oldest, *newer; live; live = newer) {
        newer = live->newer;
        if (now < live->used_ms + server->limits.idle_ms) break;
        if (table_is_unused(live)) table_drop(server, live);
    }
    zk_visitors_sweep(&server->visitors, now);
    if (server->memory_size > MEMORY_KEPT) {
        free(server->memory);
        server->memory = NULL;
        server->memory_size = 0;
    }
    server->sweep_ms = now + SWEEP_MS;
}

uint64_t zk_server_due_ms(const struct zk_server *server) {
    uint64_t due_ms = server->door_host.stopping ? 0 : server->sweep_ms;
    if (server->due_count) sooner(&due_ms, server->due[1]->due_ms);
    sooner(&due_ms, keeping_due_ms(server));
    sooner(&due_ms, peers_due_ms(server));
    sooner(&due_ms, turns_due_ms(server));
    if (is_too_much(server)) sooner(&due_ms, server->relieve_ms);
    if (server->is_crowded && !server->door_host.stopping) sooner(&due_ms, now_ms(server));
    return due_ms;
}

uint64_t zk_server_tick(struct zk_server *server) {
    uint64_t now = now_ms(server);
    /* Each live once: one that is due again at once waits for the next tick. */
    for (size_t left = server->due_count; left && server->due_count; left--) {
        struct zk_live_table *live = server->due[1];
        if (live->due_ms > now) break;
        zk_door_go_on(&live->door);
        work_for(server, NULL);
        table_schedule(server, live);
    }
    /* A visit that is noted when nothing is under way any more would never come back. */
    if (now >= server->sweep_ms && !server->door_host.stopping) sweep(server, now);
    make_place(server);
    relieve(server, now);
    keeping_tick(server);
    peers_tick(server);
    turns_tick(server);
    go_on_with_held(server);
    return zk_server_due_ms(server);
}
