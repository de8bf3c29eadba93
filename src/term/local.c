/* local.c: see local.h. The thread owns the table; the two ends share two queues under one lock. */
#include "local.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum kind { MESSAGE, GO_ON, READ, RECORD, STOP };

struct item {
    struct item *next;
    enum kind kind;
    int audience;
    uint32_t steps;
    size_t size;
    char text[];
};

struct queue {
    struct item *first, **end;
};

struct local {
    struct link link;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more; /* in `in` */
    struct queue in, out;
    int bell;         /* the writing end of a pipe; link.fd is the other */
    bool rung;        /* there is a byte in it */
    struct item *got; /* what link_next gave out last */

    /* The thread's. */
    struct zk_local *table;
    struct zk_rng luck, own[ZK_SEATS_MAX], advice;
    uint64_t seed;
    const struct zk_tutorial *tutorial;
    bool held;     /* a person may act out of turn: nobody goes on */
    uint32_t seen; /* entries when that was last asked */
    FILE *keep;
    char *memory; /* for a record, and for lines to keep */
};

enum { KEEP_SIZE = 256 * 1024 };

/* ---- Queues ---- */

static void put(struct queue *queue, struct item *item) {
    item->next = NULL;
    *queue->end = item;
    queue->end = &item->next;
}

static struct item *take(struct queue *queue) {
    struct item *item = queue->first;
    if (item && !(queue->first = item->next)) queue->end = &queue->first;
    return item;
}

static struct item *item_of(enum kind kind, const char *text, size_t size) {
    struct item *item = calloc(1, sizeof *item + size + 1);
    if (!item) abort();
    item->kind = kind;
    item->size = size;
    if (size) memcpy(item->text, text, size);
    return item;
}

/* ---- The thread's end ---- */

static uint64_t now_ms(void *user) {
    (void)user;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* What a seed means, in `play` and in `selfplay`: chance and the moves of `random` draw from one
 * generator, every other bot has one of its own. Advice does not disturb them. */
static struct zk_rng *luck(void *user, int who, bool hint) {
    struct local *local = user;
    const struct zk_table *table = &local->table->door.table;
    if (hint) {
        local->advice = zk_rng_stream(local->seed, table->now.moves_count);
        return &local->advice;
    }
    if (who == ZK_CHANCE) return &local->luck;
    return zk_table_bot_of(table, who) == &zk_bot_random ? &local->luck : &local->own[who];
}

static void hand_over(struct local *local, int audience, const char *text, size_t size) {
    struct item *item = item_of(MESSAGE, text, size);
    item->audience = audience;
    pthread_mutex_lock(&local->lock);
    put(&local->out, item);
    if (!local->rung) local->rung = write(local->bell, "", 1) == 1;
    pthread_mutex_unlock(&local->lock);
}

static void told(void *user, int audience, const char *message, size_t size) {
    hand_over(user, audience, message, size);
}

static void send_record(struct local *local) {
    const struct zk_table *table = &local->table->door.table;
    size_t size = zk_record_size(&table->now);
    char *lines = malloc(size), *message = malloc(2 * size + 256);
    if (!lines || !message) abort();
    struct zk_text record = zk_text_in(lines, size),
                   text = zk_text_in(message, 2 * size + 256);
    struct zk_json_out out = zk_json_to(&text);
    zk_record_of_game(&record, table, &table->now);
    zk_json_begin_object(&out);
    zk_json_key(&out, "request");
    zk_json_put_string(&out, LOCAL_RECORD);
    zk_json_key(&out, "record");
    zk_json_put_bytes(&out, record.data, record.used);
    zk_json_end_object(&out);
    hand_over(local, ZK_SPECTATOR, text.data, text.used);
    free(lines);
    free(message);
}

static void keep(struct local *local) {
    bool more = true;
    while (local->keep && more) {
        struct zk_text text = zk_text_in(local->memory, KEEP_SIZE);
        more = zk_local_keep(local->table, false, &text);
        fwrite(text.data, 1, text.used, local->keep);
    }
    if (local->keep) fflush(local->keep);
}

/* Whether somebody may do something though it is not their turn, which nobody has asked about yet. */
static bool may_interrupt(struct local *local) {
    const struct zk_table *table = &local->table->door.table;
    zk_move moves[ZK_MOVES_MAX], next;
    /* A tutorial does not ask while it has moves of its own to make. */
    if (zk_local_next(local->table, &next) && zk_local_wait(local->table) != ZK_WAIT_PERSON)
        return false;
    if (!local->table->is_open || table->now.status != ZK_TABLE_PLAYING) return false;
    int actor = table->game->actor(table->rules, &table->now.state);
    for (int seat = 0; actor >= 0 && seat < (int)table->seats_count; seat++)
        if (seat != actor && table->now.seat[seat].kind == ZK_SEAT_PERSON &&
            table->game->moves(table->rules, &table->now.state, seat, moves, NULL))
            return true;
    return false;
}

/* After something has happened: whether those who may interrupt are asked first. */
static void hold(struct local *local) {
    uint32_t count = local->table->is_open ? local->table->door.table.now.count : 0;
    if (count == local->seen) return;
    local->seen = count;
    local->held = may_interrupt(local);
}

static void act(struct local *local, const struct item *item) {
    switch (item->kind) {
    case MESSAGE: {
        bool was_open = local->table->is_open;
        zk_local_message(local->table, item->text, item->size);
        if (local->tutorial && !was_open && local->table->is_open)
            zk_local_follow(local->table, local->tutorial);
        break;
    }
    case GO_ON: local->held = false; return;
    case READ: zk_local_read(local->table, item->steps); return;
    case RECORD: send_record(local); return;
    case STOP: return;
    }
    hold(local);
}

/* Waits for something to do. NULL: the table goes on by itself. */
static struct item *wait_for_item(struct local *local) {
    struct item *item;
    pthread_mutex_lock(&local->lock);
    while (!(item = take(&local->in))) {
        if (!local->held && zk_local_is_due(local->table)) break;
        uint64_t due_ms = local->table->is_open && !local->held && !local->table->tutorial
                              ? zk_door_due_ms(&local->table->door)
                              : 0;
        struct timespec until = {.tv_sec = (time_t)(due_ms / 1000),
                                 .tv_nsec = (long)(due_ms % 1000) * 1000000};
        if (due_ms)
            pthread_cond_timedwait(&local->more, &local->lock, &until);
        else
            pthread_cond_wait(&local->more, &local->lock);
    }
    pthread_mutex_unlock(&local->lock);
    return item;
}

static void *run(void *user) {
    struct local *local = user;
    for (;;) {
        struct item *item = wait_for_item(local);
        if (item && item->kind == STOP) {
            free(item);
            return NULL;
        }
        if (item) {
            act(local, item);
            free(item);
        } else if (zk_local_go_on(local->table)) {
            hold(local);
        }
        keep(local);
    }
}

/* ---- The client's end ---- */

static void tell_thread(struct local *local, struct item *item) {
    pthread_mutex_lock(&local->lock);
    put(&local->in, item);
    pthread_cond_signal(&local->more);
    pthread_mutex_unlock(&local->lock);
}

static void send_message(struct link *link, const char *json, size_t size) {
    tell_thread((struct local *)link, item_of(MESSAGE, json, size));
}

static const char *next_message(struct link *link, int *audience, size_t *size) {
    struct local *local = (struct local *)link;
    char byte;
    free(local->got);
    pthread_mutex_lock(&local->lock);
    local->got = take(&local->out);
    if (!local->got && local->rung && read(link->fd, &byte, 1) == 1) local->rung = false;
    pthread_mutex_unlock(&local->lock);
    if (!local->got) return NULL;
    *audience = local->got->audience;
    *size = local->got->size;
    return local->got->text;
}

static int no_timeout(struct link *link) {
    (void)link;
    return -1;
}

static void free_local(struct local *local) {
    struct item *item;
    while ((item = take(&local->in))) free(item);
    while ((item = take(&local->out))) free(item);
    free(local->got);
    if (local->keep) fclose(local->keep);
    if (local->link.fd >= 0) close(local->link.fd);
    if (local->bell >= 0) close(local->bell);
    pthread_mutex_destroy(&local->lock);
    pthread_cond_destroy(&local->more);
    free(local->table);
    free(local->memory);
    free(local);
}

static void close_local(struct link *link) {
    struct local *local = (struct local *)link;
    tell_thread(local, item_of(STOP, NULL, 0));
    pthread_join(local->thread, NULL);
    free_local(local);
}

static const struct link_kind kind_local = {send_message, next_message, no_timeout,
                                            close_local};

void local_go_on(struct link *link) {
    tell_thread((struct local *)link, item_of(GO_ON, NULL, 0));
}

void local_read(struct link *link, uint32_t steps) {
    struct item *item = item_of(READ, NULL, 0);
    item->steps = steps;
    tell_thread((struct local *)link, item);
}

void local_ask_record(struct link *link) {
    tell_thread((struct local *)link, item_of(RECORD, NULL, 0));
}

static struct local *make(const struct local_plan *plan) {
    struct local *local = calloc(1, sizeof *local);
    int ends[2] = {-1, -1};
    if (!local) return NULL;
    local->table = calloc(1, sizeof *local->table);
    local->memory = malloc(KEEP_SIZE);
    local->link = (struct link){.kind = &kind_local, .fd = -1, .state = LINK_UP};
    local->in.end = &local->in.first;
    local->out.end = &local->out.first;
    local->bell = -1;
    pthread_mutex_init(&local->lock, NULL);
    pthread_cond_init(&local->more, NULL);
    if (!local->table || !local->memory || pipe(ends) != 0) {
        free_local(local);
        return NULL;
    }
    local->link.fd = ends[0];
    local->bell = ends[1];
    local->seed = plan->seed;
    local->tutorial = plan->tutorial;
    local->luck = zk_rng_stream(plan->seed, 0);
    for (uint32_t seat = 0; seat < ZK_SEATS_MAX; seat++)
        local->own[seat] = zk_rng_stream(zk_rng_mix(plan->seed) + seat + 1, 0);
    zk_local_start(local->table, local, now_ms, luck, told);
    return local;
}

static struct link *start(struct local *local, const char *file) {
    sigset_t all, before;
    if (file) local->keep = fopen(file, "w");
    /* Signals are for the thread that shows the table. */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = pthread_create(&local->thread, NULL, run, local) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) return &local->link;
    free_local(local);
    return NULL;
}

struct link *local_open(const struct local_plan *plan) {
    struct local *local = make(plan);
    return local ? start(local, plan->keep) : NULL;
}

struct link *local_resume(const struct local_plan *plan, FILE *file) {
    struct local *local = make(plan);
    char *line = NULL;
    size_t capacity = 0;
    bool right = local != NULL;
    for (ssize_t size, number = 0; right && (size = getline(&line, &capacity, file)) > 0;
         number++) {
        if (line[size - 1] != '\n') break; /* cut off while it was written */
        right = number ? zk_local_restore_entry(local->table, line, (size_t)size - 1)
                       : zk_local_restore(local->table, line, (size_t)size - 1);
    }
    right = right && zk_local_restored(local->table);
    free(line);
    if (right) return start(local, plan->keep);
    if (local) free_local(local);
    return NULL;
}
