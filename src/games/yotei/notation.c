/* notation.c: moves of Yōtei in words, and why a text is not one; see docs/rules/yotei.md. */
#include <string.h>

#include "inside.h"

const struct zk_phrase zk_yotei_phrases[] = {
    ZK_YOTEI_CARDS_PHRASES,
    {"yotei.option.first", "There is no seat {0} with {1} players."},
    {"yotei.move.unknown",
     "\"{0}\" is not a move. Moves are \"place I3\", \"flip I3\", \"pile II\", \"bid III2 4\", "
     "\"collect I3\", \"use onsen\", \"cash onsen\" and so on."},
    {"yotei.expects.place", "Now place a character, or play a mystery card."},
    {"yotei.expects.room",
     "Make room for a mystery card first: cash one, or play Hot spring, Bumper crop or Cellar."},
    {"yotei.expects.opening",
     "Before the boxes are opened you can only play or cash mystery cards."},
    {"yotei.expects.collect", "Now collect a card."},
    {"yotei.expects.bidder",
     "You do not have what {0} needs: collect another card first, make up for it with powers, or give up the card."},
    {"yotei.turn.any_time",
     "It is {0}'s turn. Meanwhile you can cash mystery cards, or play Hot spring, Cellar, Bumper crop or Village festival."},
    {"yotei.place.none", "With this number of players there is no place {0}."},
    {"yotei.place.empty", "There is no card at {0}."},
    {"yotei.place.occupied", "There is already a character at {0}."},
    {"yotei.place.turned", "The card at {0} already lies face down and is used that way."},
    {"yotei.place.bidding", "Bid for the card at {0}, or turn it face down."},
    {"yotei.place.dear", "{0} costs {1}; you have {2}."},
    {"yotei.place.slot", "{0} is a draw pile; its top card is used face down."},
    {"yotei.place.pile", "{0} is not a draw pile."},
    {"yotei.pile.empty", "The draw pile {0} is empty."},
    {"yotei.bid.not", "The card at {0} is not won by bidding."},
    {"yotei.bid.twice", "You can bid for a card only once."},
    {"yotei.bid.boxes", "All bidding boxes are in use."},
    {"yotei.bid.much", "You cannot bid that much: you have {0}."},
    {"yotei.bid.holds", "Your bidding boxes together hold at most {0} potatoes."},
    {"yotei.collect.none", "You have no character at {0}."},
    {"yotei.collect.settling", "The bids for the card at {0} are already being compared."},
    {"yotei.collect.with", "Powers must supply exactly what is missing for the card at {0}."},
    {"yotei.power.not_held", "You do not have {0}."},
    {"yotei.power.when", "{0} cannot be played now."},
    {"yotei.power.with", "{0} is played together with the card that you collect."},
    {"yotei.power.festival",
     "Village festival cannot be played while someone makes room for a mystery card."},
    {"yotei.cellar.potatoes", "You can play Cellar only with no potatoes behind your screen."},
    {"yotei.rooster.one", "Rooster needs two characters left to place."},
    {"yotei.lantern.none", "{1} has no bidding box at {0}."},
    {"yotei.lantern.own", "Lantern looks into the box of another player."},
    {"yotei.box.none", "You have no bidding box at {0}."},
    {"yotei.box.nothing", "The amount must be 1 or more."},
    {"yotei.regret.much", "You cannot take that much: the box holds {0}."},
    {"yotei.thaw.card", "Thaw removes only a face-up card that nobody occupies."},
    {"yotei.detour.none", "You have no character at {0} that can move; one that bids stays."},
    {"yotei.chance.first", "Chance now gives the starting token to a player."},
    {"yotei.chance.reveal", "Chance now fills {0} with a card that is in its deck."},
    {"yotei.chance.top", "Chance now turns the top of the draw pile {0}."},
    {"yotei.chance.mystery", "Chance now draws a mystery card that is in the deck."},
    {NULL, NULL},
};

/* ---- Printing ---- */

static const char *const supplier_names[5] = {"guide", "plough", "fox O", "fox L", "fox B"};

static void put_act(struct zk_text *text, unsigned act, unsigned place) {
    static const char *const words[] = {[ZK_YOTEI_DO_PLACE] = "place ",
                                        [ZK_YOTEI_DO_FLIP] = "flip ",
                                        [ZK_YOTEI_DO_PILE] = "pile ",
                                        [ZK_YOTEI_DO_BID] = "bid ",
                                        [ZK_YOTEI_DO_COLLECT] = "collect "};
    zk_text_put(text, words[act]);
    zk_yotei_put_place(text, place);
}

/* A blank and an amount, or "?" for a seat that must not know it. */
static void put_amount(struct zk_text *text, unsigned amount, bool known) {
    zk_text_put_char(text, ' ');
    if (known)
        zk_text_put_uint(text, amount);
    else
        zk_text_put_char(text, '?');
}

static void put_power(struct zk_text *text, zk_move move, bool known) {
    unsigned power = zk_yotei_power(move);
    zk_text_put(text, "use ");
    zk_text_put(text, zk_yotei_powers[power]);
    if (!zk_yotei_is_aimed(power)) return;
    zk_text_put_char(text, ' ');
    zk_yotei_put_place(text, zk_yotei_place(move));
    zk_text_put(text, power == ZK_YOTEI_LANTERN || power == ZK_YOTEI_DETOUR ? " " : "");
    if (power == ZK_YOTEI_LANTERN)
        zk_text_put(text, zk_actor_name((int)zk_yotei_number(move)));
    else if (power == ZK_YOTEI_DETOUR)
        put_act(text, zk_yotei_detour_act(move), zk_yotei_detour_to(move));
    else if (power != ZK_YOTEI_THAW)
        put_amount(text, zk_yotei_number(move), known);
}

void zk_yotei_print_move(const struct zk_rules *memory, const struct zk_state *state_memory,
                         zk_move move, int seat, struct zk_text *text) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct yotei_state *state = state_of(state_memory);
    const struct zk_yotei_board *board = &state->board;
    int mover = zk_mover(zk_yotei_actor(memory, state_memory), move);
    bool known = seat == ZK_EVERYTHING || seat == mover;
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_PLACE:
    case ZK_YOTEI_DO_FLIP:
    case ZK_YOTEI_DO_PILE: put_act(text, zk_yotei_act(move), zk_yotei_place(move)); break;
    case ZK_YOTEI_DO_BID:
        put_act(text, ZK_YOTEI_DO_BID, zk_yotei_place(move));
        put_amount(text, zk_yotei_number(move), known);
        break;
    case ZK_YOTEI_DO_COLLECT:
        put_act(text, ZK_YOTEI_DO_COLLECT, zk_yotei_place(move));
        for (unsigned i = 0; i < 5; i++)
            for (unsigned n = zk_yotei_supply(move) >> 2 * i & 3; n; n--) {
                zk_text_put(text, " with ");
                zk_text_put(text, supplier_names[i]);
            }
        break;
    case ZK_YOTEI_DO_YIELD: zk_text_put(text, "yield"); break;
    case ZK_YOTEI_DO_USE: put_power(text, move, known); break;
    case ZK_YOTEI_DO_CASH:
        zk_text_put(text, "cash ");
        zk_text_put(text, zk_yotei_powers[zk_yotei_power(move)]);
        break;
    case ZK_YOTEI_DO_DONE: zk_text_put(text, "done"); break;
    case ZK_YOTEI_DO_FIRST:
        zk_text_put(text, "first ");
        zk_text_put(text, zk_actor_name((int)zk_yotei_number(move)));
        break;
    case ZK_YOTEI_DO_REVEAL:
    case ZK_YOTEI_DO_TOP: {
        bool top = zk_yotei_act(move) == ZK_YOTEI_DO_TOP;
        unsigned place = zk_yotei_place(move);
        zk_text_put(text, top ? "top " : "reveal ");
        zk_yotei_put_place(text, place);
        zk_text_put_char(text, ' ');
        if (!top || seat == board->actor || seat == ZK_EVERYTHING ||
            zk_yotei_is_shown(rules, state, zk_yotei_tier_of_place(place)))
            zk_text_put(text, rules->set.land[zk_yotei_number(move)].id);
        else
            zk_text_put_char(text, '?');
        break;
    }
    default: /* MYSTERY */
        zk_text_put(text, "mystery ");
        zk_text_put(text, seat == board->drawer || seat == ZK_EVERYTHING
                              ? zk_yotei_powers[zk_yotei_power(move)]
                              : "?");
    }
}

void zk_yotei_saw(const struct zk_rules *memory, const struct zk_state *state_memory,
                  zk_move move, int seat, struct zk_text *text) {
    const struct yotei_rules *rules = rules_of(memory);
    const struct yotei_state *state = state_of(state_memory);
    if (seat != state->board.actor && seat != ZK_EVERYTHING) return;
    if (zk_yotei_act(move) == ZK_YOTEI_DO_TOP) {
        zk_text_put(text, rules->set.land[zk_yotei_number(move)].id);
    } else if (zk_yotei_act(move) == ZK_YOTEI_DO_USE &&
               zk_yotei_power(move) == ZK_YOTEI_LANTERN) {
        unsigned owner = zk_yotei_number(move);
        unsigned c = zk_yotei_character_at(&state->board, owner, zk_yotei_place(move));
        zk_text_put_uint(text, state->sealed[owner][c]);
    }
}

/* ---- Reading ---- */

/* The letters and digits up to the next blank. */
static struct zk_words take_word(struct zk_words *words) {
    struct zk_words word = *words;
    while (words->at < words->end && *words->at != ' ') words->at++;
    word.end = words->at;
    return word;
}

static bool is_word(const struct zk_words *word, const char *expected) {
    return zk_same(word->at, (size_t)(word->end - word->at), expected, strlen(expected));
}

/* Any place of the largest table. */
static bool take_place(struct zk_words *words, unsigned *place) {
    struct zk_words word = take_word(words);
    for (*place = 0; *place < ZK_YOTEI_PLACES; ++*place) {
        char name[8];
        struct zk_text text = zk_text_in(name, sizeof name);
        zk_yotei_put_place(&text, *place);
        if (is_word(&word, name)) return true;
    }
    return false;
}

static bool take_power(struct zk_words *words, unsigned *power) {
    struct zk_words word = take_word(words);
    for (*power = 0; *power < ZK_YOTEI_POWERS; ++*power)
        if (is_word(&word, zk_yotei_powers[*power])) return true;
    return false;
}

/* A whole number as it is printed, at most 255. */
static bool take_number(struct zk_words *words, unsigned *number) {
    int read;
    if (!zk_words_take_number(words, &read) || read < 0 || read > 255) return false;
    *number = (unsigned)read;
    return true;
}

static bool take_seat(struct zk_words *words, unsigned *seat) {
    struct zk_words word = take_word(words);
    int named;
    if (!zk_actor_parse(word.at, (size_t)(word.end - word.at), &named) || named < 0)
        return false;
    *seat = (unsigned)named;
    return true;
}

/* " with guide with fox O", in that order, up to the end. */
static bool take_supply(struct zk_words *words, unsigned *supply) {
    *supply = 0;
    for (unsigned i = 0; i < 5; i++)
        for (unsigned n = 0; n < 3; n++) {
            struct zk_words before = *words;
            if (!zk_words_take(words, " with ") || !zk_words_take(words, supplier_names[i])) {
                *words = before;
                break;
            }
            *supply += 1u << 2 * i;
        }
    return words->at == words->end;
}

static bool take_way(struct zk_words *words, unsigned *act, unsigned *place) {
    *act = zk_words_take(words, "place ")  ? ZK_YOTEI_DO_PLACE
           : zk_words_take(words, "flip ") ? ZK_YOTEI_DO_FLIP
           : zk_words_take(words, "pile ") ? ZK_YOTEI_DO_PILE
                                           : 0;
    return *act && take_place(words, place);
}

/* What a text says, if it is well formed; whether it is legal is another question. */
struct meant {
    unsigned act, place, power, number; /* as in a move */
};

static zk_move move_of(const struct meant *meant) {
    return meant->act << 24 | meant->number << 8 | meant->power << 4 | meant->place;
}

static bool read_power(struct zk_words *words, struct meant *meant) {
    unsigned act, to;
    if (!take_power(words, &meant->power)) return false;
    switch (meant->power) {
    case ZK_YOTEI_LANTERN:
        return zk_words_take(words, " ") && take_place(words, &meant->place) &&
               zk_words_take(words, " ") && take_seat(words, &meant->number);
    case ZK_YOTEI_OFFER:
    case ZK_YOTEI_REGRET:
        return zk_words_take(words, " ") && take_place(words, &meant->place) &&
               zk_words_take(words, " ") && take_number(words, &meant->number);
    case ZK_YOTEI_THAW: return zk_words_take(words, " ") && take_place(words, &meant->place);
    case ZK_YOTEI_DETOUR:
        if (!zk_words_take(words, " ") || !take_place(words, &meant->place) ||
            !zk_words_take(words, " ") || !take_way(words, &act, &to))
            return false;
        meant->number = act << 4 | to;
        return true;
    default: return true;
    }
}

static bool read_act(const char *text, size_t size, struct meant *meant) {
    struct zk_words words = {text, text + size};
    memset(meant, 0, sizeof *meant);
    if (zk_words_take(&words, "bid ")) {
        meant->act = ZK_YOTEI_DO_BID;
        if (!take_place(&words, &meant->place) || !zk_words_take(&words, " ") ||
            !take_number(&words, &meant->number))
            return false;
    } else if (zk_words_take(&words, "collect ")) {
        meant->act = ZK_YOTEI_DO_COLLECT;
        if (!take_place(&words, &meant->place)) return false;
        return take_supply(&words, &meant->number);
    } else if (zk_words_take(&words, "use ")) {
        meant->act = ZK_YOTEI_DO_USE;
        if (!read_power(&words, meant)) return false;
    } else if (zk_words_take(&words, "cash ")) {
        meant->act = ZK_YOTEI_DO_CASH;
        if (!take_power(&words, &meant->power)) return false;
    } else if (zk_words_take(&words, "yield")) {
        meant->act = ZK_YOTEI_DO_YIELD;
    } else if (zk_words_take(&words, "done")) {
        meant->act = ZK_YOTEI_DO_DONE;
    } else if (!take_way(&words, &meant->act, &meant->place)) {
        return false;
    }
    return words.at == words.end;
}

/* A kind of any tier: whether it can come there is seen when the outcomes are looked through. */
static bool take_kind(const struct yotei_rules *rules, struct zk_words *words,
                      unsigned *kind) {
    struct zk_words word = take_word(words);
    for (*kind = 0; *kind < rules->set.lands; ++*kind)
        if (is_word(&word, rules->set.land[*kind].id)) return true;
    return false;
}

static bool read_outcome(const struct yotei_rules *rules, const char *text, size_t size,
                         struct meant *meant) {
    struct zk_words words = {text, text + size};
    memset(meant, 0, sizeof *meant);
    if (zk_words_take(&words, "first ")) {
        meant->act = ZK_YOTEI_DO_FIRST;
        if (!take_seat(&words, &meant->number)) return false;
    } else if (zk_words_take(&words, "mystery ")) {
        meant->act = ZK_YOTEI_DO_MYSTERY;
        if (!take_power(&words, &meant->power)) return false;
    } else {
        meant->act = zk_words_take(&words, "reveal ") ? ZK_YOTEI_DO_REVEAL
                     : zk_words_take(&words, "top ")  ? ZK_YOTEI_DO_TOP
                                                      : 0;
        if (!meant->act || !take_place(&words, &meant->place) || !zk_words_take(&words, " ") ||
            !take_kind(rules, &words, &meant->number))
            return false;
    }
    return words.at == words.end;
}

bool zk_yotei_parse_move(const struct zk_rules *rules, const struct zk_state *state, int seat,
                         const char *text, size_t size, zk_move *move) {
    struct meant meant;
    zk_move legal[YOTEI_MOVES_MAX], mark = 0;
    uint32_t weights[YOTEI_MOVES_MAX];
    if (seat == ZK_CHANCE ? !read_outcome(rules_of(rules), text, size, &meant)
                          : !read_act(text, size, &meant))
        return false;
    if (seat != zk_yotei_actor(rules, state) && seat >= 0) mark = (zk_move)(seat + 1) << 28;
    uint32_t count = zk_yotei_moves(rules, state, seat, legal, weights);
    for (uint32_t i = 0; i < count; i++) {
        if (legal[i] != (mark | move_of(&meant))) continue;
        *move = legal[i];
        return true;
    }
    return false;
}

/* ---- Refusals ---- */

static void add_number(struct zk_sentence *refusal, unsigned number) {
    char digits[16];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_uint(&text, number);
    zk_sentence_arg(refusal, digits, text.used);
}

static void refuse_with_number(struct zk_sentence *refusal, const char *rule, const char *key,
                               unsigned number) {
    zk_refuse(refusal, rule, key);
    add_number(refusal, number);
}

static void refuse_with_place(struct zk_sentence *refusal, const char *rule, const char *key,
                              unsigned place) {
    char name[8];
    struct zk_text text = zk_text_in(name, sizeof name);
    zk_yotei_put_place(&text, place);
    zk_refuse(refusal, rule, key);
    zk_sentence_arg(refusal, name, text.used);
}

static void refuse_with_power(struct zk_sentence *refusal, const char *rule, const char *key,
                              unsigned power) {
    zk_refuse(refusal, rule, key);
    zk_sentence_arg(refusal, zk_yotei_powers[power], strlen(zk_yotei_powers[power]));
}

/* Says which move is expected now, when the text names another. */
static void explain_expected(const struct zk_yotei_board *board, struct zk_sentence *refusal) {
    switch (board->phase) {
    case ZK_YOTEI_PLACE: zk_refuse(refusal, "T7", "yotei.expects.place"); break;
    case ZK_YOTEI_MAKE_ROOM: zk_refuse(refusal, "T28", "yotei.expects.room"); break;
    case ZK_YOTEI_OPEN: zk_refuse(refusal, "T17", "yotei.expects.opening"); break;
    case ZK_YOTEI_COLLECT: zk_refuse(refusal, "T18", "yotei.expects.collect"); break;
    default:
        refuse_with_place(refusal, "T25", "yotei.expects.bidder",
                          board->settling[board->settling_count - 1].place);
    }
}

/* Why a character cannot go to a place in this way, for the player who has so many potatoes. */
static void explain_way(const struct yotei_rules *rules, const struct zk_yotei_board *board,
                        unsigned act, unsigned place, unsigned purse, unsigned discount,
                        struct zk_sentence *refusal) {
    bool pile = place >= ZK_YOTEI_PILE_I;
    const char *rule = act == ZK_YOTEI_DO_PLACE  ? "T8"
                       : act == ZK_YOTEI_DO_FLIP ? "T10"
                                                 : "T11";
    if (pile != (act == ZK_YOTEI_DO_PILE)) {
        refuse_with_place(refusal, rule, pile ? "yotei.place.slot" : "yotei.place.pile",
                          place);
    } else if (!pile && !(rules->slots >> place & 1)) {
        refuse_with_place(refusal, "T5", "yotei.place.none", place);
    } else if (board->occupied >> place & 1) {
        refuse_with_place(refusal, "T13", "yotei.place.occupied", place);
    } else if (pile && !board->deck_count[place - ZK_YOTEI_PILE_I]) {
        refuse_with_place(refusal, "T11", "yotei.pile.empty", place);
    } else if (!pile && !board->kind[place]) {
        refuse_with_place(refusal, "T31", "yotei.place.empty", place);
    } else if (act == ZK_YOTEI_DO_PLACE && (board->turned >> place & 1)) {
        refuse_with_place(refusal, "T10", "yotei.place.turned", place);
    } else if (act == ZK_YOTEI_DO_PLACE && rules->set.land[board->kind[place] - 1].bid) {
        refuse_with_place(refusal, "T9", "yotei.place.bidding", place);
    } else {
        refuse_with_place(refusal, rule, "yotei.place.dear", place);
        add_number(refusal, zk_yotei_price(rules, board, act, place, discount));
        add_number(refusal, purse);
    }
}

static void explain_bid(const struct yotei_rules *rules, const struct yotei_state *state,
                        unsigned seat, const struct meant *meant,
                        struct zk_sentence *refusal) {
    const struct zk_yotei_board *board = &state->board;
    unsigned place = meant->place;
    if (place < ZK_YOTEI_SLOTS && !(rules->slots >> place & 1))
        refuse_with_place(refusal, "T5", "yotei.place.none", place);
    else if (place >= ZK_YOTEI_SLOTS || !board->kind[place] || (board->turned >> place & 1) ||
             !rules->set.land[board->kind[place] - 1].bid)
        refuse_with_place(refusal, "T9", "yotei.bid.not", place);
    else if (zk_yotei_character_at(board, seat, place) < ZK_YOTEI_CHARACTERS_MAX)
        zk_refuse(refusal, "T14", "yotei.bid.twice");
    else if (board->bids >= rules->boxes)
        zk_refuse(refusal, "T14", "yotei.bid.boxes");
    else if (meant->number > zk_yotei_screen(state, seat))
        refuse_with_number(refusal, "T14", "yotei.bid.much", zk_yotei_screen(state, seat));
    else
        refuse_with_number(refusal, "T14a", "yotei.bid.holds", ZK_YOTEI_BOXES_HOLD);
}

static void explain_collect(const struct yotei_rules *rules, const struct yotei_state *state,
                            unsigned seat, const struct meant *meant,
                            struct zk_sentence *refusal) {
    const struct zk_yotei_board *board = &state->board;
    unsigned place = meant->place;
    for (unsigned i = 0, foxes = 0; i < 5; i++) {
        static const uint8_t power[5] = {ZK_YOTEI_GUIDE, ZK_YOTEI_PLOUGH, ZK_YOTEI_FOX,
                                         ZK_YOTEI_FOX, ZK_YOTEI_FOX};
        unsigned used = meant->number >> 2 * i & 3;
        if (power[i] == ZK_YOTEI_FOX) used = foxes += used;
        if (used <= zk_yotei_held(state, seat, power[i])) continue;
        refuse_with_power(refusal, "T29", "yotei.power.not_held", power[i]);
        return;
    }
    if (place < ZK_YOTEI_SLOTS && !(rules->slots >> place & 1))
        refuse_with_place(refusal, "T5", "yotei.place.none", place);
    else if (zk_yotei_character_at(board, seat, place) == ZK_YOTEI_CHARACTERS_MAX)
        refuse_with_place(refusal, "T18", "yotei.collect.none", place);
    else if (meant->number)
        refuse_with_place(refusal, "T19", "yotei.collect.with", place);
    else
        refuse_with_place(refusal, "T26", "yotei.collect.settling", place);
}

/* `lantern`, `offer` and `regret`, all of them about a box. */
static void explain_box(const struct yotei_state *state, unsigned seat,
                        const struct meant *meant, struct zk_sentence *refusal) {
    const struct zk_yotei_board *board = &state->board;
    bool lantern = meant->power == ZK_YOTEI_LANTERN;
    unsigned owner = lantern ? meant->number : seat;
    unsigned c = zk_yotei_character_at(board, owner, meant->place);
    bool box = c < ZK_YOTEI_CHARACTERS_MAX && zk_yotei_at_bid(board->at[owner][c]);
    if (lantern && owner == seat) {
        zk_refuse(refusal, "T29", "yotei.lantern.own");
    } else if (!box) {
        refuse_with_place(refusal, "T29", lantern ? "yotei.lantern.none" : "yotei.box.none",
                          meant->place);
        if (lantern) zk_sentence_arg(refusal, zk_actor_name((int)owner), 1);
    } else if (!meant->number) {
        zk_refuse(refusal, "T29", "yotei.box.nothing");
    } else if (meant->power == ZK_YOTEI_REGRET) {
        refuse_with_number(refusal, "T29", "yotei.regret.much", state->sealed[seat][c]);
    } else if (meant->number > zk_yotei_screen(state, seat)) {
        refuse_with_number(refusal, "T29", "yotei.bid.much", zk_yotei_screen(state, seat));
    } else {
        refuse_with_number(refusal, "T14a", "yotei.bid.holds", ZK_YOTEI_BOXES_HOLD);
    }
}

static void explain_detour(const struct yotei_rules *rules, const struct yotei_state *state,
                           unsigned seat, const struct meant *meant,
                           struct zk_sentence *refusal) {
    const struct zk_yotei_board *board = &state->board;
    unsigned c = zk_yotei_character_at(board, seat, meant->place);
    if (c == ZK_YOTEI_CHARACTERS_MAX || zk_yotei_at_bid(board->at[seat][c]))
        refuse_with_place(refusal, "T29", "yotei.detour.none", meant->place);
    else
        explain_way(rules, board, meant->number >> 4, meant->number & 15,
                    zk_yotei_screen(state, seat) + board->laid[seat][c], 0, refusal);
}

static void explain_power(const struct yotei_rules *rules, const struct yotei_state *state,
                          unsigned seat, const struct meant *meant,
                          struct zk_sentence *refusal) {
    const struct zk_yotei_board *board = &state->board;
    bool placing = board->phase == ZK_YOTEI_PLACE, opening = board->phase == ZK_YOTEI_OPEN;
    bool boxes = meant->power == ZK_YOTEI_LANTERN || meant->power == ZK_YOTEI_OFFER ||
                 meant->power == ZK_YOTEI_REGRET;
    if (!zk_yotei_held(state, seat, meant->power))
        refuse_with_power(refusal, "T29", "yotei.power.not_held", meant->power);
    else if (meant->power == ZK_YOTEI_FESTIVAL)
        zk_refuse(refusal, "T28", "yotei.power.festival");
    else if (meant->power == ZK_YOTEI_CELLAR)
        zk_refuse(refusal, "T29", "yotei.cellar.potatoes");
    else if (meant->power == ZK_YOTEI_GUIDE || meant->power == ZK_YOTEI_PLOUGH ||
             meant->power == ZK_YOTEI_FOX)
        refuse_with_power(refusal, "T29", "yotei.power.with", meant->power);
    else if (boxes && (placing || opening))
        explain_box(state, seat, meant, refusal);
    else if (placing && meant->power == ZK_YOTEI_THAW)
        zk_refuse(refusal, "T29", "yotei.thaw.card");
    else if (placing && meant->power == ZK_YOTEI_DETOUR)
        explain_detour(rules, state, seat, meant, refusal);
    else if (placing && meant->power == ZK_YOTEI_ROOSTER)
        zk_refuse(refusal, "T29", "yotei.rooster.one");
    else
        refuse_with_power(refusal, "T29", "yotei.power.when", meant->power);
}

static void explain_chance(const struct zk_yotei_board *board, struct zk_sentence *refusal) {
    switch (board->phase) {
    case ZK_YOTEI_FIRST: zk_refuse(refusal, "T6", "yotei.chance.first"); break;
    case ZK_YOTEI_REVEAL:
        refuse_with_place(refusal, "T32", "yotei.chance.reveal", board->pending);
        break;
    case ZK_YOTEI_TOP:
        refuse_with_place(refusal, "T23", "yotei.chance.top", board->pending);
        break;
    default: zk_refuse(refusal, "T28", "yotei.chance.mystery");
    }
}

static void explain_act(const struct yotei_rules *rules, const struct yotei_state *state,
                        unsigned seat, const struct meant *meant,
                        struct zk_sentence *refusal) {
    const struct zk_yotei_board *board = &state->board;
    bool placing = board->phase == ZK_YOTEI_PLACE;
    bool collecting = board->phase == ZK_YOTEI_COLLECT || board->phase == ZK_YOTEI_BIDDER;
    switch (meant->act) {
    case ZK_YOTEI_DO_CASH:
        refuse_with_power(refusal, "T29", "yotei.power.not_held", meant->power);
        break;
    case ZK_YOTEI_DO_USE:
        if (board->phase == ZK_YOTEI_MAKE_ROOM && zk_yotei_held(state, seat, meant->power) &&
            meant->power != ZK_YOTEI_FESTIVAL && meant->power != ZK_YOTEI_CELLAR)
            explain_expected(board, refusal);
        else
            explain_power(rules, state, seat, meant, refusal);
        break;
    case ZK_YOTEI_DO_COLLECT:
        if (collecting)
            explain_collect(rules, state, seat, meant, refusal);
        else
            explain_expected(board, refusal);
        break;
    case ZK_YOTEI_DO_YIELD:
    case ZK_YOTEI_DO_DONE: explain_expected(board, refusal); break;
    default:
        if (!placing)
            explain_expected(board, refusal);
        else if (meant->act == ZK_YOTEI_DO_BID)
            explain_bid(rules, state, seat, meant, refusal);
        else
            explain_way(rules, board, meant->act, meant->place, zk_yotei_screen(state, seat),
                        ZK_YOTEI_MARKET_OFF * board->market, refusal);
    }
}

void zk_yotei_explain(const struct zk_rules *rules, const struct zk_state *memory, int seat,
                      const char *text, size_t size, struct zk_sentence *refusal) {
    const struct yotei_state *state = state_of(memory);
    const struct zk_yotei_board *board = &state->board;
    static const char *const ends[] = {"T33", "T16", "T33a"};
    int acting = zk_yotei_actor(rules, memory);
    struct meant meant;
    bool any_time = false;
    if (acting == ZK_OVER) {
        zk_refuse(refusal, ends[board->end], "move.over");
        return;
    }
    if (acting == ZK_CHANCE && seat == ZK_CHANCE) {
        explain_chance(board, refusal);
        return;
    }
    if (acting == ZK_CHANCE || seat == ZK_CHANCE) {
        zk_refuse(refusal, "", "move.not_in_turn");
        zk_sentence_arg(refusal, zk_actor_name(acting), strlen(zk_actor_name(acting)));
        return;
    }
    if (!read_act(text, size, &meant)) {
        zk_refuse(refusal, "", "yotei.move.unknown");
        zk_sentence_arg(refusal, text, size);
        return;
    }
    any_time = meant.act == ZK_YOTEI_DO_CASH ||
               (meant.act == ZK_YOTEI_DO_USE &&
                (meant.power == ZK_YOTEI_ONSEN || meant.power == ZK_YOTEI_CELLAR ||
                 meant.power == ZK_YOTEI_BUMPER || meant.power == ZK_YOTEI_FESTIVAL));
    if (acting != seat && !any_time) {
        zk_refuse(refusal, "T29", "yotei.turn.any_time");
        zk_sentence_arg(refusal, zk_actor_name(acting), strlen(zk_actor_name(acting)));
        return;
    }
    explain_act(rules_of(rules), state, (unsigned)seat, &meant, refusal);
}
