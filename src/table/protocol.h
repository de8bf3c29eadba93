/* protocol.h: the messages between a table and those who sit at it or watch, as JSON.
 *
 * Described once in docs/protocol.md and docs/protocol.schema.json; spoken unchanged by the
 * server, the browser's own table and the terminal. This file turns bytes into a message to be
 * acted on, and what a table has to tell into bytes. */
#ifndef ZK_PROTOCOL_H
#define ZK_PROTOCOL_H

#include "../core/json.h"
#include "table.h"

enum {
    ZK_PROTOCOL_VERSION = 1,
    ZK_MESSAGE_MAX = 8 * 1024 + ZK_CARDS_SIZE, /* the longest message that is read */
    ZK_NET_MESSAGE_MAX = 8 * 1024, /* the longest that a server takes from the net */
    ZK_TOKEN_SIZE = 65,
    ZK_KEY_LETTERS_MIN = 32, /* 192 bits */
    ZK_WORD_SIZE = 16,
    ZK_HISTORY_MAX = 64, /* events that one `history` brings, and entries in a snapshot */
    /* The longest event: a view, all legal moves with what they would do, and little else. A snapshot
     * also has the card set and a short line for each of the last entries. The laws hold every game to
     * these sizes. */
    ZK_EVENT_SIZE = 8 * 1024 + ZK_WRITTEN_SIZE + ZK_MOVES_MAX * ZK_LISTED_SIZE,
    ZK_LINE_IN_SNAPSHOT = 384 + ZK_EFFECT_SIZE, /* more than one entry takes there */
    ZK_SNAPSHOT_SIZE = ZK_EVENT_SIZE + ZK_CARDS_SIZE + ZK_HISTORY_MAX * ZK_LINE_IN_SNAPSHOT,
};

/* What can be asked of a host: first the commands to a table, by the same numbers. */
#define ZK_ASKS(X)                                                                            \
    ZK_COMMANDS(X)                                                                            \
    X(OPEN, "open")       /* a new table: game, options, terms, card set */                   \
    X(JOIN, "join")       /* to be told what happens, from `since` on */                      \
    X(HISTORY, "history") /* entries `from` to `to` again */                                  \
    X(HINT, "hint")       /* what a bot would do */                                           \
    X(REACT, "react")     /* a small sign to the others, not kept */                          \
    X(RECORD, "record")   /* the game so far as a record; only when over */                   \
    X(PING, "ping")

enum zk_ask_kind {
#define X(NAME, word) ZK_ASK_##NAME,
    ZK_ASKS(X)
#undef X
        ZK_ASKS_COUNT
};

extern const char *const zk_ask_words[ZK_ASKS_COUNT];
extern const char *const zk_reaction_words[]; /* the signs of REACT, ended by NULL */

/* A message that was read. Absent texts are "", absent numbers 0, absent seats -1. */
struct zk_message {
    enum zk_ask_kind ask;
    char table[ZK_TABLE_ID_SIZE];
    char token[ZK_TOKEN_SIZE];
    char key[ZK_TOKEN_SIZE]; /* SIT, LINK, DEVICE: a new one */
    char request[ZK_REQUEST_SIZE];
    uint32_t at;
    char name[ZK_NAME_SIZE]; /* cut on a character's border */
    char move[ZK_MOVE_TEXT_SIZE];
    size_t move_size;
    int seat; /* "seat": whom it concerns */
    char bot[ZK_WORD_SIZE];
    char face[ZK_WORD_SIZE];
    char reaction[ZK_WORD_SIZE];
    uint32_t since, from, to;
    bool has_since;
    uint32_t games; /* RECORD: so many were played before it at the table */
    bool has_games;
    char game[ZK_WORD_SIZE]; /* OPEN */
    uint32_t rules_version;  /* OPEN: 0 is the newest */
    const char *options; /* OPEN: the object as it stood, or NULL; points into the message */
    size_t options_size;
    const char *cardset; /* OPEN: the same */
    size_t cardset_size;
    struct zk_terms terms;       /* OPEN; without the one that follows */
    char stand_in[ZK_WORD_SIZE]; /* OPEN: a bot's name */
    bool has_commit, has_seed;
    uint8_t commit[ZK_SEED_SIZE]; /* SIT, AGAIN, AGREE: the commitment to a seed */
    uint8_t seed[ZK_SEED_SIZE];   /* SEED */
};

/* Reads one message; false with a refusal when it is none. Its request and table are filled in as
 * far as they could be read, for the answer. */
bool zk_message_read(const char *data, size_t size, struct zk_message *message,
                     struct zk_sentence *refusal);
/* Whether it is a command to a table. */
static inline bool zk_is_command(enum zk_ask_kind ask) {
    return (unsigned)ask < ZK_COMMANDS_COUNT;
}
/* The command that a message means, by this seat. */
bool zk_message_command(const struct zk_message *message, int seat, struct zk_command *command,
                        struct zk_sentence *refusal);
/* Whether a message's key is one: enough letters of base64url. */
bool zk_message_key(const struct zk_message *message);
/* The name of a bot that a message gives, one of zk_bot_names; false with a refusal. */
bool zk_message_bot(const struct zk_message *message, const struct zk_bot_name **bot,
                    struct zk_sentence *refusal);
/* The level of a stand-in that a word names, for zk_terms; "" is the usual one. False with a refusal when
 * there is no such bot of the game. */
bool zk_stand_in_read(const struct zk_game *game, const char *word, uint8_t *stand_in,
                      struct zk_sentence *refusal);
/* Its word; "" for the usual one. */
const char *zk_stand_in_word(uint8_t stand_in);
/* Options as a JSON object into settings. */
bool zk_options_read(const struct zk_game *game, const char *json, size_t size,
                     struct zk_settings *settings, struct zk_sentence *refusal);
/* The settings of the table that a message opens; a card set goes into memory of ZK_CARDS_SIZE,
 * to which they point then. */
bool zk_message_settings(const struct zk_message *message, const struct zk_game *game,
                         char *cards, struct zk_settings *settings,
                         struct zk_sentence *refusal);

/* ---- Telling. An audience is a seat or ZK_SPECTATOR. ---- */

/* How audiences are told of the move that the fold's next entry is. */
struct zk_telling {
    char move[ZK_SEATS_MAX + 1][ZK_MOVE_TEXT_SIZE]; /* by seat; last the spectators */
    char saw[ZK_SEATS_MAX + 1][ZK_MOVE_TEXT_SIZE];  /* what it showed that seat alone, or "" */
    struct zk_view
        before[ZK_SEATS_MAX + 1]; /* what they knew, where moves tell what they do */
};

/* An audience as a bit, and all of them. */
static inline unsigned zk_audience_bit(int audience) {
    return 1u << (audience < 0 ? ZK_SEATS_MAX : audience);
}
enum { ZK_AUDIENCES = (1 << (ZK_SEATS_MAX + 1)) - 1 };

/* Before zk_fold_step: words for the next entry, for these audiences if it is a move and for all if it is none. */
void zk_telling_prepare(struct zk_telling *telling, const struct zk_table *table,
                        const struct zk_fold *before, unsigned audiences);
/* After it: the event for one audience. */
void zk_event_write(struct zk_json_out *out, const struct zk_table *table,
                    const struct zk_fold *after, const struct zk_telling *telling,
                    int audience);
/* The table as it is, with a short line for each of the last ZK_HISTORY_MAX entries. */
void zk_snapshot_write(struct zk_json_out *out, const struct zk_table *table, int audience);

/* That a connection is told as a spectator from here on, and as this seat no more. */
void zk_unseated_write(struct zk_json_out *out, const struct zk_table *table, int seat);
/* Who is here, `here` with a bit for each seat; and a seat's sign to the others. */
void zk_presence_write(struct zk_json_out *out, const struct zk_table *table, unsigned here,
                       uint32_t watching);
void zk_reaction_write(struct zk_json_out *out, const struct zk_table *table,
                       const char *reaction, int seat);

/* A position of any game as `now` shows it, for replays: without seats and clocks; and what `move` did that led there,
 * where `before` is what the audience knew before it, and not NULL. */
void zk_position_write(struct zk_json_out *out, const struct zk_game *game,
                       const struct zk_rules *rules, const struct zk_state *state,
                       uint32_t moves_count, int audience, const struct zk_view *before,
                       zk_move move);

/* Answers to one request. */
/* `tokens` has one for each seat. */
void zk_answer_opened(struct zk_json_out *out, const struct zk_table *table,
                      const char *request, const char *const *tokens);
void zk_answer_done(struct zk_json_out *out, const char *table, const char *request,
                    uint32_t entry);
void zk_answer_refused(struct zk_json_out *out, const char *table, const char *request,
                       const struct zk_sentence *refusal);
void zk_answer_hint(struct zk_json_out *out, const char *table, const char *request,
                    const char *notation, const struct zk_sentence *why);
void zk_answer_record(struct zk_json_out *out, const char *table, const char *request,
                      const char *record, size_t record_size);
void zk_answer_pong(struct zk_json_out *out, const char *request);
/* Every option with its value in force. */
void zk_settings_write(struct zk_json_out *out, const struct zk_game *game,
                       const struct zk_settings *settings);
/* The game of a fold (zk_fold_game) as a record; names are those of the seats. And the most bytes that it
 * takes. */
enum { ZK_RECORD_MOVE_SIZE = 128 }; /* more than the line of a move takes */
void zk_record_of_game(struct zk_text *text, const struct zk_table *table,
                       const struct zk_fold *fold);
size_t zk_record_size(const struct zk_fold *fold);

/* ---- Storing: an entry as a line of JSON, moves in notation. ---- */

enum { ZK_ENTRY_TEXT_SIZE = 640 };

/* The table itself, before its first entry: the message that would open it. */
void zk_table_write(struct zk_json_out *out, const struct zk_table *table);
/* The fold's next entry. */
void zk_entry_write(struct zk_json_out *out, const struct zk_table *table,
                    const struct zk_fold *before);
/* Reads an entry that would come next at this table; false when it is not one. */
bool zk_entry_read(const struct zk_table *table, const char *data, size_t size,
                   struct zk_entry *entry);

#endif
