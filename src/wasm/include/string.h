/* string.h for wasm, where there is no C library; string.c has what is not an instruction. */
#ifndef ZK_WASM_STRING_H
#define ZK_WASM_STRING_H

#include <stddef.h>

#define memcpy __builtin_memcpy
#define memset __builtin_memset
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *string);
int strcmp(const char *a, const char *b);

#endif
