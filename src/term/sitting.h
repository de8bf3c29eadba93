/* sitting.h: somebody at a table in the terminal: a link, the model it feeds, and what both faces share. */
#ifndef TERM_SITTING_H
#define TERM_SITTING_H

#include "commits.h"
#include "lesson.h"
#include "local.h"
#include "model.h"

enum { RECORD_PATH_SIZE = 4096 }; /* the system takes none that is longer */

struct sitting {
    struct link *link;
    struct model model;
    bool local;            /* the link is one of local.h */
    struct lesson *lesson; /* that is followed at a local table, or NULL */
    struct around *around; /* several people share the screen (around.h), or NULL */
    bool leaving;          /* the person has had enough */
    char save
        [RECORD_PATH_SIZE]; /* where a record goes unless the person says otherwise, or "" */
    bool fetches;           /* the record below has been asked for */
    char *record; /* of the game that is over, when it has come; "" when there is none */
    /* What a finished game is for whoever keeps such things: `finished` takes note of it, `say_path` tells all of it. Either
     * puts what there is to say. NULL where nobody does. */
    void (*finished)(struct sitting *sitting, struct zk_text *out);
    void (*say_path)(const struct sitting *sitting, struct zk_text *out);
    const void *keeper;         /* of both */
    char waiting[REQUEST_SIZE]; /* for the answer to this request, or "" */

    /* At a server's table. */
    unsigned ups;            /* as often as the link was up when it was last joined by */
    char key[TOKEN_SIZE];    /* with which the seat is being taken, or "" */
    char sits[REQUEST_SIZE]; /* by this request */
    unsigned sits_ups;       /* and on this connection, as `ups` counts them */
    /* Keeps the key and, if there is one, the seed, before they are sent. */
    void (*keep)(const struct sitting *sitting, const char *key);
    void *user;                 /* of `keep` */
    uint8_t seed[ZK_SEED_SIZE]; /* our part of a fair shuffle (docs/fair.md) */
    bool has_seed;
    bool sent_seed;              /* on the connection that there is */
    char hands_in[REQUEST_SIZE]; /* by this request */
    int64_t seed_again_ms;    /* when it is sent once more, as it could not be saved; 0: not */
    char asked[REQUEST_SIZE]; /* the request by which we committed to it */
    uint32_t seed_games;      /* to the game before which so many were played here */
    bool heard;               /* we have been told what our seat has committed to since */
    bool stands;              /* it was done as asked, and has not been taken back since */
    struct commits commits;   /* told of so far */
    struct commits told; /* those that were told of when our seed was handed in; none before */
    uint32_t told_games; /* in the game before which so many were played here */
    char server[256];    /* its address, up to the # of a link */
    char device
        [TOKEN_SIZE];  /* the secret of the link to another device that was made last, or "" */
    bool makes_device; /* it is being made */
};

/* What is asked of the person now. */
enum question {
    QUESTION_NONE,
    QUESTION_STEP,  /* the lesson shows a step */
    QUESTION_MOVE,  /* it is the person's turn */
    QUESTION_ALSO,  /* out of turn something may be done */
    QUESTION_UNDO,  /* somebody would like to take a move back */
    QUESTION_AGAIN, /* somebody would like another game */
    QUESTION_HAND,  /* the screen is covered until the next person is there */
    QUESTION_LOOK,  /* only the person in turn may see what comes */
    QUESTION_SIT,   /* the seat is free for the person */
    QUESTION_OVER,  /* the game is over */
};
enum question sitting_question(struct sitting *sitting);

/* Takes a message for an audience in. What a connection to a server needs besides is done here: another join, a seed. */
enum told sitting_take(struct sitting *sitting, int audience, const char *message,
                       size_t size);
/* To be called whenever the link may have come up anew, and after so long (link.h) in any case. */
void sitting_go_on(struct sitting *sitting);
int sitting_timeout_ms(const struct sitting *sitting);
/* Takes the free seat under that name. */
void sitting_sit(struct sitting *sitting, const char *name);

/* Makes a link to one's seat for another device: TOLD_DEVICE comes when it works. */
void sitting_make_device(struct sitting *sitting);
/* Comes to a seat by such a link, whose secret is the model's token, with a new key or the one that was brought before; the
 * answer is waited for. */
void sitting_by_device(struct sitting *sitting);
/* Whether a bot plays on in the person's seat. */
bool sitting_is_away(const struct sitting *sitting);

/* Sends a message and remembers that its answer is waited for. */
void sitting_do(struct sitting *sitting, const char *what, const char *key, const char *value);

/* Which legal moves a text may mean: `exact` counts those that it is, `begun` those that it begins;
 * `last` is one of the better kind. Blanks and case do not matter, nor does the first word. */
struct fitting {
    size_t exact, begun, last;
};
struct fitting sitting_fit(const struct model *model, const char *typed);
/* Whether that one fits; `quality` 2 is exactly, 1 by its beginning. */
bool move_fits(const char *typed, const char *move, int quality);

/* Whether the record of the game that is over is there; asks for it when it is not. */
bool sitting_has_record(struct sitting *sitting);
void sitting_free(struct sitting *sitting);
/* Bytes as figures, two each. */
void put_hex(const uint8_t *bytes, size_t size, char *text);
/* Asks for the record, to write it to that file, or where the last one went when it is ""; false when nobody has said where. */
bool sitting_save(struct sitting *sitting, const char *path);
/* It has come: writes it, and says so or why not. */
void sitting_write_record(const struct sitting *sitting, struct zk_text *out);

#endif
