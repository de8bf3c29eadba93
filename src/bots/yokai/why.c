/* why.c: reasons, see yokai/why.h. */
#include "why.h"

#include <stddef.h>

void zk_yokai_say(struct zk_sentence *why, const char *key, unsigned number) {
    char digits[4];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    if (!why) return;
    zk_text_put_int(&text, (int)number);
    zk_refuse(why, "", key);
    zk_refuse_arg(why, digits, text.used);
}

void zk_yokai_say_hint(struct zk_sentence *why, zk_move move) {
    unsigned card = zk_yokai_card(move), hint = zk_yokai_laid_hint(move);
    char letters[8];
    struct zk_text text = zk_text_in(letters, sizeof letters);
    if (!why) return;
    if (zk_yokai_act(move) != ZK_YOKAI_DO_LAY) {
        zk_refuse(why, "", "yokai.why.turns_up");
    } else if (hint == ZK_YOKAI_BLIND_HINT) {
        zk_yokai_say(why, "yokai.why.locks", card + 1);
    } else {
        zk_yokai_put_families(&text, hint);
        zk_yokai_say(why, "yokai.why.tells", card + 1);
        zk_refuse_arg(why, letters, text.used);
    }
}
