/* manual.c: the manual page in roff, from the table of commands. */
#include <ctype.h>
#include <stdio.h>

#include "command.h"
#include "version.h"

/* Text as roff takes it: dashes that stay dashes, no request by accident at a line's start. */
static void put_text(const char *text) {
    bool start = true;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
        if (*text == '-')
            fputs("\\-", stdout);
        else if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '`')
            fputs("\\(ga", stdout);
        else
            putchar(*text);
        start = *text == '\n';
    }
}

static void put_line(const char *text) {
    put_text(text);
    putchar('\n');
}

static void put_option(enum option_id id) {
    const struct option_entry *option = &option_table[id];
    fputs("\\fB\\-\\-", stdout);
    put_text(option->name);
    fputs("\\fR", stdout);
    if (!option->argument) return;
    fputs(" \\fI", stdout);
    put_text(option->argument);
    fputs("\\fR", stdout);
}

static void put_usage(const struct program *program, const struct command *command) {
    fputs("\\fB", stdout);
    put_text(program->name);
    putchar(' ');
    put_text(command->name);
    fputs("\\fR", stdout);
    if (*command->arguments) {
        fputs(" \\fI", stdout);
        put_text(command->arguments);
        fputs("\\fR", stdout);
    }
    for (const enum option_id *o = command->options; *o != OPTION_HELP; o++) {
        if (command_needs(command, *o)) continue;
        fputs(" [", stdout);
        put_option(*o);
        fputs(*o == OPTION_SET ? "]..." : "]", stdout);
    }
    putchar('\n');
}

static void put_example(FILE *out, const char *line, const char *meaning) {
    (void)out; /* everything here goes to standard output */
    puts(".PP\nExample:");
    put_text(meaning);
    puts("\n.PP\n.RS 4\n.nf");
    put_line(line);
    puts(".fi\n.RE");
}

static void put_command(const struct program *program, const struct command *command) {
    fputs(".SS \"", stdout);
    put_text(program->name);
    putchar(' ');
    put_text(command->name);
    puts("\"");
    put_usage(program, command);
    fputs(".PP\nTo ", stdout);
    put_text(command->summary);
    puts(".");
    if (*command->description) {
        puts(".PP");
        put_line(command->description);
    }
    for (const enum option_id *o = command->options; *o != OPTION_HELP; o++) {
        puts(".TP");
        put_option(*o);
        putchar('\n');
        put_line(option_table[*o].meaning);
    }
    help_examples(program, command, put_example, stdout);
}

/* The title, the name and what it is. */
static void put_head(const struct program *program) {
    fputs(".TH ", stdout);
    for (const char *at = program->name; *at; at++) putchar(toupper((unsigned char)*at));
    printf(" 1 \"\" \"zashiki %s\" \"Games\"\n.SH NAME\n", ZASHIKI_VERSION);
    put_text(program->name);
    fputs(" \\- ", stdout);
    put_line(program->summary);
}

int run_manual(const struct request *request) {
    const struct program *program = request->program;
    put_head(program);
    puts(".SH SYNOPSIS");
    for (const struct command *command = program->commands; command->name; command++) {
        put_usage(program, command);
        if (command[1].name) puts(".br");
    }
    puts(".SH DESCRIPTION");
    fputs(program->description, stdout);
    puts(
        ".PP\n"
        "Every command has the option \\fB\\-\\-help\\fR; \\fB\\-\\-version\\fR in the place of a\n"
        "command says which program this is.");
    puts(".SH COMMANDS");
    for (const struct command *command = program->commands; command->name; command++)
        put_command(program, command);
    puts(".SH EXIT STATUS");
    puts(
        ".TP\n0\nAll is well.\n"
        ".TP\n1\nSomething that was looked at is wrong, such as a record.\n"
        ".TP\n2\nThe command line cannot be understood, or a file cannot be read or written.");
    puts(".SH ENVIRONMENT");
    puts(".TP\n\\fBNO_COLOR\\fR\nWhen it is set and not empty, nothing is coloured.\n"
         ".TP\n\\fBTERM\\fR\nWhen it is \\fBdumb\\fR, nothing is coloured either.");
    puts(".SH SEE ALSO");
    fputs("\\fB", stdout);
    put_text(program->other);
    puts("\\fR(1)");
    return STATUS_RIGHT;
}
