/* records.h: going through files of records. */
#ifndef ZASHIKI_RECORDS_H
#define ZASHIKI_RECORDS_H

#include <stdio.h>

#include "command.h"
#include "core/record.h"

/* Reads all records of a file ("-" is standard input) and calls `whole` for each right one. Wrong
 * ones are told on `complaints`, a line each: "FILE:LINE: S20: sentence". Returns an exit status:
 * all right, some wrong, or not readable, which has been said on standard error then. */
int records_read(const struct request *request, const char *path, FILE *complaints,
                 void (*whole)(void *user, const struct zk_record *record), void *user);
/* The same for those who look at the numbers of draws, too (zk_record.draws). */
int records_read_drawn(const struct request *request, const char *path, FILE *complaints,
                       void (*whole)(void *user, const struct zk_record *record), void *user);

#endif
