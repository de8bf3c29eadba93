/* test_simulation [GAMES [SEED]]: servers, clients, a store and time in one thread, from one seed.
 *
 * Each simulation has up to three servers (server/server.h) on one store (model.h) and some tables, at each of which
 * people and sometimes a bot play a game to its end, and somebody watches. What happens next is a lot: a message arrives,
 * the store does something, a bot has thought, time passes, a client decides. Faults come in between: connections
 * are lost, at once or noticed late, so that messages arrive of somebody who is gone, and asks come twice by another
 * way; writes fail, or fail and are there, or come later all the same; reads fail; a server loses the store, crashes with what it
 * had under way, of which some is there, also in part, and starts anew; what servers say to each other is lost without a word,
 * or heard twice; clocks jump. Then the faults stop, and every game must come to its end. Some take part in fair shuffles,
 * and hand their seeds in or do not.
 *
 * Looked at: what anybody is told is durable at that moment; every ask that arrives is answered exactly once; events
 * come without a gap, and each is what the table's entries, folded anew, tell that audience, byte for byte (so nobody is
 * told what he may not know); so are snapshots; a request that was acknowledged is the entry that was
 * named, and no request is there twice; time does not run backwards in the entries; every draw of a fair game is what its
 * seeds give.
 *
 * A failure prints its seed, which goes into tests/simulation.seeds: those come first. With SEED only that one is run;
 * ZASHIKI_SEED is the first of GAMES (1). With SEED and ZASHIKI_TRACE every message is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "games/list.h"
#include "host.h"
#include "model.h"

enum {
    SERVERS = 3,
    TABLES = 2,
    CLIENTS = TABLES * (ZK_SEATS_MAX + 1), /* one for each seat, and one who watches */
    MESSAGE_SIZE = 1024,
    THOUGHTS = 8,
    SNAPSHOTS = 64,
    ACKNOWLEDGED = MODEL_LINES,
    STEPS_MAX = 400 * 1000,
    HEARD_MS = 40 * 1000,   /* without faults everybody has heard of an entry by then, */
    LOOKED_MS = 110 * 1000, /* or where what servers say was lost */
    RECORD_MOVES = 16384,
};

struct packet {
    struct packet *next;
    size_t size;
    char data[];
};

struct queue {
    struct packet *first, *last;
};

/* An ask that has arrived at a server and has no answer yet. */
struct asked {
    struct asked *next;
    char request[ZK_REQUEST_SIZE];
};

/* A connection. The client may have left it and the server not know. */
struct connection {
    struct connection *next;
    struct sim *sim;
    struct server *server;
    struct zk_guest *guest;
    struct client *client; /* or NULL: gone */
    char table[ZK_TABLE_ID_SIZE];
    struct queue to_server, to_client;
    struct asked *asked;
};

struct server {
    struct host
        host; /* first; its server is NULL when it is down. Writes and reads wait there when it dies */
    struct sim *sim;
    struct model_link *link;
    int64_t ahead_ms; /* of its clock, which never runs backwards while it is up */
    bool stopping;    /* it finishes what is under way, and ends */
    bool dying;       /* nothing that it does matters any more */
};

struct table {
    const struct zk_game *game;
    char id[ZK_TABLE_ID_SIZE], token[ZK_SEATS_MAX][ZK_TOKEN_SIZE];
    unsigned seats;
    bool bot; /* in the last seat */
};

/* Somebody at a table, who comes back whatever happens. */
struct client {
    struct sim *sim;
    struct table *table;
    int seat; /* or ZK_SPECTATOR */
    struct connection *connection;
    bool joined, waits; /* for an answer */
    uint64_t behind_ms; /* since when the last entry is not even on its way to it, or 0 */
    uint32_t number;    /* of the last event it has in a row */
    /* By number: what the event was, as a number, or 0; when it had joined as what it is, and when it had by an
     * invitation for which somebody may sit by a key. */
    uint64_t told[2][MODEL_LINES + 1];
    struct {
        bool invited;
        uint32_t number;
        uint64_t counts_from_ms; /* the server's own: it was down before */
        uint64_t told;
    } snapshot[SNAPSHOTS];
    unsigned snapshots;
    /* What it wants done, until it is answered. The message is sent again as often as it takes. */
    char wanted[MESSAGE_SIZE], request[ZK_REQUEST_SIZE];
    bool is_command;
    unsigned requests, undos;
    /* What it knows of the table. */
    bool sits, my_turn, over, paused, open, asked, seed_due;
    bool fair, keeps_seed;   /* it commits to a seed; and does not hand it in */
    char key[ZK_TOKEN_SIZE]; /* by which it will sit, or "" */
    bool intrudes;           /* it has seat A's invitation, by whose key another one sits */
    bool has_key;            /* it does */
    bool joins_by_key;       /* its last join was by it */
    bool by_key;             /* what it hears is for the seat that has it */
    char move[ZK_MOVE_TEXT_SIZE];
    struct {
        char request[ZK_REQUEST_SIZE];
        uint32_t entry;
    } acknowledged[ACKNOWLEDGED];
    unsigned acknowledged_count;
};

struct sim {
    uint64_t seed;
    struct zk_rng rng, ids;
    struct model *model;
    struct zk_limits limits;
    uint64_t now_ms;
    unsigned servers, tables, clients;
    bool faults;
    struct server server[SERVERS];
    struct table table[TABLES];
    struct client client[CLIENTS];
    struct connection *connections;
    uint32_t steps;
};

static struct {
    uint64_t games, steps, entries, events, crashes, stops, cuts, lost, failed, overtaken;
    uint64_t torn, unheard, twice, were_late, doubts, reads_failed, draws;
    uint64_t doubled, unasked, jumps, wrong_clocks;
} tally;

__attribute__((format(printf, 2, 3), noreturn)) static void wrong(const struct sim *sim,
                                                                  const char *format, ...) {
    char words[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    fail_msg("%s\n  after %u steps; to see it again: test_simulation 1 %llu", words,
             sim->steps, (unsigned long long)sim->seed);
    abort();
}

enum { GAMES_USUAL = 2000, GAMES_SANITIZED = 300, OFTEN = 50 };
static uint64_t games_wanted = GAMES_USUAL, only_seed;

static uint32_t below(struct sim *sim, uint32_t n) { return zk_rng_below(&sim->rng, n); }
static bool one_in(struct sim *sim, uint32_t n) { return below(sim, n) == 0; }

/* ---- Packets ---- */

static void push(struct queue *queue, const char *data, size_t size) {
    struct packet *packet = malloc(sizeof *packet + size + 1);
    assert_non_null(packet);
    packet->next = NULL;
    packet->size = size;
    memcpy(packet->data, data, size);
    packet->data[size] = '\0';
    *(queue->last ? &queue->last->next : &queue->first) = packet;
    queue->last = packet;
}

static struct packet *pop(struct queue *queue) {
    struct packet *packet = queue->first;
    if (!packet) return NULL;
    queue->first = packet->next;
    if (!queue->first) queue->last = NULL;
    return packet;
}

static void clear(struct queue *queue) {
    for (struct packet *packet; (packet = pop(queue));) free(packet);
}

/* What a message says, as one number, never 0. */
static uint64_t told_of(const char *data, size_t size) {
    uint64_t told = size;
    for (size_t i = 0; i < size; i++) told = (told ^ (unsigned char)data[i]) * 0x100000001B3u;
    return told ? told : 1;
}

/* The number behind a key that follows the table's id in a message, or -1. */
static int64_t leading(const char *message, const char *table, const char *key) {
    char begin[80];
    int size =
        snprintf(begin, sizeof begin, "{\"zashiki\":1,\"table\":\"%s\",\"%s\":", table, key);
    return strncmp(message, begin, (size_t)size) == 0 ? strtoll(message + size, NULL, 10) : -1;
}

static bool read_request(const char *message, char *request) {
    const char *at = strstr(message, "\"request\":\"");
    if (!at || at > message + 64) return false;
    at += strlen("\"request\":\"");
    snprintf(request, ZK_REQUEST_SIZE, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

/* ---- The servers' host ---- */

static uint64_t host_now_ms(void *user) {
    struct server *server = user;
    uint64_t now = (uint64_t)((int64_t)server->sim->now_ms + server->ahead_ms);
    if (now > server->host.now_ms) server->host.now_ms = now;
    return server->host.now_ms;
}

static void host_random(void *user, void *bytes, size_t size) {
    struct server *server = user;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)zk_rng_next(&server->sim->ids);
}

static uint64_t host_luck(void *user) {
    return zk_rng_next(&((struct server *)user)->sim->rng);
}

/* Nobody is told what is not durable, and nobody is answered who did not ask. */
static void check_sent(struct sim *sim, struct connection *connection, const char *data) {
    const struct kept *kept =
        connection->table[0] ? model_find(sim->model, connection->table) : NULL;
    int64_t event = leading(data, connection->table, "event");
    if (event < 0) event = leading(data, connection->table, "snapshot");
    if (event > 0 && (!kept || event > kept->count))
        wrong(sim, "told of before it is durable: %.200s", data);
    char request[ZK_REQUEST_SIZE];
    if (event >= 0 || !read_request(data, request)) return;
    const char *done = strstr(data, "\"done\":");
    if (done && kept && strtoll(done + 7, NULL, 10) > kept->count)
        wrong(sim, "acknowledged before it is durable: %.200s", data);
    struct asked **at = &connection->asked;
    while (*at && strcmp((*at)->request, request) != 0) at = &(*at)->next;
    if (!*at) wrong(sim, "an answer too many: %.200s", data);
    struct asked *asked = *at;
    *at = asked->next;
    free(asked);
}

static void host_send(void *user, void *to, const char *data, size_t size) {
    struct server *server = user;
    struct connection *connection = to;
    if (server->dying) return;
    char *copy = malloc(size + 1); /* with a NUL */
    assert_non_null(copy);
    memcpy(copy, data, size);
    copy[size] = '\0';
    check_sent(server->sim, connection, copy);
    if (connection->client) push(&connection->to_client, data, size);
    free(copy);
}

static void host_close(void *user, void *to, int code, const char *reason) {
    (void)to;
    (void)code;
    wrong(((struct server *)user)->sim, "a guest was put out: %s", reason);
}

static void host_write(void *user, struct zk_write *write) {
    struct server *server = user;
    if (server->dying)
        host_put_write(server, write);
    else
        model_write(server->link, write);
}

static void host_read(void *user, struct zk_read *read) {
    struct server *server = user;
    if (server->dying)
        host_put_read(server, read);
    else
        model_read(server->link, read);
}

static void host_say(void *user, const char *text, size_t size) {
    struct server *server = user;
    if (!server->dying) model_say(server->link, text, size);
}

static void host_report(void *user, const char *sentence) {
    const struct server *server = user;
    if (strstr(sentence, "set aside")) wrong(server->sim, "reported: %s", sentence);
}

static void store_written(void *user, struct zk_write *write) {
    tally.failed += write->failed;
    tally.overtaken += write->overtaken;
    zk_server_written(((struct server *)user)->host.server, write);
}

static void store_has_read(void *user, struct zk_read *read) {
    zk_server_has_read(((struct server *)user)->host.server, read);
}

static void store_heard(void *user, const char *text) {
    zk_server_heard(((struct server *)user)->host.server, text);
}

static void store_missed(void *user) {
    zk_server_missed(((struct server *)user)->host.server);
}

static void start_server(struct server *server) {
    struct zk_postgres_handler handler = {.user = server,
                                          .written = store_written,
                                          .has_read = store_has_read,
                                          .heard = store_heard,
                                          .missed = store_missed,
                                          .report = host_report};
    struct zk_host host = host_callbacks(&server->host);
    host.now_ms = host_now_ms;
    host.random = host_random;
    host.luck = host_luck;
    host.send = host_send;
    host.close = host_close;
    host.write = host_write;
    host.read = host_read;
    host.say = host_say;
    host.report = host_report;
    struct sim *sim = server->sim;
    *server = (struct server){.sim = sim};
    /* A machine may come up with a wrong clock. */
    if (sim->faults && one_in(sim, 4)) {
        server->ahead_ms = (int64_t)below(sim, 240 * 1000) - 120 * 1000;
        tally.wrong_clocks++;
    }
    server->link = model_connect(sim->model, &handler);
    server->host.server = zk_server_new(&host, &sim->limits);
}

/* ---- Connections ---- */

static void client_lost(struct client *client) {
    client->connection = NULL;
    client->joined = client->waits = false;
}

static void free_connection(struct sim *sim, struct connection *connection) {
    struct connection **at = &sim->connections;
    while (*at != connection) at = &(*at)->next;
    *at = connection->next;
    clear(&connection->to_server);
    clear(&connection->to_client);
    while (connection->asked) {
        struct asked *asked = connection->asked;
        connection->asked = asked->next;
        free(asked);
    }
    if (connection->client) client_lost(connection->client);
    free(connection);
}

/* The server notices that the client is gone. */
static void notice(struct sim *sim, struct connection *connection) {
    zk_server_leave(connection->server->host.server, connection->guest);
    free_connection(sim, connection);
}

static struct connection *connect_to(struct sim *sim, struct client *client,
                                     struct server *server) {
    struct zk_address address = {{[15] = (uint8_t)(1 + (client - sim->client) % 3)}};
    struct connection *connection = calloc(1, sizeof *connection);
    assert_non_null(connection);
    connection->sim = sim;
    connection->server = server;
    connection->client = client;
    connection->guest = zk_server_enter(server->host.server, connection, &address);
    if (!connection->guest) wrong(sim, "nobody is let in");
    connection->next = sim->connections;
    sim->connections = connection;
    return connection;
}

static void free_server(struct sim *sim, struct server *server) {
    for (struct connection *connection = sim->connections, *next; connection;
         connection = next) {
        next = connection->next;
        if (connection->server == server) notice(sim, connection);
    }
    zk_server_free(server->host.server);
    server->host.server = NULL;
}

/* What a server had under way is over for it: it is answered, to be freed, and nobody hears of it. What of it
 * happened in the store is the store's lot. */
static void crash(struct sim *sim, struct server *server) {
    server->dying = true;
    for (uint32_t i = 0; i < server->link->writes; i++)
        host_put_write(server, server->link->write[i].write);
    for (uint32_t i = 0; i < server->link->reads; i++)
        host_put_read(server, server->link->read[i]);
    model_crash(server->link);
    zk_server_stop(server->host.server);
    while (server->host.writes || server->host.reads || server->host.thoughts) {
        if (server->host.writes) {
            struct zk_write *write = host_take_write(&server->host);
            write->failed = true;
            write->overtaken = false;
            zk_server_written(server->host.server, write);
        } else if (server->host.reads) {
            struct zk_read *read = host_take_read(&server->host);
            zk_read_clear(read);
            read->found = ZK_FOUND_FAILED;
            zk_server_has_read(server->host.server, read);
        } else {
            zk_server_thought(server->host.server, host_take_thought(&server->host));
        }
    }
    free_server(sim, server);
    tally.crashes++;
}

/* A server that was told to stop ends when nothing is under way any more. */
static void end_well(struct sim *sim, struct server *server) {
    zk_server_turn(server->host.server);
    if (zk_server_is_busy(server->host.server)) return;
    model_crash(server->link);
    free_server(sim, server);
    tally.stops++;
}

/* ---- What a client hears ---- */

static bool has(const char *message, const char *words) { return strstr(message, words); }

static void see_now(struct client *client, const char *message) {
    struct sim *sim = client->sim;
    const char *now = strstr(message, "\"now\":{\"status\":\"");
    char actor[32];
    if (!now) wrong(sim, "no `now`: %.200s", message);
    client->over = has(now, "\"now\":{\"status\":\"over\"");
    client->paused = has(now, "\"now\":{\"status\":\"paused\"");
    client->open = has(now, "\"now\":{\"status\":\"open\"");
    client->asked = has(now, "\"asks_undo\":");
    client->my_turn = false;
    if (client->seat < 0) return;
    snprintf(actor, sizeof actor, "{\"seat\":\"%s\",\"who\":\"person\"",
             zk_actor_name(client->seat));
    client->sits = has(now, actor);
    const char *seeds = strstr(now, "\"seeds\":[");
    client->seed_due = seeds && memchr(seeds, "ABCD"[client->seat], strcspn(seeds, "]"));
    const char *legal = strstr(now, "\"legal\":[");
    if (!legal) return;
    client->my_turn = true;
    legal += strlen("\"legal\":[");
    unsigned count = 0;
    for (const char *at = legal; *at == '"' || *at == ',';) {
        at += *at == ',';
        size_t size = strcspn(at + 1, "\"");
        if (below(sim, ++count) == 0)
            snprintf(client->move, sizeof client->move, "%.*s", (int)size, at + 1);
        at += size + 2;
    }
}

/* Whether it hears by an invitation that may be none any more. */
static bool is_invited(const struct client *client) {
    return client->intrudes || (client->key[0] && !client->by_key);
}

static void note_told(struct client *client, uint32_t number, const char *data, size_t size) {
    uint64_t told = told_of(data, size);
    bool invited = is_invited(client);
    if (number > MODEL_LINES) wrong(client->sim, "too many entries");
    if (!invited && client->told[0][number] && client->told[0][number] != told)
        wrong(client->sim, "event %u has changed: %.300s", number, data);
    client->told[invited][number] = told;
    tally.events++;
}

/* It sits by its key, and joins by it. */
static void use_key(struct client *client) {
    client->has_key = true;
    client->joined = false;
    client->number = UINT32_MAX; /* a snapshot is wanted */
}

static void hear_answer(struct client *client, const char *message, const char *request) {
    client->waits = false;
    const char *done = strstr(message, "\"done\":");
    if (request[0] == 'j') {
        client->joined = done && client->joins_by_key == client->has_key;
        return;
    }
    if (strcmp(request, client->request) != 0) return;
    /* Whether it has happened is not known: it is asked again. */
    if (has(message, "\"key\":\"store.failed\"") || has(message, "\"key\":\"server.")) return;
    if (done && client->intrudes && client->is_command)
        wrong(client->sim, "it does what it may not: %s", client->wanted);
    if (done && client->is_command) {
        unsigned at = client->acknowledged_count++;
        if (at == ACKNOWLEDGED) wrong(client->sim, "too many answers");
        snprintf(client->acknowledged[at].request, ZK_REQUEST_SIZE, "%s", request);
        client->acknowledged[at].entry = (uint32_t)strtoul(done + 7, NULL, 10);
    }
    if (done && client->key[0] && !client->has_key && has(client->wanted, "\"do\":\"sit\""))
        use_key(client);
    client->wanted[0] = '\0';
}

static void hear(struct client *client, const char *message, size_t size) {
    struct sim *sim = client->sim;
    const char *id = client->table->id;
    char request[ZK_REQUEST_SIZE];
    int64_t number = leading(message, id, "event");
    if (number > 0) {
        note_told(client, (uint32_t)number, message, size);
        if (number > (int64_t)client->number + 1)
            wrong(sim, "event %d comes after event %u", (int)number, client->number);
        if (number == (int64_t)client->number + 1) {
            client->number++;
            see_now(client, message);
        }
    } else if ((number = leading(message, id, "snapshot")) >= 0) {
        client->number = (uint32_t)number;
        client->by_key = client->joins_by_key;
        see_now(client, message);
        if (client->snapshots < SNAPSHOTS) {
            client->snapshot[client->snapshots].invited = is_invited(client);
            client->snapshot[client->snapshots].number = (uint32_t)number;
            const char *from = strstr(message, "\"counts_from\":");
            client->snapshot[client->snapshots].counts_from_ms =
                from ? strtoull(from + strlen("\"counts_from\":"), NULL, 10) : 0;
            client->snapshot[client->snapshots++].told = told_of(message, size);
        }
    } else if (read_request(message, request)) {
        hear_answer(client, message, request);
    }
}

/* ---- What a client does ---- */

static const char *token_of(const struct client *client) {
    if (client->seat < 0) return "";
    return client->has_key ? client->key : client->table->token[client->seat];
}

__attribute__((format(printf, 3, 4))) static void want(struct client *client, char kind,
                                                       const char *format, ...) {
    char words[MESSAGE_SIZE / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    snprintf(client->request, sizeof client->request, "%c%d-%u", kind,
             client->intrudes ? 9 : client->seat, client->requests++);
    client->is_command = kind == 'c';
    snprintf(client->wanted, sizeof client->wanted,
             "{\"zashiki\":1,\"request\":\"%s\",\"table\":\"%s\",%s%s%s\"at\":%u,%s}",
             client->request, client->table->id, client->seat < 0 ? "" : "\"token\":\"",
             token_of(client), client->seat < 0 ? "" : "\",", client->number, words);
}

/* `"KEY":"…"` for the client's seed or its commitment. */
static const char *seed_of(const struct client *client, bool commit) {
    static char words[ZK_SEED_TEXT_SIZE + 16];
    uint8_t seed[ZK_SEED_SIZE], bytes[ZK_SEED_SIZE];
    char digits[ZK_SEED_TEXT_SIZE];
    memset(seed, 'a' + client->seat, sizeof seed);
    memcpy(seed, &client->sim->seed, sizeof client->sim->seed);
    zk_fair_commit((unsigned)client->seat, seed, bytes);
    zk_seed_print(commit ? bytes : seed, digits);
    snprintf(words, sizeof words, "\"%s\":\"%s\"", commit ? "commit" : "seed", digits);
    return words;
}

static void decide(struct client *client) {
    struct sim *sim = client->sim;
    const struct table *table = client->table;
    uint32_t what = below(sim, 100);
    if (what < 2) {
        want(client, 'q', "\"do\":\"history\",\"from\":%u,\"to\":%u",
             1 + below(sim, client->number + 1), client->number);
    } else if (what < 3) {
        want(client, 'q', "\"do\":\"record\"");
    } else if (what < 4) {
        want(client, 'q', "\"do\":\"ping\"");
    } else if (client->intrudes && what < 10) {
        want(client, 'c', "\"do\":\"%s\",\"move\":\"%s\"", one_in(sim, 4) ? "resign" : "move",
             client->move);
    } else if (client->seat < 0 || client->intrudes || client->over) {
        return;
    } else if (!client->sits) {
        want(client, 'c', "\"do\":\"sit\",\"name\":\"%s\"%s%s%s%s%s",
             client->seat ? "Ben" : "Ann", client->key[0] ? ",\"key\":\"" : "", client->key,
             client->key[0] ? "\"" : "", client->fair ? "," : "",
             client->fair ? seed_of(client, true) : "");
    } else if (client->key[0] &&
               !client->has_key) { /* it does sit, though the answer was lost */
        use_key(client);
    } else if (client->seed_due && !client->keeps_seed) {
        want(client, 'c', "\"do\":\"seed\",%s", seed_of(client, false));
    } else if (client->open && table->bot && client->seat == 0) {
        want(client, 'c', "\"do\":\"bot\",\"seat\":\"%s\",\"bot\":\"random\"",
             zk_actor_name((int)table->seats - 1));
    } else if (client->open) {
        return;
    } else if (client->paused) {
        want(client, 'c', "\"do\":\"resume\"");
    } else if (client->asked && what < 40) {
        want(client, 'c', "\"do\":\"%s\"", one_in(sim, 3) ? "decline" : "agree");
    } else if (what < 6 && client->undos < 3) {
        client->undos++;
        want(client, 'c', "\"do\":\"undo\"");
    } else if (what < 7) {
        want(client, 'q', "\"do\":\"hint\",\"bot\":\"random\"");
    } else if (what < 8) {
        want(client, 'c', "\"do\":\"pause\"");
    } else if (what < 9) {
        want(client, 'c', "\"do\":\"move\",\"move\":\"no move\"");
    } else if (client->my_turn) {
        want(client, 'c', "\"do\":\"move\",\"move\":\"%s\"", client->move);
    }
}

static struct server *any_server(struct sim *sim) {
    struct server *up[SERVERS];
    unsigned count = 0;
    for (unsigned i = 0; i < sim->servers; i++)
        if (sim->server[i].host.server && !sim->server[i].stopping)
            up[count++] = &sim->server[i];
    return count ? up[below(sim, count)] : NULL;
}

static void send_to_server(struct client *client, const char *message) {
    client->waits = true;
    push(&client->connection->to_server, message, strlen(message));
}

static void act(struct client *client) {
    struct sim *sim = client->sim;
    if (!client->connection) {
        struct server *server = any_server(sim);
        if (!server) return;
        client->connection = connect_to(sim, client, server);
        client->by_key = client->joins_by_key = client->has_key;
        memcpy(client->connection->table, client->table->id, ZK_TABLE_ID_SIZE);
        return;
    }
    if (client->waits) return;
    if (!client->joined) {
        char message[MESSAGE_SIZE], since[32] = "";
        client->joins_by_key = client->has_key;
        if (client->number != UINT32_MAX && one_in(sim, 2))
            snprintf(since, sizeof since, ",\"since\":%u", client->number);
        snprintf(
            message, sizeof message,
            "{\"zashiki\":1,\"do\":\"join\",\"request\":\"j%d-%u\",\"table\":\"%s\"%s%s%s%s}",
            client->seat, client->requests++, client->table->id,
            client->seat < 0 ? "" : ",\"token\":\"", token_of(client),
            client->seat < 0 ? "" : "\"", since);
        send_to_server(client, message);
        return;
    }
    if (!client->wanted[0]) decide(client);
    if (client->wanted[0]) send_to_server(client, client->wanted);
    if (client->wanted[0] && sim->faults && one_in(sim, 20)) {
        send_to_server(client, client->wanted);
        tally.doubled++;
    }
}

/* ---- What happens ---- */

static bool deliver(struct sim *sim, struct connection *connection) {
    bool up = connection->to_server.first && (!connection->to_client.first || one_in(sim, 2));
    struct packet *packet = pop(up ? &connection->to_server : &connection->to_client);
    if (!packet) return false;
    if (only_seed && getenv("ZASHIKI_TRACE"))
        fprintf(stderr, "%u %s %s server %d: %s\n", sim->steps,
                !connection->client            ? "gone"
                : connection->client->seat < 0 ? "who watches"
                                               : zk_actor_name(connection->client->seat),
                up ? "to" : "from", (int)(connection->server - sim->server), packet->data);
    if (up) {
        struct asked *asked = calloc(1, sizeof *asked);
        tally.unasked += !connection->client;
        assert_non_null(asked);
        if (!read_request(packet->data, asked->request)) {
            const char *at = strstr(packet->data, "\"request\":\"");
            assert_non_null(at);
            at += strlen("\"request\":\"");
            snprintf(asked->request, ZK_REQUEST_SIZE, "%.*s", (int)strcspn(at, "\""), at);
        }
        asked->next = connection->asked;
        connection->asked = asked;
        zk_server_message(connection->server->host.server, connection->guest, packet->data,
                          packet->size);
    } else {
        hear(connection->client, packet->data, packet->size);
    }
    free(packet);
    return true;
}

static struct connection *any_connection(struct sim *sim) {
    struct connection *found = NULL;
    uint32_t count = 0;
    for (struct connection *at = sim->connections; at; at = at->next)
        if (below(sim, ++count) == 0) found = at;
    return found;
}

static void lose_connection(struct sim *sim) {
    struct connection *connection = any_connection(sim);
    if (!connection || !connection->client) return;
    clear(&connection->to_client);
    if (one_in(sim, 2)) clear(&connection->to_server); /* else what was sent still arrives */
    client_lost(connection->client);
    connection->client = NULL;
    tally.lost++;
}

/* A server with a write of several entries on its way, of which a crash can leave some; or NULL. */
static struct server *who_writes_several(struct sim *sim) {
    for (unsigned i = 0; i < sim->servers; i++) {
        struct server *server = &sim->server[i];
        for (uint32_t k = 0; server->host.server && k < server->link->writes; k++) {
            const struct zk_write *write = server->link->write[k].write;
            bool waits = !server->link->write[k].happened && write->kind == ZK_WRITE_ENTRIES;
            if (waits && write->lines_size &&
                memchr(write->lines, '\n', write->lines_size - 1))
                return server;
        }
    }
    return NULL;
}

static void go_wrong(struct sim *sim) {
    struct server *server = &sim->server[below(sim, sim->servers)];
    switch (below(sim, 12)) {
    case 0:
        if (server->host.server) crash(sim, server);
        break;
    case 1:
        if (server->host.server) server->ahead_ms += below(sim, 90 * 1000);
        tally.jumps += server->host.server != NULL;
        break;
    case 5:
        if (who_writes_several(sim)) server = who_writes_several(sim);
        __attribute__((fallthrough));
    case 6:
        if (server->host.server && server->link->writes) crash(sim, server);
        break;
    case 4:
        if (server->host.server && !server->stopping) {
            zk_server_stop(server->host.server);
            server->stopping = true;
        }
        break;
    case 2:
    case 3:
        if (server->host.server && !server->link->cut) {
            model_cut(server->link);
            tally.cuts++;
        }
        break;
    default: lose_connection(sim);
    }
}

static void tick(struct server *server) {
    uint64_t due_ms = zk_server_due_ms(server->host.server);
    zk_server_turn(server->host.server);
    if (due_ms && due_ms <= host_now_ms(server)) zk_server_tick(server->host.server);
}

static void pass_time(struct sim *sim) {
    sim->now_ms += one_in(sim, 20) ? below(sim, 5000) : below(sim, 200);
    sim->model->now_ms = sim->now_ms;
    for (unsigned i = 0; i < sim->servers; i++)
        if (sim->server[i].host.server) tick(&sim->server[i]);
}

static void think(struct sim *sim) {
    struct server *server = &sim->server[below(sim, sim->servers)];
    if (server->host.server && server->host.thoughts) host_think(&server->host);
}

static void step(struct sim *sim) {
    struct server *server = &sim->server[below(sim, sim->servers)];
    struct connection *connection;
    sim->steps++;
    switch (below(sim, 12)) {
    case 0:
    case 1:
    case 2: act(&sim->client[below(sim, sim->clients)]); break;
    case 3:
    case 4:
    case 5:
    case 6:
        connection = any_connection(sim);
        if (connection) deliver(sim, connection);
        break;
    case 7:
    case 8: model_step(sim->model); break;
    case 9: think(sim); break;
    case 10: pass_time(sim); break;
    default:
        if (!server->host.server) {
            start_server(server);
        } else if (server->stopping && !server->link->cut) {
            end_well(sim, server);
        } else if (server->link->cut) {
            model_mend(server->link);
        } else if ((connection = any_connection(sim)) && !connection->client) {
            notice(sim, connection);
        } else {
            tick(server);
        }
    }
    if (sim->faults && one_in(sim, 60)) go_wrong(sim);
}

/* Without faults nobody is left behind for long. */
static void look_who_is_behind(struct sim *sim) {
    for (unsigned i = 0; i < sim->clients; i++) {
        struct client *client = &sim->client[i];
        const struct kept *kept = model_find(sim->model, client->table->id);
        if (!client->connection || !client->joined || client->number >= kept->count ||
            client->connection->server->link->cut || client->connection->to_client.first)
            client->behind_ms = 0;
        else if (!client->behind_ms)
            client->behind_ms = sim->now_ms;
        else if (sim->now_ms >
                 client->behind_ms + (sim->model->unheard ? LOOKED_MS : HEARD_MS))
            wrong(sim, "%s does not hear of entry %u",
                  client->seat < 0 ? "who watches" : zk_actor_name(client->seat),
                  client->number + 1);
    }
}

/* ---- What must be true at the end ---- */

static bool is_over(const struct sim *sim) {
    for (unsigned i = 0; i < sim->clients; i++) {
        const struct client *client = &sim->client[i];
        const struct kept *kept = model_find(sim->model, client->table->id);
        if (!client->over || !kept->record || client->waits || client->wanted[0] ||
            !client->connection || client->connection->asked ||
            client->connection->to_server.first || client->number != kept->count)
            return false;
    }
    return true;
}

static void check_requests(struct sim *sim, const struct client *client,
                           const struct kept *kept) {
    char wanted[64];
    for (unsigned i = 0; i < client->acknowledged_count; i++) {
        uint32_t entry = client->acknowledged[i].entry;
        snprintf(wanted, sizeof wanted, "\"request\":\"%s\"", client->acknowledged[i].request);
        if (!entry || entry > kept->count || !has(kept->line[entry - 1], wanted))
            wrong(sim, "%s was acknowledged as entry %u, which is %s", wanted, entry,
                  entry && entry <= kept->count ? kept->line[entry - 1] : "not there");
    }
}

/* No request is there twice, and time does not run backwards. */
static void check_entries(struct sim *sim, const struct kept *kept) {
    uint64_t last_ms = 0;
    for (uint32_t i = 0; i < kept->count; i++) {
        const char *time = strstr(kept->line[i], "\"time\":");
        uint64_t at_ms = time ? strtoull(time + 7, NULL, 10) : 0;
        if (at_ms < last_ms) wrong(sim, "entry %u is earlier than the one before it", i + 1);
        last_ms = at_ms;
        const char *request = strstr(kept->line[i], "\"request\":\"");
        for (uint32_t k = i + 1; request && k < kept->count; k++) {
            const char *other = strstr(kept->line[k], "\"request\":\"");
            if (other && strcmp(request, other) == 0)
                wrong(sim, "entries %u and %u have one request: %s", i + 1, k + 1, request);
        }
    }
}

/* Whether this is what the fold tells an audience: an event, or without a telling a snapshot. */
static bool tells(const struct zk_table *table, const struct zk_fold *fold,
                  const struct zk_telling *telling, uint64_t counts_from_ms, int audience,
                  uint64_t told, char *memory) {
    struct zk_text text = zk_text_in(memory, ZK_SNAPSHOT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    if (telling) {
        zk_event_write(&out, table, fold, telling, audience);
    } else {
        struct zk_table then = *table;
        then.now = *fold;
        then.counts_from_ms = counts_from_ms;
        zk_snapshot_write(&out, &then, audience);
    }
    return told_of(text.data, text.used) == told;
}

/* The same for what a guest heard by their own key, or by an invitation: once somebody sits there by a key it only watches, but for the
 * connection by which that one sat down; and of what was before it is told as it was then, or as those who watch are. */
static void check_told(struct sim *sim, const struct zk_table *table,
                       const struct client *client, const struct zk_fold *fold,
                       const struct zk_telling *telling, uint64_t counts_from_ms, bool invited,
                       uint64_t told) {
    static char memory[ZK_SNAPSHOT_SIZE];
    bool keyed = client->intrudes && fold->seat[client->seat].key[0];
    if (invited && tells(table, fold, telling, counts_from_ms, ZK_SPECTATOR, told, memory))
        return;
    if (!keyed && tells(table, fold, telling, counts_from_ms, client->seat, told, memory))
        return;
    wrong(sim, "%s was told otherwise of %s %u: %.500s",
          client->seat < 0 ? "who watches" : zk_actor_name(client->seat),
          telling ? "event" : "entries up to", fold->count, memory);
}

static void check_client(struct sim *sim, const struct zk_table *table,
                         const struct client *client, const struct zk_fold *fold,
                         const struct zk_telling *telling) {
    for (unsigned invited = 0; invited < 2; invited++)
        if (client->told[invited][fold->count])
            check_told(sim, table, client, fold, telling, 0, invited,
                       client->told[invited][fold->count]);
    for (unsigned i = 0; i < client->snapshots; i++)
        if (client->snapshot[i].number == fold->count)
            check_told(sim, table, client, fold, NULL, client->snapshot[i].counts_from_ms,
                       client->snapshot[i].invited, client->snapshot[i].told);
}

/* The table's entries, read and folded anew, tell each audience what it has heard. */
static void check_table(struct sim *sim, struct table *table) {
    struct zk_shared_rules *rules = NULL;
    struct zk_live_table *live = zk_live_begin(&zk_live_nobody, table->id);
    struct zk_read read = {.kind = ZK_READ_TABLE};
    char why[ZK_ASIDE_SIZE];
    enum zk_loaded loaded = ZK_LOADED_MORE;
    memcpy(read.table, table->id, sizeof read.table);
    while (loaded == ZK_LOADED_MORE) {
        zk_store_read(&sim->model->store, &read);
        loaded = zk_live_load(&rules, live, &read, why);
        zk_read_more(&read);
    }
    zk_read_clear(&read);
    if (loaded != ZK_LOADED) wrong(sim, "what was kept does not fold: %s", why);
    const struct zk_table *folded = &live->door.table;
    struct zk_fold fold;
    struct zk_telling telling;
    zk_fold_begin(&fold, folded);
    while (fold.count < folded->now.count) {
        zk_telling_prepare(&telling, folded, &fold, ZK_AUDIENCES);
        zk_fold_step(&fold, folded);
        for (unsigned i = 0; i < sim->clients; i++)
            if (sim->client[i].table == table)
                check_client(sim, folded, &sim->client[i], &fold, &telling);
    }
    tally.entries += fold.count;
    zk_live_free(&rules, live);
}

/* ---- Fair draws ---- */

static struct zk_record_reader reader;
static zk_move record_moves[RECORD_MOVES];
static uint32_t record_draws[RECORD_MOVES];

static void tell_finding(void *user, const struct zk_fair_finding *finding) {
    if (finding->kind < ZK_FAIR_FIRST_GAP)
        wrong(user, "a record is not proven: kind %d, seat %u, draw %u", (int)finding->kind,
              finding->who, finding->from);
}

static void verify(void *user, const struct zk_record *record) {
    static struct zk_trace_scratch scratch;
    zk_fair_verify(record, &scratch, tell_finding, user);
    for (uint32_t i = 0; i < record->moves_count; i++) tally.draws += record_draws[i] > 0;
}

static void unreadable(void *user, const struct zk_record_wrong *what) {
    wrong(user, "line %llu of a record is wrong", (unsigned long long)what->line);
}

/* What the store has of a game with seeds proves itself. */
static void check_record(struct sim *sim, const struct kept *kept) {
    if (!has(kept->record, "\"fair\":")) return;
    zk_record_reader_start(&reader, zk_games, record_moves, RECORD_MOVES, verify, unreadable,
                           sim);
    reader.draws = record_draws;
    for (const char *at = kept->record, *stop; *at; at = stop + (*stop == '\n')) {
        stop = at + strcspn(at, "\n");
        zk_record_reader_line(&reader, at, (size_t)(stop - at));
    }
    zk_record_reader_end(&reader);
}

static void check_all(struct sim *sim) {
    for (unsigned i = 0; i < sim->tables; i++) {
        struct table *table = &sim->table[i];
        const struct kept *kept = model_find(sim->model, table->id);
        check_entries(sim, kept);
        check_table(sim, table);
        check_record(sim, kept);
        for (unsigned k = 0; k < sim->clients; k++)
            if (sim->client[k].table == table) check_requests(sim, &sim->client[k], kept);
    }
}

/* ---- A simulation ---- */

/* Which game, and how many sit there: the short one most of the time. */
static void choose_game(struct sim *sim, struct table *table, char *options, size_t size) {
    unsigned games = 0;
    while (zk_games[games]) games++;
    table->game = zk_games_find("null", 4);
    if (one_in(sim, 24)) table->game = zk_games[below(sim, games)];
    options[0] = '\0';
    for (unsigned i = 0; table->game->options[i].name; i++)
        if (strcmp(table->game->options[i].name, "players") == 0)
            snprintf(options, size, ",\"options\":{\"players\":\"%u\"}", 2 + below(sim, 3));
}

static void take_word(struct sim *sim, const char *answer, const char *key, char *word,
                      size_t size) {
    char wanted[16];
    snprintf(wanted, sizeof wanted, "\"%s\":\"", key);
    const char *at = strstr(answer, wanted);
    if (!at) wrong(sim, "no %s in %s", key, answer);
    at += strlen(wanted);
    snprintf(word, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void open_table(struct sim *sim, struct table *table) {
    char options[64], message[MESSAGE_SIZE];
    choose_game(sim, table, options, sizeof options);
    struct connection *connection = connect_to(sim, &sim->client[0], &sim->server[0]);
    snprintf(
        message, sizeof message,
        "{\"zashiki\":1,\"do\":\"open\",\"request\":\"open\",\"game\":\"%s\"%s,\"advice\":true%s}",
        table->game->id, options, one_in(sim, 8) ? ",\"clock_ms\":600000" : "");
    push(&connection->to_server, message, strlen(message));
    zk_server_turn(connection->server->host.server);
    deliver(sim, connection);
    while (!connection->to_client.first) model_step(sim->model);
    const char *answer = connection->to_client.first->data;
    take_word(sim, answer, "table", table->id, sizeof table->id);
    for (table->seats = 0; table->seats < ZK_SEATS_MAX; table->seats++) {
        char key[8];
        snprintf(key, sizeof key, "\"%s\":", zk_actor_name((int)table->seats));
        if (!has(answer, key)) break;
        take_word(sim, answer, zk_actor_name((int)table->seats), table->token[table->seats],
                  ZK_TOKEN_SIZE);
    }
    connection->client = NULL;
    notice(sim, connection);
    table->bot = one_in(sim, 3);
    unsigned first = sim->clients;
    for (unsigned seat = 0; seat <= table->seats; seat++) {
        struct client *client = &sim->client[sim->clients];
        if (table->bot && seat + 1 == table->seats) continue;
        client->sim = sim;
        client->table = table;
        client->seat = seat == table->seats ? ZK_SPECTATOR : (int)seat;
        if (client->seat < 0 && sim->client[first].key[0] && one_in(sim, 2)) {
            client->intrudes = true;
            client->seat = 0;
        } else if (client->seat >= 0 && one_in(sim, 2))
            snprintf(client->key, sizeof client->key, "a-key-of-more-than-32-letters-%u%u",
                     (unsigned)(table - sim->table), seat);
        client->fair = client->seat >= 0 && !client->intrudes && one_in(sim, 2);
        client->keeps_seed = client->fair && one_in(sim, 6);
        sim->clients++;
    }
}

/* Who waits for what. */
static void tell_hang(const struct sim *sim) {
    for (unsigned i = 0; i < sim->clients; i++) {
        const struct client *client = &sim->client[i];
        const struct kept *kept = model_find(sim->model, client->table->id);
        print_error("%s at %s (%s), server %d: %u of %u%s%s%s%s%s, wants %s\n",
                    client->seat < 0 ? "who watches" : zk_actor_name(client->seat),
                    client->table->id, client->table->game->id,
                    client->connection ? (int)(client->connection->server - sim->server) : -1,
                    client->number, kept->count, client->joined ? "" : ", has not joined",
                    client->waits ? ", waits for an answer" : "", client->over ? ", over" : "",
                    client->my_turn ? ", in turn" : "", client->open ? ", open" : "",
                    client->wanted);
    }
    for (unsigned i = 0; i < sim->tables; i++) {
        const struct kept *kept = model_find(sim->model, sim->table[i].id);
        for (uint32_t k = kept->count > 6 ? kept->count - 6 : 0; k < kept->count; k++)
            print_error("%s %u %s\n", sim->table[i].id, k + 1, kept->line[k]);
    }
    wrong(sim, "it does not come to an end");
}

static void simulate(uint64_t seed) {
    struct sim *sim = calloc(1, sizeof *sim);
    assert_non_null(sim);
    sim->seed = seed;
    sim->rng = zk_rng_stream(seed, 0);
    sim->ids = zk_rng_stream(seed, 2);
    sim->model = model_new(seed);
    sim->now_ms = sim->model->now_ms = 1700000000000;
    sim->limits = zk_limits_usual;
    zk_limits_lift(&sim->limits);
    sim->limits.guests_per_address_max = 1000;
    sim->limits.thinkers = THOUGHTS;
    sim->limits.tables_max = 16;
    /* In every other one many have to wait for a turn of the loop. */
    sim->limits.turn_per_address = seed % 2 ? 0 : 1 + (uint32_t)seed % 23;
    sim->limits.turn_late = 1 + (uint32_t)seed % 31;
    sim->servers = 1 + below(sim, SERVERS);
    sim->tables = 1 + below(sim, TABLES);
    for (unsigned i = 0; i < SERVERS; i++) sim->server[i].sim = sim;
    for (unsigned i = 0; i < sim->servers; i++) start_server(&sim->server[i]);
    for (unsigned i = 0; i < sim->tables; i++) open_table(sim, &sim->table[i]);
    /* Faults of a kind for each seed, so that there are calm ones and wild ones. */
    struct model_faults faults = {.fail = one_in(sim, 2) ? 50 : 0,
                                  .doubt = one_in(sim, 2) ? 50 : 0,
                                  .late = one_in(sim, 2) ? 50 : 0,
                                  .fail_read = one_in(sim, 2) ? 100 : 0,
                                  .cut = one_in(sim, 4) ? 20 : 0,
                                  .lose_said = one_in(sim, 4)   ? 300
                                               : one_in(sim, 8) ? 1000
                                                                : 0,
                                  .say_twice = one_in(sim, 4) ? 100 : 0,
                                  .tear = one_in(sim, 2) ? 1000 : 0};
    sim->faults = !one_in(sim, 8);
    if (sim->faults) sim->model->faults = faults;
    for (uint32_t steps = below(sim, 3000); steps && !is_over(sim); steps--) step(sim);
    sim->faults = false;
    /* Nobody would notice that something which was said is lost. */
    sim->model->faults = (struct model_faults){.lose_said = sim->model->faults.lose_said};
    while (!is_over(sim)) {
        if (sim->steps > STEPS_MAX) tell_hang(sim);
        step(sim);
        look_who_is_behind(sim);
    }
    check_all(sim);
    tally.games += sim->tables;
    tally.torn += sim->model->torn;
    tally.unheard += sim->model->unheard;
    tally.twice += sim->model->twice;
    tally.were_late += sim->model->were_late;
    tally.doubts += sim->model->doubts;
    tally.reads_failed += sim->model->reads_failed;
    tally.steps += sim->steps;
    for (unsigned i = 0; i < sim->servers; i++)
        if (sim->server[i].host.server) crash(sim, &sim->server[i]);
    tally.crashes -= sim->servers;
    model_free(sim->model);
    free(sim);
}

/* ---- Seeds ---- */

static void kept_seeds(void **state) {
    FILE *file = fopen("tests/simulation.seeds", "r");
    char line[256];
    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (line[0] >= '0' && line[0] <= '9') simulate(strtoull(line, NULL, 10));
    fclose(file);
}

static void thousands_of_games(void **state) {
    (void)state;
    if (only_seed) {
        simulate(only_seed);
        return;
    }
    memset(&tally, 0, sizeof tally);
    const char *first = getenv("ZASHIKI_SEED");
    if (getenv("ZASHIKI_SANITIZED") && !getenv("ZASHIKI_ALL") && games_wanted == GAMES_USUAL)
        games_wanted = GAMES_SANITIZED;
    uint64_t seed = first && *first ? strtoull(first, NULL, 10) : 1;
    for (; tally.games < games_wanted; seed++) simulate(seed);
    const struct {
        const char *what;
        uint64_t count;
    } done[] = {{"games", tally.games},
                {"steps", tally.steps},
                {"entries", tally.entries},
                {"events", tally.events},
                {"fair draws", tally.draws}},
      faults[] = {{"crashes", tally.crashes},
                  {"stops", tally.stops},
                  {"connections lost", tally.lost},
                  {"asks of somebody who was gone", tally.unasked},
                  {"asks doubled", tally.doubled},
                  {"times without the store", tally.cuts},
                  {"writes failed", tally.failed},
                  {"that were there", tally.doubts},
                  {"that came later", tally.were_late},
                  {"torn", tally.torn},
                  {"overtaken", tally.overtaken},
                  {"reads failed", tally.reads_failed},
                  {"notices lost", tally.unheard},
                  {"notices doubled", tally.twice},
                  {"clocks that jumped", tally.jumps},
                  {"clocks wrong from the start", tally.wrong_clocks}};
    print_message("#");
    for (size_t i = 0; i < sizeof done / sizeof *done; i++)
        print_message(" %llu %s,", (unsigned long long)done[i].count, done[i].what);
    /* Each fault has had its chance, many times over. */
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        print_message(" %llu %s%s", (unsigned long long)faults[i].count, faults[i].what,
                      i + 1 < sizeof faults / sizeof *faults ? "," : "\n");
        if (faults[i].count * OFTEN < tally.games && games_wanted >= GAMES_SANITIZED)
            fail_msg("too few %s", faults[i].what);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_seeds),
        cmocka_unit_test(thousands_of_games),
    };
    if (argc > 1) games_wanted = strtoull(argv[1], NULL, 10);
    if (argc > 2) only_seed = strtoull(argv[2], NULL, 10);
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
