/* screen_draw.c: the table on the whole screen, part by part, and pages over it; see screen.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "around.h"
#include "asks.h"
#include "clock.h"
#include "fold.h"
#include "games/list.h"
#include "screen_inside.h"

enum { CHOICES = 5, LOG = 3, SHEET = 8 };

/* ---- Choices ---- */

static void find_choices(struct screen *screen) {
    const struct model *model = &screen->sitting->model;
    enum question question = sitting_question(screen->sitting);
    bool step = question == QUESTION_STEP && lesson_asks(screen->sitting->lesson, model);
    screen->choices.count = 0;
    if (question == QUESTION_MOVE || question == QUESTION_ALSO || step)
        choices_list(&screen->choices, model, &screen->path);
}

void screen_point_at(struct screen *screen, const char *part) {
    struct zk_text text = zk_text_in(screen->pointed, sizeof screen->pointed);
    zk_text_put(&text, part);
}

bool screen_points_at(const struct screen *screen, const char *part) {
    return strcmp(screen->pointed, part) == 0;
}

const struct spot *screen_spot_of(const struct screen *screen, const char *part) {
    for (size_t i = 0; i < screen->spots.count; i++)
        if (strcmp(screen->spots.spot[i].part, part) == 0) return &screen->spots.spot[i];
    return NULL;
}

bool screen_is_drawn(const struct screen *screen) {
    const struct term_drawn *drawn = screen->sitting->model.game->drawn;
    return drawn && drawn->part;
}

bool screen_lists(const struct screen *screen) {
    return !screen_is_drawn(screen) || !screen->sitting->model.game->drawn->rows;
}

/* Something that can be chosen is pointed at; in a lesson what it asks for. What can be done out of turn is not: who presses
 * Enter to go on would do it. */
static void point_somewhere(struct screen *screen) {
    struct sitting *sitting = screen->sitting;
    const char *wanted = lesson_wants(sitting->lesson, &sitting->model);
    struct phrase part = {""};
    if (screen_is_drawn(screen) && !screen->path.count &&
        sitting_question(sitting) == QUESTION_ALSO)
        return;
    if (wanted) part = move_part(&sitting->model, wanted, screen->path.count);
    if (choices_find(&screen->choices, part.text))
        screen_point_at(screen, part.text);
    else if (!choices_find(&screen->choices, screen->pointed) && screen->choices.count)
        screen_point_at(screen, screen->choices.choice[0].part);
}

/* Another turn, or a part more or less: what is pointed at can be chosen. */
void screen_choose_anew(struct screen *screen) {
    find_choices(screen);
    screen->list_first = 0;
    screen->typed[0] = screen->from.part[0] = '\0';
    point_somewhere(screen);
}

/* What the game says of a part, or else the part itself. */
static void say_part(const struct screen *screen, const char *part, struct zk_text *out) {
    const struct model *model = &screen->sitting->model;
    const struct term_drawn *drawn = model->game->drawn;
    if (drawn->about)
        drawn->about(model, model->view, &screen->path, part, out);
    else
        zk_text_put(out, part);
}

static void say_choice(const struct screen *screen, const struct choice *choice,
                       struct zk_text *out) {
    const struct model *model = &screen->sitting->model;
    const char *move = model_move(model, choice->place);
    if (!screen_lists(screen) && !choice->last) {
        say_part(screen, choice->part, out);
    } else if (choice->ways > 1 && !screen->path.count) {
        model_say_trunk(model, move, choice->ways, out);
    } else if (choice->ways > 1) { /* the first of them is without anything more */
        zk_text_put(out, move);
        zk_text_put(out, " ...  ");
        model_say_move(model, move, out);
        put_colon(out);
        say(out, "term.moves.more", "n", figure((int64_t)choice->ways).text, NULL);
    } else {
        char memory[2048];
        struct zk_text words = zk_text_in(memory, sizeof memory);
        if (screen_is_drawn(screen) && screen_lists(screen) && screen->path.count > 1)
            say_part(screen, choice->part, &words);
        else
            model_say_move(model, move, &words);
        zk_text_put(out, move);
        zk_text_put(out, "  ");
        if (strcmp(memory, move) != 0) { /* the game has words for it */
            zk_text_put(out, memory);
            put_stop(out);
            put_between(out);
        }
        model_say_would(model, choice->place, out);
    }
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
    const struct zk_game *game = zk_games_find(model->game_id, strlen(model->game_id));
    struct phrase title = key_of(model->game_id, ".title");
    char memory[512];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    zk_text_put_char(&text, ' ');
    if (has_words(title.text))
        say(&text, title.text, NULL);
    else
        zk_text_put(&text, game ? game->name : model->game_id);
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
    screen_put_at(0, 0, COLS, REVERSE, memory);
    struct phrase keys = phrase("term.screen.title", NULL);
    int width = (int)width_of(keys.text);
    if (sitting && width + 30 < COLS)
        screen_put_at(0, COLS - width - 1, width, REVERSE, keys.text);
}

/* The board of a model: the game's own drawing, or its words. */
static void draw_board(struct screen *screen, const struct model *model, int rows) {
    char memory[SCREEN_TEXT_SIZE], line[1024];
    struct canvas canvas = {model,
                            rows,
                            COLS,
                            &screen->path,
                            screen->pointed,
                            &screen->choices,
                            &screen->spots,
                            1 + screen->step_rows};
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
    for (int i = 0; i < count; i++)
        screen_put_at(top + rows - 1 - i, 1, COLS - 2, DIM, lines[i]);
}

/* Amounts stand side by side. */
static void draw_amounts(struct screen *screen, int row) {
    size_t first = 0, count = screen->choices.count, shown = (size_t)(COLS - 2) / 4;
    while (first + shown <= count &&
           !screen_points_at(screen, screen->choices.choice[first].part))
        first++;
    if (first + shown > count) first = count > shown ? count - shown : 0;
    for (size_t i = first; i < count && i < first + shown; i++) {
        const char *part = screen->choices.choice[i].part;
        char memory[16];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        int column = 1 + 4 * (int)(i - first);
        bool pointed = screen_points_at(screen, part);
        if (strlen(part) < 2) zk_text_put_char(&text, ' ');
        zk_text_put_char(&text, pointed ? '[' : ' ');
        zk_text_put(&text, part);
        zk_text_put_char(&text, pointed ? ']' : ' ');
        screen_put_at(row, column, 4, pointed ? REVERSE : PLAIN, memory);
        screen_add_spot(&screen->spots,
                        (struct spot){.row = row, .column = column, .height = 1, .width = 4},
                        part);
    }
}

/* Where there is a board to point at, something is said of what has no choice, too. */
static int draw_pointed(struct screen *screen, int row, int rows) {
    char memory[2048], line[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    const char *at = memory;
    say_part(screen, screen->pointed, &text);
    for (int i = 0; *at && i < rows; i++) {
        at = fold(at, (unsigned)COLS - 2, line, sizeof line);
        screen_put_at(row++, 1, COLS - 2, PLAIN, line);
    }
    return row;
}

/* Row by row from there; what is pointed at is said in full, as far as there are rows. */
static void draw_listed(struct screen *screen, int row, int end) {
    bool lists = screen_lists(screen), figures = lists || !screen->spots.board;
    size_t i = (size_t)screen->list_first;
    for (; i < screen->choices.count && row < end; i++) {
        const struct choice *choice = &screen->choices.choice[i];
        bool pointed = screen_points_at(screen, choice->part);
        char memory[2048], line[1024];
        struct zk_text text = zk_text_in(memory, sizeof memory);
        if (figures) {
            zk_text_put_uint(&text, i + 1);
            zk_text_put(&text, "  ");
        }
        say_choice(screen, choice, &text);
        const char *at = memory;
        int top = row, most = pointed || (!lists && figures) ? 2 : 1;
        for (; *at && row < end && row < top + most; row++) {
            at = fold(at, (unsigned)COLS - 2, line, sizeof line);
            screen_put_at(row, 1, COLS - 2, pointed ? REVERSE : PLAIN, line);
        }
        if (*at) /* the rest is said when it is pointed at */
            screen_put_at(row - 1, 1 + (int)width_of(line), 1, PLAIN, "…");
        if (lists || !screen_spot_of(screen, choice->part))
            screen_add_spot(&screen->spots,
                            (struct spot){.row = top, .height = row - top, .width = COLS},
                            choice->part);
    }
    screen->list_more = figures ? (int)(screen->choices.count - i) : 0;
}

/* Between the list and the log; in it how many choices there are besides. */
static void draw_rule(const struct screen *screen, int row) {
    char memory[32];
    for (int i = 0; i < COLS; i++) screen_put_at(row, i, 1, DIM, "─");
    for (int down = 0, column = 1; down < 2; down++) {
        int count = down ? screen->list_more : screen->list_first;
        if (count <= 0) continue;
        snprintf(memory, sizeof memory, " %s%d ", down ? "↓" : "↑", count);
        screen_put_at(row, column, COLS - column, PLAIN, memory);
        column += (int)width_of(memory);
    }
}

static void draw_choices(struct screen *screen, int top, int rows) {
    const struct choices *choices = &screen->choices;
    int cursor = 0;
    bool on_board = screen->spots.board > 0 && screen_spot_of(screen, screen->pointed);
    while (cursor < (int)choices->count &&
           !screen_points_at(screen, choices->choice[cursor].part))
        cursor++;
    if (screen_is_drawn(screen) && !screen->spots.board && screen->path.count &&
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
        screen_put_at(row, 1, COLS - 2, BOLD, line);
    }
    screen_put_at(row, 1, COLS - 2, PLAIN,
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
        if (!out || strncmp(line, "    ", 4) == 0)
            continue; /* there is no place for details */
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
        phrase(model_is(model, "paused")   ? "term.screen.paused"
               : visits                    ? "term.screen.visit"
               : question == QUESTION_ALSO ? "term.screen.also"
               : question == QUESTION_OVER
                   ? model->game->has_path ? "term.screen.over.path" : "term.screen.over"
               : screen->path.count ? "term.screen.back"
                                    : "term.screen.keys",
               NULL);
    const char *below = *screen->notice ? screen->notice : reads ? "" : keys.text;
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
        screen_put_at(1 + rows, 1, COLS - 2, BOLD, line);
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
    if (!best || screen_points_at(screen, best->part)) return false;
    screen_point_at(screen, best->part);
    return true;
}

void screen_draw(struct screen *screen) {
    erase();
    if (COLS < SCREEN_COLUMNS || LINES < SCREEN_ROWS) {
        screen_put_at(0, 0, COLS, BOLD, phrase("term.screen.small", NULL).text);
        refresh();
        return;
    }
    screen->step_rows = draw_step(screen);
    struct layout layout = lay_out(screen);
    int list = 1 + screen->step_rows + layout.board, log = list + layout.list;
    screen->spots.count = screen->spots.board = 0;
    screen->list_more = 0;
    find_choices(screen);
    draw_title(&screen->sitting->model, screen->sitting);
    if (sitting_question(screen->sitting) == QUESTION_HAND) {
        draw_cover(screen, LINES - 7);
        refresh();
        return;
    }
    draw_board(screen, &screen->sitting->model, layout.board);
    if (point_near(screen)) {
        screen_draw(screen);
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
    if (layout.rule) draw_rule(screen, log);
    draw_log(&screen->sitting->model, log + layout.rule, layout.log);
    draw_expected(screen, LINES - 3);
    refresh();
}

/* ---- A page over everything: rules, help, the log ---- */

/* `top` is the row of the text with which it begins; more than there are: the end. */
static void show_page(const char *text, int top) {
    for (;;) {
        char line[1024];
        int rows = 0;
        for (const char *at = text; *at; rows++)
            at = fold(at, (unsigned)COLS - 2, line, sizeof line);
        int last = rows - (LINES - 1);
        if (top > last) top = last;
        if (top < 0) top = 0;
        int row = -top;
        erase();
        for (const char *at = text; *at; row++) {
            at = fold(at, (unsigned)COLS - 2, line, sizeof line);
            if (row >= 0 && row < LINES - 1) screen_put_at(row, 1, COLS - 2, PLAIN, line);
        }
        screen_put_at(LINES - 1, 1, COLS - 2, REVERSE, phrase("term.screen.page", NULL).text);
        refresh();
        int key = screen_key(true);
        if (key == 'q' || key == SCREEN_ESCAPE || key == '\n' || key == KEY_EXIT) break;
        if (key == KEY_DOWN) top++;
        if (key == KEY_UP) top--;
        if (key == KEY_NPAGE || key == ' ') top += LINES - 2;
        if (key == KEY_PPAGE) top -= LINES - 2;
        if (key == KEY_HOME) top = 0;
        if (key == KEY_END) top = last;
    }
}

void screen_page(const char *text) { show_page(text, 0); }

/* Row by row, as curses writes, a link that is longer than a row would be copied in pieces: the terminal folds this one. */
void screen_show_link(const char *says, const char *link) {
    int key;
    do {
        erase();
        int used = screen_put(0, LINES - 4, PLAIN, says);
        screen_put(LINES - 1, 1, REVERSE, phrase("term.ask.enter", NULL).text);
        clearok(stdscr, TRUE);
        refresh();
        mvcur(-1, -1, used + 1, 0);
        fputs(link, stdout);
        fflush(stdout);
        key = screen_key(true);
    } while (key != '\n' && key != 'q' && key != SCREEN_ESCAPE && key != KEY_EXIT);
    clear();
}

/* ---- For who else has the screen ---- */

int screen_put(int row, int rows, enum mark mark, const char *text) {
    char line[1024];
    int used = 0;
    for (; *text && used < rows; used++) {
        text = fold(text, (unsigned)COLS - 2, line, sizeof line);
        screen_put_at(row + used, 1, COLS - 2, mark, line);
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

void screen_put_end(const struct model *model, int row, int rows) {
    char why[1024], memory[512];
    struct zk_text reason = zk_text_in(why, sizeof why),
                   points = zk_text_in(memory, sizeof memory);
    say_end(model, &reason, &points);
    int used = screen_put(row, rows, BOLD, why);
    screen_put(row + used, rows - used, PLAIN, memory);
}

void screen_show_rules(const struct screen *screen, const char *rule) {
    char *text = rules_said(&screen->sitting->model, rule);
    if (text) screen_page(text);
    free(text);
}

void screen_show_log(const struct screen *screen) {
    const struct model *model = &screen->sitting->model;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    for (uint32_t i = 0; i < model->log_count; i++)
        if (*model->log[i].text) fprintf(out, "%s\n", model->log[i].text);
    fclose(out);
    show_page(text, INT_MAX); /* what was last is at its end */
    free(text);
}

void screen_show_board(const struct screen *screen) {
    char memory[SCREEN_TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_board(&screen->sitting->model, &text);
    screen_page(memory);
}

/* What keys do, and what the signs on the board mean. */
void screen_show_help(const struct screen *screen) {
    static const char *const keys[] = {"term.screen.help.choose", "term.screen.help.line",
                                       "term.screen.help.ask",    "term.screen.help.look",
                                       "term.screen.help.over",   "term.screen.help.quit"};
    const struct model *model = &screen->sitting->model;
    char memory[SCREEN_TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        say(&text, keys[i], NULL);
        put_stop(&text);
        zk_text_put_char(&text, '\n');
        if (i != 1) continue;
        /* Words that only some tables have. */
        const struct sitting *sitting = screen->sitting;
        const char *word = sitting->around   ? "term.help.hand"
                           : !sitting->local ? "term.help.device"
                                             : NULL;
        if (!word) continue;
        say(&text, word, NULL);
        put_stop(&text);
        zk_text_put_char(&text, '\n');
    }
    zk_text_put_char(&text, '\n');
    if (model->game->drawn && model->game->drawn->legend)
        model->game->drawn->legend(model, model->view, &text);
    screen_page(memory);
}
