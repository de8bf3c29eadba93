/* tutorial.c: see tutorial.h. */
#include "tutorial.h"

#include <string.h>

#include "catalogue.h"
#include "core/json.h"
#include "embed.h"
#include "tutorials_list.h"

#define X(name)                                                                               \
    EMBED(tutorial_##name, "src/games/" #name "/tutorial.jsonl");                             \
    EMBED(english_##name, "src/games/" #name "/locale/en.po");
ZK_TUTORIALS_LIST(X)
#undef X

static const struct {
    const char *game, *text;
    const char *english; /* its sentences */
} tutorials[] = {
#define X(name) {#name, tutorial_##name, english_##name},
    ZK_TUTORIALS_LIST(X)
#undef X
};

enum { TUTORIALS = sizeof tutorials / sizeof *tutorials };

static unsigned number_of(const struct zk_game *game) {
    unsigned i = 0;
    while (i < TUTORIALS && strcmp(tutorials[i].game, game->id) != 0) i++;
    return i;
}

bool tutorial_find(const struct zk_game *game, struct zk_tutorial *tutorial) {
    unsigned i = number_of(game);
    return i < TUTORIALS &&
           zk_tutorial_read(tutorial, tutorials[i].text, strlen(tutorials[i].text));
}

/* What a step speaks of, in words: "card:I2" is the key GAME.at.card.I2, or else GAME.at.card of I2. */
static void put_place(const char *english, const char *game, const char *at,
                      struct zk_text *text) {
    char key[2 * ZK_TUTORIAL_NAME_SIZE], phrase[256];
    const char *part = strchr(at, ':');
    int name_size = (int)strcspn(at, ":");
    struct zk_text found = zk_text_in(phrase, sizeof phrase);
    struct zk_sentence place = {.key = "at", .rule = ""};
    part = part ? part + 1 : "";
    snprintf(key, sizeof key, "%s.at.%.*s.%s", game, name_size, at, part);
    if (!catalogue_put(english, key, "msgid", &found)) {
        snprintf(key, sizeof key, "%s.at.%.*s", game, name_size, at);
        catalogue_put(english, key, "msgid", &found);
    }
    zk_refuse_arg(&place, part, strlen(part));
    zk_phrase_put((const struct zk_phrase[]){{"at", phrase}, {NULL, NULL}}, &place, text);
}

/* Whether the step asks for a move: no other is said before the learner's next one. */
static bool asks_for_move(const struct sitting *sitting, const struct zk_tutorial_step *step) {
    const struct zk_tutorial *tutorial = sitting->local->tutorial;
    bool is_last =
        step == &tutorial->step[tutorial->steps_count - 1] || step[1].moves > step->moves;
    return is_last && zk_local_wait(sitting->local) == ZK_WAIT_PERSON &&
           step->moves < tutorial->record.moves_count;
}

bool tutorial_tell(struct sitting *sitting) {
    const struct zk_tutorial_step *step;
    char line[SITTING_LINE_SIZE], sentence[512], place[256];
    while ((step = zk_local_step(sitting->local))) {
        const char *english = tutorials[number_of(sitting->game)].english;
        const struct zk_tutorial *tutorial = sitting->local->tutorial;
        struct zk_text text = zk_text_in(sentence, sizeof sentence),
                       where = zk_text_in(place, sizeof place);
        unsigned number = (unsigned)(step - tutorial->step);
        bool asks = asks_for_move(sitting, step);
        sitting_end_line(sitting);
        if (!sitting->board_is_shown) sitting_show(sitting);
        sitting->board_is_shown = true;
        catalogue_put(english, step->say, "msgid", &text);
        put_place(english, sitting->game->id, step->at, &where);
        printf("\n%u/%u  %s: %s%s%s\n", number + 1, tutorial->steps_count, place,
               sitting->marks.bold, sentence, sitting->marks.plain);
        zk_local_read(sitting->local, number + 1);
        if (asks) return true;
        if (!sitting_read(sitting, "Enter: go on. ", line, sizeof line) ||
            strcmp(line, "quit") == 0)
            return false;
    }
    return true;
}

/* What a move does, as words: the JSON of write_effect without its signs. */
static void put_plainly(const char *json, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (json[i] == ':')
            putchar(' ');
        else if (json[i] == ',')
            fputs(", ", stdout);
        else if (!strchr("{}[]\"", json[i]))
            putchar(json[i]);
    }
}

void tutorial_tell_other(const struct sitting *sitting, zk_move move) {
    const struct zk_game *game = sitting->game;
    const struct zk_rules *rules = sitting->table->rules;
    const struct zk_state *state = &sitting->shown.state;
    char notation[ZK_MOVE_TEXT_SIZE], effect[ZK_EFFECT_SIZE + 1];
    struct zk_text name = zk_text_in(notation, sizeof notation),
                   does = zk_text_in(effect, sizeof effect);
    struct zk_json_out out = zk_json_to(&does);
    struct zk_view view;
    zk_move next;
    game->view(rules, state, sitting->seat, &view);
    game->print_move(rules, state, move, sitting->seat, &name);
    printf("You may \"%s\"", notation);
    if (game->write_effect && game->write_effect(rules, &view, move, NULL, &out)) {
        fputs(", which would do this: ", stdout);
        put_plainly(does.data, does.used);
    }
    if (zk_local_next(sitting->local, &next)) {
        name = zk_text_in(notation, sizeof notation);
        game->print_move(rules, state, next, sitting->seat, &name);
        printf(". In this first game, type \"%s\".\n", notation);
    }
}
