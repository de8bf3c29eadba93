/* why.c: reasons, see yokai/why.h. */
#include "why.h"

#include <stddef.h>

const struct zk_phrase zk_yokai_reasons[] = {
    {"yokai.why.declares", "The chance that all families are together is {0}%."},
    {"yokai.why.looks", "Little is known about card {0}."},
    {"yokai.why.looks_again",
     "Every card that can be looked at is known already, so card {0} will do."},
    {"yokai.why.joins", "Card {0} joins its family there."},
    {"yokai.why.nearer",
     "Moving card {0} there probably brings the families closer together."},
    {"yokai.why.tells", "Card {0} can stay where it is, and {1} names its family."},
    {"yokai.why.locks", "Card {0} can stay where it is, so a hint card does no harm there."},
    {"yokai.why.turns_up", "A new hint card may fit better than those that can be laid."},
    {"yokai.why.agreed", "The cipher bots have agreed to look at card {0} now."},
    {"yokai.why.names_pact",
     "A first look at card {0} tells the other cipher bots which families must touch."},
    {"yokai.why.names_first",
     "A look at card {0} tells the other cipher bots what the card before it is."},
    {"yokai.why.names_second",
     "Moving card {0} there brings the families closer together, and tells the other cipher bots what was just seen."},
    {NULL, NULL},
};

void zk_yokai_say(struct zk_sentence *why, const char *key, unsigned number) {
    char digits[4];
    struct zk_text text = zk_text_in(digits, sizeof digits);
    if (!why) return;
    zk_text_put_int(&text, (int)number);
    zk_say(why, key);
    zk_sentence_arg(why, digits, text.used);
}

void zk_yokai_say_hint(struct zk_sentence *why, zk_move move) {
    unsigned card = zk_yokai_card(move), hint = zk_yokai_laid_hint(move);
    char letters[8];
    struct zk_text text = zk_text_in(letters, sizeof letters);
    if (!why) return;
    if (zk_yokai_act(move) != ZK_YOKAI_DO_LAY) {
        zk_say(why, "yokai.why.turns_up");
    } else if (hint == ZK_YOKAI_BLIND_HINT) {
        zk_yokai_say(why, "yokai.why.locks", card + 1);
    } else {
        zk_yokai_put_families(&text, hint);
        zk_yokai_say(why, "yokai.why.tells", card + 1);
        zk_sentence_arg(why, letters, text.used);
    }
}
