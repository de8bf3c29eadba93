/* sitting_ask.c: what a person at the table types, see sitting.h. */
#include <ctype.h>
#include <string.h>

#include "guide.h"
#include "sitting.h"
#include "tutorial.h"

bool sitting_read(const struct sitting *sitting, const char *prompt, char *line, size_t size) {
    fputs(prompt, stdout);
    fflush(stdout);
    if (!fgets(line, (int)size, stdin)) {
        putchar('\n');
        return false;
    }
    if (!strchr(line, '\n')) /* longer than anything that means something */
        for (int c = getchar(); c != '\n' && c != EOF; c = getchar()) {}
    size_t used = strlen(line), blanks = strspn(line, " \t\r\n");
    memmove(line, line + blanks, used - blanks + 1);
    for (used -= blanks; used && strchr(" \t\r\n", line[used - 1]);) line[--used] = '\0';
    if (sitting->echo) puts(line);
    return true;
}

/* ---- Which move was meant ---- */

/* Small letters without blanks, so that "RB > R" is "rb>r". */
static void squeeze(const char *text, char *out, size_t size) {
    size_t used = 0;
    for (; *text && used + 1 < size; text++)
        if (!isspace((unsigned char)*text)) out[used++] = (char)tolower((unsigned char)*text);
    out[used] = '\0';
}

/* How well what was typed, squeezed, fits a move's notation, with or without its first word:
 * 2 for all of it, 1 for its beginning, 0 for not at all. */
static int fit(const char *typed, const char *notation) {
    const char *blank = strchr(notation, ' ');
    const char *forms[] = {notation, blank ? blank : notation};
    int best = 0;
    for (unsigned i = 0; i < 2; i++) {
        char form[ZK_MOVE_TEXT_SIZE];
        squeeze(forms[i], form, sizeof form);
        if (strcmp(typed, form) == 0) return 2;
        if (strncmp(typed, form, strlen(typed)) == 0) best = 1;
    }
    return best;
}

static bool is_number(const char *text, uint32_t most, uint32_t *number) {
    uint32_t value = 0;
    if (!*text) return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || value > most) return false;
        value = value * 10 + (uint32_t)(*text - '0');
    }
    *number = value;
    return value >= 1 && value <= most;
}

static void explain(const struct sitting *sitting, const char *line) {
    struct zk_sentence refusal;
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    sitting->game->explain(sitting->table->rules, &sitting->shown.state, sitting->seat, line,
                           strlen(line), &refusal);
    zk_sentence_english(sitting->game, &refusal, &text);
    puts(sentence);
}

static void list_fitting(const struct sitting *sitting, const char *typed, int quality) {
    bool first = true;
    fputs("That could be ", stdout);
    for (uint32_t i = 0; i < sitting->choices; i++) {
        if (fit(typed, sitting->notation[i]) != quality) continue;
        printf("%s\"%s\"", first ? "" : ", ", sitting->notation[i]);
        first = false;
    }
    puts(".");
}

/* The move that a line means; says why when it is none, or not only one. */
static bool find_move(const struct sitting *sitting, const char *line, zk_move *move) {
    char typed[SITTING_LINE_SIZE];
    uint32_t found[3] = {0}, last[3] = {0}, number;
    if (zk_parse_move(sitting->game, sitting->table->rules, &sitting->shown.state,
                      sitting->seat, line, strlen(line), move))
        return true;
    if (is_number(line, sitting->choices, &number)) {
        *move = sitting->choice[number - 1];
        return true;
    }
    squeeze(line, typed, sizeof typed);
    for (uint32_t i = 0; i < sitting->choices; i++) {
        int quality = fit(typed, sitting->notation[i]);
        found[quality]++;
        last[quality] = i;
    }
    for (int quality = 2; quality > 0; quality--) {
        if (found[quality] == 0) continue;
        *move = sitting->choice[last[quality]];
        if (found[quality] == 1) return true;
        list_fitting(sitting, typed, quality);
        return false;
    }
    explain(sitting, line);
    return false;
}

/* ---- Everything else ---- */

static void hint(struct sitting *sitting) {
    const struct zk_bot *bot = zk_bots_best(sitting->game);
    struct zk_message message = sitting_message(sitting, ZK_ASK_HINT);
    sitting->advice = zk_rng_stream(sitting->seed, sitting->shown.moves_count);
    if (!zk_local_ask(sitting->local, &message)) {
        sitting_tell_refusal(sitting);
        return;
    }
    const struct zk_ask *answer = &sitting->local->ask;
    printf("%s would: %s\n", bot->name, answer->hint);
    if (*answer->why.key) {
        char sentence[256];
        struct zk_text text = zk_text_in(sentence, sizeof sentence);
        zk_bots_english(sitting->game, &answer->why, &text);
        puts(sentence);
    }
}

static void undo(struct sitting *sitting) {
    struct zk_message message = sitting_message(sitting, ZK_ASK_UNDO);
    if (!zk_local_ask(sitting->local, &message)) sitting_tell_refusal(sitting);
}

static void make_move(struct sitting *sitting, zk_move move) {
    struct zk_message message = sitting_message(sitting, ZK_ASK_MOVE);
    struct zk_text text = zk_text_in(message.move, sizeof message.move);
    sitting->game->print_move(sitting->table->rules, &sitting->shown.state, move,
                              sitting->seat, &text);
    message.move_size = text.used;
    if (zk_local_ask(sitting->local, &message)) return;
    if (strcmp(sitting->local->ask.refusal.key, "tutorial.other") == 0)
        tutorial_tell_other(sitting, move);
    else
        sitting_tell_refusal(sitting);
}

static void show_rules(const struct sitting *sitting, const char *rule) {
    const struct guide *guide = guide_find(sitting->game);
    if (!guide)
        puts("No rules are written for this game.");
    else if (!*rule)
        guide_print(guide, stdout);
    else if (!guide_print_rule(guide, rule, stdout))
        printf("There is no rule \"%s\".\n", rule);
}

/* The rest of the line when it begins with that word, or NULL. */
static const char *after_word(const char *line, const char *word) {
    size_t size = strlen(word);
    if (strncmp(line, word, size) != 0 || (line[size] && line[size] != ' ')) return NULL;
    return line + size + strspn(line + size, " ");
}

/* Does what a line asks for when that is no move. */
static bool obey(struct sitting *sitting, const char *line) {
    const char *rest;
    if (strcmp(line, "?") == 0 || strcmp(line, "moves") == 0) {
        sitting_list_choices(sitting);
    } else if (strcmp(line, "board") == 0) {
        sitting_show(sitting);
    } else if (strcmp(line, "help") == 0) {
        sitting_help(sitting);
    } else if (strcmp(line, "hint") == 0) {
        hint(sitting);
    } else if (strcmp(line, "undo") == 0) {
        undo(sitting);
    } else if (strcmp(line, "quit") == 0) {
        sitting->leaving = true;
    } else if ((rest = after_word(line, "rules"))) {
        show_rules(sitting, rest);
    } else if ((rest = after_word(line, "save"))) {
        if (!*rest) rest = sitting->request->value[OPTION_SAVE];
        if (rest)
            sitting_save(sitting, rest);
        else
            puts("Say where: save FILE");
    } else {
        return false;
    }
    return true;
}

bool sitting_find_choices(struct sitting *sitting) {
    const struct zk_game *game = sitting->game;
    const struct zk_rules *rules = sitting->table->rules;
    const struct zk_state *state = &sitting->shown.state;
    sitting->choices = game->moves(rules, state, sitting->seat, sitting->choice, NULL);
    for (uint32_t i = 0; i < sitting->choices; i++) {
        struct zk_text text = zk_text_in(sitting->notation[i], ZK_MOVE_TEXT_SIZE);
        game->print_move(rules, state, sitting->choice[i], sitting->seat, &text);
    }
    return sitting->choices > 0;
}

/* The choices as a number, to know them again. */
static uint64_t number_of_choices(const struct sitting *sitting) {
    uint64_t number = sitting->choices;
    for (uint32_t i = 0; i < sitting->choices; i++)
        number = zk_rng_mix(number ^ sitting->choice[i]);
    return number;
}

static void put_question(const struct sitting *sitting, int actor) {
    const char *bold = sitting->marks.bold, *plain = sitting->marks.plain;
    const char *seat = zk_actor_name(sitting->seat);
    if (actor == sitting->seat)
        printf("\n%sYour move%s, %s: one of %u.\n", bold, plain, seat, sitting->choices);
    else
        printf("\n%s is to move. %sOut of turn%s you may, %s: one of %u. Just Enter: go on.\n",
               zk_actor_name(actor), bold, plain, seat, sitting->choices);
}

bool sitting_ask(struct sitting *sitting) {
    char line[SITTING_LINE_SIZE];
    uint32_t count = sitting->table->now.count;
    int actor = sitting->game->actor(sitting->table->rules, &sitting->shown.state);
    if (actor != sitting->seat && number_of_choices(sitting) == sitting->declined) {
        zk_local_go_on(sitting->local);
        return true;
    }
    sitting_end_line(sitting);
    if (!sitting->board_is_shown) sitting_show(sitting);
    sitting->board_is_shown = false;
    put_question(sitting, actor);
    while (sitting_read(sitting, "> ", line, sizeof line)) {
        zk_move move;
        if (!*line && actor != sitting->seat) {
            sitting->declined = number_of_choices(sitting);
            zk_local_go_on(sitting->local);
            return true;
        }
        if (!*line) continue;
        if (!obey(sitting, line) && find_move(sitting, line, &move)) make_move(sitting, move);
        if (sitting->leaving) return false;
        if (sitting->table->entries[sitting->table->now.count - 1].kind == ZK_ENTRY_ADVICE) {
            /* Nothing on the board has changed. */
            sitting_tell_new(sitting);
            count = sitting->shown.count;
        }
        if (sitting->table->now.count > count) return true;
    }
    return false;
}
