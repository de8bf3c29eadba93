/* know.c: what seats know in Yōtei: bounds of sealed bids, views, and worlds that fit a view.
 *
 * What is hidden and not a card is the content of sealed boxes.
 *
 * A seat's potatoes, those in sealed boxes included (`total`), are public: every change of them is.
 * Only their split is not. So what can be known of a seat is the set of vectors b = (b0, b1, b2), the
 * potatoes in its characters' boxes (0 where there is no box), that some history fits. These acts
 * change that set F:
 *
 *   a bid by character c          F + {x e_c : 0 <= x <= 255}          stretch(c, 0, 255)
 *   `offer` to the box of c       F + {x e_c : 1 <= x <= 255}          stretch(c, 1, 255)
 *   `regret` from the box of c    F - {x e_c : 1 <= x <= 255}, then    stretch(c, -255, -1)
 *                                 those with b_c >= 0                  keep_box(c, 0, 255)
 *   anything that shows what is behind the screen: none (`cellar`), a price that was paid or could
 *   be, or could not (T16), at least nothing; and T14a:
 *                                 those with a sum between two numbers keep_sum
 *   `lantern`, for the player who looks: those with b_c = x                       keep_box(c, x, x)
 *
 * F begins as {0} and is always the integer points of a generalized polymatroid: it is given by the
 * least and the most of b over each of the seven groups of characters. That class is closed under
 * all of the above (A. Frank and E. Tardos, "Generalized polymatroids and submodular flows",
 * 1988): a Minkowski sum adds the bounds; cutting with a box, or with two bounds of the sum of
 * all, has the formulas in keep_box and keep_sum; and in every case the integer points of the
 * result are just those results of integer points. So seven pairs of numbers are exact, whatever
 * happened. Each seat has its own set for each other seat, since it alone knows what its `lantern`
 * showed; one more is for those who only watch. tests/test_laws.c tries all histories instead.
 *
 * The sets of different seats are independent of each other and of the cards. */
#include <string.h>

#include "../../core/bits.h"
#include "inside.h"

enum {
    GROUPS = ZK_YOTEI_GROUPS,
    EVERYONE = GROUPS, /* the group of all characters */
};

/* ---- Sealed bids ---- */

struct span {
    int least[GROUPS + 1], most[GROUPS + 1]; /* of every group, the empty one included */
};

static struct span span_of(const struct zk_yotei_bounds *bounds) {
    struct span span = {{0}, {0}};
    for (unsigned g = 1; g <= GROUPS; g++) {
        span.least[g] = bounds->least[g - 1];
        span.most[g] = bounds->most[g - 1];
    }
    return span;
}

static void keep_span(struct zk_yotei_bounds *bounds, const struct span *span) {
    for (unsigned g = 1; g <= GROUPS; g++) {
        bounds->least[g - 1] = (uint8_t)span->least[g];
        bounds->most[g - 1] = (uint8_t)span->most[g];
    }
}

/* The box of a character gets between `least` and `most` more. */
static void stretch(struct span *span, unsigned character, int least, int most) {
    for (unsigned g = 1; g <= GROUPS; g++) {
        if (!(g >> character & 1)) continue;
        span->least[g] += least;
        span->most[g] += most;
    }
}

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

/* Only those vectors stay whose box of a character holds between `least` and `most`. */
static void keep_box(struct span *span, unsigned character, int least, int most) {
    struct span old = *span;
    for (unsigned g = 0; g <= GROUPS; g++) {
        unsigned other = g ^ 1u << character;
        bool with = g >> character & 1;
        span->least[g] =
            larger(old.least[g], with ? old.least[other] + least : old.least[other] - most);
        span->most[g] =
            smaller(old.most[g], with ? old.most[other] + most : old.most[other] - least);
    }
}

/* Only those vectors stay whose sum is between `least` and `most`. */
static void keep_sum(struct span *span, int least, int most) {
    struct span old = *span;
    for (unsigned g = 0; g <= GROUPS; g++) {
        span->least[g] = larger(old.least[g], least - old.most[EVERYONE ^ g]);
        span->most[g] = smaller(old.most[g], most - old.least[EVERYONE ^ g]);
    }
}

void zk_yotei_bounds_change(struct zk_yotei_bounds *bounds, unsigned character, int least,
                            int most, int total) {
    struct span span = span_of(bounds);
    stretch(&span, character, least, most);
    keep_box(&span, character, 0, BOXES);
    keep_sum(&span, 0, smaller(total, BOXES)); /* T14a */
    keep_span(bounds, &span);
}

void zk_yotei_bounds_sum(struct zk_yotei_bounds *bounds, int least, int most) {
    struct span span = span_of(bounds);
    keep_sum(&span, least, most);
    keep_span(bounds, &span);
}

void zk_yotei_bounds_box(struct zk_yotei_bounds *bounds, unsigned character, int holds) {
    struct span span = span_of(bounds);
    keep_box(&span, character, holds, holds);
    keep_span(bounds, &span);
}

bool zk_yotei_bounds_allow(const struct zk_yotei_bounds *bounds, const uint8_t *bid) {
    for (unsigned g = 1; g <= GROUPS; g++) {
        int sum = (g & 1 ? bid[0] : 0) + (g & 2 ? bid[1] : 0) + (g & 4 ? bid[2] : 0);
        if (sum < bounds->least[g - 1] || sum > bounds->most[g - 1]) return false;
    }
    return true;
}

/* What makes bounds those of a generalized polymatroid: for any two groups. */
bool zk_yotei_bounds_fit(const struct zk_yotei_bounds *bounds,
                         const struct zk_yotei_bounds *whole) {
    struct span span = span_of(bounds);
    const int *lo = span.least, *hi = span.most;
    for (unsigned a = 0; a <= GROUPS; a++) {
        if (a && (bounds->least[a - 1] < whole->least[a - 1] ||
                  bounds->most[a - 1] > whole->most[a - 1]))
            return false;
        for (unsigned b = 0; b <= GROUPS; b++)
            if (lo[a] + lo[b] > lo[a | b] + lo[a & b] ||
                hi[a] + hi[b] < hi[a | b] + hi[a & b] ||
                hi[a] - lo[b] < hi[a & ~b] - lo[b & ~a])
                return false;
    }
    return true;
}

/* ---- Hands ---- */

unsigned zk_yotei_discarded(const struct yotei_rules *rules, const struct yotei_state *state,
                            unsigned power) {
    unsigned left = rules->set.mystery[power] - state->deck[power];
    for (unsigned seat = 0; seat < rules->players; seat++) {
        left -= zk_yotei_held(state, seat, power);
        if (power == ZK_YOTEI_ONSEN) left -= state->board.onsen[seat];
    }
    return left - (power == ZK_YOTEI_FESTIVAL && state->board.festival);
}

void zk_yotei_sort_hand(struct yotei_state *state, unsigned seat) {
    uint8_t *hand = state->hand[seat], *age = state->board.age[seat];
    for (unsigned i = 1; i < state->board.hand_count[seat]; i++) {
        uint8_t card = hand[i], its_age = age[i];
        unsigned at = i;
        for (;
             at && (age[at - 1] > its_age || (age[at - 1] == its_age && hand[at - 1] > card));
             at--) {
            hand[at] = hand[at - 1];
            age[at] = age[at - 1];
        }
        hand[at] = card;
        age[at] = its_age;
    }
}

/* ---- Views ---- */

/* Copies that are not seen come first: most of them are in the deck, where states have them, too. */
static unsigned order_of(unsigned is) { return (is - ZK_YOTEI_UNSEEN) & 15; }

static void sort_kind(const struct yotei_rules *rules, uint64_t *where, unsigned kind) {
    unsigned first = rules->first_card[kind], end = rules->first_card[kind + 1];
    for (unsigned i = first + 1; i < end; i++) {
        unsigned is = zk_yotei_where(where, i), at = i;
        for (; at > first && order_of(zk_yotei_where(where, at - 1)) > order_of(is); at--)
            zk_yotei_put_where(where, at, zk_yotei_where(where, at - 1));
        zk_yotei_put_where(where, at, is);
    }
}

/* Every card is compared with the next, sixteen at a time: bit 3 of a nibble says whether the next is as large. Few
 * kinds are out of order. */
void zk_yotei_sort_copies(const struct yotei_rules *rules, uint64_t *where) {
    const uint64_t tops = 0x8888888888888888u, fours = tops / 2;
    for (unsigned i = 0; i < YOTEI_WORDS; i++) {
        uint64_t is = where[i], next = is >> 4;
        if (i + 1 < YOTEI_WORDS) next |= where[i + 1] << 60;
        is ^= fours ^ (is & fours) << 1; /* order_of each */
        next ^= fours ^ (next & fours) << 1;
        uint64_t lower = (next | tops) - (is & ~tops); /* by the lower three bits */
        uint64_t right = (next & ~is) | (~(next ^ is) & lower);
        for (uint64_t wrong = rules->followed[i] & ~right; wrong; wrong &= wrong - 1)
            sort_kind(rules, where, rules->kind_of[16 * i + zk_lowest(wrong) / 4]);
    }
}

/* Sixteen cards at a time: what is in the deck, and what others have taken from it, is unseen. */
static void view_lands(const struct yotei_rules *rules, const struct yotei_state *state,
                       struct zk_yotei_view *seen) {
    const uint64_t each = 0x1111111111111111u;
    for (unsigned i = 0; i < YOTEI_WORDS; i++) {
        uint64_t where = state->where[i], upper = where >> 2 & ~(where >> 3) & each;
        for (uint64_t taken = upper; taken; taken &= taken - 1) {
            unsigned at = zk_lowest(taken), kind = rules->kind_of[16 * i + at / 4];
            seen->taken[where >> at & 3][rules->set.land[kind].tier]++;
        }
        seen->where[i] = where;
        if (seen->seat == ZK_EVERYTHING) continue;
        uint64_t others =
            where ^ each * (unsigned)(seen->seat & 3); /* 0 below for the seat's own */
        others = seen->seat < 0 ? upper : upper & (others | others >> 1);
        uint64_t cards =
            rules->tier_cards[0][i] | rules->tier_cards[1][i] | rules->tier_cards[2][i];
        uint64_t unseen = (zk_yotei_zero_nibbles(where) | others) & cards;
        seen->where[i] = (where & ~(15 * unseen)) | ZK_YOTEI_UNSEEN * unseen;
    }
    zk_yotei_sort_copies(rules, seen->where);
}

/* The cards of an earlier deck that others hold, sorted by age and then power. */
static void view_old_card(struct zk_yotei_view *seen, unsigned *count, uint8_t card,
                          uint8_t age) {
    unsigned at = (*count)++;
    for (; at && (seen->old_age[at - 1] > age ||
                  (seen->old_age[at - 1] == age && seen->old[at - 1] > card));
         at--) {
        seen->old[at] = seen->old[at - 1];
        seen->old_age[at] = seen->old_age[at - 1];
    }
    seen->old[at] = card;
    seen->old_age[at] = age;
}

static void view_mystery(const struct yotei_rules *rules, const struct yotei_state *state,
                         struct zk_yotei_view *seen) {
    unsigned old = 0;
    memcpy(seen->unseen, state->deck, sizeof seen->unseen);
    for (unsigned power = 0; power < POWERS; power++) /* but for what is held or kept */
        seen->discards[power] = (uint8_t)(rules->set.mystery[power] - state->deck[power]);
    seen->discards[ZK_YOTEI_FESTIVAL] =
        (uint8_t)(seen->discards[ZK_YOTEI_FESTIVAL] - (state->board.festival != 0));
    for (unsigned seat = 0; seat < rules->players; seat++) {
        bool open = seen->seat == (int)seat || seen->seat == ZK_EVERYTHING;
        seen->discards[ZK_YOTEI_ONSEN] =
            (uint8_t)(seen->discards[ZK_YOTEI_ONSEN] - state->board.onsen[seat]);
        for (unsigned i = 0; i < state->board.hand_count[seat]; i++) {
            uint8_t card = state->hand[seat][i], age = state->board.age[seat][i];
            seen->discards[card - 1]--;
            if (open)
                seen->hand[seat][i] = card;
            else if (age)
                view_old_card(seen, &old, card, age);
            else
                seen->unseen[card - 1]++;
        }
    }
}

void zk_yotei_view(const struct zk_rules *memory, const struct zk_state *state_memory,
                   int seat, struct zk_view *out) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct yotei_state *state = state_of(state_memory);
    struct zk_yotei_view *seen = (void *)out;
    memset(seen, 0, sizeof *seen);
    seen->board = state->board;
    seen->seat = (int8_t)seat;
    seen->players = rules->players;
    view_lands(rules, state, seen);
    view_mystery(rules, state, seen);
    for (unsigned owner = 0; owner < rules->players; owner++) {
        if (seat == (int)owner || seat == ZK_EVERYTHING)
            memcpy(seen->sealed[owner], state->sealed[owner], sizeof seen->sealed[owner]);
        for (unsigned viewer = 0; viewer < rules->players; viewer++)
            if (viewer == owner || seat == (int)viewer || seat == (int)owner)
                seen->know[viewer][owner] = state->know[viewer][owner];
    }
}

/* ---- Resampling ---- */

static void resample_lands(const struct yotei_rules *rules, const struct zk_yotei_view *seen,
                           struct zk_rng *rng, uint64_t *where) {
    memcpy(where, seen->where, sizeof seen->where);
    for (unsigned tier = 0; tier < TIERS; tier++) {
        uint8_t unseen[ZK_YOTEI_LAND_MAX];
        unsigned count = 0;
        for (unsigned card = rules->first_card[rules->kinds_from[tier]];
             card < rules->first_card[rules->kinds_from[tier + 1]]; card++)
            if (zk_yotei_where(where, card) == ZK_YOTEI_UNSEEN)
                unseen[count++] = (uint8_t)card;
        for (unsigned seat = 0; seat < rules->players; seat++)
            for (unsigned n = seen->taken[seat][tier]; n && (int)seat != seen->seat; n--) {
                unsigned pick = zk_rng_below(rng, count--);
                zk_yotei_put_where(where, unseen[pick], ZK_YOTEI_TAKEN + seat);
                unseen[pick] = unseen[count];
            }
        while (count) zk_yotei_put_where(where, unseen[--count], ZK_YOTEI_IN_DECK);
    }
    zk_yotei_sort_copies(rules, where);
}

static void resample_mystery(const struct yotei_rules *rules, const struct zk_yotei_view *seen,
                             struct zk_rng *rng, struct yotei_state *state) {
    uint8_t old[sizeof seen->old];
    const struct zk_yotei_board *board = &state->board;
    unsigned unseen = 0;
    memcpy(old, seen->old, sizeof old);
    memcpy(state->hand, seen->hand, sizeof state->hand);
    memcpy(state->deck, seen->unseen, sizeof state->deck);
    for (unsigned power = 0; power < POWERS; power++) unseen += state->deck[power];
    for (unsigned seat = 0; seat < rules->players; seat++) {
        if ((int)seat == seen->seat) continue;
        for (unsigned i = 0; i < board->hand_count[seat]; i++) {
            unsigned found = 0, pick = 0, power = 0;
            if (board->age[seat][i]) { /* one of those of that age that are left */
                for (unsigned j = 0; j < sizeof old; j++)
                    if (old[j] && seen->old_age[j] == board->age[seat][i] &&
                        zk_rng_below(rng, ++found) == 0)
                        pick = j;
                state->hand[seat][i] = old[pick];
                old[pick] = 0;
                continue;
            }
            for (pick = zk_rng_below(rng, unseen--); pick >= state->deck[power]; power++)
                pick -= state->deck[power];
            state->deck[power]--;
            state->hand[seat][i] = (uint8_t)(power + 1);
        }
        zk_yotei_sort_hand(state, seat);
    }
}

/* How many sizes the third bid can have when the first two are given: from *least on. */
static unsigned third_bids(const struct span *span, int first, int second, int *least) {
    const int *lo = span->least, *hi = span->most;
    if (first + second < lo[3] || first + second > hi[3]) return 0;
    *least =
        larger(larger(lo[4], lo[5] - first), larger(lo[6] - second, lo[7] - first - second));
    int most = smaller(smaller(hi[4], hi[5] - first),
                       smaller(hi[6] - second, hi[7] - first - second));
    return most < *least ? 0 : (unsigned)(most - *least + 1);
}

/* One of the vectors that the bounds allow, each as likely. */
static void resample_bids(const struct zk_yotei_bounds *bounds, struct zk_rng *rng,
                          uint8_t *bid) {
    struct span span = span_of(bounds);
    uint32_t count = 0, pick = 0;
    int least = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        if (pass) pick = zk_rng_below(rng, count);
        for (int first = span.least[1]; first <= span.most[1]; first++)
            for (int second = span.least[2]; second <= span.most[2]; second++) {
                unsigned thirds = third_bids(&span, first, second, &least);
                count += pass ? 0 : thirds;
                if (!pass) continue;
                if (pick < thirds) {
                    bid[0] = (uint8_t)first;
                    bid[1] = (uint8_t)second;
                    bid[2] = (uint8_t)(least + (int)pick);
                    return;
                }
                pick -= thirds;
            }
    }
}

/* What somebody else knows of a third seat's bids, when these are as they have been resampled: what all
 * know, and the boxes they looked into. If such a box was changed since, what they knew of it is
 * forgotten here; nobody but they could tell. */
static void resample_knowledge(unsigned viewer, unsigned owner, struct yotei_state *state) {
    struct zk_yotei_bounds *bounds = &state->know[viewer][owner];
    *bounds = state->know[owner][owner];
    for (unsigned c = 0; c < CHARACTERS; c++)
        if (state->board.looked[viewer] >> (CHARACTERS * owner + c) & 1)
            zk_yotei_bounds_box(bounds, c, state->sealed[owner][c]);
}

void zk_yotei_resample(const struct zk_rules *memory, const struct zk_view *view_memory,
                       struct zk_rng *rng, struct zk_state *state_memory) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct zk_yotei_view *seen = zk_yotei_seen(view_memory);
    struct yotei_state *state = state_in(state_memory);
    unsigned me = (unsigned)seen->seat;
    memset(state, 0, sizeof *state);
    state->board = seen->board;
    resample_lands(rules, seen, rng, state->where);
    resample_mystery(rules, seen, rng, state);
    memcpy(state->know, seen->know, sizeof state->know);
    memcpy(state->sealed[me], seen->sealed[me], sizeof state->sealed[me]);
    for (unsigned owner = 0; owner < rules->players; owner++) {
        if (owner == me) continue;
        if (zk_yotei_has_box(&state->board, owner))
            resample_bids(&seen->know[me][owner], rng, state->sealed[owner]);
        for (unsigned viewer = 0; viewer < rules->players; viewer++)
            if (viewer != me && viewer != owner) resample_knowledge(viewer, owner, state);
    }
}
