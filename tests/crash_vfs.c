/* crash_vfs.c: see crash_vfs.h. A file is what is safe, what programs see, and the changes between. */
#include "crash_vfs.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"

enum { FILES = 8, NAME_SIZE = 256, SECTOR = 512, REGIONS = 16, LOCKS = 8 };

/* A change that is not safe yet: bytes at a place, or, without bytes, a new size. */
struct change {
    struct change *next;
    sqlite3_int64 at;
    size_t size;
    bool truncates;
    unsigned char bytes[];
};

struct bytes {
    unsigned char *data;
    size_t size, capacity;
};

struct file {
    char name[NAME_SIZE];
    bool exists, is_safe; /* it is there; its name is safe, too */
    struct bytes safe, seen;
    struct change *first, *last;
    void *region[REGIONS]; /* shared memory, which no crash keeps */
    int shared[LOCKS], exclusive[LOCKS];
    int readers, writer; /* handles with a lock on the file */
};

struct handle {
    sqlite3_file base; /* first */
    struct file *file;
    int lock;
    unsigned shm_shared, shm_exclusive; /* bits */
};

static struct file disk[FILES];
static bool off, armed;
static uint32_t left;
static void (*between)(void *user);
static void *between_user;
static sqlite3_vfs *real;

/* ---- Files ---- */

static void resize(struct bytes *bytes, size_t size) {
    if (size > bytes->capacity) {
        bytes->capacity = size * 2;
        bytes->data = realloc(bytes->data, bytes->capacity);
        assert(bytes->data);
    }
    if (size > bytes->size) memset(bytes->data + bytes->size, 0, size - bytes->size);
    bytes->size = size;
}

static void put(struct bytes *bytes, sqlite3_int64 at, const void *data, size_t size) {
    if ((size_t)at + size > bytes->size) resize(bytes, (size_t)at + size);
    memcpy(bytes->data + at, data, size);
}

static void copy(struct bytes *to, const struct bytes *from) {
    resize(to, from->size);
    if (from->size) memcpy(to->data, from->data, from->size);
}

static void forget_changes(struct file *file) {
    while (file->first) {
        struct change *next = file->first->next;
        free(file->first);
        file->first = next;
    }
    file->last = NULL;
}

static void forget_regions(struct file *file) {
    for (unsigned i = 0; i < REGIONS; i++) {
        free(file->region[i]);
        file->region[i] = NULL;
    }
    memset(file->shared, 0, sizeof file->shared);
    memset(file->exclusive, 0, sizeof file->exclusive);
    file->readers = file->writer = 0;
}

static void empty(struct file *file) {
    forget_changes(file);
    forget_regions(file);
    free(file->safe.data);
    free(file->seen.data);
    memset(file, 0, sizeof *file);
}

static struct file *find(const char *name, bool make) {
    struct file *unused = NULL;
    for (unsigned i = 0; i < FILES; i++) {
        if (disk[i].name[0] && strcmp(disk[i].name, name) == 0) return &disk[i];
        if (!disk[i].name[0] && !unused) unused = &disk[i];
    }
    if (!make) return NULL;
    assert(unused && strlen(name) < NAME_SIZE);
    memcpy(unused->name, name, strlen(name) + 1);
    return unused;
}

static void add_change(struct file *file, const void *bytes, sqlite3_int64 at, size_t size) {
    struct change *change = malloc(sizeof *change + size);
    assert(change);
    *change = (struct change){.at = at, .size = size, .truncates = !bytes};
    if (bytes) memcpy(change->bytes, bytes, size);
    *(file->last ? &file->last->next : &file->first) = change;
    file->last = change;
}

/* Whether there is power for one more change. */
static bool powered(void) {
    if (off) return false;
    if (armed && --left == 0) off = true;
    return !off;
}

/* ---- The methods of a file ---- */

static struct file *file_of(sqlite3_file *base) { return ((struct handle *)base)->file; }

static int vfs_unlock(sqlite3_file *base, int level) {
    struct handle *handle = (struct handle *)base;
    if (handle->lock >= SQLITE_LOCK_RESERVED && level < SQLITE_LOCK_RESERVED)
        handle->file->writer = 0;
    if (handle->lock >= SQLITE_LOCK_SHARED && level == SQLITE_LOCK_NONE)
        handle->file->readers--;
    if (level < handle->lock) handle->lock = level;
    return SQLITE_OK;
}

static int vfs_lock(sqlite3_file *base, int level) {
    struct handle *handle = (struct handle *)base;
    struct file *file = handle->file;
    if (level <= handle->lock) return SQLITE_OK;
    if (file->writer && handle->lock < SQLITE_LOCK_RESERVED &&
        (level >= SQLITE_LOCK_RESERVED || file->writer > SQLITE_LOCK_RESERVED))
        return SQLITE_BUSY;
    if (level == SQLITE_LOCK_EXCLUSIVE && file->readers > 1) return SQLITE_BUSY;
    if (handle->lock == SQLITE_LOCK_NONE) file->readers++;
    if (level >= SQLITE_LOCK_RESERVED) file->writer = level;
    handle->lock = level;
    return SQLITE_OK;
}

static int vfs_reserved(sqlite3_file *base, int *is) {
    *is = file_of(base)->writer != 0;
    return SQLITE_OK;
}

static int vfs_close(sqlite3_file *base) {
    vfs_unlock(base, SQLITE_LOCK_NONE);
    return SQLITE_OK;
}

static int vfs_read(sqlite3_file *base, void *to, int size, sqlite3_int64 at) {
    const struct bytes *seen = &file_of(base)->seen;
    if (off) return SQLITE_IOERR_READ;
    size_t there = (size_t)at < seen->size ? seen->size - (size_t)at : 0;
    if (there > (size_t)size) there = (size_t)size;
    if (there) memcpy(to, seen->data + at, there);
    memset((char *)to + there, 0, (size_t)size - there);
    return there < (size_t)size ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static void come_between(void) {
    void (*act)(void *user) = between;
    if (!act) return;
    between = NULL;
    act(between_user);
    between = act;
}

static int vfs_write(sqlite3_file *base, const void *from, int size, sqlite3_int64 at) {
    come_between();
    if (off) return SQLITE_IOERR_WRITE;
    add_change(file_of(base), from, at, (size_t)size); /* some of which may get there */
    if (!powered()) return SQLITE_IOERR_WRITE;
    put(&file_of(base)->seen, at, from, (size_t)size);
    return SQLITE_OK;
}

static int vfs_truncate(sqlite3_file *base, sqlite3_int64 size) {
    if (off) return SQLITE_IOERR_TRUNCATE;
    add_change(file_of(base), NULL, size, 0);
    if (!powered()) return SQLITE_IOERR_TRUNCATE;
    resize(&file_of(base)->seen, (size_t)size);
    return SQLITE_OK;
}

static int vfs_sync(sqlite3_file *base, int flags) {
    struct file *file = file_of(base);
    (void)flags;
    if (!powered()) return SQLITE_IOERR_FSYNC;
    for (const struct change *change = file->first; change; change = change->next)
        if (change->truncates)
            resize(&file->safe, (size_t)change->at);
        else
            put(&file->safe, change->at, change->bytes, change->size);
    forget_changes(file);
    file->is_safe = true;
    return SQLITE_OK;
}

static int vfs_size(sqlite3_file *base, sqlite3_int64 *size) {
    *size = (sqlite3_int64)file_of(base)->seen.size;
    return off ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int vfs_control(sqlite3_file *base, int what, void *with) {
    (void)base, (void)what, (void)with;
    return SQLITE_NOTFOUND;
}

static int vfs_sector(sqlite3_file *base) {
    (void)base;
    return SECTOR;
}

static int vfs_can(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE; /* as on every disk that SQLite meets */
}

/* ---- Shared memory ---- */

static int vfs_shm_map(sqlite3_file *base, int number, int size, int extend,
                       void volatile **at) {
    struct file *file = file_of(base);
    assert(number < REGIONS);
    if (!file->region[number] && extend) {
        file->region[number] = calloc(1, (size_t)size);
        assert(file->region[number]);
    }
    *at = file->region[number];
    return SQLITE_OK;
}

static int vfs_shm_lock(sqlite3_file *base, int first, int count, int flags) {
    struct handle *handle = (struct handle *)base;
    struct file *file = handle->file;
    unsigned bits = ((1u << count) - 1) << first;
    bool exclusive = flags & SQLITE_SHM_EXCLUSIVE;
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int i = first; i < first + count; i++) {
            if (handle->shm_shared >> i & 1) file->shared[i]--;
            if (handle->shm_exclusive >> i & 1) file->exclusive[i]--;
        }
        handle->shm_shared &= ~bits;
        handle->shm_exclusive &= ~bits;
        return SQLITE_OK;
    }
    for (int i = first; i < first + count; i++)
        if (file->exclusive[i] || (exclusive && file->shared[i])) return SQLITE_BUSY;
    for (int i = first; i < first + count; i++) {
        if (exclusive)
            file->exclusive[i]++;
        else
            file->shared[i]++;
    }
    *(exclusive ? &handle->shm_exclusive : &handle->shm_shared) |= bits;
    return SQLITE_OK;
}

static void vfs_shm_barrier(sqlite3_file *base) { (void)base; }

static int vfs_shm_unmap(sqlite3_file *base, int delete) {
    if (delete) forget_regions(file_of(base));
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = vfs_close,
    .xRead = vfs_read,
    .xWrite = vfs_write,
    .xTruncate = vfs_truncate,
    .xSync = vfs_sync,
    .xFileSize = vfs_size,
    .xLock = vfs_lock,
    .xUnlock = vfs_unlock,
    .xCheckReservedLock = vfs_reserved,
    .xFileControl = vfs_control,
    .xSectorSize = vfs_sector,
    .xDeviceCharacteristics = vfs_can,
    .xShmMap = vfs_shm_map,
    .xShmLock = vfs_shm_lock,
    .xShmBarrier = vfs_shm_barrier,
    .xShmUnmap = vfs_shm_unmap,
};

/* ---- The methods of the disk ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
                    int *flags_out) {
    struct handle *handle = (struct handle *)base;
    (void)vfs;
    memset(handle, 0, sizeof *handle);
    if (off || !name) return SQLITE_CANTOPEN;
    struct file *file = find(name, flags & SQLITE_OPEN_CREATE);
    if (!file || (!file->exists && !(flags & SQLITE_OPEN_CREATE))) return SQLITE_CANTOPEN;
    file->exists = true;
    handle->file = file;
    handle->base.pMethods = &methods;
    if (flags_out) *flags_out = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    struct file *file = find(name, false);
    (void)vfs;
    if (!file || !file->exists) return SQLITE_IOERR_DELETE_NOENT;
    if (!powered()) return SQLITE_IOERR_DELETE;
    if (sync) {
        empty(file);
    } else { /* after a crash it may be there again */
        file->exists = false;
        forget_changes(file);
        resize(&file->seen, 0);
    }
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *can) {
    const struct file *file = find(name, false);
    (void)vfs, (void)flags;
    *can = file && file->exists;
    return SQLITE_OK;
}

static int vfs_full(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

static int vfs_random(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    return real->xRandomness(real, size, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, double *time) {
    (void)vfs;
    return real->xCurrentTime(real, time);
}

void crash_vfs_register(void) {
    static sqlite3_vfs vfs = {
        .iVersion = 1,
        .szOsFile = sizeof(struct handle),
        .mxPathname = NAME_SIZE,
        .zName = "crash",
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full,
        .xRandomness = vfs_random,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_time,
    };
    real = sqlite3_vfs_find(NULL);
    sqlite3_vfs_register(&vfs, 1);
}

void crash_vfs_reset(const char *name, const void *bytes, size_t size) {
    for (unsigned i = 0; i < FILES; i++) empty(&disk[i]);
    off = armed = false;
    if (!bytes) return;
    struct file *file = find(name, true);
    put(&file->safe, 0, bytes, size);
    copy(&file->seen, &file->safe);
    file->exists = file->is_safe = true;
}

void crash_vfs_arm(uint32_t changes) {
    armed = true;
    left = changes;
}

bool crash_vfs_is_off(void) { return off; }

void crash_vfs_between(void (*act)(void *user), void *user) {
    between = act;
    between_user = user;
}

/* Writes what got there of a change: each sector by itself, `often` times in 256. */
static void apply_some(struct bytes *safe, const struct change *change, struct zk_rng *rng,
                       unsigned often) {
    if (change->truncates) {
        if (zk_rng_next(rng) % 256 < often) resize(safe, (size_t)change->at);
        return;
    }
    for (size_t done = 0; done < change->size;) {
        size_t at = (size_t)change->at + done, size = SECTOR - at % SECTOR;
        if (size > change->size - done) size = change->size - done;
        if (zk_rng_next(rng) % 256 < often)
            put(safe, (sqlite3_int64)at, change->bytes + done, size);
        done += size;
    }
}

void crash_vfs_boot(uint64_t seed) {
    struct zk_rng rng = zk_rng_stream(seed, 1);
    for (unsigned i = 0; i < FILES; i++) {
        struct file *file = &disk[i];
        if (!file->name[0]) continue;
        unsigned often = (unsigned)(zk_rng_next(&rng) % 257);
        for (const struct change *change = file->first; change; change = change->next)
            apply_some(&file->safe, change, &rng, often);
        forget_changes(file);
        forget_regions(file);
        /* A name that was never synced, of a new file or of a deleted one. */
        bool known = file->exists == file->is_safe;
        if (!known) file->exists = zk_rng_next(&rng) % 2;
        file->is_safe = file->exists;
        copy(&file->seen, &file->safe);
        if (!file->exists) empty(file);
    }
    off = armed = false;
}
