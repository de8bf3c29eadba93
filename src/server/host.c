/* host.c: the callbacks that the server gives the doors of its tables: limits, the store, threads for bots. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum {
    LARGE_COST = 4
}; /* what a join, a history or a record costs more than other messages */

/* ---- Time, luck, memory ---- */

static uint64_t door_now_ms(void *user) { return now_ms(user); }

static struct zk_rng *door_luck(void *user) {
    struct zk_server *server = user;
    server->luck.at = server->host.luck(server->host.user);
    return &server->luck;
}

static char *door_memory(void *user, size_t size) {
    struct zk_server *server = user;
    if (size > server->memory_size) {
        free(server->memory);
        server->memory = zk_allocate(size);
        server->memory_size = size;
    }
    return server->memory;
}

/* ---- Guests ---- */

static void door_send(void *user, void *to, const char *data, size_t size) {
    struct zk_server *server = user;
    struct zk_guest *guest = to;
    server->sent = data;
    server->sent_size = size;
    server->sent_total += size;
    if (!guest->closing) server->host.send(server->host.user, guest->connection, data, size);
}

void make_ready(struct zk_server *server, struct zk_guest *guest) {
    if (guest->is_ready) return;
    guest->is_ready = true;
    guest->ready_next = server->ready;
    server->ready = guest;
}

static void door_answered(void *user, struct zk_ask *ask) {
    struct zk_server *server = user;
    struct zk_guest *guest = ask->from;
    if (ask == guest->hint) {
        guest->hint = NULL;
        guest->hint_job = NULL;
    } else {
        guest->ask = NULL;
        make_ready(server, guest);
    }
    bool repeated =
        guest->opened_answer.used && strcmp(guest->opened, ask->message.request) == 0;
    if (ask->message.ask == ZK_ASK_OPEN && !ask->refused && !repeated) {
        /* Only who has opened the table gets its tokens again, should the request come twice. */
        memcpy(guest->opened, ask->message.request, sizeof guest->opened);
        zk_bytes_free(&guest->opened_answer);
        zk_bytes_add(&guest->opened_answer, server->sent, server->sent_size);
    }
    free(ask);
}

static int door_seat(void *user, const struct zk_door *door, const char *token) {
    (void)user;
    return seat_of(live_of(door), token);
}

static void door_hash(void *user, const struct zk_door *door, const char *key,
                      uint8_t hash[ZK_HASH_SIZE]) {
    (void)user;
    zk_token_hash(door->table.id, key, hash);
}

/* ---- Limits ---- */

static bool refused(struct zk_sentence *refusal, const char *key) {
    zk_refuse(refusal, "", key);
    return false;
}

static struct zk_listener *listener_for(struct zk_guest *guest, const struct zk_door *door) {
    struct zk_listener *free_one = NULL;
    for (unsigned i = 0; i < ZK_LISTENERS_MAX; i++) {
        if (guest->listener[i].door == door) return &guest->listener[i];
        if (!guest->listener[i].door && !free_one) free_one = &guest->listener[i];
    }
    return free_one;
}

/* What is much work costs more, and nothing of it is done for an address that owes. */
static bool is_large(enum zk_ask_kind ask) {
    return ask == ZK_ASK_JOIN || ask == ZK_ASK_HISTORY || ask == ZK_ASK_RECORD;
}

/* Within the limits of all who watch, of which an address has a part. */
static bool may_watch(const struct zk_limits *limits, struct zk_live_table *live,
                      struct zk_visitor *visitor, uint32_t cost, uint64_t now) {
    if (!zk_bucket_has(&visitor->watching, &limits->watching_per_address, cost, now) ||
        !zk_bucket_spend(&live->watcher_asks, &limits->asks_of_watchers, cost, now))
        return false;
    zk_bucket_charge(&visitor->watching, &limits->watching_per_address, cost, now);
    return true;
}

/* Within the limits of the connection for things of this kind, and of all who come for this seat,
 * or of all who watch. So no watcher can use up what a seat may ask, nor one seat another's. */
static bool within_limits(struct zk_server *server, struct zk_live_table *live,
                          const struct zk_ask *ask) {
    struct zk_guest *guest = ask->from;
    const struct zk_limits *limits = &server->limits;
    uint64_t now = now_ms(server);
    bool large = is_large(ask->message.ask);
    uint32_t cost = large ? 1 + LARGE_COST : 1;
    if (large && !guest_may_work(server, guest)) return false;
    if (large && !zk_bucket_spend(&guest->messages, &limits->messages, LARGE_COST, now))
        return false;
    if (ask->message.ask == ZK_ASK_HINT &&
        !zk_bucket_spend(&guest->hints, &limits->hints, 1, now))
        return false;
    if (ask->message.ask == ZK_ASK_REACT &&
        !zk_bucket_spend(&guest->reactions, &limits->reactions, 1, now))
        return false;
    if (ask->seat < 0) return may_watch(limits, live, guest->visitor, cost, now);
    return zk_bucket_spend(&live->seat_asks[ask->seat], &limits->asks_per_seat, cost, now);
}

static bool door_admits(void *user, const struct zk_ask *ask) {
    if (!turn_admits(user, asker_of(ask))) return false;
    work_for(user, asker_of(ask));
    return true;
}

static bool door_allow(void *user, struct zk_door *door, struct zk_ask *ask,
                       struct zk_sentence *refusal) {
    struct zk_server *server = user;
    struct zk_guest *guest = ask->from;
    if (ask->message.ask == ZK_ASK_JOIN) {
        ask->listener = listener_for(guest, door);
        if (!ask->listener) return refused(refusal, "join.too_many");
        if (ask->seat == ZK_SPECTATOR && ask->listener->door != door &&
            door->watching >= server->limits.watchers_max)
            return refused(refusal, "table.crowded");
    } else if (ask->message.ask == ZK_ASK_HINT && guest->hint) {
        return refused(refusal, "hint.busy");
    }
    return within_limits(server, live_of(door), ask) || refused(refusal, "server.too_fast");
}

static struct zk_refusals *door_refusals(void *user, struct zk_door *door) {
    (void)user;
    (void)door;
    return zk_allocate(sizeof(struct zk_refusals));
}

/* ---- The store ---- */

static void put_line(void *user, const char *line, size_t size) {
    zk_bytes_add(user, line, size);
}

/* Without people's names: records are kept when their table is long gone. */
static void put_record(struct zk_live_table *live) {
    const struct zk_table *table = &live->door.table;
    struct zk_fold nameless = table->now;
    for (uint32_t i = 0; i < table->seats_count; i++)
        memset(nameless.seat[i].name, 0, sizeof nameless.seat[i].name);
    size_t size = zk_record_size(&nameless);
    struct zk_text text = zk_text_in(zk_bytes_more(&live->record, size), size);
    zk_record_of_game(&text, table, &nameless);
    assert(!text.full);
    live->record.used = text.used;
}

/* The entries whose names go with what is written: those before that put somebody into the seat. */
static void put_nameless(struct zk_live_table *live, struct zk_write *write) {
    const struct zk_table *table = &live->door.table;
    for (uint32_t i = live->door.durable.count; i < table->now.count; i++) {
        if (table->entries[i].kind != ZK_ENTRY_FORGET) continue;
        if (!live->nameless)
            live->nameless = zk_allocate(table->now.count * sizeof *live->nameless);
        for (uint32_t k = 0; k < i; k++)
            if (table->entries[k].kind == ZK_ENTRY_SIT && *zk_table_name(table, k + 1) &&
                table->entries[k].sits == table->entries[i].seat)
                live->nameless[write->nameless_count++] = k + 1;
    }
    write->nameless = live->nameless;
}

static enum zk_outcome door_write(void *user, struct zk_door *door) {
    struct zk_server *server = user;
    struct zk_live_table *live = live_of(door);
    struct zk_write *write = &live->write;
    memset(write, 0, sizeof *write);
    write->kind = door->opening ? ZK_WRITE_TABLE : ZK_WRITE_ENTRIES;
    memcpy(write->table, door->table.id, sizeof write->table);
    write->at_ms = live->noted_ms = now_ms(server);
    write->user = live;
    if (door->asker) {
        const struct zk_guest *guest = door->asker->from;
        live->charged = guest->visitor->address;
        live->is_charged = true;
    }
    if (door->opening) {
        write->head = live->head;
    } else {
        zk_door_each_line(door, put_line, &live->lines);
        write->first = door->durable.count + 1;
        write->before = live->chain;
        write->lines = live->lines.data;
        write->lines_size = live->lines.used;
        put_nameless(live, write);
        if (zk_door_ends_game(door)) { /* what ends a game comes with its record */
            put_record(live);
            write->record = live->record.data;
            write->record_size = live->record.used;
            write->record_game = door->table.now.games;
        }
    }
    server->writes_count++;
    server->host.write(server->host.user, write);
    return ZK_LATER;
}

static void forget_opening(struct zk_live_table *live) {
    if (live->head) sodium_memzero(live->head->secret, sizeof live->head->secret);
    free(live->head);
    live->head = NULL;
    if (live->tokens) sodium_memzero(live->tokens, sizeof *live->tokens);
    free(live->tokens);
    live->tokens = NULL;
}

void zk_server_written(struct zk_server *server, struct zk_write *write) {
    struct zk_live_table *live = write->user;
    bool failed = write->failed, opened = write->kind == ZK_WRITE_TABLE;
    server->writes_count--;
    if (write->kind == ZK_WRITE_CLAIM) {
        thought_claimed(server, write);
        go_on_with_held(server);
        return;
    }
    if (write->kind == ZK_WRITE_VISIT || write->kind == ZK_WRITE_TIDY) {
        keeping_written(server, write);
        return;
    }
    server->counted.write_failed = failed && !write->overtaken;
    server->counted.write_failures += server->counted.write_failed;
    server->write_failed_ms = now_ms(server);
    if (!failed && opened) server->counted.tables_opened++;
    if (write->kind == ZK_WRITE_ASIDE) {
        if (failed)
            report_failure(server, "could not be marked as set aside", write->table,
                           write->error);
        free(write);
        return;
    }
    bool overtaken = write->overtaken;
    if (failed && !overtaken)
        report_failure(server, "could not be written to", write->table, write->error);
    uint32_t before = live->door.durable.count;
    zk_bytes_free(&live->lines);
    zk_bytes_free(&live->record);
    free(live->nameless);
    live->nameless = NULL;
    if (!failed) live->chain = write->after;
    if (failed)
        live->in_doubt = true;
    else if (!opened)
        peers_tell_count(server, live);
    work_for(server, asker_of(live->door.asker));
    zk_door_written(&live->door, overtaken ? ZK_OVERTAKEN : failed ? ZK_FAILED : ZK_DONE);
    work_for(server, NULL);
    server->counted.entries += live->door.durable.count - before;
    if (opened) forget_opening(live);
    if (live->door.state == ZK_DOOR_GONE)
        table_drop(server, live);
    else
        table_schedule(server, live);
    go_on_with_held(server);
}

static enum zk_outcome door_load(void *user, struct zk_door *door) {
    table_read(user, ZK_READ_ENTRIES, door->table.id, door->durable.count, live_of(door));
    return ZK_LATER;
}

/* ---- Other processes ---- */

static void door_presence(void *user, struct zk_door *door) {
    peers_tell_here(user, live_of(door));
}

static void door_reaction(void *user, struct zk_door *door, const char *word, int seat) {
    peers_tell_reaction(user, live_of(door), word, seat);
}

/* ---- All of it ---- */

void host_prepare(struct zk_server *server) {
    server->door_host =
        (struct zk_door_host){.user = server,
                              .look = &server->look,
                              .batch = ZK_BATCH_ENTRIES,
                              .bot_delay_ms = server->limits.bot_delay_ms,
                              .presence_delay_ms = server->limits.presence_delay_ms,
                              .away_ms = server->limits.away_ms,
                              /* Others may have served while this one did not. */
                              .started_ms = server->host.say ? 0 : now_ms(server),
                              .now_ms = door_now_ms,
                              .luck = door_luck,
                              .fair = &server_fair,
                              .memory = door_memory,
                              .send = door_send,
                              .answered = door_answered,
                              .seat = door_seat,
                              .hash = door_hash,
                              .admits = door_admits,
                              .allow = door_allow,
                              .grow = zk_live_grow,
                              .refusals = door_refusals,
                              .write = door_write,
                              .load = door_load,
                              .presence = door_presence,
                              .reaction = door_reaction,
                              .think = door_think};
}
