/* net.h: HTTP and WebSocket on one port, and the loop they run in.
 *
 * libuv turns the loop, libmicrohttpd reads HTTP and hands a socket over when its client asks
 * for a WebSocket at /ws, wslay (ws.h) makes frames of what comes then. What is sent within one
 * turn of the loop leaves in one piece at its end. */
#ifndef ZK_NET_H
#define ZK_NET_H

#include <uv.h>

#include "address.h"
#include "bytes.h"

struct zk_net;
struct zk_connection; /* a WebSocket */

enum {
    ZK_HTTP_MAX = 512,            /* HTTP connections at a time; for one more one is put out */
    ZK_HTTP_PER_ADDRESS_MAX = 32, /* but for a proxy that stands before us */
    ZK_HTTP_MEMORY = 16 * 1024,   /* of one: no request head can be larger */
    ZK_HTTP_KERNEL = 128 * 1024, /* the same as ZK_WS_KERNEL: files are larger than messages */
    ZK_HTTP_IDLE_S = 10,
    ZK_HANDSHAKE_MS = 15 * 1000,  /* for a whole request head, however steadily it drips */
    ZK_WS_QUEUE_MAX = 256 * 1024, /* so much unread, and its largest message: it is cut off */
    ZK_WS_KERNEL = 32 * 1024, /* asked of the system for what is sent and not received yet */
    ZK_WS_QUEUES_MAX = 64 * 1024 * 1024, /* so much unread by all: one of them is cut off */
    ZK_WS_CLOSING_MAX = 64 * 1024,       /* so much is looked at after we said goodbye */
    ZK_WS_PING_MS = 25 * 1000,           /* silent so long, it is asked */
    ZK_WS_SILENT_MS = 60 * 1000,         /* silent so long, it is gone */
    ZK_WS_CLOSE_MS = 2 * 1000,           /* for the other end to answer a close */
    ZK_WS_MESSAGE_MAX = 8 * 1024,
    ZK_WS_CONTEXTS_IDLE_MAX = 128,
    ZK_WS_SPARE_MAX = 64, /* pieces of memory kept for what is sent */
    ZK_WS_SPARE_SIZE = 8 * 1024,
};

struct zk_net_config {
    int listener; /* a listening socket; taken over */
    struct zk_origins origins;
    unsigned http_max;        /* HTTP connections at a time, at most ZK_HTTP_MAX */
    size_t queues_max;        /* in place of ZK_WS_QUEUES_MAX, when not 0 */
    struct zk_ranges proxies; /* whose X-Forwarded-For and Forwarded are believed */
    struct zk_ranges metrics; /* who may see /metrics */
    const char *server_json;  /* what /server.json says */
};

/* Who is told. None of these may free the net. */
struct zk_net_handler {
    void *user;
    bool (*welcome)(void *user, const struct zk_address *address, const char **why);
    /* A WebSocket; returns what the next three are given, or NULL to have it closed. */
    void *(*opened)(void *user, struct zk_connection *connection,
                    const struct zk_address *address);
    void (*message)(void *user, void *guest, const char *data, size_t size);
    /* A frame that ends no message: it costs as much. */
    void (*frame)(void *user, void *guest);
    void (*closed)(void *user, void *guest);
    /* Adds what /health says, and /metrics. False: it is not well. */
    bool (*health)(void *user, struct zk_bytes *text);
    void (*metrics)(void *user, struct zk_bytes *text);
    /* Adds what /.well-known/security.txt says; false: nobody is named. */
    bool (*contact)(void *user, struct zk_bytes *text);
    /* Just before what was sent leaves. */
    void (*turn_ends)(void *user);
};

/* Starts serving in this loop; NULL with the reason in *error, a constant. */
struct zk_net *zk_net_start(uv_loop_t *loop, const struct zk_net_config *config,
                            const struct zk_net_handler *handler, const char **error);
/* Neither calls the handler before it returns. */
void zk_net_send(struct zk_connection *connection, const char *data, size_t size);
void zk_net_close(struct zk_connection *connection, int code, const char *reason);
/* Between two things of one turn, neither called from the handler: what is queued by now is sent, when it
 * is much. Or a turn in which many tables move would hold all they tell in memory at once. */
void zk_net_relieve(struct zk_net *net);
/* No more connections are taken. */
void zk_net_quiesce(struct zk_net *net);
/* Closes every connection with that code; `done` is called when all are gone or had their time.
 * Then zk_net_free may be called, after which the loop has to run until the net's handles are
 * closed. */
void zk_net_stop(struct zk_net *net, int code, void (*done)(void *user), void *user);
void zk_net_free(struct zk_net *net);

#endif
