/* learn.h: how the network of Yokai Sketch (bots/sketch/value.h) learns what positions are worth.
 *
 * Games are played (play.c), what came of every decision in them is learned (network.c), and the
 * weights are written as a C file (weights.c), all of it on as many cores as there are (cores.c). learn.c
 * tells in which order. The same seed gives the same games and the same weights whatever the number of cores
 * and on every machine: games and parts of the learning are numbered, and whoever does one does it alike. */
#ifndef LEARN_H
#define LEARN_H

#include <stddef.h>
#include <stdio.h>

#include "bots/sketch/value.h"

/* A position that somebody decided in, and what it was worth to them: 0 lost, 1 won. */
struct lesson {
    struct zk_sketch_facts facts;
    float worth;
};

/* A list that grows; all zero when empty. There are fewer than 2^32. */
struct lessons {
    struct lesson *lesson;
    size_t count;
};

/* Who plays: the search with these weights; or, without any, what looks best at once. */
struct player {
    const struct zk_sketch_weights *weights;
    uint32_t playouts;
};

/* Plays so many games of one player against itself, half of them of either edition, and adds every
 * decision to the lessons. In a third of the games every move is the player's own, in a third one in sixteen
 * is any move, and in a third one in five. A decision was worth half what the search thought and half who
 * won; where nothing was searched, who won. */
void play_games(const struct player *player, uint64_t seed, uint32_t count, unsigned threads,
                struct lessons *lessons);
/* The share of games that the first wins against the second, in either seat, half of them of either
 * edition. */
double play_match(const struct player *first, const struct player *second, uint64_t seed,
                  uint32_t count, unsigned threads);

/* The weights while they learn, one after the other as in zk_sketch_weights, and how much each has been
 * pulled about (Adagrad). */
enum { NETWORK_SIZE = sizeof(struct zk_sketch_weights) };
struct network {
    float weight[NETWORK_SIZE], squares[NETWORK_SIZE];
};

/* Any small numbers. */
void network_begin(struct network *network, uint64_t seed);
/* Learns by least squares. */
void network_learn(struct network *network, const struct lessons *lessons, uint64_t seed,
                   unsigned threads);
/* What the program would be given. */
void network_round(const struct network *network, struct zk_sketch_weights *weights);

/* The mean square of what these weights err by in the lessons from `from` on. */
double weights_error(const struct zk_sketch_weights *weights, const struct lessons *lessons,
                     size_t from);
/* As the rest of sketch/weights.c, after the comment. */
void weights_write(const struct zk_sketch_weights *weights, FILE *file);

/* Calls work(user, 0) to work(user, count - 1), each once, on so many threads. */
void cores_share(unsigned threads, uint32_t count, void (*work)(void *user, uint32_t number),
                 void *user);
/* Memory, or the end of the program. */
void *cores_memory(void *old, size_t count, size_t size);

#endif
