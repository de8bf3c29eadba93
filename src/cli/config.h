/* config.h: options from a file. */
#ifndef ZK_CONFIG_H
#define ZK_CONFIG_H

#include "command/command.h"

/* Sets the options of request->command from text, `name = value` by the line; of two lines for one option the
 * last counts, unless it may come again, and what the command line has set stays. The text is cut into pieces, and values stay in it. False
 * after saying what is wrong. */
bool config_read(struct request *request, char *text);

#endif
