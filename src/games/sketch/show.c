/* show.c: a view of Yokai Sketch for people and for programs.
 *
 * It is given a view and nothing else, so it cannot show what the view does not have. */
#include "../../core/bits.h"
#include "../../core/json.h"
#include "sketch.h"

enum { COLOURS = ZK_SKETCH_COLOURS, NUMBERS = 5 };

const char zk_sketch_letters[] = "RBGY";
static const char *const colour_element[COLOURS] = {"fire", "water", "earth", "wind"};

void zk_sketch_put_card(struct zk_text *text, unsigned code) { /* S4 */
    unsigned pair = zk_sketch_pair(code), kind = zk_sketch_kind(code);
    zk_text_put_char(text, zk_sketch_letters[zk_sketch_low(pair)]);
    zk_text_put_char(text, zk_sketch_letters[zk_sketch_high(pair)]);
    if (kind) zk_text_put_char(text, kind == ZK_SKETCH_CALL ? 'c' : 'd');
}

static void put_colour(struct zk_text *text, unsigned colour) {
    zk_text_put_char(text, zk_sketch_letters[colour]);
}

static const char *const phase_name[] = {"first", "deal", "reveal", "draw", "play", "over"};

/* The cards in the order of their codes, or "-" for none. */
static void put_cards(struct zk_text *text, zk_sketch_cards cards) {
    bool first = true;
    for (unsigned code = 0; code < ZK_SKETCH_CARD_CODES; code++) {
        if (!zk_sketch_is_code(code)) continue;
        for (unsigned copies = zk_sketch_count(cards, code); copies; copies--) {
            if (!first) zk_text_put_char(text, ' ');
            zk_sketch_put_card(text, code);
            first = false;
        }
    }
    if (first) zk_text_put_char(text, '-');
}

enum { MARGIN = 14, COLUMN = 17, LAID_SIZE = 4 * ZK_SKETCH_LAID_MAX };

static void put_laid(struct zk_text *text, const struct zk_sketch_stack *stack,
                     unsigned side) {
    if (!stack->count[side]) zk_text_put_char(text, '-');
    for (unsigned i = 0; i < stack->count[side]; i++) {
        if (i) zk_text_put_char(text, ' ');
        zk_sketch_put_card(text, zk_sketch_laid(stack, side, i));
    }
}

/* To where the column of a stack begins: those before it are as wide as their sketches need. */
static void pad_to(struct zk_text *text, const struct zk_sketch_board *board,
                   unsigned colour) {
    size_t column = MARGIN;
    for (unsigned before = 0; before < colour; before++) {
        size_t width = COLUMN;
        for (unsigned side = 0; side < 2; side++) {
            char memory[LAID_SIZE];
            struct zk_text laid = zk_text_in(memory, sizeof memory);
            put_laid(&laid, &board->stack[before], side);
            if (width < laid.used + 2) width = laid.used + 2;
        }
        column += width;
    }
    zk_text_pad(text, column);
}

static void put_side(struct zk_text *text, const struct zk_sketch_board *board,
                     unsigned side) {
    zk_text_put(text, zk_actor_name((int)side));
    zk_text_put(text, "'s sketches");
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        pad_to(text, board, colour);
        put_laid(text, &board->stack[colour], side);
    }
    zk_text_put_char(text, '\n');
}

static unsigned known_count(const struct zk_sketch_stack *stack) {
    return stack->size - zk_count5(stack->unseen);
}

static bool face_up(const struct zk_sketch_board *board, unsigned colour) {
    return board->phase >= ZK_SKETCH_REVEAL && board->stack[colour].size &&
           !(board->face_down >> colour & 1);
}

static void put_hand(struct zk_text *text, const struct zk_sketch_view *seen, unsigned side,
                     bool memory) {
    unsigned count = seen->board.hand_count[side];
    zk_text_put(text, zk_actor_name((int)side));
    zk_text_put(text, "'s hand");
    zk_text_pad(text, MARGIN);
    if (seen->seat == (int)side || seen->seat == ZK_EVERYTHING) {
        put_cards(text, seen->hand[side]);
    } else {
        zk_text_put_uint(text, count);
        zk_text_put(text, count == 1 ? " card" : " cards");
        if (memory && seen->known[side]) {
            zk_text_put(text, ", among them ");
            put_cards(text, seen->known[side]);
        }
    }
    zk_text_put_char(text, '\n');
}

static void put_notebook(struct zk_text *text, const struct zk_sketch_board *board,
                         unsigned side) {
    zk_text_put(text, zk_actor_name((int)side));
    zk_text_put(text, "'s notebook");
    zk_text_pad(text, MARGIN);
    zk_text_put_uint(text, board->points[side]);
    for (unsigned colour = 0; colour < COLOURS; colour++)
        for (unsigned n = 0; n < NUMBERS; n++)
            for (unsigned held = board->notebook[side][colour] >> 3 * n & 7u; held; held--) {
                zk_text_put_char(text, ' ');
                put_colour(text, colour);
                zk_text_put_uint(text, n + 3);
            }
    zk_text_put_char(text, '\n');
}

static void put_situation(struct zk_text *text, const struct zk_sketch_board *board) {
    static const char *const doing[] = {"the first player is chosen",
                                        "cards are dealt",
                                        "a yokai is turned up",
                                        "draws",
                                        "plays",
                                        "the game is over"};
    if (board->phase == ZK_SKETCH_DRAW || board->phase == ZK_SKETCH_PLAY) {
        zk_text_put(text, zk_actor_name(board->turn));
        zk_text_put_char(text, ' ');
    }
    zk_text_put(text, doing[board->phase]);
    if (board->phase == ZK_SKETCH_PLAY) {
        zk_text_put(text, ", ");
        zk_text_put_uint(text, board->played);
        zk_text_put(text, " of 3 cards so far");
    }
}

void zk_sketch_print_view(const struct zk_rules *rules, const struct zk_view *view_memory,
                          bool memory, struct zk_text *text) {
    (void)rules;
    const struct zk_sketch_view *seen = zk_sketch_seen(view_memory);
    const struct zk_sketch_board *board = &seen->board;
    unsigned near = seen->seat == 1, far = near ^ 1;
    zk_text_put(text, "turn ");
    zk_text_put_uint(text, board->turns + 1u);
    zk_text_put(text, ": ");
    put_situation(text, board);
    zk_text_put_char(text, '\n');
    put_hand(text, seen, far, memory);
    put_notebook(text, board, far);
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        pad_to(text, board, colour);
        put_colour(text, colour);
        zk_text_put_char(text, ' ');
        zk_text_put(text, colour_element[colour]);
    }
    zk_text_put_char(text, '\n');
    put_side(text, board, far);
    zk_text_put(text, "yokai");
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        const struct zk_sketch_stack *stack = &board->stack[colour];
        pad_to(text, board, colour);
        if (!face_up(board, colour)) {
            zk_text_put(text, stack->size ? "face down" : "none left");
            continue;
        }
        zk_text_put_char(text, '[');
        zk_text_put_uint(text, zk_sketch_known(stack, 0));
        zk_text_put(text, "] ");
        zk_text_put_int(text, stack->count[0] + stack->count[1]);
        zk_text_put(text, " laid");
    }
    zk_text_put(text, "\nbelow it");
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        const struct zk_sketch_stack *stack = &board->stack[colour];
        unsigned from = face_up(board, colour), known = known_count(stack);
        unsigned upper = stack->unseen ? stack->above : 0;
        pad_to(text, board, colour);
        bool any = false;
        for (unsigned i = from; i <= known; i++) {
            if (stack->unseen && i == (upper > from ? upper : from)) {
                if (any) zk_text_put_char(text, ' ');
                for (unsigned n = zk_count5(stack->unseen); n; n--)
                    zk_text_put_char(text, '?');
                any = true;
            }
            if (i >= known) break;
            if (any) zk_text_put_char(text, ' ');
            zk_text_put_uint(text, zk_sketch_known(stack, i));
            any = true;
        }
        if (!any) zk_text_put_char(text, '-');
    }
    zk_text_put_char(text, '\n');
    put_side(text, board, near);
    put_notebook(text, board, near);
    put_hand(text, seen, near, memory);
    zk_text_put(text, "deck");
    zk_text_pad(text, MARGIN);
    zk_text_put_uint(text, seen->deck_count);
    zk_text_put(text, seen->deck_count == 1 ? " card; discards " : " cards; discards ");
    put_cards(text, seen->discards);
    zk_text_put_char(text, '\n');
}

/* A colour's letter as a string, with up to two more; 0 is none. Once in the program, not wherever it is called. */
static __attribute__((noinline)) void write_name(struct zk_json_out *out, unsigned colour,
                                                 char second, char third) {
    char name[8] = {'"', zk_sketch_letters[colour], second, third};
    size_t size = second ? third ? 4 : 3 : 2;
    name[size] = '"';
    zk_json_put_few(out, name, size + 1);
}

static void write_colour(struct zk_json_out *out, unsigned colour) {
    write_name(out, colour, 0, 0);
}

static void write_card(struct zk_json_out *out, unsigned code) {
    unsigned pair = zk_sketch_pair(code), kind = zk_sketch_kind(code);
    write_name(out, zk_sketch_low(pair), zk_sketch_letters[zk_sketch_high(pair)],
               kind ? kind == ZK_SKETCH_CALL ? 'c' : 'd' : 0);
}

static void write_cards(struct zk_json_out *out, const char *key, zk_sketch_cards cards) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    while (cards) { /* three bits for each kind there is: from one that is set to the next */
        unsigned code = zk_lowest(cards), beside = code % 7;
        code -= beside < 3 ? beside : beside - 3;
        for (unsigned copies = zk_sketch_count(cards, code); copies; copies--)
            write_card(out, code);
        cards &= ~((zk_sketch_cards)7 << code);
    }
    zk_json_end_array(out);
}

static void write_stack(struct zk_json_out *out, const struct zk_sketch_board *board,
                        unsigned colour) {
    const struct zk_sketch_stack *stack = &board->stack[colour];
    unsigned known = known_count(stack), up = face_up(board, colour);
    unsigned upper = stack->unseen ? stack->above : known;
    zk_json_begin_object(out);
    zk_json_key(out, "colour");
    write_colour(out, colour);
    zk_json_key(out, "top");
    if (up)
        zk_json_put_int(out, zk_sketch_known(stack, 0));
    else
        zk_json_put_null(out);
    zk_json_key(out, "size");
    zk_json_put_int(out, stack->size);
    zk_json_key(out, "covered");
    zk_json_begin_array(out);
    for (unsigned i = up; i < upper; i++) zk_json_put_int(out, zk_sketch_known(stack, i));
    zk_json_end_array(out);
    zk_json_key(out, "unseen");
    zk_json_begin_array(out);
    for (unsigned n = 0; n < NUMBERS; n++)
        if (stack->unseen >> n & 1) zk_json_put_int(out, n + 3);
    zk_json_end_array(out);
    zk_json_key(out, "bottom");
    zk_json_begin_array(out);
    for (unsigned i = upper; i < known; i++) zk_json_put_int(out, zk_sketch_known(stack, i));
    zk_json_end_array(out);
    zk_json_key(out, "laid");
    zk_json_begin_object(out);
    for (unsigned side = 0; side < 2; side++) {
        zk_json_key(out, zk_actor_name((int)side));
        zk_json_begin_array(out);
        for (unsigned i = 0; i < stack->count[side]; i++)
            write_card(out, zk_sketch_laid(stack, side, i));
        zk_json_end_array(out);
    }
    zk_json_end_object(out);
    zk_json_end_object(out);
}

static void write_player(struct zk_json_out *out, const struct zk_sketch_view *seen,
                         unsigned side) {
    const struct zk_sketch_board *board = &seen->board;
    zk_json_key(out, zk_actor_name((int)side));
    zk_json_begin_object(out);
    zk_json_key(out, "points");
    zk_json_put_int(out, board->points[side]);
    zk_json_key(out, "cards");
    zk_json_put_int(out, board->hand_count[side]);
    if (seen->seat == (int)side || seen->seat == ZK_EVERYTHING)
        write_cards(out, "hand", seen->hand[side]);
    if (seen->seat != ZK_SPECTATOR) write_cards(out, "known", seen->known[side]);
    zk_json_key(out, "last");
    if (board->last[side])
        write_colour(out, board->last[side] - 1u);
    else
        zk_json_put_null(out);
    zk_json_key(out, "notebook");
    zk_json_begin_array(out);
    for (unsigned colour = 0; colour < COLOURS; colour++)
        for (unsigned n = 0; n < NUMBERS; n++)
            for (unsigned held = board->notebook[side][colour] >> 3 * n & 7u; held; held--)
                write_name(out, colour, (char)('3' + n), 0);
    zk_json_end_array(out);
    zk_json_end_object(out);
}

/* ---- What a move does ----
 *
 *   calls       the number of the yokai that a call brings
 *   distracts   card, from, to: the sketch that is moved
 *   R B G Y     what comes of looking at that stack (S13): how many sketches are missing; {"drawn":n,"by":seat,
 *               "laid":[a,b]} with the sketches of A and B; {"frightened":n,"laid":[a,b]}; or "?", when the
 *               yokai that is turned up first decides it
 *   ends        the stack whose last yokai was drawn, which ends the game (S25)
 *   shuffles    true: the discards have become the deck (S8); only told afterwards */

/* Two boards that follow each other, and what is known to have changed on the way. */
struct step {
    const struct zk_sketch_board *before, *after;
    unsigned count[COLOURS][2]; /* sketches when the stacks are looked at */
    unsigned number[COLOURS];   /* and their face-up yokai, or 0 */
    struct zk_json_out *out;
    bool any; /* something was written */
};

static void begin_member(struct step *step, const char *key) {
    if (!step->any) zk_json_begin_object(step->out);
    step->any = true;
    zk_json_key(step->out, key);
}

static void begin_stack(struct step *step, unsigned colour) {
    const char key[2] = {zk_sketch_letters[colour], '\0'};
    begin_member(step, key);
}

static void write_count(struct step *step, unsigned colour) {
    zk_json_key(step->out, "laid");
    zk_json_begin_array(step->out);
    for (unsigned side = 0; side < 2; side++)
        zk_json_put_int(step->out, step->count[colour][side]);
    zk_json_end_array(step->out);
}

/* What came of looking at a stack, as far as it shows. */
static void write_check(struct step *step, unsigned colour, bool played_on) {
    const struct zk_sketch_stack *stack = &step->after->stack[colour];
    struct zk_json_out *out = step->out;
    for (unsigned side = 0; side < 2; side++) {
        if (step->after->notebook[side][colour] == step->before->notebook[side][colour])
            continue;
        begin_stack(step, colour); /* S14 */
        zk_json_begin_object(out);
        zk_json_key(out, "drawn");
        zk_json_put_int(out, step->number[colour]);
        zk_json_key(out, "by");
        zk_json_put_string(out, zk_actor_name((int)side));
        write_count(step, colour);
        zk_json_end_object(out);
        if (stack->size) return;
        begin_member(step, "ends");
        write_colour(out, colour);
        return;
    }
    if (step->count[colour][0] + step->count[colour][1] && !stack->count[0] &&
        !stack->count[1]) { /* S15 */
        begin_stack(step, colour);
        zk_json_begin_object(out);
        zk_json_key(out, "frightened");
        zk_json_put_int(out, step->number[colour]);
        write_count(step, colour);
        zk_json_end_object(out);
    } else if (played_on && stack->needed > 0) {
        begin_stack(step, colour);
        zk_json_put_int(out, stack->needed);
    }
}

static unsigned other_colour(unsigned code, unsigned colour) {
    unsigned pair = zk_sketch_pair(code);
    return zk_sketch_low(pair) == colour ? zk_sketch_high(pair) : zk_sketch_low(pair);
}

/* What the ability of a card laid on `colour` changes before stacks are looked at; returns the stack that it touches. */
static unsigned write_ability(struct step *step, unsigned edition, unsigned colour,
                              unsigned ability) {
    const struct zk_sketch_board *board = step->before;
    struct zk_json_out *out = step->out;
    if (ability != ZK_SKETCH_DISTRACTS) {
        unsigned from = ability - ZK_SKETCH_CALLS;
        const struct zk_sketch_stack *stack = &board->stack[from];
        step->number[colour] = step->number[from];
        bool known = stack->size > 1 && (stack->above > 1 || !stack->unseen);
        step->number[from] = known ? zk_sketch_known(stack, 1) : 0;
        begin_member(step, "calls");
        zk_json_put_int(out, step->number[colour]);
        return from;
    }
    unsigned opponent = board->turn ^ 1u;
    unsigned from = zk_sketch_distracts_from(edition, board, opponent, colour);
    const struct zk_sketch_stack *stack = &board->stack[from];
    unsigned code = zk_sketch_laid(stack, opponent, stack->count[opponent] - 1u);
    unsigned to = other_colour(code, from);
    step->count[from][opponent]--;
    step->count[to][opponent]++;
    begin_member(step, "distracts");
    zk_json_begin_object(out);
    zk_json_key(out, "card");
    write_card(out, code);
    zk_json_key(out, "from");
    write_colour(out, from);
    zk_json_key(out, "to");
    write_colour(out, to);
    zk_json_end_object(out);
    return to;
}

/* `hidden` has a bit for each stack whose yokai is not turned up yet. */
static void write_play(struct step *step, unsigned edition, zk_move move, unsigned hidden) {
    unsigned colour = zk_sketch_play_stack(move), ability = zk_sketch_play_ability(move);
    unsigned touched = colour;
    step->count[colour][step->before->turn]++;
    if (ability) touched = write_ability(step, edition, colour, ability);
    write_check(step, colour, true);
    if (touched == colour || edition != ZK_SKETCH_FR) return; /* S17 */
    bool ended = step->after->stack[colour].size == 0;
    if (!(hidden >> touched & 1)) {
        write_check(step, touched, false);
    } else if (!ended) {
        begin_stack(step, touched);
        zk_json_put_string(step->out, "?");
    }
}

static struct step begin_step(const struct zk_sketch_board *before,
                              const struct zk_sketch_board *after, struct zk_json_out *out) {
    struct step step = {before, after, {{0}}, {0}, out, false};
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        for (unsigned side = 0; side < 2; side++)
            step.count[colour][side] = before->stack[colour].count[side];
        if (face_up(before, colour))
            step.number[colour] = zk_sketch_known(&before->stack[colour], 0);
    }
    return step;
}

/* A play that a seat thinks of, made in some world that its view allows: what lies open is the same in all of them. What
 * is turned up on the way is not, and may be anything. */
static bool foretell_play(const struct zk_rules *rules, const struct zk_view *view,
                          zk_move move, struct zk_json_out *out) {
    const struct zk_sketch_view *seen = zk_sketch_seen(view);
    struct zk_rng rng = zk_rng_stream(0, 0);
    struct zk_state world;
    struct zk_view then;
    zk_sketch.resample(rules, view, &rng, &world);
    zk_sketch.apply(rules, &world, move);
    zk_sketch.view(rules, &world, seen->seat, &then);
    unsigned hidden = zk_sketch_play_ability(move) == ZK_SKETCH_DISTRACTS
                          ? 0u
                          : zk_sketch_seen(&then)->board.face_down;
    while (zk_sketch_seen(&then)->board.phase == ZK_SKETCH_REVEAL) {
        zk_sketch.apply(rules, &world, zk_sample(&zk_sketch, rules, &world, &rng));
        zk_sketch.view(rules, &world, seen->seat, &then);
    }
    struct step step = begin_step(&seen->board, &zk_sketch_seen(&then)->board, out);
    write_play(&step, seen->edition, move, hidden);
    if (step.any) zk_json_end_object(out);
    return step.any;
}

bool zk_sketch_write_effect(const struct zk_rules *rules, const struct zk_view *before,
                            zk_move move, const struct zk_view *after,
                            struct zk_json_out *out) {
    if (!after) return zk_sketch_is_play(move) && foretell_play(rules, before, move, out);
    const struct zk_sketch_view *was = zk_sketch_seen(before), *is = zk_sketch_seen(after);
    const struct zk_sketch_board *board = &was->board;
    struct step step = begin_step(board, &is->board, out);
    if (zk_sketch_is_play(move)) {
        write_play(&step, was->edition, move, 0);
    } else if (board->phase ==
               ZK_SKETCH_REVEAL) { /* and stacks are looked at that waited for it */
        step.number[zk_lowest(board->face_down)] = zk_sketch_revealed(move);
        for (unsigned rest = board->to_check; rest; rest >>= 4)
            write_check(&step, (rest & 15u) - 1, false);
    }
    if (was->discards && !is->discards && is->deck_count > was->deck_count) {
        begin_member(&step, "shuffles");
        zk_json_put_bool(out, true);
    }
    if (step.any) zk_json_end_object(out);
    return step.any;
}

void zk_sketch_write_facts(struct zk_json_out *out) {
    zk_json_begin_object(out);
    zk_json_key(out, "colours");
    zk_json_begin_array(out);
    for (unsigned colour = 0; colour < COLOURS; colour++) write_colour(out, colour);
    zk_json_end_array(out);
    zk_json_end_object(out);
}

void zk_sketch_write_view(const struct zk_rules *rules, const struct zk_view *view_memory,
                          struct zk_json_out *out) {
    (void)rules;
    const struct zk_sketch_view *seen = zk_sketch_seen(view_memory);
    const struct zk_sketch_board *board = &seen->board;
    zk_json_begin_object(out);
    zk_json_key(out, "edition");
    zk_json_put_string(out, seen->edition == ZK_SKETCH_FR ? "fr" : "en");
    zk_json_key(out, "phase");
    zk_json_put_string(out, phase_name[board->phase]);
    zk_json_key(out, "turn");
    zk_json_put_string(out, zk_actor_name(board->turn));
    zk_json_key(out, "turns");
    zk_json_put_int(out, board->turns);
    zk_json_key(out, "played");
    zk_json_put_int(out, board->played);
    if (board->phase == ZK_SKETCH_PLAY) {
        unsigned held = board->hand_count[board->turn];
        unsigned left = ZK_SKETCH_PLAYS_MAX - (unsigned)board->played; /* S9 */
        zk_json_key(out, "left");
        zk_json_put_int(out, left < held ? left : held);
        if (held == ZK_SKETCH_HAND_MAX) { /* S10 */
            zk_json_key(out, "must");
            zk_json_put_bool(out, true);
        }
    }
    zk_json_key(out, "stacks");
    zk_json_begin_array(out);
    for (unsigned colour = 0; colour < COLOURS; colour++) write_stack(out, board, colour);
    zk_json_end_array(out);
    zk_json_key(out, "players");
    zk_json_begin_object(out);
    for (unsigned side = 0; side < 2; side++) write_player(out, seen, side);
    zk_json_end_object(out);
    zk_json_key(out, "deck");
    zk_json_put_int(out, seen->deck_count);
    write_cards(out, "discards", seen->discards);
    write_cards(out, "unseen", seen->unseen);
    zk_json_end_object(out);
}
