/* main.c: `zashiki-lab`. Everything is in its table of commands. */
#include "commands.h"

int main(int argc, char **argv) { return program_run(&zashiki_lab, argc, argv); }
