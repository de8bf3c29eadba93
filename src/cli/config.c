/* config.c: see config.h. */
#include "config.h"

#include <ctype.h>
#include <string.h>

/* The text without blanks at its ends. */
static char *trimmed(char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t size = strlen(text);
    while (size && isspace((unsigned char)text[size - 1])) size--;
    text[size] = '\0';
    return text;
}

/* The option of this command that has this name, or OPTIONS. */
static enum option_id option_named(const struct command *command, const char *name) {
    for (const enum option_id *o = command->options; *o != OPTION_HELP; o++)
        if (*o != OPTION_CONFIG && strcmp(option_table[*o].name, name) == 0) return *o;
    return OPTIONS;
}

/* One line of the file; false after saying what is wrong. The command line comes first. */
static bool set_line(struct request *request, const struct request *given, char *line,
                     unsigned number) {
    const char *file = request->value[OPTION_CONFIG];
    line = trimmed(line);
    if (!*line || *line == '#' || *line == ';' || *line == '[') return true;
    char *equals = strchr(line, '=');
    if (equals) *equals = '\0';
    const char *name = trimmed(line), *value = equals ? trimmed(equals + 1) : "";
    enum option_id option = option_named(request->command, name);
    if (option == OPTIONS) {
        complain(request, "%s, line %u: there is no option \"%s\"", file, number, name);
        return false;
    }
    bool flag = !option_table[option].argument;
    bool yes = strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 || !equals;
    bool no = strcmp(value, "no") == 0 || strcmp(value, "false") == 0;
    if (flag ? !yes && !no : !*value) {
        complain(request,
                 flag ? "%s, line %u: \"%s\" is yes or no"
                      : "%s, line %u: \"%s\" needs a value",
                 file, number, name);
        return false;
    }
    if (given->value[option]) return true;
    if (!flag || !no) return request_set(request, option, flag ? NULL : value);
    request->value[option] = NULL; /* the last line counts, as on the command line */
    return true;
}

bool config_read(struct request *request, char *text) {
    struct request given = *request;
    unsigned number = 1;
    for (char *line = text, *end; line; line = end, number++) {
        end = strchr(line, '\n');
        if (end) *end++ = '\0';
        if (!set_line(request, &given, line, number)) return false;
    }
    return true;
}
