/* lesson.h: a tutorial (table/tutorial.h) as its learner at the terminal sees it. */
#ifndef TERM_LESSON_H
#define TERM_LESSON_H

#include "model.h"
#include "table/tutorial.h"

struct lesson {
    struct zk_tutorial tutorial;
    uint32_t read;        /* steps */
    char *mover;          /* of each move: a seat's letter, or - */
    char (*notation)[64]; /* as the learner writes it */
};

/* That of a game, with an option such as "edition=fr" besides, or NULL; NULL when it has none. */
struct lesson *lesson_open(const struct zk_game *game, const char *option);
void lesson_free(struct lesson *lesson);
/* Whether the game at the table is the lesson's, which only the first one is; it may be over. */
bool lesson_is_of(const struct lesson *lesson, const struct model *model);
/* The step to be said now, or NULL; and whether it asks for a move. */
const struct zk_tutorial_step *lesson_step(const struct lesson *lesson,
                                           const struct model *model);
bool lesson_asks(const struct lesson *lesson, const struct model *model);
/* Whether the lesson is on, and its next move is not the learner's. */
bool lesson_moves_itself(const struct lesson *lesson, const struct model *model);
/* The move that is wanted now, or NULL: as written. */
const char *lesson_wants(const struct lesson *lesson, const struct model *model);
/* "3/20  Your hand: ...": the step in words. */
void lesson_say(const struct lesson *lesson, const struct model *model,
                const struct zk_tutorial_step *step, struct zk_text *out);

#endif
