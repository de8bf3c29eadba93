/* guide.c: the rules of games for people, from the pages that travel inside the program. */
#include "guide.h"

#include <string.h>
#include <strings.h>

#include "command/embed.h"
#include "command/terminal.h"
#include "games/list.h"
#include "term_rules_list.h"

/* The page of each game in the list is docs/rules/ID.md, its translations are docs/rules/ID.LANGUAGE.md. */
#define X(name) EMBED(rules_##name, "docs/rules/" #name ".md");
ZK_GAMES_LIST(X)
#undef X
#define X(name, language)                                                                     \
    EMBED(rules_##name##_##language, "docs/rules/" #name "." #language ".md");
TERM_RULES_LIST(X)
#undef X

static const struct guide guides[] = {
#define X(name, language) {#name, #language, rules_##name##_##language},
    TERM_RULES_LIST(X)
#undef X
#define X(name) {#name, "en", rules_##name},
        ZK_GAMES_LIST(X)
#undef X
};

const struct guide *guide_find(const struct zk_game *game, const char *language) {
    for (size_t i = 0; i < sizeof guides / sizeof *guides; i++)
        if (strcmp(guides[i].game, game->id) == 0 &&
            (strcmp(guides[i].language, language) == 0 ||
             strcmp(guides[i].language, "en") == 0))
            return &guides[i];
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

/* ---- Its paragraphs, each in one line ---- */

/* Whether a line with its indentation goes on with the paragraph of the line before it, which is neither a heading nor a row of a table.
 * What is not indented begins on a line of its own after a list, or where the line before ends a sentence: so the pages
 * are written. */
static bool goes_on(const char *line, size_t indent, const char *before, size_t before_size) {
    static const char *const ends[] = {".", ":", ")", "。", "：", "）"};
    size_t before_indent = strspn(before, " ");
    const char *at = line + indent;
    if (strchr("\n#|", *at) || strncmp(at, "- ", 2) == 0 || strncmp(at, "```", 3) == 0)
        return false;
    if (!before_size || strchr("#|", *before)) return false;
    if (indent) return true;
    if (before_indent || strncmp(before, "- ", 2) == 0) return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t size = strlen(ends[i]);
        if (before_size >= size && memcmp(before + before_size - size, ends[i], size) == 0)
            return false;
    }
    return true;
}

/* Whether a text begins with a letter that stands without blanks, as Japanese does: U+3000 to U+9FFF, and what is as wide. */
static bool is_wide(const char *text) {
    unsigned char byte = (unsigned char)*text;
    return (byte >= 0xe3 && byte <= 0xe9) || byte == 0xef;
}

static bool ends_wide(const char *text, size_t size) {
    while (size && ((unsigned char)text[size - 1] & 0xc0) == 0x80) size--;
    return size && is_wide(text + size - 1);
}

char *guide_unfolded(const struct guide *guide) {
    char *text = NULL;
    size_t whole, before_size = 0;
    FILE *out = open_memstream(&text, &whole);
    const char *before = "";
    bool verbatim = false; /* between two rows of ``` */
    if (!out) return NULL;
    for (const char *line = guide->rules; *line;) {
        size_t size = strcspn(line, "\n"), indent = strspn(line, " ");
        bool fence = strncmp(line, "```", 3) == 0;
        if (!verbatim && goes_on(line, indent, before, before_size)) {
            if (!ends_wide(before, before_size) && !is_wide(line + indent)) fputc(' ', out);
            fwrite(line + indent, 1, size - indent, out);
        } else {
            if (line != guide->rules) fputc('\n', out);
            fwrite(line, 1, size, out);
        }
        if (fence) verbatim = !verbatim;
        before = line;
        before_size = fence ? 0 : size;
        line += size + (line[size] == '\n');
    }
    fputc('\n', out);
    fclose(out);
    return text;
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

/* Whether what follows these blank lines belongs to the rule before them: a table, or a paragraph as indented as its own. */
static bool rule_goes_on(const char *line) {
    line += strspn(line, "\n");
    return *line == '|' || (strncmp(line, "    ", 4) == 0 && line[strspn(line, " ")] != '-');
}

bool guide_print_rule(const struct guide *guide, const char *rule, FILE *out) {
    struct terminal_marks marks = terminal_marks(terminal_colours(out));
    int found = -1;
    for (const char *line = guide->rules; *line;) {
        size_t size = strcspn(line, "\n"), number_size;
        const char *number;
        int depth = rule_depth(line, &number, &number_size);
        if (found >= 0 && size == 0 && rule_goes_on(line)) {
            line++;
            continue;
        }
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
