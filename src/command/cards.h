/* cards.h: card sets from files, for the command line alone: nobody else takes a path. */
#ifndef ZASHIKI_CARDS_H
#define ZASHIKI_CARDS_H

#include "command.h"

/* Chooses the card set of a game by the value of its option: the name of a set that is built in,
 * its newest by the name without a number, or a path (it has a / or ends in .json), whose set the
 * settings carry then. Only one file is carried at a time. Returns an exit status: right, wrong or
 * unusable; what is not right has been said, on `complaints` when a file's contents are wrong. */
int cards_choose(const struct request *request, const struct zk_game *game, const char *value,
                 struct zk_settings *settings, FILE *complaints);

#endif
