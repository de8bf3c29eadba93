/* replay.c: the command `replay`: a recorded game, move by move, in the terminal. The record is told to the model of
 * the terminal (term/model.h) as a table would tell it. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "table/replay.h"
#include "term/line.h"

enum { MESSAGE_SIZE = 1024 * 1024 };

struct showing {
    struct zk_replay *replay;
    struct model model;
    struct value moves; /* as zk_replay_read writes them */
    char *record, *position, *message;
    uint32_t at;
};

static char *allocate(size_t size) {
    char *memory = malloc(size);
    if (!memory) abort();
    return memory;
}

/* Everything that a file has, ended by a NUL; NULL when it cannot be read. */
static char *read_file(const char *path) {
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    size_t used = 0, size = 64 * 1024, got;
    char *text = in ? allocate(size) : NULL;
    while (in && (got = fread(text + used, 1, size - used - 1, in)) > 0) {
        used += got;
        if (size - used < 2 && !(text = realloc(text, size *= 2))) abort();
    }
    if (in && in != stdin) fclose(in);
    if (text) text[used] = '\0';
    return text;
}

/* Two of the same name are told apart by their seats. */
static struct phrase seat_name(const struct zk_record *record, uint32_t seat) {
    struct phrase name = key_of(record->name[seat], "");
    for (uint32_t other = 0; other < record->seats_count; other++)
        if (other != seat && strcmp(record->name[other], record->name[seat]) == 0)
            return key_of(key_of(name.text, " ").text, zk_actor_name((int)seat));
    return name;
}

static void put_seats(struct zk_json_out *out, const struct zk_record *record) {
    zk_json_key(out, "seats");
    zk_json_begin_array(out);
    for (uint32_t seat = 0; seat < record->seats_count; seat++) {
        zk_json_begin_object(out);
        zk_json_key(out, "seat");
        zk_json_put_string(out, zk_actor_name((int)seat));
        zk_json_key(out, "who");
        zk_json_put_string(out, "person");
        zk_json_key(out, "name");
        zk_json_put_string(out, seat_name(record, seat).text);
        zk_json_end_object(out);
    }
    zk_json_end_array(out);
}

/* The position after so many moves, as the `now` of a message; the move that led there before it. */
static void tell(struct showing *showing, uint32_t at, bool snapshot) {
    struct zk_text text = zk_text_in(showing->position, MESSAGE_SIZE),
                   whole = zk_text_in(showing->message, MESSAGE_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_replay_write_position(showing->replay, at, ZK_EVERYTHING, &out);
    struct value position = value_whole(text.data, text.used), now = value_of(position, "now"),
                 did = value_of(position, "did"),
                 move = value_at(showing->moves, at ? at - 1 : 0);
    out = zk_json_to(&whole);
    zk_json_begin_object(&out);
    zk_json_key_bytes(&out, snapshot ? "snapshot" : "event", snapshot ? 8 : 5);
    zk_json_put_int(&out, (int64_t)at + 1);
    if (snapshot) {
        zk_json_key(&out, "game");
        zk_json_put_string(&out, showing->replay->record.game->id);
        zk_json_key(&out, "options");
        zk_settings_write(&out, showing->replay->record.game,
                          &showing->replay->record.settings);
    } else {
        zk_json_key(&out, "kind");
        zk_json_put_string(&out, "move");
        zk_json_key(&out, "by");
        zk_json_put_string(&out, value_text(value_of(move, "by")).text);
        zk_json_key(&out, "move");
        zk_json_put_string(&out, value_text(value_of(move, "move")).text);
    }
    if (did.at && !snapshot) {
        zk_json_key(&out, "did");
        zk_json_put_raw(&out, did.at, did.size);
    }
    zk_json_key(&out, "now");
    zk_json_begin_object(&out);
    put_seats(&out, &showing->replay->record);
    struct each each = each_of(now);
    while (each_next(&each)) {
        zk_json_key_bytes(&out, each.key, strlen(each.key));
        zk_json_put_raw(&out, each.value.at, each.value.size);
    }
    zk_json_end_object(&out);
    zk_json_end_object(&out);
    model_take(&showing->model, whole.data, whole.used);
    showing->model.memory = true;
    showing->at = at;
}

static void put_board(const struct showing *showing) {
    char memory[16 * 1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_board(&showing->model, &text);
    if (model_is(&showing->model, "over")) {
        zk_text_put_char(&text, '\n');
        model_say_result(&showing->model, &text);
    }
    putchar('\n');
    line_put(memory);
}

/* The next move that says something, or the end; what the moves on the way say is printed. */
static void go_on(struct showing *showing, uint32_t to) {
    const struct model *model = &showing->model;
    while (showing->at < to) {
        tell(showing, showing->at + 1, false);
        const struct line *line = &model->log[model->log_count - 1];
        if (*line->text) line_put(line->text);
    }
}

static void go_back(struct showing *showing, uint32_t to) {
    tell(showing, to, true);
    put_board(showing);
}

static bool obey(struct showing *showing, const char *line) {
    uint32_t last = showing->replay->record.moves_count;
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (strcmp(line, "quit") == 0) return false;
    if (!*line) {
        go_on(showing, showing->at < last ? showing->at + 1 : last);
    } else if (strcmp(line, "board") == 0) {
        put_board(showing);
    } else if (strcmp(line, "end") == 0) {
        go_on(showing, last);
        put_board(showing);
    } else if (strcmp(line, "back") == 0) {
        go_back(showing, showing->at ? showing->at - 1 : 0);
    } else if (!*end && number <= last) {
        if (number > showing->at)
            go_on(showing, (uint32_t)number);
        else
            go_back(showing, (uint32_t)number);
    }
    return true;
}

static void show(struct showing *showing) {
    struct line_face face;
    char line[LINE_SIZE];
    struct phrase title = key_of(showing->replay->record.game->id, ".title");
    line_begin(&face, NULL);
    if (has_words(title.text)) line_put(phrase(title.text, NULL).text);
    tell(showing, 0, true);
    put_board(showing);
    do {
        struct phrase at = figure(showing->at),
                      of = figure(showing->replay->record.moves_count);
        putchar('\n');
        line_put(phrase("term.replay.ask", "n", at.text, "of", of.text, NULL).text);
    } while (line_read(&face, "> ", line, sizeof line) && obey(showing, line));
}

int run_replay(const struct request *request) {
    struct showing showing = {0};
    int status = STATUS_RIGHT;
    if (!words_open(request->value[OPTION_LANG]))
        return complain(request, "--lang is one of %s, not \"%s\"", words_languages,
                        request->value[OPTION_LANG]);
    showing.record = read_file(request->words[0]);
    if (!showing.record) return complain(request, "cannot read %s", request->words[0]);
    showing.replay = calloc(1, sizeof *showing.replay);
    char *said = allocate(ZK_ANSWER_SIZE_MAX);
    if (!showing.replay) abort();
    showing.position = allocate(MESSAGE_SIZE);
    showing.message = allocate(MESSAGE_SIZE);
    model_begin(&showing.model, "", "", '-');
    struct zk_text text = zk_text_in(said, ZK_ANSWER_SIZE_MAX);
    struct zk_json_out out = zk_json_to(&text);
    if (zk_replay_read(showing.replay, showing.record, strlen(showing.record), &out)) {
        showing.moves = value_of(value_whole(text.data, text.used), "moves");
        show(&showing);
    } else {
        char sentence[1024];
        struct zk_text why = zk_text_in(sentence, sizeof sentence);
        struct value wrong = value_whole(text.data, text.used);
        say(&why, "ui.replay.wrong", "line", value_text(value_of(wrong, "line")).text, NULL);
        zk_text_put_char(&why, ' ');
        model_say_refusal(&showing.model, value_of(wrong, "refused"), &why);
        complain(request, "%s", sentence);
        status = STATUS_WRONG;
    }
    model_free(&showing.model);
    free(showing.record);
    free(showing.position);
    free(showing.message);
    free(showing.replay);
    free(said);
    return status;
}
