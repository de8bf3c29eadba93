/* cards.c: card sets of Yōtei, read and checked; see yotei/cards.h and docs/cards.md.
 *
 * A set is read in two steps. The whole text is first held to be JSON, so that afterwards only
 * its meaning can be wrong; then every part is taken by its keys. The first thing that is wrong
 * ends it, with a refusal that names the card and the key. */
#include "cards.h"

#include <string.h>

#include "../../core/json.h"
#include "cards_shipped.h" /* by tools/pack-cards */

enum {
    COST_MAX = 20,
    CHARM_MAX = 20,
    DRAWN_MAX = 4, /* mystery cards for one land card */
    STAR_MAX = 2,
    CASH_MAX = 3,     /* T3 */
    LETTERS_MAX = 8,  /* elements that a card gives, and that it needs */
    FESTIVAL_MAX = 1, /* each draws two, perhaps the other: it would never end */
    CHARACTERS_MAX = 3,
    BOXES_MAX = 9,
    KEY_SIZE = 24,
    TEXT_SIZE = 64, /* longest string that is worth looking at */
};

const char zk_yotei_letters[] = "MFTOLBSCW";

const char *const zk_yotei_powers[ZK_YOTEI_POWERS] = {
    "onsen",  "cellar",  "guide",  "plough", "fox",    "detour", "lantern",  "offer",
    "regret", "rooster", "bumper", "thaw",   "market", "queue",  "festival", "token"};

const char *const zk_yotei_tiers[ZK_YOTEI_TIERS] = {"I", "II", "III"};

static const uint8_t row_max[ZK_YOTEI_TIERS] = {5, 4, 3};

/* T5. */
static const struct zk_yotei_table tables[] = {
    {3, 4, {3, 3, 3}},
    {3, 5, {5, 4, 3}},
    {2, 6, {5, 4, 3}},
};
static const char *const players[] = {"2", "3", "4", NULL};

/* ---- Shipped sets ---- */

#define X(name, text) name,
const char *const zk_yotei_shipped[] = {SHIPPED(X) NULL};
#undef X

const char *zk_yotei_cards_shipped(const char *name, size_t name_size, size_t *size) {
    static const struct {
        const char *text;
        size_t size;
    } texts[] = {
#define X(name, text) {text, sizeof text - 1},
        SHIPPED(X)
#undef X
    };
    bool newest = zk_same(name, name_size, ZK_YOTEI_NEWEST, strlen(ZK_YOTEI_NEWEST));
    for (unsigned i = 0; zk_yotei_shipped[i]; i++) {
        if (newest
                ? zk_yotei_shipped[i + 1] != NULL
                : !zk_same(name, name_size, zk_yotei_shipped[i], strlen(zk_yotei_shipped[i])))
            continue;
        *size = texts[i].size;
        return texts[i].text;
    }
    return NULL;
}

/* ---- Refusals ---- */

/* One object being read. */
struct reading {
    struct zk_json_in in;
    const char *where; /* which it is: a card's id, "land 3", "setup 2" */
    unsigned seen;     /* keys, by their place in the list */
    bool wrong;        /* something was refused */
    struct zk_sentence *refusal;
};

static void add(struct zk_sentence *refusal, const char *text) {
    zk_sentence_arg(refusal, text, strlen(text));
}

static void add_number(struct zk_sentence *refusal, int64_t number) {
    char digits[24];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    zk_text_put_int(&text, number);
    zk_sentence_arg(refusal, text.data, text.used);
}

/* Refuses with where and the key as arguments. */
static void refuse(struct reading *r, const char *phrase, const char *key) {
    r->wrong = true;
    zk_refuse(r->refusal, "", phrase);
    add(r->refusal, r->where);
    add(r->refusal, key);
}

static bool refuse_set(struct zk_sentence *refusal, const char *rule, const char *phrase,
                       const char *arg) {
    zk_refuse(refusal, rule, phrase);
    add(refusal, arg);
    return false;
}

static bool refuse_json(struct zk_sentence *refusal, const struct zk_json_in *in) {
    int64_t line = 1, column = 1;
    for (const char *at = in->start; at < in->at; at++) {
        line += *at == '\n';
        column = *at == '\n' ? 1 : column + 1;
    }
    refuse_set(refusal, "", "yotei.cards.json", in->error);
    add_number(refusal, line);
    add_number(refusal, column);
    return false;
}

/* ---- Values ---- */

static void read_number(struct reading *r, const char *key, unsigned least, unsigned most,
                        uint8_t *number) {
    int64_t value;
    if (zk_json_get_int(&r->in, &value) && value >= least && value <= most) {
        *number = (uint8_t)value;
        return;
    }
    refuse(r, "yotei.cards.number", key);
    add_number(r->refusal, least);
    add_number(r->refusal, most);
}

/* A character of UTF-8 at *at, and past it. */
static uint32_t next_character(const unsigned char **at) {
    uint32_t c = *(*at)++;
    unsigned more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
    if (more) c &= 0x3Fu >> more;
    while (more--) c = c << 6 | (*(*at)++ & 0x3F);
    return c;
}

static bool is_control(uint32_t c) { return c < ' ' || (c >= 0x7F && c < 0xA0); }

static bool is_blank(uint32_t c) {
    return c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* A string of 1 to size - 1 bytes that can be shown in a line; as an id without blanks, too. */
static void read_text(struct reading *r, const char *key, bool blanks, char *text,
                      size_t size) {
    char string[TEXT_SIZE];
    size_t used = 0;
    bool right =
        zk_json_get_string(&r->in, string, sizeof string, &used) && used && used < size;
    for (const unsigned char *at = (const unsigned char *)string;
         right && at < (const unsigned char *)string + used;) {
        uint32_t c = next_character(&at);
        right = !is_control(c) && (blanks || !is_blank(c));
    }
    if (right) {
        memcpy(text, string, used);
    } else {
        refuse(r, blanks ? "yotei.cards.text" : "yotei.cards.id", key);
        add_number(r->refusal, (int64_t)size - 1);
    }
}

/* Letters of T2, one an element. */
static void read_elements(struct reading *r, const char *key, uint8_t *elements) {
    char letters[TEXT_SIZE];
    size_t size = 0;
    bool right = zk_json_get_string(&r->in, letters, sizeof letters, &size);
    for (size_t i = 0; right && i < size; i++) {
        unsigned element = 0;
        while (element < ZK_YOTEI_ELEMENTS && zk_yotei_letters[element] != letters[i])
            element++;
        right = element < ZK_YOTEI_ELEMENTS && size <= LETTERS_MAX;
        if (right) elements[element]++;
    }
    if (right) return;
    refuse(r, "yotei.cards.elements", key);
    add(r->refusal, zk_yotei_letters);
    add_number(r->refusal, LETTERS_MAX);
}

static void read_bid(struct reading *r, bool *bid) {
    if (!zk_json_get_bool(&r->in, bid) || !*bid) refuse(r, "yotei.cards.price", "bid");
}

/* The place of a word in a list that `count` ends. */
static bool find(const char *const *words, unsigned count, const char *word, uint8_t *place) {
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(words[i], word) != 0) continue;
        *place = (uint8_t)i;
        return true;
    }
    return false;
}

static void read_tier(struct reading *r, uint8_t *tier) {
    char word[TEXT_SIZE];
    if (!zk_json_get_string(&r->in, word, sizeof word, NULL) ||
        !find(zk_yotei_tiers, ZK_YOTEI_TIERS, word, tier))
        refuse(r, "yotei.cards.tier", "tier");
}

/* ---- Objects ---- */

static struct reading begin(const char *json, size_t size, const char *where,
                            struct zk_sentence *refusal) {
    struct reading r = {.in = zk_json_from(json, size), .where = where, .refusal = refusal};
    zk_json_enter_object(&r.in);
    return r;
}

/* The next key of the object, as its place in the list; false at the end and when something is
 * wrong. Unknown keys are refused: a misspelt one would change a card in silence. */
static bool next(struct reading *r, const char *const *keys, unsigned *which) {
    char key[KEY_SIZE];
    if (r->wrong || !zk_json_next_key(&r->in, key, sizeof key)) return false;
    for (*which = 0; keys[*which]; ++*which)
        if (strcmp(keys[*which], key) == 0) break;
    if (!keys[*which])
        refuse(r, "yotei.cards.key", key);
    else if (r->seen >> *which & 1)
        refuse(r, "yotei.cards.twice", key);
    r->seen |= 1u << *which;
    return !r->wrong;
}

static bool has(const struct reading *r, unsigned which) { return r->seen >> which & 1; }

/* Whether all went well and the first `needed` keys were there. */
static bool end(struct reading *r, const char *const *keys, unsigned needed) {
    if (!r->wrong && r->in.error) refuse(r, "yotei.cards.object", "");
    for (unsigned i = 0; !r->wrong && i < needed; i++)
        if (!has(r, i)) refuse(r, "yotei.cards.missing", keys[i]);
    return !r->wrong;
}

/* What to call a card in a refusal: its id, if it has one; before that "land 3". */
static void name_card(const char *json, size_t size, const char *list, unsigned number,
                      char *where) {
    struct zk_json_in in = zk_json_from(json, size);
    char key[KEY_SIZE], id[ZK_YOTEI_ID_SIZE];
    struct zk_text text = zk_text_in(where, TEXT_SIZE);
    zk_text_put(&text, list);
    zk_text_put_char(&text, ' ');
    zk_text_put_uint(&text, number);
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        if (strcmp(key, "id") != 0) {
            zk_json_skip(&in);
        } else if (zk_json_get_string(&in, id, sizeof id, NULL) && *id) {
            zk_text_clear(&text);
            zk_text_put(&text, id);
            return;
        }
    }
}

static bool read_land(const char *json, size_t size, const char *where,
                      struct zk_yotei_land *land, struct zk_sentence *refusal) {
    enum {
        ID,
        TIER,
        NAME,
        NEEDED,
        COUNT = NEEDED,
        GIVES,
        NEEDS,
        COST,
        BID,
        CHARM,
        MYSTERY,
        STAR
    };
    static const char *const keys[] = {"id",   "tier", "name",  "count",   "gives", "needs",
                                       "cost", "bid",  "charm", "mystery", "star",  NULL};
    struct reading r = begin(json, size, where, refusal);
    unsigned key;
    land->count = 1;
    while (next(&r, keys, &key)) {
        switch (key) {
        case ID: read_text(&r, "id", false, land->id, sizeof land->id); break;
        case TIER: read_tier(&r, &land->tier); break;
        case NAME: read_text(&r, "name", true, land->name, sizeof land->name); break;
        case COUNT: read_number(&r, "count", 1, ZK_YOTEI_LAND_MAX, &land->count); break;
        case GIVES: read_elements(&r, "gives", land->gives); break;
        case NEEDS: read_elements(&r, "needs", land->needs); break;
        case COST: read_number(&r, "cost", 0, COST_MAX, &land->cost); break;
        case BID: read_bid(&r, &land->bid); break;
        case CHARM: read_number(&r, "charm", 0, CHARM_MAX, &land->charm); break;
        case MYSTERY: read_number(&r, "mystery", 0, DRAWN_MAX, &land->mystery); break;
        default: read_number(&r, "star", 0, STAR_MAX, &land->star); break;
        }
    }
    if (end(&r, keys, NEEDED) && has(&r, COST) == has(&r, BID))
        refuse(&r, "yotei.cards.price", "cost");
    return !r.wrong;
}

static bool read_mystery(const char *json, size_t size, const char *where,
                         struct zk_yotei_set *set, struct zk_sentence *refusal) {
    enum { ID, CASH, NEEDED, COUNT = NEEDED };
    static const char *const keys[] = {"id", "cash", "count", NULL};
    struct reading r = begin(json, size, where, refusal);
    char id[TEXT_SIZE] = "";
    uint8_t power = 0, cash = 0, count = 1;
    unsigned key;
    while (next(&r, keys, &key)) {
        switch (key) {
        case ID:
            if (!zk_json_get_string(&r.in, id, sizeof id, NULL) ||
                !find(zk_yotei_powers, ZK_YOTEI_POWERS, id, &power))
                refuse(&r, "yotei.cards.power", "id");
            break;
        case CASH: read_number(&r, "cash", 1, CASH_MAX, &cash); break;
        default: read_number(&r, "count", 1, ZK_YOTEI_MYSTERY_MAX, &count); break;
        }
    }
    if (!end(&r, keys, NEEDED)) return false;
    if (set->mystery[power]) return refuse_set(refusal, "", "yotei.cards.same", id);
    set->mystery[power] = count;
    set->cash[power] = cash;
    return true;
}

static bool read_rows(const char *json, size_t size, const char *where,
                      struct zk_yotei_table *table, struct zk_sentence *refusal) {
    static const char *const keys[] = {"I", "II", "III", NULL};
    struct reading r = begin(json, size, where, refusal);
    unsigned tier;
    while (next(&r, keys, &tier))
        read_number(&r, keys[tier], 1, row_max[tier], &table->row[tier]);
    return end(&r, keys, 0);
}

/* A line of T5. What it leaves out stays as it is. */
static bool read_table(const char *json, size_t size, const char *where,
                       struct zk_yotei_table *table, struct zk_sentence *refusal) {
    enum { CHARACTERS, BOXES, ROWS };
    static const char *const keys[] = {"characters", "boxes", "rows", NULL};
    struct reading r = begin(json, size, where, refusal);
    const char *rows;
    size_t rows_size;
    unsigned key;
    while (next(&r, keys, &key)) {
        switch (key) {
        case CHARACTERS:
            read_number(&r, "characters", 1, CHARACTERS_MAX, &table->characters);
            break;
        case BOXES: read_number(&r, "boxes", 0, BOXES_MAX, &table->boxes); break;
        default:
            zk_json_get_raw(&r.in, &rows, &rows_size);
            r.wrong = !read_rows(rows, rows_size, where, table, refusal);
            break;
        }
    }
    return end(&r, keys, 0);
}

/* ---- The set ---- */

static bool read_setup(const char *json, size_t size, struct zk_yotei_set *set,
                       struct zk_sentence *refusal) {
    struct reading r = begin(json, size, "setup", refusal);
    const char *table;
    size_t table_size;
    unsigned line;
    while (next(&r, players, &line)) {
        char where[] = "setup 2";
        where[sizeof where - 2] = players[line][0];
        zk_json_get_raw(&r.in, &table, &table_size);
        r.wrong = !read_table(table, table_size, where, &set->table[line], refusal);
    }
    return end(&r, players, 0);
}

static bool same_id(const struct zk_yotei_set *set) {
    for (unsigned i = 0; i + 1 < set->lands; i++)
        if (strcmp(set->land[i].id, set->land[set->lands - 1].id) == 0) return true;
    return false;
}

static bool refuse_many(struct zk_sentence *refusal, const char *list, int64_t most) {
    refuse_set(refusal, "", "yotei.cards.many", list);
    add_number(refusal, most);
    return false;
}

static bool read_lands(const char *json, size_t size, struct zk_yotei_set *set,
                       struct zk_sentence *refusal) {
    struct zk_json_in in = zk_json_from(json, size);
    unsigned cards = 0, tier[ZK_YOTEI_TIERS] = {0};
    zk_json_enter_array(&in);
    for (unsigned number = 1; zk_json_next_element(&in); number++) {
        char where[TEXT_SIZE];
        const char *card;
        size_t card_size;
        zk_json_get_raw(&in, &card, &card_size);
        if (set->lands == ZK_YOTEI_LAND_MAX)
            return refuse_many(refusal, "land", ZK_YOTEI_LAND_MAX);
        struct zk_yotei_land *land = &set->land[set->lands++];
        name_card(card, card_size, "land", number, where);
        if (!read_land(card, card_size, where, land, refusal)) return false;
        if (same_id(set)) return refuse_set(refusal, "", "yotei.cards.same", land->id);
        cards += land->count;
        tier[land->tier] += land->count;
        if (cards > ZK_YOTEI_LAND_MAX) return refuse_many(refusal, "land", ZK_YOTEI_LAND_MAX);
    }
    if (in.error) return refuse_set(refusal, "", "yotei.cards.list", "land");
    for (unsigned i = 0; i < ZK_YOTEI_TIERS; i++)
        if (!tier[i])
            return refuse_set(refusal, "T1", "yotei.cards.no_tier", zk_yotei_tiers[i]);
    return true;
}

static bool read_mysteries(const char *json, size_t size, struct zk_yotei_set *set,
                           struct zk_sentence *refusal) {
    struct zk_json_in in = zk_json_from(json, size);
    unsigned cards = 0;
    zk_json_enter_array(&in);
    for (unsigned number = 1; zk_json_next_element(&in); number++) {
        char where[TEXT_SIZE];
        const char *card;
        size_t card_size;
        zk_json_get_raw(&in, &card, &card_size);
        name_card(card, card_size, "mystery", number, where);
        if (!read_mystery(card, card_size, where, set, refusal)) return false;
    }
    if (in.error) return refuse_set(refusal, "", "yotei.cards.list", "mystery");
    if (set->mystery[ZK_YOTEI_FESTIVAL] > FESTIVAL_MAX)
        return refuse_many(refusal, "festival", FESTIVAL_MAX);
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) cards += set->mystery[i];
    return cards <= ZK_YOTEI_MYSTERY_MAX ||
           refuse_many(refusal, "mystery", ZK_YOTEI_MYSTERY_MAX);
}

/* A name can be the value of an option and is no path. */
static void read_name(struct reading *r, char *name) {
    char string[TEXT_SIZE];
    size_t used = 0;
    bool right = zk_json_get_string(&r->in, string, sizeof string, &used) && used &&
                 used < ZK_OPTION_VALUE_SIZE;
    for (size_t i = 0; right && i < used; i++)
        right = string[i] > ' ' && string[i] < 127 && string[i] != '/';
    right = right && !(used >= 5 && zk_same(string + used - 5, 5, ".json", 5));
    if (right) {
        memcpy(name, string, used);
    } else {
        refuse(r, "yotei.cards.name", "name");
        add_number(r->refusal, ZK_OPTION_VALUE_SIZE - 1);
    }
}

bool zk_yotei_cards_read(const char *text, size_t size, struct zk_yotei_set *set,
                         struct zk_sentence *refusal) {
    enum { NAME, LAND, MYSTERY, NEEDED, SETUP = NEEDED };
    static const char *const keys[] = {"name", "land", "mystery", "setup", NULL};
    struct zk_json_in whole = zk_json_from(text, size);
    zk_json_skip(&whole);
    if (!zk_json_finish(&whole)) return refuse_json(refusal, &whole);
    memset(set, 0, sizeof *set);
    memcpy(set->table, tables, sizeof tables);
    struct reading r = begin(text, size, "set", refusal);
    const char *part;
    size_t part_size;
    unsigned key;
    while (next(&r, keys, &key)) {
        if (key == NAME) {
            read_name(&r, set->name);
            continue;
        }
        zk_json_get_raw(&r.in, &part, &part_size);
        r.wrong = !(key == LAND      ? read_lands(part, part_size, set, refusal)
                    : key == MYSTERY ? read_mysteries(part, part_size, set, refusal)
                                     : read_setup(part, part_size, set, refusal));
    }
    return end(&r, keys, NEEDED);
}

bool zk_yotei_cards_choose(const char *name, const struct zk_settings *settings,
                           struct zk_yotei_set *set, struct zk_sentence *refusal) {
    size_t size = settings->cards_size;
    const char *text = settings->cards, *shipped;
    shipped = zk_yotei_cards_shipped(name, strlen(name), &size);
    if (!text) {
        /* "niseko" is another set next year: records and tables call it by its full name. */
        if (!shipped || strcmp(name, ZK_YOTEI_NEWEST) == 0)
            return refuse_set(refusal, "", "yotei.cards.unknown", name);
        return zk_yotei_cards_read(shipped, size, set, refusal);
    }
    if (!zk_yotei_cards_read(text, settings->cards_size, set, refusal)) return false;
    if (zk_yotei_cards_shipped(set->name, strlen(set->name), &size))
        return refuse_set(refusal, "", "yotei.cards.taken", set->name);
    if (strcmp(set->name, name) == 0) return true;
    refuse_set(refusal, "", "yotei.cards.other", name);
    add(refusal, set->name);
    return false;
}
