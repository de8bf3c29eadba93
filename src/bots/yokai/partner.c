/* partner.c: a partner for Yokai, see yokai/partner.h.
 *
 * It remembers all it has seen, believes hints, and assumes that a card somebody moved
 * was probably put beside its family. From that it draws worlds, sixteen families that fit. It
 * looks at what it is least sure of; makes the move that brings the worlds closer to peace (see
 * yokai/plan.h) and shows what it knows, by putting a card beside its family; lays a hint where it is right and in
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

/* Everything of one decision. */
struct task {
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
static int doubts_by(const struct task *task, const struct zk_yokai_deed *act) {
    const uint8_t *family = task->world.family;
    const struct zk_yokai_manner *manner = task->manner;
    unsigned own = task->of[family[act->card]], near = act->beside & act->known;
    int sum = 0;
    if (act->left && !(act->left & ~task->of[family[zk_lowest(act->left)]]))
        sum += manner->left;
    if (!(act->known >> act->card & 1)) return sum;
    if (act->laid) return near & own ? 0 : manner->marks;
    if (!(near & own)) sum += act->beside & own ? manner->guessed : manner->alone;
    if (act->from & act->known & own) sum += manner->leaves;
    return sum + manner->clash * (int)bits_count(near & ~own);
}

/* How much speaks against the world at hand. */
static int doubts(const struct task *task) {
    const uint8_t *family = task->world.family;
    int sum = 0;
    for (unsigned rest = task->unknown & task->board->locked; rest; rest &= rest - 1) {
        unsigned card = zk_lowest(rest);
        if (!(task->board->hint[card] >> family[card] & 1)) sum += 28; /* a wrong hint (Y15) */
    }
    for (unsigned i = 0; i < task->acts_count; i++) sum += doubts_by(task, &task->act[i]);
    return sum;
}

static void swap(struct task *task, unsigned a, unsigned b) {
    uint8_t *family = task->world.family, kept = family[a];
    family[a] = family[b];
    family[b] = kept;
    task->of[family[a]] ^= (uint16_t)(1u << a | 1u << b);
    task->of[family[b]] ^= (uint16_t)(1u << a | 1u << b);
}

/* Swaps two unknown cards again and again, mostly toward fewer doubts (Metropolis), so that worlds
 * come up as often as they are likely. */
static void shake(struct task *task, int swaps) {
    struct zk_rng *rng = task->turn->rng;
    const uint8_t *family = task->world.family;
    uint8_t unknown[CARDS];
    uint32_t count = 0;
    for (unsigned rest = task->unknown; rest; rest &= rest - 1)
        unknown[count++] = (uint8_t)zk_lowest(rest);
    if (count < 2) return;
    int now = doubts(task);
    while (swaps--) {
        unsigned a = unknown[zk_rng_below(rng, count)], b = unknown[zk_rng_below(rng, count)];
        if (family[a] == family[b]) continue;
        swap(task, a, b);
        int then = doubts(task), more = then - now;
        if (more <= 0 || (more < ODDS && zk_rng_next(rng) >> 32 < task->odds[more])) {
            now = then;
        } else {
            swap(task, a, b);
        }
    }
}

/* What there is to read: the log of the others' acts, or else that some unknown cards, which others
 * have looked at, no longer lie where they were dealt. */
static void find_acts(struct task *task, const struct zk_yokai_log *log) {
    const struct zk_yokai_board *board = task->board;
    unsigned known = 0;
    task->acts_count = 0;
    for (unsigned i = 0; log && i < log->count; i++)
        if (log->act[i].seat != task->turn->seat) task->act[task->acts_count++] = log->act[i];
    for (int seat = 0; !log && seat < task->seen->players; seat++)
        if (seat != task->turn->seat) known |= known_to(board, seat);
    for (unsigned rest = known & task->unknown; rest; rest &= rest - 1) {
        unsigned card = zk_lowest(rest);
        if (board->x[card] != (int)(card % 4) || board->y[card] != (int)(card / 4))
            task->act[task->acts_count++] = (struct zk_yokai_deed){
                .card = (uint8_t)card, .known = (uint16_t)known, .beside = task->beside[card]};
    }
}

/* What cards the others' acts speak for. */
static void read_pacts(struct task *task, const struct zk_yokai_log *log) {
    uint8_t worlds[PACT_WORLDS][CARDS];
    for (unsigned i = 0; i < PACT_WORLDS; i++) {
        memcpy(worlds[i], task->world.family, CARDS);
        shake(task, task->manner->swaps);
    }
    zk_yokai_pacts_read(&task->pacts, task->seen, log, (const uint8_t(*)[CARDS])worlds,
                        PACT_WORLDS);
}

static void begin(struct task *task, const struct zk_bot_turn *turn,
                  const struct zk_yokai_manner *manner, const struct zk_yokai_log *log) {
    const struct zk_yokai_view *seen = zk_yokai_seen(turn->view);
    const struct zk_yokai_board *board = &seen->board;
    uint8_t left[4] = {4, 4, 4, 4}, family = 0;
    task->turn = turn;
    task->manner = manner;
    task->seen = seen;
    task->board = board;
    task->unknown = 0;
    if (turn->budget && !turn->budget->playouts)
        task->until_ms = turn->budget->clock_ms(turn->budget->user) + turn->budget->ms;
    for (unsigned card = 0; card < CARDS; card++) {
        task->beside[card] = (uint16_t)beside_place(board, board->x[card], board->y[card]);
        if (seen->family[card]) {
            task->world.family[card] = (uint8_t)(seen->family[card] - 1);
            left[seen->family[card] - 1]--;
        } else {
            task->unknown |= (uint16_t)(1u << card);
        }
    }
    for (unsigned rest = task->unknown; rest; rest &= rest - 1) {
        while (!left[family]) family++;
        task->world.family[zk_lowest(rest)] = family;
        left[family]--;
    }
    memset(task->of, 0, sizeof task->of);
    for (unsigned card = 0; card < CARDS; card++)
        task->of[task->world.family[card]] |= (uint16_t)(1u << card);
    task->odds[0] = UINT32_MAX;
    for (unsigned i = 1; i < ODDS; i++) task->odds[i] = task->odds[i - 1] / 5 * 4;
    find_acts(task, log);
    struct zk_yokai_wish wish;
    memcpy(wish.pact, seen->pact, sizeof wish.pact);
    wish.shape = board->shape;
    zk_yokai_plan_begin(&task->plan, board, &wish);
    shake(task, SWAPS_FIRST * manner->swaps);
    zk_yokai_pacts_begin(&task->pacts, seen);
    if (task->pacts.count && log && !board->shape) read_pacts(task, log);
}

/* How many worlds may be drawn, and whether the time for more is over. */
static int worlds_wanted(const struct task *task) {
    const struct zk_budget *budget = task->turn->budget;
    if (!budget) return task->manner->worlds;
    return budget->playouts && budget->playouts < WORLDS_MAX ? (int)budget->playouts
                                                             : WORLDS_MAX;
}

static bool is_late(const struct task *task) {
    const struct zk_budget *budget = task->turn->budget;
    return zk_bot_stops(task->turn) ||
           (budget && !budget->playouts && budget->clock_ms(budget->user) >= task->until_ms);
}

/* Whether the last hint card is laid in this turn (Y21). */
static bool is_last_turn(const struct zk_yokai_board *board) {
    return board->pile_count == 0 && board->open_count == 1;
}

/* Plans in the world at hand. */
static void plan_world(struct task *task) {
    const struct zk_yokai_board *board = task->board;
    int moves_left = board->phase <= ZK_YOKAI_MOVE;
    if (task->pacts.count)
        zk_yokai_plan_pairs(&task->plan, zk_yokai_pacts_draw(&task->pacts, task->turn->rng));
    int distance = zk_yokai_plan_world(&task->plan, task->world.family);
    /* One card moved in a goal shape, and it is gone. */
    task->ends_well += distance == moves_left || (distance < moves_left && !board->shape);
}

/* Draws the worlds, one at least, and plans in each of them when it is not to look, or for the last
 * time. */
static void draw_worlds(struct task *task) {
    bool plans = task->board->phase >= ZK_YOKAI_MOVE || is_last_turn(task->board);
    int wanted = worlds_wanted(task);
    memset(task->votes, 0, sizeof task->votes);
    task->worlds_count = task->ends_well = 0;
    do {
        task->worlds[task->worlds_count++] = task->world;
        for (unsigned card = 0; card < CARDS; card++)
            task->votes[card][task->world.family[card]]++;
        if (plans) plan_world(task);
        shake(task, task->manner->swaps);
    } while (task->worlds_count < wanted && !is_late(task));
}

/* How many partners have not looked at the card. */
static int strangers(const struct task *task, unsigned card) {
    int count = 0;
    for (int seat = 0; seat < task->seen->players; seat++)
        count += seat != task->turn->seat && !(task->board->looked[seat] >> card & 1);
    return count;
}

/* In how many worlds the card is of another family than in most. */
static int doubtful(const struct task *task, unsigned card) {
    int most = 0;
    for (unsigned f = 0; f < 4; f++)
        if (task->votes[card][f] > most) most = task->votes[card][f];
    return task->worlds_count - most;
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
static double last_turn(const struct task *task) {
    return (points_now(task->board) - 1.0) * task->ends_well / task->worlds_count;
}

/* So many points, less what it takes to find out what is not known yet. */
static double less_doubts(const struct task *task, double points) {
    for (unsigned card = 0; card < CARDS; card++)
        points -=
            (double)task->manner->doubt_costs * doubtful(task, card) / task->worlds_count;
    return points > 1 ? points : 1;
}

/* Of a hundred worlds, how many are won. */
static unsigned worlds_won(struct task *task) {
    double won = 0;
    for (unsigned i = 0; i < PEACE_WORLDS; i++) {
        unsigned touching;
        if (zk_yokai_plan_at_peace(&task->plan, task->world.family, &touching))
            won += zk_yokai_pacts_kept(&task->pacts, touching);
        shake(task, task->manner->swaps);
    }
    return (unsigned)(100 * won / (double)PEACE_WORLDS);
}

/* The part of the worlds drawn in which there is peace now, and the pacts of others are kept. */
static double peace_now(const struct task *task) {
    double won = 0;
    for (int i = 0; i < task->worlds_count; i++) {
        unsigned touching;
        if (zk_yokai_plan_at_peace(&task->plan, task->worlds[i].family, &touching))
            won += zk_yokai_pacts_kept(&task->pacts, touching);
    }
    return won / task->worlds_count;
}

/* ---- Choosing ---- */

/* An opinion, of so many points. */
static struct zk_opinion opinion(const struct task *task, double points) {
    double worth = points / points_most(task->board);
    return (struct zk_opinion){.weighed = (uint32_t)task->worlds_count,
                               .worth = worth < 0   ? 0
                                        : worth > 1 ? 1
                                                    : worth};
}

/* The move of the greatest weight. When opinions are asked for, it is worth what the game promises,
 * and another is worth less by a point for every `point` that it weighs less. */
static zk_move choose_by(struct task *task, int32_t (*weigh)(struct task *task, zk_move move),
                         int32_t point) {
    const struct zk_bot_turn *turn = task->turn;
    int32_t weight[ZK_MOVES_MAX];
    uint32_t best = 0;
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        weight[i] = weigh(task, turn->moves[i]);
        if (weight[i] > weight[best]) best = i;
    }
    for (uint32_t i = 0; turn->opinions && i < turn->moves_count; i++)
        turn->opinions[i] =
            opinion(task, task->promise - (double)(weight[best] - weight[i]) / point);
    return turn->moves[best];
}

/* ---- Looking ---- */

/* A look at a card: how unsure this seat is of its family, and who else knows it; among equals a
 * card with fewer neighbours is more likely to be moved. */
static int32_t weigh_look(struct task *task, zk_move move) {
    unsigned card = zk_yokai_card(move);
    int unsure = 0;
    if (zk_yokai_act(move) != ZK_YOKAI_DO_PEEK) return -LOOK_POINT; /* it does not declare */
    if (task->unknown >> card & 1) unsure = 32 * doubtful(task, card) / task->worlds_count + 4;
    return 8 * unsure + task->manner->shares * strangers(task, card) +
           4 * (4 - (int)bits_count(task->beside[card])) +
           (int)zk_rng_below(task->turn->rng, 4);
}

static zk_move choose_look(struct task *task) {
    zk_move best = choose_by(task, weigh_look, LOOK_POINT);
    unsigned card = zk_yokai_card(best);
    zk_yokai_say(task->turn->why,
                 task->unknown >> card & 1 ? "yokai.why.looks" : "yokai.why.looks_again",
                 card + 1);
    return best;
}

/* Declares when a win now promises more than another round: a game in so many is lost there, and others
 * may not see what this seat sees. Else looks. */
static zk_move choose_declaring(struct task *task) {
    const struct zk_bot_turn *turn = task->turn;
    const struct zk_yokai_manner *manner = task->manner;
    unsigned won = worlds_won(task);
    double now = (double)won * points_now(task->board) / 100;
    bool basic = !task->seen->stack && !task->seen->blind && !task->seen->reconcile &&
                 !task->board->shape;
    int costs = basic || task->seen->players > 2 ? manner->go_on_costs : PAIR_COSTS;
    double round =
        less_doubts(task, points_now(task->board) - costs) * manner->go_on_wins / 100;
    if (is_last_turn(task->board)) round = task->promise;
    bool declares = now >= round;
    /* The two differ in opinions by what decided between them, so that a doubtful choice loses little. */
    if (declares)
        task->promise = round;
    else if (task->promise < now)
        task->promise = now;
    double declared = task->promise + now - round;
    zk_move look = choose_look(task);
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        if (zk_yokai_act(turn->moves[i]) != ZK_YOKAI_DO_DECLARE) continue;
        if (turn->opinions) turn->opinions[i] = opinion(task, declared);
        if (!declares) continue;
        zk_yokai_say(turn->why, "yokai.why.declares", won);
        return turn->moves[i];
    }
    return look;
}

/* ---- Moving ---- */

/* In how many worlds the moved card comes to lie beside its family. */
static int joins(const struct task *task, zk_move move) {
    unsigned card = zk_yokai_card(move);
    unsigned beside = beside_place(task->board, zk_yokai_to_x(move), zk_yokai_to_y(move));
    int sum = 0;
    beside &= ~(1u << card);
    for (int i = 0; i < task->worlds_count; i++) {
        const uint8_t *family = task->worlds[i].family;
        unsigned rest = beside;
        while (rest && family[zk_lowest(rest)] != family[card]) rest &= rest - 1;
        sum += rest != 0;
    }
    return sum;
}

static int32_t weigh_move(struct task *task, zk_move move) {
    int32_t step = task->board->shape ? STEP_IN_SHAPE : STEP;
    return step * zk_yokai_plan_worth(&task->plan, move) +
           task->manner->joins * joins(task, move);
}

static zk_move choose_move(struct task *task) {
    if (task->turn->moves_count == 1) return task->turn->moves[0]; /* perhaps to skip (Y12) */
    zk_move best = choose_by(task, weigh_move, MOVE_POINT * task->worlds_count);
    bool joined = 2 * joins(task, best) > task->worlds_count;
    zk_yokai_say(task->turn->why, joined ? "yokai.why.joins" : "yokai.why.nearer",
                 zk_yokai_card(best) + 1);
    return best;
}

/* ---- Hints ---- */

/* Turning up another hint is worth nothing. */
static int32_t weigh_hint(struct task *task, zk_move move) {
    if (zk_yokai_act(move) != ZK_YOKAI_DO_LAY) return 0;
    unsigned card = zk_yokai_card(move), hint = zk_yokai_laid_hint(move);
    int worlds = task->worlds_count, wrong = worlds, goes = worlds - task->plan.stays[card];
    for (unsigned f = 0; f < 4; f++)
        if (hint >> f & 1) wrong -= task->votes[card][f]; /* all of them when blind (Y34) */
    int tells = (4 - (int)bits_count(hint)) * strangers(task, card);
    return 12 + task->manner->tells * tells - 96 * (wrong + goes) / worlds;
}

static zk_move choose_hint(struct task *task) {
    zk_move best = choose_by(task, weigh_hint, HINT_POINT);
    zk_yokai_say_hint(task->turn->why, best);
    return best;
}

/* ---- The turn ---- */

zk_move zk_yokai_partner(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    struct task task;
    begin(&task, turn, self->manner, self->memory_size ? turn->memory : NULL);
    draw_worlds(&task);
    task.promise = is_last_turn(task.board) ? last_turn(&task)
                                            : less_doubts(&task, points_now(task.board));
    if (turn->won_now) *turn->won_now = peace_now(&task);
    switch (task.board->phase) {
    case ZK_YOKAI_PEEK: return choose_declaring(&task);
    case ZK_YOKAI_AGAIN: return choose_look(&task);
    case ZK_YOKAI_MOVE: return choose_move(&task);
    default: return choose_hint(&task);
    }
}
