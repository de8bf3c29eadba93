/* fair.c: who has committed to a seed, handed it in and shown it: the table's part of docs/fair.md.
 *
 * The bytes stand in the entries; the fold knows which entries. Nothing is computed here: that is
 * the host's part. */
#include <string.h>

#include "table.h"

enum { SERVER = ZK_SEED_OF_SERVER };

static unsigned place_of(int seat) { return seat == ZK_CHANCE ? SERVER : (unsigned)seat; }

static bool is_fair(const struct zk_fold *fold) { return fold->fair.commit[SERVER]; }

uint8_t zk_fold_seeds_due(const struct zk_fold *fold) {
    const struct zk_fold_fair *fair = &fold->fair;
    unsigned due = 0;
    for (unsigned i = 0; is_fair(fold) && i < ZK_SEATS_MAX; i++)
        if (fair->commit[i] && !fair->seed[i] && !(fair->late >> i & 1)) due |= 1u << i;
    return (uint8_t)due;
}

/* Whether this one's seed took part and has not been shown. */
static bool is_hidden(const struct zk_fold *fold, unsigned who) {
    const struct zk_fold_fair *fair = &fold->fair;
    return !fair->shown[who] && (who == SERVER ? fair->commit[SERVER] : fair->seed[who]);
}

bool zk_fold_is_unshown(const struct zk_fold *fold) {
    bool any = false;
    for (unsigned i = 0; i < ZK_SEEDS_COUNT; i++) any |= is_hidden(fold, i);
    return any && fold->status == ZK_TABLE_OVER;
}

/* ---- The fold ---- */

static void change_hands(struct zk_fold_fair *fair, const struct zk_kept_entry *entry) {
    if (entry->sits_kind == ZK_SEAT_PERSON) return;
    fair->next[entry->sits] = 0;
    if (!fair->commit[SERVER])
        fair->commit[entry->sits] = 0;
    else if (fair->commit[entry->sits] && !fair->seed[entry->sits])
        fair->late |= (uint8_t)(1u << entry->sits);
}

static void begin_again(struct zk_fold_fair *fair) {
    struct zk_fold_fair fresh;
    memset(&fresh, 0, sizeof fresh);
    memcpy(fresh.commit, fair->next, sizeof fair->next);
    *fair = fresh;
}

void zk_fold_fair_step(struct zk_fold *fold, const struct zk_kept_entry *entry) {
    struct zk_fold_fair *fair = &fold->fair;
    unsigned who = place_of(entry->seat);
    uint16_t number = (uint16_t)(fold->count + 1);
    switch (entry->kind) {
    case ZK_ENTRY_SIT: change_hands(fair, entry); break;
    case ZK_ENTRY_AGAIN: begin_again(fair); break;
    case ZK_ENTRY_DECLINE:
        if (fold->status == ZK_TABLE_OVER) memset(fair->next, 0, sizeof fair->next);
        break;
    case ZK_ENTRY_MOVE:
        if (entry->seat != ZK_CHANCE) break;
        fair->draws = (uint16_t)(fair->draws + (entry->draw != 0));
        fair->unfair |= !entry->draw;
        break;
    case ZK_ENTRY_COMMIT:
        if (fold->status == ZK_TABLE_OVER)
            fair->next[who] = number;
        else
            fair->commit[who] = number;
        if (who == SERVER) fair->at_ms = entry->at_ms;
        break;
    case ZK_ENTRY_SEED: fair->seed[who] = number; break;
    case ZK_ENTRY_LATE: fair->late |= (uint8_t)(1u << who); break;
    case ZK_ENTRY_SHOW: fair->shown[who] = number; break;
    default: break;
    }
}

bool zk_fold_seeds(const struct zk_fold *fold, const struct zk_table *table,
                   struct zk_seeds *seeds) {
    const struct zk_fold_fair *fair = &fold->fair;
    memset(seeds, 0, sizeof *seeds);
    if (!is_fair(fold)) return false;
    seeds->draws = fair->draws;
    for (unsigned i = 0; i < ZK_SEEDS_COUNT; i++) {
        if (!fair->commit[i]) continue;
        seeds->committed |= (uint8_t)(1u << i);
        memcpy(seeds->commit[i], zk_table_seed(table, fair->commit[i]), ZK_SEED_SIZE);
        if (!fair->shown[i]) continue;
        seeds->shown |= (uint8_t)(1u << i);
        memcpy(seeds->seed[i], zk_table_seed(table, fair->shown[i]), ZK_SEED_SIZE);
    }
    return true;
}

/* ---- What can come ---- */

/* The game is about to begin: chance has not moved, and the server has not committed. */
static bool is_before(const struct zk_fold *fold) {
    return !is_fair(fold) && !fold->moves_count && !fold->fair.unfair &&
           fold->status != ZK_TABLE_OVER;
}

bool zk_table_may_commit(const struct zk_table *table, int seat) {
    const struct zk_fold *now = &table->now;
    if (now->seat[seat].kind != ZK_SEAT_PERSON || zk_table_is_full(table)) return false;
    return is_before(now) || (now->status == ZK_TABLE_OVER && (now->again >> seat & 1));
}

bool zk_table_fair_next(const struct zk_table *table, enum zk_entry_kind *kind, int *who) {
    const struct zk_fold *now = &table->now;
    if (zk_table_is_full(table)) return false;
    bool any = false;
    for (unsigned i = 0; i < ZK_SEATS_MAX; i++) any |= now->fair.commit[i] != 0;
    *kind = ZK_ENTRY_COMMIT;
    *who = ZK_CHANCE;
    if (any && is_before(now) && now->status == ZK_TABLE_PLAYING) return true;
    if (!zk_fold_is_unshown(now)) return false;
    unsigned place = SERVER;
    if (!is_hidden(now, SERVER))
        for (place = 0; !is_hidden(now, place);) place++;
    *kind = ZK_ENTRY_SHOW;
    *who = place == SERVER ? ZK_CHANCE : (int)place;
    return true;
}

bool zk_table_fair_fits(const struct zk_table *table, const struct zk_entry *entry) {
    const struct zk_fold *now = &table->now;
    unsigned who = place_of(entry->seat);
    switch (entry->kind) {
    case ZK_ENTRY_MOVE:
        return !entry->draw || (who == SERVER && is_fair(now) && !zk_fold_seeds_due(now) &&
                                entry->draw == now->fair.draws + 1);
    case ZK_ENTRY_COMMIT:
        if (who == SERVER) return is_before(now) && now->status == ZK_TABLE_PLAYING;
        return zk_table_may_commit(table, entry->seat);
    case ZK_ENTRY_SEED:
    case ZK_ENTRY_LATE: return who != SERVER && (zk_fold_seeds_due(now) >> who & 1);
    default: return zk_fold_is_unshown(now) && is_hidden(now, who);
    }
}
