/* two_worlds.c: see two_worlds.h. */
#include "two_worlds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "table/door.h"

struct tally_of_worlds tally;

void two_give_up(const struct run *run, const char *format, ...) {
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

void two_open_wire(struct run *run, unsigned c) {
    for (unsigned w = 0; w < WORLDS; w++) {
        struct wire *wire = &run->world[w].wire[c];
        if (!wire_open(wire, run->world[w].hosted.port))
            two_give_up(run, "world %u lets nobody in", w);
        wire->kept = c != CONTROL && is_observed(run, c);
    }
    run->connection[c].open = true;
    run->connection[c].joined = false;
    run->connection[c].number = 0;
}

void two_shut_wire(struct run *run, unsigned c) {
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
const char *two_listen_once(struct run *run, unsigned w, unsigned c, uint32_t *number) {
    size_t size;
    const char *message = wire_next(&run->world[w].wire[c], &size);
    if (!message)
        two_give_up(run, "world %u: connection %u %s, at event %u of %u", w, c,
                    run->world[w].wire[c].waited ? "waits in vain" : "is closed", *number,
                    count_of(run));
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
        const char *message = two_listen_once(run, w, c, number);
        const char *at = strstr(message, wanted);
        if (!at || at > message + 80) continue;
        snprintf(world->answer, sizeof world->answer, "%s", message);
        return;
    }
}

/* Begins a message of a connection, the same in both worlds or one of its own. */
void two_begin_message(struct run *run, struct zk_json_out *out, struct zk_text *text,
                       unsigned w, unsigned c, const char *ask) {
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
void two_say(struct run *run, unsigned c, const char *ask, const char *key, const char *word,
             int64_t number) {
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_text text;
        struct zk_json_out out;
        two_begin_message(run, &out, &text, w, c, ask);
        put_number(&out, "at", count_of(run));
        if (word) put_quoted(&out, key, word);
        if (!word && key) put_number(&out, key, number);
        zk_json_end_object(&out);
    }
}

/* What the audience has asked, and why it was refused. */
static void count_ask(const struct run *run) {
    struct zk_message message;
    struct zk_sentence refusal;
    char key[96], *at = strstr(run->world[0].answer, "\"refused\":{\"key\":\"");
    const char *said = run->world[0].message;
    if (zk_message_read(said, strlen(said), &message, &refusal)) tally.asked[message.ask]++;
    if (!at) return;
    snprintf(key, sizeof key, "%.*s", (int)strcspn(at + 18, "\""), at + 18);
    for (unsigned i = 0; zk_table_phrases[i].key; i++)
        if (strcmp(zk_table_phrases[i].key, key) == 0) tally.refused[i]++;
}

/* Sends what was said, and takes in everything up to the answer. */
void two_exchange(struct run *run, unsigned c) {
    struct connection *connection = &run->connection[c];
    uint32_t number = connection->number;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct world *world = &run->world[w];
        for (unsigned i = 0; i < world->luck_count; i++)
            hosted_luck(&world->hosted, world->luck[i]);
        world->luck_count = 0;
        uint32_t reached = number;
        if (!wire_send(&world->wire[c], world->message, strlen(world->message)))
            two_give_up(run, "world %u takes no message", w);
        await_answer(run, w, c, &reached);
        connection->number = reached;
    }
    /* Pings only bring up what came before them. */
    if (c != CONTROL && !strstr(run->world[0].answer, "\"pong\":"))
        run->refused = strstr(run->world[0].answer, "\"refused\":") != NULL;
    if (c < CONTROL && is_observed(run, c)) count_ask(run);
}

/* Everybody hears of all that has happened. */
void two_hear_all(struct run *run) {
    for (unsigned c = 0; c < CONTROL; c++) {
        struct connection *connection = &run->connection[c];
        uint32_t number = connection->number;
        if (!connection->joined) continue;
        for (unsigned w = 0; w < WORLDS; w++) {
            connection->number = number;
            while (connection->number < count_of(run))
                two_listen_once(run, w, c, &connection->number);
        }
    }
}

/* What was sent before this is heard: reactions, who is here. */
void two_hear_rest(struct run *run) {
    for (unsigned c = 0; c < CONTROL; c++) {
        if (!run->connection[c].open || !is_observed(run, c)) continue;
        two_say(run, c, "ping", NULL, NULL, 0);
        two_exchange(run, c);
    }
}

/* ---- What was heard ---- */

static void tell_difference(struct run *run, unsigned c) {
    const struct wire *one = &run->world[0].wire[c], *two = &run->world[1].wire[c];
    size_t at = 0,
           least = one->heard_used < two->heard_used ? one->heard_used : two->heard_used;
    while (at < least && one->heard[at] == two->heard[at]) at++;
    size_t from = at > 300 ? at - 300 : 0;
    two_give_up(
        run, "connection %u hears %zu and %zu bytes, the same up to %zu:\n%.*s\nand\n%.*s", c,
        one->heard_used, two->heard_used, at,
        (int)(one->heard_used - from > 700 ? 700 : one->heard_used - from), one->heard + from,
        (int)(two->heard_used - from > 700 ? 700 : two->heard_used - from), two->heard + from);
}

void two_compare(struct run *run) {
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
void two_compare_logs(struct run *run) {
    char *one = hosted_said(&run->world[0].hosted), *two = hosted_said(&run->world[1].hosted);
    if (strcmp(one, two) != 0) two_give_up(run, "the logs differ");
    free(one);
    free(two);
}

/* Those numbers of /metrics that are about what happened, and not about the machine: whoever plays beside the server
 * may read them. */
void two_compare_metrics(struct run *run) {
    static const char *const counters[] = {"messages_total",       "closed_for_limits_total",
                                           "tables_opened_total",  "entries_total",
                                           "write_failures_total", NULL};
    char *said[WORLDS], wanted[64];
    for (unsigned w = 0; w < WORLDS; w++)
        said[w] = wire_get(run->world[w].hosted.port, "/metrics");
    for (unsigned i = 0; counters[i]; i++) {
        snprintf(wanted, sizeof wanted, "\nzashiki_%s ", counters[i]);
        const char *one = said[0] ? strstr(said[0], wanted) : NULL,
                   *two = said[1] ? strstr(said[1], wanted) : NULL;
        if (!one || !two ||
            strtoull(one + strlen(wanted), NULL, 10) !=
                strtoull(two + strlen(wanted), NULL, 10))
            two_give_up(run, "the metrics differ, or are not there: %.200s\n%.200s",
                        one ? one : "", two ? two : "");
    }
    for (unsigned w = 0; w < WORLDS; w++) free(said[w]);
}

/* ---- Two worlds, one story ---- */

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
    if (!looks_alike(run, run->audience)) two_give_up(run, "its view tells two worlds apart");
    return SAME;
}

void two_tell(struct run *run, unsigned w, zk_move move, char *told) {
    laws_told(&run->laws, &now_of(run, w)->state, move, run->audience, told);
}

void two_print_whole(struct run *run, unsigned w, zk_move move, char *words) {
    struct zk_text text = zk_text_in(words, ZK_MOVE_TEXT_SIZE);
    run->game->print_move(run->laws.rules, &now_of(run, w)->state, move, ZK_EVERYTHING, &text);
}

bool two_wants_difference(struct run *run) {
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
void two_seed_of(unsigned seat, uint8_t seed[ZK_SEED_SIZE]) {
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
                two_seed_of((unsigned)who, seed);
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

void two_put_seed(struct zk_json_out *out, const char *key, const uint8_t *bytes) {
    char digits[ZK_SEED_TEXT_SIZE];
    zk_seed_print(bytes, digits);
    put_quoted(out, key, digits);
}

void two_put_commit(struct zk_json_out *out, unsigned seat) {
    uint8_t seed[ZK_SEED_SIZE], bytes[ZK_SEED_SIZE];
    two_seed_of(seat, seed);
    zk_fair_commit(seat, seed, bytes);
    two_put_seed(out, "commit", bytes);
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
    if (!zk_table_restore(table, &entry)) two_give_up(run, "a draw is no move");
}

void two_note_luck(struct run *run, unsigned w, uint64_t bits) {
    struct world *world = &run->world[w];
    if (world->luck_count == LUCK_MAX) two_give_up(run, "too many draws");
    world->luck[world->luck_count++] = bits;
}

/* Chance or a bot in both worlds: different where that can be, the same to the audience; PUBLIC when it cannot. */
static enum sight draw(struct run *run, int seat) {
    char told[WORLDS][LAWS_TOLD_SIZE], whole[WORLDS][ZK_MOVE_TEXT_SIZE];
    uint64_t bits = zk_rng_next(&run->rng), found_bits = 0;
    zk_move move = drawn(run, 0, seat, bits), found = 0;
    bool differ = two_wants_difference(run), is_found = false;
    two_tell(run, 0, move, told[0]);
    two_print_whole(run, 0, move, whole[0]);
    for (unsigned tries = 0; tries < (seat < 0 ? 300 : 10); tries++) {
        uint64_t other_bits = tries ? zk_rng_next(&run->rng) : bits;
        zk_move other = drawn(run, 1, seat, other_bits);
        two_tell(run, 1, other, told[1]);
        if (strcmp(told[0], told[1]) != 0) continue;
        two_print_whole(run, 1, other, whole[1]);
        is_found = true;
        found_bits = other_bits;
        found = other;
        if ((strcmp(whole[0], whole[1]) != 0) == differ) break;
        if (differ && tries > 30) break;
    }
    if (!is_found) return PUBLIC;
    two_print_whole(run, 1, found, whole[1]);
    run->apart += strcmp(whole[0], whole[1]) != 0;
    two_note_luck(run, 0, bits);
    two_note_luck(run, 1, found_bits);
    enter(run, 0, seat < 0 ? ZK_CHANCE : seat, move);
    enter(run, 1, seat < 0 ? ZK_CHANCE : seat, found);
    return look(run);
}

enum zk_wait two_wait_of(struct run *run, int *seat) {
    int other;
    enum zk_wait wait = zk_table_wait(&run->world[0].table, seat);
    if (zk_table_wait(&run->world[1].table, &other) != wait || other != *seat)
        two_give_up(run, "two worlds wait for different things");
    return wait;
}

/* Chance as long as it is to move. */
static enum sight draw_all(struct run *run) {
    enum sight sight = SAME;
    int seat;
    fair_goes_on(run);
    while (sight == SAME && two_wait_of(run, &seat) == ZK_WAIT_CHANCE) sight = draw(run, -1);
    fair_goes_on(run);
    return sight;
}

/* A step that both mirrors have taken is taken by both servers, if the audience may hear of it. */
enum sight two_go(struct run *run, unsigned c, enum sight sight) {
    if (sight == PUBLIC) return sight;
    two_exchange(run, c);
    two_hear_all(run);
    if (sight == SAME) two_compare(run);
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
    two_exchange(run, c);
    for (unsigned w = 0; w < WORLDS; w++)
        if (strcmp(answer[w], run->world[w].answer) != 0)
            two_give_up(run, "world %u answers %s, and once more %s", w, answer[w],
                        run->world[w].answer);
    two_hear_rest(run);
    two_compare(run);
    tally.again++;
}

/* What was said is acted on at both mirrors, and what must come of it is compared with what the servers
 * answer. */
enum sight two_act(struct run *run, unsigned c) {
    struct zk_sentence refusal[WORLDS];
    uint32_t entry[WORLDS];
    bool done[WORLDS];
    for (unsigned w = 0; w < WORLDS; w++) {
        struct world *world = &run->world[w];
        struct zk_message message;
        struct zk_command command;
        int seat = run->connection[c].seat;
        if (seat < 0) seat = run->connection[c].invited; /* commands are given by it, too */
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
    if (done[0] != done[1]) two_give_up(run, "what is asked goes in one of two worlds alone");
    enum sight sight = SAME;
    if (done[0]) sight = look(run);
    if (sight == SAME && done[0]) sight = draw_all(run);
    if (sight == OVER) fair_goes_on(run);
    sight = two_go(run, c, sight);
    for (unsigned w = 0; sight != PUBLIC && w < WORLDS; w++) {
        const char *answer = run->world[w].answer;
        char wanted[48];
        snprintf(wanted, sizeof wanted, "\"done\":%u}", done[w] ? entry[w] : 0);
        if ((strstr(answer, "\"refused\":") != NULL) == done[w] ||
            (done[w] && !strstr(answer, wanted)))
            two_give_up(run, "world %u answers %s to %s", w, answer, run->world[w].message);
    }
    if (!done[0] && (int)c == run->audience) tally.refusals++;
    /* Who has left asks by no key any more. */
    int seat = run->connection[c].seat;
    bool has_left = seat >= 0 && now_of(run, 0)->seat[seat].kind == ZK_SEAT_OPEN;
    if (sight == SAME && !has_left && below(run, 10) == 0) say_again(run, c);
    return sight;
}

void two_set_time(struct run *run, unsigned w) {
    __atomic_store_n(&run->world[w].hosted.world->now_ms, run->now_ms, __ATOMIC_RELEASE);
}

/* Time passes, and what is due is done. A bot moves if it is its turn. */
enum sight two_pass_time(struct run *run, uint64_t ms) {
    int seat;
    enum sight sight = SAME;
    run->now_ms += ms;
    if (two_wait_of(run, &seat) == ZK_WAIT_BOT && ms >= BOT_MS) {
        sight = draw(run, seat);
        if (sight == SAME) sight = draw_all(run);
    } else if (two_wait_of(run, &seat) == ZK_WAIT_SEEDS) {
        if (run->now_ms >= zk_table_seeds_ms(&run->world[0].table)) {
            leave_out(run);
            sight = draw_all(run);
        }
    } else {
        bool is_up = false;
        for (unsigned w = 0; w < WORLDS; w++)
            is_up = zk_table_tick(&run->world[w].table, run->now_ms);
        if (is_up) {
            sight = look(run);
            fair_goes_on(run);
            tally.timed_out++;
        }
    }
    if (sight == OVER) fair_goes_on(run);
    if (sight == PUBLIC) return sight;
    for (unsigned w = 0; w < WORLDS; w++) {
        for (unsigned i = 0; i < run->world[w].luck_count; i++)
            hosted_luck(&run->world[w].hosted, run->world[w].luck[i]);
        run->world[w].luck_count = 0;
        /* Last: the server may look at the time before it is asked, and draws what is due. */
        two_set_time(run, w);
    }
    /* The first makes the loop turn, in the next turn what is due is done, and then it is heard. */
    for (unsigned i = 0; i < 3; i++) {
        two_say(run, CONTROL, "ping", NULL, NULL, 0);
        two_exchange(run, CONTROL);
    }
    two_hear_all(run);
    if (sight != SAME) return sight;
    two_hear_rest(run);
    two_compare(run);
    return sight;
}
