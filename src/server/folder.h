/* folder.h: the folder where a server keeps its data: one SQLite file and a lock. */
#ifndef ZK_FOLDER_H
#define ZK_FOLDER_H

#include <stdbool.h>

enum { ZK_PATH_SIZE = 1024 };

struct zk_folder {
    char path[ZK_PATH_SIZE];     /* the folder */
    char database[ZK_PATH_SIZE]; /* zashiki.db in it */
    int lock;                    /* held while open for writing, or -1 */
};

/* Where it is: `given`, or else where the XDG base directories say, or else in the home. False
 * when there is nowhere. Looks at no file. */
bool zk_folder_find(struct zk_folder *folder, const char *given);
/* Makes it when it is not there, for this user alone, and locks it, so that one server at a time
 * has it. False with the reason in *error, a constant or from strerror. */
bool zk_folder_lock(struct zk_folder *folder, const char **error);
void zk_folder_unlock(struct zk_folder *folder);

#endif
