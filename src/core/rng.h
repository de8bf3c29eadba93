/* rng.h: random numbers, the same bits on every machine.
 *
 * A Weyl sequence whose terms are multiplied with themselves, folded (Wang Yi's wyrand, public
 * domain): five instructions a number, and it passes the large batteries of tests. A generator
 * is a value: copy it to repeat what follows. Each stream of a seed starts at a hashed place of
 * the 2^64 long sequence, so game i of a run is zk_rng_stream(seed, i). */
#ifndef ZK_RNG_H
#define ZK_RNG_H

#include <stdint.h>

struct zk_rng {
    uint64_t at;
};

static inline uint64_t zk_rng_mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* Stream number `stream` of `seed`. */
static inline struct zk_rng zk_rng_stream(uint64_t seed, uint64_t stream) {
    return (struct zk_rng){zk_rng_mix(zk_rng_mix(seed) ^ zk_rng_mix(~stream))};
}

/* The two halves of x * y in 128 bits, one xor the other. */
static inline uint64_t zk_rng_fold_portably(uint64_t x, uint64_t y) {
    uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
    uint64_t low = x0 * y0, a = x1 * y0 + (low >> 32), b = x0 * y1 + (uint32_t)a;
    return (b << 32 | (uint32_t)low) ^ (x1 * y1 + (a >> 32) + (b >> 32));
}

static inline uint64_t zk_rng_fold(uint64_t x, uint64_t y) {
#if defined __SIZEOF_INT128__ && !defined __wasm__ /* there it would be a call */
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)x * y;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    return zk_rng_fold_portably(x, y);
#endif
}

/* 64 random bits. */
static inline uint64_t zk_rng_next(struct zk_rng *rng) {
    rng->at += 0x2D358DCCAA6C78A5u;
    return zk_rng_fold(rng->at, rng->at ^ 0x8BB84B93962EACC9u);
}

/* A new generator whose numbers have nothing to do with those that `rng` goes on to give. */
static inline struct zk_rng zk_rng_split(struct zk_rng *rng) {
    uint64_t key = zk_rng_next(rng);
    return zk_rng_stream(key, zk_rng_next(rng));
}

/* Uniform in 0 .. n-1, without bias; n is at least 1. Lemire's multiplication: the high half of
 * a 32-bit product, drawn again in the rare case that its low half falls into the uneven rest. */
static inline uint32_t zk_rng_below(struct zk_rng *rng, uint32_t n) {
    uint64_t product = (zk_rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t uneven = (0u - n) % n;
        while ((uint32_t)product < uneven) product = (zk_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

#endif
