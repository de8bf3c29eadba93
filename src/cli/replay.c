/* replay.c: the command `replay`: a recorded game, move by move, in the terminal, and its study. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "term/line.h"
#include "term/review.h"
#include "term/screen.h"

/* Everything that a file has, ended by a NUL; NULL when it cannot be read. */
static char *read_file(const char *path) {
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    size_t used = 0, size = 64 * 1024, got;
    char *text = in ? malloc(size) : NULL;
    while (text && (got = fread(text + used, 1, size - used - 1, in)) > 0) {
        used += got;
        if (size - used < 2 && !(text = realloc(text, size *= 2))) abort();
    }
    if (in && in != stdin) fclose(in);
    if (text) text[used] = '\0';
    return text;
}

static void show(const struct request *request, struct review *review) {
    struct line_face face;
    struct phrase title = key_of(review->model.game_id, ".title");
    if (!request->value[OPTION_PLAIN] && screen_can()) {
        screen_begin();
        screen_review(review);
        screen_end();
        return;
    }
    line_begin(&face, NULL);
    if (has_words(title.text)) line_put(phrase(title.text, NULL).text);
    line_review(&face, review);
}

int run_replay(const struct request *request) {
    char sentence[1024];
    struct zk_text why = zk_text_in(sentence, sizeof sentence);
    if (!words_open(request->value[OPTION_LANG]))
        return complain(request, "--lang is one of %s, not \"%s\"", words_languages,
                        request->value[OPTION_LANG]);
    char *record = read_file(request->words[0]);
    if (!record) return complain(request, "cannot read %s", request->words[0]);
    struct review *review = review_open(record, &why);
    free(record);
    if (!review) {
        complain(request, "%s", sentence);
        return STATUS_WRONG;
    }
    show(request, review);
    review_close(review);
    return STATUS_RIGHT;
}
