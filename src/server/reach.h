/* reach.h: where the server listens, and how it can be reached by whom. */
#ifndef ZK_REACH_H
#define ZK_REACH_H

#include "../net/address.h"
#include "serve.h"

struct zk_reach {
    int listener;
    uint16_t port;               /* 0 for the file of a socket */
    char here[ZK_URL_SIZE];      /* to open on this machine */
    char links[ZK_URL_SIZE];     /* for friends, or "" */
    const char *why;             /* links are so: a key of the protocol */
    struct zk_origins origins;   /* pages that may talk to it */
    struct zk_ranges proxies;    /* who is believed about for whom they ask */
    char json[ZK_URL_SIZE + 64]; /* what /server.json says */
    unsigned lan_count;
    char lan[ZK_LAN_MAX][ZK_ADDRESS_TEXT_SIZE];
};

/* Listens as the options say; false when that cannot be, which was told. */
bool zk_reach_find(struct zk_reach *reach, const struct zk_serve *serve);
/* Tells whoever has started the server. */
void zk_reach_say(const struct zk_reach *reach, const struct zk_serve *serve);

#endif
