/* folder.c: see folder.h. */
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool put_path(char *out, const char *folder, const char *name) {
    return snprintf(out, ZK_PATH_SIZE, "%s%s", folder, name) < ZK_PATH_SIZE;
}

bool zk_folder_find(struct zk_folder *folder, const char *given) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    folder->lock = -1;
    bool fits = false;
    if (given && *given)
        fits = put_path(folder->path, given, "");
    else if (data && *data == '/')
        fits = put_path(folder->path, data, "/zashiki");
    else if (home && *home)
        fits = put_path(folder->path, home, "/.local/share/zashiki");
    return fits && put_path(folder->database, folder->path, "/zashiki.db") &&
           put_path(folder->path_file, folder->path, "/path.json");
}

bool zk_folder_make(const struct zk_folder *folder) {
    char path[ZK_PATH_SIZE];
    memcpy(path, folder->path, sizeof path);
    for (char *at = path + 1; *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = '/';
        if (!made) return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* `how` is F_SETLK, or F_SETLKW to wait for it. */
static bool lock(struct zk_folder *folder, const char *name, int how, const char **error) {
    char path[ZK_PATH_SIZE];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (!put_path(path, folder->path, name)) {
        *error = "its path is too long";
        return false;
    }
    folder->lock =
        zk_folder_make(folder) ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (folder->lock >= 0 && fcntl(folder->lock, how, &whole) == 0) return true;
    *error =
        errno == EACCES || errno == EAGAIN
            ? folder->lock < 0 ? "it may not be written to" : "another zashiki has it open"
            : strerror(errno);
    zk_folder_unlock(folder);
    return false;
}

bool zk_folder_lock(struct zk_folder *folder, const char **error) {
    return lock(folder, "/zashiki.lock", F_SETLK, error);
}

bool zk_folder_lock_path(struct zk_folder *folder, const char **error) {
    return lock(folder, "/path.lock", F_SETLKW, error);
}

bool zk_folder_sync(const char *file) {
    char folder[ZK_PATH_SIZE];
    const char *slash = strrchr(file, '/');
    int size = slash ? (int)(slash - file) + 1 : 1;
    if (snprintf(folder, sizeof folder, "%.*s", size, slash ? file : ".") >= ZK_PATH_SIZE)
        return false;
    int handle = open(folder, O_RDONLY | O_CLOEXEC);
    if (handle < 0) return false;
    bool right = fsync(handle) == 0;
    close(handle);
    return right;
}

bool zk_folder_replace(const char *from, const char *to) {
    int file = open(from, O_RDWR | O_CLOEXEC);
    if (file < 0) return false;
    bool right = fsync(file) == 0;
    close(file);
    return right && rename(from, to) == 0 && zk_folder_sync(to);
}

void zk_folder_unlock(struct zk_folder *folder) {
    if (folder->lock >= 0) close(folder->lock);
    folder->lock = -1;
}
