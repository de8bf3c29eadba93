/* completion.c: scripts by which bash, zsh and fish complete a program's words, from the table of
 * commands, the list of games and the list of bots. */
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "command.h"
#include "games/list.h"

/* ---- Words that can stand somewhere, separated by blanks ---- */

static void put_settings(void) {
    for (unsigned g = 0; zk_games[g]; g++)
        for (const struct zk_option *option = zk_games[g]->options; option->name; option++)
            for (const char *const *value = option->values; value && *value; value++)
                printf("%s=%s ", option->name, *value);
}

static void put_rules(void) {
    for (unsigned g = 0; zk_games[g]; g++)
        for (const char *const *rule = zk_games[g]->rule_ids; *rule; rule++)
            printf("%s ", *rule);
}

static void put_words(const struct program *program, enum word word) {
    switch (word) {
    case WORD_BOT:
        for (unsigned i = 0; zk_bot_names[i].name; i++) printf("%s ", zk_bot_names[i].name);
        break;
    case WORD_COMMAND:
        for (const struct command *command = program->commands; command->name; command++)
            printf("%s ", command->name);
        break;
    case WORD_GAME:
        for (unsigned i = 0; zk_games[i]; i++) printf("%s ", zk_games[i]->id);
        break;
    case WORD_ADD: fputs("add ", stdout); break;
    case WORD_RULE: put_rules(); break;
    case WORD_SEAT: fputs("A B ", stdout); break;
    case WORD_SETTING: put_settings(); break;
    case WORD_CARDS: fputs("check show ", stdout); break;
    case WORD_SHELL: fputs("bash fish zsh ", stdout); break;
    default: break;
    }
}

/* ---- bash ---- */

static void bash_values(void) {
    puts("    # OPTION=VALUE comes as three words, because = ends one.\n"
         "    case $before in");
    for (unsigned g = 0; zk_games[g]; g++) {
        for (const struct zk_option *option = zk_games[g]->options; option->name; option++) {
            printf("    %s=) words=\"", option->name);
            for (const char *const *value = option->values; value && *value; value++)
                printf("%s ", *value);
            puts("\" ;;");
        }
    }
    puts("    esac");
}

static void bash_command(const struct program *program, const struct command *command) {
    printf("    %s)\n        case $before in\n", command->name);
    for (const enum option_id *o = command->options; *o != OPTION_HELP; o++) {
        if (!option_table[*o].argument) continue;
        printf("        --%s) ", option_table[*o].name);
        if (option_table[*o].word == WORD_FILE) {
            fputs("files=1", stdout);
        } else {
            fputs("words=\"", stdout);
            put_words(program, option_table[*o].word);
            putchar('"');
        }
        puts(" ;;");
    }
    fputs("        *)\n            words=\"", stdout);
    for (const enum option_id *o = command->options;; o++) {
        printf("--%s ", option_table[*o].name);
        if (*o == OPTION_HELP) break;
    }
    bool files = false;
    for (unsigned i = 0; i < WORDS_MAX; i++) {
        if (command->word[i] == WORD_FILE) files = true;
        put_words(program, command->word[i]);
    }
    puts("\"");
    if (files) puts("            files=1");
    puts("            ;;\n        esac\n        ;;");
}

static void print_bash(const struct program *program) {
    const char *name = program->name;
    printf("# bash completion for %s, printed by: %s completion bash\n_%s() {\n", name, name,
           name);
    fputs("    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local words='' files=''\n"
          "    if [[ $word == = ]]; then before=$before= word=''\n"
          "    elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}=\n"
          "    fi\n"
          "    case $COMP_CWORD-${COMP_WORDS[1]} in\n"
          "    1-*) words=\"",
          stdout);
    put_words(program, WORD_COMMAND);
    puts("--help --version\" ;;\n    *)\n    case ${COMP_WORDS[1]} in");
    for (const struct command *command = program->commands; command->name; command++)
        bash_command(program, command);
    puts("    esac\n    ;;\n    esac");
    bash_values();
    puts("    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "    [[ -z $files || $word == -* ]] ||"
         " COMPREPLY+=($(compgen -o plusdirs -f -- \"$word\"))\n"
         "}");
    printf("complete -F _%s %s\n", name, name);
}

/* ---- zsh ---- */

/* A text inside single quotes and, there, inside a description of _arguments. */
static void zsh_text(const char *text) {
    for (; *text; text++) {
        if (strchr("[]:\\", *text)) putchar('\\');
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    }
}

/* What is offered for a word: files, a list, or nothing. */
static void zsh_words(const struct program *program, enum word word) {
    if (word == WORD_FILE) {
        fputs("_files", stdout);
    } else if (word != WORD_NONE && word != WORD_NUMBER) {
        putchar('(');
        put_words(program, word);
        putchar(')');
    }
}

static void zsh_command(const struct program *program, const struct command *command) {
    static const char *const word_names[] = {
        [WORD_NONE] = "",           [WORD_ADD] = "word",
        [WORD_BOT] = "bot",         [WORD_CARDS] = "what to do",
        [WORD_COMMAND] = "command", [WORD_FILE] = "file",
        [WORD_GAME] = "game",       [WORD_NUMBER] = "number",
        [WORD_RULE] = "rule",       [WORD_SEAT] = "seat",
        [WORD_SETTING] = "setting", [WORD_SHELL] = "shell",
    };
    printf("    %s)\n        _arguments", command->name);
    for (const enum option_id *o = command->options;; o++) {
        const struct option_entry *option = &option_table[*o];
        printf(" \\\n            '%s--%s[", *o == OPTION_SET ? "*" : "", option->name);
        zsh_text(option->meaning);
        putchar(']');
        if (option->argument) {
            printf(":%s:", word_names[option->word]);
            zsh_words(program, option->word);
        }
        putchar('\'');
        if (*o == OPTION_HELP) break;
    }
    for (unsigned i = 0; i < command->words_max && i < WORDS_MAX && command->word[i]; i++) {
        bool last = i + 1 == WORDS_MAX || !command->word[i + 1];
        if (last && command->words_max > WORDS_MAX)
            fputs(" \\\n            '*:", stdout);
        else
            printf(" \\\n            '%u:", i + 1);
        printf("%s:", word_names[command->word[i]]);
        zsh_words(program, command->word[i]);
        putchar('\'');
    }
    puts("\n        ;;");
}

static void print_zsh(const struct program *program) {
    const char *name = program->name;
    printf("#compdef %s\n# zsh completion for %s, printed by: %s completion zsh\n_%s() {\n",
           name, name, name, name);
    puts("    local -a commands\n"
         "    commands=(");
    for (const struct command *command = program->commands; command->name; command++) {
        printf("        '%s:", command->name);
        zsh_text(command->summary);
        puts("'");
    }
    puts("    )\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe command commands\n"
         "        return\n"
         "    fi\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $words[1] in");
    for (const struct command *command = program->commands; command->name; command++)
        zsh_command(program, command);
    puts("    esac\n}");
    printf(
        "if [[ $funcstack[1] == _%s ]]; then\n    _%s \"$@\"\nelse\n    compdef _%s %s\nfi\n",
        name, name, name, name);
}

/* ---- fish ---- */

static void fish_text(const char *text) {
    for (; *text; text++) {
        if (strchr("\\'", *text)) putchar('\\');
        putchar(*text);
    }
}

/* A line that applies behind one command, or with NULL in its place, up to what it offers. */
static void fish_begin(const struct program *program, const char *command) {
    printf("complete -c %s -n '__%s_command%s%s'", program->name, program->name,
           command ? " " : "", command ? command : "");
}

static void fish_words(const struct program *program, enum word word) {
    fputs(" -a '", stdout);
    put_words(program, word);
    putchar('\'');
}

static void fish_command(const struct program *program, const struct command *command) {
    for (const enum option_id *o = command->options;; o++) {
        const struct option_entry *option = &option_table[*o];
        fish_begin(program, command->name);
        printf(" -l %s", option->name);
        if (option->argument && option->word == WORD_FILE) {
            fputs(" -r -F", stdout);
        } else if (option->argument) {
            fputs(" -x", stdout);
            fish_words(program, option->word);
        }
        fputs(" -d '", stdout);
        fish_text(option->meaning);
        puts("'");
        if (*o == OPTION_HELP) break;
    }
    for (unsigned i = 0; i < WORDS_MAX && command->word[i]; i++) {
        fish_begin(program, command->name);
        if (command->word[i] == WORD_FILE)
            fputs(" -F", stdout);
        else
            fish_words(program, command->word[i]);
        putchar('\n');
    }
}

static void print_fish(const struct program *program) {
    const char *name = program->name;
    printf("# fish completion for %s, printed by: %s completion fish\n"
           "# Whether the line is at that command, or with none at the place of one.\n"
           "function __%s_command\n"
           "    set -l words (commandline -opc)\n"
           "    test \"$words[2]\" = \"$argv[1]\"\n"
           "end\n"
           "complete -c %s -f\n",
           name, name, name, name);
    for (const struct command *command = program->commands; command->name; command++) {
        fish_begin(program, NULL);
        printf(" -a %s -d '", command->name);
        fish_text(command->summary);
        puts("'");
    }
    fish_begin(program, NULL);
    puts(" -l help");
    fish_begin(program, NULL);
    puts(" -l version");
    for (const struct command *command = program->commands; command->name; command++)
        fish_command(program, command);
}

int run_completion(const struct request *request) {
    const char *shell = request->words[0];
    if (strcmp(shell, "bash") == 0) {
        print_bash(request->program);
    } else if (strcmp(shell, "zsh") == 0) {
        print_zsh(request->program);
    } else if (strcmp(shell, "fish") == 0) {
        print_fish(request->program);
    } else {
        return complain(request, "there are scripts for bash, zsh and fish, none for \"%s\"",
                        shell);
    }
    return STATUS_RIGHT;
}
