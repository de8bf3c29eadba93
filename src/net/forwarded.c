/* forwarded.c: see forwarded.h. */
#include "forwarded.h"

#include <string.h>
#include <strings.h>

enum { NODE_SIZE = 64 }; /* "[" an IPv6 address "]:65535" is shorter */

/* ---- One hop ---- */

static bool is_port(const char *text) {
    size_t size = strspn(text, "0123456789");
    return size >= 1 && size <= 5 && !text[size];
}

/* An address as both headers have it: with or without a port, IPv6 in brackets if it has one. */
static bool node_read(char *node, struct zk_address *address) {
    if (*node == '[') {
        char *end = strchr(node, ']');
        if (!end || (end[1] && (end[1] != ':' || !is_port(end + 2)))) return false;
        *end = '\0';
        return strchr(node + 1, ':') && zk_address_parse(node + 1, address);
    }
    char *colon = strchr(node, ':');
    if (colon && !strchr(colon + 1, ':')) {
        if (!is_port(colon + 1)) return false;
        *colon = '\0';
    }
    return zk_address_parse(node, address);
}

static void add(struct zk_hops *hops, const char *text, size_t size) {
    unsigned place = hops->count++ % ZK_HOPS_MAX;
    char node[NODE_SIZE];
    hops->hop[place].known = false;
    if (size >= sizeof node) return;
    memcpy(node, text, size);
    node[size] = '\0';
    hops->hop[place].known = node_read(node, &hops->hop[place].address);
}

/* ---- X-Forwarded-For: addresses between commas ---- */

void zk_hops_add_x_forwarded_for(struct zk_hops *hops, const char *line) {
    while (*line) {
        line += strspn(line, " \t");
        size_t all = strcspn(line, ","), size = all;
        while (size && strchr(" \t", line[size - 1])) size--;
        if (size) add(hops, line, size);
        line += all + (line[all] == ',');
    }
}

/* ---- Forwarded: name=value; name=value, ... ---- */

/* What is read of an element: its `for`, without quotes. */
struct element {
    bool has_for;
    char node[NODE_SIZE];
    size_t size; /* NODE_SIZE: too long for any address */
};

static void put(struct element *element, bool is_for, char c) {
    if (is_for && element->size < NODE_SIZE) element->node[element->size++] = c;
}

/* A pair from *at on, which is then behind it; false when it is none. */
static bool pair_read(const char **at, struct element *element) {
    const char *name = *at;
    size_t size = strcspn(name, " \t,;=\"");
    if (!size || name[size] != '=') return false;
    bool is_for = size == 3 && strncasecmp(name, "for", 3) == 0;
    if (is_for && element->has_for) return false;
    element->has_for |= is_for;
    const char *value = name + size + 1;
    if (*value != '"') {
        size = strcspn(value, " \t,;=\"");
        for (size_t i = 0; i < size; i++) put(element, is_for, value[i]);
        *at = value + size;
        return size > 0;
    }
    for (value++; *value && *value != '"'; value++) {
        if (*value == '\\' && !*++value) return false;
        put(element, is_for, *value);
    }
    *at = value + 1;
    return *value == '"';
}

static const char *past_blanks(const char *at) { return at + strspn(at, " \t"); }

/* An element from *at on, up to its comma or the end. */
static bool element_read(const char **at, struct element *element) {
    *element = (struct element){.size = 0};
    for (;;) {
        if (!pair_read(at, element)) return false;
        *at = past_blanks(*at);
        if (!**at || **at == ',') return true;
        if (**at != ';') return false;
        *at = past_blanks(*at + 1);
        if (!**at || **at == ',') return true;
    }
}

void zk_hops_add_forwarded(struct zk_hops *hops, const char *line) {
    struct zk_hops before = *hops;
    for (const char *at = past_blanks(line); *at; at = past_blanks(at)) {
        struct element element;
        if (*at == ',') {
            at++;
        } else if (element_read(&at, &element)) {
            add(hops, element.node, element.has_for ? element.size : 0);
        } else {
            *hops = before;
            add(hops, "", 0);
            return;
        }
    }
}

/* ---- Who asks ---- */

struct zk_address zk_hops_asker(const struct zk_hops *hops, const struct zk_ranges *trusted,
                                const struct zk_address *peer) {
    struct zk_address asker = *peer;
    unsigned least = hops->count > ZK_HOPS_MAX ? hops->count - ZK_HOPS_MAX : 0;
    for (unsigned n = hops->count; n > least && zk_ranges_have(trusted, &asker); n--) {
        unsigned place = (n - 1) % ZK_HOPS_MAX;
        if (!hops->hop[place].known) break;
        asker = hops->hop[place].address;
    }
    return asker;
}

struct zk_address zk_hops_asker_of_both(const struct zk_hops *x_forwarded_for,
                                        const struct zk_hops *forwarded,
                                        const struct zk_ranges *trusted,
                                        const struct zk_address *peer) {
    struct zk_address x = zk_hops_asker(x_forwarded_for, trusted, peer);
    struct zk_address f = zk_hops_asker(forwarded, trusted, peer);
    if (!forwarded->count || zk_address_same(&x, &f)) return x;
    return x_forwarded_for->count ? *peer : f;
}
