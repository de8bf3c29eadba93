#define _GNU_SOURCE /* ppoll */
/* screen.c: keys, clicks and news; see screen.h. */
#include "screen.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "around.h"
#include "asks.h"
#include "clock.h"
#include "line_moves.h"
#include "review.h"
#include "screen_inside.h"

/* ---- Keys ---- */

static void notice(struct screen *screen, const char *text) {
    struct zk_text out = zk_text_in(screen->notice, sizeof screen->notice);
    zk_text_put(&out, text);
}

/* What cannot be chosen is tried all the same, where it is one's turn: the table says why not. */
static void attempt(struct screen *screen, const char *part) {
    const struct model *model = &screen->sitting->model;
    const struct term_drawn *drawn = model->game->drawn;
    char memory[128];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    if (!drawn || !drawn->attempt || sitting_question(screen->sitting) != QUESTION_MOVE)
        return;
    drawn->attempt(model, model->view, &screen->path, part, &text);
    if (text.used) sitting_do(screen->sitting, "move", "move", memory);
}

static void choose(struct screen *screen, const char *part) {
    const struct model *model = &screen->sitting->model;
    const struct choice *choice = choices_find(&screen->choices, part);
    struct path path = screen->path;
    if (*screen->sitting->waiting || (!choice && !screen_spot_of(screen, part))) return;
    path_push(&path, part);
    /* What has no choice is opened to be read, but not where a target is asked for. */
    bool may_open = choice ? !choice->last : !screen->path.count;
    bool opens = screen_is_drawn(screen) && may_open && model->game->drawn->opens &&
                 model->game->drawn->opens(&path);
    bool deeper = choice && (screen_lists(screen) ? choice->ways > 1 : !choice->last);
    if (deeper || opens) {
        const struct spot *spot = screen_spot_of(screen, part);
        if (!choice) attempt(screen, part); /* besides opening it: why nothing can be done */
        screen->path = path;
        screen_choose_anew(screen);
        bool led = lesson_wants(screen->sitting->lesson, model) != NULL; /* it points itself */
        if (spot && !led && !screen_lists(screen)) screen->from = *spot;
    } else if (choice) {
        sitting_do(screen->sitting, "move", "move", model_move(model, choice->place));
    } else {
        attempt(screen, part);
    }
}

/* The next one in the list, or the one before. */
static void step_in_list(struct screen *screen, int by) {
    size_t count = screen->choices.count, at = 0;
    while (at < count && !screen_points_at(screen, screen->choices.choice[at].part)) at++;
    if (!count) return;
    if (at == count)
        at = 0;
    else
        at = (at + count + (size_t)by) % count;
    screen_point_at(screen, screen->choices.choice[at].part);
}

static int gap(int one, int one_size, int other, int other_size) {
    if (other >= one + one_size) return other - (one + one_size) + 1;
    return one >= other + other_size ? one - (other + other_size) + 1 : 0;
}

/* How far a spot is that way, from the middle of one to that of the other, in half columns; negative when it is not
 * there, or more aside than ahead. What is not straight ahead counts as further. A row is as high as two columns. */
static int distance(const struct spot *from, const struct spot *to, int dx, int dy) {
    int across = 2 * (to->column - from->column) + to->width - from->width;
    int down = 2 * (2 * (to->row - from->row) + to->height - from->height);
    int ahead = across * dx + down * dy;
    int aside = dx ? 4 * gap(from->row, from->height, to->row, to->height)
                   : 2 * gap(from->column, from->width, to->column, to->width);
    int slant = dx ? abs(down) : abs(across);
    return ahead <= 0 || aside > 3 * ahead ? -1 : 4 * ahead + 12 * aside + slant;
}

/* By an arrow: over the board where there is one, else in the list. Beside a list that has all, the board has what can be
 * chosen side by side. */
static void step(struct screen *screen, int dx, int dy) {
    const struct spot *from = screen_spot_of(screen, screen->pointed), *best = NULL;
    bool lists = screen_lists(screen);
    int least = 0;
    if (lists && dy) {
        step_in_list(screen, dy);
        return;
    }
    for (size_t i = 0; from && i < (lists ? screen->spots.board : screen->spots.count); i++) {
        const struct spot *spot = &screen->spots.spot[i];
        int far = distance(from, spot, dx, dy);
        if (far < 0 || (best && far >= least)) continue;
        if (lists && !choices_find(&screen->choices, spot->part)) continue;
        best = &screen->spots.spot[i];
        least = far;
    }
    if (best)
        screen_point_at(screen, best->part);
    else if (!from && screen->spots.board)
        screen_point_at(screen, screen->spots.spot[0].part);
    else if (dy && !screen->spots.board)
        step_in_list(screen, dy);
}

/* A figure is part of a card's number where cards have them, else of an amount, or a place in the list. */
static void press_figure(struct screen *screen, char figure) {
    struct phrase longer = key_of(screen->typed, (char[]){figure, 0});
    bool known = screen_spot_of(screen, longer.text) != NULL;
    if (!known) longer = key_of((char[]){figure, 0}, "");
    if (screen_spot_of(screen, longer.text)) {
        screen_point_at(screen, longer.text);
        struct zk_text typed = zk_text_in(screen->typed, sizeof screen->typed);
        zk_text_put(&typed, longer.text);
    } else if ((screen_lists(screen) || !screen->spots.board) && figure > '0' &&
               (size_t)(figure - '1') < screen->choices.count) {
        choose(screen, screen->choices.choice[figure - '1'].part);
    }
}

/* A line at the bottom; false when it was given up by Escape, or left empty. */
static bool read_line(const char *prompt, char *line, size_t size) {
    size_t used = 0;
    int key;
    curs_set(1);
    do {
        line[used] = '\0';
        move(LINES - 1, 0);
        clrtoeol();
        screen_put_at(LINES - 1, 0, COLS, PLAIN, prompt);
        screen_put_at(LINES - 1, (int)width_of(prompt), COLS - (int)width_of(prompt), PLAIN,
                      line);
        move(LINES - 1, (int)(width_of(prompt) + width_of(line)));
        refresh();
        key = screen_key(true);
        if (key >= ' ' && key < 256 && key != 127 && used + 1 < size) {
            line[used++] = (char)key;
        } else if (used && (key == KEY_BACKSPACE || key == 127 || key == '\b')) {
            do used--; /* a whole letter */
            while (used && ((unsigned char)line[used] & 0xc0) == 0x80);
        }
    } while (key != '\n' && key != KEY_ENTER && key != SCREEN_ESCAPE && key != KEY_EXIT);
    line[used] = '\0';
    curs_set(0);
    return used && key != SCREEN_ESCAPE && key != KEY_EXIT;
}

/* A word to the table, as line mode has them. */
static bool take_word(struct screen *screen, const char *line) {
    char memory[2048], sure[16];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    enum asked asked = asks(screen->sitting, line, &text);
    if (asked == ASKED_SAID) screen_page(memory);
    if (asked == ASKED_SURE) {
        put_between(&text);
        say(&text, "term.ask.yes", NULL);
        notice(screen, memory);
        screen_draw(screen);
        if (read_line(": ", sure, sizeof sure) && strcmp(sure, "yes") == 0)
            asks_surely(screen->sitting, line);
        screen->notice[0] = '\0';
    }
    return asked != ASKED_NOT;
}

/* What is no legal move is refused with a reason; for a better one it has its verb. */
static void try_line(struct screen *screen, const char *line) {
    struct model *model = &screen->sitting->model;
    struct phrase verb = key_of(model_move(model, model_moves(model) - 1), "");
    verb.text[strcspn(verb.text, " ") + 1] = '\0';
    bool bare = !strchr(line, ' ') && strchr(verb.text, ' ');
    struct zk_text typed = zk_text_in(model->typed, sizeof model->typed);
    zk_text_put(&typed, line);
    sitting_do(screen->sitting, "move", "move", bare ? key_of(verb.text, line).text : line);
}

/* A text that may mean a move: it is made, or only `asked` about. */
static void take_move(struct screen *screen, const char *line, bool asked) {
    const struct model *model = &screen->sitting->model;
    struct fitting fits = sitting_fit(model, line);
    struct zk_text out = zk_text_in(screen->notice, sizeof screen->notice);
    if (fits.exact > 1 || (!fits.exact && fits.begun > 1))
        say_could_be(model, line, &fits, &out);
    else if (!fits.exact && !fits.begun)
        try_line(screen, line);
    else if (asked)
        say_may(model, fits.last, &out);
    else
        sitting_do(screen->sitting, "move", "move", model_move(model, fits.last));
}

static void show_moves(const struct screen *screen) {
    struct line_face face;
    static char memory[SCREEN_TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    line_begin(&face, screen->sitting);
    line_say_moves(&face, &text);
    screen_page(memory);
}

/* What has a key here, by its word in line mode; false when it is none of those. */
static bool take_key_word(struct screen *screen, const char *line) {
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        screen_show_help(screen);
    else if (strcmp(line, "board") == 0)
        screen_show_board(screen);
    else if (strcmp(line, "log") == 0)
        screen_show_log(screen);
    else if (strcmp(line, "moves") == 0)
        show_moves(screen);
    else if (strcmp(line, "quit") == 0)
        screen->sitting->leaving = true;
    else
        return false;
    return true;
}

/* A move in notation, or a word of line mode. */
static void take_line(struct screen *screen) {
    char line[256];
    const char *rest;
    if (!read_line(": ", line, sizeof line)) return;
    if (take_key_word(screen, line)) return;
    if ((rest = after_word(line, "rules"))) {
        screen_show_rules(screen, rest);
    } else if ((rest = after_word(line, "why"))) {
        if (*rest)
            take_move(screen, rest, true);
        else
            notice(screen, phrase("term.say.why", NULL).text);
    } else if ((rest = after_word(line, "save"))) {
        if (!sitting_save(screen->sitting, rest))
            notice(screen, phrase("term.say.save", NULL).text);
    } else if (screen->sitting->around && (rest = after_word(line, "hand"))) {
        if (!around_hand(screen->sitting, rest))
            notice(screen, phrase("term.hand.whom", NULL).text);
    } else if (!take_word(screen, line)) {
        take_move(screen, line, false);
    }
}

/* The game that is over, move by move, and what the strong bot thinks of it. */
static void go_through(struct sitting *sitting) {
    char memory[1024] = "";
    struct zk_text why = zk_text_in(memory, sizeof memory);
    if (!sitting->record) return;
    struct review *review = review_open(sitting->record, &why);
    if (review) {
        review->reader = sitting->model.seat;
        screen_review(review);
        review_close(review);
    } else {
        screen_page(memory);
    }
}

static void read_step(struct screen *screen) {
    struct sitting *sitting = screen->sitting;
    const struct zk_tutorial_step *step = lesson_step(sitting->lesson, &sitting->model);
    sitting->lesson->read = (uint32_t)(step - sitting->lesson->tutorial.step) + 1;
    local_read(sitting->link, sitting->lesson->read);
}

static void press_enter(struct screen *screen) {
    struct sitting *sitting = screen->sitting;
    const struct lesson *lesson = sitting->lesson;
    if (sitting_question(sitting) == QUESTION_HAND) {
        around_uncover(sitting);
        screen->seen_at = 0; /* nothing is chosen */
    } else if (sitting_question(sitting) == QUESTION_LOOK) {
        around_look(sitting);
    } else if (lesson_step(lesson, &sitting->model) && !lesson_asks(lesson, &sitting->model))
        read_step(screen);
    else
        choose(screen, screen->pointed);
}

static void press_escape(struct screen *screen) {
    struct sitting *sitting = screen->sitting;
    struct phrase last = key_of(path_last(&screen->path), "");
    if (screen->path.count) {
        path_pop(&screen->path);
        screen_choose_anew(screen);
        screen_point_at(screen, last.text);
    } else if (sitting->around && sitting->around->visitor) {
        around_hand_back(sitting);
    } else if (sitting_question(sitting) == QUESTION_ALSO && sitting->local) {
        local_go_on(sitting->link);
    }
}

static void press_mouse(struct screen *screen) {
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & SCREEN_CLICKS)) return;
    for (size_t i = 0; i < screen->spots.count; i++) {
        struct spot spot = screen->spots.spot[i];
        if (spot.beyond || event.y < spot.row || event.y >= spot.row + spot.height ||
            event.x < spot.column || event.x >= spot.column + spot.width)
            continue;
        screen_point_at(screen, spot.part);
        choose(screen, spot.part);
        return;
    }
    if (screen->path.count && screen_is_drawn(screen))
        press_escape(screen); /* beside all: back */
}

/* In a list to the right is on, and to the left back. */
static void press_sideways(struct screen *screen, int by) {
    if (screen->spots.board || (screen->path.count && choices_are_amounts(&screen->choices)))
        step(screen, by, 0);
    else if (by > 0)
        press_enter(screen);
    else
        press_escape(screen);
}

static void press(struct screen *screen, int key) {
    struct sitting *sitting = screen->sitting;
    bool undo = sitting_question(sitting) == QUESTION_UNDO;
    screen->notice[0] = '\0';
    enum question question = sitting_question(sitting);
    if ((question == QUESTION_HAND || question == QUESTION_LOOK) && key != '\n' &&
        key != KEY_ENTER && key != KEY_RESIZE && key != 'q')
        return; /* whoever it is, they see nothing */
    if (key < '0' || key > '9') screen->typed[0] = '\0';
    switch (key) {
    case KEY_RESIZE: clear(); break;
    case KEY_UP: step(screen, 0, -1); break;
    case KEY_DOWN: step(screen, 0, 1); break;
    case KEY_LEFT: press_sideways(screen, -1); break;
    case KEY_RIGHT: press_sideways(screen, 1); break;
    case '\t': step_in_list(screen, 1); break;
    case KEY_BTAB: step_in_list(screen, -1); break;
    case KEY_PPAGE: screen->scroll -= screen->scroll > 0; break;
    case KEY_NPAGE: screen->scroll++; break;
    case '\n':
    case KEY_ENTER: press_enter(screen); break;
    case SCREEN_ESCAPE:
    case KEY_BACKSPACE:
    case 127: press_escape(screen); break;
    case KEY_MOUSE: press_mouse(screen); break;
    case ':': take_line(screen); break;
    case 'u': sitting_do(sitting, "undo", NULL, NULL); break;
    case 'h': sitting_do(sitting, "hint", NULL, NULL); break;
    case 'y':
        if (undo) sitting_do(sitting, "agree", NULL, NULL);
        break;
    case 'n':
        if (undo) sitting_do(sitting, "decline", NULL, NULL);
        break;
    case 'a':
        if (model_is(&sitting->model, "over")) sitting_do(sitting, "again", NULL, NULL);
        break;
    case 's':
        if (sitting_is_away(sitting)) sitting_do(sitting, "sit", NULL, NULL);
        if (model_is(&sitting->model, "over")) go_through(sitting);
        break;
    case 'p': take_word(screen, "path"); break;
    case 'w': take_word(screen, "who"); break;
    case 'r': screen_show_rules(screen, ""); break;
    case 'l': screen_show_log(screen); break;
    case 'b': screen_show_board(screen); break;
    case '?': screen_show_help(screen); break;
    case 'q': sitting->leaving = true; break;
    default:
        if (key >= '0' && key <= '9') press_figure(screen, (char)key);
    }
}

/* ---- What comes ---- */

static void take_news(struct screen *screen) {
    struct sitting *sitting = screen->sitting;
    const struct model *model = &sitting->model;
    const char *message;
    size_t size;
    int audience;
    while ((message = link_next(sitting->link, &audience, &size))) {
        char news[sizeof screen->notice];
        struct zk_text out = zk_text_in(news, sizeof news);
        enum told told = sitting_take(sitting, audience, message, size);
        struct value hint = value_of(model->answer, "hint"), why = value_of(hint, "why");
        char words[1024];
        struct zk_text said = zk_text_in(words, sizeof words);
        switch (told) {
        case TOLD_REFUSED: {
            struct value refused = value_of(model->answer, "refused");
            const char *wanted = lesson_wants(sitting->lesson, model);
            model_say_refusal(model, refused, &out);
            if (!wanted || !value_is(value_of(refused, "key"), "tutorial.other")) break;
            model_say_move(model, wanted, &said);
            put_between(&out);
            say(&out, "term.tutorial.type", "move", wanted, "meaning", words, NULL);
            break;
        }
        case TOLD_RECORD: sitting_write_record(sitting, &out); break;
        case TOLD_HINT:
            model_say_move(model, value_text(value_of(hint, "move")).text, &said);
            say(&out, "ui.hint.would", "bot", phrase("ui.bot.strong", NULL).text, "move",
                words, NULL);
            if (value_of(why, "key").at) {
                put_between(&out);
                model_say_refusal(model, why, &out);
            }
            break;
        case TOLD_REACTION:
            zk_text_put(
                &out,
                model_name(model, value_text(value_of(model->answer, "by")).text[0]).text);
            put_colon(&out);
            say(&out,
                key_of("ui.reaction.", value_text(value_of(model->answer, "reaction")).text)
                    .text,
                NULL);
            break;
        case TOLD_DEVICE: {
            say_device(sitting, &said);
            char *link = strchr(words, '\n');
            *link = '\0';
            screen_show_link(words, link + 1);
            break;
        }
        case TOLD_UNSEATED: say(&out, "ui.taken.out", NULL); break;
        default: break;
        }
        if (out.used) notice(screen, news);
    }
    uint32_t read = sitting->lesson ? sitting->lesson->read : 0;
    if (screen->seen_at != model->at || screen->read != read) { /* nothing is chosen yet */
        screen->seen_at = model->at;
        screen->read = read;
        screen->path.count = 0;
        screen_choose_anew(screen);
    }
}

/* The game is over and its record is there: whoever keeps such things takes note. */
static void note_end(struct screen *screen) {
    struct sitting *sitting = screen->sitting;
    char memory[1024] = "";
    struct zk_text text = zk_text_in(memory, sizeof memory);
    if (screen->noted) return;
    screen->noted = true;
    if (*sitting->record && sitting->finished) sitting->finished(sitting, &text);
    if (text.used) notice(screen, memory);
}

void screen_run(struct sitting *sitting) {
    struct screen *screen = calloc(1, sizeof *screen);
    sigset_t aside, outside, waiting;
    if (!screen) abort();
    screen->sitting = sitting;
    /* A signal that comes between two looks is not missed: both are let in only while we wait. */
    sigemptyset(&aside);
    sigaddset(&aside, SIGWINCH);
    sigaddset(&aside, SIGINT);
    pthread_sigmask(SIG_BLOCK, &aside, &outside);
    waiting = outside; /* in a game that is played on from a study they are blocked already */
    sigdelset(&waiting, SIGWINCH);
    sigdelset(&waiting, SIGINT);
    while (!sitting->leaving && sitting->link->state != LINK_ENDED && !screen_interrupted) {
        struct pollfd polls[2] = {
            {.fd = sitting->link->fd, .events = (short)(POLLIN | sitting->link->events)},
            {.fd = STDIN_FILENO, .events = POLLIN}};
        take_news(screen);
        sitting_go_on(sitting);
        if (sitting_question(sitting) == QUESTION_SIT && !*sitting->waiting) {
            char name[64];
            screen_draw(screen);
            if (read_line(phrase("term.screen.name", NULL).text, name, sizeof name))
                sitting_sit(sitting, name);
            else
                break;
        }
        if (sitting_question(sitting) == QUESTION_NONE) around_go_on(sitting);
        if (!model_is(&sitting->model, "over"))
            screen->noted = false;
        else if (sitting_has_record(sitting))
            note_end(screen);
        screen_draw(screen);
        int left = sitting_timeout_ms(sitting), clock = clock_next_ms(&sitting->model);
        if (clock >= 0 && (left < 0 || clock < left)) left = clock;
        struct timespec until = {left / 1000, left % 1000 * 1000000L};
        ppoll(polls, 2, left < 0 ? NULL : &until, &waiting);
        if (screen_is_gone()) screen_interrupted = 1;
        for (int key; (key = getch()) != ERR; screen_draw(screen)) press(screen, key);
    }
    if (screen_interrupted) sitting->leaving = true;
    pthread_sigmask(SIG_SETMASK, &outside, NULL);
    free(screen);
}
