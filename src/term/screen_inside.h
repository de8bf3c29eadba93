/* screen_inside.h: what the files of the whole screen share: canvas.c draws, screen_draw.c lays the table out, screen.c takes keys and
 * news. */
#ifndef TERM_SCREEN_INSIDE_H
#define TERM_SCREEN_INSIDE_H

#include <curses.h>
#include <signal.h>

#include "screen.h"

enum { SCREEN_TEXT_SIZE = 32 * 1024, SCREEN_ESCAPE = 27 };

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
        read; /* the event and the step of a lesson for which the cursor was set */
    int list_first,
        list_more; /* of the choices that are not in the list: those before, and after it */
    int scroll;    /* of a board that is longer than its place */
};

/* What was pressed and let go before we look comes as one event, a click. */
#define SCREEN_CLICKS                                                                         \
    ((mmask_t)(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED |                   \
               BUTTON1_TRIPLE_CLICKED))

/* ---- canvas.c ---- */

extern volatile sig_atomic_t screen_interrupted; /* Ctrl-C */
/* Whether nobody is at the terminal any more. */
bool screen_is_gone(void);
/* Text at a place of the screen, cut off after so many columns. */
void screen_put_at(int row, int column, int columns, enum mark mark, const char *text);
/* Here something is chosen by that part. */
void screen_add_spot(struct spots *spots, struct spot spot, const char *part);

/* ---- screen_draw.c ---- */

void screen_draw(struct screen *screen);
/* The part under the cursor: set, asked for, and where it was drawn, or NULL. */
void screen_point_at(struct screen *screen, const char *part);
bool screen_points_at(const struct screen *screen, const char *part);
const struct spot *screen_spot_of(const struct screen *screen, const char *part);
/* Whether the game draws its board, and things are pointed at there. */
bool screen_is_drawn(const struct screen *screen);
/* Whether all that can be chosen is in the list below, with figures, besides what lies on the board. */
bool screen_lists(const struct screen *screen);
/* Another turn, or a part more or less: what is pointed at can be chosen. */
void screen_choose_anew(struct screen *screen);
/* Pages over everything. */
void screen_show_rules(const struct screen *screen, const char *rule);
void screen_show_log(const struct screen *screen);
void screen_show_board(const struct screen *screen);
void screen_show_help(const struct screen *screen);
/* A sentence, and a link that can be copied in one piece. */
void screen_show_link(const char *says, const char *link);

#endif
