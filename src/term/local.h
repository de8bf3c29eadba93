/* local.h: a link to a table in this process: the door of table/local.h on a thread of its own.
 *
 * What is not in the protocol because only a table on one's own device has it is here: to let the
 * others go on, the steps of a tutorial, a record before the end, and a file in which the table is
 * kept, so that an interrupted game can be taken up again. */
#ifndef TERM_LOCAL_H
#define TERM_LOCAL_H

#include <stdio.h>

#include "link.h"
#include "table/local.h"

struct local_plan {
    uint64_t seed; /* of chance and bots: the same seed and moves, the same game */
    /* Of the game that is opened, or NULL. It outlives the link. */
    const struct zk_tutorial *tutorial;
    /* Where the table is kept while it is played, or NULL; what is there is replaced. */
    const char *keep;
};

/* NULL: there is no memory, or no thread. */
struct link *local_open(const struct local_plan *plan);
/* The same with the table that a file has kept, at its last entry, read from there on; NULL also when it cannot be read. */
struct link *local_resume(const struct local_plan *plan, FILE *file);

/* While a person may do something out of turn, the others wait for this; and at a tutorial's steps. */
void local_go_on(struct link *link);
/* So many steps of the tutorial have been read. */
void local_read(struct link *link, uint32_t steps);
/* The record so far comes as a message, {"request":LOCAL_RECORD,"record":"..."}, as the protocol sends one. */
#define LOCAL_RECORD "local record"
void local_ask_record(struct link *link);
#endif
