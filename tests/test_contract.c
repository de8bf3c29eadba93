/* test_contract.c: the model of a store, SQLite and PostgreSQL give the same answers.
 *
 * Two servers share each of them. PostgreSQL is tried where ZASHIKI_PGHOST and ZASHIKI_PGPORT name
 * the folder and the number of its socket (tests/test_postgres.py starts one); the first server
 * reaches it through a relay of this test's, which can stop to bring answers back. */
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "model.h"
#include "store/postgres.h"
#include "store/reader.h"
#include "store/writer.h"
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#define HAS_POSTGRESQL 1
#else
#define HAS_POSTGRESQL 0
#endif

enum { PATH_SIZE = 512, RELAYED_MAX = 16 };

/* ---- A relay between sockets ---- */

struct relay {
    char path[108], to[108];
    int listener, pair[RELAYED_MAX][2];
    int wake[2];
    bool deaf, cut, stop, endless; /* under the lock */
    pthread_mutex_t lock;
    pthread_t thread;
};

static int socket_at(const char *path, bool listens) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int failed = listens ? bind(fd, (struct sockaddr *)&address, sizeof address) ||
                               listen(fd, RELAYED_MAX)
                         : connect(fd, (struct sockaddr *)&address, sizeof address);
    if (!failed) return fd;
    close(fd);
    return -1;
}

/* Brings bytes over, or drops them, or all but the last five: those that end a transaction. */
static bool pass_on(int from, int to, bool drop, bool endless) {
    char bytes[65536];
    ssize_t size = read(from, bytes, sizeof bytes);
    if (size <= 0) return false;
    if (endless && size > 5) size -= 5;
    for (ssize_t at = 0, sent; !drop && at < size; at += sent)
        if ((sent = send(to, bytes + at, (size_t)(size - at), MSG_NOSIGNAL)) <= 0)
            return false;
    return true;
}

static void *run_relay(void *user) {
    struct relay *relay = user;
    for (;;) {
        struct pollfd polls[2 + 2 * RELAYED_MAX] = {{relay->listener, POLLIN, 0},
                                                    {relay->wake[0], POLLIN, 0}};
        for (unsigned i = 0; i < RELAYED_MAX; i++)
            for (unsigned k = 0; k < 2; k++)
                polls[2 + 2 * i + k] = (struct pollfd){relay->pair[i][k], POLLIN, 0};
        poll(polls, 2 + 2 * RELAYED_MAX, -1);
        pthread_mutex_lock(&relay->lock);
        bool deaf = relay->deaf, cut = relay->cut, stop = relay->stop,
             endless = relay->endless;
        relay->cut = false;
        pthread_mutex_unlock(&relay->lock);
        char byte;
        if (polls[1].revents && read(relay->wake[0], &byte, 1) != 1) break;
        for (unsigned i = 0; i < RELAYED_MAX; i++) {
            int *pair = relay->pair[i];
            if (pair[0] < 0) continue;
            bool right = !cut && !stop;
            for (unsigned k = 0; right && k < 2; k++)
                if (polls[2 + 2 * i + k].revents)
                    right = pass_on(pair[k], pair[1 - k], deaf && k == 1, endless && k == 0);
            if (right) continue;
            close(pair[0]);
            close(pair[1]);
            pair[0] = pair[1] = -1;
        }
        if (stop) break;
        if (!(polls[0].revents & POLLIN)) continue;
        for (unsigned i = 0; i < RELAYED_MAX; i++) {
            if (relay->pair[i][0] >= 0) continue;
            relay->pair[i][0] = accept(relay->listener, NULL, NULL);
            relay->pair[i][1] = socket_at(relay->to, false);
            break;
        }
    }
    return NULL;
}

static void tell_relay(struct relay *relay, bool deaf, bool cut, bool stop) {
    pthread_mutex_lock(&relay->lock);
    relay->endless = false;
    relay->deaf = deaf;
    relay->cut = cut;
    relay->stop = stop;
    pthread_mutex_unlock(&relay->lock);
    assert_int_equal(write(relay->wake[1], "x", 1), 1);
}

static void start_relay(struct relay *relay, const char *path, const char *to) {
    snprintf(relay->path, sizeof relay->path, "%.107s", path);
    snprintf(relay->to, sizeof relay->to, "%.107s", to);
    memset(relay->pair, -1, sizeof relay->pair);
    relay->listener = socket_at(path, true);
    assert_true(relay->listener >= 0 && pipe(relay->wake) == 0);
    pthread_mutex_init(&relay->lock, NULL);
    pthread_create(&relay->thread, NULL, run_relay, relay);
}

static void stop_relay(struct relay *relay) {
    tell_relay(relay, false, false, true);
    pthread_join(relay->thread, NULL);
    close(relay->listener);
    unlink(relay->path);
}

/* ---- Three stores, two servers each ---- */

struct side {
    struct shop *shop;
    struct model_link *link;
    struct zk_postgres *postgres;
    struct zk_store *write_store, *read_store;
    struct zk_writer *writer;
    struct zk_reader *reader;
    unsigned done, missed, cut_off;
    char heard[256];
};

struct shop {
    const char *kind;
    struct side side[2];
    struct model *model;
    uv_loop_t loop;
    char folder[PATH_SIZE - 64], file[PATH_SIZE], url[PATH_SIZE];
    struct relay relay;
    unsigned tables; /* for names that no test had before */
};

static void written(void *user, struct zk_write *write) {
    (void)write;
    ((struct side *)user)->done++;
}

static void has_read(void *user, struct zk_read *read) {
    (void)read;
    ((struct side *)user)->done++;
}

static void heard(void *user, const char *text) {
    struct side *side = user;
    snprintf(side->heard, sizeof side->heard, "%s", text);
}

static void missed(void *user) { ((struct side *)user)->missed++; }

static void report(void *user, const char *sentence) {
    struct side *side = user;
    if (strstr(sentence, "was cut off")) side->cut_off++;
    print_message("# %s\n", sentence);
}

static void nothing(void *user) { (void)user; }

static void rings(void *user) { (void)user; }

/* Until this many answers have come to a side. */
static void wait_for(struct side *side, unsigned count) {
    struct shop *shop = side->shop;
    while (side->done < count) {
        if (shop->model) {
            assert_true(model_step(shop->model));
        } else if (side->postgres) {
            zk_postgres_send(shop->side[0].postgres);
            zk_postgres_send(shop->side[1].postgres);
            uv_run(&shop->loop, UV_RUN_ONCE);
        } else {
            zk_writer_wake(side->writer);
            while (zk_writer_next(side->writer)) side->done++;
            while (zk_reader_next(side->reader)) side->done++;
        }
    }
    side->done = 0;
}

static void put(struct side *side, struct zk_write *write) {
    if (side->link)
        model_write(side->link, write);
    else if (side->postgres)
        zk_postgres_write(side->postgres, write);
    else
        zk_writer_put(side->writer, write);
}

static void put_read(struct side *side, struct zk_read *read) {
    if (side->link)
        model_read(side->link, read);
    else if (side->postgres)
        zk_postgres_read(side->postgres, read);
    else
        zk_reader_put(side->reader, read);
}

static struct shop *open_shop(const char *kind) {
    struct shop *shop = calloc(1, sizeof *shop);
    char error[ZK_STORE_ERROR_SIZE] = "", url[2][PATH_SIZE];
    assert_non_null(shop);
    shop->kind = kind;
    uv_loop_init(&shop->loop);
    const char *build = getenv("ZASHIKI_BUILD");
    snprintf(shop->folder, sizeof shop->folder, "%.70s/c-XXXXXX", build ? build : ".");
    assert_non_null(mkdtemp(shop->folder));
    snprintf(shop->file, sizeof shop->file, "%s/a.db", shop->folder);
    const char *host = getenv("ZASHIKI_PGHOST"), *port = getenv("ZASHIKI_PGPORT");
    if (strcmp(kind, "postgresql") == 0) {
        char from[128], to[128];
        snprintf(from, sizeof from, "%.80s/.s.PGSQL.%s", shop->folder, port);
        snprintf(to, sizeof to, "%.80s/.s.PGSQL.%s", host, port);
        start_relay(&shop->relay, from, to);
        for (unsigned i = 0; i < 2; i++)
            snprintf(url[i], PATH_SIZE, "postgresql:///postgres?host=%.80s&port=%s&user=game",
                     i ? host : shop->folder, port);
        struct zk_postgres_migrated done;
        if (!zk_postgres_migrate(url[1], &done, error)) fail_msg("%s", error);
        snprintf(shop->url, sizeof shop->url, "%s", url[1]);
    }
    if (strcmp(kind, "model") == 0) shop->model = model_new(7);
    for (unsigned i = 0; i < 2; i++) {
        struct side *side = &shop->side[i];
        struct zk_postgres_handler handler = {side, written, has_read, heard, missed, report};
        side->shop = shop;
        if (shop->model) {
            side->link = model_connect(shop->model, &handler);
        } else if (shop->relay.path[0]) {
            side->postgres = zk_postgres_start(&shop->loop, url[i], &handler, error);
            if (!side->postgres) fail_msg("%s", error);
        } else {
            side->write_store = zk_store_open(shop->file, ZK_STORE_WRITE, error);
            side->read_store = zk_store_open(shop->file, ZK_STORE_READ, error);
            if (!side->read_store) fail_msg("%s", error);
            side->writer = zk_writer_start(side->write_store, rings, NULL);
            side->reader = zk_reader_start(side->read_store, rings, NULL);
        }
    }
    return shop;
}

static void close_shop(struct shop *shop) {
    for (unsigned i = 0; i < 2; i++) {
        struct side *side = &shop->side[i];
        if (side->postgres) zk_postgres_stop(side->postgres, nothing, NULL);
        if (!side->writer) continue;
        zk_writer_stop(side->writer);
        zk_writer_free(side->writer);
        zk_reader_stop(side->reader);
        zk_reader_free(side->reader);
        zk_store_close(side->read_store);
        zk_store_close(side->write_store);
    }
    if (shop->model) model_free(shop->model);
    uv_run(&shop->loop, UV_RUN_DEFAULT);
    uv_loop_close(&shop->loop);
    if (shop->relay.path[0]) stop_relay(&shop->relay);
    unlink(shop->file);
    rmdir(shop->folder);
    free(shop);
}

/* ---- Words of the tests ---- */

static void fill_head(struct shop *shop, struct zk_stored_table *head) {
    memset(head, 0, sizeof *head);
    snprintf(head->id, sizeof head->id, "t%08x%03u", (unsigned)getpid(), ++shop->tables);
    snprintf(head->game, sizeof head->game, "sketch");
    snprintf(head->options, sizeof head->options, "{\"edition\":\"fr\"}");
    snprintf(head->cardset, sizeof head->cardset, "{\"name\":\"mine, \\\"ä\\\"\"}");
    head->rules_version = 1;
    /* Field by field: what lies between them stays zero, since heads are compared as memory. */
    head->terms.clock_ms = 60000;
    head->terms.clock_step_ms = 500;
    head->terms.memory = head->terms.advice = true;
    head->seats_count = 2;
    head->opened_ms = 1234567890123;
    for (unsigned i = 0; i < ZK_TOKEN_HASH_SIZE; i++) {
        head->token_hash[0][i] = (uint8_t)i;
        head->token_hash[1][i] = (uint8_t)(255 - i);
        head->secret[i] = (uint8_t)(i * 5);
    }
}

/* Where a server has a table in memory it knows how far the chain of its sums goes; here it is asked for. */
static void know(struct side *side, struct zk_write *write) {
    struct zk_read read = {.kind = write->first > 1 ? ZK_READ_ENTRIES : ZK_READ_TABLE,
                           .after = write->first - 1};
    if (!side->postgres) return;
    memcpy(read.table, write->table, sizeof read.table);
    put_read(side, &read);
    wait_for(side, 1);
    write->before = read.before;
    zk_read_clear(&read);
}

static struct zk_write entries_of(const char *id, uint32_t first, const char *lines) {
    struct zk_write write = {.kind = ZK_WRITE_ENTRIES, .first = first, .lines = lines};
    snprintf(write.table, sizeof write.table, "%.*s", ZK_TABLE_ID_SIZE - 1, id);
    write.lines_size = strlen(lines);
    return write;
}

static void write_one(struct side *side, struct zk_write *write) {
    put(side, write);
    wait_for(side, 1);
}

static void add(struct side *side, const char *id, uint32_t first, const char *lines) {
    struct zk_write write = entries_of(id, first, lines);
    know(side, &write);
    write_one(side, &write);
    if (write.failed) print_error("%s\n", write.error);
    assert_false(write.failed);
    assert_int_equal(write.after.known, side->postgres != NULL);
}

static void new_table(struct shop *shop, struct zk_stored_table *head) {
    fill_head(shop, head);
    struct zk_write write = {.kind = ZK_WRITE_TABLE, .head = head};
    memcpy(write.table, head->id, sizeof write.table);
    write_one(&shop->side[0], &write);
    if (write.failed) print_error("%s\n", write.error);
    assert_false(write.failed);
}

static void has_lines(struct side *side, const char *id, uint32_t after, const char *lines) {
    struct zk_read read = {.kind = ZK_READ_ENTRIES, .after = after};
    snprintf(read.table, sizeof read.table, "%.*s", ZK_TABLE_ID_SIZE - 1, id);
    put_read(side, &read);
    wait_for(side, 1);
    assert_int_equal(read.found, ZK_FOUND);
    assert_int_equal(read.stray, 0);
    assert_int_equal(read.lines_size, strlen(lines));
    if (read.lines) assert_memory_equal(read.lines, lines, read.lines_size);
    zk_read_clear(&read);
}

static int take_number(void *user, int columns, char **value, char **column) {
    (void)columns, (void)column;
    *(long *)user = value[0] ? strtol(value[0], NULL, 10) : 0;
    return 0;
}

/* Behind the server's back, in SQLite or PostgreSQL: the number in the last row that it asks for. */
static long run_sql(struct shop *shop, const char *sql) {
    char *error = NULL;
    long number = 0;
    if (shop->side[0].writer) {
        sqlite3 *db;
        assert_int_equal(sqlite3_open(shop->file, &db), SQLITE_OK);
        if (sqlite3_exec(db, sql, take_number, &number, &error) != SQLITE_OK)
            fail_msg("%s", error);
        sqlite3_close(db);
        return number;
    }
#if HAS_POSTGRESQL
    PGconn *conn = PQconnectdb(shop->url);
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQresultErrorMessage(result));
    if (PQntuples(result))
        number = strtol(PQgetvalue(result, PQntuples(result) - 1, 0), NULL, 10);
    PQclear(result);
    PQfinish(conn);
#endif
    return number;
}

/* ---- The contract ---- */

static void order(struct shop *shop) {
    struct zk_stored_table head;
    struct side *a = &shop->side[0], *b = &shop->side[1];
    new_table(shop, &head);
    add(a, head.id, 1, "one\n");
    add(b, head.id, 2, "two\nthree \"3\", {\\}\n"); /* a and b take turns */
    add(a, head.id, 4, "vier äöü\n");
    for (unsigned i = 0; i < 2; i++) {
        struct zk_read read = {.kind = ZK_READ_TABLE};
        memcpy(read.table, head.id, sizeof read.table);
        put_read(&shop->side[i], &read);
        wait_for(&shop->side[i], 1);
        assert_int_equal(read.found, ZK_FOUND);
        assert_memory_equal(read.head, &head, sizeof head);
        assert_true(read.count == 4 && !read.more && !read.stray);
        zk_read_clear(&read);
        has_lines(&shop->side[i], head.id, 2, "three \"3\", {\\}\nvier äöü\n");
        has_lines(&shop->side[i], head.id, 4, "");
        read = (struct zk_read){.kind = ZK_READ_TABLE, .table = "nowhere"};
        put_read(&shop->side[i], &read);
        wait_for(&shop->side[i], 1);
        assert_int_equal(read.found, ZK_FOUND_NOT);
        zk_read_clear(&read);
    }
}

static void conflict(struct shop *shop) {
    enum { OTHERS = 20 };
    struct zk_stored_table head, other[OTHERS];
    struct side *a = &shop->side[0], *b = &shop->side[1];
    new_table(shop, &head);
    for (unsigned i = 0; i < OTHERS; i++) new_table(shop, &other[i]);
    add(a, head.id, 1, "1\n2\n");
    /* Who comes second writes nothing at all, however much it is, and nobody else is touched. */
    struct zk_write writes[OTHERS + 1];
    for (unsigned i = 0; i < OTHERS; i++) writes[i] = entries_of(other[i].id, 1, "x\n");
    writes[OTHERS] = entries_of(head.id, 2, "no\nno\nno\n");
    for (unsigned i = 0; i <= OTHERS; i++) put(b, &writes[i]);
    wait_for(b, OTHERS + 1);
    for (unsigned i = 0; i < OTHERS; i++) {
        assert_false(writes[i].failed);
        has_lines(a, other[i].id, 0, "x\n");
    }
    assert_true(writes[OTHERS].failed && writes[OTHERS].overtaken);
    has_lines(b, head.id, 0, "1\n2\n");
    /* Both at once: one of them. */
    for (uint32_t number = 3; number < 20; number++) {
        struct zk_write of_a = entries_of(head.id, number, "a\n");
        struct zk_write of_b = entries_of(head.id, number, "b\n");
        put(a, &of_a);
        put(b, &of_b);
        if (a->writer) zk_writer_wake(a->writer);
        if (b->writer) zk_writer_wake(b->writer);
        while (shop->model && model_step(shop->model)) {}
        wait_for(a, 1);
        wait_for(b, 1);
        assert_int_equal(of_a.failed + of_b.failed, 1);
        assert_int_equal(of_a.overtaken + of_b.overtaken, 1);
        has_lines(a, head.id, number - 1, of_a.failed ? "b\n" : "a\n");
        has_lines(b, head.id, number - 1, of_a.failed ? "b\n" : "a\n");
    }
    /* What belongs to no table is refused. */
    struct zk_write lost = entries_of("nowhere", 1, "x\n");
    write_one(a, &lost);
    assert_true(lost.failed);
}

static void aside_and_next(struct shop *shop) {
    struct zk_stored_table head[3];
    struct side *b = &shop->side[1];
    for (unsigned i = 0; i < 3; i++) new_table(shop, &head[i]);
    add(b, head[2].id, 1, "x\n");
    struct zk_write aside = {.kind = ZK_WRITE_ASIDE, .reason = "it is odd"};
    memcpy(aside.table, head[1].id, sizeof aside.table);
    write_one(b, &aside);
    assert_false(aside.failed);
    struct zk_read read = {.kind = ZK_READ_NEXT};
    memcpy(read.table, head[0].id, sizeof read.table);
    put_read(b, &read);
    wait_for(b, 1);
    assert_int_equal(read.found, ZK_FOUND);
    assert_string_equal(read.table, head[2].id);
    assert_int_equal(read.count, 1);
    zk_read_clear(&read);
    read.kind = ZK_READ_TABLE;
    memcpy(read.table, head[1].id, sizeof read.table);
    put_read(b, &read);
    wait_for(b, 1);
    assert_string_equal(read.head->aside, "it is odd");
    zk_read_clear(&read);
}

/* A name comes back with its entry until it is deleted; the entry stays. */
static void names(struct shop *shop) {
    static const char sit[] =
        "{\"kind\":\"sit\",\"by\":\"A\",\"sits\":{\"seat\":\"A\","
        "\"kind\":\"person\",\"name\":\"A \\\"b\\\\ =,ä\"},\"time\":5}\n";
    static const char move[] = "{\"kind\":\"move\",\"by\":\"A\",\"move\":\"x\",\"time\":6}\n";
    static const uint32_t nameless[] = {2};
    struct zk_stored_table head;
    char lines[512];
    new_table(shop, &head);
    snprintf(lines, sizeof lines, "%s%s", move, sit);
    add(&shop->side[0], head.id, 1, lines);
    struct zk_write write = entries_of(head.id, 3, move);
    write.nameless = nameless;
    write.nameless_count = 1;
    know(&shop->side[0], &write);
    for (unsigned i = 0; i < 2; i++) {
        struct zk_read read = {.kind = ZK_READ_ENTRIES};
        memcpy(read.table, head.id, sizeof read.table);
        put_read(&shop->side[1], &read);
        wait_for(&shop->side[1], 1);
        assert_int_equal(read.count, 2 + i);
        snprintf(lines, sizeof lines, "%.*s", (int)read.lines_size, read.lines);
        assert_int_equal(strstr(lines, "A \\\"b\\\\ =,ä") != NULL, i == 0);
        assert_non_null(strstr(lines, "\"kind\":\"person\""));
        zk_read_clear(&read);
        if (shop->model) return; /* which keeps lines as they come */
        if (i == 0) write_one(&shop->side[0], &write);
    }
    assert_false(write.failed);
}

/* A long table in pieces, each read once. */
static void pieces(struct shop *shop) {
    struct zk_stored_table head;
    char lines[4096] = "";
    struct zk_text text = zk_text_in(lines, sizeof lines);
    new_table(shop, &head);
    for (unsigned i = 0; i < ZK_READ_ENTRIES_MAX + 3; i++) zk_text_put(&text, "entry\n");
    add(&shop->side[0], head.id, 1, lines);
    struct zk_read read = {.kind = ZK_READ_TABLE};
    memcpy(read.table, head.id, sizeof read.table);
    put_read(&shop->side[1], &read);
    wait_for(&shop->side[1], 1);
    assert_true(read.found == ZK_FOUND && read.count == ZK_READ_ENTRIES_MAX && read.more);
    zk_read_clear(&read);
    has_lines(&shop->side[1], head.id, ZK_READ_ENTRIES_MAX, "entry\nentry\nentry\n");
}

/* Who reads on while a table is being removed finds it damaged, and sets it aside. */
static void read_on_while_it_goes(struct side *side, const char *id) {
    struct zk_read read = {.kind = ZK_READ_TABLE};
    struct zk_write aside = {.kind = ZK_WRITE_ASIDE, .reason = "there is no entry 1"};
    memcpy(read.table, id, sizeof read.table);
    memcpy(aside.table, id, sizeof aside.table);
    put_read(side, &read);
    wait_for(side, 1);
    bool goes = read.found == ZK_FOUND && strcmp(read.head->aside, ZK_REMOVED) == 0;
    zk_read_clear(&read);
    if (!goes) return;
    write_one(side, &aside);
    assert_false(aside.failed);
}

/* The record of a table's first game is found, to the byte, whatever became of the table. */
static void has_record(struct shop *shop, const char *id, const char *record) {
    char error[ZK_STORE_ERROR_SIZE], *found = NULL, listed[ZK_TABLE_ID_SIZE] = "";
    size_t size = 0;
    uint32_t game = 0;
    if (shop->model) {
        assert_non_null(model_find(shop->model, id));
        assert_string_equal(model_find(shop->model, id)->record, record);
        return;
    }
    struct zk_store *store =
        zk_store_open(shop->side[0].postgres ? shop->url : shop->file, ZK_STORE_READ, error);
    if (!store) fail_msg("%s", error);
    assert_int_equal(store->kind->record(store, id, 0, &found, &size), ZK_FOUND);
    assert_int_equal(size, strlen(record));
    assert_memory_equal(found, record, size);
    free(found);
    while (strcmp(listed, id) != 0) /* and whoever looks through all records comes to it */
        assert_int_equal(store->kind->next_record(store, listed, &game), ZK_FOUND);
    assert_int_equal(game, 0);
    assert_null(store->kind->missing(store));
    zk_store_close(store);
}

/* In how many rows the name of a person at this table stands. */
static long names_of(struct shop *shop, const char *id) {
    char query[256];
    snprintf(query, sizeof query,
             "SELECT count(*) FROM %s WHERE table_id = '%s' AND name <> ''",
             shop->side[0].postgres ? "entries" : "names", id);
    return run_sql(shop, query);
}

/* Tables that nobody comes to go, with their entries, whatever is done there meanwhile; others stay.
 * What has been played there stays, too, without anybody's name. */
static void tidying(struct shop *shop) {
    enum { DAY_MS = 24 * 3600 * 1000 };
    static const char played[] =
        "{\"kind\":\"sit\",\"by\":\"A\",\"sits\":{\"seat\":\"A\",\"who\":\"person\","
        "\"name\":\"Annabel\"},\"time\":5}\n{\"kind\":\"move\"}\n";
    /* As the server writes it. */
    static const char record[] =
        "{\"zashiki\":1,\"seats\":[\"\",\"strong\"]}\nmove \\ \"ä\"\n";
    struct zk_stored_table old, fresh, visited;
    struct side *a = &shop->side[0], *b = &shop->side[1];
    new_table(shop, &old);
    new_table(shop, &fresh);
    new_table(shop, &visited);
    uint64_t now = old.opened_ms + 10 * (uint64_t)DAY_MS;
    struct zk_write write = entries_of(old.id, 1, played);
    write.at_ms = old.opened_ms;
    write.record = record;
    write.record_size = sizeof record - 1;
    know(a, &write);
    write_one(a, &write);
    assert_false(write.failed);
    has_record(shop, old.id, record);
    if (!shop->model) assert_int_equal(names_of(shop, old.id), 1);
    add(a, visited.id, 1, "x\n");
    write = entries_of(fresh.id, 1, "x\n");
    write.at_ms = now;
    write_one(a, &write);
    struct zk_write visit = {.kind = ZK_WRITE_VISIT, .at_ms = now};
    memcpy(visit.table, visited.id, sizeof visit.table);
    write_one(a, &visit);
    assert_false(visit.failed);
    struct zk_write tidy = {.kind = ZK_WRITE_TIDY,
                            .at_ms = now + DAY_MS / 2,
                            .keep_ms = 9 * (uint64_t)DAY_MS,
                            .keep_unmoved_ms = DAY_MS};
    for (unsigned steps = 0; steps == 0 || tidy.more || tidy.table[0]; steps++) {
        write_one(b, &tidy);
        if (tidy.failed) print_error("%s\n", tidy.error);
        assert_false(tidy.failed);
        read_on_while_it_goes(a, old.id);
        assert_true(steps < 1000);
    }
    has_lines(b, fresh.id, 0, "x\n");
    has_lines(b, visited.id, 0, "x\n");
    has_record(shop, old.id, record);
    if (shop->model) return; /* which keeps the table, too */
    assert_int_equal(names_of(shop, old.id), 0);
    struct zk_read read = {.kind = ZK_READ_TABLE};
    memcpy(read.table, old.id, sizeof read.table);
    put_read(b, &read);
    wait_for(b, 1);
    assert_int_equal(read.found, ZK_FOUND_NOT);
    zk_read_clear(&read);
    write = entries_of(old.id, 3, "x\n");
    write_one(a, &write);
    assert_true(write.failed);
}

static bool is_going(struct side *side, const char *id) {
    struct zk_read read = {.kind = ZK_READ_TABLE};
    memcpy(read.table, id, sizeof read.table);
    put_read(side, &read);
    wait_for(side, 1);
    /* Without its secret the head may seem damaged. */
    bool goes = read.head && strcmp(read.head->aside, ZK_REMOVED) == 0;
    zk_read_clear(&read);
    return goes;
}

/* Who had a table in memory when it began to go is told that it is not as it was: what is written there goes, too. */
static void writing_while_it_goes(struct shop *shop) {
    enum { DAY_MS = 24 * 3600 * 1000, ENTRIES = 3 * ZK_TIDY_ENTRIES };
    struct zk_stored_table head;
    char lines[2 * ENTRIES + 1] = "";
    struct side *a = &shop->side[0], *b = &shop->side[1];
    unsigned tried = 0;
    if (shop->model) return; /* which keeps everything */
    for (unsigned i = 0; i < ENTRIES; i++) memcpy(lines + (size_t)2 * i, "x\n", 3);
    new_table(shop, &head);
    add(a, head.id, 1, lines);
    struct zk_write tidy = {.kind = ZK_WRITE_TIDY,
                            .at_ms = head.opened_ms + 10 * (uint64_t)DAY_MS,
                            .keep_ms = 9 * (uint64_t)DAY_MS,
                            .keep_unmoved_ms = DAY_MS};
    for (unsigned steps = 0; steps == 0 || tidy.more || tidy.table[0]; steps++) {
        write_one(steps % 2 ? a : b, &tidy);
        assert_true(!tidy.failed && steps < 1000);
        if (!is_going(a, head.id)) continue;
        struct zk_write write = entries_of(head.id, ENTRIES + 1, "y\n");
        write_one(tried++ % 2 ? a : b, &write);
        assert_true(write.failed && write.overtaken);
    }
    assert_in_range(tried, 2, 10);
}

static bool is_found(struct side *side, const char *id) {
    struct zk_read read = {.kind = ZK_READ_TABLE};
    memcpy(read.table, id, sizeof read.table);
    put_read(side, &read);
    wait_for(side, 1);
    enum zk_found found = read.found;
    zk_read_clear(&read);
    return found == ZK_FOUND;
}

/* All rounds of tidying that there are at this time, where tables are kept for so many days. */
static void tidy_for(struct side *side, uint64_t now_ms, unsigned days) {
    enum { DAY_MS = 24 * 3600 * 1000 };
    struct zk_write tidy = {.kind = ZK_WRITE_TIDY,
                            .at_ms = now_ms,
                            .keep_ms = days * (uint64_t)DAY_MS,
                            .keep_unmoved_ms = 1000 * (uint64_t)DAY_MS,
                            .grace_ms = 7 * DAY_MS};
    for (unsigned steps = 0; steps == 0 || tidy.more || tidy.table[0]; steps++) {
        write_one(side, &tidy);
        assert_true(!tidy.failed && steps < 1000);
    }
}

static void tidy_at(struct side *side, uint64_t now_ms) { tidy_for(side, now_ms, 100); }

/* A table with a move is noted first, and goes when some time has passed after that. */
static void tidying_by_a_wrong_clock(struct shop *shop) {
    const uint64_t day_ms = 24 * 3600 * 1000;
    struct zk_stored_table left, visited, played;
    struct side *a = &shop->side[0];
    if (shop->model) return; /* which keeps everything */
    new_table(shop, &left);
    new_table(shop, &visited);
    new_table(shop, &played);
    uint64_t opened = left.opened_ms, wrong = opened + 300 * day_ms;
    add(a, left.id, 1, "{\"kind\":\"move\"}\n");
    add(a, visited.id, 1, "{\"kind\":\"move\"}\n");
    add(a, played.id, 1, "{\"kind\":\"move\"}\n");
    tidy_at(a, wrong);
    tidy_at(a, wrong + 6 * day_ms);
    assert_true(is_found(a, left.id) && is_found(a, visited.id) && is_found(a, played.id));
    /* Who comes is noted, and the time begins anew. */
    struct zk_write visit = {.kind = ZK_WRITE_VISIT, .at_ms = wrong + 6 * day_ms};
    memcpy(visit.table, visited.id, sizeof visit.table);
    write_one(a, &visit);
    assert_false(visit.failed);
    struct zk_write move = entries_of(played.id, 2, "{\"kind\":\"move\"}\n");
    move.at_ms = wrong + 6 * day_ms;
    know(a, &move);
    write_one(a, &move);
    assert_false(move.failed);
    /* The clock is put right: what it noted when it was wrong does not count. */
    tidy_at(a, opened + day_ms);
    tidy_at(a, opened + 9 * day_ms);
    assert_true(is_found(a, left.id));
    /* When nobody comes it goes, a week after that was noted. */
    tidy_at(a, opened + 150 * day_ms);
    assert_true(is_found(a, left.id));
    tidy_at(a, opened + 158 * day_ms);
    assert_false(is_found(a, left.id));
    assert_true(is_found(a, visited.id) && is_found(a, played.id));
}

/* What was noted by a wrong clock does not help it when it is wrong again, as one without a battery is at each start. */
static void tidying_by_a_clock_wrong_again(struct shop *shop) {
    const uint64_t day_ms = 24 * 3600 * 1000;
    struct zk_stored_table left;
    struct side *a = &shop->side[0];
    if (shop->model) return;
    new_table(shop, &left);
    uint64_t opened = left.opened_ms, wrong = opened + 300 * day_ms;
    add(a, left.id, 1, "{\"kind\":\"move\"}\n");
    tidy_at(a, wrong);
    tidy_at(a, opened + 10 * day_ms);
    tidy_at(a, wrong + 20 * day_ms);
    tidy_at(a, wrong + 26 * day_ms);
    assert_true(is_found(a, left.id));
    tidy_at(a, wrong + 27 * day_ms);
    assert_false(is_found(a, left.id));
}

/* Who keeps tables for longer keeps those, too, that were noted before. */
static void tidying_less(struct shop *shop) {
    const uint64_t day_ms = 24 * 3600 * 1000;
    struct zk_stored_table left;
    struct side *a = &shop->side[0];
    if (shop->model) return;
    new_table(shop, &left);
    uint64_t opened = left.opened_ms;
    add(a, left.id, 1, "{\"kind\":\"move\"}\n");
    tidy_for(a, opened + 95 * day_ms, 100);
    tidy_for(a, opened + 102 * day_ms, 200);
    tidy_for(a, opened + 192 * day_ms, 200);
    assert_true(is_found(a, left.id));
    tidy_for(a, opened + 194 * day_ms, 200);
    tidy_for(a, opened + 200 * day_ms, 200);
    assert_true(is_found(a, left.id));
    tidy_for(a, opened + 201 * day_ms, 200);
    assert_false(is_found(a, left.id));
}

/* Of two that want to think about the same table, one does. */
static void claims(struct shop *shop) {
    struct zk_stored_table head;
    if (shop->side[0].writer) return; /* SQLite has one server */
    new_table(shop, &head);
    struct zk_write claim[2] = {{.kind = ZK_WRITE_CLAIM, .first = 5, .reason = "a"},
                                {.kind = ZK_WRITE_CLAIM, .first = 5, .reason = "b"}};
    for (unsigned i = 0; i < 2; i++) memcpy(claim[i].table, head.id, sizeof claim[i].table);
    write_one(&shop->side[0], &claim[0]);
    assert_false(claim[0].failed);
    write_one(&shop->side[1], &claim[1]);
    assert_true(claim[1].failed && claim[1].overtaken);
    write_one(&shop->side[0], &claim[0]);
    assert_false(claim[0].failed);
    claim[1].first = 6; /* the table has gone on */
    write_one(&shop->side[1], &claim[1]);
    assert_false(claim[1].failed);
    write_one(&shop->side[0], &claim[0]);
    assert_true(claim[0].failed && claim[0].overtaken);
}

/* The connection is lost after the write was committed, and before that is known. */
static void doubt(struct shop *shop) {
    struct zk_stored_table head, opened;
    struct side *a = &shop->side[0], *b = &shop->side[1];
    if (a->writer) return; /* SQLite's connection is a file */
    new_table(shop, &head);
    fill_head(shop, &opened);
    struct zk_write entry = entries_of(head.id, 1, "once\n");
    struct zk_write table = {.kind = ZK_WRITE_TABLE, .head = &opened};
    memcpy(table.table, opened.id, sizeof table.table);
    if (shop->model) {
        put(a, &entry);
        put(a, &table);
        shop->model->faults.cut = 0;
        while (!model_find(shop->model, opened.id) || !model_find(shop->model, head.id)->count)
            model_cut(a->link), a->link->cut = false;
        a->link->cut = true;
        model_mend(a->link);
    } else {
        tell_relay(&shop->relay, true, false, false);
        put(a, &entry);
        put(a, &table);
        struct zk_read read = {.kind = ZK_READ_ENTRIES};
        memcpy(read.table, head.id, sizeof read.table);
        for (bool there = false; !there;) {
            put_read(b, &read);
            wait_for(b, 1);
            there = read.count == 1;
            zk_read_clear(&read);
        }
        tell_relay(&shop->relay, false, true, false);
    }
    wait_for(a, 2);
    /* It was overtaken, by itself; a table is there or is not, and it is. */
    assert_true(entry.failed && entry.overtaken);
    assert_false(table.failed);
    has_lines(a, head.id, 0, "once\n");
    has_lines(b, head.id, 0, "once\n");
    write_one(b, &entry);
    assert_true(entry.failed && entry.overtaken);
    assert_true(a->missed > 0);
}

/* A server stands still in the middle of a transaction, and its connection stays: the others cut it off
 * when they wait for it. False when this time it did not hold them up. */
static bool stands_still(struct shop *shop) {
    struct zk_stored_table head;
    struct side *a = &shop->side[0], *b = &shop->side[1];
    unsigned before = b->cut_off;
    new_table(shop, &head);
    pthread_mutex_lock(&shop->relay.lock);
    shop->relay.endless = true;
    pthread_mutex_unlock(&shop->relay.lock);
    struct zk_write of_a = entries_of(head.id, 1, "a\n"), of_b = entries_of(head.id, 1, "b\n");
    put(a, &of_a);
    zk_postgres_send(a->postgres);
    has_lines(b, head.id, 0, ""); /* which takes about as long */
    put(b, &of_b);
    wait_for(b, 1);
    assert_false(of_b.failed);
    tell_relay(&shop->relay, false, true, false);
    wait_for(a, 1);
    assert_true(of_a.failed && of_a.overtaken);
    has_lines(b, head.id, 0, "b\n");
    return b->cut_off > before;
}

static void standstill(struct shop *shop) {
    if (!shop->side[0].postgres) return;
    while (!stands_still(shop)) {}
}

/* What one says, the other hears; who was cut off is told that it may have missed something. */
static void notification(struct shop *shop) {
    struct side *a = &shop->side[0], *b = &shop->side[1];
    if (a->writer) return;
    b->heard[0] = a->heard[0] = '\0';
    if (shop->model)
        model_say(a->link, "hello", 5);
    else
        zk_postgres_say(a->postgres, "hello", 5);
    while (!*b->heard && (shop->model ? model_step(shop->model) : true))
        if (!shop->model) {
            zk_postgres_send(a->postgres);
            uv_run(&shop->loop, UV_RUN_ONCE);
        }
    assert_string_equal(b->heard, "hello");
    unsigned before = a->missed;
    if (a->postgres) { /* more than can wait: it is said that something was left out */
        for (unsigned i = 0; i < 100; i++) zk_postgres_say(a->postgres, "much", 4);
        for (unsigned turns = 0; turns < 400 && a->missed == before; turns++) {
            zk_postgres_send(a->postgres);
            uv_run(&shop->loop, UV_RUN_ONCE);
        }
        assert_int_equal(a->missed, ++before);
    }
    if (shop->model)
        model_cut(a->link);
    else
        tell_relay(&shop->relay, false, true, false);
    if (shop->model) {
        model_say(b->link, "lost", 4);
        model_mend(a->link);
    }
    while (a->missed == before) uv_run(&shop->loop, UV_RUN_ONCE);
    if (shop->model) {
        while (model_step(shop->model)) {}
        assert_string_not_equal(a->heard, "lost");
    }
}

/* ---- Damage ---- */

/* Runs it with the table's id for each @, and the other table's for each #. */
static void run_for(struct shop *shop, const char *sql, const char *id, const char *other) {
    char filled[1024];
    struct zk_text text = zk_text_in(filled, sizeof filled);
    for (; *sql; sql++)
        if (*sql == '@' || *sql == '#')
            zk_text_put(&text, *sql == '@' ? id : other);
        else
            zk_text_put_char(&text, *sql);
    assert_false(text.full);
    run_sql(shop, filled);
}

static enum zk_found read_it(struct side *side, const char *id, char *why) {
    struct zk_read read = {.kind = ZK_READ_TABLE};
    snprintf(read.table, sizeof read.table, "%.*s", ZK_TABLE_ID_SIZE - 1, id);
    put_read(side, &read);
    wait_for(side, 1);
    if (why) snprintf(why, ZK_STORE_ERROR_SIZE, "%s", read.error);
    zk_read_clear(&read);
    return read.found;
}

static const char sits[] = "{\"kind\":\"sit\",\"by\":\"A\",\"sits\":{\"seat\":\"A\","
                           "\"kind\":\"person\",\"name\":\"Ann\"},\"time\":5}\ntwo\nthree\n";

/* What was changed, cut off, moved or brought from elsewhere is found, and named; no other table is
 * concerned. */
static void damage(struct shop *shop) {
#define OF_TABLE " WHERE table_id = '@' AND number "
    static const struct {
        const char *sqlite, *postgresql, *says;
    } spoils[] = {
        {"UPDATE entries SET body = 'zwei'" OF_TABLE "= 2", NULL, "at entry 2"},
        {"UPDATE entries SET body = (SELECT body FROM entries" OF_TABLE "= 3)" OF_TABLE "= 2",
         NULL, "at entry 2"},
        {"UPDATE entries SET body = (SELECT body FROM entries WHERE table_id = '#' AND number = 2),"
         " sum = (SELECT sum FROM entries WHERE table_id = '#' AND number = 2)" OF_TABLE "= 2",
         NULL, "at entry 2"},
        {"DELETE FROM entries" OF_TABLE "= 2", NULL, "no entry 2"},
        {"DELETE FROM entries" OF_TABLE "= 3", NULL, "entry 2"},
        {"DELETE FROM entries" OF_TABLE "BETWEEN 1 AND 3", NULL, "entry 0"},
        {"DELETE FROM entries" OF_TABLE "= 3; UPDATE entries SET body = '2 0 0'" OF_TABLE
         "= 1073741824",
         "DELETE FROM entries" OF_TABLE "= 3; UPDATE tables SET count = 2 WHERE id = '@'",
         "end"},
        {"UPDATE entries SET body = '2 0 0'" OF_TABLE "= 1073741824",
         "UPDATE tables SET count = 2 WHERE id = '@'", "end"},
        {"UPDATE tables SET options = '{}' WHERE id = '@'", NULL, "head"},
        {"UPDATE seats SET token = (SELECT token FROM seats WHERE table_id = '@' AND seat = 1)"
         " WHERE table_id = '@' AND seat = 0",
         "UPDATE tables SET tokens = substr(tokens, 33, 32) || substr(tokens, 33, 32)"
         " WHERE id = '@'",
         "head"},
        {"UPDATE secrets SET secret = zeroblob(32) WHERE table_id = '@'",
         "UPDATE secrets SET secret = set_byte(secret, 31, 7) WHERE table_id = '@'", "head"},
        {"UPDATE names SET name = 'Eve'" OF_TABLE "= 1",
         "UPDATE entries SET name = 'Eve'" OF_TABLE "= 1", "name"},
    };
    struct zk_stored_table head, other;
    char why[ZK_STORE_ERROR_SIZE];
    struct side *b = &shop->side[1];
    if (shop->model) return; /* memory is not damaged */
    for (unsigned i = 0; i < sizeof spoils / sizeof *spoils; i++) {
        const char *sql = spoils[i].sqlite;
        if (b->postgres && spoils[i].postgresql) sql = spoils[i].postgresql;
        new_table(shop, &head);
        new_table(shop, &other);
        add(&shop->side[0], head.id, 1, sits);
        add(&shop->side[0], other.id, 1, sits);
        assert_int_equal(read_it(b, head.id, NULL), ZK_FOUND);
        run_for(shop, sql, head.id, other.id);
        if (read_it(b, head.id, why) != ZK_FOUND_DAMAGED) fail_msg("not found: %s", sql);
        if (!strstr(why, spoils[i].says)) fail_msg("%s, after: %s", why, sql);
        assert_int_equal(read_it(b, other.id, NULL), ZK_FOUND);
    }
}

/* ---- The program before this one, on the same database ---- */

/* Its statements, with what it would have filled in. */
#define OLD_ENTRY(number, body)                                                               \
    "WITH here AS (UPDATE tables SET count = " number " - 1 + 1, moved = moved OR 0 <> 0,"    \
    " visited_ms = greatest(visited_ms, 7::bigint) WHERE id = '@' AND count = " number " - 1" \
    " AND aside IS NULL RETURNING id), added AS (INSERT INTO entries SELECT here.id, " number \
    ", '" body "', NULL FROM here) SELECT 1 FROM here"
#define OLD_TABLE                                                                              \
    "INSERT INTO tables (id, game, rules, options, clock_ms, clock_step_ms, memory, advice,"   \
    " cardset, seats, tokens, opened_ms, stand_in, visited_ms) SELECT id || 'o', game, rules," \
    " options, clock_ms, clock_step_ms, memory, advice, cardset, seats, tokens, opened_ms,"    \
    " stand_in, visited_ms FROM tables WHERE id = '@'"

static void is_damaged(struct shop *shop, const char *sql, const char *undo, const char *id,
                       bool damaged) {
    run_for(shop, sql, id, "");
    if (read_it(&shop->side[1], id, NULL) != (damaged ? ZK_FOUND_DAMAGED : ZK_FOUND))
        fail_msg("%s", sql);
    run_for(shop, undo, id, "");
}

/* It leaves sums out. What it writes is taken, and found when it is damaged as soon as somebody newer
 * has written there, or migrated once more. */
static void neighbours(struct shop *shop) {
    struct zk_stored_table head;
    struct zk_postgres_migrated done;
    struct side *a = &shop->side[0], *b = &shop->side[1];
    char error[ZK_STORE_ERROR_SIZE], opened[ZK_TABLE_ID_SIZE];
    static const char spoil[] = "UPDATE entries SET body = 'x'" OF_TABLE "= 3";
    static const char mend[] = "UPDATE entries SET body = 'old'" OF_TABLE "= 3";
    if (!a->postgres) return;
    /* Writes above that did not say what they come after have no sums either. */
    if (!zk_postgres_migrate(shop->url, &done, error)) fail_msg("%s", error);
    assert_true(done.summed > 20);
    new_table(shop, &head);
    add(a, head.id, 1, "one\ntwo\n");
    run_for(shop, OLD_ENTRY("3", "old"), head.id, "");
    has_lines(b, head.id, 0, "one\ntwo\nold\n");
    is_damaged(shop, "DELETE FROM entries" OF_TABLE "= 3", OLD_ENTRY("9", "-"), head.id, true);
    run_for(shop, "UPDATE tables SET count = 2 WHERE id = '@'", head.id, "");
    run_for(shop, OLD_ENTRY("3", "old"), head.id, "");
    is_damaged(shop, spoil, mend, head.id, false);
    /* A server that has the table in memory knows the link behind the second, and reads on. */
    struct zk_read read = {.kind = ZK_READ_TABLE};
    memcpy(read.table, head.id, sizeof read.table);
    put_read(b, &read);
    wait_for(b, 1);
    assert_true(read.found == ZK_FOUND && read.count == 3 && read.last.known);
    struct zk_write write = entries_of(head.id, 4, "new\n");
    write.before = read.last;
    zk_read_clear(&read);
    write_one(b, &write);
    assert_false(write.failed);
    assert_int_equal(read_it(a, head.id, NULL), ZK_FOUND);
    is_damaged(shop, spoil, mend, head.id, true);
    run_for(shop, OLD_ENTRY("5", "old"), head.id, "");
    /* A table of its own. */
    run_for(shop, OLD_TABLE, head.id, "");
    snprintf(opened, sizeof opened, "%.20so", head.id);
    run_for(shop, OLD_ENTRY("1", "old"), opened, "");
    has_lines(a, opened, 0, "old\n");
    if (!zk_postgres_migrate(shop->url, &done, error)) fail_msg("%s", error);
    assert_int_equal(done.from, done.to);
    assert_int_equal(done.summed, 2);
    assert_int_equal(done.wrong, 2); /* those that have lost something above; they stay so */
    has_lines(a, head.id, 3, "new\nold\n");
    is_damaged(shop, "UPDATE entries SET body = 'x'" OF_TABLE "= 5",
               "UPDATE entries SET body = 'old'" OF_TABLE "= 5", head.id, true);
    is_damaged(shop, "UPDATE entries SET body = 'x'" OF_TABLE "= 1",
               "UPDATE entries SET body = 'old'" OF_TABLE "= 1", opened, true);
    is_damaged(shop, "UPDATE tables SET rules = 2 WHERE id = '@'",
               "UPDATE tables SET rules = 1 WHERE id = '@'", opened, true);
    if (!zk_postgres_migrate(shop->url, &done, error)) fail_msg("%s", error);
    assert_true(done.summed == 0 && done.wrong == 2);
}

static void hold_to_it(const char *kind) {
    struct shop *shop = open_shop(kind);
    order(shop);
    conflict(shop);
    aside_and_next(shop);
    names(shop);
    pieces(shop);
    damage(shop);
    neighbours(shop);
    tidying(shop);
    writing_while_it_goes(shop);
    tidying_by_a_wrong_clock(shop);
    tidying_by_a_clock_wrong_again(shop);
    tidying_less(shop);
    claims(shop);
    doubt(shop);
    standstill(shop);
    notification(shop);
    close_shop(shop);
}

static void test_model(void **state) {
    (void)state;
    hold_to_it("model");
}

static void test_sqlite(void **state) {
    (void)state;
    hold_to_it("sqlite");
}

static void test_postgresql(void **state) {
    (void)state;
    hold_to_it("postgresql");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model),
        cmocka_unit_test(test_sqlite),
    };
    /* Where a database runs for it (tests/server/database.py). */
    const struct CMUnitTest with_database[] = {cmocka_unit_test(test_postgresql)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (getenv("ZASHIKI_PGHOST")) failed += cmocka_run_group_tests(with_database, NULL, NULL);
    return failed;
}
