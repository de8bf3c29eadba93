/* review_screen.c: a finished game gone through again on the whole screen; see review.h. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "play_on.h"
#include "review.h"
#include "screen.h"

enum { TEXT_SIZE = 16 * 1024, BOARD = 11, CHOICES = 5, LEAST = 4, LOG = 3, ESCAPE = 27 };

/* How many rows there are for what; the title has one, how far it is and the keys have two. */
struct layout {
    int board, log, choices, point;
};

static struct layout lay_out(const struct model *model) {
    const struct term_drawn *drawn = model->game->drawn;
    int board = drawn && drawn->rows ? drawn->rows(model, model->view) : BOARD,
        left = LINES - 3 - board;
    if (left < LEAST)
        left = LEAST; /* a full board of four in the smallest window leaves so many */
    struct layout layout = {.point = left > CHOICES + 2 ? 2 : 1};
    layout.choices = left - layout.point < CHOICES ? left - layout.point : CHOICES;
    layout.log = left - layout.point - layout.choices;
    if (layout.log > LOG) layout.log = LOG;
    layout.board = LINES - 3 - layout.point - layout.choices - layout.log;
    return layout;
}

enum { RESULT = 3 }; /* rows */

/* A row for each line of a text; returns how many. */
static int put_each(int row, char *text) {
    int used = 0;
    for (char *end; *text; text = end, used++) {
        end = text + strcspn(text, "\n");
        if (*end) *end++ = '\0';
        screen_put(row + used, 1, PLAIN, text);
    }
    return used;
}

/* How far it is, and what the move that is next was worth; what has happened last, where that leaves rows for it. */
static void draw(struct review *review) {
    char memory[4096] = "";
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct phrase at = figure(review->at), of = figure(review->moves_count);
    struct layout layout = lay_out(&review->model);
    int row = 1 + layout.board + layout.log;
    uint32_t place;
    bool judged = review->terms && review_find(review, review->at, &place);
    bool over = model_is(&review->model, "over");
    int rows = layout.log + layout.choices + layout.point;
    screen_table(&review->model, layout.board,
                 judged ? layout.log
                 : over ? rows - RESULT
                        : rows);
    if (judged) {
        review_say_choices(review, place, (unsigned)layout.choices, &text);
        int used = put_each(row, memory);
        zk_text_clear(&text);
        review_say_point(review, place, &text);
        screen_put(row + used, layout.choices + layout.point - used, YELLOW, memory);
    } else if (over) {
        screen_put_end(&review->model, 1 + layout.board + rows - RESULT, RESULT);
    }
    zk_text_clear(&text);
    say(&text, "term.review.at", "n", at.text, "of", of.text, NULL);
    if (judged) {
        put_between(&text);
        review_say_whose(review, place, &text);
        put_stop(&text);
    }
    if (review->studying) {
        put_between(&text);
        say(&text, "ui.study.going", "done", figure(review->points_count).text, "of",
            figure(review_decisions(review)).text, NULL);
        put_stop(&text);
    }
    screen_put(LINES - 2, 1, BOLD, memory);
    screen_put(
        LINES - 1, 1, DIM,
        phrase(review->terms ? "term.review.keys_studied" : "term.review.keys", NULL).text);
    refresh();
}

static void show_summary(struct review *review) {
    char *memory = malloc(TEXT_SIZE);
    if (!memory) abort();
    struct zk_text text = zk_text_in(memory, TEXT_SIZE);
    review_say_summary(review, &text);
    screen_page(memory);
    free(memory);
}

/* The next decision that was judged, in that direction. */
static void go_to_decision(struct review *review, int by) {
    uint32_t at = review->at, place;
    while ((by > 0 ? at < review->moves_count : at > 0)) {
        at = (uint32_t)((int64_t)at + by);
        if (review_find(review, at, &place)) break;
    }
    review_go(review, at);
}

static void go_to_worst(struct review *review, uint32_t place) {
    uint32_t moves;
    if (review_worst(review, place, &moves)) review_go(review, moves);
}

/* Asks in whose seat; 0 when the person would rather not. */
static char ask_seat(struct review *review) {
    char memory[1024], seat = play_on_seat(review);
    const uint32_t seats = review->replay->record.seats_count;
    for (;;) {
        struct zk_text text = zk_text_in(memory, sizeof memory);
        say(&text, "ui.replay.on.meaning", "name", model_name(&review->model, seat).text,
            NULL);
        draw(review);
        for (int row = LINES - 3; row < LINES; row++) {
            move(row, 0);
            clrtoeol();
        }
        screen_put(LINES - 3, 2, BOLD, memory);
        screen_put(
            LINES - 1, 1, DIM,
            phrase("term.play_on.keys", "last", zk_actor_name((int)seats - 1), NULL).text);
        refresh();
        int key = screen_key(true);
        if (key >= 'a' && key < 'a' + (int)seats) seat = (char)(key - 'a' + 'A');
        if (key >= 'A' && key < 'A' + (int)seats) seat = (char)key;
        if (key == '\n' || key == KEY_ENTER || key == 'p') return seat;
        if (key == 'q' || key == ESCAPE || key == KEY_EXIT) return 0;
        if (key == KEY_RESIZE) clear();
    }
}

/* A game with bots from here; it ends where it was begun. */
static void play(struct review *review) {
    if (model_is(&review->model, "over")) {
        screen_page(phrase("term.play_on.over", NULL).text);
        return;
    }
    char seat = ask_seat(review);
    struct sitting *sitting = seat ? play_on(review, seat) : NULL;
    if (sitting) {
        screen_run(sitting);
        sitting_free(sitting);
    } else if (seat) {
        screen_page(phrase("term.play_on.failed", NULL).text);
    }
}

static void press(struct review *review, int key) {
    uint32_t at = review->at, last = review->moves_count;
    switch (key) {
    case KEY_RESIZE: clear(); break;
    case KEY_RIGHT:
    case '\n':
    case KEY_ENTER:
    case ' ': review_step(review, 1); break;
    case KEY_LEFT:
    case KEY_BACKSPACE:
    case 127: review_step(review, -1); break;
    case KEY_NPAGE: review_go(review, at + 10 < last ? at + 10 : last); break;
    case KEY_PPAGE: review_go(review, at > 10 ? at - 10 : 0); break;
    case KEY_HOME: review_go(review, 0); break;
    case KEY_END: review_go(review, last); break;
    case KEY_DOWN:
    case '\t': go_to_decision(review, 1); break;
    case KEY_UP:
    case KEY_BTAB: go_to_decision(review, -1); break;
    case 's':
        if (!review_study(review)) screen_page(phrase("ui.study.unfinished", NULL).text);
        break;
    case 'p': play(review); break;
    case '?': screen_page(phrase("term.review.help", NULL).text); break;
    case 'v':
        if (review->worst) show_summary(review);
        break;
    case '1':
    case '2':
    case '3': go_to_worst(review, (uint32_t)(key - '1')); break;
    default: break;
    }
}

void screen_review(struct review *review) {
    for (;;) {
        draw(review);
        int key = screen_key(!review->studying);
        if (key == 'q' || key == ESCAPE || key == KEY_EXIT) break;
        if (key != ERR)
            press(review, key);
        else if (review->studying && !review_study_next(review))
            show_summary(review);
    }
}
