/* yotei.h: what Yōtei in words (yotei.c) and Yōtei drawn (yotei_market.c, yotei_sheet.c) share. A place is "I3" or, of a
 * pile, "II". */
#ifndef TERM_YOTEI_H
#define TERM_YOTEI_H

#include "model.h"
#include "screen.h"

/* ---- yotei.c ---- */

bool yotei_is_pile(const char *at);
/* A land card's name; those of our own sets are translated. */
struct phrase yotei_land_name(const char *name);
struct phrase yotei_power_name(const char *id);
/* "Mountain (I3)", "pile II". */
struct phrase yotei_card_name(struct value view, const char *at);
/* What a card of that place counts as face down. */
struct phrase yotei_side(const char *at);
/* What a card gives, in words. */
struct phrase yotei_given_by(struct value land);
/* Who is there, and what they laid as far as it is known. */
void yotei_put_people(const struct model *model, struct value characters, struct zk_text *out);
void yotei_say_place(const struct model *model, struct value view, const char *at,
                     struct zk_text *out);
/* What a player has, and their town. */
void yotei_put_player(const struct model *model, const char *seat, struct value player,
                      struct zk_text *out);

/* ---- yotei_sheet.c: a card, a mystery card or a player, opened ---- */

bool yotei_is_place(struct value view, const char *part);
bool yotei_is_seat(struct value view, const char *part);
/* The potatoes that lie with a character, as the reader knows them: "3", or "?". */
struct phrase yotei_laid(const struct model *model, struct value character);
void yotei_draw_sheet(const struct canvas *canvas, struct value view, const char *part);

/* ---- yotei_market.c ---- */

extern const struct term_drawn yotei_drawn;

#endif
