/* postgres.c: writes and reads on their way to PostgreSQL and back; see postgres.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "postgres_inside.h"

enum {
    BATCH_MAX = 64,
    READS_MAX = 64, /* on their way at once */
    SAYS_MAX = 64,  /* that wait to be sent; what comes then is left out */
    LOOK_EVERY_MS = 250,
    BLOCKED_MS = 1000, /* a batch that takes longer may wait for one that nobody ends */
    RETRY_MS_MIN = 50,
    RETRY_MS_MAX = 1000,
};

/* What is to come back on the connection that writes: the number of a write, or one of these. */
enum { COMES_SYNC = BATCH_MAX, COMES_SAY };

/* One connection. It is up while `poll` is there. */
struct line {
    struct zk_postgres *postgres;
    bool reads;
    PGconn *conn;
    uv_poll_t *poll;
    uint64_t down_ms;  /* since when it is down */
    uint64_t retry_ms; /* when it is tried again, unless that is under way */
    uint64_t wait_ms;  /* how long after that */
    /* The thread that connects. */
    uv_async_t made;
    bool connecting;
    uv_thread_t thread;
    PGconn *new_conn;
    int64_t ahead_ms;
    char error[ZK_STORE_ERROR_SIZE];
};

struct said {
    struct said *next;
    size_t size;
    char text[];
};

struct zk_postgres {
    uv_loop_t *loop;
    char *url;
    struct zk_postgres_handler handler;
    struct line write_line, read_line;
    uv_timer_t look;
    int64_t ahead_ms;

    /* Writes that wait, and the batch that is on its way. */
    struct zk_write *first_write, *last_write;
    struct zk_write *batch[BATCH_MAX];
    uint32_t batch_count;
    bool alone; /* each write of the batch is a transaction of its own */
    uint16_t comes[2 * BATCH_MAX + SAYS_MAX + 2];
    uint32_t comes_count, comes_at;
    struct said *first_said, *last_said; /* of which the first `says_sent` are on their way */
    uint32_t says_count, says_sent;
    bool said_less;                    /* something was left out */
    uint64_t commits, writes, sent_ms; /* when the batch was sent */

    /* Reads that wait, and those on their way, of which the first has had `answers`. */
    struct zk_read *first_read, *last_read;
    struct zk_read *first_sent, *last_sent;
    uint32_t sent_count, answers;
    struct zk_read unblock; /* among them, for no one else; its `user` is set while it is */

    bool stopping;
    atomic_bool gives_up; /* the same, for the threads that connect */
    unsigned handles;
    void (*stopped)(void *user);
    void *stopped_user;
};

/* The machine has not what is needed. What was acknowledged is in the database. */
static _Noreturn void give_up(const char *sentence) {
    fprintf(stderr, "zashiki: %s\n", sentence);
    exit(1);
}

static void report(struct zk_postgres *p, const char *what, const char *why) {
    char sentence[ZK_STORE_ERROR_SIZE + 64];
    snprintf(sentence, sizeof sentence, "%s: %.*s", what, (int)strcspn(why, "\n"), why);
    p->handler.report(p->handler.user, sentence);
}

/* ---- Queues ---- */

static void put_write(struct zk_postgres *p, struct zk_write *write) {
    write->next = NULL;
    *(p->last_write ? &p->last_write->next : &p->first_write) = write;
    p->last_write = write;
}

static struct zk_write *take_write(struct zk_postgres *p) {
    struct zk_write *write = p->first_write;
    if (!write) return NULL;
    p->first_write = write->next;
    if (!p->first_write) p->last_write = NULL;
    write->next = NULL;
    return write;
}

static void put_read(struct zk_read **first, struct zk_read **last, struct zk_read *read) {
    read->next = NULL;
    *(*last ? &(*last)->next : first) = read;
    *last = read;
}

static struct zk_read *take_read(struct zk_read **first, struct zk_read **last) {
    struct zk_read *read = *first;
    if (!read) return NULL;
    *first = read->next;
    if (!*first) *last = NULL;
    read->next = NULL;
    return read;
}

static void leave_out(struct zk_read **first, struct zk_read **last,
                      const struct zk_read *which) {
    struct zk_read *all = *first;
    *first = *last = NULL;
    while (all) {
        struct zk_read *read = all;
        all = read->next;
        if (read != which) put_read(first, last, read);
    }
}

/* ---- Sending ---- */

static void lose(struct line *line, const char *why);
static void turn(uv_poll_t *poll, int status, int events);

static void flush(struct line *line) {
    int left = PQflush(line->conn);
    if (left < 0)
        lose(line, PQerrorMessage(line->conn));
    else
        uv_poll_start(line->poll, UV_READABLE | (left ? UV_WRITABLE : 0), turn);
}

static void comes(struct zk_postgres *p, unsigned what) {
    p->comes[p->comes_count++] = (uint16_t)what;
}

static void drop_says(struct zk_postgres *p, uint32_t count) {
    for (; count; count--, p->says_count--) {
        struct said *said = p->first_said;
        p->first_said = said->next;
        free(said);
    }
    if (!p->first_said) p->last_said = NULL;
    p->says_sent = 0;
}

static int by_table(const void *a, const void *b) {
    return strcmp((*(struct zk_write *const *)a)->table,
                  (*(struct zk_write *const *)b)->table);
}

/* Sends the batch, each write a transaction of its own or all of them one. */
static void send_batch(struct zk_postgres *p) {
    struct line *line = &p->write_line;
    bool right = true;
    for (uint32_t i = 0; right && i < p->batch_count; i++) {
        p->batch[i]->failed = p->batch[i]->overtaken = false;
        right = pg_send_write(line->conn, p->batch[i]);
        comes(p, i);
        if (right && (p->alone || i + 1 == p->batch_count)) {
            right = PQpipelineSync(line->conn);
            comes(p, COMES_SYNC);
            p->commits++;
        }
    }
    p->writes += p->batch_count;
    p->sent_ms = uv_now(p->loop);
    if (right)
        flush(line);
    else
        lose(line, PQerrorMessage(line->conn));
}

/* Sends what waits, when nothing is on its way. What is said was written before, and is a
 * transaction of its own: within one that is durable it would make all servers wait for each other. */
static void send_writes(struct zk_postgres *p) {
    struct line *line = &p->write_line;
    if (!line->poll || p->comes_count || (!p->first_write && !p->first_said)) return;
    bool right = true;
    for (struct said *said = p->first_said; right && said; said = said->next) {
        struct pg_arguments a = {.count = 0};
        pg_add_bytes(&a, said->text, said->size);
        right = pg_execute(line->conn, PG_SAY, &a);
        comes(p, COMES_SAY);
    }
    if (p->first_said) {
        right = right && PQpipelineSync(line->conn);
        comes(p, COMES_SYNC);
        p->says_sent = p->says_count;
    }
    if (!right) {
        lose(line, PQerrorMessage(line->conn));
        return;
    }
    while (p->batch_count < BATCH_MAX && p->first_write)
        p->batch[p->batch_count++] = take_write(p);
    /* In one order everywhere, so that two servers never wait for each other's rows. */
    qsort(p->batch, p->batch_count, sizeof *p->batch, by_table);
    p->alone = false;
    send_batch(p);
}

static void send_reads(struct zk_postgres *p) {
    struct line *line = &p->read_line;
    bool right = true;
    if (!line->poll || !p->first_read) return;
    while (right && p->first_read && p->sent_count < READS_MAX) {
        struct zk_read *read = take_read(&p->first_read, &p->last_read);
        put_read(&p->first_sent, &p->last_sent, read);
        p->sent_count++;
        read->found = ZK_FOUND;
        right = pg_send_read(line->conn, read) && PQpipelineSync(line->conn);
    }
    if (right)
        flush(line);
    else
        lose(line, PQerrorMessage(line->conn));
}

/* ---- Connections that are lost, and made anew ---- */

static void free_poll(uv_handle_t *handle) { free(handle); }

static void hang_up(struct line *line) {
    if (!line->poll) return;
    uv_poll_stop(line->poll);
    uv_close((uv_handle_t *)line->poll, free_poll);
    line->poll = NULL;
    PQfinish(line->conn);
    line->conn = NULL;
}

/* What was on its way waits again, before what has waited. */
static void requeue(struct zk_postgres *p, bool reads) {
    if (reads) {
        p->unblock.user = NULL;
        for (struct zk_read *read; (read = take_read(&p->first_read, &p->last_read));)
            put_read(&p->first_sent, &p->last_sent, read);
        leave_out(&p->first_sent, &p->last_sent, &p->unblock);
        for (struct zk_read *read = p->first_sent; read; read = read->next)
            zk_read_clear(read);
        p->first_read = p->first_sent;
        p->last_read = p->last_sent;
        p->first_sent = p->last_sent = NULL;
        p->sent_count = p->answers = 0;
        return;
    }
    for (uint32_t i = p->batch_count; i > 0; i--) {
        p->batch[i - 1]->next = p->first_write;
        p->first_write = p->batch[i - 1];
        if (!p->last_write) p->last_write = p->batch[i - 1];
    }
    p->batch_count = p->comes_count = p->comes_at = p->says_sent = 0;
}

static void lose(struct line *line, const char *why) {
    struct zk_postgres *p = line->postgres;
    if (!line->poll) return;
    if (!p->stopping) report(p, "the connection to the database is lost", why);
    hang_up(line);
    line->down_ms = line->retry_ms = uv_now(p->loop);
    line->wait_ms = RETRY_MS_MIN;
    requeue(p, line->reads);
}

static void connect_it(void *user) {
    struct line *line = user;
    line->new_conn = pg_connect(line->postgres->url, line->reads, &line->postgres->gives_up,
                                &line->ahead_ms, line->error);
    uv_async_send(&line->made);
}

static void try_again(struct line *line) {
    uint64_t now = uv_now(line->postgres->loop);
    if (line->poll || line->connecting || line->postgres->stopping || now < line->retry_ms)
        return;
    line->connecting = true;
    if (uv_thread_create(&line->thread, connect_it, line) != 0) line->connecting = false;
}

static void is_up(struct line *line, PGconn *conn) {
    line->poll = pg_must(calloc(1, sizeof *line->poll));
    line->conn = conn;
    line->down_ms = 0;
    if (uv_poll_init(line->postgres->loop, line->poll, PQsocket(conn)) != 0)
        give_up("the loop cannot watch the connection to PostgreSQL");
    line->poll->data = line;
    uv_poll_start(line->poll, UV_READABLE, turn);
}

static void connected(uv_async_t *async) {
    struct line *line = async->data;
    struct zk_postgres *p = line->postgres;
    if (!line->connecting) return;
    uv_thread_join(&line->thread);
    line->connecting = false;
    PGconn *conn = line->new_conn;
    line->new_conn = NULL;
    if (conn && !p->stopping) {
        is_up(line, conn);
        p->ahead_ms = line->ahead_ms;
        report(p, "connected to the database again", line->reads ? "reading" : "writing");
        if (line->reads) p->handler.missed(p->handler.user);
        send_writes(p);
        send_reads(p);
        return;
    }
    PQfinish(conn);
    line->retry_ms = uv_now(p->loop) + line->wait_ms;
    line->wait_ms = line->wait_ms * 2 < RETRY_MS_MAX ? line->wait_ms * 2 : RETRY_MS_MAX;
}

/* ---- What comes back ---- */

/* Errors that are the connection's or the whole server's, and not of what was asked: it goes down,
 * or it is a standby now. */
static bool is_lost(const PGresult *result) {
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return !state || strncmp(state, "57P", 3) == 0 || strncmp(state, "08", 2) == 0 ||
           strcmp(state, "25006") == 0;
}

static void fail_write(struct zk_write *write, const char *why) {
    write->failed = true;
    snprintf(write->error, sizeof write->error, "%.*s", (int)strcspn(why, "\n"), why);
}

/* One result of a batch; false when the connection is of no use any more. */
static bool take_result(struct zk_postgres *p, const PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    bool wrong = status == PGRES_FATAL_ERROR || status == PGRES_PIPELINE_ABORTED;
    unsigned what = p->comes[p->comes_at];
    if (status == PGRES_FATAL_ERROR && is_lost(result)) return false;
    if (what == COMES_SYNC && wrong) { /* the commit itself failed */
        for (uint32_t i = p->comes_at; i > 0 && p->comes[i - 1] < BATCH_MAX; i--)
            fail_write(p->batch[p->comes[i - 1]], PQresultErrorMessage(result));
        return true; /* the end is still to come */
    }
    if ((what == COMES_SYNC) != (status == PGRES_PIPELINE_SYNC)) return false;
    p->comes_at++;
    if (what == COMES_SAY && wrong) report(p, "cannot notify", PQresultErrorMessage(result));
    if (what >= BATCH_MAX) return true;
    struct zk_write *write = p->batch[what];
    if (wrong) {
        fail_write(write, PQresultErrorMessage(result));
    } else if (PQntuples(result) == 0) {
        fail_write(write, "it is not as it was");
        write->overtaken = write->kind == ZK_WRITE_ENTRIES || write->kind == ZK_WRITE_CLAIM;
    } else if (write->kind == ZK_WRITE_TIDY) {
        pg_take_text(result, 0, 0, write->table, sizeof write->table);
        write->more = *PQgetvalue(result, 0, 1) == 't';
    }
    return true;
}

static void finish_batch(struct zk_postgres *p) {
    bool failed = false;
    for (uint32_t i = 0; i < p->batch_count; i++)
        failed = failed || (p->batch[i]->failed && !p->batch[i]->overtaken);
    p->comes_count = p->comes_at = 0;
    drop_says(p, p->says_sent);
    if (failed && !p->alone && p->batch_count > 1) {
        p->alone = true;
        send_batch(p);
        return;
    }
    struct zk_write *batch[BATCH_MAX];
    uint32_t count = p->batch_count;
    memcpy(batch, p->batch, count * sizeof *batch);
    p->batch_count = 0;
    for (uint32_t i = 0; i < count; i++) p->handler.written(p->handler.user, batch[i]);
    if (!p->said_less || p->first_said) return;
    p->said_less = false;
    p->handler.missed(p->handler.user);
}

/* One result of the first read on its way; false when the connection is of no use any more. */
static bool take_answer(struct zk_postgres *p, const PGresult *result) {
    struct zk_read *read = p->first_sent;
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_FATAL_ERROR && is_lost(result)) return false;
    if (status == PGRES_PIPELINE_SYNC) {
        take_read(&p->first_sent, &p->last_sent);
        p->sent_count--;
        p->answers = 0;
        if (read == &p->unblock) {
            read->user = NULL;
            return true;
        }
        p->handler.has_read(p->handler.user, read);
        return true;
    }
    if (read == &p->unblock) {
        if (status == PGRES_TUPLES_OK && PQntuples(result))
            report(p, "a server that stood still in a transaction was cut off",
                   "it held rows");
        return true;
    }
    bool is_head = p->answers++ == 0 && read->kind != ZK_READ_ENTRIES;
    if (status != PGRES_TUPLES_OK) {
        read->found = ZK_FOUND_FAILED;
        if (status == PGRES_FATAL_ERROR) {
            const char *why = PQresultErrorMessage(result);
            snprintf(read->error, sizeof read->error, "%.*s", (int)strcspn(why, "\n"), why);
        }
    } else if (is_head && PQntuples(result)) {
        pg_take_head(read, result, 0);
    } else if (is_head) {
        read->found = ZK_FOUND_NOT;
    } else if (read->found == ZK_FOUND && !(read->head && read->head->aside[0])) {
        pg_take_entries(read, result);
    }
    return true;
}

/* Takes every result that is there; false when the connection is of no use any more. */
static bool take_results(struct line *line) {
    struct zk_postgres *p = line->postgres;
    for (unsigned nothings = 0; nothings < 3;) {
        bool waits = line->reads ? p->first_sent != NULL : p->comes_count != 0;
        if (!waits || PQisBusy(line->conn)) return true;
        PGresult *result = PQgetResult(line->conn);
        if (!result) { /* one stands between two statements */
            nothings++;
            continue;
        }
        nothings = 0;
        bool right = line->reads ? take_answer(p, result) : take_result(p, result);
        PQclear(result);
        if (!right || !line->poll) return false;
        if (!line->reads && p->comes_at == p->comes_count) finish_batch(p);
        if (!line->poll) return false;
    }
    return false;
}

static void hear(struct line *line) {
    struct zk_postgres *p = line->postgres;
    for (PGnotify *said; line->poll && (said = PQnotifies(line->conn));) {
        p->handler.heard(p->handler.user, said->extra);
        PQfreemem(said);
    }
}

static void turn(uv_poll_t *poll, int status, int events) {
    struct line *line = poll->data;
    struct zk_postgres *p = line->postgres;
    if (status < 0 || ((events & UV_READABLE) && !PQconsumeInput(line->conn)) ||
        !take_results(line)) {
        if (line->poll == poll)
            lose(line, line->conn ? PQerrorMessage(line->conn) : "it cannot be used");
        return;
    }
    if (line->reads) hear(line);
    if (!line->poll) return;
    if (events & UV_WRITABLE) flush(line);
    send_writes(p);
    send_reads(p);
}

/* ---- Time ---- */

static bool is_late(const struct zk_postgres *p, uint64_t put_ms) {
    return uv_now(p->loop) >= put_ms + ZK_POSTGRES_PATIENCE_MS;
}

/* One that has waited too long, or NULL. A batch that waits again stands there by its tables: any of it may be late, and as long as
 * one is, no connection would be of use. */
static struct zk_write *take_late_write(struct zk_postgres *p) {
    struct zk_write *late = NULL, *all = p->first_write;
    p->first_write = p->last_write = NULL;
    while (all) {
        struct zk_write *write = all;
        all = write->next;
        if (!late && is_late(p, write->put_ms))
            late = write;
        else
            put_write(p, write);
    }
    if (late) late->next = NULL;
    return late;
}

/* What has waited too long fails; what is on its way then may be there or not. */
static void fail_late(struct zk_postgres *p) {
    bool late = false;
    for (uint32_t i = 0; i < p->batch_count; i++)
        late = late || is_late(p, p->batch[i]->put_ms);
    late = late || (p->comes_count && is_late(p, p->sent_ms)); /* only something to say */
    if (late) lose(&p->write_line, "no answer");
    if (p->first_sent && is_late(p, p->first_sent->put_ms)) lose(&p->read_line, "no answer");
    for (struct zk_write *write; (write = take_late_write(p));) {
        fail_write(write, "the database does not answer");
        p->handler.written(p->handler.user, write);
    }
    while (p->first_read && is_late(p, p->first_read->put_ms)) {
        struct zk_read *read = take_read(&p->first_read, &p->last_read);
        read->found = ZK_FOUND_FAILED;
        snprintf(read->error, sizeof read->error, "the database does not answer");
        p->handler.has_read(p->handler.user, read);
    }
}

static void unblock(struct zk_postgres *p) {
    struct line *line = &p->read_line;
    struct pg_arguments a = {.count = 0};
    if (!p->batch_count || !line->poll || !p->write_line.poll || p->unblock.user ||
        uv_now(p->loop) < p->sent_ms + BLOCKED_MS)
        return;
    pg_add_number(&a, (uint64_t)PQbackendPID(p->write_line.conn));
    p->unblock.user = p;
    p->unblock.put_ms = uv_now(p->loop);
    put_read(&p->first_sent, &p->last_sent, &p->unblock);
    p->sent_count++;
    if (pg_execute(line->conn, PG_UNBLOCK, &a) && PQpipelineSync(line->conn))
        flush(line);
    else
        lose(line, PQerrorMessage(line->conn));
}

static void look(uv_timer_t *timer) {
    struct zk_postgres *p = timer->data;
    unblock(p);
    fail_late(p);
    try_again(&p->write_line);
    try_again(&p->read_line);
}

/* ---- From outside ---- */

static bool begin_line(struct zk_postgres *p, struct line *line, bool reads, char *error) {
    line->postgres = p;
    line->reads = reads;
    PGconn *conn = pg_connect(p->url, reads, NULL, &p->ahead_ms, error);
    if (conn) is_up(line, conn);
    return conn != NULL;
}

static void begin_handles(struct zk_postgres *p) {
    uv_async_init(p->loop, &p->write_line.made, connected);
    uv_async_init(p->loop, &p->read_line.made, connected);
    uv_timer_init(p->loop, &p->look);
    p->write_line.made.data = &p->write_line;
    p->read_line.made.data = &p->read_line;
    p->look.data = p;
    p->handles = 3;
    uv_timer_start(&p->look, look, LOOK_EVERY_MS, LOOK_EVERY_MS);
}

struct zk_postgres *zk_postgres_start(uv_loop_t *loop, const char *url,
                                      const struct zk_postgres_handler *handler, char *error) {
    struct zk_postgres *p = pg_must(calloc(1, sizeof *p));
    p->loop = loop;
    p->url = pg_must(strdup(url));
    p->handler = *handler;
    if (begin_line(p, &p->write_line, false, error) &&
        begin_line(p, &p->read_line, true, error)) {
        begin_handles(p);
        return p;
    }
    hang_up(&p->write_line);
    free(p->url);
    free(p);
    return NULL;
}

void zk_postgres_write(struct zk_postgres *p, struct zk_write *write) {
    write->put_ms = uv_now(p->loop);
    /* Without a connection for that long there is no reason to wait once more. */
    if (!p->write_line.poll && is_late(p, p->write_line.down_ms))
        write->put_ms = p->write_line.down_ms;
    put_write(p, write);
}

void zk_postgres_read(struct zk_postgres *p, struct zk_read *read) {
    read->put_ms = uv_now(p->loop);
    if (!p->read_line.poll && is_late(p, p->read_line.down_ms))
        read->put_ms = p->read_line.down_ms;
    put_read(&p->first_read, &p->last_read, read);
}

void zk_postgres_say(struct zk_postgres *p, const char *text, size_t size) {
    assert(size <= ZK_POSTGRES_SAID_MAX);
    if (p->says_count == SAYS_MAX) {
        p->said_less = true;
        return;
    }
    struct said *said = pg_must(malloc(sizeof *said + size));
    said->next = NULL;
    said->size = size;
    memcpy(said->text, text, size);
    *(p->last_said ? &p->last_said->next : &p->first_said) = said;
    p->last_said = said;
    p->says_count++;
}

uint32_t zk_postgres_say_room(const struct zk_postgres *p) { return SAYS_MAX - p->says_count; }

void zk_postgres_send(struct zk_postgres *p) {
    send_writes(p);
    send_reads(p);
}

int64_t zk_postgres_ahead_ms(const struct zk_postgres *p) { return p->ahead_ms; }

static uint64_t down_ms(const struct zk_postgres *p, const struct line *line) {
    return line->poll ? 0 : uv_now(p->loop) - line->down_ms + 1;
}

uint64_t zk_postgres_down_ms(const struct zk_postgres *p) {
    uint64_t write_ms = down_ms(p, &p->write_line), read_ms = down_ms(p, &p->read_line);
    return write_ms > read_ms ? write_ms : read_ms;
}

void zk_postgres_count(const struct zk_postgres *p, uint64_t *commits, uint64_t *writes) {
    *commits = p->commits;
    *writes = p->writes;
}

static void handle_closed(uv_handle_t *handle) {
    struct line *line = handle->data;
    struct zk_postgres *p =
        handle->type == UV_TIMER ? (struct zk_postgres *)handle->data : line->postgres;
    if (--p->handles) return;
    void (*stopped)(void *user) = p->stopped;
    void *user = p->stopped_user;
    free(p->url);
    free(p);
    stopped(user);
}

static void stop_line(struct line *line) {
    hang_up(line);
    if (line->connecting) {
        uv_thread_join(&line->thread);
        line->connecting = false;
        PQfinish(line->new_conn);
    }
    uv_close((uv_handle_t *)&line->made, handle_closed);
}

void zk_postgres_stop(struct zk_postgres *p, void (*stopped)(void *user), void *user) {
    assert(!p->first_write && !p->batch_count && !p->first_read);
    p->stopping = true;
    atomic_store(&p->gives_up, true);
    p->stopped = stopped;
    p->stopped_user = user;
    drop_says(p, p->says_count);
    stop_line(&p->write_line);
    stop_line(&p->read_line);
    uv_close((uv_handle_t *)&p->look, handle_closed);
}
