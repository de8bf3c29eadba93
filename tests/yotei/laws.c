/* laws.c: what law 7 must be told of Yōtei: how likely each world is, since bids that nobody sees are not
 * chance's; and sets of cards in which every history of sealed bids can be tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/yotei/yotei.h"
#include "own_laws.h"

/* In how many ways the copies of a card can be chosen that lie in some place, when `of` are left. */
static uint32_t choose(unsigned of, unsigned chosen) {
    uint32_t ways = 1;
    for (unsigned i = 0; i < chosen; i++) ways = ways * (of - i) / (i + 1);
    return ways;
}

/* Every vector of bids once, times the ways in which unseen cards can lie in hands and in decks. */
static void ways(struct laws *laws, const struct worlds *worlds, int seat, double *out) {
    const struct zk_yotei_view *seen = zk_yotei_seen(laws->view[1]);
    const struct zk_yotei_set *set = zk_yotei_cards(laws->rules);
    const struct zk_yotei_view *all = zk_yotei_seen(laws->view[0]);
    for (uint32_t w = 0; w < worlds->count; w++) {
        laws->game->view(laws->rules, worlds_at(worlds, w), ZK_EVERYTHING, laws->view[0]);
        out[w] = 1;
        for (unsigned power = 0; power < ZK_YOTEI_POWERS; power++) {
            unsigned left = seen->unseen[power];
            for (unsigned other = 0; other < laws->seats; other++) {
                unsigned held = 0;
                for (unsigned i = 0; i < ZK_YOTEI_HELD_MAX; i++)
                    held += all->hand[other][i] == power + 1 && !all->board.age[other][i];
                if ((int)other == seat) continue;
                out[w] *= choose(left, held);
                left -= held;
            }
        }
        for (unsigned kind = 0, card = 0; kind < set->lands; kind++) {
            unsigned unseen = 0, taken[ZK_SEATS_MAX] = {0};
            for (unsigned n = set->land[kind].count; n; n--, card++) {
                unsigned is = zk_yotei_where(all->where, card);
                unseen += zk_yotei_where(seen->where, card) == ZK_YOTEI_UNSEEN;
                if (is >= ZK_YOTEI_TAKEN && is < ZK_YOTEI_COLLECTED)
                    taken[is - ZK_YOTEI_TAKEN]++;
            }
            for (unsigned other = 0; other < laws->seats; other++) {
                if ((int)other == seat) continue;
                out[w] *= choose(unseen, taken[other]);
                unseen -= taken[other];
            }
        }
    }
}

/* ---- Sealed bids ---- */

/* Sets with which little else is hidden: one kind of card to a tier, and few mystery cards. In them '
 * stands for the quotation mark. */
#define BIDS_LAND(drawn)                                                                      \
    "{'name':'bids','land':["                                                                 \
    "{'id':'a','tier':'I','name':'a','count':16,'gives':'M','bid':true,'mystery':" drawn "}," \
    "{'id':'b','tier':'II','name':'b','count':16,'cost':1,'mystery':1},"                      \
    "{'id':'c','tier':'III','name':'c','count':16,'bid':true,'needs':'S'}],"

static const char *const bids_sets[] = {
    /* Boxes for all, and powers to change what is in them. */
    BIDS_LAND("2") "'mystery':[{'id':'offer','cash':1},{'id':'regret','cash':1},"
                   "{'id':'lantern','cash':1},{'id':'cellar','cash':1}],"
                   "'setup':{'2':{'boxes':6},'3':{'boxes':9,'characters':2}}}",
    /* Few places that cost nothing: what somebody can pay is seen (T16). */
    BIDS_LAND("1") "'mystery':[{'id':'detour','cash':2},{'id':'offer','cash':1},"
                   "{'id':'regret','cash':1},{'id':'market','cash':1}],"
                   "'setup':{'2':{'boxes':2,'rows':{'I':2,'II':1,'III':1}},"
                   "'3':{'boxes':3,'characters':2,'rows':{'I':2,'II':1,'III':1}}}}",
    NULL,
};

/* The bounds that views carry are exact: every history is tried. */
static void bids_are_known_as_far_as_can_be(void **test) {
    (void)test;
    struct tally tally = {0};
    for (unsigned set = 0; bids_sets[set]; set++) {
        char cards[1024];
        snprintf(cards, sizeof cards, "%s", bids_sets[set]);
        for (char *at = cards; (at = strchr(at, '\''));) *at = '"';
        for (unsigned players = 2; players <= 3; players++) {
            char options[64];
            struct laws laws;
            snprintf(options, sizeof options, "players=%u cards=bids", players);
            laws_open_with_cards(&laws, &zk_yotei, options, cards);
            for (uint64_t number = 0; number < 24; number++)
                if (!worlds_follow(&laws, (int)(number % players), own_laws_seed(),
                                   1000 * set + number, 3000, ways, &tally))
                    fail_msg("%s", laws.fault);
            laws_close(&laws);
        }
    }
    assert_true(tally.several > 1000);
}

/* Law 4: texts that are almost moves. */
static const char *const rubbish[] = {
    "place I6",
    "flip III",
    "pile I1",
    "bid I1 00",
    "bid I1 256",
    "bid II2 99999999999",
    "collect I1 with fox",
    "collect I1 with fox O with guide",
    "collect I with guide with guide with guide with guide",
    "yield",
    "done",
    "use guide",
    "use lantern I1 A",
    "use offer I1 0",
    "use regret I1 256",
    "use thaw I",
    "use detour I1 bid I2 1",
    "use detour II pile II",
    "cash onsen",
    "cash potato",
    "top IV mt-a",
    "reveal I1 mt-a",
    "mystery ?",
    NULL,
};

const struct own_laws yotei_laws = {
    .game = &zk_yotei,
    .rubbish = rubbish,
    .ways = ways,
    .test = bids_are_known_as_far_as_can_be,
    .test_name = "law 7: sealed bids, history by history",
};
