/* bits.h: the bit tricks that the games' inner loops live on.
 *
 * The builtins are GNU's, in gcc and clang alike; a portable loop costs five times as much. */
#ifndef ZK_BITS_H
#define ZK_BITS_H

#include <stdint.h>

/* The place of the lowest bit of bits, which is not 0. */
static inline unsigned zk_lowest(uint64_t bits) { return (unsigned)__builtin_ctzll(bits); }

/* The place of the highest bit of bits, which is not 0. */
static inline unsigned zk_highest(uint32_t bits) { return 31 - (unsigned)__builtin_clz(bits); }

/* How many bits are set in a number below 32. */
static inline unsigned zk_count5(unsigned bits) {
    return (unsigned)(0x4332322132212110u >> (4 * (bits & 15)) & 15) + (bits >> 4);
}

/* How many bits are set. clang makes it an instruction where there is one; gcc's builtin would be a call. */
static inline unsigned zk_count_bits(uint32_t bits) {
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0Fu;
    return bits * 0x01010101u >> 24;
}

#define ZK_LIKELY(x) __builtin_expect(!!(x), 1)
#define ZK_RARE(x) __builtin_expect(!!(x), 0)
/* Into its caller, where it becomes a few instructions; and out of it, so that a path seldom
 * taken does not make the common one longer. */
#define ZK_INLINE static inline __attribute__((always_inline))
#define ZK_APART static __attribute__((noinline))

#endif
