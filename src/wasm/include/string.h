/* string.h for wasm, where there is no C library: the functions that the engine, its bots and the
 * table may use (tools/tidy reads this list). string.c has what is not an instruction. */
#ifndef ZK_WASM_STRING_H
#define ZK_WASM_STRING_H

#include <stddef.h>

#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *memory, int byte, size_t size);
size_t strlen(const char *string);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *strchr(const char *string, int byte);

#endif
