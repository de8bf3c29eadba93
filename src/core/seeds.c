/* seeds.c: seeds written down and read back, see seeds.h. */
#include "seeds.h"

#include <string.h>

#include "json.h"

enum { KEY_SIZE = 16 };

const char *zk_seeds_name(unsigned who) {
    return who == ZK_SEED_OF_SERVER ? "server" : zk_actor_name((int)who);
}

void zk_seed_print(const uint8_t bytes[ZK_SEED_SIZE], char digits[ZK_SEED_TEXT_SIZE]) {
    static const char hex[] = "0123456789abcdef";
    for (unsigned i = 0; i < ZK_SEED_SIZE; i++) {
        digits[2 * i] = hex[bytes[i] >> 4];
        digits[2 * i + 1] = hex[bytes[i] & 15];
    }
    digits[2 * ZK_SEED_SIZE] = 0;
}

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool zk_seed_parse(const char *digits, size_t size, uint8_t bytes[ZK_SEED_SIZE]) {
    if (size != 2 * ZK_SEED_SIZE) return false;
    for (unsigned i = 0; i < ZK_SEED_SIZE; i++) {
        int high = digit(digits[2 * i]), low = digit(digits[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* ---- Writing ---- */

static void put_bytes(struct zk_json_out *out, const char *key, const uint8_t *bytes) {
    char digits[ZK_SEED_TEXT_SIZE];
    zk_seed_print(bytes, digits);
    zk_json_key(out, key);
    zk_json_put_string(out, digits);
}

static void put_one(struct zk_json_out *out, const struct zk_seeds *seeds, unsigned who) {
    if (!((seeds->committed | seeds->shown) >> who & 1)) return;
    zk_json_key(out, zk_seeds_name(who));
    zk_json_begin_object(out);
    if (seeds->committed >> who & 1) put_bytes(out, "commit", seeds->commit[who]);
    if (seeds->shown >> who & 1) put_bytes(out, "seed", seeds->seed[who]);
    zk_json_end_object(out);
}

void zk_seeds_write(struct zk_json_out *out, const struct zk_seeds *seeds) {
    zk_json_begin_object(out);
    zk_json_key(out, "version");
    zk_json_put_int(out, ZK_SEEDS_VERSION);
    zk_json_key(out, "draws");
    zk_json_put_int(out, seeds->draws);
    put_one(out, seeds, ZK_SEED_OF_SERVER);
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) put_one(out, seeds, seat);
    zk_json_end_object(out);
}

/* ---- Reading ---- */

static void get_bytes(struct zk_json_in *in, uint8_t *bytes, uint8_t *there, unsigned who) {
    char digits[ZK_SEED_TEXT_SIZE];
    size_t size;
    if (!zk_json_get_string(in, digits, sizeof digits, &size)) return;
    if (*there >> who & 1) zk_json_wrong(in, "a key comes twice");
    if (!zk_seed_parse(digits, size, bytes)) zk_json_wrong(in, "a seed has 64 digits");
    *there |= (uint8_t)(1u << who);
}

static void get_one(struct zk_json_in *in, struct zk_seeds *seeds, unsigned who) {
    char key[KEY_SIZE];
    zk_json_enter_object(in);
    while (zk_json_next_key(in, key, sizeof key)) {
        if (strcmp(key, "commit") == 0)
            get_bytes(in, seeds->commit[who], &seeds->committed, who);
        else if (strcmp(key, "seed") == 0)
            get_bytes(in, seeds->seed[who], &seeds->shown, who);
        else
            zk_json_skip(in);
    }
}

/* The keys of the whole: those who have seeds, and these. */
enum { K_VERSION = ZK_SEEDS_COUNT, K_DRAWS, KEYS };

static unsigned find_key(const char *key) {
    unsigned who = 0;
    while (who < ZK_SEEDS_COUNT && strcmp(key, zk_seeds_name(who)) != 0) who++;
    if (strcmp(key, "version") == 0) return K_VERSION;
    if (strcmp(key, "draws") == 0) return K_DRAWS;
    return who < ZK_SEEDS_COUNT ? who : KEYS;
}

/* Nothing may come twice: or who compares commitments would find one, and who computes with the seeds another. */
bool zk_seeds_read(struct zk_json_in *in, struct zk_seeds *seeds) {
    char name[KEY_SIZE];
    int64_t version = 0, draws = -1;
    unsigned seen = 0;
    memset(seeds, 0, sizeof *seeds);
    zk_json_enter_object(in);
    while (zk_json_next_key(in, name, sizeof name)) {
        unsigned key = find_key(name);
        if (key < KEYS && (seen >> key & 1)) zk_json_wrong(in, "a key comes twice");
        seen |= 1u << key;
        if (key < ZK_SEEDS_COUNT)
            get_one(in, seeds, key);
        else if (key == K_VERSION)
            zk_json_get_int(in, &version);
        else if (key == K_DRAWS)
            zk_json_get_int(in, &draws);
        else
            zk_json_skip(in);
    }
    if (!zk_json_finish(in) || version != ZK_SEEDS_VERSION || draws < 0 || draws > UINT32_MAX)
        return false;
    seeds->draws = (uint32_t)draws;
    return true;
}
