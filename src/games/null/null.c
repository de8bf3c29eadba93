/* null.c: the rules of Null.
 *
 * They are written down in docs/rules/null.md; their numbers (N1 to N9) stand beside the code. The
 * order of this file is that of all games (docs/adding-a-game.md).
 * It is the smallest game that does everything a game must: tools/new-game copies it for a new one.
 */
#include "null.h"

#include <string.h>

#include "../../core/json.h"

/* ---- Constants ---- */

enum {
    NUMBERS = ZK_NULL_NUMBERS,
    ROUNDS_MAX = 3,
    MOVES_MAX = NUMBERS,
    LENGTH_MAX = 2 + 2 * ROUNDS_MAX * 2, /* the deals; in each turn a decision and a draw */
};

static const struct zk_null_cards all = {{2, 3, 1}}; /* N1 */

enum rule { N1, N2, N3, N4, N5, N6, N7, N8, N9 };
static const char *const rule_ids[] = {"N1", "N2", "N3", "N4", "N5",
                                       "N6", "N7", "N8", "N9", NULL};

/* Moves: a number in the low bits, and what is done with it above. There is one deck, so that a
 * number is the card of an outcome (card_of). */
enum { KEEP = 0x100, SWAP = 0x200, DEAL = 0x300, DRAW = 0x400, KIND_MASK = 0xF00 };

static const struct zk_option options[] = {
    {"rounds", (const char *const[]){"2", "1", "3", NULL}, "how many turns each player has"},
    {"first", (const char *const[]){"A", "B", NULL}, "who begins"},
    {NULL, NULL, NULL},
};

static const struct zk_phrase phrases[] = {
    {"null.move.unknown",
     "\"{0}\" is not a move. Say \"keep\", or \"swap\" and your card's number."},
    {"null.swap.not_held", "Your card is not a {0}."},
    {"null.swap.no_deck", "The deck is empty, so there is nothing to swap for."},
    {"null.chance", "Chance now gives {0} a card that is still in the deck."},
    {NULL, NULL},
};

struct null_rules {
    uint8_t rounds; /* N4 */
    uint8_t first;  /* N3: a seat */
};

/* deck + discards + cards are `all`. In phase DRAW the player in turn has no card. */
struct null_state {
    struct zk_null_cards deck, discards;
    uint8_t card[2]; /* each player's number, or 0 for none */
    uint8_t turns_left;
    uint8_t phase;
    uint8_t turn;
};

ZK_FITS(struct null_rules, struct zk_rules);
ZK_FITS(struct null_state, struct zk_state);

/* The game's own structs in the caller's memory; `state_in` to write to. */
static const struct null_rules *rules_of(const struct zk_rules *memory) {
    return (const void *)memory;
}
static const struct null_state *state_of(const struct zk_state *memory) {
    return (const void *)memory;
}
static struct null_state *state_in(struct zk_state *memory) { return (void *)memory; }

/* ---- Cards as counts ---- */

static unsigned total(const struct zk_null_cards *cards) {
    unsigned sum = 0;
    for (unsigned i = 0; i < NUMBERS; i++) sum += cards->count[i];
    return sum;
}

/* One of the cards, each equally likely; there is at least one. */
static unsigned random_number(const struct zk_null_cards *cards, struct zk_rng *rng) {
    unsigned pick = zk_rng_below(rng, total(cards)), i = 0;
    while (pick >= cards->count[i]) pick -= cards->count[i++];
    return i + 1;
}

/* ---- Set-up ---- */

static bool prepare(struct zk_rules *memory, const struct zk_settings *settings,
                    struct zk_sentence *refusal) {
    (void)refusal; /* every number of rounds goes with every first player */
    struct null_rules *rules = (void *)memory;
    rules->rounds = (uint8_t)(zk_settings_get(&zk_null, settings, 0)[0] - '0');
    rules->first = (uint8_t)(zk_settings_get(&zk_null, settings, 1)[0] - 'A');
    return true;
}

static void start(const struct zk_rules *rules_memory, struct zk_state *memory) {
    const struct null_rules *rules = rules_of(rules_memory);
    struct null_state *state = state_in(memory);
    memset(state, 0, sizeof *state);
    state->deck = all;
    state->turns_left = (uint8_t)(2 * rules->rounds);
    state->turn = rules->first;
    state->phase = ZK_NULL_DEAL;
}

/* ---- Whose turn ---- */

static int actor(const struct zk_rules *rules, const struct zk_state *memory) {
    (void)rules;
    const struct null_state *state = state_of(memory);
    if (state->phase == ZK_NULL_OVER) return ZK_OVER;
    return state->phase == ZK_NULL_TURN ? state->turn : ZK_CHANCE;
}

/* Who gets the next card of the deck: N2, N6. */
static unsigned receiver(const struct null_state *state) {
    return state->phase == ZK_NULL_DEAL ? state->card[0] != 0 : state->turn;
}

/* ---- Legal moves ---- */

static uint32_t moves(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                      zk_move *out, uint32_t *weights) {
    const struct null_state *state = state_of(memory);
    uint32_t count = 0;
    if (seat != actor(rules, memory)) return 0;
    if (seat != ZK_CHANCE) { /* N5 */
        out[count++] = KEEP;
        if (total(&state->deck)) out[count++] = SWAP | state->card[seat]; /* N7 */
        return count;
    }
    for (unsigned i = 0; i < NUMBERS; i++) {
        if (!state->deck.count[i]) continue;
        out[count] = (state->phase == ZK_NULL_DEAL ? DEAL : DRAW) | (i + 1);
        weights[count++] = state->deck.count[i];
    }
    return count;
}

/* ---- Making a move ----
 * `counts` is NULL but for `witness`, and then counts the rules at work. */

#define TOOK(rule) ((void)(counts && counts[rule]++))

static void end_turn(struct null_state *state, uint64_t *counts) {
    TOOK(N4);
    state->turn ^= 1;
    state->phase = ZK_NULL_TURN;
    if (--state->turns_left) return;
    state->phase = ZK_NULL_OVER;
    TOOK(N8);
    TOOK(N9);
}

static void make(struct null_state *state, zk_move move, uint64_t *counts) {
    unsigned number = move & 15, who = receiver(state);
    if (state->phase == ZK_NULL_TURN) {
        TOOK(N3);
        TOOK(N5);
        if (!total(&state->deck)) TOOK(N7);
    }
    switch (move & KIND_MASK) {
    case KEEP: end_turn(state, counts); break;
    case SWAP: /* N6 */
        TOOK(N6);
        state->discards.count[number - 1]++;
        state->card[who] = 0;
        state->phase = ZK_NULL_DRAW;
        break;
    default: /* DEAL, DRAW */
        TOOK(N1);
        state->deck.count[number - 1]--;
        state->card[who] = (uint8_t)number;
        if (state->phase == ZK_NULL_DRAW) {
            end_turn(state, counts);
        } else { /* N2: when both have one */
            TOOK(N2);
            if (who == 1) state->phase = ZK_NULL_TURN;
        }
    }
}

static void apply(const struct zk_rules *rules, struct zk_state *state, zk_move move) {
    (void)rules;
    make(state_in(state), move, NULL);
}

static void witness(const struct zk_rules *rules, struct zk_state *state, zk_move move,
                    uint64_t *counts) {
    (void)rules;
    make(state_in(state), move, counts);
}

/* ---- Scores ---- */

static bool points(const struct zk_rules *rules, const struct zk_state *memory, int32_t *out) {
    (void)rules;
    const struct null_state *state = state_of(memory);
    bool over = state->phase == ZK_NULL_OVER; /* N8: until then they would tell the cards */
    for (unsigned seat = 0; seat < 2; seat++) out[seat] = over ? state->card[seat] : 0;
    return over;
}

static void result(const struct zk_rules *rules, const struct zk_state *state,
                   struct zk_result *out) {
    memset(out, 0, sizeof *out);
    points(rules, state, out->points);
    int lead = out->points[0] - out->points[1]; /* N9 */
    out->drawn = lead == 0;
    out->winners = lead > 0 ? 1 : lead < 0 ? 2 : 3;
    out->end = rule_ids[N8];
}

/* ---- Check ---- */

static const char *check(const struct zk_rules *rules_memory, const struct zk_state *memory) {
    const struct null_rules *rules = rules_of(rules_memory);
    const struct null_state *state = state_of(memory);
    if (state->phase > ZK_NULL_OVER || state->turn > 1) return "phase or turn is out of range";
    if (state->turns_left > 2 * rules->rounds) return "there are too many turns";
    if ((state->phase == ZK_NULL_OVER) != !state->turns_left)
        return "it is over too late or early";
    unsigned made = 2u * rules->rounds - state->turns_left;
    if (state->turn != ((rules->first + made) & 1u)) return "it is the other player's turn";
    if (state->phase == ZK_NULL_DEAL && (made || total(&state->discards)))
        return "a card is dealt while they play";
    if (state->phase == ZK_NULL_DRAW && !total(&state->deck)) return "nothing can be drawn";
    struct zk_null_cards left = all;
    for (unsigned i = 0; i < NUMBERS; i++) {
        if (state->deck.count[i] > left.count[i] || state->discards.count[i] > left.count[i])
            return "there are too many of a card";
        left.count[i] =
            (uint8_t)(left.count[i] - state->deck.count[i] - state->discards.count[i]);
    }
    unsigned dealt = state->phase == ZK_NULL_DEAL ? receiver(state) : 2;
    for (unsigned seat = 0; seat < 2; seat++) {
        unsigned number = state->card[seat];
        bool holds = seat < dealt && !(state->phase == ZK_NULL_DRAW && seat == state->turn);
        if ((number != 0) != holds || number > NUMBERS) return "a player holds the wrong card";
        if (holds) left.count[number - 1]--;
    }
    for (unsigned i = 0; i < NUMBERS; i++)
        if (left.count[i]) return "a card is missing or there is one too many";
    return NULL;
}

/* ---- Views ---- */

static void view(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                 struct zk_view *out) {
    (void)rules;
    const struct null_state *state = state_of(memory);
    struct zk_null_view *seen = (void *)out;
    memset(seen, 0, sizeof *seen);
    seen->unseen = state->deck;
    seen->discards = state->discards;
    for (int player = 0; player < 2; player++) {
        unsigned number = state->card[player];
        if (seat == player || seat == ZK_EVERYTHING || state->phase == ZK_NULL_OVER) /* N8 */
            seen->card[player] = (uint8_t)number;
        else if (number)
            seen->unseen.count[number - 1]++;
    }
    seen->turns_left = state->turns_left;
    seen->phase = state->phase;
    seen->turn = state->turn;
    seen->deck_count = (uint8_t)total(&state->deck);
    seen->seat = (int8_t)seat;
}

/* ---- Resampling ---- */

static void resample(const struct zk_rules *rules, const struct zk_view *view_memory,
                     struct zk_rng *rng, struct zk_state *memory) {
    (void)rules;
    const struct zk_null_view *seen = zk_null_seen(view_memory);
    struct null_state *state = state_in(memory);
    memset(state, 0, sizeof *state);
    state->deck = seen->unseen;
    state->discards = seen->discards;
    memcpy(state->card, seen->card, sizeof state->card);
    state->turns_left = seen->turns_left;
    state->phase = seen->phase;
    state->turn = seen->turn;
    if (total(&seen->unseen) == seen->deck_count)
        return; /* the other has no card, or shows it */
    unsigned number = random_number(&seen->unseen, rng);
    state->deck.count[number - 1]--;
    state->card[seen->seat ^ 1] = (uint8_t)number;
}

/* ---- Notation ---- */

static void print_move(const struct zk_rules *rules, const struct zk_state *memory,
                       zk_move move, int seat, struct zk_text *text) {
    (void)rules;
    const struct null_state *state = state_of(memory);
    int who = (int)receiver(state);
    bool told = true;
    switch (move & KIND_MASK) {
    case KEEP: zk_text_put(text, "keep"); return;
    case SWAP: zk_text_put(text, "swap "); break;
    case DEAL: zk_text_put(text, who ? "deal B " : "deal A "); break;
    default: zk_text_put(text, "draw ");
    }
    if ((move & KIND_MASK) != SWAP) told = seat == who || seat == ZK_EVERYTHING; /* N2, N6 */
    zk_text_put_char(text, told ? (char)('0' + (move & 15)) : '?');
}

static void explain(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                    const char *text, size_t size, struct zk_sentence *refusal) {
    const struct null_state *state = state_of(memory);
    int acting = actor(rules, memory);
    bool swap = size == 6 && memcmp(text, "swap ", 5) == 0 && text[5] > '0' &&
                text[5] <= '0' + NUMBERS;
    if (acting == ZK_OVER) {
        zk_refuse(refusal, "N8", "move.over");
    } else if (acting != seat) {
        zk_refuse(refusal, "N4", "move.not_in_turn");
        zk_sentence_arg(refusal, zk_actor_name(acting), strlen(zk_actor_name(acting)));
    } else if (seat == ZK_CHANCE) {
        zk_refuse(refusal, "N1", "null.chance");
        zk_sentence_arg(refusal, zk_actor_name((int)receiver(state)), 1);
    } else if (swap && text[5] != '0' + state->card[seat]) {
        zk_refuse(refusal, "N6", "null.swap.not_held");
        zk_sentence_arg(refusal, text + 5, 1);
    } else if (swap) {
        zk_refuse(refusal, "N7", "null.swap.no_deck");
    } else {
        zk_refuse(refusal, "N5", "null.move.unknown");
        zk_sentence_arg(refusal, text, size);
    }
}

/* ---- JSON ---- */

static void write_cards(struct zk_json_out *out, const char *key,
                        const struct zk_null_cards *cards) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned i = 0; i < NUMBERS; i++)
        for (unsigned copies = cards->count[i]; copies; copies--) zk_json_put_int(out, i + 1);
    zk_json_end_array(out);
}

static void write_view(const struct zk_rules *rules, const struct zk_view *view_memory,
                       struct zk_json_out *out) {
    (void)rules;
    const struct zk_null_view *seen = zk_null_seen(view_memory);
    zk_json_begin_object(out);
    zk_json_key(out, "cards");
    zk_json_begin_object(out);
    for (int player = 0; player < 2; player++) {
        zk_json_key(out, zk_actor_name(player));
        zk_json_put_int(out, seen->card[player]);
    }
    zk_json_end_object(out);
    zk_json_key(out, "turn");
    zk_json_put_string(out, zk_actor_name(seen->turn));
    zk_json_key(out, "turns_left");
    zk_json_put_int(out, seen->turns_left);
    zk_json_key(out, "deck");
    zk_json_put_int(out, seen->deck_count);
    write_cards(out, "discards", &seen->discards);
    write_cards(out, "unseen", &seen->unseen);
    zk_json_end_object(out);
}

const struct zk_game zk_null = {
    .id = "null",
    .name = "Null",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .rules_size = sizeof(struct null_rules),
    .state_size = sizeof(struct null_state),
    .view_size = sizeof(struct zk_null_view),
    .moves_max = MOVES_MAX,
    .length_max = LENGTH_MAX,
    .options = options,
    .phrases = phrases,
    .rule_ids = rule_ids,
    .about = &zk_null_about,
    .prepare = prepare,
    .start = start,
    .actor = actor,
    .moves = moves,
    .apply = apply,
    .witness = witness,
    .points = points,
    .result = result,
    .check = check,
    .view = view,
    .resample = resample,
    .print_move = print_move,
    .explain = explain,
    .write_view = write_view,
};
