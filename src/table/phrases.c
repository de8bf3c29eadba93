/* phrases.c: every sentence with which a table refuses, in English; see door.h. */
#include "door.h"

const struct zk_phrase zk_table_phrases[] = {
    {"message.wrong", "This message cannot be understood: {0}."},
    {"game.unknown", "There is no game \"{0}\" here."},
    {"clock.range", "The clocks can run for a day at most."},
    {"token.missing", "Only who holds a seat can do that."},
    {"token.wrong", "This link does not open a seat here. Ask for a new one."},
    {"table.unknown", "There is no such table."},
    {"table.waiting", "The game begins when every seat is taken."},
    {"table.paused", "The game is paused."},
    {"table.stale", "The game has moved on since; look again."},
    {"table.ahead", "This command knows more than has happened."},
    {"table.full", "This table has seen too much; open a new one."},
    {"table.not_playing", "No game is being played right now."},
    {"table.not_over", "The game is not over yet."},
    {"table.nothing_asked", "Nothing has been asked."},
    {"table.silent", "Nothing is said while this game is played."},
    {"seat.unknown", "There is no such seat at this table."},
    {"seat.not_yours", "Somebody else sits there."},
    {"seat.bot", "A bot sits there."},
    {"seat.taken", "Somebody sits there and is here."},
    {"seat.begun", "The game has begun; resign instead."},
    {"name.empty", "A name is needed."},
    {"bot.unknown", "There is no bot \"{0}\"."},
    {"bot.game", "This bot does not know this game."},
    {"undo.nothing", "There is no move of yours to take back."},
    {"hint.none", "There is nothing to decide for you right now."},
    {"hint.off", "This table is played without advice."},
    {"history.range", "There are no such events, or too many at once."},
    {"record.not_over", "There is a record when the game is over."},
    {"react.unknown", "There is no such sign."},
    {"tutorial.other", "That is allowed, but the first game goes another way here."},
    {"store.failed",
     "The server could not write that down, so it did not happen. Try again in a moment."},
    {NULL, NULL},
};

void zk_table_english(const struct zk_table *table, const struct zk_sentence *refusal,
                      struct zk_text *text) {
    if (!zk_phrase_put(zk_table_phrases, refusal, text))
        zk_sentence_english(table->game, refusal, text);
}
