/* sitting_ask.c: what a person at the table types, see sitting.h. */
#include <ctype.h>
#include <string.h>

#include "guide.h"
#include "sitting.h"

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
    sitting->game->explain(&sitting->rules, &sitting->state, sitting->seat, line, strlen(line),
                           &refusal);
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
    if (zk_parse_move(sitting->game, &sitting->rules, &sitting->state, sitting->seat, line,
                      strlen(line), move))
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

static zk_move move_made(const void *user, uint32_t number) {
    return ((const struct sitting *)user)->made[number];
}

static void hint(const struct sitting *sitting) {
    const struct zk_bot *bot = zk_bots_best(sitting->game);
    struct zk_rng rng = zk_rng_stream(sitting->seed, sitting->made_count);
    struct zk_sentence why;
    zk_refuse(&why, "", "");
    struct zk_game_so_far so_far = {.game = sitting->game,
                                    .rules = &sitting->rules,
                                    .move = move_made,
                                    .user = sitting,
                                    .moves_count = sitting->made_count};
    zk_move move = zk_bot_decide(bot, &so_far, sitting->seat, &rng, NULL, &why);
    for (uint32_t i = 0; i < sitting->choices; i++)
        if (sitting->choice[i] == move)
            printf("%s would: %s\n", bot->name, sitting->notation[i]);
    if (*why.key) {
        char sentence[256];
        struct zk_text text = zk_text_in(sentence, sizeof sentence);
        zk_sentence_english(sitting->game, &why, &text);
        puts(sentence);
    }
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

bool sitting_ask(struct sitting *sitting, zk_move *move) {
    const struct zk_game *game = sitting->game;
    char line[SITTING_LINE_SIZE];
    sitting->choices =
        game->moves(&sitting->rules, &sitting->state, sitting->seat, sitting->choice, NULL);
    for (uint32_t i = 0; i < sitting->choices; i++) {
        struct zk_text text = zk_text_in(sitting->notation[i], ZK_MOVE_TEXT_SIZE);
        game->print_move(&sitting->rules, &sitting->state, sitting->choice[i], sitting->seat,
                         &text);
    }
    sitting_show(sitting);
    printf("\n%sYour move%s, %s: one of %u.\n", sitting->marks.bold, sitting->marks.plain,
           zk_actor_name(sitting->seat), sitting->choices);
    while (sitting_read(sitting, "> ", line, sizeof line)) {
        if (!*line) continue;
        if (!obey(sitting, line) && find_move(sitting, line, move)) return true;
        if (sitting->leaving) return false;
    }
    return false;
}
