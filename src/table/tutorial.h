/* tutorial.h: a guided first game: a record, and between its moves sentences that explain it.
 *
 * The file is a record (docs/records.md) with further lines, {"say":KEY,"at":PLACE}, each before the
 * move that it leads up to. The learner sits in the seat whose name is no bot's. A sentence that is
 * the last one before a move of the learner asks for that move; any other one is only read. Moves
 * before the first sentence, the learner's too, are made at once. docs/tutorial.md has the whole. */
#ifndef ZK_TUTORIAL_H
#define ZK_TUTORIAL_H

#include "../core/record.h"

enum {
    ZK_TUTORIAL_STEPS_MAX = 40,
    ZK_TUTORIAL_WORDS_MAX = 20,  /* of a sentence */
    ZK_TUTORIAL_NAME_SIZE = 48,  /* a key, or a place on the board, and its NUL */
    ZK_TUTORIAL_MOVES_MAX = 8192 /* more than zk_record_moves_max(zk_games) */
};

struct zk_tutorial_step {
    uint32_t moves;                  /* so many have been made when it is said */
    char say[ZK_TUTORIAL_NAME_SIZE]; /* a key of the game's catalogue */
    char at[ZK_TUTORIAL_NAME_SIZE];  /* what it speaks of; the game's board knows the name */
};

/* Large; zero before the first use. */
struct zk_tutorial {
    struct zk_record_reader reader;
    zk_move moves[ZK_TUTORIAL_MOVES_MAX];
    struct zk_record record;
    bool is_there, is_wrong;
    uint64_t line; /* of the first thing that is wrong, and what: for programmers */
    char why[256];
    int seat; /* the learner's */
    uint32_t steps_count;
    struct zk_tutorial_step step[ZK_TUTORIAL_STEPS_MAX];
};

/* Reads the whole file; false when a line is wrong, which `line` and `why` tell. */
bool zk_tutorial_read(struct zk_tutorial *tutorial, const char *text, size_t size);
/* How many steps are said before so many moves have been made. */
uint32_t zk_tutorial_steps_before(const struct zk_tutorial *tutorial, uint32_t moves);

#endif
