/* worlds.c: law 7, see worlds.h. */
#include "worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"

enum {
    FEW_ROOM = 200,
    ALL_ROOM = 12000,
    TRIES = 24, /* resampled worlds that are all the truth: then nothing is hidden */
    WHOLE_GAMES = 400,
    THOUGHT_MAX = 300000, /* worlds looked at, in all whole games */
};

static void *take(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) abort();
    return memory;
}

/* From one state to the next, so that all are aligned. */
static size_t stride(const struct worlds *worlds) {
    return (worlds->laws->game->state_size + ZK_ALIGNMENT - 1) / ZK_ALIGNMENT * ZK_ALIGNMENT;
}

void worlds_open(struct worlds *worlds, struct laws *laws, uint32_t room) {
    *worlds = (struct worlds){.laws = laws, .room = room};
    worlds->state = take(room, stride(worlds));
    worlds->truth = take(room + 1, laws->game->view_size); /* the last is scratch */
    worlds->weight = take(room, sizeof *worlds->weight);
    worlds->place = take(2 * (size_t)room, sizeof *worlds->place);
}

void worlds_close(struct worlds *worlds) {
    free(worlds->state);
    free(worlds->truth);
    free(worlds->weight);
    free(worlds->place);
}

void worlds_clear(struct worlds *worlds) {
    worlds->count = 0;
    memset(worlds->place, 0, 2 * (size_t)worlds->room * sizeof *worlds->place);
}

const struct zk_state *worlds_at(const struct worlds *worlds, uint32_t index) {
    return (const void *)(worlds->state + stride(worlds) * index);
}

/* The place of a state, whose truth is left behind those of all others. */
static uint32_t *find_place(const struct worlds *worlds, const struct zk_state *state) {
    const struct zk_game *game = worlds->laws->game;
    unsigned char *truth = worlds->truth + game->view_size * worlds->count;
    game->view(worlds->laws->rules, state, ZK_EVERYTHING, (void *)truth);
    uint64_t hash = 0, places = 2 * (uint64_t)worlds->room;
    for (size_t i = 0; i < game->view_size; i++) hash = (hash ^ truth[i]) * 0x100000001B3u;
    for (uint64_t at = zk_rng_mix(hash) % places;; at = (at + 1) % places) {
        uint32_t *place = &worlds->place[at];
        if (!*place) return place;
        if (memcmp(worlds->truth + game->view_size * (*place - 1), truth, game->view_size) ==
            0)
            return place;
    }
}

int64_t worlds_find(const struct worlds *worlds, const struct zk_state *state) {
    return (int64_t)*find_place(worlds, state) - 1;
}

bool worlds_add(struct worlds *worlds, const struct zk_state *state, double weight) {
    uint32_t *place = find_place(worlds, state);
    if (*place) {
        worlds->weight[*place - 1] += weight;
        return true;
    }
    if (worlds->count == worlds->room) return false;
    memcpy(worlds->state + stride(worlds) * worlds->count, state,
           worlds->laws->game->state_size);
    worlds->weight[worlds->count] = weight;
    *place = ++worlds->count;
    return true;
}

/* All that `seat` must think possible after it was told `told` of a move of `mover`, or chance, and
 * then sees `view`. A move of somebody else that it does not see counts once. */
static bool think(struct laws *laws, const struct worlds *before, struct worlds *after,
                  int seat, int mover, const char *told, const struct zk_view *view) {
    const struct zk_game *game = laws->game;
    struct zk_state *next = laws->state[0];
    zk_move move[ZK_MOVES_MAX];
    uint32_t weight[ZK_MOVES_MAX];
    worlds_clear(after);
    for (uint32_t w = 0; w < before->count; w++) {
        const struct zk_state *world = worlds_at(before, w);
        uint32_t count = game->moves(laws->rules, world, mover, move, weight);
        double total = 0;
        for (uint32_t i = 0; i < count; i++) total += mover == ZK_CHANCE ? weight[i] : 0;
        for (uint32_t i = 0; i < count; i++) {
            char data[LAWS_TOLD_SIZE];
            laws_told(laws, world, move[i], seat, data);
            if (strcmp(data, told) != 0) continue;
            memcpy(next, world, game->state_size);
            game->apply(laws->rules, next, move[i]);
            game->view(laws->rules, next, seat, laws->view[0]);
            if (memcmp(laws->view[0], view, game->view_size) != 0) continue;
            double share = mover == ZK_CHANCE ? weight[i] / total : 1;
            if (!worlds_add(after, next, before->weight[w] * share)) return false;
        }
    }
    /* So that they do not fade away in a long game. */
    for (uint32_t w = 1; w < after->count; w++) after->weight[w] /= after->weight[0];
    if (after->count) after->weight[0] = 1;
    return true;
}

/* All that is true of a state, for a fault. */
static const char *shown(struct laws *laws, const struct zk_state *state) {
    struct zk_text text = zk_text_in(laws->wide[0], LAWS_WIDE);
    struct zk_json_out out = zk_json_to(&text);
    laws->game->view(laws->rules, state, ZK_EVERYTHING, laws->view[0]);
    laws->game->write_view(laws->rules, laws->view[0], &out);
    return laws->wide[0];
}

/* The world that came most unlike its share: by the squared difference, in parts of what was expected. */
static uint32_t oddest(const uint32_t *observed, const double *share, uint32_t count,
                       uint32_t total) {
    uint32_t odd = 0;
    double most = -1;
    for (uint32_t w = 0; w < count; w++) {
        double expected = share[w] * total, off = observed[w] - expected;
        if (off * off / expected <= most) continue;
        most = off * off / expected;
        odd = w;
    }
    return odd;
}

bool worlds_check(struct laws *laws, const struct worlds *worlds, int seat, worlds_ways *ways,
                  struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    enum { PER_WORLD = 50, WORLDS_MAX = 250, SOME = 50 };
    double share[WORLDS_MAX] = {0}, sum = 0;
    uint32_t observed[WORLDS_MAX] = {0}, draws = SOME;
    bool countable = worlds->count <= WORLDS_MAX, often = false;
    if (countable) { /* else they are too many; still, nothing else may come */
        if (ways)
            ways(laws, worlds, seat, share);
        else
            memcpy(share, worlds->weight, worlds->count * sizeof *share);
        for (uint32_t w = 0; w < worlds->count; w++) {
            if (!(share[w] > 0))
                return laws_fault(laws,
                                  "law 7: %s forgot that a world is possible:\n  %.2000s",
                                  zk_actor_name(seat), shown(laws, worlds_at(worlds, w)));
            sum += share[w];
        }
        for (uint32_t w = 0; w < worlds->count; w++) share[w] /= sum;
        often = worlds->count > 1 && zk_rng_below(rng, 5) == 0;
        draws = often ? worlds->count * PER_WORLD : 8;
    }
    for (uint32_t n = 0; n < draws; n++) {
        game->resample(laws->rules, laws->view[1], rng, laws->state[0]);
        int64_t number = worlds_find(worlds, laws->state[0]);
        if (number < 0)
            return laws_fault(laws, "law 7: %s resamples an impossible world:\n  %.2000s",
                              zk_actor_name(seat), shown(laws, laws->state[0]));
        if (countable) observed[number]++;
    }
    if (often && !laws_plausible(observed, share, worlds->count, draws)) {
        uint32_t odd = oddest(observed, share, worlds->count, draws);
        return laws_fault(
            laws,
            "law 7: %s resamples unevenly: of %u times %u, and not about %.0f, it was\n  %.2000s",
            zk_actor_name(seat), draws, observed[odd], share[odd] * draws,
            shown(laws, worlds_at(worlds, odd)));
    }
    return true;
}

/* Whether the seat, whose view is laws->view[1], knows everything; then that is the only world. */
static bool knows_all(struct laws *laws, const struct zk_state *state, struct worlds *worlds,
                      struct zk_rng *rng) {
    worlds_clear(worlds);
    worlds_add(worlds, state, 1);
    for (unsigned n = 0; n < TRIES; n++) {
        laws->game->resample(laws->rules, laws->view[1], rng, laws->state[0]);
        if (worlds_find(worlds, laws->state[0]) < 0) return false;
    }
    return true;
}

/* The game's next move: any, but a `shy` actor often takes the first of its list, so that some keep
 * their cards for long. */
static zk_move next_move(struct laws *laws, const struct zk_state *state, bool shy,
                         struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    int actor = game->actor(laws->rules, state);
    zk_move move = zk_sample(game, laws->rules, state, rng);
    if (!shy || actor < 0 || !zk_rng_below(rng, 2)) return move;
    game->moves(laws->rules, state, actor, laws->move, NULL);
    return laws->move[0];
}

/* Behind a fault: how to see it again, and the moves before it. */
static void add_game(struct laws *laws, uint64_t seed, uint64_t number, const zk_move *history,
                     uint32_t length) {
    const struct zk_game *game = laws->game;
    struct zk_state *state = laws->state[0];
    size_t said = strlen(laws->fault);
    struct zk_text text = zk_text_in(laws->fault + said, sizeof laws->fault - said);
    zk_text_put(&text, "\n  ");
    zk_text_put(&text, laws->name);
    zk_text_put(&text, ", seed ");
    zk_text_put_uint(&text, seed);
    zk_text_put(&text, ", game ");
    zk_text_put_uint(&text, number);
    zk_text_put(&text, ", after ");
    zk_text_put_uint(&text, length);
    zk_text_put(&text, " moves:");
    game->start(laws->rules, state);
    for (uint32_t i = 0; i < length; i++) {
        zk_text_put(&text, "\n  ");
        zk_text_put(&text,
                    zk_actor_name(zk_mover(game->actor(laws->rules, state), history[i])));
        zk_text_put_char(&text, ' ');
        game->print_move(laws->rules, state, history[i], ZK_EVERYTHING, &text);
        game->apply(laws->rules, state, history[i]);
    }
}

bool worlds_follow(struct laws *laws, int seat, uint64_t seed, uint64_t number, uint32_t room,
                   worlds_ways *ways, struct tally *tally) {
    const struct zk_game *game = laws->game;
    struct zk_rng rng = zk_rng_stream(seed, number), looking = zk_rng_split(&rng);
    struct worlds before, after;
    worlds_open(&before, laws, room);
    worlds_open(&after, laws, room);
    struct zk_state *state = take(1, game->state_size);
    zk_move *history = take(game->length_max, sizeof *history);
    game->start(laws->rules, state);
    bool lost = true, right = true, shy = zk_rng_below(&looking, 3) == 0;
    for (uint32_t length = 0;; length++) {
        game->view(laws->rules, state, seat, laws->view[1]);
        if (lost) lost = !knows_all(laws, state, &before, &looking);
        if (!lost) {
            right =
                worlds_find(&before, state) < 0
                    ? laws_fault(laws, "law 7: %s rules out the truth", zk_actor_name(seat))
                    : worlds_check(laws, &before, seat, ways, &looking);
            tally->positions++;
            tally->several += before.count > 1;
        }
        if (!right) add_game(laws, seed, number, history, length);
        if (!right || game->actor(laws->rules, state) == ZK_OVER) break;
        zk_move move = next_move(laws, state, shy, &rng);
        char told[LAWS_TOLD_SIZE];
        int mover = zk_mover(game->actor(laws->rules, state), move);
        laws_told(laws, state, move, seat, told);
        history[length] = move;
        game->apply(laws->rules, state, move);
        game->view(laws->rules, state, seat, laws->view[1]);
        tally->thought += lost ? TRIES : before.count;
        if (lost) continue;
        lost = !think(laws, &before, &after, seat, mover, told, laws->view[1]);
        struct worlds swap = before;
        before = after;
        after = swap;
    }
    free(state);
    free(history);
    worlds_close(&before);
    worlds_close(&after);
    return right;
}

static bool tell(struct laws *laws, bool right, char *fault) {
    if (!right) memcpy(fault, laws->fault, sizeof laws->fault);
    laws_close(laws);
    return right;
}

bool worlds_are_few(const struct zk_game *game, uint64_t seed, worlds_ways *ways, char *fault,
                    struct tally *tally) {
    unsigned choices = laws_choices(game);
    uint64_t games = choices > 24 ? 4 : game->moves_max > 1024 ? 6 : 24;
    bool right = true;
    for (unsigned choice = 0; right && choice < choices; choice++) {
        struct laws laws;
        laws_open(&laws, game, choice);
        for (uint64_t number = 0; right && number < games; number++)
            for (int seat = 0; right && seat < (int)laws.seats; seat++)
                right = worlds_follow(&laws, seat, seed, number * choices + choice, FEW_ROOM,
                                      ways, tally);
        tell(&laws, right, fault);
    }
    return right;
}

bool worlds_are_all_there(const struct zk_game *game, uint64_t seed, worlds_ways *ways,
                          char *fault, struct tally *tally) {
    unsigned choices = laws_choices(game);
    uint64_t from = tally->thought;
    bool right = true;
    for (unsigned number = 0;
         right &&
         (number < choices || (number < WHOLE_GAMES && tally->thought - from < THOUGHT_MAX));
         number++) {
        struct laws laws;
        laws_open(&laws, game, number % choices);
        int seat = (int)((number / choices + number) % laws.seats);
        right = tell(&laws, worlds_follow(&laws, seat, seed, number, ALL_ROOM, ways, tally),
                     fault);
    }
    return right;
}
