/* study.c: see study.h. */
#include "study.h"

#include <assert.h>
#include <string.h>

#include "../core/json.h"

unsigned zk_study_seats(const struct zk_record *record) {
    unsigned seats = 0;
    for (uint32_t i = 0; i < record->seats_count; i++)
        if (!zk_bots_named(record->name[i], strlen(record->name[i]))) seats |= 1u << i;
    return seats;
}

void zk_study_begin(struct zk_study *study, const struct zk_bot *bot,
                    const struct zk_game *game, const struct zk_rules *rules, unsigned seats,
                    uint64_t seed, const struct zk_budget *budget) {
    study->game = game;
    study->rules = rules;
    study->budget = budget;
    study->seats = seats;
    study->seed = seed;
    study->number = 0;
    study->worst_count = 0;
    game->start(rules, &study->state);
    study->points = game->points_most ? game->points_most(rules) : 0;
    for (int seat = 0; seat < (int)zk_seats(game, rules); seat++)
        zk_seated_begin(&study->seated[seat], bot, game, rules, seat);
}

/* ---- A decision ---- */

/* Has the bot think about the first `count` of study->moves, and fill in as many opinions; for the
 * first or second time. */
static zk_move think(struct zk_study *study, int seat, uint32_t count, int time, bool evenly,
                     struct zk_sentence *why, double *won_now) {
    const struct zk_seated *seated = &study->seated[seat];
    struct zk_view view;
    struct zk_rng rng =
        zk_rng_stream(study->seed, 2 * (uint64_t)study->number + (uint64_t)time);
    struct zk_bot_turn turn = zk_seated_turn(seated, &study->state, &view);
    memset(study->opinion, 0, count * sizeof *study->opinion);
    turn.moves = study->moves;
    turn.moves_count = count;
    turn.budget = study->budget;
    turn.rng = &rng;
    turn.why = why;
    turn.opinions = study->opinion;
    turn.evenly = evenly;
    turn.won_now = won_now;
    return seated->bot->choose(seated->bot, &turn);
}

static void swap(struct zk_study *study, uint32_t i, uint32_t j) {
    zk_move move = study->moves[i];
    struct zk_opinion opinion = study->opinion[i];
    study->moves[i] = study->moves[j];
    study->opinion[i] = study->opinion[j];
    study->moves[j] = move;
    study->opinion[j] = opinion;
}

static uint32_t index_of(const struct zk_study *study, uint32_t count, zk_move move) {
    uint32_t i = 0;
    while (i < count && study->moves[i] != move) i++;
    assert(i < count);
    return i;
}

/* Whether the bot looked into the one move more than into the other or, where it did not, thinks
 * more of it. */
static bool before(const struct zk_opinion *a, const struct zk_opinion *b) {
    return a->weighed != b->weighed ? a->weighed > b->weighed : a->worth > b->worth;
}

/* Brings the moves to compare to the front: the choice, the best of the rest, and the one that was
 * made, in the last place if it is not among them. Returns how many. */
static uint32_t pick(struct zk_study *study, uint32_t count, zk_move choice, zk_move made) {
    uint32_t picked = count < ZK_STUDY_COMPARED ? count : ZK_STUDY_COMPARED;
    swap(study, 0, index_of(study, count, choice));
    for (uint32_t place = 1; place < picked; place++) {
        uint32_t best = place;
        for (uint32_t i = place + 1; i < count; i++)
            if (before(&study->opinion[i], &study->opinion[best])) best = i;
        swap(study, place, best);
    }
    uint32_t at = index_of(study, count, made);
    if (at >= picked) swap(study, picked - 1, at);
    return picked;
}

static uint32_t part_of_whole(double part) {
    return (uint32_t)(part * (double)ZK_STUDY_WHOLE + 0.5);
}

static void write_thought(const struct zk_study *study, int seat, uint32_t index,
                          struct zk_study_thought *thought) {
    const struct zk_opinion *opinion = &study->opinion[index];
    struct zk_text text = zk_text_in(thought->notation, sizeof thought->notation);
    thought->move = study->moves[index];
    thought->weighed = opinion->weighed;
    thought->worth = part_of_whole(opinion->worth);
    for (unsigned i = 0; i < ZK_SEATS_MAX; i++)
        thought->each[i] = part_of_whole(opinion->each[i]);
    if (thought->move == ZK_MOVE_WAIT)
        zk_text_put(&text, "wait");
    else
        study->game->print_move(study->rules, &study->state, thought->move, seat, &text);
}

static void keep_worst(struct zk_study *study, const struct zk_study_point *point) {
    uint32_t place = study->worst_count;
    if (place < ZK_STUDY_WORST)
        study->worst_count++;
    else if (point->loss <= study->worst[--place].loss)
        return;
    for (; place && study->worst[place - 1].loss < point->loss; place--)
        study->worst[place] = study->worst[place - 1];
    study->worst[place] = *point;
}

static void judge(struct zk_study *study, int seat, zk_move made,
                  struct zk_study_point *point) {
    const struct zk_game *game = study->game;
    uint32_t count = game->moves(study->rules, &study->state, seat, study->moves, NULL);
    bool in_turn = game->actor(study->rules, &study->state) == seat;
    zk_move choice = made;
    double won_now = 0;
    if (!in_turn) {
        assert(count < ZK_MOVES_MAX);
        study->moves[count++] = ZK_MOVE_WAIT;
    }
    *point = (struct zk_study_point){
        .number = study->number, .seat = seat, .forced = count == 1, .moves_count = 1};
    zk_say(&point->why, "");
    if (!point->forced) {
        /* A bot knows what to look into, and how to say why, in its turn alone. */
        choice = think(study, seat, count, 0, !in_turn, in_turn ? &point->why : NULL, NULL);
        count = pick(study, count, choice, made);
        think(study, seat, count, 1, true, NULL, &won_now);
        for (uint32_t i = 0; i < count; i++)
            if (!study->opinion[i].weighed) count = 0; /* a bot without opinions */
        point->judged = count > 0;
        point->won_now = part_of_whole(won_now);
    }
    if (!point->judged) {
        study->moves[0] = made;
        write_thought(study, seat, 0, &point->move[0]);
        return;
    }
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j && study->opinion[j].worth > study->opinion[j - 1].worth; j--)
            swap(study, j, j - 1);
    if (study->moves[0] != choice) zk_say(&point->why, "");
    for (uint32_t i = 0; i < count; i++) write_thought(study, seat, i, &point->move[i]);
    point->moves_count = count;
    point->made = index_of(study, count, made);
    point->loss = point->move[0].worth - point->move[point->made].worth;
    if (point->loss >= ZK_STUDY_SLIP) keep_worst(study, point);
}

bool zk_study_move(struct zk_study *study, zk_move move, struct zk_study_point *point) {
    const struct zk_game *game = study->game;
    int seat = zk_mover(game->actor(study->rules, &study->state), move);
    bool decides = seat >= 0 && study->seats >> seat & 1;
    if (decides) judge(study, seat, move, point);
    for (int i = 0; i < (int)zk_seats(game, study->rules); i++)
        if (study->seats >> i & 1) zk_seated_tell(&study->seated[i], &study->state, move);
    game->apply(study->rules, &study->state, move);
    study->number++;
    return decides;
}

/* ---- JSON ---- */

static void put_string(struct zk_json_out *out, const char *key, const char *string) {
    zk_json_key(out, key);
    zk_json_put_string(out, string);
}

static void put_number(struct zk_json_out *out, const char *key, uint32_t number) {
    zk_json_key(out, key);
    zk_json_put_int(out, number);
}

static void write_each(struct zk_json_out *out, const struct zk_study *study,
                       const struct zk_study_thought *thought) {
    zk_json_key(out, "each");
    zk_json_begin_array(out);
    for (unsigned seat = 0; seat < zk_seats(study->game, study->rules); seat++)
        zk_json_put_int(out, thought->each[seat]);
    zk_json_end_array(out);
}

void zk_study_write_point(struct zk_json_out *out, const struct zk_study *study,
                          const struct zk_study_point *point) {
    bool together = study->game->together;
    const struct zk_study_thought *made = &point->move[point->made];
    zk_json_begin_object(out);
    put_number(out, "n", point->number);
    put_string(out, "seat", zk_actor_name(point->seat));
    put_string(out, "move", made->notation);
    zk_json_key(out, "forced");
    zk_json_put_bool(out, point->forced);
    if (point->judged) {
        put_number(out, "worth", made->worth);
        put_number(out, "loss", point->loss);
        if (together) put_number(out, "won_now", point->won_now);
        put_string(out, "best", point->move[0].notation);
        if (*point->why.key) {
            zk_json_key(out, "why");
            zk_sentence_write(out, &point->why);
        }
        zk_json_key(out, "moves");
        zk_json_begin_array(out);
        for (uint32_t i = 0; i < point->moves_count; i++) {
            zk_json_begin_object(out);
            put_string(out, "move", point->move[i].notation);
            put_number(out, "worth", point->move[i].worth);
            put_number(out, "weighed", point->move[i].weighed);
            if (!together) write_each(out, study, &point->move[i]);
            zk_json_end_object(out);
        }
        zk_json_end_array(out);
    }
    zk_json_end_object(out);
}

void zk_study_write_worst(struct zk_json_out *out, const struct zk_study *study) {
    zk_json_begin_array(out);
    for (uint32_t i = 0; i < study->worst_count; i++)
        zk_json_put_int(out, study->worst[i].number);
    zk_json_end_array(out);
}
