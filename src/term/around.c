/* around.c: see around.h. */
#include "around.h"

#include <stdlib.h>
#include <strings.h>

static bool is_here(const struct sitting *sitting, char seat) {
    return seat && strchr(sitting->around->people, seat);
}

void around_people(const struct sitting *sitting, char people[SEATS_MAX + 1]) {
    struct each each = each_of(value_of(sitting->model.current, "seats"));
    size_t count = 0;
    while (each_next(&each) && count < SEATS_MAX)
        if (value_is(value_of(each.value, "who"), "person"))
            people[count++] = value_text(value_of(each.value, "seat")).text[0];
    people[count] = '\0';
}

/* The model of that seat, or of the one who watches. */
static struct model *model_of(struct sitting *sitting, char seat) {
    if (seat == sitting->model.seat) return &sitting->model;
    return &sitting->around->model[seat == '-' ? SEATS_MAX : seat - 'A'];
}

static void look(struct sitting *sitting, char seat) {
    struct model *other = model_of(sitting, seat), *place;
    if (other == &sitting->model) return;
    struct model now = *other;
    *other = (struct model){0};
    place = &sitting->around->model[sitting->model.seat - 'A'];
    *place = sitting->model;
    sitting->model = now;
}

void around_begin(struct sitting *sitting, const char *people, bool covered) {
    struct around *around = calloc(1, sizeof *around);
    if (!around) abort();
    sitting->around = around;
    memcpy(around->people, people, strlen(people) + 1);
    sitting->model.shared = true;
    for (const char *seat = people;; seat++) { /* the last is '\0': who watches */
        char letter = *seat ? *seat : '-';
        struct model *model = model_of(sitting, letter);
        if (model != &sitting->model) {
            model_begin(model, sitting->model.table, *seat ? (char[]){letter, 0} : "", letter);
            model->shared = true;
        }
        /* Of a game that goes on, what has been told is told again: its log had what a seat alone was shown. */
        if (model != &sitting->model || covered)
            model_do(model, sitting->link, "join", NULL, NULL, sitting->waiting);
        if (!*seat) break;
    }
    around->unknown = covered;
    around_watch(sitting);
}

void around_free(struct sitting *sitting) {
    if (!sitting->around) return;
    for (unsigned i = 0; i <= SEATS_MAX; i++) model_free(&sitting->around->model[i]);
    free(sitting->around);
    sitting->around = NULL;
}

bool around_take(struct sitting *sitting, int audience, const char *message, size_t size) {
    char seat = audience >= 0 ? (char)('A' + audience) : '-';
    if (!sitting->around || seat == sitting->model.seat) return false;
    struct model *model = model_of(sitting, seat);
    if (!*model->table) return true; /* a bot's seat */
    enum told told = model_take(model, message, size);
    if (told == TOLD_SNAPSHOT) model_ask_past(model, sitting->link);
    if (told != TOLD_EVENT && told != TOLD_SNAPSHOT &&
        strcmp(model->answered, sitting->waiting) == 0)
        sitting->waiting[0] = '\0'; /* what was done in that seat's name */
    return true;
}

void around_watch(struct sitting *sitting) {
    struct around *around = sitting->around;
    const struct model *model = &sitting->model;
    if (!around) return;
    if (!around->cover && !around->unknown) {
        around->seen[model->seat - 'A'] = model->at;
        if (around->visitor && around->visitor == model->seat) around->visitor = 0;
    }
    struct zk_text secret = zk_text_in(around->secret, sizeof around->secret);
    around->shows = false;
    if (!around->cover) model_say_shown(model, &secret);
    if (around->visitor) return;
    char actor = model_actor(model);
    bool next = is_here(sitting, actor) &&
                value_is(value_of(model_seat(model, actor), "who"), "person");
    if (around->unknown && !model_is(model, "over"))
        around->cover = next ? actor : around->people[0];
    else if (model_is(model, "over") || !next || actor == model->seat)
        around->cover = 0;
    else if (model_is(model, "playing"))
        around->cover = actor;
}

uint32_t around_uncover(struct sitting *sitting) {
    struct around *around = sitting->around;
    uint32_t *seen = &around->seen[around->cover - 'A'], before = *seen;
    look(sitting, around->cover);
    around->cover = 0;
    around->unknown = false;
    *seen = sitting->model.at;
    return before;
}

bool around_look(struct sitting *sitting) {
    struct around *around = sitting->around;
    around->shows = !around->shows;
    if (!around->shows) around->secret[0] = '\0';
    return !around->shows;
}

void around_say_secret(const struct sitting *sitting, struct zk_text *out) {
    const struct around *around = sitting->around;
    if (!around->shows) {
        say(out, "term.ask.look", "name",
            model_name(&sitting->model, sitting->model.seat).text, NULL);
        return;
    }
    zk_text_put(out, around->secret);
    put_between(out);
    say(out, "term.ask.looked", NULL);
}

bool around_hand(struct sitting *sitting, const char *to) {
    struct around *around = sitting->around;
    for (const char *seat = around ? around->people : ""; *seat; seat++) {
        bool meant = strcasecmp(to, (char[]){*seat, 0}) == 0 ||
                     strcasecmp(to, model_name(&sitting->model, *seat).text) == 0;
        if (!meant || *seat == sitting->model.seat) continue;
        around->cover = around->visitor = *seat;
        return true;
    }
    return false;
}

void around_hand_back(struct sitting *sitting) {
    sitting->around->visitor = 0;
    around_watch(sitting);
}

char around_asked(const struct sitting *sitting) {
    const struct model *model = &sitting->model;
    struct value asks = value_of(model->current, "asks_undo");
    if (!asks.at || *asks.at != '"') return 0;
    for (const char *seat = sitting->around->people; *seat; seat++)
        if (!value_is(asks, (char[]){*seat, 0}) &&
            !value_has(value_of(model->current, "agreed"), (char[]){*seat, 0}))
            return *seat;
    return 0;
}

void around_do(struct sitting *sitting, char seat, const char *what) {
    model_do(model_of(sitting, seat), sitting->link, what, NULL, NULL, sitting->waiting);
}

void around_go_on(struct sitting *sitting) {
    struct around *around = sitting->around;
    if (!around || around->let_go == sitting->model.at) return;
    around->let_go = sitting->model.at;
    local_go_on(sitting->link);
}

const struct model *around_open(const struct sitting *sitting) {
    return &sitting->around->model[SEATS_MAX];
}

void around_say(const struct sitting *sitting, struct zk_text *out) {
    struct phrase name = model_name(&sitting->model, sitting->around->cover);
    say(out, "ui.hand.title", "name", name.text, NULL);
    put_stop(out);
    put_between(out);
    say(out, sitting->model.game->stays_open ? "ui.hand.open" : "ui.hand.text", NULL);
    put_between(out);
}
