/* check.c: what is true of every state of Yōtei, counted anew from where its cards are. */
#include <stddef.h>

#include "inside.h"

/* Counters of the board stop at 255. */
static unsigned counted(unsigned number) { return number > 255 ? 255 : number; }

static const char *check_lands(const struct yotei_rules *rules,
                               const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    unsigned deck[TIERS] = {0}, discards[TIERS] = {0}, element[PLAYERS_MAX][ELEMENTS] = {{0}};
    unsigned charm[PLAYERS_MAX] = {0}, star[PLAYERS_MAX] = {0};
    for (unsigned kind = 0; kind < rules->set.lands; kind++) {
        const struct zk_yotei_land *land = &rules->set.land[kind];
        unsigned lying = 0, before = 0;
        for (unsigned card = rules->first_card[kind]; card < rules->first_card[kind + 1];
             card++) {
            unsigned is = zk_yotei_where(state->where, card), seat = is - ZK_YOTEI_COLLECTED;
            if (is < before) return "copies of a land card are not sorted";
            if (is >= ZK_YOTEI_UNSEEN) return "a land card is nowhere";
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
            if (i && held &&
                (age[i - 1] > age[i] || (age[i - 1] == age[i] && hand[i - 1] > hand[i])))
                return "a hand is not sorted";
        }
    }
    return NULL;
}

static const char *check_characters(const struct yotei_rules *rules,
                                    const struct yotei_state *state) {
    const struct zk_yotei_board *board = &state->board;
    unsigned occupied = 0, several = 0, numbers = 0, boxes = 0;
    for (unsigned seat = 0; seat < rules->players; seat++) {
        unsigned sealed = 0;
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
            if (bid && (place >= SLOTS || board->turned >> place & 1 || numbers >> bid & 1 ||
                        !rules->set.land[board->kind[place] - 1].bid))
                return "a bid for a card that takes none";
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
        for (unsigned viewer = 0; viewer < rules->players; viewer++)
            if (!zk_yotei_bounds_allow(&state->know[viewer][seat], state->sealed[seat]))
                return "somebody rules out the true bids";
    }
    if (occupied != board->occupied) return "occupied places are wrong";
    if (boxes > board->bids || board->bids > rules->boxes) return "boxes do not add up";
    return NULL;
}

const char *zk_yotei_check(const struct zk_rules *memory,
                           const struct zk_state *state_memory) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct yotei_state *state = state_of(state_memory);
    const struct zk_yotei_board *board = &state->board;
    const char *wrong = check_lands(rules, state);
    if (!wrong) wrong = check_mystery(rules, state);
    if (!wrong) wrong = check_characters(rules, state);
    if (wrong) return wrong;
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if ((board->turned >> slot & 1) && !board->kind[slot])
            return "an empty slot is turned";
    if (board->phase > ZK_YOTEI_OVER || board->stage > ZK_YOTEI_HARVEST ||
        board->actor >= rules->players || board->turn >= rules->players ||
        board->start >= rules->players || board->drawer >= rules->players ||
        board->token > rules->players || board->round > ZK_YOTEI_ROUNDS_MAX ||
        board->settling_count > ZK_YOTEI_BOXES_MAX || board->unused[0])
        return "a counter is out of its range";
    if (board->phase == ZK_YOTEI_MYSTERY && !board->mystery_count) return "nothing to draw";
    if ((board->phase == ZK_YOTEI_BIDDER) !=
        (board->settling_count && !board->draws && !board->festival &&
         zk_yotei_actor(memory, state_memory) >= 0))
        return "a card is being settled and nobody is asked";
    return NULL;
}
