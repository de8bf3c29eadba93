/* cipher.c: a secret society whose members tell each other everything by how they play. */
#include "cipher.h"

#include "../games/yokai/yokai.h"

static bool knows(const struct zk_game *game) { return game == &zk_yokai; }

static size_t memory_size(const struct zk_game *game) {
    (void)game;
    return ZK_CIPHER_YOKAI_MEMORY;
}

const struct zk_bot zk_bot_cipher = {
    .name = "cipher",
    .meaning = "one of a secret society: with its like in every seat, nothing stays hidden",
    .knows = knows,
    .memory_size = memory_size,
    .observe = zk_cipher_yokai_observe,
    .choose = zk_cipher_yokai,
};
