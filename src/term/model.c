/* model.c: see model.h. What a message means is here; how the table is put into words is in telling.c. */
#include "model.h"

#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "table/protocol.h" /* how long a history may be */

static char *copy_of(const char *text, size_t size) {
    char *copy = malloc(size + 1);
    if (!copy) abort();
    if (size) memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

void model_begin(struct model *model, const char *table, const char *token, char seat) {
    memset(model, 0, sizeof *model);
    struct zk_text text = zk_text_in(model->table, sizeof model->table);
    zk_text_put(&text, table);
    text = zk_text_in(model->token, sizeof model->token);
    zk_text_put(&text, token);
    model->seat = seat;
    model->game = &term_plain;
    /* Whoever comes back to a table asks nothing by a name that was used there before. */
    if (getrandom(&model->nonce, sizeof model->nonce, 0) != sizeof model->nonce)
        model->nonce = (uint32_t)link_now_ms();
}

static void forget_log(struct model *model) {
    for (uint32_t i = 0; i < model->log_count; i++) {
        free(model->log[i].text);
        free(model->log[i].notation);
    }
    model->log_count = 0;
}

void model_free(struct model *model) {
    forget_log(model);
    free(model->log);
    free(model->move);
    free(model->snapshot);
    free(model->now);
    free(model->before);
    free(model->message);
    free(model->past);
}

/* ---- The log ---- */

static void put_seat_line(const struct model *model, struct value sits, struct zk_text *out) {
    char seat = value_text(value_of(sits, "seat")).text[0];
    struct value who = value_of(sits, "who");
    if (value_is(who, "open"))
        say(out, "ui.log.leaves", "seat",
            phrase(key_of("ui.seat.", (char[]){seat, 0}).text, NULL).text, NULL);
    else if (value_is(who, "stand_in"))
        say(out, "ui.log.stand_in", "who", model_name(model, seat).text, NULL);
    else
        say(out, "ui.log.sits", "who", model_name(model, seat).text, NULL);
}

static void put_entry(const struct model *model, struct value entry, struct value before,
                      struct value after, struct zk_text *out) {
    struct phrase kind = value_text(value_of(entry, "kind")), key;
    char by = value_text(value_of(entry, "by")).text[0];
    if (strcmp(kind.text, "move") == 0) {
        TERM_SLOT(model, log)(model, entry, before, after, out);
    } else if (strcmp(kind.text, "sit") == 0) {
        put_seat_line(model, value_of(entry, "sits"), out);
    } else {
        key = key_of("ui.log.", kind.text);
        if (has_words(key.text)) say(out, key.text, "who", model_name(model, by).text, NULL);
    }
}

/* Moves beyond the first so many do not count any more. */
static void undo_beyond(struct model *model, int64_t keep) {
    for (uint32_t i = 0; i < model->log_count; i++) {
        struct line *line = &model->log[i];
        if (*line->notation && !line->undone) line->undone = keep-- <= 0;
    }
}

/* What an entry says in the log; the caller frees it. */
static char *line_of(const struct model *model, struct value entry, struct value before,
                     struct value after) {
    char memory[4096];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct value saw = value_of(entry, "saw");
    if (model->shared && saw.at) { /* the same without it */
        char *masked = copy_of(entry.at, entry.size);
        masked[saw.at - entry.at - 3] = '-'; /* "saw": is "sa-": */
        put_entry(model, (struct value){masked, entry.size}, before, after, &text);
        free(masked);
    } else {
        put_entry(model, entry, before, after, &text);
    }
    return copy_of(text.data, text.used);
}

static void add_line(struct model *model, struct value entry, struct value before,
                     struct value after) {
    struct phrase by = value_text(value_of(entry, "by")),
                  move = value_text(value_of(entry, "move"));
    if (value_is(value_of(entry, "kind"), "undo"))
        undo_beyond(model, value_int(value_of(entry, "keep"), 0));
    if (value_is(value_of(entry, "kind"), "again")) undo_beyond(model, 0);
    if (model->log_count == model->log_size) {
        model->log_size = model->log_size ? 2 * model->log_size : 64;
        model->log = realloc(model->log, model->log_size * sizeof *model->log);
        if (!model->log) abort();
    }
    model->log[model->log_count++] =
        (struct line){.number = (uint32_t)value_int(value_of(entry, "event"), 0),
                      .text = line_of(model, entry, before, after),
                      .notation = copy_of(move.text, strlen(move.text)),
                      .by = strlen(by.text) == 1 ? by.text[0] : '-',
                      .changes = *move.text || value_is(value_of(entry, "kind"), "undo") ||
                                 value_is(value_of(entry, "kind"), "again")};
}

void model_say_shown(const struct model *model, struct zk_text *out) {
    if (!value_of(model->answer, "saw").at || !value_of(model->answer, "event").at) return;
    struct value before = {model->before, model->before ? strlen(model->before) : 0};
    put_entry(model, model->answer, value_of(before, "view"), model->view, out);
}

/* ---- Messages ---- */

static void read_moves(struct model *model, const char *list) {
    struct each each = each_of(value_of(model->current, list));
    while (each_next(&each)) {
        if (model->moves_count == model->moves_size) {
            model->moves_size = model->moves_size ? 2 * model->moves_size : 64;
            model->move = realloc(model->move, model->moves_size * sizeof *model->move);
            if (!model->move) abort();
        }
        model->move[model->moves_count++] = value_text(each.value);
    }
}

/* What the table is now: the text is kept, and the one before it, too. */
static void set_now(struct model *model, struct value now) {
    char *text = copy_of(now.at, now.size);
    free(model->before);
    model->before = model->now;
    model->now = text;
    model->current = (struct value){text, now.size};
    model->view = value_of(model->current, "view");
    model->clock_at_ms = link_now_ms();
    model->moves_count = 0;
    read_moves(model, "legal");
    read_moves(model, "also");
}

/* Of a snapshot the clock has been running since its last entry, or since a server has had the table again. */
static void count_clock_from(struct model *model, struct value message) {
    struct value log = value_of(message, "log");
    size_t count = value_count(log);
    int64_t last = value_int(value_of(value_at(log, count ? count - 1 : 0), "time"), 0),
            from = value_int(value_of(message, "counts_from"), 0);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (from > last) last = from;
    int64_t gone = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 - last;
    if (last && gone > 0) model->clock_at_ms -= gone;
}

static void take_snapshot(struct model *model, struct value message) {
    struct phrase you = value_text(value_of(message, "you")),
                  game = value_text(value_of(message, "game"));
    free(model->snapshot);
    model->snapshot = copy_of(message.at, message.size);
    model->head = (struct value){model->snapshot, message.size};
    model->at = (uint32_t)value_int(value_of(message, "snapshot"), 0);
    model->seat = you.text[0] ? you.text[0] : '-';
    model->memory = value_bool(value_of(message, "memory"));
    struct zk_text id = zk_text_in(model->game_id, sizeof model->game_id);
    zk_text_put(&id, game.text);
    model->game = term_game_of(game.text);
    set_now(model, value_of(message, "now"));
    count_clock_from(model, message);
    forget_log(model);
    struct each each = each_of(value_of(message, "log"));
    while (each_next(&each)) add_line(model, each.value, (struct value){0}, (struct value){0});
}

/* An entry of the snapshot again, with what was seen after it: now its line can name what lay there. */
static void take_past(struct model *model, uint32_t number, struct value message) {
    struct value now = value_of(message, "now"),
                 before = {model->past, model->past ? strlen(model->past) : 0};
    for (uint32_t i = 0; i < model->log_count && number == model->past_at + 1; i++) {
        struct line *line = &model->log[i];
        if (line->number != number) continue;
        free(line->text);
        line->text = line_of(model, message, value_of(before, "view"), value_of(now, "view"));
    }
    free(model->past);
    model->past = copy_of(now.at, now.size);
    model->past_at = number;
}

static enum told take_event(struct model *model, struct value message) {
    uint32_t number = (uint32_t)value_int(value_of(message, "event"), 0);
    if (number <= model->at) {
        take_past(model, number, message);
        return TOLD_NOTHING;
    }
    struct value before = model->view;
    model->at = number;
    set_now(model, value_of(message, "now"));
    add_line(model, message, before, model->view);
    return TOLD_EVENT;
}

static void take_presence(struct model *model, struct value message) {
    struct each each = each_of(value_of(message, "here"));
    size_t count = 0;
    while (each_next(&each) && count < SEATS_MAX)
        model->here[count++] = value_text(each.value).text[0];
    model->here[count] = '\0';
    model->watching = value_int(value_of(message, "watching"), 0);
}

enum told model_take(struct model *model, const char *json, size_t size) {
    char *text = copy_of(json, size);
    free(model->message);
    model->message = text;
    struct value message = value_whole(text, size);
    model->answer = message;
    struct value request = value_of(message, "request");
    value_copy(request, model->answered, sizeof model->answered);
    if (value_of(message, "snapshot").at) {
        take_snapshot(model, message);
        return TOLD_SNAPSHOT;
    }
    if (value_of(message, "event").at) return take_event(model, message);
    if (value_of(message, "here").at) {
        take_presence(model, message);
        return TOLD_PRESENCE;
    }
    if (value_of(message, "unseated").at) {
        model->seat = '-';
        return TOLD_UNSEATED;
    }
    /* Nobody else has asked for the past; when it is refused the log stays as it is. */
    if (*model->answered && strcmp(model->answered, model->past_asked) == 0) {
        model->past_asked[0] = '\0';
        return TOLD_NOTHING;
    }
    if (value_of(message, "refused").at) return TOLD_REFUSED;
    if (value_of(message, "hint").at) return TOLD_HINT;
    if (value_of(message, "record").at) return TOLD_RECORD;
    if (value_of(message, "reaction").at) return TOLD_REACTION;
    return value_of(message, "done").at ? TOLD_DONE : TOLD_NOTHING;
}

/* ---- Asking ---- */

void model_ask(struct model *model, struct ask *ask, const char *what) {
    struct zk_text request = zk_text_in(ask->request, sizeof ask->request);
    zk_text_put_uint(&request, model->nonce);
    zk_text_put_char(&request, model->seat); /* several may ask through one link */
    zk_text_put_uint(&request, ++model->requests);
    ask->text = zk_text_in(ask->data, sizeof ask->data);
    ask->out = zk_json_to(&ask->text);
    zk_json_begin_object(&ask->out);
    zk_json_key(&ask->out, "zashiki");
    zk_json_put_int(&ask->out, 1);
    zk_json_key(&ask->out, "do");
    zk_json_put_string(&ask->out, what);
    zk_json_key(&ask->out, "request");
    zk_json_put_string(&ask->out, ask->request);
    if (strcmp(what, "open") == 0 || strcmp(what, "ping") == 0) return;
    zk_json_key(&ask->out, "table");
    zk_json_put_string(&ask->out, model->table);
    if (*model->token) {
        zk_json_key(&ask->out, "token");
        zk_json_put_string(&ask->out, model->token);
    }
    static const char *const plain[] = {"join", "history", "hint", "react", "record"};
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(what, plain[i]) == 0) return;
    zk_json_key(&ask->out, "at");
    zk_json_put_int(&ask->out, model->at);
}

void model_send(struct link *link, struct ask *ask) {
    zk_json_end_object(&ask->out);
    if (!ask->text.full) link_send(link, ask->text.data, ask->text.used);
}

void model_do(struct model *model, struct link *link, const char *what, const char *key,
              const char *value, char request[REQUEST_SIZE]) {
    struct ask ask;
    model_ask(model, &ask, what);
    if (key) {
        zk_json_key_bytes(&ask.out, key, strlen(key));
        zk_json_put_string(&ask.out, value);
    }
    model_send(link, &ask);
    if (request) memcpy(request, ask.request, sizeof ask.request);
}

void model_ask_past(struct model *model, struct link *link) {
    struct ask ask;
    uint32_t first = model->log_count ? model->log[0].number : model->at;
    if (model->at - first >= ZK_HISTORY_MAX) first = model->at - ZK_HISTORY_MAX + 1;
    if (first >= model->at) return;
    model_ask(model, &ask, "history");
    zk_json_key(&ask.out, "from");
    zk_json_put_int(&ask.out, first);
    zk_json_key(&ask.out, "to");
    zk_json_put_int(&ask.out, model->at);
    model_send(link, &ask);
    memcpy(model->past_asked, ask.request, sizeof ask.request);
}

/* ---- Looking ---- */

bool model_is(const struct model *model, const char *status) {
    return value_is(value_of(model->current, "status"), status);
}

char model_actor(const struct model *model) {
    struct phrase actor = value_text(value_of(model->current, "actor"));
    if (strlen(actor.text) == 1) return actor.text[0];
    return strcmp(actor.text, "over") == 0 ? '.' : '-';
}

size_t model_moves(const struct model *model) { return model->moves_count; }

bool model_in_turn(const struct model *model) {
    return model->seat != '-' && model_actor(model) == model->seat;
}

const char *model_move(const struct model *model, size_t place) {
    return place < model->moves_count ? model->move[place].text : "";
}

struct value model_does(const struct model *model, size_t place) {
    return value_of(value_of(model->current, "does"), figure((int64_t)place).text);
}

struct value model_seat(const struct model *model, char seat) {
    struct each each = each_of(value_of(model->current, "seats"));
    while (each_next(&each))
        if (value_text(value_of(each.value, "seat")).text[0] == seat) return each.value;
    return (struct value){0};
}

struct phrase model_name(const struct model *model, char seat) {
    struct value at = model_seat(model, seat);
    struct phrase name = value_text(value_of(at, "name")),
                  face = value_text(value_of(at, "face"));
    if (value_is(value_of(at, "who"), "bot") && *face.text) {
        struct phrase key = key_of("ui.face.", face.text);
        return has_words(key.text) ? phrase(key.text, NULL) : face;
    }
    /* How a person is called who has given no name: `play` writes this into its records. */
    if (strcmp(name.text, "person") == 0) return phrase("ui.seat.guest", NULL);
    if (*name.text) return name;
    struct phrase key = key_of("ui.seat.", (char[]){seat, 0});
    return has_words(key.text) ? phrase(key.text, NULL) : figure(0);
}
