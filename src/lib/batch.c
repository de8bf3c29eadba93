/* batch.c: how a batch is opened by words, and what its bytes mean, see zashiki.h. The rest of what the header
 * says of batches is in src/batch/. */
#include "../batch/batch.h"

#include <string.h>

#include "../batch/encoders.h"
#include "../core/json.h"
#include "inside.h"

enum { LAYOUT_SIZE = 32 * 1024 };

/* ---- Options ---- */

struct word {
    const char *at;
    size_t size;
};

static bool is(struct word word, const char *text) {
    return zk_same(word.at, word.size, text, strlen(text));
}

/* A whole number of at most `most`. */
static bool read_number(struct word word, uint64_t most, uint64_t *number) {
    *number = 0;
    for (size_t i = 0; i < word.size; i++) {
        uint64_t digit = (uint64_t)word.at[i] - '0';
        if (digit > 9 || *number > (most - digit) / 10) return false;
        *number = *number * 10 + digit;
    }
    return word.size > 0;
}

/* Which of the values it is, or -1. */
static int find(struct word word, const char *const *values) {
    for (int i = 0; values[i]; i++)
        if (is(word, values[i])) return i;
    return -1;
}

static bool set_number(struct zk_batch_options *options, struct word name, struct word value,
                       bool *known) {
    uint64_t number;
    uint32_t *field = is(name, "threads") ? &options->threads
                      : is(name, "limit") ? &options->limit
                      : is(name, "kept")  ? &options->kept_mean
                                          : NULL;
    *known = field || is(name, "seed");
    if (!*known || !read_number(value, field ? UINT32_MAX : UINT64_MAX, &number)) return false;
    if (field)
        *field = (uint32_t)number;
    else
        options->seed = number;
    return true;
}

static bool set_choice(struct zk_batch_options *options, struct word name, struct word value,
                       bool *known) {
    static const struct {
        const char *name, *values[4];
    } choices[] = {
        {"observe", {"table", "memory", "all"}}, /* as enum zk_observed */
        {"reward", {"result", "points"}},        /* as enum zk_reward */
        {"seats", {"actor", "all"}},             /* the rest: off, on */
        {"reset", {"none", "same"}},
        {"action", {"place", "dense"}},
        {"out_of_turn", {"off", "on"}},
    };
    enum { COUNT = sizeof choices / sizeof *choices };
    unsigned i = 0;
    while (i < COUNT && !is(name, choices[i].name)) i++;
    *known = i < COUNT;
    int chosen = *known ? find(value, choices[i].values) : -1;
    if (chosen < 0) return false;
    switch (i) {
    case 0: options->observed = (enum zk_observed)chosen; break;
    case 1: options->reward = (enum zk_reward)chosen; break;
    case 2: options->all_seats = chosen; break;
    case 3: options->automatic_reset = chosen; break;
    case 4: options->dense = chosen; break;
    default: options->out_of_turn = chosen;
    }
    return true;
}

static bool refuse(char *refusal, const char *before, struct word word) {
    struct zk_text text = zk_text_in(refusal, ZK_BATCH_REFUSAL_SIZE);
    zk_text_put(&text, before);
    zk_text_put_bytes(&text, word.at, word.size < 64 ? word.size : 64);
    zk_text_put(&text, "\".");
    return false;
}

static bool set_option(struct zk_batch_options *options, struct word option, char *refusal) {
    const char *equals = memchr(option.at, '=', option.size);
    struct word name = {option.at, equals ? (size_t)(equals - option.at) : option.size};
    size_t before = name.size + (equals != NULL);
    struct word value = {option.at + before, option.size - before};
    bool number, choice;
    if (set_number(options, name, value, &number) || set_choice(options, name, value, &choice))
        return true;
    return refuse(refusal,
                  number || choice ? "A batch cannot be \"" : "A batch has no option \"",
                  number || choice ? option : name);
}

bool zk_inside_batch(const struct zk_ruleset *rules, uint32_t count, const char *words,
                     struct zk_batch_options *options, char *refusal) {
    *options = (struct zk_batch_options){
        .encoder = zk_encoder_of(rules->game),
        .rules = &rules->rules,
        .count = count,
        .observed = ZK_OBSERVE_MEMORY,
        .automatic_reset = true,
    };
    while (words && *words) {
        struct word word = {words, strcspn(words, " ")};
        if (word.size && !set_option(options, word, refusal)) return false;
        words += word.size + (words[word.size] == ' ');
    }
    return true;
}

struct zk_batch *zk_batch_open(const struct zk_ruleset *rules, uint32_t count,
                               const char *words, char *refusal) {
    struct zk_batch_options options;
    if (!zk_inside_batch(rules, count, words, &options, refusal)) return NULL;
    return zk_batch_new(&options, refusal);
}

/* ---- Layouts ---- */

static void put_number(struct zk_json_out *out, const char *key, int64_t value) {
    zk_json_key(out, key);
    zk_json_put_int(out, value);
}

static void put_field(struct zk_json_out *out, const struct zk_field *field) {
    zk_json_begin_object(out);
    zk_json_key(out, "name");
    zk_json_put_string(out, field->name);
    put_number(out, "offset", field->offset);
    put_number(out, "rows", field->rows);
    put_number(out, "columns", field->columns);
    put_number(out, "least", field->least);
    put_number(out, "most", field->most);
    zk_json_key(out, "meaning");
    zk_json_put_string(out, field->meaning);
    zk_json_end_object(out);
}

size_t zk_layout(const struct zk_ruleset *rules, enum zk_observed kind, char *json,
                 size_t size) {
    static const char *const names[] = {"table", "memory", "all"};
    const struct zk_encoder *encoder = zk_encoder_of(rules->game);
    if (!encoder) return 0;
    struct zk_field fields[ZK_FIELDS_MAX];
    uint32_t count = encoder->fields(&rules->rules, kind, fields);
    char memory[LAYOUT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "game");
    zk_json_put_string(&out, rules->game->id);
    put_number(&out, "version", encoder->version);
    zk_json_key(&out, "observe");
    zk_json_put_string(&out, names[kind]);
    put_number(&out, "size", encoder->size(&rules->rules, kind));
    zk_json_key(&out, "fields");
    zk_json_begin_array(&out);
    for (uint32_t i = 0; i < count; i++) put_field(&out, &fields[i]);
    zk_json_end_array(&out);
    zk_json_key(&out, "features");
    zk_json_begin_array(&out);
    for (uint32_t i = 0; i < ZK_FEATURES && *encoder->features[i].name; i++)
        put_field(&out, &encoder->features[i]);
    zk_json_end_array(&out);
    put_number(&out, "dense", encoder->dense_count);
    zk_json_end_object(&out);
    assert(!text.full);
    return zk_inside_give(json, size, memory, text.used);
}

/* ---- One position ---- */

uint32_t zk_observation_size(const struct zk_ruleset *rules, enum zk_observed kind) {
    const struct zk_encoder *encoder = zk_encoder_of(rules->game);
    return encoder ? encoder->size(&rules->rules, kind) : 0;
}

void zk_state_observe(const struct zk_ruleset *rules, const void *bytes, int seat,
                      enum zk_observed kind, uint8_t *observation) {
    const struct zk_encoder *encoder = zk_encoder_of(rules->game);
    struct zk_state state;
    assert(encoder && seat >= 0 && (uint32_t)seat < rules->seats);
    zk_inside_state(rules, &state, bytes);
    encoder->observe(&rules->rules, &state, seat, kind, observation);
}

uint32_t zk_dense_count(const struct zk_ruleset *rules) {
    const struct zk_encoder *encoder = zk_encoder_of(rules->game);
    return encoder ? encoder->dense_count : 0;
}

void zk_state_dense(const struct zk_ruleset *rules, const void *bytes, int seat,
                    const zk_move *moves, uint32_t count, uint32_t *ids) {
    const struct zk_encoder *encoder = zk_encoder_of(rules->game);
    struct zk_state state;
    assert(encoder && encoder->dense && seat >= 0 && (uint32_t)seat < rules->seats);
    zk_inside_state(rules, &state, bytes);
    encoder->dense(&rules->rules, &state, seat, moves, count, ids);
}
