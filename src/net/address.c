/* address.c: see address.h. */
#include "address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

enum { NETWORK_BITS = 56 };

static struct zk_address from_v4(const void *four) {
    struct zk_address address = {{[10] = 0xFF, [11] = 0xFF}};
    memcpy(address.bytes + 12, four, 4);
    return address;
}

static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};

static struct zk_address from_v6(const void *sixteen) {
    struct zk_address address;
    memcpy(address.bytes, sixteen, sizeof address.bytes);
    return address;
}

struct zk_address zk_address_network(const struct zk_address *address) {
    struct zk_address network = {{0}};
    if (memcmp(address->bytes, mapped, sizeof mapped) == 0) return *address;
    memcpy(network.bytes, address->bytes, NETWORK_BITS / 8);
    return network;
}

struct zk_address zk_address_of(const struct sockaddr *from) {
    if (from->sa_family == AF_INET)
        return from_v4(&((const struct sockaddr_in *)(const void *)from)->sin_addr);
    if (from->sa_family == AF_INET6)
        return from_v6(&((const struct sockaddr_in6 *)(const void *)from)->sin6_addr);
    return (struct zk_address){{0}};
}

bool zk_address_parse(const char *text, struct zk_address *address) {
    uint8_t bytes[16];
    if (inet_pton(AF_INET, text, bytes) == 1) {
        *address = from_v4(bytes);
        return true;
    }
    if (inet_pton(AF_INET6, text, bytes) != 1) return false;
    *address = from_v6(bytes);
    return true;
}

bool zk_address_same(const struct zk_address *a, const struct zk_address *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- Ranges ---- */

static bool range_add(struct zk_ranges *ranges, char *text) {
    struct zk_address address;
    char *slash = strchr(text, '/');
    if (slash) *slash = '\0';
    if (ranges->count == ZK_RANGES_MAX || !zk_address_parse(text, &address)) return false;
    unsigned most = strchr(text, ':') ? 128 : 32, bits = most;
    if (slash) {
        const char *digits = slash + 1;
        size_t size = strspn(digits, "0123456789");
        if (size < 1 || size > 3 || digits[size]) return false;
        bits = (unsigned)strtoul(digits, NULL, 10);
        if (bits > most) return false;
    }
    ranges->range[ranges->count].address = address;
    ranges->range[ranges->count].bits = (uint8_t)(bits + 128 - most);
    ranges->count++;
    return true;
}

bool zk_ranges_add(struct zk_ranges *ranges, const char *list) {
    bool some = false;
    for (;;) {
        char text[ZK_ADDRESS_TEXT_SIZE];
        list += strspn(list, " \t,");
        size_t size = strcspn(list, " \t,");
        if (!size) return some;
        if (size >= sizeof text) return false;
        memcpy(text, list, size);
        text[size] = '\0';
        if (!range_add(ranges, text)) return false;
        some = true;
        list += size;
    }
}

bool zk_ranges_have(const struct zk_ranges *ranges, const struct zk_address *address) {
    for (unsigned i = 0; i < ranges->count; i++) {
        const uint8_t *a = ranges->range[i].address.bytes, *b = address->bytes;
        unsigned whole = ranges->range[i].bits / 8, rest = ranges->range[i].bits % 8;
        if (memcmp(a, b, whole) == 0 && (!rest || (a[whole] ^ b[whole]) >> (8 - rest) == 0))
            return true;
    }
    return false;
}

/* ---- Listening ---- */

static int listen_on(const struct sockaddr *where, socklen_t size) {
    int one = 1, zero = 0;
    int listener = socket(where->sa_family, SOCK_STREAM, 0);
    if (listener < 0) return -1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (where->sa_family == AF_INET6)
        setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof zero);
    if (bind(listener, where, size) == 0 && listen(listener, 1024) == 0) return listener;
    int error = errno;
    close(listener);
    errno = error;
    return -1;
}

const char *zk_socket_file(const char *bind_to) {
    return bind_to && strncmp(bind_to, "unix:", 5) == 0 ? bind_to + 5 : NULL;
}

/* Whether a server that is gone has left its file there: a socket, at which nobody listens. */
static bool is_left_over(const struct sockaddr_un *where) {
    struct stat file;
    if (lstat(where->sun_path, &file) != 0 || !S_ISSOCK(file.st_mode)) return false;
    int probe = socket(AF_UNIX, SOCK_STREAM, 0);
    bool refused = probe >= 0 &&
                   connect(probe, (const struct sockaddr *)where, sizeof *where) != 0 &&
                   errno == ECONNREFUSED;
    if (probe >= 0) close(probe);
    return refused;
}

static int listen_on_file(const char *path) {
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof where.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(where.sun_path, path, strlen(path));
    if (is_left_over(&where)) unlink(path);
    int listener = listen_on((const struct sockaddr *)&where, sizeof where);
    if (listener >= 0) chmod(path, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP);
    return listener;
}

int zk_listen(const char *bind_to, uint16_t *port) {
    if (zk_socket_file(bind_to)) {
        *port = 0;
        return listen_on_file(zk_socket_file(bind_to));
    }
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(*port)};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(*port)};
    int listener = -1;
    if (!bind_to) {
        listener = listen_on((const struct sockaddr *)&six, sizeof six);
        if (listener < 0 && errno != EADDRINUSE && errno != EACCES)
            listener = listen_on((const struct sockaddr *)&four, sizeof four);
    } else if (inet_pton(AF_INET, bind_to, &four.sin_addr) == 1) {
        listener = listen_on((const struct sockaddr *)&four, sizeof four);
    } else if (inet_pton(AF_INET6, bind_to, &six.sin6_addr) == 1) {
        listener = listen_on((const struct sockaddr *)&six, sizeof six);
    } else {
        errno = EINVAL;
    }
    if (listener < 0) return -1;
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    if (getsockname(listener, (struct sockaddr *)&bound, &size) == 0)
        *port = ntohs(bound.ss_family == AF_INET
                          ? ((const struct sockaddr_in *)(const void *)&bound)->sin_port
                          : ((const struct sockaddr_in6 *)(const void *)&bound)->sin6_port);
    return listener;
}

/* ---- The local network ---- */

/* Interfaces that lead to containers and machines inside this one come last. */
static bool is_virtual(const char *name) {
    static const char *const prefixes[] = {"docker", "br-", "veth", "virbr",
                                           "vmnet",  "lxc", NULL};
    for (unsigned i = 0; prefixes[i]; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    return false;
}

static bool is_link_local(const struct sockaddr_in6 *six) {
    return six->sin6_addr.s6_addr[0] == 0xFE && (six->sin6_addr.s6_addr[1] & 0xC0) == 0x80;
}

unsigned zk_lan_addresses(char text[ZK_LAN_MAX][ZK_ADDRESS_TEXT_SIZE]) {
    uv_interface_address_t *all;
    int count;
    unsigned found = 0;
    if (uv_interface_addresses(&all, &count) != 0) return 0;
    for (unsigned round = 0; round < 4; round++) { /* real IPv4, real IPv6, virtual ones */
        for (int i = 0; i < count && found < ZK_LAN_MAX; i++) {
            char digits[46];
            bool six = all[i].address.address4.sin_family == AF_INET6;
            if (all[i].is_internal || is_virtual(all[i].name) != (round >= 2) ||
                six != (round % 2 == 1))
                continue;
            if (six && is_link_local(&all[i].address.address6)) continue;
            if (six)
                uv_ip6_name(&all[i].address.address6, digits, sizeof digits);
            else
                uv_ip4_name(&all[i].address.address4, digits, sizeof digits);
            snprintf(text[found++], ZK_ADDRESS_TEXT_SIZE, six ? "[%s]" : "%s", digits);
        }
    }
    uv_free_interface_addresses(all, count);
    return found;
}

/* ---- Origins ---- */

#define DIGITS "0123456789"
#define NAME_LETTERS DIGITS "abcdefghijklmnopqrstuvwxyz.-_"

/* A name, or an address in brackets, and one port at most. */
static bool is_host(const char *text) {
    bool bracketed = *text == '[';
    text += bracketed;
    size_t size = strspn(text, bracketed ? DIGITS "abcdef:." : NAME_LETTERS);
    if (!size || (bracketed && text[size] != ']')) return false;
    text += size + bracketed;
    if (!*text) return true;
    size = *text == ':' ? strspn(text + 1, DIGITS) : 0;
    return size && !text[1 + size];
}

bool zk_origin_of(const char *url, char origin[ZK_URL_SIZE]) {
    const char *own_port;
    if (strncmp(url, "http://", 7) == 0)
        own_port = ":80";
    else if (strncmp(url, "https://", 8) == 0)
        own_port = ":443";
    else
        return false;
    size_t scheme = strlen(own_port) == 3 ? 7 : 8,
           size = scheme + strcspn(url + scheme, "/?#");
    if (size == scheme || size >= ZK_URL_SIZE) return false;
    for (size_t i = 0; i < size; i++)
        origin[i] = url[i] >= 'A' && url[i] <= 'Z' ? (char)(url[i] + 32) : url[i];
    origin[size] = '\0';
    if (!is_host(origin + scheme)) return false;
    size_t port = strlen(own_port);
    if (size > scheme + port && strcmp(origin + size - port, own_port) == 0)
        origin[size - port] = '\0';
    return true;
}

void zk_origins_add(struct zk_origins *origins, const char *url) {
    char origin[ZK_URL_SIZE];
    if (origins->count == ZK_ORIGINS_MAX || !zk_origin_of(url, origin)) return;
    if (zk_origins_have(origins, origin)) return;
    memcpy(origins->origin[origins->count++], origin, sizeof origin);
}

bool zk_origins_have(const struct zk_origins *origins, const char *origin) {
    for (unsigned i = 0; i < origins->count; i++)
        if (strcmp(origins->origin[i], origin) == 0) return true;
    return false;
}
