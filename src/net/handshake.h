/* handshake.h: how a WebSocket begins (RFC 6455, section 4), and lists in headers. */
#ifndef ZK_HANDSHAKE_H
#define ZK_HANDSHAKE_H

#include <stdbool.h>

enum { ZK_ACCEPT_SIZE = 29 };

/* What goes into Sec-WebSocket-Accept for that Sec-WebSocket-Key; false when the key is none: 16
 * bytes in base64. */
bool zk_handshake_accept(const char *key, char accept[ZK_ACCEPT_SIZE]);

/* Whether a header's comma-separated list has this word, whatever its case. */
bool zk_header_has(const char *header, const char *word);
/* Whether an Accept-Encoding header allows a word: named, and not with a weight of nothing. */
bool zk_header_allows(const char *accepted, const char *word);

#endif
