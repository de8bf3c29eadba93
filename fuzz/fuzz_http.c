/* fuzz_http.c: bytes as what comes in on the server's port, through a real socket and the real net: a
 * request, several, a WebSocket and its frames, or anything. The first byte says in how many pieces
 * it comes. Whoever is let in is counted by the address of the connection, or as the last line that a
 * proxy of ours could have added says; and in the end nothing is left over. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/inside.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TURNS_MAX = 100000 };

static uv_loop_t loop;
static struct zk_net *net;
static uint16_t port;
static struct zk_address loopback;
static unsigned guests, messages, frames;

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

static bool welcome(void *user, const struct zk_address *address, const char **why) {
    (void)user;
    *why = "it is not";
    must(zk_address_same(address, &loopback), "a stranger is believed");
    return true;
}

static void *opened(void *user, struct zk_connection *connection,
                    const struct zk_address *address) {
    (void)user;
    (void)address;
    guests++;
    messages = frames = 0;
    return connection;
}

static void message(void *user, void *guest, const char *data, size_t size) {
    (void)user;
    must(size <= ZK_WS_MESSAGE_MAX, "a message is too long");
    zk_net_send(guest, data, size);
    if (++messages == 20) zk_net_close(guest, 1008, "enough");
}

static void frame(void *user, void *guest) {
    (void)user;
    if (++frames == 100) zk_net_close(guest, 1008, "enough");
}

static void closed(void *user, void *guest) {
    (void)user;
    (void)guest;
    guests--;
}

static bool health(void *user, struct zk_bytes *text) {
    (void)user;
    zk_bytes_add(text, "{}", 2);
    return guests == 0;
}

static void metrics(void *user, struct zk_bytes *text) {
    (void)user;
    zk_bytes_add(text, "x 1\n", 4);
}

static bool contact(void *user, struct zk_bytes *text) {
    (void)user;
    zk_bytes_add(text, "Contact: tel:1\n", 15);
    return guests == 0;
}

static void turn_ends(void *user) { (void)user; }

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    signal(SIGPIPE, SIG_IGN);
    must(sodium_init() >= 0, "libsodium does not start");
    uv_loop_init(&loop);
    struct zk_net_config config = {
        .listener = zk_listen("127.0.0.1", &port), .http_max = 64, .server_json = "{}"};
    must(zk_address_parse("127.0.0.1", &loopback), "loopback");
    must(zk_ranges_add(&config.proxies, "192.0.2.1"), "ranges");
    zk_origins_add(&config.origins, "http://localhost");
    struct zk_net_handler handler = {.welcome = welcome,
                                     .opened = opened,
                                     .message = message,
                                     .frame = frame,
                                     .closed = closed,
                                     .health = health,
                                     .metrics = metrics,
                                     .contact = contact,
                                     .turn_ends = turn_ends};
    const char *error;
    net = zk_net_start(&loop, &config, &handler, &error);
    must(net, "the net does not start");
    return 0;
}

static int dial(void) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(port)};
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = -1;
    for (unsigned tries = 0; client < 0; tries++) { /* a signal may have come between */
        client = socket(AF_INET, SOCK_STREAM, 0);
        must(client >= 0 && tries < 3, "no connection");
        if (connect(client, (struct sockaddr *)&there, sizeof there) == 0) break;
        perror("connect");
        close(client);
        client = -1;
    }
    fcntl(client, F_SETFL, O_NONBLOCK);
    /* Closed at once, so that no port waits to be used again. */
    setsockopt(client, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
    return client;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char read[64 * 1024];
    if (size < 2 || size > 32 * 1024) return -1;
    int client = dial();
    size_t piece = 1 + size / (1 + data[0] % 4);
    bool over = false;
    for (size_t at = 1; at < size && !over;) {
        size_t part = size - at < piece ? size - at : piece;
        ssize_t sent = send(client, data + at, part, MSG_NOSIGNAL);
        if (sent > 0) at += (size_t)sent;
        over = sent < 0 && errno != EAGAIN;
        uv_run(&loop, UV_RUN_NOWAIT);
        while (recv(client, read, sizeof read, 0) > 0) {}
    }
    for (unsigned i = 0; i < 8; i++) uv_run(&loop, UV_RUN_NOWAIT);
    close(client);
    unsigned turns = 0;
    while ((guests || net->connections || net->http.peers_count) && turns++ < TURNS_MAX)
        uv_run(&loop, UV_RUN_NOWAIT);
    must(turns < TURNS_MAX, "somebody has gone and is still there");
    return 0;
}
