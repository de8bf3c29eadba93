/* command.h: what a command of `zashiki` is.
 *
 * Each command is one entry of the table in commands.c. What `--help` prints, the manual page and
 * the shells' completions are made from that entry, so they cannot disagree. */
#ifndef ZASHIKI_COMMAND_H
#define ZASHIKI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/game.h"

/* How a command ends. */
enum { STATUS_RIGHT = 0, STATUS_WRONG = 1, STATUS_UNUSABLE = 2, STATUSES };

/* What a word on the command line stands for; the shells complete it accordingly. */
enum word {
    WORD_NONE,
    WORD_ADD,
    WORD_BOT,
    WORD_CARDS,
    WORD_COMMAND,
    WORD_FILE,
    WORD_GAME,
    WORD_NUMBER,
    WORD_RULE,
    WORD_SEAT,
    WORD_SETTING,
    WORD_SHELL,
};

/* Every option of every command. Two of them are called --bot, two
 * --seat. */
enum option_id {
    OPTION_ALL,
    OPTION_AWAY,
    OPTION_BIND,
    OPTION_BOT,
    OPTION_BOT_DELAY,
    OPTION_BOTS,
    OPTION_CARDS,
    OPTION_CONFIG,
    OPTION_DATA,
    OPTION_DEALS,
    OPTION_DEPTH,
    OPTION_FAIR,
    OPTION_FORCE,
    OPTION_FROM,
    OPTION_GAME,
    OPTION_GAMES,
    OPTION_JOBS,
    OPTION_JSON,
    OPTION_LAN,
    OPTION_LAYOUT,
    OPTION_NAME,
    OPTION_PER_ADDRESS,
    OPTION_PLAYERS,
    OPTION_PLAYOUTS,
    OPTION_PORT,
    OPTION_PROXY,
    OPTION_PUBLIC_URL,
    OPTION_RATE,
    OPTION_SAVE,
    OPTION_SEAT,
    OPTION_SEED,
    OPTION_SET,
    OPTION_SIGNATURE,
    OPTION_SPRT,
    OPTION_SVG,
    OPTION_WHOSE,
    OPTION_HELP, /* every command has it; ends a command's list */
    OPTIONS
};

struct option_entry {
    const char *name;     /* without the dashes */
    const char *argument; /* its name in help texts, or NULL */
    enum word word;       /* what the argument is */
    const char *meaning;
};
extern const struct option_entry option_table[OPTIONS];

enum { SETTINGS_MAX = 32, WORDS_MAX = 2, OPTIONS_OF_COMMAND_MAX = 16, EXAMPLES_MAX = 4 };

struct request;

struct command {
    const char *name;
    const char *summary;       /* one line, no full stop */
    const char *arguments;     /* what follows the name in the usage line, options apart */
    const char *description;   /* paragraphs, lines of at most 78 columns */
    enum word word[WORDS_MAX]; /* what the arguments are; the last of them may be repeated */
    unsigned words_min, words_max;
    enum option_id options[OPTIONS_OF_COMMAND_MAX]; /* ended by OPTION_HELP */
    struct {
        const char *line, *meaning;
    } example[EXAMPLES_MAX];      /* ended by a NULL line */
    bool games_examples;          /* those of the games (zk_about) follow them */
    const char *status[STATUSES]; /* what an exit status means, or NULL */
    /* Does it; returns the exit status. */
    int (*run)(const struct request *request);
};
extern const struct command commands[]; /* ended by a NULL name */

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);

/* What was asked for: a command line taken apart. */
struct request {
    const struct command *command;
    const char
        *value[OPTIONS]; /* an option's argument, "" when it has none, NULL when not given */
    const char *setting[SETTINGS_MAX]; /* those of --set */
    unsigned settings_count;
    char *const *words; /* what is no option */
    unsigned words_count;
};

/* Takes a command line apart; argv[0] is the command's name. False when it cannot be understood,
 * after saying why. */
bool request_read(struct request *request, const struct command *command, int argc,
                  char **argv);
/* The number given with an option, or `otherwise`. False, after saying why, when it is none or
 * not within the bounds. */
bool request_number(const struct request *request, enum option_id option, uint64_t least,
                    uint64_t most, uint64_t otherwise, uint64_t *number);
/* How many processes --jobs asks for, at most JOBS_MAX; otherwise one a core. Likewise. */
enum { JOBS_MAX = 256 };
bool request_jobs(const struct request *request, uint64_t *jobs);
/* The game of that id; NULL after saying that there is none. */
const struct zk_game *request_game(const struct request *request, const char *id);
/* The settings of --set, and the rules they make. False after saying what is wrong. */
bool request_rules(const struct request *request, const struct zk_game *game,
                   struct zk_settings *settings, struct zk_rules *rules);
/* The bot of that name, which must know the game; NULL after saying that there is none. */
struct zk_bot;
const struct zk_bot *request_bot(const struct request *request, const struct zk_game *game,
                                 const char *name, size_t size);

/* Says on standard error what is wrong, after the command's name; returns STATUS_UNUSABLE. */
int complain(const struct request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The one of `names`, ended by NULL, that somebody who wrote `word` may have meant, or NULL. */
const char *nearest(const char *word, const char *const *names);
/* Writes out what is left of standard output; returns `status`, or STATUS_UNUSABLE after saying
 * that writing failed. */
int finish_output(const struct request *request, int status);

/* What the commands do, in files of their names. */
int run_arena(const struct request *request);
int run_backup(const struct request *request);
int run_balance(const struct request *request);
int run_bench(const struct request *request);
int run_bots(const struct request *request);
int run_sentences(const struct request *request);
int run_cards(const struct request *request);
int run_check(const struct request *request);
int run_completion(const struct request *request);
int run_count(const struct request *request);
int run_coverage(const struct request *request);
int run_games(const struct request *request);
int run_help(const struct request *request);
int run_manual(const struct request *request);
int run_path(const struct request *request);
int run_play(const struct request *request);
int run_restore(const struct request *request);
int run_rules(const struct request *request);
int run_match(const struct request *request);
int run_merge(const struct request *request);
int run_selfplay(const struct request *request);
int run_serve(const struct request *request);
int run_solve(const struct request *request);
int run_study(const struct request *request);
int run_trace(const struct request *request);

/* Whether the option must be given: it stands among the arguments. */
bool command_needs(const struct command *command, enum option_id id);

/* Calls `put` for each example of a command, and of the games where they follow. */
void help_examples(const struct command *command,
                   void (*put)(FILE *out, const char *line, const char *meaning), FILE *out);
/* What --help prints: of one command, and of the program. */
void help_command(FILE *out, const struct command *command);
void help_program(FILE *out);

#endif
