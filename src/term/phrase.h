/* phrase.h: a short text by value, so that sentences can be put together in one expression:
 *
 *     say(out, "sketch.log.draw_card", "name", name_of(seat).text, "card", card_name(id).text, NULL); */
#ifndef TERM_PHRASE_H
#define TERM_PHRASE_H

enum { PHRASE_SIZE = 512 };

/* What does not fit is cut off. */
struct phrase {
    char text[PHRASE_SIZE];
};

#endif
