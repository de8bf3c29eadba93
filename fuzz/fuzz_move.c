/* fuzz_move.c: bytes as the text of a move. The first line names a game, and the bytes after it lead to
 * a position: its options, how many moves are made from a seed. The rest is read as a move there, by
 * the actor and by everybody else: it is accepted only as what the game would write, or refused in
 * words, and nothing changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/laws.c"
#include "games/list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *stop = memchr(data, '\n', size), *end = data + size;
    const struct zk_game *game =
        stop ? zk_games_find((const char *)data, (size_t)(stop - data)) : NULL;
    if (!game || end - stop < 1 + HEADER) return -1;
    const uint8_t *header = stop + 1, *text = header + HEADER;
    struct laws laws;
    static struct zk_state state;
    laws_open(&laws, game, header[0] % laws_choices(game));
    struct zk_rng rng = zk_rng_stream(header[1], 0);
    game->start(laws.rules, &state);
    for (unsigned moves = header[2] + 256u * (header[3] & 3); moves; moves--) {
        if (game->actor(laws.rules, &state) == ZK_OVER) break;
        game->apply(laws.rules, &state, zk_sample(game, laws.rules, &state, &rng));
    }
    for (int seat = ZK_CHANCE; seat < (int)laws.seats; seat++)
        if (!laws_text(&laws, &state, seat, (const char *)text, (size_t)(end - text))) {
            fprintf(stderr, "%s: %s\n", laws.name, laws.fault);
            abort();
        }
    laws_close(&laws);
    return 0;
}
