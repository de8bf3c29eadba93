/* seeds.h: the seeds of a fair game, as records and entries tell them; docs/fair.md says what they are for.
 *
 * Who takes part commits to a seed and shows it later. Here they are only bytes; src/fair/ computes
 * with them. */
#ifndef ZK_SEEDS_H
#define ZK_SEEDS_H

#include "game.h"

struct zk_json_in;
struct zk_json_out; /* json.h */

enum {
    ZK_SEED_SIZE = 32,                /* of a seed, and of a commitment to one */
    ZK_SEED_TEXT_SIZE = 65,           /* either in hexadecimal digits, and a NUL */
    ZK_SEED_OF_SERVER = ZK_SEATS_MAX, /* its place behind the seats' */
    ZK_SEEDS_COUNT = ZK_SEATS_MAX + 1,
    ZK_SEEDS_VERSION = 1, /* of the way from seeds to outcomes */
};

/* Bit i of `committed` and `shown`: commit[i] and seed[i] are there. What is not is zero. */
struct zk_seeds {
    uint8_t committed, shown;
    uint8_t commit[ZK_SEEDS_COUNT][ZK_SEED_SIZE];
    uint8_t seed[ZK_SEEDS_COUNT][ZK_SEED_SIZE];
    uint32_t draws; /* made in the game, those taken back among them */
};

/* "A" to "D", "server". */
const char *zk_seeds_name(unsigned who);

/* 64 lower-case digits and a NUL; and from 64 digits, false when they are none. */
void zk_seed_print(const uint8_t bytes[ZK_SEED_SIZE], char digits[ZK_SEED_TEXT_SIZE]);
bool zk_seed_parse(const char *digits, size_t size, uint8_t bytes[ZK_SEED_SIZE]);

/* {"version":1,"draws":57,"server":{"commit":"…","seed":"…"},"A":{…}}: what stands after "fair": in a
 * record. Reading gives false when it is not that. */
void zk_seeds_write(struct zk_json_out *out, const struct zk_seeds *seeds);
bool zk_seeds_read(struct zk_json_in *in, struct zk_seeds *seeds);

#endif
