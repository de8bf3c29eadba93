#define _GNU_SOURCE /* strcasestr */
/* remote.c: see remote.h. Frames are wslay's work, TLS is GnuTLS's. Connecting waits; everything else does not. */
#include "remote.h"

#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "net/handshake.h"

enum {
    CONNECT_MS = 8000,
    PING_MS = 20 * 1000,
    SILENCE_MS = 50 * 1000,
    MESSAGE_MAX = 4 * 1024 * 1024, /* a long record */
    HEAD_SIZE = 4096,
};

struct message {
    struct message *next;
    size_t size;
    char text[];
};

struct remote {
    struct link link;
    bool secure;
    char host[REMOTE_PART_SIZE], port[8], path[REMOTE_PART_SIZE];
    gnutls_certificate_credentials_t trust;
    gnutls_session_t tls; /* NULL while there is none */
    wslay_event_context_ptr frames;
    char early[HEAD_SIZE]; /* what came behind the server's answer to the handshake */
    size_t early_at, early_size;
    struct message *first, **end, *got;
    unsigned ups;
    int64_t try_at_ms, heard_at_ms, ping_at_ms;
};

/* ---- Addresses ---- */

/* The next part of a path, with %xx undone; what follows it. */
static const char *take_part(const char *at, char *part, size_t size) {
    size_t used = 0;
    while (*at == '/') at++;
    for (; *at && *at != '/'; at++) {
        unsigned code;
        char byte = *at;
        if (*at == '%' && sscanf(at + 1, "%2x", &code) == 1 && at[1] && at[2]) {
            byte = (char)code;
            at += 2;
        }
        if (used + 1 < size) part[used++] = byte;
    }
    part[used] = '\0';
    return at;
}

/* Whether a part of a link has only what can stand in a request, or in a line of a file. */
static bool is_plain(const char *part) {
    while (*part > ' ' && *part <= '~') part++;
    return !*part;
}

bool address_read(struct address *address, const char *link) {
    size_t size = strcspn(link, "#?");
    const char *hash = strchr(link, '#');
    memset(address, 0, sizeof *address);
    if ((strncmp(link, "http://", 7) != 0 && strncmp(link, "https://", 8) != 0) ||
        size >= sizeof address->server)
        return false;
    memcpy(address->server, link, size);
    if (!hash) return is_plain(address->server);
    hash = take_part(hash + 1, address->what, sizeof address->what);
    hash = take_part(hash, address->table, sizeof address->table);
    take_part(hash, address->token, sizeof address->token);
    return is_plain(address->server) && is_plain(address->what) && is_plain(address->table) &&
           is_plain(address->token);
}

/* Host, port, and the path beside which /ws lies. */
static bool read_server(struct remote *remote, const char *server) {
    remote->secure = strncmp(server, "https:", 6) == 0;
    server = strstr(server, "://");
    if (!server) return false;
    server += 3;
    size_t size = strcspn(server, "/");
    const char *end = server + size, *colon;
    size_t host = size;
    const char *name = server;
    if (*server == '[') { /* an address of IPv6 */
        name++;
        host = strcspn(name, "]");
        colon = name + host + 1 <= end ? memchr(name + host, ':', (size_t)(end - name) - host)
                                       : NULL;
    } else {
        colon = memchr(server, ':', size);
        if (colon) host = (size_t)(colon - server);
    }
    if (!host || host >= sizeof remote->host || strlen(end) >= sizeof remote->path - 3)
        return false;
    memcpy(remote->host, name, host);
    remote->host[host] = '\0';
    if (colon && end - colon > (long)sizeof remote->port) return false;
    snprintf(remote->port, sizeof remote->port, "%.*s", colon ? (int)(end - colon - 1) : 3,
             colon            ? colon + 1
             : remote->secure ? "443"
                              : "80");
    const char *slash = strrchr(end, '/');
    snprintf(remote->path, sizeof remote->path, "%.*s/ws", slash ? (int)(slash - end) : 0,
             end);
    return true;
}

/* ---- Bytes ---- */

/* As read(2): how many, 0 at the end, -1 with EAGAIN when there are none now. */
static ssize_t receive(struct remote *remote, void *data, size_t size) {
    if (remote->early_at < remote->early_size) {
        size_t left = remote->early_size - remote->early_at;
        if (size > left) size = left;
        memcpy(data, remote->early + remote->early_at, size);
        remote->early_at += size;
        return (ssize_t)size;
    }
    if (!remote->tls) return recv(remote->link.fd, data, size, MSG_DONTWAIT);
    ssize_t got = gnutls_record_recv(remote->tls, data, size);
    if (got >= 0) return got;
    errno = got == GNUTLS_E_AGAIN || got == GNUTLS_E_INTERRUPTED ? EAGAIN : EIO;
    return -1;
}

static ssize_t transmit(struct remote *remote, const void *data, size_t size) {
    if (!remote->tls) return send(remote->link.fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    ssize_t sent = gnutls_record_send(remote->tls, data, size);
    if (sent >= 0) return sent;
    errno = sent == GNUTLS_E_AGAIN || sent == GNUTLS_E_INTERRUPTED ? EAGAIN : EIO;
    return -1;
}

static bool wait_ready(int fd, short events, int64_t until_ms) {
    int64_t left = until_ms - link_now_ms();
    struct pollfd one = {.fd = fd, .events = events};
    return left > 0 && poll(&one, 1, (int)left) == 1;
}

/* ---- Connecting ---- */

static int connect_to(const struct remote *remote, int64_t until_ms) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int fd = -1;
    if (getaddrinfo(remote->host, remote->port, &hints, &found) != 0) return -1;
    for (struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
        int error = 0;
        socklen_t size = sizeof error;
        fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                    at->ai_protocol);
        if (fd < 0) continue;
        bool connected = connect(fd, at->ai_addr, at->ai_addrlen) == 0;
        if (!connected && errno == EINPROGRESS)
            connected = wait_ready(fd, POLLOUT, until_ms) &&
                        getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && !error;
        if (connected) break;
        close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

static bool begin_tls(struct remote *remote, int64_t until_ms, const char **detail) {
    static char said[256];
    int status;
    const char *more =
        getenv("SSL_CERT_FILE"); /* authorities besides the system's, as elsewhere */
    if (!remote->trust) {
        if (gnutls_certificate_allocate_credentials(&remote->trust) != 0 ||
            gnutls_certificate_set_x509_system_trust(remote->trust) < 0)
            return false;
        if (more)
            gnutls_certificate_set_x509_trust_file(remote->trust, more, GNUTLS_X509_FMT_PEM);
    }
    if (gnutls_init(&remote->tls, GNUTLS_CLIENT | GNUTLS_NONBLOCK) != 0) return false;
    gnutls_set_default_priority(remote->tls);
    gnutls_credentials_set(remote->tls, GNUTLS_CRD_CERTIFICATE, remote->trust);
    gnutls_server_name_set(remote->tls, GNUTLS_NAME_DNS, remote->host, strlen(remote->host));
    gnutls_session_set_verify_cert(remote->tls, remote->host, 0);
    gnutls_transport_set_int(remote->tls, remote->link.fd);
    while ((status = gnutls_handshake(remote->tls)) < 0) {
        if (gnutls_error_is_fatal(status)) {
            gnutls_datum_t words;
            unsigned verified = gnutls_session_get_verify_cert_status(remote->tls);
            snprintf(said, sizeof said, "%s", gnutls_strerror(status));
            if (status == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR &&
                gnutls_certificate_verification_status_print(verified, GNUTLS_CRT_X509, &words,
                                                             0) == 0) {
                snprintf(said, sizeof said, "%s", (const char *)words.data);
                gnutls_free(words.data);
            }
            *detail = said;
            return false;
        }
        short events = gnutls_record_get_direction(remote->tls) ? POLLOUT : POLLIN;
        if (!wait_ready(remote->link.fd, events, until_ms)) return false;
    }
    return true;
}

static bool put_all(struct remote *remote, const char *data, size_t size, int64_t until_ms) {
    while (size) {
        ssize_t sent = transmit(remote, data, size);
        if (sent > 0) {
            data += sent;
            size -= (size_t)sent;
        } else if (errno != EAGAIN || !wait_ready(remote->link.fd, POLLOUT, until_ms)) {
            return false;
        }
    }
    return true;
}

/* Asks for a WebSocket, and reads the head of the answer; what follows it is kept. */
static bool shake_hands(struct remote *remote, int64_t until_ms) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char random[22];
    char key[25], accept[ZK_ACCEPT_SIZE], wanted[64], head[HEAD_SIZE];
    if (getrandom(random, sizeof random, 0) != sizeof random) return false;
    for (unsigned i = 0; i < 22; i++) key[i] = letters[random[i] % 64];
    key[21] = letters[random[21] % 4 * 16]; /* 16 bytes leave the last letter two bits */
    memcpy(key + 22, "==", 3);
    bool six = strchr(remote->host, ':') != NULL;
    int size = snprintf(head, sizeof head,
                        "GET %s HTTP/1.1\r\nHost: %s%s%s:%s\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                        "Sec-WebSocket-Version: 13\r\nUser-Agent: zashiki\r\n\r\n",
                        remote->path, six ? "[" : "", remote->host, six ? "]" : "",
                        remote->port, key);
    if (size < 0 || size >= (int)sizeof head || !put_all(remote, head, (size_t)size, until_ms))
        return false;
    size_t used = 0;
    char *end = NULL;
    while (!end && used + 1 < sizeof head) {
        ssize_t got = receive(remote, head + used, sizeof head - 1 - used);
        if (got == 0) return false;
        if (got < 0) {
            if (errno != EAGAIN || !wait_ready(remote->link.fd, POLLIN, until_ms))
                return false;
            continue;
        }
        used += (size_t)got;
        head[used] = '\0';
        end = strstr(head, "\r\n\r\n");
    }
    if (!end || strncmp(head, "HTTP/1.1 101", 12) != 0 || !zk_handshake_accept(key, accept))
        return false;
    end[2] = '\0';
    snprintf(wanted, sizeof wanted, "\r\nSec-WebSocket-Accept: %s\r\n", accept);
    if (!strcasestr(head, wanted)) return false;
    remote->early_size = used - (size_t)(end + 4 - head);
    remote->early_at = 0;
    memcpy(remote->early, end + 4, remote->early_size);
    return true;
}

/* ---- Frames ---- */

static ssize_t frames_recv(wslay_event_context_ptr frames, uint8_t *data, size_t size,
                           int flags, void *user) {
    struct remote *remote = user;
    (void)flags;
    ssize_t got = receive(remote, data, size);
    if (got > 0) {
        remote->heard_at_ms = link_now_ms();
        return got;
    }
    wslay_event_set_error(frames, got < 0 && errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK
                                                             : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t frames_send(wslay_event_context_ptr frames, const uint8_t *data, size_t size,
                           int flags, void *user) {
    (void)flags;
    ssize_t sent = transmit(user, data, size);
    if (sent < 0)
        wslay_event_set_error(frames, errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK
                                                      : WSLAY_ERR_CALLBACK_FAILURE);
    return sent;
}

static int frames_mask(wslay_event_context_ptr frames, uint8_t *mask, size_t size,
                       void *user) {
    (void)frames;
    (void)user;
    return getrandom(mask, size, 0) == (ssize_t)size ? 0 : -1;
}

static void frames_message(wslay_event_context_ptr frames,
                           const struct wslay_event_on_msg_recv_arg *arg, void *user) {
    struct remote *remote = user;
    (void)frames;
    if (arg->opcode != WSLAY_TEXT_FRAME) return;
    struct message *message = malloc(sizeof *message + arg->msg_length + 1);
    if (!message) abort();
    message->next = NULL;
    message->size = arg->msg_length;
    if (arg->msg_length)
        memcpy(message->text, arg->msg, arg->msg_length); /* else it is NULL */
    message->text[arg->msg_length] = '\0';
    *remote->end = message;
    remote->end = &message->next;
}

static bool begin_frames(struct remote *remote) {
    static const struct wslay_event_callbacks callbacks = {.recv_callback = frames_recv,
                                                           .send_callback = frames_send,
                                                           .genmask_callback = frames_mask,
                                                           .on_msg_recv_callback =
                                                               frames_message};
    if (wslay_event_context_client_init(&remote->frames, &callbacks, remote) != 0)
        return false;
    wslay_event_config_set_max_recv_msg_length(remote->frames, MESSAGE_MAX);
    return true;
}

static void drop(struct remote *remote) {
    if (remote->frames) wslay_event_context_free(remote->frames);
    if (remote->tls) gnutls_deinit(remote->tls);
    if (remote->link.fd >= 0) close(remote->link.fd);
    remote->frames = NULL;
    remote->tls = NULL;
    remote->link.fd = -1;
    remote->link.events = 0;
    remote->early_at = remote->early_size = 0;
}

/* Makes the connection; on failure *why is a key. */
static bool come_up(struct remote *remote, const char **why, const char **detail) {
    int64_t until_ms = link_now_ms() + CONNECT_MS;
    *why = "term.link.unreachable";
    *detail = NULL;
    remote->link.fd = connect_to(remote, until_ms);
    bool up = remote->link.fd >= 0;
    if (up && remote->secure && !begin_tls(remote, until_ms, detail)) {
        *why = "term.link.insecure";
        up = false;
    }
    if (up && !(shake_hands(remote, until_ms) && begin_frames(remote))) {
        *why = "term.link.other";
        up = false;
    }
    if (!up) {
        drop(remote);
        return false;
    }
    remote->link.state = LINK_UP;
    remote->link.tries = 0;
    remote->ups++;
    remote->heard_at_ms = link_now_ms();
    remote->ping_at_ms = remote->heard_at_ms + PING_MS;
    return true;
}

static void lose(struct remote *remote) {
    static const int waits_ms[] = {300, 1000, 2000, 4000, 8000, 15000};
    drop(remote);
    remote->link.state = LINK_TRYING;
    remote->try_at_ms =
        link_now_ms() + waits_ms[remote->link.tries < 5 ? remote->link.tries : 5];
    remote->link.tries++;
}

/* ---- The link ---- */

static void flush(struct remote *remote) {
    if (wslay_event_send(remote->frames) != 0) {
        lose(remote);
        return;
    }
    remote->link.events = wslay_event_want_write(remote->frames) ? POLLOUT : 0;
}

static void send_message(struct link *link, const char *json, size_t size) {
    struct remote *remote = (struct remote *)link;
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)json, size};
    if (!remote->frames) return;
    wslay_event_queue_msg(remote->frames, &message);
    flush(remote);
}

/* What time brings: another try, a ping, silence. */
static void tick(struct remote *remote) {
    const char *why, *detail;
    int64_t now = link_now_ms();
    if (remote->link.state == LINK_TRYING && now >= remote->try_at_ms &&
        !come_up(remote, &why, &detail))
        lose(remote);
    if (!remote->frames) return;
    if (now - remote->heard_at_ms > SILENCE_MS) {
        lose(remote);
    } else if (now >= remote->ping_at_ms) {
        struct wslay_event_msg ping = {WSLAY_PING, NULL, 0};
        wslay_event_queue_msg(remote->frames, &ping);
        remote->ping_at_ms = now + PING_MS;
    }
}

static const char *next_message(struct link *link, int *audience, size_t *size) {
    struct remote *remote = (struct remote *)link;
    free(remote->got);
    remote->got = NULL;
    if (!remote->first) {
        tick(remote);
        if (remote->frames) flush(remote);
        /* After what is no WebSocket nothing more is read. */
        if (remote->frames && (wslay_event_recv(remote->frames) != 0 ||
                               wslay_event_get_close_received(remote->frames) ||
                               !wslay_event_get_read_enabled(remote->frames)))
            lose(remote);
    }
    if (!remote->first) return NULL;
    remote->got = remote->first;
    if (!(remote->first = remote->got->next)) remote->end = &remote->first;
    *audience = LINK_NOBODY;
    *size = remote->got->size;
    return remote->got->text;
}

static int timeout_ms(struct link *link) {
    struct remote *remote = (struct remote *)link;
    int64_t at = link->state == LINK_TRYING ? remote->try_at_ms : remote->ping_at_ms;
    int64_t left = at - link_now_ms();
    return left > 0 ? (int)left : 0;
}

static void close_remote(struct link *link) {
    struct remote *remote = (struct remote *)link;
    if (remote->frames) {
        wslay_event_queue_close(remote->frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0);
        wslay_event_send(remote->frames);
    }
    drop(remote);
    if (remote->trust) gnutls_certificate_free_credentials(remote->trust);
    for (struct message *next; remote->first; remote->first = next) {
        next = remote->first->next;
        free(remote->first);
    }
    free(remote->got);
    free(remote);
}

static const struct link_kind kind_remote = {send_message, next_message, timeout_ms,
                                             close_remote};

struct link *remote_open(const char *server, const char **why, const char **detail) {
    struct remote *remote = calloc(1, sizeof *remote);
    if (!remote) abort();
    remote->link = (struct link){.kind = &kind_remote, .fd = -1};
    remote->end = &remote->first;
    *why = "term.link.none";
    *detail = NULL;
    if (read_server(remote, server) && come_up(remote, why, detail)) return &remote->link;
    close_remote(&remote->link);
    return NULL;
}

unsigned remote_ups(const struct link *link) { return ((const struct remote *)link)->ups; }
