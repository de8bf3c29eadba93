/* review.c: see review.h. The two faces are in review_line.c and review_screen.c. */
#include "review.h"

#include <stdio.h>
#include <stdlib.h>

#include "table/door.h"

enum { MESSAGE_SIZE = 1024 * 1024, POINT_SIZE = 64 * 1024, LOG = 8 };

static char *allocate(size_t size) {
    char *memory = malloc(size);
    if (!memory) abort();
    return memory;
}

static char *copy_of(const struct zk_text *text) {
    char *copy = allocate(text->used + 1);
    memcpy(copy, text->data, text->used + 1);
    return copy;
}

/* ---- Positions ---- */

struct value review_head(const struct review *review) {
    return value_whole(review->record, strcspn(review->record, "\n"));
}

/* Two of the same name are told apart by their seats. */
static struct phrase seat_name(const struct zk_record *record, uint32_t seat) {
    struct phrase name = key_of(record->name[seat], ""), bot = key_of("ui.bot.", name.text);
    if (has_words(bot.text)) name = phrase(bot.text, NULL);
    for (uint32_t other = 0; other < record->seats_count; other++)
        if (other != seat && strcmp(record->name[other], record->name[seat]) == 0)
            return key_of(key_of(name.text, " ").text, zk_actor_name((int)seat));
    return name;
}

/* A bot is called by its face, where the record tells it. */
static void put_seats(const struct review *review, struct zk_json_out *out) {
    const struct zk_record *record = &review->replay->record;
    struct value faces = value_of(review_head(review), "faces");
    zk_json_key(out, "seats");
    zk_json_begin_array(out);
    for (uint32_t seat = 0; seat < record->seats_count; seat++) {
        zk_json_begin_object(out);
        zk_json_key(out, "seat");
        zk_json_put_string(out, zk_actor_name((int)seat));
        bool bot = zk_bots_of(record->game, record->name[seat]) != NULL;
        zk_json_key(out, "who");
        zk_json_put_string(out, bot ? "bot" : "person");
        zk_json_key(out, "name");
        zk_json_put_string(out, seat_name(record, seat).text);
        if (bot) {
            zk_json_key(out, "face");
            zk_json_put_string(out, value_text(value_at(faces, seat)).text);
        }
        zk_json_end_object(out);
    }
    zk_json_end_array(out);
}

static void put_head(struct review *review, struct zk_json_out *out) {
    const struct zk_record *record = &review->replay->record;
    zk_json_key(out, "snapshot");
    zk_json_put_int(out, (int64_t)review->at + 1);
    zk_json_key(out, "game");
    zk_json_put_string(out, record->game->id);
    zk_json_key(out, "options");
    zk_settings_write(out, record->game, &record->settings);
    zk_json_key(out, "memory");
    zk_json_put_bool(out, true);
}

static void put_move(struct review *review, struct value did, struct zk_json_out *out) {
    struct value move = value_at(review->moves, review->at - 1);
    zk_json_key(out, "event");
    zk_json_put_int(out, (int64_t)review->at + 1);
    zk_json_key(out, "kind");
    zk_json_put_string(out, "move");
    zk_json_key(out, "by");
    zk_json_put_string(out, value_text(value_of(move, "by")).text);
    zk_json_key(out, "move");
    zk_json_put_string(out, value_text(value_of(move, "move")).text);
    if (!did.at) return;
    zk_json_key(out, "did");
    zk_json_put_raw(out, did.at, did.size);
}

/* Tells the position to the model: as a table would, or as what the last move has brought about. */
static void tell(struct review *review, bool snapshot) {
    struct zk_text text = zk_text_in(review->position, MESSAGE_SIZE),
                   whole = zk_text_in(review->message, MESSAGE_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_replay_write_position(review->replay, review->at, ZK_EVERYTHING, &out);
    struct value position = value_whole(text.data, text.used);
    out = zk_json_to(&whole);
    zk_json_begin_object(&out);
    if (snapshot)
        put_head(review, &out);
    else
        put_move(review, value_of(position, "did"), &out);
    zk_json_key(&out, "now");
    zk_json_begin_object(&out);
    put_seats(review, &out);
    struct each each = each_of(value_of(position, "now"));
    while (each_next(&each)) {
        zk_json_key_bytes(&out, each.key, strlen(each.key));
        zk_json_put_raw(&out, each.value.at, each.value.size);
    }
    zk_json_end_object(&out);
    zk_json_end_object(&out);
    model_take(&review->model, whole.data, whole.used);
}

void review_go(struct review *review, uint32_t at) {
    if (at > review->moves_count) at = review->moves_count;
    if (at != review->at + 1) {
        review->at = at > LOG ? at - LOG : 0;
        tell(review, true);
    }
    while (review->at < at) {
        review->at++;
        tell(review, false);
    }
}

const char *review_said(const struct review *review) {
    const struct model *model = &review->model;
    return model->log_count ? model->log[model->log_count - 1].text : "";
}

void review_step(struct review *review, int by) {
    uint32_t end = by > 0 ? review->moves_count : 0, place;
    while (review->at != end) {
        review_go(review, by > 0 ? review->at + 1 : review->at - 1);
        if (*review_said(review) || review_find(review, review->at, &place)) break;
    }
}

struct review *review_open(const char *record, struct zk_text *why) {
    struct review *review = calloc(1, sizeof *review);
    if (!review || !(review->replay = calloc(1, sizeof *review->replay))) abort();
    review->said = allocate(ZK_ANSWER_SIZE_MAX);
    review->reader = '-';
    review->position = allocate(MESSAGE_SIZE);
    review->message = allocate(MESSAGE_SIZE);
    model_begin(&review->model, "", "", '-');
    struct zk_text text = zk_text_in(review->said, ZK_ANSWER_SIZE_MAX);
    struct zk_json_out out = zk_json_to(&text);
    size_t size = strlen(record);
    review->record = memcpy(allocate(size + 1), record, size + 1);
    bool right = zk_replay_read(review->replay, review->record, size, &out);
    struct value said = value_whole(text.data, text.used);
    if (!right) {
        struct value refused = value_of(said, "refused");
        if (*value_text(value_of(refused, "key")).text) {
            say(why, "ui.replay.wrong", "line", value_text(value_of(said, "line")).text, NULL);
            put_between(why);
            model_say_refusal(&review->model, refused, why);
        } else {
            say(why, "term.replay.empty", NULL);
        }
        review_close(review);
        return NULL;
    }
    review->moves = value_of(said, "moves");
    review->moves_count = review->replay->record.moves_count;
    review->at = 0;
    tell(review, true);
    return review;
}

void review_close(struct review *review) {
    for (uint32_t i = 0; i < review->points_count; i++) free(review->point[i]);
    free(review->point);
    free(review->terms);
    free(review->worst);
    model_free(&review->model);
    free(review->record);
    free(review->said);
    free(review->position);
    free(review->message);
    free(review->replay);
    free(review);
}

/* ---- The study ---- */

bool review_study(struct review *review) {
    char memory[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    if (review->terms) return true;
    if (!zk_replay_study(review->replay, 0, 1, 0, &out)) return false;
    review->terms = copy_of(&text);
    review->point = calloc(review->moves_count + 1, sizeof *review->point);
    if (!review->point) abort();
    return review->studying = true;
}

bool review_study_next(struct review *review) {
    char *memory = allocate(POINT_SIZE);
    struct zk_text text = zk_text_in(memory, POINT_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    if (zk_replay_study_next(review->replay, &out)) {
        review->point[review->points_count++] = copy_of(&text);
    } else {
        review->worst = copy_of(&text);
        review->studying = false;
    }
    free(memory);
    return review->studying;
}

static struct value terms_of(const struct review *review) {
    return value_whole(review->terms, strlen(review->terms));
}

static struct value point_at(const struct review *review, uint32_t place) {
    return value_whole(review->point[place], strlen(review->point[place]));
}

uint32_t review_decisions(const struct review *review) {
    struct value seats = value_of(terms_of(review), "seats");
    uint32_t count = 0;
    struct each each = each_of(review->moves);
    while (each_next(&each))
        count += value_has(seats, value_text(value_of(each.value, "by")).text);
    return count;
}

bool review_find(const struct review *review, uint32_t moves, uint32_t *place) {
    for (uint32_t i = 0; i < review->points_count; i++)
        if (value_int(value_of(point_at(review, i), "n"), -1) == (int64_t)moves) {
            *place = i;
            return true;
        }
    return false;
}

bool review_worst(const struct review *review, uint32_t place, uint32_t *moves) {
    if (!review->worst) return false;
    struct value worst = value_at(value_whole(review->worst, strlen(review->worst)), place);
    *moves = (uint32_t)value_int(worst, 0);
    return worst.at != NULL;
}

/* ---- In words ---- */

/* A worth or a loss: a chance, or points of the team; "53.1 %". */
static struct phrase amount(const struct review *review, int64_t part) {
    int64_t whole = value_int(value_of(terms_of(review), "whole"), 1),
            points = value_int(value_of(terms_of(review), "points"), 0);
    int64_t tenths = ((points ? points : 100) * part * 10 + whole / 2) / whole;
    struct phrase text =
        key_of(figure(tenths / 10).text, strchr("fp", *words_language()) ? "," : ".");
    text = key_of(text.text, figure(tenths % 10).text);
    return points ? phrase("ui.study.points", "amount", text.text, NULL)
                  : phrase("term.percent", "n", text.text, NULL);
}

static struct phrase in_words(const struct review *review, const char *move) {
    struct phrase words;
    struct zk_text text = zk_text_in(words.text, sizeof words.text);
    if (strcmp(move, "wait") == 0)
        say(&text, "ui.study.wait", NULL);
    else
        model_say_move(&review->model, move, &text);
    return words;
}

static bool is_slip(const struct review *review, struct value point) {
    return value_int(value_of(point, "loss"), 0) * 100 >=
           value_int(value_of(terms_of(review), "whole"), 1);
}

void review_say_point(const struct review *review, uint32_t place, struct zk_text *out) {
    struct value point = point_at(review, place), why = value_of(point, "why");
    if (value_bool(value_of(point, "forced"))) {
        say(out, "ui.study.forced", NULL);
        return;
    }
    if (!value_of(point, "worth").at) return;
    if (!is_slip(review, point)) {
        say(out, "term.study.good", NULL);
        return;
    }
    say(out, "ui.study.lost", "amount",
        amount(review, value_int(value_of(point, "loss"), 0)).text, NULL);
    put_stop(out);
    put_between(out);
    say(out, "ui.study.better", "move",
        in_words(review, value_text(value_of(point, "best")).text).text, NULL);
    if (!value_of(why, "key").at) return;
    put_between(out);
    model_say_refusal(&review->model, why, out);
}

void review_say_whose(const struct review *review, uint32_t place, struct zk_text *out) {
    struct phrase seat = value_text(value_of(point_at(review, place), "seat"));
    say(out, "ui.study.choices", "name", model_name(&review->model, seat.text[0]).text, NULL);
}

void review_say_choices(const struct review *review, uint32_t place, unsigned most,
                        struct zk_text *out) {
    struct value point = point_at(review, place), made = value_of(point, "move");
    struct phrase made_text = value_text(made);
    struct each each = each_of(value_of(point, "moves"));
    bool told = false; /* the one that was played */
    for (unsigned left = most; left && each_next(&each);) {
        struct phrase move = value_text(value_of(each.value, "move")),
                      words = in_words(review, move.text);
        bool is_made = strcmp(move.text, made_text.text) == 0;
        if (left == 1 && !told && !is_made) continue; /* its place is kept */
        told = told || is_made;
        left--;
        struct phrase worth = amount(review, value_int(value_of(each.value, "worth"), 0));
        zk_text_put(out, worth.text[1] >= '0' && worth.text[1] <= '9' ? "  " : "   ");
        zk_text_put(out, worth.text);
        zk_text_put(out, "  ");
        zk_text_put(out, move.text);
        if (strcmp(words.text, move.text) != 0) {
            put_colon(out);
            zk_text_put(out, words.text);
        }
        if (is_made) say(out, "term.study.made", NULL);
        zk_text_put_char(out, '\n');
    }
}

static void say_averages(const struct review *review, struct zk_text *out) {
    struct each seats = each_of(value_of(terms_of(review), "seats"));
    while (each_next(&seats)) {
        struct phrase seat = value_text(seats.value);
        int64_t loss = 0, judged = 0;
        for (uint32_t i = 0; i < review->points_count; i++) {
            struct value point = point_at(review, i), lost = value_of(point, "loss");
            if (!lost.at || !value_is(value_of(point, "seat"), seat.text)) continue;
            loss += value_int(lost, 0);
            judged++;
        }
        if (!judged) continue;
        say(out, "ui.study.average", "name", model_name(&review->model, seat.text[0]).text,
            "amount", amount(review, loss / judged).text, NULL);
        put_stop(out);
        zk_text_put_char(out, '\n');
    }
}

void review_say_summary(struct review *review, struct zk_text *out) {
    uint32_t at = review->at, moves, place;
    say(out, "ui.study.meaning", NULL);
    zk_text_put_char(out, '\n');
    say_averages(review, out);
    bool any = review_worst(review, 0, &moves);
    say(out, any ? "ui.study.worst" : "ui.study.fine", NULL);
    zk_text_put(out, any ? ":\n" : "\n");
    for (uint32_t i = 0; review_worst(review, i, &moves); i++) {
        if (!review_find(review, moves, &place)) continue;
        struct value point = point_at(review, place);
        review_go(review, moves); /* words are of the board as it was */
        zk_text_put(out, "  ");
        say(out, "ui.study.slip", "n", figure((int64_t)moves + 1).text, "name",
            model_name(&review->model, value_text(value_of(point, "seat")).text[0]).text,
            "move", in_words(review, value_text(value_of(point, "move")).text).text, NULL);
        put_stop(out);
        put_between(out);
        review_say_point(review, place, out);
        zk_text_put_char(out, '\n');
    }
    if (review->at != at) review_go(review, at);
}
