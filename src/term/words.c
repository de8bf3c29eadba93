/* words.c: see words.h. */
#include "words.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <wchar.h>

#include "command/embed.h"

/* Of each language all its .po files, one after the other. */
EMBED(words_en, "words_en.po");
EMBED(words_fr, "words_fr.po");
EMBED(words_pl, "words_pl.po");
EMBED(words_ja, "words_ja.po");

const char words_languages[] = "en, fr, pl, ja";

static const struct language {
    const char *name, *po;
} languages[] = {{"en", words_en}, {"fr", words_fr}, {"pl", words_pl}, {"ja", words_ja}};
enum { LANGUAGES = sizeof languages / sizeof *languages, FORMS = 3, SLOTS = 8192 };

/* A sentence: its key, and its forms. Of one that does not count there is the first alone. */
struct sentence {
    const char *key;
    const char *form[FORMS];
};

static const struct language *current = &languages[0];
static bool wide = true;
static struct sentence table[SLOTS]; /* by hash, then the next free one */

/* ---- Reading a .po file ---- */

static size_t hash_of(const char *key) {
    size_t hash = 5381;
    while (*key) hash = hash * 33 + (unsigned char)*key++;
    return hash % SLOTS;
}

static struct sentence *slot_of(const char *key) {
    size_t at = hash_of(key);
    while (table[at].key && strcmp(table[at].key, key) != 0) at = (at + 1) % SLOTS;
    return &table[at];
}

/* What stands between quotes from *at to the end of the line, put at the end of *to. */
static void unquote(const char *at, char **to) {
    for (at++; *at && *at != '\n' && !(*at == '"' && (at[1] == '\n' || !at[1])); at++) {
        if (*at == '\\' && at[1]) at++;
        *(*to)++ = *at == 'n' && at[-1] == '\\' ? '\n' : *at;
    }
}

/* A field and the lines that continue it; returns its text, and *line is behind it. */
static const char *take_field(const char **line, char **to) {
    const char *text = *to;
    do {
        const char *quote = strchr(*line, '"'), *end = strchr(*line, '\n');
        if (quote && (!end || quote < end)) unquote(quote, to);
        *line = end ? end + 1 : *line + strlen(*line);
    } while (**line == '"');
    *(*to)++ = '\0';
    return text;
}

static bool begins(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

/* English goes first: its sentences are the msgids. Those of another language replace them. */
static void read_po(const char *po, bool english) {
    char *to = malloc(strlen(po) + 1);
    struct sentence *sentence = NULL;
    bool fresh = false; /* the key has come, and nothing else yet */
    if (!to) abort();
    for (const char *line = po; *line;) {
        bool first = begins(line, "msgctxt "), id = begins(line, "msgid "),
             plural = begins(line, "msgid_plural "), said = begins(line, "msgstr");
        unsigned form = said && line[6] == '[' ? (unsigned)(line[7] - '0') : plural ? 1 : 0;
        if (!first && !id && !plural && !said) {
            const char *end = strchr(line, '\n');
            line = end ? end + 1 : line + strlen(line);
            continue;
        }
        const char *text = take_field(&line, &to);
        if (id && !fresh) sentence = NULL; /* the head of a file */
        fresh = first;
        if (first) {
            sentence = slot_of(text);
            if (!sentence->key) sentence->key = text;
        } else if (sentence && (english ? id || plural : said) && form < FORMS &&
                   (english || *text)) {
            sentence->form[form] = text;
        }
    }
}

static const struct language *language_named(const char *name) {
    for (unsigned i = 0; i < LANGUAGES; i++)
        if (strncmp(name, languages[i].name, 2) == 0) return &languages[i];
    return NULL;
}

/* What the user's locale says of a category, or "". */
static const char *locale_of(const char *category) {
    const char *const variables[] = {"LC_ALL", category, "LANG"};
    for (unsigned i = 0; i < 3; i++) {
        const char *name = getenv(variables[i]);
        if (name && *name) return name;
    }
    return "";
}

static bool names_utf8(const char *locale) {
    const char *codes = strchr(locale, '.');
    return codes &&
           (strncasecmp(codes, ".UTF-8", 6) == 0 || strncasecmp(codes, ".utf8", 5) == 0);
}

bool words_open(const char *wanted) {
    const struct language *language =
        wanted ? language_named(wanted) : language_named(locale_of("LC_MESSAGES"));
    if (wanted && (!language || strlen(wanted) != 2)) return false;
    /* Without a locale of the user's own, letters are still letters. One that is named but not installed here, as when it
     * comes through ssh, is believed. */
    if (!setlocale(LC_CTYPE, "")) {
        wide = names_utf8(locale_of("LC_CTYPE"));
        setlocale(LC_CTYPE, "C.UTF-8");
    } else if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
        wide = false;
        setlocale(LC_CTYPE, "C.UTF-8");
    }
    current = language ? language : &languages[0];
    read_po(languages[0].po, true);
    if (current != &languages[0]) read_po(current->po, false);
    return true;
}

const char *words_language(void) { return current->name; }
bool words_wide(void) { return wide; }

/* ---- Saying ---- */

/* The form for a number, as the language counts (Plural-Forms of its file). */
static unsigned form_for(int64_t n) {
    int64_t tens = n % 100, ones = n % 10;
    switch (current->name[0]) {
    case 'f': return n > 1;
    case 'p': return n == 1 ? 0 : ones >= 2 && ones <= 4 && (tens < 10 || tens >= 20) ? 1 : 2;
    case 'j': return 0;
    default: return n != 1;
    }
}

bool has_words(const char *key) { return slot_of(key)->key != NULL; }

struct argument {
    const char *name, *text;
};

static const char *argument_named(const struct argument *args, unsigned count,
                                  const char *name, size_t size) {
    for (unsigned i = 0; i < count; i++)
        if (strlen(args[i].name) == size && strncmp(args[i].name, name, size) == 0)
            return args[i].text;
    return NULL;
}

static void put_text(struct zk_text *out, const char *text, const struct argument *args,
                     unsigned count) {
    while (*text) {
        size_t size = strcspn(text, "{");
        zk_text_put_bytes(out, text, size);
        text += size;
        if (!*text) break;
        size = strcspn(text, "}");
        const char *filled = argument_named(args, count, text + 1, size - 1);
        if (!text[size]) size--;
        if (filled)
            zk_text_put(out, filled);
        else
            zk_text_put_bytes(out, text, size + 1);
        text += size + 1;
    }
}

static void put_filled(struct zk_text *out, const char *key, const struct argument *args,
                       unsigned count) {
    const struct sentence *sentence = slot_of(key);
    const char *n = argument_named(args, count, "n", 1), *text = sentence->form[0];
    if (sentence->form[1] && n) text = sentence->form[form_for(strtoll(n, NULL, 10))];
    if (!text) text = sentence->form[0];
    put_text(out, text ? text : key, args, count);
}

enum { ARGUMENTS_MAX = 12 };

static void put_pairs(struct zk_text *out, const char *key, va_list pairs) {
    struct argument args[ARGUMENTS_MAX];
    unsigned count = 0;
    for (const char *name; count < ARGUMENTS_MAX && (name = va_arg(pairs, const char *));)
        args[count++] = (struct argument){name, va_arg(pairs, const char *)};
    put_filled(out, key, args, count);
}

void say(struct zk_text *out, const char *key, ...) {
    va_list pairs;
    va_start(pairs, key);
    put_pairs(out, key, pairs);
    va_end(pairs);
}

struct phrase phrase(const char *key, ...) {
    struct phrase said;
    struct zk_text out = zk_text_in(said.text, sizeof said.text);
    va_list pairs;
    va_start(pairs, key);
    put_pairs(&out, key, pairs);
    va_end(pairs);
    return said;
}

void say_listed(struct zk_text *out, const char *key, const char *english,
                const struct phrase *listed, unsigned count) {
    static const char *const names[] = {"0", "1", "2", "3"};
    struct argument args[4];
    if (count > 4) count = 4;
    for (unsigned i = 0; i < count; i++) args[i] = (struct argument){names[i], listed[i].text};
    if (english && !has_words(key))
        put_text(out, english, args, count);
    else
        put_filled(out, key, args, count);
}

struct phrase key_of(const char *start, const char *end) {
    struct phrase key;
    struct zk_text out = zk_text_in(key.text, sizeof key.text);
    zk_text_put(&out, start);
    zk_text_put(&out, end);
    return key;
}

struct phrase figure(int64_t number) {
    struct phrase figures;
    struct zk_text out = zk_text_in(figures.text, sizeof figures.text);
    zk_text_put_int(&out, number);
    return figures;
}

void put_stop(struct zk_text *out) {
    static const char *const ends[] = {".", "!", "?", "…", "。", "！", "？"};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t size = strlen(ends[i]);
        if (out->used >= size && memcmp(out->data + out->used - size, ends[i], size) == 0)
            return;
    }
    say(out, "term.stop", NULL);
}

void put_colon(struct zk_text *out) { say(out, "term.colon", NULL); }

void put_between(struct zk_text *out) { say(out, "ui.between", NULL); }

void next_sentence(struct zk_text *out) {
    if (out->used) put_between(out);
}

/* ---- Rows ---- */

void row_begin(struct row *row) {
    row->text = zk_text_in(row->memory, sizeof row->memory);
    row->last[0] = '\0';
    row->count = 0;
}

void row_put(struct row *row, const char *item) {
    if (row->count > 1) say(&row->text, "ui.comma", NULL);
    if (row->count) zk_text_put(&row->text, row->last);
    struct zk_text last = zk_text_in(row->last, sizeof row->last);
    zk_text_put(&last, item);
    row->count++;
}

const char *row_end(struct row *row, bool with_and) {
    if (row->count > 1) say(&row->text, with_and ? "term.and" : "ui.comma", NULL);
    zk_text_put(&row->text, row->last);
    return row->memory;
}

unsigned width_of(const char *text) {
    unsigned columns = 0;
    mbstate_t state = {0};
    wchar_t letter;
    for (size_t left = strlen(text), size; left; text += size, left -= size) {
        size = mbrtowc(&letter, text, left, &state);
        if (size == 0 || size > left) {
            memset(&state, 0, sizeof state);
            size = 1;
            columns++;
            continue;
        }
        int width = wcwidth(letter);
        columns += width > 0 ? (unsigned)width : 0;
    }
    return columns;
}
