/* tutorial.h: the tutorials that travel inside the program, and the learner at the terminal. */
#ifndef ZASHIKI_TUTORIAL_H
#define ZASHIKI_TUTORIAL_H

#include "sitting.h"

/* Reads that of a game; false when it has none. */
bool tutorial_find(const struct zk_game *game, struct zk_tutorial *tutorial);
/* Says the steps that are due, and waits for Enter after each that asks for no move; false when the
 * learner leaves. */
bool tutorial_tell(struct sitting *sitting);
/* Says what a move would do that is legal but not the tutorial's. */
void tutorial_tell_other(const struct sitting *sitting, zk_move move);

#endif
