/* yotei_market.c: Yōtei drawn: three rows of cards with their piles, the players below, and one's own mystery cards.
 *
 * A card has its place and who is on it in its upper line; in it its name, what it needs and costs, and what it gives, in
 * signs that the legend names. Chosen is first a card, a pile or a mystery card, then what is done with it; any of
 * them can be opened (yotei_sheet.c). */
#include <stdio.h>
#include <string.h>

#include "fold.h"
#include "grid.h"
#include "yotei.h"

enum { TIERS = 3, SLOTS_MAX = 5, LINES = 3, LINES_MOST = 4, LARGE = 100 };
/* T33: so many stars end the game. */
enum { STARS_TO_END = 2 };

static const char *const tiers[TIERS] = {"III", "II", "I"}; /* from the top */

/* ---- Where things are drawn ---- */

struct market {
    const struct canvas *canvas;
    struct value view;
    int slots[TIERS], most, players;
    int column[SLOTS_MAX + 3]; /* of the lines; the last cell is the pile's */
    int row[TIERS + 1];
    int lines;                             /* in a card */
    int info_row, info_column, info_width; /* round, boxes, aim */
    int hand_row, hand_column, hand_width, hand_rows;
    int seats_row;
};

static int slots_of(struct value view, const char *tier) {
    int count = 0;
    struct each each = each_of(value_of(view, "slots"));
    while (each_next(&each)) count += strspn(each.key, "I") == strlen(tier);
    return count > SLOTS_MAX ? SLOTS_MAX : count;
}

/* Two players have three cards in each row, and room beside them; more have it in the upper rows, where fewer cards are. */
static void lay_out(struct market *market) {
    const struct canvas *canvas = market->canvas;
    bool large = canvas->columns >= LARGE, beside;
    for (int i = 0; i < TIERS; i++) {
        market->slots[i] = slots_of(market->view, tiers[i]);
        if (market->slots[i] > market->most) market->most = market->slots[i];
    }
    market->players = (int)value_count(value_of(market->view, "seats"));
    beside = market->most <= market->slots[0] + 1;
    int pile = large ? 14 : beside ? 11 : 9, info = !beside ? 0 : large ? 28 : 15;
    int width = market->most ? (canvas->columns - 1 - pile - info) / market->most : 1;
    for (int i = 0; i <= market->most; i++) market->column[i] = i * width;
    market->column[market->most + 1] = market->most * width + pile;
    int below = market->players + beside + 1;
    market->lines = (canvas->rows - below) / TIERS - 1;
    if (market->lines > LINES_MOST) market->lines = LINES_MOST;
    if (market->lines < LINES) market->lines = LINES;
    for (int i = 0; i <= TIERS; i++) market->row[i] = i * (market->lines + 1);
    market->seats_row = market->row[TIERS] + 1;
    if (beside) {
        market->info_column = market->column[market->most + 1] + 2;
        market->info_width = canvas->columns - market->info_column;
        market->hand_row = market->seats_row + market->players;
        market->hand_column = 1;
        market->hand_width = canvas->columns - 1;
        market->hand_rows = 1;
    } else {
        market->info_row = market->row[1] + 1;
        market->info_column = market->column[market->slots[1]] + 2;
        market->info_width = market->column[market->most] - market->info_column;
        market->hand_column = market->column[market->slots[0]] + 2;
        market->hand_width = market->column[market->most] - market->hand_column;
        market->hand_rows = market->lines + 1;
    }
}

static bool has_cell(const void *of, int x, int y) {
    const struct market *market = of;
    if (y < 0 || y >= TIERS || x < 0) return false;
    return x < market->slots[y] || x == market->most;
}

/* ---- Signs ---- */

static enum mark mark_of(char seat) {
    return seat == 'A' ? RED : seat == 'B' ? BLUE : seat == 'C' ? GREEN : YELLOW;
}

static bool is_pointed(const struct canvas *canvas, const char *part) {
    return strcmp(canvas->pointed, part) == 0;
}

/* Text cut off after so many columns, with a sign that it is. */
static void put_cut(const struct canvas *canvas, int row, int column, int columns,
                    enum mark mark, const char *text) {
    struct phrase cut = key_of(text, "");
    if (columns < 1) return;
    if ((int)width_of(text) > columns) {
        cut.text[fitting(text, (unsigned)columns - 1)] = '\0';
        cut = key_of(cut.text, "…");
    }
    canvas_put(canvas, row, column, mark, cut.text);
}

/* "MFF"; many of a kind are counted: "4B". */
static void put_letters(const char *letters, struct zk_text *out) {
    for (const char *at = letters; *at; at++) {
        uint64_t count = 0;
        if (strlen(letters) <= 3) {
            zk_text_put_char(out, *at);
            continue;
        }
        if (memchr(letters, *at, (size_t)(at - letters))) continue;
        for (const char *other = letters; *other; other++) count += *other == *at;
        if (count > 1) zk_text_put_uint(out, count);
        zk_text_put_char(out, *at);
    }
}

static void put_sign(const char *sign, struct value number, struct zk_text *out) {
    if (!value_int(number, 0)) return;
    if (out->used > 1) zk_text_put_char(out, ' ');
    zk_text_put(out, sign);
    zk_text_put(out, value_text(number).text);
}

/* "+L ♥2 ?1 *1". */
static struct phrase gives_signs(struct value land) {
    struct phrase signs = {""};
    struct zk_text text = zk_text_in(signs.text, sizeof signs.text);
    zk_text_put_char(&text, '+');
    put_letters(value_text(value_of(land, "gives")).text, &text);
    put_sign("♥", value_of(land, "charm"), &text);
    put_sign("?", value_of(land, "mystery"), &text);
    put_sign("*", value_of(land, "star"), &text);
    return signs;
}

static struct phrase down_signs(int tier) {
    static const char *const signs[TIERS] = {"+♥1", "+2p", "+T"};
    return key_of(signs[tier], "");
}

static struct phrase price_signs(struct value land) {
    struct value cost = value_of(land, "cost");
    if (value_bool(value_of(land, "bid"))) return phrase("term.yotei.bid", NULL);
    return key_of(value_text(cost).text, "p");
}

/* "FF !F": what it needs, and what of it is missing. */
static struct phrase needs_signs(struct value land, bool missing) {
    struct phrase signs = {""}, lacks = value_text(value_of(land, "lacks"));
    struct zk_text text = zk_text_in(signs.text, sizeof signs.text);
    put_letters(value_text(value_of(land, "needs")).text, &text);
    if (!*lacks.text || !missing) return signs;
    zk_text_put(&text, " !");
    put_letters(lacks.text, &text);
    return signs;
}

/* ---- A card ---- */

/* Those who are there, to the right in the upper line: "A B?" with the potatoes in their boxes. */
static void draw_people(const struct market *market, int row, int end,
                        struct value characters) {
    const struct canvas *canvas = market->canvas;
    struct each each = each_of(characters);
    int width = 0;
    while (each_next(&each)) {
        bool bid = value_of(each.value, "bid").at;
        width += 1 + (bid ? (int)strlen(yotei_laid(canvas->model, each.value).text) : 0);
    }
    int column = end - width;
    each = each_of(characters);
    while (each_next(&each)) {
        struct phrase seat = value_text(value_of(each.value, "seat"));
        column = canvas_put(canvas, row, column, mark_of(seat.text[0]), seat.text);
        if (value_of(each.value, "bid").at)
            column = canvas_put(canvas, row, column, BOLD,
                                yotei_laid(canvas->model, each.value).text);
    }
}

/* Place and people in the upper line; a dot where something can be done. */
static void draw_head(const struct market *market, int x, int y, const char *at,
                      struct value characters) {
    const struct canvas *canvas = market->canvas;
    int row = market->row[y], column = market->column[x] + 1, end = market->column[x + 1];
    bool pointed = is_pointed(canvas, at), can = canvas_can(canvas, at);
    if (can) column = canvas_put(canvas, row, column, BOLD, "•");
    canvas_put(canvas, row, column, pointed ? REVERSE : can ? BOLD : PLAIN, at);
    draw_people(market, row, end, characters);
    if (pointed)
        for (int i = 1; i <= market->lines; i++) {
            canvas_put(canvas, row + i, market->column[x], BOLD, ">");
            canvas_put(canvas, row + i, end, BOLD, "<");
        }
    canvas_spot(canvas, row, market->column[x] + 1, market->lines + 1,
                end - market->column[x] - 1, at);
}

/* What it needs to the left, what it costs to the right. */
static void draw_needs(const struct market *market, int row, int column, int columns,
                       struct value land) {
    const struct canvas *canvas = market->canvas;
    bool spacious = market->lines > LINES;
    struct phrase price = price_signs(land), needs = needs_signs(land, !spacious),
                  said = needs;
    int left = columns - (int)width_of(price.text) - 1;
    if (*needs.text && spacious)
        said = phrase("term.yotei.needs", "elements", needs.text, NULL);
    if ((int)width_of(said.text) > left) said = needs;
    put_cut(canvas, row, column, left, PLAIN, said.text);
    canvas_put(canvas, row, column + left + 1, BOLD, price.text);
    if (!spacious || !*value_text(value_of(land, "lacks")).text) return;
    struct zk_text text = zk_text_in(needs.text, sizeof needs.text);
    put_letters(value_text(value_of(land, "lacks")).text, &text);
    put_cut(canvas, row + 1, column, columns, YELLOW,
            phrase("term.yotei.missing", "elements", needs.text, NULL).text);
}

static void draw_slot(const struct market *market, int x, int y) {
    const struct canvas *canvas = market->canvas;
    struct phrase at = key_of(tiers[y], figure(x + 1).text);
    struct value slot = value_of(value_of(market->view, "slots"), at.text),
                 land = value_of(slot, "card");
    int row = market->row[y], column = market->column[x] + 1,
        columns = market->column[x + 1] - column;
    draw_head(market, x, y, at.text, value_of(slot, "characters"));
    if (!value_of(land, "id").at) {
        put_cut(canvas, row + 1, column, columns, DIM, phrase("yotei.slot.none", NULL).text);
    } else if (value_bool(value_of(slot, "turned"))) {
        put_cut(canvas, row + 1, column, columns, DIM, phrase("yotei.slot.turned", NULL).text);
        put_cut(canvas, row + 2, column, columns, PLAIN, yotei_side(at.text).text);
        canvas_put(canvas, row + market->lines, column, PLAIN, down_signs(y).text);
    } else {
        put_cut(canvas, row + 1, column, columns, BOLD,
                yotei_land_name(value_text(value_of(land, "name")).text).text);
        draw_needs(market, row + 2, column, columns, land);
        put_cut(canvas, row + market->lines, column, columns, GREEN, gives_signs(land).text);
    }
}

static void draw_pile(const struct market *market, int y) {
    const struct canvas *canvas = market->canvas;
    struct value pile = value_of(value_of(market->view, "piles"), tiers[y]);
    struct phrase price = value_text(value_of(pile, "price"));
    int x = market->most, row = market->row[y], column = market->column[x] + 1,
        columns = market->column[x + 1] - column;
    draw_head(market, x, y, tiers[y], value_of(pile, "characters"));
    struct phrase count = value_text(value_of(pile, "count")),
                  cards = phrase("yotei.deck", "n", count.text, NULL);
    canvas_put(canvas, row + 1, column, PLAIN,
               (int)width_of(cards.text) > columns ? count.text : cards.text);
    canvas_put(canvas, row + 2, column, BOLD, key_of(price.text, "p").text);
    canvas_put(canvas, row + market->lines, column, PLAIN, down_signs(y).text);
}

/* ---- Players ---- */

static struct phrase potatoes_of(const struct model *model, char seat, struct value player) {
    struct value range = value_of(player, "potatoes");
    struct phrase least = value_text(value_of(range, "least")),
                  most = value_text(value_of(range, "most"));
    bool open = seat == model->seat || model_is(model, "over");
    if (!open && !model->memory) return key_of("?p", "");
    if (strcmp(least.text, most.text) == 0) return key_of(least.text, "p");
    return key_of(key_of(key_of(least.text, "-").text, most.text).text, "p");
}

/* A row for each: letter, name, token, potatoes, charm, stars, characters at home, mystery cards, town. */
static void draw_seat(const struct market *market, int row, const char *seat,
                      struct value player) {
    enum {
        NAME = 4,
        TOKEN = 18,
        POTATOES = 20,
        CHARM = 27,
        STARS = 33,
        HOME = 37,
        CARDS = 42,
        TOWN = 46
    };
    const struct canvas *canvas = market->canvas;
    const struct model *model = canvas->model;
    bool acts = model_actor(model) == *seat, pointed = is_pointed(canvas, seat);
    char memory[128];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    if (pointed) canvas_put(canvas, row, 0, BOLD, ">");
    canvas_put(canvas, row, 1, mark_of(*seat), seat);
    if (acts) canvas_put(canvas, row, 2, BOLD, "→");
    put_cut(canvas, row, NAME, TOKEN - NAME - 1,
            pointed ? REVERSE
            : acts  ? BOLD
                    : PLAIN,
            model_name(model, *seat).text);
    if (value_is(value_of(market->view, "start"), seat))
        canvas_put(canvas, row, TOKEN, BOLD, "#");
    canvas_put(canvas, row, POTATOES, PLAIN, potatoes_of(model, *seat, player).text);
    canvas_put(canvas, row, CHARM, PLAIN,
               key_of("♥", value_text(value_of(player, "charm")).text).text);
    canvas_put(canvas, row, STARS, PLAIN,
               key_of("*", value_text(value_of(player, "stars")).text).text);
    for (int64_t i = 0; i < value_int(value_of(player, "home"), 0) && i < 4; i++)
        canvas_put(canvas, row, HOME + (int)i, mark_of(*seat), seat);
    canvas_put(canvas, row, CARDS, PLAIN,
               key_of("?", value_text(value_of(player, "cards")).text).text);
    struct phrase town = value_text(value_of(player, "elements"));
    for (const char *at = town.text; *at; at++) {
        uint64_t count = 0;
        if (memchr(town.text, *at, (size_t)(at - town.text))) continue;
        for (const char *other = town.text; *other; other++) count += *other == *at;
        if (text.used) zk_text_put_char(&text, ' ');
        if (count > 1) zk_text_put_uint(&text, count);
        zk_text_put_char(&text, *at);
    }
    canvas_put(canvas, row, TOWN, GREEN, memory);
    canvas_spot(canvas, row, 0, 1, canvas->columns, seat);
}

/* ---- One's mystery cards, and what can be done besides ---- */

/* Things that are chosen, side by side as far as they fit. */
struct flow {
    const struct market *market;
    int row, column;
};

static void flow_put(struct flow *flow, const char *part, const char *text) {
    const struct market *market = flow->market;
    const struct canvas *canvas = market->canvas;
    bool pointed = is_pointed(canvas, part), can = canvas_can(canvas, part);
    struct phrase said = key_of(pointed ? "> " : can ? "• " : "  ", text);
    int width = (int)width_of(said.text), end = market->hand_column + market->hand_width;
    if (width > market->hand_width) width = market->hand_width;
    if (flow->column + width > end) {
        flow->row++;
        flow->column = market->hand_column;
    }
    if (flow->row >= market->hand_row + market->hand_rows) return;
    put_cut(canvas, flow->row, flow->column, width,
            pointed ? REVERSE
            : can   ? BOLD
                    : PLAIN,
            said.text);
    canvas_spot(canvas, flow->row, flow->column, 1, width, part);
    flow->column += width + 2;
}

static bool is_aiming(const struct path *path) {
    return path->count >= 2 && strcmp(path->part[1], "use") == 0;
}

static const char *aim_key(const struct path *path) {
    const char *power = path->part[0];
    if (strcmp(power, "detour") == 0)
        return path->count > 2 ? "yotei.ask.to" : "yotei.ask.from";
    if (strcmp(power, "lantern") == 0) return "yotei.ask.box";
    return strcmp(power, "thaw") == 0 ? "yotei.ask.card" : "yotei.ask.own_bid";
}

static struct phrase aim_of_game(void) {
    return phrase("yotei.aim", "stars",
                  phrase("yotei.stars", "n", figure(STARS_TO_END).text, NULL).text, NULL);
}

/* Returns the row below. */
static int draw_hand(const struct market *market) {
    const struct canvas *canvas = market->canvas;
    struct flow flow = {market, market->hand_row, market->hand_column};
    struct value players = value_of(market->view, "seats"),
                 mine = value_of(players, (char[]){canvas->model->seat, 0});
    if (is_aiming(canvas->path))
        return canvas_fold(canvas, flow.row, flow.column, market->hand_rows,
                           market->hand_width, BOLD, phrase(aim_key(canvas->path), NULL).text);
    struct each each = each_of(value_of(mine, "hand"));
    while (each_next(&each)) {
        struct phrase id = value_text(each.value);
        flow_put(&flow, id.text, yotei_power_name(id.text).text);
    }
    if (canvas_can(canvas, "done"))
        flow_put(&flow, "done", phrase("yotei.act.done", NULL).text);
    if (canvas_can(canvas, "yield"))
        flow_put(&flow, "yield", phrase("yotei.act.yield", NULL).text);
    return flow.row + (flow.column > market->hand_column);
}

static struct phrase phase_of(const struct model *model, struct value view) {
    struct phrase stage = value_text(value_of(view, "stage")),
                  key = key_of("yotei.phase.", model_is(model, "over") ? "over" : stage.text);
    return has_words(key.text) ? phrase(key.text, NULL) : key_of("", "");
}

static void draw_info(const struct market *market, int hand_end) {
    const struct canvas *canvas = market->canvas;
    struct value view = market->view, boxes = value_of(view, "boxes");
    int row = market->info_row, column = market->info_column, width = market->info_width;
    bool beside = !market->info_row;
    struct phrase phase = phase_of(canvas->model, view);
    if (!beside && (int)width_of(phase.text) > width) row--; /* a long one has two rows */
    put_cut(canvas, row++, column, width, BOLD,
            phrase("yotei.round", "n", value_text(value_of(view, "round")).text, NULL).text);
    row = canvas_fold(canvas, row, column, 2, width, BOLD, phase.text);
    put_cut(canvas, row++, column, width, PLAIN,
            phrase("term.yotei.boxes", "left", value_text(value_of(boxes, "left")).text, "all",
                   value_text(value_of(boxes, "all")).text, NULL)
                .text);
    if (beside) /* room for more */
        canvas_fold(canvas, row + 1, column, market->row[TIERS] - row - 1, width, DIM,
                    aim_of_game().text);
    else
        canvas_fold(canvas, hand_end, market->hand_column,
                    market->hand_row + market->hand_rows - hand_end, market->hand_width, DIM,
                    aim_of_game().text);
}

/* ---- The legend ---- */

static void say_elements(struct zk_text *out) {
    for (const char *at = "MFTOLBSCW"; *at; at++) {
        if (*at != 'M') zk_text_put(out, "  ");
        zk_text_put_char(out, *at);
        zk_text_put_char(out, ' ');
        say(out, key_of("yotei.element.", (char[]){*at, 0}).text, NULL);
    }
}

static void say_signs(struct zk_text *out) {
    static const char *const signs[][2] = {
        {"p", "potatoes"}, {"♥", "charm"}, {"*", "stars"}, {"?", "mystery"},
        {"!", "missing"},  {"+", "gives"}, {"A?", "box"},  {"#", "token"},
        {"AA", "home"},    {"→", "turn"},  {"•", "can"},
    };
    for (unsigned i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (i) zk_text_put(out, "  ");
        zk_text_put(out, signs[i][0]);
        zk_text_put_char(out, ' ');
        say(out, key_of("term.yotei.sign.", signs[i][1]).text, NULL);
    }
}

static void yotei_legend(const struct model *model, struct value view, struct zk_text *out) {
    (void)model, (void)view;
    zk_text_put(out, aim_of_game().text);
    zk_text_put(out, "\n\n");
    say_elements(out);
    zk_text_put(out, "\n\n");
    say_signs(out);
}

/* ---- All of it ---- */

/* A place, a mystery card or a player that is opened, and a box that is being filled; what is done with it is in the
 * list. */
static bool yotei_opens(const struct path *path) {
    const char *last = path_last(path);
    if (path->count == 1) return strcmp(last, "done") != 0 && strcmp(last, "yield") != 0;
    if (!is_aiming(path)) return path->count == 2 && strcmp(last, "bid") == 0;
    if (strcmp(path->part[0], "detour") == 0) return path->count == 4;
    return path->count == 3;
}

static void draw_market(const struct canvas *canvas, struct value view) {
    struct market market = {.canvas = canvas, .view = view};
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    lay_out(&market);
    struct grid grid = {market.most + 1, TIERS, market.column, market.row, has_cell, &market};
    grid_draw(canvas, &grid);
    for (int y = 0; y < TIERS; y++) {
        for (int x = 0; x < market.slots[y]; x++) draw_slot(&market, x, y);
        draw_pile(&market, y);
    }
    int row = market.seats_row;
    struct each each = each_of(value_of(view, "seats"));
    while (each_next(&each)) draw_seat(&market, row++, each.key, each.value);
    draw_info(&market, draw_hand(&market));
    if (market.hand_row) row += market.hand_rows;
    if (row + 2 >= canvas->rows) return;
    say_elements(&text);
    zk_text_put_char(&text, '\n');
    say_signs(&text);
    canvas_fold(canvas, row + 1, 1, canvas->rows - row - 1, canvas->columns - 2, DIM, memory);
}

/* What is opened lies over the lower part, next to the list. */
static void yotei_draw(const struct canvas *canvas, struct value view) {
    struct canvas covered = *canvas;
    bool opens = yotei_opens(canvas->path);
    if (opens) covered.spots = NULL;
    draw_market(&covered, view);
    if (!opens) return;
    yotei_draw_sheet(canvas, view,
                     is_aiming(canvas->path) ? path_last(canvas->path)
                                             : canvas->path->part[0]);
}

static int yotei_rows(const struct model *model, struct value view) {
    int players = (int)value_count(value_of(view, "seats"));
    (void)model;
    return TIERS * (LINES + 1) + 1 + players + (players == 2);
}

/* ---- Choosing ---- */

enum { WORDS = 5 };

/* A place or a mystery card, then what is done with it, then with how many or where. */
static struct phrase yotei_part(const char *move, unsigned step) {
    char word[WORDS][24] = {""};
    struct phrase none = {""};
    sscanf(move, "%23s %23s %23s %23s %23s", word[0], word[1], word[2], word[3], word[4]);
    bool use = strcmp(word[0], "use") == 0;
    if (step == 0) return key_of(*word[1] ? word[1] : word[0], "");
    if (step == 1 && strcmp(word[0], "collect") == 0) { /* with its powers */
        const char *with = strstr(move, " with ");
        return key_of(word[0], with ? with : "");
    }
    if (step == 1) return *word[1] ? key_of(word[0], "") : none;
    if (use && strcmp(word[1], "detour") == 0) /* from where, to where, how */
        return step == 2   ? key_of(word[2], "")
               : step == 3 ? key_of(word[4], "")
               : step == 4 ? key_of(word[3], "")
                           : none;
    if (use) return step < 4 ? key_of(word[step], "") : none;
    return strcmp(word[0], "bid") == 0 && step == 2 ? key_of(word[2], "") : none;
}

static const char *amount_key(const struct path *path) {
    if (!is_aiming(path)) return "yotei.ask.bid";
    return strcmp(path->part[0], "regret") == 0 ? "yotei.ask.take" : "yotei.ask.add";
}

static void yotei_about(const struct model *model, struct value view, const struct path *path,
                        const char *part, struct zk_text *out) {
    if (*part >= '0' && *part <= '9') {
        const char *at = is_aiming(path) ? path_last(path) : path->part[0];
        say(out, amount_key(path), "card", yotei_card_name(view, at).text, NULL);
    } else if (yotei_is_place(view, part)) {
        yotei_say_place(model, view, part, out);
    } else if (yotei_is_seat(view, part)) {
        yotei_put_player(model, part, value_of(value_of(view, "seats"), part), out);
    } else if (strcmp(part, "bid") == 0) {
        say(out, "yotei.act.box", NULL);
    } else if (strcmp(part, "use") == 0) {
        say(out, "yotei.act.use", NULL);
    } else if (*part) {
        struct phrase does = key_of(key_of("yotei.mystery.", part).text, ".does");
        zk_text_put(out, yotei_power_name(part).text);
        if (!has_words(does.text)) return;
        put_stop(out);
        put_between(out);
        say(out, does.text, NULL);
    }
}

/* Whose box a lantern would look into there: somebody else's, if there is one. */
static struct phrase box_at(const struct model *model, struct value view, const char *at) {
    struct each each = each_of(value_of(value_of(value_of(view, "slots"), at), "characters"));
    struct phrase seat = key_of((char[]){model->seat, 0}, "");
    while (each_next(&each)) {
        struct phrase other = value_text(value_of(each.value, "seat"));
        if (value_of(each.value, "bid").at && other.text[0] != model->seat) seat = other;
    }
    return seat;
}

static void attempt_use(const struct model *model, struct value view, const struct path *path,
                        const char *at, struct zk_text *out) {
    const char *power = path->part[0];
    bool pile = yotei_is_pile(at);
    zk_text_put(out, "use ");
    zk_text_put(out, power);
    zk_text_put_char(out, ' ');
    if (strcmp(power, "detour") == 0) {
        zk_text_put(out, path->count > 2 ? path->part[2] : at);
        zk_text_put(out, path->count == 2 || pile ? " pile " : " place ");
        zk_text_put(out, path->count > 2 ? at : "I");
        return;
    }
    zk_text_put(out, at);
    if (strcmp(power, "lantern") == 0) {
        zk_text_put_char(out, ' ');
        zk_text_put(out, box_at(model, view, at).text);
    } else if (strcmp(power, "thaw") != 0) {
        zk_text_put(out, " 1");
    }
}

/* As in the browser (web/src/games/yotei/choose.ts). */
static void yotei_attempt(const struct model *model, struct value view,
                          const struct path *path, const char *part, struct zk_text *out) {
    struct value slot = value_of(value_of(view, "slots"), part);
    struct phrase phase = value_text(value_of(view, "phase"));
    bool turned = value_bool(value_of(slot, "turned")),
         bid = value_bool(value_of(value_of(slot, "card"), "bid"));
    if (!yotei_is_place(view, part)) return;
    if (is_aiming(path)) {
        attempt_use(model, view, path, part, out);
        return;
    }
    bool harvest = strcmp(phase.text, "collect") == 0 || strcmp(phase.text, "bidder") == 0;
    zk_text_put(out, harvest               ? "collect "
                     : yotei_is_pile(part) ? "pile "
                     : turned              ? "flip "
                     : bid                 ? "bid "
                                           : "place ");
    zk_text_put(out, part);
    if (!harvest && bid && !turned) zk_text_put(out, " 0");
}

const struct term_drawn yotei_drawn = {
    .rows = yotei_rows,
    .draw = yotei_draw,
    .part = yotei_part,
    .about = yotei_about,
    .opens = yotei_opens,
    .attempt = yotei_attempt,
    .legend = yotei_legend,
};
