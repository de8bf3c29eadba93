/* balance_json.c: a balance as JSON, written and read back (balance.h). */
#include <string.h>

#include "balance.h"
#include "core/json.h"

/* Where the counts of a key are. */
struct field {
    const char *key;
    size_t offset;
    unsigned count;
};
#define FIELD(type, name)                                                                     \
    {#name, offsetof(struct type, name),                                                      \
     (unsigned)(sizeof(((struct type *)0)->name) / sizeof(uint64_t))}

/* Wins are in parts of BALANCE_WIN; what is counted by round begins with a round 0. */
static const struct field fields[] = {
    FIELD(balance, rounds),
    FIELD(balance, decided),
    FIELD(balance, road),
    FIELD(balance, wins),
    FIELD(balance, order),
    FIELD(balance, points),
    FIELD(balance, winner_points),
    FIELD(balance, stuck),
    FIELD(balance, bids),
    FIELD(balance, winning),
    FIELD(balance, bids_sum),
    FIELD(balance, winning_sum),
    FIELD(balance, contested),
    FIELD(balance, unmet),
    FIELD(balance, contested_games),
    {"place", offsetof(struct balance, act[BALANCE_PLACE]), BALANCE_ROUNDS},
    {"bid", offsetof(struct balance, act[BALANCE_BID]), BALANCE_ROUNDS},
    {"flip", offsetof(struct balance, act[BALANCE_FLIP]), BALANCE_ROUNDS},
    {"pile", offsetof(struct balance, act[BALANCE_PILE]), BALANCE_ROUNDS},
    FIELD(balance, last),
    {NULL, 0, 0},
};
static const struct field land_fields[] = {
    FIELD(balance_land, up),
    FIELD(balance_land, down),
    FIELD(balance_land, pile),
    FIELD(balance_land, left),
    FIELD(balance_land, games),
    FIELD(balance_land, thawed),
    {NULL, 0, 0},
};
static const struct field power_fields[] = {
    FIELD(balance_power, drawn),
    FIELD(balance_power, played),
    FIELD(balance_power, cashed),
    {NULL, 0, 0},
};

/* ---- Writing ---- */

static void put_count(struct zk_json_out *out, const char *key, uint64_t count) {
    zk_json_key(out, key);
    zk_json_put_int(out, (int64_t)count);
}

static void put_fields(struct zk_json_out *out, const struct field *field, const void *base) {
    for (; field->key; field++) {
        const uint64_t *counts = (const void *)((const char *)base + field->offset);
        zk_json_key(out, field->key);
        if (field->count > 1) zk_json_begin_array(out);
        for (unsigned i = 0; i < field->count; i++) zk_json_put_int(out, (int64_t)counts[i]);
        if (field->count > 1) zk_json_end_array(out);
    }
}

static void begin_object(struct zk_json_out *out, const char *key) {
    zk_json_key(out, key);
    zk_json_begin_object(out);
}

void balance_write(const struct balance *balance, struct zk_text *text) {
    struct zk_json_out json = zk_json_to(text), *out = &json;
    zk_json_begin_object(out);
    zk_json_key(out, "cards");
    zk_json_put_string(out, balance->set->name);
    zk_json_key(out, "bot");
    zk_json_put_string(out, balance->bot);
    put_count(out, "players", balance->players);
    put_count(out, "playouts", balance->playouts);
    put_count(out, "seed", balance->seed);
    put_count(out, "from", balance->from);
    put_count(out, "games", balance->games);
    put_fields(out, fields, balance);
    begin_object(out, "land");
    for (unsigned i = 0; i < balance->set->lands; i++) {
        begin_object(out, balance->set->land[i].id);
        put_fields(out, land_fields, &balance->land[i]);
        zk_json_end_object(out);
    }
    zk_json_end_object(out);
    begin_object(out, "power");
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        if (!balance->set->mystery[i]) continue;
        begin_object(out, zk_yotei_powers[i]);
        put_fields(out, power_fields, &balance->power[i]);
        zk_json_end_object(out);
    }
    zk_json_end_object(out);
    zk_json_end_object(out);
}

/* ---- Reading ---- */

enum { KEY_SIZE = 32 };

/* Adds a number that is no larger than anybody can have counted. */
static void add_count(struct zk_json_in *in, uint64_t *count) {
    int64_t number = 0;
    if (!zk_json_get_int(in, &number)) return;
    if (number < 0 || number > INT64_MAX / 4 || *count > INT64_MAX / 4)
        zk_json_wrong(in, "a count is out of bounds");
    else
        *count += (uint64_t)number;
}

static void add_field(struct zk_json_in *in, const char *key, const struct field *field,
                      void *base) {
    while (field->key && strcmp(field->key, key) != 0) field++;
    if (!field->key) {
        zk_json_wrong(in, "a key means nothing here");
        return;
    }
    uint64_t *counts = (void *)((char *)base + field->offset);
    if (field->count == 1) {
        add_count(in, counts);
        return;
    }
    unsigned used = 0;
    zk_json_enter_array(in);
    while (zk_json_next_element(in)) {
        if (used < field->count)
            add_count(in, &counts[used++]);
        else
            zk_json_wrong(in, "a list is too long");
    }
}

static void add_fields(struct zk_json_in *in, const struct field *field, void *base) {
    char key[KEY_SIZE];
    zk_json_enter_object(in);
    while (zk_json_next_key(in, key, sizeof key)) add_field(in, key, field, base);
}

static void add_lands(struct zk_json_in *in, struct balance *balance) {
    char id[KEY_SIZE];
    zk_json_enter_object(in);
    while (zk_json_next_key(in, id, sizeof id)) {
        unsigned kind = 0;
        while (kind < balance->set->lands && strcmp(balance->set->land[kind].id, id) != 0)
            kind++;
        if (kind < balance->set->lands)
            add_fields(in, land_fields, &balance->land[kind]);
        else
            zk_json_wrong(in, "it has a card that the set has not");
    }
}

static void add_powers(struct zk_json_in *in, struct balance *balance) {
    char name[KEY_SIZE];
    zk_json_enter_object(in);
    while (zk_json_next_key(in, name, sizeof name)) {
        unsigned power = 0;
        while (power < ZK_YOTEI_POWERS && strcmp(zk_yotei_powers[power], name) != 0) power++;
        if (power < ZK_YOTEI_POWERS && balance->set->mystery[power])
            add_fields(in, power_fields, &balance->power[power]);
        else
            zk_json_wrong(in, "it has a power that the set has not");
    }
}

static void expect_string(struct zk_json_in *in, const char *expected, const char *error) {
    char string[ZK_OPTION_VALUE_SIZE] = "";
    zk_json_get_string(in, string, sizeof string, NULL);
    if (strcmp(string, expected) != 0) zk_json_wrong(in, error);
}

static void expect_count(struct zk_json_in *in, uint64_t expected, const char *error) {
    int64_t number = 0;
    if (zk_json_get_int(in, &number) && (uint64_t)number != expected) zk_json_wrong(in, error);
}

const char *balance_add(struct balance *balance, const char *json, size_t size) {
    struct zk_json_in in = zk_json_from(json, size);
    char key[KEY_SIZE];
    uint64_t games = 0;
    unsigned keys = 0;
    zk_json_enter_object(&in);
    for (; zk_json_next_key(&in, key, sizeof key); keys++) {
        if (strcmp(key, "cards") == 0)
            expect_string(&in, balance->set->name, "it is of another card set");
        else if (strcmp(key, "bot") == 0)
            expect_string(&in, balance->bot, "another bot has played it");
        else if (strcmp(key, "players") == 0)
            expect_count(&in, balance->players, "it is of another number of players");
        else if (strcmp(key, "playouts") == 0)
            expect_count(&in, balance->playouts, "it is of another number of playouts");
        else if (strcmp(key, "seed") == 0)
            expect_count(&in, balance->seed, "it is of another seed");
        else if (strcmp(key, "from") == 0)
            expect_count(&in, balance->from + balance->games,
                         "its games are not those that come next");
        else if (strcmp(key, "games") == 0)
            add_count(&in, &games);
        else if (strcmp(key, "land") == 0)
            add_lands(&in, balance);
        else if (strcmp(key, "power") == 0)
            add_powers(&in, balance);
        else
            add_field(&in, key, fields, balance);
    }
    if (!zk_json_finish(&in)) return in.error;
    if (keys != 9 + sizeof fields / sizeof *fields - 1) return "something is missing in it";
    balance->games += games;
    return NULL;
}
