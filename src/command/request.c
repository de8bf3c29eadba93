/* request.c: a command line taken apart, and the words for one that cannot be (command.h). */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "cards.h"
#include "command.h"
#include "games/list.h"

enum { NAMES_MAX = 64, NAME_SIZE_MAX = 32 };

int complain(const struct request *request, const char *format, ...) {
    va_list arguments;
    fflush(stdout);
    fputs(request->program->name, stderr);
    if (request->command) fprintf(stderr, " %s", request->command->name);
    fputs(": ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return STATUS_UNUSABLE;
}

int finish_output(const struct request *request, int status) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    return complain(request, "cannot write the output: %s",
                    errno ? strerror(errno) : "an earlier write has failed");
}

/* ---- What somebody may have meant ---- */

/* How many letters have to be put in, left out, replaced or swapped with the next. */
static unsigned distance(const char *a, const char *b) {
    unsigned rows[3][NAME_SIZE_MAX + 1];
    unsigned *before = rows[0], *last = rows[1], *row = rows[2];
    size_t a_size = strlen(a), b_size = strlen(b);
    if (a_size > NAME_SIZE_MAX || b_size > NAME_SIZE_MAX) return NAME_SIZE_MAX;
    for (unsigned j = 0; j <= b_size; j++) before[j] = 0, last[j] = j;
    for (unsigned i = 1; i <= a_size; i++) {
        row[0] = i;
        for (unsigned j = 1; j <= b_size; j++) {
            unsigned best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
        unsigned *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[b_size];
}

const char *nearest(const char *word, const char *const *names) {
    const char *best = NULL;
    unsigned least = 3; /* more letters apart is another word */
    for (; *names; names++) {
        unsigned apart = distance(word, *names);
        if (apart < least && 2 * apart <= strlen(*names)) {
            least = apart;
            best = *names;
        }
        if (!best && *word && strncmp(word, *names, strlen(word)) == 0) best = *names;
    }
    return best;
}

/* Says that there is no such thing, what was meant perhaps, and where the list is. */
static void complain_unknown(const struct request *request, const char *what, const char *word,
                             const char *const *names, const char *where) {
    const char *meant = nearest(word, names);
    if (meant)
        complain(request, "there is no %s \"%s\"; did you mean \"%s\"?", what, word, meant);
    else
        complain(request, "there is no %s \"%s\"; %s", what, word, where);
}

/* ---- Options ---- */

static bool wrong_option(const struct request *request, const char *written) {
    const char *names[OPTIONS_OF_COMMAND_MAX + 1];
    char word[NAME_SIZE_MAX + 1] = "";
    size_t size = strcspn(written, "="), count = 0;
    while (size && *written == '-') written++, size--;
    memcpy(word, written, size < NAME_SIZE_MAX ? size : NAME_SIZE_MAX);
    for (const enum option_id *o = request->command->options; *o != OPTION_HELP; o++)
        names[count++] = option_table[*o].name;
    names[count++] = "help";
    names[count] = NULL;
    const char *meant = nearest(word, names);
    if (meant)
        complain(request, "there is no option \"--%s\"; did you mean \"--%s\"?", word, meant);
    else
        complain(request, "there is no option \"--%s\"; see %s %s --help", word,
                 request->program->name, request->command->name);
    return false;
}

bool request_set(struct request *request, enum option_id option, const char *argument) {
    if (option == OPTION_SET || option == OPTION_PROXY) {
        if (request->settings_count == SETTINGS_MAX) {
            complain(request, "--%s comes more than %d times", option_table[option].name,
                     SETTINGS_MAX);
            return false;
        }
        request->setting[request->settings_count++] = argument;
    }
    request->value[option] = argument ? argument : "";
    return true;
}

bool request_read(struct request *request, int argc, char **argv) {
    const struct command *command = request->command;
    const char *program = request->program->name;
    struct option list[OPTIONS_OF_COMMAND_MAX + 1];
    unsigned count = 0;
    memset(list, 0, sizeof list);
    for (const enum option_id *o = command->options;; o++) {
        list[count++] = (struct option){
            option_table[*o].name, option_table[*o].argument ? required_argument : no_argument,
            NULL, (int)*o + 256};
        if (*o == OPTION_HELP) break;
    }
    opterr = 0;
    optind = 1;
    for (int found; (found = getopt_long(argc, argv, ":h", list, NULL)) != -1;) {
        if (found == 'h') {
            request->value[OPTION_HELP] = "";
        } else if (found == ':') {
            complain(request, "%s needs a value; see %s %s --help", argv[optind - 1], program,
                     command->name);
            return false;
        } else if (found == '?') {
            return wrong_option(request, argv[optind - 1]);
        } else if (!request_set(request, (enum option_id)(found - 256), optarg)) {
            return false;
        }
    }
    if (request->value[OPTION_HELP]) return true;
    request->words = argv + optind;
    request->words_count = (unsigned)(argc - optind);
    if (request->words_count > command->words_max) {
        complain(request, "\"%s\" is one word too many; see %s %s --help",
                 request->words[command->words_max], program, command->name);
        return false;
    }
    if (request->words_count < command->words_min) {
        complain(request, "something is missing: %s %s %s", program, command->name,
                 command->arguments);
        return false;
    }
    return true;
}

/* ---- What the words mean ---- */

bool request_number(const struct request *request, enum option_id option, uint64_t least,
                    uint64_t most, uint64_t otherwise, uint64_t *number) {
    const char *text = request->value[option];
    uint64_t value = 0;
    bool fits = text && *text;
    *number = otherwise;
    if (!text) return true;
    for (const char *at = text; fits && *at; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        fits = *at >= '0' && *at <= '9' && value <= (UINT64_MAX - digit) / 10;
        if (fits) value = value * 10 + digit;
    }
    if (fits && value >= least && value <= most) {
        *number = value;
        return true;
    }
    complain(request, "--%s is a whole number from %llu to %llu, not \"%s\"",
             option_table[option].name, (unsigned long long)least, (unsigned long long)most,
             text);
    return false;
}

bool request_jobs(const struct request *request, uint64_t *jobs) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t most = cores < 1 ? 1 : cores > JOBS_MAX ? JOBS_MAX : (uint64_t)cores;
    return request_number(request, OPTION_JOBS, 1, JOBS_MAX, most, jobs);
}

const struct zk_game *request_game(const struct request *request, const char *id) {
    const char *names[NAMES_MAX];
    unsigned count = 0;
    const struct zk_game *game = zk_games_find(id, strlen(id));
    if (game) return game;
    for (; zk_games[count] && count < NAMES_MAX - 1; count++)
        names[count] = zk_games[count]->id;
    names[count] = NULL;
    complain_unknown(request, "game", id, names, "zashiki games lists them");
    return NULL;
}

/* Chooses a value of an option; false after saying what is wrong. */
static bool choose(const struct request *request, const struct zk_game *game,
                   struct zk_settings *settings, const char *name, size_t size,
                   const char *value) {
    struct zk_sentence refusal;
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    if (game->cards_option &&
        zk_same(name, size, game->cards_option, strlen(game->cards_option)))
        return cards_choose(request, game, value, settings, stderr) == STATUS_RIGHT;
    if (zk_settings_set(game, settings, name, size, value, strlen(value), &refusal))
        return true;
    zk_sentence_english(game, &refusal, &text);
    complain(request, "%s See zashiki games.", sentence);
    return false;
}

bool request_rules(const struct request *request, const struct zk_game *game,
                   struct zk_settings *settings, struct zk_rules *rules) {
    static const enum option_id like_set[] = {OPTION_CARDS, OPTION_PLAYERS};
    struct zk_sentence refusal;
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    memset(settings, 0, sizeof *settings);
    for (unsigned i = 0; i < request->settings_count; i++) {
        const char *name = request->setting[i], *equals = strchr(name, '=');
        if (!equals) {
            complain(request, "--set needs OPTION=VALUE, not \"%s\"", name);
            return false;
        }
        if (!choose(request, game, settings, name, (size_t)(equals - name), equals + 1))
            return false;
    }
    for (unsigned i = 0; i < sizeof like_set / sizeof *like_set; i++) {
        const char *name = option_table[like_set[i]].name,
                   *value = request->value[like_set[i]];
        if (value && !choose(request, game, settings, name, strlen(name), value)) return false;
    }
    if (game->prepare(rules, settings, &refusal)) return true;
    zk_sentence_english(game, &refusal, &text);
    complain(request, "%s", sentence);
    return false;
}

const struct zk_bot *request_bot(const struct request *request, const struct zk_game *game,
                                 const char *name, size_t size) {
    const char *names[NAMES_MAX];
    char word[NAME_SIZE_MAX + 1] = "";
    unsigned count = 0;
    const struct zk_bot *bot = zk_bots_find(game, name, size);
    const struct zk_bot_name *named = zk_bots_named(name, size);
    memcpy(word, name, size < NAME_SIZE_MAX ? size : NAME_SIZE_MAX);
    if (bot) return bot;
    if (named) {
        complain(request, "the bot %s does not know %s; zashiki bots says who does",
                 named->name, game->name);
        return NULL;
    }
    for (; zk_bot_names[count].name && count < NAMES_MAX - 1; count++)
        names[count] = zk_bot_names[count].name;
    names[count] = NULL;
    complain_unknown(request, "bot", word, names, "zashiki bots lists them");
    return NULL;
}
