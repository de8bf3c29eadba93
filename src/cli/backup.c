/* backup.c: the commands `backup` and `restore`. */
#define _DEFAULT_SOURCE /* realpath */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "server/serve.h"

static int give_up(const struct request *request, const char *what, const char *why) {
    complain(request, "%s: %s", what, why);
    return STATUS_WRONG;
}

static bool find_folder(const struct request *request, struct zk_folder *folder) {
    if (zk_folder_find(folder, request->value[OPTION_DATA])) return true;
    complain(request, "there is no home folder; name the data folder with --data");
    return false;
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

/* By whatever names. */
static bool is_same(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

static bool is_link(const char *path) {
    struct stat there;
    return lstat(path, &there) == 0 && S_ISLNK(there.st_mode);
}

int run_backup(const struct request *request) {
    struct zk_folder folder;
    char error[ZK_STORE_ERROR_SIZE], part[ZK_PATH_SIZE], end[PATH_MAX];
    const char *to = request->words[0];
    umask(077); /* as the server's own files: hidden cards are in it */
    if (!find_folder(request, &folder)) return STATUS_WRONG;
    if (!exists(folder.database))
        return give_up(request, folder.database, "there are no tables");
    /* A server that runs would go on writing to what has lost its name. */
    if (is_same(to, folder.database))
        return give_up(request, to, "that is where the tables are");
    if (exists(to) && !request->value[OPTION_FORCE])
        return give_up(request, to, "it is there already; --force replaces it");
    if (is_link(to)) { /* which may lead to another disk */
        if (!realpath(to, end))
            return give_up(request, to, "it is a link to a file that is not there");
        to = end;
    }
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return give_up(request, to, "its path is too long");
    struct zk_store *store = zk_store_open(folder.database, ZK_STORE_READ, error);
    if (!store) return give_up(request, "cannot read the tables", error);
    unlink(part);
    bool right = store->kind->copy(store, part);
    if (!right) snprintf(error, sizeof error, "%s", store->error);
    zk_store_close(store);
    if (right && !(right = zk_folder_replace(part, to)))
        snprintf(error, sizeof error, "%s", strerror(errno));
    if (right) return STATUS_RIGHT;
    unlink(part);
    return give_up(request, to, error);
}

/* Whether what is in the file can be played on; tells what cannot. */
static bool is_sound(const struct request *request, struct zk_store *store, const char *file) {
    uint64_t tables, wrong;
    const char *damage = store->kind->check(store);
    if (damage) {
        give_up(request, file, damage);
        return false;
    }
    if (!zk_serve_check(store, &tables, &wrong)) {
        give_up(request, file, store->error);
        return false;
    }
    if (wrong) {
        complain(request, "%s: %llu of %llu tables cannot be played on", file,
                 (unsigned long long)wrong, (unsigned long long)tables);
        return false;
    }
    printf("%llu tables\n", (unsigned long long)tables);
    return true;
}

static int restore(const struct request *request, struct zk_store *store,
                   struct zk_folder *folder) {
    const char *why;
    if (!is_sound(request, store, request->words[0])) return STATUS_WRONG;
    if (!zk_folder_lock(folder, &why)) return give_up(request, folder->path, why);
    int status = STATUS_RIGHT;
    if (exists(folder->database) && !request->value[OPTION_FORCE])
        status = give_up(request, folder->database, "there are tables; --force replaces them");
    else if (!store->kind->copy(store, folder->database))
        status = give_up(request, "cannot restore", store->error);
    else if (!zk_folder_sync(folder->database))
        status = give_up(request, folder->path, strerror(errno));
    zk_folder_unlock(folder);
    return status;
}

int run_restore(const struct request *request) {
    struct zk_folder folder;
    char error[ZK_STORE_ERROR_SIZE];
    umask(077); /* as the server's own files: hidden cards are in it */
    if (!find_folder(request, &folder)) return STATUS_WRONG;
    struct zk_store *store = zk_store_open(request->words[0], ZK_STORE_READ, error);
    if (!store) return give_up(request, "cannot restore", error);
    int status = restore(request, store, &folder);
    zk_store_close(store);
    return status;
}
