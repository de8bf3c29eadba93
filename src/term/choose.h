/* choose.h: a move chosen on the whole screen part by part, as a person thinks of it: a card, then a place.
 *
 * A move has parts by which it is chosen ("move 5 to -1,2" is "5", then "-1,2"); a game that draws its board says
 * them (screen.h), for others they are the trunk of its notation and the rest. What is chosen so far is a path. */
#ifndef TERM_CHOOSE_H
#define TERM_CHOOSE_H

#include "model.h"

enum { PART_SIZE = 64, PATH_MAX_PARTS = 6, CHOICES_MAX = 512 };

struct path {
    char part[PATH_MAX_PARTS][PART_SIZE];
    unsigned count;
};

/* Goes on by a part, or back by one; nothing when that is not possible. */
void path_push(struct path *path, const char *part);
void path_pop(struct path *path);
/* The last part, or "". */
const char *path_last(const struct path *path);

/* The part of a move at a step from 0 on; "" when it has no more. */
struct phrase move_part(const struct model *model, const char *move, unsigned step);

struct choice {
    char part[PART_SIZE];
    size_t place; /* of the move, or of the first that goes on so */
    size_t ways;  /* how many moves do */
    bool last;    /* nothing is left to choose: it is the move */
};

/* What can be chosen next, each once. Numbers and places come in their order, row by row; all else as the moves come. */
struct choices {
    struct choice choice[CHOICES_MAX];
    size_t count;
};
void choices_list(struct choices *choices, const struct model *model, const struct path *path);
/* That of a part; NULL when it cannot be chosen. */
const struct choice *choices_find(const struct choices *choices, const char *part);
/* Whether they are amounts: figures and nothing else. */
bool choices_are_amounts(const struct choices *choices);

#endif
