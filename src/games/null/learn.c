/* learn.c: Null as numbers, see ../../core/encode.h and docs/batch.md.
 *
 * The layout is the same for what the table shows and with perfect memory: who has seen the discards needs
 * no memory for anything else. */
#include <string.h>

#include "../../core/fields.h"
#include "null.h"

enum { NUMBERS = ZK_NULL_NUMBERS, MOVE_KEEP = 1 };

/* Of two players the own one is 0. */
/* clang-format off */
#define FIELDS(X) \
    X(unseen, 1, NUMBERS, 0, 3, "how many 1s, 2s and 3s are in the deck or in a hidden hand") \
    X(discards, 1, NUMBERS, 0, 3, "how many are discarded") \
    X(card, 1, 2, 0, NUMBERS, "each player's number; 0 for none, or for one that is hidden") \
    X(turns_left, 1, 1, 0, 6, "turns left, this one counted") \
    X(phase, 1, 1, 0, ZK_NULL_OVER, "0 deal, 1 keep or swap, 2 draw, 3 over") \
    X(turn, 1, 1, 0, 1, "the player in turn") \
    X(deck, 1, 1, 0, 6, "cards in the deck")
/* clang-format on */

struct observed {
    FIELDS(ZK_FIELD_MEMBER)
};

static uint32_t size(const struct zk_rules *rules, enum zk_observed kind) {
    (void)rules, (void)kind;
    return sizeof(struct observed);
}

static void lay_out(struct zk_layout *layout) { FIELDS(ZK_FIELD_LINE) }

static uint32_t fields(const struct zk_rules *rules, enum zk_observed kind,
                       struct zk_field *out) {
    (void)rules, (void)kind;
    struct zk_layout layout = {out, 0, 0};
    lay_out(&layout);
    return layout.count;
}

static void observe_view(const struct zk_rules *rules, const struct zk_view *view, int seat,
                         enum zk_observed kind, uint8_t *out) {
    (void)rules, (void)kind;
    const struct zk_null_view *seen = zk_null_seen(view);
    struct observed observed = {
        .card = {seen->card[seat], seen->card[seat ^ 1]},
        .turns_left = {seen->turns_left},
        .phase = {seen->phase},
        .turn = {(uint8_t)(seen->turn ^ seat)},
        .deck = {seen->deck_count},
    };
    memcpy(observed.unseen, seen->unseen.count, sizeof observed.unseen);
    memcpy(observed.discards, seen->discards.count, sizeof observed.discards);
    memcpy(out, &observed, sizeof observed);
}

static void observe(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    enum zk_observed kind, uint8_t *out) {
    struct zk_null_view seen;
    zk_null.view(rules, state, kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : seat,
                 zk_null_block(&seen));
    observe_view(rules, zk_null_block(&seen), seat, kind, out);
}

static const struct zk_field features[ZK_FEATURES] = {
    {"act", 0, 1, 1, 0, 2, "1 keep, 2 swap"},
    {"card", 1, 1, 1, 0, NUMBERS, "the number swapped"},
    {"", 2, 1, 1, 0, 0, ""},
    {"", 3, 1, 1, 0, 0, ""},
    {"", 4, 1, 1, 0, 0, ""},
    {"", 5, 1, 1, 0, 0, ""},
    {"", 6, 1, 1, 0, 0, ""},
    {"", 7, 1, 1, 0, 0, ""},
};

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
    .observe_view = observe_view,
    .feature = feature,
    .features = features,
    .dense_count = MOVE_KEEP + NUMBERS + 1,
    .dense = dense,
};
