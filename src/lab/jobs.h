/* jobs.h: long work on several processes, counted in order.
 *
 * The work is games or deals with numbers; each is one piece or several, as a deal of an arena is one for
 * each pair. Process j of n takes the pieces j, j + n, j + 2n ... and writes what came of each into a
 * pipe of its own; the parent reads the pipes in turn. So pieces are counted in their order, whoever did
 * them: the result does not depend on the number of processes. A process whose pipe is full waits. */
#ifndef ZASHIKI_JOBS_H
#define ZASHIKI_JOBS_H

#include "command/command.h"

struct jobs {
    enum option_id
        option; /* --deals or --games: what the numbers are of, and how many were asked for */
    uint64_t from, count; /* from .. from + count - 1 */
    unsigned pieces;      /* of each */
    size_t size;          /* bytes of what comes of a piece; no pointers in them */
    void *user;
    /* Does a piece, in a process of its own, and fills in what came of it. */
    void (*work)(void *user, uint64_t number, unsigned piece, void *result);
    /* Counts all pieces of a number. True when that is enough and the rest need not be done. */
    bool (*count_results)(void *user, uint64_t number, const void *results);
};

/* Does all of it, on as many processes as --jobs says, or until `count_results` has enough or somebody presses
 * Ctrl-C; what was counted until then stays counted. Returns the exit status, after saying what is
 * wrong, or what is left to be done. */
int jobs_run(const struct request *request, const struct jobs *jobs);

#endif
