/* review.h: a finished game gone through again, move by move, and studied with the strong bot (docs/study.md).
 *
 * The record is told to a model as a table would tell it, with all cards open. A study judges one decision at a time, so
 * that keys are answered meanwhile. Both faces are here: line_review and screen_review. */
#ifndef TERM_REVIEW_H
#define TERM_REVIEW_H

#include "model.h"
#include "table/replay.h"

struct line_face;

struct review {
    struct zk_replay *replay;
    struct model model;
    char *record, *said, *position,
        *message; /* and what the replay has written: `said` holds `moves` */
    struct value moves;
    uint32_t at, moves_count;
    char reader;           /* the seat in which whoever reads it has played, or - */
    bool studying;         /* decisions are still to be judged */
    char *terms, *worst;   /* JSON; NULL before the study begins, and before it is over */
    char **point;          /* JSON: the decisions, in the order of the game */
    uint32_t points_count; /* that have been judged */
};

/* NULL when the record is wrong: why has been put. */
struct review *review_open(const char *record, struct zk_text *why);
void review_close(struct review *review);

/* The record's first line. */
struct value review_head(const struct review *review);

/* To the position after so many moves; the log has the lines of the last few. */
void review_go(struct review *review, uint32_t at);
/* On to the next move that says something, or back to the one before; cards that are dealt one by one say nothing. */
void review_step(struct review *review, int by);
/* What the last move has said; "" for nothing. */
const char *review_said(const struct review *review);

/* Begins to study; false when the game was not played to its end. */
bool review_study(struct review *review);
/* Judges the next decision; false when that was all. */
bool review_study_next(struct review *review);
/* How many decisions there are, those that are the only move included. */
uint32_t review_decisions(const struct review *review);
/* The place of the decision before which so many moves were made; false when there is none, or not yet. */
bool review_find(const struct review *review, uint32_t moves, uint32_t *place);

/* What was lost by a decision and what would have been better; or that there was no choice. */
void review_say_point(const struct review *review, uint32_t place, struct zk_text *out);
/* "Choices of Ben"; and these, a line each, the best first, at most so many with the one that was played among them; at the
 * position before it. */
void review_say_whose(const struct review *review, uint32_t place, struct zk_text *out);
void review_say_choices(const struct review *review, uint32_t place, unsigned most,
                        struct zk_text *out);
/* What each lost on average, and the costliest decisions, a line each. */
void review_say_summary(struct review *review, struct zk_text *out);
/* The costliest decisions: how many moves were made before that one; false when there is none of that place. */
bool review_worst(const struct review *review, uint32_t place, uint32_t *moves);

/* Line by line, until the person has seen enough. */
void line_review(struct line_face *face, struct review *review);
/* On the whole screen, which has been begun (screen.h). */
void screen_review(struct review *review);

#endif
