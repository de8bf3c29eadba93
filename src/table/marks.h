/* marks.h: what a long table keeps of its past; see zk_marks in table.h.
 *
 * A fold is kept after every ZK_FOLD_STEP entries. The state of the game is kept after a move about
 * every ZK_STATE_STEP entries, and where an undo had to make more than twice as many moves again. So
 * between two states of a line there are at most about four times ZK_STATE_STEP moves, whatever is
 * taken back, and of states there are at most three for each ZK_STATE_STEP entries. */
#ifndef ZK_MARKS_H
#define ZK_MARKS_H

#include "table.h"

/* The state after the move of that number and those before it in its line; 0 is the beginning. */
void zk_marks_state(const struct zk_table *table, uint16_t number, struct zk_state *state);
/* Keeps a copy, where one is due, of a fold whose last entry has just been added. */
void zk_marks_note(struct zk_table *table, const struct zk_fold *fold);
/* The host has brought memory for the table's capacity. */
void zk_marks_grow(struct zk_table *table, struct zk_fold *folds, unsigned char *states);
/* Forgets what is kept of the entries after now.count, which went up to `count`. */
void zk_marks_go_back(struct zk_table *table, uint32_t count);

#endif
