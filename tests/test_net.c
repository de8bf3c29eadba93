/* test_net.c: the net itself, over real sockets on loopback: what a connection that does not read
 * costs, what is counted, who is let in. One thread is both ends: the loop is turned until
 * something is so, and what is held is bytes, frames and turns, never time. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/inside.h"

enum {
    GUESTS = 8,
    PATIENCE_MS = 120 * 1000, /* only what fails waits so long */
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

static int set_up(void **state) {
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    uv_loop_init(&world->loop);
    struct zk_net_config config = {.listener = zk_listen("127.0.0.1", &world->port),
                                   .server_json = "{}"};
    assert_true(config.listener >= 0);
    struct zk_net_handler handler = {world, welcome, opened,   message,
                                     frame, closed,  turn_ends};
    const char *error;
    world->net = zk_net_start(&world->loop, &config, &handler, &error);
    assert_non_null(world->net);
    *state = the_world = world;
    return 0;
}

static void turn(struct world *world) { uv_run(&world->loop, UV_RUN_NOWAIT); }

static uint64_t monotonic_ms(void) { return uv_hrtime() / 1000000; }

/* Turns the loop until something is so. */
#define UNTIL(world, ready)                                                                   \
    do {                                                                                      \
        uint64_t until_ms = monotonic_ms() + PATIENCE_MS;                                     \
        for (unsigned turns = 0; !(ready); turns++) {                                         \
            turn(world);                                                                      \
            if (turns % 64 == 63) poll(NULL, 0, 1);                                           \
            assert_true(monotonic_ms() < until_ms);                                           \
        }                                                                                     \
    } while (false)

static void net_stopped(void *user) { ((struct world *)user)->stopped = true; }

static int tear_down(void **state) {
    struct world *world = *state;
    zk_net_stop(world->net, 1001, net_stopped, world);
    UNTIL(world, world->stopped);
    zk_net_free(world->net);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&world->loop), 0);
    free(world);
    return 0;
}

/* ---- The other end ---- */

/* A connection from 127.0.0.`from`, which does not wait. */
static int connect_from(const struct world *world, unsigned from) {
    struct sockaddr_in here = {.sin_family = AF_INET},
                       there = {.sin_family = AF_INET, .sin_port = htons(world->port)};
    here.sin_addr.s_addr = htonl(0x7F000000u + from);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(client >= 0);
    assert_int_equal(setsockopt(client, SOL_SOCKET, SO_RCVBUF, &(int){4096}, sizeof(int)), 0);
    assert_int_equal(bind(client, (const struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(connect(client, (const struct sockaddr *)&there, sizeof there), 0);
    assert_int_equal(fcntl(client, F_SETFL, O_NONBLOCK), 0);
    return client;
}

static void say(int client, const char *text) {
    assert_int_equal(send(client, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

static int websocket(struct world *world, const char *headers) {
    int client = connect_from(world, 1);
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
    if (guest->connection) /* else its time was over, on a slow machine */
        assert_in_range(guest->connection->read_closing, 0,
                        ZK_WS_CLOSING_MAX + sizeof world->net->read);
    close(client);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pings_unread_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(small_answers_unread_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_messages_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(frames_count_as_messages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(thrown_out_for_frames, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
