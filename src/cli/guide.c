/* guide.c: the rules of games for people, from the pages that travel inside the program. */
#include "guide.h"

#include <string.h>
#include <strings.h>

#include "command/terminal.h"
#include "embed.h"

EMBED(rules_null, "docs/rules/null.md");
EMBED(rules_sketch, "docs/rules/sketch.md");
EMBED(rules_yokai, "docs/rules/yokai.md");
EMBED(rules_yotei, "docs/rules/yotei.md");

static const struct guide guides[] = {
    {"sketch",
     "You lay sketch cards beside four stacks of yokai. As soon as the cards on both sides of a\n"
     "yokai are as many as its number, it is drawn: whoever has more of them there takes it and\n"
     "its points. Special cards call a yokai over or distract the other's card. When a stack is\n"
     "empty the game ends, and the higher sum wins.",
     rules_sketch},
    {"yokai",
     "Sixteen yokai of four families lie face down. In your turn look at two of them, move one, and\n"
     "turn up a hint card or lay one on a yokai, which locks it. Nobody may speak: moves and hints\n"
     "must do. When the four of each family lie together, declare peace: you win or lose as one,\n"
     "and hint cards that were not needed are worth the most.",
     rules_yokai},
    {"yotei",
     "Place your characters on cards around the mountain: pay for a card, bid for it in secret, or\n"
     "turn it face down. Then harvest: what a card needs you must own by then, so the order counts.\n"
     "Mystery cards bend the rules once each. When somebody has two stars the game ends; charm\n"
     "points win, and three potatoes left are worth one.",
     rules_yotei},
    {"null",
     "Each of you has one card that the other does not know. In your turn keep it, or swap it for\n"
     "one from the deck. After the last round the higher card wins.",
     rules_null},
};

const struct guide *guide_find(const struct zk_game *game) {
    for (size_t i = 0; i < sizeof guides / sizeof *guides; i++)
        if (strcmp(guides[i].game, game->id) == 0) return &guides[i];
    return NULL;
}

/* ---- Markdown made readable, a line at a time ---- */

static bool is_ruling(const char *text, size_t size) {
    return size == 6 && strncasecmp(text, "ruling", 6) == 0;
}

/* Text between stars: a ruling is marked, anything else stands out where it can. */
static void put_emphasis(FILE *out, const struct terminal_marks *marks, const char *text,
                         size_t size) {
    bool plain = !*marks->plain;
    if (is_ruling(text, size))
        fprintf(out, plain ? "%s%s[%.*s]%s" : "%s%s%.*s%s", marks->bold, marks->underline,
                (int)size, text, marks->plain);
    else
        fprintf(out, "%s%.*s%s", marks->underline, (int)size, text, marks->plain);
}

/* Where a link, "[text](target)", ends; its text goes to *text_end. NULL when it is none. */
static const char *link_end(const char *at, const char *end, const char **text_end) {
    const char *close = memchr(at, ']', (size_t)(end - at));
    if (*at != '[' || !close || close + 1 == end || close[1] != '(') return NULL;
    *text_end = close;
    return memchr(close, ')', (size_t)(end - close));
}

static void put_inline(FILE *out, const struct terminal_marks *marks, const char *text,
                       size_t size) {
    const char *end = text + size, *close, *link;
    for (; text < end; text = close ? close + 1 : text + 1) {
        if (*text == '`' || *text == '*')
            close = memchr(text + 1, *text, (size_t)(end - text - 1));
        else
            close = link_end(text, end, &link);
        if (!close)
            fputc(*text, out);
        else if (*text == '*')
            put_emphasis(out, marks, text + 1, (size_t)(close - text - 1));
        else if (*text == '[')
            fwrite(text + 1, 1, (size_t)(link - text - 1), out);
        else if (*marks->plain)
            fprintf(out, "%s%.*s%s", marks->colour, (int)(close - text - 1), text + 1,
                    marks->plain);
        else
            fwrite(text, 1, (size_t)(close - text + 1), out);
    }
}

static void put_line(FILE *out, const struct terminal_marks *marks, const char *line,
                     size_t size) {
    if (*line == '#') {
        while (size && (*line == '#' || *line == ' ')) line++, size--;
        fprintf(out, "%s%.*s%s\n", marks->bold, (int)size, line, marks->plain);
        return;
    }
    if (size > 1 && *line == '|') {
        if (line[1] == '-') return; /* the rule under a table's head */
        line += 2, size -= 2;
        while (size && strchr(" |", line[size - 1])) size--;
        fputs("  ", out);
    }
    put_inline(out, marks, line, size);
    fputc('\n', out);
}

void guide_print(const struct guide *guide, FILE *out) {
    struct terminal_marks marks = terminal_marks(terminal_colours(out));
    for (const char *line = guide->rules; *line;) {
        size_t size = strcspn(line, "\n");
        put_line(out, &marks, line, size);
        line += size + (line[size] == '\n');
    }
}

/* ---- One rule ---- */

/* How deep a line that begins a rule, "- S12 ...", is indented; -1 when it begins none. The
 * number's size goes to *size. */
static int rule_depth(const char *line, const char **number, size_t *size) {
    size_t depth = strspn(line, " ");
    line += depth;
    if (line[0] != '-' || line[1] != ' ') return -1;
    *number = line + 2;
    *size = strcspn(line + 2, " \n");
    return *size > 1 && (*number)[1] >= '0' && (*number)[1] <= '9' ? (int)depth : -1;
}

bool guide_print_rule(const struct guide *guide, const char *rule, FILE *out) {
    struct terminal_marks marks = terminal_marks(terminal_colours(out));
    int found = -1;
    for (const char *line = guide->rules; *line;) {
        size_t size = strcspn(line, "\n"), number_size;
        const char *number;
        int depth = rule_depth(line, &number, &number_size);
        if (found >= 0 && (size == 0 || *line == '#' || (depth >= 0 && depth <= found))) break;
        if (found < 0 && depth >= 0 && strlen(rule) == number_size &&
            strncasecmp(rule, number, number_size) == 0)
            found = depth;
        /* Its own indentation and dash are left out, and so are as many blanks below it. */
        size_t indent = strspn(line, " "), drop = (size_t)found + 2;
        if (found >= 0) {
            if (depth == found || indent >= drop)
                put_line(out, &marks, line + drop, size - drop);
            else
                put_line(out, &marks, line + indent, size - indent);
        }
        line += size + (line[size] == '\n');
    }
    return found >= 0;
}
