/* canvas.c: the terminal taken and given back, and what is put on it; see screen.h. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fold.h"
#include "screen_inside.h"

volatile sig_atomic_t screen_interrupted;

/* ---- The terminal ---- */

static void on_interrupt(int number) {
    (void)number;
    screen_interrupted = 1;
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
    mousemask(SCREEN_CLICKS | BUTTON1_RELEASED, NULL);
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

/* Whether the terminal has been taken away, without a signal that says so. */
bool screen_is_gone(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) == 1 && input.revents & (POLLHUP | POLLERR | POLLNVAL);
}

/* What ends the program or changes the size is let in meanwhile. */
int screen_key(bool waits) {
    sigset_t aside, before;
    sigemptyset(&aside);
    sigaddset(&aside, SIGWINCH);
    sigaddset(&aside, SIGINT);
    pthread_sigmask(SIG_UNBLOCK, &aside, &before);
    nodelay(stdscr, !waits);
    int key = screen_interrupted ? ERR : getch();
    nodelay(stdscr, TRUE);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (key == ERR && screen_is_gone()) screen_interrupted = 1;
    return screen_interrupted ? KEY_EXIT : key;
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
void screen_put_at(int row, int column, int columns, enum mark mark, const char *text) {
    char clean[SCREEN_TEXT_SIZE];
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
        screen_put_at(canvas->top + row, column, canvas->columns - column, mark, text);
    return column + (int)width_of(text);
}

void canvas_box(const struct canvas *canvas, int row, int column, int height, int width,
                enum mark mark) {
    if (row + height > canvas->rows || column + width > canvas->columns) return;
    row += canvas->top;
    for (int i = 1; i < width - 1; i++) {
        screen_put_at(row, column + i, 1, mark, "─");
        screen_put_at(row + height - 1, column + i, 1, mark, "─");
    }
    for (int i = 1; i < height - 1; i++) {
        screen_put_at(row + i, column, 1, mark, "│");
        screen_put_at(row + i, column + width - 1, 1, mark, "│");
    }
    screen_put_at(row, column, 1, mark, "┌");
    screen_put_at(row, column + width - 1, 1, mark, "┐");
    screen_put_at(row + height - 1, column, 1, mark, "└");
    screen_put_at(row + height - 1, column + width - 1, 1, mark, "┘");
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

void screen_add_spot(struct spots *spots, struct spot spot, const char *part) {
    if (spots->count == SPOTS_MAX) return;
    struct zk_text text = zk_text_in(spot.part, sizeof spot.part);
    zk_text_put(&text, part);
    spots->spot[spots->count++] = spot;
}

static void put_spot(const struct canvas *canvas, struct spot spot, const char *part) {
    if (!canvas->spots) return;
    spot.row += canvas->top;
    screen_add_spot(canvas->spots, spot, part);
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
