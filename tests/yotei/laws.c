/* laws.c: what law 7 must be told of Yōtei: how likely each world is, since bids that nobody sees are not
 * chance's; and sets of cards in which every history of sealed bids can be tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/yotei/yotei.h"
#include "own_laws.h"

/* In how many ways the copies of a card can be chosen that lie in some place, when `of` are left. */
static uint32_t choose(unsigned of, unsigned chosen) {
    uint32_t ways = 1;
    for (unsigned i = 0; i < chosen; i++) ways = ways * (of - i) / (i + 1);
    return ways;
}

/* Every vector of bids once, times the ways in which unseen cards can lie in hands and in decks. */
static void ways(struct laws *laws, const struct worlds *worlds, int seat, double *out) {
    const struct zk_yotei_view *seen = zk_yotei_seen(laws->view[1]);
    const struct zk_yotei_set *set = zk_yotei_cards(laws->rules);
    const struct zk_yotei_view *all = zk_yotei_seen(laws->view[0]);
    for (uint32_t w = 0; w < worlds->count; w++) {
        laws->game->view(laws->rules, worlds_at(worlds, w), ZK_EVERYTHING, laws->view[0]);
        out[w] = 1;
        for (unsigned power = 0; power < ZK_YOTEI_POWERS; power++) {
            unsigned left = seen->unseen[power];
            for (unsigned other = 0; other < laws->seats; other++) {
                unsigned held = 0;
                for (unsigned i = 0; i < ZK_YOTEI_HELD_MAX; i++)
                    held += all->hand[other][i] == power + 1 && !all->board.age[other][i];
                if ((int)other == seat) continue;
                out[w] *= choose(left, held);
                left -= held;
            }
        }
        for (unsigned kind = 0, card = 0; kind < set->lands; kind++) {
            unsigned unseen = 0, taken[ZK_SEATS_MAX] = {0};
            for (unsigned n = set->land[kind].count; n; n--, card++) {
                unsigned is = zk_yotei_where(all->where, card);
                unseen += zk_yotei_where(seen->where, card) == ZK_YOTEI_UNSEEN;
                if (is >= ZK_YOTEI_TAKEN && is < ZK_YOTEI_COLLECTED)
                    taken[is - ZK_YOTEI_TAKEN]++;
            }
            for (unsigned other = 0; other < laws->seats; other++) {
                if ((int)other == seat) continue;
                out[w] *= choose(unseen, taken[other]);
                unseen -= taken[other];
            }
        }
    }
}

/* ---- Sealed bids ---- */

/* Sets with which little else is hidden: one kind of card to a tier, and few mystery cards. In them '
 * stands for the quotation mark. */
#define BIDS_LAND(drawn)                                                                      \
    "{'name':'bids','land':["                                                                 \
    "{'id':'a','tier':'I','name':'a','count':16,'gives':'M','bid':true,'mystery':" drawn "}," \
    "{'id':'b','tier':'II','name':'b','count':16,'cost':1,'mystery':1},"                      \
    "{'id':'c','tier':'III','name':'c','count':16,'bid':true,'needs':'S'}],"

static const char *const bids_sets[] = {
    /* Boxes for all, and powers to change what is in them. */
    BIDS_LAND("2") "'mystery':[{'id':'offer','cash':1},{'id':'regret','cash':1},"
                   "{'id':'lantern','cash':1},{'id':'cellar','cash':1}],"
                   "'setup':{'2':{'boxes':6},'3':{'boxes':9,'characters':2}}}",
    /* Few places that cost nothing: what somebody can pay is seen (T16). */
    BIDS_LAND("1") "'mystery':[{'id':'detour','cash':2},{'id':'offer','cash':1},"
                   "{'id':'regret','cash':1},{'id':'market','cash':1}],"
                   "'setup':{'2':{'boxes':2,'rows':{'I':2,'II':1,'III':1}},"
                   "'3':{'boxes':3,'characters':2,'rows':{'I':2,'II':1,'III':1}}}}",
    NULL,
};

/* The bounds that views carry are exact: every history is tried. */
static void bids_are_known_as_far_as_can_be(void **test) {
    (void)test;
    struct tally tally = {0};
    for (unsigned set = 0; bids_sets[set]; set++) {
        char cards[1024];
        snprintf(cards, sizeof cards, "%s", bids_sets[set]);
        for (char *at = cards; (at = strchr(at, '\''));) *at = '"';
        for (unsigned players = 2; players <= 3; players++) {
            char options[64];
            struct laws laws;
            snprintf(options, sizeof options, "players=%u cards=bids", players);
            laws_open_with_cards(&laws, &zk_yotei, options, cards);
            for (uint64_t number = 0; number < 24; number++)
                if (!worlds_follow(&laws, (int)(number % players), own_laws_seed(),
                                   1000 * set + number, 3000, ways, &tally))
                    fail_msg("%s", laws.fault);
            laws_close(&laws);
        }
    }
    assert_true(tally.several > 1000);
}

/* Law 4: texts that are almost moves. */
static const char *const rubbish[] = {
    "place I6",
    "flip III",
    "pile I1",
    "bid I1 00",
    "bid I1 256",
    "bid II2 99999999999",
    "collect I1 with fox",
    "collect I1 with fox O with guide",
    "collect I with guide with guide with guide with guide",
    "yield",
    "done",
    "use guide",
    "use lantern I1 A",
    "use offer I1 0",
    "use regret I1 256",
    "use thaw I",
    "use detour I1 bid I2 1",
    "use detour II pile II",
    "cash onsen",
    "cash potato",
    "top IV mt-a",
    "reveal I1 mt-a",
    "mystery ?",
    NULL,
};

/* ---- Law 9: a view read back from an observation ---- */

/* A row of a field that has one for each seat. */
static const uint8_t *of_seat(const struct observed *observed, const char *name,
                              unsigned columns, unsigned row) {
    return observed_field(observed, name) + columns * row;
}

static unsigned read_number(const uint8_t *bytes) { return bytes[0] + 256u * bytes[1]; }

static void read_slots(const struct observed *observed, struct zk_yotei_board *board) {
    const struct zk_yotei_set *set = zk_yotei_cards(observed->rules);
    for (unsigned slot = 0; slot < ZK_YOTEI_SLOTS; slot++) {
        unsigned kind = observed_field(observed, "kind")[slot];
        board->kind[slot] = (uint8_t)kind;
        board->turned |= (uint16_t)(observed_field(observed, "turned")[slot] << slot);
        if (!kind) continue;
        board->filled |= (uint16_t)(1u << slot);
        board->bidding |= (uint16_t)(set->land[kind - 1].bid << slot);
        /* What is printed on the card is told beside it. */
        assert_memory_equal(observed_field(observed, "card") + 23 * slot,
                            set->land[kind - 1].gives, 23);
    }
    for (unsigned i = 0; i < ZK_YOTEI_BOXES_MAX; i++) {
        unsigned place = observed_field(observed, "settling")[i];
        if (!place) continue;
        struct zk_yotei_settling *settling = &board->settling[board->settling_count++];
        settling->place = (uint8_t)(place - 1);
        settling->beginner =
            (uint8_t)((observed_field(observed, "beginner")[i] + (unsigned)observed->seat) %
                      zk_yotei.seats(observed->rules));
        for (unsigned e = 0; e < 5; e++)
            settling->supply |=
                (uint16_t)(observed_field(observed, "supply")[5 * i + e] << 2 * e);
    }
}

static void read_where(const struct observed *observed, uint64_t *where) {
    const struct zk_yotei_set *set = zk_yotei_cards(observed->rules);
    const uint8_t *told = observed_field(observed, "where");
    unsigned players = zk_yotei.seats(observed->rules), card = 0;
    for (unsigned kind = 0; kind < set->lands; kind++) {
        unsigned copies[16] = {0};
        for (unsigned i = 0; i < set->land[kind].count; i++) {
            unsigned is = told[card + i];
            if (is >= ZK_YOTEI_TAKEN && is < ZK_YOTEI_UNSEEN)
                is = (is & 12) + ((is & 3) + (unsigned)observed->seat) % players;
            copies[is]++;
        }
        for (unsigned i = 0, is; i < 16; i++)
            for (is = (i + ZK_YOTEI_UNSEEN) & 15; copies[is]; copies[is]--, card++)
                where[card >> 4] |= (uint64_t)is << 4 * (card & 15);
    }
}

static void read_seat(const struct observed *observed, unsigned row,
                      struct zk_yotei_view *seen) {
    struct zk_yotei_board *board = &seen->board;
    unsigned me = (unsigned)observed->seat, players = seen->players;
    unsigned seat = (row + me) % players;
    board->total[seat] = (uint16_t)read_number(of_seat(observed, "total", 2, row));
    board->charm[seat] = (uint16_t)read_number(of_seat(observed, "charm", 2, row));
    memcpy(board->element[seat], of_seat(observed, "element", 9, row), 9);
    board->star[seat] = *of_seat(observed, "star", 1, row);
    board->forest[seat] = *of_seat(observed, "forest", 1, row);
    board->machine[seat] = *of_seat(observed, "machine", 1, row);
    board->onsen[seat] = *of_seat(observed, "onsen", 1, row);
    board->hand_count[seat] = *of_seat(observed, "cards", 1, row);
    board->stuck |= (uint8_t)(*of_seat(observed, "stuck", 1, row) << seat);
    board->bumper |= (uint8_t)(*of_seat(observed, "bumper", 1, row) << seat);
    board->queue |= (uint8_t)(*of_seat(observed, "queue", 1, row) << seat);
    for (unsigned c = 0; c < 3; c++) {
        unsigned at = of_seat(observed, "at", 3, row)[c];
        board->at[seat][c] = (uint8_t)(at + 16u * of_seat(observed, "bid", 3, row)[c]);
        if (at) board->occupied |= (uint16_t)(1u << (at - 1));
    }
    memcpy(board->laid[seat], of_seat(observed, "laid", 3, row), 3);
    memcpy(board->age[seat], of_seat(observed, "age", 3, row), 3);
    memcpy(seen->sealed[seat], of_seat(observed, "sealed", 3, row), 3);
    memcpy(seen->hand[seat], of_seat(observed, "hand", 3, row), 3);
    memcpy(seen->taken[seat], of_seat(observed, "taken", 3, row), 3);
    for (unsigned box = 0; box < 3 * players; box++)
        if (of_seat(observed, "looked", 12, row)[box])
            board->looked[seat] |= (uint16_t)(1u << (box + 3 * me) % (3 * players));
    memcpy(&seen->know[seat][seat], of_seat(observed, "public", 14, row), 14);
    if (observed->kind == ZK_OBSERVE_ALL) return;
    memcpy(&seen->know[me][seat], of_seat(observed, "known", 14, row), 14);
    memcpy(&seen->know[seat][me], of_seat(observed, "by", 14, row), 14);
}

static void decode(const struct observed *observed, struct zk_view *view) {
    struct zk_yotei_view *seen = (void *)view;
    struct zk_yotei_board *board = &seen->board;
    unsigned me = (unsigned)observed->seat, players = zk_yotei.seats(observed->rules);
#define FIELD(name) (*observed_field(observed, #name))
    seen->players = (uint8_t)players;
    seen->seat = (int8_t)(observed->kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : observed->seat);
    read_slots(observed, board);
    read_where(observed, seen->where);
    for (unsigned row = 0; row < players; row++) read_seat(observed, row, seen);
    memcpy(board->deck_count, observed_field(observed, "piles"), sizeof board->deck_count);
    memcpy(seen->unseen, observed_field(observed, "unseen"), sizeof seen->unseen);
    memcpy(seen->discards, observed_field(observed, "discards"), sizeof seen->discards);
    memcpy(seen->old, observed_field(observed, "old"), sizeof seen->old);
    memcpy(seen->old_age, observed_field(observed, "old_age"), sizeof seen->old_age);
    board->mystery_count = FIELD(mystery);
    board->phase = FIELD(phase);
    board->stage = FIELD(stage);
    board->actor = (uint8_t)((FIELD(actor) + me) % players);
    board->turn = (uint8_t)((FIELD(turn) + me) % players);
    board->start = (uint8_t)((FIELD(start) + me) % players);
    board->drawer = (uint8_t)((FIELD(drawer) + me) % players);
    if (FIELD(token)) board->token = (uint8_t)((FIELD(token) - 1 + me) % players + 1);
    board->round = FIELD(round);
    board->asked = FIELD(asked);
    board->to_place = FIELD(to_place);
    board->roosted = FIELD(roosted);
    board->market = FIELD(market);
    board->bids = FIELD(bids);
    board->pending = FIELD(pending);
    board->draws = FIELD(draws);
    board->festival = FIELD(festival);
    board->end = FIELD(end);
#undef FIELD
}

const struct own_laws yotei_laws = {
    .game = &zk_yotei,
    .observed = {decode, NULL},
    .rubbish = rubbish,
    .ways = ways,
    .test = bids_are_known_as_far_as_can_be,
    .test_name = "law 7: sealed bids, history by history",
};
