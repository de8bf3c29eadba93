/* help.c: what --help prints, from the table of commands. */
#include <string.h>

#include "command.h"
#include "games/list.h"
#include "terminal.h"

enum { USAGE_COLUMNS = 90 }; /* a longer usage line is broken between options */

static void put_heading(FILE *out, const char *heading) {
    struct terminal_marks marks = terminal_marks(terminal_colours(out));
    fprintf(out, "\n%s%s%s\n", marks.bold, heading, marks.plain);
}

/* "--seed S" */
static void write_option(char *text, size_t size, enum option_id id) {
    const struct option_entry *option = &option_table[id];
    snprintf(text, size, "--%s%s%s", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
}

bool command_needs(const struct command *command, enum option_id id) {
    char option[64];
    write_option(option, sizeof option, id);
    return strstr(command->arguments, option) != NULL;
}

static void put_usage(FILE *out, const struct program *program,
                      const struct command *command) {
    char option[64];
    int column = fprintf(out, "%s %s", program->name, command->name);
    if (*command->arguments) column += fprintf(out, " %s", command->arguments);
    for (const enum option_id *o = command->options; *o != OPTION_HELP; o++) {
        if (command_needs(command, *o)) continue;
        write_option(option, sizeof option, *o);
        if (column + (int)strlen(option) + 6 > USAGE_COLUMNS)
            column = fprintf(out, "\n   ") - 1;
        column += fprintf(out, " [%s]%s", option, *o == OPTION_SET ? "..." : "");
    }
    fputc('\n', out);
}

void help_examples(const struct program *program, const struct command *command,
                   void (*put)(FILE *out, const char *line, const char *meaning), FILE *out) {
    for (unsigned i = 0; i < EXAMPLES_MAX && command->example[i].line; i++)
        put(out, command->example[i].line, command->example[i].meaning);
    for (unsigned g = 0; command->games_examples && zk_games[g]; g++) {
        const struct zk_about *about = zk_games[g]->about;
        const struct zk_example *example = about ? about->examples : NULL;
        for (; example && example->arguments; example++) {
            char line[128];
            snprintf(line, sizeof line, "%s %s %s %s", program->name, command->name,
                     zk_games[g]->id, example->arguments);
            put(out, line, example->meaning);
        }
    }
}

static void put_example(FILE *out, const char *line, const char *meaning) {
    fprintf(out, "  %s\n      %s\n", line, meaning);
}

void help_command(FILE *out, const struct program *program, const struct command *command) {
    char option[64];
    put_usage(out, program, command);
    fprintf(out, "\nTo %s.\n", command->summary);
    if (*command->description) fprintf(out, "\n%s\n", command->description);
    put_heading(out, "Options");
    for (const enum option_id *o = command->options;; o++) {
        write_option(option, sizeof option, *o);
        fprintf(out, "  %-22s %s\n", option, option_table[*o].meaning);
        if (*o == OPTION_HELP) break;
    }
    if (command->example[0].line) put_heading(out, "Examples");
    help_examples(program, command, put_example, out);
    put_heading(out, "Exit status");
    for (int i = 0; i < STATUSES; i++)
        if (command->status[i]) fprintf(out, "  %d  %s\n", i, command->status[i]);
}

void help_program(FILE *out, const struct program *program) {
    fprintf(out, "%s COMMAND ...\n\n%s\n", program->name, program->greeting);
    put_heading(out, "Commands");
    for (const struct command *command = program->commands; command->name; command++)
        fprintf(out, "  %-11s %s\n", command->name, command->summary);
    put_heading(out, "Examples");
    for (const struct command *command = program->commands; command->name; command++)
        if (command->example[0].line) fprintf(out, "  %s\n", command->example[0].line);
    fprintf(out, "\nEach command has --help. %s --version says which one this is.\n",
            program->name);
}

int run_help(const struct request *request) {
    if (request->words_count == 0) {
        help_program(stdout, request->program);
        return STATUS_RIGHT;
    }
    const struct command *command = command_find(request->program, request->words[0]);
    if (!command)
        return complain(request, "there is no command \"%s\"; %s help lists them",
                        request->words[0], request->program->name);
    help_command(stdout, request->program, command);
    return STATUS_RIGHT;
}
