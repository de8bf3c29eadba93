/* search.c: what the search knows about Yōtei.
 *
 * A seat's prospects are its charm, its potatoes and mystery cards, and a promise, as in
 * yotei/greedy.c: every land card that the seat may still get counts by what it brings, less for each step
 * that the seat's elements are away from its needs. Playouts go on to the end of a round, by a
 * policy that knows what each card in the rows is worth to each seat, worked out once a round;
 * then the seats' prospects say who is likely to win.
 *
 * Elements are packed into one number, seven bits each, so that needs are compared all at once. */
#include <string.h>

#include "../../core/bits.h"
#include "../search.h"
#include "bots.h"
#include "worth.h"

enum {
    STEPS_MAX = 7,
    ROUNDS = 2,   /* that a playout goes on for, the one under way included */
    DOUBT = 16,   /* within so much moves are alike; a power of two */
    BID_MOST = 7, /* no larger bid is expected */
    ORDERED_MAX = 256,
    ELEMENTS = ZK_YOTEI_ELEMENTS,
    SLOTS = ZK_YOTEI_SLOTS,
    FIELD = 7,      /* bits for the count of an element, the uppermost a guard */
    COUNT = 63,     /* the others */
    COUNT_MAX = 24, /* so that what three cards give can be added */
};

/* How things are weighed: in placing characters, and in judging what a round has left everybody
 * with. The latter was fitted to how games went on (docs/bots-yotei.md). */
enum { PLACING, JUDGING };
struct weights {
    /* In percent: of a card's worth, so many steps from it; of all promises, before and after
     * somebody has a star. */
    uint8_t promise[STEPS_MAX + 1], future[2];
    uint8_t potato[3]; /* each of the first three, of the next four, of the others */
};
static const struct weights weights[] = {
    [PLACING] = {{100, 60, 38, 25, 17, 11, 7, 0}, {70, 40}, {9, 6, 4}},
    [JUDGING] = {{100, 48, 16, 5, 1, 0, 0, 0}, {70, 60}, {17, 12, 8}},
};

/* ---- Packed elements ---- */

static const uint64_t guards = 0x4081020408102040u; /* the uppermost bit of each field */

static uint64_t one_of(unsigned element) { return (uint64_t)1 << FIELD * element; }
static unsigned element_of(uint64_t bits) { return zk_lowest(bits) / FIELD; }
static int count_of(uint64_t packed, unsigned element) {
    return (int)(packed >> FIELD * element & COUNT);
}
static uint64_t pack(const uint8_t *count) {
    uint64_t packed = 0;
    for (unsigned e = 0; e < ELEMENTS; e++)
        packed |= (uint64_t)smaller(count[e], COUNT_MAX) << FIELD * e;
    return packed;
}
/* The guard bits of the elements of which there are fewer than needed. */
static uint64_t lacking(uint64_t has, uint64_t needs) {
    return ~((has | guards) - needs) & guards;
}
/* How many elements are missing, all together. */
static int missing(uint64_t has, uint64_t needs) {
    int count = 0;
    for (uint64_t lacks = lacking(has, needs); lacks; lacks &= lacks - 1)
        count += count_of(needs, element_of(lacks)) - count_of(has, element_of(lacks));
    return count;
}

/* ---- What is known before the search ---- */

/* A kind of land card. */
struct card {
    uint64_t gives;
    unsigned group; /* of the cards with the same needs */
    int worth;      /* of what it brings at once, elements aside */
    int share;      /* of its worth, as long as it has not been seen */
    int lying;      /* more of it, when it lies on the board */
};

/* Cards with the same needs: what they promise together, and elements that they give. */
struct hopes {
    int share[ZK_YOTEI_LAND_MAX];
    uint64_t gives[ZK_YOTEI_LAND_MAX]; /* guard bits */
};

/* What the cards in the rows, and a Forest, are worth to each seat in one round's placements. */
struct plan {
    unsigned round;
    uint8_t kind[SLOTS]; /* as on the board, when it was made */
    int card[ZK_SEATS_MAX][SLOTS];
    int forest[ZK_SEATS_MAX];
};

struct context {
    const struct zk_yotei_set *set;
    const struct zk_yotei_table *table;
    unsigned players, groups;
    unsigned until; /* the round at whose end playouts stop */
    struct card card[ZK_YOTEI_LAND_MAX];
    uint64_t needs[ZK_YOTEI_LAND_MAX]; /* of each group */
    struct hopes unseen;
    struct plan plan; /* of the round under way */
    /* In percent, that a bid of so many wins against so many others, and so many that may follow. */
    uint8_t chance[ZK_SEATS_MAX][ZK_SEATS_MAX][BID_MOST + 1];
};

/* The cards that one can still get: those unseen and those on the board. */
static void look_around(const struct context *context, const struct zk_yotei_board *board,
                        struct hopes *hopes) {
    memcpy(hopes->share, context->unseen.share, context->groups * sizeof *hopes->share);
    memcpy(hopes->gives, context->unseen.gives, context->groups * sizeof *hopes->gives);
    for (unsigned slots = board->filled & ~(unsigned)board->turned; slots;
         slots &= slots - 1) {
        const struct card *card = &context->card[board->kind[zk_lowest(slots)] - 1];
        hopes->share[card->group] += card->lying;
        hopes->gives[card->group] |= lacking(0, card->gives);
    }
}

/* How far each element is: the steps to the nearest card that gives it. */
static void find_steps(const struct context *context, const struct hopes *hopes, uint64_t has,
                       int *steps) {
    for (unsigned e = 0; e < ELEMENTS; e++) steps[e] = 4;
    steps[ZK_YOTEI_FOREST] = 1; /* every card of tier I is one, face down */
    for (unsigned group = 0; group < context->groups; group++) {
        uint64_t gives = hopes->gives[group];
        if (!gives) continue;
        int far = 1 + missing(has, context->needs[group]);
        for (; gives; gives &= gives - 1)
            steps[element_of(gives)] = smaller(steps[element_of(gives)], far);
    }
}

/* What the cards that one can still get are worth to a seat with these elements; and, unless `more` is NULL,
 * how much more with one more of each element. */
static int promises(const struct context *context, const struct hopes *hopes, uint64_t has,
                    const struct weights *by, int *more) {
    int steps[ELEMENTS], all = 0;
    find_steps(context, hopes, has, steps);
    if (more) memset(more, 0, ELEMENTS * sizeof *more);
    for (unsigned group = 0; group < context->groups; group++) {
        uint64_t needs = context->needs[group], lacks = lacking(has, needs);
        int share = hopes->share[group], far = 0;
        for (uint64_t rest = lacks; rest; rest &= rest - 1) {
            unsigned e = element_of(rest);
            far += steps[e] + count_of(needs, e) - count_of(has, e) - 1;
        }
        int now = by->promise[smaller(far, STEPS_MAX)];
        all += share * now;
        for (uint64_t rest = more ? lacks : 0; rest; rest &= rest - 1) {
            unsigned e = element_of(rest);
            int nearer = count_of(needs, e) - count_of(has, e) > 1 ? 1 : steps[e];
            more[e] += share * (by->promise[smaller(far - nearer, STEPS_MAX)] - now);
        }
    }
    return all / 100;
}

/* Whether somebody has a star, and so only one more to go. */
static bool is_starred(const struct context *context, const struct zk_yotei_board *board) {
    unsigned stars = 0;
    for (unsigned seat = 0; seat < context->players; seat++) stars |= board->star[seat];
    return stars;
}

/* Whether a seat that takes this card, and so ends the game, is in front then. */
static int worth_of_ending(const struct context *context, const struct zk_yotei_board *board,
                           unsigned seat, const struct zk_yotei_land *land) {
    int mine = 0, best = 0;
    if (!land->star || board->star[seat] + land->star < ZK_YOTEI_STARS_TO_END) return 0;
    for (unsigned s = 0; s < context->players; s++) {
        int points = board->charm[s] * POINT + board->total[s] * POTATO;
        if (s == seat)
            mine = points + (land->charm - 1) * POINT;
        else
            best = larger(best, points);
    }
    return mine > best ? WIN : -WIN;
}

static void plan_round(const struct context *context, const struct zk_yotei_board *board,
                       struct plan *plan) {
    struct hopes hopes;
    const struct weights *by = &weights[PLACING];
    int more[ELEMENTS], percent = by->future[is_starred(context, board)];
    look_around(context, board, &hopes);
    plan->round = board->round;
    memcpy(plan->kind, board->kind, sizeof plan->kind);
    for (unsigned seat = 0; seat < context->players; seat++) {
        promises(context, &hopes, pack(board->element[seat]), by, more);
        for (unsigned e = 0; e < ELEMENTS; e++) more[e] = more[e] / 100 * percent / 100;
        plan->forest[seat] = more[ZK_YOTEI_FOREST];
        for (unsigned slots = board->filled; slots; slots &= slots - 1) {
            unsigned slot = zk_lowest(slots), kind = board->kind[slot] - 1u;
            const struct card *card = &context->card[kind];
            int worth =
                card->worth + worth_of_ending(context, board, seat, &context->set->land[kind]);
            for (uint64_t gives = lacking(0, card->gives); gives; gives &= gives - 1)
                worth += more[element_of(gives)] * count_of(card->gives, element_of(gives));
            plan->card[seat][slot] = worth;
        }
    }
}

/* The group of cards with these needs. */
static unsigned group_of(struct context *context, uint64_t needs) {
    unsigned group = 0;
    while (group < context->groups && context->needs[group] != needs) group++;
    if (group == context->groups) context->needs[context->groups++] = needs;
    return group;
}

/* A guess: others bid 0 to 3, and every third one who can have the card does. */
static void weigh_bids(struct context *context) {
    for (unsigned bidders = 0; bidders < ZK_SEATS_MAX; bidders++)
        for (unsigned followers = 0; followers < ZK_SEATS_MAX; followers++)
            for (int size = 0; size <= BID_MOST; size++) {
                int chance = 100;
                for (unsigned i = 0; i < bidders; i++)
                    chance = chance * smaller(15 + 25 * size, 95) / 100;
                for (unsigned i = 0; i < followers; i++)
                    chance = chance * smaller(70 + 10 * size, 100) / 100;
                context->chance[bidders][followers][size] = (uint8_t)chance;
            }
}

static void learn(struct context *context, const struct zk_bot_turn *turn) {
    const struct zk_yotei_view *seen = zk_yotei_seen(turn->view);
    unsigned number = 0;
    memset(context, 0, sizeof *context);
    context->set = zk_yotei_cards(turn->rules);
    context->table = zk_yotei_table(turn->rules);
    context->players = seen->players;
    context->until = seen->board.round + ROUNDS - 1;
    for (unsigned kind = 0; kind < context->set->lands; kind++) {
        const struct zk_yotei_land *land = &context->set->land[kind];
        struct card *card = &context->card[kind];
        int to_come = count_to_come(seen, land, number);
        number += land->count;
        card->gives = pack(land->gives);
        card->group = group_of(context, pack(land->needs));
        card->worth = land->charm * POINT + land->mystery * MYSTERY;
        int full = larger(card->worth - 5 * usual_price(land), 1);
        card->share = full * smaller(to_come * comes_in_time[land->tier], 100) / 100;
        card->lying = full - card->share;
        context->unseen.share[card->group] += card->share;
        if (to_come) context->unseen.gives[card->group] |= lacking(0, card->gives);
    }
    weigh_bids(context);
    plan_round(context, &seen->board, &context->plan);
}

/* ---- What a position promises ---- */

static int worth_of_potatoes(const struct weights *by, int count) {
    return by->potato[0] * smaller(count, 3) +
           by->potato[1] * smaller(larger(count - 3, 0), 4) +
           by->potato[2] * larger(count - 7, 0);
}

/* e to the x, near enough and the same everywhere; x is at most 0. */
static double exponential(double x) {
    double y = x < -200 ? 0 : 1 + x / 256;
    for (int i = 0; i < 8; i++) y *= y;
    return y;
}

static void worth_of_result(const struct context *context, const struct zk_rules *rules,
                            const struct zk_state *state, double *worth) {
    struct zk_result result;
    zk_yotei.result(rules, state, &result);
    double share = 0;
    for (unsigned seat = 0; seat < context->players; seat++)
        share += result.winners >> seat & 1;
    for (unsigned seat = 0; seat < context->players; seat++)
        worth[seat] = (result.winners >> seat & 1) / share;
}

/* An `onsen` is a point, played or held (T30); the others are worth what one that is drawn is. */
static int worth_of_hand(const struct zk_yotei_world *world, unsigned seat) {
    int worth = world->board->hand_count[seat] * MYSTERY;
    for (unsigned i = 0; i < ZK_YOTEI_HELD_MAX; i++)
        if (world->hand[seat][i] == ZK_YOTEI_ONSEN + 1) worth -= MYSTERY - POINT;
    return worth;
}

/* At the end of a round: how likely each seat is to win. */
static void worth_of_round(const struct context *context, const struct zk_yotei_world *world,
                           double *worth) {
    static const double scale[2] = {45, 34}; /* so much more makes e times as likely */
    const struct weights *by = &weights[JUDGING];
    const struct zk_yotei_board *board = world->board;
    struct hopes hopes;
    double best = 0, sum = 0;
    bool starred = is_starred(context, board);
    look_around(context, board, &hopes);
    for (unsigned seat = 0; seat < context->players; seat++) {
        int promised = promises(context, &hopes, pack(board->element[seat]), by, NULL);
        worth[seat] = board->charm[seat] * POINT + worth_of_potatoes(by, board->total[seat]) +
                      worth_of_hand(world, seat) + promised * by->future[starred] / 100;
        if (seat == 0 || worth[seat] > best) best = worth[seat];
    }
    for (unsigned seat = 0; seat < context->players; seat++)
        sum += worth[seat] = exponential((worth[seat] - best) / scale[starred]);
    for (unsigned seat = 0; seat < context->players; seat++) worth[seat] /= sum;
}

/* ---- A quick look at moves ---- */

/* What a seat in turn sees and counts before it chooses. */
struct stand {
    const struct context *context;
    const struct zk_yotei_board *board;
    const struct plan *plan;
    const uint8_t *hand;
    unsigned seat, home; /* characters at home */
    uint64_t has, soon;  /* elements now, and with the cards occupied */
    uint64_t wants;      /* one element that an occupied card lacks, or 0 */
    int wanted;          /* what that card is worth */
    int price;           /* what a potato behind the screen is worth */
    /* The bidding card looked at last: its place + 1, and what is known about it. */
    unsigned bid_for, bidders, followers;
    int bid_worth;
};

static int worth_of_card(const struct stand *stand, unsigned slot) {
    unsigned kind = stand->board->kind[slot];
    if (stand->plan->kind[slot] == kind) return stand->plan->card[stand->seat][slot];
    return stand->context->card[kind - 1].worth; /* it has just come here, by `thaw` */
}

static uint64_t needs_of(const struct stand *stand, unsigned slot) {
    return stand->context->needs[stand->context->card[stand->board->kind[slot] - 1].group];
}

static void look_at_characters(struct stand *stand) {
    const struct zk_yotei_board *board = stand->board;
    for (unsigned c = 0; c < stand->context->table->characters; c++) {
        unsigned at = board->at[stand->seat][c], place = zk_yotei_at_place(at);
        if (!at)
            stand->home++;
        else if (lies_open(board, place))
            stand->soon += stand->context->card[board->kind[place] - 1].gives;
        else if (zk_yotei_tier_of_place(place) == 0)
            stand->soon += one_of(ZK_YOTEI_FOREST);
    }
    for (unsigned c = 0; c < stand->context->table->characters; c++) {
        unsigned at = board->at[stand->seat][c], place = zk_yotei_at_place(at);
        if (!at || !lies_open(board, place)) continue;
        if (missing(stand->soon, needs_of(stand, place)) != 1) continue;
        stand->wants = lacking(stand->soon, needs_of(stand, place)) >> (FIELD - 1);
        stand->wanted = worth_of_card(stand, place);
    }
}

static void look_at_table(struct stand *stand, const struct context *context,
                          const struct zk_yotei_world *world, const struct plan *plan) {
    const struct zk_yotei_board *board = world->board;
    const struct weights *by = &weights[PLACING];
    unsigned seat = board->actor;
    *stand = (struct stand){.context = context,
                            .board = board,
                            .plan = plan,
                            .hand = world->hand[seat],
                            .seat = seat,
                            .has = pack(board->element[seat])};
    if (board->phase != ZK_YOTEI_PLACE) return;
    stand->soon = stand->has;
    int potatoes = board->total[seat] - world->sealed[seat][0] - world->sealed[seat][1] -
                   world->sealed[seat][2];
    stand->price = worth_of_potatoes(by, potatoes) - worth_of_potatoes(by, potatoes - 1);
    look_at_characters(stand);
}

/* Whether a power in hand gives the one element that is lacking. */
static bool is_supplied(const struct stand *stand, unsigned element) {
    unsigned power = element == ZK_YOTEI_MOUNTAIN   ? ZK_YOTEI_GUIDE
                     : element == ZK_YOTEI_FARMLAND ? ZK_YOTEI_PLOUGH
                                                    : ZK_YOTEI_FOX;
    if (element == ZK_YOTEI_FOREST || element > ZK_YOTEI_BOUNTY) return false;
    for (unsigned i = 0; i < ZK_YOTEI_HELD_MAX; i++)
        if (stand->hand[i] == power + 1) return true;
    return false;
}

/* What a placement face down gains. */
static int gain_face_down(const struct stand *stand, unsigned place) {
    switch (zk_yotei_tier_of_place(place)) {
    case 0:
        return stand->plan->forest[stand->seat] +
               (stand->wants == one_of(ZK_YOTEI_FOREST) ? stand->wanted : 0);
    case 1: return 2 * stand->price;
    default: return POINT - zk_yotei_face_down_price[2] * stand->price;
    }
}

/* What a card that lies open gains, before it is paid for. */
static int gain_face_up(const struct stand *stand, unsigned slot) {
    uint64_t needs = needs_of(stand, slot);
    int gain = worth_of_card(stand, slot), lacks = missing(stand->soon, needs);
    if (stand->wants &&
        !lacking(stand->context->card[stand->board->kind[slot] - 1].gives, stand->wants))
        gain += stand->wanted;
    if (lacks == 0) return gain;
    if (lacks == 1 && is_supplied(stand, element_of(lacking(stand->soon, needs)))) return gain;
    return lacks == 1 && stand->home > 1 ? gain / 2 : -POINT;
}

/* Who else bids for a card, and who may follow. */
static void look_at_rivals(struct stand *stand, unsigned place) {
    const struct zk_yotei_board *board = stand->board;
    bool boxes = board->bids < stand->context->table->boxes;
    stand->bidders = stand->followers = 0;
    for (unsigned seat = 0; seat < stand->context->players; seat++) {
        bool bids = false, home = false;
        if (seat == stand->seat) continue;
        for (unsigned c = 0; c < stand->context->table->characters; c++) {
            unsigned at = board->at[seat][c];
            home |= !at;
            bids |= zk_yotei_at_bid(at) && zk_yotei_at_place(at) == place;
        }
        stand->bidders += bids;
        stand->followers += !bids && home && boxes &&
                            missing(pack(board->element[seat]), needs_of(stand, place)) <= 1;
    }
}

static int gain_of_bid(struct stand *stand, unsigned place, int size) {
    if (size > BID_MOST) return -10 * POINT - size;
    if (stand->bid_for != place + 1) {
        stand->bid_for = place + 1;
        stand->bid_worth = gain_face_up(stand, place);
        look_at_rivals(stand, place);
    }
    if (stand->bid_worth < 0) return stand->bid_worth;
    int chance = stand->context->chance[stand->bidders][stand->followers][size];
    return (stand->bid_worth - stand->price * size) * chance / 100;
}

/* Face-down cards of tier II that are going to be collected. */
static unsigned potato_fields(const struct stand *stand) {
    unsigned count = 0;
    for (unsigned c = 0; c < ZK_YOTEI_CHARACTERS_MAX; c++) {
        unsigned at = stand->board->at[stand->seat][c], place = zk_yotei_at_place(at);
        count += at && zk_yotei_tier_of_place(place) == 1 && !lies_open(stand->board, place);
    }
    return count;
}

/* Moves of different kinds come in this order; within one by what they gain. */
enum { FIRST = 3000, USUAL = 0, HARDLY = -100, COLLECT = 1000 };

static int gain_of_power(const struct stand *stand, unsigned power) {
    const struct zk_yotei_board *board = stand->board;
    switch (power) {
    case ZK_YOTEI_ONSEN:
    case ZK_YOTEI_CELLAR: return FIRST;
    case ZK_YOTEI_FESTIVAL:
        return board->hand_count[stand->seat] < ZK_YOTEI_HELD_MAX ? FIRST : HARDLY;
    case ZK_YOTEI_BUMPER:
        return board->phase == ZK_YOTEI_OPEN && potato_fields(stand) ? FIRST : HARDLY;
    default: return HARDLY;
    }
}

/* Collecting in an order that helps: cards whose needs are met, then face-down cards, bids, cards that take a
 * power, and last cards whose needs are not met. */
static int order_of_collect(const struct stand *stand, zk_move move) {
    unsigned place = zk_yotei_place(move);
    if (!lies_open(stand->board, place)) return COLLECT + 80;
    bool bid = stand->board->bidding >> place & 1;
    if (zk_yotei_supply(move)) return COLLECT + 40;
    if (lacking(stand->has, needs_of(stand, place))) return COLLECT + (bid ? 8 : 10);
    return COLLECT + (bid ? 60 : 100);
}

static int gain_of(struct stand *stand, zk_move move) {
    unsigned place = zk_yotei_place(move);
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_PLACE: {
        int cost = stand->context->set->land[stand->board->kind[place] - 1].cost;
        return gain_face_up(stand, place) - stand->price * price_at_market(stand->board, cost);
    }
    case ZK_YOTEI_DO_FLIP:
    case ZK_YOTEI_DO_PILE: return gain_face_down(stand, place);
    case ZK_YOTEI_DO_BID: return gain_of_bid(stand, place, (int)zk_yotei_number(move));
    case ZK_YOTEI_DO_COLLECT: return order_of_collect(stand, move);
    case ZK_YOTEI_DO_YIELD: return COLLECT + 20;
    case ZK_YOTEI_DO_USE: return gain_of_power(stand, zk_yotei_power(move));
    case ZK_YOTEI_DO_CASH:
        return HARDLY - POINT + POTATO * stand->context->set->cash[zk_yotei_power(move)];
    default: return USUAL; /* done */
    }
}

/* ---- For the search ---- */

/* A seat out of turn has a handful of moves, for which the stand of another will do. */
static uint32_t order(const void *memory, const struct zk_rules *rules,
                      const struct zk_state *state, zk_move *moves, uint32_t count,
                      uint32_t most) {
    (void)rules;
    const struct context *context = memory;
    const struct plan *plan = &context->plan;
    struct zk_yotei_world world = zk_yotei_world(state);
    struct plan other;
    struct stand stand;
    int gain[ORDERED_MAX];
    uint32_t kept = 0;
    if (world.board->round != plan->round) {
        plan_round(context, world.board, &other);
        plan = &other;
    }
    look_at_table(&stand, context, &world, plan);
    if (most > ORDERED_MAX) most = ORDERED_MAX;
    for (uint32_t i = 0; i < count; i++) { /* the best so far stand in front, sorted */
        zk_move move = moves[i];
        int its = gain_of(&stand, move);
        if (kept == most && its <= gain[kept - 1]) continue;
        uint32_t at = kept < most ? kept++ : kept - 1;
        for (; at && gain[at - 1] < its; at--) {
            gain[at] = gain[at - 1];
            moves[at] = moves[at - 1];
        }
        gain[at] = its;
        moves[at] = move;
    }
    return kept;
}

/* The move that gains most, give or take a little. */
static zk_move quick_move(const struct context *context, const struct zk_rules *rules,
                          const struct zk_state *state, const struct plan *plan,
                          struct zk_rng *rng) {
    struct zk_yotei_world world = zk_yotei_world(state);
    zk_move moves[ZK_MOVES_MAX];
    struct stand stand;
    uint32_t count = zk_yotei.moves(rules, state, world.board->actor, moves, NULL), best = 0;
    if (count == 1) return moves[0];
    int most = INT32_MIN;
    look_at_table(&stand, context, &world, plan);
    for (uint32_t i = 0; i < count; i++) {
        int gain = gain_of(&stand, moves[i]) + (int)(zk_rng_next(rng) & (DOUBT - 1));
        if (gain > most) most = gain, best = i;
    }
    return moves[best];
}

static void play_on(const void *memory, const struct zk_rules *rules, struct zk_state *state,
                    struct zk_rng *rng, double *worth) {
    const struct context *context = memory;
    const struct zk_yotei_world world = zk_yotei_world(state);
    const struct zk_yotei_board *board = world.board;
    const struct plan *plan = &context->plan;
    struct plan later;
    for (int seat; (seat = zk_yotei.actor(rules, state)) != ZK_OVER;) {
        if (board->stage == ZK_YOTEI_FILLING && board->round >= context->until) break;
        zk_move move;
        if (seat == ZK_CHANCE) {
            move = zk_yotei.sample(rules, state, rng);
        } else {
            if (board->round != plan->round) {
                plan_round(context, board, &later);
                plan = &later;
            }
            move = quick_move(context, rules, state, plan, rng);
        }
        zk_yotei.apply(rules, state, move);
    }
    if (board->phase == ZK_YOTEI_OVER)
        worth_of_result(context, rules, state, worth);
    else
        worth_of_round(context, &world, worth);
}

zk_move zk_yotei_search(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    const uint32_t *playouts = self->manner;
    struct context context;
    learn(&context, turn);
    struct zk_search_game how = {
        .context = &context,
        .play_on = play_on,
        .order = order,
        .widen = 1,
        .until_luck = true,
        .explore = 0.3,
        .say_why = zk_yotei_say_why,
    };
    return zk_search_choose(turn, &how, *playouts);
}
