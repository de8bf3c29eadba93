/* turns.c: a share of each turn of the loop for an address.
 *
 * What is done for an address is counted: entries folded, and what is sent, each 2 KB as much as an entry. Once
 * an address has had its share of a turn, whatever else it wants waits: messages with their connection
 * (here), asks that are at a door already in the door (door.h, `admits`). So one message at most is done
 * beyond the share, and a guest at another address waits no longer than for that. Those who had to wait in the
 * last turn share a part of this one besides, however many they are. */
#include "inside.h"

enum { SENT_EACH = 2048 }; /* bytes that cost about as much as an entry */

/* ---- What was done for whom ---- */

static bool is_late(const struct zk_server *server, const struct zk_visitor *visitor) {
    return visitor->waiting || (visitor->late_turn && visitor->late_turn + 1 >= server->turn);
}

static void begin_turn(const struct zk_server *server, struct zk_visitor *visitor) {
    if (visitor->turn == server->turn) return;
    visitor->turn = server->turn;
    visitor->turn_work = 0;
}

void turn_count(struct zk_server *server, struct zk_visitor *visitor, uint32_t work) {
    begin_turn(server, visitor);
    visitor->turn_work += work;
    if (is_late(server, visitor)) server->late_work += work;
}

static void charge(struct zk_server *server, struct zk_visitor *visitor, uint32_t work) {
    zk_bucket_charge(&visitor->work, &server->limits.work_per_address, work, now_ms(server));
    turn_count(server, visitor, work);
}

void zk_server_charge(struct zk_server *server, struct zk_guest *guest, uint32_t entries) {
    charge(server, guest->visitor, entries);
}

void work_for(struct zk_server *server, struct zk_visitor *visitor) {
    uint64_t done = server->look.work + server->sent_total / SENT_EACH;
    uint32_t work = (uint32_t)(done - server->work_seen);
    if (work && server->payer) charge(server, server->payer, work);
    server->work_seen = done;
    server->payer = visitor;
}

/* ---- Who goes on ---- */

static bool late_have_had_theirs(const struct zk_server *server) {
    return server->limits.turn_late && server->late_work >= server->limits.turn_late;
}

bool turn_admits(struct zk_server *server, struct zk_visitor *visitor) {
    if (!server->limits.turn_per_address) return true;
    begin_turn(server, visitor);
    if (visitor->turn_work < server->limits.turn_per_address &&
        !(is_late(server, visitor) && late_have_had_theirs(server)))
        return true;
    visitor->late_turn = server->turn;
    return false;
}

static void wait_last(struct zk_server *server, struct zk_visitor *visitor) {
    visitor->waiting_next = NULL;
    *(server->late_last ? &server->late_last->waiting_next : &server->late) = visitor;
    server->late_last = visitor;
}

static void put(struct zk_server *server, struct zk_guest *guest) {
    struct zk_visitor *visitor = guest->visitor;
    if (!visitor->waiting) wait_last(server, visitor);
    guest->is_late = true;
    guest->late_next = NULL;
    *(visitor->waiting ? &visitor->waiting_last->late_next : &visitor->waiting) = guest;
    visitor->waiting_last = guest;
}

bool turn_begins(struct zk_server *server, struct zk_guest *guest) {
    struct zk_visitor *visitor = guest->visitor;
    if (guest->is_late) return false;
    if (!visitor->waiting && turn_admits(server, visitor)) return true;
    put(server, guest);
    return false;
}

static void take_visitor(struct zk_server *server, struct zk_visitor *visitor) {
    struct zk_visitor *before = NULL, *at = server->late;
    while (at != visitor) before = at, at = at->waiting_next;
    *(before ? &before->waiting_next : &server->late) = visitor->waiting_next;
    if (server->late_last == visitor) server->late_last = before;
}

void turn_forget(struct zk_server *server, struct zk_guest *guest) {
    struct zk_visitor *visitor = guest->visitor;
    struct zk_guest *before = NULL, *at = visitor->waiting;
    if (!guest->is_late) return;
    while (at != guest) before = at, at = at->late_next;
    *(before ? &before->late_next : &visitor->waiting) = guest->late_next;
    if (visitor->waiting_last == guest) visitor->waiting_last = before;
    guest->is_late = false;
    if (!visitor->waiting) take_visitor(server, visitor);
}

/* Its connections take turns, a message each. */
static void go_on_with(struct zk_server *server, struct zk_visitor *visitor) {
    while (visitor->waiting && turn_admits(server, visitor)) {
        struct zk_guest *guest = visitor->waiting;
        go_on_with_one(server, guest);
        bool more = guest->held && !guest->ask;
        if (more && !guest->late_next) continue; /* it is the only one */
        turn_forget(server, guest);
        if (more) put(server, guest);
    }
}

void zk_server_turn(struct zk_server *server) {
    server->turn++;
    server->late_work = 0;
    peers_stop(server);
}

void turns_tick(struct zk_server *server) {
    const struct zk_visitor *last = server->late_last;
    if (server->door_host.stopping) return;
    for (bool over = !last; !over && !late_have_had_theirs(server);) {
        struct zk_visitor *visitor = server->late;
        over = visitor == last;
        go_on_with(server, visitor);
        if (!visitor->waiting) continue;
        take_visitor(server, visitor);
        wait_last(server, visitor);
    }
}

uint64_t turns_due_ms(const struct zk_server *server) {
    return server->late && !server->door_host.stopping ? now_ms(server) : 0;
}
