/* fuzz_guests.c: bytes as what several guests say to one server at once, a line each, while writes come
 * late, fail, or are there all the same, bots think, time passes and guests come and go:
 *
 *     a MESSAGE .. d MESSAGE   the guest says it; $T is the table that was opened last, $A to $H its tokens
 *     -a                       it goes
 *     +MS                      time passes
 *     . ! ?                    the oldest job comes back: right, failed, failed but kept
 *     <TEXT  ~                 other servers on the store say something; something was missed
 *
 * What is told is whole JSON; whoever stays is answered once for each message; and in the end every
 * table that was kept folds. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/host.h"
#include "../tests/model.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GUESTS = 4, THOUGHTS_MAX = 6, OPENS_MAX = 16, TURNS_MAX = 400 };

struct end {
    struct zk_guest *guest;
    bool closed;
    unsigned asked, answered;
};

static struct host host;
static struct model *model;
static struct end end[GUESTS];
static unsigned thought_about;
static char table[ZK_TABLE_ID_SIZE], tokens[ZK_SEATS_MAX][ZK_TOKEN_SIZE];

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

/* ---- The server's host ---- */

/* Notes the ids of a table that was opened; whatever else is in the message is passed over. */
static void note_opened(struct zk_json_in *in) {
    char key[32];
    size_t used;
    zk_json_enter_object(in);
    while (zk_json_next_key(in, key, sizeof key)) {
        unsigned seat = (unsigned)(key[0] - 'A');
        if (seat < ZK_SEATS_MAX && !key[1])
            zk_json_get_string(in, tokens[seat], sizeof tokens[seat], &used);
        else
            zk_json_skip(in);
    }
}

static void host_send(void *user, void *connection, const char *data, size_t size) {
    struct end *to = connection;
    struct zk_json_in in = zk_json_from(data, size);
    char key[32], id[ZK_TABLE_ID_SIZE] = "";
    bool answer = false;
    size_t used;
    (void)user;
    must(to->guest && !to->closed, "somebody is told who has gone");
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        answer |= strcmp(key, "request") == 0;
        if (strcmp(key, "table") == 0) {
            zk_json_get_string(&in, id, sizeof id, &used);
        } else if (strcmp(key, "tokens") == 0) {
            memcpy(table, id, sizeof table);
            note_opened(&in);
        } else {
            zk_json_skip(&in);
        }
    }
    must(zk_json_finish(&in), "what is told is no JSON");
    to->answered += answer;
}

static void host_close(void *user, void *connection, int code, const char *reason) {
    (void)user;
    (void)code;
    (void)reason;
    ((struct end *)connection)->closed = true;
}

static void host_say(void *user, const char *text, size_t size) {
    (void)user;
    must(size <= ZK_SAID_MAX && !memchr(text, '\0', size), "too much is said to others");
}

/* None now and then: what there is to say waits then. */
static uint32_t host_say_room(void *user) {
    (void)user;
    return host.now_ms / 64 % 4 ? 64 : 0;
}

static void host_report(void *user, const char *sentence) {
    (void)user;
    must(*sentence, "nothing is reported");
}

/* ---- What is under way ---- */

static bool one_job(char outcome) {
    if (host.writes) {
        struct zk_write *write = host_take_write(&host);
        write->failed = write->overtaken = false;
        if (outcome != '!') model_keep(model, write);
        write->failed = write->failed || outcome != '.';
        zk_server_written(host.server, write);
    } else if (host.reads) {
        struct zk_read *read = host_take_read(&host);
        model->unreadable = outcome != '.';
        zk_store_read(&model->store, read);
        model->unreadable = false;
        zk_server_has_read(host.server, read);
    } else if (host.thoughts) {
        thought_about++;
        host_think(&host);
    } else {
        return false;
    }
    return true;
}

/* ---- The script ---- */

static void come(struct end *who) {
    struct zk_address address = {
        {[10] = 0xFF, 0xFF, 10, 0, 0, (uint8_t)(who - end) / 2}}; /* two of an address */
    if (who->guest) return;
    *who = (struct end){.guest = zk_server_enter(host.server, who, &address)};
    must(who->guest, "somebody is not let in");
}

static void go(struct end *who) {
    if (who->guest) zk_server_leave(host.server, who->guest);
    who->guest = NULL;
}

static void put(struct zk_text *text, const char *at, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned seat = i + 1 < size ? (unsigned)(at[i + 1] - 'A') : ZK_SEATS_MAX;
        if (at[i] == '$' && i + 1 < size && at[i + 1] == 'T')
            zk_text_put(text, table), i++;
        else if (at[i] == '$' && seat < ZK_SEATS_MAX)
            zk_text_put(text, tokens[seat]), i++;
        else
            zk_text_put_char(text, at[i]);
    }
}

static void say(struct end *who, const char *at, size_t size) {
    static char message[ZK_NET_MESSAGE_MAX];
    struct zk_text text = zk_text_in(message, sizeof message);
    put(&text, at, size);
    come(who);
    if (text.full || who->closed) return;
    who->asked++;
    zk_server_message(host.server, who->guest, message, text.used);
}

static void one_line(const char *at, size_t size) {
    if (!size) return;
    unsigned place = (unsigned)(at[0] - 'a');
    if (place < GUESTS && size >= 2) {
        say(&end[place], at + 2, size - 2);
    } else if (at[0] == '-' && size == 2 && (unsigned)(at[1] - 'a') < GUESTS) {
        go(&end[at[1] - 'a']);
    } else if (at[0] == '+') {
        uint64_t ms = 0;
        for (size_t i = 1; i < size && i < 9 && at[i] >= '0' && at[i] <= '9'; i++)
            ms = ms * 10 + (uint64_t)(at[i] - '0');
        host_tick(&host, ms);
    } else if (at[0] == '<' && size <= ZK_SAID_MAX) {
        static char said[ZK_SAID_MAX + 1];
        struct zk_text text = zk_text_in(said, sizeof said);
        put(&text, at + 1, size - 1);
        if (!text.full && text.used < sizeof said) {
            said[text.used] = '\0';
            zk_server_heard(host.server, said);
        }
    } else if (at[0] == '~') {
        zk_server_missed(host.server);
    } else if (strchr(".!?", at[0])) {
        one_job(at[0]);
    }
}

static void settle(void) {
    while (one_job('.')) {}
}

static void end_it(void) {
    struct zk_shared_rules *rules = NULL;
    char why[ZK_ASIDE_SIZE];
    for (unsigned i = 0; i < 3 && thought_about < THOUGHTS_MAX;
         i++) { /* failed writes are tried again */
        settle();
        host_tick(&host, 2000);
    }
    settle();
    for (unsigned i = 0; i < TURNS_MAX && zk_server_due_ms(host.server) <= host.now_ms; i++) {
        host_tick(&host, 0); /* those who wait for a turn go on */
        settle();
    }
    for (unsigned i = 0; i < GUESTS; i++)
        must(!end[i].guest || end[i].closed || end[i].answered == end[i].asked,
             "a message is not answered once");
    zk_server_stop(host.server);
    settle();
    must(!zk_server_is_busy(host.server), "something is still under way");
    for (unsigned i = 0; i < GUESTS; i++) {
        must(end[i].answered <= end[i].asked, "somebody is answered who did not ask");
        go(&end[i]);
    }
    zk_server_free(host.server);
    for (uint32_t i = 0; i < model->count; i++)
        must(zk_live_check(&rules, &model->store, model->table[i].head.id, why) == ZK_LOADED,
             "a table that was kept does not fold");
    model_free(model);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    must(sodium_init() >= 0, "libsodium does not start");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *at = (const char *)data, *stop, *last = at + size;
    struct zk_limits limits = zk_limits_usual;
    if (size > 32 * 1024) return -1;
    limits.tables_max = 3;
    limits.thinkers = 1;
    if (size % 5 == 0) limits.tables_size = 20 * 1024; /* of three, the largest is too much */
    if (size % 2) zk_limits_lift(&limits);
    model = model_new(size);
    host = (struct host){.now_ms = 1700000000000, .rng = zk_rng_stream(size, 2)};
    struct zk_host callbacks = host_callbacks(&host);
    callbacks.send = host_send;
    callbacks.close = host_close;
    callbacks.say = host_say;
    callbacks.say_room = host_say_room;
    callbacks.report = host_report;
    memset(end, 0, sizeof end);
    memset(table, 0, sizeof table);
    memset(tokens, 0, sizeof tokens);
    thought_about = 0;
    host.server = zk_server_new(&callbacks, &limits);
    for (; at < last && thought_about < THOUGHTS_MAX; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(last - at));
        if (!stop) stop = last;
        one_line(at, (size_t)(stop - at));
        if (host.writes > HOST_JOBS / 2 || host.reads > HOST_JOBS / 2 ||
            host.thoughts > HOST_JOBS / 2 || model->count >= OPENS_MAX)
            break;
    }
    end_it();
    return 0;
}
