/* fuzz_library.c: bytes as what libzashiki takes from outside (include/zashiki.h). Lines for the game, its options and
 * its card set, "" for none; then a letter and what it says is there:
 *
 *     M   moves as text, a line each: "A play RB>R"; "." is any
 *     S   changes to the bytes of a state some moves later: how many moves, then place, place / 256, value
 *     B   words for a batch by the line, and such changes to its saved states
 *     P   the names of players by the line, and each as the name of a bot
 *     R   records
 *
 * Each is taken, and then holds what the header promises, or refused in a sentence. A state that passes its check can
 * be shown and played on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zashiki.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_SIZE = 64 * 1024, STATE_SIZE = 4096, MOVES_MAX = 8192, SLOTS = 3, STEPS = 4 };

static const char *at, *end; /* what is not read yet */
static struct zk_ruleset *rules;
static char why[512], line[TEXT_SIZE], text[TEXT_SIZE];
static uint64_t luck;

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

static void is_refused(void) {
    must(strlen(why) > 5 && strlen(why) < sizeof why, "it is refused without a sentence");
    why[0] = '\0';
}

/* The next line, without its end; false when there is none. */
static bool next_line(void) {
    if (at >= end) return false;
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    memcpy(line, at, (size_t)(stop - at));
    line[stop - at] = '\0';
    at = stop + (stop < end);
    return true;
}

/* ---- Rules ---- */

static void read_rules(void) {
    char game[64], options[1024], again[1024];
    if (!next_line() || strlen(line) >= sizeof game) return;
    memcpy(game, line, strlen(line) + 1);
    must(zk_game_about(game, text, sizeof text) < sizeof text, "a game is too much to tell");
    if (!next_line() || strlen(line) >= sizeof options) return;
    memcpy(options, line, strlen(line) + 1);
    if (!next_line()) return;
    const char *cards = *line ? line : NULL;
    rules = zk_ruleset_new(game, options, cards, why, sizeof why);
    if (!rules) {
        is_refused();
        return;
    }
    zk_ruleset_options(rules, options, sizeof options);
    struct zk_ruleset *same = zk_ruleset_new(game, options, cards, why, sizeof why);
    must(same, "options that were told are refused");
    zk_ruleset_options(same, again, sizeof again);
    must(strcmp(options, again) == 0, "options have changed");
    zk_ruleset_free(same);
    must(zk_state_size(rules) <= STATE_SIZE, "states have become larger");
}

/* ---- Moves ---- */

static zk_move moves[MOVES_MAX], made[MOVES_MAX];
static uint32_t made_count;

static void make(uint8_t *state, zk_move move) {
    must(zk_state_apply(rules, state, move), "a legal move is not made");
    must(!zk_state_check(rules, state), "a move leads to a wrong state");
    must(made_count < MOVES_MAX, "games have become longer");
    made[made_count++] = move;
}

static void one_text(uint8_t *state) {
    int actor = zk_state_actor(rules, state), seat = line[0] - 'A';
    zk_move move, again;
    if (line[0] == '.') {
        if (actor != ZK_OVER) make(state, zk_state_sample(rules, state, &luck));
        return;
    }
    if (line[0] == '*') seat = ZK_CHANCE;
    if (!line[0] || line[1] != ' ' ||
        (seat != ZK_CHANCE && (seat < 0 || (unsigned)seat >= zk_ruleset_seats(rules))))
        return;
    if (!zk_move_parse(rules, state, seat, line + 2, &move, why, sizeof why)) {
        is_refused();
        return;
    }
    must(zk_state_mover(rules, state, move) == seat, "it is somebody else's move");
    must(zk_move_print(rules, state, move, ZK_EVERYTHING, text, sizeof text) < sizeof text,
         "a move is too long");
    must(zk_move_parse(rules, state, seat, text, &again, why, sizeof why) && again == move,
         "what was told of a move is another");
    make(state, move);
}

static void read_moves(void) {
    static uint8_t state[STATE_SIZE];
    static const char *const names[ZK_SEATS_MAX] = {"a", "b", "c", "d"};
    made_count = 0;
    zk_state_start(rules, state);
    while (next_line() && made_count < MOVES_MAX) one_text(state);
    size_t size = zk_record_write(rules, names, made, made_count, NULL, 0);
    char *record = malloc(size + 1);
    must(record && size, "a game is no record");
    must(zk_record_write(rules, names, made, made_count, record, size + 1) == size,
         "a record has another size");
    struct zk_records *records = zk_records_new(record, size);
    must(records && zk_records_next(records) == ZK_READ_RECORD, "a record is refused");
    uint32_t count;
    const zk_move *read = zk_records_moves(records, &count);
    must(count == made_count && (!count || memcmp(read, made, count * sizeof *made) == 0),
         "a record has other moves");
    must(zk_records_finished(records) == (zk_state_actor(rules, state) == ZK_OVER),
         "a record ends otherwise");
    zk_records_free(records);
    free(record);
}

/* ---- States ---- */

/* What anybody may do with a state that passed its check. */
static void use(uint8_t *state) {
    static uint8_t view[STATE_SIZE], other[STATE_SIZE];
    int32_t points[ZK_SEATS_MAX];
    int actor = zk_state_actor(rules, state);
    must(actor >= ZK_OVER && actor < (int)zk_ruleset_seats(rules), "nobody acts");
    zk_state_points(rules, state, points);
    must(zk_view_size(rules) <= STATE_SIZE, "views have become larger");
    for (int seat = ZK_EVERYTHING; seat < (int)zk_ruleset_seats(rules); seat++) {
        if (seat == ZK_CHANCE || seat == ZK_OVER) continue;
        zk_view_take(rules, state, seat, view);
        must(zk_view_json(rules, view, text, sizeof text) < sizeof text, "a view is too long");
        must(zk_view_text(rules, view, seat & 1, text, sizeof text) < sizeof text,
             "a board is too large");
    }
    if (actor == ZK_OVER) {
        zk_state_winners(rules, state);
        zk_state_result(rules, state, text, sizeof text);
        return;
    }
    if (actor >= 0) {
        zk_view_take(rules, state, actor, view);
        zk_view_resample(rules, view, &luck, other);
    }
    uint32_t count = zk_state_moves(rules, state, actor, moves, NULL);
    must(count > 0, "there is no move");
    for (uint32_t i = 0; i < count && i < 64; i++)
        zk_move_print(rules, state, moves[i], ZK_EVERYTHING, text, sizeof text);
    zk_state_playout(rules, state, &luck);
}

static void change(uint8_t *state, size_t state_size) {
    for (; end - at >= 3; at += 3) {
        size_t place = (size_t)(uint8_t)at[0] + 256 * (size_t)(uint8_t)at[1];
        state[place % state_size] = (uint8_t)at[2];
    }
}

static void read_state(void) {
    static uint8_t state[STATE_SIZE];
    zk_state_start(rules, state);
    for (unsigned left = at < end ? (uint8_t)*at++ : 0; left; left--)
        if (zk_state_actor(rules, state) != ZK_OVER)
            zk_state_apply(rules, state, zk_state_sample(rules, state, &luck));
    must(!zk_state_check(rules, state), "a state is wrong");
    change(state, zk_state_size(rules));
    const char *wrong = zk_state_check(rules, state);
    must(!wrong || strlen(wrong) > 5, "a state is wrong without a reason");
    if (!wrong) use(state);
}

/* ---- Batches ---- */

static void step(struct zk_batch *batch) {
    uint64_t room = zk_batch_moves(batch);
    uint32_t seats = zk_batch_seats(batch), dense = zk_batch_dense_count(batch);
    size_t size = (size_t)SLOTS * seats * zk_batch_observation_size(batch);
    uint8_t terminated[SLOTS], truncated[SLOTS];
    float reward[SLOTS * ZK_SEATS_MAX];
    int32_t action[SLOTS] = {0}, points[SLOTS * ZK_SEATS_MAX];
    int8_t actor[SLOTS];
    uint32_t legal_at[SLOTS + 1];
    struct zk_batch_arrays arrays = {.observation = malloc(size),
                                     .actor = actor,
                                     .legal_at = legal_at,
                                     .legal = malloc(room * sizeof(uint32_t) + 1),
                                     .feature = malloc(room * ZK_FEATURES + 1),
                                     .legal_room = room,
                                     .mask = malloc((size_t)SLOTS * dense + 1)};
    must(arrays.observation && arrays.legal && arrays.feature && arrays.mask, "no memory");
    must(zk_batch_look(batch, &arrays) == ZK_BATCH_MADE, "there is less room than was said");
    arrays.reward = reward;
    arrays.terminated = terminated;
    arrays.truncated = truncated;
    arrays.final_points = points;
    if (zk_batch_step(batch, action, &arrays, why) == ZK_BATCH_REFUSED) is_refused();
    free(arrays.observation);
    free(arrays.legal);
    free(arrays.feature);
    free(arrays.mask);
}

/* Neither many threads nor much memory, which take only time here. */
static bool is_small(const char *words) {
    const char *threads = strstr(words, "threads="), *kept = strstr(words, "kept=");
    return (!threads || strlen(threads) <= 8 || strspn(threads + 8, "0123456789") < 2) &&
           (!kept || strspn(kept + 5, "0123456789") < 5) &&
           (!threads || !strstr(threads + 1, "threads=")) &&
           (!kept || !strstr(kept + 1, "kept="));
}

static void read_batch(void) {
    if (!next_line() || !is_small(line)) return;
    size_t state_size = zk_state_size(rules);
    uint64_t generator[SLOTS], stream[SLOTS];
    uint32_t decisions[SLOTS];
    struct zk_batch_saved saved = {.state = malloc(SLOTS * state_size),
                                   .generator = generator,
                                   .stream = stream,
                                   .decisions = decisions};
    uint8_t *again = malloc(SLOTS * state_size);
    struct zk_batch *batch = zk_batch_open(rules, SLOTS, line, why);
    must(saved.state && again, "no memory");
    if (batch) {
        for (unsigned i = 0; i < STEPS; i++) step(batch);
        zk_batch_save(batch, &saved);
        change(saved.state, SLOTS * state_size);
        bool right = true;
        for (unsigned i = 0; i < SLOTS; i++)
            right &= !zk_state_check(rules, saved.state + i * state_size);
        must(zk_batch_load(batch, &saved, why) == right, "a batch checks otherwise");
        if (right) {
            zk_batch_save(batch, &(struct zk_batch_saved){.state = again});
            must(memcmp(again, saved.state, SLOTS * state_size) == 0, "a state has changed");
        } else {
            is_refused();
        }
        for (unsigned i = 0; i < STEPS; i++) step(batch);
    } else {
        is_refused();
    }
    zk_batch_free(batch);
    free(saved.state);
    free(again);
}

/* ---- Players ---- */

static void read_players(void) {
    char name[ZK_SEATS_MAX][256];
    const char *names[ZK_SEATS_MAX];
    bool fit = true, read = true;
    for (unsigned seat = 0; seat < zk_ruleset_seats(rules); seat++) {
        if (!next_line() || strlen(line) >= sizeof name[seat]) return;
        memcpy(name[seat], line, strlen(line) + 1);
        names[seat] = name[seat];
        fit &= strlen(line) < 64;
        for (const char *c = line; *c; c++) read &= *c >= ' '; /* UTF-8 is the caller's part */
        struct zk_player *player = zk_player_new(rules, line, (int)seat, 1, why, sizeof why);
        if (!player) is_refused();
        zk_player_free(player);
    }
    if (!read) return;
    size_t size = zk_record_write(rules, names, NULL, 0, text, sizeof text);
    must((size > 0) == fit && size < sizeof text, "names are taken that are too long");
    if (!fit) return;
    struct zk_records *records = zk_records_new(text, size);
    must(records && zk_records_next(records) == ZK_READ_RECORD, "a record is refused");
    for (unsigned seat = 0; seat < zk_ruleset_seats(rules); seat++)
        must(strcmp(zk_records_name(records, seat), names[seat]) == 0, "a name has changed");
    zk_records_free(records);
}

/* ---- Records ---- */

static void read_records(void) {
    size_t size = (size_t)(end - at);
    char *copy = malloc(size + 1); /* exact: a byte too far is an error */
    must(copy, "no memory");
    memcpy(copy, at, size);
    struct zk_records *records = zk_records_new(copy, size);
    enum zk_reading reading;
    uint64_t last = 0;
    must(records, "no memory");
    while ((reading = zk_records_next(records)) != ZK_READ_END) {
        must(zk_records_line(records) >= last && zk_records_line(records) > 0,
             "lines go backwards");
        last = zk_records_line(records);
        if (reading == ZK_READ_WRONG) {
            must(strlen(zk_records_why(records)) > 5,
                 "a record is refused without a sentence");
            continue;
        }
        const char *names[ZK_SEATS_MAX];
        const struct zk_ruleset *played = zk_records_rules(records);
        uint32_t count;
        const zk_move *read = zk_records_moves(records, &count);
        for (unsigned seat = 0; seat < zk_ruleset_seats(played); seat++)
            names[seat] = zk_records_name(records, seat);
        must(zk_record_write(played, names, read, count, NULL, 0) > 0,
             "what was read cannot be written");
    }
    must(zk_records_next(records) == ZK_READ_END, "it goes on behind its end");
    zk_records_free(records);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= TEXT_SIZE) return -1;
    at = (const char *)data;
    end = at + size;
    luck = zk_random(size, 1);
    rules = NULL;
    read_rules();
    if (!rules) return 0;
    switch (at < end ? *at++ : '\0') {
    case 'M': read_moves(); break;
    case 'S': read_state(); break;
    case 'B': read_batch(); break;
    case 'P': read_players(); break;
    case 'R': read_records(); break;
    default: break;
    }
    zk_ruleset_free(rules);
    return 0;
}
