/* show.c: a view of Yōtei for people and for programs.
 *
 * It is given a view and nothing else, so it cannot show what the view does not have.
 *
 * The JSON object of a view. Seats are "A" to "D", places "I1", "II" and so on, cards of land are
 * their ids, mystery cards their powers; a list has an entry for each copy.
 *
 *   cards            name of the card set
 *   players          how many
 *   phase            first reveal top mystery (chance); place room open collect bidder; over
 *   stage            the part of the round that the phase belongs to: fill place open harvest
 *   actor            who decides, in the phases of a seat
 *   round, start     rounds begun; who has the starting token
 *   token            who gets it by `token`, if somebody does
 *   slots            by place: card (null, or id name gives needs, cost or "bid":true, charm mystery
 *                    star; and of a seat's view lacks, the needs that it does not meet), turned, characters
 *   piles            by place: count, price, characters; discards (seen by all) and unseen (in the
 *                    deck, or taken from the pile by somebody else)
 *     characters     of a place: seat; laid (potatoes) when it is no sealed bid; of a bid also its
 *                    number in the round, and while sealed least and most potatoes
 *   seats            by seat: charm, stars, elements (letters), potatoes least and most behind the
 *                    screen, total (with sealed bids), home (characters not placed), cards (mystery
 *                    cards held), hand (own), collected (ids), forests, machines, onsen, taken (own,
 *                    unseen by others), and stuck, bumper, queue when so
 *   mystery          count of the deck, unseen, held (cards that others hold for certain), discards
 *   boxes            left and all
 *   to_place, market, roosted   of the turn, in phase place
 *   settling         places of bidding cards being settled, the innermost last
 *   drawer, draws    who draws mystery cards, and how many more, when somebody does
 *   pending          the place that chance is about
 *   taker            who takes the top card of a pile, when somebody does */
#include "../../core/json.h"
#include "inside.h"

enum { WHOLE = ZK_YOTEI_GROUPS };

static const char *const phase_name[] = {"first", "reveal", "top",     "mystery", "place",
                                         "room",  "open",   "collect", "bidder",  "over"};
static const char *const stage_name[] = {"fill", "place", "open", "harvest"};

void zk_yotei_put_place(struct zk_text *text, unsigned place) {
    unsigned tier = zk_yotei_tier_of_place(place);
    zk_text_put(text, zk_yotei_tiers[tier]);
    if (place < SLOTS) zk_text_put_uint(text, place - zk_yotei_slots_from[tier] + 1u);
}

/* Potatoes in a box or behind a screen, as far as the view knows them. */
struct range {
    unsigned least, most;
};

static bool is_open(const struct zk_yotei_view *seen, unsigned seat) {
    return seen->seat == (int)seat || seen->seat == ZK_EVERYTHING;
}

static const struct zk_yotei_bounds *bounds_of(const struct zk_yotei_view *seen,
                                               unsigned seat) {
    return &seen->know[seen->seat >= 0 ? (unsigned)seen->seat : seat][seat];
}

static struct range box_range(const struct zk_yotei_view *seen, unsigned seat, unsigned c) {
    unsigned group = (1u << c) - 1;
    if (is_open(seen, seat))
        return (struct range){seen->sealed[seat][c], seen->sealed[seat][c]};
    return (struct range){bounds_of(seen, seat)->least[group],
                          bounds_of(seen, seat)->most[group]};
}

static struct range screen_range(const struct zk_yotei_view *seen, unsigned seat) {
    const struct zk_yotei_bounds *bounds = bounds_of(seen, seat);
    unsigned total = seen->board.total[seat], own = 0;
    for (unsigned c = 0; c < CHARACTERS; c++) own += seen->sealed[seat][c];
    if (is_open(seen, seat)) return (struct range){total - own, total - own};
    return (struct range){total - bounds->most[WHOLE - 1], total - bounds->least[WHOLE - 1]};
}

static bool is_sealed(const struct zk_yotei_board *board, unsigned at) {
    return zk_yotei_at_bid(at) && board->stage <= ZK_YOTEI_OPENING;
}

/* The first card of a kind, and behind its last. */
static unsigned cards_before(const struct zk_yotei_set *set, unsigned kind) {
    unsigned cards = 0;
    while (kind--) cards += set->land[kind].count;
    return cards;
}

static unsigned slots_of(const struct zk_rules *rules, unsigned tier) {
    return zk_yotei_table(rules)->row[tier];
}

/* ---- For people ---- */

static void put_range(struct zk_text *text, struct range range) {
    zk_text_put_uint(text, range.least);
    if (range.least == range.most) return;
    zk_text_put_char(text, '-');
    zk_text_put_uint(text, range.most);
}

static void put_elements(struct zk_text *text, const uint8_t *elements) {
    for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++)
        for (unsigned n = elements[e]; n; n--) zk_text_put_char(text, zk_yotei_letters[e]);
}

/* What somebody has, where the reader is sure of it without remembering; else a range, or "?". */
static void put_had(struct zk_text *text, const struct zk_yotei_view *seen, unsigned seat,
                    struct range range, bool memory) {
    if (memory || is_open(seen, seat) || seen->board.phase == ZK_YOTEI_OVER)
        put_range(text, range);
    else
        zk_text_put_char(text, '?');
}

static void put_characters(struct zk_text *text, const struct zk_yotei_view *seen,
                           unsigned place, bool memory) {
    const struct zk_yotei_board *board = &seen->board;
    for (unsigned seat = 0; seat < seen->players; seat++)
        for (unsigned c = 0; c < CHARACTERS; c++) {
            unsigned at = board->at[seat][c];
            if (!at || zk_yotei_at_place(at) != place) continue;
            zk_text_put(text, "  ");
            zk_text_put(text, zk_actor_name((int)seat));
            zk_text_put(text, zk_yotei_at_bid(at) ? " bids " : " lays ");
            if (is_sealed(board, at))
                put_had(text, seen, seat, box_range(seen, seat, c), memory);
            else
                zk_text_put_uint(text, board->laid[seat][c]);
        }
}

static void put_amount(struct zk_text *text, const char *before, unsigned amount) {
    if (!amount) return;
    zk_text_put(text, before);
    zk_text_put_uint(text, amount);
}

static void put_slot(struct zk_text *text, const struct zk_yotei_set *set,
                     const struct zk_yotei_view *seen, unsigned slot, bool memory) {
    const struct zk_yotei_board *board = &seen->board;
    zk_yotei_put_place(text, slot);
    zk_text_pad(text, 5);
    if (!board->kind[slot]) {
        zk_text_put(text, "empty\n");
        return;
    }
    const struct zk_yotei_land *land = &set->land[board->kind[slot] - 1];
    if (board->turned >> slot & 1) {
        zk_text_put(text, "face down");
    } else {
        zk_text_put(text, land->id);
        zk_text_pad(text, 5 + ZK_YOTEI_ID_SIZE);
        put_elements(text, land->gives);
        zk_text_pad(text, 5 + ZK_YOTEI_ID_SIZE + 4);
        zk_text_put(text, "for ");
        put_elements(text, land->needs);
        zk_text_pad(text, 5 + ZK_YOTEI_ID_SIZE + 12);
        if (land->bid) {
            zk_text_put(text, "bid   ");
        } else {
            zk_text_put(text, "cost ");
            zk_text_put_uint(text, land->cost);
        }
        put_amount(text, "  charm ", land->charm);
        put_amount(text, "  mystery ", land->mystery);
        put_amount(text, "  star ", land->star);
    }
    zk_text_pad(text, 5 + ZK_YOTEI_ID_SIZE + 30);
    put_characters(text, seen, slot, memory);
    zk_text_put_char(text, '\n');
}

static void put_hand(struct zk_text *text, const struct zk_yotei_view *seen, unsigned seat) {
    put_amount(text, "  cards ", seen->board.hand_count[seat]);
    for (unsigned i = 0; i < ZK_YOTEI_HELD_MAX; i++) {
        if (!seen->hand[seat][i]) continue;
        zk_text_put(text, i ? " " : ": ");
        zk_text_put(text, zk_yotei_powers[seen->hand[seat][i] - 1]);
    }
}

static void put_seat(struct zk_text *text, const struct zk_yotei_view *seen, unsigned seat,
                     bool memory) {
    const struct zk_yotei_board *board = &seen->board;
    zk_text_put(text, zk_actor_name((int)seat));
    zk_text_put(text, "  potatoes ");
    put_had(text, seen, seat, screen_range(seen, seat), memory);
    zk_text_put(text, "  charm ");
    zk_text_put_uint(text, board->charm[seat]);
    put_amount(text, "  stars ", board->star[seat]);
    zk_text_put(text, "  ");
    put_elements(text, board->element[seat]);
    put_hand(text, seen, seat);
    zk_text_put_char(text, '\n');
}

void zk_yotei_print_view(const struct zk_rules *rules, const struct zk_view *view_memory,
                         bool memory, struct zk_text *text) {
    static const char *const doing[] = {"the starting token is given",
                                        "a slot is filled",
                                        "a pile's top card is taken",
                                        "a mystery card is drawn",
                                        "places a character",
                                        "makes room for a mystery card",
                                        "may play cards",
                                        "collects a card",
                                        "does not meet a card's needs yet",
                                        "the game is over"};
    const struct zk_yotei_set *set = zk_yotei_cards(rules);
    const struct zk_yotei_view *seen = zk_yotei_seen(view_memory);
    const struct zk_yotei_board *board = &seen->board;
    zk_text_put(text, "round ");
    zk_text_put_uint(text, board->round);
    zk_text_put(text, ": ");
    if (board->phase >= ZK_YOTEI_PLACE && board->phase <= ZK_YOTEI_BIDDER) {
        zk_text_put(text, zk_actor_name(board->actor));
        zk_text_put_char(text, ' ');
    }
    zk_text_put(text, doing[board->phase]);
    zk_text_put(text, "; token ");
    zk_text_put(text, board->phase ? zk_actor_name(board->start) : "-");
    zk_text_put(text, ", boxes ");
    zk_text_put_uint(text, zk_yotei_table(rules)->boxes - (unsigned)board->bids);
    zk_text_put(text, ", mystery ");
    zk_text_put_uint(text, board->mystery_count);
    zk_text_put_char(text, '\n');
    for (unsigned tier = ZK_YOTEI_TIERS; tier--;) {
        for (unsigned i = 0; i < slots_of(rules, tier); i++)
            put_slot(text, set, seen, zk_yotei_slots_from[tier] + i, memory);
        zk_text_put(text, zk_yotei_tiers[tier]);
        zk_text_pad(text, 5);
        zk_text_put(text, "pile of ");
        zk_text_put_uint(text, board->deck_count[tier]);
        put_characters(text, seen, ZK_YOTEI_PILE_I + tier, memory);
        zk_text_put_char(text, '\n');
    }
    for (unsigned seat = 0; seat < seen->players; seat++) put_seat(text, seen, seat, memory);
}

/* ---- For programs ---- */

static void write_int(struct zk_json_out *out, const char *key, int64_t number) {
    zk_json_key(out, key);
    zk_json_put_int(out, number);
}

static void write_text(struct zk_json_out *out, const char *key, const char *string) {
    zk_json_key(out, key);
    zk_json_put_string(out, string);
}

static void write_flag(struct zk_json_out *out, const char *key, unsigned bits,
                       unsigned seat) {
    if (!(bits >> seat & 1)) return;
    zk_json_key(out, key);
    zk_json_put_bool(out, true);
}

static void write_range(struct zk_json_out *out, struct range range) {
    write_int(out, "least", range.least);
    write_int(out, "most", range.most);
}

static void put_place_string(struct zk_json_out *out, unsigned place, bool as_key) {
    char name[8];
    struct zk_text text = zk_text_in(name, sizeof name);
    zk_yotei_put_place(&text, place);
    if (as_key)
        zk_json_key(out, name);
    else
        zk_json_put_string(out, name);
}

static void write_elements(struct zk_json_out *out, const char *key, const uint8_t *elements) {
    zk_json_key(out, key);
    char letters[ZK_YOTEI_ELEMENTS * 255 + 1];
    struct zk_text text = zk_text_in(letters, sizeof letters);
    put_elements(&text, elements);
    zk_json_put_bytes(out, letters, text.used);
}

static void write_characters(struct zk_json_out *out, const struct zk_yotei_view *seen,
                             unsigned place) {
    const struct zk_yotei_board *board = &seen->board;
    zk_json_key(out, "characters");
    zk_json_begin_array(out);
    for (unsigned seat = 0; seat < seen->players; seat++)
        for (unsigned c = 0; c < CHARACTERS; c++) {
            unsigned at = board->at[seat][c];
            if (!at || zk_yotei_at_place(at) != place) continue;
            zk_json_begin_object(out);
            write_text(out, "seat", zk_actor_name((int)seat));
            if (zk_yotei_at_bid(at)) write_int(out, "bid", zk_yotei_at_bid(at));
            if (is_sealed(board, at))
                write_range(out, box_range(seen, seat, c));
            else
                write_int(out, "laid", board->laid[seat][c]);
            zk_json_end_object(out);
        }
    zk_json_end_array(out);
}

/* The elements of a card that a seat lacks, with what powers supply; none: false. */
static bool find_lacks(const struct zk_rules *rules, const struct zk_yotei_board *board,
                       unsigned seat, unsigned kind, unsigned supply, uint8_t *lacks) {
    bool any = false;
    for (unsigned e = 0; e < ELEMENTS; e++) {
        lacks[e] = (uint8_t)zk_yotei_lacks(rules_of(rules), board, seat, kind, supply, e);
        any |= lacks[e] != 0;
    }
    return any;
}

/* Of a seat's view also what it lacks of the card's needs. */
static void write_card(struct zk_json_out *out, const struct zk_rules *rules,
                       const struct zk_yotei_view *seen, unsigned kind) {
    const struct zk_yotei_land *land = &zk_yotei_cards(rules)->land[kind];
    uint8_t lacks[ELEMENTS];
    zk_json_begin_object(out);
    write_text(out, "id", land->id);
    write_text(out, "name", land->name);
    write_elements(out, "gives", land->gives);
    write_elements(out, "needs", land->needs);
    if (seen->seat >= 0) {
        find_lacks(rules, &seen->board, (unsigned)seen->seat, kind, 0, lacks);
        write_elements(out, "lacks", lacks);
    }
    if (land->bid) {
        zk_json_key(out, "bid");
        zk_json_put_bool(out, true);
    } else {
        write_int(out, "cost", land->cost);
    }
    write_int(out, "charm", land->charm);
    write_int(out, "mystery", land->mystery);
    write_int(out, "star", land->star);
    zk_json_end_object(out);
}

static void write_slot(struct zk_json_out *out, const struct zk_rules *rules,
                       const struct zk_yotei_view *seen, unsigned slot) {
    const struct zk_yotei_board *board = &seen->board;
    put_place_string(out, slot, true);
    zk_json_begin_object(out);
    zk_json_key(out, "card");
    if (board->kind[slot])
        write_card(out, rules, seen, board->kind[slot] - 1u);
    else
        zk_json_put_null(out);
    zk_json_key(out, "turned");
    zk_json_put_bool(out, board->turned >> slot & 1);
    write_characters(out, seen, slot);
    zk_json_end_object(out);
}

/* The ids of all cards of a tier (or of any, with ZK_YOTEI_TIERS) that are somewhere. */
static void write_lands(struct zk_json_out *out, const char *key,
                        const struct zk_yotei_set *set, const struct zk_yotei_view *seen,
                        unsigned tier, unsigned where) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned kind = 0; kind < set->lands; kind++) {
        if (tier < ZK_YOTEI_TIERS && set->land[kind].tier != tier) continue;
        unsigned card = cards_before(set, kind), end = card + set->land[kind].count;
        for (; card < end; card++)
            if (zk_yotei_where(seen->where, card) == where)
                zk_json_put_string(out, set->land[kind].id);
    }
    zk_json_end_array(out);
}

static void write_pile(struct zk_json_out *out, const struct zk_yotei_set *set,
                       const struct zk_yotei_view *seen, unsigned tier) {
    zk_json_key(out, zk_yotei_tiers[tier]);
    zk_json_begin_object(out);
    write_int(out, "count", seen->board.deck_count[tier]);
    write_int(out, "price", zk_yotei_face_down_price[tier]);
    write_characters(out, seen, ZK_YOTEI_PILE_I + tier);
    write_lands(out, "discards", set, seen, tier, ZK_YOTEI_DISCARDED);
    write_lands(out, "unseen", set, seen, tier,
                seen->seat == ZK_EVERYTHING ? ZK_YOTEI_IN_DECK : ZK_YOTEI_UNSEEN);
    zk_json_end_object(out);
}

/* Powers, each as often as it is counted. */
static void write_powers(struct zk_json_out *out, const char *key, const uint8_t *counts) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned power = 0; power < ZK_YOTEI_POWERS; power++)
        for (unsigned n = counts[power]; n; n--)
            zk_json_put_string(out, zk_yotei_powers[power]);
    zk_json_end_array(out);
}

/* Powers in a row, power + 1 or 0. */
static void write_held(struct zk_json_out *out, const char *key, const uint8_t *cards,
                       unsigned count) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned i = 0; i < count; i++)
        if (cards[i]) zk_json_put_string(out, zk_yotei_powers[cards[i] - 1]);
    zk_json_end_array(out);
}

static void write_seat(struct zk_json_out *out, const struct zk_rules *rules,
                       const struct zk_yotei_view *seen, unsigned seat) {
    const struct zk_yotei_set *set = zk_yotei_cards(rules);
    const struct zk_yotei_board *board = &seen->board;
    unsigned home = 0;
    for (unsigned c = 0; c < zk_yotei_table(rules)->characters; c++)
        home += board->at[seat][c] == 0;
    zk_json_key(out, zk_actor_name((int)seat));
    zk_json_begin_object(out);
    write_int(out, "charm", board->charm[seat]);
    write_int(out, "stars", board->star[seat]);
    write_elements(out, "elements", board->element[seat]);
    zk_json_key(out, "potatoes");
    zk_json_begin_object(out);
    write_range(out, screen_range(seen, seat));
    zk_json_end_object(out);
    write_int(out, "total", board->total[seat]);
    write_int(out, "home", home);
    write_int(out, "cards", board->hand_count[seat]);
    if (is_open(seen, seat)) write_held(out, "hand", seen->hand[seat], ZK_YOTEI_HELD_MAX);
    write_lands(out, "collected", set, seen, ZK_YOTEI_TIERS, ZK_YOTEI_COLLECTED + seat);
    write_int(out, "forests", board->forest[seat]);
    write_int(out, "machines", board->machine[seat]);
    write_int(out, "onsen", board->onsen[seat]);
    if (is_open(seen, seat))
        write_lands(out, "taken", set, seen, ZK_YOTEI_TIERS, ZK_YOTEI_TAKEN + seat);
    write_flag(out, "stuck", board->stuck, seat);
    write_flag(out, "bumper", board->bumper, seat);
    write_flag(out, "queue", board->queue, seat);
    zk_json_end_object(out);
}

/* What is under way. */
static void write_turn(struct zk_json_out *out, const struct zk_yotei_board *board) {
    if (board->phase == ZK_YOTEI_PLACE) {
        write_int(out, "to_place", board->to_place);
        write_int(out, "market", board->market);
        zk_json_key(out, "roosted");
        zk_json_put_bool(out, board->roosted);
    }
    zk_json_key(out, "settling");
    zk_json_begin_array(out);
    for (unsigned i = 0; i < board->settling_count; i++)
        put_place_string(out, board->settling[i].place, false);
    zk_json_end_array(out);
    if (board->draws) {
        write_text(out, "drawer", zk_actor_name(board->drawer));
        write_int(out, "draws", board->draws);
    }
    if (board->phase == ZK_YOTEI_REVEAL || board->phase == ZK_YOTEI_TOP) {
        zk_json_key(out, "pending");
        put_place_string(out, board->pending, false);
    }
    if (board->phase == ZK_YOTEI_TOP) write_text(out, "taker", zk_actor_name(board->actor));
}

/* ---- What a move does ----
 *
 *   pays      potatoes laid with a character; absent when none are
 *   lacks     of a collect: the elements missing for the card (T21, T25)
 *   takes     of a collect face down: "forest", "potatoes" (with gains), "machine" (T22)
 *   gains     potatoes gained by it
 *   I1 ...    what became of the card in that slot: "by" whom it was collected, "for" how large a bid, whose
 *             potatoes went "back", and "nobody":true when all bidders have gone home (T27) */

/* A move with what it led to. */
struct effect {
    const struct zk_rules *rules;
    const struct zk_yotei_view *before, *after; /* after: or NULL */
    struct zk_json_out *out;
    bool any; /* something was written */
};

static void begin_member(struct effect *effect, const char *key) {
    if (!effect->any) zk_json_begin_object(effect->out);
    effect->any = true;
    if (key) zk_json_key(effect->out, key);
}

static void tell_number(struct effect *effect, const char *key, unsigned number) {
    if (!number) return;
    begin_member(effect, key);
    zk_json_put_int(effect->out, number);
}

static unsigned count_collected(const struct effect *effect, const struct zk_yotei_view *seen,
                                unsigned kind, unsigned seat) {
    const struct zk_yotei_set *set = zk_yotei_cards(effect->rules);
    unsigned card = cards_before(set, kind), end = card + set->land[kind].count, count = 0;
    for (; card < end; card++)
        count += zk_yotei_where(seen->where, card) == ZK_YOTEI_COLLECTED + seat;
    return count;
}

/* A slot from which seats, one bit each, went home, `winner` with the card. */
static void tell_slot(struct effect *effect, unsigned slot, unsigned gone, int winner) {
    const struct zk_yotei_board *board = &effect->before->board;
    struct zk_json_out *out = effect->out;
    bool bid = board->bidding >> slot & 1;
    begin_member(effect, NULL);
    put_place_string(out, slot, true);
    zk_json_begin_object(out);
    if (winner >= 0) {
        write_text(out, "by", zk_actor_name(winner));
        gone &= ~(1u << winner);
        if (bid)
            write_int(
                out, "for",
                board->laid[winner][zk_yotei_character_at(board, (unsigned)winner, slot)]);
    }
    if (gone) {
        zk_json_key(out, "back");
        zk_json_begin_object(out);
        for (unsigned seat = 0; seat < effect->before->players; seat++)
            if (gone >> seat & 1)
                write_int(out, zk_actor_name((int)seat),
                          board->laid[seat][zk_yotei_character_at(board, seat, slot)]);
        zk_json_end_object(out);
    }
    if (bid && winner < 0 && !(effect->after->board.occupied >> slot & 1)) {
        zk_json_key(out, "nobody");
        zk_json_put_bool(out, true);
    }
    zk_json_end_object(out);
}

/* What became of cards that lay face up, told by the player who left them. A `detour` leaves no card behind. */
static void tell_slots(struct effect *effect, zk_move move) {
    const struct zk_yotei_board *before = &effect->before->board;
    unsigned left = PLACES;
    if (zk_yotei_act(move) == ZK_YOTEI_DO_USE && zk_yotei_power(move) == ZK_YOTEI_DETOUR)
        left = zk_yotei_place(move);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        if (!before->kind[slot] || (before->turned >> slot & 1) || slot == left) continue;
        unsigned gone = 0, kind = before->kind[slot] - 1u;
        int winner = -1;
        for (unsigned seat = 0; seat < effect->before->players; seat++) {
            if (zk_yotei_character_at(before, seat, slot) == CHARACTERS ||
                zk_yotei_character_at(&effect->after->board, seat, slot) < CHARACTERS)
                continue;
            gone |= 1u << seat;
            if (count_collected(effect, effect->after, kind, seat) >
                count_collected(effect, effect->before, kind, seat))
                winner = (int)seat;
        }
        if (gone) tell_slot(effect, slot, gone, winner);
    }
}

static void tell_collect(struct effect *effect, unsigned seat, zk_move move) {
    static const char *const sides[TIERS] = {"forest", "potatoes", "machine"};
    const struct zk_yotei_board *board = &effect->before->board;
    unsigned place = zk_yotei_place(move), tier = zk_yotei_tier_of_place(place);
    uint8_t lacks[ELEMENTS];
    if (place >= SLOTS || (board->turned >> place & 1)) {
        begin_member(effect, "takes");
        zk_json_put_string(effect->out, sides[tier]);
        if (tier == 1) tell_number(effect, "gains", zk_yotei_face_down_gives(board, seat));
        return;
    }
    bool short_of = find_lacks(effect->rules, board, seat, board->kind[place] - 1u,
                               zk_yotei_supply(move), lacks);
    if (short_of) {
        begin_member(effect, NULL);
        write_elements(effect->out, "lacks", lacks);
    }
    /* Who gets a card that was bid for is known when the boxes of all are. */
    if (!effect->after && !(board->bidding >> place & 1))
        tell_slot(effect, place, 1u << seat, short_of ? -1 : (int)seat);
}

bool zk_yotei_write_effect(const struct zk_rules *rules, const struct zk_view *before,
                           zk_move move, const struct zk_view *after,
                           struct zk_json_out *out) {
    struct effect effect = {rules, zk_yotei_seen(before), after ? zk_yotei_seen(after) : NULL,
                            out, false};
    const struct zk_yotei_board *board = &effect.before->board;
    const struct yotei_rules *ruled = rules_of(rules);
    unsigned seat = (unsigned)zk_mover(board->actor, move), power = zk_yotei_power(move);
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_PLACE:
    case ZK_YOTEI_DO_FLIP:
    case ZK_YOTEI_DO_PILE:
        tell_number(&effect, "pays",
                    zk_yotei_price(ruled, board, zk_yotei_act(move), zk_yotei_place(move),
                                   ZK_YOTEI_MARKET_OFF * board->market));
        break;
    case ZK_YOTEI_DO_USE:
        if (power == ZK_YOTEI_DETOUR)
            tell_number(&effect, "pays",
                        zk_yotei_price(ruled, board, zk_yotei_detour_act(move),
                                       zk_yotei_detour_to(move), 0));
        break;
    case ZK_YOTEI_DO_CASH:
        tell_number(&effect, "gains", zk_yotei_cards(rules)->cash[power]);
        break;
    case ZK_YOTEI_DO_COLLECT: tell_collect(&effect, seat, move); break;
    default: break;
    }
    if (after) tell_slots(&effect, move);
    if (effect.any) zk_json_end_object(out);
    return effect.any;
}

void zk_yotei_write_facts(struct zk_json_out *out) {
    zk_json_begin_object(out);
    zk_json_key(out, "elements");
    zk_json_begin_array(out);
    for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++)
        zk_json_put_bytes(out, zk_yotei_letters + e, 1);
    zk_json_end_array(out);
    zk_json_key(out, "tiers");
    zk_json_begin_array(out);
    for (unsigned tier = 0; tier < ZK_YOTEI_TIERS; tier++)
        zk_json_put_string(out, zk_yotei_tiers[tier]);
    zk_json_end_array(out);
    zk_json_key(out, "powers");
    zk_json_begin_object(out);
    for (unsigned power = 0; power < ZK_YOTEI_POWERS; power++) {
        zk_json_key(out, zk_yotei_powers[power]);
        zk_json_begin_object(out);
        write_text(out, "when", zk_yotei_when(power));
        write_flag(out, "aimed", zk_yotei_is_aimed(power), 0);
        zk_json_end_object(out);
    }
    zk_json_end_object(out);
    write_int(out, "potatoes_a_point", ZK_YOTEI_POTATOES_A_POINT);
    write_int(out, "stars_to_end", ZK_YOTEI_STARS_TO_END);
    zk_json_end_object(out);
}

void zk_yotei_write_view(const struct zk_rules *rules, const struct zk_view *view_memory,
                         struct zk_json_out *out) {
    const struct zk_yotei_set *set = zk_yotei_cards(rules);
    const struct zk_yotei_view *seen = zk_yotei_seen(view_memory);
    const struct zk_yotei_board *board = &seen->board;
    zk_json_begin_object(out);
    write_text(out, "cards", set->name);
    write_int(out, "players", seen->players);
    write_text(out, "phase", phase_name[board->phase]);
    write_text(out, "stage", stage_name[board->stage]);
    if (board->phase >= ZK_YOTEI_PLACE && board->phase <= ZK_YOTEI_BIDDER)
        write_text(out, "actor", zk_actor_name(board->actor));
    write_int(out, "round", board->round);
    if (board->phase) write_text(out, "start", zk_actor_name(board->start));
    if (board->token) write_text(out, "token", zk_actor_name(board->token - 1));
    zk_json_key(out, "slots");
    zk_json_begin_object(out);
    for (unsigned tier = 0; tier < ZK_YOTEI_TIERS; tier++)
        for (unsigned i = 0; i < slots_of(rules, tier); i++)
            write_slot(out, rules, seen, zk_yotei_slots_from[tier] + i);
    zk_json_end_object(out);
    zk_json_key(out, "piles");
    zk_json_begin_object(out);
    for (unsigned tier = 0; tier < ZK_YOTEI_TIERS; tier++) write_pile(out, set, seen, tier);
    zk_json_end_object(out);
    zk_json_key(out, "seats");
    zk_json_begin_object(out);
    for (unsigned seat = 0; seat < seen->players; seat++) write_seat(out, rules, seen, seat);
    zk_json_end_object(out);
    zk_json_key(out, "mystery");
    zk_json_begin_object(out);
    write_int(out, "count", board->mystery_count);
    write_powers(out, "unseen", seen->unseen);
    write_held(out, "held", seen->old, sizeof seen->old);
    write_powers(out, "discards", seen->discards);
    zk_json_end_object(out);
    zk_json_key(out, "boxes");
    zk_json_begin_object(out);
    write_int(out, "left", zk_yotei_table(rules)->boxes - board->bids);
    write_int(out, "all", zk_yotei_table(rules)->boxes);
    zk_json_end_object(out);
    write_turn(out, board);
    zk_json_end_object(out);
}
