/* site.c: see site.h. */
#include "site.h"

#include <string.h>

#include "handshake.h"
#include "site_index.h"

__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".global zk_site_bytes\n"
        ".type zk_site_bytes, %object\n"
        "zk_site_bytes:\n"
        ".incbin \"site.bin\"\n"
        ".byte 0\n"
        ".size zk_site_bytes, . - zk_site_bytes\n"
        ".popsection\n");

static const struct zk_site_file *exactly(const char *path) {
    size_t low = 0, high = zk_site_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(path, zk_site_files[middle].path);
        if (order == 0) return &zk_site_files[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct zk_site_file *zk_site_find(const char *path) {
    const struct zk_site_file *file = exactly(path);
    const char *name = strrchr(path, '/');
    if (file || !name || strchr(name, '.')) return file;
    return exactly("/index.html");
}

enum zk_encoding zk_site_encoding(const struct zk_site_file *file, const char *accepted) {
    if (accepted && file->part[ZK_BROTLI].size && zk_header_allows(accepted, "br"))
        return ZK_BROTLI;
    if (accepted && file->part[ZK_GZIP].size && zk_header_allows(accepted, "gzip"))
        return ZK_GZIP;
    return ZK_PLAIN;
}
