/* inside.h: what the files of the server share with each other and with nobody else. */
#ifndef ZK_INSIDE_H
#define ZK_INSIDE_H

#include "server.h"

enum {
    ROOM_SLOTS = 4096,
    PRESENCE_DELAY_MS = 100, /* comings and goings within it are told at once */
    SWEEP_MS = 30 * 1000,
    LINE_SIZE_IN_SNAPSHOT = 384 + ZK_EFFECT_SIZE, /* more than one entry takes there */
};

/* A message that waits its turn. */
struct held {
    struct held *next;
    size_t size;
    char data[];
};

struct zk_guest {
    void *connection;
    struct zk_visitor *visitor;
    bool closing; /* was shown the door; is ignored until gone */
    struct zk_bucket messages, reactions, hints;
    struct zk_chair chair[ZK_CHAIRS_MAX];
    /* Messages not looked at yet, because the first of them is about a table that is busy. */
    struct held *held, *held_last;
    uint32_t held_count;
    struct zk_room *waits_for;
    struct zk_guest *waiting_next;
    struct zk_room *asked; /* the room whose `asker` this is */
    struct zk_thought *hint;
    char opened[ZK_REQUEST_SIZE]; /* the last table it opened: the request, and the answer */
    struct zk_bytes opened_answer;
};

struct zk_server {
    struct zk_host host;
    struct zk_store *store;
    struct zk_limits limits;
    struct zk_visitors visitors;
    struct zk_shared_rules *rules;
    bool stopping;
    uint32_t guests_count, writes_count, thoughts_count;
    struct zk_server_counts counts;

    /* Rooms: by id, in order of use, and by when something is due. */
    uint64_t room_key;
    struct zk_room *slot[ROOM_SLOTS];
    struct zk_room *oldest, *newest;
    uint32_t rooms_count;
    struct zk_room **due; /* a heap from place 1, with room for every room */
    size_t due_count;
    uint64_t sweep_ms;
    char checked[ZK_TABLE_ID_SIZE]; /* the last table that zk_server_check_some has seen */

    /* Scratch memory. */
    char text[ZK_EVENT_SIZE];
    struct zk_fold fold;
    uint16_t line[ZK_ENTRIES_MAX];
};

static inline uint64_t now_ms(const struct zk_server *server) {
    return server->host.now_ms(server->host.user);
}

/* ---- server.c: rooms ---- */

/* The room of that table, loaded if need be; NULL with a refusal. */
struct zk_room *room_find(struct zk_server *server, const char *id,
                          struct zk_sentence *refusal);
/* Makes sure that one more room fits; false with a refusal. */
bool room_for_one(struct zk_server *server, struct zk_sentence *refusal);
void room_add(struct zk_server *server, struct zk_room *room);
/* Takes it out of memory. */
void room_drop(struct zk_server *server, struct zk_room *room);
/* Notes when something is to be done there next. */
void room_schedule(struct zk_server *server, struct zk_room *room);
/* A chair is taken or left; all are told a little later. */
void chair_take(struct zk_server *server, struct zk_chair *chair, struct zk_guest *guest,
                struct zk_room *room, int audience);
void chair_leave(struct zk_server *server, struct zk_chair *chair);
/* A sentence to whoever runs the server. */
void report(struct zk_server *server, const char *what, const char *id, const char *why);

/* ---- messages.c ---- */

/* Acts on one message; false when it has to wait for a table, in whose queue the guest then is. */
bool message_handle(struct zk_server *server, struct zk_guest *guest, const char *data,
                    size_t size);
/* Acts on the messages that a guest has waiting, until one has to wait again. */
void inbox_work(struct zk_server *server, struct zk_guest *guest);
void inbox_hold(struct zk_server *server, struct zk_guest *guest, const char *data,
                size_t size);
void inbox_clear(struct zk_guest *guest);

/* ---- turn.c: how a table goes on ---- */

/* Keeps what a call to the table has added, to be written and told. The fold is as it was before;
 * one entry follows it. */
void turn_note(struct zk_server *server, struct zk_room *room, const struct zk_fold *before);
/* Lets chance move as long as it is to, then hands everything noted to the host. */
void turn_submit(struct zk_server *server, struct zk_room *room);
/* Whether writing works again at this table, as far as is known. */
bool turn_recover(struct zk_server *server, struct zk_room *room);
/* Does what is due in a room that is not busy: chance, the clock, a bot. */
void turn_go_on(struct zk_server *server, struct zk_room *room);
void turn_think(struct zk_server *server, struct zk_room *room, int seat,
                const struct zk_bot *bot, struct zk_guest *guest, const char *request);
/* The table itself is new: writes it. */
void turn_submit_table(struct zk_server *server, struct zk_room *room);

/* ---- say.c: what guests are told ---- */

void say_text(struct zk_server *server, struct zk_guest *guest, const struct zk_text *text);
void say_done(struct zk_server *server, struct zk_guest *guest, const char *table,
              const char *request, uint32_t entry);
void say_refused(struct zk_server *server, struct zk_guest *guest, const char *table,
                 const char *request, const struct zk_sentence *refusal);
void say_refused_key(struct zk_server *server, struct zk_guest *guest, const char *table,
                     const char *request, const char *key);
void say_pong(struct zk_server *server, struct zk_guest *guest, const char *request);
/* Who is here, to everybody here. */
void say_presence(struct zk_server *server, struct zk_room *room);
void say_reaction(struct zk_server *server, struct zk_room *room, int seat,
                  const char *reaction);
void say_snapshot(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                  int audience);
/* Events `from` to `to`. */
void say_events(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                int audience, uint32_t from, uint32_t to);
void say_record(struct zk_server *server, struct zk_guest *guest, struct zk_room *room,
                const char *request);

#endif
