/* fair.c: commitments, words and outcomes; see fair.h and docs/fair.md. */
#include "fair.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(crypto_hash_sha256_BYTES == ZK_SEED_SIZE, "a commitment is a SHA-256");
_Static_assert(crypto_auth_hmacsha256_KEYBYTES == ZK_SEED_SIZE, "a seed is a key");

static const unsigned char *bytes_of(const char *text) { return (const unsigned char *)text; }

/* ---- Commitments ---- */

void zk_fair_commit(unsigned who, const uint8_t seed[ZK_SEED_SIZE],
                    uint8_t commit[ZK_SEED_SIZE]) {
    static const char prefix[] = "zashiki seed 1 ";
    const char *name = zk_seeds_name(who);
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, bytes_of(prefix), sizeof prefix - 1);
    crypto_hash_sha256_update(&state, bytes_of(name), strlen(name));
    crypto_hash_sha256_update(&state, bytes_of(" "), 1);
    crypto_hash_sha256_update(&state, seed, ZK_SEED_SIZE);
    crypto_hash_sha256_final(&state, commit);
}

bool zk_fair_fits(unsigned who, const uint8_t seed[ZK_SEED_SIZE],
                  const uint8_t commit[ZK_SEED_SIZE]) {
    uint8_t right[ZK_SEED_SIZE];
    zk_fair_commit(who, seed, right);
    return sodium_memcmp(right, commit, sizeof right) == 0;
}

/* ---- Draws ---- */

static void add_number(crypto_auth_hmacsha256_state *state, uint32_t number) {
    const uint8_t bytes[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16),
                              (uint8_t)(number >> 8), (uint8_t)number};
    crypto_auth_hmacsha256_update(state, bytes, sizeof bytes);
}

void zk_fair_words(const struct zk_seeds *seeds, uint32_t n, uint32_t block,
                   uint64_t words[4]) {
    static const char prefix[] = "zashiki draw 1";
    crypto_auth_hmacsha256_state state;
    uint8_t bytes[crypto_auth_hmacsha256_BYTES];
    assert(seeds->shown >> ZK_SEED_OF_SERVER & 1);
    crypto_auth_hmacsha256_init(&state, seeds->seed[ZK_SEED_OF_SERVER], ZK_SEED_SIZE);
    crypto_auth_hmacsha256_update(&state, bytes_of(prefix), sizeof prefix - 1);
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) {
        if (!(seeds->shown >> seat & 1)) continue;
        crypto_auth_hmacsha256_update(&state, bytes_of(zk_seeds_name(seat)), 1);
        crypto_auth_hmacsha256_update(&state, seeds->seed[seat], ZK_SEED_SIZE);
    }
    add_number(&state, n);
    add_number(&state, block);
    crypto_auth_hmacsha256_final(&state, bytes);
    for (unsigned i = 0; i < 4; i++) {
        words[i] = 0;
        for (unsigned j = 0; j < 8; j++) words[i] = words[i] << 8 | bytes[8 * i + j];
    }
    sodium_memzero(&state, sizeof state);
}

/* Even in 0 .. total-1: the first word below the largest multiple of `total`. */
static uint64_t below(const struct zk_seeds *seeds, uint32_t n, uint64_t total) {
    uint64_t uneven = (0 - total) % total; /* 2^64 modulo total */
    for (uint32_t block = 0;; block++) {
        uint64_t words[4];
        zk_fair_words(seeds, n, block, words);
        for (unsigned i = 0; i < 4; i++)
            if (words[i] <= UINT64_MAX - uneven) return words[i] % total;
    }
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

zk_move zk_fair_draw(const struct zk_seeds *seeds, uint32_t n, const struct zk_game *game,
                     const struct zk_rules *rules, const struct zk_state *state,
                     struct zk_trace_scratch *scratch) {
    uint32_t count = zk_trace_outcomes(scratch, game, rules, state);
    uint64_t total = 0, divisor = 0;
    assert(count);
    for (uint32_t i = 0; i < count; i++) {
        total += scratch->weights[i];
        divisor = common_divisor(divisor, scratch->weights[i]);
    }
    uint64_t pick = below(seeds, n, total / divisor);
    for (uint32_t i = 0;; i++) {
        uint64_t weight = scratch->weights[scratch->order[i]] / divisor;
        if (pick < weight) return scratch->moves[scratch->order[i]];
        pick -= weight;
    }
}

/* ---- Secrets ---- */

static void derive(const uint8_t *secret, const char *purpose, uint32_t game, uint32_t who,
                   uint8_t bytes[ZK_SEED_SIZE]) {
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, secret, ZK_SEED_SIZE);
    crypto_auth_hmacsha256_update(&state, bytes_of(purpose), strlen(purpose));
    add_number(&state, game);
    add_number(&state, who);
    crypto_auth_hmacsha256_final(&state, bytes);
    sodium_memzero(&state, sizeof state);
}

void zk_fair_seed(const uint8_t secret[ZK_SEED_SIZE], uint32_t game,
                  uint8_t seed[ZK_SEED_SIZE]) {
    derive(secret, "zashiki server's seed", game, ZK_SEED_OF_SERVER, seed);
}

void zk_fair_seal(const uint8_t secret[ZK_SEED_SIZE], uint32_t game, unsigned who,
                  uint8_t seed[ZK_SEED_SIZE]) {
    uint8_t mask[ZK_SEED_SIZE];
    derive(secret, "zashiki sealed seed", game, who, mask);
    for (unsigned i = 0; i < ZK_SEED_SIZE; i++) seed[i] ^= mask[i];
    sodium_memzero(mask, sizeof mask);
}
