/* plot.c: pictures as SVG, see plot.h. */
#include "plot.h"

#include <errno.h>
#include <string.h>

const char plot_ink[] = "#2b2a27", plot_faint[] = "#8c8577", plot_grid[] = "#ded7c8",
           plot_paper[] = "#fbf8f1";

void plot_text(FILE *out, double x, double y, double size, const char *colour,
               const char *anchor, const char *text) {
    fprintf(out,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" fill=\"%s\" text-anchor=\"%s\">",
            x, y, size, colour, anchor);
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else
            fputc(*text, out);
    }
    fputs("</text>\n", out);
}

void plot_box(FILE *out, double x, double y, double width, double height, const char *colour) {
    if (height > 0)
        fprintf(out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                x, y, width, height, colour);
}

void plot_begin(FILE *out, int width, int height, const char *title) {
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"system-ui, sans-serif\">\n",
            width, height, width, height);
    plot_box(out, 0, 0, width, height, plot_paper);
    plot_text(out, 22, 36, 20, plot_ink, "start", title);
}

void plot_end(FILE *out) { fputs("</svg>\n", out); }

bool plot_can(const struct request *request) {
    const char *path = request->value[OPTION_SVG];
    FILE *file = path ? fopen(path, "a") : NULL;
    if (path && !file) complain(request, "cannot write %s: %s", path, strerror(errno));
    if (file) fclose(file);
    return !path || file;
}

bool plot_file(const struct request *request, const char *path,
               void (*draw)(const void *what, FILE *out), const void *what) {
    errno = 0;
    FILE *file = fopen(path, "w");
    bool right = file != NULL;
    if (file) {
        draw(what, file);
        right = !ferror(file);
        right = fclose(file) == 0 && right;
    }
    if (!right) complain(request, "cannot write %s: %s", path, strerror(errno));
    return right;
}
