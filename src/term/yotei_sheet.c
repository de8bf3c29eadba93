/* yotei_sheet.c: a card of Yōtei opened: what it gives, what it needs with what this player is missing (the engine says
 * that), its price, where it lies and who is there. A mystery card and a player's town are opened in the same way. */
#include <string.h>

#include "yotei.h"

bool yotei_is_place(struct value view, const char *part) {
    return value_of(value_of(view, "slots"), part).at ||
           (yotei_is_pile(part) && value_of(value_of(view, "piles"), part).at);
}

bool yotei_is_seat(struct value view, const char *part) {
    return strlen(part) == 1 && value_of(value_of(view, "seats"), part).at;
}

struct phrase yotei_laid(const struct model *model, struct value character) {
    struct value laid = value_of(character, "laid"), least = value_of(character, "least"),
                 most = value_of(character, "most");
    bool mine = value_text(value_of(character, "seat")).text[0] == model->seat;
    if (laid.at) return value_text(laid);
    if ((model->memory || mine) && least.at && value_int(least, 0) == value_int(most, -1))
        return value_text(least);
    return key_of("?", "");
}

enum { ROWS_MOST = 16 };

/* Rows between the lines of the sheet, from the top on. */
struct sheet {
    const struct canvas *canvas;
    int row, labels; /* labels: how many columns those have */
    struct phrase title;
};

static void put_text(struct sheet *sheet, enum mark mark, const char *text) {
    const struct canvas *canvas = sheet->canvas;
    sheet->row =
        canvas_fold(canvas, sheet->row, 2, ROWS_MOST, canvas->columns - 4, mark, text);
}

static void put_labelled(struct sheet *sheet, const char *key, const char *text) {
    const struct canvas *canvas = sheet->canvas;
    canvas_put(canvas, sheet->row, 2, DIM, phrase(key, NULL).text);
    sheet->row = canvas_fold(canvas, sheet->row, 2 + sheet->labels, ROWS_MOST,
                             canvas->columns - 4 - sheet->labels, PLAIN, text);
}

static int count_of(const char *letters, char letter) {
    int count = 0;
    for (; *letters; letters++) count += *letters == letter;
    return count;
}

/* "2 × Farmland (1 missing), Forest (you have it)". */
static struct phrase needs_of(struct value land) {
    struct phrase needs = value_text(value_of(land, "needs"));
    struct value lacks = value_of(land, "lacks");
    struct phrase missing = value_text(lacks);
    struct row row;
    row_begin(&row);
    for (const char *at = needs.text; *at; at++) {
        int n = count_of(needs.text, *at), short_of = count_of(missing.text, *at);
        struct phrase what = phrase(key_of("yotei.element.", (char[]){*at, 0}).text, NULL);
        if (memchr(needs.text, *at, (size_t)(at - needs.text))) continue;
        if (n > 1) what = phrase("yotei.times", "what", what.text, "n", figure(n).text, NULL);
        if (lacks.at)
            what = phrase(
                "yotei.card", "card", what.text, "slot",
                short_of ? phrase("yotei.need.missing", "n", figure(short_of).text, NULL).text
                         : phrase("yotei.need.met", NULL).text,
                NULL);
        row_put(&row, what.text);
    }
    return key_of(row_end(&row, false), "");
}

static struct phrase price_of(struct value land) {
    struct value cost = value_of(land, "cost");
    if (value_bool(value_of(land, "bid"))) return phrase("yotei.bid", NULL);
    return value_int(cost, 0) ? phrase("yotei.potatoes", "n", value_text(cost).text, NULL)
                              : phrase("yotei.free", NULL);
}

static struct phrase down_price(struct value view, const char *at) {
    char tier[4] = {0};
    memcpy(tier, at, strspn(at, "I") % 4);
    struct value price = value_of(value_of(value_of(view, "piles"), tier), "price");
    return value_int(price, 0) ? phrase("yotei.potatoes", "n", value_text(price).text, NULL)
                               : phrase("yotei.free", NULL);
}

static struct phrase where_of(struct value view, const char *at) {
    char tier[4] = {0};
    size_t size = strspn(at, "I");
    memcpy(tier, at, size % 4);
    if (!yotei_is_pile(at))
        return phrase("yotei.where", "tier", tier, "n", at + size, "slot", at, NULL);
    return phrase("yotei.deck", "n",
                  value_text(value_of(value_of(value_of(view, "piles"), at), "count")).text,
                  NULL);
}

static void put_title(struct sheet *sheet, const char *text) {
    sheet->title = key_of(key_of(" ", text).text, " ");
}

static void draw_place(struct sheet *sheet, struct value view, const char *at) {
    const struct model *model = sheet->canvas->model;
    bool pile = yotei_is_pile(at);
    struct value slot = value_of(value_of(view, pile ? "piles" : "slots"), at),
                 land = value_of(slot, "card");
    bool up = value_of(land, "id").at && !value_bool(value_of(slot, "turned"));
    bool none = !pile && !value_of(land, "id").at;
    char memory[1024];
    struct zk_text people = zk_text_in(memory, sizeof memory);
    put_title(sheet, pile   ? phrase("yotei.pile", "tier", at, NULL).text
                     : none ? phrase("yotei.slot.none", NULL).text
                     : up   ? yotei_land_name(value_text(value_of(land, "name")).text).text
                            : phrase("yotei.slot.turned", NULL).text);
    put_text(sheet, PLAIN, where_of(view, at).text);
    if (!none) {
        put_labelled(sheet, "yotei.set.gives",
                     up ? yotei_given_by(land).text : yotei_side(at).text);
        if (up && !*value_text(value_of(land, "needs")).text)
            put_text(sheet, PLAIN, phrase("yotei.needs.none", NULL).text);
        else if (up)
            put_labelled(sheet, "yotei.set.needs", needs_of(land).text);
        put_labelled(sheet, "yotei.set.price",
                     up ? price_of(land).text : down_price(view, at).text);
    }
    yotei_put_people(model, value_of(slot, "characters"), &people);
    put_text(sheet, BOLD, memory);
}

static int label_width(void) {
    static const char *const keys[] = {"yotei.set.gives", "yotei.set.needs",
                                       "yotei.set.price"};
    int most = 0;
    for (unsigned i = 0; i < 3; i++) {
        int width = (int)width_of(phrase(keys[i], NULL).text);
        if (width > most) most = width;
    }
    return most + 2;
}

static void put_all(struct sheet *sheet, struct value view, const char *part) {
    const struct model *model = sheet->canvas->model;
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    if (yotei_is_place(view, part)) {
        draw_place(sheet, view, part);
    } else if (yotei_is_seat(view, part)) {
        put_title(sheet,
                  phrase("yotei.town", "name", model_name(model, *part).text, NULL).text);
        yotei_put_player(model, part, value_of(value_of(view, "seats"), part), &text);
        put_text(sheet, PLAIN, memory);
    } else {
        put_title(sheet, yotei_power_name(part).text);
        say(&text, key_of(key_of("yotei.mystery.", part).text, ".does").text, NULL);
        put_text(sheet, PLAIN, memory);
    }
}

void yotei_draw_sheet(const struct canvas *canvas, struct value view, const char *part) {
    struct sheet sheet = {.canvas = canvas, .labels = label_width()};
    sheet.row = canvas->rows; /* below the canvas, to see how high it is */
    put_all(&sheet, view, part);
    int height = sheet.row - canvas->rows + 2, top = canvas->rows - height;
    if (top < 0) top = 0;
    for (int row = top; row < canvas->rows; row++)
        for (int column = 0; column < canvas->columns; column++)
            canvas_put(canvas, row, column, PLAIN, " ");
    sheet.row = top + 1;
    put_all(&sheet, view, part);
    canvas_box(canvas, top, 0, canvas->rows - top, canvas->columns, PLAIN);
    canvas_put(canvas, top, 2, BOLD, sheet.title.text);
}
