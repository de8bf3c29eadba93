/* remote.h: a link to a table of a server, over WebSocket; with TLS where the address begins with https, and
 * then the server's certificate is checked against the system's authorities (and those in the file that SSL_CERT_FILE names) and the address's name.
 *
 * A connection that is lost comes back by itself; `ups` counts how often it was made, so that whoever is
 * above asks to join anew. */
#ifndef TERM_REMOTE_H
#define TERM_REMOTE_H

#include "link.h"

enum { REMOTE_PART_SIZE = 256 };

/* A link as the browser shows it: "https://example.org/#/table/ID/TOKEN", taken apart. */
struct address {
    char server[REMOTE_PART_SIZE]; /* up to the # */
    char what[16];                 /* "table", "device", "game"; "" when there is none */
    char table[REMOTE_PART_SIZE], token[REMOTE_PART_SIZE];
};

/* False when it is no such link. */
bool address_read(struct address *address, const char *link);

/* Connects to the server at an address that begins with http:// or https://. NULL: it cannot be, and *why is a
 * key of the catalogue, *detail perhaps more of it in English. */
struct link *remote_open(const char *server, const char **why, const char **detail);
unsigned remote_ups(const struct link *link);

#endif
