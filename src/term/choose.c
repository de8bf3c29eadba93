/* choose.c: see choose.h. */
#include "choose.h"

#include <stdio.h>
#include <stdlib.h>

#include "screen.h"

void path_push(struct path *path, const char *part) {
    if (path->count == PATH_MAX_PARTS) return;
    struct zk_text text = zk_text_in(path->part[path->count++], PART_SIZE);
    zk_text_put(&text, part);
}

void path_pop(struct path *path) { path->count -= path->count > 0; }

const char *path_last(const struct path *path) {
    return path->count ? path->part[path->count - 1] : "";
}

struct phrase move_part(const struct model *model, const char *move, unsigned step) {
    const struct term_drawn *drawn = model->game->drawn;
    if (drawn && drawn->part) return drawn->part(move, step);
    struct phrase part = key_of(step == 1 ? move + model_trunk(model, move) : move, "");
    if (step == 0) part.text[model_trunk(model, move)] = '\0';
    if (step > 1) part.text[0] = '\0';
    return part;
}

static bool follows(const struct model *model, const char *move, const struct path *path) {
    for (unsigned step = 0; step < path->count; step++)
        if (strcmp(move_part(model, move, step).text, path->part[step]) != 0) return false;
    return true;
}

/* "5" and "12", "-1,2" and "3,2": row by row. */
static int compare(const void *one, const void *other) {
    int a[2] = {0}, b[2] = {0};
    sscanf(((const struct choice *)one)->part, "%d,%d", &a[0], &a[1]);
    sscanf(((const struct choice *)other)->part, "%d,%d", &b[0], &b[1]);
    return a[1] != b[1] ? a[1] - b[1] : a[0] - b[0];
}

/* Where cards are chosen first, what is one word, to end the turn, comes after them: who presses Enter twice does not mean it. */
static void put_words_last(struct choices *choices, const struct model *model) {
    struct choice words[CHOICES_MAX];
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < choices->count; i++) {
        struct choice choice = choices->choice[i];
        if (choice.ways == 1 && !strchr(model_move(model, choice.place), ' '))
            words[count++] = choice;
        else
            choices->choice[kept++] = choice;
    }
    for (size_t i = 0; i < count; i++) choices->choice[kept++] = words[i];
}

void choices_list(struct choices *choices, const struct model *model,
                  const struct path *path) {
    size_t moves = model_moves(model), numbers = 0, cards = 0;
    const struct term_drawn *drawn = model->game->drawn;
    choices->count = 0;
    for (size_t i = 0; i < moves; i++) {
        const char *move = model_move(model, i);
        struct phrase part = move_part(model, move, path->count);
        if (!*part.text || !follows(model, move, path)) continue;
        size_t before = 0;
        while (before < choices->count &&
               strncmp(choices->choice[before].part, part.text, PART_SIZE - 1) != 0)
            before++;
        if (before == CHOICES_MAX) break;
        struct choice *choice = &choices->choice[before];
        if (before < choices->count) {
            choice->ways++;
            cards++;
            continue;
        }
        struct zk_text text = zk_text_in(choice->part, PART_SIZE);
        zk_text_put(&text, part.text);
        choice->place = i;
        choice->ways = 1;
        choice->last = !*move_part(model, move, path->count + 1).text;
        choices->count++;
        int number;
        numbers += sscanf(part.text, "%d", &number) == 1;
    }
    if (numbers == choices->count)
        qsort(choices->choice, choices->count, sizeof *choices->choice, compare);
    if (cards && drawn && !drawn->rows) put_words_last(choices, model);
}

const struct choice *choices_find(const struct choices *choices, const char *part) {
    for (size_t i = 0; i < choices->count; i++)
        if (strcmp(choices->choice[i].part, part) == 0) return &choices->choice[i];
    return NULL;
}

bool choices_are_amounts(const struct choices *choices) {
    for (size_t i = 0; i < choices->count; i++) {
        const char *part = choices->choice[i].part;
        if (!*part || part[strspn(part, "0123456789")]) return false;
    }
    return choices->count > 0;
}
