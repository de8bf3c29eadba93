/* path.h: a person's path of Yokai, kept in the user's data folder (docs/path.md). */
#ifndef ZASHIKI_PATH_H
#define ZASHIKI_PATH_H

#include "command/command.h"
#include "games/yokai/path.h"
#include "term/words.h"

/* Who sits where a person does, in the records of `play`. */
extern const char path_person[];

/* Joins `more` into the path in the user's data folder, or in that of --data where the command has
 * it; the whole goes to *path. False after saying why it cannot be; the file is as it was then. */
bool path_grow(const struct request *request, const struct zk_yokai_path *more,
               struct zk_yokai_path *path);

/* A record of `play`, as one text: when it is a finished game of Yokai that counts (Y36), it becomes part of
 * the path. *best is then the best rank with its rules and number of players. */
enum path_step { PATH_STEP, PATH_NO_STEP, PATH_FAILED };
enum path_step path_add_record(const struct request *request, const char *record,
                               const char *name, struct zk_yokai_path *path,
                               const char **best);

/* A game of Yokai is over, as a record: it goes on the path, and what comes of that is put in a sentence. */
void path_finish(const struct request *request, const char *record, const char *name,
                 struct zk_text *out);
/* It could not be kept; why has been said. */
extern bool path_failed;

/* The whole path in the reader's language, a line for each combination of rules. */
void path_say(const struct request *request, struct zk_text *out);

#endif
