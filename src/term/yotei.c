/* yotei.c: Yōtei in words, for the terminal. What it says is what the browser says, by the same keys
 * (web/src/games/yotei/tell.ts); the view is that of src/games/yotei/show.c. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "yotei.h"

extern const struct term_game term_yotei;

static const char *const tiers[] = {"I", "II", "III"};
enum { TIERS = 3, WORD = 24 };

/* ---- Names ---- */

bool yotei_is_pile(const char *at) { return *at && strspn(at, "I") == strlen(at); }

/* A land card's name; those of our own sets are translated. */
struct phrase yotei_land_name(const char *name) {
    struct phrase key = key_of("yotei.name.", name);
    for (char *at = key.text + 11; *at; at++)
        *at = *at == ' ' ? '_' : (char)tolower((unsigned char)*at);
    return has_words(key.text) ? phrase(key.text, NULL) : key_of(name, "");
}

struct phrase yotei_power_name(const char *id) {
    struct phrase key = key_of("yotei.mystery.", id);
    return has_words(key.text) ? phrase(key.text, NULL) : key_of(id, "");
}

static struct value land_at(struct value view, const char *at) {
    return value_of(value_of(value_of(view, "slots"), at), "card");
}

/* "Mountain (I3)", "pile II", or a place where no card lies. */
struct phrase yotei_card_name(struct value view, const char *at) {
    struct value land = land_at(view, at);
    if (yotei_is_pile(at)) return phrase("yotei.pile", "tier", at, NULL);
    if (!value_of(land, "name").at) return key_of(at, "");
    return phrase("yotei.card", "card",
                  yotei_land_name(value_text(value_of(land, "name")).text).text, "slot", at,
                  NULL);
}

/* "on Mountain (I3)", "from pile II": each language bends its words. */
static struct phrase bent(const char *word, struct value view, const char *at) {
    struct phrase start = key_of("yotei.", word);
    return phrase(key_of(start.text, yotei_is_pile(at) ? ".pile" : ".card").text, "tier", at,
                  "card", yotei_card_name(view, at).text, NULL);
}

struct phrase yotei_side(const char *at) {
    char tier[4] = {0};
    memcpy(tier, at, strspn(at, "I") % 4);
    return phrase(key_of("yotei.down.", tier).text, NULL);
}

/* "Forest and 3 × Local produce": what comes more than once is counted. */
static void put_elements(struct row *row, const char *letters) {
    for (const char *at = letters; *at; at++) {
        int64_t times = 0;
        bool first = memchr(letters, *at, (size_t)(at - letters)) == NULL;
        for (const char *other = letters; *other; other++) times += *other == *at;
        struct phrase element = phrase(key_of("yotei.element.", (char[]){*at, 0}).text, NULL);
        if (first && times > 1)
            row_put(row,
                    phrase("yotei.times", "what", element.text, "n", figure(times).text, NULL)
                        .text);
        else if (first)
            row_put(row, element.text);
    }
}

static struct phrase elements(struct value letters) {
    struct row row;
    row_begin(&row);
    put_elements(&row, value_text(letters).text);
    return key_of(row_end(&row, true), "");
}

/* What a card gives. */
struct phrase yotei_given_by(struct value land) {
    static const struct {
        const char *member, *key;
    } parts[] = {
        {"charm", "yotei.charm"}, {"mystery", "yotei.mystery"}, {"star", "yotei.stars"}};
    struct row row;
    row_begin(&row);
    put_elements(&row, value_text(value_of(land, "gives")).text);
    for (unsigned i = 0; i < 3; i++) {
        struct value part = value_of(land, parts[i].member);
        if (value_int(part, 0))
            row_put(&row, phrase(parts[i].key, "n", value_text(part).text, NULL).text);
    }
    return key_of(row_end(&row, true), "");
}

/* ---- Moves taken apart ---- */

struct act {
    char verb[WORD], word[5][WORD]; /* what follows it */
    const char *with;               /* the powers, or NULL */
};

static struct act read_act(const char *text) {
    struct act act = {0};
    sscanf(text, "%23s %23s %23s %23s %23s %23s", act.verb, act.word[0], act.word[1],
           act.word[2], act.word[3], act.word[4]);
    act.with = strstr(text, " with ");
    return act;
}

static bool verb_is(const struct act *act, const char *verb) {
    return strcmp(act->verb, verb) == 0;
}
static bool is_figure(const char *word) { return *word >= '0' && *word <= '9'; }

/* " with guide with fox O": "Mountain guide and Fox (Tourism)". */
static struct phrase powers(const char *with) {
    struct row row;
    row_begin(&row);
    while (with) {
        char id[WORD] = "", letter[WORD] = "";
        const char *next = strstr(with + 6, " with ");
        sscanf(with + 6, "%23s %23s", id, letter);
        if (*letter && strcmp(letter, "with") != 0)
            row_put(&row,
                    phrase("yotei.card", "card", yotei_power_name(id).text, "slot",
                           phrase(key_of("yotei.element.", letter).text, NULL).text, NULL)
                        .text);
        else
            row_put(&row, yotei_power_name(id).text);
        with = next;
    }
    return key_of(row_end(&row, true), "");
}

/* ---- The log ---- */

static struct phrase name_of(const struct model *model, const char *seat) {
    return model_name(model, *seat);
}

static void put_gains(struct value land, const char *name, struct zk_text *out) {
    struct value stars = value_of(land, "star"), charm = value_of(land, "charm");
    struct row row;
    row_begin(&row);
    if (value_int(stars, 0))
        row_put(&row, phrase("yotei.stars", "n", value_text(stars).text, NULL).text);
    if (value_int(charm, 0))
        row_put(&row, phrase("yotei.charm", "n", value_text(charm).text, NULL).text);
    if (!row.count) return;
    next_sentence(out);
    say(out, "yotei.log.gains", "what", row_end(&row, true), "name", name, NULL);
}

/* What became of the cards that characters left, in the order of the rows. `without` is whose return goes
 * without saying. */
static void put_harvest(const struct model *model, struct value before, struct value did,
                        const char *with, char without, struct zk_text *out) {
    struct each each = each_of(did);
    while (each_next(&each)) {
        if (each.key[0] != 'I' || yotei_is_pile(each.key)) continue;
        struct value land = land_at(before, each.key), by = value_of(each.value, "by"),
                     bid = value_of(each.value, "for");
        struct phrase card = yotei_card_name(before, each.key),
                      name = name_of(model, value_text(by).text);
        if (by.at) {
            next_sentence(out);
            if (bid.at)
                say(out, "yotei.log.wins", "card", card.text, "name", name.text, "n",
                    value_text(bid).text, NULL);
            else
                say(out, with ? "yotei.log.collect_with" : "yotei.log.collect", "card",
                    card.text, "name", name.text, "powers", powers(with).text, NULL);
        }
        struct each back = each_of(value_of(each.value, "back"));
        while (each_next(&back)) {
            bool bids = value_bool(value_of(land, "bid"));
            if (bids && back.key[0] == without) continue;
            next_sentence(out);
            say(out, bids ? "yotei.log.repaid" : "yotei.log.lacks", "card", card.text, "name",
                name_of(model, back.key).text, "n", value_text(back.value).text, NULL);
        }
        if (value_bool(value_of(each.value, "nobody"))) {
            next_sentence(out);
            say(out, "yotei.log.nobody", "card", card.text, NULL);
        }
        if (by.at) put_gains(land, name.text, out);
    }
}

static void put_collect(const struct model *model, const struct act *act, const char *name,
                        struct value did, struct value before, struct value after,
                        struct zk_text *out) {
    struct value takes = value_of(did, "takes");
    if (value_is(takes, "forest")) {
        say(out, "yotei.log.collect_forest", "name", name, NULL);
    } else if (value_is(takes, "potatoes")) {
        say(out, "yotei.log.collect_potatoes", "name", name, "n",
            value_text(value_of(did, "gains")).text, NULL);
    } else if (value_is(takes, "machine")) {
        say(out, "yotei.log.collect_vending", "name", name, NULL);
    } else {
        char memory[2048];
        struct zk_text harvest = zk_text_in(memory, sizeof memory);
        bool begins = before.at && value_count(value_of(after, "settling")) >
                                       value_count(value_of(before, "settling"));
        put_harvest(model, before, did, act->with, 0, &harvest);
        if (begins || !harvest.used)
            say(out, begins ? "yotei.log.begins" : "yotei.log.collect", "name", name, "card",
                yotei_card_name(before, act->word[0]).text, NULL);
        if (harvest.used) {
            next_sentence(out);
            zk_text_put(out, memory);
        }
    }
}

static void put_use(const struct model *model, const struct act *act, const char *name,
                    struct value saw, struct value before, struct zk_text *out) {
    const char *power = act->word[0], *at = act->word[1];
    struct phrase card = yotei_card_name(before, at), key = key_of("yotei.log.use.", power);
    if (strcmp(power, "detour") == 0) {
        if (strcmp(act->word[2], "flip") == 0) key = key_of(key.text, "_flip");
        say(out, key.text, "name", name, "from", bent("from", before, at).text, "to",
            bent("to", before, act->word[3]).text, NULL);
        return;
    }
    if (strcmp(power, "lantern") == 0 && saw.at) key = key_of(key.text, "_saw");
    if ((strcmp(power, "offer") == 0 || strcmp(power, "regret") == 0) &&
        !is_figure(act->word[2]))
        key = key_of(key.text, "_hidden");
    struct phrase seen = value_text(saw);
    const char *digits = seen.text + strcspn(seen.text, "0123456789");
    say(out, key.text, "name", name, "card", card.text, "other",
        name_of(model, act->word[2]).text, "n", saw.at ? digits : act->word[2], NULL);
}

static void put_placed(const struct act *act, const char *name, struct value did,
                       struct value before, struct zk_text *out) {
    struct value pays = value_of(did, "pays");
    bool flip = verb_is(act, "flip"), free = value_int(pays, 0) == 0;
    say(out,
        flip   ? free ? "yotei.log.flip_free" : "yotei.log.flip"
        : free ? "yotei.log.place_free"
               : "yotei.log.place",
        "name", name, "on", bent("on", before, act->word[0]).text, "card",
        yotei_card_name(before, act->word[0]).text, "side", yotei_side(act->word[0]).text, "n",
        value_text(pays).text, NULL);
}

static void put_told(const struct model *model, struct value entry, const struct act *act,
                     struct value before, struct value after, struct zk_text *out) {
    struct phrase name = name_of(model, value_text(value_of(entry, "by")).text);
    struct value did = value_of(entry, "did");
    const char *at = act->word[0];
    if (verb_is(act, "first")) {
        say(out, "yotei.log.first", "name", name_of(model, at).text, NULL);
    } else if (verb_is(act, "reveal")) { /* at the beginning all rows are laid out */
        if (value_int(value_of(before, "round"), 0))
            say(out, "yotei.log.reveal", "card", yotei_card_name(after, at).text, NULL);
    } else if (verb_is(act, "mystery")) {
        struct phrase drawer = name_of(model, value_text(value_of(before, "drawer")).text);
        if (before.at) /* of a snapshot who it was is not known yet */
            say(out, *at == '?' ? "yotei.log.mystery" : "yotei.log.mystery_card", "name",
                drawer.text, "power", yotei_power_name(at).text, NULL);
    } else if (verb_is(act, "place") || verb_is(act, "pile") || verb_is(act, "flip")) {
        put_placed(act, name.text, did, before, out);
    } else if (verb_is(act, "bid")) {
        const char *n = act->word[1];
        say(out,
            !is_figure(n) ? "yotei.log.bid_hidden"
            : *n == '0'   ? "yotei.log.bid_none"
                          : "yotei.log.bid",
            "name", name.text, "card", yotei_card_name(before, at).text, "n", n, NULL);
    } else if (verb_is(act, "collect")) {
        put_collect(model, act, name.text, did, before, after, out);
    } else if (verb_is(act, "yield")) {
        struct value settling = value_of(before, "settling");
        size_t last = value_count(settling);
        struct phrase slot = value_text(value_at(settling, last ? last - 1 : 0));
        say(out, "yotei.log.yield", "name", name.text, "card",
            yotei_card_name(before, slot.text).text, NULL);
        put_harvest(model, before, did, NULL, value_text(value_of(entry, "by")).text[0], out);
    } else if (verb_is(act, "done")) {
        say(out, "yotei.log.done", "name", name.text, NULL);
    } else if (verb_is(act, "cash")) {
        say(out, "yotei.log.cash", "name", name.text, "power", yotei_power_name(at).text, "n",
            value_text(value_of(did, "gains")).text, NULL);
    } else if (verb_is(act, "use")) {
        put_use(model, act, name.text, value_of(entry, "saw"), before, out);
    }
}

/* A bid that can be seen by everybody. */
static bool is_open(struct value character) {
    return value_of(character, "bid").at && value_of(character, "laid").at;
}

static bool was_open(struct value slot, struct value seat) {
    struct each each = each_of(value_of(slot, "characters"));
    while (each_next(&each))
        if (is_open(each.value) &&
            value_is(value_of(each.value, "seat"), value_text(seat).text))
            return true;
    return false;
}

/* Boxes opened, a round begun: what follows from a move besides what it says. */
static void put_followed(const struct model *model, struct value before, struct value after,
                         struct zk_text *out) {
    bool first = true;
    struct each each = each_of(value_of(after, "seats"));
    while (each_next(&each)) {
        struct value was = value_of(value_of(before, "seats"), each.key);
        if (!value_bool(value_of(each.value, "stuck")) || value_bool(value_of(was, "stuck")))
            continue;
        next_sentence(out);
        say(out, "yotei.log.stuck", "name", name_of(model, each.key).text, NULL);
    }
    each = each_of(value_of(after, "slots"));
    while (each_next(&each)) {
        struct value was = value_of(value_of(before, "slots"), each.key);
        struct each one = each_of(value_of(each.value, "characters"));
        while (each_next(&one)) {
            struct value seat = value_of(one.value, "seat");
            if (!is_open(one.value) || was_open(was, seat)) continue;
            next_sentence(out);
            if (first) {
                say(out, "yotei.log.opened", NULL);
                put_between(out);
            }
            first = false;
            say(out, "yotei.log.opened_bid", "card", yotei_card_name(before, each.key).text,
                "name", name_of(model, value_text(seat).text).text, "n",
                value_text(value_of(one.value, "laid")).text, NULL);
        }
    }
    int64_t round = value_int(value_of(after, "round"), 0),
            was = value_int(value_of(before, "round"), 0);
    if (round <= was || !was) return;
    next_sentence(out);
    say(out, "yotei.log.round", "n", figure(round).text, "name",
        name_of(model, value_text(value_of(after, "start")).text).text, NULL);
}

static void yotei_log(const struct model *model, struct value entry, struct value before,
                      struct value after, struct zk_text *out) {
    struct phrase move = value_text(value_of(entry, "move"));
    struct act act = read_act(move.text);
    if (act.with) act.with = strstr(move.text, " with ");
    put_told(model, entry, &act, before, after, out);
    if (before.at && after.at) put_followed(model, before, after, out);
}

/* ---- What is expected ---- */

static void yotei_expects(const struct model *model, struct value view, bool mine,
                          struct zk_text *out) {
    struct phrase phase = value_text(value_of(view, "phase")), key;
    struct value settling = value_of(view, "settling");
    size_t last = value_count(settling);
    const char *act = phase.text;
    (void)model;
    if (strcmp(act, "place") == 0 && value_bool(value_of(view, "roosted")) &&
        value_int(value_of(view, "to_place"), 0) == 1)
        act = "again";
    if (strcmp(act, "bidder") == 0) act = "asked";
    key = key_of(key_of("yotei.expects.", act).text, mine ? ".mine" : ".theirs");
    if (!has_words(key.text)) key = key_of("yotei.expects.", act);
    struct phrase slot = value_text(value_at(settling, last ? last - 1 : 0));
    say(out, key.text, "card", yotei_card_name(view, slot.text).text, NULL);
}

/* ---- The board ---- */

void yotei_put_people(const struct model *model, struct value characters,
                      struct zk_text *out) {
    struct each each = each_of(characters);
    while (each_next(&each)) {
        struct phrase seat = value_text(value_of(each.value, "seat"));
        struct value laid = value_of(each.value, "laid"),
                     least = value_of(each.value, "least"),
                     most = value_of(each.value, "most");
        bool knows = laid.at || ((model->memory || seat.text[0] == model->seat) && least.at &&
                                 value_int(least, 0) == value_int(most, -1));
        next_sentence(out);
        if (!value_of(each.value, "bid").at) {
            say(out, "yotei.slot.taken", "name", name_of(model, seat.text).text, NULL);
            continue;
        }
        say(out, "yotei.box.holds", "box",
            phrase("yotei.box", "name", name_of(model, seat.text).text, NULL).text, "n",
            knows ? value_text(laid.at ? laid : least).text
                  : phrase("yotei.box.sealed", NULL).text,
            NULL);
        put_stop(out);
    }
}

static void put_slot(const struct model *model, struct value view, const char *at,
                     struct value slot, struct zk_text *out) {
    struct value land = value_of(slot, "card"), needs = value_of(land, "needs"),
                 lacks = value_of(land, "lacks"), cost = value_of(land, "cost");
    if (!value_of(land, "id").at) {
        say(out, "yotei.slot.empty", "slot", at, NULL);
        return;
    }
    if (value_bool(value_of(slot, "turned"))) {
        say(out, "yotei.slot.down", "slot", at, "side", yotei_side(at).text, NULL);
    } else {
        bool asks = *value_text(needs).text != 0;
        struct phrase price = value_bool(value_of(land, "bid")) ? phrase("yotei.bid", NULL)
                              : value_int(cost, 0)
                                  ? phrase("yotei.potatoes", "n", value_text(cost).text, NULL)
                                  : phrase("yotei.free", NULL);
        say(out, "yotei.slot.says", "card", yotei_card_name(view, at).text, "gives",
            phrase("yotei.gives", "elements", yotei_given_by(land).text, NULL).text, "needs",
            asks ? phrase("yotei.needs", "elements", elements(needs).text, NULL).text
                 : phrase("yotei.needs.none", NULL).text,
            "price", price.text, NULL);
        if (asks && lacks.at) {
            next_sentence(out);
            say(out, "yotei.stop", "what",
                *value_text(lacks).text
                    ? phrase("yotei.missing", "elements", elements(lacks).text, NULL).text
                    : phrase("yotei.met", NULL).text,
                NULL);
        }
    }
    yotei_put_people(model, value_of(slot, "characters"), out);
}

static void put_pile(const struct model *model, struct value view, const char *tier,
                     struct zk_text *out) {
    struct value pile = value_of(value_of(view, "piles"), tier);
    bool open =
        value_int(value_of(pile, "count"), 0) || value_count(value_of(pile, "characters"));
    say(out, open ? "yotei.pile.says" : "yotei.pile.closed", "tier", tier, "cards",
        phrase("yotei.deck", "n", value_text(value_of(pile, "count")).text, NULL).text, "side",
        yotei_side(tier).text, NULL);
    yotei_put_people(model, value_of(pile, "characters"), out);
}

void yotei_put_player(const struct model *model, const char *seat, struct value player,
                      struct zk_text *out) {
    struct value potatoes = value_of(player, "potatoes"), hand = value_of(player, "hand");
    int64_t least = value_int(value_of(potatoes, "least"), 0),
            most = value_int(value_of(potatoes, "most"), 0);
    bool mine = seat[0] == model->seat;
    struct row row, town;
    row_begin(&row);
    if (mine || model_is(model, "over") || (model->memory && least == most))
        row_put(&row, phrase("yotei.potatoes", "n", figure(least).text, NULL).text);
    else if (model->memory)
        row_put(&row, phrase("yotei.screen.between", "least", figure(least).text, "most",
                             figure(most).text, NULL)
                          .text);
    row_put(&row,
            phrase("yotei.charm", "n", value_text(value_of(player, "charm")).text, NULL).text);
    row_put(&row,
            phrase("yotei.stars", "n", value_text(value_of(player, "stars")).text, NULL).text);
    row_put(
        &row,
        phrase("yotei.characters", "n", value_text(value_of(player, "home")).text, NULL).text);
    row_put(
        &row,
        phrase("yotei.mystery", "n", value_text(value_of(player, "cards")).text, NULL).text);
    zk_text_put(out, name_of(model, seat).text);
    put_colon(out);
    zk_text_put(out, row_end(&row, false));
    put_stop(out);
    next_sentence(out);
    row_begin(&town);
    put_elements(&town, value_text(value_of(player, "elements")).text);
    if (value_int(value_of(player, "machines"), 0))
        row_put(&town, phrase("yotei.times", "what", phrase("yotei.down.III", NULL).text, "n",
                              value_text(value_of(player, "machines")).text, NULL)
                           .text);
    say(out, "yotei.town.says", "town",
        phrase("yotei.town", "name", name_of(model, seat).text, NULL).text, "what",
        town.count ? row_end(&town, true) : phrase("yotei.town.empty", NULL).text, NULL);
    if (!value_count(hand)) return;
    zk_text_put(out, "\n  ");
    say(out, "yotei.hand", NULL);
    struct each each = each_of(hand);
    while (each_next(&each)) {
        struct phrase id = value_text(each.value);
        zk_text_put(out, "\n  ");
        zk_text_put(out, id.text);
        put_colon(out);
        zk_text_put(out, yotei_power_name(id.text).text);
        put_stop(out);
        put_between(out);
        say(out, key_of(key_of("yotei.mystery.", id.text).text, ".does").text, NULL);
    }
}

void yotei_say_place(const struct model *model, struct value view, const char *at,
                     struct zk_text *out) {
    if (yotei_is_pile(at))
        put_pile(model, view, at, out);
    else
        put_slot(model, view, at, value_of(value_of(view, "slots"), at), out);
}

static void yotei_board(const struct model *model, struct value view, struct zk_text *out) {
    char memory[4096];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    say(&line, "yotei.round", "n", value_text(value_of(view, "round")).text, NULL);
    put_stop(&line);
    put_between(&line);
    say(&line, "yotei.boxes", "n", value_text(value_of(value_of(view, "boxes"), "left")).text,
        NULL);
    put_stop(&line);
    zk_text_put(out, memory);
    zk_text_put_char(out, '\n');
    for (int tier = TIERS - 1; tier >= 0; tier--) {
        struct each each = each_of(value_of(view, "slots"));
        while (each_next(&each)) {
            if (strspn(each.key, "I") != strlen(tiers[tier])) continue;
            zk_text_clear(&line);
            put_slot(model, view, each.key, each.value, &line);
            zk_text_put(out, memory);
            zk_text_put_char(out, '\n');
        }
        zk_text_clear(&line);
        put_pile(model, view, tiers[tier], &line);
        zk_text_put(out, memory);
        zk_text_put_char(out, '\n');
    }
    struct each each = each_of(value_of(view, "seats"));
    while (each_next(&each)) {
        zk_text_clear(&line);
        yotei_put_player(model, each.key, each.value, &line);
        zk_text_put(out, memory);
        zk_text_put_char(out, '\n');
    }
}

/* ---- Moves ---- */

static void describe_use(const struct model *model, struct value view, const struct act *act,
                         struct zk_text *out) {
    const char *at = act->word[1];
    struct phrase power = yotei_power_name(act->word[0]), card = yotei_card_name(view, at);
    struct phrase to = bent("to", view, act->word[3]);
    if (strcmp(act->word[2], "flip") == 0) /* and what it counts as there */
        to =
            phrase("yotei.card", "card", to.text, "slot", yotei_side(act->word[3]).text, NULL);
    if (strcmp(act->word[0], "detour") == 0)
        say(out, "yotei.move.detour", "power", power.text, "from", bent("from", view, at).text,
            "to", to.text, NULL);
    else if (strcmp(act->word[0], "lantern") == 0)
        say(out, "yotei.move.use_of", "power", power.text, "card", card.text, "other",
            name_of(model, act->word[2]).text, NULL);
    else
        say(out,
            is_figure(act->word[2]) ? "yotei.move.use_by"
            : *at                   ? "yotei.move.use_on"
                                    : "yotei.move.use",
            "power", power.text, "card", card.text, "n", act->word[2], NULL);
}

static void yotei_describe(const struct model *model, struct value view, const char *move,
                           struct zk_text *out) {
    struct act act = read_act(move);
    const char *at = act.word[0];
    struct phrase card = yotei_card_name(view, at);
    if (!*at && !verb_is(&act, "yield") && !verb_is(&act, "done")) return; /* the verb alone */
    if (verb_is(&act, "place") || verb_is(&act, "pile"))
        say(out, "yotei.move.place", "on", bent("on", view, at).text, NULL);
    else if (verb_is(&act, "flip"))
        say(out, "yotei.move.flip", "card", card.text, NULL);
    else if (verb_is(&act, "bid") && !*act.word[1])
        zk_text_put(out, card.text); /* chosen first */
    else if (verb_is(&act, "bid"))
        say(out, "yotei.move.bid", "card", card.text, "n", act.word[1], NULL);
    else if (verb_is(&act, "collect"))
        say(out,
            act.with            ? "yotei.move.collect_with"
            : yotei_is_pile(at) ? "yotei.move.collect_pile"
                                : "yotei.move.collect",
            "card", card.text, "tier", at, "powers", powers(act.with).text, NULL);
    else if (verb_is(&act, "yield"))
        say(out, "yotei.move.yield", NULL);
    else if (verb_is(&act, "done"))
        say(out, "yotei.move.done", NULL);
    else if (verb_is(&act, "cash"))
        say(out, "yotei.move.cash", "power", yotei_power_name(at).text, NULL);
    else if (verb_is(&act, "use"))
        describe_use(model, view, &act, out);
}

static void would_place(struct value view, const struct act *act, struct value does,
                        struct zk_text *out) {
    struct value pays = value_of(does, "pays"), land = land_at(view, act->word[0]),
                 lacks = value_of(land, "lacks");
    bool down = !verb_is(act, "place") || !value_of(land, "id").at;
    say(out, value_int(pays, 0) ? "yotei.would.pays" : "yotei.would.free", "n",
        value_text(pays).text, NULL);
    put_between(out);
    if (down)
        say(out, "yotei.would.brings", "what", yotei_side(act->word[0]).text, NULL);
    else if (*value_text(lacks).text)
        say(out, "yotei.would.needs", "elements", elements(lacks).text, NULL);
    else
        say(out, "yotei.would.brings", "what", yotei_given_by(land).text, NULL);
}

static void would_collect(struct value view, const struct act *act, struct value does,
                          struct zk_text *out) {
    struct value takes = value_of(does, "takes"), lacks = value_of(does, "lacks"),
                 land = land_at(view, act->word[0]);
    if (takes.at)
        say(out, "yotei.would.collect", "what",
            value_is(takes, "potatoes")
                ? phrase("yotei.potatoes", "n", value_text(value_of(does, "gains")).text, NULL)
                      .text
                : yotei_side(act->word[0]).text,
            NULL);
    else if (lacks.at)
        say(out, "yotei.would.lacks", "elements", elements(lacks).text, NULL);
    else if (value_of(land, "id").at && value_of(does, act->word[0]).at)
        say(out, "yotei.would.collect", "what", yotei_given_by(land).text, NULL);
    else
        say(out, "yotei.would.compare", NULL);
}

static void yotei_would(const struct model *model, struct value view, const char *move,
                        struct value does, struct zk_text *out) {
    struct act act = read_act(move);
    (void)model;
    if (verb_is(&act, "place") || verb_is(&act, "pile") || verb_is(&act, "flip"))
        would_place(view, &act, does, out);
    else if (verb_is(&act, "bid"))
        say(out, "yotei.would.bid", NULL);
    else if (verb_is(&act, "collect"))
        would_collect(view, &act, does, out);
    else if (verb_is(&act, "yield"))
        say(out, "yotei.would.yield", NULL);
    else if (verb_is(&act, "done"))
        say(out, "yotei.would.done", NULL);
    else if (verb_is(&act, "cash"))
        say(out, "yotei.would.cash", "n", value_text(value_of(does, "gains")).text, NULL);
    else if (verb_is(&act, "use"))
        say(out, key_of(key_of("yotei.mystery.", act.word[0]).text, ".does").text, NULL);
}

/* What is done, then where; of a bid the card, then how much; of a power which, then with what. */
static size_t yotei_trunk(const char *move) {
    size_t verb = strcspn(move, " "), words = verb;
    if (!move[verb]) return verb;
    words += 1 + strcspn(move + verb + 1, " ");
    bool two = strncmp(move, "bid ", 4) == 0 || strncmp(move, "use ", 4) == 0 ||
               strncmp(move, "collect ", 8) == 0;
    return two ? words : verb;
}

static struct phrase yotei_argument(const struct model *model, const char *key, unsigned place,
                                    const char *argument) {
    size_t tier = strspn(argument, "I");
    if (strncmp(key, "yotei.power.", 12) == 0) return yotei_power_name(argument);
    if ((strcmp(key, "yotei.turn.any_time") == 0 && place == 0) ||
        (strcmp(key, "yotei.lantern.none") == 0 && place == 1))
        return name_of(model, argument);
    if (tier && is_figure(argument + tier) && !argument[tier + 1])
        return yotei_card_name(model->view, argument);
    return key_of(argument, "");
}

static void yotei_ended(const struct model *model, struct value result, struct value view,
                        struct zk_text *out) {
    struct phrase key = key_of("yotei.end.", value_text(value_of(result, "end")).text);
    int64_t most = -1000;
    unsigned equal = 0;
    (void)model, (void)view;
    if (has_words(key.text)) say(out, key.text, NULL);
    struct each each = each_of(value_of(result, "points"));
    while (each_next(&each)) {
        int64_t points = value_int(each.value, 0);
        if (points > most) most = points, equal = 0;
        equal += points == most;
    }
    if (equal < 2) return;
    next_sentence(out);
    say(out,
        value_count(value_of(result, "winners")) > 1 ? "yotei.end.shared"
                                                     : "yotei.end.potatoes",
        NULL);
}

enum { POTATOES_A_POINT = 3 }; /* T34 */

static void yotei_counted(struct value view, char seat, int64_t points, struct zk_text *out) {
    struct value player = value_of(value_of(view, "seats"), (char[]){seat, 0});
    struct value charm = value_of(player, "charm");
    struct phrase left = value_text(value_of(value_of(player, "potatoes"), "least"));
    say(out, "yotei.charm", "n", value_text(charm).text, NULL);
    say(out, "ui.comma", NULL);
    say(out, "yotei.end.left", "potatoes", phrase("yotei.potatoes", "n", left.text, NULL).text,
        "each", figure(POTATOES_A_POINT).text, "n", figure(points - value_int(charm, 0)).text,
        NULL);
}

const struct term_game term_yotei = {
    .id = "yotei",
    .stays_open = true,
    .log = yotei_log,
    .expects = yotei_expects,
    .board = yotei_board,
    .drawn = &yotei_drawn,
    .describe = yotei_describe,
    .would = yotei_would,
    .trunk = yotei_trunk,
    .argument = yotei_argument,
    .ended = yotei_ended,
    .counted = yotei_counted,
};
