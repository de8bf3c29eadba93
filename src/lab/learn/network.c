/* network.c: least squares for the network of sketch/value.c, see learn.h.
 *
 * The network that learns is the one that plays: its value is computed with the integer weights of the
 * program. The error changes every weight that had a part in it, as if weights were real numbers; the real
 * numbers are kept beside the integers, which are rounded anew after every change. A weight that changes
 * often changes less and less (Adagrad).
 *
 * Copies learn at the same time, from the same lessons in different orders; after each pass they are
 * replaced by their mean, which errs less than any of them. */
#include <stdlib.h>
#include <string.h>

#include "learn.h"

enum { COPIES = 4, PASSES = 3, WIDTH = ZK_SKETCH_WIDTH };

static const float rate[PASSES] = {0.08f, 0.03f, 0.006f};
/* How much of the pulls of earlier lessons counts when new ones come. */
static const float remembered = 0.1f;
static const float unit = ZK_SKETCH_UNIT, most = 127.0f / (float)ZK_SKETCH_UNIT;

#define AT(field) offsetof(struct zk_sketch_weights, field)

static void scatter(struct network *network, size_t at, size_t count, float width,
                    struct zk_rng *rng) {
    for (size_t i = at; i < at + count; i++)
        network->weight[i] =
            width * (2 * (float)(zk_rng_next(rng) >> 40) / (float)(1 << 24) - 1);
}

void network_begin(struct network *network, uint64_t seed) {
    struct zk_rng rng = zk_rng_stream(seed, 0);
    memset(network, 0, sizeof *network);
    scatter(network, AT(stack), ZK_SKETCH_STACK_ROWS * WIDTH, 0.2f, &rng);
    scatter(network, AT(whole), ZK_SKETCH_WHOLE_ROWS * WIDTH, 0.2f, &rng);
    scatter(network, AT(mix), WIDTH * WIDTH, 0.4f, &rng);
    scatter(network, AT(out), WIDTH, 0.5f, &rng);
    for (size_t i = 0; i < WIDTH; i++) network->weight[AT(stack_bias) + i] = 0.1f;
}

static int8_t rounded(float weight) {
    return (int8_t)(weight * unit + (weight < 0 ? -0.5f : 0.5f));
}

void network_round(const struct network *network, struct zk_sketch_weights *weights) {
    int8_t whole[NETWORK_SIZE];
    for (size_t i = 0; i < NETWORK_SIZE; i++) whole[i] = rounded(network->weight[i]);
    memcpy(weights, whole, sizeof whole);
}

/* ---- One lesson ---- */

struct copy {
    struct network network;
    struct zk_sketch_weights weights; /* the same, rounded */
    float rate;
};

/* Moves some weights in a row against their slopes. */
static void pull(struct copy *copy, size_t at, const float *slope, size_t count) {
    float *weight = copy->network.weight + at, *squares = copy->network.squares + at;
    int8_t *whole = (int8_t *)&copy->weights + at;
    for (size_t i = 0; i < count; i++) {
        squares[i] += slope[i] * slope[i];
        float moved = weight[i] - copy->rate * slope[i] / __builtin_sqrtf(squares[i] + 0.001f);
        weight[i] = moved < -most ? -most : moved > most ? most : moved;
    }
    for (size_t i = 0; i < count; i++) whole[i] = rounded(weight[i]);
}

static void learn(struct copy *copy, const struct lesson *lesson) {
    const struct zk_sketch_facts *facts = &lesson->facts;
    const float *weight = copy->network.weight;
    struct zk_sketch_layers layers;
    float value = (float)zk_sketch_weigh(facts, &copy->weights, &layers);
    /* The slope of the square, but for one of the two factors by which the value flattens towards
     * 0 and 1: or who is sure and wrong would hardly learn. */
    float sure = value < 0.5f ? 1 - 2 * value : 2 * value - 1;
    float slope = (value - lesson->worth) * (1 - sure);
    float out[WIDTH], mixed[WIDTH], mix[WIDTH], stacks[WIDTH];
    for (size_t i = 0; i < WIDTH; i++) {
        bool above = layers.mixed[i] > 0;
        out[i] = above ? slope * (float)layers.mixed[i] / (unit * unit) : 0;
        mixed[i] = above ? slope * weight[AT(out) + i] : 0;
    }
    for (size_t from = 0; from < WIDTH; from++) {
        stacks[from] = 0;
        for (size_t i = 0; i < WIDTH; i++)
            stacks[from] += mixed[i] * weight[AT(mix) + WIDTH * from + i];
    }
    pull(copy, AT(out_bias), &slope, 1);
    pull(copy, AT(out), out, WIDTH);
    for (size_t from = 0; from < WIDTH; from++) {
        if (!layers.stacks[from]) continue;
        for (size_t i = 0; i < WIDTH; i++)
            mix[i] = mixed[i] * (float)layers.stacks[from] / unit;
        pull(copy, AT(mix) + WIDTH * from, mix, WIDTH);
    }
    for (size_t i = 0; i < ZK_SKETCH_WHOLE_FACTS; i++)
        pull(copy, AT(whole) + WIDTH * (size_t)facts->whole[i], mixed, WIDTH);
    for (size_t colour = 0; colour < ZK_SKETCH_COLOURS; colour++) {
        float stack[WIDTH];
        for (size_t i = 0; i < WIDTH; i++)
            stack[i] = layers.stack[colour][i] > 0 ? stacks[i] : 0;
        pull(copy, AT(stack_bias), stack, WIDTH);
        for (size_t i = 0; i < ZK_SKETCH_STACK_FACTS; i++)
            pull(copy, AT(stack) + WIDTH * (size_t)facts->stack[colour][i], stack, WIDTH);
    }
}

/* ---- All lessons ---- */

struct pass {
    const struct lessons *lessons;
    struct copy *copy;
    uint64_t seed;
    unsigned number;
};

/* Every copy takes all lessons, in an order of its own. */
static void learn_part(void *user, uint32_t number) {
    const struct pass *pass = user;
    struct zk_rng rng = zk_rng_stream(pass->seed, pass->number * COPIES + number + 1);
    size_t count = pass->lessons->count;
    uint32_t *order = cores_memory(NULL, count, sizeof *order);
    for (size_t i = 0; i < count; i++) {
        size_t other = zk_rng_below(&rng, (uint32_t)i + 1);
        order[i] = order[other];
        order[other] = (uint32_t)i;
    }
    for (size_t i = 0; i < count; i++)
        learn(&pass->copy[number], &pass->lessons->lesson[order[i]]);
    free(order);
}

static void set_to_mean(struct network *network, const struct copy *copy) {
    for (size_t i = 0; i < NETWORK_SIZE; i++) {
        float weight = 0, squares = 0;
        for (unsigned j = 0; j < COPIES; j++) {
            weight += copy[j].network.weight[i];
            squares += copy[j].network.squares[i];
        }
        network->weight[i] = weight / (float)COPIES;
        network->squares[i] = squares / (float)COPIES;
    }
}

void network_learn(struct network *network, const struct lessons *lessons, uint64_t seed,
                   unsigned threads) {
    struct copy *copy = cores_memory(NULL, COPIES, sizeof *copy);
    struct pass pass = {.lessons = lessons, .copy = copy, .seed = seed};
    for (size_t i = 0; i < NETWORK_SIZE; i++) network->squares[i] *= remembered;
    for (; pass.number < PASSES; pass.number++) {
        for (unsigned i = 0; i < COPIES; i++) {
            copy[i].network = *network;
            copy[i].rate = rate[pass.number];
            network_round(network, &copy[i].weights);
        }
        cores_share(threads, COPIES, learn_part, &pass);
        set_to_mean(network, copy);
    }
    free(copy);
}

double weights_error(const struct zk_sketch_weights *weights, const struct lessons *lessons,
                     size_t from) {
    double sum = 0;
    for (size_t i = from; i < lessons->count; i++) {
        const struct lesson *lesson = &lessons->lesson[i];
        double error = zk_sketch_weigh(&lesson->facts, weights, NULL) - (double)lesson->worth;
        sum += error * error;
    }
    return sum / (double)(lessons->count - from);
}
