/* worlds.h: law 7, for every game: a seat's memory is perfect, and what is resampled from its view is
 * uniform.
 *
 * `resample` is held against an information set found by brute force: all the worlds in which the
 * seat would have been told just what it was told since the start. How likely each of them is
 * follows from the weights of chance along the way; a game in which copies of a card are told apart
 * by what was seen of them, or in which something but chance decides unseen, says how likely they
 * are in tests/GAME/laws.c. */
#ifndef WORLDS_H
#define WORLDS_H

#include "laws.h"

/* Different states of one game, told apart by what ZK_EVERYTHING sees of them: a state may keep
 * the same truth in more than one way. A table of places, open addressing, finds them. */
struct worlds {
    struct laws *laws;
    uint32_t count, room;
    unsigned char *state, *truth; /* of each: its bytes, and the view of everything */
    double *weight;               /* of each: how likely it is, compared to others */
    uint32_t *place;              /* 2 * room places: number + 1, or 0 */
};

void worlds_open(struct worlds *worlds, struct laws *laws, uint32_t room);
void worlds_close(struct worlds *worlds);
void worlds_clear(struct worlds *worlds);
const struct zk_state *worlds_at(const struct worlds *worlds, uint32_t index);
/* Its number, or -1. */
int64_t worlds_find(const struct worlds *worlds, const struct zk_state *state);
/* Adds a world, or weight to one that is there. False when there is no room. */
bool worlds_add(struct worlds *worlds, const struct zk_state *state, double weight);

/* In how many ways the physical cards can lie as in each of the worlds, which `seat` cannot tell apart.
 * laws->view[1] has its view; laws->view[0] is free. */
typedef void worlds_ways(struct laws *laws, const struct worlds *worlds, int seat,
                         double *ways);

/* What was looked at so far. */
struct tally {
    uint32_t positions, several; /* positions, and those with more than one world */
    uint64_t thought;            /* worlds looked at */
};

/* Whether what is resampled from the seat's view, laws->view[1], is just these worlds, each as often
 * as it should be. `ways` is NULL where weights follow from chance. */
bool worlds_check(struct laws *laws, const struct worlds *worlds, int seat, worlds_ways *ways,
                  struct zk_rng *rng);
/* Follows what one seat is told in game `number` of a seed. Looking starts where nothing is hidden from
 * the seat: at the start, and when there were more worlds than `room`, at the next such point. */
bool worlds_follow(struct laws *laws, int seat, uint64_t seed, uint64_t number, uint32_t room,
                   worlds_ways *ways, struct tally *tally);

/* Law 7 in small worlds: many games, as far as there are few worlds. A fault is in `fault`. */
bool worlds_are_few(const struct zk_game *game, uint64_t seed, worlds_ways *ways, char *fault,
                    struct tally *tally);
/* Law 7 in whole games with every world that a seat must think possible: 400 games, at least one for
 * each choice of options, and fewer where worlds are many. */
bool worlds_are_all_there(const struct zk_game *game, uint64_t seed, worlds_ways *ways,
                          char *fault, struct tally *tally);

#endif
