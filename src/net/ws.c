/* ws.c: see ws.h. */
#include "ws.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <wslay/wslay.h>

#include "bytes.h"

/* wslay's context, which is made for one user for good, and who that is at the moment. */
struct zk_ws_context {
    struct zk_ws_context *next;
    wslay_event_context_ptr wslay;
    struct zk_ws *ws;
    const uint8_t *in;
    size_t in_size;
};

enum {
    CODE_PROTOCOL = 1002,
    CODE_KIND = 1003,
    CODE_LARGE = 1009,
    PIECE = 4096, /* read at a time: answers to the pings in it wait inside wslay */
};

/* ---- wslay's questions ---- */

static ssize_t give_in(wslay_event_context_ptr wslay, uint8_t *to, size_t size, int flags,
                       void *user) {
    struct zk_ws_context *context = user;
    (void)flags;
    if (!context->in_size) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (size > context->in_size) size = context->in_size;
    memcpy(to, context->in, size);
    context->in += size;
    context->in_size -= size;
    return (ssize_t)size;
}

static ssize_t send_out(wslay_event_context_ptr wslay, const uint8_t *data, size_t size,
                        int flags, void *user) {
    struct zk_ws_context *context = user;
    (void)wslay;
    (void)flags;
    context->ws->pool->out(context->ws, data, size);
    return (ssize_t)size;
}

/* In too many parts a message is as good as too long: nothing more of it is read. */
static void count_part(wslay_event_context_ptr wslay, struct zk_ws *ws,
                       const struct wslay_event_on_frame_recv_start_arg *frame) {
    if (frame->opcode != WSLAY_CONTINUATION_FRAME) ws->parts = 0;
    if (frame->payload_length) ws->parts++;
    if (ws->parts <= ZK_WS_PARTS_MAX) return;
    wslay_event_queue_close(wslay, CODE_LARGE, NULL, 0);
    wslay_event_shutdown_read(wslay);
}

static void frame_begins(wslay_event_context_ptr wslay,
                         const struct wslay_event_on_frame_recv_start_arg *frame, void *user) {
    struct zk_ws *ws = ((struct zk_ws_context *)user)->ws;
    unsigned length = frame->payload_length < 126 ? 0 : frame->payload_length < 65536 ? 2 : 8;
    ws->framed += 2 + length + 4 + frame->payload_length;
    bool control = wslay_is_ctrl_frame(frame->opcode);
    if (!control) ws->fragmented = !frame->fin;
    if (!control) count_part(wslay, ws, frame);
    if ((control || !frame->fin) && !ws->closing) ws->pool->frame(ws);
}

static void message_came(wslay_event_context_ptr wslay,
                         const struct wslay_event_on_msg_recv_arg *message, void *user) {
    struct zk_ws *ws = ((struct zk_ws_context *)user)->ws;
    if (message->opcode == WSLAY_CONNECTION_CLOSE) ws->closing = true;
    if (message->opcode == WSLAY_BINARY_FRAME) {
        static const char reason[] = "text only";
        wslay_event_queue_close(wslay, CODE_KIND, (const uint8_t *)reason, sizeof reason - 1);
        ws->closing = true;
    }
    if (message->opcode == WSLAY_TEXT_FRAME && !ws->closing)
        ws->pool->message(ws, (const char *)message->msg, message->msg_length);
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = give_in,
    .send_callback = send_out,
    .on_frame_recv_start_callback = frame_begins,
    .on_msg_recv_callback = message_came,
};

/* ---- Borrowing ---- */

static void free_context(struct zk_ws_context *context) {
    wslay_event_context_free(context->wslay);
    free(context);
}

static void borrow(struct zk_ws *ws) {
    struct zk_ws_pool *pool = ws->pool;
    struct zk_ws_context *context = ws->context;
    if (context) return;
    if (pool->idle) {
        context = pool->idle;
        pool->idle = context->next;
        pool->idle_count--;
    } else {
        context = zk_allocate(sizeof *context);
        if (wslay_event_context_server_init(&context->wslay, &callbacks, context) != 0)
            zk_no_memory();
        wslay_event_config_set_max_recv_msg_length(context->wslay, pool->message_max);
    }
    context->ws = ws;
    ws->context = context;
}

/* Sends what is queued, and gives the context back when the connection is between messages. */
static void settle(struct zk_ws *ws) {
    struct zk_ws_context *context = ws->context;
    if (ws->feeding) return;
    wslay_event_send(context->wslay);
    if (!wslay_event_get_read_enabled(context->wslay) ||
        !wslay_event_get_write_enabled(context->wslay))
        ws->closing = true;
    if (ws->closing || ws->fragmented || ws->fed != ws->framed ||
        wslay_event_want_write(context->wslay))
        return;
    ws->context = NULL;
    ws->fed = ws->framed = 0;
    struct zk_ws_pool *pool = ws->pool;
    if (pool->idle_count >= pool->idle_max) {
        free_context(context);
        return;
    }
    context->ws = NULL;
    context->next = pool->idle;
    pool->idle = context;
    pool->idle_count++;
}

void zk_ws_end(struct zk_ws *ws) {
    if (ws->context) free_context(ws->context);
    ws->context = NULL;
    ws->closing = true;
}

void zk_ws_pool_free(struct zk_ws_pool *pool) {
    while (pool->idle) {
        struct zk_ws_context *context = pool->idle;
        pool->idle = context->next;
        free_context(context);
    }
    pool->idle_count = 0;
}

/* ---- In and out ---- */

/* False after a mistake of the other end, or without memory. */
static bool feed_piece(struct zk_ws *ws, const uint8_t *bytes, size_t size) {
    borrow(ws);
    struct zk_ws_context *context = ws->context;
    context->in = bytes;
    context->in_size = size;
    ws->fed += size;
    ws->feeding = true;
    int code = wslay_event_recv(context->wslay);
    ws->feeding = false;
    if (code != 0) { /* a frame that is none; mostly a close is queued by now */
        wslay_event_queue_close(context->wslay, CODE_PROTOCOL, NULL, 0);
        ws->closing = true;
    }
    settle(ws);
    if (!ws->context) return true;
    context->in_size = 0;
    ws->closed = wslay_event_get_close_sent(context->wslay) &&
                 wslay_event_get_close_received(context->wslay);
    return code == 0 &&
           (wslay_event_want_read(context->wslay) || wslay_event_want_write(context->wslay));
}

bool zk_ws_feed(struct zk_ws *ws, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (size_t piece; size; at += piece, size -= piece) {
        piece = size < PIECE ? size : PIECE;
        if (ws->broken || !feed_piece(ws, at, piece)) return false;
    }
    return true;
}

/* A frame of ours is its head and what it carries: nothing that would need wslay's memory. */
static void send_frame(struct zk_ws *ws, uint8_t opcode, const void *data, size_t size) {
    uint8_t head[10] = {(uint8_t)(0x80 | opcode)};
    size_t bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
    if (ws->closing || ws->broken) return;
    head[1] = (uint8_t)(bytes == 0 ? size : bytes == 2 ? 126 : 127);
    for (size_t i = 0; i < bytes; i++)
        head[1 + bytes - i] = (uint8_t)((uint64_t)size >> 8 * i);
    ws->pool->out(ws, head, 2 + bytes);
    if (size) ws->pool->out(ws, data, size);
}

void zk_ws_send(struct zk_ws *ws, const char *data, size_t size) {
    send_frame(ws, WSLAY_TEXT_FRAME, data, size);
}

void zk_ws_ping(struct zk_ws *ws) { send_frame(ws, WSLAY_PING, NULL, 0); }

void zk_ws_close(struct zk_ws *ws, uint16_t code, const char *reason) {
    if (ws->closing) return;
    borrow(ws);
    ws->closing = true;
    wslay_event_queue_close(ws->context->wslay, code, (const uint8_t *)reason, strlen(reason));
    settle(ws);
}
