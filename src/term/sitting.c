/* sitting.c: see sitting.h. */
#include "sitting.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wants(const struct model *model, const char *list) {
    return value_has(value_of(model->current, list), (char[]){model->seat, 0});
}

enum question sitting_question(struct sitting *sitting) {
    const struct model *model = &sitting->model;
    struct value asks = value_of(model->current, "asks_undo");
    if (!model->current.at) return QUESTION_NONE;
    if (lesson_step(sitting->lesson, model)) return QUESTION_STEP;
    if (model_is(model, "over")) return QUESTION_OVER;
    if (model->seat == '-') return QUESTION_NONE;
    if (value_is(value_of(model_seat(model, model->seat), "who"), "open")) return QUESTION_SIT;
    if (asks.at && *asks.at == '"' && !value_is(asks, (char[]){model->seat, 0}) &&
        !wants(model, "agreed"))
        return QUESTION_UNDO;
    if (!model_is(model, "playing") || lesson_moves_itself(sitting->lesson, model) ||
        !model_moves(model))
        return QUESTION_NONE;
    return model_in_turn(model) ? QUESTION_MOVE : QUESTION_ALSO;
}

void sitting_do(struct sitting *sitting, const char *what, const char *key,
                const char *value) {
    model_do(&sitting->model, sitting->link, what, key, value, sitting->waiting);
}

/* ---- Which move was meant ---- */

/* Small letters without blanks, so that "RB > R" is "rb>r". */
static void squeeze(const char *text, char *out, size_t size) {
    size_t used = 0;
    for (; *text && used + 1 < size; text++)
        if (!isspace((unsigned char)*text)) out[used++] = (char)tolower((unsigned char)*text);
    out[used] = '\0';
}

static bool form_fits(const char *typed, const char *form, int quality) {
    char squeezed[PHRASE_SIZE];
    squeeze(form, squeezed, sizeof squeezed);
    return quality == 2 ? strcmp(typed, squeezed) == 0
                        : strncmp(typed, squeezed, strlen(typed)) == 0;
}

bool move_fits(const char *typed, const char *move, int quality) {
    char squeezed[PHRASE_SIZE];
    const char *blank = strchr(move, ' ');
    squeeze(typed, squeezed, sizeof squeezed);
    return *squeezed && (form_fits(squeezed, move, quality) ||
                         (blank && form_fits(squeezed, blank, quality)));
}

struct fitting sitting_fit(const struct model *model, const char *typed) {
    struct fitting fitting = {0};
    size_t moves = model_moves(model);
    for (size_t i = 0; i < moves; i++) {
        const char *move = model_move(model, i);
        if (move_fits(typed, move, 2)) {
            fitting.exact++;
            fitting.last = i;
        } else if (move_fits(typed, move, 1)) {
            fitting.begun++;
            if (!fitting.exact) fitting.last = i;
        }
    }
    return fitting;
}

/* ---- Records ---- */

bool sitting_write_record(struct value record, const char *path) {
    char *text = malloc(record.size + 1);
    bool written = text && value_copy(record, text, record.size + 1);
    if (!written) errno = ENOMEM;
    FILE *out = written ? fopen(path, "w") : NULL;
    written = out && fputs(text, out) >= 0;
    if (out && fclose(out) != 0) written = false;
    free(text);
    return written;
}
