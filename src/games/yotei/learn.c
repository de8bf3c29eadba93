/* learn.c: Yōtei as numbers for policies that learn: observations, rows of moves, dense ids.
 *
 * Everything is written from a view. The layout depends on the players alone: cards stand with what is printed on
 * them, so that a policy can be tried with another set, and there is room for the largest one.
 *
 * Places are numbered from 1: I1 to I5, II1 to II4, III1 to III3, then the piles. Seats are numbered from the one that
 * observes. */
#include <string.h>

#include "../../core/bits.h"
#include "../../core/fields.h"
#include "inside.h"

enum {
    LANDS = ZK_YOTEI_LAND_MAX,
    SETTLING = ZK_YOTEI_BOXES_MAX,
    SUPPLIES = 5, /* M F O L B */
    BOUNDS = 2 * ZK_YOTEI_GROUPS,
    OLD = ZK_SEATS_MAX * HELD,
    PRINTED = 2 * ELEMENTS + 5, /* bytes of a land card from `gives` on */
    WHERE_MOST = ZK_YOTEI_UNSEEN,
};

/* clang-format off */
#define TABLE(X) \
    X(phase, 1, 1, 0, ZK_YOTEI_OVER, "0 first, 1 reveal, 2 top, 3 mystery, 4 place, 5 room, 6 open, 7 collect, 8 bidder, 9 over") \
    X(stage, 1, 1, 0, ZK_YOTEI_HARVEST, "0 filling, 1 placing, 2 opening, 3 harvest") \
    X(actor, 1, 1, 0, 3, "who decides, or did last") \
    X(turn, 1, 1, 0, 3, "whose turn of placement or harvest it is, or was last") \
    X(start, 1, 1, 0, 3, "who has the starting token") \
    X(token, 1, 1, 0, 4, "who gets it by Hiking boots, from 1") \
    X(round, 1, 1, 0, ZK_YOTEI_ROUNDS_MAX, "rounds begun") \
    X(asked, 1, 1, 0, 4, "seats whose turn in the opening or harvest is over") \
    X(to_place, 1, 1, 0, 2, "characters still to be placed in this turn") \
    X(roosted, 1, 1, 0, 1, "1: Rooster was played in this turn") \
    X(market, 1, 1, 0, 32, "Market days played for the next placement") \
    X(bids, 1, 1, 0, ZK_YOTEI_BOXES_MAX, "boxes used in this round") \
    X(boxes, 1, 1, 0, ZK_YOTEI_BOXES_MAX, "boxes there are") \
    X(characters, 1, 1, 0, CHARACTERS, "characters of each player") \
    X(pending, 1, 1, 0, PLACES, "the place that chance is about, from 0") \
    X(drawer, 1, 1, 0, 3, "who draws mystery cards, or did last") \
    X(draws, 1, 1, 0, 255, "how many are still to be drawn") \
    X(festival, 1, 1, 0, 1, "1: Village festival is being played") \
    X(end, 1, 1, 0, 2, "when over: 0 by stars, 1 since somebody could not place, 2 after 30 rounds") \
    X(piles, 1, TIERS, 0, LANDS, "cards in the pile of each tier") \
    X(mystery, 1, 1, 0, ZK_YOTEI_MYSTERY_MAX, "cards in the mystery deck") \
    X(slots, 1, SLOTS, 0, 1, "1: the slot is one of this game's") \
    X(kind, 1, SLOTS, 0, LANDS, "the card in each slot, from 1, by tier and then in the order of the set; 0 in `table` for one that lies face down") \
    X(turned, 1, SLOTS, 0, 1, "1: it lies face down") \
    X(card, SLOTS, PRINTED, 0, 255, "what is printed on it: gives M F T O L B S C W, needs the same, cost, 1 for a bidding card, charm, mystery cards, stars") \
    X(settling, 1, SETTLING, 0, PLACES, "the bidding cards being settled, by place, the innermost last") \
    X(where, 1, LANDS, 0, WHERE_MOST, "where each land card is: 0 in the deck, 1 discarded, 2 in a slot, 3 gone, 4 to 7 taken face down by seat, 8 to 11 collected by seat, 12 not known; copies of a kind in the order of these, those not known first") \
    X(discards, 1, POWERS, 0, ZK_YOTEI_MYSTERY_MAX, "discarded mystery cards of each power")
#define TABLE_SEATS(X) \
    X(charm, 2, 0, 255, "charm points: the remainder by 256, the quotient") \
    X(element, ELEMENTS, 0, 255, "elements owned") \
    X(star, 1, 0, 255, "stars") \
    X(forest, 1, 0, LANDS, "Forests kept face down") \
    X(machine, 1, 0, LANDS, "vending machines") \
    X(onsen, 1, 0, ZK_YOTEI_MYSTERY_MAX, "Hot springs played") \
    X(cards, 1, 0, HELD, "mystery cards held") \
    X(stuck, 1, 0, 1, "1: done placing, since there was no way to") \
    X(bumper, 1, 0, 1, "1: Bumper crop was played in this round") \
    X(queue, 1, 0, 1, "1: Queue ticket was played in this round") \
    X(at, CHARACTERS, 0, PLACES, "the place of each character, or 0") \
    X(bid, CHARACTERS, 0, ZK_YOTEI_BOXES_MAX, "the number of its bid in this round, or 0") \
    X(laid, CHARACTERS, 0, 255, "potatoes laid with it, those of a box once it is open") \
    X(sealed, CHARACTERS, 0, 255, "potatoes in its sealed box; others' are 0 but in `all`") \
    X(screen, 2, 0, 255, "potatoes behind the screen: the remainder by 256, the quotient; others' are 0 but in `all`") \
    X(hand, HELD, 0, POWERS, "mystery cards held, powers from 1 in the order of the rules; others' are 0 but in `all`. In `memory` the newest first, in `table` by power")
#define MEMORY(X) \
    X(beginner, 1, SETTLING, 0, 3, "who began to settle each of the cards") \
    X(supply, SETTLING, SUPPLIES, 0, 3, "the elements M F O L B that powers supply to them") \
    X(unseen, 1, POWERS, 0, ZK_YOTEI_MYSTERY_MAX, "mystery cards of each power in the deck, or drawn from it by somebody else; in `all` those in the deck") \
    X(old, 1, OLD, 0, POWERS, "mystery cards that others hold for certain, since they are of an earlier deck, by age") \
    X(old_age, 1, OLD, 0, OLD, "how often the deck was renewed since each of these was drawn")
#define MEMORY_SEATS(X) \
    X(total, 2, 0, 255, "potatoes behind the screen and in sealed boxes: the remainder by 256, the quotient") \
    X(age, HELD, 0, OLD, "how often the deck was renewed since each card in hand was drawn, by rank, the newest first") \
    X(taken, TIERS, 0, LANDS, "cards taken face down from the pile of each tier") \
    X(looked, OLD, 0, 1, "1: the seat has looked into the box of that seat's character and it was not changed since") \
    X(public, BOUNDS, 0, 255, "what everybody knows of the seat's sealed boxes: the least that each group of its characters (1, 2, 1 and 2, 3, and so on to all three) can hold together, then the most") \
    X(known, BOUNDS, 0, 255, "the same, as the observer knows it; 0 in `all`") \
    X(by, BOUNDS, 0, 255, "the same of the observer's boxes, as that seat knows it; 0 in `all`")
/* clang-format on */

struct table {
    TABLE(ZK_FIELD_MEMBER)
};
struct table_seat {
    TABLE_SEATS(ZK_SEAT_MEMBER)
};
struct memory {
    MEMORY(ZK_FIELD_MEMBER)
};
struct memory_seat {
    MEMORY_SEATS(ZK_SEAT_MEMBER)
};
static_assert(sizeof(((struct zk_yotei_land *)NULL)->bid) == 1 &&
                  offsetof(struct zk_yotei_land, star) -
                          offsetof(struct zk_yotei_land, gives) ==
                      PRINTED - 1,
              "what is printed on a card is not in one piece");

static uint32_t size_of_table(unsigned seats) {
    return (uint32_t)(sizeof(struct table) + seats * sizeof(struct table_seat));
}

static uint32_t size(const struct zk_rules *rules, enum zk_observed kind) {
    unsigned seats = rules_of(rules)->players;
    if (kind == ZK_OBSERVE_TABLE) return size_of_table(seats);
    return (uint32_t)(size_of_table(seats) + sizeof(struct memory) +
                      seats * sizeof(struct memory_seat));
}

static void lay_out(struct zk_layout *layout, uint32_t seats, enum zk_observed kind) {
    TABLE(ZK_FIELD_LINE)
    TABLE_SEATS(ZK_SEAT_LINE)
    if (kind == ZK_OBSERVE_TABLE) return;
    MEMORY(ZK_FIELD_LINE)
    MEMORY_SEATS(ZK_SEAT_LINE)
}

static uint32_t fields(const struct zk_rules *rules, enum zk_observed kind,
                       struct zk_field *out) {
    struct zk_layout layout = {out, 0, 0};
    lay_out(&layout, rules_of(rules)->players, kind);
    return layout.count;
}

/* ---- Observations ---- */

/* An observation being written: of whom, and the seats in their order. */
struct writing {
    const struct yotei_rules *rules;
    const struct zk_yotei_view *seen;
    unsigned seat, players;
    enum zk_observed kind;
};

/* The number of a seat, from the seat that observes; and which seat has that number. */
static uint8_t from_me(const struct writing *w, unsigned seat) {
    return (uint8_t)(seat >= w->seat ? seat - w->seat : seat + w->players - w->seat);
}
static unsigned seat_of(const struct writing *w, unsigned row) {
    unsigned seat = w->seat + row;
    return seat < w->players ? seat : seat - w->players;
}

static void put_number(uint8_t *out, unsigned number) {
    out[0] = (uint8_t)number;
    out[1] = (uint8_t)(number >> 8);
}

/* A player without memory does not see what lies face down, went out of the game so, or is in the deck. */
static void forget_lands(const struct writing *w, uint64_t *where) {
    const struct zk_yotei_board *board = &w->seen->board;
    for (unsigned i = 0; i < YOTEI_WORDS; i++) {
        const uint64_t gone = 0x1111111111111111u * ZK_YOTEI_GONE;
        uint64_t cards = w->rules->tier_cards[0][i] | w->rules->tier_cards[1][i] |
                         w->rules->tier_cards[2][i];
        uint64_t hidden =
            (zk_yotei_zero_nibbles(where[i]) | zk_yotei_zero_nibbles(where[i] ^ gone)) & cards;
        where[i] = (where[i] & ~(15 * hidden)) | ZK_YOTEI_UNSEEN * hidden;
    }
    for (unsigned slots = board->turned; slots; slots &= slots - 1) {
        unsigned card = w->rules->first_card[board->kind[zk_lowest(slots)] - 1];
        while (zk_yotei_where(where, card) != ZK_YOTEI_LYING) card++;
        zk_yotei_put_where(where, card, ZK_YOTEI_UNSEEN);
    }
}

/* The same with the seats renumbered, sixteen cards at a time. */
static void renumber_lands(const struct writing *w, uint64_t *where) {
    const uint64_t each = 0x1111111111111111u;
    for (unsigned i = 0; i < YOTEI_WORDS; i++) {
        uint64_t was = where[i], owned = (was >> 3 ^ was >> 2) & each; /* taken or collected */
        uint64_t told = was & ~(3 * owned);
        if (w->players == 2) { /* and 1 observes */
            told |= owned & ~was;
        } else {
            for (unsigned seat = 0; seat < w->players; seat++) {
                uint64_t other = was ^ each * seat;
                told |= (owned & ~(other | other >> 1)) * from_me(w, seat);
            }
        }
        where[i] = told;
    }
}

static void put_where(const struct writing *w, uint8_t *out) {
    uint64_t told[YOTEI_WORDS];
    memcpy(told, w->seen->where, sizeof told);
    if (w->seat) renumber_lands(w, told);
    if (w->kind == ZK_OBSERVE_TABLE) forget_lands(w, told);
    if (w->seat || w->kind == ZK_OBSERVE_TABLE) zk_yotei_sort_copies(w->rules, told);
    for (unsigned i = 0; i < YOTEI_WORDS; i++, out += 16) {
        zk_put_bytes(out, zk_spread4(told[i] & 0xFFFFFFFF), 8);
        zk_put_bytes(out + 8, zk_spread4(told[i] >> 32), 8);
    }
}

static void put_slots(const struct writing *w, struct table *out) {
    const struct zk_yotei_board *board = &w->seen->board;
    unsigned shown = board->filled;
    if (w->kind == ZK_OBSERVE_TABLE) shown &= ~(unsigned)board->turned;
    zk_put_bytes(out->slots, zk_spread1(w->rules->slots & 255u), 8);
    zk_put_bytes(out->slots + 8, zk_spread1(w->rules->slots >> 8), SLOTS - 8);
    zk_put_bytes(out->turned, zk_spread1(board->turned & 255u), 8);
    zk_put_bytes(out->turned + 8, zk_spread1(board->turned >> 8), SLOTS - 8);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        bool is_shown = shown >> slot & 1;
        out->kind[slot] = is_shown ? board->kind[slot] : 0;
        if (is_shown)
            memcpy(out->card + PRINTED * slot, w->rules->set.land[board->kind[slot] - 1].gives,
                   PRINTED);
        else
            memset(out->card + PRINTED * slot, 0, PRINTED);
    }
}

static void put_table(const struct writing *w, struct table *out) {
    const struct zk_yotei_board *board = &w->seen->board;
    out->phase[0] = board->phase;
    out->stage[0] = board->stage;
    out->actor[0] = from_me(w, board->actor);
    out->turn[0] = from_me(w, board->turn);
    out->start[0] = from_me(w, board->start);
    out->token[0] = board->token ? (uint8_t)(from_me(w, board->token - 1u) + 1) : 0;
    out->round[0] = board->round;
    out->asked[0] = board->asked;
    out->to_place[0] = board->to_place;
    out->roosted[0] = board->roosted;
    out->market[0] = board->market;
    out->bids[0] = board->bids;
    out->boxes[0] = w->rules->boxes;
    out->characters[0] = w->rules->characters;
    out->pending[0] = board->pending;
    out->drawer[0] = from_me(w, board->drawer);
    out->draws[0] = board->draws;
    out->festival[0] = board->festival;
    out->end[0] = board->end;
    memcpy(out->piles, board->deck_count, sizeof out->piles);
    out->mystery[0] = board->mystery_count;
    put_slots(w, out);
    for (unsigned i = 0; i < SETTLING; i++)
        out->settling[i] =
            i < board->settling_count ? (uint8_t)(board->settling[i].place + 1) : 0;
    put_where(w, out->where);
    memcpy(out->discards, w->seen->discards, sizeof out->discards);
}

/* The place of a seat's field: fields of seats follow each other, each with a row for every seat. */
#define SEAT(base, type, field, row)                                                          \
    ((base) + w->players * offsetof(struct type, field) +                                     \
     (row) * sizeof(((struct type *)NULL)->field))

static void put_hand(const struct writing *w, uint8_t *out, unsigned seat) {
    memcpy(out, w->seen->hand[seat], HELD);
    if (w->kind != ZK_OBSERVE_TABLE) return;
    for (unsigned i = 1; i < w->seen->board.hand_count[seat]; i++) /* without its age */
        for (unsigned at = i; at && out[at - 1] > out[at]; at--) {
            uint8_t larger = out[at - 1];
            out[at - 1] = out[at];
            out[at] = larger;
        }
}

static void put_table_seat(const struct writing *w, uint8_t *out, unsigned row) {
    const struct zk_yotei_board *board = &w->seen->board;
    unsigned seat = seat_of(w, row);
    put_number(SEAT(out, table_seat, charm, row), board->charm[seat]);
    memcpy(SEAT(out, table_seat, element, row), board->element[seat], ELEMENTS);
    *SEAT(out, table_seat, star, row) = board->star[seat];
    *SEAT(out, table_seat, forest, row) = board->forest[seat];
    *SEAT(out, table_seat, machine, row) = board->machine[seat];
    *SEAT(out, table_seat, onsen, row) = board->onsen[seat];
    *SEAT(out, table_seat, cards, row) = board->hand_count[seat];
    *SEAT(out, table_seat, stuck, row) = board->stuck >> seat & 1;
    *SEAT(out, table_seat, bumper, row) = board->bumper >> seat & 1;
    *SEAT(out, table_seat, queue, row) = board->queue >> seat & 1;
    for (unsigned c = 0; c < CHARACTERS; c++) {
        SEAT(out, table_seat, at, row)[c] = board->at[seat][c] & 15;
        SEAT(out, table_seat, bid, row)[c] = board->at[seat][c] >> 4;
    }
    memcpy(SEAT(out, table_seat, laid, row), board->laid[seat], CHARACTERS);
    const uint8_t *sealed = w->seen->sealed[seat];
    memcpy(SEAT(out, table_seat, sealed, row), sealed, CHARACTERS);
    bool open = row == 0 || w->kind == ZK_OBSERVE_ALL;
    put_number(SEAT(out, table_seat, screen, row),
               open ? board->total[seat] - (unsigned)(sealed[0] + sealed[1] + sealed[2]) : 0);
    put_hand(w, SEAT(out, table_seat, hand, row), seat);
}

static void put_memory(const struct writing *w, struct memory *out) {
    const struct zk_yotei_board *board = &w->seen->board;
    memset(out->beginner, 0, sizeof out->beginner);
    memset(out->supply, 0, sizeof out->supply);
    for (unsigned i = 0; i < board->settling_count; i++) {
        out->beginner[i] = from_me(w, board->settling[i].beginner);
        for (unsigned e = 0; e < SUPPLIES; e++)
            out->supply[SUPPLIES * i + e] = board->settling[i].supply >> 2 * e & 3;
    }
    memcpy(out->unseen, w->seen->unseen, sizeof out->unseen);
    memcpy(out->old, w->seen->old, sizeof out->old);
    memcpy(out->old_age, w->seen->old_age, sizeof out->old_age);
}

static void put_memory_seat(const struct writing *w, uint8_t *out, unsigned row) {
    const struct zk_yotei_view *seen = w->seen;
    unsigned seat = seat_of(w, row), me = w->seat;
    uint8_t *looked = SEAT(out, memory_seat, looked, row);
    put_number(SEAT(out, memory_seat, total, row), seen->board.total[seat]);
    memcpy(SEAT(out, memory_seat, age, row), seen->board.age[seat], HELD);
    memcpy(SEAT(out, memory_seat, taken, row), seen->taken[seat], TIERS);
    memset(looked, 0, OLD);
    for (unsigned bits = seen->board.looked[seat]; bits; bits &= bits - 1) {
        unsigned box = zk_lowest(bits);
        looked[CHARACTERS * from_me(w, box / CHARACTERS) + box % CHARACTERS] = 1;
    }
    memcpy(SEAT(out, memory_seat, public, row), &seen->know[seat][seat], BOUNDS);
    if (w->kind == ZK_OBSERVE_ALL) {
        memset(SEAT(out, memory_seat, known, row), 0, BOUNDS);
        memset(SEAT(out, memory_seat, by, row), 0, BOUNDS);
    } else {
        memcpy(SEAT(out, memory_seat, known, row), &seen->know[me][seat], BOUNDS);
        memcpy(SEAT(out, memory_seat, by, row), &seen->know[seat][me], BOUNDS);
    }
}

static void observe_view(const struct zk_rules *rules, const struct zk_view *view, int seat,
                         enum zk_observed kind, uint8_t *out) {
    const struct yotei_rules *ruled = rules_of(rules);
    struct writing writing = {ruled, zk_yotei_seen(view), (unsigned)seat, ruled->players,
                              kind};
    const struct writing *w = &writing;
    put_table(w, (void *)out);
    for (unsigned row = 0; row < w->players; row++)
        put_table_seat(w, out + sizeof(struct table), row);
    if (kind == ZK_OBSERVE_TABLE) return;
    out += size_of_table(w->players);
    put_memory(w, (void *)out);
    for (unsigned row = 0; row < w->players; row++)
        put_memory_seat(w, out + sizeof(struct memory), row);
}

static void observe(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    enum zk_observed kind, uint8_t *out) {
    struct zk_view view;
    zk_yotei_view(rules, state, kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : seat, &view);
    observe_view(rules, &view, seat, kind, out);
}

/* ---- Moves ---- */

static const struct zk_field features[ZK_FEATURES] = {
    {"act", 0, 1, 1, 0, ZK_YOTEI_DO_DONE,
     "1 place, 2 turn face down and place, 3 place on a pile, 4 bid, 5 collect, 6 yield, 7 play a mystery card, 8 cash one, 9 done"},
    {"place", 1, 1, 1, 0, PLACES, "the place, from 1; of Detour where it begins"},
    {"power", 2, 1, 1, 0, POWERS, "the mystery card, from 1 in the order of the rules"},
    {"number", 3, 1, 1, 0, 255,
     "potatoes of a bid, of Higher offer and Second thoughts; the seat whose box Lantern shows"},
    {"kind", 4, 1, 1, 0, LANDS, "the card at the place, as in `kind` of the observation"},
    {"to", 5, 1, 1, 0, PLACES, "where Detour ends"},
    {"how", 6, 1, 1, 0, ZK_YOTEI_DO_PILE,
     "and how the character is placed there, as in `act`"},
    {"supply", 7, 1, 1, 0, 31,
     "the elements that powers supply with a collect, as a sum of 1 M, 2 F, 4 O, 8 L, 16 B"},
};

/* Powers that are played at a place; notation.c, which tells so, too, is not compiled for GPUs. */
enum {
    AIMED = 1 << ZK_YOTEI_DETOUR | 1 << ZK_YOTEI_LANTERN | 1 << ZK_YOTEI_OFFER |
            1 << ZK_YOTEI_REGRET | 1 << ZK_YOTEI_THAW,
};

static void feature(const struct zk_rules *rules, const struct zk_state *state, int seat,
                    const zk_move *moves, uint32_t count, uint8_t (*rows)[ZK_FEATURES]) {
    const struct zk_yotei_board *board = &state_of(state)->board;
    struct writing writing = {rules_of(rules), NULL, (unsigned)seat, rules_of(rules)->players,
                              ZK_OBSERVE_MEMORY};
    for (uint32_t i = 0; i < count; i++) {
        zk_move move = moves[i];
        unsigned act = zk_yotei_act(move), place = zk_yotei_place(move);
        unsigned power = zk_yotei_power(move);
        bool placed = act <= ZK_YOTEI_DO_COLLECT;
        uint8_t *row = rows[i];
        memset(row, 0, ZK_FEATURES);
        row[0] = (uint8_t)act;
        if (act == ZK_YOTEI_DO_BID) {
            row[3] = (uint8_t)zk_yotei_number(move);
        } else if (act == ZK_YOTEI_DO_COLLECT) {
            for (unsigned e = 0; e < SUPPLIES; e++)
                row[7] |= (uint8_t)((zk_yotei_supply(move) >> 2 * e & 3 ? 1u : 0u) << e);
        } else if (act == ZK_YOTEI_DO_USE || act == ZK_YOTEI_DO_CASH) {
            row[2] = (uint8_t)(power + 1);
            placed = act == ZK_YOTEI_DO_USE && (AIMED >> power & 1);
        }
        if (!placed) continue;
        row[1] = (uint8_t)(place + 1);
        row[4] = place < SLOTS ? board->kind[place] : 0;
        if (act != ZK_YOTEI_DO_USE) continue;
        if (power == ZK_YOTEI_DETOUR) {
            row[5] = (uint8_t)(zk_yotei_detour_to(move) + 1);
            row[6] = (uint8_t)zk_yotei_detour_act(move);
        } else if (power == ZK_YOTEI_LANTERN) {
            row[3] = from_me(&writing, zk_yotei_number(move));
        } else {
            row[3] = (uint8_t)zk_yotei_number(move);
        }
    }
}

/* By what is done. */
static unsigned kind(const struct zk_rules *rules, const struct zk_state *state,
                     zk_move move) {
    (void)rules, (void)state;
    unsigned act = zk_yotei_act(move);
    return act >= ZK_YOTEI_DO_DONE ? 0 : act - 1;
}

/* Numbers begin: */
enum {
    DONE = 1,
    YIELD,
    PLACE,                        /* and slot */
    FLIP = PLACE + SLOTS,         /* and slot */
    PILE = FLIP + SLOTS,          /* and tier */
    COLLECT = PILE + TIERS,       /* and place, twice: without powers and with */
    USE = COLLECT + 2 * PLACES,   /* and power */
    CASH = USE + POWERS,          /* and power */
    THAW = CASH + POWERS,         /* and slot */
    LANTERN = THAW + SLOTS,       /* and the other seat, slot by slot */
    DETOUR = LANTERN + SLOTS * 4, /* and the own character, by slot, slot turned, or pile */
    WAYS = 2 * SLOTS + TIERS,
    BID = DETOUR + CHARACTERS * WAYS,  /* and potatoes, slot by slot */
    OFFER = BID + SLOTS * (BOXES + 1), /* and potatoes, character by character */
    REGRET = OFFER + CHARACTERS * (BOXES + 1),
    DENSE = REGRET + CHARACTERS * (BOXES + 1),
};

/* The number of a way to place a character without a bid. */
static unsigned way_of(unsigned act, unsigned place) {
    return act == ZK_YOTEI_DO_PLACE  ? place
           : act == ZK_YOTEI_DO_FLIP ? SLOTS + place
                                     : 2 * SLOTS + place - ZK_YOTEI_PILE_I;
}

static uint32_t dense_use(const struct writing *w, const struct zk_yotei_board *board,
                          zk_move move) {
    unsigned power = zk_yotei_power(move), place = zk_yotei_place(move);
    unsigned number = zk_yotei_number(move);
    switch (power) {
    case ZK_YOTEI_THAW: return THAW + place;
    case ZK_YOTEI_LANTERN: return LANTERN + 4 * place + from_me(w, number);
    case ZK_YOTEI_DETOUR:
        return DETOUR + WAYS * zk_yotei_character_at(board, w->seat, place) +
               way_of(zk_yotei_detour_act(move), zk_yotei_detour_to(move));
    case ZK_YOTEI_OFFER:
    case ZK_YOTEI_REGRET:
        return (power == ZK_YOTEI_OFFER ? OFFER : REGRET) +
               (BOXES + 1) * zk_yotei_character_at(board, w->seat, place) + number;
    default: return USE + power;
    }
}

static void dense(const struct zk_rules *rules, const struct zk_state *state, int seat,
                  const zk_move *moves, uint32_t count, uint32_t *ids) {
    const struct zk_yotei_board *board = &state_of(state)->board;
    struct writing writing = {rules_of(rules), NULL, (unsigned)seat, rules_of(rules)->players,
                              ZK_OBSERVE_MEMORY};
    for (uint32_t i = 0; i < count; i++) {
        zk_move move = moves[i];
        unsigned place = zk_yotei_place(move), act = zk_yotei_act(move);
        switch (act) {
        case ZK_YOTEI_DO_DONE: ids[i] = DONE; break;
        case ZK_YOTEI_DO_YIELD: ids[i] = YIELD; break;
        case ZK_YOTEI_DO_BID:
            ids[i] = BID + (BOXES + 1) * place + zk_yotei_number(move);
            break;
        case ZK_YOTEI_DO_COLLECT:
            ids[i] = COLLECT + (zk_yotei_supply(move) ? PLACES : 0u) + place;
            break;
        case ZK_YOTEI_DO_USE: ids[i] = dense_use(&writing, board, move); break;
        case ZK_YOTEI_DO_CASH: ids[i] = CASH + zk_yotei_power(move); break;
        default: ids[i] = PLACE + way_of(act, place);
        }
    }
}

extern const struct zk_encoder zk_yotei_encoder;
const struct zk_encoder zk_yotei_encoder = {
    .game = &zk_yotei,
    .version = 2,
    .size = size,
    .fields = fields,
    .observe = observe,
    .observe_view = observe_view,
    .feature = feature,
    .kind = kind,
    .features = features,
    .dense_count = DENSE,
    .dense = dense,
};
