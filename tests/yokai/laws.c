/* laws.c: law 7 in late positions of Yokai, deal by deal.
 *
 * Nothing of a deal is known at first, and nothing but the end ever makes all of it known: the
 * worlds cannot be followed from the start. But what hides is decided at the start, so the worlds of
 * a late position are found by playing the same game again after every other deal. Then all deals weigh
 * the same, and so do pacts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/yokai/yokai.h"
#include "own_laws.h"

struct yokai_past {
    zk_move move[256];
    uint32_t count;
    char told[256][LAWS_TOLD_SIZE]; /* what the seat was told of each */
    int family[ZK_YOKAI_CARDS];     /* the letter it was told of each card, or 0 */
};

/* A seat that wants to see much: cards it has not seen, hint cards turned up as long as they last
 * and laid on cards that it has seen. Nobody declares peace; the others do anything. */
static zk_move look_around(struct laws *laws, const struct zk_state *state,
                           const struct yokai_past *past, int seat, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    if (game->actor(laws->rules, state) == ZK_CHANCE)
        return zk_sample(game, laws->rules, state, rng);
    uint32_t count =
        game->moves(laws->rules, state, game->actor(laws->rules, state), laws->move, NULL);
    zk_move best = 0;
    unsigned most = 0, found = 0;
    for (uint32_t i = 0; i < count; i++) {
        unsigned act = zk_yokai_act(laws->move[i]), wish = 1;
        bool seen = past->family[zk_yokai_card(laws->move[i])] != 0;
        if (act == ZK_YOKAI_DO_DECLARE) continue;
        if (act == ZK_YOKAI_DO_PEEK && game->actor(laws->rules, state) == seat)
            wish = seen ? 1 : 2;
        if (act == ZK_YOKAI_DO_LAY) wish = seen ? 2 : 1;
        if (act == ZK_YOKAI_DO_REVEAL) wish = 3;
        if (wish > most) most = wish, found = 0;
        if (wish == most && zk_rng_below(rng, ++found) == 0) best = laws->move[i];
    }
    return best;
}

static bool find_text(struct laws *laws, const struct zk_state *state, const char *text,
                      zk_move *move) {
    return zk_parse_move(laws->game, laws->rules, state, laws->game->actor(laws->rules, state),
                         text, strlen(text), move);
}

/* How many deals there are, at most 10,000. */
static unsigned count_deals(const struct yokai_past *past) {
    unsigned left[ZK_YOKAI_FAMILIES] = {4, 4, 4, 4}, deals = 1, dealt = 0;
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++)
        if (past->family[card])
            left[strchr(zk_yokai_letters, past->family[card]) - zk_yokai_letters]--;
    for (unsigned family = 0; family < ZK_YOKAI_FAMILIES; family++)
        for (unsigned i = 1; i <= left[family] && deals < 10000; i++)
            deals = deals * ++dealt / i; /* a multinomial coefficient, factor by factor */
    return deals;
}

static bool is_legal(struct laws *laws, const struct zk_state *state, zk_move move) {
    char data[ZK_MOVE_TEXT_SIZE];
    struct zk_text text = zk_text_in(data, sizeof data);
    zk_move meant;
    laws->game->print_move(laws->rules, state, move, ZK_EVERYTHING, &text);
    return find_text(laws, state, data, &meant) && meant == move;
}

/* Plays moves `index` and on after another deal: cards dealt as `deal` says, pacts in every way
 * that the seat is told the same of. Adds each world in which it is told the same throughout;
 * returns how many there are. */
static unsigned again(struct laws *laws, const struct yokai_past *past, uint32_t index,
                      const struct zk_state *state, int seat, const char *deal,
                      struct worlds *worlds) {
    const struct zk_game *game = laws->game;
    struct zk_state next;
    memcpy(&next, state, game->state_size);
    for (; index < past->count; index++) {
        char text[LAWS_TOLD_SIZE];
        zk_move move = past->move[index];
        bool chance = game->actor(laws->rules, &next) == ZK_CHANCE;
        if (chance && strncmp(past->told[index], "card ", 5) == 0) {
            int card = atoi(past->told[index] + 5);
            snprintf(text, sizeof text, "card %d %c", card, deal[card - 1]);
            if (!find_text(laws, &next, text, &move)) return 0;
        } else if (chance && strncmp(past->told[index], "pact ?", 6) == 0) {
            unsigned found = 0;
            zk_move list[16];
            uint32_t weights[16], count;
            count = game->moves(laws->rules, &next, ZK_CHANCE, list, weights);
            for (uint32_t i = 0; i < count; i++) {
                struct zk_state branch;
                laws_told(laws, &next, list[i], seat, text);
                if (strcmp(text, past->told[index]) != 0) continue;
                memcpy(&branch, &next, game->state_size);
                game->apply(laws->rules, &branch, list[i]);
                found += again(laws, past, index + 1, &branch, seat, deal, worlds);
            }
            return found;
        }
        if (!is_legal(laws, &next, move)) return 0; /* a pact may have gone to another */
        laws_told(laws, &next, move, seat, text);
        if (strcmp(text, past->told[index]) != 0) return 0;
        game->apply(laws->rules, &next, move);
    }
    if (!worlds_add(worlds, &next, 1)) fail_msg("%s: too many worlds", laws->name);
    return 1;
}

/* Every deal that fits what the seat was told of cards, from card number `card` on. */
static void deal_on(struct laws *laws, const struct yokai_past *past,
                    const struct zk_state *start, int seat, unsigned card, unsigned *left,
                    char *deal, struct worlds *worlds) {
    if (card == ZK_YOKAI_CARDS) {
        again(laws, past, 0, start, seat, deal, worlds);
        return;
    }
    for (unsigned family = 0; family < ZK_YOKAI_FAMILIES; family++) {
        char letter = zk_yokai_letters[family];
        if (!left[family] || (past->family[card] && past->family[card] != letter)) continue;
        left[family]--;
        deal[card] = letter;
        deal_on(laws, past, start, seat, card + 1, left, deal, worlds);
        left[family]++;
    }
}

static void follow_late(struct laws *laws, int seat, uint64_t number, struct tally *tally) {
    const struct zk_game *game = laws->game;
    static struct yokai_past past;
    struct zk_rng rng = zk_rng_stream(own_laws_seed(), number), looking = zk_rng_split(&rng);
    struct worlds worlds;
    struct zk_state start, state;
    memset(&past, 0, sizeof past);
    worlds_open(&worlds, laws, 12000);
    game->start(laws->rules, &start);
    memcpy(&state, &start, game->state_size);
    while (game->actor(laws->rules, &state) != ZK_OVER) {
        const struct zk_yokai_view *seen = zk_yokai_seen(laws->view[1]);
        game->view(laws->rules, &state, seat, laws->view[1]);
        unsigned deals = seen->board.dealt == ZK_YOKAI_CARDS ? count_deals(&past) : 10000;
        bool look = deals <= 40 || (deals <= 200 && zk_rng_below(&looking, 8) == 0);
        if (look && seen->board.phase >= ZK_YOKAI_PEEK) {
            unsigned left[ZK_YOKAI_FAMILIES] = {4, 4, 4, 4};
            char deal[ZK_YOKAI_CARDS];
            worlds_clear(&worlds);
            deal_on(laws, &past, &start, seat, 0, left, deal, &worlds);
            if (worlds_find(&worlds, &state) < 0)
                fail_msg("%s, move %u: seat %d rules out the truth", laws->name, past.count,
                         seat);
            if (!worlds_check(laws, &worlds, seat, NULL, &looking))
                fail_msg("%s, move %u: %s", laws->name, past.count, laws->fault);
            tally->positions++;
            tally->several += worlds.count > 1;
        }
        zk_move move = look_around(laws, &state, &past, seat, &rng);
        char *told = past.told[past.count];
        laws_told(laws, &state, move, seat, told);
        if (strncmp(told, "peek ", 5) == 0 && strchr(zk_yokai_letters, told[strlen(told) - 1]))
            past.family[atoi(told + 5) - 1] = told[strlen(told) - 1];
        past.move[past.count++] = move;
        game->apply(laws->rules, &state, move);
    }
    worlds_close(&worlds);
}

static void late_memory_is_perfect(void **test) {
    const struct zk_game *game = *test;
    static const char *const options[] = {
        "players=2",
        "players=2 reconcile=2 stack=on",
        "players=2 level=4 reconcile=1 first=B",
        "players=3 reconcile=3 hints=4+1+4",
        "players=3 level=5 first=C",
        "players=4 reconcile=2 blind=on shape=crown",
        "players=4 reconcile=4",
    };
    struct tally tally = {0};
    for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
        struct laws laws;
        laws_open_named(&laws, game, options[i]);
        for (uint64_t number = 0; number < 6; number++)
            follow_late(&laws, (int)(number % laws.seats), number * 100 + i, &tally);
        laws_close(&laws);
    }
    assert_true(tally.several > 300);
}

/* Law 4: texts that are almost moves. */
static const char *const rubbish[] = {
    "peek 0",
    "peek 17",
    "peek 01",
    "peek -1",
    "peek 4294967297",
    "move 1 to 0,0",
    "move 1 to -0,4",
    "move 16 to 4,+3",
    "move 5 to 127,128",
    "move 5 to 256,-256",
    "move 5 to 32,0",
    "move 5 to 1,",
    "skip",
    "take",
    "reveal 1",
    "hint PK on 1",
    "hint KPRO on 1",
    "hint  on 1",
    "hint on 0",
    "declare",
    "card 17 K",
    "pact K",
    "shape round",
    NULL,
};

/* ---- Law 9: a view read back from an observation ---- */

static void set_rows(struct zk_yokai_board *board) {
    memset(board->row, 0, sizeof board->row);
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++)
        board->row[board->y[card] & 31] |= 1u << (board->x[card] & 31);
}

/* Where the cards lie on the plane is left out. */
static void normalise(struct zk_view *view) {
    struct zk_yokai_board *board = &((struct zk_yokai_view *)(void *)view)->board;
    int x = board->x[0], y = board->y[0];
    for (unsigned card = 1; card < ZK_YOKAI_CARDS; card++) {
        if (board->x[card] < x) x = board->x[card];
        if (board->y[card] < y) y = board->y[card];
    }
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++) {
        board->x[card] = (int8_t)(board->x[card] - x);
        board->y[card] = (int8_t)(board->y[card] - y);
    }
    set_rows(board);
}

static void decode(const struct observed *observed, struct zk_view *view) {
    struct zk_yokai_view *seen = (void *)view;
    struct zk_yokai_board *board = &seen->board;
    unsigned me = (unsigned)observed->seat, players = zk_yokai.seats(observed->rules);
#define FIELD(name) (*observed_field(observed, #name))
    for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++) {
        board->x[card] = (int8_t)observed_field(observed, "x")[card];
        board->y[card] = (int8_t)observed_field(observed, "y")[card];
        board->hint[card] = observed_field(observed, "hint")[card];
        seen->family[card] = observed_field(observed, "family")[card];
        if (!board->hint[card]) continue;
        board->locked |= (uint16_t)(1u << card);
        board->laid_count++;
        if (board->hint[card] != ZK_YOKAI_BLIND_HINT)
            board->turned_up |= (uint16_t)(1u << board->hint[card]);
    }
    set_rows(board);
    for (unsigned i = 0; i < ZK_YOKAI_HINTS_MAX; i++) {
        unsigned hint = observed_field(observed, "open")[i];
        board->open |= (uint64_t)hint << 4 * i;
        if (hint) board->turned_up |= (uint16_t)(1u << hint);
    }
    for (unsigned row = 0; row < players; row++) {
        unsigned seat = (row + me) % players;
        seen->pact[seat] = observed_field(observed, "pact")[row];
        for (unsigned card = 0; card < ZK_YOKAI_CARDS; card++)
            board->looked[seat] |=
                (uint16_t)(observed_field(observed, "looked")[ZK_YOKAI_CARDS * row + card]
                           << card);
    }
    memcpy(board->pile, observed_field(observed, "pile"), sizeof board->pile);
    board->pile_count = FIELD(pile_count);
    board->open_count = FIELD(open_count);
    board->phase = FIELD(phase);
    board->turn = (uint8_t)((FIELD(turn) + me) % players);
    board->first = (uint8_t)((FIELD(first) + me) % players);
    board->turns = FIELD(turns);
    board->peeked = FIELD(peeked);
    board->dealt = FIELD(dealt);
    board->pacts = FIELD(pacts);
    board->shape = FIELD(shape);
    board->declared = FIELD(declared);
    seen->seat = (int8_t)(observed->kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : observed->seat);
    seen->players = (uint8_t)players;
    seen->reconcile = FIELD(reconcile);
    seen->stack = FIELD(stack);
    seen->blind = FIELD(blind);
#undef FIELD
}

const struct own_laws yokai_laws = {
    .game = &zk_yokai,
    .observed = {decode, normalise},
    .rubbish = rubbish,
    .test = late_memory_is_perfect,
    .test_name = "law 7: late positions, deal by deal",
};
