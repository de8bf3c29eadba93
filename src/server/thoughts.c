/* thoughts.c: who thinks about the server's tables, and when; see thinking.h for the order. */
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum { CLAIM_AGAIN_MS = 2500 }; /* between tries to think where another process does */

/* The table as it is now, with the game's moves alone. */
static struct zk_table *copy_of(const struct zk_table *table) {
    uint32_t moves = table->now.moves_count;
    struct zk_table *copy = zk_allocate(sizeof *copy + moves * sizeof *table->entries);
    struct zk_kept_entry *entries = (struct zk_kept_entry *)(copy + 1);
    zk_table_copy_line(copy, table, entries);
    return copy;
}

/* The threads get what is next, as many as they are. */
static void begin_next(struct zk_server *server) {
    while (server->thoughts_count < server->limits.thinkers) {
        struct zk_think_job *job = (struct zk_think_job *)zk_thinking_next(&server->waiting);
        if (!job) return;
        /* The game stands where it did when the bot was asked, or the job would be gone. */
        if (!job->table) job->table = copy_of(&job->live->door.table);
        job->next = server->thought;
        if (job->next) job->next->previous = job;
        server->thought = job;
        server->thoughts_count++;
        server->host.think(server->host.user, job);
    }
}

/* Nobody waits for it any more. */
static void forget_asker(struct zk_think_job *job) {
    struct zk_ask *ask = job->thought.ask;
    struct zk_think_job **at = &job->live->hints;
    if (!ask) return;
    while (*at != job) at = &(*at)->next_hint;
    *at = job->next_hint;
    ((struct zk_guest *)ask->from)->hint_job = NULL;
    job->thought.ask = NULL;
}

/* It waits no longer, or is thought. */
static void end_job(struct zk_think_job *job) {
    struct zk_live_table *live = job->live;
    if (live->bot_job == job) live->bot_job = NULL;
    live->thoughts--;
    free(job->table);
    free(job);
}

static void wait_for_thread(struct zk_server *server, struct zk_think_job *job,
                            const struct zk_address *who) {
    zk_thinking_put(&server->waiting, who, job->thought.ask != NULL, &job->waiting);
    begin_next(server);
}

/* Several processes could think for the same bot: one of them claims that. */
static void ask_claim(struct zk_server *server, struct zk_think_job *job) {
    struct zk_write *write = zk_allocate(sizeof *write);
    write->kind = ZK_WRITE_CLAIM;
    memcpy(write->table, job->live->door.table.id, sizeof write->table);
    write->first = job->thought.at;
    memcpy(write->reason, server->name, sizeof server->name);
    write->user = job;
    server->writes_count++;
    server->host.write(server->host.user, write);
}

/* Ours: the bot thinks. Another's: it is tried again a little later, unless the move comes before. */
void thought_claimed(struct zk_server *server, struct zk_write *write) {
    struct zk_think_job *job = write->user;
    struct zk_live_table *live = job->live;
    bool ours = !write->failed;
    free(write);
    if (ours && !server->door_host.stopping && !atomic_load(&job->stop)) {
        wait_for_thread(server, job, &live->charged);
        return;
    }
    struct zk_thought thought = job->thought;
    end_job(job);
    zk_door_thought(&live->door, &thought); /* it has found nothing */
    table_schedule(server, live);
    if (live->door.bot_ms && !ours) live->door.bot_ms = now_ms(server) + CLAIM_AGAIN_MS;
    table_schedule(server, live);
}

enum zk_outcome door_think(void *user, struct zk_door *door, struct zk_thought *thought) {
    struct zk_server *server = user;
    struct zk_live_table *live = live_of(door);
    struct zk_guest *guest = thought->ask ? thought->ask->from : NULL;
    if (guest) {
        guest->hint = thought->ask;
        guest->ask = NULL;
        make_ready(server, guest);
    }
    if (server->door_host.stopping) return ZK_LATER; /* which never comes */
    struct zk_think_job *job = zk_allocate(sizeof *job);
    job->live = live;
    job->thought = *thought;
    job->thought.stop = &job->stop;
    job->rng.at = server->host.luck(server->host.user);
    live->thoughts++;
    if (guest) {
        guest->hint_job = job;
        job->next_hint = live->hints;
        live->hints = job;
        job->table = copy_of(&door->table); /* the table may go on without it */
    } else {
        live->bot_job = job;
    }
    if (server->host.say && !guest)
        ask_claim(server, job);
    else
        wait_for_thread(server, job, guest ? &guest->visitor->address : &live->charged);
    return ZK_LATER;
}

void zk_server_think(struct zk_think_job *job) {
    zk_thought_think(&job->thought, job->table, &job->rng);
}

void zk_server_thought(struct zk_server *server, struct zk_think_job *job) {
    struct zk_live_table *live = job->live;
    struct zk_thought thought = job->thought;
    if (job->next) job->next->previous = job->previous;
    *(job->previous ? &job->previous->next : &server->thought) = job->next;
    server->thoughts_count--;
    forget_asker(job);
    end_job(job);
    /* A hint for somebody who has gone meanwhile is for nobody. */
    if (!server->door_host.stopping && (!thought.hint || thought.ask))
        zk_door_thought(&live->door, &thought);
    table_schedule(server, live);
    begin_next(server);
    go_on_with_held(server);
}

void thought_forget(struct zk_server *server, struct zk_think_job *job) {
    forget_asker(job);
    if (!job->waiting.queue) {
        atomic_store(&job->stop, true);
        return;
    }
    zk_thinking_remove(&server->waiting, &job->waiting);
    end_job(job);
}

void thoughts_look(struct zk_server *server, struct zk_live_table *live) {
    struct zk_think_job *job = live->bot_job;
    if (!job) return;
    bool waits = job->waiting.queue;
    if (zk_door_wants(&live->door, &job->thought) && (live->door.listeners || !waits)) return;
    if (!waits) {
        atomic_store(&job->stop, true);
        return;
    }
    struct zk_thought thought = job->thought;
    zk_thinking_remove(&server->waiting, &job->waiting);
    end_job(job);
    zk_door_thought(&live->door, &thought); /* it has found nothing */
}

void thoughts_stop(struct zk_server *server) {
    for (struct zk_think_job *job = server->thought; job; job = job->next)
        atomic_store(&job->stop, true);
    for (struct zk_think_job *job;
         (job = (struct zk_think_job *)zk_thinking_next(&server->waiting));) {
        forget_asker(job);
        end_job(job);
    }
}
