/* fuzz_move.c: bytes as the text of a move. The first bytes lead to a position: a game, its options,
 * how many moves are made from a seed. The rest is read as a move there, by the actor and by
 * everybody else: it is accepted only as what the game would write, or refused in words, and
 * nothing changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/laws.c"
#include "core/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEADER) return -1;
    unsigned games = 0;
    while (zk_games[games]) games++;
    const struct zk_game *game = zk_games[data[0] % games];
    struct laws laws;
    static struct zk_state state;
    laws_open(&laws, game, data[1] % laws_choices(game));
    struct zk_rng rng = zk_rng_stream(data[2], 0);
    game->start(laws.rules, &state);
    for (unsigned moves = data[3] + 256u * (data[4] & 3); moves; moves--) {
        if (game->actor(laws.rules, &state) == ZK_OVER) break;
        game->apply(laws.rules, &state, game->sample(laws.rules, &state, &rng));
    }
    for (int seat = ZK_CHANCE; seat < (int)laws.seats; seat++)
        if (!laws_text(&laws, &state, seat, (const char *)data + HEADER, size - HEADER)) {
            fprintf(stderr, "%s: %s\n", laws.name, laws.fault);
            abort();
        }
    laws_close(&laws);
    return 0;
}
