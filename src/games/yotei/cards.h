/* cards.h: what Yōtei is played with: a set of cards (T1-T3) and the table of T5, as read from a file like
 * cards/niseko-1.json. docs/cards.md has the form of such files. */
#ifndef ZK_YOTEI_CARDS_H
#define ZK_YOTEI_CARDS_H

#include "../../core/game.h"

/* T2, in the order of the letters "MFTOLBSCW". */
enum zk_yotei_element {
    ZK_YOTEI_MOUNTAIN,
    ZK_YOTEI_FARMLAND,
    ZK_YOTEI_FOREST,
    ZK_YOTEI_TOURISM,
    ZK_YOTEI_PRODUCE,
    ZK_YOTEI_BOUNTY,
    ZK_YOTEI_SKI,
    ZK_YOTEI_FOOD,
    ZK_YOTEI_WILDERNESS,
    ZK_YOTEI_ELEMENTS
};

enum { ZK_YOTEI_TIERS = 3 };

/* In the order of the table of powers. */
enum zk_yotei_power {
    ZK_YOTEI_ONSEN,
    ZK_YOTEI_CELLAR,
    ZK_YOTEI_GUIDE,
    ZK_YOTEI_PLOUGH,
    ZK_YOTEI_FOX,
    ZK_YOTEI_DETOUR,
    ZK_YOTEI_LANTERN,
    ZK_YOTEI_OFFER,
    ZK_YOTEI_REGRET,
    ZK_YOTEI_ROOSTER,
    ZK_YOTEI_BUMPER,
    ZK_YOTEI_THAW,
    ZK_YOTEI_MARKET,
    ZK_YOTEI_QUEUE,
    ZK_YOTEI_FESTIVAL,
    ZK_YOTEI_TOKEN,
    ZK_YOTEI_POWERS
};

enum {
    ZK_YOTEI_LAND_MAX = 96,    /* land cards in all, copies counted */
    ZK_YOTEI_MYSTERY_MAX = 32, /* mystery cards, copies counted; festival once at most */
    ZK_YOTEI_ID_SIZE = 16,     /* longest id and its NUL */
    ZK_YOTEI_NAME_SIZE = 40,
};

struct zk_yotei_land {
    char id[ZK_YOTEI_ID_SIZE], name[ZK_YOTEI_NAME_SIZE];
    uint8_t tier; /* 0 to 2 */
    uint8_t count;
    uint8_t gives[ZK_YOTEI_ELEMENTS], needs[ZK_YOTEI_ELEMENTS];
    uint8_t cost; /* when it is not a bidding card */
    bool bid;
    uint8_t charm, mystery, star;
};

/* A line of T5. */
struct zk_yotei_table {
    uint8_t characters, boxes,
        row[ZK_YOTEI_TIERS]; /* rows of tier I, II, III: at most 5, 4, 3 */
};

struct zk_yotei_set {
    char name[ZK_OPTION_VALUE_SIZE];
    uint8_t lands; /* kinds, in the order of the file */
    struct zk_yotei_land land[ZK_YOTEI_LAND_MAX];
    uint8_t mystery[ZK_YOTEI_POWERS], cash[ZK_YOTEI_POWERS]; /* copies; potatoes */
    struct zk_yotei_table table[3];                          /* for 2, 3, 4 players */
};

#define ZK_YOTEI_NEWEST "niseko" /* the command line's word for the newest niseko */

extern const char zk_yotei_letters[]; /* "MFTOLBSCW" */
extern const char *const zk_yotei_powers[ZK_YOTEI_POWERS];
extern const char *const zk_yotei_tiers[ZK_YOTEI_TIERS]; /* "I" "II" "III" */

/* The sentences of the refusals below, for the game's list of phrases. */
/* clang-format off */
#define ZK_YOTEI_CARDS_PHRASES \
    {"yotei.cards.json", "The card set cannot be read in line {1}, column {2}: {0}."}, \
    {"yotei.cards.object", "In the card set, {0} must be an object with keys."}, \
    {"yotei.cards.list", "In the card set, \"{0}\" must be a list of cards."}, \
    {"yotei.cards.key", "In the card set, {0} has an unknown key \"{1}\"."}, \
    {"yotei.cards.twice", "In the card set, {0} has the key \"{1}\" twice."}, \
    {"yotei.cards.missing", "In the card set, {0} has no key \"{1}\"."}, \
    {"yotei.cards.number", \
     "In the card set, \"{1}\" of {0} must be a whole number from {2} to {3}."}, \
    {"yotei.cards.text", \
     "In the card set, \"{1}\" of {0} must be a text of 1 to {2} bytes in one line."}, \
    {"yotei.cards.id", \
     "In the card set, \"{1}\" of {0} must be a word of 1 to {2} bytes without " \
     "blanks."}, \
    {"yotei.cards.tier", "In the card set, \"{1}\" of {0} must be I, II or III."}, \
    {"yotei.cards.elements", \
     "In the card set, \"{1}\" of {0} must be at most {3} letters of {2}."}, \
    {"yotei.cards.price", \
     "In the card set, {0} must have either a \"cost\" or \"bid\": true."}, \
    {"yotei.cards.power", "In the card set, \"{1}\" of {0} must be the name of a power."}, \
    {"yotei.cards.same", \
     "In the card set, two cards have the id \"{0}\"; write \"count\" for copies."}, \
    {"yotei.cards.many", \
     "In the card set, \"{0}\" cannot be more than {1}, copies counted."}, \
    {"yotei.cards.no_tier", "The card set has no land card of tier {0}."}, \
    {"yotei.cards.name", \
     "The \"{1}\" of a card set must be a word of 1 to {2} plain letters, without / " \
     "and not ending in .json."}, \
    {"yotei.cards.unknown", "There is no card set \"{0}\" here."}, \
    {"yotei.cards.taken", \
     "\"{0}\" is the name of a card set that comes with the program; another needs a" \
     " name of its own."}, \
    {"yotei.cards.other", \
     "The options name the card set \"{0}\", but the set that came with them is " \
     "\"{1}\"."}
/* clang-format on */

/* Reads and checks a set. False with a refusal that names the card and the field; then `set` is
 * not to be used. Unused bytes of a set are zero. */
bool zk_yotei_cards_read(const char *text, size_t size, struct zk_yotei_set *set,
                         struct zk_sentence *refusal);

/* The names of the sets built into the program, the newest last; ended by NULL. A game that names
 * none is played with the first. */
extern const char *const zk_yotei_shipped[];
/* The text of one of them, or NULL; "niseko" is the newest niseko. */
const char *zk_yotei_cards_shipped(const char *name, size_t name_size, size_t *size);

/* What `prepare` plays with: the set that the settings carry, which must be called `name` and not
 * like a shipped one, or the shipped set of that name. */
bool zk_yotei_cards_choose(const char *name, const struct zk_settings *settings,
                           struct zk_yotei_set *set, struct zk_sentence *refusal);

#endif
