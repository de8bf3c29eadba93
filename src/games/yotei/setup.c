/* setup.c: what Yōtei is played with: its options, and the rules block built once from them and from the
 * card set. The game itself is in yotei.c. */
#include <assert.h>
#include <string.h>

#include "inside.h"

const struct zk_option zk_yotei_options[] = {
    {"players", (const char *const[]){"2", "3", "4", NULL}, "how many play"},
    {"cards", zk_yotei_shipped, "the card set"},
    {"first", (const char *const[]){"random", "A", "B", "C", "D", NULL},
     "who has the starting token first"},
    {NULL, NULL, NULL},
};
enum { PLAYERS_OPTION, CARDS_OPTION, FIRST_OPTION };

const struct zk_apart zk_yotei_apart[] = {
    {"first", "C", "players", "2"}, /* T6 */
    {"first", "D", "players", "2"},
    {"first", "D", "players", "3"},
    {NULL, NULL, NULL, NULL},
};

const struct zk_yotei_set *zk_yotei_cards(const struct zk_rules *rules) {
    return &rules_of(rules)->set;
}

const struct zk_yotei_table *zk_yotei_table(const struct zk_rules *memory) {
    const struct yotei_rules *rules = rules_of(memory);
    return &rules->set.table[rules->players - 2];
}

const uint8_t zk_yotei_slots_from[TIERS] = {0, 5, 9};

static void sort_lands(struct zk_yotei_set *set) {
    for (unsigned i = 1; i < set->lands; i++) {
        struct zk_yotei_land land = set->land[i];
        unsigned at = i;
        for (; at && set->land[at - 1].tier > land.tier; at--)
            set->land[at] = set->land[at - 1];
        set->land[at] = land;
    }
}

bool zk_yotei_prepare(struct zk_rules *memory, const struct zk_settings *settings,
                      struct zk_sentence *refusal) {
    struct yotei_rules *rules = (void *)memory;
    const char *players = zk_settings_get(&zk_yotei, settings, PLAYERS_OPTION);
    const char *first = zk_settings_get(&zk_yotei, settings, FIRST_OPTION);
    memset(rules, 0, sizeof *rules);
    if (!zk_yotei_cards_choose(zk_settings_get(&zk_yotei, settings, CARDS_OPTION), settings,
                               &rules->set, refusal))
        return false;
    rules->players = (uint8_t)(*players - '0');
    rules->first = (uint8_t)(*first == 'r' ? 0 : *first - 'A' + 1);
    if (rules->first > rules->players) {
        zk_refuse(refusal, "T6", "yotei.option.first");
        zk_sentence_arg(refusal, first, 1);
        zk_sentence_arg(refusal, players, 1);
        return false;
    }
    const struct zk_yotei_table *table = zk_yotei_table(memory); /* T5 */
    rules->characters = table->characters;
    rules->boxes = table->boxes;
    assert(rules->characters <= CHARACTERS && rules->boxes <= ZK_YOTEI_BOXES_MAX);
    for (unsigned tier = 0; tier < TIERS; tier++)
        for (unsigned i = 0; i < table->row[tier]; i++)
            rules->slots |= (uint16_t)(1u << (zk_yotei_slots_from[tier] + i));

    struct zk_yotei_set *set = &rules->set;
    sort_lands(set);
    unsigned card = 0;
    for (unsigned kind = 0; kind < set->lands; kind++) {
        unsigned tier = set->land[kind].tier;
        rules->first_card[kind] = (uint8_t)card;
        rules->kinds_from[tier + 1] = (uint8_t)(kind + 1);
        for (unsigned i = 0; i < set->land[kind].count; i++, card++) {
            rules->kind_of[card] = (uint8_t)kind;
            rules->tier_cards[tier][card >> 4] |= (uint64_t)1 << 4 * (card & 15);
            if (i + 1 < set->land[kind].count)
                rules->followed[card >> 4] |= (uint64_t)8 << 4 * (card & 15);
        }
    }
    rules->first_card[set->lands] = (uint8_t)card;
    return true;
}
