/* messages.c: what guests ask for; see docs/protocol.md. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "../core/games.h"
#include "inside.h"

enum {
    ID_BITS = 128,
    TOKEN_BITS = 192,
    LARGE_COST = 4, /* what a join or a history costs more than other messages */
};

static const char *const reactions[] = {"hello",  "nice",        "thinking", "oops",
                                        "thanks", "well_played", NULL};

/* ---- Tokens ---- */

void zk_token_hash(const char *table, const char *token, uint8_t hash[ZK_TOKEN_HASH_SIZE]) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, ZK_TOKEN_HASH_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)table, strlen(table) + 1);
    crypto_generichash_update(&state, (const unsigned char *)token, strlen(token));
    crypto_generichash_final(&state, hash, ZK_TOKEN_HASH_SIZE);
}

static void random_word(struct zk_server *server, unsigned bits, char *word, size_t size) {
    unsigned char bytes[64];
    server->host.random(server->host.user, bytes, bits / 8);
    sodium_bin2base64(word, size, bytes, bits / 8, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

/* The seat whose token it is; ZK_SPECTATOR without one; -1 when it is nobody's. Takes as long
 * for a wrong one as for a right one. */
static int seat_of(const struct zk_room *room, const char *token) {
    uint8_t hash[ZK_TOKEN_HASH_SIZE];
    int seat = -1;
    if (!*token) return ZK_SPECTATOR;
    zk_token_hash(room->table.id, token, hash);
    for (int i = 0; i < (int)room->table.seats_count; i++)
        if (sodium_memcmp(hash, room->token_hash[i], sizeof hash) == 0) seat = i;
    return seat;
}

/* ---- A new table ---- */

static bool wants_clocks_right(const struct zk_message *message) {
    const struct zk_terms *terms = &message->terms;
    return terms->clock_ms <= ZK_CLOCK_MS_MAX && terms->clock_step_ms <= ZK_CLOCK_MS_MAX &&
           (terms->clock_ms || !terms->clock_step_ms);
}

static struct zk_shared_rules *rules_for(struct zk_server *server,
                                         const struct zk_message *message,
                                         struct zk_sentence *refusal) {
    struct zk_settings settings;
    char cards[ZK_CARDS_SIZE];
    const struct zk_game *game = zk_games_find(message->game, strlen(message->game));
    if (!game) {
        zk_refuse(refusal, "", "game.unknown");
        zk_refuse_arg(refusal, message->game, strlen(message->game));
        return NULL;
    }
    if (!wants_clocks_right(message)) {
        zk_refuse(refusal, "", "clock.range");
        return NULL;
    }
    if (!zk_message_settings(message, game, cards, &settings, refusal)) return NULL;
    return zk_rules_take(&server->rules, game, &settings, refusal);
}

static void make_table(struct zk_server *server, struct zk_guest *guest,
                       const struct zk_message *message, struct zk_shared_rules *rules) {
    char id[ZK_TABLE_ID_SIZE], token[ZK_SEATS_MAX][ZK_TOKEN_SIZE];
    const char *tokens[ZK_SEATS_MAX];
    random_word(server, ID_BITS, id, sizeof id);
    struct zk_room *room = zk_room_open(id, rules, &message->terms);
    struct zk_stored_table *head = room->head = zk_take(sizeof *head);
    struct zk_text text = zk_text_in(head->game, sizeof head->game);
    memcpy(head->id, id, sizeof id);
    zk_text_put(&text, rules->game->id);
    head->rules_version = zk_settings_rules(rules->game, &rules->settings);
    text = zk_text_in(head->options, sizeof head->options);
    struct zk_json_out out = zk_json_to(&text);
    zk_settings_write(&out, rules->game, &rules->settings);
    assert(!text.full);
    text = zk_text_in(head->cardset, sizeof head->cardset);
    if (rules->cards) zk_text_put_bytes(&text, rules->cards, rules->settings.cards_size);
    head->terms = message->terms;
    head->seats_count = room->table.seats_count;
    head->opened_ms = now_ms(server);
    for (uint32_t i = 0; i < head->seats_count; i++) {
        random_word(server, TOKEN_BITS, token[i], sizeof token[i]);
        zk_token_hash(id, token[i], head->token_hash[i]);
        memcpy(room->token_hash[i], head->token_hash[i], ZK_TOKEN_HASH_SIZE);
        tokens[i] = token[i];
        room->away_since_ms[i] = head->opened_ms;
    }
    text = zk_text_in(server->text, sizeof server->text);
    out = zk_json_to(&text);
    zk_answer_opened(&out, &room->table, message->request, tokens);
    sodium_memzero(token, sizeof token);
    zk_bytes_add(&room->answer, text.data, text.used);
    memcpy(room->request, message->request, sizeof room->request);
    room->asker = guest;
    guest->asked = room;
    room_add(server, room);
    turn_submit_table(server, room);
}

static void open_table(struct zk_server *server, struct zk_guest *guest,
                       const struct zk_message *message) {
    struct zk_sentence refusal;
    if (guest->opened_answer.used && strcmp(guest->opened, message->request) == 0) {
        server->host.send(server->host.user, guest->connection, guest->opened_answer.data,
                          guest->opened_answer.used);
        return;
    }
    if (!zk_bucket_take(&guest->visitor->opens, &server->limits.opens_per_address, 1,
                        now_ms(server))) {
        say_refused_key(server, guest, "", message->request, "server.too_fast");
        return;
    }
    struct zk_shared_rules *rules = NULL;
    if (room_for_one(server, &refusal)) rules = rules_for(server, message, &refusal);
    if (rules)
        make_table(server, guest, message, rules);
    else
        say_refused(server, guest, "", message->request, &refusal);
}

/* ---- At a table ---- */

static struct zk_chair *chair_for(struct zk_guest *guest, struct zk_room *room) {
    struct zk_chair *empty = NULL;
    for (unsigned i = 0; i < ZK_CHAIRS_MAX; i++) {
        if (guest->chair[i].room == room) return &guest->chair[i];
        if (!guest->chair[i].room && !empty) empty = &guest->chair[i];
    }
    return empty;
}

static void refused(struct zk_server *server, struct zk_guest *guest,
                    const struct zk_room *room, const struct zk_message *message,
                    const char *key) {
    say_refused_key(server, guest, room->table.id, message->request, key);
}

/* Whether the guest may still ask for many events at once. */
static bool may_ask_much(struct zk_server *server, struct zk_guest *guest) {
    return zk_bucket_take(&guest->messages, &server->limits.messages, LARGE_COST,
                          now_ms(server));
}

static void join(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                 const struct zk_message *message, int audience) {
    uint32_t count = room->table.now.count;
    struct zk_chair *chair = chair_for(guest, room);
    if (!chair) {
        refused(server, guest, room, message, "join.too_many");
        return;
    }
    if (!may_ask_much(server, guest)) {
        refused(server, guest, room, message, "server.too_fast");
        return;
    }
    if (audience == ZK_SPECTATOR && room->watching >= server->limits.watchers_max) {
        refused(server, guest, room, message, "table.crowded");
        return;
    }
    if (chair->room) chair_leave(server, chair);
    chair_take(server, chair, guest, room, audience);
    if (message->has_since && message->since <= count &&
        count - message->since <= ZK_HISTORY_MAX)
        say_events(server, guest, room, audience, message->since + 1, count);
    else
        say_snapshot(server, guest, room, audience);
    if (message->request[0]) say_done(server, guest, room->table.id, message->request, count);
    room_schedule(server, room);
}

static void history(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                    const struct zk_message *message, int audience) {
    uint32_t from = message->from, to = message->to, count = room->table.now.count;
    if (from < 1 || to < from || to > count || to - from >= ZK_HISTORY_MAX) {
        refused(server, guest, room, message, "history.range");
        return;
    }
    if (!may_ask_much(server, guest)) {
        refused(server, guest, room, message, "server.too_fast");
        return;
    }
    say_events(server, guest, room, audience, from, to);
    if (message->request[0]) say_done(server, guest, room->table.id, message->request, count);
}

static void hint(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                 const struct zk_message *message, int seat) {
    const struct zk_bot *bot =
        message->bot[0] ? zk_bots_find(room->table.game, message->bot, strlen(message->bot))
                        : zk_bots_best(room->table.game);
    if (!bot)
        refused(server, guest, room, message,
                zk_bots_named(message->bot, strlen(message->bot)) ? "bot.game"
                                                                  : "bot.unknown");
    else if (guest->hint)
        refused(server, guest, room, message, "hint.busy");
    else if (!zk_bucket_take(&guest->hints, &server->limits.hints, 1, now_ms(server)))
        refused(server, guest, room, message, "server.too_fast");
    else
        turn_think(server, room, seat, bot, guest, message->request);
}

static void react(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                  const struct zk_message *message, int seat) {
    unsigned i = 0;
    struct zk_sentence refusal;
    while (reactions[i] && strcmp(message->reaction, reactions[i]) != 0) i++;
    if (!zk_table_may_talk(&room->table, &refusal)) {
        say_refused(server, guest, room->table.id, message->request, &refusal);
    } else if (!reactions[i]) {
        refused(server, guest, room, message, "react.unknown");
    } else if (!zk_bucket_take(&guest->reactions, &server->limits.reactions, 1,
                               now_ms(server))) {
        refused(server, guest, room, message, "server.too_fast");
    } else {
        say_reaction(server, room, seat, reactions[i]);
        if (message->request[0])
            say_done(server, guest, room->table.id, message->request, room->table.now.count);
    }
}

static void command(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                    const struct zk_message *message, int seat) {
    struct zk_command command;
    struct zk_sentence refusal;
    uint32_t entry;
    server->counts.commands++;
    if (!zk_message_command(message, seat, &command, &refusal)) {
        say_refused(server, guest, room->table.id, message->request, &refusal);
        return;
    }
    if (!turn_recover(server, room)) {
        refused(server, guest, room, message, "store.failed");
        return;
    }
    if (command.kind == ZK_DO_BOT && command.whom >= 0 &&
        command.whom < (int)room->table.seats_count)
        command.away =
            !room->here[command.whom] &&
            now_ms(server) >= room->away_since_ms[command.whom] + server->limits.away_ms;
    zk_room_grow(room);
    struct zk_fold before = room->table.now;
    if (!zk_table_do(&room->table, &command, now_ms(server), &entry, &refusal)) {
        say_refused(server, guest, room->table.id, message->request, &refusal);
        return;
    }
    if (entry <= before.count) { /* done before */
        say_done(server, guest, room->table.id, message->request, entry);
        return;
    }
    turn_note(server, room, &before);
    struct zk_text text = zk_text_in(server->text, sizeof server->text);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_done(&out, room->table.id, message->request, entry);
    zk_bytes_add(&room->answer, text.data, text.used);
    memcpy(room->request, message->request, sizeof room->request);
    room->asker = guest;
    guest->asked = room;
    turn_submit(server, room);
}

/* What only a seat may do; a command needs a request, so that it acts once. */
static bool needs_seat(enum zk_ask ask) {
    return (int)ask < ZK_COMMANDS || ask == ZK_ASK_HINT || ask == ZK_ASK_REACT;
}

static bool needs_request(enum zk_ask ask) {
    return (int)ask < ZK_COMMANDS || ask == ZK_ASK_OPEN || ask == ZK_ASK_HINT ||
           ask == ZK_ASK_RECORD;
}

static void at_table(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                     const struct zk_message *message) {
    int seat = seat_of(room, message->token);
    if (seat == -1) {
        refused(server, guest, room, message, "token.wrong");
        return;
    }
    if (needs_seat(message->ask) && seat < 0) {
        refused(server, guest, room, message, "token.missing");
        return;
    }
    switch (message->ask) {
    case ZK_ASK_JOIN: join(server, guest, room, message, seat); break;
    case ZK_ASK_HISTORY: history(server, guest, room, message, seat); break;
    case ZK_ASK_HINT: hint(server, guest, room, message, seat); break;
    case ZK_ASK_REACT: react(server, guest, room, message, seat); break;
    case ZK_ASK_RECORD:
        if (room->table.now.status == ZK_TABLE_OVER)
            say_record(server, guest, room, message->request);
        else
            refused(server, guest, room, message, "record.early");
        break;
    default: command(server, guest, room, message, seat);
    }
}

/* ---- Any message ---- */

static void throw_out(struct zk_server *server, struct zk_guest *guest, const char *reason) {
    guest->closing = true;
    inbox_clear(guest);
    server->host.close(server->host.user, guest->connection, ZK_CLOSE_POLICY, reason);
}

static void wait_for(struct zk_guest *guest, struct zk_room *room) {
    guest->waits_for = room;
    guest->waiting_next = NULL;
    if (room->waiting_last)
        room->waiting_last->waiting_next = guest;
    else
        room->waiting = guest;
    room->waiting_last = guest;
}

bool message_handle(struct zk_server *server, struct zk_guest *guest, const char *data,
                    size_t size) {
    struct zk_message message;
    struct zk_sentence refusal;
    if (!zk_message_read(data, size, &message, &refusal)) {
        say_refused(server, guest, message.table, message.request, &refusal);
        return true;
    }
    if (needs_request(message.ask) && !message.request[0]) {
        zk_refuse(&refusal, "", "message.wrong");
        zk_refuse_arg(&refusal, "it has no request", 17);
        say_refused(server, guest, message.table, "", &refusal);
        return true;
    }
    if (message.ask == ZK_ASK_PING) {
        say_pong(server, guest, message.request);
        return true;
    }
    if (message.ask == ZK_ASK_OPEN) {
        open_table(server, guest, &message);
        return true;
    }
    struct zk_room *room = room_find(server, message.table, &refusal);
    if (!room) {
        say_refused(server, guest, message.table, message.request, &refusal);
        return true;
    }
    if (room->busy) {
        wait_for(guest, room);
        return false;
    }
    at_table(server, guest, room, &message);
    return true;
}

void inbox_hold(struct zk_server *server, struct zk_guest *guest, const char *data,
                size_t size) {
    if (guest->held_count == ZK_INBOX_MAX) {
        throw_out(server, guest, "too many messages at once");
        return;
    }
    struct held *held = zk_take(sizeof *held + size);
    held->size = size;
    memcpy(held->data, data, size);
    if (guest->held_last)
        guest->held_last->next = held;
    else
        guest->held = held;
    guest->held_last = held;
    guest->held_count++;
}

static void inbox_pop(struct zk_guest *guest) {
    struct held *held = guest->held;
    guest->held = held->next;
    if (!guest->held) guest->held_last = NULL;
    guest->held_count--;
    free(held);
}

void inbox_work(struct zk_server *server, struct zk_guest *guest) {
    while (guest->held && !guest->asked && !guest->waits_for &&
           message_handle(server, guest, guest->held->data, guest->held->size))
        inbox_pop(guest);
}

void inbox_clear(struct zk_guest *guest) {
    struct zk_room *room = guest->waits_for;
    while (guest->held) inbox_pop(guest);
    if (!room) return;
    struct zk_guest **at = &room->waiting, *before = NULL;
    while (*at != guest) before = *at, at = &(*at)->waiting_next;
    *at = guest->waiting_next;
    if (room->waiting_last == guest) room->waiting_last = before;
    guest->waiting_next = NULL;
    guest->waits_for = NULL;
}

void zk_server_message(struct zk_server *server, struct zk_guest *guest, const char *data,
                       size_t size) {
    uint64_t now = now_ms(server);
    if (server->stopping || guest->closing) return;
    server->counts.messages++;
    if (!zk_bucket_take(&guest->messages, &server->limits.messages, 1, now) ||
        !zk_bucket_take(&guest->visitor->messages, &server->limits.messages_per_address, 1,
                        now)) {
        throw_out(server, guest, "too many messages");
        return;
    }
    /* One thing at a time for each connection, too: what it asked is answered in that order. */
    if (guest->held || guest->asked)
        inbox_hold(server, guest, data, size);
    else if (!message_handle(server, guest, data, size))
        inbox_hold(server, guest, data, size);
}
