/* verify.c: whether a record's outcomes are what its seeds give; see fair.h. */
#include <string.h>

#include "fair.h"

struct check {
    const struct zk_record *record;
    void (*tell)(void *user, const struct zk_fair_finding *finding);
    void *user;
    bool proven;
};

static void tell(struct check *check, struct zk_fair_finding finding) {
    if (finding.kind < ZK_FAIR_FIRST_GAP) check->proven = false;
    check->tell(check->user, &finding);
}

static void check_seed(struct check *check, unsigned who) {
    const struct zk_seeds *seeds = &check->record->seeds;
    bool committed = seeds->committed >> who & 1, shown = seeds->shown >> who & 1;
    bool server_shown = (seeds->committed & seeds->shown) >> ZK_SEED_OF_SERVER & 1;
    if (who == ZK_SEED_OF_SERVER && (!committed || !shown))
        tell(check, (struct zk_fair_finding){.kind = ZK_FAIR_HIDDEN, .who = who});
    else if (shown && !committed)
        tell(check, (struct zk_fair_finding){.kind = ZK_FAIR_UNCOMMITTED, .who = who});
    else if (shown && !zk_fair_fits(who, seeds->seed[who], seeds->commit[who]))
        tell(check, (struct zk_fair_finding){.kind = ZK_FAIR_OTHER_SEED, .who = who});
    else if (!committed)
        tell(check, (struct zk_fair_finding){.kind = ZK_FAIR_NO_PART, .who = who});
    else if (!shown && server_shown) /* else perhaps it is the server who has not shown it */
        tell(check, (struct zk_fair_finding){.kind = ZK_FAIR_LATE, .who = who});
}

/* Draws that are not in the record, if there are any. */
static void check_gap(struct check *check, uint32_t from, uint32_t to) {
    if (from <= to)
        tell(check,
             (struct zk_fair_finding){.kind = ZK_FAIR_TAKEN_BACK, .from = from, .to = to});
}

static void check_draws(struct check *check, struct zk_trace_scratch *scratch) {
    const struct zk_record *record = check->record;
    const struct zk_game *game = record->game;
    struct zk_state state;
    uint32_t last = 0;
    game->start(record->rules, &state);
    for (uint32_t i = 0; i < record->moves_count; i++) {
        uint32_t n = record->draws[i];
        struct zk_fair_finding finding = {.from = n, .to = n, .move = i};
        if (game->actor(record->rules, &state) != ZK_CHANCE) {
            /* A seat's move is drawn by nobody. */
        } else if (!n) {
            finding.kind = ZK_FAIR_UNNUMBERED;
            tell(check, finding);
        } else if (n <= last || n > record->seeds.draws) {
            finding.kind = ZK_FAIR_OUT_OF_ORDER;
            tell(check, finding);
        } else {
            check_gap(check, last + 1, n - 1);
            last = n;
            finding.drawn =
                zk_fair_draw(&record->seeds, n, game, record->rules, &state, scratch);
            finding.kind = ZK_FAIR_OTHER_DRAW;
            if (finding.drawn != record->moves[i]) tell(check, finding);
        }
        game->apply(record->rules, &state, record->moves[i]);
    }
    if (last < record->seeds.draws) check_gap(check, last + 1, record->seeds.draws);
}

bool zk_fair_verify(const struct zk_record *record, struct zk_trace_scratch *scratch,
                    void (*tell_user)(void *user, const struct zk_fair_finding *finding),
                    void *user) {
    struct check check = {record, tell_user, user, true};
    if (record->has_seeds != ZK_SEEDS_THERE) {
        bool none = record->has_seeds == ZK_SEEDS_NONE;
        tell(&check,
             (struct zk_fair_finding){.kind = none ? ZK_FAIR_NO_SEEDS : ZK_FAIR_UNREADABLE});
        return false;
    }
    check_seed(&check, ZK_SEED_OF_SERVER);
    unsigned told = record->seeds.committed | record->seeds.shown;
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
        if (seat < record->seats_count || (told >> seat & 1)) check_seed(&check, seat);
    if (check.proven) check_draws(&check, scratch);
    return check.proven;
}
