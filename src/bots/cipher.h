/* cipher.h: the society's member in each game. */
#ifndef ZK_CIPHER_H
#define ZK_CIPHER_H

#include "bot.h"

enum { ZK_CIPHER_YOKAI_MEMORY = 512 };

zk_move zk_cipher_yokai(const struct zk_bot_turn *turn);
void zk_cipher_yokai_observe(void *memory, const struct zk_bot_event *event);

#endif
