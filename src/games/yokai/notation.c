/* notation.c: moves of Yokai as text: printed as a seat is told of them, read, and explained
 * when they are not legal. Whether they are is for the rules in yokai.c to say. */
#include <string.h>

#include "inside.h"

/* ---- Printing ---- */

static void put_place(struct zk_text *text, int x, int y) {
    zk_text_put_int(text, x);
    zk_text_put_char(text, ',');
    zk_text_put_int(text, y);
}

/* Whose pact is dealt next (Y31). */
static int next_pact_owner(const struct yokai_rules *rules,
                           const struct zk_yokai_board *board) {
    return (board->first + board->pacts) % rules->players;
}

void zk_yokai_print_move(const struct zk_rules *rules_memory, const struct zk_state *memory,
                         zk_move move, int seat, struct zk_text *text) {
    const struct yokai_rules *rules = rules_of(rules_memory);
    const struct zk_yokai_board *board = &state_of(memory)->board;
    unsigned card = zk_yokai_card(move), hint = zk_yokai_laid_hint(move);
    switch (zk_yokai_act(move)) {
    case ZK_YOKAI_DO_PEEK:
        zk_text_put(text, "peek ");
        zk_text_put_uint(text, card + 1);
        break;
    case ZK_YOKAI_DO_MOVE:
        zk_text_put(text, "move ");
        zk_text_put_uint(text, card + 1);
        zk_text_put(text, " to ");
        put_place(text, zk_yokai_to_x(move), zk_yokai_to_y(move));
        break;
    case ZK_YOKAI_DO_SKIP: zk_text_put(text, "skip"); break;
    case ZK_YOKAI_DO_REVEAL: zk_text_put(text, rules->blind ? "take" : "reveal"); break;
    case ZK_YOKAI_DO_LAY:
        zk_text_put(text, "hint ");
        if (hint != ZK_YOKAI_BLIND_HINT) {
            zk_yokai_put_families(text, hint);
            zk_text_put_char(text, ' ');
        }
        zk_text_put(text, "on ");
        zk_text_put_uint(text, card + 1);
        break;
    case ZK_YOKAI_DO_DECLARE: zk_text_put(text, "declare"); break;
    case FIRST:
        zk_text_put(text, "first ");
        zk_text_put(text, zk_actor_name((int)card));
        break;
    case DEAL:
        zk_text_put(text, "card ");
        zk_text_put_uint(text, board->dealt + 1u);
        zk_text_put_char(text, ' ');
        zk_text_put_char(text, seat == ZK_EVERYTHING ? zk_yokai_letters[card] : '?');
        break;
    case PACT:
        zk_text_put(text, "pact ");
        if (seat == ZK_EVERYTHING || seat == next_pact_owner(rules, board))
            zk_yokai_put_families(text, hint);
        else
            zk_text_put_char(text, '?');
        break;
    case SHAPE:
        zk_text_put(text, "shape ");
        zk_text_put(text, zk_yokai_shape_names[card]);
        break;
    default: /* TURN_UP */ zk_text_put(text, "hint "); zk_yokai_put_families(text, hint);
    }
}

void zk_yokai_saw(const struct zk_rules *rules, const struct zk_state *memory, zk_move move,
                  int seat, struct zk_text *text) {
    (void)rules;
    const struct yokai_state *state = state_of(memory);
    if (zk_yokai_act(move) != ZK_YOKAI_DO_PEEK) return;
    if (seat != state->board.turn && seat != ZK_EVERYTHING) return;
    zk_text_put_char(text, zk_yokai_letters[state->family >> 2 * zk_yokai_card(move) & 3]);
}

/* ---- Reading ---- */

/* Whether a place lies so close to the cards that `row` tells it from all others. */
static bool is_near(const struct zk_yokai_board *board, int x, int y) {
    int dx = x - board->x[0], dy = y - board->y[0];
    return dx > -CARDS - 1 && dx < CARDS + 1 && dy > -CARDS - 1 && dy < CARDS + 1;
}

static bool take_families(struct zk_words *words, unsigned *families) {
    *families = 0;
    for (unsigned family = 0; family < FAMILIES; family++)
        if (words->at < words->end && *words->at == zk_yokai_letters[family]) {
            words->at++;
            *families |= 1u << family;
        }
    return *families != 0 && *families != ZK_YOKAI_BLIND_HINT; /* no card has all four (Y2) */
}

/* What a text of a seat says, if it is well formed; numbers may still be out of range. */
struct meant {
    unsigned act;
    int card; /* as written, from 1 */
    int x, y;
    unsigned hint;
};

static bool read_act(const char *text, size_t size, struct meant *meant) {
    struct zk_words words = {text, text + size};
    memset(meant, 0, sizeof *meant);
    if (zk_words_take(&words, "peek ")) {
        meant->act = ZK_YOKAI_DO_PEEK;
        if (!zk_words_take_number(&words, &meant->card)) return false;
    } else if (zk_words_take(&words, "move ")) {
        meant->act = ZK_YOKAI_DO_MOVE;
        if (!zk_words_take_number(&words, &meant->card) || !zk_words_take(&words, " to ") ||
            !zk_words_take_number(&words, &meant->x) || !zk_words_take(&words, ",") ||
            !zk_words_take_number(&words, &meant->y))
            return false;
    } else if (zk_words_take(&words, "hint ")) {
        meant->act = ZK_YOKAI_DO_LAY;
        meant->hint = ZK_YOKAI_BLIND_HINT;
        if (!zk_words_take(&words, "on ") &&
            (!take_families(&words, &meant->hint) || !zk_words_take(&words, " on ")))
            return false;
        if (!zk_words_take_number(&words, &meant->card)) return false;
    } else if (zk_words_take(&words, "skip")) {
        meant->act = ZK_YOKAI_DO_SKIP;
    } else if (zk_words_take(&words, "reveal") || zk_words_take(&words, "take")) {
        meant->act = ZK_YOKAI_DO_REVEAL;
    } else if (zk_words_take(&words, "declare")) {
        meant->act = ZK_YOKAI_DO_DECLARE;
    } else {
        return false;
    }
    return words.at == words.end;
}

static bool parse_outcome(const struct zk_rules *rules, const struct zk_state *state,
                          const char *text, size_t size, zk_move *move) {
    zk_move list[MOVES_MAX];
    uint32_t weights[MOVES_MAX];
    uint32_t count = zk_yokai.moves(rules, state, ZK_CHANCE, list, weights);
    for (uint32_t i = 0; i < count; i++) {
        char notation[ZK_MOVE_TEXT_SIZE];
        struct zk_text printed = zk_text_in(notation, sizeof notation);
        zk_yokai_print_move(rules, state, list[i], ZK_EVERYTHING, &printed);
        if (!zk_same(text, size, notation, printed.used)) continue;
        *move = list[i];
        return true;
    }
    return false;
}

/* Y12 */
static bool must_skip(const struct zk_rules *rules, const struct zk_state *state) {
    zk_move list[MOVES_MAX];
    zk_yokai.moves(rules, state, state_of(state)->board.turn, list, NULL);
    return zk_yokai_act(list[0]) == ZK_YOKAI_DO_SKIP;
}

/* The legal move that a seat's text means; *move is written even when it is none. */
static bool parse_act(const struct zk_rules *rules_memory, const struct zk_state *memory,
                      const char *text, size_t size, zk_move *move) {
    const struct yokai_rules *rules = rules_of(rules_memory);
    const struct zk_yokai_board *board = &state_of(memory)->board;
    struct meant meant;
    if (!read_act(text, size, &meant)) return false;
    bool named = meant.card >= 1 && meant.card <= CARDS;
    unsigned card = named ? (unsigned)meant.card - 1 : 0;
    bool unlocked = named && !(board->locked >> card & 1);
    bool is_take = size == 4 && text[0] == 't';
    *move = zk_yokai_move(meant.act, card, meant.hint);
    switch (meant.act) {
    case ZK_YOKAI_DO_PEEK:
        return unlocked && (board->phase == ZK_YOKAI_PEEK ||
                            (board->phase == ZK_YOKAI_AGAIN && card + 1 != board->peeked));
    case ZK_YOKAI_DO_MOVE:
        *move = zk_yokai_move_to(card, meant.x, meant.y);
        return board->phase == ZK_YOKAI_MOVE && unlocked && meant.x >= INT8_MIN &&
               meant.x <= INT8_MAX && meant.y >= INT8_MIN && meant.y <= INT8_MAX &&
               zk_yokai_to_x(*move) == meant.x && is_near(board, meant.x, meant.y) &&
               !zk_yokai_is_card(board, meant.x, meant.y) &&
               zk_yokai_may_go(rules, board, card, meant.x, meant.y);
    case ZK_YOKAI_DO_SKIP:
        return board->phase == ZK_YOKAI_MOVE && must_skip(rules_memory, memory);
    case ZK_YOKAI_DO_REVEAL:
        return board->phase == ZK_YOKAI_HINT && board->pile_count && is_take == rules->blind;
    case ZK_YOKAI_DO_LAY:
        return board->phase == ZK_YOKAI_HINT && unlocked &&
               zk_yokai_can_lay(rules, board, meant.hint);
    default: return board->phase == ZK_YOKAI_PEEK;
    }
}

bool zk_yokai_parse_move(const struct zk_rules *rules, const struct zk_state *state, int seat,
                         const char *text, size_t size, zk_move *move) {
    zk_move meant;
    if (seat != zk_yokai.actor(rules, state)) return false;
    if (seat == ZK_CHANCE) return parse_outcome(rules, state, text, size, move);
    if (!parse_act(rules, state, text, size, &meant)) return false;
    *move = meant;
    return true;
}

/* ---- Explaining ---- */

static void refuse_with_number(struct zk_sentence *refusal, const char *rule, const char *key,
                               int number) {
    char digits[12];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_int(&text, number);
    zk_refuse(refusal, rule, key);
    zk_sentence_arg(refusal, digits, text.used);
}

static void explain_chance(const struct zk_yokai_board *board, struct zk_sentence *refusal) {
    switch (board->phase) {
    case ZK_YOKAI_FIRST: zk_refuse(refusal, "Y7", "yokai.chance.first"); break;
    case ZK_YOKAI_DEAL:
        refuse_with_number(refusal, "Y4", "yokai.chance.deal", board->dealt + 1);
        break;
    case ZK_YOKAI_PACT: zk_refuse(refusal, "Y31", "yokai.chance.pact"); break;
    case ZK_YOKAI_SHAPE: zk_refuse(refusal, "Y32", "yokai.chance.shape"); break;
    default: zk_refuse(refusal, "Y13", "yokai.chance.hint");
    }
}

static void explain_expected(const struct zk_yokai_board *board, struct zk_sentence *refusal) {
    switch (board->phase) {
    case ZK_YOKAI_PEEK: zk_refuse(refusal, "Y9", "yokai.expects.peek"); break;
    case ZK_YOKAI_AGAIN: zk_refuse(refusal, "Y9", "yokai.expects.again"); break;
    case ZK_YOKAI_MOVE: zk_refuse(refusal, "Y10", "yokai.expects.move"); break;
    default: zk_refuse(refusal, "Y13", "yokai.expects.hint");
    }
}

static void explain_hint(const struct yokai_rules *rules, const struct zk_yokai_board *board,
                         const struct meant *meant, struct zk_sentence *refusal) {
    char name[8];
    struct zk_text text = zk_text_in(name, sizeof name);
    if (rules->blind && meant->hint != ZK_YOKAI_BLIND_HINT && board->open_count) {
        zk_refuse(refusal, "Y34", "yokai.hint.blind");
    } else if (!board->open_count) {
        zk_refuse(refusal, "Y16", "yokai.hint.none_open");
    } else if (!zk_yokai_can_lay(rules, board, meant->hint)) {
        zk_yokai_put_families(&text,
                              rules->stack ? zk_yokai_open_hint(board, 0) : meant->hint);
        if (rules->stack)
            zk_refuse(refusal, "Y33", "yokai.hint.not_top");
        else
            zk_refuse(refusal, "Y13", "yokai.hint.not_open");
        zk_sentence_arg(refusal, name, text.used);
    } else {
        refuse_with_number(refusal, "Y14", "yokai.card.hinted", meant->card);
    }
}

static void explain_place(const struct zk_yokai_board *board, const struct meant *meant,
                          struct zk_sentence *refusal) {
    char place[16];
    struct zk_text text = zk_text_in(place, sizeof place);
    put_place(&text, meant->x, meant->y);
    if (is_near(board, meant->x, meant->y) && zk_yokai_is_card(board, meant->x, meant->y)) {
        zk_refuse(refusal, "Y10", "yokai.move.occupied");
    } else {
        refuse_with_number(refusal, "Y11", "yokai.move.torn", meant->card);
    }
    zk_sentence_arg(refusal, place, text.used);
}

void zk_yokai_explain(const struct zk_rules *rules_memory, const struct zk_state *memory,
                      int seat, const char *text, size_t size, struct zk_sentence *refusal) {
    const struct yokai_rules *rules = rules_of(rules_memory);
    const struct yokai_state *state = state_of(memory);
    const struct zk_yokai_board *board = &state->board;
    int acting = zk_yokai.actor(rules_memory, memory);
    struct meant meant;
    static const uint8_t phase_of[] = {
        [ZK_YOKAI_DO_MOVE] = ZK_YOKAI_MOVE,
        [ZK_YOKAI_DO_SKIP] = ZK_YOKAI_MOVE,
        [ZK_YOKAI_DO_REVEAL] = ZK_YOKAI_HINT,
        [ZK_YOKAI_DO_LAY] = ZK_YOKAI_HINT,
    };
    if (acting == ZK_OVER) {
        zk_refuse(refusal, board->declared ? "Y20" : "Y21", "move.over");
        return;
    }
    if (acting != seat) {
        zk_refuse(refusal, "", "move.not_in_turn");
        zk_sentence_arg(refusal, zk_actor_name(acting), strlen(zk_actor_name(acting)));
        return;
    }
    if (seat == ZK_CHANCE) {
        explain_chance(board, refusal);
        return;
    }
    if (!read_act(text, size, &meant)) {
        zk_refuse(refusal, "", "yokai.move.unknown");
        zk_sentence_arg(refusal, text, size);
        return;
    }
    bool looks = meant.act == ZK_YOKAI_DO_PEEK;
    bool names_card = looks || meant.act == ZK_YOKAI_DO_MOVE || meant.act == ZK_YOKAI_DO_LAY;
    bool in_phase =
        looks ? board->phase == ZK_YOKAI_PEEK || board->phase == ZK_YOKAI_AGAIN
              : meant.act != ZK_YOKAI_DO_DECLARE && board->phase == phase_of[meant.act];
    if (meant.act == ZK_YOKAI_DO_DECLARE) {
        zk_refuse(refusal, "Y20", "yokai.declare.late");
    } else if (!in_phase) {
        explain_expected(board, refusal);
    } else if (names_card && (meant.card < 1 || meant.card > CARDS)) {
        refuse_with_number(refusal, "Y1", "yokai.card.none", meant.card);
    } else if (meant.act == ZK_YOKAI_DO_LAY) {
        explain_hint(rules, board, &meant, refusal);
    } else if (names_card && (board->locked >> (meant.card - 1) & 1)) {
        refuse_with_number(refusal, "Y14", "yokai.card.locked", meant.card);
    } else if (looks) {
        refuse_with_number(refusal, "Y9", "yokai.peek.twice", meant.card);
    } else if (meant.act == ZK_YOKAI_DO_MOVE) {
        explain_place(board, &meant, refusal);
    } else if (meant.act == ZK_YOKAI_DO_SKIP) {
        zk_refuse(refusal, "Y12", "yokai.skip.can");
    } else if (board->pile_count) { /* reveal for take, or the other way round */
        zk_refuse(refusal, "Y34", "yokai.expects.hint");
    } else {
        zk_refuse(refusal, "Y16", "yokai.reveal.empty");
    }
}
