/* encoders.c: the list of encoders as data. */
#include "encoders.h"

#include "encoders_list.h" /* ZK_ENCODERS_LIST(X), made by src/meson.build */

#define X(name) extern const struct zk_encoder zk_##name##_encoder;
ZK_ENCODERS_LIST(X)
#undef X

const struct zk_encoder *const zk_encoders[] = {
#define X(name) &zk_##name##_encoder,
    ZK_ENCODERS_LIST(X)
#undef X
        NULL};

const struct zk_encoder *zk_encoder_of(const struct zk_game *game) {
    for (unsigned i = 0; zk_encoders[i]; i++)
        if (zk_encoders[i]->game == game) return zk_encoders[i];
    return NULL;
}
