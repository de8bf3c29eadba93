/* fuzz_options.c: bytes as options, "name=value" by the line. For every game each is set or refused
 * in words; what was set comes back; what was refused changed nothing; and with whatever was set
 * the rules are prepared and a game is played. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An exact copy, so that a byte too far is seen. */
static char *copy_of(const char *bytes, size_t size) {
    char *copy = malloc(size ? size : 1);
    if (!copy) abort();
    memcpy(copy, bytes, size);
    return copy;
}

static void set(const struct zk_game *game, struct zk_settings *settings, const char *line,
                size_t size) {
    const char *equals = memchr(line, '=', size);
    size_t name_size = equals ? (size_t)(equals - line) : size;
    size_t value_size = equals ? size - name_size - 1 : 0;
    char *name = copy_of(line, name_size),
         *value = copy_of(line + size - value_size, value_size);
    struct zk_settings before = *settings;
    struct zk_sentence refusal;
    memset(&refusal, 0xFF, sizeof refusal);
    if (zk_settings_set(game, settings, name, name_size, value, value_size, &refusal)) {
        unsigned index = 0;
        while (!zk_same(name, name_size, game->options[index].name,
                        strlen(game->options[index].name)))
            index++;
        const char *stored = zk_settings_get(game, settings, index);
        assert(zk_same(value, value_size, stored, strlen(stored)));
    } else {
        char sentence[1024];
        struct zk_text text = zk_text_in(sentence, sizeof sentence);
        assert(memcmp(&before, settings, sizeof before) == 0);
        zk_sentence_english(game, &refusal, &text);
        assert(text.used > 10 && !text.full);
    }
    free(name);
    free(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (unsigned g = 0; zk_games[g]; g++) {
        const struct zk_game *game = zk_games[g];
        static struct zk_rules rules;
        static struct zk_state state;
        struct zk_settings settings = {0};
        struct zk_sentence refusal;
        const char *at = (const char *)data, *end = at + size;
        while (at < end) {
            const char *stop = memchr(at, '\n', (size_t)(end - at));
            if (!stop) stop = end;
            set(game, &settings, at, (size_t)(stop - at));
            at = stop + (stop < end);
        }
        if (!game->prepare(&rules, &settings, &refusal)) continue;
        struct zk_rng rng = zk_rng_stream(size, g);
        game->start(&rules, &state);
        (void)zk_playout(game, &rules, &state, &rng);
        assert(!game->check(&rules, &state));
    }
    return 0;
}
