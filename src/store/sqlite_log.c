/* sqlite_log.c: SQLite's log written in large pieces.
 *
 * SQLite writes each page of a commit to its log by two calls, one for the page's head and one for the page. Here what
 * follows on what came before is gathered, and written by one call before a sync or a read, or when it is much. A
 * commit counts when the log was synced, as ever: with synchronous=FULL SQLite tells nobody of it before, and every
 * other call on the log writes what was gathered first. An error that a write meets is told by the call that caused it,
 * which SQLite takes as one of that call: a sync that fails fails the commit.
 *
 * All other files are the system's own, or of whatever is SQLite's default: tests bring a disk that crashes. */
#include <stdlib.h>
#include <string.h>

#include "sqlite_inside.h"

enum { GATHERED_MAX = 128 * 1024 };

struct log_file {
    sqlite3_file base;
    sqlite3_int64 at; /* where the gathered bytes belong */
    int gathered;
    char *bytes;
    sqlite3_file real[]; /* the default's */
};

static sqlite3_file *real_of(sqlite3_file *file) { return ((struct log_file *)file)->real; }

/* Writes what is gathered. What cannot be written is lost, as it is when a write fails. */
static int write_gathered(sqlite3_file *base) {
    struct log_file *file = (struct log_file *)base;
    int size = file->gathered;
    if (!size) return SQLITE_OK;
    file->gathered = 0;
    return file->real->pMethods->xWrite(file->real, file->bytes, size, file->at);
}

static int log_close(sqlite3_file *file) {
    int code = write_gathered(file);
    int closed = real_of(file)->pMethods->xClose(real_of(file));
    free(((struct log_file *)file)->bytes);
    return code == SQLITE_OK ? closed : code;
}

static int log_read(sqlite3_file *file, void *to, int size, sqlite3_int64 at) {
    int code = write_gathered(file);
    return code == SQLITE_OK ? real_of(file)->pMethods->xRead(real_of(file), to, size, at)
                             : code;
}

static int log_write(sqlite3_file *base, const void *from, int size, sqlite3_int64 at) {
    struct log_file *file = (struct log_file *)base;
    bool follows = at == file->at + file->gathered && size <= GATHERED_MAX - file->gathered;
    if (!follows) {
        int code = write_gathered(base);
        if (code != SQLITE_OK) return code;
        if (size > GATHERED_MAX)
            return file->real->pMethods->xWrite(file->real, from, size, at);
        file->at = at;
    }
    memcpy(file->bytes + file->gathered, from, (size_t)size);
    file->gathered += size;
    return SQLITE_OK;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = write_gathered(file);
    return code == SQLITE_OK ? real_of(file)->pMethods->xTruncate(real_of(file), size) : code;
}

static int log_sync(sqlite3_file *file, int flags) {
    int code = write_gathered(file);
    return code == SQLITE_OK ? real_of(file)->pMethods->xSync(real_of(file), flags) : code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
    int code = write_gathered(file);
    return code == SQLITE_OK ? real_of(file)->pMethods->xFileSize(real_of(file), size) : code;
}

static int log_lock(sqlite3_file *file, int level) {
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int log_unlock(sqlite3_file *file, int level) {
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int log_reserved(sqlite3_file *file, int *is) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), is);
}

static int log_control(sqlite3_file *file, int what, void *with) {
    int code = write_gathered(file);
    return code == SQLITE_OK ? real_of(file)->pMethods->xFileControl(real_of(file), what, with)
                             : code;
}

static int log_sector(sqlite3_file *file) {
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int log_can(sqlite3_file *file) {
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static const sqlite3_io_methods methods = {
    .iVersion = 1, /* a log has no shared memory and is not mapped */
    .xClose = log_close,
    .xRead = log_read,
    .xWrite = log_write,
    .xTruncate = log_truncate,
    .xSync = log_sync,
    .xFileSize = log_size,
    .xLock = log_lock,
    .xUnlock = log_unlock,
    .xCheckReservedLock = log_reserved,
    .xFileControl = log_control,
    .xSectorSize = log_sector,
    .xDeviceCharacteristics = log_can,
};

/* ---- The files ---- */

static sqlite3_vfs *under(sqlite3_vfs *vfs) { return vfs->pAppData; }

static int files_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
                      int *flags_out) {
    struct log_file *file = (struct log_file *)base;
    if (!(flags & SQLITE_OPEN_WAL))
        return under(vfs)->xOpen(under(vfs), name, base, flags, flags_out);
    memset(file, 0, sizeof *file);
    file->bytes = malloc(GATHERED_MAX);
    if (!file->bytes) return SQLITE_NOMEM;
    int code = under(vfs)->xOpen(under(vfs), name, file->real, flags, flags_out);
    if (file->real->pMethods)
        file->base.pMethods = &methods; /* to be closed, though it may not have worked */
    else
        free(file->bytes);
    return code;
}

static int files_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    return under(vfs)->xDelete(under(vfs), name, sync);
}

static int files_access(sqlite3_vfs *vfs, const char *name, int flags, int *can) {
    return under(vfs)->xAccess(under(vfs), name, flags, can);
}

static int files_full_name(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    return under(vfs)->xFullPathname(under(vfs), name, size, out);
}

static int files_random(sqlite3_vfs *vfs, int size, char *out) {
    return under(vfs)->xRandomness(under(vfs), size, out);
}

static int files_sleep(sqlite3_vfs *vfs, int microseconds) {
    return under(vfs)->xSleep(under(vfs), microseconds);
}

static int files_time(sqlite3_vfs *vfs, double *time) {
    return under(vfs)->xCurrentTime(under(vfs), time);
}

const char *sqlite_log_files(void) {
    static sqlite3_vfs files = {
        .iVersion = 1,
        .zName = "zashiki",
        .xOpen = files_open,
        .xDelete = files_delete,
        .xAccess = files_access,
        .xFullPathname = files_full_name,
        .xRandomness = files_random,
        .xSleep = files_sleep,
        .xCurrentTime = files_time,
    };
    sqlite3_vfs *standard = sqlite3_vfs_find(NULL);
    sqlite3_mutex *mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1);
    sqlite3_mutex_enter(mutex);
    if (files.pAppData != standard) {
        files.pAppData = standard;
        files.szOsFile = (int)sizeof(struct log_file) + standard->szOsFile;
        files.mxPathname = standard->mxPathname;
        sqlite3_vfs_register(&files, 0);
    }
    sqlite3_mutex_leave(mutex);
    return files.zName;
}
