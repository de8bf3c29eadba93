/* yokai.c: Yokai, a cooperative game for two to four who may not speak.
 *
 * The rules are in docs/rules/yokai.md; their numbers (Y1 to Y36) stand beside the code.
 *
 * The hot spot is the move: any unlocked card to any empty place that leaves all sixteen hanging
 * together, some 150 to 250 of them. Random play does not list them. It proposes a card and a
 * place beside a card, each pair as likely as any other, and draws again until the move is legal;
 * whether a card parts the others is mostly seen from the eight places around it (Yokoi's
 * number), and only else by looking further. The full list is made of sets of places, a bit each: what each
 * card touches, and for cards that may part the others what each of the parts touches. */
#include <assert.h>
#include <string.h>

#include "../../core/bits.h"
#include "inside.h"
#include "path.h"

/* ---- Constants ---- */

enum {
    ALL_CARDS = 0xFFFF,
    PACTS = 6,
    HINT_CARDS = 14,
    SIDE = 18, /* of a frame around sixteen connected cards, with a margin */
    TURNS_MAX = 2 * ZK_YOKAI_HINTS_MAX,
    /* set-up, then in each turn two looks, a move, a hint and its turning up, and a declaration */
    LENGTH_MAX = 1 + CARDS + ZK_SEATS_MAX + 1 + TURNS_MAX * 5 + 1,
    PROPOSALS_MAX = 256, /* before the moves are listed after all */
};

const char *const zk_yokai_shape_names[SHAPES] = {"spiral", "square",   "lantern",
                                                  "crown",  "triangle", "beam"};
const char *const zk_yokai_shape_rows[SHAPES] = {
    "..####/..#..#/..##.#/.....#/######",
    "####/####/####/####",
    "###/###/###/###/###/.#.",
    "#...#/#####/##.##/#####",
    "...#/..##/.###/####/.###/..##/...#",
    "####/.##./.##./.##./.##./####",
};

/* Y5: hint cards of one, two and three families by number of players, from 2. */
const uint8_t zk_yokai_hints[3][3] = {{2, 3, 2}, {2, 4, 3}, {3, 4, 3}};
/* Y2: every set of one, two or three families, by size; and how many there are. */
static const uint8_t hints_of_size[3][6] = {
    {1, 2, 4, 8}, {3, 5, 6, 9, 10, 12}, {7, 11, 13, 14}};
static const uint8_t hints_in_size[3] = {4, 6, 4};
/* By set of families: its size less 1; and Y3: pacts are the sets of two. */
static const uint8_t size_of_hint[16] = {0, 0, 0, 1, 0, 1, 1, 2, 0, 1, 1, 2, 1, 2, 2, 0};
#define pacts_list hints_of_size[1]

const uint8_t zk_yokai_ranks_from[3][2] = {{8, 12}, {10, 16}, {11, 19}};

/* The numbered rules, which `witness` counts. */
/* clang-format off */
#define RULES(X) \
    X(Y1) X(Y2) X(Y3) X(Y4) X(Y5) X(Y6) X(Y7) X(Y8) X(Y9) X(Y10) X(Y11) X(Y12) X(Y13) \
    X(Y14) X(Y15) X(Y16) X(Y20) X(Y21) X(Y22) X(Y23) X(Y24) X(Y30) X(Y31) X(Y32) X(Y33) \
    X(Y34) X(Y35) X(Y35a) X(Y36)
/* clang-format on */

#define X(rule) rule,
enum rule { RULES(X) };
#undef X
#define X(rule) #rule,
static const char *const rule_ids[] = {RULES(X) NULL};
#undef X

static const struct zk_option options[] = {
    {"players", (const char *const[]){"2", "3", "4", NULL}, "how many play"},
    {"level", (const char *const[]){"1", "2", "3", "4", "5", NULL},
     "1 the basic game, 2 reconcile, 3 stack, 4 blind, 5 a random shape"},
    {"reconcile", (const char *const[]){"0", "1", "2", "3", "4", NULL},
     "how many players are dealt two families that must touch at the end"},
    {"stack", (const char *const[]){"off", "on", NULL},
     "only the hint card turned up last can be laid"},
    {"blind", (const char *const[]){"off", "on", NULL},
     "hint cards are not turned up: they lock a yokai and say nothing"},
    {"shape",
     (const char *const[]){"none", "random", "spiral", "square", "lantern", "crown",
                           "triangle", "beam", NULL},
     "the shape that all sixteen cards must form at the end"},
    {"hints", NULL, "hint cards of one, two, three families, as 2+3+2 (by players)"},
    {"first", (const char *const[]){"random", "A", "B", "C", "D", NULL}, "who begins"},
    {NULL, NULL, NULL},
};
enum { PLAYERS, LEVEL, RECONCILE, STACK, BLIND, SHAPE_OPTION, HINTS, FIRST_OPTION };

/* Y7, Y31: not more than there are players. Y35a: a level switches its one rule on, and blind leaves stack without
 * effect, so that level 3 goes with neither. */
static const struct zk_apart apart[] = {
    {"reconcile", "0", "level", "2"},   {"reconcile", "3", "players", "2"},
    {"reconcile", "4", "players", "2"}, {"reconcile", "4", "players", "3"},
    {"stack", "off", "level", "3"},     {"stack", "on", "level", "4"},
    {"stack", "on", "blind", "on"},     {"blind", "on", "level", "3"},
    {"blind", "off", "level", "4"},     {"shape", "none", "level", "5"},
    {"first", "C", "players", "2"},     {"first", "D", "players", "2"},
    {"first", "D", "players", "3"},     {NULL, NULL, NULL, NULL},
};

static const struct zk_phrase phrases[] = {
    {"yokai.option.reconcile", "There cannot be more reconciliation cards than players."},
    {"yokai.option.hints",
     "The option hints takes three numbers such as {0}: at most 4+6+4, and {1} in all."},
    {"yokai.option.first", "There is no seat {0} with {1} players."},
    {"yokai.move.unknown",
     "\"{0}\" is not a move. Moves are \"peek 5\", \"move 5 to -1,2\", \"reveal\", "
     "\"hint KP on 7\" and \"declare\"."},
    {"yokai.expects.peek", "Look at two cards first, or declare the yokai at peace."},
    {"yokai.expects.again", "Now look at a second card."},
    {"yokai.expects.move", "Now move a card."},
    {"yokai.expects.hint", "Now turn up a hint card, or lay one."},
    {"yokai.card.none", "There is no card {0}; the cards are numbered 1 to 16."},
    {"yokai.card.locked",
     "Card {0} has a hint on it: you can neither look at it nor move it."},
    {"yokai.card.hinted", "Card {0} already has a hint on it."},
    {"yokai.peek.twice", "You just looked at card {0}; the second must be another."},
    {"yokai.move.occupied", "There is already a card there."},
    {"yokai.move.torn",
     "Card {0} cannot go there: all sixteen cards must stay connected by their sides."},
    {"yokai.skip.can", "There is a card you can move, so you cannot skip the move."},
    {"yokai.reveal.empty", "The pile of hint cards is empty: lay one."},
    {"yokai.hint.none_open", "There is no turned-up hint card to lay."},
    {"yokai.hint.not_open", "The hint card {0} is not turned up."},
    {"yokai.hint.not_top", "Only the newest hint card, {0}, can be laid."},
    {"yokai.hint.blind",
     "Here hint cards are laid face down, without their name: \"hint on 7\"."},
    {"yokai.declare.late",
     "Declare the yokai at peace at the start of your turn, before you look at a card."},
    {"yokai.chance.first", "Chance now picks who begins."},
    {"yokai.chance.deal", "Chance now lays card {0}, of a family with cards left."},
    {"yokai.chance.pact", "Chance now deals a reconciliation card that is left."},
    {"yokai.chance.shape", "Chance now picks the goal shape."},
    {"yokai.chance.hint", "Chance now turns up a hint card that is still possible."},
    {NULL, NULL},
};

/* ---- Small things ---- */

static uint16_t bit(unsigned card) { return (uint16_t)(1u << card); }

static unsigned family_of(uint32_t family, unsigned card) { return family >> 2 * card & 3; }

static unsigned bits_count(unsigned bits) {
    unsigned count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

/* ---- Set-up ---- */

/* Y32: a shape in one of its eight forms: bit 0 of `form` mirrors it, 1 turns it over, 2 swaps rows
 * and columns. */
static void build_form(uint16_t *rows, const char *shape, unsigned form) {
    int height = 1, width = 0;
    for (const char *c = shape; *c; c++) height += *c == '/';
    while (shape[width] != '/') width++;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            if (shape[y * (width + 1) + x] != '#') continue;
            int to_x = form & 1 ? width - 1 - x : x, to_y = form & 2 ? height - 1 - y : y;
            if (form & 4)
                rows[to_x] |= (uint16_t)(1u << to_y);
            else
                rows[to_y] |= (uint16_t)(1u << to_x);
        }
}

/* Yokoi's number of the middle of nine places: how often, going round it, one leaves a group of
 * neighbours. With at most one group nothing is parted. */
static bool is_loose(unsigned nine) {
    static const uint8_t around[8] = {1, 2, 5, 8, 7, 6, 3, 0}; /* north, then clockwise */
    unsigned groups = 0;
    for (unsigned i = 0; i < 8; i += 2) {
        bool here = nine >> around[i] & 1, corner = nine >> around[i + 1] & 1;
        bool next = nine >> around[(i + 2) & 7] & 1;
        groups += here && !(corner && next);
    }
    return groups <= 1;
}

static bool read_hints(const char *text, unsigned total, uint8_t *hints) {
    for (unsigned i = 0; i < 3; i++) {
        if (i && *text++ != '+') return false;
        if (*text < '0' || *text > '0' + hints_in_size[i]) return false;
        hints[i] = (uint8_t)(*text++ - '0');
    }
    return !*text && (unsigned)(hints[0] + hints[1] + hints[2]) == total;
}

static bool prepare_hints(struct yokai_rules *rules, const char *text,
                          struct zk_sentence *refusal) {
    const uint8_t *standard = zk_yokai_hints[rules->players - 2];
    unsigned total = (unsigned)(standard[0] + standard[1] + standard[2]);
    memcpy(rules->hints, standard, sizeof rules->hints);
    rules->hints_count = (uint8_t)total;
    if (!*text) return true;
    rules->own_hints = 1;
    if (read_hints(text, total, rules->hints)) return true;
    static const char *const example[3] = {"2+3+2", "2+4+3", "3+4+3"};
    static const char *const totals[3] = {"7", "9", "10"};
    unsigned i = rules->players - 2u;
    zk_refuse(refusal, "Y6", "yokai.option.hints");
    zk_sentence_arg(refusal, example[i], strlen(example[i]));
    zk_sentence_arg(refusal, totals[i], strlen(totals[i]));
    return false;
}

bool zk_yokai_has_usual_hints(const struct zk_rules *memory) {
    const struct yokai_rules *rules = rules_of(memory);
    return memcmp(rules->hints, zk_yokai_hints[rules->players - 2], sizeof rules->hints) == 0;
}

static bool prepare(struct zk_rules *memory, const struct zk_settings *settings,
                    struct zk_sentence *refusal) {
    struct yokai_rules *rules = (void *)memory;
    const char *value[FIRST_OPTION + 1];
    for (unsigned i = 0; i <= FIRST_OPTION; i++)
        value[i] = zk_settings_get(&zk_yokai, settings, i);
    memset(rules, 0, sizeof *rules);
    rules->players = (uint8_t)(value[PLAYERS][0] - '0');
    rules->level = (uint8_t)(value[LEVEL][0] - '0');
    rules->reconcile = (uint8_t)(value[RECONCILE][0] - '0');
    if (rules->level == 2 && !rules->reconcile) rules->reconcile = 1; /* Y35a */
    rules->stack = value[STACK][1] == 'n' || rules->level == 3;
    rules->blind = value[BLIND][1] == 'n' || rules->level == 4;
    for (unsigned i = 0; options[SHAPE_OPTION].values[i]; i++)
        if (strcmp(value[SHAPE_OPTION], options[SHAPE_OPTION].values[i]) == 0)
            rules->shape = (uint8_t)(i == 0 ? 0 : i == 1 ? SHAPES + 1 : i - 1);
    if (rules->level == 5 && !rules->shape) rules->shape = SHAPES + 1;
    if (rules->blind) rules->stack = 0; /* without effect */
    char first = value[FIRST_OPTION][0];
    rules->first = (uint8_t)(first == 'r' ? 0 : first - 'A' + 1);
    if (rules->reconcile > rules->players) {
        zk_refuse(refusal, "Y31", "yokai.option.reconcile");
        return false;
    }
    if (rules->first > rules->players) {
        zk_refuse(refusal, "Y7", "yokai.option.first");
        zk_sentence_arg(refusal, value[FIRST_OPTION], 1);
        zk_sentence_arg(refusal, value[PLAYERS], 1);
        return false;
    }
    if (!prepare_hints(rules, value[HINTS], refusal)) return false;
    for (unsigned nine = 0; nine < 512; nine++) rules->loose[nine] = is_loose(nine);
    for (unsigned shape = 0; shape < SHAPES; shape++)
        for (unsigned form = 0; form < FORMS; form++)
            build_form(rules->form[shape][form], zk_yokai_shape_rows[shape], form);
    return true;
}

static uint32_t seats(const struct zk_rules *rules) { return rules_of(rules)->players; }

static void start(const struct zk_rules *rules_memory, struct zk_state *memory) {
    const struct yokai_rules *rules = rules_of(rules_memory);
    struct yokai_state *state = state_in(memory);
    struct zk_yokai_board *board = &state->board;
    memset(state, 0, sizeof *state);
    for (unsigned card = 0; card < CARDS; card++) { /* Y4 */
        board->x[card] = (int8_t)(card % 4);
        board->y[card] = (int8_t)(card / 4);
        board->row[card / 4] |= 1u << card % 4;
    }
    state->left = 0x04040404;
    memcpy(board->pile, rules->hints, sizeof board->pile);
    board->pile_count = rules->hints_count;
    board->shape = rules->shape <= SHAPES ? rules->shape : 0;
    board->phase = rules->first ? ZK_YOKAI_DEAL : ZK_YOKAI_FIRST;
    if (rules->first) board->turn = board->first = (uint8_t)(rules->first - 1);
}

/* ---- Whose turn ---- */

static int actor(const struct zk_rules *rules, const struct zk_state *memory) {
    (void)rules;
    const struct zk_yokai_board *board = &state_of(memory)->board;
    switch (board->phase) {
    case ZK_YOKAI_PEEK:
    case ZK_YOKAI_AGAIN:
    case ZK_YOKAI_MOVE:
    case ZK_YOKAI_HINT: return board->turn;
    case ZK_YOKAI_OVER: return ZK_OVER;
    default: return ZK_CHANCE;
    }
}

/* ---- Where a card can go ---- */

static uint32_t turned(uint32_t row, int by) {
    unsigned bits = (unsigned)by & 31;
    return row >> bits | row << (-bits & 31);
}

/* The three places of a row around x, as three bits. */
ZK_INLINE unsigned three(const uint32_t *row, int x, int y) {
    return turned(row[y & 31], x - 1) & 7;
}

ZK_INLINE bool is_loose_at(const struct yokai_rules *rules, const uint32_t *row, int x,
                           int y) {
    return rules
        ->loose[three(row, x, y - 1) | three(row, x, y) << 3 | three(row, x, y + 1) << 6];
}

/* The cards beside a place: bits for west, east, north, south. */
ZK_INLINE unsigned beside(const uint32_t *row, int x, int y) {
    unsigned middle = three(row, x, y);
    return (middle & 1) | (middle >> 1 & 2) | (row[(y - 1) & 31] >> (x & 31) & 1) << 2 |
           (row[(y + 1) & 31] >> (x & 31) & 1) << 3;
}

/* Whether all sixteen hang together once a card has gone from one place to an empty one. They did
 * before, so each part that is left has a neighbour of the card: are all of those reached from where
 * it went? Rows are filled run by run. */
ZK_APART bool hang_together(const uint32_t *rows, int from_x, int from_y, int x, int y) {
    uint32_t left[ZK_YOKAI_ROWS], run[2 * CARDS];
    uint8_t row[2 * CARDS];
    unsigned todo = 1;
    uint32_t from = 1u << (from_x & 31), sides = turned(5, 1 - from_x);
    memcpy(left, rows, sizeof left);
    left[from_y & 31] ^= from;
    run[0] = 1u << (x & 31);
    row[0] = y & 31;
    left[y & 31] |= run[0];
    while (todo--) {
        unsigned at = row[todo], up = (at - 1) & 31, down = (at + 1) & 31;
        uint32_t bits = run[todo] & left[at], all = left[at], grown = 0;
        while (grown != bits) {
            grown = bits;
            bits |= (turned(bits, 1) | turned(bits, -1)) & all;
        }
        left[at] = all ^ bits;
        row[todo] = (uint8_t)up;
        run[todo] = left[up] & bits;
        todo += run[todo] != 0;
        row[todo] = (uint8_t)down;
        run[todo] = left[down] & bits;
        todo += run[todo] != 0;
    }
    return !((left[from_y & 31] & sides) |
             ((left[(from_y - 1) & 31] | left[(from_y + 1) & 31]) & from));
}

/* The same for games side by side, without memory: nearly always the frame around the cards, with an empty
 * column between its rows, has at most 64 places, and all of them are filled at once, one bit each. By
 * itself it takes as long as the one above. */
ZK_INLINE bool all_hang_together(const struct zk_yokai_board *board, int from_x, int from_y,
                                 int x, int y) {
    const uint32_t *row = board->row;
    int top = from_y, end = from_y + 1;
    uint32_t columns = row[from_y & 31], found;
    for (; (found = row[(top - 1) & 31]); top--) columns |= found;
    for (; (found = row[end & 31]); end++) columns |= found;
    columns =
        turned(columns, from_x - CARDS); /* now the card is in column 16, all in 1 to 31 */
    int left = from_x - CARDS + (int)zk_lowest(columns);
    int width = (int)zk_highest(columns) - (int)zk_lowest(columns) + 2;
    if (ZK_RARE(width * (end - top) > 64)) return hang_together(row, from_x, from_y, x, y);
    uint64_t cards = 0, from = (uint64_t)1 << ((from_y - top) * width + from_x - left);
    while (end-- > top) cards = cards << width | turned(row[end & 31], left);
    cards &= ~from;
    /* Places beside the frame have cards on one side of them. */
    int to = (y - top) * width + x - left;
    unsigned sides = beside(row, x, y);
    uint64_t reached = (uint64_t)(sides & 1) << ((to - 1) & 63) |
                       (uint64_t)(sides >> 1 & 1) << ((to + 1) & 63) |
                       (uint64_t)(sides >> 2 & 1) << ((to - width) & 63) |
                       (uint64_t)(sides >> 3 & 1) << ((to + width) & 63);
    uint64_t wanted = (from << 1 | from >> 1 | from << width | from >> width) & cards;
    uint64_t grown = reached & cards;
    do {
        reached = grown;
        for (unsigned i = 0; i < 2; i++)
            grown |= (grown << 1 | grown >> 1 | grown << width | grown >> width) & cards;
        if (!(wanted & ~grown)) return true;
    } while (grown != reached);
    return false;
}

/* Y11: whether a card that goes to an empty place has another one beside it there. */
ZK_INLINE bool has_company(const struct zk_yokai_board *board, unsigned card, int x, int y) {
    int from_x = board->x[card], from_y = board->y[card];
    unsigned cards = beside(board->row, x, y);
    if ((from_x - x) * (from_x - x) + (from_y - y) * (from_y - y) == 1)
        cards &= cards - 1; /* one of them is the card itself: another is needed */
    return cards;
}

/* Y11: and whether it parts no others. */
ZK_INLINE bool may_leave(const struct yokai_rules *rules, const struct zk_yokai_board *board,
                         unsigned card, int x, int y) {
    int from_x = board->x[card], from_y = board->y[card];
    return is_loose_at(rules, board->row, from_x, from_y) ||
           hang_together(board->row, from_x, from_y, x, y);
}

/* Y11: whether a card may go to an empty place. */
ZK_INLINE bool may_go(const struct yokai_rules *rules, const struct zk_yokai_board *board,
                      unsigned card, int x, int y) {
    return has_company(board, card, x, y) && may_leave(rules, board, card, x, y);
}

bool zk_yokai_may_go(const struct yokai_rules *rules, const struct zk_yokai_board *board,
                     unsigned card, int x, int y) {
    return may_go(rules, board, card, x, y);
}

/* ---- Legal moves ---- */

enum { LISTED = CARDS + 1, AT_ONCE = 4 };

/* The cards in a frame that is just large enough for them, for one listing of moves. */
struct layout {
    uint8_t at[SIDE * SIDE]; /* card + 1, place + LISTED, or 0 */
    uint16_t next_to[CARDS]; /* bits: the cards beside each card */
    uint64_t touches[CARDS]; /* bits: the places that each card touches */
    /* The empty places next to cards, as in a move, in the order in which the cards find them; and how many
     * were found before each card. */
    zk_move place[PLACES_MAX + AT_ONCE - 1];
    uint8_t first[CARDS + 1];
};

/* Places are listed in the order of the cards, and around each of them east, west, south, north. */
ZK_INLINE void find_places(struct layout *layout, const struct zk_yokai_board *board) {
    static const int step[4] = {1, -1, SIDE, -SIDE};
    static const int8_t step_x[4] = {1, -1, 0, 0}, step_y[4] = {0, 0, 1, -1};
    int left = board->x[0], top = board->y[0];
    for (unsigned card = 1; card < CARDS; card++) {
        left = board->x[card] < left ? board->x[card] : left;
        top = board->y[card] < top ? board->y[card] : top;
    }
    memset(layout->at, 0, sizeof layout->at);
    uint8_t *where[CARDS];
    for (unsigned card = 0; card < CARDS; card++) {
        where[card] =
            layout->at + (board->y[card] - top + 1) * SIDE + board->x[card] - left + 1;
        *where[card] = (uint8_t)(card + 1);
    }
    unsigned places = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        unsigned next_to = 0;
        uint64_t touches = 0;
        layout->first[card] = (uint8_t)places;
        for (unsigned i = 0; i < 4; i++) {
            uint8_t *beside_it = where[card] + step[i];
            unsigned there = *beside_it;
            if (there && there < LISTED) {
                next_to |= 1u << (there - 1);
                continue;
            }
            if (!there) {
                *beside_it = (uint8_t)(there = LISTED + places);
                layout->place[places++] = zk_yokai_move_to(0, board->x[card] + step_x[i],
                                                           board->y[card] + step_y[i]);
            }
            touches |= (uint64_t)1 << (there - LISTED);
        }
        layout->next_to[card] = (uint16_t)next_to;
        layout->touches[card] = touches;
    }
    layout->first[CARDS] = (uint8_t)places;
    memset(layout->place + places, 0, (AT_ONCE - 1) * sizeof *layout->place);
}

/* Where a card can go that may part the others: to places which touch every part. */
static uint64_t joining_places(const struct layout *layout, unsigned card) {
    unsigned left = ALL_CARDS & ~(1u << card);
    uint64_t ways = ~(uint64_t)0;
    while (left) {
        uint64_t touched = 0;
        unsigned todo = left & -left;
        left ^= todo;
        do {
            unsigned next = zk_lowest(todo), found = layout->next_to[next] & left;
            touched |= layout->touches[next];
            left ^= found;
            todo = (todo & (todo - 1)) | found;
        } while (todo);
        ways &= touched;
    }
    return ways;
}

/* Moves of a card to the places from one to before another, and up to AT_ONCE - 1 of rubbish behind them. */
ZK_INLINE uint32_t list_run(const struct layout *layout, unsigned card, unsigned from,
                            unsigned to, zk_move *out) {
    for (unsigned i = from; i < to; i += AT_ONCE)
        for (unsigned j = 0; j < AT_ONCE; j++) out[i - from + j] = layout->place[i + j] | card;
    return to - from;
}

ZK_INLINE uint32_t list_places(const struct layout *layout, unsigned card, uint64_t ways,
                               zk_move *out) {
    uint32_t count = 0;
    for (; ways; ways &= ways - 1) out[count++] = layout->place[zk_lowest(ways)] | card;
    return count;
}

/* Y10, Y11: every unlocked card to every empty place that leaves all sixteen connected. */
ZK_APART uint32_t list_moves(const struct yokai_rules *rules,
                             const struct zk_yokai_board *board, zk_move *out) {
    struct layout layout;
    zk_move list[MOVES_MAX + AT_ONCE];
    uint32_t count = 0;
    find_places(&layout, board);
    uint64_t touched = 0, shared = 0; /* by a card, by several */
    for (unsigned card = 0; card < CARDS; card++) {
        shared |= touched & layout.touches[card];
        touched |= layout.touches[card];
    }
    for (unsigned card = 0; card < CARDS; card++) {
        if (board->locked & bit(card)) continue; /* Y14 */
        if (!is_loose_at(rules, board->row, board->x[card], board->y[card])) {
            count += list_places(&layout, card, joining_places(&layout, card), list + count);
            continue;
        }
        /* Anywhere but to a place that it alone touches; such a place was found beside it. */
        unsigned first = layout.first[card], end = layout.first[card + 1];
        uint64_t found = (((uint64_t)1 << end) - 1) & ~(((uint64_t)1 << first) - 1);
        count += list_run(&layout, card, 0, first, list + count);
        count += list_places(&layout, card, found & shared, list + count);
        count += list_run(&layout, card, end, layout.first[CARDS], list + count);
    }
    memcpy(out, list, count * sizeof *out);
    return count;
}

/* Takes a part off the rest of the cards, in a frame of that width: what hangs together with one of them. Without any:
 * `none`. */
ZK_INLINE uint64_t take_part(uint64_t *rest, uint64_t cards, int width, uint64_t none) {
    uint64_t part, grown = *rest & -*rest;
    if (!grown) return none;
    do {
        part = grown;
        grown |= (part << 1 | part >> 1 | part << width | part >> width) & cards;
    } while (grown != part);
    *rest &= ~part;
    return part;
}

/* The cards beside a place, which is number `at` of a frame of that width. */
ZK_INLINE uint64_t beside_in(const struct zk_yokai_board *board, int x, int y, int at,
                             int width) {
    unsigned sides = beside(board->row, x, y);
    return (uint64_t)(sides & 1) << ((at - 1) & 63) |
           (uint64_t)(sides >> 1 & 1) << ((at + 1) & 63) |
           (uint64_t)(sides >> 2 & 1) << ((at - width) & 63) |
           (uint64_t)(sides >> 3 & 1) << ((at + width) & 63);
}

/* What list_moves lists, for games side by side: next to nothing of it in memory of a thread's own, which is far away, and
 * the same steps for all. The cards are bits of a frame, with an empty column between its rows; in one of 5,000 positions it
 * does not fit. By itself it takes longer. */
static uint32_t list_moves_aside(const struct yokai_rules *rules,
                                 const struct zk_yokai_board *board, zk_move *out) {
    zk_move place[PLACES_MAX];
    uint64_t near[PLACES_MAX]; /* the cards beside each of them */
    uint64_t cards = 0;
    unsigned places = 0;
    uint32_t count = 0;
    int left = board->x[0], top = board->y[0], right = left, bottom = top;
    for (unsigned card = 1; card < CARDS; card++) {
        int x = board->x[card], y = board->y[card];
        left = x < left ? x : left, right = x > right ? x : right;
        top = y < top ? y : top, bottom = y > bottom ? y : bottom;
    }
    int width = right - left + 2;
    if (ZK_RARE(width * (bottom - top + 1) > 64)) return list_moves(rules, board, out);
#define AT(x, y) (((y) - top) * width + (x) - left)
    for (unsigned card = 0; card < CARDS; card++) {
        int x = board->x[card], y = board->y[card];
        for (unsigned side = 0; side < 4; side++) {
            int to_x = x + (side == 0) - (side == 1), to_y = y + (side == 2) - (side == 3);
            if (zk_yokai_is_card(board, to_x, to_y)) continue;
            uint64_t beside_it = beside_in(board, to_x, to_y, AT(to_x, to_y), width);
            if (beside_it & cards) continue; /* an earlier card has found it */
            place[places] = zk_yokai_move_to(0, to_x, to_y);
            near[places++] = beside_it;
        }
        cards |= (uint64_t)1 << AT(x, y);
    }
    for (unsigned card = 0; card < CARDS; card++) {
        int x = board->x[card], y = board->y[card];
        if (board->locked & bit(card)) continue; /* Y14 */
        uint64_t others = cards & ~((uint64_t)1 << AT(x, y)), rest = others;
        if (is_loose_at(rules, board->row, x, y)) rest = 0;
        uint64_t a = take_part(&rest, others, width, others); /* at most four parts */
        uint64_t b = take_part(&rest, others, width, a),
                 c = take_part(&rest, others, width, a);
        uint64_t d = take_part(&rest, others, width, a);
        for (unsigned i = 0; i < places; i++)
            if ((near[i] & a) && (near[i] & b) && (near[i] & c) && (near[i] & d))
                out[count++] = place[i] | card;
    }
#undef AT
    return count;
}

/* How many different hint cards can be laid: all that are open, or the top one (Y33); with blind
 * one is as good as another (Y34). */
ZK_INLINE unsigned layable(const struct yokai_rules *rules,
                           const struct zk_yokai_board *board) {
    return rules->stack | rules->blind ? board->open_count > 0 : board->open_count;
}

ZK_INLINE unsigned layable_hint(const struct yokai_rules *rules,
                                const struct zk_yokai_board *board, unsigned index) {
    return rules->blind ? ZK_YOKAI_BLIND_HINT : zk_yokai_open_hint(board, index);
}

bool zk_yokai_can_lay(const struct yokai_rules *rules, const struct zk_yokai_board *board,
                      unsigned hint) {
    for (unsigned i = 0; i < layable(rules, board); i++)
        if (layable_hint(rules, board, i) == hint) return true;
    return false;
}

static uint32_t list_looks(const struct zk_yokai_board *board, zk_move *out) {
    unsigned first = board->phase == ZK_YOKAI_AGAIN ? board->peeked : 0;
    uint32_t count = 0;
    for (unsigned card = 0; card < CARDS; card++)
        if (!(board->locked & bit(card)) && card + 1 != first) /* Y9, Y14 */
            out[count++] = zk_yokai_move(ZK_YOKAI_DO_PEEK, card, 0);
    return count;
}

static uint32_t list_hints(const struct yokai_rules *rules, const struct zk_yokai_board *board,
                           zk_move *out) {
    uint32_t count = 0;
    if (board->pile_count)
        out[count++] = zk_yokai_move(ZK_YOKAI_DO_REVEAL, 0, 0); /* Y13, Y16 */
    for (unsigned i = 0; i < layable(rules, board); i++)
        for (unsigned card = 0; card < CARDS; card++)
            if (!(board->locked & bit(card))) /* Y14 */
                out[count++] =
                    zk_yokai_move(ZK_YOKAI_DO_LAY, card, layable_hint(rules, board, i));
    return count;
}

/* How many cards of a family are still to be laid out (Y1). */
static unsigned family_left(const struct yokai_state *state, unsigned family) {
    return state->left >> 8 * family & 255;
}

static bool pact_dealt(const struct yokai_state *state, unsigned pact) {
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
        if (state->pact[seat] == pact) return true;
    return false;
}

/* How many hint cards of a size have not been turned up in this game. */
static unsigned hints_unseen(const struct zk_yokai_board *board, unsigned size) {
    unsigned unseen = 0;
    for (unsigned i = 0; i < hints_in_size[size]; i++)
        unseen += !(board->turned_up >> hints_of_size[size][i] & 1);
    return unseen;
}

static uint32_t list_outcomes(const struct yokai_rules *rules, const struct yokai_state *state,
                              zk_move *out, uint32_t *weights) {
    const struct zk_yokai_board *board = &state->board;
    uint32_t count = 0;
    switch (board->phase) {
    case ZK_YOKAI_FIRST: /* Y7 */
        for (; count < rules->players; count++) {
            out[count] = zk_yokai_move(FIRST, count, 0);
            weights[count] = 1;
        }
        break;
    case ZK_YOKAI_DEAL: /* Y4 */
        for (unsigned family = 0; family < FAMILIES; family++) {
            unsigned left = family_left(state, family);
            if (!left) continue;
            out[count] = zk_yokai_move(DEAL, family, 0);
            weights[count++] = left;
        }
        break;
    case ZK_YOKAI_PACT: /* Y31 */
        for (unsigned i = 0; i < PACTS; i++) {
            if (pact_dealt(state, pacts_list[i])) continue;
            out[count] = zk_yokai_move(PACT, 0, pacts_list[i]);
            weights[count++] = 1;
        }
        break;
    case ZK_YOKAI_SHAPE: /* Y32 */
        for (; count < SHAPES; count++) {
            out[count] = zk_yokai_move(SHAPE, count, 0);
            weights[count] = 1;
        }
        break;
    case ZK_YOKAI_TURN_UP: /* the size by what is left of it, then any card of that size */
        for (unsigned size = 0; size < 3; size++) {
            if (!board->pile[size]) continue;
            uint32_t weight = board->pile[size] * 60u / hints_unseen(board, size);
            for (unsigned i = 0; i < hints_in_size[size]; i++) {
                unsigned hint = hints_of_size[size][i];
                if (board->turned_up >> hint & 1) continue;
                out[count] = zk_yokai_move(TURN_UP, 0, hint);
                weights[count++] = weight;
            }
        }
        break;
    default: break;
    }
    return count;
}

static uint32_t moves(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                      zk_move *out, uint32_t *weights) {
    const struct yokai_state *state = state_of(memory);
    const struct zk_yokai_board *board = &state->board;
    if (seat != actor(rules, memory)) return 0;
    uint32_t count;
    switch (board->phase) {
    case ZK_YOKAI_PEEK:
        count = list_looks(board, out);
        out[count++] = zk_yokai_move(ZK_YOKAI_DO_DECLARE, 0, 0); /* Y20 */
        return count;
    case ZK_YOKAI_AGAIN: return list_looks(board, out);
    case ZK_YOKAI_MOVE:
        count = list_moves(rules_of(rules), board, out);
        if (!count) out[count++] = zk_yokai_move(ZK_YOKAI_DO_SKIP, 0, 0); /* Y12 */
        return count;
    case ZK_YOKAI_HINT: return list_hints(rules_of(rules), board, out);
    case ZK_YOKAI_OVER: return 0;
    default: return list_outcomes(rules_of(rules), state, out, weights);
    }
}

uint32_t zk_yokai_list(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                       zk_move *out) {
    const struct zk_yokai_board *board = &state_of(memory)->board;
    if (board->phase != ZK_YOKAI_MOVE) return moves(rules, memory, seat, out, NULL);
    uint32_t count = list_moves_aside(rules_of(rules), board, out);
    if (!count) out[count++] = zk_yokai_move(ZK_YOKAI_DO_SKIP, 0, 0); /* Y12 */
    return count;
}

/* A deck for each kind of outcome; a card of it is in the lowest four bits or in the next. */
static uint32_t card_of(const struct zk_rules *rules, const struct zk_state *state,
                        zk_move outcome) {
    (void)rules, (void)state;
    return (zk_yokai_act(outcome) - FIRST) << 4 | zk_yokai_card(outcome) |
           zk_yokai_laid_hint(outcome);
}

/* ---- One of them at random ---- */

/* Any unlocked card. There are always seven or more. */
ZK_INLINE unsigned random_unlocked(const struct zk_yokai_board *board, struct zk_rng *rng) {
    for (;;)
        for (uint64_t bits = zk_rng_next(rng), i = 0; i < 16; i++, bits >>= 4)
            if (!(board->locked >> (bits & 15) & 1)) return bits & 15;
}

ZK_APART zk_move sample_listed(const struct yokai_rules *rules,
                               const struct zk_yokai_board *board, struct zk_rng *rng) {
    zk_move list[MOVES_MAX];
    uint32_t count = list_moves(rules, board, list);
    return count ? list[zk_rng_below(rng, count)] : zk_yokai_move(ZK_YOKAI_DO_SKIP, 0, 0);
}

/* The sides of a card: east, west, south, north. */
static const int8_t step_x[4] = {1, -1, 0, 0}, step_y[4] = {0, 0, 1, -1};

/* A legal move of a card, each equally likely. A proposal is a card, another card and a side of
 * it. A place next to several cards is taken only from the first of them in the order of
 * `beside`, so that every pair of a card and a place is proposed alike. */
ZK_INLINE zk_move sample_move(const struct yokai_rules *rules,
                              const struct zk_yokai_board *board, struct zk_rng *rng) {
    for (unsigned tries = 0; tries < PROPOSALS_MAX / 6; tries++) {
        uint64_t bits = zk_rng_next(rng);
        for (unsigned i = 0; i < 6; i++, bits >>= 10) {
            unsigned card = bits & 15, anchor = bits >> 4 & 15, side = bits >> 8 & 3;
            if (board->locked >> card & 1) continue;
            int x = board->x[anchor] + step_x[side], y = board->y[anchor] + step_y[side];
            if (zk_yokai_is_card(board, x, y)) continue;
            if (beside(board->row, x, y) & ((1u << side) - 1)) continue;
            if (may_go(rules, board, card, x, y)) return zk_yokai_move_to(card, x, y);
        }
    }
    return sample_listed(rules, board, rng);
}

/* The same for games side by side: each goes through proposals until a glance finds nothing wrong with one, and
 * only then all take the longer look together. By itself it takes a twentieth longer. */
ZK_INLINE zk_move sample_move_aside(const struct yokai_rules *rules,
                                    const struct zk_yokai_board *board, struct zk_rng *rng) {
    uint64_t bits = 0;
    unsigned left = 0, words = 0, card, anchor, side;
    int x, y;
    do {
        do {
            if (left-- == 0) {
                if (words++ == PROPOSALS_MAX / 6) return sample_listed(rules, board, rng);
                bits = zk_rng_next(rng);
                left = 5;
            }
            card = bits & 15, anchor = bits >> 4 & 15, side = bits >> 8 & 3;
            x = board->x[anchor] + step_x[side], y = board->y[anchor] + step_y[side];
            bits >>= 10;
        } while ((board->locked >> card & 1) || zk_yokai_is_card(board, x, y) ||
                 (beside(board->row, x, y) & ((1u << side) - 1)) ||
                 !has_company(board, card, x, y));
    } while (!is_loose_at(rules, board->row, board->x[card], board->y[card]) &&
             !all_hang_together(board, board->x[card], board->y[card], x, y));
    return zk_yokai_move_to(card, x, y);
}

ZK_INLINE zk_move sample_hint(const struct yokai_rules *rules,
                              const struct zk_yokai_board *board, struct zk_rng *rng) {
    unsigned hints = layable(rules, board), unlocked = CARDS - board->laid_count;
    unsigned turn_up = board->pile_count > 0;
    if (zk_rng_below(rng, turn_up + hints * unlocked) < turn_up)
        return zk_yokai_move(ZK_YOKAI_DO_REVEAL, 0, 0);
    unsigned index = hints > 1 ? zk_rng_below(rng, hints) : 0;
    return zk_yokai_move(ZK_YOKAI_DO_LAY, random_unlocked(board, rng),
                         layable_hint(rules, board, index));
}

ZK_INLINE zk_move sample_turn_up(const struct zk_yokai_board *board, struct zk_rng *rng) {
    /* The card is off pile_count already, but not off pile[]. */
    unsigned pick = zk_rng_below(rng, board->pile_count + 1u), size = 0;
    while (pick >= board->pile[size]) pick -= board->pile[size++];
    for (;;) {
        unsigned hint = hints_of_size[size][zk_rng_below(rng, hints_in_size[size])];
        if (!(board->turned_up >> hint & 1)) return zk_yokai_move(TURN_UP, 0, hint);
    }
}

ZK_INLINE zk_move sample_deal(const struct yokai_state *state, struct zk_rng *rng) {
    unsigned pick = zk_rng_below(rng, CARDS - state->board.dealt), family = 0;
    while (pick >= family_left(state, family)) pick -= family_left(state, family++);
    return zk_yokai_move(DEAL, family, 0);
}

/* By weight, for the few other outcomes of the set-up. */
ZK_APART zk_move sample_outcome(const struct yokai_rules *rules,
                                const struct yokai_state *state, struct zk_rng *rng) {
    zk_move list[HINT_CARDS];
    uint32_t weights[HINT_CARDS], total = 0, i = 0;
    uint32_t count = list_outcomes(rules, state, list, weights);
    while (i < count) total += weights[i++];
    uint32_t pick = zk_rng_below(rng, total);
    for (i = 0; pick >= weights[i]; i++) pick -= weights[i];
    return list[i];
}

ZK_INLINE zk_move sample_set_up(const struct yokai_rules *rules,
                                const struct yokai_state *state, struct zk_rng *rng) {
    return state->board.phase == ZK_YOKAI_DEAL ? sample_deal(state, rng)
                                               : sample_outcome(rules, state, rng);
}

ZK_INLINE zk_move sample_peek(const struct zk_yokai_board *board, struct zk_rng *rng) {
    if (zk_rng_below(rng, CARDS - board->laid_count + 1u) == 0)
        return zk_yokai_move(ZK_YOKAI_DO_DECLARE, 0, 0);
    return zk_yokai_move(ZK_YOKAI_DO_PEEK, random_unlocked(board, rng), 0);
}

/* The card of the second look. */
ZK_INLINE unsigned sample_again(const struct zk_yokai_board *board, struct zk_rng *rng) {
    unsigned card;
    do card = random_unlocked(board, rng);
    while (card + 1 == board->peeked);
    return card;
}

ZK_INLINE zk_move sample_any(const struct yokai_rules *rules, const struct yokai_state *state,
                             struct zk_rng *rng) {
    const struct zk_yokai_board *board = &state->board;
    switch (board->phase) {
    case ZK_YOKAI_PEEK: return sample_peek(board, rng);
    case ZK_YOKAI_AGAIN: return zk_yokai_move(ZK_YOKAI_DO_PEEK, sample_again(board, rng), 0);
    case ZK_YOKAI_MOVE: return sample_move(rules, board, rng);
    case ZK_YOKAI_HINT: return sample_hint(rules, board, rng);
    case ZK_YOKAI_TURN_UP: return sample_turn_up(board, rng);
    default: return sample_set_up(rules, state, rng);
    }
}

static zk_move sample(const struct zk_rules *rules, const struct zk_state *state,
                      struct zk_rng *rng) {
    return sample_any(rules_of(rules), state_of(state), rng);
}

/* ---- Making a move ----
 * `counts` is NULL but for `witness`, and then counts the rules at work. */

/* In what a move is about to do, and in what is not legal beside it. */
static void witness_move(const struct yokai_rules *rules, const struct yokai_state *state,
                         zk_move move, uint64_t *counts) {
    const struct zk_yokai_board *board = &state->board;
    unsigned hint = zk_yokai_laid_hint(move), card = zk_yokai_card(move);
    switch (zk_yokai_act(move)) {
    case ZK_YOKAI_DO_PEEK: counts[Y8]++, counts[Y9]++; break;
    case ZK_YOKAI_DO_MOVE:
        counts[Y10]++;
        if (!is_loose_at(rules, board->row, board->x[card], board->y[card])) counts[Y11]++;
        break;
    case ZK_YOKAI_DO_SKIP: counts[Y12]++; break;
    case ZK_YOKAI_DO_REVEAL:
        counts[Y13]++;
        if (rules->blind) counts[Y34]++;
        if (!board->open_count) counts[Y16]++;
        break;
    case ZK_YOKAI_DO_LAY:
        counts[Y13]++;
        counts[Y14]++;
        if (!rules->blind && !(hint >> family_of(state->family, card) & 1)) counts[Y15]++;
        if (!board->pile_count) counts[Y16]++;
        if (rules->stack && board->open_count > 1) counts[Y33]++;
        if (rules->blind) counts[Y34]++;
        break;
    case TURN_UP: counts[Y2]++; break;
    case FIRST: counts[Y7]++; break;
    case DEAL:
        counts[Y1]++;
        counts[Y4]++;
        if (board->dealt == 0) counts[rules->own_hints ? Y6 : Y5]++;
        break;
    case PACT: counts[Y3]++; break;
    default: break;
    }
}

/* In how it ended; it stands with the scores. */
static void witness_end(const struct yokai_rules *rules, const struct yokai_state *state,
                        uint64_t *counts);

/* After the set-up's last card, pact and shape: the first turn. */
static void go_on_setting_up(const struct yokai_rules *rules, struct zk_yokai_board *board) {
    if (board->dealt < CARDS)
        board->phase = ZK_YOKAI_DEAL;
    else if (board->pacts < rules->reconcile)
        board->phase = ZK_YOKAI_PACT;
    else if (rules->shape > SHAPES && !board->shape)
        board->phase = ZK_YOKAI_SHAPE;
    else
        board->phase = ZK_YOKAI_PEEK;
}

ZK_INLINE void end_turn(const struct yokai_rules *rules, struct zk_yokai_board *board) {
    board->turns++;
    board->turn = (uint8_t)(board->turn + 1 == rules->players ? 0 : board->turn + 1);
    board->phase = ZK_YOKAI_PEEK;
}

ZK_INLINE void look(struct zk_yokai_board *board, unsigned card) { /* Y9 */
    board->looked[board->turn] |= bit(card);
    board->peeked = (uint8_t)(card + 1);
    board->phase = board->phase == ZK_YOKAI_PEEK ? ZK_YOKAI_AGAIN : ZK_YOKAI_MOVE;
}

ZK_INLINE void go(struct zk_yokai_board *board, unsigned card, int x, int y) { /* Y10 */
    board->row[board->y[card] & 31] ^= 1u << (board->x[card] & 31);
    board->row[y & 31] ^= 1u << (x & 31);
    board->x[card] = (int8_t)x;
    board->y[card] = (int8_t)y;
    board->phase = ZK_YOKAI_HINT;
}

/* Removes a hint card from those turned up. */
static void remove_open(struct zk_yokai_board *board, unsigned hint) {
    unsigned at = 0;
    while (zk_yokai_open_hint(board, at) != hint) at++;
    uint64_t newer = board->open & (((uint64_t)1 << 4 * at) - 1);
    board->open = newer | (board->open >> 4 * (at + 1)) << 4 * at;
}

ZK_INLINE void lay(const struct yokai_rules *rules, struct zk_yokai_board *board,
                   unsigned card, unsigned hint) { /* Y13, Y14 */
    if (!rules->blind) remove_open(board, hint);
    board->hint[card] = (uint8_t)hint;
    board->locked |= bit(card);
    board->open_count--;
    board->laid_count++;
    if (board->pile_count == 0 && board->open_count == 0) /* Y21 */
        board->phase = ZK_YOKAI_OVER;
    else
        end_turn(rules, board);
}

ZK_INLINE void turn_up(const struct yokai_rules *rules, struct zk_yokai_board *board) {
    board->pile_count--;
    board->open_count++;
    if (rules->blind)
        end_turn(rules, board); /* Y34: nobody sees which it is */
    else
        board->phase = ZK_YOKAI_TURN_UP;
}

ZK_INLINE void make(const struct yokai_rules *rules, struct yokai_state *state, zk_move move,
                    uint64_t *counts) {
    struct zk_yokai_board *board = &state->board;
    unsigned card = zk_yokai_card(move), hint = zk_yokai_laid_hint(move);
    if (counts) witness_move(rules, state, move, counts);
    switch (zk_yokai_act(move)) {
    case ZK_YOKAI_DO_PEEK: look(board, card); break;
    case ZK_YOKAI_DO_MOVE: go(board, card, zk_yokai_to_x(move), zk_yokai_to_y(move)); break;
    case ZK_YOKAI_DO_SKIP: board->phase = ZK_YOKAI_HINT; break;
    case ZK_YOKAI_DO_REVEAL: turn_up(rules, board); break;
    case ZK_YOKAI_DO_LAY: lay(rules, board, card, hint); break;
    case ZK_YOKAI_DO_DECLARE: /* Y20 */
        board->declared = 1;
        board->phase = ZK_YOKAI_OVER;
        break;
    case TURN_UP:
        board->pile[size_of_hint[hint]]--;
        board->turned_up |= (uint16_t)(1u << hint);
        board->open = board->open << 4 | hint;
        end_turn(rules, board);
        break;
    case FIRST:
        board->turn = board->first = (uint8_t)card;
        go_on_setting_up(rules, board);
        break;
    case DEAL:
        state->family |= (uint32_t)card << 2 * board->dealt++;
        state->left -= 1u << 8 * card;
        go_on_setting_up(rules, board);
        break;
    case PACT:
        state->pact[(board->first + board->pacts++) % rules->players] = (uint8_t)hint;
        go_on_setting_up(rules, board);
        break;
    default: /* SHAPE */ board->shape = (uint8_t)(card + 1); go_on_setting_up(rules, board);
    }
    if (counts && board->phase == ZK_YOKAI_OVER) witness_end(rules, state, counts);
}

static void apply(const struct zk_rules *rules, struct zk_state *state, zk_move move) {
    make(rules_of(rules), state_in(state), move, NULL);
}

static void witness(const struct zk_rules *rules, struct zk_state *state, zk_move move,
                    uint64_t *counts) {
    make(rules_of(rules), state_in(state), move, counts);
}

/* A whole turn, look after look, move and hint, so that games side by side do the same; or the set-up. */
static uint32_t play_on(const struct zk_rules *memory, struct zk_state *state_memory,
                        struct zk_rng *rng) {
    const struct yokai_rules *rules = rules_of(memory);
    struct yokai_state *state = state_in(state_memory);
    struct zk_yokai_board *board = &state->board;
    uint32_t decisions = 0;
    while (board->phase < ZK_YOKAI_PEEK)
        make(rules, state, sample_set_up(rules, state, rng), NULL);
    if (board->phase == ZK_YOKAI_PEEK) {
        decisions++;
        make(rules, state, sample_peek(board, rng), NULL);
    }
    if (board->phase == ZK_YOKAI_AGAIN) {
        decisions++;
        look(board, sample_again(board, rng));
    }
    if (board->phase == ZK_YOKAI_MOVE) {
        decisions++;
        make(rules, state, sample_move_aside(rules, board, rng), NULL);
    }
    if (board->phase == ZK_YOKAI_HINT) {
        decisions++;
        make(rules, state, sample_hint(rules, board, rng), NULL);
    }
    if (board->phase == ZK_YOKAI_TURN_UP) make(rules, state, sample_turn_up(board, rng), NULL);
    return decisions;
}

static uint32_t playout(const struct zk_rules *rules, struct zk_state *memory,
                        struct zk_rng *rng) {
    struct yokai_state *state = state_in(memory);
    struct zk_rng local = *rng;
    uint32_t decisions = 0;
    while (state->board.phase != ZK_YOKAI_OVER) {
        decisions +=
            state->board.phase >= ZK_YOKAI_PEEK && state->board.phase < ZK_YOKAI_TURN_UP;
        make(rules_of(rules), state, sample_any(rules_of(rules), state, &local), NULL);
    }
    *rng = local;
    return decisions;
}

/* ---- Scores ---- */

/* Whether two cards lie side by side. */
static bool are_neighbours(const struct zk_yokai_board *board, unsigned a, unsigned b) {
    int dx = board->x[a] - board->x[b], dy = board->y[a] - board->y[b];
    return dx * dx + dy * dy == 1;
}

static unsigned family_cards(const struct yokai_state *state, unsigned family) {
    unsigned cards = 0;
    for (unsigned card = 0; card < CARDS; card++)
        if (family_of(state->family, card) == family) cards |= bit(card);
    return cards;
}

/* Those of some cards that hang together with the first of them. */
static unsigned first_part(const struct zk_yokai_board *board, unsigned cards) {
    unsigned reached, grown;
    for (reached = cards & -cards, grown = 0; grown != reached;) {
        grown = reached;
        for (unsigned card = 0; card < CARDS; card++)
            for (unsigned rest = cards & ~reached; rest; rest &= rest - 1)
                if ((reached & bit(card)) && are_neighbours(board, card, zk_lowest(rest)))
                    reached |= rest & -rest;
    }
    return reached;
}

/* Y22: whether the four cards of a family hang together. */
static bool family_together(const struct yokai_state *state, unsigned family) {
    unsigned cards = family_cards(state, family);
    return first_part(&state->board, cards) == cards;
}

/* Y31: whether the two families touch somewhere. */
static bool pact_holds(const struct yokai_state *state, unsigned pact) {
    for (unsigned a = 0; a < CARDS; a++)
        for (unsigned b = 0; b < a; b++) {
            unsigned both =
                1u << family_of(state->family, a) | 1u << family_of(state->family, b);
            if (both == pact && are_neighbours(&state->board, a, b)) return true;
        }
    return false;
}

/* Y32: whether the sixteen cards form the goal. */
static bool shape_holds(const struct yokai_rules *rules, const struct zk_yokai_board *board) {
    uint16_t rows[SHAPE_ROWS] = {0};
    int x = board->x[0], y = board->y[0];
    for (unsigned card = 1; card < CARDS; card++) {
        if (board->x[card] < x) x = board->x[card];
        if (board->y[card] < y) y = board->y[card];
    }
    for (unsigned card = 0; card < CARDS; card++)
        rows[board->y[card] - y] |= (uint16_t)(1u << (board->x[card] - x));
    for (unsigned form = 0; form < FORMS; form++)
        if (memcmp(rows, rules->form[board->shape - 1][form], sizeof rows) == 0) return true;
    return false;
}

static bool families_together(const struct yokai_state *state) {
    for (unsigned family = 0; family < FAMILIES; family++)
        if (!family_together(state, family)) return false;
    return true;
}

/* Y31, Y32: whether all that was dealt or chosen holds. */
static bool conditions_hold(const struct yokai_rules *rules, const struct yokai_state *state) {
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
        if (state->pact[seat] && !pact_holds(state, state->pact[seat])) return false;
    return !state->board.shape || shape_holds(rules, &state->board);
}

/* Y23, Y34: what a hint card laid on a card counts. */
static int hint_points(const struct yokai_rules *rules, const struct yokai_state *state,
                       unsigned card) {
    unsigned hint = state->board.hint[card];
    if (!hint) return 0;
    return rules->blind || (hint >> family_of(state->family, card) & 1) ? 1 : -1;
}

/* Y23 */
static int points_of_win(const struct yokai_rules *rules, const struct yokai_state *state) {
    const struct zk_yokai_board *board = &state->board;
    int points =
        ZK_YOKAI_PILE_POINTS * board->pile_count + ZK_YOKAI_OPEN_POINTS * board->open_count;
    for (unsigned card = 0; card < CARDS; card++) points += hint_points(rules, state, card);
    return points;
}

void zk_yokai_count(const struct zk_rules *memory, const struct zk_yokai_view *seen,
                    struct zk_yokai_count *count) {
    const struct yokai_rules *rules = rules_of(memory);
    struct yokai_state state = {.board = seen->board};
    memset(count, 0, sizeof *count);
    for (unsigned card = 0; card < CARDS; card++)
        state.family |= (seen->family[card] - 1u) << 2 * card;
    for (unsigned family = 0; family < FAMILIES; family++)
        for (unsigned cards = family_cards(&state, family); cards; count->parts[family]++)
            cards &= ~first_part(&state.board, cards);
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
        count->pact[seat] = seen->pact[seat] && pact_holds(&state, seen->pact[seat]);
    count->shape = state.board.shape && shape_holds(rules, &state.board);
    for (unsigned card = 0; card < CARDS; card++)
        count->hint[card] = (int8_t)hint_points(rules, &state, card);
}

/* Every place of a shape is tried for every card, in all forms. */
void zk_yokai_goal(const struct zk_rules *memory, const struct zk_yokai_board *board,
                   struct zk_yokai_goal *goal) {
    const struct yokai_rules *rules = rules_of(memory);
    memset(goal, 0, sizeof *goal);
    for (unsigned form = 0; form < FORMS; form++) {
        const uint16_t *rows = rules->form[board->shape - 1][form];
        int x[CARDS], y[CARDS];
        unsigned squares = 0;
        for (int row = 0; row < SHAPE_ROWS; row++)
            for (unsigned bits = rows[row]; bits; bits &= bits - 1) {
                x[squares] = (int)zk_lowest(bits);
                y[squares++] = row;
            }
        for (unsigned try = 0; try < CARDS * CARDS; try++) {
            int left = board->x[try / CARDS] - x[try % CARDS];
            int top = board->y[try / CARDS] - y[try % CARDS];
            unsigned right = 0;
            for (unsigned i = 0; i < CARDS; i++)
                right += zk_yokai_is_card(board, left + x[i], top + y[i]);
            if (right <= goal->right) continue;
            goal->right = (uint8_t)right;
            goal->x = (int8_t)left;
            goal->y = (int8_t)top;
            memcpy(goal->row, rows, sizeof goal->row);
        }
    }
}

static bool points(const struct zk_rules *rules, const struct zk_state *state, int32_t *out) {
    (void)rules, (void)state, (void)out;
    return false;
}

/* Y23: a win before the first hint card is turned up. */
static uint32_t points_most(const struct zk_rules *rules) {
    return ZK_YOKAI_PILE_POINTS * (uint32_t)rules_of(rules)->hints_count;
}

static void result(const struct zk_rules *rules_memory, const struct zk_state *memory,
                   struct zk_result *out) {
    const struct yokai_rules *rules = rules_of(rules_memory);
    const struct yokai_state *state = state_of(memory);
    memset(out, 0, sizeof *out);
    out->end = rule_ids[state->board.declared ? Y20 : Y21];
    out->rank = zk_yokai_rank_names[ZK_YOKAI_LOST];
    if (!families_together(state) || !conditions_hold(rules, state)) return;
    int won = points_of_win(rules, state);
    unsigned players = rules->players;
    out->winners = (1u << players) - 1;
    for (unsigned seat = 0; seat < players; seat++) out->points[seat] = won;
    const uint8_t *from = zk_yokai_ranks_from[players - 2];
    out->rank = zk_yokai_rank_names[won >= from[1]   ? ZK_YOKAI_LEGENDARY
                                    : won >= from[0] ? ZK_YOKAI_GLORIOUS
                                                     : ZK_YOKAI_HONOURABLE]; /* Y24 */
}

static void witness_end(const struct yokai_rules *rules, const struct yokai_state *state,
                        uint64_t *counts) {
    counts[state->board.declared ? Y20 : Y21]++;
    counts[Y22]++;
    bool peace = families_together(state);
    if (peace && conditions_hold(rules, state)) {
        counts[Y23]++;
        counts[Y24]++;
        counts[Y36]++;
    } else if (peace) {
        counts[Y35]++;
    }
    if (rules->level == 1 && !rules->reconcile && !rules->stack && !rules->blind &&
        !rules->shape)
        counts[Y30]++;
    if (rules->level > 1) counts[Y35a]++;
    if (rules->reconcile) counts[Y31]++;
    if (rules->shape) counts[Y32]++;
}

/* ---- Check ---- */

static const char *check_places(const struct zk_yokai_board *board) {
    uint32_t row[ZK_YOKAI_ROWS] = {0};
    for (unsigned card = 0; card < CARDS; card++) {
        int x = board->x[card], y = board->y[card];
        if (x < -TURNS_MAX || x > TURNS_MAX + 3 || y < -TURNS_MAX || y > TURNS_MAX + 3)
            return "a card lies too far out";
        if (row[y & 31] >> (x & 31) & 1) return "two cards lie in one place";
        row[y & 31] |= 1u << (x & 31);
    }
    if (memcmp(row, board->row, sizeof row) != 0) return "rows and places differ";
    unsigned reached = 1, grown = 0;
    while (grown != reached) {
        grown = reached;
        for (unsigned a = 0; a < CARDS; a++)
            for (unsigned b = 0; b < CARDS; b++)
                if ((reached & bit(a)) && are_neighbours(board, a, b)) reached |= bit(b);
    }
    return reached == ALL_CARDS ? NULL : "the cards do not hang together";
}

static const char *check_hints(const struct yokai_rules *rules,
                               const struct zk_yokai_board *board) {
    unsigned laid = 0, seen = 0, locked = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        unsigned hint = board->hint[card];
        if (!hint) continue;
        laid++;
        locked |= bit(card);
        if (hint > 15 || (hint == ZK_YOKAI_BLIND_HINT) != rules->blind)
            return "a hint card does not exist";
        if (!rules->blind && (seen >> hint & 1)) return "a hint card was laid twice";
        seen |= 1u << hint;
    }
    if (laid != board->laid_count || locked != board->locked)
        return "laid hints are counted wrong";
    if (laid + board->open_count + board->pile_count != rules->hints_count)
        return "hint cards are missing or too many";
    if (rules->blind)
        return board->open || board->turned_up || board->phase == ZK_YOKAI_TURN_UP
                   ? "a blind hint card was seen"
                   : NULL;
    unsigned open = 0;
    for (uint64_t rest = board->open; rest; rest >>= 4, open++) {
        if (seen >> (rest & 15) & 1) return "a hint card is there twice";
        seen |= 1u << (rest & 15);
    }
    bool pending = board->phase == ZK_YOKAI_TURN_UP;
    if (open + pending != board->open_count) return "open hints are counted wrong";
    if (seen != board->turned_up) return "hints turned up are not those that are seen";
    for (unsigned size = 0; size < 3; size++) {
        unsigned out = hints_in_size[size] - hints_unseen(board, size);
        if (out + board->pile[size] != rules->hints[size])
            return "the pile's make-up is wrong";
    }
    return board->pile[0] + board->pile[1] + board->pile[2] == board->pile_count + pending
               ? NULL
               : "the pile's size is wrong";
}

static const char *check(const struct zk_rules *rules_memory, const struct zk_state *memory) {
    const struct yokai_rules *rules = rules_of(rules_memory);
    const struct yokai_state *state = state_of(memory);
    const struct zk_yokai_board *board = &state->board;
    const char *wrong = check_places(board);
    if (!wrong) wrong = check_hints(rules, board);
    if (wrong) return wrong;
    if (board->dealt > CARDS || (board->dealt < CARDS && state->family >> 2 * board->dealt))
        return "cards are dealt wrong";
    for (unsigned family = 0; family < FAMILIES; family++) {
        unsigned count = family_left(state, family);
        for (unsigned card = 0; card < board->dealt; card++)
            count += family_of(state->family, card) == family;
        if (count != CARDS / FAMILIES) return "a family has too many cards or too few";
    }
    unsigned pacts = 0;
    if (board->first >= rules->players || (rules->first && board->first != rules->first - 1) ||
        board->turn != (board->first + board->turns) % rules->players)
        return "it is somebody else's turn";
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) {
        unsigned pact = state->pact[seat];
        if (pact && bits_count(pact) != 2) return "a pact does not exist";
        pacts += pact != 0;
        if (pact && (seat + rules->players - board->first) % rules->players >= board->pacts)
            return "a pact was dealt out of turn";
        for (unsigned other = 0; other < seat; other++)
            if (pact && state->pact[other] == pact) return "a pact was dealt twice";
        if (seat >= rules->players && (pact || board->looked[seat]))
            return "an absent seat acts";
    }
    if (pacts != board->pacts || pacts > rules->reconcile) return "pacts are counted wrong";
    if (board->turns > TURNS_MAX || board->shape > SHAPES || board->phase > ZK_YOKAI_OVER ||
        board->declared > (board->phase == ZK_YOKAI_OVER))
        return "a counter is out of its range";
    /* A turn ends with a hint card turned up or laid, but for the last one of Y21. */
    if (board->turns != 2 * board->laid_count + board->open_count -
                            (board->phase == ZK_YOKAI_TURN_UP) -
                            (board->phase == ZK_YOKAI_OVER && !board->declared))
        return "turns and hint cards differ";
    if (board->peeked > CARDS ||
        (!board->peeked && (board->turns || board->phase > ZK_YOKAI_PEEK) &&
         board->phase != ZK_YOKAI_OVER))
        return "a look is forgotten";
    if ((board->phase <= ZK_YOKAI_DEAL) != (board->dealt < CARDS) ||
        (board->phase < ZK_YOKAI_PACT && pacts) ||
        (board->phase == ZK_YOKAI_FIRST && rules->first) ||
        (board->phase == ZK_YOKAI_FIRST && board->dealt) ||
        (board->phase == ZK_YOKAI_PACT && pacts == rules->reconcile) ||
        (board->phase > ZK_YOKAI_PACT && pacts < rules->reconcile) ||
        (rules->shape <= SHAPES
             ? board->shape != rules->shape || board->phase == ZK_YOKAI_SHAPE
             : (board->phase <= ZK_YOKAI_SHAPE) != !board->shape))
        return "the set-up ends too early or too late";
    for (unsigned i = 0; i < sizeof board->unused; i++)
        if (board->unused[i]) return "unused bytes are used";
    return NULL;
}

/* ---- Views ---- */

static void view(const struct zk_rules *rules_memory, const struct zk_state *memory, int seat,
                 struct zk_view *out) {
    const struct yokai_rules *rules = rules_of(rules_memory);
    const struct yokai_state *state = state_of(memory);
    const struct zk_yokai_board *board = &state->board;
    struct zk_yokai_view *seen = (void *)out;
    memset(seen, 0, sizeof *seen);
    seen->board = *board;
    seen->seat = (int8_t)seat;
    seen->players = rules->players;
    seen->reconcile = rules->reconcile;
    seen->stack = rules->stack;
    seen->blind = rules->blind;
    bool all = seat == ZK_EVERYTHING || board->phase == ZK_YOKAI_OVER; /* Y22 */
    unsigned known = all ? ALL_CARDS : seat < 0 ? 0 : board->looked[seat];
    for (unsigned card = 0; card < board->dealt; card++)
        if (known >> card & 1)
            seen->family[card] = (uint8_t)(family_of(state->family, card) + 1);
    for (int p = 0; p < rules->players; p++)
        if (all || p == seat) seen->pact[p] = state->pact[p];
}

/* ---- Resampling ---- */

static void resample(const struct zk_rules *rules, const struct zk_view *view_memory,
                     struct zk_rng *rng, struct zk_state *memory) {
    (void)rules;
    const struct zk_yokai_view *seen = zk_yokai_seen(view_memory);
    struct yokai_state *state = state_in(memory);
    unsigned total = CARDS;
    memset(state, 0, sizeof *state);
    state->board = seen->board;
    state->left = 0x04040404;
    for (unsigned card = 0; card < CARDS; card++) {
        if (!seen->family[card]) continue;
        unsigned family = seen->family[card] - 1u;
        state->left -= 1u << 8 * family;
        state->family |= family << 2 * card;
        total--;
    }
    for (unsigned card = 0; card < seen->board.dealt; card++) {
        if (seen->family[card]) continue;
        unsigned pick = zk_rng_below(rng, total--), family = 0;
        while (pick >= family_left(state, family)) pick -= family_left(state, family++);
        state->left -= 1u << 8 * family;
        state->family |= family << 2 * card;
    }
    memcpy(state->pact, seen->pact, sizeof state->pact);
    for (unsigned i = 0; i < seen->board.pacts; i++) { /* Y31: different ones for the others */
        unsigned owner = (seen->board.first + i) % seen->players, pact;
        if (state->pact[owner]) continue;
        do pact = pacts_list[zk_rng_below(rng, PACTS)];
        while (pact_dealt(state, pact));
        state->pact[owner] = (uint8_t)pact;
    }
}

const struct zk_game zk_yokai = {
    .id = "yokai",
    .name = "Yokai",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .together = true,
    .silence = "Y8",
    .rules_size = sizeof(struct yokai_rules),
    .state_size = sizeof(struct yokai_state),
    .view_size = sizeof(struct zk_yokai_view),
    .moves_max = MOVES_MAX,
    .length_max = LENGTH_MAX,
    .options = options,
    .apart = apart,
    .phrases = phrases,
    .rule_ids = rule_ids,
    .about = &zk_yokai_about,
    .prepare = prepare,
    .seats = seats,
    .start = start,
    .actor = actor,
    .moves = moves,
    .sample = sample,
    .card_of = card_of,
    .apply = apply,
    .playout = playout,
    .play_on = play_on,
    .witness = witness,
    .points = points,
    .points_most = points_most,
    .result = result,
    .check = check,
    .view = view,
    .resample = resample,
    .print_move = zk_yokai_print_move,
    .saw = zk_yokai_saw,
    .parse_move = zk_yokai_parse_move,
    .explain = zk_yokai_explain,
    .write_facts = zk_yokai_write_facts,
    .print_view = zk_yokai_print_view,
    .write_view = zk_yokai_write_view,
};
