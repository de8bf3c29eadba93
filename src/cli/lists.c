/* lists.c: what there is to play, with whom, and what can be said: `games`, `bots`, `sentences`. */
#include <stdio.h>

#include "bots/bot.h"
#include "command/terminal.h"
#include "commands.h"
#include "games/list.h"
#include "server/server.h"
#include "table/door.h"

static void print_option(const struct zk_option *option) {
    printf("    --set %s=", option->name);
    if (!option->values) {
        printf("...\n        %s\n", option->meaning);
        return;
    }
    for (unsigned i = 0; option->values[i]; i++)
        printf("%s%s", i ? "|" : "", option->values[i]);
    printf("\n        %s (%s)\n", option->meaning, option->values[0]);
}

int run_games(const struct request *request) {
    (void)request;
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    for (unsigned i = 0; zk_games[i]; i++) {
        const struct zk_game *game = zk_games[i];
        printf("%s%s%s  %s, ", marks.bold, game->id, marks.plain, game->name);
        if (game->seats_min == game->seats_max)
            printf("%u seats\n", game->seats_min);
        else
            printf("%u to %u seats\n", game->seats_min, game->seats_max);
        for (const struct zk_option *option = game->options; option->name; option++)
            print_option(option);
    }
    return STATUS_RIGHT;
}

int run_bots(const struct request *request) {
    (void)request;
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    for (const struct zk_bot_name *named = zk_bot_names; named->name; named++) {
        printf("%s%s%s  %s\n    plays", marks.bold, named->name, marks.plain, named->meaning);
        for (unsigned g = 0, known = 0; zk_games[g]; g++)
            if (zk_bots_of(zk_games[g], named->name))
                printf("%s %s", known++ ? "," : "", zk_games[g]->id);
        putchar('\n');
        for (unsigned g = 0; zk_games[g]; g++) {
            const struct zk_bot *bot = zk_bots_of(zk_games[g], named->name);
            if (bot && bot->meaning) printf("    in %s: %s\n", zk_games[g]->id, bot->meaning);
        }
    }
    return STATUS_RIGHT;
}

static void print_sentences(const struct zk_phrase *phrases) {
    for (; phrases->key; phrases++) printf("%s\t%s\n", phrases->key, phrases->english);
}

int run_sentences(const struct request *request) {
    (void)request;
    print_sentences(zk_core_phrases);
    print_sentences(zk_table_phrases);
    print_sentences(zk_server_phrases);
    for (unsigned i = 0; zk_games[i]; i++) {
        print_sentences(zk_games[i]->phrases);
        print_sentences(zk_bots_reasons(zk_games[i]));
    }
    return STATUS_RIGHT;
}
