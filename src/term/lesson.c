/* lesson.c: see lesson.h. */
#include "lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/embed.h"
#include "tutorials_list.h"

#define X(name) EMBED(tutorial_##name, "src/games/" #name "/tutorial.jsonl");
ZK_TUTORIALS_LIST(X)
#undef X

static const struct {
    const char *game, *text;
} tutorials[] = {
#define X(name) {#name, tutorial_##name},
    ZK_TUTORIALS_LIST(X)
#undef X
};

/* Who makes each of its moves, and how the learner would write it. */
static bool play_through(struct lesson *lesson) {
    const struct zk_record *record = &lesson->tutorial.record;
    const struct zk_game *game = record->game;
    struct zk_state state;
    lesson->mover = calloc(record->moves_count + 1, 1);
    lesson->notation = calloc(record->moves_count + 1, sizeof *lesson->notation);
    if (!lesson->mover || !lesson->notation) return false;
    game->start(record->rules, &state);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        zk_move move = record->moves[i];
        int mover = zk_mover(game->actor(record->rules, &state), move);
        struct zk_text text = zk_text_in(lesson->notation[i], sizeof lesson->notation[i]);
        game->print_move(record->rules, &state, move, lesson->tutorial.seat, &text);
        lesson->mover[i] = mover >= 0 ? (char)('A' + mover) : '-';
        game->apply(record->rules, &state, move);
    }
    return true;
}

/* Reads the file with one option more in its first line. */
static bool read_with(struct zk_tutorial *tutorial, const char *text, const char *option) {
    static const char start[] = "\"options\":{";
    const char *options = option ? strstr(text, start) : NULL;
    if (!options) return zk_tutorial_read(tutorial, text, strlen(text));
    options += strlen(start);
    size_t size = strlen(text) + strlen(option) + sizeof "\"\":\"\",";
    char *changed = malloc(size);
    if (!changed) return false;
    int name = (int)strcspn(option, "=");
    snprintf(changed, size, "%.*s\"%.*s\":\"%s\"%s%s", (int)(options - text), text, name,
             option, option + name + 1, *options == '}' ? "" : ",", options);
    bool read = zk_tutorial_read(tutorial, changed, strlen(changed));
    free(changed);
    return read;
}

struct lesson *lesson_open(const struct zk_game *game, const char *option) {
    struct lesson *lesson = calloc(1, sizeof *lesson);
    for (size_t i = 0; lesson && i < sizeof tutorials / sizeof *tutorials; i++)
        if (strcmp(tutorials[i].game, game->id) == 0 &&
            read_with(&lesson->tutorial, tutorials[i].text, option) && play_through(lesson))
            return lesson;
    lesson_free(lesson);
    return NULL;
}

void lesson_free(struct lesson *lesson) {
    if (!lesson) return;
    free(lesson->mover);
    free(lesson->notation);
    free(lesson);
}

static uint32_t moves_made(const struct model *model) {
    return (uint32_t)value_int(value_of(model->current, "moves"), 0);
}

bool lesson_is_of(const struct lesson *lesson, const struct model *model) {
    return lesson && value_int(value_of(model->current, "games"), 0) == 0;
}

static bool is_on(const struct lesson *lesson, const struct model *model) {
    return lesson_is_of(lesson, model) &&
           moves_made(model) <= lesson->tutorial.record.moves_count;
}

const struct zk_tutorial_step *lesson_step(const struct lesson *lesson,
                                           const struct model *model) {
    if (!is_on(lesson, model) || !model_is(model, "playing")) return NULL;
    const struct zk_tutorial *tutorial = &lesson->tutorial;
    uint32_t moves = moves_made(model), past = zk_tutorial_steps_before(tutorial, moves);
    uint32_t i = lesson->read > past ? lesson->read : past;
    return i < tutorial->steps_count && tutorial->step[i].moves == moves ? &tutorial->step[i]
                                                                         : NULL;
}

static bool next_is_mine(const struct lesson *lesson, const struct model *model) {
    uint32_t moves = moves_made(model);
    return lesson->mover[moves] == 'A' + lesson->tutorial.seat &&
           moves >= lesson->tutorial.step[0].moves;
}

bool lesson_moves_itself(const struct lesson *lesson, const struct model *model) {
    return is_on(lesson, model) && model_is(model, "playing") &&
           moves_made(model) < lesson->tutorial.record.moves_count &&
           !next_is_mine(lesson, model);
}

const char *lesson_wants(const struct lesson *lesson, const struct model *model) {
    bool wants = is_on(lesson, model) &&
                 moves_made(model) < lesson->tutorial.record.moves_count &&
                 next_is_mine(lesson, model);
    return wants ? lesson->notation[moves_made(model)] : NULL;
}

bool lesson_asks(const struct lesson *lesson, const struct model *model) {
    const struct zk_tutorial *tutorial = &lesson->tutorial;
    const struct zk_tutorial_step *step = lesson_step(lesson, model);
    bool is_last =
        step == &tutorial->step[tutorial->steps_count - 1] || step[1].moves > step->moves;
    return is_last && lesson_wants(lesson, model);
}

/* What a step speaks of: "card:I2" is the key GAME.at.card.I2, or else GAME.at.card of I2. */
static void say_place(const char *game, const char *at, struct zk_text *out) {
    char key[3 * ZK_TUTORIAL_NAME_SIZE];
    const char *colon = strchr(at, ':'), *part = colon ? colon + 1 : "";
    int size = (int)strcspn(at, ":");
    struct phrase arg = key_of(part, "");
    snprintf(key, sizeof key, "%s.at.%.*s.%s", game, size, at, part);
    if (!has_words(key)) snprintf(key, sizeof key, "%s.at.%.*s", game, size, at);
    say_listed(out, key, NULL, &arg, 1);
}

/* The sentence of a step. Where it differs by an option, the one for another value has that at the end of its key. */
static struct phrase sentence_of(const struct zk_record *record, const char *key) {
    for (unsigned i = 0; record->game->options[i].name; i++) {
        char other[2 * ZK_TUTORIAL_NAME_SIZE];
        snprintf(other, sizeof other, "%s.%s", key,
                 zk_settings_get(record->game, &record->settings, i));
        if (has_words(other)) return key_of(other, "");
    }
    return key_of(key, "");
}

void lesson_say(const struct lesson *lesson, const struct model *model,
                const struct zk_tutorial_step *step, struct zk_text *out) {
    char place[256];
    struct zk_text where = zk_text_in(place, sizeof place);
    say_place(model->game_id, step->at, &where);
    say(out, "ui.tutorial.progress", "at", figure(step - lesson->tutorial.step + 1).text, "of",
        figure(lesson->tutorial.steps_count).text, NULL);
    put_stop(out);
    put_between(out);
    say(out, "ui.tutorial.at", "place", place, NULL);
    put_between(out);
    say(out, sentence_of(&lesson->tutorial.record, step->say).text, NULL);
}
