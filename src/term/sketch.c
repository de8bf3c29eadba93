/* sketch.c: Yokai Sketch in words, for the terminal. What it says is what the browser says, by the same
 * keys (web/src/games/sketch/tell.ts); the view is that of src/games/sketch/show.c. */
#include <string.h>

#include "model.h"
#include "screen.h"

extern const struct term_game term_sketch;

static const char colours[] = "RBGY";

/* ---- Names ---- */

static struct phrase of_colour(const char *start, char colour) {
    return phrase(key_of(start, (char[]){colour, 0}).text, NULL);
}

static struct phrase card_name(const char *card) {
    if (strlen(card) < 2 || !strchr(colours, card[0]) || !strchr(colours, card[1]))
        return key_of(card, "");
    const char *key = card[2] == 'c'   ? "sketch.card.call"
                      : card[2] == 'd' ? "sketch.card.distract"
                                       : "sketch.card.plain";
    return phrase(key, "a", of_colour("sketch.element.", card[0]).text, "b",
                  of_colour("sketch.element.", card[1]).text, NULL);
}

/* A move taken apart: "play RBc>R call G", "play RBd>R distract". */
struct play {
    bool is_play;
    char card[4], to, call;
    bool distract;
};

static struct play read_play(const char *move) {
    struct play play = {0};
    const char *arrow = strchr(move, '>');
    size_t size = arrow ? (size_t)(arrow - move) : 0;
    if (strncmp(move, "play ", 5) != 0 || size < 7 || size > 8) return play;
    play.is_play = true;
    memcpy(play.card, move + 5, size - 5);
    play.to = arrow[1];
    const char *call = strstr(arrow, " call ");
    if (call) play.call = call[6];
    play.distract = strstr(arrow, " distract") != NULL;
    return play;
}

static struct value stack_of(struct value view, char colour) {
    struct each each = each_of(value_of(view, "stacks"));
    while (each_next(&each))
        if (value_text(value_of(each.value, "colour")).text[0] == colour) return each.value;
    return (struct value){0};
}

static size_t laid_on(struct value stack, const char *seat) {
    return value_count(value_of(value_of(stack, "laid"), seat));
}

/* ---- The log ---- */

static void put_result(const struct model *model, char stack, struct value check,
                       struct zk_text *out) {
    struct value laid = value_of(check, "laid"), drawn = value_of(check, "drawn"),
                 frightened = value_of(check, "frightened");
    int64_t a = value_int(value_at(laid, 0), 0), b = value_int(value_at(laid, 1), 0);
    if (frightened.at) {
        next_sentence(out);
        say(out, "sketch.log.frightened", "yokai", of_colour("sketch.yokai.", stack).text,
            "number", value_text(frightened).text, "count", figure(a).text, NULL);
    } else if (drawn.at) {
        next_sentence(out);
        say(out, "sketch.log.drawn", "yokai", of_colour("sketch.yokai.", stack).text, "number",
            value_text(drawn).text, "most", figure(a > b ? a : b).text, "least",
            figure(a > b ? b : a).text, "name",
            model_name(model, value_text(value_of(check, "by")).text[0]).text, NULL);
    }
}

static void put_results(const struct model *model, struct value did, struct zk_text *out) {
    struct value ends = value_of(did, "ends");
    for (const char *colour = colours; *colour; colour++)
        put_result(model, *colour, value_of(did, (char[]){*colour, 0}), out);
    if (ends.at) {
        next_sentence(out);
        say(out, "sketch.log.ends", "on",
            of_colour("sketch.on.", value_text(ends).text[0]).text, NULL);
    }
}

static void put_play(const struct model *model, struct play play, char by, struct value did,
                     struct value after, struct zk_text *out) {
    struct phrase name = model_name(model, by), card = card_name(play.card),
                  on = of_colour("sketch.on.", play.to),
                  onto = of_colour("sketch.to.", play.to);
    struct value calls = value_of(did, "calls"), target = value_of(did, "distracts");
    if (play.call) {
        say(out, calls.at ? "sketch.log.call" : "sketch.log.call_some", "name", name.text,
            "card", card.text, "on", on.text, "onto", onto.text, "from",
            of_colour("sketch.from.", play.call).text, "number", value_text(calls).text, NULL);
        next_sentence(out);
        say(out, "sketch.log.called", "element", of_colour("sketch.attribute.", play.to).text,
            NULL);
    } else if (play.distract && !target.at) {
        say(out, "sketch.log.distract_some", "name", name.text, "card", card.text, "on",
            on.text, "onto", onto.text, NULL);
        return;
    } else if (play.distract) {
        say(out, "sketch.log.distract", "name", name.text, "card", card.text, "on", on.text,
            "onto", onto.text, "opponent", model_name(model, by == 'A' ? 'B' : 'A').text,
            "target", card_name(value_text(value_of(target, "card")).text).text, "from",
            of_colour("sketch.from.", value_text(value_of(target, "from")).text[0]).text, "to",
            of_colour("sketch.to.", value_text(value_of(target, "to")).text[0]).text, NULL);
    } else {
        struct value stack = stack_of(after, play.to), top = value_of(stack, "top");
        struct value short_of = value_of(did, (char[]){play.to, 0});
        bool is_short = value_int(top, 0) > 0 && value_int(short_of, -1) >= 0;
        say(out, is_short ? "sketch.log.play_short" : "sketch.log.play", "name", name.text,
            "card", card.text, "on", on.text, "onto", onto.text, "laid",
            figure((int64_t)(laid_on(stack, "A") + laid_on(stack, "B"))).text, "number",
            value_text(top).text, NULL);
        if (is_short) return;
    }
    put_results(model, did, out);
}

static void sketch_log(const struct model *model, struct value entry, struct value before,
                       struct value after, struct zk_text *out) {
    struct phrase move = value_text(value_of(entry, "move")),
                  by = value_text(value_of(entry, "by"));
    struct value did = value_of(entry, "did");
    char seat = by.text[0];
    if (strcmp(by.text, "chance") == 0) seat = value_text(value_of(before, "turn")).text[0];
    struct play play = read_play(move.text);
    if (play.is_play) {
        put_play(model, play, seat, did, after, out);
    } else if (strcmp(move.text, "end") == 0) {
        bool pass = before.at && value_int(value_of(before, "played"), 1) == 0;
        say(out, pass ? "sketch.log.pass" : "sketch.log.end", "name",
            model_name(model, seat).text, NULL);
    } else if (strncmp(move.text, "first ", 6) == 0) {
        say(out, "sketch.log.first", "name", model_name(model, move.text[6]).text, NULL);
    } else if (strcmp(move.text, "draw ?") == 0 && seat) {
        say(out, "sketch.log.draw", "name", model_name(model, seat).text, NULL);
    } else if (strncmp(move.text, "draw ", 5) == 0 && seat) {
        say(out, "sketch.log.draw_card", "name", model_name(model, seat).text, "card",
            card_name(move.text + 5).text, NULL);
    } else if (strncmp(move.text, "reveal ", 7) == 0 && strlen(move.text) > 9) {
        say(out, "sketch.log.reveal", "on", of_colour("sketch.on.", move.text[7]).text,
            "number", move.text + 9, NULL);
        put_results(model, did, out);
    }
    if (value_bool(value_of(did, "shuffles"))) {
        next_sentence(out);
        say(out, "sketch.log.shuffled", NULL);
    }
}

/* ---- What is expected ---- */

static void sketch_expects(const struct model *model, struct value view, bool mine,
                           struct zk_text *out) {
    struct phrase phase = value_text(value_of(view, "phase"));
    (void)model;
    if (strcmp(phase.text, "play") != 0) {
        struct phrase key = key_of("sketch.expects.", phase.text);
        say(out, has_words(key.text) ? key.text : "sketch.expects.deal", NULL);
    } else if (value_int(value_of(view, "played"), 0)) {
        say(out, mine ? "sketch.expects.more.mine" : "sketch.expects.more.theirs", "n",
            value_text(value_of(view, "left")).text, NULL);
    } else if (value_bool(value_of(view, "must"))) {
        say(out, mine ? "sketch.expects.must.mine" : "sketch.expects.must.theirs", NULL);
    } else {
        say(out, mine ? "sketch.expects.may.mine" : "sketch.expects.may.theirs", NULL);
    }
}

/* ---- The board ---- */

static void put_numbers(const char *key, struct value numbers, struct zk_text *out) {
    struct row row;
    if (!value_count(numbers)) return;
    row_begin(&row);
    struct each each = each_of(numbers);
    while (each_next(&each)) row_put(&row, value_text(each.value).text);
    next_sentence(out);
    say(out, key, "numbers", row_end(&row, false), NULL);
}

static void put_stack(const struct model *model, struct value stack, struct zk_text *line) {
    char colour = value_text(value_of(stack, "colour")).text[0];
    const char *near = model->seat == 'B' ? "B" : "A", *far = model->seat == 'B' ? "A" : "B";
    int64_t size = value_int(value_of(stack, "size"), 0),
            top = value_int(value_of(stack, "top"), 0);
    int64_t mine = (int64_t)laid_on(stack, near), theirs = (int64_t)laid_on(stack, far);
    say(line,
        !size  ? "sketch.stack.says_empty"
        : !top ? "sketch.stack.says_down"
               : "sketch.stack.says",
        "stack", of_colour("sketch.stack.", colour).text, "number", figure(top).text, "laid",
        figure(mine + theirs).text, "near", model_name(model, *near).text, "mine",
        figure(mine).text, "far", model_name(model, *far).text, "theirs", figure(theirs).text,
        NULL);
    if (!size) return;
    next_sentence(line);
    say(line, "sketch.below.count", "n", figure(size - 1).text, NULL);
    put_numbers("sketch.below.covered", value_of(stack, "covered"), line);
    put_numbers("sketch.below.bottom", value_of(stack, "bottom"), line);
}

static void put_notebook(const struct model *model, char seat, struct value player,
                         struct zk_text *line) {
    say(line, "sketch.notebook.says", "name", model_name(model, seat).text, "n",
        value_text(value_of(player, "points")).text, NULL);
    for (const char *colour = colours; *colour; colour++) {
        struct row row;
        row_begin(&row);
        struct each each = each_of(value_of(player, "notebook"));
        while (each_next(&each)) {
            struct phrase yokai = value_text(each.value);
            if (yokai.text[0] == *colour) row_put(&row, yokai.text + 1);
        }
        if (!row.count) continue;
        next_sentence(line);
        say(line, "sketch.notebook.colour", "element",
            of_colour("sketch.element.", *colour).text, "numbers", row_end(&row, false), NULL);
    }
}

/* Cards by notation and name: "RB fire–water". */
static void put_cards(struct value cards, struct zk_text *out) {
    struct row row;
    row_begin(&row);
    struct each each = each_of(cards);
    while (each_next(&each)) {
        struct phrase card = value_text(each.value), with = key_of(card.text, " ");
        row_put(&row, key_of(with.text, card_name(card.text).text).text);
    }
    zk_text_put(out, row_end(&row, false));
}

static void put_line(struct zk_text *out, const struct zk_text *line, const char *letter) {
    zk_text_put(out, letter);
    zk_text_put(out, *letter ? "  " : "");
    zk_text_put(out, line->data);
    zk_text_put_char(out, '\n');
}

static void sketch_board(const struct model *model, struct value view, struct zk_text *out) {
    char memory[2048];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    struct each each = each_of(value_of(view, "stacks"));
    while (each_next(&each)) {
        zk_text_clear(&line);
        put_stack(model, each.value, &line);
        put_line(out, &line, value_text(value_of(each.value, "colour")).text);
    }
    each = each_of(value_of(view, "players"));
    while (each_next(&each)) {
        struct value hand = value_of(each.value, "hand"),
                     known = value_of(each.value, "known");
        zk_text_clear(&line);
        put_notebook(model, each.key[0], each.value, &line);
        if (!hand.at) {
            next_sentence(&line);
            say(&line, "sketch.holds", "name", model_name(model, each.key[0]).text, "n",
                value_text(value_of(each.value, "cards")).text, NULL);
            put_stop(&line);
        }
        put_line(out, &line, "");
        zk_text_clear(&line);
        if (each.key[0] == model->seat) {
            say(&line, "sketch.hand", "n", value_text(value_of(each.value, "cards")).text,
                NULL);
            if (value_count(hand)) {
                put_colon(&line);
                put_cards(hand, &line);
            }
            put_line(out, &line, "");
        } else if (value_count(hand) || (model->memory && value_count(known))) {
            zk_text_put(&line, model_name(model, each.key[0]).text);
            put_colon(&line);
            put_cards(hand.at ? hand : known, &line);
            put_line(out, &line, "");
        }
    }
    zk_text_clear(&line);
    say(&line, "sketch.deck", NULL);
    put_colon(&line);
    zk_text_put(&line, value_text(value_of(view, "deck")).text);
    put_line(out, &line, "");
    zk_text_clear(&line);
    say(&line, "sketch.discards", NULL);
    put_colon(&line);
    zk_text_put(&line, figure((int64_t)value_count(value_of(view, "discards"))).text);
    put_line(out, &line, "");
}

/* ---- The board drawn: four stacks side by side, the other player above, one's own hand below ---- */

enum { STACK_WIDTH = 19, STACK_HEIGHT = 8 };

static enum mark mark_of(char colour) {
    return colour == 'R' ? RED : colour == 'B' ? BLUE : colour == 'G' ? GREEN : YELLOW;
}

/* "RB RG RBc" in two rows, in the colour of their stack. */
static void draw_cards(const struct canvas *canvas, int row, int column, char colour,
                       struct value cards) {
    char memory[128];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct each each = each_of(cards);
    while (each_next(&each)) {
        if (text.used) zk_text_put_char(&text, ' ');
        zk_text_put(&text, value_text(each.value).text);
    }
    canvas_fold(canvas, row, column, 2, STACK_WIDTH - 3, mark_of(colour), memory);
}

/* The part that is chosen at a step, or pointed at. */
static const char *part_at(const struct canvas *canvas, unsigned step) {
    if (step < canvas->path->count) return canvas->path->part[step];
    return step == canvas->path->count ? canvas->pointed : "";
}

/* Whether the card that is chosen goes there, or calls from there. */
static bool is_target(const struct canvas *canvas, char colour) {
    const char *to = part_at(canvas, 1), *ability = part_at(canvas, 2);
    return *to == colour || (strncmp(ability, "call ", 5) == 0 && ability[5] == colour);
}

static void draw_stack(const struct canvas *canvas, int column, struct value stack,
                       const char *near, const char *far) {
    char colour = value_text(value_of(stack, "colour")).text[0], memory[128];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    int64_t size = value_int(value_of(stack, "size"), 0),
            top = value_int(value_of(stack, "top"), 0);
    size_t laid = laid_on(stack, "A") + laid_on(stack, "B");
    bool target = is_target(canvas, colour);
    canvas_box(canvas, 1, column, STACK_HEIGHT, STACK_WIDTH, mark_of(colour));
    zk_text_put_char(&text, target ? '>' : ' ');
    zk_text_put_char(&text, colour);
    zk_text_put_char(&text, ' ');
    zk_text_put(&text, of_colour("sketch.element.", colour).text);
    zk_text_put_char(&text, target ? '<' : ' ');
    if (canvas->path->count == 1)
        canvas_spot(canvas, 1, column, STACK_HEIGHT, STACK_WIDTH, (char[]){colour, 0});
    canvas_put(canvas, 1, column + 2, target ? REVERSE : mark_of(colour), memory);
    draw_cards(canvas, 2, column + 2, colour, value_of(value_of(stack, "laid"), far));
    zk_text_clear(&text);
    if (!size) {
        say(&text, "sketch.stack.empty", NULL);
    } else if (top) {
        zk_text_put(&text, "[ ");
        zk_text_put_int(&text, top);
        zk_text_put(&text, " ]  ");
        say(&text, "sketch.of", "laid", figure((int64_t)laid).text, "number", figure(top).text,
            NULL);
    } else {
        zk_text_put(&text, "[ ? ]");
    }
    canvas_put(canvas, 4, column + 3, BOLD, memory);
    draw_cards(canvas, 6, column + 2, colour, value_of(value_of(stack, "laid"), near));
    if (size < 2) return;
    zk_text_clear(&text);
    say(&text, "sketch.below", NULL);
    zk_text_put_char(&text, ' ');
    struct each each = each_of(value_of(stack, "covered"));
    int64_t known = (int64_t)value_count(value_of(stack, "covered")),
            bottom = (int64_t)value_count(value_of(stack, "bottom"));
    while (each_next(&each)) zk_text_put(&text, value_text(each.value).text);
    for (int64_t i = 0; i < size - 1 - known - bottom; i++) zk_text_put_char(&text, '?');
    each = each_of(value_of(stack, "bottom"));
    while (each_next(&each)) zk_text_put(&text, value_text(each.value).text);
    canvas_put(canvas, 5, column + 3, DIM, memory);
}

static void draw_player(const struct canvas *canvas, int row, const char *seat,
                        struct value player) {
    char memory[512];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    put_notebook(canvas->model, *seat, player, &text);
    if (!value_of(player, "hand").at) {
        next_sentence(&text);
        say(&text, "sketch.holds", "name", model_name(canvas->model, *seat).text, "n",
            value_text(value_of(player, "cards")).text, NULL);
        put_stop(&text);
    }
    canvas_put(canvas, row, 1, PLAIN, memory);
}

/* What the other holds, where a study shows it: at the end of their row. */
static void draw_far_hand(const struct canvas *canvas, struct value hand) {
    char memory[128] = "  ";
    struct zk_text text = {.data = memory, .size = sizeof memory, .used = 2};
    struct each each = each_of(hand);
    while (each_next(&each)) {
        zk_text_put(&text, value_text(each.value).text);
        zk_text_put_char(&text, ' ');
    }
    if (value_count(hand))
        canvas_put(canvas, 0, canvas->columns - (int)text.used, BOLD, memory);
}

static void sketch_draw(const struct canvas *canvas, struct value view) {
    const char *near = canvas->model->seat == 'B' ? "B" : "A", *far = *near == 'B' ? "A" : "B";
    struct value players = value_of(view, "players");
    char memory[256];
    int column = 1;
    draw_player(canvas, 0, far, value_of(players, far));
    draw_far_hand(canvas, value_of(value_of(players, far), "hand"));
    struct each each = each_of(value_of(view, "stacks"));
    for (; each_next(&each); column += STACK_WIDTH)
        draw_stack(canvas, column, each.value, near, far);
    draw_player(canvas, STACK_HEIGHT + 1, near, value_of(players, near));
    column = 1;
    each = each_of(value_of(value_of(players, near), "hand"));
    while (each_next(&each)) {
        struct phrase card = value_text(each.value);
        struct zk_text text = zk_text_in(memory, sizeof memory);
        /* Between two signs for those who do not see that it is reversed. */
        bool chosen = strcmp(part_at(canvas, 0), card.text) == 0;
        zk_text_put_char(&text, chosen ? '>' : ' ');
        zk_text_put(&text, card.text);
        zk_text_put_char(&text, chosen ? '<' : ' ');
        if (!canvas->path->count && canvas_can(canvas, card.text))
            canvas_spot(canvas, STACK_HEIGHT + 2, column, 1, (int)text.used, card.text);
        column = canvas_put(canvas, STACK_HEIGHT + 2, column,
                            chosen ? REVERSE : mark_of(card.text[0]), memory);
        column = canvas_put(canvas, STACK_HEIGHT + 2, column, PLAIN, "  ");
    }
    struct zk_text text = zk_text_in(memory, sizeof memory);
    say(&text, "sketch.deck", NULL);
    zk_text_put_char(&text, ' ');
    zk_text_put(&text, value_text(value_of(view, "deck")).text);
    zk_text_put(&text, "   ");
    say(&text, "sketch.discards", NULL);
    zk_text_put_char(&text, ' ');
    zk_text_put(&text, figure((int64_t)value_count(value_of(view, "discards"))).text);
    canvas_put(canvas, STACK_HEIGHT + 2, 50, DIM, memory);
}

/* ---- Choosing ---- */

/* A card, then its stack; of one with an ability then whether it is used. */
static struct phrase sketch_part(const char *move, unsigned step) {
    struct play play = read_play(move);
    const char *ability = strchr(move, '>');
    if (!play.is_play) return key_of(step ? "" : move, "");
    if (step == 0) return key_of(play.card, "");
    if (step == 1) return key_of((char[]){play.to, 0}, "");
    if (step > 2 || !play.card[2]) return key_of("", "");
    return key_of(ability[2] ? ability + 3 : "plain", "");
}

/* A stack that is clicked, though the card cannot go there; what an ability would do. */
static void sketch_about(const struct model *model, struct value view, const struct path *path,
                         const char *part, struct zk_text *out) {
    bool calls = strncmp(part, "call ", 5) == 0;
    struct value stack = stack_of(view, calls ? part[5] : *part);
    if (path->count == 1 && stack.at)
        put_stack(model, stack, out);
    else if (calls)
        say(out, "sketch.see.call", "number", value_text(value_of(stack, "top")).text, "what",
            of_colour("sketch.element.", part[5]).text, NULL);
    else if (path->count == 2)
        say(out, strcmp(part, "distract") == 0 ? "sketch.act.distract" : "sketch.act.without",
            NULL);
}

static void sketch_attempt(const struct model *model, struct value view,
                           const struct path *path, const char *part, struct zk_text *out) {
    (void)model, (void)view;
    if (path->count != 1) return;
    zk_text_put(out, "play ");
    zk_text_put(out, path->part[0]);
    zk_text_put_char(out, '>');
    zk_text_put(out, part);
}

/* ---- The legend ---- */

static void say_sign(const char *sign, const char *key, struct zk_text *out) {
    zk_text_put(out, sign);
    zk_text_put(out, "  ");
    say(out, key, NULL);
    zk_text_put_char(out, '\n');
}

static void sketch_legend(const struct model *model, struct value view, struct zk_text *out) {
    char near = model->seat == 'B' ? 'B' : 'A', far = near == 'B' ? 'A' : 'B';
    (void)view;
    for (const char *colour = colours; *colour; colour++) {
        if (*colour != 'R') zk_text_put(out, "  ");
        zk_text_put_char(out, *colour);
        zk_text_put_char(out, ' ');
        zk_text_put(out, of_colour("sketch.element.", *colour).text);
    }
    zk_text_put_char(out, '\n');
    say_sign("RB", "term.sketch.sign.card", out);
    say_sign("RBc", "term.sketch.sign.call", out);
    say_sign("RBd", "term.sketch.sign.distract", out);
    say_sign("[ 5 ]", "term.sketch.sign.number", out);
    say_sign(phrase("sketch.of", "laid", "2", "number", "5", NULL).text, "term.sketch.sign.of",
             out);
    say_sign(key_of(phrase("sketch.below", NULL).text, " ???").text, "term.sketch.sign.below",
             out);
    say_sign("?", "term.sketch.sign.unseen", out);
    say(out, "term.sketch.sign.sides", "far", model_name(model, far).text, "near",
        model_name(model, near).text, NULL);
    put_stop(out);
    zk_text_put_char(out, '\n');
}

/* ---- Moves ---- */

static void sketch_describe(const struct model *model, struct value view, const char *move,
                            struct zk_text *out) {
    struct play play = read_play(move);
    (void)model, (void)view;
    if (strcmp(move, "end") == 0) say(out, "sketch.move.end", NULL);
    if (!play.is_play && strncmp(move, "play ", 5) == 0)
        zk_text_put(out, card_name(move + 5).text);
    if (!play.is_play) return;
    struct phrase card = card_name(play.card), on = of_colour("sketch.on.", play.to),
                  onto = of_colour("sketch.to.", play.to);
    if (play.call)
        say(out, "sketch.move.call", "card", card.text, "on", on.text, "onto", onto.text,
            "from", of_colour("sketch.from.", play.call).text, NULL);
    else
        say(out, play.distract ? "sketch.move.distract" : "sketch.move.play", "card",
            card.text, "on", on.text, "onto", onto.text, NULL);
}

/* What comes of a look at a stack, in a few words. */
static struct phrase check_words(const struct model *model, struct value check) {
    struct value laid = value_of(check, "laid");
    bool b = model->seat == 'B';
    struct phrase mine = value_text(value_at(laid, b)),
                  theirs = value_text(value_at(laid, !b));
    char other = b ? 'A' : 'B';
    if (value_is(check, "?")) return phrase("sketch.see.hidden", NULL);
    if (value_of(check, "frightened").at) return phrase("sketch.see.tie", NULL);
    if (!value_of(check, "drawn").at)
        return phrase("sketch.see.short", "n", value_text(check).text, NULL);
    bool won = value_text(value_of(check, "by")).text[0] == model->seat;
    return phrase(won ? "sketch.see.mine" : "sketch.see.theirs", "name",
                  model_name(model, other).text, "mine", mine.text, "theirs", theirs.text,
                  NULL);
}

static void sketch_would(const struct model *model, struct value view, const char *move,
                         struct value does, struct zk_text *out) {
    struct play play = read_play(move);
    (void)view;
    if (strcmp(move, "end") == 0) say(out, "sketch.would.end", NULL);
    struct value here = value_of(does, (char[]){play.to, 0});
    if (!play.is_play || !here.at) return;
    say(out, "sketch.see.here", "what", check_words(model, here).text, NULL);
    for (const char *colour = colours; *colour; colour++) {
        struct value check = value_of(does, (char[]){*colour, 0});
        if (*colour == play.to || !check.at || value_int(check, -1) >= 0) continue;
        next_sentence(out);
        say(out, "sketch.see.there", "on", of_colour("sketch.on.", *colour).text, "what",
            check_words(model, check).text, NULL);
    }
    if (value_of(does, "ends").at) {
        next_sentence(out);
        say(out, "sketch.see.ends", NULL);
    }
}

/* The card; then the stack and the ability. */
static size_t sketch_trunk(const char *move) {
    const char *arrow = strchr(move, '>');
    return arrow ? (size_t)(arrow - move) : strlen(move);
}

static struct phrase sketch_argument(const struct model *model, const char *key,
                                     unsigned place, const char *argument) {
    size_t size = strlen(argument);
    (void)model, (void)place;
    if (strncmp(key, "sketch.", 7) != 0) return key_of(argument, "");
    if (size == 1 && strchr(colours, *argument))
        return of_colour(strcmp(key, "sketch.play.colour") == 0 ? "sketch.element."
                                                                : "sketch.attribute.",
                         *argument);
    return size == 2 || size == 3 ? card_name(argument) : key_of(argument, "");
}

static void sketch_ended(const struct model *model, struct value result, struct value view,
                         struct zk_text *out) {
    struct value points = value_of(result, "points");
    (void)model;
    if (value_is(value_of(result, "end"), "S25")) {
        struct each each = each_of(value_of(view, "stacks"));
        char empty = 0;
        while (each_next(&each))
            if (value_int(value_of(each.value, "size"), 1) == 0)
                empty = value_text(value_of(each.value, "colour")).text[0];
        if (empty)
            say(out, "sketch.end.stack", "on", of_colour("sketch.on.", empty).text, NULL);
        else
            say(out, "sketch.end.worn", NULL);
    }
    if (value_int(value_of(points, "A"), 0) != value_int(value_of(points, "B"), 1)) return;
    next_sentence(out);
    say(out, value_bool(value_of(result, "drawn")) ? "sketch.end.drawn" : "sketch.end.colours",
        NULL);
}

/* Readers of French have the French rulebook. */
static const char *sketch_usual(const char *language) {
    return strcmp(language, "fr") == 0 ? "edition=fr" : NULL;
}

const struct term_game term_sketch = {
    .id = "sketch",
    .log = sketch_log,
    .expects = sketch_expects,
    .board = sketch_board,
    .drawn = &(const struct term_drawn){.draw = sketch_draw,
                                        .part = sketch_part,
                                        .about = sketch_about,
                                        .attempt = sketch_attempt,
                                        .legend = sketch_legend},
    .describe = sketch_describe,
    .would = sketch_would,
    .trunk = sketch_trunk,
    .argument = sketch_argument,
    .ended = sketch_ended,
    .usual = sketch_usual,
};
