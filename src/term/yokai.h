/* yokai.h: what Yokai in words (yokai.c, yokai_count.c) and Yokai drawn (yokai_plane.c) share. */
#ifndef TERM_YOKAI_H
#define TERM_YOKAI_H

#include "model.h"
#include "screen.h"

enum { YOKAI_CARDS = 16 };

struct phrase yokai_family(char letter);
/* "Kitsune–Oni": a hint card by its families. */
struct phrase yokai_plaque(const char *letters);

/* A move taken apart. */
struct yokai_act {
    enum {
        NONE,
        FIRST,
        DEAL,
        PACT,
        SHAPE,
        PEEK,
        MOVE,
        SKIP,
        REVEAL,
        TURNED,
        TAKE,
        LAY,
        DECLARE
    } kind;
    int card, x, y;
    char what[16]; /* a hint, a seat, a shape */
};
struct yokai_act yokai_read_act(const char *text);

struct yokai_card {
    int number, x, y;
    struct value value;
};
unsigned yokai_read_cards(struct value view, struct yokai_card cards[YOKAI_CARDS]);

/* "left of 5 and above 9": the cards that the act's place is next to, without the one that moves. */
struct phrase yokai_where(struct value view, const struct yokai_act *act);

/* ---- yokai_count.c: where all cards are known ---- */

/* Whether a family is together; of each in a line, with its cards. */
void yokai_say_family(struct value view, char letter, struct zk_text *out);
void yokai_say_families(struct value view, struct zk_text *out);
/* At the end: whether what else had to hold holds, and hint by hint whether it was right and what it is worth, a line each; `brief`:
 * in letters, for a narrow panel. */
void yokai_say_conditions(const struct model *model, struct value view, struct zk_text *out);
void yokai_say_hints(const struct model *model, struct value view, bool brief,
                     struct zk_text *out);
/* All of it. */
void yokai_say_count(const struct model *model, struct value view, struct zk_text *out);

extern const struct term_drawn yokai_drawn;

#endif
