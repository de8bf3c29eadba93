/* review_line.c: a finished game gone through again, line by line; see review.h. */
#include <limits.h>
#include <stdlib.h>
#include <strings.h>

#include "asks.h"
#include "line.h"
#include "play_on.h"
#include "review.h"

enum { TEXT_SIZE = 16 * 1024 };

static void put_board(const struct review *review) {
    char memory[TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_board(&review->model, &text);
    if (model_is(&review->model, "over")) {
        zk_text_put_char(&text, '\n');
        model_say_result(&review->model, &text);
    }
    putchar('\n');
    line_put(memory);
}

/* What the move that led here was worth, where it has been studied. */
static void put_worth(struct review *review) {
    char memory[2048] = "";
    struct zk_text text = zk_text_in(memory, sizeof memory);
    uint32_t at = review->at, place;
    if (!at || !review_find(review, at - 1, &place)) return;
    review_go(review, at - 1); /* words are of the board as it was */
    review_say_point(review, place, &text);
    review_go(review, at);
    line_put(memory);
}

static void put_move(const struct review *review) {
    const char *said = review_said(review);
    if (*said) line_put(said);
}

/* On, move by move, with what each says. */
static void go_on(struct review *review, uint32_t to) {
    while (review->at < to) {
        review_go(review, review->at + 1);
        put_move(review);
    }
}

/* The next move that says something, and what it was worth. */
static void step(struct review *review) {
    if (review->at == review->moves_count) {
        line_put(phrase("term.replay.last", NULL).text);
        return;
    }
    review_step(review, 1);
    put_move(review);
    put_worth(review);
}

static void study(struct review *review) {
    char *memory = malloc(TEXT_SIZE);
    if (!memory) abort();
    struct zk_text text = zk_text_in(memory, TEXT_SIZE);
    if (!review_study(review)) {
        say(&text, "ui.study.unfinished", NULL);
    } else {
        if (review->studying) line_put(phrase("term.study.wait", NULL).text);
        fflush(stdout);
        while (review->studying) review_study_next(review);
        review_say_summary(review, &text);
    }
    line_put(memory);
    free(memory);
}

static void put_choices(const struct review *review) {
    char memory[4096];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    uint32_t place;
    if (review_find(review, review->at, &place)) {
        review_say_whose(review, place, &text);
        zk_text_put_char(&text, '\n');
        review_say_choices(review, place, UINT_MAX, &text);
    } else
        say(&text, "term.study.no_choices", NULL);
    line_put(memory);
}

/* The seat of that letter, or of the one who sat there; 0 when there is none. */
static char find_seat(const struct review *review, const char *name) {
    for (uint32_t seat = 0; seat < review->replay->record.seats_count; seat++) {
        char letter = (char)('A' + seat);
        if (strcasecmp(name, (char[]){letter, 0}) == 0 ||
            strcasecmp(name, model_name(&review->model, letter).text) == 0)
            return letter;
    }
    return 0;
}

/* A game with bots from here; it ends where it was begun. */
static void play(struct line_face *face, const struct review *review, const char *name) {
    struct line_face own;
    struct sitting *sitting;
    char seat = *name ? find_seat(review, name) : play_on_seat(review);
    if (model_is(&review->model, "over")) {
        line_put(phrase("term.play_on.over", NULL).text);
    } else if (!seat) {
        line_put(phrase("term.play_on.whose", "name", name, NULL).text);
    } else if (!(sitting = play_on(review, seat))) {
        line_put(phrase("term.play_on.failed", NULL).text);
    } else {
        line_put(
            phrase("ui.replay.on.meaning", "name", model_name(&review->model, seat).text, NULL)
                .text);
        line_put(phrase("term.play_on.back", NULL).text);
        line_begin(&own, sitting);
        line_skip(&own, review->replay->record.seats_count + review->at);
        line_run(&own);
        sitting_free(sitting);
        face->input_ended = own.input_ended;
        put_board(review);
    }
}

static void put_help(void) {
    static const char *const keys[] = {"term.replay.help.step", "term.help.board",
                                       "term.replay.help.study", "term.replay.help.play",
                                       "term.replay.help.quit"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        line_put(phrase(keys[i], NULL).text);
}

static bool obey(struct line_face *face, struct review *review, const char *line) {
    const char *rest;
    uint32_t last = review->moves_count;
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (strcmp(line, "quit") == 0) return false;
    if (!*line) {
        step(review);
    } else if (strcmp(line, "board") == 0) {
        put_board(review);
    } else if (strcmp(line, "help") == 0) {
        put_help();
    } else if (strcmp(line, "study") == 0) {
        study(review);
    } else if ((rest = after_word(line, "play"))) {
        play(face, review, rest);
    } else if (strcmp(line, "choices") == 0) {
        put_choices(review);
    } else if (strcmp(line, "end") == 0) {
        go_on(review, last);
        put_board(review);
    } else if (strcmp(line, "back") == 0) {
        review_step(review, -1);
        put_board(review);
    } else if (!*end && number > last) {
        line_put(phrase("term.replay.short", "last", figure(last).text, NULL).text);
    } else if (!*end && number > review->at) {
        go_on(review, (uint32_t)number);
    } else if (!*end) {
        review_go(review, (uint32_t)number);
        put_board(review);
    } else {
        line_put(phrase("term.replay.unknown", "line", line, NULL).text);
    }
    return true;
}

void line_review(struct line_face *face, struct review *review) {
    char line[LINE_SIZE];
    put_board(review);
    do {
        struct phrase at = figure(review->at), of = figure(review->moves_count);
        putchar('\n');
        line_put(phrase(review->terms ? "term.replay.ask_studied" : "term.replay.ask", "n",
                        at.text, "of", of.text, NULL)
                     .text);
    } while (line_read(face, "> ", line, sizeof line) && obey(face, review, line));
}
