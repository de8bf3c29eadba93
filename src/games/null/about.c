/* about.c: what Null tells people about itself, beside docs/rules/null.md. */
#include "null.h"

const struct zk_about zk_null_about = {
    .introduction =
        "Each of you has one card that the other does not know. In your turn keep it, or swap it for\n"
        "one from the deck. After the last round the higher card wins.",
};
