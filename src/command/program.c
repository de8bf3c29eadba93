/* main.c: `zashiki`. Finds the command and lets it run; everything else is in the table. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "version.h"

static int print_version(void) {
    printf("zashiki %s", ZASHIKI_VERSION);
    if (*ZASHIKI_REVISION) printf(" (%s)", ZASHIKI_REVISION);
    putchar('\n');
    return finish_output(NULL, STATUS_RIGHT);
}

static int unknown(const char *word) {
    const char *names[32];
    unsigned count = 0;
    for (; commands[count].name && count < 31; count++) names[count] = commands[count].name;
    names[count] = NULL;
    const char *meant = nearest(word, names);
    if (*word == '-')
        complain(NULL, "there is no option \"%s\"; see zashiki --help", word);
    else if (meant)
        complain(NULL, "there is no command \"%s\"; did you mean \"%s\"?", word, meant);
    else
        complain(NULL, "there is no command \"%s\"; zashiki help lists them", word);
    return STATUS_UNUSABLE;
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_DFL); /* a reader who has gone away ends us, without a word */
    if (argc < 2) {
        help_program(stderr);
        return finish_output(NULL, STATUS_UNUSABLE);
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) return print_version();
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        help_program(stdout);
        return finish_output(NULL, STATUS_RIGHT);
    }
    const struct command *command = command_find(word);
    if (!command) return unknown(word);
    struct request request;
    if (!request_read(&request, command, argc - 1, argv + 1)) return STATUS_UNUSABLE;
    if (request.value[OPTION_HELP]) {
        help_command(stdout, command);
        return finish_output(&request, STATUS_RIGHT);
    }
    return finish_output(&request, command->run(&request));
}
