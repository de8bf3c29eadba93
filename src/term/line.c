/* line.c: see line.h. */
#include "line.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "around.h"
#include "asks.h"
#include "clock.h"
#include "core/rng.h"
#include "fold.h"
#include "line_moves.h"
#include "review.h"

enum { COLUMNS = 80, TEXT_SIZE = 16 * 1024, HANGING = 4 };

/* ---- Printing ---- */

void line_put(const char *text) {
    char clean[TEXT_SIZE], line[TEXT_SIZE];
    while (*text) {
        size_t size = strcspn(text, "\n");
        struct zk_text out = zk_text_in(clean, sizeof clean);
        zk_text_put_bytes(&out, text, size);
        out = zk_text_in(line, sizeof line);
        clean_text(clean, &out);
        memcpy(clean, line, sizeof clean);
        const char *at = fold(clean, COLUMNS - 1, line, sizeof line);
        puts(line);
        while (*at) { /* what follows is indented */
            at = fold(at, COLUMNS - 1 - HANGING, line, sizeof line);
            printf("%*s%s\n", HANGING, "", line);
        }
        text += size + (text[size] == '\n');
    }
}

static void put_said(const char *key) { line_put(phrase(key, NULL).text); }

static void put_board(struct line_face *face) {
    char memory[TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_board(&face->sitting->model, &text);
    putchar('\n');
    line_put(memory);
    face->board_shown = true;
}

/* What everybody may see, while the screen is handed over. */
static void put_open_board(struct line_face *face) {
    char memory[TEXT_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    model_say_board(around_open(face->sitting), &text);
    putchar('\n');
    line_put(memory);
}

/* Something that comes while the person is asked begins on a line of its own; the prompt comes again. */
static void interrupt(struct line_face *face) {
    if (face->prompted) putchar('\n');
    face->prompted = false;
}

/* What has happened since the last call. */
static void put_news(struct line_face *face) {
    const struct model *model = &face->sitting->model;
    if (face->sitting->around && face->sitting->around->cover)
        return; /* who comes next is told */
    for (; face->told < model->log_count; face->told++) {
        const struct line *line = &model->log[face->told];
        if (*line->text) {
            interrupt(face);
            line_put(line->text);
        }
        if (line->changes) face->board_shown = false;
    }
}

void line_skip(struct line_face *face, uint32_t event) {
    const struct model *model = &face->sitting->model;
    face->told = 0;
    while (face->told < model->log_count && model->log[face->told].number <= event)
        face->told++;
}

/* ---- Reading ---- */

/* Takes a byte of what is typed; true when a line is whole. */
static bool take_byte(struct line_face *face, char byte) {
    if (byte == '\n') return true;
    if (face->typed_size + 1 < sizeof face->typed)
        face->typed[face->typed_size++] = byte ? byte : '?';
    return false;
}

static void take_line(struct line_face *face, char *line, size_t size) {
    char *from = face->typed;
    face->typed[face->typed_size] = '\0';
    from += strspn(from, " \t\r");
    size_t used = strlen(from);
    while (used && strchr(" \t\r", from[used - 1])) used--;
    if (used >= size) used = size - 1;
    memcpy(line, from, used);
    line[used] = '\0';
    face->typed_size = 0;
}

/* A line of input if it is whole by now; waits for no more than there is. */
static bool read_some(struct line_face *face, char *line, size_t size) {
    char byte;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got < 0 && errno == EINTR) return false;
    if (got <= 0) {
        face->input_ended = true;
        if (!face->typed_size) return false;
        byte = '\n';
    }
    if (!take_byte(face, byte)) return false;
    take_line(face, line, size);
    if (face->echo) line_put(*line ? line : " ");
    return true;
}

bool line_read(struct line_face *face, const char *prompt, char *line, size_t size) {
    fputs(prompt, stdout);
    fflush(stdout);
    while (!face->input_ended)
        if (read_some(face, line, size)) return true;
    putchar('\n');
    return false;
}

/* ---- What is typed ---- */

static void show_rules(const struct line_face *face, const char *rule) {
    char *text = rules_said(&face->sitting->model, rule);
    if (text) line_put(text);
    free(text);
}

static void put_help(const struct line_face *face) {
    static const char *const lines[] = {"moves", "board", "why",    "rules", "hint",
                                        "undo",  "react", "log",    "who",   "clock",
                                        "pause", "bot",   "resign", "save",  "quit"};
    const struct model *model = &face->sitting->model;
    if (model_moves(model)) {
        char words[1024];
        struct zk_text said = zk_text_in(words, sizeof words);
        const char *move = model_move(model, 0);
        model_say_move(model, move, &said);
        line_put(phrase("term.help.move", "move", move, "meaning", words, NULL).text);
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        line_put(phrase(key_of("term.help.", lines[i]).text, NULL).text);
    if (face->sitting->around) put_said("term.help.hand");
    if (!face->sitting->local) put_said("term.help.device");
}

static void put_log(const struct line_face *face) {
    const struct model *model = &face->sitting->model;
    uint32_t from = model->log_count > 20 ? model->log_count - 20 : 0;
    for (uint32_t i = from; i < model->log_count; i++)
        if (*model->log[i].text) line_put(model->log[i].text);
}

static bool confirm(struct line_face *face, const char *question) {
    char line[LINE_SIZE];
    line_put(question);
    put_said("term.ask.yes");
    return line_read(face, "> ", line, sizeof line) && strcmp(line, "yes") == 0;
}

/* What is asked of the table as it is typed. */
static bool ask_table(struct line_face *face, const char *line) {
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    enum asked asked = asks(face->sitting, line, &text);
    if (asked == ASKED_SAID) line_put(memory);
    if (asked == ASKED_SURE && confirm(face, memory)) asks_surely(face->sitting, line);
    return asked != ASKED_NOT;
}

static void obey(struct line_face *face, const char *line) {
    const char *rest;
    if (strcmp(line, "?") == 0 || strcmp(line, "moves") == 0) {
        face->trunk[0] = '\0';
        line_list_moves(face);
    } else if (strcmp(line, "board") == 0) {
        put_board(face);
    } else if (strcmp(line, "help") == 0) {
        put_help(face);
    } else if (strcmp(line, "log") == 0) {
        put_log(face);
    } else if (strcmp(line, "back") == 0 && *face->trunk) {
        face->trunk[0] = '\0';
        line_list_moves(face);
    } else if (strcmp(line, "quit") == 0) {
        face->sitting->leaving = true;
    } else if (face->sitting->around && (rest = after_word(line, "hand"))) {
        if (!around_hand(face->sitting, rest)) put_said("term.hand.whom");
    } else if ((rest = after_word(line, "why"))) {
        line_tell_why(face, rest);
    } else if ((rest = after_word(line, "rules"))) {
        show_rules(face, rest);
    } else if ((rest = after_word(line, "save"))) {
        if (!sitting_save(face->sitting, rest)) put_said("term.say.save");
    } else if (!ask_table(face, line)) {
        line_try_move(face, line);
    }
}

/* ---- What comes ---- */

static void tell_refusal(struct line_face *face) {
    const struct sitting *sitting = face->sitting;
    char memory[2048], words[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory),
                   said = zk_text_in(words, sizeof words);
    struct value refused = value_of(sitting->model.answer, "refused");
    const char *wanted = lesson_wants(sitting->lesson, &sitting->model);
    if (model_is_unknown(&sitting->model, refused) && line_try_again(face)) return;
    model_say_refusal(&sitting->model, refused, &text);
    if (value_is(value_of(refused, "key"), "tutorial.other") && wanted) {
        put_between(&text);
        model_say_move(&sitting->model, wanted, &said);
        say(&text, "term.tutorial.type", "move", wanted, "meaning", words, NULL);
    }
    line_put(memory);
}

static void tell_hint(struct line_face *face) {
    const struct model *model = &face->sitting->model;
    struct value hint = value_of(model->answer, "hint"), why = value_of(hint, "why");
    struct phrase advised = value_text(value_of(hint, "move"));
    const char *move = advised.text;
    char memory[2048], words[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory),
                   said = zk_text_in(words, sizeof words);
    model_say_move(model, move, &said);
    say(&text, "ui.hint.would", "bot", phrase("ui.bot.strong", NULL).text, "move", words,
        NULL);
    if (strcmp(words, move) != 0) {
        zk_text_put(&text, " [");
        zk_text_put(&text, move);
        zk_text_put_char(&text, ']');
    }
    if (value_of(why, "key").at) {
        put_between(&text);
        model_say_refusal(model, why, &text);
    }
    line_put(memory);
}

static void tell_record(const struct line_face *face) {
    char memory[RECORD_PATH_SIZE + 512];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    sitting_write_record(face->sitting, &text);
    line_put(memory);
}

/* Of a new snapshot, what was printed before is not printed again; of the first, nothing is. */
static void skip_told(struct line_face *face, uint32_t at) {
    line_skip(face, at ? at : UINT32_MAX);
    if (face->sitting->model.at != at) face->board_shown = false;
}

/* Takes what has come. */
static void take_news(struct line_face *face) {
    struct sitting *sitting = face->sitting;
    const char *message;
    size_t size;
    int audience;
    while ((message = link_next(sitting->link, &audience, &size))) {
        uint32_t at = sitting->model.at;
        enum told told = sitting_take(sitting, audience, message, size);
        if (told == TOLD_SNAPSHOT) skip_told(face, at);
        put_news(face);
        if (told >= TOLD_REFUSED && told != TOLD_PRESENCE) interrupt(face);
        switch (told) {
        case TOLD_REFUSED: tell_refusal(face); break;
        case TOLD_HINT: tell_hint(face); break;
        case TOLD_RECORD: tell_record(face); break;
        case TOLD_REACTION: {
            struct value by = value_of(sitting->model.answer, "by");
            struct phrase word = value_text(value_of(sitting->model.answer, "reaction"));
            char memory[512];
            struct zk_text text = zk_text_in(memory, sizeof memory);
            zk_text_put(&text, model_name(&sitting->model, value_text(by).text[0]).text);
            put_colon(&text);
            say(&text, key_of("ui.reaction.", word.text).text, NULL);
            line_put(memory);
            break;
        }
        case TOLD_UNSEATED: put_said("ui.taken.out"); break;
        case TOLD_DEVICE: {
            char memory[1024], *link;
            struct zk_text text = zk_text_in(memory, sizeof memory);
            say_device(sitting, &text);
            link = strchr(memory, '\n');
            *link = '\0';
            line_put(memory);
            puts(link + 1); /* in one piece, to be copied */
            break;
        }
        default: break;
        }
    }
}

/* ---- Asking ---- */

/* What may be done, as a number, to know it again. */
static uint64_t number_of_moves(const struct model *model) {
    uint64_t number = 1;
    for (size_t i = 0, moves = model_moves(model); i < moves; i++) {
        const char *move = model_move(model, i);
        for (const char *at = move; *at; at++)
            number = zk_rng_mix(number ^ (unsigned char)*at);
    }
    return number;
}

/* What was on the screen goes out of sight; this face writes text alone, so it is pushed out by empty lines. */
static void push_out(const struct line_face *face) {
    struct winsize size;
    if (face->echo || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return;
    for (int row = 0; row < size.ws_row; row++) putchar('\n');
}

/* Somebody else has the screen: what they are told goes on where they left. */
static void uncover(struct line_face *face) {
    uint32_t seen = around_uncover(face->sitting);
    push_out(face);
    line_skip(face, seen);
    face->board_shown = false;
    face->trunk[0] = face->tried[0] = '\0';
    face->declined = 0;
}

/* The sentence that says what is expected, and what can be typed. */
static void put_question(struct line_face *face, enum question question) {
    const struct model *model = &face->sitting->model;
    const struct around *around = face->sitting->around;
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    if (question == QUESTION_STEP) {
        const struct zk_tutorial_step *step = lesson_step(face->sitting->lesson, model);
        lesson_say(face->sitting->lesson, model, step, &text);
        if (!lesson_asks(face->sitting->lesson, model)) {
            zk_text_put_char(&text, '\n');
            say(&text, "term.ask.enter", NULL);
        }
    } else if (question == QUESTION_MOVE) {
        model_say_turn(model, &text);
        put_stop(&text);
        put_between(&text);
        if (clock_is_there(model)) {
            say(&text, "term.clock.left", "time", clock_left(model, model->seat).text, NULL);
            put_between(&text);
        }
        say(&text, "term.ask.move", NULL);
    } else if (question == QUESTION_ALSO) {
        model_say_turn(model, &text);
        put_stop(&text);
        put_between(&text);
        say(&text, around && around->visitor ? "term.ask.visit" : "term.ask.also", NULL);
    } else if (question == QUESTION_UNDO) {
        struct value asks = value_of(model->current, "asks_undo");
        say(&text, "ui.undo.title", "name", model_name(model, value_text(asks).text[0]).text,
            NULL);
        put_stop(&text);
        put_between(&text);
        if (around)
            say(&text, "ui.undo.text_here", "name",
                model_name(model, around_asked(face->sitting)).text, NULL);
        else
            say(&text, "ui.undo.text", NULL);
        put_between(&text);
        say(&text, "term.ask.yes", NULL);
    } else if (question == QUESTION_HAND) {
        push_out(face);
        around_say(face->sitting, &text);
        say(&text, "term.ask.hand", "name", model_name(model, around->cover).text, NULL);
        if (model->game->stays_open) put_open_board(face);
    } else if (question == QUESTION_LOOK) {
        around_say_secret(face->sitting, &text);
    } else if (question == QUESTION_OVER) {
        say(&text, model->game->has_path ? "term.ask.over.path" : "term.ask.over", NULL);
    } else if (question == QUESTION_SIT) {
        say(&text, "term.ask.name", NULL);
    }
    putchar('\n');
    line_put(memory);
}

static void put_prompt(struct line_face *face) {
    fputs("> ", stdout);
    fflush(stdout);
    face->prompted = true;
}

/* Says what is asked, before each prompt; false when the person need not be asked after all. */
static bool ask(struct line_face *face, enum question question) {
    struct sitting *sitting = face->sitting;
    bool visits = sitting->around && sitting->around->visitor;
    if (question == QUESTION_ALSO && !visits &&
        number_of_moves(&sitting->model) == face->declined) {
        if (sitting->local && face->asked_at != sitting->model.at) local_go_on(sitting->link);
        face->asked_at = sitting->model.at;
        return false;
    }
    if (face->prompted) return true;
    if (*face->trunk) { /* of a move that has been begun */
        put_said("term.ask.rest");
        return true;
    }
    face->asked_at = sitting->model.at;
    if (!face->board_shown && question != QUESTION_SIT && question != QUESTION_HAND &&
        question != QUESTION_LOOK)
        put_board(face);
    put_question(face, question);
    return true;
}

static void tell_end(struct line_face *face) {
    char memory[4096];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    put_board(face);
    model_say_result(&face->sitting->model, &text);
    putchar('\n');
    line_put(memory);
    zk_text_clear(&text);
    if (*face->sitting->record && face->sitting->finished)
        face->sitting->finished(face->sitting, &text);
    line_put(memory);
}

/* The game that is over, move by move, and what the strong bot thinks of it. */
static void go_through(struct line_face *face) {
    char memory[1024] = "";
    struct zk_text why = zk_text_in(memory, sizeof memory);
    struct review *review = review_open(face->sitting->record, &why);
    if (review) {
        review->reader = face->sitting->model.seat;
        line_review(face, review);
        review_close(review);
    } else {
        line_put(memory);
    }
}

/* From a pipe, a game is the whole of it, unless something is asked that looks back, or for another. */
static bool goes_on(const char *line) {
    static const char *const words[] = {"study", "again", "save",  "log",
                                        "board", "path",  "rules", "who"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (after_word(line, words[i])) return true;
    return false;
}

/* A line was typed. */
static void answer(struct line_face *face, enum question question, const char *line) {
    struct sitting *sitting = face->sitting;
    if (question == QUESTION_STEP && strcmp(line, "quit") != 0 &&
        !lesson_asks(sitting->lesson, &sitting->model)) {
        const struct zk_tutorial_step *step = lesson_step(sitting->lesson, &sitting->model);
        sitting->lesson->read = (uint32_t)(step - sitting->lesson->tutorial.step) + 1;
        local_read(sitting->link, sitting->lesson->read);
    } else if (question == QUESTION_OVER && face->echo && !goes_on(line)) {
        sitting->leaving = true;
    } else if (question == QUESTION_OVER && strcmp(line, "study") == 0) {
        go_through(face);
    } else if (question == QUESTION_SIT && *line && strcmp(line, "quit") != 0) {
        sitting_sit(sitting, line);
    } else if (question == QUESTION_HAND && strcmp(line, "quit") != 0) {
        uncover(face);
    } else if (question == QUESTION_LOOK && strcmp(line, "quit") != 0) {
        if (around_look(sitting)) push_out(face);
    } else if (!*line && question == QUESTION_ALSO && sitting->around &&
               sitting->around->visitor) {
        around_hand_back(sitting);
    } else if (!*line && question == QUESTION_ALSO) {
        face->declined = number_of_moves(&sitting->model);
        if (sitting->local) local_go_on(sitting->link);
    } else if (*line) {
        obey(face, line);
    }
}

void line_begin(struct line_face *face, struct sitting *sitting) {
    *face = (struct line_face){.sitting = sitting, .echo = !isatty(STDIN_FILENO)};
}

/* The program was stopped (Ctrl-Z) and goes on: the shell has written between, so what is asked is asked again. */
static volatile sig_atomic_t continued;
static void on_continue(int number) {
    (void)number;
    continued = 1;
}

/* Waits for the link and, where a line is wanted or can come at any time, for the person. */
static void wait_for(struct line_face *face, bool keys) {
    struct link *link = face->sitting->link;
    struct pollfd polls[2] = {{.fd = link->fd, .events = (short)(POLLIN | link->events)},
                              {.fd = keys ? STDIN_FILENO : -1, .events = POLLIN}};
    fflush(stdout);
    if (poll(polls, 2, sitting_timeout_ms(face->sitting)) < 0 && errno != EINTR)
        face->input_ended = true;
    if (continued) face->prompted = false;
    continued = 0;
    if (!keys || !(polls[1].revents & (POLLIN | POLLHUP | POLLERR))) return;
    char line[LINE_SIZE];
    if (!read_some(face, line, sizeof line)) return;
    face->prompted = false;
    answer(face, sitting_question(face->sitting), line);
}

/* Says when the connection is lost, and when it is back. */
static void tell_link(struct line_face *face) {
    struct link *link = face->sitting->link;
    bool lost = link->state == LINK_TRYING;
    if (lost && !face->lost) {
        interrupt(face);
        put_said("ui.table.reconnecting");
    }
    if (lost) face->sitting->waiting[0] = '\0'; /* no answer comes any more */
    if (lost && link->tries > LINK_TRIES_SAID && !face->told_gone) {
        interrupt(face);
        put_said("term.link.gone");
    }
    face->told_gone = lost && link->tries > LINK_TRIES_SAID;
    /* Nobody is there who could leave. */
    if (lost && face->echo && link->tries > LINK_TRIES_MOST) {
        link->state = LINK_ENDED;
        link->why = "term.link.unreachable";
    }
    face->lost = lost;
}

/* The seat of another person whose move is waited for; 0 when it is none. Bots do not keep anyone waiting, and around
 * one screen it is handed over. */
static char waited_for(const struct sitting *sitting) {
    const struct model *model = &sitting->model;
    char actor = model_actor(model);
    if (sitting->local || !model_is(model, "playing") || actor == model->seat ||
        !value_is(value_of(model_seat(model, actor), "who"), "person"))
        return 0;
    return actor;
}

/* What is waited for when that is no move of one's own: people, or a seed. */
static void tell_waiting(struct line_face *face) {
    const struct model *model = &face->sitting->model;
    char memory[512];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    bool away = sitting_is_away(face->sitting);
    bool over =
        model_is(model, "over"); /* another game is wanted here, and waits for the others */
    bool waits = over || model_is(model, "open") || model_is(model, "paused");
    char actor = waits || away ? 0 : waited_for(face->sitting);
    bool another = actor && actor != face->waited_for;
    if (actor) face->waited_for = actor;
    if ((!waits && !another && (!away || face->away)) || face->lost ||
        face->asked_at == model->at)
        return;
    face->asked_at = model->at;
    face->away = away;
    if (away)
        say(&text, "term.away", NULL);
    else if (over)
        say(&text, "ui.end.waiting", NULL);
    else
        model_say_turn(model, &text);
    put_stop(&text);
    if (model_is(model, "paused")) {
        put_between(&text);
        say(&text, "term.ask.paused", NULL);
    }
    line_put(memory);
}

void line_run(struct line_face *face) {
    struct sitting *sitting = face->sitting;
    sigaction(SIGCONT, &(struct sigaction){.sa_handler = on_continue}, NULL);
    bool ended = false;
    while (!sitting->leaving && sitting->link->state != LINK_ENDED) {
        take_news(face);
        sitting_go_on(sitting);
        put_news(face); /* also what has come before this face */
        tell_link(face);
        if (*sitting->waiting) {
            wait_for(face, false);
            continue;
        }
        enum question question = face->lost ? QUESTION_NONE : sitting_question(sitting);
        if (question == QUESTION_OVER && !sitting_has_record(sitting)) {
            wait_for(face, false);
            continue;
        }
        if (question == QUESTION_OVER && !ended) {
            tell_end(face);
            ended = true;
        }
        if (!model_is(&sitting->model, "over")) ended = false;
        face->away = face->away && sitting_is_away(sitting);
        bool asks = question != QUESTION_NONE && ask(face, question);
        if (question == QUESTION_STEP && lesson_asks(sitting->lesson, &sitting->model)) {
            const struct zk_tutorial_step *step =
                lesson_step(sitting->lesson, &sitting->model);
            sitting->lesson->read = (uint32_t)(step - sitting->lesson->tutorial.step) + 1;
            local_read(sitting->link, sitting->lesson->read);
            if (asks) put_prompt(face);
            continue;
        }
        if (asks && !face->prompted) put_prompt(face);
        if (asks) face->waited_for = 0;
        if (!asks) tell_waiting(face);
        if (question == QUESTION_NONE) around_go_on(sitting);
        wait_for(face, asks || !face->echo);
        if (face->input_ended && (asks || !face->echo)) {
            putchar('\n');
            sitting->leaving = true;
        }
    }
}
