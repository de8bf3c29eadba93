/* commands.h: the commands of `zashiki-lab`, each in a file of its name or one that names it. */
#ifndef ZASHIKI_LAB_COMMANDS_H
#define ZASHIKI_LAB_COMMANDS_H

#include "command/command.h"

extern const struct program zashiki_lab;

int run_arena(const struct request *request);
int run_balance(const struct request *request);
int run_bench(const struct request *request);
int run_count(const struct request *request);
int run_coverage(const struct request *request);
int run_crossplay(const struct request *request);
int run_layouts(const struct request *request);
int run_learn(const struct request *request);
int run_match(const struct request *request);
int run_merge(const struct request *request);
int run_score(const struct request *request);
int run_solve(const struct request *request);
int run_suite(const struct request *request);

#endif
