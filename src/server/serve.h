/* serve.h: the server, put together and run until it is told to stop. */
#ifndef ZK_SERVE_H
#define ZK_SERVE_H

#include "folder.h"
#include "server.h"

struct zk_serve {
    uint16_t port;    /* 0: any that is free */
    const char *bind; /* an address in digits, "unix:FILE", or NULL: this machine alone */
    bool lan;         /* every address of this machine */
    const char *public_url;   /* how others reach it, or NULL */
    const char *contact;      /* whom to tell of a fault (contact.h), or NULL */
    struct zk_ranges metrics; /* who may see /metrics */
    struct zk_ranges proxies; /* who is believed when they say for whom they ask */
    const char *data;         /* the folder, or NULL: the usual one */
    const char *store;        /* the address of a PostgreSQL database, or NULL: a file there */
    struct zk_limits limits;
    /* The machine's own where NULL; a test brings others. */
    uint64_t (*luck)(void);                   /* 64 random bits for chance or a bot */
    uint64_t (*now_ms)(void);                 /* since 1970, never backwards */
    void (*random)(void *bytes, size_t size); /* for ids and tokens */
};

/* Runs until SIGTERM or SIGINT; false after saying on standard error why it could not begin, or
 * could not go on. */
bool zk_serve(const struct zk_serve *serve);

/* Goes through every table of a store; how many there are, and how many of them do not fold or cannot be read, each
 * of which is told on standard error. False when the list of them cannot be read. */
bool zk_serve_check(struct zk_store *store, uint64_t *tables, uint64_t *wrong);

#endif
