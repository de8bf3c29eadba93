/* weights.c: weights as the C file that the program is built with, see learn.h. */
#include "learn.h"

static void write_row(const int8_t *row, FILE *file) {
    for (unsigned i = 0; i < ZK_SKETCH_WIDTH; i++)
        fprintf(file, "%s%d", i ? ", " : "{", row[i]);
    fputs("},\n", file);
}

/* What a row is about is said before the first. */
struct title {
    unsigned row;
    const char *text;
};

static void write_table(const char *name, const int8_t (*row)[ZK_SKETCH_WIDTH], unsigned count,
                        const struct title *title, FILE *file) {
    fprintf(file, ".%s = {\n", name);
    for (unsigned i = 0; i < count; i++) {
        if (title && title->text && i == title->row)
            fprintf(file, "    /* %s */\n", title++->text);
        fputs("    ", file);
        write_row(row[i], file);
    }
    fputs("},\n", file);
}

void weights_write(const struct zk_sketch_weights *weights, FILE *file) {
    static const struct title stack[] = {
        {ZK_SKETCH_ASKS, "asks"},   {ZK_SKETCH_AHEAD, "ahead"}, {ZK_SKETCH_MINE, "mine"},
        {ZK_SKETCH_YOURS, "yours"}, {ZK_SKETCH_SIZE, "size"},   {ZK_SKETCH_BELOW, "below"},
        {ZK_SKETCH_LAST, "last"},   {ZK_SKETCH_REACH, "reach"}, {0, NULL},
    };
    static const struct title whole[] = {
        {ZK_SKETCH_LEAD, "lead"},       {ZK_SKETCH_NEAR, "near"},
        {ZK_SKETCH_HAND, "hand"},       {ZK_SKETCH_HELD, "held"},
        {ZK_SKETCH_SPECIAL, "special"}, {ZK_SKETCH_TONES, "tones"},
        {ZK_SKETCH_EDITION, "edition"}, {0, NULL},
    };
    fputs("#include \"weights.h\"\n\n/* clang-format off */\n"
          "const struct zk_sketch_weights zk_sketch_weights = {\n",
          file);
    write_table("stack", weights->stack, ZK_SKETCH_STACK_ROWS, stack, file);
    fputs(".stack_bias = ", file);
    write_row(weights->stack_bias, file);
    write_table("whole", weights->whole, ZK_SKETCH_WHOLE_ROWS, whole, file);
    write_table("mix", weights->mix, ZK_SKETCH_WIDTH, NULL, file);
    fputs(".out = ", file);
    write_row(weights->out, file);
    fprintf(file, ".out_bias = %d,\n};\n", weights->out_bias);
}
