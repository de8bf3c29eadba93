/* fuzz_carry.c: bytes as the file that `zashiki import` reads, into a store of SQLite in memory. What goes in is
 * sound to `audit`, and what comes out again of it is imported into an empty store and exported the same; what
 * does not go in is refused in words. */
#define _GNU_SOURCE /* memfd_create */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../tests/crash_vfs.h"
#include "cli/commands.h"
#include "store/store.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a command has written. */
struct said {
    char *out, *error;
    size_t out_size, error_size;
};

static char *fresh; /* the file of a store without tables */
static size_t fresh_size;

static void must(bool right, const char *law) {
    if (right) return;
    printf("%s\n", law);
    fflush(stdout);
    abort();
}

static void make_fresh(void) {
    char folder[] = P_tmpdir "/zashiki-fuzz-XXXXXX", path[sizeof folder + 8];
    char error[ZK_STORE_ERROR_SIZE];
    must(mkdtemp(folder), "there is no folder");
    snprintf(path, sizeof path, "%s/a.db", folder);
    struct zk_store *store = zk_store_open(path, ZK_STORE_WRITE, error);
    must(store, "there is no store");
    zk_store_close(store);
    FILE *file = fopen(path, "rb");
    must(file && fseek(file, 0, SEEK_END) == 0, "the store has no file");
    fresh_size = (size_t)ftell(file);
    rewind(file);
    fresh = malloc(fresh_size);
    must(fresh && fread(fresh, 1, fresh_size, file) == fresh_size, "it cannot be read");
    fclose(file);
    unlink(path);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    must(sodium_init() >= 0, "libsodium does not start");
    make_fresh();
    crash_vfs_register();
    return 0;
}

/* Whether what a command complains of is only that tables were set aside. */
static bool tells_of_aside(const struct said *said) {
    for (const char *line = said->error, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        const char *found = strstr(line, " is set aside: ");
        if (!end || !found || found > end) return false;
    }
    return true;
}

static int ask(int (*run)(const struct request *request), char *word, struct said *said) {
    static const struct program program = {.name = "zashiki"};
    static const struct command command = {.name = "import"};
    struct request request = {.program = &program, .command = &command};
    request.value[OPTION_DATA] = "/disk";
    request.words = &word;
    FILE *out = stdout, *error = stderr;
    stdout = open_memstream(&said->out, &said->out_size);
    stderr = open_memstream(&said->error, &said->error_size);
    must(stdout && stderr, "no memory");
    int status = run(&request);
    fclose(stdout);
    fclose(stderr);
    stdout = out;
    stderr = error;
    must(status == STATUS_RIGHT || status == STATUS_WRONG, "there is no such status");
    bool silent = said->error_size == 0;
    if (silent != (status == STATUS_RIGHT)) printf("%s", said->error);
    must(silent == (status == STATUS_RIGHT), "it is wrong without a word, or right with one");
    return status;
}

static void forget(struct said *said) {
    free(said->out);
    free(said->error);
}

/* Imports into an empty store. */
static int import(const char *data, size_t size) {
    char path[64];
    struct said said;
    int file = memfd_create("import", 0);
    must(file >= 0 && write(file, data, size) == (ssize_t)size, "no memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    crash_vfs_reset("/disk/zashiki.db", fresh, fresh_size);
    int status = ask(run_import, path, &said);
    forget(&said);
    close(file);
    must(ask(run_audit, NULL, &said) == STATUS_RIGHT || tells_of_aside(&said),
         "what was imported is not sound");
    forget(&said);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct said first, second;
    if (size > 128 * 1024) return -1;
    import((const char *)data, size);
    must(ask(run_export, NULL, &first) == STATUS_RIGHT || tells_of_aside(&first),
         "it cannot be exported");
    must(import(first.out, first.out_size) == STATUS_RIGHT, "an export is not imported");
    must(ask(run_export, NULL, &second) == STATUS_RIGHT, "it cannot be exported again");
    must(zk_same(first.out, first.out_size, second.out, second.out_size),
         "an export has changed");
    forget(&first);
    forget(&second);
    return 0;
}
