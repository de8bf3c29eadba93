/* site.h: the web client that is built into the program.
 *
 * tools/pack-site makes one lump of the folder web/dist and an index of it, when there is one;
 * without it there are no files and the server shows a page that says so. */
#ifndef ZK_SITE_H
#define ZK_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum zk_encoding { ZK_PLAIN, ZK_GZIP, ZK_BROTLI, ZK_ENCODINGS };

struct zk_site_file {
    const char *path; /* "/index.html" */
    const char *type;
    const char *etag; /* of the plain contents, without quotes */
    bool forever;     /* its name changes with its contents */
    struct {
        uint32_t at, size; /* in the lump; size 0: not in this encoding */
    } part[ZK_ENCODINGS];
};

/* In the order of paths. */
extern const struct zk_site_file zk_site_files[];
extern const size_t zk_site_count;
extern const char zk_site_bytes[];

/* The file at a path: itself, or the page for whatever names no file; NULL when there is none. */
const struct zk_site_file *zk_site_find(const char *path);
/* The best encoding of it that an Accept-Encoding header allows; NULL allows none. */
enum zk_encoding zk_site_encoding(const struct zk_site_file *file, const char *accepted);

#endif
