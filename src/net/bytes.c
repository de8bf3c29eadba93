/* bytes.c: see bytes.h. */
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void zk_no_memory(void) {
    fputs("zashiki: no memory\n", stderr);
    exit(1);
}

static void *must(void *memory) {
    if (!memory) zk_no_memory();
    return memory;
}

void *zk_allocate(size_t size) { return must(calloc(1, size)); }

void *zk_reallocate(void *memory, size_t size) { return must(realloc(memory, size)); }

char *zk_bytes_more(struct zk_bytes *bytes, size_t size) {
    if (bytes->capacity - bytes->used < size) {
        size_t capacity = bytes->capacity ? bytes->capacity : 512;
        while (capacity - bytes->used < size) capacity *= 2;
        bytes->data = zk_reallocate(bytes->data, capacity);
        bytes->capacity = capacity;
    }
    return bytes->data + bytes->used;
}

void zk_bytes_add(struct zk_bytes *bytes, const void *data, size_t size) {
    if (!size) return;
    memcpy(zk_bytes_more(bytes, size), data, size);
    bytes->used += size;
}

void zk_bytes_free(struct zk_bytes *bytes) {
    free(bytes->data);
    *bytes = (struct zk_bytes){0};
}
