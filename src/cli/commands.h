/* commands.h: the commands of `zashiki`, each in a file of its name or one that names it. */
#ifndef ZASHIKI_CLI_COMMANDS_H
#define ZASHIKI_CLI_COMMANDS_H

#include "command/command.h"

extern const struct program zashiki;

/* The time of day, as a local table asks for it; `user` is not used. */
uint64_t wall_clock_ms(void *user);

struct zk_folder;

/* Where the command's tables are, for zk_store_open: what --store says, or the file in the data
 * folder. NULL when there is none, and why has been said. */
const char *find_store(const struct request *request, struct zk_folder *folder);

struct zk_store;

/* Names the tables that were set aside: they are no longer served. False when there are some, or they cannot be
 * read. */
bool name_aside(const struct request *request, struct zk_store *store);

int run_audit(const struct request *request);
int run_backup(const struct request *request);
int run_bots(const struct request *request);
int run_cards(const struct request *request);
int run_check(const struct request *request);
int run_games(const struct request *request);
int run_join(const struct request *request);
int run_messages(const struct request *request);
int run_migrate(const struct request *request);
int run_path(const struct request *request);
int run_play(const struct request *request);
int run_export(const struct request *request);
int run_import(const struct request *request);
int run_replay(const struct request *request);
int run_restore(const struct request *request);
int run_rules(const struct request *request);
int run_selfplay(const struct request *request);
int run_sentences(const struct request *request);
int run_serve(const struct request *request);
int run_study(const struct request *request);
int run_trace(const struct request *request);
int run_verify(const struct request *request);
int run_watch(const struct request *request);

#endif
