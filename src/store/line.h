/* line.h: the little that a store looks for in the line of an entry (zk_entry_write). */
#ifndef ZK_LINE_H
#define ZK_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct zk_text;

/* Whether the entry is a move. */
bool zk_line_is_move(const char *line, size_t size);
/* Writes the line without the name of the one who sits down; the name is *name in the line, as JSON has it
 * between its quotes, or NULL with size 0 when there is none. */
void zk_line_split(const char *line, size_t size, struct zk_text *nameless, const char **name,
                   size_t *name_size);
/* Writes such a line with a name. */
void zk_line_join(const char *nameless, size_t size, const char *name, size_t name_size,
                  struct zk_text *line);

#endif
