/* fold.h: text made fit for a terminal: nothing in it steers, and lines end where they may. Names come from elsewhere. */
#ifndef TERM_FOLD_H
#define TERM_FOLD_H

#include <stddef.h>

#include "core/text.h"

/* The text without what has no width (zero-width spaces are where a browser may break a line) or turns the direction of
 * writing; control characters but line breaks become question marks. */
void clean_text(const char *text, struct zk_text *out);
/* How many bytes of a text fit into so many columns. */
size_t fitting(const char *text, unsigned columns);
/* The next line of a text, of at most so many columns: it ends at a line break, at blanks, or in languages without blanks
 * between two letters, but not before what closes. Returns what follows. */
const char *fold(const char *text, unsigned columns, char *line, size_t size);

#endif
