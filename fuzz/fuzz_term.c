/* fuzz_term.c: bytes as what the terminal is given from outside, after a first letter that says what they are: L a link to a
 * table, as somebody sends one; A, B, - what a server tells that seat, or one who watches, a message a line. Whatever it is told, the
 * terminal says and draws something. */
#define _XOPEN_SOURCE 700
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/model.h"
#include "term/remote.h"
#include "term/screen.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    must(words_open("en"), "there is no English");
    FILE *nowhere = fopen("/dev/null", "r+");
    must(nowhere && newterm("xterm", nowhere, nowhere), "there is no terminal");
    return 0;
}

/* ---- A link ---- */

static void follow(const char *link) {
    struct address address;
    if (!address_read(&address, link)) return;
    must(strncmp(address.server, "http", 4) == 0, "another kind of link is taken");
    const char *const parts[] = {address.server, address.what, address.table, address.token};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        for (const char *c = parts[i]; *c; c++)
            must(*c > ' ' && *c <= '~', "a part of a link could end a line");
}

/* ---- Messages ---- */

static void draw(const struct model *model) {
    static struct choices choices;
    struct path path = {.count = 0};
    const struct term_drawn *drawn = model->game->drawn;
    choices_list(&choices, model, &path);
    for (size_t i = 0; i < choices.count && i < 4; i++) {
        struct path further = path;
        path_push(&further, choices.choice[i].part);
    }
    if (!drawn || !model->view.at) return;
    struct canvas canvas = {.model = model,
                            .rows =
                                drawn->rows ? drawn->rows(model, model->view) : SCREEN_ROWS,
                            .columns = SCREEN_COLUMNS,
                            .path = &path,
                            .pointed = choices.count ? choices.choice[0].part : "",
                            .choices = &choices};
    must(canvas.rows >= 0, "a board has less than no rows");
    drawn->draw(&canvas, model->view);
}

/* All that the faces ask the model for. */
static void look(const struct model *model) {
    static char memory[256 * 1024];
    void (*const says[])(const struct model *, struct zk_text *) = {
        model_say_shown, model_say_turn, model_say_board, model_say_result, model_say_terms};
    for (unsigned i = 0; i < sizeof says / sizeof *says; i++) {
        struct zk_text text = zk_text_in(memory, sizeof memory);
        says[i](model, &text);
    }
    size_t moves = model_moves(model);
    for (size_t i = 0; i < moves && i < 16; i++) {
        struct zk_text text = zk_text_in(memory, sizeof memory);
        model_say_move(model, model_move(model, i), &text);
        model_say_would(model, i, &text);
        model_say_trunk(model, model_move(model, i), moves, &text);
    }
    for (char seat = 'A'; seat <= 'D'; seat++) model_name(model, seat);
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_refusal(model, value_of(model->answer, "refused"), &text);
    draw(model);
}

static void listen_to(char seat, const char *data, size_t size) {
    struct model model;
    model_begin(&model, "local", "", seat);
    for (size_t at = 0, end; at < size; at = end + 1) {
        const char *stop = memchr(data + at, '\n', size - at);
        end = stop ? (size_t)(stop - data) : size;
        char *message = malloc(end - at + 1); /* alone, so that nothing is read beyond it */
        must(message, "no memory");
        memcpy(message, data + at, end - at);
        model_take(&model, message, end - at);
        free(message);
        look(&model);
    }
    model_free(&model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size || size > 64 * 1024) return -1;
    const char *text = (const char *)data;
    char *link;
    switch (*text) {
    case 'L':
        link = calloc(1, size);
        must(link, "no memory");
        memcpy(link, text + 1, size - 1);
        follow(link);
        free(link);
        return 0;
    case 'A':
    case 'B':
    case '-': listen_to(*text, text + 1, size - 1); return 0;
    default: return -1;
    }
}
