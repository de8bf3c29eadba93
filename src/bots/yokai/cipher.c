/* cipher.c: a bot for Yokai whose partners share a code.
 *
 * All seats share a code, so that after each turn everybody knows what was looked at:
 *
 *   the first look     is agreed, by what everybody knows; in the first turn of a player with a
 *                      reconciliation card, its place names the pair (Y31)
 *   the second look    its place names the family of the first card
 *   the move           names the family of the second: everybody works out what would be done for
 *                      each of its possible families, with no move twice, and so sees which it was
 *
 * Hints and the declaration then come from what everybody knows, as if one player had all seats.
 * Whoever breaks the code, a person or another program, is noticed as soon as possible; from then on
 * it plays as `normal` does. */
#include "cipher.h"

#include <stddef.h>
#include <string.h>

#include "../../core/bits.h"
#include "../../games/yokai/yokai.h"
#include "plan.h"
#include "why.h"

enum {
    CARDS = ZK_YOKAI_CARDS,
    WORLDS = 144,
    FEW = 24,  /* worlds, in which moves are weighed more closely */
    HELPS = 3, /* what a step that a look allows counts beside a card that stays */
    BEST = 8,  /* moves among which the code chooses, for each family */
};

/* What everybody knows. */
struct secret {
    struct zk_yokai_view view; /* this seat's, before the next move */
    uint8_t family[CARDS];     /* + 1, or 0 */
    uint8_t pact[ZK_SEATS_MAX];
    uint8_t first, second; /* the cards looked at in this turn, + 1 */
    uint8_t spoken;        /* bits: seats that have had a turn */
    uint8_t order[CARDS];  /* in which cards are looked at in this turn */
    uint8_t order_count;
    uint8_t broken; /* somebody does not keep to the code */
};
_Static_assert(sizeof(struct secret) <= ZK_YOKAI_CIPHER_MEMORY, "a secret is too large");

/* Everything of one decision. */
struct task {
    const struct secret *secret;
    const struct zk_yokai_board *board;
    struct zk_rng rng; /* the same in all seats */
    uint8_t worlds[WORLDS][CARDS];
    unsigned worlds_count;
    struct zk_yokai_plan plan;
};

/* ---- What everybody knows ---- */

/* How many cards of each family nobody can place. */
static void count_left(const uint8_t *family, uint8_t *left) {
    for (unsigned f = 0; f < 4; f++) left[f] = 4;
    for (unsigned card = 0; card < CARDS; card++)
        if (family[card]) left[family[card] - 1]--;
}

static unsigned beside_count(const struct zk_yokai_board *board, unsigned card) {
    unsigned count = 0;
    for (unsigned other = 0; other < CARDS; other++) {
        int dx = board->x[card] - board->x[other], dy = board->y[card] - board->y[other];
        count += dx * dx + dy * dy == 1;
    }
    return count;
}

/* The cards that can be looked at, `but` excepted, in the order in which it is done. */
static unsigned order_cards(const struct secret *secret, unsigned but, uint8_t *order) {
    unsigned count = 0;
    for (unsigned i = 0; i < secret->order_count; i++)
        if (secret->order[i] != but) order[count++] = secret->order[i];
    return count;
}

/* Whether this seat's first look of the turn names its reconciliation card. */
static bool names_pact(const struct secret *secret, const struct zk_yokai_view *view) {
    unsigned turn = view->board.turn;
    unsigned after_first = (turn + view->players - view->board.first) % view->players;
    return after_first < view->reconcile && !(secret->spoken >> turn & 1);
}

static const uint8_t pacts[6] = {3, 5, 6, 9, 10, 12};

/* The possible families of a card, the likeliest first, and how many there are. */
static unsigned possible(const struct secret *secret, unsigned card, uint8_t *families) {
    uint8_t left[4];
    unsigned count = 0;
    if (secret->family[card]) {
        families[0] = (uint8_t)(secret->family[card] - 1);
        return 1;
    }
    count_left(secret->family, left);
    for (unsigned many = 4; many > 0; many--)
        for (unsigned f = 0; f < 4; f++)
            if (left[f] == many) families[count++] = (uint8_t)f;
    return count;
}

/* ---- Worlds ---- */

/* All ways to fill the unknown cards from `card` on, as long as there is room. */
static void fill_worlds(struct task *task, uint8_t *world, uint8_t *left,
                        const uint8_t *family, unsigned card) {
    while (card < CARDS && family[card]) card++;
    if (card == CARDS) {
        memcpy(task->worlds[task->worlds_count++], world, CARDS);
        return;
    }
    for (unsigned f = 0; f < 4; f++) {
        if (!left[f]) continue;
        left[f]--;
        world[card] = (uint8_t)f;
        fill_worlds(task, world, left, family, card + 1);
        left[f]++;
    }
}

/* Worlds that fit what is known: all of them when they are few, else some at random. */
static void draw_worlds(struct task *task, const uint8_t *family) {
    uint8_t left[4], world[CARDS], rest[CARDS];
    unsigned rest_count = 0, ways = 1, placed = 0;
    count_left(family, left);
    for (unsigned f = 0; f < 4; f++)
        for (unsigned i = 1; i <= left[f]; i++) {
            placed++;
            if (ways < 100000) ways = ways * placed / i;
            rest[rest_count++] = (uint8_t)f;
        }
    for (unsigned card = 0; card < CARDS; card++) world[card] = (uint8_t)(family[card] - 1);
    task->worlds_count = 0;
    if (ways <= WORLDS) {
        fill_worlds(task, world, left, family, 0);
        return;
    }
    while (task->worlds_count < WORLDS) {
        unsigned next = 0;
        for (unsigned i = rest_count - 1; i > 0; i--) {
            unsigned j = zk_rng_below(&task->rng, i + 1);
            uint8_t kept = rest[i];
            rest[i] = rest[j];
            rest[j] = kept;
        }
        for (unsigned card = 0; card < CARDS; card++)
            if (!family[card]) world[card] = rest[next++];
        memcpy(task->worlds[task->worlds_count++], world, CARDS);
    }
}

static void begin_plan(struct zk_yokai_plan *plan, const struct secret *secret,
                       const struct zk_yokai_board *board, unsigned worlds) {
    struct zk_yokai_wish wish;
    memcpy(wish.pact, secret->pact, sizeof wish.pact);
    wish.shape = board->shape;
    zk_yokai_plan_begin(plan, board, &wish);
    zk_yokai_plan_clear(plan, worlds);
}

static void begin(struct task *task, const struct secret *secret) {
    task->secret = secret;
    task->board = &secret->view.board;
    begin_plan(&task->plan, secret, task->board, WORLDS);
}

/* Plans in worlds that fit; keeps what each asks for, where wanted. */
static void think(struct task *task, const uint8_t *family, struct zk_yokai_asked *asked) {
    task->rng = zk_rng_stream(1, task->board->turns);
    draw_worlds(task, family);
    zk_yokai_plan_clear(&task->plan, task->worlds_count);
    for (unsigned i = 0; i < task->worlds_count; i++) {
        zk_yokai_plan_world(&task->plan, task->worlds[i]);
        if (asked) asked[i] = task->plan.asked;
    }
}

/* ---- The code of the move ---- */

struct code {
    unsigned families; /* that the second card may be of */
    uint8_t family[4];
    zk_move move[4]; /* what is done for each of them, no two the same */
};

struct option {
    zk_move move;
    int32_t worth;
};

/* The moves that are worth most, the best first. */
static unsigned find_best(const struct task *task, const zk_move *moves, uint32_t moves_count,
                          struct option *best) {
    unsigned count = 0;
    for (uint32_t m = 0; m < moves_count; m++) {
        int32_t worth = zk_yokai_plan_worth(&task->plan, moves[m]);
        if (count == BEST && worth <= best[BEST - 1].worth) continue;
        unsigned i = count < BEST ? count++ : BEST - 1;
        for (; i > 0 && best[i - 1].worth < worth; i--) best[i] = best[i - 1];
        best[i] = (struct option){moves[m], worth};
    }
    return count;
}

/* Weighs the best moves again, when the worlds are few: by the moves to peace after each. */
static void weigh_again(const struct task *task, struct option *best, unsigned count) {
    struct zk_yokai_plan after;
    for (unsigned i = 0; i < count; i++) {
        struct zk_yokai_board board = *task->board;
        unsigned card = zk_yokai_card(best[i].move);
        board.x[card] = (int8_t)zk_yokai_to_x(best[i].move);
        board.y[card] = (int8_t)zk_yokai_to_y(best[i].move);
        begin_plan(&after, task->secret, &board, task->worlds_count);
        best[i].worth = (int32_t)task->plan.distance;
        for (unsigned w = 0; w < task->worlds_count; w++)
            best[i].worth -= zk_yokai_plan_world(&after, task->worlds[w]);
    }
}

/* Gives each family one of its best moves, no move to two of them, so that as little as can be is
 * lost on average. */
static void share_out(const struct option (*best)[BEST], const unsigned *count,
                      const int32_t *weight, struct code *code) {
    int32_t most = INT32_MIN;
    unsigned pick[4] = {0};
    for (;;) {
        int32_t worth = 0;
        bool distinct = true;
        for (unsigned i = 0; i < code->families; i++) {
            worth += weight[i] * best[i][pick[i]].worth;
            for (unsigned j = 0; j < i; j++)
                distinct &= best[i][pick[i]].move != best[j][pick[j]].move;
        }
        if (distinct && worth > most) {
            most = worth;
            for (unsigned i = 0; i < code->families; i++)
                code->move[i] = best[i][pick[i]].move;
        }
        unsigned i = 0;
        while (i < code->families && ++pick[i] == count[i]) pick[i++] = 0;
        if (i == code->families) return;
    }
}

/* What is done for each possible family of the second card, by what everybody knows after the
 * second look. There are at least as many moves. */
static void make_code(struct task *task, const zk_move *moves, uint32_t moves_count,
                      struct code *code) {
    const struct secret *secret = task->secret;
    struct option best[4][BEST];
    unsigned count[4], second = secret->second - 1u;
    uint8_t left[4], family[CARDS];
    int32_t weight[4];
    count_left(secret->family, left);
    code->families = possible(secret, second, code->family);
    memcpy(family, secret->family, sizeof family);
    for (unsigned i = 0; i < code->families; i++) {
        family[second] = (uint8_t)(code->family[i] + 1);
        think(task, family, NULL);
        count[i] = find_best(task, moves, moves_count, best[i]);
        if (task->worlds_count <= FEW) weigh_again(task, best[i], count[i]);
        /* Worlds may be few for one family and many for another. */
        weight[i] = WORLDS * left[code->family[i]] / (int32_t)task->worlds_count;
        if (weight[i] < 1) weight[i] = 1;
    }
    share_out((const struct option(*)[BEST])best, count, weight, code);
}

/* By how many moves the best move brings peace nearer when the card's family is known, all worlds added
 * up. */
static int32_t look_helps(struct task *task, const struct zk_yokai_asked *asked,
                          unsigned card) {
    int32_t sum = 0;
    for (unsigned family = 0; family < 4; family++) {
        zk_yokai_plan_clear(&task->plan, task->worlds_count);
        for (unsigned i = 0; i < task->worlds_count; i++)
            if (task->worlds[i][card] == family) zk_yokai_plan_add(&task->plan, &asked[i]);
        sum += zk_yokai_plan_best(&task->plan);
    }
    return sum;
}

/* Orders the cards that can be looked at in the turn that begins: the unknown ones first, and of
 * those the ones that help most to find a good move and are likeliest to be moved; a card with few neighbours
 * is the easier one to move. */
static void put_in_order(struct secret *secret) {
    const struct zk_yokai_board *board = &secret->view.board;
    struct zk_yokai_asked asked[WORLDS];
    struct task task;
    int32_t rank[CARDS], stays[CARDS];
    unsigned count = 0;
    begin(&task, secret);
    think(&task, secret->family, asked);
    memcpy(stays, task.plan.stays, sizeof stays);
    for (unsigned card = 0; card < CARDS; card++) {
        if (board->locked >> card & 1) continue;
        rank[card] = 12 * (int32_t)beside_count(board, card);
        if (secret->family[card])
            rank[card] += 100000;
        else
            rank[card] += 96 * (stays[card] - HELPS * look_helps(&task, asked, card)) /
                          (int32_t)task.worlds_count;
        unsigned i = count++;
        for (; i > 0 && rank[secret->order[i - 1]] > rank[card]; i--)
            secret->order[i] = secret->order[i - 1];
        secret->order[i] = (uint8_t)card;
    }
    secret->order_count = (uint8_t)count;
}

/* ---- Reading ---- */

/* Whether what everybody knows is what this seat has seen. */
static bool is_true(const struct secret *secret, const struct zk_yokai_view *view) {
    for (unsigned card = 0; card < CARDS; card++)
        if (secret->family[card] && view->family[card] &&
            secret->family[card] != view->family[card])
            return false;
    return true;
}

/* Where a card stands in the order, or CARDS. */
static unsigned place_of(const uint8_t *order, unsigned count, unsigned card) {
    for (unsigned i = 0; i < count; i++)
        if (order[i] == card) return i;
    return CARDS;
}

static bool read_first(struct secret *secret, unsigned card) {
    const struct zk_yokai_board *board = &secret->view.board;
    uint8_t order[CARDS];
    unsigned count = order_cards(secret, CARDS, order);
    unsigned place = place_of(order, count, card);
    bool names = names_pact(secret, &secret->view);
    secret->spoken |= (uint8_t)(1u << board->turn);
    secret->first = (uint8_t)(card + 1);
    if (names && place < 6) secret->pact[board->turn] = pacts[place];
    return place < (names ? 6 : 1);
}

static bool read_second(struct secret *secret, unsigned card) {
    uint8_t order[CARDS], families[4];
    unsigned first = secret->first - 1u;
    unsigned count = order_cards(secret, first, order);
    unsigned place = place_of(order, count, card);
    secret->second = (uint8_t)(card + 1);
    if (place >= possible(secret, first, families)) return false;
    secret->family[first] = (uint8_t)(families[place] + 1);
    return true;
}

static bool read_move(struct secret *secret, const struct zk_bot_event *event) {
    struct task task;
    struct code code;
    zk_move moves[ZK_MOVES_MAX];
    struct zk_state world;
    struct zk_rng rng = zk_rng_stream(0, 0);
    if (secret->family[secret->second - 1]) return true;
    /* Any world will do: where cards can go is open to all. */
    zk_yokai.resample(event->rules, zk_yokai_block(&secret->view), &rng, &world);
    uint32_t count = zk_yokai.moves(event->rules, &world, event->by, moves, NULL);
    code.families = possible(secret, secret->second - 1u, code.family);
    if (count < code.families) return true;
    if (event->by == event->seat) { /* no need to work it out */
        secret->family[secret->second - 1] = secret->view.family[secret->second - 1];
        return true;
    }
    begin(&task, secret);
    make_code(&task, moves, count, &code);
    for (unsigned i = 0; i < code.families; i++)
        if (code.move[i] == event->move) {
            secret->family[secret->second - 1] = (uint8_t)(code.family[i] + 1);
            return true;
        }
    return false;
}

void zk_yokai_cipher_observe(void *memory, const struct zk_bot_event *event) {
    struct secret *secret = memory;
    const struct zk_yokai_view *view = zk_yokai_seen(event->view);
    unsigned phase = secret->view.board.phase;
    if (event->by >= 0 && !secret->broken) {
        bool kept = true;
        if (phase == ZK_YOKAI_PEEK && view->board.phase == ZK_YOKAI_AGAIN)
            kept = read_first(secret, zk_yokai_card(event->move));
        else if (phase == ZK_YOKAI_AGAIN)
            kept = read_second(secret, zk_yokai_card(event->move));
        else if (phase == ZK_YOKAI_MOVE)
            kept = read_move(secret, event);
        secret->broken = !kept || !is_true(secret, view);
    }
    secret->view = *view;
    if (view->board.phase == ZK_YOKAI_PEEK && !secret->broken) put_in_order(secret);
}

/* ---- Playing ---- */

static bool declares(struct task *task, struct zk_sentence *why) {
    unsigned won = 0, touching;
    task->rng = zk_rng_stream(2, task->board->turns);
    draw_worlds(task, task->secret->family);
    for (unsigned i = 0; i < task->worlds_count; i++)
        won += zk_yokai_plan_at_peace(&task->plan, task->worlds[i], &touching);
    if (10 * won < 9 * task->worlds_count) return false;
    zk_yokai_say(why, "yokai.why.declares", 100 * won / task->worlds_count);
    return true;
}

static zk_move look_at(unsigned card, struct zk_sentence *why, const char *key) {
    zk_yokai_say(why, key, card + 1);
    return zk_yokai_move(ZK_YOKAI_DO_PEEK, card, 0);
}

static zk_move choose_first(const struct secret *secret, const struct zk_yokai_view *view,
                            struct zk_sentence *why) {
    uint8_t order[CARDS];
    unsigned pact = 0;
    order_cards(secret, CARDS, order);
    if (!names_pact(secret, view)) return look_at(order[0], why, "yokai.why.agreed");
    while (pact < 5 && pacts[pact] != view->pact[view->seat]) pact++;
    return look_at(order[pact], why, "yokai.why.names_pact");
}

static zk_move choose_second(const struct secret *secret, const struct zk_yokai_view *view,
                             struct zk_sentence *why) {
    uint8_t order[CARDS], families[4];
    unsigned first = secret->first - 1u, i = 0;
    order_cards(secret, first, order);
    unsigned count = possible(secret, first, families);
    while (i + 1 < count && families[i] + 1 != view->family[first]) i++;
    return look_at(order[i], why, "yokai.why.names_first");
}

static zk_move choose_move(struct task *task, const struct zk_bot_turn *turn) {
    const struct zk_yokai_view *view = zk_yokai_seen(turn->view);
    struct code code;
    unsigned i = 0;
    if (turn->moves_count < possible(task->secret, task->secret->second - 1u, code.family))
        return turn->moves[0];
    make_code(task, turn->moves, turn->moves_count, &code);
    while (i + 1 < code.families &&
           code.family[i] + 1 != view->family[task->secret->second - 1])
        i++;
    zk_yokai_say(turn->why, "yokai.why.names_second", zk_yokai_card(code.move[i]) + 1);
    return code.move[i];
}

/* A right hint on a card that can stay; else another one is turned up. */
static zk_move choose_hint(struct task *task, const struct zk_bot_turn *turn) {
    zk_move best = turn->moves[0];
    int best_worth = INT32_MIN;
    think(task, task->secret->family, NULL);
    int worlds = (int)task->worlds_count;
    for (uint32_t m = 0; m < turn->moves_count; m++) {
        int worth = 0;
        if (zk_yokai_act(turn->moves[m]) == ZK_YOKAI_DO_LAY) {
            unsigned card = zk_yokai_card(turn->moves[m]),
                     hint = zk_yokai_laid_hint(turn->moves[m]);
            int wrong = 0, goes = worlds - task->plan.stays[card];
            for (int i = 0; i < worlds; i++) wrong += !(hint >> task->worlds[i][card] & 1);
            worth = worlds - 10 * (wrong + goes);
        }
        if (worth <= best_worth) continue;
        best_worth = worth;
        best = turn->moves[m];
    }
    zk_yokai_say_hint(turn->why, best);
    return best;
}

zk_move zk_yokai_cipher(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    const struct zk_bot *normal = self->manner;
    const struct secret *secret = turn->memory;
    const struct zk_yokai_view *view = zk_yokai_seen(turn->view);
    struct task task;
    if (secret->broken) return normal->choose(normal, turn);
    begin(&task, secret);
    switch (view->board.phase) {
    case ZK_YOKAI_PEEK:
        if (declares(&task, turn->why)) return zk_yokai_move(ZK_YOKAI_DO_DECLARE, 0, 0);
        return choose_first(secret, view, turn->why);
    case ZK_YOKAI_AGAIN: return choose_second(secret, view, turn->why);
    case ZK_YOKAI_MOVE: return choose_move(&task, turn);
    default: return choose_hint(&task, turn);
    }
}
