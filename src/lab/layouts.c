/* layouts.c: what observations and rows of moves mean, from the tables of the encoders.
 *
 * Without a game: docs/layouts.md. With one: its layout by the rules chosen, a line for each field, or as JSON. */
#include <stdio.h>
#include <string.h>

#include "batch/encoders.h"
#include "commands.h"
#include "core/json.h"

static const char *const kind_name[ZK_OBSERVED] = {"table", "memory", "all"};

/* A layout by certain rules. `all` has every field of `memory`, and that every field of `table`. */
struct layout {
    struct zk_field field[ZK_FIELDS_MAX];
    uint32_t fields, size;
};

static struct layout layout_of(const struct zk_encoder *encoder, const struct zk_rules *rules,
                               enum zk_observed kind) {
    struct layout layout;
    layout.fields = encoder->fields(rules, kind, layout.field);
    layout.size = encoder->size(rules, kind);
    return layout;
}

static const struct zk_field *find(const struct layout *layout, const char *name) {
    for (uint32_t i = 0; i < layout->fields; i++)
        if (strcmp(layout->field[i].name, name) == 0) return &layout->field[i];
    return NULL;
}

/* ---- One game ---- */

static void write_field(struct zk_json_out *out, const struct zk_field *field) {
    zk_json_begin_object(out);
    zk_json_key(out, "name");
    zk_json_put_string(out, field->name);
    zk_json_key(out, "offset");
    zk_json_put_int(out, field->offset);
    zk_json_key(out, "shape");
    zk_json_begin_array(out);
    zk_json_put_int(out, field->rows);
    zk_json_put_int(out, field->columns);
    zk_json_end_array(out);
    zk_json_key(out, "range");
    zk_json_begin_array(out);
    zk_json_put_int(out, field->least);
    zk_json_put_int(out, field->most);
    zk_json_end_array(out);
    zk_json_key(out, "meaning");
    zk_json_put_string(out, field->meaning);
    zk_json_end_object(out);
}

static void write_layouts(const struct zk_encoder *encoder, const struct zk_rules *rules) {
    static char memory[1 << 16];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "game");
    zk_json_put_string(&out, encoder->game->id);
    zk_json_key(&out, "version");
    zk_json_put_int(&out, encoder->version);
    for (enum zk_observed kind = 0; kind < ZK_OBSERVED; kind++) {
        struct layout layout = layout_of(encoder, rules, kind);
        zk_json_key(&out, kind_name[kind]);
        zk_json_begin_object(&out);
        zk_json_key(&out, "size");
        zk_json_put_int(&out, layout.size);
        zk_json_key(&out, "fields");
        zk_json_begin_array(&out);
        for (uint32_t i = 0; i < layout.fields; i++) write_field(&out, &layout.field[i]);
        zk_json_end_array(&out);
        zk_json_end_object(&out);
    }
    zk_json_key(&out, "features");
    zk_json_begin_array(&out);
    for (uint32_t i = 0; i < ZK_FEATURES; i++)
        if (encoder->features[i].name[0]) write_field(&out, &encoder->features[i]);
    zk_json_end_array(&out);
    zk_json_key(&out, "dense");
    zk_json_put_int(&out, encoder->dense_count);
    zk_json_end_object(&out);
    puts(memory);
}

static void print_layouts(const struct zk_encoder *encoder, const struct zk_rules *rules) {
    for (enum zk_observed kind = 0; kind < ZK_OBSERVED; kind++) {
        struct layout layout = layout_of(encoder, rules, kind);
        printf("%s: %u bytes\n", kind_name[kind], layout.size);
        for (uint32_t i = 0; i < layout.fields; i++) {
            const struct zk_field *field = &layout.field[i];
            printf("%5u  %-12s %2u x %-2u  %u..%u\n", field->offset, field->name, field->rows,
                   field->columns, field->least, field->most);
        }
    }
}

/* ---- The page ---- */

/* The default rules, or those of so many players where the game can be played by several numbers. */
static bool prepare(const struct zk_game *game, uint32_t players, struct zk_rules *rules) {
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    const char number[2] = {(char)('0' + players), '\0'};
    if (game->seats_min < game->seats_max &&
        !zk_settings_set(game, &settings, "players", 7, number, 1, &refusal))
        return false;
    return game->prepare(rules, &settings, &refusal);
}

/* The fields with their place for the fewest players; where there are as many rows as seats it is said so. */
static bool print_fields(const struct zk_encoder *encoder) {
    static struct zk_rules few, many;
    const struct zk_game *game = encoder->game;
    if (!prepare(game, game->seats_min, &few) || !prepare(game, game->seats_max, &many))
        return false;
    struct layout least = layout_of(encoder, &few, ZK_OBSERVE_ALL);
    struct layout most = layout_of(encoder, &many, ZK_OBSERVE_ALL);
    struct layout table = layout_of(encoder, &few, ZK_OBSERVE_TABLE);
    puts("| offset | field | shape | range | what it is |\n|---|---|---|---|---|");
    for (uint32_t i = 0; i < least.fields; i++) {
        const struct zk_field *field = &least.field[i];
        bool seats = find(&most, field->name)->rows != field->rows;
        printf("| %u | %s`%s` | ", field->offset, find(&table, field->name) ? "" : "**M** ",
               field->name);
        if (seats && field->rows == game->seats_min)
            printf("seats × %u", field->columns);
        else if (field->rows > 1)
            printf("%u × %u", field->rows, field->columns);
        else
            printf("%u", field->columns);
        printf(" | %u–%u | %s |\n", field->least, field->most, field->meaning);
    }
    return true;
}

static bool print_sizes(const struct zk_encoder *encoder) {
    static struct zk_rules rules;
    const struct zk_game *game = encoder->game;
    for (enum zk_observed kind = 0; kind < ZK_OBSERVED; kind++) {
        printf("%s`%s` ", kind ? "; " : "Bytes: ", kind_name[kind]);
        for (uint32_t seats = game->seats_min; seats <= game->seats_max; seats++) {
            if (!prepare(game, seats, &rules)) return false;
            printf("%s%u", seats > game->seats_min ? ", " : "", encoder->size(&rules, kind));
        }
    }
    if (game->seats_min < game->seats_max)
        printf(" (for %u to %u players; offsets below are for %u)", game->seats_min,
               game->seats_max, game->seats_min);
    printf(". Dense ids are below %u.\n\n", encoder->dense_count);
    return true;
}

static bool print_game(const struct zk_encoder *encoder) {
    printf("\n## %s\n\nVersion %u. ", encoder->game->name, encoder->version);
    if (!print_sizes(encoder) || !print_fields(encoder)) return false;
    puts("\n| byte | of a move's row | range | what it is |\n|---|---|---|---|");
    for (uint32_t i = 0; i < ZK_FEATURES; i++) {
        const struct zk_field *field = &encoder->features[i];
        if (field->name[0])
            printf("| %u | `%s` | %u–%u | %s |\n", field->offset, field->name, field->least,
                   field->most, field->meaning);
    }
    return true;
}

static bool print_page(void) {
    puts(
        "# Layouts of observations\n\n"
        "Look up what each byte of an observation means, each byte of a move's row, and each dense id ([batches](batch.md)).\n"
        "`zashiki-lab layouts` writes this page from the tables that the encoders bring (`src/core/encode.h`, `src/games/*/learn.c`); a test compares it\n"
        "with them. `zashiki-lab layouts yotei --set players=3` prints the layouts of one game by other rules, with `--json` for programs.\n\n"
        "An observation is a row of bytes, always of the same size by the same rules. Who observes comes first, then the others in the order of play: row or\n"
        "number 0 is oneself, 1 the next seat. A layout has a version; whatever changes in it, in the rows of moves or in the dense ids makes it one more.\n\n"
        "- `table` is what a player without any memory sees: as the board on the screen without the aid to memory.\n"
        "- `memory` is all that a player could remember and work out, all that the view says. It has the fields marked **M** beside those of `table`, and fills in\n"
        "  what `table` leaves 0. From these bytes and the rules the view can be read back, byte by byte, but for the absolute seat and what the tables below say.\n"
        "- `all` is everything, for a critic in training. It has the fields of `memory`, and fills in what is hidden.\n\n"
        "What a seat cannot know never changes its `table` or `memory`. [The laws](laws.md) have that tested in every position of many games.\n\n"
        "A move is described by a row of eight bytes; what does not concern it, and bytes that are not named, are 0. The rows of the moves of one position differ. A\n"
        "dense id is a number of the move for policies with one output a move; 0 is to do nothing, where somebody is asked out of turn.");
    for (unsigned i = 0; zk_encoders[i]; i++)
        if (!print_game(zk_encoders[i])) return false;
    return true;
}

int run_layouts(const struct request *request) {
    static struct zk_rules rules;
    struct zk_settings settings;
    if (!request->words_count) {
        if (request->settings_count || request->value[OPTION_JSON])
            return complain(request, "--set and --json need a GAME");
        return print_page() ? STATUS_RIGHT : STATUS_UNUSABLE;
    }
    const struct zk_game *game = request_game(request, request->words[0]);
    if (!game || !request_rules(request, game, &settings, &rules)) return STATUS_UNUSABLE;
    const struct zk_encoder *encoder = zk_encoder_of(game);
    if (!encoder) return complain(request, "%s has no layouts", game->id);
    if (request->value[OPTION_JSON])
        write_layouts(encoder, &rules);
    else
        print_layouts(encoder, &rules);
    return STATUS_RIGHT;
}
