/* plot.h: pictures as SVG, written by hand, in the colours of the house. */
#ifndef ZASHIKI_PLOT_H
#define ZASHIKI_PLOT_H

#include <stdio.h>

#include "command/command.h"

extern const char plot_ink[], plot_faint[], plot_grid[], plot_paper[];

void plot_begin(FILE *out, int width, int height, const char *title);
void plot_end(FILE *out);
/* `anchor` is "start", "middle" or "end". */
void plot_text(FILE *out, double x, double y, double size, const char *colour,
               const char *anchor, const char *text);
/* A filled box, if it has any height. */
void plot_box(FILE *out, double x, double y, double width, double height, const char *colour);

/* Whether the file of --svg, if there is one, can be written: asked before anything long is begun. False
 * after saying why not. */
bool plot_can(const struct request *request);
/* Draws into a file; false after saying that it cannot be written. */
bool plot_file(const struct request *request, const char *path,
               void (*draw)(const void *what, FILE *out), const void *what);

#endif
