/* fail_malloc.c: to be loaded before a program (LD_PRELOAD): call number $FAIL_MALLOC for memory is refused; at the
 * end, how many there were is written to the file $FAIL_MALLOC_COUNT. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static long calls;

static int is_refused(void) {
    static long refused;
    if (!refused) {
        const char *number = getenv("FAIL_MALLOC");
        refused = number ? strtol(number, NULL, 10) : -1;
    }
    if (__atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != refused) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return is_refused() ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
    return is_refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return is_refused() ? NULL : __libc_realloc(memory, size);
}

__attribute__((destructor)) static void say_count(void) {
    const char *path = getenv("FAIL_MALLOC_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", calls);
    fclose(file);
}
