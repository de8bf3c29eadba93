/* test_cards.c: card sets of Yōtei: what is read, everything that is refused, what is built in. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/json.h"
#include "games/yotei/cards.h"

static struct zk_yotei_set set;
static struct zk_sentence refusal;

static bool read_text(const char *text) {
    return zk_yotei_cards_read(text, strlen(text), &set, &refusal);
}

/* A file from the top of the source tree; the caller frees it. */
static char *load(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 16) - 1, file);
    fclose(file);
    return text;
}

static unsigned copies(const struct zk_yotei_set *s, int tier) {
    unsigned count = 0;
    for (unsigned i = 0; i < s->lands; i++)
        if (s->land[i].tier == tier) count += s->land[i].count;
    return count;
}

static const struct zk_yotei_land *land_of(const char *id) {
    for (unsigned i = 0; i < set.lands; i++)
        if (strcmp(set.land[i].id, id) == 0) return &set.land[i];
    fail_msg("no card %s", id);
    return NULL;
}

/* ---- What is right ---- */

static void niseko_1_is_as_the_rules_say(void **state) {
    (void)state;
    size_t size;
    const char *text = zk_yotei_cards_shipped("niseko-1", 8, &size);
    assert_non_null(text);
    assert_true(zk_yotei_cards_read(text, size, &set, &refusal));
    assert_string_equal(set.name, "niseko-1");
    assert_int_equal(copies(&set, 0), 30);
    assert_int_equal(copies(&set, 1), 24);
    assert_int_equal(copies(&set, 2), 12);
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        assert_int_equal(set.mystery[i], 1);
        assert_in_range(set.cash[i], 1, 2);
    }
    assert_int_equal(set.cash[ZK_YOTEI_FOX], 1);
    assert_int_equal(set.cash[ZK_YOTEI_TOKEN], 2);
}

static void every_key_is_read(void **state) {
    (void)state;
    size_t size;
    const char *text = zk_yotei_cards_shipped("niseko-1", 8, &size);
    assert_true(zk_yotei_cards_read(text, size, &set, &refusal));
    const struct zk_yotei_land *farm = land_of("fm-c"), *ski = land_of("sk-b"),
                               *trip = land_of("to-g"), *wood = land_of("fo-a");
    assert_string_equal(farm->name, "Farmland");
    assert_int_equal(farm->tier, 0);
    assert_int_equal(farm->gives[ZK_YOTEI_FARMLAND], 1);
    assert_int_equal(farm->needs[ZK_YOTEI_FOREST], 1);
    assert_int_equal(farm->needs[ZK_YOTEI_MOUNTAIN], 1);
    assert_int_equal(farm->needs[ZK_YOTEI_FARMLAND], 0);
    assert_int_equal(farm->cost, 1);
    assert_false(farm->bid);
    assert_int_equal(farm->charm, 1);
    assert_int_equal(farm->star, 0);
    assert_int_equal(ski->star, 1);
    assert_int_equal(ski->charm, 7);
    assert_int_equal(ski->tier, 2);
    assert_int_equal(ski->gives[ZK_YOTEI_SKI], 1);
    assert_true(trip->bid);
    assert_int_equal(trip->gives[ZK_YOTEI_TOURISM], 2);
    assert_int_equal(wood->mystery, 1);
    assert_int_equal(wood->count, 2);
}

static void t5_is_the_table_without_setup(void **state) {
    (void)state;
    static const struct zk_yotei_table table[3] = {
        {3, 4, {3, 3, 3}}, {3, 5, {5, 4, 3}}, {2, 6, {5, 4, 3}}};
    size_t size;
    const char *text = zk_yotei_cards_shipped("niseko-1", 8, &size);
    assert_true(zk_yotei_cards_read(text, size, &set, &refusal));
    assert_memory_equal(set.table, table, sizeof table);
}

#define THREE                                                                                 \
    "{\"id\":\"a\",\"tier\":\"I\",\"name\":\"A\",\"cost\":0},"                                \
    "{\"id\":\"b\",\"tier\":\"II\",\"name\":\"B\",\"cost\":0},"                               \
    "{\"id\":\"c\",\"tier\":\"III\",\"name\":\"C\",\"bid\":true}"
#define WITH(land) "{\"name\":\"x\",\"land\":[" THREE land "],\"mystery\":[]}"
#define CARD(rest) WITH(",{\"id\":\"d\",\"tier\":\"I\",\"name\":\"D\"" rest "}")
#define MYSTERY(cards) "{\"name\":\"x\",\"land\":[" THREE "],\"mystery\":[" cards "]}"
#define SETUP(setup) "{\"name\":\"x\",\"land\":[" THREE "],\"mystery\":[],\"setup\":" setup "}"

static void a_small_set_and_defaults(void **state) {
    (void)state;
    struct zk_yotei_set other;
    assert_true(read_text(WITH("")));
    assert_int_equal(set.lands, 3);
    assert_int_equal(set.land[0].count, 1);
    assert_int_equal(set.mystery[ZK_YOTEI_ONSEN], 0);
    /* Unused bytes are zero: what was in memory before does not matter. */
    memset(&other, 0xAA, sizeof other);
    assert_true(zk_yotei_cards_read(WITH(""), strlen(WITH("")), &other, &refusal));
    assert_memory_equal(&set, &other, sizeof set);
}

static void setup_corrects_t5(void **state) {
    (void)state;
    assert_true(read_text(SETUP("{\"2\":{\"characters\":2,\"boxes\":0,\"rows\":{\"III\":2}},"
                                "\"4\":{\"rows\":{\"I\":1,\"II\":2}}}")));
    assert_int_equal(set.table[0].characters, 2);
    assert_int_equal(set.table[0].boxes, 0);
    assert_int_equal(set.table[0].row[2], 2);
    assert_int_equal(set.table[0].row[0], 3);
    assert_int_equal(set.table[1].boxes, 5);
    assert_int_equal(set.table[2].row[0], 1);
    assert_int_equal(set.table[2].row[1], 2);
    assert_int_equal(set.table[2].row[2], 3);
    assert_int_equal(set.table[2].characters, 2);
}

static void ids_may_be_of_any_script(void **state) {
    (void)state;
    assert_true(read_text(
        WITH(",{\"id\":\"ニセコ\",\"tier\":\"I\",\"name\":\"羊蹄山 \",\"cost\":0}")));
    assert_string_equal(set.land[3].id, "ニセコ");
}

static void limits_are_reached(void **state) {
    (void)state;
    assert_true(
        read_text(CARD(",\"cost\":20,\"charm\":20,\"mystery\":4,\"star\":2,\"count\":93,"
                       "\"gives\":\"MFTOLBSC\",\"needs\":\"WWWWWWWW\"")));
    assert_int_equal(set.land[3].needs[ZK_YOTEI_WILDERNESS], 8);
    assert_true(read_text(MYSTERY("{\"id\":\"onsen\",\"cash\":3,\"count\":31},"
                                  "{\"id\":\"festival\",\"cash\":1}")));
    assert_int_equal(set.mystery[ZK_YOTEI_ONSEN], 31);
}

/* ---- What is wrong ---- */

static const struct {
    const char *text, *key, *arg[4];
} wrong[] = {
    {"", "yotei.cards.json", {NULL, "1", "1"}},
    {"{\"name\":\n \"x\",}", "yotei.cards.json", {NULL, "2", "6"}},
    {"[]", "yotei.cards.object", {"set"}},
    {"{\"name\":\"x\",\"mystery\":[]}", "yotei.cards.missing", {"set", "land"}},
    {"{\"name\":\"x\",\"land\":[" THREE "]}", "yotei.cards.missing", {"set", "mystery"}},
    {"{\"land\":[" THREE "],\"mystery\":[]}", "yotei.cards.missing", {"set", "name"}},
    {"{\"name\":\"x\",\"cards\":[]}", "yotei.cards.key", {"set", "cards"}},
    {"{\"name\":\"x\",\"name\":\"y\"}", "yotei.cards.twice", {"set", "name"}},
    {"{\"name\":\"\"}", "yotei.cards.name", {"set", "name", "23"}},
    {"{\"name\":7}", "yotei.cards.name", {"set", "name", "23"}},
    {"{\"name\":\"a b\"}", "yotei.cards.name", {"set", "name", "23"}},
    {"{\"name\":\"a/b\"}", "yotei.cards.name", {"set", "name", "23"}},
    {"{\"name\":\"a.json\"}", "yotei.cards.name", {"set", "name", "23"}},
    {"{\"name\":\"雪\"}", "yotei.cards.name", {"set", "name", "23"}},
    {"{\"name\":\"aaaaaaaaaaaaaaaaaaaaaaaa\"}", "yotei.cards.name", {"set", "name", "23"}},
    {"{\"name\":\"x\",\"land\":7}", "yotei.cards.list", {"land"}},
    {"{\"name\":\"x\",\"land\":{}}", "yotei.cards.list", {"land"}},
    {"{\"name\":\"x\",\"mystery\":\"no\"}", "yotei.cards.list", {"mystery"}},
    {"{\"name\":\"x\",\"land\":[]}", "yotei.cards.no_tier", {"I"}},
    {"{\"name\":\"x\",\"land\":[{\"id\":\"a\",\"tier\":\"I\",\"name\":\"A\",\"cost\":0}]}",
     "yotei.cards.no_tier",
     {"II"}},
    /* Land cards. */
    {WITH(",7"), "yotei.cards.object", {"land 4"}},
    {WITH(",{}"), "yotei.cards.missing", {"land 4", "id"}},
    {WITH(",{\"id\":\"d\"}"), "yotei.cards.missing", {"d", "tier"}},
    {WITH(",{\"id\":\"d\",\"tier\":\"I\",\"cost\":0}"), "yotei.cards.missing", {"d", "name"}},
    {WITH(",{\"id\":\"a\",\"tier\":\"II\",\"name\":\"D\",\"cost\":0}"),
     "yotei.cards.same",
     {"a"}},
    {WITH(",{\"id\":\"d e\"}"), "yotei.cards.id", {"d e", "id", "15"}},
    {WITH(",{\"id\":\"\"}"), "yotei.cards.id", {"land 4", "id", "15"}},
    {WITH(",{\"id\":4}"), "yotei.cards.id", {"land 4", "id", "15"}},
    {WITH(",{\"id\":\"d\\u3000\"}"), "yotei.cards.id", {NULL, "id", "15"}},
    {WITH(",{\"id\":\"d\\u00a0\"}"), "yotei.cards.id", {NULL, "id", "15"}},
    {WITH(",{\"id\":\"d\\n\"}"), "yotei.cards.id", {NULL, "id", "15"}},
    {WITH(",{\"id\":\"d\\u0085\"}"), "yotei.cards.id", {NULL, "id", "15"}},
    {WITH(",{\"id\":\"sixteen-letters!\"}"), "yotei.cards.id", {"land 4", "id", "15"}},
    {WITH(",{\"name\":\"\",\"id\":\"d\"}"), "yotei.cards.text", {"d", "name", "39"}},
    {WITH(",{\"name\":\"a\\tb\",\"id\":\"d\"}"), "yotei.cards.text", {"d", "name", "39"}},
    {WITH(",{\"name\":\"a very long name that goes on for ever\"}"),
     "yotei.cards.missing",
     {"land 4", "id"}},
    {WITH(",{\"name\":\"a very long name that goes on for ever..\"}"),
     "yotei.cards.text",
     {"land 4", "name", "39"}},
    {WITH(",{\"tier\":\"IV\",\"id\":\"d\"}"), "yotei.cards.tier", {"d", "tier"}},
    {WITH(",{\"tier\":1,\"id\":\"d\"}"), "yotei.cards.tier", {"d", "tier"}},
    {CARD(",\"gives\":\"X\""), "yotei.cards.elements", {"d", "gives", "MFTOLBSCW", "8"}},
    {CARD(",\"gives\":\"m\""), "yotei.cards.elements", {"d", "gives", "MFTOLBSCW", "8"}},
    {CARD(",\"gives\":[\"M\"]"), "yotei.cards.elements", {"d", "gives", "MFTOLBSCW", "8"}},
    {CARD(",\"needs\":\"MMMMMMMMM\""), "yotei.cards.elements", {"d", "needs", NULL, "8"}},
    {CARD(""), "yotei.cards.price", {"d"}},
    {CARD(",\"cost\":1,\"bid\":true"), "yotei.cards.price", {"d"}},
    {CARD(",\"bid\":false"), "yotei.cards.price", {"d"}},
    {CARD(",\"bid\":1"), "yotei.cards.price", {"d"}},
    {CARD(",\"cost\":0,\"bid\":false"), "yotei.cards.price", {"d"}},
    {CARD(",\"cost\":21"), "yotei.cards.number", {"d", "cost", "0", "20"}},
    {CARD(",\"cost\":-1"), "yotei.cards.number", {"d", "cost", "0", "20"}},
    {CARD(",\"cost\":1.0"), "yotei.cards.number", {"d", "cost", "0", "20"}},
    {CARD(",\"cost\":\"1\""), "yotei.cards.number", {"d", "cost", "0", "20"}},
    {CARD(",\"cost\":99999999999999999999"), "yotei.cards.number", {"d", "cost", "0", "20"}},
    {CARD(",\"count\":0"), "yotei.cards.number", {"d", "count", "1", "96"}},
    {CARD(",\"count\":97"), "yotei.cards.number", {"d", "count", "1", "96"}},
    {CARD(",\"charm\":21"), "yotei.cards.number", {"d", "charm", "0", "20"}},
    {CARD(",\"mystery\":5"), "yotei.cards.number", {"d", "mystery", "0", "4"}},
    {CARD(",\"star\":3"), "yotei.cards.number", {"d", "star", "0", "2"}},
    {CARD(",\"star\":true"), "yotei.cards.number", {"d", "star", "0", "2"}},
    {CARD(",\"chram\":1"), "yotei.cards.key", {"d", "chram"}},
    {CARD(",\"star\":1,\"star\":1"), "yotei.cards.twice", {"d", "star"}},
    {CARD(",\"cost\":0,\"count\":94"), "yotei.cards.many", {"land", "96"}},
    /* Mystery cards. */
    {MYSTERY("[]"), "yotei.cards.object", {"mystery 1"}},
    {MYSTERY("{}"), "yotei.cards.missing", {"mystery 1", "id"}},
    {MYSTERY("{\"id\":\"onsen\"}"), "yotei.cards.missing", {"onsen", "cash"}},
    {MYSTERY("{\"id\":\"sauna\",\"cash\":1}"), "yotei.cards.power", {"sauna", "id"}},
    {MYSTERY("{\"id\":true}"), "yotei.cards.power", {"mystery 1", "id"}},
    {MYSTERY("{\"id\":\"onsen\",\"cash\":0}"),
     "yotei.cards.number",
     {"onsen", "cash", "1", "3"}},
    {MYSTERY("{\"id\":\"onsen\",\"cash\":4}"),
     "yotei.cards.number",
     {"onsen", "cash", "1", "3"}},
    {MYSTERY("{\"id\":\"onsen\",\"cash\":1,\"count\":33}"),
     "yotei.cards.number",
     {"onsen", "count", "1", "32"}},
    {MYSTERY("{\"id\":\"onsen\",\"cash\":1,\"name\":\"Spa\"}"),
     "yotei.cards.key",
     {"onsen", "name"}},
    {MYSTERY("{\"id\":\"onsen\",\"cash\":1},{\"id\":\"onsen\",\"cash\":1}"),
     "yotei.cards.same",
     {"onsen"}},
    {MYSTERY("{\"id\":\"festival\",\"cash\":1,\"count\":2}"),
     "yotei.cards.many",
     {"festival", "1"}},
    {MYSTERY("{\"id\":\"onsen\",\"cash\":1,\"count\":32},{\"id\":\"fox\",\"cash\":1}"),
     "yotei.cards.many",
     {"mystery", "32"}},
    /* The table of T5. */
    {SETUP("[]"), "yotei.cards.object", {"setup"}},
    {SETUP("{\"5\":{}}"), "yotei.cards.key", {"setup", "5"}},
    {SETUP("{\"2\":{},\"2\":{}}"), "yotei.cards.twice", {"setup", "2"}},
    {SETUP("{\"2\":3}"), "yotei.cards.object", {"setup 2"}},
    {SETUP("{\"3\":{\"players\":3}}"), "yotei.cards.key", {"setup 3", "players"}},
    {SETUP("{\"4\":{\"characters\":0}}"),
     "yotei.cards.number",
     {"setup 4", "characters", "1", "3"}},
    {SETUP("{\"4\":{\"boxes\":10}}"), "yotei.cards.number", {"setup 4", "boxes", "0", "9"}},
    {SETUP("{\"4\":{\"rows\":3}}"), "yotei.cards.object", {"setup 4"}},
    {SETUP("{\"4\":{\"rows\":{\"I\":6}}}"), "yotei.cards.number", {"setup 4", "I", "1", "5"}},
    {SETUP("{\"4\":{\"rows\":{\"II\":0}}}"),
     "yotei.cards.number",
     {"setup 4", "II", "1", "4"}},
    {SETUP("{\"4\":{\"rows\":{\"III\":4}}}"),
     "yotei.cards.number",
     {"setup 4", "III", "1", "3"}},
    {SETUP("{\"4\":{\"rows\":{\"IV\":1}}}"), "yotei.cards.key", {"setup 4", "IV"}},
};

static void refusals_name_the_card_and_the_key(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (read_text(wrong[i].text)) fail_msg("read: %s", wrong[i].text);
        if (strcmp(refusal.key, wrong[i].key) != 0)
            fail_msg("%s is refused with %s", wrong[i].text, refusal.key);
        for (unsigned a = 0; a < 4; a++)
            if (wrong[i].arg[a] && strcmp(refusal.arg[a], wrong[i].arg[a]) != 0)
                fail_msg("%s: argument %u is %s", wrong[i].text, a, refusal.arg[a]);
    }
}

static void every_sentence_can_be_refused_with(void **state) {
    (void)state;
    static const struct zk_phrase phrases[] = {ZK_YOTEI_CARDS_PHRASES};
    static const char *const elsewhere[] = {"yotei.cards.unknown", "yotei.cards.taken",
                                            "yotei.cards.other"};
    for (size_t p = 0; p < sizeof phrases / sizeof *phrases; p++) {
        bool used = false;
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
            used = used || strcmp(wrong[i].key, phrases[p].key) == 0;
        for (size_t i = 0; i < 3; i++)
            used = used || strcmp(elsewhere[i], phrases[p].key) == 0;
        if (!used) fail_msg("no test refuses with %s", phrases[p].key);
    }
}

static void ninety_seven_kinds_are_too_many(void **state) {
    (void)state;
    static char text[16384];
    struct zk_text out = zk_text_in(text, sizeof text);
    zk_text_put(&out, "{\"name\":\"x\",\"mystery\":[],\"land\":[" THREE);
    for (unsigned i = 0; i < ZK_YOTEI_LAND_MAX - 2; i++) {
        zk_text_put(&out, ",{\"tier\":\"I\",\"name\":\"N\",\"cost\":1,\"id\":\"n");
        zk_text_put_uint(&out, i);
        zk_text_put(&out, "\"}");
    }
    zk_text_put(&out, "]}");
    assert_false(out.full);
    assert_false(read_text(text));
    assert_string_equal(refusal.key, "yotei.cards.many");
}

/* ---- What is chosen ---- */

static void shipped_sets_are_those_of_the_folder(void **state) {
    (void)state;
    unsigned count = 0, files = 0;
    while (zk_yotei_shipped[count]) count++;
    assert_true(count > 0);
    DIR *folder = opendir("cards");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *dot = strstr(entry->d_name, ".json"), path[300];
        size_t size, shipped_size;
        if (!dot || strcmp(entry->d_name, "schema.json") == 0) continue;
        files++;
        snprintf(path, sizeof path, "cards/%s", entry->d_name);
        char *text = load(path, &size);
        const char *shipped = zk_yotei_cards_shipped(
            entry->d_name, (size_t)(dot - entry->d_name), &shipped_size);
        assert_non_null(shipped);
        assert_int_equal(size, shipped_size);
        assert_memory_equal(text, shipped, size);
        assert_true(zk_yotei_cards_read(text, size, &set, &refusal));
        assert_int_equal(strlen(set.name), dot - entry->d_name);
        assert_memory_equal(set.name, entry->d_name, strlen(set.name));
        free(text);
    }
    closedir(folder);
    assert_int_equal(files, count);
}

static void niseko_is_the_newest(void **state) {
    (void)state;
    size_t size, newest_size;
    const char *newest = zk_yotei_cards_shipped("niseko", 6, &newest_size);
    assert_ptr_equal(newest, zk_yotei_cards_shipped(zk_yotei_shipped[1],
                                                    strlen(zk_yotei_shipped[1]), &size));
    assert_int_equal(size, newest_size);
    assert_null(zk_yotei_cards_shipped("niseko-", 7, &size));
    assert_null(zk_yotei_cards_shipped("", 0, &size));
}

static void a_set_is_chosen_by_name_or_carried(void **state) {
    (void)state;
    struct zk_settings settings = {0};
    assert_true(zk_yotei_cards_choose("niseko-1", &settings, &set, &refusal));
    assert_string_equal(set.name, "niseko-1");
    assert_false(zk_yotei_cards_choose("x", &settings, &set, &refusal));
    assert_string_equal(refusal.key, "yotei.cards.unknown");
    assert_string_equal(refusal.arg[0], "x");
    assert_false(zk_yotei_cards_choose("niseko", &settings, &set, &refusal));
    assert_string_equal(refusal.key, "yotei.cards.unknown");

    settings.cards = WITH("");
    settings.cards_size = strlen(settings.cards);
    assert_true(zk_yotei_cards_choose("x", &settings, &set, &refusal));
    assert_string_equal(set.name, "x");
    assert_false(zk_yotei_cards_choose("niseko-1", &settings, &set, &refusal));
    assert_string_equal(refusal.key, "yotei.cards.other");
    assert_string_equal(refusal.arg[0], "niseko-1");
    assert_string_equal(refusal.arg[1], "x");

    settings.cards = "{}";
    settings.cards_size = 2;
    assert_false(zk_yotei_cards_choose("x", &settings, &set, &refusal));
    assert_string_equal(refusal.key, "yotei.cards.missing");
    settings.cards = zk_yotei_cards_shipped("niseko-1", 8, &settings.cards_size);
    assert_false(zk_yotei_cards_choose("niseko-1", &settings, &set, &refusal));
    assert_string_equal(refusal.key, "yotei.cards.taken");
}

static void the_largest_set_fits_into_a_record(void **state) {
    (void)state;
    static char text[ZK_CARDS_SIZE];
    struct zk_text out = zk_text_in(text, sizeof text);
    zk_text_put(&out, "{\"name\":\"xxxxxxxxxxxxxxxxxxxxxxx\",\"land\":[");
    for (unsigned i = 0; i < ZK_YOTEI_LAND_MAX; i++) {
        if (i) zk_text_put_char(&out, ',');
        zk_text_put(&out, "{\"id\":\"fifteen-byte");
        zk_text_put_uint(&out, i + 100);
        zk_text_put(&out, "\",\"tier\":\"");
        zk_text_put(&out, zk_yotei_tiers[i % 3]);
        zk_text_put(&out,
                    "\",\"name\":\"thirty-nine bytes are enough for a name\",\"count\":1,"
                    "\"gives\":\"MFTOLBSC\",\"needs\":\"MFTOLBSC\",\"bid\":true,"
                    "\"charm\":20,\"mystery\":4,\"star\":2}");
    }
    zk_text_put(&out, "],\"mystery\":[");
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        if (i) zk_text_put_char(&out, ',');
        zk_text_put(&out, "{\"id\":\"");
        zk_text_put(&out, zk_yotei_powers[i]);
        zk_text_put(&out, "\",\"cash\":2,\"count\":1}");
    }
    zk_text_put(&out, "],\"setup\":{");
    for (unsigned i = 2; i <= 4; i++) {
        zk_text_put(&out, i > 2 ? ",\"" : "\"");
        zk_text_put_uint(&out, i);
        zk_text_put(&out, "\":{\"characters\":3,\"boxes\":6,"
                          "\"rows\":{\"I\":5,\"II\":4,\"III\":3}}");
    }
    zk_text_put(&out, "}}");
    assert_false(out.full);
    if (!zk_yotei_cards_read(text, out.used, &set, &refusal))
        fail_msg("%s %s %s", refusal.key, refusal.arg[0], refusal.arg[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(niseko_1_is_as_the_rules_say),
        cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(t5_is_the_table_without_setup),
        cmocka_unit_test(a_small_set_and_defaults),
        cmocka_unit_test(setup_corrects_t5),
        cmocka_unit_test(ids_may_be_of_any_script),
        cmocka_unit_test(limits_are_reached),
        cmocka_unit_test(refusals_name_the_card_and_the_key),
        cmocka_unit_test(every_sentence_can_be_refused_with),
        cmocka_unit_test(ninety_seven_kinds_are_too_many),
        cmocka_unit_test(shipped_sets_are_those_of_the_folder),
        cmocka_unit_test(niseko_is_the_newest),
        cmocka_unit_test(a_set_is_chosen_by_name_or_carried),
        cmocka_unit_test(the_largest_set_fits_into_a_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
