/* path.h: one person's best ranks in Yokai, by rules and number of players (Y36).
 *
 * docs/path.md has the form in which the path is kept and shared. It only grows: counting a game
 * twice, or a worse one, changes nothing, so paths can be joined in any order. */
#ifndef ZK_YOKAI_PATH_H
#define ZK_YOKAI_PATH_H

#include "yokai.h"

enum {
    ZK_YOKAI_PATH_LEVELS = 5,
    ZK_YOKAI_PATH_RULES = 30, /* combinations: reconcile 0 to 4; none, stack, blind; shape */
    ZK_YOKAI_PATH_PLAYERS_MIN = 2, /* to 4 */
    ZK_YOKAI_PATH_NAME_SIZE = 32,  /* the longest name of a combination and its NUL */
    ZK_YOKAI_PATH_SIZE_MAX = 8192, /* the longest form that is written or read, and a NUL */
};

/* From the worst to the best. */
enum zk_yokai_rank {
    ZK_YOKAI_UNPLAYED,
    ZK_YOKAI_LOST,
    ZK_YOKAI_HONOURABLE,
    ZK_YOKAI_GLORIOUS,
    ZK_YOKAI_LEGENDARY,
    ZK_YOKAI_RANKS
};
/* "" for unplayed; a NULL ends them. */
extern const char *const zk_yokai_rank_names[ZK_YOKAI_RANKS + 1];

struct zk_yokai_path {
    uint8_t best[3][ZK_YOKAI_PATH_RULES]; /* by players from 2 and combination */
};

/* The combination of rules that a game has, by anybody's view of it. */
unsigned zk_yokai_path_rules(const struct zk_yokai_view *view);
/* The combination that a level from 1 to 5 is. */
unsigned zk_yokai_path_level(unsigned level);
/* How many must play at least: no more cards are dealt than there are players (Y31). */
unsigned zk_yokai_path_players(unsigned rules);
/* Its name: "basic", "reconcile2+stack". */
void zk_yokai_path_put_name(struct zk_text *text, unsigned rules);

/* Counts a finished game: its last view and its result's rank. True when it is a new best. */
bool zk_yokai_path_count(struct zk_yokai_path *path, const struct zk_yokai_view *view,
                         const char *rank);
/* Takes the better rank in every place. */
void zk_yokai_path_join(struct zk_yokai_path *path, const struct zk_yokai_path *other);

/* One JSON object. */
void zk_yokai_path_write(const struct zk_yokai_path *path, struct zk_json_out *out);
/* The reverse. NULL, or what is wrong, a constant; then *path is as it was. */
const char *zk_yokai_path_read(struct zk_yokai_path *path, const char *data, size_t size);

#endif
