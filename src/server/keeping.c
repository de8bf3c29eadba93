/* keeping.c: for how long tables are kept: visits are noted, and those that nobody comes to any more
 * are removed, in small steps between the other writes. */
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum {
    NOTED_MS = 60 * 60 * 1000, /* one visit is noted in this time */
    FIRST_MS = 60 * 1000,      /* after the start */
    STEP_MS = 1000,            /* between two looks */
    ROUND_MS = 60 * 60 * 1000, /* between two rounds */
    GRACE_MS =
        7 *
        ZK_DAY_MS, /* in which a wrong clock can be put right before it removes everything */
};
#define FOREVER_MS (365000 * ZK_DAY_MS)

void keeping_begin(struct zk_server *server) { server->tidy_ms = now_ms(server) + FIRST_MS; }

uint64_t keeping_due_ms(const struct zk_server *server) {
    bool idle = server->door_host.stopping || server->tidying;
    return idle ? 0 : server->tidy_ms;
}

/* Of those with a move. The others go in any case, or whoever opens table after table fills the disk. */
static uint64_t keep_ms(const struct zk_server *server) {
    return server->limits.keep_ms ? server->limits.keep_ms : FOREVER_MS;
}

/* ---- Visits ---- */

/* To within a day, or less where tables are kept for days only. */
static uint64_t grain_ms(const struct zk_server *server) {
    uint64_t part_ms = keep_ms(server) / 24;
    return part_ms < ZK_DAY_MS ? part_ms : ZK_DAY_MS;
}

static bool is_visited(const struct zk_live_table *live) {
    return live->door.listeners || live->used_ms > live->noted_ms;
}

void keeping_note_visits(struct zk_server *server) {
    uint64_t now = now_ms(server);
    for (struct zk_live_table *live = server->oldest; live; live = live->newer) {
        if (live->door.state != ZK_DOOR_READY || !is_visited(live) ||
            now < live->noted_ms + NOTED_MS)
            continue;
        struct zk_write *write = zk_allocate(sizeof *write);
        write->kind = ZK_WRITE_VISIT;
        memcpy(write->table, live->door.table.id, sizeof write->table);
        write->at_ms = live->noted_ms = now;
        write->grain_ms = grain_ms(server);
        server->writes_count++;
        server->host.write(server->host.user, write);
    }
}

/* ---- Removing ---- */

static void put_tidy(struct zk_server *server) {
    struct zk_write *write = zk_allocate(sizeof *write);
    write->kind = ZK_WRITE_TIDY;
    memcpy(write->table, server->tidied, sizeof write->table);
    write->at_ms = now_ms(server);
    write->keep_ms = keep_ms(server);
    write->keep_unmoved_ms = server->limits.keep_unmoved_ms;
    write->grace_ms = write->keep_ms / 2 < GRACE_MS ? write->keep_ms / 2 : GRACE_MS;
    server->tidying = true;
    server->writes_count++;
    server->host.write(server->host.user, write);
}

void keeping_tick(struct zk_server *server) {
    uint64_t due_ms = keeping_due_ms(server);
    if (due_ms && due_ms <= now_ms(server)) put_tidy(server);
}

void keeping_written(struct zk_server *server, struct zk_write *write) {
    if (write->kind == ZK_WRITE_TIDY) {
        bool goes_on = !write->failed && !server->door_host.stopping;
        server->tidying = false;
        /* One that is damaged keeps no other. */
        const char *at = write->failed ? write->reason : write->table;
        if (!write->failed || *at) memcpy(server->tidied, at, sizeof server->tidied);
        if (write->failed && *at)
            report(server, "could not be tidied", at, write->error);
        else if (write->failed)
            report(server, "and those after it could not be tidied", write->table,
                   write->error);
        server->tidy_ms = now_ms(server) + (goes_on && *server->tidied ? STEP_MS : ROUND_MS);
        if (goes_on && write->more) put_tidy(server);
    }
    free(write);
}
