/* path.c: one person's best ranks in Yokai, see yokai/path.h.
 *
 * A combination of rules is a number: reconciliation cards dealt, 0 to 4, then 5 for stack or 10
 * for blind, which has no use for stack, then 15 for a shape. */
#include "path.h"

#include <string.h>

#include "../../core/json.h"

enum { VERSION = 1, STACK = 5, BLIND = 10, SHAPE = 15, PLAYERS = 3, KEY_SIZE = 32 };

const char *const zk_yokai_rank_names[ZK_YOKAI_RANKS + 1] = {
    "", "lost", "honourable", "glorious", "legendary", NULL};

unsigned zk_yokai_path_rules(const struct zk_yokai_view *view) {
    return view->reconcile +
           (view->blind   ? BLIND
            : view->stack ? STACK
                          : 0u) +
           (view->board.shape ? SHAPE : 0u);
}

unsigned zk_yokai_path_level(unsigned level) {
    static const uint8_t rules[ZK_YOKAI_PATH_LEVELS] = {0, 1, STACK, BLIND, SHAPE};
    return rules[level - 1];
}

unsigned zk_yokai_path_players(unsigned rules) {
    unsigned reconcile = rules % 5;
    return reconcile > ZK_YOKAI_PATH_PLAYERS_MIN ? reconcile : ZK_YOKAI_PATH_PLAYERS_MIN;
}

void zk_yokai_path_put_name(struct zk_text *text, unsigned rules) {
    unsigned reconcile = rules % 5;
    size_t start = text->used;
    if (reconcile) zk_text_put(text, "reconcile");
    if (reconcile > 1) zk_text_put_uint(text, reconcile);
    if (rules % SHAPE >= STACK) {
        if (text->used > start) zk_text_put_char(text, '+');
        zk_text_put(text, rules % SHAPE >= BLIND ? "blind" : "stack");
    }
    if (rules >= SHAPE) {
        if (text->used > start) zk_text_put_char(text, '+');
        zk_text_put(text, "shape");
    }
    if (text->used == start) zk_text_put(text, "basic");
}

/* ---- Growing ---- */

static bool raise_to(uint8_t *best, unsigned rank) {
    if (*best >= rank) return false;
    *best = (uint8_t)rank;
    return true;
}

static unsigned find_rank(const char *name) {
    unsigned rank = ZK_YOKAI_LOST;
    while (rank < ZK_YOKAI_RANKS && strcmp(zk_yokai_rank_names[rank], name) != 0) rank++;
    return rank;
}

bool zk_yokai_path_count(struct zk_yokai_path *path, const struct zk_yokai_view *view,
                         const char *rank) {
    return raise_to(
        &path->best[view->players - ZK_YOKAI_PATH_PLAYERS_MIN][zk_yokai_path_rules(view)],
        find_rank(rank));
}

void zk_yokai_path_join(struct zk_yokai_path *path, const struct zk_yokai_path *other) {
    for (unsigned players = 0; players < PLAYERS; players++)
        for (unsigned rules = 0; rules < ZK_YOKAI_PATH_RULES; rules++)
            raise_to(&path->best[players][rules], other->best[players][rules]);
}

/* ---- Its form ---- */

static void write_players(const uint8_t *best, struct zk_json_out *out) {
    zk_json_begin_object(out);
    for (unsigned rules = 0; rules < ZK_YOKAI_PATH_RULES; rules++) {
        char name[ZK_YOKAI_PATH_NAME_SIZE];
        struct zk_text text = zk_text_in(name, sizeof name);
        if (!best[rules]) continue;
        zk_yokai_path_put_name(&text, rules);
        zk_json_key(out, name);
        zk_json_put_string(out, zk_yokai_rank_names[best[rules]]);
    }
    zk_json_end_object(out);
}

void zk_yokai_path_write(const struct zk_yokai_path *path, struct zk_json_out *out) {
    static const uint8_t none[ZK_YOKAI_PATH_RULES];
    zk_json_begin_object(out);
    zk_json_key(out, "path");
    zk_json_put_int(out, VERSION);
    zk_json_key(out, zk_yokai.id);
    zk_json_begin_object(out);
    for (unsigned players = 0; players < PLAYERS; players++) {
        const char key[2] = {(char)('0' + players + ZK_YOKAI_PATH_PLAYERS_MIN), '\0'};
        if (memcmp(path->best[players], none, sizeof none) == 0) continue;
        zk_json_key(out, key);
        write_players(path->best[players], out);
    }
    zk_json_end_object(out);
    zk_json_end_object(out);
}

/* The combination of that name with that many players, or ZK_YOKAI_PATH_RULES. */
static unsigned find_rules(const char *name, unsigned players) {
    unsigned rules = 0;
    for (; rules < ZK_YOKAI_PATH_RULES; rules++) {
        char known[ZK_YOKAI_PATH_NAME_SIZE];
        struct zk_text text = zk_text_in(known, sizeof known);
        zk_yokai_path_put_name(&text, rules);
        if (zk_yokai_path_players(rules) <= players && strcmp(known, name) == 0) break;
    }
    return rules;
}

static void read_players(struct zk_json_in *in, uint8_t *best, unsigned players) {
    char key[KEY_SIZE], name[KEY_SIZE];
    if (!zk_json_enter_object(in)) return;
    while (zk_json_next_key(in, key, sizeof key)) {
        unsigned rules = find_rules(key, players), rank;
        if (rules == ZK_YOKAI_PATH_RULES) zk_json_wrong(in, "there are no such rules");
        if (!zk_json_get_string(in, name, sizeof name, NULL)) return;
        if ((rank = find_rank(name)) == ZK_YOKAI_RANKS)
            zk_json_wrong(in, "there is no such rank");
        else
            raise_to(&best[rules], rank);
    }
}

static void read_games(struct zk_json_in *in, struct zk_yokai_path *path) {
    char key[KEY_SIZE];
    if (!zk_json_enter_object(in)) return;
    while (zk_json_next_key(in, key, sizeof key)) {
        unsigned players = (unsigned)(key[0] - '0');
        if (players < zk_yokai.seats_min || players > zk_yokai.seats_max || key[1])
            zk_json_wrong(in, "the players are 2, 3 or 4");
        else
            read_players(in, path->best[players - ZK_YOKAI_PATH_PLAYERS_MIN], players);
    }
}

const char *zk_yokai_path_read(struct zk_yokai_path *path, const char *data, size_t size) {
    struct zk_json_in in = zk_json_from(data, size);
    struct zk_yokai_path found = {0};
    int64_t version = 0;
    char key[KEY_SIZE];
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        if (strcmp(key, "path") == 0)
            zk_json_get_int(&in, &version);
        else if (strcmp(key, zk_yokai.id) == 0)
            read_games(&in, &found);
        else
            zk_json_wrong(&in, "it has a key that is not known here");
    }
    if (!zk_json_finish(&in)) return in.error;
    if (version != VERSION) return "it is of another version";
    *path = found;
    return NULL;
}
