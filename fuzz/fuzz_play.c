/* fuzz_play.c: bytes as moves. The first line names a game, the byte after it picks its options; after
 * that each byte picks one of the actor's moves. Every move is held to the laws 2 and 3
 * (tests/laws.h), every sixteenth position to the others, and a byte of 0xF0 and more looks closer
 * instead of moving: in each way twice at most, since one such look takes longer than a hundred
 * moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/laws.c"
#include "games/list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CLOSER_WAYS = 4, CLOSER_MAX = 2 };

static bool look_closer(struct laws *laws, const struct zk_state *state, unsigned way,
                        struct zk_rng *rng) {
    switch (way) {
    case 0: return laws_rubbish(laws, state, rng);
    case 1: return laws_apart(laws, state, rng);
    case 2: return laws_sample(laws, state, rng);
    default: return laws_playout(laws, state, rng);
    }
}

static bool play(struct laws *laws, const uint8_t *data, size_t size) {
    const struct zk_game *game = laws->game;
    static struct zk_state state, twin;
    struct zk_rng rng = zk_rng_stream(size, 0);
    uint32_t length = 0;
    unsigned looks[CLOSER_WAYS] = {0};
    memset(&state, 0x00, sizeof state);
    memset(&twin, 0xFF, sizeof twin);
    game->start(laws->rules, &state);
    game->start(laws->rules, &twin);
    for (size_t i = 0; i < size; i++) {
        int actor = game->actor(laws->rules, &state);
        bool closer = data[i] >= 0xF0;
        if (closer && looks[data[i] % CLOSER_WAYS]++ >= CLOSER_MAX) continue;
        bool look = closer || data[i] % 16 == 0 || actor == ZK_OVER;
        if (look && (!laws_list(laws, &state) || !laws_views(laws, &state, &rng)))
            return false;
        if (actor == ZK_OVER) return check_result(laws, &state);
        if (closer) {
            if (!look_closer(laws, &state, data[i] % CLOSER_WAYS, &rng)) return false;
            continue;
        }
        if (length++ == game->length_max) return laws_fault(laws, "law 2: too long a game");
        laws->count = game->moves(laws->rules, &state, actor, laws->move, laws->weight);
        if (!laws->count) return laws_fault(laws, "law 1: no moves");
        if (!laws_apply(laws, &state, &twin, laws->move[data[i] % laws->count])) return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1500) return -1;
    const uint8_t *stop = memchr(data, '\n', size), *end = data + size;
    const struct zk_game *game =
        stop ? zk_games_find((const char *)data, (size_t)(stop - data)) : NULL;
    if (!game || end - stop < 2) return -1;
    struct laws laws;
    laws_open(&laws, game, stop[1] % laws_choices(game));
    if (!play(&laws, stop + 2, (size_t)(end - stop) - 2)) {
        fprintf(stderr, "%s: %s\n", laws.name, laws.fault);
        abort();
    }
    laws_close(&laws);
    return 0;
}
