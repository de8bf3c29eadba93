/* trace.h: what the engine thinks of a position, in one line, for checking it against any other
 * implementation of the rules; the format is in docs/records.md. */
#ifndef ZK_TRACE_H
#define ZK_TRACE_H

#include "game.h"

enum {
    ZK_TRACE_LINE_SIZE = ZK_MOVES_MAX * 128, /* longest line, its line break and a NUL */
};

/* Memory to sort moves in; the caller's, and rubbish before and after. */
struct zk_trace_scratch {
    zk_move moves[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX];
    uint16_t order[ZK_MOVES_MAX];
    char notation[ZK_MOVES_MAX][ZK_MOVE_TEXT_SIZE];
};

/* Lists the outcomes of chance by notation, byte by byte, and returns how many there are: the i-th is moves[order[i]], and
 * so for weights and notation. */
uint32_t zk_trace_outcomes(struct zk_trace_scratch *scratch, const struct zk_game *game,
                           const struct zk_rules *rules, const struct zk_state *state);
/* Puts the line of the position that `n` moves have led to at the end of the text, with its line
 * break. */
void zk_trace_put(struct zk_text *text, struct zk_trace_scratch *scratch,
                  const struct zk_game *game, const struct zk_rules *rules,
                  const struct zk_state *state, uint32_t n);

#endif
