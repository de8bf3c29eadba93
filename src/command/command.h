/* command.h: what a program and its commands are.
 *
 * A program is a table of commands, in its own folder: `zashiki` in cli/commands.c, `zashiki-lab` in
 * lab/commands.c. Each command is one entry of it. What `--help` prints, the manual page and the
 * shells' completions are made from that entry, so they cannot disagree. */
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

/* Every option of every command. Two of them are called --bot, two --seat. */
enum option_id {
    OPTION_ADVICE,
    OPTION_ALL,
    OPTION_AWAY,
    OPTION_BIND,
    OPTION_BOT,
    OPTION_BOT_DELAY,
    OPTION_BOTS,
    OPTION_CARDS,
    OPTION_CLOCK,
    OPTION_CONFIG,
    OPTION_CONTACT,
    OPTION_DATA,
    OPTION_DEALS,
    OPTION_DEPTH,
    OPTION_FAIR,
    OPTION_FIRST,
    OPTION_FORCE,
    OPTION_FROM,
    OPTION_GAME,
    OPTION_GAMES,
    OPTION_JOBS,
    OPTION_JSON,
    OPTION_KEEP,
    OPTION_LAN,
    OPTION_LANG,
    OPTION_LAYOUT,
    OPTION_MEMORY,
    OPTION_MESSAGES,
    OPTION_METRICS,
    OPTION_NAME,
    OPTION_PEOPLE,
    OPTION_PER_ADDRESS,
    OPTION_PLAIN,
    OPTION_PLAYERS,
    OPTION_PLAYOUTS,
    OPTION_PORT,
    OPTION_PROXY,
    OPTION_PUBLIC_URL,
    OPTION_RATE,
    OPTION_ROUNDS,
    OPTION_SAVE,
    OPTION_SEAT,
    OPTION_SEED,
    OPTION_SET,
    OPTION_SIGNATURE,
    OPTION_SPRT,
    OPTION_STAND_IN,
    OPTION_STORE,
    OPTION_TUTORIAL,
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

enum { SETTINGS_MAX = 32, WORDS_MAX = 2, OPTIONS_OF_COMMAND_MAX = 17, EXAMPLES_MAX = 4 };

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

struct program {
    const char *name;               /* as it is called: "zashiki" */
    const char *summary;            /* what it is, for the manual's first line; no full stop */
    const char *greeting;           /* a sentence at the top of --help */
    const char *description;        /* a paragraph of the manual, as lines of roff */
    const struct command *commands; /* ended by a NULL name */
    const char *other;              /* the program beside it */
    const char *const *moved; /* commands that have moved there, ended by NULL; or NULL */
};

/* All that a program does: finds the command, lets it run and returns the exit status. */
int program_run(const struct program *program, int argc, char **argv);

/* The command of that name, or NULL. */
const struct command *command_find(const struct program *program, const char *name);

/* What was asked for: a command line taken apart. */
struct request {
    const struct program *program;
    const struct command *command; /* NULL before it is known */
    const char
        *value[OPTIONS]; /* an option's argument, "" when it has none, NULL when not given */
    const char *setting[SETTINGS_MAX]; /* those of --set or --proxy, which may come again */
    unsigned settings_count;
    char *const *words; /* what is no option */
    unsigned words_count;
};

/* Takes the command line of request->command apart; argv[0] is its name. False when it cannot be
 * understood, after saying why. */
bool request_read(struct request *request, int argc, char **argv);
/* An option and its argument, or NULL; false after saying that it comes too often. */
bool request_set(struct request *request, enum option_id option, const char *argument);
/* The number given with an option, or `otherwise`. False, after saying why, when it is none or
 * not within the bounds. */
bool request_number(const struct request *request, enum option_id option, uint64_t least,
                    uint64_t most, uint64_t otherwise, uint64_t *number);
/* How many processes --jobs asks for, at most JOBS_MAX; otherwise one a core. Likewise. */
enum { JOBS_MAX = 256 };
bool request_jobs(const struct request *request, uint64_t *jobs);
/* The game of that id; NULL after saying that there is none. */
const struct zk_game *request_game(const struct request *request, const char *id);
/* The settings of --set, --cards and --players, and the rules they make. False after saying what is
 * wrong. */
bool request_rules(const struct request *request, const struct zk_game *game,
                   struct zk_settings *settings, struct zk_rules *rules);
/* The bot of that name, which must know the game; NULL after saying that there is none. */
struct zk_bot;
const struct zk_bot *request_bot(const struct request *request, const struct zk_game *game,
                                 const char *name, size_t size);

/* Says on standard error what is wrong, after the names of program and command; returns
 * STATUS_UNUSABLE. */
int complain(const struct request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The one of `names`, ended by NULL, that somebody who wrote `word` may have meant, or NULL. */
const char *nearest(const char *word, const char *const *names);
/* Writes out what is left of standard output; returns `status`, or STATUS_UNUSABLE after saying
 * that writing failed. */
int finish_output(const struct request *request, int status);

/* The commands that every program has, the last entries of its table. */
int run_completion(const struct request *request);
int run_help(const struct request *request);
int run_manual(const struct request *request);
#define COMMON_COMMANDS(program, example_command)                                             \
    {                                                                                         \
        .name = "manual",                                                                     \
        .summary = "print the manual page",                                                   \
        .arguments = "",                                                                      \
        .description = "In roff, as man reads it.",                                           \
        .options = {OPTION_HELP},                                                             \
        .example = {{program " manual | man -l -", "read it"}},                               \
        .status = {ALL_RIGHT, NULL, UNUSABLE},                                                \
        .run = run_manual,                                                                    \
    },                                                                                        \
        {                                                                                     \
            .name = "completion",                                                             \
            .summary = "print a script by which a shell completes " program "'s words",       \
            .arguments = "bash|zsh|fish",                                                     \
            .description = "",                                                                \
            .word = {WORD_SHELL},                                                             \
            .words_min = 1,                                                                   \
            .words_max = 1,                                                                   \
            .options = {OPTION_HELP},                                                         \
            .example = {{"eval \"$(" program " completion bash)\"",                           \
                         "for the bash you are in"}},                                         \
            .status = {ALL_RIGHT, NULL, UNUSABLE},                                            \
            .run = run_completion,                                                            \
        },                                                                                    \
    {                                                                                         \
        .name = "help", .summary = "say what " program " or one of its commands does",        \
        .arguments = "[COMMAND]", .description = "", .word = {WORD_COMMAND}, .words_max = 1,  \
        .options = {OPTION_HELP},                                                             \
        .example = {{program " help " example_command,                                        \
                     "the same as " program " " example_command " --help"}},                  \
        .status = {ALL_RIGHT, NULL, "there is no such command"}, .run = run_help,             \
    }

/* What an exit status means, where several commands say the same. */
#define ALL_RIGHT "all is well"
#define STOPPED "it was stopped before its end"
#define UNUSABLE "the command line cannot be understood"
#define UNREADABLE "the command line cannot be understood, or a file cannot be read"

/* Whether the option must be given: it stands among the arguments. */
bool command_needs(const struct command *command, enum option_id id);

/* Calls `put` for each example of a command, and of the games where they follow. */
void help_examples(const struct program *program, const struct command *command,
                   void (*put)(FILE *out, const char *line, const char *meaning), FILE *out);
/* What --help prints: of one command, and of the program. */
void help_command(FILE *out, const struct program *program, const struct command *command);
void help_program(FILE *out, const struct program *program);

#endif
