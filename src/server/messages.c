/* messages.c: messages from clients: tokens, new tables, and asking the door of a table. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum { ID_BITS = 128, TOKEN_BITS = 192 };

const struct zk_phrase zk_server_phrases[] = {
    {"table.aside", "This table's data is damaged, so it cannot be used."},
    {"table.crowded", "Too many people are at this table already."},
    {"join.too_many", "This connection already sits at too many tables."},
    {"hint.busy", "The bots are busy. Ask again in a moment."},
    {"server.full", "The server cannot take another table right now."},
    {"server.too_fast", "That was too fast; wait a moment."},
    {NULL, NULL},
};

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

int seat_of(const struct zk_live_table *live, const char *token) {
    uint8_t hash[ZK_TOKEN_HASH_SIZE];
    int seat = -1;
    zk_token_hash(live->door.table.id, token, hash);
    for (int i = 0; i < (int)live->door.table.seats_count; i++)
        if (sodium_memcmp(hash, live->token_hash[i], sizeof hash) == 0) seat = i;
    return seat;
}

/* ---- A new table ---- */

static struct zk_stored_table *head_of(const struct zk_live_table *live, uint64_t now) {
    const struct zk_table *table = &live->door.table;
    struct zk_stored_table *head = zk_allocate(sizeof *head);
    struct zk_text text = zk_text_in(head->game, sizeof head->game);
    memcpy(head->id, table->id, sizeof head->id);
    zk_text_put(&text, table->game->id);
    head->rules_version = zk_settings_rules(table->game, &table->settings);
    text = zk_text_in(head->options, sizeof head->options);
    struct zk_json_out out = zk_json_to(&text);
    zk_settings_write(&out, table->game, &table->settings);
    assert(!text.full);
    text = zk_text_in(head->cardset, sizeof head->cardset);
    if (table->settings.cards)
        zk_text_put_bytes(&text, table->settings.cards, table->settings.cards_size);
    head->terms = table->terms;
    text = zk_text_in(head->stand_in, sizeof head->stand_in);
    zk_text_put(&text, zk_stand_in_word(table->terms.stand_in));
    head->seats_count = table->seats_count;
    head->opened_ms = now;
    memcpy(head->token_hash, live->token_hash, sizeof head->token_hash);
    memcpy(head->secret, live->secret, sizeof head->secret);
    return head;
}

static void make_table(struct zk_server *server, struct zk_ask *ask,
                       const struct zk_opening *opening, struct zk_shared_rules *rules) {
    char id[ZK_TABLE_ID_SIZE];
    random_word(server, ID_BITS, id, sizeof id);
    struct zk_live_table *live = zk_live_begin(&server->door_host, id);
    zk_live_open(live, rules, &opening->terms);
    struct zk_tokens *tokens = live->tokens = zk_allocate(sizeof *tokens);
    for (uint32_t i = 0; i < live->door.table.seats_count; i++) {
        random_word(server, TOKEN_BITS, tokens->text[i], sizeof tokens->text[i]);
        zk_token_hash(id, tokens->text[i], live->token_hash[i]);
        tokens->at[i] = tokens->text[i];
    }
    server->host.random(server->host.user, live->secret, sizeof live->secret);
    live->head = head_of(live, now_ms(server));
    table_add(server, live);
    zk_door_loaded(&live->door, ZK_DONE, NULL);
    ask->tokens = tokens->at;
    zk_door_ask(&live->door, ask);
    table_schedule(server, live);
}

/* Who stands in at a table that says nothing of it. */
static void choose_stand_in(const struct zk_server *server, struct zk_opening *opening) {
    uint8_t usual = server->limits.stand_in;
    if (!opening->terms.stand_in && usual &&
        zk_bots_of(opening->game, zk_stand_in_word(usual)))
        opening->terms.stand_in = usual;
}

static void open_table(struct zk_server *server, struct zk_guest *guest, struct zk_ask *ask) {
    struct zk_opening opening;
    struct zk_sentence refusal;
    char cards[ZK_CARDS_SIZE];
    if (guest->opened_answer.used && strcmp(guest->opened, ask->message.request) == 0) {
        zk_ask_repeat(ask, &server->door_host, guest->opened_answer.data,
                      guest->opened_answer.used);
        return;
    }
    struct zk_shared_rules *rules = NULL;
    if (!zk_bucket_spend(&guest->visitor->opens, &server->limits.opens_per_address, 1,
                         now_ms(server)))
        zk_refuse(&refusal, "", "server.too_fast");
    else if (table_fits(server, &refusal) &&
             zk_opening_read(&opening, &ask->message, cards, &refusal))
        rules = zk_rules_share(&server->rules, opening.game, &opening.settings, &refusal);
    if (rules) {
        choose_stand_in(server, &opening);
        make_table(server, ask, &opening, rules);
    } else {
        zk_ask_refuse(ask, &server->door_host, &refusal);
    }
}

/* ---- Any message ---- */

static void act_on(struct zk_server *server, struct zk_guest *guest, const char *data,
                   size_t size) {
    struct zk_sentence refusal;
    struct zk_ask *ask = guest->ask = zk_allocate(sizeof *ask);
    zk_ask_read(ask, guest, data, size);
    if (!zk_ask_needs_table(ask, &server->door_host)) return;
    if (ask->message.ask == ZK_ASK_OPEN) {
        open_table(server, guest, ask);
        return;
    }
    struct zk_live_table *live = NULL;
    /* What is asked may be little, but to read a table is much. */
    if (!guest_may_work(server, guest) && !table_in_memory(server, ask->message.table))
        zk_refuse(&refusal, "", "server.too_fast");
    else
        live = table_find(server, ask->message.table, &refusal);
    if (!live) {
        zk_ask_refuse(ask, &server->door_host, &refusal);
        return;
    }
    if (!live->is_charged) { /* loaded from the store */
        live->charged = guest->visitor->address;
        live->is_charged = true;
    }
    zk_door_ask(&live->door, ask);
    table_schedule(server, live);
}

static void handle(struct zk_server *server, struct zk_guest *guest, const char *data,
                   size_t size) {
    work_for(server, guest->visitor);
    act_on(server, guest, data, size);
    turn_count(server, guest->visitor, 1);
    work_for(server, NULL);
}

/* ---- Held until those before them are answered ---- */

static void pop_held(struct zk_guest *guest) {
    struct held *held = guest->held;
    guest->held = held->next;
    if (!guest->held) guest->held_last = NULL;
    held->late ? guest->late_count-- : guest->held_count--;
    guest->visitor->held -= (uint32_t)held->size;
    free(held);
}

static void forget(struct zk_ask *ask) {
    if (!ask) return;
    zk_ask_forget(ask);
    free(ask);
}

void guest_silence(struct zk_server *server, struct zk_guest *guest) {
    while (guest->held) pop_held(guest);
    turn_forget(server, guest);
    if (guest->hint_job) thought_forget(server, guest->hint_job);
    forget(guest->ask);
    forget(guest->hint);
    guest->ask = guest->hint = NULL;
}

void guest_close(struct zk_server *server, struct zk_guest *guest, int code,
                 const char *reason) {
    guest->closing = true;
    guest->visitor->leaving++;
    guest_silence(server, guest);
    server->host.close(server->host.user, guest->connection, code, reason);
}

void guest_throw_out(struct zk_server *server, struct zk_guest *guest, const char *reason) {
    server->counted.closed_for_limits++;
    guest_close(server, guest, ZK_CLOSE_POLICY, reason);
}

static void hold(struct zk_server *server, struct zk_guest *guest, const char *data,
                 size_t size) {
    struct zk_visitor *visitor = guest->visitor;
    bool late = !guest->ask, is_large = visitor->held + size > ZK_HELD_MAX;
    if (is_large ||
        (late ? guest->late_count == ZK_LATE_MAX : guest->held_count == ZK_INBOX_MAX)) {
        guest_throw_out(server, guest, "too many messages at once");
        return;
    }
    struct held *held = zk_allocate(sizeof *held + size);
    held->size = size;
    held->late = late;
    memcpy(held->data, data, size);
    *(guest->held_last ? &guest->held_last->next : &guest->held) = held;
    guest->held_last = held;
    late ? guest->late_count++ : guest->held_count++;
    visitor->held += (uint32_t)size;
}

void go_on_with_one(struct zk_server *server, struct zk_guest *guest) {
    handle(server, guest, guest->held->data, guest->held->size);
    pop_held(guest);
}

void go_on_with_held(struct zk_server *server) {
    while (server->ready) {
        struct zk_guest *guest = server->ready;
        server->ready = guest->ready_next;
        guest->is_ready = false;
        while (guest->held && !guest->ask && !server->door_host.stopping &&
               turn_begins(server, guest))
            go_on_with_one(server, guest);
    }
    work_for(server, NULL); /* whoever it was may be forgotten before there is more to do */
}

/* Whether one more message, or a frame of one, is within the limits; if not, the guest is out. */
static bool within_limits(struct zk_server *server, struct zk_guest *guest) {
    uint64_t now = now_ms(server);
    if (server->door_host.stopping || guest->closing) return false;
    if (zk_bucket_spend(&guest->messages, &server->limits.messages, 1, now) &&
        zk_bucket_spend(&guest->visitor->messages, &server->limits.messages_per_address, 1,
                        now))
        return true;
    guest_throw_out(server, guest, "too many messages");
    return false;
}

bool guest_may_work(const struct zk_server *server, const struct zk_guest *guest) {
    return zk_bucket_has(&guest->visitor->work, &server->limits.work_per_address, 1,
                         now_ms(server));
}

void zk_server_frame(struct zk_server *server, struct zk_guest *guest) {
    within_limits(server, guest);
}

void zk_server_message(struct zk_server *server, struct zk_guest *guest, const char *data,
                       size_t size) {
    if (!within_limits(server, guest)) return;
    server->counted.messages++;
    if (guest->held || guest->ask || !turn_begins(server, guest))
        hold(server, guest, data, size);
    else
        handle(server, guest, data, size);
    go_on_with_held(server);
}
