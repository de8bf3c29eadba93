/* door.c: asks, writes, and what nobody asked for; see door.h and docs/protocol.md. */
#include "door.h"

#include <assert.h>
#include <string.h>

#include "../games/list.h"

static uint64_t now_ms(const struct zk_door_host *host) { return host->now_ms(host->user); }

/* Now, at the table: an entry is never before the last one. */
static uint64_t table_ms(const struct zk_door *door) {
    return now_ms(door->host) + door->ahead_ms;
}

static struct zk_text message_of(const struct zk_door_host *host, size_t size) {
    return zk_text_in(host->memory(host->user, size), size);
}

/* ---- Answers: each ask gets one ---- */

void zk_ask_repeat(struct zk_ask *ask, const struct zk_door_host *host, const char *data,
                   size_t size) {
    assert(ask->waits);
    ask->waits = false;
    ask->door = NULL;
    host->send(host->user, ask->from, data, size);
    host->answered(host->user, ask);
}

/* The ask may be gone when this returns. */
static void answer(const struct zk_door_host *host, struct zk_ask *ask,
                   const struct zk_text *text) {
    assert(!text->full);
    zk_ask_repeat(ask, host, text->data, text->used);
}

void zk_ask_refuse(struct zk_ask *ask, const struct zk_door_host *host,
                   const struct zk_sentence *refusal) {
    struct zk_text text = message_of(host, ZK_EVENT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_refused(&out, ask->message.table, ask->message.request, refusal);
    ask->refused = true;
    ask->refusal = *refusal;
    answer(host, ask, &text);
}

static void refuse(const struct zk_door *door, struct zk_ask *ask, const char *key) {
    struct zk_sentence refusal;
    zk_refuse(&refusal, "", key);
    zk_ask_refuse(ask, door->host, &refusal);
}

static void answer_done(const struct zk_door *door, struct zk_ask *ask, uint32_t entry) {
    struct zk_text text = message_of(door->host, ZK_EVENT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_done(&out, door->table.id, ask->message.request, entry);
    ask->entry = entry;
    answer(door->host, ask, &text);
}

static void answer_opened(const struct zk_door *door, struct zk_ask *ask) {
    struct zk_text text = message_of(door->host, ZK_EVENT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_opened(&out, &door->table, ask->message.request, ask->tokens);
    answer(door->host, ask, &text);
}

/* ---- Reading ---- */

void zk_ask_read(struct zk_ask *ask, void *from, const char *data, size_t size) {
    static const char no_request[] = "it has no request";
    memset(ask, 0, sizeof *ask);
    ask->from = from;
    ask->waits = true;
    ask->refused = !zk_message_read(data, size, &ask->message, &ask->refusal);
    if (ask->refused || ask->message.request[0]) return;
    ask->refused = true;
    zk_refuse(&ask->refusal, "", "message.wrong");
    zk_sentence_arg(&ask->refusal, no_request, sizeof no_request - 1);
}

bool zk_ask_needs_table(struct zk_ask *ask, const struct zk_door_host *host) {
    if (ask->refused) {
        struct zk_sentence refusal = ask->refusal;
        zk_ask_refuse(ask, host, &refusal);
        return false;
    }
    if (ask->message.ask != ZK_ASK_PING) return true;
    struct zk_text text = message_of(host, ZK_EVENT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_pong(&out, ask->message.request);
    answer(host, ask, &text);
    return false;
}

bool zk_opening_read(struct zk_opening *opening, const struct zk_message *message, char *cards,
                     struct zk_sentence *refusal) {
    const struct zk_terms *terms = &message->terms;
    opening->game = zk_games_find(message->game, strlen(message->game));
    opening->terms = *terms;
    if (!opening->game) {
        zk_refuse(refusal, "", "game.unknown");
        zk_sentence_arg(refusal, message->game, strlen(message->game));
        return false;
    }
    if (terms->clock_ms > ZK_CLOCK_MS_MAX || terms->clock_step_ms > ZK_CLOCK_MS_MAX ||
        (terms->clock_step_ms && !terms->clock_ms)) {
        zk_refuse(refusal, "", "clock.range");
        return false;
    }
    return zk_stand_in_read(opening->game, message->stand_in, &opening->terms.stand_in,
                            refusal) &&
           zk_message_settings(message, opening->game, cards, &opening->settings, refusal);
}

/* ---- Those who wait, and those who listen ---- */

static void wait_last(struct zk_door *door, struct zk_ask *ask) {
    ask->next = NULL;
    *(door->last ? &door->last->next : &door->first) = ask;
    door->last = ask;
}

static void wait_first(struct zk_door *door, struct zk_ask *ask) {
    ask->next = door->first;
    door->first = ask;
    if (!door->last) door->last = ask;
}

/* Takes one out of those who wait; `before` is the one before it, or NULL. */
static struct zk_ask *take_out(struct zk_door *door, struct zk_ask *before,
                               struct zk_ask *ask) {
    *(before ? &before->next : &door->first) = ask->next;
    if (door->last == ask) door->last = before;
    ask->next = NULL;
    return ask;
}

/* The first of those who wait whose turn has come, or NULL. */
static struct zk_ask *next_ask(struct zk_door *door) {
    const struct zk_door_host *host = door->host;
    struct zk_ask *before = NULL, *at = door->first;
    while (at && host->admits && !host->admits(host->user, at)) before = at, at = at->next;
    return at ? take_out(door, before, at) : NULL;
}

void zk_ask_forget(struct zk_ask *ask) {
    struct zk_door *door = ask->door;
    ask->waits = false;
    ask->door = NULL;
    if (!door) return;
    if (door->asker == ask) door->asker = NULL;
    struct zk_ask *before = NULL, *at = door->first;
    while (at && at != ask) before = at, at = at->next;
    if (at) take_out(door, before, at);
}

static void refuse_all(struct zk_door *door, const struct zk_sentence *refusal) {
    while (door->first) zk_ask_refuse(take_out(door, NULL, door->first), door->host, refusal);
}

static void listen(struct zk_door *door, struct zk_listener *listener,
                   const struct zk_ask *ask) {
    int audience = ask->seat;
    *listener = (struct zk_listener){.door = door,
                                     .to = ask->from,
                                     .audience = audience,
                                     .key = ask->holds,
                                     .next = door->listeners};
    if (door->listeners) door->listeners->previous = listener;
    door->listeners = listener;
    if (audience >= 0)
        door->here[audience]++;
    else
        door->watching++;
}

static void tell_presence(struct zk_door *door);

/* All are told a little later who is here. What changes until then is told with it and puts it off no further: or
 * somebody who comes and goes could keep it from everybody. */
static void tell_presence_soon(struct zk_door *door) {
    if (!door->listeners)
        door->presence_ms = 0;
    else if (!door->presence_ms)
        door->presence_ms = now_ms(door->host) + door->host->presence_delay_ms;
}

/* Who is here has changed: all are told, at once where the host wants that. */
static void note_presence(struct zk_door *door) {
    if (door->host->presence) door->host->presence(door->host->user, door);
    tell_presence_soon(door);
    if (door->listeners && !door->host->presence_delay_ms) tell_presence(door);
}

static void stop_listening(struct zk_listener *listener) {
    struct zk_door *door = listener->door;
    if (listener->next) listener->next->previous = listener->previous;
    *(listener->previous ? &listener->previous->next : &door->listeners) = listener->next;
    if (listener->audience < 0)
        door->watching--;
    else if (--door->here[listener->audience] == 0)
        door->away_since_ms[listener->audience] = now_ms(door->host);
    listener->door = NULL;
}

void zk_door_leave(struct zk_listener *listener) {
    struct zk_door *door = listener->door;
    stop_listening(listener);
    note_presence(door);
}

/* ---- Telling ---- */

static bool has_audience(const struct zk_door *door, int audience) {
    return audience == ZK_SPECTATOR ? door->watching > 0 : door->here[audience] > 0;
}

/* Those who are here, as bits. */
static unsigned audiences(const struct zk_door *door) {
    unsigned bits = door->watching ? zk_audience_bit(ZK_SPECTATOR) : 0;
    for (int i = 0; i < (int)door->table.seats_count; i++)
        if (door->here[i]) bits |= zk_audience_bit(i);
    return bits;
}

/* To those of one audience, or to all (ZK_EVERYTHING). */
static void tell_text(const struct zk_door *door, int audience, const struct zk_text *text) {
    const struct zk_door_host *host = door->host;
    assert(!text->full);
    for (struct zk_listener *at = door->listeners, *next; at; at = next) {
        next = at->next;
        if (audience == ZK_EVERYTHING || audience == at->audience)
            host->send(host->user, at->to, text->data, text->used);
    }
}

static void tell_unseated(const struct zk_door *door, void *to, int seat) {
    struct zk_text text = message_of(door->host, ZK_EVENT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_unseated_write(&out, &door->table, seat);
    door->host->send(door->host->user, to, text.data, text.used);
}

/* Whether nobody sees what is held in a seat: a bot's, but on one's own device. */
static bool is_kept(const struct zk_door *door, const struct zk_seat *seat) {
    return door->host->hash && seat->kind == ZK_SEAT_BOT;
}

/* Whether a listener is still at its seat: by one of its keys, or by its invitation while there are none. */
static bool is_seated(const struct zk_door *door, const struct zk_listener *listener) {
    const struct zk_seat *seat = &door->durable.seat[listener->audience];
    if (is_kept(door, seat)) return false;
    for (uint32_t i = 0; i < zk_seat_keys(seat); i++)
        if (seat->key[i] == listener->key) return true;
    return !seat->key[0] && !listener->key;
}

/* An entry that is durable now may have changed whose seat it is: those who lost it are told so and watch from
 * here on. `sitter` is the connection that brought the entry about, if it is here: its key is the new one. */
static void unseat(struct zk_door *door, const struct zk_kept_entry *entry,
                   const void *sitter) {
    bool any = false;
    if (entry->kind != ZK_ENTRY_SIT && entry->kind != ZK_ENTRY_ALONE) return;
    int seat = entry->kind == ZK_ENTRY_SIT ? entry->sits : entry->seat;
    for (struct zk_listener *at = door->listeners; at; at = at->next) {
        if (at->audience != seat) continue;
        if (entry->has_key && at->to == sitter) at->key = door->durable.count;
        if (is_seated(door, at)) continue;
        at->audience = ZK_SPECTATOR;
        at->key = 0;
        door->watching++;
        if (--door->here[seat] == 0) door->away_since_ms[seat] = now_ms(door->host);
        tell_unseated(door, at->to, seat);
        any = true;
    }
    if (any) note_presence(door);
}

/* What is in the table is durable now: tells everybody of each entry that is new. The first of them was brought about by
 * this connection, if any. */
static void tell_new(struct zk_door *door, const void *asker) {
    const struct zk_table *table = &door->table;
    struct zk_fold *durable = &door->durable;
    struct zk_telling telling;
    zk_table_forget_names(&door->table, durable->count);
    if (!door->listeners) *durable = table->now;
    while (durable->count < table->now.count) {
        zk_telling_prepare(&telling, table, durable, audiences(door));
        zk_fold_step(durable, table);
        unseat(door, &table->entries[durable->count - 1], asker);
        asker = NULL;
        for (int i = -1; i < (int)table->seats_count; i++) {
            int audience = i < 0 ? ZK_SPECTATOR : i;
            if (!has_audience(door, audience)) continue;
            struct zk_text text = message_of(door->host, ZK_EVENT_SIZE);
            struct zk_json_out out = zk_json_to(&text);
            zk_event_write(&out, table, durable, &telling, audience);
            tell_text(door, audience, &text);
        }
    }
}

/* Events `from` to `to` once more, to one who asks. */
static void tell_again(const struct zk_door *door, const struct zk_ask *ask, uint32_t from,
                       uint32_t to) {
    const struct zk_door_host *host = door->host;
    const struct zk_table *table = &door->table;
    struct zk_fold *fold = &host->look->fold;
    struct zk_telling telling;
    if (from > to) return;
    zk_fold_at(fold, table, from - 1);
    while (fold->count < to) {
        zk_telling_prepare(&telling, table, fold, zk_audience_bit(ask->seat));
        zk_fold_step(fold, table);
        struct zk_text text = message_of(host, ZK_EVENT_SIZE);
        struct zk_json_out out = zk_json_to(&text);
        zk_event_write(&out, table, fold, &telling, ask->seat);
        assert(!text.full);
        host->send(host->user, ask->from, text.data, text.used);
    }
}

static void tell_snapshot(const struct zk_door *door, const struct zk_ask *ask) {
    const struct zk_door_host *host = door->host;
    const struct zk_table *table = &door->table;
    struct zk_text text = message_of(host, ZK_SNAPSHOT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_snapshot_write(&out, table, ask->seat);
    assert(!text.full);
    host->send(host->user, ask->from, text.data, text.used);
}

static void tell_presence(struct zk_door *door) {
    struct zk_text text = message_of(door->host, ZK_EVENT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    unsigned here = 0;
    for (uint32_t i = 0; i < door->table.seats_count; i++)
        here |= (unsigned)(door->here[i] + door->elsewhere[i] > 0) << i;
    door->presence_ms = 0;
    zk_presence_write(&out, &door->table, here, door->watching + door->watching_elsewhere);
    tell_text(door, ZK_EVERYTHING, &text);
}

static void tell_reaction(const struct zk_door *door, const char *word, int seat) {
    struct zk_text text = message_of(door->host, ZK_EVENT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_reaction_write(&out, &door->table, word, seat);
    tell_text(door, ZK_EVERYTHING, &text);
}

/* ---- Writing ---- */

static void make_place(struct zk_door *door) {
    if (zk_table_is_tight(&door->table)) door->host->grow(door->host->user, door);
}

/* Back to what is durable. */
static void go_back(struct zk_door *door) { zk_table_go_back(&door->table, &door->durable); }

static void has_failed(struct zk_door *door) {
    go_back(door);
    door->failed_ms = now_ms(door->host);
}

/* What has come may be a move or take one back: from there on a bot has its time before it moves. Anything else keeps it
 * waiting no longer, or whoever is at the table could. */
static void begin_delay(struct zk_door *door) {
    if (!zk_table_stands(&door->table, door->durable.count)) door->bot_ms = 0;
}

/* The clock of the process that wrote the last entry may have been another one than ours. */
static void set_time(struct zk_door *door) {
    struct zk_table *table = &door->table;
    uint64_t last_ms = table->now.clock_at_ms, now = table_ms(door);
    if (last_ms > now) door->ahead_ms += last_ms - now;
    if (!door->is_loaded) table->counts_from_ms = door->host->started_ms;
}

static void catch_up(struct zk_door *door);

/* The host has brought what it has, or not. */
static void finish_load(struct zk_door *door, enum zk_outcome outcome,
                        const struct zk_sentence *refusal) {
    bool nothing_new = door->table.now.count == door->durable.count;
    bool was_overtaken = door->overtaken, again = door->again;
    door->overtaken = door->again = false;
    if (outcome == ZK_DONE && !(was_overtaken && nothing_new)) {
        door->state = ZK_DOOR_READY;
        set_time(door);
        /* What was handed in meanwhile could not be taken. */
        if (!door->is_loaded || door->failed_ms) door->seeds_from_ms = now_ms(door->host);
        door->is_loaded = true;
        door->failed_ms = 0;
        begin_delay(door);
        tell_new(door, NULL);
        if (again) catch_up(door);
    } else if (door->is_loaded) {
        door->state = ZK_DOOR_READY;
        has_failed(door);
    } else {
        door->state = ZK_DOOR_GONE;
        refuse_all(door, refusal);
    }
}

/* Brings in what others wrote, or what was written though it seemed to fail. */
static void catch_up(struct zk_door *door) {
    door->state = ZK_DOOR_LOADING;
    enum zk_outcome outcome = door->host->load(door->host->user, door);
    if (outcome != ZK_LATER) finish_load(door, outcome, NULL);
}

static void think_for(struct zk_door *door, struct zk_ask *ask);

static void finish_write(struct zk_door *door, enum zk_outcome outcome) {
    struct zk_ask *asker = door->asker;
    bool opening = door->opening, again = door->again;
    door->asker = NULL;
    door->opening = door->again = false;
    door->state = ZK_DOOR_READY;
    if (outcome == ZK_DONE) {
        door->failed_ms = 0;
        /* Events come before the answer: who has the answer has the picture that belongs to it. */
        tell_new(door, asker ? asker->from : NULL);
        if (asker && opening)
            answer_opened(door, asker);
        else if (asker && asker->message.ask == ZK_ASK_HINT)
            think_for(door, asker);
        else if (asker)
            answer_done(door, asker, asker->entry);
        if (again && !door->host->stopping) catch_up(door);
    } else if (outcome == ZK_OVERTAKEN && !opening) {
        go_back(door);
        if (asker) wait_first(door, asker);
        door->overtaken = true;
        catch_up(door);
    } else {
        has_failed(door);
        if (opening) door->state = ZK_DOOR_GONE;
        if (asker) refuse(door, asker, "store.failed");
    }
}

static void submit(struct zk_door *door) {
    door->state = ZK_DOOR_WRITING;
    begin_delay(door);
    enum zk_outcome outcome = door->host->write(door->host->user, door);
    if (outcome != ZK_LATER) finish_write(door, outcome);
}

/* Whether this table's shuffles can be fair. */
static bool is_fair(const struct zk_door *door) {
    const struct zk_door_host *host = door->host;
    return host->fair && host->fair->is_fair(host->user, door);
}

/* Whether the next entry is the server's commitment to a seed, or a seed that is shown. Such an entry is written together with
 * its cause; it is missing only after a crash that left the first entries of a write. */
static bool fair_is_next(const struct zk_door *door, enum zk_entry_kind *kind, int *who) {
    return is_fair(door) && zk_table_fair_next(&door->table, kind, who);
}

static bool fair_goes_on(struct zk_door *door) {
    const struct zk_door_host *host = door->host;
    uint8_t bytes[ZK_SEED_SIZE];
    enum zk_entry_kind kind;
    int who;
    if (!fair_is_next(door, &kind, &who)) return false;
    make_place(door);
    if (kind == ZK_ENTRY_COMMIT)
        host->fair->commit(host->user, door, bytes);
    else
        host->fair->show(host->user, door, who, bytes);
    zk_table_fair_add(&door->table, kind, who, bytes, table_ms(door));
    return true;
}

static void draw(struct zk_door *door) {
    const struct zk_door_host *host = door->host;
    struct zk_table *table = &door->table;
    const struct zk_fold_fair *fair = &table->now.fair;
    make_place(door);
    if (fair->commit[ZK_SEED_OF_SERVER] && is_fair(door))
        zk_table_drawn(table, host->fair->draw(host->user, door, fair->draws + 1u),
                       table_ms(door));
    else
        zk_table_chance(table, host->luck(host->user), table_ms(door));
}

/* Lets chance move while it is to, as long as the new entries are fewer than `most`. */
static void chance_moves(struct zk_door *door, uint32_t most) {
    const struct zk_table *table = &door->table;
    int seat;
    for (;;) {
        if (fair_goes_on(door)) continue;
        bool may = table->now.count - door->durable.count < most;
        if (!may || zk_table_wait(table, &seat) != ZK_WAIT_CHANCE) return;
        draw(door);
    }
}

void zk_door_each_line(const struct zk_door *door,
                       void (*put)(void *user, const char *line, size_t size), void *user) {
    const struct zk_table *table = &door->table;
    struct zk_look *look = door->host->look;
    look->fold = door->durable;
    while (look->fold.count < table->now.count) {
        char line[ZK_ENTRY_TEXT_SIZE];
        struct zk_text text = zk_text_in(line, sizeof line);
        struct zk_json_out out = zk_json_to(&text);
        zk_entry_write(&out, table, &look->fold);
        zk_text_put_char(&text, '\n');
        assert(!text.full);
        put(user, text.data, text.used);
        zk_fold_step(&look->fold, table);
    }
}

/* The game is over, and its record complete. */
static bool has_ended(const struct zk_door *door, const struct zk_fold *fold) {
    return fold->status == ZK_TABLE_OVER && !(is_fair(door) && zk_fold_is_unshown(fold));
}

bool zk_door_ends_game(const struct zk_door *door) {
    const struct zk_fold *now = &door->table.now, *before = &door->durable;
    return has_ended(door, now) && (!has_ended(door, before) || before->games != now->games);
}

/* ---- What is asked ---- */

/* Whether the host lets this be done; if not, it has been refused. */
static bool is_allowed(struct zk_door *door, struct zk_ask *ask) {
    const struct zk_door_host *host = door->host;
    struct zk_sentence refusal;
    if (host->allow(host->user, door, ask, &refusal)) return true;
    zk_ask_refuse(ask, host, &refusal);
    return false;
}

static void act_join(struct zk_door *door, struct zk_ask *ask) {
    uint32_t since = ask->message.since, count = door->durable.count;
    if (!is_allowed(door, ask)) return;
    struct zk_listener *listener = ask->listener;
    struct zk_door *other = listener->door == door ? NULL : listener->door;
    if (listener->door) stop_listening(listener);
    if (other) note_presence(other);
    listen(door, listener, ask);
    if (ask->message.has_since && since <= count && count - since <= ZK_HISTORY_MAX)
        tell_again(door, ask, since + 1, count);
    else
        tell_snapshot(door, ask);
    if (ask->invited >= 0 && ask->seat < 0) tell_unseated(door, ask->from, ask->invited);
    answer_done(door, ask, count);
    note_presence(door);
}

static void act_history(struct zk_door *door, struct zk_ask *ask) {
    uint32_t from = ask->message.from, to = ask->message.to, count = door->durable.count;
    if (from < 1 || to < from || to > count || to - from >= ZK_HISTORY_MAX) {
        refuse(door, ask, "history.range");
    } else if (is_allowed(door, ask)) {
        tell_again(door, ask, from, to);
        answer_done(door, ask, count);
    }
}

static void act_react(struct zk_door *door, struct zk_ask *ask) {
    struct zk_sentence refusal;
    unsigned i = 0;
    while (zk_reaction_words[i] && strcmp(ask->message.reaction, zk_reaction_words[i]) != 0)
        i++;
    if (!zk_table_may_talk(&door->table, &refusal)) {
        zk_ask_refuse(ask, door->host, &refusal);
    } else if (!zk_reaction_words[i]) {
        refuse(door, ask, "react.unknown");
    } else if (is_allowed(door, ask)) {
        tell_reaction(door, zk_reaction_words[i], ask->seat);
        if (door->host->reaction)
            door->host->reaction(door->host->user, door, zk_reaction_words[i], ask->seat);
        answer_done(door, ask, door->durable.count);
    }
}

static void act_record(struct zk_door *door, struct zk_ask *ask) {
    const struct zk_door_host *host = door->host;
    const struct zk_fold *now = &door->table.now;
    struct zk_fold *fold = &host->look->fold;
    uint32_t games = ask->message.has_games ? ask->message.games : now->games;
    if (games > now->games || (games == now->games && now->status != ZK_TABLE_OVER)) {
        refuse(door, ask, "record.not_over");
        return;
    }
    if (!is_allowed(door, ask)) return;
    zk_fold_game(fold, &door->table, games);
    /* The record, and behind it the message, where each byte may need escaping. */
    size_t size = zk_record_size(fold), message_size = 2 * size + 1024;
    char *memory = host->memory(host->user, size + message_size);
    struct zk_text record = zk_text_in(memory, size);
    struct zk_text text = zk_text_in(memory + size, message_size);
    struct zk_json_out out = zk_json_to(&text);
    zk_record_of_game(&record, &door->table, fold);
    assert(!record.full);
    zk_answer_record(&out, door->table.id, ask->message.request, record.data, record.used);
    answer(host, ask, &text);
}

static void has_thought(struct zk_door *door, const struct zk_thought *thought);

static void think(struct zk_door *door, const struct zk_bot *bot, int seat,
                  struct zk_ask *ask) {
    struct zk_thought thought = {.bot = bot,
                                 .seat = seat,
                                 .hint = ask != NULL,
                                 .ask = ask,
                                 .at = door->table.now.count};
    if (door->host->think(door->host->user, door, &thought) != ZK_LATER)
        has_thought(door, &thought);
}

/* The bot whose advice is asked for; NULL when it does not play this game. */
static const struct zk_bot *adviser(const struct zk_door *door, const struct zk_ask *ask) {
    const char *name = ask->message.bot;
    return *name ? zk_bots_of(door->table.game, name) : zk_bots_best(door->table.game);
}

static void think_for(struct zk_door *door, struct zk_ask *ask) {
    think(door, adviser(door, ask), ask->seat, ask);
}

/* Whether the table can be changed now; if not, the ask waits or has been refused. */
static bool is_writable(struct zk_door *door, struct zk_ask *ask) {
    if (!door->failed_ms) return true;
    if (now_ms(door->host) < door->failed_ms + ZK_RETRY_MS) {
        refuse(door, ask, "store.failed");
    } else {
        wait_first(door, ask);
        catch_up(door);
    }
    return false;
}

/* That advice was asked for is an entry: everybody is told of it before it is given. */
static void act_hint(struct zk_door *door, struct zk_ask *ask) {
    struct zk_sentence refusal;
    const struct zk_bot_name *name = NULL;
    uint32_t before = door->table.now.count, entry;
    if (*ask->message.bot && !zk_message_bot(&ask->message, &name, &refusal)) {
        zk_ask_refuse(ask, door->host, &refusal);
        return;
    }
    if (!adviser(door, ask)) {
        refuse(door, ask, "bot.game");
        return;
    }
    if (!is_writable(door, ask)) return;
    if (!zk_table_may_advise(&door->table, ask->seat, ask->message.request, &refusal)) {
        zk_ask_refuse(ask, door->host, &refusal);
        return;
    }
    if (!is_allowed(door, ask)) return;
    make_place(door);
    entry = zk_table_advise(&door->table, ask->seat, ask->message.request, table_ms(door));
    if (entry <= before) { /* asked before */
        think_for(door, ask);
        return;
    }
    door->asker = ask;
    submit(door);
}

static bool is_away(const struct zk_door *door, int seat) {
    return seat >= 0 && seat < (int)door->table.seats_count && !door->here[seat] &&
           !door->elsewhere[seat] &&
           now_ms(door->host) >= door->away_since_ms[seat] + door->host->away_ms;
}

/* The commitment that may come with a command that was done: to sit down, or to play again. */
static void commit_with(struct zk_door *door, const struct zk_ask *ask) {
    if (!ask->message.has_commit || !is_fair(door) ||
        !zk_table_may_commit(&door->table, ask->seat))
        return;
    make_place(door);
    zk_table_fair_add(&door->table, ZK_ENTRY_COMMIT, ask->seat, ask->message.commit,
                      table_ms(door));
}

/* Seals the seed of a message; false when it is not the one that is waited for. */
static bool seal(const struct zk_door *door, const struct zk_ask *ask,
                 uint8_t seed[ZK_SEED_SIZE]) {
    const struct zk_door_host *host = door->host;
    bool due = zk_fold_seeds_due(&door->table.now) >> ask->seat & 1;
    memcpy(seed, ask->message.seed, ZK_SEED_SIZE);
    return due && ask->message.has_seed && is_fair(door) &&
           host->fair->take(host->user, door, ask->seat, seed);
}

/* Whether the key in a message can be one: it has the form, and is not somebody's invitation. */
static bool brings_key(const struct zk_door *door, const struct zk_ask *ask) {
    const struct zk_door_host *host = door->host;
    return zk_message_key(&ask->message) && host->seat(host->user, door, ask->message.key) < 0;
}

/* Whether somebody's time was up before this came; then that is told first, and the ask waits. */
static bool has_run_out(struct zk_door *door, struct zk_ask *ask) {
    make_place(door);
    if (!zk_table_tick(&door->table, table_ms(door))) return false;
    wait_first(door, ask);
    chance_moves(door, 0); /* seeds are shown */
    submit(door);
    return true;
}

static void act_command(struct zk_door *door, struct zk_ask *ask) {
    struct zk_command command;
    uint8_t seed[ZK_SEED_SIZE];
    struct zk_sentence refusal;
    uint8_t key[ZK_HASH_SIZE];
    uint32_t before = door->table.now.count, entry;
    if (!zk_message_command(&ask->message, ask->seat, &command, &refusal)) {
        zk_ask_refuse(ask, door->host, &refusal);
        return;
    }
    if (!is_writable(door, ask) || has_run_out(door, ask)) return;
    if (ask->message.key[0] && !brings_key(door, ask)) {
        refuse(door, ask, "key.wrong");
        return;
    }
    if (door->host->hash && ask->message.key[0]) {
        door->host->hash(door->host->user, door, ask->message.key, key);
        command.key = key;
    }
    command.holds = ask->holds;
    command.linked = ask->linked;
    command.away = is_away(door, command.whom);
    if (command.kind == ZK_DO_SEED && seal(door, ask, seed)) command.seed = seed;
    make_place(door);
    if (!zk_table_do(&door->table, &command, table_ms(door), &entry, &refusal)) {
        if (!door->table.refusals)
            zk_table_remember(&door->table, door->host->refusals(door->host->user, door),
                              &command, &refusal);
        zk_ask_refuse(ask, door->host, &refusal);
    } else if (entry <= before) { /* done before */
        answer_done(door, ask, entry);
    } else {
        ask->entry = entry;
        door->asker = ask;
        commit_with(door, ask);
        chance_moves(door, door->host->batch);
        submit(door);
    }
}

static bool needs_seat(enum zk_ask_kind ask) {
    return zk_is_command(ask) || ask == ZK_ASK_HINT || ask == ZK_ASK_REACT;
}

/* Whether any seat has a key or a link to another device. That is no secret, so where none has, nothing is hashed. */
static bool has_keys(const struct zk_door *door) {
    for (uint32_t i = 0; i < door->table.seats_count; i++)
        if (door->table.now.seat[i].key[0] || door->table.now.seat[i].link) return true;
    return false;
}

/* Whether a text is a key of some seat, or where `linked` the secret of its link; then that one asks. */
static bool is_key(const struct zk_door *door, struct zk_ask *ask, const char *text,
                   bool linked) {
    const struct zk_table *table = &door->table;
    uint8_t hash[ZK_HASH_SIZE];
    if (!door->host->hash || !*text || !has_keys(door)) return false;
    door->host->hash(door->host->user, door, text, hash);
    for (int i = 0; i < (int)table->seats_count; i++) {
        uint32_t entry = zk_fold_key(&table->now, table, i, hash);
        bool links = zk_fold_link(&table->now, table, i, hash) && linked;
        if (!entry && !links) continue;
        ask->seat = i;
        ask->holds = entry;
        ask->linked = links;
    }
    return ask->holds || ask->linked;
}

/* Who has sat down and asks once more is known by the key that was brought: the answer may have been lost, and the
 * invitation or the link is used up. */
static bool is_known(const struct zk_door *door, struct zk_ask *ask) {
    const struct zk_door_host *host = door->host;
    struct zk_ask known = *ask;
    if (!is_key(door, &known, ask->message.key, false)) return false;
    int invited = host->seat(host->user, door, ask->message.token);
    if (invited >= 0 && invited != known.seat) return false; /* a key for another seat */
    *ask = known;
    return true;
}

/* Finds out who asks; if nobody who may, it has been refused. */
static bool recognise(const struct zk_door *door, struct zk_ask *ask) {
    const struct zk_door_host *host = door->host;
    const char *token = ask->message.token;
    bool comes = ask->message.ask == ZK_ASK_DEVICE, is_bots = false;
    ask->seat = ZK_SPECTATOR;
    ask->holds = 0;
    ask->linked = false;
    ask->invited = -1;
    if (*token) {
        if ((comes || ask->message.ask == ZK_ASK_SIT) && is_known(door, ask)) return true;
        if (is_key(door, ask, token, comes)) return true;
        ask->invited = host->seat(host->user, door, token);
        if (ask->invited < 0) {
            refuse(door, ask, "token.wrong");
            return false;
        }
        const struct zk_seat *seat = &door->table.now.seat[ask->invited];
        /* By a bot's, commands are given as by an open seat's, but nothing is seen. */
        is_bots = is_kept(door, seat) && !zk_is_command(ask->message.ask);
        if (!seat->key[0] && !is_bots) ask->seat = ask->invited;
    }
    if (ask->seat >= 0 || !needs_seat(ask->message.ask)) return true;
    if (*token)
        refuse(door, ask, is_bots ? "seat.bot" : "seat.taken");
    else
        refuse(door, ask, "token.missing");
    return false;
}

static void act(struct zk_door *door, struct zk_ask *ask) {
    if (ask->message.ask == ZK_ASK_OPEN) {
        door->asker = ask;
        door->opening = true;
        submit(door);
        return;
    }
    if (!recognise(door, ask)) return;
    switch (ask->message.ask) {
    case ZK_ASK_JOIN: act_join(door, ask); break;
    case ZK_ASK_HISTORY: act_history(door, ask); break;
    case ZK_ASK_HINT: act_hint(door, ask); break;
    case ZK_ASK_REACT: act_react(door, ask); break;
    case ZK_ASK_RECORD: act_record(door, ask); break;
    default:
        if (is_allowed(door, ask)) act_command(door, ask);
    }
}

/* Acts on those who wait, one after the other, until one of them has to. */
static void work(struct zk_door *door) {
    if (door->working) return;
    door->working = true;
    struct zk_ask *ask;
    while (door->state == ZK_DOOR_READY && !door->host->stopping && (ask = next_ask(door)))
        act(door, ask);
    door->working = false;
}

/* ---- Thoughts ---- */

void zk_thought_think(struct zk_thought *thought, const struct zk_table *table,
                      struct zk_rng *rng) {
    struct zk_text text = zk_text_in(thought->notation, sizeof thought->notation);
    thought->found = zk_table_hint(table, thought->seat, thought->bot, rng, thought->stop,
                                   &thought->move, thought->hint ? &thought->why : NULL) &&
                     !(thought->stop && atomic_load(thought->stop));
    if (thought->found)
        table->game->print_move(table->rules, &table->now.state, thought->move, thought->seat,
                                &text);
}

static void tell_hint(struct zk_door *door, const struct zk_thought *thought) {
    struct zk_text text = message_of(door->host, ZK_EVENT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    if (!thought->found) {
        refuse(door, thought->ask, "hint.none");
        return;
    }
    struct zk_ask *ask = thought->ask;
    zk_answer_hint(&out, door->table.id, ask->message.request, thought->notation,
                   &thought->why);
    memcpy(ask->hint, thought->notation, sizeof ask->hint);
    ask->why = thought->why;
    answer(door->host, ask, &text);
}

/* Makes a seat's or chance's move without an ask; `more`: chance may go on from there. */
static bool move_unasked(struct zk_door *door, int mover, zk_move move, uint32_t more) {
    struct zk_entry entry = {.kind = ZK_ENTRY_MOVE, .seat = (int8_t)mover, .move = move};
    zk_table_stamp(&door->table, &entry, table_ms(door));
    make_place(door);
    if (!zk_table_restore(&door->table, &entry)) return false;
    chance_moves(door, more);
    submit(door);
    return true;
}

bool zk_door_wants(const struct zk_door *door, const struct zk_thought *thought) {
    const struct zk_table *table = &door->table;
    int seat;
    return zk_table_wait(table, &seat) == ZK_WAIT_BOT && seat == thought->seat &&
           zk_table_bot_of(table, seat) == thought->bot && zk_table_stands(table, thought->at);
}

/* Makes a bot's move, unless the game has changed since it was asked. */
static void bot_moves(struct zk_door *door, const struct zk_thought *thought) {
    door->bot_thinks = false;
    if (door->host->stopping || door->state != ZK_DOOR_READY || door->failed_ms ||
        !thought->found || !zk_door_wants(door, thought))
        return;
    bool legal = move_unasked(door, thought->seat, thought->move, door->host->batch);
    assert(legal);
    (void)legal;
}

static void has_thought(struct zk_door *door, const struct zk_thought *thought) {
    if (thought->hint)
        tell_hint(door, thought);
    else
        bot_moves(door, thought);
}

/* ---- The host's calls ---- */

void zk_door_begin(struct zk_door *door, struct zk_door_host *host) {
    memset(door, 0, sizeof *door);
    door->host = host;
    door->state = ZK_DOOR_LOADING;
}

void zk_door_table(struct zk_door *door, const char *id, const struct zk_opening *opening,
                   const struct zk_rules *rules, const struct zk_entry_memory *memory) {
    zk_table_open(&door->table, id, opening->game, &opening->settings, rules, &opening->terms,
                  memory);
    if (door->host->look) door->table.work = &door->host->look->work;
    door->durable = door->table.now;
    for (uint32_t i = 0; i < door->table.seats_count; i++)
        door->away_since_ms[i] = now_ms(door->host);
}

bool zk_door_entry(struct zk_door *door, const char *line, size_t size) {
    struct zk_entry entry;
    assert(door->state == ZK_DOOR_LOADING);
    make_place(door);
    return zk_entry_read(&door->table, line, size, &entry) &&
           zk_table_restore(&door->table, &entry);
}

void zk_door_loaded(struct zk_door *door, enum zk_outcome outcome,
                    const struct zk_sentence *refusal) {
    assert(door->state == ZK_DOOR_LOADING && outcome != ZK_LATER);
    finish_load(door, outcome, refusal);
    work(door);
}

void zk_door_ask(struct zk_door *door, struct zk_ask *ask) {
    assert(ask->waits && !ask->door && door->state != ZK_DOOR_GONE);
    ask->door = door;
    wait_last(door, ask);
    work(door);
}

void zk_door_written(struct zk_door *door, enum zk_outcome outcome) {
    assert(door->state == ZK_DOOR_WRITING && outcome != ZK_LATER);
    finish_write(door, outcome);
    work(door);
}

void zk_door_thought(struct zk_door *door, const struct zk_thought *thought) {
    has_thought(door, thought);
    work(door);
}

/* ---- Other processes ---- */

void zk_door_catch_up(struct zk_door *door) {
    /* What was read, or what is being written, may stand before it. */
    if (door->state == ZK_DOOR_LOADING || door->state == ZK_DOOR_WRITING) door->again = true;
    /* After a failure it catches up before anything else. */
    if (door->state != ZK_DOOR_READY || door->failed_ms || door->host->stopping) return;
    catch_up(door);
    work(door);
}

void zk_door_elsewhere(struct zk_door *door, const uint32_t *here, uint32_t watching) {
    bool changed = door->watching_elsewhere != watching;
    for (uint32_t i = 0; i < door->table.seats_count; i++) {
        changed = changed || door->elsewhere[i] != here[i];
        if (door->elsewhere[i] && !here[i] && !door->here[i])
            door->away_since_ms[i] = now_ms(door->host);
        door->elsewhere[i] = here[i];
    }
    door->watching_elsewhere = watching;
    if (changed) tell_presence_soon(door);
}

void zk_door_reaction(struct zk_door *door, const char *word, int seat) {
    if (door->listeners && door->is_loaded) tell_reaction(door, word, seat);
}

/* ---- What nobody asked for ---- */

static void sooner(uint64_t *due_ms, uint64_t when_ms) {
    if (when_ms && (!*due_ms || when_ms < *due_ms)) *due_ms = when_ms;
}

/* When chance, the clock or a bot is due, or 0. */
static uint64_t move_due_ms(struct zk_door *door) {
    const struct zk_door_host *host = door->host;
    enum zk_entry_kind kind;
    int seat;
    bool fair = fair_is_next(door, &kind, &seat);
    enum zk_wait wait = zk_table_wait(&door->table, &seat);
    uint64_t due_ms = zk_table_deadline_ms(&door->table);
    if (due_ms) due_ms -= door->ahead_ms;
    if (wait == ZK_WAIT_CHANCE || fair) due_ms = now_ms(host);
    if (wait == ZK_WAIT_SEEDS) {
        due_ms = zk_table_seeds_ms(&door->table) - door->ahead_ms;
        if (due_ms < door->seeds_from_ms + ZK_SEEDS_MS)
            due_ms = door->seeds_from_ms + ZK_SEEDS_MS;
    }
    if (wait == ZK_WAIT_BOT && !door->bot_thinks) {
        if (!door->bot_ms) door->bot_ms = now_ms(host) + host->bot_delay_ms;
        sooner(&due_ms, door->bot_ms);
    } else {
        door->bot_ms = 0;
    }
    /* First of all it has to be known what is there: others may have gone on. */
    return door->failed_ms ? door->failed_ms + ZK_RETRY_MS : due_ms;
}

uint64_t zk_door_due_ms(struct zk_door *door) {
    uint64_t due_ms = door->presence_ms;
    if (door->state != ZK_DOOR_READY || door->host->stopping) return due_ms;
    if (door->listeners) sooner(&due_ms, move_due_ms(door));
    if (door->first) sooner(&due_ms, now_ms(door->host));
    return due_ms;
}

/* Goes on without the seeds that have not come in time, as far as the table has place to say so. */
static void leave_out(struct zk_door *door) {
    struct zk_table *table = &door->table;
    int seat;
    while (zk_table_wait(table, &seat) == ZK_WAIT_SEEDS) {
        for (seat = 0; !(zk_fold_seeds_due(&table->now) >> seat & 1);) seat++;
        zk_table_fair_add(table, ZK_ENTRY_LATE, seat, NULL, table_ms(door));
    }
    chance_moves(door, door->host->batch);
    submit(door);
}

void zk_door_go_on(struct zk_door *door) {
    struct zk_table *table = &door->table;
    uint64_t now = now_ms(door->host);
    enum zk_entry_kind kind;
    int seat;
    if (door->presence_ms && door->presence_ms <= now) tell_presence(door);
    if (door->state != ZK_DOOR_READY || door->host->stopping) return;
    if (door->failed_ms) {
        if (now < door->failed_ms + ZK_RETRY_MS) return;
        catch_up(door);
        if (door->state != ZK_DOOR_READY || door->failed_ms) return;
    }
    if (!door->listeners && door->first) { /* who asks does not play */
        work(door);
        return;
    }
    uint64_t due_ms = move_due_ms(door);
    make_place(door);
    switch (zk_table_wait(table, &seat)) {
    case ZK_WAIT_CHANCE:
        chance_moves(door, door->host->batch ? door->host->batch : 1);
        submit(door);
        break;
    case ZK_WAIT_NOTHING:
        if (!fair_is_next(door, &kind, &seat)) break;
        chance_moves(door, 0);
        submit(door);
        break;
    case ZK_WAIT_PERSON:
        if (!zk_table_tick(table, table_ms(door))) break;
        chance_moves(door, 0); /* seeds are shown */
        submit(door);
        break;
    case ZK_WAIT_SEEDS:
        if (due_ms <= now) leave_out(door);
        break;
    case ZK_WAIT_BOT:
        if (!due_ms || due_ms > now) break;
        door->bot_ms = 0;
        door->bot_thinks = true;
        think(door, zk_table_bot_of(table, seat), seat, NULL);
        break;
    default: break;
    }
    work(door);
}

bool zk_door_move(struct zk_door *door, zk_move move) {
    const struct zk_table *table = &door->table;
    if (door->state != ZK_DOOR_READY || door->host->stopping || door->failed_ms ||
        table->now.status != ZK_TABLE_PLAYING)
        return false;
    int actor = table->game->actor(table->rules, &table->now.state);
    if (!move_unasked(door, zk_mover(actor, move), move, 0)) return false;
    work(door);
    return true;
}

bool zk_door_is_unused(const struct zk_door *door) {
    return (door->state == ZK_DOOR_READY || door->state == ZK_DOOR_GONE) && !door->listeners &&
           !door->first && !door->asker && !door->bot_thinks;
}
