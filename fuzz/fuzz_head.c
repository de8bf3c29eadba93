/* fuzz_head.c: bytes as the lines of a request head that we read ourselves: Accept-Encoding, Connection,
 * X-Forwarded-For, Forwarded, the key of a WebSocket, Origin; and as the list of proxies. Whatever a guest
 * sends, a proxy's own word is what counts, or the proxy itself, never the guest's. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/forwarded.h"
#include "net/handshake.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MAX = 64, LINE_SIZE = 4096 };

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

static struct zk_address parsed(const char *text) {
    struct zk_address address;
    must(zk_address_parse(text, &address), "an address is none");
    return address;
}

/* What a guest sends through a proxy that adds to one of the headers. */
static void behind_a_proxy(char line[][LINE_SIZE], unsigned count) {
    static struct zk_hops x, f, x_added, f_added;
    struct zk_ranges proxies = {.count = 0};
    struct zk_address proxy = parsed("10.0.0.1"), guest = parsed("192.0.2.7");
    must(zk_ranges_add(&proxies, "10.0.0.0/8 2001:db8::/32"), "ranges are none");
    must(!zk_ranges_have(&proxies, &guest), "a guest is a proxy");
    memset(&x, 0, sizeof x);
    memset(&f, 0, sizeof f);
    for (unsigned i = 0; i < count; i++) {
        char longer[LINE_SIZE + 64];
        /* On the guest's own line, as nginx does. */
        x_added = x;
        snprintf(longer, sizeof longer, "%s, 192.0.2.7", line[i]);
        zk_hops_add_x_forwarded_for(&x_added, longer);
        struct zk_address asker = zk_hops_asker(&x_added, &proxies, &proxy);
        must(zk_address_same(&asker, &guest), "X-Forwarded-For: a guest is believed");
        f_added = f;
        snprintf(longer, sizeof longer, "%s, for=\"192.0.2.7:4711\";proto=https", line[i]);
        zk_hops_add_forwarded(&f_added, longer);
        asker = zk_hops_asker(&f_added, &proxies, &proxy);
        must(zk_address_same(&asker, &guest) || zk_address_same(&asker, &proxy),
             "Forwarded: a guest is believed");
        /* Or the proxy adds to the one, and lets the other pass. */
        zk_hops_add_x_forwarded_for(&x, line[i]);
        zk_hops_add_forwarded(&f, line[i]);
        asker = zk_hops_asker_of_both(&x_added, &f, &proxies, &proxy);
        must(zk_address_same(&asker, &guest) || zk_address_same(&asker, &proxy),
             "a guest is believed who sends the other header");
        asker = zk_hops_asker_of_both(&x, &f_added, &proxies, &proxy);
        must(zk_address_same(&asker, &guest) || zk_address_same(&asker, &proxy),
             "a guest is believed who sends the other header");
    }
    /* On a line of its own, as HAProxy does. */
    x_added = x;
    zk_hops_add_x_forwarded_for(&x_added, "192.0.2.7");
    struct zk_address asker = zk_hops_asker(&x_added, &proxies, &proxy);
    must(zk_address_same(&asker, &guest), "X-Forwarded-For: a line before is believed");
    f_added = f;
    zk_hops_add_forwarded(&f_added, "for=192.0.2.7");
    asker = zk_hops_asker(&f_added, &proxies, &proxy);
    must(zk_address_same(&asker, &guest), "Forwarded: a line before is believed");
    asker = zk_hops_asker(&x, &proxies, &guest);
    must(zk_address_same(&asker, &guest), "a stranger is believed");
}

static void one_line(const char *line) {
    struct zk_ranges ranges = {.count = 0};
    struct zk_address address;
    char accept[ZK_ACCEPT_SIZE], origin[ZK_URL_SIZE], again[ZK_URL_SIZE];
    static const char *const words[] = {"br", "gzip", "websocket", "upgrade"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        must(!zk_header_allows(line, words[i]) || strstr(line, words[i]),
             "a word is allowed that is not there");
        if (zk_header_has(line, words[i])) must(strlen(line) >= strlen(words[i]), "too short");
    }
    if (zk_handshake_accept(line, accept))
        must(strlen(line) == 24 && strlen(accept) == ZK_ACCEPT_SIZE - 1, "what kind of key?");
    if (zk_origin_of(line, origin))
        must(zk_origin_of(origin, again) && strcmp(origin, again) == 0, "an origin changes");
    if (zk_ranges_add(&ranges, line)) must(ranges.count, "no range");
    for (unsigned i = 0; i < ranges.count; i++)
        must(zk_ranges_have(&ranges, &ranges.range[i].address), "a range is not in itself");
    if (zk_address_parse(line, &address)) {
        struct zk_address network = zk_address_network(&address),
                          twice = zk_address_network(&network);
        must(zk_address_same(&network, &twice), "a network has another");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char line[LINES_MAX][LINE_SIZE];
    unsigned count = 0;
    if (size > 16 * 1024) return -1;
    const char *at = (const char *)data, *end = at + size;
    while (at < end && count < LINES_MAX) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        size_t length = (size_t)(stop - at);
        if (length >= LINE_SIZE) return -1;
        memcpy(line[count], at, length);
        line[count][length] = '\0'; /* and what comes behind a NUL is not seen */
        one_line(line[count++]);
        at = stop + 1;
    }
    behind_a_proxy(line, count);
    return 0;
}
