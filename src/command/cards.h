/* cards.h: card sets from files, for the command line alone: nobody else takes a path. */
#ifndef ZASHIKI_CARDS_H
#define ZASHIKI_CARDS_H

#include "command.h"
#include "games/yotei/yotei.h"

/* What they return is an exit status: right, wrong or unusable; what is not right has been said, on
 * `complaints` when a file's contents are wrong. */

/* Reads the set of a file, and lets the settings carry it unless it is built in. */
int cards_carry(const struct request *request, const char *path, struct zk_settings *settings,
                struct zk_yotei_set *set, FILE *complaints);
/* The set by the value of an option: the name of one that is built in, its newest by the name without
 * a number, or a path (it has a / or ends in .json), whose set the settings carry then. */
int cards_find(const struct request *request, const char *value, struct zk_settings *settings,
               struct zk_yotei_set *set, FILE *complaints);
/* The same as the choice of a game's option. Only one file is carried at a time. */
int cards_choose(const struct request *request, const struct zk_game *game, const char *value,
                 struct zk_settings *settings, FILE *complaints);

#endif
