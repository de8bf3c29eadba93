/* games.c: the games that bring something to the terminal, each in the file of its name. */
#include <string.h>

#include "model.h"
#include "term_games_list.h"

#define X(name) extern const struct term_game term_##name;
TERM_GAMES_LIST(X)
#undef X

static const struct term_game *const games[] = {
#define X(name) &term_##name,
    TERM_GAMES_LIST(X)
#undef X
    & term_plain};

const struct term_game *term_game_of(const char *id) {
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (strcmp(games[i]->id, id) == 0) return games[i];
    return &term_plain;
}
