/* observed.c: the laws of encoders, see observed.h. */
#include "observed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_name[ZK_OBSERVED] = {"table", "memory", "all"};

/* An encoder looked at: memory of exact sizes, so that AddressSanitizer sees a byte too far. */
struct looking {
    struct laws *laws;
    const struct zk_encoder *encoder;
    struct observed_own own;
    struct zk_field field[ZK_OBSERVED][ZK_FIELDS_MAX];
    uint32_t fields[ZK_OBSERVED], size[ZK_OBSERVED];
    uint8_t *bytes[3];
    struct zk_state *state[3];
    struct zk_view *view[2];
};

static void *block(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) abort();
    return memory;
}

static void open_looking(struct looking *looking, struct laws *laws,
                         const struct zk_encoder *encoder, struct observed_own own) {
    *looking = (struct looking){.laws = laws, .encoder = encoder, .own = own};
    uint32_t most = 0;
    for (enum zk_observed kind = 0; kind < ZK_OBSERVED; kind++) {
        looking->size[kind] = encoder->size(laws->rules, kind);
        looking->fields[kind] = encoder->fields(laws->rules, kind, looking->field[kind]);
        if (most < looking->size[kind]) most = looking->size[kind];
    }
    for (unsigned i = 0; i < 3; i++) {
        looking->bytes[i] = block(most);
        looking->state[i] = block(laws->game->state_size);
    }
    for (unsigned i = 0; i < 2; i++) looking->view[i] = block(laws->game->view_size);
}

static void close_looking(struct looking *looking) {
    for (unsigned i = 0; i < 3; i++) {
        free(looking->bytes[i]);
        free(looking->state[i]);
    }
    for (unsigned i = 0; i < 2; i++) free(looking->view[i]);
}

/* ---- Layouts ---- */

static bool layout_holds(struct looking *looking, enum zk_observed kind) {
    const struct zk_field *field = looking->field[kind];
    const char *name = kind_name[kind];
    uint32_t offset = 0, count = looking->fields[kind];
    if (!count || count > ZK_FIELDS_MAX)
        return laws_fault(looking->laws, "%s has %u fields", name, count);
    for (uint32_t i = 0; i < count; i++) {
        if (field[i].offset != offset || !field[i].rows || !field[i].columns ||
            field[i].least > field[i].most)
            return laws_fault(looking->laws, "%s: field %s does not follow the one before",
                              name, field[i].name);
        offset += field[i].rows * field[i].columns;
        if (!field[i].name[0] || !field[i].meaning || !field[i].meaning[0] ||
            strlen(field[i].name) >= ZK_FIELD_NAME_SIZE)
            return laws_fault(looking->laws, "%s: field %u is not explained", name, i);
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(field[i].name, field[j].name) == 0)
                return laws_fault(looking->laws, "%s: two fields are called %s", name,
                                  field[i].name);
    }
    return offset == looking->size[kind] ||
           laws_fault(looking->laws, "%s: the fields fill %u bytes of %u", name, offset,
                      looking->size[kind]);
}

bool observed_layouts(struct laws *laws, const struct zk_encoder *encoder) {
    struct looking looking;
    open_looking(&looking, laws, encoder, (struct observed_own){0});
    bool right = true;
    for (enum zk_observed kind = 0; right && kind < ZK_OBSERVED; kind++)
        right = layout_holds(&looking, kind);
    for (uint32_t i = 0; right && i < ZK_FEATURES; i++)
        if (encoder->features[i].offset != i || encoder->features[i].rows != 1 ||
            encoder->features[i].columns != 1)
            right = laws_fault(laws, "feature %u is not one byte in its place", i);
    close_looking(&looking);
    return right;
}

/* ---- Observations ---- */

static bool within(struct looking *looking, enum zk_observed kind, const uint8_t *bytes) {
    for (uint32_t i = 0; i < looking->fields[kind]; i++) {
        const struct zk_field *field = &looking->field[kind][i];
        for (uint32_t at = 0; at < field->rows * field->columns; at++) {
            unsigned byte = bytes[field->offset + at];
            if (byte < field->least || byte > field->most)
                return laws_fault(looking->laws, "%s: %s has %u at %u, and should be %u to %u",
                                  kind_name[kind], field->name, byte, at, field->least,
                                  field->most);
        }
    }
    return true;
}

/* The field of the first byte that differs. */
static const char *differs_in(const struct looking *looking, enum zk_observed kind,
                              const uint8_t *a, const uint8_t *b) {
    uint32_t at = 0, i = 0;
    while (a[at] == b[at]) at++;
    while (i + 1 < looking->fields[kind] && looking->field[kind][i + 1].offset <= at) i++;
    return looking->field[kind][i].name;
}

static bool same(struct looking *looking, enum zk_observed kind, int seat, const uint8_t *a,
                 const uint8_t *b, const char *what) {
    if (memcmp(a, b, looking->size[kind]) == 0) return true;
    return laws_fault(looking->laws, "law 9: %s of %s: %s: %s", kind_name[kind],
                      zk_actor_name(seat), differs_in(looking, kind, a, b), what);
}

static void view_for(const struct looking *looking, const struct zk_state *state, int seat,
                     enum zk_observed kind, struct zk_view *view) {
    looking->laws->game->view(looking->laws->rules, state,
                              kind == ZK_OBSERVE_ALL ? ZK_EVERYTHING : seat, view);
}

const uint8_t *observed_field(const struct observed *observed, const char *name) {
    uint32_t i = 0;
    while (i < observed->fields && strcmp(observed->field[i].name, name) != 0) i++;
    if (i == observed->fields) abort();
    return observed->bytes + observed->field[i].offset;
}

/* The view in view[0] is read back from the bytes in bytes[0]. */
static bool read_back(struct looking *looking, int seat, enum zk_observed kind) {
    if (!looking->own.decode || kind == ZK_OBSERVE_TABLE) return true;
    size_t size = looking->laws->game->view_size, at = 0;
    const unsigned char *meant = (void *)looking->view[0], *read = (void *)looking->view[1];
    struct observed observed = {looking->laws->rules,
                                looking->field[kind],
                                looking->fields[kind],
                                looking->bytes[0],
                                seat,
                                kind};
    if (looking->own.normalise) looking->own.normalise(looking->view[0]);
    memset(looking->view[1], 0, size);
    looking->own.decode(&observed, looking->view[1]);
    while (at < size && meant[at] == read[at]) at++;
    if (at == size) return true;
    return laws_fault(looking->laws,
                      "law 9: %s of %s: byte %zu of the view is %u, and is read as %u",
                      kind_name[kind], zk_actor_name(seat), at, meant[at], read[at]);
}

static bool observe(struct looking *looking, const struct zk_state *state, int seat,
                    enum zk_observed kind, struct zk_rng *rng) {
    const struct zk_encoder *encoder = looking->encoder;
    const struct zk_rules *rules = looking->laws->rules;
    uint8_t *bytes = looking->bytes[0], *other = looking->bytes[1];
    struct zk_view *view = looking->view[0];
    memset(bytes, 0x00, looking->size[kind]);
    memset(other, 0xFF, looking->size[kind]);
    encoder->observe(rules, state, seat, kind, bytes);
    encoder->observe(rules, state, seat, kind, other);
    if (!same(looking, kind, seat, bytes, other, "a byte is left as it was")) return false;
    if (!within(looking, kind, bytes)) return false;
    view_for(looking, state, seat, kind, view);
    encoder->observe_view(rules, view, seat, kind, other);
    if (!same(looking, kind, seat, bytes, other, "not what the view says")) return false;
    if (kind != ZK_OBSERVE_ALL) {
        looking->laws->game->resample(rules, view, rng, looking->state[0]);
        encoder->observe(rules, looking->state[0], seat, kind, other);
        if (!same(looking, kind, seat, bytes, other, "tells what the seat cannot know"))
            return false;
    }
    return read_back(looking, seat, kind);
}

/* Two positions of a game: where a seat's views differ its bytes do, too. */
static bool tells_apart(struct looking *looking, const struct zk_state *a,
                        const struct zk_state *b, int seat, enum zk_observed kind) {
    const struct zk_rules *rules = looking->laws->rules;
    const struct zk_state *state[2] = {a, b};
    for (unsigned i = 0; i < 2; i++) {
        view_for(looking, state[i], seat, kind, looking->view[i]);
        looking->encoder->observe(rules, state[i], seat, kind, looking->bytes[i]);
        if (looking->own.normalise) looking->own.normalise(looking->view[i]);
    }
    bool views =
        memcmp(looking->view[0], looking->view[1], looking->laws->game->view_size) == 0;
    bool bytes = memcmp(looking->bytes[0], looking->bytes[1], looking->size[kind]) == 0;
    if (views == bytes) return true;
    return laws_fault(looking->laws, "law 9: %s of %s: %s", kind_name[kind],
                      zk_actor_name(seat),
                      bytes ? "the same for different views" : "not the same for equal views");
}

static bool all_apart(struct looking *looking, const struct zk_state *a,
                      const struct zk_state *b) {
    for (int seat = 0; seat < (int)looking->laws->seats; seat++)
        if (!tells_apart(looking, a, b, seat, ZK_OBSERVE_MEMORY) ||
            !tells_apart(looking, a, b, seat, ZK_OBSERVE_ALL))
            return false;
    return true;
}

/* ---- Moves ---- */

static int compare(const void *a, const void *b) { return memcmp(a, b, ZK_FEATURES); }
static int compare_ids(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool moves_hold(struct looking *looking, const struct zk_state *state, int seat,
                       struct zk_rng *rng) {
    const struct zk_encoder *encoder = looking->encoder;
    struct laws *laws = looking->laws;
    uint32_t count = laws->game->moves(laws->rules, state, seat, laws->other_move, NULL);
    if (!count) return true;
    uint8_t(*rows)[ZK_FEATURES] = block(2 * count * sizeof *rows);
    uint32_t *ids = block(2 * count * sizeof *ids);
    bool right = true;
    memset(rows, 0x00, count * sizeof *rows);
    memset(rows + count, 0xFF, count * sizeof *rows);
    laws->game->view(laws->rules, state, seat, looking->view[0]);
    laws->game->resample(laws->rules, looking->view[0], rng, looking->state[0]);
    encoder->feature(laws->rules, state, seat, laws->other_move, count, rows);
    encoder->feature(laws->rules, looking->state[0], seat, laws->other_move, count,
                     rows + count);
    if (memcmp(rows, rows + count, count * sizeof *rows) != 0)
        right = laws_fault(laws, "law 9: a row of a move tells what %s cannot know",
                           zk_actor_name(seat));
    for (uint32_t i = 0; right && i < count; i++)
        for (uint32_t j = 0; right && j < ZK_FEATURES; j++)
            if (rows[i][j] < encoder->features[j].least ||
                rows[i][j] > encoder->features[j].most)
                right = laws_fault(laws, "law 9: %s of a move is %u",
                                   encoder->features[j].name, rows[i][j]);
    qsort(rows, count, sizeof *rows, compare);
    for (uint32_t i = 0; right && i < count; i++)
        if (!rows[i][0] || (i && compare(rows[i], rows[i - 1]) == 0))
            right = laws_fault(laws, "law 9: two moves have the same row, or one has none");
    if (right && encoder->dense_count) {
        encoder->dense(laws->rules, state, seat, laws->other_move, count, ids);
        encoder->dense(laws->rules, looking->state[0], seat, laws->other_move, count,
                       ids + count);
        if (memcmp(ids, ids + count, count * sizeof *ids) != 0)
            right = laws_fault(laws, "law 9: a dense id tells what %s cannot know",
                               zk_actor_name(seat));
        qsort(ids, count, sizeof *ids, compare_ids);
        for (uint32_t i = 0; right && i < count; i++)
            if (!ids[i] || ids[i] >= encoder->dense_count || (i && ids[i] == ids[i - 1]))
                right = laws_fault(laws, "law 9: the dense id %u is there twice, or too large",
                                   ids[i]);
    }
    free(rows);
    free(ids);
    return right;
}

/* ---- A game ---- */

static bool position_holds(struct looking *looking, const struct zk_state *state,
                           struct zk_rng *rng) {
    for (int seat = 0; seat < (int)looking->laws->seats; seat++) {
        for (enum zk_observed kind = 0; kind < ZK_OBSERVED; kind++)
            if (!observe(looking, state, seat, kind, rng)) return false;
        if (!moves_hold(looking, state, seat, rng)) return false;
    }
    return true;
}

/* A move that could be made: mostly the actor's, each as likely as any other; sometimes one out of turn. */
static zk_move any_move(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    int actor = game->actor(laws->rules, state);
    if (zk_rng_below(rng, 4) == 0) return zk_sample(game, laws->rules, state, rng);
    uint32_t count =
        game->moves(laws->rules, state, actor, laws->other_move, laws->other_weight);
    return laws->other_move[zk_rng_below(rng, count)];
}

bool observed_game(struct laws *laws, const struct zk_encoder *encoder,
                   struct observed_own own, uint64_t seed, uint64_t number) {
    const struct zk_game *game = laws->game;
    struct zk_rng rng = zk_rng_stream(seed, number);
    struct looking looking;
    open_looking(&looking, laws, encoder, own);
    struct zk_state *state = block(game->state_size), *other = looking.state[1],
                    *before = looking.state[2];
    uint32_t length = 0;
    game->start(laws->rules, state);
    bool right = position_holds(&looking, state, &rng);
    for (; right && game->actor(laws->rules, state) != ZK_OVER; length++) {
        memcpy(before, state, game->state_size);
        memcpy(other, state, game->state_size);
        game->apply(laws->rules, other, any_move(laws, state, &rng));
        game->apply(laws->rules, state, any_move(laws, state, &rng));
        right = position_holds(&looking, state, &rng) && all_apart(&looking, state, other) &&
                all_apart(&looking, state, before);
    }
    if (!right)
        fprintf(stderr, "%s\n  %s, seed %llu, game %llu, after %u moves\n", laws->fault,
                laws->name, (unsigned long long)seed, (unsigned long long)number, length);
    close_looking(&looking);
    free(state);
    return right;
}
