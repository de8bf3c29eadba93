/* clock.h: the clocks of a table, where it has some: what each seat has left at this moment. */
#ifndef TERM_CLOCK_H
#define TERM_CLOCK_H

#include "model.h"

bool clock_is_there(const struct model *model);
/* "4:59" */
struct phrase clock_left(const struct model *model, char seat);
/* After so many milliseconds one that runs shows less; -1 when none runs. */
int clock_next_ms(const struct model *model);
/* What was agreed on: "5 minutes, and 10 s more after each move". */
struct phrase clock_terms(const struct model *model);

#endif
