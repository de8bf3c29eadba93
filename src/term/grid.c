/* grid.c: see grid.h. */
#include "grid.h"

/* Where four cells meet: a line goes up where one of the two upper ones is there, and so on. */
static const char *corner(const struct grid *grid, int x, int y) {
    static const char *const signs[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                          "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    bool a = grid->has(grid->of, x - 1, y - 1), b = grid->has(grid->of, x, y - 1),
         c = grid->has(grid->of, x - 1, y), d = grid->has(grid->of, x, y);
    return signs[(a || b) | (b || d) << 1 | (c || d) << 2 | (a || c) << 3];
}

void grid_draw(const struct canvas *canvas, const struct grid *grid) {
    for (int y = 0; y <= grid->high; y++)
        for (int x = 0; x <= grid->wide; x++) {
            int row = grid->row[y], column = grid->column[x];
            bool here = grid->has(grid->of, x, y), above = grid->has(grid->of, x, y - 1),
                 left = grid->has(grid->of, x - 1, y);
            canvas_put(canvas, row, column, PLAIN, corner(grid, x, y));
            if (x < grid->wide && (here || above))
                for (int i = column + 1; i < grid->column[x + 1]; i++)
                    canvas_put(canvas, row, i, PLAIN, "─");
            if (y < grid->high && (here || left))
                for (int i = row + 1; i < grid->row[y + 1]; i++)
                    canvas_put(canvas, i, column, PLAIN, "│");
        }
}
