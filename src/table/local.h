/* local.h: a table on this device: the host of the browser's worker and of the terminal.
 *
 * Whoever runs it may act for every seat, so tokens are the letters of the seats, and there is one
 * connection for each audience: whoever asks with a seat's letter is told as that seat. Entries
 * are kept in memory and count as written at once; bots think at once. One table at a time: a new
 * `open` replaces it. Its id is ZK_LOCAL_ID.
 *
 * A table is kept outside as lines: first the one that opens it, then one for each entry. */
#ifndef ZK_LOCAL_H
#define ZK_LOCAL_H

#include "door.h"
#include "tutorial.h"

#define ZK_LOCAL_ID "local"
enum { ZK_LOCAL_STATES_SIZE = 3 * ZK_ENTRIES_END / ZK_STATE_STEP * ZK_STATE_SIZE_MAX };

/* Large: a few megabytes. Zero, then zk_local_start. */
struct zk_local {
    struct zk_door door;
    struct zk_door_host host;
    bool is_open;
    bool together;     /* zk_local_batch */
    bool is_loading;   /* it is being restored */
    struct zk_ask ask; /* the last that was brought, with its answer */

    /* The caller's. */
    void *user;
    uint64_t (*now_ms)(void *user);
    /* The generator for an outcome of chance (ZK_CHANCE), for a seat's bot, or for a hint. */
    struct zk_rng *(*luck)(void *user, int who, bool hint);
    void (*told)(void *user, int audience, const char *message, size_t size); /* or NULL */

    /* Its own. */
    struct zk_listener listener[ZK_SEATS_MAX + 1]; /* the last is the spectators' */
    char cards[ZK_CARDS_SIZE], new_cards[ZK_CARDS_SIZE];
    struct zk_kept_entry entries[ZK_ENTRIES_ROOM];
    char words[ZK_ENTRIES_ROOM * ZK_ENTRY_WORDS_MAX];
    struct zk_fold folds[ZK_ENTRIES_END / ZK_FOLD_STEP]; /* of zk_table_grow, as the next */
    unsigned char states[ZK_LOCAL_STATES_SIZE];
    struct zk_refusals refusals;
    struct zk_look look;
    bool is_kept;        /* the line that opens the table is */
    struct zk_fold kept; /* up to the entries that are */
    struct zk_rules rules, new_rules;
    const struct zk_tutorial *tutorial; /* that is followed, or NULL */
    uint32_t steps_read;                /* of its steps */
    char memory[ZK_ANSWER_SIZE_MAX];    /* one message */
};

void zk_local_start(struct zk_local *local, void *user, uint64_t (*now_ms)(void *user),
                    struct zk_rng *(*luck)(void *user, int who, bool hint),
                    void (*told)(void *user, int audience, const char *message, size_t size));
/* How chance moves: together with the ask that brings it about, or one outcome at a time, each
 * when zk_local_go_on is called. */
void zk_local_batch(struct zk_local *local, bool together);

/* Follows a tutorial, which outlives this, at the table that was just opened or restored: while the
 * game goes as the tutorial does, chance and bots move as it says, and after a step that has not been
 * read nobody does. Another move of the learner, if it is legal, is refused with "tutorial.other". At
 * the end, and when the game goes another way, all is as at any table. False when the tutorial is for
 * another game or other settings. */
bool zk_local_follow(struct zk_local *local, const struct zk_tutorial *tutorial);
/* The learner has read so many of its steps; those before the last move count as read. */
void zk_local_read(struct zk_local *local, uint32_t steps);
/* The tutorial's next move, if it is followed and not over. */
bool zk_local_next(const struct zk_local *local, zk_move *move);
/* The step whose sentence comes now, or NULL. */
const struct zk_tutorial_step *zk_local_step(const struct zk_local *local);

/* A message as bytes; what there is to tell has been told when this returns. */
void zk_local_message(struct zk_local *local, const char *data, size_t size);
/* The same for a caller that has it in hand: its text members are filled in, the rest is done here. Returns
 * whether it was done; if not, local->ask.refusal says why. */
bool zk_local_ask(struct zk_local *local, const struct zk_message *message);

/* What is waited for. */
enum zk_wait zk_local_wait(const struct zk_local *local);
/* Whether zk_local_go_on has something to do now. */
bool zk_local_is_due(struct zk_local *local);
/* One step of chance or a bot, or a look at the clock; true when something happened. */
bool zk_local_go_on(struct zk_local *local);

/* Lines for what has happened since the last call, each ended by a line break; `whole`: from the
 * start, as it also is at a new table. As many as fit: true when there are more. What begins with
 * {"zashiki" is the line that opens the table. */
bool zk_local_keep(struct zk_local *local, bool whole, struct zk_text *text);
/* Back again: the line that opens the table, each entry's line, and the end. False, then and from
 * there on, when a line does not fit; there is no table then. */
bool zk_local_restore(struct zk_local *local, const char *line, size_t size);
bool zk_local_restore_entry(struct zk_local *local, const char *line, size_t size);
bool zk_local_restored(struct zk_local *local);

#endif
