/* peers.c: other processes on the same store.
 *
 * The store keeps the order; what is said here only makes it seen soon. A process says
 *
 *   NAME entries ID:COUNT ...         tables have that many entries
 *   NAME here ID:A.B.C.D:W[?] ...     so many are at each seat of a table through this process, and
 *                                     watch; with ?, it asks for the others' numbers
 *   NAME react ID SEAT WORD
 *   NAME alive                        now and then
 *   NAME bye
 *
 * A process that is not heard of any more has gone, and so have those who were at tables through
 * it. Should it only have stood still, it comes as a new one does: who is at tables is said and asked anew. It may
 * have written what it could not say: then, and when something may have been missed,
 * every table that somebody is at is looked up in the store. What was said can also be lost without a
 * word: so a table is looked up when nothing was heard of it for a while, or leaves memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum {
    ALIVE_EVERY_MS = 4 * 1000,
    GONE_AFTER_MS = 13 * 1000, /* three times not heard */
    LOOK_AFTER_MS = 60 * 1000, /* nothing heard of a table */
    PEERS_MAX = 1024,
    ITEM_SIZE = ZK_TABLE_ID_SIZE + 64,
    /* Places for what is said: a table more may take two, and the ends of both lists two; and one that a
     * reaction may take has so many beside it. */
    ROOM_FOR_TABLE = 4,
    ROOM_FOR_REACTION = 32,
};

static bool is_alone(const struct zk_server *server) { return !server->host.say; }

void peers_begin(struct zk_server *server) {
    static const char letters[] = "0123456789abcdefghijkmnpqrstuvwx";
    unsigned char bits[PEER_NAME_SIZE - 1];
    if (is_alone(server)) return;
    server->host.random(server->host.user, bits, sizeof bits);
    for (unsigned i = 0; i < sizeof bits; i++) server->name[i] = letters[bits[i] % 32];
    server->alive_ms = now_ms(server);
}

void peers_free(struct zk_server *server) {
    while (server->peers) {
        struct zk_peer *peer = server->peers;
        server->peers = peer->next;
        free(peer);
    }
}

/* ---- Saying ---- */

struct saying {
    struct zk_server *server;
    const char *verb;
    struct zk_text text;
    char data[ZK_SAID_MAX + 1];
};

static void begin_saying(struct saying *saying) {
    saying->text = zk_text_in(saying->data, sizeof saying->data);
    zk_text_put(&saying->text, saying->server->name);
    zk_text_put_char(&saying->text, ' ');
    zk_text_put(&saying->text, saying->verb);
}

static void say(struct saying *saying) {
    const struct zk_host *host = &saying->server->host;
    host->say(host->user, saying->text.data, saying->text.used);
    begin_saying(saying);
}

/* A list goes out in as many pieces as it takes. */
static void add_item(struct saying *saying, const char *item) {
    if (saying->text.used + ITEM_SIZE > ZK_SAID_MAX) say(saying);
    zk_text_put_char(&saying->text, ' ');
    zk_text_put(&saying->text, item);
}

static void end_list(struct saying *saying) {
    if (strchr(strchr(saying->data, ' ') + 1, ' ')) say(saying);
}

static void say_word(struct zk_server *server, const char *verb) {
    struct saying saying = {.server = server, .verb = verb};
    begin_saying(&saying);
    say(&saying);
}

static void write_here(const struct zk_live_table *live, char *item) {
    const struct zk_door *door = &live->door;
    int used = snprintf(item, ITEM_SIZE, "%s:", door->table.id);
    for (uint32_t i = 0; i < ZK_SEATS_MAX; i++)
        used +=
            snprintf(item + used, (size_t)(ITEM_SIZE - used), i ? ".%u" : "%u", door->here[i]);
    snprintf(item + used, (size_t)(ITEM_SIZE - used), ":%u%s", door->watching,
             live->asks ? "?" : "");
}

static bool has_room(const struct zk_server *server, uint32_t places) {
    const struct zk_host *host = &server->host;
    return !host->say_room || host->say_room(host->user) >= places;
}

/* What there is to say of tables, as far as there is room: the others wait, and what changes of them until then is
 * said with them. */
static void tell(struct zk_server *server) {
    static struct saying counts, heres; /* large, and used here alone */
    char item[ITEM_SIZE];
    counts.server = heres.server = server;
    counts.verb = "entries";
    heres.verb = "here";
    begin_saying(&counts);
    begin_saying(&heres);
    while (server->telling && has_room(server, ROOM_FOR_TABLE)) {
        struct zk_live_table *live = server->telling;
        server->telling = live->telling_next;
        if (live->tell_count) {
            snprintf(item, sizeof item, "%s:%u", live->door.table.id,
                     live->door.durable.count);
            add_item(&counts, item);
        }
        if (live->tell_here) {
            write_here(live, item);
            add_item(&heres, item);
        }
        live->tell_count = live->tell_here = live->asks = live->is_telling = false;
    }
    end_list(&counts);
    end_list(&heres);
}

static void put_in_list(struct zk_server *server, struct zk_live_table *live) {
    if (live->is_telling) return;
    live->is_telling = true;
    live->telling_next = server->telling;
    server->telling = live;
}

void peers_tell_count(struct zk_server *server, struct zk_live_table *live) {
    if (is_alone(server)) return;
    live->tell_count = true;
    live->looked_ms = now_ms(server); /* what this one has written follows what there was */
    put_in_list(server, live);
}

void peers_tell_here(struct zk_server *server, struct zk_live_table *live) {
    if (is_alone(server) || server->door_host.stopping) return;
    const struct zk_listener *listeners = live->door.listeners;
    live->tell_here = true;
    if (listeners && !listeners->next) live->asks = true; /* the first one here */
    put_in_list(server, live);
}

void peers_ask(struct zk_server *server, struct zk_live_table *live) {
    if (is_alone(server) || server->door_host.stopping) return;
    live->tell_here = live->asks = true;
    put_in_list(server, live);
}

void peers_tell_reaction(struct zk_server *server, const struct zk_live_table *live,
                         const char *word, int seat) {
    struct saying saying = {.server = server, .verb = "react"};
    char item[ITEM_SIZE];
    /* They are many, and nobody misses one: they keep nothing else from being said. */
    if (is_alone(server) || !has_room(server, ROOM_FOR_REACTION)) return;
    begin_saying(&saying);
    snprintf(item, sizeof item, "%s %d %s", live->door.table.id, seat, word);
    add_item(&saying, item);
    say(&saying);
}

/* ---- Who is elsewhere ---- */

static void sum_up(struct zk_server *server, struct zk_live_table *live) {
    uint32_t here[ZK_SEATS_MAX] = {0}, watching = 0;
    for (const struct zk_elsewhere *at = live->elsewhere; at; at = at->next) {
        for (unsigned i = 0; i < ZK_SEATS_MAX; i++) here[i] += at->here[i];
        watching += at->watching;
    }
    zk_door_elsewhere(&live->door, here, watching);
    table_schedule(server, live);
}

static void forget_peer_at(struct zk_live_table *live, const struct zk_peer *peer) {
    struct zk_elsewhere **at = &live->elsewhere;
    while (*at && (*at)->peer != peer) at = &(*at)->next;
    if (!*at) return;
    struct zk_elsewhere *gone = *at;
    *at = gone->next;
    free(gone);
}

void peers_forget(struct zk_live_table *live) {
    while (live->elsewhere) forget_peer_at(live, live->elsewhere->peer);
}

/* Looks up in the store what others may have written there. */
static void look_up(struct zk_server *server, struct zk_live_table *live) {
    live->looked_ms = now_ms(server);
    if (table_is_unused(live)) {
        table_drop(server, live);
        return;
    }
    zk_door_catch_up(&live->door);
    table_schedule(server, live);
}

static void remove_peer(struct zk_server *server, struct zk_peer *peer) {
    struct zk_peer **at = &server->peers;
    while (*at != peer) at = &(*at)->next;
    *at = peer->next;
    for (struct zk_live_table *live = server->oldest, *newer; live; live = newer) {
        newer = live->newer;
        forget_peer_at(live, peer);
        if (live->door.is_loaded) sum_up(server, live);
        look_up(server, live);
    }
    free(peer);
}

/* ---- Hearing ---- */

/* Says who is at tables here, and asks who is there elsewhere. */
static void ask_who_is_here(struct zk_server *server) {
    for (struct zk_live_table *live = server->oldest; live; live = live->newer)
        if (live->door.is_loaded) peers_ask(server, live);
}

/* Who says it; NULL for this process, and when there are too many. */
static struct zk_peer *peer_of(struct zk_server *server, const char *name, size_t size) {
    unsigned count = 0;
    struct zk_peer *peer;
    if (!size || size >= PEER_NAME_SIZE) return NULL;
    if (strlen(server->name) == size && memcmp(name, server->name, size) == 0) return NULL;
    for (peer = server->peers; peer; peer = peer->next, count++)
        if (strlen(peer->name) == size && memcmp(name, peer->name, size) == 0) break;
    if (!peer && count == PEERS_MAX) return NULL;
    if (!peer) {
        peer = zk_allocate(sizeof *peer);
        memcpy(peer->name, name, size);
        peer->next = server->peers;
        server->peers = peer;
        ask_who_is_here(server);
    }
    peer->heard_ms = now_ms(server);
    return peer;
}

/* The next word of a list, cut off; NULL at its end. */
static char *next_word(char **rest) {
    char *word = *rest;
    if (!word || !*word) return NULL;
    char *blank = strchr(word, ' ');
    *rest = blank ? blank + 1 : NULL;
    if (blank) *blank = '\0';
    return word;
}

/* Cuts off the id before a colon; the table of that id, if it is in memory. */
static struct zk_live_table *table_before(struct zk_server *server, char *item, char **rest) {
    char *colon = strchr(item, ':');
    if (!colon) return NULL;
    *colon = '\0';
    *rest = colon + 1;
    return table_in_memory(server, item);
}

static void hear_entries(struct zk_server *server, char *list) {
    for (char *item, *count; (item = next_word(&list));) {
        struct zk_live_table *live = table_before(server, item, &count);
        if (live &&
            (!live->door.is_loaded || live->door.durable.count < strtoul(count, NULL, 10)))
            look_up(server, live);
    }
}

static void hear_here(struct zk_server *server, const struct zk_peer *peer, char *list) {
    for (char *item, *rest; (item = next_word(&list));) {
        struct zk_live_table *live = table_before(server, item, &rest);
        if (!live || !live->door.is_loaded) continue;
        forget_peer_at(live, peer);
        struct zk_elsewhere *elsewhere = zk_allocate(sizeof *elsewhere);
        elsewhere->peer = peer;
        for (unsigned i = 0; i < ZK_SEATS_MAX; i++) {
            elsewhere->here[i] = (uint32_t)strtoul(rest, &rest, 10);
            if (*rest) rest++;
        }
        elsewhere->watching = (uint32_t)strtoul(rest, &rest, 10);
        elsewhere->next = live->elsewhere;
        live->elsewhere = elsewhere;
        sum_up(server, live);
        if (*rest == '?' && live->door.listeners) {
            live->tell_here = true;
            put_in_list(server, live);
        }
    }
}

static void hear_reaction(struct zk_server *server, char *rest) {
    const char *id = next_word(&rest), *seat = next_word(&rest), *word = next_word(&rest);
    struct zk_live_table *live = word ? table_in_memory(server, id) : NULL;
    if (!live) return;
    long number = strtol(seat, NULL, 10);
    for (unsigned i = 0; zk_reaction_words[i]; i++)
        if (strcmp(word, zk_reaction_words[i]) == 0 && number >= 0 &&
            number < (long)live->door.table.seats_count)
            zk_door_reaction(&live->door, zk_reaction_words[i], (int)number);
}

void zk_server_heard(struct zk_server *server, const char *text) {
    char copy[ZK_SAID_MAX + 1], *rest = copy;
    size_t size = strlen(text);
    if (is_alone(server) || size >= sizeof copy) return;
    memcpy(copy, text, size + 1);
    const char *name = next_word(&rest), *verb = next_word(&rest);
    struct zk_peer *peer = verb ? peer_of(server, name, strlen(name)) : NULL;
    if (!peer) return;
    if (strcmp(verb, "entries") == 0)
        hear_entries(server, rest);
    else if (strcmp(verb, "here") == 0)
        hear_here(server, peer, rest);
    else if (strcmp(verb, "react") == 0)
        hear_reaction(server, rest);
    else if (strcmp(verb, "bye") == 0)
        remove_peer(server, peer);
    go_on_with_held(server);
}

void zk_server_missed(struct zk_server *server) {
    for (struct zk_live_table *live = server->oldest, *newer; live; live = newer) {
        newer = live->newer;
        look_up(server, live);
    }
    ask_who_is_here(server);
    go_on_with_held(server);
}

/* ---- Time ---- */

uint64_t peers_due_ms(const struct zk_server *server) {
    if (is_alone(server) || server->door_host.stopping) return 0;
    return server->telling && has_room(server, ROOM_FOR_TABLE) ? now_ms(server)
                                                               : server->alive_ms;
}

static void look_around(struct zk_server *server, uint64_t now) {
    for (struct zk_live_table *live = server->oldest, *newer; live; live = newer) {
        newer = live->newer;
        if (now >= live->looked_ms + LOOK_AFTER_MS) look_up(server, live);
    }
}

void peers_tick(struct zk_server *server) {
    uint64_t now = now_ms(server);
    if (is_alone(server) || server->door_host.stopping) return;
    tell(server);
    if (now < server->alive_ms) return;
    if (has_room(server, ROOM_FOR_TABLE))
        say_word(server, "alive"); /* else what waits will tell */
    server->alive_ms = now + ALIVE_EVERY_MS;
    for (struct zk_peer *peer = server->peers, *next; peer; peer = next) {
        next = peer->next;
        if (now >= peer->heard_ms + GONE_AFTER_MS) remove_peer(server, peer);
    }
    look_around(server, now);
}

void peers_stop(struct zk_server *server) {
    bool is_writing = server->writes_count || server->reads_count;
    if (is_alone(server) || !server->door_host.stopping || server->said_bye || is_writing)
        return;
    tell(server);
    say_word(server, "bye");
    server->said_bye = true;
}
