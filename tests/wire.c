/* wire.c: a WebSocket client that waits; see wire.h. */
#include "wire.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

static void *grown(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (!memory) abort();
    return memory;
}

static void add(char **memory, size_t *used, size_t *size, const void *bytes, size_t count) {
    if (*used + count + 1 > *size) *memory = grown(*memory, *size = 2 * (*used + count + 1));
    memcpy(*memory + *used, bytes, count);
    *used += count;
}

static bool send_all(struct wire *wire, const void *bytes, size_t size) {
    for (size_t sent = 0; sent < size;) {
        ssize_t some =
            send(wire->socket, (const char *)bytes + sent, size - sent, MSG_NOSIGNAL);
        if (some <= 0) return false;
        sent += (size_t)some;
    }
    return true;
}

/* All masks are zero: a mask hides nothing from this server. */
static bool send_frame(struct wire *wire, unsigned kind, const void *bytes, size_t size) {
    unsigned char head[14] = {(unsigned char)(0x80 | kind)};
    size_t used = 2;
    if (size < 126) {
        head[1] = (unsigned char)(0x80 | size);
    } else {
        head[1] = 0x80 | 126;
        head[used++] = (unsigned char)(size >> 8);
        head[used++] = (unsigned char)size;
    }
    used += 4;
    char *frame = grown(NULL, used + size);
    memcpy(frame, head, used);
    if (size) memcpy(frame + used, bytes, size);
    bool sent = send_all(wire, frame, used + size);
    free(frame);
    return sent;
}

/* ---- That we are there ---- */

/* Whoever is silent for a minute is cut off, by the machine's own clock. On a busy one a game takes minutes, an answer may take one, and
 * so may what the test works out between two messages. So a thread of its own says of all that are open that they are there. */
enum { STAY_S = 5 };

static struct wire *all; /* that are open, */
static pthread_mutex_t one_at_a_time =
    PTHREAD_MUTEX_INITIALIZER; /* and whose frames go out whole */

static bool send_whole(struct wire *wire, unsigned kind, const void *bytes, size_t size) {
    pthread_mutex_lock(&one_at_a_time);
    bool sent = send_frame(wire, kind, bytes, size);
    pthread_mutex_unlock(&one_at_a_time);
    return sent;
}

/* It takes nothing from the heap: a server is a copy of this process, and would find that locked for ever. */
static void *stay(void *nothing) {
    static const unsigned char pong[] = {0x80 | PONG, 0x80, 0, 0, 0, 0};
    for (;;) {
        sleep(STAY_S);
        pthread_mutex_lock(&one_at_a_time);
        for (struct wire *at = all; at; at = at->next) send_all(at, pong, sizeof pong);
        pthread_mutex_unlock(&one_at_a_time);
    }
    return nothing;
}

static void begin_to_stay(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, stay, NULL) != 0) abort();
    pthread_detach(thread);
}

static void add_to_all(struct wire *wire) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin_to_stay);
    pthread_mutex_lock(&one_at_a_time);
    wire->next = all;
    all = wire;
    pthread_mutex_unlock(&one_at_a_time);
}

static void take_from_all(const struct wire *wire) {
    pthread_mutex_lock(&one_at_a_time);
    struct wire **at = &all;
    while (*at && *at != wire) at = &(*at)->next;
    if (*at) *at = wire->next;
    pthread_mutex_unlock(&one_at_a_time);
}

/* ---- What comes ---- */

/* Until something comes. Second by second: a machine that stands still for minutes has lost one of them. */
static bool comes(const struct wire *wire) {
    struct pollfd one = {.fd = wire->socket, .events = POLLIN};
    const char *said = getenv("ZASHIKI_PATIENCE");
    for (int left = said ? atoi(said) : WIRE_PATIENCE_S; left > 0; left--)
        if (poll(&one, 1, 1000) == 1) return true;
    return false;
}

/* Until there are `count` bytes that were not taken. */
static bool wait_for(struct wire *wire, size_t count) {
    while (wire->used - wire->taken < count) {
        char bytes[65536];
        wire->waited = !comes(wire);
        if (wire->waited) return false;
        ssize_t some = recv(wire->socket, bytes, sizeof bytes, 0);
        if (some <= 0) return false;
        if (wire->taken) {
            memmove(wire->in, wire->in + wire->taken, wire->used - wire->taken);
            wire->used -= wire->taken;
            wire->taken = 0;
        }
        add(&wire->in, &wire->used, &wire->size, bytes, (size_t)some);
    }
    return true;
}

static bool reach(struct wire *wire, uint16_t port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    int yes = 1;
    memset(wire, 0, sizeof *wire);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    wire->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (wire->socket < 0 || connect(wire->socket, (void *)&to, sizeof to) != 0) return false;
    setsockopt(wire->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return true;
}

bool wire_open(struct wire *wire, uint16_t port) {
    static const char head[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                               "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    if (!reach(wire, port)) return false;
    if (!send_all(wire, head, sizeof head - 1)) return false;
    for (size_t size = 4;; size++) {
        if (!wait_for(wire, size)) return false;
        if (memcmp(wire->in + wire->taken + size - 4, "\r\n\r\n", 4) != 0) continue;
        bool right = memcmp(wire->in + wire->taken, "HTTP/1.1 101", 12) == 0;
        wire->taken += size;
        add_to_all(wire);
        return right;
    }
}

char *wire_get(uint16_t port, const char *path) {
    struct wire wire;
    char head[200];
    int size =
        snprintf(head, sizeof head,
                 "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    bool sent = reach(&wire, port) && send_all(&wire, head, (size_t)size);
    while (sent && wait_for(&wire, wire.used + 1)) {}
    if (wire.in) wire.in[wire.used] = '\0';
    if (wire.socket >= 0) close(wire.socket);
    return wire.in;
}

bool wire_is_open(const struct wire *wire) { return wire->socket > 0; }

bool wire_send(struct wire *wire, const char *text, size_t size) {
    return size < 65536 && send_whole(wire, TEXT, text, size);
}

/* The next frame; its kind, or 0. It begins at *from of what came, and is taken. */
static unsigned next_frame(struct wire *wire, size_t *from, size_t *head, size_t *size) {
    if (!wait_for(wire, 2)) return 0;
    const unsigned char *at = (const unsigned char *)wire->in + wire->taken;
    unsigned long_size = at[1] == 126 ? 2 : at[1] == 127 ? 8 : 0;
    *head = 2 + long_size;
    if (!wait_for(wire, *head)) return 0;
    at = (const unsigned char *)wire->in + wire->taken;
    *size = long_size ? 0 : at[1];
    for (unsigned i = 0; i < long_size; i++) *size = *size << 8 | at[2 + i];
    if (!wait_for(wire, *head + *size)) return 0;
    *from = wire->taken;
    wire->taken += *head + *size;
    return (unsigned char)wire->in[*from] & 0x0F;
}

const char *wire_next(struct wire *wire, size_t *size) {
    size_t from, head;
    for (unsigned kind; (kind = next_frame(wire, &from, &head, size));) {
        const char *data = wire->in + from + head;
        if (kind == PING) {
            send_whole(wire, PONG, data, *size);
            continue;
        }
        if (wire->kept)
            add(&wire->heard, &wire->heard_used, &wire->heard_size, wire->in + from,
                head + *size);
        if (kind != TEXT) return NULL;
        /* With a NUL, and out of the way of what comes next. */
        static char *message;
        static size_t message_size;
        size_t used = 0;
        add(&message, &used, &message_size, data, *size);
        message[used] = '\0';
        return message;
    }
    return NULL;
}

void wire_forget(struct wire *wire) { wire->heard_used = 0; }

void wire_close(struct wire *wire) {
    size_t size, from, head;
    take_from_all(wire);
    if (wire->socket > 0) {
        send_frame(wire, CLOSE, "\x03\xe8", 2);
        while (next_frame(wire, &from, &head, &size)) {}
        close(wire->socket);
    }
    free(wire->in);
    free(wire->heard);
    memset(wire, 0, sizeof *wire);
}
