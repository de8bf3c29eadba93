/* slot.h: one game of a batch, from its first deal to the next game in its place.
 *
 * A slot is at rest when somebody has to decide or its game is over: luck is played as soon as it is due,
 * by the generator of the slot. So a position at rest holds no luck, and a copy of it foretells nothing
 * but what is hidden.
 *
 *     zk_slot_begin   a game starts, from a stream of the seed
 *     zk_slot_ask     who decides, and among what
 *     zk_slot_play    the decision is made, luck follows; rewards, whether it ended
 *     zk_slot_next    the next game in this place
 *
 * All of it is here, inline, and calls nothing but the game: where the game is known when this is compiled,
 * so are its functions, as on a GPU. Nothing is allocated, and nothing of the C library is called. */
#ifndef ZK_SLOT_H
#define ZK_SLOT_H

#include "../core/encode.h"

/* What a step is worth to a seat. */
enum zk_reward {
    /* When it is over: winners share 1 and the others -1, a draw is 0 for all. Where all play together
     * everybody gets 1 for a win and 0 for a loss. */
    ZK_REWARD_RESULT,
    /* The points that the step brought. Over a whole game they add up to the points of its result. */
    ZK_REWARD_POINTS,
    ZK_REWARDS,
};

/* What all slots of a batch have in common. */
struct zk_slots {
    const struct zk_encoder *encoder;
    const struct zk_rules *rules;
    uint64_t seed;
    uint64_t count; /* of slots: game k of slot i is the stream i + k * count of the seed */
    uint32_t seats;
    uint32_t limit; /* a game is cut off after so many decisions; 0: never */
    enum zk_reward reward;
    bool out_of_turn; /* who could act out of turn is asked, each as a decision of its own */
};

struct zk_slot {
    struct zk_rng rng;  /* luck to come; nowhere in the state */
    uint64_t stream;    /* the game's number */
    uint32_t decisions; /* made in this game */
    int8_t actor;       /* who decides, as zk_slot_ask found; or ZK_OVER, also when cut off */
    uint8_t declined;   /* out of turn: a bit for each seat that passed since the last move */
};

/* What a step did, beside the state. */
struct zk_outcome {
    float reward[ZK_SEATS_MAX];
    bool terminated; /* the game is over */
    bool truncated;  /* it is not, but has had its limit of decisions */
};

/* The points as they stand, or zeros while the game shows none. */
static inline void zk_slot_points(const struct zk_slots *slots, const struct zk_state *state,
                                  int32_t *points) {
    const struct zk_game *game = slots->encoder->game;
    if (game->actor(slots->rules, state) == ZK_OVER) {
        struct zk_result result;
        game->result(slots->rules, state, &result);
        for (uint32_t seat = 0; seat < slots->seats; seat++)
            points[seat] = result.points[seat];
    } else if (!game->points(slots->rules, state, points)) {
        for (uint32_t seat = 0; seat < slots->seats; seat++) points[seat] = 0;
    }
}

/* What the end of a game is worth to each seat, by ZK_REWARD_RESULT. */
static inline void zk_slot_worth(const struct zk_slots *slots, const struct zk_state *state,
                                 float *worth) {
    struct zk_result result;
    slots->encoder->game->result(slots->rules, state, &result);
    uint32_t won = 0;
    for (uint32_t seat = 0; seat < slots->seats; seat++) won += result.winners >> seat & 1;
    uint32_t lost = slots->seats - won;
    for (uint32_t seat = 0; seat < slots->seats; seat++) {
        bool winner = result.winners >> seat & 1;
        if (slots->encoder->game->together)
            worth[seat] = winner ? 1.0f : 0.0f;
        else if (result.drawn || !won || !lost)
            worth[seat] = 0.0f;
        else
            worth[seat] = winner ? 1.0f / (float)won : -1.0f / (float)lost;
    }
}

/* What the end of a game is worth by the batch's kind of reward: the same, or the points. */
static inline void zk_slot_final(const struct zk_slots *slots, const struct zk_state *state,
                                 float *worth) {
    int32_t points[ZK_SEATS_MAX];
    if (slots->reward == ZK_REWARD_RESULT) {
        zk_slot_worth(slots, state, worth);
        return;
    }
    zk_slot_points(slots, state, points);
    for (uint32_t seat = 0; seat < slots->seats; seat++) worth[seat] = (float)points[seat];
}

/* Whether the game has come to its end, cut off or not. */
static inline bool zk_slot_over(const struct zk_slots *slots, const struct zk_state *state) {
    return slots->encoder->game->actor(slots->rules, state) == ZK_OVER;
}

/* Brings a slot to rest: plays luck until a seat decides or it is over. Returns whether the game is over, and not
 * just cut off. */
static inline bool zk_slot_rest(const struct zk_slots *slots, struct zk_slot *slot,
                                struct zk_state *state) {
    const struct zk_game *game = slots->encoder->game;
    int actor;
    while ((actor = game->actor(slots->rules, state)) == ZK_CHANCE)
        game->apply(slots->rules, state, zk_sample(game, slots->rules, state, &slot->rng));
    bool cut = slots->limit && slot->decisions >= slots->limit;
    slot->actor = (int8_t)(cut ? ZK_OVER : actor);
    slot->declined = 0;
    return actor == ZK_OVER;
}

static inline void zk_slot_begin(const struct zk_slots *slots, struct zk_slot *slot,
                                 struct zk_state *state, uint64_t stream) {
    *slot = (struct zk_slot){.rng = zk_rng_stream(slots->seed, stream), .stream = stream};
    slots->encoder->game->start(slots->rules, state);
    zk_slot_rest(slots, slot, state);
}

static inline void zk_slot_next(const struct zk_slots *slots, struct zk_slot *slot,
                                struct zk_state *state) {
    zk_slot_begin(slots, slot, state, slot->stream + slots->count);
}

/* Who decides, into slot->actor, and their moves into out, which has room for zk_slot_room; how many, 0
 * when it is over. Out of turn the first is ZK_PASS. Asking again gives the same. */
static inline uint32_t zk_slot_ask(const struct zk_slots *slots, struct zk_slot *slot,
                                   const struct zk_state *state, zk_move *out) {
    const struct zk_game *game = slots->encoder->game;
    if (slot->actor < 0) return 0;
    if (slots->out_of_turn) {
        int actor = game->actor(slots->rules, state);
        for (uint32_t i = 1; i < slots->seats; i++) {
            int seat = (int)(((uint32_t)actor + i) % slots->seats);
            if (slot->declined >> seat & 1) continue;
            uint32_t count = game->moves(slots->rules, state, seat, out + 1, NULL);
            if (!count) continue;
            slot->actor = (int8_t)seat;
            out[0] = ZK_PASS;
            return count + 1;
        }
        slot->actor = (int8_t)actor;
    }
    return game->moves(slots->rules, state, slot->actor, out, NULL);
}

/* The longest list that zk_slot_ask writes. */
static inline uint32_t zk_slot_room(const struct zk_slots *slots) {
    return slots->encoder->game->moves_max + 1;
}

/* Makes one of the listed moves and plays the luck after it. Not when over. */
static inline void zk_slot_play(const struct zk_slots *slots, struct zk_slot *slot,
                                struct zk_state *state, zk_move move,
                                struct zk_outcome *outcome) {
    bool points = slots->reward == ZK_REWARD_POINTS;
    int32_t before[ZK_SEATS_MAX], after[ZK_SEATS_MAX];
    *outcome = (struct zk_outcome){0};
    slot->decisions++;
    if (move == ZK_PASS) {
        slot->declined |= (uint8_t)(1u << slot->actor);
        if (slots->limit && slot->decisions >= slots->limit) slot->actor = ZK_OVER;
    } else {
        if (points) zk_slot_points(slots, state, before);
        slots->encoder->game->apply(slots->rules, state, move);
        outcome->terminated = zk_slot_rest(slots, slot, state);
        if (points) zk_slot_points(slots, state, after);
        for (uint32_t seat = 0; points && seat < slots->seats; seat++)
            outcome->reward[seat] = (float)(after[seat] - before[seat]);
    }
    outcome->truncated = !outcome->terminated && slot->actor == ZK_OVER;
    if (outcome->terminated && !points) zk_slot_worth(slots, state, outcome->reward);
}

#endif
