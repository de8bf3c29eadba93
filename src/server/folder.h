/* folder.h: the folder where data is kept: the server's tables, a person's path, and a lock for
 * each. */
#ifndef ZK_FOLDER_H
#define ZK_FOLDER_H

#include <stdbool.h>

enum { ZK_PATH_SIZE = 1024 };

struct zk_folder {
    char path[ZK_PATH_SIZE];      /* the folder */
    char database[ZK_PATH_SIZE];  /* zashiki.db in it: the tables */
    char path_file[ZK_PATH_SIZE]; /* path.json in it: the path (docs/path.md) */
    int lock;                     /* held while open for writing, or -1 */
};

/* Where it is: `given`, or else where the XDG base directories say, or else in the home. False
 * when there is nowhere. Looks at no file. */
bool zk_folder_find(struct zk_folder *folder, const char *given);
/* Makes it when it is not there, for this user alone; false with errno. */
bool zk_folder_make(const struct zk_folder *folder);
/* Makes it, too, and locks it, so that one server at a time
 * has it. False with the reason in *error, a constant or from strerror. */
bool zk_folder_lock(struct zk_folder *folder, const char **error);
/* The same for the path alone, which is held for a moment only: waits until nobody else has it. */
bool zk_folder_lock_path(struct zk_folder *folder, const char **error);
void zk_folder_unlock(struct zk_folder *folder);

/* The name of a file that was made or renamed is on the disk when this returns. */
bool zk_folder_sync(const char *file);
/* Puts a file onto the disk and in the place of another at once; false with errno. */
bool zk_folder_replace(const char *from, const char *to);

#endif
