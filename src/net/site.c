/* site.c: see site.h. */
#include "site.h"

#include <string.h>

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

/* Whether an Accept-Encoding header allows a word: named, and not with a weight of nothing. */
static bool allows(const char *accepted, const char *word) {
    size_t length = strlen(word);
    while (*accepted) {
        accepted += strspn(accepted, " \t,");
        size_t size = strcspn(accepted, " \t,;"), rest = strcspn(accepted, ",");
        if (size == length && strncmp(accepted, word, length) == 0) {
            const char *weight = accepted + size;
            size_t left = rest - size;
            while (left && strchr(" \t;q=0.", *weight)) weight++, left--;
            return left || rest == size; /* q=0 and q=0.000 leave nothing */
        }
        accepted += rest;
    }
    return false;
}

enum zk_encoding zk_site_encoding(const struct zk_site_file *file, const char *accepted) {
    if (accepted && file->part[ZK_BROTLI].size && allows(accepted, "br")) return ZK_BROTLI;
    if (accepted && file->part[ZK_GZIP].size && allows(accepted, "gzip")) return ZK_GZIP;
    return ZK_PLAIN;
}
