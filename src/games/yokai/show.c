/* show.c: a view of Yokai for people and for programs.
 *
 * It is given a view and nothing else, so it cannot show what the view does not have. */
#include "../../core/json.h"
#include "path.h"

enum { CARDS = ZK_YOKAI_CARDS };

const char zk_yokai_letters[] = "KPRO";

void zk_yokai_put_families(struct zk_text *text, unsigned families) {
    for (unsigned family = 0; family < ZK_YOKAI_FAMILIES; family++)
        if (families >> family & 1) zk_text_put_char(text, zk_yokai_letters[family]);
}

static const char *const phase_name[] = {"first", "deal", "pact", "shape",   "peek",
                                         "again", "move", "hint", "turn_up", "over"};

enum { COLUMN = 10 }; /* "13:P[KPO]" and a blank */

static void put_card(struct zk_text *text, const struct zk_yokai_view *seen, unsigned card,
                     bool memory) {
    zk_text_put_uint(text, card + 1);
    if (memory && seen->family[card]) {
        zk_text_put_char(text, ':');
        zk_text_put_char(text, zk_yokai_letters[seen->family[card] - 1]);
    }
    if (!seen->board.hint[card]) return;
    zk_text_put_char(text, '[');
    if (seen->board.hint[card] == ZK_YOKAI_BLIND_HINT)
        zk_text_put_char(text, '?');
    else
        zk_yokai_put_families(text, seen->board.hint[card]);
    zk_text_put_char(text, ']');
}

static void put_plane(struct zk_text *text, const struct zk_yokai_view *seen, bool memory) {
    const struct zk_yokai_board *board = &seen->board;
    int left = board->x[0], right = left, top = board->y[0], bottom = top;
    for (unsigned card = 1; card < CARDS; card++) {
        if (board->x[card] < left) left = board->x[card];
        if (board->x[card] > right) right = board->x[card];
        if (board->y[card] < top) top = board->y[card];
        if (board->y[card] > bottom) bottom = board->y[card];
    }
    zk_text_put(text, "y \\ x");
    for (int x = left; x <= right; x++) {
        zk_text_pad(text, (size_t)(COLUMN * (x - left + 1)));
        zk_text_put_int(text, x);
    }
    zk_text_put_char(text, '\n');
    for (int y = top; y <= bottom; y++) {
        zk_text_put_int(text, y);
        for (int x = left; x <= right; x++) {
            zk_text_pad(text, (size_t)(COLUMN * (x - left + 1)));
            unsigned card = 0;
            while (card < CARDS && (board->x[card] != x || board->y[card] != y)) card++;
            if (card < CARDS)
                put_card(text, seen, card, memory);
            else if (x < right)
                zk_text_put_char(text, '.');
        }
        zk_text_put_char(text, '\n');
    }
}

void zk_yokai_print_view(const struct zk_rules *rules, const struct zk_view *view_memory,
                         bool memory, struct zk_text *text) {
    (void)rules;
    static const char *const doing[] = {"the first player is chosen",
                                        "the yokai are laid out",
                                        "reconciliation cards are dealt",
                                        "the goal shape is chosen",
                                        "looks at a first card",
                                        "looks at a second card",
                                        "moves a card",
                                        "turns up or lays a hint",
                                        "a hint is turned up",
                                        "the game is over"};
    const struct zk_yokai_view *seen = zk_yokai_seen(view_memory);
    const struct zk_yokai_board *board = &seen->board;
    zk_text_put(text, "turn ");
    zk_text_put_uint(text, board->turns + 1u);
    zk_text_put(text, ": ");
    if (board->phase >= ZK_YOKAI_PEEK && board->phase <= ZK_YOKAI_HINT) {
        zk_text_put(text, zk_actor_name(board->turn));
        zk_text_put_char(text, ' ');
    }
    zk_text_put(text, doing[board->phase]);
    zk_text_put_char(text, '\n');
    put_plane(text, seen, memory || board->phase == ZK_YOKAI_OVER);
    zk_text_put(text, "hints: ");
    zk_text_put_uint(text, board->pile_count);
    zk_text_put(text, " in the pile");
    if (seen->blind) {
        zk_text_put(text, ", ");
        zk_text_put_uint(text, board->open_count);
        zk_text_put(text, " taken");
    } else {
        zk_text_put(text, ", open:");
        for (unsigned i = 0; board->open >> 4 * i; i++) {
            zk_text_put_char(text, ' ');
            zk_yokai_put_families(text, zk_yokai_open_hint(board, i));
        }
        if (!board->open) zk_text_put(text, " none");
    }
    zk_text_put_char(text, '\n');
    for (int seat = 0; seat < seen->players; seat++) {
        if (!board->looked[seat]) continue;
        zk_text_put(text, zk_actor_name(seat));
        zk_text_put(text, " looked at");
        for (unsigned card = 0; card < CARDS; card++) {
            if (!(board->looked[seat] >> card & 1)) continue;
            zk_text_put_char(text, ' ');
            zk_text_put_uint(text, card + 1);
        }
        zk_text_put_char(text, '\n');
    }
    for (int seat = 0; seat < seen->players; seat++) {
        if (!seen->pact[seat]) continue;
        zk_text_put(text, "pact of ");
        zk_text_put(text, zk_actor_name(seat));
        zk_text_put(text, ": ");
        zk_yokai_put_families(text, seen->pact[seat]);
        zk_text_put_char(text, '\n');
    }
    if (board->shape) {
        zk_text_put(text, "goal: ");
        zk_text_put(text, zk_yokai_shape_names[board->shape - 1]);
        zk_text_put_char(text, '\n');
    }
}

static void write_families(struct zk_json_out *out, unsigned families) {
    char name[8];
    struct zk_text text = zk_text_in(name, sizeof name);
    zk_yokai_put_families(&text, families);
    zk_json_put_bytes(out, name, text.used);
}

static void write_int(struct zk_json_out *out, const char *key, int64_t number) {
    zk_json_key(out, key);
    zk_json_put_int(out, number);
}

static void write_bool(struct zk_json_out *out, const char *key, bool value) {
    zk_json_key(out, key);
    zk_json_put_bool(out, value);
}

static void write_card(struct zk_json_out *out, const struct zk_yokai_view *seen,
                       unsigned card) {
    const struct zk_yokai_board *board = &seen->board;
    zk_json_begin_object(out);
    write_int(out, "card", card + 1);
    write_int(out, "x", board->x[card]);
    write_int(out, "y", board->y[card]);
    if (seen->family[card]) {
        zk_json_key(out, "family");
        zk_json_put_bytes(out, &zk_yokai_letters[seen->family[card] - 1], 1);
    }
    if (board->hint[card]) {
        zk_json_key(out, "hint");
        if (board->hint[card] == ZK_YOKAI_BLIND_HINT)
            zk_json_put_string(out, "?");
        else
            write_families(out, board->hint[card]);
    }
    zk_json_key(out, "looked");
    zk_json_begin_array(out);
    for (int seat = 0; seat < seen->players; seat++)
        if (board->looked[seat] >> card & 1) zk_json_put_string(out, zk_actor_name(seat));
    zk_json_end_array(out);
    zk_json_end_object(out);
}

static void write_words(struct zk_json_out *out, const char *key, const char *const *words,
                        unsigned count) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned i = 0; i < count; i++) zk_json_put_string(out, words[i]);
    zk_json_end_array(out);
}

static void write_combination(struct zk_json_out *out, unsigned rules) {
    char name[ZK_YOKAI_PATH_NAME_SIZE];
    struct zk_text text = zk_text_in(name, sizeof name);
    zk_yokai_path_put_name(&text, rules);
    zk_json_put_string(out, name);
}

/* The path (Y36): combinations of rules in the order of counting, each with how many must play at least, and those that
 * are levels, from 1 on. */
static void write_path_facts(struct zk_json_out *out) {
    zk_json_key(out, "combinations");
    zk_json_begin_array(out);
    for (unsigned rules = 0; rules < ZK_YOKAI_PATH_RULES; rules++) {
        zk_json_begin_object(out);
        zk_json_key(out, "name");
        write_combination(out, rules);
        write_int(out, "players", zk_yokai_path_players(rules));
        zk_json_end_object(out);
    }
    zk_json_end_array(out);
    zk_json_key(out, "levels");
    zk_json_begin_array(out);
    for (unsigned level = 1; level <= ZK_YOKAI_PATH_LEVELS; level++)
        write_combination(out, zk_yokai_path_level(level));
    zk_json_end_array(out);
    write_words(out, "ranks", zk_yokai_rank_names + ZK_YOKAI_LOST,
                ZK_YOKAI_RANKS - ZK_YOKAI_LOST);
}

/* A row of numbers for each number of players. */
static void write_by_players(struct zk_json_out *out, const char *key, const uint8_t *numbers,
                             unsigned count) {
    zk_json_key(out, key);
    zk_json_begin_object(out);
    for (unsigned i = 0; i < 3; i++) {
        const char players[2] = {(char)('0' + zk_yokai.seats_min + i), '\0'};
        zk_json_key(out, players);
        zk_json_begin_array(out);
        for (unsigned n = 0; n < count; n++) zk_json_put_int(out, numbers[i * count + n]);
        zk_json_end_array(out);
    }
    zk_json_end_object(out);
}

void zk_yokai_write_facts(struct zk_json_out *out) {
    zk_json_begin_object(out);
    zk_json_key(out, "families");
    zk_json_begin_array(out);
    for (unsigned family = 0; family < ZK_YOKAI_FAMILIES; family++)
        zk_json_put_bytes(out, zk_yokai_letters + family, 1);
    zk_json_end_array(out);
    write_by_players(out, "hints", zk_yokai_hints[0], 3);
    write_by_players(out, "ranks_from", zk_yokai_ranks_from[0], 2);
    zk_json_key(out, "points");
    zk_json_begin_object(out);
    write_int(out, "pile", ZK_YOKAI_PILE_POINTS);
    write_int(out, "open", ZK_YOKAI_OPEN_POINTS);
    zk_json_end_object(out);
    zk_json_key(out, "shapes");
    zk_json_begin_object(out);
    for (unsigned shape = 0; shape < ZK_YOKAI_SHAPES; shape++) {
        zk_json_key(out, zk_yokai_shape_names[shape]);
        zk_json_put_string(out, zk_yokai_shape_rows[shape]);
    }
    zk_json_end_object(out);
    write_path_facts(out);
    zk_json_end_object(out);
}

/* Y31: to whom reconciliation cards were dealt. */
static void write_dealt(struct zk_json_out *out, const struct zk_yokai_view *seen) {
    zk_json_key(out, "dealt");
    zk_json_begin_array(out);
    for (int i = 0; i < seen->board.pacts; i++)
        zk_json_put_string(out, zk_actor_name((seen->board.first + i) % seen->players));
    zk_json_end_array(out);
}

/* Y13: what the player in turn can do with hint cards. */
static void write_may(struct zk_json_out *out, const struct zk_yokai_board *board) {
    zk_json_key(out, "may");
    zk_json_begin_array(out);
    if (board->pile_count) zk_json_put_string(out, "draw");
    if (board->open_count) zk_json_put_string(out, "lay");
    zk_json_end_array(out);
}

/* The goal shape, and where it lies best. */
static void write_goal(struct zk_json_out *out, const struct zk_rules *rules,
                       const struct zk_yokai_board *board) {
    struct zk_yokai_goal goal;
    char rows[CARDS * (CARDS + 1) + 1];
    struct zk_text text = zk_text_in(rows, sizeof rows);
    zk_yokai_goal(rules, board, &goal);
    for (unsigned y = 0; y < CARDS && goal.row[y]; y++) {
        if (y) zk_text_put_char(&text, '/');
        for (unsigned bits = goal.row[y]; bits; bits >>= 1)
            zk_text_put_char(&text, bits & 1 ? '#' : '.');
    }
    zk_json_key(out, "shape");
    zk_json_put_string(out, zk_yokai_shape_names[board->shape - 1]);
    zk_json_key(out, "goal");
    zk_json_begin_object(out);
    write_int(out, "right", goal.right);
    write_int(out, "x", goal.x);
    write_int(out, "y", goal.y);
    zk_json_key(out, "rows");
    zk_json_put_bytes(out, rows, text.used);
    zk_json_end_object(out);
}

/* Everything is turned up: what holds, and what hint cards count (Y22, Y23). */
static void write_count(struct zk_json_out *out, const struct zk_rules *rules,
                        const struct zk_yokai_view *seen) {
    struct zk_yokai_count count;
    zk_yokai_count(rules, seen, &count);
    zk_json_key(out, "count");
    zk_json_begin_object(out);
    zk_json_key(out, "rules");
    write_combination(out, zk_yokai_path_rules(seen));
    zk_json_key(out, "parts");
    zk_json_begin_object(out);
    for (unsigned family = 0; family < ZK_YOKAI_FAMILIES; family++) {
        const char key[2] = {zk_yokai_letters[family], '\0'};
        write_int(out, key, count.parts[family]);
    }
    zk_json_end_object(out);
    zk_json_key(out, "pacts");
    zk_json_begin_object(out);
    for (int seat = 0; seat < seen->players; seat++)
        if (seen->pact[seat]) write_bool(out, zk_actor_name(seat), count.pact[seat]);
    zk_json_end_object(out);
    if (seen->board.shape) write_bool(out, "shape", count.shape);
    zk_json_key(out, "laid");
    zk_json_begin_object(out);
    for (unsigned card = 0; card < CARDS; card++) {
        char key[4];
        struct zk_text text = zk_text_in(key, sizeof key);
        if (!count.hint[card]) continue;
        zk_text_put_uint(&text, card + 1);
        write_int(out, key, count.hint[card]);
    }
    zk_json_end_object(out);
    write_int(out, "open", ZK_YOKAI_OPEN_POINTS);
    write_int(out, "pile", ZK_YOKAI_PILE_POINTS);
    zk_json_end_object(out);
}

void zk_yokai_write_view(const struct zk_rules *rules, const struct zk_view *view_memory,
                         struct zk_json_out *out) {
    const struct zk_yokai_view *seen = zk_yokai_seen(view_memory);
    const struct zk_yokai_board *board = &seen->board;
    zk_json_begin_object(out);
    write_int(out, "players", seen->players);
    zk_json_key(out, "phase");
    zk_json_put_string(out, phase_name[board->phase]);
    zk_json_key(out, "turn");
    zk_json_put_string(out, zk_actor_name(board->turn));
    zk_json_key(out, "first");
    zk_json_put_string(out, zk_actor_name(board->first));
    write_int(out, "turns", board->turns);
    if (board->phase == ZK_YOKAI_AGAIN) write_int(out, "peeked", board->peeked);
    zk_json_key(out, "cards");
    zk_json_begin_array(out);
    for (unsigned card = 0; card < CARDS; card++) write_card(out, seen, card);
    zk_json_end_array(out);
    write_int(out, "pile", board->pile_count);
    zk_json_key(out, "pile_sizes");
    zk_json_begin_array(out);
    for (unsigned size = 0; size < 3; size++) zk_json_put_int(out, board->pile[size]);
    zk_json_end_array(out);
    zk_json_key(out, "open");
    zk_json_begin_array(out);
    for (unsigned i = 0; board->open >> 4 * i; i++)
        write_families(out, zk_yokai_open_hint(board, i));
    zk_json_end_array(out);
    write_int(out, "open_count", board->open_count);
    write_int(out, "reconcile", seen->reconcile);
    write_bool(out, "stack", seen->stack);
    write_bool(out, "blind", seen->blind);
    zk_json_key(out, "pacts");
    zk_json_begin_object(out);
    for (int seat = 0; seat < seen->players; seat++) {
        if (!seen->pact[seat]) continue;
        zk_json_key(out, zk_actor_name(seat));
        write_families(out, seen->pact[seat]);
    }
    zk_json_end_object(out);
    write_dealt(out, seen);
    if (board->phase == ZK_YOKAI_HINT) write_may(out, board);
    if (board->shape) write_goal(out, rules, board);
    if (seen->seat == ZK_EVERYTHING || board->phase == ZK_YOKAI_OVER)
        if (board->dealt == CARDS) write_count(out, rules, seen);
    zk_json_end_object(out);
}
