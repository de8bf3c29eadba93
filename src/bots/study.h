/* study.h: a finished game studied with a strong bot, decision by decision.
 *
 *     zk_study_begin(&study, zk_bots_best(game), game, rules, seats, seed, NULL);
 *     each move of the game:  if (zk_study_move(&study, move, &point)) ... point is a decision
 *
 * For each decision of the seats asked for: what the bot would have done, what other moves were
 * worth, and what the move that was made lost. The bot sits in the seat and is told what the seat
 * was told, no more and nothing of what came later, so a decision is judged by what could be known
 * then.
 *
 * Each is thought through twice, with luck of its own. First the bot chooses as it would in play, and
 * says which moves it looked into most. Then its choice, the move that was made and the best of the
 * others are compared, with an equal share of the thinking for each: so a move that the bot hardly
 * looked at is not held to a few unlucky playouts, and its choice is not flattered by the luck by
 * which it was chosen. The loss is the difference of the second worths. */
#ifndef ZK_STUDY_H
#define ZK_STUDY_H

#include "../core/record.h"
#include "seated.h"

enum {
    ZK_STUDY_COMPARED = 5,  /* moves of one decision */
    ZK_STUDY_WORST = 3,     /* decisions that are named */
    ZK_STUDY_WHOLE = 10000, /* a sure win, or all points there are: what worths are parts of */
    ZK_STUDY_SLIP = 100, /* a loss that is worth a word; less is within the luck of a study */
};

/* A move that was compared. */
struct zk_study_thought {
    zk_move move; /* or ZK_MOVE_WAIT */
    char notation[ZK_MOVE_TEXT_SIZE];
    uint32_t weighed;            /* how often it was looked into */
    uint32_t worth;              /* of ZK_STUDY_WHOLE */
    uint32_t each[ZK_SEATS_MAX]; /* what it promised each seat; 0 in a game won together */
};

/* A decision. */
struct zk_study_point {
    uint32_t number; /* moves before it, chance's included */
    int seat;
    bool forced; /* there was nothing else to do */
    bool judged; /* the bot has an opinion of it; else only the move made is known */
    /* Those compared, from the best; `made` is the one that was made. */
    struct zk_study_thought move[ZK_STUDY_COMPARED];
    uint32_t moves_count, made;
    uint32_t loss; /* of ZK_STUDY_WHOLE */
    /* In a game won together: how likely it would have been won had it ended before this move. */
    uint32_t won_now;
    struct zk_sentence
        why; /* the best, in a sentence of the game; key "" when none is known */
};

/* Owned by the caller, without pointers of its own; some 250 KB. */
struct zk_study {
    const struct zk_game *game;
    const struct zk_rules *rules;
    const struct zk_budget *budget;
    unsigned seats; /* bits */
    uint64_t seed;
    uint32_t number; /* moves so far */
    uint32_t
        points; /* the most there are (game->points_most), or 0: worths are chances to win */
    struct zk_study_point worst[ZK_STUDY_WORST]; /* slips, the worst first */
    uint32_t worst_count;
    struct zk_state state;
    struct zk_seated seated[ZK_SEATS_MAX];
    zk_move moves[ZK_MOVES_MAX]; /* scratch */
    struct zk_opinion opinion[ZK_MOVES_MAX];
};

/* The seats in which no bot sat, by their names: a bit each. */
unsigned zk_study_seats(const struct zk_record *record);

/* Before the first move. `seats` has a bit for each whose decisions are judged. The budget, which may
 * be NULL, is for each of the two thoughts of a decision. */
void zk_study_begin(struct zk_study *study, const struct zk_bot *bot,
                    const struct zk_game *game, const struct zk_rules *rules, unsigned seats,
                    uint64_t seed, const struct zk_budget *budget);
/* The next move, which is legal. True when it was a decision of a seat that is judged, which is in
 * *point then; this takes as long as the bot thinks. */
bool zk_study_move(struct zk_study *study, zk_move move, struct zk_study_point *point);

/* A decision as one JSON object, and the numbers of the worst as an array: docs/study.md. */
void zk_study_write_point(struct zk_json_out *out, const struct zk_study *study,
                          const struct zk_study_point *point);
void zk_study_write_worst(struct zk_json_out *out, const struct zk_study *study);

#endif
