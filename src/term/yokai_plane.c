/* yokai_plane.c: Yokai drawn: the plane of cards with its coordinates, and beside it the hints, the goal and the signs.
 *
 * Cards that lie side by side share their lines. In a card's upper line are its number and the letters of those who have
 * looked at it; in it are its family, when that may be seen, and the hint that lies on it. A plane that is larger than
 * its window follows the cursor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "yokai.h"

enum { AXIS = 4, PANEL = 26, PANEL_WIDE = 38, ROWS = 16 };
enum {
    WINDOW_MAX = YOKAI_CARDS + 2
}; /* places in a row: all cards in one, and one at each end */

/* ---- What is seen ---- */

/* A plane as it is drawn: its cards, and which of its places are in the window. */
struct plane {
    struct yokai_card card[YOKAI_CARDS];
    unsigned count;
    int left, top, right, bottom;     /* with a place around all cards */
    int first_x, first_y, wide, high; /* in the window */
    int width, height;                /* of a place, with one of its lines */
    bool names;                       /* those of all families fit; else they are letters */
    int column, row;                  /* of the window's top left */
};

static const struct yokai_card *card_at(const struct plane *plane, int x, int y) {
    for (unsigned i = 0; i < plane->count; i++)
        if (plane->card[i].x == x && plane->card[i].y == y) return &plane->card[i];
    return NULL;
}

static const struct yokai_card *card_of(const struct plane *plane, const char *part) {
    for (unsigned i = 0; i < plane->count; i++)
        if (strcmp(figure(plane->card[i].number).text, part) == 0) return &plane->card[i];
    return NULL;
}

static void read_plane(struct plane *plane, struct value view) {
    memset(plane, 0, sizeof *plane);
    plane->count = yokai_read_cards(view, plane->card);
    for (unsigned i = 0; i < plane->count; i++) {
        const struct yokai_card *card = &plane->card[i];
        if (!i || card->x <= plane->left) plane->left = card->x - 1;
        if (!i || card->x >= plane->right) plane->right = card->x + 1;
        if (!i || card->y <= plane->top) plane->top = card->y - 1;
        if (!i || card->y >= plane->bottom) plane->bottom = card->y + 1;
    }
}

/* How many turns ago somebody has looked at a card, 0 in this one; -1 when never. A view has only whether it was ever;
 * the log tells when, backwards from the last of the looks that there must have been: two a turn (Y9). */
static int looked_ago(const struct model *model, int card, char seat) {
    struct phrase phase = value_text(value_of(model->view, "phase"));
    int64_t turns = value_int(value_of(model->view, "turns"), 0), look = 2 * turns;
    if (strcmp(phase.text, "peek") != 0) look += strcmp(phase.text, "again") == 0 ? 1 : 2;
    for (uint32_t i = model->log_count; i > 0;) {
        const struct line *line = &model->log[--i];
        struct yokai_act act = yokai_read_act(line->notation);
        if (line->undone || act.kind != PEEK) continue;
        look--;
        if (act.card == card && line->by == seat) return (int)(turns - look / 2);
    }
    return -1;
}

/* The family that the reader may see on a card now: all of them at the end, those that are known where the table helps to
 * remember, else those that they look at in this turn. 0 when it is covered. */
static char seen_family(const struct model *model, const struct yokai_card *card) {
    char family = value_text(value_of(card->value, "family")).text[0];
    struct phrase phase = value_text(value_of(model->view, "phase"));
    if (model_is(model, "over") || model->memory) return family;
    if (model->shared) return 0; /* it is shown when only they look */
    bool looking = strcmp(phase.text, "again") == 0 || strcmp(phase.text, "move") == 0;
    bool mine = value_text(value_of(model->view, "turn")).text[0] == model->seat;
    if (!looking || !mine || looked_ago(model, card->number, model->seat) != 0) return 0;
    return family;
}

/* Who has looked at a card: all where the table helps to remember, else those of one round. */
static struct phrase lookers(const struct model *model, const struct yokai_card *card) {
    int players = (int)value_int(value_of(model->view, "players"), 2);
    struct phrase seats = {""};
    struct zk_text text = zk_text_in(seats.text, sizeof seats.text);
    struct each each = each_of(value_of(card->value, "looked"));
    while (each_next(&each)) {
        char seat = value_text(each.value).text[0];
        int ago = model->memory || model_is(model, "over")
                      ? 0
                      : looked_ago(model, card->number, seat);
        if (ago >= 0 && ago < players) zk_text_put_char(&text, seat);
    }
    return seats;
}

/* Whether a place belongs to the goal shape, as it lies best. */
static bool is_goal(struct value view, int x, int y) {
    struct value goal = value_of(view, "goal");
    struct phrase rows = value_text(value_of(goal, "rows"));
    x -= (int)value_int(value_of(goal, "x"), 0);
    y -= (int)value_int(value_of(goal, "y"), 0);
    const char *row = rows.text;
    if (x < 0 || y < 0) return false;
    for (; y > 0 && row; y--) row = strchr(row, '/') ? strchr(row, '/') + 1 : NULL;
    return row && (size_t)x < strcspn(row, "/") && row[x] == '#';
}

/* ---- The window ---- */

/* Where in the plane the cursor is; its middle when it is elsewhere. */
static void find_cursor(const struct canvas *canvas, const struct plane *plane, int *x,
                        int *y) {
    const struct yokai_card *card = card_of(plane, canvas->pointed);
    *x = (plane->left + plane->right) / 2;
    *y = (plane->top + plane->bottom) / 2;
    if (card) {
        *x = card->x;
        *y = card->y;
    } else {
        sscanf(canvas->pointed, "%d,%d", x, y);
    }
}

/* The first of `seen` places out of those from `least` to `most`, so that `at` is in the middle if it can be. */
static int begin_of(int least, int most, int seen, int at) {
    int first = at - seen / 2;
    if (first > most - seen + 1) first = most - seen + 1;
    return first < least ? least : first;
}

static void fit(const struct canvas *canvas, struct plane *plane, int columns) {
    static const int widths[] = {12, 10, 8, 7};
    int wide = plane->right - plane->left + 1, high = plane->bottom - plane->top + 1, i = 0;
    int x, y, room = canvas->rows - 1;
    bool lifted = canvas->path->count > 0;
    columns -= AXIS;
    if (!lifted && wide * 7 + 1 > columns) { /* rather all cards than the places around them */
        plane->left++, plane->right--;
        wide -= 2;
    }
    if (!lifted && high * 2 + 1 > room) {
        plane->top++, plane->bottom--;
        high -= 2;
    }
    while (i < 3 && wide * widths[i] + 1 > columns) i++;
    plane->width = widths[i];
    plane->height = high * 3 + 1 <= room ? 3 : 2;
    plane->names = true;
    for (const char *letter = "KPRO"; *letter; letter++)
        plane->names &= (int)width_of(yokai_family(*letter).text) < plane->width;
    plane->wide = (columns - 1) / plane->width;
    plane->high = (room - 1) / plane->height;
    if (plane->wide > wide) plane->wide = wide;
    if (plane->high > high) plane->high = high;
    find_cursor(canvas, plane, &x, &y);
    plane->first_x = begin_of(plane->left, plane->right, plane->wide, x);
    plane->first_y = begin_of(plane->top, plane->bottom, plane->high, y);
    plane->column = AXIS;
    plane->row = 1;
}

static int column_of(const struct plane *plane, int x) {
    return plane->column + (x - plane->first_x) * plane->width;
}
static int row_of(const struct plane *plane, int y) {
    return plane->row + (y - plane->first_y) * plane->height;
}
static bool is_shown(const struct plane *plane, int x, int y) {
    return x >= plane->first_x && x < plane->first_x + plane->wide && y >= plane->first_y &&
           y < plane->first_y + plane->high;
}

/* ---- Lines ---- */

static bool has_card(const void *of, int x, int y) {
    const struct plane *plane = of;
    return card_at(plane, plane->first_x + x, plane->first_y + y) != NULL;
}

static void draw_lines(const struct canvas *canvas, const struct plane *plane) {
    int column[WINDOW_MAX + 1], row[WINDOW_MAX + 1];
    struct grid grid = {plane->wide, plane->high, column, row, has_card, plane};
    for (int x = 0; x <= plane->wide; x++) column[x] = column_of(plane, plane->first_x + x);
    for (int y = 0; y <= plane->high; y++) row[y] = row_of(plane, plane->first_y + y);
    grid_draw(canvas, &grid);
}

/* The coordinates, and arrows where the plane goes on. */
static void draw_axes(const struct canvas *canvas, const struct plane *plane) {
    int end_x = plane->first_x + plane->wide, end_y = plane->first_y + plane->high;
    for (int x = plane->first_x; x < end_x; x++)
        canvas_put(canvas, 0, column_of(plane, x) + plane->width / 2 - (x < 0), DIM,
                   figure(x).text);
    for (int y = plane->first_y; y < end_y; y++)
        canvas_put(canvas, row_of(plane, y) + (plane->height + 1) / 2, 2 - (y < 0), DIM,
                   figure(y).text);
    canvas_put(canvas, 0, 0, DIM, "y\\x");
    if (plane->first_x > plane->left) canvas_put(canvas, 0, plane->column, BOLD, "<");
    if (end_x <= plane->right) canvas_put(canvas, 0, column_of(plane, end_x), BOLD, ">");
    if (plane->first_y > plane->top) canvas_put(canvas, 1, 0, BOLD, "^");
    if (end_y <= plane->bottom) canvas_put(canvas, row_of(plane, end_y) - 1, 0, BOLD, "v");
}

/* ---- Cards and places ---- */

static enum mark mark_of(char family) {
    return family == 'K' ? RED : family == 'P' ? GREEN : family == 'R' ? MAGENTA : BLUE;
}

/* The place under the cursor: reversed, and between two signs for those who do not see that. */
static void draw_cursor(const struct canvas *canvas, const struct plane *plane, int row,
                        int column) {
    for (int i = 1; i < plane->height; i++)
        for (int j = 1; j < plane->width; j++)
            canvas_put(canvas, row + i, column + j, REVERSE, " ");
    canvas_put(canvas, row + plane->height / 2, column, BOLD, ">");
    canvas_put(canvas, row + plane->height / 2, column + plane->width, BOLD, "<");
}

static void draw_card(const struct canvas *canvas, const struct plane *plane,
                      const struct yokai_card *card) {
    int row = row_of(plane, card->y), column = column_of(plane, card->x);
    struct phrase number = figure(card->number), seats = lookers(canvas->model, card),
                  hint = value_text(value_of(card->value, "hint")), laid, name;
    char family = seen_family(canvas->model, card);
    bool pointed = strcmp(canvas->pointed, number.text) == 0;
    bool lifted = canvas->path->count && strcmp(canvas->path->part[0], number.text) == 0;
    enum mark mark = pointed ? REVERSE : lifted ? DIM : BOLD;
    canvas_put(canvas, row, column + 1, mark, number.text);
    canvas_put(canvas, row, column + plane->width - (int)strlen(seats.text),
               pointed ? REVERSE : PLAIN, seats.text);
    if (pointed) draw_cursor(canvas, plane, row, column);
    laid = key_of(key_of("[", hint.text).text, "]");
    name = yokai_family(family);
    int needs = (int)width_of(name.text) + (*hint.text ? (int)strlen(laid.text) : 0);
    if (!plane->names || needs > plane->width - 1) name = key_of((char[]){family, 0}, "");
    int at = column + 1;
    row += plane->height / 2;
    if (family)
        at = canvas_put(canvas, row, at, pointed ? REVERSE : mark_of(family), name.text);
    if (lifted) canvas_put(canvas, row, at, pointed ? REVERSE : DIM, "...");
    if (*hint.text) canvas_put(canvas, row, at, pointed ? REVERSE : BOLD, laid.text);
}

static struct phrase place_part(int x, int y) {
    return key_of(key_of(figure(x).text, ",").text, figure(y).text);
}

/* An empty place: whether the card in the hand may go there, and whether it belongs to the goal. */
static void draw_place(const struct canvas *canvas, const struct plane *plane,
                       struct value view, int x, int y) {
    struct phrase part = place_part(x, y);
    bool pointed = strcmp(canvas->pointed, part.text) == 0;
    int row = row_of(plane, y) + plane->height / 2, column = column_of(plane, x);
    bool can = canvas_can(canvas, part.text);
    if (can && pointed) draw_cursor(canvas, plane, row_of(plane, y), column);
    if (is_goal(view, x, y)) canvas_put(canvas, row, column + 1, DIM, "::");
    if (!can) return;
    canvas_put(canvas, row, column + plane->width / 2, pointed ? REVERSE : GREEN, "+");
}

static void put_place_spot(const struct canvas *canvas, const struct plane *plane, int x,
                           int y, const char *part) {
    int row = row_of(plane, y), column = column_of(plane, x) + 1, wide = plane->width - 1;
    if (is_shown(plane, x, y))
        canvas_spot(canvas, row, column, plane->height, wide, part);
    else
        canvas_spot_beyond(canvas, row, column, plane->height, wide, part);
}

static void draw_plane(const struct canvas *canvas, struct value view, int columns) {
    struct plane plane;
    read_plane(&plane, view);
    if (!plane.count) return;
    fit(canvas, &plane, columns);
    draw_axes(canvas, &plane);
    draw_lines(canvas, &plane);
    for (int y = plane.top; y <= plane.bottom; y++)
        for (int x = plane.left; x <= plane.right; x++) {
            const struct yokai_card *card = card_at(&plane, x, y);
            struct phrase part = card ? figure(card->number) : place_part(x, y);
            if (card || canvas_can(canvas, part.text))
                put_place_spot(canvas, &plane, x, y, part.text);
            if (!is_shown(&plane, x, y)) continue;
            if (card)
                draw_card(canvas, &plane, card);
            else
                draw_place(canvas, &plane, view, x, y);
        }
}

/* ---- Beside the plane ---- */

/* Rows that are filled from the top, as long as there are any. */
struct panel {
    const struct canvas *canvas;
    int row, column, columns;
};

static void panel_put(struct panel *panel, enum mark mark, const char *text) {
    panel->row = canvas_fold(panel->canvas, panel->row, panel->column,
                             panel->canvas->rows - panel->row, panel->columns, mark, text);
}

/* Something that can be done: a row of its own. */
static void panel_button(struct panel *panel, const char *part, const char *key) {
    const struct canvas *canvas = panel->canvas;
    int top = panel->row;
    bool pointed = strcmp(canvas->pointed, part) == 0;
    if (!canvas_can(canvas, part)) return;
    panel_put(panel, pointed ? REVERSE : BOLD,
              key_of(pointed ? "> " : "• ", phrase(key, NULL).text).text);
    canvas_spot(canvas, top, panel->column, panel->row - top, panel->columns, part);
}

/* The hints that are turned up, side by side. */
static void put_hints(struct panel *panel, struct value view) {
    const struct canvas *canvas = panel->canvas;
    struct each each = each_of(value_of(view, "open"));
    int column = panel->column;
    while (each_next(&each)) {
        struct phrase hint = value_text(each.value), text = key_of("[", hint.text);
        bool chosen = canvas->path->count && strcmp(canvas->path->part[0], hint.text) == 0;
        bool pointed = strcmp(canvas->pointed, hint.text) == 0;
        text = key_of(text.text, "]");
        int width = (int)strlen(text.text);
        if (column + width > panel->column + panel->columns) {
            panel->row++;
            column = panel->column;
        }
        if (pointed) canvas_put(canvas, panel->row, column - 1, BOLD, ">");
        canvas_put(canvas, panel->row, column, pointed || chosen ? REVERSE : BOLD, text.text);
        canvas_spot(canvas, panel->row, column, 1, width, hint.text);
        column += width + 1;
    }
    panel->row += column > panel->column;
}

static void put_pile(struct panel *panel, struct value view) {
    bool blind = value_bool(value_of(view, "blind"));
    int64_t count = value_int(value_of(view, "open_count"), 0);
    struct phrase said =
        count ? phrase(blind ? "yokai.hints.taken" : "yokai.hints.open", "n",
                       figure(count).text, NULL)
              : phrase(blind ? "yokai.hints.none_taken" : "yokai.hints.none_open", NULL);
    panel_put(panel, PLAIN,
              phrase("yokai.pile", "n", value_text(value_of(view, "pile")).text, NULL).text);
    panel_button(panel, "pile", blind ? "yokai.act.take" : "yokai.act.reveal");
    panel_put(panel, PLAIN, said.text);
    panel_button(panel, "hint", "term.yokai.lay");
    put_hints(panel, view);
}

static void put_pact(struct panel *panel, const char *seat, const char *pact) {
    const struct model *model = panel->canvas->model;
    struct phrase name = model_name(model, *seat), families = yokai_plaque(pact);
    if (!*pact)
        panel_put(panel, PLAIN, phrase("yokai.pact.hidden", "name", name.text, NULL).text);
    else if (*seat == model->seat)
        panel_put(panel, BOLD, phrase("yokai.pact.yours", "pact", families.text, NULL).text);
    else
        panel_put(
            panel, BOLD,
            phrase("yokai.pact.of", "name", name.text, "pact", families.text, NULL).text);
}

/* Reconciliation cards that the reader may see, or those that they may not. */
static void put_pacts(struct panel *panel, struct value view, bool seen) {
    struct each each = each_of(value_of(view, "dealt"));
    while (each_next(&each)) {
        struct phrase seat = value_text(each.value),
                      pact = value_text(value_of(value_of(view, "pacts"), seat.text));
        if ((*pact.text != 0) == seen) put_pact(panel, seat.text, pact.text);
    }
}

static void put_goal(struct panel *panel, struct value view) {
    struct phrase shape = value_text(value_of(view, "shape")),
                  right = value_text(value_of(value_of(view, "goal"), "right"));
    if (!*shape.text) return;
    shape = phrase(key_of("yokai.shape.", shape.text).text, NULL);
    panel_put(panel, BOLD, phrase("yokai.log.shape", "shape", shape.text, NULL).text);
    panel_put(panel, PLAIN, phrase("yokai.goal", "right", right.text, NULL).text);
}

/* What was reached, when all cards are turned up. */
static void put_count(struct panel *panel, struct value view) {
    const struct model *model = panel->canvas->model;
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    for (const char *letter = "KPRO"; *letter; letter++) {
        zk_text_clear(&text);
        yokai_say_family(view, *letter, &text);
        panel_put(panel, mark_of(*letter), memory);
    }
    zk_text_clear(&text);
    yokai_say_conditions(model, view, &text);
    yokai_say_hints(model, view, true, &text);
    panel_put(panel, PLAIN, memory);
}

static void say_families(struct zk_text *out) {
    for (const char *letter = "KPRO"; *letter; letter++) {
        if (*letter != 'K') zk_text_put(out, *letter == 'R' ? "\n" : "  ");
        zk_text_put_char(out, *letter);
        zk_text_put_char(out, ' ');
        zk_text_put(out, yokai_family(*letter).text);
    }
}

/* A sign and what it means. */
static void say_sign(const char *sign, const char *key, struct zk_text *out) {
    zk_text_put(out, sign);
    zk_text_put_char(out, ' ');
    say(out, key, NULL);
    zk_text_put_char(out, '\n');
}

static void say_signs(struct value view, struct zk_text *out) {
    say_sign("AB", "term.yokai.sign.looked", out);
    say_sign("[KP]", "term.yokai.sign.hint", out);
    if (value_bool(value_of(view, "blind"))) say_sign("[?]", "term.yokai.sign.blind", out);
    say_sign("+", "term.yokai.sign.place", out);
    if (value_of(view, "shape").at) say_sign("::", "term.yokai.sign.goal", out);
}

static void yokai_legend(const struct model *model, struct value view, struct zk_text *out) {
    (void)model;
    say_families(out);
    zk_text_put_char(out, '\n');
    say_signs(view, out);
}

static void yokai_draw(const struct canvas *canvas, struct value view) {
    int columns = canvas->columns >= 110 ? PANEL_WIDE : PANEL;
    char memory[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct panel panel = {canvas, 0, canvas->columns - columns + 1, columns - 1};
    draw_plane(canvas, view, canvas->columns - columns);
    if (value_of(view, "count").at && model_is(canvas->model, "over")) {
        put_count(&panel, view);
        return;
    }
    put_pile(&panel, view);
    panel_button(&panel, "declare", "yokai.act.declare");
    panel_button(&panel, "skip", "yokai.act.skip");
    put_pacts(&panel, view, true);
    put_goal(&panel, view);
    say_families(&text);
    panel.row++;
    panel_put(&panel, PLAIN, memory);
    put_pacts(&panel, view, false);
    zk_text_clear(&text);
    say_signs(view, &text);
    panel_put(&panel, DIM, memory);
}

static int yokai_rows(const struct model *model, struct value view) {
    (void)model, (void)view;
    return ROWS;
}

/* ---- Choosing ---- */

/* A card, then its place; a hint, then its card; the pile. Who declares peace is asked once more: it ends the game. */
static struct phrase yokai_part(const char *move, unsigned step) {
    struct yokai_act act = yokai_read_act(move);
    struct phrase none = {""};
    switch (act.kind) {
    case PEEK: return step ? none : figure(act.card);
    case MOVE:
        return step == 0 ? figure(act.card) : step == 1 ? place_part(act.x, act.y) : none;
    case LAY:
        if (step == 1) return figure(act.card);
        return step ? none : key_of(*act.what ? act.what : "hint", "");
    case REVEAL:
    case TAKE: return step ? none : key_of("pile", "");
    case DECLARE: return step > 1 ? none : key_of(step ? "yes" : "declare", "");
    default: return step ? none : key_of(move, "");
    }
}

static void say_card(const struct model *model, const struct yokai_card *card,
                     struct zk_text *out) {
    struct phrase number = figure(card->number), seats = lookers(model, card),
                  hint = value_text(value_of(card->value, "hint"));
    char family = seen_family(model, card);
    struct row row;
    row_begin(&row);
    if (family)
        say(out, "yokai.card.up", "card", number.text, "family", yokai_family(family).text,
            NULL);
    else
        say(out, "yokai.card.down", "card", number.text, NULL);
    if (*hint.text) {
        next_sentence(out);
        say(out,
            strcmp(hint.text, "?") == 0 ? "yokai.card.locked_blind" : "yokai.card.locked_by",
            "hint", yokai_plaque(hint.text).text, NULL);
    }
    for (const char *seat = seats.text; *seat; seat++)
        row_put(&row, model_name(model, *seat).text);
    if (!row.count) return;
    next_sentence(out);
    say(out, "yokai.card.looked", "names", row_end(&row, true), NULL);
}

static void yokai_about(const struct model *model, struct value view, const struct path *path,
                        const char *part, struct zk_text *out) {
    struct plane plane;
    struct yokai_act at = {0};
    (void)path;
    read_plane(&plane, view);
    const struct yokai_card *card = card_of(&plane, part);
    if (card) {
        say_card(model, card, out);
    } else if (sscanf(part, "%d,%d", &at.x, &at.y) == 2) {
        say(out, "yokai.place", "where", yokai_where(view, &at).text, NULL);
    } else if (strcmp(part, "pile") == 0) {
        say(out, "yokai.pile", "n", value_text(value_of(view, "pile")).text, NULL);
    } else if (strcmp(part, "hint") == 0) {
        say(out, "yokai.ask.target_blind", NULL);
    } else if (value_has(value_of(view, "open"), part)) {
        say(out, "yokai.ask.target", "hint", yokai_plaque(part).text, NULL);
    } else if (strcmp(part, "declare") == 0) {
        say(out, "yokai.declare.text", NULL);
    }
}

/* Some card that has no hint on it. */
static int open_card(const struct plane *plane) {
    for (unsigned i = 0; i < plane->count; i++)
        if (!value_of(plane->card[i].value, "hint").at) return plane->card[i].number;
    return 1;
}

static void put_move(int card, int x, int y, struct zk_text *out) {
    zk_text_put(out, "move ");
    zk_text_put_int(out, card);
    zk_text_put(out, " to ");
    zk_text_put(out, place_part(x, y).text);
}

static void put_lay(const char *hint, int card, struct zk_text *out) {
    zk_text_put(out, "hint ");
    if (strcmp(hint, "hint") != 0) {
        zk_text_put(out, hint);
        zk_text_put_char(out, ' ');
    }
    zk_text_put(out, "on ");
    zk_text_put_int(out, card);
}

static void yokai_attempt(const struct model *model, struct value view,
                          const struct path *path, const char *part, struct zk_text *out) {
    struct plane plane;
    struct phrase phase = value_text(value_of(view, "phase"));
    bool moves = strcmp(phase.text, "move") == 0;
    (void)model;
    if (strcmp(path_last(path), "declare") == 0) return;
    read_plane(&plane, view);
    const struct yokai_card *card = card_of(&plane, part),
                            *held = path->count ? card_of(&plane, path->part[0]) : NULL;
    if (held && card)
        put_move(held->number, card->x, card->y, out);
    else if (path->count && card)
        put_lay(path->part[0], card->number, out);
    else if (
        card &&
        moves) /* beside all cards: what would tear them apart, unless something else is wrong */
        put_move(card->number, plane.right + 1, plane.bottom + 1, out);
    else if (card) {
        zk_text_put(out, "peek ");
        zk_text_put_int(out, card->number);
    } else if (strcmp(part, "pile") == 0) {
        zk_text_put(out, value_bool(value_of(view, "blind")) ? "take" : "reveal");
    } else if (strcmp(part, "hint") == 0 || value_has(value_of(view, "open"), part)) {
        put_lay(part, open_card(&plane), out);
    }
}

const struct term_drawn yokai_drawn = {
    .rows = yokai_rows,
    .draw = yokai_draw,
    .part = yokai_part,
    .about = yokai_about,
    .attempt = yokai_attempt,
    .legend = yokai_legend,
};
