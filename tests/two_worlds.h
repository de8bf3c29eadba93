/* two_worlds.h: two servers, each a process of its own (hosted.h), beside each of which the test keeps a table of the same
 * entries; and what it takes to have the same happen in both, as one audience is told of it. test_secrecy.c decides
 * what that is. */
#ifndef TWO_WORLDS_H
#define TWO_WORLDS_H

#include "hosted.h"
#include "laws.h"
#include "wire.h"

enum {
    WORLDS = 2,
    WATCHER = ZK_SEATS_MAX, /* connections: one for each seat, and these */
    SECOND,                 /* another one of the audience */
    CONTROL,                /* is at no table; its pings wake the server */
    CONNECTIONS,
    MESSAGE_SIZE = 4096,
    LUCK_MAX = 512, /* draws in one step */
    BOT_MS = 400,
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
    bool is_apart; /* the worlds have differed in this game */
    bool refused;  /* what was asked last */
};

/* Whether the audience may still not know in which world it is. */
enum sight { SAME, PUBLIC, OVER };

/* What has been looked at, over all games. */
struct tally_of_worlds {
    uint64_t games, steps, apart, bytes, ended, restarts, refusals, hints, undos, replays;
    uint64_t seeds, draws, seated, again, failed, timed_out;
    uint64_t asked[ZK_ASKS_COUNT]; /* by the audience, each kind of ask */
    uint64_t refused[64];          /* to the audience, by their place in zk_table_phrases */
};
extern struct tally_of_worlds tally;

static inline uint32_t below(struct run *run, uint32_t n) {
    return zk_rng_below(&run->rng, n);
}
static inline struct zk_fold *now_of(struct run *run, unsigned w) {
    return &run->world[w].table.now;
}
static inline uint32_t count_of(struct run *run) { return now_of(run, 0)->count; }

static inline bool is_observed(const struct run *run, unsigned c) {
    return c == WATCHER || c == SECOND || (int)c == run->audience;
}

static inline void put_quoted(struct zk_json_out *out, const char *key, const char *value) {
    zk_json_key(out, key);
    zk_json_put_string(out, value);
}

static inline void put_number(struct zk_json_out *out, const char *key, int64_t value) {
    zk_json_key(out, key);
    zk_json_put_int(out, value);
}

/* Ends the test: in words, with the seed and the game, and with what both servers said. */
__attribute__((format(printf, 2, 3), noreturn)) void two_give_up(const struct run *run,
                                                                 const char *format, ...);

/* ---- Messages: each is sent in both worlds ---- */

void two_open_wire(struct run *run, unsigned c);
void two_shut_wire(struct run *run, unsigned c);
/* Begins a message of a connection, the same in both worlds or one of its own. */
void two_begin_message(struct run *run, struct zk_json_out *out, struct zk_text *text,
                       unsigned w, unsigned c, const char *ask);
void two_put_seed(struct zk_json_out *out, const char *key, const uint8_t *bytes);
/* The commitment of a seat, and its seed. */
void two_put_commit(struct zk_json_out *out, unsigned seat);
void two_seed_of(unsigned seat, uint8_t seed[ZK_SEED_SIZE]);
/* A message with nothing but what every one has, and perhaps one more word or number. */
void two_say(struct run *run, unsigned c, const char *ask, const char *key, const char *word,
             int64_t number);
/* Sends what was said, and takes in everything up to the answer. */
void two_exchange(struct run *run, unsigned c);
/* Takes the next message of a connection in; `number` is the last event it tells of so far. */
const char *two_listen_once(struct run *run, unsigned w, unsigned c, uint32_t *number);
/* Everybody hears of all that has happened; and what was sent before this: reactions, who is here. */
void two_hear_all(struct run *run);
void two_hear_rest(struct run *run);

/* ---- The same in both worlds, or the test ends ---- */

void two_compare(struct run *run);
void two_compare_logs(struct run *run);
void two_compare_metrics(struct run *run);

/* ---- What happens ---- */

/* What the audience is told of a move, and all of it. */
void two_tell(struct run *run, unsigned w, zk_move move, char *told);
void two_print_whole(struct run *run, unsigned w, zk_move move, char *words);
/* Whether the next hidden thing is to differ. */
bool two_wants_difference(struct run *run);
void two_note_luck(struct run *run, unsigned w, uint64_t bits);
enum zk_wait two_wait_of(struct run *run, int *seat);
/* What was said is acted on at both mirrors, and what must come of it is compared with what the servers answer. */
enum sight two_act(struct run *run, unsigned c);
/* A step that both mirrors have taken is taken by both servers, if the audience may hear of it. */
enum sight two_go(struct run *run, unsigned c, enum sight sight);
void two_set_time(struct run *run, unsigned w);
/* Time passes, and what is due is done. A bot moves if it is its turn. */
enum sight two_pass_time(struct run *run, uint64_t ms);

#endif
