/* inside.h: what net.c and http.c share. */
#ifndef ZK_NET_INSIDE_H
#define ZK_NET_INSIDE_H

#include <microhttpd.h>
#include <sodium.h>

#include "bytes.h"
#include "net.h"
#include "site.h"
#include "ws.h"

struct zk_connection {
    uv_tcp_t tcp; /* first, so that a handle is its connection */
    struct zk_net *net;
    struct zk_ws ws;
    void *guest;
    struct zk_address address;
    struct zk_bytes out; /* sent in this turn */
    /* What the socket did not take at once is in memory until all of it is written; that and the memory of `out`, as counted for its
     * household and for all. */
    uint32_t under_way, held;
    uint16_t crowd; /* its household */
    bool dirty;     /* in net->dirty */
    bool writing;   /* what the socket did not take at once is on its way */
    bool ending;    /* to be closed when all is written; what comes is thrown away */
    bool shut;      /* all is written and the other end knows: now it can close too */
    bool closed;    /* uv_close was called */
    uint8_t silent; /* the net has looked at it so often since it heard anything */
    uint64_t close_by_ms;
    uint32_t largest; /* piece that may be unsent: a snapshot may be larger than the queue */
    uint32_t read_closing; /* bytes that came after we had said goodbye */
    uv_shutdown_t shutdown;
    struct zk_connection *dirty_next, *next, *previous;
};

/* One HTTP connection, as libmicrohttpd tells us of it. */
struct http_peer {
    int socket;
    bool asked;                /* a whole request head has come */
    bool handed_over;          /* it is a WebSocket now */
    bool put_out;              /* was shut down to make place, and is as good as gone */
    struct zk_address network; /* one household, as visitors are counted */
    unsigned crowd;            /* of that */
    uint64_t since_ms;         /* when it could begin to ask */
    uint64_t run;              /* of libmicrohttpd, in which it came */
    struct http_peer *next, *previous;
};

enum { HTTP_CROWDS = 1024 };

struct http {
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    uv_timer_t timer;
    uv_idle_t idle;          /* while there is more to do at once */
    uint64_t runs;           /* of libmicrohttpd so far */
    bool run_again;          /* before the loop sleeps */
    struct http_peer *peers; /* the newest first */
    unsigned peers_count;
    unsigned crowd[HTTP_CROWDS]; /* peers by their address, as far as it hashes */
    unsigned char
        crowd_key[crypto_shorthash_KEYBYTES]; /* so that nobody can choose his crowd */
    struct MHD_Response **site[ZK_ENCODINGS]; /* by place in zk_site_files */
    struct MHD_Response *plain[9];
    bool secure; /* some origin is https */
    char policy[ZK_ORIGINS_MAX * (ZK_URL_SIZE + 8) + 512];
};

struct zk_net {
    uv_loop_t *loop;
    struct zk_net_config config;
    struct zk_net_handler handler;
    struct zk_ws_pool pool;
    struct zk_connection *connections, *dirty;
    size_t queued; /* bytes for those who are dirty, about */
    size_t held; /* bytes in memory for the other ends, and of them for those of each crowd */
    size_t crowd_held[HTTP_CROWDS];
    /* Memory for `out` that nobody uses: one that is sent to has some until it is sent. */
    struct zk_bytes spare[ZK_WS_SPARE_MAX];
    unsigned spare_count;
    uv_prepare_t prepare;
    uv_timer_t watch;
    struct http http;
    bool stopping;
    uint64_t stop_by_ms;
    void (*stopped)(void *user);
    void *stopped_user;
    char read[64 * 1024];
};

/* ---- http.c ---- */
bool http_start(struct zk_net *net, const char **error);
void http_run(struct zk_net *net);
/* Cuts off those who take too long to ask. */
void http_watch(struct zk_net *net, uint64_t now_ms);
/* Whether one more connection may come from there. */
bool http_admits(const struct zk_net *net, const struct sockaddr *from);
/* The crowd of a household, for what is counted about. */
unsigned crowd_of(const struct zk_net *net, const struct zk_address *network);
void http_quiesce(struct zk_net *net);
void http_free(struct zk_net *net);

/* ---- net.c ---- */
/* Takes over a socket on which the handshake is done; `already` came behind it. */
void connection_open(struct zk_net *net, int socket, const struct zk_address *address,
                     const char *already, size_t already_size);
/* Bytes for the other end that the socket has not taken yet. */
size_t connection_unsent(const struct zk_connection *connection);

#endif
