/* link.h: a connection to a table: messages of docs/protocol.md out and in, as JSON text.
 *
 * Two kinds: a table in this process (local.h), whose bots think on a thread of their own, so that
 * keys are answered meanwhile; and a table of a server (remote.h). Whoever is above does not know
 * which it is. One thread uses a link. */
#ifndef TERM_LINK_H
#define TERM_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINK_NOBODY = -2 }; /* an audience: whoever this end is, the server knows */

enum link_state {
    LINK_UP,
    LINK_TRYING, /* it is lost or not there yet, and comes back by itself */
    LINK_ENDED,  /* it does not come back; link_why says why */
};

/* After so many tries in vain a person is told what they can do, and who is no person gives up: some 3 and 15 seconds. */
enum { LINK_TRIES_SAID = 3, LINK_TRIES_MOST = 5 };

struct link;

struct link_kind {
    void (*send)(struct link *link, const char *json, size_t size);
    const char *(*next)(struct link *link, int *audience, size_t *size);
    int (*timeout_ms)(struct link *link);
    void (*close)(struct link *link);
};

struct link {
    const struct link_kind *kind;
    int fd;       /* to be polled for reading: link_next may have something then */
    short events; /* what to poll for besides POLLIN */
    enum link_state state;
    unsigned tries;  /* LINK_TRYING: how often in vain */
    const char *why; /* LINK_ENDED: a key of the catalogue */
};

/* Sends a message; while the link is not up it is dropped. */
static inline void link_send(struct link *link, const char *json, size_t size) {
    link->kind->send(link, json, size);
}
/* The next message that has come, until the next call; NULL when there is none now. Of a local
 * table, *audience is the seat it is for, or ZK_SPECTATOR. */
static inline const char *link_next(struct link *link, int *audience, size_t *size) {
    return link->kind->next(link, audience, size);
}
/* After so long link_next wants to be called, whatever comes; -1: never. */
static inline int link_timeout_ms(struct link *link) { return link->kind->timeout_ms(link); }
/* By a clock that nobody sets. */
int64_t link_now_ms(void);
/* Waits until link_next may have something. */
void link_wait(struct link *link);
static inline void link_close(struct link *link) { link->kind->close(link); }

#endif
