/* around.h: several people around one screen, at a table in this process.
 *
 * Each seat is told its own part, and so are those who only watch; there is a model for each of them. That of the person at
 * the screen is sitting->model, the others wait here. When it is another person's turn the screen is covered: it shows nothing that
 * only a seat may see until that person says that they are there. */
#ifndef TERM_AROUND_H
#define TERM_AROUND_H

#include "sitting.h"

struct around {
    char people[SEATS_MAX + 1]; /* the seats of those who are here */
    struct model model[SEATS_MAX +
                       1]; /* of the seats not at the screen; the last is of those who watch */
    char cover;            /* who gets the screen next, or 0 */
    bool unknown;          /* nobody has said yet who looks */
    char visitor;          /* who has the screen for a moment, out of turn, or 0 */
    char secret[512];      /* what who looks was shown alone, in words, or "" */
    bool shows;            /* it is on the screen, for nobody else looks */
    uint32_t seen[SEATS_MAX]; /* the last event that each has looked at */
    uint32_t let_go;          /* the event after which the others were told to go on */
};

/* The seats of the people at a table whose snapshot the sitting has. */
void around_people(const struct sitting *sitting, char people[SEATS_MAX + 1]);
/* Makes the sitting one for these people. With `covered` nobody knows who looks just now. */
void around_begin(struct sitting *sitting, const char *people, bool covered);
void around_free(struct sitting *sitting);

/* A message for that audience. True when it is not for the person at the screen: then it has been taken. */
bool around_take(struct sitting *sitting, int audience, const char *message, size_t size);
/* After an event for the person at the screen: perhaps it is another's turn. */
void around_watch(struct sitting *sitting);
/* The person is there for whom it is covered; returns the last event that they have looked at. */
uint32_t around_uncover(struct sitting *sitting);
/* What was shown to one alone is opened, and then closed; true when it is closed. */
bool around_look(struct sitting *sitting);
/* "Only Ben looks: Enter shows it.", or what it is. */
void around_say_secret(const struct sitting *sitting, struct zk_text *out);
/* To one who is not in turn, by the seat's letter or the name; false when nobody here is called so. And back. */
bool around_hand(struct sitting *sitting, const char *to);
void around_hand_back(struct sitting *sitting);
/* Who is asked whether a move may be taken back, and has not answered; 0 when nobody is. */
char around_asked(const struct sitting *sitting);
/* Sends a message in the name of a seat. */
void around_do(struct sitting *sitting, char seat, const char *what);
/* Nobody who looks wants to act out of turn: whoever waits for that goes on. */
void around_go_on(struct sitting *sitting);
/* What everybody may see. */
const struct model *around_open(const struct sitting *sitting);
/* "Hand the device to Ben. The cards stay hidden until then." */
void around_say(const struct sitting *sitting, struct zk_text *out);

#endif
