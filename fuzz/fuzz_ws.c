/* fuzz_ws.c: bytes as what comes in on a WebSocket. The first byte says how the rest is cut into
 * pieces; whole or in pieces, the messages must be the same, and none longer than allowed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/ws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MESSAGE_MAX = 512 };

/* What one connection was told and has answered, as a sum. */
struct end {
    struct zk_ws ws; /* first */
    uint64_t heard, said;
    unsigned messages, frames;
};

static uint64_t add(uint64_t sum, const void *data, size_t size) {
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const uint8_t *)data)[i]) * 0x100000001B3u;
    return sum;
}

static void message(struct zk_ws *ws, const char *data, size_t size) {
    struct end *end = (struct end *)ws;
    if (size > MESSAGE_MAX) abort();
    end->heard = add(end->heard + 1, data, size);
    /* An answer to each, and to some a goodbye, from within. */
    zk_ws_send(ws, data, size % 7);
    if (++end->messages == 5) zk_ws_close(ws, 1008, "enough");
}

/* Every frame that ends no message is told, so that it can be counted; here some are too many. */
static void frame(struct zk_ws *ws) {
    struct end *end = (struct end *)ws;
    if (++end->frames == 40) zk_ws_close(ws, 1008, "enough");
}

static void out(struct zk_ws *ws, const void *bytes, size_t size) {
    struct end *end = (struct end *)ws;
    end->said = add(end->said, bytes, size);
}

static void feed(struct end *end, const uint8_t *data, size_t size, size_t piece) {
    for (size_t at = 0; at < size; at += piece)
        if (!zk_ws_feed(&end->ws, data + at, size - at < piece ? size - at : piece)) return;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > 8192) return -1;
    struct zk_ws_pool pool = {.idle_max = 2,
                              .message_max = MESSAGE_MAX,
                              .message = message,
                              .frame = frame,
                              .out = out};
    struct end whole = {.ws.pool = &pool}, pieces = {.ws.pool = &pool};
    size_t piece = 1 + data[0] % 16;
    /* When it ends may differ: wslay looks at the reason of a close as far as it has come. */
    feed(&whole, data + 1, size - 1, size);
    feed(&pieces, data + 1, size - 1, piece);
    if (whole.heard != pieces.heard) {
        fprintf(stderr, "whole and in pieces of %zu something else is heard\n", piece);
        abort();
    }
    zk_ws_ping(&pieces.ws);
    zk_ws_end(&whole.ws);
    zk_ws_end(&pieces.ws);
    zk_ws_pool_free(&pool);
    return 0;
}
