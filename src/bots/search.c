/* search.c: see search.h. */
#include "search.h"

#include <assert.h>
#include <string.h>

#include "../core/bits.h"

enum {
    TREE_BITS = 12,
    NODES = 1 << TREE_BITS, /* slots */
    NODES_MAX = NODES * 3 / 4,
    DEPTH_MAX = 64, /* decisions in the tree on one way down */
    ASK_CLOCK = 64, /* playouts between two looks at the clock */
};

struct node {
    uint32_t parent; /* slot + 1; 0 in an empty slot */
    zk_move move;
    uint32_t visits, offered; /* taken; there to be taken */
    double sum;               /* of what the mover got */
};

/* Slot 0 is the root. */
struct tree {
    struct node node[NODES];
    uint32_t used;
};

/* Everything of one search. */
struct task {
    const struct zk_bot_turn *turn;
    const struct zk_search_game *how;
    struct tree tree;
};

/* The node of a move made below `parent`, or the empty slot where it belongs. */
static struct node *find(struct tree *tree, uint32_t parent, zk_move move) {
    uint64_t key = ((uint64_t)(parent + 1) << 32 | move) * 0x9E3779B97F4A7C15u;
    for (uint32_t slot = (uint32_t)(key >> (64 - TREE_BITS));; slot = (slot + 1) % NODES) {
        struct node *node = &tree->node[slot];
        if (node->parent == 0 || (node->parent == parent + 1 && node->move == move))
            return node;
    }
}

/* The natural logarithm, near enough for an upper bound and the same everywhere: that of the
 * power of two, and four terms of a series for the rest. */
static double log_of(uint32_t n) {
    unsigned power = zk_highest(n);
    double x = (double)n / (double)(1u << power), y = (x - 1) / (x + 1), z = y * y;
    return power * 0.69314718055994531 + 2 * y * (1 + z * (1.0 / 3 + z * (0.2 + z / 7)));
}

/* The child to go down to, of those that this world allows; one never tried comes first. NULL
 * when it has no room in the tree. */
static struct node *descend(struct task *task, uint32_t at, const zk_move *moves,
                            uint32_t count, bool *fresh) {
    struct tree *tree = &task->tree;
    struct node *best = NULL;
    double best_bound = -1;
    uint32_t untried = 0;
    zk_move chosen = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct node *node = find(tree, at, moves[i]);
        if (node->parent == 0) {
            if (tree->used >= NODES_MAX && task->how->order) continue; /* grown wide enough */
            if (zk_rng_below(task->turn->rng, ++untried) == 0) chosen = moves[i];
            continue;
        }
        node->offered++;
        if (untried) continue;
        double bound = at == 0 && task->turn->evenly
                           ? 1.0 / node->visits
                           : node->sum / node->visits +
                                 task->how->explore *
                                     __builtin_sqrt(log_of(node->offered) / node->visits);
        if (bound > best_bound) best = node, best_bound = bound;
    }
    *fresh = untried != 0;
    if (!untried) return best;
    if (tree->used >= NODES_MAX) return NULL;
    tree->used++;
    struct node *node = find(tree, at, chosen);
    *node = (struct node){.parent = at + 1, .move = chosen, .offered = 1};
    return node;
}

/* What the result is worth to each seat: its part of the win or, where the team makes points, these of
 * the most there are. */
static void worth_of_result(const struct zk_game *game, const struct zk_rules *rules,
                            const struct zk_state *state, double *worth) {
    struct zk_result result;
    game->result(rules, state, &result);
    unsigned winners = 0, seats = zk_seats(game, rules);
    for (uint32_t rest = result.winners; rest; rest &= rest - 1) winners++;
    double most = game->points_most ? game->points_most(rules) : 0;
    for (unsigned seat = 0; seat < seats; seat++)
        if (game->points_most)
            worth[seat] = result.points[seat] > 0 ? result.points[seat] / most : 0;
        else
            worth[seat] =
                result.winners >> seat & 1 ? game->together ? 1.0 : 1.0 / winners : 0;
}

/* What the policy does in a seat that has these moves. */
static zk_move policy_move(const struct task *task, const struct zk_state *state, int seat,
                           const zk_move *moves, uint32_t count) {
    const struct zk_bot_turn *turn = task->turn;
    struct zk_view view;
    turn->game->view(turn->rules, state, seat, &view);
    return task->how->policy(turn->rules, state, &view, moves, count, turn->rng);
}

static void play_on(const struct task *task, struct zk_state *state, bool over,
                    double *worth) {
    const struct zk_bot_turn *turn = task->turn;
    const struct zk_search_game *how = task->how;
    const struct zk_game *game = turn->game;
    if (how->play_on) {
        how->play_on(how->context, turn->rules, state, turn->rng, worth);
    } else {
        if (!over) zk_playout(game, turn->rules, state, turn->rng);
        worth_of_result(game, turn->rules, state, worth);
    }
}

/* How many of the moves to look into in this visit; they come first. */
static uint32_t narrow(const struct task *task, uint32_t at, const struct zk_state *state,
                       zk_move *moves, uint32_t count) {
    const struct zk_search_game *how = task->how;
    double most = 1 + how->widen * __builtin_sqrt((double)task->tree.node[at].visits);
    if (most >= count) return count;
    return how->order(how->context, task->turn->rules, state, moves, count, (uint32_t)most);
}

/* Adds up, in the opinion of the first move, what a playout was worth to each seat. */
static void note_each(const struct zk_bot_turn *turn, zk_move first, const double *worth) {
    uint32_t i = 0;
    while (turn->moves[i] != first) i++;
    for (unsigned seat = 0; seat < zk_seats(turn->game, turn->rules); seat++)
        turn->opinions[i].each[seat] += worth[seat];
}

static void play_out(struct task *task, struct zk_state *state) {
    const struct zk_bot_turn *turn = task->turn;
    const struct zk_game *game = turn->game;
    struct node *way[DEPTH_MAX];
    int mover[DEPTH_MAX], seat = turn->seat; /* who may be out of turn */
    uint32_t length = 0, at = 0, count = turn->moves_count;
    zk_move moves[ZK_MOVES_MAX];
    bool fresh = false;
    memcpy(moves, turn->moves, count * sizeof *moves);
    while (!fresh && length < DEPTH_MAX && seat != ZK_OVER) {
        if (seat == ZK_CHANCE) {
            if (task->how->until_luck) break;
            game->apply(turn->rules, state, zk_sample(game, turn->rules, state, turn->rng));
        } else {
            if (length) count = game->moves(turn->rules, state, seat, moves, NULL);
            if (task->how->order && (length || !turn->evenly))
                count = narrow(task, at, state, moves, count);
            if (task->how->expect && seat != turn->seat &&
                (zk_rng_next(turn->rng) & 255) < task->how->expect) {
                moves[0] = policy_move(task, state, seat, moves, count);
                count = 1;
            }
            struct node *node = descend(task, at, moves, count, &fresh);
            if (!node) break;
            way[length] = node;
            mover[length++] = seat;
            at = (uint32_t)(node - task->tree.node);
            if (node->move != ZK_MOVE_WAIT) game->apply(turn->rules, state, node->move);
        }
        seat = game->actor(turn->rules, state);
    }
    double worth[ZK_SEATS_MAX];
    play_on(task, state, seat == ZK_OVER, worth);
    if (turn->opinions && length) note_each(turn, way[0]->move, worth);
    task->tree.node[0].visits++;
    for (uint32_t i = 0; i < length; i++) {
        way[i]->visits++;
        way[i]->sum += worth[mover[i]];
    }
}

/* A state to play in, into memory for one. */
static void draw_world(const struct zk_bot_turn *turn, struct zk_state *state) {
    if (turn->truth)
        memcpy(state, turn->truth, turn->game->state_size);
    else
        turn->game->resample(turn->rules, turn->view, turn->rng, state);
}

zk_move zk_search_choose(const struct zk_bot_turn *turn, const struct zk_search_game *how,
                         uint32_t playouts) {
    struct zk_state state;
    const struct zk_budget *budget = turn->budget;
    bool by_clock = budget && !budget->playouts;
    uint64_t start = by_clock ? budget->clock_ms(budget->user) : 0;
    struct task task = {.turn = turn, .how = how};
    task.tree.node[0].parent = UINT32_MAX; /* nobody's child, and yet not empty */
    task.tree.used = 1;
    if (budget) playouts = budget->playouts;
    zk_move best = turn->moves[0];
    for (uint32_t made = 0; turn->moves_count > 1; made++) {
        if (by_clock ? made % ASK_CLOCK == 0 && made &&
                           budget->clock_ms(budget->user) - start >= budget->ms
                     : made >= playouts)
            break;
        if (zk_bot_stops(turn)) return best;
        draw_world(turn, &state);
        play_out(&task, &state);
    }
    uint32_t most = 0;
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        const struct node *node = find(&task.tree, 0, turn->moves[i]);
        if (node->visits > most) most = node->visits, best = turn->moves[i];
        if (!turn->opinions || !node->visits) continue;
        turn->opinions[i].weighed = node->visits;
        turn->opinions[i].worth = node->sum / node->visits;
        for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
            turn->opinions[i].each[seat] /= node->visits;
    }
    if (turn->why && how->say_why) how->say_why(turn, best);
    return best;
}

zk_move zk_search_by_manner(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    const struct zk_search_manner *manner = self->manner;
    return zk_search_choose(turn, manner->game, manner->playouts);
}
