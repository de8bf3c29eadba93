/* contact.h: whom to tell of a fault in a server's security, as /.well-known/security.txt says it (RFC 9116).
 *
 * Whoever runs the server names the contact; the program knows none. */
#ifndef ZK_CONTACT_H
#define ZK_CONTACT_H

#include <stdbool.h>
#include <stdint.h>

#include "../core/text.h"

enum {
    ZK_CONTACT_MAX = 200,  /* bytes of a contact */
    ZK_CONTACT_PAGE = 512, /* place for the file */
};

/* Whether it can be named: an address that begins with mailto:, https:// or tel:, without blanks. */
bool zk_contact_is_right(const char *contact);
/* The file. It says that it holds for a month; a server that is asked later says so anew. */
void zk_contact_write(const char *contact, uint64_t now_ms, struct zk_text *text);

#endif
