/* ws.h: the frames of one WebSocket, our end of it, as bytes in and bytes out (RFC 6455).
 *
 * Frames are wslay's work. Its context takes 9 KB, and most connections are silent most of the
 * time, so a connection only borrows one from a pool while it is in the middle of something: a
 * frame that has not come whole, a message in several frames, a closing. Whether it is, is known
 * by counting: bytes fed against bytes that the frames begun add up to. */
#ifndef ZK_WS_H
#define ZK_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zk_ws;
struct zk_ws_context;

/* Parts of one message, the empty ones aside. wslay keeps each by itself, which takes a hundred bytes. */
enum { ZK_WS_PARTS_MAX = 64 };

/* Contexts not in use. One thread. */
struct zk_ws_pool {
    struct zk_ws_context *idle;
    unsigned idle_count, idle_max;
    size_t message_max; /* the longest message; a longer one closes the connection */
    /* A whole text message; and the beginning of a frame that ends none: a ping, a pong, a part of a
     * message but its last. Upon both the connection may be sent to and closed. */
    void (*message)(struct zk_ws *ws, const char *data, size_t size);
    void (*frame)(struct zk_ws *ws);
    /* Bytes for the other end: all of them, whatever they are. It may not be sent to or closed
     * here, but it may set `broken`: it cannot be written to, and nothing more is read. */
    void (*out)(struct zk_ws *ws, const void *bytes, size_t size);
    /* None of these may end it. */
};

/* One connection's end. Zeroed but for the pool, it is at its beginning. */
struct zk_ws {
    struct zk_ws_pool *pool;
    struct zk_ws_context *context; /* borrowed, or NULL */
    uint64_t fed, framed;          /* bytes given in, and in frames whose beginning was seen */
    uint16_t parts;                /* of the message that comes, so far */
    bool fragmented;               /* a message goes on in another frame */
    bool closing;                  /* a close was sent or received */
    bool closed;                   /* both: nothing more can come */
    bool broken;                   /* set from outside: nothing more can be sent */
    bool feeding; /* zk_ws_feed is at work, and answers pings and closes at its end */
};

void zk_ws_pool_free(struct zk_ws_pool *pool);

/* Bytes from the other end. False when the connection has come to its end: nothing more is read,
 * and it must be closed once everything is sent. */
bool zk_ws_feed(struct zk_ws *ws, const void *bytes, size_t size);
/* Sends a text, a ping, or a close with its code. After a close nothing more is sent. */
void zk_ws_send(struct zk_ws *ws, const char *data, size_t size);
void zk_ws_ping(struct zk_ws *ws);
void zk_ws_close(struct zk_ws *ws, uint16_t code, const char *reason);
/* Gives back what it has borrowed. */
void zk_ws_end(struct zk_ws *ws);

#endif
