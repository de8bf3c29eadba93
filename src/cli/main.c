/* main.c: `zashiki`. Everything is in its table of commands. */
#include "commands.h"

int main(int argc, char **argv) { return program_run(&zashiki, argc, argv); }
