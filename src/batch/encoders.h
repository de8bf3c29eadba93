/* encoders.h: the encoders there are. The build finds them: every game with a file learn.c has one,
 * zk_GAME_encoder. */
#ifndef ZK_ENCODERS_H
#define ZK_ENCODERS_H

#include "../core/encode.h"

/* In the order of the games, ended by NULL. */
extern const struct zk_encoder *const zk_encoders[];

/* The game's encoder, or NULL when it has none. */
const struct zk_encoder *zk_encoder_of(const struct zk_game *game);

#endif
