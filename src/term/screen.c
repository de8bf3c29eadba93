#define _GNU_SOURCE /* ppoll */
/* screen.c: see screen.h. */
#include "screen.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "around.h"
#include "asks.h"
#include "clock.h"
#include "fold.h"
#include "games/list.h"
#include "guide.h"
#include "review.h"

enum { TEXT_SIZE = 32 * 1024, CHOICES = 5, LOG = 3, SHEET = 8, ESCAPE = 27 };

/* Where on the screen something can be chosen. */
struct spot {
    int row, column, height, width;
    char part[PART_SIZE];
    bool beyond; /* the window: no click reaches it */
};
enum { SPOTS_MAX = 512 };
struct spots {
    struct spot spot[SPOTS_MAX];
    size_t count, board; /* all; those of the board, which come first */
};

struct screen {
    struct sitting *sitting;
    struct path path;        /* chosen already */
    char pointed[PART_SIZE]; /* the part under the cursor */
    struct choices choices;  /* that there are now */
    struct spots spots;      /* of what was drawn last */
    struct spot from;  /* where the last part was chosen: what is nearest is pointed at next */
    char typed[4];     /* figures of a number that is being typed */
    char notice[1024]; /* a refusal or advice, until the next key */
    int step_rows;     /* that a step of the lesson has, between title and board */
    bool noted;        /* that the game is over */
    uint32_t seen_at,
        read;       /* the event and the step of a lesson for which the cursor was set */
    int list_first; /* the choice with which the list begins */
    int scroll;     /* of a board that is longer than its place */
};

/* What was pressed and let go before we look comes as one event, a click. */
static const mmask_t CLICKS =
    BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON1_TRIPLE_CLICKED;

static volatile sig_atomic_t interrupted;

/* ---- The terminal ---- */

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

/* Something is wrong, or somebody ends the program: the terminal is put right first. */
static void on_fatal(int number) {
    endwin();
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void) {
    static const int fatal[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                SIGABRT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction action = {.sa_handler = on_fatal};
    for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
        sigaction(fatal[i], &action, NULL);
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, NULL);
}

bool screen_can(void) {
    const char *term = getenv("TERM");
    struct winsize size;
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term &&
           strcmp(term, "dumb") != 0 && words_wide() &&
           ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= SCREEN_COLUMNS &&
           size.ws_row >= SCREEN_ROWS;
}

void screen_begin(void) {
    const char *no_colour = getenv("NO_COLOR");
    use_tioctl(TRUE); /* the size is the window's, whatever LINES and COLUMNS say */
    initscr();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    define_key("\033[1~", KEY_HOME); /* some send these whatever they are called */
    define_key("\033[4~", KEY_END);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    /* A release that nobody wants would make getch wait for more. */
    mousemask(CLICKS | BUTTON1_RELEASED, NULL);
    mouseinterval(0);
    if (has_colors() && !(no_colour && *no_colour)) {
        start_color();
        use_default_colors();
        init_pair(1, COLOR_RED, -1);
        init_pair(2, COLOR_BLUE, -1);
        init_pair(3, COLOR_GREEN, -1);
        init_pair(4, COLOR_YELLOW, -1);
        init_pair(5, COLOR_MAGENTA, -1);
    }
    catch_signals();
}

void screen_end(void) { endwin(); }

/* What ends the program or changes the size is let in meanwhile. */
int screen_key(bool waits) {
    sigset_t aside, before;
    sigemptyset(&aside);
    sigaddset(&aside, SIGWINCH);
    sigaddset(&aside, SIGINT);
    pthread_sigmask(SIG_UNBLOCK, &aside, &before);
    nodelay(stdscr, !waits);
    int key = interrupted ? ERR : getch();
    nodelay(stdscr, TRUE);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return interrupted ? KEY_EXIT : key;
}

/* ---- Drawing ---- */

static attr_t attribute(enum mark mark) {
    switch (mark) {
    case BOLD: return A_BOLD;
    case DIM: return A_DIM;
    case REVERSE: return A_REVERSE;
    case RED: return A_BOLD | (attr_t)COLOR_PAIR(1);
    case BLUE: return A_BOLD | (attr_t)COLOR_PAIR(2);
    case GREEN: return A_BOLD | (attr_t)COLOR_PAIR(3);
    case YELLOW: return A_BOLD | (attr_t)COLOR_PAIR(4);
    case MAGENTA: return A_BOLD | (attr_t)COLOR_PAIR(5);
    default: return A_NORMAL;
    }
}

/* Names come from elsewhere: nothing in them steers the terminal. */
static void put_at(int row, int column, int columns, enum mark mark, const char *text) {
    char clean[TEXT_SIZE];
    struct zk_text out = zk_text_in(clean, sizeof clean);
    if (columns <= 0 || row < 0 || row >= LINES) return;
    clean_text(text, &out);
    clean[fitting(clean, (unsigned)columns)] = '\0';
    attrset((int)attribute(mark));
    mvaddstr(row, column, clean);
    attrset(A_NORMAL);
}

int canvas_put(const struct canvas *canvas, int row, int column, enum mark mark,
               const char *text) {
    if (row < canvas->rows)
        put_at(canvas->top + row, column, canvas->columns - column, mark, text);
    return column + (int)width_of(text);
}

void canvas_box(const struct canvas *canvas, int row, int column, int height, int width,
                enum mark mark) {
    if (row + height > canvas->rows || column + width > canvas->columns) return;
    row += canvas->top;
    for (int i = 1; i < width - 1; i++) {
        put_at(row, column + i, 1, mark, "─");
        put_at(row + height - 1, column + i, 1, mark, "─");
    }
    for (int i = 1; i < height - 1; i++) {
        put_at(row + i, column, 1, mark, "│");
        put_at(row + i, column + width - 1, 1, mark, "│");
    }
    put_at(row, column, 1, mark, "┌");
    put_at(row, column + width - 1, 1, mark, "┐");
    put_at(row + height - 1, column, 1, mark, "└");
    put_at(row + height - 1, column + width - 1, 1, mark, "┘");
}

int canvas_fold(const struct canvas *canvas, int row, int column, int rows, int columns,
                enum mark mark, const char *text) {
    char line[1024];
    if (columns > canvas->columns - column) columns = canvas->columns - column;
    for (; *text && rows > 0 && columns > 0; rows--) {
        text = fold(text, (unsigned)columns, line, sizeof line);
        canvas_put(canvas, row++, column, mark, line);
    }
    return row;
}

static void add_spot(struct spots *spots, struct spot spot, const char *part) {
    if (spots->count == SPOTS_MAX) return;
    struct zk_text text = zk_text_in(spot.part, sizeof spot.part);
    zk_text_put(&text, part);
    spots->spot[spots->count++] = spot;
}

static void put_spot(const struct canvas *canvas, struct spot spot, const char *part) {
    if (!canvas->spots) return;
    spot.row += canvas->top;
    add_spot(canvas->spots, spot, part);
    canvas->spots->board = canvas->spots->count;
}

void canvas_spot(const struct canvas *canvas, int row, int column, int height, int width,
                 const char *part) {
    put_spot(canvas, (struct spot){row, column, height, width, "", row >= canvas->rows}, part);
}

void canvas_spot_beyond(const struct canvas *canvas, int row, int column, int height,
                        int width, const char *part) {
    put_spot(canvas, (struct spot){row, column, height, width, "", true}, part);
}

bool canvas_can(const struct canvas *canvas, const char *part) {
    return choices_find(canvas->choices, part) != NULL;
}

/* ---- Choices ---- */

static void find_choices(struct screen *screen) {
    const struct model *model = &screen->sitting->model;
    enum question question = sitting_question(screen->sitting);
    bool step = question == QUESTION_STEP && lesson_asks(screen->sitting->lesson, model);
    screen->choices.count = 0;
    if (question == QUESTION_MOVE || question == QUESTION_ALSO || step)
        choices_list(&screen->choices, model, &screen->path);
}

static void point_at(struct screen *screen, const char *part) {
    struct zk_text text = zk_text_in(screen->pointed, sizeof screen->pointed);
    zk_text_put(&text, part);
}

static bool is_pointed(const struct screen *screen, const char *part) {
    return strcmp(screen->pointed, part) == 0;
}

static const struct spot *spot_of(const struct screen *screen, const char *part) {
    for (size_t i = 0; i < screen->spots.count; i++)
        if (strcmp(screen->spots.spot[i].part, part) == 0) return &screen->spots.spot[i];
    return NULL;
}

static bool is_drawn(const struct screen *screen) {
    const struct term_drawn *drawn = screen->sitting->model.game->drawn;
    return drawn && drawn->part;
}

/* Something that can be chosen is pointed at; in a lesson what it asks for. What can be done out of turn is not: who presses
 * Enter to go on would do it. */
static void point_somewhere(struct screen *screen) {
    struct sitting *sitting = screen->sitting;
    const char *wanted = lesson_wants(sitting->lesson, &sitting->model);
    struct phrase part = {""};
    if (is_drawn(screen) && !screen->path.count && sitting_question(sitting) == QUESTION_ALSO)
        return;
    if (wanted) part = move_part(&sitting->model, wanted, screen->path.count);
    if (choices_find(&screen->choices, part.text))
        point_at(screen, part.text);
    else if (!choices_find(&screen->choices, screen->pointed) && screen->choices.count)
        point_at(screen, screen->choices.choice[0].part);
}

/* Another turn, or a part more or less: what is pointed at can be chosen. */
static void choose_anew(struct screen *screen) {
    find_choices(screen);
    screen->list_first = 0;
    screen->typed[0] = screen->from.part[0] = '\0';
    point_somewhere(screen);
}

static void say_choice(const struct screen *screen, const struct choice *choice,
                       struct zk_text *out) {
    const struct model *model = &screen->sitting->model;
    const char *move = model_move(model, choice->place);
    if (is_drawn(screen) && !choice->last) {
        model->game->drawn->about(model, model->view, &screen->path, choice->part, out);
    } else if (choice->ways > 1) {
        model_say_trunk(model, move, choice->ways, out);
    } else {
        zk_text_put(out, move);
        zk_text_put(out, "  ");
        model_say_move(model, move, out);
        put_stop(out);
        put_between(out);
        model_say_would(model, choice->place, out);
    }
}

/* What is chosen so far, and pointed at, in notation. */
static void say_pointed(const struct screen *screen, struct zk_text *out) {
    const struct model *model = &screen->sitting->model;
    const struct choice *choice = choices_find(&screen->choices, screen->pointed);
    if (!choice) return;
    const char *move = model_move(model, choice->place);
    zk_text_put_bytes(out, move, choice->ways == 1 ? strlen(move) : model_trunk(model, move));
}

/* ---- The parts of the screen ---- */

/* What the title has besides a name: that a bot plays for them, that they are away, and the clock. */
static void put_beside_name(const struct sitting *sitting, struct value seat,
                            struct zk_text *out) {
    const struct model *model = &sitting->model;
    char letter = value_text(value_of(seat, "seat")).text[0];
    bool stands_in = value_is(value_of(seat, "who"), "stand_in");
    bool away = value_is(value_of(seat, "who"), "person") && !sitting->local &&
                letter != model->seat && !strchr(model->here, letter);
    if (stands_in || away) {
        zk_text_put(out, " (");
        say(out, stands_in ? "term.stand_in" : "ui.table.away", NULL);
        zk_text_put_char(out, ')');
    }
    if (clock_is_there(model)) {
        zk_text_put_char(out, ' ');
        zk_text_put(out, clock_left(model, letter).text);
    }
}

/* Who plays what; of a sitting also who is here, and the clocks. */
static void draw_title(const struct model *model, const struct sitting *sitting) {
    struct phrase title = key_of(model->game_id, ".title");
    char memory[512];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    zk_text_put_char(&text, ' ');
    zk_text_put(&text, has_words(title.text) ? phrase(title.text, NULL).text : model->game_id);
    struct each each = each_of(value_of(model->current, "seats"));
    while (each_next(&each)) {
        char seat = value_text(value_of(each.value, "seat")).text[0];
        zk_text_put(&text, "  ");
        zk_text_put_char(&text, seat);
        zk_text_put_char(&text, ' ');
        zk_text_put(&text, model_name(model, seat).text);
        if (sitting) put_beside_name(sitting, each.value, &text);
    }
    attrset((int)A_REVERSE);
    mvhline(0, 0, ' ', COLS);
    put_at(0, 0, COLS, REVERSE, memory);
    struct phrase keys = phrase("term.screen.title", NULL);
    int width = (int)width_of(keys.text);
    if (sitting && width + 30 < COLS) put_at(0, COLS - width - 1, width, REVERSE, keys.text);
}

/* The board of a model: the game's own drawing, or its words. */
static void draw_board(struct screen *screen, const struct model *model, int rows) {
    char pointed[PHRASE_SIZE] = "", memory[TEXT_SIZE], line[1024];
    struct zk_text chosen = zk_text_in(pointed, sizeof pointed);
    struct canvas canvas = {model,
                            rows,
                            COLS,
                            pointed,
                            &screen->path,
                            screen->pointed,
                            &screen->choices,
                            &screen->spots,
                            1 + screen->step_rows};
    if (screen->sitting && model == &screen->sitting->model) say_pointed(screen, &chosen);
    if (model->game->drawn) {
        model->game->drawn->draw(&canvas, model->view);
        return;
    }
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_board(model, &text);
    int row = -screen->scroll;
    for (const char *at = memory; *at && row < rows; row++) {
        at = fold(at, (unsigned)COLS, line, sizeof line);
        if (row >= 0) canvas_put(&canvas, row, 0, PLAIN, line);
    }
}

static void draw_log(const struct model *model, int top, int rows) {
    char lines[64][1024];
    int count = 0;
    if (rows > 64) top += rows - 64, rows = 64;
    for (uint32_t i = model->log_count; i > 0 && count < rows;) {
        const struct line *line = &model->log[--i];
        char folded[8][1024];
        int parts = 0;
        for (const char *at = line->text; *at && parts < 8; parts++)
            at = fold(at, (unsigned)COLS - 2, folded[parts], sizeof folded[parts]);
        while (parts && count < rows) memcpy(lines[count++], folded[--parts], sizeof lines[0]);
    }
    for (int i = 0; i < count; i++) put_at(top + rows - 1 - i, 1, COLS - 2, DIM, lines[i]);
}

/* Amounts stand side by side. */
static void draw_amounts(struct screen *screen, int row) {
    size_t first = 0, count = screen->choices.count, shown = (size_t)(COLS - 2) / 4;
    while (first + shown <= count && !is_pointed(screen, screen->choices.choice[first].part))
        first++;
    if (first + shown > count) first = count > shown ? count - shown : 0;
    for (size_t i = first; i < count && i < first + shown; i++) {
        const char *part = screen->choices.choice[i].part;
        char memory[16];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        int column = 1 + 4 * (int)(i - first);
        bool pointed = is_pointed(screen, part);
        if (strlen(part) < 2) zk_text_put_char(&text, ' ');
        zk_text_put_char(&text, pointed ? '[' : ' ');
        zk_text_put(&text, part);
        zk_text_put_char(&text, pointed ? ']' : ' ');
        put_at(row, column, 4, pointed ? REVERSE : PLAIN, memory);
        add_spot(&screen->spots,
                 (struct spot){.row = row, .column = column, .height = 1, .width = 4}, part);
    }
}

/* Where there is a board to point at, something is said of what has no choice, too. */
static int draw_pointed(struct screen *screen, int row, int rows) {
    const struct model *model = &screen->sitting->model;
    char memory[2048], line[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    const char *at = memory;
    model->game->drawn->about(model, model->view, &screen->path, screen->pointed, &text);
    for (int i = 0; *at && i < rows; i++) {
        at = fold(at, (unsigned)COLS - 2, line, sizeof line);
        put_at(row++, 1, COLS - 2, PLAIN, line);
    }
    return row;
}

/* Row by row from there; what is pointed at is said in full, as far as there are rows. */
static void draw_listed(struct screen *screen, int row, int end) {
    bool figures = !is_drawn(screen) || !screen->spots.board;
    for (size_t i = (size_t)screen->list_first; i < screen->choices.count && row < end; i++) {
        const struct choice *choice = &screen->choices.choice[i];
        bool pointed = is_pointed(screen, choice->part);
        char memory[2048], line[1024];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        if (figures) {
            zk_text_put_uint(&text, i + 1);
            zk_text_put(&text, "  ");
        }
        say_choice(screen, choice, &text);
        const char *at = memory;
        int top = row, most = pointed || (is_drawn(screen) && figures) ? 2 : 1;
        for (; *at && row < end && row < top + most; row++) {
            at = fold(at, (unsigned)COLS - 2, line, sizeof line);
            put_at(row, 1, COLS - 2, pointed ? REVERSE : PLAIN, line);
        }
        if (!spot_of(screen, choice->part))
            add_spot(&screen->spots,
                     (struct spot){.row = top, .height = row - top, .width = COLS},
                     choice->part);
    }
}

static void draw_choices(struct screen *screen, int top, int rows) {
    const struct choices *choices = &screen->choices;
    int cursor = 0;
    bool on_board = screen->spots.board > 0 && spot_of(screen, screen->pointed);
    while (cursor < (int)choices->count && !is_pointed(screen, choices->choice[cursor].part))
        cursor++;
    if (is_drawn(screen) && !screen->spots.board && screen->path.count &&
        choices_are_amounts(choices)) {
        draw_amounts(screen, draw_pointed(screen, top, rows - 1));
    } else if (cursor == (int)choices->count && on_board) {
        draw_pointed(screen, top, rows);
    } else {
        int seen = rows - 1; /* the pointed one may need two */
        if (cursor < screen->list_first) screen->list_first = cursor;
        if (cursor >= screen->list_first + seen) screen->list_first = cursor - seen + 1;
        if ((size_t)screen->list_first >= choices->count) screen->list_first = 0;
        draw_listed(screen, top, top + rows);
    }
}

/* While it is handed over: what everybody may see, or nothing. */
static void draw_cover(struct screen *screen, int rows) {
    const struct sitting *sitting = screen->sitting;
    const struct model *open = around_open(sitting);
    char memory[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    if (open->game->stays_open && open->current.at) draw_board(screen, open, rows);
    around_say(sitting, &text);
    int row = LINES - 5;
    char line[1024];
    for (const char *at = memory; *at; row++) {
        at = fold(at, (unsigned)COLS - 2, line, sizeof line);
        put_at(row, 1, COLS - 2, BOLD, line);
    }
    put_at(row, 1, COLS - 2, PLAIN,
           phrase("term.screen.hand", "name",
                  model_name(&sitting->model, sitting->around->cover).text, NULL)
               .text);
}

/* Who won and why, in a line; the points, too. */
static void say_end(const struct model *model, struct zk_text *why, struct zk_text *points) {
    char memory[2048], *end;
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_result(model, &text);
    for (char *line = memory; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = '\0';
        struct zk_text *out = *line == ' ' ? points : why;
        if (!out) continue;
        if (out == why) next_sentence(why);
        zk_text_put(out, out == why ? line : line + (points->used ? 0 : 2));
        if (out == why) put_stop(why);
    }
}

/* What is expected, in one sentence, always in the same place; below it what was said last. */
static void draw_expected(const struct screen *screen, int row) {
    const struct model *model = &screen->sitting->model;
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    const struct zk_tutorial_step *step = lesson_step(screen->sitting->lesson, model);
    struct value asks = value_of(model->current, "asks_undo");
    enum question question = sitting_question(screen->sitting);
    const struct link *link = screen->sitting->link;
    if (link->state == LINK_TRYING) {
        say(&text,
            link->tries > LINK_TRIES_SAID ? "term.screen.gone" : "ui.table.reconnecting",
            NULL);
    } else if (step && !lesson_asks(screen->sitting->lesson, model)) {
        say(&text, "term.ask.enter", NULL);
    } else if (question == QUESTION_LOOK) {
        around_say_secret(screen->sitting, &text);
    } else if (question == QUESTION_UNDO) {
        say(&text, "ui.undo.title", "name", model_name(model, value_text(asks).text[0]).text,
            NULL);
        if (screen->sitting->around) {
            put_stop(&text);
            put_between(&text);
            say(&text, "ui.undo.text_here", "name",
                model_name(model, around_asked(screen->sitting)).text, NULL);
        }
        zk_text_put(&text, " (y/n)");
    } else if (model_is(model, "over")) {
        say_end(model, &text, NULL);
        if (question != QUESTION_OVER) {
            put_between(&text);
            say(&text, "ui.end.waiting", NULL);
        }
    } else if (sitting_is_away(screen->sitting)) {
        say(&text, "term.screen.away", NULL);
    } else {
        model_say_turn(model, &text);
    }
    bool visits = screen->sitting->around && screen->sitting->around->visitor;
    bool reads = step && !lesson_asks(screen->sitting->lesson, model);
    struct phrase keys =
        phrase(reads                       ? "term.ask.enter"
               : visits                    ? "term.screen.visit"
               : question == QUESTION_ALSO ? "term.screen.also"
               : question == QUESTION_OVER
                   ? model->game->has_path ? "term.screen.over.path" : "term.screen.over"
               : screen->path.count ? "term.screen.back"
                                    : "term.screen.keys",
               NULL);
    const char *below = *screen->notice ? screen->notice : keys.text;
    unsigned columns = (unsigned)COLS - 2;
    /* Three rows: a long sentence has two, unless a refusal needs them. */
    bool refused = *screen->notice && width_of(screen->notice) > columns;
    int rows = width_of(memory) > columns && !refused ? 2 : 1;
    screen_put(row, rows, BOLD, memory);
    screen_put(row + rows, 3 - rows, *screen->notice ? YELLOW : DIM, below);
}

/* How many rows there are for what; the title has one, and what is expected three. */
struct layout {
    int board, list, rule, log;
};

/* A lesson speaks in rows of the log, and then of the board. */
static struct layout make_room(const struct screen *screen, struct layout layout) {
    int rows = screen->step_rows;
    for (; rows && layout.log; rows--) layout.log--;
    layout.board -= rows;
    return layout;
}

/* The step of the lesson, below the title; how many rows it takes. */
static int draw_step(const struct screen *screen) {
    const struct sitting *sitting = screen->sitting;
    const struct zk_tutorial_step *step = lesson_step(sitting->lesson, &sitting->model);
    char memory[2048], line[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    int rows = 0;
    if (!step) return 0;
    lesson_say(sitting->lesson, &sitting->model, step, &text);
    for (const char *at = memory; *at && rows < 3; rows++) {
        at = fold(at, (unsigned)COLS - 2, line, sizeof line);
        put_at(1 + rows, 1, COLS - 2, BOLD, line);
    }
    return rows;
}

static struct layout lay_out(const struct screen *screen) {
    const struct model *model = &screen->sitting->model;
    const struct term_drawn *drawn = model->game->drawn;
    int spare = LINES - SCREEN_ROWS, log = LOG + spare / 3;
    if (!drawn || !drawn->rows)
        return make_room(screen, (struct layout){LINES - 5 - log - CHOICES, CHOICES, 1, log});
    struct layout layout = {.board = drawn->rows(model, model->view), .list = 2};
    int left = SCREEN_ROWS - 4 - layout.board - layout.list;
    layout.rule = left > 2;
    layout.log = left - layout.rule + spare / 3;
    layout.list += spare >= 8;
    layout.board = LINES - 4 - layout.list - layout.rule - layout.log;
    if (screen->path.count && drawn->opens && drawn->opens(&screen->path)) {
        bool amounts = choices_are_amounts(&screen->choices);
        int wanted = amounts ? 3 : 2 * (int)screen->choices.count, most = layout.board - SHEET;
        if (wanted > most) wanted = most;
        if (wanted > layout.list) {
            layout.board -= wanted - layout.list;
            layout.list = wanted;
        }
    }
    return make_room(screen, layout);
}

/* A part was chosen: of what can be chosen next, what is nearest to it is pointed at. Whether that is another one. */
static bool point_near(struct screen *screen) {
    const struct spot *from = &screen->from, *best = NULL;
    int least = 0;
    for (size_t i = 0; *from->part && i < screen->spots.board; i++) {
        const struct spot *spot = &screen->spots.spot[i];
        int far = abs(spot->column - from->column) + 2 * abs(spot->row - from->row);
        if (!choices_find(&screen->choices, spot->part) || (best && far >= least)) continue;
        best = spot;
        least = far;
    }
    screen->from.part[0] = '\0';
    if (!best || is_pointed(screen, best->part)) return false;
    point_at(screen, best->part);
    return true;
}

static void draw(struct screen *screen) {
    erase();
    if (COLS < SCREEN_COLUMNS || LINES < SCREEN_ROWS) {
        put_at(0, 0, COLS, BOLD, phrase("term.screen.small", NULL).text);
        refresh();
        return;
    }
    screen->step_rows = draw_step(screen);
    struct layout layout = lay_out(screen);
    int list = 1 + screen->step_rows + layout.board, log = list + layout.list;
    screen->spots.count = screen->spots.board = 0;
    find_choices(screen);
    draw_title(&screen->sitting->model, screen->sitting);
    if (sitting_question(screen->sitting) == QUESTION_HAND) {
        draw_cover(screen, LINES - 7);
        refresh();
        return;
    }
    draw_board(screen, &screen->sitting->model, layout.board);
    if (point_near(screen)) {
        draw(screen);
        return;
    }
    if (sitting_question(screen->sitting) == QUESTION_OVER) {
        char why[1024], memory[512];
        struct zk_text reason = zk_text_in(why, sizeof why),
                       points = zk_text_in(memory, sizeof memory);
        say_end(&screen->sitting->model, &reason, &points);
        screen_put(list, layout.list, PLAIN, memory);
    } else {
        draw_choices(screen, list, layout.list);
    }
    for (int i = 0; layout.rule && i < COLS; i++) put_at(log, i, 1, DIM, "─");
    draw_log(&screen->sitting->model, log + layout.rule, layout.log);
    draw_expected(screen, LINES - 3);
    refresh();
}

/* ---- A page over everything: rules, help, the log ---- */

static void show_page(const char *text) {
    int top = 0;
    for (;;) {
        char line[1024];
        int row = -top;
        erase();
        for (const char *at = text; *at; row++) {
            at = fold(at, (unsigned)COLS - 2, line, sizeof line);
            if (row >= 0 && row < LINES - 1) put_at(row, 1, COLS - 2, PLAIN, line);
        }
        put_at(LINES - 1, 1, COLS - 2, REVERSE, phrase("term.screen.page", NULL).text);
        refresh();
        int key = screen_key(true), last = row + top - (LINES - 1);
        if (key == 'q' || key == ESCAPE || key == '\n' || key == KEY_EXIT) break;
        if (key == KEY_DOWN) top++;
        if (key == KEY_UP) top--;
        if (key == KEY_NPAGE || key == ' ') top += LINES - 2;
        if (key == KEY_PPAGE) top -= LINES - 2;
        if (top > last) top = last;
        if (top < 0) top = 0;
    }
}

/* ---- For who else has the screen ---- */

int screen_put(int row, int rows, enum mark mark, const char *text) {
    char line[1024];
    int used = 0;
    for (; *text && used < rows; used++) {
        text = fold(text, (unsigned)COLS - 2, line, sizeof line);
        put_at(row + used, 1, COLS - 2, mark, line);
    }
    return used;
}

void screen_table(const struct model *model, int board, int log) {
    static struct screen blank; /* nothing is chosen */
    erase();
    blank.spots.count = blank.spots.board = 0;
    draw_title(model, NULL);
    draw_board(&blank, model, board);
    draw_log(model, 1 + board, log);
}

void screen_page(const char *text) { show_page(text); }

static void show_rules(const struct screen *screen, const char *rule) {
    const struct model *model = &screen->sitting->model;
    const struct zk_game *game = zk_games_find(model->game_id, strlen(model->game_id));
    const struct guide *guide = game ? guide_find(game, words_language()) : NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    if (guide && *rule)
        guide_print_rule(guide, rule, out);
    else if (guide)
        guide_print(guide, out);
    fclose(out);
    show_page(size ? text : phrase("term.rules.none", NULL).text);
    free(text);
}

static void show_log(const struct screen *screen) {
    const struct model *model = &screen->sitting->model;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    for (uint32_t i = 0; i < model->log_count; i++)
        if (*model->log[i].text) fprintf(out, "%s\n", model->log[i].text);
    fclose(out);
    show_page(text);
    free(text);
}

static void show_board(const struct screen *screen) {
    char memory[TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_board(&screen->sitting->model, &text);
    show_page(memory);
}

/* What keys do, and what the signs on the board mean. */
static void show_help(const struct screen *screen) {
    const struct model *model = &screen->sitting->model;
    char memory[TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    say(&text, "term.screen.help", NULL);
    zk_text_put(&text, "\n\n");
    if (model->game->drawn && model->game->drawn->legend)
        model->game->drawn->legend(model, model->view, &text);
    show_page(memory);
}

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
    if (*screen->sitting->waiting || (!choice && !spot_of(screen, part))) return;
    path_push(&path, part);
    /* What has no choice is opened to be read, but not where a target is asked for. */
    bool may_open = choice ? !choice->last : !screen->path.count;
    bool opens = is_drawn(screen) && may_open && model->game->drawn->opens &&
                 model->game->drawn->opens(&path);
    bool deeper = choice && (is_drawn(screen) ? !choice->last : choice->ways > 1);
    if (deeper || opens) {
        const struct spot *spot = spot_of(screen, part);
        if (!choice) attempt(screen, part); /* besides opening it: why nothing can be done */
        screen->path = path;
        choose_anew(screen);
        if (spot) screen->from = *spot;
    } else if (choice) {
        sitting_do(screen->sitting, "move", "move", model_move(model, choice->place));
    } else {
        attempt(screen, part);
    }
}

/* The next one in the list, or the one before. */
static void step_in_list(struct screen *screen, int by) {
    size_t count = screen->choices.count, at = 0;
    while (at < count && !is_pointed(screen, screen->choices.choice[at].part)) at++;
    if (!count) return;
    if (at == count)
        at = 0;
    else
        at = (at + count + (size_t)by) % count;
    point_at(screen, screen->choices.choice[at].part);
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

/* By an arrow: over the board where there is one, else in the list. */
static void step(struct screen *screen, int dx, int dy) {
    const struct spot *from = spot_of(screen, screen->pointed), *best = NULL;
    int least = 0;
    for (size_t i = 0; from && i < screen->spots.count; i++) {
        int far = distance(from, &screen->spots.spot[i], dx, dy);
        if (far < 0 || (best && far >= least)) continue;
        best = &screen->spots.spot[i];
        least = far;
    }
    if (best)
        point_at(screen, best->part);
    else if (!from && screen->spots.board)
        point_at(screen, screen->spots.spot[0].part);
    else if (dy && !screen->spots.board)
        step_in_list(screen, dy);
}

/* A figure is part of a card's number where cards have them, else of an amount, or a place in the list. */
static void press_figure(struct screen *screen, char figure) {
    struct phrase longer = key_of(screen->typed, (char[]){figure, 0});
    bool known = spot_of(screen, longer.text) != NULL;
    if (!known) longer = key_of((char[]){figure, 0}, "");
    if (spot_of(screen, longer.text)) {
        point_at(screen, longer.text);
        struct zk_text typed = zk_text_in(screen->typed, sizeof screen->typed);
        zk_text_put(&typed, longer.text);
    } else if (!screen->spots.board && figure > '0' &&
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
        put_at(LINES - 1, 0, COLS, PLAIN, prompt);
        put_at(LINES - 1, (int)width_of(prompt), COLS - (int)width_of(prompt), PLAIN, line);
        move(LINES - 1, (int)(width_of(prompt) + width_of(line)));
        refresh();
        key = screen_key(true);
        if (key >= ' ' && key < 256 && key != 127 && used + 1 < size) {
            line[used++] = (char)key;
        } else if (used && (key == KEY_BACKSPACE || key == 127 || key == '\b')) {
            do used--; /* a whole letter */
            while (used && ((unsigned char)line[used] & 0xc0) == 0x80);
        }
    } while (key != '\n' && key != KEY_ENTER && key != ESCAPE && key != KEY_EXIT);
    line[used] = '\0';
    curs_set(0);
    return used && key != ESCAPE && key != KEY_EXIT;
}

/* A word to the table, as line mode has them. */
static bool take_word(struct screen *screen, const char *line) {
    char memory[2048], sure[16];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    enum asked asked = asks(screen->sitting, line, &text);
    if (asked == ASKED_SAID) show_page(memory);
    if (asked == ASKED_SURE) {
        put_between(&text);
        say(&text, "term.ask.yes", NULL);
        notice(screen, memory);
        draw(screen);
        if (read_line(": ", sure, sizeof sure) && strcmp(sure, "yes") == 0)
            asks_surely(screen->sitting, line);
        screen->notice[0] = '\0';
    }
    return asked != ASKED_NOT;
}

/* A move in notation, rules S20, or a word. */
static void take_line(struct screen *screen) {
    const struct model *model = &screen->sitting->model;
    char line[256];
    if (!read_line(": ", line, sizeof line)) return;
    if (strncmp(line, "rules", 5) == 0) {
        show_rules(screen, line + 5 + strspn(line + 5, " "));
        return;
    }
    const char *rest = after_word(line, "hand");
    if (screen->sitting->around && rest) {
        if (!around_hand(screen->sitting, rest))
            notice(screen, phrase("term.hand.whom", NULL).text);
        return;
    }
    if (take_word(screen, line)) return;
    struct fitting fits = sitting_fit(model, line);
    bool one = fits.exact == 1 || (!fits.exact && fits.begun == 1);
    struct phrase verb = key_of(model_move(model, model_moves(model) - 1), "");
    verb.text[strcspn(verb.text, " ") + 1] = '\0';
    /* What is no legal move is refused with a reason; for a better one it has its verb. */
    bool bare = !strchr(line, ' ') && strchr(verb.text, ' ');
    sitting_do(screen->sitting, "move", "move",
               one    ? model_move(model, fits.last)
               : bare ? key_of(verb.text, line).text
                      : line);
}

/* The game that is over, move by move, and what the strong bot thinks of it. */
static void go_through(struct sitting *sitting) {
    char memory[1024] = "";
    struct zk_text why = zk_text_in(memory, sizeof memory);
    if (!sitting->record) return;
    struct review *review = review_open(sitting->record, &why);
    if (review) {
        screen_review(review);
        review_close(review);
    } else {
        show_page(memory);
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
        choose_anew(screen);
        point_at(screen, last.text);
    } else if (sitting->around && sitting->around->visitor) {
        around_hand_back(sitting);
    } else if (sitting_question(sitting) == QUESTION_ALSO && sitting->local) {
        local_go_on(sitting->link);
    }
}

static void press_mouse(struct screen *screen) {
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & CLICKS)) return;
    for (size_t i = 0; i < screen->spots.count; i++) {
        struct spot spot = screen->spots.spot[i];
        if (spot.beyond || event.y < spot.row || event.y >= spot.row + spot.height ||
            event.x < spot.column || event.x >= spot.column + spot.width)
            continue;
        point_at(screen, spot.part);
        choose(screen, spot.part);
        return;
    }
    if (screen->path.count && is_drawn(screen)) press_escape(screen); /* beside all: back */
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
    case ESCAPE:
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
    case 'r': show_rules(screen, ""); break;
    case 'l': show_log(screen); break;
    case 'b': show_board(screen); break;
    case '?': show_help(screen); break;
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
        case TOLD_DEVICE:
            say_device(sitting, &said);
            show_page(words);
            break;
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
        choose_anew(screen);
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
    static struct screen screen; /* too large for a stack */
    screen = (struct screen){.sitting = sitting};
    sigset_t aside, outside;
    screen_begin();
    /* A signal that comes between two looks is not missed: both are let in only while we wait. */
    sigemptyset(&aside);
    sigaddset(&aside, SIGWINCH);
    sigaddset(&aside, SIGINT);
    pthread_sigmask(SIG_BLOCK, &aside, &outside);
    while (!sitting->leaving && sitting->link->state != LINK_ENDED && !interrupted) {
        struct pollfd polls[2] = {
            {.fd = sitting->link->fd, .events = (short)(POLLIN | sitting->link->events)},
            {.fd = STDIN_FILENO, .events = POLLIN}};
        take_news(&screen);
        sitting_rejoin(sitting);
        if (sitting_question(sitting) == QUESTION_SIT && !*sitting->waiting) {
            char name[64];
            draw(&screen);
            if (read_line(phrase("term.screen.name", NULL).text, name, sizeof name))
                sitting_sit(sitting, name);
            else
                break;
        }
        if (sitting_question(sitting) == QUESTION_NONE) around_go_on(sitting);
        if (!model_is(&sitting->model, "over"))
            screen.noted = false;
        else if (sitting_has_record(sitting))
            note_end(&screen);
        draw(&screen);
        int left = link_timeout_ms(sitting->link), clock = clock_next_ms(&sitting->model);
        if (clock >= 0 && (left < 0 || clock < left)) left = clock;
        struct timespec until = {left / 1000, left % 1000 * 1000000L};
        ppoll(polls, 2, left < 0 ? NULL : &until, &outside);
        for (int key; (key = getch()) != ERR; draw(&screen)) press(&screen, key);
    }
    if (interrupted) sitting->leaving = true;
    pthread_sigmask(SIG_SETMASK, &outside, NULL);
    endwin();
}
