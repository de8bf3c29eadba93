/* test_secrecy [GAMES]: a seat learns nothing: whole games over real sockets in two worlds that differ only in what one
 * audience (a seat, or those who watch) may not know. All that this audience is sent must be the same, byte for byte, until
 * the difference is public.
 *
 * Each world has a server of its own (two_worlds.h): a process with its sockets and its file, whose clock, draws, ids and
 * tokens come from here, so nothing has to be masked. Beside it this test keeps a table of the same entries. At
 * each step it decides what happens in the first world, and finds for the second what the audience is told of in
 * the same words; then both servers are made to do it, and what was heard is compared. Around the moves the audience
 * asks for refusals of every kind, hints, history and records, leaves and comes back, undoes and is asked to; others do
 * too; some take part in fair shuffles, whose seeds are the same in both worlds while the draws are not; writes fail; a
 * server is started anew in the middle of a game; the records at the end are replayed with the audience's eyes.
 *
 * GAMES is how many games of each kind are played, with every value of each option; without it a few of each game.
 *
 *   ZASHIKI_SEED   the seed they come from (1)
 *   ZASHIKI_GAME   only the game of this number (all) */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "games/list.h"
#include "table/door.h"
#include "table/replay.h"
#include "two_worlds.h"

enum {
    STEPS_MAX = 700, /* in one game */
    PRESENCE_MS = 100,
    AWAY_MS = 61 * 1000,
    ID_BYTES =
        16, /* random ones that a server takes for a new table, then those of its tokens */
    TOKEN_BYTES = 24,
};

/* ---- What can happen ---- */

static void join(struct run *run, unsigned c, int64_t since) {
    struct connection *connection = &run->connection[c];
    two_say(run, c, "join", since >= 0 ? "since" : NULL, NULL, since);
    connection->number = 0;
    connection->joined = true;
    two_exchange(run, c);
    connection->number = count_of(run);
}

/* A move in a world that the audience is told of as of `move` in the first, as `differ` wants it; false when there
 * is none. */
static bool find_alike(struct run *run, int seat, zk_move move, bool differ, zk_move *found) {
    char told[LAWS_TOLD_SIZE], also[LAWS_TOLD_SIZE], whole[ZK_MOVE_TEXT_SIZE];
    const struct zk_state *state = &now_of(run, 1)->state;
    two_tell(run, 0, move, told);
    two_print_whole(run, 0, move, whole);
    bool same =
        zk_parse_move(run->game, run->laws.rules, state, seat, whole, strlen(whole), found);
    if (same) {
        two_tell(run, 1, *found, also);
        same = strcmp(told, also) == 0;
    }
    if (seat == run->audience || (same && !differ)) return same;
    uint32_t count =
        run->game->moves(run->laws.rules, state, seat, run->laws.other_move, NULL);
    uint32_t alike = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (same && run->laws.other_move[i] == *found) continue;
        two_tell(run, 1, run->laws.other_move[i], also);
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
        two_begin_message(run, &out, &message, w, c, "move");
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
        found = find_alike(run, seat, move[0], two_wants_difference(run), &move[1]);
    }
    if (!found) return PUBLIC; /* what it holds is about to show */
    const char *text[WORLDS] = {whole[0], whole[1]};
    size_t size[WORLDS];
    for (unsigned w = 0; w < WORLDS; w++) {
        two_print_whole(run, w, move[w], whole[w]);
        size[w] = strlen(whole[w]);
    }
    run->apart += strcmp(whole[0], whole[1]) != 0;
    memcpy(run->laws.pool[run->laws.pool_used++ % LAWS_POOL], whole[below(run, 2)],
           ZK_MOVE_TEXT_SIZE);
    say_move(run, (unsigned)seat, text, size, count_of(run));
    return two_act(run, (unsigned)seat);
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
    if (count) two_print_whole(run, w, run->laws.other_move[below(run, count)], text);
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
    return two_act(run, c);
}

/* Asks that change nothing. */
static void read_something(struct run *run, unsigned c) {
    static const char *const asks[] = {"history", "history", "history", "join", "record"};
    const char *ask = asks[below(run, sizeof asks / sizeof *asks)];
    uint32_t count = count_of(run);
    if (strcmp(ask, "join") == 0) {
        join(run, c, below(run, 2) ? -1 : (int64_t)below(run, count + 1));
        two_hear_rest(run);
    } else if (now_of(run, 0)->games && below(run, 2)) { /* that of the game before */
        two_say(run, c, "record", "games", NULL, 0);
        two_exchange(run, c);
    } else if (strcmp(ask, "record") == 0) {
        uint32_t game = below(run, 2); /* before the other draw, with every compiler */
        two_say(run, c, ask, below(run, 2) ? "games" : NULL, NULL, game);
        two_exchange(run, c);
    } else {
        run->requests++;
        /* Some are out of range, and some are just as long as may be. */
        uint32_t from = below(run, count + 1), left = count - from + 2;
        uint32_t to = from + below(run, left < 66 ? left : 66);
        if (count > ZK_HISTORY_MAX && below(run, 3) == 0) {
            from = 1 + below(run, count - ZK_HISTORY_MAX);
            to = from + ZK_HISTORY_MAX - 2 + below(run, 3);
        }
        for (unsigned w = 0; w < WORLDS; w++) {
            struct zk_text text;
            struct zk_json_out out;
            two_begin_message(run, &out, &text, w, c, ask);
            put_number(&out, "from", from);
            put_number(&out, "to", to);
            zk_json_end_object(&out);
        }
        two_exchange(run, c);
    }
    two_hear_all(run);
    two_compare(run);
}

/* A hint follows from what the seat knows and a draw that is the same in both worlds. */
static enum sight ask_hint(struct run *run, unsigned c) {
    static const char *const names[] = {"random", "easy", "greedy", "normal", NULL};
    struct zk_sentence refusal;
    int seat = run->connection[c].seat;
    const char *name = names[below(run, 5)]; /* or the strongest */
    two_say(run, c, "hint", name ? "bot" : NULL, name, 0);
    if (seat >= 0 && (!name || zk_bots_of(run->game, name)) &&
        zk_table_may_advise(&run->world[0].table, seat, "", &refusal)) {
        uint64_t bits = zk_rng_next(&run->rng);
        char request[ZK_REQUEST_SIZE];
        snprintf(request, sizeof request, "r%u", run->requests);
        for (unsigned w = 0; w < WORLDS; w++) {
            zk_table_advise(&run->world[w].table, seat, request, run->now_ms);
            two_note_luck(run, w, bits);
        }
        tally.hints++;
    }
    return two_go(run, c, SAME);
}

static void come_and_go(struct run *run, unsigned c) {
    uint32_t count = count_of(run);
    if (run->connection[c].open) {
        two_compare(run);
        two_shut_wire(run, c);
        /* The server knows of it when it hears something else. */
        two_say(run, CONTROL, "ping", NULL, NULL, 0);
        two_exchange(run, CONTROL);
        if (c == WATCHER || c == SECOND) return;
    }
    two_open_wire(run, c);
    join(run, c,
         below(run, 2) ? -1 : (int64_t)(count - below(run, count < 20 ? count + 1 : 20)));
    two_hear_all(run);
    two_hear_rest(run);
    two_compare(run);
}

static void react(struct run *run, unsigned c) {
    two_say(run, c, "react", "reaction", below(run, 5) ? "hello" : "no such sign", 0);
    two_exchange(run, c);
    two_hear_all(run);
    two_hear_rest(run);
    two_compare(run);
}

/* Whoever is asked agrees or not. */
static enum sight answer_asked(struct run *run) {
    const struct zk_fold *now = now_of(run, 0);
    for (unsigned c = 0; c < run->laws.seats; c++) {
        bool asked = now->seat[c].kind == ZK_SEAT_PERSON && (int)c != now->asker &&
                     !(now->agreed >> c & 1);
        if (!asked) continue;
        two_say(run, c, below(run, 4) ? "agree" : "decline", NULL, NULL, 0);
        return two_act(run, c);
    }
    return SAME;
}

/* Both servers end and start anew from what they have kept. */
static void restart(struct run *run) {
    bool was_open[CONNECTIONS];
    two_compare(run);
    for (unsigned c = 0; c < CONNECTIONS; c++) was_open[c] = run->connection[c].open;
    for (unsigned w = 0; w < WORLDS; w++)
        if (hosted_stop(&run->world[w].hosted) != 0)
            two_give_up(run, "server %u ended badly", w);
    for (unsigned c = 0; c < CONNECTIONS; c++)
        if (was_open[c]) two_shut_wire(run, c);
    if (!zk_fold_seeds_due(now_of(run, 0))) run->now_ms += below(run, 3) * 1500;
    for (unsigned w = 0; w < WORLDS; w++) {
        two_set_time(run, w);
        hosted_start(&run->world[w].hosted);
        run->world[w].table.counts_from_ms = run->now_ms; /* no clock ran while it was down */
    }
    two_open_wire(run, CONTROL);
    for (unsigned c = 0; c < CONTROL; c++) {
        run->away_since_ms[c % ZK_SEATS_MAX] = run->now_ms;
        if (!was_open[c]) continue;
        two_open_wire(run, c);
        join(run, c, below(run, 3) ? -1 : (int64_t)below(run, count_of(run) + 1));
    }
    two_hear_all(run);
    two_hear_rest(run);
    two_compare(run);
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
        two_begin_message(run, &out, &text, w, c, "bot");
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
        two_say(run, c, "sit", NULL, NULL, 0);
        return two_act(run, c);
    }
    say_bot(run, by, below(run, 2) ? c : by, "random");
    return two_act(run, by);
}

/* One of those whose seeds are waited for hands it in, or nobody does until it is too late. */
static enum sight hand_in(struct run *run) {
    unsigned due = zk_fold_seeds_due(now_of(run, 0)), c = below(run, run->laws.seats);
    if (below(run, 8) == 0) return two_pass_time(run, ZK_SEEDS_MS);
    while (!(due >> c & 1)) c = (c + 1) % run->laws.seats;
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        uint8_t seed[ZK_SEED_SIZE];
        struct zk_text text;
        struct zk_json_out out;
        two_seed_of(c, seed);
        two_begin_message(run, &out, &text, w, c, "seed");
        put_number(&out, "at", count_of(run));
        two_put_seed(&out, "seed", seed);
        zk_json_end_object(&out);
    }
    return two_act(run, c);
}

static enum sight ask_with_key(struct run *run, unsigned c, const char *ask, const char *key) {
    two_say(run, c, ask, "key", key, 0);
    return two_act(run, c);
}

/* Who asks by a new token is told anew. */
static void join_anew(struct run *run, unsigned seat) {
    for (unsigned c = 0; c < CONTROL; c++)
        if (run->connection[c].joined && run->connection[c].seat == (int)seat)
            join(run, c, -1);
    two_hear_all(run);
    two_hear_rest(run);
    two_compare(run);
}

/* What concerns a seat and not the game: a link to another device, which comes by it; a name is deleted. */
static enum sight look_after_seat(struct run *run, unsigned c) {
    char key[ZK_TOKEN_SIZE];
    snprintf(key, sizeof key, "one-more-key-of-32-letters--%04u", run->requests % 10000);
    tally.seated++;
    if (below(run, 4) == 0) {
        two_say(run, c, "forget", NULL, NULL, 0);
        return two_act(run, c);
    }
    if (!run->link[c][0]) {
        enum sight sight = ask_with_key(run, c, "link", key);
        if (!run->refused) memcpy(run->link[c], key, sizeof key);
        return sight;
    }
    char before[ZK_TOKEN_SIZE];
    memcpy(before, run->token[c], sizeof before);
    memcpy(run->token[c], run->link[c], sizeof key);
    enum sight sight = ask_with_key(run, c, "device", key);
    memcpy(run->token[c], run->refused ? before : key, sizeof key);
    if (!run->refused) run->link[c][0] = '\0';
    return sight;
}

/* The other devices of a seat are put out, and with them a link that waits. */
static enum sight put_others_out(struct run *run, unsigned c) {
    two_say(run, c, "alone", NULL, NULL, 0);
    enum sight sight = two_act(run, c);
    if (sight != SAME || run->refused) return sight;
    run->link[c][0] = '\0';
    join_anew(run, c);
    return sight;
}

/* Something that is refused whatever the position: with a wrong token, key, bot or seed. What is told of that, and in
 * which words, is the same all the same. */
static void ask_wrongly(struct run *run, unsigned c) {
    static const struct {
        const char *ask, *key, *word;
    } wrong[] = {{"seed", "seed", NULL},
                 {"sit", "key", "short"},
                 {"sit", "face", "dragon"},
                 {"bot", "bot", "dragon"},
                 {"bot", "bot", ""},
                 {"link", "key", "short"},
                 {"device", "key", "short"},
                 {"hint", "bot", "dragon"},
                 {"react", "reaction", "dragon"},
                 {"move", "token", NULL},
                 {"join", "token", NULL},
                 {"hint", "token", NULL},
                 {"react", "token", NULL},
                 {"history", "token", NULL},
                 {"undo", "token", NULL},
                 {"record", "token", NULL},
                 {"device", "token", NULL}};
    char seed[ZK_SEED_TEXT_SIZE];
    unsigned i =
        zk_fold_seeds_due(now_of(run, 0)) ? 0 : below(run, sizeof wrong / sizeof *wrong);
    memset(seed, '0' + (int)below(run, 10), sizeof seed - 1);
    seed[sizeof seed - 1] = '\0';
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_text text;
        struct zk_json_out out;
        bool by_token = strcmp(wrong[i].key, "token") == 0;
        struct connection *connection = &run->connection[c], was = *connection;
        if (by_token) connection->seat = connection->invited = -1;
        two_begin_message(run, &out, &text, w, c, wrong[i].ask);
        *connection = was;
        put_number(&out, "at", count_of(run));
        put_quoted(&out, wrong[i].key,
                   wrong[i].word ? wrong[i].word
                   : by_token    ? "no-token-of-this-table"
                                 : seed);
        zk_json_end_object(&out);
    }
    two_exchange(run, c);
    if (!run->refused) two_give_up(run, "this is taken: %s", run->world[0].message);
    two_hear_all(run);
    two_hear_rest(run);
    two_compare(run);
}

/* Any command, wanted or not, as of now, of an earlier position, or of one that is still to come. */
static enum sight ask_anything(struct run *run, unsigned c) {
    static const char *const asks[] = {"sit",   "bot",   "leave",  "move",    "undo",
                                       "again", "link",  "device", "decline", "agree",
                                       "seed",  "pause", "resume", "agree",   "bot"};
    static const char *const bots[] = {"random", "easy", "greedy"};
    static const char *const faces[] = {"owl", "tanuki", "crane"};
    const char *ask = asks[below(run, sizeof asks / sizeof *asks)];
    uint32_t count = count_of(run), at = count;
    int seat = run->connection[c].seat;
    if (below(run, 4) == 0) at = below(run, 2) ? count + 1 + below(run, 3) : below(run, count);
    if (strcmp(ask, "leave") == 0 && !now_of(run, 0)->moves_count) ask = "pause";
    if (strcmp(ask, "seed") == 0 && seat >= 0 && zk_fold_seeds_due(now_of(run, 0)) >> seat & 1)
        ask = "agree";
    unsigned which = below(run, 4), bot = below(run, 3), face = below(run, 6);
    run->requests++;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct zk_text text;
        struct zk_json_out out;
        two_begin_message(run, &out, &text, w, c, ask);
        put_number(&out, "at", at);
        if (strcmp(ask, "move") == 0) put_quoted(&out, "move", "dragon");
        if (strcmp(ask, "bot") == 0) {
            put_quoted(&out, "seat", zk_actor_name((int)which));
            put_quoted(&out, "bot", bots[bot]);
        }
        if (strcmp(ask, "sit") == 0 && which)
            put_quoted(&out, "name", which % 2 ? "Cem" : "Dea");
        if (face < 3) put_quoted(&out, "face", faces[face]);
        zk_json_end_object(&out);
    }
    return two_act(run, c);
}

/* The disk fails: nothing has happened, whoever asks is told so, and so is whoever runs the server. */
static void fail_to_write(struct run *run, unsigned c) {
    for (unsigned w = 0; w < WORLDS; w++) run->world[w].hosted.world->fails = true;
    for (unsigned i = 0; i < 2; i++) { /* the second is not even tried */
        two_say(run, c, "sit", NULL, NULL, 0);
        two_exchange(run, c);
        if (!strstr(run->world[0].answer, "store.failed"))
            two_give_up(run, "a write that failed: %s", run->world[0].answer);
        two_hear_rest(run);
        two_compare(run);
    }
    for (unsigned w = 0; w < WORLDS; w++) run->world[w].hosted.world->fails = false;
    two_compare_logs(run);
    tally.failed++;
}

/* What depends on how long somebody thinks: that time is nearly up, and that it is; and a disk that fails for a while. */
static enum sight wait_out(struct run *run) {
    uint64_t deadline_ms = zk_table_deadline_ms(&run->world[0].table);
    int seat;
    if (two_wait_of(run, &seat) != ZK_WAIT_PERSON) return SAME;
    if (deadline_ms && below(run, 2)) {
        uint64_t left_ms = deadline_ms > run->now_ms ? deadline_ms - run->now_ms : 1;
        enum sight sight = two_pass_time(run, left_ms - 1);
        return sight == SAME && below(run, 2) ? two_pass_time(run, 1) : sight;
    }
    if (deadline_ms && deadline_ms <= run->now_ms + ZK_RETRY_MS) return SAME;
    fail_to_write(run, (unsigned)seat);
    return two_pass_time(run, ZK_RETRY_MS);
}

static enum sight step(struct run *run) {
    const struct zk_fold *now = now_of(run, 0);
    int seat;
    enum zk_wait wait = two_wait_of(run, &seat);
    uint32_t what = below(run, 100);
    unsigned c = any_observed(run);
    if (now->asker >= 0 && what < 60) return answer_asked(run);
    if (now->status == ZK_TABLE_PAUSED && what < 50) {
        unsigned by = any_person(run);
        two_say(run, by, "resume", NULL, NULL, 0);
        return two_act(run, by);
    }
    if (run->connection[SECOND].invited >= 0 && below(run, 12) == 0) {
        come_and_go(run, SECOND);
        if (!run->connection[SECOND].open) come_and_go(run, SECOND);
        return SAME;
    }
    if (what < 10) return play_rubbish(run, c);
    if (what < 13) return play_rubbish(run, any_person(run));
    if (what < 21) {
        read_something(run, c);
        return SAME;
    }
    if (what < 22) return ask_hint(run, c);
    if (what < 25 && seat == run->audience && seat >= 0) return ask_hint(run, (unsigned)seat);
    if (what < 27 || (!run->game->silence && below(run, 25) == 0)) {
        react(run, below(run, 2) ? c : any_person(run));
        return SAME;
    }
    if (what < 29) {
        come_and_go(run,
                    (unsigned[]){WATCHER, SECOND, c < CONTROL ? c : WATCHER}[below(run, 3)]);
        return SAME;
    }
    if (what < 33) {
        unsigned by =
            below(run, 2) && run->audience >= 0 ? (unsigned)run->audience : any_person(run);
        two_say(run, by, "undo", NULL, NULL, 0);
        tally.undos++;
        return two_act(run, by);
    }
    if (what < 34) {
        unsigned by = any_person(run);
        two_say(run, by, "pause", NULL, NULL, 0);
        return two_act(run, by);
    }
    if (what < 36) return change_hands(run);
    if (what < 39) {
        bool own = run->audience >= 0 && below(run, 4);
        unsigned by = own ? (unsigned)run->audience : any_person(run);
        return below(run, 12) ? look_after_seat(run, by) : put_others_out(run, by);
    }
    if (what < 47) return ask_anything(run, below(run, 4) ? c : any_person(run));
    if (what < 51 || (wait == ZK_WAIT_SEEDS && below(run, 4) == 0)) {
        ask_wrongly(run, c);
        return SAME;
    }
    if (what < 52 && below(run, 2)) return wait_out(run);
    if (wait == ZK_WAIT_BOT) return two_pass_time(run, BOT_MS + below(run, 100));
    if (wait == ZK_WAIT_SEEDS) return hand_in(run);
    if (what < 56)
        return two_pass_time(run, below(run, 20) ? PRESENCE_MS + below(run, 500) : AWAY_MS);
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
        two_hear_all(run);
        two_hear_rest(run);
        two_compare(run);
    }
    return sight;
}

/* ---- A game ---- */

static void prepare_tables(struct run *run) {
    struct zk_terms terms = {0};
    if (below(run, 2)) {
        terms.clock_ms = (below(run, 3) ? 3600 : 300) * 1000;
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
    if (!at) two_give_up(run, "no %s in %s", key, answer);
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
    two_exchange(run, CONTROL);
    for (unsigned i = 0; i < ID_BYTES + run->laws.seats * TOKEN_BYTES; i++) zk_rng_next(&ids);
    for (unsigned i = 0; i < ZK_SEED_SIZE; i++) run->secret[i] = (uint8_t)zk_rng_next(&ids);
    if (strcmp(run->world[0].answer, run->world[1].answer) != 0)
        two_give_up(run, "two tables: %s, %s", run->world[0].answer, run->world[1].answer);
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
        two_begin_message(run, &out, &text, w, c, "sit");
        put_number(&out, "at", count_of(run));
        put_quoted(&out, "name", c % 2 ? "Ben" : "Ann");
        if (commits) two_put_commit(&out, c);
        zk_json_end_object(&out);
    }
    return two_act(run, c);
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
        two_begin_message(run, &out, &text, w, c, "sit");
        put_number(&out, "at", count_of(run));
        put_quoted(&out, "name", "Key");
        put_quoted(&out, "key", key);
        if (run->fair) two_put_commit(&out, c);
        zk_json_end_object(&out);
    }
    enum sight sight = two_act(run, c);
    if (sight != SAME) return sight;
    memcpy(run->token[c], key, sizeof key);
    join(run, c, -1);
    two_hear_all(run);
    two_hear_rest(run);
    two_compare(run);
    return sight;
}

/* Who sits down may leave the seat again, and somebody takes it by the invitation. */
static enum sight take_seat(struct run *run, unsigned c) {
    enum sight sight = below(run, 2) ? sit_with_key(run, c) : sit_by_invitation(run, c);
    if (sight != SAME || now_of(run, 0)->status != ZK_TABLE_OPEN || below(run, 4))
        return sight;
    two_say(run, c, "leave", NULL, NULL, 0);
    sight = two_act(run, c);
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
        two_open_wire(run, c);
        join(run, c, -1);
    }
    two_hear_rest(run);
    two_compare(run);
    for (unsigned c = 0; c < run->laws.seats && sight == SAME; c++) {
        const char *bot = names[below(run, 3)];
        bool is_bot = bots && (int)c != run->audience && c != 0 && below(run, 2) &&
                      zk_bots_of(run->game, bot);
        if (!is_bot) {
            sight = take_seat(run, c);
            continue;
        }
        say_bot(run, 0, c, bot);
        sight = two_act(run, 0);
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
        two_give_up(run, "world %u takes no message", w);
    snprintf(wanted, sizeof wanted, "\"request\":\"r%u\"", run->requests);
    const char *message;
    do message = two_listen_once(run, w, c, &number);
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
    if (!zk_json_finish(&in)) two_give_up(run, "no record: %s", message);
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
    if (!run->connection[c].open) two_open_wire(run, c);
    two_say(run, c, "record", NULL, NULL, 0);
    for (unsigned w = 0; w < WORLDS; w++) {
        size_t size = 0;
        char *record = record_of(run, w, c, &size);
        struct zk_text text = zk_text_in(scratch, 1 << 20);
        struct zk_json_out out = zk_json_to(&text);
        if (!zk_replay_read(&replays[w], record, size, &out))
            two_give_up(run, "its record is wrong: %s", scratch);
        free(record);
    }
    for (uint32_t moves = 0; moves <= alike; moves++) {
        for (unsigned w = 0; w < WORLDS; w++) {
            struct zk_text text = zk_text_in(said + w * POSITION_SIZE, POSITION_SIZE);
            struct zk_json_out out = zk_json_to(&text);
            zk_replay_write_position(&replays[w], moves, run->audience, &out);
        }
        if (strcmp(said, said + POSITION_SIZE) != 0)
            two_give_up(run, "the replay differs after %u moves: %s\n%s", moves, said,
                        said + POSITION_SIZE);
    }
    tally.replays++;
    free(replays);
    free(said);
    free(scratch);
}

static enum sight play_game(struct run *run) {
    enum sight sight = sit_down(run);
    bool restarts = below(run, 2), resigns = below(run, 6) == 0;
    uint32_t alike = 0, games = 0;
    for (run->steps = 0; sight == SAME && run->steps < STEPS_MAX; run->steps++) {
        alike = now_of(run, 0)->moves_count;
        if (now_of(run, 0)->status == ZK_TABLE_OVER) {
            if (games++) break;
            read_something(run, any_observed(run));
            run->same_for = 0;
            unsigned by = any_person(run);
            two_say(run, by, "again", NULL, NULL, 0);
            sight = two_act(run, by);
            for (unsigned c = 0; sight == SAME && c < run->laws.seats; c++) {
                if (now_of(run, 0)->status != ZK_TABLE_OVER) break;
                two_say(run, c, "agree", NULL, NULL, 0);
                sight = two_act(run, c);
            }
            continue;
        }
        if (restarts && below(run, run->is_apart ? 15 : 120) == 0) {
            restart(run);
            restarts = false;
        } else if (resigns && run->steps > 60 && below(run, 40) == 0) {
            unsigned by = any_person(run);
            two_say(run, by, "resign", NULL, NULL, 0);
            sight = two_act(run, by);
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
    if (below(run, 8) == 0) run->same_for = UINT32_MAX; /* not before the second game */
    run->fair = below(run, 2);
    run->apart = 0;
    run->is_apart = false;
    run->laws.pool_used = 0;
    run->id[0] = '\0';
    for (unsigned w = 0; w < WORLDS; w++) {
        run->world[w].luck_count = 0;
        two_set_time(run, w); /* the last game may have ended while time passed */
    }
    run->connection[CONTROL].seat = ZK_SPECTATOR;
    prepare_tables(run);
    two_open_wire(run, CONTROL);
    open_table(run);
    play_game(run);
    two_compare_logs(run);
    two_compare_metrics(run);
    tally.games++;
    tally.steps += run->steps;
    tally.apart += run->is_apart;
    for (unsigned c = 0; c < CONNECTIONS; c++)
        if (run->connection[c].open) two_shut_wire(run, c);
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

/* What the audience has never asked, and how it was never refused. In many games it asks for everything but a new
 * table. */
static void tell_what_was_missed(bool in_many) {
    print_message("# never asked by the audience, or told to it:");
    for (unsigned i = 0; i < ZK_ASKS_COUNT; i++) {
        if (tally.asked[i] || i == ZK_ASK_OPEN) continue;
        print_message(" %s", zk_ask_words[i]);
        assert_false(in_many);
    }
    for (unsigned i = 0; zk_table_phrases[i].key; i++)
        if (!tally.refused[i]) print_message(" %s", zk_table_phrases[i].key);
    print_message("\n");
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
        "%llu times once more; %llu writes that failed, %llu times out of time\n",
        (unsigned long long)tally.games, (unsigned long long)tally.apart,
        (unsigned long long)tally.steps, (unsigned long long)tally.bytes,
        (unsigned long long)tally.refusals, (unsigned long long)tally.undos,
        (unsigned long long)tally.hints, (unsigned long long)tally.restarts,
        (unsigned long long)tally.replays, (unsigned long long)tally.seeds,
        (unsigned long long)tally.draws, (unsigned long long)tally.seated,
        (unsigned long long)tally.again, (unsigned long long)tally.failed,
        (unsigned long long)tally.timed_out);
    tell_what_was_missed(games >= 8 && only == UINT64_MAX);
    assert_true(only != UINT64_MAX || tally.apart * 2 > tally.games);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_seat_learns_nothing, start_worlds, end_worlds),
    };
    games_of_each = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    return cmocka_run_group_tests_name("secrecy", tests, NULL, NULL);
}
