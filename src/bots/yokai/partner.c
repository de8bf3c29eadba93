/* partner.c: a partner for Yokai, see yokai/partner.h.
 *
 * It remembers all it has seen, takes hints at their word, and thinks that a card somebody moved
 * was probably put beside its family. From that it draws worlds, sixteen families that fit. It
 * looks at what it is least sure of; makes the move that brings the worlds closer to peace (see
 * yokai/plan.h) and speaks, by putting a card beside its family; lays a hint where it is right and in
 * nobody's way; and declares when that promises more than another turn.
 *
 * An attentive partner keeps a log of who moved which card, and what they knew then: where cards
 * lie now says less than where they were put, and why. */
#include "partner.h"

#include <string.h>

#include "../../core/bits.h"
#include "pacts.h"
#include "plan.h"
#include "why.h"

enum {
    CARDS = ZK_YOKAI_CARDS,
    WORLDS_MAX = 64,
    PEACE_WORLDS = 96, /* to declare by */
    PACT_WORLDS = 8,   /* to guess by what others must bring together */
    SWAPS_FIRST = 12,  /* times as many as between two worlds, before the first */
    ACTS_MAX = 3 * ZK_YOKAI_HINTS_MAX,
    ODDS = 64, /* doubts that are told apart */
    /* What a step toward peace weighs in each world; with a goal shape there are more to make. */
    STEP = 4,
    STEP_IN_SHAPE = 7,
    /* go_on_costs of two players above level 1: who is sure is more often wrong, and the round is short. */
    PAIR_COSTS = 3,
    /* What a point of the score weighs, in the weights of looks, moves and hints. */
    LOOK_POINT = 224,
    MOVE_POINT = 8,
    HINT_POINT = 20,
};

struct world {
    uint8_t family[CARDS];
};

struct mind {
    const struct zk_bot_turn *turn;
    const struct zk_yokai_manner *manner;
    const struct zk_yokai_view *seen;
    const struct zk_yokai_board *board;
    uint16_t unknown;       /* bits: cards whose family this seat has not seen */
    uint16_t beside[CARDS]; /* bits: the cards beside each card */
    unsigned acts_count;
    struct zk_yokai_deed act[ACTS_MAX]; /* to be read */
    uint32_t odds[ODDS];                /* of accepting so many more doubts, in 2^32 */
    struct world world;                 /* the one at hand */
    uint16_t of[4];                     /* bits: the cards of each family there */
    struct world worlds[WORLDS_MAX];
    int worlds_count;
    int ends_well; /* in the last turn: in how many worlds it can bring peace, or keep it */
    uint64_t until_ms;       /* with a clock: when to stop */
    uint8_t votes[CARDS][4]; /* in how many of them each card is of each family */
    double promise;          /* what the game is expected to end with, in points */
    struct zk_yokai_pacts pacts;
    struct zk_yokai_plan plan;
};

static unsigned bits_count(unsigned bits) {
    unsigned count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

static unsigned beside_place(const struct zk_yokai_board *board, int x, int y) {
    unsigned beside = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        int dx = board->x[card] - x, dy = board->y[card] - y;
        if (dx * dx + dy * dy == 1) beside |= 1u << card;
    }
    return beside;
}

/* ---- What others did ---- */

/* Cards whose family the seat has looked at, or can read on a hint. */
static unsigned known_to(const struct zk_yokai_board *board, int seat) {
    unsigned known = board->looked[seat];
    for (unsigned card = 0; card < CARDS; card++) {
        unsigned hint = board->hint[card];
        if (hint && !(hint & (hint - 1))) known |= 1u << card;
    }
    return known;
}

void zk_yokai_log_observe(void *memory, const struct zk_bot_event *event) {
    struct zk_yokai_log *log = memory;
    const struct zk_yokai_view *view = zk_yokai_seen(event->view);
    const struct zk_yokai_board *board = &view->board, *before = &log->view.board;
    unsigned act = event->by >= 0 ? zk_yokai_act(event->move) : 0;
    unsigned card = zk_yokai_card(event->move);
    if (act == ZK_YOKAI_DO_PEEK)
        log->looks =
            (uint16_t)((board->phase == ZK_YOKAI_AGAIN ? 0 : log->looks) | 1u << card);
    if (act == ZK_YOKAI_DO_MOVE || act == ZK_YOKAI_DO_LAY) {
        struct zk_yokai_deed *deed = &log->act[log->count++];
        *deed = (struct zk_yokai_deed){
            .seat = (uint8_t)event->by,
            .card = (uint8_t)card,
            .laid = act == ZK_YOKAI_DO_LAY,
            .from_x = before->x[card],
            .from_y = before->y[card],
            .locked = before->locked,
            .known = (uint16_t)known_to(before, event->by),
            .beside = (uint16_t)beside_place(board, board->x[card], board->y[card]),
        };
        if (act == ZK_YOKAI_DO_MOVE) {
            unsigned first = zk_lowest(log->looks);
            deed->from = (uint16_t)beside_place(before, before->x[card], before->y[card]);
            if (!(log->looks >> card & 1) &&
                !(beside_place(board, board->x[first], board->y[first]) & log->looks))
                deed->left = log->looks;
        }
    }
    log->view = *view;
}

/* ---- Belief ---- */

/* How much a deed speaks against the world at hand. Who did not know the card says nothing of it. */
static int doubts_by(const struct mind *mind, const struct zk_yokai_deed *act) {
    const uint8_t *family = mind->world.family;
    const struct zk_yokai_manner *manner = mind->manner;
    unsigned own = mind->of[family[act->card]], near = act->beside & act->known;
    int sum = 0;
    if (act->left && !(act->left & ~mind->of[family[zk_lowest(act->left)]]))
        sum += manner->left;
    if (!(act->known >> act->card & 1)) return sum;
    if (act->laid) return near & own ? 0 : manner->marks;
    if (!(near & own)) sum += act->beside & own ? manner->guessed : manner->alone;
    if (act->from & act->known & own) sum += manner->leaves;
    return sum + manner->clash * (int)bits_count(near & ~own);
}

/* How much speaks against the world at hand. */
static int doubts(const struct mind *mind) {
    const uint8_t *family = mind->world.family;
    int sum = 0;
    for (unsigned rest = mind->unknown & mind->board->locked; rest; rest &= rest - 1) {
        unsigned card = zk_lowest(rest);
        if (!(mind->board->hint[card] >> family[card] & 1)) sum += 28; /* a wrong hint (Y15) */
    }
    for (unsigned i = 0; i < mind->acts_count; i++) sum += doubts_by(mind, &mind->act[i]);
    return sum;
}

static void swap(struct mind *mind, unsigned a, unsigned b) {
    uint8_t *family = mind->world.family, kept = family[a];
    family[a] = family[b];
    family[b] = kept;
    mind->of[family[a]] ^= (uint16_t)(1u << a | 1u << b);
    mind->of[family[b]] ^= (uint16_t)(1u << a | 1u << b);
}

/* Swaps two unknown cards again and again, mostly toward fewer doubts (Metropolis), so that worlds
 * come up as often as they are likely. */
static void shake(struct mind *mind, int swaps) {
    struct zk_rng *rng = mind->turn->rng;
    const uint8_t *family = mind->world.family;
    uint8_t unknown[CARDS];
    uint32_t count = 0;
    for (unsigned rest = mind->unknown; rest; rest &= rest - 1)
        unknown[count++] = (uint8_t)zk_lowest(rest);
    if (count < 2) return;
    int now = doubts(mind);
    while (swaps--) {
        unsigned a = unknown[zk_rng_below(rng, count)], b = unknown[zk_rng_below(rng, count)];
        if (family[a] == family[b]) continue;
        swap(mind, a, b);
        int then = doubts(mind), more = then - now;
        if (more <= 0 || (more < ODDS && zk_rng_next(rng) >> 32 < mind->odds[more])) {
            now = then;
        } else {
            swap(mind, a, b);
        }
    }
}

/* What there is to read: the log of the others' acts, or else that some unknown cards, which others
 * have looked at, no longer lie where they were dealt. */
static void find_acts(struct mind *mind, const struct zk_yokai_log *log) {
    const struct zk_yokai_board *board = mind->board;
    unsigned known = 0;
    mind->acts_count = 0;
    for (unsigned i = 0; log && i < log->count; i++)
        if (log->act[i].seat != mind->turn->seat) mind->act[mind->acts_count++] = log->act[i];
    for (int seat = 0; !log && seat < mind->seen->players; seat++)
        if (seat != mind->turn->seat) known |= known_to(board, seat);
    for (unsigned rest = known & mind->unknown; rest; rest &= rest - 1) {
        unsigned card = zk_lowest(rest);
        if (board->x[card] != (int)(card % 4) || board->y[card] != (int)(card / 4))
            mind->act[mind->acts_count++] = (struct zk_yokai_deed){
                .card = (uint8_t)card, .known = (uint16_t)known, .beside = mind->beside[card]};
    }
}

/* What cards the others' acts speak for. */
static void read_pacts(struct mind *mind, const struct zk_yokai_log *log) {
    uint8_t worlds[PACT_WORLDS][CARDS];
    for (unsigned i = 0; i < PACT_WORLDS; i++) {
        memcpy(worlds[i], mind->world.family, CARDS);
        shake(mind, mind->manner->swaps);
    }
    zk_yokai_pacts_read(&mind->pacts, mind->seen, log, (const uint8_t(*)[CARDS])worlds,
                        PACT_WORLDS);
}

static void open_mind(struct mind *mind, const struct zk_bot_turn *turn,
                      const struct zk_yokai_manner *manner, const struct zk_yokai_log *log) {
    const struct zk_yokai_view *seen = zk_yokai_seen(turn->view);
    const struct zk_yokai_board *board = &seen->board;
    uint8_t left[4] = {4, 4, 4, 4}, family = 0;
    mind->turn = turn;
    mind->manner = manner;
    mind->seen = seen;
    mind->board = board;
    mind->unknown = 0;
    if (turn->budget && !turn->budget->playouts)
        mind->until_ms = turn->budget->clock_ms(turn->budget->user) + turn->budget->ms;
    for (unsigned card = 0; card < CARDS; card++) {
        mind->beside[card] = (uint16_t)beside_place(board, board->x[card], board->y[card]);
        if (seen->family[card]) {
            mind->world.family[card] = (uint8_t)(seen->family[card] - 1);
            left[seen->family[card] - 1]--;
        } else {
            mind->unknown |= (uint16_t)(1u << card);
        }
    }
    for (unsigned rest = mind->unknown; rest; rest &= rest - 1) {
        while (!left[family]) family++;
        mind->world.family[zk_lowest(rest)] = family;
        left[family]--;
    }
    memset(mind->of, 0, sizeof mind->of);
    for (unsigned card = 0; card < CARDS; card++)
        mind->of[mind->world.family[card]] |= (uint16_t)(1u << card);
    mind->odds[0] = UINT32_MAX;
    for (unsigned i = 1; i < ODDS; i++) mind->odds[i] = mind->odds[i - 1] / 5 * 4;
    find_acts(mind, log);
    struct zk_yokai_wish wish;
    memcpy(wish.pact, seen->pact, sizeof wish.pact);
    wish.shape = board->shape;
    zk_yokai_plan_begin(&mind->plan, board, &wish);
    shake(mind, SWAPS_FIRST * manner->swaps);
    zk_yokai_pacts_begin(&mind->pacts, seen);
    if (mind->pacts.count && log && !board->shape) read_pacts(mind, log);
}

/* How many worlds may be drawn, and whether the time for more is over. */
static int worlds_wanted(const struct mind *mind) {
    const struct zk_budget *budget = mind->turn->budget;
    if (!budget) return mind->manner->worlds;
    return budget->playouts && budget->playouts < WORLDS_MAX ? (int)budget->playouts
                                                             : WORLDS_MAX;
}

static bool is_late(const struct mind *mind) {
    const struct zk_budget *budget = mind->turn->budget;
    return budget && !budget->playouts && budget->clock_ms(budget->user) >= mind->until_ms;
}

/* Whether the last hint card is laid in this turn (Y21). */
static bool is_last_turn(const struct zk_yokai_board *board) {
    return board->pile_count == 0 && board->open_count == 1;
}

/* Plans in the world at hand. */
static void plan_world(struct mind *mind) {
    const struct zk_yokai_board *board = mind->board;
    int moves_left = board->phase <= ZK_YOKAI_MOVE;
    if (mind->pacts.count)
        zk_yokai_plan_pairs(&mind->plan, zk_yokai_pacts_draw(&mind->pacts, mind->turn->rng));
    int distance = zk_yokai_plan_world(&mind->plan, mind->world.family);
    /* One card moved in a goal shape, and it is gone. */
    mind->ends_well += distance == moves_left || (distance < moves_left && !board->shape);
}

/* Draws the worlds, one at least, and plans in each of them when it is not to look, or for the last
 * time. */
static void draw_worlds(struct mind *mind) {
    bool plans = mind->board->phase >= ZK_YOKAI_MOVE || is_last_turn(mind->board);
    int wanted = worlds_wanted(mind);
    memset(mind->votes, 0, sizeof mind->votes);
    mind->worlds_count = mind->ends_well = 0;
    do {
        mind->worlds[mind->worlds_count++] = mind->world;
        for (unsigned card = 0; card < CARDS; card++)
            mind->votes[card][mind->world.family[card]]++;
        if (plans) plan_world(mind);
        shake(mind, mind->manner->swaps);
    } while (mind->worlds_count < wanted && !is_late(mind));
}

/* How many partners have not looked at the card. */
static int strangers(const struct mind *mind, unsigned card) {
    int count = 0;
    for (int seat = 0; seat < mind->seen->players; seat++)
        count += seat != mind->turn->seat && !(mind->board->looked[seat] >> card & 1);
    return count;
}

/* In how many worlds the card is of another family than in most. */
static int doubtful(const struct mind *mind, unsigned card) {
    int most = 0;
    for (unsigned f = 0; f < 4; f++)
        if (mind->votes[card][f] > most) most = mind->votes[card][f];
    return mind->worlds_count - most;
}

/* ---- Declaring ---- */

/* The points of a win now (Y23), every hint laid so far being right; and the most there are. */
static int points_now(const struct zk_yokai_board *board) {
    return board->laid_count + 2 * board->open_count + 5 * board->pile_count;
}
static int points_most(const struct zk_yokai_board *board) {
    return 5 * (board->laid_count + board->open_count + board->pile_count);
}

/* What the last turn promises, in points: that its move is the right one. */
static double last_turn(const struct mind *mind) {
    return (points_now(mind->board) - 1.0) * mind->ends_well / mind->worlds_count;
}

/* So many points, less what it takes to find out what is not known yet. */
static double less_doubts(const struct mind *mind, double points) {
    for (unsigned card = 0; card < CARDS; card++)
        points -=
            (double)mind->manner->doubt_costs * doubtful(mind, card) / mind->worlds_count;
    return points > 1 ? points : 1;
}

/* Of a hundred worlds, how many are won. */
static unsigned worlds_won(struct mind *mind) {
    double won = 0;
    for (unsigned i = 0; i < PEACE_WORLDS; i++) {
        unsigned touching;
        if (zk_yokai_plan_at_peace(&mind->plan, mind->world.family, &touching))
            won += zk_yokai_pacts_kept(&mind->pacts, touching);
        shake(mind, mind->manner->swaps);
    }
    return (unsigned)(100 * won / (double)PEACE_WORLDS);
}

/* ---- Choosing ---- */

/* An opinion, of so many points. */
static struct zk_opinion opinion(const struct mind *mind, double points) {
    double worth = points / points_most(mind->board);
    return (struct zk_opinion){(uint32_t)mind->worlds_count, worth < 0   ? 0
                                                             : worth > 1 ? 1
                                                                         : worth};
}

/* The move of the greatest weight. When opinions are asked for, it is worth what the game promises,
 * and another is worth less by a point for every `point` that it weighs less. */
static zk_move choose_by(struct mind *mind, int32_t (*weigh)(struct mind *mind, zk_move move),
                         int32_t point) {
    const struct zk_bot_turn *turn = mind->turn;
    int32_t weight[ZK_MOVES_MAX];
    uint32_t best = 0;
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        weight[i] = weigh(mind, turn->moves[i]);
        if (weight[i] > weight[best]) best = i;
    }
    for (uint32_t i = 0; turn->opinions && i < turn->moves_count; i++)
        turn->opinions[i] =
            opinion(mind, mind->promise - (double)(weight[best] - weight[i]) / point);
    return turn->moves[best];
}

/* ---- Looking ---- */

/* A look at a card: how unsure this seat is of its family, and who else knows it; among equals a
 * card with fewer neighbours is more likely to be moved. */
static int32_t weigh_look(struct mind *mind, zk_move move) {
    unsigned card = zk_yokai_card(move);
    int unsure = 0;
    if (zk_yokai_act(move) != ZK_YOKAI_DO_PEEK) return -LOOK_POINT; /* it does not declare */
    if (mind->unknown >> card & 1) unsure = 32 * doubtful(mind, card) / mind->worlds_count + 4;
    return 8 * unsure + mind->manner->shares * strangers(mind, card) +
           4 * (4 - (int)bits_count(mind->beside[card])) +
           (int)zk_rng_below(mind->turn->rng, 4);
}

static zk_move choose_look(struct mind *mind) {
    zk_move best = choose_by(mind, weigh_look, LOOK_POINT);
    unsigned card = zk_yokai_card(best);
    zk_yokai_say(mind->turn->why,
                 mind->unknown >> card & 1 ? "yokai.why.looks" : "yokai.why.looks_again",
                 card + 1);
    return best;
}

/* Declares when a win now promises more than another round: a game in so many is lost there, and others
 * may not see what this seat sees. Else looks. */
static zk_move choose_declaring(struct mind *mind) {
    const struct zk_bot_turn *turn = mind->turn;
    const struct zk_yokai_manner *manner = mind->manner;
    unsigned won = worlds_won(mind);
    double now = (double)won * points_now(mind->board) / 100;
    bool basic = !mind->seen->stack && !mind->seen->blind && !mind->seen->reconcile &&
                 !mind->board->shape;
    int costs = basic || mind->seen->players > 2 ? manner->go_on_costs : PAIR_COSTS;
    double round =
        less_doubts(mind, points_now(mind->board) - costs) * manner->go_on_wins / 100;
    if (is_last_turn(mind->board)) round = mind->promise;
    bool declares = now >= round;
    /* The two differ in opinions by what decided between them, so that a doubtful choice loses little. */
    if (declares)
        mind->promise = round;
    else if (mind->promise < now)
        mind->promise = now;
    double declared = mind->promise + now - round;
    zk_move look = choose_look(mind);
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        if (zk_yokai_act(turn->moves[i]) != ZK_YOKAI_DO_DECLARE) continue;
        if (turn->opinions) turn->opinions[i] = opinion(mind, declared);
        if (!declares) continue;
        zk_yokai_say(turn->why, "yokai.why.declares", won);
        return turn->moves[i];
    }
    return look;
}

/* ---- Moving ---- */

/* In how many worlds the moved card comes to lie beside its family. */
static int joins(const struct mind *mind, zk_move move) {
    unsigned card = zk_yokai_card(move);
    unsigned beside = beside_place(mind->board, zk_yokai_to_x(move), zk_yokai_to_y(move));
    int sum = 0;
    beside &= ~(1u << card);
    for (int i = 0; i < mind->worlds_count; i++) {
        const uint8_t *family = mind->worlds[i].family;
        unsigned rest = beside;
        while (rest && family[zk_lowest(rest)] != family[card]) rest &= rest - 1;
        sum += rest != 0;
    }
    return sum;
}

static int32_t weigh_move(struct mind *mind, zk_move move) {
    int32_t step = mind->board->shape ? STEP_IN_SHAPE : STEP;
    return step * zk_yokai_plan_worth(&mind->plan, move) +
           mind->manner->joins * joins(mind, move);
}

static zk_move choose_move(struct mind *mind) {
    if (mind->turn->moves_count == 1) return mind->turn->moves[0]; /* perhaps to skip (Y12) */
    zk_move best = choose_by(mind, weigh_move, MOVE_POINT * mind->worlds_count);
    bool joined = 2 * joins(mind, best) > mind->worlds_count;
    zk_yokai_say(mind->turn->why, joined ? "yokai.why.joins" : "yokai.why.nearer",
                 zk_yokai_card(best) + 1);
    return best;
}

/* ---- Hints ---- */

/* Turning up another hint is worth nothing. */
static int32_t weigh_hint(struct mind *mind, zk_move move) {
    if (zk_yokai_act(move) != ZK_YOKAI_DO_LAY) return 0;
    unsigned card = zk_yokai_card(move), hint = zk_yokai_laid_hint(move);
    int worlds = mind->worlds_count, wrong = worlds, goes = worlds - mind->plan.stays[card];
    for (unsigned f = 0; f < 4; f++)
        if (hint >> f & 1) wrong -= mind->votes[card][f]; /* all of them when blind (Y34) */
    int tells = (4 - (int)bits_count(hint)) * strangers(mind, card);
    return 12 + mind->manner->tells * tells - 96 * (wrong + goes) / worlds;
}

static zk_move choose_hint(struct mind *mind) {
    zk_move best = choose_by(mind, weigh_hint, HINT_POINT);
    zk_yokai_say_hint(mind->turn->why, best);
    return best;
}

/* ---- The turn ---- */

zk_move zk_yokai_partner(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    struct mind mind;
    open_mind(&mind, turn, self->manner, self->memory_size ? turn->memory : NULL);
    draw_worlds(&mind);
    mind.promise = is_last_turn(mind.board) ? last_turn(&mind)
                                            : less_doubts(&mind, points_now(mind.board));
    switch (mind.board->phase) {
    case ZK_YOKAI_PEEK: return choose_declaring(&mind);
    case ZK_YOKAI_AGAIN: return choose_look(&mind);
    case ZK_YOKAI_MOVE: return choose_move(&mind);
    default: return choose_hint(&mind);
    }
}
