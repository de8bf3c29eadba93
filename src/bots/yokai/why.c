/* why.c: reasons, see yokai/why.h. */
#include "why.h"

#include <stddef.h>

const struct zk_phrase zk_yokai_reasons[] = {
    {"yokai.why.declares", "In {0} of 100 ways the cards may lie, all families are together."},
    {"yokai.why.looks", "Card {0} is among those least is known about."},
    {"yokai.why.looks_again",
     "All that can be looked at is known; card {0} can be looked at again."},
    {"yokai.why.joins", "Card {0} comes to lie beside its family there."},
    {"yokai.why.nearer", "Moving card {0} there brings peace nearer, as far as can be known."},
    {"yokai.why.tells", "Card {0} can stay where it is, and {1} names its family."},
    {"yokai.why.locks", "Card {0} can stay where it is, so a hint card does no harm there."},
    {"yokai.why.turns_up",
     "No hint card that could be laid fits better than a new one might."},
    {"yokai.why.agreed", "The secret society has agreed to look at card {0} now."},
    {"yokai.why.names_pact",
     "A first look at card {0} tells the secret society which families are to be reconciled."},
    {"yokai.why.names_first",
     "A look at card {0} tells the secret society what the card before it is."},
    {"yokai.why.names_second",
     "Moving card {0} there brings peace nearer, and tells the secret society what it has just seen."},
    {NULL, NULL},
};

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
