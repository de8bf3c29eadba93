/* record.h: games written down and read back; the format is in docs/records.md.
 *
 * A record is a game in lines of JSON: a first line that names the game and who sat down, a line
 * for each move, chance's among them, and a result when the game is over. It replays without a
 * random number generator. This file does no I/O: the caller brings the lines and takes them. */
#ifndef ZK_RECORD_H
#define ZK_RECORD_H

#include "game.h"
#include "seeds.h"

struct zk_json_out; /* json.h */

enum {
    ZK_RECORD_VERSION = 1,
    ZK_RECORD_LINE_MAX = 64 * 1024, /* bytes in a line without its line break */
    ZK_RECORD_NAME_SIZE =
        64, /* longest name kept of the player who sat in a seat, and its NUL */
    /* Any line written here with such names, and a NUL. */
    ZK_RECORD_LINE_SIZE = 4096 + ZK_CARDS_SIZE,
};

/* ---- Writing: each puts one line with its line break at the end of the text. ---- */

/* The first line. `names` says who sits in each seat. Names are valid UTF-8. */
void zk_record_put_header(struct zk_text *text, const struct zk_game *game,
                          const struct zk_settings *settings, const char *const *names,
                          uint32_t names_count);
/* What else a table's record tells in its first line. Readers pass over it. */
struct zk_record_terms {
    uint32_t clock_ms, clock_step_ms;
    bool memory, advice;          /* the table was opened with them */
    uint8_t advised;              /* bits: seats that have asked for advice */
    const char *const *faces;     /* as many as names: words, "" for none; NULL: none at all */
    const struct zk_seeds *seeds; /* of a fair game, or NULL */
};
/* The same with them. */
void zk_record_put_table_header(struct zk_text *text, const struct zk_game *game,
                                const struct zk_settings *settings, const char *const *names,
                                uint32_t names_count, const struct zk_record_terms *terms);
/* A move that is legal in this state. */
void zk_record_put_move(struct zk_text *text, const struct zk_game *game,
                        const struct zk_rules *rules, const struct zk_state *state,
                        zk_move move);
/* The same, with the number of the draw from 1 that the outcome of chance is; 0 is none. */
void zk_record_put_drawn(struct zk_text *text, const struct zk_game *game,
                         const struct zk_rules *rules, const struct zk_state *state,
                         zk_move move, uint32_t draw);
/* The result of a game that is over. */
void zk_record_put_result(struct zk_text *text, const struct zk_game *game,
                          const struct zk_rules *rules, const struct zk_state *state);
/* The same result as one JSON object: what stands after "result": in records and traces. */
void zk_record_write_result(struct zk_json_out *out, const struct zk_game *game,
                            const struct zk_rules *rules, const struct zk_state *state);

/* ---- Reading ---- */

/* A record that was read and is right from its first line to its last. */
struct zk_record {
    const struct zk_game *game;
    const struct zk_rules *rules; /* prepared */
    struct zk_settings settings;  /* its card set is the reader's */
    uint32_t seats_count;
    char name[ZK_SEATS_MAX][ZK_RECORD_NAME_SIZE]; /* "" also for one too long to be kept */
    const zk_move *moves;
    uint32_t moves_count;
    bool finished; /* the game is over and its result was there */
    bool
        helped; /* the first line tells of the aid to memory, or of advice that was asked for */
    uint64_t line; /* where it begins, from 1 */
    /* What it says about fair shuffles (docs/fair.md), which is not checked here. */
    enum { ZK_SEEDS_NONE, ZK_SEEDS_THERE, ZK_SEEDS_WRONG } has_seeds;
    struct zk_seeds seeds;
    const uint32_t
        *draws; /* for each move its number or 0; NULL when they were not asked for */
};

/* A record that is wrong: the first thing that is. */
struct zk_record_wrong {
    uint64_t line;              /* where, from 1; lines since the reader was started */
    const struct zk_game *game; /* for zk_sentence_english; NULL before it is known */
    struct zk_sentence refusal;
};

/* Where a reader is. */
enum zk_record_place {
    ZK_RECORD_OUTSIDE, /* before the first record */
    ZK_RECORD_MOVES,   /* after a first line and its moves so far */
    ZK_RECORD_RESULT,  /* after a result */
    ZK_RECORD_SKIPPING /* in a record that is wrong; the next first line ends it */
};

/* Reads records from lines that the caller brings. Each record is played as it is read, and its
 * moves are kept; it is handed over when its end is known, which is when the next one begins or
 * the input ends. Of a wrong record only the first fault is told, and reading goes on with the
 * next line that begins a record. Memory is constant. Set the first six fields by
 * zk_record_reader_start; the rest is the reader's own. */
struct zk_record_reader {
    const struct zk_game *const *games;
    void (*whole)(void *user, const struct zk_record *record);
    void (*wrong)(void *user, const struct zk_record_wrong *wrong);
    void *user;
    zk_move *moves; /* the caller's, with room for zk_record_moves_max(games) */
    uint32_t moves_room;
    uint32_t *draws; /* the same for the numbers of draws, or NULL; set after the start */

    uint64_t line; /* the one being read */
    enum zk_record_place place;
    struct zk_record record;
    const struct zk_game *prepared; /* for which game and settings `rules` was built */
    struct zk_settings prepared_settings;
    char cards[ZK_CARDS_SIZE]; /* the card set last read, to which settings point */
    struct zk_rules rules;
    struct zk_state state;
};

/* The most moves that a record of any of these games can have; the list ends with NULL. */
uint32_t zk_record_moves_max(const struct zk_game *const *games);

/* A reader before line 1, of records of these games; the list ends with NULL. `whole` and `wrong` are called during the two calls below and must not
 * call them; what they are given is theirs until they return. */
void zk_record_reader_start(struct zk_record_reader *reader,
                            const struct zk_game *const *games, zk_move *moves,
                            uint32_t moves_room,
                            void (*whole)(void *user, const struct zk_record *record),
                            void (*wrong)(void *user, const struct zk_record_wrong *wrong),
                            void *user);
/* Whether a reader takes this line for the first one of a record. */
bool zk_record_begins(const char *line, size_t size);
/* The next line, without its line break. Of a line longer than ZK_RECORD_LINE_MAX any part that is
 * longer too will do: it is refused for its length. */
void zk_record_reader_line(struct zk_record_reader *reader, const char *line, size_t size);
/* The input ends here. The reader can be started again. */
void zk_record_reader_end(struct zk_record_reader *reader);

#endif
