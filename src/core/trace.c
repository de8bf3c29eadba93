/* trace.c: one position in one line, see trace.h. */
#include "trace.h"

#include <assert.h>
#include <string.h>

#include "json.h"
#include "record.h"

/* Sorts the moves' places by their notation, byte by byte. Shell's sort: short, without memory,
 * and fast on the nearly sorted lists that games give. */
static void sort(struct zk_trace_scratch *scratch, uint32_t count) {
    static const uint32_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    uint16_t *order = scratch->order;
    for (uint32_t i = 0; i < count; i++) order[i] = (uint16_t)i;
    for (unsigned g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        uint32_t gap = gaps[g];
        for (uint32_t i = gap; i < count; i++) {
            uint16_t moved = order[i];
            uint32_t at = i;
            for (; at >= gap &&
                   strcmp(scratch->notation[order[at - gap]], scratch->notation[moved]) > 0;
                 at -= gap)
                order[at] = order[at - gap];
            order[at] = moved;
        }
    }
}

/* Every move of `seat` in notation, sorted; returns how many. */
static uint32_t list(struct zk_trace_scratch *scratch, const struct zk_game *game,
                     const struct zk_rules *rules, const struct zk_state *state, int seat) {
    uint32_t count = game->moves(rules, state, seat, scratch->moves, scratch->weights);
    assert(count <= ZK_MOVES_MAX);
    for (uint32_t i = 0; i < count; i++) {
        struct zk_text text = zk_text_in(scratch->notation[i], ZK_MOVE_TEXT_SIZE);
        game->print_move(rules, state, scratch->moves[i], ZK_EVERYTHING, &text);
        assert(!text.full);
    }
    sort(scratch, count);
    return count;
}

uint32_t zk_trace_outcomes(struct zk_trace_scratch *scratch, const struct zk_game *game,
                           const struct zk_rules *rules, const struct zk_state *state) {
    return list(scratch, game, rules, state, ZK_CHANCE);
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* ["draw RB","2/15"] for each outcome. */
static void write_outcomes(struct zk_json_out *out, const struct zk_trace_scratch *scratch,
                           uint32_t count) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += scratch->weights[i];
    zk_json_begin_array(out);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t weight = scratch->weights[scratch->order[i]];
        uint64_t divisor = common_divisor(total, weight);
        char memory[48];
        struct zk_text fraction = zk_text_in(memory, sizeof memory);
        zk_text_put_uint(&fraction, weight / divisor);
        zk_text_put_char(&fraction, '/');
        zk_text_put_uint(&fraction, total / divisor);
        zk_json_begin_array(out);
        zk_json_put_string(out, scratch->notation[scratch->order[i]]);
        zk_json_put_bytes(out, fraction.data, fraction.used);
        zk_json_end_array(out);
    }
    zk_json_end_array(out);
}

static void write_moves(struct zk_json_out *out, const struct zk_trace_scratch *scratch,
                        uint32_t count) {
    zk_json_begin_array(out);
    for (uint32_t i = 0; i < count; i++)
        zk_json_put_string(out, scratch->notation[scratch->order[i]]);
    zk_json_end_array(out);
}

/* The moves that seats may make out of turn, when there are any. */
static void write_also(struct zk_json_out *out, struct zk_trace_scratch *scratch,
                       const struct zk_game *game, const struct zk_rules *rules,
                       const struct zk_state *state, int actor) {
    bool any = false;
    int seats = (int)zk_seats(game, rules);
    for (int seat = 0; seat < seats; seat++) {
        if (seat == actor) continue;
        uint32_t count = list(scratch, game, rules, state, seat);
        if (!count) continue;
        if (!any) {
            zk_json_key(out, "also");
            zk_json_begin_object(out);
            any = true;
        }
        zk_json_key(out, zk_actor_name(seat));
        write_moves(out, scratch, count);
    }
    if (any) zk_json_end_object(out);
}

static void write_points(struct zk_json_out *out, const struct zk_game *game,
                         const struct zk_rules *rules, const struct zk_state *state) {
    int32_t points[ZK_SEATS_MAX];
    int seats = (int)zk_seats(game, rules);
    if (!game->points(rules, state, points)) return;
    zk_json_key(out, "points");
    zk_json_begin_object(out);
    for (int seat = 0; seat < seats; seat++) {
        zk_json_key(out, zk_actor_name(seat));
        zk_json_put_int(out, points[seat]);
    }
    zk_json_end_object(out);
}

void zk_trace_put(struct zk_text *text, struct zk_trace_scratch *scratch,
                  const struct zk_game *game, const struct zk_rules *rules,
                  const struct zk_state *state, uint32_t n) {
    int actor = game->actor(rules, state);
    struct zk_json_out out = zk_json_to(text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "n");
    zk_json_put_int(&out, n);
    zk_json_key(&out, "actor");
    zk_json_put_string(&out, zk_actor_name(actor));
    if (actor == ZK_OVER) {
        zk_json_key(&out, "result");
        zk_record_write_result(&out, game, rules, state);
    } else {
        uint32_t count = list(scratch, game, rules, state, actor);
        zk_json_key(&out, "legal");
        if (actor == ZK_CHANCE)
            write_outcomes(&out, scratch, count);
        else
            write_moves(&out, scratch, count);
        write_also(&out, scratch, game, rules, state, actor);
        if (actor != ZK_CHANCE) write_points(&out, game, rules, state);
    }
    zk_json_end_object(&out);
    zk_text_put_char(text, '\n');
}
