/* note_syncs.c: to be loaded before a program (LD_PRELOAD): each file that is synced or renamed is noted in the file
 * $NOTE_SYNCS, in that order, a line each: "sync PATH", "rename FROM<tab>TO". */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void note(const char *what, const char *path, const char *to) {
    const char *where = getenv("NOTE_SYNCS");
    FILE *file = where ? fopen(where, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s %s%s%s\n", what, path, to ? "\t" : "", to ? to : "");
    fclose(file);
}

static int sync_with(const char *name, int handle) {
    char link[64], path[4096];
    int (*call)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t size = readlink(link, path, sizeof path - 1);
    int result = call(handle);
    if (size < 0 || result != 0) return result;
    path[size] = '\0';
    note("sync", path, NULL);
    return 0;
}

int fsync(int handle) { return sync_with("fsync", handle); }
int fdatasync(int handle) { return sync_with("fdatasync", handle); }

int rename(const char *from, const char *to) {
    int (*call)(const char *, const char *) =
        (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    int result = call(from, to);
    if (result == 0) note("rename", from, to);
    return result;
}
