/* fuzz_remote.c: bytes as what a server says to `zashiki join`, without TLS: its address on a line, then the head of
 * its answer and the frames of its WebSocket; after "<again>" the same for the next connection. The first byte says
 * in what pieces it comes, and what the server does at the end. There is no network: connecting, sending and receiving
 * end here, where time passes too. The key of the handshake is always the same, so that an answer to it can be a seed.
 *
 * Whatever the address, one request is made; nobody is believed who does not answer its key; what has come is looked
 * at; and a server that has gone, or says nothing more, is left. */
#define _GNU_SOURCE /* getaddrinfo, strcasestr */
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>

#include "term/remote.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TURNS_MAX = 200000, MESSAGE_MAX = 4 * 1024 * 1024, STEP_MS = 16 * 1000 };

/* The server. */
static const char again[] = "<again>";
static const char key_answer[] = "ICX+Yqv66kxgM0FcWaLWlFLwTAI="; /* to a key of zeros */
static const char *at, *stop, *end; /* what it has still to say here, and in all */
static size_t piece;
static bool pauses, pausing, goes, sends_late, sending_late;
static unsigned connections;

/* What it was asked, as far as the head goes. */
static char asked[4096];
static size_t asked_size;

static bool ours; /* it is the client who asks, not the fuzzer's own library */
static int64_t clock_ms;

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

/* ---- The network ---- */

int __real_clock_gettime(clockid_t which, struct timespec *now);
int __real_getaddrinfo(const char *host, const char *port, const struct addrinfo *hints,
                       struct addrinfo **found);
int __wrap_clock_gettime(clockid_t which, struct timespec *now);
int __wrap_getaddrinfo(const char *host, const char *port, const struct addrinfo *hints,
                       struct addrinfo **found);
int __wrap_connect(int file, const struct sockaddr *address, socklen_t size);
int __wrap_poll(struct pollfd *polled, nfds_t count, int timeout_ms);
ssize_t __wrap_getrandom(void *data, size_t size, unsigned flags);
ssize_t __wrap_recv(int file, void *data, size_t size, int flags);
ssize_t __wrap_send(int file, const void *data, size_t size, int flags);

int __wrap_clock_gettime(clockid_t which, struct timespec *now) {
    if (!ours) return __real_clock_gettime(which, now);
    *now = (struct timespec){clock_ms / 1000, clock_ms % 1000 * 1000000};
    return 0;
}

int __wrap_getaddrinfo(const char *host, const char *port, const struct addrinfo *hints,
                       struct addrinfo **found) {
    must(*host && strlen(port) < 8, "a part of an address is missing");
    return __real_getaddrinfo("127.0.0.1", "80", hints, found);
}

ssize_t __wrap_getrandom(void *data, size_t size, unsigned flags) {
    (void)flags;
    memset(data, 0, size);
    return (ssize_t)size;
}

static const char *next_part(const char *from) {
    const char *mark = memmem(from, (size_t)(end - from), again, sizeof again - 1);
    return mark ? mark : end;
}

int __wrap_connect(int file, const struct sockaddr *address, socklen_t size) {
    (void)file, (void)address, (void)size;
    if (connections++) at = stop < end ? stop + sizeof again - 1 : end;
    stop = next_part(at);
    asked_size = 0;
    return 0;
}

static bool may_send(void) {
    sending_late = sends_late && !sending_late;
    return !sending_late;
}

ssize_t __wrap_send(int file, const void *data, size_t size, int flags) {
    (void)file, (void)flags;
    if (!may_send()) {
        errno = EAGAIN;
        return -1;
    }
    size_t room = sizeof asked - 1 - asked_size, used = size < room ? size : room;
    memcpy(asked + asked_size, data, used);
    asked_size += used;
    return (ssize_t)size;
}

ssize_t __wrap_recv(int file, void *data, size_t size, int flags) {
    (void)file, (void)flags;
    size_t left = (size_t)(stop - at);
    pausing = pauses && !pausing;
    if ((left && pausing) || (!left && !goes)) {
        errno = EAGAIN;
        return -1;
    }
    if (left < size) size = left;
    if (piece < size) size = piece;
    memcpy(data, at, size);
    at += size;
    return (ssize_t)size;
}

int __wrap_poll(struct pollfd *polled, nfds_t count, int timeout_ms) {
    (void)count;
    if (polled->events == POLLOUT || at < stop || goes) return 1;
    clock_ms += timeout_ms;
    return 0;
}

/* ---- The client ---- */

/* One request of eight lines, the last of them empty. */
static void look_at_request(void) {
    unsigned lines = 0;
    asked[asked_size] = '\0';
    const char *head_end = strstr(asked, "\r\n\r\n");
    must(head_end && strncmp(asked, "GET /", 5) == 0, "it is no request");
    for (const char *c = asked; c < head_end + 4; c++) lines += *c == '\n';
    must(lines == 8, "a request has lines of its own");
}

/* Takes all that has come. */
static void drain(struct link *link) {
    const char *message;
    int audience;
    size_t size;
    while ((message = link_next(link, &audience, &size))) {
        must(size <= MESSAGE_MAX && !message[size], "a message is too long");
        must(audience == LINK_NOBODY, "a message is for somebody else");
    }
}

static void listen_to(struct link *link) {
    static const char join[] = "{\"zashiki\":1,\"do\":\"join\"}";
    unsigned silent = 0; /* turns that have brought nothing */
    for (unsigned turn = 0; turn < TURNS_MAX; turn++) {
        const char *before = at;
        unsigned connections_before = connections;
        if (turn < 3) link_send(link, join, sizeof join - 1);
        drain(link);
        must(link->state != LINK_ENDED && (link->state == LINK_UP) == (link->fd >= 0),
             "it is up without a connection");
        if (link->state == LINK_TRYING && stop == end && connections > 1) return;
        bool quiet = at == before && connections == connections_before && !pausing;
        silent = quiet && link->state == LINK_UP ? silent + 1 : 0;
        must(silent < 3 || at == stop, "what has come is not looked at");
        must(silent < 3 || !goes, "a server that has gone is not left");
        must(silent < 100, "a server that says nothing is not left");
        int wait_ms = link_timeout_ms(link);
        must(wait_ms >= 0, "it never wants to be called");
        if (at < stop && link->state == LINK_UP) continue;
        clock_ms += wait_ms > STEP_MS ? STEP_MS : wait_ms;
    }
    must(false, "it comes to no end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct address address;
    const char *why = NULL, *detail, *text = (const char *)data;
    char line[1024];
    if (size < 2 || size > 64 * 1024) return -1;
    const char *line_end = memchr(text + 1, '\n', size - 1);
    if (!line_end || (size_t)(line_end - text) > sizeof line) return -1;
    size_t line_size = (size_t)(line_end - text) - 1;
    memcpy(line, text + 1, line_size);
    line[line_size] = '\0';
    if (!address_read(&address, line) || strncmp(line, "http:", 5) != 0) return -1;

    static const size_t pieces[] = {SIZE_MAX, 1, 7, 1000};
    piece = pieces[*data & 3];
    pauses = *data >> 2 & 1;
    goes = *data >> 3 & 1;
    sends_late = *data >> 4 & 1;
    pausing = sending_late = false;
    connections = 0;
    at = line_end + 1;
    end = text + size;
    clock_ms = 1000;

    ours = true;
    const char *first = at, *first_end = next_part(at);
    struct link *link = remote_open(address.server, &why, &detail);
    if (connections) look_at_request();
    if (link) {
        size_t length = (size_t)(first_end - first);
        char *answer = calloc(length + 1, 1); /* with an end, which the input has not */
        must(answer != NULL, "no memory");
        memcpy(answer, first, length);
        must(strncmp(answer, "HTTP/1.1 101", 12) == 0, "it is no answer");
        must(strcasestr(answer, key_answer) != NULL, "the key is not answered");
        free(answer);
        listen_to(link);
        link_close(link);
    } else {
        must(why && *why, "there is no link and no reason");
    }
    ours = false;
    return 0;
}
