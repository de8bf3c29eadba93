/* server.c: guests and rooms come and go; see server.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

const struct zk_limits zk_limits_usual = {
    .guests_max = 10000,
    .guests_per_address_max = 64,
    .rooms_max = 4096,
    .watchers_max = 256,
    .messages = {80, 20 * 1000},
    .messages_per_address = {800, 200 * 1000},
    .opens_per_address = {20, 200},
    .reactions = {5, 500},
    .hints = {5, 1000},
    .away_ms = 60 * 1000,
    .bot_delay_ms = 400,
    .idle_ms = 10 * 60 * 1000,
};

/* ---- Life ---- */

struct zk_server *zk_server_new(const struct zk_host *host, struct zk_store *store,
                                const struct zk_limits *limits) {
    struct zk_server *server = zk_take(sizeof *server);
    server->host = *host;
    server->store = store;
    server->limits = *limits;
    server->due = zk_take((limits->rooms_max + 2) * sizeof *server->due);
    host->random(host->user, &server->room_key, sizeof server->room_key);
    host->random(host->user, &server->visitors.key, sizeof server->visitors.key);
    server->sweep_ms = now_ms(server) + SWEEP_MS;
    return server;
}

void zk_server_free(struct zk_server *server) {
    assert(!zk_server_is_busy(server) && !server->guests_count);
    while (server->oldest) room_drop(server, server->oldest);
    zk_visitors_free(&server->visitors);
    free(server->due);
    free(server);
}

void zk_server_stop(struct zk_server *server) { server->stopping = true; }

bool zk_server_is_busy(const struct zk_server *server) {
    return server->writes_count || server->thoughts_count;
}

void zk_server_count(const struct zk_server *server, struct zk_server_counts *counts) {
    *counts = server->counts;
    counts->guests = server->guests_count;
    counts->rooms = server->rooms_count;
    counts->visitors = (uint32_t)server->visitors.count;
}

void report(struct zk_server *server, const char *what, const char *id, const char *why) {
    char sentence[512];
    snprintf(sentence, sizeof sentence, "table %s %s: %s", id, what, why);
    server->host.report(server->host.user, sentence);
}

/* ---- Guests ---- */

bool zk_server_welcomes(struct zk_server *server, const struct zk_address *address,
                        const char **why) {
    if (server->stopping || server->guests_count >= server->limits.guests_max) {
        *why = "the server is full";
        return false;
    }
    const struct zk_visitor *visitor =
        zk_visitors_find(&server->visitors, address, now_ms(server));
    if (!visitor || visitor->connections >= server->limits.guests_per_address_max) {
        *why = "too many connections from one address";
        return false;
    }
    return true;
}

struct zk_guest *zk_server_enter(struct zk_server *server, void *connection,
                                 const struct zk_address *address) {
    const char *why;
    if (!zk_server_welcomes(server, address, &why)) return NULL;
    struct zk_guest *guest = zk_take(sizeof *guest);
    guest->connection = connection;
    guest->visitor = zk_visitors_find(&server->visitors, address, now_ms(server));
    guest->visitor->connections++;
    server->guests_count++;
    return guest;
}

void zk_server_leave(struct zk_server *server, struct zk_guest *guest) {
    inbox_clear(guest);
    for (unsigned i = 0; i < ZK_CHAIRS_MAX; i++)
        if (guest->chair[i].room) chair_leave(server, &guest->chair[i]);
    if (guest->asked) guest->asked->asker = NULL;
    if (guest->hint) guest->hint->guest = NULL;
    zk_bytes_free(&guest->opened_answer);
    guest->visitor->connections--;
    guest->visitor->seen_ms = now_ms(server);
    server->guests_count--;
    free(guest);
}

void chair_take(struct zk_server *server, struct zk_chair *chair, struct zk_guest *guest,
                struct zk_room *room, int audience) {
    *chair = (struct zk_chair){room, guest, audience, room->chairs, NULL};
    if (room->chairs) room->chairs->previous = chair;
    room->chairs = chair;
    if (audience >= 0)
        room->here[audience]++;
    else
        room->watching++;
    room->presence_ms = now_ms(server) + PRESENCE_DELAY_MS;
}

void chair_leave(struct zk_server *server, struct zk_chair *chair) {
    struct zk_room *room = chair->room;
    if (chair->next) chair->next->previous = chair->previous;
    if (chair->previous)
        chair->previous->next = chair->next;
    else
        room->chairs = chair->next;
    if (chair->audience < 0)
        room->watching--;
    else if (--room->here[chair->audience] == 0)
        room->away_since_ms[chair->audience] = now_ms(server);
    chair->room = NULL;
    room->presence_ms = room->chairs ? now_ms(server) + PRESENCE_DELAY_MS : 0;
    room_schedule(server, room);
}

/* ---- The heap of what is due ---- */

static void put_due(struct zk_server *server, struct zk_room *room, size_t place) {
    server->due[place] = room;
    room->due_place = place;
}

static void sift(struct zk_server *server, size_t place) {
    struct zk_room **due = server->due, *room = due[place];
    for (; place > 1 && due[place / 2]->due_ms > room->due_ms; place /= 2)
        put_due(server, due[place / 2], place);
    for (size_t child; (child = place * 2) <= server->due_count; place = child) {
        if (child < server->due_count && due[child + 1]->due_ms < due[child]->due_ms) child++;
        if (due[child]->due_ms >= room->due_ms) break;
        put_due(server, due[child], place);
    }
    put_due(server, room, place);
}

static void set_due(struct zk_server *server, struct zk_room *room, uint64_t due_ms) {
    size_t place = room->due_place;
    room->due_ms = due_ms;
    if (due_ms && !place) {
        put_due(server, room, ++server->due_count);
        sift(server, server->due_count);
    } else if (due_ms) {
        sift(server, place);
    } else if (place) {
        struct zk_room *last = server->due[server->due_count--];
        room->due_place = 0;
        if (last == room) return;
        put_due(server, last, place);
        sift(server, place);
    }
}

static void sooner(uint64_t *due_ms, uint64_t when_ms) {
    if (when_ms && (!*due_ms || when_ms < *due_ms)) *due_ms = when_ms;
}

void room_schedule(struct zk_server *server, struct zk_room *room) {
    uint64_t due_ms = room->presence_ms;
    int seat;
    if (!room->busy && !server->stopping && room->chairs) {
        enum zk_wait wait = zk_table_wait(&room->table, &seat);
        uint64_t go_on_ms = zk_table_deadline_ms(&room->table);
        if (wait == ZK_WAIT_CHANCE) go_on_ms = now_ms(server);
        if (wait == ZK_WAIT_BOT && !room->bot_thinks) {
            if (!room->bot_ms) room->bot_ms = now_ms(server) + server->limits.bot_delay_ms;
            sooner(&go_on_ms, room->bot_ms);
        } else {
            room->bot_ms = 0;
        }
        if (room->failed_ms && go_on_ms && go_on_ms < room->failed_ms + ZK_RETRY_MS)
            go_on_ms = room->failed_ms + ZK_RETRY_MS;
        sooner(&due_ms, go_on_ms);
    }
    set_due(server, room, due_ms);
}

/* ---- Rooms ---- */

static struct zk_room **slot_of(struct zk_server *server, const char *id) {
    uint64_t hash = server->room_key;
    for (; *id; id++) hash = zk_rng_mix(hash ^ (unsigned char)*id);
    return &server->slot[hash % ROOM_SLOTS];
}

static void unlink_use(struct zk_server *server, struct zk_room *room) {
    *(room->older ? &room->older->newer : &server->oldest) = room->newer;
    *(room->newer ? &room->newer->older : &server->newest) = room->older;
    room->older = room->newer = NULL;
}

static void link_newest(struct zk_server *server, struct zk_room *room) {
    room->used_ms = now_ms(server);
    room->older = server->newest;
    *(server->newest ? &server->newest->newer : &server->oldest) = room;
    server->newest = room;
}

void room_add(struct zk_server *server, struct zk_room *room) {
    struct zk_room **slot = slot_of(server, room->table.id);
    room->hash_next = *slot;
    *slot = room;
    link_newest(server, room);
    server->rooms_count++;
}

void room_drop(struct zk_server *server, struct zk_room *room) {
    struct zk_room **at = slot_of(server, room->table.id);
    while (*at != room) at = &(*at)->hash_next;
    *at = room->hash_next;
    unlink_use(server, room);
    set_due(server, room, 0);
    server->rooms_count--;
    zk_room_free(&server->rules, room);
}

static bool is_unused(const struct zk_room *room) {
    return !room->busy && !room->chairs && !room->waiting && !room->thoughts;
}

bool room_for_one(struct zk_server *server, struct zk_sentence *refusal) {
    if (server->rooms_count < server->limits.rooms_max) return true;
    for (struct zk_room *room = server->oldest; room; room = room->newer) {
        if (!is_unused(room)) continue;
        room_drop(server, room);
        return true;
    }
    zk_refuse(refusal, "", "server.full");
    return false;
}

static void set_aside(struct zk_server *server, const char *id, const char *why) {
    struct zk_write *write = zk_take(sizeof *write);
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

struct zk_room *room_find(struct zk_server *server, const char *id,
                          struct zk_sentence *refusal) {
    struct zk_room *room = *slot_of(server, id);
    char why[ZK_ASIDE_SIZE];
    while (room && strcmp(room->table.id, id) != 0) room = room->hash_next;
    if (room) {
        unlink_use(server, room);
        link_newest(server, room);
        return room;
    }
    zk_refuse(refusal, "", "table.unknown");
    if (!is_word(id) || !room_for_one(server, refusal)) return NULL;
    enum zk_loaded loaded = zk_room_load(&server->rules, server->store, id, &room, why);
    switch (loaded) {
    case ZK_LOADED:
        for (uint32_t i = 0; i < room->table.seats_count; i++)
            room->away_since_ms[i] = now_ms(server);
        room_add(server, room);
        return room;
    case ZK_LOADED_NOT: return NULL;
    case ZK_LOADED_WRONG:
    case ZK_LOADED_ASIDE:
        if (loaded == ZK_LOADED_WRONG) set_aside(server, id, why);
        zk_refuse(refusal, "", "table.aside");
        return NULL;
    default:
        report(server, "cannot be read", id, server->store->error);
        zk_refuse(refusal, "", "store.failed");
        return NULL;
    }
}

bool zk_server_check_some(struct zk_server *server, unsigned count) {
    struct zk_room *room;
    char why[ZK_ASIDE_SIZE];
    for (; count && !server->stopping; count--) {
        if (server->store->kind->next(server->store, server->checked, server->checked) !=
            ZK_FOUND)
            return false;
        switch (zk_room_load(&server->rules, server->store, server->checked, &room, why)) {
        case ZK_LOADED: zk_room_free(&server->rules, room); break;
        case ZK_LOADED_WRONG: set_aside(server, server->checked, why); break;
        default: break;
        }
    }
    return !server->stopping;
}

/* ---- Time ---- */

static void sweep(struct zk_server *server, uint64_t now) {
    for (struct zk_room *room = server->oldest, *newer; room; room = newer) {
        newer = room->newer;
        if (now < room->used_ms + server->limits.idle_ms) break;
        if (is_unused(room)) room_drop(server, room);
    }
    zk_visitors_sweep(&server->visitors, now);
    server->sweep_ms = now + SWEEP_MS;
}

uint64_t zk_server_due_ms(const struct zk_server *server) {
    uint64_t due_ms = server->stopping ? 0 : server->sweep_ms;
    if (server->due_count) sooner(&due_ms, server->due[1]->due_ms);
    return due_ms;
}

uint64_t zk_server_tick(struct zk_server *server) {
    uint64_t now = now_ms(server);
    /* Each room once: one that is due again at once waits for the next tick. */
    for (size_t left = server->due_count; left && server->due_count; left--) {
        struct zk_room *room = server->due[1];
        if (room->due_ms > now) break;
        if (room->presence_ms && room->presence_ms <= now) {
            room->presence_ms = 0;
            say_presence(server, room);
        }
        turn_go_on(server, room);
        room_schedule(server, room);
    }
    if (now >= server->sweep_ms) sweep(server, now);
    return zk_server_due_ms(server);
}
