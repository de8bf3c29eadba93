/* test_yokai_solve.c: the solver of Yokai against what a person would do with enough patience.
 *
 * Nothing here knows how the solver works. Moves, peace and the fewest moves are found again the
 * plain way: floods over sets of places; every move of every card, one, two and three deep; and,
 * where few cards can move, every position that they can come to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../story.h"
#include "bots/yokai/solve.h"

enum { CARDS = ZK_YOKAI_CARDS, DEALS = 3000, NEVER = 99 };

static _Alignas(8) unsigned char scratch[ZK_YOKAI_SOLVE_SIZE];

/* ---- The plain way ---- */

static bool side_by_side(const struct zk_yokai_layout *layout, unsigned a, unsigned b) {
    return abs(layout->x[a] - layout->x[b]) + abs(layout->y[a] - layout->y[b]) == 1;
}

/* Whether the cards of a set, a bit each, hang together. */
static bool hang_together(const struct zk_yokai_layout *layout, unsigned cards) {
    unsigned todo = cards & -cards, reached = todo;
    while (todo) {
        unsigned a = 0;
        while (!(todo >> a & 1)) a++;
        todo &= todo - 1;
        for (unsigned b = 0; b < CARDS; b++)
            if (((cards & ~reached) >> b & 1) && side_by_side(layout, a, b))
                todo |= 1u << b, reached |= 1u << b;
    }
    return reached == cards;
}

static unsigned family_cards(const struct zk_yokai_layout *layout, unsigned family) {
    unsigned cards = 0;
    for (unsigned card = 0; card < CARDS; card++)
        if (layout->family[card] == family) cards |= 1u << card;
    return cards;
}

/* How many families do not hang together. A move of one card changes it by one at most. */
static int families_apart(const struct zk_yokai_layout *layout) {
    int apart = 0;
    for (unsigned family = 0; family < 4; family++)
        apart += !hang_together(layout, family_cards(layout, family));
    return apart;
}

static bool is_empty(const struct zk_yokai_layout *layout, int x, int y) {
    for (unsigned card = 0; card < CARDS; card++)
        if (layout->x[card] == x && layout->y[card] == y) return false;
    return true;
}

/* Y10, Y11, Y14 */
static bool may_move(const struct zk_yokai_layout *layout, struct zk_yokai_step step) {
    struct zk_yokai_layout after = *layout;
    if (layout->locked >> step.card & 1 || !is_empty(layout, step.x, step.y)) return false;
    after.x[step.card] = step.x;
    after.y[step.card] = step.y;
    return hang_together(&after, 0xFFFF);
}

static void move(struct zk_yokai_layout *layout, struct zk_yokai_step step) {
    layout->x[step.card] = step.x;
    layout->y[step.card] = step.y;
}

/* Every legal move into `out`; returns how many. */
enum { STEPS_MAX = CARDS * 34 };
static unsigned list_steps(const struct zk_yokai_layout *layout, struct zk_yokai_step *out) {
    int8_t place_x[64], place_y[64];
    unsigned places = 0, count = 0;
    for (unsigned card = 0; card < CARDS; card++)
        for (unsigned side = 0; side < 4; side++) {
            int x = layout->x[card] + (side == 0) - (side == 1);
            int y = layout->y[card] + (side == 2) - (side == 3);
            bool known = !is_empty(layout, x, y);
            for (unsigned i = 0; i < places; i++) known |= place_x[i] == x && place_y[i] == y;
            if (known) continue;
            place_x[places] = (int8_t)x;
            place_y[places++] = (int8_t)y;
        }
    for (unsigned card = 0; card < CARDS; card++)
        for (unsigned i = 0; i < places; i++) {
            struct zk_yokai_step step = {(uint8_t)card, place_x[i], place_y[i]};
            if (may_move(layout, step)) out[count++] = step;
        }
    return count;
}

/* The fewest moves to peace if there are at most `limit`, else NEVER, by trying all. */
static int fewest(const struct zk_yokai_layout *layout, int limit) {
    struct zk_yokai_step steps[STEPS_MAX];
    int apart = families_apart(layout), best = NEVER;
    if (apart == 0) return 0;
    if (apart > limit) return NEVER; /* each move mends one family at most */
    unsigned count = list_steps(layout, steps);
    for (unsigned i = 0; i < count && best > apart; i++) {
        struct zk_yokai_layout after = *layout;
        move(&after, steps[i]);
        int more = fewest(&after, (best < limit ? best - 1 : limit) - 1);
        if (more + 1 < best) best = more + 1;
    }
    return best;
}

/* Every position that the cards without a lock can come to, nearest first: the fewest moves to
 * peace however many they are, or -1 when there is no way at all. For three such cards at most. */
enum { FREE_MAX = 3, POSITIONS_BITS = 17, POSITIONS = 1 << POSITIONS_BITS };

struct positions {
    uint64_t known[POSITIONS]; /* by hash, 0 for none */
    uint64_t list[POSITIONS];  /* as they were found */
    uint8_t moves[POSITIONS];
    unsigned count;
};

/* Sixteen bits for each card that can move, and one that is always set. */
static uint64_t position_of(const struct zk_yokai_layout *layout) {
    uint64_t position = 1;
    for (unsigned card = 0; card < CARDS; card++)
        if (!(layout->locked >> card & 1))
            position = position << 16 | (uint64_t)(uint8_t)layout->x[card] << 8 |
                       (uint8_t)layout->y[card];
    return position;
}

static void come_to(struct zk_yokai_layout *layout, uint64_t position) {
    for (unsigned card = CARDS; card-- > 0;) {
        if (layout->locked >> card & 1) continue;
        layout->x[card] = (int8_t)(position >> 8 & 255);
        layout->y[card] = (int8_t)(position & 255);
        position >>= 16;
    }
}

static void meet(struct positions *positions, uint64_t position, unsigned moves) {
    unsigned at = (unsigned)(position * 0x9E3779B97F4A7C15u >> (64 - POSITIONS_BITS));
    while (positions->known[at] && positions->known[at] != position) at = (at + 1) % POSITIONS;
    if (positions->known[at]) return;
    assert_true(positions->count < POSITIONS / 2);
    positions->known[at] = position;
    positions->moves[positions->count] = (uint8_t)moves;
    positions->list[positions->count++] = position;
}

static int fewest_of_all(const struct zk_yokai_layout *layout) {
    static struct positions positions;
    struct zk_yokai_layout now = *layout, after;
    struct zk_yokai_step steps[STEPS_MAX];
    memset(&positions, 0, sizeof positions);
    meet(&positions, position_of(layout), 0);
    for (unsigned i = 0; i < positions.count; i++) {
        come_to(&now, positions.list[i]);
        if (families_apart(&now) == 0) return positions.moves[i];
        for (unsigned s = 0, count = list_steps(&now, steps); s < count; s++) {
            after = now;
            move(&after, steps[s]);
            meet(&positions, position_of(&after), positions.moves[i] + 1u);
        }
    }
    return -1;
}

/* ---- Layouts ---- */

static void shuffle(uint8_t *family, struct zk_rng *rng) {
    for (unsigned i = CARDS; i > 1; i--) {
        unsigned j = zk_rng_below(rng, i);
        uint8_t swap = family[i - 1];
        family[i - 1] = family[j];
        family[j] = swap;
    }
}

/* A random deal in the square. */
static struct zk_yokai_layout random_deal(struct zk_rng *rng) {
    struct zk_yokai_layout layout = {.locked = 0};
    for (unsigned card = 0; card < CARDS; card++) {
        layout.x[card] = (int8_t)(card % 4);
        layout.y[card] = (int8_t)(card / 4);
        layout.family[card] = (uint8_t)(card / 4);
    }
    shuffle(layout.family, rng);
    return layout;
}

/* Sixteen letters, row by row, blanks between cards and '/' between rows: any layout. */
static struct zk_yokai_layout drawn(const char *rows) {
    struct zk_yokai_layout layout = {.locked = 0};
    unsigned cards = 0;
    int x = 0, y = 0;
    for (; *rows; rows++) {
        const char *family = strchr("KPRO", *rows);
        if (*rows == '/') {
            x = 0, y++;
            continue;
        }
        if (family) {
            assert_true(cards < CARDS);
            layout.x[cards] = (int8_t)x;
            layout.y[cards] = (int8_t)y;
            layout.family[cards++] = (uint8_t)(family - "KPRO");
        }
        x++;
    }
    assert_int_equal(cards, CARDS);
    assert_true(hang_together(&layout, 0xFFFF));
    return layout;
}

static void stir(struct zk_yokai_layout *layout, unsigned moves, struct zk_rng *rng) {
    struct zk_yokai_step steps[STEPS_MAX];
    for (; moves; moves--) {
        unsigned count = list_steps(layout, steps);
        if (!count) return;
        move(layout, steps[zk_rng_below(rng, count)]);
    }
}

/* Any four tetrominoes that peace can be: a deal solved by the solver, held to be peace. */
static struct zk_yokai_layout random_peace(struct zk_rng *rng) {
    struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
    struct zk_yokai_layout layout = random_deal(rng);
    stir(&layout, zk_rng_below(rng, 4), rng);
    int moves = zk_yokai_solve(&layout, ZK_YOKAI_SOLVE_MOVES_MAX, scratch, steps);
    assert_true(moves >= 0);
    for (int i = 0; i < moves; i++) move(&layout, steps[i]);
    assert_int_equal(families_apart(&layout), 0);
    return layout;
}

static void print(const struct zk_yokai_layout *layout) {
    for (unsigned card = 0; card < CARDS; card++)
        fprintf(stderr, "%c%d,%d%s ", "KPRO"[layout->family[card]], layout -> x[card],
                layout -> y[card], layout -> locked >> card & 1 ? "!" : "");
    fprintf(stderr, "\n");
}

/* Solves, and holds the plan to the rules: every step legal, no locked card moved, peace at the end
 * and not before; nothing with one move less; the same again over other scratch. */
static int solve(const struct zk_yokai_layout *layout, int limit) {
    struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX], again[ZK_YOKAI_SOLVE_MOVES_MAX];
    struct zk_yokai_layout given = *layout, now = *layout;
    memset(scratch, 0x00, sizeof scratch);
    int moves = zk_yokai_solve(layout, limit, scratch, steps);
    assert_memory_equal(&given, layout, sizeof given);
    assert_true(moves >= -1 && moves <= limit);
    for (int i = 0; i < moves; i++) {
        if (!may_move(&now, steps[i]) || families_apart(&now) == 0) {
            print(layout);
            fail_msg("step %d of %d, %u to %d,%d, is not legal or not needed", i + 1, moves,
                     steps[i].card + 1u, steps[i].x, steps[i].y);
        }
        move(&now, steps[i]);
    }
    if (moves >= 0 && families_apart(&now) > 0) {
        print(layout);
        fail_msg("no peace after %d moves", moves);
    }
    if (moves > 0) {
        memset(scratch, 0xFF, sizeof scratch);
        assert_int_equal(zk_yokai_solve(layout, moves - 1, scratch, again), -1);
        assert_int_equal(zk_yokai_solve(layout, moves, scratch, again), moves);
        for (int i = 0; i < moves; i++) assert_memory_equal(&steps[i], &again[i], 3);
    }
    return moves;
}

/* The same number the plain way, `limit` deep. */
static void assert_fewest(const struct zk_yokai_layout *layout, int limit) {
    int moves = solve(layout, limit), plain = fewest(layout, limit);
    if (moves != (plain == NEVER ? -1 : plain)) {
        print(layout);
        fail_msg("the solver says %d; by trying all it is %d (99: more than %d)", moves, plain,
                 limit);
    }
}

/* ---- Tests ---- */

static void known_layouts(void **test) {
    (void)test;
    static const struct {
        const char *rows;
        int moves;
    } known[] = {
        {"KKKK/PPPP/RRRR/OOOO", 0}, {"KPRO/KPRO/KPRO/KPRO", 0}, {"KKPP/KKPP/RROO/RROO", 0},
        {"KKKP/PPPK/RRRR/OOOO", 2}, /* the K to its kind, then the P to where it was */
        {"KKKP/KPPP/RRRR/OOOO", 0}, {"KKKP/PKPP/RRRR/OOOO", 1}, /* the P around the corner */
        {"KKKKPPPPRRRROOOO", 0},    {"KKKKPPPPRRROOOOR", 1}, /* the R to a side of its own */
        {"PKKKKPPPRRRROOOO", 1},
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        struct zk_yokai_layout layout = drawn(known[i].rows);
        assert_int_equal(fewest(&layout, 3), known[i].moves);
        assert_int_equal(solve(&layout, 8), known[i].moves);
    }
}

/* A few random moves away from peace: one, two or three moves bring it back. */
static void as_by_trying_all(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(7, 0);
    for (unsigned n = 0; n < 100; n++) {
        struct zk_yokai_layout layout = random_peace(&rng);
        stir(&layout, 1 + n % 3, &rng);
        assert_fewest(&layout, n % 3 == 2 && n < 12 ? 3 : 2);
    }
}

/* Cards with hints stay; often that costs moves, or makes peace impossible. */
static void locked_cards_stay(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(7, 1);
    unsigned dearer = 0, impossible = 0;
    for (unsigned n = 0; n < 150; n++) {
        struct zk_yokai_layout layout = random_peace(&rng);
        stir(&layout, 1 + n % 2, &rng);
        int free = solve(&layout, 4);
        for (unsigned locks = 1 + zk_rng_below(&rng, 9); locks; locks--)
            layout.locked |= (uint16_t)(1u << zk_rng_below(&rng, CARDS));
        int held = solve(&layout, 3);
        assert_fewest(&layout, 2);
        assert_true(held == -1 || held >= free);
        dearer += held > free;
        impossible += held == -1;
    }
    assert_true(dearer > 5);
    assert_true(impossible > 5);
    struct zk_yokai_layout layout = drawn("KKKP/PPPK/RRRR/OOOO");
    layout.locked = 0xFFFF;
    assert_int_equal(solve(&layout, 6), -1);
    layout = drawn("KKKK/PPPP/RRRR/OOOO");
    layout.locked = 0xFFFF;
    assert_int_equal(solve(&layout, 6), 0);
}

/* Two or three cards that can move, away from peace or locked apart from it: the number of moves,
 * however many, or that there is none, is what all positions say. */
static void as_by_all_positions(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(7, 6);
    unsigned solved = 0, hopeless = 0, roundabout = 0;
    for (unsigned n = 0; n < 90; n++) {
        struct zk_yokai_layout layout = random_peace(&rng);
        struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
        bool apart = n % 5 == 0;
        if (apart) stir(&layout, 2, &rng);
        layout.locked = 0xFFFF;
        for (unsigned free = 2 + n % 2; free;) {
            unsigned card = zk_rng_below(&rng, CARDS);
            free -= layout.locked >> card & 1;
            layout.locked &= (uint16_t)~(1u << card);
        }
        if (!apart) stir(&layout, 8, &rng);
        int moves = fewest_of_all(&layout);
        assert_int_equal(solve(&layout, moves < 0 ? 8 : ZK_YOKAI_SOLVE_MOVES_MAX), moves);
        solved += moves > 0;
        hopeless += moves < 0;
        if (moves > 0)
            roundabout += zk_yokai_solve_straight(&layout, moves, scratch, steps) != moves;
    }
    assert_true(solved > 50);
    assert_true(hopeless > 10);
    assert_true(roundabout > 0); /* a card has to step aside */
}

/* In the middle of a game: no square any more, and nowhere near 0,0. */
static void layouts_of_a_game_in_progress(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(7, 2);
    unsigned solved = 0;
    for (unsigned n = 0; n < 120; n++) {
        struct zk_yokai_layout layout = random_peace(&rng);
        int by_x = (int)zk_rng_below(&rng, 61) - 30, by_y = (int)zk_rng_below(&rng, 61) - 30;
        stir(&layout, 2 + zk_rng_below(&rng, 6), &rng);
        int here = solve(&layout, 4);
        if (n % 2) assert_fewest(&layout, 2);
        for (unsigned card = 0; card < CARDS; card++) {
            layout.x[card] = (int8_t)(layout.x[card] + by_x);
            layout.y[card] = (int8_t)(layout.y[card] + by_y);
        }
        assert_int_equal(solve(&layout, 4), here); /* wherever it lies */
        solved += here > 0;
    }
    assert_true(solved > 30);
    for (unsigned n = 0; n < 40;
         n++) { /* mirrored, turned, families renamed: the same number */
        struct zk_yokai_layout layout = random_deal(&rng), other;
        stir(&layout, zk_rng_below(&rng, 5), &rng);
        int here = solve(&layout, 6);
        other = layout;
        for (unsigned card = 0; card < CARDS; card++) {
            other.x[card] = layout.y[card];
            other.y[card] = (int8_t)-layout.x[card];
            other.family[card] = layout.family[card] ^ 3;
        }
        assert_int_equal(solve(&other, 6), here);
    }
}

/* As far as sixteen cards can reach, and with gaps. */
static void stretched_layouts(void **test) {
    (void)test;
    static const char *const stretched[] = {
        "KKKKPPPPRRRROOOO",
        "KKKPKPPPRRRROOOO",
        "KKKKPPPPRRRO/           ROOO",
        "KKKKPPPPRRRRO/            OOO",
        "K/K/K/K/P/P/P/P/R/R/R/O/R/O/O/O",
        "K/KK/ KP/  PP/   PR/    RR/     RO/      OO/       O",
        "K/KK/ PK/  PP/   PR/    RR/     RO/      OO/       O",
        "KKPPKKPP/R/R/R/R/O/O/O/O",
        "KPPPRK/K    K/P    R/R    R/OOOO",
    };
    for (unsigned i = 0; i < sizeof stretched / sizeof *stretched; i++) {
        struct zk_yokai_layout layout = drawn(stretched[i]);
        unsigned count[4] = {0};
        for (unsigned card = 0; card < CARDS; card++) count[layout.family[card]]++;
        for (unsigned family = 0; family < 4; family++)
            if (count[family] != 4) fail_msg("%s: not four of each", stretched[i]);
        assert_fewest(&layout, 2);
    }
}

static void nothing_beyond_the_limit(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(7, 3);
    struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
    for (unsigned n = 0; n < 60; n++) {
        struct zk_yokai_layout layout = random_deal(&rng);
        int moves = zk_yokai_solve(&layout, ZK_YOKAI_SOLVE_MOVES_MAX, scratch, steps);
        assert_true(moves >= families_apart(&layout));
        for (int limit = 0; limit <= 8; limit++)
            assert_int_equal(zk_yokai_solve(&layout, limit, scratch, steps),
                             limit < moves ? -1 : moves);
    }
}

/* The shares are those of all deals (test_yokai_deals.c). */
static void as_many_moves_as_known(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(7, 4);
    unsigned count[ZK_YOKAI_SOLVE_MOVES_MAX + 1] = {0}, sum = 0;
    for (unsigned n = 0; n < DEALS; n++) {
        struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
        struct zk_yokai_layout layout = random_deal(&rng), now = layout;
        int moves = zk_yokai_solve(&layout, ZK_YOKAI_SOLVE_MOVES_MAX, scratch, steps);
        assert_in_range(moves, 0, 8);
        for (int i = 0; i < moves; i++) {
            assert_true(may_move(&now, steps[i]));
            move(&now, steps[i]);
        }
        assert_int_equal(families_apart(&now), 0);
        count[moves]++;
        sum += (unsigned)moves;
    }
    assert_in_range(sum * 1000 / DEALS, 5388, 5548);
    assert_in_range(count[0] + count[1] + count[2] + count[3], 60, 132); /* 95 expected */
    assert_in_range(count[4], 293, 454);                                 /* 373 */
    assert_in_range(count[5], 860, 1089);                                /* 974 */
    assert_in_range(count[6], 1030, 1268);                               /* 1149 */
    assert_in_range(count[7] + count[8], 325, 492);                      /* 408 */
}

/* Straight ways: no card twice, seldom more moves, never fewer. */
static void straight_ways(void **test) {
    (void)test;
    struct zk_rng rng = zk_rng_stream(7, 5);
    unsigned same = 0, more = 0, none = 0;
    for (unsigned n = 0; n < 300; n++) {
        struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
        struct zk_yokai_layout layout = n % 3 ? random_deal(&rng) : random_peace(&rng), now;
        if (n % 3 == 0) stir(&layout, 2, &rng);
        if (n % 2) layout.locked = (uint16_t)(1u << zk_rng_below(&rng, CARDS));
        now = layout;
        int exact = n % 2 ? -1 : zk_yokai_solve(&layout, 8, scratch, steps);
        int moves = zk_yokai_solve_straight(&layout, 8, scratch, steps);
        unsigned moved = 0;
        for (int i = 0; i < moves; i++) {
            assert_true(may_move(&now, steps[i]));
            assert_false(moved >> steps[i].card & 1);
            moved |= 1u << steps[i].card;
            move(&now, steps[i]);
        }
        if (moves >= 0) assert_int_equal(families_apart(&now), 0);
        if (moves > 0)
            assert_int_equal(zk_yokai_solve_straight(&layout, moves - 1, scratch, steps), -1);
        if (n % 2) continue;
        assert_true(moves == -1 || moves >= exact);
        same += moves == exact;
        more += moves > exact;
        none += moves < exact;
    }
    assert_true(same > 130);
    assert_true(more + none < 20);
}

/* A plan is played, move by move in notation, and the game is won. */
static void the_game_agrees(void **test) {
    (void)test;
    for (uint64_t n = 0; n < 100; n++) {
        struct zk_rng rng = zk_rng_stream(8, n);
        struct zk_yokai_layout layout = random_deal(&rng);
        struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
        struct zk_result result;
        int moves = zk_yokai_solve(&layout, ZK_YOKAI_SOLVE_MOVES_MAX, scratch, steps);
        if (moves > 7) continue; /* more hint cards than there are */
        sit_down(&zk_yokai, "first=A blind=on");
        for (unsigned card = 0; card < CARDS; card++) {
            char line[16];
            snprintf(line, sizeof line, "card %u %c", card + 1, "KPRO"[layout.family[card]]);
            make(line);
        }
        for (int i = 0; i < moves; i++) {
            char line[ZK_MOVE_TEXT_SIZE];
            snprintf(line, sizeof line, "%s peek 1", zk_actor_name(actor()));
            make(line);
            snprintf(line, sizeof line, "%s peek 2", zk_actor_name(actor()));
            make(line);
            snprintf(line, sizeof line, "%s move %u to %d,%d", zk_actor_name(actor()),
                     steps[i].card + 1u, steps[i].x, steps[i].y);
            make(line);
            snprintf(line, sizeof line, "%s take", zk_actor_name(actor()));
            make(line);
        }
        make(actor() ? "B declare" : "A declare");
        game->result(&rules, &state, &result);
        assert_int_equal(result.winners, 3);
        assert_int_equal(result.points[0], 5 * (7 - moves) + 2 * moves);
    }
}

/* By all ways to turn up and lay that fit so many turns. */
static void best_scores(void **test) {
    (void)test;
    for (int hints = 7; hints <= 10; hints++)
        for (int moves = 0; moves <= ZK_YOKAI_SOLVE_MOVES_MAX; moves++) {
            int best = -1;
            for (int up = 0; up <= moves && up <= hints; up++) {
                int laid = moves - up;
                if (laid > up) continue;
                int points = 5 * (hints - up) + 2 * (up - laid) + laid;
                if (points > best) best = points;
            }
            assert_int_equal(zk_yokai_best_score((uint32_t)hints, (uint32_t)moves), best);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_layouts),
        cmocka_unit_test(as_by_trying_all),
        cmocka_unit_test(locked_cards_stay),
        cmocka_unit_test(as_by_all_positions),
        cmocka_unit_test(layouts_of_a_game_in_progress),
        cmocka_unit_test(stretched_layouts),
        cmocka_unit_test(nothing_beyond_the_limit),
        cmocka_unit_test(as_many_moves_as_known),
        cmocka_unit_test(straight_ways),
        cmocka_unit_test(the_game_agrees),
        cmocka_unit_test(best_scores),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("yokai_solve", tests, NULL, NULL);
}
