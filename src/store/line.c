/* line.c: see line.h.
 *
 * An unescaped quote before a word and a colon after it make a key wherever they come in JSON, so
 * keys can be looked for without reading what lies between. */
#include "line.h"

#include <string.h>

#include "../core/text.h"

static const char sit[] = "{\"kind\":\"sit\"", move[] = "{\"kind\":\"move\"";
static const char sits[] = "\"sits\":{", key[] = "\"name\":\"";

static bool begins(const char *line, size_t size, const char *with, size_t with_size) {
    return size >= with_size && memcmp(line, with, with_size) == 0;
}

/* The first place after `part`, or NULL. */
static const char *after(const char *at, const char *end, const char *part, size_t part_size) {
    for (; (size_t)(end - at) >= part_size; at++)
        if (memcmp(at, part, part_size) == 0) return at + part_size;
    return NULL;
}

bool zk_line_is_move(const char *line, size_t size) {
    return begins(line, size, move, sizeof move - 1);
}

void zk_line_split(const char *line, size_t size, struct zk_text *nameless, const char **name,
                   size_t *name_size) {
    const char *end = line + size, *from = NULL, *to;
    *name = NULL;
    *name_size = 0;
    if (begins(line, size, sit, sizeof sit - 1)) from = after(line, end, key, sizeof key - 1);
    for (to = from; to && to < end && *to != '"'; to++)
        if (*to == '\\' && to + 1 < end) to++;
    if (!from || to >= end) {
        zk_text_put_bytes(nameless, line, size);
        return;
    }
    const char *rest = to + 1;
    from -= sizeof key - 1;
    if (rest < end && *rest == ',')
        rest++;
    else if (from > line && from[-1] == ',')
        from--;
    zk_text_put_bytes(nameless, line, (size_t)(from - line));
    zk_text_put_bytes(nameless, rest, (size_t)(end - rest));
    *name = from + sizeof key - 1 + (*from == ',');
    *name_size = (size_t)(to - *name);
}

void zk_line_join(const char *nameless, size_t size, const char *name, size_t name_size,
                  struct zk_text *line) {
    const char *end = nameless + size, *at = after(nameless, end, sits, sizeof sits - 1);
    if (!at || !name_size) {
        zk_text_put_bytes(line, nameless, size);
        return;
    }
    zk_text_put_bytes(line, nameless, (size_t)(at - nameless));
    zk_text_put(line, key);
    zk_text_put_bytes(line, name, name_size);
    zk_text_put(line, at < end && *at == '}' ? "\"" : "\",");
    zk_text_put_bytes(line, at, (size_t)(end - at));
}
