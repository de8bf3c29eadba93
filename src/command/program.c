/* program.c: finds the command that was asked for and lets it run, see command.h. */
#include <signal.h>
#include <string.h>

#include "command.h"
#include "version.h"

const struct command *command_find(const struct program *program, const char *name) {
    for (const struct command *command = program->commands; command->name; command++)
        if (strcmp(command->name, name) == 0) return command;
    return NULL;
}

static int print_version(const struct request *request) {
    printf("%s %s", request->program->name, ZASHIKI_VERSION);
    if (*ZASHIKI_REVISION) printf(" (%s)", ZASHIKI_REVISION);
    putchar('\n');
    return finish_output(request, STATUS_RIGHT);
}

static bool has_moved(const struct program *program, const char *word) {
    for (const char *const *name = program->moved; name && *name; name++)
        if (strcmp(*name, word) == 0) return true;
    return false;
}

static int unknown(const struct request *request, const char *word) {
    const struct program *program = request->program;
    const char *names[32];
    unsigned count = 0;
    for (; program->commands[count].name && count < 31; count++)
        names[count] = program->commands[count].name;
    names[count] = NULL;
    const char *meant = nearest(word, names);
    if (*word == '-')
        complain(request, "there is no option \"%s\"; see %s --help", word, program->name);
    else if (has_moved(program, word))
        complain(request, "%s is a command of another program now: %s %s", word,
                 program->other, word);
    else if (meant)
        complain(request, "there is no command \"%s\"; did you mean \"%s\"?", word, meant);
    else
        complain(request, "there is no command \"%s\"; %s help lists them", word,
                 program->name);
    return STATUS_UNUSABLE;
}

int program_run(const struct program *program, int argc, char **argv) {
    struct request request = {.program = program};
    signal(SIGPIPE, SIG_DFL); /* a reader who has gone away ends us, without a word */
    if (argc < 2) {
        help_program(stderr, program);
        return finish_output(&request, STATUS_UNUSABLE);
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) return print_version(&request);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        help_program(stdout, program);
        return finish_output(&request, STATUS_RIGHT);
    }
    request.command = command_find(program, word);
    if (!request.command) return unknown(&request, word);
    if (!request_read(&request, argc - 1, argv + 1)) return STATUS_UNUSABLE;
    if (request.value[OPTION_HELP]) {
        help_command(stdout, program, request.command);
        return finish_output(&request, STATUS_RIGHT);
    }
    return finish_output(&request, request.command->run(&request));
}
