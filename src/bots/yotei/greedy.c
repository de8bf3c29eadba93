/* greedy.c: Yōtei by what is worth most at once.
 *
 * A seat's worth is its charm, its potatoes and mystery cards, and a promise: every land card that the seat may
 * still get counts by what it brings, less for each step that the seat's elements are away from
 * its needs. So an element is worth what it opens up, a Mountain on the way to Tourism on the way to
 * a Ski resort included, in whatever card set. A placement is weighed by the harvest it leads to,
 * a bid by what winning is worth and how likely it is against what others can have laid. */
#include <assert.h>
#include <string.h>

#include "bots.h"
#include "worth.h"

enum {
    SPOTS_MAX = ZK_YOTEI_CHARACTERS_MAX + 1,
    SURE = 100, /* percent */
    STEPS_MAX = 12,
};

/* How much of a card's worth is left at so many steps from it, in percent. */
static const uint8_t promise[STEPS_MAX + 1] = {100, 60, 38, 25, 17, 11, 7, 5, 3, 2, 1, 1, 0};

/* What a power is worth to somebody who goes on holding it. */
static const uint8_t keeping[ZK_YOTEI_POWERS] = {
    [ZK_YOTEI_ONSEN] = POINT, /* it counts at the end all the same (T30) */
    [ZK_YOTEI_CELLAR] = 18,   [ZK_YOTEI_GUIDE] = 16,    [ZK_YOTEI_PLOUGH] = 16,
    [ZK_YOTEI_FOX] = 20,      [ZK_YOTEI_DETOUR] = 10,   [ZK_YOTEI_LANTERN] = 5,
    [ZK_YOTEI_OFFER] = 9,     [ZK_YOTEI_REGRET] = 10,   [ZK_YOTEI_ROOSTER] = 9,
    [ZK_YOTEI_BUMPER] = 9,    [ZK_YOTEI_THAW] = 6,      [ZK_YOTEI_MARKET] = 9,
    [ZK_YOTEI_QUEUE] = 6,     [ZK_YOTEI_FESTIVAL] = 28, [ZK_YOTEI_TOKEN] = 9,
};

/* One of my characters, placed or only thought of. */
struct spot {
    int kind;     /* of the card beneath, or -1 when it lies face down */
    uint8_t tier; /* of the place */
    int laid;     /* potatoes, which come back when it is not collected */
    int chance;   /* in percent, that a bid wins */
};

/* What I have, or would have after a harvest. */
struct purse {
    int charm, potatoes, mysteries, stars;
    uint8_t element[ZK_YOTEI_ELEMENTS];
    int guides, ploughs, foxes; /* held */
};

/* What does not change while one decision is weighed. */
struct task {
    const struct zk_yotei_view *seen;
    const struct zk_yotei_board *board;
    const struct zk_yotei_set *set;
    const struct zk_yotei_table *table;
    unsigned me;
    int share[ZK_YOTEI_LAND_MAX]; /* of each kind: its worth by how likely a seat gets one */
    int future;                   /* how much promises count, in percent */
    bool ending;                  /* somebody has stars enough */
    struct purse purse;
    struct spot spot[SPOTS_MAX];
    unsigned spots;
    int now; /* what it all comes to without a further move */
};

/* ---- What things are worth ---- */

/* Potatoes: the first ones buy cards, the others are points. */
static int worth_of_potatoes(int count, bool last) {
    if (last) return POTATO * count;
    int first = smaller(count, 3), next = smaller(larger(count - 3, 0), 4);
    return 9 * first + 6 * next + POTATO * larger(count - 7, 0);
}

static int missing(const struct purse *purse, const struct zk_yotei_land *land) {
    int count = 0;
    for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++)
        count += larger(land->needs[e] - purse->element[e], 0);
    return count;
}

/* How far each element is: the steps to the nearest card that gives it. */
static void find_steps(const struct task *task, const struct purse *purse, int *steps) {
    for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++) steps[e] = 4;
    steps[ZK_YOTEI_FOREST] = 1; /* every card of tier I is one, face down */
    for (unsigned kind = 0; kind < task->set->lands; kind++) {
        const struct zk_yotei_land *land = &task->set->land[kind];
        if (!task->share[kind]) continue;
        int far = 1 + missing(purse, land);
        for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++)
            if (land->gives[e]) steps[e] = smaller(steps[e], far);
    }
}

/* What the cards that one can still get are worth to a seat with these elements. */
static int worth_of_promises(const struct task *task, const struct purse *purse) {
    int steps[ZK_YOTEI_ELEMENTS], worth = 0;
    find_steps(task, purse, steps);
    for (unsigned kind = 0; kind < task->set->lands; kind++) {
        const struct zk_yotei_land *land = &task->set->land[kind];
        int far = 0;
        if (!task->share[kind]) continue;
        for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++) {
            int lacks = land->needs[e] - purse->element[e];
            if (lacks > 0) far += steps[e] + lacks - 1;
        }
        worth += task->share[kind] * promise[smaller(far, STEPS_MAX)];
    }
    return worth / 100;
}

static int points_of(const struct task *task, unsigned seat) {
    return task->board->charm[seat] * POINT + task->board->total[seat] * POTATO;
}

static int worth_of_purse(const struct task *task, const struct purse *purse) {
    bool last = task->ending || purse->stars >= ZK_YOTEI_STARS_TO_END;
    int worth = purse->charm * POINT + worth_of_potatoes(purse->potatoes, last) +
                purse->mysteries * (last ? 2 * POTATO : MYSTERY) +
                8 * (purse->guides + purse->ploughs + purse->foxes);
    if (!last) return worth + worth_of_promises(task, purse) * task->future / 100;
    int best = 0;
    for (unsigned seat = 0; seat < task->seen->players; seat++)
        if (seat != task->me) best = larger(best, points_of(task, seat));
    if (purse->stars >= ZK_YOTEI_STARS_TO_END && !task->ending)
        worth += worth > best + POINT ? WIN : -WIN;
    return worth;
}

/* ---- A harvest, thought through ---- */

static void collect_spot(const struct task *task, struct purse *purse,
                         const struct spot *spot) {
    if (spot->kind < 0) {
        if (spot->tier == 0) purse->element[ZK_YOTEI_FOREST]++;
        if (spot->tier == 1)
            purse->potatoes += (int)zk_yotei_face_down_gives(task->board, task->me);
        if (spot->tier == 2) purse->charm++;
        return;
    }
    const struct zk_yotei_land *land = &task->set->land[spot->kind];
    for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++)
        purse->element[e] = (uint8_t)smaller(purse->element[e] + land->gives[e], 99);
    purse->charm += land->charm;
    purse->mysteries += land->mystery;
    purse->stars += land->star;
}

/* Whether the needs can be met with the powers held, which are then taken out of the purse. */
static bool supply(struct purse *purse, const struct zk_yotei_land *land) {
    int lacks[ZK_YOTEI_ELEMENTS], foxes = 0;
    for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++)
        lacks[e] = larger(land->needs[e] - purse->element[e], 0);
    for (unsigned e = ZK_YOTEI_TOURISM; e <= ZK_YOTEI_BOUNTY; e++) foxes += lacks[e];
    for (unsigned e = ZK_YOTEI_SKI; e <= ZK_YOTEI_WILDERNESS; e++)
        if (lacks[e]) return false;
    if (lacks[ZK_YOTEI_FOREST] || lacks[ZK_YOTEI_MOUNTAIN] > purse->guides ||
        lacks[ZK_YOTEI_FARMLAND] > purse->ploughs || foxes > purse->foxes)
        return false;
    purse->guides -= lacks[ZK_YOTEI_MOUNTAIN];
    purse->ploughs -= lacks[ZK_YOTEI_FARMLAND];
    purse->foxes -= foxes;
    return true;
}

/* What the spots in `bits` bring, the others being lost: each is collected as soon as its needs are
 * met, then with powers. Returns those that were collected. */
static unsigned harvest(const struct task *task, const struct spot *spot, unsigned spots,
                        unsigned bits, struct purse *purse) {
    unsigned collected = 0;
    for (bool powers = false;; powers = true) {
        bool again = false;
        for (unsigned i = 0; i < spots; i++) {
            if (!(bits >> i & 1) || (collected >> i & 1)) continue;
            const struct zk_yotei_land *land =
                spot[i].kind < 0 ? NULL : &task->set->land[spot[i].kind];
            if (land && missing(purse, land) && !(powers && supply(purse, land))) continue;
            collect_spot(task, purse, &spot[i]);
            collected |= 1u << i;
            again = true;
        }
        if (!again && powers) break;
        if (again) powers = false;
    }
    for (unsigned i = 0; i < spots; i++)
        if (!(collected >> i & 1)) purse->potatoes += spot[i].laid;
    return collected;
}

/* What these spots are worth, over all ways that the bids among them can go. */
static int worth_of_spots(const struct task *task, const struct purse *purse,
                          const struct spot *spot, unsigned spots) {
    int64_t worth = 0;
    for (unsigned bits = 0; bits < 1u << spots; bits++) {
        int64_t chance = 1;
        for (unsigned i = 0; i < spots; i++)
            chance *= bits >> i & 1 ? spot[i].chance : SURE - spot[i].chance;
        if (!chance) continue;
        struct purse after = *purse;
        harvest(task, spot, spots, bits, &after);
        for (unsigned i = 0; i < spots; i++) chance /= i ? SURE : 1;
        worth += chance * worth_of_purse(task, &after);
    }
    return (int)(worth / (spots ? SURE : 1));
}

/* ---- What is seen ---- */

/* Of each kind: how many lie in a slot face up, and how many may still come. */
static void look_at_lands(struct task *task) {
    const struct zk_yotei_board *board = task->board;
    unsigned card = 0;
    for (unsigned kind = 0; kind < task->set->lands; kind++) {
        const struct zk_yotei_land *land = &task->set->land[kind];
        int to_come = count_to_come(task->seen, land, card), lying = 0;
        card += land->count;
        for (unsigned slot = 0; slot < ZK_YOTEI_SLOTS; slot++)
            lying += board->kind[slot] == kind + 1 && lies_open(board, slot);
        int worth = land->charm * POINT + land->mystery * MYSTERY - 5 * usual_price(land);
        task->share[kind] = larger(worth, 0) *
                            smaller(lying * SURE + to_come * comes_in_time[land->tier], SURE) /
                            SURE;
        if (worth <= 0 && lying + to_come)
            task->share[kind] = 1; /* it still leads somewhere */
    }
}

static int screen_of_mine(const struct task *task) {
    int potatoes = task->board->total[task->me];
    for (unsigned c = 0; c < ZK_YOTEI_CHARACTERS_MAX; c++)
        potatoes -= task->seen->sealed[task->me][c];
    return potatoes;
}

static bool holds(const struct task *task, unsigned power) {
    for (unsigned i = 0; i < ZK_YOTEI_HELD_MAX; i++)
        if (task->seen->hand[task->me][i] == power + 1) return true;
    return false;
}

static void look_at_me(struct task *task) {
    const struct zk_yotei_board *board = task->board;
    struct purse *purse = &task->purse;
    purse->charm = board->charm[task->me];
    purse->potatoes = screen_of_mine(task);
    purse->stars = board->star[task->me];
    memcpy(purse->element, board->element[task->me], sizeof purse->element);
    for (unsigned i = 0; i < ZK_YOTEI_HELD_MAX; i++) {
        unsigned card = task->seen->hand[task->me][i];
        purse->guides += card == ZK_YOTEI_GUIDE + 1;
        purse->ploughs += card == ZK_YOTEI_PLOUGH + 1;
        purse->foxes += card == ZK_YOTEI_FOX + 1;
    }
}

/* Whether a seat meets the needs of a card now, or could soon. */
static bool may_meet(const struct task *task, unsigned seat,
                     const struct zk_yotei_land *land) {
    struct purse purse = {0};
    memcpy(purse.element, task->board->element[seat], sizeof purse.element);
    for (unsigned c = 0; c < ZK_YOTEI_CHARACTERS_MAX; c++) {
        unsigned at = task->board->at[seat][c];
        if (!at) continue;
        unsigned place = zk_yotei_at_place(at);
        struct spot spot = {.kind = -1, .tier = (uint8_t)zk_yotei_tier_of_place(place)};
        if (lies_open(task->board, place)) spot.kind = task->board->kind[place] - 1;
        if (spot.kind < 0 || &task->set->land[spot.kind] != land)
            collect_spot(task, &purse, &spot);
    }
    return missing(&purse, land) == 0;
}

/* In percent, how likely a bid of that size wins against those that were laid and those that may
 * follow. `mine` is the number of my bid, or 0 when it is yet to be laid. */
static int chance_of(const struct task *task, unsigned place, int size, unsigned mine) {
    enum { USUAL_MOST = 3, FOLLOWS = 35, FOLLOWS_HARDLY = 8, FAILS = 80 };
    const struct zk_yotei_board *board = task->board;
    const struct zk_yotei_land *land = &task->set->land[board->kind[place] - 1];
    int chance = SURE;
    for (unsigned seat = 0; seat < task->seen->players; seat++) {
        if (seat == task->me) continue;
        unsigned home = 0;
        int beats = -1;
        bool meets = may_meet(task, seat, land);
        for (unsigned c = 0; c < ZK_YOTEI_CHARACTERS_MAX; c++) {
            unsigned at = board->at[seat][c];
            home += !at && c < task->table->characters;
            if (!at || !zk_yotei_at_bid(at) || zk_yotei_at_place(at) != place) continue;
            const struct zk_yotei_bounds *know = &task->seen->know[task->me][seat];
            int least = know->least[(1u << c) - 1], most = know->most[(1u << c) - 1];
            if (board->laid[seat][c]) least = most = board->laid[seat][c];
            most = larger(least, smaller(most, USUAL_MOST));
            bool earlier = mine && mine < zk_yotei_at_bid(at);
            int below = smaller(larger(size - least + earlier, 0), most - least + 1);
            beats = below * SURE / (most - least + 1);
            if (!meets) beats = larger(beats, FAILS);
        }
        if (beats < 0 && home && board->bids < task->table->boxes &&
            board->phase == ZK_YOTEI_PLACE) {
            int most = smaller(board->total[seat], USUAL_MOST);
            int below = smaller(size + 1, most + 1);
            beats =
                SURE - (meets ? FOLLOWS : FOLLOWS_HARDLY) * (most + 1 - below) / (most + 1);
        }
        if (beats >= 0) chance = chance * beats / SURE;
    }
    return chance;
}

static struct spot spot_at(const struct task *task, unsigned act, unsigned place, int laid) {
    struct spot spot = {.kind = -1,
                        .tier = (uint8_t)zk_yotei_tier_of_place(place),
                        .laid = laid,
                        .chance = SURE};
    if (act == ZK_YOTEI_DO_PLACE || act == ZK_YOTEI_DO_BID)
        spot.kind = task->board->kind[place] - 1;
    return spot;
}

/* My characters as they stand. */
static void look_at_spots(struct task *task) {
    const struct zk_yotei_board *board = task->board;
    for (unsigned c = 0; c < ZK_YOTEI_CHARACTERS_MAX; c++) {
        unsigned at = board->at[task->me][c];
        if (!at) continue;
        unsigned place = zk_yotei_at_place(at);
        bool up = place < ZK_YOTEI_SLOTS && !(board->turned >> place & 1);
        int laid = board->laid[task->me][c] + task->seen->sealed[task->me][c];
        struct spot *spot = &task->spot[task->spots++];
        *spot = spot_at(task, up ? ZK_YOTEI_DO_PLACE : ZK_YOTEI_DO_FLIP, place, laid);
        if (zk_yotei_at_bid(at))
            spot->chance = chance_of(task, place, laid, zk_yotei_at_bid(at));
    }
}

static void look(struct task *task, const struct zk_bot_turn *turn) {
    memset(task, 0, sizeof *task);
    task->seen = zk_yotei_seen(turn->view);
    task->board = &task->seen->board;
    task->set = zk_yotei_cards(turn->rules);
    task->table = zk_yotei_table(turn->rules);
    task->me = (unsigned)turn->seat;
    int stars = 0;
    for (unsigned seat = 0; seat < task->seen->players; seat++)
        stars = larger(stars, task->board->star[seat]);
    task->ending = stars >= ZK_YOTEI_STARS_TO_END ||
                   task->board->round >= ZK_YOTEI_ROUNDS_MAX || task->board->stuck;
    task->future = stars ? 25 : 50;
    look_at_lands(task);
    look_at_me(task);
    look_at_spots(task);
    task->now = worth_of_spots(task, &task->purse, task->spot, task->spots);
}

/* ---- Placing ---- */

static int price_of(const struct task *task, unsigned act, unsigned place, bool market) {
    int price = act == ZK_YOTEI_DO_PLACE
                    ? task->set->land[task->board->kind[place] - 1].cost
                    : zk_yotei_face_down_price[zk_yotei_tier_of_place(place)];
    return market ? price_at_market(task->board, price) : price;
}

/* What it is worth to have one more spot, after paying for it. */
static int worth_with(const struct task *task, const struct spot *spot) {
    struct spot all[SPOTS_MAX];
    struct purse purse = task->purse;
    memcpy(all, task->spot, sizeof all);
    all[task->spots] = *spot;
    purse.potatoes -= spot->laid;
    return worth_of_spots(task, &purse, all, task->spots + 1) - task->now;
}

static unsigned at_home(const struct task *task) {
    unsigned count = 0;
    for (unsigned c = 0; c < task->table->characters; c++)
        count += !task->board->at[task->me][c];
    return count;
}

/* What a card that I cannot have yet is worth with the best helper among the moves, when one more
 * character is left for that; 0 when nothing helps. */
static int worth_with_help(struct task *task, const struct spot *spot,
                           const struct zk_bot_turn *turn) {
    enum { TAKEN_MEANWHILE = 75 }; /* percent, that the helper is still there */
    int best = 0, now = task->now;
    task->spot[task->spots++] = *spot;
    task->purse.potatoes -= spot->laid;
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        unsigned act = zk_yotei_act(turn->moves[i]), place = zk_yotei_place(turn->moves[i]);
        if (act != ZK_YOTEI_DO_PLACE && act != ZK_YOTEI_DO_PILE) continue;
        struct spot helper = spot_at(task, act, place, price_of(task, act, place, false));
        bool same = helper.kind == spot->kind && helper.tier == spot->tier;
        if (same || helper.laid > task->purse.potatoes) continue;
        best = larger(best, worth_with(task, &helper));
    }
    task->purse.potatoes += spot->laid;
    task->spots--;
    task->now = now;
    return best * TAKEN_MEANWHILE / SURE;
}

/* Whether this spot would be collected, with those there are, if all bids were won. */
static bool comes_home(const struct task *task, const struct spot *spot) {
    struct spot all[SPOTS_MAX];
    struct purse purse = task->purse;
    memcpy(all, task->spot, sizeof all);
    all[task->spots] = *spot;
    unsigned every = (1u << (task->spots + 1)) - 1;
    return harvest(task, all, task->spots + 1, every, &purse) >> task->spots & 1;
}

/* What a placement gains. */
static int gain_of_placement(struct task *task, zk_move move, const struct zk_bot_turn *turn) {
    unsigned act = zk_yotei_act(move), place = zk_yotei_place(move);
    if (act == ZK_YOTEI_DO_BID) {
        struct spot spot = spot_at(task, act, place, (int)zk_yotei_number(move));
        if (!comes_home(task, &spot)) return -POINT;
        spot.chance = chance_of(task, place, spot.laid, 0);
        return worth_with(task, &spot);
    }
    struct spot spot = spot_at(task, act, place, price_of(task, act, place, true));
    if (comes_home(task, &spot)) return worth_with(task, &spot);
    /* For nothing now; perhaps with what I place next, which is then spoken for. */
    if (at_home(task) < 2) return -POINT;
    return worth_with_help(task, &spot, turn) / 2;
}

/* ---- Powers ---- */

/* My character at a place, and its bid. */
static int bid_of_mine(const struct task *task, unsigned place, unsigned *number) {
    for (unsigned c = 0; c < ZK_YOTEI_CHARACTERS_MAX; c++) {
        unsigned at = task->board->at[task->me][c];
        if (!at || zk_yotei_at_place(at) != place) continue;
        *number = zk_yotei_at_bid(at);
        return task->seen->sealed[task->me][c];
    }
    *number = 0;
    return 0;
}

/* What it gains to change a bid of mine by so many potatoes. */
static int gain_of_change(const struct task *task, unsigned place, int more) {
    struct spot all[SPOTS_MAX];
    struct purse purse = task->purse;
    unsigned number;
    int size = bid_of_mine(task, place, &number);
    memcpy(all, task->spot, sizeof all);
    for (unsigned i = 0; i < task->spots; i++) {
        if (all[i].kind != task->board->kind[place] - 1 || all[i].laid != size) continue;
        all[i].laid += more;
        all[i].chance = chance_of(task, place, size + more, number);
        break;
    }
    purse.potatoes -= more;
    return worth_of_spots(task, &purse, all, task->spots) - task->now;
}

/* Whether somebody else bids for a card of mine, and if `before` says so, earlier. */
static bool is_contested(const struct task *task, bool before) {
    for (unsigned c = 0; c < ZK_YOTEI_CHARACTERS_MAX; c++) {
        unsigned mine = task->board->at[task->me][c];
        if (!mine || !zk_yotei_at_bid(mine)) continue;
        for (unsigned seat = 0; seat < task->seen->players; seat++)
            for (unsigned o = 0; o < ZK_YOTEI_CHARACTERS_MAX && seat != task->me; o++) {
                unsigned at = task->board->at[seat][o];
                if (at && zk_yotei_at_place(at) == zk_yotei_at_place(mine) &&
                    (!before || zk_yotei_at_bid(at) < zk_yotei_at_bid(mine)))
                    return true;
            }
    }
    return false;
}

static int gain_of_detour(const struct task *task, zk_move move) {
    unsigned from = zk_yotei_place(move), to = zk_yotei_detour_to(move);
    unsigned act = zk_yotei_detour_act(move);
    struct task other = *task;
    int kind = lies_open(task->board, from) ? task->board->kind[from] - 1 : -1;
    for (unsigned i = 0; i < other.spots; i++) {
        if (other.spot[i].kind != kind || other.spot[i].tier != zk_yotei_tier_of_place(from))
            continue;
        other.purse.potatoes += other.spot[i].laid;
        other.spot[i] = other.spot[--other.spots];
        break;
    }
    struct spot spot = spot_at(task, act, to, price_of(task, act, to, false));
    return worth_with(&other, &spot);
}

/* Face-down cards of tier II that I am going to collect. */
static int potato_fields(const struct task *task) {
    int count = 0;
    for (unsigned i = 0; i < task->spots; i++)
        count += task->spot[i].kind < 0 && task->spot[i].tier == 1;
    return count;
}

/* What playing a power now gains over holding no card at all; `second` is the gain of the second best
 * placement, `price` what the best one costs. */
static int gain_of_power(const struct task *task, zk_move move, int second, int price) {
    unsigned power = zk_yotei_power(move), phase = task->board->phase;
    bool placing = phase == ZK_YOTEI_PLACE;
    switch (power) {
    case ZK_YOTEI_ONSEN: return POINT + 4; /* what it is worth in the hand, and room there */
    case ZK_YOTEI_CELLAR: return worth_of_potatoes(ZK_YOTEI_CELLAR_GIVES, task->ending);
    case ZK_YOTEI_DETOUR: return gain_of_detour(task, move);
    case ZK_YOTEI_LANTERN:
        return is_contested(task, false) && holds(task, ZK_YOTEI_OFFER) ? 8 : 0;
    case ZK_YOTEI_OFFER:
        return placing
                   ? 0
                   : gain_of_change(task, zk_yotei_place(move), (int)zk_yotei_number(move));
    case ZK_YOTEI_REGRET:
        return placing
                   ? 0
                   : gain_of_change(task, zk_yotei_place(move), -(int)zk_yotei_number(move));
    case ZK_YOTEI_ROOSTER: return second > POINT ? 12 : 0;
    case ZK_YOTEI_BUMPER:
        return placing ? 0 : potato_fields(task) * worth_of_potatoes(2, task->ending);
    case ZK_YOTEI_MARKET:
        return price >= ZK_YOTEI_MARKET_OFF ? worth_of_potatoes(ZK_YOTEI_MARKET_OFF, false)
                                            : 0;
    case ZK_YOTEI_QUEUE: return !placing && is_contested(task, true) ? 12 : 0;
    case ZK_YOTEI_FESTIVAL: return task->board->hand_count[task->me] < 3 ? 2 * MYSTERY : 0;
    case ZK_YOTEI_TOKEN:
        return phase == ZK_YOTEI_OPEN && task->board->start == task->me ? 11 : 0;
    default: return 0; /* thaw helps the others as much */
    }
}

/* ---- Saying why ---- */

const struct zk_phrase zk_yotei_reasons[] = {
    {"yotei.why.star", "{0} is worth a star, and {1} in charm."},
    {"yotei.why.charm", "{0} is worth {1} in charm."},
    {"yotei.why.element", "What {0} gives opens the way to other cards."},
    {"yotei.why.forest", "A Forest from {0} is free, and other cards need one."},
    {"yotei.why.potatoes",
     "Two potatoes from {0} are worth more than any card within reach now."},
    {"yotei.why.machine", "Two potatoes for the charm point at {0} are well spent now."},
    {"yotei.why.bid", "In potatoes, {0} is worth about {1}."},
    {"yotei.why.bid_alone",
     "Nobody else is likely to bid for {0}. In potatoes, it is worth about {1}."},
    {"yotei.why.collect", "What {0} gives helps to meet the needs of another card."},
    {"yotei.why.with", "Only a power makes {0} possible this round."},
    {"yotei.why.yield", "The needs of this card cannot be met this round."},
    {"yotei.why.done", "The mystery cards are worth more later."},
    {"yotei.why.use", "This power is worth more now than its potatoes."},
    {"yotei.why.cash", "Potatoes are needed more than this power."},
    {"yotei.why.room", "A mystery card must go, and this one is the least useful."},
    {NULL, NULL},
};

static void say_place(struct zk_sentence *why, const char *key, unsigned place) {
    char name[8];
    struct zk_text text = zk_text_in(name, sizeof name);
    zk_yotei_put_place(&text, place);
    zk_say(why, key);
    zk_sentence_arg(why, name, text.used);
}

static void say_number(struct zk_sentence *why, int number) {
    char digits[8];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_int(&text, number);
    zk_sentence_arg(why, digits, text.used);
}

static void say_placement(const struct task *task, zk_move move, struct zk_sentence *why) {
    unsigned act = zk_yotei_act(move), place = zk_yotei_place(move);
    if (act == ZK_YOTEI_DO_FLIP || act == ZK_YOTEI_DO_PILE) {
        static const char *const key[ZK_YOTEI_TIERS] = {
            "yotei.why.forest", "yotei.why.potatoes", "yotei.why.machine"};
        say_place(why, key[zk_yotei_tier_of_place(place)], place);
        return;
    }
    const struct zk_yotei_land *land = &task->set->land[task->board->kind[place] - 1];
    if (act == ZK_YOTEI_DO_BID) {
        struct spot spot = spot_at(task, act, place, (int)zk_yotei_number(move));
        bool alone = chance_of(task, place, spot.laid, 0) == SURE;
        spot.laid = 0;
        int potatoes = worth_with(task, &spot) / 6;
        /* More than it is worth is bid for another reason, which has no sentence. */
        if (potatoes < (int)zk_yotei_number(move)) return;
        say_place(why, alone ? "yotei.why.bid_alone" : "yotei.why.bid", place);
        say_number(why, potatoes);
    } else if (land->star) {
        say_place(why, "yotei.why.star", place);
        say_number(why, land->charm);
    } else if (land->charm >= 2) {
        say_place(why, "yotei.why.charm", place);
        say_number(why, land->charm);
    } else {
        say_place(why, "yotei.why.element", place);
    }
}

/* Whether what is collected here is still missing for another card of mine. A face-down card of tier I is a
 * Forest (T22). */
static bool helps_another(const struct task *task, unsigned place) {
    bool open = lies_open(task->board, place);
    int kind = open ? task->board->kind[place] - 1 : -1;
    for (unsigned i = 0; i < task->spots; i++) {
        if (task->spot[i].kind < 0 || task->spot[i].kind == kind) continue;
        const struct zk_yotei_land *other = &task->set->land[task->spot[i].kind];
        for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++) {
            bool gives = open ? task->set->land[kind].gives[e] > 0
                              : e == ZK_YOTEI_FOREST && zk_yotei_tier_of_place(place) == 0;
            if (gives && other->needs[e] > task->purse.element[e]) return true;
        }
    }
    return false;
}

static void say_why(const struct task *task, zk_move move, struct zk_sentence *why) {
    unsigned phase = task->board->phase;
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_COLLECT:
        if (zk_yotei_supply(move))
            say_place(why, "yotei.why.with", zk_yotei_place(move));
        else if (helps_another(task, zk_yotei_place(move)))
            say_place(why, "yotei.why.collect", zk_yotei_place(move));
        break;
    case ZK_YOTEI_DO_YIELD: zk_say(why, "yotei.why.yield"); break;
    case ZK_YOTEI_DO_DONE:
        if (task->board->hand_count[task->me]) zk_say(why, "yotei.why.done");
        break;
    case ZK_YOTEI_DO_USE: zk_say(why, "yotei.why.use"); break;
    case ZK_YOTEI_DO_CASH:
        zk_say(why, phase == ZK_YOTEI_MAKE_ROOM ? "yotei.why.room" : "yotei.why.cash");
        break;
    default: say_placement(task, move, why); break;
    }
}

/* ---- Choosing ---- */

static bool is_placement(zk_move move) {
    unsigned act = zk_yotei_act(move);
    return act >= ZK_YOTEI_DO_PLACE && act <= ZK_YOTEI_DO_BID;
}

/* Collecting in an order that helps: cards whose needs are met, then face-down cards, bids, cards that take a
 * power, and last cards whose needs are not met. */
static int order_of_collect(const struct task *task, zk_move move) {
    unsigned place = zk_yotei_place(move);
    if (!lies_open(task->board, place)) return 80;
    const struct zk_yotei_land *land = &task->set->land[task->board->kind[place] - 1];
    unsigned number;
    bid_of_mine(task, place, &number);
    if (zk_yotei_supply(move)) {
        struct purse with = task->purse, without = task->purse;
        struct spot spot = spot_at(task, ZK_YOTEI_DO_PLACE, place, 0);
        supply(&with, land);
        collect_spot(task, &with, &spot);
        without.potatoes += number ? 0 : land->cost; /* it comes back */
        return worth_of_purse(task, &with) > worth_of_purse(task, &without) ? 40 : 5;
    }
    if (missing(&task->purse, land)) return number ? 8 : 10;
    return number ? 60 : 100;
}

/* What this move gains over doing nothing. */
static int gain_of(struct task *task, zk_move move, int second, int price) {
    unsigned power = zk_yotei_power(move);
    switch (zk_yotei_act(move)) {
    case ZK_YOTEI_DO_COLLECT: return order_of_collect(task, move);
    case ZK_YOTEI_DO_USE: return gain_of_power(task, move, second, price) - keeping[power];
    case ZK_YOTEI_DO_CASH:
        return worth_of_potatoes(task->purse.potatoes + task->set->cash[power], task->ending) -
               worth_of_potatoes(task->purse.potatoes, task->ending) - keeping[power] - POTATO;
    case ZK_YOTEI_DO_YIELD: return 20; /* unless another card or a power helps */
    default: return 0;                 /* done */
    }
}

static zk_move choose(struct task *task, const struct zk_bot_turn *turn) {
    look(task, turn);
    /* The best placements come first: what powers are worth depends on them. */
    zk_move best = turn->moves[0];
    int best_gain = 0, second = 0, price = 0;
    uint32_t ties = 0;
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        zk_move move = turn->moves[i];
        if (!is_placement(move)) continue;
        int gain = gain_of_placement(task, move, turn);
        bool other = zk_yotei_place(move) != zk_yotei_place(best);
        if (ties && gain < best_gain) {
            if (other) second = larger(second, gain);
            continue;
        }
        if (ties && other) second = best_gain;
        ties = ties && gain == best_gain ? ties + 1 : 1;
        best_gain = gain;
        if (zk_rng_below(turn->rng, ties) == 0) best = move; /* each of the best alike */
    }
    if (ties && zk_yotei_act(best) != ZK_YOTEI_DO_BID)
        price = price_of(task, zk_yotei_act(best), zk_yotei_place(best), true);
    /* A power comes before the placement when it gains something by itself. */
    int other_gain = 0;
    bool any = ties > 0;
    for (uint32_t i = 0; i < turn->moves_count; i++) {
        zk_move move = turn->moves[i];
        if (is_placement(move)) continue;
        int gain = gain_of(task, move, second, price);
        if (any && gain <= other_gain) continue;
        any = true;
        other_gain = gain;
        best = move;
    }
    return best;
}

void zk_yotei_say_why(const struct zk_bot_turn *turn, zk_move move) {
    struct task task;
    if (choose(&task, turn) == move) say_why(&task, move, turn->why);
}

zk_move zk_yotei_greedy(const struct zk_bot *self, const struct zk_bot_turn *turn) {
    (void)self;
    struct task task;
    zk_move best = choose(&task, turn);
    if (turn->why) say_why(&task, best, turn->why);
    return best;
}
