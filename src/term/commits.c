/* commits.c: see commits.h. */
#include "commits.h"

#include <string.h>

enum { SERVER = ZK_SEED_OF_SERVER };

static const char letters[] = "ABCDS";

/* The place of who did something, or -1. */
static int place_of(struct value by) {
    if (value_is(by, "chance")) return SERVER;
    for (int seat = 0; seat < ZK_SEATS_MAX; seat++)
        if (value_is(by, (char[]){letters[seat], 0})) return seat;
    return -1;
}

void commits_note(struct commits *commits, struct value entry) {
    struct value kind = value_of(entry, "kind");
    int who = place_of(value_of(entry, "by"));
    if (value_is(kind, "again")) commits->of[SERVER][0] = '\0';
    if (value_is(kind, "commit") && who >= 0) {
        struct zk_text text = zk_text_in(commits->of[who], sizeof commits->of[who]);
        zk_text_put(&text, value_text(value_of(entry, "commit")).text);
        if (who == SERVER) commits->done = 0;
    }
    if ((value_is(kind, "seed") || value_is(kind, "late")) && who >= 0)
        commits->done |= (uint8_t)(1u << who);
}

bool commits_whole(const struct commits *commits, struct value seeds, struct commits *whole) {
    bool all = commits->of[SERVER][0];
    *whole = *commits;
    for (int seat = 0; seat < ZK_SEATS_MAX; seat++) {
        bool takes_part =
            value_has(seeds, (char[]){letters[seat], 0}) || (commits->done >> seat & 1);
        if (!takes_part) whole->of[seat][0] = '\0';
        all = all && (!takes_part || commits->of[seat][0]);
    }
    return all;
}

bool commits_any(const struct commits *commits) { return commits->of[SERVER][0]; }

bool commits_same(const struct commits *one, const struct commits *other) {
    bool same = true;
    for (int who = 0; who < ZK_SEEDS_COUNT; who++)
        same = same && strcmp(one->of[who], other->of[who]) == 0;
    return same;
}

int commits_changed(const struct commits *told, struct value head) {
    struct value fair = value_of(head, "fair");
    for (int who = ZK_SEEDS_COUNT; who-- > 0;) {
        struct value one = value_of(fair, zk_seeds_name((unsigned)who));
        bool takes_part = told->of[who][0] || value_of(one, "seed").at;
        if (takes_part && strcmp(value_text(value_of(one, "commit")).text, told->of[who]) != 0)
            return who;
    }
    return -1;
}

void commits_print(const struct commits *commits, char text[COMMITS_TEXT_SIZE]) {
    struct zk_text out = zk_text_in(text, COMMITS_TEXT_SIZE);
    for (int who = 0; who < ZK_SEEDS_COUNT; who++) {
        if (!commits->of[who][0]) continue;
        zk_text_put_char(&out, letters[who]);
        zk_text_put(&out, commits->of[who]);
    }
}

void commits_read(struct commits *commits, const char *text) {
    memset(commits, 0, sizeof *commits);
    while (*text) {
        const char *letter = strchr(letters, *text++);
        size_t size = strspn(text, "0123456789abcdef");
        if (!letter || size != ZK_SEED_TEXT_SIZE - 1) {
            memset(commits, 0, sizeof *commits);
            return;
        }
        memcpy(commits->of[letter - letters], text, size);
        text += size;
    }
}
