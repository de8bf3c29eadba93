/* line_moves.c: see line_moves.h. */
#include "line_moves.h"

#include <stdlib.h>
#include <string.h>

#include "asks.h"

enum { LISTED_MAX = 16, WAYS_WIDTH = 48 };

/* ---- Lists of moves ---- */

/* Whether a move has the trunk that was chosen, to its end: `play BYc` is another than `play BY`. */
static bool in_trunk(const struct line_face *face, const char *move) {
    size_t size = strlen(face->trunk);
    return model_trunk(&face->sitting->model, move) == size &&
           strncmp(move, face->trunk, size) == 0;
}

/* How many moves have the trunk of the one at that place; returns the place of the first. */
static size_t same_trunk(const struct model *model, size_t place, size_t *count) {
    const char *move = model_move(model, place);
    size_t size = model_trunk(model, move), moves = model_moves(model), first = place;
    *count = 0;
    for (size_t i = 0; i < moves; i++) {
        const char *other = model_move(model, i);
        if (model_trunk(model, other) == size && strncmp(other, move, size) == 0) {
            ++*count;
            if (i < first) first = i;
        }
    }
    return first;
}

/* Whether moves are listed by what is chosen first. */
static bool is_grouped(const struct line_face *face) {
    const struct model *model = &face->sitting->model;
    return !*face->trunk && model_moves(model) > LISTED_MAX;
}

/* The moves, or the trunks, that a number stands for: the place of each, in order. Returns whether there
 * is one of that number, from 1. */
static bool numbered(const struct line_face *face, size_t number, size_t *place,
                     size_t *group) {
    const struct model *model = &face->sitting->model;
    size_t moves = model_moves(model), at = 0;
    for (size_t i = 0; i < moves; i++) {
        *group = 1;
        if (*face->trunk && !in_trunk(face, model_move(model, i))) continue;
        if (is_grouped(face) && same_trunk(model, i, group) != i) continue;
        *place = i;
        if (++at == number) return true;
    }
    return false;
}

/* The ways to go on, where they are short: "I2, I3, II1". */
static void put_ways(const struct model *model, size_t first, struct zk_text *out) {
    const char *move = model_move(model, first);
    size_t size = model_trunk(model, move), moves = model_moves(model), width = 0;
    struct row row;
    row_begin(&row);
    for (size_t i = first; i < moves; i++) {
        const char *other = model_move(model, i);
        if (model_trunk(model, other) != size || strncmp(other, move, size) != 0) continue;
        const char *rest = other + size + strspn(other + size, " ");
        width += strlen(rest) + 2;
        if (width > WAYS_WIDTH) return;
        row_put(&row, rest);
    }
    put_colon(out);
    zk_text_put(out, row_end(&row, false));
}

/* A move, in words and with what it would do, unless that is what the one before it would do, too. */
static void put_move(const struct model *model, size_t place, char before[1024],
                     struct zk_text *out) {
    const char *move = model_move(model, place);
    char words[1024];
    struct zk_text said = zk_text_in(words, sizeof words);
    zk_text_put(out, move);
    model_say_move(model, move, &said);
    if (strcmp(words, move) == 0) return;
    put_colon(out);
    zk_text_put(out, words);
    put_stop(out);
    zk_text_clear(&said);
    model_say_would(model, place, &said);
    if (strcmp(words, before) != 0) {
        if (said.used) put_between(out);
        zk_text_put(out, words);
    }
    memcpy(before, words, sizeof words);
}

bool line_say_moves(const struct line_face *face, struct zk_text *out) {
    const struct model *model = &face->sitting->model;
    char before[1024] = ""; /* what the last one would do: it is not said twice in a row */
    bool groups = false;
    size_t place, group;
    if (!model_moves(model)) {
        model_say_turn(model, out);
        put_stop(out);
        zk_text_put_char(out, '\n');
    }
    for (size_t number = 1; numbered(face, number, &place, &group); number++) {
        const char *move = model_move(model, place);
        if (number < 10) zk_text_put_char(out, ' ');
        zk_text_put_uint(out, number);
        zk_text_put(out, "  ");
        if (group > 1) {
            model_say_trunk(model, move, group, out);
            put_ways(model, place, out);
        } else {
            put_move(model, place, before, out);
        }
        zk_text_put_char(out, '\n');
        groups = groups || group > 1;
    }
    return groups;
}

void line_list_moves(const struct line_face *face) {
    static char memory[64 * 1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    bool groups = line_say_moves(face, &text);
    line_put(memory);
    if (groups) line_put(phrase("term.moves.choose", NULL).text);
}

/* ---- What is typed ---- */

static void make_move(struct line_face *face, const char *move) {
    face->trunk[0] = '\0';
    face->tried[0] = '\0';
    sitting_do(face->sitting, "move", "move", move);
}

/* What is no legal move: the table says why. Without its first word it may be one that could be meant. */
static void try_text(struct line_face *face, const char *line) {
    struct model *model = &face->sitting->model;
    struct zk_text tried = zk_text_in(face->tried, sizeof face->tried),
                   typed = zk_text_in(model->typed, sizeof model->typed);
    zk_text_put(&tried, line);
    zk_text_put(&typed, line);
    sitting_do(face->sitting, "move", "move", line);
}

bool line_try_again(struct line_face *face) {
    struct phrase verb = key_of(model_move(&face->sitting->model, 0), "");
    char *blank = strchr(verb.text, ' ');
    if (!*face->tried || !blank) return false;
    blank[1] = '\0';
    sitting_do(face->sitting, "move", "move", key_of(verb.text, face->tried).text);
    face->tried[0] = '\0';
    return true;
}

static void choose_trunk(struct line_face *face, const char *move, size_t size) {
    struct zk_text trunk = zk_text_in(face->trunk, sizeof face->trunk);
    zk_text_put_bytes(&trunk, move, size);
    line_list_moves(face);
}

static bool is_number(const char *text, size_t *number) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *number = value;
    return *text >= '1' && *text <= '9' && !*end;
}

static void name_several(const struct model *model, const char *line,
                         const struct fitting *fitting) {
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    say_could_be(model, line, fitting, &text);
    line_put(memory);
}

/* Several moves begin like this: when they are one card's, its place is asked for; else they are named. */
static void tell_several(struct line_face *face, const char *line,
                         const struct fitting *fitting) {
    const struct model *model = &face->sitting->model;
    size_t group;
    same_trunk(model, fitting->last, &group);
    const char *last = model_move(model, fitting->last);
    if (group == (fitting->exact ? fitting->exact : fitting->begun))
        choose_trunk(face, last, model_trunk(model, last));
    else
        name_several(model, line, fitting);
}

/* The moves that a text may mean: one that goes on with the trunk that was chosen, or else as if none had been. */
static struct fitting fit(const struct line_face *face, const char *line) {
    const struct model *model = &face->sitting->model;
    if (*face->trunk) {
        struct phrase whole = key_of(face->trunk, line);
        struct fitting fitting = sitting_fit(model, whole.text);
        if (!fitting.exact && !fitting.begun)
            fitting = sitting_fit(model, key_of(key_of(face->trunk, ">").text, line).text);
        if (fitting.exact == 1 || fitting.exact + fitting.begun == 1) return fitting;
    }
    return sitting_fit(model, line);
}

void line_try_move(struct line_face *face, const char *line) {
    const struct model *model = &face->sitting->model;
    size_t number, place, group;
    if (is_number(line, &number) && numbered(face, number, &place, &group)) {
        const char *move = model_move(model, place);
        if (group > 1)
            choose_trunk(face, move, model_trunk(model, move));
        else
            make_move(face, move);
        return;
    }
    struct fitting fitting = fit(face, line);
    if (fitting.exact == 1 || (!fitting.exact && fitting.begun == 1))
        make_move(face, model_move(model, fitting.last));
    else if (fitting.exact || fitting.begun)
        tell_several(face, line, &fitting);
    else
        try_text(face, line);
}

/* The moves of a group, for a number that stands for all of them. */
static void tell_group(const struct model *model, const char *number, size_t first) {
    const char *move = model_move(model, first);
    size_t size = model_trunk(model, move), moves = model_moves(model);
    char before[1024] = "";
    line_put(phrase("term.why.group", "number", number, NULL).text);
    for (size_t i = first; i < moves; i++) {
        char memory[2048];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        const char *other = model_move(model, i);
        if (model_trunk(model, other) != size || strncmp(other, move, size) != 0) continue;
        put_move(model, i, before, &text);
        line_put(memory);
    }
}

static void tell_one(const struct model *model, size_t place) {
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    say_may(model, place, &text);
    line_put(memory);
}

void line_tell_why(struct line_face *face, const char *line) {
    const struct model *model = &face->sitting->model;
    struct fitting fitting = fit(face, line);
    size_t number, place, group;
    if (!*line) {
        line_put(phrase("term.say.why", NULL).text);
    } else if (is_number(line, &number) && numbered(face, number, &place, &group)) {
        if (group > 1)
            tell_group(model, line, place);
        else
            tell_one(model, place);
    } else if (!fitting.exact && fitting.begun > 1) {
        name_several(model, line, &fitting);
    } else if (fitting.exact || fitting.begun) {
        tell_one(model, fitting.last);
    } else if (!model_moves(model)) {
        char memory[2048];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        model_say_turn(model, &text);
        line_put(memory);
    } else {
        try_text(face, line); /* which is none, so that it is refused, and why */
    }
}
