/* load.c: many players at once, over real WebSockets, to measure a server with.
 *
 *     load --port N | --socket FILE [--pid N] [--game NAME] [--set OPTION=VALUE]... [--tables N] [--seats N]
 *          [--moves N | --seconds S] [--rate N] [--thinking N]
 *
 * Opens tables, puts a person into every seat, each on a connection of their own, and lets them play
 * whatever legal moves they are told of: as fast as answers come, or so many a second over all tables
 * (--rate). It ends after so many seconds of play, or when every table has had so many moves, and then,
 * with all connections still open, prints one "name value" a line. --thinking opens so many tables of
 * Yōtei besides where three strong bots play. --pid is the server: its memory and processor time, all
 * threads counted, are read from /proc. Nothing leaves this machine.
 *
 * One thread, epoll; a frame is found by its length and the few words of interest by memmem, so that the
 * client takes as little time as it can. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
    SEATS_MAX = 8,
    WORD = 64,
    MOVE = 256,
    CONNECTING_MAX = 16, /* handshakes at a time */
    WARM_UP_MS = 1000,
    THINKING_SEATS = 3,
    LATENCIES_MAX = 4 * 1000 * 1000,
};

struct bytes {
    char *data;
    size_t used, capacity;
};

/* One connection in one seat, in the order of what it does. */
struct player {
    struct table *table;
    unsigned seat;
    int socket;
    enum { NOWHERE, SHAKING_HANDS, OPENING, JOINING, SITTING, PLAYING } state;
    struct bytes in, out;
    char token[WORD];
    uint64_t at;         /* the last event it was told */
    char move[MOVE];     /* one of its legal moves, or "" */
    uint64_t sent_ns;    /* when its move left, or 0 */
    bool over, is_ready; /* in the queue of those who may move */
    bool wants_out;      /* epoll tells when it can write on */
};

struct table {
    char id[WORD];
    unsigned seats;
    uint32_t moves;
    bool bots;
    struct player player[SEATS_MAX];
};

static struct {
    uint16_t port;
    int pid;
    const char *socket, *game;
    char options[512];
    uint32_t tables, seats, moves, thinking;
    double seconds, rate;
} want = {.game = "sketch", .tables = 32, .seats = 2, .seconds = 10};

static struct table *tables;
static uint32_t tables_count, seated, connecting, next_table, next_seat, full;
static int poll_file;
static uint64_t requests;

/* Those who may move, in order. A ring as large as all players. */
static struct player **ready;
static size_t ready_first, ready_count, ready_size;

/* While it is measured; it ends early when a table is full, as one alone is after some thousand moves. */
static bool measures, is_full;
static uint64_t moves_made, refusals, events, bytes_in;
static uint32_t *latency_us;
static size_t latencies;

static void stop(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void stop(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint32_t luck(uint32_t below) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * below >> 32);
}

static char *more(struct bytes *bytes, size_t size) {
    if (bytes->capacity - bytes->used < size) {
        size_t capacity = bytes->capacity ? bytes->capacity : 1024;
        while (capacity - bytes->used < size) capacity *= 2;
        bytes->data = realloc(bytes->data, capacity);
        if (!bytes->data) stop("no memory");
        bytes->capacity = capacity;
    }
    return bytes->data + bytes->used;
}

/* ---- Sending ---- */

static void watch(struct player *player, int how) {
    struct epoll_event event = {.events = EPOLLIN | (player->wants_out ? EPOLLOUT : 0),
                                .data.ptr = player};
    if (epoll_ctl(poll_file, how, player->socket, &event) != 0)
        stop("epoll: %s", strerror(errno));
}

static void flush(struct player *player) {
    struct bytes *out = &player->out;
    ssize_t sent = out->used ? send(player->socket, out->data, out->used, MSG_NOSIGNAL) : 0;
    if (sent < 0 && errno != EAGAIN) stop("the server is gone: %s", strerror(errno));
    if (sent > 0) {
        memmove(out->data, out->data + sent, out->used - (size_t)sent);
        out->used -= (size_t)sent;
    }
    if (player->wants_out == (out->used > 0)) return;
    player->wants_out = out->used > 0;
    watch(player, EPOLL_CTL_MOD);
}

/* A text message in a masked frame. */
static void say(struct player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(struct player *player, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    unsigned char *at = (unsigned char *)more(&player->out, (size_t)size + 8), mask[4];
    uint32_t bits = luck(UINT32_MAX);
    memcpy(mask, &bits, 4);
    *at++ = 0x81;
    if (size < 126) {
        *at++ = (unsigned char)(0x80 | size);
    } else {
        *at++ = 0x80 | 126;
        *at++ = (unsigned char)(size >> 8);
        *at++ = (unsigned char)size;
    }
    memcpy(at, mask, 4);
    at += 4;
    for (int i = 0; i < size; i++) *at++ = (unsigned char)text[i] ^ mask[i & 3];
    player->out.used = (size_t)((char *)at - player->out.data);
    flush(player);
}

static void order(struct player *player, const char *what, const char *request,
                  const char *rest) {
    say(player,
        "{\"zashiki\":1,\"do\":\"%s\",\"table\":\"%s\",\"token\":\"%s\",\"request\":\"%s%llu\","
        "\"at\":%llu%s}",
        what, player->table->id, player->token, request, (unsigned long long)++requests,
        (unsigned long long)player->at, rest);
}

static void pong(struct player *player, size_t size) {
    if (size) stop("a ping with something in it");
    memcpy(more(&player->out, 6), "\x8a\x80\0\0\0\0", 6);
    player->out.used += 6;
    flush(player);
}

/* ---- Playing ---- */

static void may_move(struct player *player) {
    if (player->is_ready || !player->move[0] || player->sent_ns) return;
    if (want.moves && player->table->moves >= want.moves) return;
    player->is_ready = true;
    ready[(ready_first + ready_count++) % ready_size] = player;
}

static void move_next(void) {
    struct player *player = ready[ready_first];
    char rest[MOVE + 16];
    ready_first = (ready_first + 1) % ready_size;
    ready_count--;
    player->is_ready = false;
    if (!player->move[0]) return;
    snprintf(rest, sizeof rest, ",\"move\":\"%s\"", player->move);
    player->move[0] = '\0';
    player->sent_ns = now_ns();
    order(player, "move", "m", rest);
}

static const char *find(const char *in, size_t size, const char *what) {
    return memmem(in, size, what, strlen(what));
}

static void copy_word(char *to, size_t size, const char *from, const char *end) {
    const char *stop_at = from ? memchr(from, '"', (size_t)(end - from)) : NULL;
    if (!stop_at || (size_t)(stop_at - from) >= size) stop("an answer without a word");
    memcpy(to, from, (size_t)(stop_at - from));
    to[stop_at - from] = '\0';
}

static void choose_move(struct player *player, const char *legal, const char *end) {
    const char *list_end = memchr(legal, ']', (size_t)(end - legal));
    uint32_t count = 0;
    if (!list_end) stop("legal moves without an end");
    for (const char *at = legal; at < list_end; count++) {
        const char *close = memchr(at + 1, '"', (size_t)(list_end - at - 1));
        if (!close) break;
        if (luck(count + 1) == 0)
            copy_word(player->move, sizeof player->move, at + 1, list_end);
        at = close + 2; /* behind the comma */
    }
}

/* What has been going on, as an event or a snapshot tells it. */
static void told(struct player *player, const char *data, size_t size) {
    const char *end = data + size, *legal = find(data, size, "\"legal\":[");
    const char *number = find(data, size < 160 ? size : 160, "\"event\":");
    events++;
    if (number) player->at = strtoull(number + 8, NULL, 10);
    if (player->table->bots) return;
    player->move[0] = '\0';
    if (legal) choose_move(player, legal + 9, end);
    may_move(player);
    bool over = !legal && find(data, size, "\"status\":\"over\"");
    if (over && !player->over && player->state == PLAYING) order(player, "again", "a", "");
    player->over = over;
}

static void sit(struct player *player) {
    if (player->table->bots) {
        char rest[64];
        for (unsigned i = 0; i < player->table->seats; i++) {
            snprintf(rest, sizeof rest, ",\"seat\":\"%c\",\"bot\":\"strong\"", 'A' + (char)i);
            order(player, "bot", "b", rest);
        }
    } else {
        order(player, "sit", "s", ",\"name\":\"Load\"");
    }
    player->state = SITTING;
}

static void join(struct player *player) {
    order(player, "join", "j", "");
    player->state = JOINING;
}

static void opened(struct player *player, const char *data, size_t size) {
    struct table *table = player->table;
    const char *end = data + size, *tokens = find(data, size, "\"tokens\":{"), *id;
    if (!tokens || !(id = find(data, size, "\"table\":\"")))
        stop("not opened: %.*s", (int)size, data);
    copy_word(table->id, sizeof table->id, id + 9, end);
    for (unsigned i = 0; i < table->seats; i++) {
        char key[8];
        snprintf(key, sizeof key, "\"%c\":\"", 'A' + (char)i);
        const char *token = find(tokens, (size_t)(end - tokens), key);
        copy_word(table->player[i].token, WORD, token ? token + strlen(key) : NULL, end);
    }
    for (unsigned i = 0; i < (table->bots ? 1 : table->seats); i++) join(&table->player[i]);
}

static void answered(struct player *player, const char *request) {
    if (player->state == JOINING && request[0] == 'j') {
        sit(player);
    } else if (player->state == SITTING && (request[0] == 's' || request[0] == 'b')) {
        player->state = PLAYING;
        seated++;
        may_move(player);
    } else if (request[0] == 'm') {
        uint64_t took_us = (now_ns() - player->sent_ns) / 1000;
        if (measures && latencies < LATENCIES_MAX) latency_us[latencies++] = (uint32_t)took_us;
        player->sent_ns = 0;
        moves_made++;
        if (++player->table->moves == want.moves) full++;
        may_move(player);
    }
}

static void message(struct player *player, const char *data, size_t size) {
    size_t front = size < 256 ? size : 256;
    const char *request = find(data, front, "\"request\":\"");
    if (measures && find(data, front, "\"key\":\"table.full\"")) {
        is_full = true;
        return;
    }
    if (find(data, front, "\"refused\":")) {
        refusals++;
        stop("refused: %.*s", (int)size, data);
    }
    if (player->state == OPENING)
        opened(player, data, size);
    else if (find(data, front, "\"event\":"))
        told(player, data, size);
    else if (find(data, front, "\"snapshot\":"))
        player->at = strtoull(find(data, front, "\"snapshot\":") + 11, NULL, 10);
    else if (request && find(data, size, "\"done\":"))
        answered(player, request + 11);
}

/* ---- Reading ---- */

static void connect_more(void);

static void shook_hands(struct player *player) {
    struct table *table = player->table;
    connecting--;
    player->state = NOWHERE;
    if (player->seat == table->seats - 1 || table->bots) { /* all are here */
        struct player *first = &table->player[0];
        first->state = OPENING;
        say(first,
            "{\"zashiki\":1,\"do\":\"open\",\"game\":\"%s\",\"options\":{%s},\"request\":\"o\"}",
            table->bots ? "yotei" : want.game,
            table->bots ? "\"players\":\"3\"" : want.options);
    }
    connect_more();
}

/* Whole messages at the front of what has come; how many bytes they are. */
static size_t read_frames(struct player *player) {
    const unsigned char *data = (unsigned char *)player->in.data;
    size_t used = player->in.used, at = 0;
    if (player->state == SHAKING_HANDS) {
        const char *end = find(player->in.data, used, "\r\n\r\n");
        if (!end) return 0;
        if (used < 12 || memcmp(data + 9, "101", 3) != 0)
            stop("no WebSocket: %.*s", (int)used, player->in.data);
        at = (size_t)(end + 4 - player->in.data);
        shook_hands(player);
    }
    while (used - at >= 2) {
        size_t size = data[at + 1] & 0x7f, head = 2;
        if (size >= 126) {
            unsigned wide = size == 126 ? 2 : 8;
            if (used - at < 2 + wide) break;
            size = 0;
            for (unsigned i = 0; i < wide; i++) size = size << 8 | data[at + 2 + i];
            head += wide;
        }
        if (used - at < head + size) break;
        switch (data[at] & 0x0f) {
        case 1: message(player, player->in.data + at + head, size); break;
        case 8: stop("closed by the server: %.*s", (int)size - 2, data + at + head + 2);
        case 9: pong(player, size); break;
        default: stop("a frame of another kind");
        }
        at += head + size;
    }
    return at;
}

/* Between messages a connection keeps no memory: what comes is read into one place for all. */
static void read_some(struct player *player) {
    static char shared[256 * 1024];
    struct bytes own = player->in;
    if (own.used) {
        ssize_t size = recv(player->socket, more(&player->in, 65536), 65536, 0);
        if (size <= 0) stop("the server is gone");
        bytes_in += (uint64_t)size;
        player->in.used += (size_t)size;
        size_t done = read_frames(player);
        player->in.used -= done;
        memmove(player->in.data, player->in.data + done, player->in.used);
        if (!player->in.used) {
            free(player->in.data);
            player->in = (struct bytes){0};
        }
        return;
    }
    ssize_t size = recv(player->socket, shared, sizeof shared, 0);
    if (size <= 0) stop("the server is gone");
    bytes_in += (uint64_t)size;
    player->in = (struct bytes){shared, (size_t)size, sizeof shared};
    size_t done = read_frames(player), rest = (size_t)size - done;
    player->in = (struct bytes){0};
    if (rest) {
        memcpy(more(&player->in, rest), shared + done, rest);
        player->in.used = rest;
    }
}

/* ---- Connecting ---- */

static int connect_to_server(void) {
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = htons(want.port)};
    struct sockaddr_un file = {.sun_family = AF_UNIX};
    int yes = 1, made = socket(want.socket ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
    port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (want.socket) snprintf(file.sun_path, sizeof file.sun_path, "%s", want.socket);
    if (made < 0 ||
        (want.socket ? connect(made, (const struct sockaddr *)&file, sizeof file)
                     : connect(made, (const struct sockaddr *)&port, sizeof port)) != 0)
        stop("cannot connect: %s", strerror(errno));
    if (!want.socket) setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return made;
}

static void connect_one(struct player *player) {
    char head[512];
    player->socket = connect_to_server();
    int size = snprintf(head, sizeof head,
                        "GET /ws HTTP/1.1\r\nHost: localhost:%u\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: bG9hZCBsb2FkIGxvYWQgIQ==\r\n\r\n",
                        want.port);
    memcpy(more(&player->out, (size_t)size), head, (size_t)size);
    player->out.used = (size_t)size;
    player->state = SHAKING_HANDS;
    connecting++;
    watch(player, EPOLL_CTL_ADD);
    flush(player);
}

/* A table's players one after the other, and the next table's. */
static void connect_more(void) {
    while (connecting < CONNECTING_MAX && next_table < tables_count) {
        struct table *table = &tables[next_table];
        struct player *player = &table->player[next_seat];
        player->table = table;
        player->seat = next_seat;
        if (++next_seat == (table->bots ? 1 : table->seats)) {
            next_seat = 0;
            next_table++;
        }
        connect_one(player);
    }
}

/* ---- Measuring ---- */

/* Seconds of processor time of all threads, user's and system's. */
static void server_cpu(double *user, double *system) {
    char path[64], text[1024];
    *user = *system = 0;
    if (!want.pid) return;
    snprintf(path, sizeof path, "/proc/%d/stat", want.pid);
    FILE *file = fopen(path, "r");
    if (!file) stop("there is no process %d", want.pid);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    const char *at = strrchr(text, ')');
    unsigned long long ticks[2];
    if (!at || sscanf(at + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu",
                      &ticks[0], &ticks[1]) != 2)
        stop("what does %s say?", path);
    *user = (double)ticks[0] / (double)sysconf(_SC_CLK_TCK);
    *system = (double)ticks[1] / (double)sysconf(_SC_CLK_TCK);
}

static long server_kb(const char *what) {
    char path[64], line[256];
    long kb = 0;
    if (!want.pid) return 0;
    snprintf(path, sizeof path, "/proc/%d/status", want.pid);
    FILE *file = fopen(path, "r");
    if (!file) stop("there is no process %d", want.pid);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, what, strlen(what)) == 0) kb = atol(line + strlen(what) + 1);
    fclose(file);
    return kb;
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static double percentile_ms(double part) {
    if (!latencies) return 0;
    size_t place = (size_t)((double)latencies * part);
    return latency_us[place < latencies ? place : latencies - 1] / 1000.0;
}

static void run(void) {
    struct epoll_event event[256];
    uint64_t begin = 0, start = 0, sent = 0;
    double user = 0, system = 0, user_end, system_end, own = (double)clock();
    uint32_t players = want.tables * want.seats + want.thinking;
    connect_more();
    for (;;) {
        uint64_t now = now_ns();
        if (!start && seated == players) start = now;
        if (start && !measures && now >= start + WARM_UP_MS * 1000000ull) {
            measures = true;
            begin = now;
            moves_made = events = bytes_in = 0;
            sent = 0;
            own = (double)clock();
            server_cpu(&user, &system);
        }
        if (is_full) break;
        if (want.moves ? full == want.tables
                       : measures && now >= begin + (uint64_t)(want.seconds * 1e9))
            break;
        int wait_ms = 1000;
        if (start && want.rate > 0) {
            uint64_t from = measures ? begin : start;
            while (ready_count && (double)sent < (double)(now - from) / 1e9 * want.rate) {
                sent++;
                move_next();
            }
            wait_ms = 1;
        } else if (start) {
            while (ready_count) move_next();
        }
        int count = epoll_wait(poll_file, event, 256, wait_ms);
        for (int i = 0; i < count; i++) {
            struct player *player = event[i].data.ptr;
            if (event[i].events & EPOLLOUT) flush(player);
            if (event[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) read_some(player);
        }
    }
    double seconds = begin ? (double)(now_ns() - begin) / 1e9 : 0;
    server_cpu(&user_end, &system_end);
    qsort(latency_us, latencies, sizeof *latency_us, compare);
    printf("tables %u\nconnections %u\nmoves %llu\nseconds %.2f\n", want.tables, players,
           (unsigned long long)moves_made, seconds);
    if (begin && moves_made) {
        printf("moves_a_second %.0f\np50_ms %.2f\np99_ms %.2f\nmost_ms %.2f\n",
               (double)moves_made / seconds, percentile_ms(0.5), percentile_ms(0.99),
               percentile_ms(1));
        printf("cpu_us_a_move %.1f\nuser_us_a_move %.1f\nsystem_us_a_move %.1f\n",
               (user_end - user + system_end - system) / (double)moves_made * 1e6,
               (user_end - user) / (double)moves_made * 1e6,
               (system_end - system) / (double)moves_made * 1e6);
        printf("events_a_move %.2f\nbytes_a_move %.0f\nclient_us_a_move %.1f\n",
               (double)events / (double)moves_made, (double)bytes_in / (double)moves_made,
               ((double)clock() - own) / CLOCKS_PER_SEC / (double)moves_made * 1e6);
    }
    printf("resident_mb %.1f\nmost_resident_mb %.1f\n", (double)server_kb("VmRSS") / 1024,
           (double)server_kb("VmHWM") / 1024);
}

/* ---- What is wanted ---- */

static void add_option(const char *option) {
    size_t used = strlen(want.options);
    const char *equals = strchr(option, '=');
    if (!equals) stop("--set OPTION=VALUE");
    snprintf(want.options + used, sizeof want.options - used, "%s\"%.*s\":\"%s\"",
             used ? "," : "", (int)(equals - option), option, equals + 1);
}

static void read_words(int count, char **word) {
    for (int i = 1; i < count; i += 2) {
        const char *name = word[i], *value = i + 1 < count ? word[i + 1] : NULL;
        if (!value) stop("%s needs a value; the first lines of bench/load.c explain", name);
        if (strcmp(name, "--port") == 0)
            want.port = (uint16_t)atoi(value);
        else if (strcmp(name, "--socket") == 0)
            want.socket = value;
        else if (strcmp(name, "--pid") == 0)
            want.pid = atoi(value);
        else if (strcmp(name, "--game") == 0)
            want.game = value;
        else if (strcmp(name, "--set") == 0)
            add_option(value);
        else if (strcmp(name, "--tables") == 0)
            want.tables = (uint32_t)atoi(value);
        else if (strcmp(name, "--seats") == 0)
            want.seats = (uint32_t)atoi(value);
        else if (strcmp(name, "--moves") == 0)
            want.moves = (uint32_t)atoi(value);
        else if (strcmp(name, "--seconds") == 0)
            want.seconds = atof(value);
        else if (strcmp(name, "--rate") == 0)
            want.rate = atof(value);
        else if (strcmp(name, "--thinking") == 0)
            want.thinking = (uint32_t)atoi(value);
        else
            stop("there is no %s", name);
    }
    if ((!want.port && !want.socket) || !want.seats || want.seats > SEATS_MAX)
        stop("--port N or --socket FILE, --seats 1 to 8");
}

int main(int count, char **word) {
    struct rlimit files;
    read_words(count, word);
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    tables_count = want.tables + want.thinking;
    tables = calloc(tables_count, sizeof *tables);
    latency_us = malloc(LATENCIES_MAX * sizeof *latency_us);
    ready_size = (size_t)want.tables * want.seats + want.thinking;
    ready = calloc(ready_size, sizeof *ready);
    poll_file = epoll_create1(0);
    if (!tables || !latency_us || !ready || poll_file < 0) stop("no memory");
    for (uint32_t i = 0; i < tables_count; i++) {
        tables[i].bots = i < want.thinking;
        tables[i].seats = tables[i].bots ? THINKING_SEATS : want.seats;
    }
    run();
    return 0;
}
