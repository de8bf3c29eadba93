/* string.c: what include/string.h declares. */
#include <string.h>

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

void *memchr(const void *memory, int byte, size_t size) {
    const unsigned char *at = memory;
    for (size_t i = 0; i < size; i++)
        if (at[i] == (unsigned char)byte) return (void *)(size_t)(at + i);
    return NULL;
}

size_t strlen(const char *string) {
    size_t size = 0;
    while (string[size]) size++;
    return size;
}

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i] || !a[i]) return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}

char *strchr(const char *string, int byte) {
    for (;; string++) {
        if (*string == (char)byte) return (char *)(size_t)string;
        if (!*string) return NULL;
    }
}
