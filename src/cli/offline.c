/* offline.c: `zashiki` as one static program that needs nothing of the machine: the games, the bots and the terminal, without
 * the server and without the network. It has the same table of commands but for those that are left out. */
#include <assert.h>
#include <string.h>

#include "commands.h"
#include "server/server.h"
#include "term/remote.h"

#define LEFT_OUT(X)                                                                           \
    X(audit) X(backup) X(export) X(import) X(join) X(migrate) X(restore) X(serve) X(watch)

/* The table of commands names their functions; main leaves them out of it. */
#define NEVER_RUN(name)                                                                       \
    int run_##name(const struct request *request) { return not_here(request); }
static int not_here(const struct request *request) {
    complain(request, "not in this program");
    return STATUS_UNUSABLE;
}
LEFT_OUT(NEVER_RUN)

/* No link leads to a server, and no server says anything. */
unsigned remote_ups(const struct link *link) {
    (void)link;
    return 0;
}
const struct zk_phrase zk_server_phrases[] = {{0}};

static bool left_out(const char *name) {
#define IS(other) strcmp(name, #other) == 0 ||
    return LEFT_OUT(IS) false;
}

int main(int argc, char **argv) {
    static struct command commands[64];
    unsigned count = 0;
    for (const struct command *command = zashiki.commands; command->name; command++) {
        if (left_out(command->name)) continue;
        assert(count < sizeof commands / sizeof commands[0] - 1);
        commands[count++] = *command;
    }
    struct program offline = zashiki;
    offline.commands = commands;
    return program_run(&offline, argc, argv);
}
