/* replay.h: one record, for going through it move by move and for studying it: for front ends. What is written is JSON. */
#ifndef ZK_REPLAY_H
#define ZK_REPLAY_H

#include "../bots/study.h"
#include "../core/record.h"
#include "../core/trace.h"
#include "protocol.h"

enum { ZK_REPLAY_MOVES_MAX = 8192 }; /* more than zk_record_moves_max(zk_games) */

/* Large; zero before the first use. */
struct zk_replay {
    struct zk_record_reader reader;
    zk_move moves[ZK_REPLAY_MOVES_MAX];
    struct zk_record record;
    bool is_there; /* a whole record was read */
    bool is_wrong, is_studied;
    struct zk_record_wrong wrong; /* the first thing that is */
    struct zk_budget budget;
    struct zk_study study;
    struct zk_state state;
    struct zk_trace_scratch scratch;
};

/* Reads the first record of a text. True, and what is in it is written: `game`, `options`,
 * `cardset`, `seats`, `moves` (`by`, `move`) and `result`; or false, and where and why it is wrong:
 * `line`, `refused`. */
bool zk_replay_read(struct zk_replay *replay, const char *text, size_t size,
                    struct zk_json_out *out);
/* The position after so many moves, as an audience sees it: zk_position_write. */
void zk_replay_write_position(struct zk_replay *replay, uint32_t moves_count, int audience,
                              struct zk_json_out *out);
/* The line of its trace (core/trace.h) for the same position. */
void zk_replay_write_trace(struct zk_replay *replay, uint32_t moves_count,
                           struct zk_text *text);

/* Begins a study of the record: of these seats, a bit each; with 0 of those in which no bot sat, or of all when there
 * are none. `playouts` 0 is as many as the bot likes. True, and what it goes by is written: `bot`, `whole`,
 * `points`, `seats`; false when the game is not over, nobody can judge it, or it has no such seat. */
bool zk_replay_study(struct zk_replay *replay, uint32_t playouts, uint64_t seed,
                     unsigned seats, struct zk_json_out *out);
/* The next decision; false when there is none, and then the numbers of the worst are written. */
bool zk_replay_study_next(struct zk_replay *replay, struct zk_json_out *out);

#endif
