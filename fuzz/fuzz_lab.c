/* fuzz_lab.c: bytes as a file that `zashiki-lab` is given: "S", the name of a suite and a line break, then the records of
 * its first deal, for `score`; or "M" and lines of matches and arenas, for `merge`. What is wrong is told; who plays the
 * first deal twice is told as well; and what was merged is written, and merged again to the same. */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lab/commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a command has written. */
struct said {
    char *out, *error;
    size_t out_size, error_size;
};

static void must(bool right, const char *law) {
    if (right) return;
    printf("%s\n", law);
    fflush(stdout);
    abort();
}

/* Runs the command on a file with these bytes, `times` times. */
static int ask(int (*run)(const struct request *request), char *suite, const char *data,
               size_t size, unsigned times, struct said *said) {
    static const struct program program = {.name = "zashiki-lab"};
    static const struct command command = {.name = "score"};
    struct request request = {.program = &program, .command = &command};
    char path[64], *words[] = {suite, path};
    int file = memfd_create("lab", 0);
    must(file >= 0, "no memory");
    while (times--) must(write(file, data, size) == (ssize_t)size, "no memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    request.value[suite ? OPTION_DEALS : OPTION_JSON] = "1";
    request.words = suite ? words : words + 1;
    request.words_count = suite ? 2 : 1;
    FILE *out = stdout, *error = stderr;
    stdout = open_memstream(&said->out, &said->out_size);
    stderr = open_memstream(&said->error, &said->error_size);
    must(stdout && stderr, "no memory");
    int status = run(&request);
    fclose(stdout);
    fclose(stderr);
    stdout = out;
    stderr = error;
    close(file);
    bool right = status == STATUS_RIGHT;
    must(right == !said->error_size, "it is wrong without a word, or right with one");
    must(right == (said->out_size > 0), "it is right without a word, or wrong with a score");
    return status;
}

static void forget(struct said *said) {
    free(said->out);
    free(said->error);
}

static void score(const char *data, size_t size) {
    struct said said;
    char suite[32];
    const char *stop = memchr(data, '\n', size);
    if (!stop || (size_t)(stop - data) >= sizeof suite) return;
    memcpy(suite, data, (size_t)(stop - data));
    suite[stop - data] = '\0';
    if (strstr(suite, "-normal") || strstr(suite, "-strong")) return; /* they think for long */
    size -= (size_t)(stop + 1 - data);
    int status = ask(run_score, suite, stop + 1, size, 1, &said);
    forget(&said);
    if (status != STATUS_RIGHT || stop[size] != '\n') return;
    must(ask(run_score, suite, stop + 1, size, 2, &said) == STATUS_WRONG,
         "more games are taken than there are");
    forget(&said);
}

static void merge(const char *data, size_t size) {
    struct said first, second;
    if (ask(run_merge, NULL, data, size, 1, &first) == STATUS_RIGHT) {
        must(ask(run_merge, NULL, first.out, first.out_size, 1, &second) == STATUS_RIGHT,
             "what was merged cannot be merged again");
        must(zk_same(first.out, first.out_size, second.out, second.out_size),
             "what was merged has changed");
        forget(&second);
    }
    forget(&first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size || size > 64 * 1024) return -1;
    switch (*data) {
    case 'S': score((const char *)data + 1, size - 1); return 0;
    case 'M': merge((const char *)data + 1, size - 1); return 0;
    default: return -1;
    }
}
