/* handshake.c: see handshake.h. SHA-1 is here because the handshake is defined by it; it keeps
 * nothing secret and proves nothing. */
#include "handshake.h"

#include <sodium.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

static uint32_t turn(uint32_t x, unsigned by) { return x << by | x >> (32 - by); }

static void sha1_block(uint32_t hash[5], const uint8_t block[64]) {
    uint32_t w[80], a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < 80; i++)
        w[i] = turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (unsigned i = 0; i < 80; i++) {
        uint32_t f, k;
        if (i < 20)
            f = (b & c) | (~b & d), k = 0x5A827999;
        else if (i < 40)
            f = b ^ c ^ d, k = 0x6ED9EBA1;
        else if (i < 60)
            f = (b & c) | (b & d) | (c & d), k = 0x8F1BBCDC;
        else
            f = b ^ c ^ d, k = 0xCA62C1D6;
        uint32_t next = turn(a, 5) + f + e + k + w[i];
        e = d, d = c, c = turn(b, 30), b = a, a = next;
    }
    hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d, hash[4] += e;
}

/* Of at most 119 bytes, which is two blocks. */
static void sha1(const char *data, size_t size, uint8_t digest[20]) {
    uint32_t hash[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    uint8_t blocks[128] = {0};
    size_t end = size < 56 ? 64 : 128;
    memcpy(blocks, data, size);
    blocks[size] = 0x80;
    blocks[end - 2] = (uint8_t)(size * 8 >> 8);
    blocks[end - 1] = (uint8_t)(size * 8);
    for (size_t at = 0; at < end; at += 64) sha1_block(hash, blocks + at);
    for (unsigned i = 0; i < 20; i++) digest[i] = (uint8_t)(hash[i / 4] >> (24 - i % 4 * 8));
}

bool zk_handshake_accept(const char *key, char accept[ZK_ACCEPT_SIZE]) {
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char both[24 + sizeof magic];
    uint8_t nonce[16], digest[20];
    size_t size;
    if (strlen(key) != 24 || sodium_base642bin(nonce, sizeof nonce, key, 24, NULL, &size, NULL,
                                               sodium_base64_VARIANT_ORIGINAL) != 0)
        return false;
    if (size != sizeof nonce) return false;
    memcpy(both, key, 24);
    memcpy(both + 24, magic, sizeof magic);
    sha1(both, 24 + sizeof magic - 1, digest);
    sodium_bin2base64(accept, ZK_ACCEPT_SIZE, digest, sizeof digest,
                      sodium_base64_VARIANT_ORIGINAL);
    return true;
}

bool zk_header_has(const char *header, const char *word) {
    size_t length = strlen(word);
    while (*header) {
        header += strspn(header, " \t,");
        size_t size = strcspn(header, " \t,");
        if (size == length && strncasecmp(header, word, length) == 0) return true;
        header += size;
    }
    return false;
}

bool zk_header_allows(const char *accepted, const char *word) {
    size_t length = strlen(word);
    while (*accepted) {
        accepted += strspn(accepted, " \t,");
        size_t size = strcspn(accepted, " \t,;"), rest = strcspn(accepted, ",");
        if (size == length && strncmp(accepted, word, length) == 0) {
            const char *weight = accepted + size;
            size_t left = rest - size;
            bool weighed = memchr(weight, ';', left);
            while (left && strchr(" \t;q=0.", *weight)) weight++, left--;
            return left || !weighed; /* q=0 and q=0.000 leave nothing */
        }
        accepted += rest;
    }
    return false;
}
