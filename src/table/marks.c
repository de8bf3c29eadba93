/* marks.c: folds and states that a long table keeps; see marks.h. */
#include "marks.h"

#include <string.h>

enum { STATES_EACH = 3 }; /* kept for each ZK_STATE_STEP entries, at most */

static unsigned char *kept_state(const struct zk_table *table, uint32_t mark) {
    return table->marks.state + (size_t)(mark - 1) * table->game->state_size;
}

static uint32_t states_max(uint32_t capacity) {
    return capacity > ZK_LONG_TABLE ? capacity / ZK_STATE_STEP * STATES_EACH : 0;
}

uint32_t zk_marks_folds(uint32_t capacity) {
    return capacity > ZK_LONG_TABLE ? capacity / ZK_FOLD_STEP : 0;
}

size_t zk_marks_states_size(const struct zk_game *game, uint32_t capacity) {
    return states_max(capacity) * game->state_size;
}

/* The moves up to this one since the last whose state is kept, the latest first: how many. *state is what
 * is kept, or the beginning of a game. */
static uint32_t moves_since(const struct zk_table *table, uint16_t number, uint16_t *moves,
                            struct zk_state *state) {
    uint32_t count = 0;
    for (; number && !table->entries[number - 1].mark;
         number = table->entries[number - 1].before)
        moves[count++] = number;
    if (number)
        memcpy(state, kept_state(table, table->entries[number - 1].mark),
               table->game->state_size);
    else
        table->game->start(table->rules, state);
    return count;
}

void zk_marks_state(const struct zk_table *table, uint16_t number, struct zk_state *state) {
    uint16_t moves[ZK_LINE_MAX];
    uint32_t count = moves_since(table, number, moves, state);
    if (table->work) *table->work += count;
    while (count)
        table->game->apply(table->rules, state, table->entries[moves[--count] - 1].move);
}

static void keep_state(struct zk_table *table, uint16_t number, const struct zk_state *state) {
    struct zk_kept_entry *entry = &table->entries[number - 1];
    struct zk_marks *marks = &table->marks;
    if (entry->mark || marks->states_count == marks->states_max) return;
    entry->mark = (uint16_t)++marks->states_count;
    memcpy(kept_state(table, entry->mark), state, table->game->state_size);
}

/* After an undo: keeps states along the line where there are none for long. */
static void fill_line(struct zk_table *table, uint16_t last) {
    uint16_t moves[ZK_LINE_MAX];
    struct zk_state state;
    uint32_t count = moves_since(table, last, moves, &state);
    if (count <= 2 * ZK_STATE_STEP) return;
    if (table->work) *table->work += count;
    for (uint32_t i = 1; i <= count; i++) {
        uint16_t number = moves[count - i];
        table->game->apply(table->rules, &state, table->entries[number - 1].move);
        if (i % ZK_STATE_STEP == 0) keep_state(table, number, &state);
    }
}

void zk_marks_note(struct zk_table *table, const struct zk_fold *fold) {
    struct zk_marks *marks = &table->marks;
    const struct zk_kept_entry *entry = &table->entries[fold->count - 1];
    if (!marks->fold) return;
    if (fold->count % ZK_FOLD_STEP == 0) marks->fold[fold->count / ZK_FOLD_STEP - 1] = *fold;
    if (entry->kind == ZK_ENTRY_UNDO) {
        fill_line(table, fold->last);
    } else if (entry->kind == ZK_ENTRY_MOVE &&
               fold->count - marks->state_at >= ZK_STATE_STEP) {
        keep_state(table, fold->last, &fold->state);
        marks->state_at = fold->count;
    }
}

void zk_marks_grow(struct zk_table *table, struct zk_fold *folds, unsigned char *states) {
    table->marks.fold = folds;
    table->marks.state = states;
    table->marks.states_max = folds ? states_max(table->capacity) : 0;
}

void zk_marks_go_back(struct zk_table *table, uint32_t count) {
    struct zk_marks *marks = &table->marks;
    for (; count > table->now.count; count--) {
        uint16_t mark = table->entries[count - 1].mark;
        if (mark && mark == marks->states_count) marks->states_count--;
    }
    if (marks->state_at > table->now.count) marks->state_at = table->now.count;
}
