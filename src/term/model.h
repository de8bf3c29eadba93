/* model.h: a table as this client knows it: what the messages have told so far (docs/protocol.md).
 *
 * It is fed every message and keeps the last snapshot, the last `now`, and what has happened as
 * sentences in the reader's language. The same for a table in this process, a server's, one that is
 * watched, and a record that is replayed. The faces (line.h, screen.h) draw it and ask through it. */
#ifndef TERM_MODEL_H
#define TERM_MODEL_H

#include "core/json.h"
#include "link.h"
#include "value.h"
#include "words.h"

struct model;
struct term_drawn;

/* What a game brings to the terminal; all of it may be missing (TERM_SLOT). Views, entries and
 * moves are as the protocol has them. */
struct term_game {
    const char *id;
    /* What lies open may be seen while the screen is handed over (around.h). */
    bool stays_open;
    /* What a move says in the log, sentence by sentence. `before` and `after` may be empty. */
    void (*log)(const struct model *model, struct value entry, struct value before,
                struct value after, struct zk_text *out);
    /* What is expected of the actor: "play one to three cards". */
    void (*expects)(const struct model *model, struct value view, bool mine,
                    struct zk_text *out);
    /* The board in text, line by line, without control characters and box drawing. */
    void (*board)(const struct model *model, struct value view, struct zk_text *out);
    /* How it is drawn and played on a whole screen (screen.h); NULL: the text is shown. */
    const struct term_drawn *drawn;
    /* A move in words: "look at card 4"; of what is chosen first, the card. Nothing when there are none. */
    void (*describe)(const struct model *model, struct value view, const char *move,
                     struct zk_text *out);
    /* What a legal move would do; `does` is what the table says of it, perhaps nothing. */
    void (*would)(const struct model *model, struct value view, const char *move,
                  struct value does, struct zk_text *out);
    /* How many bytes of a move's notation are chosen first: a card, before a place. */
    size_t (*trunk)(const char *move);
    /* An argument of a refusal or a reason, by its name on the board. */
    struct phrase (*argument)(const struct model *model, const char *key, unsigned place,
                              const char *argument);
    /* Why the game ended. */
    void (*ended)(const struct model *model, struct value result, struct value view,
                  struct zk_text *out);
    /* Of what a seat's points are made up; nothing when that is plain. */
    void (*counted)(struct value view, char seat, int64_t points, struct zk_text *out);
    bool has_path; /* best ranks are kept (docs/path.md) */
    /* The option that readers of a language expect unless they choose, "edition=fr"; NULL: none. */
    const char *(*usual)(const char *language);
};

enum { TOKEN_SIZE = 80, ID_SIZE = 80, REQUEST_SIZE = 24, SEATS_MAX = 4 };

struct line {
    uint32_t number; /* of the event */
    char *text;      /* sentences; "" when it says nothing */
    char *notation;  /* of a move, or "" */
    char by;         /* a seat's letter, or - */
    bool changes;    /* the board is another one after it */
    bool undone;     /* a move that does not count any more */
};

enum told {
    TOLD_NOTHING,
    TOLD_SNAPSHOT,
    TOLD_EVENT,    /* the log may have a new line */
    TOLD_DONE,     /* model->answered */
    TOLD_REFUSED,  /* model->answered; why is in model->refused */
    TOLD_HINT,     /* model->answered; the message is in model->message */
    TOLD_RECORD,   /* likewise */
    TOLD_REACTION, /* likewise */
    TOLD_PRESENCE,
    TOLD_UNSEATED,
    TOLD_DEVICE, /* by sitting.h: a link for another device is there */
};

struct model {
    char table[ID_SIZE], token[TOKEN_SIZE];
    char seat; /* a letter, or - who watches */
    char game_id[32];
    const struct term_game *game;
    bool memory; /* everything that is known is shown */
    bool
        shared; /* several look on (around.h): what a seat alone is shown is not in the log, nor on the board */
    uint32_t at;              /* the last event */
    uint32_t nonce, requests; /* of which requests are named */
    char typed
        [128]; /* what was tried as a move last; a refusal that does not know it says it so, not as it was sent */

    char *snapshot, *now, *before,
        *message; /* texts that are owned; the last three change places */
    char *past;   /* `now` of an earlier event that is told again, and its number */
    uint32_t past_at;
    char past_asked
        [REQUEST_SIZE];         /* the request by which they come, until they are all there */
    struct value head;          /* the snapshot */
    struct value current, view; /* `now` of the last event, and its view */
    struct value answer;        /* the last message that came, whole */
    char answered[REQUEST_SIZE];

    struct phrase *move; /* this seat's: those in turn, then those out of turn */
    size_t moves_count, moves_size;

    struct line *log;
    uint32_t log_count, log_size;
    char here[SEATS_MAX + 1]; /* the seats whose person is connected */
    int64_t watching;
    int64_t clock_at_ms; /* when `current` came, by our clock */
};

void model_begin(struct model *model, const char *table, const char *token, char seat);
void model_free(struct model *model);
/* Takes a message in. */
enum told model_take(struct model *model, const char *json, size_t size);

/* What the last event has shown to this seat alone, in words; nothing when that is nothing. */
void model_say_shown(const struct model *model, struct zk_text *out);

/* ---- Asking ---- */

enum { ASK_SIZE = 4096 };
struct ask {
    char request[REQUEST_SIZE];
    char data[ASK_SIZE];
    struct zk_text text;
    struct zk_json_out out;
};
/* Begins a message; further keys are put into ask->out, then model_send. */
void model_ask(struct model *model, struct ask *ask, const char *what);
void model_send(struct link *link, struct ask *ask);
/* A message without further keys, or with one that is a string. Its request goes to *request. */
void model_do(struct model *model, struct link *link, const char *what, const char *key,
              const char *value, char request[REQUEST_SIZE]);
/* Asks for the entries of a snapshot again, each with what was seen after it: without that their lines cannot say
 * what lay where. */
void model_ask_past(struct model *model, struct link *link);

/* ---- Looking ---- */

bool model_is(const struct model *model, const char *status);
/* The seat of `actor`: its letter, '-' for chance, '.' when the game is over. */
char model_actor(const struct model *model);
/* Moves of this seat, in its turn and out of turn; false when there are none. */
size_t model_moves(const struct model *model);
bool model_in_turn(const struct model *model);
const char *model_move(const struct model *model, size_t place);
struct value model_does(const struct model *model, size_t place);
/* Its name, a bot's by its face, "Player A" when nobody has said one. */
struct phrase model_name(const struct model *model, char seat);
struct value model_seat(const struct model *model, char seat);

/* ---- Saying ---- */

/* Whose turn it is and what is expected, in a sentence. */
void model_say_turn(const struct model *model, struct zk_text *out);
void model_say_board(const struct model *model, struct zk_text *out);
/* A move in words, or as it is written. */
void model_say_move(const struct model *model, const char *move, struct zk_text *out);
/* What it would do; nothing when nobody knows. */
void model_say_would(const struct model *model, size_t place, struct zk_text *out);
/* {"key":...,"args":[...],"rule":...} in words, with the rule's number behind. */
void model_say_refusal(const struct model *model, struct value refused, struct zk_text *out);
/* Whether a refusal says that there is no such move. */
bool model_is_unknown(const struct model *model, struct value refused);
void model_say_result(const struct model *model, struct zk_text *out);
/* Who sits where, and what is played. */
void model_say_terms(const struct model *model, struct zk_text *out);
size_t model_trunk(const struct model *model, const char *move);
/* "move 5 to ...  Card 5: 14 ways to go on": what several moves begin with. */
void model_say_trunk(const struct model *model, const char *move, size_t ways,
                     struct zk_text *out);

/* ---- Games ---- */

extern const struct term_game term_plain;
/* What a game brings; where it leaves a slot NULL, the plain one. */
#define TERM_SLOT(model, slot) ((model)->game->slot ? (model)->game->slot : term_plain.slot)
/* That of a game's id; term_plain when it brings none. */
const struct term_game *term_game_of(const char *id);

#endif
