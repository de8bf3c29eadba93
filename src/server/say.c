/* say.c: messages to guests; see docs/protocol.md. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

void say_text(struct zk_server *server, struct zk_guest *guest, const struct zk_text *text) {
    assert(!text->full);
    if (!guest->closing)
        server->host.send(server->host.user, guest->connection, text->data, text->used);
}

static struct zk_text scratch(struct zk_server *server) {
    return zk_text_in(server->text, sizeof server->text);
}

void say_done(struct zk_server *server, struct zk_guest *guest, const char *table,
              const char *request, uint32_t entry) {
    struct zk_text text = scratch(server);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_done(&out, table, request, entry);
    say_text(server, guest, &text);
}

void say_refused(struct zk_server *server, struct zk_guest *guest, const char *table,
                 const char *request, const struct zk_sentence *refusal) {
    struct zk_text text = scratch(server);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_refused(&out, table, request, refusal);
    server->counts.refused++;
    say_text(server, guest, &text);
}

void say_refused_key(struct zk_server *server, struct zk_guest *guest, const char *table,
                     const char *request, const char *key) {
    struct zk_sentence refusal;
    zk_refuse(&refusal, "", key);
    say_refused(server, guest, table, request, &refusal);
}

static void begin(struct zk_json_out *out, const char *table) {
    zk_json_begin_object(out);
    zk_json_key(out, "zashiki");
    zk_json_put_int(out, ZK_PROTOCOL_VERSION);
    zk_json_key(out, "table");
    zk_json_put_string(out, table);
}

static void put(struct zk_json_out *out, const char *key, const char *value) {
    zk_json_key(out, key);
    zk_json_put_string(out, value);
}

void say_pong(struct zk_server *server, struct zk_guest *guest, const char *request) {
    struct zk_text text = scratch(server);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_pong(&out, request);
    say_text(server, guest, &text);
}

static void to_all(struct zk_server *server, struct zk_room *room,
                   const struct zk_text *text) {
    for (struct zk_chair *chair = room->chairs; chair; chair = chair->next)
        say_text(server, chair->guest, text);
}

void say_presence(struct zk_server *server, struct zk_room *room) {
    struct zk_text text = scratch(server);
    struct zk_json_out out = zk_json_to(&text);
    begin(&out, room->table.id);
    zk_json_key(&out, "here");
    zk_json_begin_array(&out);
    for (int i = 0; i < (int)room->table.seats_count; i++)
        if (room->here[i]) zk_json_put_string(&out, zk_actor_name(i));
    zk_json_end_array(&out);
    zk_json_key(&out, "watching");
    zk_json_put_int(&out, room->watching);
    zk_json_end_object(&out);
    to_all(server, room, &text);
}

void say_reaction(struct zk_server *server, struct zk_room *room, int seat,
                  const char *reaction) {
    struct zk_text text = scratch(server);
    struct zk_json_out out = zk_json_to(&text);
    begin(&out, room->table.id);
    put(&out, "reaction", reaction);
    put(&out, "by", zk_actor_name(seat));
    zk_json_end_object(&out);
    to_all(server, room, &text);
}

void say_snapshot(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                  int audience) {
    const struct zk_table *table = &room->table;
    size_t size = ZK_EVENT_SIZE + table->settings.cards_size +
                  (size_t)table->now.count * LINE_SIZE_IN_SNAPSHOT;
    char *memory = zk_take(size);
    struct zk_text text = zk_text_in(memory, size);
    struct zk_json_out out = zk_json_to(&text);
    zk_snapshot_write(&out, table, audience, &server->fold, server->line);
    say_text(server, guest, &text);
    free(memory);
}

void say_events(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                int audience, uint32_t from, uint32_t to) {
    const struct zk_table *table = &room->table;
    struct zk_fold *fold = &server->fold;
    struct zk_telling telling;
    for (zk_fold_begin(fold, table, server->line); fold->count + 1 < from;)
        zk_fold_step(fold, table);
    while (fold->count < to) {
        struct zk_text text = scratch(server);
        struct zk_json_out out = zk_json_to(&text);
        zk_telling_prepare(&telling, table, fold);
        zk_fold_step(fold, table);
        zk_event_write(&out, table, fold, &telling, audience);
        say_text(server, guest, &text);
    }
}

void say_record(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                const char *request) {
    struct zk_bytes record = {0};
    zk_room_record(room, &server->fold, server->line, &record);
    size_t size =
        2 * record.used + 1024; /* each byte may need escaping: quotes and line breaks */
    char *memory = zk_take(size);
    struct zk_text text = zk_text_in(memory, size);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_record(&out, room->table.id, request, record.data, record.used);
    say_text(server, guest, &text);
    free(memory);
    zk_bytes_free(&record);
}
