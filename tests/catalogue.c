/* catalogue.c: see catalogue.h. An entry is a few lines, msgctxt "KEY" first; each of our sentences
 * stands on one line. */
#include "catalogue.h"

#include <string.h>

/* By the character, since a file is long: under sanitizers strncmp and the like look at all of it. */
static bool begins(const char *line, const char *with) {
    while (*with && *line == *with) line++, with++;
    return !*with;
}

static const char *next_line(const char *line) {
    while (*line && *line != '\n') line++;
    return *line ? line + 1 : line;
}

/* The text between quotes, with \" and \\ undone. */
static bool put_quoted(const char *quoted, struct zk_text *text) {
    size_t before = text->used;
    if (*quoted++ != '"') return false;
    for (; *quoted && *quoted != '"' && *quoted != '\n'; quoted++) {
        if (*quoted == '\\' && quoted[1]) quoted++;
        zk_text_put_char(text, *quoted);
    }
    return text->used > before;
}

bool catalogue_put(const char *po, const char *key, const char *field, struct zk_text *text) {
    static const char context[] = "msgctxt \"";
    size_t size = strlen(key), field_size = strlen(field);
    for (const char *line = po; *line; line = next_line(line)) {
        const char *name = line + sizeof context - 1;
        if (!begins(line, context) || !begins(name, key) || name[size] != '"') continue;
        for (line = next_line(line); *line && *line != '\n'; line = next_line(line))
            if (begins(line, field) && line[field_size] == ' ')
                return put_quoted(line + field_size + 1, text);
        return false;
    }
    return false;
}
