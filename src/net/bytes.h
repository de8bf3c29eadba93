/* bytes.h: a buffer that grows; whoever fills it limits its size.
 *
 * Without memory the server says so and stops; what it acknowledged is on the disk. */
#ifndef ZK_BYTES_H
#define ZK_BYTES_H

#include <stddef.h>

struct zk_bytes {
    char *data;
    size_t used, capacity;
};

/* Says that there is no memory, and ends the program. */
_Noreturn void zk_no_memory(void);
/* Memory of that size, zeroed. */
void *zk_allocate(size_t size);
/* The same memory, larger; what is new is not zeroed. */
void *zk_reallocate(void *memory, size_t size);

/* Makes place for `size` more and returns where they go. */
char *zk_bytes_more(struct zk_bytes *bytes, size_t size);
void zk_bytes_add(struct zk_bytes *bytes, const void *data, size_t size);
/* Empty again, and without memory. */
void zk_bytes_free(struct zk_bytes *bytes);

#endif
