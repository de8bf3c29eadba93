/* serve.c: loop, net, store and server put together; see serve.h. */
#include "serve.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "../net/net.h"
#include "contact.h"
#include "reach.h"
#include "storage.h"
#include "thinkers.h"
#include "wake.h"

_Static_assert((int)ZK_NET_MESSAGE_MAX == (int)ZK_WS_MESSAGE_MAX,
               "what clients are told is what is read");

enum {
    CHECK_EVERY_MS = 10, /* tables are looked through after the start: so many so often */
    CHECK_TABLES = 4,
    HEAP_KEPT = 4 * 1024 * 1024,
    LAG_EVERY_MS = 500,     /* how late the loop is, is looked at so often */
    LAG_KEPT_MS = 5000,     /* and kept for one to two such times */
    CUT_OFF_MS = 15 * 1000, /* without a database for so long, guests are sent elsewhere */
    FILES_OWN = 64,         /* files that are no connections */
    FILES_LEAST = 96,
};

struct host {
    uv_loop_t loop;
    struct zk_storage storage;
    struct zk_server *server;
    struct zk_net *net;
    struct zk_thinkers *thinkers;
    struct zk_wake thought;
    uv_timer_t due, check, lag;
    uv_signal_t terminate, interrupt;
    uint64_t due_ms;                              /* for which the timer is set */
    uint64_t start_ms, start_monotonic_ns;        /* wall clock and monotonic, at the start */
    uint64_t lag_due_ms, lag_until_ms, lag_ms[2]; /* of this time and of the one before */
    uint32_t writes_waiting;
    uint64_t written_ms; /* when a write last became durable, or there was none to wait for */
    const char *data;    /* the folder, or NULL: a database */
    /* Random bits that nobody has seen, drawn many at a time; each is wiped when it is taken. */
    uint64_t luck[64];
    unsigned luck_left;
    bool stopping, closing, cut_off;
    const struct zk_serve *serve;
};

static void say(const char *sentence) { fprintf(stderr, "zashiki serve: %s\n", sentence); }

/* ---- The server's host ---- */

/* The wall clock as it was at the start, and what has passed since: it never jumps. */
static uint64_t host_now_ms(void *user) {
    const struct host *host = user;
    if (host->serve->now_ms) return host->serve->now_ms();
    return host->start_ms + (uv_hrtime() - host->start_monotonic_ns) / 1000000;
}

static void host_random(void *user, void *bytes, size_t size) {
    const struct host *host = user;
    if (host->serve->random)
        host->serve->random(bytes, size);
    else
        randombytes_buf(bytes, size); /* getrandom(2) */
}

static uint64_t host_luck(void *user) {
    struct host *host = user;
    if (host->serve->luck) return host->serve->luck();
    if (!host->luck_left) {
        randombytes_buf(host->luck, sizeof host->luck);
        host->luck_left = sizeof host->luck / sizeof *host->luck;
    }
    uint64_t *taken = &host->luck[--host->luck_left], bits = *taken;
    sodium_memzero(taken, sizeof *taken);
    return bits;
}

static void host_send(void *user, void *connection, const char *data, size_t size) {
    (void)user;
    zk_net_send(connection, data, size);
}

static void host_close(void *user, void *connection, int code, const char *reason) {
    (void)user;
    zk_net_close(connection, code, reason);
}

static void host_write(void *user, struct zk_write *write) {
    struct host *host = user;
    if (!host->writes_waiting++) host->written_ms = host_now_ms(host);
    zk_storage_write(&host->storage, write);
}

static void host_read(void *user, struct zk_read *read) {
    zk_storage_read(&((struct host *)user)->storage, read);
}

static void host_say(void *user, const char *text, size_t size) {
    zk_postgres_say(((struct host *)user)->storage.postgres, text, size);
}

static uint32_t host_say_room(void *user) {
    return zk_postgres_say_room(((struct host *)user)->storage.postgres);
}

static void host_think(void *user, struct zk_think_job *job) {
    zk_thinkers_put(((struct host *)user)->thinkers, job);
}

static void host_report(void *user, const char *sentence) {
    (void)user;
    say(sentence);
}

/* ---- Between the loop and the server ---- */

static void storage_written(void *user, struct zk_write *write) {
    struct host *host = user;
    host->writes_waiting--;
    host->written_ms = host_now_ms(host);
    zk_server_written(host->server, write);
    if (host->net) zk_net_relieve(host->net);
}

/* On a thinker's thread. */
static void thought_ready(void *user) { zk_wake_up(&((struct host *)user)->thought); }

static void finish_thoughts(void *user) {
    struct host *host = user;
    for (struct zk_think_job *job; (job = zk_thinkers_next(host->thinkers));)
        zk_server_thought(host->server, job);
}

static void storage_has_read(void *user, struct zk_read *read) {
    zk_server_has_read(((struct host *)user)->server, read);
}

static void storage_heard(void *user, const char *text) {
    zk_server_heard(((struct host *)user)->server, text);
}

static void storage_missed(void *user) { zk_server_missed(((struct host *)user)->server); }

static void time_came(uv_timer_t *timer) {
    struct host *host = timer->data;
    host->due_ms = 0;
    zk_server_tick(host->server);
}

static void check_tables(uv_timer_t *timer) {
    struct host *host = timer->data;
    if (!zk_server_check_some(host->server, CHECK_TABLES)) uv_timer_stop(timer);
}

/* ---- How it does ---- */

static void look_at_lag(struct host *host) {
    uint64_t now = host_now_ms(host),
             late = now > host->lag_due_ms ? now - host->lag_due_ms : 0;
    if (now >= host->lag_until_ms) {
        host->lag_ms[1] = host->lag_ms[0];
        host->lag_ms[0] = 0;
        host->lag_until_ms = now + LAG_KEPT_MS;
    }
    if (late > host->lag_ms[0]) host->lag_ms[0] = late;
    host->lag_due_ms = now + LAG_EVERY_MS;
}

/* Whoever is at a server that has lost its database hears nothing of what happens at the others, while their clock runs
 * there. They are sent away once: where no server has the database any more, they stay with the one they come to. */
static void look_at_database(struct host *host) {
    bool was = host->cut_off;
    if (!host->storage.postgres || host->stopping) return;
    host->cut_off = zk_postgres_down_ms(host->storage.postgres) >= CUT_OFF_MS;
    if (host->cut_off && !was)
        zk_server_send_away(host->server, "this server has lost its database");
}

static void look_around(uv_timer_t *timer) {
    look_at_lag(timer->data);
    look_at_database(timer->data);
}

static uint64_t resident_bytes(void) {
    unsigned long size, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
    fclose(file);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t cpu_us(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
           (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static void find_health(struct host *host, struct zk_health *health) {
    struct statvfs disk;
    uint64_t now = host_now_ms(host);
    zk_server_health(host->server, health);
    /* A database has a disk of its own, and where nothing can be learned about it, a write that fails
     * will tell. */
    health->disk_free_bytes = host->data && statvfs(host->data, &disk) == 0
                                  ? (uint64_t)disk.f_bavail * disk.f_frsize
                                  : UINT64_MAX;
    if (health->writes_waiting) health->writes_stuck_ms = now - host->written_ms;
    /* Without its database a server is of no use, whether somebody plays or not. */
    if (host->storage.postgres) health->down_ms = zk_postgres_down_ms(host->storage.postgres);
    health->lag_ms = host->lag_ms[0] > host->lag_ms[1] ? host->lag_ms[0] : host->lag_ms[1];
    health->started_s = host->start_ms / 1000;
    health->cpu_us = cpu_us();
    health->resident_bytes = resident_bytes();
    zk_storage_count(&host->storage, &health->commits, &health->writes);
}

static bool net_health(void *user, struct zk_bytes *page) {
    struct zk_health health;
    find_health(user, &health);
    struct zk_text text = zk_text_in(zk_bytes_more(page, ZK_HEALTH_SIZE), ZK_HEALTH_SIZE);
    bool well = zk_health_write(&health, &text);
    page->used = text.used;
    return well;
}

static void net_metrics(void *user, struct zk_bytes *page) {
    struct zk_health health;
    find_health(user, &health);
    struct zk_text text = zk_text_in(zk_bytes_more(page, ZK_HEALTH_SIZE), ZK_HEALTH_SIZE);
    zk_health_metrics(&health, &text);
    page->used = text.used;
}

static bool net_contact(void *user, struct zk_bytes *page) {
    const struct host *host = user;
    if (!host->serve->contact) return false;
    struct zk_text text = zk_text_in(zk_bytes_more(page, ZK_CONTACT_PAGE), ZK_CONTACT_PAGE);
    zk_contact_write(host->serve->contact, host_now_ms(user), &text);
    page->used = text.used;
    return true;
}

/* ---- The net's handler ---- */

static bool net_welcome(void *user, const struct zk_address *address, const char **why) {
    return zk_server_welcomes(((struct host *)user)->server, address, why);
}

static void *net_opened(void *user, struct zk_connection *connection,
                        const struct zk_address *address) {
    return zk_server_enter(((struct host *)user)->server, connection, address);
}

static void net_message(void *user, void *guest, const char *data, size_t size) {
    zk_server_message(((struct host *)user)->server, guest, data, size);
}

static void net_frame(void *user, void *guest) {
    zk_server_frame(((struct host *)user)->server, guest);
}

static void net_closed(void *user, void *guest) {
    zk_server_leave(((struct host *)user)->server, guest);
}

static void all_closed(void *user);

static void net_turn_ends(void *user) {
    struct host *host = user;
    zk_server_turn(host->server);
    zk_storage_send(&host->storage);
    uint64_t due_ms = zk_server_due_ms(host->server), now = host_now_ms(host);
    /* What is due is done in the next turn, also by a clock that has jumped. */
    if (due_ms != host->due_ms || (due_ms && due_ms <= now)) {
        host->due_ms = due_ms;
        if (due_ms)
            uv_timer_start(&host->due, time_came, due_ms > now ? due_ms - now : 0, 0);
        else
            uv_timer_stop(&host->due);
    }
    if (host->stopping && !host->closing && !zk_server_is_busy(host->server)) {
        host->closing = true;
        zk_net_stop(host->net, ZK_CLOSE_GOING_AWAY, all_closed, host);
    }
}

/* ---- Stopping: what is in flight is finished, then everybody is told goodbye ---- */

static void nothing(uv_handle_t *handle) { (void)handle; }

static void close_handles(struct host *host) {
    zk_wake_stop(&host->thought);
    uv_close((uv_handle_t *)&host->due, nothing);
    uv_close((uv_handle_t *)&host->check, nothing);
    uv_close((uv_handle_t *)&host->lag, nothing);
    uv_close((uv_handle_t *)&host->terminate, nothing);
    uv_close((uv_handle_t *)&host->interrupt, nothing);
}

static void all_closed(void *user) {
    struct host *host = user;
    zk_net_free(host->net);
    zk_storage_stop(&host->storage);
    close_handles(host);
}

static void signal_came(uv_signal_t *signal, int number) {
    struct host *host = signal->data;
    const char *file = zk_socket_file(host->serve->bind);
    (void)number;
    if (host->stopping) return;
    host->stopping = true;
    zk_server_stop(host->server);
    if (file) unlink(file); /* while it is still ours: the next server may be waiting for it */
    zk_net_quiesce(host->net);
}

/* ---- Starting ---- */

static uint64_t wall_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* As many connections as there can be open files; false when those are too few to serve anybody. */
static bool fit_files(struct zk_limits *limits, unsigned *http_max) {
    struct rlimit files;
    *http_max = ZK_HTTP_MAX;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return true;
    rlim_t wanted = (rlim_t)limits->guests_max + limits->guests_max / 64 + ZK_HTTP_MAX +
                    ZK_HTTP_MAX / 8 + FILES_OWN;
    if (files.rlim_cur < wanted) {
        files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur >= wanted) return true;
    if (files.rlim_cur < FILES_LEAST) {
        fprintf(stderr,
                "zashiki serve: %u open files are too few; ulimit -n %u is the least\n",
                (unsigned)files.rlim_cur, FILES_LEAST);
        return false;
    }
    unsigned places = (unsigned)files.rlim_cur - FILES_OWN;
    if (places / 3 < ZK_HTTP_MAX) *http_max = places / 3;
    places -= *http_max + *http_max / 8 + 1;
    places -= places / 64;
    if (places < limits->guests_max) limits->guests_max = places;
    fprintf(stderr, "zashiki serve: place for %u connections only; ulimit -n gives more\n",
            limits->guests_max);
    return true;
}

static bool start_net(struct host *host, const struct zk_serve *serve, unsigned http_max) {
    struct zk_reach *reach = zk_allocate(sizeof *reach); /* /server.json points into it */
    host->loop.data = reach;
    if (!zk_reach_find(reach, serve)) return false;
    struct zk_net_config config = {.listener = reach->listener,
                                   .origins = reach->origins,
                                   .server_json = reach->json,
                                   .http_max = http_max,
                                   .proxies = reach->proxies,
                                   .metrics = serve->metrics};
    struct zk_net_handler handler = {.user = host,
                                     .welcome = net_welcome,
                                     .opened = net_opened,
                                     .message = net_message,
                                     .frame = net_frame,
                                     .closed = net_closed,
                                     .health = net_health,
                                     .metrics = net_metrics,
                                     .contact = net_contact,
                                     .turn_ends = net_turn_ends};
    const char *error;
    host->net = zk_net_start(&host->loop, &config, &handler, &error);
    if (!host->net) {
        say(error);
        close(config.listener);
        return false;
    }
    zk_reach_say(reach, serve);
    return true;
}

static void prepare_loop(struct host *host) {
    uv_loop_init(&host->loop);
    uv_timer_init(&host->loop, &host->due);
    uv_timer_init(&host->loop, &host->check);
    uv_timer_init(&host->loop, &host->lag);
    uv_signal_init(&host->loop, &host->terminate);
    uv_signal_init(&host->loop, &host->interrupt);
    host->due.data = host->check.data = host->lag.data = host;
    host->terminate.data = host->interrupt.data = host;
    uv_signal_start(&host->terminate, signal_came, SIGTERM);
    uv_signal_start(&host->interrupt, signal_came, SIGINT);
    uv_timer_start(&host->check, check_tables, CHECK_EVERY_MS, CHECK_EVERY_MS);
    host->lag_due_ms = host_now_ms(host) + LAG_EVERY_MS;
    uv_timer_start(&host->lag, look_around, LAG_EVERY_MS, LAG_EVERY_MS);
}

/* Where the tables are: a database that others may use too, or this file. */
static bool start_storage(struct host *host, const char *url, const char *file) {
    char error[ZK_STORE_ERROR_SIZE];
    struct zk_postgres_handler handler = {.user = host,
                                          .written = storage_written,
                                          .has_read = storage_has_read,
                                          .heard = storage_heard,
                                          .missed = storage_missed,
                                          .report = host_report};
    if (!zk_storage_start(&host->storage, &host->loop, url, file, &handler, error)) {
        say(error);
        return false;
    }
    /* All servers on a database have its time. */
    if (url) host->start_ms += (uint64_t)zk_postgres_ahead_ms(host->storage.postgres);
    /* Every server would look through all tables of a database. */
    if (url) uv_timer_stop(&host->check);
    return true;
}

/* What one turn of the loop takes and gives back stays ours: or each would fetch it from the system page
 * by page and return it. One arena for all threads: each of its own would keep as much again. */
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, HEAP_KEPT);
    mallopt(M_MMAP_THRESHOLD, HEAP_KEPT);
    mallopt(M_ARENA_MAX, 1);
#endif
}

static bool run(struct host *host, const struct zk_serve *serve, const char *file) {
    struct zk_limits limits = serve->limits;
    struct zk_host callbacks = {.user = host,
                                .now_ms = host_now_ms,
                                .random = host_random,
                                .luck = host_luck,
                                .send = host_send,
                                .close = host_close,
                                .write = host_write,
                                .read = host_read,
                                .say = serve->store ? host_say : NULL,
                                .say_room = host_say_room,
                                .think = host_think,
                                .report = host_report};
    unsigned http_max;
    if (!fit_files(&limits, &http_max)) return false;
    prepare_loop(host);
    limits.thinkers = zk_thinkers_for(uv_available_parallelism());
    if (zk_wake_start(&host->thought, &host->loop, finish_thoughts, host))
        host->thinkers = zk_thinkers_start(limits.thinkers, thought_ready, host);
    if (!host->thinkers) {
        say("no threads to think with");
        return false;
    }
    bool right = start_storage(host, serve->store, file);
    if (right) {
        host->server = zk_server_new(&callbacks, &limits);
        right = start_net(host, serve, http_max);
        if (!right) zk_storage_stop(&host->storage);
    }
    if (!right) close_handles(host);
    uv_run(&host->loop, UV_RUN_DEFAULT);
    zk_thinkers_free(host->thinkers);
    zk_wake_free(&host->thought);
    if (host->server) {
        zk_storage_free(&host->storage);
        zk_server_free(host->server);
    }
    free(host->loop.data);
    uv_loop_close(&host->loop);
    return right;
}

static bool run_in_folder(struct host *host, const struct zk_serve *serve) {
    struct zk_folder folder;
    const char *error;
    if (!zk_folder_find(&folder, serve->data)) {
        say("there is no home folder to keep the tables in; name one with --data");
        return false;
    }
    if (!zk_folder_lock(&folder, &error)) {
        fprintf(stderr, "zashiki serve: cannot use the folder %s: %s\n", folder.path, error);
        return false;
    }
    host->data = folder.path;
    bool right = run(host, serve, folder.database);
    zk_folder_unlock(&folder);
    return right;
}

bool zk_serve(const struct zk_serve *serve) {
    struct host host = {
        .start_ms = wall_ms(), .start_monotonic_ns = uv_hrtime(), .serve = serve};
    if (sodium_init() < 0) {
        say("libsodium does not start");
        return false;
    }
    keep_memory();
    umask(077); /* what is kept is this user's alone */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a full quota is an error of the write, not our end */
    return serve->store ? run(&host, serve, NULL) : run_in_folder(&host, serve);
}

/* ---- Checking a whole store ---- */

bool zk_serve_check(struct zk_store *store, uint64_t *tables, uint64_t *wrong) {
    struct zk_shared_rules *rules = NULL;
    char id[ZK_TABLE_ID_SIZE] = "", why[ZK_ASIDE_SIZE];
    enum zk_found found;
    *tables = *wrong = 0;
    while ((found = store->kind->next(store, id, id)) == ZK_FOUND) {
        ++*tables;
        enum zk_loaded loaded = zk_live_check(&rules, store, id, why);
        if (loaded != ZK_LOADED_WRONG && loaded != ZK_LOADED_FAILED) continue;
        ++*wrong;
        fprintf(stderr, "table %s %s: %s\n", id,
                loaded == ZK_LOADED_WRONG ? "cannot be played on" : "cannot be read", why);
    }
    return found == ZK_FOUND_NOT;
}
