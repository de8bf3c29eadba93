/* check.c: what is true of every state of Yōtei, counted anew from where its cards are. */
#include <stddef.h>
#include <string.h>

#include "inside.h"

/* Counters of the board stop at 255. */
static unsigned counted(unsigned number) { return number > 255 ? 255 : number; }

static const char *check_lands(const struct yotei_rules *rules,
                               const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    unsigned deck[TIERS] = {0}, discards[TIERS] = {0}, element[PLAYERS_MAX][ELEMENTS] = {{0}};
    unsigned charm[PLAYERS_MAX] = {0}, star[PLAYERS_MAX] = {0};
    for (unsigned card = rules->first_card[rules->set.lands]; card < 16 * YOTEI_WORDS; card++)
        if (zk_yotei_where(state->where, card)) return "a land card that does not exist";
    for (unsigned kind = 0; kind < rules->set.lands; kind++) {
        const struct zk_yotei_land *land = &rules->set.land[kind];
        unsigned lying = 0, before = 0;
        for (unsigned card = rules->first_card[kind]; card < rules->first_card[kind + 1];
             card++) {
            unsigned is = zk_yotei_where(state->where, card), seat = is - ZK_YOTEI_COLLECTED;
            if (is < before) return "copies of a land card are not sorted";
            if (is >= ZK_YOTEI_UNSEEN) return "a land card is nowhere";
            if (is >= ZK_YOTEI_TAKEN && is % PLAYERS_MAX >= rules->players)
                return "an absent seat has a land card";
            before = is;
            deck[land->tier] += is == ZK_YOTEI_IN_DECK;
            discards[land->tier] +=
                is == ZK_YOTEI_DISCARDED || (land->tier == 1 && zk_yotei_is_taken(is));
            lying += is == ZK_YOTEI_LYING;
            if (is == ZK_YOTEI_GONE && land->tier == 1) return "a card of tier II is gone";
            if (is < ZK_YOTEI_COLLECTED) continue;
            charm[seat] += land->charm;
            star[seat] += land->star;
            for (unsigned e = 0; e < ELEMENTS; e++) element[seat][e] += land->gives[e];
        }
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            if (board->kind[slot] != kind + 1) continue;
            if (!(rules->slots >> slot & 1) || zk_yotei_tier_of_place(slot) != land->tier)
                return "a card lies in a slot that is not its own";
            lying--;
        }
        if (lying) return "slots and land cards differ";
    }
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (board->kind[slot] > rules->set.lands)
            return "a card that does not exist lies in a slot";
    for (unsigned tier = 0; tier < TIERS; tier++) {
        if (deck[tier] != board->deck_count[tier]) return "a deck's count is wrong";
        if (!deck[tier] && discards[tier]) return "a deck was not renewed";
    }
    for (unsigned seat = 0; seat < rules->players; seat++) {
        element[seat][ZK_YOTEI_FOREST] += board->forest[seat];
        charm[seat] += board->machine[seat] + board->onsen[seat];
        if (charm[seat] != board->charm[seat]) return "charm points do not add up";
        if (counted(star[seat]) != board->star[seat]) return "stars do not add up";
        for (unsigned e = 0; e < ELEMENTS; e++)
            if (counted(element[seat][e]) != board->element[seat][e])
                return "elements do not add up";
    }
    return NULL;
}

static const char *check_mystery(const struct yotei_rules *rules,
                                 const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    unsigned deck = 0, discards = 0;
    for (unsigned power = 0; power < POWERS; power++) {
        unsigned rest = zk_yotei_discarded(rules, state, power);
        if (rest > rules->set.mystery[power]) return "there are too many of a mystery card";
        deck += state->deck[power];
        discards += rest;
    }
    if (deck != board->mystery_count) return "the mystery deck's count is wrong";
    if (!deck && discards && board->phase != ZK_YOTEI_OVER)
        return "the mystery deck was not renewed";
    for (unsigned seat = 0; seat < PLAYERS_MAX; seat++) {
        const uint8_t *hand = state->hand[seat], *age = board->age[seat];
        if (board->hand_count[seat] > (seat < rules->players ? HELD : 0))
            return "a hand is too large";
        for (unsigned i = 0; i < HELD; i++) {
            bool held = i < board->hand_count[seat];
            if (held != (hand[i] != 0) || hand[i] > POWERS || (!held && age[i]))
                return "a hand and its count differ";
            if (age[i] >= PLAYERS_MAX * HELD)
                return "a card is older than all others together";
            if (i && held &&
                (age[i - 1] > age[i] || (age[i - 1] == age[i] && hand[i - 1] > hand[i])))
                return "a hand is not sorted";
        }
    }
    return NULL;
}

/* What is known of bids: sets that some history can leave, so that worlds can be drawn from them (know.c). */
static const char *check_knowledge(const struct yotei_rules *rules,
                                   const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    static const struct zk_yotei_bounds nothing;
    for (unsigned viewer = 0; viewer < PLAYERS_MAX; viewer++)
        for (unsigned seat = 0; seat < PLAYERS_MAX; seat++) {
            const struct zk_yotei_bounds *bounds = &state->know[viewer][seat];
            if (viewer >= rules->players || seat >= rules->players) {
                if (memcmp(bounds, &nothing, sizeof nothing) != 0)
                    return "an absent seat knows something";
                continue;
            }
            if (!zk_yotei_bounds_allow(bounds, state->sealed[seat]))
                return "somebody rules out the true bids";
            if (!zk_yotei_bounds_fit(bounds, &state->know[seat][seat]))
                return "what is known of bids does not fit together";
            unsigned all = bounds->most[ZK_YOTEI_GROUPS - 1];
            if (all && board->stage == ZK_YOTEI_HARVEST) return "a box was not opened";
            if (all > BOXES || all > board->total[seat])
                return "boxes are thought to hold more than there is";
            for (unsigned c = 0; c < CHARACTERS; c++)
                if (bounds->most[(1u << c) - 1] && !zk_yotei_at_bid(board->at[seat][c]))
                    return "somebody sees a box that is not there";
        }
    return NULL;
}

static const char *check_characters(const struct yotei_rules *rules,
                                    const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    unsigned occupied = 0, several = 0, numbers = 0, boxes = 0;
    for (unsigned seat = 0; seat < rules->players; seat++) {
        unsigned sealed = 0, own = 0;
        for (unsigned c = 0; c < CHARACTERS; c++) {
            unsigned at = board->at[seat][c], bid = zk_yotei_at_bid(at);
            sealed += state->sealed[seat][c];
            if (!at) {
                if (board->laid[seat][c] || state->sealed[seat][c])
                    return "potatoes without a character";
                continue;
            }
            unsigned place = zk_yotei_at_place(at);
            if (c >= rules->characters) return "a player has too many characters";
            if (place >= PLACES || (place < SLOTS && !board->kind[place]))
                return "a character stands nowhere";
            if (own >> place & 1) return "two characters of a player at one place";
            own |= 1u << place;
            if (bid > board->bids) return "a bid has a number that is to come";
            if (bid && (place >= SLOTS || board->turned >> place & 1 || numbers >> bid & 1 ||
                        !rules->set.land[board->kind[place] - 1].bid))
                return "a bid for a card that takes none";
            if (!bid && (board->bidding & ~board->turned) >> place & 1)
                return "a character without a bid among bidders";
            if (!bid && (occupied >> place & 1)) return "two characters on one card";
            if (!bid && state->sealed[seat][c]) return "a sealed bid without a box";
            if (several >> place & 1) return "a character stands among bidders";
            numbers |= bid ? 1u << bid : 0;
            boxes += bid > 0;
            occupied |= 1u << place;
            several |= bid ? 0 : 1u << place;
        }
        if (sealed > BOXES || sealed > board->total[seat])
            return "more is in boxes than there is";
        if (sealed && board->stage == ZK_YOTEI_HARVEST) return "a box was not opened";
    }
    if (occupied != board->occupied) return "occupied places are wrong";
    if (boxes > board->bids || board->bids > rules->boxes) return "boxes do not add up";
    return NULL;
}

/* Whether what the phase is about is there. */
static bool phase_fits(const struct yotei_rules *rules, const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    unsigned asked = board->start + board->asked, pending = board->pending;
    if (asked >= rules->players) asked -= rules->players;
    bool drawing = board->draws > 0, full = board->hand_count[board->drawer] == HELD;
    switch (board->phase) {
    case ZK_YOTEI_FIRST: return !rules->first && !board->round && !board->filled;
    case ZK_YOTEI_REVEAL:
        return pending < SLOTS && rules->slots >> pending & 1 && !board->kind[pending] &&
               board->deck_count[zk_yotei_tier_of_place(pending)];
    case ZK_YOTEI_TOP:
        return pending >= ZK_YOTEI_PILE_I && pending < PLACES &&
               board->stage == ZK_YOTEI_HARVEST &&
               board->deck_count[zk_yotei_tier_of_place(pending)];
    case ZK_YOTEI_MYSTERY: return drawing && !full && board->mystery_count;
    case ZK_YOTEI_MAKE_ROOM: return drawing && full && board->actor == board->drawer;
    case ZK_YOTEI_PLACE:
        return board->to_place && board->stage == ZK_YOTEI_PLACING &&
               board->actor == board->turn;
    case ZK_YOTEI_OPEN:
        return board->stage == ZK_YOTEI_OPENING && board->asked < rules->players &&
               board->actor == asked && board->hand_count[asked];
    case ZK_YOTEI_COLLECT:
        return board->stage == ZK_YOTEI_HARVEST && board->asked < rules->players &&
               board->actor == asked && board->turn == asked;
    case ZK_YOTEI_BIDDER: {
        if (!board->settling_count) return false;
        unsigned place = board->settling[board->settling_count - 1].place;
        unsigned c = zk_yotei_character_at(board, board->actor, place);
        return c < CHARACTERS && zk_yotei_at_bid(board->at[board->actor][c]);
    }
    default: return true;
    }
}

static const char *check_course(const struct yotei_rules *rules,
                                const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    unsigned filled = 0, bidding = 0, settled = 0;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        if (!board->kind[slot]) continue;
        filled |= 1u << slot;
        bidding |= (unsigned)(rules->set.land[board->kind[slot] - 1].bid != 0) << slot;
    }
    if (filled != board->filled || bidding != board->bidding || board->turned & ~filled)
        return "slots are filled with something else";
    for (unsigned i = 0; i < ZK_YOTEI_BOXES_MAX; i++) {
        const struct zk_yotei_settling *card = &board->settling[i];
        bool going = i < board->settling_count;
        if (going ? card->place >= SLOTS || !(bidding >> card->place & 1) ||
                        (board->turned | settled) >> card->place & 1 ||
                        card->beginner >= rules->players
                  : card->place || card->beginner || card->supply)
            return "a card that cannot be settled is";
        settled |= going ? 1u << card->place : 0;
    }
    for (unsigned i = 0; i < board->asked && board->stage == ZK_YOTEI_HARVEST; i++) {
        unsigned seat = (board->start + i) % rules->players;
        for (unsigned c = 0; c < CHARACTERS; c++)
            if (board->at[seat][c] && !(settled >> zk_yotei_at_place(board->at[seat][c]) & 1))
                return "a harvest is over with a character left";
    }
    if (board->settling_count && board->stage != ZK_YOTEI_HARVEST)
        return "a card is settled before the harvest";
    for (unsigned seat = rules->players; seat < PLAYERS_MAX; seat++)
        for (unsigned c = 0; c < CHARACTERS; c++)
            if (board->at[seat][c] || board->laid[seat][c] || state->sealed[seat][c])
                return "an absent seat has characters";
    if (board->festival > 1 || board->roosted > 1 ||
        board->asked > rules->players - (board->settling_count > 0) || board->end > 2 ||
        (board->stuck | board->bumper | board->queue) >> rules->players)
        return "a counter is out of its range";
    unsigned home = 0;
    for (unsigned c = 0; c < rules->characters; c++) home += !board->at[board->turn][c];
    if (board->to_place > (board->stage == ZK_YOTEI_PLACING ? home : 0))
        return "more characters remain to place than are at home";
    if (board->pending && board->phase != ZK_YOTEI_REVEAL && board->phase != ZK_YOTEI_TOP)
        return "chance is about nothing";
    return phase_fits(rules, state) ? NULL : "the phase does not fit what lies there";
}

const char *zk_yotei_check(const struct zk_rules *memory,
                           const struct zk_state *state_memory) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct yotei_state *state = state_of(state_memory);
    const struct zk_yotei_board *board = &state->board;
    const char *wrong = check_lands(rules, state);
    if (!wrong) wrong = check_mystery(rules, state);
    if (!wrong) wrong = check_characters(rules, state);
    if (!wrong) wrong = check_knowledge(rules, state);
    if (wrong) return wrong;
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if ((board->turned >> slot & 1) && !board->kind[slot])
            return "an empty slot is turned";
    if (board->phase > ZK_YOTEI_OVER || board->stage > ZK_YOTEI_HARVEST ||
        board->actor >= rules->players || board->turn >= rules->players ||
        board->start >= rules->players || board->drawer >= rules->players ||
        board->token > rules->players ||
        board->round > ZK_YOTEI_ROUNDS_MAX - (board->stage == ZK_YOTEI_FILLING) ||
        board->settling_count > ZK_YOTEI_BOXES_MAX || board->unused[0])
        return "a counter is out of its range";
    wrong = check_course(rules, state);
    if (wrong) return wrong;
    if ((board->phase == ZK_YOTEI_BIDDER) !=
        (board->settling_count && !board->draws && !board->festival &&
         zk_yotei_actor(memory, state_memory) >= 0))
        return "a card is being settled and nobody is asked";
    zk_move move[YOTEI_MOVES_MAX];
    int actor = zk_yotei_actor(memory, state_memory);
    if (actor >= 0 && !zk_yotei.moves(memory, state_memory, actor, move, NULL))
        return "whose turn it is can do nothing";
    return NULL;
}
