/* bad_sector.c: to be loaded before a program (LD_PRELOAD): reads of the file $BAD_FILE fail that go over byte $BAD_BYTE. */
#define _GNU_SOURCE /* RTLD_NEXT, pread64 */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_bad(int handle, size_t size, off_t at) {
    const char *file = getenv("BAD_FILE"), *byte = getenv("BAD_BYTE");
    struct stat bad, this;
    if (!file || !byte || stat(file, &bad) != 0 || fstat(handle, &this) != 0) return 0;
    off_t where = (off_t)atoll(byte);
    return bad.st_dev == this.st_dev && bad.st_ino == this.st_ino && at <= where &&
           where < at + (off_t)size;
}

ssize_t pread64(int handle, void *to, size_t size, off64_t at) {
    ssize_t (*call)(int, void *, size_t, off64_t) =
        (ssize_t(*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64");
    if (!is_bad(handle, size, (off_t)at)) return call(handle, to, size, at);
    errno = EIO;
    return -1;
}
