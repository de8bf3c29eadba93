/* rules.c: the command `rules`. */
#include <stdio.h>

#include "commands.h"
#include "term/guide.h"
#include "term/words.h"

int run_rules(const struct request *request) {
    const struct zk_game *game = request_game(request, request->words[0]);
    if (!game) return STATUS_UNUSABLE;
    if (!words_open(request->value[OPTION_LANG]))
        return complain(request, "--lang is one of %s, not \"%s\"", words_languages,
                        request->value[OPTION_LANG]);
    const struct guide *guide = guide_find(game, words_language());
    if (!guide) return complain(request, "no rules are written for %s", game->name);
    if (request->words_count == 1) {
        guide_print(guide, stdout);
        return STATUS_RIGHT;
    }
    if (guide_print_rule(guide, request->words[1], stdout)) return STATUS_RIGHT;
    unsigned last = 0;
    while (game->rule_ids[last + 1]) last++;
    return complain(request, "there is no rule \"%s\"; they go from %s to %s",
                    request->words[1], game->rule_ids[0], game->rule_ids[last]);
}
