/* yokai_story.h: stories of Yokai (story.h): deals, whole turns, and what a seat knows.
 *
 * What is looked at is legal moves, refusals, views and results. cmocka.h and what it needs are
 * included before. */
#ifndef YOKAI_STORY_H
#define YOKAI_STORY_H

#include "../story.h"
#include "games/yokai/yokai.h"

/* ---- The table ---- */

/* Families in rows: peace, in the square that the cards lie in at first. */
#define PEACE "KKKKPPPPRRRROOOO"
/* No two of a family side by side. */
#define MIXED "KPROROKPKPROROKP"

/* The sixteen cards, row by row. */
static inline void deal(const char *families) {
    for (unsigned card = 0; card < 16; card++) {
        char line[16];
        snprintf(line, sizeof line, "card %u %c", card + 1, families[card]);
        make(line);
    }
}

/* Sits down with A to begin, and deals. */
static inline void lay_out(const char *options, const char *families) {
    char all[128];
    snprintf(all, sizeof all, "first=A%s%s", *options ? " " : "", options);
    sit_down(&zk_yokai, all);
    deal(families);
}

/* Options that do not go together are refused by a rule. */
static inline void assert_no_game(const char *options, const char *rule) {
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    for (const char *at = options; *at; at += strspn(at, " ")) {
        size_t name = strcspn(at, "="), value = strcspn(at + name + 1, " ");
        assert_true(
            zk_settings_set(&zk_yokai, &settings, at, name, at + name + 1, value, &refusal));
        at += name + 1 + value;
    }
    if (zk_yokai.prepare(&rules, &settings, &refusal))
        fail_msg("\"%s\" should be refused by %s", options, rule);
    zk_sentence_english(&zk_yokai, &refusal, &text);
    assert_false(text.full);
    if (strcmp(refusal.rule, rule) != 0)
        fail_msg("\"%s\" should be refused by %s, not so: %s", options, rule, sentence);
}

/* A value that an option does not have. */
static inline void assert_no_value(const char *name, const char *value) {
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    if (zk_settings_set(&zk_yokai, &settings, name, strlen(name), value, strlen(value),
                        &refusal))
        fail_msg("%s=%s should be refused", name, value);
    assert_string_equal(refusal.key, "option.value");
}

/* What a seat, ZK_SPECTATOR or ZK_EVERYTHING knows. */
static inline const struct zk_yokai_view *seen_by(int seat) {
    static struct zk_yokai_view view;
    game->view(&rules, &state, seat, zk_yokai_block(&view));
    return &view;
}

/* The families that a seat knows of the cards from 1 to 16, '.' for those it does not. */
static inline const char *families_for(int seat) {
    static char families[17];
    const struct zk_yokai_view *view = seen_by(seat);
    for (unsigned card = 0; card < 16; card++) families[card] = ".KPRO"[view->family[card]];
    return families;
}

/* A set of families in letters. */
static inline const char *letters_of(unsigned set) {
    static char name[8];
    struct zk_text text = zk_text_in(name, sizeof name);
    zk_yokai_put_families(&text, set);
    return name;
}

static inline const char *pact_for(int seat, int owner) {
    return letters_of(seen_by(seat)->pact[owner]);
}

static inline void assert_place(unsigned card, int x, int y) {
    const struct zk_yokai_board *board = &seen_by(ZK_SPECTATOR)->board;
    assert_int_equal(board->x[card - 1], x);
    assert_int_equal(board->y[card - 1], y);
    assert_true(zk_yokai_is_card(board, x, y));
}

static inline void assert_hint_on(unsigned card, const char *hint) {
    assert_string_equal(letters_of(seen_by(ZK_SPECTATOR)->board.hint[card - 1]), hint);
}

/* "told" or "told, saw what": what a seat is told of a move before it is made. */
static inline const char *told(int seat, const char *line) {
    static char data[128];
    struct zk_text text = zk_text_in(data, sizeof data);
    const char *words = line;
    int by = mover(&words);
    zk_move move;
    assert_true(zk_parse_move(game, &rules, &state, by, words, strlen(words), &move));
    game->print_move(&rules, &state, move, seat, &text);
    size_t used = text.used;
    zk_text_put(&text, ", saw ");
    size_t empty = text.used;
    game->saw(&rules, &state, move, seat, &text);
    if (text.used == empty) data[used] = '\0';
    return data;
}

static inline unsigned count_moves(void) {
    zk_move moves[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX];
    return game->moves(&rules, &state, actor(), moves, weights);
}

static inline unsigned seats(void) { return zk_seats(game, &rules); }

/* How it ended: "lost Y20", "legendary 35 Y20". Points and winners are the same for all seats. */
static inline const char *ending(void) {
    static char words[64];
    struct zk_result result;
    assert_turn("over");
    game->result(&rules, &state, &result);
    bool lost = strcmp(result.rank, "lost") == 0;
    assert_int_equal(result.winners, lost ? 0 : (1u << seats()) - 1);
    assert_false(result.drawn);
    for (unsigned seat = 0; seat < seats(); seat++)
        assert_int_equal(result.points[seat], lost ? 0 : result.points[0]);
    assert_refused("A peek 1", result.end);
    assert_refused("hint K", result.end);
    if (lost)
        snprintf(words, sizeof words, "lost %s", result.end);
    else
        snprintf(words, sizeof words, "%s %d %s", result.rank, result.points[0], result.end);
    return words;
}

#define assert_ending(expected) assert_string_equal(ending(), expected)

/* ---- Turns where only some of it matters ---- */

/* "peek 5" and so on by whoever is in turn. */
static inline void act(const char *words) {
    char line[ZK_MOVE_TEXT_SIZE + 2];
    snprintf(line, sizeof line, "%s%s%s", actor() == ZK_CHANCE ? "" : zk_actor_name(actor()),
             actor() == ZK_CHANCE ? "" : " ", words);
    make(line);
}

/* Looks at the first two cards that can be looked at. */
static inline void look_at_any(void) {
    for (unsigned looks = 0; looks < 2; looks++) {
        zk_move moves[ZK_MOVES_MAX];
        assert_true(game->moves(&rules, &state, actor(), moves, NULL) > 0);
        assert_int_equal(zk_yokai_act(moves[0]), ZK_YOKAI_DO_PEEK);
        game->apply(&rules, &state, moves[0]);
    }
}

/* A turn up to its hint: any two looks, and a move as in "3 to 4,0". */
static inline void look_and_move(const char *move) {
    char line[ZK_MOVE_TEXT_SIZE];
    look_at_any();
    snprintf(line, sizeof line, "move %s", move);
    act(line);
}

/* A whole turn: any two looks, a move, and what is done with hints: "reveal, K" turns up K. */
static inline void turn(const char *move, const char *hint) {
    char line[ZK_MOVE_TEXT_SIZE];
    look_and_move(move);
    if (strncmp(hint, "reveal, ", 8) == 0) {
        act("reveal");
        snprintf(line, sizeof line, "hint %s", hint + 8);
        act(line);
    } else {
        act(hint);
    }
}

/* Card 1 goes from one end of its row to the other; that changes no group in PEACE. */
static inline const char *to_and_fro(void) {
    return seen_by(ZK_SPECTATOR)->board.x[0] == 0 ? "1 to 4,0" : "1 to 0,0";
}

/* Turns up, or takes, the first hint card that can come. */
static inline void turn_up_any(void) {
    zk_move moves[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX];
    look_and_move(to_and_fro());
    if (seen_by(ZK_SPECTATOR)->blind) {
        act("take");
        return;
    }
    act("reveal");
    assert_true(game->moves(&rules, &state, ZK_CHANCE, moves, weights) > 0);
    game->apply(&rules, &state, moves[0]);
}

/* Lays the hint card turned up last: on a card of one of its families, or on one of none, and there
 * of the family with most cards left. Card 1 stays free to move. */
static inline void lay_any(bool right) {
    char line[ZK_MOVE_TEXT_SIZE];
    look_and_move(to_and_fro());
    const struct zk_yokai_view *all = seen_by(ZK_EVERYTHING);
    unsigned hint = zk_yokai_open_hint(&all->board, 0), left[5] = {0}, best = 0;
    for (unsigned card = 1; card < 16; card++)
        left[all->family[card]] += !all->board.hint[card];
    for (unsigned card = 1; card < 16; card++) {
        bool fits = all->blind || (hint >> (all->family[card] - 1) & 1) == right;
        if (fits && !all->board.hint[card] &&
            (!best || left[all->family[card]] > left[all->family[best]]))
            best = card;
    }
    assert_true(best);
    if (all->blind)
        snprintf(line, sizeof line, "hint on %u", best + 1);
    else
        snprintf(line, sizeof line, "hint %s on %u", letters_of(hint), best + 1);
    act(line);
}

/* A game that begins and ends in peace, with so many hint cards laid right, laid wrong, and turned
 * up only. Ends by itself when all are laid. */
static inline void play_in_peace(const char *options, unsigned right, unsigned wrong,
                                 unsigned open) {
    lay_out(options, PEACE);
    for (unsigned i = 0; i < right + wrong + open; i++) turn_up_any();
    for (unsigned i = 0; i < right + wrong; i++) lay_any(i < right);
    if (actor() != ZK_OVER) act("declare");
}

#endif
