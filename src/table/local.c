/* local.c: a table on this device; see local.h. */
#include "local.h"

#include <assert.h>
#include <string.h>

/* ---- The door's host ---- */

static uint64_t host_now_ms(void *user) {
    struct zk_local *local = user;
    return local->now_ms(local->user);
}

static struct zk_rng *host_luck(void *user) {
    struct zk_local *local = user;
    return local->luck(local->user, ZK_CHANCE, false);
}

static char *host_memory(void *user, size_t size) {
    struct zk_local *local = user;
    assert(size <= sizeof local->memory);
    return local->memory;
}

/* A connection is its listener, one for each audience. */
static void host_send(void *user, void *to, const char *data, size_t size) {
    struct zk_local *local = user;
    long place = (struct zk_listener *)to - local->listener;
    if (local->told)
        local->told(local->user, place == ZK_SEATS_MAX ? ZK_SPECTATOR : (int)place, data,
                    size);
}

static void host_answered(void *user, struct zk_ask *ask) {
    (void)user;
    (void)ask;
}

/* The seat of that letter, if there is one; -1. */
static int seat_named(const struct zk_local *local, const char *token) {
    int seat;
    bool named = local->is_open && zk_actor_parse(token, strlen(token), &seat) && seat >= 0 &&
                 seat < (int)local->door.table.seats_count;
    return named ? seat : -1;
}

static int host_seat(void *user, const struct zk_door *door, const char *token) {
    (void)door;
    return seat_named(user, token);
}

static bool host_allow(void *user, struct zk_door *door, struct zk_ask *ask,
                       struct zk_sentence *refusal) {
    (void)user;
    (void)door;
    (void)refusal;
    ask->listener = ask->from;
    return true;
}

static struct zk_refusals *host_refusals(void *user, struct zk_door *door) {
    (void)door;
    return &((struct zk_local *)user)->refusals;
}

static enum zk_outcome host_write(void *user, struct zk_door *door) {
    (void)user;
    (void)door;
    return ZK_DONE;
}

static enum zk_outcome host_think(void *user, struct zk_door *door,
                                  struct zk_thought *thought) {
    struct zk_local *local = user;
    zk_thought_think(thought, &door->table,
                     local->luck(local->user, thought->seat, thought->hint));
    return ZK_DONE;
}

void zk_local_start(struct zk_local *local, void *user, uint64_t (*now_ms)(void *user),
                    struct zk_rng *(*luck)(void *user, int who, bool hint),
                    void (*told)(void *user, int audience, const char *message, size_t size)) {
    local->user = user;
    local->now_ms = now_ms;
    local->luck = luck;
    local->told = told;
    local->is_open = false;
    local->together = true;
    local->tutorial = NULL;
    /* The table never grows and nothing is ever loaded: it has all its memory, and it is here. */
    local->host = (struct zk_door_host){.user = local,
                                        .look = &local->look,
                                        .batch = ZK_BATCH_ENTRIES,
                                        .away_ms = ZK_AWAY_MS,
                                        .started_ms = now_ms(user),
                                        .now_ms = host_now_ms,
                                        .luck = host_luck,
                                        .memory = host_memory,
                                        .send = host_send,
                                        .answered = host_answered,
                                        .seat = host_seat,
                                        .allow = host_allow,
                                        .refusals = host_refusals,
                                        .write = host_write,
                                        .think = host_think};
}

void zk_local_batch(struct zk_local *local, bool together) { local->together = together; }

/* ---- Asks ---- */

/* A new table for what a message describes; false with a refusal, and the one that was there has
 * not been touched. */
static bool open_table(struct zk_local *local, const struct zk_message *message,
                       struct zk_sentence *refusal) {
    struct zk_opening opening;
    if (!zk_opening_read(&opening, message, local->new_cards, refusal) ||
        !opening.game->prepare(&local->new_rules, &opening.settings, refusal))
        return false;
    local->rules = local->new_rules;
    memcpy(local->cards, local->new_cards, sizeof local->cards);
    if (opening.settings.cards) opening.settings.cards = local->cards;
    memset(local->listener, 0, sizeof local->listener);
    local->is_kept = false;
    local->tutorial = NULL;
    zk_door_begin(&local->door, &local->host);
    memset(&local->refusals, 0, sizeof local->refusals);
    const struct zk_entry_memory memory = {local->entries, ZK_ENTRIES_ROOM, local->words,
                                           sizeof local->words};
    zk_door_table(&local->door, ZK_LOCAL_ID, &opening, &local->rules, &memory);
    assert(zk_marks_states_size(opening.game, ZK_ENTRIES_ROOM) <= sizeof local->states);
    zk_table_grow(&local->door.table, &memory, local->folds, local->states);
    return true;
}

/* ---- A tutorial ---- */

bool zk_local_follow(struct zk_local *local, const struct zk_tutorial *tutorial) {
    const struct zk_table *table = &local->door.table;
    local->steps_read = 0;
    local->tutorial = NULL;
    if (!local->is_open || table->game != tutorial->record.game ||
        !zk_settings_same(&table->settings, &tutorial->record.settings))
        return false;
    local->tutorial = tutorial;
    return true;
}

void zk_local_read(struct zk_local *local, uint32_t steps) { local->steps_read = steps; }

/* Whether the first game here has gone as the tutorial says, so far. */
static bool follows(const struct zk_local *local) {
    const struct zk_tutorial *tutorial = local->tutorial;
    const struct zk_fold *now = &local->door.table.now;
    if (!local->is_open || !tutorial || now->games ||
        now->moves_count > tutorial->record.moves_count)
        return false;
    uint16_t at = now->last;
    for (uint32_t i = now->moves_count; i > 0; i--, at = local->entries[at - 1].before)
        if (local->entries[at - 1].move != tutorial->moves[i - 1]) return false;
    return true;
}

bool zk_local_next(const struct zk_local *local, zk_move *move) {
    uint32_t at = local->door.table.now.moves_count;
    if (!follows(local) || local->door.table.now.status != ZK_TABLE_PLAYING ||
        at == local->tutorial->record.moves_count)
        return false;
    *move = local->tutorial->moves[at];
    return true;
}

const struct zk_tutorial_step *zk_local_step(const struct zk_local *local) {
    const struct zk_tutorial *tutorial = local->tutorial;
    if (!follows(local)) return NULL;
    uint32_t moves = local->door.table.now.moves_count;
    uint32_t past = zk_tutorial_steps_before(tutorial, moves);
    uint32_t i = local->steps_read > past ? local->steps_read : past;
    return i < tutorial->steps_count && tutorial->step[i].moves == moves ? &tutorial->step[i]
                                                                         : NULL;
}

/* Whether the tutorial's next move is for the learner to make. */
static bool is_learners(const struct zk_local *local, zk_move next) {
    const struct zk_table *table = &local->door.table;
    const struct zk_tutorial *tutorial = local->tutorial;
    int actor = table->game->actor(table->rules, &table->now.state);
    return zk_mover(actor, next) == tutorial->seat &&
           table->now.moves_count >= tutorial->step[0].moves;
}

/* Whether this ask is a legal move of the learner's that the tutorial does not want now. */
static bool goes_another_way(const struct zk_local *local, const struct zk_ask *ask) {
    const struct zk_table *table = &local->door.table;
    zk_move next, move;
    return ask->message.ask == ZK_ASK_MOVE && zk_local_next(local, &next) &&
           seat_named(local, ask->message.token) == local->tutorial->seat &&
           zk_parse_move(table->game, table->rules, &table->now.state, local->tutorial->seat,
                         ask->message.move, ask->message.move_size, &move) &&
           move != next;
}

/* Chance does not move with the asks of a game that follows a tutorial; the first of them begins it. */
static void set_batch(struct zk_local *local) {
    local->host.batch = local->together && !follows(local) ? ZK_BATCH_ENTRIES : 0;
}

/* ---- Asks brought to the table ---- */

/* Brings local->ask, which has been read, to the table. */
static void bring(struct zk_local *local) {
    static const char *const letters[ZK_SEATS_MAX] = {"A", "B", "C", "D"};
    struct zk_ask *ask = &local->ask;
    struct zk_sentence refusal;
    if (ask->message.ask == ZK_ASK_OPEN) {
        if (!open_table(local, &ask->message, &refusal)) {
            zk_ask_refuse(ask, &local->host, &refusal);
            return;
        }
        local->is_open = true;
        local->is_loading = false;
        zk_door_loaded(&local->door, ZK_DONE, NULL);
        ask->tokens = letters;
    } else if (!local->is_open || strcmp(ask->message.table, ZK_LOCAL_ID) != 0) {
        zk_refuse(&refusal, "", "table.unknown");
        zk_ask_refuse(ask, &local->host, &refusal);
        return;
    } else if (goes_another_way(local, ask)) {
        zk_refuse(&refusal, "", "tutorial.other");
        zk_ask_refuse(ask, &local->host, &refusal);
        return;
    }
    set_batch(local);
    zk_door_ask(&local->door, ask);
    assert(!ask->waits); /* everything here happens at once */
}

/* The connection of whoever has this token. */
static struct zk_listener *connection_of(struct zk_local *local, const char *token) {
    int seat = *token ? seat_named(local, token) : -1;
    return &local->listener[seat < 0 ? ZK_SEATS_MAX : seat];
}

void zk_local_message(struct zk_local *local, const char *data, size_t size) {
    struct zk_ask *ask = &local->ask;
    zk_ask_read(ask, NULL, data, size);
    ask->from = connection_of(local, ask->message.token);
    if (zk_ask_needs_table(ask, &local->host)) bring(local);
}

bool zk_local_ask(struct zk_local *local, const struct zk_message *message) {
    memset(&local->ask, 0, sizeof local->ask);
    local->ask.message = *message;
    local->ask.from = connection_of(local, message->token);
    local->ask.waits = true;
    bring(local);
    return !local->ask.refused;
}

/* ---- Going on ---- */

enum zk_wait zk_local_wait(const struct zk_local *local) {
    int seat;
    zk_move next;
    if (!local->is_open) return ZK_WAIT_NOTHING;
    enum zk_wait wait = zk_table_wait(&local->door.table, &seat);
    if (!zk_local_next(local, &next)) {
        /* The last words come before free play. */
        bool is_last = zk_local_step(local) && wait != ZK_WAIT_PERSON;
        return is_last ? ZK_WAIT_NOTHING : wait;
    }
    if (is_learners(local, next)) return ZK_WAIT_PERSON;
    if (zk_local_step(local)) return ZK_WAIT_NOTHING;
    return wait == ZK_WAIT_PERSON ? ZK_WAIT_CHANCE : wait;
}

bool zk_local_is_due(struct zk_local *local) {
    zk_move next;
    if (zk_local_next(local, &next)) {
        enum zk_wait wait = zk_local_wait(local);
        return wait == ZK_WAIT_CHANCE || wait == ZK_WAIT_BOT;
    }
    if (zk_local_step(local)) return false;
    uint64_t due_ms = local->is_open ? zk_door_due_ms(&local->door) : 0;
    return due_ms && due_ms <= host_now_ms(local);
}

bool zk_local_go_on(struct zk_local *local) {
    zk_move next;
    if (!local->is_open) return false;
    if (zk_local_next(local, &next))
        return zk_local_is_due(local) && zk_door_move(&local->door, next);
    if (zk_local_step(local)) return false;
    uint32_t before = local->door.table.now.count;
    set_batch(local);
    zk_door_go_on(&local->door);
    return local->door.table.now.count > before;
}

/* ---- Keeping ---- */

bool zk_local_keep(struct zk_local *local, bool whole, struct zk_text *text) {
    const struct zk_table *table = &local->door.table;
    struct zk_fold *kept = &local->kept;
    if (!local->is_open) return false;
    if (whole || !local->is_kept) {
        struct zk_json_out out = zk_json_to(text);
        zk_table_write(&out, table);
        zk_text_put_char(text, '\n');
        zk_fold_begin(kept, table);
        local->is_kept = true;
    }
    while (kept->count < table->now.count) {
        if (text->size - text->used <= ZK_ENTRY_TEXT_SIZE) return true;
        struct zk_json_out out = zk_json_to(text);
        zk_entry_write(&out, table, kept);
        zk_text_put_char(text, '\n');
        zk_fold_step(kept, table);
    }
    return false;
}

bool zk_local_restore(struct zk_local *local, const char *line, size_t size) {
    struct zk_message message;
    struct zk_sentence refusal;
    local->is_open = false;
    local->is_loading = zk_message_read(line, size, &message, &refusal) &&
                        message.ask == ZK_ASK_OPEN && open_table(local, &message, &refusal);
    return local->is_loading;
}

bool zk_local_restore_entry(struct zk_local *local, const char *line, size_t size) {
    local->is_loading = local->is_loading && zk_door_entry(&local->door, line, size);
    return local->is_loading;
}

bool zk_local_restored(struct zk_local *local) {
    local->is_open = local->is_loading;
    local->is_loading = false;
    if (local->is_open) zk_door_loaded(&local->door, ZK_DONE, NULL);
    return local->is_open;
}
