/* learn.c: Null as numbers, see ../../core/encode.h and docs/batch.md.
 *
 * The layout is the same for what the table shows and with perfect memory: who has seen the discards needs
 * no memory for anything else. */
#include <string.h>

#include "../../core/encode.h"
#include "null.h"

enum { NUMBERS = ZK_NULL_NUMBERS, MOVE_KEEP = 1 };

/* An observation, byte by byte. Of two players the own one is 0. */
struct observed {
    uint8_t unseen[NUMBERS]; /* how many 1s, 2s and 3s are in the deck or in a hidden hand */
    uint8_t discards[NUMBERS];
    uint8_t card[2]; /* each player's number; 0 for none, or for one that is hidden */
    uint8_t turns_left;
    uint8_t phase;
    uint8_t turn; /* the player in turn */
    uint8_t deck;
};

static uint32_t size(const struct zk_rules *rules, enum zk_observed kind) {
    (void)rules, (void)kind;
    return sizeof(struct observed);
}

static uint32_t fields(const struct zk_rules *rules, enum zk_observed kind,
                       struct zk_field *out) {
    (void)rules, (void)kind;
    static const struct zk_field all[] = {
        {"unseen", offsetof(struct observed, unseen), 1, NUMBERS, 0, 3},
        {"discards", offsetof(struct observed, discards), 1, NUMBERS, 0, 3},
        {"card", offsetof(struct observed, card), 1, 2, 0, NUMBERS},
        {"turns_left", offsetof(struct observed, turns_left), 1, 1, 0, 6},
        {"phase", offsetof(struct observed, phase), 1, 1, 0, ZK_NULL_OVER},
        {"turn", offsetof(struct observed, turn), 1, 1, 0, 1},
        {"deck", offsetof(struct observed, deck), 1, 1, 0, 6},
    };
    memcpy(out, all, sizeof all);
    return sizeof all / sizeof *all;
}

static void observe(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    enum zk_observed kind, uint8_t *out) {
    struct zk_null_view seen;
    zk_null.view(rules, state, kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : seat,
                 zk_null_block(&seen));
    struct observed observed = {
        .card = {seen.card[seat], seen.card[seat ^ 1]},
        .turns_left = seen.turns_left,
        .phase = seen.phase,
        .turn = (uint8_t)(seen.turn ^ seat),
        .deck = seen.deck_count,
    };
    memcpy(observed.unseen, seen.unseen.count, sizeof observed.unseen);
    memcpy(observed.discards, seen.discards.count, sizeof observed.discards);
    memcpy(out, &observed, sizeof observed);
}

/* What is done, 1 to keep and 2 to swap; the card's number. */
static void feature(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    const zk_move *moves, uint32_t count, uint8_t (*rows)[ZK_FEATURES]) {
    (void)rules, (void)state, (void)seat;
    memset(rows, 0, count * sizeof *rows);
    for (uint32_t i = 0; i < count; i++) {
        rows[i][0] = (uint8_t)(moves[i] >> 8 & 15);
        rows[i][1] = (uint8_t)(moves[i] & 15);
    }
}

/* To keep is 1, to swap a card of number n is 1 + n. */
static void dense(const struct zk_rules *rules, const struct zk_state *state, int seat,
                  const zk_move *moves, uint32_t count, uint32_t *ids) {
    (void)rules, (void)state, (void)seat;
    for (uint32_t i = 0; i < count; i++) ids[i] = MOVE_KEEP + (moves[i] & 15);
}

extern const struct zk_encoder zk_null_encoder;
const struct zk_encoder zk_null_encoder = {
    .game = &zk_null,
    .version = 1,
    .size = size,
    .fields = fields,
    .observe = observe,
    .feature = feature,
    .dense_count = MOVE_KEEP + NUMBERS + 1,
    .dense = dense,
};
