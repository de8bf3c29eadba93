/* catalogue.h: English sentences out of a .po file. */
#ifndef ZASHIKI_CATALOGUE_H
#define ZASHIKI_CATALOGUE_H

#include "core/text.h"

/* Puts the sentence of that key; `field` is "msgid" for the English of en.po, "msgstr" for a
 * translation. False when the file, which ends with a NUL, does not have it, or has it empty. */
bool catalogue_put(const char *po, const char *key, const char *field, struct zk_text *text);

#endif
