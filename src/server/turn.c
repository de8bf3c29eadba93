/* turn.c: how a table goes on: commands become entries, entries become durable, and then those
 * who sit there are told. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

/* ---- Noting ---- */

static bool has_audience(const struct zk_room *room, int audience) {
    return audience == ZK_SPECTATOR ? room->watching > 0 : room->here[audience] > 0;
}

/* Keeps the events that the table's last entry means, for every audience that is there. */
static void tell(struct zk_server *server, struct zk_room *room,
                 const struct zk_fold *before) {
    const struct zk_table *table = &room->table;
    struct zk_telling telling;
    assert(table->now.count == before->count + 1);
    if (!room->chairs) return;
    zk_telling_prepare(&telling, table, before);
    for (int i = -1; i < (int)table->seats_count; i++) {
        int audience = i < 0 ? ZK_SPECTATOR : i;
        if (!has_audience(room, audience)) continue;
        struct zk_text text = zk_text_in(server->text, sizeof server->text);
        struct zk_json_out out = zk_json_to(&text);
        zk_event_write(&out, table, &table->now, &telling, audience);
        assert(!text.full);
        struct zk_told told = {audience, (uint32_t)text.used};
        zk_bytes_add(&room->told, &told, sizeof told);
        zk_bytes_add(&room->told, text.data, text.used);
    }
}

void turn_note(struct zk_server *server, struct zk_room *room, const struct zk_fold *before) {
    char line[ZK_ENTRY_TEXT_SIZE];
    struct zk_text text = zk_text_in(line, sizeof line);
    struct zk_json_out out = zk_json_to(&text);
    zk_entry_write(&out, &room->table, before);
    zk_text_put_char(&text, '\n');
    assert(!text.full);
    zk_bytes_add(&room->lines, text.data, text.used);
    tell(server, room, before);
    server->counts.entries++;
    /* What ends a game comes with its record. */
    if (before->status != ZK_TABLE_OVER && room->table.now.status == ZK_TABLE_OVER)
        zk_room_record(room, &server->fold, server->line, &room->record);
}

static void chance_moves(struct zk_server *server, struct zk_room *room) {
    struct zk_table *table = &room->table;
    int seat;
    while (table->now.count - room->durable < ZK_BATCH_ENTRIES &&
           zk_table_wait(table, &seat) == ZK_WAIT_CHANCE) {
        uint64_t random;
        server->host.random(server->host.user, &random, sizeof random);
        zk_room_grow(room);
        struct zk_fold before = table->now;
        zk_table_chance(table, random, now_ms(server));
        turn_note(server, room, &before);
    }
}

static void hand_over(struct zk_server *server, struct zk_room *room) {
    room->busy = true;
    room->bot_ms = 0;
    server->writes_count++;
    room_schedule(server, room);
    server->host.write(server->host.user, &room->write);
}

void turn_submit(struct zk_server *server, struct zk_room *room) {
    assert(!room->busy);
    chance_moves(server, room);
    struct zk_write *write = &room->write;
    memset(write, 0, sizeof *write);
    write->kind = ZK_WRITE_ENTRIES;
    memcpy(write->table, room->table.id, sizeof write->table);
    write->first = room->durable + 1;
    write->lines = room->lines.data;
    write->lines_size = room->lines.used;
    if (room->record.used) {
        write->record = room->record.data;
        write->record_size = room->record.used;
        write->record_game = room->table.now.games;
    }
    write->at_ms = now_ms(server);
    write->user = room;
    hand_over(server, room);
}

void turn_submit_table(struct zk_server *server, struct zk_room *room) {
    struct zk_write *write = &room->write;
    memset(write, 0, sizeof *write);
    write->kind = ZK_WRITE_TABLE;
    memcpy(write->table, room->table.id, sizeof write->table);
    write->head = room->head;
    write->at_ms = now_ms(server);
    write->user = room;
    hand_over(server, room);
}

/* ---- Durable, or not ---- */

static void send_told(struct zk_server *server, struct zk_room *room) {
    if (!room->told.used) return;
    const char *at = room->told.data, *end = at + room->told.used;
    while (at < end) {
        struct zk_told told;
        memcpy(&told, at, sizeof told);
        at += sizeof told;
        for (struct zk_chair *chair = room->chairs; chair; chair = chair->next)
            if (chair->audience == told.audience && !chair->guest->closing)
                server->host.send(server->host.user, chair->guest->connection, at, told.size);
        at += told.size;
    }
    zk_bytes_free(&room->told);
}

/* Answers whoever brought this about; returns them, if they are still there. */
static struct zk_guest *answer(struct zk_server *server, struct zk_room *room, bool durable) {
    struct zk_guest *guest = room->asker;
    room->asker = NULL;
    if (guest) {
        guest->asked = NULL;
        if (!durable)
            say_refused_key(server, guest, room->table.id, room->request, "store.failed");
        else if (!guest->closing)
            server->host.send(server->host.user, guest->connection, room->answer.data,
                              room->answer.used);
    }
    if (guest && durable && room->head) {
        /* Only who has opened the table gets its tokens again, should the request come twice. */
        memcpy(guest->opened, room->request, sizeof guest->opened);
        zk_bytes_free(&guest->opened_answer);
        guest->opened_answer = room->answer;
        room->answer = (struct zk_bytes){0};
    }
    zk_bytes_free(&room->answer);
    return guest;
}

static void clean(struct zk_room *room) {
    zk_bytes_free(&room->lines);
    zk_bytes_free(&room->record);
    zk_bytes_free(&room->told);
}

static void let_next_in(struct zk_server *server, struct zk_room *room) {
    while (room->waiting && !room->busy && !server->stopping) {
        struct zk_guest *guest = room->waiting;
        room->waiting = guest->waiting_next;
        if (!room->waiting) room->waiting_last = NULL;
        guest->waiting_next = NULL;
        guest->waits_for = NULL;
        inbox_work(server, guest);
    }
}

void zk_server_written(struct zk_server *server, struct zk_write *write) {
    struct zk_room *room = write->user;
    server->writes_count--;
    if (write->kind == ZK_WRITE_ASIDE) {
        if (write->failed)
            report(server, "could not be marked as set aside", write->table, write->error);
        free(write);
        return;
    }
    room->busy = false;
    if (write->failed) {
        report(server, "could not be written to", room->table.id, write->error);
        zk_room_go_back(room, room->durable);
        room->failed_ms = now_ms(server);
        clean(room);
    } else {
        room->durable = room->table.now.count;
        room->failed_ms = 0;
    }
    /* Events come before the answer: who has the answer has the picture that belongs to it. */
    send_told(server, room);
    struct zk_guest *guest = answer(server, room, !write->failed);
    if (write->kind == ZK_WRITE_TABLE) {
        free(room->head);
        room->head = NULL;
        if (write->failed) {
            room_drop(server, room);
            room = NULL;
        }
    }
    if (room) {
        clean(room);
        let_next_in(server, room);
        room_schedule(server, room);
    }
    if (guest && !server->stopping) inbox_work(server, guest);
}

static void note_found(void *user, struct zk_room *room, const struct zk_fold *before) {
    tell(user, room, before);
}

bool turn_recover(struct zk_server *server, struct zk_room *room) {
    if (!room->failed_ms) return true;
    if (now_ms(server) < room->failed_ms + ZK_RETRY_MS) return false;
    /* The write that failed may have reached the disk all the same. */
    if (!zk_room_catch_up(room, server->store, note_found, server)) {
        zk_bytes_free(&room->told);
        zk_room_go_back(room, room->durable);
        room->failed_ms = now_ms(server);
        return false;
    }
    room->durable = room->table.now.count;
    room->failed_ms = 0;
    send_told(server, room);
    return true;
}

/* ---- Bots ---- */

void turn_think(struct zk_server *server, struct zk_room *room, int seat,
                const struct zk_bot *bot, struct zk_guest *guest, const char *request) {
    uint32_t moves = room->table.now.moves_count;
    struct zk_thought *thought = zk_take(
        sizeof *thought + moves * (sizeof *thought->entries + sizeof *room->table.now.line));
    thought->server = server;
    thought->room = room;
    zk_table_copy_line(&thought->table, &room->table, thought->entries,
                       (uint16_t *)(thought->entries + moves));
    thought->seat = seat;
    thought->bot = bot;
    thought->guest = guest;
    thought->hint = guest != NULL;
    if (guest) {
        guest->hint = thought;
        memcpy(thought->request, request, sizeof thought->request);
    } else {
        room->bot_thinks = true;
    }
    server->host.random(server->host.user, &thought->random, sizeof thought->random);
    room->thoughts++;
    server->thoughts_count++;
    server->host.think(server->host.user, thought);
}

void zk_server_think(struct zk_thought *thought) {
    thought->found = zk_table_hint(&thought->table, thought->seat, thought->bot,
                                   thought->random, &thought->move, &thought->why);
}

static void tell_hint(struct zk_server *server, const struct zk_thought *thought) {
    struct zk_guest *guest = thought->guest;
    if (!guest) return;
    guest->hint = NULL;
    if (!thought->found) {
        say_refused_key(server, guest, thought->table.id, thought->request, "hint.none");
        return;
    }
    struct zk_text text = zk_text_in(server->text, sizeof server->text);
    struct zk_json_out out = zk_json_to(&text);
    zk_answer_hint(&out, &thought->table, thought->request, thought->seat, thought->move,
                   &thought->why);
    say_text(server, guest, &text);
}

static void bot_moves(struct zk_server *server, struct zk_room *room,
                      const struct zk_thought *thought) {
    struct zk_table *table = &room->table;
    room->bot_thinks = false;
    bool same =
        !room->busy && !room->failed_ms && table->now.count == thought->table.now.count;
    if (server->stopping || !thought->found || !same) return;
    struct zk_entry entry = {.kind = ZK_ENTRY_MOVE,
                             .seat = (int8_t)thought->seat,
                             .move = thought->move,
                             .at_ms = now_ms(server)};
    zk_room_grow(room);
    struct zk_fold before = table->now;
    bool legal = zk_table_restore(table, &entry);
    assert(legal);
    if (!legal) return;
    turn_note(server, room, &before);
    turn_submit(server, room);
}

void zk_server_thought(struct zk_server *server, struct zk_thought *thought) {
    struct zk_room *room = thought->room;
    room->thoughts--;
    server->thoughts_count--;
    if (thought->hint)
        tell_hint(server, thought);
    else
        bot_moves(server, room, thought);
    free(thought);
    room_schedule(server, room);
}

/* ---- What nobody asked for ---- */

void turn_go_on(struct zk_server *server, struct zk_room *room) {
    struct zk_table *table = &room->table;
    int seat;
    if (room->busy || server->stopping || !turn_recover(server, room)) return;
    zk_room_grow(room);
    enum zk_wait wait = zk_table_wait(table, &seat);
    struct zk_fold before = table->now;
    if (wait == ZK_WAIT_CHANCE) {
        turn_submit(server, room);
    } else if (zk_table_tick(table, now_ms(server))) {
        turn_note(server, room, &before);
        turn_submit(server, room);
    } else if (wait == ZK_WAIT_BOT && room->bot_ms && now_ms(server) >= room->bot_ms) {
        room->bot_ms = 0;
        turn_think(server, room, seat, zk_table_bot_of(table, seat), NULL, NULL);
    }
}
