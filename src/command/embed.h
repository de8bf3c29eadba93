/* embed.h: files that travel inside the program.
 *
 *     EMBED(rules_sketch, "docs/rules/sketch.md");
 *
 * puts the file's bytes into the program and declares
 *
 *     extern const char rules_sketch[];          the bytes, and a NUL after them
 *     extern const uint64_t rules_sketch_size;   how many, without the NUL
 *
 * One EMBED a file, in one C file; others that want it say EMBEDDED(rules_sketch). Paths start at
 * the top of the source tree. Each path is also in the list `embedded` of src/meson.build: from
 * that Meson makes embed_digest.h, whose contents change with those of the files. That is how
 * ninja and ccache learn of a change which the compiler, who never sees the files, cannot tell
 * them. Done by the assembler's .incbin, in no time for megabytes. */
#ifndef ZASHIKI_EMBED_H
#define ZASHIKI_EMBED_H

#include <stdint.h>

#include "embed_digest.h"

#define EMBEDDED(symbol)                                                                      \
    extern const char symbol[];                                                               \
    extern const uint64_t symbol##_size

#define EMBED(symbol, path)                                                                   \
    __asm__(".pushsection .rodata\n"                                                          \
            ".balign 16\n"                                                                    \
            ".global " #symbol "\n"                                                           \
            ".type " #symbol ", %object\n" #symbol ":\n"                                      \
            ".incbin \"" path "\"\n"                                                          \
            ".L" #symbol "_end:\n"                                                            \
            ".byte 0\n"                                                                       \
            ".size " #symbol ", . - " #symbol "\n"                                            \
            ".balign 8\n"                                                                     \
            ".global " #symbol "_size\n"                                                      \
            ".type " #symbol "_size, %object\n" #symbol "_size:\n"                            \
            ".quad .L" #symbol "_end - " #symbol "\n"                                         \
            ".size " #symbol "_size, 8\n"                                                     \
            ".popsection\n");                                                                 \
    EMBEDDED(symbol)

#endif
