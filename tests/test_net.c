/* test_net.c: the net itself, over real sockets on loopback: what a connection that does not read
 * costs, what is counted, who is let in. One thread is both ends: the loop is turned until
 * something is so, and what is held is bytes, frames and turns, never time. */
#define _DEFAULT_SOURCE /* syscall */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/inside.h"

enum {
    GUESTS = 8,
    PATIENCE_S = 600, /* or ZASHIKI_PATIENCE: only what fails waits so long */
};

/* What the server's side knows of one WebSocket. */
struct guest {
    struct zk_connection *connection; /* NULL once it is gone */
    struct zk_address address;
    unsigned messages, frames;
};

struct world {
    uv_loop_t loop;
    struct zk_net *net;
    uint16_t port;
    struct guest guest[GUESTS];
    unsigned guests;
    unsigned frames_max; /* beyond it a guest is thrown out; 0 is no limit */
    int send_buffer;     /* of the server's sockets, when not 0 */
    size_t unsent_max;   /* the most that was ever queued for one connection */
    const char *answer;  /* to every message, or NULL */
    size_t answer_size;
    bool stopped;
};

/* ---- The net's handler ---- */

static bool welcome(void *user, const struct zk_address *address, const char **why) {
    (void)user;
    (void)address;
    *why = "";
    return true;
}

static void *opened(void *user, struct zk_connection *connection,
                    const struct zk_address *address) {
    struct world *world = user;
    assert_true(world->guests < GUESTS);
    struct guest *guest = &world->guest[world->guests++];
    *guest = (struct guest){.connection = connection, .address = *address};
    if (world->send_buffer)
        uv_send_buffer_size((uv_handle_t *)&connection->tcp, &(int){world->send_buffer});
    return guest;
}

static struct world *the_world;

static void count(struct guest *guest) {
    unsigned all = guest->messages + guest->frames;
    if (the_world->frames_max && all > the_world->frames_max)
        zk_net_close(guest->connection, 1008, "too many");
}

static void message(void *user, void *from, const char *data, size_t size) {
    struct world *world = user;
    struct guest *guest = from;
    (void)data;
    (void)size;
    guest->messages++;
    if (world->answer) zk_net_send(guest->connection, world->answer, world->answer_size);
    count(guest);
}

static void frame(void *user, void *from) {
    struct guest *guest = from;
    (void)user;
    guest->frames++;
    count(guest);
}

static void closed(void *user, void *from) {
    (void)user;
    ((struct guest *)from)->connection = NULL;
}

static void turn_ends(void *user) {
    struct world *world = user;
    for (unsigned i = 0; i < world->guests; i++) {
        const struct zk_connection *connection = world->guest[i].connection;
        if (!connection || connection->closed) continue;
        size_t unsent = connection_unsent(connection);
        if (unsent > world->unsent_max) world->unsent_max = unsent;
    }
}

/* ---- Its life ---- */

static bool health(void *user, struct zk_bytes *text) {
    (void)user;
    zk_bytes_add(text, "{}", 2);
    return true;
}

static int begin(void **state, const char *proxies) {
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    uv_loop_init(&world->loop);
    struct zk_net_config config = {.listener = zk_listen("127.0.0.1", &world->port),
                                   .http_max = ZK_HTTP_MAX,
                                   .server_json = "{}"};
    assert_true(config.listener >= 0);
    if (proxies) assert_true(zk_ranges_add(&config.proxies, proxies));
    struct zk_net_handler handler = {.user = world,
                                     .welcome = welcome,
                                     .opened = opened,
                                     .message = message,
                                     .frame = frame,
                                     .closed = closed,
                                     .health = health,
                                     .turn_ends = turn_ends};
    const char *error;
    world->net = zk_net_start(&world->loop, &config, &handler, &error);
    assert_non_null(world->net);
    *state = the_world = world;
    return 0;
}

static int set_up(void **state) { return begin(state, NULL); }

static int set_up_behind_proxies(void **state) {
    return begin(state, "127.0.0.1, 10.0.0.0/9 2001:db8:ff::/44");
}

static void turn(struct world *world) { uv_run(&world->loop, UV_RUN_NOWAIT); }

/* The clock stands still, but for leaps: on a slow machine, too, nobody's time is over. libuv and libmicrohttpd ask for it here. */
static uint64_t leapt_ms;

int clock_gettime(clockid_t id, struct timespec *now) {
    (void)id;
    now->tv_sec = (time_t)(1000000000 + leapt_ms / 1000);
    now->tv_nsec = (long)(leapt_ms % 1000 * 1000000);
    return 0;
}

static time_t real_s(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static time_t patience_s(void) {
    const char *said = getenv("ZASHIKI_PATIENCE");
    return said ? atoi(said) : PATIENCE_S;
}

/* Turns the loop until something is so. */
#define UNTIL(world, ready)                                                                   \
    do {                                                                                      \
        time_t until_s = real_s() + patience_s();                                             \
        for (unsigned turns = 0; !(ready); turns++) {                                         \
            turn(world);                                                                      \
            if (turns % 64 == 63) poll(NULL, 0, 1);                                           \
            assert_true(real_s() < until_s);                                                  \
        }                                                                                     \
    } while (false)

static void net_stopped(void *user) { ((struct world *)user)->stopped = true; }

static int tear_down(void **state) {
    struct world *world = *state;
    zk_net_stop(world->net, 1001, net_stopped, world);
    UNTIL(world, (leapt_ms += 10, world->stopped));
    zk_net_free(world->net);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&world->loop), 0);
    free(world);
    return 0;
}

/* ---- The other end ---- */

/* So much later, in one leap. */
static void leap(struct world *world, unsigned seconds) {
    leapt_ms += seconds * 1000;
    turn(world);
    turn(world);
}

/* A connection from 127.0.0.`from`, which does not wait; a small one has little of what is not read under way. */
static int connect_with(const struct world *world, unsigned from, bool small) {
    struct sockaddr_in here = {.sin_family = AF_INET},
                       there = {.sin_family = AF_INET, .sin_port = htons(world->port)};
    here.sin_addr.s_addr = htonl(0x7F000000u + from);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM, 0), size = 4096, segment = 536;
    assert_true(client >= 0);
    assert_int_equal(setsockopt(client, SOL_SOCKET, SO_RCVBUF, &size, sizeof size), 0);
    if (small) {
        assert_int_equal(setsockopt(client, SOL_SOCKET, SO_SNDBUF, &size, sizeof size), 0);
        setsockopt(client, IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof segment);
    }
    assert_int_equal(bind(client, (const struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(connect(client, (const struct sockaddr *)&there, sizeof there), 0);
    assert_int_equal(fcntl(client, F_SETFL, O_NONBLOCK), 0);
    return client;
}

static int connect_from(const struct world *world, unsigned from) {
    return connect_with(world, from, false);
}

static void say(int client, const char *text) {
    assert_int_equal(send(client, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

static int websocket_from(struct world *world, unsigned from, const char *headers) {
    int client = connect_from(world, from);
    unsigned guests = world->guests;
    char head[1024];
    snprintf(
        head, sizeof head,
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n%s\r\n",
        headers);
    say(client, head);
    UNTIL(world, world->guests > guests);
    return client;
}

static int websocket(struct world *world, const char *headers) {
    return websocket_from(world, 1, headers);
}

/* A frame as a client sends it, masked with zeros; its size. */
static size_t put_frame(uint8_t *at, uint8_t first, size_t size) {
    memset(at, 0, 6 + size);
    at[0] = first;
    at[1] = (uint8_t)(0x80 | size);
    memset(at + 6, 'x', size);
    return 6 + size;
}

enum { FIN = 0x80, TEXT = 1, MORE = 0, PING = 9, PONG = 10 };

static void send_frame(int client, uint8_t first, size_t size) {
    uint8_t bytes[256];
    size_t all = put_frame(bytes, first, size);
    assert_int_equal(send(client, bytes, all, MSG_NOSIGNAL), all);
}

/* Sends the same frame again and again, never reading, until the server has had enough or so many
 * bytes are gone. */
static void flood(struct world *world, const struct guest *guest, int client, uint8_t first,
                  size_t size, size_t most) {
    static uint8_t bytes[256 * 1024];
    size_t all = 0, at = 0;
    while (all + 6 + size <= sizeof bytes) all += put_frame(bytes + all, first, size);
    for (size_t sent = 0; sent < most && guest->connection;) {
        ssize_t now = send(client, bytes + at, all - at, MSG_NOSIGNAL);
        if (now < 0 && errno != EAGAIN) break;
        if (now > 0) {
            sent += (size_t)now;
            at = (at + (size_t)now) % all;
        }
        turn(world);
    }
}

/* Bytes on the heap, or 0 where an allocator does not tell. */
static size_t heap_used(void) { return mallinfo2().uordblks; }

/* ---- What one that does not read costs ---- */

static void pings_unread_are_bounded(void **state) {
    struct world *world = *state;
    int client = websocket(world, "");
    flood(world, &world->guest[0], client, FIN | PING, 125, 64 << 20);
    assert_in_range(world->unsent_max, 0, ZK_WS_QUEUE_MAX + 1024);
    UNTIL(world, !world->guest[0].connection); /* it is cut off */
    close(client);
}

/* Answers of two bytes each, one a turn: what is kept beside the bytes is bounded, too. */
static void small_answers_unread_are_bounded(void **state) {
    enum { PINGS = 3000 };
    static const char answer[128 * 1024];
    struct world *world = *state;
    struct guest *guest = &world->guest[0];
    world->send_buffer = 4096;
    world->answer = answer;
    world->answer_size = sizeof answer;
    int client = websocket(world, "");
    send_frame(client, FIN | TEXT, 1);
    UNTIL(world, guest->messages == 1); /* its answer is not read, so all that follows waits */
    size_t before = heap_used();
    for (unsigned i = 1; i <= PINGS; i++) {
        send_frame(client, FIN | PING, 0);
        UNTIL(world, guest->frames == i);
    }
    turn(world);
    size_t after = heap_used();
    assert_true(connection_unsent(guest->connection) > sizeof answer / 2);
    assert_in_range(after > before ? after - before : 0, 0, 16 * PINGS);
    close(client);
}

/* Messages that are larger than the bound come through, one after the other. */
static void large_messages_are_bounded(void **state) {
    struct world *world = *state;
    size_t size = 3 * ZK_WS_QUEUE_MAX;
    char *answer = malloc(size);
    assert_non_null(answer);
    memset(answer, 'y', size);
    world->answer = answer;
    world->answer_size = size;
    int client = websocket(world, "");
    static char read[64 * 1024];
    size_t had = 0;
    for (unsigned i = 0; i < 4; i++) {
        send_frame(client, FIN | TEXT, 5);
        had = 0;
        UNTIL(world, (had += (size_t)(recv(client, read, sizeof read, 0) + 1),
                      had >= size)); /* about: the handshake's answer is the first */
        assert_non_null(world->guest[0].connection);
    }
    flood(world, &world->guest[0], client, FIN | TEXT, 5, 64 << 20);
    UNTIL(world, !world->guest[0].connection);
    assert_in_range(world->unsent_max, size, ZK_WS_QUEUE_MAX + 2 * size + 1024);
    free(answer);
    close(client);
}

/* Parts of a message that never ends: what is kept beside their bytes is bounded, too. */
static void parts_of_a_message_are_bounded(void **state) {
    enum { PARTS = 4000, FRAME = 7, FOR_ALL = 32 * 1024 };
    struct world *world = *state;
    struct guest *guest = &world->guest[0];
    int client = websocket(world, "");
    for (unsigned i = 1; i <= ZK_WS_PARTS_MAX; i++)
        send_frame(client, i == 1 ? TEXT : i < ZK_WS_PARTS_MAX ? MORE : FIN | MORE, 1);
    UNTIL(world, guest->messages == 1);
    size_t before = heap_used();
    send_frame(client, TEXT, 1);
    flood(world, guest, client, MORE, 1, PARTS * FRAME);
    for (unsigned i = 0; i < 64; i++) turn(world);
    size_t after = heap_used();
    assert_in_range(after > before ? after - before : 0, 0, FOR_ALL);
    assert_true(!guest->connection || guest->connection->ending);
    assert_int_equal(guest->messages, 1);
    close(client);
}

/* What the system keeps for it is bounded, too: what waits here begins to when that is full. */
static void the_system_keeps_little(void **state) {
    enum { SIZE = 16 * 1024 };
    static const char answer[SIZE];
    struct world *world = *state;
    struct guest *guest = &world->guest[0];
    world->answer = answer;
    world->answer_size = sizeof answer;
    int client = websocket(world, "");
    for (unsigned i = 1; guest->connection; i++) {
        send_frame(client, FIN | TEXT, 1);
        UNTIL(world, guest->messages == i || !guest->connection);
        turn(world);
    }
    assert_in_range(guest->messages * SIZE, ZK_WS_QUEUE_MAX,
                    ZK_WS_QUEUE_MAX + 2 * ZK_WS_KERNEL + 4 * SIZE);
    close(client);
    client = connect_from(world, 1);
    UNTIL(world, world->net->http.peers_count == 1);
    int size = 0;
    getsockopt(world->net->http.peers->socket, SOL_SOCKET, SO_SNDBUF, &size,
               &(socklen_t){sizeof size});
    assert_in_range(size, 1, 2 * ZK_HTTP_KERNEL);
    close(client);
}

/* What waits is counted as the memory it takes, which grows by doubling. */
static void what_waits_is_counted_whole(void **state) {
    enum { SIZE = 33 * 1024, MANY = 6 };
    static const char answer[SIZE];
    struct world *world = *state;
    int client[MANY];
    world->answer = answer;
    world->answer_size = sizeof answer;
    world->send_buffer = 4096;
    for (unsigned i = 0; i < MANY; i++) client[i] = websocket(world, "");
    size_t before = heap_used();
    for (unsigned k = 1; k <= 3; k++)
        for (unsigned i = 0; i < MANY; i++) {
            send_frame(client[i], FIN | TEXT, 1);
            UNTIL(world, world->guest[i].messages == k);
        }
    turn(world);
    size_t after = heap_used();
    size_t held = world->net->held;
    if (after > before) /* an allocator that tells */
        assert_in_range(after - before, held - held / 8, held + held / 8);
    for (unsigned i = 0; i < MANY; i++) close(client[i]);
}

/* All together are bounded: of the address for which most waits one goes, and nobody else. */
static void what_waits_for_all_is_bounded(void **state) {
    enum { SIZE = 64 * 1024, MANY = 6 };
    static const char answer[SIZE];
    struct world *world = *state;
    int client[1 + MANY];
    world->answer = answer;
    world->answer_size = sizeof answer;
    world->send_buffer = 4096;
    world->net->config.queues_max = 7 * SIZE;
    /* With one key of a thousand the two would be one crowd. */
    memset(world->net->http.crowd_key, 1, sizeof world->net->http.crowd_key);
    client[0] = websocket_from(
        world, 2, ""); /* of one connection alone, more waits for it than for any other */
    for (unsigned i = 1; i <= MANY; i++) client[i] = websocket_from(world, 3, "");
    for (unsigned i = 0; i <= MANY; i++) {
        send_frame(client[i], FIN | TEXT, 1);
        if (!i) send_frame(client[i], FIN | TEXT, 1);
        UNTIL(world, world->guest[i].messages == (i ? 1 : 2));
        turn(world);
    }
    unsigned gone = 0;
    for (unsigned i = 1; i <= MANY; i++) gone += !world->guest[i].connection;
    assert_non_null(world->guest[0].connection);
    assert_in_range(gone, 1, MANY - 1);
    assert_in_range(world->net->held, SIZE, 8 * SIZE + 16);
    for (unsigned i = 0; i <= MANY; i++) close(client[i]);
    UNTIL(world, !world->net->connections);
    assert_int_equal(world->net->held, 0);
    for (unsigned i = 0; i < HTTP_CROWDS; i++) assert_int_equal(world->net->crowd_held[i], 0);
}

/* ---- Who is gone ---- */

/* Whether the server has sent a ping that nobody has read yet. */
static bool is_asked(int client) {
    uint8_t read[512];
    ssize_t size = recv(client, read, sizeof read, 0);
    return size >= 2 && read[size - 2] == (FIN | PING) && read[size - 1] == 0;
}

static void who_does_not_answer_is_cut_off(void **state) {
    enum { ASKED_S = ZK_WS_PING_MS / 1000, GONE_S = ZK_WS_SILENT_MS / 1000 };
    struct world *world = *state;
    int answers = websocket(world, ""), silent = websocket(world, "");
    turn(world);
    is_asked(answers); /* what the handshake said is read */
    is_asked(silent);
    for (unsigned s = 0; s <= ASKED_S; s++) leap(world, 1);
    assert_true(is_asked(answers) && is_asked(silent));
    send_frame(answers, FIN | PONG, 0);
    UNTIL(world, world->guest[0].frames == 1);
    for (unsigned s = ASKED_S; s <= GONE_S; s++) leap(world, 1);
    assert_non_null(world->guest[0].connection);
    assert_null(world->guest[1].connection);
    close(answers);
    close(silent);
}

/* A machine that slept, a process that was stopped: nobody was asked meanwhile, and what they said is still unread. */
static void nobody_is_cut_off_while_the_server_stands_still(void **state) {
    struct world *world = *state;
    int client = websocket(world, "");
    turn(world);
    send_frame(client, FIN | TEXT, 1);
    leap(world, 10 * ZK_WS_SILENT_MS / 1000);
    UNTIL(world, world->guest[0].messages == 1 || !world->guest[0].connection);
    assert_non_null(world->guest[0].connection);
    close(client);
}

/* ---- What counts ---- */

static void frames_count_as_messages(void **state) {
    struct world *world = *state;
    struct guest *guest = &world->guest[0];
    int client = websocket(world, "");
    for (unsigned i = 0; i < 3; i++) send_frame(client, FIN | PING, 4);
    for (unsigned i = 0; i < 2; i++) send_frame(client, FIN | PONG, 0);
    send_frame(client, FIN | TEXT, 3);
    UNTIL(world, guest->messages == 1);
    assert_int_equal(guest->frames, 5);
    send_frame(client, TEXT, 3); /* one message in five parts, three of them empty */
    for (unsigned i = 0; i < 3; i++) send_frame(client, MORE, 0);
    send_frame(client, FIN | MORE, 3);
    UNTIL(world, guest->messages == 2);
    assert_int_equal(guest->frames, 5 + 4);
    close(client);
}

/* Whoever is thrown out can send on: what is looked at then is bounded, and nothing is told. */
static void thrown_out_for_frames(void **state) {
    struct world *world = *state;
    struct guest *guest = &world->guest[0];
    const uint8_t first[] = {TEXT, MORE};
    world->frames_max = 100;
    int client = websocket(world, "");
    send_frame(client, first[0], 1);
    flood(world, guest, client, first[1], 0, 16 << 20);
    assert_in_range(guest->messages + guest->frames, 100, 101);
    assert_non_null(guest->connection); /* until its time is over */
    assert_in_range(guest->connection->read_closing, 0,
                    ZK_WS_CLOSING_MAX + sizeof world->net->read);
    close(client);
}

/* ---- Who asks ---- */

/* Who is counted when the proxy at 127.0.0.1 sends these lines. */
static void asks(struct world *world, const char *headers, const char *who) {
    struct zk_address address;
    world->guests = 0;
    int client = websocket(world, headers);
    assert_true(zk_address_parse(who, &address));
    bool same = zk_address_same(&world->guest[0].address, &address);
    if (!same) print_error("not %s: %s\n", who, headers);
    assert_true(same);
    close(client);
    UNTIL(world, !world->guest[0].connection);
}

#define X "X-Forwarded-For: "
#define F "Forwarded: "
#define N "\r\n"

static void x_forwarded_for(void **state) {
    struct world *world = *state;
    asks(world, "", "127.0.0.1");
    asks(world, X "192.0.2.7" N, "192.0.2.7");
    asks(world, "x-forwarded-for:192.0.2.7 " N, "192.0.2.7");
    asks(world, X "192.0.2.7:4711" N, "192.0.2.7");
    asks(world, X "2001:db8:1::7" N, "2001:db8:1::7");
    asks(world, X "[2001:db8:1::7]:4711" N, "2001:db8:1::7");
    asks(world, X "::ffff:192.0.2.7" N, "192.0.2.7");
    /* What the client says itself comes first, on one line or on several. */
    asks(world, X "198.51.100.1, 192.0.2.7" N, "192.0.2.7");
    asks(world, X "198.51.100.1" N X "192.0.2.7" N, "192.0.2.7");
    asks(world, X "198.51.100.1" N X "198.51.100.2" N X "198.51.100.3 ,192.0.2.7" N,
         "192.0.2.7");
    /* Over our own proxies, the last that is not ours. */
    asks(world, X "198.51.100.1, 192.0.2.7, 10.1.2.3" N, "192.0.2.7");
    asks(world, X "198.51.100.1, 192.0.2.7" N X "10.1.2.3, 2001:db8:f7::1" N, "192.0.2.7");
    asks(world, X "192.0.2.7, 10.128.0.1" N, "10.128.0.1");
    asks(world, X "10.0.0.1, 10.0.0.2" N, "10.0.0.1");
    /* Where a proxy does not say whom it was asked by, the proxy. */
    asks(world, X "198.51.100.1, unknown, 10.1.2.3" N, "10.1.2.3");
    asks(world, X "198.51.100.1, nonsense" N, "127.0.0.1");
    asks(world, X "198.51.100.1, 1.2.3" N, "127.0.0.1");
    asks(world, X "198.51.100.1, 192.0.2.7:x" N, "127.0.0.1");
    asks(world, X "" N, "127.0.0.1");
    asks(world, X " , ," N, "127.0.0.1");
}

static void forwarded(void **state) {
    struct world *world = *state;
    asks(world, F "for=192.0.2.7" N, "192.0.2.7");
    asks(world, F "proto=https; For=192.0.2.7;by=10.0.0.1" N, "192.0.2.7");
    asks(world, F "for=\"192.0.2.7:4711\"" N, "192.0.2.7");
    asks(world, F "for=\"[2001:db8:1::7]:4711\"" N, "2001:db8:1::7");
    asks(world, F "for=\"[2001:db8:1::7]\"" N, "2001:db8:1::7");
    asks(world, F "for=\"\\1\\92.0.2.7\"" N, "192.0.2.7");
    asks(world, F "for=198.51.100.1, for=192.0.2.7" N, "192.0.2.7");
    asks(world, F "for=198.51.100.1" N F "for=192.0.2.7" N, "192.0.2.7");
    asks(world, F "for=198.51.100.1, for=192.0.2.7" N F "for=10.1.2.3" N, "192.0.2.7");
    asks(world, F "for=192.0.2.7, by=10.0.0.1" N, "127.0.0.1"); /* it does not say for whom */
    asks(world, F "for=192.0.2.7, for=_hidden" N, "127.0.0.1");
    asks(world, F "for=192.0.2.7, for=unknown" N, "127.0.0.1");
    /* A quote that the client leaves open swallows what the proxy adds: then nothing is known. */
    asks(world, F "for=198.51.100.1;by=\"x, for=192.0.2.7" N, "127.0.0.1");
    asks(world, F "for=198.51.100.1;by=\"x, for=\"[2001:db8:1::7]\"" N, "127.0.0.1");
    asks(world, F "for=198.51.100.1;by=\"x" N F "for=192.0.2.7" N, "192.0.2.7");
    asks(world, F "for=198.51.100.1;for=192.0.2.7" N, "127.0.0.1");
    asks(world, F "192.0.2.7" N, "127.0.0.1");
}

/* A proxy adds to one header and passes the other on: when they differ, neither is believed. */
static void both_headers(void **state) {
    struct world *world = *state;
    asks(world, X "192.0.2.7" N F "for=192.0.2.7" N, "192.0.2.7");
    asks(world, X "192.0.2.7" N F "for=198.51.100.1" N, "127.0.0.1");
    asks(world, F "for=192.0.2.7" N X "198.51.100.1" N, "127.0.0.1");
    asks(world, X "192.0.2.7, 10.1.2.3" N F "for=192.0.2.7" N, "192.0.2.7");
    asks(world, X "192.0.2.7" N F "for=\"" N, "127.0.0.1");
}

static void strangers_are_not_believed(void **state) {
    struct world *world = *state;
    struct zk_address stranger;
    assert_true(zk_address_parse("127.0.0.9", &stranger));
    int client = websocket_from(world, 9, X "192.0.2.7" N F "for=192.0.2.7" N);
    assert_true(zk_address_same(&world->guest[0].address, &stranger));
    close(client);
}

/* ---- HTTP ---- */

/* Reads what has come, up to a size; how much of it there is now. */
static size_t read_on(int client, char *text, size_t size, size_t had) {
    ssize_t now = recv(client, text + had, size - 1 - had, 0);
    if (now > 0) had += (size_t)now;
    text[had] = '\0';
    return had;
}

static bool is_closed(int client) {
    char byte;
    ssize_t now = recv(client, &byte, 1, MSG_PEEK);
    return now == 0 || (now < 0 && errno != EAGAIN);
}

/* Half a head, from as many addresses as it takes to fill every place: who comes then is answered, at the
 * cost of one of them, not when their time is over. */
static void half_heads_keep_nobody_out(void **state) {
    struct world *world = *state;
    enum { ADDRESSES = ZK_HTTP_MAX / ZK_HTTP_PER_ADDRESS_MAX };
    static int half[ADDRESSES * ZK_HTTP_PER_ADDRESS_MAX];
    unsigned count = 0;
    for (unsigned from = 2; from < 2 + ADDRESSES; from++) {
        for (unsigned i = 0; i < ZK_HTTP_PER_ADDRESS_MAX; i++) {
            half[count] = connect_from(world, from);
            say(half[count++], "GET / HTTP/1.1\r\nX: ");
        }
        UNTIL(world, world->net->http.peers_count == count);
    }
    char text[4096];
    for (unsigned newcomer = 0; newcomer < 3; newcomer++) {
        int client = connect_from(world, 100 + newcomer);
        size_t had = 0;
        say(client, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
        UNTIL(world,
              (had = read_on(client, text, sizeof text, had), strstr(text, "\r\n\r\n")));
        assert_memory_equal(text, "HTTP/1.1 200", 12);
        close(client);
    }
    unsigned gone = 0;
    for (unsigned i = 0; i < count; i++) {
        gone += is_closed(half[i]);
        close(half[i]);
    }
    assert_in_range(gone, 1, 3);
    UNTIL(world, world->net->http.peers_count == 0);
}

/* Where places are few, those who come together fill them all, and one of them goes for each that is too many. */
static void few_places_are_not_passed(void **state) {
    struct world *world = *state;
    enum { PLACES = 4, HALVES = 9 }; /* which come in one run of libmicrohttpd */
    int half[HALVES];
    world->net->config.http_max = PLACES;
    for (unsigned i = 0; i < HALVES; i++) half[i] = connect_from(world, 2);
    UNTIL(world, world->net->http.peers_count > 0);
    for (unsigned i = 0; i < 16; i++) turn(world);
    assert_in_range(world->net->http.peers_count, 1, PLACES);
    for (unsigned i = 0; i < HALVES; i++) close(half[i]);
    UNTIL(world, world->net->http.peers_count == 0);
}

/* Whether everybody's answers are stuck: the server waits for one that is not read, and takes no further question. */
static bool all_are_stuck(const struct world *world, const int *client, unsigned count) {
    static const char question[] = "GET /server.json HTTP/1.1\r\nHost: x\r\n\r\n";
    static size_t sent[ZK_HTTP_MAX];
    bool stuck = true;
    for (unsigned i = 0; i < count; i++) {
        const char *rest = question + sent[i];
        ssize_t now = send(client[i], rest, strlen(rest), MSG_NOSIGNAL);
        assert_true(now > 0 || errno == EAGAIN);
        stuck = stuck && now < 0;
        if (now > 0) sent[i] = (sent[i] + (size_t)now) % (sizeof question - 1);
    }
    for (const struct http_peer *peer = world->net->http.peers; peer; peer = peer->next)
        stuck = stuck && peer->asked;
    return stuck;
}

/* The same where every place is full of answers that nobody reads; a browser comes with several connections at once. */
static void unread_answers_keep_nobody_out(void **state) {
    struct world *world = *state;
    enum { ADDRESSES = 2, COUNT = ADDRESSES * ZK_HTTP_PER_ADDRESS_MAX, NEWCOMERS = 16 };
    int slow[COUNT], client[NEWCOMERS];
    world->net->config.http_max = COUNT;
    /* Or the system takes ever more of what nobody reads here: megabytes, when a machine is slow. */
    setsockopt(world->net->config.listener, SOL_SOCKET, SO_RCVBUF, &(int){4096}, sizeof(int));
    for (unsigned i = 0; i < COUNT; i++) {
        slow[i] = connect_with(world, 2 + i / ZK_HTTP_PER_ADDRESS_MAX, true);
        UNTIL(world, world->net->http.peers_count == i + 1);
    }
    UNTIL(world, all_are_stuck(world, slow, COUNT));
    for (unsigned i = 0; i < NEWCOMERS; i++) {
        client[i] = connect_from(world, 100);
        say(client[i], "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    for (unsigned i = 0; i < NEWCOMERS; i++) {
        char text[4096] = "";
        size_t had = 0;
        UNTIL(world, (had = read_on(client[i], text, sizeof text, had),
                      strstr(text, "\r\n\r\n") || is_closed(client[i])));
        assert_memory_equal(text, "HTTP/1.1 200", 12);
    }
    UNTIL(world, world->net->http.peers_count == COUNT);
    for (unsigned i = 0; i < NEWCOMERS; i++) close(client[i]);
    for (unsigned i = 0; i < COUNT; i++) close(slow[i]);
    UNTIL(world, world->net->http.peers_count == 0);
}

static bool admits(const struct zk_net *net, const char *text) {
    struct sockaddr_in6 from = {.sin6_family = AF_INET6};
    assert_int_equal(inet_pton(AF_INET6, text, &from.sin6_addr), 1);
    return http_admits(net, (const struct sockaddr *)&from);
}

/* A household's many addresses are one here, too. */
static void a_household_has_its_share_of_places(void **state) {
    struct zk_net *net = calloc(1, sizeof *net);
    static struct http_peer peer[ZK_HTTP_PER_ADDRESS_MAX];
    (void)state;
    assert_non_null(net);
    for (unsigned i = 0; i < ZK_HTTP_PER_ADDRESS_MAX; i++) {
        struct zk_address address;
        char text[32];
        assert_true(admits(net, "2001:db8:1:ff::1"));
        snprintf(text, sizeof text, "2001:db8:1:%x::%x", i, i);
        assert_true(zk_address_parse(text, &address));
        peer[i] = (struct http_peer){.network = zk_address_network(&address),
                                     .next = net->http.peers};
        net->http.peers = &peer[i];
    }
    assert_false(admits(net, "2001:db8:1:ff::1"));
    assert_true(admits(net, "2001:db8:1:100::1"));
    assert_true(
        zk_ranges_add(&net->config.proxies, "10.0.0.1")); /* who comes past it is no proxy */
    assert_false(admits(net, "2001:db8:1:ff::1"));
    assert_true(zk_ranges_add(&net->config.proxies, "2001:db8:1::/56"));
    assert_true(admits(net, "2001:db8:1:ff::1"));
    net->config.proxies.count = 0;
    peer[3].put_out = true; /* as good as gone */
    assert_true(admits(net, "2001:db8:1:ff::1"));
    free(net);
}

/* However many questions have come at once, the loop turns between their answers. */
static void questions_take_turns(void **state) {
    struct world *world = *state;
    enum { QUESTIONS = 100, MOST = 4 };
    static const char question[] = "GET /server.json HTTP/1.1\r\nHost: x\r\n\r\n";
    static char all[QUESTIONS * sizeof question], text[256 * 1024];
    size_t had = 0;
    unsigned answers = 0;
    for (unsigned i = 0; i < QUESTIONS; i++) strcat(all, question);
    int client = connect_from(world, 1);
    say(client, all);
    for (unsigned before = 0; answers < QUESTIONS; before = answers) {
        turn(world);
        had = read_on(client, text, sizeof text, had);
        answers = 0;
        for (const char *at = text; (at = strstr(at, "HTTP/1.1 200")); at++) answers++;
        assert_true(answers - before <= MOST);
    }
    close(client);
}

/* What comes behind a body, or what is taken for one, is no request. */
static void nothing_behind_a_body(void **state) {
    struct world *world = *state;
    static const char *const heads[] = {
        "GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 37\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 37\r\nContent-Length: 0\r\n\r\n",
        ("GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n"
         "\r\n0\r\n\r\n"),
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 37\r\n\r\n",
        "GET /ws HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 37\r\n\r\n"};
    for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[4096];
        size_t had = 0;
        int client = connect_from(world, 1);
        say(client, heads[i]);
        say(client, "GET /second HTTP/1.1\r\nHost: second\r\n\r\n");
        UNTIL(world, (had = read_on(client, text, sizeof text, had), is_closed(client)));
        assert_memory_equal(text, "HTTP/1.1 4", 10);
        assert_null(strstr(text + 1, "HTTP/1.1")); /* one answer */
        close(client);
    }
}

static void ranges(void **state) {
    struct zk_ranges all = {.count = 0};
    struct zk_address address;
    (void)state;
    assert_true(zk_ranges_add(&all, "192.0.2.128/25, ::1"));
    assert_true(zk_ranges_add(&all, "2001:db8::/29"));
    assert_int_equal(all.count, 3);
    static const char *const in[] = {"192.0.2.128", "::ffff:192.0.2.255", "::1",
                                     "2001:dbf::1"};
    static const char *const out[] = {"192.0.2.127", "::2", "2001:dc0::1", "0.0.0.1"};
    for (unsigned i = 0; i < 4; i++) {
        assert_true(zk_address_parse(in[i], &address) && zk_ranges_have(&all, &address));
        assert_true(zk_address_parse(out[i], &address) && !zk_ranges_have(&all, &address));
    }
    static const char *const wrong[] = {
        "",       ",",      "x",         "1.2.3.4/33", "::/129", "1.2.3.4/",  "1.2.3",
        "::1/-1", "::1/1x", "1.2.3.4 x", "localhost",  "/8",     "1.2.3.4//8"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(zk_ranges_add(&all, wrong[i]));
    all.count = 0;
    assert_true(zk_ranges_add(&all, "0.0.0.0/0"));
    assert_true(zk_address_parse("203.0.113.9", &address) && zk_ranges_have(&all, &address));
    assert_true(zk_address_parse("2001:db8::1", &address) && !zk_ranges_have(&all, &address));
    while (all.count < ZK_RANGES_MAX) assert_true(zk_ranges_add(&all, "::1"));
    assert_false(zk_ranges_add(&all, "::1"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pings_unread_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(small_answers_unread_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_messages_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_of_a_message_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_system_keeps_little, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_waits_is_counted_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_waits_for_all_is_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_does_not_answer_is_cut_off, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_is_cut_off_while_the_server_stands_still,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(frames_count_as_messages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(thrown_out_for_frames, set_up, tear_down),
        cmocka_unit_test_setup_teardown(x_forwarded_for, set_up_behind_proxies, tear_down),
        cmocka_unit_test_setup_teardown(forwarded, set_up_behind_proxies, tear_down),
        cmocka_unit_test_setup_teardown(both_headers, set_up_behind_proxies, tear_down),
        cmocka_unit_test_setup_teardown(strangers_are_not_believed, set_up_behind_proxies,
                                        tear_down),
        cmocka_unit_test_setup_teardown(half_heads_keep_nobody_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(few_places_are_not_passed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unread_answers_keep_nobody_out, set_up, tear_down),
        cmocka_unit_test(a_household_has_its_share_of_places),
        cmocka_unit_test_setup_teardown(questions_take_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_behind_a_body, set_up, tear_down),
        cmocka_unit_test(ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
