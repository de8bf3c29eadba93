/* sitting.c: see sitting.h. */
#include "sitting.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "around.h"
#include "fair/fair.h"
#include "remote.h"

enum { SEED_AGAIN_MS = 2500 };

static bool wants(const struct model *model, const char *list) {
    return value_has(value_of(model->current, list), (char[]){model->seat, 0});
}

enum question sitting_question(struct sitting *sitting) {
    const struct model *model = &sitting->model;
    const struct around *around = sitting->around;
    struct value asks = value_of(model->current, "asks_undo");
    if (around && around_asked(sitting)) return QUESTION_UNDO;
    if (around && around->cover) return QUESTION_HAND;
    if (around && *around->secret) return QUESTION_LOOK;
    if (!model->current.at) return QUESTION_NONE;
    if (lesson_step(sitting->lesson, model)) return QUESTION_STEP;
    if (model_is(model, "over"))
        return wants(model, "again") ? QUESTION_NONE
                                     : QUESTION_OVER; /* the others are asked */
    if (model->seat == '-') return QUESTION_NONE;
    if (value_is(value_of(model_seat(model, model->seat), "who"), "open")) return QUESTION_SIT;
    if (!around && asks.at && *asks.at == '"' && !value_is(asks, (char[]){model->seat, 0}) &&
        !wants(model, "agreed"))
        return QUESTION_UNDO;
    if (sitting_is_away(sitting)) return QUESTION_NONE;
    bool visits = around && around->visitor; /* whatever they can do */
    if (!model_is(model, "playing") || lesson_moves_itself(sitting->lesson, model) ||
        (!model_moves(model) && !visits))
        return QUESTION_NONE;
    return model_in_turn(model) ? QUESTION_MOVE : QUESTION_ALSO;
}

bool sitting_is_away(const struct sitting *sitting) {
    const struct model *model = &sitting->model;
    return model->seat != '-' &&
           value_is(value_of(model_seat(model, model->seat), "who"), "stand_in");
}

void put_hex(const uint8_t *bytes, size_t size, char *text) {
    for (size_t i = 0; i < size; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

static uint32_t games_before(const struct sitting *sitting) {
    return (uint32_t)value_int(value_of(sitting->model.current, "games"), 0);
}

/* Whether we are at a seat that can be; what a server says may be anything. */
static bool has_seat(const struct sitting *sitting) {
    return sitting->model.seat >= 'A' && sitting->model.seat < 'A' + ZK_SEATS_MAX;
}

/* What we have committed to, as digits. */
static void own_commit(const struct sitting *sitting, char text[2 * ZK_SEED_SIZE + 1]) {
    uint8_t hash[ZK_SEED_SIZE];
    zk_fair_commit((unsigned)(sitting->model.seat - 'A'), sitting->seed, hash);
    put_hex(hash, sizeof hash, text);
}

/* A new seed for a game, and the commitment to it, which goes with this request. */
static bool commit(struct sitting *sitting, const char *request, uint32_t games,
                   char text[2 * ZK_SEED_SIZE + 1]) {
    if (!has_seat(sitting) ||
        getrandom(sitting->seed, sizeof sitting->seed, 0) != sizeof sitting->seed)
        return false;
    memset(&sitting->told, 0, sizeof sitting->told);
    own_commit(sitting, text);
    memcpy(sitting->asked, request, sizeof sitting->asked);
    sitting->seed_games = games;
    sitting->heard = sitting->stands = sitting->sent_seed = false;
    return sitting->has_seed = true;
}

void sitting_do(struct sitting *sitting, const char *what, const char *key,
                const char *value) {
    const struct around *around = sitting->around;
    if (around && (strcmp(what, "agree") == 0 || strcmp(what, "decline") == 0)) {
        if (around_asked(sitting)) around_do(sitting, around_asked(sitting), what);
        return;
    }
    if (around && strcmp(what, "again") == 0) /* who is here wants it together */
        for (const char *seat = around->people; *seat; seat++)
            if (*seat != sitting->model.seat) around_do(sitting, *seat, what);
    struct ask ask;
    char hash[2 * ZK_SEED_SIZE + 1];
    bool another = strcmp(what, "again") == 0 || strcmp(what, "agree") == 0;
    /* Who has just sat down may not have heard yet that the key holds; the server has, when it reads this. */
    char token[TOKEN_SIZE];
    memcpy(token, sitting->model.token, sizeof token);
    if (*sitting->key && *sitting->sits)
        memcpy(sitting->model.token, sitting->key, sizeof sitting->key);
    model_ask(&sitting->model, &ask, what);
    memcpy(sitting->model.token, token, sizeof token);
    if (key) {
        zk_json_key_bytes(&ask.out, key, strlen(key));
        zk_json_put_string(&ask.out, value);
    }
    /* Another game at a server's table has another shuffle. */
    if (!sitting->local && another && model_is(&sitting->model, "over") &&
        commit(sitting, ask.request, games_before(sitting) + 1, hash)) {
        zk_json_key(&ask.out, "commit");
        zk_json_put_string(&ask.out, hash);
        if (sitting->keep) sitting->keep(sitting, sitting->model.token);
    }
    model_send(sitting->link, &ask);
    memcpy(sitting->waiting, ask.request, sizeof ask.request);
}

/* ---- Records ---- */

bool sitting_has_record(struct sitting *sitting) {
    if (!sitting->record && !sitting->fetches) {
        sitting->fetches = true;
        sitting_do(sitting, "record", NULL, NULL);
    }
    return sitting->record != NULL;
}

static void forget_record(struct sitting *sitting) {
    free(sitting->record);
    sitting->record = NULL;
    sitting->fetches = false;
}

/* What was asked for has come, or is refused. */
static void take_record(struct sitting *sitting) {
    struct value record = value_of(sitting->model.answer, "record");
    sitting->fetches = false;
    sitting->record = calloc(record.size + 1, 1);
    if (!sitting->record) abort();
    if (record.at) value_copy(record, sitting->record, record.size + 1);
}

void sitting_free(struct sitting *sitting) {
    if (sitting->link) link_close(sitting->link);
    around_free(sitting);
    model_free(&sitting->model);
    lesson_free(sitting->lesson);
    forget_record(sitting);
    free(sitting);
}

bool sitting_save(struct sitting *sitting, const char *path) {
    if (*path) snprintf(sitting->save, sizeof sitting->save, "%s", path);
    if (!*sitting->save) return false;
    if (sitting->local) {
        local_ask_record(sitting->link);
        memcpy(sitting->waiting, LOCAL_RECORD, sizeof LOCAL_RECORD);
    } else {
        sitting_do(sitting, "record", NULL, NULL);
    }
    return true;
}

/* Whether we know the commitments of the game on the table: others may have begun another one, while a bot stood in for us. */
static bool was_told(const struct sitting *sitting) {
    return commits_any(&sitting->told) && sitting->told_games == games_before(sitting);
}

/* Whether what we committed to should be in the record, and is not. */
static bool is_dropped(const struct sitting *sitting, struct value head) {
    char own[2 * ZK_SEED_SIZE + 1];
    if (!has_seat(sitting) || !sitting->has_seed || !sitting->heard || !sitting->stands ||
        sitting->seed_games != games_before(sitting))
        return false;
    own_commit(sitting, own);
    struct value part = value_of(value_of(head, "fair"), (char[]){sitting->model.seat, 0});
    return !value_is(value_of(part, "commit"), own);
}

/* Who had committed otherwise before the game than the record says, where we know it. */
static void say_changed(const struct sitting *sitting, const char *record,
                        struct zk_text *out) {
    struct value head = value_whole(record, strcspn(record, "\n"));
    if (is_dropped(sitting, head)) {
        put_between(out);
        say(out, "ui.fair.other_commit", NULL);
        return;
    }
    if (!was_told(sitting)) return;
    int who = commits_changed(&sitting->told, head);
    if (who < 0) return;
    struct phrase name = who == ZK_SEED_OF_SERVER
                             ? phrase("ui.fair.server", NULL)
                             : model_name(&sitting->model, zk_seeds_name((unsigned)who)[0]);
    put_between(out);
    say(out, "ui.fair.changed", "who", name.text, NULL);
}

void sitting_write_record(const struct sitting *sitting, struct zk_text *out) {
    struct value record = value_of(sitting->model.answer, "record");
    char *text = malloc(record.size + 1);
    if (!*sitting->save) {
        free(text);
        return;
    }
    bool written = text && value_copy(record, text, record.size + 1);
    if (!written) errno = ENOMEM;
    FILE *file = written ? fopen(sitting->save, "w") : NULL;
    written = file && fputs(text, file) >= 0;
    if (file && fclose(file) != 0) written = false;
    if (written)
        say(out, "term.saved", "file", sitting->save, NULL);
    else
        say(out, "term.not_saved", "file", sitting->save, "why", strerror(errno), NULL);
    if (written) say_changed(sitting, text, out);
    free(text);
}

/* ---- At a server's table ---- */

/* 192 random bits that nobody else ever sees. */
static bool make_key(char key[TOKEN_SIZE]) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char random[32];
    if (getrandom(random, sizeof random, 0) != sizeof random) return false;
    for (unsigned i = 0; i < sizeof random; i++) key[i] = letters[random[i] % 64];
    key[sizeof random] = '\0';
    return true;
}

void sitting_sit(struct sitting *sitting, const char *name) {
    struct ask ask;
    char hash[2 * ZK_SEED_SIZE + 1];
    model_ask(&sitting->model, &ask, "sit");
    zk_json_key(&ask.out, "name");
    zk_json_put_string(&ask.out, name);
    if (!sitting->local && make_key(sitting->key)) {
        zk_json_key(&ask.out, "key");
        zk_json_put_string(&ask.out, sitting->key);
        if (commit(sitting, ask.request, games_before(sitting), hash)) {
            zk_json_key(&ask.out, "commit");
            zk_json_put_string(&ask.out, hash);
        }
        if (sitting->keep) sitting->keep(sitting, sitting->key);
    }
    model_send(sitting->link, &ask);
    memcpy(sitting->waiting, ask.request, sizeof ask.request);
    memcpy(sitting->sits, ask.request, sizeof ask.request);
    sitting->sits_ups = sitting->ups;
}

void sitting_make_device(struct sitting *sitting) {
    if (!make_key(sitting->device)) return;
    sitting->makes_device = true;
    sitting_do(sitting, "link", "key", sitting->device);
}

void sitting_by_device(struct sitting *sitting) {
    if (!*sitting->key) {
        if (!make_key(sitting->key)) return;
        if (sitting->keep) sitting->keep(sitting, sitting->key);
    }
    sitting_do(sitting, "device", "key", sitting->key);
}

static void join(struct sitting *sitting) {
    struct ask ask;
    model_ask(&sitting->model, &ask, "join");
    model_send(sitting->link, &ask);
    memcpy(sitting->waiting, ask.request, sizeof ask.request);
    /* It may have been lost with the connection; what we are told now says so. */
    sitting->sent_seed = false;
    sitting->seed_again_ms = 0;
}

/* The seat is ours: from here on by the key. */
static void hold_seat(struct sitting *sitting) {
    char waiting[REQUEST_SIZE];
    memcpy(waiting, sitting->waiting, sizeof waiting);
    memcpy(sitting->model.token, sitting->key, sizeof sitting->key);
    sitting->key[0] = '\0';
    join(sitting);
    if (*waiting) memcpy(sitting->waiting, waiting, sizeof waiting); /* asked for meanwhile */
}

/* What becomes of our own commitment: it is taken back when a bot stands in for us, or nobody wants another game, and does not count
 * when ours is not the last, from another device. */
static void note_own(struct sitting *sitting, struct value entry) {
    char own[2 * ZK_SEED_SIZE + 1], seat[] = {sitting->model.seat, 0};
    struct value kind = value_of(entry, "kind"), sits = value_of(entry, "sits");
    if (!has_seat(sitting) || !sitting->has_seed) return;
    own_commit(sitting, own);
    if (value_is(kind, "commit") && value_is(value_of(entry, "by"), seat)) {
        if (sitting->heard && !value_is(value_of(entry, "commit"), own))
            sitting->stands = false;
        sitting->heard = true;
    }
    if (value_is(kind, "decline") ||
        (value_is(value_of(sits, "seat"), seat) && !value_is(value_of(sits, "who"), "person")))
        sitting->stands = false;
}

static void note_entry(struct sitting *sitting, struct value entry, uint32_t at) {
    commits_note(&sitting->commits, entry);
    if (value_int(value_of(entry, "event"), 0) > (int64_t)at) note_own(sitting, entry);
}

/* What is told of commitments. Of what came between the first `at` entries and a snapshot's log nothing is known: perhaps others
 * have committed anew. */
static void note_commits(struct sitting *sitting, enum told told, uint32_t at) {
    if (told == TOLD_EVENT) note_entry(sitting, sitting->model.answer, at);
    if (told != TOLD_SNAPSHOT) return;
    struct value log = value_of(sitting->model.head, "log");
    if (value_int(value_of(value_at(log, 0), "event"), 0) > (int64_t)at + 1) {
        memset(&sitting->commits, 0, sizeof sitting->commits);
        sitting->stands = false;
    }
    struct each each = each_of(log);
    while (each_next(&each)) note_entry(sitting, each.value, at);
}

/* Not before the seat is ours: the invitation is not asked any more. Nor before everybody has committed, or once more to other
 * commitments than before: who knew our seed could choose theirs. Nor when our seat has committed to another one. */
static void hand_in_seed(struct sitting *sitting) {
    char text[2 * ZK_SEED_SIZE + 1], own[2 * ZK_SEED_SIZE + 1];
    struct value seeds = value_of(sitting->model.current, "seeds");
    struct commits whole;
    if (!has_seat(sitting) || !sitting->has_seed) return;
    own_commit(sitting, own);
    if (sitting->sent_seed || *sitting->key ||
        !value_has(seeds, (char[]){sitting->model.seat, 0}) ||
        !commits_whole(&sitting->commits, seeds, &whole) ||
        strcmp(whole.of[sitting->model.seat - 'A'], own) != 0 ||
        (commits_any(&sitting->told) &&
         !(was_told(sitting) && commits_same(&sitting->told, &whole))))
        return;
    sitting->told = whole;
    sitting->told_games = games_before(sitting);
    if (sitting->keep) sitting->keep(sitting, sitting->model.token);
    put_hex(sitting->seed, sizeof sitting->seed, text);
    sitting->sent_seed = true;
    model_do(&sitting->model, sitting->link, "seed", "seed", text, sitting->hands_in);
}

/* Whether this refuses our seed, and what was in the way may be gone a little later. */
static bool was_not_saved(const struct sitting *sitting, enum told told) {
    struct value key = value_of(value_of(sitting->model.answer, "refused"), "key");
    return told == TOLD_REFUSED && *sitting->hands_in &&
           strcmp(sitting->model.answered, sitting->hands_in) == 0 &&
           (value_is(key, "store.failed") || value_is(key, "server.too_fast"));
}

static int seed_left_ms(const struct sitting *sitting) {
    int64_t left = sitting->seed_again_ms - link_now_ms();
    return left > 0 ? (int)left : 0;
}

int sitting_timeout_ms(const struct sitting *sitting) {
    int left = link_timeout_ms(sitting->link);
    if (!sitting->seed_again_ms || sitting->link->state != LINK_UP) return left;
    int seed = seed_left_ms(sitting);
    return left < 0 || seed < left ? seed : left;
}

void sitting_go_on(struct sitting *sitting) {
    if (sitting->local || sitting->link->state != LINK_UP) return;
    unsigned ups = remote_ups(sitting->link);
    if (ups != sitting->ups) {
        sitting->ups = ups;
        join(sitting);
    }
    if (!sitting->seed_again_ms || seed_left_ms(sitting)) return;
    sitting->seed_again_ms = 0;
    sitting->sent_seed = false;
    hand_in_seed(sitting);
}

enum told sitting_take(struct sitting *sitting, int audience, const char *message,
                       size_t size) {
    char seat = sitting->model.seat;
    uint32_t at = sitting->model.at;
    if (around_take(sitting, audience, message, size)) return TOLD_NOTHING;
    enum told told = model_take(&sitting->model, message, size);
    if (told == TOLD_SNAPSHOT) model_ask_past(&sitting->model, sitting->link);
    bool answered = *sitting->model.answered && told != TOLD_EVENT && told != TOLD_SNAPSHOT &&
                    strcmp(sitting->model.answered, sitting->waiting) == 0;
    if (answered) sitting->waiting[0] = '\0';
    if (sitting->record && !model_is(&sitting->model, "over")) forget_record(sitting);
    if (answered && sitting->fetches) {
        take_record(sitting);
        return TOLD_NOTHING;
    }
    if (told == TOLD_DONE && *sitting->asked &&
        strcmp(sitting->model.answered, sitting->asked) == 0)
        sitting->stands = true;
    bool of_seat = *sitting->key && *sitting->sits && told != TOLD_EVENT &&
                   strcmp(sitting->model.answered, sitting->sits) == 0;
    if (of_seat) {
        if (told == TOLD_DONE)
            hold_seat(sitting);
        else
            sitting->key[0] = '\0';
    }
    if (answered && sitting->makes_device) {
        sitting->makes_device = false;
        if (told == TOLD_DONE) return TOLD_DEVICE;
    }
    /* The answer was lost with the connection: by the invitation one only watches now, so the seat is ours. */
    if (told == TOLD_UNSEATED && *sitting->key && *sitting->sits &&
        sitting->ups != sitting->sits_ups) {
        hold_seat(sitting);
        return TOLD_NOTHING;
    }
    if (told == TOLD_UNSEATED && (*sitting->key || *sitting->waiting)) {
        sitting->model.seat = seat; /* it is we who have taken it */
        return TOLD_NOTHING;
    }
    if (was_not_saved(sitting, told)) {
        sitting->seed_again_ms = link_now_ms() + SEED_AGAIN_MS;
        return TOLD_NOTHING;
    }
    note_commits(sitting, told, at);
    if (told == TOLD_EVENT || told == TOLD_SNAPSHOT) {
        hand_in_seed(sitting);
        around_watch(sitting);
    }
    return told;
}

/* ---- Which move was meant ---- */

/* Small letters without blanks, so that "RB > R" is "rb>r". */
static void squeeze(const char *text, char *out, size_t size) {
    size_t used = 0;
    for (; *text && used + 1 < size; text++)
        if (!isspace((unsigned char)*text)) out[used++] = (char)tolower((unsigned char)*text);
    out[used] = '\0';
}

/* A number is never the beginning of another: "peek 1" is not "peek 16". */
static bool form_fits(const char *typed, const char *form, int quality) {
    char squeezed[PHRASE_SIZE];
    size_t size = strlen(typed);
    squeeze(form, squeezed, sizeof squeezed);
    if (quality == 2) return strcmp(typed, squeezed) == 0;
    return strncmp(typed, squeezed, size) == 0 && !(isdigit((unsigned char)typed[size - 1]) &&
                                                    isdigit((unsigned char)squeezed[size]));
}

bool move_fits(const char *typed, const char *move, int quality) {
    char squeezed[PHRASE_SIZE];
    const char *blank = strchr(move, ' ');
    squeeze(typed, squeezed, sizeof squeezed);
    return *squeezed && (form_fits(squeezed, move, quality) ||
                         (blank && form_fits(squeezed, blank, quality)));
}

struct fitting sitting_fit(const struct model *model, const char *typed) {
    struct fitting fitting = {0};
    size_t moves = model_moves(model);
    for (size_t i = 0; i < moves; i++) {
        const char *move = model_move(model, i);
        if (move_fits(typed, move, 2)) {
            fitting.exact++;
            fitting.last = i;
        } else if (move_fits(typed, move, 1)) {
            fitting.begun++;
            if (!fitting.exact) fitting.last = i;
        }
    }
    return fitting;
}
