/* phrases.c: every sentence with which a table refuses, in English; see door.h. */
#include "door.h"

const struct zk_phrase zk_table_phrases[] = {
    {"message.wrong", "This message makes no sense: {0}."},
    {"game.unknown", "There is no game \"{0}\" here."},
    {"clock.range", "A player can have 24 hours at most."},
    {"token.missing", "Only seated players can do that."},
    {"token.wrong", "This link does not open a seat here. Ask for a new one."},
    {"table.unknown", "There is no such table."},
    {"table.waiting", "The game begins when every seat is taken."},
    {"table.paused", "The game is paused."},
    {"table.stale", "Someone moved first. Have another look."},
    {"table.ahead", "This page is out of step with the game. Reload it."},
    {"table.full",
     "This table's history is full. A game can still be played to its end; then open a new table."},
    {"table.not_playing", "No game is being played right now."},
    {"table.not_over", "The game is not over yet."},
    {"table.nothing_asked", "Nothing has been asked."},
    {"table.silent", "No reactions during this game."},
    {"seat.unknown", "There is no such seat at this table."},
    {"seat.not_yours", "Sit down in this seat first."},
    {"seat.bot", "A bot sits there."},
    {"seat.taken", "That seat is taken."},
    {"seat.begun", "The game has started. You can resign instead."},
    {"seed.unasked", "No seed is waited for from this seat."},
    {"seed.wrong", "This is not the seed that was committed to."},
    {"key.wrong", "This key cannot be used here."},
    {"key.none", "This seat was taken without a key."},
    {"device.many", "Too many devices are in this seat. Put the others out first."},
    {"name.empty", "Please enter a name."},
    {"face.unknown", "There is no face \"{0}\"."},
    {"bot.unknown", "There is no bot \"{0}\"."},
    {"bot.game", "This bot does not know this game."},
    {"pause.ended",
     "Someone ended your pause. You can pause again after someone else's move."},
    {"undo.nothing", "You have no move to undo."},
    {"undo.gone", "Someone this move concerns is gone and cannot agree."},
    {"hint.none", "There is nothing for you to decide right now."},
    {"hint.off", "This table is played without advice."},
    {"history.range", "That part of the history is not available, or it is too long."},
    {"record.not_over", "You can save the game once it is over."},
    {"react.unknown", "There is no such reaction."},
    {"tutorial.other", "That is allowed, but the first game goes another way here."},
    {"store.failed", "The server could not save or read that. Try again in a moment."},
    {NULL, NULL},
};

void zk_table_english(const struct zk_table *table, const struct zk_sentence *refusal,
                      struct zk_text *text) {
    if (!zk_phrase_put(zk_table_phrases, refusal, text))
        zk_sentence_english(table->game, refusal, text);
}
