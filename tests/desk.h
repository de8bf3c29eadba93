/* desk.h: a table in a test with everything it needs, people who do there what the test wants, or anything at all; and the
 * smallest game with a move out of turn. cmocka.h and what it needs are included before. */
#ifndef ZK_TEST_DESK_H
#define ZK_TEST_DESK_H

#include "table/table.h"

/* Both seats ring in turn, four times in all; B may cough once while A thinks. */
extern const struct zk_game chime;

enum { ROOM = 2048 }; /* entries */

struct desk {
    struct zk_table table;
    struct zk_rules rules;
    struct zk_kept_entry entries[ROOM];
    char words[ROOM * ZK_ENTRY_WORDS_MAX];
    struct zk_refusals refusals;
    struct zk_rng rng;          /* of chance, bots and whatever is random */
    uint64_t now_ms;            /* up to the test */
    unsigned requests;          /* so many have been made */
    uint32_t entry;             /* what the last command came to, */
    struct zk_sentence refusal; /* or why not */
};

/* Memory for one, for the caller to free. */
struct desk *new_desk(void);
/* A new table; for two, or for as many as the option `players` says. */
void desk_open(struct desk *desk, const struct zk_game *game, uint64_t seed, uint32_t clock_ms,
               uint32_t step_ms);
void desk_open_for(struct desk *desk, const struct zk_game *game, const char *players,
                   uint64_t seed, uint32_t clock_ms, uint32_t step_ms);

/* ---- What people do; false when it is refused ---- */

/* A command of this seat, seen at the newest event, with a request of its own. */
struct zk_command command_of(struct desk *desk, enum zk_command_kind kind, int seat);
/* The same, with a move in notation. */
struct zk_command move_of(struct desk *desk, int seat, const char *move);
bool command_do(struct desk *desk, const struct zk_command *command);
bool desk_do(struct desk *desk, enum zk_command_kind kind, int seat);
bool desk_sit(struct desk *desk, int seat, const char *name);
bool desk_sit_with(struct desk *desk, int seat, const char *name, enum zk_face face);
/* A quick bot in the seat `whom`; `away`: for somebody who is gone. */
bool desk_bot(struct desk *desk, int by, int whom, bool away);
bool desk_bot_with(struct desk *desk, int by, int whom, enum zk_face face);
bool desk_move(struct desk *desk, int seat, const char *text);
/* It was refused, with this sentence. */
void refused_with(const struct desk *desk, bool done, const char *key);

/* ---- How it goes on ---- */

/* Somebody sits down everywhere, and chance deals. */
void sit_all(struct desk *desk);
/* Whose turn it is, as the game says. */
int desk_actor(const struct desk *desk);
/* Lets chance move while it is to. */
void desk_chance(struct desk *desk);
/* A legal move of this seat in notation; false when it has none. */
bool any_move(struct desk *desk, int seat, char *text);
/* One random decision of whoever is to move, and what chance makes of it; false when over. */
bool go_on(struct desk *desk);
/* Anything at all: a command of anybody's, right or wrong, or what the table waits for. What is refused, or was done
 * before, changes nothing. */
void random_step(struct desk *desk);
bool same_fold(const struct zk_fold *a, const struct zk_fold *b);

#endif
