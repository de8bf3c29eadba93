/* asks.h: what a person asks of the table by a word, the same in both faces: "undo", "react nice", "who". */
#ifndef TERM_ASKS_H
#define TERM_ASKS_H

#include "sitting.h"

enum asked {
    ASKED_NOT,   /* it is no such word */
    ASKED_TABLE, /* the table was asked, and answers */
    ASKED_SAID,  /* the answer has been put */
    ASKED_SURE,  /* whether the person is sure has been put; with yes it is asks_surely */
};

enum asked asks(struct sitting *sitting, const char *line, struct zk_text *out);
void asks_surely(struct sitting *sitting, const char *line);

/* The rest of a line that begins with that word, or NULL. */
const char *after_word(const char *line, const char *word);
/* Who sits where, whether they are here, and who plays for whom; "Ben (away)". */
void say_who(const struct sitting *sitting, struct zk_text *out);
/* What is said of a seat besides its name: "you", "bot, strong", "a bot plays on (strong)", "away"; or nothing. */
void say_seat(const struct sitting *sitting, struct value seat, struct zk_text *out);
/* The newest link to one's seat for another device, and what one needs to know about it. */
void say_device(const struct sitting *sitting, struct zk_text *out);
/* The rules of the game, or one of them by its number; what is not there is said in a sentence. To be freed; NULL without memory. */
char *rules_said(const struct model *model, const char *rule);
/* Which moves a text may mean, when there are several. */
void say_could_be(const struct model *model, const char *line, const struct fitting *fitting,
                  struct zk_text *out);
/* That the move at that place is allowed, and what it would do. */
void say_may(const struct model *model, size_t place, struct zk_text *out);

#endif
