/* cipher.h: partners with a shared code, who tell each other everything by how they play. */
#ifndef ZK_YOKAI_CIPHER_H
#define ZK_YOKAI_CIPHER_H

#include "../bot.h"

enum { ZK_YOKAI_CIPHER_MEMORY = 512 };

/* The manner is the bot that plays on when the others turn out not to use the code. */
zk_move zk_yokai_cipher(const struct zk_bot *self, const struct zk_bot_turn *turn);
void zk_yokai_cipher_observe(void *memory, const struct zk_bot_event *event);

#endif
