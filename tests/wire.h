/* wire.h: the other end of a WebSocket on loopback, for tests that look at every byte a server sends.
 *
 * Calls wait for their bytes, at most ZASHIKI_PATIENCE seconds, or else WIRE_PATIENCE_S: only a test that is about to fail
 * waits so long. */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bots think when nothing else wants a processor: where others do, that takes a hundred times as long. */
enum { WIRE_PATIENCE_S = 900 };

struct wire {
    int socket;
    bool kept;   /* frames that come are added to `heard` as they are */
    bool waited; /* in vain */
    char *in;    /* came, and not yet taken: from `taken` to `used` */
    size_t taken, used, size;
    char *heard;
    size_t heard_used, heard_size;
    struct wire *next; /* of those that are open; wire.c's */
};

/* Connects and shakes hands. */
bool wire_open(struct wire *wire, uint16_t port);
/* Says goodbye, waits until the other end has too, and frees everything. */
void wire_close(struct wire *wire);
bool wire_is_open(const struct wire *wire);
/* What the server answers to GET, head and all, for the caller to free; NULL when it does not. */
char *wire_get(uint16_t port, const char *path);
bool wire_send(struct wire *wire, const char *text, size_t size);
/* The next text message, with a NUL, until the next call; NULL when none came or the other end closed. Pings are
 * answered: the net sends them by the machine's own clock. */
const char *wire_next(struct wire *wire, size_t *size);
/* Forgets what was heard. */
void wire_forget(struct wire *wire);

#endif
