/* test_secrecy [GAMES]: a seat learns nothing: whole games over real sockets in two worlds that differ only in what one
 * audience (a seat, or those who watch) may not know. All that this audience is sent must be the same, byte for byte, until
 * the difference is public.
 *
 * Each world has a server of its own (hosted.h): a process with its sockets and its file, whose clock, draws, ids and
 * tokens come from here, so nothing has to be masked. Beside it this test keeps a table of the same entries. At
 * each step it decides what happens in the first world, and finds for the second what the audience is told of in
 * the same words; then both servers are made to do it, and what was heard is compared. Around the moves the audience
 * asks for refusals, hints, history and records, leaves and comes back, undoes and is asked to; others do too; some take
 * part in fair shuffles, whose seeds are the same in both worlds while the draws are not; a server
 * is started anew in the middle of a game; the records at the end are replayed with the audience's eyes.
 *
 * GAMES is how many games of each kind are played, with every value of each option; without it a few of each game.
 *
 *   ZASHIKI_SEED   the seed they come from (1)
 *   ZASHIKI_GAME   only the game of this number (all) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "games/list.h"
#include "hosted.h"
#include "laws.h"
#include "table/replay.h"
#include "wire.h"

enum {
    WORLDS = 2,
    WATCHER = ZK_SEATS_MAX, /* connections: one for each seat, and these */
    SECOND,                 /* another one of the audience */
    CONTROL,                /* is at no table; its pings wake the server */
    CONNECTIONS,
    MESSAGE_SIZE = 4096,
    STEPS_MAX = 700, /* in one game */
    LUCK_MAX = 512,  /* draws in one step */
    BOT_MS = 400,
    PRESENCE_MS = 100,
    AWAY_MS = 61 * 1000,
    ID_BYTES =
        16, /* random ones that a server takes for a new table, then those of its tokens */
    TOKEN_BYTES = 24,
};

struct connection {
    int seat;    /* by whose token it speaks, or ZK_SPECTATOR */
    int invited; /* who watches may have the invitation of this bot's seat, or -1 */
    bool open, joined;
    uint32_t number; /* the last event it has been told of */
};

struct world {
    struct hosted hosted;
    struct zk_table table;         /* what the server's must be like */
    struct zk_entry_memory memory; /* its own */
    struct wire wire[CONNECTIONS];
    char message[MESSAGE_SIZE]; /* the next to be sent */
    char answer[MESSAGE_SIZE];  /* to the last one, cut if it is longer */
    uint64_t luck[LUCK_MAX];    /* of this step, not yet given to the server */
    unsigned luck_count;
};

struct run {
    struct world world[WORLDS];
    struct laws laws;
    const struct zk_game *game;
    struct zk_rng rng;
    uint64_t seed, number;
    int audience;
    struct connection connection[CONNECTIONS];
    char id[ZK_TABLE_ID_SIZE], token[ZK_SEATS_MAX][ZK_TOKEN_SIZE],
        invitation[ZK_SEATS_MAX][ZK_TOKEN_SIZE];
    char link[ZK_SEATS_MAX][ZK_TOKEN_SIZE]; /* to another device, unused; or "" */
    uint64_t now_ms, away_since_ms[ZK_SEATS_MAX];
    uint8_t secret[ZK_SEED_SIZE]; /* of the table, for its seeds; the same in both worlds */
    bool fair;                    /* some commit to seeds */
    unsigned density;             /* of 100 hidden things so many are made to differ, */
    uint32_t same_for;            /* but none in the first moves */
    uint32_t requests, steps, apart;
    bool is_apart;                 /* the worlds have differed in this game */
    unsigned asked[ZK_ASKS_COUNT]; /* how often the audience asked each thing */
};

/* What has been looked at, over all games. */
static struct {
    uint64_t games, steps, apart, bytes, ended, restarts, refusals, hints, undos, replays;
    uint64_t seeds, draws, seated, again;
} tally;

static uint32_t below(struct run *run, uint32_t n) { return zk_rng_below(&run->rng, n); }
static struct zk_fold *now_of(struct run *run, unsigned w) { return &run->world[w].table.now; }
static uint32_t count_of(struct run *run) { return now_of(run, 0)->count; }

__attribute__((format(printf, 2, 3), noreturn)) static void give_up(const struct run *run,
                                                                    const char *format, ...) {
    char words[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    for (unsigned w = 0; w < WORLDS; w++) {
        char *said = hosted_said(&run->world[w].hosted);
        if (*said) print_error("server %u said: %s\n", w, said);
        free(said);
    }
    fail_msg("%s\n  ZASHIKI_SEED=%llu ZASHIKI_GAME=%llu: %s, told to %s, step %u, entry %u",
             words, (unsigned long long)run->seed, (unsigned long long)run->number,
             run->laws.name,
             run->audience < 0 ? "those who watch" : zk_actor_name(run->audience), run->steps,
             run->world[0].table.now.count);
    abort();
}

/* ---- The wires ---- */

static bool is_observed(const struct run *run, unsigned c) {
    return c == WATCHER || c == SECOND || (int)c == run->audience;
}

static void open_wire(struct run *run, unsigned c) {
    for (unsigned w = 0; w < WORLDS; w++) {
        struct wire *wire = &run->world[w].wire[c];
        if (!wire_open(wire, run->world[w].hosted.port))
            give_up(run, "world %u lets nobody in", w);
        wire->kept = c != CONTROL && is_observed(run, c);
    }
    run->connection[c].open = true;
    run->connection[c].joined = false;
    run->connection[c].number = 0;
}

static void shut_wire(struct run *run, unsigned c) {
    struct connection *connection = &run->connection[c];
    for (unsigned w = 0; w < WORLDS; w++) wire_close(&run->world[w].wire[c]);
    bool was_here = connection->joined;
    connection->open = connection->joined = false;
    if (connection->seat >= 0 && was_here) {
        bool other = false;
        for (unsigned i = 0; i < CONTROL; i++)
            other |= run->connection[i].joined && run->connection[i].seat == connection->seat;
        if (!other) run->away_since_ms[connection->seat] = run->now_ms;
    }
}

/* The number that follows `"key":` at the start of a message, behind the table; or -1. */
static int64_t leading(const struct run *run, const char *message, const char *key) {
    char begin[96];
    int size =
        snprintf(begin, sizeof begin, "{\"zashiki\":1,\"table\":\"%s\",\"%s\":", run->id, key);
    if (strncmp(message, begin, (size_t)size) != 0) return -1;
    return strtoll(message + size, NULL, 10);
}

/* Takes the next message of a connection in; `number` is the last event it tells of so far. */
static const char *listen_once(struct run *run, unsigned w, unsigned c, uint32_t *number) {
    size_t size;
    const char *message = wire_next(&run->world[w].wire[c], &size);
    if (!message)
        give_up(run, "world %u: connection %u waits in vain, or is closed, at event %u of %u",
                w, c, *number, count_of(run));
    int64_t event = leading(run, message, "event");
    if (event < 0) event = leading(run, message, "snapshot");
    if (event > (int64_t)*number) *number = (uint32_t)event;
    return message;
}

/* Until the answer to the last request comes. */
static void await_answer(struct run *run, unsigned w, unsigned c, uint32_t *number) {
    struct world *world = &run->world[w];
    char wanted[48];
    snprintf(wanted, sizeof wanted, "\"request\":\"r%u\"", run->requests);
    for (;;) {
        const char *message = listen_once(run, w, c, number);
        const char *at = strstr(message, wanted);
        if (!at || at > message + 80) continue;
        snprintf(world->answer, sizeof world->answer, "%s", message);
        return;
    }
}

static void put_quoted(struct zk_json_out *out, const char *key, const char *value) {
    zk_json_key(out, key);
    zk_json_put_string(out, value);
}

static void put_number(struct zk_json_out *out, const char *key, int64_t value) {
    zk_json_key(out, key);
    zk_json_put_int(out, value);
}

/* Begins a message of a connection, the same in both worlds or one of its own. */
static void begin(struct run *run, struct zk_json_out *out, struct zk_text *text, unsigned w,
                  unsigned c, const char *ask) {
    char request[16];
    *text = zk_text_in(run->world[w].message, MESSAGE_SIZE);
    *out = zk_json_to(text);
    snprintf(request, sizeof request, "r%u", run->requests);
    zk_json_begin_object(out);
    put_number(out, "zashiki", 1);
    put_quoted(out, "do", ask);
    put_quoted(out, "request", request);
    if (c == CONTROL || strcmp(ask, "ping") == 0) return;
    put_quoted(out, "table", run->id);
    if (run->connection[c].seat >= 0)
        put_quoted(out, "token", run->token[run->connection[c].seat]);
    else if (run->connection[c].invited >= 0)
        put_quoted(out, "token", run->invitation[run->connection[c].invited]);
}

/* A message with nothing but what every one has, and perhaps one more word or number. */
static void say(struct run *run, unsigned c, const char *ask, const char *key,
                const char *word, int64_t number) {
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_text text;
        struct zk_json_out out;
        begin(run, &out, &text, w, c, ask);
        put_number(&out, "at", count_of(run));
        if (word) put_quoted(&out, key, word);
        if (!word && key) put_number(&out, key, number);
        zk_json_end_object(&out);
    }
}

/* Sends what was said, and takes in everything up to the answer. */
static void exchange(struct run *run, unsigned c) {
    struct connection *connection = &run->connection[c];
    uint32_t number = connection->number;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct world *world = &run->world[w];
        for (unsigned i = 0; i < world->luck_count; i++)
            hosted_luck(&world->hosted, world->luck[i]);
        world->luck_count = 0;
        uint32_t reached = number;
        if (!wire_send(&world->wire[c], world->message, strlen(world->message)))
            give_up(run, "world %u takes no message", w);
        await_answer(run, w, c, &reached);
        connection->number = reached;
    }
}

/* Everybody hears of all that has happened. */
static void hear_all(struct run *run) {
    for (unsigned c = 0; c < CONTROL; c++) {
        struct connection *connection = &run->connection[c];
        uint32_t number = connection->number;
        if (!connection->joined) continue;
        for (unsigned w = 0; w < WORLDS; w++) {
            connection->number = number;
            while (connection->number < count_of(run))
                listen_once(run, w, c, &connection->number);
        }
    }
}

/* What was sent before this is heard: reactions, who is here. */
static void hear_rest(struct run *run) {
    for (unsigned c = 0; c < CONTROL; c++) {
        if (!run->connection[c].open || !is_observed(run, c)) continue;
        say(run, c, "ping", NULL, NULL, 0);
        exchange(run, c);
    }
}

/* ---- What was heard ---- */

static void tell_difference(struct run *run, unsigned c) {
    const struct wire *one = &run->world[0].wire[c], *two = &run->world[1].wire[c];
    size_t at = 0,
           least = one->heard_used < two->heard_used ? one->heard_used : two->heard_used;
    while (at < least && one->heard[at] == two->heard[at]) at++;
    size_t from = at > 300 ? at - 300 : 0;
    give_up(
        run, "connection %u hears %zu and %zu bytes, the same up to %zu:\n%.*s\nand\n%.*s", c,
        one->heard_used, two->heard_used, at,
        (int)(one->heard_used - from > 700 ? 700 : one->heard_used - from), one->heard + from,
        (int)(two->heard_used - from > 700 ? 700 : two->heard_used - from), two->heard + from);
}

static void compare(struct run *run) {
    for (unsigned c = 0; c < CONTROL; c++) {
        struct wire *one = &run->world[0].wire[c], *two = &run->world[1].wire[c];
        if (!run->connection[c].open || !is_observed(run, c)) continue;
        if (one->heard_used != two->heard_used ||
            (one->heard_used && memcmp(one->heard, two->heard, one->heard_used) != 0))
            tell_difference(run, c);
        tally.bytes += one->heard_used;
        wire_forget(one);
        wire_forget(two);
    }
}

/* Standard error is for whoever runs the server, who may sit at the table. */
static void compare_logs(struct run *run) {
    char *one = hosted_said(&run->world[0].hosted), *two = hosted_said(&run->world[1].hosted);
    if (strcmp(one, two) != 0) give_up(run, "the logs differ");
    free(one);
    free(two);
}

/* ---- Two worlds, one story ---- */

enum sight { SAME, PUBLIC, OVER };

static void see(struct run *run, unsigned w, int audience, struct zk_view *view) {
    memset(view, 0, sizeof *view);
    run->game->view(run->laws.rules, &now_of(run, w)->state, audience, view);
}

static bool looks_alike(struct run *run, int audience) {
    static struct zk_view view[WORLDS];
    for (unsigned w = 0; w < WORLDS; w++) see(run, w, audience, &view[w]);
    return memcmp(&view[0], &view[1], sizeof view[0]) == 0;
}

/* Whether the record of the game is the same in both worlds, and not only how it stands. */
static bool same_record(struct run *run) {
    uint16_t line[WORLDS][ZK_LINE_MAX];
    for (unsigned w = 0; w < WORLDS; w++)
        zk_fold_line(now_of(run, w), &run->world[w].table, line[w]);
    for (uint32_t i = 0; i < now_of(run, 0)->moves_count; i++)
        if (run->world[0].table.entries[line[0][i]].move !=
            run->world[1].table.entries[line[1][i]].move)
            return false;
    return true;
}

/* Whether the audience may still not know in which world it is. */
static enum sight look(struct run *run) {
    run->is_apart |= !looks_alike(run, ZK_EVERYTHING);
    if (now_of(run, 0)->status == ZK_TABLE_OVER)
        return looks_alike(run, ZK_EVERYTHING) && same_record(run) ? SAME : OVER;
    if (!looks_alike(run, ZK_SPECTATOR)) return PUBLIC;
    if (!looks_alike(run, run->audience)) give_up(run, "its view tells two worlds apart");
    return SAME;
}

static void tell(struct run *run, unsigned w, zk_move move, char *told) {
    laws_told(&run->laws, &now_of(run, w)->state, move, run->audience, told);
}

static void print_whole(struct run *run, unsigned w, zk_move move, char *words) {
    struct zk_text text = zk_text_in(words, ZK_MOVE_TEXT_SIZE);
    run->game->print_move(run->laws.rules, &now_of(run, w)->state, move, ZK_EVERYTHING, &text);
}

static bool wants_difference(struct run *run) {
    return now_of(run, 0)->moves_count >= run->same_for && below(run, 100) < run->density;
}

/* What comes of a draw in a world: chance's outcome, or the move of the bot in `seat`. */
static zk_move drawn(struct run *run, unsigned w, int seat, uint64_t bits) {
    struct zk_table *table = &run->world[w].table;
    struct zk_rng rng = {bits};
    zk_move move = 0;
    if (seat < 0) return zk_sample(run->game, run->laws.rules, &table->now.state, &rng);
    zk_table_hint(table, seat, zk_table_bot_of(table, seat), &rng, NULL, &move, NULL);
    return move;
}

/* ---- Fair shuffles, as a server does them ---- */

/* A seat's own. */
static void seed_of(unsigned seat, uint8_t seed[ZK_SEED_SIZE]) {
    memset(seed, 'a' + (int)seat, ZK_SEED_SIZE);
}

/* Adds what is next of commitments and shown seeds, in both worlds. */
static void fair_goes_on(struct run *run) {
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_table *table = &run->world[w].table;
        enum zk_entry_kind kind;
        int who;
        while (zk_table_fair_next(table, &kind, &who)) {
            uint8_t seed[ZK_SEED_SIZE], bytes[ZK_SEED_SIZE];
            if (who == ZK_CHANCE)
                zk_fair_seed(run->secret, table->now.games, seed);
            else
                seed_of((unsigned)who, seed);
            if (kind == ZK_ENTRY_COMMIT)
                zk_fair_commit(ZK_SEED_OF_SERVER, seed, bytes);
            else
                memcpy(bytes, seed, sizeof bytes);
            zk_table_fair_add(table, kind, who, bytes, run->now_ms);
            tally.seeds++;
        }
    }
}

/* Those whose seeds have not come in time are left out. */
static void leave_out(struct run *run) {
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_table *table = &run->world[w].table;
        unsigned due = zk_fold_seeds_due(&table->now);
        for (int seat = 0; seat < ZK_SEATS_MAX; seat++)
            if (due >> seat & 1)
                zk_table_fair_add(table, ZK_ENTRY_LATE, seat, NULL, run->now_ms);
    }
}

static void put_seed(struct zk_json_out *out, const char *key, const uint8_t *bytes) {
    char digits[ZK_SEED_TEXT_SIZE];
    zk_seed_print(bytes, digits);
    put_quoted(out, key, digits);
}

static void put_commit(struct zk_json_out *out, unsigned seat) {
    uint8_t seed[ZK_SEED_SIZE], bytes[ZK_SEED_SIZE];
    seed_of(seat, seed);
    zk_fair_commit(seat, seed, bytes);
    put_seed(out, "commit", bytes);
}

static void enter(struct run *run, unsigned w, int seat, zk_move move) {
    struct zk_table *table = &run->world[w].table;
    if (seat == ZK_CHANCE && table->now.fair.commit[ZK_SEED_OF_SERVER]) {
        zk_table_drawn(table, move, run->now_ms);
        tally.draws++;
        return;
    }
    struct zk_entry entry = {
        .kind = ZK_ENTRY_MOVE, .seat = (int8_t)seat, .move = move, .at_ms = run->now_ms};
    if (!zk_table_restore(table, &entry)) give_up(run, "a draw is no move");
}

static void note_luck(struct run *run, unsigned w, uint64_t bits) {
    struct world *world = &run->world[w];
    if (world->luck_count == LUCK_MAX) give_up(run, "too many draws");
    world->luck[world->luck_count++] = bits;
}

/* Chance or a bot in both worlds: different where that can be, the same to the audience; PUBLIC when it cannot. */
static enum sight draw(struct run *run, int seat) {
    char told[WORLDS][LAWS_TOLD_SIZE], whole[WORLDS][ZK_MOVE_TEXT_SIZE];
    uint64_t bits = zk_rng_next(&run->rng), found_bits = 0;
    zk_move move = drawn(run, 0, seat, bits), found = 0;
    bool differ = wants_difference(run), is_found = false;
    tell(run, 0, move, told[0]);
    print_whole(run, 0, move, whole[0]);
    for (unsigned tries = 0; tries < (seat < 0 ? 300 : 10); tries++) {
        uint64_t other_bits = tries ? zk_rng_next(&run->rng) : bits;
        zk_move other = drawn(run, 1, seat, other_bits);
        tell(run, 1, other, told[1]);
        if (strcmp(told[0], told[1]) != 0) continue;
        print_whole(run, 1, other, whole[1]);
        is_found = true;
        found_bits = other_bits;
        found = other;
        if ((strcmp(whole[0], whole[1]) != 0) == differ) break;
        if (differ && tries > 30) break;
    }
    if (!is_found) return PUBLIC;
    print_whole(run, 1, found, whole[1]);
    run->apart += strcmp(whole[0], whole[1]) != 0;
    note_luck(run, 0, bits);
    note_luck(run, 1, found_bits);
    enter(run, 0, seat < 0 ? ZK_CHANCE : seat, move);
    enter(run, 1, seat < 0 ? ZK_CHANCE : seat, found);
    return look(run);
}

static enum zk_wait wait_of(struct run *run, int *seat) {
    int other;
    enum zk_wait wait = zk_table_wait(&run->world[0].table, seat);
    if (zk_table_wait(&run->world[1].table, &other) != wait || other != *seat)
        give_up(run, "two worlds wait for different things");
    return wait;
}

/* Chance as long as it is to move. */
static enum sight draw_all(struct run *run) {
    enum sight sight = SAME;
    int seat;
    fair_goes_on(run);
    while (sight == SAME && wait_of(run, &seat) == ZK_WAIT_CHANCE) sight = draw(run, -1);
    fair_goes_on(run);
    return sight;
}

/* A step that both mirrors have taken is taken by both servers, if the audience may hear of it. */
static enum sight go(struct run *run, unsigned c, enum sight sight) {
    if (sight == PUBLIC) return sight;
    exchange(run, c);
    hear_all(run);
    if (sight == SAME) compare(run);
    return sight;
}

/* Only whether two are the same is looked at. */
static void hash_of(const char *key, uint8_t hash[ZK_HASH_SIZE]) {
    uint64_t sum = 1;
    for (; *key; key++) sum = zk_rng_mix(sum ^ (unsigned char)*key);
    for (unsigned i = 0; i < ZK_HASH_SIZE; i++) hash[i] = (uint8_t)(sum >> i % 8 * 8 | 1);
}

/* By which key or link a command is given, and which it brings. */
static void give_keys(const struct zk_table *table, const struct zk_message *message,
                      struct zk_command *command, uint8_t key[ZK_HASH_SIZE]) {
    hash_of(message->token, key);
    command->holds = zk_fold_key(&table->now, table, command->seat, key);
    command->linked = zk_fold_link(&table->now, table, command->seat, key);
    hash_of(message->key, key);
    command->key = message->key[0] ? key : NULL;
}

/* The same once more, with the same request: the answer is the same, and nothing has happened. */
static void say_again(struct run *run, unsigned c) {
    char answer[WORLDS][MESSAGE_SIZE];
    for (unsigned w = 0; w < WORLDS; w++)
        memcpy(answer[w], run->world[w].answer, MESSAGE_SIZE);
    exchange(run, c);
    for (unsigned w = 0; w < WORLDS; w++)
        if (strcmp(answer[w], run->world[w].answer) != 0)
            give_up(run, "world %u answers %s, and once more %s", w, answer[w],
                    run->world[w].answer);
    hear_rest(run);
    compare(run);
    tally.again++;
}

/* What was said is acted on at both mirrors, and what must come of it is compared with what the servers
 * answer. */
static enum sight act(struct run *run, unsigned c) {
    struct zk_sentence refusal[WORLDS];
    uint32_t entry[WORLDS];
    bool done[WORLDS];
    for (unsigned w = 0; w < WORLDS; w++) {
        struct world *world = &run->world[w];
        struct zk_message message;
        struct zk_command command;
        int seat = run->connection[c].seat;
        done[w] =
            zk_message_read(world->message, strlen(world->message), &message, &refusal[w]) &&
            seat >= 0 && zk_message_command(&message, seat, &command, &refusal[w]);
        if (!done[w]) continue;
        if (command.kind == ZK_DO_BOT && command.whom >= 0) {
            bool here = false;
            for (unsigned i = 0; i < CONTROL; i++)
                here |= run->connection[i].joined && run->connection[i].seat == command.whom;
            command.away = !here && run->now_ms >= run->away_since_ms[command.whom] +
                                                       world->hosted.limits.away_ms;
        }
        uint8_t seed[ZK_SEED_SIZE], key[ZK_HASH_SIZE];
        give_keys(&world->table, &message, &command, key);
        memcpy(seed, message.seed, sizeof seed);
        zk_fair_seal(run->secret, world->table.now.games, (unsigned)seat, seed);
        if (command.kind == ZK_DO_SEED && zk_fold_seeds_due(&world->table.now) >> seat & 1)
            command.seed = seed;
        done[w] = zk_table_do(&world->table, &command, run->now_ms, &entry[w], &refusal[w]);
        if (done[w] && message.has_commit && zk_table_may_commit(&world->table, seat))
            zk_table_fair_add(&world->table, ZK_ENTRY_COMMIT, seat, message.commit,
                              run->now_ms);
    }
    if (done[0] != done[1]) give_up(run, "what is asked goes in one of two worlds alone");
    enum sight sight = SAME;
    if (done[0]) sight = look(run);
    if (sight == SAME && done[0]) sight = draw_all(run);
    if (sight == OVER) fair_goes_on(run);
    sight = go(run, c, sight);
    for (unsigned w = 0; sight != PUBLIC && w < WORLDS; w++) {
        const char *answer = run->world[w].answer;
        char wanted[48];
        snprintf(wanted, sizeof wanted, "\"done\":%u}", done[w] ? entry[w] : 0);
        if ((strstr(answer, "\"refused\":") != NULL) == done[w] ||
            (done[w] && !strstr(answer, wanted)))
            give_up(run, "world %u answers %s to %s", w, answer, run->world[w].message);
    }
    if (!done[0] && (int)c == run->audience) tally.refusals++;
    /* Who has left asks by no key any more. */
    int seat = run->connection[c].seat;
    bool has_left = seat >= 0 && now_of(run, 0)->seat[seat].kind == ZK_SEAT_OPEN;
    if (sight == SAME && !has_left && below(run, 10) == 0) say_again(run, c);
    return sight;
}

/* Time passes, and what is due is done. A bot moves if it is its turn. */
static enum sight pass_time(struct run *run, uint64_t ms) {
    int seat;
    enum sight sight = SAME;
    run->now_ms += ms;
    if (wait_of(run, &seat) == ZK_WAIT_BOT && ms >= BOT_MS) {
        sight = draw(run, seat);
        if (sight == SAME) sight = draw_all(run);
    } else if (wait_of(run, &seat) == ZK_WAIT_SEEDS) {
        if (run->now_ms >= zk_table_seeds_ms(&run->world[0].table)) {
            leave_out(run);
            sight = draw_all(run);
        }
    } else {
        for (unsigned w = 0; w < WORLDS; w++)
            if (zk_table_tick(&run->world[w].table, run->now_ms)) sight = look(run);
    }
    if (sight == OVER) fair_goes_on(run);
    if (sight == PUBLIC) return sight;
    for (unsigned w = 0; w < WORLDS; w++) {
        for (unsigned i = 0; i < run->world[w].luck_count; i++)
            hosted_luck(&run->world[w].hosted, run->world[w].luck[i]);
        run->world[w].luck_count = 0;
        /* Last: the server may look at the time before it is asked, and draws what is due. */
        __atomic_store_n(&run->world[w].hosted.world->now_ms, run->now_ms, __ATOMIC_RELEASE);
    }
    /* The first makes the loop turn, in the next turn what is due is done, and then it is heard. */
    for (unsigned i = 0; i < 3; i++) {
        say(run, CONTROL, "ping", NULL, NULL, 0);
        exchange(run, CONTROL);
    }
    hear_all(run);
    if (sight != SAME) return sight;
    hear_rest(run);
    compare(run);
    return sight;
}

/* ---- What can happen ---- */

static void join(struct run *run, unsigned c, int64_t since) {
    struct connection *connection = &run->connection[c];
    say(run, c, "join", since >= 0 ? "since" : NULL, NULL, since);
    connection->number = 0;
    connection->joined = true;
    exchange(run, c);
    connection->number = count_of(run);
}

/* A move in a world that the audience is told of as of `move` in the first, as `differ` wants it; false when there
 * is none. */
static bool find_alike(struct run *run, int seat, zk_move move, bool differ, zk_move *found) {
    char told[LAWS_TOLD_SIZE], also[LAWS_TOLD_SIZE], whole[ZK_MOVE_TEXT_SIZE];
    const struct zk_state *state = &now_of(run, 1)->state;
    tell(run, 0, move, told);
    print_whole(run, 0, move, whole);
    bool same =
        zk_parse_move(run->game, run->laws.rules, state, seat, whole, strlen(whole), found);
    if (same) {
        tell(run, 1, *found, also);
        same = strcmp(told, also) == 0;
    }
    if (seat == run->audience || (same && !differ)) return same;
    uint32_t count =
        run->game->moves(run->laws.rules, state, seat, run->laws.other_move, NULL);
    uint32_t alike = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (same && run->laws.other_move[i] == *found) continue;
        tell(run, 1, run->laws.other_move[i], also);
        if (strcmp(told, also) != 0) continue;
        if (below(run, ++alike) == 0) *found = run->laws.other_move[i];
        if (same) return true; /* another one than the same */
    }
    return same || alike > 0;
}

static void say_move(struct run *run, unsigned c, const char *const text[WORLDS],
                     const size_t size[WORLDS], uint32_t at) {
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_text message;
        struct zk_json_out out;
        begin(run, &out, &message, w, c, "move");
        put_number(&out, "at", at);
        zk_json_key(&out, "move");
        zk_json_put_bytes(&out, text[w], size[w]);
        zk_json_end_object(&out);
    }
}

/* A seat's move: different in both worlds where the audience is not told of it in full. */
static enum sight play(struct run *run, int seat) {
    zk_move move[WORLDS];
    char whole[WORLDS][ZK_MOVE_TEXT_SIZE];
    uint32_t count =
        run->game->moves(run->laws.rules, &now_of(run, 0)->state, seat, run->laws.move, NULL);
    bool found = false;
    if (!count) return SAME;
    for (unsigned tries = 0; tries < 24 && !found; tries++) {
        move[0] = run->laws.move[below(run, count)];
        found = find_alike(run, seat, move[0], wants_difference(run), &move[1]);
    }
    if (!found) return PUBLIC; /* what it holds is about to show */
    const char *text[WORLDS] = {whole[0], whole[1]};
    size_t size[WORLDS];
    for (unsigned w = 0; w < WORLDS; w++) {
        print_whole(run, w, move[w], whole[w]);
        size[w] = strlen(whole[w]);
    }
    run->apart += strcmp(whole[0], whole[1]) != 0;
    memcpy(run->laws.pool[run->laws.pool_used++ % LAWS_POOL], whole[below(run, 2)],
           ZK_MOVE_TEXT_SIZE);
    say_move(run, (unsigned)seat, text, size, count_of(run));
    return act(run, (unsigned)seat);
}

/* A move that another seat could make in one of the worlds: whether it can is not this seat's to know. */
static size_t print_others(struct run *run, int seat, char *text) {
    unsigned w = below(run, WORLDS);
    const struct zk_state *state = &now_of(run, w)->state;
    int other = run->game->actor(run->laws.rules, state);
    if (other == seat) other = (int)below(run, run->laws.seats);
    uint32_t count =
        run->game->moves(run->laws.rules, state, other, run->laws.other_move, NULL);
    text[0] = '\0';
    if (count) print_whole(run, w, run->laws.other_move[below(run, count)], text);
    return strlen(text);
}

/* A text that is no move, or one of another position: of the audience, or of somebody else, of which it hears
 * nothing. */
static enum sight play_rubbish(struct run *run, unsigned c) {
    char text[LAWS_RUBBISH_SIZE];
    bool listed = now_of(run, 0)->status == ZK_TABLE_PLAYING &&
                  run->game->actor(run->laws.rules, &now_of(run, 0)->state) >= 0 &&
                  laws_list(&run->laws, &now_of(run, 0)->state);
    if (!listed) run->laws.count = 0;
    size_t size = laws_make_rubbish(&run->laws, &run->rng, text);
    if (listed && below(run, 2)) size = print_others(run, run->connection[c].seat, text);
    for (size_t i = 0; i < size; i++) /* a WebSocket is closed for what is no UTF-8 */
        if ((unsigned char)text[i] >= 0x80) text[i] = '?';
    int seat = run->connection[c].seat;
    zk_move move;
    for (unsigned w = 0; seat >= 0 && w < WORLDS; w++)
        if (zk_parse_move(run->game, run->laws.rules, &now_of(run, w)->state, seat, text, size,
                          &move))
            return SAME; /* a move after all */
    uint32_t at = count_of(run) - (below(run, 4) ? 0 : below(run, count_of(run) + 1));
    say_move(run, c, (const char *const[]){text, text}, (const size_t[]){size, size}, at);
    return act(run, c);
}

/* Asks that change nothing. */
static void read_something(struct run *run, unsigned c) {
    static const char *const asks[] = {"history", "history", "history", "join", "record"};
    const char *ask = asks[below(run, sizeof asks / sizeof *asks)];
    uint32_t count = count_of(run);
    if (strcmp(ask, "join") == 0) {
        join(run, c, below(run, 2) ? -1 : (int64_t)below(run, count + 1));
        hear_rest(run);
    } else if (strcmp(ask, "record") == 0) {
        say(run, c, ask, below(run, 2) ? "games" : NULL, NULL, below(run, 2));
        exchange(run, c);
    } else {
        run->requests++;
        /* Some are out of range. */
        uint32_t from = below(run, count + 1), left = count - from + 2;
        uint32_t to = from + below(run, left < 66 ? left : 66);
        for (unsigned w = 0; w < WORLDS; w++) {
            struct zk_text text;
            struct zk_json_out out;
            begin(run, &out, &text, w, c, ask);
            put_number(&out, "from", from);
            put_number(&out, "to", to);
            zk_json_end_object(&out);
        }
        exchange(run, c);
    }
    hear_all(run);
    compare(run);
}

/* A hint follows from what the seat knows and a draw that is the same in both worlds. */
static enum sight ask_hint(struct run *run, unsigned c) {
    static const char *const names[] = {"random", "easy", "greedy"};
    struct zk_sentence refusal;
    int seat = run->connection[c].seat;
    const char *name = names[below(run, 3)];
    say(run, c, "hint", "bot", name, 0);
    if (seat >= 0 && zk_bots_of(run->game, name) &&
        zk_table_may_advise(&run->world[0].table, seat, "", &refusal)) {
        uint64_t bits = zk_rng_next(&run->rng);
        char request[ZK_REQUEST_SIZE];
        snprintf(request, sizeof request, "r%u", run->requests);
        for (unsigned w = 0; w < WORLDS; w++) {
            zk_table_advise(&run->world[w].table, seat, request, run->now_ms);
            note_luck(run, w, bits);
        }
        tally.hints++;
    }
    return go(run, c, SAME);
}

static void come_and_go(struct run *run, unsigned c) {
    uint32_t count = count_of(run);
    if (run->connection[c].open) {
        compare(run);
        shut_wire(run, c);
        /* The server knows of it when it hears something else. */
        say(run, CONTROL, "ping", NULL, NULL, 0);
        exchange(run, CONTROL);
        if (c == WATCHER || c == SECOND) return;
    }
    open_wire(run, c);
    join(run, c,
         below(run, 2) ? -1 : (int64_t)(count - below(run, count < 20 ? count + 1 : 20)));
    hear_all(run);
    hear_rest(run);
    compare(run);
}

static void react(struct run *run, unsigned c) {
    say(run, c, "react", "reaction", below(run, 5) ? "hello" : "no such sign", 0);
    exchange(run, c);
    hear_all(run);
    hear_rest(run);
    compare(run);
}

/* Whoever is asked agrees or not. */
static enum sight answer_asked(struct run *run) {
    const struct zk_fold *now = now_of(run, 0);
    for (unsigned c = 0; c < run->laws.seats; c++) {
        bool asked = now->seat[c].kind == ZK_SEAT_PERSON && (int)c != now->asker &&
                     !(now->agreed >> c & 1);
        if (!asked) continue;
        say(run, c, below(run, 4) ? "agree" : "decline", NULL, NULL, 0);
        return act(run, c);
    }
    return SAME;
}

/* Both servers end and start anew from what they have kept. */
static void restart(struct run *run) {
    bool was_open[CONNECTIONS];
    compare(run);
    for (unsigned c = 0; c < CONNECTIONS; c++) was_open[c] = run->connection[c].open;
    for (unsigned w = 0; w < WORLDS; w++)
        if (hosted_stop(&run->world[w].hosted) != 0) give_up(run, "server %u ended badly", w);
    for (unsigned c = 0; c < CONNECTIONS; c++)
        if (was_open[c]) shut_wire(run, c);
    for (unsigned w = 0; w < WORLDS; w++) {
        hosted_start(&run->world[w].hosted);
        run->world[w].table.counts_from_ms = run->now_ms; /* no clock ran while it was down */
    }
    open_wire(run, CONTROL);
    for (unsigned c = 0; c < CONTROL; c++) {
        run->away_since_ms[c % ZK_SEATS_MAX] = run->now_ms;
        if (!was_open[c]) continue;
        open_wire(run, c);
        join(run, c, below(run, 2) ? -1 : (int64_t)below(run, count_of(run) + 1));
    }
    hear_all(run);
    hear_rest(run);
    compare(run);
    tally.restarts++;
}

static unsigned any_person(struct run *run) {
    unsigned c, tries = 0;
    do c = below(run, run->laws.seats);
    while (now_of(run, 0)->seat[c].kind != ZK_SEAT_PERSON && ++tries < 40);
    return c;
}

/* One of the connections by which the audience hears; those who watch come back if nobody does. */
static unsigned any_observed(struct run *run) {
    unsigned open[CONTROL], count = 0;
    for (unsigned c = 0; c < CONTROL; c++)
        if (run->connection[c].open && is_observed(run, c)) open[count++] = c;
    if (count) return open[below(run, count)];
    come_and_go(run, WATCHER);
    return WATCHER;
}

/* That a bot shall play a seat. */
static void say_bot(struct run *run, unsigned c, unsigned seat, const char *bot) {
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_text text;
        struct zk_json_out out;
        begin(run, &out, &text, w, c, "bot");
        put_number(&out, "at", count_of(run));
        put_quoted(&out, "seat", zk_actor_name((int)seat));
        put_quoted(&out, "bot", bot);
        zk_json_end_object(&out);
    }
}

/* A person leaves the seat to a stand-in, or somebody else does that for one who is away, or comes back. */
static enum sight change_hands(struct run *run) {
    unsigned c = below(run, run->laws.seats), by = any_person(run);
    if (now_of(run, 0)->seat[c].kind == ZK_SEAT_STAND_IN) {
        say(run, c, "sit", NULL, NULL, 0);
        return act(run, c);
    }
    say_bot(run, by, below(run, 2) ? c : by, "random");
    return act(run, by);
}

/* One of those whose seeds are waited for hands it in, or nobody does until it is too late. */
static enum sight hand_in(struct run *run) {
    unsigned due = zk_fold_seeds_due(now_of(run, 0)), c = below(run, run->laws.seats);
    if (below(run, 8) == 0) return pass_time(run, ZK_SEEDS_MS);
    while (!(due >> c & 1)) c = (c + 1) % run->laws.seats;
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        uint8_t seed[ZK_SEED_SIZE];
        struct zk_text text;
        struct zk_json_out out;
        seed_of(c, seed);
        begin(run, &out, &text, w, c, "seed");
        put_number(&out, "at", count_of(run));
        put_seed(&out, "seed", seed);
        zk_json_end_object(&out);
    }
    return act(run, c);
}

static enum sight ask_with_key(struct run *run, unsigned c, const char *ask, const char *key) {
    say(run, c, ask, "key", key, 0);
    return act(run, c);
}

/* Who asks by a new token is told anew. */
static void join_anew(struct run *run, unsigned seat) {
    for (unsigned c = 0; c < CONTROL; c++)
        if (run->connection[c].joined && run->connection[c].seat == (int)seat)
            join(run, c, -1);
    hear_all(run);
    hear_rest(run);
    compare(run);
}

/* What concerns a seat and not the game: a link to another device, which comes by it, and puts the others out; a name
 * is deleted. */
static enum sight look_after_seat(struct run *run, unsigned c) {
    char key[ZK_TOKEN_SIZE];
    snprintf(key, sizeof key, "one-more-key-of-32-letters--%04u", run->requests % 10000);
    tally.seated++;
    if (below(run, 4) == 0) {
        say(run, c, "forget", NULL, NULL, 0);
        return act(run, c);
    }
    if (!run->link[c][0]) {
        memcpy(run->link[c], key, sizeof key);
        enum sight sight = ask_with_key(run, c, "link", key);
        if (strstr(run->world[0].answer, "refused")) run->link[c][0] = '\0';
        return sight;
    }
    memcpy(run->token[c], run->link[c], sizeof key);
    run->link[c][0] = '\0';
    enum sight sight = ask_with_key(run, c, "device", key);
    memcpy(run->token[c], key, sizeof key);
    if (sight != SAME) return sight;
    say(run, c, "alone", NULL, NULL, 0);
    sight = act(run, c);
    if (sight == SAME) join_anew(run, c);
    return sight;
}

static enum sight step(struct run *run) {
    const struct zk_fold *now = now_of(run, 0);
    int seat;
    enum zk_wait wait = wait_of(run, &seat);
    uint32_t what = below(run, 100);
    unsigned c = any_observed(run);
    if (now->asker >= 0 && what < 60) return answer_asked(run);
    if (now->status == ZK_TABLE_PAUSED && what < 50) {
        unsigned by = any_person(run);
        say(run, by, "resume", NULL, NULL, 0);
        return act(run, by);
    }
    if (what < 10) return play_rubbish(run, c);
    if (what < 13) return play_rubbish(run, any_person(run));
    if (what < 21) {
        read_something(run, c);
        return SAME;
    }
    if (what < 22) return ask_hint(run, c);
    if (what < 25 && seat == run->audience && seat >= 0) return ask_hint(run, (unsigned)seat);
    if (what < 26) {
        react(run, below(run, 2) ? c : any_person(run));
        return SAME;
    }
    if (what < 28) {
        come_and_go(run,
                    (unsigned[]){WATCHER, SECOND, c < CONTROL ? c : WATCHER}[below(run, 3)]);
        return SAME;
    }
    if (what < 33) {
        unsigned by =
            below(run, 2) && run->audience >= 0 ? (unsigned)run->audience : any_person(run);
        say(run, by, "undo", NULL, NULL, 0);
        tally.undos++;
        return act(run, by);
    }
    if (what < 34) {
        unsigned by = any_person(run);
        say(run, by, "pause", NULL, NULL, 0);
        return act(run, by);
    }
    if (what < 36) return change_hands(run);
    if (what < 37) return look_after_seat(run, any_person(run));
    if (wait == ZK_WAIT_BOT) return pass_time(run, BOT_MS + below(run, 100));
    if (wait == ZK_WAIT_SEEDS) return hand_in(run);
    if (what < 46)
        return pass_time(run, below(run, 20) ? PRESENCE_MS + below(run, 500) : AWAY_MS);
    if (wait != ZK_WAIT_PERSON) return SAME;
    if (below(run, 8) == 0) seat = (int)any_person(run); /* out of turn, where it can be */
    if (now->seat[seat].kind != ZK_SEAT_PERSON) return SAME;
    return play(run, seat);
}

/* The same, and when something was taken back the audience may look at all of it once more. */
static enum sight step_and_look(struct run *run) {
    uint32_t moves = now_of(run, 0)->moves_count;
    enum sight sight = step(run);
    if (sight == SAME && now_of(run, 0)->moves_count < moves && below(run, 2)) {
        join(run, any_observed(run), -1);
        hear_all(run);
        hear_rest(run);
        compare(run);
    }
    return sight;
}

/* ---- A game ---- */

static void prepare_tables(struct run *run) {
    struct zk_terms terms = {0};
    if (below(run, 3) == 0) {
        terms.clock_ms = 3600 * 1000;
        terms.clock_step_ms = below(run, 2) * 1000;
    }
    terms.memory = below(run, 2);
    terms.advice = below(run, 4) > 0;
    terms.stand_in = 1; /* random, the quickest */
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_table *table = &run->world[w].table;
        zk_table_open(table, run->id, run->game, &run->laws.settings, run->laws.rules, &terms,
                      &run->world[w].memory);
    }
}

static void take_word(struct run *run, const char *answer, const char *key, char *word,
                      size_t size) {
    char wanted[16];
    snprintf(wanted, sizeof wanted, "\"%s\":\"", key);
    const char *at = strstr(answer, wanted);
    if (!at) give_up(run, "no %s in %s", key, answer);
    at += strlen(wanted);
    snprintf(word, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void open_table(struct run *run) {
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct world *world = &run->world[w];
        struct zk_text text = zk_text_in(world->message, MESSAGE_SIZE);
        struct zk_json_out out = zk_json_to(&text);
        zk_table_write(&out, &world->table);
        text.used--; /* its last brace */
        zk_text_put(&text, ",\"request\":\"r");
        zk_text_put_uint(&text, run->requests);
        zk_text_put(&text, "\"}");
        assert_false(text.full);
    }
    struct zk_rng ids = run->world[0].hosted.world->ids;
    exchange(run, CONTROL);
    for (unsigned i = 0; i < ID_BYTES + run->laws.seats * TOKEN_BYTES; i++) zk_rng_next(&ids);
    for (unsigned i = 0; i < ZK_SEED_SIZE; i++) run->secret[i] = (uint8_t)zk_rng_next(&ids);
    if (strcmp(run->world[0].answer, run->world[1].answer) != 0)
        give_up(run, "two tables: %s, %s", run->world[0].answer, run->world[1].answer);
    take_word(run, run->world[0].answer, "table", run->id, sizeof run->id);
    for (unsigned i = 0; i < run->laws.seats; i++)
        take_word(run, run->world[0].answer, zk_actor_name((int)i), run->token[i],
                  sizeof run->token[i]);
    memcpy(run->invitation, run->token, sizeof run->token);
    memset(run->link, 0, sizeof run->link);
    for (unsigned w = 0; w < WORLDS; w++)
        memcpy(run->world[w].table.id, run->id, sizeof run->id);
}

static enum sight sit_by_invitation(struct run *run, unsigned c) {
    bool commits = run->fair && below(run, 4);
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_text text;
        struct zk_json_out out;
        begin(run, &out, &text, w, c, "sit");
        put_number(&out, "at", count_of(run));
        put_quoted(&out, "name", c % 2 ? "Ben" : "Ann");
        if (commits) put_commit(&out, c);
        zk_json_end_object(&out);
    }
    return act(run, c);
}

/* From then on the key is the seat's token, and the connection that joined by the invitation only watches. */
static enum sight sit_with_key(struct run *run, unsigned c) {
    char key[ZK_TOKEN_SIZE];
    snprintf(key, sizeof key, "a-key-of-32-letters-and-some-%04u-%u", run->requests % 10000,
             c);
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_text text;
        struct zk_json_out out;
        begin(run, &out, &text, w, c, "sit");
        put_number(&out, "at", count_of(run));
        put_quoted(&out, "name", "Key");
        put_quoted(&out, "key", key);
        if (run->fair) put_commit(&out, c);
        zk_json_end_object(&out);
    }
    enum sight sight = act(run, c);
    if (sight != SAME) return sight;
    memcpy(run->token[c], key, sizeof key);
    join(run, c, -1);
    hear_all(run);
    hear_rest(run);
    compare(run);
    return sight;
}

/* Who sits down may leave the seat again, and somebody takes it by the invitation. */
static enum sight take_seat(struct run *run, unsigned c) {
    enum sight sight = below(run, 2) ? sit_with_key(run, c) : sit_by_invitation(run, c);
    if (sight != SAME || now_of(run, 0)->status != ZK_TABLE_OPEN || below(run, 4))
        return sight;
    say(run, c, "leave", NULL, NULL, 0);
    sight = act(run, c);
    memcpy(run->token[c], run->invitation[c], ZK_TOKEN_SIZE);
    join_anew(run, c);
    return sight == SAME ? sit_with_key(run, c) : sight;
}

/* Everybody sits down, in some seats bots. */
static enum sight sit_down(struct run *run) {
    static const char *const names[] = {"random", "easy", "greedy"};
    enum sight sight = SAME;
    bool bots = run->audience < 0 || below(run, 4) == 0;
    for (unsigned c = 0; c < CONTROL; c++) {
        bool is_seat = c < run->laws.seats;
        run->connection[c].seat = is_seat       ? (int)c
                                  : c == SECOND ? run->audience
                                                : ZK_SPECTATOR;
        run->connection[c].invited = -1;
        run->connection[c].open = run->connection[c].joined = false;
        run->away_since_ms[c % ZK_SEATS_MAX] = run->now_ms;
        if (!is_seat && (c < ZK_SEATS_MAX || c == SECOND)) continue;
        open_wire(run, c);
        join(run, c, -1);
    }
    hear_rest(run);
    compare(run);
    for (unsigned c = 0; c < run->laws.seats && sight == SAME; c++) {
        const char *bot = names[below(run, 3)];
        bool is_bot = bots && (int)c != run->audience && c != 0 && below(run, 2) &&
                      zk_bots_of(run->game, bot);
        if (!is_bot) {
            sight = take_seat(run, c);
            continue;
        }
        say_bot(run, 0, c, bot);
        sight = act(run, 0);
        run->connection[SECOND].invited = (int)c;
    }
    if (sight == SAME && run->audience < 0 && bots) come_and_go(run, SECOND);
    return sight;
}

/* What the record of a game says after `"record":`, as it was before it went into JSON; for the caller to free. */
static char *record_of(struct run *run, unsigned w, unsigned c, size_t *size) {
    uint32_t number = 0;
    struct world *world = &run->world[w];
    char wanted[48];
    if (!wire_send(&world->wire[c], world->message, strlen(world->message)))
        give_up(run, "world %u takes no message", w);
    snprintf(wanted, sizeof wanted, "\"request\":\"r%u\"", run->requests);
    const char *message;
    do message = listen_once(run, w, c, &number);
    while (!strstr(message, wanted));
    struct zk_json_in in = zk_json_from(message, strlen(message));
    char key[ZK_WORD_SIZE], *record = calloc(1, strlen(message) + 1);
    assert_non_null(record);
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        if (strcmp(key, "record") == 0)
            zk_json_get_string(&in, record, strlen(message), size);
        else
            zk_json_skip(&in);
    }
    if (!zk_json_finish(&in)) give_up(run, "no record: %s", message);
    return record;
}

/* When it is over and everything is public, what was not is not told of earlier positions: their replay as the
 * audience saw them. */
static void replay(struct run *run, uint32_t alike) {
    enum { POSITION_SIZE = 1 << 16 };
    struct zk_replay *replays = calloc(WORLDS, sizeof *replays);
    char *said = malloc(WORLDS * POSITION_SIZE), *scratch = malloc(1 << 20);
    assert_true(replays && said && scratch);
    unsigned c = run->audience < 0 ? WATCHER : (unsigned)run->audience;
    if (!run->connection[c].open) open_wire(run, c);
    say(run, c, "record", NULL, NULL, 0);
    for (unsigned w = 0; w < WORLDS; w++) {
        size_t size = 0;
        char *record = record_of(run, w, c, &size);
        struct zk_text text = zk_text_in(scratch, 1 << 20);
        struct zk_json_out out = zk_json_to(&text);
        if (!zk_replay_read(&replays[w], record, size, &out))
            give_up(run, "its record is wrong: %s", scratch);
        free(record);
    }
    for (uint32_t moves = 0; moves <= alike; moves++) {
        for (unsigned w = 0; w < WORLDS; w++) {
            struct zk_text text = zk_text_in(said + w * POSITION_SIZE, POSITION_SIZE);
            struct zk_json_out out = zk_json_to(&text);
            zk_replay_write_position(&replays[w], moves, run->audience, &out);
        }
        if (strcmp(said, said + POSITION_SIZE) != 0)
            give_up(run, "the replay differs after %u moves: %s\n%s", moves, said,
                    said + POSITION_SIZE);
    }
    tally.replays++;
    free(replays);
    free(said);
    free(scratch);
}

static enum sight play_game(struct run *run) {
    enum sight sight = sit_down(run);
    bool restarts = below(run, 6) == 0, resigns = below(run, 6) == 0;
    uint32_t alike = 0, games = 0;
    for (run->steps = 0; sight == SAME && run->steps < STEPS_MAX; run->steps++) {
        alike = now_of(run, 0)->moves_count;
        if (now_of(run, 0)->status == ZK_TABLE_OVER) {
            if (games++) break;
            read_something(run, any_observed(run));
            run->same_for = 0;
            unsigned by = any_person(run);
            say(run, by, "again", NULL, NULL, 0);
            sight = act(run, by);
            for (unsigned c = 0; sight == SAME && c < run->laws.seats; c++) {
                if (now_of(run, 0)->status != ZK_TABLE_OVER) break;
                say(run, c, "agree", NULL, NULL, 0);
                sight = act(run, c);
            }
            continue;
        }
        if (restarts && below(run, 60) == 0) {
            restart(run);
            restarts = false;
        } else if (resigns && run->steps > 60 && below(run, 40) == 0) {
            unsigned by = any_person(run);
            say(run, by, "resign", NULL, NULL, 0);
            sight = act(run, by);
        } else {
            sight = step_and_look(run);
        }
    }
    if (sight == OVER) {
        tally.ended++;
        replay(run, alike);
    }
    return sight;
}

/* Game number `number` of a seed, of the kind `choice`. */
static void try_game(struct run *run, const struct zk_game *game, unsigned choice,
                     uint64_t number) {
    run->game = game;
    run->number = number;
    run->rng = zk_rng_stream(run->seed, number);
    laws_open(&run->laws, game, choice);
    run->audience = (int)(number % (run->laws.seats + 1));
    if (run->audience == (int)run->laws.seats) run->audience = ZK_SPECTATOR;
    run->density = (unsigned[]){4, 15, 40, 100}[below(run, 4)];
    run->same_for = below(run, 3) ? 0 : below(run, game->length_max / 3 + 1);
    if (below(run, 12) == 0) run->same_for = UINT32_MAX; /* not before the second game */
    run->fair = below(run, 2);
    run->apart = 0;
    run->is_apart = false;
    run->laws.pool_used = 0;
    run->id[0] = '\0';
    for (unsigned w = 0; w < WORLDS; w++) run->world[w].luck_count = 0;
    run->connection[CONTROL].seat = ZK_SPECTATOR;
    prepare_tables(run);
    open_wire(run, CONTROL);
    open_table(run);
    play_game(run);
    compare_logs(run);
    tally.games++;
    tally.steps += run->steps;
    tally.apart += run->is_apart;
    for (unsigned c = 0; c < CONNECTIONS; c++)
        if (run->connection[c].open) shut_wire(run, c);
    laws_close(&run->laws);
}

static uint64_t from_environment(const char *name, uint64_t otherwise) {
    const char *value = getenv(name);
    return value && *value ? strtoull(value, NULL, 10) : otherwise;
}

static int start_worlds(void **state) {
    struct run *run = calloc(1, sizeof *run);
    const char *build = getenv("ZASHIKI_BUILD");
    char where[200];
    assert_non_null(run);
    run->seed = from_environment("ZASHIKI_SEED", 1);
    run->now_ms = 1700000000000;
    snprintf(where, sizeof where, "%s/secrecy-XXXXXX", build ? build : "/tmp");
    assert_non_null(mkdtemp(where));
    for (unsigned w = 0; w < WORLDS; w++) {
        struct world *world = &run->world[w];
        hosted_prepare(&world->hosted, where, w ? "two" : "one", run->seed);
        world->memory = (struct zk_entry_memory){
            calloc(ZK_ENTRIES_MAX, sizeof(struct zk_kept_entry)), ZK_ENTRIES_MAX,
            calloc(ZK_ENTRIES_MAX, ZK_ENTRY_WORDS_MAX), ZK_ENTRIES_MAX * ZK_ENTRY_WORDS_MAX};
        assert_true(world->memory.entries && world->memory.words);
        hosted_start(&world->hosted);
    }
    *state = run;
    return 0;
}

static int end_worlds(void **state) {
    struct run *run = *state;
    char where[256];
    snprintf(where, sizeof where, "%s", run->world[0].hosted.data);
    for (unsigned w = 0; w < WORLDS; w++) {
        hosted_stop(&run->world[w].hosted);
        hosted_remove(&run->world[w].hosted);
        free(run->world[w].memory.entries);
        free(run->world[w].memory.words);
    }
    *strrchr(where, '/') = '\0';
    rmdir(where);
    free(run);
    return 0;
}

static uint64_t games_of_each; /* kind; 0: a few of each game */

static void a_seat_learns_nothing(void **state) {
    struct run *run = *state;
    uint64_t games = games_of_each, number = 0;
    uint64_t only = from_environment("ZASHIKI_GAME", UINT64_MAX);
    for (unsigned g = 0; zk_games[g]; g++) {
        unsigned choices = laws_choices(zk_games[g]);
        /* Quickly: a few of each game. Else all kinds, in turn. */
        uint64_t wanted = games ? games * choices : 5;
        for (uint64_t i = 0; i < wanted; i++, number++) {
            if (only != UINT64_MAX && only != number) continue;
            try_game(run, zk_games[g],
                     (unsigned)(games ? i % choices : zk_rng_mix(number) % choices), number);
        }
    }
    for (unsigned w = 0; w < WORLDS; w++)
        assert_int_equal(hosted_stop(&run->world[w].hosted), 0);
    print_message(
        "# %llu games, %llu of them with different worlds, %llu steps, %llu bytes alike, %llu refusals, "
        "%llu undos, %llu hints, %llu restarts, %llu replays; %llu seeds, %llu fair draws; %llu times about a seat, "
        "%llu times once more\n",
        (unsigned long long)tally.games, (unsigned long long)tally.apart,
        (unsigned long long)tally.steps, (unsigned long long)tally.bytes,
        (unsigned long long)tally.refusals, (unsigned long long)tally.undos,
        (unsigned long long)tally.hints, (unsigned long long)tally.restarts,
        (unsigned long long)tally.replays, (unsigned long long)tally.seeds,
        (unsigned long long)tally.draws, (unsigned long long)tally.seated,
        (unsigned long long)tally.again);
    assert_true(only != UINT64_MAX || tally.apart * 2 > tally.games);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_seat_learns_nothing, start_worlds, end_worlds),
    };
    games_of_each = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    return cmocka_run_group_tests_name("secrecy", tests, NULL, NULL);
}
