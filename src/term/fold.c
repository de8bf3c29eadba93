#define _GNU_SOURCE /* wcwidth */
/* fold.c: see fold.h. */
#include "fold.h"

#include <stdbool.h>
#include <string.h>
#include <wchar.h>

/* The letter at the beginning of a text that is not empty, and its bytes. */
static wchar_t letter_at(const char *text, size_t *size) {
    mbstate_t state = {0};
    wchar_t letter;
    *size = mbrtowc(&letter, text, strlen(text), &state);
    if (*size != 0 && *size <= strlen(text)) return letter;
    *size = 1;
    return L'?';
}

static unsigned width(wchar_t letter) {
    int columns = wcwidth(letter);
    return columns > 0 ? (unsigned)columns : 0;
}

static bool has_no_place(wchar_t letter) {
    return (letter >= 0x200b && letter <= 0x200f) || (letter >= 0x2028 && letter <= 0x202e) ||
           (letter >= 0x2060 && letter <= 0x206f) || letter == 0xfeff;
}

void clean_text(const char *text, struct zk_text *out) {
    for (size_t size; *text; text += size) {
        wchar_t letter = letter_at(text, &size);
        bool steers = (letter < ' ' && letter != '\n') || (letter >= 0x7f && letter < 0xa0) ||
                      (letter == L'?' && *text != '?'); /* no letter at all */
        if (steers)
            zk_text_put_char(out, '?');
        else if (!has_no_place(letter))
            zk_text_put_bytes(out, text, size);
    }
}

size_t fitting(const char *text, unsigned columns) {
    size_t used = 0, size;
    for (unsigned column = 0; text[used]; used += size) {
        column += width(letter_at(text + used, &size));
        if (column > columns) break;
    }
    return used;
}

static bool closes(wchar_t letter) {
    return wcschr(L"、。，．：；？！）」』】〉》〕］・ー々っゃゅょッャュョ…", letter) != NULL;
}

static bool opens(wchar_t letter) { return wcschr(L"（「『【〈《〔［", letter) != NULL; }

const char *fold(const char *text, unsigned columns, char *line, size_t room) {
    size_t used = 0, size = 1, cut = 0;
    wchar_t before = 0;
    unsigned column = 0;
    for (; text[used] && text[used] != '\n'; used += size) {
        wchar_t letter = letter_at(text + used, &size);
        bool between = used && !closes(letter) && !opens(before) &&
                       (width(letter) == 2 || width(before) == 2);
        if (letter == L' ' || before == L' ' || between) cut = used;
        column += width(letter);
        if (column > columns) break;
        before = letter;
    }
    bool whole = !text[used] || text[used] == '\n';
    if (whole || !cut) cut = used;
    if (!whole && !cut) cut = size; /* no column at all: it goes on nevertheless */
    size_t end = cut < room ? cut : room - 1;
    memcpy(line, text, end);
    line[end] = '\0';
    if (whole) return text + cut + (text[cut] == '\n');
    while (end && line[end - 1] == ' ') line[--end] = '\0';
    return text + cut + strspn(text + cut, " ");
}
