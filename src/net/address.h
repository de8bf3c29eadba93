/* address.h: where somebody connects from, and where we can be reached. */
#ifndef ZK_ADDRESS_H
#define ZK_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

/* An IPv6 address, or an IPv4 one as IPv6 maps it, however it was written. */
struct zk_address {
    uint8_t bytes[16];
};

enum {
    ZK_ADDRESS_TEXT_SIZE = 64,
    ZK_URL_SIZE = 256,
    ZK_ORIGINS_MAX = 32,
    ZK_LAN_MAX = 8,
    ZK_RANGES_MAX = 64,
};

struct zk_address zk_address_of(const struct sockaddr *from);
/* An address in digits; false when it is none. */
bool zk_address_parse(const char *text, struct zk_address *address);
/* What counts as one address: an IPv4 one is itself; of an IPv6 one the first 56 bits, which is what
 * one household gets. */
struct zk_address zk_address_network(const struct zk_address *address);
bool zk_address_same(const struct zk_address *a, const struct zk_address *b);

/* Addresses that share their first bits; of an IPv4 address 96 are those of the mapping. */
struct zk_ranges {
    unsigned count;
    struct {
        struct zk_address address;
        uint8_t bits;
    } range[ZK_RANGES_MAX];
};
/* Adds addresses and ranges (192.0.2.0/24, 2001:db8::/32) between commas or blanks; false when one of
 * them is none, or there are too many: then some may have been added. */
bool zk_ranges_add(struct zk_ranges *ranges, const char *list);
bool zk_ranges_have(const struct zk_ranges *ranges, const struct zk_address *address);

/* The file of a socket that "unix:FILE" names, or NULL. Whoever comes by it has the address "::". */
const char *zk_socket_file(const char *bind_to);
/* A socket that listens there, or -1 with errno set. NULL is every address of this machine. A
 * port of 0 is one that is free; *port is then the one that was found, or 0 for a file, which its
 * user and group may open; what a server that is gone has left there is replaced. */
int zk_listen(const char *bind_to, uint16_t *port);

/* The addresses by which others on the local network reach this machine, in digits, IPv6 in
 * brackets, the likeliest first. */
unsigned zk_lan_addresses(char text[ZK_LAN_MAX][ZK_ADDRESS_TEXT_SIZE]);

/* The origin of an http or https URL: scheme, host and port as a browser writes them, without
 * the scheme's own port. False when it is no such URL. */
bool zk_origin_of(const char *url, char origin[ZK_URL_SIZE]);

/* The pages that may talk to us. */
struct zk_origins {
    unsigned count;
    char origin[ZK_ORIGINS_MAX][ZK_URL_SIZE];
};
void zk_origins_add(struct zk_origins *origins, const char *url);
bool zk_origins_have(const struct zk_origins *origins, const char *origin);

#endif
