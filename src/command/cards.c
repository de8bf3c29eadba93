/* cards.c: card sets from files, see cards.h. */
#include "cards.h"

#include <errno.h>
#include <string.h>

#include "core/json.h"
#include "terminal.h"

enum { FILE_SIZE_MAX = 256 * 1024 }; /* many blanks and line breaks, and then some */

static bool is_path(const char *value) {
    size_t size = strlen(value);
    return strchr(value, '/') || (size > 5 && strcmp(value + size - 5, ".json") == 0);
}

/* A file's bytes; NULL after saying why not. */
static const char *read_file(const struct request *request, const char *path, size_t *size) {
    static char text[FILE_SIZE_MAX + 1];
    errno = 0;
    FILE *file = fopen(path, "rb");
    bool read = file != NULL;
    if (file) {
        *size = fread(text, 1, sizeof text, file);
        read = !ferror(file);
        fclose(file);
    }
    if (!read)
        complain(request, "cannot read %s: %s", path, strerror(errno));
    else if (*size > FILE_SIZE_MAX)
        complain(request, "%s is longer than a card set can be", path);
    return read && *size <= FILE_SIZE_MAX ? text : NULL;
}

static int say_wrong(FILE *out, const char *path, const struct zk_sentence *refusal) {
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_sentence_english(&zk_yotei, refusal, &text);
    fprintf(out, "%s: ", path);
    terminal_put_line(out, sentence);
    return STATUS_WRONG;
}

/* Whether the set is, card for card, the one that is built in under its name. */
static bool is_shipped(const struct zk_yotei_set *set) {
    static struct zk_yotei_set shipped;
    struct zk_sentence refusal;
    size_t size;
    const char *text = zk_yotei_cards_shipped(set->name, strlen(set->name), &size);
    return text && zk_yotei_cards_read(text, size, &shipped, &refusal) &&
           memcmp(&shipped, set, sizeof shipped) == 0;
}

int cards_carry(const struct request *request, const char *path, struct zk_settings *settings,
                struct zk_yotei_set *set, FILE *complaints) {
    static char cards[ZK_CARDS_SIZE];
    struct zk_sentence refusal;
    size_t size;
    const char *text = read_file(request, path, &size);
    if (!text) return STATUS_UNUSABLE;
    if (!zk_yotei_cards_read(text, size, set, &refusal))
        return say_wrong(complaints, path, &refusal);
    if (is_shipped(set)) return STATUS_RIGHT;
    if (!zk_settings_carry(settings, cards, text, size, &refusal) ||
        !zk_yotei_cards_choose(set->name, settings, set, &refusal))
        return say_wrong(complaints, path, &refusal);
    return STATUS_RIGHT;
}

int cards_find(const struct request *request, const char *value, struct zk_settings *settings,
               struct zk_yotei_set *set, FILE *complaints) {
    struct zk_sentence refusal;
    size_t size;
    if (is_path(value)) return cards_carry(request, value, settings, set, complaints);
    const char *text = zk_yotei_cards_shipped(value, strlen(value), &size);
    if (text && zk_yotei_cards_read(text, size, set, &refusal)) return STATUS_RIGHT;
    const char *meant = nearest(value, zk_yotei_shipped);
    return complain(request,
                    "there is no card set \"%s\"; did you mean \"%s\", or a file (./%s)?",
                    value, meant ? meant : zk_yotei_shipped[0], value);
}

int cards_choose(const struct request *request, const struct zk_game *game, const char *value,
                 struct zk_settings *settings, FILE *complaints) {
    static struct zk_yotei_set set;
    struct zk_sentence refusal;
    settings->cards = NULL;
    settings->cards_size = 0;
    int status = cards_find(request, value, settings, &set, complaints);
    if (status == STATUS_RIGHT)
        zk_settings_set(game, settings, game->cards_option, strlen(game->cards_option),
                        set.name, strlen(set.name), &refusal);
    return status;
}
