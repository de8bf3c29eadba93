/* grid.h: line art around the cells of a grid; neighbours share their lines, and where there is no cell there are none. */
#ifndef TERM_GRID_H
#define TERM_GRID_H

#include "screen.h"

struct grid {
    int wide, high;          /* in cells */
    const int *column, *row; /* of each line: one more than there are cells */
    bool (*has)(const void *of, int x,
                int y); /* whether there is a cell; asked for those around the grid, too */
    const void *of;
};
void grid_draw(const struct canvas *canvas, const struct grid *grid);

#endif
